//! Energies and reconstructions far from rest.

mod common;

use common::{Oracle, as_matrix, body_of, coherent, col, leading, relative};
use forcedual::energy::{Assembler, Elastic};
use forcedual::linalg::{Mat, column, product, scale_rows};
use forcedual::material::Law;
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::subspace::basis::{lbs_jacobian, orthonormal};
use forcedual::subspace::derivatives::with_derivatives;
use forcedual::subspace::{Field, Linearisation, RotationStrain, dual_modes};

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
