//! Handles: points of the body dragged towards targets by springs of no rest length.
//!
//! ```text
//! E = k/2 |sum_a w_a x_a - p|^2        d2E/(dx_a dx_b) = k w_a w_b I
//! ```

use super::{CORNERS, Energy};
use serde::{Deserialize, Serialize};

/// A point of the body and where it is dragged.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Handle {
    /// The vertices that the point lies between; the first `count` count.
    pub corners: [u32; CORNERS],
    /// Their weights, which sum to one.
    pub weights: [f64; CORNERS],
    /// How many corners there are.
    pub count: usize,
    /// Where the point is dragged, m.
    pub target: [f64; 3],
    /// Stiffness of the spring, N/m.
    pub stiffness: f64,
}

impl Handle {
    /// A vertex dragged to a place.
    pub fn on(vertex: u32, target: [f64; 3], stiffness: f64) -> Self {
        let corners = [vertex, 0, 0, 0];
        Handle { corners, weights: [1.0, 0.0, 0.0, 0.0], count: 1, target, stiffness }
    }
}

/// The energy of handles.
#[derive(Debug, Clone, Copy)]
pub struct Handles<'a> {
    /// Coordinates per vertex.
    pub dim: usize,
    /// The handles.
    pub all: &'a [Handle],
}

impl Handles<'_> {
    /// From the target to the point.
    fn away(&self, handle: &Handle, x: &[f64]) -> [f64; 3] {
        let mut away = [0.0; 3];
        for c in 0..self.dim {
            let point: f64 =
                x.chunks_exact(self.dim).zip(handle.weights).map(|(x, w)| w * x[c]).sum();
            away[c] = point - handle.target[c];
        }
        away
    }
}

impl Energy for Handles<'_> {
    fn dim(&self) -> usize {
        self.dim
    }

    fn stencils(&self) -> usize {
        self.all.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        let handle = &self.all[stencil];
        &handle.corners[..handle.count.min(CORNERS)]
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let handle = &self.all[stencil];
        let away = self.away(handle, x);
        0.5 * handle.stiffness * away.iter().map(|a| a * a).sum::<f64>()
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let handle = &self.all[stencil];
        let away = self.away(handle, x);
        for (out, w) in out.chunks_exact_mut(self.dim).zip(handle.weights) {
            out.iter_mut().zip(away).for_each(|(out, a)| *out = handle.stiffness * w * a);
        }
    }

    fn hessian(&self, stencil: usize, _x: &[f64], _psd: bool, out: &mut [f64]) {
        let (d, handle) = (self.dim, &self.all[stencil]);
        let count = handle.count.min(CORNERS);
        out.fill(0.0);
        for a in 0..count {
            for b in 0..count {
                for c in 0..d {
                    out[(a * d + c) * count * d + b * d + c] =
                        handle.stiffness * handle.weights[a] * handle.weights[b];
                }
            }
        }
    }
}
