//! Fixed-size kernels on `D x D` matrices (`D` = 2 or 3) and on small symmetric blocks.
//!
//! **Signed singular value decomposition** ([`Svd`]): `F = U diag(s) V^T` with `U`, `V` rotations
//! (determinant +1), `s` sorted by magnitude, and only the last value negative, exactly when
//! `det F < 0`. Hence `s_i + s_j >= 0` for every pair. One-sided Jacobi turns the columns of `F V`
//! until they are orthogonal, which keeps small singular values accurate relative to themselves;
//! `F` is first scaled by a power of two, so that no magnitude over- or underflows.
//!
//! **Polar rotation** `R = U V^T`: the rotation nearest to `F` in the Frobenius norm.
//!
//! **Rotation-strain map** ([`rotation_strain`]):
//! `Y = exp(skew grad u) (I + sym grad u) - I`.
//!
//! Blocks are row-major; a matrix as a vector has entry `(i, j)` at `D i + j`.

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

/// Frobenius norm, without over- or underflow.
pub fn norm<const D: usize>(a: &Mat<D>) -> f64 {
    let scale = magnitude(a);
    if scale == 0.0 || !scale.is_finite() {
        return scale;
    }
    let a: Mat<D> = from_fn(|i, j| a[i][j] / scale);
    scale * dot(&a, &a).sqrt()
}

/// Largest entry in magnitude; NaN if any entry is.
pub fn magnitude<const D: usize>(a: &Mat<D>) -> f64 {
    a.iter().flatten().fold(0.0, |m: f64, &x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x.abs()) })
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

/// Signed singular value decomposition `F = U diag(s) V^T`; see the module's text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Svd<const D: usize> {
    /// Left rotation, singular vectors as columns.
    pub u: Mat<D>,
    /// Singular values, largest first; only the last may be negative.
    pub s: [f64; D],
    /// Right rotation, singular vectors as columns.
    pub v: Mat<D>,
}

impl<const D: usize> Svd<D> {
    /// Decomposes `f`. If an entry is not finite, `s` is NaN and the rotations are the identity.
    pub fn new(f: &Mat<D>) -> Self {
        let size = magnitude(f);
        let Some(scale) = power_of_two(size) else {
            let s = if size.is_finite() { 0.0 } else { f64::NAN };
            return Svd { u: identity(), s: [s; D], v: identity() };
        };
        // Columns of F and of V are kept as rows here.
        let mut a: Mat<D> = from_fn(|i, j| f[j][i] / scale);
        let mut v = identity();
        orthogonalise(&mut a, &mut v);
        sort(&mut a, &mut v);
        let (u, s) = left_rotation(&a);
        Svd { u: transpose(&u), s: s.map(|s| s * scale), v: transpose(&v) }
    }

    /// The polar rotation `U V^T`.
    pub fn rotation(&self) -> Mat<D> {
        mul(&self.u, &transpose(&self.v))
    }
}

/// The rotation nearest to `f`: its polar factor, with determinant +1 even if `f` is inverted.
pub fn polar_rotation<const D: usize>(f: &Mat<D>) -> Mat<D> {
    Svd::new(f).rotation()
}

const SWEEPS: usize = 40;

fn inner<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    (0..D).map(|k| a[k] * b[k]).sum()
}

/// Rotates pairs of rows of `a`, and of `v` alike, until the rows of `a` are orthogonal.
fn orthogonalise<const D: usize>(a: &mut Mat<D>, v: &mut Mat<D>) {
    for _ in 0..SWEEPS {
        let mut done = true;
        for i in 0..D {
            for j in i + 1..D {
                let (ii, jj, ij) = (inner(&a[i], &a[i]), inner(&a[j], &a[j]), inner(&a[i], &a[j]));
                if ij.abs() <= 0.5 * f64::EPSILON * ii.sqrt() * jj.sqrt() {
                    continue;
                }
                done = false;
                let (c, s) = jacobi(ii, jj, ij);
                for m in [&mut *a, &mut *v] {
                    for k in 0..D {
                        let (x, y) = (m[i][k], m[j][k]);
                        m[i][k] = c * x - s * y;
                        m[j][k] = s * x + c * y;
                    }
                }
            }
        }
        if done {
            return;
        }
    }
}

/// Cosine and sine of the smaller rotation that diagonalises `[[pp, pq], [pq, qq]]`, `pq != 0`.
fn jacobi(pp: f64, qq: f64, pq: f64) -> (f64, f64) {
    let zeta = (qq - pp) / (2.0 * pq);
    let t = 1.0_f64.copysign(zeta) / (zeta.abs() + zeta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    (c, c * t)
}

/// Sorts rows by decreasing length; each exchange turns by a right angle, so `v` stays a rotation.
fn sort<const D: usize>(a: &mut Mat<D>, v: &mut Mat<D>) {
    let length = a.map(|row| inner(&row, &row));
    let mut order: [usize; D] = std::array::from_fn(|i| i);
    for end in (1..D).rev() {
        for i in 0..end {
            if length[order[i]] < length[order[i + 1]] {
                order.swap(i, i + 1);
                for m in [&mut *a, &mut *v] {
                    m.swap(i, i + 1);
                    m[i] = m[i].map(|x| -x);
                }
            }
        }
    }
}

/// Rows of the rotation `u` and signed `s` with `a_i = s_i u_i`, for orthogonal rows `a_i` sorted
/// by length. Rows too small to have a direction get any that completes the rotation.
fn left_rotation<const D: usize>(a: &Mat<D>) -> (Mat<D>, [f64; D]) {
    const NEGLIGIBLE: f64 = 1e-100;
    let mut u = identity::<D>();
    let mut s = [0.0; D];
    s[0] = inner(&a[0], &a[0]).sqrt();
    u[0] = a[0].map(|x| x / s[0]);
    if D == 3 {
        s[1] = inner(&a[1], &a[1]).sqrt();
        let mut w = a[1].map(|x| x / s[1]);
        if s[1] < NEGLIGIBLE {
            let smallest = (0..D).fold(0, |m, k| if u[0][k].abs() < u[0][m].abs() { k } else { m });
            w = std::array::from_fn(|k| f64::from(u8::from(k == smallest)));
        }
        let along = inner(&w, &u[0]);
        let w: [f64; D] = std::array::from_fn(|k| w[k] - along * u[0][k]);
        let length = inner(&w, &w).sqrt();
        u[1] = w.map(|x| x / length);
    }
    // With the first rows in place, the cofactors of the last row complete the rotation.
    u[D - 1] = cofactor(&u)[D - 1];
    s[D - 1] = inner(&u[D - 1], &a[D - 1]).clamp(-s[D - 2], s[D - 2]);
    (u, s)
}

/// `exp(w)` of a skew matrix `w`: the rotation by the angle `|w| / sqrt 2` (Rodrigues' formula).
pub fn exp_skew<const D: usize>(w: &Mat<D>) -> Mat<D> {
    let angle = norm(w) * std::f64::consts::FRAC_1_SQRT_2;
    // exp w = I + (sin t / t) w + 2 (sin(t/2) / t)^2 w^2
    if angle < 1e-4 {
        let t2 = angle * angle;
        let first = add_scaled(&identity(), 1.0 - t2 / 6.0, w);
        return add_scaled(&first, 0.5 - t2 / 24.0, &mul(w, w));
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

/// Eigenvalues (ascending) and eigenvectors (as columns) of a symmetric matrix.
pub fn sym_eigen<const D: usize>(a: &Mat<D>) -> ([f64; D], Mat<D>) {
    let mut work = *a;
    let mut vectors = *a;
    sym_eigen_block(work.as_flattened_mut(), vectors.as_flattened_mut(), D);
    let mut order: [usize; D] = std::array::from_fn(|i| i);
    order.sort_by(|&i, &j| work[i][i].total_cmp(&work[j][j]));
    (order.map(|i| work[i][i]), from_fn(|i, j| vectors[i][order[j]]))
}

/// Diagonalises the symmetric row-major `n x n` block `a` by cyclic Jacobi rotations: its diagonal
/// becomes the eigenvalues (unsorted) and the columns of `vectors` the eigenvectors.
///
/// Blocks with entries that are not finite are left as the rotations leave them.
pub fn sym_eigen_block(a: &mut [f64], vectors: &mut [f64], n: usize) {
    vectors.fill(0.0);
    vectors.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
    let size = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    for _ in 0..SWEEPS {
        let mut done = true;
        for p in 0..n {
            for q in p + 1..n {
                let pq = a[n * p + q];
                if pq.abs() <= 1e-17 * size {
                    continue;
                }
                done = false;
                let (c, s) = jacobi(a[n * p + p], a[n * q + q], pq);
                let turn = |m: &mut [f64], i: usize, j: usize| {
                    let (x, y) = (m[i], m[j]);
                    m[i] = c * x - s * y;
                    m[j] = s * x + c * y;
                };
                for k in 0..n {
                    turn(a, n * k + p, n * k + q);
                    turn(vectors, n * k + p, n * k + q);
                }
                for k in 0..n {
                    turn(a, n * p + k, n * q + k);
                }
                a[n * p + q] = 0.0;
                a[n * q + p] = 0.0;
            }
        }
        if done {
            return;
        }
    }
}

/// Largest block that [`project_psd`] handles without allocating.
const ON_STACK: usize = 12;

/// Replaces the symmetric row-major `n x n` block by the nearest positive semidefinite one:
/// negative eigenvalues become zero. A block without any is left untouched, bit for bit.
pub fn project_psd(a: &mut [f64], n: usize) {
    let mut stack = [0.0; 2 * ON_STACK * ON_STACK];
    let mut heap = Vec::new();
    let scratch = if n <= ON_STACK {
        &mut stack[..2 * n * n]
    } else {
        heap.resize(2 * n * n, 0.0);
        &mut heap[..]
    };
    let (work, vectors) = scratch.split_at_mut(n * n);
    work.copy_from_slice(a);
    sym_eigen_block(work, vectors, n);
    if (0..n).all(|k| work[(n + 1) * k] >= 0.0) {
        return;
    }
    for i in 0..n {
        for j in i..n {
            let term = |k: usize| work[(n + 1) * k].max(0.0) * vectors[n * i + k] * vectors[n * j + k];
            let x = (0..n).map(term).sum();
            a[n * i + j] = x;
            a[n * j + i] = x;
        }
    }
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

    fn distance<const D: usize>(a: &Mat<D>, b: &Mat<D>) -> f64 {
        norm(&add_scaled(a, -1.0, b))
    }

    fn assert_rotation<const D: usize>(r: &Mat<D>) {
        assert!(distance(&mul(r, &transpose(r)), &identity()) < 1e-14, "{r:?}");
        assert!((det(r) - 1.0).abs() < 1e-14, "{r:?}");
    }

    fn diagonal<const D: usize>(s: &[f64; D]) -> Mat<D> {
        from_fn(|i, j| if i == j { s[i] } else { 0.0 })
    }

    fn assert_svd<const D: usize>(f: &Mat<D>) {
        let Svd { u, s, v } = Svd::new(f);
        assert_rotation(&u);
        assert_rotation(&v);
        let back = mul(&mul(&u, &diagonal(&s)), &transpose(&v));
        assert!(distance(&back, f) <= 1e-14 * norm(f), "{f:?} {s:?}");
        assert!(s.windows(2).all(|w| w[0] >= w[1].abs()), "{s:?}");
    }

    fn svd_of_everything<const D: usize>() {
        let mut rng = rng(1);
        for _ in 0..500 {
            let f = random::<D>(&mut rng);
            assert_svd(&f);
            assert_eq!(Svd::new(&f).s[D - 1] < 0.0, det(&f) < 0.0);
        }
        let (u, v) = (rotation::<D>(&mut rng), rotation::<D>(&mut rng));
        let stretches: [[f64; 3]; 10] = [
            [1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0],
            [1.0, 0.0, 0.0],
            [1.0, 1e-8, 1.0],
            [1.0, -1e-12, 1e-6],
            [1.0, 1e-16, 1e-16],
            [1.0, 1e-80, 1e-40],
            [1.0, 1e-200, 1e-250],
            [0.0, 0.0, 0.0],
            [2.0, 1.0 + 1e-15, 1.0],
        ];
        for s in stretches {
            let s: [f64; D] = std::array::from_fn(|i| s[i]);
            let frames = [identity(), u];
            for (a, b) in frames.iter().flat_map(|a| [(a, identity()), (a, v)]) {
                let f = mul(&mul(a, &diagonal(&s)), &transpose(&b));
                for scale in [1e-150, 1e-20, 1.0, 1e20, 1e150] {
                    assert_svd(&from_fn::<D>(|i, j| scale * f[i][j]));
                }
            }
        }
        assert_svd(&[[1.0; D]; D]);
        assert_svd(&from_fn::<D>(|i, j| ((i + 1) * (j + 2)) as f64));
        assert_svd(&from_fn::<D>(|i, j| if i == j { 0.0 } else { 1.0 }));
    }

    #[test]
    fn signed_svd_reconstructs_with_rotations_at_every_scale() {
        svd_of_everything::<2>();
        svd_of_everything::<3>();
    }

    #[test]
    fn tiny_singular_values_are_accurate_relative_to_themselves() {
        // Columns of very different size: s is known to second order in 1e-40.
        let q = rotation::<3>(&mut rng(5));
        let f = from_fn::<3>(|i, j| q[i][j] * [1.0, 1e-20, -1e-40][j]);
        let s = Svd::new(&f).s;
        for (s, exact) in s.iter().zip([1.0, 1e-20, -1e-40]) {
            assert!((s / exact - 1.0).abs() < 1e-14, "{s:e}");
        }
    }

    #[test]
    fn svd_of_what_is_not_finite_is_nan_with_rotations() {
        for bad in [f64::NAN, f64::INFINITY] {
            let svd = Svd::new(&[[1.0, bad], [0.0, 1.0]]);
            assert!(svd.s.iter().all(|s| s.is_nan()));
            assert_rotation(&svd.u);
        }
    }

    fn polar<const D: usize>() {
        let mut rng = rng(2);
        for _ in 0..50 {
            let (q, a) = (rotation::<D>(&mut rng), random::<D>(&mut rng));
            let stretch = add_scaled(&identity(), 0.3, &sym(&a));
            assert!(distance(&polar_rotation(&mul(&q, &stretch)), &q) < 1e-13);
        }
        let mirrored: Mat<D> = from_fn(|i, j| if i != j { 0.0 } else if i == 0 { -0.5 } else { 2.0 });
        assert!(distance(&polar_rotation(&mirrored), &identity()) < 1e-15);
    }

    #[test]
    fn polar_rotation_recovers_the_rotation_of_a_stretch() {
        polar::<2>();
        polar::<3>();
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
        assert_eq!(norm(&[[3e200, 0.0], [0.0, 4e200]]), 5e200);
        assert_eq!(norm(&[[3e-200, 0.0], [0.0, 4e-200]]), 5e-200);
        assert!(norm(&[[1.0, f64::NAN], [0.0, 0.0]]).is_nan());
    }

    #[test]
    fn exponential_turns_by_the_angle_about_the_axis() {
        for angle in [0.0, 1e-12, 1e-6, 0.99e-4, 1.01e-4, 0.3, 3.0, 100.0] {
            let (s, c) = f64::sin_cos(angle);
            let flat = exp_skew(&[[0.0, -angle], [angle, 0.0]]);
            assert!(distance(&flat, &[[c, -s], [s, c]]) < 1e-15);
            // About the axis (1, 2, 2)/3; one that fixes it, with trace 1 + 2 cos.
            let (x, y, z) = (angle / 3.0, 2.0 * angle / 3.0, 2.0 * angle / 3.0);
            let r = exp_skew(&[[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]);
            assert_rotation(&r);
            assert!((trace(&r) - 1.0 - 2.0 * c).abs() < 1e-14);
            let axis = [1.0, 2.0, 2.0];
            for (row, x) in r.iter().zip(axis) {
                assert!((inner(row, &axis) - x).abs() < 1e-14);
            }
            assert!((r[1][0] - r[0][1] - 2.0 * s * 2.0 / 3.0).abs() < 1e-14);
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

    fn random_symmetric(n: usize, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            for j in i..n {
                a[n * i + j] = rng.random_range(-1.0..1.0);
                a[n * j + i] = a[n * i + j];
            }
        }
        a
    }

    fn apply(a: &[f64], x: &[f64]) -> Vec<f64> {
        a.chunks_exact(x.len()).map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
    }

    #[test]
    fn eigenvectors_of_blocks_are_orthonormal_and_eigen() {
        let mut rng = rng(6);
        for n in [1, 2, 4, 9, 12, 15] {
            for scale in [1e-150, 1.0, 1e150] {
                let a: Vec<f64> = random_symmetric(n, &mut rng).iter().map(|x| x * scale).collect();
                let (mut work, mut v) = (a.clone(), vec![0.0; n * n]);
                sym_eigen_block(&mut work, &mut v, n);
                for k in 0..n {
                    let x: Vec<f64> = (0..n).map(|i| v[n * i + k]).collect();
                    for (ax, x) in apply(&a, &x).iter().zip(&x) {
                        assert!((ax - work[(n + 1) * k] * x).abs() < 1e-13 * scale);
                    }
                    for l in 0..n {
                        let overlap: f64 = (0..n).map(|i| x[i] * v[n * i + l]).sum();
                        assert!((overlap - f64::from(u8::from(k == l))).abs() < 1e-13);
                    }
                }
            }
        }
    }

    #[test]
    fn eigenvalues_of_a_known_matrix_ascend() {
        let (values, q) = sym_eigen(&[[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, -5.0]]);
        for (value, exact) in values.iter().zip([-5.0, 1.0, 3.0]) {
            assert!((value - exact).abs() < 1e-14);
        }
        assert!((q[2][0].abs() - 1.0).abs() < 1e-14);
        assert!((q[0][1] + q[1][1]).abs() < 1e-14);
    }

    #[test]
    fn projection_is_the_nearest_psd_matrix() {
        // a = projected - rest with both PSD and orthogonal to each other: Moreau's condition.
        let mut rng = rng(8);
        for n in [2, 4, 9, 12, 15] {
            let a = random_symmetric(n, &mut rng);
            let mut plus = a.clone();
            project_psd(&mut plus, n);
            let mut minus: Vec<f64> = a.iter().map(|x| -x).collect();
            project_psd(&mut minus, n);
            for k in 0..n * n {
                assert!((plus[k] - minus[k] - a[k]).abs() < 1e-13);
            }
            let overlap: f64 = plus.iter().zip(&minus).map(|(p, m)| p * m).sum();
            assert!(overlap.abs() < 1e-13);
            let again = plus.clone();
            project_psd(&mut plus, n);
            for k in 0..n * n {
                assert!((plus[k] - again[k]).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn projection_leaves_a_definite_block_untouched() {
        let mut a = [2.0, 0.3, 0.3, 1.0];
        project_psd(&mut a, 2);
        assert_eq!(a, [2.0, 0.3, 0.3, 1.0]);
        let mut a = [1.0, 0.0, 0.0, -1.0];
        project_psd(&mut a, 2);
        assert_eq!(a, [1.0, 0.0, 0.0, 0.0]);
    }
}
