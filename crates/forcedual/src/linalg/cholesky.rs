//! Sparse Cholesky factors and blocked solves.
//!
//! The factorisation is supernodal. Solves are what a subspace design spends its time on: each
//! reads the whole factor once, so a block of [`LANES`] right-hand sides is carried through it
//! row by row, the lanes of a row contiguous, and blocks are spread over the cores. A lane's
//! result does not depend on its neighbours or on the number of threads.

use super::dense::{column, column_mut};
use super::order::order;
use super::sparse::{Pattern, SparseSym};
use crate::error::{Code, Error, Result};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::perm::Perm;
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::supernodal::SupernodalLltRef;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{MatMut, Par, Side};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

/// Right-hand sides carried through the factor together.
pub const LANES: usize = 32;

/// The order and symbolic structure of a factor: found once per pattern.
pub struct Symbolic {
    structure: SymbolicCholesky<u32>,
    /// New-to-old order of the rows.
    forward: Vec<u32>,
}

impl Symbolic {
    /// Orders the vertex graph and analyses its expansion to `d` rows per vertex.
    ///
    /// `graph` is the pattern of the vertices; `pattern` that of the matrix, whose row `r`
    /// belongs to vertex `vertex_of(r)`.
    pub fn new(
        graph: &Pattern,
        pattern: &Pattern,
        vertex_of: impl Fn(usize) -> usize,
    ) -> Result<Self> {
        let n = pattern.size();
        let mut rank = vec![0u32; graph.size()];
        for (new, old) in order(graph)?.into_iter().enumerate() {
            rank[old as usize] = new as u32;
        }
        let mut forward: Vec<u32> = (0..n as u32).collect();
        forward.sort_by_key(|&r| (rank[vertex_of(r as usize)], r));
        Self::with_order(pattern, forward)
    }

    fn with_order(pattern: &Pattern, forward: Vec<u32>) -> Result<Self> {
        let n = pattern.size();
        let mut inverse = vec![0u32; n];
        for (new, &old) in forward.iter().enumerate() {
            inverse[old as usize] = new as u32;
        }
        let perm = Perm::new_checked(forward.clone().into(), inverse.into(), n);
        let structure = factorize_symbolic_cholesky(
            symbolic_ref(pattern),
            Side::Lower,
            SymmetricOrdering::Custom(perm.as_ref()),
            CholeskySymbolicParams {
                supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
                ..Default::default()
            },
        )
        .map_err(|_| {
            Error::new(Code::Numeric, "not enough memory to analyse the stiffness matrix")
        })?;
        Ok(Symbolic { structure, forward })
    }

    /// Number of values stored in a factor.
    pub fn stored(&self) -> usize {
        self.structure.len_val()
    }
}

fn symbolic_ref(pattern: &Pattern) -> SymbolicSparseColMatRef<'_, u32> {
    let n = pattern.size();
    SymbolicSparseColMatRef::new_checked(n, n, &pattern.column_starts, None, &pattern.rows)
}

/// A factor `A = L L^T` of a sparse symmetric positive definite matrix.
pub struct Cholesky {
    symbolic: Symbolic,
    values: Vec<f64>,
}

impl Cholesky {
    /// Factors `a`.
    pub fn new(a: &SparseSym, symbolic: Symbolic) -> Result<Self> {
        let mut factor = Cholesky { values: vec![0.0; symbolic.stored()], symbolic };
        factor.refactor(a)?;
        Ok(factor)
    }

    /// Factors a matrix on its own pattern, one row per vertex.
    pub fn of_scalar(a: &SparseSym) -> Result<Self> {
        let symbolic = Symbolic::new(&a.pattern, &a.pattern, |r| r)?;
        Cholesky::new(a, symbolic)
    }

    /// Factors new values over the same pattern.
    pub fn refactor(&mut self, a: &SparseSym) -> Result<()> {
        let structure = &self.symbolic.structure;
        let mut mem = MemBuffer::new(
            structure.factorize_numeric_llt_scratch::<f64>(Par::Seq, Default::default()),
        );
        structure
            .factorize_numeric_llt(
                &mut self.values,
                SparseColMatRef::new(symbolic_ref(&a.pattern), &a.values),
                Side::Lower,
                Default::default(),
                Par::Seq,
                MemStack::new(&mut mem),
                Default::default(),
            )
            .map_err(|_| {
                Error::new(Code::Numeric, "the stiffness matrix is not positive definite").help(
                    "look for parts of the mesh held by a single vertex, or for extreme stiffness contrasts",
                )
            })?;
        Ok(())
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.symbolic.forward.len()
    }

    /// Number of values stored in the factor.
    pub fn stored(&self) -> usize {
        self.values.len()
    }

    /// Solves `A x = b` for each column of `b`, in place.
    pub fn solve_in_place(&self, b: MatMut<'_, f64>) {
        self.solve_among(&self.symbolic.forward, b);
    }

    /// Solves for the rows of `b` that `rows` names, one per unknown; other rows become zero.
    pub fn solve_rows(&self, rows: &[u32], b: MatMut<'_, f64>) {
        let places: Vec<u32> = self.symbolic.forward.iter().map(|&i| rows[i as usize]).collect();
        self.solve_among(&places, b);
    }

    /// Solves for the rows of `b` at `places`, in the order of the factor.
    fn solve_among(&self, places: &[u32], b: MatMut<'_, f64>) {
        let SymbolicCholeskyRaw::Supernodal(structure) = self.symbolic.structure.raw() else {
            return;
        };
        let factor = SupernodalLltRef::new(structure, &self.values);
        let lanes = lanes_for(b.ncols());
        b.par_col_chunks_mut(lanes).for_each(|mut block| {
            let mut rows = vec![0.0; self.size() * lanes];
            let columns: Vec<&[f64]> = (0..block.ncols()).map(|j| column(block.rb(), j)).collect();
            for (row, &place) in rows.chunks_exact_mut(lanes).zip(places) {
                row.iter_mut().zip(&columns).for_each(|(x, c)| *x = c[place as usize]);
            }
            Arch::new().dispatch(Sweep { factor, rows: &mut rows, lanes });
            for j in 0..block.ncols() {
                let to = column_mut(block.rb_mut(), j);
                to.fill(0.0);
                for (row, &place) in rows.chunks_exact(lanes).zip(places) {
                    to[place as usize] = row[j];
                }
            }
        });
    }
}

/// Lanes per block: enough blocks for every core, never more lanes than columns need.
fn lanes_for(columns: usize) -> usize {
    let share = columns.div_ceil(rayon::current_num_threads().max(1));
    share.next_multiple_of(4).clamp(4, LANES)
}

/// Forward and backward substitution on a block held row by row.
struct Sweep<'a> {
    factor: SupernodalLltRef<'a, u32, f64>,
    rows: &'a mut [f64],
    lanes: usize,
}

impl WithSimd for Sweep<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Sweep { factor, rows, lanes } = self;
        let vectors = lanes / S::F64_LANES;
        let supernodes = factor.symbolic().n_supernodes();
        let rows = S::as_mut_simd_f64s(rows).0;
        let mut panel = Panel { simd, rows, vectors };
        // No closures from here on: code that is not inlined loses the instruction set.
        for s in 0..supernodes {
            let node = Node::of(factor, s);
            let mut at = 0;
            while at < vectors {
                match vectors - at {
                    4.. => panel.forward::<4, 2>(&node, at),
                    2..=3 => panel.forward::<2, 4>(&node, at),
                    _ => panel.forward::<1, 8>(&node, at),
                }
                at += group(vectors - at);
            }
        }
        for s in (0..supernodes).rev() {
            let node = Node::of(factor, s);
            let mut at = 0;
            while at < vectors {
                match vectors - at {
                    4.. => panel.backward::<4, 2>(&node, at),
                    2..=3 => panel.backward::<2, 4>(&node, at),
                    _ => panel.backward::<1, 8>(&node, at),
                }
                at += group(vectors - at);
            }
        }
    }
}

/// Registers of a row that are carried together.
fn group(left: usize) -> usize {
    match left {
        4.. => 4,
        2..=3 => 2,
        _ => 1,
    }
}

/// One supernode: `width` columns starting at row `start`, dense over those rows and `below`.
struct Node<'a> {
    start: usize,
    width: usize,
    below: &'a [u32],
    values: &'a [f64],
}

impl<'a> Node<'a> {
    fn of(factor: SupernodalLltRef<'a, u32, f64>, s: usize) -> Self {
        let node = factor.supernode(s);
        let structure = factor.symbolic();
        let from = structure.col_ptr_for_val()[s] as usize;
        let to = structure.col_ptr_for_val()[s + 1] as usize;
        let values = &factor.values()[from..to];
        Node { start: node.start(), width: node.val().ncols(), below: node.pattern(), values }
    }

    fn height(&self) -> usize {
        self.width + self.below.len()
    }

    fn column(&self, j: usize) -> &'a [f64] {
        &self.values[j * self.height()..(j + 1) * self.height()]
    }
}

/// The right-hand sides, a row of `vectors` registers per unknown.
struct Panel<'a, S: Simd> {
    simd: S,
    rows: &'a mut [S::f64s],
    vectors: usize,
}

impl<S: Simd> Panel<'_, S> {
    #[inline(always)]
    fn row<const V: usize>(&self, i: usize, at: usize) -> [S::f64s; V] {
        let from = i * self.vectors + at;
        let mut row = [self.simd.splat_f64s(0.0); V];
        row.copy_from_slice(&self.rows[from..from + V]);
        row
    }

    #[inline(always)]
    fn set_row<const V: usize>(&mut self, i: usize, at: usize, value: [S::f64s; V]) {
        let from = i * self.vectors + at;
        self.rows[from..from + V].copy_from_slice(&value);
    }

    /// `sum += a x`
    #[inline(always)]
    fn axpy<const V: usize>(&self, sum: &mut [S::f64s; V], a: f64, x: [S::f64s; V]) {
        let a = self.simd.splat_f64s(a);
        for v in 0..V {
            sum[v] = self.simd.mul_add_e_f64s(a, x[v], sum[v]);
        }
    }

    /// `(x - sum) / d`
    #[inline(always)]
    fn finish<const V: usize>(&self, x: [S::f64s; V], sum: [S::f64s; V], d: f64) -> [S::f64s; V] {
        let inverse = self.simd.splat_f64s(1.0 / d);
        let mut out = x;
        for v in 0..V {
            out[v] = self.simd.mul_f64s(self.simd.sub_f64s(x[v], sum[v]), inverse);
        }
        out
    }

    #[inline(always)]
    fn zero<const V: usize>(&self) -> [S::f64s; V] {
        [self.simd.splat_f64s(0.0); V]
    }

    /// `L y = b` through one supernode, `R` rows of `L` at a time, so that `R V` sums are under
    /// way at once.
    #[inline(always)]
    fn forward<const V: usize, const R: usize>(&mut self, node: &Node<'_>, at: usize) {
        let (width, height) = (node.width, node.height());
        let mut i = 0;
        while i + R <= width {
            self.forward_top::<V, R>(node, i, at);
            i += R;
        }
        while i < width {
            self.forward_top::<V, 1>(node, i, at);
            i += 1;
        }
        while i + R <= height {
            self.forward_below::<V, R>(node, i, at);
            i += R;
        }
        while i < height {
            self.forward_below::<V, 1>(node, i, at);
            i += 1;
        }
    }

    /// Sums of rows `i..i + R` of `L` over its first `known` columns.
    #[inline(always)]
    fn row_sums<const V: usize, const R: usize>(
        &self,
        node: &Node<'_>,
        i: usize,
        known: usize,
        at: usize,
    ) -> [[S::f64s; V]; R] {
        let mut sums = [self.zero::<V>(); R];
        for (j, l) in node.values.chunks_exact(node.height()).take(known).enumerate() {
            let x = self.row::<V>(node.start + j, at);
            for (sum, &l) in sums.iter_mut().zip(&l[i..i + R]) {
                self.axpy(sum, l, x);
            }
        }
        sums
    }

    #[inline(always)]
    fn forward_top<const V: usize, const R: usize>(
        &mut self,
        node: &Node<'_>,
        i: usize,
        at: usize,
    ) {
        let mut sums = self.row_sums::<V, R>(node, i, i, at);
        for a in 0..R {
            let l = &node.column(i + a)[i + a..i + R];
            let x = self.finish(self.row(node.start + i + a, at), sums[a], l[0]);
            self.set_row(node.start + i + a, at, x);
            for (sum, &l) in sums[a + 1..].iter_mut().zip(&l[1..]) {
                self.axpy(sum, l, x);
            }
        }
    }

    #[inline(always)]
    fn forward_below<const V: usize, const R: usize>(
        &mut self,
        node: &Node<'_>,
        i: usize,
        at: usize,
    ) {
        let sums = self.row_sums::<V, R>(node, i, node.width, at);
        for (sum, &row) in sums.iter().zip(&node.below[i - node.width..]) {
            let mut x = self.row::<V>(row as usize, at);
            for v in 0..V {
                x[v] = self.simd.sub_f64s(x[v], sum[v]);
            }
            self.set_row(row as usize, at, x);
        }
    }

    /// `L^T x = y` through one supernode, `R` columns of `L` at a time.
    #[inline(always)]
    fn backward<const V: usize, const R: usize>(&mut self, node: &Node<'_>, at: usize) {
        let mut end = node.width;
        while end >= R {
            self.backward_columns::<V, R>(node, end, at);
            end -= R;
        }
        while end > 0 {
            self.backward_columns::<V, 1>(node, end, at);
            end -= 1;
        }
    }

    #[inline(always)]
    fn backward_columns<const V: usize, const R: usize>(
        &mut self,
        node: &Node<'_>,
        end: usize,
        at: usize,
    ) {
        // Below first, then rows from the last to the nearest: the order of each sum must not
        // depend on `R`.
        let (start, width, first) = (node.start, node.width, end - R);
        let mut columns = [&node.values[..0]; R];
        for (a, column) in columns.iter_mut().enumerate() {
            *column = node.column(first + a);
        }
        let mut sums = [self.zero::<V>(); R];
        for (k, &i) in node.below.iter().enumerate() {
            let x = self.row::<V>(i as usize, at);
            for a in 0..R {
                self.axpy(&mut sums[a], columns[a][width + k], x);
            }
        }
        for i in (end..width).rev() {
            let x = self.row::<V>(start + i, at);
            for a in 0..R {
                self.axpy(&mut sums[a], columns[a][i], x);
            }
        }
        for a in (0..R).rev() {
            let row = first + a;
            let x = self.finish(self.row(start + row, at), sums[a], columns[a][row]);
            self.set_row(start + row, at, x);
            for b in 0..a {
                self.axpy(&mut sums[b], columns[b][row], x);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let symbolic = Symbolic::new(&graph, &a.pattern, |r| r / 2).unwrap();
        let factor = Cholesky::new(&a, symbolic).unwrap();
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
        let symbolic = Symbolic::new(&graph, &a.pattern, |r| r / 2).unwrap();
        let factor = Cholesky::new(&a, symbolic).unwrap();
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
    fn an_indefinite_matrix_is_refused() {
        let (_, mut a) = matrix(5);
        a.values.iter_mut().for_each(|v| *v = -*v);
        let symbolic = Symbolic::new(&a.pattern, &a.pattern, |r| r).unwrap();
        assert_eq!(Cholesky::new(&a, symbolic).err().unwrap().code, Code::Numeric);
    }
}
