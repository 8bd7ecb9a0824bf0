//! Simulation: implicit time steps of a body, in full and in a subspace.
//!
//! A step of `h` seconds finds the coordinates `z` that minimise
//!
//! ```text
//! Psi(z) + w/2 |z - y|^2_M
//! ```
//!
//! with `Psi` the potential energy, `M` the mass, and `w`, `y` the integrator's
//! ([`integrator`]): for backward Euler `w = 1/h^2`, `y = z_n + h v_n`.
//!
//! What does not change is a [`System`]; [`State`] is small and plain; [`Controls`] is what a caller
//! may change from step to step; [`Stepper`] keeps the scratch that lets a step go without
//! allocation. [`Full`] is the ground truth: every vertex a degree of freedom; [`Reduced`] is the same in
//! a subspace.

mod adaptive;
mod controls;
mod derivatives;
mod full;
pub mod integrator;
mod newton;
mod projective;
mod reduced;
mod step;

use crate::material::Lame;

pub use adaptive::{Adaptive, AdaptiveReport, Course, Rule};
pub use controls::Controls;
pub use derivatives::Derivatives;
pub use full::Full;
pub use integrator::{Integrator, State};
pub use projective::Projective;
pub use reduced::{Offset, Reduced, Solver};
pub use step::{Settings, StepReport, Stepper};

/// Rounding error of the elastic energy of cells of some volumes.
fn rounding_of(cells: impl Iterator<Item = (Lame, f64)>) -> f64 {
    f64::EPSILON * cells.map(|(lame, volume)| volume * (lame.mu + lame.lam.abs())).sum::<f64>()
}

/// A body whose potential energy can be minimised, in coordinates in which it is at rest at zero.
pub trait System {
    /// Number of coordinates.
    fn size(&self) -> usize;

    /// Diagonal mass of the coordinates, kg.
    fn mass(&self) -> &[f64];

    /// Mass of the body in kg and its diameter in m: the scale of errors.
    fn scale(&self) -> (f64, f64);

    /// Number of channels of actuation.
    fn channels(&self) -> usize;

    /// Prepares a step of `h` seconds from `z` under these controls; what lags behind is fixed.
    fn begin(&mut self, z: &[f64], h: f64, controls: &Controls);

    /// Rounding error of the energy that does not vanish with it, J: that of the terms which cancel at
    /// rest.
    fn rounding(&self) -> f64;

    /// Potential energy, J; not finite where `z` is out of range.
    fn value(&mut self, z: &[f64]) -> f64;

    /// Gradient of the potential energy, into `out`.
    fn gradient(&mut self, z: &[f64], out: &mut [f64]);

    /// `-(H + w M)^{-1} g` with `H` the Hessian at `z` or a positive part of it, into `out`; `false`
    /// if there is none. A share `rough` of the gradient may be left.
    fn direction(
        &mut self,
        z: &[f64],
        w: f64,
        gradient: &[f64],
        rough: f64,
        out: &mut [f64],
    ) -> bool;

    /// The same for another `gradient`, with the matrix of the last direction.
    fn again(&mut self, w: f64, gradient: &[f64], rough: f64, out: &mut [f64]) -> bool;
}
