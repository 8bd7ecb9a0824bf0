//! What the mathematics promises, on meshes large enough to matter.

mod common;

use common::{Oracle, as_matrix, col, largest_sine, leading, relative};
use forcedual::body::Body;
use forcedual::energy::{Assembler, Elastic};
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::{Mat, column, column_mut, eigh, product, qr_in_place, scale_rows};
use forcedual::material::Law;
use forcedual::material::field::{Material, Quantity};
use forcedual::mesh::shapes::grid;
use forcedual::mesh::{RawMesh, SimplexMesh};
use forcedual::progress::Silent;
use forcedual::subspace::basis::{lbs_jacobian, orthonormal, skinning_functions};
use forcedual::subspace::certificate::certify;
use forcedual::subspace::derivatives::with_derivatives;
use forcedual::subspace::{
    Field, Linearisation, Method, ModeCount, RotationStrain, SubspaceKind, SubspaceSpec, design,
    dual_modes,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::path::Path;

fn body_of(raw: RawMesh, law: Law) -> Body {
    let material = Material { law, poisson: Quantity::Number(0.4), ..Default::default() };
    Body::new(SimplexMesh::new(raw).unwrap(), &material, Path::new(".")).unwrap()
}

/// A bar along x, pinned at its left end.
fn bar(dims: &[usize], size: &[f64]) -> Body {
    let body = body_of(grid(dims, size), Law::StableNeoHookean);
    let pins: Vec<bool> =
        (0..body.mesh.vertex_count()).map(|i| body.mesh.point(i)[0] < 1e-9 * size[0]).collect();
    body.pinned(&pins)
}

/// Variance that falls off from the far end.
fn painted(body: &Body) -> Gaussian {
    let (_, high) = body.mesh.bounds();
    let std = (0..body.dofs())
        .map(|i| {
            let x = body.mesh.point(i / body.dim())[0] / high[0];
            (body.mass[i / body.dim()] * if x > 0.5 { x } else { 0.0 }).sqrt()
        })
        .collect();
    Gaussian::centred(Factor::Diagonal(std)).without(&body.held, body.dim())
}

/// A few coherent loads.
fn coherent(body: &Body, count: usize) -> Gaussian {
    let l = Mat::from_fn(body.dofs(), count, |i, j| {
        let (v, c) = (i / body.dim(), i % body.dim());
        let x = body.mesh.point(v);
        body.mass[v] * ((1.0 + j as f64) * (x[0] + 0.3 * x[1]) + c as f64).sin()
    });
    Gaussian::centred(Factor::Dense(l)).without(&body.held, body.dim())
}

fn white(body: &Body) -> Gaussian {
    let std = body.dof_mass().into_iter().map(f64::sqrt).collect();
    Gaussian::centred(Factor::Diagonal(std)).without(&body.held, body.dim())
}

#[test]
fn white_noise_equals_lma() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let free: Vec<usize> = (0..body.dofs()).filter(|i| !body.held[i / 2]).collect();
    let h = lin.stiffness_times(Mat::identity(body.dofs(), body.dofs()).as_ref());
    let mass = body.dof_mass();
    let scaled = Mat::from_fn(free.len(), free.len(), |i, j| {
        h[(free[i], free[j])] / (mass[free[i]] * mass[free[j]]).sqrt()
    });
    let (gamma, vectors) = eigh(scaled.as_ref()).unwrap();
    let m = 8;
    let mut lma = Mat::zeros(body.dofs(), m);
    for (row, &dof) in free.iter().enumerate() {
        for k in 0..m {
            lma[(dof, k)] = vectors[(row, free.len() - 1 - k)] / mass[dof].sqrt();
        }
    }
    let modes = dual_modes(&lin, &white(&body).factor, Field::Displacement, m, &Silent).unwrap();
    for k in 0..m {
        let product = modes.values[k] * gamma[free.len() - 1 - k].powi(2);
        assert!((product - 1.0).abs() < 1e-9, "lambda gamma^2 = {product}");
    }
    assert!(largest_sine(&modes.vectors, &lma, &mass) < 1e-8);
}

#[test]
fn low_rank_equals_greens() {
    let body = bar(&[8, 2, 2], &[4.0, 1.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = coherent(&body, 5);
    let greens = lin.solve(prior.factor.dense());
    let modes = dual_modes(&lin, &prior.factor, Field::Displacement, 20, &Silent).unwrap();
    assert!(modes.exhausted && modes.values.len() == 5);
    assert!(largest_sine(&modes.vectors, &greens, &body.dof_mass()) < 1e-8);
}

#[test]
fn krylov_equals_the_direct_decomposition() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    assert!(body.dofs() > 1500);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    for field in [Field::Displacement, Field::Trace, Field::Sum] {
        let krylov = dual_modes(&lin, &prior.factor, field, 12, &Silent).unwrap();
        let dense = Factor::Dense(prior.factor.dense());
        let g = lin.responses(&dense);
        let direct = forcedual::subspace::modes::principal(&lin, g, field, 12).unwrap();
        for k in 0..12 {
            let ratio = krylov.values[k] / direct.values[k];
            assert!((ratio - 1.0).abs() < 1e-9, "{field:?} {k}: {ratio}");
        }
        let mass = if field == Field::Displacement { body.dof_mass() } else { body.mass.clone() };
        let sine = largest_sine(&leading(&krylov.vectors, 10), &krylov.vectors, &mass);
        assert!(sine > 0.9, "the last columns must not lie in the first");
        for k in [1, 3] {
            let sine =
                largest_sine(&leading(&krylov.vectors, k), &leading(&direct.vectors, k), &mass);
            assert!(sine < 1e-6, "{field:?}, first {k}: {sine}");
        }
    }
}

#[test]
fn small_eigenvalues_keep_their_relative_accuracy() {
    // a long thin bar: the fortieth mode has less than 1e-8 of the variance of the first
    let body = bar(&[120, 3, 2], &[40.0, 1.0, 0.7]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = white(&body);
    let modes = dual_modes(&lin, &prior.factor, Field::Displacement, 40, &Silent).unwrap();
    let spread = modes.values[39] / modes.values[0];
    assert!(spread < 1e-8, "{spread:e}");
    // Rayleigh quotients of H are independent of the covariance operator
    let h = lin.stiffness_times(modes.vectors.as_ref());
    for k in 0..40 {
        let gamma =
            forcedual::linalg::dot(column(modes.vectors.as_ref(), k), column(h.as_ref(), k));
        let product = modes.values[k] * gamma * gamma;
        assert!((product - 1.0).abs() < 1e-7, "{k}: {product}");
    }
}

#[test]
fn pod_converges_to_dual_at_the_monte_carlo_rate() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    let dual = dual_modes(&lin, &prior.factor, Field::Displacement, 2, &Silent).unwrap();
    let mut scaled = Vec::new();
    for samples in [100, 400, 1600, 6400] {
        let mut sum = 0.0;
        for seed in 0..6 {
            let spec = SubspaceSpec {
                method: Method::Pod,
                modes: ModeCount::Number(2),
                samples,
                seed,
                ..Default::default()
            };
            let pod = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
            sum += largest_sine(&pod.basis, &dual.vectors, &body.dof_mass());
        }
        scaled.push(sum / 6.0 * (samples as f64).sqrt());
    }
    let (low, high) = scaled.iter().fold((f64::MAX, 0.0f64), |(l, h), &s| (l.min(s), h.max(s)));
    assert!(high / low < 2.5, "sine times sqrt N should be constant: {scaled:?}");
}

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

fn rotated(raw: &RawMesh, q: [[f64; 3]; 3]) -> RawMesh {
    let mut out = raw.clone();
    for x in out.positions.chunks_exact_mut(3) {
        let y = [x[0], x[1], x[2]];
        (0..3).for_each(|r| x[r] = (0..3).map(|c| q[r][c] * y[c]).sum());
    }
    out
}

#[test]
fn modes_and_trace_weights_turn_with_the_body_and_sum_weights_do_not() {
    let raw = grid(&[8, 3, 2], &[4.0, 1.0, 0.7]);
    let (c, s) = (0.6, 0.8);
    let q = [[c, -s, 0.0], [s * c, c * c, -s], [s * s, s * c, c]];
    let pins: Vec<bool> = raw.positions.chunks(3).map(|x| x[0] < 1e-9).collect();
    let run = |raw: RawMesh, field| {
        let body = body_of(raw, Law::Linear).pinned(&pins);
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let modes = dual_modes(&lin, &white(&body).factor, field, 6, &Silent).unwrap();
        (modes, body.mass)
    };
    let turned = rotated(&raw, q);
    for field in [Field::Displacement, Field::Trace] {
        let (a, _) = run(raw.clone(), field);
        let (b, _) = run(turned.clone(), field);
        for k in 0..6 {
            assert!((a.values[k] / b.values[k] - 1.0).abs() < 1e-9, "{field:?} {k}");
        }
    }
    let (a, mass) = run(raw.clone(), Field::Trace);
    let (b, _) = run(turned.clone(), Field::Trace);
    assert!(largest_sine(&leading(&a.vectors, 1), &leading(&b.vectors, 1), &mass) < 1e-6);
    let (a, _) = run(raw, Field::Sum);
    let (b, _) = run(turned, Field::Sum);
    assert!((a.values[0] / b.values[0] - 1.0).abs() > 1e-2);
}

#[test]
fn eigenvalues_scale_with_length_and_stiffness() {
    let run = |s: f64, c: f64| {
        let material =
            Material { young: Quantity::Number(1e6 * c), law: Law::Stvk, ..Default::default() };
        let raw = grid(&[8, 2, 2], &[4.0 * s, s, s]);
        let pins: Vec<bool> = raw.positions.chunks(3).map(|x| x[0] < 1e-9 * s).collect();
        let body = Body::new(SimplexMesh::new(raw).unwrap(), &material, Path::new("."));
        let body = body.unwrap().pinned(&pins);
        let lin = Linearisation::new(&body, &Silent).unwrap();
        dual_modes(&lin, &white(&body).factor, Field::Displacement, 5, &Silent).unwrap().values
    };
    let reference = run(1.0, 1.0);
    for (values, factor) in
        [(run(10.0, 1.0), 1e4), (run(1e-3, 1.0), 1e-12), (run(1.0, 7.0), 1.0 / 49.0)]
    {
        for k in 0..5 {
            assert!((values[k] / (reference[k] * factor) - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn inertia_relief_is_symmetric_kills_rigid_parts_and_does_not_depend_on_the_pin() {
    let raw = grid(&[5, 2, 2], &[2.0, 1.0, 0.8]);
    let body = body_of(raw.clone(), Law::Linear);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    assert_eq!(lin.rigid.ncols(), 6);
    let f: Vec<f64> = (0..body.dofs()).map(|i| (1.3 * i as f64).sin()).collect();
    let g: Vec<f64> = (0..body.dofs()).map(|i| (0.7 * i as f64).cos()).collect();
    let (u, v) = (lin.solve_vec(&f), lin.solve_vec(&g));
    let (fv, gu) = (forcedual::linalg::dot(&f, &v), forcedual::linalg::dot(&g, &u));
    assert!((fv - gu).abs() < 1e-9 * fv.abs());
    let mut dual = lin.rigid.clone();
    scale_rows(dual.as_mut(), lin.mass());
    let drift = product(dual.transpose(), as_matrix(&u).as_ref());
    assert!(drift.norm_max() < 1e-9 * forcedual::linalg::norm(&u));

    // other vertex numbers lead to other pins
    let n = body.mesh.vertex_count();
    let order: Vec<usize> = (0..n).map(|i| (i * 7 + 3) % n).collect();
    let mut shuffled = raw.clone();
    for (old, &new) in order.iter().enumerate() {
        shuffled.positions[3 * new..3 * new + 3]
            .copy_from_slice(&raw.positions[3 * old..3 * old + 3]);
    }
    shuffled.cells.iter_mut().for_each(|c| *c = order[*c as usize] as u32);
    let other = body_of(shuffled, Law::Linear);
    let other = Linearisation::new(&other, &Silent).map(|l| {
        let mut moved = vec![0.0; f.len()];
        (0..f.len()).for_each(|i| moved[3 * order[i / 3] + i % 3] = f[i]);
        let w = l.solve_vec(&moved);
        (0..f.len()).map(|i| w[3 * order[i / 3] + i % 3]).collect::<Vec<_>>()
    });
    assert!(relative(&other.unwrap(), &u) < 1e-10);
}

#[test]
fn motions_without_energy_are_counted_from_the_structure() {
    let square = |x: f64, n: u32| -> (Vec<f64>, Vec<u32>) {
        (vec![x, 0.0, x + 1.0, 0.0, x + 1.0, 1.0, x, 1.0], vec![n, n + 1, n + 2, n, n + 2, n + 3])
    };
    let make = |positions: Vec<f64>, cells: Vec<u32>, pins: &[u32]| {
        let raw = RawMesh { dim: 2, positions, cells, ..Default::default() };
        let mut held = vec![false; raw.positions.len() / 2];
        pins.iter().for_each(|&p| held[p as usize] = true);
        let body = body_of(raw, Law::Linear).pinned(&held);
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let work = lin.stiffness_times(lin.rigid.as_ref()).norm_max();
        assert!(work < 1e-6 * 1e6, "{work}");
        lin.rigid.ncols()
    };
    let (x, t) = square(0.0, 0);
    assert_eq!(make(x.clone(), t.clone(), &[]), 3);
    assert_eq!(make(x.clone(), t.clone(), &[0]), 1);
    assert_eq!(make(x.clone(), t.clone(), &[0, 1]), 0);
    let (y, s) = square(3.0, 4);
    let both = ([x.clone(), y].concat(), [t.clone(), s].concat());
    assert_eq!(make(both.0.clone(), both.1.clone(), &[]), 6);
    assert_eq!(make(both.0, both.1, &[0, 1]), 3);
    // a second square that shares only the corner (1, 1): a hinge
    let hinge =
        ([x, vec![2.0, 1.0, 2.0, 2.0, 1.0, 2.0]].concat(), [t, vec![2, 4, 5, 2, 5, 6]].concat());
    assert_eq!(make(hinge.0.clone(), hinge.1.clone(), &[]), 4);
    assert_eq!(make(hinge.0, hinge.1, &[0, 1]), 1);
}

#[test]
fn results_are_the_same_bits_on_one_and_two_threads() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let lin = Linearisation::new(&body, &Silent).unwrap();
            let prior = painted(&body);
            let spec = SubspaceSpec {
                kind: SubspaceKind::Skinning,
                modes: ModeCount::Number(3),
                ..Default::default()
            };
            let modes = dual_modes(&lin, &prior.factor, Field::Displacement, 9, &Silent).unwrap();
            let skin = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
            let bits = |m: &Mat| -> Vec<u64> {
                (0..m.ncols())
                    .flat_map(|j| {
                        column(m.as_ref(), j).iter().map(|x| x.to_bits()).collect::<Vec<_>>()
                    })
                    .collect()
            };
            (bits(&modes.vectors), bits(&skin.basis), format!("{:?}", skin.certificate))
        })
    };
    let (one, two, three) = (run(1), run(2), run(3));
    assert!(one == two && one == three);
}

#[test]
fn second_order_expansion_cancels_the_second_order_residual() {
    let body = body_of(grid(&[6, 2, 2], &[3.0, 1.0, 1.0]), Law::StableNeoHookean);
    let pins: Vec<bool> =
        (0..body.mesh.vertex_count()).map(|i| body.mesh.point(i)[0] < 1e-9).collect();
    let body = body.pinned(&pins);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = coherent(&body, 1);
    let linear = dual_modes(&lin, &prior.factor, Field::Displacement, 1, &Silent).unwrap();
    let both = with_derivatives(&lin, &linear, 2, &Silent).unwrap();
    // recover theta from its principal components: both span [g, theta]
    let g: Vec<f64> = col(&linear.vectors, 0).iter().map(|x| x * linear.values[0].sqrt()).collect();
    let force = col(&lin.stiffness_times(as_matrix(&g).as_ref()), 0);
    let assembler = Assembler::new(3, body.mesh.vertex_count(), body.mesh.cells(), 4);
    let residual = |a: f64, basis: &Mat| {
        // Newton within the span, from the linear guess
        let mut u: Vec<f64> = g.iter().map(|x| a * x).collect();
        for _ in 0..20 {
            let x: Vec<f64> = body.mesh.positions().iter().zip(&u).map(|(x, u)| x + u).collect();
            let mut r = assembler.gradient(&Elastic::new(&body), &x);
            r.iter_mut().zip(&force).for_each(|(r, f)| *r -= a * f);
            let h = assembler.hessian(&Elastic::new(&body), &x, false);
            let mut hb = Mat::zeros(u.len(), basis.ncols());
            h.mul(basis.as_ref(), hb.as_mut());
            let k = product(basis.transpose(), hb.as_ref());
            let l = forcedual::linalg::llt(k.as_ref()).unwrap();
            let mut z = product(basis.transpose(), as_matrix(&r).as_ref());
            forcedual::linalg::solve_lower(l.as_ref(), z.as_mut());
            forcedual::linalg::solve_lower_transposed(l.as_ref(), z.as_mut());
            let step = product(basis.as_ref(), z.as_ref());
            u.iter_mut().zip(column(step.as_ref(), 0)).for_each(|(u, s)| *u -= s);
        }
        // what is left, as a displacement
        let x: Vec<f64> = body.mesh.positions().iter().zip(&u).map(|(x, u)| x + u).collect();
        let mut r = assembler.gradient(&Elastic::new(&body), &x);
        for (i, r) in r.iter_mut().enumerate() {
            *r = if body.held[i / 3] { 0.0 } else { *r - a * force[i] };
        }
        let e = lin.solve_vec(&r);
        e.iter().zip(lin.mass()).map(|(e, m)| m * e * e).sum::<f64>().sqrt()
    };
    let scale = 1e-3 / linear.values[0].sqrt();
    let order = |basis: &Mat| (residual(4.0 * scale, basis) / residual(scale, basis)).log2() / 2.0;
    let (first, second) = (order(&linear.vectors), order(&both.vectors));
    assert!((first - 2.0).abs() < 0.2, "linear modes: order {first}");
    assert!(second > 2.7, "with derivatives: order {second}");
}

#[test]
fn skinning_functions_of_affine_weights_have_the_rank_of_quadratics() {
    let body = body_of(grid(&[4, 4, 4], &[1.0, 1.2, 0.8]), Law::Linear);
    let weights = Mat::from_fn(body.mesh.vertex_count(), 4, |i, j| {
        if j == 0 { 1.0 } else { body.mesh.point(i)[j - 1] }
    });
    let lbs = lbs_jacobian(&body, weights.as_ref());
    assert_eq!(lbs.ncols(), 48);
    let q = orthonormal(lbs, &body.dof_mass()).unwrap();
    assert_eq!(q.ncols(), 30);
    assert_eq!(skinning_functions(&body, weights.as_ref()).unwrap().ncols(), 10);
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

#[test]
fn free_bodies_get_rigid_motions_and_the_constant_weight_in_front() {
    let body = body_of(grid(&[6, 2, 2], &[3.0, 1.0, 1.0]), Law::Corotated);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    for kind in [SubspaceKind::Displacement, SubspaceKind::Skinning] {
        let spec = SubspaceSpec { kind, modes: ModeCount::Number(4), ..Default::default() };
        let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        assert_eq!((found.modes(), found.rigid), (4, 6));
        assert!(largest_sine(&found.basis, &lin.rigid, &body.dof_mass()) < 1e-6);
        let mut dual = found.basis.clone();
        scale_rows(dual.as_mut(), lin.mass());
        let gram = product(dual.transpose(), found.basis.as_ref());
        assert!(
            (gram - Mat::identity(found.basis.ncols(), found.basis.ncols())).norm_max() < 1e-10
        );
        if let Some(w) = found.weights {
            assert_eq!(w.ncols(), 5);
            assert!(column(w.as_ref(), 0).windows(2).all(|p| p[0] == p[1]));
        }
    }
}

#[test]
fn every_displacement_method_captures_no_more_than_the_dual_modes() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    let captured = |method| {
        let spec = SubspaceSpec { method, modes: ModeCount::Number(4), ..Default::default() };
        let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        assert_eq!(found.modes(), 4, "{method:?}");
        found.certificate.captured
    };
    let best = captured(Method::ForceDual);
    for method in [
        Method::Lma,
        Method::Greens,
        Method::Pod,
        Method::ModalDerivatives,
        Method::Dynamic,
        Method::HalfAndHalf,
    ] {
        let share = captured(method);
        assert!(share <= best * (1.0 + 1e-10) && share > 0.01, "{method:?}: {share} of {best}");
    }
}

#[test]
fn neo_hookean_statics_and_rotation_strain_match_the_oracle() {
    let oracle = Oracle::open("12_dynamics_2d");
    let body = oracle.body_with(Law::StableNeoHookean);
    let assembler = Assembler::new(2, body.mesh.vertex_count(), body.mesh.cells(), 3);
    let u = oracle.vector("nh_u");
    let x: Vec<f64> = body.mesh.positions().iter().zip(&u).map(|(x, u)| x + u).collect();
    let energy = assembler.value(&Elastic::new(&body), &x);
    assert!((energy / oracle.scalar("nh_energy") - 1.0).abs() < 1e-9);
    let load = oracle.vector("nh_load");
    let mut residual = assembler.gradient(&Elastic::new(&body), &x);
    for (i, r) in residual.iter_mut().enumerate() {
        *r = if body.held[i / 2] { 0.0 } else { *r - load[i] };
    }
    assert!(forcedual::linalg::norm(&residual) < 1e-8 * forcedual::linalg::norm(&load));

    let rs = RotationStrain::new(&body).unwrap();
    let large = rs.reconstruct(&oracle.vector("u_lin")).unwrap();
    assert!(relative(&large, &oracle.vector("u_rs")) < 1e-9);

    let weights = leading(&oracle.matrix("W_trace"), 2);
    let q = orthonormal(lbs_jacobian(&body, weights.as_ref()), &body.dof_mass()).unwrap();
    assert_eq!(q.ncols(), oracle.scalar("lbs_rank") as usize);
    let mut dual = q.clone();
    scale_rows(dual.as_mut(), &body.dof_mass());
    let probe = as_matrix(&oracle.vector("probe"));
    let projected = product(q.as_ref(), product(dual.transpose(), probe.as_ref()).as_ref());
    assert!(relative(&col(&projected, 0), &oracle.vector("lbs_proj_probe")) < 1e-8);
}

#[test]
fn a_rotation_generator_becomes_the_finite_rotation() {
    let body = body_of(grid(&[3, 3, 3], &[1.0, 1.0, 1.0]), Law::Linear);
    let rs = RotationStrain::new(&body).unwrap();
    let angle = 1.2f64;
    let u: Vec<f64> = (0..body.mesh.vertex_count())
        .flat_map(|i| {
            let x = body.mesh.point(i);
            [-angle * (x[1] - 0.5), angle * (x[0] - 0.5), 0.0]
        })
        .collect();
    let large = rs.reconstruct(&u).unwrap();
    for i in 0..body.mesh.vertex_count() {
        let x = body.mesh.point(i);
        let (a, b) = (x[0] - 0.5, x[1] - 0.5);
        let expected =
            [angle.cos() * a - angle.sin() * b - a, angle.sin() * a + angle.cos() * b - b, 0.0];
        (0..3).for_each(|c| assert!((large[3 * i + c] - expected[c]).abs() < 1e-12));
    }
}

#[test]
fn full_space_gradient_and_hessian_match_finite_differences() {
    for dims in [vec![2, 2], vec![2, 1, 1]] {
        let size = vec![1.0; dims.len()];
        for law in Law::ALL {
            let body = body_of(grid(&dims, &size), *law);
            let d = body.dim();
            let assembler = Assembler::new(d, body.mesh.vertex_count(), body.mesh.cells(), d + 1);
            let energy = Elastic::new(&body);
            let x: Vec<f64> = body
                .mesh
                .positions()
                .iter()
                .enumerate()
                .map(|(i, x)| x + 0.1 * (2.3 * i as f64).sin())
                .collect();
            let v: Vec<f64> = (0..x.len()).map(|i| (1.7 * i as f64).cos()).collect();
            let at = |s: f64| -> Vec<f64> { x.iter().zip(&v).map(|(x, v)| x + s * v).collect() };
            let h = 1e-5;
            let slope =
                (assembler.value(&energy, &at(h)) - assembler.value(&energy, &at(-h))) / (2.0 * h);
            let g = assembler.gradient(&energy, &x);
            let exact = forcedual::linalg::dot(&g, &v);
            assert!((slope / exact - 1.0).abs() < 1e-6, "{law:?} {slope} {exact}");
            let (a, b) =
                (assembler.gradient(&energy, &at(h)), assembler.gradient(&energy, &at(-h)));
            let quotient: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a - b) / (2.0 * h)).collect();
            let mut hv = vec![0.0; x.len()];
            assembler.hessian(&energy, &x, false).mul_vec(&v, &mut hv);
            assert!(relative(&quotient, &hv) < 1e-6, "{law:?}");
        }
    }
}

#[test]
fn orthonormal_bases_survive_a_qr_check() {
    let mut a = Mat::from_fn(30, 4, |i, j| ((1 + j) as f64 * i as f64 * 0.37).sin());
    column_mut(a.as_mut(), 3).fill(0.0);
    let mass = vec![2.0; 30];
    let q = orthonormal(a.clone(), &mass).unwrap();
    assert_eq!(q.ncols(), 3);
    let mut lead = leading(&a, 3);
    qr_in_place(&mut lead);
    assert!(largest_sine(&q, &lead, &mass) < 1e-12);
}

/// A handle at each end of a bar.
fn ends() -> Vec<forcedual::mesh::select::Selection> {
    ["{ \"nearest\": [0, 0, 0] }", "{ \"nearest\": [4, 1, 0.9] }", "{ \"nearest\": [2, 0, 0.9] }"]
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect()
}

#[test]
fn every_skinning_method_designs_pinned_and_free_bodies() {
    let held = bar(&[8, 3, 3], &[4.0, 1.0, 0.9]);
    let free = body_of(grid(&[8, 3, 3], &[4.0, 1.0, 0.9]), Law::StableNeoHookean);
    let n = held.mesh.vertex_count();
    let painted_weights: Vec<Vec<f64>> =
        (0..n).map(|i| vec![f64::from(u8::from(held.mesh.point(i)[0] > 2.0)), 1.0]).collect();
    for body in [held, free] {
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let prior = painted(&body);
        for (method, weights) in [
            (Method::ForceDual, 4),
            (Method::Lma, 4),
            (Method::Greens, 4),
            (Method::Pod, 4),
            (Method::SkinningEigenmodes, 4),
            (Method::Harmonic, 3),
            (Method::Biharmonic, 3),
            (Method::BoundedBiharmonic, 3),
            (Method::Diffused, 2),
        ] {
            let spec = SubspaceSpec {
                kind: SubspaceKind::Skinning,
                method,
                modes: ModeCount::Number(4),
                handles: ends(),
                painted: Some(forcedual::array::ArraySource::Rows(painted_weights.clone())),
                ..Default::default()
            };
            let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
            let w = found.weights.unwrap();
            assert_eq!(w.ncols(), weights + usize::from(lin.is_free()), "{method:?}");
            assert_eq!(found.eigenvalues.len(), weights, "{method:?}");
            let c = found.certificate;
            assert!(c.captured > 0.3 && c.captured <= 1.0 + 1e-9, "{method:?} {c:?}");
            assert!(c.galerkin_error >= (1.0 - c.interval[1]) - 1e-9, "{method:?} {c:?}");
            assert!((0..n).all(|i| !body.held[i] || (0..w.ncols()).all(|j| w[(i, j)] == 0.0)));
            if lin.is_free() {
                assert!(
                    largest_sine(&found.basis, &lin.rigid, &body.dof_mass()) < 1e-6,
                    "{method:?}"
                );
            }
            if method == Method::SkinningEigenmodes {
                let (a, b) = (column(w.as_ref(), 0), column(w.as_ref(), 1));
                assert!(relative(a, b) > 0.1, "the constant weight must not be there twice");
            }
        }
    }
}

#[test]
fn each_free_component_gets_its_own_constant_weight() {
    let mut raw = grid(&[3, 3], &[1.0, 1.0]);
    let (n, cells) = (raw.positions.len() as u32 / 2, raw.cells.clone());
    let far: Vec<f64> = raw.positions.iter().map(|x| x + 5.0).collect();
    raw.positions.extend(far);
    raw.cells.extend(cells.iter().map(|c| c + n));
    let body = body_of(raw, Law::Linear);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    assert_eq!(lin.rigid.ncols(), 6);
    let spec = SubspaceSpec {
        kind: SubspaceKind::Skinning,
        modes: ModeCount::Number(2),
        ..Default::default()
    };
    let found = design(&lin, &white(&body), &spec, Path::new("."), &Silent).unwrap();
    assert_eq!(found.weights.unwrap().ncols(), 4);
    assert!(largest_sine(&found.basis, &lin.rigid, &body.dof_mass()) < 1e-6);
}

#[test]
fn a_reduced_solve_is_never_better_than_projection_also_on_free_bodies() {
    use forcedual::subspace::compare::{HeldOut, curve};
    for body in [
        bar(&[8, 3, 3], &[4.0, 1.0, 0.9]),
        body_of(grid(&[8, 3, 3], &[4.0, 1.0, 0.9]), Law::Linear),
    ] {
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let prior = painted(&body);
        let held_out = HeldOut::draw(&lin, &prior, 20, 1);
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
fn eigenvalues_are_the_variance_of_the_prior_for_every_method() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    for method in
        [Method::Lma, Method::Pod, Method::Dynamic, Method::HalfAndHalf, Method::ForceDual]
    {
        let spec = SubspaceSpec { method, modes: ModeCount::Number(4), ..Default::default() };
        let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        let c = &found.certificate;
        let sum: f64 = found.eigenvalues.iter().sum();
        assert!((sum / (c.trace * c.captured) - 1.0).abs() < 1e-8, "{method:?}");
    }
}

#[test]
fn any_number_of_leading_half_and_half_modes_is_half_of_each() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let spec = SubspaceSpec {
        method: Method::HalfAndHalf,
        modes: ModeCount::Number(6),
        ..Default::default()
    };
    let found = design(&lin, &painted(&body), &spec, Path::new("."), &Silent).unwrap();
    let dual = dual_modes(&lin, &painted(&body).factor, Field::Displacement, 1, &Silent).unwrap();
    let lma = dual_modes(&lin, &white(&body).factor, Field::Displacement, 1, &Silent).unwrap();
    let mass = body.dof_mass();
    assert!(largest_sine(&leading(&found.basis, 1), &dual.vectors, &mass) < 1e-6);
    assert!(largest_sine(&leading(&found.basis, 2), &lma.vectors, &mass) < 1e-6);
}

#[test]
fn filling_up_gives_the_number_asked_for_and_keeps_the_prior_first() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = coherent(&body, 2);
    let spec = SubspaceSpec { fill: true, modes: ModeCount::Number(5), ..Default::default() };
    let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
    assert_eq!((found.modes(), found.basis.ncols()), (5, 5));
    let dual = dual_modes(&lin, &prior.factor, Field::Displacement, 2, &Silent).unwrap();
    assert!(largest_sine(&leading(&found.basis, 2), &dual.vectors, &body.dof_mass()) < 1e-8);
}

#[test]
fn measured_displacements_of_large_priors_agree_with_the_exact_trace() {
    let body = bar(&[15, 5, 5], &[4.0, 1.0, 0.9]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    for prior in [painted(&body), white(&body)] {
        let mut g = lin.responses(&prior.factor);
        scale_rows(g.as_mut(), lin.root_mass());
        let exact = forcedual::linalg::squared_norm(g.as_ref()) / lin.mass().iter().sum::<f64>();
        let measured = lin.rms_displacement(&prior).unwrap();
        assert!((measured / exact.sqrt() - 1.0).abs() < 1e-3, "{measured} {}", exact.sqrt());
    }
}

#[test]
fn absurd_sizes_are_refused_before_memory_is_asked_for() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let spec = SubspaceSpec { method: Method::Pod, samples: 1 << 40, ..Default::default() };
    let error = design(&lin, &painted(&body), &spec, Path::new("."), &Silent).unwrap_err();
    assert_eq!(error.place.field.as_deref(), Some("samples"));
    let spec =
        SubspaceSpec { method: Method::ModalDerivatives, derivatives_of: 99, ..Default::default() };
    let error = design(&lin, &painted(&body), &spec, Path::new("."), &Silent).unwrap_err();
    assert_eq!(error.place.field.as_deref(), Some("derivatives-of"));
}
