//! Control: which actuation makes the body do what is wanted.

mod kinematics;

pub use kinematics::{Goal, InverseKinematics, Reach};
