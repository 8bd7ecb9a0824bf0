//! Forward and backward substitution on [`LANES`] right-hand sides at once.
//!
//! A row of the unknowns holds its lanes side by side; the factor is stored in groups of
//! [`GROUP`] rows, column by column, so that both sweeps read it from end to end:
//!
//! ```text
//! forward    x_r -= sum_k l_rk x_k        sums of a group of rows in registers
//! backward   x_k -= sum_r l_rk x_r        x of a group of rows in registers
//! ```
//!
//! Diagonal entries are stored inverted. The order of every sum is that of the storage.

use pulp::{Simd, WithSimd};

/// Right-hand sides carried together: a cache line per row.
pub const LANES: usize = 8;
/// Rows of the factor stored together.
pub const GROUP: usize = 4;

/// Columns of the factor: `width` consecutive rows, and those below.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    pub width: usize,
    pub rows: &'a [u32],
    pub values: &'a [f64],
}

/// Columns stored of the `g`th group of the diagonal block.
pub fn stored_columns(width: usize, g: usize) -> usize {
    (GROUP * (g + 1)).min(width)
}

/// Values stored of the diagonal block.
pub fn triangle(width: usize) -> usize {
    (0..width.div_ceil(GROUP)).map(|g| GROUP * stored_columns(width, g)).sum()
}

/// Values stored of a supernode.
pub fn stored(width: usize, below: usize) -> usize {
    triangle(width) + below.next_multiple_of(GROUP) * width
}

/// `L y = b` through supernodes in order.
pub struct Forward<'a, I> {
    pub blocks: I,
    pub slabs: &'a mut [f64],
    pub rows: usize,
}

/// `L^T x = y` through supernodes in the order of the iterator, the last first.
pub struct Backward<'a, I> {
    pub blocks: I,
    pub slabs: &'a mut [f64],
    pub rows: usize,
}

macro_rules! dispatch {
    ($kind:ident, $step:ident) => {
        impl<'b, I: Iterator<Item = Block<'b>>> WithSimd for $kind<'_, I> {
            type Output = ();

            #[inline(always)]
            fn with_simd<S: Simd>(self, simd: S) {
                // No closures from here on: code that is not inlined loses the instruction set.
                let rows = self.rows * LANES / S::F64_LANES;
                let slabs = S::as_mut_simd_f64s(self.slabs).0;
                for block in self.blocks {
                    match LANES / S::F64_LANES {
                        1 => $step::<S, 1>(simd, block, slabs, rows),
                        2 => $step::<S, 2>(simd, block, slabs, rows),
                        4 => $step::<S, 4>(simd, block, slabs, rows),
                        _ => $step::<S, 8>(simd, block, slabs, rows),
                    }
                }
            }
        }
    };
}
dispatch!(Forward, forward);
dispatch!(Backward, backward);

#[inline(always)]
fn load<S: Simd, const V: usize>(x: &[S::f64s], row: usize) -> [S::f64s; V] {
    let mut out = [x[row * V]; V];
    out.copy_from_slice(&x[row * V..row * V + V]);
    out
}

/// `sum += a x`
#[inline(always)]
fn add<S: Simd, const V: usize>(simd: S, sum: &mut [S::f64s; V], a: f64, x: &[S::f64s]) {
    let a = simd.splat_f64s(a);
    for v in 0..V {
        sum[v] = simd.mul_add_e_f64s(a, x[v], sum[v]);
    }
}

/// Sums of a group's rows over leading columns.
#[inline(always)]
fn row_sums<S: Simd, const V: usize>(
    simd: S,
    group: &[f64],
    x: &[S::f64s],
) -> [[S::f64s; V]; GROUP] {
    let mut sums = [[simd.splat_f64s(0.0); V]; GROUP];
    for (l, x) in group.chunks_exact(GROUP).zip(x.chunks_exact(V)) {
        for r in 0..GROUP {
            add(simd, &mut sums[r], l[r], x);
        }
    }
    sums
}

/// Takes a group's rows, times their unknowns, from leading columns.
#[inline(always)]
fn take_rows<S: Simd, const V: usize>(
    simd: S,
    group: &[f64],
    known: &[[S::f64s; V]; GROUP],
    x: &mut [S::f64s],
) {
    for (l, x) in group.chunks_exact(GROUP).zip(x.chunks_exact_mut(V)) {
        let mut sum = load::<S, V>(x, 0);
        for r in 0..GROUP {
            let l = simd.splat_f64s(-l[r]);
            for v in 0..V {
                sum[v] = simd.mul_add_e_f64s(l, known[r][v], sum[v]);
            }
        }
        x.copy_from_slice(&sum);
    }
}

#[inline(always)]
fn forward<S: Simd, const V: usize>(simd: S, block: Block<'_>, slabs: &mut [S::f64s], rows: usize) {
    let Block { width, values, .. } = block;
    let start = block.rows[0] as usize;
    let below = &block.rows[width..];
    let mut at = 0;
    for g in 0..width.div_ceil(GROUP) {
        let size = GROUP * stored_columns(width, g);
        let group = &values[at..at + size];
        at += size;
        let first = GROUP * g;
        for x in slabs.chunks_exact_mut(rows) {
            let x = &mut x[start * V..(start + width) * V];
            let mut sums = row_sums::<S, V>(simd, &group[..GROUP * first], x);
            for r in 0..GROUP.min(width - first) {
                let l = &group[GROUP * (first + r)..GROUP * (first + r + 1)];
                let inverse = simd.splat_f64s(l[r]);
                let mut own = load::<S, V>(x, first + r);
                for v in 0..V {
                    own[v] = simd.mul_f64s(simd.sub_f64s(own[v], sums[r][v]), inverse);
                }
                x[(first + r) * V..(first + r + 1) * V].copy_from_slice(&own);
                for q in r + 1..GROUP {
                    add(simd, &mut sums[q], l[q], &own);
                }
            }
        }
    }
    for (group, below) in values[at..].chunks_exact(GROUP * width).zip(below.chunks(GROUP)) {
        for x in slabs.chunks_exact_mut(rows) {
            let sums = row_sums::<S, V>(simd, group, &x[start * V..(start + width) * V]);
            for (sum, &row) in sums.iter().zip(below) {
                let x = &mut x[row as usize * V..(row as usize + 1) * V];
                for v in 0..V {
                    x[v] = simd.sub_f64s(x[v], sum[v]);
                }
            }
        }
    }
}

#[inline(always)]
fn backward<S: Simd, const V: usize>(
    simd: S,
    block: Block<'_>,
    slabs: &mut [S::f64s],
    rows: usize,
) {
    let Block { width, values, .. } = block;
    let start = block.rows[0] as usize;
    let below = &block.rows[width..];
    let (diagonal, rest) = values.split_at(triangle(width));
    let zero = [simd.splat_f64s(0.0); V];
    for (group, below) in rest.chunks_exact(GROUP * width).zip(below.chunks(GROUP)) {
        for x in slabs.chunks_exact_mut(rows) {
            let mut known = [zero; GROUP];
            for (known, &row) in known.iter_mut().zip(below) {
                *known = load::<S, V>(x, row as usize);
            }
            take_rows::<S, V>(simd, group, &known, &mut x[start * V..(start + width) * V]);
        }
    }
    let mut end = diagonal.len();
    for g in (0..width.div_ceil(GROUP)).rev() {
        let size = GROUP * stored_columns(width, g);
        let group = &diagonal[end - size..end];
        end -= size;
        let first = GROUP * g;
        for x in slabs.chunks_exact_mut(rows) {
            let x = &mut x[start * V..(start + width) * V];
            let mut known = [zero; GROUP];
            for r in (0..GROUP.min(width - first)).rev() {
                let l = &group[GROUP * (first + r)..GROUP * (first + r + 1)];
                let mut own = load::<S, V>(x, first + r);
                let mut sum = zero;
                for q in r + 1..GROUP {
                    add(simd, &mut sum, l[q], &known[q]);
                }
                let inverse = simd.splat_f64s(l[r]);
                for v in 0..V {
                    own[v] = simd.mul_f64s(simd.sub_f64s(own[v], sum[v]), inverse);
                }
                known[r] = own;
                x[(first + r) * V..(first + r + 1) * V].copy_from_slice(&own);
            }
            take_rows::<S, V>(simd, &group[..GROUP * first], &known, &mut x[..first * V]);
        }
    }
}
