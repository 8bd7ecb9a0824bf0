//! Object File Format, `.off`, ASCII: counts, vertices, polygons. Colors, normals and texture
//! coordinates behind a vertex or a polygon are ignored; polygons are fanned.

use super::cursor::{Cursor, clip};
use super::soup::Cells;
use super::{Surface, push_fan, triangle_surface};
use crate::array::Scalar;
use crate::error::Result;

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
    let mut positions = Vec::with_capacity(3 * vertices);
    for _ in 0..vertices {
        for _ in 0..3 {
            positions.push(cursor.coordinate(Scalar::F64)?);
        }
        cursor.rest_of_line();
    }
    let mut triangles = Cells::default();
    for _ in 0..faces {
        let corners = cursor.count(Scalar::I32, 1, "corners")?;
        let corners = cursor.integers(Scalar::I32, corners, "a vertex number")?;
        push_fan(&corners, 0, &mut triangles, &cursor)?;
        cursor.rest_of_line();
    }
    match cursor.peek() {
        None => triangle_surface(positions, triangles),
        Some(_) => Err(cursor.bad(format!("{faces} faces are announced, but more follow"))),
    }
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
