//! What a file holds: cells, or what can be filled with them.

use super::drawing::Drawing;
use crate::error::{Code, Result};
use crate::mesh::io::{self, Surface};
use crate::mesh::surface::Shape;
use std::path::Path;

/// What can be filled.
pub(super) enum Found {
    /// Triangles in space.
    Surface(Surface),
    /// Lines, or flat triangles.
    Drawing(Drawing),
}

/// What can be filled; none if the file holds a mesh.
pub(super) fn read(path: &Path) -> Result<Option<Found>> {
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    let found = match extension.to_str() {
        Some("svg" | "png" | "off" | "stl" | "ply" | "gltf" | "glb") => Shape::read(path, None)?,
        Some("obj") => {
            let Ok(surface) = io::read_surface(path) else { return Ok(None) };
            if surface.dim == 2 {
                return Ok(Some(Found::Drawing(Drawing::of_lines(surface))));
            }
            match Shape::of(surface) {
                Ok(shape @ Shape::Space(_)) => shape,
                // flat only beside a vertex that is far off
                Err(error) if error.code == Code::Numeric => return Err(error.file(path)),
                // triangles of the plane are a mesh
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(match found {
        Shape::Space(surface) => Found::Surface(surface),
        Shape::Plane(outlines) => Found::Drawing(Drawing::new(outlines)),
    }))
}
