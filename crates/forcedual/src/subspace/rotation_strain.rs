//! Rotation-strain reconstruction: large motion from a linear displacement.
//!
//! Per cell the displacement gradient is split into rotation and stretch, put together again as
//! a finite motion, and the vertices are fitted to these gradients:
//!
//! ```text
//! Y_t = exp(skew grad u) (I + sym grad u) - I
//! min_y sum_t v_t |grad y - Y_t|^2        (a Poisson problem, pins held)
//! ```
//!
//! A displacement `u = W X` with skew `W` comes out as the finite rotation `exp(W)`.

use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::small::{Mat as Small, rotation_strain};
use crate::linalg::{Cholesky, Mat};
use crate::mesh::geometry::{components, laplacian};

/// The Poisson problem of a body, factored once.
pub struct RotationStrain<'a> {
    body: &'a Body,
    factor: Cholesky,
    kept: Vec<u32>,
    /// Components held nowhere: their vertices, to be put back at their mean displacement.
    loose: Vec<Vec<u32>>,
}

impl<'a> RotationStrain<'a> {
    /// Assembles and factors the Laplacian of a body.
    pub fn new(body: &'a Body) -> Result<Self> {
        let laplacian = laplacian(&body.mesh, &body.geometry, |_| 1.0);
        let (count, label) = components(&body.mesh);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (v, &c) in label.iter().enumerate().filter(|(_, c)| **c != u32::MAX) {
            members[c as usize].push(v as u32);
        }
        let loose: Vec<Vec<u32>> =
            members.into_iter().filter(|m| m.iter().all(|&v| !body.held[v as usize])).collect();
        let mut keep: Vec<bool> = body.held.iter().map(|held| !held).collect();
        loose.iter().for_each(|m| keep[m[0] as usize] = false);
        let (reduced, kept) = laplacian.restricted(&keep);
        Ok(RotationStrain { body, factor: Cholesky::of_scalar(&reduced)?, kept, loose })
    }

    /// The large displacement that a linear one stands for.
    pub fn reconstruct(&self, u: &[f64]) -> Result<Vec<f64>> {
        if u.len() != self.body.dofs() {
            return Err(Error::new(
                Code::Array,
                format!(
                    "{} displacement components for {} degrees of freedom",
                    u.len(),
                    self.body.dofs()
                ),
            ));
        }
        if self.body.dim() == 2 { Ok(self.fit::<2>(u)) } else { Ok(self.fit::<3>(u)) }
    }

    fn fit<const D: usize>(&self, u: &[f64]) -> Vec<f64> {
        let body = self.body;
        let mut load = vec![0.0; u.len()];
        for t in 0..body.mesh.cell_count() {
            let cell = body.mesh.cell(t);
            let mut g: Small<D> = [[0.0; D]; D];
            for (a, &v) in cell.iter().enumerate() {
                let shape = body.geometry.gradient(t, a);
                for r in 0..D {
                    for c in 0..D {
                        g[r][c] += u[v as usize * D + r] * shape[c];
                    }
                }
            }
            let y = rotation_strain(&g);
            for (a, &v) in cell.iter().enumerate() {
                let shape = body.geometry.gradient(t, a);
                for r in 0..D {
                    let pull: f64 = (0..D).map(|c| y[r][c] * shape[c]).sum();
                    load[v as usize * D + r] += body.geometry.volumes[t] * pull;
                }
            }
        }
        let mut x = Mat::from_fn(self.kept.len(), D, |i, c| load[self.kept[i] as usize * D + c]);
        self.factor.solve_in_place(x.as_mut());
        let mut out = vec![0.0; u.len()];
        for (i, &v) in self.kept.iter().enumerate() {
            (0..D).for_each(|c| out[v as usize * D + c] = x[(i, c)]);
        }
        for members in &self.loose {
            self.recentre::<D>(members, u, &mut out);
        }
        out
    }

    /// Gives a loose component the mass-averaged displacement it had.
    fn recentre<const D: usize>(&self, members: &[u32], u: &[f64], out: &mut [f64]) {
        let total: f64 = members.iter().map(|&v| self.body.mass[v as usize]).sum();
        for c in 0..D {
            let offset: f64 = members
                .iter()
                .map(|&v| v as usize)
                .map(|v| self.body.mass[v] * (u[v * D + c] - out[v * D + c]))
                .sum();
            members.iter().for_each(|&v| out[v as usize * D + c] += offset / total);
        }
    }
}
