//! The body in a subspace.
//!
//! The elastic energy is a sum over the cubature's cells, whose deformation gradients are affine in
//! the coordinates; actuators, handles and contact are the same stencils as in full, their vertices
//! moved by rows of the basis. Newton's matrix is never formed: with `G` the gradient rows and `C_e`
//! the positive part of `w_e dP/dF`,
//!
//! ```text
//! (H + w I) v = w v + G^T C (G v) + muscles + rows^T (stencil Hessians) (rows v)
//! ```
//!
//! and conjugate gradients solve with it, preconditioned by `diag(s + w)`: the reduced mass is the
//! identity, and the rest stiffness nearly diagonal. [`Solver::Exact`] forms and factors the matrix
//! instead; so does [`Reduced::sensitivities`], for derivatives with respect to actuation.

use super::{Controls, System};
use crate::energy::{CORNERS, Contact, Energy, Handle, Handles, OpenPockets, Touch, area_vectors};
use crate::error::{Code, Error, Result};
use crate::linalg::small::{self, Mat};
use crate::linalg::{DenseCholesky, Rows, add_transposed_product, dot};
use crate::reduce::ReducedModel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Relative residual of conjugate gradients.
const TOLERANCE: f64 = 1e-2;

/// How the linear systems of Newton's method are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Solver {
    /// By conjugate gradients, to a hundredth: faster.
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

/// Hessian of one stencil.
#[derive(Debug, Clone, Copy)]
struct Block {
    corners: [u32; CORNERS],
    count: usize,
    /// First entry in the list of values.
    from: usize,
}

/// A body in a subspace, ready to step.
pub struct Reduced {
    model: Arc<ReducedModel>,
    /// Relative residual of conjugate gradients.
    pub tolerance: f64,
    /// How linear systems are solved.
    pub solver: Solver,
    dense: Option<Box<Dense>>,
    amplitudes: Vec<f64>,
    controls: Controls,
    handles: Vec<Handle>,
    /// Force that does not depend on positions.
    force: Vec<f64>,
    /// Quadratic energies of the step summed, and those with a positive strength.
    quadratic: Quadratics,
    /// A displacement outside the subspace that is added to the motion.
    offset: Offset,
    areas: Vec<f64>,
    touches: Vec<Touch>,
    slip: f64,
    /// Interface vertices whose positions matter in this step.
    active: Vec<u32>,
    is_active: Vec<bool>,
    x: Vec<f64>,
    g: Vec<f64>,
    padded: Vec<f64>,
    image: Vec<f64>,
    f: Vec<f64>,
    /// Positive parts of `w_e dP/dF`.
    cells: Vec<f64>,
    blocks: Vec<Block>,
    values: Vec<f64>,
    /// Interface vertices of the blocks.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    residual: Vec<f64>,
    search: Vec<f64>,
    product: Vec<f64>,
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
        Reduced {
            tolerance: TOLERANCE,
            solver: Solver::default(),
            dense: None,
            amplitudes: zeros(channels),
            controls: Controls::rest(channels),
            handles: Vec::new(),
            force: zeros(size),
            quadratic: Quadratics::new(&model),
            offset: Offset::default(),
            areas: zeros(model.actuators.open.walls.len()),
            touches: Vec::with_capacity(model.contact.vertices.len()),
            slip: 0.0,
            active: Vec::with_capacity(points),
            is_active: vec![false; points],
            x: model.rest.clone(),
            g: zeros(points * d),
            padded: zeros(padded),
            image: zeros(padded),
            f: zeros(cells * d * d),
            cells: zeros(cells * d * d * d * d),
            blocks: Vec::new(),
            values: Vec::new(),
            touched: Vec::with_capacity(points),
            is_touched: vec![false; points],
            residual: zeros(size),
            search: zeros(size),
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
        self.model.motion.pad(z, &mut self.padded);
        out.clear();
        out.resize(self.model.rest.len(), 0.0);
        self.model.motion.mul(&self.padded, out);
        out.iter_mut().zip(&self.model.rest).for_each(|(x, r)| *x += r);
        out.iter_mut().zip(&self.offset.points).for_each(|(x, o)| *x += o);
    }

    /// Adds a displacement outside the subspace to the motion, until it is changed.
    pub fn set_offset(&mut self, offset: &Offset) {
        self.offset.deformation.clone_from(&offset.deformation);
        self.offset.points.clone_from(&offset.points);
        self.offset.muscles.clone_from(&offset.muscles);
    }

    /// Forces that handles, obstacles and pushes put on the body at `z`: (interface vertex, N). The
    /// step must have begun.
    pub fn interaction(&mut self, z: &[f64], out: &mut Vec<(u32, [f64; 3])>) {
        self.place(z);
        let d = self.model.dim;
        out.clear();
        let handles = Handles { dim: d, all: &self.handles };
        let contact = Contact {
            points: &self.model.contact,
            colliders: &self.controls.colliders,
            touches: &self.touches,
            slip: self.slip,
        };
        let energies: [&dyn Energy; 2] = [&handles, &contact];
        let (mut local, mut slope) = ([0.0; 3 * CORNERS], [0.0; 3 * CORNERS]);
        for energy in energies {
            for s in 0..energy.stencils() {
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                energy.gradient(s, &local[..count], &mut slope[..count]);
                for (&v, slope) in vertices.iter().zip(slope.chunks_exact(d)) {
                    let mut force = [0.0; 3];
                    (0..d).for_each(|c| force[c] = -slope[c]);
                    if force != [0.0; 3] {
                        out.push((v, force));
                    }
                }
            }
        }
        for &(vertex, force) in &self.controls.forces {
            out.extend(self.local(vertex).map(|k| (k as u32, force)));
        }
    }

    fn place(&mut self, z: &[f64]) {
        let (model, d) = (&self.model, self.model.dim);
        model.deformation.pad(z, &mut self.padded);
        model.deformation.mul(&self.padded, &mut self.f);
        self.f.iter_mut().zip(&self.offset.deformation).for_each(|(f, o)| *f += o);
        for &k in &self.active {
            let at = k as usize * d;
            let x = &mut self.x[at..at + d];
            model.motion.point(k as usize, &self.padded, x);
            x.iter_mut().zip(&model.rest[at..]).for_each(|(x, r)| *x += r);
            let offset = self.offset.points.iter().skip(at);
            x.iter_mut().zip(offset).for_each(|(x, o)| *x += o);
        }
    }

    fn for_each(&self, mut f: impl FnMut(&dyn Energy)) {
        let (actuators, dim) = (&self.model.actuators, self.model.dim);
        let amplitudes = &self.amplitudes;
        f(&actuators.springs.driven(amplitudes));
        f(&actuators.pockets.driven(amplitudes));
        f(&OpenPockets { walls: &actuators.open, areas: &self.areas, amplitudes });
        f(&actuators.pulls.driven(amplitudes));
        f(&Handles { dim, all: &self.handles });
        f(&Contact {
            points: &self.model.contact,
            colliders: &self.controls.colliders,
            touches: &self.touches,
            slip: self.slip,
        });
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

    /// Replaces `F - I` by the weighted stress.
    fn stresses<const D: usize>(&mut self) {
        for e in 0..self.model.lame.len() {
            let p = self.model.law.stress(&self.deformation::<D>(e), self.model.lame[e]);
            let w = self.model.cubature.weights[e];
            let out = &mut self.f[e * D * D..][..D * D];
            out.iter_mut().enumerate().for_each(|(k, out)| *out = w * p[k % D][k / D]);
        }
    }

    /// `w_e dP/dF` of every cell, without its negative part if `psd`.
    fn tangents<const D: usize>(&mut self, psd: bool) {
        let n = D * D;
        let mut block = [0.0; 81];
        // entry (i, j) of F is number D i + j of a law's and D j + i here
        let turn = |k: usize| D * (k % D) + k / D;
        for e in 0..self.model.lame.len() {
            let f = self.deformation::<D>(e);
            let w = self.model.cubature.weights[e];
            let (law, lame) = (self.model.law, self.model.lame[e]);
            match psd {
                true => law.hessian_psd(&f, lame, &mut block[..n * n]),
                false => law.hessian(&f, lame, &mut block[..n * n]),
            }
            let out = &mut self.cells[e * n * n..][..n * n];
            for a in 0..n {
                for b in 0..n {
                    out[a * n + b] = w * block[turn(a) * n + turn(b)];
                }
            }
        }
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

    /// Factors `H + w I` at `z`: the true Hessian if that is positive, else its positive part.
    fn factor(&mut self, z: &[f64], w: f64) -> bool {
        let mut dense = self.dense.take().unwrap_or_else(|| Box::new(Dense::new(&self.model)));
        let found = [false, true].into_iter().any(|psd| {
            self.linearise(z, psd);
            self.assemble(w, psd, &mut dense);
            dense.factor.factor()
        });
        self.dense = Some(dense);
        found
    }

    /// Forms the lower triangle of `H + w I`.
    fn assemble(&self, w: f64, psd: bool, dense: &mut Dense) {
        let (model, d) = (&self.model, self.model.dim);
        let rows = &model.deformation.rows;
        let (columns, width, stride) = (model.deformation.columns, rows.width(), rows.stride());
        let (n, per) = (d * d, d * d / columns);
        let matrix = &mut dense.factor.matrix;
        matrix.fill(0.0);
        (0..matrix.nrows()).for_each(|i| matrix[(i, i)] = w);
        if self.quadratic.acts {
            let sum = if psd { &self.quadratic.positive } else { &self.quadratic.all };
            for (c, a) in (0..columns).flat_map(|c| (0..width).map(move |a| (c, a))) {
                let row = sum.row(a).iter().enumerate();
                row.for_each(|(b, q)| matrix[(c * width + a, c * width + b)] += q);
            }
        }
        let point = d / columns;
        let motion = &model.motion.rows;
        dense.points.clear();
        for &k in &self.touched {
            let from = k as usize * point * stride;
            dense.points.extend_from_slice(&motion.data()[from..][..point * stride]);
        }
        self.touched.iter().enumerate().for_each(|(k, &v)| dense.number[v as usize] = k as u32);
        for (c, b) in (0..columns).flat_map(|c| (0..=c).map(move |b| (c, b))) {
            // block (c, b) = G^T (C_cb G)
            let cells = dense.image.chunks_exact_mut(per * stride);
            let data = rows.data().chunks_exact(per * stride);
            for ((image, data), block) in cells.zip(data).zip(self.cells.chunks_exact(n * n)) {
                image.fill(0.0);
                for (r, image) in image.chunks_exact_mut(stride).enumerate() {
                    for (s, data) in data.chunks_exact(stride).enumerate() {
                        let scale = block[(r * columns + c) * n + s * columns + b];
                        image.iter_mut().zip(data).for_each(|(to, x)| *to += scale * x);
                    }
                }
            }
            let at = (c * width, b * width);
            add_transposed_product(matrix.as_mut(), at, rows.data(), &dense.image, stride, width);

            dense.forces.clear();
            dense.forces.resize(dense.points.len(), 0.0);
            for block in &self.blocks {
                let side = block.count * d;
                let values = &self.values[block.from..][..side * side];
                for (i, j) in (0..block.count).flat_map(|i| (0..block.count).map(move |j| (i, j))) {
                    let to = dense.number[block.corners[i] as usize] as usize * point;
                    let from = dense.number[block.corners[j] as usize] as usize * point;
                    for (r, s) in (0..point).flat_map(|r| (0..point).map(move |s| (r, s))) {
                        let row = i * d + r * columns + c;
                        let scale = values[row * side + j * d + s * columns + b];
                        let source = &dense.points[(from + s) * stride..][..stride];
                        let out = &mut dense.forces[(to + r) * stride..][..stride];
                        out.iter_mut().zip(source).for_each(|(to, x)| *to += scale * x);
                    }
                }
            }
            if !self.touched.is_empty() {
                let (points, forces) = (&dense.points, &dense.forces);
                add_transposed_product(matrix.as_mut(), at, points, forces, stride, width);
            }
        }
    }

    /// Looks ahead of `z`: `force` becomes `(H + w I)^{-1} (force - dE/dz)`, Newton's step under that
    /// further force, and `out` the derivatives `dz/dA = -(H + w I)^{-1} d^2E / dz dA` with respect to
    /// the amplitudes, one column per channel; `false` if there are none. `begin` must have been
    /// called for the step.
    pub fn sensitivities(&mut self, z: &[f64], w: f64, force: &mut [f64], out: &mut [f64]) -> bool {
        let (model, d, size) = (self.model.clone(), self.model.dim, self.size());
        if !self.factor(z, w) {
            return false;
        }
        let mut slope = std::mem::take(&mut self.residual);
        self.gradient(z, &mut slope);
        force.iter_mut().zip(&slope).for_each(|(f, g)| *f -= g);
        self.residual = slope;
        self.dense.iter().for_each(|dense| dense.factor.solve(force));
        out.fill(0.0);
        self.place(z);
        for muscle in &model.quadratics {
            let Some(channel) = muscle.channel else { continue };
            let to = &mut out[channel * size..][..size];
            self.image.fill(0.0);
            let (columns, image) = (model.deformation.columns, &mut self.quadratic.image);
            add_symmetric(&muscle.matrix, columns, &self.padded, image, &mut self.image);
            model.deformation.add_unpadded(&self.image, to);
            to.iter_mut().zip(&muscle.linear).for_each(|(to, l)| *to += l);
        }
        for (channel, force) in &model.loads {
            let to = &mut out[channel * size..][..size];
            to.iter_mut().zip(force).for_each(|(to, f)| *to -= f);
        }
        let mut image = std::mem::take(&mut self.image);
        self.for_each(|energy| {
            let (mut local, mut slope) = ([0.0; 3 * CORNERS], [0.0; 3 * CORNERS]);
            for s in 0..energy.stencils() {
                let Some(channel) = energy.channel(s) else { continue };
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                energy.gradient_by_amplitude(s, &local[..count], &mut slope[..count]);
                image.fill(0.0);
                for (&v, slope) in vertices.iter().zip(slope.chunks_exact(d)) {
                    model.motion.add_point(v as usize, slope, &mut image);
                }
                model.motion.add_unpadded(&image, &mut out[channel * size..][..size]);
            }
        });
        self.image = image;
        for column in out.chunks_exact_mut(size) {
            column.iter_mut().for_each(|g| *g = -*g);
            self.dense.iter().for_each(|dense| dense.factor.solve(column));
        }
        out.iter().chain(&*force).all(|x| x.is_finite())
    }

    fn stencil_value(&self) -> f64 {
        let d = self.model.dim;
        let mut sum = 0.0;
        self.for_each(|energy| {
            let mut local = [0.0; 3 * CORNERS];
            for s in 0..energy.stencils() {
                let count = gather(energy.vertices(s), d, &self.x, &mut local);
                sum += energy.value(s, &local[..count]);
            }
        });
        sum
    }

    fn stencil_gradient(&mut self) {
        let d = self.model.dim;
        let mut g = std::mem::take(&mut self.g);
        self.active.iter().for_each(|&k| g[k as usize * d..][..d].fill(0.0));
        self.for_each(|energy| {
            let (mut local, mut out) = ([0.0; 3 * CORNERS], [0.0; 3 * CORNERS]);
            for s in 0..energy.stencils() {
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                energy.gradient(s, &local[..count], &mut out[..count]);
                for (&v, out) in vertices.iter().zip(out.chunks_exact(d)) {
                    let to = &mut g[v as usize * d..][..d];
                    to.iter_mut().zip(out).for_each(|(to, x)| *to += x);
                }
            }
        });
        self.g = g;
    }

    fn stencil_hessians(&mut self, psd: bool) {
        let d = self.model.dim;
        let mut blocks = std::mem::take(&mut self.blocks);
        let mut values = std::mem::take(&mut self.values);
        blocks.clear();
        values.clear();
        self.for_each(|energy| {
            let (mut local, mut out) = ([0.0; 3 * CORNERS], [0.0; 9 * CORNERS * CORNERS]);
            for s in 0..energy.stencils() {
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                energy.hessian(s, &local[..count], psd, &mut out[..count * count]);
                if out[..count * count].iter().all(|x| *x == 0.0) {
                    continue;
                }
                let mut corners = [0; CORNERS];
                corners[..vertices.len()].copy_from_slice(vertices);
                blocks.push(Block { corners, count: vertices.len(), from: values.len() });
                values.extend_from_slice(&out[..count * count]);
            }
        });
        self.touched.iter().for_each(|&k| self.is_touched[k as usize] = false);
        self.touched.clear();
        for &v in blocks.iter().flat_map(|b| &b.corners[..b.count]) {
            if !std::mem::replace(&mut self.is_touched[v as usize], true) {
                self.touched.push(v);
            }
        }
        (self.blocks, self.values) = (blocks, values);
    }

    /// `out = (H + w I) v`; `x` and `g` of touched vertices are scratch.
    fn multiply<const D: usize>(&mut self, w: f64, v: &[f64], out: &mut [f64]) {
        let n = D * D;
        let model = self.model.clone();
        model.deformation.pad(v, &mut self.padded);
        model.deformation.mul(&self.padded, &mut self.f);
        for (f, c) in self.f.chunks_exact_mut(n).zip(self.cells.chunks_exact(n * n)) {
            let mut image = [0.0; 9];
            for (image, row) in image.iter_mut().zip(c.chunks_exact(n)) {
                *image = row.iter().zip(f.iter()).map(|(c, f)| c * f).sum();
            }
            f.copy_from_slice(&image[..n]);
        }
        self.image.fill(0.0);
        model.deformation.add_transposed(&self.f, &mut self.image);
        for &k in &self.touched {
            let at = k as usize * D;
            model.motion.point(k as usize, &self.padded, &mut self.x[at..at + D]);
            self.g[at..at + D].fill(0.0);
        }
        for block in &self.blocks {
            let mut local = [0.0; 3 * CORNERS];
            let count = gather(&block.corners[..block.count], D, &self.x, &mut local);
            let rows = self.values[block.from..][..count * count].chunks_exact(count);
            for (r, row) in rows.enumerate() {
                let at = block.corners[r / D] as usize * D + r % D;
                self.g[at] += row.iter().zip(&local).map(|(h, x)| h * x).sum::<f64>();
            }
        }
        for &k in &self.touched {
            let force = &self.g[k as usize * D..][..D];
            model.motion.add_point(k as usize, force, &mut self.image);
        }
        self.quadratic.add(true, &self.padded, &mut self.image);
        out.iter_mut().zip(v).for_each(|(out, v)| *out = w * v);
        model.deformation.add_unpadded(&self.image, out);
    }

    /// Conjugate gradients for `(H + w I) out = -gradient`.
    fn solve<const D: usize>(&mut self, w: f64, gradient: &[f64], out: &mut [f64]) -> bool {
        let model = self.model.clone();
        let mut r = std::mem::take(&mut self.residual);
        let mut p = std::mem::take(&mut self.search);
        let mut hp = std::mem::take(&mut self.product);
        let spectrum = &model.spectrum;
        out.fill(0.0);
        r.iter_mut().zip(gradient).for_each(|(r, g)| *r = -g);
        p.iter_mut().zip(&r).zip(spectrum).for_each(|((p, r), s)| *p = r / (s + w));
        let mut rho = dot(&r, &p);
        let enough = rho * self.tolerance * self.tolerance;
        let mut found = rho.is_finite();
        for _ in 0..4 * r.len() {
            if !found || rho <= enough {
                break;
            }
            self.multiply::<D>(w, &p, &mut hp);
            let curvature = dot(&p, &hp);
            if curvature <= 0.0 || curvature.is_nan() {
                found = out.iter().any(|x| *x != 0.0);
                break;
            }
            let alpha = rho / curvature;
            out.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&hp).for_each(|(r, hp)| *r -= alpha * hp);
            // hp is free: it holds the preconditioned residual
            hp.iter_mut().zip(&r).zip(spectrum).for_each(|((y, r), s)| *y = r / (s + w));
            let next = dot(&r, &hp);
            let beta = next / rho;
            p.iter_mut().zip(&hp).for_each(|(p, y)| *p = y + beta * *p);
            rho = next;
        }
        (self.residual, self.search, self.product) = (r, p, hp);
        found
    }
}

/// Room for the dense Hessian.
struct Dense {
    factor: DenseCholesky,
    /// `C G` of one pair of axes.
    image: Vec<f64>,
    /// Rows of the basis for touched vertices, and what stencils make of them.
    points: Vec<f64>,
    forces: Vec<f64>,
    /// Place of each interface vertex among the touched.
    number: Vec<u32>,
}

impl Dense {
    fn new(model: &ReducedModel) -> Self {
        Dense {
            factor: DenseCholesky::new(model.coordinates()),
            image: vec![0.0; model.deformation.rows.data().len()],
            points: Vec::new(),
            forces: Vec::new(),
            number: vec![0; model.interface.len()],
        }
    }
}

fn gather(vertices: &[u32], d: usize, x: &[f64], local: &mut [f64]) -> usize {
    for (to, &v) in local.chunks_exact_mut(d).zip(vertices) {
        to.copy_from_slice(&x[v as usize * d..][..d]);
    }
    vertices.len() * d
}

/// Quadratic energies at the amplitudes of a step.
struct Quadratics {
    acts: bool,
    columns: usize,
    all: Rows,
    positive: Rows,
    linear: Vec<f64>,
    made_for: Vec<f64>,
    image: Vec<f64>,
}

impl Quadratics {
    fn new(model: &ReducedModel) -> Self {
        let width = if model.quadratics.is_empty() { 0 } else { model.deformation.rows.width() };
        let mut sums = Quadratics {
            acts: false,
            columns: model.deformation.columns,
            all: Rows::from_fn(width, width, |_, _| 0.0),
            positive: Rows::from_fn(width, width, |_, _| 0.0),
            linear: vec![0.0; model.coordinates()],
            made_for: Vec::with_capacity(model.actuators.channels.len()),
            image: vec![0.0; width * model.deformation.columns],
        };
        sums.sum(model, &vec![0.0; model.actuators.channels.len()]);
        sums
    }

    fn sum(&mut self, model: &ReducedModel, amplitudes: &[f64]) {
        if model.quadratics.is_empty() || self.made_for == amplitudes {
            return;
        }
        self.made_for.clear();
        self.made_for.extend_from_slice(amplitudes);
        self.acts = model.quadratics.iter().any(|q| q.strength(amplitudes) != 0.0);
        self.linear.fill(0.0);
        for a in 0..self.all.width() {
            let (all, positive) = (self.all.row_mut(a), self.positive.row_mut(a));
            all.fill(0.0);
            positive.fill(0.0);
            for q in &model.quadratics {
                let strength = q.strength(amplitudes);
                for ((all, positive), x) in all.iter_mut().zip(&mut *positive).zip(q.matrix.row(a))
                {
                    *all += strength * x;
                    *positive += strength.max(0.0) * x;
                }
            }
        }
        for q in &model.quadratics {
            let strength = q.strength(amplitudes);
            self.linear.iter_mut().zip(&q.linear).for_each(|(to, l)| *to += strength * l);
        }
    }

    /// Adds the matrix, or its positive part, times padded coordinates to padded coordinates.
    fn add(&mut self, positive: bool, z: &[f64], out: &mut [f64]) {
        if self.acts {
            let matrix = if positive { &self.positive } else { &self.all };
            add_symmetric(matrix, self.columns, z, &mut self.image, out);
        }
    }
}

/// Adds a symmetric matrix times padded coordinates to padded coordinates.
fn add_symmetric(matrix: &Rows, columns: usize, z: &[f64], image: &mut [f64], out: &mut [f64]) {
    matrix.mul(columns, z, image);
    for (c, out) in out.chunks_exact_mut(matrix.stride()).enumerate().take(columns) {
        let image = image.iter().skip(c).step_by(columns);
        out.iter_mut().zip(image).for_each(|(out, x)| *out += x);
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
        self.controls.copy_from(controls);
        self.amplitudes.iter_mut().zip(&controls.amplitudes).for_each(|(a, b)| *a = *b);
        self.quadratic.sum(&model, &self.amplitudes);
        self.active.iter().for_each(|&k| self.is_active[k as usize] = false);
        self.active.clear();
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
        let corners = self.handles.iter().flat_map(|h| &h.corners[..h.count]);
        for k in (0..model.driven as u32).chain(touching.iter().chain(corners).copied()) {
            if !std::mem::replace(&mut self.is_active[k as usize], true) {
                self.active.push(k);
            }
        }
        self.place(z);
        area_vectors(&model.actuators.open, &self.x, &mut self.areas);
        model.contact.touch(&controls.colliders, &self.x, h, &mut self.touches);
        self.slip = model.contact.slip_speed * h;

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
            self.quadratic.add(false, &self.padded, &mut self.image);
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
        model.deformation.add_transposed(&self.f, &mut self.image);
        for &k in &self.active {
            let force = &self.g[k as usize * d..][..d];
            model.motion.add_point(k as usize, force, &mut self.image);
        }
        out.iter_mut().zip(&self.force).for_each(|(out, f)| *out = -f);
        if self.quadratic.acts {
            self.quadratic.add(false, &self.padded, &mut self.image);
            out.iter_mut().zip(&self.quadratic.linear).for_each(|(out, l)| *out += l);
        }
        model.deformation.add_unpadded(&self.image, out);
    }

    fn direction(&mut self, z: &[f64], w: f64, gradient: &[f64], out: &mut [f64]) -> bool {
        if self.solver == Solver::Exact {
            if !self.factor(z, w) {
                return false;
            }
            out.iter_mut().zip(gradient).for_each(|(out, g)| *out = -g);
            self.dense.iter().for_each(|dense| dense.factor.solve(out));
            return true;
        }
        self.linearise(z, true);
        match self.model.dim {
            2 => self.solve::<2>(w, gradient, out),
            _ => self.solve::<3>(w, gradient, out),
        }
    }
}
