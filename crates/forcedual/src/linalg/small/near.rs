//! Polar rotations from a guess that is near, as in an iteration that is almost done.
//!
//! The rotation nearest to `F` maximises `tr(R^T F)`. From a guess, with `N = R^T F`, `S = sym N`,
//! Newton's step turns by `w = K^{-1} a`, `K = tr(S) I - S`, `a` the axis of `N - N^T`. Where `K` is
//! not safely positive the guess is near no maximum, and the singular value decomposition decides.

use super::{Mat, mul, polar_rotation, transpose};
use pulp::{Arch, Simd, WithSimd};

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

/// [`polar_near`] of many matrices in 3D, entry after entry, as many at once as the machine works on;
/// guesses become rotations.
pub fn polar_near_all(f: &[[f64; 9]], rotations: &mut [[f64; 9]]) {
    Arch::new().dispatch(All { f, rotations });
}

struct All<'a> {
    f: &'a [[f64; 9]],
    rotations: &'a mut [[f64; 9]],
}

/// Lanes at most.
const MOST: usize = 8;

impl WithSimd for All<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let lanes = size_of::<S::f64s>() / size_of::<f64>();
        for (f, rotations) in self.f.chunks(lanes).zip(self.rotations.chunks_mut(lanes)) {
            let mut found = planes(rotations);
            let done = near_lanes(simd, lanes, &planes(f), &mut found);
            for (k, (f, rotation)) in f.iter().zip(rotations).enumerate() {
                let r = found.map(|plane| plane[k]);
                *rotation = match done && r.iter().all(|x| x.is_finite()) {
                    true => r,
                    false => flat(&polar_near(&square(f), &square(rotation))),
                };
            }
        }
    }
}

fn square(a: &[f64; 9]) -> Mat<3> {
    super::from_fn(|i, j| a[3 * i + j])
}

fn flat(a: &Mat<3>) -> [f64; 9] {
    std::array::from_fn(|k| a[k / 3][k % 3])
}

/// Matrices entry by entry; identities where there are too few.
#[inline(always)]
fn planes(all: &[[f64; 9]]) -> [[f64; MOST]; 9] {
    let mut planes: [[f64; MOST]; 9] =
        std::array::from_fn(|e| [f64::from(u8::from(e % 4 == 0)); MOST]);
    for (k, a) in all.iter().enumerate() {
        (0..9).for_each(|e| planes[e][k] = a[e]);
    }
    planes
}

/// Newton's steps of [`near`] in all lanes; `false` if one of them needs more care.
#[inline(always)]
fn near_lanes<S: Simd>(
    simd: S,
    lanes: usize,
    f: &[[f64; MOST]; 9],
    rotations: &mut [[f64; MOST]; 9],
) -> bool {
    let load = |plane: &[f64; MOST]| S::as_simd_f64s(&plane[..lanes]).0[0];
    let splat = |x: f64| simd.splat_f64s(x);
    let (add, sub) = (|a, b| simd.add_f64s(a, b), |a, b| simd.sub_f64s(a, b));
    let (times, over) = (|a, b| simd.mul_f64s(a, b), |a, b| simd.div_f64s(a, b));
    let f: [S::f64s; 9] = std::array::from_fn(|e| load(&f[e]));
    let mut r: [S::f64s; 9] = std::array::from_fn(|e| load(&rotations[e]));
    let product = |a: [S::f64s; 3], b: [S::f64s; 3]| {
        simd.mul_add_f64s(a[2], b[2], simd.mul_add_f64s(a[1], b[1], times(a[0], b[0])))
    };
    let (one, half) = (splat(1.0), splat(0.5));
    for _ in 0..STEPS {
        let n: [S::f64s; 9] = std::array::from_fn(|e| {
            let (i, j) = (e / 3, e % 3);
            product([r[i], r[3 + i], r[6 + i]], [f[j], f[3 + j], f[6 + j]])
        });
        let a = [sub(n[7], n[5]), sub(n[2], n[6]), sub(n[3], n[1])];
        let trace = add(add(n[0], n[4]), n[8]);
        let off = |i: usize, j: usize| simd.neg_f64s(times(half, add(n[3 * i + j], n[3 * j + i])));
        let safe = times(splat(SAFE), trace);
        let (o1, o2) = (off(1, 0), off(2, 0));
        let p0 = sub(trace, n[0]);
        let (l1, l2) = (over(o1, p0), over(o2, p0));
        let p1 = sub(sub(trace, n[4]), times(l1, o1));
        let o21 = sub(off(2, 1), times(l2, o1));
        let l21 = over(o21, p1);
        let p2 = sub(sub(sub(trace, n[8]), times(l2, o2)), times(l21, o21));
        let least = simd.min_f64s(simd.min_f64s(sub(p0, safe), sub(p1, safe)), sub(p2, safe));
        let least = simd.min_f64s(least, trace);
        // what is not a number may pass as the least, but not as a sum
        let sum = simd.reduce_sum_f64s(add(add(p0, p1), add(p2, trace)));
        if !(simd.reduce_min_f64s(least) > 0.0 && sum.is_finite()) {
            return false;
        }
        let y1 = sub(a[1], times(l1, a[0]));
        let y2 = sub(sub(a[2], times(l2, a[0])), times(l21, y1));
        let w2 = over(y2, p2);
        let w1 = sub(over(y1, p1), times(l21, w2));
        let w0 = sub(sub(over(a[0], p0), times(l1, w1)), times(l2, w2));
        let [x, y, z] = [w0, w1, w2].map(|w| times(half, w));
        let (xx, yy, zz) = (times(x, x), times(y, y), times(z, z));
        let s = over(splat(2.0), add(add(add(one, xx), yy), zz));
        let (xy, xz, yz) = (times(x, y), times(x, z), times(y, z));
        let turn = [
            [sub(one, times(s, add(yy, zz))), times(s, sub(xy, z)), times(s, add(xz, y))],
            [times(s, add(xy, z)), sub(one, times(s, add(xx, zz))), times(s, sub(yz, x))],
            [times(s, sub(xz, y)), times(s, add(yz, x)), sub(one, times(s, add(xx, yy)))],
        ];
        r = std::array::from_fn(|e| {
            let (i, j) = (3 * (e / 3), e % 3);
            product([r[i], r[i + 1], r[i + 2]], [turn[0][j], turn[1][j], turn[2][j]])
        });
        let size = |w| simd.abs_f64s(w);
        let turned = simd.max_f64s(simd.max_f64s(size(w0), size(w1)), size(w2));
        if simd.reduce_max_f64s(turned) <= ENOUGH {
            for (plane, r) in rotations.iter_mut().zip(r) {
                S::as_mut_simd_f64s(&mut plane[..lanes]).0[0] = r;
            }
            return true;
        }
    }
    false
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
    fn many_rotations_at_once_are_those_of_each() {
        let mut rng = rng(7);
        for count in [1, 4, 11] {
            let mut f: Vec<[f64; 9]> = (0..count)
                .map(|_| flat(&add_scaled(&rotation::<3>(&mut rng), 0.3, &random::<3>(&mut rng))))
                .collect();
            let each = |f: &[[f64; 9]]| -> Vec<Mat<3>> {
                f.iter().map(|f| polar_near(&square(f), &identity())).collect()
            };
            let all = |f: &[[f64; 9]]| {
                let mut found = vec![flat(&identity()); f.len()];
                polar_near_all(f, &mut found);
                found
            };
            let agree = |f: &[[f64; 9]]| {
                let (all, each) = (all(f), each(f));
                let entries = all.as_flattened().iter().zip(each.as_flattened().as_flattened());
                let apart = entries.map(|(a, b)| (a - b).abs());
                // what is not a number stays
                apart.fold(0.0, |most: f64, x| if x <= most { most } else { x })
            };
            assert!(agree(&f) < 1e-8, "{}", agree(&f));
            // one that is turned inside out, and one that is nothing, spoil no other
            f[0] = flat(&from_fn(|i, j| if i == j { [-1.0, 2.0, 0.5][i] } else { 0.0 }));
            f[count / 2] = [f64::NAN; 9];
            assert!(agree(&f) < 1e-8, "{}", agree(&f));
        }
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
