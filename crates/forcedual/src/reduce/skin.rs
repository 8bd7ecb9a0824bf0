//! The skin: positions of a surface from reduced coordinates, in single precision.
//!
//! A point of the surface is a mean of the corners of a cell, and so is its row of the basis: nothing
//! of the volume is needed to move it. Rows are read once from end to end.

use super::coordinates::Coordinates;
use crate::linalg::SingleRows;
use crate::mesh::SimplexMesh;
use crate::mesh::display::{Attached, Display};

/// Where a point is at rest, and the vertices that it moves with, each with a weight.
type Point = ([f64; 3], Vec<(u32, f64)>);

/// Points that move with a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    dim: usize,
    columns: usize,
    rest: Vec<f32>,
    rows: SingleRows,
}

impl Skin {
    /// The vertices of a surface attached to the mesh.
    pub fn of_surface(mesh: &SimplexMesh, coordinates: &Coordinates, surface: &Attached) -> Self {
        let corners = mesh.dim() + 1;
        let points = surface.display.positions.iter().enumerate().map(|(k, at)| {
            let cell = mesh.cell(surface.cells[k] as usize);
            let weights = &surface.weights[k * corners..][..corners];
            (*at, cell.iter().copied().zip(weights.iter().copied()).collect())
        });
        Self::new(coordinates, points.collect())
    }

    /// Some vertices of the mesh.
    pub fn of_vertices(mesh: &SimplexMesh, coordinates: &Coordinates, vertices: &[u32]) -> Self {
        let points = vertices.iter().map(|&v| {
            let mut at = [0.0; 3];
            at[..mesh.dim()].copy_from_slice(mesh.point(v as usize));
            (at, vec![(v, 1.0)])
        });
        Self::new(coordinates, points.collect())
    }

    /// The vertices of a surface that move by given rows: one per vertex where `columns` (the
    /// numbers that come out per row) are `dim`, and `dim` where they are one.
    pub fn from_rows(dim: usize, columns: usize, display: &Display, rows: SingleRows) -> Self {
        let rest = display.positions.iter().flat_map(|at| at[..dim].iter().map(|x| *x as f32));
        Skin { dim, columns, rest: rest.collect(), rows }
    }

    /// The rows that move the points.
    pub fn rows(&self) -> &SingleRows {
        &self.rows
    }

    fn new(coordinates: &Coordinates, points: Vec<Point>) -> Self {
        let (dim, columns) = (coordinates.dim, coordinates.columns());
        let phi = &coordinates.functions;
        let per = dim / columns;
        let rows = SingleRows::from_fn(points.len() * per, phi.ncols(), |row, a| {
            let (_, corners) = &points[row / per];
            corners.iter().map(|&(v, w)| w * phi[(v as usize * per + row % per, a)]).sum()
        });
        let rest = points.iter().flat_map(|(at, _)| at[..dim].iter().map(|x| *x as f32)).collect();
        Skin { dim, columns, rest, rows }
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.rest.len() / self.dim
    }

    /// Positions, `dim` numbers per point, into `out`; `scratch` is kept from call to call.
    pub fn positions(&self, z: &[f64], scratch: &mut Vec<f32>, out: &mut [f32]) {
        let (width, stride) = (self.rows.width(), self.rows.stride());
        scratch.clear();
        scratch.resize(self.columns * stride, 0.0);
        for (z, to) in z.chunks_exact(width.max(1)).zip(scratch.chunks_exact_mut(stride)) {
            to.iter_mut().zip(z).for_each(|(to, z)| *to = *z as f32);
        }
        self.rows.mul_add(self.columns, scratch, &self.rest, out);
    }
}
