//! Energies that act on a few vertices of a reduced body: actuators, handles, contact and drag.

use super::Reduced;
use crate::energy::{CORNERS, Contact, Drag, Energy, Handles, gather};
use crate::linalg::{Rows, dot};
use crate::reduce::Motion;

/// Hessians of stencils.
pub(super) struct Stencils {
    pub blocks: Vec<Block>,
    pub values: Vec<f64>,
    /// Blocks and values that there was room for from the start.
    room: [usize; 2],
    /// Interface vertices of the blocks.
    pub touched: Vec<u32>,
    /// Place of each interface vertex among the touched.
    place: Vec<u32>,
    /// Rows of the touched, how they move, and the forces on them.
    pub rows: Motion,
    moved: Vec<f64>,
    forces: Vec<f64>,
}

/// Hessian of one stencil.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub corners: [u32; CORNERS],
    pub count: usize,
    /// First entry in the list of values.
    pub from: usize,
}

/// Makes room for so many in all.
pub(super) fn grow<T>(list: &mut Vec<T>, count: usize) {
    list.reserve(count.saturating_sub(list.len()));
}

impl Stencils {
    /// For the vertices that `motion` moves, with room for so many touched, stencils and their entries.
    pub fn new(motion: &Motion, likely: usize, room: [usize; 2]) -> Self {
        let (dim, columns, width) = (motion.dim, motion.columns, motion.rows.width());
        let mut rows = Rows::from_fn(likely * dim / columns, width, |_, _| 0.0);
        rows.resize(0);
        let points = motion.rows.count() * columns / dim;
        Stencils {
            blocks: Vec::with_capacity(room[0]),
            values: Vec::with_capacity(room[1]),
            room,
            touched: Vec::with_capacity(likely),
            place: vec![u32::MAX; points],
            rows: Motion { dim, columns, rows },
            moved: Vec::with_capacity(likely * dim),
            forces: Vec::with_capacity(likely * dim),
        }
    }

    /// Makes room for so many stencils of `corners` vertices beside those that there was room for from the
    /// start, and for all vertices to be touched.
    pub fn reserve(&mut self, count: usize, corners: usize) {
        let (points, dim) = (self.place.len(), self.rows.dim);
        let [blocks, values] = self.room;
        grow(&mut self.blocks, blocks + count);
        grow(&mut self.values, values + count * (corners * dim).pow(2));
        grow(&mut self.touched, points);
        grow(&mut self.moved, points * dim);
        grow(&mut self.forces, points * dim);
        self.rows.rows.reserve(points * dim / self.rows.columns);
    }

    /// Lists the vertices of the blocks, and collects their rows.
    pub fn touch(&mut self, motion: &Motion) {
        self.touched.drain(..).for_each(|v| self.place[v as usize] = u32::MAX);
        for &v in self.blocks.iter().flat_map(|b| &b.corners[..b.count]) {
            let place = &mut self.place[v as usize];
            if *place == u32::MAX {
                *place = self.touched.len() as u32;
                self.touched.push(v);
            }
        }
        let per = motion.dim / motion.columns;
        let rows = &mut self.rows.rows;
        rows.resize(self.touched.len() * per);
        for (k, &v) in self.touched.iter().enumerate() {
            for r in 0..per {
                rows.row_mut(k * per + r).copy_from_slice(motion.rows.row(v as usize * per + r));
            }
        }
        self.moved.resize(self.touched.len() * motion.dim, 0.0);
        self.forces.resize(self.touched.len() * motion.dim, 0.0);
    }

    /// Adds `rows^T (Hessians) (rows v)` of padded coordinates.
    pub fn add(&mut self, v: &[f64], out: &mut [f64]) {
        let d = self.rows.dim;
        self.rows.mul(v, &mut self.moved);
        self.forces.fill(0.0);
        for block in &self.blocks {
            let mut local = [0.0; 3 * CORNERS];
            let mut corners = [0; CORNERS];
            let corners = &mut corners[..block.count];
            let places = block.corners.iter().map(|&v| self.place[v as usize]);
            corners.iter_mut().zip(places).for_each(|(to, place)| *to = place);
            let count = gather(corners, d, &self.moved, &mut local);
            let mut rows = self.values[block.from..][..count * count].chunks_exact(count);
            for &k in &*corners {
                for (force, row) in self.forces[k as usize * d..][..d].iter_mut().zip(&mut rows) {
                    *force += dot(row, &local[..count]);
                }
            }
        }
        self.rows.add_transposed(&self.forces, out);
    }

    /// Place of an interface vertex among the touched.
    pub fn number(&self, vertex: u32) -> usize {
        self.place[vertex as usize] as usize
    }
}

impl Reduced {
    pub(super) fn for_each(&self, mut f: impl FnMut(&dyn Energy)) {
        // muscles are among the quadratic energies
        self.model.actuators.for_each(&self.amplitudes, &self.areas, &mut f);
        f(&Handles { dim: self.model.dim, all: &self.handles });
        f(&self.contact());
        f(&Drag { dim: self.model.dim, h: self.h, all: &self.wet });
    }

    fn contact(&self) -> Contact<'_> {
        Contact {
            points: &self.model.contact,
            colliders: &self.controls.colliders,
            touches: &self.touches,
            slip: self.slip,
        }
    }

    /// Forces that handles, obstacles and pushes put on the body at `z`: (interface vertex, N). The
    /// step must have begun.
    pub fn interaction(&mut self, z: &[f64], out: &mut Vec<(u32, [f64; 3])>) {
        self.place(z);
        let d = self.model.dim;
        out.clear();
        let handles = Handles { dim: d, all: &self.handles };
        let contact = self.contact();
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

    pub(super) fn stencil_value(&self) -> f64 {
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

    pub(super) fn stencil_gradient(&mut self) {
        let d = self.model.dim;
        let mut g = std::mem::take(&mut self.g);
        g[..self.leading * d].fill(0.0);
        self.further.iter().for_each(|&k| g[k as usize * d..][..d].fill(0.0));
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

    pub(super) fn stencil_hessians(&mut self, psd: bool) {
        self.stencil_blocks(|energy, s, x, out| energy.hessian(s, x, psd, out));
    }

    /// Derivatives of the gradient with respect to the coordinates that the step began with, as far as
    /// energies look back, times `v`, added to `out`.
    pub(super) fn add_by_start(&mut self, v: &[f64], out: &mut [f64]) {
        let model = self.model.clone();
        model.motion.pad(v, &mut self.padded_search);
        self.image.fill(0.0);
        self.stencils.add(&self.padded_search, &mut self.image);
        model.motion.add_unpadded(&self.image, out);
    }

    /// Prepares [`Reduced::add_by_start`] at `z`; does anything look back?
    pub(super) fn look_back(&mut self, z: &[f64]) -> bool {
        self.place(z);
        self.stencil_blocks(|energy, s, x, out| energy.gradient_by_start(s, x, out));
        !self.stencils.blocks.is_empty()
    }

    /// Collects a matrix of every stencil, but those that are zero.
    fn stencil_blocks(&mut self, matrix: impl Fn(&dyn Energy, usize, &[f64], &mut [f64])) {
        let d = self.model.dim;
        let mut blocks = std::mem::take(&mut self.stencils.blocks);
        let mut values = std::mem::take(&mut self.stencils.values);
        blocks.clear();
        values.clear();
        self.for_each(|energy| {
            let (mut local, mut out) = ([0.0; 3 * CORNERS], [0.0; 9 * CORNERS * CORNERS]);
            for s in 0..energy.stencils() {
                let vertices = energy.vertices(s);
                let count = gather(vertices, d, &self.x, &mut local);
                matrix(energy, s, &local[..count], &mut out[..count * count]);
                if out[..count * count].iter().all(|x| *x == 0.0) {
                    continue;
                }
                let mut corners = [0; CORNERS];
                corners[..vertices.len()].copy_from_slice(vertices);
                blocks.push(Block { corners, count: vertices.len(), from: values.len() });
                values.extend_from_slice(&out[..count * count]);
            }
        });
        (self.stencils.blocks, self.stencils.values) = (blocks, values);
        self.stencils.touch(&self.model.motion);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_with_hessians_are_plain_sums_for_modes_and_skinning() {
        let number = |i: usize, j: usize| ((7 * i + 3 * j) as f64 * 0.61).sin();
        for (d, columns) in [(2, 1), (2, 2), (3, 1), (3, 3)] {
            let (width, n) = (5, 2 * d);
            let rows = Rows::from_fn(4 * d / columns, width, number);
            let motion = Motion { dim: d, columns, rows };
            let v: Vec<f64> = (0..columns * width).map(|k| number(k, 2)).collect();
            let mut stencils = Stencils::new(&motion, 0, [0; 2]);
            let mut corners = [0; CORNERS];
            corners[..2].copy_from_slice(&[3, 1]);
            stencils.blocks.push(Block { corners, count: 2, from: 0 });
            stencils.values.extend((0..n * n).map(|k| number(k, 1)));
            stencils.touch(&motion);
            let (mut padded, mut image) = (vec![0.0; motion.padded()], vec![0.0; motion.padded()]);
            motion.pad(&v, &mut padded);
            stencils.add(&padded, &mut image);
            let mut out = vec![1.0; v.len()];
            motion.add_unpadded(&image, &mut out);

            let at: Vec<usize> = (3 * d..4 * d).chain(d..2 * d).collect();
            let row = |k: usize| motion.rows.row(at[k] / columns);
            let column = |k: usize| (at[k] % columns) * width;
            let moved = |k: usize| dot(row(k), &v[column(k)..][..width]);
            let mut exact = vec![1.0; v.len()];
            for k in 0..n {
                let force: f64 = (0..n).map(|l| stencils.values[k * n + l] * moved(l)).sum();
                (0..width).for_each(|a| exact[column(k) + a] += force * row(k)[a]);
            }
            assert!(out.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-12 * (1.0 + b.abs())));
        }
    }
}
