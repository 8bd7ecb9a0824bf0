//! Bounded biharmonic weights: the smoothest weights between zero and one.
//!
//! ```text
//! minimise w^T Q w,   Q = L V^{-1} L,   0 <= w <= 1,   w = 1 on handle j, 0 on the others
//! ```
//!
//! with the geometric Laplacian per vertex; each weight is found by itself, then every row is
//! divided by its sum (a row of zeros stays).
//!
//! The bounds bind at few vertices, so the work is done on their multipliers. On the free
//! vertices let `G = Q_ff^{-1}` (one factor for all handles), `w_0 = -G Q_fh w_h` the weight without
//! bounds, and `C` the bounds met so far, with `s_c = 1` for `w_c >= 0` and `-1` for `w_c <= 1`:
//!
//! ```text
//! w = w_0 + G S lambda         y = S (w - bound) >= 0,   lambda >= 0,   y . lambda = 0  on C
//! ```
//!
//! is a small dense problem with the matrix `T = S G_cc S`, solved exactly by block
//! principal pivoting; entries of `G` serve all weights. Bounds that `w` then violates, the worst
//! of each neighbourhood, join `C`. The dual objective grows in each round, so no set of
//! multipliers returns and the rounds end. At the solution the KKT conditions hold on all vertices:
//!
//! ```text
//! w - clamp(w - (Q w)_i / Q_ii, 0, 1) = 0          (its largest entry is the residual reported)
//! ```

use super::{Handles, finite, laplacian};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::{
    Cholesky, Mat, Pattern, SparseSym, column, column_mut, llt, solve_lower, solve_lower_transposed,
};
use crate::progress::{Progress, check};
use rayon::prelude::*;
use std::sync::Arc;

/// Bounds may be exceeded by this much before the weights are clamped.
const TOLERANCE: f64 = 1e-10;
/// KKT residual up to which the weights count as converged.
const CONVERGED: f64 = 1e-8;
/// Rounds after which the weights are taken as they are.
const MOST_ROUNDS: usize = 500;
/// Bounds that join per weight and round.
const MOST_JOINING: usize = 32;
/// Steps without progress after which bounds change sides one at a time.
const PATIENCE: usize = 4;
/// Multipliers this small against the largest are taken as zero.
const ROUND_OFF: f64 = 1e-14;
/// Columns of `G` computed at a time.
const BLOCK: usize = 64;

/// Bounded biharmonic weights, and how well they were found.
#[derive(Debug, Clone)]
pub struct BoundedWeights {
    /// The weights, summing to one, one column per handle.
    pub weights: Mat,
    /// Largest KKT residual of any weight before rows were normalised; well above `1e-8` when the
    /// minimisation was given up.
    pub residual: f64,
    /// Rounds it took.
    pub rounds: usize,
}

impl BoundedWeights {
    /// What the user should know where the minimisation was given up.
    pub fn warning(&self) -> Option<String> {
        let converged = self.residual <= CONVERGED;
        (!converged).then(|| {
            format!(
                "the bounded biharmonic weights did not converge in {} rounds (residual {:.1e}, \
                 not {CONVERGED:.0e}): they are not quite the smoothest",
                self.rounds, self.residual
            )
        })
    }
}

/// Bounded biharmonic weights of the handles (sets of vertices), one column each.
///
/// Zero on connected components that no handle touches.
pub fn bounded(
    body: &Body,
    handles: &[Vec<u32>],
    progress: &dyn Progress,
) -> Result<BoundedWeights> {
    let handles = Handles::new(body, handles)?;
    let (mut weights, residual, rounds) = minimise(body, &handles, progress)?;
    for i in 0..weights.nrows() {
        let sum: f64 = (0..weights.ncols()).map(|j| weights[(i, j)]).sum();
        if sum > 0.0 {
            (0..weights.ncols()).for_each(|j| weights[(i, j)] /= sum);
        }
    }
    Ok(BoundedWeights { weights: finite(weights)?, residual, rounds })
}

/// The weights before rows are normalised, the largest residual and the number of rounds.
fn minimise(body: &Body, handles: &Handles, progress: &dyn Progress) -> Result<(Mat, f64, usize)> {
    let q = energy(body);
    let mut weights = handles.indicator();
    let (inner, kept) = q.restricted(&handles.free);
    if kept.is_empty() {
        return Ok((weights, 0.0, 0));
    }
    let mut pull = Mat::zeros(weights.nrows(), handles.count);
    q.mul(weights.as_ref(), pull.as_mut());
    let pull = Mat::from_fn(kept.len(), handles.count, |r, j| pull[(kept[r] as usize, j)]);

    progress.stage("factor", 0);
    check(progress)?;
    let quadratic = Quadratic::new(inner)?;
    let (found, rounds) = quadratic.bounded(&pull, progress)?;
    for j in 0..handles.count {
        let to = column_mut(weights.as_mut(), j);
        for (&i, x) in kept.iter().zip(column(found.as_ref(), j)) {
            to[i as usize] = *x;
        }
    }
    Ok((weights, quadratic.residual(&found, &pull), rounds))
}

/// A bound: its vertex, and 1 for `w >= 0` or -1 for `w <= 1`.
#[derive(Clone, Copy)]
struct Bound {
    vertex: usize,
    sign: f64,
}

impl Bound {
    /// How far inside the bound the weight is.
    fn slack(self, w: &[f64]) -> f64 {
        if self.sign > 0.0 { w[self.vertex] } else { 1.0 - w[self.vertex] }
    }
}

/// `w^T Q w / 2` on the free vertices, with the factor of `Q`.
struct Quadratic {
    q: SparseSym,
    factor: Cholesky,
    /// Vertices that share an entry of `Q` with each.
    neighbours: Vec<Vec<u32>>,
}

impl Quadratic {
    fn new(q: SparseSym) -> Result<Self> {
        let mut neighbours = vec![Vec::new(); q.size()];
        for j in 0..q.size() {
            for &i in q.pattern.column(j).iter().filter(|&&i| i as usize != j) {
                neighbours[j].push(i);
                neighbours[i as usize].push(j as u32);
            }
        }
        Ok(Quadratic { factor: Cholesky::of_scalar(&q)?, q, neighbours })
    }

    /// Minimises `w^T Q w / 2 + pull . w` for `0 <= w <= 1`, for each column; also counts rounds.
    ///
    /// The columns go in step because a solve costs little more for many columns than for one.
    fn bounded(&self, pull: &Mat, progress: &dyn Progress) -> Result<(Mat, usize)> {
        progress.stage("bounded weights", 0);
        let mut free = Mat::from_fn(pull.nrows(), pull.ncols(), |i, j| -pull[(i, j)]);
        self.factor.solve_in_place(free.as_mut());
        let mut w = free.clone();
        let mut duals: Vec<Dual> = (0..pull.ncols()).map(|_| Dual::default()).collect();
        let mut green = Green::new(pull.nrows());
        let mut rounds = 0;
        while rounds < MOST_ROUNDS {
            check(progress)?;
            let columns = duals.iter().enumerate();
            let joining: Vec<Vec<Bound>> =
                columns.map(|(j, dual)| self.worst(column(w.as_ref(), j), &dual.bounds)).collect();
            if joining.iter().all(Vec::is_empty) {
                break;
            }
            rounds += 1;
            green.extend(&self.factor, joining.iter().flatten().map(|b| b.vertex));
            for (j, (dual, new)) in duals.iter_mut().zip(&joining).enumerate() {
                dual.grow(new, &green, column(free.as_ref(), j));
            }
            duals.par_iter_mut().try_for_each(|dual| dual.solve(&green))?;
            for (j, dual) in duals.iter().enumerate() {
                let load = column_mut(w.as_mut(), j);
                load.iter_mut().zip(column(pull.as_ref(), j)).for_each(|(x, p)| *x = -p);
                for (bound, lambda) in dual.bounds.iter().zip(&dual.lambda) {
                    load[bound.vertex] += bound.sign * lambda;
                }
            }
            self.factor.solve_in_place(w.as_mut());
            progress.advance(rounds);
        }
        for j in 0..w.ncols() {
            column_mut(w.as_mut(), j).iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0));
        }
        Ok((w, rounds))
    }

    /// New violated bounds, the worst first, no two at vertices that share an entry of `Q`.
    ///
    /// Known ones, which round-off may leave violated, would make `T` singular.
    fn worst(&self, w: &[f64], known: &[Bound]) -> Vec<Bound> {
        let excess = |i: usize| (-w[i]).max(w[i] - 1.0);
        let mut violated: Vec<usize> = (0..w.len()).filter(|&i| excess(i) > TOLERANCE).collect();
        violated.sort_by(|&a, &b| excess(b).total_cmp(&excess(a)));
        let mut near = vec![false; w.len()];
        for bound in known.iter().filter(|b| b.slack(w) < 0.0) {
            near[bound.vertex] = true;
        }
        let mut worst = Vec::new();
        for i in violated {
            if worst.len() == MOST_JOINING {
                break;
            }
            if !near[i] {
                worst.push(Bound { vertex: i, sign: if w[i] < 0.0 { 1.0 } else { -1.0 } });
                self.neighbours[i].iter().for_each(|&j| near[j as usize] = true);
            }
        }
        worst
    }

    /// Largest entry of `w - clamp(w - gradient / diagonal, 0, 1)`.
    fn residual(&self, w: &Mat, pull: &Mat) -> f64 {
        let diagonal = self.q.diagonal();
        let mut gradient = Mat::zeros(w.nrows(), w.ncols());
        self.q.mul(w.as_ref(), gradient.as_mut());
        let mut largest = 0.0f64;
        for j in 0..w.ncols() {
            for (i, d) in diagonal.iter().enumerate() {
                let step = (gradient[(i, j)] + pull[(i, j)]) / d;
                largest = largest.max((w[(i, j)] - (w[(i, j)] - step).clamp(0.0, 1.0)).abs());
            }
        }
        largest
    }
}

/// Entries of `G` between vertices at whose bounds some weight has been.
struct Green {
    /// Where each vertex comes in `rows`, if it is known.
    place: Vec<Option<usize>>,
    /// Entries of each known vertex with itself and those before it.
    rows: Vec<Vec<f64>>,
}

impl Green {
    fn new(vertices: usize) -> Self {
        Green { place: vec![None; vertices], rows: Vec::new() }
    }

    /// Gets to know more vertices, by a solve for each that is new.
    fn extend(&mut self, factor: &Cholesky, vertices: impl Iterator<Item = usize>) {
        let known = self.rows.len();
        let mut count = known;
        for v in vertices {
            if self.place[v].is_none() {
                self.place[v] = Some(count);
                count += 1;
            }
        }
        let mut vertex = vec![0; count];
        for (v, place) in self.place.iter().enumerate() {
            place.iter().for_each(|&p| vertex[p] = v);
        }
        for block in vertex[known..].chunks(BLOCK) {
            let mut g = Mat::zeros(self.place.len(), block.len());
            block.iter().enumerate().for_each(|(k, &v)| g[(v, k)] = 1.0);
            factor.solve_in_place(g.as_mut());
            for k in 0..block.len() {
                let entries = column(g.as_ref(), k);
                let before = &vertex[..=self.rows.len()];
                self.rows.push(before.iter().map(|&v| entries[v]).collect());
            }
        }
    }

    /// The entry of two places.
    fn at(&self, p: usize, q: usize) -> f64 {
        self.rows[p.max(q)][p.min(q)]
    }
}

/// Find `lambda >= 0` with `y = T lambda + slack >= 0` and `y . lambda = 0`.
#[derive(Default)]
struct Dual {
    bounds: Vec<Bound>,
    /// Where `Green` has the vertex of each bound.
    places: Vec<usize>,
    slack: Vec<f64>,
    lambda: Vec<f64>,
}

impl Dual {
    fn grow(&mut self, new: &[Bound], green: &Green, free: &[f64]) {
        self.bounds.extend(new);
        self.places.extend(new.iter().filter_map(|b| green.place[b.vertex]));
        self.slack.extend(new.iter().map(|b| b.slack(free)));
        self.lambda.resize(self.bounds.len(), 0.0);
    }

    /// Block principal pivoting: all bounds that are on the wrong side of `lambda >= 0`, `y >= 0`
    /// change sides together. Where that does not make them fewer for some steps, only the last of
    /// them changes sides, which ends because `T` is positive definite.
    fn solve(&mut self, green: &Green) -> Result<()> {
        let n = self.bounds.len();
        let y = self.y(green);
        let mut binding: Vec<bool> =
            y.iter().zip(&self.lambda).map(|(&y, &l)| l > 0.0 || y < 0.0).collect();
        let (mut fewest, mut patience) = (n + 1, PATIENCE);
        for _ in 0..10 * n + 10 {
            self.settle(&binding, green)?;
            let y = self.y(green);
            let least = -ROUND_OFF * self.lambda.iter().fold(0.0f64, |m, l| m.max(l.abs()));
            let wrong: Vec<usize> = (0..n)
                .filter(
                    |&c| if binding[c] { self.lambda[c] < least } else { y[c] < -0.5 * TOLERANCE },
                )
                .collect();
            if wrong.is_empty() {
                break;
            }
            if wrong.len() < fewest {
                (fewest, patience) = (wrong.len(), PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
            let last = wrong.len() - 1;
            let changing = if patience > 0 { &wrong[..] } else { &wrong[last..] };
            changing.iter().for_each(|&c| binding[c] = !binding[c]);
        }
        self.lambda.iter_mut().for_each(|l| *l = l.max(0.0));
        Ok(())
    }

    /// How far inside each bound the weight is with these multipliers.
    fn y(&self, green: &Green) -> Vec<f64> {
        let active: Vec<(usize, f64)> = (0..self.lambda.len())
            .filter(|&c| self.lambda[c] != 0.0)
            .map(|c| (self.places[c], self.bounds[c].sign * self.lambda[c]))
            .collect();
        (0..self.bounds.len())
            .map(|c| {
                let push = active.iter().map(|&(q, l)| green.at(self.places[c], q) * l);
                self.slack[c] + self.bounds[c].sign * push.sum::<f64>()
            })
            .collect()
    }

    /// The multipliers with which the binding bounds are met exactly; zero for the others.
    fn settle(&mut self, binding: &[bool], green: &Green) -> Result<()> {
        let mut set: Vec<usize> = (0..binding.len()).filter(|&c| binding[c]).collect();
        set.sort_unstable_by_key(|&c| self.places[c]);
        let mut t = Mat::zeros(set.len(), set.len());
        for (a, &c) in set.iter().enumerate() {
            let row = &green.rows[self.places[c]];
            for (b, &d) in set[..=a].iter().enumerate() {
                let entry = self.bounds[c].sign * self.bounds[d].sign * row[self.places[d]];
                (t[(a, b)], t[(b, a)]) = (entry, entry);
            }
        }
        let factor = llt(t.as_ref()).ok_or_else(|| {
            Error::new(Code::Numeric, "the bounds of a weight cannot be told apart")
                .help("look for slivers in the mesh, or use harmonic weights")
        })?;
        let mut z = Mat::from_fn(set.len(), 1, |a, _| -self.slack[set[a]]);
        solve_lower(factor.as_ref(), z.as_mut());
        solve_lower_transposed(factor.as_ref(), z.as_mut());
        self.lambda.fill(0.0);
        set.iter().zip(column(z.as_ref(), 0)).for_each(|(&c, &l)| self.lambda[c] = l);
        Ok(())
    }
}

/// `Q = L V^{-1} L`; rows and columns of vertices that no cell uses are zero.
fn energy(body: &Body) -> SparseSym {
    let volumes = body.geometry.nodal_volumes(&body.mesh);
    let l = laplacian(body, |_| 1.0);
    let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); l.size()];
    for j in 0..l.size() {
        let start = l.pattern.column_starts[j] as usize;
        for (k, &i) in l.pattern.column(j).iter().enumerate() {
            let (i, x) = (i as usize, l.values[start + k]);
            rows[j].push((i, x));
            if i != j {
                rows[i].push((j, x));
            }
        }
    }
    let mut pattern = Pattern { column_starts: vec![0], rows: Vec::new() };
    let mut values = Vec::new();
    let mut terms: Vec<(usize, f64)> = Vec::new();
    for j in 0..l.size() {
        terms.clear();
        for &(k, x) in &rows[j] {
            let scale = if volumes[k] > 0.0 { x / volumes[k] } else { 0.0 };
            let below = rows[k].iter().filter(|&&(i, _)| i >= j);
            terms.extend(below.map(|&(i, y)| (i, scale * y)));
        }
        terms.sort_by_key(|&(i, _)| i);
        for group in terms.chunk_by(|a, b| a.0 == b.0) {
            pattern.rows.push(group[0].0 as u32);
            values.push(group.iter().map(|term| term.1).sum());
        }
        pattern.column_starts.push(pattern.rows.len() as u32);
    }
    SparseSym { pattern: Arc::new(pattern), values }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::linalg::{dot, norm};
    use crate::progress::Silent;

    fn cases() -> [(Body, Vec<Vec<u32>>); 2] {
        [
            (boxed(&[24, 8], &[3.0, 1.0]), vec![vec![0], vec![224], vec![60, 61], vec![130]]),
            (boxed(&[9, 5, 4], &[2.0, 1.0, 0.8]), vec![vec![0], vec![299], vec![133]]),
        ]
    }

    #[test]
    fn only_weights_that_did_not_converge_are_warned_of() {
        let found = |residual| BoundedWeights { weights: Mat::zeros(1, 1), residual, rounds: 500 };
        assert_eq!(found(0.0).warning(), None);
        assert_eq!(found(1e-8).warning(), None);
        for (residual, said) in [(3e-8, "residual 3.0e-8"), (f64::NAN, "residual NaN")] {
            assert!(found(residual).warning().unwrap().contains(said));
        }
    }

    #[test]
    fn the_kkt_conditions_hold() {
        for (body, handles) in cases() {
            let checked = Handles::new(&body, &handles).unwrap();
            let (weights, residual, rounds) = minimise(&body, &checked, &Silent).unwrap();
            assert!(residual < 1e-9 && rounds > 0);
            let q = energy(&body);
            let diagonal = q.diagonal();
            let mut lower = 0;
            for j in 0..handles.len() {
                let w = column(weights.as_ref(), j);
                let mut force = vec![0.0; w.len()];
                q.mul_vec(w, &mut force);
                for i in (0..w.len()).filter(|&i| checked.free[i]) {
                    let force = force[i] / diagonal[i];
                    assert!((0.0..=1.0).contains(&w[i]));
                    assert!(w[i] < 1e-8 || force < 1e-9);
                    assert!(w[i] > 1.0 - 1e-8 || force > -1e-9);
                    lower += (w[i] < 1e-9 && force > 1e-7) as usize;
                }
            }
            assert!(lower > 3, "bounds bind at {lower} vertices only");
        }
    }

    #[test]
    fn no_feasible_change_lowers_the_energy() {
        let (body, handles) = &cases()[0];
        let checked = Handles::new(body, handles).unwrap();
        let (weights, ..) = minimise(body, &checked, &Silent).unwrap();
        let others = [super::super::harmonic(body, handles).unwrap(), checked.indicator()];
        let q = energy(body);
        let value = |w: &[f64]| {
            let mut force = vec![0.0; w.len()];
            q.mul_vec(w, &mut force);
            dot(w, &force)
        };
        for j in 0..handles.len() {
            let best = column(weights.as_ref(), j);
            for other in &others {
                for step in [1e-3, 0.1, 1.0] {
                    let other = column(other.as_ref(), j);
                    let mixed: Vec<f64> = best
                        .iter()
                        .zip(other)
                        .map(|(a, b)| a + step * (b.clamp(0.0, 1.0) - a))
                        .collect();
                    assert!(value(&mixed) > value(best));
                }
            }
        }
    }

    #[test]
    fn weights_are_between_zero_and_one_and_sum_to_one() {
        for (body, handles) in cases() {
            let found = bounded(&body, &handles, &Silent).unwrap();
            for i in 0..body.mesh.vertex_count() {
                assert!((row_sum(&found.weights, i) - 1.0).abs() < 1e-14);
                assert!((0..handles.len()).all(|j| (0.0..=1.0).contains(&found.weights[(i, j)])));
            }
            for (j, handle) in handles.iter().enumerate() {
                assert!(handle.iter().all(|&i| found.weights[(i as usize, j)] == 1.0));
            }
        }
    }

    #[test]
    fn between_the_ends_of_a_bar_weights_are_the_clamped_cubic() {
        let body = boxed(&[80, 1], &[1.0, 0.01]);
        let ends = [vertices(&body, |x| x[0] == 0.0), vertices(&body, |x| x[0] == 1.0)];
        let found = bounded(&body, &ends, &Silent).unwrap();
        for i in 0..body.mesh.vertex_count() {
            let x = body.mesh.point(i)[0];
            let oracle = x * x * (3.0 - 2.0 * x);
            assert!((found.weights[(i, 1)] - oracle).abs() < 2e-3);
        }
    }

    #[test]
    fn the_energy_is_the_squared_norm_of_the_laplacian_over_volume() {
        let body = boxed(&[3, 4, 2], &[1.0, 2.0, 0.5]);
        let w: Vec<f64> = (0..60).map(|i| (i as f64 * 0.7).sin()).collect();
        let (mut qw, mut lw) = (vec![0.0; 60], vec![0.0; 60]);
        energy(&body).mul_vec(&w, &mut qw);
        laplacian(&body, |_| 1.0).mul_vec(&w, &mut lw);
        let volumes = body.geometry.nodal_volumes(&body.mesh);
        let scaled: Vec<f64> = lw.iter().zip(&volumes).map(|(l, v)| l / v.sqrt()).collect();
        assert!((dot(&w, &qw) / norm(&scaled).powi(2) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn weights_do_not_depend_on_scale() {
        let handles = [vec![0], vec![41], vec![17]];
        let unit = bounded(&boxed(&[6, 5], &[1.0, 1.0]), &handles, &Silent).unwrap();
        for scale in [1e-6, 1e6] {
            let scaled = bounded(&boxed(&[6, 5], &[scale, scale]), &handles, &Silent).unwrap();
            assert!(difference(&unit.weights, &scaled.weights) < 1e-9);
        }
    }
}
