//! What every kind of force prior must satisfy, on one example of each in 2D and 3D.

use super::bench::{Bench, parsed};
use super::{Force, ForceKind, Gaussian, Kind};
use crate::energy::Actuators;
use crate::linalg::{Mat, MatRef, column, dot, product};
use crate::mesh::shapes::grid;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// One example of a kind for bodies made by [`bodies`].
fn example(kind: &str, bench: &Bench) -> Value {
    let d = bench.body.dim();
    let high = vec![1.0; d];
    let wave = |k: usize| -> Vec<f64> {
        (0..bench.body.dofs())
            .map(|i| (((i * (k + 2)) as f64 * 0.7).sin() * 64.0).round() / 64.0)
            .collect()
    };
    let spring =
        |mean: f64| json!({ "kind": "springs", "edges": [[1, 7]], "stiffness": 2.0, "mean": mean });
    match kind {
        "white-noise" => json!({}),
        "painted" => json!({ "where": "boundary", "soften": 0.3 }),
        "region" => json!({ "where": { "cells": [0, 1, 2, 3] } }),
        "radial" => json!({ "center": high, "radius": 0.5 }),
        "matern" => json!({ "length": 0.8 }),
        "handles" => json!({ "where": { "nearest": high }, "stiffness": 4.0, "mean": high }),
        "contact" => json!({ "patch": [{ "center": high, "radius": 0.5 }], "mean-pressure": 0.5 }),
        "pneumatic" => {
            json!({ "pockets": [{ "half-space": { "point": first(d, 0.5), "normal": first(d, 1.0) } }], "mean": 0.1 })
        }
        "muscle" => {
            json!({ "fibers": { "where": { "cells": [1, 2, 5] }, "direction": high }, "mean": 1.0 })
        }
        "springs" => json!({ "edges": [[1, 7], [2, 5]], "stiffness": [1.0, 2.0], "mean": 0.5 }),
        "matrix" => {
            json!({ "columns": (0..bench.body.dofs()).map(|i| [wave(0)[i], wave(1)[i]]).collect::<Vec<_>>(),
            "covariance": [[2.0, 0.5], [0.5, 1.0]], "mean": [1.0, 0.0] })
        }
        "force-samples" => json!({ "samples": [wave(0), wave(1), wave(2), wave(3)] }),
        "displacement-samples" => json!({ "samples": [wave(0), wave(1), wave(2), wave(3)] }),
        "sum" => json!({ "of": [{ "kind": "white-noise" }, spring(1.0)] }),
        "mixture" => json!({ "of": [spring(1.0), { "kind": "matern", "length": 1.0 }] }),
        other => panic!("no example of {other}"),
    }
}

fn bodies() -> [Bench; 2] {
    [Bench::square(2), Bench::cube(1)]
}

/// Every kind on every body.
fn for_each(check: impl Fn(&str, &Bench, &Kind, Gaussian)) {
    for bench in bodies() {
        for name in Kind::names() {
            let kind = parsed(name, example(name, &bench));
            assert_eq!(kind.name(), *name);
            let gaussian = bench.gaussian(&kind).unwrap_or_else(|e| panic!("{name}: {e}"));
            check(name, &bench, &kind, gaussian);
        }
    }
}

fn wavy(rows: usize, columns: usize) -> Mat {
    Mat::from_fn(rows, columns, |i, j| ((i * 7 + j * 13) as f64 * 0.3).sin())
}

fn close(a: MatRef<'_, f64>, b: MatRef<'_, f64>, tolerance: f64) -> bool {
    (a.nrows(), a.ncols()) == (b.nrows(), b.ncols())
        && (a - b).norm_max() <= tolerance * b.norm_max()
}

fn covariance(g: &Gaussian) -> Mat {
    let n = g.factor.rows();
    g.factor.covariance(Mat::identity(n, n))
}

#[test]
fn transpose_is_the_adjoint_and_dense_covariance_and_restriction_agree() {
    for_each(|name, bench, _, g| {
        let (rows, columns) = (g.factor.rows(), g.factor.columns());
        assert_eq!(rows, bench.body.dofs(), "{name}");
        let (z, x) = (wavy(columns, 3), wavy(rows, 3));
        let (lz, ltx) = (g.factor.apply(z.as_ref()), g.factor.apply_transposed(x.as_ref()));
        for j in 0..3 {
            let left = dot(column(lz.as_ref(), j), column(x.as_ref(), j));
            let right = dot(column(z.as_ref(), j), column(ltx.as_ref(), j));
            assert!((left - right).abs() < 1e-12 * (1.0 + left.abs()), "{name}: {left} {right}");
        }
        let l = g.factor.dense();
        assert!(l.norm_max() > 0.0, "{name}");
        assert!(close(product(l.as_ref(), z.as_ref()).as_ref(), lz.as_ref(), 1e-12), "{name}");
        let sigma = product(l.as_ref(), l.transpose());
        assert!(close(covariance(&g).as_ref(), sigma.as_ref(), 1e-12), "{name}");

        let d = bench.body.dim();
        let (part, mean) = g.restrict(&[5, 1, 7], d);
        let dofs: Vec<usize> =
            [5, 1, 7].iter().flat_map(|i| (0..d).map(move |c| i * d + c)).collect();
        let expected = Mat::from_fn(3 * d, 3 * d, |a, b| sigma[(dofs[a], dofs[b])]);
        let found = product(part.as_ref(), part.transpose());
        assert!((found - expected).norm_max() <= 1e-12 * sigma.norm_max(), "{name}");
        assert!(
            (0..part.ncols()).all(|j| column(part.as_ref(), j).iter().any(|x| *x != 0.0)),
            "{name}"
        );
        assert!(
            dofs.iter().zip(&mean).all(|(&k, m)| g.mean.as_ref().map_or(0.0, |g| g[k]) == *m),
            "{name}"
        );
    });
}

#[test]
fn held_vertices_feel_nothing_and_holding_them_again_changes_nothing() {
    for_each(|name, bench, _, g| {
        let (d, l) = (bench.body.dim(), g.factor.dense());
        assert!(bench.body.held.contains(&true));
        for row in (0..l.nrows()).filter(|row| bench.body.held[row / d]) {
            assert!((0..l.ncols()).all(|j| l[(row, j)] == 0.0), "{name}");
            assert!(g.mean.iter().all(|m| m[row] == 0.0), "{name}");
        }
        let again = g.clone().without(&bench.body.held, d);
        assert_eq!((again.factor.dense(), again.mean), (l, g.mean), "{name}");
        let none = g.factor.without(&vec![true; bench.body.held.len()], d);
        assert_eq!(none.dense().norm_max(), 0.0, "{name}");
    });
}

#[test]
fn scaling_squares_in_the_covariance_and_sums_add() {
    for_each(|name, bench, _, g| {
        let d = bench.body.dim();
        let (one, rms) = (covariance(&g), g.factor.rms(d));
        let scaled = g.clone().scaled(3.0);
        assert!(close(covariance(&scaled).as_ref(), times(&one, 9.0).as_ref(), 1e-12), "{name}");
        assert!((scaled.factor.rms(d) / rms - 3.0).abs() < 1e-12, "{name}");
        if let (Some(a), Some(b)) = (&scaled.mean, &g.mean) {
            assert!(a.iter().zip(b).all(|(a, b)| (a - 3.0 * b).abs() <= 1e-14 * a.abs()), "{name}");
        }
        let sum = Gaussian::sum(vec![g, scaled]);
        assert!(close(covariance(&sum).as_ref(), times(&one, 10.0).as_ref(), 1e-12), "{name}");
    });
}

#[test]
fn draws_have_the_mean_and_covariance() {
    for_each(|name, _, _, g| {
        let count = 4000;
        let draws = g.sample(count, &mut ChaCha8Rng::seed_from_u64(11));
        let rows = draws.nrows();
        let mean = Mat::from_fn(rows, 1, |i, _| {
            (0..count).map(|j| draws[(i, j)]).sum::<f64>() / count as f64
        });
        let centred = Mat::from_fn(rows, count, |i, j| draws[(i, j)] - mean[(i, 0)]);
        let found =
            times(&product(centred.as_ref(), centred.transpose()), 1.0 / (count - 1) as f64);
        let expected = covariance(&g);
        let strongest = (0..rows).map(|i| expected[(i, i)]).fold(0.0, f64::max);
        assert!((found - expected).norm_max() < 0.1 * strongest, "{name}");
        let error = |i: usize| mean[(i, 0)] - g.mean.as_ref().map_or(0.0, |m| m[i]);
        assert!(
            (0..rows).all(|i| error(i).abs() < 5.0 * (strongest / count as f64).sqrt()),
            "{name}"
        );
    });
}

#[test]
fn parameters_survive_json_and_toml() {
    for_each(|name, _, kind, _| {
        let force = Force { name: Some("a".into()), rms: Some(2.0), ..Force::new(kind.clone()) };
        let text = serde_json::to_string(&force).unwrap();
        assert_eq!(serde_json::from_str::<Force>(&text).unwrap(), force, "{name}");
        let text = toml::to_string(&force).unwrap();
        assert_eq!(toml::from_str::<Force>(&text).unwrap(), force, "{name}");
    });
}

#[test]
fn the_schema_knows_every_kind() {
    let schema = serde_json::to_string(&schemars::schema_for!(Force)).unwrap();
    for name in Kind::names() {
        assert!(schema.contains(&format!("\"const\":\"{name}\"")), "{name}");
    }
}

/// The total force of priors that act by mass, area or through points has a limit.
#[test]
fn total_force_does_not_change_with_the_mesh() {
    for d in [2, 3] {
        let (coarse, fine) = if d == 2 { (16, 32) } else { (6, 12) };
        let rms = |cells: usize, kind: &Kind| {
            let bench = Bench::new(grid(&vec![cells; d], &vec![1.0; d]));
            bench.gaussian(kind).unwrap().factor.rms(d)
        };
        let half = json!({ "half-space": { "point": vec![0.5; d], "normal": first(d, 1.0) } });
        let right = json!({ "half-space": { "point": vec![1.0; d], "normal": first(d, 1.0) } });
        let face = [1.0, 0.5, 0.5][..d].to_vec();
        for (kind, parameters) in [
            ("white-noise", json!({})),
            ("painted", json!({ "where": right, "directions": "normal" })),
            ("painted", json!({ "where": right, "soften": 0.3 })),
            ("region", json!({ "where": half })),
            ("radial", json!({ "center": vec![1.0; d], "radius": 0.5, "sharpness": 10.0 })),
            ("matern", json!({ "length": 0.5 })),
            ("contact", json!({ "patch": [{ "where": right, "center": face, "radius": 0.3 }] })),
            ("pneumatic", json!({ "pockets": [right] })),
            (
                "muscle",
                json!({ "mode": "groups", "fibers": { "where": half, "direction": first(d, 1.0) } }),
            ),
            ("springs", json!({ "between": [[vec![0.5; d], vec![1.0; d]]], "stiffness": 2.0 })),
        ] {
            let kind = parsed(kind, parameters);
            let (a, b) = (rms(coarse, &kind), rms(fine, &kind));
            let tolerance = if d == 2 { 0.04 } else { 0.08 };
            assert!((a / b - 1.0).abs() < tolerance, "{d}D {}: {a} {b}", kind.name());
        }
    }
}

fn times(a: &Mat, s: f64) -> Mat {
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| s * a[(i, j)])
}

/// The vector `x` along the first axis.
fn first(d: usize, x: f64) -> Vec<f64> {
    (0..d).map(|c| if c == 0 { x } else { 0.0 }).collect()
}

/// The part of a force that acts on vertices that move.
fn moving(bench: &Bench, mut force: Vec<f64>) -> Vec<f64> {
    let d = bench.body.dim();
    force
        .iter_mut()
        .enumerate()
        .filter(|(i, _)| bench.body.held[i / d])
        .for_each(|(_, f)| *f = 0.0);
    force
}

#[test]
fn forces_of_actuators_per_amplitude_at_rest_are_the_columns_of_the_prior() {
    for_each(|name, bench, kind, g| {
        let mut actuators = Actuators::none(bench.body.dim());
        let found = kind.actuators(&bench.context()).unwrap();
        for (k, a) in found.iter().enumerate() {
            actuators.push(&bench.body, format!("{name}[{k}]"), &a.actuator, a.mean, a.sigma);
        }
        let columns: Vec<Vec<f64>> =
            actuators.at_rest(&bench.body).into_iter().map(|c| moving(bench, c)).collect();
        let sum = |weight: &dyn Fn(usize) -> f64| -> Vec<f64> {
            let total = |i| columns.iter().enumerate().map(|(k, c)| weight(k) * c[i]).sum();
            (0..bench.body.dofs()).map(total).collect()
        };
        let near = |a: &[f64], b: &[f64]| {
            let size = b.iter().fold(1e-9, |m: f64, x| m.max(x.abs()));
            a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12 * size)
        };
        match name {
            "handles" | "contact" | "pneumatic" | "springs" => {
                let l = g.factor.dense();
                assert_eq!(l.ncols(), columns.len(), "{name}");
                for (k, column_k) in columns.iter().enumerate() {
                    let scaled: Vec<f64> = column_k.iter().map(|x| found[k].sigma * x).collect();
                    assert!(near(&scaled, column(l.as_ref(), k)), "{name} {k}");
                }
            }
            "muscle" | "matrix" => {}
            "sum" | "mixture" => {
                assert_eq!(found.len(), 1);
                return;
            }
            _ => {
                assert!(found.is_empty(), "{name}");
                return;
            }
        }
        assert!(near(&sum(&|k| found[k].mean), g.mean.as_ref().unwrap()), "{name}");
    });
}

#[test]
fn muscles_as_wholes_have_the_variance_of_their_mean_stress() {
    let bench = Bench::square(3);
    for (extra, exact) in [
        (json!({ "mode": "groups" }), 3.0),
        (json!({ "weighting": "volume" }), 3.0 / 18f64.sqrt()),
        (json!({}), 3.0),
    ] {
        let mut parameters = json!({ "fibers": { "direction": [1.0, 2.0] }, "sigma": 3.0 });
        extra.as_object().unwrap().iter().for_each(|(k, v)| parameters[k] = v.clone());
        let found = parsed("muscle", parameters).actuators(&bench.context()).unwrap();
        assert_eq!(found.len(), 1);
        assert!((found[0].sigma - exact).abs() < 1e-12, "{} {exact}", found[0].sigma);
    }
}
