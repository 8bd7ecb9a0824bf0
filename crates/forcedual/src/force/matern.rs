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
//! has fallen to about 0.14. As `kappa` goes to zero only the `d` uniform fields remain. A matrix
//! is factored once; the factor is applied by solves.
//!
//! For small `kappa` the matrix `K` is singular to rounding, for `S 1 = 0` on every connected
//! component. So the constants are split off: with `v = 1^T V 1` and a vertex `p` of the
//! component,
//!
//! ```text
//! K^{-1} b = (1^T b / (kappa^2 v)) 1 + y        K y = c = b - V 1 (1^T b) / v        1^T V y = 0
//! y = u - w (1^T V u) / (1^T V w)               P u = c,  P w = e_p,  P = K + K_pp e_p e_p^T
//! ```
//!
//! where `P` is regular for every `kappa`.

use super::parameters::positive;
use super::{Chosen, Context, Factor, ForceKind, Gaussian};
use crate::body::Body;
use crate::error::{Code, Error, Result, one_of_two};
use crate::linalg::{Cholesky, Mat, MatMut, MatRef, column, column_mut, for_columns, scale_rows};
use crate::mesh::geometry::{components, laplacian};
use crate::mesh::select::Selection;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
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
    fn inverse_range(&self, body: &Body) -> Result<f64> {
        let nu = 2.0 - body.dim() as f64 / 2.0;
        let (value, field, kappa) = match (self.length, self.kappa) {
            (Some(length), None) => (length, "length", (8.0 * nu).sqrt() / length),
            (None, Some(kappa)) => (kappa, "kappa", kappa),
            (length, _) => {
                return Err(one_of_two(Code::Force, ["length", "kappa"], length.is_some())
                    .help("length is the distance in m over which forces agree"));
            }
        };
        positive(value, field)?;
        let size = body.mesh.diagonal();
        if !(1e-12..=1e12).contains(&(kappa * size)) {
            let message = format!("is {value:e}, out of all proportion to a body of {size:.3e} m");
            return Err(Error::new(Code::Force, message)
                .field(field)
                .help("a length beyond 1e9 times the body is as good as infinite"));
        }
        Ok(kappa)
    }
}

impl ForceKind for Matern {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let body = context.body;
        let kappa = self.inverse_range(body)?;
        let mut field = MaternField::new(body, kappa)?;
        if let Some(selection) = &self.r#where {
            let inside =
                body.picker(context.folder).vertices(selection).map_err(|e| e.field("where"))?;
            field.keep(|i| inside[i]);
        }
        Ok(Gaussian::centred(Factor::Field(field)).without(&body.held, body.dim()))
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        self.r#where.iter().map(|selection| Chosen::vertices("where", selection)).collect()
    }
}

/// The factor `diag(left) K^{-1} diag(right) (x) I` of a Matern field.
#[derive(Clone)]
pub struct MaternField {
    dim: usize,
    solver: Arc<Deflated>,
    left: Vec<f64>,
    right: Vec<f64>,
}

/// Solves with `K` of a body, the constants of its connected components split off.
struct Deflated {
    factor: Cholesky,
    volumes: Vec<f64>,
    /// `w` of all components together.
    correction: Vec<f64>,
    /// Component of each vertex, `u32::MAX` where no cell uses it.
    label: Vec<u32>,
    components: Vec<Component>,
}

/// A connected component.
#[derive(Clone, Default)]
struct Component {
    /// `1^T V 1`
    volume: f64,
    /// `1^T V w`
    correction: f64,
    /// `1^T K 1 = kappa^2 1^T V 1`
    stiffness: f64,
}

impl Deflated {
    fn new(body: &Body, kappa: f64, volumes: Vec<f64>) -> Result<Self> {
        let (count, label) = components(&body.mesh);
        let mut k = laplacian(&body.mesh, &body.geometry, |_| 1.0);
        // A vertex that no cell uses would leave an empty row.
        for (i, &v) in volumes.iter().enumerate() {
            k.add(i, i, if v > 0.0 { kappa * kappa * v } else { 1.0 });
        }
        let diagonal = k.diagonal();
        let mut components = vec![Component::default(); count];
        let mut w = Mat::zeros(volumes.len(), 1);
        for (i, &c) in label.iter().enumerate().filter(|(_, c)| **c != u32::MAX) {
            let component = &mut components[c as usize];
            if component.volume == 0.0 {
                k.add(i, i, diagonal[i]);
                w[(i, 0)] = 1.0;
            }
            component.volume += volumes[i];
            component.stiffness += kappa * kappa * volumes[i];
        }
        let factor = Cholesky::of_scalar(&k)?;
        factor.solve_in_place(w.as_mut());
        let correction = column(w.as_ref(), 0).to_vec();
        for (i, &c) in label.iter().enumerate().filter(|(_, c)| **c != u32::MAX) {
            components[c as usize].correction += volumes[i] * correction[i];
        }
        Ok(Deflated { factor, volumes, correction, label, components })
    }

    /// `K^{-1} b` in the place of `b`.
    fn solve(&self, mut b: MatMut<'_, f64>) {
        let count = self.components.len();
        // of the vertices that no cell uses, in a place of its own
        let place = |c: u32| (c as usize).min(count);
        let mut sums = Mat::zeros(count + 1, b.ncols());
        for_columns(sums.as_mut(), |j, sums| {
            let column = column(b.as_ref(), j).iter().zip(&self.label);
            column.for_each(|(b, &c)| sums[place(c)] += b);
            sums[count] = 0.0;
        });
        for_columns(b.as_mut(), |j, b| {
            let mean = |c: usize| sums[(c, j)] / self.components[c].volume;
            let means: Vec<f64> = (0..count).map(mean).chain([0.0]).collect();
            let rows = b.iter_mut().zip(&self.volumes).zip(&self.label);
            rows.for_each(|((b, v), &c)| *b -= v * means[place(c)]);
        });
        self.factor.solve_in_place(b.as_mut());
        for_columns(b, |j, u| {
            let mut off = vec![0.0; count + 1];
            let rows = u.iter().zip(&self.volumes).zip(&self.label);
            rows.for_each(|((u, v), &c)| off[place(c)] += v * u);
            off[count] = 0.0;
            for (c, component) in self.components.iter().enumerate() {
                off[c] /= component.correction;
            }
            let constant = |c: usize| sums[(c, j)] / self.components[c].stiffness;
            let constants: Vec<f64> = (0..count).map(constant).chain([0.0]).collect();
            let rows = u.iter_mut().zip(&self.correction).zip(&self.label);
            rows.for_each(|((u, w), &c)| *u += constants[place(c)] - w * off[place(c)]);
        });
    }
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
        let tau = if dim == 2 { (4.0 * PI).sqrt() * kappa } else { (8.0 * PI * kappa).sqrt() };
        Ok(MaternField {
            dim,
            left: volumes.iter().map(|v| tau * v).collect(),
            right: volumes.iter().map(|v| v.sqrt()).collect(),
            solver: Arc::new(Deflated::new(body, kappa, volumes)?),
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

    /// `out += scale L z`
    pub fn apply_add(&self, scale: f64, z: MatRef<'_, f64>, out: MatMut<'_, f64>) {
        let mut y = self.components(&self.right, z);
        self.solver.solve(y.as_mut());
        self.collect(scale, &self.left, &y, out);
    }

    /// `L^T x`
    pub fn apply_transposed(&self, x: MatRef<'_, f64>) -> Mat {
        let mut y = self.components(&self.left, x);
        self.solver.solve(y.as_mut());
        let mut out = Mat::zeros(x.nrows(), x.ncols());
        self.collect(1.0, &self.right, &y, out.as_mut());
        out
    }

    /// `out += scale L L^T x`
    pub fn covariance_add(&self, scale: f64, x: MatRef<'_, f64>, out: MatMut<'_, f64>) {
        let mut y = self.components(&self.left, x);
        self.solver.solve(y.as_mut());
        let squared: Vec<f64> = self.right.iter().map(|r| r * r).collect();
        scale_rows(y.as_mut(), &squared);
        self.solver.solve(y.as_mut());
        self.collect(scale, &self.left, &y, out);
    }

    /// The components of `diag(weights) x` side by side, so that one solve serves all.
    fn components(&self, weights: &[f64], x: MatRef<'_, f64>) -> Mat {
        let d = self.dim;
        let mut y = Mat::zeros(weights.len(), d * x.ncols());
        for_columns(y.as_mut(), |k, y| {
            let from = column(x, k / d).iter().skip(k % d).step_by(d);
            y.iter_mut().zip(weights).zip(from).for_each(|((y, w), x)| *y = w * x);
        });
        y
    }

    /// Adds `scale diag(weights) y` of components side by side.
    fn collect(&self, scale: f64, weights: &[f64], y: &Mat, out: MatMut<'_, f64>) {
        let d = self.dim;
        for_columns(out, |j, out| {
            for c in 0..d {
                let to = out.iter_mut().skip(c).step_by(d);
                let y = column(y.as_ref(), j * d + c).iter().zip(weights);
                to.zip(y).for_each(|(o, (y, w))| *o += scale * w * y);
            }
        });
    }

    /// Mean square of the net force. `K^{-1}` has no negative entries unless the mesh has very
    /// obtuse cells, so that this is the total force too.
    pub(super) fn net_force_squared(&self) -> f64 {
        let mut total = Mat::from_fn(self.left.len(), 1, |i, _| self.left[i]);
        self.solver.solve(total.as_mut());
        let sum: f64 =
            (self.right.iter().enumerate()).map(|(j, r)| (r * total[(j, 0)]).powi(2)).sum();
        self.dim as f64 * sum
    }

    /// Mean square of the force on each vertex: exact on small meshes, else from random signs.
    pub(super) fn variances(&self) -> Vec<f64> {
        const EXACT: usize = 2048;
        const PROBES: usize = 256;
        let n = self.left.len();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let (count, per) = if n <= EXACT { (n, 1.0) } else { (PROBES, 1.0 / PROBES as f64) };
        let mut sums = vec![0.0; n];
        for from in (0..count).step_by(64) {
            let mut y = Mat::zeros(n, 64.min(count - from));
            for j in 0..y.ncols() {
                if n <= EXACT {
                    y[(from + j, j)] = self.right[from + j];
                    continue;
                }
                let signs = column_mut(y.as_mut(), j).iter_mut().zip(&self.right);
                signs.for_each(|(y, r)| *y = if rng.random() { *r } else { -r });
            }
            self.solver.solve(y.as_mut());
            for j in 0..y.ncols() {
                let column = column(y.as_ref(), j).iter().zip(&self.left);
                sums.iter_mut().zip(column).for_each(|(s, (y, l))| *s += (l * y).powi(2));
            }
        }
        sums.into_iter().map(|s| self.dim as f64 * per * s).collect()
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

    /// Two pieces, so that every component has constants of its own.
    fn two_squares() -> Bench {
        let mut raw = grid(&[3, 3], &[1.0, 1.0]);
        let other = grid(&[2, 4], &[0.5, 1.0]);
        let first = raw.positions.len() as u32 / 2;
        raw.positions.extend(other.positions.iter().map(|x| x + 2.0));
        raw.cells.extend(other.cells.iter().map(|i| i + first));
        raw.cell_labels.clear();
        raw.vertex_labels.clear();
        Bench::new(raw).free()
    }

    /// `tau^2 V K^{-1} V K^{-1} V` tends to `tau^2 / kappa^4` times `V 1 1^T V / v` in each piece;
    /// what is left out is smaller by about `(kappa size)^2`.
    #[test]
    fn long_lengths_leave_only_uniform_fields() {
        for bench in [Bench::square(4).free(), Bench::cube(2).free(), two_squares()] {
            let (d, mesh) = (bench.body.dim(), &bench.body.mesh);
            let v = bench.body.geometry.nodal_volumes(mesh);
            let (count, label) = components(mesh);
            let total: Vec<f64> = (0..count as u32)
                .map(|c| v.iter().zip(&label).filter(|(_, l)| **l == c).map(|(v, _)| v).sum())
                .collect();
            for length in [1e3, 1e4, 1e6, 1e9] {
                let g = bench.gaussian(&parsed("matern", json!({ "length": length }))).unwrap();
                let kappa = (8.0 * (2.0 - d as f64 / 2.0)).sqrt() / length;
                let eye = Mat::identity(bench.body.dofs(), bench.body.dofs());
                let found = g.factor.covariance(eye);
                let tau2 = if d == 2 { 4.0 * PI * kappa * kappa } else { 8.0 * PI * kappa };
                let scale = tau2 / kappa.powi(4);
                let expected = Mat::from_fn(found.nrows(), found.ncols(), |a, b| {
                    let (i, j) = (a / d, b / d);
                    let together = a % d == b % d && label[i] == label[j];
                    if together { scale * v[i] * v[j] / total[label[i] as usize] } else { 0.0 }
                });
                let error =
                    squared_norm((&found - &expected).as_ref()) / squared_norm(expected.as_ref());
                assert!(error.sqrt() < kappa * kappa + 1e-12, "{length} {error}");
            }
        }
    }

    #[test]
    fn deflated_solves_invert_the_matrix_at_every_range() {
        for bench in [Bench::cube(3), two_squares()] {
            let volumes = bench.body.geometry.nodal_volumes(&bench.body.mesh);
            for kappa in [1e-2, 1.0, 30.0, 1e4] {
                let mut k = laplacian(&bench.body.mesh, &bench.body.geometry, |_| 1.0);
                volumes.iter().enumerate().for_each(|(i, v)| k.add(i, i, kappa * kappa * v));
                let b: Vec<f64> = (0..volumes.len()).map(|i| ((7 * i) % 5) as f64 - 1.5).collect();
                let mut x = Mat::from_fn(b.len(), 1, |i, _| b[i]);
                Deflated::new(&bench.body, kappa, volumes.clone()).unwrap().solve(x.as_mut());
                let mut back = vec![0.0; b.len()];
                k.mul_vec(column(x.as_ref(), 0), &mut back);
                for (b, back) in b.iter().zip(&back) {
                    assert!((b - back).abs() < 1e-8, "{kappa}: {b} {back}");
                }
            }
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
            (json!({ "kappa": 1e200 }), Some("kappa")),
            (json!({ "length": 1e200 }), Some("length")),
            (json!({ "length": 1.0, "kappa": 1.0 }), Some("kappa")),
            (json!({}), None),
        ] {
            let fault = bench.fault(&parsed("matern", parameters));
            assert_eq!((fault.code, fault.place.field.as_deref()), (Code::Force, field));
        }
    }
}
