//! Substructure: white noise on a part of the body only.
//!
//! ```text
//! v_i = sum over the cells t at i inside of rho_t vol_t / (d + 1)
//! L = diag(v_i)^{1/2} (x) I
//! ```
//!
//! `v_i` is the mass that the cells inside give to the vertex. Regions that divide the body sum
//! to white noise.

use super::{Chosen, Context, Factor, ForceKind, Gaussian};
use crate::error::Result;
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Independent forces on a part of the body, by mass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Region {
    /// The cells of the part.
    pub r#where: Selection,
}

impl ForceKind for Region {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let inside =
            body.picker(context.folder).cells(&self.r#where).map_err(|e| e.field("where"))?;
        let density: Vec<f64> = body
            .density
            .iter()
            .zip(&inside)
            .map(|(rho, &inside)| if inside { *rho } else { 0.0 })
            .collect();
        let share = body.geometry.lumped(&body.mesh, &density);
        let dim = body.dim();
        let diagonal = (0..body.dofs()).map(|k| share[k / dim].sqrt()).collect();
        Ok(Gaussian::centred(Factor::Diagonal(diagonal)).without(&body.held, dim))
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        vec![Chosen::cells("where", &self.r#where)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::Mat;
    use serde_json::json;

    #[test]
    fn regions_sum_to_white_noise() {
        for bench in [Bench::square(4), Bench::cube(2)] {
            let cells = bench.body.mesh.cell_count();
            let part = |from: usize, to: usize| {
                let kind = parsed(
                    "region",
                    json!({ "where": { "cells": (from..to).collect::<Vec<_>>() } }),
                );
                bench.gaussian(&kind).unwrap()
            };
            let sum = Gaussian::sum(vec![part(0, 5), part(5, 20), part(20, cells)]);
            let white = bench.gaussian(&parsed("white-noise", json!({}))).unwrap();
            let eye = Mat::identity(bench.body.dofs(), bench.body.dofs());
            let difference =
                sum.factor.covariance(eye.clone()) - white.factor.covariance(eye.clone());
            assert!(difference.norm_max() < 1e-15);
        }
    }

    #[test]
    fn variance_is_the_mass_share_of_the_cells_inside() {
        let bench = Bench::square(4);
        let g = bench.gaussian(&parsed("region", json!({ "where": { "cells": [7] } }))).unwrap();
        let Factor::Diagonal(d) = g.factor else { panic!("not diagonal") };
        let share = bench.density * bench.body.geometry.volumes[7] / 3.0;
        for i in 0..bench.body.mesh.vertex_count() {
            let corner = bench.body.mesh.cell(7).contains(&(i as u32)) && !bench.body.held[i];
            assert!((d[2 * i].powi(2) - if corner { share } else { 0.0 }).abs() < 1e-14);
        }
    }
}
