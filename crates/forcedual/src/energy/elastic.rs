//! Elastic energy of linear simplices.
//!
//! ```text
//! F = sum_a x_a g_a^T        E = v psi(F)
//! dE/dx_a = v P g_a          d2E/(dx_a dx_b) = v sum_kl (dP_ik/dF_jl) g_a[k] g_b[l]
//! ```
//!
//! with `g_a` the gradient of shape function `a`, `v` the cell's volume, `P = dpsi/dF`.

use super::Energy;
use crate::body::Body;
use crate::linalg::small::Mat;

/// The elastic energy of a body.
#[derive(Clone, Copy)]
pub struct Elastic<'a> {
    body: &'a Body,
}

impl<'a> Elastic<'a> {
    /// The elastic energy of `body`.
    pub fn new(body: &'a Body) -> Self {
        Elastic { body }
    }

    fn deformation<const D: usize>(&self, cell: usize, x: &[f64]) -> Mat<D> {
        let mut f = [[0.0; D]; D];
        for a in 0..=D {
            let g = self.body.geometry.gradient(cell, a);
            for i in 0..D {
                for j in 0..D {
                    f[i][j] += x[a * D + i] * g[j];
                }
            }
        }
        f
    }

    fn value_in<const D: usize>(&self, cell: usize, x: &[f64]) -> f64 {
        let f = self.deformation::<D>(cell, x);
        self.body.geometry.volumes[cell] * self.body.law.energy(&f, self.body.lame[cell])
    }

    fn gradient_in<const D: usize>(&self, cell: usize, x: &[f64], out: &mut [f64]) {
        let p = self.body.law.stress(&self.deformation::<D>(cell, x), self.body.lame[cell]);
        let v = self.body.geometry.volumes[cell];
        for a in 0..=D {
            let g = self.body.geometry.gradient(cell, a);
            for i in 0..D {
                out[a * D + i] = v * (0..D).map(|j| p[i][j] * g[j]).sum::<f64>();
            }
        }
    }

    fn hessian_in<const D: usize>(&self, cell: usize, x: &[f64], psd: bool, out: &mut [f64]) {
        let f = self.deformation::<D>(cell, x);
        let mut block = [0.0; 81];
        let c = &mut block[..D * D * D * D];
        if psd {
            self.body.law.hessian_psd(&f, self.body.lame[cell], c);
        } else {
            self.body.law.hessian(&f, self.body.lame[cell], c);
        }
        self.pull_back::<D>(cell, c, out);
    }

    /// `v J^T C J` of a cell for a `D^2 x D^2` block `C` over vec(F).
    fn pull_back<const D: usize>(&self, cell: usize, c: &[f64], out: &mut [f64]) {
        let v = self.body.geometry.volumes[cell];
        let rows = D * (D + 1);
        for b in 0..=D {
            let gb = self.body.geometry.gradient(cell, b);
            for j in 0..D {
                // column (b, j): cg[i][k] = v sum_l C[(i,k),(j,l)] gb[l]
                let mut cg = [[0.0; D]; D];
                for (i, row) in cg.iter_mut().enumerate() {
                    for (k, entry) in row.iter_mut().enumerate() {
                        let at = (i * D + k) * D * D + j * D;
                        *entry = v * (0..D).map(|l| c[at + l] * gb[l]).sum::<f64>();
                    }
                }
                for a in 0..=D {
                    let ga = self.body.geometry.gradient(cell, a);
                    for (i, row) in cg.iter().enumerate() {
                        out[(a * D + i) * rows + b * D + j] = (0..D).map(|k| row[k] * ga[k]).sum();
                    }
                }
            }
        }
    }
}

impl Energy for Elastic<'_> {
    fn dim(&self) -> usize {
        self.body.dim()
    }

    fn stencils(&self) -> usize {
        self.body.mesh.cell_count()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        self.body.mesh.cell(stencil)
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        if self.dim() == 2 {
            self.value_in::<2>(stencil, x)
        } else {
            self.value_in::<3>(stencil, x)
        }
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        if self.dim() == 2 {
            self.gradient_in::<2>(stencil, x, out)
        } else {
            self.gradient_in::<3>(stencil, x, out)
        }
    }

    fn hessian(&self, stencil: usize, x: &[f64], psd: bool, out: &mut [f64]) {
        if self.dim() == 2 {
            self.hessian_in::<2>(stencil, x, psd, out)
        } else {
            self.hessian_in::<3>(stencil, x, psd, out)
        }
    }
}
