//! Arrows: a shaft and a head, round in space and flat in the plane.

use super::colour::Colour;
use super::drawing::{Finish, Paint, Solid};

type Point = [f64; 3];

/// Sides of a round arrow.
const SIDES: usize = 20;

/// An arrow from its tail to its tip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrow {
    /// Where it begins.
    pub tail: Point,
    /// Where it points to.
    pub tip: Point,
}

/// The default colour of forces.
pub(super) fn force_colour() -> Colour {
    Colour::rgb(44, 98, 140)
}

/// Arrows as one surface; `size` is the length of a long one, which sets the thickness of all.
pub fn arrows(list: &[Arrow], size: f64, planar: bool) -> Solid {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for arrow in list {
        let along = sub(arrow.tip, arrow.tail);
        let length = norm(along);
        if !(length > 0.0 && length.is_finite()) {
            continue;
        }
        let axis = along.map(|x| x / length);
        let head = (0.34 * size).min(0.5 * length);
        let neck = add(arrow.tail, axis, length - head);
        let (shaft, wide) = (0.16 * head, 0.42 * head);
        let first = positions.len() as u32;
        if planar {
            let side = [-axis[1], axis[0], 0.0];
            let both = |p: Point, r: f64| [add(p, side, r), add(p, side, -r)];
            positions.extend(both(arrow.tail, shaft));
            positions.extend(both(neck, shaft));
            positions.extend(both(neck, wide));
            positions.push(arrow.tip);
            let own = [[0, 1, 2], [1, 3, 2], [4, 5, 6]];
            triangles.extend(own.map(|t: [u32; 3]| t.map(|i| i + first)));
        } else {
            round(
                &mut positions,
                &mut triangles,
                axis,
                &[
                    (arrow.tail, 0.0),
                    (arrow.tail, shaft),
                    (neck, shaft),
                    (neck, wide),
                    (arrow.tip, 0.0),
                ],
            );
        }
    }
    let finish = if planar { Finish::Flat } else { Finish::Clay };
    Solid::new(positions, triangles).painted(Paint::Plain(force_colour())).finished(finish)
}

/// A surface of revolution through rings given by centre and radius.
fn round(
    positions: &mut Vec<Point>,
    triangles: &mut Vec<[u32; 3]>,
    axis: Point,
    rings: &[(Point, f64)],
) {
    let helper = if axis[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let u = cross(helper, axis);
    let u = u.map(|x| x / norm(u));
    let v = cross(axis, u);
    let first = positions.len() as u32;
    for &(centre, radius) in rings {
        positions.extend((0..SIDES).map(|k| {
            let (s, c) = (std::f64::consts::TAU * k as f64 / SIDES as f64).sin_cos();
            add(add(centre, u, radius * c), v, radius * s)
        }));
    }
    let sides = SIDES as u32;
    for ring in 0..rings.len() as u32 - 1 {
        for k in 0..sides {
            let at = |ring: u32, k: u32| first + ring * sides + k % sides;
            let [a, b] = [at(ring, k), at(ring, k + 1)];
            let [c, d] = [at(ring + 1, k), at(ring + 1, k + 1)];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
}

/// Which of the vectors to draw so that arrows do not crowd: the longest first, none closer than
/// `apart` to another, and none that would hardly be seen.
pub(super) fn chosen(points: &[Point], vectors: &[Point], apart: f64, most: usize) -> Vec<usize> {
    let length: Vec<f64> = vectors.iter().map(|v| norm(*v)).collect();
    let longest = length.iter().copied().fold(0.0, f64::max);
    let mut order: Vec<usize> = (0..points.len()).filter(|&i| length[i] > 0.03 * longest).collect();
    order.sort_by(|&a, &b| length[b].total_cmp(&length[a]).then(a.cmp(&b)));
    let mut kept: Vec<usize> = Vec::new();
    for i in order {
        if kept.len() == most {
            break;
        }
        if kept.iter().all(|&k| norm(sub(points[k], points[i])) >= apart) {
            kept.push(i);
        }
    }
    kept
}

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a + s b`
fn add(a: Point, b: Point, s: f64) -> Point {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn norm(a: Point) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_reach_from_tail_to_tip() {
        for planar in [false, true] {
            let arrow = Arrow { tail: [1.0, 2.0, 0.0], tip: [1.0, 5.0, 0.0] };
            let solid = arrows(&[arrow], 3.0, planar);
            let y = || solid.positions.iter().map(|p| p[1]);
            assert!((y().fold(f64::INFINITY, f64::min) - 2.0).abs() < 1e-12);
            assert!((y().fold(0.0, f64::max) - 5.0).abs() < 1e-12);
            assert!(solid.check().is_ok());
        }
        let point = Arrow { tail: [1.0; 3], tip: [1.0; 3] };
        assert!(arrows(&[point], 1.0, false).triangles.is_empty());
    }

    #[test]
    fn crowded_and_tiny_vectors_are_left_out() {
        let points = [[0.0; 3], [0.1, 0.0, 0.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
        let vectors = [1.0, 2.0, 1.0, 0.01].map(|x| [x, 0.0, 0.0]);
        assert_eq!(chosen(&points, &vectors, 0.5, 9), [1, 2]);
        assert_eq!(chosen(&points, &vectors, 0.5, 1), [1]);
    }
}
