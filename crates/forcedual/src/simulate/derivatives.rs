//! Derivatives of a step with respect to the state it begins with and the amplitudes that drive it.
//!
//! A step of Newton's method ends where `dPsi/dz + w (z - y) = 0` (reduced mass is the identity). With
//! `K = H + w I` there, and `y = a z_n + h b v_n + ...`, `v = (c z - e z_n + ...) / h`
//! ([`integrator`](super::integrator)),
//!
//! ```text
//! dz/dz_n = K^{-1} (a w I - X)   dz/dv_n = h b w K^{-1}      dz/dA = -K^{-1} d^2 Psi / dz dA
//! dv/dz_n = (c dz/dz_n - e I)/h  dv/dv_n = c/h dz/dv_n       dv/dA = c/h dz/dA
//! ```
//!
//! where `X = d^2 Psi / dz dz_n` is that of energies which look back at the beginning of the step: friction and
//! the drag of a fluid. The areas and normals of facets in a fluid and of open pockets are taken as given, and
//! so is what BDF2 remembers of the step before. Obstacles count as flat where they are touched.

use super::{Integrator, Reduced, State, System};
use crate::linalg::{Mat, column_mut};

/// Derivatives of the coordinates `z` and their rates `v` after a step.
#[derive(Debug, Clone)]
pub struct Derivatives {
    /// Of `z` with respect to `z` before.
    pub z_z: Mat,
    /// Of `z` with respect to `v` before.
    pub z_v: Mat,
    /// Of `z` with respect to the amplitudes, a column per channel.
    pub z_a: Mat,
    /// Of `v` with respect to `z` before.
    pub v_z: Mat,
    /// Of `v` with respect to `v` before.
    pub v_v: Mat,
    /// Of `v` with respect to the amplitudes.
    pub v_a: Mat,
}

impl Derivatives {
    /// Of the step of `h` seconds that the body has just made, in one part, from one state to another;
    /// `None` where the energy is not convex there.
    pub fn of(
        reduced: &mut Reduced,
        integrator: Integrator,
        h: f64,
        before: &State,
        after: &State,
    ) -> Option<Self> {
        let size = reduced.size();
        let coefficients = integrator.coefficients(before, h);
        let (w, [a, b, c, e]) = (coefficients.weight, coefficients.of_state);
        let mut force = vec![0.0; size];
        let mut z_a = vec![0.0; size * reduced.channels()];
        if !reduced.true_sensitivities(&after.z, w, &mut force, &mut z_a) {
            return None;
        }
        let mut inverse = Mat::zeros(size, size);
        for j in 0..size {
            let column = column_mut(inverse.as_mut(), j);
            column[j] = w;
            reduced.solve_again(column);
        }
        let back = reduced.back(&after.z).unwrap_or_else(|| Mat::zeros(size, size));
        let scaled = |scale: f64| Mat::from_fn(size, size, |i, j| scale * inverse[(i, j)]);
        let unit = |i: usize, j: usize| f64::from(u8::from(i == j));
        let z_a = Mat::from_fn(size, reduced.channels(), |i, k| z_a[k * size + i]);
        let z_z = Mat::from_fn(size, size, |i, j| a * inverse[(i, j)] - back[(i, j)]);
        let v_z = |i: usize, j: usize| (c * z_z[(i, j)] - e * unit(i, j)) / h;
        Some(Derivatives {
            z_v: scaled(h * b),
            v_z: Mat::from_fn(size, size, v_z),
            v_v: scaled(c * b),
            v_a: Mat::from_fn(size, z_a.ncols(), |i, k| c / h * z_a[(i, k)]),
            z_a,
            z_z,
        })
    }
}
