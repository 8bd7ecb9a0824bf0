//! Facets divided until they are short: slivers too, which have little area but may be long.

use super::tree::{Point, minus, square};

/// The length by which the next one tried is larger.
const STEP: f64 = 1.25;
/// Parts that a facet is halved into are at most so many times the square of its longest side over
/// theirs (in the plane, of its length over theirs).
const TIMES: f64 = 3.0;

/// Lengths of the sides; the one opposite to corner `k` is the `k`-th.
fn sides([a, b, c]: &[Point; 3]) -> [f64; 3] {
    [(b, c), (c, a), (a, b)].map(|(p, q)| square(minus(*q, *p)).sqrt())
}

/// The length down to which facets can be halved, no less than one asked for, so that there are
/// about `most` parts or two for each facet.
pub(super) fn spacing(facets: &[[Point; 3]], asked: f64, most: usize) -> f64 {
    let sizes: Vec<(f64, i32)> = facets
        .iter()
        .map(|facet| {
            let longest = sides(facet).into_iter().fold(0.0, f64::max);
            (longest, if facet[1] == facet[2] { 1 } else { 2 })
        })
        .collect();
    let most = most.max(2 * facets.len()) as f64;
    let parts = |longest: f64| -> f64 {
        let one = |&(l, power): &(f64, i32)| match l > longest {
            true => TIMES * (l / longest).powi(power),
            false => 1.0,
        };
        sizes.iter().map(one).sum()
    };
    let length: f64 = sizes.iter().map(|(l, _)| l).sum();
    let mut longest = asked.max(length / most).max(f64::MIN_POSITIVE);
    while parts(longest) > most && longest.is_finite() {
        longest *= STEP;
    }
    longest
}

/// Parts of a triangle, or of a segment whose last corners are the same, with no side longer than a
/// length: the longest side is halved.
pub(super) fn halved(facet: [Point; 3], longest: f64) -> Vec<[Point; 3]> {
    let (mut rest, mut done) = (vec![facet], Vec::new());
    while let Some(facet) = rest.pop() {
        let sides = sides(&facet);
        let k = (1..3).fold(0, |k, other| if sides[other] > sides[k] { other } else { k });
        if sides[k] <= longest || sides[k].is_nan() {
            done.push(facet);
            continue;
        }
        let [top, p, q] = [0, 1, 2].map(|i| facet[(k + i) % 3]);
        let middle = std::array::from_fn(|c| (p[c] + q[c]) / 2.0);
        rest.extend(match facet[1] == facet[2] {
            true => [[facet[0], middle, middle], [middle, facet[1], facet[1]]],
            false => [[top, p, middle], [top, middle, q]],
        });
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::geometry::cross;

    fn area([a, b, c]: &[Point; 3]) -> f64 {
        square(cross(minus(*b, *a), minus(*c, *a))).sqrt() / 2.0
    }

    #[test]
    fn halves_are_short_and_have_the_whole_area_and_slivers_need_few() {
        let wide = [[0.0; 3], [10.0, 0.0, 0.0], [3.0, 8.0, 0.0]];
        let sliver = [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 0.04, 0.0]];
        for (facet, most) in [(wide, 1800), (sliver, 500)] {
            let parts = halved(facet, 0.4);
            assert!(parts.iter().flat_map(sides).all(|l| l <= 0.4));
            assert!((parts.iter().map(area).sum::<f64>() / area(&facet) - 1.0).abs() < 1e-9);
            assert!(parts.len() < most, "{}", parts.len());
        }
        let end = [8.0, 0.0, 0.0];
        let segments = halved([[0.0; 3], end, end], 1.0);
        assert!(segments.iter().all(|[a, b, c]| b == c && b[0] - a[0] == 1.0));
        assert_eq!(segments.len(), 8);
    }

    #[test]
    fn there_are_no_more_parts_than_allowed_and_a_length_that_fits_is_kept() {
        let wide = [[0.0; 3], [10.0, 0.0, 0.0], [3.0, 8.0, 0.0]];
        let sliver = [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 0.04, 0.0]];
        assert_eq!(spacing(&[wide, sliver], 0.5, 20_000), 0.5);
        for facets in [vec![wide], vec![sliver; 16], vec![wide, sliver]] {
            let longest = spacing(&facets, 1e-6, 20_000);
            let parts: usize = facets.iter().map(|f| halved(*f, longest).len()).sum();
            assert!((1_000..=20_000).contains(&parts), "{parts}");
        }
    }
}
