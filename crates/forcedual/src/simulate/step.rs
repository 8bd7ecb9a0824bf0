//! One step of any system, come what may.
//!
//! A step that runs out of iterations on its way down is taken as far as it went, and the report says that
//! it did not converge: real time cannot wait. One that finds no way down, or numbers that are not
//! finite, is tried again as 2, 4, ... shorter ones. If the shortest
//! fail too, the body is held where it was, without velocity, and the report says so: no number that
//! is not finite leaves a step.

use super::newton::{Limits, Scratch, energy, minimise};
use super::{Controls, Integrator, State, System};
use crate::error::{Code, Error, Result};

/// Times that a step is cut in half at most.
const CUTS: u32 = 5;

/// How to step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Length of a step, s.
    pub h: f64,
    /// Time integrator.
    pub integrator: Integrator,
    /// Newton iterations at most. The usual 20 suffice where the stiffest part is up to 10,000 times as
    /// stiff as the softest; bones of a million times take 60 in sudden motion, and about 5 in slow.
    pub iterations: usize,
    /// Root mean square error of the positions after a step that is good enough, as a fraction of
    /// the body's diameter.
    pub tolerance: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { h: 0.01, integrator: Integrator::default(), iterations: 20, tolerance: 1e-6 }
    }
}

impl Settings {
    /// Refuses steps that cannot be made.
    pub fn check(&self) -> Result<()> {
        if !(self.h > 0.0 && self.h.is_finite()) {
            let message = format!("the length of a step must be positive, not {} s", self.h);
            return Err(Error::new(Code::Control, message).field("step"));
        }
        if self.tolerance < 0.0 || self.tolerance.is_nan() || self.iterations == 0 {
            let message = "steps need an iteration and a tolerance that is not negative";
            return Err(Error::new(Code::Control, message).field("iterations"));
        }
        Ok(())
    }
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StepReport {
    /// Iterations of the solver, all attempts together.
    pub iterations: usize,
    /// Bound of the root mean square error of the positions where the energy is convex, m, the largest
    /// of all parts; of projective dynamics how far they are estimated to be from where more
    /// iterations would take them.
    pub residual: f64,
    /// Did the solver reach its tolerance, in all parts?
    pub converged: bool,
    /// Shorter steps that this one was cut into; 1 normally.
    pub parts: u32,
    /// Did all attempts fail, so that the body was held where it was?
    pub held: bool,
}

/// Steps a system; keeps scratch.
#[derive(Debug)]
pub struct Stepper {
    /// How to step.
    pub settings: Settings,
    scratch: Scratch,
    guess: Vec<f64>,
    start: State,
}

impl Stepper {
    /// For a system of so many coordinates.
    pub fn new(settings: Settings, size: usize) -> Result<Self> {
        settings.check()?;
        let (scratch, start) = (Scratch::new(size), State::rest(size));
        Ok(Stepper { settings, scratch, guess: vec![0.0; size], start })
    }

    /// Advances the state by a step. The controls must be valid ([`Controls::check`]).
    pub fn step<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        state: &mut State,
        controls: &Controls,
    ) -> StepReport {
        let mut report = StepReport { parts: 1, ..StepReport::default() };
        self.start.copy_from(state);
        for cut in 0..=CUTS {
            let parts = 1 << cut;
            let integrator =
                if cut == 0 { self.settings.integrator } else { Integrator::BackwardEuler };
            let h = self.settings.h / f64::from(parts);
            (report.parts, report.residual, report.converged) = (parts, 0.0, true);
            if (0..parts).all(|_| self.part(system, state, controls, h, integrator, &mut report)) {
                return report;
            }
            state.copy_from(&self.start);
        }
        state.v.fill(0.0);
        state.time += self.settings.h;
        state.forget();
        report.held = true;
        report.converged = false;
        report
    }

    fn part<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        state: &mut State,
        controls: &Controls,
        h: f64,
        integrator: Integrator,
        report: &mut StepReport,
    ) -> bool {
        system.begin(&state.z, h, controls);
        let w = integrator.target(state, h, &mut self.scratch.target);
        // the inertial guess explodes now and then, the last position does not
        let target = &self.scratch.target;
        let here = energy(system, w, target, &state.z);
        let there = energy(system, w, target, target);
        let (start, known) = if there.0 < here.0 { (target, there) } else { (&state.z, here) };
        self.guess.copy_from_slice(start);
        let limits = Limits {
            iterations: self.settings.iterations,
            residual: self.settings.tolerance * system.scale().1,
        };
        let outcome = minimise(system, w, &mut self.guess, known, &mut self.scratch, limits);
        report.iterations += outcome.iterations;
        report.residual = report.residual.max(outcome.residual);
        report.converged &= outcome.residual <= limits.residual;
        if outcome.stuck || !self.guess.iter().all(|z| z.is_finite()) {
            return false;
        }
        integrator.finish(state, h, &self.guess);
        state.v.iter().all(|v| v.is_finite())
    }
}
