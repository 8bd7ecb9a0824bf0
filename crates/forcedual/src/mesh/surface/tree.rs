//! A tree of boxes over triangles (3D) or segments (2D): distances and crossings.

use super::halved::{is_sliver, without_slivers};
use crate::error::Result;
use crate::mesh::geometry::{cross, dot};
use crate::progress::{Progress, check};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Boxes with this many facets or fewer are not divided.
const LEAF: usize = 4;

pub(super) type Point = [f64; 3];

/// Facets sorted into nested boxes.
pub(super) struct FacetTree {
    dim: usize,
    /// Facets in the order of the leaves: corners and original number.
    facets: Vec<([Point; 3], u32)>,
    nodes: Vec<Node>,
}

/// The nearest of some facets.
pub(crate) struct Nearest(FacetTree);

impl Nearest {
    /// `facets` has `dim` valid vertex numbers each.
    pub(crate) fn new(dim: usize, positions: &[f64], facets: &[u32]) -> Self {
        Nearest(FacetTree::new(dim, positions, facets))
    }

    /// The nearest facet to a point and its distance; of several the first.
    pub(crate) fn find(&self, p: &[f64]) -> (usize, f64) {
        let q = std::array::from_fn(|c| p.get(c).copied().unwrap_or(0.0));
        let (facet, square) = self.0.nearest(q, f64::INFINITY);
        (facet as usize, square.sqrt())
    }

    /// Facets that pass through others with which they have no common corner, ascending.
    pub(crate) fn crossing(&self) -> Vec<usize> {
        let tree = &self.0;
        let pairs = (0..tree.facets.len())
            .into_par_iter()
            .flat_map_iter(|k| tree.crossed_by(k).into_iter().flat_map(move |other| [k, other]));
        let mut found: Vec<usize> = pairs.map(|k| tree.facets[k].1 as usize).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

struct Node {
    low: Point,
    high: Point,
    start: u32,
    end: u32,
    /// The second child; the first one follows its parent. Zero for leaves.
    second: u32,
}

impl FacetTree {
    /// `facets` has `dim` valid vertex numbers each.
    pub(super) fn new(dim: usize, positions: &[f64], facets: &[u32]) -> Self {
        FacetTree::of(dim, corners(dim, positions, facets).zip(0..).collect())
    }

    /// The same for distances: slivers are there in parts.
    pub(super) fn for_distances(dim: usize, positions: &[f64], facets: &[u32]) -> Self {
        if !corners(dim, positions, facets).any(|facet| is_sliver(&facet)) {
            return FacetTree::new(dim, positions, facets);
        }
        let list: Vec<[Point; 3]> = corners(dim, positions, facets).collect();
        FacetTree::of(dim, without_slivers(&list))
    }

    fn of(dim: usize, facets: Vec<([Point; 3], u32)>) -> Self {
        let mut tree = FacetTree { dim, nodes: Vec::with_capacity(facets.len()), facets };
        if !tree.facets.is_empty() {
            tree.build(0, tree.facets.len());
        }
        tree
    }

    fn build(&mut self, start: usize, end: usize) {
        let number = self.nodes.len();
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let (mut least, mut most) = (low, high);
        for (corners, _) in &self.facets[start..end] {
            for c in 0..3 {
                for corner in corners {
                    low[c] = low[c].min(corner[c]);
                    high[c] = high[c].max(corner[c]);
                }
                let middle = centre(corners, c);
                least[c] = least[c].min(middle);
                most[c] = most[c].max(middle);
            }
        }
        self.nodes.push(Node { low, high, start: start as u32, end: end as u32, second: 0 });
        if end - start <= LEAF {
            return;
        }
        let spread: Point = std::array::from_fn(|c| most[c] - least[c]);
        let axis = (1..3).fold(0, |best, c| if spread[c] > spread[best] { c } else { best });
        let half = (end - start) / 2;
        self.facets[start..end].select_nth_unstable_by(half, |(a, i), (b, j)| {
            centre(a, axis).total_cmp(&centre(b, axis)).then(i.cmp(j))
        });
        self.build(start, start + half);
        self.nodes[number].second = self.nodes.len() as u32;
        self.build(start + half, end);
    }

    /// Square of the distance from `q` to the nearest facet, or `bound` if that is smaller.
    pub(super) fn square_distance(&self, q: Point, bound: f64) -> f64 {
        self.nearest(q, bound).1
    }

    /// The nearest facet to `q` and the square of its distance, unless that exceeds `bound`.
    fn nearest(&self, q: Point, bound: f64) -> (u32, f64) {
        let (mut facet, mut best) = (0, bound);
        let mut stack = [(0u32, 0.0); 64];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let (number, gap) = stack[height];
            if gap > best {
                continue;
            }
            let node = &self.nodes[number as usize];
            if node.second == 0 {
                for (corners, number) in &self.facets[node.start as usize..node.end as usize] {
                    let nearest = match self.dim {
                        2 => nearest_on_segment(q, corners[0], corners[1]),
                        _ => nearest_on_triangle(q, corners),
                    };
                    let gap = square(minus(q, nearest));
                    if gap < best || gap == best && *number < facet {
                        (facet, best) = (*number, gap);
                    }
                }
                continue;
            }
            let children = [number + 1, node.second];
            let gaps = children.map(|child| self.nodes[child as usize].gap(q));
            let near = usize::from(gaps[1] < gaps[0]);
            for k in [1 - near, near] {
                if gaps[k] <= best && height < stack.len() {
                    stack[height] = (children[k], gaps[k]);
                    height += 1;
                }
            }
        }
        (facet, best)
    }

    /// How many facets are nearer to `q` than a distance, each counted once.
    pub(super) fn near(&self, q: Point, distance: f64) -> usize {
        let bound = distance * distance;
        let mut found = Vec::new();
        let mut stack = vec![0u32; usize::from(!self.nodes.is_empty())];
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            if node.gap(q) > bound {
                continue;
            }
            if node.second != 0 {
                stack.extend([node.second, number + 1]);
                continue;
            }
            for (corners, facet) in &self.facets[node.start as usize..node.end as usize] {
                let nearest = match self.dim {
                    2 => nearest_on_segment(q, corners[0], corners[1]),
                    _ => nearest_on_triangle(q, corners),
                };
                if square(minus(q, nearest)) < bound {
                    found.push(*facet);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.len()
    }

    /// How many times closed curves in the plane turn around `q`: what crosses the ray from it along x,
    /// upwards less downwards.
    pub(super) fn turns(&self, q: Point) -> i64 {
        let mut turns = 0;
        let mut stack = vec![0u32; usize::from(!self.nodes.is_empty())];
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            if q[1] < node.low[1] || q[1] > node.high[1] || q[0] > node.high[0] {
                continue;
            }
            if node.second != 0 {
                stack.extend([node.second, number + 1]);
                continue;
            }
            for ([a, b, _], _) in &self.facets[node.start as usize..node.end as usize] {
                let left = (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]);
                if a[1] <= q[1] && q[1] < b[1] && left > 0.0 {
                    turns += 1;
                } else if b[1] <= q[1] && q[1] < a[1] && left < 0.0 {
                    turns -= 1;
                }
            }
        }
        turns
    }

    /// How many pairs of facets without a common corner pass through each other, or `most` if there
    /// are more.
    pub(super) fn crossings(&self, most: usize, progress: &dyn Progress) -> Result<usize> {
        let found = AtomicUsize::new(0);
        (0..self.facets.len()).into_par_iter().try_for_each(|k| {
            if k % 256 == 0 {
                check(progress)?;
            }
            if found.load(Relaxed) < most {
                found.fetch_add(self.crossed_by(k).len(), Relaxed);
            }
            Ok(())
        })?;
        Ok(found.into_inner().min(most))
    }

    /// Facets behind facet `k` in the tree that it passes through.
    fn crossed_by(&self, k: usize) -> Vec<usize> {
        let (corners, _) = &self.facets[k];
        let (mut low, mut high) = (corners[0], corners[0]);
        for corner in &corners[1..] {
            for c in 0..3 {
                low[c] = low[c].min(corner[c]);
                high[c] = high[c].max(corner[c]);
            }
        }
        let cross = if self.dim == 2 { segments_cross } else { cross_each_other };
        let mut found = Vec::new();
        let mut stack = vec![0u32];
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            if node.end as usize <= k + 1 || !node.meets(&low, &high) {
                continue;
            }
            if node.second != 0 {
                stack.extend([node.second, number + 1]);
                continue;
            }
            let rest = (node.start as usize).max(k + 1)..node.end as usize;
            found.extend(rest.filter(|&other| cross(corners, &self.facets[other].0)));
        }
        found
    }
}

impl Node {
    /// Square of the distance from `q` to the box.
    fn gap(&self, q: Point) -> f64 {
        let out = |c: usize| (self.low[c] - q[c]).max(q[c] - self.high[c]).max(0.0);
        (0..3).map(|c| out(c) * out(c)).sum()
    }

    fn meets(&self, low: &Point, high: &Point) -> bool {
        (0..3).all(|c| self.low[c] <= high[c] && low[c] <= self.high[c])
    }
}

/// The corners of facets; of segments the last one twice.
fn corners(dim: usize, positions: &[f64], facets: &[u32]) -> impl Iterator<Item = [Point; 3]> {
    let point = move |i: u32| -> Point {
        std::array::from_fn(|c| if c < dim { positions[i as usize * dim + c] } else { 0.0 })
    };
    facets.chunks_exact(dim).map(move |v| [point(v[0]), point(v[1]), point(v[dim - 1])])
}

fn centre(corners: &[Point; 3], c: usize) -> f64 {
    corners[0][c] + corners[1][c] + corners[2][c]
}

pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn square(a: Point) -> f64 {
    dot(&a, &a)
}

pub(super) fn nearest_on_segment(q: Point, a: Point, b: Point) -> Point {
    let edge = minus(b, a);
    let length = square(edge);
    let t = if length > 0.0 { (dot(&minus(q, a), &edge) / length).clamp(0.0, 1.0) } else { 0.0 };
    std::array::from_fn(|c| a[c] + t * edge[c])
}

/// The nearest point lies in the plane's triangle if the three sub-triangles with the foot of `q`
/// are positive, otherwise on an edge. Flat triangles are their edges.
pub(super) fn nearest_on_triangle(q: Point, &[a, b, c]: &[Point; 3]) -> Point {
    let (u, v, w) = (minus(b, a), minus(c, a), minus(q, a));
    let normal = cross(u, v);
    let area = square(normal);
    if area > 0.0 {
        let beta = dot(&cross(w, v), &normal) / area;
        let gamma = dot(&cross(u, w), &normal) / area;
        if beta >= 0.0 && gamma >= 0.0 && beta + gamma <= 1.0 {
            return std::array::from_fn(|k| a[k] + beta * u[k] + gamma * v[k]);
        }
    }
    let on = [(a, b), (b, c), (c, a)].map(|(a, b)| nearest_on_segment(q, a, b));
    let gaps = on.map(|p| square(minus(q, p)));
    let nearest = (1..3).fold(0, |best, k| if gaps[k] < gaps[best] { k } else { best });
    on[nearest]
}

/// Whether segments of the plane cross within both.
fn segments_cross([a, b, _]: &[Point; 3], [c, d, _]: &[Point; 3]) -> bool {
    let side = |p: &Point, q: &Point, r: &Point| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    let opposite = |x: f64, y: f64| (x < 0.0 && y > 0.0) || (x > 0.0 && y < 0.0);
    opposite(side(a, b, c), side(a, b, d)) && opposite(side(c, d, a), side(c, d, b))
}

/// Whether an edge of one passes through the inside of the other.
fn cross_each_other(a: &[Point; 3], b: &[Point; 3]) -> bool {
    if a.iter().any(|x| b.contains(x)) {
        return false;
    }
    let pierces = |edges: &[Point; 3], [p, q, r]: [Point; 3]| {
        let normal = cross(minus(q, p), minus(r, p));
        let heights = edges.map(|x| dot(&minus(x, p), &normal));
        (0..3).any(|k| {
            let (x, y) = (edges[k], edges[(k + 1) % 3]);
            if heights[k] * heights[(k + 1) % 3] >= 0.0 {
                return false;
            }
            let side = |s: Point, t: Point| dot(&minus(y, x), &cross(minus(s, x), minus(t, x)));
            let sides = [side(p, q), side(q, r), side(r, p)];
            sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0)
        })
    };
    pierces(a, *b) || pierces(b, *a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::winding::WindingTree;
    use crate::progress::Silent;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn distances_agree_with_the_minimum_over_a_fine_sampling_of_all_facets() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let positions: Vec<f64> = (0..90).map(|_| rng.random_range(-1.0..1.0)).collect();
        let facets: Vec<u32> = (0..30).collect();
        for dim in [2, 3] {
            let facets = &facets[..30 / dim * dim];
            let tree = FacetTree::new(dim, &positions, facets);
            for _ in 0..20 {
                let q: Point =
                    std::array::from_fn(
                        |c| if c < dim { rng.random_range(-2.0..2.0) } else { 0.0 },
                    );
                let mut sampled = f64::INFINITY;
                for facet in facets.chunks(dim) {
                    let corner = |k: usize, c: usize| {
                        if c < dim { positions[facet[k] as usize * dim + c] } else { 0.0 }
                    };
                    let steps = 200;
                    for i in 0..=steps {
                        for j in 0..=if dim == 2 { 0 } else { steps - i } {
                            let (s, t) = (i as f64 / steps as f64, j as f64 / steps as f64);
                            let x: Point = std::array::from_fn(|c| {
                                (1.0 - s - t) * corner(0, c)
                                    + s * corner(1, c)
                                    + t * corner(dim - 1, c)
                            });
                            sampled = sampled.min(square(minus(q, x)).sqrt());
                        }
                    }
                }
                let found = tree.square_distance(q, f64::INFINITY).sqrt();
                assert!(found <= sampled + 1e-12 && sampled < found + 0.02, "{found} {sampled}");
            }
        }
    }

    #[test]
    fn a_tree_for_distances_finds_those_of_whole_facets_and_counts_each_once() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        // needles, the first of them twice
        let mut positions: Vec<f64> = Vec::new();
        for _ in 0..20 {
            let mut next = || -> Point { std::array::from_fn(|_| rng.random_range(-1.0..1.0)) };
            let (a, b) = (next(), next());
            positions.extend(a.iter().chain(&b).copied().chain(b.map(|x| x + 1e-3)));
        }
        let facets: Vec<u32> = (0..60).chain(0..3).collect();
        let whole = FacetTree::new(3, &positions, &facets);
        let parts = FacetTree::for_distances(3, &positions, &facets);
        assert!(parts.facets.len() > 30 * whole.facets.len());
        for _ in 0..50 {
            let q: Point = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
            let [a, b] = [&whole, &parts].map(|tree| tree.square_distance(q, f64::INFINITY));
            assert!((a.sqrt() - b.sqrt()).abs() < 1e-12, "{a} {b}");
            assert_eq!(whole.near(q, 0.3), parts.near(q, 0.3));
        }
        let start = [positions[0], positions[1], positions[2]];
        assert_eq!(parts.near(start, 1e-6), 2);
    }

    #[test]
    fn crossings_count_pairs_once_and_neighbours_never() {
        let positions = [
            0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0,
            0.0, // a square of two triangles
            0.2, 0.2, -1.0, 0.3, 0.2, 1.0, 0.2, 0.3, 1.0, // a needle through the first
        ];
        let tree = FacetTree::new(3, &positions, &[0, 1, 2, 1, 3, 2, 4, 5, 6]);
        assert_eq!(tree.crossings(10, &Silent).unwrap(), 1);
    }

    #[test]
    fn turns_around_a_point_are_its_winding_number() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let n = 40u32;
        let positions: Vec<f64> = (0..2 * n).map(|_| rng.random_range(-1.0..1.0)).collect();
        let facets: Vec<u32> = (0..n).flat_map(|k| [k, (k + 1) % n]).collect();
        let tree = FacetTree::new(2, &positions, &facets);
        let angles = WindingTree::new(2, &positions, &facets).unwrap();
        for k in 0..200 {
            // some at the height of a vertex
            let y =
                if k % 4 == 0 { positions[2 * (k % 40) + 1] } else { rng.random_range(-1.0..1.0) };
            let q = [rng.random_range(-1.2..1.2), y, 0.0];
            assert_eq!(tree.turns(q) as f64, angles.at(q).round(), "{q:?}");
        }
    }

    #[test]
    fn segments_cross_only_within_both() {
        // a cross, a line that ends on it, and one beside it
        let positions = [0.0, 0.0, 2.0, 2.0, 0.0, 2.0, 2.0, 0.0, 0.5, 0.5, 0.5, 0.0, 3.0, 0.0];
        let tree = FacetTree::new(2, &positions, &[0, 1, 2, 3, 4, 5, 5, 6]);
        assert_eq!(tree.crossings(10, &Silent).unwrap(), 1);
    }

    #[test]
    fn many_crossings_are_counted_to_the_limit_and_can_be_interrupted() {
        // 40 sheets across 40 others
        let (mut positions, mut facets) = (Vec::new(), Vec::new());
        for s in 0..40 {
            let x = f64::from(s) / 40.0 - 0.49;
            positions.extend([x, -9.0, -1.0, x, 9.0, -1.0, x, 0.0, 9.0]);
            let y = x + 0.003;
            positions.extend([-9.0, y, -1.0, 9.0, y, -1.0, 0.0, y, 9.0]);
            facets.extend(6 * s as u32..6 * s as u32 + 6);
        }
        let tree = FacetTree::new(3, &positions, &facets);
        assert_eq!(tree.crossings(5000, &Silent).unwrap(), 1600);
        assert_eq!(tree.crossings(100, &Silent).unwrap(), 100);
        struct Stop;
        impl Progress for Stop {
            fn cancelled(&self) -> bool {
                true
            }
        }
        assert_eq!(tree.crossings(100, &Stop).unwrap_err().code, crate::error::Code::Cancelled);
    }
}
