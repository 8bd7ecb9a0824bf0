//! How good is a subspace? Exact where the prior has few amplitudes, else with an interval.
//!
//! For any mass-orthonormal basis `B` (`Q = M^{1/2} B`) and a prior with factor `L`:
//!
//! ```text
//! captured = |Q^T M^{1/2} S L|_F^2            E|U - B B^T M U|^2 = trace - captured
//! trace    = captured + E|(I - Q Q^T) M^{1/2} S L z|^2
//! ```
//!
//! The captured variance costs one solve per mode. What is missed is exact for priors of few
//! amplitudes, and estimated from random signs `z` otherwise: only the tail is random, so that a
//! few probes suffice.
//!
//! Projection is the best a subspace could do; a reduced solve finds `u_G = B K^{-1} B^T f`,
//! `K = B^T H B`, instead. Its error is reported in the energy norm, and in the mass norm, where only
//! the same tail is random:
//!
//! ```text
//! E|U - U_G|^2 = E|U - B B^T M U|^2 + |L^T (S M B - B K^{-1})|_F^2
//! ```

use super::basis::{mass_norm_squared, orthonormal, project_off};
use super::linearisation::{Linearisation, is_enumerable};
use crate::error::{Code, Error, Result};
use crate::force::{Factor, Gaussian};
use crate::linalg::{
    Mat, column, column_mut, dot, llt, product, scale_rows, solve_lower, solve_lower_transposed,
    squared_norm,
};
use crate::progress::{Progress, Silent, check};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Columns solved for together.
const BLOCK: usize = 64;
/// Random probes of the missed variance.
const PROBES: usize = 32;
/// Two-sided 95% quantile of Student's t with `PROBES - 1` degrees of freedom.
const T95: f64 = 2.0395;

/// How much of the motion a subspace captures. Fractions lie between 0 and 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// Total variance of the displacement, `tr(Sigma_U M)`, in kg m^2.
    pub trace: f64,
    /// Fraction of it within the subspace.
    pub captured: f64,
    /// 95% interval of that fraction; a point where it is exact.
    pub interval: [f64; 2],
    /// Expected squared projection error, `trace - captured variance`, in kg m^2.
    pub expected_error: f64,
    /// Fraction of the elastic energy `tr(Sigma_F S)` that a reduced solve finds.
    pub energy_captured: f64,
    /// 95% interval of that fraction.
    pub energy_interval: [f64; 2],
    /// Squared mass-norm error of a reduced solve over the trace: at least `1 - captured`.
    pub galerkin_error: f64,
    /// Squared norm of the part of the mean displacement outside the subspace, in kg m^2.
    pub mean_error: f64,
    /// Squared norm of the mean displacement, in kg m^2.
    pub mean_square: f64,
    /// Is everything above exact, not estimated?
    pub exact: bool,
}

/// Random signs, one column per probe.
pub fn rademacher(rows: usize, probes: usize, seed: u64) -> Mat {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut z = Mat::zeros(rows, probes);
    for j in 0..probes {
        let mut bits = 0u64;
        for (i, x) in column_mut(z.as_mut(), j).iter_mut().enumerate() {
            if i % 64 == 0 {
                bits = rng.next_u64();
            }
            *x = if bits >> (i % 64) & 1 == 1 { 1.0 } else { -1.0 };
        }
    }
    z
}

/// Certifies the span of the mass-orthonormal columns of `basis` for a prior.
///
/// For free bodies the rigid motions may be among the columns; responses have no rigid part.
pub fn certify(lin: &Linearisation<'_>, gaussian: &Gaussian, basis: &Mat) -> Result<Certificate> {
    certify_with(lin, gaussian, basis, &Probes::new(lin, &gaussian.factor), &Silent)
}

/// The same with probes at hand; it can be interrupted.
pub fn certify_with(
    lin: &Linearisation<'_>,
    gaussian: &Gaussian,
    basis: &Mat,
    probes: &Probes,
    progress: &dyn Progress,
) -> Result<Certificate> {
    let factor = &gaussian.factor;
    let tail = probes.tail(lin, basis);
    let missed = probes.estimate(&tail);
    check(progress)?;
    let galerkin = Galerkin::new(lin, basis)?;
    let (captured, misplaced) = galerkin.within(lin, factor, probes, progress)?;
    let trace = captured + missed.mean;

    let reduced = galerkin.solve(&probes.forces);
    let energy_tail: Vec<f64> = (0..reduced.ncols())
        .map(|j| {
            let force = column(probes.forces.as_ref(), j);
            let response = dot(force, column(probes.responses.as_ref(), j));
            (response - dot(force, column(reduced.as_ref(), j))).max(0.0)
        })
        .collect();
    let energy = galerkin.energy(factor);
    let energy_missed = probes.estimate(&energy_tail);
    let energy_trace = energy + energy_missed.mean;
    if trace <= 0.0 || !trace.is_finite() {
        return Err(Error::new(Code::ForceNoVariance, "the prior causes no deformation at all"));
    }
    let fraction = |part: f64, missed: f64| part / (part + missed);
    let mean = gaussian.mean.as_ref();
    let [mean_error, mean_square] = mean.map_or([0.0; 2], |mean| mean_errors(lin, mean, basis));
    Ok(Certificate {
        trace,
        captured: captured / trace,
        interval: [fraction(captured, missed.high), fraction(captured, missed.low)],
        expected_error: missed.mean,
        energy_captured: energy / energy_trace,
        energy_interval: [
            fraction(energy, energy_missed.high),
            fraction(energy, energy_missed.low),
        ],
        galerkin_error: (missed.mean + misplaced) / trace,
        mean_error,
        mean_square,
        exact: probes.exact,
    })
}

/// Variance along each column of a mass-orthonormal basis: one solve per column.
pub fn captured_by_column(lin: &Linearisation<'_>, factor: &Factor, basis: &Mat) -> Vec<f64> {
    let mut variances = Vec::with_capacity(basis.ncols());
    for first in (0..basis.ncols()).step_by(BLOCK) {
        let count = BLOCK.min(basis.ncols() - first);
        let mut b = basis.as_ref().subcols(first, count).to_owned();
        scale_rows(b.as_mut(), lin.mass());
        let y = factor.apply_transposed(lin.solve(b).as_ref());
        variances.extend((0..count).map(|j| dot(column(y.as_ref(), j), column(y.as_ref(), j))));
    }
    variances
}

/// Squared norms of what projection misses of the mean displacement, and of all of it.
fn mean_errors(lin: &Linearisation<'_>, mean: &[f64], basis: &Mat) -> [f64; 2] {
    let u = lin.solve_vec(mean);
    let mut rest = Mat::from_fn(u.len(), 1, |i, _| u[i]);
    project_off(&mut rest, basis.as_ref(), lin.mass());
    [column(rest.as_ref(), 0), &u].map(|u| mass_norm_squared(u, lin.mass()))
}

/// A sum over all amplitudes, or its estimate.
#[derive(Debug, Clone, Copy)]
pub struct Estimate {
    /// Value, or the mean over probes.
    pub mean: f64,
    /// Lower end of the 95% interval.
    pub low: f64,
    /// Upper end of the 95% interval.
    pub high: f64,
}

/// Forces and their responses whose squares sum (or average) to the prior's variance.
pub struct Probes {
    forces: Mat,
    responses: Mat,
    /// Are these all amplitudes, not random draws?
    pub exact: bool,
}

impl Probes {
    /// All amplitudes of a small prior; random signs through a large one.
    pub fn new(lin: &Linearisation<'_>, factor: &Factor) -> Self {
        let exact = is_enumerable(factor);
        if exact {
            let responses = lin.responses(factor);
            return Probes { forces: factor.dense(), responses, exact };
        }
        let z = rademacher(factor.columns(), PROBES, 0xce27);
        let forces = factor.apply(z.as_ref());
        let responses = lin.solve(forces.clone());
        Probes { forces, responses, exact }
    }

    /// Response of each probe.
    pub fn responses(&self) -> &Mat {
        &self.responses
    }

    /// Squared distance of each response to a basis.
    pub fn tail(&self, lin: &Linearisation<'_>, basis: &Mat) -> Vec<f64> {
        let mut rest = self.responses.clone();
        project_off(&mut rest, basis.as_ref(), lin.mass());
        (0..rest.ncols()).map(|j| mass_norm_squared(column(rest.as_ref(), j), lin.mass())).collect()
    }

    /// Variance along each column of a mass-orthonormal basis; from the responses at hand where
    /// they are all there is.
    pub fn captured_by_column(
        &self,
        lin: &Linearisation<'_>,
        factor: &Factor,
        basis: &Mat,
    ) -> Vec<f64> {
        if !self.exact {
            return captured_by_column(lin, factor, basis);
        }
        let mut dual = basis.clone();
        scale_rows(dual.as_mut(), lin.mass());
        let shares = product(self.responses.transpose(), dual.as_ref());
        (0..shares.ncols())
            .map(|j| dot(column(shares.as_ref(), j), column(shares.as_ref(), j)))
            .collect()
    }

    /// The sum that per-probe values stand for.
    pub fn estimate(&self, values: &[f64]) -> Estimate {
        if self.exact {
            let sum = values.iter().sum();
            return Estimate { mean: sum, low: sum, high: sum };
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let half = T95 * (spread / n).sqrt();
        Estimate { mean, low: (mean - half).max(0.0), high: mean + half }
    }
}

/// The reduced static problem `B^T H B z = B^T f`.
pub struct Galerkin {
    /// Columns of the basis that deform the body.
    elastic: Mat,
    factor: Mat,
}

impl Galerkin {
    /// Factors `B^T H B`, motions without energy left out.
    pub fn new(lin: &Linearisation<'_>, basis: &Mat) -> Result<Self> {
        let rigid = lin.rigid.ncols();
        let elastic = if rigid > 0 { deforming(lin, basis)? } else { basis.clone() };
        let reduced = product(elastic.transpose(), lin.stiffness_times(elastic.as_ref()).as_ref());
        let factor = llt(reduced.as_ref()).ok_or_else(|| {
            Error::new(Code::Numeric, "the reduced stiffness matrix is not positive definite")
        })?;
        Ok(Galerkin { elastic, factor })
    }

    /// `u_G = B (B^T H B)^{-1} B^T f` per column.
    pub fn solve(&self, forces: &Mat) -> Mat {
        let mut z = product(self.elastic.transpose(), forces.as_ref());
        solve_lower(self.factor.as_ref(), z.as_mut());
        solve_lower_transposed(self.factor.as_ref(), z.as_mut());
        product(self.elastic.as_ref(), z.as_ref())
    }

    /// Variance within the span, and the mean squared error within it of a reduced solve: one solve
    /// per column, or none where all responses are at hand.
    fn within(
        &self,
        lin: &Linearisation<'_>,
        factor: &Factor,
        probes: &Probes,
        progress: &dyn Progress,
    ) -> Result<(f64, f64)> {
        let e = self.elastic.as_ref();
        let mut inverse = Mat::identity(e.ncols(), e.ncols());
        solve_lower(self.factor.as_ref(), inverse.as_mut());
        solve_lower_transposed(self.factor.as_ref(), inverse.as_mut());
        let (mut captured, mut misplaced) = (0.0, 0.0);
        for first in (0..e.ncols()).step_by(BLOCK) {
            check(progress)?;
            let count = BLOCK.min(e.ncols() - first);
            let reduced = product(e, inverse.as_ref().subcols(first, count));
            let mut dual = e.subcols(first, count).to_owned();
            scale_rows(dual.as_mut(), lin.mass());
            let (full, reduced) = if probes.exact {
                let forces = probes.forces.transpose();
                let responses = probes.responses.transpose();
                (product(responses, dual.as_ref()), product(forces, reduced.as_ref()))
            } else {
                let full = factor.apply_transposed(lin.solve(dual).as_ref());
                (full, factor.apply_transposed(reduced.as_ref()))
            };
            captured += squared_norm(full.as_ref());
            misplaced += squared_norm((full - reduced).as_ref());
        }
        Ok((captured, misplaced))
    }

    /// `tr((B^T H B)^{-1} B^T Sigma_F B)`: exact, no solves.
    fn energy(&self, factor: &Factor) -> f64 {
        let mut bl = factor.apply_transposed(self.elastic.as_ref()).transpose().to_owned();
        solve_lower(self.factor.as_ref(), bl.as_mut());
        squared_norm(bl.as_ref())
    }
}

/// The span of `basis` without the motions that cost no energy.
fn deforming(lin: &Linearisation<'_>, basis: &Mat) -> Result<Mat> {
    let mut b = basis.clone();
    project_off(&mut b, lin.rigid.as_ref(), lin.mass());
    // what is left of a rigid column is round-off: judge by length before anything is rescaled
    let keep: Vec<Vec<f64>> = (0..b.ncols())
        .map(|j| column(b.as_ref(), j).to_vec())
        .filter(|c| mass_norm_squared(c, lin.mass()) > 1e-12)
        .collect();
    orthonormal(crate::linalg::from_columns(b.nrows(), &keep), lin.mass())
}
