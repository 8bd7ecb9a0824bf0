//! Adaptive subspaces: the component of a mixture that suits the forces at hand.
//!
//! After every step the forces that handles, obstacles and pushes put on the body are scored for each
//! component `k` ([`Rule`]), scores become likelihoods, and these a filtered posterior
//!
//! ```text
//! alpha_t(k) ~ likelihood(k) [(1 - eps) alpha_{t-1}(k) + eps / K]
//! ```
//!
//! The subspace changes when a component has kept more than [`SURE`] for [`AGREED`] steps, and not
//! before it has been used for [`DWELL`].
//!
//! A change does not show: what the new subspace cannot represent of the displacement `u`,
//! `r = (I - B B^T M) u`, stays as an offset that fades like a critically damped spring,
//!
//! ```text
//! x = X + q(t) + B z,     q = (r + (r' + w r) t) e^{-w t}
//! ```
//!
//! and the elastic energy is that of `q + B z`. As `B^T M q = 0`, inertia does not notice it.

use super::reduced::Offset;
use super::step::{Settings, StepReport};
use super::{Controls, Reduced, Solver, State, Stepper, System};
use crate::error::{Code, Error, Result};
use crate::force::mixture::{gaussian_log_likelihood, noise_variance, scale_free_score};
use crate::linalg::{MatRef, squared_norm};
use crate::reduce::MixtureModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Posterior above which a component is the right one.
pub const SURE: f64 = 0.8;
/// Steps that it must stay there.
pub const AGREED: usize = 3;
/// Steps that a subspace is used at least.
pub const DWELL: usize = 10;
/// Share of the posterior that is forgotten in a step.
const FORGET: f64 = 0.05;
/// Exponent that turns compliances into likelihoods.
const SHARPNESS: f64 = 4.0;
/// Rate at which offsets fade, 1/s.
const FADE: f64 = 15.0;
/// Numbers of an offset that are too large to go on with: their squares are infinite.
const HUGE: f64 = 1e150;
/// Observation noise of the Gaussian rules, relative to the components.
const NOISE: f64 = 1e-3;

/// How a component is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// By compliance: the subspace in which the force does most work, which has the smallest error
    /// in the energy norm. It does not depend on the force's size.
    #[default]
    Compliance,
    /// By Bayes' rule for the force on the touched vertices, with noise as large as their areas;
    /// faint forces favour components of small variance.
    Bayes,
    /// By Bayes' rule for the force's direction alone.
    ScaleFree,
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdaptiveReport {
    /// The step itself.
    pub step: StepReport,
    /// The component in use.
    pub active: usize,
    /// Did the component change after this step?
    pub changed: bool,
}

/// Where a simulation that changes between subspaces is: all that its next step takes beside controls.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    state: State,
    active: usize,
    posterior: Vec<f64>,
    /// Component that leads, and for how many steps it has been above [`SURE`].
    leader: (usize, usize),
    used: usize,
    /// Offset and its rate when it began, in the coordinates of each component.
    start: Vec<(Vec<f64>, Vec<f64>)>,
    /// Time since then, s; infinite without offset.
    since: f64,
}

/// A simulation that changes between the subspaces of a mixture.
pub struct Adaptive {
    mixture: Arc<MixtureModel>,
    /// How a component is chosen.
    pub rule: Rule,
    simulations: Vec<(Reduced, Stepper)>,
    course: Course,
    offset: Offset,
    forces: Vec<(u32, [f64; 3])>,
    reduced_force: Vec<f64>,
    padded: Vec<f64>,
    likelihoods: Vec<f64>,
    /// Coordinates of the offset in one component, and what it does there.
    faded: Vec<f64>,
    part: Vec<f64>,
    /// Coordinates and rates in every component.
    shares: [Vec<Vec<f64>>; 2],
    /// Those side by side.
    told: Vec<f64>,
}

impl Adaptive {
    /// Begins at rest, in the most probable component's subspace.
    pub fn new(mixture: Arc<MixtureModel>, settings: Settings, rule: Rule) -> Result<Self> {
        if rule != Rule::Compliance && mixture.components.iter().any(|c| c.forces.is_none()) {
            return Err(unknown_forces());
        }
        let mut simulations = Vec::new();
        for component in &mixture.components {
            let reduced = Reduced::new(component.model.clone());
            let stepper = Stepper::new(settings, reduced.size())?;
            simulations.push((reduced, stepper));
        }
        let posterior: Vec<f64> = mixture.components.iter().map(|c| c.probability).collect();
        let active = largest(&posterior);
        let sizes = mixture.components.iter().map(|c| c.model.coordinates());
        let start: Vec<_> = sizes.map(|n| (vec![0.0; n], vec![0.0; n])).collect();
        let zeros: Vec<Vec<f64>> = start.iter().map(|(r, _)| r.clone()).collect();
        let most = start.iter().map(|(r, _)| r.len()).max().unwrap_or(0);
        let padded = mixture.components.iter().map(|c| c.model.motion.padded()).max();
        let course = Course {
            state: State::rest(start[active].0.len()),
            active,
            posterior,
            leader: (active, 0),
            used: 0,
            start,
            since: f64::INFINITY,
        };
        Ok(Adaptive {
            rule,
            simulations,
            course,
            offset: Offset::default(),
            forces: Vec::new(),
            reduced_force: vec![0.0; most],
            padded: vec![0.0; padded.unwrap_or(0)],
            likelihoods: Vec::with_capacity(mixture.components.len()),
            faded: Vec::with_capacity(most),
            part: Vec::new(),
            shares: [zeros.clone(), zeros],
            told: vec![0.0; mixture.coordinates()],
            mixture,
        })
    }

    /// The component in use.
    pub fn active(&self) -> usize {
        self.course.active
    }

    /// Posterior probability of every component.
    pub fn posterior(&self) -> &[f64] {
        &self.course.posterior
    }

    /// The state in the subspace in use.
    pub fn state(&self) -> &State {
        &self.course.state
    }

    /// Where the simulation is, to go on from later.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Goes on from where a simulation of the same mixture was.
    pub fn resume(&mut self, course: &Course) -> Result<()> {
        let own = |c: &Course| c.start.iter().map(|(r, _)| r.len()).collect::<Vec<_>>();
        if own(course) != own(&self.course) {
            let message = "the simulation to go on from has other subspaces";
            return Err(Error::new(Code::Control, message));
        }
        self.course.clone_from(course);
        self.show();
        Ok(())
    }

    /// Goes on from a motion in the coordinates of all components, as [`Adaptive::joined`] tells it: what
    /// the subspace in use cannot represent of it is an offset. Does nothing where it is there already, or
    /// if the motion is beyond all numbers.
    pub fn go_to(&mut self, state: &State) {
        self.share();
        let mut told = std::mem::take(&mut self.told);
        let mut same = state.time == self.course.state.time;
        for (shares, asked) in self.shares.iter().zip([&state.z, &state.v]) {
            self.mixture.join(shares.iter().map(Vec::as_slice), &mut told);
            same &= told == *asked;
        }
        self.told = told;
        if !same {
            for (shares, asked) in self.shares.iter_mut().zip([&state.z, &state.v]) {
                self.mixture.split(asked, shares.iter_mut().map(Vec::as_mut_slice));
            }
            self.settle(self.course.active);
            self.course.state.time = state.time;
        }
    }

    /// The motion in the coordinates of all components side by side, and its rate: see
    /// [`Coordinates::joined`](crate::reduce::Coordinates::joined).
    pub fn joined(&mut self, z: &mut [f64], v: &mut [f64]) {
        self.share();
        for (shares, out) in self.shares.iter().zip([z, v]) {
            self.mixture.join(shares.iter().map(Vec::as_slice), out);
        }
    }

    /// What each component has of the motion and its rate.
    fn share(&mut self) {
        let course = &self.course;
        let factors = match course.since.is_finite() {
            true => Self::faded(course.since),
            false => [(0.0, 0.0); 2],
        };
        let own = [&course.state.z, &course.state.v];
        for ((shares, (a, b)), own) in self.shares.iter_mut().zip(factors).zip(own) {
            for (l, (share, (r, rate))) in shares.iter_mut().zip(&course.start).enumerate() {
                for (i, x) in share.iter_mut().enumerate() {
                    *x = a * r[i] + b * rate[i];
                    if l == course.active {
                        *x += own[i];
                    }
                }
            }
        }
    }

    /// The body in the subspace in use.
    pub fn reduced(&self) -> &Reduced {
        &self.simulations[self.course.active].0
    }

    /// The subspaces.
    pub fn mixture(&self) -> &Arc<MixtureModel> {
        &self.mixture
    }

    /// Goes on with other settings, which must be valid.
    pub fn set(&mut self, settings: Settings) {
        self.simulations.iter_mut().for_each(|(_, stepper)| stepper.settings = settings);
    }

    /// Chooses how the linear systems of steps are solved.
    pub fn solve_by(&mut self, solver: Solver) {
        self.simulations.iter_mut().for_each(|(reduced, _)| reduced.solver = solver);
    }

    /// Forces that handles, obstacles and pushes put on the body at the end of the last step:
    /// (interface vertex, N).
    pub fn forces(&self) -> &[(u32, [f64; 3])] {
        &self.forces
    }

    /// Positions of the interface's vertices.
    pub fn interface(&mut self, out: &mut Vec<f64>) {
        self.simulations[self.course.active].0.interface(&self.course.state.z, out);
    }

    /// Refuses controls that do not fit.
    pub fn check(&self, controls: &Controls) -> Result<()> {
        self.simulations[self.course.active].0.check(controls)
    }

    /// Advances by a step, and looks whether another component suits better.
    pub fn step(&mut self, controls: &Controls) -> AdaptiveReport {
        self.fade();
        let (reduced, stepper) = &mut self.simulations[self.course.active];
        reduced.set_offset(&self.offset);
        let step = stepper.step(reduced, &mut self.course.state, controls);
        reduced.interaction(&self.course.state.z, &mut self.forces);
        let h = stepper.settings.h;
        if self.course.since.is_finite() {
            self.course.since += h;
        }
        self.course.used += 1;
        self.observe();
        let before = self.course.active;
        let (leader, steps) = self.course.leader;
        if leader != before && steps >= AGREED && self.course.used >= DWELL {
            self.change(leader);
        }
        AdaptiveReport { step, active: self.course.active, changed: self.course.active != before }
    }

    /// The offset at a time after it began, and its rate: factors of its start and of its rate then.
    fn faded(time: f64) -> [(f64, f64); 2] {
        let decay = (-FADE * time).exp();
        // q = (r + (r' + w r) t) e^{-wt},  q' = (r' - w (r' + w r) t) e^{-wt}
        let value = ((1.0 + FADE * time) * decay, time * decay);
        let rate = (-FADE * FADE * time * decay, (1.0 - FADE * time) * decay);
        [value, rate]
    }

    /// Prepares the offset of the coming step.
    fn fade(&mut self) {
        let h = self.simulations[self.course.active].1.settings.h;
        self.offset_after(h);
    }

    /// Prepares the offset so many seconds from now.
    fn offset_after(&mut self, h: f64) {
        let (offset, k) = (&mut self.offset, self.course.active);
        offset.deformation.clear();
        offset.points.clear();
        offset.muscles.iter_mut().for_each(Vec::clear);
        let time = self.course.since + h;
        if !time.is_finite() || FADE * time > 30.0 {
            self.course.since = f64::INFINITY;
            return;
        }
        let [(a, b), _] = Self::faded(time);
        let model = &self.mixture.components[k].model;
        let count = model.quadratics.iter().filter(|q| q.channel.is_some()).count();
        offset.deformation.resize(model.lame.len() * model.dim * model.dim, 0.0);
        offset.points.resize(model.rest.len(), 0.0);
        offset.muscles.resize(count, Vec::new());
        offset.muscles.iter_mut().for_each(|m| m.resize(model.coordinates(), 0.0));
        for (l, (r, rate)) in self.course.start.iter().enumerate() {
            self.faded.clear();
            self.faded.extend(r.iter().zip(rate).map(|(r, s)| a * r + b * s));
            let motion = &self.mixture.components[l].model.motion;
            self.padded.fill(0.0);
            motion.pad(&self.faded, &mut self.padded);
            let padded = &self.padded[..motion.padded()];
            let parts =
                [(motion, &mut offset.points), (self.mixture.cells(k, l), &mut offset.deformation)];
            for (rows, to) in parts {
                self.part.clear();
                self.part.resize(to.len(), 0.0);
                rows.mul(padded, &mut self.part);
                to.iter_mut().zip(&self.part).for_each(|(to, x)| *to += x);
            }
            for (m, to) in offset.muscles.iter_mut().enumerate() {
                self.mixture.add_muscle(k, l, m, &self.faded, to);
            }
        }
    }

    /// Updates the posterior by the forces of the step.
    fn observe(&mut self) {
        if self.forces.is_empty() || self.course.posterior.len() < 2 {
            self.course.leader.1 = 0;
            return;
        }
        if !self.weigh() {
            self.course.leader.1 = 0;
            return;
        }
        let even = 1.0 / self.course.posterior.len() as f64;
        for (p, likelihood) in self.course.posterior.iter_mut().zip(&self.likelihoods) {
            *p = likelihood * ((1.0 - FORGET) * *p + FORGET * even);
        }
        let total: f64 = self.course.posterior.iter().sum();
        if !(total > 0.0 && total.is_finite()) {
            self.course.posterior.fill(even);
            self.course.leader.1 = 0;
            return;
        }
        self.course.posterior.iter_mut().for_each(|p| *p /= total);
        let best = largest(&self.course.posterior);
        let sure = self.course.posterior[best] > SURE;
        self.course.leader = match (sure, self.course.leader.0 == best) {
            (true, true) => (best, self.course.leader.1 + 1),
            (true, false) => (best, 1),
            (false, _) => (best, 0),
        };
    }

    /// Likelihood of the observed forces under every component, up to a common factor; `false` where they
    /// say nothing.
    fn weigh(&mut self) -> bool {
        self.likelihoods.clear();
        if self.rule == Rule::Compliance {
            for k in 0..self.mixture.components.len() {
                let score = self.compliance(k);
                self.likelihoods.push(score);
            }
            let best = self.likelihoods.iter().fold(0.0, |m: f64, s| m.max(*s));
            if !(best > 0.0 && best.is_finite()) {
                return false;
            }
            self.likelihoods.iter_mut().for_each(|s| *s = (*s / best).powf(SHARPNESS));
            return true;
        }
        let Ok(logs) = self.log_likelihoods() else { return false };
        let best = logs.iter().fold(f64::NEG_INFINITY, |m, s| m.max(*s));
        self.likelihoods.extend(logs.iter().map(|s| (s - best).exp()));
        true
    }

    /// Galerkin compliance of the observed forces in subspace `k`.
    fn compliance(&mut self, k: usize) -> f64 {
        let component = &self.mixture.components[k];
        let (motion, d) = (&component.model.motion, component.model.dim);
        self.padded.fill(0.0);
        for (v, force) in &self.forces {
            motion.add_point(*v as usize, &force[..d], &mut self.padded);
        }
        let size = component.model.coordinates();
        self.reduced_force[..size].fill(0.0);
        motion.add_unpadded(&self.padded, &mut self.reduced_force[..size]);
        component.compliance(&self.reduced_force[..size])
    }

    /// Gaussian scores on the touched vertices.
    fn log_likelihoods(&self) -> Result<Vec<f64>> {
        let model = &self.mixture.components[self.course.active].model;
        let d = model.dim;
        let mut touched: Vec<u32> = self.forces.iter().map(|f| f.0).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut force = vec![0.0; touched.len() * d];
        for (k, f) in &self.forces {
            if let Ok(at) = touched.binary_search(k) {
                (0..d).for_each(|c| force[at * d + c] += f[c]);
            }
        }
        let forces = self.mixture.components.iter().map(|c| c.forces.as_ref());
        let parts = forces.map(|f| Some(f?.restrict(&touched, d)));
        let parts: Vec<_> = parts.collect::<Option<_>>().ok_or_else(unknown_forces)?;
        // the noise of a force is as large as the area it is spread over
        let areas = touched.iter().map(|&k| self.mixture.areas[k as usize]);
        let metric: Vec<f64> = areas.flat_map(|a| std::iter::repeat_n(a, d)).collect();
        let factors: Vec<MatRef<'_, f64>> = parts.iter().map(|(l, _)| l.as_ref()).collect();
        let noise = noise_variance(NOISE, &factors, &metric)?;
        let strength: Vec<f64> = parts.iter().map(|(l, _)| squared_norm(l.as_ref())).collect();
        let most = strength.iter().fold(0.0, |most: f64, s| most.max(*s));
        let each = parts.iter().zip(&strength).map(|((l, mean), strength)| match self.rule {
            // the direction alone cannot tell that a component has no force there
            Rule::ScaleFree if *strength < NOISE * NOISE * most => Ok(f64::NEG_INFINITY),
            Rule::ScaleFree => scale_free_score(l.as_ref(), &metric, noise, &force),
            _ => gaussian_log_likelihood(l.as_ref(), mean, &metric, noise, &force),
        });
        each.collect()
    }

    /// Goes on in another subspace, from the same displacement and velocity, unless these are beyond
    /// all numbers there.
    pub fn change(&mut self, to: usize) {
        if to >= self.course.start.len() || to == self.course.active {
            return;
        }
        self.share();
        if self.settle(to) {
            self.course.used = 0;
            self.course.leader = (to, 0);
        }
    }

    /// Goes on in a subspace from what each component has of the motion; `false`, and nothing changes,
    /// where that is beyond all numbers.
    fn settle(&mut self, to: usize) -> bool {
        let size = self.mixture.components[to].model.coordinates();
        let [z, v] = [0, 1].map(|k| {
            let mut own = vec![0.0; size];
            for (l, share) in self.shares[k].iter().enumerate() {
                self.mixture.add_projected(to, l, share, &mut own);
            }
            self.shares[k][to].iter_mut().zip(&own).for_each(|(r, z)| *r -= z);
            own
        });
        let mut all = self.shares.iter().flatten().flatten().chain(&z).chain(&v);
        if !all.all(|x| x.abs() < HUGE) {
            return false;
        }
        let [displacements, rates] = &self.shares;
        let shares = displacements.iter().zip(rates);
        for (start, (r, rate)) in self.course.start.iter_mut().zip(shares) {
            start.0.copy_from_slice(r);
            start.1.copy_from_slice(rate);
        }
        let time = self.course.state.time;
        self.course.state = State::at(z, v);
        self.course.state.time = time;
        self.course.active = to;
        self.course.since = 0.0;
        self.show();
        true
    }

    /// Lets the body in the subspace in use know of the offset.
    fn show(&mut self) {
        self.offset_after(0.0);
        self.simulations[self.course.active].0.set_offset(&self.offset);
    }
}

fn unknown_forces() -> Error {
    let message = "the model does not hold the forces of its components, which this rule needs";
    Error::new(Code::Unsupported, message)
        .field("adaptive")
        .help("choose by compliance, or simulate the scene")
}

fn largest(values: &[f64]) -> usize {
    (0..values.len()).fold(0, |best, k| if values[k] > values[best] { k } else { best })
}
