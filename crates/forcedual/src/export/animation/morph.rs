//! A motion as weighted shapes: principal components of the displacements.
//!
//! With `D` the displacements (`3n` rows, a column per frame), `D ~ T W^T`: the columns of `T` are the
//! shapes, the rows of `W` the weights of a frame. `W` are the leading right singular vectors of `D`:
//! eigenvectors of `D^T D`. Where there are many frames they come from a random sketch
//! `Y = (D D^T)^2 D X` with a few columns more than shapes are wanted: `Q = orth(Y)`, then the singular
//! value decomposition of `Q^T D`. The shapes are `T = D W`, one after the other, each from what those
//! before have left. Shapes of the normals are those that come closest with the same weights: `N W`.
//!
//! Weights are scaled to 1 at most. The error is measured on the rounded numbers that files hold.

use crate::error::Result;
use crate::linalg::{
    Mat, MatRef, column, dot, eigh, for_columns, orthonormalise, product, thin_svd,
};
use crate::progress::{self, Progress};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use std::sync::atomic::{AtomicU64, Ordering};

/// More frames than this are many.
const MANY: usize = 500;
/// Columns of the sketch beyond the shapes that are wanted.
const MORE: usize = 16;
/// Times that the sketch is multiplied by `D D^T`.
const POWERS: usize = 2;

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
    let mut left = places.matrix();
    let w = leading(&left, most, progress)?;
    let (mut positions, mut weights, mut error) = (Vec::new(), Vec::new(), f64::INFINITY);
    while error > tolerance && positions.len() < w.ncols() {
        progress::check(progress)?;
        let w = w.as_ref().subcols(positions.len(), 1);
        let shape = shapes(&left, w).remove(0);
        let weight: Vec<f32> = column(w, 0).iter().map(|x| (x / largest(w, 0)) as f32).collect();
        error = subtract(&mut left, &shape, &weight);
        positions.push(shape);
        weights.push(weight);
    }
    drop(left);
    progress::check(progress)?;
    let normals = shapes(&normals.matrix(), w.as_ref().subcols(0, positions.len()));
    let weights = (0..w.nrows()).flat_map(|f| weights.iter().map(move |list| list[f])).collect();
    Ok(Morph { positions, normals, weights, error })
}

/// The largest weight of a shape.
fn largest(w: MatRef<'_, f64>, k: usize) -> f64 {
    column(w, k).iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// `D W`, for weights of 1 at most.
fn shapes(d: &Mat, w: MatRef<'_, f64>) -> Vec<Places> {
    let t = product(d.as_ref(), w);
    let shape = |k: usize| {
        let scale = largest(w, k);
        let rows = column(t.as_ref(), k).as_chunks().0;
        rows.iter().map(|p: &[f64; 3]| p.map(|x| (scale * x) as f32)).collect()
    };
    (0..w.ncols()).map(shape).collect()
}

/// Subtracts a weighted shape, and returns the largest displacement that is left.
fn subtract(left: &mut Mat, shape: &[[f32; 3]], weights: &[f32]) -> f64 {
    // squares of finite numbers are in the order of their bits
    let square = AtomicU64::new(0);
    for_columns(left.as_mut(), |f, column| {
        let (w, mut largest) = (f64::from(weights[f]), 0.0f64);
        for (d, t) in column.as_chunks_mut::<3>().0.iter_mut().zip(shape) {
            (0..3).for_each(|c| d[c] -= w * f64::from(t[c]));
            largest = largest.max(dot(d, d));
        }
        square.fetch_max(largest.to_bits(), Ordering::Relaxed);
    });
    f64::from_bits(square.into_inner()).sqrt()
}

/// The leading right singular vectors of `D`, orthonormal columns.
fn leading(d: &Mat, most: usize, progress: &dyn Progress) -> Result<Mat> {
    let vectors = match d.ncols() <= MANY {
        true => eigh(product(d.transpose(), d.as_ref()).as_ref())?.1,
        false => sketched(d, most + MORE, progress)?,
    };
    Ok(vectors.subcols(0, most.min(vectors.ncols())).to_owned())
}

/// The leading right singular vectors of `D` from a sketch of `width` columns.
fn sketched(d: &Mat, width: usize, progress: &dyn Progress) -> Result<Mat> {
    let width = width.min(d.nrows()).min(d.ncols());
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
    Ok(thin_svd(product(y.transpose(), d.as_ref()).as_ref())?.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    /// Frames of a few random shapes, each a tenth as strong as the one before.
    fn decaying(vertices: usize, frames: usize) -> (Places, Vec<Places>) {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut draw = || -> f64 { StandardNormal.sample(&mut rng) };
        let mut moved = vec![vec![[0.0f64; 3]; vertices]; frames];
        for strength in [1.0, 0.1, 0.01, 0.001, 0.0001] {
            let shape: Vec<[f64; 3]> = (0..vertices).map(|_| [draw(), draw(), draw()]).collect();
            for frame in &mut moved {
                let w = strength * draw();
                for (p, s) in frame.iter_mut().zip(&shape) {
                    (0..3).for_each(|c| p[c] += w * s[c]);
                }
            }
        }
        let single = |frame: Vec<[f64; 3]>| frame.iter().map(|p| p.map(|x| x as f32)).collect();
        (vec![[0.0; 3]; vertices], moved.into_iter().map(single).collect())
    }

    #[test]
    fn as_many_shapes_as_the_tolerance_asks_for_however_many_frames() {
        for (vertices, frames) in [(40, 30), (5, 30), (40, MANY + 20)] {
            let (rest, moved) = decaying(vertices, frames);
            let motion = Motion { rest: &rest, frames: &moved };
            let fit = |tolerance, most| morph(&motion, &motion, tolerance, most, &Silent).unwrap();
            // a shape of strength s leaves about ten times that at the worst vertex and frame
            for (tolerance, count) in [(2.0, 1), (0.2, 2), (0.02, 3), (0.002, 4), (1e-5, 5)] {
                let found = fit(tolerance, 64);
                assert_eq!(found.positions.len(), count, "{vertices} {frames} {tolerance}");
                assert!(found.error <= tolerance);
                // the same motion of normals has the same shapes
                for (a, b) in found.positions.iter().zip(&found.normals) {
                    let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-4;
                    assert!(a.as_flattened().iter().zip(b.as_flattened()).all(near));
                }
            }
            let few = fit(1e-5, 2);
            assert!(few.positions.len() == 2 && few.error > 1e-3, "{}", few.error);
        }
    }

    #[test]
    fn the_sketch_finds_the_singular_vectors() {
        let (rest, moved) = decaying(40, 100);
        let d = Motion { rest: &rest, frames: &moved }.matrix();
        let (_, _, exact) = thin_svd(d.as_ref()).unwrap();
        let found = sketched(&d, 8, &Silent).unwrap();
        for k in 0..4 {
            let cosine = dot(column(exact.as_ref(), k), column(found.as_ref(), k)).abs();
            assert!((cosine - 1.0).abs() < 1e-10, "{k}: {cosine}");
        }
    }
}
