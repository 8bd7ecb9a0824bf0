//! Subspaces: from a linearised body and a force prior to a certified basis.

pub mod basis;
pub mod certificate;
pub mod linearisation;
pub mod modes;
pub mod rigid;

pub use certificate::Certificate;
pub use linearisation::Linearisation;
pub use modes::{Field, Modes, dual_modes};
