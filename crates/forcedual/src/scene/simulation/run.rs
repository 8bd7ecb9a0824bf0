//! A run: the scene's body, simulated as its `[simulation]` says, and measured against rivals.

use super::engine::{Dynamics, Engine};
use super::felt::Feel;
use super::play::{Counts, Motion, Player, RunReport, Timing};
use super::runtime::{Runtime, actuators};
use super::{DisplayPath, SimulationSpec, SolverSpec};
use crate::energy::ContactPoints;
use crate::error::{Error, Result};
use crate::force::Gaussian;
use crate::memory;
use crate::mesh::display::Attached;
use crate::progress::{Progress, check};
use crate::reduce::Coordinates;
use crate::scene::SceneFile;
use crate::simulate::{Controls, Full, Settings, State, Stepper, System};
use crate::subspace::{
    Linearisation, Method, ModeCount, RotationStrain, Subspace, SubspaceKind, SubspaceSpec, design,
};
use serde::Serialize;
use std::time::Instant;

/// A force lies outside the prior if the subspace yields to it by less than this share.
const FAINT: f64 = 0.25;
/// Error against the full body that is warned of.
const WRONG: f64 = 0.3;
/// Error of the elastic force that explains an error against the full body.
const ROUGH: f64 = 0.1;

/// What a run is measured against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The body in full.
    Full,
    /// As many modes of linear modal analysis, both against the body in full.
    Lma,
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
    /// Iterations of its solver per step.
    pub iterations: f64,
    /// Steps that were held.
    pub held: usize,
}

/// A scene ready to run.
pub struct Run<'a> {
    scene: &'a SceneFile,
    lin: &'a Linearisation<'a>,
    prior: &'a Gaussian,
    subspace: &'a Subspace,
    coordinates: Coordinates,
    player: Player,
}

impl<'a> Run<'a> {
    /// Prepares a run of a designed subspace; `surface` is what is looked at.
    pub fn new(
        scene: &'a SceneFile,
        lin: &'a Linearisation<'a>,
        prior: &'a Gaussian,
        subspace: &'a Subspace,
        surface: Option<&Attached>,
        spec: SimulationSpec,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let (runtime, coordinates) =
            Runtime::new(scene, lin, prior, subspace, surface, spec, progress)?;
        let player = Player::new(runtime).map_err(|e| scene.locate(e))?;
        Ok(Run { scene, lin, prior, subspace, coordinates, player })
    }

    /// What the coordinates of a motion mean.
    pub fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    /// Displacements of the body's vertices in every frame of a motion, as `display` asks to see them.
    pub fn displacements(&self, motion: &Motion) -> Result<Vec<Vec<f64>>> {
        let (frames, dofs) = (motion.coordinates.len(), self.lin.body.dofs());
        let what = format!("{frames} frames of a body of {dofs} numbers");
        let help = "write fewer frames, use a coarser mesh, or allow more memory";
        memory::claim_items(frames.saturating_mul(dofs), 8, &what, help)?;
        let small = motion.coordinates.iter().map(|z| self.coordinates.displacement(z));
        match self.player.runtime().spec.display {
            DisplayPath::Linear => Ok(small.collect()),
            DisplayPath::RotationStrain => {
                let large = RotationStrain::new(self.lin.body)?;
                small.map(|u| large.reconstruct(&u)).collect()
            }
        }
    }

    /// Simulates all frames, and rivals on the same controls where asked for.
    pub fn simulate(
        &self,
        against: Option<Against>,
        progress: &dyn Progress,
    ) -> Result<(Motion, RunReport)> {
        let mut played = Vec::new();
        let keep = |controls: &Controls| {
            if against.is_some() {
                played.push(controls.clone());
            }
        };
        let located = |e: Error| if e.place.field.is_some() { self.scene.locate(e) } else { e };
        let (motion, mut report) = self.player.play(keep, progress).map_err(located)?;
        report.felt = self.felt(&motion)?;
        if let Some(share) = report.felt.filter(|share| *share < FAINT) {
            report.warnings.push(format!(
                "what pushes or drags the body hardest moves it {:.1}% as far as the body in full \
                 would yield: the subspace does not expect such forces; add them to the scene's \
                 forces, or use more modes (or what is dragged is a place that hardly \
                 moves, beside pins)",
                100.0 * share
            ));
        }
        if let Some(against) = against {
            self.compare(against, &motion, &played, &mut report, progress)?;
        }
        Ok((motion, report))
    }

    /// Compliance of the subspace to the strongest force, relative to that of the body in full.
    fn felt(&self, motion: &Motion) -> Result<Option<f64>> {
        if motion.strongest.is_empty() {
            return Ok(None);
        }
        let feel = Feel::new(self.lin, &self.coordinates, &self.player.runtime().dynamics)?;
        Ok(feel.share(motion.strongest_in, &motion.strongest))
    }

    fn compare(
        &self,
        against: Against,
        motion: &Motion,
        played: &[Controls],
        report: &mut RunReport,
        progress: &dyn Progress,
    ) -> Result<()> {
        let own = &self.player.runtime().spec;
        let actuators = actuators(self.scene, self.lin, self.prior, own)?;
        let settings = own.settings();
        let contact = ContactPoints::of(self.lin.body);
        let full = Full::new(self.lin.body, &actuators, contact)?;
        let free = full.free().to_vec();
        let usual = SimulationSpec::default();
        let settings = Settings {
            iterations: settings.iterations.max(usual.settings().iterations),
            ..settings
        };
        let (truth, times, counts) =
            self.play(full, settings, played, "simulate in full", progress)?;
        let truth: Vec<Vec<f64>> = truth
            .iter()
            .map(|z| {
                let mut u = vec![0.0; self.lin.body.dofs()];
                free.iter().zip(z).for_each(|(&i, z)| u[i as usize] = *z);
                u
            })
            .collect();
        let error = self.error(&self.coordinates, &motion.coordinates, &truth);
        report.error = Some(error);
        report.error_beyond = own.adaptive.is_none().then(|| self.beyond(&truth));
        if error > WRONG {
            report.warnings.push(format!(
                "the motion is {:.0}% off that of the full body: {}",
                100.0 * error,
                self.advice(report)
            ));
        }
        let ratio = |timing: &Timing| timing.median / report.step.median.max(1e-9);
        report.against.push(Rival {
            name: "full".to_owned(),
            dofs: free.len(),
            ratio: ratio(&times),
            step: times,
            error: None,
            iterations: counts.per_step(played.len()),
            held: counts.held,
        });
        if against == Against::Lma {
            let spec = SubspaceSpec {
                method: Method::Lma,
                modes: ModeCount::Number(self.subspace.modes()),
                ..self.scene.scene().subspace.clone()
            };
            let lma = design(self.lin, self.prior, &spec, self.scene.folder(), progress)?;
            let own = &SimulationSpec { adaptive: None, ..own.clone() };
            let (dynamics, basis) =
                Dynamics::new(self.lin, self.prior, &lma, &actuators, own, progress)?;
            let mut engine = Engine::new(&dynamics, own)?;
            let mut state = State::rest(basis.size());
            let mut frames = vec![state.z.clone()];
            let (mut times, mut counts) = (Vec::new(), Counts::default());
            progress.stage("simulate lma", played.len());
            for (k, controls) in played.iter().enumerate() {
                check(progress)?;
                let begun = Instant::now();
                counts.add(&engine.step(&mut state, controls));
                times.push(begun.elapsed().as_secs_f64());
                if (k + 1) % own.steps_per_frame == 0 {
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
                iterations: counts.per_step(played.len()),
                held: counts.held,
            });
        }
        Ok(())
    }

    /// What helps a motion that is far off that of the full body.
    fn advice(&self, report: &RunReport) -> &'static str {
        let spec = &self.scene.scene().subspace;
        let follows =
            report.error_beyond.is_some_and(|share| share < 0.5 * report.error.unwrap_or(0.0));
        let rough = report.cubature_error > ROUGH;
        match (report.solver, spec.kind) {
            (SolverSpec::Projective, _) if follows && rough => "use more clusters",
            (SolverSpec::Projective, SubspaceKind::Skinning) if follows => {
                "use more iterations or more clusters"
            }
            _ if follows && rough => "use more cells (`cubature`)",
            (_, SubspaceKind::Skinning) => "use more modes",
            _ if spec.method == Method::Dynamic => {
                "displacement modes do not turn, and stiff parts lock them (`kind = \"skinning\"` \
                 follows)"
            }
            _ => {
                "displacement modes do not turn, and stiff parts lock them (`kind = \"skinning\"` \
                 follows); if it is driven as fast as it swings by itself, `method = \"dynamic\"` \
                 knows its vibration"
            }
        }
    }

    /// The part of the full body's motion that no coordinates of the subspace reach, relative to it.
    fn beyond(&self, truth: &[Vec<f64>]) -> f64 {
        let nearest = |u: &Vec<f64>| {
            let weighted: Vec<f64> = u.iter().zip(self.lin.mass()).map(|(u, m)| u * m).collect();
            self.coordinates.reduced(&weighted)
        };
        let frames: Vec<Vec<f64>> = truth.iter().map(nearest).collect();
        self.error(&self.coordinates, &frames, truth)
    }

    /// Plays recorded controls on another system; the frames' coordinates.
    fn play(
        &self,
        mut system: impl System,
        settings: Settings,
        played: &[Controls],
        stage: &str,
        progress: &dyn Progress,
    ) -> Result<(Vec<Vec<f64>>, Timing, Counts)> {
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
            if (k + 1) % self.player.runtime().spec.steps_per_frame == 0 {
                frames.push(state.z.clone());
            }
            progress.advance(k + 1);
        }
        Ok((frames, Timing::of(times), counts))
    }

    /// Root mean square distance from the truth over all frames, relative to the motion.
    fn error(&self, basis: &Coordinates, frames: &[Vec<f64>], truth: &[Vec<f64>]) -> f64 {
        let mass = self.lin.mass();
        let (mut wrong, mut whole) = (0.0, 0.0);
        for (z, truth) in frames.iter().zip(truth) {
            let (off, all) = basis.distance(z, truth, mass);
            wrong += off;
            whole += all;
        }
        if whole > 0.0 { (wrong / whole).sqrt() } else { 0.0 }
    }
}
