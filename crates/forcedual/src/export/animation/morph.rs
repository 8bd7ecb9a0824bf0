//! A motion as weighted shapes: principal components of the displacements.
//!
//! With `D` the displacements (`3n` rows, a column per frame), `D ~ T W^T`: the columns of `T` are the
//! shapes, the rows of `W` the weights of a frame. `W` are the leading right singular vectors of `D`,
//! found from a random sketch `Y = (D D^T)^2 D X` by `Q = orth(Y)` and the singular value decomposition
//! of `Q^T D`; then `T = D W`. The sketch has a few columns more than shapes are wanted, and spans all
//! of `D` where there are no more frames than that. Shapes of the normals are those that come closest
//! with the same weights: `N W`.
//!
//! Weights are scaled to 1 at most. The error is measured on the rounded numbers that files hold.

use crate::error::Result;
use crate::linalg::{Mat, column, for_columns, orthonormalise, product, thin_svd};
use crate::progress::{self, Progress};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use rayon::prelude::*;

/// Columns of the sketch beyond the shapes that are wanted.
const MORE: usize = 16;
/// Times that the sketch is multiplied by `D D^T`.
const POWERS: usize = 2;
/// Vertices that one task measures the error of.
const BATCH: usize = 1024;

type Places = Vec<[f32; 3]>;

/// A motion as weighted shapes.
pub(super) struct Morph {
    /// Displacements of the vertices, of each shape.
    pub positions: Vec<Places>,
    /// Changes of their normals, of each shape.
    pub normals: Vec<Places>,
    /// Weights of the shapes, frame by frame.
    pub weights: Vec<f32>,
    /// The largest distance between a vertex and where it should be.
    pub error: f64,
}

/// Places or normals: at rest and in every frame.
pub(super) struct Motion<'a> {
    pub rest: &'a [[f32; 3]],
    pub frames: &'a [Places],
}

impl Motion<'_> {
    /// The matrix `D`.
    fn matrix(&self) -> Mat {
        let mut d = Mat::zeros(3 * self.rest.len(), self.frames.len());
        for_columns(d.as_mut(), |j, column| {
            let moved = self.frames[j].as_flattened().iter().zip(self.rest.as_flattened());
            column.iter_mut().zip(moved).for_each(|(d, (x, r))| *d = f64::from(*x) - f64::from(*r));
        });
        d
    }
}

/// As few shapes as bring the error below `tolerance`, or `most`; one at least.
pub(super) fn morph(
    places: &Motion,
    normals: &Motion,
    tolerance: f64,
    most: usize,
    progress: &dyn Progress,
) -> Result<Morph> {
    let d = places.matrix();
    let w = leading(&d, most, progress)?;
    progress::check(progress)?;
    let largest: Vec<f64> = (0..w.ncols())
        .map(|k| column(w.as_ref(), k).iter().fold(0.0f64, |m, x| m.max(x.abs())))
        .collect();
    let shapes = |d: &Mat| -> Vec<Places> {
        let t = product(d.as_ref(), w.as_ref());
        let shape = |(k, scale): (usize, &f64)| {
            let rows = column(t.as_ref(), k).as_chunks().0;
            rows.iter().map(|p: &[f64; 3]| p.map(|x| (scale * x) as f32)).collect()
        };
        largest.iter().enumerate().map(shape).collect()
    };
    let weights: Vec<Vec<f32>> = (0..w.nrows())
        .map(|f| largest.iter().enumerate().map(|(k, s)| (w[(f, k)] / s) as f32).collect())
        .collect();
    let mut positions = shapes(&d);
    drop(d);
    progress::check(progress)?;
    let errors = errors(places, &positions, &weights);
    let count = errors.iter().position(|e| *e <= tolerance).map_or(errors.len(), |k| k + 1);
    let mut normals = shapes(&normals.matrix());
    positions.truncate(count);
    normals.truncate(count);
    Ok(Morph {
        positions,
        normals,
        weights: weights.iter().flat_map(|row| &row[..count]).copied().collect(),
        error: errors[count - 1],
    })
}

/// The leading right singular vectors of `D`, orthonormal columns.
fn leading(d: &Mat, most: usize, progress: &dyn Progress) -> Result<Mat> {
    let width = (most + MORE).min(d.nrows()).min(d.ncols());
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let draws: Vec<f64> = (0..d.ncols() * width).map(|_| StandardNormal.sample(&mut rng)).collect();
    let x = Mat::from_fn(d.ncols(), width, |i, j| draws[i * width + j]);
    let mut y = product(d.as_ref(), x.as_ref());
    for _ in 0..POWERS {
        progress::check(progress)?;
        orthonormalise(&mut y);
        y = product(d.as_ref(), product(d.transpose(), y.as_ref()).as_ref());
    }
    orthonormalise(&mut y);
    let (_, _, v) = thin_svd(product(y.transpose(), d.as_ref()).as_ref())?;
    Ok(v.subcols(0, most.min(width)).to_owned())
}

/// The error with one shape, with two, and so on.
fn errors(places: &Motion, shapes: &[Places], weights: &[Vec<f32>]) -> Vec<f64> {
    let larger = |mut a: Vec<f64>, b: Vec<f64>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a = a.max(b));
        a
    };
    let batch = |(b, rest): (usize, &[[f32; 3]])| {
        let here = b * BATCH..b * BATCH + rest.len();
        let mut squares = vec![0.0f64; shapes.len()];
        let mut missing = vec![[0.0f64; 3]; rest.len()];
        for (frame, weights) in places.frames.iter().zip(weights) {
            for ((m, x), r) in missing.iter_mut().zip(&frame[here.clone()]).zip(rest) {
                *m = [0, 1, 2].map(|c| f64::from(x[c]) - f64::from(r[c]));
            }
            for ((square, shape), &w) in squares.iter_mut().zip(shapes).zip(weights) {
                for (m, t) in missing.iter_mut().zip(&shape[here.clone()]) {
                    (0..3).for_each(|c| m[c] -= f64::from(w) * f64::from(t[c]));
                    *square = square.max(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
                }
            }
        }
        squares
    };
    let squares = places.rest.par_chunks(BATCH).enumerate().map(batch);
    let squares = squares.reduce(|| vec![0.0; shapes.len()], larger);
    squares.into_iter().map(f64::sqrt).collect()
}
