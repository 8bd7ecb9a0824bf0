//! `(G^T C G + Q) v` in single precision, with `Q` the matrix of muscles: what conjugate gradients spend their time on.
//!
//! Lanes are cells. [`TOGETHER`] of them stand together, coordinate after coordinate, and their strains
//! `G v`, stresses `C G v` and forces are made one after the other, while their rows are at hand. Sums
//! over lanes are taken once, at the end. Nothing is allocated, and the order of every sum is fixed.

use super::iterative::STIFFEST;
use crate::linalg::Rows;
use crate::reduce::Motion;
use pulp::{Arch, Simd, WithSimd};

/// Cells that stand together.
const TOGETHER: usize = 8;

/// One number for each cell of a group, where a load crosses no line of the cache.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
struct Lanes([f32; TOGETHER]);

/// `G^T C G` in single precision.
pub(super) struct Elastic {
    dim: usize,
    columns: usize,
    width: usize,
    /// `G` by groups of cells: coordinate, row, cell.
    rows: Vec<Lanes>,
    /// `C` by groups of cells: entry, cell.
    cells: Vec<Lanes>,
    /// Coordinates, and the forces on them by the cells in each lane: function, axis.
    v: Vec<f32>,
    forces: Vec<Lanes>,
    /// What muscles add, padded.
    pulled: Vec<f32>,
    /// Entries of a block: function, function, axis, axis.
    block: Vec<Lanes>,
}

impl Elastic {
    pub fn new(motion: &Motion) -> Self {
        let (dim, columns, width) = (motion.dim, motion.columns, motion.rows.width());
        let n = dim * dim;
        let per = n / columns;
        let count = motion.rows.count() / per;
        let groups = count.div_ceil(TOGETHER);
        let mut rows = vec![Lanes::default(); groups * width * per];
        for (e, r) in (0..count).flat_map(|e| (0..per).map(move |r| (e, r))) {
            let group = &mut rows[e / TOGETHER * width * per..];
            for (a, x) in motion.rows.row(e * per + r).iter().enumerate() {
                group[a * per + r].0[e % TOGETHER] = *x as f32;
            }
        }
        let size = columns * width;
        Elastic {
            dim,
            columns,
            width,
            rows,
            cells: vec![Lanes::default(); groups * n * n],
            v: vec![0.0; size],
            forces: vec![Lanes::default(); size],
            pulled: vec![0.0; columns * motion.rows.stride()],
            block: Vec::with_capacity((STIFFEST * columns).pow(2)),
        }
    }

    /// Entries of `G^T C G` between a few functions, axis by axis of each.
    pub fn block(&mut self, functions: &[usize], out: &mut Rows) {
        let (count, columns) = (functions.len(), self.columns);
        self.block.clear();
        self.block.resize((count * columns).pow(2), Lanes::default());
        Arch::new().dispatch(Block { of: self, functions });
        let mut sums = self.block.iter().map(|x| x.0.iter().sum::<f32>());
        for (i, j) in (0..count).flat_map(|i| (0..count).map(move |j| (i, j))) {
            for c in 0..columns {
                let to = &mut out.row_mut(i * columns + c)[j * columns..][..columns];
                to.iter_mut().zip(&mut sums).for_each(|(to, sum)| *to = f64::from(sum));
            }
        }
    }

    /// Takes `C`, a block for each cell.
    pub fn set(&mut self, blocks: &[f64]) {
        let size = self.dim.pow(4);
        for (group, blocks) in self.cells.chunks_exact_mut(size).zip(blocks.chunks(TOGETHER * size))
        {
            for (e, block) in blocks.chunks_exact(size).enumerate() {
                group.iter_mut().zip(block).for_each(|(to, c)| to.0[e] = *c as f32);
            }
        }
    }

    /// `out += (G^T C G + Q) v`
    pub fn add(&mut self, muscles: Option<&Rows<f32>>, v: &[f64], out: &mut [f64]) {
        for (c, v) in v.chunks_exact(self.width.max(1)).enumerate() {
            let to = self.v.iter_mut().skip(c).step_by(self.columns);
            to.zip(v).for_each(|(to, v)| *to = *v as f32);
        }
        self.forces.fill(Lanes::default());
        Arch::new().dispatch(Product { of: &mut *self });
        for (c, out) in out.chunks_exact_mut(self.width.max(1)).enumerate() {
            let sums = self.forces.iter().skip(c).step_by(self.columns);
            out.iter_mut().zip(sums).for_each(|(out, sum)| *out += f64::from(sum.0[0]));
        }
        if let Some(matrix) = muscles {
            self.pulled.fill(0.0);
            // the matrix is symmetric
            matrix.add_transposed(self.columns, &self.v, &mut self.pulled);
            let pulled = self.pulled.chunks_exact(matrix.stride());
            for (out, pulled) in out.chunks_exact_mut(self.width.max(1)).zip(pulled) {
                out.iter_mut().zip(pulled).for_each(|(out, x)| *out += f64::from(*x));
            }
        }
    }
}

/// Registers that a group of cells takes.
const fn registers<S: Simd>() -> usize {
    assert!(size_of::<S::f32s>() <= TOGETHER * size_of::<f32>());
    TOGETHER * size_of::<f32>() / size_of::<S::f32s>()
}

struct Product<'a> {
    of: &'a mut Elastic,
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (self.of.dim, self.of.columns) {
            (2, 1) => product::<S, 4, 1, 4>(simd, self.of),
            (2, _) => product::<S, 2, 2, 4>(simd, self.of),
            (_, 1) => product::<S, 9, 1, 9>(simd, self.of),
            _ => product::<S, 3, 3, 9>(simd, self.of),
        }
    }
}

/// The forces, summed over all cells into the first lane, with `R` rows of `C` numbers for a cell, `N` in
/// all.
#[inline(always)]
fn product<S: Simd, const R: usize, const C: usize, const N: usize>(simd: S, m: &mut Elastic) {
    let (zero, registers) = (simd.splat_f32s(0.0), const { registers::<S>() });
    let (v, forces) = (m.v.as_chunks::<C>().0, m.forces.as_chunks_mut::<C>().0);
    let groups = m.rows.chunks_exact((m.width * R).max(1));
    for (rows, cells) in groups.zip(m.cells.chunks_exact(N * N)) {
        let rows = rows.as_chunks::<R>().0;
        for at in 0..registers {
            let mut strain = [[zero; C]; R];
            for (rows, v) in rows.iter().zip(v) {
                let v = v.map(|v| simd.splat_f32s(v));
                for r in 0..R {
                    let row = lanes::<S>(&rows[r])[at];
                    for c in 0..C {
                        strain[r][c] = simd.mul_add_f32s(row, v[c], strain[r][c]);
                    }
                }
            }
            let mut stress = [[zero; C]; R];
            for (k, cells) in cells.as_chunks::<N>().0.iter().enumerate() {
                let mut sum = zero;
                for l in 0..N {
                    sum = simd.mul_add_f32s(lanes::<S>(&cells[l])[at], strain[l / C][l % C], sum);
                }
                stress[k / C][k % C] = sum;
            }
            for (rows, forces) in rows.iter().zip(forces.iter_mut()) {
                let mut row = [zero; R];
                (0..R).for_each(|r| row[r] = lanes::<S>(&rows[r])[at]);
                for c in 0..C {
                    let mut force = lanes::<S>(&forces[c])[at];
                    (0..R).for_each(|r| force = simd.mul_add_f32s(row[r], stress[r][c], force));
                    S::as_mut_simd_f32s(&mut forces[c].0).0[at] = force;
                }
            }
        }
    }
    for force in &mut m.forces {
        force.0[0] = lanes::<S>(force).iter().map(|x| simd.reduce_sum_f32s(*x)).sum();
    }
}

struct Block<'a> {
    of: &'a mut Elastic,
    functions: &'a [usize],
}

impl WithSimd for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        match (self.of.dim, self.of.columns) {
            (2, 1) => block::<S, 4, 1, 4>(simd, self.of, self.functions),
            (2, _) => block::<S, 2, 2, 4>(simd, self.of, self.functions),
            (_, 1) => block::<S, 9, 1, 9>(simd, self.of, self.functions),
            _ => block::<S, 3, 3, 9>(simd, self.of, self.functions),
        }
    }
}

/// The block of `G^T C G` between functions, lane by lane.
#[inline(always)]
fn block<S: Simd, const R: usize, const C: usize, const N: usize>(
    simd: S,
    m: &mut Elastic,
    functions: &[usize],
) {
    let (zero, registers) = (simd.splat_f32s(0.0), const { registers::<S>() });
    let groups = m.rows.chunks_exact((m.width * R).max(1));
    for (rows, cells) in groups.zip(m.cells.chunks_exact(N * N)) {
        let (rows, cells) = (rows.as_chunks::<R>().0, cells.as_chunks::<N>().0);
        for at in 0..registers {
            for (j, &b) in functions.iter().enumerate() {
                // C G of the function: a column for each of its axes
                let mut image = [[zero; C]; N];
                for k in 0..N {
                    for s in 0..R {
                        let row = lanes::<S>(&rows[b][s])[at];
                        for d in 0..C {
                            let entry = lanes::<S>(&cells[k][s * C + d])[at];
                            image[k][d] = simd.mul_add_f32s(entry, row, image[k][d]);
                        }
                    }
                }
                for (i, &a) in functions.iter().enumerate() {
                    let from = (i * functions.len() + j) * C * C;
                    let sums = m.block[from..from + C * C].as_chunks_mut::<C>().0;
                    for c in 0..C {
                        for d in 0..C {
                            let mut sum = lanes::<S>(&sums[c][d])[at];
                            for r in 0..R {
                                let row = lanes::<S>(&rows[a][r])[at];
                                sum = simd.mul_add_f32s(row, image[r * C + c][d], sum);
                            }
                            S::as_mut_simd_f32s(&mut sums[c][d].0).0[at] = sum;
                        }
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn lanes<S: Simd>(x: &Lanes) -> &[S::f32s] {
    S::as_simd_f32s(&x.0).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Rows;

    fn number(i: usize, j: usize) -> f64 {
        ((7 * i + 3 * j) as f64 * 0.61).sin()
    }

    /// `(G^T C G + Q) v` of 11 cells beside its plain sums, `columns` numbers per row.
    fn compare(dim: usize, columns: usize) {
        let (count, width, n) = (11, 5, dim * dim);
        let rows = Rows::from_fn(count * n / columns, width, number);
        let motion = Motion { dim, columns, rows };
        let blocks: Vec<f64> = (0..count * n * n).map(|k| number(k, 9)).collect();
        let v: Vec<f64> = (0..columns * width).map(|k| number(k, 2)).collect();
        let mut elastic = Elastic::new(&motion);
        elastic.set(&blocks);
        let mut out = vec![1.0; v.len()];
        let muscles = Rows::from_fn(width, width, |i, j| number(i * j, i + j));
        elastic.add(Some(&muscles), &v, &mut out);

        let row = |e: usize, k: usize| motion.rows.row((e * n + k) / columns);
        let column = |k: usize| (k % columns) * width;
        let mut exact = vec![1.0; v.len()];
        for (out, v) in exact.chunks_exact_mut(width).zip(v.chunks_exact(width)) {
            for (a, b) in (0..width).flat_map(|a| (0..width).map(move |b| (a, b))) {
                out[a] += number(a * b, a + b) * v[b];
            }
        }
        for e in 0..count {
            let f = |k: usize| -> f64 { (0..width).map(|a| row(e, k)[a] * v[column(k) + a]).sum() };
            let f: Vec<f64> = (0..n).map(f).collect();
            for k in 0..n {
                let stress: f64 = (0..n).map(|l| blocks[(e * n + k) * n + l] * f[l]).sum();
                (0..width).for_each(|a| exact[column(k) + a] += stress * row(e, k)[a]);
            }
        }
        assert!(out.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-4 * (1.0 + b.abs())));

        let functions = [3, 1];
        let mut block = Rows::from_fn(2 * columns, 2 * columns, |_, _| 0.0);
        elastic.block(&functions, &mut block);
        let place = |k: usize| (k % columns) * width + functions[k / columns];
        for j in 0..2 * columns {
            let mut unit = vec![0.0; v.len()];
            unit[place(j)] = 1.0;
            let mut image = vec![0.0; v.len()];
            elastic.add(None, &unit, &mut image);
            for i in 0..2 * columns {
                let (entry, exact) = (block.row(i)[j], image[place(i)]);
                assert!((entry - exact).abs() < 1e-4 * (1.0 + exact.abs()), "{entry} {exact}");
            }
        }
    }

    #[test]
    fn products_are_those_of_blocks_and_muscles_for_modes_and_skinning() {
        compare(2, 1);
        compare(2, 2);
        compare(3, 1);
        compare(3, 3);
    }
}
