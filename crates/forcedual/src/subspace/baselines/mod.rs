//! Baselines: the standard skinning weights that subspaces are compared with.
//!
//! All are scalar weights per vertex, a matrix `W` (n x k), from operators on the rest shape. With
//! `g_a` the gradient of the shape function of corner `a` in cell `t` and `v_t` its volume,
//!
//! ```text
//! L_ab = sum_t c_t v_t g_a . g_b          Laplacian with a coefficient c_t per cell
//! V    = diag(nodal volumes)              M_s = diag(nodal masses)
//! ```
//!
//! | file | weights |
//! |---|---|
//! | [`mod@eigenmodes`] | smooth eigenfunctions of a material-aware Laplacian |
//! | [`mod@harmonic`] | harmonic coordinates of handles |
//! | [`mod@biharmonic`] | smoothest interpolation of handles, exact for linear functions |
//! | [`mod@bounded`] | bounded biharmonic weights of handles |
//! | [`mod@diffused`] | painted weights, smoothed |
//!
//! Handles are sets of vertices: weight `j` is one on handle `j` and zero on the others. Only
//! eigenmodes know the body's material and supports; the others are geometry. A design makes the
//! supports one more handle, whose weight it leaves out. Vertices that no cell uses have
//! weight zero everywhere, even in a handle; so has a connected component that no handle touches.

pub mod biharmonic;
pub mod bounded;
pub mod diffused;
pub mod eigenmodes;
pub mod harmonic;

pub use biharmonic::biharmonic;
pub use bounded::{BoundedWeights, bounded};
pub use diffused::diffused;
pub use eigenmodes::eigenmodes;
pub use harmonic::harmonic;

use crate::body::Body;
use crate::error::{Code, Error, Result, listed};
use crate::linalg::{Cholesky, Mat, SparseSym, column, column_mut};
use crate::mesh::geometry::{self, components};

/// Checked handles: which vertices have given weights, and which are to be found.
struct Handles {
    count: usize,
    /// The handle of each vertex; none for vertices that no cell uses.
    owner: Vec<Option<usize>>,
    /// Vertices outside all handles in components that some handle touches.
    free: Vec<bool>,
}

impl Handles {
    fn new(body: &Body, handles: &[Vec<u32>]) -> Result<Self> {
        let fail =
            |message: String, help: &str| Err(Error::new(Code::Selection, message).help(help));
        if handles.is_empty() {
            return fail("there are no handles".into(), "give at least one set of vertices");
        }
        let (parts, part) = components(&body.mesh);
        let n = part.len();
        let mut owner = vec![None; n];
        let mut touched = vec![false; parts];
        for (j, handle) in handles.iter().enumerate() {
            let outside: Vec<usize> =
                handle.iter().map(|&i| i as usize).filter(|&i| i >= n).collect();
            if !outside.is_empty() {
                let which = listed(&outside);
                let message = format!("handle {j} names vertices that do not exist: {which}");
                return fail(message, &format!("the mesh has {n} vertices, numbered from zero"));
            }
            let used = || handle.iter().map(|&i| i as usize).filter(|&i| part[i] != u32::MAX);
            if used().next().is_none() {
                let message = format!("handle {j} has no vertex that belongs to a cell");
                return fail(message, "give each handle at least one vertex of the body");
            }
            for i in used() {
                if let Some(other) = owner[i].replace(j).filter(|&other| other != j) {
                    let message = format!("handles {other} and {j} share vertex {i}");
                    return fail(message, "handles must not overlap");
                }
                touched[part[i] as usize] = true;
            }
        }
        let free = (0..n)
            .map(|i| owner[i].is_none() && part[i] != u32::MAX && touched[part[i] as usize])
            .collect();
        Ok(Handles { count: handles.len(), owner, free })
    }

    /// One on a weight's own handle, zero everywhere else.
    fn indicator(&self) -> Mat {
        let mut weights = Mat::zeros(self.owner.len(), self.count);
        for (i, owner) in self.owner.iter().enumerate() {
            if let Some(j) = *owner {
                weights[(i, j)] = 1.0;
            }
        }
        weights
    }

    /// The minimiser of `w^T Q w` for each handle: `Q_ff w_f = -Q_fh w_h` on the free vertices.
    fn interpolate(&self, q: &SparseSym) -> Result<Mat> {
        let mut weights = self.indicator();
        let (inner, kept) = q.restricted(&self.free);
        if kept.is_empty() {
            return Ok(weights);
        }
        let mut pull = Mat::zeros(weights.nrows(), self.count);
        q.mul(weights.as_ref(), pull.as_mut());
        let mut found = Mat::from_fn(kept.len(), self.count, |r, j| -pull[(kept[r] as usize, j)]);
        Cholesky::of_scalar(&inner)?.solve_in_place(found.as_mut());
        for j in 0..self.count {
            let to = column_mut(weights.as_mut(), j);
            for (&i, x) in kept.iter().zip(column(found.as_ref(), j)) {
                to[i as usize] = *x;
            }
        }
        finite(weights)
    }
}

/// The Laplacian with a coefficient per cell.
fn laplacian(body: &Body, coefficient: impl Fn(usize) -> f64) -> SparseSym {
    geometry::laplacian(&body.mesh, &body.geometry, coefficient)
}

/// The weights, unless the coordinates were too extreme to compute any.
fn finite(weights: Mat) -> Result<Mat> {
    if (0..weights.ncols()).all(|j| column(weights.as_ref(), j).iter().all(|x| x.is_finite())) {
        return Ok(weights);
    }
    Err(Error::new(Code::Numeric, "the weights are not finite")
        .help("check the scale of the coordinates"))
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::material::field::Material;
    use crate::mesh::{RawMesh, SimplexMesh, shapes::grid};
    use std::path::Path;

    pub fn body_of(raw: RawMesh) -> Body {
        Body::new(SimplexMesh::new(raw).unwrap(), &Material::default(), Path::new(".")).unwrap()
    }

    pub fn boxed(dims: &[usize], size: &[f64]) -> Body {
        body_of(grid(dims, size))
    }

    /// The vertices for which `inside` holds.
    pub fn vertices(body: &Body, inside: impl Fn(&[f64]) -> bool) -> Vec<u32> {
        let n = body.mesh.vertex_count();
        (0..n as u32).filter(|&i| inside(body.mesh.point(i as usize))).collect()
    }

    /// A unit square, another one far from it, and a vertex that no cell uses (the last).
    pub fn two_squares() -> Body {
        let mut raw = grid(&[4, 4], &[1.0, 1.0]);
        let (n, cells) = (raw.positions.len() as u32 / 2, raw.cells.clone());
        let far: Vec<f64> = raw.positions.iter().map(|x| x + 5.0).collect();
        raw.positions.extend(far);
        raw.positions.extend([9.0, 9.0]);
        raw.cells.extend(cells.iter().map(|i| i + n));
        body_of(raw)
    }

    pub fn row_sum(weights: &Mat, i: usize) -> f64 {
        (0..weights.ncols()).map(|j| weights[(i, j)]).sum()
    }

    pub fn difference(a: &Mat, b: &Mat) -> f64 {
        (a - b).norm_max()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;

    #[test]
    fn malformed_handles_are_refused() {
        let body = two_squares();
        let loose = body.mesh.vertex_count() as u32 - 1;
        let cases: [&[Vec<u32>]; 5] =
            [&[], &[vec![0], vec![]], &[vec![0, 1], vec![1]], &[vec![loose + 1]], &[vec![loose]]];
        for handles in cases {
            let code = Handles::new(&body, handles).err().map(|e| e.code);
            assert_eq!(code, Some(Code::Selection), "{handles:?}");
        }
        assert!(Handles::new(&body, &[vec![0, 0, loose], vec![1]]).is_ok());
    }

    #[test]
    fn parts_without_a_handle_and_loose_vertices_have_weight_zero() {
        let body = two_squares();
        let (first, loose) = (25, body.mesh.vertex_count() - 1);
        let handles = [vec![0], vec![24, loose as u32]];
        let all = [
            harmonic(&body, &handles).unwrap(),
            biharmonic(&body, &handles).unwrap(),
            bounded(&body, &handles, &crate::progress::Silent).unwrap().weights,
        ];
        for weights in all {
            for i in 0..=loose {
                let oracle = if i < first { 1.0 } else { 0.0 };
                assert!((row_sum(&weights, i) - oracle).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn handles_that_cover_the_body_are_their_own_weights() {
        let body = boxed(&[1, 1], &[1.0, 1.0]);
        let handles = [vec![0, 1], vec![2, 3]];
        let oracle = Mat::from_fn(4, 2, |i, j| if i / 2 == j { 1.0 } else { 0.0 });
        assert_eq!(harmonic(&body, &handles).unwrap(), oracle);
        assert_eq!(biharmonic(&body, &handles).unwrap(), oracle);
        let found = bounded(&body, &handles, &crate::progress::Silent).unwrap();
        assert_eq!(found.weights, oracle);
    }
}
