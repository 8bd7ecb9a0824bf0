//! Playing a run time: frame by frame, and measured.

use super::SolverSpec;
use super::engine::Engine;
use super::run::Rival;
use super::runtime::Runtime;
use super::script::Script;
use crate::control::InverseKinematics;
use crate::error::Result;
use crate::progress::{Progress, check};
use crate::simulate::{Controls, State, StepReport};
use serde::Serialize;
use std::time::Instant;

/// Median, 95th percentile and sum of a stage's times, s.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Timing {
    /// Half of the times are shorter.
    pub median: f64,
    /// All but a twentieth of the times are shorter.
    pub p95: f64,
    /// All times together.
    pub total: f64,
}

impl Timing {
    pub(super) fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = times.len().saturating_sub(1);
            times.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
        };
        Timing { median: at(0.5), p95: at(0.95), total: times.iter().sum() }
    }
}

/// How a run went.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunReport {
    /// Steps made.
    pub steps: usize,
    /// Length of a step, s.
    pub h: f64,
    /// How steps were solved.
    pub solver: SolverSpec,
    /// Reduced coordinates.
    pub coordinates: usize,
    /// Cells or clusters that stand for all.
    pub cubature: usize,
    /// Relative error of the elastic force by the cubature; none for projective dynamics.
    pub cubature_error: Option<f64>,
    /// The same with volumes of clusters as weights.
    pub cubature_error_by_volume: Option<f64>,
    /// Times of steps, without inverse kinematics and reconstruction.
    pub step: Timing,
    /// Times of inverse kinematics.
    pub control: Timing,
    /// Times of moving the vertices of the surface, in single precision.
    pub reconstruction: Timing,
    /// Steps per second of computing, with inverse kinematics.
    pub steps_per_second: f64,
    /// Iterations of the solver per step.
    pub iterations: f64,
    /// Steps that missed the tolerance.
    pub unconverged: usize,
    /// Steps that were cut into shorter ones.
    pub cut: usize,
    /// Steps that failed, so that the body was held.
    pub held: usize,
    /// Root mean square distance from the targets at the end, m.
    pub reach: Option<f64>,
    /// Relative distance from the body in full, where it was run.
    pub error: Option<f64>,
    /// Rivals on the same controls.
    pub against: Vec<Rival>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// What a run gives: the motion, frame by frame.
#[derive(Debug, Clone)]
pub struct Motion {
    /// Time of every frame, s; the first is the rest.
    pub times: Vec<f64>,
    /// Reduced coordinates of every frame.
    pub coordinates: Vec<Vec<f64>>,
    /// Their rates.
    pub velocities: Vec<Vec<f64>>,
    /// Amplitude of every channel at every frame.
    pub actuation: Vec<Vec<f64>>,
    /// Names of the channels.
    pub channels: Vec<String>,
}

/// A run time ready to play.
pub struct Player {
    runtime: Runtime,
    script: Script,
    engine: Engine,
}

impl Player {
    /// Prepares a run time, whose `spec` may have been changed. Errors name fields of the scene.
    pub fn new(runtime: Runtime) -> Result<Self> {
        let within = |e: crate::Error| e.field("simulation");
        runtime.spec.check(runtime.dynamics.reduced().dim).map_err(within)?;
        let script = Script::new(&runtime).map_err(within)?;
        let engine = Engine::new(&runtime.dynamics, &runtime.spec).map_err(within)?;
        Ok(Player { runtime, script, engine })
    }

    /// What is played.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Simulates all frames, from rest; `played` is called with the controls of every step.
    pub fn play(
        &mut self,
        mut played: impl FnMut(&Controls),
        progress: &dyn Progress,
    ) -> Result<(Motion, RunReport)> {
        let Player { runtime, script, engine } = self;
        let (spec, model) = (&runtime.spec, runtime.dynamics.reduced());
        let settings = spec.settings();
        let mut controls = Controls::rest(model.actuators.channels.len());
        let mut state = State::rest(model.coordinates());
        let mut ik = InverseKinematics::new(engine.reduced());
        let mut motion = Motion {
            times: vec![0.0],
            coordinates: vec![state.z.clone()],
            velocities: vec![state.v.clone()],
            actuation: vec![controls.amplitudes.clone()],
            channels: model.actuators.channels.iter().map(|c| c.name.clone()).collect(),
        };
        let skin = runtime.shell.skin();
        let (mut scratch, mut moved) = (Vec::new(), vec![0.0; skin.count() * model.dim]);
        let mut skin_times = Vec::with_capacity(spec.frames);
        let steps = spec.frames * spec.steps_per_frame;
        let (mut step_times, mut control_times) = (Vec::with_capacity(steps), Vec::new());
        let (mut counts, mut reach) = (Counts::default(), None);
        progress.stage("simulate", steps);
        for k in 1..=steps {
            check(progress)?;
            let time = k as f64 * settings.h;
            script.apply(time, &mut controls);
            engine.reduced().check(&controls)?;
            played(&controls);
            let begun = Instant::now();
            let report = engine.step(&mut state, &controls);
            step_times.push(begun.elapsed().as_secs_f64());
            counts.add(&report);
            let goals = script.goals(time);
            if !goals.is_empty() {
                let begun = Instant::now();
                let found = engine.improve(&mut ik, &state, &goals, &mut controls, settings.h);
                reach = Some(found.map_err(|e| e.field("simulation"))?.distance);
                control_times.push(begun.elapsed().as_secs_f64());
            }
            if k % spec.steps_per_frame == 0 {
                let begun = Instant::now();
                skin.positions(&state.z, &mut scratch, &mut moved);
                skin_times.push(begun.elapsed().as_secs_f64());
                motion.times.push(time);
                motion.coordinates.push(state.z.clone());
                motion.velocities.push(state.v.clone());
                motion.actuation.push(controls.amplitudes.clone());
            }
            progress.advance(k);
        }
        let by_cells = spec.solver != SolverSpec::Projective;
        let step = Timing::of(step_times);
        let control = Timing::of(control_times);
        let report = RunReport {
            steps,
            h: settings.h,
            solver: spec.solver,
            coordinates: model.coordinates(),
            cubature: model.lame.len(),
            cubature_error: by_cells.then_some(model.cubature.error),
            cubature_error_by_volume: by_cells.then_some(model.cubature.error_by_volume),
            steps_per_second: steps as f64 / (step.total + control.total),
            step,
            control,
            reconstruction: Timing::of(skin_times),
            iterations: counts.iterations as f64 / steps as f64,
            unconverged: counts.unconverged,
            cut: counts.cut,
            held: counts.held,
            reach,
            error: None,
            against: Vec::new(),
            warnings: self.doubts().into_iter().chain(counts.warnings(steps)).collect(),
        };
        Ok((motion, report))
    }

    /// What the user should know before anything happens.
    fn doubts(&self) -> Option<String> {
        self.runtime.spec.is_idle().then(|| {
            "the scene does not say what happens ([simulation] with drive, handle, target or \
             gravity): the body is shaken by the forces it expects"
                .to_owned()
        })
    }
}

/// Sums over steps.
#[derive(Default)]
pub(super) struct Counts {
    iterations: usize,
    unconverged: usize,
    cut: usize,
    pub(super) held: usize,
}

impl Counts {
    pub(super) fn add(&mut self, report: &StepReport) {
        self.iterations += report.iterations;
        self.unconverged += usize::from(!report.converged);
        self.cut += usize::from(report.parts > 1 && !report.held);
        self.held += usize::from(report.held);
    }

    fn warnings(&self, steps: usize) -> Vec<String> {
        let mut all = Vec::new();
        if self.held > 0 {
            all.push(format!(
                "{} of {steps} steps could not be solved, and the body was held: use shorter steps",
                self.held
            ));
        }
        if self.cut > 0 {
            all.push(format!("{} of {steps} steps had to be cut into shorter ones", self.cut));
        }
        all
    }
}
