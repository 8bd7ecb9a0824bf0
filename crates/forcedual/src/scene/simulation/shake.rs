//! Shaking: what happens to a body when nothing is said, drawn from its prior.
//!
//! Channels follow smooth random curves with the mean and deviation of the prior, a share of both
//! where all of it would move the body far; a body without channels is given a few loads, each a force
//! drawn from the prior.

use crate::energy::{Actuator, Actuators};
use crate::force::Gaussian;
use crate::linalg::column;
use crate::reduce::ReducedModel;
use crate::simulate::{Controls, Reduced, System};
use crate::subspace::Linearisation;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Forces drawn where the prior has no channels.
const LOADS: usize = 4;
/// Sines per curve.
const SINES: usize = 3;
/// How far shaking moves points, as a root mean square in sizes of the body.
const FAR: f64 = 0.03;
/// Frequencies of the sines, Hz, and the highest of them in units of the body's slowest vibration.
const FREQUENCIES: std::ops::Range<f64> = 0.3..1.2;
const SLOW: f64 = 0.4;
/// Time that a push takes, s.
const PUSH: f64 = 0.3;

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
    share: f64,
    /// How much slower than usual.
    slowness: f64,
}

impl Shake {
    /// For a body in the subspaces of all these models, which share their channels.
    pub(super) fn new(models: &[&Arc<ReducedModel>]) -> Self {
        let channels = models.first().map_or(&[][..], |model| &model.actuators.channels);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let curve = |sigma: f64, rng: &mut ChaCha8Rng| -> [(f64, f64, f64); SINES] {
            std::array::from_fn(|_| {
                let frequency = rng.random_range(FREQUENCIES);
                let phase = rng.random_range(0.0..std::f64::consts::TAU);
                (sigma * (2.0 / SINES as f64).sqrt(), std::f64::consts::TAU * frequency, phase)
            })
        };
        Shake {
            curves: channels.iter().map(|c| curve(c.sigma, &mut rng)).collect(),
            mean: channels.iter().map(|c| c.mean).collect(),
            share: models.iter().map(|model| share(model)).fold(f64::MAX, f64::min),
            slowness: models.iter().map(|model| slowness(model)).fold(1.0, f64::min),
        }
    }

    /// How much of the forces is used.
    pub(super) fn share(&self) -> f64 {
        self.share
    }

    /// Amplitudes at a time; they rise smoothly from zero.
    pub(super) fn apply(&self, time: f64, amplitudes: &mut [f64]) {
        let time = time * self.slowness;
        let rise = (time / 0.25).min(1.0);
        for ((a, curve), mean) in amplitudes.iter_mut().zip(&self.curves).zip(&self.mean) {
            let sum: f64 =
                curve.iter().map(|(size, rate, phase)| size * (rate * time + phase).sin()).sum();
            *a = self.share * rise * (mean + sum);
        }
    }
}

/// What makes the body follow without swinging by itself, which its prior does not know of.
fn slowness(model: &ReducedModel) -> f64 {
    let stiffest = model.spectrum.iter().fold(0.0, |most: f64, s| most.max(*s));
    let elastic = model.spectrum.iter().filter(|s| **s > 1e-9 * stiffest);
    let slowest = elastic.fold(f64::MAX, |least, s| least.min(*s));
    SLOW * slowest.sqrt() / (std::f64::consts::TAU * FREQUENCIES.end)
}

/// The share of the forces that moves the body as far as it should: of actuators at most all.
fn share(model: &Arc<ReducedModel>) -> f64 {
    let mut reduced = Reduced::new(model.clone());
    let (size, channels) = (reduced.size(), &model.actuators.channels);
    let rest = vec![0.0; size];
    reduced.begin(&rest, PUSH, &Controls::rest(channels.len()));
    let (mut force, mut slopes) = (rest.clone(), vec![0.0; size * channels.len()]);
    if !reduced.sensitivities(&rest, PUSH.powi(-2), &mut force, &mut slopes) {
        return 1.0;
    }
    let motion = &model.motion;
    let (mut padded, mut moved) = (vec![0.0; motion.padded()], vec![0.0; model.rest.len()]);
    let mut squares = vec![0.0; model.interface.len()];
    let mut mean = vec![0.0; model.rest.len()];
    for (channel, slope) in channels.iter().zip(slopes.chunks_exact(size.max(1))) {
        motion.pad(slope, &mut padded);
        motion.mul(&padded, &mut moved);
        mean.iter_mut().zip(&moved).for_each(|(to, u)| *to += channel.mean * u);
        for (sum, u) in squares.iter_mut().zip(moved.chunks_exact(model.dim)) {
            *sum += u.iter().map(|u| (channel.sigma * u).powi(2)).sum::<f64>();
        }
    }
    for (sum, u) in squares.iter_mut().zip(mean.chunks_exact(model.dim)) {
        *sum += u.iter().map(|u| u * u).sum::<f64>();
    }
    let far = squares.iter().fold(0.0, |most: f64, s| most.max(*s)).sqrt();
    let share = FAR * model.size / far;
    // the strength of drawn loads is often left open, that of actuators is not
    let most = if model.loads.len() == channels.len() { f64::MAX } else { 1.0 };
    if share.is_finite() { share.min(most) } else { 1.0 }
}
