//! What every method of finding a subspace keeps to.

mod common;

use common::{bar, body_of, coherent, largest_sine, leading, painted, relative, white};
use forcedual::error::Code;
use forcedual::linalg::{Mat, column, product, scale_rows};
use forcedual::material::Law;
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::subspace::basis::{lbs_jacobian, orthonormal, skinning_functions};
use forcedual::subspace::compare::{HeldOut, curve};
use forcedual::subspace::{
    Field, Linearisation, Method, ModeCount, SubspaceKind, SubspaceSpec, design, dual_modes,
};
use std::path::Path;

#[test]
fn every_displacement_method_captures_no_more_than_the_dual_modes_and_not_much_less() {
    let body = bar(&[10, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = painted(&body);
    let captured = |method, count| {
        let spec = SubspaceSpec { method, modes: ModeCount::Number(count), ..Default::default() };
        let found = design(&lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        assert_eq!(found.modes(), count, "{method:?}");
        found.certificate.captured
    };
    let best = captured(Method::ForceDual, 4);
    let half = captured(Method::ForceDual, 2);
    for (method, least) in [
        (Method::Lma, half),
        (Method::Greens, half),
        (Method::Pod, 1.0 - 1.1 * (1.0 - best)),
        (Method::ModalDerivatives, half),
        (Method::Dynamic, half),
        (Method::HalfAndHalf, half),
    ] {
        let share = captured(method, 4);
        assert!(share <= best * (1.0 + 1e-10), "{method:?}: {share} of {best}");
        assert!(share >= least, "{method:?}: {share}, at least {least}");
    }
}

/// A handle at each end of a bar.
fn ends() -> Vec<forcedual::mesh::select::Selection> {
    ["{ \"nearest\": [0, 0, 0] }", "{ \"nearest\": [4, 1, 0.9] }", "{ \"nearest\": [2, 0, 0.9] }"]
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect()
}

#[test]
fn weights_of_handles_fade_towards_the_supports() {
    let body = bar(&[9, 3], &[4.0, 1.0]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let tip = "{ \"half-space\": { \"point\": [3.99, 0], \"normal\": [1, 0] } }";
    // bounded weights are flat at both ends
    for (method, bound) in
        [(Method::Harmonic, 1e-3), (Method::Biharmonic, 1e-3), (Method::BoundedBiharmonic, 0.11)]
    {
        let spec = SubspaceSpec {
            kind: SubspaceKind::Skinning,
            method,
            handles: vec![serde_json::from_str(tip).unwrap()],
            ..Default::default()
        };
        let found = design(&lin, &painted(&body), &spec, Path::new("."), &Silent).unwrap();
        let weights = found.weights.unwrap();
        assert_eq!(weights.ncols(), 1, "{method:?}");
        for i in 0..body.mesh.vertex_count() {
            // the support is at x = 0
            let x = body.mesh.point(i)[0] / 4.0;
            assert!((weights[(i, 0)] - x).abs() < bound, "{method:?} {x} {}", weights[(i, 0)]);
        }
    }
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
    let prior = painted(&body);
    let held_out = HeldOut::draw(&lin, &prior, 3, 0, &Silent).unwrap();
    let dofs = body.dofs();
    for error in [
        HeldOut::draw(&lin, &prior, (1 << 30) / (6 * dofs) + 1, 0, &Silent).err().unwrap(),
        HeldOut::draw(&lin, &prior, usize::MAX, 0, &Silent).err().unwrap(),
    ] {
        assert_eq!(error.code, Code::Modes);
        assert!(error.message.contains("held-out forces would need"), "{error}");
        let most = format!("at most {} held-out forces", (1 << 30) / (6 * dofs));
        assert!(error.help.unwrap().contains(&most));
    }
    let body = bar(&[24, 9, 9], &[4.0, 1.0, 1.0]);
    let large = Linearisation::new(&body, &Silent).unwrap();
    let weights = SubspaceSpec {
        kind: SubspaceKind::Skinning,
        modes: ModeCount::Number(2400),
        ..Default::default()
    };
    let error = design(&large, &white(&body), &weights, Path::new("."), &Silent).unwrap_err();
    assert_eq!((error.code, error.place.field.as_deref()), (Code::Modes, Some("modes")));
    assert!(error.message.contains("2400 weights would need"), "{error}");
    let spec = SubspaceSpec::default();
    let few = curve(&lin, &prior, &held_out, &spec, 5, Path::new("."), &Silent).unwrap();
    assert_eq!(few.points.len(), 5);
}

#[test]
fn vertices_of_no_cell_are_no_support_that_weights_of_handles_fade_towards() {
    let mut raw = grid(&[4, 2], &[2.0, 1.0]);
    raw.positions.extend([9.0, 9.0]);
    let body = body_of(raw, Law::StableNeoHookean);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let prior = white(&body);
    for method in [Method::Harmonic, Method::Biharmonic, Method::BoundedBiharmonic] {
        let handles = vec![serde_json::from_str("{ \"vertices\": [0] }").unwrap()];
        let kind = SubspaceKind::Skinning;
        let spec = SubspaceSpec { kind, method, handles, ..Default::default() };
        let found = design(&lin, &prior, &spec, Path::new("."), &Silent);
        assert!(found.is_ok(), "{method:?}: {:?}", found.err());
    }
}
