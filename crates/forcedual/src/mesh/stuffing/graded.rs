//! Larger cells inside.
//!
//! Cells at the surface all have the finest size, so that only regular cells are cut. Inside, sizes
//! double. `E_l` is the set of cells of side `2^l h` that need not be smaller. `E_0` are triangles with
//! all corners inside, and cubes with their centre and its 14 neighbours in the lattice inside: no
//! edge at the centre is cut. A cell is in `E_l` if its parts and all cells of the next smaller size
//! around it are in `E_(l-1)`. So neighbours differ by at most one level, across faces, edges and
//! corners, and no edge is cut at the corners of larger cells and at the centres of cubes next to
//! them.
//!
//! Sets are kept in blocks. Those that are all in or all out are decided by larger blocks of the
//! next finer set, from the lattice on, and blocks whose cells are all parts of larger ones are not
//! visited: time and memory follow the surface.
//!
//! In space cells are the cubes of an octree, filled as in the uniform lattice. Between cubes of
//! equal size, a tetrahedron whose edge is halved by a smaller neighbour is halved as well. Between
//! a small and a large cube, the small square is halved from the middle of the large one, and both
//! halves are joined to both centres. In the plane cells are triangles; a triangle with one smaller
//! neighbour is halved, and one with more is not in `E_l`. Angles away from the surface:
//!
//! ```text
//! 3D  regular 60 .. 90   halved, or at the large centre 45 .. 90   at the small centre 45 .. 120
//! 2D  regular 60         halved 30 .. 90
//! ```

use super::background::{self, square, triangle};
use super::lattice::{Lattice, SPACE};
use super::stencil::Key;
use rayon::prelude::*;

/// Cells along a block of a level.
const SIDE: i32 = 8;

/// Which cells of a block are in a set.
enum Block {
    None,
    All,
    Some(Box<[bool]>),
}

/// A set of cells of one size, on a grid. Memory follows the border of the set.
struct Level {
    n: [i32; 3],
    /// Blocks along each axis.
    count: [i32; 3],
    blocks: Vec<Block>,
}

impl Level {
    /// The cells for which `flag` holds; `known` says it for whole boxes, where it can.
    fn new(
        n: [i32; 3],
        known: impl Fn(Key, Key) -> Option<bool> + Sync,
        flag: impl Fn(Key) -> bool + Sync,
    ) -> Self {
        let count = n.map(|n| (n + SIDE - 1) / SIDE);
        let mut level = Level { n, count, blocks: Vec::new() };
        let block = |b: usize| {
            let (low, high) = level.extent(b);
            match known(low, high) {
                Some(true) => Block::All,
                Some(false) => Block::None,
                None => {
                    let mut flags = level.flags(false);
                    let (mut any, mut all) = (false, true);
                    all_in(low, high, |cell| {
                        let own = flag(cell);
                        flags[level.place(cell).1] = own;
                        (any, all) = (any || own, all && own);
                        true
                    });
                    match (any, all) {
                        (true, true) => Block::All,
                        (false, _) => Block::None,
                        _ => Block::Some(flags),
                    }
                }
            }
        };
        let all = count.iter().map(|&n| n as usize).product();
        level.blocks = (0..all).into_par_iter().map(block).collect();
        level
    }

    /// The first and the last cell of a block.
    fn extent(&self, block: usize) -> (Key, Key) {
        let [x, y, _] = self.count.map(|n| n as usize);
        let corner = [block % x, block / x % y, block / x / y].map(|c| c as i32 * SIDE);
        (corner, std::array::from_fn(|c| (corner[c] + SIDE).min(self.n[c]) - 1))
    }

    fn there(&self, cell: Key) -> bool {
        (0..3).all(|c| (0..self.n[c]).contains(&cell[c]))
    }

    /// The block of a cell that is on the grid, and its place there.
    fn place(&self, cell: Key) -> (usize, usize) {
        let side = SIDE as usize;
        let [x, y, z] = cell.map(|c| c as usize / side);
        let [i, j, k] = cell.map(|c| c as usize % side);
        let block = (z * self.count[1] as usize + y) * self.count[0] as usize + x;
        (block, (k * side + j) * side + i)
    }

    /// Flags for a whole block.
    fn flags(&self, flag: bool) -> Box<[bool]> {
        vec![flag; (SIDE * SIDE * SIDE.min(self.n[2])) as usize].into()
    }

    fn has(&self, cell: Key) -> bool {
        if !self.there(cell) {
            return false;
        }
        let (block, place) = self.place(cell);
        match &self.blocks[block] {
            Block::None => false,
            Block::All => true,
            Block::Some(flags) => flags[place],
        }
    }

    /// Takes a cell out of the set; whether it was in.
    fn remove(&mut self, cell: Key) -> bool {
        if !self.has(cell) {
            return false;
        }
        let (block, place) = self.place(cell);
        let mut flags = match std::mem::replace(&mut self.blocks[block], Block::None) {
            Block::Some(flags) => flags,
            _ => self.flags(true),
        };
        flags[place] = false;
        self.blocks[block] = Block::Some(flags);
        true
    }

    /// Whether all cells of a box are in the set, or none, as far as its blocks tell.
    fn known(&self, low: Key, high: Key) -> Option<bool> {
        let within = |c: usize, x: i32| x.clamp(0, self.n[c] - 1) / SIDE;
        let first = std::array::from_fn(|c| within(c, low[c]));
        let last = std::array::from_fn(|c| within(c, high[c]));
        let block = |cell: Key| &self.blocks[self.place(cell.map(|x| x * SIDE)).0];
        if self.there(low)
            && self.there(high)
            && all_in(first, last, |b| matches!(block(b), Block::All))
        {
            return Some(true);
        }
        all_in(first, last, |b| matches!(block(b), Block::None)).then_some(false)
    }

    fn any(&self) -> bool {
        !self.blocks.iter().all(|block| matches!(block, Block::None))
    }

    /// Cells of the set, without blocks that all belong to it and may be skipped.
    fn cells(&self, skip: impl Fn(Key, Key) -> bool) -> impl Iterator<Item = Key> {
        let taken = move |b: &usize| {
            let (low, high) = self.extent(*b);
            match self.blocks[*b] {
                Block::None => false,
                Block::All => !skip(low, high),
                Block::Some(_) => true,
            }
        };
        (0..self.blocks.len()).filter(taken).flat_map(|b| {
            let (low, high) = self.extent(b);
            let rows =
                (low[2]..=high[2]).flat_map(move |k| (low[1]..=high[1]).map(move |j| (j, k)));
            let cells = rows.flat_map(move |(j, k)| (low[0]..=high[0]).map(move |i| [i, j, k]));
            cells.filter(|&cell| self.has(cell))
        })
    }
}

/// Calls `f` with every key of a box, until it is false; whether it never was.
fn all_in(low: Key, high: Key, mut f: impl FnMut(Key) -> bool) -> bool {
    (low[2]..=high[2]).all(|k| (low[1]..=high[1]).all(|j| (low[0]..=high[0]).all(|i| f([i, j, k]))))
}

/// An octree: `levels[l]` is `E_l`.
struct Octree {
    levels: Vec<Level>,
}

impl Octree {
    fn new(lattice: &Lattice) -> Self {
        let n = lattice.n.map(|n| n as i32);
        let known = |low: Key, high: Key| lattice.alike(low.map(|x| x - 1), high.map(|x| x + 1));
        let deep = Level::new(n, known, |cube| {
            let at = cube.map(|x| 2 * x + 1);
            let near = |d: &Key| lattice.inside(std::array::from_fn(|c| at[c] + d[c]));
            lattice.inside(at) && SPACE.iter().all(near)
        });
        let mut levels = vec![deep];
        loop {
            let finer = &levels[levels.len() - 1];
            let around = |low: Key, high: Key| (low.map(|x| 2 * x - 1), high.map(|x| 2 * x + 2));
            let known = |low: Key, high: Key| {
                let (low, high) = around(low, high);
                finer.known(low, high)
            };
            let coarser = Level::new(finer.n.map(|n| n / 2), known, |cube| {
                let (low, high) = around(cube, cube);
                all_in(low, high, |c| finer.has(c))
            });
            if !coarser.any() {
                return Octree { levels };
            }
            levels.push(coarser);
        }
    }

    /// Whether a cube of level `l` is part of a larger one.
    fn merged(&self, cube: Key, l: usize) -> bool {
        self.levels.get(l + 1).is_some_and(|level| level.has(cube.map(|x| x >> 1)))
    }

    /// Whether all cubes of a box of level `l` are known to be parts of larger ones.
    fn all_merged(&self, low: Key, high: Key, l: usize) -> bool {
        let coarser = self.levels.get(l + 1);
        coarser.is_some_and(|level| {
            level.known(low.map(|x| x >> 1), high.map(|x| x >> 1)) == Some(true)
        })
    }

    /// Whether a cube of level `l` is divided further.
    fn divided(&self, cube: Key, l: usize) -> bool {
        l > 0 && !self.levels[l].has(cube)
    }
}

/// Centre of a cube of level `l`.
fn centre(cube: Key, l: usize) -> Key {
    cube.map(|x| (2 * x + 1) << l)
}

fn middle(a: Key, b: Key) -> Key {
    std::array::from_fn(|c| (a[c] + b[c]) / 2)
}

fn moved(mut cube: Key, axis: usize, by: i32) -> Key {
    cube[axis] += by;
    cube
}

/// Tetrahedra of an octree.
pub(super) fn tetrahedra(lattice: &Lattice, mut cell: impl FnMut([Key; 4])) {
    let tree = Octree::new(lattice);
    let skip = |low: Key, high: Key| tree.all_merged(low, high, 0);
    let take = |centre: Key| !tree.merged(centre.map(|x| x >> 1), 0);
    background::tetrahedra(lattice, skip, take, &mut cell);
    for (l, level) in tree.levels.iter().enumerate().skip(1) {
        let cubes = level.cells(|low, high| tree.all_merged(low, high, l));
        for cube in cubes.filter(|&cube| !tree.merged(cube, l)) {
            for c in 0..3 {
                let next = moved(cube, c, 1);
                if !tree.divided(next, l) && !tree.merged(next, l) {
                    equals(&tree, cube, l, c, &mut cell);
                }
                for up in [false, true] {
                    let large = moved(cube, c, if up { 1 } else { -1 });
                    if tree.divided(large, l) {
                        to_smaller(cube, l, c, up, &mut cell);
                    }
                }
            }
        }
    }
}

/// Tetrahedra between a cube of level `l` and its equal in direction `c`.
fn equals(tree: &Octree, cube: Key, l: usize, c: usize, cell: &mut impl FnMut([Key; 4])) {
    let (here, there) = (centre(cube, l), centre(moved(cube, c, 1), l));
    let square = square(here, c, 1 << l);
    for a in 0..4 {
        let (p, q) = (square[a], square[(a + 1) % 4]);
        let axis = (0..3).find(|&d| d != c && p[d] == q[d]).unwrap_or(c);
        let side = moved(cube, axis, if p[axis] > here[axis] { 1 } else { -1 });
        if tree.divided(side, l) || tree.divided(moved(side, c, 1), l) {
            let m = middle(p, q);
            cell([here, there, p, m]);
            cell([here, there, m, q]);
        } else {
            cell([here, there, p, q]);
        }
    }
}

/// Tetrahedra between a cube of level `l` and the four smaller ones at one of its faces.
fn to_smaller(cube: Key, l: usize, c: usize, up: bool, cell: &mut impl FnMut([Key; 4])) {
    let (here, half) = (centre(cube, l), 1 << l);
    let half = if up { half } else { -half };
    let square = square(here, c, half);
    let face = moved(here, c, half);
    for a in 0..4 {
        let (corner, next) = (square[a], square[(a + 1) % 4]);
        let m = middle(corner, next);
        for end in [corner, next] {
            let small = moved(middle(face, end), c, half / 2);
            cell([here, face, m, end]);
            cell([small, face, m, end]);
        }
    }
}

/// Triangles of the plane by level: the parallelogram of each, twice.
///
/// Row `j` is kept from `i = -floor(j / 2)` on, like the rows of the lattice: so all rows of a level
/// start at about the same place.
struct Triangles {
    /// `E_l` for triangles that point up and down.
    levels: Vec<[Level; 2]>,
}

/// Cells of a row to the left of the first column of the lattice: rounding of rows and of levels.
const LEFT: i32 = 3;

/// Where a parallelogram is kept.
fn kept([i, j, _]: Key) -> Key {
    [i + (j >> 1) + LEFT, j, 0]
}

/// The parallelogram that is kept at a place.
fn key([i, j, _]: Key) -> Key {
    [i - (j >> 1) - LEFT, j, 0]
}

impl Triangles {
    fn new(lattice: &Lattice) -> Self {
        let [columns, rows, _] = lattice.n.map(|n| n as i32 + 1);
        let n = |l: usize| [(columns >> l) + 2 * LEFT, (rows >> l) + 1, 1];
        let known = |low: Key, high: Key| {
            // corners are up to two places to the right, and one row up
            let low = [low[0] - LEFT, low[1], 0];
            lattice.alike(low, [high[0] - LEFT + 2, high[1] + 1, 0])
        };
        let finest = [true, false].map(|up| {
            let inside = |key| lattice.inside(key);
            Level::new(n(0), known, |place| triangle(key(place), up, 1).into_iter().all(inside))
        });
        let mut triangles = Triangles { levels: vec![finest] };
        loop {
            let l = triangles.levels.len();
            let known = |low: Key, high: Key| {
                let low = [2 * low[0] - LEFT - 2, 2 * low[1] - 1, 0];
                let high = [2 * high[0] - LEFT + 4, 2 * high[1] + 2, 0];
                triangles.known(low, high, l - 1)
            };
            let coarser = [true, false]
                .map(|up| Level::new(n(l), known, |place| triangles.may(key(place), up, l)));
            triangles.levels.push(coarser);
            triangles.prune(l);
            if !triangles.levels[l].iter().any(Level::any) {
                triangles.levels.pop();
                return triangles;
            }
        }
    }

    /// Whether all triangles that are kept in a box are in `E_l`, or none, as far as that is known.
    fn known(&self, low: Key, high: Key, l: usize) -> Option<bool> {
        let [up, down] = self.levels.get(l)?;
        up.known(low, high).filter(|known| down.known(low, high) == Some(*known))
    }

    fn has(&self, cell: Key, up: bool, l: usize) -> bool {
        self.levels.get(l).is_some_and(|level| level[usize::from(!up)].has(kept(cell)))
    }

    /// Whether all triangles of level `l - 1` at a triangle of level `l` are in `E_(l-1)`.
    fn may(&self, key: Key, up: bool, l: usize) -> bool {
        // most that are not fail here already
        if !self.has(key.map(|x| 2 * x), up, l - 1) {
            return false;
        }
        let corners = triangle(key.map(|x| 2 * x), up, 2);
        let [a, b, c] = corners;
        [a, b, c, middle(a, b), middle(b, c), middle(c, a)].into_iter().all(|[i, j, _]| {
            let ups = [[i, j, 0], [i - 1, j, 0], [i, j - 1, 0]];
            let downs = [[i - 1, j, 0], [i, j - 1, 0], [i - 1, j - 1, 0]];
            ups.iter().all(|&k| self.has(k, true, l - 1))
                && downs.iter().all(|&k| self.has(k, false, l - 1))
        })
    }

    /// Neighbours across the edges from corner 0 to 1, 1 to 2 and 2 to 0.
    fn beside([i, j, _]: Key, up: bool) -> [Key; 3] {
        match up {
            true => [[i, j - 1, 0], [i, j, 0], [i - 1, j, 0]],
            false => [[i + 1, j, 0], [i, j + 1, 0], [i, j, 0]],
        }
    }

    /// Which of the neighbours are smaller.
    fn smaller(&self, key: Key, up: bool, l: usize) -> [bool; 3] {
        Self::beside(key, up).map(|k| !self.has(k, !up, l))
    }

    /// Removes triangles with two or three smaller neighbours.
    fn prune(&mut self, l: usize) {
        let deep = |low: Key, high: Key| {
            let low = [low[0] - 2, low[1] - 1, 0];
            self.known(low, [high[0] + 2, high[1] + 1, 0], l) == Some(true)
        };
        let mut suspects: Vec<(bool, Key)> = self.all(l, deep).collect();
        while let Some((up, cell)) = suspects.pop() {
            if self.smaller(cell, up, l).iter().filter(|s| **s).count() > 1
                && self.levels[l][usize::from(!up)].remove(kept(cell))
            {
                suspects.extend(Self::beside(cell, up).map(|k| (!up, k)));
            }
        }
    }

    /// Triangles of a level, without blocks that may be skipped.
    fn all(
        &self,
        l: usize,
        skip: impl Fn(Key, Key) -> bool + Copy,
    ) -> impl Iterator<Item = (bool, Key)> {
        let [up, down] = &self.levels[l];
        let ups = up.cells(skip).map(|a| (true, key(a)));
        ups.chain(down.cells(skip).map(|a| (false, key(a))))
    }

    /// Whether all triangles of level `l` that are kept in a box are known to be parts of larger ones.
    fn all_merged(&self, low: Key, high: Key, l: usize) -> bool {
        let column = |x: i32| ((x - LEFT) >> 1) + LEFT;
        let low = [column(low[0]) - 1, low[1] >> 1, 0];
        self.known(low, [column(high[0]), high[1] >> 1, 0], l + 1) == Some(true)
    }

    /// Whether a triangle of level `l` is part of one in `E_(l+1)`.
    fn merged(&self, [i, j, _]: Key, up: bool, l: usize) -> bool {
        let middle = if up { i & j & 1 == 1 } else { (i | j) & 1 == 0 };
        self.has([i >> 1, j >> 1, 0], up != middle, l + 1)
    }
}

/// Triangles of graded size.
pub(super) fn triangles(lattice: &Lattice, mut cell: impl FnMut([Key; 3])) {
    let tree = Triangles::new(lattice);
    let skip = |low: Key, high: Key| {
        let [low, high] = [low, high].map(|[i, j, k]| [i + LEFT, j, k]);
        tree.all_merged(low, high, 0)
    };
    background::triangles(lattice, skip, |key, up| !tree.merged(key, up, 0), &mut cell);
    for l in 1..tree.levels.len() {
        let all = tree.all(l, |low, high| tree.all_merged(low, high, l));
        for (up, key) in all.filter(|&(up, key)| !tree.merged(key, up, l)) {
            let corners = triangle(key.map(|x| x << l), up, 1 << l);
            match tree.smaller(key, up, l).iter().position(|s| *s) {
                None => cell(corners),
                Some(a) => {
                    let [p, q, r] = [0, 1, 2].map(|b| corners[(a + b) % 3]);
                    let m = middle(p, q);
                    cell([p, m, r]);
                    cell([m, q, r]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::solid::Solid;
    use super::super::tests::ball;
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn memory_follows_the_surface() {
        let mixed = |level: &Level| {
            level.blocks.iter().filter(|block| matches!(block, Block::Some(_))).count()
        };
        let planar = |h: f64| {
            let field = ball(2);
            let lattice = Lattice::new(&Solid::new(&field).unwrap(), h, &Silent).unwrap();
            Triangles::new(&lattice).levels.iter().flatten().map(mixed).sum::<usize>()
        };
        let spatial = |h: f64| {
            let field = ball(3);
            let lattice = Lattice::new(&Solid::new(&field).unwrap(), h, &Silent).unwrap();
            Octree::new(&lattice).levels.iter().map(mixed).sum::<usize>()
        };
        // a circle has twice as many blocks at half the size, a sphere four times as many
        assert!(planar(0.0025) as f64 <= 2.3 * planar(0.005) as f64);
        assert!(spatial(0.02) as f64 <= 4.6 * spatial(0.04) as f64);
    }
}
