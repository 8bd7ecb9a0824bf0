//! Facets divided until they are short: slivers too, which have little area but may be long.
//!
//! A box or ball around slivers that lie askew holds much that is far from all of them, and trees of
//! such boxes rule out little. Distances and winding numbers are those of the parts, so trees are made
//! of parts that are not much longer than high.

use super::tree::{Point, minus, square};
use crate::error::Result;
use crate::mesh::geometry::{cross, dot};
use crate::mesh::winding::WindingTree;

/// The length by which the next one tried is larger.
const STEP: f64 = 1.25;
/// Parts that a facet is halved into are at most so many times the square of its longest side over
/// theirs (in the plane, of its length over theirs).
const TIMES: f64 = 3.0;
/// Triangles longer than this many times their height are slivers.
const SLIVER: f64 = 8.0;
/// Their parts are about this many times as long as high, and longer where there would be more parts
/// than so many for each triangle, or than the last number if that is not less than the triangles.
const COMPACT: f64 = 2.0;
const EACH: usize = 64;
const PARTS: usize = 500_000;

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

/// A triangle cut across its longest side into parts of about a length: from the foot of its height to
/// both ends.
fn sliced(facet: [Point; 3], length: f64) -> Vec<[Point; 3]> {
    let sides = sides(&facet);
    let k = (1..3).fold(0, |k, other| if sides[other] > sides[k] { other } else { k });
    let [top, p, q] = [0, 1, 2].map(|i| facet[(k + i) % 3]);
    let between = |a: Point, b: Point, s: f64| -> Point {
        std::array::from_fn(|c| if s < 1.0 { a[c] + s * (b[c] - a[c]) } else { b[c] })
    };
    let along = dot(&minus(top, p), &minus(q, p)) / square(minus(q, p));
    let foot = between(p, q, along.clamp(0.0, 1.0));
    let mut parts = Vec::new();
    // both lead to the end, the first one before the second as the triangle runs
    for (one, two, end) in [(top, foot, p), (foot, top, q)] {
        let n = (square(minus(end, foot)).sqrt() / length).ceil().max(1.0);
        for j in 0..n as usize {
            let [s, t] = [j, j + 1].map(|j| j as f64 / n);
            let [a, b] = [s, t].map(|s| between(one, end, s));
            let [d, c] = [s, t].map(|s| between(two, end, s));
            parts.push([a, c, d]);
            if b != c {
                parts.push([a, b, c]);
            }
        }
    }
    parts
}

/// Length and height of a triangle.
fn measured(facet: &[Point; 3]) -> [f64; 2] {
    let longest = sides(facet).into_iter().fold(0.0, f64::max);
    let [a, b, c] = *facet;
    [longest, square(cross(minus(b, a), minus(c, a))).sqrt() / longest]
}

/// Whether it is much longer than high; segments have no height.
pub(super) fn is_sliver(facet: &[Point; 3]) -> bool {
    let [longest, height] = measured(facet);
    facet[1] != facet[2] && longest > SLIVER * height
}

/// Facets and their numbers, slivers in parts.
pub(super) fn without_slivers(facets: &[[Point; 3]]) -> Vec<([Point; 3], u32)> {
    let slivers = facets.iter().filter(|facet| is_sliver(facet));
    let length: f64 = slivers.map(|facet| measured(facet)[0]).sum();
    let most = (EACH * facets.len()).min(PARTS.max(facets.len()));
    let least = 2.0 * length / most as f64;
    let mut all = Vec::with_capacity(facets.len());
    for (f, facet) in facets.iter().enumerate() {
        match is_sliver(facet) {
            true => {
                let parts = sliced(*facet, least.max(COMPACT * measured(facet)[1]));
                all.extend(parts.into_iter().map(|part| (part, f as u32)));
            }
            false => all.push((*facet, f as u32)),
        }
    }
    all
}

/// The tree of winding numbers of triangles in space, slivers in parts.
pub(super) fn winding_tree(positions: &[f64], facets: &[u32]) -> Result<WindingTree> {
    let (points, _) = positions.as_chunks::<3>();
    let corners = facets.as_chunks::<3>().0.iter().map(|&[i, j, k]| {
        let point = |i: u32| points.get(i as usize).copied();
        Some([point(i)?, point(j)?, point(k)?])
    });
    // what is not needed is not copied
    let any = corners.clone().any(|facet| facet.is_some_and(|facet| is_sliver(&facet)));
    let Some(known) = any.then(|| corners.collect::<Option<Vec<_>>>()).flatten() else {
        return WindingTree::new(3, positions, facets);
    };
    let parts = without_slivers(&known);
    let positions: Vec<f64> = parts.iter().flat_map(|(part, _)| part).flatten().copied().collect();
    let facets: Vec<u32> = (0..3 * parts.len() as u32).collect();
    WindingTree::new(3, &positions, &facets)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn slivers_are_divided_within_a_number_of_parts_and_others_stay_as_they_are() {
        let wide = [[0.0; 3], [10.0, 0.0, 0.0], [3.0, 8.0, 0.0]];
        let end = [8.0, 0.0, 0.0];
        let segment = [[0.0; 3], end, end];
        assert_eq!(without_slivers(&[wide, segment]), [(wide, 0), (segment, 1)]);
        let sliver = [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 0.04, 0.0]];
        let parts = without_slivers(&[wide, sliver]);
        assert!(parts.len() > 60 && parts[1..].iter().all(|(_, f)| *f == 1));
        // they face as the sliver does
        assert!(parts.iter().all(|([a, b, c], _)| cross(minus(*b, *a), minus(*c, *a))[2] > 0.0));
        let whole: f64 = parts[1..].iter().map(|(part, _)| area(part)).sum();
        assert!((whole / area(&sliver) - 1.0).abs() < 1e-9);
        // hairs without end, and one without any height
        let hair = [[0.0; 3], [10.0, 0.0, 0.0], [10.0, 1e-9, 0.0]];
        let line = [[0.0; 3], [10.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
        let parts = without_slivers(&[[hair; 5000], [line; 5000]].concat());
        assert!((PARTS / 2..=PARTS + 16_000).contains(&parts.len()), "{}", parts.len());
        let parts = without_slivers(&[hair, line]);
        assert!((EACH..=2 * EACH + 8).contains(&parts.len()), "{}", parts.len());
    }

    #[test]
    fn winding_numbers_are_the_same_for_slivers_in_parts() {
        // a needle: its four walls
        let positions = [0.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 0.01, 0.0, 1.0, 2.0, 3.0];
        let facets = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
        let (one, other) = (
            WindingTree::new(3, &positions, &facets).unwrap(),
            winding_tree(&positions, &facets).unwrap(),
        );
        for (q, inside) in [([0.502, 1.001, 1.5], 1.0), ([0.5, 1.1, 1.5], 0.0)] {
            let [one, other] = [&one, &other].map(|tree| tree.at(q));
            assert!((one - inside).abs() < 0.01 && (other - inside).abs() < 0.01, "{one} {other}");
        }
        let error = winding_tree(&positions, &[0, 1, 9]).unwrap_err();
        assert_eq!(error.code, crate::error::Code::MeshIndex);
    }
}
