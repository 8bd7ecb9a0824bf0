//! Energies, one stencil at a time, and their assembly over the whole body.
//!
//! An [`Energy`] knows the value, gradient and Hessian of one stencil (a cell, a spring, a
//! facet). [`Assembler`] derives the rest: full-space sums over a sparsity pattern found once.

mod assembly;
mod elastic;

pub use assembly::Assembler;
pub use elastic::Elastic;

/// An energy that is a sum over small stencils of vertices.
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
}
