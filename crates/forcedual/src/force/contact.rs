//! Contact on patches of the boundary: pressure and friction.
//!
//! Patch `j` has weights `w_ij` on the boundary vertices `i` and a frame `n`, `t` (in 3D also
//! `r = n x t`). With `a_i` the boundary measure of a vertex,
//!
//! ```text
//! D = a_i w_ij [n t (r)]        Sigma_A = diag(normal-sigma^2, tangent-sigma^2, (tangent-sigma^2))
//! w_ij = exp(-|x_i - c|^2 / (2 radius^2)) * [x_i is in `where`] * weight_i, as far as given
//! ```
//!
//! The total force of a column is `(sum_i a_i w_ij) n`, whatever the mesh. By default `n` points
//! into the body: minus the mean outward normal of the patch.

use super::parameters::{direction, finite, non_negative, one, place, positive, unit, weights};
use super::{Actuation, Chosen, Context, ForceKind, Gaussian, SparseColumns};
use crate::array::ArraySource;
use crate::body::Body;
use crate::energy::Actuator;
use crate::error::{Code, Error, Result};
use crate::linalg::dot;
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pressure and friction on patches of the boundary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Contact {
    /// The patches.
    pub patch: Vec<Patch>,
    /// Standard deviation of the pressure, in Pa.
    #[serde(default = "one")]
    pub normal_sigma: f64,
    /// Standard deviation of the traction along each tangent, in Pa; 0.3 of `normal-sigma` by
    /// default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangent_sigma: Option<f64>,
    /// Mean pressure along the normal of each patch, in Pa.
    #[serde(default)]
    pub mean_pressure: f64,
}

/// A patch of the boundary; its weight is the product of what is given.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Patch {
    /// Middle of a patch whose weight falls off as a Gaussian, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<Vec<f64>>,
    /// Standard deviation of that Gaussian, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// Vertices of the patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<Selection>,
    /// One weight per vertex, not negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<ArraySource>,
    /// Direction of the pressure; into the body by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vec<f64>>,
    /// Direction of friction, made orthogonal to `normal`; any tangent by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangent: Option<Vec<f64>>,
}

impl Patch {
    /// The weight of every vertex times its boundary measure: `a_i w_i`, in m^(d-1).
    pub fn areas(&self, context: &Context<'_>) -> Result<Vec<f64>> {
        let body = context.body;
        let mut w = body.boundary.areas.clone();
        match (&self.center, self.radius) {
            (Some(center), Some(radius)) => {
                let (center, _) = place(center, body, "center")?;
                let radius = positive(radius, "radius")?;
                for (i, w) in w.iter_mut().enumerate() {
                    let r2: f64 = body
                        .mesh
                        .point(i)
                        .iter()
                        .zip(&center)
                        .map(|(x, c)| ((x - c) / radius).powi(2))
                        .sum();
                    *w *= (-0.5 * r2).exp();
                }
            }
            (None, None) if self.r#where.is_some() || self.weight.is_some() => {}
            (None, None) => {
                return Err(Error::new(Code::Force, "the patch says nowhere where it is")
                    .help("give center and radius, or where, or weight"));
            }
            (Some(_), None) => {
                return Err(Error::new(Code::Force, "center needs a radius").field("radius"));
            }
            (None, Some(_)) => {
                return Err(Error::new(Code::Force, "radius needs a center").field("center"));
            }
        }
        if let Some(selection) = &self.r#where {
            let inside =
                body.picker(context.folder).vertices(selection).map_err(|e| e.field("where"))?;
            w.iter_mut().zip(inside).filter(|(_, inside)| !inside).for_each(|(w, _)| *w = 0.0);
        }
        if let Some(source) = &self.weight {
            let given = source
                .load(context.folder)
                .and_then(|a| a.vector(body.mesh.vertex_count(), "one weight per vertex"))
                .map_err(|e| e.field("weight"))?;
            weights(&given, 1, "weight")?;
            w.iter_mut().zip(given).for_each(|(w, g)| *w *= g);
        }
        if w.iter().all(|&w| w == 0.0) {
            return Err(Error::new(Code::SelectionEmpty, "the patch does not touch the boundary"));
        }
        Ok(w)
    }

    /// The orthonormal frame `n, t (, r)` of a patch with areas `a_i w_i`.
    pub fn frame(&self, body: &Body, areas: &[f64]) -> Result<Vec<[f64; 3]>> {
        let dim = body.dim();
        let n = match &self.normal {
            Some(normal) => direction(normal, dim, "normal")?,
            None => inward(body, areas).ok_or_else(|| {
                Error::new(Code::Force, "the patch faces every way at once, so it has no normal")
                    .field("normal")
                    .help("give the direction of the pressure as normal")
            })?,
        };
        let t = match &self.tangent {
            Some(tangent) => direction(tangent, dim, "tangent")?,
            None => {
                let axis = (0..dim).min_by(|&a, &b| n[a].abs().total_cmp(&n[b].abs())).unwrap_or(0);
                std::array::from_fn(|c| f64::from(u8::from(c == axis)))
            }
        };
        let along = dot(&n, &t);
        let across: [f64; 3] = std::array::from_fn(|c| t[c] - along * n[c]);
        let t = match unit(across) {
            Some(t) if dot(&across, &across) > 1e-12 => t,
            _ => return Err(Error::new(Code::Force, "is parallel to the normal").field("tangent")),
        };
        let r = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
        Ok([n, t, r][..dim].to_vec())
    }
}

/// Minus the mean outward normal, weighted by `a_i w_i`; `None` where it (almost) cancels.
fn inward(body: &Body, areas: &[f64]) -> Option<[f64; 3]> {
    let dim = body.dim();
    let (mut sum, mut total) = ([0.0; 3], 0.0);
    for (i, &share) in areas.iter().enumerate().filter(|(_, a)| **a > 0.0) {
        let w = share / body.boundary.areas[i];
        for (s, v) in sum.iter_mut().zip(&body.boundary.area_vectors[i * dim..(i + 1) * dim]) {
            *s -= w * v;
        }
        total += share;
    }
    let length = dot(&sum, &sum).sqrt();
    if length > 1e-9 * total { unit(sum) } else { None }
}

impl Contact {
    /// Columns `D` with the standard deviation and mean of each amplitude.
    fn columns(&self, context: &Context<'_>) -> Result<(SparseColumns, Vec<f64>, Vec<f64>)> {
        let body = context.body;
        let dim = body.dim();
        let normal = non_negative(self.normal_sigma, "normal-sigma")?;
        let tangent = non_negative(self.tangent_sigma.unwrap_or(0.3 * normal), "tangent-sigma")?;
        let pressure = finite(self.mean_pressure, "mean-pressure")?;
        if self.patch.is_empty() {
            return Err(Error::new(Code::Force, "there are no patches").field("patch"));
        }
        let mut columns = SparseColumns::new(body.dofs());
        let (mut sigma, mut mean) = (Vec::new(), Vec::new());
        for (j, patch) in self.patch.iter().enumerate() {
            let name = |e: Error| e.field(format!("patch[{j}]"));
            let areas = patch.areas(context).map_err(name)?;
            for (k, axis) in patch.frame(body, &areas).map_err(name)?.iter().enumerate() {
                let mut entries = Vec::new();
                for (i, a) in areas.iter().enumerate().filter(|(_, a)| **a > 0.0) {
                    entries.extend((0..dim).map(|c| ((i * dim + c) as u32, a * axis[c])));
                }
                columns.push(entries);
                sigma.push(if k == 0 { normal } else { tangent });
                mean.push(if k == 0 { pressure } else { 0.0 });
            }
        }
        Ok((columns, sigma, mean))
    }
}

impl ForceKind for Contact {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let (columns, sigma, mean) = self.columns(context)?;
        let body = context.body;
        Ok(Gaussian::actuated(columns, &sigma, &mean).without(&body.held, body.dim()))
    }

    /// Tractions as loads, in Pa.
    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let (columns, sigma, mean) = self.columns(context)?;
        let each = columns.columns().iter().zip(sigma).zip(mean).map(|((force, sigma), mean)| {
            Actuation { actuator: Actuator::Load { force: force.clone() }, mean, sigma, part: None }
        });
        Ok(each.collect())
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        let patches = self.patch.iter().enumerate();
        patches
            .filter_map(|(k, patch)| Some((k, patch.r#where.as_ref()?)))
            .map(|(k, selection)| Chosen::vertices(format!("patch[{k}].where"), selection))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::column;
    use serde_json::json;

    fn total(dim: usize, force: &[f64]) -> Vec<f64> {
        (0..dim).map(|c| force.iter().skip(c).step_by(dim).sum()).collect()
    }

    #[test]
    fn total_force_is_the_weighted_area_along_the_frame() {
        let bench = Bench::cube(3).free();
        let parameters = json!({ "patch": [{ "where": { "box": { "min": [0.9, -1, -1], "max": [2, 2, 2] } },
            "normal": [1.0, 2.0, 2.0], "tangent": [0.0, 1.0, 0.0] }], "normal-sigma": 2.0 });
        let Kind::Contact(contact) = parsed("contact", parameters.clone()) else {
            panic!("not contact")
        };
        let area: f64 = contact.patch[0].areas(&bench.context()).unwrap().iter().sum();
        let d = bench.gaussian(&parsed("contact", parameters)).unwrap().factor.dense();
        assert_eq!(d.ncols(), 3);
        let f = total(3, column(d.as_ref(), 0));
        for (f, n) in f.iter().zip([1.0, 2.0, 2.0]) {
            assert!((f - 2.0 * area * n / 3.0).abs() < 1e-14);
        }
        let t = total(3, column(d.as_ref(), 1));
        assert!((dot(&t, &t).sqrt() - 0.6 * area).abs() < 1e-14 && dot(&t, &f).abs() < 1e-13);
        let r = total(3, column(d.as_ref(), 2));
        assert!(dot(&r, &f).abs() < 1e-13 && dot(&r, &t).abs() < 1e-13);
    }

    #[test]
    fn normal_points_into_the_body_by_default_and_mean_pressure_follows_it() {
        let bench = Bench::square(8).free();
        let kind = parsed(
            "contact",
            json!({ "patch": [{ "center": [0.5, 1.0], "radius": 0.05 }], "mean-pressure": 3.0 }),
        );
        let g = bench.gaussian(&kind).unwrap();
        let f = total(2, &g.mean.unwrap());
        assert!(f[1] < 0.0 && f[0].abs() < 1e-12);
        let unit = total(2, column(g.factor.dense().as_ref(), 0));
        assert!((f[1] - 3.0 * unit[1]).abs() < 1e-14);
    }

    #[test]
    fn total_force_of_a_smooth_patch_is_its_integral_at_every_resolution() {
        for cells in [16, 32] {
            let bench = Bench::square(cells).free();
            let kind =
                parsed("contact", json!({ "patch": [{ "center": [1.0, 0.5], "radius": 0.1 }] }));
            let f = total(2, column(bench.gaussian(&kind).unwrap().factor.dense().as_ref(), 0));
            let integral = 0.1 * (2.0 * std::f64::consts::PI).sqrt();
            assert!((f[0] / -integral - 1.0).abs() < 1e-3, "{cells}: {}", f[0]);
        }
    }

    #[test]
    fn faults_name_the_patch_and_field() {
        let bench = Bench::square(3);
        let ball = json!({ "center": [1.0, 0.5], "radius": 0.1 });
        for (second, field) in [
            (json!({ "center": [1.0, 0.5], "radius": -0.1 }), "patch[1].radius"),
            (json!({ "center": [1.0, 0.5] }), "patch[1].radius"),
            (json!({ "radius": 0.5 }), "patch[1].center"),
            (json!({ "center": [1.0], "radius": 0.1 }), "patch[1].center"),
            (json!({ "center": [1000.0, 500.0], "radius": 0.1 }), "patch[1].center"),
            (json!({}), "patch[1]"),
            (json!({ "where": "boundary" }), "patch[1].normal"),
            (json!({ "where": { "vertices": [5] } }), "patch[1]"),
            (json!({ "weight": [1.0] }), "patch[1].weight"),
            (json!({ "center": [1.0, 0.5], "radius": 0.1, "normal": [0, 0] }), "patch[1].normal"),
            (
                json!({ "center": [1.0, 0.5], "radius": 0.1, "normal": [1, 0], "tangent": [-2, 0] }),
                "patch[1].tangent",
            ),
        ] {
            let fault = bench.fault(&parsed("contact", json!({ "patch": [ball, second] })));
            assert_eq!(fault.place.field.as_deref(), Some(field), "{fault}");
        }
        let fault =
            bench.fault(&parsed("contact", json!({ "patch": [ball], "tangent-sigma": -1.0 })));
        assert_eq!(fault.place.field.as_deref(), Some("tangent-sigma"));
        assert_eq!(
            bench.fault(&parsed("contact", json!({ "patch": [] }))).place.field.as_deref(),
            Some("patch")
        );
    }
}
