//! Which cells points belong to.
//!
//! A point belongs to the cell that contains it, or else to the cell behind the nearest facet of the
//! boundary. Its barycentric coordinates there are
//!
//! ```text
//! b_a = grad N_a . (p - x_0)   for a > 0,        b_0 = 1 - sum_{a > 0} b_a
//! ```
//!
//! some of them negative if it lies outside the mesh.

use super::SimplexMesh;
use super::facets::{shared, sorted_facets};
use super::geometry::Geometry;
use super::surface::Nearest;
use rayon::prelude::*;

/// Barycentric coordinates above this are those of a point inside, round-off in slivers allowed for.
const INSIDE: f64 = -1e-9;
/// Boxes with this many cells or fewer are not divided.
const LEAF: usize = 4;

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
pub(super) fn locate(mesh: &SimplexMesh, points: &[f64]) -> Located {
    let dim = mesh.dim();
    let geometry = Geometry::new(mesh);
    let search = Search::new(mesh, &geometry);
    let found: Vec<(usize, f64)> = points.par_chunks(dim).map(|p| search.find(p)).collect();
    let mut weights = vec![0.0; found.len() * (dim + 1)];
    let each = weights.par_chunks_mut(dim + 1).zip(points.par_chunks(dim)).zip(&found);
    each.for_each(|((w, p), &(t, _))| {
        w.copy_from_slice(&barycentric(mesh, &geometry, t, p)[..dim + 1]);
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

/// Cells in nested boxes, and the boundary for what lies outside.
struct Search<'a> {
    mesh: &'a SimplexMesh,
    geometry: &'a Geometry,
    /// In the order of the leaves.
    cells: Vec<u32>,
    nodes: Vec<Node>,
    facets: Nearest,
    /// The cell behind each facet of the boundary.
    behind: Vec<u32>,
}

struct Node {
    low: [f64; 3],
    high: [f64; 3],
    start: u32,
    end: u32,
    /// The second child; the first one follows its parent. Zero for leaves.
    second: u32,
}

impl<'a> Search<'a> {
    fn new(mesh: &'a SimplexMesh, geometry: &'a Geometry) -> Self {
        let dim = mesh.dim();
        let (mut facets, mut behind) = (Vec::new(), Vec::new());
        for group in shared(&sorted_facets(dim, mesh.cells())) {
            if let [lone] = group {
                facets.extend(&lone.vertices[..dim]);
                behind.push(lone.cell);
            }
        }
        let mut search = Search {
            mesh,
            geometry,
            cells: (0..mesh.cell_count() as u32).collect(),
            nodes: Vec::new(),
            facets: Nearest::new(dim, mesh.positions(), &facets),
            behind,
        };
        search.divide(0, mesh.cell_count());
        search
    }

    /// The box around a cell.
    fn extent(&self, t: u32) -> ([f64; 3], [f64; 3]) {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &i in self.mesh.cell(t as usize) {
            for (c, &x) in self.mesh.point(i as usize).iter().enumerate() {
                low[c] = low[c].min(x);
                high[c] = high[c].max(x);
            }
        }
        (low, high)
    }

    fn divide(&mut self, start: usize, end: usize) {
        let number = self.nodes.len();
        let dim = self.mesh.dim();
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &t in &self.cells[start..end] {
            let (least, most) = self.extent(t);
            for c in 0..dim {
                low[c] = low[c].min(least[c]);
                high[c] = high[c].max(most[c]);
            }
        }
        self.nodes.push(Node { low, high, start: start as u32, end: end as u32, second: 0 });
        if end - start <= LEAF {
            return;
        }
        let wider = |best, c| if high[c] - low[c] > high[best] - low[best] { c } else { best };
        let axis = (1..dim).fold(0, wider);
        let mut cells = std::mem::take(&mut self.cells);
        let half = (end - start) / 2;
        cells[start..end].select_nth_unstable_by(half, |&a, &b| {
            let middle = |t| self.extent(t).0[axis] + self.extent(t).1[axis];
            middle(a).total_cmp(&middle(b)).then(a.cmp(&b))
        });
        self.cells = cells;
        self.divide(start, start + half);
        self.nodes[number].second = self.nodes.len() as u32;
        self.divide(start + half, end);
    }

    /// The cell that contains a point, or the one behind the nearest boundary facet, and how far
    /// outside the point is.
    fn find(&self, p: &[f64]) -> (usize, f64) {
        if let Some(t) = self.containing(0, p) {
            return (t, 0.0);
        }
        let (facet, distance) = self.facets.find(p);
        (self.behind[facet] as usize, distance)
    }

    fn containing(&self, number: usize, p: &[f64]) -> Option<usize> {
        let node = &self.nodes[number];
        if p.iter().enumerate().any(|(c, x)| *x < node.low[c] || *x > node.high[c]) {
            return None;
        }
        if node.second != 0 {
            return self
                .containing(number + 1, p)
                .or_else(|| self.containing(node.second as usize, p));
        }
        let cells = self.cells[node.start as usize..node.end as usize].iter();
        let inside = |t: &usize| {
            let weights = barycentric(self.mesh, self.geometry, *t, p);
            weights[..self.mesh.dim() + 1].iter().all(|w| *w >= INSIDE)
        };
        cells.map(|&t| t as usize).find(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Meshes of a unit box, also one crowded into a corner, and points
    /// within and around it.
    fn cases() -> Vec<(SimplexMesh, Vec<f64>)> {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut crowded = grid(&[6, 6, 6], &[1.0; 3]);
        crowded.positions.iter_mut().for_each(|x| *x = x.powi(4));
        let plain = [grid(&[4, 5], &[1.0; 2]), grid(&[3, 4, 5], &[1.0; 3])];
        plain
            .into_iter()
            .chain([crowded])
            .map(|raw| {
                let n = 200 * raw.dim;
                let points = (0..n).map(|_| rng.random_range(-0.3..1.3)).collect();
                (SimplexMesh::new(raw).unwrap(), points)
            })
            .collect()
    }

    #[test]
    fn points_in_a_cell_are_convex_combinations_and_others_know_how_far_out_they_are() {
        for (mesh, points) in cases() {
            let dim = mesh.dim();
            let located = locate(&mesh, &points);
            let mut farthest: f64 = 0.0;
            for (k, p) in points.chunks_exact(dim).enumerate() {
                let outside: f64 =
                    p.iter().map(|x| (x - x.clamp(0.0, 1.0)).powi(2)).sum::<f64>().sqrt();
                farthest = farthest.max(outside);
                let weights = &located.weights[k * (dim + 1)..][..dim + 1];
                assert_eq!(weights.iter().all(|w| *w >= INSIDE), outside == 0.0, "{p:?}");
                let cell = mesh.cell(located.cells[k] as usize);
                for c in 0..dim {
                    let corners = cell.iter().map(|&i| mesh.point(i as usize)[c]);
                    let x: f64 = weights.iter().zip(corners).map(|(w, x)| w * x).sum();
                    assert!((x - p[c]).abs() < 1e-12, "{x} {p:?}");
                }
            }
            assert!((located.farthest - farthest).abs() < 1e-12);
        }
    }

    #[test]
    fn a_sheet_a_million_times_wider_than_thick_needs_no_more_boxes_than_cells() {
        let mesh = SimplexMesh::new(grid(&[20, 20, 1], &[1.0, 1.0, 1e-6])).unwrap();
        let geometry = Geometry::new(&mesh);
        let search = Search::new(&mesh, &geometry);
        assert!(search.nodes.len() <= mesh.cell_count());
        let (t, distance) = search.find(&[0.33, 0.71, 0.5e-6]);
        assert_eq!(distance, 0.0);
        let weights = barycentric(&mesh, &geometry, t, &[0.33, 0.71, 0.5e-6]);
        assert!(weights.iter().all(|w| *w >= INSIDE));
    }
}
