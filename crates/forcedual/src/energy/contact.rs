//! Contact with rigid obstacles, and friction.
//!
//! A boundary vertex of area `a` at signed distance `phi < 0` from an obstacle is pushed out,
//!
//! ```text
//! E = k/2 a phi^2        dE/dx = k a phi n        d2E/dx2 ~ k a n n^T,   n = grad phi
//! ```
//!
//! The Hessian leaves out `k a phi d2phi/dx2`, the curvature of the obstacle (Gauss-Newton): negative for
//! spheres and capsules, of either sign for sampled distances, and zero for half-spaces and boxes, whose
//! Hessian is exact. Friction is that of a step: with the normal force `N` and the normal `n` as the step
//! began at `x_0`, and `u = (I - n n^T) (x - x_0 - h v)` the way that the vertex has slid along an
//! obstacle which moves at velocity `v`,
//!
//! ```text
//! E = mu N f(|u|),   f(s) = s^2 / (2 e) below e,   s - e/2 above
//! ```
//!
//! so that below the distance `e` it sticks, softly, and beyond it slides.

use super::{Collider, Energy, padded};
use crate::body::Body;

/// Pressure per depth, in shear moduli per diameter of the body.
const STIFFNESS: f64 = 200.0;
/// Speed below which friction sticks, in diameters of the body per second.
const SLIP: f64 = 1e-3;

/// The vertices that may touch something.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ContactPoints {
    /// Coordinates per vertex.
    pub dim: usize,
    /// The vertices.
    pub vertices: Vec<u32>,
    /// Boundary area of each, m^(d-1).
    pub areas: Vec<f64>,
    /// Pressure per depth `k`, Pa/m.
    pub stiffness: f64,
    /// Speed below which friction sticks, m/s: `e` is what it covers in a step.
    pub slip_speed: f64,
}

/// How a vertex touches an obstacle as a step begins.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Touch {
    /// `mu N`, N.
    pub grip: f64,
    /// How much it grows per depth, N/m.
    pub tightening: f64,
    /// The obstacle's unit normal.
    pub normal: [f64; 3],
    /// Where the vertex sticks: where it was, moved along with the obstacle.
    pub anchor: [f64; 3],
}

/// Contact during a step.
#[derive(Debug, Clone, Copy)]
pub struct Contact<'a> {
    /// The vertices.
    pub points: &'a ContactPoints,
    /// The obstacles.
    pub colliders: &'a [Collider],
    /// How each vertex touches each obstacle as the step begins, vertex by vertex; empty without
    /// friction.
    pub touches: &'a [Touch],
    /// Distance `e` below which friction sticks, m.
    pub slip: f64,
}

impl ContactPoints {
    /// The boundary vertices of a body that can move, as stiff against obstacles as suits its
    /// material and size.
    pub fn of(body: &Body) -> Self {
        let on = |&i: &u32| body.boundary.on_boundary(i as usize) && !body.held[i as usize];
        let vertices: Vec<u32> = (0..body.mesh.vertex_count() as u32).filter(on).collect();
        let volume: f64 = body.geometry.volumes.iter().sum();
        let shear = body.lame.iter().zip(&body.geometry.volumes).map(|(m, v)| m.mu * v);
        let size = body.mesh.diagonal();
        ContactPoints {
            dim: body.dim(),
            areas: vertices.iter().map(|&i| body.boundary.areas[i as usize]).collect(),
            vertices,
            stiffness: STIFFNESS * shear.sum::<f64>() / (volume * size),
            slip_speed: SLIP * size,
        }
    }

    /// About how far the vertices are apart, m.
    pub fn spacing(&self) -> f64 {
        let mean = self.areas.iter().sum::<f64>() / self.areas.len().max(1) as f64;
        if self.dim == 2 { mean } else { mean.sqrt() }
    }

    /// How the vertices, at positions `x` of all of them, touch as a step of `h` seconds begins.
    pub fn touch(&self, colliders: &[Collider], x: &[f64], h: f64, out: &mut Vec<Touch>) {
        out.clear();
        if colliders.iter().all(|c| c.friction == 0.0) {
            return;
        }
        for (&v, area) in self.vertices.iter().zip(&self.areas) {
            let at = padded(&x[v as usize * self.dim..][..self.dim]);
            out.extend(colliders.iter().map(|collider| {
                let (distance, slope) = collider.shape.distance(at);
                let steep = length(slope);
                let force = self.stiffness * area * (-distance).max(0.0) * steep;
                let normal = slope.map(|n| if steep > 0.0 { n / steep } else { 0.0 });
                let grip = collider.friction * force;
                let tightening = collider.friction * self.stiffness * area * steep * steep;
                let anchor = std::array::from_fn(|c| at[c] + h * collider.velocity[c]);
                Touch { grip, tightening, normal, anchor }
            }));
        }
    }
}

impl Contact<'_> {
    /// Calls `f` with collider-wise `k a`, distance and normal where the stencil is inside.
    fn inside(&self, stencil: usize, x: &[f64], mut f: impl FnMut(f64, f64, [f64; 3])) {
        let at = padded(x);
        for collider in self.colliders {
            if let Some((distance, normal)) = collider.shape.inside(at) {
                f(self.points.stiffness * self.points.areas[stencil], distance, normal);
            }
        }
    }

    /// Calls `f` with the touch and the way slid where friction acts.
    fn sliding(&self, stencil: usize, x: &[f64], mut f: impl FnMut(&Touch, [f64; 3])) {
        let count = self.colliders.len();
        let touches = self.touches.get(stencil * count..(stencil + 1) * count).unwrap_or_default();
        let at = padded(x);
        for touch in touches.iter().filter(|touch| touch.grip > 0.0) {
            let way: [f64; 3] = std::array::from_fn(|c| at[c] - touch.anchor[c]);
            let along: f64 = (0..3).map(|c| way[c] * touch.normal[c]).sum();
            let slid = std::array::from_fn(|c| way[c] - along * touch.normal[c]);
            f(touch, slid);
        }
    }
}

impl Contact<'_> {
    /// Adds the Hessian of friction, times a factor.
    fn add_friction(&self, touch: &Touch, slid: [f64; 3], factor: f64, out: &mut [f64]) {
        let (d, s, n) = (self.points.dim, length(slid), touch.normal);
        let along = if s > self.slip { 1.0 / (s * s) } else { 0.0 };
        let scale = factor * touch.grip / s.max(self.slip);
        for (i, j) in (0..d).flat_map(|i| (0..d).map(move |j| (i, j))) {
            let eye = f64::from(u8::from(i == j));
            out[i * d + j] += scale * (eye - n[i] * n[j] - along * slid[i] * slid[j]);
        }
    }
}

fn length(a: [f64; 3]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

impl Energy for Contact<'_> {
    fn dim(&self) -> usize {
        self.points.dim
    }

    fn stencils(&self) -> usize {
        if self.colliders.is_empty() { 0 } else { self.points.vertices.len() }
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        std::slice::from_ref(&self.points.vertices[stencil])
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.inside(stencil, x, |k, distance, _| sum += 0.5 * k * distance * distance);
        self.sliding(stencil, x, |touch, slid| {
            let (s, e) = (length(slid), self.slip);
            sum += touch.grip * if s < e { s * s / (2.0 * e) } else { s - 0.5 * e };
        });
        sum
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let mut add = |scale: f64, v: [f64; 3]| {
            out.iter_mut().zip(v).for_each(|(out, v)| *out += scale * v);
        };
        self.inside(stencil, x, |k, distance, normal| add(k * distance, normal));
        self.sliding(stencil, x, |touch, slid| {
            add(touch.grip / length(slid).max(self.slip), slid);
        });
    }

    fn hessian(&self, stencil: usize, x: &[f64], _psd: bool, out: &mut [f64]) {
        let d = self.points.dim;
        out.fill(0.0);
        self.inside(stencil, x, |k, _, n| {
            (0..d * d).for_each(|e| out[e] += k * n[e / d] * n[e % d]);
        });
        self.sliding(stencil, x, |touch, slid| self.add_friction(touch, slid, 1.0, out));
    }

    fn gradient_by_start(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let d = self.points.dim;
        out.fill(0.0);
        self.sliding(stencil, x, |touch, slid| {
            self.add_friction(touch, slid, -1.0, out);
            let along = touch.tightening / length(slid).max(self.slip);
            (0..d * d).for_each(|e| out[e] -= along * slid[e / d] * touch.normal[e % d]);
        });
    }
}
