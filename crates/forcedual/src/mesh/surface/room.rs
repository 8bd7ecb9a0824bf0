//! Whether a mesh fits into the memory that is free, told before any of it is made.
//!
//! A solid of volume `V` and area `A` has about `(V + A h / 6) / v` simplices of size `h`, each of
//! volume `v`; where only those at the surface are that small, at least those of three layers.

use crate::error::{Code, Error, Result};
use crate::memory::size_text;
use crate::mesh::stuffing::{Size, Stuffing, fits};
use crate::text::significant;

/// Bytes that a simplex takes at least until the mesh is written.
const LEAST: f64 = 250.0;
/// Share of the free memory that an advised mesh takes at most.
const SAFE: f64 = 0.8;
/// Halvings to find the smallest cells that fit.
const HALVINGS: usize = 40;

/// A solid, and the memory that there is for its mesh.
pub(super) struct Room {
    pub extents: Vec<f64>,
    /// Volume and area (area and length in the plane).
    pub volume: f64,
    pub area: f64,
    /// Free memory in bytes, if that is known.
    pub free: Option<f64>,
}

impl Room {
    /// About how many simplices of a size there are.
    pub(super) fn cells(&self, cell: f64, graded: bool) -> f64 {
        let each = match self.extents.len() {
            2 => 0.75f64.sqrt() / 2.0 * cell.powi(2),
            _ => cell.powi(3) / 12.0,
        };
        let all = self.volume + cell * self.area / 6.0;
        let filled = if graded { all.min(3.0 * cell * self.area) } else { all };
        filled / each
    }

    /// Whether so many simplices fit into a share of the memory.
    fn takes(&self, cells: f64, share: f64) -> bool {
        self.free.is_none_or(|free| LEAST * cells <= share * free)
    }

    /// Whether simplices of a size can be made.
    pub(super) fn holds(&self, cell: f64, graded: bool) -> bool {
        fits(&self.extents, cell) && self.takes(self.cells(cell, graded), 1.0)
    }

    /// An error if the simplices do not fit.
    pub(super) fn check(&self, how: &Stuffing) -> Result<()> {
        let (what, cells, fitting) = match how.size {
            Size::About(count) if !self.takes(count as f64, 1.0) => {
                let most = (SAFE * self.free.unwrap_or(0.0) / LEAST).floor();
                (format!("{count} cells"), count as f64, format!("{} cells fit", many(most)))
            }
            Size::Cell(cell) if cell.is_finite() && cell > 0.0 && !self.holds(cell, how.graded) => {
                let fitting = self.smallest(cell, how.graded);
                let cells = self.cells(cell, how.graded);
                let what =
                    format!("cells of {} m, about {} of them,", significant(cell), many(cells));
                let fitting = format!(
                    "cells of {} m fit, about {} of them",
                    significant(fitting),
                    many(self.cells(fitting, how.graded))
                );
                (what, cells, fitting)
            }
            _ => return Ok(()),
        };
        let needed = size_text((LEAST * cells) as u64);
        let message = match self.free.filter(|_| !self.takes(cells, 1.0)) {
            Some(free) => {
                format!(
                    "{what} need at least {needed} of memory, and {} are free",
                    size_text(free as u64)
                )
            }
            None => format!("{what} need too large a lattice around the solid"),
        };
        Err(Error::new(Code::Memory, message).help(format!("ask for fewer: {fitting}")))
    }

    /// About the smallest size that fits, at least as large as one that does not.
    fn smallest(&self, cell: f64, graded: bool) -> f64 {
        let longest = self.extents.iter().copied().fold(cell, f64::max);
        let (mut small, mut large) = (cell, longest);
        for _ in 0..HALVINGS {
            let middle = (small * large).sqrt();
            let good = fits(&self.extents, middle) && self.takes(self.cells(middle, graded), SAFE);
            *(if good { &mut large } else { &mut small }) = middle;
        }
        // what is written down is rounded
        1.01 * large
    }
}

/// A large number, roughly.
pub(super) fn many(count: f64) -> String {
    match count {
        c if c < 1e3 => format!("{c:.0}"),
        c if c < 1e6 => {
            let digit = 10f64.powf(c.log10().floor() - 2.0);
            format!("{:.0}", (c / digit).round() * digit)
        }
        c if c < 1e9 => format!("{} million", significant(c / 1e6)),
        c => format!("{c:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(free: Option<f64>) -> Room {
        Room { extents: vec![1.0; 3], volume: 1.0, area: 6.0, free }
    }

    fn sized(cell: f64) -> Stuffing {
        Stuffing { size: Size::Cell(cell), graded: false }
    }

    #[test]
    fn what_does_not_fit_is_refused_and_what_is_advised_fits() {
        let room = cube(Some(f64::from(1u32 << 30)));
        // 12 million cells of 250 bytes
        assert!(room.check(&sized(0.02)).is_ok());
        for cell in [0.01, 1e-9] {
            let error = room.check(&sized(cell)).unwrap_err();
            assert_eq!(error.code, Code::Memory);
            let help = error.help.unwrap();
            let advised: f64 = help.split(' ').nth(5).unwrap().parse().unwrap();
            assert!(room.check(&sized(advised)).is_ok(), "{help}");
            assert!(room.check(&sized(0.9 * advised)).is_err(), "{help}");
            assert!(help.ends_with("million of them"), "{help}");
        }
        let message = room.check(&sized(0.01)).unwrap_err().message;
        assert!(message.contains("need at least 2.8") && message.contains("and 1.00 GiB are free"));
        let about = |count| room.check(&Stuffing { size: Size::About(count), graded: false });
        assert!(about(4_000_000).is_ok());
        assert_eq!(
            about(5_000_000).unwrap_err().help.unwrap(),
            "ask for fewer: 3.44 million cells fit"
        );
        // where nothing is known of the memory a lattice has an end all the same
        let error = cube(None).check(&sized(1e-9)).unwrap_err();
        assert!(error.message.contains("too large a lattice"), "{}", error.message);
        assert!(cube(None).check(&sized(0.011)).is_ok());
    }

    #[test]
    fn cells_that_grow_away_from_the_surface_are_fewer() {
        let room = cube(None);
        assert!(room.cells(0.001, true) < 0.02 * room.cells(0.001, false));
        assert_eq!(room.cells(0.4, true), room.cells(0.4, false));
    }

    #[test]
    fn large_numbers_are_rounded() {
        let said = [7.0, 36_210.0, 6.5e8, 1.2e28].map(many);
        assert_eq!(said, ["7", "36200", "650 million", "1.2e28"]);
    }
}
