//! What leaves the program: model files, motions, plots, pictures.

pub mod animation;
pub mod model;
pub mod picture;
pub mod plot;
pub mod render;

pub use animation::Animation;
pub use model::Model;

use crate::error::Result;
use std::io::Write;
use std::path::Path;

/// Writes a file in one piece: it is complete or not there.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    crate::write::write_atomically(path, |out| out.write_all(bytes))
}

/// Writes a text file in one piece: it is complete or not there.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}
