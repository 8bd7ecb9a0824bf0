//! Observed displacements: the prior whose dual modes are their proper orthogonal decomposition.
//!
//! ```text
//! G = (U - mean) / sqrt(N - 1)        L = H G        mu = H mean
//! ```
//!
//! or, not centred, `G = U / sqrt(N)` and `mu = 0`. Held vertices are taken not to move. The
//! response `G` is kept beside the forces, so that no solve is needed to find it again.

use super::force_samples::yes;
use super::parameters::{moments, vectors};
use super::{Context, Factor, ForceKind, Gaussian};
use crate::array::ArraySource;
use crate::error::Result;
use crate::linalg::{Mat, column_mut};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Displacements that were observed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DisplacementSamples {
    /// The displacements in m: an array of shape (samples, dim * vertices) or (samples,
    /// vertices, dim).
    pub samples: ArraySource,
    /// Whether the mean is taken out of the covariance; otherwise the mean is zero.
    #[serde(default = "yes")]
    pub centred: bool,
}

impl ForceKind for DisplacementSamples {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let (body, h) = (context.body, context.stiffness);
        let dim = body.dim();
        let zero_held = |mut u: Mat| {
            for j in 0..u.ncols() {
                let rows = column_mut(u.as_mut(), j).iter_mut().enumerate();
                rows.filter(|(row, _)| body.held[row / dim]).for_each(|(_, x)| *x = 0.0);
            }
            u
        };
        let (response, mean) = self
            .samples
            .load(context.folder)
            .and_then(|a| vectors(a, body, "the samples"))
            .and_then(|samples| moments(zero_held(samples), self.centred))
            .map_err(|e| e.field("samples"))?;
        let mut forces = Mat::zeros(response.nrows(), response.ncols());
        h.mul(response.as_ref(), forces.as_mut());
        let mean = mean.map(|u| {
            let mut force = vec![0.0; u.len()];
            h.mul_vec(&u, &mut force);
            force
        });
        let factor = Factor::Displacements { forces, response };
        Ok(Gaussian { factor, mean }.without(&body.held, dim))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use serde_json::json;

    #[test]
    fn forces_are_the_stiffness_times_the_centred_displacements() {
        let bench = Bench::square(2);
        let u: Vec<Vec<f64>> =
            (0..4).map(|k| (0..18).map(|i| ((3 * k + i * i) as f64).sin()).collect()).collect();
        let g = bench.gaussian(&parsed("displacement-samples", json!({ "samples": u }))).unwrap();
        let Factor::Displacements { forces, response } = &g.factor else {
            panic!("not displacements")
        };
        let free = |i: usize| !bench.body.held[i / 2];
        let h = |i: usize, j: usize| {
            bench
                .stiffness
                .pattern
                .find(i.max(j), i.min(j))
                .map_or(0.0, |k| bench.stiffness.values[k])
        };
        let mean = |i: usize| {
            if free(i) { u.iter().map(|s| s[i]).sum::<f64>() / 4.0 } else { 0.0 }
        };
        for i in 0..18 {
            for k in 0..4 {
                let moved = |j: usize| {
                    if free(j) { (u[k][j] - mean(j)) / 3f64.sqrt() } else { 0.0 }
                };
                assert!((response[(i, k)] - moved(i)).abs() < 1e-15);
                let force: f64 = (0..18).map(|j| h(i, j) * moved(j)).sum();
                let expected = if free(i) { force } else { 0.0 };
                assert!((forces[(i, k)] - expected).abs() < 1e-12);
            }
            let force: f64 = (0..18).map(|j| h(i, j) * mean(j)).sum();
            let expected = if free(i) { force } else { 0.0 };
            assert!((g.mean.as_ref().unwrap()[i] - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(2);
        let fault = bench.fault(&parsed("displacement-samples", json!({ "samples": [[1.0]] })));
        assert_eq!(fault.place.field.as_deref(), Some("samples"));
    }
}
