//! Radial decay: independent forces around a point, by mass.
//!
//! ```text
//! w(x) = 1 - 1 / (1 + exp(alpha (r - |x - y|)))        L = diag(m_i w_i)^{1/2} (x) I
//! ```
//!
//! with `y` the center, `r` the radius, where `w = 1/2`, and `alpha` the sharpness.

use super::parameters::{place, positive};
use super::{Context, Factor, ForceKind, Gaussian};
use crate::error::Result;
use crate::linalg::norm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Independent forces that fade with the distance from a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Radial {
    /// The point around which forces act, in m.
    pub center: Vec<f64>,
    /// Distance in m at which the variance has fallen to half.
    pub radius: f64,
    /// How fast the variance falls around `radius`, in 1/m; 10 / `radius` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharpness: Option<f64>,
}

impl ForceKind for Radial {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let dim = body.dim();
        let (center, _) = place(&self.center, body, "center")?;
        let radius = positive(self.radius, "radius")?;
        let sharpness = positive(self.sharpness.unwrap_or(10.0 / radius), "sharpness")?;
        let std = |i: usize| {
            let x = body.mesh.point(i);
            let mut from = [0.0; 3];
            (0..dim).for_each(|c| from[c] = x[c] - center[c]);
            (body.mass[i] * weight(norm(&from), radius, sharpness)).sqrt()
        };
        let diagonal = (0..body.dofs()).map(|k| std(k / dim)).collect();
        Ok(Gaussian::centred(Factor::Diagonal(diagonal)).without(&body.held, dim))
    }
}

/// `1 - 1 / (1 + exp(sharpness (radius - distance)))` without loss of small values.
fn weight(distance: f64, radius: f64, sharpness: f64) -> f64 {
    1.0 / (1.0 + (sharpness * (distance - radius)).exp())
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use serde_json::json;

    #[test]
    fn weight_is_half_at_the_radius_and_the_logistic_elsewhere() {
        assert_eq!(weight(0.3, 0.3, 40.0), 0.5);
        for r in [0.0, 0.1, 0.25, 0.4, 1.0f64] {
            let printed = 1.0 - 1.0 / (1.0 + (40.0 * (0.3 - r)).exp());
            assert!((weight(r, 0.3, 40.0) - printed).abs() < 1e-15);
        }
        assert_eq!(weight(1e6, 0.3, 1e6), 0.0);
    }

    #[test]
    fn variance_at_the_center_is_almost_the_mass_and_half_at_the_radius() {
        let bench = Bench::square(4);
        let kind = parsed("radial", json!({ "center": [0.5, 0.5], "radius": 0.25 }));
        let Factor::Diagonal(d) = bench.gaussian(&kind).unwrap().factor else {
            panic!("not diagonal")
        };
        let at = |x: f64, y: f64| {
            let i = (0..25).find(|&i| bench.body.mesh.point(i) == [x, y]).unwrap();
            d[2 * i].powi(2) / bench.body.mass[i]
        };
        assert!((at(0.75, 0.5) - 0.5).abs() < 1e-14);
        assert!((at(0.5, 0.5) - 1.0 / (1.0 + (-10f64).exp())).abs() < 1e-14);
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(2);
        for (parameters, field) in [
            (json!({ "center": [0.0], "radius": 1.0 }), "center"),
            (json!({ "center": [0.0, 1000.0], "radius": 1.0 }), "center"),
            (json!({ "center": [0.0, 0.0], "radius": 0.0 }), "radius"),
            (json!({ "center": [0.0, 0.0], "radius": 1.0, "sharpness": -1.0 }), "sharpness"),
        ] {
            assert_eq!(
                bench.fault(&parsed("radial", parameters)).place.field.as_deref(),
                Some(field)
            );
        }
    }
}
