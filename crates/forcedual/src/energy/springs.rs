//! Springs and tendons whose rest lengths change.
//!
//! ```text
//! E = k/2 (l - r)^2,   l = |x_a - x_b|,   r = max(0, l0 + A);      tendons: E = 0 where l < r
//! dE/dx_a = k (l - r) u,   u = (x_a - x_b) / l
//! d2E/dx_a dx_a = k [ u u^T + (1 - r/l) (I - u u^T) ]
//! ```
//!
//! The actuation `A` is the change of rest length in m: `d(dE/dx_a)/dA = -k u`. A spring of no
//! length has no direction and pulls nowhere. Without its negative part the Hessian of a compressed
//! spring has no transversal term. Springs push where they are compressed; tendons hang slack, with no
//! force and no Hessian, and at `l = r` have those of the side that pulls.

use super::{Driven, Energy};

/// Springs between vertices.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Springs {
    /// Coordinates per vertex.
    pub dim: usize,
    /// The two vertices of every spring.
    pub ends: Vec<[u32; 2]>,
    /// Stiffness in N/m.
    pub stiffness: Vec<f64>,
    /// Length without actuation, m.
    pub rest: Vec<f64>,
    /// Channel that changes the length.
    pub channel: Vec<usize>,
    /// Is it a tendon, which is slack where it is shorter than its rest length?
    pub slack: Vec<bool>,
}

impl Springs {
    /// The springs at these amplitudes.
    pub fn driven<'a>(&'a self, amplitudes: &'a [f64]) -> Driven<'a, Springs> {
        Driven { of: self, amplitudes }
    }

    /// Does a spring of this length and rest length neither pull nor push?
    pub(crate) fn is_loose(&self, stencil: usize, length: f64, rest: f64) -> bool {
        self.slack[stencil] && length < rest
    }

    /// Length and direction of a stencil.
    pub(crate) fn along(&self, x: &[f64]) -> (f64, [f64; 3]) {
        let d = self.dim;
        let mut u = [0.0; 3];
        (0..d).for_each(|c| u[c] = x[c] - x[d + c]);
        let length = u.iter().fold(0.0, |sum: f64, x| sum.hypot(*x));
        if length > 0.0 && length.is_finite() {
            u.iter_mut().for_each(|x| *x /= length);
        } else {
            u = [0.0; 3];
        }
        (length, u)
    }
}

impl Driven<'_, Springs> {
    fn rest(&self, stencil: usize) -> f64 {
        (self.of.rest[stencil] + self.amplitude(self.of.channel[stencil])).max(0.0)
    }

    /// How much longer than at rest a stencil of this length is; tendons are not shorter.
    fn stretch(&self, stencil: usize, length: f64) -> f64 {
        let rest = self.rest(stencil);
        if self.of.is_loose(stencil, length, rest) { 0.0 } else { length - rest }
    }
}

impl Energy for Driven<'_, Springs> {
    fn dim(&self) -> usize {
        self.of.dim
    }

    fn stencils(&self) -> usize {
        self.of.ends.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        &self.of.ends[stencil]
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let (length, _) = self.of.along(x);
        0.5 * self.of.stiffness[stencil] * self.stretch(stencil, length).powi(2)
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let (length, u) = self.of.along(x);
        let pull = self.of.stiffness[stencil] * self.stretch(stencil, length);
        for c in 0..self.of.dim {
            out[c] = pull * u[c];
            out[self.of.dim + c] = -pull * u[c];
        }
    }

    fn hessian(&self, stencil: usize, x: &[f64], psd: bool, out: &mut [f64]) {
        let d = self.of.dim;
        let (length, u) = self.of.along(x);
        let rest = self.rest(stencil);
        if self.of.is_loose(stencil, length, rest) {
            return out.fill(0.0);
        }
        let k = self.of.stiffness[stencil];
        let across = if length > 0.0 { 1.0 - rest / length } else { 0.0 };
        let across = if psd { across.max(0.0) } else { across };
        for i in 0..d {
            for j in 0..d {
                let eye = f64::from(u8::from(i == j));
                let entry = k * (u[i] * u[j] + across * (eye - u[i] * u[j]));
                for (a, b, sign) in [(0, 0, 1.0), (1, 1, 1.0), (0, 1, -1.0), (1, 0, -1.0)] {
                    out[(a * d + i) * 2 * d + b * d + j] = sign * entry;
                }
            }
        }
    }

    fn channel(&self, stencil: usize) -> Option<usize> {
        Some(self.of.channel[stencil])
    }

    fn gradient_by_amplitude(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let (length, u) = self.of.along(x);
        let rest = self.of.rest[stencil] + self.amplitude(self.of.channel[stencil]);
        let still = rest < 0.0 || self.of.is_loose(stencil, length, rest);
        let k = if still { 0.0 } else { self.of.stiffness[stencil] };
        for c in 0..self.of.dim {
            out[c] = -k * u[c];
            out[self.of.dim + c] = k * u[c];
        }
    }
}
