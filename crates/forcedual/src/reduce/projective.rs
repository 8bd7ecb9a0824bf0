//! What projective dynamics needs beside a reduced model: clusters that share a rotation.
//!
//! ```text
//! E = sum_t mu_t v_t |F_t - R_{c(t)}|^2
//!   = z^T L z / 2 + ...,    L = 2 sum_t mu_t v_t (grad phi_t)(grad phi_t)^T      all cells, exactly
//! C_c = 2 sum_{t in c} mu_t v_t grad phi_t,    V_c = 2 sum_{t in c} mu_t v_t
//! ```
//!
//! so that `V_c I + C_c z` is the weighted sum of the cluster's deformation gradients, whose polar
//! rotation `R_c` is best for it, and `C^T (R - I)` is what rotations add to the right-hand side.

use super::clusters::clusters;
use super::coordinates::{Coordinates, Motion};
use super::model::ReducedModel;
use crate::error::{Code, Error, Result};
use crate::linalg::{Mat, Rows, column, product};
use crate::material::Law;
use crate::mesh::geometry::laplacian;
use crate::subspace::{Linearisation, Subspace};
use std::sync::Arc;

/// A reduced model for projective dynamics.
#[derive(Debug, Clone)]
pub struct ProjectiveModel {
    /// The rest of the model.
    pub model: Arc<ReducedModel>,
    /// `C`, as the deformation of one cell per cluster.
    pub clusters: Motion,
    /// `V_c`.
    pub weight: Vec<f64>,
    /// `L`.
    pub laplacian: Rows,
}

impl ProjectiveModel {
    /// Clusters by the modes of the subspace, `count` at most.
    pub fn new(
        lin: &Linearisation<'_>,
        subspace: &Subspace,
        model: Arc<ReducedModel>,
        count: usize,
    ) -> Result<Self> {
        let coordinates = Coordinates::new(lin, subspace)?;
        let modes = subspace.weights.as_ref().unwrap_or(&subspace.basis);
        let clusters = clusters(lin.body, modes, &vec![1.0; modes.ncols()], count);
        Self::assemble(lin, &coordinates, model, &clusters.of_cell, clusters.volume.len())
    }

    /// Clusters as given, a number for each cell.
    pub fn assemble(
        lin: &Linearisation<'_>,
        coordinates: &Coordinates,
        model: Arc<ReducedModel>,
        of_cell: &[u32],
        count: usize,
    ) -> Result<Self> {
        let (body, d) = (lin.body, lin.body.dim());
        if body.law != Law::Arap {
            let message = "projective dynamics simulates the law `arap` only";
            return Err(Error::new(Code::Unsupported, message)
                .help("choose law = \"arap\", or Newton's method"));
        }
        let width = coordinates.functions.ncols();
        let per = d * d / coordinates.columns();
        let cells: Vec<u32> = (0..body.mesh.cell_count() as u32).collect();
        let mut sums = vec![0.0; count * per * width];
        let mut weight = vec![0.0; count];
        for (cells, of_cell) in cells.chunks(1024).zip(of_cell.chunks(1024)) {
            let motion = coordinates.gradients(lin, cells);
            for (k, (&t, &c)) in cells.iter().zip(of_cell).enumerate() {
                let (t, c) = (t as usize, c as usize);
                let scale = 2.0 * body.lame[t].mu * body.geometry.volumes[t];
                weight[c] += scale;
                for r in 0..per {
                    let to = &mut sums[(c * per + r) * width..][..width];
                    let from = motion.rows.row(k * per + r);
                    to.iter_mut().zip(from).for_each(|(to, x)| *to += scale * x);
                }
            }
        }
        let rows = Rows::from_fn(count * per, width, |i, a| sums[i * width + a]);
        let matrix = laplacian(&body.mesh, &body.geometry, |t| 2.0 * body.lame[t].mu);
        let phi = &coordinates.functions;
        let axes = if coordinates.blend { 1 } else { d };
        let mut l = Mat::zeros(width, width);
        for c in 0..axes {
            let part = Mat::from_fn(body.mesh.vertex_count(), width, |i, a| phi[(i * axes + c, a)]);
            let mut image = Mat::zeros(part.nrows(), width);
            matrix.mul(part.as_ref(), image.as_mut());
            l += product(part.transpose(), image.as_ref());
        }
        Ok(ProjectiveModel {
            clusters: Motion { dim: d, columns: coordinates.columns(), rows },
            weight,
            laplacian: Rows::from_fn(width, width, |i, j| column(l.as_ref(), j)[i]),
            model,
        })
    }
}
