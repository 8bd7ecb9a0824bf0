//! How strong a prior is: numbers that depend on the covariance alone, not on its factor.
//!
//! With `Sigma_ij` the `d x d` block of the covariance that belongs to the vertices `i` and `j`, and
//! `|.|_*` the nuclear norm (the sum of the singular values),
//!
//! ```text
//! rms^2 = sum_ij |Sigma_ij|_*
//! ```
//!
//! This is the mean square of the net force, every pair of forces turned so that what is correlated
//! adds up instead of cancelling. Independent forces on vertices give `rms^2 = tr Sigma`; a single
//! amplitude with the forces `l_i` gives `rms = sum_i |l_i|`; priors on disjoint vertices add their
//! squares. The total of forces that act by mass, by area or through given points does not change
//! with the resolution of the mesh. Where every cell pulls on its own corners (independent muscle
//! elements) no total of forces has a limit: measure such priors by displacements.
//!
//! Blocks off the diagonal are summed over all pairs while at most [`EXACT`] vertices are loaded
//! together. Beyond that the sum over `i` is estimated from [`ANCHORS`] vertices, taken evenly along
//! the vertex numbers by their share of `sum_i (tr Sigma_ii)^{1/2}`: to a percent or so.

use super::Factor;
use crate::linalg::small::Svd;
use crate::linalg::{Mat, column, from_columns};

/// Loaded vertices up to which all pairs are summed.
const EXACT: usize = 1024;
/// Vertices whose pairs stand for those of all.
const ANCHORS: usize = 256;
/// Columns of the covariance at a time.
const BLOCK: usize = 48;

impl Factor {
    /// Root mean square of the total force in N, correlated forces counted as if they all pulled
    /// the same way: the square root of the sum over all pairs of vertices of the nuclear norm of
    /// their block of the covariance.
    pub fn rms(&self, dim: usize) -> f64 {
        let (mut square, mut rest) = (0.0, Vec::new());
        split(self, 1.0, dim, &mut square, &mut rest);
        square += match rest[..] {
            [] => 0.0,
            // its covariance has no negative entries, so that net forces are totals
            [(scale, Factor::Field(field))] => scale * scale * field.net_force_squared(),
            _ => coupled(&rest, dim),
        };
        square.sqrt()
    }

    /// Some size of the covariance that is cheap to find, zero only if the covariance is.
    pub(super) fn size(&self, dim: usize) -> f64 {
        let (mut square, mut rest) = (0.0, Vec::new());
        split(self, 1.0, dim, &mut square, &mut rest);
        let each = rest.iter().map(|(scale, part)| match part {
            Factor::Field(field) => scale * scale * field.net_force_squared(),
            part => scale * scale * part.vertex_variances(dim).iter().sum::<f64>(),
        });
        square + each.sum::<f64>()
    }

    /// `tr Sigma_ii`: mean square of the force on each vertex, N^2. Estimated for correlated fields
    /// on large meshes.
    pub fn vertex_variances(&self, dim: usize) -> Vec<f64> {
        let mut variances = vec![0.0; self.rows() / dim];
        self.add_variances(1.0, dim, &mut variances);
        variances
    }

    fn add_variances(&self, scale: f64, dim: usize, to: &mut [f64]) {
        let mut add = |row: usize, x: f64| to[row / dim] += (scale * x).powi(2);
        match self {
            Factor::Diagonal(d) => d.iter().enumerate().for_each(|(row, &x)| add(row, x)),
            Factor::Columns(s) => {
                s.columns().iter().flatten().for_each(|&(row, x)| add(row as usize, x));
            }
            Factor::Dense(a) | Factor::Displacements { forces: a, .. } => {
                for j in 0..a.ncols() {
                    column(a.as_ref(), j).iter().enumerate().for_each(|(row, &x)| add(row, x));
                }
            }
            Factor::Field(field) => {
                to.iter_mut().zip(field.variances()).for_each(|(t, v)| *t += scale * scale * v);
            }
            Factor::Sum(parts) => {
                parts.iter().for_each(|(w, part)| part.add_variances(scale * w, dim, to));
            }
            Factor::Mixture { sum, .. } => sum.add_variances(scale, dim, to),
        }
    }
}

/// Adds the trace of parts whose every amplitude acts on one vertex, and lists the others: on the
/// diagonal, blocks are positive and their nuclear norms add.
fn split<'a>(
    factor: &'a Factor,
    scale: f64,
    dim: usize,
    square: &mut f64,
    rest: &mut Vec<(f64, &'a Factor)>,
) {
    let on_one =
        |c: &Vec<(u32, f64)>| c.iter().all(|e| e.0 as usize / dim == c[0].0 as usize / dim);
    match factor {
        Factor::Sum(parts) => {
            parts.iter().for_each(|(w, part)| split(part, scale * w, dim, square, rest));
        }
        Factor::Mixture { sum, .. } => split(sum, scale, dim, square, rest),
        Factor::Diagonal(d) => *square += d.iter().map(|x| (scale * x).powi(2)).sum::<f64>(),
        Factor::Columns(s) if s.columns().iter().all(on_one) => {
            *square += s.columns().iter().flatten().map(|e| (scale * e.1).powi(2)).sum::<f64>();
        }
        _ => rest.push((scale, factor)),
    }
}

/// `sum_ij |Sigma_ij|_*` of several parts together.
fn coupled(parts: &[(f64, &Factor)], dim: usize) -> f64 {
    let rows = parts[0].1.rows();
    let mut loads = vec![0.0; rows / dim];
    parts.iter().for_each(|(scale, part)| part.add_variances(*scale, dim, &mut loads));
    loads.iter_mut().for_each(|x| *x = x.sqrt());
    let mut sum = 0.0;
    for block in anchors(&loads).chunks(BLOCK / dim) {
        let units: Vec<Vec<f64>> = block
            .iter()
            .flat_map(|&(i, _)| (0..dim).map(move |c| dim * i + c))
            .map(|dof| (0..rows).map(|k| f64::from(u8::from(k == dof))).collect())
            .collect();
        let units = from_columns(rows, &units);
        let sigma: Vec<Mat> =
            parts.iter().map(|(_, part)| part.covariance(units.clone())).collect();
        for (a, &(_, weight)) in block.iter().enumerate() {
            let entry = |row: usize, c: usize| -> f64 {
                let each = parts.iter().zip(&sigma);
                each.map(|((scale, _), sigma)| scale * scale * sigma[(row, a * dim + c)]).sum()
            };
            let loaded = (0..loads.len()).filter(|&j| loads[j] > 0.0);
            let norms = loaded.map(|j| nuclear(dim, |r, c| entry(dim * j + r, c)));
            sum += weight * norms.sum::<f64>();
        }
    }
    sum
}

/// Vertices to sum over and their weights: all that are loaded, or so many that stand for them.
fn anchors(loads: &[f64]) -> Vec<(usize, f64)> {
    let loaded: Vec<usize> = (0..loads.len()).filter(|&i| loads[i] > 0.0).collect();
    if loaded.len() <= EXACT {
        return loaded.into_iter().map(|i| (i, 1.0)).collect();
    }
    let total: f64 = loads.iter().sum();
    let (mut k, mut reached, mut anchors) = (0, 0.0, Vec::with_capacity(ANCHORS));
    for i in loaded {
        reached += loads[i];
        while k < ANCHORS && reached >= (k as f64 + 0.5) / ANCHORS as f64 * total {
            anchors.push((i, total / (ANCHORS as f64 * loads[i])));
            k += 1;
        }
    }
    anchors
}

/// Sum of the singular values of a block.
fn nuclear(dim: usize, entry: impl Fn(usize, usize) -> f64) -> f64 {
    fn sum<const D: usize>(entry: impl Fn(usize, usize) -> f64) -> f64 {
        let block = crate::linalg::small::from_fn::<D>(entry);
        Svd::new(&block).s.iter().map(|s| s.abs()).sum()
    }
    if dim == 2 { sum::<2>(entry) } else { sum::<3>(entry) }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::super::{Gaussian, SparseColumns};
    use super::*;
    use crate::linalg::{product, qr_in_place};
    use serde_json::json;

    /// `L Q` with an orthogonal `Q`: the same covariance by other amplitudes.
    fn turned(l: &Mat) -> Factor {
        let r = l.ncols();
        let mut q = Mat::from_fn(r, r, |i, j| ((3 * i + 7 * j * j + 1) as f64).sin());
        qr_in_place(&mut q);
        Factor::Dense(product(l.as_ref(), q.as_ref()))
    }

    #[test]
    fn priors_of_equal_covariance_are_equally_strong() {
        let bench = Bench::cube(3);
        let patch = |x: f64| json!({ "center": [1.0, x, 0.5], "radius": 0.4 });
        for kind in [
            parsed("white-noise", json!({})),
            parsed("contact", json!({ "patch": [patch(0.2), patch(0.6)] })),
            parsed("springs", json!({ "edges": [[1, 30], [30, 50]], "stiffness": 2.0 })),
            parsed("muscle", json!({ "fibers": { "direction": [1, 2, 3] } })),
            parsed("handles", json!({ "vertices": [5, 9, 63], "stiffness": 2.0 })),
            parsed("matern", json!({ "length": 0.5 })),
            parsed(
                "sum",
                json!({ "of": [
                { "kind": "matern", "length": 0.7 },
                { "kind": "white-noise" },
                { "kind": "contact", "patch": [patch(0.3)] },
            ] }),
            ),
        ] {
            let factor = bench.gaussian(&kind).unwrap().factor;
            let (a, b) = (factor.rms(3), turned(&factor.dense()).rms(3));
            assert!((a / b - 1.0).abs() < 1e-9, "{}: {a} {b}", kind.name());
        }
    }

    #[test]
    fn one_amplitude_counts_magnitudes_and_independent_ones_add_squares() {
        let mut columns = SparseColumns::new(8);
        columns.push(vec![(0, 3.0), (1, 4.0), (6, -2.0)]);
        let one = Factor::Columns(columns);
        assert!((one.rms(2) - 7.0).abs() < 1e-13);
        let other = Factor::Diagonal(vec![0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
        let sum = Gaussian::sum(vec![Gaussian::centred(one), Gaussian::centred(other)]);
        assert!((sum.factor.rms(2).powi(2) - 54.0).abs() < 1e-12);
        // the same force twice, by two amplitudes: variances add
        let twice = Factor::Dense(Mat::from_fn(4, 2, |i, _| [1.0, 0.0, 0.0, 1.0][i]));
        assert!((twice.rms(2).powi(2) - 8.0).abs() < 1e-13);
        // a push or a pull that may be either of two: correlations cancel
        let either = Factor::Dense(Mat::from_fn(4, 2, |i, j| {
            [1.0, 0.0, if j == 0 { 1.0 } else { -1.0 }, 0.0][i]
        }));
        assert!((either.rms(2).powi(2) - 4.0).abs() < 1e-13);
    }

    #[test]
    fn many_loaded_vertices_are_estimated_to_a_few_percent() {
        let bench = Bench::square(33);
        let where_ = json!({ "ball": { "center": [0.5, 0.5], "radius": 0.4 } });
        let fibers =
            json!([{ "direction": [1.0, 0.4] }, { "direction": [0.0, 1.0], "where": where_ }]);
        let kind = parsed("muscle", json!({ "fibers": fibers, "mode": "groups" }));
        let factor = bench.gaussian(&kind).unwrap().factor;
        let (estimated, all) = (factor.rms(2), factor.vertex_variances(2));
        assert!(all.iter().filter(|v| **v > 0.0).count() > EXACT);
        let sigma = factor.dense();
        let sigma = product(sigma.as_ref(), sigma.transpose());
        let n = all.len();
        let pairs =
            (0..n * n).map(|k| nuclear(2, |r, c| sigma[(2 * (k / n) + r, 2 * (k % n) + c)]));
        let exact = pairs.sum::<f64>().sqrt();
        assert!((estimated / exact - 1.0).abs() < 0.02, "{estimated} {exact}");
    }

    #[test]
    fn variances_of_vertices_are_the_traces_of_their_blocks() {
        let bench = Bench::square(3);
        let of = json!([
            { "kind": "matern", "length": 0.5 },
            { "kind": "painted", "where": "boundary", "directions": "normal" },
            { "kind": "sum", "of": [{ "kind": "white-noise" }], "rms": 3.0 },
        ]);
        let factor = bench.gaussian(&parsed("mixture", json!({ "of": of }))).unwrap().factor;
        let sigma = factor.covariance(Mat::identity(32, 32));
        for (i, v) in factor.vertex_variances(2).iter().enumerate() {
            let expected = sigma[(2 * i, 2 * i)] + sigma[(2 * i + 1, 2 * i + 1)];
            assert!((v - expected).abs() <= 1e-12 * expected, "{i}");
        }
    }
}
