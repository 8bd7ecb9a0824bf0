//! Motions that cost no energy: rigid motions, and mechanisms of parts joined by a hinge.
//!
//! They follow from the structure of the mesh and its supports, never from the pivots of a
//! factorisation. Cells that share facets form a *part*, whose only motions without energy are
//! the `d (d+1)/2` rigid ones. Parts that touch in a vertex must agree there, and held vertices
//! do not move:
//!
//! ```text
//! for every shared vertex i of parts p, q:   g_p(X_i) - g_q(X_i) = 0
//! for every held vertex i of part p:         g_p(X_i) = 0
//! ```
//!
//! The null space of this small system is the null space of the stiffness matrix.

use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::{
    Into, Mat, MatMut, MatRef, column, column_mut, eigh, gemm, product, qr_in_place, scale_rows,
};
use crate::mesh::facets::{parts, sorted_facets};

/// Parts above which a mesh is refused as a heap of pieces.
const MOST_PARTS: usize = 400;

/// Mass-orthonormal motions without energy, one per column; no columns for a supported body.
///
/// `supported` vertices do not take part in any: they are held, or sprung to the ground.
pub fn rigid_motions(body: &Body, supported: &[bool]) -> Result<Mat> {
    let parts = Parts::new(body);
    if parts.frames.len() > MOST_PARTS {
        return Err(Error::new(
            Code::Unsupported,
            format!("the mesh falls into {} pieces that share no facet", parts.frames.len()),
        )
        .help("weld coincident vertices, or design the pieces one by one"));
    }
    let coefficients = parts.null_space(body, supported)?;
    let mut motions = parts.expand(body, &coefficients);
    let root: Vec<f64> = body.dof_mass().into_iter().map(f64::sqrt).collect();
    scale_rows(motions.as_mut(), &root);
    qr_in_place(&mut motions);
    let inverse: Vec<f64> = root.iter().map(|&r| if r > 0.0 { 1.0 / r } else { 0.0 }).collect();
    scale_rows(motions.as_mut(), &inverse);
    Ok(motions)
}

/// Facet-connected parts of a mesh.
struct Parts {
    /// Part of each cell.
    of_cell: Vec<u32>,
    /// Centre and size of each part.
    frames: Vec<([f64; 3], f64)>,
}

impl Parts {
    fn new(body: &Body) -> Self {
        let mesh = &body.mesh;
        let facets = sorted_facets(mesh.dim(), mesh.cells());
        let (count, of_cell) = parts(mesh.cell_count(), &facets);
        let mut frames = vec![([0.0; 3], 0.0f64); count];
        let mut weight = vec![0.0; count];
        for (t, &p) in of_cell.iter().enumerate() {
            let p = p as usize;
            let volume = body.geometry.volumes[t];
            weight[p] += volume;
            (0..3).for_each(|c| frames[p].0[c] += volume * mesh.centroid(t)[c]);
        }
        for (frame, w) in frames.iter_mut().zip(&weight) {
            frame.0.iter_mut().for_each(|x| *x /= w);
        }
        for (t, &p) in of_cell.iter().enumerate() {
            let frame = &mut frames[p as usize];
            for &v in mesh.cell(t) {
                let arm: f64 =
                    mesh.point(v as usize).iter().zip(frame.0).map(|(x, c)| (x - c).powi(2)).sum();
                frame.1 = frame.1.max(arm.sqrt());
            }
        }
        Parts { of_cell, frames }
    }

    /// Displacement of a point under unit rigid motion `k` of part `p`.
    fn motion(&self, p: usize, k: usize, x: &[f64]) -> [f64; 3] {
        let (centre, size) = self.frames[p];
        let d = x.len();
        let mut u = [0.0; 3];
        if k < d {
            u[k] = 1.0;
        } else {
            let (a, b) = if d == 2 { (0, 1) } else { [(1, 2), (2, 0), (0, 1)][k - d] };
            u[a] = -(x[b] - centre[b]) / size;
            u[b] = (x[a] - centre[a]) / size;
        }
        u
    }

    fn null_space(&self, body: &Body, supported: &[bool]) -> Result<Mat> {
        let (mesh, d) = (&body.mesh, body.dim());
        let per = d * (d + 1) / 2;
        let size = per * self.frames.len();
        let mut parts_of: Vec<Vec<u32>> = vec![Vec::new(); mesh.vertex_count()];
        for (t, &p) in self.of_cell.iter().enumerate() {
            for &v in mesh.cell(t) {
                let parts = &mut parts_of[v as usize];
                if !parts.contains(&p) {
                    parts.push(p);
                }
            }
        }
        let mut normal = Mat::zeros(size, size);
        let mut add = |row: &[(usize, f64)]| {
            for &(i, a) in row {
                for &(j, b) in row {
                    normal[(i, j)] += a * b;
                }
            }
        };
        for (v, parts) in parts_of.iter().enumerate() {
            let x = mesh.point(v);
            for c in 0..d {
                let side = |p: u32, sign: f64| {
                    (0..per)
                        .map(move |k| (p as usize * per + k, k, sign))
                        .map(move |(i, k, s)| (i, s * self.motion(p as usize, k, x)[c]))
                };
                if supported[v] {
                    parts.iter().for_each(|&p| add(&side(p, 1.0).collect::<Vec<_>>()));
                } else {
                    for &q in parts.iter().skip(1) {
                        let row: Vec<_> = side(parts[0], 1.0).chain(side(q, -1.0)).collect();
                        add(&row);
                    }
                }
            }
        }
        let (values, vectors) = eigh(normal.as_ref())?;
        let constrained = values.iter().take_while(|&&x| x > 1e-10).count();
        Ok(vectors.as_ref().subcols(constrained, size - constrained).to_owned())
    }

    fn expand(&self, body: &Body, coefficients: &Mat) -> Mat {
        let (mesh, d) = (&body.mesh, body.dim());
        let per = d * (d + 1) / 2;
        let mut out = Mat::zeros(body.dofs(), coefficients.ncols());
        let mut part_of = vec![u32::MAX; mesh.vertex_count()];
        for (t, &p) in self.of_cell.iter().enumerate() {
            mesh.cell(t).iter().for_each(|&v| part_of[v as usize] = p);
        }
        for j in 0..coefficients.ncols() {
            let weights = column(coefficients.as_ref(), j);
            let to = column_mut(out.as_mut(), j);
            for v in (0..mesh.vertex_count()).filter(|&v| !body.held[v]) {
                let p = part_of[v] as usize;
                for k in 0..per {
                    let u = self.motion(p, k, mesh.point(v));
                    (0..d).for_each(|c| to[v * d + c] += weights[p * per + k] * u[c]);
                }
            }
        }
        out
    }
}

/// As many degrees of freedom as there are motions, such that holding them stops every motion.
pub fn statically_determinate_pins(motions: &Mat) -> Vec<usize> {
    let mut rest = motions.clone();
    let mut pins = Vec::new();
    for _ in 0..motions.ncols() {
        let mut best = (0, 0, 0.0f64);
        for j in 0..rest.ncols() {
            for (i, x) in column(rest.as_ref(), j).iter().enumerate() {
                if x.abs() > best.2.abs() {
                    best = (i, j, *x);
                }
            }
        }
        let (row, pivot, value) = best;
        if value == 0.0 {
            break;
        }
        pins.push(row);
        let chosen: Vec<f64> = column(rest.as_ref(), pivot).iter().map(|x| x / value).collect();
        for j in 0..rest.ncols() {
            let factor = rest[(row, j)];
            for (x, c) in column_mut(rest.as_mut(), j).iter_mut().zip(&chosen) {
                *x -= factor * c;
            }
        }
    }
    pins
}

/// Removes from each column of `x` its part along `motions`, as measured by `dual` (`M R`).
pub fn project_out(x: MatMut<'_, f64>, motions: MatRef<'_, f64>, dual: MatRef<'_, f64>) {
    let amounts = product(dual.transpose(), x.as_ref());
    gemm(x, Into::Subtract, motions, amounts.as_ref());
}
