//! The mesh of a scene, and what is looked at.

use crate::error::{Code, Error, Result, one_of_two};
use crate::mesh::display::Display;
use crate::mesh::shapes::{ShapeKind, ShapeSpec, lengths};
use crate::mesh::stuffing::{Size, Stuffing};
use crate::mesh::surface::Shape;
use crate::mesh::{RawMesh, SimplexMesh, io};
use crate::progress::{Progress, Quiet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The mesh of a scene: `file`, `surface`, or `shape` with its parameters.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeshSpec {
    /// A volume mesh (.mesh, .msh, .vtk, .vtu, .node/.ele) or a planar one (.obj too).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// A surface to fill with tetrahedra (.obj, .stl, .ply, .off, .gltf, .glb), or a drawing to fill
    /// with triangles (.svg, .png, .obj with closed lines or flat faces).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<PathBuf>,
    /// A surface to look at that follows the body, instead of its own boundary (.obj, .gltf and .glb
    /// with their textures and normals, .stl, .ply, .off), in the mesh's unit. Left out, it is that of
    /// `surface` (a drawing filled), and of a creature its smooth skin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display: Option<PathBuf>,
    /// A built-in shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeKind>,
    /// Shape only: extent along each axis in m; one number for the diameter of a ball or disk or the
    /// largest extent of a creature.
    #[serde(default, with = "lengths", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<lengths::Lengths>")]
    pub size: Option<Vec<f64>>,
    /// Shape or surface: about how many cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<usize>,
    /// Surface only: size of a cell in m, instead of their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<f64>,
    /// Surface only: larger cells away from the surface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graded: Option<bool>,
    /// Surface only: make all cells smaller until thin parts, gaps, walls and cavities are kept, up to
    /// 16 times as many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thin: Option<bool>,
    /// Shape only: how many cavities, for shapes that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cavities: Option<usize>,
    /// File or surface: length of the file's unit in m (0.001 for millimetres). Left out, it is what
    /// an SVG says about its size, or 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<f64>,
    /// Mend the mesh: turn inverted cells, drop duplicate and degenerate ones.
    #[serde(default)]
    pub repair: bool,
}

impl MeshSpec {
    /// The mesh as given, unchecked, and what the user should know about a surface.
    pub(super) fn load(
        &self,
        folder: &Path,
        progress: &dyn Progress,
    ) -> Result<(RawMesh, Vec<String>)> {
        let bad = |message: &str| Error::new(Code::Scene, message);
        match (&self.file, &self.surface, self.shape) {
            (None, None, None) => Err(bad("give a file, a surface or a shape")),
            (Some(file), None, None) => {
                self.refuse(&["size", "cells", "cavities", "cell", "graded", "thin"], "file")?;
                let unit = self.scale()?;
                let mut raw = io::read(&folder.join(file)).map_err(|e| e.field("file"))?;
                raw.positions.iter_mut().for_each(|x| *x *= unit);
                Ok((raw, Vec::new()))
            }
            (None, Some(file), None) => {
                self.refuse(&["size", "cavities"], "surface")?;
                self.fill(&folder.join(file), progress)
            }
            (None, None, Some(shape)) => {
                self.refuse(&["cell", "graded", "thin", "unit"], "shape")?;
                self.shape_spec(shape).build_telling(progress)
            }
            (_, surface, shape) => {
                let second = if shape.is_some() { "shape" } else { "surface" };
                let first = if surface.is_some() && shape.is_some() { "surface" } else { "file" };
                Err(one_of_two(Code::Scene, [first, second], true))
            }
        }
    }

    fn shape_spec(&self, shape: ShapeKind) -> ShapeSpec {
        let (cells, cavities) = (self.cells, self.cavities);
        ShapeSpec { shape, size: self.size.clone(), cells, cavities }
    }

    /// What to know about places in a scene whose shape has a size other than its own.
    pub(super) fn unscaled(&self) -> Option<String> {
        let factor = self.shape_spec(self.shape?).enlargement()?;
        Some(format!(
            "the shape is {} times as large as by itself, but points and lengths in the scene stay as written",
            format!("{factor:.4}").trim_end_matches('0').trim_end_matches('.')
        ))
    }

    /// Refuses keys that are of no use with what the mesh comes from.
    fn refuse(&self, keys: &[&str], source: &str) -> Result<()> {
        let given = [
            ("size", self.size.is_some(), "a shape"),
            ("cells", self.cells.is_some(), "a shape or a surface"),
            ("cavities", self.cavities.is_some(), "a shape"),
            ("cell", self.cell.is_some(), "a surface"),
            ("graded", self.graded.is_some(), "a surface"),
            ("thin", self.thin.is_some(), "a surface"),
            ("unit", self.unit.is_some(), "a file or a surface"),
        ];
        match given.iter().find(|(key, given, _)| *given && keys.contains(key)) {
            None => Ok(()),
            Some((key, _, home)) => {
                let message = format!("goes with {home}, not with a {source}");
                Err(Error::new(Code::Scene, message).field(key).help("leave it out"))
            }
        }
    }

    /// The file of the surface to look at, and its key. Drawings are none.
    pub(super) fn display_file(&self) -> Option<(&'static str, &Path)> {
        let drawing = |path: &&PathBuf| {
            path.extension()
                .is_some_and(|e| ["svg", "png"].iter().any(|d| e.eq_ignore_ascii_case(d)))
        };
        let own = self.display.as_deref().map(|file| ("display", file));
        own.or_else(|| Some(("surface", self.surface.as_ref().filter(|f| !drawing(f))?.as_path())))
    }

    /// The surface to look at.
    pub(super) fn display(
        &self,
        folder: &Path,
        mesh: &SimplexMesh,
        progress: &dyn Progress,
    ) -> Result<Option<Display>> {
        let creature = matches!(self.shape, Some(ShapeKind::Creature(_)));
        if creature || self.surface.is_some() || self.display.is_some() {
            progress.stage("surface", 0);
        }
        let drawing = |file: &Path| {
            let looks = self.drawn(&folder.join(file))?.looks(&Quiet(progress));
            let mesh = looks.map_err(|e| e.field("surface"))?;
            Display::from_plane(&mesh).map(Some)
        };
        match (self.display_file(), self.shape) {
            (Some((key, file)), _) => match io::read_display(&folder.join(file)) {
                Ok(display) => Ok(Some(display.scaled(self.scale()?))),
                // a drawing of lines
                Err(e) if key == "surface" && mesh.dim() == 2 && e.code == Code::MeshEmpty => {
                    drawing(file)
                }
                Err(e) => Err(e.field(key)),
            },
            (None, None) => self.surface.as_deref().map_or(Ok(None), drawing),
            (None, Some(ShapeKind::Creature(kind))) => {
                let creature = kind.creature();
                let size = self.size.as_ref().and_then(|s| s.first().copied());
                creature.display(size.unwrap_or(creature.extent()), &Quiet(progress)).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn scale(&self) -> Result<f64> {
        let unit = self.unit.unwrap_or(1.0);
        if unit > 0.0 && unit.is_finite() {
            return Ok(unit);
        }
        Err(Error::new(Code::Scene, "must be positive").field("unit"))
    }

    /// The shape of `surface`, in m.
    pub(super) fn drawn(&self, path: &Path) -> Result<Shape> {
        self.scale()?;
        Shape::read(path, self.unit).map_err(|e| e.field("surface"))
    }

    fn fill(&self, path: &Path, progress: &dyn Progress) -> Result<(RawMesh, Vec<String>)> {
        let shape = self.drawn(path)?;
        let how = self.stuffing(&shape)?;
        let filled = match self.thin {
            Some(true) => shape.fill_thin(&how, progress),
            _ => shape.fill_once(&how, progress),
        };
        let filled = filled.map_err(|e| e.file(path).field("surface"))?;
        let warnings = filled.warnings();
        Ok((filled.stuffed.mesh, warnings))
    }

    pub(super) fn stuffing(&self, shape: &Shape) -> Result<Stuffing> {
        let size = match (self.cells, self.cell) {
            (Some(_), Some(_)) => {
                return Err(one_of_two(Code::Scene, ["cells", "cell"], true));
            }
            (Some(0), None) => {
                return Err(Error::new(Code::Scene, "must be at least 1").field("cells"));
            }
            (Some(count), None) => Size::About(count),
            (None, Some(cell)) if cell > 0.0 && cell.is_finite() => Size::Cell(cell),
            (None, Some(_)) => {
                return Err(Error::new(Code::Scene, "must be positive").field("cell"));
            }
            (None, None) => Size::About(shape.usual_cells()),
        };
        Ok(Stuffing { size, graded: self.graded.unwrap_or(false) })
    }
}
