//! SVG drawings: filled paths and basic shapes, as outlines with their fill rules.
//!
//! Coordinates are user units with y turned up: what is drawn at `(x, y)` is at `(x, -y)`. Where the
//! outermost `width` or `height` is a physical length (mm, cm, in, pt, pc), that says how long a user
//! unit is: the length over that of the `viewBox`, the smaller one if both are given (the drawing
//! fits into both), or 1/96 in without a `viewBox`. Percentages are of the `viewBox`, or of width and
//! height. A rectangle that covers the whole `viewBox` behind other shapes is paper and left out.
//! Strokes, text, pictures, clips and masks are left out and noted; inner `viewBox`es are left alone.
//! Shapes that cannot be seen are left out and noted, too. Style sheets are read for rules of one name,
//! class or id. Copies by `<use>` are refused.

mod notes;
mod path;
mod sheet;
mod style;

use self::notes::Notes;
use self::path::{flattened, numbers, path};
use self::sheet::Sheet;
use self::style::{Style, in_units, inherit};
use super::Outline;
use crate::error::{Code, Error, Result};
use crate::mesh::io::Surface;
use kurbo::{Point, Rect};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Elements that are drawn as shapes.
const SHAPES: [&str; 7] = ["path", "polygon", "polyline", "line", "rect", "circle", "ellipse"];

/// A shape and how it is drawn.
struct Found {
    outline: Outline,
    style: Style,
}

impl Found {
    fn is_filled(&self) -> bool {
        !self.outline.hollow
    }
}

/// An SVG drawing.
#[derive(Debug)]
pub(super) struct Svg {
    /// In user units.
    pub outlines: Vec<Outline>,
    /// Length of a user unit in m, where the drawing says it.
    pub unit: Option<f64>,
}

/// Reads the filled shapes, or all of them if none is filled.
pub(super) fn read(bytes: &[u8]) -> Result<Svg> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Error::new(Code::Format, "the file is not text, so it is no SVG"))?;
    let sheet = Sheet::of_drawing(text);
    let (mut view, mut unit) = (None, None);
    let mut reader = Reader::from_str(text);
    let mut stack = vec![Style::first()];
    let (mut found, mut notes): (Vec<Found>, Notes) = (Vec::new(), Notes::default());
    let (mut drawing, mut lines) = (false, 0);
    loop {
        let start = reader.buffer_position() as usize;
        let line = |at: usize| {
            1 + text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count()
        };
        let event = reader.read_event().map_err(|e| {
            Error::new(Code::Format, format!("the XML is malformed: {e}"))
                .line(line(reader.error_position() as usize))
        })?;
        let (element, empty) = match &event {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(_) => {
                stack.truncate(stack.len().saturating_sub(1).max(1));
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        let name = element.local_name();
        if name.as_ref() == "svg" && !drawing {
            drawing = true;
            view = page(element);
            unit = physical(element);
        }
        let outer = stack.last().copied().unwrap_or_else(Style::first);
        let style = inherit(outer, element, &sheet).map_err(|e| e.line(line(start)))?;
        if style.is_seen() {
            let size = view.map(|v: Rect| [v.width(), v.height()]);
            let path = path(element, size).map_err(|e| e.line(line(start)))?;
            let flat = path.map(|path| flattened(path, style.place)).transpose();
            if let Some((curve, open)) = flat.map_err(|e| e.line(line(start)))?
                && !curve.facets.is_empty()
            {
                let hollow = !(style.filled && style.opaque);
                let outline = Outline { open, hollow, ..Outline::new(curve, style.rule) };
                found.push(Found { outline, style });
            }
            notes.element(name.as_ref());
            lines += usize::from(name.as_ref() == "line" && style.stroked);
        } else if !style.defined && SHAPES.contains(&name.as_ref()) {
            notes.unseen += 1;
        }
        if !empty {
            stack.push(style);
        }
    }
    if !drawing {
        return Err(Error::new(Code::Format, "the file has no <svg> element"));
    }
    Ok(Svg { outlines: chosen(found, lines, view, notes)?, unit })
}

/// The filled shapes, or all of them if none is filled, without paper. `lines` have a stroke.
fn chosen(
    mut found: Vec<Found>,
    lines: usize,
    view: Option<Rect>,
    mut notes: Notes,
) -> Result<Vec<Outline>> {
    let any = found.iter().any(Found::is_filled);
    let hollow = found.iter().filter(|f| any && !f.is_filled() && f.style.stroked).count();
    found.retain(|f| f.is_filled() == any);
    let mut background = None;
    let mut papers = 0;
    if let Some(view) = view.filter(|_| any) {
        papers = found.iter().take_while(|f| covers(&f.outline.curve, view)).count();
        papers = papers.min(found.len().saturating_sub(1));
        background = found.drain(..papers).next_back().map(|paper| paper.style.fill);
    }
    let count = |is: &dyn Fn(&Style) -> bool| found.iter().filter(|f| is(&f.style)).count();
    notes.clipped = count(&|s| s.clipped);
    notes.masked = count(&|s| s.masked);
    notes.outlined = count(&|s| any && s.stroked);
    // paper that is not drawn is white, unless all is white
    let paper = background.unwrap_or(Some([255; 3]));
    let blank = count(&|s| any && s.fill.is_some() && s.fill == paper);
    notes.blank = if background.is_none() && blank == found.len() { 0 } else { blank };
    let notes = notes.sentences();
    let mut outlines: Vec<Outline> = found.into_iter().map(|f| f.outline).collect();
    let Some(first) = outlines.first_mut() else {
        let nothing = "paths, polygons, rectangles, circles and ellipses count; turn text and strokes into paths";
        let help = if notes.is_empty() { nothing.to_owned() } else { notes.join("; ") };
        return Err(Error::new(Code::MeshEmpty, "the drawing has no shapes").help(help));
    };
    (first.papers, first.unfilled, first.notes) = (papers, hollow + lines, notes);
    Ok(outlines)
}

/// Whether a curve is a rectangle around the whole page.
fn covers(curve: &Surface, page: Rect) -> bool {
    let points: Vec<Point> =
        curve.positions.chunks_exact(2).map(|p| Point::new(p[0], -p[1])).collect();
    let Some(&first) = points.first().filter(|_| points.len() == 4) else { return false };
    let own = points.iter().fold(Rect::from_points(first, first), |r, &p| r.union_pt(p));
    let slack = 1e-3 * (page.width() + page.height());
    let corner = |p: &Point| {
        let at = |x: f64, low: f64, high: f64| (x - low).abs().min((x - high).abs()) <= slack;
        at(p.x, own.x0, own.x1) && at(p.y, own.y0, own.y1)
    };
    points.iter().all(corner) && own.inflate(slack, slack).contains_rect(page)
}

/// The page in user units, whose width and height percentages refer to.
fn page(svg: &BytesStart) -> Option<Rect> {
    if let Some(view) = attribute(svg, "viewBox") {
        let &[x, y, width, height] = numbers(&view)?.as_slice() else { return None };
        return Some(Rect::new(x, y, x + width, y + height));
    }
    let length = |name: &str| in_units(&attribute(svg, name)?, None);
    Some(Rect::new(0.0, 0.0, length("width")?, length("height")?))
}

/// Length of a user unit in m, if width or height is a physical length.
fn physical(svg: &BytesStart) -> Option<f64> {
    let view = attribute(svg, "viewBox").and_then(|view| numbers(&view));
    let unit = |name: &str, k: usize| {
        let text = attribute(svg, name)?;
        let real = ["mm", "cm", "in", "pt", "pc"].iter().any(|u| text.trim().ends_with(u));
        let metres = in_units(&text, None).filter(|_| real)? * 0.0254 / 96.0;
        let units = match &view {
            Some(view) => *view.get(k)?,
            None => in_units(&text, None)?,
        };
        Some(metres / units).filter(|unit| unit.is_normal() && *unit > 0.0)
    };
    let (across, down) = (unit("width", 2), unit("height", 3));
    across.into_iter().chain(down).reduce(f64::min)
}

fn attribute(element: &BytesStart, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

#[cfg(test)]
mod tests;
