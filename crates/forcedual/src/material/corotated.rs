//! Corotated linear elasticity.
//!
//! ```text
//! F = U diag(s) V^T,  R = U V^T,  t = tr(R^T F - I) = sum (s_i - 1)
//! psi = mu |F - R|^2 + lam/2 t^2 = mu sum (s_i - 1)^2 + lam/2 t^2
//! P   = 2 mu (F - R) + lam t R
//! ```
//!
//! In principal stretches: `psi_ij = 2 mu d_ij + lam`, `flip = 2 mu`,
//! `twist = 2 mu + (2 lam t - 4 mu)/(s_i + s_j)`.
//!
//! The polar rotation `R` turns infinitely fast where `s_i + s_j = 0`, which only inverted and
//! doubly singular states reach. There `twist` has no value, and its denominator is clamped to
//! 1e-6 from below: `d P / d F` is finite everywhere, and exact where `s_i + s_j >= 1e-6`.

use super::Lame;
use super::principal::{Decomposed, Principal};
use crate::linalg::small::{Mat, Svd, from_fn};

const SMALLEST_SUM: f64 = 1e-6;

fn dilation<const D: usize>(s: &[f64; D]) -> f64 {
    s.iter().map(|s| s - 1.0).sum()
}

pub(super) fn energy<const D: usize>(f: &Mat<D>, m: Lame) -> f64 {
    let s = Svd::new(f).s;
    let t = dilation(&s);
    m.mu * s.iter().map(|s| (s - 1.0) * (s - 1.0)).sum::<f64>() + 0.5 * m.lam * t * t
}

pub(super) fn stress<const D: usize>(f: &Mat<D>, m: Lame) -> Mat<D> {
    let svd = Svd::new(f);
    let (r, t) = (svd.rotation(), dilation(&svd.s));
    from_fn(|i, j| 2.0 * m.mu * (f[i][j] - r[i][j]) + m.lam * t * r[i][j])
}

pub(super) fn hessian<const D: usize>(f: &Mat<D>, m: Lame, out: &mut [f64]) {
    let svd = Svd::new(f);
    principal(&svd.s, m).assemble(&svd, out);
}

pub(super) fn hessian_psd<const D: usize>(f: &Decomposed<D>, m: Lame, out: &mut [f64]) {
    let svd = f.svd();
    principal(&svd.s, m).psd().assemble(&svd, out);
}

fn principal<const D: usize>(s: &[f64; D], m: Lame) -> Principal<D> {
    let t = dilation(s);
    Principal {
        stretch: from_fn(|i, j| if i == j { 2.0 * m.mu + m.lam } else { m.lam }),
        flip: [[2.0 * m.mu; D]; D],
        twist: from_fn(|i, j| {
            2.0 * m.mu + (2.0 * m.lam * t - 4.0 * m.mu) / (s[i] + s[j]).max(SMALLEST_SUM)
        }),
    }
}
