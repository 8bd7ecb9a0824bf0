//! A brake: amplitudes that take energy out of a body that swings.
//!
//! With `p_k` the force per unit of channel `k`, `u_k = H^{-1} p_k` the shape that it gives the body
//! (whose coordinates have unit mass) and `v_s` the velocity of the place where the body would come to
//! rest,
//!
//! ```text
//! B_k = -c_k sigma_k^2 u_k . (v - v_s)
//! ```
//!
//! Once that place stands still the brake takes away from `V = (v^T H^{-1} v + |z - z_s|^2) / 2`, whatever the modes and
//! the points to reach are: `dV/dt = sum_k (u_k . v) B_k <= 0`, also where bounds cut it short.
//! Answering to `p_k . v` would do so too, but stiff motions would fill it, such as the stretching of
//! a beam that its tendons bend, and a sampled brake must be weak enough for those.
//!
//! `c_k` damps the shape `u_k` by the share `ZETA` of the critical damping,
//!
//! ```text
//! c_k = 2 zeta w_k / sum_l sigma_l^2 |p_l . e_k| |u_l . e_k|,     w_k^2 = p_k . e_k / |u_k|,     e_k = u_k / |u_k|
//! ```
//!
//! and all of them are weakened where the next step would come too late for the fastest motion.

use crate::linalg::dot;

/// Share of the critical damping.
const ZETA: f64 = 0.7;
/// Damping in a step at most, as a share of the velocity.
const SHARE: f64 = 0.5;

/// A brake on the channels of a body.
#[derive(Debug, Clone)]
pub(super) struct Brake {
    amplitudes: Vec<f64>,
}

/// How a body moves: `p_k` and `u_k` of all channels, and its velocity.
#[derive(Clone, Copy)]
pub(super) struct Swinging<'a> {
    pub pushes: &'a [f64],
    pub shapes: &'a [f64],
    pub v: &'a [f64],
}

impl Brake {
    /// Not pressed.
    pub(super) fn new(channels: usize) -> Self {
        Brake { amplitudes: vec![0.0; channels] }
    }

    /// What is added to every channel.
    pub(super) fn amplitudes(&self) -> &[f64] {
        &self.amplitudes
    }

    /// Takes it off a channel.
    pub(super) fn release(&mut self, channel: usize) {
        self.amplitudes[channel] = 0.0;
    }

    /// Adds it to an amplitude as far as bounds allow.
    pub(super) fn add(&mut self, channel: usize, amplitude: f64, low: f64, high: f64) -> f64 {
        let sum = (amplitude + self.amplitudes[channel]).clamp(low, high);
        self.amplitudes[channel] = sum - amplitude;
        sum
    }

    /// Brakes the next step of `h` seconds of a body, by the channels that are not left alone: `sigma` are
    /// deviations, and `rates` those of the amplitudes that the body comes to rest under.
    pub(super) fn press(
        &mut self,
        body: Swinging<'_>,
        sigma: &[f64],
        left: &[bool],
        rates: &[f64],
        h: f64,
    ) {
        let Swinging { pushes, shapes, v } = body;
        let (count, size) = (sigma.len(), v.len());
        let push = |k: usize| &pushes[k * size..][..size];
        let shape = |k: usize| &shapes[k * size..][..size];
        let used = || (0..count).filter(|&k| !left[k] && sigma[k] > 0.0);
        self.amplitudes.fill(0.0);
        let mut fastest = 0.0;
        for k in used() {
            let own = dot(shape(k), shape(k));
            let (mut felt, mut bound, mut led) = (0.0, 0.0, 0.0);
            for l in used() {
                let (work, overlap) = (dot(push(l), shape(k)), dot(shape(l), shape(k)));
                felt += sigma[l].powi(2) * (work * overlap).abs() / own;
                bound += work.abs();
                led += rates[l] * overlap;
            }
            let frequency = (dot(push(k), shape(k)) / own).sqrt();
            let strength = 2.0 * ZETA * frequency / felt * sigma[k].powi(2);
            if strength.is_finite() {
                self.amplitudes[k] = strength * (led - dot(shape(k), v));
                // the rates of damping are eigenvalues of a matrix that has this sum of a row
                fastest = f64::max(fastest, strength * bound);
            }
        }
        let weaker = (SHARE / (h * fastest)).min(1.0);
        self.amplitudes.iter_mut().for_each(|a| *a *= weaker);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_brake_takes_energy_out_of_every_motion() {
        // two channels on three coordinates, and the shapes of some stiffness
        let pushes = [1.0, -2.0, 0.5, 0.3, 1.0, -4.0];
        let stiffness = [1.0, 9.0, 400.0];
        let each = pushes.chunks_exact(3).flat_map(|p| p.iter().zip(stiffness));
        let shapes: Vec<f64> = each.map(|(p, s)| p / s).collect();
        let mut brake = Brake::new(2);
        for v in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.3, -0.2, 0.9]] {
            let body = Swinging { pushes: &pushes, shapes: &shapes, v: &v };
            brake.press(body, &[0.1, 2.0], &[false; 2], &[0.0; 2], 1e-3);
            let acceleration = |i: usize| -> f64 {
                pushes.chunks_exact(3).zip(brake.amplitudes()).map(|(p, a)| a * p[i]).sum()
            };
            let loss: f64 = (0..3).map(|i| v[i] / stiffness[i] * acceleration(i)).sum();
            assert!(loss < 0.0, "{v:?} {loss}");
        }
    }

    #[test]
    fn one_channel_damps_its_mode_by_its_share_but_never_more_than_half_the_speed_in_a_step() {
        // m = 1, s = 4, force 3 per unit: the damping is 2 zeta w = 2.8
        let mut brake = Brake::new(1);
        let one = |v| Swinging { pushes: &[3.0], shapes: &[0.75], v };
        brake.press(one(&[1.0]), &[0.2], &[false], &[0.0], 0.01);
        assert!((brake.amplitudes()[0] * 3.0 + 2.8).abs() < 1e-12);
        brake.press(one(&[1.0]), &[0.2], &[false], &[0.0], 1.0);
        assert!((brake.amplitudes()[0] * 3.0 + 0.5).abs() < 1e-12);
        brake.press(one(&[1.5]), &[0.2], &[false], &[2.0], 0.01);
        assert!(brake.amplitudes()[0].abs() < 1e-12, "it follows the place where it would rest");
        brake.press(one(&[1.0]), &[0.2], &[false], &[0.0], 0.01);
        assert_eq!(brake.add(0, 0.5, 0.4, 1.0), 0.4);
        assert!((brake.amplitudes()[0] + 0.1).abs() < 1e-12);
    }
}
