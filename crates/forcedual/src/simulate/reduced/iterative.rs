//! Conjugate gradients with Newton's matrix, which is formed now and then only.
//!
//! A hundredth of the residual is asked for, so that the products with gradient rows, nearly all of
//! the work, are made in single precision. Where rounding outweighs what is soft, so that a curvature
//! is below `w`, the matrix is factored.
//!
//! The preconditioner is `diag(s + w)` at first. Once the iterations beyond those of easy systems
//! have taken as long as forming and factoring the matrix would, as with stiff parts in soft ones or
//! contact, the matrix is factored: that solves this system, and the factor is the preconditioner of
//! those that follow in the same step, until it has aged by the same measure.

use super::{Reduced, dot};
use crate::linalg::{DenseCholesky, Mat, Rows};
use crate::reduce::Motion;
use pulp::Arch;

/// Iterations of easy systems by the diagonal.
const EASY: usize = 10;
/// Iterations with a factor that has not aged.
const FRESH: usize = 2;

/// Cells worked on together.
const TOGETHER: usize = 8;

/// Rows of a factor that are equally long.
const BAND: usize = 48;

/// `G^T C G` in single precision.
pub(super) struct Elastic {
    rows: Motion<f32>,
    /// `C` by groups of cells: entry, cell.
    cells: Vec<[f32; TOGETHER]>,
    f: Vec<f32>,
    padded: Vec<f32>,
    image: Vec<f32>,
}

/// The preconditioner `P`: a diagonal, or a factor `L` of Newton's matrix as it was some time ago.
pub(super) struct Guide {
    /// Iterations that take about as long as forming and factoring the matrix.
    long: usize,
    /// Iterations beyond those of easy systems since the matrix was factored last.
    age: usize,
    /// Is there a factor?
    factored: bool,
    /// `L^{-1}` as it comes, in its lower triangle.
    inverse: Mat,
    /// `L^{-1}` by bands of rows, each as long as its last row, and a vector before and after.
    bands: Vec<Rows<f32>>,
    before: Vec<f32>,
    after: Vec<f32>,
}

impl Guide {
    pub fn new(motion: &Motion) -> Self {
        let (count, width) = (motion.rows.count(), motion.rows.width());
        let blocks = motion.columns * (motion.columns + 1) / 2;
        let size = motion.columns * width;
        let factored = blocks * count * width.pow(2) + size.pow(3) / 3;
        // products with matrices are about twice as fast as those with vectors
        let iterated = 2 * motion.columns * count * width;
        let band = |from: usize| {
            let to = (from + BAND).min(size);
            Rows::from_fn(to - from, to, |_, _| 0.0)
        };
        let bands: Vec<Rows<f32>> = (0..size).step_by(BAND).map(band).collect();
        Guide {
            long: (factored / iterated.max(1)).max(30),
            age: 0,
            factored: false,
            inverse: Mat::zeros(size, size),
            before: vec![0.0; bands.last().map_or(0, Rows::stride)],
            after: vec![0.0; size],
            bands,
        }
    }

    /// Goes back to the diagonal.
    pub fn forget(&mut self) {
        (self.age, self.factored) = (0, false);
    }

    /// Takes a factor.
    fn take(&mut self, factor: &DenseCholesky) {
        factor.invert_factor(&mut self.inverse);
        for i in 0..self.after.len() {
            let row = self.bands[i / BAND].row_mut(i % BAND).iter_mut().enumerate();
            row.take(i + 1).for_each(|(j, x)| *x = self.inverse[(i, j)] as f32);
        }
        (self.age, self.factored) = (0, true);
    }

    /// `out = P^{-1} r`, where `diagonal + w` is the diagonal.
    fn precondition(&mut self, diagonal: &[f64], w: f64, r: &[f64], out: &mut [f64]) {
        if !self.factored {
            let entries = out.iter_mut().zip(r).zip(diagonal);
            return entries.for_each(|((y, r), s)| *y = r / (s + w));
        }
        self.before.fill(0.0);
        self.before.iter_mut().zip(r).for_each(|(x, r)| *x = *r as f32);
        let bands = || self.bands.iter();
        for (band, after) in bands().zip(self.after.chunks_mut(BAND)) {
            band.mul(1, &self.before, after);
        }
        self.before.fill(0.0);
        for (band, after) in bands().zip(self.after.chunks(BAND)) {
            band.add_transposed(1, after, &mut self.before);
        }
        out.iter_mut().zip(&self.before).for_each(|(y, x)| *y = f64::from(*x));
    }
}

impl Elastic {
    pub fn new(rows: &Motion) -> Self {
        let rows = rows.single();
        let n = rows.dim * rows.dim;
        let groups = (rows.rows.count() * rows.columns / n).div_ceil(TOGETHER);
        Elastic {
            cells: vec![[0.0; TOGETHER]; groups * n * n],
            f: vec![0.0; groups * n * TOGETHER],
            padded: vec![0.0; rows.padded()],
            image: vec![0.0; rows.padded()],
            rows,
        }
    }

    /// Takes `C`, a block for each cell.
    pub fn set(&mut self, blocks: &[f64]) {
        let size = self.rows.dim.pow(4);
        for (group, blocks) in self.cells.chunks_exact_mut(size).zip(blocks.chunks(TOGETHER * size))
        {
            for (e, block) in blocks.chunks_exact(size).enumerate() {
                group.iter_mut().zip(block).for_each(|(to, c)| to[e] = *c as f32);
            }
        }
    }

    /// `out += G^T C G v`
    fn add<const D: usize>(&mut self, v: &[f64], out: &mut [f64]) {
        let n = D * D;
        self.rows.pad(v, &mut self.padded);
        let used = self.rows.rows.count() * self.rows.columns;
        self.rows.mul(&self.padded, &mut self.f[..used]);
        let groups = self.cells.chunks_exact(n * n).zip(self.f.chunks_exact_mut(n * TOGETHER));
        Arch::new().dispatch(|| groups.for_each(|(c, f)| stresses::<D>(c, f)));
        self.image.fill(0.0);
        self.rows.add_transposed(&self.f[..used], &mut self.image);
        self.rows.add_unpadded(&self.image, out);
    }
}

/// Replaces the strains of a group of cells by their stresses `C f`.
#[inline(always)]
fn stresses<const D: usize>(c: &[[f32; TOGETHER]], f: &mut [f32]) {
    let n = D * D;
    let mut x = [[0.0; TOGETHER]; 9];
    for e in 0..TOGETHER {
        (0..n).for_each(|b| x[b][e] = f[e * n + b]);
    }
    for (a, row) in c.chunks_exact(n).enumerate() {
        let mut sum = [0.0; TOGETHER];
        for (c, x) in row.iter().zip(&x) {
            (0..TOGETHER).for_each(|e| sum[e] += c[e] * x[e]);
        }
        (0..TOGETHER).for_each(|e| f[e * n + a] = sum[e]);
    }
}

impl Reduced {
    /// `out = (H + w I) v`
    fn multiply<const D: usize>(&mut self, w: f64, v: &[f64], out: &mut [f64]) {
        let motion = &self.model.motion;
        motion.pad(v, &mut self.padded_search);
        self.image.fill(0.0);
        self.stencils.add(&self.padded_search, &mut self.image);
        self.quadratic.add(&self.padded_search, &mut self.image);
        out.iter_mut().zip(v).for_each(|(out, v)| *out = w * v);
        motion.add_unpadded(&self.image, out);
        self.elastic.add::<D>(v, out);
    }

    /// Conjugate gradients for `(H + w I) out = -gradient`.
    pub(super) fn solve<const D: usize>(
        &mut self,
        w: f64,
        gradient: &[f64],
        out: &mut [f64],
    ) -> bool {
        let model = self.model.clone();
        let diagonal = &model.spectrum;
        let mut r = std::mem::take(&mut self.residual);
        let mut p = std::mem::take(&mut self.search);
        let mut y = std::mem::take(&mut self.product);
        out.fill(0.0);
        r.iter_mut().zip(gradient).for_each(|(r, g)| *r = -g);
        self.guide.precondition(diagonal, w, &r, &mut p);
        let mut rho = dot(&r, &p);
        let enough = rho * self.tolerance * self.tolerance;
        let easy = if self.guide.factored { FRESH } else { EASY };
        let mut hard = !rho.is_finite();
        let mut count: usize = 0;
        while !hard && rho > enough {
            count += 1;
            self.multiply::<D>(w, &p, &mut y);
            let curvature = dot(&p, &y);
            let sound = curvature >= 0.99 * w * dot(&p, &p) && curvature.is_finite();
            hard = !sound || self.guide.age + count.saturating_sub(easy) >= self.guide.long;
            if !sound {
                break;
            }
            let alpha = rho / curvature;
            out.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&y).for_each(|(r, hp)| *r -= alpha * hp);
            self.guide.precondition(diagonal, w, &r, &mut y);
            let next = dot(&r, &y);
            let beta = next / rho;
            p.iter_mut().zip(&y).for_each(|(p, y)| *p = y + beta * *p);
            rho = next;
        }
        (self.residual, self.search, self.product) = (r, p, y);
        self.guide.age += count.saturating_sub(easy);
        if hard {
            self.guide.forget();
            if self.refactor(w, true) {
                self.guide.take(&self.dense.factor);
                out.iter_mut().zip(gradient).for_each(|(out, g)| *out = -g);
                self.dense.factor.solve(out);
            }
        }
        out.iter().all(|x| x.is_finite()) && out.iter().any(|x| *x != 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(i: usize, j: usize) -> f64 {
        ((7 * i + 3 * j) as f64 * 0.61).sin()
    }

    /// `G^T C G v` of 11 cells beside its plain sums, `columns` numbers per row.
    fn compare<const D: usize>(columns: usize) {
        let (count, width, n) = (11, 5, D * D);
        let rows = Rows::from_fn(count * n / columns, width, number);
        let motion = Motion { dim: D, columns, rows };
        let blocks: Vec<f64> = (0..count * n * n).map(|k| number(k, 9)).collect();
        let v: Vec<f64> = (0..columns * width).map(|k| number(k, 2)).collect();
        let mut elastic = Elastic::new(&motion);
        elastic.set(&blocks);
        let mut out = vec![1.0; v.len()];
        elastic.add::<D>(&v, &mut out);

        let row = |e: usize, k: usize| motion.rows.row((e * n + k) / columns);
        let column = |k: usize| (k % columns) * width;
        let mut exact = vec![1.0; v.len()];
        for e in 0..count {
            let f = |k: usize| -> f64 { (0..width).map(|a| row(e, k)[a] * v[column(k) + a]).sum() };
            let f: Vec<f64> = (0..n).map(f).collect();
            for k in 0..n {
                let stress: f64 = (0..n).map(|l| blocks[(e * n + k) * n + l] * f[l]).sum();
                (0..width).for_each(|a| exact[column(k) + a] += stress * row(e, k)[a]);
            }
        }
        assert!(out.iter().zip(&exact).all(|(a, b)| (a - b).abs() < 1e-4 * (1.0 + b.abs())));
    }

    #[test]
    fn a_factor_undoes_its_matrix_also_after_numbers_that_are_not_finite() {
        let (width, columns) = (5, 3);
        let size = width * columns;
        let rows = Rows::from_fn(9, width, number);
        let mut guide = Guide::new(&Motion { dim: 3, columns, rows });
        let mut factor = DenseCholesky::new(size);
        let entry = |i: usize, j: usize| number(i * j, i + j) + if i == j { 9.0 } else { 0.0 };
        for (i, j) in (0..size).flat_map(|i| (0..=i).map(move |j| (i, j))) {
            factor.matrix[(i, j)] = entry(i, j);
        }
        assert!(factor.factor());
        guide.take(&factor);
        let v: Vec<f64> = (0..size).map(|k| number(k, 4)).collect();
        let image = |i: usize| (0..size).map(|j| entry(i.max(j), i.min(j)) * v[j]).sum();
        let image: Vec<f64> = (0..size).map(image).collect();
        let mut out = vec![0.0; size];
        guide.precondition(&[], 0.0, &vec![f64::INFINITY; size], &mut out);
        guide.precondition(&[], 0.0, &image, &mut out);
        assert!(out.iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-5), "{out:?}");
    }

    #[test]
    fn elastic_products_are_those_of_the_blocks_for_modes_and_skinning() {
        compare::<2>(1);
        compare::<2>(2);
        compare::<3>(1);
        compare::<3>(3);
    }
}
