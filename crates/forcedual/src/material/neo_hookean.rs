//! Stable neo-Hookean solid.
//!
//! ```text
//! J   = det F,  C = d J / d F (cofactors),  p = (lam + mu) (J - 1) - mu
//! psi = mu/2 (|F|^2 - D) - mu (J - 1) + (lam + mu)/2 (J - 1)^2
//! P   = mu F + p C
//! d P / d F = mu I + (lam + mu) C (x) C + p dC/dF
//! ```
//!
//! The volume term carries `lam + mu`, not `lam`, so that the moduli at rest are exactly
//! `(mu, lam)`, in 2D plane strain and in 3D.
//!
//! Near rest the energy is a small difference of large terms. It is evaluated through `G = F - I`:
//! `|F|^2 - D = 2 tr G + |G|^2` and `J - 1 = tr G + q(G)`, so that `tr G` cancels by hand and
//! `psi = mu/2 |G|^2 - mu q + (lam + mu)/2 (J - 1)^2`.
//!
//! In principal stretches, with `s_k` the third stretch (1 in 2D) and `C_i = J / s_i`:
//! `psi_ij = mu d_ij + (lam + mu) C_i C_j + p s_k [i != j]`, `flip = mu - p s_k`,
//! `twist = mu + p s_k`.

use super::Lame;
use super::principal::{Decomposed, Principal};
use crate::linalg::small::{Mat, add_scaled, cofactor, det, dot, from_fn, identity, trace};

pub(super) fn energy<const D: usize>(f: &Mat<D>, m: Lame) -> f64 {
    let g = add_scaled(f, -1.0, &identity());
    let c = cofactor(&g);
    let q = if D == 2 { det(&g) } else { trace(&c) + det(&g) };
    let volume = trace(&g) + q;
    0.5 * m.mu * dot(&g, &g) - m.mu * q + 0.5 * (m.lam + m.mu) * volume * volume
}

fn pressure(j: f64, m: Lame) -> f64 {
    (m.lam + m.mu) * (j - 1.0) - m.mu
}

pub(super) fn stress<const D: usize>(f: &Mat<D>, m: Lame) -> Mat<D> {
    let (c, p) = (cofactor(f), pressure(det(f), m));
    from_fn(|i, j| m.mu * f[i][j] + p * c[i][j])
}

pub(super) fn hessian<const D: usize>(f: &Mat<D>, m: Lame, out: &mut [f64]) {
    let (c, p) = (cofactor(f), pressure(det(f), m));
    let (c, n) = (c.as_flattened(), D * D);
    for x in 0..n {
        for y in 0..n {
            out[n * x + y] = (m.lam + m.mu) * c[x] * c[y];
        }
        out[(n + 1) * x] += m.mu;
    }
    // C_ij is a signed minor: the entries (i, j) and (k, l) meet in det F with the factor
    // +-(the remaining entry), + if both index steps go the same way round.
    for (i, k) in pairs::<D>() {
        for (j, l) in pairs::<D>() {
            let t = p * if D == 2 { 1.0 } else { f[3 - i - k][3 - j - l] };
            for (a, b, sign) in [((i, j), (k, l), t), ((i, l), (k, j), -t)] {
                let (x, y) = (D * a.0 + a.1, D * b.0 + b.1);
                out[n * x + y] += sign;
                out[n * y + x] += sign;
            }
        }
    }
}

/// Unordered pairs of distinct indices, each written the cyclic way round.
fn pairs<const D: usize>() -> impl Iterator<Item = (usize, usize)> {
    let count = if D == 2 { 1 } else { D };
    (0..count).map(|i| (i, (i + 1) % D))
}

pub(super) fn hessian_psd<const D: usize>(f: &Decomposed<D>, m: Lame, out: &mut [f64]) {
    let svd = f.svd();
    principal(&svd.s, m).psd().assemble(&svd, out);
}

fn principal<const D: usize>(s: &[f64; D], m: Lame) -> Principal<D> {
    let third = |i: usize, j: usize| if D == 2 { 1.0 } else { s[3 - i - j] };
    let c: [f64; D] = std::array::from_fn(|i| (0..D).filter(|&k| k != i).map(|k| s[k]).product());
    let p = pressure(s.iter().product(), m);
    let off = |t: f64| from_fn(|i, j| if i == j { 0.0 } else { m.mu + t * p * third(i, j) });
    Principal {
        stretch: from_fn(|i, j| {
            let volume = (m.lam + m.mu) * c[i] * c[j];
            if i == j { volume + m.mu } else { volume + p * third(i, j) }
        }),
        flip: off(-1.0),
        twist: off(1.0),
    }
}
