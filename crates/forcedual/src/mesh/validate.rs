//! What can be wrong with a mesh: finding it, refusing it, mending it.
//!
//! A cell is degenerate when its volume is at most `1e-12 l^d`, with `l` its longest edge: a test
//! that does not depend on units. A cell is inverted when it is wound against most of the others.

use super::facets::{shared, sorted_facets};
use super::geometry::{cross, dot, edges};
use super::{RawMesh, SimplexMesh};
use crate::error::{Code, Error, Result, listed};
use std::cmp::Ordering;

/// Everything found wrong or odd in a mesh. Lists are ascending, zero-based numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Defects {
    /// The arrays do not fit together; nothing else was looked at.
    pub malformed: Option<String>,
    /// No vertices or no cells.
    pub empty: bool,
    /// Vertices with a NaN or infinite coordinate.
    pub not_finite: Vec<usize>,
    /// Cells that name a vertex that does not exist.
    pub out_of_range: Vec<usize>,
    /// Cells that name a vertex twice.
    pub repeated: Vec<usize>,
    /// Other cells without volume.
    pub degenerate: Vec<usize>,
    /// Cells with the same vertices as an earlier cell.
    pub duplicates: Vec<usize>,
    /// Cells wound against the majority.
    pub inverted: Vec<usize>,
    /// Every cell with a volume is wound negatively. Harmless: they are all turned.
    pub all_inverted: bool,
    /// Vertices that no cell uses. Harmless: they are kept, without mass.
    pub unreferenced: Vec<usize>,
    /// Cells that lie on the same side of a facet as another cell that shares it: the mesh is
    /// folded there. Only looked for in meshes without other defects. Not refused.
    pub overlapping: Vec<usize>,
}

impl Defects {
    /// The first reason to refuse the mesh, if there is one.
    pub fn error(&self) -> Option<Error> {
        const REPAIR: &str = "mend the mesh (`forcedual check MESH --repair -o MENDED`), or set `repair = true` in a scene's [mesh], to";
        const VERTICES: [&str; 2] = ["vertex", "vertices"];
        const CELLS: [&str; 2] = ["cell", "cells"];
        let error = |code, message: String| Some(Error::new(code, message));
        if let Some(what) = &self.malformed {
            return error(Code::Format, what.clone());
        }
        if self.empty {
            return error(Code::MeshEmpty, "the mesh has no vertices or no cells".into());
        }
        let faults = [
            (
                &self.not_finite,
                Code::MeshNotFinite,
                VERTICES,
                ["has a NaN or infinite coordinate", "have NaN or infinite coordinates"],
                "mend the mesh".to_owned(),
            ),
            (
                &self.out_of_range,
                Code::MeshIndex,
                CELLS,
                ["names a vertex that does not exist", "name vertices that do not exist"],
                "vertex numbers start at zero".to_owned(),
            ),
            (
                &self.repeated,
                Code::MeshDegenerate,
                CELLS,
                ["names the same vertex twice", "name the same vertex twice"],
                format!("{REPAIR} remove such cells"),
            ),
            (
                &self.degenerate,
                Code::MeshDegenerate,
                CELLS,
                ["has no volume", "have no volume"],
                format!("{REPAIR} remove such cells"),
            ),
            (
                &self.duplicates,
                Code::MeshDuplicate,
                CELLS,
                ["is a copy of an earlier one", "are copies of earlier ones"],
                format!("{REPAIR} remove such cells"),
            ),
            (
                &self.inverted,
                Code::MeshOrientation,
                CELLS,
                ["is wound against the others", "are wound against the others"],
                format!("{REPAIR} turn such cells"),
            ),
        ];
        let (numbers, code, [one, many], [is, are], help) =
            faults.into_iter().find(|fault| !fault.0.is_empty())?;
        let verb = if numbers.len() == 1 { is } else { are };
        Some(Error::new(code, format!("{} {verb}", numbered(one, many, numbers))).help(help))
    }
}

/// "cell 0" or "cells 0, 4".
pub(super) fn numbered(one: &str, many: &str, numbers: &[usize]) -> String {
    format!("{} {}", if numbers.len() == 1 { one } else { many }, listed(numbers))
}

/// Looks for everything that can be wrong; never fails.
pub fn inspect(raw: &RawMesh) -> Defects {
    let malformed = malformed(raw);
    if malformed.is_some() {
        return Defects { malformed, ..Defects::default() };
    }
    let (dim, corners) = (raw.dim, raw.dim + 1);
    let n = raw.positions.len() / dim;
    let mut defects = Defects {
        empty: raw.positions.is_empty() || raw.cells.is_empty(),
        not_finite: (0..n)
            .filter(|i| raw.positions[i * dim..][..dim].iter().any(|x| !x.is_finite()))
            .collect(),
        ..Defects::default()
    };
    let mut used = vec![false; n];
    let mut keys = Vec::with_capacity(raw.cells.len() / corners);
    let (mut positive, mut negative) = (Vec::new(), Vec::new());
    for (t, cell) in raw.cells.chunks_exact(corners).enumerate() {
        let mut key = [u32::MAX; 4];
        key[..corners].copy_from_slice(cell);
        key[..corners].sort_unstable();
        keys.push((key, t));
        for &i in cell {
            if let Some(used) = used.get_mut(i as usize) {
                *used = true;
            }
        }
        if key[dim] as usize >= n {
            defects.out_of_range.push(t);
        } else if key[..corners].windows(2).any(|w| w[0] == w[1]) {
            defects.repeated.push(t);
        } else {
            match winding(&raw.positions, dim, cell) {
                Winding::Positive => positive.push(t),
                Winding::Negative => negative.push(t),
                Winding::Flat => defects.degenerate.push(t),
                Winding::Unknown => {}
            }
        }
    }
    defects.unreferenced = (0..n).filter(|&i| !used[i]).collect();
    keys.sort_unstable();
    defects.duplicates = keys.windows(2).filter(|w| w[0].0 == w[1].0).map(|w| w[1].1).collect();
    defects.duplicates.sort_unstable();
    defects.all_inverted = positive.is_empty() && !negative.is_empty();
    defects.inverted = if positive.len() < negative.len() { positive } else { negative };
    if defects.error().is_none() {
        defects.overlapping = overlapping(raw);
    }
    defects
}

/// Vertices of cells that lie exactly where an earlier one does: what meets there is not joined.
pub fn coincident(mesh: &SimplexMesh) -> Vec<usize> {
    let mut used = vec![false; mesh.vertex_count()];
    mesh.cells().iter().for_each(|&i| used[i as usize] = true);
    let mut order: Vec<usize> = (0..used.len()).filter(|&i| used[i]).collect();
    let place = |i: usize| mesh.point(i).iter().map(|x| x + 0.0);
    let compared = |a: usize, b: usize| {
        let unlike = place(a).zip(place(b)).map(|(x, y)| x.total_cmp(&y)).find(|o| o.is_ne());
        unlike.unwrap_or(Ordering::Equal)
    };
    order.sort_unstable_by(|&a, &b| compared(a, b).then(a.cmp(&b)));
    let mut found: Vec<usize> =
        order.windows(2).filter(|w| compared(w[0], w[1]).is_eq()).map(|w| w[1]).collect();
    found.sort_unstable();
    found
}

fn malformed(raw: &RawMesh) -> Option<String> {
    let (dim, corners) = (raw.dim, raw.dim.saturating_add(1));
    if dim != 2 && dim != 3 {
        return Some(format!("the mesh has dimension {dim}; only 2 and 3 are possible"));
    }
    if !raw.positions.len().is_multiple_of(dim) {
        let count = raw.positions.len();
        return Some(format!("{count} coordinates do not make points with {dim} each"));
    }
    if !raw.cells.len().is_multiple_of(corners) {
        let count = raw.cells.len();
        return Some(format!("{count} vertex numbers do not make cells with {corners} each"));
    }
    let (n, t) = (raw.positions.len() / dim, raw.cells.len() / corners);
    if n >= u32::MAX as usize {
        return Some(format!("{n} vertices are more than can be numbered"));
    }
    let fits = |labels: &[i64], count| labels.is_empty() || labels.len() == count;
    if !fits(&raw.cell_labels, t) {
        return Some(format!("{} cell labels for {t} cells", raw.cell_labels.len()));
    }
    if !fits(&raw.vertex_labels, n) {
        return Some(format!("{} vertex labels for {n} vertices", raw.vertex_labels.len()));
    }
    None
}

#[derive(Clone, Copy, PartialEq)]
enum Winding {
    Positive,
    Negative,
    Flat,
    /// A corner is not finite.
    Unknown,
}

fn winding(positions: &[f64], dim: usize, cell: &[u32]) -> Winding {
    let corners = || cell.iter().map(|&i| &positions[i as usize * dim..][..dim]);
    if corners().flatten().any(|x| !x.is_finite()) {
        return Winding::Unknown;
    }
    let mut longest = 0f64;
    for p in corners() {
        for q in corners() {
            let square: f64 = p.iter().zip(q).map(|(x, y)| (x - y).powi(2)).sum();
            longest = longest.max(square.sqrt());
        }
    }
    // In units of the longest edge; also flat where the volume under- or overflows.
    let (shape, volume) = match dim {
        2 => {
            let [[a, b], [c, d]] = edges::<2>(positions, cell).map(|e| e.map(|x| x / longest));
            let shape = (a * d - b * c) / 2.0;
            (shape, shape * longest.powi(2))
        }
        _ => {
            let [u, v, w] = edges::<3>(positions, cell).map(|e| e.map(|x| x / longest));
            let shape = dot(&u, &cross(v, w)) / 6.0;
            (shape, shape * longest.powi(3))
        }
    };
    if !volume.is_normal() || shape.abs() <= 1e-12 {
        Winding::Flat
    } else if shape > 0.0 {
        Winding::Positive
    } else {
        Winding::Negative
    }
}

/// Cells that lie on the same side of a facet as another cell.
fn overlapping(raw: &RawMesh) -> Vec<usize> {
    let facets = sorted_facets(raw.dim, &raw.cells);
    let mut cells = Vec::new();
    for group in shared(&facets) {
        for side in [false, true] {
            let here = || group.iter().filter(|f| f.side == side);
            if here().count() > 1 {
                cells.extend(here().map(|f| f.cell as usize));
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Refuses a mesh with defects; turns all cells if all are wound negatively.
pub(super) fn check(mut raw: RawMesh) -> Result<RawMesh> {
    let defects = inspect(&raw);
    if let Some(error) = defects.error() {
        return Err(error);
    }
    if defects.all_inverted {
        raw.cells.chunks_exact_mut(raw.dim + 1).for_each(turn);
    }
    Ok(raw)
}

fn turn(cell: &mut [u32]) {
    let last = cell.len() - 1;
    cell.swap(last - 1, last);
}

/// What [`repair`] did. Cell numbers are those of the mesh before the repair.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Repairs {
    /// Cells that were wound against the majority and have been turned.
    pub flipped: Vec<usize>,
    /// Copies of earlier cells that have been removed.
    pub duplicates: Vec<usize>,
    /// Cells without volume that have been removed.
    pub degenerate: Vec<usize>,
}

impl Repairs {
    /// One sentence for each kind of repair that was made.
    pub fn sentences(&self) -> Vec<String> {
        let kinds = [
            (&self.flipped, "turned", "wound against the others"),
            (&self.duplicates, "removed", "there is an earlier copy"),
            (&self.degenerate, "removed", "without volume"),
        ];
        let made = kinds.iter().filter(|(cells, ..)| !cells.is_empty());
        made.map(|(cells, what, why)| format!("{what} {}: {why}", numbered("cell", "cells", cells)))
            .collect()
    }
}

/// Mends what can be mended: turns inverted cells, removes duplicate and degenerate ones together
/// with their labels. Vertices keep their numbers.
pub fn repair(mut raw: RawMesh) -> Result<(SimplexMesh, Repairs)> {
    let found = inspect(&raw);
    let mut degenerate = [found.repeated.clone(), found.degenerate.clone()].concat();
    degenerate.sort_unstable();
    let mendable = Defects {
        repeated: Vec::new(),
        degenerate: Vec::new(),
        duplicates: Vec::new(),
        inverted: Vec::new(),
        ..found.clone()
    };
    if let Some(error) = mendable.error() {
        return Err(error);
    }

    let corners = raw.dim + 1;
    let mut keep = vec![true; raw.cells.len() / corners];
    degenerate.iter().chain(&found.duplicates).for_each(|&t| keep[t] = false);
    let flat = |t: &usize| degenerate.binary_search(t).is_ok();
    let repairs = Repairs {
        flipped: found.inverted.into_iter().filter(|&t| keep[t]).collect(),
        duplicates: found.duplicates.into_iter().filter(|t| !flat(t)).collect(),
        degenerate,
    };

    let mut cells = Vec::with_capacity(raw.cells.len());
    for (cell, _) in raw.cells.chunks_exact_mut(corners).zip(&keep).filter(|(_, keep)| **keep) {
        if winding(&raw.positions, raw.dim, cell) == Winding::Negative {
            turn(cell);
        }
        cells.extend_from_slice(cell);
    }
    raw.cells = cells;
    let mut kept = keep.iter();
    raw.cell_labels.retain(|_| kept.next() == Some(&true));
    Ok((SimplexMesh::new(raw)?, repairs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;

    fn code(raw: RawMesh) -> Code {
        SimplexMesh::new(raw).unwrap_err().code
    }

    fn square() -> RawMesh {
        grid(&[2, 2], &[1.0, 1.0])
    }

    fn invert(raw: &mut RawMesh, t: usize) {
        turn(&mut raw.cells[t * (raw.dim + 1)..][..raw.dim + 1]);
    }

    #[test]
    fn doubled_vertices_are_found_where_cells_use_them() {
        let mut raw = grid(&[2, 2], &[1.0, 1.0]);
        assert!(coincident(&SimplexMesh::new(raw.clone()).unwrap()).is_empty());
        // a cell gets a vertex of its own in place of the middle one; another copy is not used
        let middle = raw.positions[8..10].to_vec();
        raw.positions.extend([middle.clone(), middle].concat());
        let corner = raw.cells.iter().position(|&i| i == 4).unwrap();
        raw.cells[corner] = 9;
        assert_eq!(coincident(&SimplexMesh::new(raw).unwrap()), [9]);
    }

    #[test]
    fn arrays_that_do_not_fit_together_are_refused() {
        assert_eq!(code(RawMesh { dim: 0, ..square() }), Code::Format);
        assert_eq!(code(RawMesh { dim: usize::MAX, ..square() }), Code::Format);
        assert_eq!(code(RawMesh { cell_labels: vec![1], ..square() }), Code::Format);
        assert_eq!(code(RawMesh { vertex_labels: vec![1], ..square() }), Code::Format);
        assert_eq!(code(RawMesh { positions: vec![0.0; 3], ..square() }), Code::Format);
        assert_eq!(code(RawMesh { cells: vec![0, 1], ..square() }), Code::Format);
    }

    #[test]
    fn a_mesh_without_cells_or_vertices_is_empty() {
        assert_eq!(code(RawMesh { cells: vec![], ..square() }), Code::MeshEmpty);
        assert_eq!(code(RawMesh { dim: 3, ..RawMesh::default() }), Code::MeshEmpty);
    }

    #[test]
    fn errors_name_the_vertex_or_cell() {
        let mut raw = square();
        raw.positions[9] = f64::NAN;
        let error = SimplexMesh::new(raw).unwrap_err();
        assert_eq!(error.code, Code::MeshNotFinite);
        assert_eq!(error.message, "vertex 4 has a NaN or infinite coordinate");

        let mut raw = square();
        raw.cells[16] = 9;
        let error = SimplexMesh::new(raw).unwrap_err();
        assert_eq!(error.code, Code::MeshIndex);
        assert_eq!(error.message, "cell 5 names a vertex that does not exist");

        let mut raw = square();
        raw.cells[4] = raw.cells[3];
        let error = SimplexMesh::new(raw).unwrap_err();
        assert_eq!(error.code, Code::MeshDegenerate);
        assert_eq!(error.message, "cell 1 names the same vertex twice");
    }

    #[test]
    fn flat_cells_are_refused_at_any_scale_and_small_ones_are_not() {
        for scale in [1e-6, 1.0, 1e6] {
            let flat = RawMesh {
                dim: 3,
                positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]
                    .map(|x| f64::from(x) * scale)
                    .into(),
                cells: vec![0, 1, 2, 3],
                ..RawMesh::default()
            };
            assert_eq!(code(flat), Code::MeshDegenerate);
            let cube = grid(&[2, 2, 2], &[scale; 3]);
            assert!(SimplexMesh::new(cube).is_ok());
        }
        let huge = grid(&[2, 2, 2], &[1e200; 3]);
        assert_eq!(code(huge), Code::MeshDegenerate);
    }

    #[test]
    fn a_mesh_wound_negatively_throughout_is_turned() {
        for raw in [square(), grid(&[1, 2, 1], &[1.0; 3])] {
            let mut turned = raw.clone();
            (0..turned.cells.len() / (raw.dim + 1)).for_each(|t| invert(&mut turned, t));
            assert!(inspect(&turned).all_inverted);
            assert_eq!(SimplexMesh::new(turned).unwrap().raw(), &raw);
        }
    }

    #[test]
    fn mixed_winding_lists_the_minority() {
        let mut raw = square();
        [1, 3].iter().for_each(|&t| invert(&mut raw, t));
        let error = SimplexMesh::new(raw.clone()).unwrap_err();
        assert_eq!(error.code, Code::MeshOrientation);
        assert_eq!(error.message, "cells 1, 3 are wound against the others");
        assert!(error.help.unwrap().contains("repair = true"));
        (0..8).for_each(|t| invert(&mut raw, t));
        assert_eq!(inspect(&raw).inverted, [1, 3]);
        let (mesh, repairs) = repair(raw).unwrap();
        assert_eq!(*mesh.raw(), square());
        assert_eq!(repairs.flipped, [1, 3]);
    }

    #[test]
    fn repair_removes_cells_with_their_labels_and_keeps_vertex_numbers() {
        let mut raw = square();
        let good = raw.clone();
        raw.positions.extend([7.0, 7.0]);
        raw.cells.splice(0..0, [0, 0, 1]);
        raw.cells.extend([good.cells[2], good.cells[1], good.cells[0], 0, 1, 2, 4, 4, 4]);
        raw.cell_labels = (0..12).collect();
        let (mesh, repairs) = repair(raw).unwrap();
        assert_eq!(mesh.cells(), good.cells);
        assert_eq!(mesh.cell_labels(), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(mesh.vertex_count(), 10);
        assert_eq!(repairs.duplicates, [9]);
        assert_eq!(repairs.degenerate, [0, 10, 11]);
        let said =
            ["removed cell 9: there is an earlier copy", "removed cells 0, 10, 11: without volume"];
        assert_eq!(repairs.sentences(), said);
    }

    #[test]
    fn repair_cannot_mend_missing_vertices() {
        let mut raw = square();
        raw.cells[0] = 100;
        assert_eq!(repair(raw).unwrap_err().code, Code::MeshIndex);
    }

    #[test]
    fn duplicates_are_found_whatever_their_order() {
        let mut raw = grid(&[1, 1, 1], &[1.0; 3]);
        let copy = [raw.cells[1], raw.cells[2], raw.cells[0], raw.cells[3]];
        raw.cells.extend(copy);
        assert_eq!(inspect(&raw).duplicates, [6]);
        assert_eq!(code(raw), Code::MeshDuplicate);
    }

    #[test]
    fn loose_vertices_are_listed_and_allowed() {
        let mut raw = square();
        raw.positions.extend([7.0, 7.0]);
        assert_eq!(inspect(&raw).unreferenced, [9]);
        assert!(SimplexMesh::new(raw).is_ok());
    }

    #[test]
    fn folded_cells_are_reported() {
        assert!(inspect(&square()).overlapping.is_empty());
        assert!(inspect(&grid(&[2, 2, 2], &[1.0; 3])).overlapping.is_empty());
        let folded = RawMesh {
            dim: 2,
            positions: vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.3, 0.3],
            cells: vec![0, 1, 2, 0, 1, 3],
            ..RawMesh::default()
        };
        assert_eq!(inspect(&folded).overlapping, [0, 1]);
    }
}
