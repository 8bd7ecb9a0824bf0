//! Tall matrices in single precision, times a few columns: what moving a skin spends its time on.
//!
//! ```text
//! mul    Y = A X          Y: rows x C,  C = 1, 2 or 3 numbers per row side by side
//! ```
//!
//! [`ROWS`] rows stand together, column after column, so that lanes are rows: nothing is summed across
//! them, and the matrix is read once from end to end. Nothing is allocated, and the order of every sum
//! is fixed.

use pulp::{Arch, Simd, WithSimd};

/// Rows that stand together.
const ROWS: usize = 32;

/// A tall matrix stored by groups of rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panels {
    count: usize,
    width: usize,
    data: Vec<f32>,
}

impl Panels {
    /// A matrix from its entries.
    pub fn from_fn(count: usize, width: usize, entry: impl Fn(usize, usize) -> f32) -> Self {
        let mut data = vec![0.0; count.next_multiple_of(ROWS) * width];
        for (k, panel) in data.chunks_exact_mut((ROWS * width).max(1)).enumerate() {
            let rows = ROWS.min(count - k * ROWS);
            for (j, column) in panel.chunks_exact_mut(ROWS).enumerate() {
                (0..rows).for_each(|r| column[r] = entry(k * ROWS + r, j));
            }
        }
        Panels { count, width, data }
    }

    /// Number of rows.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Entries of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// All entries, row after row.
    pub fn by_rows(&self) -> Vec<f32> {
        let panel = |i: usize| &self.data[i / ROWS * ROWS * self.width..][..ROWS * self.width];
        let row = |i: usize| panel(i).iter().skip(i % ROWS).step_by(ROWS);
        (0..self.count).flat_map(row).copied().collect()
    }

    /// `Y = A X` for `columns` columns of `X`, which stand one after the other.
    pub fn mul(&self, columns: usize, x: &[f32], y: &mut [f32]) {
        Arch::new().dispatch(Mul { matrix: self, columns, x, y });
    }
}

struct Mul<'a> {
    matrix: &'a Panels,
    columns: usize,
    x: &'a [f32],
    y: &'a mut [f32],
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
    let width = m.matrix.width;
    if width == 0 || m.x.len() < C * width {
        return m.y.fill(0.0);
    }
    let panels = m.matrix.data.chunks_exact(ROWS * width);
    for (panel, y) in panels.zip(m.y.chunks_mut(ROWS * C)) {
        let mut sums = [[0.0; ROWS]; C];
        // as many lanes at once as there are registers for their sums
        match S::as_simd_f32s(&sums[0]).0.len() {
            2 => panel_sums::<S, C, 2>(simd, panel, m.x, &mut sums),
            _ => panel_sums::<S, C, 4>(simd, panel, m.x, &mut sums),
        }
        for (r, y) in y.chunks_exact_mut(C).enumerate() {
            (0..C).for_each(|c| y[c] = sums[c][r]);
        }
    }
}

/// Products of the rows of a panel with all columns of `x`, `V` vectors of rows at a time.
#[inline(always)]
fn panel_sums<S: Simd, const C: usize, const V: usize>(
    simd: S,
    panel: &[f32],
    x: &[f32],
    out: &mut [[f32; ROWS]; C],
) {
    let (lanes, vectors) = (S::as_simd_f32s(panel).0, S::as_simd_f32s(&out[0]).0.len());
    let width = lanes.len() / vectors;
    for first in (0..vectors).step_by(V) {
        let mut sums = [[simd.splat_f32s(0.0); C]; V];
        for (a, column) in lanes.chunks_exact(vectors).enumerate() {
            let mut given = [simd.splat_f32s(0.0); C];
            (0..C).for_each(|c| given[c] = simd.splat_f32s(x[c * width + a]));
            for (sums, entry) in sums.iter_mut().zip(&column[first..first + V]) {
                (0..C).for_each(|c| sums[c] = simd.mul_add_f32s(*entry, given[c], sums[c]));
            }
        }
        for (c, out) in out.iter_mut().enumerate() {
            let to = &mut S::as_mut_simd_f32s(out).0[first..first + V];
            to.iter_mut().zip(&sums).for_each(|(to, sums)| *to = sums[c]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_match_plain_sums_for_all_shapes() {
        let entry = |i: usize, j: usize| ((i * 13 + j * 7) as f32 * 0.37).sin();
        for (count, width) in [(1, 1), (32, 8), (33, 5), (70, 24), (31, 0), (0, 3)] {
            let a = Panels::from_fn(count, width, entry);
            assert_eq!((a.count(), a.width()), (count, width));
            let entries = (0..count * width).map(|k| entry(k / width, k % width));
            assert_eq!(a.by_rows(), entries.collect::<Vec<f32>>());
            for columns in 1..=3 {
                let x: Vec<f32> = (0..columns * width).map(|k| (k as f32).cos()).collect();
                let mut y = vec![f32::NAN; count * columns];
                a.mul(columns, &x, &mut y);
                for i in 0..count {
                    for c in 0..columns {
                        let each = (0..width).map(|j| entry(i, j) * x[c * width + j]);
                        let exact: f32 = each.sum();
                        assert!((y[i * columns + c] - exact).abs() < 1e-5, "row {i} of {count}");
                    }
                }
            }
        }
    }
}
