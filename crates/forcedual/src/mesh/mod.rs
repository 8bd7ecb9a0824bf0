//! Simplicial meshes: triangles in the plane, tetrahedra in space.

pub mod io;

/// A mesh as it stands in a file: nothing has been checked yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RawMesh {
    /// 2 (triangles in the plane) or 3 (tetrahedra).
    pub dim: usize,
    /// `dim` coordinates per vertex.
    pub positions: Vec<f64>,
    /// `dim + 1` zero-based vertex numbers per cell.
    pub cells: Vec<u32>,
    /// One label per cell, or empty.
    pub cell_labels: Vec<i64>,
    /// One label per vertex, or empty.
    pub vertex_labels: Vec<i64>,
}
