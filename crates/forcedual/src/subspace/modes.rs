//! Force-dual modes: the principal directions of the displacements that a force prior causes.
//!
//! ```text
//! U = S(F),  Sigma_U = S Sigma_F S,   Sigma_U M B = B Lambda,   B^T M B = I
//! ```
//!
//! With `K = M^{1/2} S L` this is a singular value problem, `K = Q s V^T`, `B = M^{-1/2} Q`,
//! `Lambda = s^2`. Priors of few amplitudes are solved directly. The others by block Krylov on
//! `x -> M^{1/2} S (Sigma_F S (M^{1/2} x))`: two solves per vector, `Sigma_F` only multiplied, so
//! that zero variances cost nothing and nothing is inverted but `H`.
//!
//! Skinning weights are the same for the scalar field whose covariance is the trace of `Sigma_U`
//! over the space dimensions, `Sigma_xx + Sigma_yy (+ Sigma_zz)`: the components of every
//! response are laid side by side.

use super::linearisation::{Linearisation, is_enumerable};
use crate::error::{Code, Error, Result};
use crate::force::Factor;
use crate::linalg::{
    BLOCK, KrylovOptions, Mat, MatMut, MatRef, Operator, column, column_mut, for_columns,
    largest_eigenpairs, qr_in_place, scale_rows, thin_svd,
};
use crate::memory;
use crate::progress::Progress;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Matrices as large as the modes that are held at a time.
const COPIES: usize = 3;
/// Eigenvalues below this fraction of the first are noise.
pub const FLOOR: f64 = 1e-12;
/// Below this ratio of last to first eigenvalue the modes are refined.
const GRADED: f64 = 1e-7;
/// Residual over eigenvalue at which a mode has converged.
pub const TOLERANCE: f64 = 2e-9;

/// What is decomposed: displacements, or a scalar field made of their components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// The displacement itself.
    #[default]
    Displacement,
    /// `Sigma_xx + Sigma_yy + Sigma_zz`: components side by side. Turns with the body.
    Trace,
    /// `U_x + U_y + U_z`: the published form. Depends on the axes, and opposite loads cancel.
    Sum,
}

/// Modes of a random displacement field, best first.
#[derive(Debug, Clone)]
pub struct Modes {
    /// Variance along each mode, descending.
    pub values: Vec<f64>,
    /// Mass-orthonormal modes: `dim n` rows for displacements, `n` for scalar fields.
    pub vectors: Mat,
    /// Did the prior have fewer modes than were asked for?
    pub exhausted: bool,
}

impl Modes {
    /// The first `count` of them, or all.
    pub fn leading(&self, count: usize) -> Modes {
        let kept = count.min(self.values.len());
        Modes {
            values: self.values[..kept].to_vec(),
            vectors: self.vectors.as_ref().subcols(0, kept).to_owned(),
            exhausted: self.exhausted && kept < count,
        }
    }
}

/// The `count` leading modes of a prior.
pub fn dual_modes(
    lin: &Linearisation<'_>,
    factor: &Factor,
    field: Field,
    count: usize,
    progress: &dyn Progress,
) -> Result<Modes> {
    progress.stage("modes", count);
    let columns = if is_enumerable(factor) { factor.columns() } else { count };
    let what = format!("the search for {count} modes among {columns} responses");
    let entries = lin.body.dofs().saturating_mul(columns);
    let help = "ask for fewer modes, use a coarser mesh, or allow more memory";
    memory::claim_items(entries, 8 * COPIES, &what, help)?;
    if is_enumerable(factor) {
        return principal(lin, lin.responses(factor), field, count);
    }
    let response = Response { lin, factor, field };
    let options = KrylovOptions { count, tolerance: TOLERANCE, floor: FLOOR, seed: 7 };
    let start = response.samples(BLOCK);
    let pairs = largest_eigenpairs(&response, options, start.as_ref(), progress)?;
    let (first, last) = (pairs.values.first(), pairs.values.last());
    match (first, last) {
        (Some(first), Some(last)) if *last < GRADED * first => {
            let (q, values) = response.refine(&pairs.vectors)?;
            finish(lin, q, values, field, count)
        }
        _ => finish(lin, pairs.vectors, pairs.values, field, count),
    }
}

/// The `count` principal components, in the mass norm, of given displacements.
pub fn principal(lin: &Linearisation<'_>, mut u: Mat, field: Field, count: usize) -> Result<Modes> {
    scale_rows(u.as_mut(), lin.root_mass());
    let (q, s, _) = thin_svd(columns_of(u, field, lin.body.dim()).as_ref())?;
    finish(lin, q, s.into_iter().map(|s| s * s).collect(), field, count)
}

/// Drops noise, undoes the mass scaling, and fixes the signs.
fn finish(
    lin: &Linearisation<'_>,
    q: Mat,
    values: Vec<f64>,
    field: Field,
    count: usize,
) -> Result<Modes> {
    let first = values.first().copied().unwrap_or(0.0);
    if first <= 0.0 {
        return Err(Error::new(Code::ForceNoVariance, "the prior causes no deformation at all").help(
            "a force that only moves a free body as a whole has no elastic modes: pin the body or add another force",
        ));
    }
    let kept = values.iter().take_while(|&&v| v > FLOOR * first).count().min(count);
    let mut vectors = q.as_ref().subcols(0, kept).to_owned();
    let step = if field == Field::Displacement { 1 } else { lin.body.dim() };
    // held rows are zero but for round-off: make them so
    let free = |i: usize| !lin.body.held[i / lin.body.dim()];
    let rows = lin.root_mass().iter().enumerate().step_by(step);
    let inverse: Vec<f64> = rows.map(|(i, &m)| if free(i) { 1.0 / m } else { 0.0 }).collect();
    scale_rows(vectors.as_mut(), &inverse);
    for j in 0..kept {
        orient(column_mut(vectors.as_mut(), j));
    }
    Ok(Modes { values: values[..kept].to_vec(), vectors, exhausted: kept < count })
}

/// Displacements (columns) as columns of the field.
fn columns_of(u: Mat, field: Field, d: usize) -> Mat {
    let (n, k) = (u.nrows() / d, u.ncols());
    match field {
        Field::Displacement => u,
        Field::Trace => Mat::from_fn(n, d * k, |i, j| u[(i * d + j / k, j % k)]),
        Field::Sum => Mat::from_fn(n, k, |i, j| (0..d).map(|c| u[(i * d + c, j)]).sum()),
    }
}

/// The sign convention: the entry of largest magnitude is positive.
pub fn orient(v: &mut [f64]) {
    let largest = v.iter().copied().fold(0.0, |m: f64, x| if x.abs() > m.abs() { x } else { m });
    if largest < 0.0 {
        v.iter_mut().for_each(|x| *x = -*x);
    }
}

/// `K K^T` for `K = M^{1/2} S L`, on displacements or on a scalar field of them.
struct Response<'a> {
    lin: &'a Linearisation<'a>,
    factor: &'a Factor,
    field: Field,
}

impl Response<'_> {
    fn dim(&self) -> usize {
        self.lin.body.dim()
    }

    /// Responses to a few random draws, at least `count` columns: a better start than noise, for
    /// half an application. Each draw gives a column, for the trace one per component.
    fn samples(&self, count: usize) -> Mat {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let per_draw = if self.field == Field::Trace { self.dim() } else { 1 };
        let draws = count.div_ceil(per_draw);
        let mut z = Mat::zeros(self.factor.columns(), draws);
        for j in 0..draws {
            column_mut(z.as_mut(), j).fill_with(|| StandardNormal.sample(&mut rng));
        }
        let mut u = self.lin.solve(self.factor.apply(z.as_ref()));
        scale_rows(u.as_mut(), self.lin.root_mass());
        columns_of(u, self.field, self.dim())
    }

    /// `M^{1/2} S M^{1/2}`-side of the field: vectors of the field to forces, and solved.
    fn pull(&self, x: MatRef<'_, f64>) -> Mat {
        let mut b = self.spread(x);
        scale_rows(b.as_mut(), self.lin.root_mass());
        self.lin.solve(b)
    }

    /// The transpose of `pull`: forces to vectors of the field, `k` of them.
    fn push(&self, forces: Mat, k: usize) -> Mat {
        let mut v = self.lin.solve(forces);
        scale_rows(v.as_mut(), self.lin.root_mass());
        if self.field != Field::Trace {
            return columns_of(v, self.field, self.dim());
        }
        let d = self.dim();
        let mut out = Mat::zeros(v.nrows() / d, k);
        for_columns(out.as_mut(), |j, out| {
            for c in 0..d {
                let from = column(v.as_ref(), c * k + j);
                out.iter_mut().zip(from.iter().skip(c).step_by(d)).for_each(|(o, v)| *o += v);
            }
        });
        out
    }

    /// Vectors of the field to displacements; `d` columns each for the trace.
    fn spread(&self, x: MatRef<'_, f64>) -> Mat {
        let d = self.dim();
        match self.field {
            Field::Displacement => x.to_owned(),
            Field::Sum => Mat::from_fn(x.nrows() * d, x.ncols(), |i, j| x[(i / d, j)]),
            Field::Trace => {
                let mut out = Mat::zeros(x.nrows() * d, d * x.ncols());
                for_columns(out.as_mut(), |j, out| {
                    let (c, from) = (j / x.ncols(), column(x, j % x.ncols()));
                    out.iter_mut().skip(c).step_by(d).zip(from).for_each(|(o, x)| *o = *x);
                });
                out
            }
        }
    }

    /// One round of subspace iteration by half-steps, orthonormalised in between.
    ///
    /// `K K^T` squares the range of its singular values, and round-off along the first drowns
    /// those below `1e-8` of it. `K` alone does not.
    fn refine(&self, q: &Mat) -> Result<(Mat, Vec<f64>)> {
        let k = q.ncols();
        let right = self.factor.apply_transposed(self.pull(q.as_ref()).as_ref());
        let copies = right.ncols() / k;
        let rows = right.nrows();
        let mut stacked =
            Mat::from_fn(rows * copies, k, |i, j| right[(i % rows, (i / rows) * k + j)]);
        qr_in_place(&mut stacked);
        let unstacked = Mat::from_fn(rows, copies * k, |i, j| stacked[((j / k) * rows + i, j % k)]);
        let left = self.push(self.factor.apply(unstacked.as_ref()), k);
        let (u, s, _) = thin_svd(left.as_ref())?;
        Ok((u, s.into_iter().map(|s| s * s).collect()))
    }
}

impl Operator for Response<'_> {
    fn size(&self) -> usize {
        match self.field {
            Field::Displacement => self.factor.rows(),
            _ => self.factor.rows() / self.dim(),
        }
    }

    fn apply(&self, x: MatRef<'_, f64>, mut y: MatMut<'_, f64>) {
        let forces = self.factor.covariance(self.pull(x));
        y.copy_from(&self.push(forces, x.ncols()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::dynamic::white_noise;
    use super::*;
    use crate::force::bench::Bench;
    use crate::progress::Silent;

    #[test]
    fn the_start_for_trace_weights_has_all_components_of_every_draw() {
        let bench = Bench::cube(2);
        let lin = Linearisation::new(&bench.body, &Silent).unwrap();
        let prior = white_noise(lin.body);
        let samples =
            |field, count| Response { lin: &lin, factor: &prior.factor, field }.samples(count);
        let (draws, start) = (samples(Field::Displacement, 2), samples(Field::Trace, 5));
        assert_eq!(start.ncols(), 6);
        for (c, j) in (0..3).flat_map(|c| (0..2).map(move |j| (c, j))) {
            let component = column(draws.as_ref(), j).iter().skip(c).step_by(3);
            assert!(column(start.as_ref(), 2 * c + j).iter().eq(component));
        }
    }
}
