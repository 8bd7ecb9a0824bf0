//! Cuts the background along the surface.
//!
//! An edge with one end inside and one outside is cut at the fraction `t` of its length, seen from
//! the inside vertex: between two points of different sign, a thousandth of the edge apart at most.
//! How large the field is only decides how soon they are found. A cut nearer than `alpha` of its
//! edge to one of its ends violates that end, which is then warped onto its nearest cut and is on
//! the surface; the other cuts of its edges are void. The worst angles of what remains, found by a search over the pieces of one cell with every
//! combination of sides, of cuts at `alpha`, `1/2` and `1 - alpha`, and of warps by 0 or `alpha` along
//! every edge (the test in `bounds.rs`; a search, not a proof):
//!
//! ```text
//! 3D  alpha = 0.24999 (long edges), 0.41189 (short edges)   9.31 .. 161.65 degrees
//! 2D  alpha = 0.42                                          16.73 .. 129.24 degrees
//! ```
//!
//! Warping may pinch the surface: around an edge between two warped vertices the solid can come and
//! go twice. Such vertices are held instead: they stay where they are, on the side where they are,
//! and their cuts move to `alpha` if they are nearer. Cuts and warps obey the same inequalities, so
//! the same angles are kept; the surface moves by at most `alpha` of an edge; and a surface without
//! warped vertices is a manifold, so holding more and more vertices ends.
//!
//! Warping would also eat parts that are thinner than a cell: all their vertices are warped onto one
//! of the walls, and cells without a vertex inside are dropped. So vertices inside with walls on
//! opposite sides are held from the start, unless they are nearer to a wall than [`DEEP`].

use super::background::Background;
use super::manifold;
use super::solid::Solid;
use super::stencil::{self, Corner, Key, Side, is_long};
use crate::error::Result;
use crate::mesh::RawMesh;

/// Nearest admissible cut in the plane, in space on long edges, in space on short edges.
pub(super) const ALPHA: [f64; 3] = [0.42, 0.24999, 0.41189];
/// How far vertices of thin parts are from their walls at least, in cells, to be held. Nearer ones
/// would be held as often, but tear thin parts into pieces where the lattice has none.
const DEEP: f64 = 0.23;
/// Share of an edge within which its cut is found.
const CLOSE: f64 = 1e-3;

/// An edge from an inside to an outside vertex.
struct Edge {
    ends: [u32; 2],
    /// Where it is cut, from the inside (0) to the outside (1).
    t: f64,
    alpha: f64,
}

impl Edge {
    /// Its length in cells.
    fn length(&self) -> f64 {
        if self.alpha == ALPHA[2] { 0.75f64.sqrt() } else { 1.0 }
    }
}

/// The part of an edge that holds the cut: the field is negative at its first end only.
struct Bracket {
    ends: [f64; 2],
    values: [f64; 2],
    /// Samples so far, the end that the last one moved, and how far beyond false position to go.
    tries: usize,
    moved: usize,
    step: f64,
}

impl Bracket {
    fn new(values: [f64; 2]) -> Self {
        Bracket { ends: [0.0, 1.0], values, tries: 0, moved: 0, step: CLOSE / 2.0 }
    }

    fn width(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    fn false_position(&self) -> f64 {
        let ([a, b], [f, g]) = (self.ends, self.values);
        (a + (b - a) * f / (f - g)).clamp(a, b)
    }

    /// Where to sample next.
    fn next(&self) -> f64 {
        let [a, b] = self.ends;
        let ahead = if self.moved == 0 { self.step } else { -self.step };
        match self.tries {
            0 => self.false_position(),
            n if n % 5 == 4 || self.step > self.width() / 2.0 => (a + b) / 2.0,
            _ => (self.false_position() + ahead).clamp(a, b),
        }
    }

    fn narrow(&mut self, t: f64, value: f64) {
        let moves = usize::from(value >= 0.0);
        let again = self.tries > 0 && moves == self.moved;
        self.step = if again { 3.0 * self.step } else { CLOSE / 2.0 };
        (self.ends[moves], self.values[moves]) = (t, value);
        self.moved = moves;
        self.tries += 1;
    }
}

/// The background with its cut edges.
struct Cutter<'a> {
    background: &'a Background,
    edges: Vec<Edge>,
    /// Edges at vertex `i`: `around[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    around: Vec<u32>,
    held: Vec<bool>,
}

/// What is left of the background.
pub(super) struct Cut {
    pub mesh: RawMesh,
    /// Inside vertices with nothing of the mesh around them.
    pub lost: Vec<u32>,
    /// Outside vertices with nothing but the mesh around them.
    pub filled: Vec<u32>,
}

/// Cuts the background; without the solid roughly, by its values at the vertices alone.
pub(super) fn cut(background: &Background, solid: Option<&Solid>) -> Result<Cut> {
    let mut cutter = Cutter::new(background);
    cutter.refine(solid)?;
    cutter.hold_thin();
    let (mut bulk, surface) = cutter.split();
    loop {
        let (sides, points) = cutter.warp();
        let cells = cutter.pieces(&surface, &sides, &points);
        let dim = background.dim;
        let n = sides.len();
        let off = |i: u32| sides.get(i as usize) != Some(&Side::Inside);
        let facets = manifold::boundary(&cells, dim, off);
        let mut fresh = manifold::singular(&facets, dim);
        fresh.retain(|&i| (i as usize) < n && !cutter.held[i as usize]);
        if fresh.is_empty() {
            let lost = cutter.swallowed(&surface, &cells, true);
            let mut filled = cutter.swallowed(&surface, &facets, false);
            let mut used = vec![false; points.len() / dim];
            cells.iter().for_each(|&i| used[i as usize] = true);
            filled.retain(|&i| used[i as usize]);
            bulk.extend(cells);
            return Ok(Cut { mesh: compact(dim, &points, &bulk), lost, filled });
        }
        fresh.iter().for_each(|&i| cutter.held[i as usize] = true);
    }
}

impl<'a> Cutter<'a> {
    fn new(background: &'a Background) -> Self {
        let (values, keys) = (&background.values, &background.keys);
        let mut ends = Vec::new();
        for cell in background.cells.chunks_exact(background.dim + 1) {
            let inside = |i: &&u32| values[**i as usize] < 0.0;
            for &p in cell.iter().filter(inside) {
                ends.extend(cell.iter().filter(|i| !inside(i)).map(|&q| [p, q]));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let edges: Vec<Edge> = ends
            .into_iter()
            .map(|ends| {
                let [p, q] = ends.map(|i| i as usize);
                let kind = match background.dim {
                    2 => 0,
                    _ if is_long(keys[p], keys[q]) => 1,
                    _ => 2,
                };
                Edge { ends, t: 0.5, alpha: ALPHA[kind] }
            })
            .collect();
        let mut starts = vec![0; values.len() + 1];
        for i in edges.iter().flat_map(|e| e.ends) {
            starts[i as usize + 1] += 1;
        }
        for i in 0..values.len() {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut around = vec![0; 2 * edges.len()];
        for (e, i) in edges.iter().enumerate().flat_map(|(e, edge)| edge.ends.map(|i| (e, i))) {
            around[next[i as usize] as usize] = e as u32;
            next[i as usize] += 1;
        }
        let held = vec![false; values.len()];
        Cutter { background, edges, starts, around, held }
    }

    fn around(&self, i: usize) -> &[u32] {
        &self.around[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The point of an edge at fraction `t`.
    fn on_edge(&self, edge: &Edge, t: f64) -> impl Iterator<Item = f64> {
        let dim = self.background.dim;
        let [p, q] = edge.ends.map(|i| &self.background.points[i as usize * dim..][..dim]);
        p.iter().zip(q).map(move |(p, q)| p + t * (q - p))
    }

    /// Finds the cuts: by false position, with a step beyond it to have the surface between two
    /// samples that grows until it has, and every fifth time by bisection. Without the solid, by one
    /// false position.
    fn refine(&mut self, solid: Option<&Solid>) -> Result<()> {
        let values = &self.background.values;
        let bracket = |e: &Edge| Bracket::new(e.ends.map(|i| values[i as usize]));
        let mut brackets: Vec<Bracket> = self.edges.iter().map(bracket).collect();
        let mut open: Vec<usize> = (0..brackets.len()).collect();
        while let Some(solid) = solid.filter(|_| !open.is_empty()) {
            let tries: Vec<f64> = open.iter().map(|&e| brackets[e].next()).collect();
            let on = |(&e, &t): (&usize, &f64)| self.on_edge(&self.edges[e], t);
            let points: Vec<f64> = open.iter().zip(&tries).flat_map(on).collect();
            for ((&e, t), f) in open.iter().zip(tries).zip(solid.sample(&points)?) {
                brackets[e].narrow(t, f);
            }
            open.retain(|&e| brackets[e].width() > CLOSE);
        }
        for (edge, bracket) in self.edges.iter_mut().zip(brackets) {
            edge.t = bracket.false_position();
        }
        Ok(())
    }

    /// Holds the vertices in the middle of thin parts.
    fn hold_thin(&mut self) {
        let keys = &self.background.keys;
        for i in (0..keys.len()).filter(|&i| self.background.values[i] < 0.0) {
            let edges = || self.around(i).iter().map(|&e| &self.edges[e as usize]);
            let way = |e: &Edge| -> Key {
                let [p, q] = e.ends.map(|j| keys[j as usize]);
                std::array::from_fn(|c| q[c] - p[c])
            };
            let opposite = |e: &Edge| way(e).map(|x| -x);
            let deep = edges().all(|e| e.t * e.length() > DEEP);
            self.held[i] = deep && edges().any(|e| edges().any(|other| way(other) == opposite(e)));
        }
    }

    /// The cut seen from an end of an edge, moved away from ends that are held.
    fn seen_from(&self, edge: &Edge, i: usize) -> f64 {
        let [low, high] = edge.ends.map(|j| if self.held[j as usize] { edge.alpha } else { 0.0 });
        let t = edge.t.clamp(low, 1.0 - high);
        if edge.ends[0] as usize == i { t } else { 1.0 - t }
    }

    /// Warps violated vertices. The sides of the vertices, and all points: vertices, then cuts.
    fn warp(&self) -> (Vec<Side>, Vec<f64>) {
        let dim = self.background.dim;
        let mut points = self.background.points.clone();
        points.reserve(self.edges.len() * dim);
        let mut sides: Vec<Side> = self
            .background
            .values
            .iter()
            .map(|v| if *v < 0.0 { Side::Inside } else { Side::Outside })
            .collect();
        for i in 0..sides.len() {
            let mut nearest: Option<(f64, &Edge)> = None;
            for edge in self.around(i).iter().map(|&e| &self.edges[e as usize]) {
                let t = self.seen_from(edge, i);
                let valid = edge.ends.iter().all(|&j| sides[j as usize] != Side::On);
                let far = edge.length() * t;
                let nearer = nearest.is_none_or(|(least, _)| far < least);
                if valid && t < edge.alpha && !self.held[i] && nearer {
                    nearest = Some((far, edge));
                }
            }
            if let Some((_, edge)) = nearest {
                let t = self.seen_from(edge, edge.ends[0] as usize);
                for (c, x) in self.on_edge(edge, t).enumerate() {
                    points[i * dim + c] = x;
                }
                sides[i] = Side::On;
            }
        }
        for edge in &self.edges {
            points.extend(self.on_edge(edge, self.seen_from(edge, edge.ends[0] as usize)));
        }
        (sides, points)
    }

    /// Number of the cut between two vertices, after those of the vertices.
    fn cut_between(&self, i: u32, j: u32) -> u32 {
        let here = self.around(i as usize).iter();
        let found = here.copied().find(|&e| self.edges[e as usize].ends.contains(&j));
        self.held.len() as u32 + found.unwrap_or(0)
    }

    /// Cells that no cut can change, and the others.
    fn split(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut bulk, mut surface) = (Vec::new(), Vec::new());
        for cell in self.background.cells.chunks_exact(self.background.dim + 1) {
            let untouched = cell.iter().all(|&i| self.around(i as usize).is_empty());
            if untouched { &mut bulk } else { &mut surface }.extend_from_slice(cell);
        }
        (bulk, surface)
    }

    /// Vertices of cells, of one side, that share no cell with any of the `corners`.
    fn swallowed(&self, cells: &[u32], corners: &[u32], inside: bool) -> Vec<u32> {
        let mut there = vec![false; self.held.len() + self.edges.len()];
        corners.iter().for_each(|&i| there[i as usize] = true);
        let mut near = vec![true; self.held.len()];
        cells.iter().for_each(|&i| near[i as usize] = false);
        for cell in cells.chunks_exact(self.background.dim + 1) {
            let cuts = cell.iter().flat_map(|&i| self.around(i as usize));
            let mut cuts =
                cuts.filter(|&&e| self.edges[e as usize].ends.iter().all(|end| cell.contains(end)));
            if cell.iter().any(|&i| there[i as usize])
                || cuts.any(|&e| there[self.held.len() + e as usize])
            {
                cell.iter().for_each(|&i| near[i as usize] = true);
            }
        }
        let swallowed = |i: &usize| !near[*i] && (self.background.values[*i] < 0.0) == inside;
        (0..near.len()).filter(swallowed).map(|i| i as u32).collect()
    }

    /// What remains of cells.
    fn pieces(&self, whole: &[u32], sides: &[Side], points: &[f64]) -> Vec<u32> {
        let background = self.background;
        let mut cells = Vec::with_capacity(whole.len());
        for cell in whole.chunks_exact(background.dim + 1) {
            let number = |(a, b): Corner| match a == b {
                true => cell[a],
                false => self.cut_between(cell[a], cell[b]),
            };
            match *cell {
                [a, b, c] => {
                    let sides = [a, b, c].map(|i| sides[i as usize]);
                    let flattest = |pieces: [[Corner; 3]; 2]| {
                        let corners = pieces.map(|p| p.map(number).map(|i| i as usize));
                        corners.map(|p| smallest_sine(points, p)).into_iter().fold(1.0, f64::min)
                    };
                    let better = |one, two| flattest(one) >= flattest(two);
                    stencil::triangle(sides, better, |p| cells.extend(p.map(number)));
                }
                [a, b, c, d] => {
                    let corners = [a, b, c, d].map(|i| i as usize);
                    let keys = corners.map(|i| background.keys[i]);
                    let sides = corners.map(|i| sides[i]);
                    stencil::tetrahedron(sides, keys, |p| cells.extend(p.map(number)));
                }
                _ => {}
            }
        }
        cells
    }
}

/// Sine of the smallest angle of a triangle: that opposite its shortest edge.
pub(super) fn smallest_sine(points: &[f64], corners: [usize; 3]) -> f64 {
    let [[ax, ay], [bx, by], [cx, cy]] = corners.map(|i| [points[2 * i], points[2 * i + 1]]);
    let mut lengths =
        [(bx - ax).hypot(by - ay), (cx - bx).hypot(cy - by), (ax - cx).hypot(ay - cy)];
    lengths.sort_by(f64::total_cmp);
    let twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    twice.abs() / (lengths[1] * lengths[2])
}

/// A mesh of the points that cells use, in order.
fn compact(dim: usize, points: &[f64], cells: &[u32]) -> RawMesh {
    let mut index = vec![u32::MAX; points.len() / dim];
    cells.iter().for_each(|&i| index[i as usize] = 0);
    let mut positions = Vec::new();
    for (i, slot) in index.iter_mut().enumerate().filter(|(_, slot)| **slot == 0) {
        *slot = (positions.len() / dim) as u32;
        positions.extend_from_slice(&points[i * dim..][..dim]);
    }
    let cells = cells.iter().map(|&i| index[i as usize]).collect();
    RawMesh { dim, positions, cells, ..RawMesh::default() }
}
