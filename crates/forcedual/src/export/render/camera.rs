//! Where pictures are taken from.
//!
//! View coordinates: x to the right, y upwards, z towards the viewer. With the eye at `(e_x, e_y,
//! e_z)` and focal length `f` pixels, a point lands at `f (x - e_x) / (e_z - z)` right of the middle.
//! The eye is as close as it can be with every point inside: with `t` half the width over `f`,
//! `x + t z <= e_x + t e_z` and `-x + t z <= -e_x + t e_z` for all points, and the same for y.

use super::vector::Vec3;
use crate::error::{Code, Error, Result};

/// Which axis points up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Up {
    /// The y axis; seen from the front, z points to the viewer.
    #[default]
    Y,
    /// The z axis; seen from the front, y points away from the viewer.
    Z,
}

/// A direction to look from. The distance follows from what is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Degrees around the vertical axis; 0 is the front, 90 the side that x points to.
    pub azimuth: f64,
    /// Degrees above the horizon.
    pub elevation: f64,
    /// Which axis points up.
    pub up: Up,
    /// Degrees from the lower to the upper end of the picture; 0 draws without perspective.
    pub field_of_view: f64,
    /// Lower and upper corner of a box to show; all that is drawn where there is none.
    pub frame: Option<[[f64; 3]; 2]>,
}

impl Default for Camera {
    fn default() -> Self {
        Camera { azimuth: 32.0, elevation: 20.0, up: Up::Y, field_of_view: 24.0, frame: None }
    }
}

impl Camera {
    /// Straight at the x-y plane, without perspective: for planar bodies.
    pub fn planar() -> Self {
        Camera { azimuth: 0.0, elevation: 0.0, field_of_view: 0.0, ..Camera::default() }
    }

    /// `front`, `back`, `side`, `top`, `iso`, or azimuth and elevation in degrees, `30,20`.
    pub fn looking(self, view: &str) -> Result<Self> {
        let numbers = || {
            let (a, e) = view.split_once(',')?;
            let (a, e): (f64, f64) = (a.trim().parse().ok()?, e.trim().parse().ok()?);
            (a.is_finite() && e.abs() <= 90.0).then_some((a, e))
        };
        let (azimuth, elevation) = match view {
            "front" => (0.0, 0.0),
            "back" => (180.0, 0.0),
            "side" => (90.0, 0.0),
            "top" => (0.0, 90.0),
            "iso" => (45.0, 35.264),
            _ => numbers().ok_or_else(|| {
                Error::new(Code::Format, format!("`{view}` is not a view")).help(
                    "write front, back, side, top, iso, or azimuth and elevation such as 30,20",
                )
            })?,
        };
        Ok(Camera { azimuth, elevation, ..self })
    }

    /// Directions to the right, upwards in the picture, and to the viewer.
    pub(super) fn axes(&self) -> [[f64; 3]; 3] {
        let (sa, ca) = self.azimuth.to_radians().sin_cos();
        let (se, ce) = self.elevation.to_radians().sin_cos();
        let axes = [[ca, 0.0, -sa], [-sa * se, ce, -ca * se], [sa * ce, se, ca * ce]];
        match self.up {
            Up::Y => axes,
            Up::Z => axes.map(|[x, y, z]| [x, -z, y]),
        }
    }

    /// Width and height of a box as it is seen from far away.
    pub(super) fn extent(&self, [low, high]: [[f64; 3]; 2]) -> [f64; 2] {
        let [right, up, _] = self.axes();
        [right, up].map(|a| (0..3).map(|c| a[c].abs() * (high[c] - low[c])).sum())
    }

    /// The vertical direction in view coordinates.
    pub(super) fn vertical(&self) -> Vec3 {
        let (s, c) = self.elevation.to_radians().sin_cos();
        [0.0, c as f32, s as f32]
    }
}

/// From view coordinates to pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Projection {
    pub eye: Vec3,
    /// Pixels per unit at distance one, or everywhere without perspective.
    pub focal: f32,
    pub perspective: bool,
    /// Pixel where the axis of the view lies.
    pub middle: [f32; 2],
}

impl Projection {
    /// Shows all the points inside a rectangle of pixels (left, top, width, height).
    pub(super) fn fit(
        points: impl Iterator<Item = Vec3> + Clone,
        [left, top, width, height]: [f32; 4],
        field_of_view: f64,
    ) -> Self {
        let most =
            |f: &dyn Fn(Vec3) -> f32| points.clone().map(f).fold(f32::NEG_INFINITY, f32::max);
        let middle = [left + width / 2.0, top + height / 2.0];
        if field_of_view <= 0.0 {
            let [right, l] = [most(&|p| p[0]), most(&|p| -p[0])];
            let [up, down] = [most(&|p| p[1]), most(&|p| -p[1])];
            let focal = (width / (right + l).max(1e-6)).min(height / (up + down).max(1e-6));
            let eye = [(right - l) / 2.0, (up - down) / 2.0, 0.0];
            return Projection { eye, focal, perspective: false, middle };
        }
        let tangent = (field_of_view.to_radians() / 2.0).tan() as f32;
        let focal = 0.5 * width.min(height) / tangent;
        let [tx, ty] = [width / 2.0 / focal, height / 2.0 / focal];
        let (a, b) = (most(&|p| p[0] + tx * p[2]), most(&|p| -p[0] + tx * p[2]));
        let (c, d) = (most(&|p| p[1] + ty * p[2]), most(&|p| -p[1] + ty * p[2]));
        let closest = most(&|p| p[2]) + 0.1;
        let far = ((a + b) / (2.0 * tx)).max((c + d) / (2.0 * ty)).max(closest);
        Projection { eye: [(a - b) / 2.0, (c - d) / 2.0, far], focal, perspective: true, middle }
    }

    /// Pixel coordinates (y downwards), a depth that grows towards the viewer and is linear on the
    /// screen, and the weight that makes interpolation correct.
    pub(super) fn project(&self, p: Vec3) -> ([f32; 2], f32, f32) {
        let weight = if self.perspective { 1.0 / (self.eye[2] - p[2]).max(0.02) } else { 1.0 };
        let s = self.focal * weight;
        let x = self.middle[0] + s * (p[0] - self.eye[0]);
        let y = self.middle[1] - s * (p[1] - self.eye[1]);
        ([x, y], if self.perspective { weight } else { p[2] }, weight)
    }

    /// The ray through a pixel: a point and the direction away from the viewer.
    pub(super) fn ray(&self, [x, y]: [f32; 2]) -> (Vec3, Vec3) {
        let right = (x - self.middle[0]) / self.focal;
        let up = (self.middle[1] - y) / self.focal;
        if self.perspective {
            let length = (right * right + up * up + 1.0).sqrt();
            (self.eye, [right / length, up / length, -1.0 / length])
        } else {
            ([self.eye[0] + right, self.eye[1] + up, 100.0], [0.0, 0.0, -1.0])
        }
    }

    /// The size of a pixel at a point.
    pub(super) fn pixel_at(&self, p: Vec3) -> f32 {
        if self.perspective {
            (self.eye[2] - p[2]).max(0.02) / self.focal
        } else {
            1.0 / self.focal
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_orthonormal_and_right_handed() {
        for up in [Up::Y, Up::Z] {
            for view in ["front", "back", "side", "top", "iso", "-100,-37"] {
                let [x, y, z] = Camera { up, ..Camera::default() }.looking(view).unwrap().axes();
                for (a, b, expected) in [(x, x, 1.0), (y, y, 1.0), (x, y, 0.0), (y, z, 0.0)] {
                    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
                    assert!((dot - expected).abs() < 1e-12);
                }
                let turn = x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0])
                    + x[2] * (y[0] * z[1] - y[1] * z[0]);
                assert!((turn - 1.0).abs() < 1e-12);
            }
        }
        let z_up = Camera { up: Up::Z, ..Camera::planar() };
        assert_eq!(z_up.axes()[1], [0.0, 0.0, 1.0]);
        assert_eq!(z_up.looking("top").unwrap().axes()[1].map(f64::round), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn everything_is_inside_and_touches_a_side() {
        let points = [[-1.0, 0.2, 0.7], [0.9, -0.3, -0.5], [0.1, 0.1, 1.0], [0.3, 0.8, -1.0]];
        for field_of_view in [0.0, 24.0, 60.0] {
            let rectangle = [10.0, 20.0, 300.0, 200.0];
            let projection = Projection::fit(points.into_iter(), rectangle, field_of_view);
            let mut gap = f32::INFINITY;
            for p in points {
                let ([x, y], _, _) = projection.project(p);
                let sides = [x - 10.0, 310.0 - x, y - 20.0, 220.0 - y];
                gap = gap.min(sides.into_iter().fold(f32::INFINITY, f32::min));
                let (from, direction) = projection.ray([x, y]);
                let t = (p[2] - from[2]) / direction[2];
                assert!((from[0] + t * direction[0] - p[0]).abs() < 1e-4);
            }
            assert!((-1e-3..0.05).contains(&gap), "{gap}");
        }
    }

    #[test]
    fn views_that_do_not_exist_are_refused() {
        for bad in ["", "left", "30", "30,91", "nan,0", "a,b", "1,2,3"] {
            assert_eq!(Camera::default().looking(bad).unwrap_err().code, Code::Format, "{bad}");
        }
    }
}
