//! Signed singular value decomposition `F = U diag(s) V^T`.
//!
//! `U`, `V` are rotations (determinant +1), `s` is sorted by magnitude, and only the last value is
//! negative, when `det F < 0`. Hence `s_i + s_j >= 0` for every pair. One-sided Jacobi
//! turns the columns of `F V` until they are orthogonal, which keeps small singular values accurate
//! relative to themselves; `F` is first scaled by a power of two, so that no magnitude over- or
//! underflows.

use super::{
    Mat, SWEEPS, cofactor, from_fn, identity, inner, jacobi, magnitude, mul, power_of_two,
    transpose,
};
use pulp::{Arch, Simd, WithSimd};

/// Signed singular value decomposition `F = U diag(s) V^T`; `U`, `V` rotations.
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
    /// Decomposes `f`. If an entry is not finite, `s` is NaN and the rotations are the identity;
    /// if all are subnormal, `f` counts as zero.
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
        Self::finish(a, v, scale)
    }

    /// [`Svd::new`] of several, in 3D as many at once as the machine works on.
    pub fn several(f: &[Mat<D>; SEVERAL]) -> [Self; SEVERAL] {
        let scales = f.each_ref().map(|f| power_of_two(magnitude(f)));
        if D != 3 || scales.contains(&None) {
            return f.each_ref().map(Svd::new);
        }
        let scales = scales.map(|scale| scale.unwrap_or(1.0));
        let entry = |i: usize, j: usize| std::array::from_fn(|k| f[k][j][i] / scales[k]);
        let eye = |i: usize, j: usize| [f64::from(u8::from(i == j)); SEVERAL];
        let square = |entry: &dyn Fn(usize, usize) -> Lanes| -> [[Lanes; 3]; 3] {
            std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
        };
        let (mut a, mut v) = (square(&entry), square(&eye));
        if !Arch::new().dispatch(Orthogonalise { a: &mut a, v: &mut v }) {
            return f.each_ref().map(Svd::new);
        }
        std::array::from_fn(|k| {
            let lane = |m: &[[Lanes; 3]; 3]| from_fn(|i, j| m[i][j][k]);
            Self::finish(lane(&a), lane(&v), scales[k])
        })
    }

    /// From the orthogonal rows of `F V`, divided by a scale.
    fn finish(mut a: Mat<D>, mut v: Mat<D>, scale: f64) -> Self {
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

/// Rotates pairs of rows of `a`, and of `v` alike, until the rows of `a` are orthogonal.
fn orthogonalise<const D: usize>(a: &mut Mat<D>, v: &mut Mat<D>) {
    for _ in 0..SWEEPS {
        let mut done = true;
        for i in 0..D {
            for j in i + 1..D {
                let (ii, jj, ij) = (inner(&a[i], &a[i]), inner(&a[j], &a[j]), inner(&a[i], &a[j]));
                if ij.abs() <= f64::EPSILON * ii.sqrt() * jj.sqrt() {
                    continue;
                }
                done = false;
                let (c, s) = jacobi(ii, jj, ij);
                for m in [&mut *a, &mut *v] {
                    let (x, y) = (m[i], m[j]);
                    m[i] = std::array::from_fn(|k| c * x[k] - s * y[k]);
                    m[j] = std::array::from_fn(|k| s * x[k] + c * y[k]);
                }
            }
        }
        if done {
            return;
        }
    }
}

/// Matrices that [`Svd::several`] decomposes.
pub const SEVERAL: usize = 8;

/// An entry of each of them.
type Lanes = [f64; SEVERAL];

/// [`orthogonalise`] in all lanes; `false` if it takes unusually long.
struct Orthogonalise<'a> {
    a: &'a mut [[Lanes; 3]; 3],
    v: &'a mut [[Lanes; 3]; 3],
}

impl WithSimd for Orthogonalise<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let registers = SEVERAL * size_of::<f64>() / size_of::<S::f64s>();
        let mut all = true;
        for at in 0..registers {
            let load = |m: &[[Lanes; 3]; 3]| -> [[S::f64s; 3]; 3] {
                m.map(|row| row.map(|lanes| S::as_simd_f64s(&lanes).0[at]))
            };
            let (mut a, mut v) = (load(self.a), load(self.v));
            all &= orthogonalise_lanes(simd, &mut a, &mut v);
            for i in 0..3 {
                for j in 0..3 {
                    S::as_mut_simd_f64s(&mut self.a[i][j]).0[at] = a[i][j];
                    S::as_mut_simd_f64s(&mut self.v[i][j]).0[at] = v[i][j];
                }
            }
        }
        all
    }
}

#[inline(always)]
fn orthogonalise_lanes<S: Simd>(
    simd: S,
    a: &mut [[S::f64s; 3]; 3],
    v: &mut [[S::f64s; 3]; 3],
) -> bool {
    let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
    let epsilon = simd.splat_f64s(f64::EPSILON * f64::EPSILON);
    let inner = |x: &[S::f64s; 3], y: &[S::f64s; 3]| {
        let first = simd.mul_f64s(x[0], y[0]);
        simd.mul_add_f64s(x[2], y[2], simd.mul_add_f64s(x[1], y[1], first))
    };
    for _ in 0..SWEEPS / 4 {
        let mut done = true;
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let (ii, jj, ij) = (inner(&a[i], &a[i]), inner(&a[j], &a[j]), inner(&a[i], &a[j]));
            let small = simd.mul_f64s(epsilon, simd.mul_f64s(ii, jj));
            let square = simd.mul_f64s(ij, ij);
            if simd.reduce_max_f64s(simd.sub_f64s(square, small)) <= 0.0 {
                continue;
            }
            done = false;
            let zeta = simd.div_f64s(simd.sub_f64s(jj, ii), simd.add_f64s(ij, ij));
            let root = simd.sqrt_f64s(simd.mul_add_f64s(zeta, zeta, one));
            let t = simd.div_f64s(one, simd.add_f64s(simd.abs_f64s(zeta), root));
            let t = simd.select_f64s(simd.less_than_f64s(zeta, zero), simd.neg_f64s(t), t);
            let t = simd.select_f64s(simd.less_than_f64s(small, square), t, zero);
            let c = simd.div_f64s(one, simd.sqrt_f64s(simd.mul_add_f64s(t, t, one)));
            let s = simd.mul_f64s(c, t);
            for m in [&mut *a, &mut *v] {
                for k in 0..3 {
                    let (x, y) = (m[i][k], m[j][k]);
                    m[i][k] = simd.sub_f64s(simd.mul_f64s(c, x), simd.mul_f64s(s, y));
                    m[j][k] = simd.mul_add_f64s(s, x, simd.mul_f64s(c, y));
                }
            }
        }
        if done {
            return true;
        }
    }
    false
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::small::tests::{assert_rotation, distance, random, rng, rotation};
    use crate::linalg::small::{add_scaled, det, norm, sym};

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

    #[test]
    fn several_decompositions_are_those_of_each() {
        let mut rng = rng(9);
        for round in 0..50 {
            let mut f: [Mat<3>; SEVERAL] = std::array::from_fn(|_| random(&mut rng));
            f[1] = identity();
            f[2] = from_fn(|i, j| if j == 0 { f[2][i][0] } else { 0.0 });
            f[3] = f[3].map(|row| row.map(|x| 1e-40 * x));
            f[4] = from_fn(|i, j| f[4][i][0] * f[4][0][j] + if i == j { 1e-9 } else { 0.0 });
            if round == 3 {
                f[5] = [[f64::NAN; 3]; 3];
                f[6] = [[0.0; 3]; 3];
            }
            for (f, found) in f.iter().zip(Svd::several(&f)) {
                let exact = Svd::new(f);
                if f[0][0].is_nan() {
                    assert!(found.s[0].is_nan() && found.u == identity());
                    continue;
                }
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-13 * norm(f);
                assert!(found.s.iter().zip(exact.s).all(|(a, b)| close(*a, b)), "{f:?}");
                assert_rotation(&found.u);
                assert_rotation(&found.v);
                let back = mul(&mul(&found.u, &diagonal(&found.s)), &transpose(&found.v));
                assert!(distance(&back, f) <= 1e-13 * norm(f), "{f:?}");
            }
        }
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
        let mirrored: Mat<D> = from_fn(|i, j| {
            if i != j {
                0.0
            } else if i == 0 {
                -0.5
            } else {
                2.0
            }
        });
        assert!(distance(&polar_rotation(&mirrored), &identity()) < 1e-15);
    }

    #[test]
    fn polar_rotation_recovers_the_rotation_of_a_stretch() {
        polar::<2>();
        polar::<3>();
    }
}
