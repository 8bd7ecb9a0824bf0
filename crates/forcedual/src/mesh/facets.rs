//! Facets of cells: which cells share one, and which parts cells make that way.
//!
//! Facet `a` of a cell is the one opposite to its corner `a`.

use super::geometry::Sets;

/// A facet as one of its cells has it. In a sorted list the facets of equal vertices stand
/// together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Facet {
    /// Its vertices in ascending order; in 2D the last is `u32::MAX`.
    pub(crate) vertices: [u32; 3],
    /// The cell.
    pub(crate) cell: u32,
    /// The corner of the cell that lies opposite.
    pub(crate) corner: u8,
    /// Which side of the facet the cell lies on, if the cell is wound positively.
    pub(crate) side: bool,
}

/// The facets of all cells, sorted.
pub(crate) fn sorted_facets(dim: usize, cells: &[u32]) -> Vec<Facet> {
    let mut facets = Vec::with_capacity(cells.len());
    for (t, cell) in cells.chunks_exact(dim + 1).enumerate() {
        for corner in 0..=dim {
            let mut vertices = [u32::MAX; 3];
            let others = cell[..corner].iter().chain(&cell[corner + 1..]);
            vertices.iter_mut().zip(others).for_each(|(slot, v)| *slot = *v);
            let mut odd = corner % 2 == 1;
            for i in 1..dim {
                odd ^= vertices[..i].iter().filter(|v| **v > vertices[i]).count() % 2 == 1;
            }
            vertices.sort_unstable();
            facets.push(Facet { vertices, cell: t as u32, corner: corner as u8, side: odd });
        }
    }
    facets.sort_unstable();
    facets
}

/// Groups of facets with the same vertices.
pub(crate) fn shared(facets: &[Facet]) -> impl Iterator<Item = &[Facet]> {
    facets.chunk_by(|a, b| a.vertices == b.vertices)
}

/// The part of each cell, connected through facets, numbered in order of first cell, and how many
/// parts there are.
pub(crate) fn parts(cells: usize, facets: &[Facet]) -> (usize, Vec<u32>) {
    let mut sets = Sets::new(cells);
    for group in shared(facets) {
        group.iter().for_each(|f| sets.join(group[0].cell as usize, f.cell as usize));
    }
    sets.numbered(|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;

    #[test]
    fn a_grid_has_as_many_facets_as_euler_counts() {
        for (raw, vertices, edges) in [
            (grid(&[3, 2], &[1.0, 1.0]), 12, None),
            // Kuhn's grid of n cubes a side: edges along 3 axes, 3 face diagonals and 1 of space.
            (grid(&[2, 2, 2], &[1.0; 3]), 27, Some(3 * 18 + 3 * 12 + 8)),
        ] {
            let facets = sorted_facets(raw.dim, &raw.cells);
            let cells = raw.cells.len() / (raw.dim + 1);
            let distinct = shared(&facets).count() as i64;
            let signed = match edges {
                None => vertices - distinct + cells as i64,
                Some(edges) => vertices - edges + distinct - cells as i64,
            };
            assert_eq!(signed, 1);
        }
    }

    #[test]
    fn neighbours_lie_on_opposite_sides_of_their_facet() {
        for raw in [grid(&[3, 2], &[1.0, 1.0]), grid(&[2, 3, 2], &[1.0; 3])] {
            let facets = sorted_facets(raw.dim, &raw.cells);
            let mut inner = 0;
            for group in shared(&facets) {
                assert!(group.len() <= 2);
                if let [a, b] = group {
                    assert!(a.cell < b.cell && a.side != b.side);
                    inner += 1;
                }
            }
            assert!(inner > 0);
        }
    }

    #[test]
    fn cells_that_share_only_a_vertex_are_two_parts() {
        let cells = [0, 1, 2, 2, 3, 4, 1, 2, 5];
        assert_eq!(parts(3, &sorted_facets(2, &cells)), (2, vec![0, 1, 0]));
    }
}
