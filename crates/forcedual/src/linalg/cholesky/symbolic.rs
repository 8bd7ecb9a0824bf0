//! What a factor needs to know of a pattern: its order, its supernodes, how they are stored, and where
//! the matrix's entries go.

use super::sweep;
use super::tree::{Piece, Tree};
use crate::error::Result;
use crate::linalg::order::{Neighbours, order};
use crate::linalg::sparse::Pattern;
use std::ops::Range;

/// Columns stored together, few enough that their unknowns stay in the nearest cache.
pub(super) const PANEL: usize = 64;

/// The order and symbolic structure of a factor: found once per pattern.
pub struct Symbolic {
    pub(super) tree: Tree,
    /// Panels of each piece, and where their values begin.
    pub(super) panels: Vec<Vec<Panel>>,
    /// Entries of the matrix by supernode: place in the matrix's values, place in the front.
    pub(super) entries: Vec<(u32, u32)>,
    /// Where each supernode's entries begin; one more than supernodes.
    pub(super) entry_starts: Vec<usize>,
}

impl Symbolic {
    /// Orders the graph of the vertices and analyses the matrix, whose row `r` belongs to vertex
    /// `vertex_of(r)`.
    pub fn new(
        pattern: &Pattern,
        vertices: usize,
        vertex_of: impl Fn(usize) -> usize,
    ) -> Result<Self> {
        Self::ordered(pattern, vertices, vertex_of, order)
    }

    pub(super) fn ordered(
        pattern: &Pattern,
        vertices: usize,
        vertex_of: impl Fn(usize) -> usize,
        order: impl Fn(&Pattern, &Neighbours) -> Result<Vec<u32>>,
    ) -> Result<Self> {
        let mut unknowns: Vec<Vec<u32>> = vec![Vec::new(); vertices];
        for r in 0..pattern.size() {
            unknowns[vertex_of(r)].push(r as u32);
        }
        // vertices without unknowns are not in the graph
        let mut number = vec![0u32; vertices];
        let mut count = 0;
        for v in 0..vertices {
            number[v] = count;
            count += u32::from(!unknowns[v].is_empty());
        }
        unknowns.retain(|u| !u.is_empty());
        let graph = quotient(pattern, &unknowns, |r| number[vertex_of(r)]);
        let neighbours = Neighbours::of(&graph);
        let order = order(&graph, &neighbours)?;
        let tree = Tree::new(&neighbours, &order, &unknowns);
        let (entries, entry_starts) = placed(&tree, pattern);
        let panels = tree.pieces.iter().map(|piece| panels(&tree, piece)).collect();
        Ok(Symbolic { tree, panels, entries, entry_starts })
    }

    /// Number of values stored in a factor.
    pub fn stored(&self) -> usize {
        self.panels.iter().map(|p| stored(p)).sum()
    }
}

/// Some columns of a supernode: as it is stored.
pub(super) struct Panel {
    pub node: usize,
    pub width: usize,
    /// Where its rows are in [`Tree::rows`], its own first.
    pub rows: Range<usize>,
    /// Where its values are among those of the piece.
    pub values: Range<usize>,
}

fn panels(tree: &Tree, piece: &Piece) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for s in piece.nodes.clone() {
        let node = &tree.nodes[s];
        for from in (0..node.width).step_by(PANEL) {
            let width = PANEL.min(node.width - from);
            let rows = node.rows.start + from..node.rows.end;
            let at = stored(&panels);
            let values = at..at + sweep::stored(width, rows.len() - width);
            panels.push(Panel { node: s, width, rows, values });
        }
    }
    panels
}

/// Number of values in panels of a piece.
pub(super) fn stored(panels: &[Panel]) -> usize {
    panels.last().map_or(0, |p| p.values.end)
}

/// The pattern of vertices whose unknowns share an entry.
fn quotient(pattern: &Pattern, unknowns: &[Vec<u32>], vertex_of: impl Fn(usize) -> u32) -> Pattern {
    let mut columns: Vec<Vec<u32>> = vec![Vec::new(); unknowns.len()];
    for (v, own) in unknowns.iter().enumerate() {
        for &j in own {
            for &i in pattern.column(j as usize) {
                let w = vertex_of(i as usize);
                let (low, high) = (w.min(v as u32), w.max(v as u32));
                let to = &mut columns[low as usize];
                if to.last() != Some(&high) {
                    to.push(high);
                }
            }
        }
    }
    let mut out = Pattern { column_starts: vec![0], rows: Vec::new() };
    for column in &mut columns {
        column.sort_unstable();
        column.dedup();
        out.rows.extend_from_slice(column);
        out.column_starts.push(out.rows.len() as u32);
    }
    out
}

/// Where the entries of a matrix go: (place in its values, place in the front), by supernode.
fn placed(tree: &Tree, pattern: &Pattern) -> (Vec<(u32, u32)>, Vec<usize>) {
    let n = pattern.size();
    let mut inverse = vec![0u32; n];
    tree.forward.iter().enumerate().for_each(|(new, &old)| inverse[old as usize] = new as u32);
    let mut node_of = vec![0u32; n];
    for piece in &tree.pieces {
        for s in piece.nodes.clone() {
            let start = piece.first + tree.nodes[s].start;
            node_of[start..start + tree.nodes[s].width].fill(s as u32);
        }
    }
    let entry = |i: u32, j: usize| {
        let (a, b) = (inverse[i as usize], inverse[j]);
        (a.max(b), a.min(b))
    };
    let mut starts = vec![0; tree.nodes.len() + 1];
    for j in 0..n {
        for &i in pattern.column(j) {
            starts[node_of[entry(i, j).1 as usize] as usize + 1] += 1;
        }
    }
    for s in 0..tree.nodes.len() {
        starts[s + 1] += starts[s];
    }
    let mut fill = starts.clone();
    let mut sorted = vec![(0u32, 0u32, 0u32); starts[tree.nodes.len()]];
    for j in 0..n {
        let first = pattern.column_starts[j];
        for (k, &i) in pattern.column(j).iter().enumerate() {
            let (row, column) = entry(i, j);
            let s = node_of[column as usize] as usize;
            sorted[fill[s]] = (first + k as u32, row, column);
            fill[s] += 1;
        }
    }
    let mut place = vec![0u32; n];
    let mut entries = Vec::with_capacity(sorted.len());
    for piece in &tree.pieces {
        for s in piece.nodes.clone() {
            let node = &tree.nodes[s];
            let start = piece.first + node.start;
            for (k, &r) in tree.rows[node.rows.clone()].iter().enumerate() {
                place[piece.global(r)] = k as u32;
            }
            let height = node.rows.len() as u32;
            entries.extend(sorted[starts[s]..starts[s + 1]].iter().map(
                |&(source, row, column)| {
                    (source, place[row as usize] + height * (column - start as u32))
                },
            ));
        }
    }
    (entries, starts)
}
