//! A run: the scene's body, simulated as its `[simulation]` says, and measured.

use super::drive::{Dragged, Driven, goal};
use super::meet::Met;
use super::shake::{Shake, add_loads};
use super::{SimulationSpec, SolverSpec};
use crate::control::{Goal, InverseKinematics, Reach};
use crate::energy::{Actuators, ContactPoints};
use crate::error::Result;
use crate::force::Gaussian;
use crate::linalg::Mat;
use crate::progress::{Progress, check};
use crate::reduce::{Coordinates, Parts, ProjectiveModel, ReducedModel, Skin};
use crate::scene::SceneFile;
use crate::simulate::{
    Controls, Full, Projective, Reduced, Settings, Solver, State, StepReport, Stepper, System,
};
use crate::subspace::{Linearisation, Method, ModeCount, Subspace, SubspaceSpec, design};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// What a run is measured against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The body in full.
    Full,
    /// As many modes of linear modal analysis, both against the body in full.
    Lma,
}

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
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = times.len().saturating_sub(1);
            times.get((share * last as f64).round() as usize).copied().unwrap_or(0.0)
        };
        Timing { median: at(0.5), p95: at(0.95), total: times.iter().sum() }
    }
}

/// How a rival fared on the same controls.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rival {
    /// `full`, or the rival's method.
    pub name: String,
    /// Its degrees of freedom.
    pub dofs: usize,
    /// Times of its steps.
    pub step: Timing,
    /// How many times longer its median step takes than the run's.
    pub ratio: f64,
    /// Mass-weighted distance from the body in full, relative to the motion; none for that itself.
    pub error: Option<f64>,
    /// Steps that were held.
    pub held: usize,
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
    /// Times of moving the vertices of the boundary, in single precision.
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
    /// What the coordinates mean.
    pub basis: Coordinates,
}

/// The simulation of a subspace, by any solver.
pub enum Engine {
    /// Newton's method.
    Newton(Box<(Reduced, Stepper)>),
    /// Projective dynamics, and the same energy for derivatives.
    Projective(Box<(Projective, Reduced)>),
}

impl Engine {
    /// The engine that a specification asks for.
    pub fn new(
        lin: &Linearisation<'_>,
        prior: &Gaussian,
        subspace: &Subspace,
        actuators: &Actuators,
        spec: &SimulationSpec,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let contact = ContactPoints::of(lin.body);
        let responses = match spec.solver {
            SolverSpec::Projective => Mat::zeros(lin.body.dofs(), 0),
            _ => lin.solve(prior.draw(Parts::DRAWS, 1)),
        };
        let parts =
            Parts { actuators, contact: &contact, cubature: spec.cubature, responses: &responses };
        if spec.solver == SolverSpec::Projective {
            progress.stage("cluster", 0);
            let model = ProjectiveModel::new(lin, subspace, spec.clusters, parts)?;
            let reduced = Reduced::new(model.model.clone());
            let projective = Projective::new(Arc::new(model), spec.settings())?;
            return Ok(Engine::Projective(Box::new((projective, reduced))));
        }
        let model = ReducedModel::new(lin, subspace, parts, progress)?;
        let mut reduced = Reduced::new(Arc::new(model));
        if spec.solver == SolverSpec::ExactNewton {
            reduced.solver = Solver::Exact;
        }
        let stepper = Stepper::new(spec.settings(), reduced.size())?;
        Ok(Engine::Newton(Box::new((reduced, stepper))))
    }

    /// Advances the state by a step.
    pub fn step(&mut self, state: &mut State, controls: &Controls) -> StepReport {
        match self {
            Engine::Newton(parts) => parts.1.step(&mut parts.0, state, controls),
            Engine::Projective(parts) => parts.0.step(state, controls),
        }
    }

    /// The reduced body.
    pub fn reduced(&self) -> &Reduced {
        match self {
            Engine::Newton(parts) => &parts.0,
            Engine::Projective(parts) => &parts.1,
        }
    }

    fn improve(
        &mut self,
        ik: &mut InverseKinematics,
        state: &State,
        goals: &[Goal],
        controls: &mut Controls,
        h: f64,
    ) -> Result<Reach> {
        let reduced = match self {
            Engine::Newton(parts) => &mut parts.0,
            Engine::Projective(parts) => {
                parts.1.begin(&state.z, h, controls);
                &mut parts.1
            }
        };
        ik.improve(reduced, state, h, goals, controls)
    }
}

/// What happens, bound to the body.
struct Script {
    driven: Vec<Driven>,
    dragged: Vec<Dragged>,
    met: Vec<Met>,
    targets: Vec<(Dragged, f64)>,
    shake: Option<Shake>,
    gravity: [f64; 3],
}

impl Script {
    fn new(
        scene: &SceneFile,
        spec: &SimulationSpec,
        lin: &Linearisation<'_>,
        actuators: &Actuators,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let (body, folder) = (lin.body, scene.folder());
        let at = |name: &str, k: usize| {
            let place = format!("{name}[{k}]");
            move |e: crate::Error| e.field(place)
        };
        let mut script = Script {
            driven: Vec::new(),
            dragged: Vec::new(),
            met: Vec::new(),
            targets: Vec::new(),
            shake: spec.is_idle().then(|| Shake::new(actuators)),
            gravity: std::array::from_fn(|c| {
                spec.gravity.as_ref().and_then(|g| g.get(c).copied()).unwrap_or(0.0)
            }),
        };
        for (k, drive) in spec.drive.iter().enumerate() {
            script.driven.push(drive.bind(&actuators.channels).map_err(at("drive", k))?);
        }
        for (k, handle) in spec.handle.iter().enumerate() {
            script.dragged.push(handle.bind(body).map_err(at("handle", k))?);
        }
        for (k, collider) in spec.collider.iter().enumerate() {
            let bound = collider.bind(body.dim(), folder, progress).map_err(at("collider", k))?;
            script.met.push(bound);
        }
        for (k, target) in spec.target.iter().enumerate() {
            script.targets.push(target.bind(body).map_err(at("target", k))?);
        }
        Ok(script)
    }

    /// Controls of the step that ends at `time`; amplitudes that nothing drives stay.
    fn apply(&self, time: f64, controls: &mut Controls) {
        if let Some(shake) = &self.shake {
            shake.apply(time, &mut controls.amplitudes);
        }
        self.driven.iter().for_each(|d| d.apply(time, controls));
        controls.handles.clear();
        controls.handles.extend(self.dragged.iter().filter_map(|d| d.at(time)));
        controls.colliders.clear();
        controls.colliders.extend(self.met.iter().map(|m| m.at(time)));
        controls.gravity = self.gravity;
    }
}

/// A scene ready to run.
pub struct Run<'a> {
    scene: &'a SceneFile,
    lin: &'a Linearisation<'a>,
    prior: &'a Gaussian,
    subspace: &'a Subspace,
    spec: SimulationSpec,
    actuators: Actuators,
    script: Script,
    engine: Engine,
}

impl<'a> Run<'a> {
    /// Prepares a run of a designed subspace.
    pub fn new(
        scene: &'a SceneFile,
        lin: &'a Linearisation<'a>,
        prior: &'a Gaussian,
        subspace: &'a Subspace,
        spec: SimulationSpec,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let within = |e: crate::Error| scene.locate(e.field("simulation"));
        spec.check(lin.body.dim()).map_err(within)?;
        let mut actuators = scene.actuators(lin)?;
        if spec.is_idle() && actuators.channels.is_empty() {
            add_loads(&mut actuators, lin, prior);
        }
        let script = Script::new(scene, &spec, lin, &actuators, progress).map_err(within)?;
        let engine =
            Engine::new(lin, prior, subspace, &actuators, &spec, progress).map_err(within)?;
        Ok(Run { scene, lin, prior, subspace, spec, actuators, script, engine })
    }

    /// What drives the body.
    pub fn actuators(&self) -> &Actuators {
        &self.actuators
    }

    /// Simulates all frames, and rivals on the same controls where asked for.
    pub fn simulate(
        &mut self,
        against: Option<Against>,
        progress: &dyn Progress,
    ) -> Result<(Motion, RunReport)> {
        let basis = Coordinates::new(self.lin, self.subspace)?;
        let (spec, size) = (&self.spec, self.engine.reduced().size());
        let settings = spec.settings();
        let channels = self.actuators.channels.len();
        let mut controls = Controls::rest(channels);
        let mut state = State::rest(size);
        let mut ik = InverseKinematics::new(self.engine.reduced());
        let mut motion = Motion {
            times: vec![0.0],
            coordinates: vec![state.z.clone()],
            velocities: vec![state.v.clone()],
            actuation: vec![controls.amplitudes.clone()],
            channels: self.actuators.channels.iter().map(|c| c.name.clone()).collect(),
            basis,
        };
        let body = self.lin.body;
        let boundary = (0..body.mesh.vertex_count() as u32)
            .filter(|&i| body.boundary.on_boundary(i as usize))
            .collect::<Vec<_>>();
        let skin = Skin::of_vertices(&body.mesh, &motion.basis, &boundary);
        let (mut scratch, mut moved) = (Vec::new(), vec![0.0; skin.count() * body.dim()]);
        let mut skin_times = Vec::with_capacity(spec.frames);
        let steps = spec.frames * spec.steps_per_frame;
        let (mut step_times, mut control_times) = (Vec::with_capacity(steps), Vec::new());
        let mut counts = Counts::default();
        let (mut played, mut reach) = (Vec::new(), None);
        progress.stage("simulate", steps);
        for k in 1..=steps {
            check(progress)?;
            let time = k as f64 * settings.h;
            self.script.apply(time, &mut controls);
            self.engine.reduced().check(&controls)?;
            if against.is_some() {
                played.push(controls.clone());
            }
            let begun = Instant::now();
            let report = self.engine.step(&mut state, &controls);
            step_times.push(begun.elapsed().as_secs_f64());
            counts.add(&report);
            if !self.script.targets.is_empty() {
                let goals: Vec<Goal> =
                    self.script.targets.iter().filter_map(|t| goal(t, time)).collect();
                let begun = Instant::now();
                let found = self.engine.improve(&mut ik, &state, &goals, &mut controls, settings.h);
                reach = Some(found.map_err(|e| self.scene.locate(e.field("simulation")))?.distance);
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
        let model = self.engine.reduced().model().clone();
        let by_cells = spec.solver != SolverSpec::Projective;
        let step = Timing::of(step_times);
        let control = Timing::of(control_times);
        let mut report = RunReport {
            steps,
            h: settings.h,
            solver: spec.solver,
            coordinates: size,
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
            warnings: counts.warnings(steps),
        };
        if let Some(against) = against {
            self.compare(against, &motion, &played, &mut report, progress)?;
        }
        Ok((motion, report))
    }

    fn compare(
        &self,
        against: Against,
        motion: &Motion,
        played: &[Controls],
        report: &mut RunReport,
        progress: &dyn Progress,
    ) -> Result<()> {
        let settings = self.spec.settings();
        let contact = ContactPoints::of(self.lin.body);
        let full = Full::new(self.lin.body, &self.actuators, contact)?;
        let free = full.free().to_vec();
        let usual = SimulationSpec::default();
        let settings = Settings {
            iterations: settings.iterations.max(usual.settings().iterations),
            ..settings
        };
        let (truth, times, held) =
            self.play(full, settings, played, "simulate in full", progress)?;
        let truth: Vec<Vec<f64>> = truth
            .iter()
            .map(|z| {
                let mut u = vec![0.0; self.lin.body.dofs()];
                free.iter().zip(z).for_each(|(&i, z)| u[i as usize] = *z);
                u
            })
            .collect();
        report.error = Some(self.error(&motion.basis, &motion.coordinates, &truth));
        let ratio = |timing: &Timing| timing.median / report.step.median.max(1e-9);
        report.against.push(Rival {
            name: "full".to_owned(),
            dofs: free.len(),
            ratio: ratio(&times),
            step: times,
            error: None,
            held,
        });
        if against == Against::Lma {
            let spec = SubspaceSpec {
                method: Method::Lma,
                modes: ModeCount::Number(self.subspace.modes()),
                ..self.scene.scene().subspace.clone()
            };
            let lma = design(self.lin, self.prior, &spec, self.scene.folder(), progress)?;
            let mut engine =
                Engine::new(self.lin, self.prior, &lma, &self.actuators, &self.spec, progress)?;
            let basis = Coordinates::new(self.lin, &lma)?;
            let mut state = State::rest(basis.size());
            let mut frames = vec![state.z.clone()];
            let (mut times, mut counts) = (Vec::new(), Counts::default());
            progress.stage("simulate lma", played.len());
            for (k, controls) in played.iter().enumerate() {
                check(progress)?;
                let begun = Instant::now();
                counts.add(&engine.step(&mut state, controls));
                times.push(begun.elapsed().as_secs_f64());
                if (k + 1) % self.spec.steps_per_frame == 0 {
                    frames.push(state.z.clone());
                }
                progress.advance(k + 1);
            }
            let step = Timing::of(times);
            report.against.push(Rival {
                name: "lma".to_owned(),
                dofs: basis.size(),
                ratio: ratio(&step),
                step,
                error: Some(self.error(&basis, &frames, &truth)),
                held: counts.held,
            });
        }
        Ok(())
    }

    /// Plays recorded controls on another system; the frames' coordinates.
    fn play(
        &self,
        mut system: impl System,
        settings: Settings,
        played: &[Controls],
        stage: &str,
        progress: &dyn Progress,
    ) -> Result<(Vec<Vec<f64>>, Timing, usize)> {
        let mut stepper = Stepper::new(settings, system.size())?;
        let mut state = State::rest(system.size());
        let mut frames = vec![state.z.clone()];
        let (mut times, mut counts) = (Vec::new(), Counts::default());
        progress.stage(stage, played.len());
        for (k, controls) in played.iter().enumerate() {
            check(progress)?;
            let begun = Instant::now();
            counts.add(&stepper.step(&mut system, &mut state, controls));
            times.push(begun.elapsed().as_secs_f64());
            if (k + 1) % self.spec.steps_per_frame == 0 {
                frames.push(state.z.clone());
            }
            progress.advance(k + 1);
        }
        Ok((frames, Timing::of(times), counts.held))
    }

    /// Root mean square distance from the truth over all frames, relative to the motion.
    fn error(&self, basis: &Coordinates, frames: &[Vec<f64>], truth: &[Vec<f64>]) -> f64 {
        let mass = self.lin.mass();
        let (mut wrong, mut whole) = (0.0, 0.0);
        for (z, truth) in frames.iter().zip(truth) {
            let u = basis.displacement(z);
            for ((u, t), m) in u.iter().zip(truth).zip(mass) {
                wrong += m * (u - t).powi(2);
                whole += m * t * t;
            }
        }
        if whole > 0.0 { (wrong / whole).sqrt() } else { 0.0 }
    }
}

/// Sums over steps.
#[derive(Default)]
struct Counts {
    iterations: usize,
    unconverged: usize,
    cut: usize,
    held: usize,
}

impl Counts {
    fn add(&mut self, report: &StepReport) {
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
