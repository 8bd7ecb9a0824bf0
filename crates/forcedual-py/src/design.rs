//! Designed subspaces.

use crate::arrays::{Csr, csr, matrix, numbers, rows, to_matrix, vector};
use crate::body::factor;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::motion::{Played, write_motion};
use crate::scene::{Scene, json};
use crate::simulation::Simulation;
use crate::work::{long, quick};
use forcedual::body::Body;
use forcedual::export::{Animation, Model as File};
use forcedual::force::Gaussian;
use forcedual::linalg::{Mat, column};
use forcedual::mesh::display::Attached;
use forcedual::progress::{Progress, check};
use forcedual::reduce::Coordinates;
use forcedual::scene::simulation::{Against, Kept, Run, Runtime};
use forcedual::scene::{Report, SceneFile, Spent};
use forcedual::subspace::rotation_strain::RotationStrain;
use forcedual::subspace::{Linearisation, Subspace};
use forcedual::{Code, Error, Result};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

type Linear<'a> = Linearisation<'a>;

self_cell::self_cell!(
    /// A body and its factored stiffness.
    struct Factored {
        owner: Body,
        #[covariant]
        dependent: Linear,
    }
);

/// The run time of a design and what its coordinates mean.
struct Prepared {
    runtime: Arc<Runtime>,
    coordinates: Arc<Coordinates>,
    warnings: Vec<String>,
}

/// A designed subspace, and the factored body that it was designed on.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Design {
    file: Arc<SceneFile>,
    factored: Factored,
    prior: Gaussian,
    /// Without basis and weights, which NumPy owns.
    subspace: Subspace,
    /// What is looked at; the skins of creatures take long and are made when they are asked for.
    surface: OnceLock<Option<Attached>>,
    report: Report,
    prepared: OnceLock<Prepared>,
    #[pyo3(get)]
    basis: Py<PyArray2<f64>>,
    #[pyo3(get)]
    weights: Option<Py<PyArray2<f64>>>,
    #[pyo3(get)]
    eigenvalues: Py<PyArray1<f64>>,
    #[pyo3(get)]
    mean: Option<Py<PyArray1<f64>>>,
    #[pyo3(get)]
    mass: Py<PyArray1<f64>>,
    #[pyo3(get)]
    held: Py<PyArray1<bool>>,
}

/// What a design gives before NumPy owns any of it.
struct Found {
    factored: Factored,
    prior: Gaussian,
    subspace: Subspace,
    surface: OnceLock<Option<Attached>>,
    report: Report,
}

fn design(file: &SceneFile, watch: &dyn Progress) -> Result<Found> {
    let started = Instant::now();
    file.check_keys(std::slice::from_ref(&file.scene().subspace))?;
    let (body, mut warnings) = file.body(watch)?;
    let surface = OnceLock::new();
    if file.scene().mesh.shape.is_none() {
        let (found, doubts) = file.surface(&body.mesh, watch)?;
        warnings.extend(doubts);
        let _ = surface.set(found);
    }
    let selections = file.selections(&body)?;
    let read = started.elapsed();
    let factored = Factored::try_new(body, |body| file.linearise(body, watch))?;
    let lin = factored.borrow_dependent();
    watch.stage("prior", 0);
    let begun = Instant::now();
    let (prior, doubts) = file.prior_and_doubts(lin)?;
    warnings.extend(doubts);
    let prior_time = begun.elapsed();
    let subspace = file.design(lin, &prior, watch)?;
    let total = started.elapsed();
    let spent = Spent { read, prior: prior_time, runtime: Duration::ZERO, total };
    let report = Report::new(lin, &subspace, selections, spent, warnings);
    Ok(Found { factored, prior, subspace, surface, report })
}

impl Design {
    fn lin(&self) -> &Linearisation<'_> {
        self.factored.borrow_dependent()
    }

    /// The subspace with its arrays.
    fn whole(&self, py: Python<'_>) -> Subspace {
        let whole = |array: &Py<PyArray2<f64>>| to_matrix(&array.bind(py).readonly());
        Subspace {
            basis: whole(&self.basis),
            weights: self.weights.as_ref().map(whole),
            ..self.subspace.clone()
        }
    }

    /// What is looked at.
    fn surface(&self, watch: &dyn Progress) -> Result<Option<&Attached>> {
        if self.surface.get().is_none() {
            let _ = self.surface.set(self.file.surface(&self.lin().body.mesh, watch)?.0);
        }
        Ok(self.surface.get().and_then(Option::as_ref))
    }

    /// The model without a run time.
    pub fn unplayed(&self, py: Python<'_>) -> PyResult<File> {
        let subspace = self.whole(py);
        long(py, None, |watch| {
            let file = File::new(self.file.scene(), self.lin(), &subspace)?;
            Ok(file.with_surface(self.surface(watch)?.cloned()))
        })
    }

    /// The run time, made when first asked for.
    fn prepared(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<&Prepared> {
        if self.prepared.get().is_none() {
            let subspace = self.whole(py);
            let made = long(py, progress, |watch| {
                let (spec, surface) = (self.file.scene().simulation(), self.surface(watch)?);
                let (lin, prior) = (self.lin(), &self.prior);
                let (runtime, coordinates) =
                    Runtime::new(&self.file, lin, prior, &subspace, surface, spec, watch)?;
                let mut compact = runtime.clone();
                let warnings = compact.compact().into_iter().collect();
                let (runtime, coordinates) = (Arc::new(runtime), Arc::new(coordinates));
                Ok(Prepared { runtime, coordinates, warnings })
            })?;
            let _ = self.prepared.set(made);
        }
        self.prepared
            .get()
            .ok_or_else(|| crate::error::internal(py, Box::new("the run time was not made")))
    }
}

#[pymethods]
impl Design {
    /// Designs the subspace of a scene.
    #[new]
    #[pyo3(signature = (scene, progress=None))]
    fn new(
        py: Python<'_>,
        scene: &Bound<'_, Scene>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let file = scene.get().file.clone();
        let mut found = long(py, progress.as_ref(), |watch| design(&file, watch))?;
        let basis = matrix(py, &std::mem::replace(&mut found.subspace.basis, Mat::new()))?;
        let weights = found.subspace.weights.take().map(|w| matrix(py, &w)).transpose()?;
        let mean = found.subspace.mean.clone().map(|m| vector(py, m)).transpose()?;
        let body = found.factored.borrow_owner();
        Ok(Design {
            basis,
            weights,
            mean,
            eigenvalues: vector(py, found.subspace.eigenvalues.clone())?,
            mass: vector(py, body.mass.clone())?,
            held: vector(py, body.held.clone())?,
            file,
            factored: found.factored,
            prior: found.prior,
            subspace: found.subspace,
            surface: found.surface,
            report: found.report,
            prepared: OnceLock::new(),
        })
    }

    #[getter]
    fn dim(&self) -> usize {
        self.lin().body.dim()
    }

    #[getter]
    fn mesh(&self, py: Python<'_>) -> PyResult<Mesh> {
        Mesh::new(py, self.lin().body.mesh.clone(), Vec::new())
    }

    #[getter]
    fn rigid(&self) -> usize {
        self.subspace.rigid
    }

    /// The report of the design, as JSON.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(&self.report))
    }

    /// The scene, as JSON.
    fn scene(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(self.file.scene()))
    }

    /// Displacements under forces, a row each.
    #[pyo3(signature = (forces, progress=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        forces: PyReadonlyArray2<'py, f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let view = forces.as_array();
        let forces = Mat::from_fn(view.ncols(), view.nrows(), |i, j| view[[j, i]]);
        let solved = long(py, progress.as_ref(), |watch| {
            let dofs = self.lin().body.dofs();
            if forces.nrows() != dofs {
                let message =
                    format!("forces should have {dofs} numbers each, but have {}", forces.nrows());
                return Err(Error::new(Code::Array, message));
            }
            self.lin().solve_watched(forces, watch)
        })?;
        flat(py, &solved)
    }

    /// Forces drawn from the prior, a row each.
    #[pyo3(signature = (count, seed, progress=None))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        seed: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let drawn = |watch: &dyn Progress| self.prior.draw_watched(count, seed, watch);
        flat(py, &long(py, progress.as_ref(), drawn)?)
    }

    /// Writes the surface where displacements put it, a row each.
    #[pyo3(signature = (path, displacements, surface=None, progress=None))]
    fn write_surfaces(
        &self,
        py: Python<'_>,
        path: PathBuf,
        displacements: PyReadonlyArray2<'_, f64>,
        surface: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<String>> {
        let (all, dofs) = (numbers(&displacements), self.lin().body.dofs());
        long(py, progress.as_ref(), |watch| {
            let skin = self.file.skin(surface.as_deref())?;
            skin.write(&path, &self.lin().body.mesh, all.chunks_exact(dofs), watch)
        })
    }

    /// Linear displacements, a row each, turned into large ones.
    #[pyo3(signature = (displacements, progress=None))]
    fn large<'py>(
        &self,
        py: Python<'py>,
        displacements: PyReadonlyArray2<'py, f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (all, dofs) = (numbers(&displacements), self.lin().body.dofs());
        let moved = long(py, progress.as_ref(), |watch| {
            let reconstruction = RotationStrain::new(self.lin().body)?;
            watch.stage("reconstruct", all.len() / dofs.max(1));
            let mut moved = Vec::with_capacity(all.len());
            for (k, u) in all.chunks_exact(dofs).enumerate() {
                check(watch)?;
                moved.extend(reconstruction.reconstruct(u)?);
                watch.advance(k + 1);
            }
            Ok(moved)
        })?;
        rows(py, dofs, moved)
    }

    /// Supports, material and forces on the mesh: names and rows.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyArray2<f64>>)>> {
        let fields = quick(py, || self.file.fields(self.lin()))?;
        fields.into_iter().map(|f| Ok((f.name, rows(py, f.components, f.data)?))).collect()
    }

    /// Factor of the covariance, amplitudes by degrees of freedom.
    fn factor(&self, py: Python<'_>) -> PyResult<Csr> {
        Ok(csr(py, quick(py, || Ok(factor(&self.prior, self.lin().body)))?))
    }

    /// The model, with all that playing it takes.
    #[pyo3(signature = (progress=None))]
    fn model(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Model> {
        let prepared = self.prepared(py, progress.as_ref())?;
        let file = self.unplayed(py)?;
        let runtime = quick(py, || {
            let mut runtime = Runtime::clone(&prepared.runtime);
            runtime.compact();
            Ok(runtime)
        })?;
        Model::new(py, file.with_runtime(Some(runtime)), prepared.warnings.clone())
    }

    /// A simulation; settings as JSON take the place of the scene's.
    #[pyo3(signature = (settings, progress=None))]
    fn simulation(
        &self,
        py: Python<'_>,
        settings: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Simulation> {
        let prepared = self.prepared(py, progress.as_ref())?;
        let coordinates = Some((prepared.coordinates.clone(), self.lin().body.mesh.positions()));
        Simulation::new(py, prepared.runtime.clone(), coordinates, settings, self.file.folder())
    }

    /// Plays the scene; beside a rival if asked for, and into a file.
    #[pyo3(signature = (frames, against, output, name, progress=None))]
    fn play(
        &self,
        py: Python<'_>,
        frames: Option<usize>,
        against: Option<&str>,
        output: Option<PathBuf>,
        name: Option<&str>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Played> {
        let subspace = self.whole(py);
        let against = match against {
            None => None,
            Some("full") => Some(Against::Full),
            Some("lma") => Some(Against::Lma),
            Some(other) => {
                let message = format!("a run is measured against \"full\" or \"lma\", not {other}");
                return Err(crate::error::raise(py, &Error::new(Code::Scene, message)));
            }
        };
        let played = long(py, progress.as_ref(), |watch| {
            let mut spec = self.file.scene().simulation();
            spec.frames = frames.unwrap_or(spec.frames);
            let (lin, surface) = (self.lin(), self.surface(watch)?);
            let shown = surface.map_or(lin.body.mesh.vertex_count(), |s| s.display.positions.len());
            let kept = Kept { surface: output.as_ref().map(|_| shown), full: against.is_some() };
            spec.check_room(lin.body.dofs(), kept)?;
            let run = Run::new(&self.file, lin, &self.prior, &subspace, surface, spec, watch)?;
            let (motion, report) = run.simulate(against, watch)?;
            let body = self.factored.borrow_owner();
            if let Some(path) = &output {
                let moved = run.displacements(&motion)?;
                let surface = surface.cloned();
                let film = Animation::of_body(&body.mesh, surface, motion.times.clone(), moved)?;
                write_motion(film, &motion, path, name, watch)?;
            }
            Ok((motion, json(&report)?))
        })?;
        Played::new(py, played)
    }
}

/// Columns of a matrix as rows.
fn flat<'py>(py: Python<'py>, of: &Mat) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let all = (0..of.ncols()).flat_map(|j| column(of.as_ref(), j)).copied().collect();
    rows(py, of.nrows(), all)
}
