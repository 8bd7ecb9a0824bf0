//! Does a ray meet a triangle? A tree of boxes, split by the surface area heuristic.

use super::vector::{Vec3, cross, dot, sub};

const LEAF: usize = 4;
const BINS: usize = 12;
/// Below this depth lists are halved, which bounds the depth of the tree.
const DEEP: usize = 40;
/// Three boxes wait on each level.
const STACK: usize = 256;

/// A box; its children are `first` and `first + 1`, or `count` triangles from `first` on.
#[derive(Clone, Copy)]
struct Node {
    low: Vec3,
    high: Vec3,
    first: u32,
    count: u32,
}

/// Four boxes side by side, so that one pass of arithmetic tests them all. Each holds `count`
/// triangles from `first` on, or, where that is zero, the boxes of wide node `first`.
struct Wide {
    low: [[f32; 4]; 3],
    high: [[f32; 4]; 3],
    first: [u32; 4],
    count: [u32; 4],
}

/// Triangles arranged for rays.
pub(super) struct Bvh {
    nodes: Vec<Wide>,
    /// First corner and the two edges from it.
    triangles: Vec<[Vec3; 3]>,
}

struct Item {
    low: Vec3,
    high: Vec3,
    centre: Vec3,
    triangle: u32,
}

const EMPTY: (Vec3, Vec3) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);

fn grow((low, high): (Vec3, Vec3), (l, h): (Vec3, Vec3)) -> (Vec3, Vec3) {
    (
        [low[0].min(l[0]), low[1].min(l[1]), low[2].min(l[2])],
        [high[0].max(h[0]), high[1].max(h[1]), high[2].max(h[2])],
    )
}

fn area((low, high): (Vec3, Vec3)) -> f32 {
    let [x, y, z] = sub(high, low);
    if x < 0.0 { 0.0 } else { x * y + y * z + z * x }
}

impl Bvh {
    pub(super) fn new(corners: &[[Vec3; 3]]) -> Self {
        let mut items: Vec<Item> = (0u32..)
            .zip(corners)
            .map(|(triangle, c)| {
                let (low, high) = c.iter().fold(EMPTY, |b, &p| grow(b, (p, p)));
                let centre = [0, 1, 2].map(|k| 0.5 * (low[k] + high[k]));
                Item { low, high, centre, triangle }
            })
            .collect();
        let mut nodes = Vec::with_capacity(corners.len());
        if !items.is_empty() {
            nodes.push(Node { low: [0.0; 3], high: [0.0; 3], first: 0, count: 0 });
            build(&mut nodes, 0, &mut items, 0, 0);
        }
        let triangles = items
            .iter()
            .map(|i| {
                let [a, b, c] = corners[i.triangle as usize];
                [a, sub(b, a), sub(c, a)]
            })
            .collect();
        let mut wide = Vec::new();
        if !nodes.is_empty() {
            widen(&nodes, 0, &mut wide);
        }
        Bvh { nodes: wide, triangles }
    }

    /// Whether the ray meets a triangle closer than `reach`.
    pub(super) fn blocked(&self, from: Vec3, direction: Vec3, reach: f32) -> bool {
        let inverse = direction.map(|d| 1.0 / if d.abs() < 1e-12 { 1e-12 } else { d });
        let mut stack = [0u32; STACK];
        let mut top = usize::from(!self.nodes.is_empty());
        while top > 0 {
            top -= 1;
            let node = &self.nodes[stack[top] as usize];
            let met = meets(node, from, inverse, reach);
            for k in (0..4).filter(|&k| met[k]) {
                let (first, count) = (node.first[k], node.count[k] as usize);
                if count == 0 {
                    stack[top] = first;
                    top += 1;
                } else if self.triangles[first as usize..][..count]
                    .iter()
                    .any(|t| hit(t, from, direction, reach))
                {
                    return true;
                }
            }
        }
        false
    }
}

/// Which of four boxes a ray meets.
fn meets(node: &Wide, from: Vec3, inverse: Vec3, reach: f32) -> [bool; 4] {
    let smaller = |a: f32, b: f32| if a < b { a } else { b };
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let (mut near, mut far) = ([0.0f32; 4], [reach; 4]);
    for c in 0..3 {
        for k in 0..4 {
            let a = (node.low[c][k] - from[c]) * inverse[c];
            let b = (node.high[c][k] - from[c]) * inverse[c];
            near[k] = larger(near[k], smaller(a, b));
            far[k] = smaller(far[k], larger(a, b));
        }
    }
    [0, 1, 2, 3].map(|k| near[k] <= far[k])
}

fn hit([a, u, v]: &[Vec3; 3], from: Vec3, direction: Vec3, reach: f32) -> bool {
    let p = cross(direction, *v);
    let determinant = dot(*u, p);
    if determinant.abs() < 1e-20 {
        return false;
    }
    let inverse = 1.0 / determinant;
    let s = sub(from, *a);
    let x = dot(s, p) * inverse;
    if !(0.0..=1.0).contains(&x) {
        return false;
    }
    let q = cross(s, *u);
    let y = dot(direction, q) * inverse;
    let t = dot(*v, q) * inverse;
    y >= 0.0 && x + y <= 1.0 && t > 0.0 && t < reach
}

fn build(nodes: &mut Vec<Node>, at: usize, items: &mut [Item], offset: usize, depth: usize) {
    let (low, high) = items.iter().fold(EMPTY, |b, i| grow(b, (i.low, i.high)));
    if items.len() <= LEAF {
        nodes[at] = Node { low, high, first: offset as u32, count: items.len() as u32 };
        return;
    }
    let middle = split(items, depth);
    let first = nodes.len();
    nodes[at] = Node { low, high, first: first as u32, count: 0 };
    nodes.extend([nodes[at]; 2]);
    let (left, right) = items.split_at_mut(middle);
    build(nodes, first, left, offset, depth + 1);
    build(nodes, first + 1, right, offset + middle, depth + 1);
}

/// Gathers the descendants of a node into wide ones; says the number of its own.
fn widen(nodes: &[Node], at: usize, wide: &mut Vec<Wide>) -> u32 {
    let mut members = vec![at];
    while members.len() < 4 {
        let size = |&m: &usize| area((nodes[m].low, nodes[m].high));
        let inner = (0..members.len()).filter(|&k| nodes[members[k]].count == 0);
        let Some(k) = inner.max_by(|&a, &b| size(&members[a]).total_cmp(&size(&members[b]))) else {
            break;
        };
        let first = nodes[members[k]].first as usize;
        members.splice(k..=k, [first, first + 1]);
    }
    let own = wide.len();
    // boxes that are not there are infinitely far away
    let nowhere = [[f32::INFINITY; 4]; 3];
    wide.push(Wide { low: nowhere, high: nowhere, first: [0; 4], count: [0; 4] });
    for (k, &m) in members.iter().enumerate() {
        let node = nodes[m];
        for c in 0..3 {
            (wide[own].low[c][k], wide[own].high[c][k]) = (node.low[c], node.high[c]);
        }
        wide[own].first[k] = if node.count == 0 { widen(nodes, m, wide) } else { node.first };
        wide[own].count[k] = node.count;
    }
    own as u32
}

/// Arranges the items and says how many go to the left.
fn split(items: &mut [Item], depth: usize) -> usize {
    let (low, high) = items.iter().fold(EMPTY, |b, i| grow(b, (i.centre, i.centre)));
    let size = sub(high, low);
    let axis = (0..3).fold(0, |best, k| if size[k] > size[best] { k } else { best });
    let half = items.len() / 2;
    if depth < DEEP && size[axis] > 0.0 {
        let factor = BINS as f32 * 0.9999 / size[axis];
        let bin = |i: &Item| ((i.centre[axis] - low[axis]) * factor) as usize;
        let mut bins = [(EMPTY, 0usize); BINS];
        for item in items.iter() {
            let b = &mut bins[bin(item).min(BINS - 1)];
            *b = (grow(b.0, (item.low, item.high)), b.1 + 1);
        }
        let mut right = [(EMPTY, 0usize); BINS];
        let mut sum = (EMPTY, 0);
        for k in (1..BINS).rev() {
            sum = (grow(sum.0, bins[k].0), sum.1 + bins[k].1);
            right[k] = sum;
        }
        let mut best = (f32::INFINITY, 0);
        let mut left = (EMPTY, 0);
        for k in 1..BINS {
            left = (grow(left.0, bins[k - 1].0), left.1 + bins[k - 1].1);
            let cost = area(left.0) * left.1 as f32 + area(right[k].0) * right[k].1 as f32;
            if left.1 > 0 && right[k].1 > 0 && cost < best.0 {
                best = (cost, k);
            }
        }
        if best.1 > 0 {
            // stable, so that the tree does not depend on the sort
            items.sort_by_key(|i| bin(i) >= best.1);
            return items.partition_point(|i| bin(i) < best.1);
        }
    }
    items.sort_by(|a, b| a.centre[axis].total_cmp(&b.centre[axis]));
    half
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::render::vector::unit_or;

    fn noise(seed: &mut u32) -> f32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 8) as f32 / (1 << 24) as f32 - 0.5
    }

    #[test]
    fn the_tree_finds_what_a_search_through_all_triangles_finds() {
        let mut seed = 7;
        let mut point = |size: f32| [0; 3].map(|_| size * noise(&mut seed));
        let corners: Vec<[Vec3; 3]> = (0..300)
            .map(|_| {
                let a = point(2.0);
                [a, crate::export::render::vector::add(a, point(0.3)), point(0.2)]
            })
            .collect();
        let tree = Bvh::new(&corners);
        let all: Vec<[Vec3; 3]> =
            corners.iter().map(|c| [c[0], sub(c[1], c[0]), sub(c[2], c[0])]).collect();
        let mut hits = 0;
        for _ in 0..2000 {
            let (from, direction) = (point(3.0), unit_or(point(1.0), [1.0, 0.0, 0.0]));
            let expected = all.iter().any(|t| hit(t, from, direction, 0.9));
            assert_eq!(tree.blocked(from, direction, 0.9), expected);
            hits += usize::from(expected);
        }
        assert!((200..1800).contains(&hits), "{hits}");
    }

    #[test]
    fn equal_and_missing_triangles_make_a_tree() {
        let one = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let tree = Bvh::new(&vec![one; 1000]);
        assert!(tree.blocked([0.2, 0.2, 1.0], [0.0, 0.0, -1.0], 2.0));
        assert!(!tree.blocked([0.2, 0.2, 1.0], [0.0, 0.0, -1.0], 0.9));
        assert!(!Bvh::new(&[]).blocked([0.0; 3], [0.0, 0.0, 1.0], 1.0));
    }
}
