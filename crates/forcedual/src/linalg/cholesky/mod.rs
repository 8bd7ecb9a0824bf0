//! Sparse Cholesky factors and blocked solves.
//!
//! The factorisation is multifrontal: each supernode gathers its entries of `A` and the updates
//! of its children in a dense front,
//!
//! ```text
//! [ F11      ]   [ L11    ] [ L11^T L21^T ]
//! [ F21  F22 ] = [ L21  I ] [        U    ]      U = F22 - L21 L21^T  goes to the parent
//! ```
//!
//! Solves are what a subspace design spends its time on. Each reads the whole factor, so many
//! right-hand sides are carried through it together, and disjoint subtrees are worked on at once: most
//! of the factor is read once however many cores there are, and only its top once per [`LANES`]
//! right-hand sides. A column's result depends neither on its neighbours nor on the number of
//! threads.

mod front;
mod sweep;
mod symbolic;
mod tree;

use super::dense::{column, column_mut};
use super::sparse::SparseSym;
use crate::error::{Code, Error, Result};
use crate::memory;
use crate::progress::{Progress, Silent, check};
use faer::reborrow::ReborrowMut;
use faer::{MatMut, MatRef};
use front::Front;
use pulp::Arch;
use rayon::prelude::*;
use std::sync::Mutex;
use sweep::{Backward, Block, Forward, LANES};
pub use symbolic::Symbolic;
use symbolic::{PANEL, Panel, stored};
use tree::Piece;

/// Right-hand sides solved for together.
const TOGETHER: usize = 4 * LANES;

/// What eliminating a supernode leaves for its parent: a packed lower triangle, by columns.
struct Update {
    from: usize,
    values: Vec<f64>,
}

/// A factor `A = L L^T` of a sparse symmetric positive definite matrix.
pub struct Cholesky {
    symbolic: Symbolic,
    /// By piece.
    values: Vec<Vec<f64>>,
    /// Unknowns by piece, kept from solve to solve.
    spare: Mutex<Vec<Vec<Vec<f64>>>>,
    /// Kept from factor to factor.
    fronts: Mutex<Vec<Front>>,
}

impl Cholesky {
    /// Factors `a`.
    pub fn new(a: &SparseSym, symbolic: Symbolic, progress: &dyn Progress) -> Result<Self> {
        let mut factor = Cholesky::with(symbolic)?;
        factor.refactor(a, progress)?;
        factor.fronts = Mutex::default();
        Ok(factor)
    }

    /// Room for a factor, which is of no use until values are given ([`Cholesky::refactor`]).
    pub fn with(symbolic: Symbolic) -> Result<Self> {
        let what = format!("a factor of {} numbers", symbolic.stored());
        memory::claim_items(symbolic.stored(), 8, &what, COARSER)?;
        let values = symbolic.panels.iter().map(|p| zeros(stored(p))).collect::<Result<_>>()?;
        Ok(Cholesky { values, symbolic, spare: Mutex::default(), fronts: Mutex::default() })
    }

    /// Factors a matrix whose rows are vertices.
    pub fn of_scalar(a: &SparseSym) -> Result<Self> {
        Cholesky::new(a, Symbolic::new(&a.pattern, a.size(), |r| r)?, &Silent)
    }

    /// Factors new values over the same pattern; nothing is ordered or analysed again. After an
    /// error the factor is of no use until values succeed.
    pub fn refactor(&mut self, a: &SparseSym, progress: &dyn Progress) -> Result<()> {
        let symbolic = &self.symbolic;
        if a.values.len() != symbolic.entries.len() {
            return Err(Error::new(
                Code::Numeric,
                "the matrix has another pattern than its factor",
            ));
        }
        let parts = symbolic.tree.pieces.iter().zip(&symbolic.panels).zip(&mut self.values);
        let mut parts: Vec<Part<'_>> = parts
            .map(|((piece, panels), values)| Part { symbolic, piece, panels, values })
            .collect();
        let top = parts.pop();
        let fronts = &self.fronts;
        let eliminated = |part: Part<'_>, updates| {
            let kept = fronts.lock().ok().and_then(|mut fronts| fronts.pop());
            let mut front = kept.unwrap_or_default();
            let left = part.eliminate(a, updates, &mut front, progress);
            if let Ok(mut fronts) = fronts.lock() {
                fronts.push(front);
            }
            left
        };
        let updates: Vec<Vec<Update>> =
            parts.into_par_iter().map(|part| eliminated(part, vec![])).collect::<Result<_>>()?;
        if let Some(top) = top {
            eliminated(top, updates.into_iter().flatten().collect())?;
        }
        Ok(())
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.symbolic.tree.forward.len()
    }

    /// Number of values stored in the factor.
    pub fn stored(&self) -> usize {
        self.symbolic.stored()
    }

    /// Solves `A x = b` for each column of `b`, in place.
    pub fn solve_in_place(&self, b: MatMut<'_, f64>) {
        self.solve_among(&self.symbolic.tree.forward, b);
    }

    /// Solves for the rows of `b` that `rows` names, one per unknown; other rows become zero.
    pub fn solve_rows(&self, rows: &[u32], b: MatMut<'_, f64>) {
        let forward = &self.symbolic.tree.forward;
        let places: Vec<u32> = forward.iter().map(|&i| rows[i as usize]).collect();
        self.solve_among(&places, b);
    }

    /// Solves for the rows of `b` at `places`, in the order of the factor.
    fn solve_among(&self, places: &[u32], mut b: MatMut<'_, f64>) {
        let mut from = 0;
        while from < b.ncols() {
            let count = (b.ncols() - from).min(TOGETHER);
            self.solve_together(places, b.rb_mut().subcols_mut(from, count));
            from += count;
        }
    }

    fn solve_together(&self, places: &[u32], mut b: MatMut<'_, f64>) {
        let Some((top, pieces)) = self.symbolic.tree.pieces.split_last() else { return };
        let slabs = b.ncols().div_ceil(LANES);
        let whole = b.rb_mut();
        let given = whole.as_ref();
        let kept = self.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut parts = kept.unwrap_or_else(|| vec![Vec::new(); pieces.len() + 1]);
        let mut last = parts.pop().unwrap_or_default();
        pieces.par_iter().zip(&mut parts).enumerate().for_each(|(p, (piece, x))| {
            x.clear();
            x.resize(slabs * piece.height() * LANES, 0.0);
            for (k, x) in x.chunks_exact_mut(piece.height() * LANES).enumerate() {
                gather(given, k * LANES, &places[piece.first..], &mut x[..piece.rows * LANES]);
            }
            let blocks = self.blocks(p);
            Arch::new().dispatch(Forward { blocks, slabs: x, rows: piece.height() });
        });
        last.clear();
        last.resize(slabs * top.rows * LANES, 0.0);
        // many small parts of a body may leave nothing for the top
        last.par_chunks_exact_mut((top.rows * LANES).max(1)).enumerate().for_each(|(k, x)| {
            gather(given, k * LANES, &places[top.first..], x);
            for (piece, part) in pieces.iter().zip(&parts) {
                let from = (k * piece.height() + piece.rows) * LANES;
                let part = &part[from..from + piece.outside.len() * LANES];
                for (part, &row) in part.chunks_exact(LANES).zip(&piece.outside) {
                    let to = (row as usize - top.first) * LANES;
                    x[to..to + LANES].iter_mut().zip(part).for_each(|(x, p)| *x += p);
                }
            }
            let blocks = || self.blocks(pieces.len());
            Arch::new().dispatch(Forward { blocks: blocks(), slabs: x, rows: top.rows });
            Arch::new().dispatch(Backward { blocks: blocks().rev(), slabs: x, rows: top.rows });
        });
        pieces.par_iter().zip(&mut parts).enumerate().for_each(|(p, (piece, x))| {
            for (k, x) in x.chunks_exact_mut(piece.height() * LANES).enumerate() {
                let top_x = &last[k * top.rows * LANES..];
                let outside = x[piece.rows * LANES..].chunks_exact_mut(LANES);
                for (x, &row) in outside.zip(&piece.outside) {
                    let from = (row as usize - top.first) * LANES;
                    x.copy_from_slice(&top_x[from..from + LANES]);
                }
            }
            let blocks = self.blocks(p).rev();
            Arch::new().dispatch(Backward { blocks, slabs: x, rows: piece.height() });
        });
        b.par_col_chunks_mut(LANES).enumerate().for_each(|(k, mut b)| {
            b.fill(0.0);
            let all = pieces.iter().zip(&parts).chain([(top, &last)]);
            for (piece, x) in all {
                let x = &x[k * piece.height() * LANES..][..piece.rows * LANES];
                for j in 0..b.ncols() {
                    let b = column_mut(b.rb_mut(), j);
                    for (x, &place) in x.chunks_exact(LANES).zip(&places[piece.first..]) {
                        b[place as usize] = x[j];
                    }
                }
            }
        });
        parts.push(last);
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(parts);
        }
    }

    /// The panels of a piece, in order.
    fn blocks(&self, piece: usize) -> impl DoubleEndedIterator<Item = Block<'_>> {
        let (rows, values) = (&self.symbolic.tree.rows, &self.values[piece]);
        self.symbolic.panels[piece].iter().map(move |panel| Block {
            width: panel.width,
            rows: &rows[panel.rows.clone()],
            values: &values[panel.values.clone()],
        })
    }
}

/// What needs less memory.
const COARSER: &str = "use a coarser mesh, or allow more memory";

/// Room for so many values, if there is memory.
fn zeros(count: usize) -> Result<Vec<f64>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| {
        let size = 8e-9 * count as f64;
        Error::new(Code::Memory, format!("no memory for a factor of {size:.1} GB")).help(COARSER)
    })?;
    values.resize(count, 0.0);
    Ok(values)
}

/// Rows of columns `first..first + LANES` at `places`, lanes side by side.
fn gather(b: MatRef<'_, f64>, first: usize, places: &[u32], x: &mut [f64]) {
    for j in 0..LANES.min(b.ncols() - first) {
        let b = column(b, first + j);
        for (x, &place) in x.chunks_exact_mut(LANES).zip(places) {
            x[j] = b[place as usize];
        }
    }
}

/// A piece of the factor under way.
struct Part<'a> {
    symbolic: &'a Symbolic,
    piece: &'a Piece,
    panels: &'a [Panel],
    values: &'a mut [f64],
}

impl Part<'_> {
    /// Factors the supernodes of the piece; the updates that leave it are returned.
    fn eliminate(
        self,
        a: &SparseSym,
        incoming: Vec<Update>,
        front: &mut Front,
        progress: &dyn Progress,
    ) -> Result<Vec<Update>> {
        let (symbolic, tree, piece) = (self.symbolic, &self.symbolic.tree, self.piece);
        let mut arrived: Vec<Vec<Update>> = piece.nodes.clone().map(|_| Vec::new()).collect();
        for update in incoming {
            if let Some(parent) = tree.nodes[update.from].parent {
                arrived[parent - piece.nodes.start].push(update);
            }
        }
        // the updates of a supernode's children are the last ones, as subtrees stand together
        let mut updates: Vec<Update> = Vec::new();
        let mut place = vec![0u32; piece.height()];
        let mut panels = self.panels;
        for s in piece.nodes.clone() {
            check(progress)?;
            let node = &tree.nodes[s];
            let rows = &tree.rows[node.rows.clone()];
            front.clear(node.width, rows.len());
            let entries = symbolic.entry_starts[s]..symbolic.entry_starts[s + 1];
            for &(source, to) in &symbolic.entries[entries] {
                front.panel[to as usize] += a.values[source as usize];
            }
            rows.iter().enumerate().for_each(|(k, &r)| place[r as usize] = k as u32);
            for update in std::mem::take(&mut arrived[s - piece.nodes.start]) {
                let source = tree.piece_of(update.from);
                let rows = tree.below(update.from).iter();
                let at = rows.map(|&r| place[source.global(r) - piece.first] as usize);
                front.add(&at.collect::<Vec<_>>(), &update.values);
            }
            while let Some(update) = updates.pop_if(|u| tree.nodes[u.from].parent == Some(s)) {
                let at = tree.below(update.from).iter().map(|&r| place[r as usize] as usize);
                front.add(&at.collect::<Vec<_>>(), &update.values);
                front.keep(update.values);
            }
            front.factor()?;
            let count = panels.iter().take_while(|p| p.node == s).count();
            for (k, panel) in panels[..count].iter().enumerate() {
                front.store(k * PANEL, panel.width, &mut self.values[panel.values.clone()]);
            }
            panels = &panels[count..];
            if node.width < rows.len() {
                updates.push(Update { from: s, values: front.packed() });
            }
        }
        Ok(updates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Pattern;
    use crate::linalg::llt;
    use crate::linalg::order::{Neighbours, dissect, minimum_degree, order};
    use faer::Mat;
    use std::sync::Arc;

    /// A grid Laplacian plus identity, two coupled unknowns per vertex.
    fn matrix(side: u32) -> (Pattern, SparseSym) {
        let mut cells = Vec::new();
        for y in 0..side - 1 {
            for x in 0..side - 1 {
                let a = y * side + x;
                cells.extend([a, a + 1, a + side, a + 1, a + side + 1, a + side]);
            }
        }
        let graph = Pattern::of_cells((side * side) as usize, &cells, 3);
        let mut a = SparseSym::zeros(Arc::new(graph.expand(2)));
        for j in 0..a.size() {
            for k in a.pattern.column_starts[j] as usize..a.pattern.column_starts[j + 1] as usize {
                let i = a.pattern.rows[k] as usize;
                a.values[k] = if i == j { 20.0 } else { -1.0 / (1.0 + (i + j) as f64 % 3.0) };
            }
        }
        (graph, a)
    }

    #[test]
    fn solves_blocks_of_any_width() {
        let (graph, a) = matrix(17);
        let symbolic = Symbolic::new(&a.pattern, graph.size(), |r| r / 2).unwrap();
        let factor = Cholesky::new(&a, symbolic, &Silent).unwrap();
        for width in [1, 2, 3, 4, 7, 8, 13, 32, 70] {
            let x = Mat::from_fn(a.size(), width, |i, j| ((i * 31 + j * 17) as f64).sin());
            let mut b = Mat::zeros(a.size(), width);
            a.mul(x.as_ref(), b.as_mut());
            factor.solve_in_place(b.as_mut());
            assert!((b - x).norm_max() < 1e-12, "width {width}");
        }
    }

    #[test]
    fn a_column_does_not_depend_on_its_neighbours() {
        let (graph, a) = matrix(13);
        let symbolic = Symbolic::new(&a.pattern, graph.size(), |r| r / 2).unwrap();
        let factor = Cholesky::new(&a, symbolic, &Silent).unwrap();
        let b = Mat::from_fn(a.size(), 45, |i, j| ((i * 31 + j * 17) as f64).sin());
        let mut together = b.clone();
        factor.solve_in_place(together.as_mut());
        for j in [0, 31, 44] {
            let mut alone = b.as_ref().subcols(j, 1).to_owned();
            factor.solve_in_place(alone.as_mut());
            assert!(column(alone.as_ref(), 0) == column(together.as_ref(), j), "column {j}");
        }
    }

    #[test]
    fn trees_of_any_shape_are_solved() {
        let grid = |side: usize| {
            let cell = |a: usize| [a, a + 1, a + side, a + 1, a + side + 1, a + side];
            let at = |k: usize| k / (side - 1) * side + k % (side - 1);
            (0..(side - 1) * (side - 1)).flat_map(|k| cell(at(k))).collect::<Vec<_>>()
        };
        let two_grids = [grid(9), grid(9).into_iter().map(|v| v + 100).collect()].concat();
        for (name, vertices, cells) in [
            ("no neighbours", 50, vec![]),
            (
                "path, a tree as deep as it is long",
                20_000,
                (0..59_994).map(|k| k / 3 + k % 3).collect(),
            ),
            ("two parts and loose vertices", 190, two_grids),
            (
                "everything coupled",
                70,
                (0..70).flat_map(|a| (0..69).flat_map(move |b| [a, b, b + 1])).collect(),
            ),
            ("one unknown", 1, vec![]),
        ] {
            let cells: Vec<u32> = cells.into_iter().map(|v| v as u32).collect();
            let pattern = Arc::new(Pattern::of_cells(vertices, &cells, 3));
            let mut a = SparseSym::zeros(pattern.clone());
            for j in 0..vertices {
                for &i in pattern.column(j) {
                    let value =
                        if i as usize == j { 80.0 } else { -((i as usize * 7 + j) as f64).sin() };
                    a.add(i as usize, j, value);
                }
            }
            let x = Mat::from_fn(vertices, 3, |i, j| ((i * 31 + j * 17) as f64).sin());
            let mut b = Mat::zeros(vertices, 3);
            a.mul(x.as_ref(), b.as_mut());
            type Order = fn(&Pattern, &Neighbours) -> Result<Vec<u32>>;
            let orders: [Order; 3] =
                [order, |_, near| dissect(near), |graph, _| Ok(minimum_degree(graph)?.0)];
            for order in orders {
                let symbolic = Symbolic::ordered(&pattern, vertices, |r| r, order).unwrap();
                let mut found = b.clone();
                let factor = Cholesky::new(&a, symbolic, &Silent).unwrap();
                factor.solve_in_place(found.as_mut());
                assert!((found - &x).norm_max() < 1e-12, "{name}");
            }
        }
    }

    /// Everything coupled, or a path of `n - border` vertices and a border coupled to everything.
    fn bordered(n: usize, border: usize) -> (Arc<Pattern>, SparseSym) {
        let mut pattern = Pattern { column_starts: vec![0], rows: Vec::new() };
        for j in 0..n {
            let coupled = |i: &usize| *i <= j + 1 || *i >= n - border;
            pattern.rows.extend((j..n).filter(coupled).map(|i| i as u32));
            pattern.column_starts.push(pattern.rows.len() as u32);
        }
        let pattern = Arc::new(pattern);
        let mut a = SparseSym::zeros(pattern.clone());
        for j in 0..n {
            for &i in pattern.column(j) {
                let off = ((i as usize * 7 + j * 3) as f64).sin();
                a.add(i as usize, j, if i as usize == j { n as f64 } else { off });
            }
        }
        (pattern, a)
    }

    #[test]
    fn fronts_larger_than_a_task_agree_with_a_dense_factor_on_any_number_of_threads() {
        for (n, border) in [(300, 300), (700, 290)] {
            let (pattern, a) = bordered(n, border);
            let mut dense = Mat::zeros(n, n);
            a.mul(Mat::identity(n, n).as_ref(), dense.as_mut());
            let l = llt(dense.as_ref()).unwrap();
            let b = Mat::from_fn(n, 5, |i, j| ((i * 31 + j * 17) as f64).sin());
            let mut exact = b.clone();
            crate::linalg::solve_lower(l.as_ref(), exact.as_mut());
            crate::linalg::solve_lower_transposed(l.as_ref(), exact.as_mut());
            let solved = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    let symbolic = Symbolic::new(&pattern, n, |r| r).unwrap();
                    assert!(symbolic.tree.nodes.iter().any(|s| s.rows.len() > 2 * 128));
                    let mut x = b.clone();
                    let factor = Cholesky::new(&a, symbolic, &Silent).unwrap();
                    factor.solve_in_place(x.as_mut());
                    x
                })
            };
            let one = solved(1);
            assert!((&one - &exact).norm_max() < 1e-14);
            assert!(one == solved(2) && one == solved(3));
        }
    }

    #[test]
    fn new_values_are_factored_over_the_same_pattern_only() {
        let (graph, mut a) = matrix(12);
        let symbolic = Symbolic::new(&a.pattern, graph.size(), |r| r / 2).unwrap();
        let mut factor = Cholesky::new(&a, symbolic, &Silent).unwrap();
        a.values.iter_mut().for_each(|v| *v *= -4.0);
        assert_eq!(factor.refactor(&a, &Silent).err().unwrap().code, Code::Numeric);
        a.values.iter_mut().for_each(|v| *v *= -1.0);
        factor.refactor(&a, &Silent).unwrap();
        let x = Mat::from_fn(a.size(), 2, |i, j| ((i * 31 + j * 17) as f64).sin());
        let mut b = Mat::zeros(a.size(), 2);
        a.mul(x.as_ref(), b.as_mut());
        factor.solve_in_place(b.as_mut());
        assert!((b - x).norm_max() < 1e-12);
        assert_eq!(factor.refactor(&matrix(13).1, &Silent).err().unwrap().code, Code::Numeric);
    }

    #[test]
    fn threads_do_not_change_the_bits() {
        let (graph, a) = matrix(40);
        let solved = |threads: usize| {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| {
                let symbolic = Symbolic::new(&a.pattern, graph.size(), |r| r / 2).unwrap();
                assert!(symbolic.tree.pieces.len() > 4);
                let factor = Cholesky::new(&a, symbolic, &Silent).unwrap();
                let mut b = Mat::from_fn(a.size(), 21, |i, j| ((i * 31 + j * 17) as f64).sin());
                factor.solve_in_place(b.as_mut());
                b
            })
        };
        let one = solved(1);
        assert!(one == solved(2) && one == solved(3));
    }

    #[test]
    fn an_indefinite_matrix_is_refused() {
        let (_, mut a) = matrix(5);
        a.values.iter_mut().for_each(|v| *v = -*v);
        let symbolic = Symbolic::new(&a.pattern, a.size(), |r| r).unwrap();
        assert_eq!(Cholesky::new(&a, symbolic, &Silent).err().unwrap().code, Code::Numeric);
    }
}
