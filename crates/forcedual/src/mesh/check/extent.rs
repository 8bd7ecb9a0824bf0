//! How large something is, and whether its unit looks wrong.

use crate::text::significant;

/// Bodies longer than this (m) are probably in another unit.
const LARGE: f64 = 50.0;
/// And so are those shorter than this (m).
const SMALL: f64 = 1e-3;

/// Lower and upper corner of the finite coordinates.
pub fn bounds(positions: &[f64], dim: usize) -> Option<[Vec<f64>; 2]> {
    let mut low = vec![f64::INFINITY; dim];
    let mut high = vec![f64::NEG_INFINITY; dim];
    for point in positions.chunks_exact(dim.max(1)) {
        for (c, &x) in point.iter().enumerate().filter(|(_, x)| x.is_finite()) {
            low[c] = low[c].min(x);
            high[c] = high[c].max(x);
        }
    }
    low.iter().all(|x| x.is_finite()).then_some([low, high])
}

/// Corners of a box to read: what is rounding beside its longest side is zero.
pub fn rounded(bounds: &[Vec<f64>; 2]) -> [Vec<f64>; 2] {
    let [low, high] = bounds;
    let least = 1e-12 * low.iter().zip(high).map(|(a, b)| b - a).fold(0.0, f64::max);
    [low, high]
        .map(|corner| corner.iter().map(|&x| if x.abs() < least { 0.0 } else { x }).collect())
}

/// The coordinates of the vertices that facets or cells name; all of them if none is named.
pub fn used(positions: &[f64], dim: usize, numbers: &[u32]) -> Vec<f64> {
    let mut seen = vec![numbers.is_empty(); positions.len() / dim.max(1)];
    for &i in numbers {
        if let Some(seen) = seen.get_mut(i as usize) {
            *seen = true;
        }
    }
    let points = positions.chunks_exact(dim.max(1)).zip(seen);
    points.filter(|p| p.1).flat_map(|p| p.0).copied().collect()
}

/// Which unit a file is probably in, by the size of what it holds.
pub fn scale_guess([low, high]: &[Vec<f64>; 2]) -> String {
    let extent = low.iter().zip(high).map(|(a, b)| b - a).fold(0.0, f64::max);
    let as_unit = |name: &str, unit: f64| format!("{name} ({} m)", significant(unit * extent));
    match extent {
        e if e > 1e4 => "no usual unit makes this the size of a soft body".to_owned(),
        e if e > LARGE => format!("looks like {}", as_unit("millimetres", 1e-3)),
        e if e > 5.0 => format!("{} or {}", as_unit("centimetres", 1e-2), as_unit("metres", 1.0)),
        e if e >= SMALL => as_unit("metres", 1.0),
        _ => "no usual unit makes this the size of a soft body".to_owned(),
    }
}

/// What to do about an extent that is hardly that of a soft body in metres.
pub fn unit_hint([low, high]: &[Vec<f64>; 2]) -> Option<String> {
    let extent = low.iter().zip(high).map(|(a, b)| b - a).fold(0.0, f64::max);
    let size = significant(extent);
    if extent > LARGE {
        Some(format!(
            "{size} m is large: lengths are in m; if the mesh file is in millimetres, set `unit = 0.001` in the scene's [mesh] (`--unit 0.001` for `forcedual mesh`)"
        ))
    } else if extent > 0.0 && extent < SMALL {
        Some(format!(
            "{size} m is small: lengths are in m; check the mesh file's unit, and set `unit` in the scene's [mesh]"
        ))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unlikely_sizes_are_suspected() {
        let hint = |size: f64| unit_hint(&[vec![0.0, 0.0], vec![size, size / 2.0]]);
        assert!(hint(50.1).unwrap().contains("large") && hint(0.9e-3).unwrap().contains("small"));
        assert!(hint(49.9).is_none() && hint(1.1e-3).is_none());
    }

    #[test]
    fn scale_is_guessed_from_the_longest_side() {
        let guess = |size: f64| scale_guess(&[vec![0.0, 0.0], vec![size / 3.0, size]]);
        assert_eq!(guess(1.8), "metres (1.80 m)");
        assert_eq!(guess(180.0), "looks like millimetres (0.180 m)");
        assert_eq!(guess(18.0), "centimetres (0.180 m) or metres (18.0 m)");
        assert!(
            guess(1e-6).starts_with("no usual unit") && guess(1e9).starts_with("no usual unit")
        );
    }

    #[test]
    fn vertices_that_nothing_uses_have_no_extent() {
        let positions = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 70.0, 70.0];
        assert_eq!(used(&positions, 2, &[0, 1, 2, 9]), positions[..6]);
        assert_eq!(used(&positions, 2, &[]), positions);
    }

    #[test]
    fn rounding_beside_the_extent_is_zero_and_small_bodies_are_not() {
        let found = rounded(&[vec![-2.8e-17, -1e-9], vec![1.0, 1e-16]]);
        assert_eq!(found, [vec![0.0, -1e-9], vec![1.0, 0.0]]);
        let small = [vec![-1e-15, 0.0], vec![1e-15, 3e-15]];
        assert_eq!(rounded(&small), small);
    }

    #[test]
    fn bounds_ignore_what_is_not_finite() {
        let found = bounds(&[0.0, 1.0, f64::NAN, -2.0, 3.0, f64::INFINITY], 2);
        assert_eq!(found, Some([vec![0.0, -2.0], vec![3.0, 1.0]]));
        assert_eq!(bounds(&[f64::NAN, 1.0], 2), None);
    }
}
