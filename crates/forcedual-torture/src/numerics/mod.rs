//! Systems at the edge of what double precision can solve: each is solved well or refused clearly.

mod blocks;
mod contrast;
mod incompressible;
mod priors;
mod scales;
mod singular;

use crate::{Effort, Outcome, Setting};
use forcedual::body::Body;
use forcedual::linalg::{Mat, column};
use forcedual::material::field::{Material, Quantity};
use forcedual::mesh::{RawMesh, SimplexMesh};
use forcedual::subspace::Linearisation;
use std::path::Path;

/// Error of a solve that is good enough.
const SOLVED: f64 = 1e-8;

/// Runs the campaign.
pub fn run(_: &Setting, effort: &Effort) -> Outcome {
    let mut outcome = Outcome::default();
    let parts = [singular::run, contrast::run, scales::run, priors::run, incompressible::run];
    for part in parts.into_iter().take_while(|_| effort.lasts()) {
        part(effort, &mut outcome);
    }
    outcome
}

/// A body of one number each, with vertices held.
fn body(
    raw: RawMesh,
    young: Quantity,
    poisson: f64,
    held: impl Fn(usize, &[f64]) -> bool,
) -> forcedual::Result<Body> {
    let material = Material { young, poisson: Quantity::Number(poisson), ..Material::default() };
    let body = Body::new(SimplexMesh::new(raw)?, &material, Path::new("."))?;
    let pins: Vec<bool> =
        (0..body.mesh.vertex_count()).map(|i| held(i, body.mesh.point(i))).collect();
    Ok(body.pinned(&pins))
}

/// How far a solve is from equilibrium, on forces everywhere that differ from vertex to vertex: as they are, and by what
/// forces cost at each degree of freedom, `|D^{-1/2} (b - H x)| / |D^{-1/2} b|` with `D` the diagonal of `H`.
///
/// The second does not depend on units, and is what a solve in double precision can reach: where something stiff rides on
/// something soft, rounding a displacement already costs the first as many digits as the contrast has.
fn residuals(lin: &Linearisation<'_>) -> (f64, f64) {
    let d = lin.body.dim();
    let free = |i: usize| !lin.body.held[i / d];
    let force = |i: usize| if free(i) { ((i * 7919 + 13) as f64).sin() } else { 0.0 };
    let b = Mat::from_fn(lin.body.dofs(), 1, |i, _| force(i));
    let x = lin.solve(b.clone());
    let y = lin.stiffness_times(x.as_ref());
    let diagonal = lin.stiffness.diagonal();
    let (b, y) = (column(b.as_ref(), 0), column(y.as_ref(), 0));
    let size = |of: &dyn Fn(usize) -> f64| -> f64 {
        (0..b.len()).filter(|&i| free(i)).map(|i| of(i).powi(2)).sum::<f64>().sqrt()
    };
    let plain = size(&|i| b[i] - y[i]) / size(&|i| b[i]);
    let scaled =
        size(&|i| (b[i] - y[i]) / diagonal[i].sqrt()) / size(&|i| b[i] / diagonal[i].sqrt());
    (plain, scaled)
}
