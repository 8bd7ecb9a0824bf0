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

/// Second derivatives in the principal frame; `flip` and `twist` are symmetric, off the diagonal.
pub(super) struct Principal<const D: usize> {
    pub stretch: Mat<D>,
    pub flip: Mat<D>,
    pub twist: Mat<D>,
}

impl<const D: usize> Principal<D> {
    /// With negative eigenvalues set to zero.
    pub fn psd(&self) -> Self {
        let (values, q) = sym_eigen(&self.stretch);
        let clamp = |a: &Mat<D>| from_fn(|i, j| a[i][j].max(0.0));
        Principal {
            stretch: if values[0] >= 0.0 {
                self.stretch
            } else {
                from_fn(|i, j| (0..D).map(|k| values[k].max(0.0) * q[i][k] * q[j][k]).sum())
            },
            flip: clamp(&self.flip),
            twist: clamp(&self.twist),
        }
    }

    /// Turned back into the frame of `F`: the row-major `D^2 x D^2` block `d P / d F`.
    pub fn assemble(&self, svd: &Svd<D>, out: &mut [f64]) {
        let (u, v) = (&svd.u, &svd.v);
        let n = D * D;
        out.fill(0.0);
        let direction = |a: usize, b: usize, x: usize| u[x / D][a] * v[x % D][b];
        for x in 0..n {
            for y in x..n {
                let mut sum = 0.0;
                for a in 0..D {
                    for b in 0..D {
                        sum += self.stretch[a][b] * direction(a, a, x) * direction(b, b, y);
                        if a < b {
                            let (ab, ba) = (direction(a, b, x), direction(b, a, x));
                            let (cd, dc) = (direction(a, b, y), direction(b, a, y));
                            sum += 0.5 * self.flip[a][b] * (ab + ba) * (cd + dc);
                            sum += 0.5 * self.twist[a][b] * (ab - ba) * (cd - dc);
                        }
                    }
                }
                out[n * x + y] = sum;
                out[n * y + x] = sum;
            }
        }
    }
}
