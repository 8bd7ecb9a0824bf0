//! Motions of a body over time, for other programs.
//!
//! | extension | for | holds |
//! |---|---|---|
//! | `.glb` | viewers, engines | the surface with its pictures, its motion as weighted shapes (glTF 2.0) |
//! | `.pvd` | ParaView | the cells: `NAME.pvd` names the times of `NAME/NAME_0000.vtu` and so on |
//! | `.usda` | film and design tools | the surface, all places of its vertices in every frame; pictures are beside it, `NAME_picture_0.png` and so on |
//! | `.npz`, `.safetensors` | Python | coordinates, velocities, actuation, posterior and the surface as arrays |
//!
//! Every file appears whole or not at all, and the same motion gives the same bytes.
//!
//! ```no_run
//! # use forcedual::mesh::{SimplexMesh, shapes::grid};
//! # use forcedual::export::Animation;
//! # use forcedual::progress::Silent;
//! let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3]))?;
//! let u = |t: f64| vec![0.1 * t; 3 * mesh.vertex_count()];
//! let times = vec![0.0, 0.5, 1.0];
//! let displacements = times.iter().map(|&t| u(t)).collect();
//! let animation = Animation::of_body(&mesh, None, times, displacements)?;
//! animation.write("slide.glb".as_ref(), &Silent)?;
//! # Ok::<(), forcedual::Error>(())
//! ```

mod arrays;
mod body;
mod gltf;
mod morph;
mod usd;
mod vtu_series;

use super::render::Up;
use crate::error::{Code, Error, Result};
use crate::mesh::SimplexMesh;
use crate::mesh::display::Display;
use crate::progress::Progress;
use serde::Serialize;
use std::path::Path;

/// Extensions of the files that animations are written to.
pub const EXTENSIONS: [&str; 5] = ["glb", "pvd", "usda", "npz", "safetensors"];

/// A body that moves. [`of_body`](Self::of_body) makes one of the displacements of a mesh.
#[derive(Debug, Clone)]
pub struct Animation<'a> {
    /// 2 or 3.
    pub dim: usize,
    /// Name of the body, for viewers.
    pub name: String,
    /// Which axis points up.
    pub up: Up,
    /// Time of every frame in s, ascending.
    pub times: Vec<f64>,
    /// The surface at rest.
    pub surface: Display,
    /// Places of the surface's vertices in m, in every frame.
    pub positions: Vec<Vec<[f32; 3]>>,
    /// Their unit normals, in every frame.
    pub normals: Vec<Vec<[f32; 3]>>,
    /// The cells of the body, which a `.pvd` needs.
    pub volume: Option<Volume<'a>>,
    /// Reduced coordinates in every frame, or empty.
    pub coordinates: Vec<Vec<f64>>,
    /// Their rates of change per s in every frame, or empty.
    pub velocities: Vec<Vec<f64>>,
    /// Actuation in every frame, or empty.
    pub actuation: Vec<Vec<f64>>,
    /// Posterior probability of every component of a mixture in every frame, or empty.
    pub posterior: Vec<Vec<f64>>,
}

/// The cells of a body that moves.
#[derive(Debug, Clone)]
pub struct Volume<'a> {
    /// At rest.
    pub mesh: &'a SimplexMesh,
    /// Displacements of its vertices in m, `dim` per vertex, in every frame.
    pub displacements: Vec<Vec<f64>>,
}

/// What [`Animation::write`] wrote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Written {
    /// Number of files.
    pub files: usize,
    /// How well shapes describe the motion; in a `.glb` only.
    pub shapes: Option<Shapes>,
}

/// How well weighted shapes describe a motion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Shapes {
    /// Number of shapes.
    pub count: usize,
    /// Distance in m between a vertex and where it should be, the largest of all vertices and frames.
    pub error: f64,
    /// The same as a share of the largest displacement.
    pub relative_error: f64,
}

impl Animation<'_> {
    /// Writes the file in the format of its extension, see [`EXTENSIONS`]; in case of an error,
    /// nothing.
    pub fn write(&self, path: &Path, progress: &dyn Progress) -> Result<Written> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let write = match extension.as_deref().unwrap_or_default() {
            "glb" => gltf::write,
            "pvd" => vtu_series::write,
            "usda" => usd::write,
            "npz" => arrays::write_npz,
            "safetensors" => arrays::write_safetensors,
            other => {
                let message = format!("the extension `{other}` is not a known animation format");
                let known = EXTENSIONS.map(|e| format!(".{e}")).join(", ");
                return Err(Error::new(Code::UnknownFormat, message)
                    .help(format!("animations are written to {known}"))
                    .file(path));
            }
        };
        self.check().and_then(|()| write(self, path, progress)).map_err(|e| e.file(path))
    }

    fn check(&self) -> Result<()> {
        let wrong = |message: String| Err(Error::new(Code::Array, message));
        let (frames, n) = (self.times.len(), self.surface.positions.len());
        if !matches!(self.dim, 2 | 3) {
            return wrong(format!("an animation has {} dimensions", self.dim));
        }
        if frames < 2 {
            let message = format!("an animation needs at least two frames, not {frames}");
            return Err(Error::new(Code::Array, message).help("simulate for a longer time"));
        }
        let ascending = self.times.windows(2).all(|t| t[0] < t[1]);
        if !ascending || self.times.iter().any(|t| !t.is_finite()) {
            return wrong("the times of an animation are not finite and ascending".to_owned());
        }
        self.check_surface()?;
        for (what, list) in [("positions", &self.positions), ("normals", &self.normals)] {
            if list.len() != frames || list.iter().any(|frame| frame.len() != n) {
                return wrong(format!(
                    "the {what} are not those of {n} vertices in {frames} frames"
                ));
            }
            for (f, frame) in list.iter().enumerate() {
                if let Some(i) = frame.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
                    let message = format!("the {what} of vertex {i} in frame {f} are not finite");
                    return Err(Error::new(Code::MeshNotFinite, message));
                }
            }
        }
        for (what, rows) in self.rows() {
            let width = rows.first().map_or(0, Vec::len);
            let fits = rows.is_empty() || rows.len() == frames;
            if !fits || rows.iter().any(|row| row.len() != width) {
                return wrong(format!("the {what} are not {frames} rows of equal length"));
            }
            if let Some(f) = rows.iter().position(|row| row.iter().any(|x| !x.is_finite())) {
                return wrong(format!("the {what} in frame {f} are not finite"));
            }
        }
        self.volume.as_ref().map_or(Ok(()), |volume| volume.check(self.dim, frames))
    }

    fn check_surface(&self) -> Result<()> {
        let Display { positions, faces, normals, texture, colours, pictures } = &self.surface;
        let n = positions.len();
        if n == 0 || faces.is_empty() {
            return Err(Error::new(Code::MeshEmpty, "the surface of the animation has no faces"));
        }
        if let Some(i) = faces.as_flattened().iter().find(|i| **i as usize >= n) {
            return Err(Error::new(Code::MeshIndex, format!("a triangle names vertex {i} of {n}")));
        }
        let one_each = |length| length == 0 || length == n;
        if normals.len() != n || !one_each(texture.len()) || !one_each(colours.len()) {
            let message = format!("the surface has no normal, texture or colour for each of {n}");
            return Err(Error::new(Code::Array, message + " vertices"));
        }
        pictures.check(faces.len(), !texture.is_empty())?;
        let finite = |values: &[f64]| values.iter().all(|x| (*x as f32).is_finite());
        if !finite(positions.as_flattened())
            || !finite(normals.as_flattened())
            || !finite(texture.as_flattened())
        {
            let message = "the surface at rest has numbers that are not finite";
            return Err(Error::new(Code::MeshNotFinite, message));
        }
        Ok(())
    }

    /// What belongs to the frames as a whole.
    fn rows(&self) -> [(&'static str, &[Vec<f64>]); 4] {
        [
            ("coordinates", &self.coordinates),
            ("velocities", &self.velocities),
            ("actuation", &self.actuation),
            ("posterior", &self.posterior),
        ]
    }
}

impl Volume<'_> {
    fn check(&self, dim: usize, frames: usize) -> Result<()> {
        let rest = self.mesh.positions();
        let fits = self.mesh.dim() == dim && self.displacements.len() == frames;
        if !fits || self.displacements.iter().any(|u| u.len() != rest.len()) {
            let message = format!(
                "the displacements are not those of {} vertices in {frames} frames",
                self.mesh.vertex_count()
            );
            return Err(Error::new(Code::Array, message));
        }
        for (f, displacement) in self.displacements.iter().enumerate() {
            let moved = displacement.iter().zip(rest).map(|(u, x)| x + u);
            if let Some(k) = moved.map(f64::is_finite).position(|finite| !finite) {
                let message = format!("vertex {} of the mesh is not finite in frame {f}", k / dim);
                return Err(Error::new(Code::MeshNotFinite, message));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
