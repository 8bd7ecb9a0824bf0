//! Meshes.

use crate::arrays::{frozen_rows, numbers};
use crate::scene::{json, parsed};
use crate::work::{long, quick};
use forcedual::mesh::zoo::Kind;
use forcedual::mesh::{RawMesh, SimplexMesh, io};
use numpy::{PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A checked mesh, and the `[mesh]` of the scene that it came from.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Mesh {
    pub mesh: Arc<SimplexMesh>,
    #[pyo3(get)]
    warnings: Vec<String>,
    #[pyo3(get)]
    vertices: Py<PyArray2<f64>>,
    #[pyo3(get)]
    cells: Py<PyArray2<i64>>,
}

impl Mesh {
    pub fn new(py: Python<'_>, mesh: SimplexMesh, warnings: Vec<String>) -> PyResult<Self> {
        let cells = mesh.cells().iter().map(|&i| i.into()).collect();
        Ok(Mesh {
            vertices: frozen_rows(py, mesh.dim(), mesh.positions().to_vec())?,
            cells: frozen_rows(py, mesh.dim() + 1, cells)?,
            mesh: Arc::new(mesh),
            warnings,
        })
    }
}

#[pymethods]
impl Mesh {
    /// Of positions and vertex numbers that are in range of 32 bits; labels may be empty.
    #[staticmethod]
    fn of_arrays(
        py: Python<'_>,
        vertices: PyReadonlyArray2<'_, f64>,
        cells: PyReadonlyArray2<'_, u32>,
        cell_labels: PyReadonlyArray1<'_, i64>,
        vertex_labels: PyReadonlyArray1<'_, i64>,
        regions: Vec<String>,
        repair: bool,
    ) -> PyResult<Self> {
        let raw = RawMesh {
            dim: vertices.as_array().ncols(),
            positions: vertices.as_array().iter().copied().collect(),
            cells: cells.as_array().iter().copied().collect(),
            cell_labels: cell_labels.as_array().iter().copied().collect(),
            vertex_labels: vertex_labels.as_array().iter().copied().collect(),
            regions,
        };
        let (mesh, warnings) = quick(py, || {
            if !repair {
                return Ok((SimplexMesh::new(raw)?, Vec::new()));
            }
            let (mesh, repairs) = forcedual::mesh::validate::repair(raw)?;
            Ok((mesh, repairs.sentences()))
        })?;
        Mesh::new(py, mesh, warnings)
    }

    /// Of a scene's document, whose `[mesh]` says where it comes from.
    #[staticmethod]
    #[pyo3(signature = (text, folder, progress=None))]
    fn of_scene(
        py: Python<'_>,
        text: &str,
        folder: PathBuf,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let (mesh, warnings) =
            long(py, progress.as_ref(), |watch| parsed(text, &folder)?.mesh(watch))?;
        Mesh::new(py, mesh, warnings)
    }

    #[getter]
    fn cell_labels(&self) -> Vec<i64> {
        self.mesh.cell_labels().to_vec()
    }

    #[getter]
    fn vertex_labels(&self) -> Vec<i64> {
        self.mesh.vertex_labels().to_vec()
    }

    #[getter]
    fn regions(&self) -> Vec<String> {
        self.mesh.regions().to_vec()
    }

    /// Volumes of the cells.
    fn volumes(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        quick(py, || Ok(forcedual::mesh::Geometry::new(&self.mesh).volumes))
    }

    /// Facets of the boundary, `dim` vertices each, and its cavities' vertices.
    fn boundary(&self, py: Python<'_>) -> PyResult<Py<PyArray2<i64>>> {
        let dim = self.mesh.dim();
        let facets = quick(py, || {
            let boundary = forcedual::mesh::Boundary::new(&self.mesh);
            let all = (0..boundary.facet_count()).flat_map(|f| boundary.facet(f).to_vec());
            Ok(all.map(i64::from).collect::<Vec<_>>())
        })?;
        frozen_rows(py, dim, facets)
    }

    /// Whether a selection, as JSON, holds each vertex or cell.
    fn select(&self, py: Python<'_>, selection: &str, cells: bool) -> PyResult<Vec<bool>> {
        quick(py, || {
            let format = forcedual::scene::document::Format::Json;
            let selection = forcedual::scene::document::parse(selection, format)?.value;
            let boundary = forcedual::mesh::Boundary::new(&self.mesh);
            let here = std::path::Path::new("");
            let picker = forcedual::mesh::select::Picker::new(&self.mesh, &boundary, here);
            if cells { picker.cells(&selection) } else { picker.vertices(&selection) }
        })
    }

    /// What is known about the mesh, as JSON.
    fn check(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || json(&forcedual::mesh::check::examine(self.mesh.raw())))
    }

    /// Writes a mesh file in the format of its extension, with fields: name, whether on cells, and rows.
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        fields: Vec<(String, bool, PyReadonlyArray2<'_, f64>)>,
    ) -> PyResult<()> {
        let each = fields.iter().map(|(name, on_cells, rows)| io::Field {
            name: name.clone(),
            on: if *on_cells { io::On::Cells } else { io::On::Vertices },
            components: rows.as_array().ncols(),
            data: numbers(rows),
        });
        let fields: Vec<io::Field> = each.collect();
        quick(py, || io::write(&path, self.mesh.raw(), &fields))
    }
}

/// What is known about the mesh, surface or drawing of a file, as JSON; what was mended goes to `repair`.
#[pyfunction]
#[pyo3(signature = (path, repair, progress=None))]
pub fn check(
    py: Python<'_>,
    path: PathBuf,
    repair: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    long(py, progress.as_ref(), |watch| {
        json(&forcedual::mesh::check::check(&path, repair.as_deref(), None, watch)?)
    })
}

/// Name and one sentence of every shape that is no creature.
#[pyfunction]
pub fn shapes() -> Vec<(&'static str, &'static str)> {
    forcedual::mesh::shapes::names().to_vec()
}

/// Name, dimension, one sentence and scene of every creature.
#[pyfunction]
pub fn creatures() -> Vec<(&'static str, usize, &'static str, &'static str)> {
    let each = Kind::ALL.iter().map(|kind| kind.creature());
    each.map(|c| (c.name, c.dim(), c.about, c.scene)).collect()
}
