//! Fixed-size kernels on `D x D` matrices (`D` = 2 or 3) and on small symmetric blocks.
//!
//! **Signed singular value decomposition** ([`Svd`]): `F = U diag(s) V^T` with rotations `U`, `V`.
//!
//! **Polar rotation** `R = U V^T`: the rotation nearest to `F` in the Frobenius norm.
//!
//! **Rotation-strain map** ([`rotation_strain`]):
//! `Y = exp(skew grad u) (I + sym grad u) - I`.
//!
//! Blocks are row-major; a matrix as a vector has entry `(i, j)` at `D i + j`.

mod eigen;
mod near;
mod svd;

#[cfg(test)]
pub(crate) use eigen::project_psd;
pub use eigen::{sym_eigen, sym_eigen_block};
pub use near::{polar_near, polar_near_all};
pub use svd::{SEVERAL, Svd, polar_rotation};

/// A `D x D` matrix, row-major.
pub type Mat<const D: usize> = [[f64; D]; D];

/// `D x D` matrix from a function of row and column.
#[inline]
pub fn from_fn<const D: usize>(entry: impl Fn(usize, usize) -> f64) -> Mat<D> {
    std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
}

/// The identity.
pub fn identity<const D: usize>() -> Mat<D> {
    from_fn(|i, j| f64::from(u8::from(i == j)))
}

/// `a b`.
#[inline]
pub fn mul<const D: usize>(a: &Mat<D>, b: &Mat<D>) -> Mat<D> {
    from_fn(|i, j| (0..D).map(|k| a[i][k] * b[k][j]).sum())
}

/// `a^T`.
#[inline]
pub fn transpose<const D: usize>(a: &Mat<D>) -> Mat<D> {
    from_fn(|i, j| a[j][i])
}

/// `a + t b`.
#[inline]
pub fn add_scaled<const D: usize>(a: &Mat<D>, t: f64, b: &Mat<D>) -> Mat<D> {
    from_fn(|i, j| a[i][j] + t * b[i][j])
}

/// Sum of the diagonal.
#[inline]
pub fn trace<const D: usize>(a: &Mat<D>) -> f64 {
    (0..D).map(|i| a[i][i]).sum()
}

/// `sum_ij a_ij b_ij`.
#[inline]
pub fn dot<const D: usize>(a: &Mat<D>, b: &Mat<D>) -> f64 {
    (0..D).map(|i| (0..D).map(|j| a[i][j] * b[i][j]).sum::<f64>()).sum()
}

#[inline]
fn inner<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    (0..D).map(|k| a[k] * b[k]).sum()
}

/// Frobenius norm, without over- or underflow.
pub fn norm<const D: usize>(a: &Mat<D>) -> f64 {
    let size = magnitude(a);
    if size == 0.0 || !size.is_finite() {
        return size;
    }
    let scale = power_of_two(size).unwrap_or(size);
    let a: Mat<D> = from_fn(|i, j| a[i][j] / scale);
    scale * dot(&a, &a).sqrt()
}

/// Largest entry in magnitude; NaN if any entry is.
pub fn magnitude<const D: usize>(a: &Mat<D>) -> f64 {
    a.iter()
        .flatten()
        .fold(0.0, |m: f64, &x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x.abs()) })
}

/// `(a + a^T) / 2`.
pub fn sym<const D: usize>(a: &Mat<D>) -> Mat<D> {
    from_fn(|i, j| 0.5 * (a[i][j] + a[j][i]))
}

/// `(a - a^T) / 2`.
pub fn skew<const D: usize>(a: &Mat<D>) -> Mat<D> {
    from_fn(|i, j| 0.5 * (a[i][j] - a[j][i]))
}

/// Determinant.
#[inline]
pub fn det<const D: usize>(a: &Mat<D>) -> f64 {
    let c = cofactor(a);
    (0..D).map(|j| a[0][j] * c[0][j]).sum()
}

/// Cofactor matrix `C = d det(a) / d a`; `a C^T = det(a) I`.
#[inline]
pub fn cofactor<const D: usize>(a: &Mat<D>) -> Mat<D> {
    const { assert!(D == 2 || D == 3, "kernels exist for D = 2 and D = 3") };
    if D == 2 {
        return from_fn(|i, j| if i == j { a[1 - i][1 - j] } else { -a[1 - i][1 - j] });
    }
    from_fn(|i, j| {
        let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        a[i1][j1] * a[i2][j2] - a[i1][j2] * a[i2][j1]
    })
}

/// Inverse; `None` if the matrix is exactly singular, not finite, or its inverse overflows.
pub fn inverse<const D: usize>(a: &Mat<D>) -> Option<Mat<D>> {
    let scale = power_of_two(magnitude(a))?;
    let a: Mat<D> = from_fn(|i, j| a[i][j] / scale);
    let (c, d) = (cofactor(&a), det(&a));
    let inverse: Mat<D> = from_fn(|i, j| c[j][i] / d / scale);
    inverse.iter().flatten().all(|x| x.is_finite()).then_some(inverse)
}

/// The largest power of two not above `x`; `None` for zero, subnormal and not finite numbers.
fn power_of_two(x: f64) -> Option<f64> {
    x.is_normal().then(|| f64::from_bits(x.to_bits() & (0x7ff << 52)))
}

/// Most sweeps over all pairs that a Jacobi iteration makes; about six are enough.
const SWEEPS: usize = 40;

/// Cosine and sine of the smaller rotation that diagonalises `[[pp, pq], [pq, qq]]`, `pq != 0`.
fn jacobi(pp: f64, qq: f64, pq: f64) -> (f64, f64) {
    let zeta = (qq - pp) / (2.0 * pq);
    let t = 1.0_f64.copysign(zeta) / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let c = 1.0 / (1.0 + t * t).sqrt();
    (c, c * t)
}

/// `exp(w)` of a skew matrix `w`: a rotation by the angle `|w| / sqrt 2` (Rodrigues' formula).
pub fn exp_skew<const D: usize>(w: &Mat<D>) -> Mat<D> {
    let angle = if D == 2 { w[1][0].abs() } else { w[2][1].hypot(w[0][2]).hypot(w[1][0]) };
    // exp w = I + (sin t / t) w + 2 (sin(t/2) / t)^2 w^2, to round-off by its series below 1e-4
    if angle < 1e-4 {
        let first = add_scaled(&identity(), 1.0 - angle * angle / 6.0, w);
        return add_scaled(&first, 0.5, &mul(w, w));
    }
    let axis: Mat<D> = from_fn(|i, j| w[i][j] / angle);
    let half = (0.5 * angle).sin();
    let first = add_scaled(&identity(), angle.sin(), &axis);
    add_scaled(&first, 2.0 * half * half, &mul(&axis, &axis))
}

/// Rotation-strain map of a displacement gradient: `exp(skew g) (I + sym g) - I`.
///
/// The gradient of an infinitesimal rotation maps to the finite rotation it generates.
pub fn rotation_strain<const D: usize>(g: &Mat<D>) -> Mat<D> {
    let stretch = add_scaled(&identity(), 1.0, &sym(g));
    add_scaled(&mul(&exp_skew(&skew(g)), &stretch), -1.0, &identity())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }

    /// Entries uniform in (-1, 1).
    pub(crate) fn random<const D: usize>(rng: &mut ChaCha8Rng) -> Mat<D> {
        let mut a = [[0.0; D]; D];
        a.iter_mut().flatten().for_each(|x| *x = rng.random_range(-1.0..1.0));
        a
    }

    pub(crate) fn rotation<const D: usize>(rng: &mut ChaCha8Rng) -> Mat<D> {
        let w = skew(&random::<D>(rng));
        exp_skew(&from_fn(|i, j| 6.0 * w[i][j]))
    }

    pub(crate) fn distance<const D: usize>(a: &Mat<D>, b: &Mat<D>) -> f64 {
        norm(&add_scaled(a, -1.0, b))
    }

    pub(crate) fn assert_rotation<const D: usize>(r: &Mat<D>) {
        assert!(distance(&mul(r, &transpose(r)), &identity()) < 1e-14, "{r:?}");
        assert!((det(r) - 1.0).abs() < 1e-14, "{r:?}");
    }

    fn inverses<const D: usize>() {
        let mut rng = rng(4);
        for scale in [1e-150, 1.0, 1e150] {
            let a = add_scaled(&identity(), 0.3, &random::<D>(&mut rng));
            let a: Mat<D> = from_fn(|i, j| scale * a[i][j]);
            let inverse = inverse(&a).unwrap();
            assert!(distance(&mul(&a, &inverse), &identity()) < 1e-14);
        }
        assert_eq!(inverse(&[[1.0; D]; D]), None);
        assert_eq!(inverse(&[[0.0; D]; D]), None);
        assert_eq!(inverse(&[[f64::NAN; D]; D]), None);
    }

    #[test]
    fn inverse_times_matrix_is_identity_and_singular_has_none() {
        inverses::<2>();
        inverses::<3>();
    }

    #[test]
    fn determinant_and_norm_of_known_matrices() {
        assert_eq!(det(&[[1.0, 2.0], [3.0, 4.0]]), -2.0);
        assert_eq!(det(&[[2.0, 0.0, 1.0], [1.0, 3.0, 2.0], [1.0, 1.0, 4.0]]), 18.0);
        for scale in [1e-310, 1e-200, 1.0, 1e200] {
            let length = norm(&[[3.0 * scale, 0.0], [0.0, 4.0 * scale]]);
            assert!((length / scale - 5.0).abs() < 1e-14, "{length:e}");
        }
        assert!(norm(&[[1.0, f64::NAN], [0.0, 0.0]]).is_nan());
    }

    #[test]
    fn exponential_turns_by_the_angle_about_the_axis() {
        for angle in [0.0, 1e-12, 1e-6, 0.99e-4, 1.01e-4, 0.3, 3.0, 100.0] {
            let tolerance = 2e-15 * (1.0 + angle);
            let (s, c) = f64::sin_cos(angle);
            let flat = exp_skew(&[[0.0, -angle], [angle, 0.0]]);
            assert!(distance(&flat, &[[c, -s], [s, c]]) < 1e-15);
            // About (1, 2, 2)/3: fixes that axis, has trace 1 + 2 cos and skew part sin times it.
            let (x, y, z) = (angle / 3.0, 2.0 * angle / 3.0, 2.0 * angle / 3.0);
            let r = exp_skew(&[[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]);
            assert_rotation(&r);
            assert!((trace(&r) - 1.0 - 2.0 * c).abs() < tolerance);
            let axis = [1.0, 2.0, 2.0];
            for (row, x) in r.iter().zip(axis) {
                assert!((inner(row, &axis) - x).abs() < 1e-14);
            }
            assert!((r[1][0] - r[0][1] - 2.0 * s * 2.0 / 3.0).abs() < tolerance);
        }
    }

    #[test]
    fn rotation_generator_maps_to_the_finite_rotation() {
        let angle = 2.0_f64;
        let (s, c) = angle.sin_cos();
        let y = rotation_strain(&[[0.0, -angle, 0.0], [angle, 0.0, 0.0], [0.0, 0.0, 0.0]]);
        assert!(distance(&y, &[[c - 1.0, -s, 0.0], [s, c - 1.0, 0.0], [0.0, 0.0, 0.0]]) < 1e-15);
        let y = rotation_strain(&[[0.0, -angle], [angle, 0.0]]);
        assert!(distance(&y, &[[c - 1.0, -s], [s, c - 1.0]]) < 1e-15);
    }

    #[test]
    fn rotation_strain_keeps_pure_strain_and_agrees_to_first_order() {
        let strain = [[0.3, 0.1], [0.1, -0.2]];
        assert!(distance(&rotation_strain(&strain), &strain) < 1e-15);
        let g = random::<3>(&mut rng(9));
        let small: Mat<3> = from_fn(|i, j| 1e-6 * g[i][j]);
        assert!(distance(&rotation_strain(&small), &small) < 1e-11);
    }
}
