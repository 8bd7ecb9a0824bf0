//! Projective dynamics: ARAP by clusters, and fast mass springs, in a subspace.
//!
//! Every energy is a distance from a manifold: rotations for clusters, spheres for springs, balls for
//! tendons, points for handles, planes for pulls and obstacles. An iteration projects on them and then minimises the
//! sum of squares, whose matrix is constant and inverted once:
//!
//! ```text
//! A = w I + L + sum_s k_s S_s^T S_s
//! A z = w y + f + C^T (R - I) + sum_s k_s S_s^T (projection - rest)
//! ```
//!
//! No iteration raises the energy. Rest lengths, targets and forces enter the right-hand side only;
//! `A` is inverted anew when the step's length, the handles, the touching vertices or muscles change.
//! Pressure acts as it does when a step begins.

use super::controls::LIKELY;
use super::step::{Settings, StepReport};
use super::{Controls, State};
use crate::energy::{CORNERS, Energy, Handle, OpenPockets, area_vectors, gather};
use crate::linalg::Rows;
use crate::linalg::small::{self, Mat, identity, polar_near, polar_near_all};
use crate::reduce::{Motion, ProjectiveModel, Quadratic, ReducedModel};
use std::sync::Arc;

/// Ratio of moves that counts as convergence at most.
const SLOWEST: f64 = 0.999;

/// What a tie is projected on.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Manifold {
    /// The sphere of a spring.
    Spring(usize),
    /// The plane of a pull.
    Pull(usize),
    /// The target of a handle.
    Handle(usize),
    /// The outside of obstacles.
    Contact,
}

/// A point, or a difference of two, drawn towards a manifold.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tie {
    to: Manifold,
    corners: [u32; CORNERS],
    weights: [f64; CORNERS],
    count: usize,
    stiffness: f64,
}

/// A simulation by projective dynamics.
pub struct Projective {
    model: Arc<ProjectiveModel>,
    /// How to step; iterations are all made.
    pub settings: Settings,
    rotations: Vec<f64>,
    inverse: Rows,
    /// What the inverse was made for.
    made_for: (f64, Vec<Tie>, Vec<f64>),
    ties: Vec<Tie>,
    /// How the ties' points, or differences of points, move.
    tied: Motion,
    stresses: Vec<f64>,
    /// Displacement of each tie, then the force that draws it on.
    goals: Vec<f64>,
    areas: Vec<f64>,
    x: Vec<f64>,
    g: Vec<f64>,
    start: Vec<f64>,
    target: Vec<f64>,
    base: Vec<f64>,
    z: Vec<f64>,
    right: Vec<f64>,
    deformed: Vec<f64>,
    image: Vec<f64>,
    before: Vec<f64>,
    flat: Vec<f64>,
}

impl Projective {
    /// A simulation of a model.
    pub fn new(model: Arc<ProjectiveModel>, settings: Settings) -> crate::error::Result<Self> {
        settings.check()?;
        let reduced = &model.model;
        let zeros = |n: usize| vec![0.0; n];
        let (d, size) = (reduced.dim, reduced.coordinates());
        let padded = model.clusters.padded();
        // room for all that may be tied, so that no step has to make it
        let driven = reduced.actuators.springs.ends.len() + reduced.actuators.pulls.vertex.len();
        let ties = driven + reduced.contact.vertices.len() + LIKELY;
        let per = d / reduced.motion.columns;
        let mut rows = Rows::from_fn(ties * per, reduced.motion.rows.width(), |_, _| 0.0);
        rows.resize(0);
        let quadratics = reduced.quadratics.len();
        Ok(Projective {
            settings,
            rotations: zeros(model.weight.len() * d * d),
            inverse: model.laplacian.clone(),
            made_for: (0.0, Vec::with_capacity(ties), Vec::with_capacity(quadratics)),
            ties: Vec::with_capacity(ties),
            tied: Motion { rows, ..reduced.motion },
            stresses: Vec::with_capacity(quadratics),
            goals: Vec::with_capacity(ties * d),
            areas: zeros(reduced.actuators.open.walls.len()),
            x: reduced.rest.clone(),
            g: zeros(reduced.rest.len()),
            start: zeros(size),
            target: zeros(size),
            base: zeros(padded),
            z: zeros(padded),
            right: zeros(padded),
            deformed: zeros(model.weight.len() * d * d),
            image: zeros(size),
            before: zeros(padded),
            flat: zeros(size),
            model,
        })
    }

    /// The model.
    pub fn model(&self) -> &Arc<ProjectiveModel> {
        &self.model
    }

    /// Advances the state by a step. The controls must be valid.
    pub fn step(&mut self, state: &mut State, controls: &Controls) -> StepReport {
        let (h, integrator) = (self.settings.h, self.settings.integrator);
        let w = integrator.target(state, h, &mut self.target);
        let model = self.model.clone();
        self.start.copy_from_slice(&state.z);
        self.prepare(state, controls, w);
        if !self.invert(w) {
            return self.hold(state);
        }
        model.clusters.pad(&self.target, &mut self.z);
        let mut moves = [0.0; 2];
        // guesses of rotations are of this step, so that nothing hidden decides its bits
        match model.model.dim {
            2 => fill_identity::<2>(&mut self.rotations),
            _ => fill_identity::<3>(&mut self.rotations),
        }
        for _ in 0..self.settings.iterations {
            self.before.copy_from_slice(&self.z);
            match model.model.dim {
                2 => self.iterate::<2>(controls),
                _ => self.iterate::<3>(controls),
            }
            let moved: f64 = self.z.iter().zip(&self.before).map(|(a, b)| (a - b).powi(2)).sum();
            moves = [moves[1], moved.sqrt()];
        }
        if !self.z.iter().all(|z| z.is_finite()) {
            return self.hold(state);
        }
        self.flat.fill(0.0);
        model.clusters.add_unpadded(&self.z, &mut self.flat);
        integrator.finish(state, h, &self.flat);
        if !state.v.iter().all(|v| v.is_finite()) {
            state.z.copy_from_slice(&self.start);
            return self.hold(state);
        }
        let residual = left(moves) / model.model.mass.sqrt();
        StepReport {
            iterations: self.settings.iterations,
            residual,
            converged: residual <= self.settings.tolerance * model.model.size,
            parts: 1,
            held: false,
        }
    }

    fn hold(&mut self, state: &mut State) -> StepReport {
        state.v.fill(0.0);
        state.time += self.settings.h;
        state.forget();
        self.made_for.0 = 0.0;
        StepReport { parts: 1, held: true, ..StepReport::default() }
    }

    /// Ties, and what stays on the right-hand side during the step.
    fn prepare(&mut self, state: &State, controls: &Controls, w: f64) {
        let model = self.model.model.clone();
        let d = model.dim;
        let motion = &model.motion;
        motion.pad(&state.z, &mut self.z);
        let driven = &mut self.x[..model.driven * d];
        motion.first(&self.z, driven);
        driven.iter_mut().zip(&model.rest).for_each(|(x, r)| *x += r);
        self.ties.clear();
        let springs = &model.actuators.springs;
        let ends = springs.ends.iter().zip(&springs.stiffness).enumerate();
        self.ties.extend(ends.map(|(k, (&[a, b], &stiffness))| Tie {
            to: Manifold::Spring(k),
            corners: [a, b, 0, 0],
            weights: [1.0, -1.0, 0.0, 0.0],
            count: 2,
            stiffness,
        }));
        let pulls = &model.actuators.pulls;
        let point = |to: Manifold, v: u32, stiffness: f64| Tie {
            to,
            corners: [v, 0, 0, 0],
            weights: [1.0, 0.0, 0.0, 0.0],
            count: 1,
            stiffness,
        };
        let pulled = pulls.vertex.iter().zip(&pulls.stiffness).enumerate();
        self.ties
            .extend(pulled.map(|(k, (&v, &stiffness))| point(Manifold::Pull(k), v, stiffness)));
        for (k, handle) in controls.handles.iter().enumerate() {
            self.ties.extend(tie_of(k, handle, &model));
        }
        if !controls.colliders.is_empty() {
            self.right.fill(0.0);
            motion.pad(&self.target, &mut self.right);
            for (&v, area) in model.contact.vertices.iter().zip(&model.contact.areas) {
                let at = placed(motion, &model.rest, v as usize, &self.right);
                if controls.colliders.iter().any(|c| c.shape.distance(at).0 < 0.0) {
                    self.ties.push(point(Manifold::Contact, v, model.contact.stiffness * area));
                }
            }
        }
        self.goals.resize(self.ties.len() * d, 0.0);
        self.stresses.clear();
        self.stresses.extend(muscles(&model).map(|m| m.strength(&controls.amplitudes)));

        self.base.fill(0.0);
        self.image.fill(0.0);
        self.image.iter_mut().zip(&self.target).for_each(|(b, y)| *b = w * y);
        let mut add = |scale: f64, f: &[f64]| {
            self.image.iter_mut().zip(f).for_each(|(to, f)| *to += scale * f);
        };
        model.gravity.iter().zip(controls.gravity).for_each(|(f, g)| add(g, f));
        model.loads.iter().for_each(|(channel, f)| add(controls.amplitude(*channel), f));
        for (muscle, stress) in muscles(&model).zip(&self.stresses) {
            add(-stress, &muscle.linear);
        }
        motion.pad(&self.image, &mut self.base);
        for (vertex, force) in &controls.forces {
            if let Some(k) = model.local(*vertex) {
                motion.add_point(k, &force[..d], &mut self.base);
            }
        }
        self.add_pressure(&controls.amplitudes);
    }

    fn add_pressure(&mut self, amplitudes: &[f64]) {
        let model = self.model.model.clone();
        let d = model.dim;
        area_vectors(&model.actuators.open, &self.x, &mut self.areas);
        let open = OpenPockets { walls: &model.actuators.open, areas: &self.areas, amplitudes };
        let closed = model.actuators.pockets.driven(amplitudes);
        let energies: [&dyn Energy; 2] = [&open, &closed];
        if energies.iter().all(|e| e.stencils() == 0) {
            return;
        }
        self.g[..model.driven * d].fill(0.0);
        let (mut local, mut out) = ([0.0; 3 * CORNERS], [0.0; 3 * CORNERS]);
        for energy in energies {
            for s in 0..energy.stencils() {
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                energy.gradient(s, &local[..count], &mut out[..count]);
                for (out, &v) in out.chunks_exact(d).zip(vertices) {
                    let to = &mut self.g[v as usize * d..][..d];
                    to.iter_mut().zip(out).for_each(|(to, g)| *to -= g);
                }
            }
        }
        model.motion.add_first(&self.g[..model.driven * d], &mut self.base);
    }

    /// Makes the inverse of `A` where it is not there yet.
    fn invert(&mut self, w: f64) -> bool {
        if self.made_for.0 == w && self.made_for.1 == self.ties && self.made_for.2 == self.stresses
        {
            return true;
        }
        let model = self.model.clone();
        let width = model.laplacian.width();
        for a in 0..width {
            let row = self.inverse.row_mut(a);
            row.copy_from_slice(model.laplacian.row(a));
            row[a] += w;
            for (muscle, stress) in muscles(&model.model).zip(&self.stresses) {
                let from = muscle.matrix.row(a);
                row.iter_mut().zip(from).for_each(|(x, q)| *x += stress * q);
            }
        }
        let motion = &model.model.motion;
        let per = motion.dim / motion.columns;
        self.tied.rows.resize(self.ties.len() * per);
        for (k, tie) in self.ties.iter().enumerate() {
            for r in 0..per {
                let row = self.tied.rows.row_mut(k * per + r);
                row.fill(0.0);
                for (&v, w) in tie.corners[..tie.count].iter().zip(tie.weights) {
                    let from = motion.rows.row(v as usize * per + r);
                    row.iter_mut().zip(from).for_each(|(x, phi)| *x += w * phi);
                }
                for (a, &x) in row.iter().enumerate() {
                    let scale = tie.stiffness * x;
                    let to = self.inverse.row_mut(a).iter_mut().zip(row.iter());
                    to.for_each(|(to, x)| *to += scale * x);
                }
            }
        }
        self.made_for.0 = w;
        self.made_for.1.clone_from(&self.ties);
        self.made_for.2.clone_from(&self.stresses);
        self.inverse.invert()
    }

    /// One projection and one solve for the padded coordinates `z`.
    fn iterate<const D: usize>(&mut self, controls: &Controls) {
        let model = self.model.clone();
        let motion = &model.model.motion;
        model.clusters.mul(&self.z, &mut self.deformed);
        rotate::<D>(&mut self.deformed, &mut self.rotations, &model.weight);
        self.right.copy_from_slice(&self.base);
        model.clusters.add_transposed(&self.deformed, &mut self.right);
        self.tied.mul(&self.z, &mut self.goals);
        for k in 0..self.ties.len() {
            self.project::<D>(k, controls);
        }
        self.tied.add_transposed(&self.goals, &mut self.right);
        let columns = motion.columns;
        self.inverse.mul(columns, &self.right, &mut self.image);
        let stride = self.inverse.stride();
        for (c, z) in self.z.chunks_exact_mut(stride).enumerate() {
            z.iter_mut().zip(self.image.iter().skip(c).step_by(columns)).for_each(|(z, x)| *z = *x);
        }
    }

    /// Replaces the displacement of tie `k` by the force that draws it to its manifold.
    fn project<const D: usize>(&mut self, k: usize, controls: &Controls) {
        let model = &self.model.model;
        let tie = &self.ties[k];
        let moved = &mut self.goals[k * D..][..D];
        let mut rest = [0.0; 3];
        for (&v, w) in tie.corners[..tie.count].iter().zip(tie.weights) {
            (0..D).for_each(|c| rest[c] += w * model.rest[v as usize * D + c]);
        }
        let mut now = rest;
        (0..D).for_each(|c| now[c] += moved[c]);
        let mut goal = now;
        match tie.to {
            Manifold::Spring(s) => {
                let all = &model.actuators.springs;
                let wanted = (all.rest[s] + controls.amplitude(all.channel[s])).max(0.0);
                let length = now.iter().map(|x| x * x).sum::<f64>().sqrt();
                if length > 0.0 && !all.is_loose(s, length, wanted) {
                    goal = now.map(|x| x * wanted / length);
                }
            }
            Manifold::Pull(p) => {
                let all = &model.actuators.pulls;
                goal[all.axis[p]] = all.rest[p] + controls.amplitude(all.channel[p]);
            }
            Manifold::Handle(h) => goal = controls.handles[h].target,
            Manifold::Contact => {
                for collider in &controls.colliders {
                    let (distance, normal) = collider.shape.distance(goal);
                    if distance < 0.0 {
                        (0..D).for_each(|c| goal[c] -= distance * normal[c]);
                    }
                }
            }
        }
        (0..D).for_each(|c| moved[c] = tie.stiffness * (goal[c] - rest[c]));
    }
}

/// How far is left to go after iterations that moved by so much: a geometric series, as iterations
/// converge linearly.
fn left([before, last]: [f64; 2]) -> f64 {
    match last / before {
        rate if rate < SLOWEST => last * rate / (1.0 - rate),
        _ if before > 0.0 => last * SLOWEST / (1.0 - SLOWEST),
        // a single iteration does not say how fast they converge
        _ => last,
    }
}

fn fill_identity<const D: usize>(rotations: &mut [f64]) {
    let each = rotations.chunks_exact_mut(D * D);
    each.for_each(|r| r.copy_from_slice(identity::<D>().as_flattened()));
}

/// Replaces the displacement gradients of clusters, times their weights, by `R - I` of their rotations.
/// Matrices are stored by columns, rotations too.
fn rotate<const D: usize>(deformed: &mut [f64], rotations: &mut [f64], weights: &[f64]) {
    let clusters = deformed.chunks_exact_mut(D * D).zip(weights);
    clusters.for_each(|(f, weight)| (0..D).for_each(|i| f[(D + 1) * i] += weight));
    if D == 3 {
        polar_near_all(deformed.as_chunks().0, rotations.as_chunks_mut().0);
    } else {
        let clusters = deformed.chunks_exact(D * D).zip(rotations.chunks_exact_mut(D * D));
        for (f, rotation) in clusters {
            let square = |a: &[f64]| small::from_fn::<D>(|i, j| a[D * i + j]);
            let r: Mat<D> = polar_near(&square(f), &square(rotation));
            rotation.copy_from_slice(r.as_flattened());
        }
    }
    deformed.copy_from_slice(rotations);
    let clusters = deformed.chunks_exact_mut(D * D);
    clusters.for_each(|f| (0..D).for_each(|i| f[(D + 1) * i] -= 1.0));
}

/// The quadratic energies that are not part of `L`.
fn muscles(model: &ReducedModel) -> impl Iterator<Item = &Quadratic> {
    model.quadratics.iter().filter(|q| q.channel.is_some())
}

fn placed(motion: &Motion, rest: &[f64], k: usize, z: &[f64]) -> [f64; 3] {
    let d = motion.dim;
    let mut x = [0.0; 3];
    motion.point(k, z, &mut x[..d]);
    x[..d].iter_mut().zip(&rest[k * d..]).for_each(|(x, r)| *x += r);
    x
}

fn tie_of(k: usize, handle: &Handle, model: &ReducedModel) -> Option<Tie> {
    let mut corners = [0; CORNERS];
    let count = handle.count.min(CORNERS);
    for (to, &v) in corners.iter_mut().zip(&handle.corners[..count]) {
        *to = model.local(v)? as u32;
    }
    let to = Manifold::Handle(k);
    Some(Tie { to, corners, weights: handle.weights, count, stiffness: handle.stiffness })
}
