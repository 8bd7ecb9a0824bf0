//! What is simulated, and the solver that does it.

use super::{SimulationSpec, SolverSpec};
use crate::control::{Goal, InverseKinematics, Reach};
use crate::energy::{Actuators, ContactPoints};
use crate::error::{Code, Error, Result};
use crate::force::Gaussian;
use crate::linalg::Mat;
use crate::progress::Progress;
use crate::reduce::{Coordinates, MixtureModel, Parts, ProjectiveModel, ReducedModel};
use crate::scene::SceneFile;
use crate::simulate::{
    Adaptive, Controls, Derivatives, Projective, Reduced, Settings, Solver, State, StepReport,
    Stepper, System,
};
use crate::subspace::{Linearisation, Subspace};
use std::sync::Arc;

/// The model of a subspace, for the solver that a specification asks for.
#[derive(Debug, Clone)]
pub enum Dynamics {
    /// For Newton's method.
    Newton(Arc<ReducedModel>),
    /// For projective dynamics.
    Projective(Arc<ProjectiveModel>),
    /// For Newton's method in the subspace of a mixture that suits the forces at hand.
    Mixture(Arc<MixtureModel>),
}

impl Dynamics {
    /// The model of a designed subspace, and what its coordinates mean.
    pub fn new(
        lin: &Linearisation<'_>,
        prior: &Gaussian,
        subspace: &Subspace,
        actuators: &Actuators,
        spec: &SimulationSpec,
        progress: &dyn Progress,
    ) -> Result<(Self, Coordinates)> {
        let coordinates = Coordinates::new(lin, subspace)?;
        let contact = ContactPoints::of(lin.body);
        let responses = lin.solve_watched(prior.draw(Parts::DRAWS, 1), progress)?;
        let parts =
            Parts { actuators, contact: &contact, cubature: spec.cubature, responses: &responses };
        if spec.solver == SolverSpec::Projective {
            progress.stage("cluster", 0);
            let model = ProjectiveModel::new(lin, subspace, spec.clusters, parts, progress)?;
            return Ok((Dynamics::Projective(Arc::new(model)), coordinates));
        }
        let model = ReducedModel::new(lin, subspace, parts, progress)?;
        Ok((Dynamics::Newton(Arc::new(model)), coordinates))
    }

    /// The model of a subspace for each component of a scene's mixture.
    pub fn adaptive(
        scene: &SceneFile,
        lin: &Linearisation<'_>,
        actuators: &Actuators,
        spec: &SimulationSpec,
        progress: &dyn Progress,
    ) -> Result<(Self, Coordinates)> {
        let mut components = Vec::new();
        for (name, probability, prior) in scene.components(lin)? {
            let subspace = scene.design(lin, &prior, progress)?;
            components.push((name, probability, prior, subspace));
        }
        let (contact, responses) = (ContactPoints::of(lin.body), Mat::new());
        let parts =
            Parts { actuators, contact: &contact, cubature: spec.cubature, responses: &responses };
        let (model, coordinates) = MixtureModel::new(lin, parts, components, progress)?;
        Ok((Dynamics::Mixture(Arc::new(model)), Coordinates::joined(&coordinates)))
    }

    /// The models of all subspaces.
    pub(super) fn models(&self) -> Vec<&Arc<ReducedModel>> {
        match self {
            Dynamics::Mixture(model) => model.components.iter().map(|c| &c.model).collect(),
            _ => vec![self.reduced()],
        }
    }

    /// Number of coordinates that a motion is told in.
    pub fn coordinates(&self) -> usize {
        match self {
            Dynamics::Mixture(model) => model.coordinates(),
            _ => self.reduced().coordinates(),
        }
    }

    /// The model for Newton's method; that of projective dynamics has the same energy. Of a mixture
    /// the first component's: all have the same interface.
    pub fn reduced(&self) -> &Arc<ReducedModel> {
        match self {
            Dynamics::Newton(model) => model,
            Dynamics::Projective(model) => &model.model,
            Dynamics::Mixture(model) => &model.components[0].model,
        }
    }
}

/// The simulation of a subspace, by any solver.
pub enum Engine {
    /// Newton's method.
    Newton(Box<(Reduced, Stepper)>),
    /// Projective dynamics, and the same energy for derivatives.
    Projective(Box<(Projective, Reduced)>),
    /// Newton's method in changing subspaces.
    Adaptive(Box<Adaptive>),
}

impl Engine {
    /// The solver that a specification asks for, which must be the one that the model is for.
    pub fn new(dynamics: &Dynamics, spec: &SimulationSpec) -> Result<Self> {
        if let (Dynamics::Mixture(model), Some(rule)) = (dynamics, spec.adaptive) {
            let mut adaptive = Adaptive::new(model.clone(), spec.settings(), rule)?;
            if spec.solver == SolverSpec::ExactNewton {
                adaptive.solve_by(Solver::Exact);
            }
            return Ok(Engine::Adaptive(Box::new(adaptive)));
        }
        let mut reduced = Reduced::new(dynamics.reduced().clone());
        match (dynamics, spec.solver) {
            (Dynamics::Newton(_), SolverSpec::Newton | SolverSpec::ExactNewton) => {
                if spec.solver == SolverSpec::ExactNewton {
                    reduced.solver = Solver::Exact;
                }
                let stepper = Stepper::new(spec.settings(), reduced.size())?;
                Ok(Engine::Newton(Box::new((reduced, stepper))))
            }
            (Dynamics::Projective(model), SolverSpec::Projective) => {
                let projective = Projective::new(model.clone(), spec.settings())?;
                Ok(Engine::Projective(Box::new((projective, reduced))))
            }
            (dynamics, _) => {
                let own = match dynamics {
                    Dynamics::Newton(_) => "Newton's method (newton or exact-newton)",
                    Dynamics::Projective(_) => "projective dynamics",
                    Dynamics::Mixture(_) => "changing subspaces",
                };
                let message = format!("the model was made for {own}");
                Err(Error::new(Code::Unsupported, message)
                    .field("solver")
                    .help("choose the solver in the scene's [simulation] and design again"))
            }
        }
    }

    /// Goes on with other settings.
    pub fn set(&mut self, settings: Settings) -> Result<()> {
        settings.check()?;
        match self {
            Engine::Newton(parts) => parts.1.settings = settings,
            Engine::Projective(parts) => parts.0.settings = settings,
            Engine::Adaptive(adaptive) => adaptive.set(settings),
        }
        Ok(())
    }

    /// Advances the state by a step. Nothing else is remembered from step to step, but for changing
    /// subspaces the posterior and the offset from the subspace in use ([`Adaptive::course`]).
    pub fn step(&mut self, state: &mut State, controls: &Controls) -> StepReport {
        match self {
            Engine::Newton(parts) => parts.1.step(&mut parts.0, state, controls),
            Engine::Projective(parts) => parts.0.step(state, controls),
            Engine::Adaptive(adaptive) => {
                adaptive.go_to(state);
                let report = adaptive.step(controls);
                adaptive.joined(&mut state.z, &mut state.v);
                state.time = adaptive.state().time;
                report.step
            }
        }
    }

    /// Forces that handles, obstacles and pushes put on the body at the end of a step, into `out`:
    /// (interface vertex, N).
    pub fn interaction(
        &mut self,
        state: &State,
        controls: &Controls,
        out: &mut Vec<(u32, [f64; 3])>,
    ) {
        match self {
            Engine::Newton(parts) => parts.0.interaction(&state.z, out),
            Engine::Projective(parts) => {
                parts.1.begin(&state.z, parts.0.settings.h, controls);
                parts.1.interaction(&state.z, out);
            }
            Engine::Adaptive(adaptive) => {
                out.clear();
                out.extend_from_slice(adaptive.forces());
            }
        }
    }

    /// The reduced body.
    pub fn reduced(&self) -> &Reduced {
        match self {
            Engine::Newton(parts) => &parts.0,
            Engine::Projective(parts) => &parts.1,
            Engine::Adaptive(adaptive) => adaptive.reduced(),
        }
    }

    /// Derivatives of the step between two states that was just made, in one part.
    pub fn derivatives(&mut self, before: &State, after: &State) -> Result<Derivatives> {
        let Engine::Newton(parts) = self else {
            let message = "steps can be differentiated in one subspace, by Newton's method";
            return Err(Error::new(Code::Unsupported, message)
                .help("choose the solver newton or exact-newton, and leave out `adaptive`"));
        };
        let Settings { h, integrator, .. } = parts.1.settings;
        Derivatives::of(&mut parts.0, integrator, h, before, after)
            .ok_or_else(|| Error::new(Code::Numeric, "the step has no derivatives"))
    }

    /// Changes amplitudes towards goals after a step of `h` seconds; changing subspaces are left alone.
    pub fn improve(
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
            Engine::Adaptive(_) => {
                let message =
                    "inverse kinematics moves a body in one subspace, and this one changes";
                return Err(Error::new(Code::Unsupported, message).help("leave out `adaptive`"));
            }
        };
        ik.improve(reduced, state, h, goals, controls)
    }
}
