//! What `forcedual check` says first about surfaces and drawings alike.

use crate::extent::{bounds, rounded, scale_guess, unit_hint};
use crate::output::{Table, significant};
use serde::Serialize;

/// Whether a shape can be filled, how large it is, and what is wrong with it.
#[derive(Serialize)]
pub struct Head {
    /// Can `forcedual mesh` fill it?
    pub usable: bool,
    /// Why not.
    refusal: Option<String>,
    /// Lower and upper corner, in the file's unit; in m if a drawing says its size.
    bounds: Option<[Vec<f64>; 2]>,
    /// Which unit the file is probably in.
    scale: Option<String>,
    /// What is wrong and what is done about it.
    defects: Vec<String>,
    hints: Vec<String>,
    /// Cells (m) that must be asked for because it is so thin.
    cell: Option<f64>,
}

impl Head {
    /// Of a shape with these points.
    pub fn new(
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

    /// With cells that must be asked for.
    pub fn with_cells(self, cell: Option<f64>) -> Self {
        Head { cell, ..self }
    }

    /// Adds its lines but the verdict.
    pub fn rows(&self, table: &mut Table) {
        if let Some([low, high]) = &self.bounds.as_ref().map(rounded) {
            let sides = low.iter().zip(high).map(|(a, b)| significant(b - a));
            table.row("extent", sides.collect::<Vec<_>>().join(" x "));
        }
        table.rows("unit", self.scale.as_slice());
        table.rows("defect", &self.defects);
        table.rows("hint", &self.hints);
    }

    /// Is it usable, but not clean?
    pub fn is_mended(&self) -> bool {
        self.usable && !self.defects.is_empty()
    }

    /// What `forcedual mesh` would do.
    pub fn verdict(&self) -> String {
        match (&self.refusal, self.cell, self.defects.is_empty()) {
            (Some(why), ..) => format!("`forcedual mesh` would refuse it: {why}"),
            (None, Some(cell), _) => {
                let cell = significant(cell);
                format!(
                    "it is no thicker than about {cell} m: `forcedual mesh` needs cells that small"
                )
            }
            (None, None, true) => "closed and clean: `forcedual mesh` fills it".to_owned(),
            (None, None, false) => "`forcedual mesh` mends and fills it".to_owned(),
        }
    }
}
