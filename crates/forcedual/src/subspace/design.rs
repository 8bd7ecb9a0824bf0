//! From a linearised body, a prior and a specification to a certified subspace.

use super::basis::{
    Growing, constant_weights, kronecker, mass_norm_squared, nested, project_off,
    skinning_functions,
};
use super::certificate::{Certificate, Probes, certify_with};
use super::derivatives::with_derivatives;
use super::dynamic::{dynamic_modes, white_noise};
use super::linearisation::{Linearisation, is_enumerable};
use super::modes::{FLOOR, Field, Modes, dual_modes, principal};
use super::spec::{Method, ModeCount, SubspaceKind, SubspaceSpec};
use super::{baselines, greens, push_forward};
use crate::error::{Code, Error, Result};
use crate::force::{Factor, Gaussian};
use crate::linalg::{Mat, column, column_mut, hstack, scale_rows};
use crate::material::Law;
use crate::progress::{Progress, check};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::cell::{OnceCell, RefCell};
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
    /// skinning, the span of linear blend skinning, motions without energy included.
    pub basis: Mat,
    /// Skinning weights, one column each; constant ones first for components that are free.
    pub weights: Option<Mat>,
    /// Variance of the prior along each mode or weight; constant weights and motions without
    /// energy have none. Descending for force-dual modes.
    pub eigenvalues: Vec<f64>,
    /// Number of motions without energy.
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

/// Linear modes beyond which derivatives are too many.
const MOST_DERIVATIVES: usize = 16;
/// Error of a reduced solve that is worth a warning.
const POOR: f64 = 0.1;
/// Modes beyond which a share of the motion is not pursued.
const MOST_MODES: usize = 512;
/// Modes that a share of the motion is first sought with.
const FIRST_MODES: usize = 16;
/// Bases held at once: the basis and, in its certificate, the deforming part, the copies that
/// orthonormalise it, and its image in energy.
const COPIES: usize = 6;

/// Designs a subspace; file names in the specification are relative to `folder`.
pub fn design(
    lin: &Linearisation<'_>,
    gaussian: &Gaussian,
    spec: &SubspaceSpec,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<Subspace> {
    design_shown(lin, gaussian, spec, folder, progress, |_| ())
}

/// The same, with a look at the modes or weights before they are certified, which may take longer than
/// to find them.
pub fn design_shown(
    lin: &Linearisation<'_>,
    gaussian: &Gaussian,
    spec: &SubspaceSpec,
    folder: &Path,
    progress: &dyn Progress,
    look: impl FnOnce(&Modes),
) -> Result<Subspace> {
    let started = Instant::now();
    let maker = Maker::new(lin, gaussian, spec, folder, progress);
    let share = spec.modes.share()?;
    let found = match spec.modes {
        _ if spec.method.is_geometric() => maker.make(0)?,
        ModeCount::Number(count) => {
            maker.check_count(count)?;
            maker.make(count)?
        }
        ModeCount::Share(_) => maker.reach(share.unwrap_or(0.99))?,
    };
    if let ModeCount::Number(count) = spec.modes
        && found.values.len() < count
        && !spec.method.is_geometric()
    {
        maker.warn(fewer(found.values.len(), count, &gaussian.factor, spec));
    }
    look(&found);
    let (basis, weights) = maker.complete(&found)?;
    let modes_time = started.elapsed();
    check(progress)?;

    progress.stage("certificate", 0);
    let started = Instant::now();
    let certificate = certify_with(lin, gaussian, &basis, maker.probes(), progress)?;
    stiff(spec.kind, certificate.galerkin_error, 1.0 - certificate.captured)
        .into_iter()
        .for_each(|warning| maker.warn(warning));
    let mean = gaussian.mean.as_ref().map(|mean| lin.solve_vec(mean));
    Ok(Subspace {
        kind: spec.kind,
        method: spec.method,
        basis,
        weights,
        eigenvalues: maker.variances(&found),
        rigid: lin.rigid.ncols(),
        mean,
        certificate,
        warnings: maker.warnings.into_inner(),
        modes_time,
        certificate_time: started.elapsed(),
    })
}

/// That a reduced solve errs far more than projection, by the relative errors of both.
pub fn stiff(kind: SubspaceKind, solved: f64, projected: f64) -> Option<String> {
    let instead = match kind {
        SubspaceKind::Displacement => "use more modes",
        SubspaceKind::Skinning => "use more weights, or displacement modes for small motions",
    };
    (solved > POOR.max(10.0 * projected)).then(|| {
        format!(
            "the error of a reduced solve is {:.0}% of the motion, though shapes in the subspace come as near as {:.2}%: they resist these forces; {instead}",
            100.0 * solved,
            100.0 * projected
        )
    })
}

/// Why there are fewer modes than asked for.
fn fewer(found: usize, asked: usize, factor: &Factor, spec: &SubspaceSpec) -> String {
    let modes = if found == 1 { "mode" } else { "modes" };
    let drawn = match spec.method {
        Method::Pod => true,
        Method::PushForward => push_forward::draws(factor),
        _ => false,
    };
    if drawn && spec.samples < asked {
        return format!(
            "{} samples give only {found} {modes}, not {asked}: set `samples` higher",
            spec.samples
        );
    }
    let why = if is_enumerable(factor) && factor.columns() < asked {
        format!("the prior has only {found} {modes}, not {asked}")
    } else {
        format!(
            "only {found} of {asked} modes stand out of round-off: the others have less than {FLOOR:.0e} of the first one's variance"
        )
    };
    match (spec.fill, spec.method) {
        (_, Method::Lma) => why,
        (true, _) => why + "; the linear modes that fill up end there too",
        (false, _) => why + "; set `fill = true` to add modes of linear modal analysis",
    }
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
            Method::ForceDual
            | Method::Lma
            | Method::Greens
            | Method::Pod
            | Method::PushForward => true,
            Method::ModalDerivatives | Method::Dynamic | Method::HalfAndHalf => {
                kind == SubspaceKind::Displacement
            }
            _ => kind == SubspaceKind::Skinning,
        }
    }
}

/// `count` modes or weights by the method of a specification, uncertified, and what the user should
/// know about them.
pub fn modes_of(
    lin: &Linearisation<'_>,
    gaussian: &Gaussian,
    spec: &SubspaceSpec,
    count: usize,
    folder: &Path,
    progress: &dyn Progress,
) -> Result<(Modes, Vec<String>)> {
    let maker = Maker::new(lin, gaussian, spec, folder, progress);
    let modes = maker.make(count.min(maker.most()))?;
    Ok((modes, maker.warnings.into_inner()))
}

struct Maker<'a> {
    lin: &'a Linearisation<'a>,
    gaussian: &'a Gaussian,
    spec: &'a SubspaceSpec,
    folder: &'a Path,
    progress: &'a dyn Progress,
    probes: OnceCell<Probes>,
    warnings: RefCell<Vec<String>>,
}

impl<'a> Maker<'a> {
    fn new(
        lin: &'a Linearisation<'a>,
        gaussian: &'a Gaussian,
        spec: &'a SubspaceSpec,
        folder: &'a Path,
        progress: &'a dyn Progress,
    ) -> Self {
        progress.stage("modes", 0);
        let (probes, warnings) = (OnceCell::new(), RefCell::default());
        Maker { lin, gaussian, spec, folder, progress, probes, warnings }
    }

    /// Responses that stand for the prior, all of them where they are few; solved for when first
    /// asked for.
    fn probes(&self) -> &Probes {
        self.probes.get_or_init(|| Probes::new(self.lin, &self.gaussian.factor))
    }

    fn warn(&self, warning: String) {
        self.warnings.borrow_mut().push(warning);
    }

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
        self.check_memory(count)
    }

    /// Numbers that a mode or weight takes: as columns of the basis, of which copies are made.
    fn numbers_per_mode(&self) -> usize {
        let d = self.lin.body.dim();
        let columns = match self.spec.kind {
            SubspaceKind::Displacement => 1,
            SubspaceKind::Skinning => d * (d + 1),
        };
        COPIES * columns * self.lin.body.dofs()
    }

    fn check_memory(&self, count: usize) -> Result<()> {
        let what = if self.spec.kind == SubspaceKind::Skinning { "weights" } else { "modes" };
        fits_in_memory(self.numbers_per_mode(), count, what).map_err(|e| e.field("modes"))
    }

    /// `count` modes (displacement) or weights (skinning) by the chosen method.
    fn make(&self, count: usize) -> Result<Modes> {
        let (spec, lin, factor) = (self.spec, self.lin, &self.gaussian.factor);
        spec.check_kind()?;
        let modes = match spec.method {
            Method::ForceDual => self.dual(self.field(), count)?,
            Method::Lma => self.lma(count)?,
            Method::Greens => {
                greens::greens(lin, factor, self.field(), count, spec.seed, self.progress)?
            }
            Method::Pod => self.pod(count)?,
            Method::PushForward => self.push_forward(count)?,
            Method::ModalDerivatives => {
                let linear = self.dual(Field::Displacement, self.derivatives()?)?;
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

    /// Force-dual modes, from the responses at hand where they are all there is.
    fn dual(&self, field: Field, count: usize) -> Result<Modes> {
        if is_enumerable(&self.gaussian.factor) {
            return principal(self.lin, self.probes().responses().clone(), field, count);
        }
        dual_modes(self.lin, &self.gaussian.factor, field, count, self.progress)
    }

    /// Linear modes whose derivatives are taken.
    fn derivatives(&self) -> Result<usize> {
        let asked = self.spec.derivatives_of;
        if !(1..=MOST_DERIVATIVES).contains(&asked) {
            return Err(Error::new(
                Code::Modes,
                format!("derivatives of {asked} modes were asked for; 1 to {MOST_DERIVATIVES} are possible"),
            )
            .field("derivatives-of"));
        }
        if self.lin.body.law == Law::Linear {
            return Err(Error::new(Code::Modes, "a linear law has no modal derivatives")
                .help("choose another law, or the method `force-dual`")
                .field("method"));
        }
        Ok(asked.min(self.most()))
    }

    fn lma(&self, count: usize) -> Result<Modes> {
        dual_modes(self.lin, &white_noise(self.lin.body).factor, self.field(), count, self.progress)
    }

    fn pod(&self, count: usize) -> Result<Modes> {
        let samples = self.samples()?;
        self.progress.stage("sample", samples);
        let mut rng = ChaCha8Rng::seed_from_u64(self.spec.seed);
        let centred = Gaussian::centred(self.gaussian.factor.clone());
        let forces = centred.sample(samples, &mut rng);
        let mut u = self.lin.solve_watched(forces, self.progress)?;
        let scale = 1.0 / (samples as f64).sqrt();
        scale_rows(u.as_mut(), &vec![scale; self.lin.body.dofs()]);
        principal(self.lin, u, self.field(), count)
    }

    fn push_forward(&self, count: usize) -> Result<Modes> {
        let drawn = push_forward::draws(&self.gaussian.factor);
        let samples = if drawn { self.samples()? } else { 0 };
        let forces = push_forward::forces(self.gaussian, samples, self.spec.seed);
        self.progress.stage("sample", forces.ncols());
        let mut u = push_forward::responses(self.lin, &forces, self.progress)?;
        let lost = forces.ncols() - u.ncols();
        if u.ncols() == 0 {
            let message = "under none of the prior's forces was a rest of the body found";
            let help = "make the forces weaker, or choose another method";
            return Err(Error::new(Code::Numeric, message).help(help).field("method"));
        }
        if lost > 0 {
            self.warn(format!(
                "{lost} of {} forces were left out: no rest was found under them",
                forces.ncols()
            ));
        }
        let scale = 1.0 / (u.ncols().max(1) as f64).sqrt();
        scale_rows(u.as_mut(), &vec![scale; self.lin.body.dofs()]);
        principal(self.lin, u, self.field(), count)
    }

    /// Samples that are asked for.
    fn samples(&self) -> Result<usize> {
        if self.spec.samples < 2 {
            return Err(Error::new(Code::Modes, "at least two samples are needed").field("samples"));
        }
        fits_in_memory(2 * self.lin.body.dofs(), self.spec.samples, "samples")
            .map_err(|e| e.field("samples"))?;
        Ok(self.spec.samples)
    }

    /// Dual and vibration modes by turns, so that any number of leading ones is half of each.
    fn half_and_half(&self, count: usize) -> Result<Modes> {
        let dual = self.dual(Field::Displacement, count.div_ceil(2))?;
        let lma = self.lma(count)?;
        let mut growing = Growing::new(&Mat::zeros(self.lin.body.dofs(), 0), self.lin.mass());
        let mut vibrations = 0..lma.vectors.ncols();
        for k in 0..count {
            if k % 2 == 0 && k / 2 < dual.vectors.ncols() {
                growing.extend(&dual.vectors.as_ref().subcols(k / 2, 1).to_owned())?;
            }
            // a dual mode may be a vibration already: then the next one takes its turn
            while growing.len() <= k
                && let Some(j) = vibrations.next()
            {
                growing.extend(&lma.vectors.as_ref().subcols(j, 1).to_owned())?;
            }
        }
        let vectors = growing.from(0);
        Ok(Modes {
            values: vec![0.0; vectors.ncols()],
            exhausted: vectors.ncols() < count,
            vectors,
        })
    }

    /// Modes of linear modal analysis appended until there are `count`.
    fn filled(&self, modes: Modes, count: usize) -> Result<Modes> {
        let lma = self.lma(count.min(self.most()))?;
        let mass = self.field_mass();
        let mut growing = Growing::new(&modes.vectors, &mass);
        for j in 0..lma.vectors.ncols() {
            if growing.len() == count {
                break;
            }
            growing.extend(&lma.vectors.as_ref().subcols(j, 1).to_owned())?;
        }
        let vectors = growing.from(0);
        let mut values = modes.values;
        values.resize(vectors.ncols(), 0.0);
        Ok(Modes { exhausted: vectors.ncols() < count, values, vectors })
    }

    /// Variance of the prior along each mode or weight, taken alone.
    fn variances(&self, modes: &Modes) -> Vec<f64> {
        if self.spec.method == Method::ForceDual && !modes.values.contains(&0.0) {
            return modes.values.clone();
        }
        let mass = self.field_mass();
        let mut unit = modes.vectors.clone();
        for j in 0..unit.ncols() {
            let column = column_mut(unit.as_mut(), j);
            let length = mass_norm_squared(column, &mass).sqrt();
            column.iter_mut().for_each(|x| *x /= length.max(f64::MIN_POSITIVE));
        }
        let (basis, per) = match self.spec.kind {
            SubspaceKind::Displacement => (unit, 1),
            SubspaceKind::Skinning => {
                (kronecker(unit.as_ref(), self.lin.body.dim()), self.lin.body.dim())
            }
        };
        let each = self.probes().captured_by_column(self.lin, &self.gaussian.factor, &basis);
        each.chunks(per).map(|c| c.iter().sum()).collect()
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
                // constants of free components come first, and are there already
                let constant = constant_weights(self.lin).ncols();
                let wanted = (count + constant).min(body.mesh.vertex_count());
                let (gamma, weights) = baselines::eigenmodes(body, wanted, self.progress)?;
                let skip = gamma.iter().take_while(|&&g| g == 0.0).count().min(constant);
                let left = count.min(weights.ncols() - skip);
                weights.as_ref().subcols(skip, left).to_owned()
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
                let mut handles = self.handles()?;
                let count = handles.len();
                handles.extend(self.supports(&handles));
                let weights = match method {
                    Method::Harmonic => baselines::harmonic(body, &handles)?,
                    Method::Biharmonic => baselines::biharmonic(body, &handles)?,
                    _ => {
                        let found = baselines::bounded(body, &handles, self.progress)?;
                        found.warning().into_iter().for_each(|warning| self.warn(warning));
                        found.weights
                    }
                };
                weights.as_ref().subcols(0, count).to_owned()
            }
        };
        let free = |i: usize| if body.held[i] { 0.0 } else { 1.0 };
        let vectors =
            Mat::from_fn(weights.nrows(), weights.ncols(), |i, j| free(i) * weights[(i, j)]);
        Ok(Modes { values: vec![0.0; vectors.ncols()], vectors, exhausted: false })
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

    /// What is held, outside the handles: one more handle, so that weights fade towards it. It does
    /// not move, and so its own weight is of no use. Vertices of no cell are held, and support nothing.
    fn supports(&self, handles: &[Vec<u32>]) -> Option<Vec<u32>> {
        let mut held = self.lin.body.held.clone();
        handles.iter().flatten().for_each(|&i| held[i as usize] = false);
        held.iter_mut().zip(&self.lin.body.mass).for_each(|(held, m)| *held &= *m > 0.0);
        let supports: Vec<u32> = (0..held.len() as u32).filter(|&i| held[i as usize]).collect();
        (!supports.is_empty()).then_some(supports)
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
                let constant = constant_weights(lin);
                let weights = hstack(&[constant.as_ref(), found.vectors.as_ref()]);
                let functions = skinning_functions(lin.body, weights.as_ref())?;
                Ok((kronecker(functions.as_ref(), lin.body.dim()), Some(weights)))
            }
        }
    }

    /// The fewest modes whose missed variance is, at the upper end of its interval, small enough.
    fn reach(&self, share: f64) -> Result<Modes> {
        let most = self.most().min(MOST_MODES);
        let room = MOST_NUMBERS / self.numbers_per_mode();
        let once = self.spec.method == Method::ForceDual && self.probes().exact && !self.spec.fill;
        // a prior that can be enumerated is decomposed once, at full length
        let all = if once { Some(self.dual(self.field(), most)?) } else { None };
        let mut count = FIRST_MODES.min(most);
        loop {
            self.check_memory(count)?;
            let modes = match &all {
                Some(all) => all.leading(count),
                None => self.make(count)?,
            };
            let captured = self.captured_curve(&modes)?;
            if let Some(k) = captured.iter().position(|&c| c >= share) {
                return Ok(modes.leading(k + 1));
            }
            if modes.exhausted || count == most {
                let reached = captured.last().copied().unwrap_or(0.0);
                let limit = match count == MOST_MODES {
                    true => "; a share is pursued no further, a number of modes may be higher",
                    false => "",
                };
                self.warn(format!(
                    "{} modes miss {:.2e} of the motion, more than the {:.2e} that {}% allows{limit}",
                    modes.values.len(),
                    1.0 - reached,
                    1.0 - share,
                    100.0 * share
                ));
                return Ok(modes);
            }
            count = next_count(count, most, room);
        }
    }

    /// Lower bound of the captured share for the first 1, 2, ... modes.
    fn captured_curve(&self, modes: &Modes) -> Result<Vec<f64>> {
        let (lin, probes) = (self.lin, self.probes());
        let (basis, ends) = nested(lin, self.spec.kind, &modes.vectors)?;
        let variance = probes.captured_by_column(lin, &self.gaussian.factor, &basis);
        let mut rest = probes.responses().clone();
        let (mut from, mut captured, mut curve) = (0, 0.0, Vec::new());
        for end in ends {
            project_off(&mut rest, basis.as_ref().subcols(from, end - from), lin.mass());
            captured += variance[from..end].iter().sum::<f64>();
            let tail: Vec<f64> = (0..rest.ncols())
                .map(|j| mass_norm_squared(column(rest.as_ref(), j), lin.mass()))
                .collect();
            let missed = probes.estimate(&tail);
            curve.push(captured / (captured + missed.high));
            from = end;
        }
        Ok(curve)
    }
}

/// Twice as many modes, but no more than there are, and as many as memory holds before any more.
fn next_count(count: usize, most: usize, room: usize) -> usize {
    let next = (2 * count).min(most);
    if count < room { next.min(room) } else { next }
}

/// Numbers that the matrices of a computation may hold together: 8 GiB.
const MOST_NUMBERS: usize = 1 << 30;

/// Refuses `count` of something, each of which takes `each` numbers, before memory is asked for.
pub(super) fn fits_in_memory(each: usize, count: usize, what: &str) -> Result<()> {
    if each.saturating_mul(count) <= MOST_NUMBERS {
        return Ok(());
    }
    let gigabytes = each as f64 * count as f64 / (1u64 << 27) as f64;
    Err(Error::new(
        Code::Modes,
        format!("{count} {what} would need {gigabytes:.0} GiB of memory, more than 8 GiB"),
    )
    .help(format!("ask for at most {} {what} on this body", MOST_NUMBERS / each.max(1))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::bench::Bench;
    use crate::progress::Silent;

    #[test]
    fn only_what_needs_probes_solves_for_them() {
        let bench = Bench::square(15);
        let lin = Linearisation::new(&bench.body, &Silent).unwrap();
        let prior = white_noise(lin.body);
        assert!(!is_enumerable(&prior.factor));
        let spec = SubspaceSpec::default();
        let maker = Maker::new(&lin, &prior, &spec, Path::new("."), &Silent);
        let modes = maker.make(3).unwrap();
        assert!(maker.probes.get().is_none());
        maker.captured_curve(&modes).unwrap();
        assert!(maker.probes.get().is_some());
    }

    #[test]
    fn a_share_is_sought_by_doubling_up_to_what_memory_holds_and_only_then_beyond() {
        let counts = |room| {
            std::iter::successors(Some(16), move |&c| (c < 100).then(|| next_count(c, 100, room)))
        };
        assert!(counts(1000).eq([16, 32, 64, 100]));
        assert!(counts(40).eq([16, 32, 40, 80, 100]));
        assert!(counts(0).eq([16, 32, 64, 100]));
    }
}
