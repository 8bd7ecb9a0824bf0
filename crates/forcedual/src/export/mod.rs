//! What leaves the program: model files, plots.

pub mod model;
pub mod plot;

pub use model::Model;
