//! Green's functions: responses to single amplitudes of a prior.

use super::linearisation::Linearisation;
use super::modes::{Field, Modes, principal};
use crate::error::Result;
use crate::force::Factor;
use crate::linalg::{Mat, column};
use crate::progress::{Progress, check};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Principal components of the responses to `count` amplitudes chosen at random.
///
/// A prior of no more amplitudes than that gives all of them: its force-dual modes.
pub fn greens(
    lin: &Linearisation<'_>,
    factor: &Factor,
    field: Field,
    count: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Modes> {
    principal(lin, responses(lin, factor, count, seed, progress)?, field, count)
}

/// Responses to `count` amplitudes chosen at random, in the order of the draw.
pub fn responses(
    lin: &Linearisation<'_>,
    factor: &Factor,
    count: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Mat> {
    let total = factor.columns();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..total).collect();
    for i in 0..total.min(count * 64) {
        let j = rng.random_range(i..total);
        order.swap(i, j);
    }
    let mut forces: Vec<Vec<f64>> = Vec::new();
    for chunk in order.chunks(64) {
        check(progress)?;
        let mut z = Mat::zeros(total, chunk.len());
        chunk.iter().enumerate().for_each(|(j, &i)| z[(i, j)] = 1.0);
        let block = factor.apply(z.as_ref());
        for j in 0..block.ncols() {
            let force = column(block.as_ref(), j);
            if forces.len() < count && force.iter().any(|&x| x != 0.0) {
                forces.push(force.to_vec());
            }
        }
        if forces.len() == count {
            break;
        }
    }
    progress.stage("modes", forces.len());
    lin.solve_watched(crate::linalg::from_columns(lin.body.dofs(), &forces), progress)
}
