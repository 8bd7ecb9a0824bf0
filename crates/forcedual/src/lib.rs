//! Forcedual designs subspaces for soft bodies from the forces you expect.
//!
//! The modules are the pipeline, in order; a module uses only those above it.

pub mod error;
pub mod progress;

pub mod array;
pub mod linalg;
pub mod mesh;

pub use error::{Code, Error, Result};
