//! Gmsh `.msh`, versions 2.2 and 4.1, ASCII and binary.
//!
//! Cells are the tetrahedra (type 4) or, if there are none, the triangles (type 2). Their label is
//! the physical group: in version 2 the first tag, in version 4.1 the first physical tag of their
//! entity, or the entity's own tag if it belongs to no physical group. The label of a vertex is the
//! physical group of a point element (type 15) on it. Physical names of the cells' dimension are the
//! names of regions.
//!
//! Labels are written the same way, an entity for each; no label is group 0. Cells keep their
//! order, so in version 4.1 an entity has a block for each run of cells with its label.

mod read;
mod write;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::{Field, no_fit, save};
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;

pub(super) use read::read;

const TRIANGLE: i64 = 2;
const TETRAHEDRON: i64 = 4;
const POINT: i64 = 15;

/// The kind of `.msh` file to write; 4.1 binary unless told otherwise.
///
/// Its names are `4.1`, `4.1-ascii`, `2.2` and `2.2-ascii`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Version of the format.
    pub version: Version,
    /// Binary (little endian) instead of text.
    pub binary: bool,
}

/// Versions of the format that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// 2.2, which nearly every program reads.
    V2,
    /// 4.1, Gmsh's own since 2019.
    V4,
}

impl Format {
    /// All kinds, the usual one first.
    pub const ALL: [Format; 4] = [
        Format { version: Version::V4, binary: true },
        Format { version: Version::V4, binary: false },
        Format { version: Version::V2, binary: true },
        Format { version: Version::V2, binary: false },
    ];
}

impl Default for Format {
    fn default() -> Self {
        Format::ALL[0]
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Version::V2 => "2.2",
            Version::V4 => "4.1",
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.version, if self.binary { "" } else { "-ascii" })
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Format::ALL.into_iter().find(|f| f.to_string() == name).ok_or_else(|| {
            let names = Format::ALL.map(|f| f.to_string()).join(", ");
            Error::new(Code::UnknownFormat, format!("`{name}` is no kind of Gmsh file"))
                .help(format!("there are {names}"))
        })
    }
}

/// Writes a mesh as a Gmsh file of this kind, whatever the file's extension.
pub fn write(path: &Path, mesh: &RawMesh, fields: &[Field], format: Format) -> Result<()> {
    super::check(mesh, fields)
        .and_then(|()| check(mesh, fields))
        .and_then(|()| save(path, |out| write::write(mesh, fields, format, out)))
        .map_err(|e| e.file(path))
}

/// The bytes of such a file, of a mesh and fields that fit together.
pub(super) fn written(mesh: &RawMesh, fields: &[Field], format: Format) -> Result<Vec<u8>> {
    check(mesh, fields)?;
    let mut out = Vec::new();
    write::write(mesh, fields, format, &mut out).map_err(|e| Error::io("msh", &e))?;
    Ok(out)
}

/// Refuses what a Gmsh file cannot hold: wide fields, labels and numbers beyond 32 bits.
fn check(mesh: &RawMesh, fields: &[Field]) -> Result<()> {
    if let Some(f) = fields.iter().find(|f| f.components > 9) {
        return Err(no_fit(format!(
            "field `{}` has {} components; Gmsh takes at most 9",
            f.name, f.components
        )));
    }
    let labels = mesh.cell_labels.iter().chain(&mesh.vertex_labels);
    if let Some(label) = labels.copied().find(|l| i32::try_from(*l).is_err()) {
        return Err(no_fit(format!("the label {label} needs more than the 32 bits Gmsh has")));
    }
    let items = mesh.positions.len() / mesh.dim + mesh.cells.len() / (mesh.dim + 1);
    if i32::try_from(items).is_err() {
        return Err(no_fit(format!("{items} vertices and cells are more than Gmsh can number")));
    }
    Ok(())
}
