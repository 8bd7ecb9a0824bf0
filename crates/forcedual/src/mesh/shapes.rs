//! Built-in shapes: structured meshes at any resolution.

pub use super::grid::grid;
