//! Mass-orthonormal bases: of displacement modes, and of linear blend skinning.
//!
//! Skinning weights `W` (`n` by `k`) move a vertex by affine maps, `u_i = sum_j w_ij T_j [X_i; 1]`.
//! The basis of these motions is `Phi (x) I_d` with `Phi = [w_j, w_j x, w_j y (, w_j z)]`, so only
//! the scalar `Phi` (`n` by `(d+1) k`) is orthonormalised and the Kronecker form survives.

use crate::body::Body;
use crate::error::Result;
use crate::linalg::{Mat, MatRef, column, column_mut, hstack, norm, scale_rows, thin_svd};

/// Singular values below this fraction of the largest do not count as directions.
const RANK_TOLERANCE: f64 = 1e-8;

/// The linear blend skinning Jacobian: `dim n` rows, `d (d+1) k` columns; for weight `j`, row `r`
/// of its affine map and homogeneous coordinate `a`, column `(j d + r) (d+1) + a`.
pub fn lbs_jacobian(body: &Body, weights: MatRef<'_, f64>) -> Mat {
    let (d, n) = (body.dim(), body.mesh.vertex_count());
    let mut out = Mat::zeros(d * n, d * (d + 1) * weights.ncols());
    for j in 0..weights.ncols() {
        for r in 0..d {
            for a in 0..=d {
                let to = column_mut(out.as_mut(), (j * d + r) * (d + 1) + a);
                for i in 0..n {
                    let x = if a < d { body.mesh.point(i)[a] } else { 1.0 };
                    to[i * d + r] = weights[(i, j)] * x;
                }
            }
        }
    }
    out
}

/// Orthonormal scalar functions that span `[w_j, w_j x, w_j y (, w_j z)]`.
pub fn skinning_functions(body: &Body, weights: MatRef<'_, f64>) -> Result<Mat> {
    let (d, n) = (body.dim(), body.mesh.vertex_count());
    let (low, _) = body.mesh.bounds();
    let size = body.mesh.diagonal();
    let phi = Mat::from_fn(n, (d + 1) * weights.ncols(), |i, column| {
        let (j, a) = (column / (d + 1), column % (d + 1));
        let x = if a < d { (body.mesh.point(i)[a] - low[a]) / size } else { 1.0 };
        weights[(i, j)] * x
    });
    orthonormal(phi, &body.mass)
}

/// `Phi (x) I_d`: scalar functions, each moving the vertices along every axis.
pub fn kronecker(phi: MatRef<'_, f64>, d: usize) -> Mat {
    let mut out = Mat::zeros(phi.nrows() * d, phi.ncols() * d);
    for j in 0..phi.ncols() {
        for c in 0..d {
            let to = column_mut(out.as_mut(), j * d + c);
            to.iter_mut().skip(c).step_by(d).zip(column(phi, j)).for_each(|(o, x)| *o = *x);
        }
    }
    out
}

/// Mass-orthonormal columns that span those of `b`; dependent directions are dropped.
pub fn orthonormal(mut b: Mat, mass: &[f64]) -> Result<Mat> {
    let root: Vec<f64> = mass.iter().map(|m| m.sqrt()).collect();
    scale_rows(b.as_mut(), &root);
    for j in 0..b.ncols() {
        let c = column_mut(b.as_mut(), j);
        let length = norm(c);
        if length > 0.0 {
            c.iter_mut().for_each(|x| *x /= length);
        }
    }
    let (u, s, _) = thin_svd(b.as_ref())?;
    let largest = s.first().copied().unwrap_or(0.0);
    let rank = s.iter().take_while(|&&x| x > RANK_TOLERANCE * largest).count();
    let mut q = u.as_ref().subcols(0, rank).to_owned();
    let inverse: Vec<f64> = root.iter().map(|&r| if r > 0.0 { 1.0 / r } else { 0.0 }).collect();
    scale_rows(q.as_mut(), &inverse);
    Ok(q)
}

/// Appends the parts of `more` that are mass-orthogonal to the orthonormal columns of `b`.
pub fn extended(b: &Mat, more: &Mat, mass: &[f64]) -> Result<Mat> {
    let mut rest = more.clone();
    let mut dual = b.clone();
    scale_rows(dual.as_mut(), mass);
    let mut lengths = Vec::new();
    for j in 0..rest.ncols() {
        let c = column(rest.as_ref(), j);
        lengths.push(c.iter().zip(mass).map(|(x, m)| m * x * x).sum::<f64>().sqrt());
    }
    for _ in 0..2 {
        super::rigid::project_out(&mut rest, b, &dual);
    }
    let keep: Vec<Vec<f64>> = (0..rest.ncols())
        .map(|j| column(rest.as_ref(), j).to_vec())
        .zip(lengths)
        .filter(|(c, length)| {
            let left = c.iter().zip(mass).map(|(x, m)| m * x * x).sum::<f64>().sqrt();
            left > RANK_TOLERANCE * length
        })
        .map(|(c, _)| c)
        .collect();
    if keep.is_empty() {
        return Ok(b.clone());
    }
    let fresh = orthonormal(crate::linalg::from_columns(b.nrows(), &keep), mass)?;
    Ok(hstack(&[b.as_ref(), fresh.as_ref()]))
}
