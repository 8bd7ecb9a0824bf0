//! `d P / d F` of an isotropic law from its principal stretches.
//!
//! Let `F = U diag(s) V^T` be the signed decomposition and `psi(s)` the energy, with derivatives
//! `psi_i` and `psi_ij`. In the frame of `U` and `V`, `d P / d F` falls apart into
//!
//! - the stretch block `psi_ij` on the diagonal directions `u_i v_i^T`;
//! - for each pair `i < j`, `flip_ij = (psi_i - psi_j)/(s_i - s_j)` on
//!   `(u_i v_j^T + u_j v_i^T)/sqrt 2`;
//! - and `twist_ij = (psi_i + psi_j)/(s_i + s_j)` on `(u_i v_j^T - u_j v_i^T)/sqrt 2`.
//!
//! These numbers are the eigenvalues (after diagonalising the `D x D` stretch block), so the
//! projection onto positive semidefinite matrices only clamps them at zero.

use crate::linalg::small::{Mat, Svd, from_fn, sym_eigen};
use pulp::{Arch, Simd, WithSimd};

/// A deformation gradient whose decomposition may be known already.
pub(super) struct Decomposed<const D: usize> {
    pub f: Mat<D>,
    pub known: Option<Svd<D>>,
}

impl<const D: usize> Decomposed<D> {
    pub fn svd(&self) -> Svd<D> {
        self.known.unwrap_or_else(|| Svd::new(&self.f))
    }
}

/// Second derivatives in the principal frame; `flip` and `twist` are symmetric, off the diagonal.
pub(super) struct Principal<const D: usize> {
    pub stretch: Mat<D>,
    pub flip: Mat<D>,
    pub twist: Mat<D>,
}

impl<const D: usize> Principal<D> {
    /// With negative eigenvalues set to zero.
    pub fn psd(&self) -> Self {
        let clamp = |a: &Mat<D>| from_fn(|i, j| a[i][j].max(0.0));
        Principal {
            stretch: if is_positive(&self.stretch) {
                self.stretch
            } else {
                let (values, q) = sym_eigen(&self.stretch);
                from_fn(|i, j| (0..D).map(|k| values[k].max(0.0) * q[i][k] * q[j][k]).sum())
            },
            flip: clamp(&self.flip),
            twist: clamp(&self.twist),
        }
    }

    /// Turned back into the frame of `F`: the row-major `D^2 x D^2` block `d P / d F`.
    pub fn assemble(&self, svd: &Svd<D>, out: &mut [f64]) {
        Arch::new().dispatch(Assemble { of: self, svd, out });
    }
}

struct Assemble<'a, const D: usize> {
    of: &'a Principal<D>,
    svd: &'a Svd<D>,
    out: &'a mut [f64],
}

impl<const D: usize> WithSimd for Assemble<'_, D> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Assemble { of, svd, out } = self;
        out.fill(0.0);
        for a in 0..D {
            let mut row = [[0.0; D]; D];
            for b in 0..D {
                add(&mut row, of.stretch[a][b], &direction(svd, b, b));
            }
            add_outer(1.0, &direction(svd, a, a), &row, out);
            for b in a + 1..D {
                let (ab, ba) = (direction(svd, a, b), direction(svd, b, a));
                let (mut flip, mut twist) = (ab, ab);
                add(&mut flip, 1.0, &ba);
                add(&mut twist, -1.0, &ba);
                add_outer(0.5 * of.flip[a][b], &flip, &flip, out);
                add_outer(0.5 * of.twist[a][b], &twist, &twist, out);
            }
        }
        mirror::<D>(out);
    }
}

/// `u_a v_b^T`
#[inline(always)]
fn direction<const D: usize>(svd: &Svd<D>, a: usize, b: usize) -> Mat<D> {
    let mut out = [[0.0; D]; D];
    for i in 0..D {
        for j in 0..D {
            out[i][j] = svd.u[i][a] * svd.v[j][b];
        }
    }
    out
}

/// `to += t a`
#[inline(always)]
fn add<const D: usize>(to: &mut Mat<D>, t: f64, a: &Mat<D>) {
    for i in 0..D {
        for j in 0..D {
            to[i][j] += t * a[i][j];
        }
    }
}

/// Are all pivots positive?
fn is_positive<const D: usize>(a: &Mat<D>) -> bool {
    let mut a = *a;
    (0..D).all(|k| {
        let pivot = a[k][k];
        for i in k + 1..D {
            for j in k + 1..=i {
                a[i][j] -= a[i][k] * a[j][k] / pivot;
            }
        }
        pivot > 0.0
    })
}

/// `out += t vec(a) vec(b)^T`.
#[inline(always)]
fn add_outer<const D: usize>(t: f64, a: &Mat<D>, b: &Mat<D>, out: &mut [f64]) {
    let (a, b) = (a.as_flattened(), b.as_flattened());
    for (x, row) in a.iter().zip(out.chunks_exact_mut(D * D)) {
        let t = t * x;
        for k in 0..D * D {
            row[k] += t * b[k];
        }
    }
}

/// Copies the upper triangle into the lower: round-off must not make the block unsymmetric.
#[inline(always)]
fn mirror<const D: usize>(out: &mut [f64]) {
    let n = D * D;
    for x in 0..n {
        for y in 0..x {
            out[n * x + y] = out[n * y + x];
        }
    }
}
