//! The elimination tree of a symmetric matrix, its supernodes, and how they are divided.
//!
//! Column `j` of the factor of a graph in elimination order has the rows
//!
//! ```text
//! struct(j) = { i > j : a_ij != 0 }  u  U struct(c) \ {j}  over the children c of j,
//! parent(j) = min struct(j)
//! ```
//!
//! Columns merge with their parent into a supernode, stored densely, where that stores few zeros.
//! Disjoint subtrees are independent but for the rows of their ancestors: the tree is divided
//! into [`Piece`]s of like size that can be worked on at once, and the top that joins them. The
//! division depends on the graph alone, so that the number of threads changes no bit.

use crate::linalg::order::Neighbours;
use std::ops::Range;

/// Columns eliminated together: the rows of their dense block, in the numbering of a piece.
pub struct Supernode {
    /// First row (and column) of the block.
    pub start: usize,
    /// Number of columns.
    pub width: usize,
    /// Where its rows are in [`Tree::rows`].
    pub rows: Range<usize>,
    /// The supernode that its update goes to.
    pub parent: Option<usize>,
}

/// Supernodes in elimination order whose columns are consecutive, and that no other piece needs
/// before the top.
pub struct Piece {
    /// First row of the piece, in elimination order.
    pub first: usize,
    /// Number of rows.
    pub rows: usize,
    /// Rows of the top that the piece touches, in elimination order: its rows after its own.
    pub outside: Vec<u32>,
    /// Its supernodes.
    pub nodes: Range<usize>,
}

impl Piece {
    /// The row in elimination order of a row of the piece.
    pub fn global(&self, r: u32) -> usize {
        let r = r as usize;
        if r < self.rows { self.first + r } else { self.outside[r - self.rows] as usize }
    }

    /// Rows of the piece and rows of the top that it touches.
    pub fn height(&self) -> usize {
        self.rows + self.outside.len()
    }
}

/// Supernodes of a factor.
pub struct Tree {
    /// New-to-old order of the rows.
    pub forward: Vec<u32>,
    /// In elimination order.
    pub nodes: Vec<Supernode>,
    /// Rows of the supernodes, their own first, in the numbering of the node's piece.
    pub rows: Vec<u32>,
    /// Independent pieces, and last the top.
    pub pieces: Vec<Piece>,
}

/// Pieces have about this share of the factor.
const SHARE: usize = 16;

/// Share of stored zeros that is accepted in a supernode of so many columns.
fn accepted(width: usize) -> f64 {
    match width {
        0..=12 => 0.6,
        13..=32 => 0.2,
        33..=96 => 0.1,
        _ => 0.05,
    }
}

/// A supernode of the vertex graph while columns merge.
struct Column {
    vertices: Vec<u32>,
    below: Vec<u32>,
    children: Vec<usize>,
    width: usize,
    height: usize,
    zeros: usize,
}

impl Column {
    fn stored(&self) -> usize {
        self.width * (self.width + 1) / 2 + self.width * self.height
    }
}

impl Tree {
    /// The supernodes of a graph eliminated in `order`; vertex `v` stands for the matrix rows
    /// `unknowns[v]`.
    pub fn new(neighbours: &Neighbours, order: &[u32], unknowns: &[Vec<u32>]) -> Self {
        let columns = merged(neighbours, order, unknowns);
        let n = columns.len();
        let mut sizes = vec![0; n];
        let mut child = vec![false; n];
        for j in 0..n {
            if let Some(column) = &columns[j] {
                sizes[j] =
                    column.stored() + column.children.iter().map(|&c| sizes[c]).sum::<usize>();
                column.children.iter().for_each(|&c| child[c] = true);
            }
        }
        let roots = (0..n).filter(|&j| columns[j].is_some() && !child[j]).collect();
        let (groups, top) = divided(&columns, &sizes, roots);

        let mut tree =
            Tree { forward: Vec::new(), nodes: Vec::new(), rows: Vec::new(), pieces: Vec::new() };
        // row of each vertex's first unknown, and supernode of each column, once numbered
        let mut row = vec![0u32; n];
        let mut number = vec![usize::MAX; n];
        let sequences: Vec<Vec<usize>> =
            groups.iter().map(|g| postorder(&columns, g, |_| true)).chain([top]).collect();
        let mut count = 0;
        for sequence in &sequences {
            for &j in sequence {
                number[j] = count;
                count += 1;
                for &v in columns[j].iter().flat_map(|c| &c.vertices) {
                    row[v as usize] = tree.forward.len() as u32;
                    tree.forward.extend(&unknowns[order[v as usize] as usize]);
                }
            }
        }
        let mut at = 0;
        for sequence in &sequences {
            let first = at;
            let begin = tree.nodes.len();
            let mut listed: Vec<(usize, Vec<u32>)> = Vec::new();
            for &j in sequence {
                let Some(column) = &columns[j] else { continue };
                let mut below: Vec<u32> = Vec::with_capacity(column.height);
                for &v in &column.below {
                    let size = unknowns[order[v as usize] as usize].len() as u32;
                    below.extend(row[v as usize]..row[v as usize] + size);
                }
                below.sort_unstable();
                listed.push((column.width, below));
                at += column.width;
            }
            let mut outside: Vec<u32> = listed
                .iter()
                .flat_map(|(_, below)| below.iter().copied().filter(|&r| r as usize >= at))
                .collect();
            outside.sort_unstable();
            outside.dedup();
            let local = |r: u32| {
                let own = (r as usize) < at;
                let place = || at - first + outside.partition_point(|&o| o < r);
                (if own { r as usize - first } else { place() }) as u32
            };
            let mut start = 0;
            for (width, below) in listed {
                let from = tree.rows.len();
                tree.rows.extend((start..start + width).map(|r| r as u32));
                tree.rows.extend(below.into_iter().map(local));
                let rows = from..tree.rows.len();
                tree.nodes.push(Supernode { start, width, rows, parent: None });
                start += width;
            }
            let nodes = begin..tree.nodes.len();
            tree.pieces.push(Piece { first, rows: at - first, outside, nodes });
        }
        for j in 0..n {
            for &c in columns[j].iter().flat_map(|c| &c.children) {
                tree.nodes[number[c]].parent = Some(number[j]);
            }
        }
        tree
    }

    /// Rows of a supernode below its own.
    pub fn below(&self, node: usize) -> &[u32] {
        let node = &self.nodes[node];
        &self.rows[node.rows.start + node.width..node.rows.end]
    }

    /// The piece of a supernode.
    pub fn piece_of(&self, node: usize) -> &Piece {
        &self.pieces[self.pieces.partition_point(|p| p.nodes.end <= node)]
    }
}

/// The supernodes at their last columns, in elimination order; vertices by their rank in `order`.
fn merged(neighbours: &Neighbours, order: &[u32], unknowns: &[Vec<u32>]) -> Vec<Option<Column>> {
    let n = order.len();
    let mut rank = vec![0u32; n];
    order.iter().enumerate().for_each(|(new, &old)| rank[old as usize] = new as u32);
    let weight = |v: u32| unknowns[order[v as usize] as usize].len();
    let mut columns: Vec<Option<Column>> = (0..n).map(|_| None).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut seen = vec![u32::MAX; n];
    for j in 0..n {
        let old = order[j] as usize;
        let mut below = Vec::new();
        seen[j] = j as u32;
        let mut see = |i: u32| {
            if i > j as u32 && seen[i as usize] != j as u32 {
                seen[i as usize] = j as u32;
                below.push(i);
            }
        };
        neighbours.near(old).iter().for_each(|&v| see(rank[v as usize]));
        let own = std::mem::take(&mut children[j]);
        own.iter()
            .filter_map(|&c| columns[c].as_ref())
            .flat_map(|c| &c.below)
            .for_each(|&i| see(i));
        let height = below.iter().map(|&i| weight(i)).sum();
        if let Some(&parent) = below.iter().min() {
            children[parent as usize].push(j);
        }
        let mut column = Column {
            vertices: Vec::new(),
            below,
            children: Vec::new(),
            width: weight(j as u32),
            height,
            zeros: 0,
        };
        for c in own {
            let Some(child) = &columns[c] else { continue };
            let width = column.width + child.width;
            let gap = column.width + column.height - child.height;
            let zeros = column.zeros + child.zeros + child.width * gap;
            let stored = width * (width + 1) / 2 + width * column.height;
            if zeros == 0 || zeros as f64 <= accepted(width) * stored as f64 {
                column.width = width;
                column.zeros = zeros;
                if let Some(child) = columns[c].take() {
                    column.vertices.extend(child.vertices);
                    column.children.extend(child.children);
                }
            } else {
                column.children.push(c);
            }
        }
        column.vertices.push(j as u32);
        columns[j] = Some(column);
    }
    columns
}

/// Divides the trees at `roots` into groups of disjoint subtrees, and the top that is left.
fn divided(
    columns: &[Option<Column>],
    sizes: &[usize],
    roots: Vec<usize>,
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let share = roots.iter().map(|&r| sizes[r]).sum::<usize>() / SHARE;
    let top = postorder(columns, &roots, |j| sizes[j] > share);
    let below = top.iter().filter_map(|&j| columns[j].as_ref()).flat_map(|c| &c.children);
    let mut subtrees: Vec<usize> =
        roots.iter().chain(below).copied().filter(|&j| sizes[j] <= share).collect();
    subtrees.sort_unstable();
    let (mut groups, mut held) = (Vec::<Vec<usize>>::new(), usize::MAX);
    for root in subtrees {
        if held.saturating_add(sizes[root]) > share {
            groups.push(Vec::new());
            held = 0;
        }
        held += sizes[root];
        if let Some(group) = groups.last_mut() {
            group.push(root);
        }
    }
    (groups, top)
}

/// The supernodes of some trees for which `within` holds, each subtree together and its root last.
fn postorder(
    columns: &[Option<Column>],
    roots: &[usize],
    within: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut out = Vec::new();
    let mut open: Vec<usize> = roots.to_vec();
    open.retain(|&j| within(j));
    while let Some(j) = open.pop() {
        out.push(j);
        open.extend(columns[j].iter().flat_map(|c| &c.children).filter(|&&c| within(c)));
    }
    out.reverse();
    out
}
