//! Polar rotations from a guess that is near, as in an iteration that is almost done.
//!
//! The rotation nearest to `F` maximises `tr(R^T F)`. From a guess, with `N = R^T F`, `S = sym N`,
//! Newton's step turns by `w = K^{-1} a`, `K = tr(S) I - S`, `a` the axis of `N - N^T`. Where `K` is
//! not safely positive the guess is near no maximum, and the singular value decomposition decides.

use super::{Mat, mul, polar_rotation, transpose};

/// Newton steps at most.
const STEPS: usize = 6;
/// A turn after which none is needed any more: the next would be about its square.
const ENOUGH: f64 = 1e-4;
/// Smallest pivot of `K`, relative to its trace, that counts as positive.
const SAFE: f64 = 1e-3;

/// [`polar_rotation`], faster if `guess` is a rotation near it; its angles are right to about 1e-8.
#[inline]
pub fn polar_near<const D: usize>(f: &Mat<D>, guess: &Mat<D>) -> Mat<D> {
    near(f, guess).unwrap_or_else(|| polar_rotation(f))
}

#[inline]
fn near<const D: usize>(f: &Mat<D>, guess: &Mat<D>) -> Option<Mat<D>> {
    if D == 2 {
        let (c, s) = (f[0][0] + f[1][1], f[1][0] - f[0][1]);
        let length = c.hypot(s);
        if length <= 0.0 || !length.is_finite() {
            return None;
        }
        let mut r = *guess;
        (r[0][0], r[0][1], r[1][0], r[1][1]) = (c / length, -s / length, s / length, c / length);
        return Some(r);
    }
    let mut r = *guess;
    for _ in 0..STEPS {
        let n = mul(&transpose(&r), f);
        let a = [n[2][1] - n[1][2], n[0][2] - n[2][0], n[1][0] - n[0][1]];
        let trace = n[0][0] + n[1][1] + n[2][2];
        let off = |i: usize, j: usize| -0.5 * (n[i][j] + n[j][i]);
        // K = L diag(p) L^T
        let p0 = trace - n[0][0];
        if !(p0 > SAFE * trace && trace.is_finite() && trace > 0.0) {
            return None;
        }
        let (l1, l2) = (off(1, 0) / p0, off(2, 0) / p0);
        let p1 = trace - n[1][1] - l1 * l1 * p0;
        if p1 <= SAFE * trace || p1.is_nan() {
            return None;
        }
        let l21 = (off(2, 1) - l2 * l1 * p0) / p1;
        let p2 = trace - n[2][2] - l2 * l2 * p0 - l21 * l21 * p1;
        if p2 <= SAFE * trace || p2.is_nan() {
            return None;
        }
        let y1 = a[1] - l1 * a[0];
        let y2 = a[2] - l2 * a[0] - l21 * y1;
        let w2 = y2 / p2;
        let w1 = y1 / p1 - l21 * w2;
        let w0 = a[0] / p0 - l1 * w1 - l2 * w2;
        r = mul(&r, &turn([w0, w1, w2]));
        if [w0, w1, w2].iter().all(|w| w.abs() <= ENOUGH) {
            return Some(r);
        }
    }
    None
}

/// A rotation that agrees with `exp [w]` to second order: that of the quaternion `(1, w/2)`.
#[inline]
fn turn<const D: usize>(w: [f64; 3]) -> Mat<D> {
    let [x, y, z] = w.map(|w| 0.5 * w);
    let s = 2.0 / (1.0 + x * x + y * y + z * z);
    let full = [
        [1.0 - s * (y * y + z * z), s * (x * y - z), s * (x * z + y)],
        [s * (x * y + z), 1.0 - s * (x * x + z * z), s * (y * z - x)],
        [s * (x * z - y), s * (y * z + x), 1.0 - s * (x * x + y * y)],
    ];
    super::from_fn(|i, j| full[i][j])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{random, rng, rotation};
    use super::super::{add_scaled, det, from_fn, identity};
    use super::*;

    fn same<const D: usize>() {
        let mut rng = rng(3);
        for k in 0..200 {
            let exact = rotation::<D>(&mut rng);
            let stretch = add_scaled(&identity(), 0.3, &random::<D>(&mut rng));
            let f = match k % 4 {
                0 => mul(&exact, &stretch),
                1 => random::<D>(&mut rng),
                2 => from_fn(|i, j| if j == 0 { exact[i][0] } else { 1e-9 * exact[i][j] }),
                _ => from_fn(|i, j| exact[i][j] * [2.0, 1.5, -0.7][j]),
            };
            let truth = polar_rotation(&f);
            for guess in [identity(), exact, truth, rotation::<D>(&mut rng)] {
                let found = polar_near(&f, &guess);
                let gain = |r: &Mat<D>| super::super::dot(r, &f);
                assert!(gain(&found) > gain(&truth) - 1e-12 * (1.0 + gain(&truth).abs()));
                assert!((det(&found) - 1.0).abs() < 1e-9);
            }
        }
        assert_eq!(polar_near(&[[0.0; D]; D], &identity()), polar_rotation(&[[0.0; D]; D]));
        assert!(
            polar_near(&[[f64::NAN; D]; D], &identity()).iter().flatten().all(|x| x.is_finite())
        );
    }

    #[test]
    fn the_rotation_is_the_polar_one_from_any_guess() {
        same::<2>();
        same::<3>();
    }

    #[test]
    fn a_good_guess_needs_no_decomposition() {
        let mut rng = rng(5);
        for _ in 0..100 {
            let f = add_scaled(&rotation::<3>(&mut rng), 0.2, &random::<3>(&mut rng));
            let tilted = mul(&polar_rotation(&f), &turn([0.1, -0.05, 0.08]));
            let (found, exact) = (near(&f, &tilted).unwrap(), polar_rotation(&f));
            let mut pairs = found.as_flattened().iter().zip(exact.as_flattened());
            assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-8));
        }
    }
}
