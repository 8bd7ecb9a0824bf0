//! Energies that act on a few vertices of a reduced body: actuators, handles and contact.

use super::{Block, Reduced};
use crate::energy::{CORNERS, Contact, Energy, Handles, OpenPockets};

impl Reduced {
    pub(super) fn for_each(&self, mut f: impl FnMut(&dyn Energy)) {
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

    pub(super) fn stencil_hessians(&mut self, psd: bool) {
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
}

pub(super) fn gather(vertices: &[u32], d: usize, x: &[f64], local: &mut [f64]) -> usize {
    for (to, &v) in local.chunks_exact_mut(d).zip(vertices) {
        to.copy_from_slice(&x[v as usize * d..][..d]);
    }
    vertices.len() * d
}
