//! The body near rest: stiffness, mass, supports, and one factorisation that serves everything.
//!
//! `S(b)` is the displacement under a force `b`. For a supported body it is `H^{-1} b` with the
//! pins eliminated. For a free one it is *inertia relief*: the force's rigid part accelerates the
//! body, the rest deforms it,
//!
//! ```text
//! S(b) = P^T S_pin(P b),     P = I - M R R^T
//! ```
//!
//! with `R` the mass-orthonormal motions without energy and `S_pin` a solve with just enough
//! degrees of freedom held; the result does not depend on which.

use super::basis::{mass_norm_squared, orthonormal, project_off};
use super::certificate::rademacher;
use super::rigid::{project_out, rigid_motions, statically_determinate_pins};
use crate::body::Body;
use crate::energy::{Assembler, Elastic};
use crate::error::{Code, Error, Result};
use crate::force::{Factor, Gaussian, Made};
use crate::linalg::{
    Cholesky, Mat, MatRef, SparseSym, Symbolic, column, for_columns, norm, scale_rows, squared_norm,
};
use crate::progress::{Progress, check};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Seconds spent in the stages of a linearisation.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LinearisationTimes {
    /// Assembling the stiffness matrix.
    pub assemble: Duration,
    /// Fill-reducing order and symbolic analysis.
    pub order: Duration,
    /// Numeric factorisation.
    pub factor: Duration,
}

/// A body's rest stiffness, factored once.
pub struct Linearisation<'a> {
    /// The body.
    pub body: &'a Body,
    /// Rest Hessian over all degrees of freedom, pins not eliminated.
    pub stiffness: SparseSym,
    /// Mass-orthonormal motions without energy; no columns for a supported body.
    pub rigid: Mat,
    /// Time spent.
    pub times: LinearisationTimes,
    /// `|H x - b| / |b|` of a solve under forces that differ from vertex to vertex: where something stiff rides on
    /// something soft, about the error of displacements too.
    pub residual: f64,
    /// `M R`
    rigid_dual: Mat,
    mass: Vec<f64>,
    root_mass: Vec<f64>,
    solved: Vec<u32>,
    factor: Cholesky,
    soft: OnceLock<Soft>,
    made: Option<Made>,
}

impl<'a> Linearisation<'a> {
    /// Assembles and factors the rest stiffness of a body.
    pub fn new(body: &'a Body, progress: &dyn Progress) -> Result<Self> {
        Self::attached(body, |_| Ok(Vec::new()), progress)
    }

    /// The same with springs from vertices to the ground, (vertex, N/m) each; `attachments` is
    /// given the stiffness matrix without them.
    pub fn attached(
        body: &'a Body,
        attachments: impl Fn(&SparseSym) -> Result<Vec<(usize, f64)>>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        progress.stage("assemble", 0);
        let started = Instant::now();
        let assembler = body_assembler(body);
        let mut stiffness = rest_stiffness(body, &assembler);
        let mut supported = body.held.clone();
        for (vertex, k) in attachments(&stiffness)? {
            supported[vertex] = true;
            for i in body.dim() * vertex..body.dim() * (vertex + 1) {
                stiffness.add(i, i, k);
            }
        }
        let assemble = started.elapsed();
        check(progress)?;
        progress.stage("order", 0);
        let started = Instant::now();
        let d = body.dim();
        let rigid = rigid_motions(body, &supported)?;
        let mut solve: Vec<bool> = (0..body.dofs()).map(|i| !body.held[i / d]).collect();
        if !solve.iter().any(|&s| s) {
            return Err(Error::new(Code::Unsupported, "every vertex is pinned: nothing can move")
                .help("pin fewer vertices"));
        }
        for dof in statically_determinate_pins(&rigid) {
            solve[dof] = false;
        }
        let (reduced, solved) = stiffness.restricted(&solve);
        let vertices = body.mesh.vertex_count();
        let symbolic = Symbolic::new(&reduced.pattern, vertices, |r| solved[r] as usize / d)?;
        let order = started.elapsed();

        check(progress)?;
        progress.stage("factor", 0);
        let started = Instant::now();
        let factor = Cholesky::new(&reduced, symbolic, progress).map_err(|e| {
            if e.code != Code::Numeric || e.help.is_some() {
                return e;
            }
            e.help("look for parts of the mesh held by a single vertex, or for extreme stiffness contrasts")
        })?;
        let residual = verify(&reduced, &factor)?;
        let mass = body.dof_mass();
        let mut rigid_dual = rigid.clone();
        scale_rows(rigid_dual.as_mut(), &mass);
        let times = LinearisationTimes { assemble, order, factor: started.elapsed() };
        let root_mass = mass.iter().map(|m| m.sqrt()).collect();
        Ok(Linearisation {
            body,
            stiffness,
            rigid,
            times,
            residual,
            rigid_dual,
            mass,
            root_mass,
            solved,
            factor,
            soft: OnceLock::new(),
            made: None,
        })
    }

    /// The same, which remembers the Gaussians of forces for as long as it lives.
    pub fn remembering(self) -> Self {
        Linearisation { made: Some(Made::default()), ..self }
    }

    /// What is remembered, if anything is.
    pub(crate) fn made(&self) -> Option<&Made> {
        self.made.as_ref()
    }

    /// Is any motion of the body without energy?
    pub fn is_free(&self) -> bool {
        self.rigid.ncols() > 0
    }

    /// Number of degrees of freedom that the supports leave.
    pub fn free_dofs(&self) -> usize {
        self.solved.len() + self.rigid.ncols()
    }

    /// Values stored in the Cholesky factor.
    pub fn factor_size(&self) -> usize {
        self.factor.stored()
    }

    /// Mass per degree of freedom.
    pub fn mass(&self) -> &[f64] {
        &self.mass
    }

    /// Square root of the mass per degree of freedom.
    pub fn root_mass(&self) -> &[f64] {
        &self.root_mass
    }

    /// `S(b)` for each column of `b`.
    pub fn solve(&self, mut b: Mat) -> Mat {
        if self.is_free() {
            // P = I - M R R^T acts on forces
            project_out(b.as_mut(), self.rigid_dual.as_ref(), self.rigid.as_ref());
        }
        self.factor.solve_rows(&self.solved, b.as_mut());
        if self.is_free() {
            project_out(b.as_mut(), self.rigid.as_ref(), self.rigid_dual.as_ref());
        }
        b
    }

    /// `S(b)` block by block, so that progress is seen and the work can be interrupted.
    pub fn solve_watched(&self, mut b: Mat, progress: &dyn Progress) -> Result<Mat> {
        let mut done = 0;
        while done < b.ncols() {
            check(progress)?;
            let count = BLOCK.min(b.ncols() - done);
            let mut block = b.as_mut().subcols_mut(done, count);
            block.copy_from(self.solve(block.as_ref().to_owned()));
            done += count;
            progress.advance(done);
        }
        check(progress)?;
        Ok(b)
    }

    /// `S(b)` of one force.
    pub fn solve_vec(&self, b: &[f64]) -> Vec<f64> {
        let x = self.solve(Mat::from_fn(b.len(), 1, |i, _| b[i]));
        column(x.as_ref(), 0).to_vec()
    }

    /// Responses `G = S(L)` of every amplitude of a factor.
    pub fn responses(&self, factor: &Factor) -> Mat {
        match factor {
            Factor::Displacements { response, .. } => {
                let mut g = response.clone();
                if self.is_free() {
                    project_out(g.as_mut(), self.rigid.as_ref(), self.rigid_dual.as_ref());
                }
                g
            }
            Factor::Sum(parts) => {
                let mut g = Mat::zeros(self.body.dofs(), factor.columns());
                let mut from = 0;
                for (weight, part) in parts {
                    let block = self.responses(part);
                    for_columns(g.as_mut().subcols_mut(from, block.ncols()), |j, g| {
                        g.iter_mut()
                            .zip(column(block.as_ref(), j))
                            .for_each(|(g, b)| *g = weight * b);
                    });
                    from += block.ncols();
                }
                g
            }
            Factor::Mixture { sum, .. } => self.responses(sum),
            other => self.solve(other.dense()),
        }
    }

    /// `H x` for a block of displacements.
    pub fn stiffness_times(&self, x: MatRef<'_, f64>) -> Mat {
        let mut y = Mat::zeros(x.nrows(), x.ncols());
        self.stiffness.mul(x, y.as_mut());
        y
    }

    /// Root mean square over components of the displacement that a prior causes, averaged over
    /// the body's mass: `sqrt(tr(S Sigma S M) / tr M)`.
    ///
    /// Exact for priors of few amplitudes. Otherwise the variance along the body's softest motions
    /// is exact, which is nearly all of it, and only the rest is estimated.
    pub fn rms_displacement(&self, gaussian: &Gaussian) -> Result<f64> {
        let factor = &gaussian.factor;
        let trace = if is_enumerable(factor) {
            squared_mass_norms(self, &self.responses(factor))
        } else {
            let soft = self.soft()?;
            let z = rademacher(factor.columns(), PROBES, 0x5eed);
            let mut rest = self.solve(factor.apply(z.as_ref()));
            project_off(&mut rest, soft.motions.as_ref(), &self.mass);
            squared_norm(factor.apply_transposed(soft.reach.as_ref()).as_ref())
                + squared_mass_norms(self, &rest) / PROBES as f64
        };
        Ok((trace / self.mass.iter().sum::<f64>()).sqrt())
    }

    /// The softest motions, found once.
    fn soft(&self) -> Result<&Soft> {
        if let Some(soft) = self.soft.get() {
            return Ok(soft);
        }
        let softened = |mut u: Mat, weight: &[f64]| {
            scale_rows(u.as_mut(), weight);
            self.solve(u)
        };
        let noise = rademacher(self.body.dofs(), SOFTEST, 0x50f7);
        let once = orthonormal(softened(noise, &self.root_mass), &self.mass)?;
        let motions = orthonormal(softened(once, &self.mass), &self.mass)?;
        let reach = softened(motions.clone(), &self.mass);
        Ok(self.soft.get_or_init(|| Soft { motions, reach }))
    }
}

/// Motions that take least energy for their size, nearly, by subspace iteration: whatever a force
/// is, much of what it causes is in their span.
struct Soft {
    /// `Q`, mass-orthonormal.
    motions: Mat,
    /// `S M Q`: the variance that a force `f` has along them is `|f^T S M Q|^2`.
    reach: Mat,
}

fn squared_mass_norms(lin: &Linearisation<'_>, u: &Mat) -> f64 {
    (0..u.ncols()).map(|j| mass_norm_squared(column(u.as_ref(), j), lin.mass())).sum()
}

/// Columns solved for between two looks at the caller's wish to stop.
const BLOCK: usize = 32;
/// Softest motions, along which variance is measured exactly.
const SOFTEST: usize = 48;
/// Random responses that tell how much is elsewhere.
const PROBES: usize = 8;
/// Amplitudes up to which responses are computed one by one.
const FEW: usize = 256;
/// Amplitudes up to which they are decomposed directly where most of their responses are known.
const SNAPSHOTS: usize = 4096;
/// Degrees of freedom up to which they are computed for any prior.
const SMALL: usize = 400;

/// Is a prior small enough to compute the response to each of its amplitudes?
pub fn is_enumerable(factor: &Factor) -> bool {
    let few = unknown_responses(factor) <= FEW && factor.columns() <= SNAPSHOTS;
    few || factor.rows() <= SMALL
}

/// Amplitudes whose responses take a solve each: all but observed displacements.
fn unknown_responses(factor: &Factor) -> usize {
    match factor {
        Factor::Displacements { .. } => 0,
        Factor::Sum(parts) => parts.iter().map(|(_, part)| unknown_responses(part)).sum(),
        Factor::Mixture { sum, .. } => unknown_responses(sum),
        other => other.columns(),
    }
}

/// The assembler of a body's elastic energy.
pub fn body_assembler(body: &Body) -> Assembler {
    Assembler::new(body.dim(), body.mesh.vertex_count(), body.mesh.cells(), body.dim() + 1)
}

/// The rest Hessian of a body's elastic energy over all degrees of freedom.
pub fn rest_stiffness(body: &Body, assembler: &Assembler) -> SparseSym {
    assembler.hessian(&Elastic::new(body), body.mesh.positions(), false)
}

/// A factorisation of a nearly singular matrix can succeed and be worthless: solve once and look at the residual.
fn verify(a: &SparseSym, factor: &Cholesky) -> Result<f64> {
    let n = a.size();
    let b: Vec<f64> = (0..n).map(|i| ((i * 7919 + 13) as f64).sin()).collect();
    let mut x = Mat::from_fn(n, 1, |i, _| b[i]);
    factor.solve_in_place(x.as_mut());
    let mut y = vec![0.0; n];
    a.mul_vec(column(x.as_ref(), 0), &mut y);
    y.iter_mut().zip(&b).for_each(|(y, b)| *y -= b);
    let error = norm(&y) / norm(&b);
    if error.is_finite() && error < 1e-4 {
        return Ok(error);
    }
    Err(Error::new(
        Code::Numeric,
        format!("the stiffness matrix is too ill-conditioned to solve with (residual {error:.1e})"),
    )
    .help("look for slivers (`forcedual check`) or extreme stiffness contrasts"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::bench::Bench;
    use crate::progress::Silent;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts what is done and stops there.
    struct Impatient(AtomicUsize, usize);

    impl Progress for Impatient {
        fn advance(&self, done: usize) {
            self.0.store(done, Ordering::Relaxed);
        }

        fn cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed) >= self.1
        }
    }

    #[test]
    fn watched_solves_stop_after_a_block_and_give_the_same_bits() {
        let bench = Bench::square(3);
        let lin = Linearisation::new(&bench.body, &Silent).unwrap();
        let b = Mat::from_fn(bench.body.dofs(), 100, |i, j| ((i * 7 + j) as f64).sin());
        let patient = Impatient(AtomicUsize::new(0), usize::MAX);
        assert_eq!(lin.solve_watched(b.clone(), &patient).unwrap(), lin.solve(b.clone()));
        assert_eq!(patient.0.into_inner(), 100);
        let impatient = Impatient(AtomicUsize::new(0), 1);
        assert_eq!(lin.solve_watched(b, &impatient).unwrap_err().code, Code::Cancelled);
        assert_eq!(impatient.0.into_inner(), BLOCK);
    }

    #[test]
    fn neither_strength_nor_company_decides_whether_a_prior_is_enumerable() {
        let dense = |columns| Gaussian::centred(Factor::Dense(Mat::zeros(1000, columns)));
        let observed = |columns| {
            let zeros = || Mat::zeros(1000, columns);
            Gaussian::centred(Factor::Displacements { forces: zeros(), response: zeros() })
        };
        let exact = |prior: Gaussian| is_enumerable(&prior.factor);
        assert!(exact(observed(300)) && exact(observed(300).scaled(2.0)));
        assert!(exact(Gaussian::sum(vec![observed(300).scaled(2.0), dense(FEW)])));
        assert!(exact(Gaussian::mixture(vec![(0.5, observed(300)), (0.5, dense(FEW))])));
        assert!(!exact(dense(300)) && !exact(dense(300).scaled(2.0)));
        assert!(!exact(Gaussian::sum(vec![observed(300), dense(FEW + 1)])));
        assert!(!exact(observed(SNAPSHOTS + 1)) && !exact(observed(SNAPSHOTS + 1).scaled(2.0)));
    }
}
