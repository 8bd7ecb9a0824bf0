//! As rigid as possible.
//!
//! ```text
//! F = U diag(s) V^T,  R = U V^T
//! psi = mu |F - R|^2 = mu sum (s_i - 1)^2
//! P   = 2 mu (F - R)
//! ```
//!
//! Its moduli at rest are `(mu, 0)`: there is no Poisson effect, and Young's modulus and Poisson's
//! ratio enter only through the shear modulus `mu`. This is the corotated law with `lam = 0`.

use super::principal::Decomposed;
use super::{Lame, corotated};
use crate::linalg::small::Mat;

fn without_lam(m: Lame) -> Lame {
    Lame { lam: 0.0, ..m }
}

pub(super) fn energy<const D: usize>(f: &Mat<D>, m: Lame) -> f64 {
    corotated::energy(f, without_lam(m))
}

pub(super) fn stress<const D: usize>(f: &Mat<D>, m: Lame) -> Mat<D> {
    corotated::stress(f, without_lam(m))
}

pub(super) fn hessian<const D: usize>(f: &Mat<D>, m: Lame, out: &mut [f64]) {
    corotated::hessian(f, without_lam(m), out);
}

pub(super) fn hessian_psd<const D: usize>(f: &Decomposed<D>, m: Lame, out: &mut [f64]) {
    corotated::hessian_psd(f, without_lam(m), out);
}
