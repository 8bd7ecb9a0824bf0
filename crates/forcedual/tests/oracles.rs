//! The dense oracles hold through the public API.

mod common;

use common::{Oracle, as_matrix, col, largest_sine, leading, relative};
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::{Mat, product, scale_rows};
use forcedual::progress::Silent;
use forcedual::subspace::certificate::{Galerkin, captured_by_column, certify};
use forcedual::subspace::{Field, Linearisation, dual_modes};

/// Everything the oracles have in common, for a prior given by its factor.
fn check(oracle: &Oracle, gaussian: Gaussian) {
    let body = oracle.body();
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let mass: Vec<f64> = body.dof_mass();
    assert!(relative(&body.mass, &oracle.vector("mass")) < 1e-13);

    let probe = oracle.vector("probe");
    let h = lin.stiffness_times(as_matrix(&probe).as_ref());
    assert!(relative(&col(&h, 0), &oracle.vector("H_probe")) < 1e-12);
    assert!(relative(&lin.solve_vec(&probe), &oracle.vector("Hinv_probe")) < 1e-9);

    let lambda = oracle.vector("lambda_all");
    let basis = oracle.matrix("basis");
    let m = basis.ncols();
    let modes = dual_modes(&lin, &gaussian.factor, Field::Displacement, m, &Silent).unwrap();
    for (k, value) in modes.values.iter().enumerate().filter(|(k, _)| lambda[*k] > 1e-9 * lambda[0])
    {
        assert!((value / lambda[k] - 1.0).abs() < 1e-8, "lambda {k}: {value} {}", lambda[k]);
    }
    for g in oracle.vector("m_gap") {
        let g = g as usize;
        let sine = largest_sine(&leading(&modes.vectors, g), &leading(&basis, g), &mass);
        assert!(sine < 1e-6, "m = {g}: sine {sine}");
    }
    let mut dual = modes.vectors.clone();
    scale_rows(dual.as_mut(), &mass);
    let gram = product(dual.transpose(), modes.vectors.as_ref());
    assert!((gram - Mat::identity(m, m)).norm_max() < 1e-10);

    let trace = oracle.scalar("trace");
    let (captured, error) = (oracle.vector("captured"), oracle.vector("expected_err"));
    let energy = oracle.vector("energy_captured");
    let energy_trace = oracle.scalar("energy_trace");
    let by_column = captured_by_column(&lin, &gaussian.factor, &modes.vectors);
    for k in 1..=m {
        let sum: f64 = by_column[..k].iter().sum();
        assert!((sum / (captured[k - 1] * trace) - 1.0).abs() < 1e-8);
        let c = certify(&lin, &gaussian, &leading(&modes.vectors, k)).unwrap();
        assert!(c.exact);
        assert!((c.trace / trace - 1.0).abs() < 1e-8);
        assert!((c.captured / captured[k - 1] - 1.0).abs() < 1e-8);
        assert!((c.expected_error - error[k - 1]).abs() / trace < 1e-8);
        assert!((c.energy_captured * energy_trace / energy[k - 1] - 1.0).abs() < 1e-8);
    }

    let force = as_matrix(&oracle.vector("sample_force"));
    assert!(relative(&col(&lin.solve(force.clone()), 0), &oracle.vector("sample_u")) < 1e-9);
    let galerkin = Galerkin::new(&lin, &basis).unwrap();
    assert!(relative(&col(&galerkin.solve(&force), 0), &oracle.vector("sample_u_galerkin")) < 1e-8);

    let weights = oracle.matrix("W_trace");
    let w_lambda = oracle.vector("W_lambda");
    let w = dual_modes(&lin, &gaussian.factor, Field::Trace, weights.ncols(), &Silent).unwrap();
    for (k, value) in w.values.iter().enumerate().filter(|(k, _)| w_lambda[*k] > 1e-9 * w_lambda[0])
    {
        assert!((value / w_lambda[k] - 1.0).abs() < 1e-8, "W_lambda {k}");
    }
    for g in oracle.vector("W_m_gap") {
        let g = g as usize;
        let sine = largest_sine(&leading(&w.vectors, g), &leading(&weights, g), &body.mass);
        assert!(sine < 1e-6, "weights m = {g}: sine {sine}");
    }
}

#[test]
fn white_noise_on_a_cantilever() {
    let oracle = Oracle::open("01_lma_2d");
    let std = oracle.vector("var").iter().map(|v| v.sqrt()).collect();
    check(&oracle, Gaussian::centred(Factor::Diagonal(std)));
}

#[test]
fn painted_radial_on_a_heterogeneous_l() {
    let oracle = Oracle::open("02_painted_radial_2d");
    let std = oracle.vector("var").iter().map(|v| v.sqrt()).collect();
    check(&oracle, Gaussian::centred(Factor::Diagonal(std)));
}

#[test]
fn contact_patches_on_a_block() {
    let oracle = Oracle::open("03_contact_3d");
    let (d, sigma) = (oracle.matrix("D"), oracle.matrix("Sigma_A"));
    let l = Mat::from_fn(d.nrows(), d.ncols(), |i, j| d[(i, j)] * sigma[(j, j)].sqrt());
    check(&oracle, Gaussian::centred(Factor::Dense(l)));
}

#[test]
fn muscles_element_by_element() {
    let oracle = Oracle::open("05_muscle_2d");
    check(&oracle, Gaussian::centred(Factor::Dense(oracle.matrix("D"))));
}

#[test]
fn springs_on_a_free_body() {
    let oracle = Oracle::open("06_springs_3d_free");
    check(&oracle, Gaussian::centred(Factor::Dense(oracle.matrix("D"))));
}

#[test]
fn a_mixture_with_means() {
    let oracle = Oracle::open("08_mixture_2d");
    let mean = oracle.vector("mu_F");
    check(&oracle, Gaussian { factor: Factor::Dense(oracle.matrix("L")), mean: Some(mean) });
}

#[test]
fn gravity_statics_spectrum() {
    let oracle = Oracle::open("12_dynamics_2d");
    let body = oracle.body();
    let std = body.dof_mass().into_iter().map(f64::sqrt).collect();
    check(&oracle, Gaussian::centred(Factor::Diagonal(std)).without(&body.held, 2));
}
