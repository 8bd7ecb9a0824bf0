//! Saint Venant-Kirchhoff solid.
//!
//! ```text
//! E   = (F^T F - I)/2,  S = 2 mu E + lam tr(E) I
//! psi = mu |E|^2 + lam/2 tr(E)^2
//! P   = F S
//! d P_ij / d F_kl = d_ik S_jl + mu ((F F^T)_ik d_jl + F_il F_kj) + lam F_ij F_kl
//! ```
//!
//! The energy sees only `F^T F`, so a mirrored state costs nothing, and compression is too soft.
//!
//! In principal stretches, with `T = tr E`: `psi_ij = d_ij (mu (3 s_i^2 - 1) + lam T)
//! + lam s_i s_j`, `flip, twist = mu (s_i^2 +- s_i s_j + s_j^2 - 1) + lam T`.

use super::Lame;
use super::principal::{Decomposed, Principal};
use crate::linalg::small::{Mat, dot, from_fn, mul, trace, transpose};

fn strain<const D: usize>(f: &Mat<D>) -> Mat<D> {
    let c = mul(&transpose(f), f);
    from_fn(|i, j| 0.5 * if i == j { c[i][j] - 1.0 } else { c[i][j] })
}

fn second_piola<const D: usize>(f: &Mat<D>, m: Lame) -> Mat<D> {
    let e = strain(f);
    let t = m.lam * trace(&e);
    from_fn(|i, j| 2.0 * m.mu * e[i][j] + if i == j { t } else { 0.0 })
}

pub(super) fn energy<const D: usize>(f: &Mat<D>, m: Lame) -> f64 {
    let e = strain(f);
    let t = trace(&e);
    m.mu * dot(&e, &e) + 0.5 * m.lam * t * t
}

pub(super) fn stress<const D: usize>(f: &Mat<D>, m: Lame) -> Mat<D> {
    mul(f, &second_piola(f, m))
}

pub(super) fn hessian<const D: usize>(f: &Mat<D>, m: Lame, out: &mut [f64]) {
    let s = second_piola(f, m);
    let b = mul(f, &transpose(f));
    let n = D * D;
    for (x, row) in out.chunks_exact_mut(n).enumerate() {
        let (i, j) = (x / D, x % D);
        for (y, h) in row.iter_mut().enumerate() {
            let (k, l) = (y / D, y % D);
            *h = m.mu * f[i][l] * f[k][j] + m.lam * f[i][j] * f[k][l];
            if i == k {
                *h += s[j][l];
            }
            if j == l {
                *h += m.mu * b[i][k];
            }
        }
    }
}

pub(super) fn hessian_psd<const D: usize>(f: &Decomposed<D>, m: Lame, out: &mut [f64]) {
    let svd = f.svd();
    principal(&svd.s, m).psd().assemble(&svd, out);
}

fn principal<const D: usize>(s: &[f64; D], m: Lame) -> Principal<D> {
    let dilation = m.lam * 0.5 * s.iter().map(|s| s * s - 1.0).sum::<f64>();
    let pair = |i: usize, j: usize, sign: f64| {
        m.mu * (s[i] * s[i] + sign * s[i] * s[j] + s[j] * s[j] - 1.0) + dilation
    };
    Principal {
        stretch: from_fn(|i, j| m.lam * s[i] * s[j] + if i == j { pair(i, i, 1.0) } else { 0.0 }),
        flip: from_fn(|i, j| pair(i, j, 1.0)),
        twist: from_fn(|i, j| pair(i, j, -1.0)),
    }
}
