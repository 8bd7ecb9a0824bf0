//! Turning: do straight modes still follow the body? And collapse: what of it is flat?
//!
//! Amplitudes of displacement modes move points along straight lines. Parts that turn swell by that,
//! which the material resists, so that the body locks: it gives way to its forces much less than it
//! would in small motion. With `g` the elastic force at `z` and `K` the rest stiffness, `K^{-1} g` is
//! the small motion under the same force, and `z . g / (g . K^{-1} g)` the share of it that is there.

use super::ReducedModel;
use crate::linalg::dot;
use crate::linalg::small::{self, Mat, det};

/// Share of its volume below which a cell is flat.
const FLAT: f64 = 0.05;
/// Stiffness beside the largest below which a motion is rigid.
const RIGID: f64 = 1e-9;

/// How a body gives way to the forces at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Yield {
    /// The largest rotation of a part under the same forces in small motion, radians.
    pub turn: f64,
    /// Share of the small motion that is there.
    pub share: f64,
}

impl ReducedModel {
    /// The largest rotation of a cell of the cubature at `z`, in radians, as far as it is linear: zero
    /// for skinning, which turns cells as they should.
    pub fn turned(&self, z: &[f64]) -> f64 {
        let d = self.dim;
        if self.deformation.columns > 1 {
            return 0.0;
        }
        let f = self.gradients(z);
        let half = |f: &[f64], i: usize, j: usize| (0.5 * (f[d * j + i] - f[d * i + j])).powi(2);
        let skew = |f: &[f64]| -> f64 {
            (0..d).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| half(f, i, j)).sum()
        };
        f.chunks_exact(d * d).map(skew).fold(0.0, f64::max).sqrt()
    }

    /// Share of the body, by volume, that is flat or inside out at `z`.
    pub fn collapsed(&self, z: &[f64]) -> f64 {
        let f = self.gradients(z);
        let volume = |f: &[f64]| match self.dim {
            2 => det(&small::from_fn::<2>(|i, j| f[2 * j + i] + f64::from(u8::from(i == j)))),
            _ => det(&small::from_fn::<3>(|i, j| f[3 * j + i] + f64::from(u8::from(i == j)))),
        };
        let weights = &self.cubature.weights;
        let cells = f.chunks_exact(self.dim * self.dim).zip(weights);
        // an empty sum is -0
        let flat = cells.filter(|(f, _)| volume(f) < FLAT).fold(0.0, |sum, (_, w)| sum + w);
        flat / weights.iter().sum::<f64>()
    }

    /// How the body gives way at `z` to what deforms it; `None` for skinning, and without elastic force.
    pub fn yields(&self, z: &[f64]) -> Option<Yield> {
        if self.deformation.columns > 1 {
            return None;
        }
        let f = self.gradients(z);
        let stress = match self.dim {
            2 => self.stresses::<2>(&f),
            _ => self.stresses::<3>(&f),
        };
        let mut image = vec![0.0; self.deformation.padded()];
        self.deformation.add_transposed(&stress, &mut image);
        let mut force = vec![0.0; z.len()];
        self.deformation.add_unpadded(&image, &mut force);
        let stiffest = self.spectrum.iter().fold(0.0, |most: f64, s| most.max(*s));
        let small = force.iter().zip(&self.spectrum);
        let small: Vec<f64> =
            small.map(|(g, s)| if *s > RIGID * stiffest { g / s } else { 0.0 }).collect();
        let work = dot(&force, &small);
        (work > 0.0).then(|| Yield { turn: self.turned(&small), share: dot(&force, z) / work })
    }

    /// `F - I` of the cubature's cells.
    fn gradients(&self, z: &[f64]) -> Vec<f64> {
        let motion = &self.deformation;
        let mut padded = vec![0.0; motion.padded()];
        motion.pad(z, &mut padded);
        let mut f = vec![0.0; self.lame.len() * self.dim * self.dim];
        motion.mul(&padded, &mut f);
        f
    }

    fn stresses<const D: usize>(&self, gradients: &[f64]) -> Vec<f64> {
        let cells = gradients.chunks_exact(D * D).zip(&self.lame).zip(&self.cubature.weights);
        let each = cells.flat_map(|((g, lame), w)| {
            let eye = |i: usize, j: usize| f64::from(u8::from(i == j));
            let f: Mat<D> = small::from_fn(|i, j| g[D * j + i] + eye(i, j));
            let p = self.law.stress(&f, *lame);
            (0..D * D).map(move |k| w * p[k % D][k / D])
        });
        each.collect()
    }
}
