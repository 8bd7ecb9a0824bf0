//! Mass-orthonormal bases: of displacement modes, and of linear blend skinning.
//!
//! Skinning weights `W` (`n` by `k`) move a vertex by affine maps, `u_i = sum_j w_ij T_j [X_i; 1]`.
//! The basis of these motions is `Phi (x) I_d` with `Phi = [w_j, w_j x, w_j y (, w_j z)]`, so only
//! the scalar `Phi` (`n` by `(d+1) k`) is orthonormalised and the Kronecker form survives.

use super::linearisation::Linearisation;
use super::spec::SubspaceKind;
use crate::body::Body;
use crate::error::Result;
use crate::linalg::{
    Into, Mat, MatRef, column, column_mut, from_columns, gemm, hstack, norm, product, scale_rows,
    thin_svd,
};
use crate::mesh::geometry::components;

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

/// A mass-orthonormal basis that grows by blocks and keeps the order of what it was given.
pub struct Growing<'a> {
    mass: &'a [f64],
    columns: Mat,
    used: usize,
}

impl<'a> Growing<'a> {
    /// Starts from orthonormal columns.
    pub fn new(start: &Mat, mass: &'a [f64]) -> Self {
        let mut growing = Growing { mass, columns: Mat::zeros(mass.len(), 0), used: 0 };
        growing.push(start);
        growing
    }

    /// Number of columns.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Has it no columns?
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Columns from number `first` on.
    pub fn from(&self, first: usize) -> Mat {
        self.columns.as_ref().subcols(first, self.used - first).to_owned()
    }

    /// Adds what is new in `more`: the parts orthogonal to all columns so far.
    pub fn extend(&mut self, more: &Mat) -> Result<()> {
        let lengths: Vec<f64> =
            (0..more.ncols()).map(|j| self.length(column(more.as_ref(), j))).collect();
        let basis = self.columns.as_ref().subcols(0, self.used);
        let mut rest = more.clone();
        for _ in 0..2 {
            project_off(&mut rest, basis, self.mass);
        }
        let fresh: Vec<Vec<f64>> = (0..rest.ncols())
            .map(|j| column(rest.as_ref(), j).to_vec())
            .zip(lengths)
            .filter(|(c, length)| self.length(c) > RANK_TOLERANCE * length)
            .map(|(c, _)| c)
            .collect();
        if !fresh.is_empty() {
            let mut fresh = orthonormal(from_columns(rest.nrows(), &fresh), self.mass)?;
            // columns that were nearly dependent have lost digits of orthogonality
            project_off(&mut fresh, basis, self.mass);
            self.push(&fresh);
        }
        Ok(())
    }

    fn length(&self, u: &[f64]) -> f64 {
        mass_norm_squared(u, self.mass).sqrt()
    }

    fn push(&mut self, fresh: &Mat) {
        let needed = self.used + fresh.ncols();
        if needed > self.columns.ncols() {
            let mut larger = Mat::zeros(self.mass.len(), (2 * needed).max(16));
            larger
                .as_mut()
                .subcols_mut(0, self.used)
                .copy_from(self.columns.as_ref().subcols(0, self.used));
            self.columns = larger;
        }
        self.columns.as_mut().subcols_mut(self.used, fresh.ncols()).copy_from(fresh);
        self.used = needed;
    }
}

/// `u - B B^T M u` for each column, with mass-orthonormal `B`.
pub fn project_off(u: &mut Mat, basis: MatRef<'_, f64>, mass: &[f64]) {
    let mut dual = u.clone();
    scale_rows(dual.as_mut(), mass);
    let amounts = product(basis.transpose(), dual.as_ref());
    gemm(u.as_mut(), Into::Subtract, basis, amounts.as_ref());
}

/// `u^T M u`
pub fn mass_norm_squared(u: &[f64], mass: &[f64]) -> f64 {
    u.iter().zip(mass).map(|(u, m)| m * u * u).sum()
}

/// The deforming part of a subspace, mode by mode: a mass-orthonormal basis without motions that
/// cost no energy, whose first `ends[k]` columns belong to the first `k + 1` modes or weights.
pub fn nested(
    lin: &Linearisation<'_>,
    kind: SubspaceKind,
    vectors: &Mat,
) -> Result<(Mat, Vec<usize>)> {
    let body = lin.body;
    let mut growing = Growing::new(&lin.rigid, lin.mass());
    let rigid = growing.len();
    let mut ends = Vec::new();
    for k in 0..vectors.ncols() {
        let mut vector = vectors.as_ref().subcols(k, 1).to_owned();
        if kind == SubspaceKind::Skinning {
            if k == 0 {
                vector = hstack(&[constant_weights(lin).as_ref(), vector.as_ref()]);
            }
            let functions = skinning_functions(body, vector.as_ref())?;
            vector = kronecker(functions.as_ref(), body.dim());
        }
        growing.extend(&vector)?;
        ends.push(growing.len() - rigid);
    }
    Ok((growing.from(rigid), ends))
}

/// One constant weight, of unit mass norm, per connected component that can move without energy.
pub fn constant_weights(lin: &Linearisation<'_>) -> Mat {
    let body = lin.body;
    let (count, label) = components(&body.mesh);
    let d = body.dim();
    let mut moves = vec![false; count];
    let mut mass = vec![0.0; count];
    for (i, &c) in label.iter().enumerate().filter(|(_, c)| **c != u32::MAX) {
        let motion = |k: usize| (0..d).any(|r| lin.rigid[(i * d + r, k)] != 0.0);
        moves[c as usize] |= (0..lin.rigid.ncols()).any(motion);
        mass[c as usize] += if body.held[i] { 0.0 } else { body.mass[i] };
    }
    let loose: Vec<usize> = (0..count).filter(|&c| moves[c]).collect();
    Mat::from_fn(label.len(), loose.len(), |i, k| {
        let inside = label[i] as usize == loose[k] && !body.held[i];
        if inside { 1.0 / mass[loose[k]].sqrt() } else { 0.0 }
    })
}
