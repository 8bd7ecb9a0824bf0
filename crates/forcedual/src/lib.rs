//! Forcedual designs subspaces for soft bodies from the forces you expect.
//!
//! The modules are the pipeline, in order; a module uses only those above it.

pub mod error;
pub mod progress;
pub mod text;
mod write;

pub mod memory;

pub mod array;

pub mod linalg;

pub mod mesh;

pub mod material;

pub mod body;

pub mod energy;

pub mod force;

pub mod subspace;

pub mod reduce;

pub mod simulate;

pub mod control;

pub mod scene;

pub mod export;

pub use error::{Code, Error, Result};
