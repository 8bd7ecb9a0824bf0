//! What the mathematics promises of modes, on meshes large enough to matter.

mod common;

use common::{as_matrix, bar, body_of, coherent, largest_sine, leading, painted, relative, white};
use forcedual::body::Body;
use forcedual::force::Factor;
use forcedual::linalg::{Mat, column, column_mut, eigh, product, qr_in_place, scale_rows};
use forcedual::material::Law;
use forcedual::material::field::{Material, Quantity};
use forcedual::mesh::shapes::grid;
use forcedual::mesh::{RawMesh, SimplexMesh};
use forcedual::progress::Silent;
use forcedual::subspace::basis::orthonormal;
use forcedual::subspace::{
    Field, Linearisation, ModeCount, SubspaceKind, SubspaceSpec, design, dual_modes,
};
use std::path::Path;

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
