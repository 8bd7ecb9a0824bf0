//! Shapes from files: surfaces in space and outlines in the plane.

use super::parts::{Parts, Plane, corners};
use super::solid::{FINEST, Solid, lacks, most_cells};
use super::tree::{minus, square};
use super::{Diagnosis, Drawn, Outline, SurfaceField, drawn, mend, outline, silhouette, svg};
use crate::error::{Code, Error, Result};
use crate::memory;
use crate::mesh::RawMesh;
use crate::mesh::geometry::dot;
use crate::mesh::io::{self, Surface};
use crate::mesh::stuffing::{Size, Stuffed, Stuffing, stuff};
use crate::progress::{Progress, check};
use std::borrow::Cow;
use std::path::Path;

/// Bytes that trees and edges take for each facet, and where slivers are divided and shells overlap.
const PER_FACET: u64 = 700;
const MOST_PER_FACET: u64 = 1300;
/// Bytes that a simplex takes while the lattice is cut.
const PER_CELL: u64 = 600;

/// Triangles of a drawing that is only looked at.
const LOOKS: usize = 30_000;

/// Simplices of a shape in the plane and in space where no number is asked for.
pub const USUAL: [usize; 2] = [5_000, 50_000];

/// What bounds a body.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Triangles in space.
    Space(Surface),
    /// Curves in the plane.
    Plane(Vec<Outline>),
}

/// A shape filled with simplices.
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    /// The simplices.
    pub stuffed: Stuffed,
    /// What was wrong with the shape.
    pub diagnosis: Diagnosis,
    /// Which pieces, cavities and walls of the shape the simplices do not keep, one sentence each.
    pub lost: Vec<String>,
    /// What was left out or closed when a drawing was read, and what crosses; that rims bulge which are
    /// hardly thicker than a cell. One sentence each.
    pub notes: Vec<String>,
}

impl Filled {
    /// What was wrong with the shape and what was lost of it, one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = self.notes.clone();
        all.extend(self.diagnosis.sentences());
        all.extend(
            self.stuffed.missed.iter().chain(&self.stuffed.warnings).chain(&self.lost).cloned(),
        );
        all
    }
}

impl Shape {
    /// Reads a surface (`.obj`, `.stl`, `.ply`, `.off`, `.gltf`, `.glb`) or a shape of the plane
    /// (`.svg`, `.png`, `.obj` with lines or with faces of one height). `unit` is the length of the
    /// file's unit in m; without one it is what an SVG says about its size, or 1.
    pub fn read(path: &Path, unit: Option<f64>) -> Result<Self> {
        let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
        let found = match extension.to_str() {
            Some(drawing @ ("svg" | "png")) => {
                io::load(path).and_then(|bytes| Shape::drawing(drawing, &bytes))
            }
            Some("obj") => io::read_surface(path).and_then(Shape::of).map(|shape| (shape, None)),
            // other formats hold no drawings: what is flat there is a sheet
            _ => io::read_surface(path)
                .map(|surface| (Shape::Space(surface), None))
                .map_err(|error| match error.code {
                    Code::UnknownFormat => error.help("surfaces are read from .obj, .off, .stl, .ply, .gltf and .glb, drawings from .svg, .png and .obj"),
                    _ => error,
                }),
        };
        let (mut shape, own) = found.map_err(|e: Error| e.file(path))?;
        if let Some(unit) = unit.or(own) {
            shape.surfaces_mut().flat_map(|s| &mut s.positions).for_each(|x| *x *= unit);
        }
        Ok(shape)
    }

    /// A drawing (`svg` or `png`) that is held in memory, and the length of its unit in m, if it says so.
    pub fn drawing(extension: &str, bytes: &[u8]) -> Result<(Self, Option<f64>)> {
        match extension {
            "svg" => svg::read(bytes).map(|svg| (Shape::Plane(svg.outlines), svg.unit)),
            "png" => silhouette::read(bytes).map(|outlines| (Shape::Plane(outlines), None)),
            _ => {
                let message = format!("`{extension}` is no format of drawings");
                Err(Error::new(Code::UnknownFormat, message).help("name svg or png"))
            }
        }
    }

    /// Bytes of memory that mending the surface of a file takes at least and at most, about, as far as
    /// its length tells.
    pub fn memory_of_file(path: &Path, length: u64) -> [u64; 2] {
        let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
        // bytes of a facet and half a vertex as text with normals and the like, and in the densest
        // kind of file; others may hold no facets at all
        let (sparse, dense) = match extension.to_str() {
            Some("stl") => (Some(300), 50),
            Some("ply") => (Some(200), 19),
            Some("obj" | "off") => (Some(200), 30),
            Some("glb") => (None, 12),
            Some("gltf") => (None, 16),
            _ => (None, 30),
        };
        let facets = [sparse.map_or(0, |each| length / each), length / dense];
        let [least, most] = facets;
        [least.saturating_mul(PER_FACET), most.saturating_mul(MOST_PER_FACET)]
            .map(|bytes| bytes.saturating_add(length))
    }

    /// About how many bytes of memory filling it takes; `thin` for [`fill_thin`](Self::fill_thin).
    pub fn memory(&self, how: &Stuffing, thin: bool) -> u64 {
        let dim = self.dim();
        let (mut facets, mut volume, mut area) = (0, 0.0, 0.0);
        let outlines: &[Outline] = if let Shape::Plane(list) = self { list } else { &[] };
        let space = if let Shape::Space(surface) = self { Some(surface) } else { None };
        for surface in space.into_iter().chain(outlines.iter().map(|o| &o.curve)) {
            facets += surface.facets.len() / dim;
            let known =
                |v: &&[u32]| v.iter().all(|i| (*i as usize) < surface.positions.len() / dim);
            if !surface.facets.chunks_exact(dim).all(|v| known(&v)) {
                continue;
            }
            let list =
                (0..surface.facets.len() / dim).map(|f| Plane::new(dim, &corners(surface, f)));
            let (mut enclosed, mut origin) = (0.0, None);
            for plane in list {
                let origin = *origin.get_or_insert(plane.middle);
                enclosed += dot(&minus(plane.middle, origin), &plane.vector) / dim as f64;
                area += square(plane.vector).sqrt();
            }
            volume += f64::abs(enclosed);
        }
        let cells = match how.size {
            // plates get cells no larger than they are thick
            Size::About(count) if dim == 3 => {
                let thin = 12.0 * volume / (2.0 * volume / area).powi(3);
                thin.min(most_cells(count) as f64).max(count as f64)
            }
            Size::About(count) => count as f64,
            // half a cell more on every side
            Size::Cell(h) if dim == 2 => (volume + 0.5 * h * area) / (0.75f64.sqrt() / 2.0 * h * h),
            Size::Cell(h) => (volume + 0.5 * h * area) / (h.powi(3) / 12.0),
        };
        let cells = if thin { FINEST as f64 * cells } else { cells };
        (facets as u64 * PER_FACET).saturating_add((cells * PER_CELL as f64) as u64)
    }

    /// Curves, and several triangles of one height, are shapes of the plane.
    pub fn of(surface: Surface) -> Result<Self> {
        let flat = surface.facets.len() > 3 && io::is_planar(&surface.positions);
        match surface.dim {
            3 if !flat => Ok(Shape::Space(surface)),
            3 => Ok(Shape::Plane(outline::rims(&surface)?)),
            _ => Ok(Shape::Plane(vec![outline::loops(&surface)?])),
        }
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        match self {
            Shape::Space(_) => 3,
            Shape::Plane(_) => 2,
        }
    }

    fn surfaces_mut(&mut self) -> impl Iterator<Item = &mut Surface> {
        let (one, several) = match self {
            Shape::Space(surface) => (Some(surface), [].iter_mut()),
            Shape::Plane(outlines) => (None, outlines.iter_mut()),
        };
        one.into_iter().chain(several.map(|o| &mut o.curve))
    }

    /// Number of simplices where none is asked for.
    pub fn usual_cells(&self) -> usize {
        USUAL[self.dim() - 2]
    }

    /// Fills what it bounds, and says what was lost and which cells keep it: smaller ones are tried,
    /// which may take many times as long as the filling.
    pub fn fill(&self, how: &Stuffing, progress: &dyn Progress) -> Result<Filled> {
        self.fill_telling(how, true, progress)
    }

    /// Fills what it bounds, and says what was lost and about which cells keep it.
    pub fn fill_once(&self, how: &Stuffing, progress: &dyn Progress) -> Result<Filled> {
        self.fill_telling(how, false, progress)
    }

    fn fill_telling(&self, how: &Stuffing, tries: bool, progress: &dyn Progress) -> Result<Filled> {
        let solid = self.solid(progress)?;
        let (stuffed, lost) = solid.stuff(how, progress)?;
        let mut sentences = solid.said(&lost, stuffed.cell);
        if lacks(&stuffed, &lost) {
            // thin tips may need ever smaller cells: nothing is tried for them
            sentences.push(match tries && lost.any() {
                true => solid.advice(how, &stuffed, &lost, progress)?,
                false => solid.estimate(&stuffed, &lost, how.graded),
            });
        }
        Ok(solid.filled(stuffed, sentences))
    }

    /// A shape of the plane as triangles to look at, small ones along its outline.
    pub fn looks(&self, progress: &dyn Progress) -> Result<RawMesh> {
        let Shape::Plane(outlines) = self else {
            return Err(Error::new(Code::Format, "the file holds a surface, not a drawing"));
        };
        let how = Stuffing { size: Size::About(LOOKS), graded: true };
        Ok(stuff(&SurfaceField::planar(outlines)?, &how, progress)?.mesh)
    }

    /// Fills what it bounds; where parts or gaps thinner than a cell are lost, or walls, pieces,
    /// cavities, handles or volume, all cells are made smaller until there are about [`FINEST`] times
    /// as many.
    pub fn fill_thin(&self, how: &Stuffing, progress: &dyn Progress) -> Result<Filled> {
        let solid = self.solid(progress)?;
        let (stuffed, lost) = solid.stuff_thin(how, progress)?;
        Ok(solid.filled(stuffed, lost))
    }

    /// The signed distance from what it bounds.
    pub fn field(&self, progress: &dyn Progress) -> Result<SurfaceField> {
        Ok(self.solid(progress)?.field)
    }

    /// The solid, what it consists of, and what was wrong with the shape.
    fn solid(&self, progress: &dyn Progress) -> Result<Solid<'_>> {
        progress.stage("mend the surface", 0);
        let free = memory::free().map(|bytes| bytes as f64);
        let facets: usize = match self {
            Shape::Space(surface) => surface.facets.len() / 3,
            Shape::Plane(outlines) => outlines.iter().map(|o| o.curve.facets.len() / 2).sum(),
        };
        if free.is_some_and(|free| (facets as u64 * PER_FACET) as f64 > free) {
            let message = format!("there is not enough memory for {facets} facets");
            return Err(Error::new(Code::Memory, message)
                .help("give the surface fewer triangles (decimate it) in a modelling program"));
        }
        let solid = match self {
            Shape::Space(surface) => {
                let mut mended = mend(surface, progress)?;
                check(progress)?;
                let (field, parts) = mended.bounded(progress)?;
                let surfaces = vec![Cow::Owned(mended.closed())];
                Solid {
                    field,
                    parts,
                    surfaces,
                    diagnosis: mended.diagnosis,
                    free,
                    whole: Default::default(),
                    notes: Vec::new(),
                }
            }
            Shape::Plane(outlines) => {
                let mut field = SurfaceField::planar(outlines)?;
                let curves: Vec<&Surface> = outlines.iter().map(|o| &o.curve).collect();
                let crossings = drawn::crossings(&field, outlines, progress)?;
                progress.stage("find the inside", 0);
                let mut parts = Parts::new(&field, &curves, crossings != Some(0), progress)?;
                parts.tell(&mut field);
                let surfaces = curves.into_iter().map(Cow::Borrowed).collect();
                let pieces = parts.pieces();
                let notes = Drawn { crossings, ..Drawn::noted(outlines) }.sentences();
                Solid {
                    field,
                    parts,
                    surfaces,
                    diagnosis: Diagnosis { pieces, ..outline::diagnosis(outlines) },
                    free,
                    whole: Default::default(),
                    notes,
                }
            }
        };
        check(progress)?;
        Ok(solid)
    }
}
