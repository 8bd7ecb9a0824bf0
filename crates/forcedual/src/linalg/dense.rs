//! Dense matrices: products, Cholesky factors, orthonormalisation, singular values, eigenvalues.

use super::rows::Number;
use crate::error::{Code, Error, Result};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::{cholesky, evd, householder, qr, svd};
use faer::reborrow::ReborrowMut;
use faer::{Accum, Conj, Mat, MatMut, MatRef, Par};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

/// What a product does to its destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Into {
    /// `out = a b`
    Replace,
    /// `out += a b`
    Add,
    /// `out -= a b`
    Subtract,
}

/// Rows of a product, or terms of its sums, that one task takes; fixed, so that threads do not
/// change the bits.
const TASK: usize = 4096;

/// Product of two dense matrices into `out`, spread over the cores: by rows, or, where the sums
/// are long, by their terms.
pub fn gemm(out: MatMut<'_, f64>, how: Into, a: MatRef<'_, f64>, b: MatRef<'_, f64>) {
    let (accum, alpha) = match how {
        Into::Replace => (Accum::Replace, 1.0),
        Into::Add => (Accum::Add, 1.0),
        Into::Subtract => (Accum::Add, -1.0),
    };
    if a.ncols() <= TASK.max(out.nrows()) {
        out.par_row_chunks_mut(TASK).enumerate().for_each(|(k, out)| {
            let a = a.subrows(k * TASK, out.nrows());
            matmul(out, accum, a, b, alpha, Par::Seq);
        });
        return;
    }
    let partial: Vec<Mat<f64>> = (0..a.ncols().div_ceil(TASK))
        .into_par_iter()
        .map(|k| {
            let count = TASK.min(a.ncols() - k * TASK);
            let (a, b) = (a.subcols(k * TASK, count), b.subrows(k * TASK, count));
            let mut part = Mat::zeros(a.nrows(), b.ncols());
            matmul(part.as_mut(), Accum::Replace, a, b, alpha, Par::Seq);
            part
        })
        .collect();
    let mut out = out;
    if accum == Accum::Replace {
        out.fill(0.0);
    }
    partial.iter().for_each(|part| out += part);
}

/// `a b` as a new matrix.
pub fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut out = Mat::zeros(a.nrows(), b.ncols());
    gemm(out.as_mut(), Into::Replace, a, b);
    out
}

/// `out += scale a`
pub fn add_scaled(out: &mut Mat<f64>, scale: f64, a: &Mat<f64>) {
    *out += a * faer::Scale(scale);
}

/// Inner product of two vectors, summed in order.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Euclidean norm of a vector.
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Column `j` as a slice; empty if the matrix is not stored by columns.
pub fn column<T>(a: MatRef<'_, T>, j: usize) -> &[T] {
    a.col(j).try_as_col_major().map(|c| c.as_slice()).unwrap_or(&[])
}

/// Column `j` as a mutable slice; empty if the matrix is not stored by columns.
pub fn column_mut(a: MatMut<'_, f64>, j: usize) -> &mut [f64] {
    a.col_mut(j).try_as_col_major_mut().map(|c| c.as_slice_mut()).unwrap_or(&mut [])
}

/// A matrix from its columns, all of length `rows`.
pub fn from_columns(rows: usize, columns: &[Vec<f64>]) -> Mat<f64> {
    Mat::from_fn(rows, columns.len(), |i, j| columns[j][i])
}

/// Puts matrices of equal height side by side.
pub fn hstack(parts: &[MatRef<'_, f64>]) -> Mat<f64> {
    let rows = parts.first().map_or(0, |p| p.nrows());
    let mut out = Mat::zeros(rows, parts.iter().map(|p| p.ncols()).sum());
    let mut at = 0;
    for part in parts {
        out.as_mut().subcols_mut(at, part.ncols()).copy_from(part);
        at += part.ncols();
    }
    out
}

/// Multiplies row `i` by `scale[i]`.
pub fn scale_rows(a: MatMut<'_, f64>, scale: &[f64]) {
    super::sparse::for_columns(a, |_, column| {
        column.iter_mut().zip(scale).for_each(|(x, s)| *x *= s);
    });
}

/// Sum of the squares of all entries.
pub fn squared_norm(a: MatRef<'_, f64>) -> f64 {
    (0..a.ncols()).map(|j| dot(column(a, j), column(a, j))).sum()
}

/// Thin QR: orthonormal `Q` in place of `a`, and the upper triangular `R`.
pub fn qr_in_place(a: &mut Mat<f64>) -> Mat<f64> {
    let (rows, cols) = (a.nrows(), a.ncols());
    let size = rows.min(cols);
    if size == 0 {
        return Mat::zeros(size, cols);
    }
    let block = qr::no_pivoting::factor::recommended_block_size::<f64>(rows, cols);
    let mut coeff = Mat::zeros(block, size);
    let mut mem = MemBuffer::new(qr::no_pivoting::factor::qr_in_place_scratch::<f64>(
        rows,
        cols,
        block,
        Par::Seq,
        Default::default(),
    ));
    qr::no_pivoting::factor::qr_in_place(
        a.as_mut(),
        coeff.as_mut(),
        Par::Seq,
        MemStack::new(&mut mem),
        Default::default(),
    );
    let r = Mat::from_fn(size, cols, |i, j| if i <= j { a[(i, j)] } else { 0.0 });
    let mut q = Mat::identity(rows, size);
    let mut mem = MemBuffer::new(
        householder::apply_block_householder_sequence_on_the_left_in_place_scratch::<f64>(
            rows, block, size,
        ),
    );
    householder::apply_block_householder_sequence_on_the_left_in_place_with_conj(
        a.as_ref(),
        coeff.as_ref(),
        Conj::No,
        q.as_mut(),
        Par::Seq,
        MemStack::new(&mut mem),
    );
    *a = q;
    r
}

/// Orthonormalises the columns of `a` in place and returns the upper triangle `R`, as
/// [`qr_in_place`] does, but by products: `a^T a = R^T R`, twice.
///
/// Columns that depend on others to more than half the digits are left to Householder.
pub fn orthonormalise(a: &mut Mat<f64>) -> Mat<f64> {
    let mut total = Mat::identity(a.ncols(), a.ncols());
    for _ in 0..2 {
        let Some(l) = llt(product(a.transpose(), a.as_ref()).as_ref()).filter(well_conditioned)
        else {
            let r = qr_in_place(a);
            return product(r.as_ref(), total.as_ref());
        };
        // a R^{-1}: the inverse is small, and applied as a product
        let mut inverse = Mat::identity(l.nrows(), l.nrows());
        solve_lower_transposed(l.as_ref(), inverse.as_mut());
        *a = product(a.as_ref(), inverse.as_ref());
        total = product(l.transpose(), total.as_ref());
    }
    total
}

fn well_conditioned(l: &Mat<f64>) -> bool {
    let diagonal = (0..l.nrows()).map(|i| l[(i, i)]);
    let (low, high) = diagonal.fold((f64::MAX, 0.0f64), |(a, b), d| (a.min(d), b.max(d)));
    low > 1e-7 * high
}

/// Thin singular value decomposition `a = U diag(s) V^T`, `s` descending.
///
/// The matrix is scaled by its largest entry first, so that any finite scale works.
pub fn thin_svd(a: MatRef<'_, f64>) -> Result<(Mat<f64>, Vec<f64>, Mat<f64>)> {
    let (rows, cols) = (a.nrows(), a.ncols());
    let size = rows.min(cols);
    let largest = a.norm_max();
    if size == 0 || largest == 0.0 {
        return Ok((Mat::identity(rows, size), vec![0.0; size], Mat::identity(cols, size)));
    }
    if !largest.is_finite() {
        return Err(not_finite());
    }
    let scaled = a * faer::Scale(1.0 / largest);
    let (mut u, mut v) = (Mat::zeros(rows, size), Mat::zeros(cols, size));
    let mut s = faer::diag::Diag::zeros(size);
    let thin = svd::ComputeSvdVectors::Thin;
    let mut mem = MemBuffer::new(svd::svd_scratch::<f64>(
        rows,
        cols,
        thin,
        thin,
        Par::Seq,
        Default::default(),
    ));
    svd::svd(
        scaled.as_ref(),
        s.as_mut(),
        Some(u.as_mut()),
        Some(v.as_mut()),
        Par::Seq,
        MemStack::new(&mut mem),
        Default::default(),
    )
    .map_err(|_| Error::new(Code::Numeric, "a singular value decomposition did not converge"))?;
    let s = (0..size).map(|i| s.column_vector()[i] * largest).collect();
    Ok((u, s, v))
}

/// Eigenvalues (descending) and eigenvectors of a symmetric matrix; the lower triangle is read.
pub fn eigh(a: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let n = a.nrows();
    let largest = a.norm_max();
    if n == 0 || largest == 0.0 {
        return Ok((vec![0.0; n], Mat::identity(n, n)));
    }
    if !largest.is_finite() {
        return Err(not_finite());
    }
    let scaled = a * faer::Scale(1.0 / largest);
    let mut u = Mat::zeros(n, n);
    let mut s = faer::diag::Diag::zeros(n);
    let mut mem = MemBuffer::new(evd::self_adjoint_evd_scratch::<f64>(
        n,
        evd::ComputeEigenvectors::Yes,
        Par::Seq,
        Default::default(),
    ));
    evd::self_adjoint_evd(
        scaled.as_ref(),
        s.as_mut(),
        Some(u.as_mut()),
        Par::Seq,
        MemStack::new(&mut mem),
        Default::default(),
    )
    .map_err(|_| Error::new(Code::Numeric, "an eigenvalue decomposition did not converge"))?;
    let values = (0..n).rev().map(|i| s.column_vector()[i] * largest).collect();
    let vectors = Mat::from_fn(n, n, |i, j| u[(i, n - 1 - j)]);
    Ok((values, vectors))
}

/// Lower Cholesky factor of a symmetric positive definite matrix; the lower triangle is read.
///
/// `None` where the matrix is not positive definite.
pub fn llt(a: MatRef<'_, f64>) -> Option<Mat<f64>> {
    let n = a.nrows();
    let mut l = Mat::from_fn(n, n, |i, j| if i >= j { a[(i, j)] } else { 0.0 });
    let mut mem = MemBuffer::new(cholesky::llt::factor::cholesky_in_place_scratch::<f64>(
        n,
        Par::Seq,
        Default::default(),
    ));
    cholesky::llt::factor::cholesky_in_place(
        l.as_mut(),
        Default::default(),
        Par::Seq,
        MemStack::new(&mut mem),
        Default::default(),
    )
    .ok()?;
    // the factorisation leaves scratch values above the diagonal
    for j in 1..n {
        (0..j).for_each(|i| l[(i, j)] = 0.0);
    }
    Some(l)
}

/// Room for a dense symmetric matrix and its Cholesky factor, to be used again and again.
pub struct DenseCholesky<T = f64> {
    /// The matrix, of which the lower triangle counts; then its factor.
    pub matrix: Mat<T>,
    memory: MemBuffer,
}

impl<T: Number> DenseCholesky<T> {
    /// For so many rows.
    pub fn new(size: usize) -> Self {
        let memory = MemBuffer::new(cholesky::llt::factor::cholesky_in_place_scratch::<T>(
            size,
            Par::Seq,
            Default::default(),
        ));
        DenseCholesky { matrix: Mat::zeros(size, size), memory }
    }

    /// Factors the matrix in place; `false` if it is not positive definite.
    pub fn factor(&mut self) -> bool {
        cholesky::llt::factor::cholesky_in_place(
            self.matrix.as_mut(),
            Default::default(),
            Par::Seq,
            MemStack::new(&mut self.memory),
            Default::default(),
        )
        .is_ok()
    }

    /// Solves with the factor, in place.
    pub fn solve(&self, b: &mut [T]) {
        Arch::new().dispatch(Substitute { l: self.matrix.as_ref(), x: b });
    }
}

/// Solves `L L^T x = b` in place.
struct Substitute<'a, T> {
    l: MatRef<'a, T>,
    x: &'a mut [T],
}

impl<T: Number> WithSimd for Substitute<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        substitute(self.l, self.x);
    }
}

#[inline(always)]
fn substitute<T: Number>(l: MatRef<'_, T>, x: &mut [T]) {
    for j in 0..x.len() {
        let Some((now, later)) = x[j..].split_first_mut() else { break };
        let Some((pivot, below)) = column(l, j)[j..].split_first() else { break };
        *now /= *pivot;
        later.iter_mut().zip(below).for_each(|(x, l)| *x -= *l * *now);
    }
    for j in (0..x.len()).rev() {
        let Some((now, later)) = x[j..].split_first_mut() else { break };
        let Some((pivot, below)) = column(l, j)[j..].split_first() else { break };
        *now = (*now - lanes_dot(below, later)) / *pivot;
    }
}

/// Inner product, in sums that do not wait for each other.
#[inline(always)]
pub fn lanes_dot<T: Number>(a: &[T], b: &[T]) -> T {
    let ((a, rest_a), (b, rest_b)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut sums = [T::default(); 16];
    for (a, b) in a.iter().zip(b) {
        (0..16).for_each(|k| sums[k] += a[k] * b[k]);
    }
    for half in [8, 4, 2, 1] {
        (0..half).for_each(|k| sums[k] += sums[k + half]);
    }
    rest_a.iter().zip(rest_b).fold(sums[0], |sum, (a, b)| sum + *a * *b)
}

/// `out += A^T B`, column-major into the block of `out` at (`row`, `column`), of blocks on the diagonal
/// the lower triangle only; `a` and `b` are stored by rows of `stride` numbers, of which `width` count.
pub fn add_transposed_product<T: Number>(
    mut out: MatMut<'_, T>,
    (row, column): (usize, usize),
    a: &[T],
    b: &[T],
    stride: usize,
    width: usize,
) {
    let count = a.len() / stride;
    let one = T::nearest(1.0);
    let to = out.rb_mut().submatrix_mut(row, column, width, width);
    let a = MatRef::from_row_major_slice(a, count, stride).subcols(0, width).transpose();
    let b = MatRef::from_row_major_slice(b, count, stride).subcols(0, width);
    if row != column {
        return matmul(to, Accum::Add, a, b, one, Par::Seq);
    }
    let (half, all) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    triangular::matmul(to, half, Accum::Add, a, all, b, all, one, Par::Seq);
}

/// Solves `L x = b` in place for a lower triangular `L`.
pub fn solve_lower(l: MatRef<'_, f64>, b: MatMut<'_, f64>) {
    faer::linalg::triangular_solve::solve_lower_triangular_in_place(l, b, Par::Seq);
}

/// Solves `L^T x = b` in place for a lower triangular `L`.
pub fn solve_lower_transposed(l: MatRef<'_, f64>, b: MatMut<'_, f64>) {
    faer::linalg::triangular_solve::solve_upper_triangular_in_place(l.transpose(), b, Par::Seq);
}

fn not_finite() -> Error {
    Error::new(Code::Numeric, "a matrix holds values that are not finite")
        .help("check the scale of coordinates, moduli and force amplitudes")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize, cols: usize) -> Mat<f64> {
        Mat::from_fn(rows, cols, |i, j| ((i * 7 + j * 13 + i * j) as f64 * 0.7).sin())
    }

    fn solved<T: Number>() -> f64 {
        let size = 37;
        let entry = |i: usize, j: usize| {
            T::nearest(((i * j + i + j) as f64 * 0.7).sin() + if i == j { 40.0 } else { 0.0 })
        };
        let mut factor = DenseCholesky::<T>::new(size);
        for (i, j) in (0..size).flat_map(|i| (0..=i).map(move |j| (i, j))) {
            factor.matrix[(i, j)] = entry(i, j);
        }
        assert!(factor.factor());
        let x: Vec<f64> = (0..size).map(|k| (k as f64 * 0.3).cos()).collect();
        let image = |i: usize| (0..size).map(|j| entry(i.max(j), i.min(j)).double() * x[j]).sum();
        let mut b: Vec<T> = (0..size).map(|i| T::nearest(image(i))).collect();
        factor.solve(&mut b);
        let apart = b.iter().zip(&x).map(|(b, x)| (b.double() - x).abs());
        // what is not a number stays
        apart.fold(0.0, |most: f64, x| if x <= most { most } else { x })
    }

    #[test]
    fn factors_undo_their_matrices_in_both_precisions() {
        assert!(solved::<f64>() < 1e-13, "{}", solved::<f64>());
        assert!(solved::<f32>() < 1e-5, "{}", solved::<f32>());
        let mut negative = DenseCholesky::<f32>::new(2);
        negative.matrix[(0, 0)] = 1.0;
        (negative.matrix[(1, 0)], negative.matrix[(1, 1)]) = (2.0, 1.0);
        assert!(!negative.factor());
    }

    #[test]
    fn inner_products_by_lanes_are_plain_sums() {
        for count in [0, 5, 16, 50] {
            let a: Vec<f64> = (0..count).map(|k| (k as f64).sin()).collect();
            let plain: f64 = a.iter().enumerate().map(|(k, a)| a * k as f64).sum();
            let b: Vec<f64> = (0..count).map(|k| k as f64).collect();
            assert!((lanes_dot(&a, &b) - plain).abs() < 1e-12 * (1.0 + plain.abs()));
        }
    }

    #[test]
    fn transposed_products_of_blocks_are_plain_sums_below_the_diagonal() {
        let (count, width, stride) = (7, 3, 4);
        let numbers = |shift: usize| -> Vec<f64> {
            (0..count * stride).map(|k| ((k + shift) as f64 * 0.7).sin()).collect()
        };
        let a = numbers(0);
        for (at, b) in [((0, 0), a.clone()), ((3, 0), numbers(5))] {
            let mut out = Mat::zeros(6, 6);
            add_transposed_product(out.as_mut(), at, &a, &b, stride, width);
            for (i, j) in (0..width).flat_map(|i| (0..width).map(move |j| (i, j))) {
                if at.0 == at.1 && i < j {
                    continue;
                }
                let sum: f64 = (0..count).map(|k| a[k * stride + i] * b[k * stride + j]).sum();
                assert!((out[(at.0 + i, at.1 + j)] - sum).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn products_longer_or_taller_than_a_task_are_whole() {
        for (rows, inner, cols) in [(2 * TASK + 5, 3, 2), (3, 2 * TASK + 5, 2), (4, 6, 5)] {
            let (a, b) = (sample(rows, inner), sample(inner, cols));
            let exact = Mat::from_fn(rows, cols, |i, j| {
                (0..inner).map(|k| a[(i, k)] * b[(k, j)]).sum::<f64>()
            });
            let mut out = exact.clone();
            gemm(out.as_mut(), Into::Subtract, a.as_ref(), b.as_ref());
            assert!(out.norm_max() < 1e-10, "{rows} {inner} {cols}");
            gemm(out.as_mut(), Into::Add, a.as_ref(), b.as_ref());
            assert!((&out - &exact).norm_max() < 1e-10);
            assert!((product(a.as_ref(), b.as_ref()) - &exact).norm_max() < 1e-10);
        }
    }

    #[test]
    fn qr_gives_orthonormal_columns_that_reproduce_the_matrix() {
        let a = sample(20, 6);
        let mut q = a.clone();
        let r = qr_in_place(&mut q);
        assert!((product(q.as_ref(), r.as_ref()) - &a).norm_max() < 1e-13);
        assert!(
            (product(q.transpose(), q.as_ref()) - Mat::<f64>::identity(6, 6)).norm_max() < 1e-13
        );
    }

    #[test]
    fn orthonormalising_by_products_agrees_with_householder() {
        let a = sample(40, 5);
        let (mut q, mut h) = (a.clone(), a.clone());
        let r = orthonormalise(&mut q);
        qr_in_place(&mut h);
        assert!((product(q.as_ref(), r.as_ref()) - &a).norm_max() < 1e-13);
        assert!(
            (product(q.transpose(), q.as_ref()) - Mat::<f64>::identity(5, 5)).norm_max() < 1e-14
        );
        let mut dependent = a.clone();
        let first = column(a.as_ref(), 0).to_vec();
        column_mut(dependent.as_mut(), 4).copy_from_slice(&first);
        let r = orthonormalise(&mut dependent);
        assert!(r[(4, 4)].abs() < 1e-13);
        assert!(
            (product(dependent.transpose(), dependent.as_ref()) - Mat::<f64>::identity(5, 5))
                .norm_max()
                < 1e-13
        );
    }

    #[test]
    fn svd_survives_extreme_scales() {
        for scale in [1e-200, 1.0, 1e200] {
            let a = sample(9, 5) * faer::Scale(scale);
            let (u, s, v) = thin_svd(a.as_ref()).unwrap();
            let us = Mat::from_fn(9, 5, |i, j| u[(i, j)] * (s[j] / scale));
            let back = product(us.as_ref(), v.transpose());
            assert!((back - sample(9, 5)).norm_max() < 1e-13);
        }
    }

    #[test]
    fn eigh_is_descending_and_diagonalises() {
        let b = sample(8, 8);
        let a = product(b.transpose(), b.as_ref());
        let (values, vectors) = eigh(a.as_ref()).unwrap();
        assert!(values.windows(2).all(|w| w[0] >= w[1]));
        let av = product(a.as_ref(), vectors.as_ref());
        let vd = Mat::from_fn(8, 8, |i, j| vectors[(i, j)] * values[j]);
        assert!((av - vd).norm_max() < 1e-12);
    }

    #[test]
    fn llt_is_lower_triangular_and_reproduces_the_matrix() {
        let b = sample(40, 12);
        let a = product(b.transpose(), b.as_ref());
        let l = llt(a.as_ref()).unwrap();
        assert!((0..12).all(|j| (0..j).all(|i| l[(i, j)] == 0.0)));
        assert!((product(l.as_ref(), l.transpose()) - a).norm_max() < 1e-12);
    }

    #[test]
    fn llt_refuses_an_indefinite_matrix() {
        let a = Mat::from_fn(2, 2, |i, j| if i == j { 1.0 } else { 2.0 });
        assert!(llt(a.as_ref()).is_none());
    }
}
