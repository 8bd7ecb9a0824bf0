//! The scene's `[simulation]`: how to step, and what happens when.

mod curve;
mod drive;
mod engine;
mod felt;
mod meet;
mod play;
mod reach;
mod room;
mod run;
mod runtime;
mod script;
mod shake;
mod strain;
mod watch;

pub use curve::{Keys, Wave};
pub use drive::{Drive, HandleSpec, TargetSpec};
pub use engine::{Dynamics, Engine};
pub use felt::Feel;
pub use meet::ColliderSpec;
pub use play::{Motion, Player, RunReport, Timing, Use};
pub use room::Kept;
pub use run::{Against, Rival, Run};
pub use runtime::{Runtime, actuators};
pub use script::Script;

use super::Scene;
use crate::error::{Code, Error, Result};
use crate::reduce::CubatureSpec;
use crate::simulate::{Integrator, Rule, Settings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a body is simulated, and what happens to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SimulationSpec {
    /// Length of a step, in s.
    pub step: f64,
    /// Frames to make.
    pub frames: usize,
    /// Steps from frame to frame.
    pub steps_per_frame: usize,
    /// Time integrator.
    pub integrator: Integrator,
    /// How a step is solved.
    pub solver: SolverSpec,
    /// Iterations of a step at most; all are made by `projective`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<usize>,
    /// Root mean square error of the positions after a step that is good enough, as a fraction of
    /// the body's diameter.
    pub tolerance: f64,
    /// Acceleration of gravity in m/s^2, `dim` numbers; none by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Vec<f64>>,
    /// Cells that stand for all in the elastic energy: a number, or { error = 0.05 }.
    pub cubature: CubatureSpec,
    /// Clusters that share a rotation, for `projective`; by default as many as the error of the elastic
    /// force asks for, up to 1600.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clusters: Option<usize>,
    /// Changes, as forces are felt, between a subspace for each component of the scene's force of
    /// kind `mixture`; how it chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adaptive: Option<Rule>,
    /// How displacement modes are shown.
    pub display: DisplayPath,
    /// Actuation over time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drive: Vec<Drive>,
    /// Points that are dragged along a path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handle: Vec<HandleSpec>,
    /// Obstacles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collider: Vec<ColliderSpec>,
    /// Points that actuation is to bring to places (inverse kinematics).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target: Vec<TargetSpec>,
}

/// How reduced coordinates become places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DisplayPath {
    /// As they are simulated.
    #[default]
    Linear,
    /// By rotation-strain coordinates, which take the swelling out of modes of small displacements
    /// that bend far: for the law `linear` above all.
    RotationStrain,
}

/// How a step is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SolverSpec {
    /// Newton's method, its linear systems solved by conjugate gradients, the last of a step to a hundredth.
    #[default]
    Newton,
    /// Newton's method, its linear systems solved exactly.
    ExactNewton,
    /// Projective dynamics: rotations by clusters, for the law `arap` only.
    Projective,
}

impl Default for SimulationSpec {
    fn default() -> Self {
        SimulationSpec {
            step: 1.0 / 60.0,
            frames: 120,
            steps_per_frame: 1,
            integrator: Integrator::default(),
            solver: SolverSpec::default(),
            iterations: None,
            tolerance: 1e-5,
            gravity: None,
            cubature: CubatureSpec::default(),
            clusters: None,
            adaptive: None,
            display: DisplayPath::default(),
            drive: Vec::new(),
            handle: Vec::new(),
            collider: Vec::new(),
            target: Vec::new(),
        }
    }
}

/// Frames at most.
const MOST_FRAMES: usize = 100_000;

impl SimulationSpec {
    /// The settings of a step.
    pub fn settings(&self) -> Settings {
        let usual = if self.solver == SolverSpec::Projective { 10 } else { 20 };
        Settings {
            h: self.step,
            integrator: self.integrator,
            iterations: self.iterations.unwrap_or(usual),
            tolerance: self.tolerance,
        }
    }

    /// Does nothing happen, so that the body is to be shaken by its prior?
    pub fn is_idle(&self) -> bool {
        self.drive.is_empty()
            && self.handle.is_empty()
            && self.target.is_empty()
            && self.collider.iter().all(|c| c.by.is_none())
            && self.gravity.as_ref().is_none_or(|g| g.iter().all(|x| *x == 0.0))
    }

    /// Refuses numbers that make no sense for a body of `dim` dimensions.
    pub fn check(&self, dim: usize) -> Result<()> {
        let wrong = |field: &str, message: &str| Err(Error::new(Code::Scene, message).field(field));
        if !(1e-6..=1.0).contains(&self.step) {
            return wrong("step", "must lie between 1e-6 s and 1 s");
        }
        if !(1..=MOST_FRAMES).contains(&self.frames) {
            return wrong("frames", "must lie between 1 and 100000");
        }
        if !(1..=10_000).contains(&self.steps_per_frame) {
            return wrong("steps-per-frame", "must lie between 1 and 10000");
        }
        if self.iterations.is_some_and(|n| !(1..=10_000).contains(&n)) {
            return wrong("iterations", "must lie between 1 and 10000");
        }
        if !(0.0..=0.1).contains(&self.tolerance) {
            return wrong("tolerance", "must lie between 0 and 0.1");
        }
        if let Some(gravity) = &self.gravity
            && (gravity.len() != dim || !gravity.iter().all(|x| x.is_finite()))
        {
            let message = format!("must be {dim} finite numbers");
            return wrong("gravity", &message);
        }
        if self.adaptive.is_some() && self.solver == SolverSpec::Projective {
            return wrong("adaptive", "changes subspaces for Newton's method only");
        }
        if self.adaptive.is_some() && !self.target.is_empty() {
            return wrong("target", "needs one subspace, and `adaptive` changes it");
        }
        if self.clusters == Some(0) {
            return wrong("clusters", "must be at least 1");
        }
        match self.cubature {
            CubatureSpec::Cells(0) => wrong("cubature", "must be at least 1"),
            CubatureSpec::Error { error } if !(error > 0.0 && error < 1.0) => {
                wrong("cubature", "the error must be above 0 and below 1")
            }
            _ => Ok(()),
        }
    }
}

impl Scene {
    /// How to simulate, as written or by default.
    pub fn simulation(&self) -> SimulationSpec {
        self.simulation.clone().unwrap_or_default()
    }
}
