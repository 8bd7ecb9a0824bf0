//! The background: cells of a regular lattice that touch the inside of the solid.
//!
//! In space the lattice is body-centred cubic with cubes of side `h`: points have integer
//! coordinates in units of `h / 2`, all even (corners) or all odd (centres). A tetrahedron joins
//! the centres of two cubes that share a face to an edge of that face: two opposite edges of
//! length `h`, four of length `sqrt(3) h / 2`, volume `h^3 / 12`. In the plane the lattice is
//! made of equilateral triangles of side `h`.

use super::stencil::Key;
use super::{SignedField, sample};
use crate::error::{Code, Error, Result};
use crate::progress::{Progress, check};

/// No lattice has more points than this.
const MOST_POINTS: f64 = 2e8;
/// Points per call of the field.
const BATCH: usize = 1 << 18;

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

/// A box of lattice points. Columns run fastest.
struct Grid {
    dim: usize,
    origin: Vec<f64>,
    h: f64,
    /// Cubes (3D) or columns and rows of triangles (2D).
    n: [usize; 3],
}

impl Grid {
    fn new(low: &[f64], high: &[f64], h: f64) -> Result<Self> {
        let dim = low.len();
        let row = 0.75f64.sqrt() * h;
        let (mut n, mut origin, mut points) = ([1; 3], vec![0.0; dim], 1.0);
        for c in 0..dim {
            let step = if dim == 2 && c == 1 { row } else { h };
            let count = ((high[c] - low[c]) / step).ceil() + 2.0;
            let count = if dim == 2 && c == 0 { count + 1.0 } else { count };
            points *= count + 1.0;
            n[c] = count.min(MOST_POINTS) as usize;
            origin[c] = (low[c] + high[c] - count * step) / 2.0;
        }
        points *= if dim == 3 { 2.0 } else { 1.0 };
        if !(points <= MOST_POINTS) {
            let message = format!("cells of {h:.3e} m need a lattice of {points:.1e} points");
            let help = format!("ask for fewer or larger cells: at most {MOST_POINTS:.0e} points");
            return Err(Error::new(Code::Numeric, message).help(help));
        }
        Ok(Grid { dim, origin, h, n })
    }

    fn len(&self) -> usize {
        let [x, y, z] = self.n;
        match self.dim {
            2 => (x + 1) * (y + 1),
            _ => (x + 1) * (y + 1) * (z + 1) + x * y * z,
        }
    }

    /// Number of the point with these coordinates.
    fn number(&self, [i, j, k]: Key) -> usize {
        let [x, y, z] = self.n;
        if self.dim == 2 {
            return j as usize * (x + 1) + (i + (j >> 1)) as usize;
        }
        let odd = (i & 1) as usize;
        let [i, j, k] = [i >> 1, j >> 1, k >> 1].map(|c| c as usize);
        let (x, y) = (x + 1 - odd, y + 1 - odd);
        odd * (x + 1) * (y + 1) * (z + 1) + (k * y + j) * x + i
    }

    fn key(&self, number: usize) -> Key {
        let [x, y, z] = self.n;
        if self.dim == 2 {
            let j = (number / (x + 1)) as i32;
            return [(number % (x + 1)) as i32 - (j >> 1), j, 0];
        }
        let corners = (x + 1) * (y + 1) * (z + 1);
        let (number, odd) = if number < corners { (number, 0) } else { (number - corners, 1) };
        let (x, y) = (x + 1 - odd, y + 1 - odd);
        [number % x, number / x % y, number / x / y].map(|c| (2 * c + odd) as i32)
    }

    fn point(&self, [i, j, k]: Key) -> [f64; 3] {
        let o = &self.origin;
        let [i, j, k] = [i, j, k].map(f64::from);
        match self.dim {
            2 => [o[0] + (i + 0.5 * j) * self.h, o[1] + j * 0.75f64.sqrt() * self.h, 0.0],
            _ => [o[0] + i * self.h / 2.0, o[1] + j * self.h / 2.0, o[2] + k * self.h / 2.0],
        }
    }

    fn values(&self, field: &dyn SignedField, progress: &dyn Progress) -> Result<Vec<f64>> {
        let mut values = Vec::with_capacity(self.len());
        progress.stage("sample the field", self.len());
        for start in (0..self.len()).step_by(BATCH) {
            check(progress)?;
            let batch = start..self.len().min(start + BATCH);
            let points: Vec<f64> =
                batch.flat_map(|p| self.point(self.key(p)).into_iter().take(self.dim)).collect();
            values.extend(sample(field, &points)?);
            progress.advance(values.len());
        }
        Ok(values)
    }

    /// Calls `cell` with the corners of every lattice cell.
    fn cells(&self, mut cell: impl FnMut(&[Key])) {
        let [x, y, z] = self.n.map(|n| n as i32);
        if self.dim == 2 {
            for j in 0..y {
                for i in -(j >> 1)..x - (j >> 1) {
                    let (a, b, c) = ([i, j, 0], [i + 1, j, 0], [i, j + 1, 0]);
                    cell(&[a, b, c]);
                    match j & 1 {
                        0 => cell(&[b, [i + 1, j + 1, 0], c]),
                        _ => cell(&[a, c, [i - 1, j + 1, 0]]),
                    }
                }
            }
            return;
        }
        for k in 0..z {
            for j in 0..y {
                for i in 0..x {
                    let centre = [2 * i + 1, 2 * j + 1, 2 * k + 1];
                    for c in 0..3 {
                        let mut next = centre;
                        next[c] += 2;
                        if next[c] > 2 * self.n[c] as i32 {
                            continue;
                        }
                        let (d, e) = ((c + 1) % 3, (c + 2) % 3);
                        let square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(|[s, t]| {
                            let mut corner = centre;
                            corner[c] += 1;
                            corner[d] += s;
                            corner[e] += t;
                            corner
                        });
                        for a in 0..4 {
                            cell(&[centre, next, square[a], square[(a + 1) % 4]]);
                        }
                    }
                }
            }
        }
    }
}

/// The uniform background of cells of size `h`.
pub(super) fn uniform(
    field: &dyn SignedField,
    (low, high): (&[f64], &[f64]),
    h: f64,
    progress: &dyn Progress,
) -> Result<Background> {
    let grid = Grid::new(low, high, h)?;
    let sampled = grid.values(field, progress)?;
    let mut background = Background {
        dim: grid.dim,
        points: Vec::new(),
        values: Vec::new(),
        keys: Vec::new(),
        cells: Vec::new(),
    };
    let mut index = vec![u32::MAX; sampled.len()];
    grid.cells(|cell| {
        if cell.iter().all(|&k| sampled[grid.number(k)] >= 0.0) {
            return;
        }
        for &key in cell {
            let number = grid.number(key);
            if index[number] == u32::MAX {
                index[number] = background.keys.len() as u32;
                background.keys.push(key);
                background.values.push(sampled[number]);
                background.points.extend_from_slice(&grid.point(key)[..grid.dim]);
            }
            background.cells.push(index[number]);
        }
    });
    Ok(background)
}
