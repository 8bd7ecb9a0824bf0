//! Painted variance: independent forces on vertices, as strong as a weight says.
//!
//! With weights `w_i >= 0` (zeros allowed), `m_i` the mass, `a_i` the boundary measure and `n_i`
//! the unit outward normal of a vertex:
//!
//! ```text
//! directions = "all":     L = diag(m_i w_i)^{1/2} (x) I
//! directions = "normal":  one column sqrt(a_i w_i) n_i per boundary vertex
//! ```
//!
//! A selection weighs 1 inside; with `soften = s` the weight of a vertex outside falls off as
//! the Gaussian `exp(-r^2 / (2 s^2))` of its distance `r` to the nearest selected vertex. Strokes of
//! a brush paint weights between 0 and 1 ([`mesh::strokes`](crate::mesh::strokes)).

use super::parameters::{positive, unit, weights};
use super::{Chosen, Context, Factor, ForceKind, Gaussian, SparseColumns};
use crate::array::ArraySource;
use crate::body::Body;
use crate::error::{Code, Error, Result, one_of_two};
use crate::mesh::SimplexMesh;
use crate::mesh::select::Selection;
use crate::mesh::strokes::{self, Stroke};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Independent forces weighted by a painted variance.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Painted {
    /// Variance per unit of mass, not negative: one number per vertex, or one row of `dim`
    /// numbers per vertex. Give one of this, `where` and `strokes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<ArraySource>,
    /// Vertices of weight one; the others have weight zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<Selection>,
    /// Strokes of a brush that paint the weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strokes: Option<Vec<Stroke>>,
    /// Distance in m over which the weight falls off outside `where`: the standard deviation of
    /// a Gaussian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soften: Option<f64>,
    /// Which way the forces point.
    #[serde(default)]
    pub directions: Directions,
}

/// Which way independent forces point.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// Every way, by mass.
    #[default]
    All,
    /// Along the normals of the boundary, by area.
    Normal,
}

impl Painted {
    /// One weight per vertex or per degree of freedom.
    pub(crate) fn weights(&self, body: &Body, folder: &Path) -> Result<Vec<f64>> {
        let (n, dim) = (body.mesh.vertex_count(), body.dim());
        if self.soften.is_some() && self.r#where.is_none() {
            return Err(Error::new(Code::Force, "only softens a selection, not given weights")
                .field("soften"));
        }
        match (&self.weight, &self.r#where) {
            (None, None) if self.strokes.is_some() => {
                let strokes = self.strokes.as_deref().unwrap_or_default();
                strokes::weights(&body.mesh, strokes).map_err(|e| e.field("strokes"))
            }
            (weight, _) if self.strokes.is_some() => {
                let other = if weight.is_some() { "weight" } else { "where" };
                Err(one_of_two(Code::Force, [other, "strokes"], true))
            }
            (Some(source), None) => {
                let load = || {
                    let array = source.load(folder)?;
                    if self.directions == Directions::All
                        && array.shape.len() == 2
                        && array.shape[1] != 1
                    {
                        return Ok(array.matrix(Some(n), Some(dim), "weights per vertex")?.data);
                    }
                    array.vector(n, "one weight per vertex")
                };
                let w = load().map_err(|e: Error| e.field("weight"))?;
                weights(&w, w.len() / n, "weight")?;
                Ok(w)
            }
            (None, Some(selection)) => {
                let inside =
                    body.picker(folder).vertices(selection).map_err(|e| e.field("where"))?;
                match self.soften {
                    None => Ok(inside.into_iter().map(|x| f64::from(u8::from(x))).collect()),
                    Some(width) => {
                        let width = positive(width, "soften")?;
                        let r = distances(&body.mesh, &inside);
                        Ok(r.into_iter().map(|r| (-0.5 * (r / width).powi(2)).exp()).collect())
                    }
                }
            }
            (weight, _) => Err(one_of_two(Code::Force, ["weight", "where"], weight.is_some())
                .help(
                    "weight = [one number per vertex], where = a selection of vertices, or strokes \
                     = [{ at = [a point], radius = 0.1 }]",
                )),
        }
    }
}

impl ForceKind for Painted {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let (n, dim) = (body.mesh.vertex_count(), body.dim());
        let w = self.weights(body, context.folder)?;
        let factor = match self.directions {
            Directions::All => {
                let per_vertex = w.len() / n;
                let weight = |dof: usize| {
                    if per_vertex == 1 { w[dof / dim] } else { w[dof] }
                };
                Factor::Diagonal(
                    (0..n * dim).map(|k| (body.mass[k / dim] * weight(k)).sqrt()).collect(),
                )
            }
            Directions::Normal => {
                let mut columns = SparseColumns::new(n * dim);
                for i in (0..n).filter(|&i| w[i] > 0.0 && !body.held[i]) {
                    let mut vector = [0.0; 3];
                    vector[..dim]
                        .copy_from_slice(&body.boundary.area_vectors[i * dim..(i + 1) * dim]);
                    let std = (body.boundary.areas[i] * w[i]).sqrt();
                    if let Some(normal) = unit(vector) {
                        columns.push(
                            (0..dim).map(|c| ((i * dim + c) as u32, std * normal[c])).collect(),
                        );
                    }
                }
                Factor::Columns(columns)
            }
        };
        Ok(Gaussian::centred(factor).without(&body.held, dim))
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        self.r#where.iter().map(|selection| Chosen::vertices("where", selection)).collect()
    }
}

/// Distance of every vertex to the nearest selected one: a sweep along the first axis.
fn distances(mesh: &SimplexMesh, selected: &[bool]) -> Vec<f64> {
    let mut chosen: Vec<&[f64]> =
        (0..mesh.vertex_count()).filter(|&i| selected[i]).map(|i| mesh.point(i)).collect();
    chosen.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let squared =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum() };
    let nearest = |p: &[f64]| {
        let (left, right) = chosen.split_at(chosen.partition_point(|q| q[0] < p[0]));
        let mut best = f64::INFINITY;
        for side in [&mut left.iter().rev() as &mut dyn Iterator<Item = &&[f64]>, &mut right.iter()]
        {
            for q in side {
                if (q[0] - p[0]).powi(2) >= best {
                    break;
                }
                best = best.min(squared(p, q));
            }
        }
        best.sqrt()
    };
    (0..mesh.vertex_count()).map(|i| nearest(mesh.point(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::norm;
    use serde_json::json;

    fn painted(parameters: serde_json::Value) -> Kind {
        parsed("painted", parameters)
    }

    fn diagonal(bench: &Bench, kind: &Kind) -> Vec<f64> {
        match bench.gaussian(kind).unwrap().factor {
            Factor::Diagonal(d) => d,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn variance_is_mass_times_weight_and_zero_weights_are_allowed() {
        let bench = Bench::square(3);
        let w: Vec<f64> = (0..16).map(|i| if i == 5 { 0.0 } else { i as f64 }).collect();
        let d = diagonal(&bench, &painted(json!({ "weight": w })));
        for (k, d) in d.iter().enumerate() {
            let expected =
                if bench.body.held[k / 2] { 0.0 } else { bench.body.mass[k / 2] * w[k / 2] };
            assert!((d * d - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn strokes_paint_the_weights() {
        let bench = Bench::square(6);
        let strokes = json!([{ "at": [[0.7, 0.5]], "radius": 0.3 }]);
        let d = diagonal(&bench, &painted(json!({ "strokes": strokes })));
        let list: Vec<Stroke> = serde_json::from_value(strokes).unwrap();
        let w = strokes::weights(&bench.body.mesh, &list).unwrap();
        assert!(w.iter().any(|w| *w > 0.0));
        for i in (0..49).filter(|&i| !bench.body.held[i]) {
            assert!((d[2 * i].powi(2) - bench.body.mass[i] * w[i]).abs() < 1e-14);
        }
    }

    #[test]
    fn rows_of_weights_weigh_each_axis() {
        let bench = Bench::square(3);
        let w: Vec<Vec<f64>> = (0..16).map(|i| vec![i as f64, 0.0]).collect();
        let d = diagonal(&bench, &painted(json!({ "weight": w })));
        assert!(d.iter().skip(1).step_by(2).all(|x| *x == 0.0));
        assert!((d[14].powi(2) - 7.0 * bench.body.mass[7]).abs() < 1e-14);
    }

    #[test]
    fn softening_is_a_gaussian_of_the_distance_to_the_nearest_selected_vertex() {
        let bench = Bench::square(6);
        let chosen = [3usize, 17, 40, 41];
        let kind = painted(json!({ "where": { "vertices": chosen }, "soften": 0.2 }));
        let d = diagonal(&bench, &kind);
        let mesh = &bench.body.mesh;
        for i in (0..49).filter(|&i| !bench.body.held[i]) {
            let r = chosen
                .iter()
                .map(|&j| {
                    norm(&[
                        mesh.point(i)[0] - mesh.point(j)[0],
                        mesh.point(i)[1] - mesh.point(j)[1],
                    ])
                })
                .fold(f64::INFINITY, f64::min);
            let expected = bench.body.mass[i] * (-r * r / 0.08).exp();
            assert!((d[2 * i].powi(2) - expected).abs() < 1e-15, "{i}");
        }
    }

    #[test]
    fn normal_forces_have_total_variance_equal_to_the_area_and_point_along_normals() {
        let bench = Bench::cube(3).free();
        let g = bench
            .gaussian(&painted(json!({ "where": "boundary", "directions": "normal" })))
            .unwrap();
        assert!((g.factor.rms(3).powi(2) - 6.0).abs() < 1e-12);
        let middle = (0..64).find(|&i| {
            let p = bench.body.mesh.point(i);
            p[0] == 1.0 && (p[1] - 1.0 / 3.0).abs() < 1e-9 && (p[2] - 1.0 / 3.0).abs() < 1e-9
        });
        let i = middle.unwrap();
        let x = crate::linalg::Mat::from_fn(192, 3, |r, c| f64::from(u8::from(r == 3 * i + c)));
        let block = g.factor.covariance(x.clone());
        assert!((block[(3 * i, 0)] - bench.body.boundary.areas[i]).abs() < 1e-14);
        assert!(block[(3 * i + 1, 1)].abs() < 1e-14 && block[(3 * i + 2, 2)].abs() < 1e-14);
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(3);
        let fails = |p| bench.fault(&painted(p));
        let mut w = vec![1.0; 16];
        w[6] = -1.0;
        assert!(fails(json!({ "weight": w })).message.contains("vertex 6"));
        assert_eq!(fails(json!({ "weight": [1, 2] })).place.field.as_deref(), Some("weight"));
        assert_eq!(fails(json!({})).code, Code::Force);
        let both = json!({ "where": "all", "strokes": [] });
        assert_eq!(fails(both).code, Code::Force);
        let stroke = json!([{ "at": [[0.5, 0.5]], "radius": -1.0 }]);
        let field = fails(json!({ "strokes": stroke })).place.field;
        assert_eq!(field.as_deref(), Some("strokes[0].radius"));
        assert_eq!(
            fails(json!({ "where": "all", "soften": 0.0 })).place.field.as_deref(),
            Some("soften")
        );
        assert_eq!(
            fails(json!({ "weight": vec![1.0; 16], "soften": 1.0 })).place.field.as_deref(),
            Some("soften")
        );
        assert_eq!(
            fails(json!({ "weight": vec![vec![1.0; 2]; 16], "directions": "normal" })).code,
            Code::Array
        );
    }
}
