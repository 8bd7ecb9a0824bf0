//! Tall matrices stored by rows, times a few columns: what a time step spends its time on.
//!
//! ```text
//! mul              Y = A X          Y: rows x C,  C = 1, 2 or 3 numbers per row side by side
//! add_transposed   X += A^T Y       X: C columns of `stride` numbers, padded with zeros
//! ```
//!
//! In double precision, or in single where half the memory is worth more than the digits. Nothing is
//! allocated, and the order of every sum is fixed.

use faer::traits::RealField;
use pulp::{Arch, Simd, WithSimd};

/// Rows worked on together.
const TOGETHER: usize = 4;

/// Rows are padded to a multiple of this: the most numbers that a machine works on at once.
const PAD: usize = 16;

/// Single or double precision.
pub trait Number: RealField + Copy + Default {
    /// Numbers that the machine works on at once.
    type Lanes<S: Simd>: Copy;
    /// The nearest to a number of double precision.
    fn nearest(x: f64) -> Self;
    /// In double precision.
    fn double(self) -> f64;
    /// Numbers as lanes, without a rest that fills none.
    fn lanes<S: Simd>(x: &[Self]) -> &[Self::Lanes<S>];
    /// Numbers as lanes to change.
    fn lanes_mut<S: Simd>(x: &mut [Self]) -> &mut [Self::Lanes<S>];
    /// The same number in all lanes.
    fn splat<S: Simd>(self, simd: S) -> Self::Lanes<S>;
    /// `a b + c`
    fn mul_add<S: Simd>(
        simd: S,
        a: Self::Lanes<S>,
        b: Self::Lanes<S>,
        c: Self::Lanes<S>,
    ) -> Self::Lanes<S>;
    /// The sum over lanes.
    fn sum<S: Simd>(simd: S, x: Self::Lanes<S>) -> Self;
}

macro_rules! number {
    ($t:ty, $lanes:ident, $as:ident, $as_mut:ident, $splat:ident, $mul_add:ident, $sum:ident) => {
        impl Number for $t {
            type Lanes<S: Simd> = S::$lanes;

            #[inline(always)]
            fn nearest(x: f64) -> Self {
                x as $t
            }

            #[inline(always)]
            fn double(self) -> f64 {
                self.into()
            }

            #[inline(always)]
            fn lanes<S: Simd>(x: &[Self]) -> &[S::$lanes] {
                S::$as(x).0
            }

            #[inline(always)]
            fn lanes_mut<S: Simd>(x: &mut [Self]) -> &mut [S::$lanes] {
                S::$as_mut(x).0
            }

            #[inline(always)]
            fn splat<S: Simd>(self, simd: S) -> S::$lanes {
                simd.$splat(self)
            }

            #[inline(always)]
            fn mul_add<S: Simd>(simd: S, a: S::$lanes, b: S::$lanes, c: S::$lanes) -> S::$lanes {
                simd.$mul_add(a, b, c)
            }

            #[inline(always)]
            fn sum<S: Simd>(simd: S, x: S::$lanes) -> Self {
                simd.$sum(x)
            }
        }
    };
}

number!(f32, f32s, as_simd_f32s, as_mut_simd_f32s, splat_f32s, mul_add_f32s, reduce_sum_f32s);
number!(f64, f64s, as_simd_f64s, as_mut_simd_f64s, splat_f64s, mul_add_f64s, reduce_sum_f64s);

/// A tall matrix stored by rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows<T = f64> {
    width: usize,
    stride: usize,
    data: Vec<T>,
}

impl<T: Number> Rows<T> {
    /// A matrix from its entries.
    pub fn from_fn(count: usize, width: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let stride = width.next_multiple_of(PAD).max(PAD);
        let mut data = vec![T::default(); count * stride];
        for (i, row) in data.chunks_exact_mut(stride).enumerate() {
            row[..width].iter_mut().enumerate().for_each(|(j, x)| *x = T::nearest(entry(i, j)));
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
    pub fn data(&self) -> &[T] {
        &self.data
    }

    /// A row, without padding.
    pub fn row(&self, i: usize) -> &[T] {
        &self.data[i * self.stride..][..self.width]
    }

    /// A row to change, without padding.
    pub fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.data[i * self.stride..][..self.width]
    }

    /// Makes it `count` rows; new ones are zero.
    pub fn resize(&mut self, count: usize) {
        self.data.resize(count * self.stride, T::default());
    }

    /// Makes room for so many rows in all.
    pub fn reserve(&mut self, count: usize) {
        self.data.reserve((count * self.stride).saturating_sub(self.data.len()));
    }

    /// `Y = A X` for `columns` columns of `X`.
    pub fn mul(&self, columns: usize, x: &[T], y: &mut [T]) {
        Mul { columns, stride: self.stride, data: &self.data, x, y }.run();
    }

    /// `X += A^T Y`.
    pub fn add_transposed(&self, columns: usize, y: &[T], x: &mut [T]) {
        AddTransposed { columns, stride: self.stride, data: &self.data, y, x }.run();
    }

    /// Block `k` of `per` consecutive rows of `Y = A X`.
    pub fn mul_block(&self, columns: usize, k: usize, per: usize, x: &[T], y: &mut [T]) {
        let data = &self.data[k * per * self.stride..][..per * self.stride];
        Mul { columns, stride: self.stride, data, x, y }.run();
    }

    /// Adds `A^T Y` of block `k` of `per` consecutive rows to `X`.
    pub fn add_block_transposed(&self, columns: usize, k: usize, per: usize, y: &[T], x: &mut [T]) {
        let data = &self.data[k * per * self.stride..][..per * self.stride];
        AddTransposed { columns, stride: self.stride, data, y, x }.run();
    }
}

impl Rows {
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
}

struct Mul<'a, T> {
    columns: usize,
    stride: usize,
    data: &'a [T],
    x: &'a [T],
    y: &'a mut [T],
}

impl<T: Number> Mul<'_, T> {
    fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl<T: Number> WithSimd for Mul<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.columns {
            1 => mul::<T, S, 1>(simd, self),
            2 => mul::<T, S, 2>(simd, self),
            _ => mul::<T, S, 3>(simd, self),
        }
    }
}

#[inline(always)]
fn mul<T: Number, S: Simd, const C: usize>(simd: S, m: Mul<'_, T>) {
    let mut rows = m.data.chunks_exact(TOGETHER * m.stride);
    let mut out = m.y.chunks_exact_mut(TOGETHER * C);
    for (rows, out) in rows.by_ref().zip(out.by_ref()) {
        dots::<T, S, C, TOGETHER>(simd, rows, m.stride, m.x, out);
    }
    let last = out.into_remainder().chunks_exact_mut(C);
    for (row, out) in rows.remainder().chunks_exact(m.stride).zip(last) {
        dots::<T, S, C, 1>(simd, row, m.stride, m.x, out);
    }
}

#[inline(always)]
fn dots<T: Number, S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[T],
    stride: usize,
    x: &[T],
    out: &mut [T],
) {
    let lanes = T::lanes::<S>(&rows[..stride]).len();
    let rows = T::lanes::<S>(rows);
    let x = T::lanes::<S>(x);
    let mut sums = [[T::default().splat(simd); C]; R];
    debug_assert!(rows.len() >= R * lanes && x.len() >= C * lanes, "rows or columns are too short");
    if rows.len() < R * lanes || x.len() < C * lanes {
        return;
    }
    for a in 0..lanes {
        for r in 0..R {
            let entry = rows[r * lanes + a];
            for c in 0..C {
                sums[r][c] = T::mul_add(simd, entry, x[c * lanes + a], sums[r][c]);
            }
        }
    }
    for r in 0..R {
        for c in 0..C {
            out[r * C + c] = T::sum(simd, sums[r][c]);
        }
    }
}

struct AddTransposed<'a, T> {
    columns: usize,
    stride: usize,
    data: &'a [T],
    y: &'a [T],
    x: &'a mut [T],
}

impl<T: Number> AddTransposed<'_, T> {
    fn run(self) {
        Arch::new().dispatch(self);
    }
}

impl<T: Number> WithSimd for AddTransposed<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.columns {
            1 => add::<T, S, 1>(simd, self),
            2 => add::<T, S, 2>(simd, self),
            _ => add::<T, S, 3>(simd, self),
        }
    }
}

#[inline(always)]
fn add<T: Number, S: Simd, const C: usize>(simd: S, m: AddTransposed<'_, T>) {
    let rows = m.data.chunks_exact(TOGETHER * m.stride);
    let y = m.y.chunks_exact(TOGETHER * C);
    let last = rows.remainder().chunks_exact(m.stride).zip(y.remainder().chunks_exact(C));
    for (rows, y) in rows.zip(y) {
        scatter::<T, S, C, TOGETHER>(simd, rows, m.stride, y, m.x);
    }
    for (row, y) in last {
        scatter::<T, S, C, 1>(simd, row, m.stride, y, m.x);
    }
}

#[inline(always)]
fn scatter<T: Number, S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[T],
    stride: usize,
    y: &[T],
    x: &mut [T],
) {
    let lanes = T::lanes::<S>(&rows[..stride]).len();
    let rows = T::lanes::<S>(rows);
    let x = T::lanes_mut::<S>(x);
    if rows.len() < R * lanes || x.len() < C * lanes || y.len() < R * C {
        return;
    }
    let mut factors = [[T::default().splat(simd); C]; R];
    for r in 0..R {
        for c in 0..C {
            factors[r][c] = y[r * C + c].splat(simd);
        }
    }
    for a in 0..lanes {
        let mut entries = [rows[a]; R];
        for r in 0..R {
            entries[r] = rows[r * lanes + a];
        }
        for c in 0..C {
            let mut sum = x[c * lanes + a];
            for r in 0..R {
                sum = T::mul_add(simd, entries[r], factors[r][c], sum);
            }
            x[c * lanes + a] = sum;
        }
    }
}

/// `Y = S A` for a square matrix `S` of `count` rows, one after the other, and as many padded rows `A`.
pub fn combine_rows<T: Number>(count: usize, scales: &[T], rows: &[T], out: &mut [T]) {
    Arch::new().dispatch(Combine { count, scales, rows, out });
}

struct Combine<'a, T> {
    count: usize,
    scales: &'a [T],
    rows: &'a [T],
    out: &'a mut [T],
}

impl<T: Number> WithSimd for Combine<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.count {
            2 => combine::<T, S, 2>(simd, self),
            3 => combine::<T, S, 3>(simd, self),
            4 => combine::<T, S, 4>(simd, self),
            count => {
                debug_assert_eq!(count, 9);
                combine::<T, S, 9>(simd, self)
            }
        }
    }
}

#[inline(always)]
fn combine<T: Number, S: Simd, const R: usize>(simd: S, m: Combine<'_, T>) {
    let (scales, rows) = (m.scales.as_chunks::<R>().0, T::lanes::<S>(m.rows));
    let out = T::lanes_mut::<S>(m.out);
    let lanes = rows.len() / R;
    for (scales, out) in scales.iter().zip(out.chunks_exact_mut(lanes.max(1))).take(R) {
        let scales = scales.map(|s| s.splat(simd));
        for (a, out) in out.iter_mut().enumerate() {
            let mut sum = T::default().splat(simd);
            (0..R).for_each(|s| sum = T::mul_add(simd, rows[s * lanes + a], scales[s], sum));
            *out = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(i: usize, j: usize) -> f64 {
        ((i * 13 + j * 7) as f64 * 0.37).sin()
    }

    fn products<T: Number>(tolerance: f64) {
        for (count, width) in [(1, 1), (4, 8), (7, 5), (13, 24), (9, 33)] {
            let a = Rows::<T>::from_fn(count, width, entry);
            assert_eq!((a.count(), a.width()), (count, width));
            for columns in 1..=3 {
                let mut x = vec![T::default(); columns * a.stride()];
                for c in 0..columns {
                    (0..width).for_each(|j| x[c * a.stride() + j] = T::nearest(entry(j, c + 40)));
                }
                let mut y = vec![T::nearest(f64::NAN); count * columns];
                a.mul(columns, &x, &mut y);
                for i in 0..count {
                    for c in 0..columns {
                        let exact: f64 = (0..width).map(|j| entry(i, j) * entry(j, c + 40)).sum();
                        assert!((y[i * columns + c].double() - exact).abs() < tolerance);
                    }
                }
                let mut back = x.clone();
                a.add_transposed(columns, &y, &mut back);
                for c in 0..columns {
                    for j in 0..width {
                        let image = |i: usize| y[i * columns + c].double();
                        let sum: f64 = (0..count).map(|i| entry(i, j) * image(i)).sum();
                        let at = c * a.stride() + j;
                        let added = back[at].double() - x[at].double();
                        assert!((added - sum).abs() < 10.0 * tolerance);
                    }
                }
            }
        }
    }

    #[test]
    fn products_match_plain_sums_for_all_shapes() {
        products::<f64>(1e-13);
        products::<f32>(1e-5);
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
    fn combined_rows_are_plain_sums() {
        for count in [2, 3, 4, 9] {
            let a = Rows::<f64>::from_fn(count, 19, entry);
            let scales: Vec<f64> = (0..count * count).map(|k| entry(k, 5)).collect();
            let mut out = vec![f64::NAN; a.data().len()];
            combine_rows(count, &scales, a.data(), &mut out);
            for (i, j) in (0..count).flat_map(|i| (0..19).map(move |j| (i, j))) {
                let exact: f64 = (0..count).map(|k| scales[i * count + k] * entry(k, j)).sum();
                assert!((out[i * a.stride() + j] - exact).abs() < 1e-13);
            }
        }
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
