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
