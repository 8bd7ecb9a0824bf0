//! What a model says about every vertex: its modes, weights and root mean square displacement.

use super::subject::{norm, vectors};
use crate::error::{Code, Error, Result};
use crate::export::Model;
use crate::linalg::column;

/// Column `k` (counted from one) of a model's modes, motions without energy left out: a displacement
/// of every vertex.
pub fn mode(model: &Model, k: usize) -> Result<Vec<f64>> {
    let basis = model.basis.as_ref().ok_or_else(|| {
        Error::new(Code::Modes, "the model has skinning weights, not displacement modes").help(
            "`forcedual design --kind displacement` makes a model of displacement modes; weights are shown one by one (`--mode 2`)",
        )
    })?;
    let count = basis.ncols().saturating_sub(model.rigid);
    numbered(k, count, "mode")?;
    Ok(column(basis.as_ref(), model.rigid + k - 1).to_vec())
}

/// Skinning weight `k` (counted from one) of a model at every vertex.
pub fn weight(model: &Model, k: usize) -> Result<Vec<f64>> {
    let weights = model.weights.as_ref().ok_or_else(|| {
        Error::new(Code::Modes, "the model has displacement modes, not skinning weights")
    })?;
    numbered(k, weights.ncols(), "weight")?;
    Ok(column(weights.as_ref(), k - 1).to_vec())
}

/// Root mean square displacement of every vertex under the model's forces, as far as its modes tell:
/// `sqrt(sum_k lambda_k |b_k(i)|^2)`.
pub fn rms_displacement(model: &Model) -> Result<Vec<f64>> {
    let mut squares = vec![0.0; model.mass.len()];
    for (k, &variance) in model.eigenvalues.iter().enumerate() {
        let displacement = mode(model, k + 1)?;
        for (sum, u) in squares.iter_mut().zip(vectors(&displacement, model.dim)) {
            *sum += variance * norm(u).powi(2);
        }
    }
    Ok(squares.into_iter().map(f64::sqrt).collect())
}

fn numbered(k: usize, count: usize, what: &str) -> Result<()> {
    if (1..=count).contains(&k) {
        return Ok(());
    }
    Err(Error::new(Code::Modes, format!("there is no {what} {k}: the model has {count}"))
        .help(format!("{what}s are counted from 1 to {count}")))
}
