//! What commands are given: a scene, or a shape that becomes one.

use crate::progress::Bars;
use forcedual::Result;
use forcedual::scene::{Role, SceneFile};
use std::path::Path;

/// The scene of a file, saying so where it is made up for a shape.
pub fn scene(path: &Path, bars: &Bars) -> Result<SceneFile> {
    let scene = SceneFile::read(path)?;
    if Role::of(path)? != Role::Scene {
        bars.note(
            "only a shape is given, so the body is free, of the usual rubber, meets white noise, and \
             its model has skinning weights, not displacement modes (`--kind displacement`); a scene \
             says what holds it and which forces to expect (`forcedual example beam`)",
        );
    }
    Ok(scene)
}
