//! Bodies: operators in full space.

use crate::arrays::{Csr, csr, matrix, numbers, to_matrix, vector};
use crate::energy::Energy;
use crate::mesh::Mesh;
use crate::scene::Scene;
use crate::work::{long, quick};
use forcedual::energy::{ContactPoints, Handle};
use forcedual::force::Gaussian;
use forcedual::linalg::SparseRows;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::simulation::ColliderSpec;
use forcedual::subspace::basis::lbs_jacobian;
use forcedual::subspace::linearisation::{body_assembler, rest_stiffness};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use std::sync::Arc;

/// A mesh made of something and held somewhere.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Body {
    file: Arc<SceneFile>,
    pub body: Arc<forcedual::body::Body>,
    #[pyo3(get)]
    warnings: Vec<String>,
    #[pyo3(get)]
    mass: Py<PyArray1<f64>>,
    #[pyo3(get)]
    held: Py<PyArray1<bool>>,
}

impl Body {
    pub fn new(
        py: Python<'_>,
        file: Arc<SceneFile>,
        body: forcedual::body::Body,
        warnings: Vec<String>,
    ) -> PyResult<Self> {
        let (mass, held) = (vector(py, body.mass.clone())?, vector(py, body.held.clone())?);
        Ok(Body { file, body: Arc::new(body), warnings, mass, held })
    }
}

#[pymethods]
impl Body {
    #[getter]
    fn dim(&self) -> usize {
        self.body.dim()
    }

    #[getter]
    fn mesh(&self, py: Python<'_>) -> PyResult<Mesh> {
        Mesh::new(py, self.body.mesh.clone(), Vec::new())
    }

    /// The rest Hessian of the elastic energy, supports not eliminated.
    fn stiffness(&self, py: Python<'_>) -> PyResult<Csr> {
        let work = || Ok(rest_stiffness(&self.body, &body_assembler(&self.body)).rows());
        Ok(csr(py, quick(py, work)?))
    }

    /// From positions to deformation gradients.
    fn deformation_gradient(&self, py: Python<'_>) -> PyResult<Csr> {
        let body = &self.body;
        Ok(csr(py, quick(py, || Ok(body.geometry.deformation_gradient(&body.mesh)))?))
    }

    /// The Jacobian of linear blend skinning.
    fn lbs_jacobian(
        &self,
        py: Python<'_>,
        weights: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<Py<PyArray2<f64>>> {
        let weights = to_matrix(&weights);
        let jacobian = quick(py, || Ok(lbs_jacobian(&self.body, weights.as_ref())))?;
        matrix(py, &jacobian)
    }

    /// The elastic energy.
    fn elastic(&self, py: Python<'_>) -> PyResult<Energy> {
        quick(py, || Ok(Energy::elastic(self.body.clone())))
    }

    /// The energies of what the scene's forces drive.
    #[pyo3(signature = (progress=None))]
    fn actuated(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Energy> {
        let actuators = long(py, progress.as_ref(), |watch| {
            let lin = self.file.linearise(&self.body, watch)?;
            self.file.actuators(&lin)
        })?;
        quick(py, || Ok(Energy::actuated(self.body.clone(), actuators)))
    }

    /// The energy of vertices dragged to places.
    fn handles(
        &self,
        py: Python<'_>,
        vertices: Vec<u32>,
        targets: PyReadonlyArray2<'_, f64>,
        stiffness: Vec<f64>,
    ) -> PyResult<Energy> {
        let targets = numbers(&targets);
        let places = targets
            .chunks_exact(self.body.dim())
            .map(|p| std::array::from_fn(|c| p.get(c).copied().unwrap_or(0.0)));
        let all = vertices.into_iter().zip(places).zip(stiffness);
        let all = all.map(|((v, target), k)| Handle::on(v, target, k)).collect();
        quick(py, || Ok(Energy::handles(self.body.clone(), all)))
    }

    /// The energy of contact with obstacles, as JSON each, without friction.
    fn contact(&self, py: Python<'_>, colliders: Vec<String>) -> PyResult<Energy> {
        let (body, folder) = (&self.body, self.file.folder());
        quick(py, || {
            let each = colliders.iter().map(|text| {
                let format = forcedual::scene::document::Format::Json;
                let spec: ColliderSpec = forcedual::scene::document::parse(text, format)?.value;
                spec.collider(body.dim(), folder, &Silent)
            });
            let colliders = each.collect::<forcedual::Result<Vec<_>>>()?;
            Ok(Energy::contact(body.clone(), ContactPoints::of(body), colliders))
        })
    }

    /// Factor of the covariance of the scene's forces, transposed (amplitudes by degrees of freedom),
    /// and their mean; no force may be given by the displacement that it causes.
    #[pyo3(signature = (progress=None))]
    fn prior(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Csr, Option<Py<PyArray1<f64>>>)> {
        let prior = long(py, progress.as_ref(), |_| self.file.prior_unfactored(&self.body))?;
        let rows = quick(py, || Ok(factor(&prior, &self.body)))?;
        let mean = prior.mean.map(|mean| vector(py, mean)).transpose()?;
        Ok((csr(py, rows), mean))
    }

    /// The scene that the body is of.
    #[getter]
    fn scene(&self) -> Scene {
        Scene { file: self.file.clone() }
    }
}

/// The columns of a prior's factor, as rows.
pub fn factor(prior: &Gaussian, body: &forcedual::body::Body) -> SparseRows {
    let all: Vec<u32> = (0..body.mesh.vertex_count() as u32).collect();
    let (columns, _) = prior.on(&all, body.dim());
    let mut out = SparseRows { columns: body.dofs(), ..SparseRows::default() };
    out.starts.push(0);
    for column in columns.columns() {
        let mut entries = column.clone();
        entries.sort_unstable_by_key(|e| e.0);
        out.numbers.extend(entries.iter().map(|e| e.0));
        out.values.extend(entries.iter().map(|e| e.1));
        out.starts.push(out.values.len());
    }
    out
}
