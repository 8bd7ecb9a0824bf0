//! Symmetric eigenproblems by cyclic Jacobi rotations, and projection onto semidefinite blocks.

use super::{Mat, SWEEPS, from_fn, jacobi};

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

/// Replaces the symmetric row-major `n x n` block by the nearest positive semidefinite one:
/// negative eigenvalues become zero. A block without any is left untouched, bit for bit.
#[cfg(test)]
pub fn project_psd(a: &mut [f64], n: usize) {
    let (mut work, mut vectors) = (a.to_vec(), vec![0.0; n * n]);
    sym_eigen_block(&mut work, &mut vectors, n);
    if (0..n).all(|k| work[(n + 1) * k] >= 0.0) {
        return;
    }
    for i in 0..n {
        for j in i..n {
            let term =
                |k: usize| work[(n + 1) * k].max(0.0) * vectors[n * i + k] * vectors[n * j + k];
            let x = (0..n).map(term).sum();
            a[n * i + j] = x;
            a[n * j + i] = x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::small::tests::rng;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;

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
