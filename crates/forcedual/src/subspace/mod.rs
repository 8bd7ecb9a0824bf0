//! Subspaces: from a linearised body and a force prior to a certified basis.

pub mod baselines;
pub mod basis;
pub mod certificate;
pub mod compare;
pub mod derivatives;
pub mod dynamic;
pub mod greens;
pub mod linearisation;
pub mod modes;
pub mod push_forward;
pub mod rigid;
pub mod rotation_strain;

mod design;
mod spec;

pub use certificate::Certificate;
pub use design::{Subspace, design, design_shown};
pub use linearisation::Linearisation;
pub use modes::{Field, Modes, dual_modes};
pub use rotation_strain::RotationStrain;
pub use spec::{Form, Method, ModeCount, SubspaceKind, SubspaceSpec};
