//! The run time of a model: all that playing it takes, and nothing of the volume.
//!
//! It is made once, of a scene's body ([`Runtime::new`]) or of a model file
//! ([`Runtime::read`]); what follows ([`Player`](super::Player)) does not know the difference.

use super::engine::Dynamics;
use super::script::{Script, at};
use super::shake::add_loads;
use super::{SimulationSpec, SolverSpec, drive};
use crate::body::Body;
use crate::energy::{Actuators, CORNERS, Collider, DistanceField, Handle};
use crate::error::{Error, Result};
use crate::force::Gaussian;
use crate::mesh::display::{Attached, Display};
use crate::progress::Progress;
use crate::reduce::{Coordinates, CubatureSpec, Shell, Skin};
use crate::scene::SceneFile;
use crate::simulate::Rule;
use crate::subspace::{Linearisation, Subspace};

/// Vertices that are held together are at most so much farther away than the nearest, in sizes of the
/// body.
const GRASP: f64 = 0.05;

/// Error of the elastic force by cells or clusters that is told.
const ROUGH: f64 = 0.2;

/// All that playing a model takes.
///
/// ```no_run
/// # use forcedual::progress::Silent;
/// # use forcedual::scene::simulation::{Engine, Player, Runtime};
/// # use forcedual::simulate::{Controls, State};
/// let runtime = Runtime::read("model.safetensors".as_ref())?;
///
/// // step by step, under controls of one's own
/// let mut engine = Engine::new(&runtime.dynamics, &runtime.spec)?;
/// let model = runtime.dynamics.reduced();
/// let mut state = State::rest(runtime.dynamics.coordinates());
/// let mut controls = Controls::rest(model.actuators.channels.len());
/// controls.gravity = [0.0, -9.81, 0.0];
/// engine.step(&mut state, &controls);
/// let (positions, normals) = runtime.shell.frame(&state.z);
///
/// // or as the scene says
/// let (motion, report) = Player::new(runtime)?.play(|_| (), &Silent)?;
/// # Ok::<(), forcedual::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Runtime {
    /// How to step, and what happens.
    pub spec: SimulationSpec,
    /// How the body moves.
    pub dynamics: Dynamics,
    /// Which vertices of the interface can be dragged: those of the boundary that are not held.
    pub loose: Vec<bool>,
    /// Stiffness of a handle that drags the body well, N/m.
    pub grip: f64,
    /// For each collider the distance from its surface, where it has one.
    pub obstacles: Vec<Option<DistanceField>>,
    /// What is looked at.
    pub shell: Shell,
}

impl Runtime {
    /// The run time of a designed subspace; `surface` is what is looked at, the boundary where there
    /// is none. Also what the coordinates of a motion mean.
    pub fn new(
        scene: &SceneFile,
        lin: &Linearisation<'_>,
        prior: &Gaussian,
        subspace: &Subspace,
        surface: Option<&Attached>,
        spec: SimulationSpec,
        progress: &dyn Progress,
    ) -> Result<(Self, Coordinates)> {
        let within = |e: Error| scene.locate(e.field("simulation"));
        let body = lin.body;
        spec.check(body.dim()).map_err(within)?;
        scene.check_solver_keys(spec.solver)?;
        let actuators = actuators(scene, lin, prior, &spec)?;
        let mut obstacles = Vec::new();
        for (k, collider) in spec.collider.iter().enumerate() {
            let field = collider.sample(body.dim(), scene.folder(), progress);
            obstacles.push(field.map_err(at("collider", k)).map_err(within)?);
        }
        let (dynamics, coordinates) = match spec.adaptive {
            Some(_) => Dynamics::adaptive(scene, lin, &actuators, &spec, progress)?,
            None => {
                Dynamics::new(lin, prior, subspace, &actuators, &spec, progress).map_err(within)?
            }
        };
        let on = |&i: &u32| body.boundary.on_boundary(i as usize) && !body.held[i as usize];
        let runtime = Runtime {
            loose: dynamics.reduced().interface.iter().map(on).collect(),
            grip: drive::usual_stiffness(body),
            shell: shell(body, &coordinates, surface)?,
            spec,
            dynamics,
            obstacles,
        };
        Script::new(&runtime).map_err(within)?;
        Ok((runtime, coordinates))
    }

    /// Makes it what a model file can hold, and says what it loses by that: a mixture whose forces are
    /// too many numbers is chosen from by compliance.
    pub fn compact(&mut self) -> Option<String> {
        let (Dynamics::Mixture(model), Some(Rule::Bayes | Rule::ScaleFree)) =
            (&self.dynamics, self.spec.adaptive)
        else {
            return None;
        };
        let names = model.unstorable();
        if names.is_empty() {
            return None;
        }
        self.spec.adaptive = Some(Rule::Compliance);
        Some(format!(
            "the model chooses among the components of the mixture by compliance, as the forces of \
             {} are too many numbers for a file; for the scene's own rule simulate the scene",
            names.join(", ")
        ))
    }

    /// Relative error of the elastic force, by cells that stand for all or clusters that share a
    /// rotation, which comes on top of the certificate's; of a mixture the largest.
    pub fn elastic_error(&self) -> f64 {
        self.dynamics.models().iter().map(|model| model.cubature.error).fold(0.0, f64::max)
    }

    /// Error of the elastic force, which comes on top of the certificate's, where it is larger than it
    /// should be.
    pub fn roughness(&self) -> Option<String> {
        let Runtime { spec, dynamics, .. } = self;
        let model = dynamics.reduced();
        let (made, count) = (model.cubature.error, model.lame.len());
        let percent = 100.0 * made;
        match (spec.solver, spec.cubature) {
            (SolverSpec::Projective, _) if made > ROUGH => Some(format!(
                "{} an error of {percent:.0}% of the elastic force: {}",
                match count {
                    1 => "1 cluster that shares a rotation makes".to_owned(),
                    _ => format!("{count} clusters that share a rotation each make"),
                },
                match spec.clusters {
                    Some(_) => format!(
                        "use more clusters (clusters = {}), or leave `clusters` out",
                        4 * count
                    ),
                    None => format!(
                        "use Newton's method, or more clusters (clusters = {}) and longer times",
                        4 * count
                    ),
                }
            )),
            (SolverSpec::Newton | SolverSpec::ExactNewton, CubatureSpec::Cells(_))
                if made > ROUGH =>
            {
                Some(format!(
                    "{} an error of {percent:.0}% of the elastic force: use more cells \
                     (cubature = {}), or leave `cubature` out",
                    match count {
                        1 => "1 cell that stands for all makes".to_owned(),
                        _ => format!("{count} cells that stand for all make"),
                    },
                    4 * count
                ))
            }
            // of the usual tolerance a body may miss a little, which the certificate says; not of its own
            (SolverSpec::Newton | SolverSpec::ExactNewton, own @ CubatureSpec::Error { error })
                if made > if own == CubatureSpec::default() { ROUGH } else { error } =>
            {
                Some(format!(
                    "the cells that stand for all make an error of {percent:.1}% of the elastic \
                     force, more than {:.1}%: use fewer modes, or more cells (cubature = 2000)",
                    100.0 * error
                ))
            }
            _ => None,
        }
    }

    /// The obstacles where they stand at first.
    pub fn colliders(&self) -> Result<Vec<Collider>> {
        let dim = self.dynamics.reduced().dim;
        let each = self.spec.collider.iter().enumerate().map(|(k, spec)| {
            let field = self.obstacles.get(k).and_then(Option::as_ref);
            Ok(spec.bind(dim, field).map_err(at("collider", k))?.at(0.0))
        });
        each.collect()
    }

    /// A handle that brings a point of the surface, given where it is at rest, to a place: by the mean
    /// of the vertices nearest to it that can be dragged, so that what is held may turn.
    pub fn hold(&self, at: &[f64], to: [f64; 3]) -> Option<Handle> {
        let model = self.dynamics.reduced();
        let d = model.dim;
        let rest = |k: usize| &model.rest[k * d..][..d];
        let away = |k: usize| -> f64 { rest(k).iter().zip(at).map(|(x, y)| (x - y).powi(2)).sum() };
        let mut near = [(f64::INFINITY, usize::MAX); CORNERS];
        for k in (0..model.interface.len()).filter(|&k| self.loose.get(k) == Some(&true)) {
            let found = away(k);
            if let Some(slot) = near.iter().position(|(other, _)| found < *other) {
                near[slot..].rotate_right(1);
                near[slot] = (found, k);
            }
        }
        // the others only if they are not much farther away, as on thin parts far from here
        let reach = near[0].0.sqrt() + GRASP * model.size;
        let used = near.iter().take_while(|(away, _)| away.sqrt() <= reach).count();
        if used == 0 {
            return None;
        }
        let share = 1.0 / used as f64;
        let mut handle = Handle::on(0, to, self.grip);
        handle.count = used;
        for (a, &(_, k)) in near[..used].iter().enumerate() {
            handle.corners[a] = model.interface[k];
            handle.weights[a] = share;
            (0..d).for_each(|c| handle.target[c] += share * (rest(k)[c] - at[c]));
        }
        handle.target[d..].fill(0.0);
        Some(handle)
    }

    /// The vertex nearest to a point among those that can be dragged: its number in the mesh, its
    /// rest position, and how far away it is in m.
    pub(super) fn nearest(&self, at: &[f64]) -> Option<(u32, &[f64], f64)> {
        let model = self.dynamics.reduced();
        let away = |k: usize| -> f64 {
            let rest = &model.rest[k * model.dim..][..model.dim];
            rest.iter().zip(at).map(|(x, y)| (x - y).powi(2)).sum()
        };
        let all = (0..model.interface.len()).filter(|&k| self.loose.get(k) == Some(&true));
        let key = |k: usize| (away(k), model.interface[k]);
        let k = all.min_by(|&a, &b| {
            let ((a, i), (b, j)) = (key(a), key(b));
            a.total_cmp(&b).then(i.cmp(&j))
        })?;
        let rest = &model.rest[k * model.dim..][..model.dim];
        Some((model.interface[k], rest, away(k).sqrt()))
    }
}

/// What drives the body: the actuators of its forces, or where nothing happens to a body without any,
/// loads that shake it.
pub fn actuators(
    scene: &SceneFile,
    lin: &Linearisation<'_>,
    prior: &Gaussian,
    spec: &SimulationSpec,
) -> Result<Actuators> {
    let mut actuators = scene.actuators(lin)?;
    if spec.is_idle() && actuators.channels.is_empty() {
        add_loads(&mut actuators, lin, prior);
    }
    Ok(actuators)
}

fn shell(body: &Body, coordinates: &Coordinates, surface: Option<&Attached>) -> Result<Shell> {
    let boundary;
    let attached = match surface {
        Some(attached) => attached,
        None => {
            boundary = Attached::new(&body.mesh, Display::of_mesh(&body.mesh)?)?.0;
            &boundary
        }
    };
    let skin = Skin::of_surface(&body.mesh, coordinates, attached);
    Ok(Shell::new(attached.display.clone(), skin))
}
