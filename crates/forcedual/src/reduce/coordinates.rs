//! Reduced coordinates: how they move points and deform cells.
//!
//! Displacement modes move vertex `i` by `u_i = B_i z`. Skinning moves it by
//! `u_i = sum_a phi_a(X_i) T_a`, with `p` mass-orthonormal scalar functions `phi` and a vector `T_a`
//! each: the basis is `Phi (x) I_d` and never formed. In both cases the reduced mass is the identity.
//!
//! ```text
//! displacement:  z in R^r,                F = I + sum_k z_k grad b_k
//! skinning:      z = [T_x, T_y (, T_z)],  F = I + sum_a T_a (grad phi_a)^T
//! ```
//!
//! Functions are turned so that the rest stiffness is diagonal: for modes exactly, for skinning its
//! mean over the axes, `S = 1/d sum_c Phi^T H_cc Phi`. The diagonal `s` then preconditions a step of
//! any length: `H + w I ~ diag(s + w)`.
//!
//! [`Motion`] stores rows of the basis for some points, or of its gradient for some cells, so that
//! `columns` numbers per row come out at once: `d` for skinning, 1 for modes.

use crate::error::Result;
use crate::linalg::{Mat, MatRef, Number, Rows, add_scaled, column, eigh, product};
use crate::subspace::basis::skinning_functions;
use crate::subspace::{Linearisation, Subspace};

/// Eigenvalues of a reduced stiffness below this fraction of the largest are motions without energy.
const FLAT: f64 = 1e-9;

/// Reduced coordinates of a body.
#[derive(Debug, Clone)]
pub struct Coordinates {
    /// 2 or 3.
    pub dim: usize,
    /// Skinning: scalar functions, `n` by `p`. Modes: `d n` by `r`.
    pub functions: Mat,
    /// Are these scalar functions, each moving vertices along every axis?
    pub blend: bool,
    /// Rest stiffness of every function, ascending numbers do not matter; not negative.
    pub stiffness: Vec<f64>,
    /// How the functions came from those designed, which were orthonormal: `designed = functions
    /// rotation^T`.
    pub rotation: Mat,
}

impl Coordinates {
    /// The coordinates of a designed subspace.
    pub fn new(lin: &Linearisation<'_>, subspace: &Subspace) -> Result<Self> {
        match &subspace.weights {
            Some(weights) => {
                let functions = skinning_functions(lin.body, weights.as_ref())?;
                Self::turned(lin, functions, true)
            }
            None => Self::turned(lin, subspace.basis.clone(), false),
        }
    }

    /// Mass-orthonormal functions, turned so that their stiffness is diagonal.
    pub fn turned(lin: &Linearisation<'_>, functions: Mat, blend: bool) -> Result<Self> {
        let dim = lin.body.dim();
        let count = functions.ncols();
        let mut stiffness = Mat::zeros(count, count);
        let axes = if blend { dim } else { 1 };
        for c in 0..axes {
            let block = match blend {
                true => along(functions.as_ref(), dim, c),
                false => functions.clone(),
            };
            let mut image = Mat::zeros(block.nrows(), count);
            lin.stiffness.mul(block.as_ref(), image.as_mut());
            let part = product(block.transpose(), image.as_ref());
            add_scaled(&mut stiffness, 1.0 / axes as f64, &part);
        }
        let (values, rotation) = eigh(stiffness.as_ref())?;
        Ok(Coordinates {
            dim,
            functions: product(functions.as_ref(), rotation.as_ref()),
            blend,
            stiffness: values.into_iter().map(|s| s.max(0.0)).collect(),
            rotation,
        })
    }

    /// Coordinates of several subspaces side by side, all of one kind: functions follow each other.
    pub fn joined(parts: &[Coordinates]) -> Self {
        let (dim, blend) = parts.first().map_or((3, false), |p| (p.dim, p.blend));
        let height = parts.first().map_or(0, |p| p.functions.nrows());
        let width = parts.iter().map(|p| p.functions.ncols()).sum();
        let mut functions = Mat::zeros(height, width);
        let mut from = 0;
        for part in parts {
            let count = part.functions.ncols();
            functions.as_mut().subcols_mut(from, count).copy_from(part.functions.as_ref());
            from += count;
        }
        let stiffness = parts.iter().flat_map(|p| p.stiffness.clone()).collect();
        Coordinates { dim, functions, blend, stiffness, rotation: Mat::identity(width, width) }
    }

    /// `K^{-1/2}` of the reduced rest stiffness `K = B^T H B`, motions without energy left out.
    pub fn compliance_root(&self, lin: &Linearisation<'_>) -> Result<Rows> {
        let width = self.functions.ncols();
        let mut k = Mat::zeros(self.size(), self.size());
        for c in 0..self.columns() {
            let motions = match self.blend {
                true => along(self.functions.as_ref(), self.dim, c),
                false => self.functions.clone(),
            };
            let mut image = Mat::zeros(motions.nrows(), width);
            lin.stiffness.mul(motions.as_ref(), image.as_mut());
            for other in 0..self.columns() {
                let row = |i: usize| i * self.columns() + other;
                let part = Mat::from_fn(self.functions.nrows(), width, |i, b| image[(row(i), b)]);
                let block = product(self.functions.transpose(), part.as_ref());
                let mut at = k.as_mut().submatrix_mut(other * width, c * width, width, width);
                at.copy_from(block.as_ref());
            }
        }
        let k = Mat::from_fn(k.nrows(), k.ncols(), |i, j| 0.5 * (k[(i, j)] + k[(j, i)]));
        let (values, vectors) = eigh(k.as_ref())?;
        let largest = values.iter().fold(0.0, |m: f64, x| m.max(*x));
        let kept: Vec<usize> = (0..values.len()).filter(|&i| values[i] > FLAT * largest).collect();
        let entry = |i: usize, j: usize| vectors[(j, kept[i])] / values[kept[i]].sqrt();
        Ok(Rows::from_fn(kept.len(), k.ncols(), entry))
    }

    /// Number of coordinates.
    pub fn size(&self) -> usize {
        self.functions.ncols() * self.columns()
    }

    /// Numbers per row of a [`Motion`].
    pub fn columns(&self) -> usize {
        if self.blend { self.dim } else { 1 }
    }

    /// Rest stiffness of every coordinate.
    pub fn spectrum(&self) -> Vec<f64> {
        self.stiffness.repeat(self.columns())
    }

    /// Displacement of all vertices.
    pub fn displacement(&self, z: &[f64]) -> Vec<f64> {
        let (count, columns) = (self.functions.ncols(), self.columns());
        let z = Mat::from_fn(count, columns, |a, c| z[c * count + a]);
        let u = product(self.functions.as_ref(), z.as_ref());
        let at = |i: usize| if self.blend { u[(i / self.dim, i % self.dim)] } else { u[(i, 0)] };
        let rows = if self.blend { self.dim * u.nrows() } else { u.nrows() };
        (0..rows).map(at).collect()
    }

    /// Squared mass-weighted distance of a displacement from another one, and that one's square.
    pub fn distance(&self, z: &[f64], truth: &[f64], mass: &[f64]) -> (f64, f64) {
        let (mut wrong, mut whole) = (0.0, 0.0);
        for ((u, t), m) in self.displacement(z).iter().zip(truth).zip(mass) {
            wrong += m * (u - t).powi(2);
            whole += m * t * t;
        }
        (wrong, whole)
    }

    /// `B^T f` for a force on all vertices.
    pub fn reduced(&self, force: &[f64]) -> Vec<f64> {
        let (count, columns) = (self.functions.ncols(), self.columns());
        let mut out = vec![0.0; count * columns];
        for a in 0..count {
            let phi = column(self.functions.as_ref(), a);
            for c in 0..columns {
                let f = force.iter().skip(c).step_by(columns);
                out[c * count + a] = phi.iter().zip(f).map(|(p, f)| p * f).sum();
            }
        }
        out
    }

    /// Rows of the basis for some vertices.
    pub fn at(&self, vertices: &[u32]) -> Motion {
        let (d, phi) = (self.dim, &self.functions);
        let per = self.dim / self.columns();
        let rows = Rows::from_fn(vertices.len() * per, phi.ncols(), |row, a| {
            let vertex = vertices[row / per] as usize;
            if self.blend { phi[(vertex, a)] } else { phi[(vertex * d + row % per, a)] }
        });
        Motion { dim: d, columns: self.columns(), rows }
    }

    /// Rows of the gradient of the basis in some cells: entry `(j, i)` of `F - I` is number
    /// `d j + i` of a cell.
    pub fn gradients(&self, lin: &Linearisation<'_>, cells: &[u32]) -> Motion {
        let (d, phi, body) = (self.dim, &self.functions, lin.body);
        let per = d * d / self.columns();
        let rows = Rows::from_fn(cells.len() * per, phi.ncols(), |row, a| {
            let (t, k) = (cells[row / per] as usize, row % per);
            // skinning: one row per derivative j; modes: one per j and component i
            let (j, i) = if self.blend { (k, None) } else { (k / d, Some(k % d)) };
            let corners = body.mesh.cell(t).iter().enumerate();
            corners
                .map(|(corner, &v)| {
                    let value = match i {
                        Some(i) => phi[(v as usize * d + i, a)],
                        None => phi[(v as usize, a)],
                    };
                    value * body.geometry.gradient(t, corner)[j]
                })
                .sum()
        });
        Motion { dim: d, columns: self.columns(), rows }
    }
}

/// Scalar functions as motions along axis `c`.
fn along(phi: MatRef<'_, f64>, dim: usize, c: usize) -> Mat {
    Mat::from_fn(
        phi.nrows() * dim,
        phi.ncols(),
        |i, a| {
            if i % dim == c { phi[(i / dim, a)] } else { 0.0 }
        },
    )
}

/// Rows of the basis for some points, or of its gradient for some cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motion<T = f64> {
    /// 2 or 3.
    pub dim: usize,
    /// Numbers that come out per row.
    pub columns: usize,
    /// The rows.
    pub rows: Rows<T>,
}

impl<T: Number> Motion<T> {
    /// Numbers that coordinates take when padded.
    pub fn padded(&self) -> usize {
        self.columns * self.rows.stride()
    }

    /// Coordinates, padded, into `out`.
    pub fn pad(&self, z: &[f64], out: &mut [T]) {
        let (width, stride) = (self.rows.width(), self.rows.stride());
        if width == 0 {
            return;
        }
        for (z, out) in z.chunks_exact(width).zip(out.chunks_exact_mut(stride)) {
            out.iter_mut().zip(z).for_each(|(out, z)| *out = T::nearest(*z));
        }
    }

    /// Adds padded numbers to coordinates.
    pub fn add_unpadded(&self, padded: &[T], z: &mut [f64]) {
        let (width, stride) = (self.rows.width(), self.rows.stride());
        if width == 0 {
            return;
        }
        for (z, padded) in z.chunks_exact_mut(width).zip(padded.chunks_exact(stride)) {
            z.iter_mut().zip(padded).for_each(|(z, x)| *z += x.double());
        }
    }

    /// All rows times padded coordinates.
    pub fn mul(&self, z: &[T], out: &mut [T]) {
        self.rows.mul(self.columns, z, out);
    }

    /// Adds the transpose of all rows times `y` to padded coordinates.
    pub fn add_transposed(&self, y: &[T], z: &mut [T]) {
        self.rows.add_transposed(self.columns, y, z);
    }

    /// The displacements of the first points, as many as `out` has room for.
    pub fn first(&self, z: &[T], out: &mut [T]) {
        self.rows.mul_block(self.columns, 0, out.len() / self.columns, z, out);
    }

    /// Adds what forces on the first points do to the coordinates.
    pub fn add_first(&self, forces: &[T], z: &mut [T]) {
        self.rows.add_block_transposed(self.columns, 0, forces.len() / self.columns, forces, z);
    }

    /// The displacement of point `k`, `dim` numbers.
    pub fn point(&self, k: usize, z: &[T], out: &mut [T]) {
        self.rows.mul_block(self.columns, k, self.dim / self.columns, z, out);
    }

    /// Adds what a force on point `k` does to the coordinates.
    pub fn add_point(&self, k: usize, force: &[T], z: &mut [T]) {
        self.rows.add_block_transposed(self.columns, k, self.dim / self.columns, force, z);
    }
}
