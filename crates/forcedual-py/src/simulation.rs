//! Simulations: one step at a time, or many bodies at once.

use crate::arrays::{matrix, rows};
use crate::error::raise;
use crate::work::{long, quick};
use forcedual::control::{Goal, InverseKinematics, Reach};
use forcedual::energy::{Collider, Fluid, Handle};
use forcedual::progress::{Progress, Silent, check};
use forcedual::reduce::Coordinates;
use forcedual::scene::document::{Format, parse};
use forcedual::scene::simulation::{ColliderSpec, Engine, Runtime, SimulationSpec};
use forcedual::simulate::{Controls, Integrator, State, StepReport};
use forcedual::{Code, Error, Result};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2, ToPyArray};
use parking_lot::{Mutex, MutexGuard};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Steps between two looks for signals, and those that need none.
const LOOK: usize = 16;
/// How long somebody who waits for a simulation waits between two looks.
const TURN: Duration = Duration::from_millis(50);
/// What a simulation may change of the scene's `[simulation]`; the rest is part of the run time, or of plays.
const SETTINGS: [&str; 7] =
    ["step", "integrator", "solver", "iterations", "tolerance", "gravity", "collider"];

/// What changes from step to step.
struct Moving {
    engine: Engine,
    state: State,
    /// The state before the last step.
    before: State,
    controls: Controls,
    kinematics: InverseKinematics,
    last: Option<StepReport>,
}

impl Moving {
    fn check(&self) -> Result<()> {
        self.engine.reduced().check(&self.controls)
    }

    fn step(&mut self) -> StepReport {
        self.before.clone_from(&self.state);
        let report = self.engine.step(&mut self.state, &self.controls);
        self.last = Some(report);
        report
    }

    /// Several steps, and how they went together.
    fn steps(&mut self, count: usize, watch: &dyn Progress) -> Result<StepReport> {
        let mut all = StepReport { converged: true, ..StepReport::default() };
        for k in 0..count {
            if k % LOOK == 0 {
                check(watch)?;
            }
            let report = self.step();
            all = StepReport {
                iterations: all.iterations + report.iterations,
                residual: all.residual.max(report.residual),
                converged: all.converged && report.converged,
                parts: all.parts.max(report.parts),
                held: all.held || report.held,
            };
        }
        Ok(all)
    }

    fn set(&mut self, amplitudes: &[f64]) -> Result<()> {
        self.controls.amplitudes.clear();
        self.controls.amplitudes.extend_from_slice(amplitudes);
        self.check()
    }
}

/// A body in its subspace, stepped by its caller.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Simulation {
    runtime: Arc<Runtime>,
    spec: SimulationSpec,
    /// How the mesh's vertices move, and where they rest; a model knows its surface only.
    coordinates: Option<(Arc<Coordinates>, Vec<f64>)>,
    folder: PathBuf,
    moving: Mutex<Moving>,
}

/// Two arrays of rows.
type Pair<'py, T> = (Bound<'py, PyArray2<T>>, Bound<'py, PyArray2<T>>);
/// Numbers of a state.
type Numbers<'py> = Bound<'py, PyArray1<f64>>;
/// Coordinates, their rates, the time, and what BDF2 remembers: both a step before, and its length.
type Now<'py> = (Numbers<'py>, Numbers<'py>, f64, Option<(Numbers<'py>, Numbers<'py>, f64)>);
/// The same of a caller.
type Past = Option<(Vec<f64>, Vec<f64>, f64)>;
/// `(iterations, residual, converged, parts, held)`
type Told = (usize, f64, bool, u32, bool);

fn told(report: StepReport) -> Told {
    (report.iterations, report.residual, report.converged, report.parts, report.held)
}

impl Simulation {
    pub fn new(
        py: Python<'_>,
        runtime: Arc<Runtime>,
        coordinates: Option<(Arc<Coordinates>, &[f64])>,
        settings: &str,
        folder: &Path,
    ) -> PyResult<Self> {
        let (spec, moving) = quick(py, || {
            let spec = with_settings(&runtime.spec, settings)?;
            let model = runtime.dynamics.reduced();
            spec.check(model.dim).map_err(|e| e.field("simulation"))?;
            let engine = Engine::new(&runtime.dynamics, &spec)?;
            let mut controls = Controls::usual(&model.actuators.channels);
            if let Some(gravity) = &spec.gravity {
                controls.gravity = std::array::from_fn(|c| gravity.get(c).copied().unwrap_or(0.0));
            }
            controls.colliders = match spec.collider == runtime.spec.collider {
                true => runtime.colliders()?,
                false => colliders(&spec.collider, model.dim, folder)?,
            };
            let state = State::rest(runtime.dynamics.coordinates());
            let kinematics = InverseKinematics::new(engine.reduced());
            let before = state.clone();
            Ok((spec, Moving { engine, state, before, controls, kinematics, last: None }))
        })?;
        let coordinates = coordinates.map(|(c, rest)| (c, rest.to_vec()));
        let (folder, moving) = (folder.to_owned(), Mutex::new(moving));
        Ok(Simulation { runtime, spec, coordinates, folder, moving })
    }

    /// What moves, once others are done with it.
    fn turn(&self, watch: &dyn Progress) -> Result<MutexGuard<'_, Moving>> {
        loop {
            if let Some(moving) = self.moving.try_lock_for(TURN) {
                return Ok(moving);
            }
            check(watch)?;
        }
    }

    /// Short work with what moves; where another thread has it, waiting for it can be interrupted.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Moving) -> Result<T> + Send,
    ) -> PyResult<T> {
        let tried = quick(py, || match self.moving.try_lock() {
            Some(mut moving) => work(&mut moving).map(Ok),
            None => Ok(Err(work)),
        })?;
        tried.or_else(|work| long(py, None, |watch| work(&mut *self.turn(watch)?)))
    }

    /// Coordinates that are given, or those of now.
    fn coordinates_or(&self, py: Python<'_>, z: Option<Vec<f64>>) -> PyResult<Vec<f64>> {
        z.map_or_else(|| self.with(py, |moving| Ok(moving.state.z.clone())), Ok)
    }

    fn dim(&self) -> usize {
        self.runtime.dynamics.reduced().dim
    }
}

/// A specification with some keys changed, as a JSON object says.
fn with_settings(spec: &SimulationSpec, settings: &str) -> Result<SimulationSpec> {
    let wrong = |e: serde_json::Error| Error::new(Code::Scene, e.to_string());
    let mut value = serde_json::to_value(spec).map_err(wrong)?;
    let changes: serde_json::Value = serde_json::from_str(settings).map_err(wrong)?;
    if let (Some(value), Some(changes)) = (value.as_object_mut(), changes.as_object()) {
        if let Some(key) = changes.keys().find(|key| !SETTINGS.contains(&key.as_str())) {
            let message = format!("`{key}` is no setting of a simulation that is stepped");
            let help = format!(
                "settings are {}; design with simulation={{\"{key}\": ...}} for others",
                SETTINGS.join(", ")
            );
            let error = Error::new(Code::SceneUnknownKey, message).help(help);
            return Err(error.field(key).field("simulation"));
        }
        changes.iter().for_each(|(key, change)| drop(value.insert(key.clone(), change.clone())));
    }
    Ok(parse(&value.to_string(), Format::Json).map_err(|e| e.field("simulation"))?.value)
}

/// Obstacles as they are specified.
fn colliders(all: &[ColliderSpec], dim: usize, folder: &Path) -> Result<Vec<Collider>> {
    let each = all.iter().enumerate().map(|(k, spec)| {
        let within = |e: Error| e.field(format!("collider[{k}]")).field("simulation");
        spec.collider(dim, folder, &Silent).map_err(within)
    });
    each.collect()
}

fn stranger(vertex: u32) -> Error {
    Error::new(Code::Control, format!("vertex {vertex} is not one that the model knows"))
        .help("take one of `interface`: boundary and actuated vertices")
}

fn no_points() -> Error {
    Error::new(Code::Unsupported, "points of changing subspaces are not at hand")
        .help("use surface()")
}

fn place(values: &[f64]) -> [f64; 3] {
    std::array::from_fn(|c| values.get(c).copied().unwrap_or(0.0))
}

#[pymethods]
impl Simulation {
    /// Name, unit, mean and standard deviation of every channel.
    #[getter]
    fn channels(&self) -> Vec<(String, String, f64, f64)> {
        let each = self.runtime.dynamics.reduced().actuators.channels.iter();
        each.map(|c| (c.name.clone(), c.unit.clone(), c.mean, c.sigma)).collect()
    }

    #[getter]
    fn size(&self) -> usize {
        self.runtime.dynamics.coordinates()
    }

    #[getter]
    fn h(&self) -> f64 {
        self.spec.step
    }

    #[getter]
    fn grip(&self) -> f64 {
        self.runtime.grip
    }

    #[getter(dim)]
    fn get_dim(&self) -> usize {
        self.dim()
    }

    /// Steps under these amplitudes, or those of before.
    #[pyo3(signature = (amplitudes, steps))]
    fn step(&self, py: Python<'_>, amplitudes: Option<Vec<f64>>, steps: usize) -> PyResult<Told> {
        let work = |moving: &mut Moving, watch: &dyn Progress| {
            if let Some(amplitudes) = &amplitudes {
                moving.set(amplitudes)?;
            }
            moving.steps(steps, watch).map(told)
        };
        match steps > LOOK {
            true => long(py, None, |watch| work(&mut *self.turn(watch)?, watch)),
            false => self.with(py, |moving| work(moving, &Silent)),
        }
    }

    /// Steps once under each row of amplitudes; the coordinates after each.
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        amplitudes: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Pair<'py, f64>> {
        let rows_in: Vec<Vec<f64>> =
            amplitudes.as_array().rows().into_iter().map(|r| r.to_vec()).collect();
        let size = self.size();
        let (z, v) = long(py, None, |watch| {
            let mut moving = self.turn(watch)?;
            let (mut z, mut v) = (Vec::new(), Vec::new());
            for (k, row) in rows_in.iter().enumerate() {
                if k % LOOK == 0 {
                    check(watch)?;
                }
                moving.set(row)?;
                moving.step();
                z.extend_from_slice(&moving.state.z);
                v.extend_from_slice(&moving.state.v);
            }
            Ok((z, v))
        })?;
        Ok((rows(py, size, z)?, rows(py, size, v)?))
    }

    /// Coordinates, their rates, the time, and what BDF2 remembers.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Now<'py>> {
        let state = self.with(py, |moving| Ok(moving.state.clone()))?;
        let past = state.past().filter(|_| self.spec.integrator == Integrator::Bdf2);
        let past = past.map(|(z, v, h)| (z.to_pyarray(py), v.to_pyarray(py), h));
        Ok((state.z.into_pyarray(py), state.v.into_pyarray(py), state.time, past))
    }

    /// Goes on from a state, and from nothing else.
    fn set_state(
        &self,
        py: Python<'_>,
        z: Vec<f64>,
        v: Vec<f64>,
        time: f64,
        past: Past,
    ) -> PyResult<()> {
        let size = self.size();
        self.with(py, |moving| {
            let lists = past.iter().flat_map(|(z, v, _)| [z, v]).chain([&z, &v]);
            if lists.into_iter().any(|list| list.len() != size) {
                let message = format!("a state has {size} coordinates and as many rates");
                return Err(Error::new(Code::Array, message));
            }
            let state = State::at(z, v);
            moving.state = match past {
                Some((z, v, h)) => state.with_past(z, v, h),
                None => state,
            };
            moving.state.time = time;
            moving.last = None;
            Ok(())
        })
    }

    /// Back to rest; gravity, obstacles, fluid and limits stay.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |moving| {
            moving.engine = Engine::new(&self.runtime.dynamics, &self.spec)?;
            moving.state = State::rest(self.runtime.dynamics.coordinates());
            let limits = moving.kinematics.bounds().to_vec();
            moving.kinematics = InverseKinematics::new(moving.engine.reduced());
            for (k, (low, high)) in limits.into_iter().enumerate() {
                moving.kinematics.bind(k, low, high)?;
            }
            let channels = &self.runtime.dynamics.reduced().actuators.channels;
            moving.controls.amplitudes = Controls::usual(channels).amplitudes;
            moving.controls.handles.clear();
            moving.controls.forces.clear();
            moving.last = None;
            Ok(())
        })
    }

    #[getter]
    fn amplitudes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(self.with(py, |moving| Ok(moving.controls.amplitudes.clone()))?.into_pyarray(py))
    }

    fn set_amplitudes(&self, py: Python<'_>, amplitudes: Vec<f64>) -> PyResult<()> {
        self.with(py, |moving| moving.set(&amplitudes))
    }

    fn set_gravity(&self, py: Python<'_>, gravity: Vec<f64>) -> PyResult<()> {
        self.with(py, |moving| {
            moving.controls.gravity = place(&gravity);
            moving.check()
        })
    }

    /// Vertices that are dragged: `(vertex, target, N/m)` each.
    fn set_handles(&self, py: Python<'_>, all: Vec<(u32, Vec<f64>, f64)>) -> PyResult<()> {
        self.with(py, |moving| {
            let each = all.iter().map(|(v, target, k)| Handle::on(*v, place(target), *k));
            let before = std::mem::replace(&mut moving.controls.handles, each.collect());
            moving.check().inspect_err(|_| moving.controls.handles = before)
        })
    }

    /// Forces on vertices, N.
    fn set_forces(&self, py: Python<'_>, all: Vec<(u32, Vec<f64>)>) -> PyResult<()> {
        self.with(py, |moving| {
            let each = all.iter().map(|(v, force)| (*v, place(force)));
            let before = std::mem::replace(&mut moving.controls.forces, each.collect());
            moving.check().inspect_err(|_| moving.controls.forces = before)
        })
    }

    /// Obstacles, as JSON each.
    fn set_colliders(&self, py: Python<'_>, all: Vec<String>) -> PyResult<()> {
        long(py, None, |watch| {
            let each = all.iter().enumerate().map(|(k, text)| {
                let within = |e: Error| e.field(format!("collider[{k}]"));
                let spec: ColliderSpec = parse(text, Format::Json).map_err(within)?.value;
                spec.collider(self.dim(), &self.folder, watch).map_err(within)
            });
            let colliders = each.collect::<Result<Vec<_>>>()?;
            self.turn(watch)?.controls.colliders = colliders;
            Ok(())
        })
    }

    /// Puts the body, whose boundary has these facets, into a fluid.
    fn set_fluid(
        &self,
        py: Python<'_>,
        facets: PyReadonlyArray2<'_, i64>,
        density: f64,
        drag: f64,
    ) -> PyResult<()> {
        let corner = |row: &[i64], c: usize| row.get(c).map_or(0, |&v| v as u32);
        let rows = facets.as_array().rows().into_iter().map(|row| row.to_vec()).collect::<Vec<_>>();
        let facets = rows.iter().map(|row| std::array::from_fn(|c| corner(row, c))).collect();
        self.with(py, |moving| {
            if let Engine::Projective(_) = moving.engine {
                let message = "projective dynamics knows no fluid";
                return Err(Error::new(Code::Unsupported, message).help("use another solver"));
            }
            let fluid = Fluid { facets: Arc::new(facets), density, drag };
            let before = moving.controls.fluid.replace(fluid);
            moving.check().inspect_err(|_| moving.controls.fluid = before)
        })
    }

    /// Changes the amplitudes towards goals, `(vertex, place, weight)` each: root mean square distance
    /// of the points from their places, and how many channels are at a bound.
    fn reach(&self, py: Python<'_>, goals: Vec<(u32, Vec<f64>, f64)>) -> PyResult<(f64, usize)> {
        let h = self.spec.step;
        self.with(py, |moving| {
            let goals: Vec<Goal> = goals
                .iter()
                .map(|(v, at, weight)| Goal {
                    point: Handle::on(*v, place(at), 0.0),
                    weight: *weight,
                })
                .collect();
            if moving.last.is_none() {
                let message = "amplitudes are changed after a step, and none was made yet";
                return Err(Error::new(Code::Control, message).help("call step() first"));
            }
            let Moving { engine, state, controls, kinematics, .. } = moving;
            let Reach { distance, at_bounds, .. } =
                engine.improve(kinematics, state, &goals, controls, h)?;
            Ok((distance, at_bounds))
        })
    }

    /// Lowest and highest amplitude of a channel for `reach`.
    fn bind(&self, py: Python<'_>, channel: usize, low: f64, high: f64) -> PyResult<()> {
        self.with(py, |moving| moving.kinematics.bind(channel, low, high))
    }

    /// Derivatives of the last step: of z and v by z, v and amplitudes, six matrices.
    fn derivatives(&self, py: Python<'_>) -> PyResult<Vec<Py<PyArray2<f64>>>> {
        let found = self.with(py, |moving| {
            let whole = moving.last.is_some_and(|last| last.parts == 1 && !last.held);
            if !whole {
                let message = match moving.last {
                    None => "there is no step to differentiate",
                    Some(_) => "the last step was cut into shorter ones and has no derivatives",
                };
                return Err(Error::new(Code::Control, message)
                    .help("make a step first; where it was cut, shorter steps need no cutting"));
            }
            moving.engine.derivatives(&moving.before, &moving.state)
        })?;
        let all = [&found.z_z, &found.z_v, &found.z_a, &found.v_z, &found.v_v, &found.v_a];
        all.into_iter().map(|m| matrix(py, m)).collect()
    }

    /// Places of all vertices of the mesh.
    fn positions<'py>(
        &self,
        py: Python<'py>,
        z: Option<Vec<f64>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let Some((coordinates, rest)) = &self.coordinates else {
            let error =
                Error::new(Code::Unsupported, "a model file moves its surface, not its cells");
            return Err(raise(py, &error.help("use surface(), or simulate a design")));
        };
        let size = self.size();
        let z = self.coordinates_or(py, z)?;
        let x = quick(py, || {
            if z.len() != size {
                let message = format!("a state has {size} coordinates, not {}", z.len());
                return Err(Error::new(Code::Array, message));
            }
            let mut x = coordinates.displacement(&z);
            x.iter_mut().zip(rest).for_each(|(x, r)| *x += r);
            Ok(x)
        })?;
        rows(py, self.dim(), x)
    }

    /// Numbers of the vertices that anything may touch or drag.
    #[getter]
    fn interface<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let all = self.runtime.dynamics.reduced().interface.iter().map(|&v| v.into());
        all.collect::<Vec<i64>>().into_pyarray(py)
    }

    /// Places of some vertices of the interface, row by row.
    fn points<'py>(
        &self,
        py: Python<'py>,
        vertices: Vec<u32>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let model = self.runtime.dynamics.reduced();
        let dim = model.dim;
        let places = self.with(py, |moving| {
            let (reduced, z) = (moving.engine.reduced(), &moving.state.z);
            if let Engine::Adaptive(_) = moving.engine {
                return Err(no_points());
            }
            let mut padded = vec![0.0; model.motion.padded()];
            model.motion.pad(z, &mut padded);
            let mut out = vec![0.0; vertices.len() * dim];
            for (&v, out) in vertices.iter().zip(out.chunks_exact_mut(dim)) {
                let k = reduced.local(v).ok_or_else(|| stranger(v))?;
                model.motion.point(k, &padded, out);
                out.iter_mut().zip(&model.rest[k * dim..]).for_each(|(x, r)| *x += r);
            }
            Ok(out)
        })?;
        rows(py, dim, places)
    }

    /// Derivatives of the places of some vertices with respect to the coordinates, `dim` rows each.
    fn point_jacobian<'py>(
        &self,
        py: Python<'py>,
        vertices: Vec<u32>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let model = self.runtime.dynamics.reduced();
        let (dim, size) = (model.dim, model.coordinates());
        let rows_out = self.with(py, |moving| {
            if let Engine::Adaptive(_) = moving.engine {
                return Err(no_points());
            }
            let mut out = vec![0.0; vertices.len() * dim * size];
            let (mut padded, mut unit) = (vec![0.0; model.motion.padded()], vec![0.0; size]);
            let mut moved = [0.0; 3];
            for j in 0..size {
                unit.fill(0.0);
                unit[j] = 1.0;
                model.motion.pad(&unit, &mut padded);
                for (at, &v) in vertices.iter().enumerate() {
                    let k = model.local(v).ok_or_else(|| stranger(v))?;
                    model.motion.point(k, &padded, &mut moved[..dim]);
                    (0..dim).for_each(|c| out[(at * dim + c) * size + j] = moved[c]);
                }
            }
            Ok(out)
        })?;
        rows(py, size, rows_out)
    }

    /// Places and normals of the surface to look at, three numbers each.
    fn surface<'py>(&self, py: Python<'py>, z: Option<Vec<f64>>) -> PyResult<Pair<'py, f32>> {
        let size = self.size();
        let z = self.coordinates_or(py, z)?;
        let (places, normals) = quick(py, || {
            if z.len() != size {
                let message = format!("a state has {size} coordinates, not {}", z.len());
                return Err(Error::new(Code::Array, message));
            }
            Ok(self.runtime.shell.frame(&z))
        })?;
        let flat = |list: Vec<[f32; 3]>| list.into_iter().flatten().collect::<Vec<f32>>();
        Ok((rows(py, 3, flat(places))?, rows(py, 3, flat(normals))?))
    }

    /// Triangles of the surface to look at.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let faces = self.runtime.shell.display().faces.iter().flatten();
        rows(py, 3, faces.map(|&i| i.into()).collect())
    }
}

/// Steps many simulations at the same time, each under its row of amplitudes: the reports.
#[pyfunction]
pub fn step_many(
    py: Python<'_>,
    simulations: Vec<Py<Simulation>>,
    amplitudes: Option<PyReadonlyArray2<'_, f64>>,
    steps: usize,
) -> PyResult<Vec<Told>> {
    let amplitudes: Option<Vec<Vec<f64>>> =
        amplitudes.map(|a| a.as_array().rows().into_iter().map(|r| r.to_vec()).collect());
    let all: Vec<&Simulation> = simulations.iter().map(|s| s.get()).collect();
    let one = |k: usize, moving: &mut Moving, watch: &dyn Progress| {
        if let Some(amplitudes) = &amplitudes {
            moving.set(&amplitudes[k])?;
        }
        moving.steps(steps, watch).map(told)
    };
    // no lock is held while threads wait for each other
    let mut done: Vec<Option<Told>> = all.iter().map(|_| None).collect();
    if steps <= LOOK {
        done = quick(py, || {
            let each = all.par_iter().enumerate().map(|(k, simulation)| {
                let moving = simulation.moving.try_lock();
                moving.map(|mut moving| one(k, &mut moving, &Silent)).transpose()
            });
            each.collect::<Result<Vec<_>>>()
        })?;
    }
    if done.iter().all(Option::is_some) {
        return Ok(done.into_iter().flatten().collect());
    }
    // others have some of them, and waiting for those can be interrupted
    long(py, None, |watch| {
        let each = done.into_par_iter().enumerate().map(|(k, done)| match done {
            Some(told) => Ok(told),
            None => one(k, &mut *all[k].turn(watch)?, watch),
        });
        each.collect::<Result<Vec<_>>>()
    })
}
