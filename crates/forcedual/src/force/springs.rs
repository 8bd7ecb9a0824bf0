//! Springs and tendons whose rest lengths change.
//!
//! A spring of stiffness `k` between vertices `i` and `j` has energy `k/2 (l - l0)^2`. Its
//! actuation is the change `A = delta l0` of its rest length, so that with
//! `u = (x_i - x_j) / |x_i - x_j|`
//!
//! ```text
//! D = k [u; -u]   (rows of i; rows of j)        L = sigma D        mu = mean D summed over springs
//! ```
//!
//! Tendons (`slack`) have the same prior: that of the side that pulls.
//!
//! A spring's forces balance: `R^T D = 0` for every rigid motion `R`.

use super::parameters::{finite, non_negative, one, place, positive, unit, vertex};
use super::{Actuation, Context, ForceKind, Gaussian, SparseColumns};
use crate::body::Body;
use crate::energy::Actuator;
use crate::error::{Code, Error, Result, one_of_two};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Springs between vertices, driven by their rest lengths.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Springs {
    /// Pairs of vertex numbers. Give either this or `between`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<[usize; 2]>>,
    /// Pairs of points in m; each end is tied to the nearest vertex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<Vec<[Vec<f64>; 2]>>,
    /// Stiffness in N/m: a number, or one per spring.
    pub stiffness: Stiffness,
    /// Standard deviation of the change of rest length, in m.
    #[serde(default = "one")]
    pub sigma: f64,
    /// Mean change of rest length, in m; negative contracts.
    #[serde(default)]
    pub mean: f64,
    /// Are they tendons, which pull and hang slack where they are shorter than their rest lengths?
    /// Springs push then. It matters to simulations only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slack: bool,
}

/// A number for all springs, or one per spring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number or a list of numbers")]
pub enum Stiffness {
    /// The same for all.
    All(f64),
    /// One per spring.
    Each(Vec<f64>),
}

impl Springs {
    /// The two vertices of every spring.
    pub fn ends(&self, body: &Body) -> Result<Vec<[usize; 2]>> {
        let count = body.mesh.vertex_count();
        match (&self.edges, &self.between) {
            (Some(edges), None) => {
                for (k, pair) in edges.iter().enumerate() {
                    for &i in pair {
                        vertex(i, count, &format!("edges[{k}]"))?;
                    }
                }
                Ok(edges.clone())
            }
            (None, Some(pairs)) => pairs
                .iter()
                .enumerate()
                .map(|(k, [a, b])| {
                    let field = format!("between[{k}]");
                    Ok([place(a, body, &field)?.1, place(b, body, &field)?.1])
                })
                .collect(),
            (edges, _) => Err(one_of_two(Code::Force, ["edges", "between"], edges.is_some())
                .help("edges = [[0, 7]] names vertices, between = [[[0, 0], [1, 0]]] points")),
        }
    }

    /// The stiffness of every spring, in N/m.
    pub fn stiffnesses(&self, count: usize) -> Result<Vec<f64>> {
        match &self.stiffness {
            Stiffness::All(k) => Ok(vec![positive(*k, "stiffness")?; count]),
            Stiffness::Each(list) if list.len() == count => list
                .iter()
                .enumerate()
                .map(|(j, &k)| positive(k, &format!("stiffness[{j}]")))
                .collect(),
            Stiffness::Each(list) => Err(Error::new(
                Code::Force,
                format!("has {} numbers, but there are {count} springs", list.len()),
            )
            .field("stiffness")),
        }
    }
}

impl ForceKind for Springs {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let dim = body.dim();
        let ends = self.ends(body)?;
        let stiffness = self.stiffnesses(ends.len())?;
        let sigma = non_negative(self.sigma, "sigma")?;
        let mean = finite(self.mean, "mean")?;
        let name = if self.edges.is_some() { "edges" } else { "between" };
        let mut columns = SparseColumns::new(body.dofs());
        for (j, (&[a, b], k)) in ends.iter().zip(stiffness).enumerate() {
            let (x, y) = (body.mesh.point(a), body.mesh.point(b));
            let mut along = [0.0; 3];
            (0..dim).for_each(|c| along[c] = x[c] - y[c]);
            let u = unit(along).ok_or_else(|| {
                Error::new(
                    Code::Force,
                    format!("spring {j} from vertex {a} to vertex {b} has no length"),
                )
                .field(format!("{name}[{j}]"))
                .help(match name {
                    "between" => {
                        "points are in m and tied to the nearest vertex: check their unit, move \
                         them apart, or use smaller cells"
                    }
                    _ => "name two vertices in different places",
                })
            })?;
            let mut entries = Vec::with_capacity(2 * dim);
            for (c, u) in u[..dim].iter().enumerate() {
                entries.push(((a * dim + c) as u32, k * u));
                entries.push(((b * dim + c) as u32, -k * u));
            }
            columns.push(entries);
        }
        let means = vec![mean; ends.len()];
        Ok(Gaussian::actuated(columns, &vec![sigma; ends.len()], &means).without(&body.held, dim))
    }

    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let ends = self.ends(context.body)?;
        let stiffness = self.stiffnesses(ends.len())?;
        let (mean, sigma, slack) = (self.mean, self.sigma, self.slack);
        let each = ends.iter().zip(stiffness).map(|(ends, stiffness)| {
            let actuator = Actuator::Spring { ends: ends.map(|i| i as u32), stiffness, slack };
            Actuation { actuator, mean, sigma, part: None }
        });
        Ok(each.collect())
    }

    /// Springs tied to vertices that are farther from their ends than a cell is long.
    fn warnings(&self, body: &Body, _folder: &Path) -> Vec<String> {
        let (Some(pairs), Ok(ends)) = (&self.between, self.ends(body)) else { return Vec::new() };
        let volume: f64 = body.geometry.volumes.iter().sum();
        let cell = (12.0 * volume / body.mesh.cell_count() as f64).powf(1.0 / body.dim() as f64);
        let away = |(p, &i): (&Vec<f64>, &usize)| {
            let arm = body.mesh.point(i).iter().zip(p).map(|(x, y)| x - y);
            arm.fold(0.0, f64::hypot)
        };
        let spring = |(k, (pair, ends)): (usize, (&[Vec<f64>; 2], &[usize; 2]))| {
            let far = pair.iter().zip(ends).map(away).fold(0.0, f64::max);
            (far > cell).then(|| {
                let [a, b] = ends;
                format!("between[{k}]: tied to vertices {a} and {b}, up to {far:.2e} m from the points given")
            })
        };
        pairs.iter().zip(&ends).enumerate().filter_map(spring).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::{column, dot, norm};
    use serde_json::json;

    #[test]
    fn springs_tied_far_from_their_points_are_named() {
        let bench = Bench::square(8);
        let springs = |to: f64| {
            let between = [[[0.02, 0.0], [1.0, 1.0]], [[0.0, 0.0], [1.0, to]]];
            parsed("springs", json!({ "between": between, "stiffness": 1.0 }))
        };
        assert!(springs(1.05).warnings(&bench.body, Path::new("")).is_empty());
        let warnings = springs(1.5).warnings(&bench.body, Path::new(""));
        assert_eq!(warnings.len(), 1);
        assert!(
            warnings[0].starts_with("between[1]:") && warnings[0].contains("5.00e-1 m"),
            "{warnings:?}"
        );
    }

    #[test]
    fn each_column_has_norm_stiffness_times_root_two_and_balances() {
        for bench in [Bench::square(3).free(), Bench::cube(2).free()] {
            let kind =
                parsed("springs", json!({ "edges": [[0, 7], [3, 12]], "stiffness": [2.0, 5.0] }));
            let d = bench.gaussian(&kind).unwrap().factor.dense();
            for (j, k) in [2.0, 5.0].into_iter().enumerate() {
                let d = column(d.as_ref(), j);
                assert!((norm(d) - k * 2f64.sqrt()).abs() < 1e-14);
                for r in bench.rigid() {
                    assert!(dot(&r, d).abs() < 1e-13);
                }
            }
        }
    }

    #[test]
    fn column_is_the_derivative_of_the_force_with_respect_to_the_rest_length() {
        let bench = Bench::square(3).free();
        let kind = parsed("springs", json!({ "edges": [[1, 14]], "stiffness": 3.0, "sigma": 0.5 }));
        let d = bench.gaussian(&kind).unwrap().factor.dense();
        let (x, y) = (bench.body.mesh.point(1), bench.body.mesh.point(14));
        let length = |x: &[f64]| norm(&[x[0] - y[0], x[1] - y[1]]);
        let rest = length(x);
        let energy = |x: &[f64], l0: f64| 1.5 * (length(x) - l0).powi(2);
        for c in 0..2 {
            let force = |l0: f64| {
                let (mut up, mut down) = (x.to_vec(), x.to_vec());
                up[c] += 1e-5;
                down[c] -= 1e-5;
                -(energy(&up, l0) - energy(&down, l0)) / 2e-5
            };
            let slope = (force(rest + 1e-4) - force(rest - 1e-4)) / 2e-4;
            assert!((d[(2 + c, 0)] - 0.5 * slope).abs() < 1e-5);
        }
    }

    #[test]
    fn points_are_tied_to_the_nearest_vertices() {
        let bench = Bench::square(3);
        let by_point = parsed(
            "springs",
            json!({ "between": [[[0.02, 0.01], [0.98, 1.2]]], "stiffness": 1.0 }),
        );
        let by_number = parsed("springs", json!({ "edges": [[0, 15]], "stiffness": 1.0 }));
        let dense = |kind| bench.gaussian(kind).unwrap().factor.dense();
        assert_eq!(dense(&by_point), dense(&by_number));
    }

    #[test]
    fn faults_name_the_spring() {
        let bench = Bench::square(3);
        for (parameters, field) in [
            (json!({ "edges": [[0, 1], [2, 2]], "stiffness": 1.0 }), "edges[1]"),
            (json!({ "edges": [[0, 99]], "stiffness": 1.0 }), "edges[0]"),
            (json!({ "edges": [[0, 1]], "stiffness": [1.0, 2.0] }), "stiffness"),
            (json!({ "edges": [[0, 1]], "stiffness": [0.0] }), "stiffness[0]"),
            (json!({ "edges": [[0, 1]], "stiffness": 1.0, "sigma": -1.0 }), "sigma"),
            (json!({ "between": [[[0.0, 0.0], [0.1, 0.0]]], "stiffness": 1.0 }), "between[0]"),
            (json!({ "between": [[[0.0, 0.0], [1.0]]], "stiffness": 1.0 }), "between[0]"),
            (json!({ "between": [[[0.0, 0.0], [0.0, 900.0]]], "stiffness": 1.0 }), "between[0]"),
        ] {
            assert_eq!(
                bench.fault(&parsed("springs", parameters)).place.field.as_deref(),
                Some(field)
            );
        }
        assert_eq!(bench.fault(&parsed("springs", json!({ "stiffness": 1.0 }))).code, Code::Force);
    }
}
