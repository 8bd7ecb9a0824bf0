//! Shapes from files: surfaces in space and outlines in the plane.

use super::{Diagnosis, Drawn, Outline, SurfaceField, mend, outline, silhouette, svg};
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;
use crate::mesh::io::{self, Surface};
use crate::mesh::stuffing::{Size, Stuffed, Stuffing, stuff};
use crate::progress::{Progress, Silent, check};
use std::path::Path;

/// Bytes that trees and edges take for each facet.
const PER_FACET: u64 = 700;
/// Bytes that a facet takes in a file, at least.
const WRITTEN: u64 = 30;
/// In an STL, binary or not.
const WRITTEN_STL: u64 = 50;
/// Bytes that a simplex takes while the lattice is cut.
const PER_CELL: u64 = 600;

/// Triangles of a drawing that is only looked at.
const LOOKS: usize = 30_000;

/// How many times as many simplices thin parts may cost.
pub const FINEST: usize = 16;

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
    /// What was left out or closed when a drawing was read, one sentence each.
    pub notes: Vec<String>,
}

impl Filled {
    /// What was wrong with the shape and what was lost of it, one sentence each.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = self.notes.clone();
        all.extend(self.diagnosis.sentences());
        all.extend(self.stuffed.warnings.iter().cloned());
        all
    }
}

impl Shape {
    /// Reads a surface (`.obj`, `.stl`, `.ply`, `.off`, `.gltf`, `.glb`) or a shape of the plane
    /// (`.svg`, `.png`, `.obj` with lines or with faces of one height). `unit` is the length of the
    /// file's unit in m; without one it is what an SVG says about its size, or 1.
    pub fn read(path: &Path, unit: Option<f64>) -> Result<Self> {
        let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
        let plane = |outlines| (Shape::Plane(outlines), None);
        let found = match extension.to_str() {
            Some("svg") => io::load(path)
                .and_then(|bytes| svg::read(&bytes))
                .map(|svg| (Shape::Plane(svg.outlines), svg.unit)),
            Some("png") => io::load(path).and_then(|bytes| silhouette::read(&bytes)).map(plane),
            _ => io::read_surface(path).and_then(Shape::of).map(|shape| (shape, None)),
        };
        let (mut shape, own) = found.map_err(|e: Error| e.file(path))?;
        if let Some(unit) = unit.or(own) {
            shape.surfaces_mut().flat_map(|s| &mut s.positions).for_each(|x| *x *= unit);
        }
        Ok(shape)
    }

    /// Bytes of memory that filling a file of a length with about `cells` simplices takes at most.
    pub fn memory(path: &Path, length: u64, cells: usize) -> u64 {
        let stl = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl"));
        let written = if stl { WRITTEN_STL } else { WRITTEN };
        let facets = (length / written).saturating_mul(PER_FACET).saturating_add(length);
        facets.saturating_add((cells as u64).saturating_mul(PER_CELL))
    }

    /// Curves, and triangles of one height, are shapes of the plane.
    pub fn of(surface: Surface) -> Result<Self> {
        let flat = !surface.facets.is_empty() && io::is_planar(&surface.positions);
        match surface.dim {
            3 if !flat => Ok(Shape::Space(surface)),
            3 => Ok(Shape::Plane(vec![outline::rim(&surface)?])),
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
        match self {
            Shape::Space(_) => 50_000,
            Shape::Plane(_) => 5_000,
        }
    }

    /// Fills what it bounds.
    pub fn fill(&self, how: &Stuffing, progress: &dyn Progress) -> Result<Filled> {
        let (field, diagnosis) = self.field(progress)?;
        let stuffed = stuff(&field, how, progress)?;
        Ok(Filled { stuffed, diagnosis, notes: self.notes() })
    }

    fn notes(&self) -> Vec<String> {
        match self {
            Shape::Space(_) => Vec::new(),
            Shape::Plane(outlines) => Drawn::noted(outlines).sentences(),
        }
    }

    /// A shape of the plane as triangles to look at, small ones along its outline.
    pub fn looks(&self) -> Result<RawMesh> {
        let Shape::Plane(outlines) = self else {
            return Err(Error::new(Code::Format, "the file holds a surface, not a drawing"));
        };
        let how = Stuffing { size: Size::About(LOOKS), graded: true };
        Ok(stuff(&SurfaceField::planar(outlines)?, &how, &Silent)?.mesh)
    }

    /// Fills what it bounds; where parts or gaps thinner than a cell are lost, all cells are made
    /// smaller until there are about [`FINEST`] times as many.
    pub fn fill_thin(&self, how: &Stuffing, progress: &dyn Progress) -> Result<Filled> {
        let (field, diagnosis) = self.field(progress)?;
        let mut stuffed = stuff(&field, how, progress)?;
        let first = stuffed.mesh.cells.len();
        // every round doubles the number of cells, if they are all of one size
        while !stuffed.warnings.is_empty() && 20 * stuffed.mesh.cells.len() <= 11 * FINEST * first {
            let size = Size::Cell(stuffed.cell * 0.5f64.powf(1.0 / self.dim() as f64));
            stuffed = stuff(&field, &Stuffing { size, ..*how }, progress)?;
        }
        Ok(Filled { stuffed, diagnosis, notes: self.notes() })
    }

    /// The solid, and what was wrong with the shape.
    pub fn field(&self, progress: &dyn Progress) -> Result<(SurfaceField, Diagnosis)> {
        progress.stage("mend the surface", 0);
        let found = match self {
            Shape::Space(surface) => {
                let mended = mend(surface, progress)?;
                check(progress)?;
                progress.stage("find the inside", 0);
                (SurfaceField::new(&mended)?, mended.diagnosis)
            }
            Shape::Plane(outlines) => {
                (SurfaceField::planar(outlines)?, outline::diagnosis(outlines))
            }
        };
        check(progress)?;
        Ok(found)
    }
}
