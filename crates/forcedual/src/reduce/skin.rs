//! The skin: positions of a surface from reduced coordinates, in single precision.
//!
//! A point `p` of a surface is a mean of the corners of a cell, some vertices of the mesh near the
//! boundary that many points share. They move by their rows of the basis, the points with them:
//!
//! ```text
//! u = rows z,    x_p = rest_p + sum_a w_pa u_{c(p, a)}
//! ```
//!
//! Nothing else of the volume is needed. Points of the mesh's own boundary are vertices themselves.

use super::coordinates::Coordinates;
use crate::linalg::Panels;
use crate::mesh::SimplexMesh;
use crate::mesh::display::{Attached, Display};

/// Corners with a smaller share do not matter in single precision.
const SHARE: f64 = 1e-9;

/// Points that move with a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    dim: usize,
    columns: usize,
    rest: Vec<f32>,
    rows: Panels,
    hung: Hung,
    /// The vertex that each point is, if every one is a vertex.
    same: Option<Vec<u32>>,
}

/// Points that hang on vertices, `dim + 1` each.
#[derive(Debug, Clone, PartialEq)]
pub struct Hung {
    /// Numbers of the vertices.
    pub corners: Vec<u32>,
    /// Their shares.
    pub weights: Vec<f32>,
}

impl Skin {
    /// The vertices of a surface attached to the mesh.
    pub fn of_surface(mesh: &SimplexMesh, coordinates: &Coordinates, surface: &Attached) -> Self {
        let count = mesh.dim() + 1;
        let mut number = vec![u32::MAX; mesh.vertex_count()];
        let mut vertices = Vec::new();
        let mut corners = Vec::with_capacity(surface.weights.len());
        let mut weights = Vec::with_capacity(surface.weights.len());
        for (&t, shares) in surface.cells.iter().zip(surface.weights.chunks_exact(count)) {
            for (&v, &share) in mesh.cell(t as usize).iter().zip(shares) {
                let own = &mut number[v as usize];
                let matters = share.abs() > SHARE;
                if matters && *own == u32::MAX {
                    *own = vertices.len() as u32;
                    vertices.push(v);
                }
                corners.push(if matters { *own } else { 0 });
                weights.push(if matters { share as f32 } else { 0.0 });
            }
        }
        let rows = rows(coordinates, &vertices);
        let hung = Hung { corners, weights };
        Self::hanging(mesh.dim(), coordinates.columns(), &surface.display, rows, hung)
    }

    /// The vertices of a surface that hang on others, which move by given rows: one for each where
    /// `columns`, the numbers that come out per row, are `dim`, and `dim` where they are one.
    pub fn hanging(
        dim: usize,
        columns: usize,
        display: &Display,
        rows: Panels,
        hung: Hung,
    ) -> Self {
        let rest = display.positions.iter().flat_map(|at| at[..dim].iter().map(|x| *x as f32));
        let same = hung.vertices(dim + 1);
        Skin { dim, columns, rest: rest.collect(), rows, hung, same }
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.rest.len() / self.dim
    }

    /// The rows that move the vertices that the points hang on.
    pub fn rows(&self) -> &Panels {
        &self.rows
    }

    /// Numbers that come out per row: `dim` for skinning, 1 for modes.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows that move the points themselves, one after the other: one for each point where
    /// `columns` are `dim`, and `dim` where they are one.
    pub fn point_rows(&self) -> Vec<f32> {
        let (width, per) = (self.rows.width(), self.dim / self.columns);
        let rows = self.rows.by_rows();
        let mut out = vec![0.0; self.count() * per * width];
        let points = self.hung.corners.chunks_exact(self.dim + 1);
        let points = points.zip(self.hung.weights.chunks_exact(self.dim + 1));
        for ((corners, shares), out) in points.zip(out.chunks_exact_mut((per * width).max(1))) {
            for (&v, share) in corners.iter().zip(shares).filter(|(_, share)| **share != 0.0) {
                let row = &rows[v as usize * per * width..][..per * width];
                out.iter_mut().zip(row).for_each(|(out, x)| *out += share * x);
            }
        }
        out
    }

    /// What the points hang on.
    pub fn hung(&self) -> &Hung {
        &self.hung
    }

    /// Positions, `dim` numbers per point, into `out`; `scratch` is kept from call to call.
    pub fn positions(&self, z: &[f64], scratch: &mut Vec<f32>, out: &mut [f32]) {
        let given = self.columns * self.rows.width();
        scratch.resize(given + self.rows.count() * self.columns, 0.0);
        let (coordinates, moved) = scratch.split_at_mut(given);
        coordinates.iter_mut().zip(z).for_each(|(to, z)| *to = *z as f32);
        self.rows.mul(self.columns, coordinates, moved);
        match (self.dim, &self.same) {
            (2, Some(same)) => place::<2>(same, &self.rest, moved, out),
            (2, None) => hang::<2, 3>(&self.hung, &self.rest, moved, out),
            (_, Some(same)) => place::<3>(same, &self.rest, moved, out),
            (_, None) => hang::<3, 4>(&self.hung, &self.rest, moved, out),
        }
    }
}

impl Hung {
    /// The vertex that each point is, if every one is a vertex, given how many a point hangs on.
    fn vertices(&self, each: usize) -> Option<Vec<u32>> {
        let points = self.corners.chunks_exact(each).zip(self.weights.chunks_exact(each));
        let same = points.map(|(corners, weights)| {
            let mut shares = corners.iter().zip(weights).filter(|(_, w)| **w != 0.0);
            shares.next().filter(|(_, w)| **w == 1.0 && shares.next().is_none()).map(|(v, _)| *v)
        });
        same.collect()
    }
}

/// Rows of the basis for some vertices.
fn rows(coordinates: &Coordinates, vertices: &[u32]) -> Panels {
    let (phi, per) = (&coordinates.functions, coordinates.dim / coordinates.columns());
    Panels::from_fn(vertices.len() * per, phi.ncols(), |row, a| {
        phi[(vertices[row / per] as usize * per + row % per, a)] as f32
    })
}

fn place<const D: usize>(same: &[u32], rest: &[f32], u: &[f32], out: &mut [f32]) {
    let (u, rest, out) =
        (u.as_chunks::<D>().0, rest.as_chunks::<D>().0, out.as_chunks_mut::<D>().0);
    for ((&v, rest), out) in same.iter().zip(rest).zip(out) {
        let u = u[v as usize];
        *out = std::array::from_fn(|c| rest[c] + u[c]);
    }
}

fn hang<const D: usize, const N: usize>(hung: &Hung, rest: &[f32], u: &[f32], out: &mut [f32]) {
    let (u, rest, out) =
        (u.as_chunks::<D>().0, rest.as_chunks::<D>().0, out.as_chunks_mut::<D>().0);
    let corners = hung.corners.as_chunks::<N>().0.iter().zip(hung.weights.as_chunks::<N>().0);
    for (((corners, weights), rest), out) in corners.zip(rest).zip(out) {
        let mut at = *rest;
        for (&v, w) in corners.iter().zip(weights) {
            let u = u[v as usize];
            (0..D).for_each(|c| at[c] += w * u[c]);
        }
        *out = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::linalg::Mat;
    use crate::material::field::Material;
    use crate::mesh::shapes::grid;
    use std::path::Path;

    #[test]
    fn points_of_a_surface_move_as_the_cells_that_they_are_in() {
        for (sides, blend) in [(&[2, 3][..], false), (&[2, 2, 2], true), (&[2, 2, 2], false)] {
            let d = sides.len();
            let mesh = SimplexMesh::new(grid(sides, &vec![1.0; d])).unwrap();
            let body = Body::new(mesh, &Material::default(), Path::new(".")).unwrap();
            let mesh = &body.mesh;
            let height = mesh.vertex_count() * if blend { 1 } else { d };
            let functions = Mat::from_fn(height, 5, |i, a| ((7 * i + 3 * a) as f64).sin());
            let rotation = Mat::zeros(5, 5);
            let stiffness = vec![1.0; 5];
            let coordinates = Coordinates { dim: d, functions, blend, stiffness, rotation };
            let points = vec![[0.1, 0.2, 0.3], [0.7, 0.6, 0.9], [1.0, 1.0, 1.0]];
            let inside = Display::new(points, vec![[0, 1, 2]]).unwrap();
            let own = Display::of_mesh(mesh).unwrap();
            for (display, vertices) in [(inside, false), (own, true)] {
                let surface = Attached::new(mesh, display).unwrap().0;
                let skin = Skin::of_surface(mesh, &coordinates, &surface);
                assert_eq!(skin.same.is_some(), vertices);
                let z: Vec<f64> = (0..coordinates.size()).map(|k| (k as f64).cos()).collect();
                let mut out = vec![f32::NAN; skin.count() * d];
                skin.positions(&z, &mut Vec::new(), &mut out);
                let u = coordinates.displacement(&z);
                for c in 0..d {
                    let along: Vec<f64> = u.iter().skip(c).step_by(d).copied().collect();
                    let moved = surface.interpolate(mesh.cells(), &along);
                    let (rows, width) = (skin.point_rows(), coordinates.functions.ncols());
                    let own = |k: usize| match blend {
                        true => (&rows[k * width..][..width], &z[c * width..][..width]),
                        false => (&rows[(k * d + c) * width..][..width], &z[..]),
                    };
                    for (k, (point, u)) in surface.display.positions.iter().zip(&moved).enumerate()
                    {
                        assert!((f64::from(out[k * d + c]) - point[c] - u).abs() < 1e-5);
                        let (row, z) = own(k);
                        let by_row: f64 = row.iter().zip(z).map(|(r, z)| f64::from(*r) * z).sum();
                        assert!((by_row - u).abs() < 1e-5);
                    }
                }
            }
        }
    }
}
