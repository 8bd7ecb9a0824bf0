//! Factors `L` of force covariances `Sigma = L L^T`, in the few shapes that all priors reduce to.

use super::matern::MaternField;
use crate::linalg::{Into, Mat, MatMut, MatRef, column, column_mut, for_columns, gemm, scale_rows};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// A linear map from independent unit amplitudes to forces on the vertices.
#[derive(Debug, Clone)]
pub enum Factor {
    /// One independent amplitude per degree of freedom.
    Diagonal(Vec<f64>),
    /// A few vertices per amplitude.
    Columns(SparseColumns),
    /// Any vertices per amplitude.
    Dense(Mat),
    /// Forces that are the image of known displacements.
    Displacements {
        /// `H u` per sample.
        forces: Mat,
        /// `u` per sample.
        response: Mat,
    },
    /// Forces that agree over a correlation length, applied by solves.
    Field(MaternField),
    /// Independent factors side by side, each times a number.
    Sum(Vec<(f64, Factor)>),
    /// The factor of a mixture's covariance: a draw uses only one component's amplitudes.
    Mixture {
        /// Probability of each component.
        probabilities: Vec<f64>,
        /// The components' factors times the roots of their probabilities, after their means.
        sum: Box<Factor>,
    },
}

/// A sparse matrix by columns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SparseColumns {
    /// Number of rows.
    pub rows: usize,
    columns: Vec<Vec<(u32, f64)>>,
}

impl SparseColumns {
    /// No columns yet.
    pub fn new(rows: usize) -> Self {
        SparseColumns { rows, columns: Vec::new() }
    }

    /// Adds a column of (row, value) entries; equal rows are summed.
    pub fn push(&mut self, mut entries: Vec<(u32, f64)>) {
        entries.sort_by_key(|e| e.0);
        let mut merged: Vec<(u32, f64)> = Vec::with_capacity(entries.len());
        for (row, value) in entries {
            match merged.last_mut() {
                Some(last) if last.0 == row => last.1 += value,
                _ => merged.push((row, value)),
            }
        }
        self.columns.push(merged);
    }

    /// The columns.
    pub fn columns(&self) -> &[Vec<(u32, f64)>] {
        &self.columns
    }
}

impl Factor {
    /// Number of independent amplitudes.
    pub fn columns(&self) -> usize {
        match self {
            Factor::Diagonal(d) => d.len(),
            Factor::Columns(s) => s.columns.len(),
            Factor::Dense(a) => a.ncols(),
            Factor::Displacements { forces, .. } => forces.ncols(),
            Factor::Field(field) => field.rows(),
            Factor::Sum(parts) => parts.iter().map(|(_, f)| f.columns()).sum(),
            Factor::Mixture { sum, .. } => sum.columns(),
        }
    }

    /// Number of degrees of freedom.
    pub fn rows(&self) -> usize {
        match self {
            Factor::Diagonal(d) => d.len(),
            Factor::Columns(s) => s.rows,
            Factor::Dense(a) => a.nrows(),
            Factor::Displacements { forces, .. } => forces.nrows(),
            Factor::Field(field) => field.rows(),
            Factor::Sum(parts) => parts.first().map_or(0, |(_, f)| f.rows()),
            Factor::Mixture { sum, .. } => sum.rows(),
        }
    }

    /// `out += scale L z`
    pub fn apply_add(&self, scale: f64, z: MatRef<'_, f64>, mut out: MatMut<'_, f64>) {
        match self {
            Factor::Diagonal(d) => for_columns(out, |j, out| {
                for ((o, d), z) in out.iter_mut().zip(d).zip(column(z, j)) {
                    *o += scale * d * z;
                }
            }),
            Factor::Columns(s) => for_columns(out, |j, out| {
                for (entries, z) in s.columns.iter().zip(column(z, j)) {
                    for &(row, value) in entries {
                        out[row as usize] += scale * value * z;
                    }
                }
            }),
            Factor::Dense(a) | Factor::Displacements { forces: a, .. } => {
                let mut y = Mat::zeros(a.nrows(), z.ncols());
                gemm(y.as_mut(), Into::Replace, a.as_ref(), z);
                for_columns(out, |j, out| {
                    out.iter_mut().zip(column(y.as_ref(), j)).for_each(|(o, y)| *o += scale * y);
                });
            }
            Factor::Field(field) => field.apply_add(scale, z, out),
            Factor::Sum(parts) => {
                let mut from = 0;
                for (weight, part) in parts {
                    let block = z.subrows(from, part.columns());
                    part.apply_add(scale * weight, block, out.as_mut());
                    from += part.columns();
                }
            }
            Factor::Mixture { sum, .. } => sum.apply_add(scale, z, out),
        }
    }

    /// `L z` for a block of amplitudes.
    pub fn apply(&self, z: MatRef<'_, f64>) -> Mat {
        let mut out = Mat::zeros(self.rows(), z.ncols());
        self.apply_add(1.0, z, out.as_mut());
        out
    }

    /// `L^T x` for a block of vectors.
    pub fn apply_transposed(&self, x: MatRef<'_, f64>) -> Mat {
        match self {
            Factor::Diagonal(d) => {
                let mut out = x.to_owned();
                scale_rows(out.as_mut(), d);
                out
            }
            Factor::Columns(s) => {
                let mut out = Mat::zeros(s.columns.len(), x.ncols());
                for_columns(out.as_mut(), |j, out| {
                    let x = column(x, j);
                    for (o, entries) in out.iter_mut().zip(&s.columns) {
                        *o = entries.iter().map(|&(row, value)| value * x[row as usize]).sum();
                    }
                });
                out
            }
            Factor::Dense(a) | Factor::Displacements { forces: a, .. } => {
                crate::linalg::product(a.transpose(), x)
            }
            Factor::Field(field) => field.apply_transposed(x),
            Factor::Sum(parts) => {
                let mut out = Mat::zeros(self.columns(), x.ncols());
                let mut from = 0;
                for (weight, part) in parts {
                    let block = part.apply_transposed(x);
                    for j in 0..x.ncols() {
                        let to = &mut column_mut(out.as_mut(), j)[from..from + block.nrows()];
                        to.iter_mut()
                            .zip(column(block.as_ref(), j))
                            .for_each(|(o, b)| *o = weight * b);
                    }
                    from += block.nrows();
                }
                out
            }
            Factor::Mixture { sum, .. } => sum.apply_transposed(x),
        }
    }

    /// A diagonal factor as a number times a diagonal.
    pub fn as_diagonal(&self) -> Option<(f64, &[f64])> {
        match self {
            Factor::Diagonal(d) => Some((1.0, d)),
            Factor::Sum(parts) if parts.len() == 1 => {
                let (weight, part) = &parts[0];
                part.as_diagonal().map(|(scale, d)| (scale * weight, d))
            }
            _ => None,
        }
    }

    /// `Sigma x = L L^T x` for a block of vectors, in its place where the factor is diagonal.
    pub fn covariance(&self, mut x: Mat) -> Mat {
        let Some((scale, d)) = self.as_diagonal() else {
            let mut out = Mat::zeros(x.nrows(), x.ncols());
            self.covariance_add(1.0, x.as_ref(), out.as_mut());
            return out;
        };
        let variance: Vec<f64> = d.iter().map(|d| (scale * d).powi(2)).collect();
        scale_rows(x.as_mut(), &variance);
        x
    }

    /// `out += scale Sigma x`, part by part.
    fn covariance_add(&self, scale: f64, x: MatRef<'_, f64>, mut out: MatMut<'_, f64>) {
        match self {
            Factor::Diagonal(d) => for_columns(out, |j, out| {
                for ((o, d), x) in out.iter_mut().zip(d).zip(column(x, j)) {
                    *o += scale * d * d * x;
                }
            }),
            Factor::Field(field) => field.covariance_add(scale, x, out),
            Factor::Sum(parts) => {
                for (weight, part) in parts {
                    part.covariance_add(scale * weight * weight, x, out.as_mut());
                }
            }
            Factor::Mixture { sum, .. } => sum.covariance_add(scale, x, out),
            other => other.apply_add(scale, other.apply_transposed(x).as_ref(), out),
        }
    }

    /// The factor as a dense matrix.
    pub fn dense(&self) -> Mat {
        let mut out = Mat::zeros(self.rows(), self.columns());
        self.copy_to(1.0, out.as_mut());
        out
    }

    /// Writes `scale L` into a matrix of zeros.
    fn copy_to(&self, scale: f64, mut out: MatMut<'_, f64>) {
        match self {
            Factor::Diagonal(d) => {
                d.iter().enumerate().for_each(|(i, d)| out[(i, i)] = scale * d);
            }
            Factor::Columns(s) => {
                for (j, entries) in s.columns.iter().enumerate() {
                    for &(row, value) in entries {
                        out[(row as usize, j)] = scale * value;
                    }
                }
            }
            Factor::Dense(a) | Factor::Displacements { forces: a, .. } => {
                for_columns(out, |j, out| {
                    out.iter_mut().zip(column(a.as_ref(), j)).for_each(|(o, a)| *o = scale * a);
                });
            }
            Factor::Field(field) => {
                self.apply_add(scale, Mat::identity(field.rows(), field.rows()).as_ref(), out);
            }
            Factor::Sum(parts) => {
                let mut from = 0;
                for (weight, part) in parts {
                    let block = out.as_mut().subcols_mut(from, part.columns());
                    part.copy_to(scale * weight, block);
                    from += part.columns();
                }
            }
            Factor::Mixture { sum, .. } => sum.copy_to(scale, out),
        }
    }

    /// Are its columns at hand, rather than applied by solves?
    pub fn is_explicit(&self) -> bool {
        match self {
            Factor::Field(_) => false,
            Factor::Sum(parts) => parts.iter().all(|(_, part)| part.is_explicit()),
            Factor::Mixture { sum, .. } => sum.is_explicit(),
            _ => true,
        }
    }

    /// Appends the columns of `scale L` on the given rows, numbered in their order, except those
    /// that vanish there.
    pub(super) fn restrict(&self, rows: &[u32], scale: f64, columns: &mut SparseColumns) {
        let mut keep = |mut entries: Vec<(u32, f64)>| {
            entries.retain(|&(_, x)| x != 0.0);
            if !entries.is_empty() {
                columns.push(entries);
            }
        };
        match self {
            Factor::Diagonal(d) => {
                for (k, &row) in (0..).zip(rows) {
                    keep(vec![(k, scale * d[row as usize])]);
                }
            }
            Factor::Columns(s) => {
                let mut place = vec![None; s.rows];
                (0..).zip(rows).for_each(|(k, &row)| place[row as usize] = Some(k));
                for entries in &s.columns {
                    let at = |&(row, x): &(u32, f64)| Some((place[row as usize]?, scale * x));
                    keep(entries.iter().filter_map(at).collect());
                }
            }
            Factor::Dense(a) | Factor::Displacements { forces: a, .. } => {
                for j in 0..a.ncols() {
                    let at = |(k, &row): (u32, &u32)| (k, scale * a[(row as usize, j)]);
                    keep((0..).zip(rows).map(at).collect());
                }
            }
            Factor::Field(field) => {
                let unit = |i: usize, k: usize| f64::from(u8::from(rows[k] as usize == i));
                let transposed =
                    field.apply_transposed(Mat::from_fn(field.rows(), rows.len(), unit).as_ref());
                for j in 0..transposed.nrows() {
                    let at = |k: usize| (k as u32, scale * transposed[(j, k)]);
                    keep((0..rows.len()).map(at).collect());
                }
            }
            Factor::Sum(parts) => {
                for (weight, part) in parts {
                    part.restrict(rows, scale * weight, columns);
                }
            }
            Factor::Mixture { sum, .. } => sum.restrict(rows, scale, columns),
        }
    }

    /// Draws amplitudes with unit covariance: independent normal ones, but for a mixture those of
    /// one component only.
    pub(super) fn draw(&self, rng: &mut ChaCha8Rng, z: &mut [f64]) {
        match self {
            Factor::Sum(parts) => {
                let mut rest = z;
                for (_, part) in parts {
                    let (block, after) = rest.split_at_mut(part.columns());
                    part.draw(rng, block);
                    rest = after;
                }
            }
            Factor::Mixture { probabilities, sum } => {
                sum.draw(rng, z);
                let chosen = choose(probabilities, rng.random());
                let boost = 1.0 / probabilities[chosen].sqrt();
                let Factor::Sum(parts) = sum.as_ref() else { return };
                let means = if parts.len() > probabilities.len() { probabilities.len() } else { 0 };
                for (k, x) in z[..means].iter_mut().enumerate() {
                    *x = if k == chosen { boost } else { 0.0 };
                }
                let components = &parts[parts.len() - probabilities.len()..];
                let mut from = means;
                for (k, (_, part)) in components.iter().enumerate() {
                    let scale = if k == chosen { boost } else { 0.0 };
                    z[from..from + part.columns()].iter_mut().for_each(|x| *x *= scale);
                    from += part.columns();
                }
            }
            _ => z.fill_with(|| StandardNormal.sample(rng)),
        }
    }

    /// The component of a mixture that drawn amplitudes belong to; none where this is no mixture.
    pub(super) fn acting(&self, z: &[f64]) -> Option<usize> {
        match self {
            Factor::Sum(parts) if parts.len() == 1 => parts[0].1.acting(z),
            Factor::Mixture { probabilities, sum } => {
                let Factor::Sum(parts) = sum.as_ref() else { return None };
                let count = probabilities.len();
                // each mean has an amplitude
                if parts.len() > count {
                    return z.iter().take(count).position(|x| *x != 0.0);
                }
                let mut rest = z;
                let drawn = |(_, part): &(f64, Factor)| {
                    let (own, after) = rest.split_at(part.columns());
                    rest = after;
                    own.iter().any(|x| *x != 0.0)
                };
                parts.iter().position(drawn)
            }
            _ => None,
        }
    }

    /// Zeroes the rows of held vertices.
    pub fn without(self, held: &[bool], dim: usize) -> Self {
        let free = |row: usize| !held[row / dim];
        let zero = |mut a: Mat| {
            for j in 0..a.ncols() {
                for (row, x) in column_mut(a.as_mut(), j).iter_mut().enumerate() {
                    if !free(row) {
                        *x = 0.0;
                    }
                }
            }
            a
        };
        match self {
            Factor::Diagonal(mut d) => {
                d.iter_mut().enumerate().filter(|(row, _)| !free(*row)).for_each(|(_, x)| *x = 0.0);
                Factor::Diagonal(d)
            }
            Factor::Columns(mut s) => {
                s.columns.iter_mut().for_each(|c| c.retain(|e| free(e.0 as usize)));
                Factor::Columns(s)
            }
            Factor::Dense(a) => Factor::Dense(zero(a)),
            Factor::Displacements { forces, response } => {
                Factor::Displacements { forces: zero(forces), response: zero(response) }
            }
            Factor::Field(mut field) => {
                field.keep(|i| !held[i]);
                Factor::Field(field)
            }
            Factor::Sum(parts) => {
                Factor::Sum(parts.into_iter().map(|(w, f)| (w, f.without(held, dim))).collect())
            }
            Factor::Mixture { probabilities, sum } => {
                Factor::Mixture { probabilities, sum: Box::new(sum.without(held, dim)) }
            }
        }
    }
}

/// The component that a uniform number between 0 and 1 falls on.
fn choose(probabilities: &[f64], at: f64) -> usize {
    let mut sum = 0.0;
    let past = |p: &f64| {
        sum += p;
        at < sum
    };
    probabilities.iter().position(past).unwrap_or(probabilities.len() - 1)
}
