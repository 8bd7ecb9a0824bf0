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

use crate::linalg::small::{Mat, Svd, add_scaled, from_fn, sym_eigen};

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
        out.fill(0.0);
        let direction = |a: usize, b: usize| from_fn::<D>(|i, j| svd.u[i][a] * svd.v[j][b]);
        for a in 0..D {
            let row = (0..D).fold([[0.0; D]; D], |sum, b| {
                add_scaled(&sum, self.stretch[a][b], &direction(b, b))
            });
            add_outer(1.0, &direction(a, a), &row, out);
            for b in a + 1..D {
                let (ab, ba) = (direction(a, b), direction(b, a));
                let (flip, twist) = (add_scaled(&ab, 1.0, &ba), add_scaled(&ab, -1.0, &ba));
                add_outer(0.5 * self.flip[a][b], &flip, &flip, out);
                add_outer(0.5 * self.twist[a][b], &twist, &twist, out);
            }
        }
        mirror::<D>(out);
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
fn add_outer<const D: usize>(t: f64, a: &Mat<D>, b: &Mat<D>, out: &mut [f64]) {
    for (x, row) in a.as_flattened().iter().zip(out.chunks_exact_mut(D * D)) {
        for (y, h) in b.as_flattened().iter().zip(row) {
            *h += t * x * y;
        }
    }
}

/// Copies the upper triangle into the lower: round-off must not make the block unsymmetric.
fn mirror<const D: usize>(out: &mut [f64]) {
    let n = D * D;
    for x in 0..n {
        for y in 0..x {
            out[n * x + y] = out[n * y + x];
        }
    }
}
