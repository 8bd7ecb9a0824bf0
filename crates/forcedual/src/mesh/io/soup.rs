//! Vertices, tetrahedra and triangles as a file lists them, before the dimension is known.

use super::cursor::Cursor;
use super::{Field, On};
use crate::array::Scalar;
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;

/// What a volume file may hold. Positions always have three coordinates.
#[derive(Default)]
pub(super) struct Soup {
    pub(super) positions: Vec<f64>,
    pub(super) vertex_labels: Vec<i64>,
    pub(super) tetrahedra: Cells,
    pub(super) triangles: Cells,
    /// Names of the cell labels 1, 2, ...
    pub(super) regions: Vec<String>,
    /// Fields on the vertices, where they are wanted.
    pub(super) fields: Vec<Field>,
}

/// Cells of one kind. Their vertex numbers are checked at the end, because a file may list its
/// cells before its vertices; the highest one and its place are remembered for that.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) vertices: Vec<u32>,
    pub(super) labels: Vec<i64>,
    pub(super) fields: Vec<Field>,
    highest: Option<(u32, Error)>,
}

impl Cells {
    /// Adds the zero-based vertex number `index`, written `index + first` in the file.
    pub(super) fn push_index(&mut self, index: i64, first: i64, cursor: &Cursor) -> Result<()> {
        let wrong = || {
            let written = index.saturating_add(first);
            cursor.error(
                Code::MeshIndex,
                format!("a cell refers to vertex {written}, which does not exist"),
            )
        };
        let index = u32::try_from(index).map_err(|_| wrong())?;
        if self.highest.as_ref().is_none_or(|(h, _)| index > *h) {
            self.highest = Some((index, wrong()));
        }
        self.vertices.push(index);
        Ok(())
    }

    /// Reads one vertex number of a text whose numbering starts at `first`.
    pub(super) fn read_index(&mut self, cursor: &mut Cursor, first: i64) -> Result<()> {
        let written = cursor.integer(Scalar::I32, "a vertex number")?;
        self.push_index(written.saturating_sub(first), first, cursor)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Fails if a cell names a vertex beyond `vertices`.
    pub(super) fn check(self, vertices: usize) -> Result<Cells> {
        match self.highest {
            Some((index, error)) if index as usize >= vertices => {
                Err(error.help(format!("the file has {vertices} vertices")))
            }
            _ => Ok(self),
        }
    }
}

impl Soup {
    /// Tetrahedra make a mesh in space; without any, triangles make a mesh in the plane.
    pub(super) fn finish(self) -> Result<RawMesh> {
        Ok(self.finish_with_fields()?.0)
    }

    /// The mesh, and the fields that fit it.
    pub(super) fn finish_with_fields(mut self) -> Result<(RawMesh, Vec<Field>)> {
        let mut fields = std::mem::take(&mut self.fields);
        let vertices = self.positions.len() / 3;
        let (dim, cells) = if !self.tetrahedra.is_empty() {
            (3, self.tetrahedra)
        } else if !self.triangles.is_empty() {
            (2, self.triangles)
        } else {
            return Err(Error::new(
                Code::MeshEmpty,
                "the file has neither tetrahedra nor triangles",
            ));
        };
        let cells = cells.check(vertices)?;
        fields.extend(cells.fields);
        let count = cells.vertices.len() / (dim + 1);
        fields.retain(|f| {
            let items = if f.on == On::Vertices { vertices } else { count };
            f.components > 0 && f.data.len() == items * f.components
        });
        let positions = if dim == 3 {
            self.positions
        } else if is_planar(&self.positions) {
            self.positions.chunks_exact(3).flat_map(|p| [p[0], p[1]]).collect()
        } else {
            return Err(surface_error());
        };
        let cell_labels = unless_zero(cells.labels);
        let mesh = RawMesh {
            dim,
            positions,
            cells: cells.vertices,
            regions: if cell_labels.is_empty() { Vec::new() } else { self.regions },
            cell_labels,
            vertex_labels: unless_zero(self.vertex_labels),
        };
        Ok((mesh, fields))
    }
}

/// Triangles that do not lie in a plane of constant z.
pub(super) fn surface_error() -> Error {
    Error::new(Code::Format, "the triangles have different z: this is a surface in space, not a volume and not a plane mesh")
        .help("fill it with tetrahedra: `forcedual mesh`, or `surface` in the scene's [mesh]; or set every z to the same value for a plane mesh")
}

/// Whether all z are equal up to 1e-12 of the extent.
pub(in crate::mesh) fn is_planar(positions: &[f64]) -> bool {
    let extent = |axis: usize| {
        let z = positions.iter().skip(axis).step_by(3);
        let (low, high) =
            z.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
        high - low
    };
    extent(2) <= 1e-12 * extent(0).max(extent(1))
}

fn unless_zero(labels: Vec<i64>) -> Vec<i64> {
    if labels.iter().all(|l| *l == 0) { Vec::new() } else { labels }
}
