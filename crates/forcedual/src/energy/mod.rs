//! Energies, one stencil at a time, and their assembly over the whole body.
//!
//! An [`Energy`] knows the value, gradient and Hessian of one stencil (a cell, a spring, a
//! facet). [`Assembler`] derives the rest: full-space sums over a sparsity pattern found once.
//! Reduced models evaluate the same stencils through the rows of their basis.
//!
//! What drives a body at run time are [`Actuators`], one channel each, and what it meets:
//! [`Handle`]s that drag it, [`Collider`]s in its way and the [`Fluid`] around it.

mod actuators;
mod assembly;
mod collider;
mod contact;
mod elastic;
mod fluid;
mod handles;
mod muscles;
mod pockets;
mod pulls;
mod springs;

#[cfg(test)]
mod derivatives;

pub use actuators::{Actuator, Actuators, Channel};
pub use assembly::Assembler;
pub use collider::{Collider, DistanceField, Obstacle};
pub use contact::{Contact, ContactPoints, Touch};
pub use elastic::Elastic;
pub use fluid::{Drag, Fluid, Wet};
pub use handles::{Handle, Handles};
pub use muscles::Muscles;
pub use pockets::{OpenPockets, Pockets, area_vectors};
pub use pulls::Pulls;
pub use springs::Springs;

/// Vertices of the largest stencil.
pub const CORNERS: usize = 4;

/// An energy that is a sum over small stencils of vertices, [`CORNERS`] at most.
///
/// Positions are the current, not the displaced, coordinates: `dim` numbers per vertex.
pub trait Energy: Sync {
    /// Coordinates per vertex.
    fn dim(&self) -> usize;
    /// Number of stencils.
    fn stencils(&self) -> usize;
    /// Vertices of a stencil.
    fn vertices(&self, stencil: usize) -> &[u32];
    /// Energy of a stencil in joule; `x` holds the positions of its vertices.
    fn value(&self, stencil: usize, x: &[f64]) -> f64;
    /// Gradient with respect to `x`, into `out`.
    fn gradient(&self, stencil: usize, x: &[f64], out: &mut [f64]);
    /// Hessian with respect to `x`, row-major, into `out`; without its negative part if `psd`.
    fn hessian(&self, stencil: usize, x: &[f64], psd: bool, out: &mut [f64]);

    /// Derivative of the gradient with respect to where the vertices were as the step began, row-major, into
    /// `out`, for energies that look back.
    fn gradient_by_start(&self, _stencil: usize, _x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }

    /// The channel of actuation that drives a stencil, where one does.
    fn channel(&self, _stencil: usize) -> Option<usize> {
        None
    }

    /// Derivative of the gradient with respect to the amplitude of its channel, into `out`.
    fn gradient_by_amplitude(&self, _stencil: usize, _x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}

/// What does not change about an energy, and the amplitudes that drive it now.
#[derive(Debug, Clone, Copy)]
pub struct Driven<'a, T> {
    /// What does not change.
    pub of: &'a T,
    /// Amplitude of every channel.
    pub amplitudes: &'a [f64],
}

impl<T> Driven<'_, T> {
    /// Amplitude of a channel; channels beyond the list are at rest.
    fn amplitude(&self, channel: usize) -> f64 {
        self.amplitudes.get(channel).copied().unwrap_or(0.0)
    }
}

/// Positions of a stencil's vertices, one after the other, into `local`; how many numbers.
#[inline]
pub(crate) fn gather(vertices: &[u32], d: usize, x: &[f64], local: &mut [f64]) -> usize {
    for (to, &v) in local.chunks_exact_mut(d).zip(vertices) {
        to.copy_from_slice(&x[v as usize * d..][..d]);
    }
    vertices.len() * d
}

/// Outward area vector of a facet, as many vertices as there are dimensions, at positions `x` of all
/// vertices.
fn area_vector(facet: &[u32], x: &[f64]) -> [f64; 3] {
    let d = facet.len();
    let at = |k: usize| padded(&x[facet[k] as usize * d..][..d]);
    let edge = |k: usize| -> [f64; 3] { std::array::from_fn(|c| at(k)[c] - at(0)[c]) };
    let (a, b) = (edge(1), edge(d - 1));
    match d {
        2 => [a[1], -a[0], 0.0],
        _ => std::array::from_fn(|c| {
            let (i, j) = ((c + 1) % 3, (c + 2) % 3);
            0.5 * (a[i] * b[j] - a[j] * b[i])
        }),
    }
}

/// The first `dim` numbers of `x`, the rest zero.
fn padded(x: &[f64]) -> [f64; 3] {
    std::array::from_fn(|c| x.get(c).copied().unwrap_or(0.0))
}
