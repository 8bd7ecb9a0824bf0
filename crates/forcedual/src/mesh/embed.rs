//! A surface that follows the simulation of a mesh around it.
//!
//! A point `p` is bound to the cell that contains it, or else to the nearest cell, by its barycentric
//! coordinates `b_a` there (some negative outside the mesh). With `u_a` the displacements of the
//! cell's corners, it moves to
//!
//! ```text
//! p + sum_a b_a u_a          F = I + sum_a u_a grad N_a^T          n -> cof(F) n / |cof(F) n|
//! ```
//!
//! so an affine motion of the mesh moves the surface by exactly that motion. `F` is the deformation
//! gradient of the cell and `cof` its matrix of cofactors, which carries normals.

use super::geometry::{Geometry, cross};
use super::{Boundary, SimplexMesh};
use crate::error::{Code, Error, Result};
use rayon::prelude::*;

/// Cells that a bucket of the search grid holds on average.
const PER_BUCKET: f64 = 2.0;

/// Points bound to the cells of a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    dim: usize,
    vertices: usize,
    points: Vec<f64>,
    /// `dim + 1` vertices per point.
    corners: Vec<u32>,
    /// `dim + 1` coordinates per point.
    weights: Vec<f64>,
    /// `dim (dim + 1)` numbers per point: gradients of the corners' shape functions.
    gradients: Vec<f64>,
    /// How far outside the mesh the farthest point is.
    farthest: f64,
}

impl Embedding {
    /// Binds `points` (flat, `dim` each) to the cells of `mesh`.
    pub fn new(mesh: &SimplexMesh, points: &[f64]) -> Result<Self> {
        let dim = mesh.dim();
        if !points.len().is_multiple_of(dim) {
            let message =
                format!("{} coordinates do not make points with {dim} each", points.len());
            return Err(Error::new(Code::Array, message));
        }
        if let Some(k) = points.iter().position(|x| !x.is_finite()) {
            let message = format!("point {} has a NaN or infinite coordinate", k / dim);
            return Err(Error::new(Code::MeshNotFinite, message));
        }
        let geometry = Geometry::new(mesh);
        let Located { cells, weights, farthest } = locate(mesh, &geometry, points);
        let mut embedding = Embedding {
            dim,
            vertices: mesh.vertex_count(),
            points: points.to_vec(),
            corners: Vec::with_capacity(weights.len()),
            gradients: Vec::with_capacity(weights.len() * dim),
            weights,
            farthest,
        };
        for t in cells {
            embedding.corners.extend(mesh.cell(t as usize));
            (0..=dim).for_each(|a| embedding.gradients.extend(geometry.gradient(t as usize, a)));
        }
        Ok(embedding)
    }

    /// How far outside the mesh the farthest point is, in m.
    pub fn farthest(&self) -> f64 {
        self.farthest
    }

    /// Where the points are when the vertices of the mesh are displaced by `displacement`
    /// (`dim` numbers per vertex).
    pub fn positions(&self, displacement: &[f64]) -> Result<Vec<f64>> {
        self.check(displacement)?;
        let (dim, c) = (self.dim, self.dim + 1);
        let mut moved = self.points.clone();
        for (k, p) in moved.chunks_exact_mut(dim).enumerate() {
            for (&i, w) in self.corners[k * c..][..c].iter().zip(&self.weights[k * c..]) {
                let u = &displacement[i as usize * dim..][..dim];
                p.iter_mut().zip(u).for_each(|(x, u)| *x += w * u);
            }
        }
        Ok(moved)
    }

    /// Unit normals at the points, carried from `normals` (`dim` numbers per point) at rest.
    pub fn normals(&self, normals: &[f64], displacement: &[f64]) -> Result<Vec<f64>> {
        self.check(displacement)?;
        if normals.len() != self.points.len() {
            let message =
                format!("{} numbers of normals for {} of points", normals.len(), self.points.len());
            return Err(Error::new(Code::Array, message));
        }
        let dim = self.dim;
        let mut carried = normals.to_vec();
        for (k, n) in carried.chunks_exact_mut(dim).enumerate() {
            let f = self.deformation(k, displacement);
            let rows = [cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])];
            let mut turned = [0.0; 3];
            for r in 0..dim {
                turned[r] = (0..dim).map(|c| rows[r][c] * n[c]).sum();
            }
            let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.0 && length.is_finite() {
                n.iter_mut().zip(turned).for_each(|(n, t)| *n = t / length);
            }
        }
        Ok(carried)
    }

    /// `F` at a point; in the plane the third axis stays.
    fn deformation(&self, k: usize, displacement: &[f64]) -> [[f64; 3]; 3] {
        let (dim, c) = (self.dim, self.dim + 1);
        let mut f = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        for a in 0..c {
            let i = self.corners[k * c + a] as usize;
            let gradient = &self.gradients[(k * c + a) * dim..][..dim];
            for (row, u) in f.iter_mut().zip(&displacement[i * dim..][..dim]) {
                row.iter_mut().zip(gradient).for_each(|(x, g)| *x += u * g);
            }
        }
        f
    }

    fn check(&self, displacement: &[f64]) -> Result<()> {
        let expected = self.dim * self.vertices;
        if displacement.len() == expected {
            return Ok(());
        }
        let message = format!("{} displacements for a mesh with {expected}", displacement.len());
        Err(Error::new(Code::Array, message))
    }
}

/// Where points are in a mesh.
pub(super) struct Located {
    /// The cell that each belongs to.
    pub cells: Vec<u32>,
    /// `dim + 1` barycentric coordinates each.
    pub weights: Vec<f64>,
    /// How far outside the mesh the farthest is.
    pub farthest: f64,
}

/// Finds the cells of finite points (flat, `dim` each).
pub(super) fn locate(mesh: &SimplexMesh, geometry: &Geometry, points: &[f64]) -> Located {
    let dim = mesh.dim();
    let search = Search::new(mesh, geometry);
    let found: Vec<(usize, f64)> = points.par_chunks(dim).map(|p| search.find(p)).collect();
    let mut weights = vec![0.0; found.len() * (dim + 1)];
    let each = weights.par_chunks_mut(dim + 1).zip(points.par_chunks(dim)).zip(&found);
    each.for_each(|((w, p), &(t, _))| {
        w.copy_from_slice(&barycentric(mesh, geometry, t, p)[..dim + 1]);
    });
    Located {
        farthest: found.iter().map(|f| f.1).fold(0.0, f64::max),
        cells: found.into_iter().map(|f| f.0 as u32).collect(),
        weights,
    }
}

fn barycentric(mesh: &SimplexMesh, geometry: &Geometry, t: usize, p: &[f64]) -> [f64; 4] {
    let origin = mesh.point(mesh.cell(t)[0] as usize);
    let mut b = [0.0; 4];
    for a in 1..=mesh.dim() {
        b[a] = geometry
            .gradient(t, a)
            .iter()
            .zip(p.iter().zip(origin))
            .map(|(g, (x, o))| g * (x - o))
            .sum();
    }
    b[0] = 1.0 - b[1..].iter().sum::<f64>();
    b
}

/// Cells in a regular grid of buckets, and a boundary cell for what lies outside.
struct Search<'a> {
    mesh: &'a SimplexMesh,
    geometry: &'a Geometry,
    low: [f64; 3],
    step: f64,
    count: [usize; 3],
    starts: Vec<u32>,
    cells: Vec<u32>,
    /// Boundary facets, and the cell behind each.
    facets: super::surface::Nearest,
    behind: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(mesh: &'a SimplexMesh, geometry: &'a Geometry) -> Self {
        let dim = mesh.dim();
        let (low, high) = mesh.bounds();
        let volume: f64 = (0..dim).map(|c| high[c] - low[c]).product();
        let step = (volume * PER_BUCKET / mesh.cell_count() as f64).powf(1.0 / dim as f64);
        let count =
            std::array::from_fn(|c| ((high[c] - low[c]) / step).ceil().clamp(1.0, 1e4) as usize);
        let boundary = Boundary::new(mesh);
        let mut search = Search {
            mesh,
            geometry,
            low,
            step,
            count,
            starts: Vec::new(),
            cells: Vec::new(),
            behind: behind(mesh, &boundary),
            facets: super::surface::Nearest::new(dim, mesh.positions(), &boundary.facets),
        };
        let mut entries = Vec::new();
        for t in 0..mesh.cell_count() {
            let (mut least, mut most) = ([usize::MAX; 3], [0; 3]);
            for &i in mesh.cell(t) {
                let at = search.bucket(mesh.point(i as usize));
                for c in 0..3 {
                    least[c] = least[c].min(at[c]);
                    most[c] = most[c].max(at[c]);
                }
            }
            for z in least[2]..=most[2] {
                for y in least[1]..=most[1] {
                    entries
                        .extend((least[0]..=most[0]).map(|x| (search.number([x, y, z]), t as u32)));
                }
            }
        }
        entries.par_sort_unstable();
        let buckets: usize = count.iter().product();
        search.starts = vec![0; buckets + 1];
        entries.iter().for_each(|e| search.starts[e.0 + 1] += 1);
        (0..buckets).for_each(|b| search.starts[b + 1] += search.starts[b]);
        search.cells = entries.into_iter().map(|e| e.1).collect();
        search
    }

    fn bucket(&self, p: &[f64]) -> [usize; 3] {
        std::array::from_fn(|c| match p.get(c) {
            Some(x) => (((x - self.low[c]) / self.step).max(0.0) as usize).min(self.count[c] - 1),
            None => 0,
        })
    }

    fn number(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.count[1] + y) * self.count[0] + x
    }

    /// The cell that contains a point, or the one behind the nearest boundary facet, and how far
    /// outside the point is.
    fn find(&self, p: &[f64]) -> (usize, f64) {
        let b = self.number(self.bucket(p));
        for &t in &self.cells[self.starts[b] as usize..self.starts[b + 1] as usize] {
            let weights = barycentric(self.mesh, self.geometry, t as usize, p);
            if weights[..self.mesh.dim() + 1].iter().all(|w| *w >= -1e-12) {
                return (t as usize, 0.0);
            }
        }
        let (facet, distance) = self.facets.find(p);
        (self.behind[facet] as usize, distance)
    }
}

/// The cell behind every boundary facet.
fn behind(mesh: &SimplexMesh, boundary: &Boundary) -> Vec<u32> {
    let dim = mesh.dim();
    let key = |vertices: &mut dyn Iterator<Item = u32>| {
        let mut key = [u32::MAX; 3];
        key.iter_mut().zip(vertices).for_each(|(k, v)| *k = v);
        key[..dim].sort_unstable();
        key
    };
    let mut facets: Vec<([u32; 3], usize)> = (0..boundary.facet_count())
        .map(|f| (key(&mut boundary.facet(f).iter().copied()), f))
        .collect();
    facets.sort_unstable();
    let mut behind = vec![0; facets.len()];
    for t in 0..mesh.cell_count() {
        let cell = mesh.cell(t);
        for left_out in 0..=dim {
            let mut others = (0..=dim).filter(|&a| a != left_out).map(|a| cell[a]);
            if let Ok(k) = facets.binary_search_by_key(&key(&mut others), |f| f.0) {
                behind[facets[k].1] = t as u32;
            }
        }
    }
    behind
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Meshes of a unit box, and points within and around it.
    fn cases() -> Vec<(SimplexMesh, Vec<f64>)> {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        [grid(&[4, 5], &[1.0; 2]), grid(&[3, 4, 5], &[1.0; 3])]
            .into_iter()
            .map(|raw| {
                let n = 200 * raw.dim;
                let points = (0..n).map(|_| rng.random_range(-0.3..1.3)).collect();
                (SimplexMesh::new(raw).unwrap(), points)
            })
            .collect()
    }

    fn affine(map: &[[f64; 3]; 3], shift: [f64; 3], points: &[f64], dim: usize) -> Vec<f64> {
        let each = points.chunks_exact(dim);
        each.flat_map(|p| {
            (0..dim)
                .map(|r| (0..dim).map(|c| map[r][c] * p[c]).sum::<f64>() + shift[r])
                .collect::<Vec<_>>()
        })
        .collect()
    }

    fn displacement(mesh: &SimplexMesh, map: &[[f64; 3]; 3], shift: [f64; 3]) -> Vec<f64> {
        let moved = affine(map, shift, mesh.positions(), mesh.dim());
        moved.iter().zip(mesh.positions()).map(|(a, b)| a - b).collect()
    }

    #[test]
    fn an_affine_motion_of_the_mesh_moves_the_surface_by_that_motion() {
        let map = [[1.1, 0.4, -0.2], [-0.3, 0.8, 0.1], [0.2, 0.5, 1.7]];
        let shift = [3.0, -2.0, 0.5];
        for (mesh, points) in cases() {
            let embedding = Embedding::new(&mesh, &points).unwrap();
            let moved = embedding.positions(&displacement(&mesh, &map, shift)).unwrap();
            for (x, y) in moved.iter().zip(affine(&map, shift, &points, mesh.dim())) {
                assert!((x - y).abs() < 1e-12, "{x} {y}");
            }
        }
    }

    #[test]
    fn a_rigid_motion_rotates_the_normals() {
        let (s, c) = 0.7f64.sin_cos();
        let rotation = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]];
        for (mesh, points) in cases() {
            let dim = mesh.dim();
            let normals: Vec<f64> = points
                .chunks_exact(dim)
                .flat_map(|p| {
                    let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
                    p.iter().map(move |x| x / length)
                })
                .collect();
            let embedding = Embedding::new(&mesh, &points).unwrap();
            let u = displacement(&mesh, &rotation, [1.0, 2.0, 3.0]);
            let carried = embedding.normals(&normals, &u).unwrap();
            for (x, y) in carried.iter().zip(affine(&rotation, [0.0; 3], &normals, dim)) {
                assert!((x - y).abs() < 1e-12, "{x} {y}");
            }
        }
    }

    #[test]
    fn normals_stay_at_right_angles_to_tangents_under_shear() {
        let shear = [[1.0, 0.8, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let embedding = Embedding::new(&mesh, &[1.0, 0.4, 0.4]).unwrap();
        let u = displacement(&mesh, &shear, [0.0; 3]);
        let n = embedding.normals(&[1.0, 0.0, 0.0], &u).unwrap();
        // the tangents of the face x = 1 become (0.8, 1, 0) and (0, 0, 1)
        assert!((0.8 * n[0] + n[1]).abs() < 1e-14 && n[2].abs() < 1e-14 && n[0] > 0.0, "{n:?}");
    }

    #[test]
    fn points_in_a_cell_are_convex_combinations_and_others_know_how_far_out_they_are() {
        for (mesh, points) in cases() {
            let dim = mesh.dim();
            let embedding = Embedding::new(&mesh, &points).unwrap();
            let mut farthest: f64 = 0.0;
            for (k, p) in points.chunks_exact(dim).enumerate() {
                let outside: f64 =
                    p.iter().map(|x| (x - x.clamp(0.0, 1.0)).powi(2)).sum::<f64>().sqrt();
                farthest = farthest.max(outside);
                let weights = &embedding.weights[k * (dim + 1)..][..dim + 1];
                assert_eq!(weights.iter().all(|w| *w >= -1e-9), outside == 0.0, "{p:?}");
            }
            assert!((embedding.farthest() - farthest).abs() < 1e-12);
        }
    }

    #[test]
    fn arrays_that_do_not_fit_are_refused() {
        let (mesh, points) = cases().remove(0);
        assert_eq!(Embedding::new(&mesh, &points[..3]).unwrap_err().code, Code::Array);
        assert_eq!(Embedding::new(&mesh, &[f64::NAN, 0.0]).unwrap_err().code, Code::MeshNotFinite);
        let embedding = Embedding::new(&mesh, &points).unwrap();
        assert_eq!(embedding.positions(&[0.0]).unwrap_err().code, Code::Array);
        let u = vec![0.0; mesh.positions().len()];
        assert_eq!(embedding.normals(&[0.0], &u).unwrap_err().code, Code::Array);
    }
}
