//! Tall matrices stored by rows, times a few columns: what a time step spends its time on.
//!
//! ```text
//! mul              Y = A X          Y: rows x C,  C = 1, 2 or 3 numbers per row side by side
//! add_transposed   X += A^T Y       X: C columns of `stride` numbers, padded with zeros
//! ```
//!
//! Nothing is allocated, and the order of every sum is fixed.

use pulp::{Arch, Simd, WithSimd};

/// Rows worked on together.
const TOGETHER: usize = 4;

/// Rows are padded to a multiple of this.
const PAD: usize = 8;

/// A tall matrix stored by rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows {
    width: usize,
    stride: usize,
    data: Vec<f64>,
}

impl Rows {
    /// A matrix from its entries.
    pub fn from_fn(count: usize, width: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let stride = width.next_multiple_of(PAD).max(PAD);
        let mut data = vec![0.0; count * stride];
        for (i, row) in data.chunks_exact_mut(stride).enumerate() {
            row[..width].iter_mut().enumerate().for_each(|(j, x)| *x = entry(i, j));
        }
        Rows { width, stride, data }
    }

    /// Number of rows.
    pub fn count(&self) -> usize {
        self.data.len() / self.stride.max(1)
    }

    /// Entries of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Numbers that a column of `X` takes: the width, padded.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All rows, padded.
    pub fn data(&self) -> &[f64] {
        &self.data
    }

    /// A row, without padding.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.stride..][..self.width]
    }

    /// A row to change, without padding.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[i * self.stride..][..self.width]
    }

    /// Inverts a symmetric positive definite matrix in place, without pivots; `false`, and the matrix
    /// is spoilt, if it is not positive definite.
    pub fn invert(&mut self) -> bool {
        let (n, stride) = (self.width, self.stride);
        for k in 0..n {
            let pivot = self.data[k * stride + k];
            if pivot <= 0.0 || !pivot.is_finite() {
                return false;
            }
            let (above, rest) = self.data.split_at_mut(k * stride);
            let (row, below) = rest.split_at_mut(stride);
            row[k] = 1.0;
            row[..n].iter_mut().for_each(|x| *x /= pivot);
            let others = above.chunks_exact_mut(stride).chain(below.chunks_exact_mut(stride));
            for other in others {
                let factor = std::mem::replace(&mut other[k], 0.0);
                other[..n].iter_mut().zip(&row[..n]).for_each(|(x, r)| *x -= factor * r);
            }
        }
        true
    }

    /// `Y = A X` for `columns` columns of `X`.
    pub fn mul(&self, columns: usize, x: &[f64], y: &mut [f64]) {
        let Rows { stride, data, .. } = self;
        Arch::new().dispatch(Mul { columns, stride: *stride, data, x, y });
    }

    /// `Y += scale A X` for a square matrix and `columns` columns, padded to the stride each; `image`
    /// holds as many numbers as `A X`.
    pub fn add_product(
        &self,
        scale: f64,
        columns: usize,
        x: &[f64],
        image: &mut [f64],
        y: &mut [f64],
    ) {
        self.mul(columns, x, image);
        for (c, y) in y.chunks_exact_mut(self.stride).enumerate().take(columns) {
            let image = image.iter().skip(c).step_by(columns);
            y.iter_mut().zip(image).for_each(|(y, x)| *y += scale * x);
        }
    }

    /// `X += A^T Y`.
    pub fn add_transposed(&self, columns: usize, y: &[f64], x: &mut [f64]) {
        let Rows { stride, data, .. } = self;
        Arch::new().dispatch(AddTransposed { columns, stride: *stride, data, y, x });
    }

    /// Block `k` of `per` consecutive rows of `Y = A X`.
    pub fn mul_block(&self, columns: usize, k: usize, per: usize, x: &[f64], y: &mut [f64]) {
        let data = &self.data[k * per * self.stride..][..per * self.stride];
        Arch::new().dispatch(Mul { columns, stride: self.stride, data, x, y });
    }

    /// Adds `A^T Y` of block `k` of `per` consecutive rows to `X`.
    pub fn add_block_transposed(
        &self,
        columns: usize,
        k: usize,
        per: usize,
        y: &[f64],
        x: &mut [f64],
    ) {
        let data = &self.data[k * per * self.stride..][..per * self.stride];
        Arch::new().dispatch(AddTransposed { columns, stride: self.stride, data, y, x });
    }
}

struct Mul<'a> {
    columns: usize,
    stride: usize,
    data: &'a [f64],
    x: &'a [f64],
    y: &'a mut [f64],
}

impl WithSimd for Mul<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.columns {
            1 => mul::<S, 1>(simd, self),
            2 => mul::<S, 2>(simd, self),
            _ => mul::<S, 3>(simd, self),
        }
    }
}

#[inline(always)]
fn mul<S: Simd, const C: usize>(simd: S, m: Mul<'_>) {
    let mut rows = m.data.chunks_exact(TOGETHER * m.stride);
    let mut out = m.y.chunks_exact_mut(TOGETHER * C);
    for (rows, out) in rows.by_ref().zip(out.by_ref()) {
        dots::<S, C, TOGETHER>(simd, rows, m.stride, m.x, out);
    }
    let last = out.into_remainder().chunks_exact_mut(C);
    for (row, out) in rows.remainder().chunks_exact(m.stride).zip(last) {
        dots::<S, C, 1>(simd, row, m.stride, m.x, out);
    }
}

#[inline(always)]
fn dots<S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[f64],
    stride: usize,
    x: &[f64],
    out: &mut [f64],
) {
    let lanes = stride / S::F64_LANES;
    let rows = S::as_simd_f64s(rows).0;
    let x = S::as_simd_f64s(x).0;
    let mut sums = [[simd.splat_f64s(0.0); C]; R];
    if rows.len() < R * lanes || x.len() < C * lanes {
        return;
    }
    for a in 0..lanes {
        for r in 0..R {
            let entry = rows[r * lanes + a];
            for c in 0..C {
                sums[r][c] = simd.mul_add_f64s(entry, x[c * lanes + a], sums[r][c]);
            }
        }
    }
    for r in 0..R {
        for c in 0..C {
            out[r * C + c] = simd.reduce_sum_f64s(sums[r][c]);
        }
    }
}

struct AddTransposed<'a> {
    columns: usize,
    stride: usize,
    data: &'a [f64],
    y: &'a [f64],
    x: &'a mut [f64],
}

impl WithSimd for AddTransposed<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.columns {
            1 => add::<S, 1>(simd, self),
            2 => add::<S, 2>(simd, self),
            _ => add::<S, 3>(simd, self),
        }
    }
}

#[inline(always)]
fn add<S: Simd, const C: usize>(simd: S, m: AddTransposed<'_>) {
    let rows = m.data.chunks_exact(TOGETHER * m.stride);
    let y = m.y.chunks_exact(TOGETHER * C);
    let last = rows.remainder().chunks_exact(m.stride).zip(y.remainder().chunks_exact(C));
    for (rows, y) in rows.zip(y) {
        scatter::<S, C, TOGETHER>(simd, rows, m.stride, y, m.x);
    }
    for (row, y) in last {
        scatter::<S, C, 1>(simd, row, m.stride, y, m.x);
    }
}

#[inline(always)]
fn scatter<S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[f64],
    stride: usize,
    y: &[f64],
    x: &mut [f64],
) {
    let lanes = stride / S::F64_LANES;
    let rows = S::as_simd_f64s(rows).0;
    let x = S::as_mut_simd_f64s(x).0;
    if rows.len() < R * lanes || x.len() < C * lanes || y.len() < R * C {
        return;
    }
    let mut factors = [[simd.splat_f64s(0.0); C]; R];
    for r in 0..R {
        for c in 0..C {
            factors[r][c] = simd.splat_f64s(y[r * C + c]);
        }
    }
    for a in 0..lanes {
        for c in 0..C {
            let mut sum = x[c * lanes + a];
            for r in 0..R {
                sum = simd.mul_add_f64s(rows[r * lanes + a], factors[r][c], sum);
            }
            x[c * lanes + a] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(i: usize, j: usize) -> f64 {
        ((i * 13 + j * 7) as f64 * 0.37).sin()
    }

    #[test]
    fn products_match_plain_sums_for_all_shapes() {
        for (count, width) in [(1, 1), (4, 8), (7, 5), (13, 24), (9, 33)] {
            let a = Rows::from_fn(count, width, entry);
            assert_eq!((a.count(), a.width()), (count, width));
            for columns in 1..=3 {
                let mut x = vec![0.0; columns * a.stride()];
                for c in 0..columns {
                    (0..width).for_each(|j| x[c * a.stride() + j] = entry(j, c + 40));
                }
                let mut y = vec![f64::NAN; count * columns];
                a.mul(columns, &x, &mut y);
                for i in 0..count {
                    for c in 0..columns {
                        let exact: f64 = (0..width).map(|j| entry(i, j) * entry(j, c + 40)).sum();
                        assert!((y[i * columns + c] - exact).abs() < 1e-13);
                    }
                }
                let mut back = x.clone();
                a.add_transposed(columns, &y, &mut back);
                for c in 0..columns {
                    for j in 0..width {
                        let sum: f64 = (0..count).map(|i| entry(i, j) * y[i * columns + c]).sum();
                        let at = c * a.stride() + j;
                        assert!((back[at] - x[at] - sum).abs() < 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn inverse_of_a_positive_matrix_undoes_it_and_others_are_refused() {
        let spd = |i: usize, j: usize| {
            let sum: f64 = (0..9).map(|k| entry(i, k) * entry(j, k)).sum();
            sum + if i == j { 0.1 } else { 0.0 }
        };
        let a = Rows::from_fn(9, 9, spd);
        let mut inverse = a.clone();
        assert!(inverse.invert());
        for i in 0..9 {
            for j in 0..9 {
                let x: f64 = (0..9).map(|k| a.row(i)[k] * inverse.row(k)[j]).sum();
                assert!((x - f64::from(u8::from(i == j))).abs() < 1e-10);
            }
        }
        assert!(!Rows::from_fn(2, 2, |i, j| (i + j) as f64 - 1.0).invert());
    }

    #[test]
    fn blocks_are_parts_of_the_whole() {
        let a = Rows::from_fn(12, 10, entry);
        let x: Vec<f64> = (0..16).map(|i| if i < 10 { entry(i, 3) } else { 0.0 }).collect();
        let mut whole = vec![0.0; 12];
        a.mul(1, &x, &mut whole);
        let mut sum = vec![0.0; 16];
        for k in 0..4 {
            let mut part = [0.0; 3];
            a.mul_block(1, k, 3, &x, &mut part);
            assert!((0..3).all(|i| (part[i] - whole[3 * k + i]).abs() < 1e-14));
            a.add_block_transposed(1, k, 3, &part, &mut sum);
        }
        let mut exact = vec![0.0; 16];
        a.add_transposed(1, &whole, &mut exact);
        assert!(sum.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-13));
    }
}
