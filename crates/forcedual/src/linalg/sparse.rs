//! Sparse symmetric matrices, lower triangle by columns, over a pattern that outlives its values.

use super::dense::{column, column_mut};
use faer::{MatMut, MatRef};
use rayon::prelude::*;
use std::sync::Arc;

/// Where the entries of the lower triangle (diagonal included) are; rows ascend in each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// First entry of each column; one more than columns.
    pub column_starts: Vec<u32>,
    /// Row of each entry.
    pub rows: Vec<u32>,
}

impl Pattern {
    /// The pattern of vertices that share a cell; `cells` has `corners` vertex numbers each.
    pub fn of_cells(vertices: usize, cells: &[u32], corners: usize) -> Self {
        let mut counts = vec![0u32; vertices + 1];
        for cell in cells.chunks_exact(corners) {
            for &v in cell {
                counts[v as usize + 1] += 1;
            }
        }
        for v in 0..vertices {
            counts[v + 1] += counts[v];
        }
        let mut fill = counts.clone();
        let mut incident = vec![0u32; cells.len()];
        for (t, cell) in cells.chunks_exact(corners).enumerate() {
            for &v in cell {
                incident[fill[v as usize] as usize] = t as u32;
                fill[v as usize] += 1;
            }
        }
        let mut column_starts = Vec::with_capacity(vertices + 1);
        column_starts.push(0);
        let mut rows = Vec::with_capacity(vertices * 8);
        let mut near = Vec::new();
        for v in 0..vertices {
            near.clear();
            near.push(v as u32);
            for &t in &incident[counts[v] as usize..counts[v + 1] as usize] {
                let cell = &cells[t as usize * corners..(t as usize + 1) * corners];
                near.extend(cell.iter().copied().filter(|&w| w as usize > v));
            }
            near.sort_unstable();
            near.dedup();
            rows.extend_from_slice(&near);
            column_starts.push(rows.len() as u32);
        }
        Pattern { column_starts, rows }
    }

    /// Each entry becomes a `d` by `d` block (the lower triangle of it on the diagonal).
    pub fn expand(&self, d: usize) -> Self {
        let n = self.size();
        let mut column_starts = Vec::with_capacity(n * d + 1);
        column_starts.push(0);
        let mut rows = Vec::with_capacity(self.rows.len() * d * d);
        for v in 0..n {
            for c in 0..d {
                for &w in self.column(v) {
                    let first = if w as usize == v { c } else { 0 };
                    rows.extend((first..d).map(|r| w * d as u32 + r as u32));
                }
                column_starts.push(rows.len() as u32);
            }
        }
        Pattern { column_starts, rows }
    }

    /// Number of columns.
    pub fn size(&self) -> usize {
        self.column_starts.len() - 1
    }

    /// Rows of column `j`.
    pub fn column(&self, j: usize) -> &[u32] {
        &self.rows[self.column_starts[j] as usize..self.column_starts[j + 1] as usize]
    }

    /// Position of entry (`i`, `j`), `i >= j`.
    pub fn find(&self, i: usize, j: usize) -> Option<usize> {
        let at = self.column(j).binary_search(&(i as u32)).ok()?;
        Some(self.column_starts[j] as usize + at)
    }
}

/// A sparse symmetric matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseSym {
    /// Pattern of the lower triangle.
    pub pattern: Arc<Pattern>,
    /// One value per entry of the pattern.
    pub values: Vec<f64>,
}

impl SparseSym {
    /// The zero matrix over a pattern.
    pub fn zeros(pattern: Arc<Pattern>) -> Self {
        let values = vec![0.0; pattern.rows.len()];
        SparseSym { pattern, values }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.pattern.size()
    }

    /// Adds to entry (`i`, `j`), which must be in the lower triangle and the pattern.
    pub fn add(&mut self, i: usize, j: usize, value: f64) {
        if let Some(at) = self.pattern.find(i, j) {
            self.values[at] += value;
        }
    }

    /// `y = A x` for one vector.
    pub fn mul_vec(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for j in 0..self.size() {
            let start = self.pattern.column_starts[j] as usize;
            let mut sum = 0.0;
            for (k, &i) in self.pattern.column(j).iter().enumerate() {
                let (i, a) = (i as usize, self.values[start + k]);
                y[i] += a * x[j];
                if i != j {
                    sum += a * x[i];
                }
            }
            y[j] += sum;
        }
    }

    /// `y = A x` for a block of vectors.
    pub fn mul(&self, x: MatRef<'_, f64>, y: MatMut<'_, f64>) {
        y.par_col_iter_mut().enumerate().for_each(|(j, y)| {
            if let Some(y) = y.try_as_col_major_mut() {
                self.mul_vec(column(x, j), y.as_slice_mut());
            }
        });
    }

    /// Rows and columns where `keep` is set, with the numbers of those kept.
    pub fn restricted(&self, keep: &[bool]) -> (SparseSym, Vec<u32>) {
        let kept: Vec<u32> = (0..self.size() as u32).filter(|&i| keep[i as usize]).collect();
        let mut number = vec![u32::MAX; self.size()];
        for (new, &old) in kept.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let mut column_starts = vec![0u32];
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        for &j in &kept {
            let start = self.pattern.column_starts[j as usize] as usize;
            for (k, &i) in self.pattern.column(j as usize).iter().enumerate() {
                if number[i as usize] != u32::MAX {
                    rows.push(number[i as usize]);
                    values.push(self.values[start + k]);
                }
            }
            column_starts.push(rows.len() as u32);
        }
        let pattern = Arc::new(Pattern { column_starts, rows });
        (SparseSym { pattern, values }, kept)
    }

    /// The diagonal.
    pub fn diagonal(&self) -> Vec<f64> {
        (0..self.size())
            .map(|j| self.pattern.find(j, j).map_or(0.0, |at| self.values[at]))
            .collect()
    }
}

/// A sparse matrix by rows, for programs that take both triangles or matrices that are not square.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseRows {
    /// Number of columns.
    pub columns: usize,
    /// First entry of each row; one more than rows.
    pub starts: Vec<usize>,
    /// Column of each entry, ascending in each row.
    pub numbers: Vec<u32>,
    /// Value of each entry.
    pub values: Vec<f64>,
}

impl SparseSym {
    /// Both triangles.
    pub fn rows(&self) -> SparseRows {
        let n = self.size();
        let mut starts = vec![0; n + 1];
        for j in 0..n {
            for &i in self.pattern.column(j) {
                starts[i as usize + 1] += 1;
                starts[j + 1] += usize::from(i as usize != j);
            }
        }
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let (mut numbers, mut values) = (vec![0; starts[n]], vec![0.0; starts[n]]);
        let mut put = |i: usize, j: usize, value: f64| {
            numbers[next[i]] = j as u32;
            values[next[i]] = value;
            next[i] += 1;
        };
        // entries below the diagonal of a row come from earlier columns, those above it from its own
        for j in 0..n {
            let from = self.pattern.column_starts[j] as usize;
            for (k, &i) in self.pattern.column(j).iter().enumerate() {
                put(i as usize, j, self.values[from + k]);
            }
            for (k, &i) in self.pattern.column(j).iter().enumerate().skip(1) {
                put(j, i as usize, self.values[from + k]);
            }
        }
        SparseRows { columns: n, starts, numbers, values }
    }
}

/// Applies `f` to each column of a block in parallel.
pub fn for_columns(a: MatMut<'_, f64>, f: impl Fn(usize, &mut [f64]) + Sync) {
    let columns = a.ncols();

    if columns == 1 {
        f(0, column_mut(a, 0));
        return;
    }
    a.par_col_iter_mut().enumerate().for_each(|(j, c)| {
        if let Some(c) = c.try_as_col_major_mut() {
            f(j, c.as_slice_mut());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::Mat;

    fn path_laplacian(n: usize) -> SparseSym {
        let cells: Vec<u32> = (0..n as u32 - 1).flat_map(|i| [i, i + 1]).collect();
        let mut a = SparseSym::zeros(Arc::new(Pattern::of_cells(n, &cells, 2)));
        for i in 0..n - 1 {
            a.add(i, i, 1.0);
            a.add(i + 1, i + 1, 1.0);
            a.add(i + 1, i, -1.0);
        }
        a
    }

    #[test]
    fn product_matches_the_dense_matrix() {
        let a = path_laplacian(6);
        let dense = Mat::from_fn(6, 6, |i, j| {
            a.pattern.find(i.max(j), i.min(j)).map_or(0.0, |k| a.values[k])
        });
        let x = Mat::from_fn(6, 3, |i, j| (i * 3 + j) as f64);
        let mut y = Mat::zeros(6, 3);
        a.mul(x.as_ref(), y.as_mut());
        assert!((y - dense * x).norm_max() < 1e-14);
    }

    #[test]
    fn rows_hold_both_triangles_in_order() {
        let rows = path_laplacian(3).rows();
        assert_eq!((rows.columns, &rows.starts[..]), (3, &[0, 2, 5, 7][..]));
        assert_eq!(rows.numbers, [0, 1, 0, 1, 2, 1, 2]);
        assert_eq!(rows.values, [1.0, -1.0, -1.0, 2.0, -1.0, -1.0, 1.0]);
    }

    #[test]
    fn expanded_pattern_holds_full_blocks_below_the_diagonal() {
        let p = path_laplacian(3).pattern.expand(2);
        assert_eq!(p.column(0), &[0, 1, 2, 3]);
        assert_eq!(p.column(1), &[1, 2, 3]);
        assert_eq!(p.column(5), &[5]);
    }

    #[test]
    fn restriction_keeps_the_entries_between_kept_rows() {
        let (r, kept) = path_laplacian(4).restricted(&[false, true, true, false]);
        assert_eq!(kept, [1, 2]);
        assert_eq!(r.values, [2.0, -1.0, 2.0]);
    }
}
