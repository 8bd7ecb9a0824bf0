//! Model files.

use crate::arrays::{frozen_rows, matrix, to_matrix, vector};
use crate::error::raise;
use crate::motion::{Played, write_motion};
use crate::scene::json;
use crate::simulation::Simulation;
use crate::work::{long, quick};
use forcedual::export::{Animation, Model as File};
use forcedual::scene::simulation::{Player, Runtime};
use forcedual::{Code, Error};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A designed subspace with its body and run time, as in a file.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Model {
    /// Without basis, weights and run time.
    file: File,
    runtime: Option<Arc<Runtime>>,
    #[pyo3(get)]
    warnings: Vec<String>,
    #[pyo3(get)]
    vertices: Py<PyArray2<f64>>,
    #[pyo3(get)]
    cells: Py<PyArray2<i64>>,
    #[pyo3(get)]
    mass: Py<PyArray1<f64>>,
    #[pyo3(get)]
    held: Py<PyArray1<bool>>,
    #[pyo3(get)]
    basis: Option<Py<PyArray2<f64>>>,
    #[pyo3(get)]
    weights: Option<Py<PyArray2<f64>>>,
    #[pyo3(get)]
    eigenvalues: Py<PyArray1<f64>>,
    #[pyo3(get)]
    mean: Option<Py<PyArray1<f64>>>,
}

impl Model {
    pub fn new(py: Python<'_>, mut file: File, warnings: Vec<String>) -> PyResult<Self> {
        let cells = file.cells.iter().map(|&i| i.into()).collect();
        Ok(Model {
            warnings,
            vertices: frozen_rows(py, file.dim, file.vertices.clone())?,
            cells: frozen_rows(py, file.dim + 1, cells)?,
            mass: vector(py, file.mass.clone())?,
            held: vector(py, file.held.clone())?,
            basis: file.basis.take().map(|b| matrix(py, &b)).transpose()?,
            weights: file.weights.take().map(|w| matrix(py, &w)).transpose()?,
            eigenvalues: vector(py, file.eigenvalues.clone())?,
            mean: file.mean.clone().map(|m| vector(py, m)).transpose()?,
            runtime: file.runtime.take().map(Arc::new),
            file,
        })
    }

    /// The file with its arrays, but without the run time.
    pub fn whole(&self, py: Python<'_>) -> File {
        let whole = |array: &Option<Py<PyArray2<f64>>>| {
            array.as_ref().map(|array| to_matrix(&array.bind(py).readonly()))
        };
        File { basis: whole(&self.basis), weights: whole(&self.weights), ..self.file.clone() }
    }

    /// The contents of the file.
    fn bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let file = self.whole(py);
        long(py, None, |_| {
            let runtime = self.runtime.as_deref().cloned();
            File { runtime, ..file }.to_bytes()
        })
    }

    fn runtime(&self, py: Python<'_>) -> PyResult<Arc<Runtime>> {
        self.runtime.clone().ok_or_else(|| {
            let error = Error::new(Code::Model, "the model has no run time: it cannot be played");
            raise(py, &error.help("an earlier version wrote it: design the scene again"))
        })
    }
}

#[pymethods]
impl Model {
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let file = long(py, None, |_| File::read(&path))?;
        Model::new(py, file, Vec::new())
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let file = long(py, None, |_| File::from_bytes(bytes))?;
        Model::new(py, file, Vec::new())
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.bytes(py)?))
    }

    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let bytes = self.bytes(py)?;
        quick(py, || forcedual::export::write_bytes(&path, &bytes))
    }

    #[getter]
    fn dim(&self) -> usize {
        self.file.dim
    }

    #[getter]
    fn rigid(&self) -> usize {
        self.file.rigid
    }

    #[getter]
    fn reduced_dofs(&self) -> usize {
        self.file.reduced_dofs
    }

    #[getter]
    fn kind(&self) -> &str {
        &self.file.kind
    }

    #[getter]
    fn method(&self) -> &str {
        &self.file.method
    }

    #[getter]
    fn version(&self) -> &str {
        &self.file.version
    }

    #[getter]
    fn regions(&self) -> Vec<String> {
        self.file.regions.clone()
    }

    #[getter]
    fn cell_labels(&self) -> Vec<i64> {
        self.file.cell_labels.clone()
    }

    /// The certificate, as JSON.
    fn certificate(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(&self.file.certificate))
    }

    /// The scene, as JSON.
    fn scene(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(&self.file.scene))
    }

    /// A simulation; settings as JSON take the place of the scene's.
    fn simulation(&self, py: Python<'_>, settings: &str) -> PyResult<Simulation> {
        Simulation::new(py, self.runtime(py)?, None, settings, Path::new(""))
    }

    /// Plays what the scene says, and into a file if asked for.
    #[pyo3(signature = (frames, output, name, progress=None))]
    fn play(
        &self,
        py: Python<'_>,
        frames: Option<usize>,
        output: Option<PathBuf>,
        name: Option<&str>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Played> {
        let runtime = self.runtime(py)?;
        let played = long(py, progress.as_ref(), |watch| {
            let mut runtime = Runtime::clone(&runtime);
            runtime.spec.frames = frames.unwrap_or(runtime.spec.frames);
            let player = Player::new(runtime)?;
            let (motion, report) = player.play(|_| (), watch)?;
            if let Some(path) = &output {
                let shell = &player.runtime().shell;
                let (times, all) = (motion.times.clone(), motion.coordinates.clone());
                let film = Animation::of_shell(shell, times, all);
                write_motion(film, &motion, path, name, watch)?;
            }
            Ok((motion, json(&report)?))
        })?;
        Played::new(py, played)
    }
}
