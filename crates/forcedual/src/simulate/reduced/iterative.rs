//! Conjugate gradients with Newton's matrix `K = H + w I`.
//!
//! A hundredth of the residual is asked for, or more while other directions follow, so that the products with gradient rows, nearly all of
//! the work, are made in single precision. Where rounding outweighs what is soft, so that a curvature
//! is below `w`, the matrix is formed and factored in double precision.
//!
//! The preconditioner is `diag(s + w)`, but for the few stiffest functions, of which the block of `K`
//! itself is inverted, without handles and contact: they are far stiffer than the others, and the
//! stiffness at rest says least of them. Where the first iterations foretell that all of them would take longer than forming and factoring
//! the matrix in single precision, as with contact or stiff parts in soft ones, that is done instead:
//! the factor is the preconditioner then, and in the iterations of Newton's method that
//! follow in the same step the matrix is factored at once.
//!
//! [`Solver::Exact`](super::Solver::Exact) factors at once, and iterates with products in double precision
//! until nothing but rounding is left.

use super::Reduced;
use super::dense::{Dense, Parts};
use crate::linalg::{Rows, lanes_dot as dot};
use crate::reduce::ReducedModel;

/// Iterations after which it is foretold, again and again, how many there will be.
const PROBE: usize = 12;
/// How many times longer than a factor they must be foretold to take: the first gain less than the last.
const CLEARLY: f64 = 2.0;
/// Functions whose block is inverted.
pub(super) const STIFFEST: usize = 4;
/// Relative residual of exact solves.
const ROUNDING: f64 = 1e-11;
/// Iterations with a factor at most: one in single precision that takes more is of no use.
const FACTORED: usize = 20;
/// What an iteration takes beside its product, in multiplications per coordinate.
const BESIDE: usize = 400;

/// The preconditioner `P`: a diagonal with a block, or a factor of Newton's matrix.
pub(super) struct Guide {
    /// Iterations that take about as long as forming and factoring the matrix.
    long: usize,
    /// Is there a factor?
    pub factored: bool,
    /// Was one needed in this step?
    hard: bool,
    /// Was single precision not enough for one in this step?
    coarse: bool,
    dense: Dense<f32>,
    /// `G`
    rows: Rows<f32>,
    x: Vec<f32>,
    /// `1 / (s + w)`
    scales: Vec<f64>,
    /// The stiffest functions, their coordinates, and the inverse of their block.
    stiffest: Vec<usize>,
    places: Vec<usize>,
    block: Rows,
}

impl Guide {
    /// Room for `likely` touched vertices from the start.
    pub fn new(model: &ReducedModel, likely: usize) -> Self {
        let motion = &model.deformation;
        let (count, width, columns) = (motion.rows.count(), motion.rows.width(), motion.columns);
        let size = columns * width;
        let factored = (columns * columns * count * width.pow(2)) / 2 + size.pow(3) / 6;
        let iterated = 2 * columns * count * width + BESIDE * size;
        let mut order: Vec<usize> = (0..width).collect();
        order.sort_by(|a, b| model.spectrum[*b].total_cmp(&model.spectrum[*a]));
        order.truncate(STIFFEST);
        let places: Vec<usize> =
            order.iter().flat_map(|a| (0..columns).map(move |c| c * width + a)).collect();
        Guide {
            long: factored / iterated.max(1),
            factored: false,
            hard: false,
            coarse: false,
            dense: Dense::new(model, likely),
            rows: Rows::from_fn(count, width, |i, j| motion.rows.row(i)[j]),
            x: vec![0.0; size],
            scales: vec![0.0; size],
            block: Rows::from_fn(places.len(), places.len(), |_, _| 0.0),
            stiffest: order,
            places,
        }
    }

    /// Makes room for so many numbers of rows of touched vertices.
    pub fn reserve(&mut self, count: usize) {
        self.dense.reserve(count);
    }

    /// Begins a step, of which nothing is known.
    pub fn begin(&mut self) {
        (self.factored, self.hard, self.coarse) = (false, false, false);
    }

    /// Forms and factors `K`; `false` if rounding makes it indefinite.
    fn factor(&mut self, w: f64, parts: &Parts<'_>) -> bool {
        if !self.coarse {
            self.dense.form(w, &self.rows, parts);
            self.factored = self.dense.factor.factor();
            self.coarse = !self.factored;
        }
        self.factored
    }

    /// Would the iterations that are left after `count`, which have come a `share` of the way, take longer
    /// than a factor?
    fn is_late(&self, count: usize, share: f64) -> bool {
        if self.factored {
            return count == FACTORED;
        }
        let left = || count as f64 * (1.0 / share.max(1e-3) - 1.0);
        count > 0 && count.is_multiple_of(PROBE) && left() > CLEARLY * self.long as f64
    }

    /// `out = P^{-1} r`
    fn precondition(&mut self, r: &[f64], out: &mut [f64]) {
        if self.factored {
            self.x.iter_mut().zip(r).for_each(|(x, r)| *x = *r as f32);
            self.dense.factor.solve(&mut self.x);
            return out.iter_mut().zip(&self.x).for_each(|(y, x)| *y = f64::from(*x));
        }
        out.iter_mut().zip(r).zip(&self.scales).for_each(|((y, r), scale)| *y = r * scale);
        for (i, &to) in self.places.iter().enumerate() {
            let row = self.block.row(i).iter().zip(&self.places);
            out[to] = row.map(|(entry, &from)| entry * r[from]).sum();
        }
    }
}

/// How conjugate gradients ended.
enum End {
    /// With enough digits.
    Solved,
    /// Where a factor would be faster, or is of no use.
    Late,
    /// At a curvature that rounding has made wrong.
    Lost,
}

impl Reduced {
    /// Prepares products with the Hessian where the body was linearised last, and the preconditioner.
    pub(super) fn guide(&mut self, w: f64) {
        self.elastic.set(&self.cells);
        self.guide.factored = false;
        if self.guide.hard && self.refactor_single(w) {
            return;
        }
        let Reduced { guide, elastic, quadratic, .. } = self;
        let scales = guide.scales.iter_mut().zip(&self.model.spectrum);
        scales.for_each(|(scale, s)| *scale = 1.0 / (s + w));
        elastic.block(&guide.stiffest, &mut guide.block);
        if quadratic.acts {
            let columns = guide.places.len() / guide.stiffest.len().max(1);
            for (i, &a) in guide.stiffest.iter().enumerate() {
                for (j, &b) in guide.stiffest.iter().enumerate() {
                    let entry = quadratic.matrix.row(a)[b];
                    for c in 0..columns {
                        guide.block.row_mut(i * columns + c)[j * columns + c] += entry;
                    }
                }
            }
        }
        (0..guide.places.len()).for_each(|i| guide.block.row_mut(i)[i] += w);
        if !guide.block.invert() {
            for (i, &place) in guide.places.iter().enumerate() {
                guide.block.row_mut(i).fill(0.0);
                guide.block.row_mut(i)[i] = guide.scales[place];
            }
        }
    }

    /// Forms and factors Newton's matrix in single precision.
    pub(super) fn refactor_single(&mut self, w: f64) -> bool {
        let Reduced { guide, stencils, quadratic, cells, .. } = self;
        guide.factor(w, &Parts { cells, quadratic, stencils })
    }

    /// `out = (H + w I) v`
    fn multiply(&mut self, exact: bool, w: f64, v: &[f64], out: &mut [f64]) {
        let motion = &self.model.motion;
        motion.pad(v, &mut self.padded_search);
        self.image.fill(0.0);
        self.stencils.add(&self.padded_search, &mut self.image);
        if exact {
            let deformation = &self.model.deformation;
            deformation.mul(&self.padded_search, &mut self.strain);
            let n = motion.dim * motion.dim;
            let each = self.strain.chunks_exact(n).zip(self.stress.chunks_exact_mut(n));
            for ((strain, stress), block) in each.zip(self.cells.chunks_exact(n * n)) {
                for (stress, row) in stress.iter_mut().zip(block.chunks_exact(n)) {
                    *stress = row.iter().zip(strain).map(|(c, f)| c * f).sum();
                }
            }
            deformation.add_transposed(&self.stress, &mut self.image);
            self.quadratic.add(&self.padded_search, &mut self.image);
        }
        out.iter_mut().zip(v).for_each(|(out, v)| *out = w * v);
        motion.add_unpadded(&self.image, out);
        if !exact {
            self.elastic.add(self.quadratic.single(), v, out);
        }
    }

    /// Conjugate gradients for `(H + w I) out = -gradient`, until the residual is `tolerance` of what it was.
    fn iterate(
        &mut self,
        exact: bool,
        tolerance: f64,
        w: f64,
        gradient: &[f64],
        out: &mut [f64],
    ) -> End {
        let mut r = std::mem::take(&mut self.residual);
        let mut p = std::mem::take(&mut self.search);
        let mut y = std::mem::take(&mut self.product);
        out.fill(0.0);
        r.iter_mut().zip(gradient).for_each(|(r, g)| *r = -g);
        self.guide.precondition(&r, &mut p);
        let first = dot(&r, &p);
        let mut rho = first;
        let enough = rho * tolerance * tolerance;
        let mut end = if rho.is_finite() { End::Solved } else { End::Lost };
        // the positive part of a Hessian has no curvature below zero, a true one may have
        let least = if exact { 0.0 } else { 0.99 * w };
        let mut count = 0;
        while matches!(end, End::Solved) && rho > enough {
            if self.guide.is_late(count, (rho / first).ln() / (enough / first).ln()) {
                end = End::Late;
                break;
            }
            count += 1;
            self.multiply(exact, w, &p, &mut y);
            let curvature = dot(&p, &y);
            if !(curvature > least * dot(&p, &p) && curvature.is_finite()) {
                end = End::Lost;
                break;
            }
            let alpha = rho / curvature;
            out.iter_mut().zip(&p).for_each(|(x, p)| *x += alpha * p);
            r.iter_mut().zip(&y).for_each(|(r, hp)| *r -= alpha * hp);
            self.guide.precondition(&r, &mut y);
            let next = dot(&r, &y);
            let beta = next / rho;
            p.iter_mut().zip(&y).for_each(|(p, y)| *p = y + beta * *p);
            rho = next;
            if !(rho >= 0.0 && rho.is_finite()) {
                end = End::Lost;
            }
        }
        (self.residual, self.search, self.product) = (r, p, y);
        end
    }

    /// Solves `(H + w I) out = -gradient` to a hundredth, or less where `rough` is more.
    pub(super) fn solve(&mut self, w: f64, gradient: &[f64], rough: f64, out: &mut [f64]) -> bool {
        let tolerance = self.tolerance.max(rough);
        let mut end = End::Lost;
        if !(self.guide.hard && self.guide.coarse) {
            end = self.iterate(false, tolerance, w, gradient, out);
        }
        if matches!(end, End::Late) && !self.guide.factored {
            self.guide.hard = true;
            if self.refactor_single(w) {
                end = self.iterate(false, tolerance, w, gradient, out);
            }
        }
        if !matches!(end, End::Solved) && self.refactor(w, true) {
            out.iter_mut().zip(gradient).for_each(|(out, g)| *out = -g);
            self.dense.factor.solve(out);
        }
        out.iter().all(|x| x.is_finite()) && out.iter().any(|x| *x != 0.0)
    }

    /// Solves `(H + w I) out = -gradient` with the factor in single precision, down to rounding.
    pub(super) fn solve_exactly(&mut self, w: f64, gradient: &[f64], out: &mut [f64]) -> bool {
        self.guide.factored && matches!(self.iterate(true, ROUNDING, w, gradient, out), End::Solved)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Controls, Reduced, System};
    use crate::body::Body;
    use crate::energy::{Actuators, ContactPoints, Handle};
    use crate::linalg::{Mat, norm};
    use crate::material::field::Material;
    use crate::material::{Lame, Law};
    use crate::mesh::SimplexMesh;
    use crate::mesh::shapes::grid;
    use crate::progress::Silent;
    use crate::reduce::{Coordinates, Cubature, CubatureSpec, Parts, ReducedModel};
    use crate::subspace::Linearisation;
    use crate::subspace::basis::skinning_functions;
    use std::path::Path;
    use std::sync::Arc;

    const W: f64 = 1e4;

    /// A bar of four weights, one part of it a thousand times as stiff, begun with a hand on its tip.
    fn held() -> Reduced {
        let mesh = SimplexMesh::new(grid(&[10, 2, 2], &[1.0, 0.2, 0.2])).unwrap();
        let pins: Vec<bool> = (0..mesh.vertex_count()).map(|i| mesh.point(i)[0] < 1e-9).collect();
        let body = Body::new(mesh, &Material::default(), Path::new(".")).unwrap();
        let mut body = body.pinned(&pins);
        body.law = Law::StableNeoHookean;
        for (e, lame) in body.lame.iter_mut().enumerate() {
            let stiff = if e % 7 == 0 { 1e6 } else { 1e3 };
            *lame = Lame { mu: stiff, lam: 20.0 * stiff };
        }
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let weights = Mat::from_fn(body.mesh.vertex_count(), 4, |i, j| {
            (body.mesh.point(i)[0] * (j + 1) as f64).sin()
        });
        let phi = skinning_functions(&body, weights.as_ref()).unwrap();
        let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
        let (actuators, contact) = (Actuators::none(3), ContactPoints::of(&body));
        let parts = Parts {
            actuators: &actuators,
            contact: &contact,
            cubature: CubatureSpec::default(),
            responses: &Mat::new(),
        };
        let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
        let mut reduced = Reduced::new(Arc::new(model));
        let tip = body.mesh.vertex_count() as u32 - 1;
        let handles = vec![Handle::on(tip, [1.1, 0.4, 0.2], 1e7)];
        let controls = Controls { handles, ..Controls::default() };
        let rest = vec![0.0; reduced.size()];
        reduced.begin(&rest, 0.01, &controls);
        reduced
    }

    /// What Newton's direction leaves at rest of the gradient and of a further one, by finite differences.
    fn left(reduced: &mut Reduced, rough: f64) -> f64 {
        let size = reduced.size();
        let (rest, mut g, mut d) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
        reduced.gradient(&rest, &mut g);
        let steep = norm(&g);
        g.iter_mut().enumerate().for_each(|(k, g)| *g += steep * (k as f64).sin());
        assert!(reduced.direction(&rest, W, &g, rough, &mut d));
        let epsilon = 1e-5 / d.iter().fold(0.0, |most: f64, d| most.max(d.abs()));
        let mut slope = |sign: f64| {
            let z: Vec<f64> = d.iter().map(|d| sign * epsilon * d).collect();
            let mut slope = vec![0.0; size];
            reduced.gradient(&z, &mut slope);
            slope
        };
        let (after, before) = (slope(1.0), slope(-1.0));
        let left = |k: usize| (after[k] - before[k]) / (2.0 * epsilon) + W * d[k] + g[k];
        norm(&(0..size).map(left).collect::<Vec<_>>()) / norm(&g)
    }

    #[test]
    fn directions_that_would_take_long_are_found_by_a_factor_from_then_on() {
        let mut reduced = held();
        reduced.guide.long = 0;
        assert!(left(&mut reduced, 0.0) < 0.05);
        assert!(reduced.guide.hard && reduced.guide.factored);
        reduced.guide.factored = false;
        assert!(left(&mut reduced, 0.0) < 0.05);
        assert!(reduced.guide.factored);
    }

    #[test]
    fn where_single_precision_is_not_enough_a_factor_in_double_precision_is() {
        let mut reduced = held();
        (reduced.guide.hard, reduced.guide.coarse) = (true, true);
        let left = left(&mut reduced, 0.0);
        assert!(left < 1e-5 && !reduced.guide.factored, "{left}");
    }

    #[test]
    fn iterations_that_meet_numbers_out_of_range_do_not_pass_for_solved() {
        let mut reduced = held();
        left(&mut reduced, 0.0);
        assert!(reduced.refactor_single(W));
        let size = reduced.size();
        (0..size).for_each(|i| reduced.guide.dense.factor.matrix[(i, i)] = f32::NAN);
        let (g, mut d) = (vec![1.0; size], vec![0.0; size]);
        assert!(!reduced.solve_exactly(W, &g, &mut d));
    }

    #[test]
    fn rough_directions_leave_more_than_others() {
        let mut reduced = held();
        reduced.guide.long = usize::MAX;
        let (fine, rough) = (left(&mut reduced, 0.0), left(&mut reduced, 0.5));
        assert!(fine < 0.1 && rough > 2.0 * fine, "{fine} {rough}");
    }
}
