//! The body in full: every vertex that moves is a degree of freedom.
//!
//! The ground truth for every claim and the honest baseline for every speed-up. Newton's matrix is
//! the true Hessian where its Cholesky factor exists, else each stencil's without its negative part;
//! pattern, order and symbolic factor are found once.

use super::{Controls, System, rounding_of};
use crate::body::Body;
use crate::energy::{
    Actuators, Assembler, Contact, ContactPoints, Drag, Elastic, Energy, Handles, Touch, Wet,
    area_vectors,
};
use crate::error::{Code, Error, Result};
use crate::linalg::{Cholesky, Mat, SparseSym, Symbolic, column};
use crate::progress::Silent;

/// A body in full.
pub struct Full<'a> {
    body: &'a Body,
    actuators: &'a Actuators,
    contact: ContactPoints,
    assembler: Assembler,
    /// Degrees of freedom that move.
    free: Vec<u32>,
    mass: Vec<f64>,
    rounding: f64,
    /// Entry of the whole matrix behind each of the one that is factored.
    kept: Vec<u32>,
    matrix: SparseSym,
    factor: Cholesky,
    controls: Controls,
    areas: Vec<f64>,
    touches: Vec<Touch>,
    slip: f64,
    wet: Vec<Wet>,
    h: f64,
    /// Has the true Hessian failed in this step?
    indefinite: bool,
    x: Vec<f64>,
    whole: Vec<f64>,
}

impl<'a> Full<'a> {
    /// The body with its actuators; `contact` are the vertices that may touch something.
    pub fn new(body: &'a Body, actuators: &'a Actuators, contact: ContactPoints) -> Result<Self> {
        let d = body.dim();
        let n = body.mesh.vertex_count();
        let ends = &actuators.springs.ends;
        let assembler = Assembler::with_pairs(d, n, body.mesh.cells(), d + 1, ends);
        let moves: Vec<bool> = (0..body.dofs()).map(|i| !body.held[i / d]).collect();
        if !moves.contains(&true) {
            return Err(Error::new(Code::Unsupported, "every vertex is pinned: nothing can move"));
        }
        // entries numbered, so that their restriction tells where values come from
        let mut whole = assembler.zeros();
        whole.values.iter_mut().enumerate().for_each(|(k, v)| *v = k as f64);
        let (matrix, free) = whole.restricted(&moves);
        let kept = matrix.values.iter().map(|&k| k as u32).collect();
        let symbolic = Symbolic::new(&matrix.pattern, n, |r| free[r] as usize / d)?;
        let cells = body.lame.iter().zip(&body.geometry.volumes);
        let mass = free.iter().map(|&i| body.mass[i as usize / d]).collect();
        Ok(Full {
            body,
            actuators,
            contact,
            assembler,
            free,
            mass,
            rounding: rounding_of(cells.map(|(lame, volume)| (*lame, *volume))),
            kept,
            matrix,
            factor: Cholesky::with(symbolic)?,
            controls: Controls::rest(actuators.channels.len()),
            areas: vec![0.0; actuators.open.walls.len()],
            touches: Vec::new(),
            slip: 0.0,
            wet: Vec::new(),
            h: 0.0,
            indefinite: false,
            x: body.mesh.positions().to_vec(),
            whole: vec![0.0; body.dofs()],
        })
    }

    /// Degrees of freedom behind the coordinates.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Positions of all vertices at coordinates `z`.
    pub fn positions(&mut self, z: &[f64]) -> &[f64] {
        let rest = self.body.mesh.positions();
        for (&i, z) in self.free.iter().zip(z) {
            self.x[i as usize] = rest[i as usize] + z;
        }
        &self.x
    }

    fn for_each(&self, mut f: impl FnMut(&dyn Energy)) {
        let (controls, dim) = (&self.controls, self.body.dim());
        f(&Elastic::new(self.body));
        self.actuators.for_each(&controls.amplitudes, &self.areas, &mut f);
        f(&Handles { dim, all: &controls.handles });
        f(&Contact {
            points: &self.contact,
            colliders: &controls.colliders,
            touches: &self.touches,
            slip: self.slip,
        });
        f(&Drag { dim, h: self.h, all: &self.wet });
    }

    /// The force that does not depend on positions: gravity, loads and forces on vertices.
    fn add_constant_force(&self, out: &mut [f64], sign: f64) {
        let d = self.body.dim();
        for (i, m) in self.body.mass.iter().enumerate() {
            (0..d).for_each(|c| out[i * d + c] += sign * m * self.controls.gravity[c]);
        }
        for (vertex, force) in &self.controls.forces {
            (0..d).for_each(|c| out[*vertex as usize * d + c] += sign * force[c]);
        }
        for &(channel, dof, value) in &self.actuators.loads {
            let amplitude = self.controls.amplitudes.get(channel).copied().unwrap_or(0.0);
            out[dof as usize] += sign * amplitude * value;
        }
    }

    fn factored(&mut self, psd: bool, w: f64) -> bool {
        let mut whole = self.assembler.zeros();
        self.for_each(|energy| self.assembler.add_hessian(energy, &self.x, psd, &mut whole));
        for (value, &k) in self.matrix.values.iter_mut().zip(&self.kept) {
            *value = whole.values[k as usize];
        }
        for (i, m) in self.mass.iter().enumerate() {
            self.matrix.add(i, i, w * m);
        }
        self.factor.refactor(&self.matrix, &Silent).is_ok()
    }
}

impl System for Full<'_> {
    fn size(&self) -> usize {
        self.free.len()
    }

    fn mass(&self) -> &[f64] {
        &self.mass
    }

    fn scale(&self) -> (f64, f64) {
        (self.body.mass.iter().sum(), self.body.mesh.diagonal())
    }

    fn channels(&self) -> usize {
        self.actuators.channels.len()
    }

    fn begin(&mut self, z: &[f64], h: f64, controls: &Controls) {
        self.controls.copy_from(controls);
        self.positions(z);
        area_vectors(&self.actuators.open, &self.x, &mut self.areas);
        self.contact.touch(&controls.colliders, &self.x, h, &mut self.touches);
        self.slip = self.contact.slip_speed * h;
        self.h = h;
        match &controls.fluid {
            Some(fluid) => fluid.wet(self.body.dim(), &self.x, |v| Some(v as usize), &mut self.wet),
            None => self.wet.clear(),
        }
        self.indefinite = false;
    }

    fn rounding(&self) -> f64 {
        self.rounding
    }

    fn value(&mut self, z: &[f64]) -> f64 {
        self.positions(z);
        let mut sum = 0.0;
        self.for_each(|energy| sum += self.assembler.value(energy, &self.x));
        let mut force = std::mem::take(&mut self.whole);
        force.fill(0.0);
        self.add_constant_force(&mut force, 1.0);
        let rest = self.body.mesh.positions();
        let work = force.iter().zip(self.x.iter().zip(rest)).map(|(f, (x, r))| f * (x - r));
        sum -= work.sum::<f64>();
        self.whole = force;
        sum
    }

    fn gradient(&mut self, z: &[f64], out: &mut [f64]) {
        self.positions(z);
        let mut whole = std::mem::take(&mut self.whole);
        whole.fill(0.0);
        self.for_each(|energy| self.assembler.add_gradient(energy, &self.x, &mut whole));
        self.add_constant_force(&mut whole, -1.0);
        out.iter_mut().zip(&self.free).for_each(|(out, &i)| *out = whole[i as usize]);
        self.whole = whole;
    }

    fn direction(
        &mut self,
        z: &[f64],
        w: f64,
        gradient: &[f64],
        rough: f64,
        out: &mut [f64],
    ) -> bool {
        self.positions(z);
        if self.indefinite || !self.factored(false, w) {
            self.indefinite = true;
            if !self.factored(true, w) {
                return false;
            }
        }
        self.again(w, gradient, rough, out)
    }

    fn again(&mut self, _w: f64, gradient: &[f64], _rough: f64, out: &mut [f64]) -> bool {
        let mut b = Mat::from_fn(gradient.len(), 1, |i, _| -gradient[i]);
        self.factor.solve_in_place(b.as_mut());
        out.copy_from_slice(column(b.as_ref(), 0));
        true
    }
}
