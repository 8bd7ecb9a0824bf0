//! What a design reports.

use super::Selected;
use crate::memory;
use crate::subspace::{Certificate, Linearisation, Subspace};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The outcome of a design, as `--report` writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Vertices of the mesh.
    pub vertices: usize,
    /// Cells of the mesh.
    pub cells: usize,
    /// Degrees of freedom that the supports leave.
    pub dofs: usize,
    /// Modes or skinning weights designed, motions without energy not counted.
    pub modes: usize,
    /// Columns of the basis of motions without energy (rigid motions of a free body).
    pub rigid: usize,
    /// Degrees of freedom of the subspace.
    pub reduced_dofs: usize,
    /// What the scene's selections hit.
    pub selections: Vec<Selected>,
    /// `displacement` or `skinning`.
    pub kind: String,
    /// How the modes were found.
    pub method: String,
    /// Variance along each mode, descending, in kg m^2.
    pub eigenvalues: Vec<f64>,
    /// How much of the motion is captured.
    pub certificate: Certificate,
    /// Relative error of the elastic force in simulations, which comes on top of what the certificate
    /// says; none where no simulation was prepared.
    #[serde(default)]
    pub cubature_error: Option<f64>,
    /// Wall-clock time per stage.
    pub seconds: Seconds,
    /// Values stored in the Cholesky factor.
    pub factor_values: usize,
    /// Peak memory of the process in bytes, where the system tells.
    pub peak_memory_bytes: Option<u64>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

/// Wall-clock seconds per stage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Reading and checking the scene and its mesh.
    pub read: f64,
    /// Assembling the stiffness matrix.
    pub assemble: f64,
    /// Fill-reducing order and symbolic analysis.
    pub order: f64,
    /// Numeric factorisation.
    pub factor: f64,
    /// Building the prior.
    pub prior: f64,
    /// Computing modes.
    pub modes: f64,
    /// Certifying them.
    pub certificate: f64,
    /// Preparing what simulation takes.
    pub runtime: f64,
    /// Everything.
    pub total: f64,
}

/// Time spent around the linearisation and the subspace, which know their own.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    /// Reading and checking the scene and its mesh.
    pub read: Duration,
    /// Building the prior.
    pub prior: Duration,
    /// Preparing what simulation takes.
    pub runtime: Duration,
    /// Everything.
    pub total: Duration,
}

impl Report {
    /// Gathers what a design found.
    pub fn new(
        lin: &Linearisation<'_>,
        subspace: &Subspace,
        selections: Vec<Selected>,
        spent: Spent,
        mut warnings: Vec<String>,
    ) -> Self {
        warnings.extend(subspace.warnings.iter().cloned());
        Report {
            vertices: lin.body.mesh.vertex_count(),
            cells: lin.body.mesh.cell_count(),
            dofs: lin.free_dofs(),
            modes: subspace.modes(),
            rigid: subspace.rigid,
            reduced_dofs: subspace.basis.ncols(),
            selections,
            kind: subspace.kind.name().to_owned(),
            method: subspace.method.name().to_owned(),
            eigenvalues: subspace.eigenvalues.clone(),
            certificate: subspace.certificate.clone(),
            cubature_error: None,
            seconds: Seconds {
                read: spent.read.as_secs_f64(),
                assemble: lin.times.assemble.as_secs_f64(),
                order: lin.times.order.as_secs_f64(),
                factor: lin.times.factor.as_secs_f64(),
                prior: spent.prior.as_secs_f64(),
                modes: subspace.modes_time.as_secs_f64(),
                certificate: subspace.certificate_time.as_secs_f64(),
                runtime: spent.runtime.as_secs_f64(),
                total: spent.total.as_secs_f64(),
            },
            factor_values: lin.factor_size(),
            peak_memory_bytes: memory::peak(),
            warnings,
        }
    }
}
