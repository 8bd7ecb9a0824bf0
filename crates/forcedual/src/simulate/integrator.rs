//! Time integration: which minimum a step looks for.
//!
//! ```text
//! backward Euler:  w = 1/h^2,       y = z_n + h v_n,                              v = (z - z_n)/h
//! BDF2:            w = 9/(4 h^2),   y = 4/3 z_n - 1/3 z_m + 8h/9 v_n - 2h/9 v_m,  v = (3 z - 4 z_n + z_m)/(2h)
//! ```
//!
//! with `m = n - 1`. BDF2 begins with a step of backward Euler, and does so again after the length of
//! the step has changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An implicit time integrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Integrator {
    /// Backward Euler: first order, damps motion.
    #[default]
    BackwardEuler,
    /// Backward differences: second order, damps slow motion little.
    Bdf2,
}

/// Where a body is and how fast it moves.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// Coordinates, zero at rest.
    pub z: Vec<f64>,
    /// Their rates.
    pub v: Vec<f64>,
    /// Simulated time, s.
    pub time: f64,
    /// Coordinates a step before.
    before_z: Vec<f64>,
    /// Rates a step before.
    before_v: Vec<f64>,
    /// Length of that step, s; zero if there is none.
    before_h: f64,
}

impl State {
    /// At rest, with so many coordinates.
    pub fn rest(size: usize) -> Self {
        State::at(vec![0.0; size], vec![0.0; size])
    }

    /// At given coordinates and rates, without a past.
    pub fn at(z: Vec<f64>, v: Vec<f64>) -> Self {
        let size = z.len();
        State { z, v, before_z: vec![0.0; size], before_v: vec![0.0; size], ..State::default() }
    }

    /// Coordinates, rates and length of the step before, where there was one.
    pub fn past(&self) -> Option<(&[f64], &[f64], f64)> {
        (self.before_h > 0.0).then_some((&self.before_z, &self.before_v, self.before_h))
    }

    /// With a step before of `h` seconds, which began at given coordinates and rates.
    pub fn with_past(self, z: Vec<f64>, v: Vec<f64>, h: f64) -> Self {
        State { before_z: z, before_v: v, before_h: h, ..self }
    }

    /// Forgets the step before, so that the next is one of backward Euler.
    pub fn forget(&mut self) {
        self.before_h = 0.0;
    }

    /// Copies another state of the same size.
    pub(super) fn copy_from(&mut self, other: &State) {
        self.z.copy_from_slice(&other.z);
        self.v.copy_from_slice(&other.v);
        self.before_z.copy_from_slice(&other.before_z);
        self.before_v.copy_from_slice(&other.before_v);
        (self.time, self.before_h) = (other.time, other.before_h);
    }
}

/// What a step makes of the state it begins with.
pub(super) struct Coefficients {
    /// `w`
    pub weight: f64,
    /// `a`, `b`, `c` and `e` of `y = a z_n + h b v_n + ...` and `v = (c z - e z_n + ...) / h`.
    pub of_state: [f64; 4],
}

impl Integrator {
    pub(super) fn coefficients(self, state: &State, h: f64) -> Coefficients {
        let (weight, of_state) = match self.is_second(state, h) {
            true => (2.25, [4.0 / 3.0, 8.0 / 9.0, 1.5, 2.0]),
            false => (1.0, [1.0; 4]),
        };
        Coefficients { weight: weight / (h * h), of_state }
    }

    /// Does the state's past allow more than backward Euler?
    fn is_second(self, state: &State, h: f64) -> bool {
        self == Integrator::Bdf2 && state.before_h == h
    }

    /// The weight `w` of a step of `h` seconds, and its target `y` into `out`.
    pub fn target(self, state: &State, h: f64, out: &mut [f64]) -> f64 {
        let second = self.is_second(state, h);
        for (i, y) in out.iter_mut().enumerate() {
            let (z, v) = (state.z[i], state.v[i]);
            *y = if second {
                let (zm, vm) = (state.before_z[i], state.before_v[i]);
                (4.0 * z - zm) / 3.0 + h / 9.0 * (8.0 * v - 2.0 * vm)
            } else {
                z + h * v
            };
        }
        if second { 2.25 / (h * h) } else { 1.0 / (h * h) }
    }

    /// Moves the state to `z`, a step of `h` seconds later.
    pub fn finish(self, state: &mut State, h: f64, z: &[f64]) {
        let second = self.is_second(state, h);
        for (i, &new) in z.iter().enumerate() {
            let (old, before) = (state.z[i], state.before_z[i]);
            state.before_z[i] = old;
            state.before_v[i] = state.v[i];
            state.z[i] = new;
            state.v[i] =
                if second { (3.0 * new - 4.0 * old + before) / (2.0 * h) } else { (new - old) / h };
        }
        state.time += h;
        state.before_h = h;
    }
}
