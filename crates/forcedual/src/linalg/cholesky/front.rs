//! Dense fronts: a supernode's columns, factored, and what they leave for its parent.
//!
//! ```text
//! [ F11      ]   [ L11    ] [ L11^T L21^T ]
//! [ F21  F22 ] = [ L21  I ] [        U    ]      U = F22 - L21 L21^T
//! ```

use super::sweep::{self, GROUP};
use crate::error::{Code, Error, Result};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::reborrow::ReborrowMut;
use faer::{Accum, MatMut, MatRef, Par};
use rayon::prelude::*;

/// Rows or columns that one task works on; fixed, so that threads do not change the bits.
const TASK: usize = 128;
/// Used updates that are kept.
const SPARE: usize = 8;

/// A dense front: the columns of a supernode, and what they leave for the rows below.
#[derive(Default)]
pub struct Front {
    width: usize,
    height: usize,
    /// `[F11; F21]`, by columns.
    pub panel: Vec<f64>,
    /// Lower triangle of `F22`, by columns of full height.
    update: Vec<f64>,
    /// Updates that were used up.
    spare: Vec<Vec<f64>>,
}

impl Front {
    /// Begins a supernode of `width` columns and `height` rows.
    pub fn clear(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
        self.panel.clear();
        self.panel.resize(width * height, 0.0);
        self.update.clear();
        self.update.resize((height - width).pow(2), 0.0);
    }

    /// The update's lower triangle, packed by columns.
    pub fn packed(&mut self) -> Vec<f64> {
        let rest = self.height - self.width;
        let size = rest * (rest + 1) / 2;
        let suits = |v: &Vec<f64>| (size..=2 * size).contains(&v.capacity());
        let suited = self.spare.iter().position(suits);
        let mut packed = suited.map(|k| self.spare.swap_remove(k)).unwrap_or_default();
        packed.clear();
        packed.reserve_exact(size);
        for j in 0..rest {
            packed.extend_from_slice(&self.update[j * rest + j..(j + 1) * rest]);
        }
        packed
    }

    /// Keeps a used update's memory for another.
    pub fn keep(&mut self, used: Vec<f64>) {
        if self.spare.len() == SPARE {
            self.spare.remove(0);
        }
        self.spare.push(used);
    }

    /// Adds a child's packed update, whose row `k` is row `at[k]` of the front.
    pub fn add(&mut self, at: &[usize], mut update: &[f64]) {
        let rest = self.height - self.width;
        for (j, &column) in at.iter().enumerate() {
            let from;
            (from, update) = update.split_at(at.len() - j);
            let (to, shift) = if column < self.width {
                (&mut self.panel[column * self.height..(column + 1) * self.height], 0)
            } else {
                let begin = (column - self.width) * rest;
                (&mut self.update[begin..begin + rest], self.width)
            };
            for (&row, x) in at[j..].iter().zip(from) {
                to[row - shift] += x;
            }
        }
    }

    /// Factors the panel in place and takes `L21 L21^T` from the update.
    pub fn factor(&mut self) -> Result<()> {
        let (width, height) = (self.width, self.height);
        let mut panel = MatMut::from_column_major_slice_mut(&mut self.panel, height, width);
        for from in (0..width).step_by(TASK) {
            let count = TASK.min(width - from);
            let (now, later) =
                panel.rb_mut().split_at_row_mut(from).1.split_at_col_mut(from + count);
            let (mut diagonal, mut below) = now.split_at_col_mut(from).1.split_at_row_mut(count);
            cholesky(diagonal.rb_mut())?;
            let diagonal = diagonal.as_ref();
            below.rb_mut().par_row_chunks_mut(TASK).for_each(|rows| {
                solve_lower_triangular_in_place(diagonal, rows.transpose_mut(), Par::Seq);
            });
            subtract_square(later.split_at_row_mut(count).1, below.as_ref());
        }
        let update =
            MatMut::from_column_major_slice_mut(&mut self.update, height - width, height - width);
        subtract_square(update, panel.as_ref().split_at_row(width).1);
        Ok(())
    }

    /// Stores columns of the factored panel by groups of rows, diagonal entries inverted.
    pub fn store(&self, first: usize, width: usize, to: &mut [f64]) {
        let column = |j: usize| {
            let from = (first + j) * self.height;
            &self.panel[from + first..from + self.height]
        };
        let (diagonal, below) = to.split_at_mut(sweep::triangle(width));
        let mut at = 0;
        for g in 0..width.div_ceil(GROUP) {
            for j in 0..sweep::stored_columns(width, g) {
                for i in GROUP * g..GROUP * (g + 1) {
                    diagonal[at] = match i {
                        _ if i == j => 1.0 / column(j)[j],
                        _ if i < j || i >= width => 0.0,
                        _ => column(j)[i],
                    };
                    at += 1;
                }
            }
        }
        for (g, group) in below.chunks_exact_mut(GROUP * width).enumerate() {
            for (j, to) in group.chunks_exact_mut(GROUP).enumerate() {
                let from = &column(j)[width + GROUP * g..];
                let count = GROUP.min(from.len());
                to[..count].copy_from_slice(&from[..count]);
            }
        }
    }
}

/// Factors a dense matrix in place.
fn cholesky(mut a: MatMut<'_, f64>) -> Result<()> {
    let mut mem =
        MemBuffer::new(cholesky_in_place_scratch::<f64>(a.nrows(), Par::Seq, Default::default()));
    cholesky_in_place(
        a.rb_mut(),
        Default::default(),
        Par::Seq,
        MemStack::new(&mut mem),
        Default::default(),
    )
    .map_err(|_| Error::new(Code::Numeric, "the matrix is not positive definite"))?;
    Ok(())
}

/// Takes the leading columns of `l l^T` from a lower triangle, spread over the cores.
fn subtract_square(a: MatMut<'_, f64>, l: MatRef<'_, f64>) {
    a.par_col_chunks_mut(TASK).enumerate().for_each(|(k, columns)| {
        let from = k * TASK;
        let count = columns.ncols();
        let (diagonal, below) = columns.split_at_row_mut(from).1.split_at_row_mut(count);
        let (own, others) = l.split_at_row(from).1.split_at_row(count);
        triangular::matmul(
            diagonal,
            BlockStructure::TriangularLower,
            Accum::Add,
            own,
            BlockStructure::Rectangular,
            own.transpose(),
            BlockStructure::Rectangular,
            -1.0,
            Par::Seq,
        );
        matmul(below, Accum::Add, others, own.transpose(), -1.0, Par::Seq);
    });
}
