//! Files that are held in memory, by the extension of their names. Nothing beside them is read.

use std::path::Path;

use super::{
    Carried, Field, Surface, check, gltf, gmsh, in_range, materials, medit, no_fields, obj, off,
    ply, stl, tetgen, textured, triangles, unknown, unwritable, vtk, vtu,
};
use crate::error::Result;
use crate::mesh::RawMesh;
use crate::mesh::display::Display;

/// A folder that does not exist.
const NOWHERE: &str = "\0";

/// Reads a mesh and the fields on it. Of the two files of TetGen the first is the extension `node` and the
/// second follows a line `.ele`.
pub fn read(extension: &str, bytes: &[u8]) -> Result<(RawMesh, Vec<Field>)> {
    let plain = |mesh: RawMesh| (mesh, Vec::new());
    match extension {
        "mesh" => medit::read(bytes).map(plain),
        "msh" => gmsh::read(bytes).map(plain),
        "node" => {
            let split = bytes.windows(SPLIT.len()).position(|w| w == SPLIT);
            let (node, ele) = bytes.split_at(split.unwrap_or(bytes.len()));
            let ele = ele.strip_prefix(SPLIT).unwrap_or_default();
            tetgen::read_cells(ele, tetgen::read_vertices(node)?).map(plain)
        }
        "vtk" => vtk::read_with_fields(bytes),
        "vtu" => vtu::read_with_fields(bytes),
        "obj" => obj::read(&obj::unfolded(bytes.to_vec())).map(plain),
        _ => Err(unknown(Path::new(extension), "name a format of meshes")),
    }
}

/// What stands between the two files of TetGen.
const SPLIT: &[u8] = b"\n.ele\n";

/// Writes a mesh and the fields on it, as [`read`] reads it.
pub fn write(extension: &str, mesh: &RawMesh, fields: &[Field]) -> Result<Vec<u8>> {
    check(mesh, fields)?;
    let mut out = Vec::new();
    let written = match extension {
        "mesh" => no_fields(fields).map(|()| medit::write(mesh, &mut out))?,
        "msh" => return gmsh::written(mesh, fields, gmsh::Format::default()),
        "node" => no_fields(fields).map(|()| {
            tetgen::write_vertices(mesh, &mut out)?;
            out.extend(SPLIT);
            tetgen::write_cells(mesh, &mut out)
        })?,
        "vtk" => vtk::write(mesh, fields, &mut out),
        "vtu" => vtu::write(mesh, fields, &mut out),
        "obj" if mesh.dim == 2 => no_fields(fields).map(|()| obj::write(mesh, &mut out))?,
        _ => return Err(unwritable(Path::new(extension), "name a format of meshes")),
    };
    written.map_err(|e| crate::Error::io(extension, &e))?;
    Ok(out)
}

/// Reads a surface, or a curve of the plane.
pub fn read_surface(extension: &str, bytes: &[u8]) -> Result<Surface> {
    let surface = match extension {
        "obj" => obj::read_surface(&obj::unfolded(bytes.to_vec())),
        "off" => off::read(bytes),
        "stl" => stl::read(bytes),
        "ply" => ply::read(bytes),
        "gltf" | "glb" => gltf::read(bytes, Path::new(NOWHERE)).map(|(surface, _)| surface),
        _ => Err(unknown(Path::new(extension), "name a format of surfaces")),
    };
    surface.and_then(in_range)
}

/// Writes triangles in space, as [`read_surface`] reads them.
pub fn write_surface(extension: &str, surface: &Surface) -> Result<Vec<u8>> {
    triangles::written(extension, surface)
}

/// Reads a surface to look at.
pub fn read_display(extension: &str, bytes: &[u8]) -> Result<Display> {
    match extension {
        "obj" => textured::obj(&obj::unfolded(bytes.to_vec()), Path::new(NOWHERE)),
        "gltf" | "glb" => gltf::read_display(bytes, Path::new(NOWHERE)),
        "ply" => ply::read_display(bytes),
        _ => read_surface(extension, bytes).and_then(|s| Display::from_surface(&s)),
    }
}

/// Reads the pictures inside a glTF.
pub fn textures(bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
    gltf::textures(bytes, Path::new(NOWHERE))
}

/// Reads an OBJ whose lines are kept.
pub fn read_carried(bytes: &[u8]) -> Result<Carried> {
    Carried::parse(&obj::unfolded(bytes.to_vec()))
}

/// Names of the materials in a library of an OBJ.
pub fn materials(bytes: &[u8]) -> Vec<String> {
    materials::library(bytes, Path::new("")).into_iter().map(|m| m.name).collect()
}
