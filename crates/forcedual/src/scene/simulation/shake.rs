//! Shaking: what happens to a body when nothing is said, drawn from its prior.
//!
//! Channels follow smooth random curves with the mean and deviation of the prior; a body without
//! channels is given a few loads, each a force drawn from the prior.

use crate::energy::{Actuator, Actuators, Channel};
use crate::force::Gaussian;
use crate::linalg::column;
use crate::subspace::Linearisation;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Forces drawn where the prior has no channels.
const LOADS: usize = 4;
/// Sines per curve.
const SINES: usize = 3;

/// Loads drawn from the prior, as channels.
pub(super) fn add_loads(actuators: &mut Actuators, lin: &Linearisation<'_>, prior: &Gaussian) {
    let forces = prior.draw(LOADS, 0);
    for k in 0..LOADS {
        let entries = column(forces.as_ref(), k).iter().enumerate();
        let force = entries.filter(|(_, f)| **f != 0.0).map(|(i, f)| (i as u32, *f)).collect();
        let scale = 1.0 / (LOADS as f64).sqrt();
        actuators.push(lin.body, format!("shake[{k}]"), &Actuator::Load { force }, 0.0, scale);
    }
}

/// Smooth random curves, one per channel.
pub(super) struct Shake {
    curves: Vec<[(f64, f64, f64); SINES]>,
    mean: Vec<f64>,
}

impl Shake {
    pub(super) fn new(channels: &[Channel]) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let curve = |sigma: f64, rng: &mut ChaCha8Rng| -> [(f64, f64, f64); SINES] {
            std::array::from_fn(|_| {
                let frequency = rng.random_range(0.3..1.2);
                let phase = rng.random_range(0.0..std::f64::consts::TAU);
                (sigma * (2.0 / SINES as f64).sqrt(), std::f64::consts::TAU * frequency, phase)
            })
        };
        Shake {
            curves: channels.iter().map(|c| curve(c.sigma, &mut rng)).collect(),
            mean: channels.iter().map(|c| c.mean).collect(),
        }
    }

    /// Amplitudes at a time; they rise smoothly from zero.
    pub(super) fn apply(&self, time: f64, amplitudes: &mut [f64]) {
        let rise = (time / 0.25).min(1.0);
        for ((a, curve), mean) in amplitudes.iter_mut().zip(&self.curves).zip(&self.mean) {
            let sum: f64 =
                curve.iter().map(|(size, rate, phase)| size * (rate * time + phase).sin()).sum();
            *a = rise * (mean + sum);
        }
    }
}
