//! Bodies and shorthands for the tests of this module.

use super::{Context, ForceKind, Gaussian, Kind};
use crate::body::Body;
use crate::energy::{Assembler, Elastic};
use crate::error::{Error, Result};
use crate::linalg::SparseSym;
use crate::material::Law;
use crate::material::field::{Material, Quantity};
use crate::mesh::shapes::grid;
use crate::mesh::{RawMesh, SimplexMesh};
use std::path::Path;

/// A body with its rest Hessian.
pub struct Bench {
    pub body: Body,
    pub stiffness: SparseSym,
    pub density: f64,
}

impl Bench {
    /// Young's modulus 100, Poisson's ratio 0.3, density 2; held where the first coordinate is
    /// lowest.
    pub fn new(raw: RawMesh) -> Self {
        let density = 2.0;
        let material = Material {
            law: Law::Linear,
            young: Quantity::Number(100.0),
            poisson: Quantity::Number(0.3),
            density: Quantity::Number(density),
            region: Vec::new(),
        };
        let mesh = SimplexMesh::new(raw).unwrap();
        let low = mesh.bounds().0[0];
        let pins: Vec<bool> = (0..mesh.vertex_count()).map(|i| mesh.point(i)[0] <= low).collect();
        let body = Body::new(mesh, &material, Path::new(".")).unwrap().pinned(&pins);
        let assembler =
            Assembler::new(body.dim(), body.mesh.vertex_count(), body.mesh.cells(), body.dim() + 1);
        let stiffness = assembler.hessian(&Elastic::new(&body), body.mesh.positions(), false);
        Bench { body, stiffness, density }
    }

    /// The unit square, held on the left.
    pub fn square(cells: usize) -> Self {
        Bench::new(grid(&[cells, cells], &[1.0, 1.0]))
    }

    /// The unit cube, held on the left.
    pub fn cube(cells: usize) -> Self {
        Bench::new(grid(&[cells; 3], &[1.0; 3]))
    }

    /// A square (cube) of 5 by 5 (by 5) boxes with the middle one missing.
    pub fn hollow(dim: usize) -> Self {
        let mut raw = grid(&vec![5; dim], &vec![5.0; dim]);
        let middle = |cell: &[u32]| {
            let inside = |&i: &u32| {
                raw.positions[i as usize * dim..][..dim].iter().all(|x| (2.0..=3.0).contains(x))
            };
            cell.iter().all(inside)
        };
        raw.cells =
            raw.cells.chunks_exact(dim + 1).filter(|c| !middle(c)).flatten().copied().collect();
        raw.cell_labels.clear();
        Bench::new(raw)
    }

    /// The same body without supports.
    pub fn free(mut self) -> Self {
        self.body.held = self.body.mass.iter().map(|&m| m == 0.0).collect();
        self
    }

    pub fn context(&self) -> Context<'_> {
        Context::new(&self.body, &self.stiffness, Path::new("."))
    }

    pub fn gaussian(&self, kind: &Kind) -> Result<Gaussian> {
        kind.gaussian(&self.context())
    }

    /// The error that `kind` must give.
    pub fn fault(&self, kind: &Kind) -> Error {
        self.gaussian(kind).expect_err("this prior should be refused")
    }

    /// The translations and infinitesimal rotations, one per column vector.
    pub fn rigid(&self) -> Vec<Vec<f64>> {
        let (dim, mesh) = (self.body.dim(), &self.body.mesh);
        let n = mesh.vertex_count();
        let mut modes = Vec::new();
        for c in 0..dim {
            modes.push((0..n * dim).map(|k| f64::from(u8::from(k % dim == c))).collect());
            for b in 0..c {
                let mut turn = vec![0.0; n * dim];
                for i in 0..n {
                    turn[i * dim + b] = -mesh.point(i)[c];
                    turn[i * dim + c] = mesh.point(i)[b];
                }
                modes.push(turn);
            }
        }
        modes
    }
}

/// A kind from its parameters as a scene has them.
pub fn parsed(kind: &str, mut parameters: serde_json::Value) -> Kind {
    parameters["kind"] = kind.into();
    serde_json::from_value(parameters).expect("the parameters parse")
}
