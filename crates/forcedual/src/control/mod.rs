//! Control: which actuation makes the body do what is wanted.

mod brake;
mod kinematics;

pub use kinematics::{Goal, InverseKinematics, Reach};
