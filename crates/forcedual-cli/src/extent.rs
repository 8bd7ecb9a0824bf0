//! The body of a scene, and whether its unit looks wrong.

use crate::mesh::{announce, announce_file};
use crate::output::significant;
use crate::progress::Bars;
use forcedual::body::Body;
use forcedual::mesh::check::{bounds, unit_hint};
use forcedual::scene::SceneFile;
use forcedual::{Code, Error, Result};

/// A scene's body and what the user should know about it. Where a large surface is filled for it, the
/// memory is announced before it is used.
pub fn body(scene: &SceneFile, bars: &Bars) -> Result<(Body, Vec<String>)> {
    let mesh = &scene.scene().mesh;
    if let Some(surface) = mesh.surface.as_ref().map(|file| scene.folder().join(file))
        && surface.exists()
    {
        let announced = announce_file(&surface, bars)?;
        if let Some(bytes) = scene.filling_memory().filter(|bytes| *bytes > announced) {
            announce(bytes, bars);
        }
    }
    let (body, mut warnings) = scene.body(bars)?;
    let bounds = bounds(body.mesh.positions(), body.dim());
    let hint = bounds.iter().find_map(unit_hint);
    warnings.extend(match (mesh.unit, hint) {
        (Some(unit), Some(_)) => {
            let size = significant(body.mesh.diagonal());
            Some(format!("with `unit = {unit}` the body is {size} m large: is that meant?"))
        }
        (_, hint) => hint,
    });
    Ok((body, warnings))
}

/// Suspects the unit of a body where numbers fail.
pub fn suspect(error: Error, body: &Body) -> Error {
    let hint = bounds(body.mesh.positions(), body.dim()).iter().find_map(unit_hint);
    match hint.filter(|_| error.code == Code::Numeric) {
        Some(hint) => error.help(hint),
        None => error,
    }
}
