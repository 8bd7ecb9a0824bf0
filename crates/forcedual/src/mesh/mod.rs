//! Simplicial meshes: triangles in the plane, tetrahedra in space.
//!
//! [`RawMesh`] is what a file or a generator gives; [`SimplexMesh`] is the same data once checked.
//! Vertex numbers never change between the two, because arrays given by users refer to them.

pub mod boundary;
pub mod check;
pub mod display;
pub(crate) mod divide;
pub(crate) mod facets;
pub mod geometry;
mod grid;
mod locate;
pub(crate) mod normals;
mod picker;
pub mod select;
pub mod shapes;
pub mod strokes;
pub mod stuffing;
pub mod surface;
pub mod validate;
pub mod winding;
pub mod zoo;

pub use boundary::{Boundary, Shell};
pub use geometry::Geometry;

use crate::error::Result;

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
    /// Names of the cell labels 1, 2, ... in turn, or empty.
    pub regions: Vec<String>,
}

/// A checked mesh: finite coordinates, vertex numbers in range, every cell positively wound and of
/// positive volume, no cell twice.
///
/// Vertices that no cell uses may exist; they keep their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct SimplexMesh {
    raw: RawMesh,
}

impl SimplexMesh {
    /// Checks `raw` strictly; a mesh whose cells are all wound negatively is turned.
    ///
    /// To mend a mesh that this refuses, see [`validate::repair`].
    pub fn new(raw: RawMesh) -> Result<Self> {
        Ok(SimplexMesh { raw: validate::check(raw)? })
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.raw.dim
    }

    /// Number of vertices, including those no cell uses.
    pub fn vertex_count(&self) -> usize {
        self.raw.positions.len() / self.raw.dim
    }

    /// Number of triangles (2D) or tetrahedra (3D).
    pub fn cell_count(&self) -> usize {
        self.raw.cells.len() / (self.raw.dim + 1)
    }

    /// All coordinates, `dim` per vertex.
    pub fn positions(&self) -> &[f64] {
        &self.raw.positions
    }

    /// All cells, `dim + 1` vertex numbers each.
    pub fn cells(&self) -> &[u32] {
        &self.raw.cells
    }

    /// The `dim` coordinates of vertex `i`.
    pub fn point(&self, i: usize) -> &[f64] {
        &self.raw.positions[i * self.raw.dim..][..self.raw.dim]
    }

    /// The `dim + 1` vertex numbers of cell `t`.
    pub fn cell(&self, t: usize) -> &[u32] {
        &self.raw.cells[t * (self.raw.dim + 1)..][..self.raw.dim + 1]
    }

    /// One label per cell, or empty.
    pub fn cell_labels(&self) -> &[i64] {
        &self.raw.cell_labels
    }

    /// One label per vertex, or empty.
    pub fn vertex_labels(&self) -> &[i64] {
        &self.raw.vertex_labels
    }

    /// Names of the cell labels 1, 2, ... in turn, or empty.
    pub fn regions(&self) -> &[String] {
        &self.raw.regions
    }

    /// The mean of a cell's corners; in 2D the last coordinate is zero.
    pub fn centroid(&self, t: usize) -> [f64; 3] {
        let cell = self.cell(t);
        let mut mean = [0.0; 3];
        for &i in cell {
            for (m, x) in mean.iter_mut().zip(self.point(i as usize)) {
                *m += x / cell.len() as f64;
            }
        }
        mean
    }

    /// Lower and upper corner of the axis-aligned box around the cells; in 2D the last coordinates
    /// are zero. Vertices that no cell uses do not count.
    pub fn bounds(&self) -> ([f64; 3], [f64; 3]) {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &i in &self.raw.cells {
            for (c, &x) in self.point(i as usize).iter().enumerate() {
                low[c] = low[c].min(x);
                high[c] = high[c].max(x);
            }
        }
        for c in self.raw.dim..3 {
            (low[c], high[c]) = (0.0, 0.0);
        }
        (low, high)
    }

    /// Length of the diagonal of [`bounds`](Self::bounds): the size that tolerances refer to.
    pub fn diagonal(&self) -> f64 {
        let (low, high) = self.bounds();
        low.iter().zip(&high).map(|(a, b)| (b - a).powi(2)).sum::<f64>().sqrt()
    }

    /// The data, for writers.
    pub fn raw(&self) -> &RawMesh {
        &self.raw
    }

    /// The data, to be changed.
    pub fn into_raw(self) -> RawMesh {
        self.raw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_ignore_vertices_that_no_cell_uses() {
        let mut raw = shapes::grid(&[2, 1], &[2.0, 1.0]);
        raw.positions.extend([50.0, 50.0]);
        let mesh = SimplexMesh::new(raw).unwrap();
        assert_eq!(mesh.vertex_count(), 7);
        assert_eq!(mesh.bounds(), ([0.0; 3], [2.0, 1.0, 0.0]));
        assert!((mesh.diagonal() - 5f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn centroid_of_the_unit_tetrahedron_is_a_quarter() {
        let raw = RawMesh {
            dim: 3,
            positions: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
            cells: vec![0, 1, 2, 3],
            ..RawMesh::default()
        };
        assert_eq!(SimplexMesh::new(raw).unwrap().centroid(0), [0.25; 3]);
    }
}
