//! What is simulated, and the solver that does it.

use super::{SimulationSpec, SolverSpec};
use crate::control::{Goal, InverseKinematics, Reach};
use crate::energy::{Actuators, ContactPoints};
use crate::error::{Code, Error, Result};
use crate::force::Gaussian;
use crate::linalg::Mat;
use crate::progress::Progress;
use crate::reduce::{Parts, ProjectiveModel, ReducedModel};
use crate::simulate::{Controls, Projective, Reduced, Solver, State, StepReport, Stepper, System};
use crate::subspace::{Linearisation, Subspace};
use std::sync::Arc;

/// The model of a subspace, for the solver that a specification asks for.
#[derive(Debug, Clone)]
pub enum Dynamics {
    /// For Newton's method.
    Newton(Arc<ReducedModel>),
    /// For projective dynamics.
    Projective(Arc<ProjectiveModel>),
}

impl Dynamics {
    /// The model of a designed subspace.
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
            return Ok(Dynamics::Projective(Arc::new(model)));
        }
        Ok(Dynamics::Newton(Arc::new(ReducedModel::new(lin, subspace, parts, progress)?)))
    }

    /// The model for Newton's method; that of projective dynamics has the same energy.
    pub fn reduced(&self) -> &Arc<ReducedModel> {
        match self {
            Dynamics::Newton(model) => model,
            Dynamics::Projective(model) => &model.model,
        }
    }
}

/// The simulation of a subspace, by any solver.
pub enum Engine {
    /// Newton's method.
    Newton(Box<(Reduced, Stepper)>),
    /// Projective dynamics, and the same energy for derivatives.
    Projective(Box<(Projective, Reduced)>),
}

impl Engine {
    /// The solver that a specification asks for, which must be the one that the model is for.
    pub fn new(dynamics: &Dynamics, spec: &SimulationSpec) -> Result<Self> {
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
                };
                let message = format!("the model was made for {own}");
                Err(Error::new(Code::Unsupported, message)
                    .field("solver")
                    .help("choose the solver in the scene's [simulation] and design again"))
            }
        }
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

    pub(super) fn improve(
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
