//! A scene's surface, written where displacements of its body put it.

use super::SceneFile;
use crate::error::{Code, Error, Result};
use crate::mesh::SimplexMesh;
use crate::mesh::display::{coarse, far_out};
use crate::mesh::geometry::cell_size;
use crate::mesh::io::{self, Carried};
use crate::progress::{Progress, check};
use std::path::{Path, PathBuf};

/// A surface that follows displacements into files.
pub struct Skin<'a> {
    scene: &'a SceneFile,
    file: Option<PathBuf>,
    read: Option<Carried>,
}

impl SceneFile {
    /// The surface of a file, or else the scene's own.
    pub fn skin(&self, file: Option<&Path>) -> Result<Skin<'_>> {
        let named = file.is_some();
        let file = file.map(Path::to_path_buf).or_else(|| self.surface_file());
        let read = match file.as_deref().map(Carried::read).transpose() {
            // a drawing of lines
            Err(e) if e.code == Code::MeshEmpty && !named => None,
            other => other?,
        };
        Ok(Skin { scene: self, file, read })
    }
}

impl Skin<'_> {
    /// Writes `out_0.obj`, `out_1.obj` and so on for displacements of all vertices of the body's mesh; gives what the
    /// user should know.
    pub fn write<'a>(
        self,
        path: &Path,
        mesh: &SimplexMesh,
        displacements: impl ExactSizeIterator<Item = &'a [f64]>,
        progress: &dyn Progress,
    ) -> Result<Vec<String>> {
        if !path.extension().is_some_and(|e| e.eq_ignore_ascii_case("obj")) {
            let error = Error::new(Code::UnknownFormat, "surfaces that move are written as .obj");
            return Err(error.file(path));
        }
        let (surface, unit) = match self.read {
            Some(surface) => (surface, self.scene.scene().mesh.unit.unwrap_or(1.0)),
            None => (self.scene.made(mesh, progress)?, 1.0),
        };
        progress.stage("write", displacements.len());
        let (surface, whole) = surface.finer(cell_size(mesh) / unit);
        let bound = surface.bind(mesh, unit)?;
        let mut warnings = Vec::new();
        if let Some(file) = &self.file {
            warnings.extend(far_out(mesh, bound.farthest()));
            warnings.extend(io::materials_left_out(file)?);
            warnings.extend(io::unusable_files(file)?);
        }
        warnings.extend((!whole).then(coarse));
        for (j, displacement) in displacements.enumerate() {
            check(progress)?;
            bound.write(&numbered(path, j), displacement)?;
            progress.advance(j + 1);
        }
        Ok(warnings)
    }
}

impl SceneFile {
    /// The surface to look at of a scene that names no file for it.
    fn made(&self, mesh: &SimplexMesh, progress: &dyn Progress) -> Result<Carried> {
        let attached = self.surface(mesh, progress)?.0.ok_or_else(|| {
            Error::new(Code::Scene, "the scene has no surface to write").help(
                "name one: `--surface cat.obj`, or `display = \"cat.obj\"` in the scene's [mesh]",
            )
        })?;
        Carried::from_display(&attached.display)
    }
}

/// `out.obj` with a number: `out_3.obj`.
pub fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("_{number}.obj"));
    path.with_file_name(name)
}
