//! What is said first about surfaces and drawings alike.

use super::extent::{bounds, scale_guess, unit_hint};
use serde::Serialize;

/// Whether a shape can be filled, how large it is, and what is wrong with it.
#[derive(Debug, Clone, Serialize)]
pub struct Head {
    /// Can it be filled?
    pub usable: bool,
    /// Why not.
    pub refusal: Option<String>,
    /// Lower and upper corner, in the file's unit; in m if a drawing says its size.
    pub bounds: Option<[Vec<f64>; 2]>,
    /// Which unit the file is probably in.
    pub scale: Option<String>,
    /// What is wrong and what is done about it.
    pub defects: Vec<String>,
    /// What to look at.
    pub hints: Vec<String>,
    /// Cells (m) that must be asked for because it is so thin.
    pub cell: Option<f64>,
}

impl Head {
    /// Of a shape with these points.
    pub(super) fn new(
        positions: &[f64],
        dim: usize,
        refusal: Option<String>,
        defects: Vec<String>,
    ) -> Self {
        let bounds = bounds(positions, dim);
        Head {
            usable: refusal.is_none(),
            refusal,
            scale: bounds.as_ref().map(scale_guess),
            hints: bounds.iter().filter_map(unit_hint).collect(),
            bounds,
            defects,
            cell: None,
        }
    }

    /// Is it usable, but not clean?
    pub fn is_mended(&self) -> bool {
        self.usable && !self.defects.is_empty()
    }
}
