//! Simplices from any signed field: isosurface stuffing.
//!
//! A solid is `{x : f(x) < 0}`. Cells of a regular lattice that touch it are kept, and cut along
//! `f = 0` after lattice vertices near the surface have been warped onto it (Labelle and Shewchuk,
//! 2007). No cell can be badly shaped, whatever the solid: in space every dihedral angle is between
//! 9.3 and 161.7 degrees, and in the plane every angle between 16.7 and 129.3 degrees. The boundary is
//! a manifold. Parts and gaps thinner than a cell are lost; [`Stuffed::warnings`] says so.

mod background;
mod cut;
mod graded;
mod lattice;
mod manifold;
mod stencil;
mod thin;

use super::RawMesh;
use crate::error::{Code, Error, Result};
use crate::progress::{Progress, check};
use background::Background;
use lattice::Lattice;

/// Cell sizes that are tried to reach a number of cells.
const TRIES: usize = 8;
/// Miss in the logarithm of the number of cells that is good enough.
const CLOSE: f64 = 0.03;

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
    /// Lattice vertices that were kept off the surface to keep the boundary a manifold.
    pub held: usize,
}

/// Fills a solid with simplices.
pub fn stuff(field: &dyn SignedField, how: &Stuffing, progress: &dyn Progress) -> Result<Stuffed> {
    let (low, high) = checked_bounds(field)?;
    let box_ = (low.as_slice(), high.as_slice());
    match how.size {
        Size::Cell(h) if h.is_finite() && h > 0.0 => {
            with_cell(field, box_, h, how.graded, progress)
        }
        Size::Cell(h) => {
            Err(Error::new(Code::Numeric, format!("the cell size {h} is not a positive length")))
        }
        Size::About(0) => Err(Error::new(Code::Numeric, "a mesh needs at least one cell")),
        Size::About(count) => about(field, box_, count, how.graded, progress),
    }
}

/// Looks for the cell size `h` that gives about `count` cells.
///
/// `log count` is nearly linear in `log h`: the slope is minus the dimension at first (less if cells
/// are graded), then that of the last two sizes.
fn about(
    field: &dyn SignedField,
    bounds: (&[f64], &[f64]),
    count: usize,
    graded: bool,
    progress: &dyn Progress,
) -> Result<Stuffed> {
    let dim = field.dim();
    // the first guess fills the box; a flat box is taken as a cube
    let extents: Vec<f64> = bounds.0.iter().zip(bounds.1).map(|(a, b)| b - a).collect();
    let longest = extents.iter().copied().fold(0.0, f64::max);
    let volume: f64 = extents.iter().map(|e| e.max(longest / 100.0)).product();
    let per_cell = if dim == 2 { 0.75f64.sqrt() / 2.0 } else { 1.0 / 12.0 };
    let mut h = (volume / per_cell / count as f64).powf(1.0 / dim as f64);
    let steepest = -(dim as f64);
    let mut slope = if graded { 0.7 * steepest } else { steepest };
    // sizes that give too many and too few cells, and the last size with its miss
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut last: Option<(f64, f64)> = None;
    let mut best: Option<(f64, Stuffed)> = None;
    for _ in 0..TRIES {
        let stuffed = match with_cell(field, bounds, h, graded, progress) {
            Err(error) if error.code == Code::MeshEmpty && best.is_none() => {
                h /= 2.0;
                continue;
            }
            other => other?,
        };
        let miss = (stuffed.mesh.cells.len() as f64 / (dim + 1) as f64 / count as f64).ln();
        if best.as_ref().is_none_or(|(least, _)| miss.abs() < *least) {
            best = Some((miss.abs(), stuffed));
        }
        if miss.abs() < CLOSE {
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
    match best {
        Some((_, stuffed)) => Ok(stuffed),
        None => with_cell(field, bounds, h, graded, progress),
    }
}

fn with_cell(
    field: &dyn SignedField,
    bounds: (&[f64], &[f64]),
    h: f64,
    graded: bool,
    progress: &dyn Progress,
) -> Result<Stuffed> {
    let lattice = Lattice::new(field, bounds, h, progress)?;
    let background = Background::new(&lattice, graded);
    check(progress)?;
    progress.stage("cut the lattice", 0);
    let cut = cut::cut(field, &background)?;
    let mesh = cut.mesh;
    if mesh.cells.is_empty() {
        let message = format!("no lattice point is inside the solid at a cell size of {h:.3e} m");
        let help = "use smaller cells; if there are none inside then, the solid is empty";
        return Err(Error::new(Code::MeshEmpty, message).help(help));
    }
    let mut warnings = thin::warnings(field, &lattice, &background, [&cut.lost, &cut.filled])?;
    if lattice.leaks {
        warnings.push("the field is negative outside its bounds; the solid ends there".to_owned());
    }
    Ok(Stuffed { mesh, cell: h, warnings, held: cut.held })
}

fn checked_bounds(field: &dyn SignedField) -> Result<(Vec<f64>, Vec<f64>)> {
    let (dim, (low, high)) = (field.dim(), field.bounds());
    if !matches!(dim, 2 | 3) || low.len() != dim || high.len() != dim {
        let message = format!("a field of dimension {dim} is not one of the plane or of space");
        return Err(Error::new(Code::Format, message));
    }
    for c in 0..dim {
        let extent = high[c] - low[c];
        if !(extent.is_finite() && extent >= 0.0) {
            let message =
                format!("the solid reaches from {} to {} along axis {c}", low[c], high[c]);
            return Err(Error::new(Code::MeshNotFinite, message));
        }
    }
    if (0..dim).all(|c| high[c] == low[c]) {
        return Err(Error::new(Code::MeshEmpty, "the box around the solid is a point"));
    }
    Ok((low, high))
}

/// The field at points: as many as asked for, none NaN, infinities as large numbers.
fn sample(field: &dyn SignedField, points: &[f64]) -> Result<Vec<f64>> {
    let dim = field.dim();
    let mut values = field.values(points);
    if values.len() * dim != points.len() {
        let message =
            format!("the field has {} values at {} points", values.len(), points.len() / dim);
        return Err(Error::new(Code::Array, message));
    }
    for (value, point) in values.iter_mut().zip(points.chunks_exact(dim)) {
        if value.is_nan() {
            let message = format!("the field is not a number at {point:?}");
            return Err(Error::new(Code::MeshNotFinite, message));
        }
        *value = value.clamp(-1e150, 1e150);
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
