//! Scenes: the one door to everything.

use crate::body::Body;
use crate::mesh::Mesh;
use crate::work::{long, quick};
use forcedual::scene::document::Format;
use forcedual::scene::{Contest, SceneFile};
use forcedual::subspace::Method;
use forcedual::{Code, Error, Result};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scene that was read.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Scene {
    pub file: Arc<SceneFile>,
}

/// The scene of a JSON document.
pub fn parsed(text: &str, folder: &Path) -> Result<SceneFile> {
    SceneFile::parse(text, Format::Json, folder)
}

/// JSON of what always has some.
pub fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|e| Error::new(Code::Scene, format!("cannot be written as JSON: {e}")))
}

#[pymethods]
impl Scene {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let file = quick(py, || SceneFile::read(&path))?;
        Ok(Scene { file: Arc::new(file) })
    }

    /// Parses a document; `mesh` takes the place of what its `[mesh]` names.
    #[staticmethod]
    fn parse(
        py: Python<'_>,
        text: &str,
        is_toml: bool,
        folder: PathBuf,
        mesh: Option<&Bound<'_, Mesh>>,
    ) -> PyResult<Self> {
        let mesh = mesh.map(|mesh| mesh.get().mesh.clone());
        let format = if is_toml { Format::Toml } else { Format::Json };
        let file = quick(py, || {
            let file = SceneFile::parse(text, format, &folder)?;
            Ok(match mesh {
                Some(mesh) => file.with_mesh(mesh.raw().clone()),
                None => file,
            })
        })?;
        Ok(Scene { file: Arc::new(file) })
    }

    /// The scene as JSON, with what was left out filled in.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(self.file.scene()))
    }

    /// The document as it was written, as JSON.
    fn written(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(self.file.written()))
    }

    #[getter]
    fn folder(&self) -> PathBuf {
        self.file.folder().to_owned()
    }

    /// The body.
    #[pyo3(signature = (progress=None))]
    fn body(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Body> {
        let (body, warnings) = long(py, progress.as_ref(), |watch| self.file.body(watch))?;
        Body::new(py, self.file.clone(), body, warnings)
    }

    /// Error against size of the scene's method and others, as JSON.
    #[pyo3(signature = (against, sizes, count, seed, progress=None))]
    fn compare(
        &self,
        py: Python<'_>,
        against: Vec<String>,
        sizes: Option<(usize, usize)>,
        count: usize,
        seed: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let named = |name: &String| {
            Method::named(name).ok_or_else(|| {
                Error::new(Code::Scene, format!("there is no method `{name}`")).field("against")
            })
        };
        long(py, progress.as_ref(), |watch| {
            let against = against.iter().map(named).collect::<Result<_>>()?;
            let sizes = sizes.map(|(least, most)| least..=most);
            let (body, _) = self.file.body(watch)?;
            json(&self.file.compare(&body, &Contest { against, sizes, count, seed }, watch)?)
        })
    }
}

/// The JSON Schema of scenes.
#[pyfunction]
pub fn schema(py: Python<'_>) -> PyResult<String> {
    quick(py, || json(&forcedual::scene::schema()))
}
