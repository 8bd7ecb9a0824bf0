//! Pulls: vertices tied to targets that move along an axis.
//!
//! ```text
//! E = k/2 (x_c - X_c - A)^2
//! ```
//!
//! with `A` the displacement of the target along axis `c`, in m.

use super::{Driven, Energy};

/// Vertices tied to targets, one axis each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pulls {
    /// Coordinates per vertex.
    pub dim: usize,
    /// The vertex.
    pub vertex: Vec<u32>,
    /// The axis `c`.
    pub axis: Vec<usize>,
    /// Stiffness in N/m.
    pub stiffness: Vec<f64>,
    /// Coordinate of the target without actuation, m.
    pub rest: Vec<f64>,
    /// Channel that moves the target.
    pub channel: Vec<usize>,
}

impl Pulls {
    /// The pulls at these amplitudes.
    pub fn driven<'a>(&'a self, amplitudes: &'a [f64]) -> Driven<'a, Pulls> {
        Driven { of: self, amplitudes }
    }
}

impl Driven<'_, Pulls> {
    fn away(&self, stencil: usize, x: &[f64]) -> f64 {
        let target = self.of.rest[stencil] + self.amplitude(self.of.channel[stencil]);
        x[self.of.axis[stencil]] - target
    }
}

impl Energy for Driven<'_, Pulls> {
    fn dim(&self) -> usize {
        self.of.dim
    }

    fn stencils(&self) -> usize {
        self.of.vertex.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        std::slice::from_ref(&self.of.vertex[stencil])
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        0.5 * self.of.stiffness[stencil] * self.away(stencil, x).powi(2)
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        out[self.of.axis[stencil]] = self.of.stiffness[stencil] * self.away(stencil, x);
    }

    fn hessian(&self, stencil: usize, _x: &[f64], _psd: bool, out: &mut [f64]) {
        out.fill(0.0);
        out[self.of.axis[stencil] * (self.of.dim + 1)] = self.of.stiffness[stencil];
    }

    fn channel(&self, stencil: usize) -> Option<usize> {
        Some(self.of.channel[stencil])
    }

    fn gradient_by_amplitude(&self, stencil: usize, _x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        out[self.of.axis[stencil]] = -self.of.stiffness[stencil];
    }
}
