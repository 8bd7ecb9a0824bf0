//! Inverse kinematics: actuations that bring points of the body to places.
//!
//! Amplitudes have two parts, `A + B`. The first is where the body is to come to rest: Levenberg and
//! Marquardt's method over the channels, one step per time step, on the residual
//!
//! ```text
//! r = [ w_t (x_t(A) - p_t) / size;   sqrt(g1) (A - mean) / sigma;   sqrt(g2) (A - A_before) / sigma ]
//! (J^T J + lambda diag(J^T J) + 1e-12 I) dA = -J^T r
//! ```
//!
//! where `x_t` are the points when the body has come to rest under `A`, found by one step of Newton's
//! method from the state at hand, with a little inertia (the *horizon* `T`) for bodies that nothing
//! holds:
//!
//! ```text
//! (H + I / T^2) dz = -dE/dz (A),      (H + I / T^2) dz/dA = -d^2 E / dz dA
//! ```
//!
//! As long as forces are linear, that place does not depend on how the body swings, so that looking for
//! `A` cannot make it swing more. Looking at the present place, or a short time ahead, would: the
//! higher modes move the points against their actuators, and amplitudes that answer to them feed them.
//!
//! The second part, `B`, brakes what is left of the swinging (`Brake`) and vanishes as the body comes
//! to rest.
//!
//! Tendons that hang loose are taken as just taut, where shortening them begins to pull.
//!
//! `A` changes at `RATE`. `lambda` falls by 3 when the residual did, and grows by 4 when it did not.
//! Amplitudes keep within bounds: those at a bound that would go beyond it are taken out, and the
//! others solved for again without them. `A` changes by half a standard deviation in a step at most,
//! unless it was out of bounds.

use super::brake::{Brake, Swinging};
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
    /// Time within which bodies that nothing holds are thought to come to rest, s.
    pub horizon: f64,
    mean: Vec<f64>,
    sigma: Vec<f64>,
    damping: f64,
    before: f64,
    /// Amplitudes without the brake, and those that were handed out with it.
    aim: Vec<f64>,
    given: Vec<f64>,
    brake: Brake,
    /// Force per unit of every amplitude, and where the body comes to rest by it.
    pushes: Vec<f64>,
    columns: Vec<f64>,
    /// Where the body comes to rest.
    ahead: Vec<f64>,
    /// Rows of `J` and their residuals.
    jacobian: Vec<f64>,
    residual: Vec<f64>,
    system: DenseCholesky,
    change: Vec<f64>,
    padded: Vec<f64>,
    /// Amplitudes before a change, then their rates.
    last: Vec<f64>,
    /// The goals as handles, to be checked.
    wanted: Controls,
}

/// Damping to begin with, and its limits.
const DAMPING: (f64, f64, f64) = (1e-2, 1e-6, 1.0);
/// Rate at which amplitudes change, 1/s.
const RATE: f64 = 8.0;
/// Largest change of an amplitude in a step, in standard deviations.
const LARGEST: f64 = 0.5;
/// Bounds where the prior is all that is known: so many standard deviations.
const DEVIATIONS: f64 = 4.0;

impl InverseKinematics {
    /// For the channels of a reduced body, within four standard deviations of their means, and of
    /// muscles not below zero.
    pub fn new(reduced: &Reduced) -> Self {
        let model = reduced.model();
        let channels = &model.actuators.channels;
        let sigma: Vec<f64> =
            channels.iter().map(|c| if c.sigma > 0.0 { c.sigma } else { 1.0 }).collect();
        let mean: Vec<f64> = channels.iter().map(|c| c.mean).collect();
        let wide = mean.iter().zip(&sigma).enumerate();
        let within = |k: usize, a: f64| if model.is_muscle(k) { a.max(0.0) } else { a };
        InverseKinematics {
            bounds: wide
                .map(|(k, (m, s))| (within(k, m - DEVIATIONS * s), within(k, m + DEVIATIONS * s)))
                .collect(),
            left: vec![false; channels.len()],
            calm: 1e-6,
            slow: 1e-4,
            horizon: 1.0,
            damping: DAMPING.0,
            before: f64::INFINITY,
            aim: mean.clone(),
            given: vec![f64::NAN; channels.len()],
            brake: Brake::new(channels.len()),
            pushes: vec![0.0; channels.len() * reduced.size()],
            columns: vec![0.0; channels.len() * reduced.size()],
            ahead: vec![0.0; reduced.size()],
            jacobian: Vec::new(),
            residual: Vec::new(),
            system: DenseCholesky::new(channels.len()),
            change: vec![0.0; channels.len()],
            padded: vec![0.0; reduced.model().motion.padded()],
            last: mean.clone(),
            wanted: Controls::rest(channels.len()),
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
        let (count, size) = (self.mean.len(), reduced.size().max(1));
        if self.left.iter().all(|left| *left) {
            let message =
                "there is nothing to reach with: the body has no actuators that are not driven";
            return Err(Error::new(Code::Control, message)
                .help("add springs, muscles or pneumatic forces to the scene"));
        }
        self.wanted.handles.clear();
        self.wanted.handles.extend(goals.iter().map(|g| g.point));
        reduced.check(&self.wanted)?;
        reduced.check(controls)?;
        if !(self.horizon > 0.0 && self.horizon.is_finite()) {
            return Err(Error::new(Code::Control, "the horizon must be a positive time"));
        }
        self.recall(&controls.amplitudes);
        reduced.tighten(&state.z, &self.bounds, &mut self.aim);
        self.last.copy_from_slice(&self.aim);
        let distance = self.measure(reduced, &state.z, goals);
        let w = 1.0 / (self.horizon * self.horizon);
        reduced.pushes(&state.z, &mut self.pushes);
        // the brake is not part of what the body comes to rest under
        self.ahead.fill(0.0);
        for (push, brake) in self.pushes.chunks_exact(size).zip(self.brake.amplitudes()) {
            self.ahead.iter_mut().zip(push).for_each(|(f, p)| *f -= brake * p);
        }
        if !reduced.sensitivities(&state.z, w, &mut self.ahead, &mut self.columns) {
            return Ok(Reach { distance, damping: self.damping, at_bounds: 0 });
        }
        self.ahead.iter_mut().zip(&state.z).for_each(|(y, z)| *y += z);
        let ahead = std::mem::take(&mut self.ahead);
        self.measure(reduced, &ahead, goals);
        self.ahead = ahead;
        let total = dot(&self.residual, &self.residual).sqrt();
        let better = total < self.before;
        self.damping =
            (self.damping * if better { 1.0 / 3.0 } else { 4.0 }).clamp(DAMPING.1, DAMPING.2);
        self.before = total;
        self.differentiate(reduced, goals);
        if self.solve_within() {
            let largest = self.change.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let scale = (RATE * h).min(1.0).min(LARGEST / largest.max(f64::MIN_POSITIVE));
            for k in (0..count).filter(|&k| !self.left[k]) {
                let (low, high) = self.bounds[k];
                self.aim[k] =
                    (self.aim[k] + scale * self.sigma[k] * self.change[k]).clamp(low, high);
            }
        }
        for (last, a) in self.last.iter_mut().zip(&self.aim) {
            *last = (a - *last) / h;
        }
        let body = Swinging { pushes: &self.pushes, shapes: &self.columns, v: &state.v };
        self.brake.press(body, &self.sigma, &self.left, &self.last, h);
        for k in (0..count).filter(|&k| !self.left[k]) {
            let (low, high) = self.bounds[k];
            controls.amplitudes[k] = self.brake.add(k, self.aim[k], low, high);
        }
        self.given.copy_from_slice(&controls.amplitudes);
        let bounded = self.aim.iter().zip(&self.bounds).zip(&self.left);
        let at_bounds = bounded
            .filter(|((a, (low, high)), left)| !**left && (**a <= *low || **a >= *high))
            .count();
        Ok(Reach { distance, damping: self.damping, at_bounds })
    }

    /// Takes the brake out of the amplitudes, but for those that somebody has changed since.
    fn recall(&mut self, amplitudes: &[f64]) {
        for (k, a) in amplitudes.iter().enumerate() {
            if self.left[k] || self.given[k] != *a {
                self.aim[k] = *a;
                self.brake.release(k);
            }
        }
    }

    /// The residual at `z`; returns the root mean square distance of the points.
    fn measure(&mut self, reduced: &Reduced, z: &[f64], goals: &[Goal]) -> f64 {
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
            for (k, a) in self.aim.iter().enumerate() {
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
    /// beyond it: those that the slope leads beyond at first, then those that the step does.
    fn solve_within(&mut self) -> bool {
        let count = self.mean.len();
        self.change.fill(0.0);
        for (row, r) in self.jacobian.chunks_exact(count).zip(&self.residual) {
            self.change.iter_mut().zip(row).for_each(|(to, x)| *to -= x * r);
        }
        loop {
            for k in 0..count {
                if self.leads_beyond(k) {
                    self.jacobian.iter_mut().skip(k).step_by(count).for_each(|x| *x = 0.0);
                }
            }
            if !self.solve() {
                return false;
            }
            if !(0..count).any(|k| self.leads_beyond(k)) {
                return true;
            }
        }
    }

    /// Is a channel at a bound that `change` leads beyond?
    fn leads_beyond(&self, k: usize) -> bool {
        let ((low, high), a, change) = (self.bounds[k], self.aim[k], self.change[k]);
        change < 0.0 && a <= low || change > 0.0 && a >= high
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

    /// Two channels at these amplitudes, both of which move one point by a length each.
    fn two(first: f64, second: f64, residual: f64, aim: [f64; 2]) -> InverseKinematics {
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
            aim: aim.to_vec(),
            given: vec![0.0; 2],
            brake: Brake::new(2),
            pushes: Vec::new(),
            columns: Vec::new(),
            ahead: Vec::new(),
            jacobian: vec![first, second],
            residual: vec![residual],
            system: DenseCholesky::new(2),
            change: vec![0.0; 2],
            padded: Vec::new(),
            last: vec![0.0; 2],
            wanted: Controls::default(),
        }
    }

    #[test]
    fn channels_at_their_bounds_leave_the_whole_way_to_the_others() {
        let mut ik = two(10.0, 1.0, -0.5, [0.0, 0.0]);
        assert!(ik.solve_within());
        assert!(ik.change[0] > 0.0, "{:?}", ik.change);
        let mut ik = two(10.0, 1.0, -0.5, [1.0, 0.0]);
        assert!(ik.solve_within());
        assert_eq!(ik.change[0], 0.0);
        assert!((ik.change[1] - 0.5).abs() < 1e-6, "{:?}", ik.change);
        let mut ik = two(10.0, 1.0, -0.5, [1.0, 1.0]);
        assert!(ik.solve_within());
        assert_eq!(ik.change, [0.0, 0.0]);
    }

    #[test]
    fn channels_at_a_bound_that_the_slope_leads_back_come_back() {
        // without bounds both would grow; with the second held the first shrinks
        let mut ik = two(0.0, 0.0, 0.0, [1.0, 1.0]);
        ik.jacobian = vec![1.0, -2.0, 0.0, 1.0];
        ik.residual = vec![0.2, -1.0];
        assert!(ik.solve_within());
        assert!(ik.change[0] < 0.0 && ik.change[1] == 0.0, "{:?}", ik.change);
    }
}
