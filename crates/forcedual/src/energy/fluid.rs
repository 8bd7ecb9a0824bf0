//! The drag of a fluid at rest on the boundary of a body.
//!
//! A facet of area `a` and unit normal `n`, as a step of `h` seconds begins, whose middle moves by
//! `u = n . (x - x_0)` during the step, is held back by the pressure of the fluid that it pushes away or
//! leaves behind, in proportion to the square of its speed:
//!
//! ```text
//! E = c h/3 |u/h|^3        dE/du = c |u/h| u/h        d2E/du2 = 2 c |u| / h^2,    c = rho C a / 2
//! ```
//!
//! It is convex and takes energy only. Along the facet nothing holds it back, which is why bodies that
//! bend can swim.

use super::{CORNERS, Energy, area_vector};
use std::sync::Arc;

/// A fluid that a body is in.
#[derive(Debug, Clone, PartialEq)]
pub struct Fluid {
    /// Facets of the body's boundary: vertices of the mesh, of which the first `dim` count.
    pub facets: Arc<Vec<[u32; 3]>>,
    /// Density `rho`, kg/m^3, in 2D per metre of depth.
    pub density: f64,
    /// Coefficient of drag `C` of every side of a facet.
    pub drag: f64,
}

/// A facet in the fluid as a step begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wet {
    /// Its vertices.
    corners: [u32; 3],
    /// `n`
    normal: [f64; 3],
    /// `n . x_0` of its middle.
    from: f64,
    /// `c`
    drag: f64,
}

impl Fluid {
    /// The facets at positions `x`, in which `number` finds the vertices of the mesh; those with
    /// vertices that it does not find, or without an area, are left out.
    pub fn wet(
        &self,
        dim: usize,
        x: &[f64],
        number: impl Fn(u32) -> Option<usize>,
        out: &mut Vec<Wet>,
    ) {
        out.clear();
        for facet in &*self.facets {
            let mut corners = [0; 3];
            let known = facet[..dim].iter().zip(&mut corners).all(|(&v, corner)| {
                let found = number(v);
                *corner = found.unwrap_or_default() as u32;
                found.is_some()
            });
            if !known {
                continue;
            }
            let at = |k: usize| &x[corners[k] as usize * dim..][..dim];
            let vector = area_vector(&corners[..dim], x);
            let area = vector.iter().map(|v| v * v).sum::<f64>().sqrt();
            if area > 0.0 {
                let normal = vector.map(|v| v / area);
                let drag = 0.5 * self.density * self.drag * area;
                let mut wet = Wet { corners, normal, from: 0.0, drag };
                wet.from = (0..dim).map(|k| wet.along(at(k), dim)).sum();
                out.push(wet);
            }
        }
    }
}

impl Wet {
    /// `n . x` of the middle of vertices.
    fn along(&self, x: &[f64], dim: usize) -> f64 {
        let each = x.chunks_exact(dim).flat_map(|x| x.iter().zip(self.normal));
        each.map(|(x, n)| x * n).sum::<f64>() / dim as f64
    }
}

/// The energy of drag during a step.
#[derive(Debug, Clone, Copy)]
pub struct Drag<'a> {
    /// Coordinates per vertex.
    pub dim: usize,
    /// Length of the step, s.
    pub h: f64,
    /// The facets.
    pub all: &'a [Wet],
}

impl Drag<'_> {
    /// `u`
    fn moved(&self, facet: &Wet, x: &[f64]) -> f64 {
        facet.along(x, self.dim) - facet.from
    }
}

impl Energy for Drag<'_> {
    fn dim(&self) -> usize {
        self.dim
    }

    fn stencils(&self) -> usize {
        self.all.len()
    }

    fn vertices(&self, stencil: usize) -> &[u32] {
        &self.all[stencil].corners[..self.dim.min(CORNERS)]
    }

    fn value(&self, stencil: usize, x: &[f64]) -> f64 {
        let facet = &self.all[stencil];
        let speed = self.moved(facet, x).abs() / self.h;
        facet.drag * self.h / 3.0 * speed.powi(3)
    }

    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        let facet = &self.all[stencil];
        let speed = self.moved(facet, x) / self.h;
        let share = facet.drag * speed.abs() * speed / self.dim as f64;
        for out in out.chunks_exact_mut(self.dim) {
            out.iter_mut().zip(facet.normal).for_each(|(out, n)| *out = share * n);
        }
    }

    /// With the facet's area and normal as given.
    fn gradient_by_start(&self, stencil: usize, x: &[f64], out: &mut [f64]) {
        self.hessian(stencil, x, false, out);
        out.iter_mut().for_each(|entry| *entry = -*entry);
    }

    fn hessian(&self, stencil: usize, x: &[f64], _psd: bool, out: &mut [f64]) {
        let (facet, d) = (&self.all[stencil], self.dim);
        let speed = self.moved(facet, x).abs() / self.h;
        let share = 2.0 * facet.drag * speed / (self.h * (d * d) as f64);
        let side = d * d;
        for (k, out) in out.iter_mut().enumerate().take(side * side) {
            *out = share * facet.normal[k / side % d] * facet.normal[k % side % d];
        }
    }
}
