//! White noise: independent forces on every vertex with variance equal to its mass.
//!
//! `L = M^{1/2}`. The dual modes of this prior are those of linear modal analysis, with
//! eigenvalues `lambda = gamma^{-2}` for stiffness eigenvalues `gamma`.

use super::{Context, Factor, ForceKind, Gaussian};
use crate::error::Result;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Independent forces everywhere, by mass.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WhiteNoise {}

impl ForceKind for WhiteNoise {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let std = body.dof_mass().into_iter().map(f64::sqrt).collect();
        Ok(Gaussian::centred(Factor::Diagonal(std)).without(&body.held, body.dim()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::Bench;
    use super::*;

    #[test]
    fn total_variance_is_the_mass_in_every_direction() {
        for bench in [Bench::square(4).free(), Bench::cube(3).free()] {
            let d = bench.body.dim();
            let Factor::Diagonal(std) = WhiteNoise {}.gaussian(&bench.context()).unwrap().factor
            else {
                panic!("not diagonal")
            };
            for c in 0..d {
                let total: f64 = std.iter().skip(c).step_by(d).map(|s| s * s).sum();
                assert!((total - bench.density).abs() < 1e-13);
            }
        }
    }
}
