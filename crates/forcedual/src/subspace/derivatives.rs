//! Modal derivatives: how the modes change as the body deforms.
//!
//! Expanding the equilibrium to second order along scaled modes `G_i = sqrt(lambda_i) b_i`,
//!
//! ```text
//! U = sum_i a_i G_i + 1/2 sum_ij a_i a_j Theta_ij,     Theta_ij = -S( dH[G_i] G_j )
//! ```
//!
//! with independent unit amplitudes `a`. The principal components of `[G, Theta]` (diagonal terms
//! weighted by `1/sqrt 2`, the standard deviation of `a^2/2`) follow large deformations without a
//! single nonlinear solve. `dH[G]`, the change of the stiffness along a mode, is a central
//! difference of the law's exact Hessian.

use super::linearisation::{Linearisation, body_assembler};
use super::modes::{Field, Modes, principal};
use crate::energy::Elastic;
use crate::error::Result;
use crate::linalg::{Mat, column, column_mut, hstack};
use crate::progress::{Progress, check};

/// Largest change of the deformation gradient in the difference quotient.
const STEP: f64 = 1e-4;

/// The `count` principal components of linear modes and their derivatives.
pub fn with_derivatives(
    lin: &Linearisation<'_>,
    linear: &Modes,
    count: usize,
    progress: &dyn Progress,
) -> Result<Modes> {
    let q = linear.values.len();
    progress.stage("derivatives", q);
    let mut scaled = linear.vectors.clone();
    for j in 0..q {
        let amplitude = linear.values[j].sqrt();
        column_mut(scaled.as_mut(), j).iter_mut().for_each(|x| *x *= amplitude);
    }
    let assembler = body_assembler(lin.body);
    let energy = Elastic::new(lin.body);
    let rest = lin.body.mesh.positions();
    let mut loads = Mat::zeros(scaled.nrows(), q * (q + 1) / 2);
    let mut at = 0;
    for i in 0..q {
        check(progress)?;
        let g = column(scaled.as_ref(), i);
        let step = STEP / largest_gradient(lin, g).max(f64::MIN_POSITIVE);
        let moved = |s: f64| -> Vec<f64> { rest.iter().zip(g).map(|(x, g)| x + s * g).collect() };
        let ahead = assembler.hessian(&energy, &moved(step), false);
        let mut change = assembler.hessian(&energy, &moved(-step), false);
        for (c, a) in change.values.iter_mut().zip(&ahead.values) {
            *c = (a - *c) / (2.0 * step);
        }
        for j in i..q {
            let weight = if i == j { -std::f64::consts::FRAC_1_SQRT_2 } else { -1.0 };
            let load = column_mut(loads.as_mut(), at);
            change.mul_vec(column(scaled.as_ref(), j), load);
            load.iter_mut().for_each(|x| *x *= weight);
            at += 1;
        }
        progress.advance(i + 1);
    }
    let theta = lin.solve(loads);
    principal(lin, hstack(&[scaled.as_ref(), theta.as_ref()]), Field::Displacement, count)
}

/// Largest entry of the displacement gradient over all cells.
fn largest_gradient(lin: &Linearisation<'_>, u: &[f64]) -> f64 {
    let (body, d) = (lin.body, lin.body.dim());
    let mut largest = 0.0f64;
    for t in 0..body.mesh.cell_count() {
        for r in 0..d {
            for c in 0..d {
                let corners = body.mesh.cell(t).iter().enumerate();
                let entry: f64 = corners
                    .map(|(a, &v)| u[v as usize * d + r] * body.geometry.gradient(t, a)[c])
                    .sum();
                largest = largest.max(entry.abs());
            }
        }
    }
    largest
}
