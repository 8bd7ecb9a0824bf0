//! Tall matrices of single precision stored by rows: what moves a surface.
//!
//! `Y = rest + A X` for a few columns, as in [`Rows`](super::Rows).

use pulp::{Arch, Simd, WithSimd};

/// Rows are padded to a multiple of this.
const PAD: usize = 8;
/// Rows worked on together.
const TOGETHER: usize = 4;

/// A tall matrix of single precision stored by rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SingleRows {
    width: usize,
    stride: usize,
    data: Vec<f32>,
}

impl SingleRows {
    /// A matrix from its entries.
    pub fn from_fn(count: usize, width: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let stride = width.next_multiple_of(PAD).max(PAD);
        let mut data = vec![0.0; count * stride];
        for (i, row) in data.chunks_exact_mut(stride).enumerate() {
            row[..width].iter_mut().enumerate().for_each(|(j, x)| *x = entry(i, j) as f32);
        }
        SingleRows { width, stride, data }
    }

    /// Number of rows.
    pub fn count(&self) -> usize {
        self.data.len() / self.stride.max(1)
    }

    /// A row, without padding.
    pub fn row(&self, i: usize) -> &[f32] {
        &self.data[i * self.stride..][..self.width]
    }

    /// Entries of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Numbers that a column of `X` takes: the width, padded.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// `Y = rest + A X` for `columns` columns of `X`, each padded to the stride.
    pub fn mul_add(&self, columns: usize, x: &[f32], rest: &[f32], y: &mut [f32]) {
        let SingleRows { stride, data, .. } = self;
        Arch::new().dispatch(Move { columns, stride: *stride, data, rest, z: x, out: y });
    }
}

struct Move<'a> {
    columns: usize,
    stride: usize,
    data: &'a [f32],
    rest: &'a [f32],
    z: &'a [f32],
    out: &'a mut [f32],
}

impl WithSimd for Move<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match self.columns {
            1 => rows::<S, 1>(simd, self),
            2 => rows::<S, 2>(simd, self),
            _ => rows::<S, 3>(simd, self),
        }
    }
}

#[inline(always)]
fn rows<S: Simd, const C: usize>(simd: S, m: Move<'_>) {
    let (stride, rest) = (m.stride, m.rest);
    let mut rows = m.data.chunks_exact(TOGETHER * stride);
    let mut out = m.out.chunks_exact_mut(TOGETHER * C);
    let mut rests = rest.chunks_exact(TOGETHER * C);
    for ((rows, out), rest) in rows.by_ref().zip(out.by_ref()).zip(rests.by_ref()) {
        dots::<S, C, TOGETHER>(simd, rows, stride, m.z, rest, out);
    }
    let last = rows.remainder().chunks_exact(stride);
    let rests = rests.remainder().chunks_exact(C);
    for ((row, out), rest) in last.zip(out.into_remainder().chunks_exact_mut(C)).zip(rests) {
        dots::<S, C, 1>(simd, row, stride, m.z, rest, out);
    }
}

#[inline(always)]
fn dots<S: Simd, const C: usize, const R: usize>(
    simd: S,
    rows: &[f32],
    stride: usize,
    z: &[f32],
    rest: &[f32],
    out: &mut [f32],
) {
    let lanes = stride / S::F32_LANES;
    let rows = S::as_simd_f32s(rows).0;
    let z = S::as_simd_f32s(z).0;
    if rows.len() < R * lanes || z.len() < C * lanes {
        return;
    }
    let mut sums = [[simd.splat_f32s(0.0); C]; R];
    for a in 0..lanes {
        for r in 0..R {
            let entry = rows[r * lanes + a];
            for c in 0..C {
                sums[r][c] = simd.mul_add_f32s(entry, z[c * lanes + a], sums[r][c]);
            }
        }
    }
    for r in 0..R {
        for c in 0..C {
            out[r * C + c] = rest[r * C + c] + simd.reduce_sum_f32s(sums[r][c]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_match_plain_sums() {
        let entry = |i: usize, j: usize| ((i * 13 + j * 7) as f64 * 0.37).sin();
        for (count, width, columns) in [(1, 1, 1), (9, 13, 3), (6, 8, 2)] {
            let a = SingleRows::from_fn(count, width, entry);
            let mut x = vec![0.0; columns * a.stride()];
            for c in 0..columns {
                (0..width).for_each(|j| x[c * a.stride() + j] = entry(j, c + 40) as f32);
            }
            let rest: Vec<f32> = (0..count * columns).map(|i| i as f32).collect();
            let mut y = vec![f32::NAN; count * columns];
            a.mul_add(columns, &x, &rest, &mut y);
            for i in 0..count {
                for c in 0..columns {
                    let sum: f64 = (0..width).map(|j| entry(i, j) * entry(j, c + 40)).sum();
                    let exact = (i * columns + c) as f64 + sum;
                    assert!((f64::from(y[i * columns + c]) - exact).abs() < 1e-4);
                }
            }
        }
    }
}
