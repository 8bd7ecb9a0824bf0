//! Vertices, tetrahedra and triangles as a file lists them, before the dimension is known.

use super::cursor::Cursor;
use super::{Field, On, polygon};
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
    /// Polygons of more than three corners: where their triangles begin, and their corners.
    polygons: Vec<(usize, usize)>,
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

    /// Adds a polygon of zero-based vertex numbers, written one-based in the file if `first` is 1,
    /// as triangles around its first corner until [`Cells::check`] knows its shape.
    pub(super) fn push_polygon(
        &mut self,
        corners: &[i64],
        first: i64,
        cursor: &Cursor,
    ) -> Result<()> {
        let [apex, rest @ ..] = corners else {
            return Err(cursor.bad("a face has no corners"));
        };
        if rest.len() < 2 {
            return Err(cursor.bad(format!("a face has only {} corners", corners.len())));
        }
        if corners.len() > 3 {
            self.polygons.push((self.vertices.len(), corners.len()));
        }
        for pair in rest.windows(2) {
            for index in [apex, &pair[0], &pair[1]] {
                self.push_index(*index, first, cursor)?;
            }
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The cells of vertices at `positions`, three coordinates each, and polygons as triangles that
    /// fill them; fails if a cell names a vertex beyond.
    pub(super) fn check(mut self, positions: &[f64]) -> Result<Cells> {
        let vertices = positions.len() / 3;
        if let Some((_, error)) = self.highest.take_if(|(i, _)| *i as usize >= vertices) {
            return Err(error.help(format!("the file has {vertices} vertices")));
        }
        for (start, corners) in std::mem::take(&mut self.polygons) {
            let fan = &mut self.vertices[start..start + 3 * (corners - 2)];
            let numbers: Vec<u32> =
                [fan[0], fan[1]].into_iter().chain(fan.chunks_exact(3).map(|t| t[2])).collect();
            let place = |i: &u32| std::array::from_fn(|c| positions[3 * *i as usize + c]);
            let places: Vec<[f64; 3]> = numbers.iter().map(place).collect();
            for (to, from) in fan.chunks_exact_mut(3).zip(polygon::triangles(&places)) {
                to.copy_from_slice(&from.map(|k| numbers[k]));
            }
        }
        Ok(self)
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
        let cells = cells.check(&self.positions)?;
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
