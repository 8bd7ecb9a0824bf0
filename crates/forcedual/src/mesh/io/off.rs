//! Object File Format, `.off`, ASCII: counts, vertices, polygons. Colors, normals and texture
//! coordinates behind a vertex or a polygon are ignored; polygons become triangles that fill them.

use super::cursor::{Cursor, clip};
use super::soup::Cells;
use super::{Surface, triangle_surface};
use crate::array::Scalar;
use crate::error::{Error, Result};

pub(super) fn read(bytes: &[u8]) -> Result<Surface> {
    let mut cursor = Cursor::new(bytes, Some(b'#'));
    let header = cursor.word("OFF")?;
    if !matches!(header, "OFF" | "COFF" | "NOFF" | "CNOFF" | "STOFF") {
        return Err(cursor.bad(format!("expected OFF, found `{}`", clip(header))));
    }
    if cursor.peek() == Some(b"BINARY") {
        return Err(cursor.bad("binary OFF is not supported").help("save it as ASCII"));
    }
    let vertices = cursor.count(Scalar::I32, 3, "vertices")?;
    let faces = cursor.count(Scalar::I32, 4, "faces")?;
    cursor.rest_of_line();
    let lines = lines_ahead(&cursor);
    let mut positions = Vec::with_capacity(3 * vertices);
    for _ in 0..vertices {
        for _ in 0..3 {
            positions.push(cursor.coordinate(Scalar::F64)?);
        }
        cursor.rest_of_line();
    }
    let mut triangles = Cells::default();
    for _ in 0..faces {
        read_face(&mut cursor, &mut triangles).map_err(|e| explained(e, lines, vertices, faces))?;
        cursor.rest_of_line();
    }
    if cursor.peek().is_none() {
        return triangle_surface(positions, triangles);
    }
    let follow = faces + lines_ahead(&cursor);
    let message = format!("{faces} faces are announced, but {follow} follow");
    Err(cursor.bad(message).help("the counts in the header are wrong: export the file again"))
}

/// Lines with something on them.
fn lines_ahead(cursor: &Cursor) -> usize {
    let mut ahead = cursor.clone();
    std::iter::from_fn(|| ahead.peek().map(|_| ahead.rest_of_line().len())).count()
}

fn read_face(cursor: &mut Cursor, triangles: &mut Cells) -> Result<()> {
    let corners = cursor.count(Scalar::I32, 1, "corners")?;
    let corners = cursor.integers(Scalar::I32, corners, "a vertex number")?;
    triangles.push_polygon(&corners, 0, cursor)
}

/// An error in a face, where there are more lines than announced.
fn explained(error: Error, lines: usize, vertices: usize, faces: usize) -> Error {
    if lines == vertices.saturating_add(faces) {
        return error;
    }
    error.help(format!(
        "{vertices} vertices and {faces} faces are announced, but {lines} lines follow: export the file again"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::error::Code;

    const SAMPLE: &str = "COFF # colored\n\n4 2 0\n0 0 0 1 1 1 1\n1 0 0 1 1 1 1\n1 1 0.5 1 1 1 1\n0 1 0 1 1 1 1\n4 0 1 2 3 255 0 0\n3 0 2 1\n";

    #[test]
    fn polygons_are_fanned_and_colors_ignored() {
        let surface = read(SAMPLE.as_bytes()).unwrap();
        assert_eq!(surface.dim, 3);
        assert_eq!(surface.positions[6..9], [1.0, 1.0, 0.5]);
        assert_eq!(surface.facets, [0, 1, 2, 0, 2, 3, 0, 2, 1]);
        samples::survives_truncation(SAMPLE.as_bytes(), read);
    }

    #[test]
    fn wrong_counts_are_refused_with_what_is_announced_and_what_follows() {
        let of = |counts: &str| read(SAMPLE.replacen("4 2 0", counts, 1).as_bytes()).unwrap_err();
        assert!(of("4 1 0").message.contains("1 faces are announced, but 2 follow"));
        let help = of("3 2 0").help.unwrap_or_default();
        assert!(
            help.contains("3 vertices and 2 faces are announced, but 6 lines follow"),
            "{help}"
        );
        assert!(read(format!("{SAMPLE}\n\n # the end\n").as_bytes()).is_ok());
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("COFF", "DOFF", Code::Format, 1),
            ("COFF", "OFF BINARY", Code::Format, 1),
            ("4 2 0", "400000000000000 2 0", Code::Format, 3),
            ("4 2 0", "4 -2 0", Code::Format, 3),
            ("4 2 0", "4 1 0", Code::Format, 9),
            ("1 1 0.5", "1 nan 0.5", Code::MeshNotFinite, 6),
            ("3 0 2 1", "3 0 2 4", Code::MeshIndex, 9),
            ("3 0 2 1", "2 0 2 1", Code::Format, 9),
        ] {
            let e = read(SAMPLE.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
    }
}
