//! Basic shapes and the data of paths, as closed loops of straight segments.

use super::attribute;
use super::style::in_units;
use crate::error::{Code, Error, Result};
use crate::mesh::io::Surface;
use kurbo::{Affine, BezPath, Circle, Ellipse, PathEl, Point, Rect, Shape};
use quick_xml::events::BytesStart;

/// Curves become lines this close to them, as a share of a path's diagonal.
const TOLERANCE: f64 = 3e-4;
/// Corners of which one radius is this share of the other, or less, are not round.
const SHARP: f64 = 1e-6;
/// Coordinates beyond this are refused.
const FARTHEST: f64 = 1e15;

/// `translate(1 2) rotate(30)` and so on; none if it is not understood.
pub(super) fn transform(text: &str) -> Option<Affine> {
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

pub(super) fn numbers(text: &str) -> Option<Vec<f64>> {
    let words = text.split(|c: char| c == ',' || c.is_ascii_whitespace());
    words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

/// The curves of an element, if it is a shape; percentages are of the width and height `view`.
pub(super) fn path(element: &BytesStart, view: Option<[f64; 2]>) -> Result<Option<BezPath>> {
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
            if rx.min(ry) <= SHARP * rx.max(ry) {
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
    // whether the word has them
    let (mut point, mut exponent) = (false, false);
    for c in data.chars().chain([' ']) {
        let goes_on = match c {
            '0'..='9' => true,
            '.' => !exponent && !point,
            'e' | 'E' => !exponent && !word.is_empty(),
            '+' | '-' => word.ends_with(['e', 'E']),
            _ => false,
        };
        if !goes_on {
            largest = largest.max(word.parse().unwrap_or(0.0));
            word.clear();
            (point, exponent) = (false, false);
        }
        if goes_on || c == '.' {
            point |= c == '.';
            exponent |= matches!(c, 'e' | 'E');
            word.push(c);
        }
    }
    largest
}

fn too_large() -> Error {
    let message = "a path has coordinates that are not numbers or too large";
    Error::new(Code::MeshNotFinite, message)
}

/// Closed loops of segments, and how many of them did not end where they began.
pub(super) fn flattened(mut path: BezPath, place: Affine) -> Result<(Surface, usize)> {
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

    #[test]
    fn the_largest_number_is_found_wherever_numbers_end() {
        for (data, expected) in [
            ("M1,2L3-4", 4.0),
            ("M.5.75-.25", 0.75),
            ("M1e2.5-3e-1 7E+1z", 100.0),
            ("M1.5.25e3,2", 250.0),
            ("ez", 0.0),
            ("", 0.0),
        ] {
            assert_eq!(largest(data), expected, "{data}");
        }
    }

    #[test]
    fn numbers_may_have_any_length() {
        let data = format!("M0.{}", "3".repeat(400_000));
        assert_eq!(largest(&data), 1.0 / 3.0);
    }
}
