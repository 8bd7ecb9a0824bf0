//! What leaves the program: model files, motions, plots, pictures.

pub mod animation;
pub mod model;
pub mod plot;
pub mod render;

pub use animation::Animation;
pub use model::Model;

use crate::error::Result;
use std::io::Write;
use std::path::Path;

/// Writes a text file in one piece: it is complete or not there.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    crate::array::write_atomically(path, |out| out.write_all(text.as_bytes()))
}
