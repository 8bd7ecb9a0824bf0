//! The loops of a drawing, and whether it has an inside.

use super::Head;
use crate::error::{Code, Result};
use crate::mesh::io::Surface;
use crate::mesh::surface::{Drawn, Outline, Shape};
use crate::progress::Progress;
use serde::Serialize;

/// What is known about a drawing.
#[derive(Debug, Clone, Serialize)]
pub struct DrawingFindings {
    /// What is said first.
    #[serde(flatten)]
    pub head: Head,
    /// Its curves, where they can be followed.
    pub drawing: Option<Drawn>,
}

/// A drawing that could be read, and its outlines or why there are none.
pub(super) struct Drawing {
    positions: Vec<f64>,
    outlines: Result<Vec<Outline>>,
}

impl Drawing {
    /// Of closed outlines.
    pub fn new(outlines: Vec<Outline>) -> Self {
        let positions = outlines.iter().flat_map(|o| &o.curve.positions).copied().collect();
        Drawing { positions, outlines: Ok(outlines) }
    }

    /// Of lines in the plane, which may not be closed.
    pub fn of_lines(lines: Surface) -> Self {
        let positions = lines.positions.clone();
        let outlines = Shape::of(lines).map(|shape| match shape {
            Shape::Plane(outlines) => outlines,
            Shape::Space(_) => Vec::new(),
        });
        Drawing { positions, outlines }
    }

    /// Looks at it.
    pub fn examine(self, progress: &dyn Progress) -> Result<DrawingFindings> {
        let drawn = self.outlines.and_then(|outlines| Drawn::new(&outlines, progress));
        if let Err(error) = &drawn
            && error.code == Code::Cancelled
        {
            return Err(error.clone());
        }
        let refusal = match &drawn {
            Err(error) => Some(error.message.clone()),
            Ok(drawn) => (drawn.area == Some(0.0)).then(|| "it encloses nothing".to_owned()),
        };
        let defects = drawn.as_ref().map(Drawn::sentences).unwrap_or_default();
        let head = Head::new(&self.positions, 2, refusal, defects);
        Ok(DrawingFindings { head, drawing: drawn.ok() })
    }
}
