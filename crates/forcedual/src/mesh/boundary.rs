//! The surface of a mesh: facets that belong to one cell only.
//!
//! A facet `f` (edge in 2D, triangle in 3D) has the outward area vector `A_f` (normal times length
//! or area). A vertex gets an equal share of each facet at it:
//!
//! ```text
//! a_i = sum |A_f| / d          A_i = sum A_f / d = derivative of the enclosed volume by x_i
//! ```
//!
//! A shell is a set of facets connected through shared vertices (2D) or edges (3D). It encloses
//! `sum (x_f - o) . A_f / d`, with `x_f` the facet's centre: positive for an outer surface,
//! negative for the wall of a cavity, because there the outside of the body is the inside of the
//! cavity.

use super::SimplexMesh;
use super::facets::{shared, sorted_facets};
use super::geometry::{Sets, cross, dot};

/// The boundary facets of a mesh and what they add up to at the vertices.
#[derive(Debug, Clone, PartialEq)]
pub struct Boundary {
    /// `dim` vertex numbers per facet, wound so that area vectors point out of the body.
    pub facets: Vec<u32>,
    /// Boundary measure `a_i` of every vertex (m in 2D, m^2 in 3D); zero inside.
    pub areas: Vec<f64>,
    /// Outward area vector `A_i` of every vertex, `dim` numbers each.
    pub area_vectors: Vec<f64>,
    /// The connected pieces of the boundary, in order of their lowest vertex number.
    pub shells: Vec<Shell>,
    dim: usize,
    on: Vec<bool>,
}

/// A connected piece of the boundary.
#[derive(Debug, Clone, PartialEq)]
pub struct Shell {
    /// Numbers of its facets, ascending.
    pub facets: Vec<u32>,
    /// Signed enclosed volume (area in 2D): positive for an outer surface, negative for a cavity.
    pub volume: f64,
    /// It is the wall of a cavity: closed, of negative volume.
    pub cavity: bool,
    /// It has no rim.
    pub closed: bool,
}

/// Corners of the facets of a positively wound triangle, facing outwards.
const TRIANGLE: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];
/// Corners of the facets of a positively wound tetrahedron, facing outwards.
const TETRAHEDRON: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

impl Boundary {
    /// Finds the boundary and its shells.
    pub fn new(mesh: &SimplexMesh) -> Self {
        let dim = mesh.dim();
        let n = mesh.vertex_count();
        let mut boundary = Boundary {
            facets: lone_facets(dim, mesh.cells()),
            areas: vec![0.0; n],
            area_vectors: vec![0.0; n * dim],
            shells: Vec::new(),
            dim,
            on: vec![false; n],
        };
        for f in 0..boundary.facet_count() {
            let vector = boundary.facet_vector(mesh, f);
            let share = dot(&vector, &vector).sqrt() / dim as f64;
            for k in f * dim..(f + 1) * dim {
                let i = boundary.facets[k] as usize;
                boundary.on[i] = true;
                boundary.areas[i] += share;
                for (c, v) in vector[..dim].iter().enumerate() {
                    boundary.area_vectors[i * dim + c] += v / dim as f64;
                }
            }
        }
        boundary.shells = boundary.find_shells(mesh);
        boundary
    }

    /// Number of facets.
    pub fn facet_count(&self) -> usize {
        self.facets.len() / self.dim
    }

    /// The `dim` vertex numbers of facet `f`.
    pub fn facet(&self, f: usize) -> &[u32] {
        &self.facets[f * self.dim..][..self.dim]
    }

    /// Outward normal of facet `f` times its length (2D) or area (3D).
    pub fn facet_vector(&self, mesh: &SimplexMesh, f: usize) -> [f64; 3] {
        let corner = |k: usize| mesh.point(self.facet(f)[k] as usize);
        let edge = |k: usize| -> [f64; 3] {
            let (x, o) = (corner(k), corner(0));
            std::array::from_fn(|c| if c < self.dim { x[c] - o[c] } else { 0.0 })
        };
        let [x, y, _] = edge(1);
        match self.dim {
            2 => [y, -x, 0.0],
            _ => cross(edge(1), edge(2)).map(|v| v / 2.0),
        }
    }

    /// Whether vertex `i` lies on the boundary.
    pub fn on_boundary(&self, i: usize) -> bool {
        self.on[i]
    }

    /// The cavities: closed shells of negative volume, in order of their lowest vertex number.
    pub fn cavities(&self) -> Vec<&Shell> {
        self.shells.iter().filter(|s| s.cavity).collect()
    }

    /// Centroid of what a closed shell encloses, from the simplices that its facets make with one
    /// of its corners; `dim` coordinates.
    pub fn centroid(&self, mesh: &SimplexMesh, shell: &Shell) -> Vec<f64> {
        let dim = self.dim;
        let facets = || shell.facets.iter().map(|&f| f as usize);
        let Some(first) = facets().next() else { return vec![0.0; dim] };
        let origin = mesh.point(self.facet(first)[0] as usize);
        let mut moment = vec![0.0; dim];
        for f in facets() {
            let mut corners = vec![0.0; dim];
            for &i in self.facet(f) {
                let point = mesh.point(i as usize).iter().zip(origin);
                corners.iter_mut().zip(point).for_each(|(sum, (x, o))| *sum += x - o);
            }
            let part = dot(&corners, &self.facet_vector(mesh, f)) / (dim * dim) as f64;
            moment.iter_mut().zip(&corners).for_each(|(m, x)| *m += part * x / (dim + 1) as f64);
        }
        moment.iter().zip(origin).map(|(m, o)| o + m / shell.volume).collect()
    }

    /// The rim of every facet: (sorted key, orientation, facet). In 2D the key is one vertex.
    fn rims(&self) -> Vec<([u32; 2], i64, usize)> {
        let mut rims = Vec::with_capacity(self.facets.len());
        for f in 0..self.facet_count() {
            match *self.facet(f) {
                [a, b] => rims.extend([([a, a], -1, f), ([b, b], 1, f)]),
                [a, b, c] => {
                    for (p, q) in [(a, b), (b, c), (c, a)] {
                        rims.push(([p.min(q), p.max(q)], if p < q { 1 } else { -1 }, f));
                    }
                }
                _ => {}
            }
        }
        rims.sort_unstable();
        rims
    }

    fn find_shells(&self, mesh: &SimplexMesh) -> Vec<Shell> {
        let rims = self.rims();
        let mut sets = Sets::new(self.facet_count());
        for rim in rims.chunk_by(|a, b| a.0 == b.0) {
            for &(_, _, f) in rim {
                sets.join(rim[0].2, f);
            }
        }
        let roots: Vec<usize> = (0..self.facet_count()).map(|f| sets.root(f)).collect();
        let mut open = vec![false; self.facet_count()];
        for rim in rims.chunk_by(|a, b| a.0 == b.0) {
            if rim.iter().map(|r| r.1).sum::<i64>() != 0 {
                open[roots[rim[0].2]] = true;
            }
        }

        let mut members = vec![Vec::new(); self.facet_count()];
        for (f, &root) in roots.iter().enumerate() {
            members[root].push(f as u32);
        }
        let mut shells: Vec<(u32, Shell)> = Vec::new();
        for (root, facets) in members.into_iter().enumerate() {
            let corners = facets.iter().flat_map(|&f| self.facet(f as usize));
            if let Some(&lowest) = corners.min() {
                let volume = self.enclosed(mesh, &facets, mesh.point(lowest as usize));
                let closed = !open[root];
                let cavity = closed && volume < 0.0;
                shells.push((lowest, Shell { facets, volume, cavity, closed }));
            }
        }
        shells.sort_by_key(|s| s.0);
        shells.into_iter().map(|s| s.1).collect()
    }

    fn enclosed(&self, mesh: &SimplexMesh, facets: &[u32], origin: &[f64]) -> f64 {
        let mut sum = 0.0;
        for &f in facets {
            let vector = self.facet_vector(mesh, f as usize);
            for &i in self.facet(f as usize) {
                let point = mesh.point(i as usize);
                for c in 0..self.dim {
                    sum += (point[c] - origin[c]) * vector[c];
                }
            }
        }
        sum / (self.dim * self.dim) as f64
    }
}

/// Facets that belong to one cell only, in the order of the cells, wound outwards.
pub(super) fn lone_facets(dim: usize, cells: &[u32]) -> Vec<u32> {
    let facets = sorted_facets(dim, cells);
    let mut lone: Vec<(u32, u8)> = shared(&facets)
        .filter(|group| group.len() == 1)
        .map(|g| (g[0].cell, g[0].corner))
        .collect();
    lone.sort_unstable();
    let mut out = Vec::with_capacity(lone.len() * dim);
    for (t, corner) in lone {
        let cell = &cells[t as usize * (dim + 1)..][..dim + 1];
        let local: &[usize] = match dim {
            2 => &TRIANGLE[corner as usize],
            _ => &TETRAHEDRON[corner as usize],
        };
        out.extend(local.iter().map(|&a| cell[a]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{RawMesh, shapes::grid};

    /// A grid without the cells whose centroid lies in one of the boxes.
    fn holed(dims: &[usize], size: &[f64], holes: &[([f64; 3], [f64; 3])]) -> SimplexMesh {
        let mesh = SimplexMesh::new(grid(dims, size)).unwrap();
        let inside = |t: usize| {
            let x = mesh.centroid(t);
            holes.iter().any(|(low, high)| (0..dims.len()).all(|c| low[c] < x[c] && x[c] < high[c]))
        };
        let kept = (0..mesh.cell_count()).filter(|&t| !inside(t));
        let cells = kept.flat_map(|t| mesh.cell(t).to_vec()).collect();
        SimplexMesh::new(RawMesh { cells, ..mesh.raw().clone() }).unwrap()
    }

    #[test]
    fn box_boundary_has_the_area_of_a_box() {
        for scale in [1e-6, 1.0, 1e6] {
            let mesh = holed(&[4, 3, 2], &[2.0 * scale, scale, 3.0 * scale], &[]);
            let boundary = Boundary::new(&mesh);
            let area: f64 = boundary.areas.iter().sum();
            assert!((area / (22.0 * scale * scale) - 1.0).abs() < 1e-13);
            assert_eq!(boundary.facet_count(), 2 * 2 * (12 + 8 + 6));
            assert_eq!(boundary.shells.len(), 1);
            assert!(boundary.shells[0].closed && !boundary.shells[0].cavity);
            assert!((boundary.shells[0].volume / (6.0 * scale.powi(3)) - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn perimeter_of_a_rectangle_and_its_inner_vertices() {
        let mesh = holed(&[4, 3], &[4.0, 3.0], &[]);
        let boundary = Boundary::new(&mesh);
        assert!((boundary.areas.iter().sum::<f64>() - 14.0).abs() < 1e-13);
        let inner = (0..mesh.vertex_count()).filter(|&i| !boundary.on_boundary(i)).count();
        assert_eq!(inner, 6);
    }

    #[test]
    fn area_vectors_sum_to_zero_and_differentiate_the_volume() {
        for mesh in [holed(&[3, 2], &[3.0, 1.0], &[]), holed(&[2, 2, 2], &[3.0, 1.0, 1.0], &[])] {
            let boundary = Boundary::new(&mesh);
            let dim = mesh.dim();
            for c in 0..dim {
                let sum: f64 = boundary.area_vectors.iter().skip(c).step_by(dim).sum();
                assert!(sum.abs() < 1e-13);
            }
            let step = 1e-4;
            for dof in 0..dim * mesh.vertex_count() {
                let volume = |h: f64| {
                    let mut raw = mesh.raw().clone();
                    raw.positions[dof] += h;
                    Boundary::new(&SimplexMesh::new(raw).unwrap()).shells[0].volume
                };
                let slope = (volume(step) - volume(-step)) / (2.0 * step);
                assert!((slope - boundary.area_vectors[dof]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn facet_vectors_point_out_of_the_body() {
        for mesh in [holed(&[3, 2], &[3.0, 1.0], &[]), holed(&[2, 2, 2], &[3.0, 1.0, 1.0], &[])] {
            let boundary = Boundary::new(&mesh);
            let (low, high) = mesh.bounds();
            for f in 0..boundary.facet_count() {
                let mut outwards = 0.0;
                for c in 0..mesh.dim() {
                    let x: f64 = boundary.facet(f).iter().map(|&i| mesh.point(i as usize)[c]).sum();
                    let x = x / mesh.dim() as f64 - (low[c] + high[c]) / 2.0;
                    outwards += boundary.facet_vector(&mesh, f)[c] * x;
                }
                assert!(outwards > 0.0);
            }
        }
    }

    #[test]
    fn cavities_have_negative_volume_and_are_ordered_by_vertex() {
        let holes = [([3.0, 1.0, 0.0], [4.0, 2.0, 0.0]), ([1.0, 1.0, 0.0], [2.0, 3.0, 0.0])];
        let mesh = holed(&[5, 4], &[5.0, 4.0], &holes);
        let boundary = Boundary::new(&mesh);
        let volumes: Vec<f64> = boundary.cavities().iter().map(|s| s.volume).collect();
        assert_eq!(boundary.shells.len(), 3);
        assert!((volumes[0] + 2.0).abs() < 1e-13 && (volumes[1] + 1.0).abs() < 1e-13);
    }

    #[test]
    fn a_cavity_in_space_is_found_and_an_open_pocket_is_not() {
        let closed = ([1.0; 3], [2.0; 3]);
        let mesh = holed(&[3, 3, 3], &[3.0; 3], &[closed]);
        let boundary = Boundary::new(&mesh);
        assert_eq!(boundary.cavities().len(), 1);
        assert!((boundary.cavities()[0].volume + 1.0).abs() < 1e-13);
        assert_eq!(boundary.cavities()[0].facets.len(), 12);

        let pocket = ([1.0, 1.0, 0.0], [2.0, 2.0, 2.0]);
        let mesh = holed(&[3, 3, 3], &[3.0; 3], &[pocket]);
        let boundary = Boundary::new(&mesh);
        assert!(boundary.cavities().is_empty());
        assert_eq!(boundary.shells.len(), 1);
        assert!((boundary.shells[0].volume - 25.0).abs() < 1e-12);
    }

    #[test]
    fn centroids_of_cavities_and_bodies_are_those_of_boxes() {
        for scale in [1e-6, 1.0, 1e6] {
            let hole = ([scale, scale, 0.0], [3.0 * scale, 2.0 * scale, 0.0]);
            let plane = holed(&[5, 4], &[5.0 * scale, 4.0 * scale], &[hole]);
            let hole = ([scale; 3], [2.0 * scale, 2.0 * scale, 3.0 * scale]);
            let space = holed(&[4, 3, 5], &[4.0, 3.0, 5.0].map(|x| x * scale), &[hole]);
            for (mesh, body, cavity) in [
                (plane, vec![2.5, 2.0], vec![2.0, 1.5]),
                (space, vec![2.0, 1.5, 2.5], vec![1.5, 1.5, 2.0]),
            ] {
                let boundary = Boundary::new(&mesh);
                for (shell, oracle) in boundary.shells.iter().zip([body, cavity]) {
                    let found = boundary.centroid(&mesh, shell);
                    assert_eq!(found.len(), oracle.len());
                    for (x, y) in found.iter().zip(oracle) {
                        assert!((x / scale - y).abs() < 1e-12, "{found:?}");
                    }
                }
            }
        }
    }
}
