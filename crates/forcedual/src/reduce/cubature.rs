//! Cubature: a few cells, with weights, that stand for all in the elastic energy.
//!
//! ```text
//! E(z) = sum_t v_t psi(F_t(z))  ~  sum_{e in cubature} w_e psi(F_e(z))
//! ```
//!
//! Cells are the middles of clusters of cells that move alike. Their clusters' volumes as weights are
//! the published choice; they err by tens of percent. So weights are fitted: non-negative least
//! squares of the reduced elastic force on sampled states `z`,
//!
//! ```text
//! min_{w >= w0}  sum_s | sum_e w_e g_e(z_s) - g(z_s) |^2 / |g(z_s)|^2 + sum_e p_e (w_e / v_e - 1)^2
//! |g|^2 = g^T K^{-1} g
//! ```
//!
//! with a faint pull `p_e` towards the volumes `v` of clusters, where every cell keeps at least the part `w0` of its cluster's volume, so that no motion of a
//! cluster is free of energy, and a body that was squashed out of shape comes back. The norm is that of the energy that a force error causes, with `K` the reduced rest
//! stiffness. Every other state is a response to forces of the prior, the others are random with
//! equal energy in every coordinate, at strains that go up to [`STRAINS`]. The error reported is that
//! on responses that were not fitted (which a prior of few amplitudes repeats at other strains); on random states where there is no prior.

use super::clusters::Clusters;
use super::coordinates::{Coordinates, Motion};
use crate::energy::{Assembler, Elastic};
use crate::error::Result;
use crate::linalg::small;
use crate::linalg::{Mat, column, column_mut, for_columns, non_negative_least_squares, product};
use crate::progress::{Progress, check};
use crate::subspace::Linearisation;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Root mean square strains of the states that weights are fitted on.
pub const STRAINS: [f64; 3] = [0.02, 0.1, 0.25];

/// Part of its cluster's volume that a cell weighs at least.
const LEAST: f64 = 0.1;

/// How much weights are pulled towards the volumes of their clusters, relative to what they do
/// in the equations.
const PULL: f64 = 1e-4;

/// States that the error is measured on.
pub const TESTS: usize = 12;

/// How many cells stand for all.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected a number of cells, or { error = 0.05 }"
)]
pub enum CubatureSpec {
    /// So many clusters, a cell each.
    Cells(usize),
    /// As many as this relative error of the elastic force asks for.
    Error {
        /// Relative error, for example 0.05.
        error: f64,
    },
}

impl Default for CubatureSpec {
    fn default() -> Self {
        CubatureSpec::Error { error: 0.05 }
    }
}

/// Cells that stand for all.
#[derive(Debug, Clone, PartialEq)]
pub struct Cubature {
    /// Their numbers.
    pub cells: Vec<u32>,
    /// Their weights, m^d; positive.
    pub weights: Vec<f64>,
    /// Relative error of the elastic force on states that were not fitted.
    pub error: f64,
    /// The same with the volumes of the clusters as weights.
    pub error_by_volume: f64,
}

impl Cubature {
    /// Every cell, with its volume.
    pub fn all(lin: &Linearisation<'_>) -> Self {
        let cells = (0..lin.body.mesh.cell_count() as u32).collect();
        let weights = lin.body.geometry.volumes.clone();
        Cubature { cells, weights, error: 0.0, error_by_volume: 0.0 }
    }

    /// Clusters instead of cells, with what they weigh; the error of sharing a rotation is not known
    /// yet.
    pub(super) fn of_clusters(weights: &[f64]) -> Self {
        let weights = weights.to_vec();
        Cubature { cells: Vec::new(), weights, error: 0.0, error_by_volume: 0.0 }
    }
}

/// Weights `w = volume (least + y)`, `y >= 0`, of the normal equations `Q w = c`, pulled towards volumes
/// where these leave them open; volumes if there are none.
fn weights(q: &Mat, c: &Mat, volume: &[f64]) -> Vec<f64> {
    let count = volume.len();
    let mut scaled = Mat::from_fn(count, count, |i, j| q[(i, j)] * volume[i] * volume[j]);
    let mean = (0..count).map(|i| scaled[(i, i)]).sum::<f64>() / count as f64;
    let pull: Vec<f64> = (0..count).map(|i| PULL * scaled[(i, i)] + 1e-12 * mean).collect();
    (0..count).for_each(|i| scaled[(i, i)] += pull[i]);
    let kept = product(scaled.as_ref(), Mat::from_fn(count, 1, |_, _| LEAST).as_ref());
    let right: Vec<f64> =
        (0..count).map(|i| c[(i, 0)] * volume[i] + pull[i] - kept[(i, 0)]).collect();
    match non_negative_least_squares(scaled.as_ref(), &right) {
        Some(more) => more.iter().zip(volume).map(|(y, v)| v * (LEAST + y)).collect(),
        None => volume.to_vec(),
    }
}

/// A state, and the elastic force of the whole body there.
#[derive(Debug)]
struct Sample {
    z: Vec<f64>,
    force: Vec<f64>,
}

/// States that weights are fitted on and tested with; any number of fits shares them.
pub struct States<'a> {
    lin: &'a Linearisation<'a>,
    coordinates: &'a Coordinates,
    assembler: Assembler,
    /// `K^{-1/2}`, without motions that have no energy.
    root: Mat,
    /// Coordinates of responses to the prior.
    responses: Vec<Vec<f64>>,
    trained: Vec<Sample>,
    tested: Vec<Sample>,
}

impl<'a> States<'a> {
    /// For a subspace, and responses to forces of the prior.
    pub fn new(
        lin: &'a Linearisation<'a>,
        coordinates: &'a Coordinates,
        responses: &Mat,
    ) -> Result<Self> {
        let body = lin.body;
        let project = |k: usize| {
            let u = column(responses.as_ref(), k).iter().zip(lin.mass());
            coordinates.reduced(&u.map(|(u, m)| u * m).collect::<Vec<_>>())
        };
        let root = coordinates.compliance_root(lin)?;
        Ok(States {
            assembler: Assembler::new(
                body.dim(),
                body.mesh.vertex_count(),
                body.mesh.cells(),
                body.dim() + 1,
            ),
            root: Mat::from_fn(root.count(), root.width(), |i, j| root.row(i)[j]),
            responses: (0..responses.ncols()).map(project).collect(),
            lin,
            coordinates,
            trained: Vec::new(),
            tested: Vec::new(),
        })
    }

    /// The middles of clusters, with fitted weights.
    pub fn fit(&mut self, clusters: &Clusters, progress: &dyn Progress) -> Result<Cubature> {
        let cells = clusters.middle.clone();
        let (size, count) = (self.coordinates.size(), cells.len());
        if count >= self.lin.body.mesh.cell_count() {
            return Ok(Cubature::all(self.lin));
        }
        let training = (4 * count).div_ceil(size).clamp(12, 60);
        let motion = self.coordinates.gradients(self.lin, &cells);
        let (mut q, mut c) = (Mat::zeros(count, count), Mat::zeros(count, 1));
        progress.stage("cubature", training + TESTS);
        for s in 0..training {
            check(progress)?;
            if self.trained.len() <= s {
                self.trained.push(self.sample(self.train(s)));
            }
            let (a, b) = self.equations(&self.trained[s], &motion, &cells);
            q += product(a.transpose(), a.as_ref());
            c += product(a.transpose(), b.as_ref());
            progress.advance(s + 1);
        }
        let fitted = weights(&q, &c, &clusters.volume);
        let mut errors = [0.0; 2];
        for s in 0..TESTS {
            check(progress)?;
            if self.tested.len() <= s {
                self.tested.push(self.sample(self.test(s)));
            }
            let (a, b) = self.equations(&self.tested[s], &motion, &cells);
            for (error, w) in errors.iter_mut().zip([&fitted, &clusters.volume]) {
                let w = Mat::from_fn(count, 1, |i, _| w[i]);
                let rest = product(a.as_ref(), w.as_ref()) - &b;
                *error += rest.squared_norm_l2() / TESTS as f64;
            }
            progress.advance(training + s + 1);
        }
        let [fit, by_volume] = errors.map(f64::sqrt);
        let weights = if fit <= by_volume { fitted } else { clusters.volume.clone() };
        Ok(Cubature { cells, weights, error: fit.min(by_volume), error_by_volume: by_volume })
    }

    /// Relative error of another elastic force, on the states that fits are tested with.
    pub fn error(&mut self, force: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
        let mut sum = 0.0;
        for s in 0..TESTS {
            if self.tested.len() <= s {
                self.tested.push(self.sample(self.test(s)));
            }
            let Sample { z, force: exact } = &self.tested[s];
            let made = force(z);
            let off = Mat::from_fn(exact.len(), 1, |i, _| made[i] - exact[i]);
            let exact = Mat::from_fn(exact.len(), 1, |i, _| exact[i]);
            let size = |x: &Mat| product(self.root.as_ref(), x.as_ref()).squared_norm_l2();
            sum += size(&off) / size(&exact).max(f64::MIN_POSITIVE);
        }
        (sum / TESTS as f64).sqrt()
    }

    /// State number `s` of those that are fitted.
    fn train(&self, s: usize) -> Vec<f64> {
        let known = self.responses.len().saturating_sub(TESTS);
        match s % 2 {
            0 if known > 0 => self.strained(self.responses[s / 2 % known].clone(), s),
            _ => self.random(s),
        }
    }

    /// State number `s` of those that are tested.
    fn test(&self, s: usize) -> Vec<f64> {
        let last = self.responses.len().checked_sub(1 + s % TESTS);
        match last.and_then(|k| self.responses.get(k)) {
            Some(z) => self.strained(z.clone(), s),
            None => self.random(1000 + s),
        }
    }

    fn sample(&self, z: Vec<f64>) -> Sample {
        let body = self.lin.body;
        let u = self.coordinates.displacement(&z);
        let x: Vec<f64> = body.mesh.positions().iter().zip(&u).map(|(x, u)| x + u).collect();
        let whole = self.assembler.gradient(&Elastic::new(body), &x);
        Sample { force: self.coordinates.reduced(&whole), z }
    }

    fn random(&self, s: usize) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(s as u64);
        let amplitudes = Mat::from_fn(self.root.nrows(), 1, |_, _| StandardNormal.sample(&mut rng));
        let z = product(self.root.transpose(), amplitudes.as_ref());
        self.strained(column(z.as_ref(), 0).to_vec(), s)
    }

    /// A state scaled to the strain of number `s`.
    fn strained(&self, mut z: Vec<f64>, s: usize) -> Vec<f64> {
        let strain = self.strain(&self.coordinates.displacement(&z));
        let wanted = STRAINS[s / 2 % STRAINS.len()];
        z.iter_mut().for_each(|z| *z *= wanted / strain.max(f64::MIN_POSITIVE));
        z
    }

    /// Root mean square of `grad u` over the volume.
    fn strain(&self, u: &[f64]) -> f64 {
        let (body, d) = (self.lin.body, self.lin.body.dim());
        let (mut sum, mut total) = (0.0, 0.0);
        for (t, v) in body.geometry.volumes.iter().enumerate() {
            let mut square = 0.0;
            for i in 0..d {
                for j in 0..d {
                    let corners = body.mesh.cell(t).iter().enumerate();
                    let entry: f64 = corners
                        .map(|(a, &w)| u[w as usize * d + i] * body.geometry.gradient(t, a)[j])
                        .sum();
                    square += entry * entry;
                }
            }
            sum += v * square;
            total += v;
        }
        (sum / total).sqrt()
    }

    /// `A` and `b` of a state: the forces of each cell per weight, and of the whole body, scaled so
    /// that `|b| = 1`.
    fn equations(&self, sample: &Sample, motion: &Motion, cells: &[u32]) -> (Mat, Mat) {
        let exact = Mat::from_fn(sample.force.len(), 1, |i, _| sample.force[i]);
        let mut b = product(self.root.as_ref(), exact.as_ref());
        let size = b.norm_l2().max(f64::MIN_POSITIVE);
        column_mut(b.as_mut(), 0).iter_mut().for_each(|b| *b /= size);
        let a = match self.lin.body.dim() {
            2 => self.forces::<2>(&sample.z, size, motion, cells),
            _ => self.forces::<3>(&sample.z, size, motion, cells),
        };
        (product(self.root.as_ref(), a.as_ref()), b)
    }

    fn forces<const D: usize>(&self, z: &[f64], size: f64, motion: &Motion, cells: &[u32]) -> Mat {
        let (body, per) = (self.lin.body, D * D / motion.columns);
        let mut padded = vec![0.0; motion.padded()];
        motion.pad(z, &mut padded);
        let mut a = Mat::zeros(z.len(), cells.len());
        for_columns(a.as_mut(), |e, to| {
            let mut out = vec![0.0; motion.padded()];
            let mut entries = [0.0; 9];
            motion.rows.mul_block(motion.columns, e, per, &padded, &mut entries[..D * D]);
            let f: small::Mat<D> =
                small::from_fn(|i, j| entries[D * j + i] + f64::from(u8::from(i == j)));
            let p = body.law.stress(&f, body.lame[cells[e] as usize]);
            (0..D * D).for_each(|k| entries[k] = p[k % D][k / D]);
            motion.rows.add_block_transposed(motion.columns, e, per, &entries[..D * D], &mut out);
            motion.add_unpadded(&out, to);
            to.iter_mut().for_each(|x| *x /= size);
        });
        a
    }
}
