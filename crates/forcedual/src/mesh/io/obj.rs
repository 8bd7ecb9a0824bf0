//! Wavefront OBJ: plane triangle meshes, surfaces, and polylines.
//!
//! Polygons become triangles that fill them. Faces after `g name` get a label: the names
//! themselves if all are integers, otherwise 1, 2, ... in order of appearance.

use std::collections::HashMap;
use std::io::{self, Write};

use super::cursor::Cursor;
use super::soup::{Cells, Soup, is_planar};
use super::{Surface, triangle_surface};
use crate::array::Scalar;
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;

#[derive(Default)]
struct Obj {
    positions: Vec<f64>,
    triangles: Cells,
    segments: Cells,
    groups: Vec<String>,
}

impl Obj {
    /// Lines without faces must be a drawing in the plane.
    fn check_lines(&self) -> Result<()> {
        if !self.triangles.is_empty() || self.segments.is_empty() || is_planar(&self.positions) {
            return Ok(());
        }
        Err(Error::new(Code::Format, "the lines are not in the plane z = 0")
            .help("outlines lie in the x-y plane; turn them there, or add faces for a surface"))
    }
}

/// The text with lines that go on after a backslash made one; others keep their numbers.
pub(super) fn unfolded(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.contains(&b'\\') {
        return bytes;
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut owed = 0;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        match text.strip_suffix(b"\\") {
            Some(begun) if text.len() < line.len() => {
                out.extend_from_slice(begun);
                out.push(b' ');
                owed += 1;
            }
            _ => {
                out.extend_from_slice(line);
                out.resize(out.len() + std::mem::take(&mut owed), b'\n');
            }
        }
    }
    out
}

/// A triangle mesh in the plane; any other surface is refused.
pub(super) fn read(bytes: &[u8]) -> Result<RawMesh> {
    let mut obj = parse(bytes)?;
    obj.check_lines()?;
    let numbers: Option<Vec<i64>> = obj.groups.iter().map(|g| g.parse().ok()).collect();
    if let Some(numbers) = numbers {
        for label in obj.triangles.labels.iter_mut().filter(|l| **l > 0) {
            *label = numbers[*label as usize - 1];
        }
    }
    Soup { positions: obj.positions, triangles: obj.triangles, ..Soup::default() }.finish()
}

/// The triangles in space, or the segments of a plane drawing that has no faces.
pub(super) fn read_surface(bytes: &[u8]) -> Result<Surface> {
    let obj = parse(bytes)?;
    obj.check_lines()?;
    if obj.triangles.is_empty() && !obj.segments.is_empty() && is_planar(&obj.positions) {
        let segments = obj.segments.check(&obj.positions)?;
        let positions = obj.positions.chunks_exact(3).flat_map(|p| [p[0], p[1]]).collect();
        return Ok(Surface { dim: 2, positions, facets: segments.vertices });
    }
    triangle_surface(obj.positions, obj.triangles)
}

fn parse(bytes: &[u8]) -> Result<Obj> {
    let mut cursor = Cursor::new(bytes, Some(b'#'));
    let mut obj = Obj::default();
    let (mut group, mut known) = (0, HashMap::new());
    while let Some(keyword) = cursor.token() {
        match keyword {
            b"v" => {
                let mut p = [0.0; 3];
                for (axis, x) in p.iter_mut().enumerate() {
                    match (cursor.at_line_end(), axis) {
                        (false, _) => *x = cursor.coordinate(Scalar::F64)?,
                        (true, 2) => {}
                        (true, _) => {
                            return Err(cursor.bad("a vertex has fewer than two coordinates"));
                        }
                    }
                }
                obj.positions.extend(p);
            }
            b"f" => {
                let corners = corners(&mut cursor, obj.positions.len() / 3)?;
                obj.triangles.push_polygon(&corners, 1, &cursor)?;
                obj.triangles.labels.resize(obj.triangles.vertices.len() / 3, group);
            }
            b"l" => {
                let corners = corners(&mut cursor, obj.positions.len() / 3)?;
                for index in corners.windows(2).flatten() {
                    obj.segments.push_index(*index, 1, &cursor)?;
                }
            }
            b"g" => {
                let name = String::from_utf8_lossy(cursor.rest_of_line()).trim().to_owned();
                let next = obj.groups.len() as i64 + 1;
                group = *known.entry(name.clone()).or_insert(next);
                if group == next {
                    obj.groups.push(name);
                }
                continue;
            }
            _ => {}
        }
        cursor.rest_of_line();
    }
    Ok(obj)
}

/// The zero-based vertex numbers of `f` or `l`: `7`, `7/1`, `7//2` or `7/1/2`, negative ones
/// counting back from the latest vertex.
fn corners(cursor: &mut Cursor, vertices: usize) -> Result<Vec<i64>> {
    let mut corners = Vec::with_capacity(4);
    while !cursor.at_line_end() {
        let word = cursor.word("a vertex number")?;
        let number = word.split('/').next().unwrap_or(word);
        match number.parse::<i64>() {
            Ok(n) if n > 0 => corners.push(n - 1),
            Ok(n) if n < 0 && n >= -(vertices as i64) => corners.push(vertices as i64 + n),
            Ok(n) => return Err(super::no_vertex(cursor, n)),
            Err(_) => {
                return Err(cursor.bad(format!(
                    "expected a vertex number, found `{}`",
                    super::cursor::clip(word)
                )));
            }
        }
    }
    Ok(corners)
}

/// Writes a plane mesh; labels become groups.
pub(super) fn write(mesh: &RawMesh, out: &mut impl Write) -> io::Result<()> {
    for p in mesh.positions.chunks_exact(2) {
        writeln!(out, "v {:?} {:?} 0.0", p[0], p[1])?;
    }
    for (i, cell) in mesh.cells.chunks_exact(3).enumerate() {
        if let Some(label) = mesh.cell_labels.get(i)
            && (i == 0 || mesh.cell_labels[i - 1] != *label)
        {
            writeln!(out, "g {label}")?;
        }
        writeln!(
            out,
            "f {} {} {}",
            u64::from(cell[0]) + 1,
            u64::from(cell[1]) + 1,
            u64::from(cell[2]) + 1
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::error::Code;

    #[test]
    fn plane_meshes_round_trip_with_cell_labels() {
        let mut mesh = samples::plane();
        mesh.vertex_labels.clear();
        let mut bytes = Vec::new();
        write(&mesh, &mut bytes).unwrap();
        assert_eq!(read(&bytes).unwrap(), mesh);
        samples::survives_truncation(&bytes, read);
        samples::survives_truncation(&bytes, read_surface);
    }

    #[test]
    fn quads_are_fanned_and_slashes_and_negative_numbers_understood() {
        let text = "# c\nmtllib x\r\nv 0 0\nv 1 0 0 1.0\nvt 0 0\nv 1 1 0\nv 0 1 0\ng skin\nf 1/1 2/1/1 3//1 4 # quad\ng bone\nf -4 -3 -2";
        let mesh = read(text.as_bytes()).unwrap();
        assert_eq!(mesh.cells, [0, 1, 2, 0, 2, 3, 0, 1, 2]);
        assert_eq!(mesh.cell_labels, [1, 1, 2]);
        assert_eq!(mesh.positions, [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_bent_surface_is_no_plane_mesh_but_is_a_surface() {
        let text = b"v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n";
        let e = read(text).unwrap_err();
        assert!(e.message.contains("surface"), "{e}");
        let surface = read_surface(text).unwrap();
        assert_eq!((surface.dim, surface.positions.len()), (3, 9));
        assert_eq!(surface.facets, [0, 1, 2]);
    }

    #[test]
    fn a_plane_drawing_of_lines_is_a_curve_in_the_plane() {
        let curve = read_surface(b"v 0 0 2\nv 1 0 2\nv 1 1 2\nl 1 2 3 1\n").unwrap();
        assert_eq!(curve.dim, 2);
        assert_eq!(curve.facets, [0, 1, 1, 2, 2, 0]);
        assert_eq!(curve.positions, [0.0, 0.0, 1.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn lines_that_do_not_lie_in_the_plane_are_refused_as_that() {
        let tilted = b"v 0 0 0\nv 1 0 1\nv 1 1 1\nl 1 2 3 1\n";
        for error in [read(tilted).unwrap_err(), read_surface(tilted).unwrap_err()] {
            assert!(error.message.contains("not in the plane z = 0"), "{error}");
        }
    }

    #[test]
    fn lines_go_on_after_a_backslash_and_keep_their_numbers() {
        let folded = b"v 0 0 \\\n0\nv 1 0 0\nv 0 1 \\\r\n 1\nf 1 \\\n2 \\\n3\nf 1 2 4\n";
        let unfolded = unfolded(folded.to_vec());
        let error = read_surface(&unfolded).unwrap_err();
        assert_eq!((error.code, error.place.line), (Code::MeshIndex, Some(9)));
        let whole = read_surface(unfolded.strip_suffix(b"f 1 2 4\n").unwrap()).unwrap();
        assert_eq!(whole, read_surface(b"v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n").unwrap());
    }

    #[test]
    fn errors_name_the_line() {
        let good = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        for (from, to, code, line) in [
            ("f 1 2 3", "f 1 2 4", Code::MeshIndex, 4),
            ("f 1 2 3", "f 1 2 0", Code::MeshIndex, 4),
            ("f 1 2 3", "f 1 2 -4", Code::MeshIndex, 4),
            ("f 1 2 3", "f 1 2", Code::Format, 4),
            ("f 1 2 3", "f 1 2 x", Code::Format, 4),
            ("v 1 0 0", "v 1 inf 0", Code::MeshNotFinite, 2),
            ("v 1 0 0", "v 1", Code::Format, 2),
        ] {
            let e = read(good.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
        assert_eq!(read(b"v 0 0 0\n").unwrap_err().code, Code::MeshEmpty);
    }
}
