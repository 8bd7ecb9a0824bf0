//! Force priors against independently computed results on small meshes.

use forcedual::array::{Array, ArrayFile, ArraySource};
use forcedual::body::Body;
use forcedual::energy::{Assembler, Elastic};
use forcedual::force::mixture::{gaussian_log_likelihood, posterior, scale_free_score};
use forcedual::force::{Context, Factor, Force, ForceKind, Gaussian};
use forcedual::linalg::{Mat, SparseSym, column, norm, product};
use forcedual::material::Law;
use forcedual::material::field::{Material, Quantity};
use forcedual::mesh::{RawMesh, SimplexMesh};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

struct Oracle {
    file: String,
    body: Body,
    stiffness: SparseSym,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles")
}

impl Oracle {
    /// The body of a file, built as a user would.
    fn open(file: &str) -> Self {
        let read = |name: &str| Array::read(&folder().join(file), Some(name)).unwrap();
        let quantity = |name: &str| {
            let file = ArrayFile { file: file.into(), array: Some(name.into()) };
            Quantity::Array(ArraySource::File(file))
        };
        let positions = read("X");
        let raw = RawMesh {
            dim: positions.shape[1],
            positions: positions.data,
            cells: read("T").data.iter().map(|&i| i as u32).collect(),
            ..RawMesh::default()
        };
        let material = Material {
            law: Law::Linear,
            young: quantity("E"),
            poisson: quantity("nu"),
            density: Quantity::Number(read("rho").data[0]),
            region: Vec::new(),
        };
        let body = Body::new(SimplexMesh::new(raw).unwrap(), &material, &folder()).unwrap();
        let mut pins = vec![false; body.mesh.vertex_count()];
        read("pinned").data.iter().for_each(|&i| pins[i as usize] = true);
        let body = body.pinned(&pins);
        let dim = body.dim();
        let assembler = Assembler::new(dim, pins.len(), body.mesh.cells(), dim + 1);
        let stiffness = assembler.hessian(&Elastic::new(&body), body.mesh.positions(), false);
        Oracle { file: file.to_owned(), body, stiffness }
    }

    fn array(&self, name: &str) -> Array {
        Array::read(&folder().join(&self.file), Some(name)).unwrap()
    }

    fn matrix(&self, name: &str) -> Mat {
        let a = self.array(name);
        let columns = a.shape[1];
        Mat::from_fn(a.shape[0], columns, |i, j| a.data[i * columns + j])
    }

    /// A matrix whose rows of pinned vertices are zeroed: what a prior on this body can have.
    fn free(&self, mut a: Mat) -> Mat {
        for row in (0..a.nrows()).filter(|row| self.body.held[row / self.body.dim()]) {
            (0..a.ncols()).for_each(|j| a[(row, j)] = 0.0);
        }
        a
    }

    fn gaussian(&self, force: Value) -> Gaussian {
        let force: Force = serde_json::from_value(force).unwrap();
        let folder = folder();
        force.gaussian(&Context::new(&self.body, &self.stiffness, &folder)).unwrap()
    }
}

/// Largest difference of two matrices relative to the second's largest entry.
fn difference(a: &Mat, b: &Mat) -> f64 {
    assert_eq!((a.nrows(), a.ncols()), (b.nrows(), b.ncols()));
    (a - b).norm_max() / b.norm_max()
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * b.abs().max(1.0)
}

#[test]
fn radial_variance() {
    let o = Oracle::open("02_painted_radial_2d.npz");
    let Factor::Diagonal(std) = o
        .gaussian(json!({ "kind": "radial", "center": o.array("center").data,
            "radius": o.array("radius").data[0], "sharpness": o.array("alpha").data[0] }))
        .factor
    else {
        panic!("not diagonal")
    };
    let variance = o.array("var").data;
    let largest = variance.iter().fold(0.0, |a: f64, x| a.max(*x));
    for (row, (s, v)) in std.iter().zip(&variance).enumerate() {
        let expected = if o.body.held[row / 2] { 0.0 } else { *v };
        assert!((s * s - expected).abs() < 1e-13 * largest, "row {row}");
    }
}

#[test]
fn painted_weights() {
    let o = Oracle::open("02_painted_radial_2d.npz");
    let weight = json!({ "file": o.file, "array": "weight" });
    let Factor::Diagonal(std) = o.gaussian(json!({ "kind": "painted", "weight": weight })).factor
    else {
        panic!("not diagonal")
    };
    let weights = o.array("weight").data;
    let mass = o.array("mass").data;
    for (row, s) in std.iter().enumerate() {
        let held = o.body.held[row / 2];
        let expected = if held { 0.0 } else { mass[row / 2] * weights[row / 2] };
        assert!((s * s - expected).abs() < 1e-15);
    }
}

#[test]
fn contact_patches() {
    let o = Oracle::open("03_contact_3d.npz");
    let (weights, frame) = (o.matrix("patch_weight"), o.matrix("frame"));
    let centers = o.matrix("centers");
    let row = |a: &Mat, i: usize| -> Vec<f64> { (0..3).map(|c| a[(i, c)]).collect() };
    let axes = (row(&frame, 0), row(&frame, 1));
    let by_weight: Vec<Value> = (0..3)
        .map(|j| json!({ "weight": column(weights.as_ref(), j), "normal": axes.0, "tangent": axes.1 }))
        .collect();
    let touched: Vec<usize> = (0..weights.nrows()).filter(|&i| weights[(i, 0)] != 0.0).collect();
    let by_center: Vec<Value> = (0..3)
        .map(|j| {
            json!({ "center": row(&centers, j), "radius": o.array("sigma").data[0],
                "where": { "vertices": touched }, "normal": axes.0, "tangent": axes.1 })
        })
        .collect();
    // The oracle's third axis is t x n, ours n x t.
    let amplitude = o.matrix("Sigma_A");
    let mut expected = o.free(o.matrix("D"));
    for j in 0..9 {
        let sign = if j % 3 == 2 { -1.0 } else { 1.0 };
        let scale = sign * amplitude[(j, j)].sqrt();
        (0..expected.nrows()).for_each(|i| expected[(i, j)] *= scale);
    }
    for patch in [by_weight, by_center] {
        let found = o.gaussian(json!({ "kind": "contact", "patch": patch })).factor.dense();
        assert!(difference(&found, &expected) < 1e-13);
    }
}

#[test]
fn muscles() {
    let o = Oracle::open("05_muscle_2d.npz");
    let active: Vec<usize> = o.array("active").data.iter().map(|&t| t as usize).collect();
    let (fiber, group) = (o.matrix("fiber"), o.array("group").data);
    let rows = |keep: &dyn Fn(usize) -> bool| -> (Vec<usize>, Vec<[f64; 2]>) {
        let kept = (0..active.len()).filter(|&k| keep(k));
        kept.map(|k| (active[k], [fiber[(k, 0)], fiber[(k, 1)]])).unzip()
    };
    let fibers = |keep: &dyn Fn(usize) -> bool| {
        let (cells, direction) = rows(keep);
        json!({ "where": { "cells": cells }, "direction": direction })
    };
    let elements =
        o.gaussian(json!({ "kind": "muscle", "weighting": "volume", "fibers": fibers(&|_| true) }));
    assert!(difference(&elements.factor.dense(), &o.free(o.matrix("D"))) < 1e-13);
    let two: Vec<Value> = [0.0, 1.0].iter().map(|g| fibers(&|k| group[k] == *g)).collect();
    let groups = o.gaussian(json!({ "kind": "muscle", "mode": "groups", "fibers": two }));
    assert!(difference(&groups.factor.dense(), &o.free(o.matrix("D_group"))) < 1e-12);
}

#[test]
fn springs() {
    let o = Oracle::open("06_springs_3d_free.npz");
    let springs = o.matrix("springs");
    let edges: Vec<[usize; 2]> = (0..4).map(|j| [0, 1].map(|c| springs[(j, c)] as usize)).collect();
    let g = o.gaussian(
        json!({ "kind": "springs", "edges": edges, "stiffness": o.array("stiffness").data }),
    );
    assert!(difference(&g.factor.dense(), &o.matrix("D")) < 1e-14);
}

fn mixture(o: &Oracle) -> Value {
    let component = |(k, pi): (usize, &f64)| {
        json!({ "kind": "matrix", "probability": pi, "mean": [0.5, 0.0],
            "columns": { "file": o.file, "array": format!("D{k}") } })
    };
    let parts: Vec<Value> = o.array("pi").data.iter().enumerate().map(component).collect();
    json!({ "kind": "mixture", "of": parts })
}

#[test]
fn mixture_moments() {
    let o = Oracle::open("08_mixture_2d.npz");
    let g = o.gaussian(mixture(&o));
    let l = o.free(o.matrix("L"));
    let n = l.nrows();
    let found = g.factor.covariance(Mat::identity(n, n));
    assert!(difference(&found, &product(l.as_ref(), l.transpose())) < 1e-13);
    let (mean, expected) = (g.mean.unwrap(), o.array("mu_F").data);
    let error: Vec<f64> = mean.iter().zip(&expected).map(|(a, b)| a - b).collect();
    assert!(norm(&error) < 1e-14 * norm(&expected));
}

#[test]
fn mixture_choice() {
    let o = Oracle::open("08_mixture_2d.npz");
    let rows: Vec<usize> = o.array("region").data.iter().map(|&r| r as usize).collect();
    let vertices: Vec<u32> = rows.iter().step_by(2).map(|r| (r / 2) as u32).collect();
    let (metric, noise) = (o.array("noise_metric").data, o.array("s2").data[0]);
    let force: Force = serde_json::from_value(mixture(&o)).unwrap();
    let forcedual::force::Kind::Mixture(mixture) = force.kind else { panic!("not a mixture") };
    let folder = folder();
    let parts = mixture.components(&Context::new(&o.body, &o.stiffness, &folder)).unwrap();
    let (observed, likelihood) = (o.matrix("obs"), o.matrix("loglik"));
    let (expected, direction) = (o.matrix("posterior"), o.matrix("acg"));
    for t in 0..observed.nrows() {
        let f: Vec<f64> = rows.iter().map(|&r| observed[(t, r)]).collect();
        let mut scores = Vec::new();
        for (k, (_, pi, g)) in parts.iter().enumerate() {
            let (l, mean) = g.restrict(&vertices, 2);
            let found = gaussian_log_likelihood(l.as_ref(), &mean, &metric, noise, &f).unwrap();
            assert!(close(found, likelihood[(t, k)], 1e-9), "{t} {k}: {found}");
            scores.push(pi.ln() + found);
            let found = scale_free_score(l.as_ref(), &metric, noise, &f).unwrap();
            assert!(
                close(found, direction[(t, k)], 1e-9),
                "{t} {k}: {found} {}",
                direction[(t, k)]
            );
        }
        for (k, p) in posterior(&scores).into_iter().enumerate() {
            assert!((p - expected[(t, k)]).abs() < 1e-6, "{t} {k}: {p}");
        }
    }
}

#[test]
fn samples_of_forces_and_of_their_responses() {
    let o = Oracle::open("11_samples_2d.npz");
    let f = o.matrix("force_samples");
    let samples: Vec<&[f64]> = (0..f.ncols()).map(|j| column(f.as_ref(), j)).collect();
    let g = o.gaussian(json!({ "kind": "force-samples", "samples": samples }));
    let mean = o.array("mu_F").data;
    let scale = 1.0 / ((f.ncols() - 1) as f64).sqrt();
    let expected = o.free(Mat::from_fn(f.nrows(), f.ncols(), |i, j| scale * (f[(i, j)] - mean[i])));
    assert!(difference(&g.factor.dense(), &expected) < 1e-13);
    let found = g.mean.unwrap();
    assert!(found.iter().zip(&mean).all(|(a, b)| (a - b).abs() < 1e-13));

    // Two displacements whose mean is the oracle's mean response have its mean force.
    let response = o.array("mu_U").data;
    let zero = vec![0.0; response.len()];
    let twice: Vec<f64> = response.iter().map(|u| 2.0 * u).collect();
    let g = o.gaussian(json!({ "kind": "displacement-samples", "samples": [twice, zero] }));
    let found = g.mean.unwrap();
    let error: Vec<f64> = found.iter().zip(&mean).map(|(a, b)| a - b).collect();
    assert!(norm(&error) < 1e-11 * norm(&mean));
}
