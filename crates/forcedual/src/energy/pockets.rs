//! Pneumatic pockets: pressure on walls.
//!
//! A closed pocket of volume `V` at gauge pressure `p` has the energy `-p V`. Its walls `f` are
//! facets of the body, ordered as seen from outside the body, so that with `c` any fixed point
//!
//! ```text
//! V = -1/d! sum_f det[x_1 - c, ..., x_d - c]        E_f = p/d! det[x_1 - c, ..., x_d - c]
//! ```
//!
//! Summed over a closed pocket the forces `-dE/dx` are the pressure times the current area vectors
//! of the walls, pointing into the body. What a wall adds to the Hessian couples its corners in
//! pairs `(a, b)`, cyclic, with `e` the third corner: in space by the matrix of a cross product,
//!
//! ```text
//! d2E / dx_a dx_b = -p/6 [x_e - m]_x        in the plane p/2 J,   J = [0 1; -1 0]
//! ```
//!
//! The two walls at an edge pass it in opposite directions, so that any point `m` of the edge's own
//! cancels out of their sum; its middle makes each part small, and independent of `c`. A pair's
//! block `K` has the eigenvalues `+-s`, `s` its singular values, so that its positive part is known:
//!
//! ```text
//! [0 K; K^T 0]  ->  1/2 [S K; K^T S],     S = sqrt(K K^T) = p/6 |r| (I - r r^T / |r|^2),   r = x_e - m
//! ```
//!
//! The walls of an open pocket bound no volume, and pressure on them has no energy: their area
//! vectors `A_f` are taken as they are when a step begins, and the force `-p A_f / d` at each corner
//! stays the same during it, `E_f = p/d A_f . sum_a x_a`.

use super::{Driven, Energy, area_vector};
use crate::linalg::small::{cofactor, det};

/// Walls of closed pockets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pockets {
    /// Coordinates per vertex.
    pub dim: usize,
    /// `dim` vertices per wall.
    pub walls: Vec<u32>,
    /// A point in the pocket of each wall, `dim` numbers.
    pub origin: Vec<f64>,
    /// Channel of the pocket of each wall.
    pub channel: Vec<usize>,
}

impl Pockets {
    /// The pockets at these pressures.
    pub fn driven<'a>(&'a self, amplitudes: &'a [f64]) -> Driven<'a, Pockets> {
        Driven { of: self, amplitudes }
    }

    fn arms<const D: usize>(&self, stencil: usize, x: &[f64]) -> [[f64; D]; D] {
        let origin = &self.origin[stencil * D..][..D];
        std::array::from_fn(|a| std::array::from_fn(|c| x[a * D + c] - origin[c]))
    }

    fn push<const D: usize>(&self, stencil: usize, pressure: f64, x: &[f64], out: &mut [f64]) {
        let c = cofactor(&self.arms::<D>(stencil, x));
        let scale = pressure / factorial(D);
        out.iter_mut().zip(c.as_flattened()).for_each(|(out, c)| *out = scale * c);
    }
}

/// Adds the Hessian of a pair of corners, `K` in block `(a, b)`; if `psd` its positive part, where
/// `K K^T = size^2 (I - n n^T)`.
fn couple<const D: usize>(
    a: usize,
    b: usize,
    block: &[[f64; D]; D],
    psd: bool,
    size: f64,
    n: [f64; D],
    out: &mut [f64],
) {
    let half = if psd { 0.5 } else { 1.0 };
    for i in 0..D {
        for j in 0..D {
            out[(a * D + i) * D * D + b * D + j] += half * block[i][j];
            out[(b * D + j) * D * D + a * D + i] += half * block[i][j];
            if psd {
                let eye = f64::from(u8::from(i == j));
                let own = half * size * (eye - n[i] * n[j]);
                out[(a * D + i) * D * D + a * D + j] += own;
                out[(b * D + i) * D * D + b * D + j] += own;
            }
        }
    }
}

fn factorial(d: usize) -> f64 {
    if d == 2 { 2.0 } else { 6.0 }
}

impl Energy for Driven<'_, Pockets> {
    fn dim(&self) -> usize {
        self.of.dim
    }

    fn stencils(&self) -> usize {
        self.of.channel.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        &self.of.walls[stencil * self.of.dim..][..self.of.dim]
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let volume = match self.of.dim {
            2 => det(&self.of.arms::<2>(stencil, x)),
            _ => det(&self.of.arms::<3>(stencil, x)),
        };
        self.amplitude(self.of.channel[stencil]) * volume / factorial(self.of.dim)
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let pressure = self.amplitude(self.of.channel[stencil]);
        match self.of.dim {
            2 => self.of.push::<2>(stencil, pressure, x, out),
            _ => self.of.push::<3>(stencil, pressure, x, out),
        }
    }

    fn hessian(&self, stencil: usize, x: &[f64], psd: bool, out: &mut [f64]) {
        let scale = self.amplitude(self.of.channel[stencil]) / factorial(self.of.dim);
        out.fill(0.0);
        if self.of.dim == 2 {
            couple(0, 1, &[[0.0, scale], [-scale, 0.0]], psd, scale.abs(), [0.0; 2], out);
            return;
        }
        for (a, b, e) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            let r: [f64; 3] =
                std::array::from_fn(|c| x[3 * e + c] - 0.5 * (x[3 * a + c] + x[3 * b + c]));
            let [u, v, w] = r.map(|r| -scale * r);
            let length = r.iter().map(|r| r * r).sum::<f64>().sqrt();
            let unit = r.map(|r| if length > 0.0 { r / length } else { 0.0 });
            let block = [[0.0, -w, v], [w, 0.0, -u], [-v, u, 0.0]];
            couple(a, b, &block, psd, scale.abs() * length, unit, out);
        }
    }

    fn channel(&self, stencil: usize) -> Option<usize> {
        Some(self.of.channel[stencil])
    }

    fn gradient_by_amplitude(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        match self.of.dim {
            2 => self.of.push::<2>(stencil, 1.0, x, out),
            _ => self.of.push::<3>(stencil, 1.0, x, out),
        }
    }
}

/// Walls of open pockets with their area vectors `dim` numbers each, as a step begins.
#[derive(Debug, Clone, Copy)]
pub struct OpenPockets<'a> {
    /// The walls; their origin is not looked at.
    pub walls: &'a Pockets,
    /// Area vectors, see [`area_vectors`].
    pub areas: &'a [f64],
    /// Amplitude of every channel.
    pub amplitudes: &'a [f64],
}

/// Outward area vectors of walls at positions `x` of all vertices, `dim` numbers each, into `out`.
pub fn area_vectors(walls: &Pockets, x: &[f64], out: &mut [f64]) {
    let d = walls.dim;
    for (wall, out) in walls.walls.chunks_exact(d).zip(out.chunks_exact_mut(d)) {
        out.copy_from_slice(&area_vector(wall, x)[..d]);
    }
}

impl OpenPockets<'_> {
    fn push(&self, stencil: usize, pressure: f64, out: &mut [f64]) {
        let d = self.walls.dim;
        let area = &self.areas[stencil * d..][..d];
        for out in out.chunks_exact_mut(d) {
            out.iter_mut().zip(area).for_each(|(out, a)| *out = pressure * a / d as f64);
        }
    }

    fn pressure(&self, stencil: usize) -> f64 {
        self.walls.driven(self.amplitudes).amplitude(self.walls.channel[stencil])
    }
}

impl Energy for OpenPockets<'_> {
    fn dim(&self) -> usize {
        self.walls.dim
    }

    fn stencils(&self) -> usize {
        self.walls.channel.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        &self.walls.walls[stencil * self.walls.dim..][..self.walls.dim]
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let d = self.walls.dim;
        let area = &self.areas[stencil * d..][..d];
        let work: f64 =
            x.chunks_exact(d).flat_map(|x| x.iter().zip(area)).map(|(x, a)| x * a).sum();
        self.pressure(stencil) * work / d as f64
    }

    fn gradient(&self, stencil: usize, _x: &[f64], out: &mut [f64]) {
        self.push(stencil, self.pressure(stencil), out);
    }

    fn hessian(&self, _stencil: usize, _x: &[f64], _psd: bool, out: &mut [f64]) {
        out.fill(0.0);
    }

    fn channel(&self, stencil: usize) -> Option<usize> {
        Some(self.walls.channel[stencil])
    }

    fn gradient_by_amplitude(&self, stencil: usize, _x: &[f64], out: &mut [f64]) {
        self.push(stencil, 1.0, out);
    }
}
