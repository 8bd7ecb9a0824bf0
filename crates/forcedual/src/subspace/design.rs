//! From a linearised body, a prior and a specification to a certified subspace.

use super::basis::{extended, kronecker, orthonormal, skinning_functions};
use super::certificate::{Certificate, Probes, certify};
use super::derivatives::with_derivatives;
use super::dynamic::{dynamic_modes, white_noise};
use super::linearisation::Linearisation;
use super::modes::{Field, Modes, dual_modes, principal};
use super::spec::{Method, ModeCount, SubspaceKind, SubspaceSpec};
use super::{baselines, greens};
use crate::error::{Code, Error, Result};
use crate::force::Gaussian;
use crate::linalg::{Mat, column, dot, hstack, scale_rows};
use crate::progress::{Progress, check};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::time::{Duration, Instant};

/// A subspace and what is known about it.
#[derive(Debug, Clone)]
pub struct Subspace {
    /// What a degree of freedom is.
    pub kind: SubspaceKind,
    /// How the modes were found.
    pub method: Method,
    /// Mass-orthonormal displacement basis: motions without energy first, then the modes. For
    /// skinning, the span of linear blend skinning.
    pub basis: Mat,
    /// Skinning weights, one column each; the constant weight first for free bodies.
    pub weights: Option<Mat>,
    /// Variance along each mode or weight, descending; the constant weight and motions without
    /// energy have none.
    pub eigenvalues: Vec<f64>,
    /// Motions without energy among the columns of the basis.
    pub rigid: usize,
    /// Mean displacement under the prior, where not zero.
    pub mean: Option<Vec<f64>>,
    /// How much of the motion is captured.
    pub certificate: Certificate,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// Time spent on modes.
    pub modes_time: Duration,
    /// Time spent on the certificate.
    pub certificate_time: Duration,
}

impl Subspace {
    /// Number of modes or weights that were designed, motions without energy not counted.
    pub fn modes(&self) -> usize {
        self.eigenvalues.len()
    }
}

/// Modes beyond which a share of the motion is not pursued.
const MOST_MODES: usize = 512;

/// Designs a subspace; file names in the specification are relative to `folder`.
pub fn design(
    lin: &Linearisation<'_>,
    gaussian: &Gaussian,
    spec: &SubspaceSpec,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Subspace> {
    let started = Instant::now();
    let maker = Maker { lin, gaussian, spec, folder, progress };
    let share = spec.modes.share()?;
    let mut warnings = Vec::new();
    let found = match spec.modes {
        ModeCount::Number(count) => {
            maker.check_count(count)?;
            maker.make(count)?
        }
        ModeCount::Share(_) => maker.reach(share.unwrap_or(0.99), &mut warnings)?,
    };
    if let ModeCount::Number(count) = spec.modes
        && found.values.len() < count
        && !spec.method.is_geometric()
    {
        warnings.push(format!(
            "the prior has only {} modes, not {count}; set `fill = true` to add modes of linear modal analysis",
            found.values.len()
        ));
    }
    let (basis, weights) = maker.complete(&found)?;
    let modes_time = started.elapsed();
    check(progress)?;

    progress.stage("certificate", 0);
    let started = Instant::now();
    let certificate = certify(lin, gaussian, &basis)?;
    let mean = gaussian.mean.as_ref().map(|mean| lin.solve_vec(mean));
    Ok(Subspace {
        kind: spec.kind,
        method: spec.method,
        basis,
        weights,
        eigenvalues: found.values,
        rigid: lin.rigid.ncols(),
        mean,
        certificate,
        warnings,
        modes_time,
        certificate_time: started.elapsed(),
    })
}

impl Method {
    /// Weights drawn from geometry, whose number does not follow from the prior.
    pub fn is_geometric(self) -> bool {
        matches!(
            self,
            Method::Harmonic | Method::Biharmonic | Method::BoundedBiharmonic | Method::Diffused
        )
    }

    /// Does it make subspaces of this kind?
    pub fn suits(self, kind: SubspaceKind) -> bool {
        match self {
            Method::ForceDual | Method::Lma | Method::Greens | Method::Pod => true,
            Method::ModalDerivatives | Method::Dynamic | Method::HalfAndHalf => {
                kind == SubspaceKind::Displacement
            }
            _ => kind == SubspaceKind::Skinning,
        }
    }
}

/// `count` modes or weights by the method of a specification, uncertified.
pub fn modes_of(
    lin: &Linearisation<'_>,
    gaussian: &Gaussian,
    spec: &SubspaceSpec,
    count: usize,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Modes> {
    let maker = Maker { lin, gaussian, spec, folder, progress };
    maker.make(count.min(maker.most()))
}

struct Maker<'a> {
    lin: &'a Linearisation<'a>,
    gaussian: &'a Gaussian,
    spec: &'a SubspaceSpec,
    folder: &'a Path,
    progress: &'a dyn Progress,
}

impl Maker<'_> {
    fn field(&self) -> Field {
        match self.spec.kind {
            SubspaceKind::Displacement => Field::Displacement,
            SubspaceKind::Skinning => self.spec.form.into(),
        }
    }

    fn most(&self) -> usize {
        let free = self.lin.free_dofs() - self.lin.rigid.ncols();
        match self.spec.kind {
            SubspaceKind::Displacement => free,
            SubspaceKind::Skinning => free / self.lin.body.dim(),
        }
    }

    fn check_count(&self, count: usize) -> Result<()> {
        let most = self.most();
        if count == 0 || count > most {
            return Err(Error::new(
                Code::Modes,
                format!("{count} modes were asked for, but the body allows 1 to {most}"),
            )
            .field("modes"));
        }
        Ok(())
    }

    /// `count` modes (displacement) or weights (skinning) by the chosen method.
    fn make(&self, count: usize) -> Result<Modes> {
        let (spec, lin, factor) = (self.spec, self.lin, &self.gaussian.factor);
        if !spec.method.suits(spec.kind) {
            return Err(Error::new(
                Code::Scene,
                format!("`{}` does not make {} subspaces", spec.method.name(), spec.kind.name()),
            )
            .field("method"));
        }
        let modes = match spec.method {
            Method::ForceDual => dual_modes(lin, factor, self.field(), count, self.progress)?,
            Method::Lma => self.lma(count)?,
            Method::Greens => greens::greens(lin, factor, self.field(), count, spec.seed)?,
            Method::Pod => self.pod(count)?,
            Method::ModalDerivatives => {
                let linear = spec.derivatives_of.clamp(1, 16).min(self.most());
                let linear = dual_modes(lin, factor, Field::Displacement, linear, self.progress)?;
                with_derivatives(lin, &linear, count, self.progress)?
            }
            Method::Dynamic => dynamic_modes(lin, factor, spec, count, self.progress)?,
            Method::HalfAndHalf => self.half_and_half(count)?,
            _ => self.geometric(count)?,
        };
        if spec.fill && modes.values.len() < count && !spec.method.is_geometric() {
            return self.filled(modes, count);
        }
        Ok(modes)
    }

    fn lma(&self, count: usize) -> Result<Modes> {
        dual_modes(self.lin, &white_noise(self.lin).factor, self.field(), count, self.progress)
    }

    fn pod(&self, count: usize) -> Result<Modes> {
        if self.spec.samples < 2 {
            return Err(Error::new(Code::Modes, "at least two samples are needed").field("samples"));
        }
        self.progress.stage("sample", self.spec.samples);
        let mut rng = ChaCha8Rng::seed_from_u64(self.spec.seed);
        let centred = Gaussian::centred(self.gaussian.factor.clone());
        let mut u = self.lin.solve(centred.sample(self.spec.samples, &mut rng));
        let scale = 1.0 / (self.spec.samples as f64).sqrt();
        scale_rows(u.as_mut(), &vec![scale; self.lin.body.dofs()]);
        principal(self.lin, u, self.field(), count)
    }

    fn half_and_half(&self, count: usize) -> Result<Modes> {
        let half = count.div_ceil(2);
        let dual =
            dual_modes(self.lin, &self.gaussian.factor, Field::Displacement, half, self.progress)?;
        self.filled(dual, count)
    }

    /// Modes of linear modal analysis appended until there are `count`.
    fn filled(&self, modes: Modes, count: usize) -> Result<Modes> {
        let missing = count - modes.values.len();
        let lma = self.lma(count.min(self.most()))?;
        let mass = self.field_mass();
        let mut vectors = modes.vectors.clone();
        for j in 0..lma.values.len() {
            if vectors.ncols() == modes.values.len() + missing {
                break;
            }
            vectors = extended(&vectors, &lma.vectors.as_ref().subcols(j, 1).to_owned(), &mass)?;
        }
        let fresh =
            vectors.as_ref().subcols(modes.values.len(), vectors.ncols() - modes.values.len());
        let mut values = modes.values;
        values.extend(self.variances(&fresh.to_owned()));
        Ok(Modes { exhausted: values.len() < count, values, vectors })
    }

    /// Variance of the prior along given modes or weights.
    fn variances(&self, vectors: &Mat) -> Vec<f64> {
        let basis = match self.spec.kind {
            SubspaceKind::Displacement => vectors.clone(),
            SubspaceKind::Skinning => kronecker(vectors.as_ref(), self.lin.body.dim()),
        };
        let per = basis.ncols() / vectors.ncols().max(1);
        let each = super::certificate::captured_by_column(self.lin, &self.gaussian.factor, &basis);
        each.chunks(per.max(1)).map(|c| c.iter().sum()).collect()
    }

    fn field_mass(&self) -> Vec<f64> {
        match self.spec.kind {
            SubspaceKind::Displacement => self.lin.mass().to_vec(),
            SubspaceKind::Skinning => self.lin.body.mass.clone(),
        }
    }

    fn geometric(&self, count: usize) -> Result<Modes> {
        let (body, spec) = (self.lin.body, self.spec);
        let weights = match spec.method {
            Method::SkinningEigenmodes => {
                let (_, weights) = baselines::eigenmodes(body, count, self.progress)?;
                weights
            }
            Method::Diffused => {
                let source = spec.painted.as_ref().ok_or_else(|| {
                    Error::new(Code::Scene, "`diffused` needs painted weights").field("painted")
                })?;
                let painted = source
                    .load(self.folder)
                    .and_then(|a| a.matrix(Some(body.mesh.vertex_count()), None, "painted weights"))
                    .map_err(|e| e.field("painted"))?;
                let columns = painted.shape[1];
                let painted =
                    Mat::from_fn(painted.shape[0], columns, |i, j| painted.data[i * columns + j]);
                let length = spec.diffusion.unwrap_or(0.1 * body.mesh.diagonal());
                baselines::diffused(body, &painted, length * length)?
            }
            method => {
                let handles = self.handles()?;
                match method {
                    Method::Harmonic => baselines::harmonic(body, &handles)?,
                    Method::Biharmonic => baselines::biharmonic(body, &handles)?,
                    _ => baselines::bounded(body, &handles, self.progress)?.weights,
                }
            }
        };
        let values = self.variances(&orthonormal(weights.clone(), &body.mass)?);
        let mut padded = values;
        padded.resize(weights.ncols(), 0.0);
        Ok(Modes { values: padded, vectors: weights, exhausted: false })
    }

    fn handles(&self) -> Result<Vec<Vec<u32>>> {
        if self.spec.handles.is_empty() {
            return Err(Error::new(
                Code::Scene,
                format!("`{}` needs handles", self.spec.method.name()),
            )
            .help("give one selection per handle: handles = [{ nearest = [0, 0, 0] }, ...]")
            .field("handles"));
        }
        let picker = self.lin.body.picker(self.folder);
        let each = self.spec.handles.iter().enumerate().map(|(k, selection)| {
            let mask = picker.vertices(selection).map_err(|e| e.field(format!("handles[{k}]")))?;
            Ok((0..mask.len() as u32).filter(|&i| mask[i as usize]).collect())
        });
        each.collect()
    }

    /// The whole basis: motions without energy, then modes; for skinning, the span of its weights.
    fn complete(&self, found: &Modes) -> Result<(Mat, Option<Mat>)> {
        let lin = self.lin;
        match self.spec.kind {
            SubspaceKind::Displacement => {
                let basis = if lin.is_free() {
                    hstack(&[lin.rigid.as_ref(), found.vectors.as_ref()])
                } else {
                    found.vectors.clone()
                };
                Ok((basis, None))
            }
            SubspaceKind::Skinning => {
                let weights = self.all_weights(&found.vectors);
                let functions = skinning_functions(lin.body, weights.as_ref())?;
                Ok((kronecker(functions.as_ref(), lin.body.dim()), Some(weights)))
            }
        }
    }

    /// The constant weight in front where the body is free.
    fn all_weights(&self, found: &Mat) -> Mat {
        let body = self.lin.body;
        if !self.lin.is_free() {
            return found.clone();
        }
        let total: f64 = body.mass.iter().sum();
        let one = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| {
            if body.held[i] { 0.0 } else { 1.0 / total.sqrt() }
        });
        hstack(&[one.as_ref(), found.as_ref()])
    }

    /// The fewest modes whose missed variance is, at the upper end of its interval, small enough.
    fn reach(&self, share: f64, warnings: &mut Vec<String>) -> Result<Modes> {
        let probes = Probes::new(self.lin, &self.gaussian.factor);
        let most = self.most().min(MOST_MODES);
        let mut count = 16.min(most);
        loop {
            let modes = self.make(count)?;
            let captured = self.captured_curve(&probes, &modes)?;
            if let Some(k) = captured.iter().position(|&c| c >= share) {
                let vectors = modes.vectors.as_ref().subcols(0, k + 1).to_owned();
                return Ok(Modes {
                    values: modes.values[..=k].to_vec(),
                    vectors,
                    exhausted: false,
                });
            }
            if modes.exhausted || count == most || self.spec.method.is_geometric() {
                let reached = captured.last().copied().unwrap_or(0.0);
                warnings.push(format!(
                    "{} modes capture {:.4}% of the motion, less than the {}% asked for",
                    modes.values.len(),
                    100.0 * reached,
                    100.0 * share
                ));
                return Ok(modes);
            }
            count = (2 * count).min(most);
        }
    }

    /// Lower bound of the captured share for the first 1, 2, ... modes.
    fn captured_curve(&self, probes: &Probes, modes: &Modes) -> Result<Vec<f64>> {
        let lin = self.lin;
        let (basis, ends) = self.nested(&modes.vectors)?;
        let variance = super::certificate::captured_by_column(lin, &self.gaussian.factor, &basis);
        let mut rest = probes.responses().clone();
        let mut dual = basis.clone();
        scale_rows(dual.as_mut(), lin.mass());
        let (mut from, mut captured, mut curve) = (0, 0.0, Vec::new());
        for end in ends {
            let part = basis.as_ref().subcols(from, end - from).to_owned();
            let part_dual = dual.as_ref().subcols(from, end - from).to_owned();
            super::rigid::project_out(&mut rest, &part, &part_dual);
            captured += variance[from..end].iter().sum::<f64>();
            let tail: Vec<f64> = (0..rest.ncols())
                .map(|j| {
                    let u = column(rest.as_ref(), j);
                    let weighted: Vec<f64> = u.iter().zip(lin.mass()).map(|(u, m)| m * u).collect();
                    dot(&weighted, u)
                })
                .collect();
            let missed = probes.estimate(&tail);
            curve.push(captured / (captured + missed.high));
            from = end;
        }
        Ok(curve)
    }

    /// An orthonormal basis whose first `ends[k]` columns belong to the first `k + 1` modes.
    fn nested(&self, vectors: &Mat) -> Result<(Mat, Vec<usize>)> {
        if self.spec.kind == SubspaceKind::Displacement {
            return Ok((vectors.clone(), (1..=vectors.ncols()).collect()));
        }
        let body = self.lin.body;
        let mut functions = Mat::zeros(vectors.nrows(), 0);
        let mut ends = Vec::new();
        for k in 0..vectors.ncols() {
            let weight = vectors.as_ref().subcols(k, 1).to_owned();
            let weight = if k == 0 { self.all_weights(&weight) } else { weight };
            let fresh = skinning_functions(body, weight.as_ref())?;
            functions = extended(&functions, &fresh, &body.mass)?;
            ends.push(functions.ncols() * body.dim());
        }
        Ok((kronecker(functions.as_ref(), body.dim()), ends))
    }
}
