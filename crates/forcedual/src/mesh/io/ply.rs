//! Polygon file format, `.ply`, ASCII and binary of either byte order.
//!
//! The header lists elements and their properties. Of the vertices x, y and z are used, of the
//! faces the list `vertex_indices` (or `vertex_index`), to look at also red, green and blue of the
//! vertices (as a share of 1 if they are real numbers); everything else is passed over.

use super::cursor::{Cursor, clip};
use super::soup::Cells;
use super::{Surface, triangle_surface};
use crate::array::{Endian, Scalar};
use crate::error::{Code, Error, Result};
use crate::mesh::display::{Corners, Display};

struct Element {
    name: String,
    count: i64,
    properties: Vec<Property>,
}

struct Property {
    name: String,
    /// The type of the length, if this is a list.
    length: Option<Scalar>,
    scalar: Scalar,
}

pub(super) fn read(bytes: &[u8]) -> Result<Surface> {
    Ok(parse(bytes)?.0)
}

/// The surface with the colours of its vertices.
pub(super) fn read_display(bytes: &[u8]) -> Result<Display> {
    let (surface, colours) = parse(bytes)?;
    let points = surface.positions.as_chunks().0;
    let triangles = surface.facets.as_chunks().0;
    Display::from_corners(points, triangles, &colours, Corners::default())
}

/// The surface, and a colour for every vertex or none.
fn parse(bytes: &[u8]) -> Result<(Surface, Vec<[u8; 3]>)> {
    let mut cursor = Cursor::new(bytes, None);
    let (binary, elements) = read_header(&mut cursor)?;
    cursor.set_binary(binary);
    let lines = Lines::after(&cursor);
    let (mut positions, mut colours) = (Vec::new(), Vec::new());
    let mut triangles = Cells::default();
    for element in &elements {
        let bytes = element.properties.iter().map(|p| p.length.unwrap_or(p.scalar));
        let least: usize = bytes.map(|s| if binary.is_some() { s.size() } else { 2 }).sum();
        if least == 0 {
            continue;
        }
        let n = cursor.check_count(
            element.count,
            least,
            &format!("the number of elements `{}`", clip(&element.name)),
        )?;
        for _ in 0..n {
            let read = match element.name.as_str() {
                "vertex" => read_vertex(element, &mut cursor).map(|(point, colour)| {
                    positions.extend(point);
                    colours.extend(colour);
                }),
                "face" => read_face(element, &mut triangles, &mut cursor),
                _ => element.properties.iter().try_for_each(|p| p.read(&mut cursor).map(drop)),
            };
            read.map_err(|e| match binary {
                None => lines.explain(e, &elements),
                Some(_) => e,
            })?;
        }
    }
    check_end(&mut cursor, binary, &elements)?;
    if 3 * colours.len() != positions.len() {
        colours.clear();
    }
    Ok((triangle_surface(positions, triangles)?, colours))
}

/// The lines of a text behind its header, as a rule one for each element.
struct Lines(usize);

impl Lines {
    fn after(cursor: &Cursor) -> Self {
        let lines = cursor.rest().split(|b| *b == b'\n');
        Lines(lines.filter(|line| !line.trim_ascii().is_empty()).count())
    }

    /// An error of a text with more or fewer lines than the header announces.
    fn explain(&self, error: Error, elements: &[Element]) -> Error {
        let announced = elements.iter().fold(0i64, |sum, e| sum.saturating_add(e.count));
        if usize::try_from(announced) == Ok(self.0) {
            return error;
        }
        let each: Vec<String> =
            elements.iter().map(|e| format!("{} of `{}`", e.count, clip(&e.name))).collect();
        let (each, follow) = (each.join(", "), self.0);
        error.help(format!(
            "the header announces {each}, {announced} lines together, but {follow} follow: export the file again"
        ))
    }
}

/// Refuses what is left behind the last element; white space is nothing, in binary files as long
/// as no element fits into it.
fn check_end(cursor: &mut Cursor, binary: Option<Endian>, elements: &[Element]) -> Result<()> {
    let Some(last) = elements.iter().rfind(|e| !e.properties.is_empty()) else { return Ok(()) };
    let blank = cursor.rest().trim_ascii().is_empty();
    if blank && (binary.is_none() || cursor.rest().len() < 4) {
        return Ok(());
    }
    let left = if binary.is_none() { cursor.rest().trim_ascii() } else { cursor.rest() };
    let (name, told, bytes) = (clip(&last.name), last.count, left.len());
    let (mut count, mut more) = (told, cursor.clone());
    loop {
        let mut next = more.clone();
        if last.properties.iter().any(|p| p.read(&mut next).is_err()) {
            break;
        }
        (count, more) = (count + 1, next);
    }
    if blank && count == told {
        return Ok(());
    }
    let message = match count > told && more.rest().trim_ascii().is_empty() {
        true => format!("{told} elements `{name}` are announced, but {count} follow"),
        false => format!(
            "{bytes} bytes follow behind the {told} elements `{name}` that are announced last"
        ),
    };
    Err(cursor.bad(message).help("the counts in the header are wrong: export the file again"))
}

fn read_header(cursor: &mut Cursor) -> Result<(Option<Endian>, Vec<Element>)> {
    let start = cursor.clone();
    if cursor.rest_of_line().trim_ascii() != b"ply" {
        return Err(start.bad("the first line is not `ply`"));
    }
    let mut format = None;
    let mut elements: Vec<Element> = Vec::new();
    loop {
        if cursor.rest().is_empty() {
            return Err(cursor.bad("the header has no end_header"));
        }
        let words = cursor.words_ahead();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match (&words[..], elements.last_mut()) {
            (["format", "ascii", ..], _) => format = Some(None),
            (["format", "binary_little_endian", ..], _) => format = Some(Some(Endian::Little)),
            (["format", "binary_big_endian", ..], _) => format = Some(Some(Endian::Big)),
            (["element", name, count], _) => {
                let count = count.parse().map_err(|_| {
                    cursor.bad(format!("the number of elements is `{}`", clip(count)))
                })?;
                elements.push(Element { name: (*name).to_owned(), count, properties: Vec::new() });
            }
            (["property", "list", length, kind, name], Some(element)) => {
                let (length, scalar) = (Some(scalar(length, cursor)?), scalar(kind, cursor)?);
                element.properties.push(Property { name: (*name).to_owned(), length, scalar });
            }
            (["property", kind, name], Some(element)) => {
                element.properties.push(Property {
                    name: (*name).to_owned(),
                    length: None,
                    scalar: scalar(kind, cursor)?,
                });
            }
            (["end_header"], _) => break,
            (["comment" | "obj_info", ..] | [], _) => {}
            _ => {
                return Err(cursor.bad(format!(
                    "the header line `{}` is not understood",
                    clip(&words.join(" "))
                )));
            }
        }
        cursor.rest_of_line();
    }
    let format = format.ok_or_else(|| cursor.bad("the header does not name a format"))?;
    cursor.rest_of_line();
    Ok((format, elements))
}

fn scalar(name: &str, cursor: &Cursor) -> Result<Scalar> {
    Ok(match name {
        "char" | "int8" => Scalar::I8,
        "uchar" | "uint8" => Scalar::U8,
        "short" | "int16" => Scalar::I16,
        "ushort" | "uint16" => Scalar::U16,
        "int" | "int32" => Scalar::I32,
        "uint" | "uint32" => Scalar::U32,
        "float" | "float32" => Scalar::F32,
        "double" | "float64" => Scalar::F64,
        _ => return Err(cursor.bad(format!("the number type `{}` does not exist", clip(name)))),
    })
}

impl Property {
    fn read(&self, cursor: &mut Cursor) -> Result<Vec<f64>> {
        let n = match self.length {
            None => 1,
            Some(scalar) => {
                let n = cursor.integer(scalar, "the length of a list")?;
                cursor.check_count(n, 1, "the length of a list")?
            }
        };
        Ok(cursor.numbers(self.scalar, n, &self.name)?.reals())
    }
}

/// The point, and its colour if it has one.
fn read_vertex(element: &Element, cursor: &mut Cursor) -> Result<([f64; 3], Option<[u8; 3]>)> {
    let (mut p, mut colour) = ([0.0; 3], [None; 3]);
    for property in &element.properties {
        let single = property.length.is_none();
        let axis = ["x", "y", "z"].iter().position(|a| *a == property.name);
        let channel = ["red", "green", "blue"].iter().position(|c| *c == property.name);
        match (axis, channel) {
            (Some(axis), _) if single => p[axis] = cursor.coordinate(property.scalar)?,
            (_, Some(channel)) if single => {
                let whole = match property.scalar {
                    Scalar::U8 => 255.0,
                    Scalar::U16 => 65535.0,
                    _ => 1.0,
                };
                let value = property.read(cursor)?.first().map_or(0.0, |x| x / whole);
                colour[channel] = Some((255.0 * value.clamp(0.0, 1.0)).round() as u8);
            }
            _ => drop(property.read(cursor)?),
        }
    }
    let [red, green, blue] = colour;
    Ok((p, red.zip(green).zip(blue).map(|((r, g), b)| [r, g, b])))
}

fn read_face(element: &Element, triangles: &mut Cells, cursor: &mut Cursor) -> Result<()> {
    for property in &element.properties {
        let values = property.read(cursor)?;
        if matches!(property.name.as_str(), "vertex_indices" | "vertex_index") {
            if let Some(x) = values.iter().find(|x| x.fract() != 0.0) {
                return Err(cursor.error(Code::MeshIndex, format!("a face refers to vertex {x}")));
            }
            let corners: Vec<i64> = values.iter().map(|x| *x as i64).collect();
            triangles.push_polygon(&corners, 0, cursor)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    const TEXT: &str = "ply\nformat ascii 1.0\ncomment c\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n\
        element edge 1\nproperty int a\nelement face 2\nproperty float quality\nproperty list uchar int vertex_indices\nend_header\n\
        0 0 0 255\n1 0 0 255\n1 1 0.5 255\n0 1 0 255\n7\n0.5 4 0 1 2 3\n0.5 3 0 2 1\n";

    #[test]
    fn text_that_is_no_ply_is_refused_at_its_first_line() {
        let error = read(b"Dear reader,\nthis is a letter.\n").unwrap_err();
        assert_eq!((error.code, error.place.line), (Code::Format, Some(1)));
    }

    fn binary(big: bool) -> Vec<u8> {
        let (header, _) = TEXT.split_at(TEXT.find("0 0 0 255").unwrap());
        let order = if big { "binary_big_endian" } else { "binary_little_endian" };
        let mut out = header.replace("ascii", order).into_bytes();
        let real = |x: f32| {
            if big { x.to_be_bytes() } else { x.to_le_bytes() }
        };
        let integer = |x: i32| {
            if big { x.to_be_bytes() } else { x.to_le_bytes() }
        };
        for p in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.5], [0.0, 1.0, 0.0]] {
            out.extend(p.iter().flat_map(|x| real(*x)));
            out.push(255);
        }
        out.extend(integer(7));
        for face in [&[0, 1, 2, 3][..], &[0, 2, 1]] {
            out.extend(real(0.5));
            out.push(face.len() as u8);
            out.extend(face.iter().flat_map(|v| integer(*v)));
        }
        out
    }

    #[test]
    fn text_and_binary_of_both_orders_give_the_same_surface() {
        let text = read(TEXT.as_bytes()).unwrap();
        assert_eq!(text.positions, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.0, 1.0, 0.0]);
        assert_eq!(text.facets, [0, 1, 2, 0, 2, 3, 0, 2, 1]);
        samples::survives_truncation(TEXT.as_bytes(), read);
        for big in [false, true] {
            assert_eq!(read(&binary(big)).unwrap(), text);
            samples::survives_truncation(&binary(big), read);
        }
    }

    #[test]
    fn colours_of_vertices_are_read_as_bytes_or_shares() {
        let all = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
        let bytes = TEXT.replace("property uchar red\n", all).replace(" 255\n", " 255 0 51\n");
        let shares =
            bytes.replace("property uchar", "property float").replace(" 255 0 51\n", " 1 0 0.2\n");
        for text in [bytes, shares] {
            let display = read_display(text.as_bytes()).unwrap();
            assert!(display.colours.len() == display.positions.len());
            assert!(display.colours.iter().all(|c| *c == [255, 0, 51]), "{:?}", display.colours);
        }
        assert!(read_display(TEXT.as_bytes()).unwrap().colours.is_empty());
    }

    #[test]
    fn more_elements_than_the_header_announces_are_refused_with_both_counts() {
        let fewer = |bytes: &[u8]| {
            let at = bytes.windows(14).position(|w| w == b"element face 2").unwrap();
            [&bytes[..at + 13], b"1", &bytes[at + 14..]].concat()
        };
        for whole in [TEXT.as_bytes().to_vec(), binary(false), binary(true)] {
            let e = read(&fewer(&whole)).unwrap_err();
            let said = "1 elements `face` are announced, but 2 follow";
            assert!(e.code == Code::Format && e.message.starts_with(said), "{e}");
            assert!(read(&[&whole[..], b"\n"].concat()).is_ok());
            let e = read(&[&whole[..], b"\x07\x07\x07\x07\x07"].concat()).unwrap_err();
            assert!(e.message.starts_with("5 bytes follow behind the 2 elements `face`"), "{e}");
        }
        assert!(read(&[TEXT.as_bytes(), b"\n  \n\n\n\n"].concat()).is_ok());
        // a face of white space has 9 corners or more, 41 bytes; of 10 it has 45
        for whole in [binary(false), binary(true)] {
            for length in [4, 5, 12, 44] {
                assert!(read(&[&whole[..], &vec![b'\n'; length]].concat()).is_ok(), "{length}");
            }
            let e = read(&[&whole[..], &[b'\n'; 45]].concat()).unwrap_err();
            assert!(e.message.contains("but 3 follow"), "{e}");
            let e = read(&[&whole[..], b"\n\x07\n\n"].concat()).unwrap_err();
            assert!(e.message.starts_with("4 bytes follow"), "{e}");
        }
        let e = read(TEXT.replace("vertex 4", "vertex 3").as_bytes()).unwrap_err();
        let help = e.help.unwrap_or_default();
        assert!(help.contains("3 of `vertex`, 1 of `edge`, 2 of `face`, 6 lines"), "{help}");
        assert!(help.contains("but 7 follow"), "{help}");
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("format ascii", "format latin", Code::Format, 2),
            ("element vertex 4", "element vertex x", Code::Format, 4),
            ("element vertex 4", "element vertex 4444444444444", Code::Format, 15),
            ("property float y", "property quad y", Code::Format, 6),
            ("1 1 0.5", "1 nan 0.5", Code::MeshNotFinite, 17),
            ("3 0 2 1", "3 0 2 4", Code::MeshIndex, 21),
            ("3 0 2 1", "3 0 2 -1", Code::MeshIndex, 21),
            ("3 0 2 1", "2 0 2", Code::Format, 21),
        ] {
            let e = read(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
    }
}
