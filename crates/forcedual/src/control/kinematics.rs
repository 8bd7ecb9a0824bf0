//! Inverse kinematics: actuations that bring points of the body to places.
//!
//! Levenberg and Marquardt's method over the amplitudes `A` of springs, muscles, pockets and other
//! channels, one step per time step, on the residual
//!
//! ```text
//! r = [ w_t (x_t(A) - p_t) / size;   sqrt(g1) (A - mean) / sigma;   sqrt(g2) (A - A_before) / sigma ]
//! (J^T J + lambda diag(J^T J) + 1e-12 I) dA = -J^T r
//! ```
//!
//! where `x_t` are the points a *horizon* `T` ahead, after a step of backward Euler as long as that,
//! found by one step of Newton's method from the state at hand:
//!
//! ```text
//! (H + I / T^2) dz = v / T - dE/dz,      (H + I / T^2) dz/dA = -d^2 E / dz dA
//! ```
//!
//! Looking at the present place instead would be integral control of an undamped body, which never
//! comes to rest, and the derivative of one short step sees little but inertia. Amplitudes change at
//! the rate `2 / T`: for a mode of any frequency that is stable, and damps it. `lambda` falls by 3
//! when the residual did, and grows by 4 when it did not. Amplitudes keep within bounds: those at a bound
//! that would go beyond it are taken out, and the others solved for again without them. None changes
//! by more than half a standard deviation in a step, unless it was out of bounds.

use crate::energy::{CORNERS, Handle};
use crate::error::{Code, Error, Result};
use crate::linalg::{DenseCholesky, dot};
use crate::simulate::{Controls, Reduced, State, System};

/// A point of the body and where it should be; the stiffness of the handle does not matter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The point, and its place as target.
    pub point: Handle,
    /// How much it matters beside other goals.
    pub weight: f64,
}

/// How near the goals are.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Reach {
    /// Root mean square distance of the points from their places, m.
    pub distance: f64,
    /// Damping of the method.
    pub damping: f64,
    /// Channels at a bound.
    pub at_bounds: usize,
}

/// Looks for amplitudes.
pub struct InverseKinematics {
    /// Lowest and highest amplitude of every channel.
    bounds: Vec<(f64, f64)>,
    /// Channels that are not to be changed.
    left: Vec<bool>,
    /// Pull towards the mean amplitudes, relative to goals.
    pub calm: f64,
    /// Pull towards the amplitudes before, relative to goals.
    pub slow: f64,
    /// How far ahead the effect of a change is looked for, s.
    pub horizon: f64,
    mean: Vec<f64>,
    sigma: Vec<f64>,
    damping: f64,
    before: f64,
    columns: Vec<f64>,
    /// Change of the coordinates within the horizon.
    ahead: Vec<f64>,
    /// Rows of `J` and their residuals.
    jacobian: Vec<f64>,
    residual: Vec<f64>,
    system: DenseCholesky,
    change: Vec<f64>,
    padded: Vec<f64>,
    last: Vec<f64>,
}

/// Damping to begin with, and its limits.
const DAMPING: (f64, f64, f64) = (1e-2, 1e-6, 1.0);
/// Rate at which amplitudes change, in horizons.
const RATE: f64 = 2.0;
/// Largest change of an amplitude in a step, in standard deviations.
const LARGEST: f64 = 0.5;
/// Bounds where the prior is all that is known: so many standard deviations.
const DEVIATIONS: f64 = 4.0;

impl InverseKinematics {
    /// For the channels of a reduced body, within four standard deviations of their means.
    pub fn new(reduced: &Reduced) -> Self {
        let channels = &reduced.model().actuators.channels;
        let sigma: Vec<f64> =
            channels.iter().map(|c| if c.sigma > 0.0 { c.sigma } else { 1.0 }).collect();
        let mean: Vec<f64> = channels.iter().map(|c| c.mean).collect();
        let wide = mean.iter().zip(&sigma);
        InverseKinematics {
            bounds: wide.map(|(m, s)| (m - DEVIATIONS * s, m + DEVIATIONS * s)).collect(),
            left: vec![false; channels.len()],
            calm: 1e-6,
            slow: 1e-4,
            horizon: 0.25,
            damping: DAMPING.0,
            before: f64::INFINITY,
            columns: vec![0.0; channels.len() * reduced.size()],
            ahead: vec![0.0; reduced.size()],
            jacobian: Vec::new(),
            residual: Vec::new(),
            system: DenseCholesky::new(channels.len()),
            change: vec![0.0; channels.len()],
            padded: vec![0.0; reduced.model().motion.padded()],
            last: mean.clone(),
            mean,
            sigma,
        }
    }

    /// Lowest and highest amplitude of every channel.
    pub fn bounds(&self) -> &[(f64, f64)] {
        &self.bounds
    }

    /// Sets the lowest and highest amplitude of a channel.
    pub fn bind(&mut self, channel: usize, low: f64, high: f64) -> Result<()> {
        match self.bounds.get_mut(channel) {
            Some(bounds) if low <= high => *bounds = (low, high),
            _ => {
                let message = format!("channel {channel} cannot keep between {low} and {high}");
                return Err(Error::new(Code::Control, message));
            }
        }
        Ok(())
    }

    /// Leaves a channel to others.
    pub fn leave(&mut self, channel: usize) {
        if let Some(left) = self.left.get_mut(channel) {
            *left = true;
        }
    }

    /// Changes the amplitudes of the controls towards the goals. To be called after a step that began
    /// with [`System::begin`], took `h` seconds and ended in `state`.
    pub fn improve(
        &mut self,
        reduced: &mut Reduced,
        state: &State,
        h: f64,
        goals: &[Goal],
        controls: &mut Controls,
    ) -> Result<Reach> {
        let count = self.mean.len();
        if self.left.iter().all(|left| *left) {
            let message =
                "there is nothing to reach with: the body has no actuators that are not driven";
            return Err(Error::new(Code::Control, message)
                .help("add springs, muscles or pneumatic forces to the scene"));
        }
        let with =
            Controls { handles: goals.iter().map(|g| g.point).collect(), ..Controls::rest(count) };
        reduced.check(&with)?;
        reduced.check(controls)?;
        if !(self.horizon > 0.0 && self.horizon.is_finite()) {
            return Err(Error::new(Code::Control, "the horizon must be a positive time"));
        }
        self.last.copy_from_slice(&controls.amplitudes);
        let distance = self.measure(reduced, &state.z, goals, controls);
        let w = 1.0 / (self.horizon * self.horizon);
        self.ahead.iter_mut().zip(&state.v).for_each(|(y, v)| *y = v / self.horizon);
        if !reduced.sensitivities(&state.z, w, &mut self.ahead, &mut self.columns) {
            return Ok(Reach { distance, damping: self.damping, at_bounds: 0 });
        }
        self.ahead.iter_mut().zip(&state.z).for_each(|(y, z)| *y += z);
        let ahead = std::mem::take(&mut self.ahead);
        self.measure(reduced, &ahead, goals, controls);
        self.ahead = ahead;
        let total = dot(&self.residual, &self.residual).sqrt();
        let better = total < self.before;
        self.damping =
            (self.damping * if better { 1.0 / 3.0 } else { 4.0 }).clamp(DAMPING.1, DAMPING.2);
        self.before = total;
        self.differentiate(reduced, goals);
        if self.solve_within(&controls.amplitudes) {
            let largest = self.change.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let scale =
                (RATE * h / self.horizon).min(1.0).min(LARGEST / largest.max(f64::MIN_POSITIVE));
            let free = controls.amplitudes.iter_mut().enumerate().filter(|(k, _)| !self.left[*k]);
            for (k, a) in free {
                let (low, high) = self.bounds[k];
                *a = (*a + scale * self.sigma[k] * self.change[k]).clamp(low, high);
            }
        }
        let bounded = controls.amplitudes.iter().zip(&self.bounds).zip(&self.left);
        let at_bounds = bounded
            .filter(|((a, (low, high)), left)| !**left && (**a <= *low || **a >= *high))
            .count();
        Ok(Reach { distance, damping: self.damping, at_bounds })
    }

    /// The residual at `z`; returns the root mean square distance of the points.
    fn measure(
        &mut self,
        reduced: &Reduced,
        z: &[f64],
        goals: &[Goal],
        controls: &Controls,
    ) -> f64 {
        let model = reduced.model();
        let d = model.dim;
        model.motion.pad(z, &mut self.padded);
        self.residual.clear();
        let mut squares = 0.0;
        for goal in goals {
            let mut away = goal.point.target.map(|p| -p);
            for (k, w) in corners(reduced, goal) {
                let mut u = [0.0; 3];
                model.motion.point(k, &self.padded, &mut u[..d]);
                (0..d).for_each(|c| away[c] += w * (model.rest[k * d + c] + u[c]));
            }
            squares += away[..d].iter().map(|a| a * a).sum::<f64>();
            self.residual.extend(away[..d].iter().map(|a| goal.weight * a / model.size));
        }
        for (weight, from) in [(self.calm, &self.mean), (self.slow, &self.last)] {
            for (k, a) in controls.amplitudes.iter().enumerate() {
                let away = if self.left[k] { 0.0 } else { (a - from[k]) / self.sigma[k] };
                self.residual.push(weight.sqrt() * away);
            }
        }
        (squares / goals.len().max(1) as f64).sqrt()
    }

    /// The rows of `J`, with respect to amplitudes in standard deviations.
    fn differentiate(&mut self, reduced: &Reduced, goals: &[Goal]) {
        let model = reduced.model();
        let (d, size, count) = (model.dim, reduced.size(), self.mean.len());
        self.jacobian.clear();
        self.jacobian.resize(self.residual.len() * count, 0.0);
        for channel in (0..count).filter(|&k| !self.left[k]) {
            model.motion.pad(&self.columns[channel * size..][..size], &mut self.padded);
            for (g, goal) in goals.iter().enumerate() {
                for (k, w) in corners(reduced, goal) {
                    let mut u = [0.0; 3];
                    model.motion.point(k, &self.padded, &mut u[..d]);
                    let scale = w * goal.weight / model.size * self.sigma[channel];
                    for c in 0..d {
                        self.jacobian[(g * d + c) * count + channel] += scale * u[c];
                    }
                }
            }
        }
        let first = goals.len() * d;
        for k in (0..count).filter(|&k| !self.left[k]) {
            self.jacobian[(first + k) * count + k] = self.calm.sqrt();
            self.jacobian[(first + count + k) * count + k] = self.slow.sqrt();
        }
    }

    /// One step of the method, into `change`, without the channels that are at a bound and would go
    /// beyond it.
    fn solve_within(&mut self, amplitudes: &[f64]) -> bool {
        let count = self.mean.len();
        loop {
            if !self.solve() {
                return false;
            }
            let beyond = |k: usize| {
                let (low, high) = self.bounds[k];
                let (a, change) = (amplitudes[k], self.change[k]);
                change < 0.0 && a <= low || change > 0.0 && a >= high
            };
            let stopped: Vec<usize> = (0..count).filter(|&k| beyond(k)).collect();
            if stopped.is_empty() {
                return true;
            }
            for row in self.jacobian.chunks_exact_mut(count) {
                stopped.iter().for_each(|&k| row[k] = 0.0);
            }
        }
    }

    /// One step of the method, into `change`.
    fn solve(&mut self) -> bool {
        let count = self.mean.len();
        let rows = || self.jacobian.chunks_exact(count).zip(&self.residual);
        for i in 0..count {
            for j in 0..=i {
                let sum: f64 = rows().map(|(row, _)| row[i] * row[j]).sum();
                let extra = if i == j { self.damping * sum + 1e-12 } else { 0.0 };
                self.system.matrix[(i, j)] = sum + extra;
            }
            self.change[i] = -rows().map(|(row, r)| row[i] * r).sum::<f64>();
        }
        if !self.system.factor() {
            return false;
        }
        self.system.solve(&mut self.change);
        self.change.iter().all(|x| x.is_finite())
    }
}

/// Interface vertices of a goal's point, with weights.
fn corners<'a>(reduced: &'a Reduced, goal: &'a Goal) -> impl Iterator<Item = (usize, f64)> + 'a {
    let used = &goal.point.corners[..goal.point.count.min(CORNERS)];
    let local = used.iter().zip(goal.point.weights);
    local.filter_map(|(&v, w)| Some((reduced.local(v)?, w)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two channels, both of which move one point by a length each.
    fn two(first: f64, second: f64, residual: f64) -> InverseKinematics {
        InverseKinematics {
            bounds: vec![(-1.0, 1.0); 2],
            left: vec![false; 2],
            calm: 0.0,
            slow: 0.0,
            horizon: 1.0,
            mean: vec![0.0; 2],
            sigma: vec![1.0; 2],
            damping: 0.0,
            before: 0.0,
            columns: Vec::new(),
            ahead: Vec::new(),
            jacobian: vec![first, second],
            residual: vec![residual],
            system: DenseCholesky::new(2),
            change: vec![0.0; 2],
            padded: Vec::new(),
            last: vec![0.0; 2],
        }
    }

    #[test]
    fn channels_at_their_bounds_leave_the_whole_way_to_the_others() {
        let mut ik = two(10.0, 1.0, -0.5);
        assert!(ik.solve_within(&[0.0, 0.0]));
        assert!(ik.change[0] > 0.0, "{:?}", ik.change);
        let mut ik = two(10.0, 1.0, -0.5);
        assert!(ik.solve_within(&[1.0, 0.0]));
        assert_eq!(ik.change[0], 0.0);
        assert!((ik.change[1] - 0.5).abs() < 1e-6, "{:?}", ik.change);
        let mut ik = two(10.0, 1.0, -0.5);
        assert!(ik.solve_within(&[1.0, 1.0]));
        assert_eq!(ik.change, [0.0, 0.0]);
    }
}
