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
//!
//! The same energy as a reduced model, for Newton's method and for derivatives: with
//! `F_c = I + C_c z / V_c` the mean deformation of a cluster,
//!
//! ```text
//! E = sum_c V_c/2 |F_c - R_c|^2 + z^T (L - sum_c C_c^T C_c / V_c) z / 2
//! ```

use super::clusters::{Clusters, clusters};
use super::coordinates::{Coordinates, Motion};
use super::cubature::{Cubature, States};
use super::model::{Parts, Quadratic, ReducedModel};
use crate::error::{Code, Error, Result};
use crate::linalg::small::{self, polar_rotation};
use crate::linalg::{Mat, Rows, product};
use crate::material::{Lame, Law};
use crate::mesh::geometry::laplacian;
use crate::progress::{Progress, check};
use crate::subspace::{Linearisation, Subspace};
use std::sync::Arc;

/// Clusters to begin with, where their number is not given, and at most.
const FIRST: usize = 50;
const MOST: usize = 1600;
/// Error of the elastic force that is good enough.
const GOOD: f64 = 0.1;
/// Share of the error that twice as many clusters may leave to be worth it.
const GAIN: f64 = 0.95;

/// A reduced model for projective dynamics.
#[derive(Debug, Clone)]
pub struct ProjectiveModel {
    /// The same energy for Newton's method.
    pub model: Arc<ReducedModel>,
    /// `C`, as the deformation of one cell per cluster.
    pub clusters: Motion,
    /// `V_c`.
    pub weight: Vec<f64>,
    /// `L`.
    pub laplacian: Rows,
}

impl ProjectiveModel {
    /// Clusters by the modes of the subspace, `count` at most; where none is given, twice as many again
    /// and again until the elastic force errs by 10%, or hardly less than before. The cubature is
    /// not looked at.
    pub fn new(
        lin: &Linearisation<'_>,
        subspace: &Subspace,
        count: Option<usize>,
        parts: Parts<'_>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let coordinates = Coordinates::new(lin, subspace)?;
        let modes = subspace.weights.as_ref().unwrap_or(&subspace.basis);
        let mut states = States::new(lin, &coordinates, parts.responses)?;
        let mut of = |count: usize| -> Result<Self> {
            check(progress)?;
            let clusters = clusters(lin.body, modes, count);
            let mut made = Self::assemble(lin, &coordinates, &clusters, parts)?;
            let error = states.error(|z| made.elastic_force(z));
            Arc::make_mut(&mut made.model).cubature.error = error;
            Ok(made)
        };
        let mut made = of(count.unwrap_or(FIRST))?;
        let mut next = 2 * FIRST;
        while count.is_none() && made.error() > GOOD && next <= MOST {
            let more = of(next)?;
            if more.error() > GAIN * made.error() {
                break;
            }
            made = more;
            next *= 2;
        }
        Ok(made)
    }

    /// Relative error of the elastic force by clusters that share a rotation.
    fn error(&self) -> f64 {
        self.model.cubature.error
    }

    /// Clusters as given.
    pub fn assemble(
        lin: &Linearisation<'_>,
        coordinates: &Coordinates,
        clusters: &Clusters,
        parts: Parts<'_>,
    ) -> Result<Self> {
        let (body, d) = (lin.body, lin.body.dim());
        if body.law != Law::Arap {
            let message = "projective dynamics simulates the law `arap` only";
            return Err(Error::new(Code::Unsupported, message)
                .field("solver")
                .help("choose law = \"arap\", or Newton's method"));
        }
        let columns = coordinates.columns();
        let (rows, weight) = sums(lin, coordinates, clusters);
        let laplacian = stiffness(lin, coordinates);
        let (per, width) = (d * d / columns, laplacian.width());
        let mut rest = laplacian.clone();
        for (c, v) in weight.iter().enumerate() {
            for row in (c * per..(c + 1) * per).map(|r| rows.row(r)) {
                for (a, x) in row.iter().enumerate() {
                    let to = rest.row_mut(a).iter_mut();
                    to.zip(row).for_each(|(to, y)| *to -= x * y / v);
                }
            }
        }
        let none = Cubature::of_clusters(&weight);
        let mut model = ReducedModel::assemble(lin, coordinates, none, parts);
        let mean = Rows::from_fn(rows.count(), width, |r, a| rows.row(r)[a] / weight[r / per]);
        model.deformation = Motion { dim: d, columns, rows: mean };
        model.lame = vec![Lame { mu: 0.5, lam: 0.0 }; weight.len()];
        let linear = vec![0.0; coordinates.size()];
        model.quadratics.push(Quadratic { channel: None, matrix: rest, linear });
        let model = Arc::new(model);
        Ok(ProjectiveModel { clusters: Motion { dim: d, columns, rows }, weight, laplacian, model })
    }
}

impl ProjectiveModel {
    /// The elastic force at `z`, `L z - C^T (R - I)`.
    pub fn elastic_force(&self, z: &[f64]) -> Vec<f64> {
        let motion = &self.clusters;
        let (mut padded, mut image) = (vec![0.0; motion.padded()], vec![0.0; motion.padded()]);
        motion.pad(z, &mut padded);
        let mut turned = vec![0.0; self.weight.len() * motion.dim * motion.dim];
        motion.mul(&padded, &mut turned);
        match motion.dim {
            2 => rotations::<2>(&mut turned, &self.weight),
            _ => rotations::<3>(&mut turned, &self.weight),
        }
        turned.iter_mut().for_each(|r| *r = -*r);
        motion.add_transposed(&turned, &mut image);
        let mut product = vec![0.0; self.laplacian.count() * motion.columns];
        self.laplacian.add_product(1.0, motion.columns, &padded, &mut product, &mut image);
        let mut force = vec![0.0; z.len()];
        motion.add_unpadded(&image, &mut force);
        force
    }
}

/// Replaces weighted displacement gradients of clusters by `R - I`.
fn rotations<const D: usize>(gradients: &mut [f64], weights: &[f64]) {
    let eye = |i: usize, j: usize| f64::from(u8::from(i == j));
    for (g, weight) in gradients.chunks_exact_mut(D * D).zip(weights) {
        let sum: small::Mat<D> = small::from_fn(|i, j| g[D * j + i] + weight * eye(i, j));
        let r = polar_rotation(&sum);
        g.iter_mut().enumerate().for_each(|(k, g)| *g = r[k % D][k / D] - eye(k % D, k / D));
    }
}

/// `C` and `V`.
fn sums(
    lin: &Linearisation<'_>,
    coordinates: &Coordinates,
    clusters: &Clusters,
) -> (Rows, Vec<f64>) {
    let (body, d) = (lin.body, lin.body.dim());
    let width = coordinates.functions.ncols();
    let per = d * d / coordinates.columns();
    let count = clusters.volume.len();
    let cells: Vec<u32> = (0..body.mesh.cell_count() as u32).collect();
    let mut sums = vec![0.0; count * per * width];
    let mut weight = vec![0.0; count];
    for (cells, of_cell) in cells.chunks(1024).zip(clusters.of_cell.chunks(1024)) {
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
    (Rows::from_fn(count * per, width, |i, a| sums[i * width + a]), weight)
}

/// `L`.
fn stiffness(lin: &Linearisation<'_>, coordinates: &Coordinates) -> Rows {
    let (body, phi) = (lin.body, &coordinates.functions);
    let (width, axes) = (phi.ncols(), body.dim() / coordinates.columns());
    let matrix = laplacian(&body.mesh, &body.geometry, |t| 2.0 * body.lame[t].mu);
    let mut l = Mat::zeros(width, width);
    for c in 0..axes {
        let part = Mat::from_fn(body.mesh.vertex_count(), width, |i, a| phi[(i * axes + c, a)]);
        let mut image = Mat::zeros(part.nrows(), width);
        matrix.mul(part.as_ref(), image.as_mut());
        l += product(part.transpose(), image.as_ref());
    }
    Rows::from_fn(width, width, |i, j| l[(i, j)])
}
