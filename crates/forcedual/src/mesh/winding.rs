//! Generalised winding number of a surface, by a tree of far-field expansions.
//!
//! The winding number at `q` is the signed angle (2D) or solid angle (3D) under which the facets
//! are seen from `q`, divided by the full angle `s` (`2 pi` or `4 pi`). It is 1 inside and 0
//! outside a closed surface that faces outwards, and changes gently where a surface has holes,
//! doubled facets or loose ends (Jacobson et al. 2013).
//!
//! Far from a cluster of facets with area vectors `A_f` it is, expanded about a point `p` with
//! `r = p - q` (Barill et al. 2018; `<.>_f` is the mean over facet `f`, repeated indices are summed),
//!
//! ```text
//! N_k = sum A_k     M_jk = sum <x - p>_j A_k     Q_ijk = sum <(x - p)(x - p)^T>_ij A_k
//! w s = N_k g_k + M_jk g_k,j + Q_ijk g_k,ij / 2          g_k = r_k / |r|^d
//! g_k,j  = [ delta_jk - d r_j r_k / |r|^2 ] / |r|^d
//! g_k,ij = d [ (d + 2) r_i r_j r_k / |r|^2 - delta_jk r_i - delta_ij r_k - delta_ik r_j ] / |r|^(d+2)
//! ```
//!
//! A cluster counts as far when `|r|` exceeds `FAR` times its radius about `p`. About another point
//! `p' = p - t`, exactly,
//!
//! ```text
//! M'_jk = M_jk + t_j N_k        Q'_ijk = Q_ijk + t_i M_jk + t_j M_ik + t_i t_j N_k
//! ```

use super::geometry::{cross, dot};
use crate::error::{Code, Error, Result};
use rayon::prelude::*;

/// Clusters farther than this many radii are replaced by their expansion.
const FAR: f64 = 2.0;
/// Clusters with this many facets or fewer are not divided.
const LEAF: usize = 8;
/// Clusters with more facets are built in parallel.
const PARALLEL: usize = 4096;

type Point = [f64; 3];

/// Winding numbers of segments in the plane or triangles in space.
#[derive(Debug, Clone)]
pub struct WindingTree {
    dim: usize,
    facets: Vec<Facet>,
    nodes: Vec<Node>,
}

#[derive(Debug, Clone)]
struct Facet {
    corners: [Point; 3],
    centre: Point,
    vector: Point,
}

/// The centre of a facet and its number, while the tree is built.
struct Seed {
    centre: Point,
    facet: u32,
}

#[derive(Debug, Clone, Default)]
struct Node {
    /// The point `p` of the expansion.
    centre: Point,
    radius: f64,
    /// `N`.
    vector: Point,
    /// `M`.
    moment: [Point; 3],
    /// `Q`.
    spread: [[Point; 3]; 3],
    facets: std::ops::Range<usize>,
    children: Option<[usize; 2]>,
}

impl WindingTree {
    /// Builds the tree; `facets` has `dim` vertex numbers per segment (2D) or triangle (3D).
    pub fn new(dim: usize, positions: &[f64], facets: &[u32]) -> Result<Self> {
        if dim != 2 && dim != 3 {
            let message = format!("a surface of dimension {dim} is neither in the plane nor space");
            return Err(Error::new(Code::Format, message));
        }
        let corner = |i: u32| -> Option<Point> {
            let point = positions.chunks_exact(dim).nth(i as usize)?;
            Some(std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0)))
        };
        let mut list = Vec::with_capacity(facets.len() / dim);
        for (f, facet) in facets.chunks_exact(dim).enumerate() {
            let mut corners = [[0.0; 3]; 3];
            for (slot, &i) in corners.iter_mut().zip(facet) {
                *slot = corner(i).ok_or_else(|| {
                    let message = format!("facet {f} names vertex {i}, which does not exist");
                    Error::new(Code::MeshIndex, message)
                })?;
            }
            list.push(Facet::new(dim, corners));
        }
        let numbered = list.iter().zip(0..);
        let mut seeds: Vec<Seed> =
            numbered.map(|(f, facet)| Seed { centre: f.centre, facet }).collect();
        let mut nodes = vec![Node::default(); node_count(seeds.len())];
        build(dim, &list, &mut seeds, [0, 0], &mut nodes);
        let facets = seeds.par_iter().map(|seed| list[seed.facet as usize].clone()).collect();
        Ok(WindingTree { dim, facets, nodes })
    }

    /// The winding number at `q`; in 2D the last coordinate is ignored.
    pub fn at(&self, q: Point) -> f64 {
        let q = if self.dim == 2 { [q[0], q[1], 0.0] } else { q };
        if self.nodes.is_empty() { 0.0 } else { self.visit(0, q) / self.full_angle() }
    }

    fn full_angle(&self) -> f64 {
        std::f64::consts::PI * if self.dim == 2 { 2.0 } else { 4.0 }
    }

    fn visit(&self, number: usize, q: Point) -> f64 {
        let node = &self.nodes[number];
        let r = minus(node.centre, q);
        let square = dot(&r, &r);
        if square > (FAR * node.radius).powi(2) {
            return node.far(self.dim, r, square);
        }
        match node.children {
            Some([a, b]) => self.visit(a, q) + self.visit(b, q),
            None => self.facets[node.facets.clone()].iter().map(|f| f.angle(self.dim, q)).sum(),
        }
    }
}

/// Number of nodes over so many facets.
fn node_count(facets: usize) -> usize {
    match facets {
        0 => 0,
        n if n <= LEAF => 1,
        n => 1 + node_count(n / 2) + node_count(n - n / 2),
    }
}

/// Sorts facets into a tree: a node, then all nodes of its first half, then those of its second.
/// `first` are the numbers of the first facet and node. The sum of areas.
fn build(
    dim: usize,
    facets: &[Facet],
    seeds: &mut [Seed],
    first: [usize; 2],
    nodes: &mut [Node],
) -> f64 {
    let Some((node, rest)) = nodes.split_first_mut() else { return 0.0 };
    node.facets = first[0]..first[0] + seeds.len();
    if seeds.len() <= LEAF {
        let list: Vec<&Facet> = seeds.iter().map(|s| &facets[s.facet as usize]).collect();
        return node.fill(&list, dim);
    }
    let (mut low, mut high) = (seeds[0].centre, seeds[0].centre);
    for c in 0..3 {
        for seed in seeds.iter() {
            low[c] = low[c].min(seed.centre[c]);
            high[c] = high[c].max(seed.centre[c]);
        }
    }
    let extents = minus(high, low);
    let axis = (1..3).fold(0, |best, c| if extents[c] > extents[best] { c } else { best });
    let half = seeds.len() / 2;
    seeds.select_nth_unstable_by(half, |a, b| {
        a.centre[axis].total_cmp(&b.centre[axis]).then(a.facet.cmp(&b.facet))
    });
    let size = node_count(half);
    let numbers = [first, [first[0] + half, first[1] + size]].map(|[f, n]| [f, n + 1]);
    node.children = Some(numbers.map(|[_, n]| n));
    let parallel = seeds.len() > PARALLEL;
    let (left, right) = seeds.split_at_mut(half);
    let (before, behind) = rest.split_at_mut(size);
    let mut one = || build(dim, facets, left, numbers[0], before);
    let mut two = || build(dim, facets, right, numbers[1], behind);
    let areas = if parallel { rayon::join(one, two) } else { (one(), two()) };
    node.merge([&before[0], &behind[0]], [areas.0, areas.1]);
    for seed in seeds.iter() {
        node.reach(&facets[seed.facet as usize], dim);
    }
    node.radius = node.radius.sqrt();
    areas.0 + areas.1
}

impl Facet {
    fn new(dim: usize, corners: [Point; 3]) -> Self {
        let [a, b, c] = corners;
        let (centre, vector) = match dim {
            2 => (std::array::from_fn(|k| (a[k] + b[k]) / 2.0), [b[1] - a[1], a[0] - b[0], 0.0]),
            _ => (
                std::array::from_fn(|k| (a[k] + b[k] + c[k]) / 3.0),
                cross(minus(b, a), minus(c, a)).map(|x| x / 2.0),
            ),
        };
        Facet { corners, centre, vector }
    }

    /// The signed angle under which it is seen from `q`.
    fn angle(&self, dim: usize, q: Point) -> f64 {
        let [a, b, c] = self.corners.map(|x| minus(x, q));
        if dim == 2 {
            return (a[0] * b[1] - a[1] * b[0]).atan2(dot(&a, &b));
        }
        let [la, lb, lc] = [a, b, c].map(|x| dot(&x, &x).sqrt());
        let height = dot(&a, &cross(b, c));
        let base = la * lb * lc + dot(&a, &b) * lc + dot(&b, &c) * la + dot(&c, &a) * lb;
        2.0 * height.atan2(base)
    }
}

impl Node {
    /// The expansion of some facets; the sum of their areas.
    fn fill(&mut self, list: &[&Facet], dim: usize) -> f64 {
        let mut total = 0.0;
        let mut centre = [0.0; 3];
        for facet in list {
            let weight = dot(&facet.vector, &facet.vector).sqrt();
            total += weight;
            (0..3).for_each(|c| centre[c] += weight * facet.centre[c]);
        }
        self.centre = if total > 0.0 { centre.map(|x| x / total) } else { list[0].centre };
        for facet in list {
            self.add(facet, dim);
            self.reach(facet, dim);
        }
        self.radius = self.radius.sqrt();
        total
    }

    /// Makes the radius, squared for now, hold a facet.
    fn reach(&mut self, facet: &Facet, dim: usize) {
        for corner in &facet.corners[..dim] {
            let arm = minus(*corner, self.centre);
            self.radius = self.radius.max(dot(&arm, &arm));
        }
    }

    fn add(&mut self, facet: &Facet, dim: usize) {
        let arms = facet.corners.map(|corner| minus(corner, self.centre));
        let arms = &arms[..dim];
        let sum: Point = std::array::from_fn(|c| arms.iter().map(|arm| arm[c]).sum());
        let mean = minus(facet.centre, self.centre);
        for k in 0..3 {
            let area = facet.vector[k];
            self.vector[k] += area;
            for j in 0..3 {
                self.moment[j][k] += mean[j] * area;
                for i in 0..3 {
                    let corners: f64 = arms.iter().map(|arm| arm[i] * arm[j]).sum();
                    let square = (corners + sum[i] * sum[j]) / (dim * (dim + 1)) as f64;
                    self.spread[i][j][k] += square * area;
                }
            }
        }
    }

    /// The expansion of two clusters about their common centre.
    fn merge(&mut self, parts: [&Node; 2], areas: [f64; 2]) {
        let share = if areas[0] + areas[1] > 0.0 { areas[1] / (areas[0] + areas[1]) } else { 0.0 };
        let [a, b] = parts.map(|part| part.centre);
        self.centre = std::array::from_fn(|c| a[c] + share * (b[c] - a[c]));
        for part in parts {
            let t = minus(part.centre, self.centre);
            let (n, m) = (&part.vector, &part.moment);
            for k in 0..3 {
                self.vector[k] += n[k];
                for j in 0..3 {
                    self.moment[j][k] += m[j][k] + t[j] * n[k];
                    for i in 0..3 {
                        self.spread[i][j][k] += part.spread[i][j][k]
                            + t[i] * m[j][k]
                            + t[j] * m[i][k]
                            + t[i] * t[j] * n[k];
                    }
                }
            }
        }
    }

    fn far(&self, dim: usize, r: Point, square: f64) -> f64 {
        let (m, q, d) = (&self.moment, &self.spread, dim as f64);
        let trace = m[0][0] + m[1][1] + m[2][2];
        let along = dot(&r, &m.map(|row| dot(&row, &r)));
        let mut traces = 0.0;
        let mut cubic = 0.0;
        for i in 0..3 {
            for j in 0..3 {
                traces += 2.0 * q[i][j][j] * r[i] + q[j][j][i] * r[i];
                cubic += r[i] * r[j] * dot(&q[i][j], &r);
            }
        }
        let second = d * ((d + 2.0) * cubic / square - traces) / (2.0 * square);
        let sum = dot(&self.vector, &r) + trace - d * along / square + second;
        sum / if dim == 2 { square } else { square * square.sqrt() }
    }
}

fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|c| a[c] - b[c])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::ShapeSpec;
    use crate::mesh::{Boundary, SimplexMesh};

    struct Surface {
        dim: usize,
        positions: Vec<f64>,
        facets: Vec<u32>,
    }

    /// The surface of a ball or disk of diameter one.
    fn sphere(dim: usize) -> Surface {
        let name = if dim == 2 { "disk" } else { "ball" };
        let spec = serde_json::json!({ "shape": name, "cells": 5000 });
        let spec: ShapeSpec = serde_json::from_value(spec).unwrap();
        let mesh = SimplexMesh::new(spec.build().unwrap()).unwrap();
        let facets = Boundary::new(&mesh).facets;
        Surface { dim, positions: mesh.positions().to_vec(), facets }
    }

    impl Surface {
        fn tree(&self) -> WindingTree {
            WindingTree::new(self.dim, &self.positions, &self.facets).unwrap()
        }

        /// The facets whose first corner has its last coordinate above (or not above) `height`.
        fn part(&self, above: bool, height: f64) -> Surface {
            let last = |f: &&[u32]| self.positions[f[0] as usize * self.dim + self.dim - 1];
            let kept = self.facets.chunks(self.dim).filter(|f| (last(f) > height) == above);
            let facets = kept.flatten().copied().collect();
            Surface { dim: self.dim, positions: self.positions.clone(), facets }
        }
    }

    fn exact(tree: &WindingTree, q: Point) -> f64 {
        tree.facets.iter().map(|f| f.angle(tree.dim, q)).sum::<f64>() / tree.full_angle()
    }

    fn flat(dim: usize, q: Point) -> Point {
        [q[0], q[1], if dim == 2 { 0.0 } else { q[2] }]
    }

    fn samples() -> Vec<Point> {
        let line = |k: usize| (k as f64 * 0.37 + 0.1) % 1.6 - 0.8;
        (0..400).map(|k| [line(k), line(7 * k + 1), line(11 * k + 3)]).collect()
    }

    fn radius(dim: usize, q: Point) -> f64 {
        dot(&q[..dim], &q[..dim]).sqrt()
    }

    #[test]
    fn the_tree_agrees_with_the_sum_over_facets() {
        for dim in [2, 3] {
            for surface in [sphere(dim), sphere(dim).part(true, 0.1)] {
                let tree = surface.tree();
                assert!(tree.nodes.len() > 20);
                for q in samples() {
                    let (fast, slow) = (tree.at(q), exact(&tree, flat(dim, q)));
                    assert!((fast - slow).abs() < 1e-2, "{dim} {q:?} {fast} {slow}");
                }
            }
        }
    }

    #[test]
    fn the_expansion_of_a_cluster_errs_by_the_fourth_power_of_its_angle() {
        for dim in [2, 3] {
            let tree = sphere(dim).part(true, 0.1).tree();
            let root = &tree.nodes[0];
            let toward = flat(dim, [0.48, 0.6, 0.64]);
            let miss = |radii: f64| {
                let q = std::array::from_fn(|c| root.centre[c] + radii * root.radius * toward[c]);
                let r = minus(root.centre, q);
                let seen = root.far(dim, r, dot(&r, &r)) / tree.full_angle();
                (seen - exact(&tree, q)).abs()
            };
            // the next term is N x^3 / r^(dim + 2)
            let falls = 2f64.powi(dim as i32 + 2);
            for radii in [4.0, 8.0] {
                let ratio = miss(radii) / miss(2.0 * radii);
                assert!(ratio > 0.6 * falls, "{dim}D at {radii}: {ratio} of {falls}");
            }
        }
    }

    #[test]
    fn merged_expansions_are_those_of_the_facets_about_the_same_centre() {
        for dim in [2, 3] {
            let tree = sphere(dim).part(true, 0.1).tree();
            assert!(tree.nodes[0].children.is_some());
            for node in &tree.nodes {
                let mut direct = Node { centre: node.centre, ..Node::default() };
                for facet in &tree.facets[node.facets.clone()] {
                    direct.add(facet, dim);
                    direct.reach(facet, dim);
                }
                let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{dim}D: {a} {b}");
                near(node.radius, direct.radius.sqrt());
                for k in 0..3 {
                    near(node.vector[k], direct.vector[k]);
                    (0..3).for_each(|j| near(node.moment[j][k], direct.moment[j][k]));
                    for (i, j) in (0..9).map(|n| (n / 3, n % 3)) {
                        near(node.spread[i][j][k], direct.spread[i][j][k]);
                    }
                }
            }
        }
    }

    #[test]
    fn trees_do_not_depend_on_the_number_of_threads() {
        let spec = serde_json::json!({ "shape": "ball", "cells": 400_000 });
        let spec: ShapeSpec = serde_json::from_value(spec).unwrap();
        let mesh = SimplexMesh::new(spec.build().unwrap()).unwrap();
        let facets = Boundary::new(&mesh).facets;
        assert!(facets.len() / 3 > 2 * PARALLEL);
        let values = |threads: usize| -> Vec<u64> {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let tree = pool.install(|| WindingTree::new(3, mesh.positions(), &facets).unwrap());
            samples().into_iter().map(|q| tree.at(q).to_bits()).collect()
        };
        assert_eq!(values(1), values(2));
    }

    #[test]
    fn closed_surfaces_have_one_inside_and_zero_outside() {
        for dim in [2, 3] {
            let tree = sphere(dim).tree();
            for q in samples() {
                let r = radius(dim, q);
                if !(0.45..0.55).contains(&r) {
                    let want = if r < 0.5 { 1.0 } else { 0.0 };
                    assert!((tree.at(q) - want).abs() < 0.01, "{dim} {q:?}");
                }
            }
        }
    }

    #[test]
    fn a_hole_takes_away_the_angle_of_its_lid() {
        for dim in [2, 3] {
            let whole = sphere(dim);
            let (open, lid) = (whole.part(false, 0.4).tree(), whole.part(true, 0.4).tree());
            for q in samples().into_iter().filter(|&q| radius(dim, q) < 0.3) {
                let want = 1.0 - exact(&lid, flat(dim, q));
                assert!((open.at(q) - want).abs() < 0.01);
                assert!(open.at(q) > 0.5);
            }
        }
    }

    #[test]
    fn a_doubled_surface_counts_twice_and_a_turned_one_negatively() {
        for dim in [2, 3] {
            let mut surface = sphere(dim);
            surface.facets.chunks_mut(dim).for_each(|f| f.swap(0, 1));
            assert!((surface.tree().at([0.1; 3]) + 1.0).abs() < 0.01);
            surface.facets.extend(surface.facets.clone());
            assert!((surface.tree().at([0.1; 3]) + 2.0).abs() < 0.01);
        }
    }

    #[test]
    fn scale_and_place_do_not_matter() {
        for scale in [1e-6, 1e6] {
            let mut surface = sphere(3);
            let original = surface.tree();
            surface.positions.iter_mut().for_each(|x| *x = (*x + 10.0) * scale);
            let moved = surface.tree();
            for q in samples() {
                let there = q.map(|x| (x + 10.0) * scale);
                assert!((original.at(q) - moved.at(there)).abs() < 0.01);
            }
        }
    }

    #[test]
    fn a_facet_that_names_a_missing_vertex_is_an_error() {
        let error = WindingTree::new(2, &[0.0; 4], &[0, 1, 1, 2]).unwrap_err();
        assert!(error.message.contains("facet 1 names vertex 2"), "{error}");
        assert!(WindingTree::new(4, &[], &[]).is_err());
        assert_eq!(WindingTree::new(3, &[], &[]).unwrap().at([0.0; 3]), 0.0);
    }
}
