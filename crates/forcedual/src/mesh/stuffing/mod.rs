//! Simplices from any signed field: isosurface stuffing.
//!
//! A solid is `{x : f(x) < 0}`. Cells of a regular lattice that touch it are kept, and cut along
//! `f = 0` after lattice vertices near the surface have been warped onto it (Labelle and Shewchuk,
//! 2007). No cell is badly shaped, whatever the solid: in space dihedral angles are between 9.3 and
//! 161.7 degrees, in the plane angles between 16.7 and 129.3 degrees. These bounds were found by a
//! search over the ways to cut a cell. The boundary is a manifold. Its vertices then move so that the
//! surface runs through its middle and the volume is kept, with the same bounds on angles.
//! Parts and gaps thinner than a cell are lost; [`Stuffed::warnings`] says so.

mod background;
mod centre;
mod cut;
mod graded;
mod lattice;
mod manifold;
mod solid;
mod stencil;
mod thin;
mod topology;

use super::RawMesh;
use crate::error::{Code, Error, Result};
use crate::progress::{Progress, check};
use crate::text::significant;
use background::Background;
use cut::Cut;
use lattice::Lattice;
pub use lattice::fits;
use solid::Solid;
pub use topology::Topology;

/// Cell sizes that are tried to reach a number of cells.
const TRIES: usize = 8;
/// Of them, how many may have found nothing inside.
const EMPTY: usize = 3;
/// Miss in the logarithm of the number of cells that is good enough, and where a solid fills so little
/// of its box that the lattice has more points for every cell than the last number.
const CLOSE: [f64; 2] = [0.03, 0.15];
const SPARSE: f64 = 300.0;
/// Miss that only a solid too thin for cells of the size explains.
const THIN: f64 = std::f64::consts::LN_2;
/// Share of the number asked for by which another one may differ unsaid.
const UNSAID: f64 = 0.1;
/// How much larger cells become where they were too small for a lattice.
const LARGER: f64 = 1.1;

/// A solid as a signed field: negative inside, positive outside, about the distance near the
/// surface.
pub trait SignedField: Sync {
    /// 2 or 3.
    fn dim(&self) -> usize;
    /// A box that holds the solid: lower and upper corners.
    fn bounds(&self) -> (Vec<f64>, Vec<f64>);
    /// Values at `points` (flat, `dim` per point), in order. Called with large batches from one
    /// thread; implementors may go parallel.
    fn values(&self, points: &[f64]) -> Vec<f64>;
    /// Volume of the solid (area in the plane), if it is known: the first cell size that is tried
    /// for a number of cells follows from it.
    fn volume(&self) -> Option<f64> {
        None
    }
    /// A number that `|f(x) - f(y)| / |x - y|` never exceeds (1 for distances), if there is one:
    /// the field is then sampled near the surface only.
    fn slope(&self) -> Option<f64> {
        None
    }
}

/// How large cells are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// Lattice spacing in metres.
    Cell(f64),
    /// About this many simplices.
    About(usize),
}

/// How to stuff a solid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stuffing {
    /// Size of the cells at the surface.
    pub size: Size,
    /// Larger cells away from the surface.
    pub graded: bool,
}

/// A stuffed solid.
#[derive(Debug, Clone, PartialEq)]
pub struct Stuffed {
    /// The simplices.
    pub mesh: RawMesh,
    /// Lattice spacing at the surface in metres.
    pub cell: f64,
    /// What was lost or looks wrong, one sentence each.
    pub warnings: Vec<String>,
    /// Why there are more or fewer simplices than were asked for, by more than a tenth.
    pub missed: Option<String>,
}

/// Fills a solid with simplices.
pub fn stuff(field: &dyn SignedField, how: &Stuffing, progress: &dyn Progress) -> Result<Stuffed> {
    let solid = Solid::new(field)?;
    match how.size {
        Size::Cell(h) if h.is_finite() && h > 0.0 => {
            Attempt::new(&solid, h, how.graded, progress)?.stuffed(&solid, progress)
        }
        Size::Cell(h) => {
            Err(Error::new(Code::Numeric, format!("the cell size {h} is not a positive length")))
        }
        Size::About(0) => Err(Error::new(Code::Numeric, "a mesh needs at least one cell")),
        Size::About(count) => about(&solid, count, how.graded, progress),
    }
}

/// Looks for the cell size `h` that gives about `count` cells.
///
/// `log count` is nearly linear in `log h`: the slope is minus the dimension at first, then that of
/// the last two sizes. Rough counts lead near it, and exact ones from there.
fn about(solid: &Solid, count: usize, graded: bool, progress: &dyn Progress) -> Result<Stuffed> {
    let dim = solid.dim;
    // a flat box is taken to have some thickness
    let longest = solid.extents().fold(0.0, f64::max);
    let filled: f64 = solid.extents().map(|e| e.max(longest / 100.0)).product();
    let per_cell = if dim == 2 { 0.75f64.sqrt() / 2.0 } else { 1.0 / 12.0 };
    let size = |volume: f64| (volume / per_cell / count as f64).powf(1.0 / dim as f64);
    let known = solid.volume().filter(|v| v.is_finite() && *v > 0.0);
    let mut h = size(known.unwrap_or(filled).min(filled));
    // cells that are too small for a lattice
    let mut limit = 0.0;
    let sparse = lattice::points(&solid.extents().collect::<Vec<_>>(), h) > SPARSE * count as f64;
    let close = CLOSE[usize::from(sparse)];
    let steepest = -(dim as f64);
    let mut slope = steepest;
    // sizes that give too many and too few cells, and the last size with its miss
    let (mut low, mut high) = (0f64, f64::INFINITY);
    let mut last: Option<(f64, f64)> = None;
    let mut best: Option<(f64, Attempt)> = None;
    let mut exactly = false;
    for tried in 0..TRIES {
        // a solid that fills little of its box may need a lattice that is too large
        while let Err(error) = Lattice::fits(solid, h) {
            if h >= size(filled) || h >= high {
                return best.map_or(Err(error), |(_, found)| found.stuffed(solid, progress));
            }
            limit = h;
            h *= LARGER;
        }
        low = low.max(limit);
        let mut attempt = Attempt::new(solid, h, graded, progress)?;
        let rough = match attempt.roughly() {
            Err(error) if error.code == Code::MeshEmpty && (tried < EMPTY || best.is_some()) => {
                high = h;
                h = (low.max(h / 4.0) * h).sqrt();
                continue;
            }
            other => other?,
        };
        let mut miss = (rough as f64 / count as f64).ln();
        if exactly || miss.abs() < close {
            let exact = attempt.cut(solid, progress)?.mesh.cells.len() / (dim + 1);
            miss = (exact as f64 / count as f64).ln();
            if !exactly {
                // what rough counts said does not hold any more
                (low, high, last, best) = (limit, f64::INFINITY, None, None);
            }
            exactly = true;
        }
        if best.as_ref().is_none_or(|(least, _)| miss.abs() < *least) {
            best = Some((miss.abs(), attempt));
        }
        if miss.abs() < close || (miss < 0.0 && h <= LARGER * limit) {
            break;
        }
        if let Some((size, error)) = last {
            slope = ((miss - error) / (h / size).ln()).clamp(1.5 * steepest, 0.4 * steepest);
        }
        last = Some((h, miss));
        (low, high) = if miss > 0.0 { (h, high) } else { (low, h) };
        h *= (-miss / slope).exp();
        if h <= low || h >= high {
            h = (low * high).sqrt();
        }
    }
    let (miss, found) = best.ok_or_else(|| nothing_left(h))?;
    let mut stuffed = found.stuffed(solid, progress)?;
    let cells = stuffed.mesh.cells.len() / (dim + 1);
    let why = if limit > 0.0 && cells < count {
        "the lattice around the solid cannot have smaller cells"
    } else if miss > THIN {
        "the solid is too thin for cells of a size between"
    } else if sparse {
        "the solid fills little of its box, so few sizes were tried"
    } else {
        "the number jumps with the size, and no nearer one was found"
    };
    stuffed.missed = missed(cells, count, why);
    Ok(stuffed)
}

/// Says why there are other than about as many cells as were asked for.
pub(super) fn missed(cells: usize, asked: usize, why: &str) -> Option<String> {
    let off = (cells as f64 / asked as f64 - 1.0).abs();
    (off > UNSAID).then(|| format!("{cells} cells instead of {asked}: {why}"))
}

fn nothing_left(h: f64) -> Error {
    let message = format!("nothing is left of the solid in cells of {} m", significant(h));
    let help = "use smaller cells; if they find nothing either, the solid is empty";
    Error::new(Code::MeshEmpty, message).help(help)
}

/// A solid on a lattice, and cut out of it when that is asked for.
struct Attempt {
    lattice: Lattice,
    background: Background,
    cut: Option<Cut>,
}

impl Attempt {
    fn new(solid: &Solid, h: f64, graded: bool, progress: &dyn Progress) -> Result<Self> {
        let lattice = Lattice::new(solid, h, progress)?;
        let background = Background::new(&lattice, graded);
        check(progress)?;
        Ok(Attempt { lattice, background, cut: None })
    }

    /// About how many cells there will be.
    fn roughly(&self) -> Result<usize> {
        let cut = self.left(cut::cut(&self.background, None)?)?;
        Ok(cut.mesh.cells.len() / (self.background.dim + 1))
    }

    fn cut(&mut self, solid: &Solid, progress: &dyn Progress) -> Result<&Cut> {
        progress.stage("cut the lattice", 0);
        let cut = self.left(cut::cut(&self.background, Some(solid))?)?;
        Ok(self.cut.insert(cut))
    }

    fn left(&self, cut: Cut) -> Result<Cut> {
        if cut.mesh.cells.is_empty() { Err(nothing_left(self.lattice.h)) } else { Ok(cut) }
    }

    /// The mesh, and what was lost.
    fn stuffed(mut self, solid: &Solid, progress: &dyn Progress) -> Result<Stuffed> {
        if self.cut.is_none() {
            self.cut(solid, progress)?;
        }
        let Attempt { lattice, background, cut } = self;
        let mut cut = cut.ok_or_else(|| nothing_left(lattice.h))?;
        centre::centre(solid, lattice.h, &mut cut.mesh, progress)?;
        let mut warnings = thin::warnings(solid, &lattice, &background, [&cut.lost, &cut.filled])?;
        if solid.leaks.get() {
            let leak = "the field is negative outside its bounds; the solid ends there";
            warnings.push(leak.to_owned());
        }
        Ok(Stuffed { mesh: cut.mesh, cell: lattice.h, warnings, missed: None })
    }
}

#[cfg(test)]
mod bounds;
#[cfg(test)]
pub(in crate::mesh) mod tests;
