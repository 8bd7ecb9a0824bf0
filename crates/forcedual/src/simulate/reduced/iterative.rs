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

use super::Reduced;
use crate::linalg::{DenseCholesky, Mat, Rows};
use crate::reduce::Motion;

/// Iterations of easy systems by the diagonal.
const EASY: usize = 10;
/// Iterations with a factor that has not aged.
const FRESH: usize = 2;

/// Rows of a factor that are equally long.
const BAND: usize = 48;

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
        // products with vectors are in single precision, and about twice as fast
        let iterated = motion.columns * count * width;
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

/// Inner product, in sums that do not wait for each other.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    let mut sums = [0.0; 8];
    for (a, b) in a.zip(b) {
        (0..8).for_each(|k| sums[k] += a[k] * b[k]);
    }
    sums.iter().sum::<f64>() + rest
}

impl Reduced {
    /// `out = (H + w I) v`
    fn multiply(&mut self, w: f64, v: &[f64], out: &mut [f64]) {
        let motion = &self.model.motion;
        motion.pad(v, &mut self.padded_search);
        self.image.fill(0.0);
        self.stencils.add(&self.padded_search, &mut self.image);
        out.iter_mut().zip(v).for_each(|(out, v)| *out = w * v);
        motion.add_unpadded(&self.image, out);
        self.elastic.add(self.quadratic.single(), v, out);
    }

    /// Conjugate gradients for `(H + w I) out = -gradient`.
    pub(super) fn solve(&mut self, w: f64, gradient: &[f64], out: &mut [f64]) -> bool {
        let model = self.model.clone();
        let mut r = std::mem::take(&mut self.residual);
        let mut p = std::mem::take(&mut self.search);
        let mut y = std::mem::take(&mut self.product);
        out.fill(0.0);
        r.iter_mut().zip(gradient).for_each(|(r, g)| *r = -g);
        self.guide.precondition(&model.spectrum, w, &r, &mut p);
        let mut rho = dot(&r, &p);
        let enough = rho * self.tolerance * self.tolerance;
        let easy = if self.guide.factored { FRESH } else { EASY };
        let mut hard = !rho.is_finite();
        let mut count: usize = 0;
        while !hard && rho > enough {
            count += 1;
            self.multiply(w, &p, &mut y);
            let curvature = dot(&p, &y);
            let sound = curvature >= 0.99 * w * dot(&p, &p) && curvature.is_finite();
            hard = !sound || self.guide.age + count.saturating_sub(easy) >= self.guide.long;
            if !sound {
                break;
            }
            let alpha = rho / curvature;
            out.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&y).for_each(|(r, hp)| *r -= alpha * hp);
            self.guide.precondition(&model.spectrum, w, &r, &mut y);
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
}
