//! A Matern random field: forces that agree over a correlation length.
//!
//! The force density `f` solves the stochastic equation `(kappa^2 - Laplace) f = tau` times white
//! noise, with natural boundary conditions. With `V` the nodal volumes and `S` the stiffness of
//! the Laplacian on linear simplices,
//!
//! ```text
//! K = kappa^2 V + S        L = tau V K^{-1} V^{1/2} (x) I
//! tau^2 = 4 pi kappa^2 (2D), 8 pi kappa (3D)
//! kappa = sqrt(8 nu) / length,  nu = 2 - d/2
//! ```
//!
//! so that every component of `f` has unit variance (in N/m^d) away from the boundary; towards it
//! the variance rises, to about twice that on a flat side. At distance `length` the correlation
//! has fallen to about 0.14. As `kappa` goes to zero only the `d` uniform fields remain. `K` is
//! factored once; the factor is applied by solves.

use super::parameters::positive;
use super::{Context, Factor, ForceKind, Gaussian};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::{Cholesky, Mat, MatRef, Pattern, SparseSym, column, dot, for_columns};
use crate::mesh::select::Selection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use std::fmt;
use std::sync::Arc;

/// Forces that vary smoothly over the body.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Matern {
    /// Correlation length in m. Give either this or `kappa`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// Inverse range in 1/m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kappa: Option<f64>,
    /// Vertices on which the field acts; everywhere by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<Selection>,
}

impl Matern {
    fn inverse_range(&self, dim: usize) -> Result<f64> {
        let nu = 2.0 - dim as f64 / 2.0;
        match (self.length, self.kappa) {
            (Some(length), None) => Ok((8.0 * nu).sqrt() / positive(length, "length")?),
            (None, Some(kappa)) => positive(kappa, "kappa"),
            _ => Err(Error::new(Code::Force, "a matern prior needs either length or kappa")
                .help("length is the distance in m over which forces agree")),
        }
    }
}

impl ForceKind for Matern {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let kappa = self.inverse_range(body.dim())?;
        let mut field = MaternField::new(body, kappa)?;
        if let Some(selection) = &self.r#where {
            let inside =
                body.picker(context.folder).vertices(selection).map_err(|e| e.field("where"))?;
            field.keep(|i| inside[i]);
        }
        Ok(Gaussian::centred(Factor::Field(field)).without(&body.held, body.dim()))
    }
}

/// The factor `diag(left) K^{-1} diag(right) (x) I` of a Matern field.
#[derive(Clone)]
pub struct MaternField {
    dim: usize,
    solver: Arc<Cholesky>,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl fmt::Debug for MaternField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MaternField").field("rows", &self.rows()).finish_non_exhaustive()
    }
}

impl MaternField {
    /// The field of inverse range `kappa` on a body.
    pub fn new(body: &Body, kappa: f64) -> Result<Self> {
        let (mesh, dim) = (&body.mesh, body.dim());
        let volumes = body.geometry.nodal_volumes(mesh);
        let pattern = Pattern::of_cells(mesh.vertex_count(), mesh.cells(), dim + 1);
        let mut k = SparseSym::zeros(Arc::new(pattern));
        for (t, volume) in body.geometry.volumes.iter().enumerate() {
            for (a, &i) in mesh.cell(t).iter().enumerate() {
                for (b, &j) in mesh.cell(t).iter().enumerate().filter(|(_, j)| i >= **j) {
                    let s =
                        volume * dot(body.geometry.gradient(t, a), body.geometry.gradient(t, b));
                    k.add(i as usize, j as usize, s);
                }
            }
        }
        // A vertex that no cell uses would leave an empty row.
        for (i, &v) in volumes.iter().enumerate() {
            k.add(i, i, if v > 0.0 { kappa * kappa * v } else { 1.0 });
        }
        let tau = if dim == 2 { (4.0 * PI).sqrt() * kappa } else { (8.0 * PI * kappa).sqrt() };
        let solver = Cholesky::of_scalar(&k).map_err(|e| {
            e.help("a correlation length far beyond the size of the body cannot be resolved")
        })?;
        Ok(MaternField {
            dim,
            solver: Arc::new(solver),
            left: volumes.iter().map(|v| tau * v).collect(),
            right: volumes.iter().map(|v| v.sqrt()).collect(),
        })
    }

    /// Zeroes the forces on vertices that are not kept.
    pub fn keep(&mut self, kept: impl Fn(usize) -> bool) {
        let rows = self.left.iter_mut().enumerate().filter(|(i, _)| !kept(*i));
        rows.for_each(|(_, x)| *x = 0.0);
    }

    /// Number of degrees of freedom, and of amplitudes.
    pub fn rows(&self) -> usize {
        self.dim * self.left.len()
    }

    /// `L z`
    pub fn apply(&self, z: MatRef<'_, f64>) -> Mat {
        self.between(&self.left, &self.right, z)
    }

    /// `L^T x`
    pub fn apply_transposed(&self, x: MatRef<'_, f64>) -> Mat {
        self.between(&self.right, &self.left, x)
    }

    /// `diag(last) K^{-1} diag(first) x`, all components of all columns in one solve.
    fn between(&self, last: &[f64], first: &[f64], x: MatRef<'_, f64>) -> Mat {
        let d = self.dim;
        let mut y =
            Mat::from_fn(first.len(), d * x.ncols(), |i, k| first[i] * x[(d * i + k % d, k / d)]);
        self.solver.solve_in_place(y.as_mut());
        let mut out = Mat::zeros(x.nrows(), x.ncols());
        for_columns(out.as_mut(), |j, out| {
            for c in 0..d {
                for (i, y) in column(y.as_ref(), j * d + c).iter().enumerate() {
                    out[d * i + c] = last[i] * y;
                }
            }
        });
        out
    }

    /// Sum over amplitudes of the square of their total force; `K^{-1}` has no negative entries
    /// unless the mesh has very obtuse cells, so signed sums serve as magnitudes.
    pub(super) fn total_force_squared(&self) -> f64 {
        let mut total = Mat::from_fn(self.left.len(), 1, |i, _| self.left[i]);
        self.solver.solve_in_place(total.as_mut());
        let sum: f64 =
            (self.right.iter().enumerate()).map(|(j, r)| (r * total[(j, 0)]).powi(2)).sum();
        self.dim as f64 * sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::squared_norm;
    use crate::mesh::shapes::grid;
    use serde_json::json;

    /// Covariance of the force densities at two vertices, first component.
    fn density_covariance(bench: &Bench, g: &Gaussian, i: usize, j: usize) -> f64 {
        let d = bench.body.dim();
        let volumes = bench.body.geometry.nodal_volumes(&bench.body.mesh);
        let mut x = Mat::zeros(bench.body.dofs(), 1);
        x[(d * i, 0)] = 1.0 / volumes[i];
        g.factor.covariance(x.clone())[(d * j, 0)] / volumes[j]
    }

    fn at(bench: &Bench, x: &[f64]) -> usize {
        let near = |p: &[f64]| p.iter().zip(x).all(|(a, b)| (a - b).abs() < 1e-9);
        (0..bench.body.mesh.vertex_count()).find(|&i| near(bench.body.mesh.point(i))).unwrap()
    }

    /// Mean density variance, by volume, of the vertices around one box in the middle of the body.
    fn variance(dim: usize, cells: usize, length: f64) -> f64 {
        let bench = Bench::new(grid(&vec![cells; dim], &vec![1.0; dim])).free();
        let g = bench.gaussian(&parsed("matern", json!({ "length": length }))).unwrap();
        let volumes = bench.body.geometry.nodal_volumes(&bench.body.mesh);
        let (mut sum, mut total) = (0.0, 0.0);
        for k in 0..1 << dim {
            let x: Vec<f64> =
                (0..dim).map(|c| 0.5 + f64::from((k >> c) & 1) / cells as f64).collect();
            let i = at(&bench, &x);
            sum += volumes[i] * density_covariance(&bench, &g, i, i);
            total += volumes[i];
        }
        sum / total
    }

    #[test]
    fn interior_variance_is_one_in_the_plane() {
        let (coarse, fine) = (variance(2, 20, 0.3) - 1.0, variance(2, 40, 0.3) - 1.0);
        assert!(fine.abs() < 0.04 && fine.abs() < 0.5 * coarse.abs(), "{coarse} {fine}");
    }

    /// With natural boundary conditions every wall mirrors the field: the variance in the middle
    /// of the unit cube is the sum of the correlation `exp(-kappa r)` over the mirror images.
    #[test]
    fn variance_in_space_converges_to_the_sum_over_mirror_images() {
        let kappa = 2.0 / 0.5;
        let images = -4..=4i32;
        let mut expected = 0.0;
        for (i, j, k) in images.clone().flat_map(|i| {
            let images = images.clone();
            images.clone().flat_map(move |j| images.clone().map(move |k| (i, j, k)))
        }) {
            expected += (-kappa * f64::from(i * i + j * j + k * k).sqrt()).exp();
        }
        let (coarse, fine) =
            (variance(3, 8, 0.5) / expected - 1.0, variance(3, 16, 0.5) / expected - 1.0);
        assert!(fine.abs() < 0.08 && fine.abs() < 0.75 * coarse.abs(), "{coarse} {fine}");
    }

    #[test]
    fn correlation_in_the_plane_is_the_bessel_function() {
        let bench = Bench::square(40);
        let g = bench.gaussian(&parsed("matern", json!({ "length": 0.3 }))).unwrap();
        let (i, j) = (at(&bench, &[0.45, 0.5]), at(&bench, &[0.6, 0.5]));
        let correlation =
            density_covariance(&bench, &g, i, j) / density_covariance(&bench, &g, i, i);
        // r K_1(r) at r = sqrt(8) / 0.3 * 0.15 = sqrt(2), by the integral of exp(-r cosh t) cosh t.
        let r = 2f64.sqrt();
        let k1: f64 = (0..4000)
            .map(|k| 0.0025 * (k as f64 + 0.5))
            .map(|t: f64| (-r * t.cosh()).exp() * t.cosh() * 0.0025)
            .sum();
        assert!((correlation - r * k1).abs() < 0.03, "{correlation} {}", r * k1);
    }

    #[test]
    fn long_lengths_leave_only_uniform_fields() {
        for bench in [Bench::square(4).free(), Bench::cube(2).free()] {
            let d = bench.body.dim();
            let kappa = 1e-3;
            let g = bench.gaussian(&parsed("matern", json!({ "kappa": kappa }))).unwrap();
            let v = bench.body.geometry.nodal_volumes(&bench.body.mesh);
            let eye = Mat::identity(bench.body.dofs(), bench.body.dofs());
            let found = g.factor.covariance(eye.clone());
            let tau2 = if d == 2 { 4.0 * PI * kappa * kappa } else { 8.0 * PI * kappa };
            let scale = tau2 / kappa.powi(4);
            let expected = Mat::from_fn(found.nrows(), found.ncols(), |a, b| {
                if a % d == b % d { scale * v[a / d] * v[b / d] } else { 0.0 }
            });
            let error =
                squared_norm((&found - &expected).as_ref()) / squared_norm(expected.as_ref());
            assert!(error.sqrt() < 1e-5, "{error}");
        }
    }

    #[test]
    fn vertices_outside_the_selection_or_of_no_cell_feel_nothing() {
        let mut raw = grid(&[3, 3], &[1.0, 1.0]);
        raw.positions.extend([9.0, 9.0]);
        let bench = Bench::new(raw);
        let kind = parsed("matern", json!({ "length": 0.5, "where": { "vertices": [5, 6] } }));
        let l = bench.gaussian(&kind).unwrap().factor.dense();
        for row in 0..34 {
            let acts = (0..34).any(|j| l[(row, j)] != 0.0);
            assert_eq!(acts, (10..14).contains(&row));
        }
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(2);
        for (parameters, field) in [
            (json!({ "length": 0.0 }), Some("length")),
            (json!({ "kappa": -1.0 }), Some("kappa")),
            (json!({ "length": 1.0, "kappa": 1.0 }), None),
            (json!({}), None),
        ] {
            let fault = bench.fault(&parsed("matern", parameters));
            assert_eq!((fault.code, fault.place.field.as_deref()), (Code::Force, field));
        }
    }
}
