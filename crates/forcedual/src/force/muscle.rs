//! Muscles: cells that contract along their fibers.
//!
//! At rest a cell `j` of volume `v_j` and unit fiber `d` that bears the active stress `A` pulls
//! its corner `a`, whose shape function has the gradient `g_a`, with
//!
//! ```text
//! F_j = -A v_j J_j^T vec(d d^T),   at corner a:  -A v_j (d . g_a) d
//!
//! mode = "elements":  one column per cell,   -sqrt(v_j) J_j^T vec(d d^T)
//! mode = "groups":    one column per group,  -sum_j v_j J_j^T vec(d d^T)
//! ```
//!
//! Independent elements take the square root of the volume, so that the prior does not vanish
//! when the mesh is refined; `weighting = "volume"` uses `v_j` there too, as published. Muscle
//! forces balance: `R^T D = 0` for every rigid motion `R`.

use super::parameters::{finite, non_negative, one, unit};
use super::{Actuation, Chosen, Context, ForceKind, Gaussian, SparseColumns};
use crate::array::ArraySource;
use crate::energy::Actuator;
use crate::error::{Code, Error, Result};
use crate::linalg::dot;
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Cells that contract along fibers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Muscle {
    /// One muscle, or several.
    pub fibers: Bundles,
    /// Whether cells contract independently, or every muscle as a whole.
    #[serde(default)]
    pub mode: Mode,
    /// How independent cells are weighted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighting: Option<Weighting>,
    /// Standard deviation of the active stress: in Pa, or in Pa m^(d/2) for independent cells
    /// weighted by the square root of their volume.
    #[serde(default = "one")]
    pub sigma: f64,
    /// Mean active stress of all muscles, in Pa; positive contracts.
    #[serde(default)]
    pub mean: f64,
}

/// One muscle, or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected { where, direction } or a list of these")]
pub enum Bundles {
    /// One muscle.
    One(Fibers),
    /// Several muscles.
    Many(Vec<Fibers>),
}

/// The cells of a muscle and their fibers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fibers {
    /// The cells of the muscle; all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<Selection>,
    /// Fiber direction, of any length: `dim` numbers for all cells, or a row per cell of the
    /// mesh, or a row per cell of the muscle.
    pub direction: ArraySource,
}

/// Which cells contract together.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Every cell on its own.
    #[default]
    Elements,
    /// Every muscle as a whole.
    Groups,
}

/// How independent cells are weighted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// By the square root of their volume: the same prior on every mesh.
    RootVolume,
    /// By their volume.
    Volume,
}

impl Fibers {
    /// The muscle's cells, ascending, each with its unit fiber.
    pub fn cells(&self, context: &Context<'_>) -> Result<Vec<(usize, [f64; 3])>> {
        let body = context.body;
        let (dim, count) = (body.dim(), body.mesh.cell_count());
        let active: Vec<usize> = match &self.r#where {
            None => (0..count).collect(),
            Some(selection) => {
                let inside =
                    body.picker(context.folder).cells(selection).map_err(|e| e.field("where"))?;
                (0..count).filter(|&t| inside[t]).collect()
            }
        };
        let name = |e: Error| e.field("direction");
        let array = self.direction.load(context.folder).map_err(name)?;
        let (rows, per_cell) = match array.shape[..] {
            [_] => (array.vector(dim, "the fiber direction").map_err(name)?, None),
            _ => {
                let all = array.shape.first() == Some(&count);
                let rows = if all { count } else { active.len() };
                (
                    array.matrix(Some(rows), Some(dim), "the fiber directions").map_err(name)?.data,
                    Some(all),
                )
            }
        };
        let fiber = |(k, &t): (usize, &usize)| {
            let row = per_cell.map_or(0, |all| if all { t } else { k });
            let mut d = [0.0; 3];
            d[..dim].copy_from_slice(&rows[row * dim..(row + 1) * dim]);
            unit(d).map(|d| (t, d)).ok_or_else(|| {
                name(Error::new(Code::Force, format!("the fiber of cell {t} is the zero vector")))
            })
        };
        active.iter().enumerate().map(fiber).collect()
    }
}

impl Muscle {
    /// The muscles and their fields.
    fn bundles(&self) -> Vec<(String, &Fibers)> {
        match &self.fibers {
            Bundles::One(fibers) => vec![("fibers".to_owned(), fibers)],
            Bundles::Many(list) => {
                list.iter().enumerate().map(|(k, f)| (format!("fibers[{k}]"), f)).collect()
            }
        }
    }

    /// Standard deviation of the stress of a muscle as a whole: of its mean over the volume where
    /// cells contract independently.
    fn group_sigma(&self, volumes: &[f64]) -> f64 {
        let total: f64 = volumes.iter().sum();
        match (self.mode, self.weighting) {
            (Mode::Groups, _) => self.sigma,
            (Mode::Elements, Some(Weighting::Volume)) => {
                self.sigma * volumes.iter().map(|v| v * v).sum::<f64>().sqrt() / total
            }
            (Mode::Elements, _) => self.sigma / total.sqrt(),
        }
    }
}

impl ForceKind for Muscle {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let dim = body.dim();
        let sigma = non_negative(self.sigma, "sigma")?;
        let mean = finite(self.mean, "mean")?;
        if self.mode == Mode::Groups && self.weighting == Some(Weighting::RootVolume) {
            return Err(Error::new(
                Code::Force,
                "cells that contract together are weighted by volume",
            )
            .field("weighting"));
        }
        let bundles = self.bundles();
        if bundles.is_empty() {
            return Err(Error::new(Code::Force, "there are no muscles").field("fibers"));
        }
        let mut columns = SparseColumns::new(body.dofs());
        let (mut sigmas, mut means) = (Vec::new(), Vec::new());
        for (name, fibers) in bundles {
            let mut group = Vec::new();
            for (t, d) in fibers.cells(context).map_err(|e| e.field(name))? {
                let volume = body.geometry.volumes[t];
                for (a, &i) in body.mesh.cell(t).iter().enumerate() {
                    let pull = -volume * dot(&d[..dim], body.geometry.gradient(t, a));
                    group.extend((0..dim).map(|c| (i * dim as u32 + c as u32, pull * d[c])));
                }
                if self.mode == Mode::Elements {
                    columns.push(std::mem::take(&mut group));
                    let by_volume = self.weighting == Some(Weighting::Volume);
                    sigmas.push(if by_volume { sigma } else { sigma / volume.sqrt() });
                    means.push(mean);
                }
            }
            if self.mode == Mode::Groups {
                columns.push(group);
                sigmas.push(sigma);
                means.push(mean);
            }
        }
        Ok(Gaussian::actuated(columns, &sigmas, &means).without(&body.held, dim))
    }

    /// One per muscle, independent cells too.
    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let each = self.bundles().into_iter().map(|(name, fibers)| {
            let cells = fibers.cells(context).map_err(|e| e.field(name))?;
            let volumes: Vec<f64> =
                cells.iter().map(|&(t, _)| context.body.geometry.volumes[t]).collect();
            let cells = cells.into_iter().map(|(t, fiber)| (t as u32, fiber)).collect();
            let sigma = self.group_sigma(&volumes);
            Ok(Actuation {
                actuator: Actuator::Muscle { cells },
                mean: self.mean,
                sigma,
                part: None,
            })
        });
        each.collect()
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        let (named, list): (fn(usize) -> String, &[Fibers]) = match &self.fibers {
            Bundles::One(fibers) => (|_| "fibers.where".to_owned(), std::slice::from_ref(fibers)),
            Bundles::Many(list) => (|k| format!("fibers[{k}].where"), list),
        };
        list.iter()
            .enumerate()
            .filter_map(|(k, fibers)| Some(Chosen::cells(named(k), fibers.r#where.as_ref()?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::{Mat, column, norm, squared_norm};
    use crate::mesh::shapes::grid;
    use serde_json::json;

    fn fiber(dim: usize) -> Vec<f64> {
        [2.0, 1.0, -2.0][..dim].to_vec()
    }

    #[test]
    fn forces_of_every_column_balance() {
        for bench in [Bench::square(2).free(), Bench::cube(1).free()] {
            for mode in ["elements", "groups"] {
                let fibers = json!({ "where": { "cells": [0, 2, 3] }, "direction": fiber(bench.body.dim()) });
                let kind = parsed("muscle", json!({ "fibers": fibers, "mode": mode }));
                let l = bench.gaussian(&kind).unwrap().factor.dense();
                assert_eq!(l.ncols(), if mode == "groups" { 1 } else { 3 });
                for j in 0..l.ncols() {
                    assert!(norm(column(l.as_ref(), j)) > 0.05);
                    for r in bench.rigid() {
                        assert!(dot(&r, column(l.as_ref(), j)).abs() < 1e-14);
                    }
                }
            }
        }
    }

    /// Contraction of the whole body: strain `-(d d^T - lambda / (2 mu + dim lambda) I) / (2 mu)`.
    #[test]
    fn contraction_of_all_cells_causes_uniform_strain() {
        for bench in [Bench::square(3).free(), Bench::cube(2).free()] {
            let dim = bench.body.dim();
            let d: Vec<f64> = fiber(dim).iter().map(|x| x / norm(&fiber(dim))).collect();
            let kind = parsed(
                "muscle",
                json!({ "fibers": { "direction": fiber(dim) }, "mode": "groups", "sigma": 3.0 }),
            );
            let force = bench.gaussian(&kind).unwrap().factor.dense();
            let lame = bench.body.lame[0];
            let part = lame.lam / (2.0 * lame.mu + dim as f64 * lame.lam);
            let strain = |a: usize, b: usize| {
                -3.0 * (d[a] * d[b] - if a == b { part } else { 0.0 }) / (2.0 * lame.mu)
            };
            let u: Vec<f64> = (0..bench.body.dofs())
                .map(|k| {
                    (0..dim).map(|b| strain(k % dim, b) * bench.body.mesh.point(k / dim)[b]).sum()
                })
                .collect();
            let mut needed = vec![0.0; u.len()];
            bench.stiffness.mul_vec(&u, &mut needed);
            for (a, b) in needed.iter().zip(column(force.as_ref(), 0)) {
                assert!((a - b).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn elements_by_volume_sum_to_their_group_and_by_root_volume_are_stronger_by_its_root() {
        let bench = Bench::square(3);
        let dense = |extra: serde_json::Value| {
            let mut parameters = json!({ "fibers": [{ "direction": fiber(2) }], "mean": 2.0 });
            extra.as_object().unwrap().iter().for_each(|(k, v)| parameters[k] = v.clone());
            let g = bench.gaussian(&parsed("muscle", parameters)).unwrap();
            (g.factor.dense(), g.mean.unwrap())
        };
        let (group, mean) = dense(json!({ "mode": "groups" }));
        let (volume, same) = dense(json!({ "weighting": "volume" }));
        let (root, again) = dense(json!({}));
        for i in 0..bench.body.dofs() {
            let sum: f64 = (0..volume.ncols()).map(|j| volume[(i, j)]).sum();
            assert!((sum - group[(i, 0)]).abs() < 1e-14);
            assert!(
                (mean[i] - 2.0 * sum).abs() < 1e-14
                    && (same[i] - mean[i]).abs() < 1e-14
                    && (again[i] - mean[i]).abs() < 1e-14
            );
            for (j, v) in bench.body.geometry.volumes.iter().enumerate() {
                assert!((root[(i, j)] * v.sqrt() - volume[(i, j)]).abs() < 1e-14);
            }
        }
    }

    /// Against the field `u = x` a cell does the work `-sqrt(v_j)` per unit of amplitude.
    #[test]
    fn work_of_independent_elements_has_the_variance_of_the_volume_on_every_mesh() {
        for (dim, cells) in [(2, 2), (2, 5), (3, 1), (3, 3)] {
            let bench = Bench::new(grid(&vec![cells; dim], &vec![1.5; dim])).free();
            let kind =
                parsed("muscle", json!({ "fibers": { "direction": fiber(dim) }, "sigma": 2.0 }));
            let g = bench.gaussian(&kind).unwrap();
            let x = Mat::from_fn(bench.body.dofs(), 1, |i, _| bench.body.mesh.positions()[i]);
            let variance = squared_norm(g.factor.apply_transposed(x.as_ref()).as_ref());
            assert!((variance - 4.0 * 1.5f64.powi(dim as i32)).abs() < 1e-12);
        }
    }

    #[test]
    fn rows_of_directions_belong_to_all_cells_or_to_the_muscle() {
        let bench = Bench::square(3);
        let dense = |direction: serde_json::Value| {
            let fibers = json!({ "where": { "cells": [4, 9] }, "direction": direction });
            bench.gaussian(&parsed("muscle", json!({ "fibers": fibers }))).unwrap().factor.dense()
        };
        let mut rows = vec![vec![1.0, 0.0]; 18];
        rows[9] = vec![0.0, 5.0];
        assert_eq!(dense(json!(rows)), dense(json!([[3.0, 0.0], [0.0, 1.0]])));
        rows[4] = vec![0.0, 1.0];
        assert_eq!(dense(json!(rows)), dense(json!([0.0, 2.0])));
    }

    #[test]
    fn faults_name_the_muscle_and_cell() {
        let bench = Bench::square(3);
        let two = json!({ "where": { "cells": [4, 9] }, "direction": [[1.0, 0.0], [0.0, 0.0]] });
        let fault =
            bench.fault(&parsed("muscle", json!({ "fibers": [{ "direction": [1, 0] }, two] })));
        assert_eq!(fault.place.field.as_deref(), Some("fibers[1].direction"));
        assert!(fault.message.contains("cell 9"));
        for (parameters, field) in [
            (json!({ "fibers": { "direction": [1, 0, 0] } }), "fibers.direction"),
            (json!({ "fibers": { "direction": [[1, 0], [0, 1]] } }), "fibers.direction"),
            (json!({ "fibers": [] }), "fibers"),
            (json!({ "fibers": { "direction": [1, 0] }, "sigma": -1.0 }), "sigma"),
            (
                json!({ "fibers": { "direction": [1, 0] }, "mode": "groups", "weighting": "root-volume" }),
                "weighting",
            ),
        ] {
            let fault = bench.fault(&parsed("muscle", parameters));
            assert_eq!(fault.place.field.as_deref(), Some(field), "{fault}");
        }
    }
}
