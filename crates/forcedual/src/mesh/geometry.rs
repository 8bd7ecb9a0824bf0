//! Volumes, shape-function gradients, lumped masses, cell quality and connectivity.
//!
//! In a cell with corners `x_0 .. x_d`, let `E = [x_1 - x_0, .., x_d - x_0]`. Then
//!
//! ```text
//! vol = det(E) / d!          rows of E^-1 = gradients of N_1 .. N_d          grad N_0 = -(their sum)
//! m_i = sum over the cells t at i of rho_t vol_t / (d + 1)
//! ```
//!
//! Quality is the mean ratio, which is 1 for the regular simplex, 0 for a flat one, and does not
//! depend on scale, position or rotation: with `l` the edge lengths of a cell,
//!
//! ```text
//! 2D: q = 4 sqrt(3) vol / sum l^2          3D: q = 12 (3 vol)^(2/3) / sum l^2
//! ```
//!
//! The angle between the facets opposite corners `a` and `b` (the dihedral angle in 3D, the corner
//! angle in 2D) satisfies `cos = -grad N_a . grad N_b / (|grad N_a| |grad N_b|)`.

use super::SimplexMesh;
use crate::linalg::{Pattern, SparseRows, SparseSym};
use std::sync::Arc;

/// Volume and shape-function gradients of every cell (area in 2D).
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// One volume (3D, m^3) or area (2D, m^2) per cell.
    pub volumes: Vec<f64>,
    /// Coordinate `c` of the gradient of shape function `a` in cell `t` is at
    /// `(t * (d + 1) + a) * d + c`.
    pub gradients: Vec<f64>,
    dim: usize,
}

impl Geometry {
    /// Computes volumes and gradients.
    pub fn new(mesh: &SimplexMesh) -> Self {
        let dim = mesh.dim();
        let mut volumes = Vec::with_capacity(mesh.cell_count());
        let mut gradients = Vec::with_capacity(mesh.cells().len() * dim);
        let add = if dim == 2 { push_cell::<2> } else { push_cell::<3> };
        for t in 0..mesh.cell_count() {
            volumes.push(add(mesh.positions(), mesh.cell(t), &mut gradients));
        }
        Geometry { volumes, gradients, dim }
    }

    /// The gradient of shape function `a` in cell `t`.
    pub fn gradient(&self, t: usize, a: usize) -> &[f64] {
        &self.gradients[(t * (self.dim + 1) + a) * self.dim..][..self.dim]
    }

    /// The operator that takes positions to deformation gradients: entry `(i, j)` of `F` in cell `t`
    /// is row `(t d + i) d + j`.
    pub fn deformation_gradient(&self, mesh: &SimplexMesh) -> SparseRows {
        let d = self.dim;
        let mut out = SparseRows { columns: d * mesh.vertex_count(), ..SparseRows::default() };
        out.starts.push(0);
        for t in 0..mesh.cell_count() {
            let mut corners: Vec<(u32, usize)> =
                mesh.cell(t).iter().enumerate().map(|(a, &v)| (v, a)).collect();
            corners.sort_unstable();
            for (i, j) in (0..d).flat_map(|i| (0..d).map(move |j| (i, j))) {
                for &(v, a) in &corners {
                    out.numbers.push(v * d as u32 + i as u32);
                    out.values.push(self.gradient(t, a)[j]);
                }
                out.starts.push(out.values.len());
            }
        }
        out
    }

    /// Mass of every vertex: each corner of a cell gets an equal share of density times volume.
    pub fn lumped(&self, mesh: &SimplexMesh, density_per_cell: &[f64]) -> Vec<f64> {
        let mut mass = vec![0.0; mesh.vertex_count()];
        for (t, (volume, density)) in self.volumes.iter().zip(density_per_cell).enumerate() {
            for &i in mesh.cell(t) {
                mass[i as usize] += density * volume / (self.dim + 1) as f64;
            }
        }
        mass
    }

    /// Volume of every vertex: [`lumped`](Self::lumped) with density one.
    pub fn nodal_volumes(&self, mesh: &SimplexMesh) -> Vec<f64> {
        self.lumped(mesh, &vec![1.0; self.volumes.len()])
    }
}

/// The edges `x_a - x_0`, one per row.
pub(super) fn edges<const D: usize>(positions: &[f64], cell: &[u32]) -> [[f64; D]; D] {
    let at = |a: usize, c: usize| positions[cell[a] as usize * D + c];
    std::array::from_fn(|a| std::array::from_fn(|c| at(a + 1, c) - at(0, c)))
}

/// Adds the gradients of a cell; its volume.
fn push_cell<const D: usize>(positions: &[f64], cell: &[u32], gradients: &mut Vec<f64>) -> f64 {
    let (volume, found) = shape_functions(edges::<D>(positions, cell));
    gradients.extend(found[..=D].iter().flatten());
    volume
}

/// Volume of a cell with these edges, and the gradients of its shape functions: `D + 1` of them.
pub(super) fn shape_functions<const D: usize>(edges: [[f64; D]; D]) -> (f64, [[f64; D]; 4]) {
    let padded =
        |a: usize| -> [f64; 3] { std::array::from_fn(|c| edges[a].get(c).copied().unwrap_or(0.0)) };
    let (u, v) = (padded(0), padded(1));
    let w = if D == 2 { [0.0, 0.0, 1.0] } else { padded(D - 1) };
    let det = dot(&u, &cross(v, w));
    let rows = [cross(v, w), cross(w, u), cross(u, v)];
    let mut gradients = [[0.0; D]; 4];
    for (gradient, row) in gradients[1..=D].iter_mut().zip(rows) {
        *gradient = std::array::from_fn(|c| row[c] / det);
    }
    gradients[0] = std::array::from_fn(|c| -gradients[1..=D].iter().map(|g| g[c]).sum::<f64>());
    (det / if D == 2 { 2.0 } else { 6.0 }, gradients)
}

/// Cosines of the angles between the facets of a cell, from the gradients of its shape functions.
pub(super) fn cosines<const D: usize>(gradients: &[[f64; D]; 4]) -> impl Iterator<Item = f64> {
    let pairs = (0..=D).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.map(|(a, b)| {
        let (g, h) = (&gradients[a], &gradients[b]);
        -dot(g, h) / (dot(g, g) * dot(h, h)).sqrt()
    })
}

/// Cross product.
pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Scalar product.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The Laplacian of linear shape functions with a coefficient per cell:
/// `L_ij = sum over cells t of weight(t) vol_t grad N_i . grad N_j`.
pub fn laplacian(
    mesh: &SimplexMesh,
    geometry: &Geometry,
    weight: impl Fn(usize) -> f64,
) -> SparseSym {
    let pattern = Pattern::of_cells(mesh.vertex_count(), mesh.cells(), mesh.dim() + 1);
    let mut laplacian = SparseSym::zeros(Arc::new(pattern));
    for (t, volume) in geometry.volumes.iter().enumerate() {
        let scale = weight(t) * volume;
        for (a, &i) in mesh.cell(t).iter().enumerate() {
            for (b, &j) in mesh.cell(t).iter().enumerate().filter(|(_, j)| **j <= i) {
                let slopes = dot(geometry.gradient(t, a), geometry.gradient(t, b));
                laplacian.add(i as usize, j as usize, scale * slopes);
            }
        }
    }
    laplacian
}

/// How well shaped the cells are.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    /// Mean ratio per cell: 1 regular, 0 flat.
    pub mean_ratio: Vec<f64>,
    /// Smallest angle between two facets of a cell, degrees.
    pub smallest_angle: f64,
    /// Largest angle between two facets of a cell, degrees.
    pub largest_angle: f64,
    /// How many angles are in each ten degrees from 0 to 180.
    pub angle_histogram: [usize; 18],
}

/// Measures the shape of every cell.
pub fn quality(mesh: &SimplexMesh, geometry: &Geometry) -> Quality {
    let angles = if mesh.dim() == 2 { cell_cosines::<2> } else { cell_cosines::<3> };
    let corners = mesh.dim() + 1;
    let mut quality = Quality {
        mean_ratio: Vec::with_capacity(mesh.cell_count()),
        smallest_angle: 180.0,
        largest_angle: 0.0,
        angle_histogram: [0; 18],
    };
    for (t, volume) in geometry.volumes.iter().enumerate() {
        let mut squares = 0.0;
        for a in 0..corners {
            for b in 0..a {
                let (p, q) = (mesh.cell(t)[a] as usize, mesh.cell(t)[b] as usize);
                let edge = mesh.point(p).iter().zip(mesh.point(q));
                squares += edge.map(|(x, y)| (x - y).powi(2)).sum::<f64>();
            }
        }
        for cosine in angles(geometry, t) {
            let angle = cosine.clamp(-1.0, 1.0).acos().to_degrees();
            quality.smallest_angle = quality.smallest_angle.min(angle);
            quality.largest_angle = quality.largest_angle.max(angle);
            quality.angle_histogram[((angle / 10.0) as usize).min(17)] += 1;
        }
        quality.mean_ratio.push(match mesh.dim() {
            2 => 4.0 * 3f64.sqrt() * volume / squares,
            _ => 12.0 * (3.0 * volume).powf(2.0 / 3.0) / squares,
        });
    }
    quality
}

fn cell_cosines<const D: usize>(geometry: &Geometry, t: usize) -> Vec<f64> {
    let mut gradients = [[0.0; D]; 4];
    for (a, gradient) in gradients[..=D].iter_mut().enumerate() {
        gradient.copy_from_slice(geometry.gradient(t, a));
    }
    cosines(&gradients).collect()
}

/// Spacing of a lattice whose cells have the mean volume of the mesh's.
pub fn cell_size(mesh: &SimplexMesh) -> f64 {
    let mean = Geometry::new(mesh).volumes.iter().sum::<f64>() / mesh.cell_count() as f64;
    if mesh.dim() == 2 { (2.0 * mean / 0.75f64.sqrt()).sqrt() } else { (12.0 * mean).cbrt() }
}

/// Connected components through shared vertices: how many, and the component of every vertex in
/// order of first vertex. Vertices that no cell uses get `u32::MAX`.
pub fn components(mesh: &SimplexMesh) -> (usize, Vec<u32>) {
    let mut sets = Sets::new(mesh.vertex_count());
    let mut used = vec![false; mesh.vertex_count()];
    for cell in mesh.cells().chunks_exact(mesh.dim() + 1) {
        for &i in cell {
            used[i as usize] = true;
            sets.join(cell[0] as usize, i as usize);
        }
    }
    sets.numbered(|i| used[i])
}

/// Disjoint sets of numbers; the root of a set is its smallest member.
pub(super) struct Sets(Vec<usize>);

impl Sets {
    pub(super) fn new(n: usize) -> Self {
        Sets((0..n).collect())
    }

    pub(super) fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// How many sets there are and the set of every number, in order of first member; numbers that
    /// do not `count` get `u32::MAX`.
    pub(super) fn numbered(mut self, count: impl Fn(usize) -> bool) -> (usize, Vec<u32>) {
        let mut sets = 0;
        let mut set = vec![u32::MAX; self.0.len()];
        for i in (0..set.len()).filter(|&i| count(i)) {
            let root = self.root(i);
            if root == i {
                set[i] = sets;
                sets += 1;
            }
            set[i] = set[root];
        }
        (sets as usize, set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{RawMesh, shapes::grid};

    fn mesh(dims: &[usize], size: &[f64]) -> SimplexMesh {
        SimplexMesh::new(grid(dims, size)).unwrap()
    }

    #[test]
    fn volumes_add_up_to_the_box_at_any_scale() {
        for scale in [1e-6, 1.0, 1e6] {
            let flat = Geometry::new(&mesh(&[3, 2], &[2.0 * scale, scale]));
            let solid = Geometry::new(&mesh(&[3, 2, 2], &[2.0 * scale, scale, 3.0 * scale]));
            let (area, volume): (f64, f64) =
                (flat.volumes.iter().sum(), solid.volumes.iter().sum());
            assert!((area / (2.0 * scale.powi(2)) - 1.0).abs() < 1e-14);
            assert!((volume / (6.0 * scale.powi(3)) - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn laplacian_energy_of_a_linear_field_is_volume_times_squared_slope() {
        for mesh in [mesh(&[3, 2], &[2.0, 1.0]), mesh(&[2, 3, 2], &[2.0, 1.0, 1.0])] {
            let x: Vec<f64> =
                (0..mesh.vertex_count()).map(|i| 3.0 * mesh.point(i)[1] + 7.0).collect();
            let mut lx = vec![0.0; x.len()];
            laplacian(&mesh, &Geometry::new(&mesh), |_| 5.0).mul_vec(&x, &mut lx);
            assert!((dot(&x, &lx) - 5.0 * 2.0 * 9.0).abs() < 1e-11);
        }
    }

    #[test]
    fn gradients_reproduce_a_linear_field() {
        for mesh in [mesh(&[3, 2], &[2.0, 1.0]), mesh(&[2, 3, 2], &[2.0, 1.0, 5.0])] {
            let geometry = Geometry::new(&mesh);
            let slope = [2.0, -3.0, 0.5];
            for t in 0..mesh.cell_count() {
                let mut found = [0.0; 3];
                for (a, &i) in mesh.cell(t).iter().enumerate() {
                    let value = dot(mesh.point(i as usize), &slope);
                    for (f, g) in found.iter_mut().zip(geometry.gradient(t, a)) {
                        *f += value * g;
                    }
                }
                for c in 0..mesh.dim() {
                    assert!((found[c] - slope[c]).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn deformation_gradients_of_an_affine_map_are_its_matrix() {
        let a = [[1.5, 0.2, -0.1], [0.3, 0.9, 0.4], [0.0, -0.2, 1.1]];
        for raw in [grid(&[2, 2], &[1.0, 2.0]), grid(&[1, 2, 1], &[1.0, 2.0, 0.5])] {
            let mesh = SimplexMesh::new(raw).unwrap();
            let d = mesh.dim();
            let point = |x: &[f64], i: usize| -> f64 { (0..d).map(|j| a[i][j] * x[j]).sum() };
            let x: Vec<f64> = (0..mesh.vertex_count())
                .flat_map(|v| (0..d).map(move |i| (v, i)))
                .map(|(v, i)| 7.0 + point(mesh.point(v), i))
                .collect();
            let f = Geometry::new(&mesh).deformation_gradient(&mesh);
            assert_eq!(f.starts.len() - 1, mesh.cell_count() * d * d);
            for (row, span) in f.starts.windows(2).enumerate() {
                let entries = f.numbers[span[0]..span[1]].iter().zip(&f.values[span[0]..span[1]]);
                let sum: f64 = entries.map(|(&j, v)| v * x[j as usize]).sum();
                assert!((sum - a[row / d % d][row % d]).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn lumped_masses_add_up_to_density_times_volume() {
        let mesh = mesh(&[2, 2, 2], &[1.0, 1.0, 2.0]);
        let geometry = Geometry::new(&mesh);
        let density: Vec<f64> = (0..mesh.cell_count()).map(|t| 1.0 + t as f64).collect();
        let oracle = dot(&density, &geometry.volumes);
        let total: f64 = geometry.lumped(&mesh, &density).iter().sum();
        assert!((total / oracle - 1.0).abs() < 1e-14);
        let volumes: f64 = geometry.nodal_volumes(&mesh).iter().sum();
        assert!((volumes - 2.0).abs() < 1e-14);
    }

    #[test]
    fn regular_simplices_have_quality_one() {
        let triangle = RawMesh {
            dim: 2,
            positions: vec![0.0, 0.0, 1e-6, 0.0, 0.5e-6, 0.75f64.sqrt() * 1e-6],
            cells: vec![0, 1, 2],
            ..RawMesh::default()
        };
        let tetrahedron = RawMesh {
            dim: 3,
            positions: vec![1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0],
            cells: vec![0, 1, 2, 3],
            ..RawMesh::default()
        };
        for (raw, angle) in [(triangle, 60.0), (tetrahedron, (1f64 / 3.0).acos().to_degrees())] {
            let mesh = SimplexMesh::new(raw).unwrap();
            let quality = quality(&mesh, &Geometry::new(&mesh));
            assert!((quality.mean_ratio[0] - 1.0).abs() < 1e-12);
            assert!((quality.smallest_angle - angle).abs() < 1e-9);
            assert!((quality.largest_angle - angle).abs() < 1e-9);
        }
    }

    #[test]
    fn right_triangles_have_angles_of_45_and_90_degrees() {
        let mesh = mesh(&[2, 2], &[1.0, 1.0]);
        let quality = quality(&mesh, &Geometry::new(&mesh));
        assert!((quality.smallest_angle - 45.0).abs() < 1e-9);
        assert!((quality.largest_angle - 90.0).abs() < 1e-9);
        assert!((quality.mean_ratio[0] - 0.75f64.sqrt()).abs() < 1e-12);
        assert_eq!(quality.angle_histogram[4], 16);
        assert_eq!(quality.angle_histogram[8] + quality.angle_histogram[9], 8);
    }

    #[test]
    fn components_count_parts_and_mark_loose_vertices() {
        let mut raw = grid(&[1, 1], &[1.0, 1.0]);
        raw.positions.extend([9.0, 9.0]);
        let other = grid(&[1, 1], &[1.0, 1.0]);
        raw.positions.extend(other.positions.iter().map(|x| x + 5.0));
        raw.cells.extend(other.cells.iter().map(|i| i + 5));
        let (count, labels) = components(&SimplexMesh::new(raw).unwrap());
        assert_eq!(count, 2);
        assert_eq!(labels, [0, 0, 0, 0, u32::MAX, 1, 1, 1, 1]);
    }
}
