//! Skinning eigenmodes: the smoothest weights a body's material allows.
//!
//! ```text
//! L_s W = M_s W Gamma,   W^T M_s W = I,   L_s the Laplacian with the shear modulus, c_t = mu_t
//! ```
//!
//! with rows and columns of held vertices left out (their weight is zero) and `Gamma` ascending.
//!
//! On a connected component without held vertices the constant weight has eigenvalue zero. These
//! are known from the mesh, come first, and are kept out of the iteration: with `x = M_s^{1/2} w`
//! and `P` the projection that removes the constants, the others are the largest eigenpairs of
//!
//! ```text
//! x -> P M_s^{1/2} (L_s + sigma M_s)^{-1} M_s^{1/2} P x,          theta = 1 / (gamma + sigma)
//! ```
//!
//! The shift only makes the factor positive definite; it moves eigenvalues by `sigma`, which is
//! subtracted again, and no eigenvector. It is a thousandth of the first eigenvalue of a bar as
//! long as the body, `(pi / length)^2` times mean `mu` over mean density, or, where cells are very
//! small or stiff, `1e-12` of the largest ratio of diagonals `L_s / M_s`, to stay above round-off.

use super::{finite, laplacian};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::{
    Cholesky, Into, KrylovOptions, Mat, MatMut, MatRef, Operator, column, column_mut, dot, eigh,
    gemm, largest_eigenpairs, norm, product, scale_rows,
};
use crate::mesh::geometry::components;
use crate::progress::{Progress, check};

/// Bodies with fewer moving vertices than this, and four more per mode, are solved densely.
const DENSE_BELOW: usize = 256;

/// The `k` smallest eigenvalues (1/s^2, ascending) and their weights, orthonormal in the mass
/// matrix, the largest entry of each (the first of nearly equal ones) positive.
///
/// Fewer where the rest cannot be told from round-off (eigenvalues `1e14` times the first).
pub fn eigenmodes(body: &Body, k: usize, progress: &dyn Progress) -> Result<(Vec<f64>, Mat)> {
    let moving: Vec<bool> = body.held.iter().map(|held| !held).collect();
    let l = laplacian(body, |t| body.lame[t].mu);
    let (mut shifted, kept) = l.restricted(&moving);
    if k == 0 || k > kept.len() {
        let message = format!("{k} eigenmodes were asked for");
        let help = format!("the body has {} vertices that move: ask for 1 to as many", kept.len());
        return Err(Error::new(Code::Modes, message).help(help));
    }
    let mass: Vec<f64> = kept.iter().map(|&i| body.mass[i as usize]).collect();
    let root: Vec<f64> = mass.iter().map(|m| m.sqrt()).collect();
    let constants = constants(body, &kept, &root);
    let known = constants.ncols().min(k);

    let mut values = vec![0.0; known];
    let mut modes = Mat::zeros(kept.len(), k);
    modes.as_mut().subcols_mut(0, known).copy_from(constants.as_ref().subcols(0, known));
    if known < k {
        progress.stage("factor", 0);
        check(progress)?;
        let sigma = shift(body, &shifted.diagonal(), &mass);
        for (r, m) in mass.iter().enumerate() {
            shifted.add(r, r, sigma * m);
        }
        let inverse = Inverse { factor: Cholesky::of_scalar(&shifted)?, root: &root, constants };
        progress.stage("eigenmodes", k - known);
        let (theta, vectors) = inverse.largest(k - known, progress)?;
        values.extend(theta.iter().map(|theta| (1.0 / theta - sigma).max(0.0)));
        modes.as_mut().subcols_mut(known, theta.len()).copy_from(&vectors);
    }

    let mut weights = Mat::zeros(moving.len(), values.len());
    for j in 0..values.len() {
        let to = column_mut(weights.as_mut(), j);
        for ((x, s), &i) in column(modes.as_ref(), j).iter().zip(&root).zip(&kept) {
            to[i as usize] = x / s;
        }
        let largest = to.iter().fold(0.0f64, |a, x| a.max(x.abs()));
        if to.iter().find(|x| x.abs() > 0.999_999 * largest).is_some_and(|&x| x < 0.0) {
            to.iter_mut().for_each(|x| *x = -*x);
        }
    }
    Ok((values, finite(weights)?))
}

/// `M_s^{1/2} 1`, normalised, for each component that nothing holds.
fn constants(body: &Body, kept: &[u32], root: &[f64]) -> Mat {
    let (count, part) = components(&body.mesh);
    let mut held = vec![false; count];
    for (i, &p) in part.iter().enumerate().filter(|&(_, &p)| p != u32::MAX) {
        held[p as usize] |= body.held[i];
    }
    let free: Vec<u32> = (0..count as u32).filter(|&p| !held[p as usize]).collect();
    let mut constants = Mat::zeros(kept.len(), free.len());
    for (j, &p) in free.iter().enumerate() {
        let to = column_mut(constants.as_mut(), j);
        for ((x, s), &i) in to.iter_mut().zip(root).zip(kept) {
            *x = if part[i as usize] == p { *s } else { 0.0 };
        }
        let length = norm(to);
        to.iter_mut().for_each(|x| *x /= length);
    }
    constants
}

/// The shift `sigma`; see the module's text.
fn shift(body: &Body, diagonal: &[f64], mass: &[f64]) -> f64 {
    let mu: Vec<f64> = body.lame.iter().map(|m| m.mu).collect();
    let speed = dot(&mu, &body.geometry.volumes) / body.mass.iter().sum::<f64>();
    let bar = speed * (std::f64::consts::PI / body.mesh.diagonal()).powi(2);
    let ratios = diagonal.iter().zip(mass).map(|(l, m)| l / m);
    (1e-3 * bar).max(1e-12 * ratios.fold(0.0, f64::max))
}

/// The operator of the module's text.
struct Inverse<'a> {
    factor: Cholesky,
    root: &'a [f64],
    constants: Mat,
}

impl Inverse<'_> {
    /// The largest eigenpairs, at once where they are a good part of all there are.
    fn largest(&self, count: usize, progress: &dyn Progress) -> Result<(Vec<f64>, Mat)> {
        let n = self.size();
        if n > DENSE_BELOW + 4 * count {
            let options = KrylovOptions { count, tolerance: 1e-10, floor: 1e-14, seed: 0 };
            let start = Mat::zeros(n, 0);
            let pairs = largest_eigenpairs(self, options, start.as_ref(), progress)?;
            return Ok((pairs.values, pairs.vectors));
        }
        let mut all = Mat::zeros(n, n);
        self.apply(Mat::identity(n, n).as_ref(), all.as_mut());
        let (mut values, vectors) = eigh(all.as_ref())?;
        let noise = 1e-14 * values[0];
        values.truncate(count);
        values.retain(|&theta| theta > noise);
        let found = vectors.as_ref().subcols(0, values.len()).to_owned();
        Ok((values, found))
    }

    fn project(&self, mut x: MatMut<'_, f64>) {
        if self.constants.ncols() > 0 {
            let along = product(self.constants.transpose(), x.as_ref());
            gemm(x.as_mut(), Into::Subtract, self.constants.as_ref(), along.as_ref());
        }
    }
}

impl Operator for Inverse<'_> {
    fn size(&self) -> usize {
        self.root.len()
    }

    fn apply(&self, x: MatRef<'_, f64>, mut y: MatMut<'_, f64>) {
        y.copy_from(x);
        self.project(y.as_mut());
        scale_rows(y.as_mut(), self.root);
        self.factor.solve_in_place(y.as_mut());
        scale_rows(y.as_mut(), self.root);
        self.project(y);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::progress::Silent;
    use std::f64::consts::PI;

    fn speed(body: &Body) -> f64 {
        let volume: f64 = body.geometry.volumes.iter().sum();
        body.lame[0].mu * volume / body.mass.iter().sum::<f64>()
    }

    /// All eigenvalues, ascending, by a dense solve.
    fn dense(body: &Body) -> Vec<f64> {
        let moving: Vec<bool> = body.held.iter().map(|h| !h).collect();
        let (l, kept) = laplacian(body, |t| body.lame[t].mu).restricted(&moving);
        let root = |r: usize| body.mass[kept[r] as usize].sqrt();
        let a = Mat::from_fn(kept.len(), kept.len(), |i, j| {
            let value = l.pattern.find(i.max(j), i.min(j)).map_or(0.0, |at| l.values[at]);
            value / (root(i) * root(j))
        });
        let mut values = eigh(a.as_ref()).unwrap().0;
        values.reverse();
        values
    }

    #[test]
    fn free_boxes_have_the_cosine_spectrum() {
        let cases: [(&[usize], &[f64], f64); 2] =
            [(&[48, 32], &[1.5, 1.0], 0.005), (&[14, 10, 7], &[1.5, 1.1, 0.8], 0.03)];
        for (dims, size, error) in cases {
            let body = boxed(dims, size);
            let mut oracle = Vec::new();
            for a in 0..5 {
                for b in 0..5 {
                    for c in 0..if size.len() == 3 { 5 } else { 1 } {
                        let terms = [a, b, c].into_iter().zip(size);
                        let sum: f64 = terms.map(|(a, s)| (a as f64 / s).powi(2)).sum();
                        oracle.push(speed(&body) * PI * PI * sum);
                    }
                }
            }
            oracle.sort_by(f64::total_cmp);
            let (values, _) = eigenmodes(&body, 7, &Silent).unwrap();
            assert_eq!(values[0], 0.0);
            for (value, oracle) in values.iter().zip(&oracle).skip(1) {
                assert!((value / oracle - 1.0).abs() < error, "{value} {oracle}");
            }
        }
    }

    #[test]
    fn pairs_match_a_dense_solve_with_uneven_material_and_pins() {
        for pinned in [false, true] {
            let mut body = boxed(&[5, 3, 2], &[1.0, 0.7, 0.4]);
            for (t, lame) in body.lame.iter_mut().enumerate() {
                lame.mu *= 1.0 + (t % 7) as f64;
            }
            let n = body.mesh.vertex_count();
            let pins: Vec<bool> = (0..n).map(|i| pinned && body.mesh.point(i)[0] == 0.0).collect();
            let body = body.pinned(&pins);
            let oracle = dense(&body);
            let (values, w) = eigenmodes(&body, 12, &Silent).unwrap();
            for (value, oracle) in values.iter().zip(&oracle) {
                assert!((value - oracle).abs() < 1e-10 * values[11], "{value} {oracle}");
            }
            let mut lw = Mat::zeros(n, 12);
            laplacian(&body, |t| body.lame[t].mu).mul(w.as_ref(), lw.as_mut());
            for j in 0..12 {
                for i in 0..n {
                    let residual = lw[(i, j)] - values[j] * body.mass[i] * w[(i, j)];
                    let size = values[11] * body.mass[i] * w.norm_max();
                    assert!(body.held[i] || residual.abs() < 1e-9 * size);
                    assert!(!body.held[i] || w[(i, j)] == 0.0);
                }
            }
            let mut mw = w.clone();
            scale_rows(mw.as_mut(), &body.mass);
            let gram = product(w.transpose(), mw.as_ref());
            assert!(difference(&gram, &Mat::identity(12, 12)) < 1e-10);
        }
    }

    #[test]
    fn every_mode_there_is_can_be_asked_for_and_no_more() {
        let pins: Vec<bool> = (0..51).map(|i| i == 30).collect();
        let body = two_squares().pinned(&pins);
        let oracle = dense(&body);
        let (values, _) = eigenmodes(&body, 49, &Silent).unwrap();
        assert_eq!(values.len(), 49);
        for (value, oracle) in values.iter().zip(&oracle) {
            assert!((value - oracle).abs() < 1e-11 * oracle.max(values[48]));
        }
        for k in [0, 50] {
            let code = eigenmodes(&body, k, &Silent).err().map(|e| e.code);
            assert_eq!(code, Some(Code::Modes));
        }
    }

    #[test]
    fn each_free_part_has_a_constant_weight_of_its_own() {
        let (values, w) = eigenmodes(&two_squares(), 4, &Silent).unwrap();
        assert!(values[1] == 0.0 && values[2] > 0.0);
        for i in 0..51 {
            let inside = [i < 25, (25..50).contains(&i)];
            assert!((0..2).all(|j| (w[(i, j)] > 0.0) == inside[j]));
        }
    }

    #[test]
    fn scaling_by_s_divides_eigenvalues_by_s_squared() {
        let (unit, w) = eigenmodes(&boxed(&[6, 5], &[1.0, 0.7]), 6, &Silent).unwrap();
        let s = 1e3;
        let (scaled, v) = eigenmodes(&boxed(&[6, 5], &[s, 0.7 * s]), 6, &Silent).unwrap();
        for (a, b) in unit.iter().zip(&scaled) {
            assert!((a - b * s * s).abs() < 1e-10 * unit[5]);
        }
        let back = Mat::from_fn(42, 6, |i, j| v[(i, j)] * s);
        assert!(difference(&w, &back) < 1e-8 * w.norm_max());
    }

    #[test]
    fn a_free_body_starts_with_the_constant_weight() {
        let (values, w) = eigenmodes(&boxed(&[4, 4], &[2.0, 2.0]), 3, &Silent).unwrap();
        assert_eq!(values[0], 0.0);
        assert!(values[1] > 0.0 && w[(0, 0)] > 0.0);
        assert!((0..25).all(|i| (w[(i, 0)] / w[(0, 0)] - 1.0).abs() < 1e-14));
    }
}
