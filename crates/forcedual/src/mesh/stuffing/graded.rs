//! Larger cells inside.
//!
//! Cells at the surface all have the finest size, so that only regular cells are cut. Inside, sizes
//! double. `E_l` is the set of cells of side `2^l h` that need not be smaller. `E_0` are the cells
//! that are all inside, in space only those whose 26 neighbours are all inside as well. A cell is in
//! `E_l` if its parts and all cells of the next smaller size around it are in `E_(l-1)`. Neighbours differ by at most one level then, across faces, edges and
//! corners.
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
use super::lattice::Lattice;
use super::stencil::Key;
use rayon::prelude::*;

/// Flags for the cells of one size, on a grid.
struct Level {
    n: [i32; 3],
    flags: Vec<bool>,
}

impl Level {
    fn new(n: [i32; 3], flag: impl Fn(Key) -> bool + Sync) -> Self {
        let mut flags = vec![false; n.iter().map(|&n| n as usize).product()];
        let rows = flags.par_chunks_mut(n[0].max(1) as usize).enumerate();
        rows.for_each(|(row, flags)| {
            let (j, k) = (row as i32 % n[1], row as i32 / n[1]);
            (0..).zip(flags).for_each(|(i, own)| *own = flag([i, j, k]));
        });
        Level { n, flags }
    }

    fn at(&self, [i, j, k]: Key) -> Option<usize> {
        let [x, y, z] = self.n;
        let there = (0..x).contains(&i) && (0..y).contains(&j) && (0..z).contains(&k);
        there.then(|| ((k as usize * y as usize) + j as usize) * x as usize + i as usize)
    }

    fn has(&self, cell: Key) -> bool {
        self.at(cell).is_some_and(|a| self.flags[a])
    }

    fn any(&self) -> bool {
        self.flags.contains(&true)
    }

    /// Cells with the flag.
    fn cells(&self) -> impl Iterator<Item = Key> {
        let [x, y, _] = self.n.map(|n| n as usize);
        let all = self.flags.iter().enumerate().filter(|(_, f)| **f);
        all.map(move |(a, _)| [a % x, a / x % y, a / x / y].map(|c| c as i32))
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
        let finest = Level::new(n, |cube| {
            let low = cube.map(|x| 2 * x);
            let corner =
                |[i, j, k]: Key| lattice.inside([low[0] + 2 * i, low[1] + 2 * j, low[2] + 2 * k]);
            lattice.inside(low.map(|x| x + 1)) && all_in([0; 3], [1; 3], corner)
        });
        let deep = Level::new(n, |cube| {
            all_in(cube.map(|x| x - 1), cube.map(|x| x + 1), |c| finest.has(c))
        });
        let mut levels = vec![deep];
        loop {
            let finer = &levels[levels.len() - 1];
            let coarser = Level::new(finer.n.map(|n| n / 2), |cube| {
                let (low, high) = (cube.map(|x| 2 * x - 1), cube.map(|x| 2 * x + 2));
                all_in(low, high, |c| finer.has(c))
            });
            if !coarser.any() {
                return Octree { levels };
            }
            levels.push(coarser);
        }
    }

    /// Level of the leaf that holds a cube of level `l`; `l` if it is no larger.
    fn level(&self, cube: Key, l: usize) -> usize {
        let larger = (l + 1..self.levels.len()).rev();
        larger.into_iter().find(|&m| self.levels[m].has(cube.map(|x| x >> (m - l)))).unwrap_or(l)
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
    background::tetrahedra(lattice, |c| tree.level(c.map(|x| x >> 1), 0) == 0, &mut cell);
    for (l, level) in tree.levels.iter().enumerate().skip(1) {
        for cube in level.cells().filter(|&cube| tree.level(cube, l) == l) {
            for c in 0..3 {
                let next = moved(cube, c, 1);
                if !tree.divided(next, l) && tree.level(next, l) == l {
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
        let finest = [true, false].map(|up| {
            let inside = |key| lattice.inside(key);
            Level::new(n(0), |place| triangle(key(place), up, 1).into_iter().all(inside))
        });
        let mut triangles = Triangles { levels: vec![finest] };
        loop {
            let l = triangles.levels.len();
            let coarser =
                [true, false].map(|up| Level::new(n(l), |place| triangles.may(key(place), up, l)));
            triangles.levels.push(coarser);
            triangles.prune(l);
            if !triangles.levels[l].iter().any(Level::any) {
                triangles.levels.pop();
                return triangles;
            }
        }
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
        let mut suspects: Vec<(bool, Key)> = self.all(l).collect();
        while let Some((up, cell)) = suspects.pop() {
            let level = &self.levels[l][usize::from(!up)];
            let Some(a) = level.at(kept(cell)).filter(|&a| level.flags[a]) else { continue };
            if self.smaller(cell, up, l).iter().filter(|s| **s).count() > 1 {
                self.levels[l][usize::from(!up)].flags[a] = false;
                suspects.extend(Self::beside(cell, up).map(|k| (!up, k)));
            }
        }
    }

    fn all(&self, l: usize) -> impl Iterator<Item = (bool, Key)> {
        let level = &self.levels[l];
        [true, false]
            .into_iter()
            .flat_map(move |up| level[usize::from(!up)].cells().map(move |a| (up, key(a))))
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
    background::triangles(lattice, |key, up| !tree.merged(key, up, 0), &mut cell);
    for l in 1..tree.levels.len() {
        for (up, key) in tree.all(l).filter(|&(up, key)| !tree.merged(key, up, l)) {
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
