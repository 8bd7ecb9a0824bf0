//! Mesh files: one module per format.
//!
//! | extension | holds | read | written |
//! |---|---|---|---|
//! | `.mesh` | Medit, ASCII | yes | yes |
//! | `.msh` | Gmsh 2.2 and 4.1, ASCII and binary | yes | 4.1 binary, or see [`gmsh::write`] |
//! | `.vtk` | legacy VTK, ASCII and binary | yes | binary |
//! | `.vtu` | VTK XML, all encodings but lz4 and lzma | yes | yes |
//! | `.node`, `.ele` | TetGen and Triangle | yes | yes |
//! | `.obj` | a plane triangle mesh | yes | yes |
//!
//! Surfaces are read from `.obj`, `.off`, `.stl`, `.ply`, `.gltf` and `.glb`.
//!
//! A file of triangles with three coordinates is a plane mesh if all z are equal (up to 1e-12 of
//! the extent), and an error otherwise. Labels that are all zero count as no labels.
//! The names of regions, which say what cell labels mean, are Gmsh's physical names, cell arrays
//! `region:NAME` of VTK's files, and comments `# region 1 NAME` of Medit's
//! and TetGen's.
//! Counts in files are compared with the file's length before anything is allocated.

use std::io::{self, Write};
use std::path::Path;

use crate::error::{Code, Error, Result};
use crate::memory;
use crate::mesh::RawMesh;
use crate::write::write_atomically;
use cursor::Cursor;
use serde::{Deserialize, Serialize};
use soup::Cells;

pub mod bytes;
mod carried;
mod cursor;
mod gltf;
pub mod gmsh;
mod grid;
mod look;
mod materials;
mod medit;
mod names;
mod obj;
mod off;
mod ply;
mod polygon;
mod soup;
mod stl;
mod tetgen;
mod textured;
mod triangles;
mod vtk;
mod vtu;
mod vtu_array;

pub use carried::{Bound, Carried};
pub use look::look;
pub use materials::{materials_left_out, textures, unusable_files};
pub(super) use soup::is_planar;
pub use textured::read_display;
pub use triangles::{rounded, write_surface};

/// What the values of a [`Field`] belong to, or what is selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// One value per vertex.
    Vertices,
    /// One value per cell.
    Cells,
}

impl On {
    /// The name as reports spell it.
    pub fn name(self) -> &'static str {
        match self {
            On::Vertices => "vertices",
            On::Cells => "cells",
        }
    }
}

/// Values to store with a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The name viewers will show.
    pub name: String,
    /// What the values belong to.
    pub on: On,
    /// Numbers per vertex or cell.
    pub components: usize,
    /// The values, all components of one vertex or cell together.
    pub data: Vec<f64>,
}

/// A surface in space (triangles) or a curve in the plane (segments).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Surface {
    /// 2 (segments in the plane) or 3 (triangles).
    pub dim: usize,
    /// `dim` coordinates per vertex.
    pub positions: Vec<f64>,
    /// `dim` zero-based vertex numbers per facet.
    pub facets: Vec<u32>,
}

/// A file that another one names, if it is one (no pipe or device, which may have no end) and lies in the
/// same folder or below.
fn beside(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let plain = |c: std::path::Component<'_>| {
        matches!(c, std::path::Component::Normal(_) | std::path::Component::CurDir)
    };
    let inside = Path::new(name).components().all(plain);
    let path = folder.join(name);
    let readable = inside && std::fs::metadata(&path).is_ok_and(|found| found.is_file());
    readable.then(|| std::fs::read(path).ok()).flatten()
}

/// What to do about a file that ends too early.
const CUT_OFF: &str = "it was not copied to its end: copy or export it again";

/// The largest coordinate (m) of surfaces that can be computed with.
const LARGEST: f64 = 1e30;

/// Reads a triangle mesh in the plane or a tetrahedral mesh.
pub fn read(path: &Path) -> Result<RawMesh> {
    let mesh = match extension(path).as_str() {
        "mesh" => medit::read(&load(path)?),
        "msh" => gmsh::read(&load(path)?),
        "node" | "ele" => tetgen::read(path),
        "vtk" => vtk::read(&load(path)?),
        "vtu" => vtu::read(&load(path)?),
        "obj" => obj::read(&load(path)?),
        "off" | "stl" | "ply" | "gltf" | "glb" => {
            Err(Error::new(Code::Format, "the file holds a surface, not a volume").help(
                "fill it with tetrahedra: `forcedual mesh`, or `surface` in the scene's [mesh]",
            ))
        }
        "svg" | "png" => Err(Error::new(Code::Format, "the file holds a drawing, not a mesh")
            .help("fill it with triangles: `forcedual mesh`, or `surface` in the scene's [mesh]")),
        _ => Err(unknown(
            path,
            "meshes are read from .mesh, .msh, .vtk, .vtu, .node/.ele and, in the plane, .obj; surfaces from .obj, .off, .stl, .ply, .gltf and .glb, drawings from .svg, .png and .obj",
        )),
    };
    mesh.map_err(|e| e.file(path))
}

/// Reads a mesh and the fields on it, which VTK and VTU files have. In the plane, too, vectors have
/// three components.
pub fn read_with_fields(path: &Path) -> Result<(RawMesh, Vec<Field>)> {
    let found = match extension(path).as_str() {
        "vtk" => load(path).and_then(|bytes| vtk::read_with_fields(&bytes)),
        "vtu" => load(path).and_then(|bytes| vtu::read_with_fields(&bytes)),
        _ => return Ok((read(path)?, Vec::new())),
    };
    found.map_err(|e| e.file(path))
}

/// Reads the boundary of a body: triangles, or segments in the plane (OBJ with `l` only).
pub fn read_surface(path: &Path) -> Result<Surface> {
    let surface = match extension(path).as_str() {
        "obj" => obj::read_surface(&load(path)?),
        "off" => off::read(&load(path)?),
        "stl" => stl::read(&load(path)?),
        "ply" => ply::read(&load(path)?),
        "gltf" | "glb" => read_gltf(path).map(|(surface, _)| surface),
        _ => Err(unknown(path, "surfaces are read from .obj, .off, .stl, .ply, .gltf and .glb")),
    };
    surface.and_then(in_range).map_err(|e| e.file(path))
}

/// A surface that can be computed with.
fn in_range(surface: Surface) -> Result<Surface> {
    match surface.positions.iter().position(|x| x.abs() > LARGEST) {
        None => Ok(surface),
        Some(at) => {
            let vertex = at / surface.dim.max(1);
            let message = format!(
                "vertex {vertex} has a coordinate of {:e}: out of range",
                surface.positions[at]
            );
            let help =
                format!("no body is larger than {LARGEST:e} m: correct the vertex, or take it out");
            Err(Error::new(Code::Numeric, message).help(help))
        }
    }
}

/// Reads the surface of a glTF file, and whether it has an animation.
pub fn read_gltf(path: &Path) -> Result<(Surface, bool)> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = load(path).and_then(|bytes| gltf::read(&bytes, folder));
    read.and_then(|(surface, moves)| Ok((in_range(surface)?, moves))).map_err(|e| e.file(path))
}

/// Writes a mesh in the format of the file's extension. The file appears whole or not at all.
pub fn write(path: &Path, mesh: &RawMesh, fields: &[Field]) -> Result<()> {
    let written = check(mesh, fields).and_then(|()| match extension(path).as_str() {
        "mesh" => no_fields(fields).and_then(|()| save(path, |out| medit::write(mesh, out))),
        "msh" => gmsh::write(path, mesh, fields, gmsh::Format::default()),
        "node" | "ele" => no_fields(fields).and_then(|()| tetgen::write(path, mesh)),
        "vtk" => save(path, |out| vtk::write(mesh, fields, out)),
        "vtu" => save(path, |out| vtu::write(mesh, fields, out)),
        "obj" if mesh.dim == 2 => {
            no_fields(fields).and_then(|()| save(path, |out| obj::write(mesh, out)))
        }
        "obj" => Err(Error::new(Code::Format, "OBJ holds surfaces, not tetrahedra")
            .help("write .mesh, .msh, .vtk, .vtu or .node/.ele")),
        _ => Err(unwritable(
            path,
            "meshes are written to .mesh, .msh, .vtk, .vtu, .node/.ele and, in the plane, .obj",
        )),
    });
    written.map_err(|e| e.file(path))
}

fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

/// All bytes of a file.
pub(super) fn load(path: &Path) -> Result<Vec<u8>> {
    memory::claim_file(path)?;
    let bytes = std::fs::read(path).map_err(|e| Error::io(path, &e))?;
    Ok(if extension(path) == "obj" { obj::unfolded(bytes) } else { bytes })
}

fn save(path: &Path, fill: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<()> {
    let mut bytes = Vec::new();
    fill(&mut bytes).map_err(|e| Error::io(path, &e))?;
    write_atomically(path, |out| out.write_all(&bytes))
}

fn unknown(path: &Path, help: &str) -> Error {
    let message = match extension(path).as_str() {
        _ if path.is_dir() => "it is a folder, not a file".to_owned(),
        "" => "a name without an extension does not say which mesh format it is".to_owned(),
        extension => format!("the extension `{extension}` is not a known mesh format"),
    };
    Error::new(Code::UnknownFormat, message).help(help)
}

/// The same for a file that is to be written.
fn unwritable(path: &Path, help: &str) -> Error {
    match extension(path).as_str() {
        known @ ("off" | "stl" | "ply" | "gltf" | "glb" | "svg" | "png" | "mesh" | "msh"
        | "vtk" | "vtu" | "node" | "ele") => {
            let message = format!("this is not written to .{known} files");
            Error::new(Code::UnknownFormat, message).help(help)
        }
        _ => unknown(path, help),
    }
}

fn no_fields(fields: &[Field]) -> Result<()> {
    match fields.first() {
        None => Ok(()),
        Some(field) => Err(no_fit(format!("this format cannot hold the field `{}`", field.name))),
    }
}

/// The format of a file that is to be written cannot hold something.
fn no_fit(message: String) -> Error {
    Error::new(Code::Format, message).help("write .vtu or .vtk")
}

/// Refuses meshes and fields whose lengths do not fit together.
fn check(mesh: &RawMesh, fields: &[Field]) -> Result<()> {
    let dim = mesh.dim;
    if !matches!(dim, 2 | 3) {
        return Err(Error::new(
            Code::Format,
            format!("a mesh of dimension {dim} cannot be written"),
        ));
    }
    let vertices = mesh.positions.len() / dim;
    let cells = mesh.cells.len() / (dim + 1);
    let uneven = |what: &str| {
        Error::new(Code::Format, format!("the {what} of the mesh have the wrong length"))
    };
    if vertices * dim != mesh.positions.len() {
        return Err(uneven("positions"));
    }
    if cells * (dim + 1) != mesh.cells.len() {
        return Err(uneven("cells"));
    }
    if !mesh.cell_labels.is_empty() && mesh.cell_labels.len() != cells {
        return Err(uneven("cell labels"));
    }
    if !mesh.vertex_labels.is_empty() && mesh.vertex_labels.len() != vertices {
        return Err(uneven("vertex labels"));
    }
    if let Some(at) = mesh.cells.iter().position(|v| *v as usize >= vertices) {
        let message =
            format!("cell {} refers to vertex {} of {vertices}", at / (dim + 1), mesh.cells[at]);
        return Err(Error::new(Code::MeshIndex, message));
    }
    for field in fields {
        let items = match field.on {
            On::Vertices => vertices,
            On::Cells => cells,
        };
        if field.components == 0 || Some(field.data.len()) != items.checked_mul(field.components) {
            let message = format!(
                "field `{}` has {} numbers instead of {items} times {}",
                field.name,
                field.data.len(),
                field.components
            );
            return Err(Error::new(Code::Array, message));
        }
    }
    Ok(())
}

/// The place of vertex `i` with three coordinates.
fn spatial(mesh: &RawMesh, i: usize) -> [f64; 3] {
    let p = &mesh.positions[i * mesh.dim..][..mesh.dim];
    [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]
}

/// A cell names a vertex that cannot exist, at the cursor's place.
fn no_vertex(cursor: &Cursor, number: i64) -> Error {
    cursor.error(Code::MeshIndex, format!("a cell refers to vertex {number}, which does not exist"))
}

fn triangle_surface(positions: Vec<f64>, triangles: Cells) -> Result<Surface> {
    if triangles.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the file has no faces"));
    }
    let triangles = triangles.check(&positions)?;
    Ok(Surface { dim: 3, positions, facets: triangles.vertices })
}

#[cfg(test)]
mod robust;
#[cfg(test)]
mod samples;
