//! What there is in a drawing: loops, holes, crossings, and what is done about damage.

use super::tree::{Point, minus, square};
use super::{Outline, SurfaceField};
use crate::error::Result;
use serde::Serialize;

/// Drawings with more segments are not searched for crossings.
const MOST: usize = 1 << 20;
/// Crossings that are counted, at most.
const MANY: usize = 1000;
/// How far beside a line one looks whether it is inside, as a share of its length.
const BESIDE: f64 = 1e-4;

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
    /// Pairs of segments that cross, at most 1000, if they were looked for.
    pub crossings: Option<usize>,
    /// Length of all curves, in m if the drawing says its size, else in the file's unit.
    pub length: f64,
    /// Area inside, in that unit squared; only known where nothing crosses.
    pub area: Option<f64>,
}

impl Drawn {
    /// Looks at outlines.
    pub fn new(outlines: &[Outline]) -> Result<Self> {
        let field = SurfaceField::planar(outlines)?;
        let mut drawn = Drawn::noted(outlines);
        let mut area = 0.0;
        let mut segments: Vec<[Point; 2]> = Vec::new();
        for outline in outlines {
            let place = |i: u32| -> Point {
                let at = &outline.curve.positions[2 * i as usize..][..2];
                [at[0], at[1], 0.0]
            };
            let first = segments.len();
            let mut begun: Option<(usize, u32)> = None;
            for ends in outline.curve.facets.as_chunks::<2>().0 {
                segments.push(ends.map(place));
                let (start, from) = *begun.get_or_insert((segments.len() - 1, ends[0]));
                if ends[1] == from {
                    area += drawn.close(&segments[start..], &field);
                    begun = None;
                }
            }
            drawn.segments += segments.len() - first;
        }
        drawn.length = segments.iter().map(|[a, b]| square(minus(*b, *a)).sqrt()).sum();
        drawn.crossings = (segments.len() <= MOST).then(|| crossings(&segments));
        drawn.area = (drawn.crossings == Some(0)).then_some(area);
        Ok(drawn)
    }

    /// What was noted when the outlines were read.
    pub(super) fn noted(outlines: &[Outline]) -> Self {
        let sum = |count: fn(&Outline) -> usize| outlines.iter().map(count).sum();
        let (open, dropped, papers) = (sum(|o| o.open), sum(|o| o.dropped), sum(|o| o.papers));
        Drawn { open, dropped, papers, ..Drawn::default() }
    }

    /// Counts a loop; what it adds to the area.
    fn close(&mut self, ring: &[[Point; 2]], field: &SurfaceField) -> f64 {
        self.loops += 1;
        let twice: f64 = ring.iter().map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum();
        let length = |s: &[Point; 2]| square(minus(s[1], s[0]));
        let Some([a, b]) = ring.iter().max_by(|s, t| length(s).total_cmp(&length(t))) else {
            return 0.0;
        };
        let d = minus(*b, *a);
        let beside = |side: f64| {
            let s = BESIDE * side * twice.signum();
            field.inside([(a[0] + b[0]) / 2.0 - s * d[1], (a[1] + b[1]) / 2.0 + s * d[0], 0.0])
        };
        match (beside(1.0), beside(-1.0)) {
            (true, false) => twice.abs() / 2.0,
            (false, true) => {
                self.holes += 1;
                -twice.abs() / 2.0
            }
            _ => {
                self.covered += 1;
                0.0
            }
        }
    }

    /// One sentence for each thing that was wrong, with what is done about it.
    pub fn sentences(&self) -> Vec<String> {
        let kinds = [
            (
                self.papers,
                ["rectangle", "rectangles"],
                "as large as the page, behind everything else: left out as paper",
            ),
            (self.open, ["curve", "curves"], "without an end: closed by a straight line"),
            (self.dropped, ["line", "lines"], "twice or without length: left out"),
            (
                self.crossings.unwrap_or(0),
                ["pair of lines", "pairs of lines"],
                "crossing each other: the rule of the drawing says what is inside",
            ),
            (
                self.covered,
                ["curve", "curves"],
                "with the same on both sides: other shapes cover it",
            ),
        ];
        let found = kinds.into_iter().filter(|(count, ..)| *count > 0);
        found
            .map(|(count, [one, many], what)| {
                let more = if count == MANY { "at least " } else { "" };
                format!("{more}{count} {} {what}", if count == 1 { one } else { many })
            })
            .collect()
    }
}

/// Whether segments of outlines cross, or may because they were not searched.
pub(super) fn is_crossing(outlines: &[Outline]) -> bool {
    let ends = outlines.iter().flat_map(|Outline { curve, .. }| {
        let place = |i: u32| -> Point {
            let at = &curve.positions[2 * i as usize..][..2];
            [at[0], at[1], 0.0]
        };
        curve.facets.as_chunks::<2>().0.iter().map(move |ends| ends.map(place))
    });
    let segments: Vec<[Point; 2]> = ends.collect();
    segments.len() > MOST || crossings(&segments) > 0
}

/// Pairs of segments that cross within both, found by a sweep along x.
fn crossings(segments: &[[Point; 2]]) -> usize {
    let low = |s: &[Point; 2]| s[0][0].min(s[1][0]);
    let mut order: Vec<&[Point; 2]> = segments.iter().collect();
    order.sort_by(|s, t| low(s).total_cmp(&low(t)));
    let (mut active, mut count): (Vec<&[Point; 2]>, usize) = (Vec::new(), 0);
    for s in order {
        active.retain(|t| t[0][0].max(t[1][0]) >= low(s));
        count += active.iter().filter(|t| cross(s, t)).count();
        if count >= MANY {
            return MANY;
        }
        active.push(s);
    }
    count
}

fn cross([a, b]: &[Point; 2], [c, d]: &[Point; 2]) -> bool {
    let side = |p: &Point, q: &Point, r: &Point| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    let opposite = |x: f64, y: f64| x * y < 0.0;
    opposite(side(a, b, c), side(a, b, d)) && opposite(side(c, d, a), side(c, d, b))
}

#[cfg(test)]
mod tests {
    use super::super::svg;
    use super::*;

    fn drawn(svg: &str) -> Drawn {
        let svg = format!("<svg viewBox='0 0 50 50'>{svg}</svg>");
        Drawn::new(&svg::read(svg.as_bytes()).unwrap().outlines).unwrap()
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
    fn damage_is_counted() {
        let open = drawn("<path d='M0 0h4v4h-4'/>");
        assert_eq!((open.open, open.area), (1, Some(16.0)));
        assert!(open.sentences()[0].starts_with("1 curve without an end"));
        assert_eq!(drawn("<polygon points='0,0 4,0 4,4'/>").open, 0);
        let paper = drawn("<rect width='50' height='50'/><rect width='4' height='4'/>");
        assert_eq!((paper.papers, paper.area), (1, Some(16.0)));
        assert!(paper.sentences()[0].starts_with("1 rectangle as large as the page"));
        let bow = drawn("<path d='M0 0L4 4L4 0L0 4z'/>");
        assert_eq!((bow.crossings, bow.area), (Some(1), None));
    }
}
