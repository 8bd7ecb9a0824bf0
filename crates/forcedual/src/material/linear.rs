//! Linear elasticity.
//!
//! ```text
//! eps = sym(F) - I
//! psi = mu |eps|^2 + lam/2 tr(eps)^2
//! P   = 2 mu eps + lam tr(eps) I
//! d P_ij / d F_kl = mu (d_ik d_jl + d_il d_jk) + lam d_ij d_kl
//! ```
//!
//! `d P / d F` is constant, and positive semidefinite for every Poisson's ratio in (-1, 1/2).

use super::Lame;
use super::principal::Decomposed;
use crate::linalg::small::{Mat, add_scaled, dot, from_fn, identity, sym, trace};

fn strain<const D: usize>(f: &Mat<D>) -> Mat<D> {
    add_scaled(&sym(f), -1.0, &identity())
}

pub(super) fn energy<const D: usize>(f: &Mat<D>, m: Lame) -> f64 {
    let eps = strain(f);
    let tr = trace(&eps);
    m.mu * dot(&eps, &eps) + 0.5 * m.lam * tr * tr
}

pub(super) fn stress<const D: usize>(f: &Mat<D>, m: Lame) -> Mat<D> {
    let eps = strain(f);
    let p: Mat<D> = from_fn(|i, j| 2.0 * m.mu * eps[i][j]);
    add_scaled(&p, m.lam * trace(&eps), &identity())
}

pub(super) fn hessian<const D: usize>(_: &Mat<D>, m: Lame, out: &mut [f64]) {
    out.fill(0.0);
    let n = D * D;
    for i in 0..D {
        for j in 0..D {
            out[n * (D * i + j) + D * i + j] += m.mu;
            out[n * (D * i + j) + D * j + i] += m.mu;
            out[n * (D * i + i) + D * j + j] += m.lam;
        }
    }
}

pub(super) fn hessian_psd<const D: usize>(f: &Decomposed<D>, m: Lame, out: &mut [f64]) {
    hessian(&f.f, m, out);
}
