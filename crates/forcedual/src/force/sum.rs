//! The sum of independent forces, all acting at once.
//!
//! `L = [L_1, L_2, ...]`, `mu = mu_1 + mu_2 + ...`

use super::{Actuation, Chosen, Context, Force, ForceKind, Gaussian};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Independent forces that act together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sum {
    /// The forces that are added.
    pub of: Vec<Force>,
}

impl ForceKind for Sum {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        if self.of.is_empty() {
            return Err(Error::new(Code::Force, "there is nothing to add").field("of"));
        }
        let part = |(k, force): (usize, &Force)| {
            force.gaussian(context).map_err(|e| e.field(format!("of[{k}]")))
        };
        let parts = self.of.iter().enumerate().map(part).collect::<Result<Vec<_>>>()?;
        Ok(Gaussian::sum(parts))
    }

    fn attachment(&self, context: &Context<'_>) -> Result<Vec<(usize, f64)>> {
        let mut all = Vec::new();
        for (k, force) in self.of.iter().enumerate() {
            all.extend(force.attachment(context).map_err(|e| e.field(format!("of[{k}]")))?);
        }
        Ok(all)
    }

    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        super::actuators(&self.of, context)
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        super::selections(&self.of)
    }

    fn warnings(&self, body: &Body, folder: &Path) -> Vec<String> {
        super::warnings(&self.of, body, folder)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::Mat;
    use serde_json::json;

    #[test]
    fn covariances_and_means_add_with_the_strength_of_each() {
        let bench = Bench::square(3);
        let spring =
            json!({ "kind": "springs", "edges": [[1, 14]], "stiffness": 3.0, "mean": 2.0 });
        let mut strong = spring.clone();
        strong["rms"] = json!(5.0);
        let noise = json!({ "kind": "white-noise" });
        let g = |value: serde_json::Value| {
            let force: Force = serde_json::from_value(value).unwrap();
            force.gaussian(&bench.context()).unwrap()
        };
        let eye = Mat::identity(32, 32);
        let covariance = |g: &Gaussian| g.factor.covariance(eye.clone());
        let sum = g(json!({ "kind": "sum", "of": [spring, strong, noise] }));
        let (spring, strong, noise) = (g(spring), g(strong), g(noise));
        let expected = covariance(&spring) + covariance(&strong) + covariance(&noise);
        assert!((covariance(&sum) - expected).norm_max() < 1e-13);
        let (a, b) = (spring.mean.unwrap(), strong.mean.unwrap());
        let mean = sum.mean.unwrap();
        assert!((0..32).all(|i| (mean[i] - a[i] - b[i]).abs() < 1e-14));
        assert!((strong.factor.rms(2) - 5.0).abs() < 1e-14);
    }

    #[test]
    fn faults_name_the_part() {
        let bench = Bench::square(3);
        let bad = json!({ "kind": "radial", "center": [0, 0], "radius": -1.0 });
        let fault = bench.fault(&parsed("sum", json!({ "of": [{ "kind": "white-noise" }, bad] })));
        assert_eq!(fault.place.field.as_deref(), Some("of[1].radius"));
        assert_eq!(
            bench.fault(&parsed("sum", json!({ "of": [] }))).place.field.as_deref(),
            Some("of")
        );
    }
}
