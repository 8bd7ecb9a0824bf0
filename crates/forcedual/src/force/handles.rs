//! Point handles: vertices pulled towards random targets.
//!
//! Handles `S` pull with energy `C = alpha |S^T U - A|^2_N`, `N = S^T M S` the mass of the
//! handles. The targets `A` have standard deviation `sigma`, so
//!
//! ```text
//! D = 2 alpha S N        Sigma = 4 alpha^2 sigma^2 m_i^2 on the handles        mu = D mean
//! ```
//!
//! The pull is by the mass of the handle's vertex, so it is weaker on a finer mesh; a force's
//! `rms` sets it in N.
//!
//! The same energy adds `2 alpha S N S^T` to the Hessian. This is left out unless the handles
//! are `attached`; then the body feels its handles as springs to the ground. It does so always,
//! so that attached handles cannot be one of several alternatives (a `mixture`).

use super::parameters::{non_negative, one, positive, vertex};
use super::{Actuation, Chosen, Context, ForceKind, Gaussian, SparseColumns};
use crate::array::ArraySource;
use crate::energy::Actuator;
use crate::error::{Code, Error, Result, one_of_two};
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Vertices pulled towards random targets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Handles {
    /// Numbers of the vertices. Give either this or `where`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Vec<usize>>,
    /// The vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<Selection>,
    /// Strength of the pull per unit of mass, in 1/s^2.
    pub stiffness: f64,
    /// Standard deviation of every coordinate of the targets, in m.
    #[serde(default = "one")]
    pub sigma: f64,
    /// Mean displacement of the targets in m: `dim` numbers for all handles, or a row each, by
    /// ascending vertex number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<ArraySource>,
    /// Whether the body feels the handles as springs to the ground; not within a mixture.
    #[serde(default)]
    pub attached: bool,
}

impl Handles {
    /// The handles' vertices, ascending.
    fn chosen(&self, context: &Context<'_>) -> Result<Vec<usize>> {
        let body = context.body;
        match (&self.vertices, &self.r#where) {
            (Some(list), None) => {
                let count = body.mesh.vertex_count();
                let mut list = list
                    .iter()
                    .enumerate()
                    .map(|(k, &i)| vertex(i, count, &format!("vertices[{k}]")))
                    .collect::<Result<Vec<_>>>()?;
                list.sort_unstable();
                list.dedup();
                if list.is_empty() {
                    return Err(Error::new(Code::Force, "there are no handles").field("vertices"));
                }
                Ok(list)
            }
            (None, Some(selection)) => {
                let inside = body
                    .picker(context.folder)
                    .vertices(selection)
                    .map_err(|e| e.field("where"))?;
                Ok((0..inside.len()).filter(|&i| inside[i]).collect())
            }
            (list, _) => Err(one_of_two(Code::Force, ["vertices", "where"], list.is_some())
                .help("vertices = [numbers], or where = a selection")),
        }
    }

    /// Mean target of every coordinate of every handle.
    fn means(&self, context: &Context<'_>, count: usize) -> Result<Vec<f64>> {
        let dim = context.body.dim();
        let Some(source) = &self.mean else {
            return Ok(vec![0.0; count * dim]);
        };
        let load = || {
            let array = source.load(context.folder)?;
            if array.shape.len() == 1 {
                return Ok(array.vector(dim, "the mean of all handles")?.repeat(count));
            }
            Ok(array.matrix(Some(count), Some(dim), "the means of the handles")?.data)
        };
        load().map_err(|e: Error| e.field("mean"))
    }
}

impl ForceKind for Handles {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let dim = body.dim();
        let alpha = positive(self.stiffness, "stiffness")?;
        let sigma = non_negative(self.sigma, "sigma")?;
        let chosen = self.chosen(context)?;
        let mean = self.means(context, chosen.len())?;
        let mut columns = SparseColumns::new(body.dofs());
        for i in chosen {
            for c in 0..dim {
                columns.push(vec![((i * dim + c) as u32, 2.0 * alpha * body.mass[i])]);
            }
        }
        Ok(Gaussian::actuated(columns, &vec![sigma; mean.len()], &mean).without(&body.held, dim))
    }

    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let body = context.body;
        let chosen = self.chosen(context)?;
        let means = self.means(context, chosen.len())?;
        let places = chosen.iter().flat_map(|&i| (0..body.dim()).map(move |axis| (i, axis)));
        let each = places.zip(means).map(|((i, axis), mean)| {
            let stiffness = 2.0 * self.stiffness * body.mass[i];
            let actuator = match self.attached {
                true => Actuator::Pull { vertex: i as u32, axis, stiffness },
                false => {
                    Actuator::Load { force: vec![((body.dim() * i + axis) as u32, stiffness)] }
                }
            };
            Actuation { actuator, mean, sigma: self.sigma, part: None }
        });
        Ok(each.collect())
    }

    fn attachment(&self, context: &Context<'_>) -> Result<Vec<(usize, f64)>> {
        if !self.attached {
            return Ok(Vec::new());
        }
        let body = context.body;
        let alpha = positive(self.stiffness, "stiffness")?;
        let free = self.chosen(context)?.into_iter().filter(|&i| !body.held[i]);
        Ok(free.map(|i| (i, 2.0 * alpha * body.mass[i])).collect())
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        self.r#where.iter().map(|selection| Chosen::vertices("where", selection)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::Mat;
    use serde_json::json;

    #[test]
    fn covariance_is_diagonal_with_four_alpha_squared_mass_squared() {
        let bench = Bench::cube(2);
        let kind =
            parsed("handles", json!({ "vertices": [5, 13, 5], "stiffness": 3.0, "sigma": 0.5 }));
        let n = bench.body.dofs();
        let found = bench.gaussian(&kind).unwrap().factor.covariance(Mat::identity(n, n));
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
            let i = a / 3;
            let handle = a == b && (i == 5 || i == 13);
            let expected = if handle { 4.0 * 9.0 * 0.25 * bench.body.mass[i].powi(2) } else { 0.0 };
            assert!((found[(a, b)] - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn column_is_the_derivative_of_the_force_with_respect_to_the_target() {
        let bench = Bench::square(2);
        let kind = parsed("handles", json!({ "vertices": [4], "stiffness": 3.0 }));
        let d = bench.gaussian(&kind).unwrap().factor.dense();
        let energy = |u: f64, a: f64| 3.0 * bench.body.mass[4] * (u - a).powi(2);
        let force = |a: f64| -(energy(1e-3, a) - energy(-1e-3, a)) / 2e-3;
        assert!((d[(8, 0)] - (force(0.5) - force(-0.5))).abs() < 1e-10);
    }

    #[test]
    fn means_are_per_body_or_per_handle() {
        let bench = Bench::square(2);
        let mean = |value: serde_json::Value| {
            let kind =
                parsed("handles", json!({ "vertices": [4, 5], "stiffness": 1.0, "mean": value }));
            bench.gaussian(&kind).unwrap().mean.unwrap()
        };
        assert_eq!(mean(json!([1.0, 2.0])), mean(json!([[1.0, 2.0], [1.0, 2.0]])));
        assert!(
            (mean(json!([[1.0, 2.0], [0.0, 3.0]]))[11] - 6.0 * bench.body.mass[5]).abs() < 1e-15
        );
    }

    #[test]
    fn only_attached_handles_hold_the_body_at_run_time() {
        let bench = Bench::square(2);
        for attached in [false, true] {
            let value = json!({ "vertices": [4], "stiffness": 3.0, "attached": attached });
            let made = parsed("handles", value).actuators(&bench.context()).unwrap();
            let holds = made.iter().all(|a| matches!(a.actuator, Actuator::Pull { .. }));
            assert!(made.len() == 2 && holds == attached);
        }
    }

    #[test]
    fn only_attached_handles_stiffen_the_body_also_inside_sums_but_mixtures_refuse_them() {
        let bench = Bench::square(2);
        let handles = |attached: bool| json!({ "kind": "handles", "vertices": [0, 4], "stiffness": 3.0, "attached": attached });
        let of = |kind: &str, a: bool| {
            parsed(kind, json!({ "of": [{ "kind": "white-noise" }, handles(a)] }))
                .attachment(&bench.context())
        };
        assert!(bench.body.held[0]);
        assert_eq!(of("sum", true).unwrap(), [(4, 6.0 * bench.body.mass[4])]);
        assert!(of("sum", false).unwrap().is_empty());
        for attached in [true, false] {
            let sum =
                json!({ "kind": "sum", "of": [{ "kind": "white-noise" }, handles(attached)] });
            let force: super::super::Force = serde_json::from_value(sum).unwrap();
            assert_eq!(force.holds(), attached);
        }
        assert!(of("mixture", false).unwrap().is_empty());
        let sum = json!({ "kind": "sum", "of": [handles(true)] });
        let nested = parsed("mixture", json!({ "of": [{ "kind": "white-noise" }, sum] }));
        for fault in [of("mixture", true), nested.attachment(&bench.context())] {
            let fault = fault.unwrap_err();
            assert_eq!((fault.code, fault.place.field.as_deref()), (Code::Force, Some("of[1]")));
            assert!(fault.help.unwrap().contains("sum"));
        }
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(2);
        for (parameters, field) in [
            (json!({ "vertices": [1, 99], "stiffness": 1.0 }), Some("vertices[1]")),
            (json!({ "vertices": [], "stiffness": 1.0 }), Some("vertices")),
            (json!({ "vertices": [1], "stiffness": 0.0 }), Some("stiffness")),
            (json!({ "vertices": [1], "stiffness": 1.0, "sigma": -1.0 }), Some("sigma")),
            (json!({ "vertices": [1], "stiffness": 1.0, "mean": [1.0] }), Some("mean")),
            (json!({ "stiffness": 1.0 }), None),
        ] {
            let fault = bench.fault(&parsed("handles", parameters));
            assert_eq!(fault.place.field.as_deref(), field);
        }
    }
}
