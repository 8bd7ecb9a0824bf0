//! Comparing subspaces: error against size on forces that no method has seen.
//!
//! Every method gives a nested sequence of spans. For a force `f` with full response `u = S(f)`,
//! the *projection* error is the distance of `u` to the span, the best any solver could do; the
//! *reduced-solve* error is that of `u_G = B (B^T H B)^{-1} B^T f`. Both are squared, in the mass
//! norm, relative to `u`, and averaged over forces. With the basis made orthonormal in `H`, `u_G`
//! grows by one term per column, so that a whole curve costs as much as its last point.

use super::basis::{mass_norm_squared, nested};
use super::design::{fits_in_memory, modes_of, stiff};
use super::greens;
use super::linearisation::Linearisation;
use super::spec::{Method, SubspaceKind, SubspaceSpec};
use crate::error::Result;
use crate::force::Gaussian;
use crate::linalg::{Into, Mat, column, column_mut, dot, gemm, product, scale_rows};
use crate::progress::{Progress, check};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Errors of one method at several sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Method, as scenes spell it.
    pub method: String,
    /// `displacement` or `skinning`.
    pub kind: String,
    /// Errors, smallest subspace first.
    pub points: Vec<Point>,
    /// What the user should know about the method's modes or weights.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// Errors at one size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Modes or weights.
    pub modes: usize,
    /// Degrees of freedom of the subspace, motions without energy not counted.
    pub dofs: usize,
    /// Mean squared projection error over the mean square of the responses, as in certificates.
    pub projection: f64,
    /// Mean squared error of a reduced solve over the mean square of the responses.
    pub reduced_solve: f64,
}

/// Held-out forces and their full responses.
pub struct HeldOut {
    forces: Mat,
    responses: Mat,
    sizes: Vec<f64>,
}

impl HeldOut {
    /// Draws `count` forces from a prior, without its mean, and solves for each in full.
    ///
    /// Models carry the mean displacement apart from the modes. More forces than memory holds are
    /// refused.
    pub fn draw(
        lin: &Linearisation<'_>,
        prior: &Gaussian,
        count: usize,
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<Self> {
        // amplitudes; forces, responses, and what is left of these after projection and solve
        let each = prior.factor.columns().saturating_add(5 * lin.body.dofs());
        fits_in_memory(each, count, "held-out forces")?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x4e1d_0074);
        let forces = Gaussian::centred(prior.factor.clone()).sample(count, &mut rng);
        progress.stage("sample", count);
        let responses = lin.solve_watched(forces.clone(), progress)?;
        let sizes = (0..count)
            .map(|j| mass_norm_squared(column(responses.as_ref(), j), lin.mass()))
            .collect();
        Ok(HeldOut { forces, responses, sizes })
    }
}

/// The error curve of one method with up to `most` degrees of freedom.
pub fn curve(
    lin: &Linearisation<'_>,
    prior: &Gaussian,
    held_out: &HeldOut,
    spec: &SubspaceSpec,
    most: usize,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Curve> {
    check(progress)?;
    // the basis, its duals in mass and energy, and the work space of the eigensolver
    let columns = most.min(lin.body.dofs());
    fits_in_memory(8 * lin.body.dofs(), columns, "degrees of freedom")?;
    let (vectors, mut warnings) = vectors(lin, prior, spec, most, folder, progress)?;
    check(progress)?;
    let (basis, ends) = nested(lin, spec.kind, &vectors)?;
    let points = errors(lin, held_out, &basis, &ends, progress)?;
    warnings.extend(points.last().and_then(|p| stiff(spec.kind, p.reduced_solve, p.projection)));
    let (method, kind) = (spec.method.name().to_owned(), spec.kind.name().to_owned());
    Ok(Curve { method, kind, points, warnings })
}

/// Modes or weights of a method, within `most` degrees of freedom.
fn vectors(
    lin: &Linearisation<'_>,
    prior: &Gaussian,
    spec: &SubspaceSpec,
    most: usize,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<(Mat, Vec<String>)> {
    let d = lin.body.dim();
    let per = if spec.kind == SubspaceKind::Skinning { d * (d + 1) } else { 1 };
    if spec.method == Method::Greens && spec.kind == SubspaceKind::Displacement {
        let found = greens::responses(lin, &prior.factor, most, spec.seed, progress)?;
        return Ok((found, Vec::new()));
    }
    let (modes, warnings) = modes_of(lin, prior, spec, (most / per).max(1), folder, progress)?;
    Ok((modes.vectors, warnings))
}

fn errors(
    lin: &Linearisation<'_>,
    held_out: &HeldOut,
    basis: &Mat,
    ends: &[usize],
    progress: &dyn Progress,
) -> Result<Vec<Point>> {
    progress.stage("compare", ends.len());
    let energy = energy_orthonormal(lin, basis, progress)?;
    let amounts = product(energy.transpose(), held_out.forces.as_ref());
    let mut dual = held_out.responses.clone();
    scale_rows(dual.as_mut(), lin.mass());
    let shares = product(basis.transpose(), dual.as_ref());
    let (mut projected, mut solved) = (held_out.responses.clone(), held_out.responses.clone());
    let mut points = Vec::new();
    let mut from = 0;
    for (k, &end) in ends.iter().enumerate() {
        check(progress)?;
        progress.advance(k);
        for i in from..end {
            subtract(&mut projected, basis, &shares, i);
            subtract(&mut solved, &energy, &amounts, i);
        }
        from = end;
        let mean = |rest: &Mat| {
            let each = (0..rest.ncols()).map(|j| column(rest.as_ref(), j));
            let sum: f64 = each.map(|r| mass_norm_squared(r, lin.mass())).sum();
            sum / held_out.sizes.iter().sum::<f64>()
        };
        points.push(Point {
            modes: k + 1,
            dofs: end,
            projection: mean(&projected),
            reduced_solve: mean(&solved),
        });
    }
    Ok(points)
}

/// Column `i` of `basis` times row `i` of `amounts`, taken from `rest`.
fn subtract(rest: &mut Mat, basis: &Mat, amounts: &Mat, i: usize) {
    let direction = column(basis.as_ref(), i);
    for j in 0..rest.ncols() {
        let amount = amounts[(i, j)];
        let to = column_mut(rest.as_mut(), j);
        to.iter_mut().zip(direction).for_each(|(r, b)| *r -= amount * b);
    }
}

/// Gram-Schmidt in the energy inner product, in order; columns without energy become zero.
fn energy_orthonormal(
    lin: &Linearisation<'_>,
    basis: &Mat,
    progress: &dyn Progress,
) -> Result<Mat> {
    let mut q = basis.clone();
    let mut hq = lin.stiffness_times(basis.as_ref());
    for i in 0..q.ncols() {
        check(progress)?;
        let before = dot(column(q.as_ref(), i), column(hq.as_ref(), i));
        let (done, rest) = q.as_mut().split_at_col_mut(i);
        let (h_done, h_rest) = hq.as_mut().split_at_col_mut(i);
        let (mut x, mut hx) = (rest.subcols_mut(0, 1), h_rest.subcols_mut(0, 1));
        for _ in 0..2 {
            let amounts = product(h_done.as_ref().transpose(), x.as_ref());
            gemm(x.as_mut(), Into::Subtract, done.as_ref(), amounts.as_ref());
            gemm(hx.as_mut(), Into::Subtract, h_done.as_ref(), amounts.as_ref());
        }
        let energy = dot(column(q.as_ref(), i), column(hq.as_ref(), i));
        let scale = if energy > 1e-13 * before.max(0.0) && energy > 0.0 {
            1.0 / energy.sqrt()
        } else {
            0.0
        };
        column_mut(q.as_mut(), i).iter_mut().for_each(|x| *x *= scale);
        column_mut(hq.as_mut(), i).iter_mut().for_each(|x| *x *= scale);
    }
    Ok(q)
}

impl Method {
    /// The method of a comparison's name: that of scenes, or `skinning` for its eigenmodes.
    pub fn named(name: &str) -> Option<Method> {
        if name == "skinning" {
            return Some(Method::SkinningEigenmodes);
        }
        serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
    }
}
