//! How much of a touch a subspace feels.
//!
//! The compliance of a force `F` is the work that it does on the body, `F^T S F` in full and
//! `F^T B (B^T H B)^{-1} B^T F` in a subspace, at most as much. The share of the two says whether the
//! subspace expects such forces. It takes the body in full, which models in files do not have.

use super::engine::Dynamics;
use crate::error::Result;
use crate::linalg::{Mat, Rows, column, dot};
use crate::reduce::{Coordinates, MixtureModel};
use crate::subspace::Linearisation;

/// Measures forces on a body and in its subspace.
pub struct Feel<'a> {
    lin: &'a Linearisation<'a>,
    coordinates: &'a Coordinates,
    own: Own<'a>,
}

/// What knows the compliance in a subspace.
enum Own<'a> {
    /// `(B^T H B)^{-1/2}`
    One(Rows),
    /// Subspaces of which one is in use.
    Many(&'a MixtureModel),
}

impl<'a> Feel<'a> {
    /// For the subspace of a body, or those of a mixture side by side.
    pub fn new(
        lin: &'a Linearisation<'a>,
        coordinates: &'a Coordinates,
        dynamics: &'a Dynamics,
    ) -> Result<Self> {
        let own = match dynamics {
            Dynamics::Mixture(model) => Own::Many(model),
            _ => Own::One(coordinates.compliance_root(lin)?),
        };
        Ok(Feel { lin, coordinates, own })
    }

    /// The share of the work of forces on vertices (N) that the subspace lets them do, of a mixture that
    /// of a component; none where they do no work.
    pub fn share(&self, component: usize, forces: &[(u32, [f64; 3])]) -> Option<f64> {
        let d = self.lin.body.dim();
        let mut force = vec![0.0; self.lin.body.dofs()];
        for (vertex, f) in forces {
            let at = force.get_mut(*vertex as usize * d..)?;
            at.iter_mut().zip(&f[..d]).for_each(|(at, f)| *at += f);
        }
        let response = self.lin.solve(Mat::from_fn(force.len(), 1, |i, _| force[i]));
        let full = dot(column(response.as_ref(), 0), &force);
        let reduced = self.coordinates.reduced(&force);
        let own: f64 = match &self.own {
            Own::One(root) => (0..root.count()).map(|i| dot(root.row(i), &reduced).powi(2)).sum(),
            Own::Many(model) => {
                let sizes = model.components.iter().map(|c| c.model.coordinates());
                let mut parts: Vec<Vec<f64>> = sizes.map(|n| vec![0.0; n]).collect();
                model.split(&reduced, parts.iter_mut().map(Vec::as_mut_slice));
                model.components.get(component)?.compliance(&parts[component])
            }
        };
        (full > 0.0).then_some(own / full)
    }
}
