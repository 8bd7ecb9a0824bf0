//! Muscles: cells that contract along their fibers.
//!
//! ```text
//! E = p v/2 |F d|^2,   F d = sum_a x_a s_a,   s_a = g_a . d,   p = max(0, A)
//! dE/dx_a = p v s_a F d         d2E/(dx_a dx_b) = p v s_a s_b I
//! ```
//!
//! with `v` the cell's volume, `d` its unit fiber, `g_a` the gradient of shape function `a` and `A`
//! the active stress in Pa, the same for all cells of a channel. Muscles pull and never push: at
//! `A < 0` they are slack. An energy with `p < 0` would have no lowest value, and a body that is
//! pushed harder than it is stiff would grow without end.

use super::{Driven, Energy};

/// Cells with fibers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Muscles {
    /// Coordinates per vertex.
    pub dim: usize,
    /// `dim + 1` vertices per cell.
    pub corners: Vec<u32>,
    /// `s_a`, one per corner, 1/m.
    pub slopes: Vec<f64>,
    /// Volume of each cell.
    pub volume: Vec<f64>,
    /// Channel that contracts each cell.
    pub channel: Vec<usize>,
}

impl Muscles {
    /// The muscles at these amplitudes.
    pub fn driven<'a>(&'a self, amplitudes: &'a [f64]) -> Driven<'a, Muscles> {
        Driven { of: self, amplitudes }
    }

    /// Vertices of a cell.
    pub fn corners(&self, stencil: usize) -> &[u32] {
        &self.corners[stencil * (self.dim + 1)..][..self.dim + 1]
    }

    /// `s_a` of a cell.
    pub fn slopes(&self, stencil: usize) -> &[f64] {
        &self.slopes[stencil * (self.dim + 1)..][..self.dim + 1]
    }

    /// `F d`
    fn stretch(&self, stencil: usize, x: &[f64]) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for (x, s) in x.chunks_exact(self.dim).zip(self.slopes(stencil)) {
            (0..self.dim).for_each(|c| sum[c] += s * x[c]);
        }
        sum
    }

    fn pull(&self, stencil: usize, stress: f64, x: &[f64], out: &mut [f64]) {
        let stretch = self.stretch(stencil, x);
        let scale = stress * self.volume[stencil];
        for (out, s) in out.chunks_exact_mut(self.dim).zip(self.slopes(stencil)) {
            out.iter_mut().zip(stretch).for_each(|(out, f)| *out = scale * s * f);
        }
    }
}

impl Driven<'_, Muscles> {
    /// `p` of a cell.
    fn stress(&self, stencil: usize) -> f64 {
        self.amplitude(self.of.channel[stencil]).max(0.0)
    }
}

impl Energy for Driven<'_, Muscles> {
    fn dim(&self) -> usize {
        self.of.dim
    }

    fn stencils(&self) -> usize {
        self.of.volume.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        self.of.corners(stencil)
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let stretch = self.of.stretch(stencil, x);
        0.5 * self.stress(stencil)
            * self.of.volume[stencil]
            * stretch.iter().map(|f| f * f).sum::<f64>()
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        self.of.pull(stencil, self.stress(stencil), x, out);
    }

    fn hessian(&self, stencil: usize, _x: &[f64], _psd: bool, out: &mut [f64]) {
        let d = self.of.dim;
        let slopes = self.of.slopes(stencil);
        let scale = self.of.volume[stencil] * self.stress(stencil);
        out.fill(0.0);
        for (a, sa) in slopes.iter().enumerate() {
            for (b, sb) in slopes.iter().enumerate() {
                for c in 0..d {
                    out[(a * d + c) * (d + 1) * d + b * d + c] = scale * sa * sb;
                }
            }
        }
    }

    fn channel(&self, stencil: usize) -> Option<usize> {
        Some(self.of.channel[stencil])
    }

    fn gradient_by_amplitude(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let slack = self.amplitude(self.of.channel[stencil]) < 0.0;
        self.of.pull(stencil, if slack { 0.0 } else { 1.0 }, x, out);
    }
}
