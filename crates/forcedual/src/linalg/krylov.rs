//! The largest eigenpairs of a symmetric positive semi-definite operator, by block Krylov with
//! thick restarts and full reorthogonalisation.
//!
//! The basis `V` grows by blocks. Each step applies the operator to the newest block, projects it
//! (`T = V^T A V`), and takes what is left, orthonormalised, as the next block `Q`:
//!
//! ```text
//! A V = V T + Q B E_last^T        residual of the Ritz pair (theta, V y):  |B y_last|
//! ```
//!
//! When the basis is full it is replaced by its best Ritz vectors and goes on from `Q`.

use super::dense::{Into, column_mut, eigh, gemm, norm, orthonormalise, product, qr_in_place};
use crate::error::{Code, Error, Result};
use crate::progress::{Progress, check};
use faer::{Mat, MatMut, MatRef};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// A symmetric positive semi-definite operator.
pub trait Operator: Sync {
    /// Number of rows.
    fn size(&self) -> usize;
    /// `y = A x` for a block of vectors.
    fn apply(&self, x: MatRef<'_, f64>, y: MatMut<'_, f64>);
}

/// What to compute, and how well.
#[derive(Debug, Clone, Copy)]
pub struct KrylovOptions {
    /// Number of eigenpairs.
    pub count: usize,
    /// Residual norm over eigenvalue at which a pair has converged, round-off permitting.
    pub tolerance: f64,
    /// Eigenvalues below this fraction of the first are noise and end the search.
    pub floor: f64,
    /// Seed of the first block.
    pub seed: u64,
}

/// Eigenvalues, descending, and orthonormal eigenvectors.
#[derive(Debug, Clone)]
pub struct Eigenpairs {
    /// Eigenvalues, descending.
    pub values: Vec<f64>,
    /// One eigenvector per column.
    pub vectors: Mat<f64>,
    /// Estimated residual norm over eigenvalue, per pair.
    pub residuals: Vec<f64>,
}

/// Columns per step. Wider blocks are solved for faster, by the column, but need more columns to
/// converge than they save; narrower ones leave lanes of the solves empty.
pub const BLOCK: usize = 8;
/// Residuals below this fraction of the first eigenvalue are round-off.
const ROUND_OFF: f64 = 4e-15;
/// Steps after which the iteration gives up.
const MOST_STEPS: usize = 400;

/// The `count` largest eigenpairs; fewer where the operator's rank is smaller.
///
/// `start` (may be empty) is put in front of the random first block.
pub fn largest_eigenpairs(
    op: &dyn Operator,
    options: KrylovOptions,
    start: MatRef<'_, f64>,
    progress: &dyn Progress,
) -> Result<Eigenpairs> {
    let n = op.size();
    let count = options.count.min(n);
    let room = 3 * count + 8 * BLOCK;
    if n <= room + 2 * BLOCK {
        return dense_eigenpairs(op, count, options.floor);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut q = Mat::from_fn(n, BLOCK, |_, _| StandardNormal.sample(&mut rng));
    let given = start.ncols().min(BLOCK);
    q.as_mut().subcols_mut(0, given).copy_from(start.subcols(0, given));
    qr_in_place(&mut q);

    let mut basis = Mat::<f64>::zeros(n, room + BLOCK);
    let mut t = Mat::<f64>::zeros(room + BLOCK, room + BLOCK);
    let mut used = 0;
    // Did the newest block begin new directions because the old ones were exhausted?
    let mut fresh = false;
    for _ in 0..MOST_STEPS {
        check(progress)?;
        let width = q.ncols();
        basis.as_mut().subcols_mut(used, width).copy_from(&q);
        used += width;
        let v = basis.as_ref().subcols(0, used);

        let mut z = Mat::zeros(n, width);
        op.apply(q.as_ref(), z.as_mut());
        let projected = product(v.transpose(), z.as_ref());
        t.as_mut().submatrix_mut(0, used - width, used, width).copy_from(&projected);
        t.as_mut().submatrix_mut(used - width, 0, width, used).copy_from(projected.transpose());
        let (theta, y) = eigh(symmetrised(t.as_ref().submatrix(0, 0, used, used)).as_ref())?;
        gemm(z.as_mut(), Into::Subtract, v, projected.as_ref());
        let (rest, renewed) = next_block(v, &mut z, 1e-14 * theta[0], &mut rng);

        let residual = |k: usize| -> f64 {
            let last: Vec<f64> = (0..rest.nrows())
                .map(|i| (0..width).map(|j| rest[(i, j)] * y[(used - width + j, k)]).sum())
                .collect();
            norm(&last)
        };
        let rank = theta.iter().take_while(|&&x| x > options.floor * theta[0]).count();
        let wanted = count.min(rank);
        let settled =
            |k: usize| residual(k) <= (options.tolerance * theta[k]).max(ROUND_OFF * theta[0]);
        let converged = (0..wanted).take_while(|&k| settled(k)).count();
        progress.advance(converged);
        let explored = !renewed || fresh;
        if converged == wanted && used >= count && explored {
            let vectors = product(v, y.as_ref().subcols(0, wanted));
            let residuals = (0..wanted).map(|k| residual(k) / theta[k]).collect();
            return Ok(Eigenpairs { values: theta[..wanted].to_vec(), vectors, residuals });
        }

        if used + BLOCK > room {
            let keep = (count + BLOCK).min(used - BLOCK);
            let kept = product(v, y.as_ref().subcols(0, keep));
            basis.as_mut().subcols_mut(0, keep).copy_from(&kept);
            t.fill(0.0);
            for k in 0..keep {
                t[(k, k)] = theta[k];
            }
            used = keep;
        }
        q = z;
        fresh = renewed;
    }
    Err(Error::new(
        Code::Numeric,
        format!("the modes did not converge in {MOST_STEPS} block steps"),
    )
    .help("ask for fewer modes, or look for extreme stiffness contrasts or slivers"))
}

/// All eigenpairs of a small operator, as a dense matrix.
fn dense_eigenpairs(op: &dyn Operator, count: usize, floor: f64) -> Result<Eigenpairs> {
    let n = op.size();
    let mut a = Mat::zeros(n, n);
    op.apply(Mat::identity(n, n).as_ref(), a.as_mut());
    let (values, vectors) = eigh(symmetrised(a.as_ref()).as_ref())?;
    let first = values.first().copied().unwrap_or(0.0);
    let kept = values.iter().take_while(|&&x| x > floor * first).count().min(count);
    Ok(Eigenpairs {
        values: values[..kept].to_vec(),
        vectors: vectors.as_ref().subcols(0, kept).to_owned(),
        residuals: vec![0.0; kept],
    })
}

/// Orthonormalises `z`, already projected, against `v` in place.
///
/// Returns the triangle `B` with `A q = v t + z B`, and whether exhausted directions (below
/// `noise`) were replaced by random ones, as repeated eigenvalues and low rank require.
fn next_block(
    v: MatRef<'_, f64>,
    z: &mut Mat<f64>,
    noise: f64,
    rng: &mut ChaCha8Rng,
) -> (Mat<f64>, bool) {
    let mut b = orthonormalise(z);
    let exhausted: Vec<usize> = (0..b.nrows()).filter(|&i| b[(i, i)].abs() <= noise).collect();
    for &i in &exhausted {
        column_mut(z.as_mut(), i).fill_with(|| StandardNormal.sample(rng));
        (0..b.ncols()).for_each(|j| b[(i, j)] = 0.0);
    }
    for _ in 0..4 {
        let again = product(v.transpose(), z.as_ref());
        gemm(z.as_mut(), Into::Subtract, v, again.as_ref());
        let r = orthonormalise(z);
        b = product(r.as_ref(), b.as_ref());
        if (0..r.nrows()).all(|i| (0.5..2.0).contains(&r[(i, i)].abs())) {
            break;
        }
    }
    (b, !exhausted.is_empty())
}

fn symmetrised(a: MatRef<'_, f64>) -> Mat<f64> {
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| 0.5 * (a[(i, j)] + a[(j, i)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    struct Diagonal(Vec<f64>);

    impl Operator for Diagonal {
        fn size(&self) -> usize {
            self.0.len()
        }
        fn apply(&self, x: MatRef<'_, f64>, mut y: MatMut<'_, f64>) {
            for j in 0..x.ncols() {
                for i in 0..x.nrows() {
                    y[(i, j)] = self.0[i] * x[(i, j)];
                }
            }
        }
    }

    fn options(count: usize) -> KrylovOptions {
        KrylovOptions { count, tolerance: 1e-10, floor: 1e-13, seed: 1 }
    }

    #[test]
    fn finds_the_largest_of_a_known_spectrum() {
        let spectrum: Vec<f64> = (0..500).map(|k| 1.0 / (1.0 + k as f64).powi(3)).collect();
        let pairs = largest_eigenpairs(
            &Diagonal(spectrum.clone()),
            options(20),
            Mat::zeros(500, 0).as_ref(),
            &Silent,
        )
        .unwrap();
        for k in 0..20 {
            assert!((pairs.values[k] / spectrum[k] - 1.0).abs() < 1e-10);
            assert!((pairs.vectors[(k, k)].abs() - 1.0).abs() < 1e-8);
        }
    }

    #[test]
    fn any_size_and_count_works() {
        for n in [1, 2, 9, 25, 42, 49, 80, 130, 200] {
            for count in [1, 3, 8, 24, 60] {
                let spectrum: Vec<f64> = (0..n).map(|k| 0.8f64.powi(k)).collect();
                let start = Mat::zeros(n as usize, 0);
                let op = Diagonal(spectrum);
                let pairs =
                    largest_eigenpairs(&op, options(count), start.as_ref(), &Silent).unwrap();
                assert_eq!(pairs.values.len(), count.min(n as usize), "n {n} count {count}");
                let worst =
                    (0..pairs.values.len()).map(|k| (pairs.values[k] / op.0[k] - 1.0).abs());
                assert!(worst.fold(0.0, f64::max) < 1e-7, "n {n} count {count}");
            }
        }
    }

    #[test]
    fn repeated_eigenvalues_are_all_found() {
        let spectrum: Vec<f64> = (0..300).map(|k| if k < 12 { 2.0 } else { 0.5 }).collect();
        let pairs = largest_eigenpairs(
            &Diagonal(spectrum),
            options(12),
            Mat::zeros(300, 0).as_ref(),
            &Silent,
        )
        .unwrap();
        assert!(pairs.values.iter().all(|v| (v - 2.0).abs() < 1e-9));
    }

    #[test]
    fn rank_deficiency_gives_the_pairs_there_are() {
        let spectrum: Vec<f64> =
            (0..200).map(|k| if k < 5 { 1.0 + k as f64 } else { 0.0 }).collect();
        let pairs = largest_eigenpairs(
            &Diagonal(spectrum),
            options(10),
            Mat::zeros(200, 0).as_ref(),
            &Silent,
        )
        .unwrap();
        assert_eq!(pairs.values.len(), 5);
    }
}
