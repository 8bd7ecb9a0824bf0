//! Observed forces: the Gaussian with their moments.
//!
//! ```text
//! mu = mean of the samples F_k        L = (F - mu) / sqrt(N - 1)
//! ```
//!
//! or, not centred, `mu = 0` and `L = F / sqrt(N)`. The dual modes of this prior are those of a
//! proper orthogonal decomposition of the responses `H^{-1} F`.

use super::parameters::{moments, samples};
use super::{Context, Factor, ForceKind, Gaussian};
use crate::array::ArraySource;
use crate::error::Result;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Forces that were observed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForceSamples {
    /// The forces in N: an array of shape (samples, dim * vertices) or (samples, vertices, dim).
    pub samples: ArraySource,
    /// Whether the mean is taken out of the covariance; otherwise the mean is zero.
    #[serde(default = "yes")]
    pub centred: bool,
}

/// The default of `centred`.
pub(super) fn yes() -> bool {
    true
}

impl ForceKind for ForceSamples {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let (factor, mean) = self
            .samples
            .load(context.folder)
            .and_then(|a| samples(a, body))
            .and_then(|x| moments(x, self.centred))
            .map_err(|e| e.field("samples"))?;
        Ok(Gaussian { factor: Factor::Dense(factor), mean }.without(&body.held, body.dim()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use crate::linalg::Mat;
    use serde_json::json;

    fn samples(count: usize) -> Vec<Vec<f64>> {
        (0..count).map(|k| (0..18).map(|i| ((3 * k + i * i) as f64).sin()).collect()).collect()
    }

    #[test]
    fn moments_are_those_of_the_samples() {
        let bench = Bench::square(2).free();
        let f = samples(7);
        for centred in [true, false] {
            let g = bench
                .gaussian(&parsed("force-samples", json!({ "samples": f, "centred": centred })))
                .unwrap();
            let mean: Vec<f64> = (0..18)
                .map(|i| if centred { f.iter().map(|s| s[i]).sum::<f64>() / 7.0 } else { 0.0 })
                .collect();
            let found = g.factor.covariance(Mat::identity(18, 18));
            for (i, j) in (0..18).flat_map(|i| (0..18).map(move |j| (i, j))) {
                let sum: f64 = f.iter().map(|s| (s[i] - mean[i]) * (s[j] - mean[j])).sum();
                assert!((found[(i, j)] - sum / if centred { 6.0 } else { 7.0 }).abs() < 1e-14);
            }
            assert_eq!(g.mean.is_some(), centred);
            assert!(g.mean.iter().flatten().zip(&mean).all(|(a, b)| (a - b).abs() < 1e-15));
        }
    }

    #[test]
    fn too_few_samples_and_wrong_shapes_are_refused() {
        let bench = Bench::square(2);
        for samples in [json!(samples(1)), json!([[1.0, 2.0]]), json!([]), json!([1.0, 2.0])] {
            let fault = bench.fault(&parsed("force-samples", json!({ "samples": samples })));
            assert_eq!(fault.place.field.as_deref(), Some("samples"));
        }
        let one = parsed("force-samples", json!({ "samples": samples(1), "centred": false }));
        assert_eq!(bench.gaussian(&one).unwrap().factor.columns(), 1);
    }
}
