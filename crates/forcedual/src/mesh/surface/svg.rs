//! SVG drawings: filled paths and basic shapes, as outlines with their fill rules.
//!
//! Coordinates are user units with y turned up: what is drawn at `(x, y)` is at `(x, -y)`. Where the
//! outermost `width` or `height` is a physical length (mm, cm, in, pt, pc), that says how long a user
//! unit is: the length over that of the `viewBox`, the smaller one if both are given (the drawing
//! fits into both), or 1/96 in without a `viewBox`. Percentages are of the `viewBox`, or of width and
//! height. A rectangle that covers the whole `viewBox` behind other shapes is paper and left out.
//! Strokes, text, clips and inner `viewBox`es are left alone. Style sheets are
//! read for rules of one name, class or id. Copies by `<use>` are refused.

use super::svg_style::Sheet;
use super::{Outline, Rule};
use crate::error::{Code, Error, Result};
use crate::mesh::io::Surface;
use kurbo::{Affine, BezPath, Circle, Ellipse, PathEl, Point, Rect, Shape};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Curves become lines this close to them, as a share of a path's diagonal.
const TOLERANCE: f64 = 3e-4;
/// Coordinates beyond this are refused.
const FARTHEST: f64 = 1e15;

/// What elements inherit.
#[derive(Clone, Copy)]
struct Style {
    place: Affine,
    rule: Rule,
    filled: bool,
    /// Its fill can be seen.
    opaque: bool,
    stroked: bool,
    /// It is there, and what it contains.
    shown: bool,
    /// It is there itself.
    visible: bool,
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
    let sheet = sheet(text);
    let (mut view, mut unit) = (None, None);
    let mut reader = Reader::from_str(text);
    let first = Style {
        place: Affine::FLIP_Y,
        rule: Rule::NonZero,
        filled: true,
        opaque: true,
        stroked: false,
        shown: true,
        visible: true,
    };
    let mut stack = vec![first];
    // whether they are filled and have a stroke
    let mut found: Vec<(Outline, bool, bool)> = Vec::new();
    let mut drawing = false;
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
        if element.local_name().as_ref() == "svg" && !drawing {
            drawing = true;
            view = page(element);
            unit = physical(element);
        }
        let outer = stack.last().copied().unwrap_or(first);
        let style = inherit(outer, element, &sheet).map_err(|e| e.line(line(start)))?;
        let path = match style.shown && style.visible {
            true => path(element, view.map(|v: Rect| [v.width(), v.height()]))
                .map_err(|e| e.line(line(start)))?,
            false => None,
        };
        if let Some(path) = path {
            let (curve, open) = flattened(path, style.place).map_err(|e| e.line(line(start)))?;
            if !curve.facets.is_empty() {
                let filled = style.filled && style.opaque;
                let outline = Outline {
                    curve,
                    rule: style.rule,
                    open,
                    dropped: 0,
                    papers: 0,
                    unfilled: 0,
                    hollow: !filled,
                };
                found.push((outline, filled, style.stroked));
            }
        }
        if !empty {
            stack.push(style);
        }
    }
    if !drawing {
        return Err(Error::new(Code::Format, "the file has no <svg> element"));
    }
    let any = found.iter().any(|f| f.1);
    let unfilled = found.iter().filter(|f| any && !f.1 && f.2).count();
    let mut outlines: Vec<Outline> =
        found.into_iter().filter(|f| f.1 == any).map(|f| f.0).collect();
    if let Some(view) = view.filter(|_| any) {
        let papers = outlines.iter().take_while(|o| covers(&o.curve, view)).count();
        let papers = papers.min(outlines.len().saturating_sub(1));
        outlines.drain(..papers);
        outlines.iter_mut().take(1).for_each(|first| first.papers = papers);
    }
    outlines.iter_mut().take(1).for_each(|first| first.unfilled = unfilled);
    if outlines.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the drawing has no shapes")
            .help("paths, polygons, rectangles, circles and ellipses count; turn text and strokes into paths"));
    }
    Ok(Svg { outlines, unit })
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

fn attribute(element: &BytesStart, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

/// The rules of all style sheets.
fn sheet(text: &str) -> Sheet {
    let mut sheet = Sheet::default();
    let mut reader = Reader::from_str(text);
    let mut within = false;
    // damage is reported when the shapes are read
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Eof => break,
            Event::Start(element) => within = element.local_name().as_ref() == "style",
            Event::End(_) => within = false,
            Event::Text(css) if within => sheet.read(&css),
            Event::CData(css) if within => sheet.read(&css),
            _ => {}
        }
    }
    sheet
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

/// A length in user units; percentages are of `whole`.
fn in_units(text: &str, whole: Option<f64>) -> Option<f64> {
    let text = text.trim();
    let units = [
        ("px", Some(1.0)),
        ("%", whole.map(|w| w / 100.0)),
        ("in", Some(96.0)),
        ("cm", Some(96.0 / 2.54)),
        ("mm", Some(96.0 / 25.4)),
        ("pt", Some(96.0 / 72.0)),
        ("pc", Some(16.0)),
    ];
    let with_unit = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (number, unit) = with_unit.unwrap_or((text, Some(1.0)));
    Some(number.parse::<f64>().ok()? * unit?)
}

fn inherit(outer: Style, element: &BytesStart, sheet: &Sheet) -> Result<Style> {
    let mut style = outer;
    let hidden = ["defs", "clipPath", "mask", "symbol", "pattern", "marker"];
    style.shown &= !hidden.contains(&element.local_name().as_ref());
    if let Some(text) = attribute(element, "transform") {
        style.place *= transform(&text).ok_or_else(|| {
            Error::new(Code::Format, format!("the transform `{text}` is not understood"))
        })?;
    }
    let [class, id, css] =
        ["class", "id", "style"].map(|name| attribute(element, name).unwrap_or_default());
    let name = element.local_name();
    let rules = sheet.of(name.as_ref(), &class, &id).chain([css.as_str()]);
    let rules = rules.flat_map(|css| css.split(';')).filter_map(|rule| rule.split_once(':'));
    // what is important counts last
    let (important, usual): (Vec<_>, Vec<_>) =
        rules.partition(|(_, value)| value.trim_end().ends_with("!important"));
    let mut there = true;
    let mut set = |name: &str, value: &str| match (name.trim(), value.trim()) {
        ("fill-rule", "evenodd") => style.rule = Rule::Odd,
        ("fill-rule", "nonzero") => style.rule = Rule::NonZero,
        ("fill", value) => style.filled = value != "none" && value != "transparent",
        ("stroke", value) => style.stroked = value != "none" && value != "transparent",
        ("fill-opacity", value) => style.opaque = in_units(value, Some(1.0)) != Some(0.0),
        ("display", value) => there = value != "none",
        ("visibility", value) => style.visible = value != "hidden" && value != "collapse",
        _ => {}
    };
    for name in ["fill-rule", "fill", "stroke", "fill-opacity", "display", "visibility"] {
        if let Some(value) = attribute(element, name) {
            set(name, &value);
        }
    }
    usual.into_iter().for_each(|(name, value)| set(name, value));
    for (name, value) in important {
        set(name, value.trim_end().trim_end_matches("!important"));
    }
    style.shown &= there;
    Ok(style)
}

/// `translate(1 2) rotate(30)` and so on; none if it is not understood.
fn transform(text: &str) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    for part in text.split(')').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, list) = part.trim_start_matches(',').split_once('(')?;
        let n: Option<Vec<f64>> = numbers(list);
        all *= match (name.trim(), n?.as_slice()) {
            ("translate", &[x]) => Affine::translate((x, 0.0)),
            ("translate", &[x, y]) => Affine::translate((x, y)),
            ("scale", &[s]) => Affine::scale(s),
            ("scale", &[x, y]) => Affine::scale_non_uniform(x, y),
            ("rotate", &[a]) => Affine::rotate(a.to_radians()),
            ("rotate", &[a, x, y]) => Affine::rotate_about(a.to_radians(), Point::new(x, y)),
            ("skewX", &[a]) => Affine::skew(a.to_radians().tan(), 0.0),
            ("skewY", &[a]) => Affine::skew(0.0, a.to_radians().tan()),
            ("matrix", &[a, b, c, d, e, f]) => Affine::new([a, b, c, d, e, f]),
            _ => return None,
        };
    }
    Some(all)
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let words = text.split(|c: char| c == ',' || c.is_ascii_whitespace());
    words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

fn path(element: &BytesStart, view: Option<[f64; 2]>) -> Result<Option<BezPath>> {
    let optional = |name: &str| -> Result<Option<f64>> {
        let Some(text) = attribute(element, name) else { return Ok(None) };
        let whole = view.map(|[w, h]| match name {
            "x" | "cx" | "rx" | "width" => w,
            "y" | "cy" | "ry" | "height" => h,
            _ => (w.hypot(h)) / 2f64.sqrt(),
        });
        let length = in_units(&text, whole).ok_or_else(|| {
            Error::new(Code::Format, format!("`{name}` is `{text}`, which is no length"))
        })?;
        if length.is_nan() || length.abs() > FARTHEST {
            let message = format!("`{name}` is `{text}`, which is no number or too large");
            return Err(Error::new(Code::MeshNotFinite, message));
        }
        if length < 0.0 && !matches!(name, "x" | "y" | "cx" | "cy") {
            return Err(Error::new(Code::Format, format!("`{name}` is negative: `{text}`")));
        }
        Ok(Some(length))
    };
    let length = |name: &str| optional(name).map(|found| found.unwrap_or(0.0));
    // a radius that is not given is like the other
    let radii = || -> Result<[f64; 2]> {
        let (x, y) = (optional("rx")?, optional("ry")?);
        Ok([x.or(y), y.or(x)].map(|r| r.unwrap_or(0.0)))
    };
    let exact = |size: f64| (1e-4 * size).max(f64::MIN_POSITIVE);
    Ok(Some(match element.local_name().as_ref() {
        "path" => {
            let d = attribute(element, "d").unwrap_or_default();
            if largest(&d) > FARTHEST {
                return Err(too_large());
            }
            BezPath::from_svg(&d)
                .map_err(|e| Error::new(Code::Format, format!("the path is malformed: {e}")))?
        }
        "polygon" | "polyline" => {
            let list = attribute(element, "points").unwrap_or_default();
            let points = numbers(&list).ok_or_else(|| {
                Error::new(Code::Format, "the points of a polygon are not numbers")
            })?;
            let mut path = BezPath::new();
            for (k, p) in points.chunks_exact(2).enumerate() {
                let p = Point::new(p[0], p[1]);
                path.push(if k == 0 { PathEl::MoveTo(p) } else { PathEl::LineTo(p) });
            }
            if element.local_name().as_ref() == "polygon" && points.len() > 1 {
                path.push(PathEl::ClosePath);
            }
            path
        }
        "rect" => {
            let [x, y, w, h] = [length("x")?, length("y")?, length("width")?, length("height")?];
            let [rx, ry] = radii()?;
            if w == 0.0 || h == 0.0 {
                return Ok(None);
            }
            let (rx, ry) = (rx.min(w / 2.0), ry.min(h / 2.0));
            if rx == 0.0 || ry == 0.0 {
                return Ok(Some(Rect::new(x, y, x + w, y + h).to_path(exact(w + h))));
            }
            // quarters of ellipses are quarters of circles in a stretched rectangle
            let stretch = rx / ry;
            let round = Rect::new(0.0, 0.0, w, h * stretch).to_rounded_rect(rx);
            let mut path = round.to_path(exact(w + h) * stretch.min(1.0));
            path.apply_affine(
                Affine::translate((x, y)) * Affine::scale_non_uniform(1.0, 1.0 / stretch),
            );
            path
        }
        "circle" => {
            let r = length("r")?;
            if r == 0.0 {
                return Ok(None);
            }
            Circle::new((length("cx")?, length("cy")?), r).to_path(exact(r))
        }
        "ellipse" => {
            let [rx, ry] = radii()?;
            if rx == 0.0 || ry == 0.0 {
                return Ok(None);
            }
            let centre = (length("cx")?, length("cy")?);
            Ellipse::new(centre, (rx, ry), 0.0).to_path(exact(rx.max(ry)))
        }
        "use" => {
            return Err(Error::new(Code::Format, "copies of other elements (<use>) are not read")
                .help("turn copies into paths in the drawing program (unlink clones)"));
        }
        _ => return Ok(None),
    }))
}

/// The largest number in the data of a path, without its sign.
fn largest(data: &str) -> f64 {
    let (mut largest, mut word) = (0f64, String::new());
    for c in data.chars().chain([' ']) {
        let exponent = word.contains(['e', 'E']);
        let goes_on = match c {
            '0'..='9' => true,
            '.' => !exponent && !word.contains('.'),
            'e' | 'E' => !exponent && !word.is_empty(),
            '+' | '-' => word.ends_with(['e', 'E']),
            _ => false,
        };
        if !goes_on {
            largest = largest.max(word.parse().unwrap_or(0.0));
            word.clear();
        }
        if goes_on || c == '.' {
            word.push(c);
        }
    }
    largest
}

fn too_large() -> Error {
    let message = "a path has coordinates that are not numbers or too large";
    Error::new(Code::MeshNotFinite, message)
}

/// Closed loops of segments.
fn flattened(mut path: BezPath, place: Affine) -> Result<(Surface, usize)> {
    path.apply_affine(place);
    let mut curve = Surface { dim: 2, ..Surface::default() };
    if path.elements().is_empty() {
        return Ok((curve, 0));
    }
    let bounds = path.control_box();
    let farthest =
        [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(f64::abs).into_iter().fold(0.0, f64::max);
    if !path.is_finite() || farthest > FARTHEST {
        return Err(too_large());
    }
    let diagonal = bounds.width().hypot(bounds.height());
    if diagonal <= f64::MIN_POSITIVE {
        return Ok((curve, 0));
    }
    let (mut ring, mut shut, mut open): (Vec<Point>, bool, usize) = (Vec::new(), false, 0);
    let mut close = |ring: &mut Vec<Point>, shut: &mut bool| {
        ring.dedup();
        let ends = ring.len() > 2 && ring.first() != ring.last() && !*shut;
        open += usize::from(ends);
        *shut = false;
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        if ring.len() > 2 {
            let (first, n) = ((curve.positions.len() / 2) as u32, ring.len() as u32);
            curve.positions.extend(ring.iter().flat_map(|p| [p.x, p.y]));
            curve.facets.extend((0..n).flat_map(|k| [first + k, first + (k + 1) % n]));
        }
        ring.clear();
    };
    kurbo::flatten(path.iter(), TOLERANCE * diagonal, |element| match element {
        PathEl::MoveTo(p) => {
            close(&mut ring, &mut shut);
            ring.push(p);
        }
        PathEl::LineTo(p) => ring.push(p),
        _ => shut = true,
    });
    close(&mut ring, &mut shut);
    Ok((curve, open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Geometry;
    use crate::mesh::SimplexMesh;
    use crate::mesh::stuffing::{Size, Stuffing};
    use crate::mesh::surface::Shape as Solid;
    use crate::progress::Silent;

    fn area(body: &str) -> f64 {
        let text = format!(
            "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">{body}</svg>"
        );
        let outlines = read(text.as_bytes()).unwrap().outlines;
        let how = Stuffing { size: Size::About(4000), graded: false };
        let filled = Solid::Plane(outlines).fill(&how, &Silent).unwrap();
        let mesh = SimplexMesh::new(filled.stuffed.mesh).unwrap();
        Geometry::new(&mesh).volumes.iter().sum()
    }

    #[test]
    fn areas_follow_shapes_transforms_and_fill_rules() {
        use std::f64::consts::PI;
        let square = "M0 0h10v10h-10z M2 2h6v6h-6z";
        let cases = [
            ("<circle cx='5' cy='5' r='3'/>".to_owned(), 9.0 * PI),
            ("<g transform='translate(4 4) scale(2,-3)'><ellipse rx='2' ry='1'/></g>".to_owned(), 12.0 * PI),
            ("<rect width='4' height='3' transform='rotate(30)'/>".to_owned(), 12.0),
            ("<polygon points='0,0 4,0 4,3'/>".to_owned(), 6.0),
            (format!("<path d='{square}'/>"), 100.0),
            (format!("<path d='{square}' style='fill-rule:evenodd'/>"), 64.0),
            ("<path d='M0 0h10v10h-10z M2 2v6h6v-6z'/>".to_owned(), 64.0),
            // half a disk by an arc, closed by the fill
            ("<path d='M0 0 A5 5 0 0 1 10 0'/>".to_owned(), 12.5 * PI),
            // a shape that is not filled beside one that is; one in the definitions
            ("<rect width='2' height='2'/><rect fill='none' x='9' width='9' height='9'/><defs><circle r='50'/></defs>".to_owned(), 4.0),
            ("<rect fill='none' width='3' height='2'/>".to_owned(), 6.0),
            ("<style>.line{fill:none} #gone{display:none}</style><rect width='2' height='3'/><rect class='line' x='5' width='9' height='9'/><circle id='gone' r='40'/>".to_owned(), 6.0),
            // a radius that is missing is like the other; nothing has no size
            ("<ellipse rx='5'/><ellipse rx='9' ry='0'/><rect width='9'/><circle cx='9'/>".to_owned(), 25.0 * PI),
            ("<rect width='1in' height='25.4mm'/>".to_owned(), 96.0 * 96.0),
            ("<rect width='100' height='20' rx='50' ry='1'/>".to_owned(), 2000.0 - 50.0 * (4.0 - PI)),
            ("<rect width='20' height='100' rx='1' ry='90'/>".to_owned(), 2000.0 - 50.0 * (4.0 - PI)),
            ("<rect width='4' height='9' rx='2'/>".to_owned(), 36.0 - 4.0 * (4.0 - PI)),
            ("<rect width='4' height='9' rx='2' ry='0'/>".to_owned(), 36.0),
            // overlapping shapes are one
            ("<rect width='2' height='2'/><rect x='1' width='2' height='2'/>".to_owned(), 6.0),
        ];
        for (body, exact) in cases {
            let found = area(&body);
            assert!((found / exact - 1.0).abs() < 0.015, "{body}: {found} instead of {exact}");
        }
    }

    #[test]
    fn shapes_that_cannot_be_seen_are_left_out() {
        let count = |other: &str| {
            let text = format!("<svg><rect width='1' height='1'/>{other}</svg>");
            read(text.as_bytes()).unwrap().outlines.len()
        };
        let with = |how: &str| count(&format!("<rect x='9' width='1' height='1' {how}/>"));
        assert_eq!(with("visibility='visible' style='fill:red!important' fill-opacity='0.5'"), 2);
        for how in [
            "visibility='hidden'",
            "style='visibility: collapse'",
            "fill-opacity='0'",
            "style='fill-opacity:0%'",
            "style='fill:none !important'",
            "style='fill:none!important;fill:red'",
            "display='inline' style='display:none'",
        ] {
            assert_eq!(with(how), 1, "{how}");
        }
        let inner = "<rect x='9' width='1' height='1' visibility='visible'/>";
        assert_eq!(count(&format!("<g visibility='hidden'>{inner}</g>")), 2);
        assert_eq!(count(&format!("<g display='none'><g display='inline'>{inner}</g></g>")), 1);
        let sheet = "<style>rect{fill:none!important}</style><g style='fill:red'>";
        assert_eq!(count(&format!("{sheet}<circle r='1' style='fill:red'/></g>")), 1);
    }

    #[test]
    fn percentages_are_of_the_view_box_or_of_the_size() {
        for head in ["viewBox='0 0 40 10'", "width='40' height='10px'"] {
            let text = format!("<svg {head}><rect width='50%' height='100%'/></svg>");
            let outlines = read(text.as_bytes()).unwrap().outlines;
            let positions = &outlines[0].curve.positions;
            let most =
                |c: usize| positions.iter().skip(c).step_by(2).fold(0f64, |m, x| m.max(x.abs()));
            assert_eq!([most(0), most(1)], [20.0, 10.0], "{head}");
        }
        let error = read(b"<svg><rect width='50%' height='1'/></svg>").unwrap_err();
        assert_eq!(error.code, Code::Format);
    }

    #[test]
    fn a_physical_size_says_how_long_a_unit_is() {
        let mm = 1e-3;
        let inch = 0.0254;
        for (head, unit) in [
            ("width='50mm' height='25mm' viewBox='0 0 200 100'", Some(0.25 * mm)),
            ("width='5cm' viewBox='0 0 200 100'", Some(0.25 * mm)),
            ("height='2in' viewBox='0 0 200 100'", Some(inch / 50.0)),
            // it fits into both
            ("width='200mm' height='50mm' viewBox='0 0 200 100'", Some(0.5 * mm)),
            ("width='72pt' height='100%' viewBox='0 0 10 10'", Some(inch / 10.0)),
            ("width='30mm' height='30mm'", Some(inch / 96.0)),
            ("width='200' height='100px' viewBox='0 0 20 10'", None),
            ("width='0mm' viewBox='0 0 20 10'", None),
            ("width='1mm' viewBox='0 0 0 10'", None),
            ("viewBox='0 0 20 10'", None),
        ] {
            let text = format!("<svg {head}><circle r='1'/></svg>");
            let found = read(text.as_bytes()).unwrap().unit;
            let close = |(a, b): (f64, f64)| (a / b - 1.0).abs() < 1e-12;
            assert!(found.zip(unit).map_or(found == unit, close), "{head}: {found:?}");
        }
    }

    #[test]
    fn paper_behind_the_shapes_is_left_out() {
        let papers = |body: &str| {
            let text = format!("<svg viewBox='-5 0 20 10'>{body}</svg>");
            let outlines = read(text.as_bytes()).unwrap().outlines;
            (outlines.len(), outlines[0].papers)
        };
        let disk = "<circle cx='5' cy='5' r='3'/>";
        let sheet = "<rect x='-5' width='100%' height='100%' fill='white'/>";
        assert_eq!(papers(&format!("{sheet}{disk}")), (1, 1));
        assert_eq!(papers(&format!("<path d='M-6 -1H16V12H-6z'/>{sheet}{disk}{disk}")), (2, 2));
        // a plate with something on it, in front, alone, and not filled
        assert_eq!(papers(&format!("<rect width='10' height='10'/>{disk}")), (2, 0));
        assert_eq!(papers(&format!("{disk}{sheet}")), (2, 0));
        assert_eq!(papers(sheet), (1, 0));
        assert_eq!(
            papers(&format!("<rect x='-5' width='20' height='10' fill='none'/>{disk}")),
            (1, 0)
        );
        // a turned square is no paper
        assert_eq!(papers(&format!("<path d='M5 -40L50 5L5 50L-40 5z'/>{disk}")), (2, 0));
    }

    #[test]
    fn y_points_up() {
        let outlines = read(b"<svg><rect width='1' height='2'/></svg>").unwrap().outlines;
        assert!(outlines[0].curve.positions.iter().skip(1).step_by(2).all(|y| *y <= 0.0));
    }

    #[test]
    fn what_is_no_drawing_is_refused_with_a_code() {
        for (text, code) in [
            ("", Code::Format),
            ("hello", Code::Format),
            ("<svg></svg>", Code::MeshEmpty),
            ("<svg><path d='M0 0 L zz'/></svg>", Code::Format),
            ("<svg><path d='M0 0 L1e300 0 L 1 1 z'/></svg>", Code::MeshNotFinite),
            ("<svg><path d='M1 1 L1 1 z'/></svg>", Code::MeshEmpty),
            ("<svg><g transform='spin(3)'/></svg>", Code::Format),
            ("<svg><rect width='wide'/></svg>", Code::Format),
            ("<svg><g></svg>", Code::Format),
            ("<svg><rect width='-2' height='1'/></svg>", Code::Format),
            ("<svg><rect width='2' height='1' rx='inf'/></svg>", Code::MeshNotFinite),
            ("<svg><ellipse rx='inf' ry='1'/></svg>", Code::MeshNotFinite),
            ("<svg><ellipse rx='1' ry='-1'/></svg>", Code::Format),
            ("<svg><circle r='nan'/></svg>", Code::MeshNotFinite),
            ("<svg><circle r='1' cx='1e300'/></svg>", Code::MeshNotFinite),
            ("<svg><circle r='5e-324'/></svg>", Code::MeshEmpty),
            ("<svg><ellipse rx='5' ry='0'/></svg>", Code::MeshEmpty),
            ("<svg><path d='M0 0A1e100.5 1e100 0 1 0 1 1z'/></svg>", Code::MeshNotFinite),
            ("<svg><defs><circle id='a' r='1'/></defs><use href='#a'/></svg>", Code::Format),
        ] {
            assert_eq!(read(text.as_bytes()).unwrap_err().code, code, "{text}");
        }
    }
}
