//! A signed field that has been checked, cut off at its bounds.

use super::SignedField;
use crate::error::{Code, Error, Result};
use std::cell::Cell;

/// A field with its bounds.
pub(super) struct Solid<'a> {
    field: &'a dyn SignedField,
    pub dim: usize,
    pub low: Vec<f64>,
    pub high: Vec<f64>,
    /// The field has been negative outside its bounds.
    pub leaks: Cell<bool>,
}

impl<'a> Solid<'a> {
    pub(super) fn new(field: &'a dyn SignedField) -> Result<Self> {
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
        if low == high {
            return Err(Error::new(Code::MeshEmpty, "the box around the solid is a point"));
        }
        Ok(Solid { field, dim, low, high, leaks: Cell::new(false) })
    }

    /// Extents of the bounds.
    pub(super) fn extents(&self) -> impl Iterator<Item = f64> {
        self.low.iter().zip(&self.high).map(|(a, b)| b - a)
    }

    /// Volume of the solid, if it is known.
    pub(super) fn volume(&self) -> Option<f64> {
        self.field.volume()
    }

    /// Bound on the slope of the field outside and inside the bounds, if there is one.
    pub(super) fn slope(&self) -> Option<f64> {
        self.field.slope().map(|slope| slope.max(1.0)).filter(|slope| slope.is_finite())
    }

    /// How far out of the bounds a point is; not positive within.
    pub(super) fn beyond(&self, point: &[f64]) -> f64 {
        let out = |c: usize| (self.low[c] - point[c]).max(point[c] - self.high[c]);
        (0..self.dim).map(out).fold(f64::MIN, f64::max)
    }

    /// The field at points: as many as asked for, none NaN, infinities as large numbers, at least
    /// the distance to the bounds outside them.
    pub(super) fn sample(&self, points: &[f64]) -> Result<Vec<f64>> {
        let mut values = self.field.values(points);
        let (found, asked) = (values.len(), points.len() / self.dim);
        if found != asked {
            let message = format!("the field has {found} values at {asked} points");
            return Err(Error::new(Code::Array, message));
        }
        let negligible = 1e-3 * self.extents().fold(0.0, f64::max);
        for (value, point) in values.iter_mut().zip(points.chunks_exact(self.dim)) {
            if value.is_nan() {
                let message = format!("the field is not a number at {point:?}");
                return Err(Error::new(Code::MeshNotFinite, message));
            }
            *value = value.clamp(-1e150, 1e150);
            let beyond = self.beyond(point);
            if beyond > 0.0 && *value < beyond {
                self.leaks.set(self.leaks.get() || (*value < 0.0 && beyond > negligible));
                *value = beyond;
            }
        }
        Ok(values)
    }
}
