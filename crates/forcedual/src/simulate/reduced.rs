//! The body in a subspace.
//!
//! The elastic energy is a sum over the cubature's cells, whose deformation gradients are affine in
//! the coordinates; actuators, handles and contact are the same stencils as in full, their vertices
//! moved by rows of the basis. Newton's matrix is seldom formed: with `G` the gradient rows and `C_e`
//! the positive part of `w_e dP/dF`,
//!
//! ```text
//! (H + w I) v = w v + G^T C (G v) + muscles + rows^T (stencil Hessians) (rows v)
//! ```
//!
//! and conjugate gradients solve with it, preconditioned by little more than `diag(s + w)`: the reduced mass
//! is the identity, and the rest stiffness nearly diagonal. Where that takes long, and for
//! [`Solver::Exact`], the matrix is formed and factored; so it is for derivatives with respect to
//! actuation ([`Reduced::sensitivities`]).

mod dense;
mod elastic;
mod iterative;
mod quadratics;
mod stencils;

use self::dense::Dense;
use self::elastic::Elastic;
use self::iterative::Guide;
use self::quadratics::Quadratics;
use self::stencils::Stencils;
use super::controls::LIKELY;
use super::{Controls, System, rounding_of};
use crate::energy::{CORNERS, Handle, Touch, Wet, area_vectors};
use crate::error::{Code, Error, Result};
use crate::linalg::dot;
use crate::linalg::small::{self, Mat};
use crate::reduce::ReducedModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Relative residual of conjugate gradients.
const TOLERANCE: f64 = 1e-2;

/// How many times stiffer the stiffest cell may be than the softest for products in single precision.
const SINGLE: f64 = 1e4;

/// Obstacles that there is room for from the start.
const OBSTACLES: usize = 4;

/// How the linear systems of Newton's method are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// By conjugate gradients, to a hundredth: faster. Where they would take long, as with stiff parts in
    /// soft ones, a Cholesky factor guides them; beyond a contrast of 10,000 as `exact`.
    #[default]
    Iterative,
    /// By a dense Cholesky factor, of the true Hessian where it is positive.
    Exact,
}

/// A displacement outside a subspace, as the subspace feels it. Empty lists are zero.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Offset {
    /// Its gradient in the cubature's cells, in the order of [`Motion`](crate::reduce::Motion).
    pub deformation: Vec<f64>,
    /// Its displacement of the interface's vertices.
    pub points: Vec<f64>,
    /// Per muscle: what is added to the linear part of its energy.
    pub muscles: Vec<Vec<f64>>,
}

/// A body in a subspace, ready to step.
pub struct Reduced {
    model: Arc<ReducedModel>,
    /// Relative residual of conjugate gradients at best: that of a step's last direction.
    pub tolerance: f64,
    /// How linear systems are solved.
    pub solver: Solver,
    dense: Dense,
    rounding: f64,
    /// How many times stiffer the stiffest cell is than the softest.
    contrast: f64,
    amplitudes: Vec<f64>,
    controls: Controls,
    handles: Vec<Handle>,
    /// Force that does not depend on positions.
    force: Vec<f64>,
    /// Quadratic energies of the step summed.
    quadratic: Quadratics,
    /// A displacement outside the subspace that is added to the motion.
    offset: Offset,
    areas: Vec<f64>,
    touches: Vec<Touch>,
    slip: f64,
    wet: Vec<Wet>,
    h: f64,
    /// Interface vertices whose positions matter in this step: the first so many, and some further.
    leading: usize,
    further: Vec<u32>,
    is_further: Vec<bool>,
    /// Where the body is placed, if it is: coordinates, padded ones, positions that matter, `F - I`.
    is_placed: bool,
    placed: Vec<f64>,
    padded: Vec<f64>,
    x: Vec<f64>,
    f: Vec<f64>,
    g: Vec<f64>,
    stress: Vec<f64>,
    strain: Vec<f64>,
    image: Vec<f64>,
    /// Positive parts of `w_e dP/dF`.
    cells: Vec<f64>,
    stencils: Stencils,
    elastic: Elastic,
    guide: Guide,
    residual: Vec<f64>,
    search: Vec<f64>,
    padded_search: Vec<f64>,
    product: Vec<f64>,
}

/// Stencils of actuators, handles and contact that there is room for from the start, and the entries of
/// their Hessians.
fn room(model: &ReducedModel) -> [usize; 2] {
    let d = model.dim;
    let contact = model.contact.vertices.len();
    let (mut count, mut entries) = (LIKELY + contact, (LIKELY * CORNERS.pow(2) + contact) * d * d);
    let zeros = vec![0.0; model.actuators.channels.len()];
    let areas = vec![0.0; model.actuators.open.walls.len()];
    model.actuators.for_each(&zeros, &areas, |energy| {
        count += energy.stencils();
        entries +=
            (0..energy.stencils()).map(|s| (energy.vertices(s).len() * d).pow(2)).sum::<usize>();
    });
    [count, entries]
}

fn contrast(model: &ReducedModel) -> f64 {
    let moduli = || model.lame.iter().map(|lame| lame.mu);
    moduli().fold(0.0, f64::max) / moduli().fold(f64::INFINITY, f64::min)
}

impl Reduced {
    /// A simulation of a model.
    pub fn new(model: Arc<ReducedModel>) -> Self {
        let (size, d) = (model.coordinates(), model.dim);
        let points = model.interface.len();
        let padded = model.deformation.padded();
        let cells = model.lame.len();
        let channels = model.actuators.channels.len();
        let zeros = |n: usize| vec![0.0; n];
        let room = room(&model);
        let weights = model.cubature.weights.iter().copied();
        let likely = (model.driven + model.contact.vertices.len() + LIKELY).min(points);
        Reduced {
            tolerance: TOLERANCE,
            solver: Solver::default(),
            dense: Dense::new(&model, likely),
            rounding: rounding_of(model.lame.iter().copied().zip(weights)),
            contrast: contrast(&model),
            amplitudes: zeros(channels),
            controls: Controls::rest(channels),
            handles: Vec::with_capacity(LIKELY),
            force: zeros(size),
            quadratic: Quadratics::new(&model),
            offset: Offset::default(),
            areas: zeros(model.actuators.open.walls.len()),
            touches: Vec::with_capacity(OBSTACLES * model.contact.vertices.len()),
            slip: 0.0,
            wet: Vec::new(),
            h: 0.0,
            leading: 0,
            further: Vec::with_capacity(points),
            is_further: vec![false; points],
            is_placed: false,
            placed: zeros(size),
            padded: zeros(padded),
            x: model.rest.clone(),
            f: zeros(cells * d * d),
            g: zeros(points * d),
            stress: zeros(cells * d * d),
            strain: zeros(cells * d * d),
            image: zeros(padded),
            cells: zeros(cells * d * d * d * d),
            stencils: Stencils::new(&model.motion, likely, room),
            elastic: Elastic::new(&model.deformation),
            guide: Guide::new(&model, likely),
            residual: zeros(size),
            search: zeros(size),
            padded_search: zeros(padded),
            product: zeros(size),
            model,
        }
    }

    /// The model.
    pub fn model(&self) -> &Arc<ReducedModel> {
        &self.model
    }

    /// Number in the interface of a vertex of the mesh.
    pub fn local(&self, vertex: u32) -> Option<usize> {
        self.model.local(vertex)
    }

    /// Refuses controls that do not fit, or that touch vertices inside the body.
    pub fn check(&self, controls: &Controls) -> Result<()> {
        controls.check(self.channels(), self.model.vertices())?;
        let corners = controls.handles.iter().flat_map(|h| &h.corners[..h.count.min(CORNERS)]);
        let mut all = corners.chain(controls.forces.iter().map(|(v, _)| v));
        match all.find(|&&v| self.local(v).is_none()) {
            None => Ok(()),
            Some(v) => Err(Error::new(
                Code::Control,
                format!("vertex {v} is inside the body, and the model knows its boundary only"),
            )
            .help("drag or push vertices of the boundary")),
        }
    }

    /// Positions of the interface's vertices at coordinates `z`, in the order of the model's.
    pub fn interface(&mut self, z: &[f64], out: &mut Vec<f64>) {
        self.image.fill(0.0);
        self.model.motion.pad(z, &mut self.image);
        out.clear();
        out.resize(self.model.rest.len(), 0.0);
        self.model.motion.mul(&self.image, out);
        out.iter_mut().zip(&self.model.rest).for_each(|(x, r)| *x += r);
        out.iter_mut().zip(&self.offset.points).for_each(|(x, o)| *x += o);
    }

    /// Adds a displacement outside the subspace to the motion, until it is changed.
    pub fn set_offset(&mut self, offset: &Offset) {
        self.offset.deformation.clone_from(&offset.deformation);
        self.offset.points.clone_from(&offset.points);
        self.offset.muscles.clone_from(&offset.muscles);
        self.is_placed = false;
    }

    fn place(&mut self, z: &[f64]) {
        if self.is_placed && self.placed == z {
            return;
        }
        self.is_placed = true;
        self.placed.copy_from_slice(z);
        let (model, d) = (&self.model, self.model.dim);
        model.deformation.pad(z, &mut self.padded);
        model.deformation.mul(&self.padded, &mut self.f);
        self.f.iter_mut().zip(&self.offset.deformation).for_each(|(f, o)| *f += o);
        let leading = &mut self.x[..self.leading * d];
        model.motion.first(&self.padded, leading);
        leading.iter_mut().zip(&model.rest).for_each(|(x, r)| *x += r);
        leading.iter_mut().zip(&self.offset.points).for_each(|(x, o)| *x += o);
        for &k in &self.further {
            let at = k as usize * d;
            let x = &mut self.x[at..at + d];
            model.motion.point(k as usize, &self.padded, x);
            x.iter_mut().zip(&model.rest[at..]).for_each(|(x, r)| *x += r);
            let offset = self.offset.points.iter().skip(at);
            x.iter_mut().zip(offset).for_each(|(x, o)| *x += o);
        }
    }

    fn deformation<const D: usize>(&self, e: usize) -> Mat<D> {
        let f = &self.f[e * D * D..][..D * D];
        small::from_fn(|i, j| f[D * j + i] + f64::from(u8::from(i == j)))
    }

    fn elastic_value<const D: usize>(&self) -> f64 {
        let model = &self.model;
        let cells = model.cubature.weights.iter().zip(&model.lame).enumerate();
        cells.map(|(e, (w, &m))| w * model.law.energy(&self.deformation::<D>(e), m)).sum()
    }

    /// The weighted stress of every cell.
    fn stresses<const D: usize>(&mut self) {
        for e in 0..self.model.lame.len() {
            let p = self.model.law.stress(&self.deformation::<D>(e), self.model.lame[e]);
            let w = self.model.cubature.weights[e];
            let out = &mut self.stress[e * D * D..][..D * D];
            out.iter_mut().enumerate().for_each(|(k, out)| *out = w * p[k % D][k / D]);
        }
    }

    /// `w_e dP/dF` of every cell, without its negative part if `psd`.
    fn tangents<const D: usize>(&mut self, psd: bool) {
        let n = D * D;
        let (law, lame) = (self.model.law, &self.model.lame);
        let mut cells = std::mem::take(&mut self.cells);
        // entry (i, j) of F is number D i + j of a law's and D j + i here
        let turn = |k: usize| D * (k % D) + k / D;
        let mut put = |e: usize, block: &[f64]| {
            let w = self.model.cubature.weights[e];
            let out = &mut cells[e * n * n..][..n * n];
            for a in 0..n {
                for b in 0..n {
                    out[a * n + b] = w * block[turn(a) * n + turn(b)];
                }
            }
        };
        if psd {
            law.hessians_psd(lame, |e| self.deformation::<D>(e), put);
        } else {
            let mut block = [0.0; 81];
            for (e, lame) in lame.iter().enumerate() {
                law.hessian(&self.deformation::<D>(e), *lame, &mut block[..n * n]);
                put(e, &block[..n * n]);
            }
        }
        self.cells = cells;
    }

    /// Prepares products with the Hessian at `z`.
    fn linearise(&mut self, z: &[f64], psd: bool) {
        self.place(z);
        match self.model.dim {
            2 => self.tangents::<2>(psd),
            _ => self.tangents::<3>(psd),
        }
        self.stencil_hessians(psd);
    }
}

impl System for Reduced {
    fn size(&self) -> usize {
        self.model.coordinates()
    }

    fn mass(&self) -> &[f64] {
        self.model.unit_mass()
    }

    fn scale(&self) -> (f64, f64) {
        (self.model.mass, self.model.size)
    }

    fn channels(&self) -> usize {
        self.model.actuators.channels.len()
    }

    fn begin(&mut self, z: &[f64], h: f64, controls: &Controls) {
        let model = self.model.clone();
        // what a step takes is its state, and nothing that others left behind
        self.guide.begin();
        self.controls.copy_from(controls);
        self.amplitudes.fill(0.0);
        self.amplitudes.iter_mut().zip(&controls.amplitudes).for_each(|(a, b)| *a = *b);
        self.quadratic.sum(&model, &self.amplitudes);
        self.handles.clear();
        for handle in &controls.handles {
            let mut handle = *handle;
            let corners = &mut handle.corners[..handle.count.min(CORNERS)];
            let known = corners.iter_mut().all(|v| {
                let found = model.local(*v);
                *v = found.unwrap_or_default() as u32;
                found.is_some()
            });
            if known {
                self.handles.push(handle);
            }
        }
        let touching =
            if controls.colliders.is_empty() { &[] } else { &model.contact.vertices[..] };
        let last = touching.iter().map(|&v| v as usize + 1).max().unwrap_or(0);
        self.leading = last.max(model.driven);
        if controls.fluid.is_some() {
            self.leading = model.interface.len();
        }
        self.further.drain(..).for_each(|k| self.is_further[k as usize] = false);
        for &k in self.handles.iter().flat_map(|h| &h.corners[..h.count.min(CORNERS)]) {
            let known = &mut self.is_further[k as usize];
            if k as usize >= self.leading && !std::mem::replace(known, true) {
                self.further.push(k);
            }
        }
        self.is_placed = false;
        self.place(z);
        area_vectors(&model.actuators.open, &self.x, &mut self.areas);
        model.contact.touch(&controls.colliders, &self.x, h, &mut self.touches);
        self.slip = model.contact.slip_speed * h;
        self.h = h;
        match &controls.fluid {
            Some(fluid) => {
                fluid.wet(model.dim, &self.x, |v| model.local(v), &mut self.wet);
                self.stencils.reserve(self.wet.len(), model.dim);
                let rows = model.motion.rows.data().len();
                self.dense.reserve(rows);
                self.guide.reserve(rows);
            }
            None => self.wet.clear(),
        }

        self.force.fill(0.0);
        let mut add = |scale: f64, f: &[f64]| {
            self.force.iter_mut().zip(f).for_each(|(to, f)| *to += scale * f);
        };
        model.gravity.iter().zip(controls.gravity).for_each(|(f, g)| add(g, f));
        for (channel, f) in &model.loads {
            add(self.amplitudes[*channel], f);
        }
        let muscles = model.quadratics.iter().filter(|q| q.channel.is_some());
        for (muscle, felt) in muscles.zip(&self.offset.muscles) {
            add(-muscle.strength(&self.amplitudes), felt);
        }
        self.image.fill(0.0);
        for (vertex, force) in &controls.forces {
            if let Some(k) = model.local(*vertex) {
                model.motion.add_point(k, &force[..model.dim], &mut self.image);
            }
        }
        model.motion.add_unpadded(&self.image, &mut self.force);
    }

    fn rounding(&self) -> f64 {
        self.rounding
    }

    fn value(&mut self, z: &[f64]) -> f64 {
        self.place(z);
        let model = &self.model;
        let elastic = match model.dim {
            2 => self.elastic_value::<2>(),
            _ => self.elastic_value::<3>(),
        };
        let mut sum = elastic + self.stencil_value() - dot(&self.force, z);
        if self.quadratic.acts {
            self.image.fill(0.0);
            self.quadratic.add(&self.padded, &mut self.image);
            sum += 0.5 * dot(&self.image, &self.padded) + dot(&self.quadratic.linear, z);
        }
        sum
    }

    fn gradient(&mut self, z: &[f64], out: &mut [f64]) {
        self.place(z);
        match self.model.dim {
            2 => self.stresses::<2>(),
            _ => self.stresses::<3>(),
        }
        self.stencil_gradient();
        let (model, d) = (&self.model, self.model.dim);
        self.image.fill(0.0);
        model.deformation.add_transposed(&self.stress, &mut self.image);
        model.motion.add_first(&self.g[..self.leading * d], &mut self.image);
        for &k in &self.further {
            let force = &self.g[k as usize * d..][..d];
            model.motion.add_point(k as usize, force, &mut self.image);
        }
        out.iter_mut().zip(&self.force).for_each(|(out, f)| *out = -f);
        if self.quadratic.acts {
            self.quadratic.add(&self.padded, &mut self.image);
            out.iter_mut().zip(&self.quadratic.linear).for_each(|(out, l)| *out += l);
        }
        model.deformation.add_unpadded(&self.image, out);
    }

    fn direction(
        &mut self,
        z: &[f64],
        w: f64,
        gradient: &[f64],
        rough: f64,
        out: &mut [f64],
    ) -> bool {
        if self.solver == Solver::Iterative && self.contrast <= SINGLE {
            self.linearise(z, true);
            self.guide(w);
            return self.solve(w, gradient, rough, out);
        }
        let single = self.contrast <= SINGLE
            && [false, true].into_iter().any(|psd| {
                self.linearise(z, psd);
                self.refactor_single(w) && self.solve_exactly(w, gradient, out)
            });
        if !single {
            self.guide.factored = false;
            return self.factor(z, w) && self.again(w, gradient, rough, out);
        }
        single
    }

    fn again(&mut self, w: f64, gradient: &[f64], rough: f64, out: &mut [f64]) -> bool {
        if self.solver == Solver::Iterative && self.contrast <= SINGLE {
            return self.solve(w, gradient, rough, out);
        }
        if self.guide.factored {
            return self.solve_exactly(w, gradient, out);
        }
        out.iter_mut().zip(gradient).for_each(|(out, g)| *out = -g);
        self.dense.factor.solve(out);
        true
    }
}
