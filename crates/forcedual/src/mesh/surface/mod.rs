//! Solids from surfaces: what is inside a surface that may be damaged, and simplices that fill it.
//!
//! The solid inside a surface `S` is the field `f(x) = s(x) min_{y in S} |x - y|` with `s = -1` where
//! the winding number exceeds one half and `s = 1` elsewhere. Shells that lie within the solid are left
//! out. Where shells overlap, triangles inside the solid count for the distance too: there `|f|` is at
//! most the distance to the solid's boundary, and only the sign says where that is. [`mend`](fn@mend) first puts right what can be:
//! after that every edge is run along equally often in both directions, if need be by triangles
//! that cap holes; so winding numbers are integers, `f` is continuous with slope 1, and overlapping
//! or doubled shells (winding number 2) are filled like others.

mod cap;
mod diagnosis;
mod drawn;
mod field;
mod halved;
mod kept;
mod mend;
mod outline;
mod parts;
mod room;
mod shape;
mod shells;
mod silhouette;
mod solid;
mod svg;
mod tree;
mod weld;

pub use diagnosis::{Diagnosis, Hole};
pub use drawn::Drawn;
pub use field::SurfaceField;
pub use mend::{Mended, mend};
pub use shape::{Filled, Shape, USUAL};
pub use solid::{FINEST, most_cells};
pub(crate) use tree::Nearest;

use crate::mesh::io::Surface;

/// Which winding numbers are inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// More than one half.
    Positive,
    /// Anything but zero.
    NonZero,
    /// One, three, ... in either direction.
    Odd,
}

/// Closed curves in the plane and what is inside them.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// The segments.
    pub curve: Surface,
    /// What is inside.
    pub rule: Rule,
    /// Curves that did not end where they began and were closed by a line.
    pub open: usize,
    /// Segments that repeated others or had no length and were left out.
    pub dropped: usize,
    /// Rectangles as large as the page, behind all others, that were left out.
    pub papers: usize,
    /// Shapes with a stroke but no fill that were left out.
    pub unfilled: usize,
    /// It has no fill but is filled, because nothing in the drawing has one.
    pub hollow: bool,
    /// What else of the file is not used as it is drawn, one sentence each.
    pub notes: Vec<String>,
}

impl Outline {
    /// Curves without defects.
    fn new(curve: Surface, rule: Rule) -> Self {
        let notes = Vec::new();
        Outline { curve, rule, open: 0, dropped: 0, papers: 0, unfilled: 0, hollow: false, notes }
    }
}

#[cfg(test)]
mod tests;
