//! Lines and slits of a picture that are too thin for the filter.
//!
//! A pixel is thin if no square of two by two pixels like it contains it; thin pixels that the filter
//! turned are lost.

use super::{Levels, MARGIN};

/// Lost pixels next to each other are a line if they are this long, and else the roughness of an edge.
const LONG: usize = 3;
/// Lines that are described, at most.
const DESCRIBED: usize = 3;

/// A set of lost pixels next to each other, by its first and last column and row.
struct Line {
    low: [usize; 2],
    high: [usize; 2],
}

impl Line {
    fn length(&self) -> usize {
        (0..2).map(|c| self.high[c] - self.low[c] + 1).max().unwrap_or(0)
    }

    /// Where its middle is, in pixels from the upper left corner of the picture.
    fn middle(&self) -> [usize; 2] {
        [0, 1].map(|c| ((self.low[c] + self.high[c]) / 2).saturating_sub(MARGIN))
    }
}

/// What the filter lost, one sentence for lines and one for slits.
pub(super) fn vanished(before: &Levels, after: &Levels) -> Vec<String> {
    [true, false]
        .into_iter()
        .filter_map(|inside| sentence(inside, lines(before, after, inside)))
        .collect()
}

fn sentence(inside: bool, mut lines: Vec<Line>) -> Option<String> {
    lines.sort_by_key(|line| std::cmp::Reverse(line.length()));
    let noun = match (inside, lines.len()) {
        (_, 0) => return None,
        (true, 1) => "line of one pixel is lost",
        (true, _) => "lines of one pixel are lost",
        (false, 1) => "slit of one pixel is filled",
        (false, _) => "slits of one pixel are filled",
    };
    let each = lines.iter().take(DESCRIBED).map(|line| {
        let [x, y] = line.middle();
        format!("{} pixels long at ({x}, {y})", line.length())
    });
    let more = if lines.len() > DESCRIBED { ", ..." } else { "" };
    let (count, each) = (lines.len(), each.collect::<Vec<_>>().join(", "));
    Some(format!(
        "{count} {noun}: {each}{more}, in pixels from the upper left; scale the picture up three times without smoothing it, then cells of at most 1.5 pixels keep them"
    ))
}

/// Sets of lost pixels that are inside, or outside.
fn lines(before: &Levels, after: &Levels, inside: bool) -> Vec<Line> {
    let (w, h) = (before.width, before.height);
    let alike = |x: usize, y: usize| (before.data[y * w + x] > 0.5) == inside;
    let square = |x: usize, y: usize| {
        alike(x, y) && alike(x + 1, y) && alike(x, y + 1) && alike(x + 1, y + 1)
    };
    // the margin leaves a pixel on every side
    let is_lost = |x: usize, y: usize| {
        alike(x, y)
            && (after.data[y * w + x] > 0.5) != inside
            && ![[x - 1, y - 1], [x, y - 1], [x - 1, y], [x, y]].iter().any(|&[x, y]| square(x, y))
    };
    let mut left: Vec<bool> = (0..w * h)
        .map(|k| {
            let (x, y) = (k % w, k / w);
            (1..w - 1).contains(&x) && (1..h - 1).contains(&y) && is_lost(x, y)
        })
        .collect();
    let mut found = Vec::new();
    for first in 0..left.len() {
        if !std::mem::take(&mut left[first]) {
            continue;
        }
        let at = [first % w, first / w];
        let mut line = Line { low: at, high: at };
        let mut queue = vec![at];
        while let Some([x, y]) = queue.pop() {
            line.low = [line.low[0].min(x), line.low[1].min(y)];
            line.high = [line.high[0].max(x), line.high[1].max(y)];
            let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| [x, y]));
            queue.extend(around.filter(|&[x, y]| std::mem::take(&mut left[y * w + x])));
        }
        if line.length() >= LONG {
            found.push(line);
        }
    }
    found
}
