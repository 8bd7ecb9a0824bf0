//! The prior pushed through the nonlinear body: principal components of large responses.
//!
//! A force `F` of the prior is answered by the displacement `U(F)` that minimises
//!
//! ```text
//! E(U) + 1/2 U^T A U - F^T U
//! ```
//!
//! with the elastic energy `E` and the springs `A` of attached handles, found by Newton's method as the force
//! grows in steps. The modes are the principal components, in the mass norm, of the second moment
//! `1/N sum_s U(F_s) U(F_s)^T`, which is not centred: large responses have a mean of their own, and it has to be
//! represented. A prior of few amplitudes `r` is not drawn from but taken at its `2 r` sigma points
//! `mean +- sqrt(r) L_i`, whose mean and covariance are the prior's.

use super::linearisation::{Linearisation, body_assembler};
use crate::energy::{Assembler, Elastic};
use crate::error::{Code, Error, Result};
use crate::force::{Factor, Gaussian};
use crate::linalg::{Cholesky, Mat, SparseSym, Symbolic, column, column_mut, dot, norm};
use crate::progress::{Progress, Silent, check};

/// Amplitudes of a prior that is taken at its sigma points.
const FEW: usize = 10;
/// Share of a force that it grows by at a time ...
const LOAD: f64 = 0.2;
/// ... and the least, where more is too much for Newton's method.
const LEAST_LOAD: f64 = 0.01;
/// Iterations for one of them.
const ITERATIONS: usize = 40;
/// What may be left of a force.
const TOLERANCE: f64 = 1e-7;
/// Share of the promised decrease that a step has to keep.
const ARMIJO: f64 = 1e-4;
/// Shortest share of a step.
const SHORTEST: f64 = 1e-6;

/// Is a prior drawn from, as it has too many amplitudes for sigma points?
pub fn draws(factor: &Factor) -> bool {
    factor.columns() > FEW
}

/// Forces that stand for a prior, one per column.
pub fn forces(prior: &Gaussian, samples: usize, seed: u64) -> Mat {
    if draws(&prior.factor) {
        return prior.draw(samples, seed);
    }
    let r = prior.factor.columns();
    let root = (r as f64).sqrt();
    let signed = [root, -root];
    let amplitudes = Mat::from_fn(r, 2 * r, |i, j| if i == j / 2 { signed[j % 2] } else { 0.0 });
    let mut forces = prior.factor.apply(amplitudes.as_ref());
    if let Some(mean) = &prior.mean {
        for j in 0..2 * r {
            column_mut(forces.as_mut(), j).iter_mut().zip(mean).for_each(|(f, m)| *f += m);
        }
    }
    forces
}

/// Large displacements under forces, without those that were not found.
pub fn responses(lin: &Linearisation<'_>, forces: &Mat, progress: &dyn Progress) -> Result<Mat> {
    if lin.is_free() {
        return Err(Error::new(
            Code::Unsupported,
            "a body that nothing holds has no rest under forces",
        )
        .help("pin the body, or choose another method")
        .field("method"));
    }
    let mut statics = Statics::new(lin)?;
    let mut found = Vec::new();
    for j in 0..forces.ncols() {
        check(progress)?;
        found.extend(statics.solve(column(forces.as_ref(), j), progress)?);
        progress.advance(j + 1);
    }
    Ok(crate::linalg::from_columns(lin.body.dofs(), &found))
}

/// Equilibria of a body.
struct Statics<'a> {
    energy: Elastic<'a>,
    assembler: Assembler,
    rest: &'a [f64],
    /// Stiffness of springs to the ground, per degree of freedom.
    springs: Vec<f64>,
    moves: Vec<bool>,
    /// What round-off leaves of a force, N.
    rounding: f64,
    free: Vec<u32>,
    factor: Cholesky,
}

impl<'a> Statics<'a> {
    fn new(lin: &Linearisation<'a>) -> Result<Self> {
        let (body, d) = (lin.body, lin.body.dim());
        let assembler = body_assembler(body);
        let energy = Elastic::new(body);
        let rest = body.mesh.positions();
        let own = assembler.hessian(&energy, rest, false).diagonal();
        let springs =
            lin.stiffness.diagonal().iter().zip(own).map(|(all, own)| all - own).collect();
        let moves: Vec<bool> = (0..body.dofs()).map(|i| !body.held[i / d]).collect();
        let (reduced, free) = lin.stiffness.restricted(&moves);
        let stiffest = lin.stiffness.diagonal().into_iter().fold(0.0, f64::max);
        let rounding = 16.0 * f64::EPSILON * stiffest * body.mesh.diagonal();
        let vertices = body.mesh.vertex_count();
        let symbolic = Symbolic::new(&reduced.pattern, vertices, |r| free[r] as usize / d)?;
        let factor = Cholesky::with(symbolic)?;
        Ok(Statics { energy, assembler, rest, springs, moves, rounding, free, factor })
    }

    fn value(&self, x: &[f64], force: &[f64]) -> f64 {
        let others = x.iter().zip(self.rest).zip(&self.springs).zip(force);
        let others = others.map(|(((x, r), a), f)| (0.5 * a * (x - r) - f) * (x - r));
        self.assembler.value(&self.energy, x) + others.sum::<f64>()
    }

    /// What is left of the force, on the degrees of freedom that move.
    fn residual(&self, x: &[f64], force: &[f64]) -> Vec<f64> {
        let elastic = self.assembler.gradient(&self.energy, x);
        let at = |&i: &u32| {
            let i = i as usize;
            force[i] - elastic[i] - self.springs[i] * (x[i] - self.rest[i])
        };
        self.free.iter().map(at).collect()
    }

    /// The Hessian, or each cell's without its negative part.
    fn stiffness(&self, x: &[f64], positive: bool) -> SparseSym {
        let mut all = self.assembler.hessian(&self.energy, x, positive);
        self.springs.iter().enumerate().for_each(|(i, &a)| all.add(i, i, a));
        all.restricted(&self.moves).0
    }

    /// The displacement under a force; none where Newton's method does not arrive.
    fn solve(&mut self, force: &[f64], progress: &dyn Progress) -> Result<Option<Vec<f64>>> {
        let mut x = self.rest.to_vec();
        let (mut share, mut load) = (0.0, LOAD);
        while share < 1.0 {
            check(progress)?;
            let next = if share + load > 1.0 - LEAST_LOAD { 1.0 } else { share + load };
            let now: Vec<f64> = force.iter().map(|f| next * f).collect();
            let mut ahead = x.clone();
            if self.settle(&mut ahead, &now) {
                (share, x) = (next, ahead);
                continue;
            }
            load *= 0.5;
            if load < LEAST_LOAD {
                return Ok(None);
            }
        }
        Ok(Some(x.iter().zip(self.rest).map(|(x, r)| x - r).collect()))
    }

    /// Goes to the equilibrium under a force; false if it is not reached.
    fn settle(&mut self, x: &mut [f64], force: &[f64]) -> bool {
        let enough = (TOLERANCE * norm(force)).max(self.rounding);
        for _ in 0..ITERATIONS {
            let residual = self.residual(x, force);
            if norm(&residual) <= enough {
                return true;
            }
            let factored = [false, true].iter().any(|&positive| {
                let stiffness = self.stiffness(x, positive);
                self.factor.refactor(&stiffness, &Silent).is_ok()
            });
            if !factored {
                return false;
            }
            let mut step = Mat::from_fn(residual.len(), 1, |i, _| residual[i]);
            self.factor.solve_in_place(step.as_mut());
            let step = column(step.as_ref(), 0);
            let (before, promised) = (self.value(x, force), dot(step, &residual));
            let mut length = 1.0;
            let ahead = loop {
                let mut ahead = x.to_vec();
                self.free.iter().zip(step).for_each(|(&i, s)| ahead[i as usize] += length * s);
                let value = self.value(&ahead, force);
                // near the end the decrease drowns in round-off
                let flat = promised.abs() <= 1e-14 * before.abs().max(f64::MIN_POSITIVE);
                if flat || value <= before - ARMIJO * length * promised {
                    break ahead;
                }
                length *= 0.5;
                if length < SHORTEST {
                    return false;
                }
            };
            x.copy_from_slice(&ahead);
        }
        norm(&self.residual(x, force)) <= enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::energy::{Actuators, ContactPoints};
    use crate::force::SparseColumns;
    use crate::material::field::Material;
    use crate::mesh::SimplexMesh;
    use crate::mesh::shapes::grid;
    use crate::simulate::{Controls, Full, Integrator, Settings, State, Stepper, System};
    use std::path::Path;

    fn strip() -> Body {
        let mesh = SimplexMesh::new(grid(&[16, 2], &[1.0, 0.1])).unwrap();
        let held: Vec<bool> = (0..mesh.vertex_count()).map(|i| mesh.point(i)[0] < 1e-9).collect();
        Body::new(mesh, &Material::default(), Path::new(".")).unwrap().pinned(&held)
    }

    /// A push at the end, across.
    fn push(body: &Body, newtons: f64) -> Gaussian {
        let end = (0..body.mesh.vertex_count())
            .max_by(|&a, &b| body.mesh.point(a)[0].total_cmp(&body.mesh.point(b)[0]))
            .unwrap();
        let mut columns = SparseColumns::new(body.dofs());
        columns.push(vec![(2 * end as u32 + 1, newtons)]);
        Gaussian::centred(Factor::Columns(columns))
    }

    #[test]
    fn large_responses_are_where_the_full_body_comes_to_rest() {
        let body = strip();
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let forces = forces(&push(&body, 400.0), 0, 0);
        assert_eq!(forces.ncols(), 2);
        let found = responses(&lin, &forces, &Silent).unwrap();
        let linear = lin.solve(forces.clone());
        let none = Actuators::none(2);
        let mut full = Full::new(&body, &none, ContactPoints::of(&body)).unwrap();
        let settings = Settings {
            h: 100.0,
            integrator: Integrator::BackwardEuler,
            iterations: 100,
            tolerance: 1e-10,
        };
        for j in 0..2 {
            let mut stepper = Stepper::new(settings, full.size()).unwrap();
            let mut state = State::rest(full.size());
            let mut controls = Controls::rest(0);
            let f = column(forces.as_ref(), j);
            for k in 1..=30 {
                let share = (f64::from(k) / 10.0).min(1.0);
                controls.forces = f
                    .chunks_exact(2)
                    .enumerate()
                    .map(|(i, f)| (i as u32, [share * f[0], share * f[1], 0.0]))
                    .collect();
                stepper.step(&mut full, &mut state, &controls);
            }
            let u = column(found.as_ref(), j);
            let most = u.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            assert!(most > 0.2, "{most}");
            for (&i, z) in full.free().iter().zip(&state.z) {
                assert!((u[i as usize] - z).abs() < 1e-4 * most);
            }
            // and not where the linear one does
            let apart = column(linear.as_ref(), j).iter().zip(u).map(|(a, b)| (a - b).abs());
            assert!(apart.fold(0.0, f64::max) > 0.1 * most);
        }
    }

    #[test]
    fn small_responses_are_the_linear_ones() {
        let body = strip();
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let prior = push(&body, 1e-2);
        let forces = forces(&prior, 0, 0);
        let found = responses(&lin, &forces, &Silent).unwrap();
        let linear = lin.solve(forces.clone());
        let most = linear.col_iter().flat_map(|c| c.iter().copied()).fold(0.0f64, f64::max);
        for j in 0..2 {
            for i in 0..body.dofs() {
                assert!((found[(i, j)] - linear[(i, j)]).abs() < 1e-4 * most);
            }
        }
    }

    #[test]
    fn sigma_points_have_the_mean_and_the_covariance_of_the_prior() {
        let l = Mat::from_fn(6, 3, |i, j| ((i + 4 * j) as f64).sin());
        let mean: Vec<f64> = (0..6).map(|i| f64::from(i).cos()).collect();
        let prior = Gaussian { factor: Factor::Dense(l.clone()), mean: Some(mean.clone()) };
        let points = forces(&prior, 0, 0);
        assert_eq!(points.ncols(), 6);
        for i in 0..6 {
            let found: f64 = (0..6).map(|s| points[(i, s)]).sum::<f64>() / 6.0;
            assert!((found - mean[i]).abs() < 1e-14);
            for j in 0..6 {
                let each = (0..6).map(|s| (points[(i, s)] - mean[i]) * (points[(j, s)] - mean[j]));
                let expected: f64 = (0..3).map(|k| l[(i, k)] * l[(j, k)]).sum();
                assert!((each.sum::<f64>() / 6.0 - expected).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn modes_span_the_responses_and_their_mean() {
        let body = strip();
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let prior = push(&body, 400.0);
        let method = crate::subspace::Method::PushForward;
        let modes = crate::subspace::ModeCount::Number(2);
        let spec = crate::subspace::SubspaceSpec { method, modes, ..Default::default() };
        let space = crate::subspace::design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        let found = responses(&lin, &forces(&prior, 0, 0), &Silent).unwrap();
        for j in 0..2 {
            let u = column(found.as_ref(), j);
            let by_mass = |a: &[f64], b: &[f64]| -> f64 {
                a.iter().zip(b).zip(lin.mass()).map(|((a, b), m)| a * b * m).sum()
            };
            let inside = |k| by_mass(u, column(space.basis.as_ref(), k)).powi(2);
            // one of both directions is their mean, which a covariance would not have
            assert!((inside(0) + inside(1)) / by_mass(u, u) > 1.0 - 1e-9);
            assert!(inside(0) / by_mass(u, u) < 0.999);
        }
    }

    #[test]
    fn springs_to_the_ground_hold_large_responses_too() {
        let body = strip();
        let prior = push(&body, 400.0);
        let pushed = (0..body.mesh.vertex_count())
            .max_by(|&a, &b| body.mesh.point(a)[0].total_cmp(&body.mesh.point(b)[0]))
            .unwrap();
        let k = 5000.0;
        let lin = Linearisation::attached(&body, |_| Ok(vec![(pushed, k)]), &Silent).unwrap();
        let u = responses(&lin, &forces(&prior, 0, 0), &Silent).unwrap();
        // the same body without springs is at rest where they push as they are pulled
        let mut eased = forces(&prior, 0, 0);
        for j in 0..2 {
            (0..2).for_each(|c| eased[(2 * pushed + c, j)] -= k * u[(2 * pushed + c, j)]);
        }
        let alone = Linearisation::new(&body, &Silent).unwrap();
        let v = responses(&alone, &eased, &Silent).unwrap();
        let most = u.col_iter().flat_map(|c| c.iter().copied()).fold(0.0f64, f64::max);
        assert!(most > 0.05, "{most}");
        for j in 0..2 {
            assert!((0..body.dofs()).all(|i| (u[(i, j)] - v[(i, j)]).abs() < 1e-5 * most));
        }
    }

    #[test]
    fn a_free_body_is_refused() {
        let mesh = SimplexMesh::new(grid(&[4, 2], &[1.0, 0.1])).unwrap();
        let body = Body::new(mesh, &Material::default(), Path::new(".")).unwrap();
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let forces = Mat::zeros(body.dofs(), 1);
        assert_eq!(responses(&lin, &forces, &Silent).unwrap_err().code, Code::Unsupported);
    }
}
