//! VTK's unstructured grid, the common ground of its legacy and XML files.
//!
//! Cells are the tetrahedra (type 10) or triangles (type 5). An integer array with one of the
//! [`LABELS`] names gives the labels; written files use the first of those names. The names of
//! regions are those of cell arrays `region:NAME`, in turn those of the labels 1, 2, ..., which are
//! 1 in the region and 0 elsewhere.

use super::soup::Soup;
use super::{Field, On};
use crate::array::Numbers;
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;
use std::borrow::Cow;

const TRIANGLE: i64 = 5;
const TETRAHEDRON: i64 = 10;

/// Names under which programs store labels, most trusted first.
pub(super) const LABELS: [&str; 9] = [
    "label",
    "labels",
    "medit:ref",
    "gmsh:physical",
    "CellEntityIds",
    "cell_tags",
    "MaterialIds",
    "material",
    "region",
];

/// What the names of arrays for regions begin with.
const REGION: &str = "region:";

/// One piece of an unstructured grid as the file has it.
#[derive(Default)]
pub(super) struct Grid {
    /// Three coordinates per vertex.
    pub(super) positions: Vec<f64>,
    /// Vertex numbers of all cells.
    pub(super) connectivity: Vec<i64>,
    /// Where each cell ends in `connectivity`.
    pub(super) ends: Vec<i64>,
    /// VTK's number of each cell's type.
    pub(super) types: Vec<i64>,
    vertex_labels: Option<(usize, Vec<i64>)>,
    cell_labels: Option<(usize, Vec<i64>)>,
    regions: Vec<(String, Vec<i64>)>,
    /// All other arrays, where they are wanted.
    fields: Option<Vec<Field>>,
}

/// Whether an array of this name and width means something besides its values.
pub(super) fn has_meaning(name: &str, components: usize) -> bool {
    components == 1 && (LABELS.contains(&name) || name.starts_with(REGION))
}

impl Grid {
    /// A grid that keeps its arrays as fields, or not.
    pub(super) fn new(fields: bool) -> Self {
        Grid { fields: fields.then(Vec::new), ..Grid::default() }
    }

    /// Takes `values` as labels if their name says so and no better name came before, as a region,
    /// and as a field where those are wanted.
    pub(super) fn offer(&mut self, on: On, name: &str, components: usize, values: Numbers) {
        if let (Numbers::Integers(values), 1) = (&values, components) {
            let place = match on {
                On::Vertices => &mut self.vertex_labels,
                On::Cells => &mut self.cell_labels,
            };
            if let Some(rank) = LABELS.iter().position(|l| *l == name)
                && place.as_ref().is_none_or(|(r, _)| rank < *r)
            {
                *place = Some((rank, values.clone()));
            }
            if let (Some(region), On::Cells) = (name.strip_prefix(REGION), on) {
                self.regions.push((region.to_owned(), values.clone()));
            }
        }
        if let Some(fields) = &mut self.fields
            && !fields.iter().any(|f| f.on == on && f.name == name)
        {
            fields.push(Field { name: name.to_owned(), on, components, data: values.reals() });
        }
    }

    /// Adds the triangles and tetrahedra to `soup`.
    pub(super) fn add_to(self, soup: &mut Soup) -> Result<()> {
        let vertices = self.positions.len() / 3;
        let base = soup.positions.len() / 3;
        let bad = |message: String| Error::new(Code::Format, message);
        if self.types.len() != self.ends.len() {
            return Err(bad(format!(
                "there are {} cell types for {} cells",
                self.types.len(),
                self.ends.len()
            )));
        }
        let labels = |given: Option<(usize, Vec<i64>)>, n: usize, what: &str| match given {
            None => Ok(vec![0; n]),
            Some((_, labels)) if labels.len() == n => Ok(labels),
            Some((rank, labels)) => Err(bad(format!(
                "the array `{}` has {} values for {n} {what}",
                LABELS[rank],
                labels.len()
            ))),
        };
        let cell_labels = labels(self.cell_labels, self.ends.len(), "cells")?;
        soup.vertex_labels.extend(labels(self.vertex_labels, vertices, "vertices")?);
        soup.positions.extend(self.positions);
        let named = (1..).zip(&self.regions).all(|(label, (_, inside))| {
            inside.len() == cell_labels.len()
                && inside.iter().zip(&cell_labels).all(|(i, l)| (*i != 0) == (*l == label))
        });
        if named && soup.regions.is_empty() {
            soup.regions = self.regions.into_iter().map(|(name, _)| name).collect();
        }
        let fields = self.fields.unwrap_or_default();
        for field in fields.iter().filter(|f| f.on == On::Vertices) {
            join(&mut soup.fields, field, &field.data);
        }
        let of_cells: Vec<&Field> = fields
            .iter()
            .filter(|f| f.on == On::Cells && f.data.len() == f.components * self.ends.len())
            .collect();

        let mut start = 0;
        for (cell, (&end, &kind)) in self.ends.iter().zip(&self.types).enumerate() {
            let range = usize::try_from(end).ok().and_then(|end| self.connectivity.get(start..end));
            let corners = range.ok_or_else(|| {
                bad(format!(
                    "cell {cell} ends at {end} of {} vertex numbers",
                    self.connectivity.len()
                ))
            })?;
            start += corners.len();
            let (cells, wanted) = match kind {
                TRIANGLE => (&mut soup.triangles, 3),
                TETRAHEDRON => (&mut soup.tetrahedra, 4),
                22 | 24 | 34 | 69 | 71 | 76 | 78 => {
                    return Err(bad(format!("cell {cell} is curved (VTK cell type {kind})"))
                        .help("export first order cells"));
                }
                _ => continue,
            };
            if corners.len() != wanted {
                return Err(bad(format!(
                    "cell {cell} has {} corners instead of {wanted}",
                    corners.len()
                )));
            }
            for &v in corners {
                let index = usize::try_from(v)
                    .ok()
                    .filter(|i| *i < vertices)
                    .and_then(|i| u32::try_from(base + i).ok());
                cells.vertices.push(index.ok_or_else(|| {
                    Error::new(
                        Code::MeshIndex,
                        format!("cell {cell} refers to vertex {v}, which does not exist"),
                    )
                    .help(format!("the file has {vertices} vertices, numbered from 0"))
                })?);
            }
            cells.labels.push(cell_labels[cell]);
            for field in &of_cells {
                let own = &field.data[cell * field.components..][..field.components];
                join(&mut cells.fields, field, own);
            }
        }
        Ok(())
    }
}

/// Adds values to the field of the same name.
fn join(fields: &mut Vec<Field>, like: &Field, data: &[f64]) {
    match fields.iter_mut().find(|f| f.name == like.name) {
        Some(field) => field.data.extend(data),
        None => fields.push(Field { name: like.name.clone(), data: data.to_vec(), ..*like }),
    }
}

/// VTK's number of the type of a mesh's cells.
pub(super) fn cell_type(mesh: &RawMesh) -> i64 {
    if mesh.dim == 2 { TRIANGLE } else { TETRAHEDRON }
}

/// An array to write: labels are integers, fields are reals.
pub(super) struct Column<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) components: usize,
    pub(super) values: Numbers,
}

/// The labels, the regions, then the fields that belong to vertices or to cells.
pub(super) fn columns<'a>(mesh: &RawMesh, fields: &'a [Field], on: On) -> Vec<Column<'a>> {
    let labels = match on {
        On::Vertices => &mesh.vertex_labels,
        On::Cells => &mesh.cell_labels,
    };
    let labels = (!labels.is_empty()).then(|| Column {
        name: LABELS[0].into(),
        components: 1,
        values: Numbers::Integers(labels.clone()),
    });
    let fields = fields.iter().filter(|f| f.on == on).map(|field| {
        let (components, data) = widened(&field.data, field.components);
        Column { name: (&field.name).into(), components, values: Numbers::Reals(data) }
    });
    let regions = if on == On::Cells { &mesh.regions[..] } else { &[] };
    let regions = (1..).zip(regions).map(|(label, name)| Column {
        name: format!("{REGION}{name}").into(),
        components: 1,
        values: Numbers::Integers(
            mesh.cell_labels.iter().map(|l| i64::from(*l == label)).collect(),
        ),
    });
    let regions = regions.filter(|_| !mesh.cell_labels.is_empty());
    labels.into_iter().chain(regions).chain(fields).collect()
}

/// Fields of two components get a zero third, so that viewers see a vector.
fn widened(data: &[f64], components: usize) -> (usize, Vec<f64>) {
    match components {
        2 => (3, data.chunks_exact(2).flat_map(|v| [v[0], v[1], 0.0]).collect()),
        _ => (components, data.to_vec()),
    }
}
