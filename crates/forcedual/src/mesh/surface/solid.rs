//! A shape that has an inside: filled, compared with its mesh, and which cells would keep the rest.

use super::kept::Lost;
use super::parts::Parts;
use super::room::{Room, many};
use super::{Diagnosis, Filled, SurfaceField};
use crate::error::{Code, Error, Result};
use crate::mesh::io::Surface;
use crate::mesh::stuffing::{SignedField, Size, Stuffed, Stuffing, Topology, fits, missed, stuff};
use crate::progress::Progress;
use crate::text::{place, significant};
use std::borrow::Cow;
use std::cell::OnceCell;

/// How many times as many simplices thin parts may cost.
pub const FINEST: usize = 16;
/// Simplices of the finest mesh that is tried only to say which cells keep everything.
const TRIED: usize = 300_000;
/// How many times as fine as cells the lattices are that tell how overlapping shells hang together, and
/// about how many of their cells lie at the surface, at most.
const FINER: [f64; 2] = [2.0, 2.5];
const LOOKED: f64 = 1e6;
/// Edges of plates and rods thinner than so many cells bulge, and those of so many do not; a plate or rod
/// is so many times as long as it is thick.
const THICK: [f64; 2] = [1.3, 1.4];
const LONG: f64 = 4.0;
/// How many times as many simplices a solid gets that is thinner than those asked for are large.
const THIN: usize = 4;
/// So many are made in any case, and so many where thin parts are to be kept.
const FEW: [usize; 2] = [1_000, 10_000];

/// The most simplices that a thin solid gets where `count` were asked for.
pub fn most_cells(count: usize) -> usize {
    count.saturating_mul(THIN).max(FEW[0])
}

/// A shape that is known to have an inside.
pub(super) struct Solid<'a> {
    pub field: SurfaceField,
    pub parts: Parts,
    pub surfaces: Vec<Cow<'a, Surface>>,
    pub diagnosis: Diagnosis,
    /// Free memory in bytes, if that is known.
    pub free: Option<f64>,
    /// What shells that overlap hang together like on two lattices, once it was looked for.
    pub whole: [OnceCell<Option<Topology>>; 2],
    /// What was noted about a drawing.
    pub notes: Vec<String>,
}

fn count(stuffed: &Stuffed) -> usize {
    stuffed.mesh.cells.len() / (stuffed.mesh.dim + 1)
}

/// Cells that are smaller by as much as gives twice as many, of a size that can be written down.
fn finer(how: &Stuffing, stuffed: &Stuffed) -> Stuffing {
    let cell = stuffed.cell * 0.5f64.powf(1.0 / stuffed.mesh.dim as f64);
    Stuffing { size: Size::Cell(rounded(cell)), ..*how }
}

/// Whether anything of the shape is not in the simplices.
pub(super) fn lacks(stuffed: &Stuffed, lost: &Lost) -> bool {
    !stuffed.warnings.is_empty() || lost.any() || lost.farthest.0 > stuffed.cell
}

/// About the size of cells that keep what was lost, where that is known and they are smaller.
fn needed(stuffed: &Stuffed, lost: &Lost) -> Option<f64> {
    lost.needed.filter(|needed| lost.any() && *needed < stuffed.cell)
}

/// What [`significant`] writes.
fn rounded(cell: f64) -> f64 {
    significant(cell).parse().unwrap_or(cell)
}

impl Solid<'_> {
    /// Simplices, and what they lost.
    pub(super) fn stuff(&self, how: &Stuffing, progress: &dyn Progress) -> Result<(Stuffed, Lost)> {
        let stuffed = self.simplices(how, progress)?;
        let surfaces: Vec<&Surface> = self.surfaces.iter().map(|s| &**s).collect();
        let whole = |k: usize| self.whole(k, stuffed.cell, progress);
        let made = (&stuffed.mesh, stuffed.cell);
        let lost = Lost::new(&self.field, &self.parts, &surfaces, made, &whole, progress)?;
        Ok((stuffed, lost))
    }

    /// Simplices no larger than the solid is thick, if a number of them is asked for.
    fn simplices(&self, how: &Stuffing, progress: &dyn Progress) -> Result<Stuffed> {
        let thin = match how.size {
            Size::About(count) => self.diagnosis.too_thin_for(count).map(|thin| (count, thin)),
            Size::Cell(_) => None,
        };
        let Some((asked, (thick, cell, cells))) = thin else {
            self.room().check(how)?;
            let found = stuff(&self.field, how, progress);
            return found.map_err(|error| self.too_large(error, how.graded));
        };
        let cell = rounded(cell);
        let so_thin = format!("the solid is at most about {} m thick", significant(thick));
        if cells > most_cells(asked) || !self.room().holds(cell, how.graded) {
            let message = format!("{so_thin}: {asked} cells are too large to find it");
            let mut help = self.smaller(cell, how.graded);
            if self.finds_thin(cell, cells, how) {
                help += "; `--thin` (in scenes `thin = true`) does it too";
            }
            return Err(Error::new(Code::MeshEmpty, message).help(help));
        }
        let mut stuffed =
            stuff(&self.field, &Stuffing { size: Size::Cell(cell), ..*how }, progress)?;
        let why = match count(&stuffed) > asked {
            true => format!("{so_thin}, larger cells lose it"),
            false => format!("{so_thin}, and cells that small are fewer in it"),
        };
        stuffed.missed = missed(count(&stuffed), asked, &why);
        Ok(stuffed)
    }

    /// Pieces, handles and cavities of shells in space that overlap, on one of two lattices that are
    /// finer than the cells of the first mesh for which it is asked.
    fn whole(&self, k: usize, cell: f64, progress: &dyn Progress) -> Result<Option<Topology>> {
        if let Some(known) = self.whole[k].get() {
            return Ok(*known);
        }
        let h = cell / FINER[k];
        let found = match self.parts.vague
            && self.field.dim() == 3
            && !self.diagnosis.loose
            && self.diagnosis.area < LOOKED * h.powi(2)
            && fits(&self.room().extents, h)
        {
            true => Some(Topology::new(&self.field, h, progress)?),
            false => None,
        };
        Ok(*self.whole[k].get_or_init(|| found))
    }

    fn room(&self) -> Room {
        let (low, high) = self.field.bounds();
        Room {
            extents: low.iter().zip(high).map(|(a, b)| b - a).collect(),
            volume: self.parts.volume,
            area: self.diagnosis.area,
            free: self.free,
        }
    }

    /// What it was filled with, and what it lost.
    pub(super) fn filled(self, stuffed: Stuffed, lost: Vec<String>) -> Filled {
        let bulges = self.bulges(stuffed.cell);
        let notes = self.notes.into_iter().chain(bulges).collect();
        Filled { stuffed, diagnosis: self.diagnosis, lost, notes }
    }

    /// Cells of a size, how they are asked for, and how many they are.
    fn named(&self, cell: f64, graded: bool) -> String {
        let cells = many(self.room().cells(cell, graded));
        let cell = significant(cell);
        format!("{cell} m (`--cell {cell}`, in scenes `cell = {cell}`), about {cells} of them")
    }

    /// Which cells find a solid in which none were.
    fn smaller(&self, cell: f64, graded: bool) -> String {
        let cell = rounded(cell);
        match self.room().holds(cell, graded) {
            true => format!("ask for cells of {}, or make it thicker", self.named(cell, graded)),
            false => "make it thicker: cells that small would be too many".to_owned(),
        }
    }

    /// Whether so many smaller cells, which find a thin solid, are made where thin parts are to be kept.
    fn finds_thin(&self, cell: f64, cells: usize, how: &Stuffing) -> bool {
        let (asked, largest) = match how.size {
            Size::Cell(cell) => (self.diagnosis.cells_of(cell), cell),
            Size::About(count) => (count, f64::INFINITY),
        };
        cell < largest
            && cells <= asked.saturating_mul(FINEST).max(FEW[1])
            && self.room().holds(cell, how.graded)
    }

    fn too_large(&self, error: Error, graded: bool) -> Error {
        match self.diagnosis.thick() {
            Some((_, cell, _)) if error.code == Code::MeshEmpty => {
                error.help(self.smaller(rounded(cell), graded))
            }
            _ => error,
        }
    }

    /// Simplices made smaller until nothing is lost, or there are too many; and what is lost.
    pub(super) fn stuff_thin(
        &self,
        how: &Stuffing,
        progress: &dyn Progress,
    ) -> Result<(Stuffed, Vec<String>)> {
        let (mut stuffed, mut lost) = match self.stuff(how, progress) {
            // what is thinner than the cells that were asked for
            Err(error) if error.code == Code::MeshEmpty => match self.diagnosis.thick() {
                Some((_, cell, cells)) if self.finds_thin(cell, cells, how) => {
                    self.stuff(&Stuffing { size: Size::Cell(rounded(cell)), ..*how }, progress)?
                }
                Some((thick, cell, _)) => {
                    let message = format!(
                        "the solid is at most about {} m thick: {FINEST} times as many cells as asked for are too large to find it",
                        significant(thick)
                    );
                    let help = self.smaller(cell, how.graded);
                    return Err(Error::new(error.code, message).help(help));
                }
                None => return Err(error),
            },
            found => found?,
        };
        let first = stuffed.mesh.cells.len();
        // every round doubles the number of cells, if they are all of one size
        let mut refused = None;
        while lacks(&stuffed, &lost) && 20 * stuffed.mesh.cells.len() <= 11 * FINEST * first {
            match self.stuff(&finer(how, &stuffed), progress) {
                Ok(found) => (stuffed, lost) = found,
                Err(error) if error.code == Code::Cancelled => return Err(error),
                Err(error) => {
                    refused = Some(error.message);
                    break;
                }
            }
        }
        let mut sentences = self.said(&lost, stuffed.cell);
        let cell = significant(stuffed.cell);
        if let Some(why) = refused {
            sentences
                .push(format!("the limit is reached: cells smaller than {cell} m fail, {why}"));
        } else if lacks(&stuffed, &lost) {
            let needs = match needed(&stuffed, &lost) {
                Some(needed) => self.needs(needed, how.graded),
                None => format!("cells smaller than {cell} m may keep the rest"),
            };
            sentences
                .push(format!("the limit of {FINEST} times as many cells is reached: {needs}"));
        }
        if let Size::About(asked) = how.size {
            let why = "what is thin needs smaller ones";
            let found = count(&stuffed);
            stuffed.missed = stuffed.missed.or_else(|| missed(found, asked, why));
        }
        Ok((stuffed, sentences))
    }

    /// Sentences about what was lost.
    pub(super) fn said(&self, lost: &Lost, cell: f64) -> Vec<String> {
        let mut all = lost.sentences.clone();
        all.extend(lost.remarks.iter().cloned());
        let (distance, at) = lost.farthest;
        if distance > cell {
            all.push(format!(
                "the surface is up to {} m ({:.1} cells) away from the mesh, at {}: what is thin there is cut off or filled",
                significant(distance),
                distance / cell,
                place(&at[..self.field.dim()])
            ));
        }
        all
    }

    /// That the rims of a plate or rod bulge which is hardly thicker than a cell, if it is one.
    fn bulges(&self, cell: f64) -> Option<String> {
        let (thick, ..) = self.diagnosis.thick()?;
        let longest = self.room().extents.into_iter().fold(0.0, f64::max);
        let hollow = self.parts.list.iter().any(|part| part.cavity);
        (thick < THICK[0] * cell && longest > LONG * thick && !hollow).then(|| {
            let finer = significant(thick / THICK[1]);
            format!(
                "the solid is {:.1} cells thick: rims and edges bulge by up to 0.3 of a cell; cells of {finer} m (`--cell {finer}`, in scenes `cell = {finer}`) follow them",
                thick / cell
            )
        })
    }

    fn needs(&self, cell: f64, graded: bool) -> String {
        let cell = rounded(cell);
        match self.room().holds(cell, graded) {
            true => {
                let named = self.named(cell, graded);
                format!("to keep everything, cells of about {named}, or smaller ones are needed")
            }
            false => format!(
                "to keep everything, cells of about {} m would be needed, about {} of them: more than can be made here; what is thin must become thicker or gaps wider",
                significant(cell),
                many(self.room().cells(cell, graded))
            ),
        }
    }

    /// About which cells keep what those of one size lost.
    pub(super) fn estimate(&self, stuffed: &Stuffed, lost: &Lost, graded: bool) -> String {
        match needed(stuffed, lost) {
            Some(needed) => self.needs(needed, graded),
            None => format!(
                "to keep everything, `--thin` (in scenes `thin = true`) looks for cells smaller than {} m, up to {FINEST} times as many",
                significant(stuffed.cell)
            ),
        }
    }

    /// Which cells keep what was lost, found by trying.
    pub(super) fn advice(
        &self,
        how: &Stuffing,
        stuffed: &Stuffed,
        lost: &Lost,
        progress: &dyn Progress,
    ) -> Result<String> {
        let most = (FINEST * count(stuffed)).min(TRIED);
        let times = |cell: f64| (stuffed.cell / (2.0 * cell)).powi(stuffed.mesh.dim as i32);
        let hopeless = |cell: f64| times(cell) * count(stuffed) as f64 > most as f64;
        if needed(stuffed, lost).is_some_and(hopeless) {
            return Ok(self.estimate(stuffed, lost, how.graded));
        }
        let mut last = Cow::Borrowed(stuffed);
        let mut next = finer(how, stuffed);
        // the next one has about twice as many
        while 2 * count(&last) <= most * 11 / 10 {
            let (tried, lost) = match self.stuff(&next, progress) {
                Err(error) if error.code != Code::Cancelled => break,
                other => other?,
            };
            if !lacks(&tried, &lost) {
                let cell = significant(tried.cell);
                let all = if lost.remarks.is_empty() { "everything" } else { "everything else" };
                return Ok(format!(
                    "cells of {cell} m (`--cell {cell}`, in scenes `cell = {cell}`), {} of them, keep {all}",
                    count(&tried)
                ));
            }
            next = finer(how, &tried);
            last = Cow::Owned(tried);
        }
        Ok(self.estimate(&last, lost, how.graded))
    }
}
