//! The field on a regular lattice, kept near the surface only.
//!
//! In space the lattice is body-centred cubic with cubes of side `h`: points have integer
//! coordinates in units of `h / 2`, all even (corners of cubes) or all odd (centres). In the plane
//! point `(i, j)` is `i (h, 0) + j (h / 2, sqrt(3) h / 2)`.
//!
//! Points are kept in blocks of 1024. Blocks that are inside or outside together with all their
//! neighbours keep only that sign, so memory follows the surface. A field with a bound on its
//! slope is not even sampled in blocks, or parts of them, that its value at their centre decides.

use super::solid::Solid;
use super::stencil::Key;
use crate::error::{Code, Error, Result};
use crate::progress::{Progress, check};
use std::ops::Range;

/// No lattice has more points than this.
const MOST_POINTS: f64 = 2e8;
/// Shift of the lattice from the middle of the box, in steps: symmetric solids would otherwise gain
/// and lose many cells at once as the cell size changes.
const SHIFT: [f64; 3] = [0.127, 0.281, 0.413];
/// Points of a block.
pub(super) const BLOCK: usize = 1024;
/// Blocks per call of the field.
const BATCH: usize = 128;

/// The 14 neighbours of a point in space.
pub(super) const SPACE: [Key; 14] = [
    [1, 1, 1],
    [-1, 1, 1],
    [1, -1, 1],
    [-1, -1, 1],
    [1, 1, -1],
    [-1, 1, -1],
    [1, -1, -1],
    [-1, -1, -1],
    [2, 0, 0],
    [-2, 0, 0],
    [0, 2, 0],
    [0, -2, 0],
    [0, 0, 2],
    [0, 0, -2],
];
/// The 6 neighbours of a point in the plane.
pub(super) const PLANE: [Key; 6] =
    [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [-1, 0, 0], [0, -1, 0], [1, -1, 0]];

/// A part of a block, from a place on.
struct Part {
    block: usize,
    place: usize,
}

/// A box of lattice points with the signs, and near the surface the values, of a field.
pub(super) struct Lattice {
    pub dim: usize,
    pub h: f64,
    /// Cubes along each axis (3D) or columns and rows of points, less one (2D).
    pub n: [usize; 3],
    origin: [f64; 3],
    /// Blocks along each axis.
    blocks: [usize; 3],
    /// All inside (-1), all outside (1), or mixed (0).
    signs: Vec<i8>,
    values: Vec<Option<Box<[f64]>>>,
}

/// Distance of points along an axis.
fn row(dim: usize, c: usize, h: f64) -> f64 {
    if dim == 2 && c == 1 { 0.75f64.sqrt() * h } else { h }
}

/// Cubes, or points less one, along an axis around a length.
fn cells_along(dim: usize, c: usize, extent: f64, h: f64) -> f64 {
    let margin = if dim == 2 && c == 0 { 3.0 } else { 2.0 };
    (extent / row(dim, c, h)).ceil() + margin
}

/// Points of a lattice around a box.
pub(super) fn points(extents: &[f64], h: f64) -> f64 {
    let dim = extents.len();
    let along = extents.iter().enumerate().map(|(c, &extent)| cells_along(dim, c, extent, h) + 1.0);
    along.product::<f64>() * if dim == 3 { 2.0 } else { 1.0 }
}

/// Whether a lattice of cells of size `h` around a box with these extents is not too large.
pub fn fits(extents: &[f64], h: f64) -> bool {
    points(extents, h) <= MOST_POINTS
}

impl Lattice {
    /// Samples the field on a lattice that surrounds its bounds.
    pub(super) fn new(solid: &Solid, h: f64, progress: &dyn Progress) -> Result<Self> {
        Lattice::sampled(solid, h, "sample the field", progress)
    }

    /// The same, as a stage with a name.
    pub(super) fn sampled(
        solid: &Solid,
        h: f64,
        stage: &str,
        progress: &dyn Progress,
    ) -> Result<Self> {
        Lattice::fits(solid, h)?;
        let mut lattice = Lattice::empty(&solid.low, &solid.high, h);
        let (block_count, [x, y, _]) = (lattice.signs.len(), lattice.blocks);
        let slab = if lattice.dim == 2 { x } else { x * y };
        progress.stage(stage, block_count);
        for start in (0..block_count).step_by(slab) {
            for batch in (start..start + slab).step_by(BATCH) {
                check(progress)?;
                lattice.sample_blocks(solid, batch..(batch + BATCH).min(start + slab))?;
            }
            if start >= slab {
                lattice.forget(start - slab..start);
            }
            progress.advance(start + slab);
        }
        lattice.forget(block_count - slab..block_count);
        Ok(lattice)
    }

    /// Whether a lattice around a solid is not too large.
    pub(super) fn fits(solid: &Solid, h: f64) -> Result<()> {
        let points = points(&solid.extents().collect::<Vec<_>>(), h);
        if points.is_nan() || points > MOST_POINTS {
            let message = format!("cells of {h:.3e} m need a lattice of {points:.1e} points");
            let help = format!("ask for fewer or larger cells: at most {MOST_POINTS:.0e} points");
            return Err(Error::new(Code::Numeric, message).help(help));
        }
        Ok(())
    }

    fn empty(low: &[f64], high: &[f64], h: f64) -> Self {
        let dim = low.len();
        let (mut n, mut origin) = ([0; 3], [0.0; 3]);
        for c in 0..dim {
            let count = cells_along(dim, c, high[c] - low[c], h);
            let step = row(dim, c, h);
            n[c] = count.min(MOST_POINTS) as usize;
            origin[c] = (low[c] + high[c] - count * step) / 2.0 + SHIFT[c] * step;
        }
        let mut lattice =
            Lattice { dim, h, n, origin, blocks: [1; 3], signs: Vec::new(), values: Vec::new() };
        for c in 0..dim {
            lattice.blocks[c] = n[c] / lattice.side() + 1;
        }
        let count = lattice.blocks.iter().product();
        lattice.signs = vec![0; count];
        lattice.values = vec![None; count];
        lattice
    }

    /// Cubes (3D) or points (2D) along a block.
    fn side(&self) -> usize {
        if self.dim == 2 { 32 } else { 8 }
    }

    /// Where a point is in space; in the plane the last coordinate is zero.
    pub(super) fn point(&self, [i, j, k]: Key) -> [f64; 3] {
        let [i, j, k] = [i, j, k].map(|x| f64::from(x) * self.h / 2.0);
        let [x, y, z] = match self.dim {
            2 => [2.0 * i + j, 3f64.sqrt() * j, 0.0],
            _ => [i, j, k],
        };
        [self.origin[0] + x, self.origin[1] + y, self.origin[2] + z]
    }

    /// Differences to the neighbours of a point.
    pub(super) fn neighbours(&self) -> &'static [Key] {
        if self.dim == 2 { &PLANE } else { &SPACE }
    }

    /// The block of a point and its place there, if it is in the box.
    pub(super) fn place(&self, [i, j, k]: Key) -> Option<(usize, usize)> {
        let (cube, odd) = match self.dim {
            2 => ([i + (j >> 1), j, 0], 0),
            _ => ([i >> 1, j >> 1, k >> 1], (i & 1) as usize),
        };
        if (0..3).any(|c| cube[c] < 0 || cube[c] as usize + odd > self.n[c]) {
            return None;
        }
        let cube = cube.map(|x| x as usize);
        let side = self.side();
        let [x, y, z] = cube.map(|x| x / side);
        let [i, j, k] = cube.map(|x| x % side);
        let block = (z * self.blocks[1] + y) * self.blocks[0] + x;
        Some((block, (((k * side) + j) * side + i) * (self.dim - 1) + odd))
    }

    /// The key of a place in a block; it may be out of the box.
    fn key(&self, block: usize, place: usize) -> Key {
        let side = self.side();
        let (cube, odd) = (place / (self.dim - 1), place % (self.dim - 1));
        let [x, y, _] = self.blocks;
        let corner = [block % x, block / x % y, block / x / y];
        let inner = [cube % side, cube / side % side, cube / side / side];
        let [i, j, k] = std::array::from_fn(|c| (corner[c] * side + inner[c]) as i32);
        match self.dim {
            2 => [i - (j >> 1), j, 0],
            _ => [i, j, k].map(|x| 2 * x + odd as i32),
        }
    }

    /// The value at a point; far from the surface only its sign is right.
    pub(super) fn value(&self, key: Key) -> f64 {
        let Some((block, place)) = self.place(key) else { return f64::MAX };
        match &self.values[block] {
            Some(values) => values[place],
            None => f64::from(self.signs[block]) * f64::MAX,
        }
    }

    /// Whether a point is in the solid.
    pub(super) fn inside(&self, key: Key) -> bool {
        self.value(key) < 0.0
    }

    /// Whether all points of the cubes (points, in the plane) from `low` to `high` are inside, or
    /// none, as far as blocks tell.
    pub(super) fn alike(&self, low: Key, high: Key) -> Option<bool> {
        let side = self.side() as i32;
        let [first, last] = [low, high].map(|key| key.map(|x| x.div_euclid(side)));
        let sign = |block: Key| match (0..3).all(|c| (0..self.blocks[c] as i32).contains(&block[c]))
        {
            true => {
                let [x, y, z] = block.map(|x| x as usize);
                self.signs[(z * self.blocks[1] + y) * self.blocks[0] + x]
            }
            false => 1,
        };
        let one = sign(first);
        let mut rows = (first[2]..=last[2]).flat_map(|k| (first[1]..=last[1]).map(move |j| (j, k)));
        let same = rows.all(|(j, k)| (first[0]..=last[0]).all(|i| sign([i, j, k]) == one));
        (same && one != 0).then_some(one < 0)
    }

    /// Whether the values of a block are not kept.
    pub(super) fn is_far(&self, block: usize) -> bool {
        self.values[block].is_none()
    }

    /// The first and the last cube (point, in the plane) of a block.
    pub(super) fn extent(&self, block: usize) -> (Key, Key) {
        let [x, y, _] = self.blocks;
        let corner = [block % x, block / x % y, block / x / y].map(|c| (c * self.side()) as i32);
        let last = |c: usize| if c < self.dim { corner[c] + self.side() as i32 - 1 } else { 0 };
        (corner, std::array::from_fn(last))
    }

    /// Number of blocks.
    pub(super) fn block_count(&self) -> usize {
        self.signs.len()
    }

    /// Keys of the points in a block, unless it is outside together with its neighbours.
    pub(super) fn keys(&self, block: usize) -> impl Iterator<Item = Key> {
        let away = self.signs[block] > 0 && self.values[block].is_none();
        let places = 0..if away { 0 } else { BLOCK };
        places.map(move |p| self.key(block, p)).filter(|&key| self.place(key).is_some())
    }

    /// Points whose values are known.
    pub(super) fn known(&self) -> impl Iterator<Item = Key> {
        let blocks = (0..self.signs.len()).filter(|&b| self.values[b].is_some());
        blocks.flat_map(|b| self.keys(b))
    }

    fn sample_blocks(&mut self, solid: &Solid, blocks: Range<usize>) -> Result<()> {
        let whole = blocks.clone().map(|block| Part { block, place: 0 }).collect();
        let (parts, side) = match solid.slope() {
            Some(slope) => self.undecided(solid, slope, whole)?,
            None => (whole, self.side()),
        };
        let (mut points, mut places) = (Vec::new(), Vec::new());
        for part in &parts {
            for place in self.places(part.place, side) {
                let key = self.key(part.block, place);
                if self.place(key).is_some() {
                    points.extend_from_slice(&self.point(key)[..self.dim]);
                    places.push((part.block, place));
                }
            }
        }
        let values = solid.sample(&points)?;
        for ((block, place), value) in places.into_iter().zip(values) {
            self.values_of(block)[place] = value;
        }
        for block in blocks {
            if let Some(values) = &self.values[block] {
                let inside = values.iter().filter(|v| **v < 0.0).count();
                self.signs[block] = i8::from(inside == 0) - i8::from(inside == BLOCK);
            }
        }
        Ok(())
    }

    fn values_of(&mut self, block: usize) -> &mut [f64] {
        self.values[block].get_or_insert_with(|| vec![f64::MAX; BLOCK].into())
    }

    /// Parts of blocks, and their side, that a bound on the slope does not decide. The sign of the
    /// other parts is set.
    fn undecided(
        &mut self,
        solid: &Solid,
        slope: f64,
        mut parts: Vec<Part>,
    ) -> Result<(Vec<Part>, usize)> {
        let mut side = self.side();
        loop {
            let (mut centres, mut spans) = (Vec::new(), Vec::new());
            for part in &parts {
                let last = self.places(part.place, side).last().unwrap_or(part.place);
                let a = self.point(self.key(part.block, part.place));
                let b = self.point(self.key(part.block, last));
                centres.extend((0..self.dim).map(|c| (a[c] + b[c]) / 2.0));
                let half: f64 = (0..3).map(|c| ((b[c] - a[c]) / 2.0).powi(2)).sum();
                let bounded = solid.beyond(&a) <= 0.0 && solid.beyond(&b) <= 0.0;
                // neighbours of its points are a cell away at most
                spans.push((half.sqrt() + 1.5 * self.h, bounded));
            }
            let values = solid.sample(&centres)?;
            let mut rest = Vec::new();
            for ((part, value), (radius, bounded)) in parts.into_iter().zip(values).zip(spans) {
                if value.abs() <= slope * radius || (value < 0.0 && !bounded) {
                    rest.push(part);
                } else if side == self.side() {
                    self.signs[part.block] = if value < 0.0 { -1 } else { 1 };
                } else {
                    for place in self.places(part.place, side) {
                        self.values_of(part.block)[place] = f64::MAX.copysign(value);
                    }
                }
            }
            if side == 2 {
                return Ok((rest, side));
            }
            side /= 2;
            let halves = |part: Part| {
                let place = self.places(part.place, 2).step_by(self.dim - 1);
                let corner = |p: usize| part.place + (p - part.place) * side;
                place.map(move |p| Part { block: part.block, place: corner(p) }).collect::<Vec<_>>()
            };
            parts = rest.into_iter().flat_map(halves).collect();
        }
    }

    /// Places of the points of a part of a block: the cubes (points, in the plane) from one on.
    fn places(&self, first: usize, side: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, each) = (self.side(), self.dim - 1);
        let depth = if self.dim == 2 { 1 } else { side };
        (0..depth).flat_map(move |k| {
            (0..side).flat_map(move |j| {
                let start = first + ((k * row + j) * row) * each;
                start..start + side * each
            })
        })
    }

    /// Drops the values of blocks whose surroundings have one sign.
    fn forget(&mut self, blocks: Range<usize>) {
        for block in blocks {
            let near = |values: &[f64]| values.iter().any(|v| v.abs() < 1.2 * self.h);
            let sign = self.signs[block];
            let alike = self.around(block).all(|b| self.signs[b] == sign);
            if sign != 0 && alike && !self.values[block].as_deref().is_some_and(near) {
                self.values[block] = None;
            }
        }
    }

    fn around(&self, block: usize) -> impl Iterator<Item = usize> {
        let [x, y, z] = self.blocks;
        let here = [block % x, block / x % y, block / x / y];
        let near = |c: usize, n: usize| here[c].saturating_sub(1)..(here[c] + 2).min(n);
        let (xs, ys) = (near(0, x), near(1, y));
        near(2, z).flat_map(move |k| {
            let xs = xs.clone();
            ys.clone().flat_map(move |j| xs.clone().map(move |i| (k * y + j) * x + i))
        })
    }
}
