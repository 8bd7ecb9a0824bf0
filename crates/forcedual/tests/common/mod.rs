//! Independent answers on small meshes, read through the public API; bodies and priors to test on.
#![allow(dead_code)]

use forcedual::array::{Array, ArraySource};
use forcedual::body::Body;
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::{Mat, column, column_mut, norm, product, scale_rows, thin_svd};
use forcedual::material::Law;
use forcedual::material::field::{Material, Quantity};
use forcedual::mesh::shapes::grid;
use forcedual::mesh::{RawMesh, SimplexMesh};
use std::path::{Path, PathBuf};

/// One oracle file.
pub struct Oracle(PathBuf);

impl Oracle {
    pub fn open(name: &str) -> Self {
        Oracle(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(format!("{name}.npz")),
        )
    }

    pub fn array(&self, name: &str) -> Array {
        Array::read(&self.0, Some(name)).unwrap()
    }

    pub fn vector(&self, name: &str) -> Vec<f64> {
        self.array(name).data
    }

    pub fn scalar(&self, name: &str) -> f64 {
        self.vector(name)[0]
    }

    pub fn indices(&self, name: &str) -> Vec<u32> {
        self.vector(name).iter().map(|&x| x as u32).collect()
    }

    /// A row-major array as a matrix.
    pub fn matrix(&self, name: &str) -> Mat {
        let a = self.array(name);
        let cols = a.shape.get(1).copied().unwrap_or(1);
        Mat::from_fn(a.shape[0], cols, |i, j| a.data[i * cols + j])
    }

    pub fn body(&self) -> Body {
        self.body_with(Law::Linear)
    }

    pub fn body_with(&self, law: Law) -> Body {
        let x = self.array("X");
        let raw = RawMesh {
            dim: x.shape[1],
            positions: x.data,
            cells: self.indices("T"),
            ..Default::default()
        };
        let mesh = SimplexMesh::new(raw).unwrap();
        let per_cell = |name| Quantity::Array(ArraySource::Numbers(self.vector(name)));
        let material = Material {
            law,
            young: per_cell("E"),
            poisson: per_cell("nu"),
            density: Quantity::Number(self.scalar("rho")),
            region: vec![],
        };
        let mut pins = vec![false; mesh.vertex_count()];
        self.indices("pinned").iter().for_each(|&i| pins[i as usize] = true);
        Body::new(mesh, &material, Path::new(".")).unwrap().pinned(&pins)
    }
}

pub fn relative(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let difference: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    norm(&difference) / norm(b)
}

/// Sine of the largest principal angle between two spans, in the mass inner product.
pub fn largest_sine(a: &Mat, b: &Mat, mass: &[f64]) -> f64 {
    let root: Vec<f64> = mass.iter().map(|m| m.sqrt()).collect();
    let orthonormal = |m: &Mat| {
        let mut m = m.clone();
        scale_rows(m.as_mut(), &root);
        forcedual::linalg::qr_in_place(&mut m);
        m
    };
    let (qa, qb) = (orthonormal(a), orthonormal(b));
    let inside = product(qa.as_ref(), product(qa.transpose(), qb.as_ref()).as_ref());
    let rest = qb - inside;
    thin_svd(rest.as_ref()).unwrap().1[0]
}

/// The first `m` columns.
pub fn leading(a: &Mat, m: usize) -> Mat {
    a.as_ref().subcols(0, m).to_owned()
}

pub fn col(a: &Mat, j: usize) -> Vec<f64> {
    column(a.as_ref(), j).to_vec()
}

pub fn as_matrix(v: &[f64]) -> Mat {
    let mut m = Mat::zeros(v.len(), 1);
    column_mut(m.as_mut(), 0).copy_from_slice(v);
    m
}

pub fn body_of(raw: RawMesh, law: Law) -> Body {
    let material = Material { law, poisson: Quantity::Number(0.4), ..Default::default() };
    Body::new(SimplexMesh::new(raw).unwrap(), &material, Path::new(".")).unwrap()
}

/// A bar along x, pinned at its left end.
pub fn bar(dims: &[usize], size: &[f64]) -> Body {
    let body = body_of(grid(dims, size), Law::StableNeoHookean);
    let pins: Vec<bool> =
        (0..body.mesh.vertex_count()).map(|i| body.mesh.point(i)[0] < 1e-9 * size[0]).collect();
    body.pinned(&pins)
}

/// Variance that falls off from the far end.
pub fn painted(body: &Body) -> Gaussian {
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
pub fn coherent(body: &Body, count: usize) -> Gaussian {
    let l = Mat::from_fn(body.dofs(), count, |i, j| {
        let (v, c) = (i / body.dim(), i % body.dim());
        let x = body.mesh.point(v);
        body.mass[v] * ((1.0 + j as f64) * (x[0] + 0.3 * x[1]) + c as f64).sin()
    });
    Gaussian::centred(Factor::Dense(l)).without(&body.held, body.dim())
}

pub fn white(body: &Body) -> Gaussian {
    let std = body.dof_mass().into_iter().map(f64::sqrt).collect();
    Gaussian::centred(Factor::Diagonal(std)).without(&body.held, body.dim())
}
