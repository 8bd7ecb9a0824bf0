//! What is wrong with the mesh, surface or drawing of a file, and mending it.

mod cells;
mod drawing;
mod extent;
mod found;
mod head;
mod surface;

pub use cells::{CavityShape, Defect, Findings, QualityShape, Shape, ShellShape, examine};
pub use drawing::DrawingFindings;
pub use extent::{bounds, rounded, unit_hint};
pub use head::Head;
pub use surface::SurfaceFindings;

use super::io::{self, gmsh};
use super::validate;
use crate::error::{Code, Error, Result};
use crate::progress::Progress;
use found::Found;
use serde::Serialize;
use std::path::Path;

/// What is known about the contents of a file.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Checked {
    /// Of cells.
    Mesh(Findings),
    /// Of triangles in space.
    Surface(SurfaceFindings),
    /// Of lines in the plane.
    Drawing(DrawingFindings),
}

/// Looks at a file; the mended mesh or surface goes to `repair`, in the kind of Gmsh's format that is
/// asked for.
pub fn check(
    path: &Path,
    repair: Option<&Path>,
    kind: Option<gmsh::Format>,
    progress: &dyn Progress,
) -> Result<Checked> {
    let within = |e: Error| e.file(path);
    match found::read(path)? {
        Some(Found::Drawing(_)) if repair.is_some() => {
            let error = Error::new(Code::UnknownFormat, "a mended drawing cannot be written");
            Err(error.file(path).help("`forcedual mesh` mends and fills it"))
        }
        Some(Found::Drawing(drawing)) => drawing.examine(progress).map(Checked::Drawing),
        Some(Found::Surface(surface)) => {
            surface::examine(&surface, path, repair, progress).map(Checked::Surface).map_err(within)
        }
        None => {
            let raw = io::read(path)?;
            let mut findings = examine(&raw);
            if let Some(output) = repair {
                let (mesh, repairs) = validate::repair(raw).map_err(within)?;
                match kind {
                    Some(kind) => gmsh::write(output, mesh.raw(), &[], kind)?,
                    None => io::write(output, mesh.raw(), &[])?,
                }
                findings.repairs = Some(repairs.sentences());
                findings.output = Some(output.display().to_string());
            }
            Ok(Checked::Mesh(findings))
        }
    }
}
