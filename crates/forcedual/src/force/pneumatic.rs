//! Pneumatic pockets: pressure in cavities.
//!
//! A pocket of volume `V` at pressure `p` has energy `-p V`, so its force per unit of pressure is
//! `dV/dx`. With `A_i` the outward area vectors of the body's facets on the pocket, shared among
//! their vertices,
//!
//! ```text
//! D = dV/dx = -A_i        L = sigma D        mu = mean D summed over pockets
//! ```
//!
//! For a closed pocket `R^T D = 0` for every rigid motion `R`, and `D . x = d V`.

use super::parameters::{finite, non_negative, one};
use super::{Actuation, Chosen, Context, ForceKind, Gaussian, SparseColumns};
use crate::body::Body;
use crate::energy::Actuator;
use crate::error::{Code, Error, Result};
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pressure in pockets.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pneumatic {
    /// Where the pressures act.
    #[serde(default)]
    pub pockets: Pockets,
    /// Standard deviation of every pocket's pressure, in Pa.
    #[serde(default = "one")]
    pub sigma: f64,
    /// Mean pressure in Pa; positive inflates.
    #[serde(default)]
    pub mean: f64,
}

/// Which pockets are inflated, each on its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected \"all\", or a list of cavity numbers and selections")]
pub enum Pockets {
    /// Every cavity of the body.
    Every(Every),
    /// These pockets.
    List(Vec<Pocket>),
}

/// A pocket: a closed cavity, or one that is open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a cavity number or a selection")]
pub enum Pocket {
    /// A cavity by number, in the order of their lowest vertex number.
    Cavity(usize),
    /// An open pocket: the boundary facets all of whose vertices are selected.
    Open(Selection),
}

/// The word `all`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Every {
    /// Every cavity of the body.
    All,
}

impl Default for Pockets {
    fn default() -> Self {
        Pockets::Every(Every::All)
    }
}

impl Pockets {
    /// The boundary facets of every pocket.
    pub fn facets(&self, context: &Context<'_>) -> Result<Vec<Vec<u32>>> {
        let boundary = &context.body.boundary;
        let cavities = boundary.cavities();
        match self {
            Pockets::Every(Every::All) if cavities.is_empty() => {
                Err(Error::new(Code::Force, "the body has no closed cavity")
                    .help(
                        "cavities that are narrower than a cell, or whose walls are, are filled or \
                         torn open: use more cells; or name open pockets by selections of their walls",
                    ))
            }
            Pockets::Every(Every::All) => Ok(cavities.iter().map(|s| s.facets.clone()).collect()),
            Pockets::List(pockets) => pockets
                .iter()
                .enumerate()
                .map(|(k, pocket)| {
                    let facets = match pocket {
                        Pocket::Cavity(number) => cavity(context, *number),
                        Pocket::Open(selection) => wall(context, selection),
                    };
                    facets.map_err(|e| e.field(format!("[{k}]")))
                })
                .collect(),
        }
    }
}

/// The boundary facets of a cavity.
fn cavity(context: &Context<'_>, number: usize) -> Result<Vec<u32>> {
    let cavities = context.body.boundary.cavities();
    cavities.get(number).map(|shell| shell.facets.clone()).ok_or_else(|| {
        let count = cavities.len();
        Error::new(Code::Force, format!("cavity {number} does not exist: the body has {count}"))
    })
}

/// The boundary facets all of whose vertices are selected.
fn wall(context: &Context<'_>, selection: &Selection) -> Result<Vec<u32>> {
    let boundary = &context.body.boundary;
    let inside = context.body.picker(context.folder).vertices(selection)?;
    let facets: Vec<u32> = (0..boundary.facet_count())
        .filter(|&f| boundary.facet(f).iter().all(|&i| inside[i as usize]))
        .map(|f| f as u32)
        .collect();
    if facets.is_empty() {
        return Err(Error::new(Code::Force, "no boundary facet has all of its vertices selected"));
    }
    Ok(facets)
}

/// Has every side of every facet a neighbour among the facets?
fn closes(body: &Body, facets: &[u32]) -> bool {
    let dim = body.dim();
    let mut sides: Vec<Vec<u32>> = Vec::with_capacity(dim * facets.len());
    for &f in facets {
        let corners = body.boundary.facet(f as usize);
        for skip in 0..dim {
            let mut side = corners.to_vec();
            side.remove(skip);
            side.sort_unstable();
            sides.push(side);
        }
    }
    sides.sort_unstable();
    sides.chunk_by(|a, b| a == b).all(|same| same.len() % 2 == 0)
}

/// `dV/dx` of a pocket as (row, value) entries.
fn gradient(body: &Body, facets: &[u32]) -> Vec<(u32, f64)> {
    let dim = body.dim();
    let mut entries = Vec::with_capacity(facets.len() * dim * dim);
    for &f in facets {
        let vector = body.boundary.facet_vector(&body.mesh, f as usize);
        for &i in body.boundary.facet(f as usize) {
            entries.extend((0..dim).map(|c| (i * dim as u32 + c as u32, -vector[c] / dim as f64)));
        }
    }
    entries
}

impl ForceKind for Pneumatic {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let sigma = non_negative(self.sigma, "sigma")?;
        let mean = finite(self.mean, "mean")?;
        let pockets = self.pockets.facets(context).map_err(|e| e.field("pockets"))?;
        if pockets.is_empty() {
            return Err(Error::new(Code::Force, "there are no pockets").field("pockets"));
        }
        let mut columns = SparseColumns::new(body.dofs());
        pockets.iter().for_each(|facets| columns.push(gradient(body, facets)));
        let count = pockets.len();
        let gaussian = Gaussian::actuated(columns, &vec![sigma; count], &vec![mean; count]);
        Ok(gaussian.without(&body.held, body.dim()))
    }

    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        let pockets = self.pockets.facets(context).map_err(|e| e.field("pockets"))?;
        let each = pockets.into_iter().map(|facets| {
            let closed = closes(context.body, &facets);
            let actuator = Actuator::Pocket { facets, closed };
            Actuation { actuator, mean: self.mean, sigma: self.sigma, part: None }
        });
        Ok(each.collect())
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        let Pockets::List(pockets) = &self.pockets else { return Vec::new() };
        let each = pockets.iter().enumerate().filter_map(|(k, pocket)| match pocket {
            Pocket::Open(selection) => Some(Chosen::vertices(format!("pockets[{k}]"), selection)),
            Pocket::Cavity(_) => None,
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use crate::linalg::{column, dot};
    use serde_json::json;

    #[test]
    fn closed_pockets_balance_and_their_virial_is_dim_times_the_volume() {
        for dim in [2, 3] {
            let bench = Bench::hollow(dim).free();
            let l = bench
                .gaussian(&parsed("pneumatic", json!({ "sigma": 2.0 })))
                .unwrap()
                .factor
                .dense();
            assert_eq!(l.ncols(), 1);
            let d = column(l.as_ref(), 0);
            for r in bench.rigid() {
                assert!(dot(&r, d).abs() < 1e-12);
            }
            assert!((dot(d, bench.body.mesh.positions()) - 2.0 * dim as f64).abs() < 1e-12);
        }
    }

    #[test]
    fn cavity_numbers_and_their_walls_are_the_same_pocket() {
        for dim in [2, 3] {
            let bench = Bench::hollow(dim);
            let dense = |pockets: serde_json::Value| {
                bench
                    .gaussian(&parsed("pneumatic", json!({ "pockets": pockets })))
                    .unwrap()
                    .factor
                    .dense()
            };
            let all = dense(json!("all"));
            assert_eq!(all, dense(json!([0])));
            assert_eq!(all, dense(json!([{ "cavity": 0 }])));
            let mixed = dense(json!([0, "boundary", { "cavity": 0 }]));
            assert_eq!(mixed.ncols(), 3);
            assert_eq!(mixed.col(0), all.col(0));
            assert_eq!(mixed.col(2), all.col(0));
            assert_ne!(mixed.col(1), all.col(0));
        }
    }

    /// Pressure on the whole boundary: strain `-p / (2 mu + d lambda)` in every direction.
    #[test]
    fn pressure_all_around_causes_hydrostatic_strain() {
        for bench in [Bench::square(3).free(), Bench::cube(2).free()] {
            let d = bench.body.dim();
            let kind =
                parsed("pneumatic", json!({ "pockets": ["boundary"], "sigma": 0.0, "mean": 5.0 }));
            let force = bench.gaussian(&kind).unwrap().mean.unwrap();
            let lame = bench.body.lame[0];
            let strain = -5.0 / (2.0 * lame.mu + d as f64 * lame.lam);
            let u: Vec<f64> = bench.body.mesh.positions().iter().map(|x| strain * x).collect();
            let mut held_in_shape = vec![0.0; u.len()];
            bench.stiffness.mul_vec(&u, &mut held_in_shape);
            for (a, b) in held_in_shape.iter().zip(&force) {
                assert!((a - b).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(3);
        for (parameters, field) in [
            (json!({}), "pockets"),
            (json!({ "pockets": [] }), "pockets"),
            (json!({ "pockets": [2] }), "pockets[0]"),
            (json!({ "pockets": ["boundary", 2] }), "pockets[1]"),
            (json!({ "pockets": ["boundary", { "vertices": [5] }] }), "pockets[1]"),
            (json!({ "pockets": ["boundary"], "sigma": -1.0 }), "sigma"),
        ] {
            let fault = bench.fault(&parsed("pneumatic", parameters));
            assert_eq!(fault.place.field.as_deref(), Some(field), "{fault}");
        }
    }
}
