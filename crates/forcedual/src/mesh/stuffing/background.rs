//! The background: lattice cells that touch the inside of the solid.
//!
//! In space a tetrahedron joins the centres of two cubes that share a face to an edge of that face:
//! two opposite edges of length `h`, four of length `sqrt(3) h / 2`, volume `h^3 / 12`. In the plane
//! cells are equilateral triangles of side `h`.

use super::graded;
use super::lattice::{BLOCK, Lattice};
use super::stencil::Key;
use std::collections::HashMap;

/// Cells that touch the inside, with the field at their vertices.
pub(super) struct Background {
    pub dim: usize,
    /// `dim` coordinates per vertex.
    pub points: Vec<f64>,
    pub values: Vec<f64>,
    pub keys: Vec<Key>,
    /// `dim + 1` vertices per cell, positively wound.
    pub cells: Vec<u32>,
}

impl Background {
    /// Cells of one size, or of sizes that grow with the distance to the surface.
    pub(super) fn new(lattice: &Lattice, graded: bool) -> Self {
        let mut builder = Builder {
            lattice,
            index: vec![None; lattice.block_count()],
            far: graded.then(HashMap::new),
            background: Background {
                dim: lattice.dim,
                points: Vec::new(),
                values: Vec::new(),
                keys: Vec::new(),
                cells: Vec::new(),
            },
        };
        match (lattice.dim, graded) {
            (2, false) => triangles(lattice, |_, _| false, |_, _| true, |cell| builder.push(cell)),
            (_, false) => tetrahedra(lattice, |_, _| false, |_| true, |cell| builder.push(cell)),
            (2, true) => graded::triangles(lattice, |cell| builder.push(cell)),
            (_, true) => graded::tetrahedra(lattice, |cell| builder.push(cell)),
        }
        builder.background
    }
}

/// Numbers vertices in the order in which cells use them.
struct Builder<'a> {
    lattice: &'a Lattice,
    index: Vec<Option<Box<[u32]>>>,
    /// Numbers far from the surface, where cells are large.
    far: Option<HashMap<Key, u32>>,
    background: Background,
}

impl Builder<'_> {
    /// Adds a cell that has a corner inside. Cells of points out of the box do not exist.
    fn push<const C: usize>(&mut self, mut cell: [Key; C]) {
        if !cell.iter().any(|&key| self.lattice.inside(key)) {
            return;
        }
        if turned(&cell) {
            cell.swap(0, 1);
        }
        let mut numbers = [0; C];
        for (number, key) in numbers.iter_mut().zip(cell) {
            let Some((block, place)) = self.lattice.place(key) else { return };
            let slot = match &mut self.far {
                Some(far) if self.lattice.is_far(block) => far.entry(key).or_insert(u32::MAX),
                _ => {
                    let block = &mut self.index[block];
                    &mut block.get_or_insert_with(|| vec![u32::MAX; BLOCK].into())[place]
                }
            };
            if *slot == u32::MAX {
                let background = &mut self.background;
                *slot = background.keys.len() as u32;
                background.keys.push(key);
                background.values.push(self.lattice.value(key));
                background.points.extend(&self.lattice.point(key)[..background.dim]);
            }
            *number = *slot;
        }
        self.background.cells.extend(numbers);
    }
}

/// Whether a cell is negatively wound.
fn turned<const C: usize>(cell: &[Key; C]) -> bool {
    let [u, v, w] =
        [1, 2, 3 % C].map(|a| -> Key { std::array::from_fn(|c| cell[a][c] - cell[0][c]) });
    let minor = |c: usize, d: usize| i64::from(u[c] * v[d] - u[d] * v[c]);
    match C {
        3 => minor(0, 1) < 0,
        _ => {
            let [x, y, z] = w.map(i64::from);
            minor(1, 2) * x + minor(2, 0) * y + minor(0, 1) * z < 0
        }
    }
}

/// The tetrahedra between cubes for which `take` holds, which it does nowhere in a box of cubes that
/// `skip` names.
pub(super) fn tetrahedra(
    lattice: &Lattice,
    skip: impl Fn(Key, Key) -> bool,
    take: impl Fn(Key) -> bool,
    mut cell: impl FnMut([Key; 4]),
) {
    for centre in visited(lattice, skip) {
        if centre[0] & 1 == 0 || !take(centre) {
            continue;
        }
        for c in 0..3 {
            let mut next = centre;
            next[c] += 2;
            if !take(next) {
                continue;
            }
            let square = square(centre, c, 1);
            for a in 0..4 {
                cell([centre, next, square[a], square[(a + 1) % 4]]);
            }
        }
    }
}

/// The corners of the face of a cube towards axis `c`; `half` is half its side, negative for the
/// face that looks down.
pub(super) fn square(centre: Key, c: usize, half: i32) -> [Key; 4] {
    let (d, e) = ((c + 1) % 3, (c + 2) % 3);
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(|[s, t]| {
        let mut corner = centre;
        corner[c] += half;
        corner[d] += s * half;
        corner[e] += t * half;
        corner
    })
}

/// The keys of all blocks but those outside and those whose box may be skipped.
fn visited(lattice: &Lattice, skip: impl Fn(Key, Key) -> bool) -> impl Iterator<Item = Key> {
    let skipped = move |block: usize| {
        let (low, high) = lattice.extent(block);
        skip(low, high)
    };
    (0..lattice.block_count()).filter(move |&b| !skipped(b)).flat_map(|b| lattice.keys(b))
}

/// The triangles for which `take(lowest corner, points up)` holds, which it does nowhere in a box of
/// points that `skip` names.
pub(super) fn triangles(
    lattice: &Lattice,
    skip: impl Fn(Key, Key) -> bool,
    take: impl Fn(Key, bool) -> bool,
    mut cell: impl FnMut([Key; 3]),
) {
    for key in visited(lattice, skip) {
        for up in [true, false] {
            if take(key, up) {
                cell(triangle(key, up, 1));
            }
        }
    }
}

/// A triangle of the parallelogram at `(i, j)`.
pub(super) fn triangle([i, j, _]: Key, up: bool, side: i32) -> [Key; 3] {
    let (right, top) = ([i + side, j, 0], [i, j + side, 0]);
    if up { [[i, j, 0], right, top] } else { [right, [i + side, j + side, 0], top] }
}
