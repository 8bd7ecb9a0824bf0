//! Conjugate gradients with Newton's matrix, which is never formed.
//!
//! A hundredth of the residual is asked for, so that the products with gradient rows, nearly all of
//! the work, are made in single precision.

use super::stencils::gather;
use super::{CORNERS, Reduced, dot};
use crate::reduce::Motion;

/// Systems that are solved exactly after a long one.
const WHILE: usize = 50;

/// Cells worked on together.
const TOGETHER: usize = 8;

/// `G^T C G` in single precision.
pub(super) struct Elastic {
    rows: Motion<f32>,
    /// `C` by groups of cells: entry, cell.
    cells: Vec<[f32; TOGETHER]>,
    f: Vec<f32>,
    padded: Vec<f32>,
    image: Vec<f32>,
    /// Iterations that take about as long as forming and factoring the matrix.
    long: usize,
}

impl Elastic {
    pub fn new(rows: &Motion) -> Self {
        let rows = rows.single();
        let n = rows.dim * rows.dim;
        let groups = (rows.rows.count() * rows.columns / n).div_ceil(TOGETHER);
        let (count, width) = (rows.rows.count(), rows.rows.width());
        let blocks = rows.columns * (rows.columns + 1) / 2;
        let factored = blocks * count * width.pow(2) + (rows.columns * width).pow(3) / 3;
        // products with matrices are about twice as fast as those with vectors
        let iterated = 2 * rows.columns * count * width;
        Elastic {
            long: (factored / iterated.max(1)).max(30),
            cells: vec![[0.0; TOGETHER]; groups * n * n],
            f: vec![0.0; groups * n * TOGETHER],
            padded: vec![0.0; rows.padded()],
            image: vec![0.0; rows.padded()],
            rows,
        }
    }

    /// Takes `C`, a block for each cell.
    fn set(&mut self, blocks: &[f64]) {
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
        for (c, f) in groups {
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
        self.image.fill(0.0);
        self.rows.add_transposed(&self.f[..used], &mut self.image);
        self.rows.add_unpadded(&self.image, out);
    }
}

impl Reduced {
    /// `out = (H + w I) v`; `x` and `g` of touched vertices are scratch.
    fn multiply<const D: usize>(&mut self, w: f64, v: &[f64], out: &mut [f64]) {
        let model = self.model.clone();
        model.motion.pad(v, &mut self.padded);
        self.image.fill(0.0);
        for &k in &self.touched {
            let at = k as usize * D;
            model.motion.point(k as usize, &self.padded, &mut self.x[at..at + D]);
            self.g[at..at + D].fill(0.0);
        }
        for block in &self.blocks {
            let mut local = [0.0; 3 * CORNERS];
            let count = gather(&block.corners[..block.count], D, &self.x, &mut local);
            let rows = self.values[block.from..][..count * count].chunks_exact(count);
            for (r, row) in rows.enumerate() {
                let at = block.corners[r / D] as usize * D + r % D;
                self.g[at] += row.iter().zip(&local).map(|(h, x)| h * x).sum::<f64>();
            }
        }
        for &k in &self.touched {
            let force = &self.g[k as usize * D..][..D];
            model.motion.add_point(k as usize, force, &mut self.image);
        }
        self.quadratic.add(true, &self.padded, &mut self.image);
        out.iter_mut().zip(v).for_each(|(out, v)| *out = w * v);
        model.motion.add_unpadded(&self.image, out);
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
        self.elastic.set(&self.cells);
        let mut r = std::mem::take(&mut self.residual);
        let mut p = std::mem::take(&mut self.search);
        let mut hp = std::mem::take(&mut self.product);
        let spectrum = &model.spectrum;
        out.fill(0.0);
        r.iter_mut().zip(gradient).for_each(|(r, g)| *r = -g);
        p.iter_mut().zip(&r).zip(spectrum).for_each(|((p, r), s)| *p = r / (s + w));
        let mut rho = dot(&r, &p);
        let enough = rho * self.tolerance * self.tolerance;
        let mut found = rho.is_finite();
        for count in 0..4 * r.len() {
            if count == self.elastic.long {
                self.exact = WHILE;
            }
            if !found || rho <= enough {
                break;
            }
            self.multiply::<D>(w, &p, &mut hp);
            let curvature = dot(&p, &hp);
            if curvature <= 0.0 || curvature.is_nan() {
                found = out.iter().any(|x| *x != 0.0);
                break;
            }
            let alpha = rho / curvature;
            out.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&hp).for_each(|(r, hp)| *r -= alpha * hp);
            // hp is free: it holds the preconditioned residual
            hp.iter_mut().zip(&r).zip(spectrum).for_each(|((y, r), s)| *y = r / (s + w));
            let next = dot(&r, &hp);
            let beta = next / rho;
            p.iter_mut().zip(&hp).for_each(|(p, y)| *p = y + beta * *p);
            rho = next;
        }
        (self.residual, self.search, self.product) = (r, p, hp);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Rows;

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
    fn elastic_products_are_those_of_the_blocks_for_modes_and_skinning() {
        compare::<2>(1);
        compare::<2>(2);
        compare::<3>(1);
        compare::<3>(3);
    }
}
