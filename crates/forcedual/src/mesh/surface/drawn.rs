//! What there is in a drawing: loops, holes, crossings, and what is done about damage.

use super::parts::Parts;
use super::{Outline, SurfaceField, outline};
use crate::error::Result;
use crate::mesh::io::Surface;
use crate::progress::{Progress, check};
use serde::Serialize;

/// Drawings with more segments are not searched for crossings.
const MOST: usize = 1 << 20;
/// Crossings that are counted, at most.
const MANY: usize = 1000;

/// What is known about a drawing. Everything is counted before it was put right.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Drawn {
    /// Straight segments, after curves became lines.
    pub segments: usize,
    /// Closed curves.
    pub loops: usize,
    /// Of them, those around a hole.
    pub holes: usize,
    /// Of them, those that bound nothing because other shapes cover both sides.
    pub covered: usize,
    /// Curves that did not end where they began.
    pub open: usize,
    /// Segments that repeat others or have no length.
    pub dropped: usize,
    /// Rectangles as large as the page behind everything else.
    pub papers: usize,
    /// Shapes with a stroke but no fill, which were left out.
    pub unfilled: usize,
    /// Shapes without a fill that are filled because nothing else has one.
    pub hollow: usize,
    /// What else of the file is not used as it is drawn, one sentence each.
    pub notes: Vec<String>,
    /// Pairs of segments that cross, at most 1000, if they were looked for.
    pub crossings: Option<usize>,
    /// Length of all curves, in m if the drawing says its size, else in the file's unit.
    pub length: f64,
    /// Area inside, in that unit squared; only known where nothing crosses.
    pub area: Option<f64>,
}

impl Drawn {
    /// Looks at outlines.
    pub fn new(outlines: &[Outline], progress: &dyn Progress) -> Result<Self> {
        let field = SurfaceField::planar(outlines)?;
        let mut drawn = Drawn::noted(outlines);
        for Outline { curve, .. } in outlines {
            drawn.segments += curve.facets.len() / 2;
            let mut begun: Option<u32> = None;
            for ends in curve.facets.as_chunks::<2>().0 {
                if ends[1] == *begun.get_or_insert(ends[0]) {
                    drawn.loops += 1;
                    begun = None;
                }
            }
        }
        drawn.length = outline::diagnosis(outlines).area;
        drawn.crossings = crossings(&field, outlines, progress)?;
        check(progress)?;
        let curves: Vec<&Surface> = outlines.iter().map(|o| &o.curve).collect();
        let parts = Parts::new(&field, &curves, drawn.crossings != Some(0), progress)?;
        drawn.holes = parts.list.iter().filter(|part| part.cavity).count();
        drawn.covered = parts.buried;
        drawn.area = (drawn.crossings == Some(0)).then_some(parts.volume);
        Ok(drawn)
    }

    /// What was noted when the outlines were read.
    pub(super) fn noted(outlines: &[Outline]) -> Self {
        let sum = |count: fn(&Outline) -> usize| outlines.iter().map(count).sum();
        let (open, dropped, papers) = (sum(|o| o.open), sum(|o| o.dropped), sum(|o| o.papers));
        let (unfilled, hollow) = (sum(|o| o.unfilled), sum(|o| usize::from(o.hollow)));
        let notes = outlines.iter().flat_map(|o| o.notes.clone()).collect();
        Drawn { open, dropped, papers, unfilled, hollow, notes, ..Drawn::default() }
    }

    /// One sentence for each thing that was wrong, with what is done about it.
    pub fn sentences(&self) -> Vec<String> {
        // how many, one and several of them, what is done about them, whether all are counted
        let kinds = [
            (
                self.papers,
                ["rectangle", "rectangles"],
                "as large as the page, behind everything else: left out as paper",
                true,
            ),
            (
                self.unfilled,
                ["shape", "shapes"],
                "of a stroke without a fill: left out; convert strokes to paths in your drawing program to keep them",
                true,
            ),
            (
                self.hollow,
                ["shape", "shapes"],
                "without a fill: all that the curve encloses is taken, strokes have no width",
                true,
            ),
            (self.open, ["curve", "curves"], "without an end: closed by a straight line", true),
            (self.dropped, ["line", "lines"], "twice or without length: left out", true),
            (
                self.crossings.unwrap_or(0),
                ["pair of lines", "pairs of lines"],
                "crossing each other: the rule of the drawing says what is inside",
                false,
            ),
            (
                self.covered,
                ["curve", "curves"],
                "with the same on both sides: other shapes cover it",
                true,
            ),
        ];
        let found = kinds.into_iter().filter(|(count, ..)| *count > 0);
        let counts = found.map(|(count, [one, many], what, counted)| {
            let more = if !counted && count == MANY { "at least " } else { "" };
            format!("{more}{count} {} {what}", if count == 1 { one } else { many })
        });
        counts.chain(self.notes.iter().cloned()).collect()
    }
}

/// Pairs of segments that cross, at most 1000; none if there are too many segments to look.
pub(super) fn crossings(
    field: &SurfaceField,
    outlines: &[Outline],
    progress: &dyn Progress,
) -> Result<Option<usize>> {
    let segments: usize = outlines.iter().map(|o| o.curve.facets.len() / 2).sum();
    (segments <= MOST).then(|| field.crossings(MANY, progress)).transpose()
}

#[cfg(test)]
mod tests {
    use super::super::svg;
    use super::*;
    use crate::error::Code;
    use crate::progress::Silent;

    fn drawn(svg: &str) -> Drawn {
        let svg = format!("<svg viewBox='0 0 50 50'>{svg}</svg>");
        Drawn::new(&svg::read(svg.as_bytes()).unwrap().outlines, &Silent).unwrap()
    }

    #[test]
    fn loops_holes_and_areas_are_those_of_the_drawing() {
        let ring = drawn("<path fill-rule='evenodd' d='M0 0h40v30h-40z M10 10h20v10h-20z'/>");
        assert_eq!((ring.segments, ring.loops, ring.holes, ring.crossings), (8, 2, 1, Some(0)));
        assert_eq!((ring.area, ring.length), (Some(1000.0), 200.0));
        assert!(ring.sentences().is_empty());
        // wound the same way, the inner one is no hole
        let filled = drawn("<path d='M0 0h40v30h-40z M10 10h20v10h-20z'/>");
        assert_eq!((filled.holes, filled.covered, filled.area), (0, 1, Some(1200.0)));
        let two = drawn("<rect width='2' height='1'/><rect x='5' width='1' height='1'/>");
        assert_eq!((two.loops, two.holes, two.area), (2, 0, Some(3.0)));
    }

    #[test]
    fn shapes_side_by_side_and_narrow_slots_count_with_their_whole_area() {
        let near = |found: &Drawn, area: f64| (found.area.unwrap() / area - 1.0).abs() < 1e-3;
        let two = "<rect x='1' y='1' width='10' height='20'/>";
        let beside = drawn(&format!("{two}<rect x='11' y='1' width='10' height='20'/>"));
        assert!(near(&beside, 400.0) && beside.covered == 0, "{beside:?}");
        let shifted = drawn(&format!("{two}<rect x='11' y='8' width='10' height='20'/>"));
        assert!(near(&shifted, 400.0), "{shifted:?}");
        let slot = drawn("<path fill-rule='evenodd' d='M0 0H2000V100H0Z M10 50H1990V50.1H10Z'/>");
        assert_eq!((slot.holes, slot.covered), (1, 0));
        assert!(near(&slot, 200_000.0 - 198.0), "{slot:?}");
        let lines = (0..200).map(|k| {
            let y = 0.01 * f64::from(k);
            format!("M0 {y}H1000V{}H0Z", y + 0.005)
        });
        let comb = drawn(&format!("<path d='{}'/>", lines.collect::<String>()));
        assert_eq!((comb.loops, comb.holes, comb.covered), (200, 0, 0));
        assert!(near(&comb, 1000.0), "{:?}", comb.area);
    }

    #[test]
    fn the_search_for_crossings_can_be_interrupted() {
        struct Stop;
        impl Progress for Stop {
            fn cancelled(&self) -> bool {
                true
            }
        }
        let svg = svg::read(b"<svg><rect width='2' height='1'/></svg>").unwrap();
        assert_eq!(Drawn::new(&svg.outlines, &Stop).unwrap_err().code, Code::Cancelled);
    }

    #[test]
    fn strokes_without_a_fill_are_told_whether_they_are_left_out_or_filled() {
        let stroke = "<circle r='3' cx='9' cy='9' fill='none' stroke='black'/>";
        let alone = drawn(stroke);
        assert_eq!((alone.hollow, alone.unfilled, alone.loops), (1, 0, 1));
        assert!(alone.sentences()[0].starts_with("1 shape without a fill: all that"));
        let beside = drawn(&format!("{stroke}<rect width='4' height='4'/>"));
        assert_eq!((beside.hollow, beside.unfilled, beside.area), (0, 1, Some(16.0)));
        assert!(beside.sentences()[0].starts_with("1 shape of a stroke without a fill: left out"));
        // what cannot be seen is not missed
        let frame = drawn("<rect width='9' height='9' fill='none'/><rect width='4' height='4'/>");
        assert_eq!((frame.unfilled, frame.sentences()), (0, vec![]));
    }

    #[test]
    fn damage_is_counted() {
        let open = drawn("<path d='M0 0h4v4h-4'/>");
        assert_eq!((open.open, open.area), (1, Some(16.0)));
        assert!(open.sentences()[0].starts_with("1 curve without an end"));
        assert_eq!(drawn("<polygon points='0,0 4,0 4,4'/>").open, 0);
        let paper = drawn("<rect width='50' height='50'/><rect width='4' height='4'/>");
        assert_eq!((paper.papers, paper.area), (1, Some(16.0)));
        assert!(paper.sentences()[0].starts_with("1 rectangle as large as the page"));
        let many = |lines, crossings| {
            Drawn { dropped: lines, crossings: Some(crossings), ..Drawn::default() }.sentences()
        };
        assert!(many(MANY, 0)[0].starts_with("1000 lines twice"));
        assert!(many(0, MANY)[0].starts_with("at least 1000 pairs of lines"));
        let bow = drawn("<path d='M0 0L4 4L4 0L0 4z'/>");
        assert_eq!((bow.crossings, bow.area), (Some(1), None));
    }
}
