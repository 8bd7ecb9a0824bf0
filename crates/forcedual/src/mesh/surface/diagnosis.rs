//! What was wrong with a surface, in plain sentences.

use super::tree::{Point, minus, square};
use crate::error::listed;
use crate::mesh::io::Surface;
use crate::text::{place, significant};
use serde::Serialize;
use std::collections::BTreeMap;

/// Crossings are counted up to this many and one more.
pub(super) const CROSSINGS: usize = 1000;

/// Holes that are described, at most.
const DESCRIBED: usize = 3;
/// Triangles without area that are named, at most.
pub(super) const NAMED: usize = 5;

/// A hole in a surface.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hole {
    /// The middle of its rim, m.
    pub centre: [f64; 3],
    /// How wide it is, m.
    pub diameter: f64,
}

/// The largest holes, from the triangles that close them: the last corner is the middle.
pub(super) fn largest_holes(caps: &Surface) -> Vec<Hole> {
    let point = |i: u32| -> Point { std::array::from_fn(|c| caps.positions[3 * i as usize + c]) };
    let mut rims: BTreeMap<u32, Vec<Point>> = BTreeMap::new();
    for &[a, b, middle] in caps.facets.as_chunks().0 {
        rims.entry(middle).or_default().extend([point(a), point(b)]);
    }
    let away = |from: Point| move |p: &Point| square(minus(*p, from));
    let farthest = |rim: &[Point], from: Point| {
        rim.iter().copied().max_by(|p, q| away(from)(p).total_cmp(&away(from)(q))).unwrap_or(from)
    };
    let mut holes: Vec<Hole> = rims
        .into_iter()
        .map(|(middle, rim)| {
            let end = farthest(&rim, point(middle));
            let other = farthest(&rim, end);
            Hole { centre: point(middle), diameter: away(end)(&other).sqrt() }
        })
        .collect();
    holes.sort_by(|a, b| b.diameter.total_cmp(&a.diameter));
    holes.truncate(DESCRIBED);
    holes
}

/// What [`mend`](fn@super::mend) found. Everything is counted before it was put right.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Diagnosis {
    /// Triangles (segments in the plane).
    pub facets: usize,
    /// Places that corners of facets have.
    pub vertices: usize,
    /// Vertices joined with another that lies next to them.
    pub joined: usize,
    /// Pieces that are connected through edges.
    pub shells: usize,
    /// Pieces of the solid, where they are known: shells do not overlap.
    pub pieces: Option<usize>,
    /// Triangles without area.
    pub degenerate: usize,
    /// The numbers of the first five of them, from zero.
    pub flat: Vec<usize>,
    /// Copies of earlier triangles, whatever their direction.
    pub duplicates: usize,
    /// Triangles that face against most of their patch.
    pub flipped: usize,
    /// Whole patches that faced the wrong way.
    pub turned: usize,
    /// Patches that face inwards because they are walls of cavities.
    pub inward: usize,
    /// Patches that have only one side, like a Moebius strip.
    pub one_sided: usize,
    /// Edges of more than two triangles.
    pub non_manifold: usize,
    /// Edges of one triangle (ends of curves in the plane).
    pub open_edges: usize,
    /// Holes: connected groups of open edges in shells that enclose something.
    pub holes: usize,
    /// The largest holes, at most three.
    pub largest_holes: Vec<Hole>,
    /// Shells whose rim is so wide, or that are so folded, that they enclose nothing.
    pub sheets: usize,
    /// There are only sheets: what they surround on nearly all sides is inside.
    pub loose: bool,
    /// Shells with the solid on both sides: they bound nothing.
    pub buried: usize,
    /// Pairs of triangles that pass through each other, if they were looked for; 1001 stands for
    /// more than 1000.
    pub crossings: Option<usize>,
    /// Volume of the solid, what several shells enclose counted once; zero in the plane.
    pub volume: f64,
    /// Shells overlap or are loose: the volume is an estimate, good to about a percent.
    pub estimated: bool,
    /// Diameter of the largest ball that was found in the solid, in m, if one was looked for.
    pub thickest: Option<f64>,
    /// Area of the surface (length in the plane).
    pub area: f64,
}

/// What is told of a kind of defect besides how many there are.
#[derive(Clone, Copy)]
enum Besides {
    Nothing,
    Numbers,
    OpenEdges,
    /// There may be more than were counted.
    More,
}

impl Diagnosis {
    /// Whether nothing had to be put right and nothing looks odd.
    pub fn is_clean(&self) -> bool {
        self.sentences().is_empty()
    }

    /// About how thick (m) a solid in space is at most, cells that find all of it, and how many they
    /// are: plates need cells as large as they are thick, rods and balls half as large.
    pub fn thick(&self) -> Option<(f64, f64, usize)> {
        // a rough body has small balls at its walls, but more volume than its area needs
        let ball = self.thickest.filter(|_| !self.estimated)?;
        let flat = 2.0 * self.volume / self.area;
        let thick = ball.max(flat);
        let cell = flat.max(0.5 * thick);
        Some((thick, cell, self.cells_of(cell)))
    }

    /// About how many cells of a size fill a solid in space.
    pub(super) fn cells_of(&self, cell: f64) -> usize {
        (12.0 * self.volume / cell.powi(3)) as usize
    }

    /// That, if so many cells are larger than the solid is thick.
    pub fn too_thin_for(&self, cells: usize) -> Option<(f64, f64, usize)> {
        let cell = (12.0 * self.volume / cells as f64).cbrt();
        self.thick().filter(|(thick, ..)| *thick < cell)
    }

    /// Whether some kind of defect is rarer than in another surface.
    pub fn improves(&self, other: &Diagnosis) -> bool {
        self.kinds().iter().zip(other.kinds()).any(|(own, other)| own.0 < other.0)
    }

    /// That a surface which was mended has more crossings than before, if it has.
    pub fn more_crossings(&self, before: &Diagnosis) -> Option<String> {
        let more = self.crossings?.checked_sub(before.crossings?).filter(|more| *more > 0)?;
        let least = if self.crossings? > CROSSINGS { "at least " } else { "" };
        let pairs = if more == 1 { "pair" } else { "pairs" };
        Some(format!(
            "what closes the holes passes through other triangles: {least}{more} more {pairs} than before; holes that are not flat are closed better in a modelling program"
        ))
    }

    /// Defects: how many, one and several of them, what is done about them, what else is told.
    fn kinds(&self) -> [(usize, [&'static str; 2], &'static str, Besides); 11] {
        let (one, many) = ("triangle", "triangles");
        [
            (
                self.joined,
                ["vertex", "vertices"],
                "next to another: joined with it",
                Besides::Nothing,
            ),
            (self.degenerate, [one, many], "without area: counting for nothing", Besides::Numbers),
            (self.duplicates, [one, many], "with an earlier copy: left out", Besides::Nothing),
            (self.flipped, [one, many], "facing against the neighbours: turned", Besides::Nothing),
            (
                self.turned,
                match self.non_manifold {
                    0 => ["shell", "shells"],
                    // edges of more than two triangles divide a shell
                    _ => ["part of a shell", "parts of shells"],
                },
                "facing inwards: the outside is put outside",
                Besides::Nothing,
            ),
            (
                self.one_sided,
                ["patch", "patches"],
                "with only one side: no direction is right there",
                Besides::Nothing,
            ),
            (
                self.non_manifold,
                ["edge", "edges"],
                "of more than two triangles: what lies between them is filled",
                Besides::Nothing,
            ),
            (
                self.holes,
                ["hole", "holes"],
                "in the surface: closed by a cap of straight lines to the middle",
                Besides::OpenEdges,
            ),
            (
                self.sheets,
                ["open sheet", "open sheets"],
                match self.loose {
                    true => {
                        "and nothing closed: inside is only what is surrounded on nearly all sides"
                    }
                    false => "without an inside: left out",
                },
                Besides::Nothing,
            ),
            (
                self.buried,
                ["shell", "shells"],
                "within the solid, facing outwards: filled over; one that is to be a cavity must face inwards",
                Besides::Nothing,
            ),
            (
                self.crossings.unwrap_or(0),
                ["pair of triangles", "pairs of triangles"],
                match self.inward {
                    0 => "passing through each other: what is inside either part is filled",
                    _ => {
                        "passing through each other: a shell facing inwards is cut out of the others"
                    }
                },
                Besides::More,
            ),
        ]
    }

    /// One sentence for each thing that was wrong, with what was done about it.
    pub fn sentences(&self) -> Vec<String> {
        let found = self.kinds().into_iter().filter(|(count, ..)| *count > 0);
        found
            .map(|(count, [one, many], what, besides)| {
                let noun = if count == 1 { one } else { many };
                match besides {
                    Besides::More if count > CROSSINGS => {
                        format!("more than {CROSSINGS} {noun} {what}")
                    }
                    Besides::OpenEdges => {
                        let (edges, s) =
                            (self.open_edges, if self.open_edges == 1 { "" } else { "s" });
                        let widths = self.largest_holes.iter().map(|hole| {
                            // what is rounding beside the hole is zero
                            let near = 1e-9 * hole.diameter;
                            let centre = hole.centre.map(|x| if x.abs() < near { 0.0 } else { x });
                            format!("{} m wide at {}", significant(hole.diameter), place(&centre))
                        });
                        let widths: Vec<String> = widths.collect();
                        let most = if count > widths.len() { "the widest are " } else { "" };
                        let widths = widths.join(", ");
                        format!("{count} {noun} {what} ({edges} open edge{s}; {most}{widths})")
                    }
                    Besides::Numbers => {
                        let more = if count > self.flat.len() { ", ..." } else { "" };
                        let numbers = listed(&self.flat);
                        format!("{count} {noun} {what} (number {numbers}{more}, from 0)")
                    }
                    _ => format!("{count} {noun} {what}"),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::block;
    use super::super::{Surface, mend};
    use crate::progress::Silent;

    #[test]
    fn holes_and_triangles_without_area_are_named() {
        let whole = block([0.0; 3], [1.0, 1.0, 2.0]);
        // without the bottom, and a triangle without area in place of one of its two
        let facets = [&[3, 3, 1], &whole.facets[6..]].concat();
        let found = mend(&Surface { facets, ..whole }, &Silent).unwrap().diagnosis;
        assert_eq!((found.degenerate, &found.flat[..]), (1, &[0][..]));
        let hole = &found.largest_holes[0];
        assert_eq!((found.largest_holes.len(), hole.centre), (1, [0.5, 0.5, 0.0]));
        assert!((hole.diameter - 2f64.sqrt()).abs() < 1e-12, "{}", hole.diameter);
        let said = found.sentences().join("\n");
        assert!(said.contains("nothing (number 0, from 0)"), "{said}");
        assert!(said.contains("(4 open edges; 1.41 m wide at (0.500, 0.500, 0))"), "{said}");
    }
}
