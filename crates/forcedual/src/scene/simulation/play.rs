//! Playing a run time: frame by frame, and measured.

use super::engine::Engine;
use super::reach::Reached;
use super::run::Rival;
use super::script::Script;
use super::strain::Strain;
use super::watch::Watch;
use super::{Runtime, SolverSpec};
use crate::control::InverseKinematics;
use crate::error::Result;
use crate::memory;
use crate::progress::{Progress, check};
use crate::simulate::{Adaptive, Controls, State, StepReport};
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
        Timing { median: at(0.5), p95: at(0.95), total: times.iter().fold(0.0, |sum, t| sum + t) }
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
    /// Cells or clusters that stand for all; of a mixture here and below the first component's.
    pub cubature: usize,
    /// Relative error of the elastic force by the cubature, or by clusters that share a rotation.
    pub cubature_error: f64,
    /// The same with volumes of clusters as weights; none for projective dynamics.
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
    /// Share of the body, by volume, that is flat or inside out at the last frame; 0 for projective dynamics
    /// and changing subspaces, of which it is not known.
    pub collapsed: f64,
    /// How deep the surface was in an obstacle at most, m; none without obstacles.
    pub penetration: Option<f64>,
    /// Distance from the targets (a root mean square over them), on average over the last quarter of
    /// the run, m.
    pub reach: Option<f64>,
    /// The same at worst over the last quarter.
    pub reach_worst: Option<f64>,
    /// Distance from the body in full, where it was run: root mean square by mass over all frames,
    /// relative to that of its motion.
    pub error: Option<f64>,
    /// The part of it that no coordinates of the subspace could avoid; the rest comes from cells that
    /// stand for all, from the solver, and from modes that lock. None for changing subspaces.
    pub error_beyond: Option<f64>,
    /// Rivals on the same controls.
    pub against: Vec<Rival>,
    /// The components of a mixture, where the subspace changes.
    pub adaptive: Vec<Use>,
    /// How often the subspace changed.
    pub changes: usize,
    /// Work that the strongest handles and obstacles do on the body in this subspace, as a share of
    /// that on the body in full, both for small motion; none where nothing touches it or the body
    /// in full is not at hand.
    pub felt: Option<f64>,
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
    /// Posterior probability of every component of a mixture at every frame; empty without one.
    pub posterior: Vec<Vec<f64>>,
    /// What handles and obstacles did to the body when they did most: (vertex of the mesh, N).
    pub strongest: Vec<(u32, [f64; 3])>,
    /// The component of a mixture whose subspace was in use then.
    pub strongest_in: usize,
}

/// Distance from where a step of projective dynamics would end that is told, in diameters of the body.
const LEFT: f64 = 1e-3;

/// How often a component of a mixture was in use.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Use {
    /// Its name.
    pub name: String,
    /// Steps that its subspace was used for.
    pub steps: usize,
    /// Its posterior probability at the end.
    pub posterior: f64,
}

/// A run time ready to play.
pub struct Player {
    runtime: Runtime,
    script: Script,
}

impl Player {
    /// Prepares a run time, whose `spec` may have been changed. Errors name fields of the scene.
    pub fn new(runtime: Runtime) -> Result<Self> {
        let within = |e: crate::Error| e.field("simulation");
        runtime.spec.check(runtime.dynamics.reduced().dim).map_err(within)?;
        let script = Script::new(&runtime).map_err(within)?;
        Engine::new(&runtime.dynamics, &runtime.spec).map_err(within)?;
        Ok(Player { runtime, script })
    }

    /// What is played.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Simulates all frames, from rest; `played` is called with the controls of every step.
    pub fn play(
        &self,
        mut played: impl FnMut(&Controls),
        progress: &dyn Progress,
    ) -> Result<(Motion, RunReport)> {
        let Player { runtime, script } = self;
        let engine = &mut Engine::new(&runtime.dynamics, &runtime.spec)?;
        let (spec, model) = (&runtime.spec, runtime.dynamics.reduced());
        let settings = spec.settings();
        let steps = spec.frames.saturating_mul(spec.steps_per_frame);
        let numbers = 2 * runtime.dynamics.coordinates() + model.actuators.channels.len() + 2;
        let numbers = spec.frames.saturating_mul(numbers).saturating_add(steps);
        let what = format!("a motion of {} frames", spec.frames);
        let help = "simulate fewer frames or steps, or allow more memory";
        memory::claim_items(numbers, 8, &what, help).map_err(|e| e.field("simulation.frames"))?;
        let mut controls = Controls::usual(&model.actuators.channels);
        let mut state = State::rest(runtime.dynamics.coordinates());
        let mut ik = InverseKinematics::new(engine.reduced());
        script.channels().for_each(|k| ik.leave(k));
        let mut first = controls.clone();
        script.apply(0.0, &mut first);
        let mut motion = Motion {
            times: vec![0.0],
            coordinates: vec![state.z.clone()],
            velocities: vec![state.v.clone()],
            actuation: vec![first.amplitudes],
            channels: model.actuators.channels.iter().map(|c| c.name.clone()).collect(),
            posterior: Vec::new(),
            strongest: Vec::new(),
            strongest_in: 0,
        };
        let mut uses = Uses::new(engine);
        motion.posterior.extend(uses.posterior(engine));
        let (mut forces, mut most) = (Vec::new(), 0.0);
        let skin = runtime.shell.skin();
        let (mut scratch, mut moved) = (Vec::new(), vec![0.0; skin.count() * model.dim]);
        let mut skin_times = Vec::with_capacity(spec.frames);
        let (mut step_times, mut control_times) = (Vec::with_capacity(steps), Vec::new());
        let (mut counts, mut reached) = (Counts::default(), Reached::default());
        let mut watch = Watch::new(model.dim, spec.solver);
        let mut strain = Strain::default();
        progress.stage("simulate", steps);
        for k in 1..=steps {
            check(progress)?;
            let time = k as f64 * settings.h;
            script.apply(time, &mut controls);
            engine.reduced().check(&controls)?;
            played(&controls);
            strain.add(model, &controls.amplitudes, k.div_ceil(spec.steps_per_frame));
            let begun = Instant::now();
            let report = engine.step(&mut state, &controls);
            step_times.push(begun.elapsed().as_secs_f64());
            counts.add(&report);
            counts.far += usize::from(report.residual > LEFT * model.size);
            let active = uses.active;
            uses.add(engine);
            if !(controls.handles.is_empty() && controls.colliders.is_empty()) {
                engine.interaction(&state, &controls, &mut forces);
                let total: f64 = forces.iter().flat_map(|(_, f)| f).map(|x| x * x).sum();
                if total > most {
                    most = total;
                    motion.strongest.clone_from(&forces);
                    motion.strongest_in = active;
                }
            }
            if k % spec.steps_per_frame == 0 {
                let begun = Instant::now();
                skin.positions(&state.z, &mut scratch, &mut moved);
                skin_times.push(begun.elapsed().as_secs_f64());
                motion.times.push(time);
                motion.coordinates.push(state.z.clone());
                motion.velocities.push(state.v.clone());
                motion.actuation.push(controls.amplitudes.clone());
                motion.posterior.extend(uses.posterior(engine));
                if !matches!(engine, Engine::Adaptive(_)) {
                    watch.turn(model, &state.z);
                }
                watch.pass(&moved, &controls.colliders, spec.steps_per_frame, settings.h);
            }
            // changes the amplitudes of the next step
            let goals = script.goals(time);
            if !goals.is_empty() {
                let begun = Instant::now();
                let found = engine.improve(&mut ik, &state, &goals, &mut controls, settings.h);
                reached.add(found.map_err(|e| e.field("simulation"))?, &goals);
                control_times.push(begun.elapsed().as_secs_f64());
            }
            progress.advance(k);
        }
        for (k, _) in &mut motion.strongest {
            *k = model.interface[*k as usize];
        }
        let by_cells = spec.solver != SolverSpec::Projective;
        let step = Timing::of(step_times);
        let control = Timing::of(control_times);
        let mut report = RunReport {
            steps,
            h: settings.h,
            solver: spec.solver,
            coordinates: uses.coordinates(engine),
            cubature: model.lame.len(),
            cubature_error: model.cubature.error,
            cubature_error_by_volume: by_cells.then_some(model.cubature.error_by_volume),
            steps_per_second: steps as f64 / (step.total + control.total),
            step,
            control,
            reconstruction: Timing::of(skin_times),
            iterations: counts.per_step(steps),
            unconverged: counts.unconverged,
            cut: counts.cut,
            held: counts.held,
            collapsed: watch.collapsed,
            penetration: watch.deepest.map(|(depth, _)| depth),
            reach: reached.mean(),
            reach_worst: reached.worst(),
            error: None,
            error_beyond: None,
            against: Vec::new(),
            changes: uses.changes,
            adaptive: uses.finish(engine),
            felt: None,
            warnings: self.doubts(),
        };
        report.warnings.extend(strain.warnings(model));
        // none is reached where none is asked for
        let converge = by_cells && spec.tolerance > 0.0;
        report.warnings.extend(counts.warnings(steps, converge, by_cells));
        report.warnings.extend(watch.warnings(model.size));
        report.warnings.extend(reached.warnings(model.size));
        Ok((motion, report))
    }

    /// What the user should know before anything happens.
    fn doubts(&self) -> Vec<String> {
        let Runtime { spec, dynamics, .. } = &self.runtime;
        let mut all = Vec::new();
        if spec.solver == SolverSpec::Projective && spec.collider.iter().any(|c| c.friction > 0.0) {
            all.push("projective dynamics knows no friction: obstacles are smooth".to_owned());
        }
        let end = (spec.frames * spec.steps_per_frame) as f64 * spec.step;
        all.extend(self.script.doubts(dynamics.reduced(), spec.step, end));
        all.extend(self.runtime.roughness());
        all
    }
}

/// Which component of a mixture is in use.
struct Uses {
    steps: Vec<usize>,
    active: usize,
    changes: usize,
}

impl Uses {
    fn of(engine: &Engine) -> Option<&Adaptive> {
        match engine {
            Engine::Adaptive(adaptive) => Some(adaptive),
            _ => None,
        }
    }

    fn new(engine: &Engine) -> Self {
        let adaptive = Self::of(engine);
        let count = adaptive.map_or(0, |a| a.posterior().len());
        Uses { steps: vec![0; count], active: adaptive.map_or(0, Adaptive::active), changes: 0 }
    }

    fn posterior(&self, engine: &Engine) -> Option<Vec<f64>> {
        Self::of(engine).map(|a| a.posterior().to_vec())
    }

    fn add(&mut self, engine: &Engine) {
        let Some(adaptive) = Self::of(engine) else { return };
        self.steps[self.active] += 1;
        self.changes += usize::from(adaptive.active() != self.active);
        self.active = adaptive.active();
    }

    /// Coordinates at a time.
    fn coordinates(&self, engine: &Engine) -> usize {
        match Self::of(engine) {
            Some(adaptive) => {
                let each = adaptive.mixture().components.iter();
                each.map(|c| c.model.coordinates()).max().unwrap_or(0)
            }
            None => engine.reduced().model().coordinates(),
        }
    }

    fn finish(self, engine: &Engine) -> Vec<Use> {
        let Some(adaptive) = Self::of(engine) else { return Vec::new() };
        let all = adaptive.mixture().components.iter().zip(self.steps).zip(adaptive.posterior());
        all.map(|((c, steps), p)| Use { name: c.name.clone(), steps, posterior: *p }).collect()
    }
}

/// Sums over steps.
#[derive(Default)]
pub(super) struct Counts {
    iterations: usize,
    unconverged: usize,
    /// Steps that ended far from where they would with more iterations.
    far: usize,
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

    /// Iterations per step.
    pub(super) fn per_step(&self, steps: usize) -> f64 {
        self.iterations as f64 / steps.max(1) as f64
    }

    /// `converge`: are steps meant to reach the tolerance? Those of projective dynamics make so many
    /// iterations, however far they come.
    fn warnings(&self, steps: usize, converge: bool, by_cells: bool) -> Vec<String> {
        let mut all = Vec::new();
        if converge && self.unconverged > 0 {
            all.push(format!(
                "{} of {steps} steps did not reach the tolerance: use shorter steps, more iterations, or \
                 `solver = \"exact-newton\"`, which is surer in violent motion",
                self.unconverged
            ));
        }
        if !by_cells && 10 * self.far > steps {
            all.push(format!(
                "{} of {steps} steps ended more than {:.1}% of the body's size away from where more \
                 iterations would take them, so that the motion is not that of the material: use more \
                 iterations, shorter steps, or Newton's method",
                self.far,
                100.0 * LEFT
            ));
        }
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
