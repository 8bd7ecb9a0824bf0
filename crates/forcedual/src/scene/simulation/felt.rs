//! How much of a touch a subspace feels.
//!
//! The compliance of a force `F` is the work that it does on the body, `F^T S F` in full and
//! `F^T B (B^T H B)^{-1} B^T F` in a subspace, at most as much. The share of the two says whether the
//! subspace expects such forces.

use crate::error::Result;
use crate::linalg::{Mat, Rows, column, dot};
use crate::reduce::Coordinates;
use crate::subspace::Linearisation;

/// Measures forces on a body and in its subspace.
pub struct Feel<'a> {
    lin: &'a Linearisation<'a>,
    coordinates: &'a Coordinates,
    root: Rows,
}

impl<'a> Feel<'a> {
    /// For a subspace of a body.
    pub fn new(lin: &'a Linearisation<'a>, coordinates: &'a Coordinates) -> Result<Self> {
        Ok(Feel { lin, coordinates, root: coordinates.compliance_root(lin)? })
    }

    /// The share of the work of forces on vertices (N) that the subspace lets them do; none where they
    /// do no work.
    pub fn share(&self, forces: &[(u32, [f64; 3])]) -> Option<f64> {
        let d = self.lin.body.dim();
        let mut force = vec![0.0; self.lin.body.dofs()];
        for (vertex, f) in forces {
            let at = force.get_mut(*vertex as usize * d..)?;
            at.iter_mut().zip(&f[..d]).for_each(|(at, f)| *at += f);
        }
        let response = self.lin.solve(Mat::from_fn(force.len(), 1, |i, _| force[i]));
        let full = dot(column(response.as_ref(), 0), &force);
        let reduced = self.coordinates.reduced(&force);
        let own: f64 =
            (0..self.root.count()).map(|i| dot(self.root.row(i), &reduced).powi(2)).sum();
        (full > 0.0).then_some(own / full)
    }
}
