//! What to say about a selection that is empty or far off: what the mesh does have.

use super::{Picker, Target};
use crate::error::{Code, Error, Result};
use crate::mesh::SimplexMesh;
use crate::mesh::select::Selection;

impl Picker<'_> {
    pub(super) fn not_empty(
        &self,
        what: &Selection,
        chosen: Vec<bool>,
        target: Target,
    ) -> Result<Vec<bool>> {
        if chosen.contains(&true) {
            return Ok(chosen);
        }
        let message = match target {
            Target::Vertices => "the selection contains no vertex",
            Target::Cells => "the selection contains no cell",
        };
        Err(Error::new(Code::SelectionEmpty, message).help(self.hint(what)))
    }

    pub(super) fn hint(&self, selection: &Selection) -> String {
        match selection {
            Selection::CellLabel(_) => existing(self.mesh.cell_labels(), "cell"),
            Selection::VertexLabel(_) => existing(self.mesh.vertex_labels(), "vertex"),
            Selection::Region(_) => {
                "the region is smaller than a cell: ask for more cells".to_owned()
            }
            Selection::Cavity(_) => match self.boundary.cavities().len() {
                0 => "the mesh has no closed cavities".into(),
                1 => "the mesh has one cavity: 0".into(),
                n => format!("the mesh has {n} cavities: 0 to {}", n - 1),
            },
            Selection::Strokes(_) => {
                "strokes select where their weight is above one half: paint with more strength, or \
                 a larger brush"
                    .to_owned()
            }
            Selection::Painted(painted) => format!("check that values exceed {}", painted.above),
            Selection::Vertices(_) | Selection::Cells(_) | Selection::Boundary => {
                "a cell is selected if all its vertices are, a vertex if it belongs to a cell"
                    .into()
            }
            Selection::Inside(file) => {
                let surface = self.surface(&self.folder.join(file));
                let extent = surface.map_or_else(|e| e.message, |s| extent(&s.positions, s.dim));
                format!(
                    "the surface spans {extent}, the mesh {}: both must be in the same unit",
                    spanned(self.mesh)
                )
            }
            _ => format!("the mesh spans {}", spanned(self.mesh)),
        }
    }
}

/// Refuses a point that is farther from the nearest vertex than the body is large.
pub(crate) fn not_stray(mesh: &SimplexMesh, distance: f64) -> Result<()> {
    if distance <= mesh.diagonal() {
        return Ok(());
    }
    let (distance, span) = (rounded(distance), spanned(mesh));
    let message = format!("the point is {distance:?} m away from the body, which spans {span}");
    Err(Error::new(Code::SelectionEmpty, message)
        .help("coordinates are in m: check the unit of the point and of the mesh file"))
}

/// Lower and upper corner of a mesh, for messages.
fn spanned(mesh: &SimplexMesh) -> String {
    let corners = mesh.cells().iter().flat_map(|&i| mesh.point(i as usize)).copied();
    extent(&corners.collect::<Vec<f64>>(), mesh.dim())
}

/// Lower and upper corner of some points, for messages.
fn extent(positions: &[f64], dim: usize) -> String {
    let axis = |c: usize| positions.iter().skip(c).step_by(dim);
    let low: Vec<f64> =
        (0..dim).map(|c| rounded(axis(c).copied().fold(f64::INFINITY, f64::min))).collect();
    let high: Vec<f64> =
        (0..dim).map(|c| rounded(axis(c).copied().fold(f64::NEG_INFINITY, f64::max))).collect();
    format!("{low:?} to {high:?}")
}

/// A number to four significant digits.
fn rounded(x: f64) -> f64 {
    format!("{x:.3e}").parse().unwrap_or(x)
}

fn existing(labels: &[i64], what: &str) -> String {
    let mut distinct = labels.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let shown: Vec<String> = distinct.iter().take(10).map(i64::to_string).collect();
    match distinct.len() {
        0 => format!("the mesh has no {what} labels"),
        1..=10 => format!("the mesh's {what} labels are {}", shown.join(", ")),
        n => format!("the mesh has {n} {what} labels: {}, ...", shown.join(", ")),
    }
}
