//! Colliders: rigid obstacles by their signed distance.
//!
//! A collider gives the signed distance `phi(x)` of a point, negative inside, and the direction `n`
//! in which it grows: `n = grad phi`, of unit length where `phi` is a true distance.

use std::sync::Arc;

/// An obstacle and how it moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Collider {
    /// Its shape and place.
    pub shape: Obstacle,
    /// Velocity of its surface in m/s; counts for friction only, the place is the caller's to move.
    pub velocity: [f64; 3],
    /// Coefficient of friction.
    pub friction: f64,
}

impl Collider {
    /// An obstacle at rest without friction.
    pub fn new(shape: Obstacle) -> Self {
        Collider { shape, velocity: [0.0; 3], friction: 0.0 }
    }
}

/// Shape and place of an obstacle, in m; the third coordinate is zero in the plane.
#[derive(Debug, Clone, PartialEq)]
pub enum Obstacle {
    /// Everything below a plane.
    HalfSpace {
        /// A point of the plane.
        point: [f64; 3],
        /// Unit normal, away from the obstacle.
        normal: [f64; 3],
    },
    /// A ball.
    Sphere {
        /// Its centre.
        center: [f64; 3],
        /// Its radius.
        radius: f64,
    },
    /// All points within a distance of a segment.
    Capsule {
        /// The segment's ends.
        ends: [[f64; 3]; 2],
        /// The distance.
        radius: f64,
    },
    /// A box, which may be turned.
    Box {
        /// Its centre.
        center: [f64; 3],
        /// Half its edge lengths.
        half: [f64; 3],
        /// Its axes as rows, orthonormal.
        axes: [[f64; 3]; 3],
    },
    /// A signed distance sampled on a grid.
    Field(DistanceField),
}

/// A signed distance sampled on a regular grid, linear between samples; outside of it nothing is hit.
#[derive(Debug, Clone, PartialEq)]
pub struct DistanceField {
    /// The lowest corner, m.
    pub origin: [f64; 3],
    /// Distance of neighbouring samples, m.
    pub spacing: f64,
    /// Samples along each axis; 1 along an axis that does not matter.
    pub counts: [usize; 3],
    /// Signed distances, the first axis fastest.
    pub values: Arc<[f64]>,
}

impl DistanceField {
    /// Extents of the inside, as far as samples tell.
    fn extents(&self) -> [f64; 3] {
        let (mut low, mut high) = ([usize::MAX; 3], [0; 3]);
        let [x, y, _] = self.counts;
        for (k, _) in self.values.iter().enumerate().filter(|(_, value)| **value <= 0.0) {
            for (c, at) in [k % x, k / x % y, k / (x * y)].into_iter().enumerate() {
                low[c] = low[c].min(at);
                high[c] = high[c].max(at);
            }
        }
        std::array::from_fn(|c| (high[c] + 1).saturating_sub(low[c]) as f64 * self.spacing)
    }
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|c| a[c] - b[c])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Distance from a ball around `center`, and the direction away from it.
fn ball(x: [f64; 3], center: [f64; 3], radius: f64) -> (f64, [f64; 3]) {
    let arm = sub(x, center);
    let length = dot(arm, arm).sqrt();
    if length > 0.0 {
        (length - radius, arm.map(|a| a / length))
    } else {
        (-radius, [0.0, 1.0, 0.0])
    }
}

impl Obstacle {
    /// Are all numbers in range: finite, radii and edges positive, normals and axes of unit length?
    pub fn is_valid(&self) -> bool {
        let finite = |x: &[f64]| x.iter().all(|x| x.is_finite());
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let unit = |n: &[f64; 3]| (dot(*n, *n) - 1.0).abs() < 1e-6;
        match self {
            Obstacle::HalfSpace { point, normal } => finite(point) && unit(normal),
            Obstacle::Sphere { center, radius } => finite(center) && positive(*radius),
            Obstacle::Capsule { ends, radius } => finite(ends.as_flattened()) && positive(*radius),
            Obstacle::Box { center, half, axes } => {
                finite(center) && half.iter().all(|h| positive(*h)) && axes.iter().all(unit)
            }
            Obstacle::Field(field) => {
                let [a, b, c] = field.counts;
                let samples = a.checked_mul(b).and_then(|n| n.checked_mul(c));
                finite(&field.origin)
                    && positive(field.spacing)
                    && samples == Some(field.values.len())
            }
        }
    }

    /// How wide it is, m: of its extents the second largest, or in 2D the largest. Points that are
    /// farther apart may miss it.
    pub fn width(&self, dim: usize) -> f64 {
        self.extents(dim)[1]
    }

    /// How thin it is, m: its smallest extent. Points that are faster may jump over it.
    pub fn thickness(&self, dim: usize) -> f64 {
        self.extents(dim)[0]
    }

    /// Its extents, ascending.
    fn extents(&self, dim: usize) -> [f64; 3] {
        let mut extents = match self {
            Obstacle::HalfSpace { .. } => [f64::INFINITY; 3],
            Obstacle::Sphere { radius, .. } => [2.0 * radius; 3],
            Obstacle::Capsule { ends: [a, b], radius } => {
                let arm = sub(*b, *a);
                [2.0 * radius + dot(arm, arm).sqrt(), 2.0 * radius, 2.0 * radius]
            }
            Obstacle::Box { half, .. } => half.map(|h| 2.0 * h),
            Obstacle::Field(field) => field.extents(),
        };
        extents[..dim].sort_by(f64::total_cmp);
        extents
    }

    /// The same obstacle somewhere else.
    pub fn moved(&self, by: [f64; 3]) -> Self {
        let to = |x: [f64; 3]| -> [f64; 3] { std::array::from_fn(|c| x[c] + by[c]) };
        match self.clone() {
            Obstacle::HalfSpace { point, normal } => {
                Obstacle::HalfSpace { point: to(point), normal }
            }
            Obstacle::Sphere { center, radius } => Obstacle::Sphere { center: to(center), radius },
            Obstacle::Capsule { ends, radius } => Obstacle::Capsule { ends: ends.map(to), radius },
            Obstacle::Box { center, half, axes } => {
                Obstacle::Box { center: to(center), half, axes }
            }
            Obstacle::Field(field) => {
                Obstacle::Field(DistanceField { origin: to(field.origin), ..field })
            }
        }
    }

    /// Signed distance of a point inside and its gradient.
    pub fn inside(&self, x: [f64; 3]) -> Option<(f64, [f64; 3])> {
        if let Obstacle::Sphere { center, radius } = self {
            let arm = sub(x, *center);
            if dot(arm, arm) >= radius * radius {
                return None;
            }
        }
        Some(self.distance(x)).filter(|(distance, _)| *distance < 0.0)
    }

    /// Signed distance of a point and its gradient.
    pub fn distance(&self, x: [f64; 3]) -> (f64, [f64; 3]) {
        match self {
            Obstacle::HalfSpace { point, normal } => (dot(sub(x, *point), *normal), *normal),
            Obstacle::Sphere { center, radius } => ball(x, *center, *radius),
            Obstacle::Capsule { ends: [a, b], radius } => {
                let (axis, arm) = (sub(*b, *a), sub(x, *a));
                let square = dot(axis, axis);
                let t = if square > 0.0 { (dot(arm, axis) / square).clamp(0.0, 1.0) } else { 0.0 };
                ball(x, std::array::from_fn(|c| a[c] + t * axis[c]), *radius)
            }
            Obstacle::Box { center, half, axes } => {
                let arm = sub(x, *center);
                let local = axes.map(|axis| dot(axis, arm));
                let (distance, normal) = cuboid(local, *half);
                (distance, std::array::from_fn(|c| (0..3).map(|k| normal[k] * axes[k][c]).sum()))
            }
            Obstacle::Field(field) => field.distance(x),
        }
    }
}

/// Signed distance from an upright box around the origin, and its gradient.
fn cuboid(x: [f64; 3], half: [f64; 3]) -> (f64, [f64; 3]) {
    let beyond: [f64; 3] = std::array::from_fn(|c| x[c].abs() - half[c]);
    let mut normal = [0.0; 3];
    let outside = beyond.map(|b| b.max(0.0));
    let length = dot(outside, outside).sqrt();
    if length > 0.0 {
        (0..3).for_each(|c| normal[c] = outside[c] / length * x[c].signum());
        return (length, normal);
    }
    let nearest = (0..3).fold(0, |best, c| if beyond[c] > beyond[best] { c } else { best });
    normal[nearest] = x[nearest].signum();
    (beyond[nearest], normal)
}

impl DistanceField {
    /// Signed distance and its gradient, linear between samples.
    pub fn distance(&self, x: [f64; 3]) -> (f64, [f64; 3]) {
        let (mut cell, mut at) = ([0usize; 3], [0.0; 3]);
        for c in 0..3 {
            let count = self.counts[c];
            if count < 2 {
                continue;
            }
            let t = (x[c] - self.origin[c]) / self.spacing;
            if !(t >= 0.0 && t <= (count - 1) as f64) {
                return (f64::INFINITY, [0.0; 3]);
            }
            cell[c] = (t as usize).min(count - 2);
            at[c] = t - cell[c] as f64;
        }
        let (mut value, mut slope) = (0.0, [0.0; 3]);
        for corner in 0..8usize {
            let (mut index, mut stride, mut weight) = (0, 1, [0.0; 3]);
            let mut counts = true;
            for c in 0..3 {
                let high = corner >> c & 1;
                counts &= high == 0 || self.counts[c] > 1;
                weight[c] = match (self.counts[c] > 1, high) {
                    (false, _) => 1.0,
                    (true, 0) => 1.0 - at[c],
                    (true, _) => at[c],
                };
                index += (cell[c] + high) * stride;
                stride *= self.counts[c].max(1);
            }
            let Some(&sample) = self.values.get(index).filter(|_| counts) else { continue };
            value += sample * weight[0] * weight[1] * weight[2];
            for c in 0..3 {
                if self.counts[c] > 1 {
                    let sign = if corner >> c & 1 == 1 { 1.0 } else { -1.0 };
                    let others = weight[(c + 1) % 3] * weight[(c + 2) % 3];
                    slope[c] += sign * sample * others / self.spacing;
                }
            }
        }
        (value, slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_inside_are_those_at_a_negative_distance() {
        let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
        let obstacles = [
            Obstacle::HalfSpace { point: [0.1, 0.0, 0.0], normal: [0.0, 1.0, 0.0] },
            Obstacle::Sphere { center: [0.1, 0.2, 0.0], radius: 0.5 },
            Obstacle::Capsule { ends: [[-0.2, 0.0, 0.0], [0.3, 0.1, 0.0]], radius: 0.3 },
            Obstacle::Box { center: [0.0, 0.1, 0.0], half: [0.4, 0.3, 0.2], axes },
        ];
        for obstacle in &obstacles {
            let mut inside = 0;
            for k in 0..1000 {
                let at = [12.9898, 78.233, 37.719].map(|a: f64| (a * f64::from(k)).sin());
                let expected = Some(obstacle.distance(at)).filter(|(distance, _)| *distance < 0.0);
                assert_eq!(obstacle.inside(at), expected, "{obstacle:?} {at:?}");
                inside += usize::from(expected.is_some());
            }
            assert!((1..900).contains(&inside), "{obstacle:?} {inside}");
        }
        // a point on a sphere is outside
        assert_eq!(obstacles[1].inside([0.6, 0.2, 0.0]), None);
    }
}
