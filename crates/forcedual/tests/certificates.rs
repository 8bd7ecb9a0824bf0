//! Certificates and comparisons tell the truth about the error.

mod common;

use common::{bar, body_of, coherent, painted, white};
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::{
    Mat, column, llt, product, scale_rows, solve_lower, solve_lower_transposed, squared_norm,
};
use forcedual::material::Law;
use forcedual::mesh::shapes::grid;
use forcedual::progress::{Progress, Silent};
use forcedual::subspace::certificate::certify;
use forcedual::subspace::compare::{HeldOut, curve};
use forcedual::subspace::{
    Field, Linearisation, Method, ModeCount, SubspaceKind, SubspaceSpec, design, dual_modes,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn expected_error_identity_holds_by_monte_carlo() {
    let body = bar(&[8, 2, 2], &[4.0, 1.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let mut prior = painted(&body);
    let mean: Vec<f64> = (0..body.dofs())
        .map(|i| if body.held[i / 3] { 0.0 } else { 3.0 * body.mass[i / 3] * (i as f64).cos() })
        .collect();
    prior.mean = Some(mean);
    let modes = dual_modes(&lin, &prior.factor, Field::Displacement, 3, &Silent).unwrap();
    let certificate = certify(&lin, &prior, &modes.vectors).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let samples = 4000;
    let u = lin.solve(prior.sample(samples, &mut rng));
    let mut dual = modes.vectors.clone();
    scale_rows(dual.as_mut(), lin.mass());
    let rest = &u - product(modes.vectors.as_ref(), product(dual.transpose(), u.as_ref()).as_ref());
    let errors: Vec<f64> = (0..samples)
        .map(|j| column(rest.as_ref(), j).iter().zip(lin.mass()).map(|(r, m)| m * r * r).sum())
        .collect();
    let average = errors.iter().sum::<f64>() / samples as f64;
    let spread = errors.iter().map(|e| (e - average).powi(2)).sum::<f64>() / samples as f64;
    let sigma = (spread / samples as f64).sqrt();
    let predicted = certificate.expected_error + certificate.mean_error;
    assert!((average - predicted).abs() < 4.0 * sigma, "{average:e} {predicted:e} +- {sigma:e}");
}

#[test]
fn an_estimated_certificate_brackets_the_exact_one() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    assert!(prior.factor.rows() > 1500);
    let modes = dual_modes(&lin, &prior.factor, Field::Displacement, 4, &Silent).unwrap();
    let estimated = certify(&lin, &prior, &modes.vectors).unwrap();
    let mut g = lin.responses(&prior.factor);
    scale_rows(g.as_mut(), lin.root_mass());
    let trace = forcedual::linalg::squared_norm(g.as_ref());
    let captured = modes.values.iter().sum::<f64>() / trace;
    assert!(!estimated.exact);
    assert!(estimated.interval[0] <= captured && captured <= estimated.interval[1]);
    assert!(
        1.0 - estimated.interval[0] < 2.5 * (1.0 - captured),
        "{:?} {captured}",
        estimated.interval
    );
    assert!(estimated.galerkin_error >= (1.0 - estimated.interval[1]) * (1.0 - 1e-9));
}

#[test]
fn a_share_of_the_motion_gives_the_fewest_modes_that_reach_it() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    for (prior, kind) in [
        (painted(&body), SubspaceKind::Displacement),
        (coherent(&body, 7), SubspaceKind::Displacement),
        (painted(&body), SubspaceKind::Skinning),
    ] {
        let spec =
            SubspaceSpec { kind, modes: ModeCount::Share("99.9%".into()), ..Default::default() };
        let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        let m = found.modes();
        assert!(found.certificate.interval[0] >= 0.999 * (1.0 - 1e-9), "{:?}", found.certificate);
        if m > 1 {
            let fewer =
                SubspaceSpec { kind, modes: ModeCount::Number(m - 1), ..Default::default() };
            let fewer = design(&lin, &prior, &fewer, Path::new("."), &Silent).unwrap();
            assert!(fewer.certificate.interval[0] < 0.999, "{m} {:?}", fewer.certificate);
        }
    }
}

/// Remembers the largest number of modes that any stage announced.
#[derive(Default)]
struct Largest(AtomicUsize);

impl Progress for Largest {
    fn stage(&self, name: &str, total: usize) {
        if name == "modes" {
            self.0.fetch_max(total, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_share_within_reach_of_few_modes_computes_few_whatever_the_prior() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    for prior in [painted(&body), coherent(&body, 7)] {
        for method in [Method::Lma, Method::HalfAndHalf] {
            let modes = ModeCount::Share("50%".into());
            let spec = SubspaceSpec { method, modes, ..Default::default() };
            let largest = Largest::default();
            let found = design(&lin, &prior, &spec, Path::new("."), &largest).unwrap();
            assert!(found.certificate.captured >= 0.5 && found.warnings.is_empty());
            assert_eq!(largest.0.into_inner(), 16, "{method:?}");
        }
    }
}

#[test]
fn a_reduced_solve_is_never_better_than_projection_also_on_free_bodies() {
    for body in [
        bar(&[8, 3, 3], &[4.0, 1.0, 0.9]),
        body_of(grid(&[8, 3, 3], &[4.0, 1.0, 0.9]), Law::Linear),
    ] {
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let prior = painted(&body);
        let held_out = HeldOut::draw(&lin, &prior, 20, 1, &Silent).unwrap();
        for (kind, method) in [
            (SubspaceKind::Displacement, Method::ForceDual),
            (SubspaceKind::Displacement, Method::Greens),
            (SubspaceKind::Displacement, Method::HalfAndHalf),
            (SubspaceKind::Skinning, Method::ForceDual),
            (SubspaceKind::Skinning, Method::SkinningEigenmodes),
        ] {
            let spec = SubspaceSpec { kind, method, ..Default::default() };
            let curve = curve(&lin, &prior, &held_out, &spec, 48, Path::new("."), &Silent).unwrap();
            let mut last = f64::INFINITY;
            for p in &curve.points {
                assert!(p.projection <= p.reduced_solve * (1.0 + 1e-6) + 1e-12, "{method:?} {p:?}");
                assert!(p.projection <= last * (1.0 + 1e-9), "{method:?} {p:?}");
                assert!(p.reduced_solve < 1.5, "{method:?} {p:?}");
                last = p.projection;
            }
        }
    }
}

#[test]
fn measured_displacements_of_large_priors_agree_with_the_exact_trace() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    // where the body is held its softest motions hardly reach
    let near = |i: usize| body.mesh.point(i / 3)[0] < 0.6;
    let root = (0..body.dofs()).map(|i| if near(i) { 1.0 } else { 0.0 }).collect();
    let root = Gaussian::centred(Factor::Diagonal(root)).without(&body.held, 3);
    for prior in [painted(&body), white(&body), root] {
        let mut g = lin.responses(&prior.factor);
        scale_rows(g.as_mut(), lin.root_mass());
        let exact = forcedual::linalg::squared_norm(g.as_ref()) / lin.mass().iter().sum::<f64>();
        let measured = lin.rms_displacement(&prior).unwrap();
        assert!((measured / exact.sqrt() - 1.0).abs() < 5e-3, "{measured} {}", exact.sqrt());
    }
}

#[test]
fn only_the_tail_of_a_reduced_solves_error_is_estimated() {
    let body = bar(&[12, 3, 3], &[4.0, 1.0, 0.9]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    // a span of linear modes would be solved in exactly: mix them, so that much is misplaced
    let linear = dual_modes(&lin, &white(&body).factor, Field::Displacement, 6, &Silent).unwrap();
    let basis = Mat::from_fn(body.dofs(), 2, |i, j| {
        (linear.vectors[(i, j)] + linear.vectors[(i, j + 3)]) / 2f64.sqrt()
    });
    let certificate = certify(&lin, &prior, &basis).unwrap();
    assert!(!certificate.exact);
    let forces = prior.factor.dense();
    let mut u = lin.responses(&prior.factor);
    let b = basis.as_ref();
    let reduced = product(b.transpose(), lin.stiffness_times(b).as_ref());
    let l = llt(reduced.as_ref()).unwrap();
    let mut z = product(b.transpose(), forces.as_ref());
    solve_lower(l.as_ref(), z.as_mut());
    solve_lower_transposed(l.as_ref(), z.as_mut());
    u -= product(b, z.as_ref());
    let mut dual = basis.clone();
    scale_rows(dual.as_mut(), lin.mass());
    let misplaced = squared_norm(product(dual.transpose(), u.as_ref()).as_ref());
    let certified = certificate.galerkin_error * certificate.trace - certificate.expected_error;
    assert!(misplaced > 0.01 * certificate.trace);
    assert!((certified / misplaced - 1.0).abs() < 1e-8, "{certified:e} {misplaced:e}");
}
