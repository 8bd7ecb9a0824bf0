//! Medit `.mesh`, ASCII: keywords followed by a count and that many lines.
//!
//! `Vertices`, `Triangles` and `Tetrahedra` carry a reference number each, which becomes the label.
//! Triangles are the cells of a plane mesh and the (ignored) boundary of a mesh in space.

use std::io::{self, Write};

use super::cursor::{Cursor, clip};
use super::names;
use super::soup::Soup;
use crate::array::Scalar;
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;

/// What to do about a section that is longer or shorter than it says.
const WRONG_COUNT: &str =
    "the number above them is wrong, or lines are missing: export the file again";

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh> {
    if matches!(bytes, [1, 0, 0, 0, ..] | [0, 0, 0, 1, ..]) {
        return Err(
            Error::new(Code::Format, "this is a binary Medit file").help("save it as ASCII .mesh")
        );
    }
    let mut cursor = Cursor::new(bytes, Some(b'#'));
    let mut soup = Soup::default();
    let mut dimension = None;
    // the last section, and how many lines it has
    let mut last: Option<(String, usize)> = None;
    while let Some(token) = cursor.token() {
        let keyword = String::from_utf8_lossy(token).to_ascii_lowercase();
        match keyword.as_str() {
            "meshversionformatted" => {
                cursor.integer(Scalar::I32, "the version")?;
            }
            "dimension" => match cursor.integer(Scalar::I32, "the dimension")? {
                d @ (2 | 3) => dimension = Some(d as usize),
                d => return Err(cursor.bad(format!("the dimension is {d}, neither 2 nor 3"))),
            },
            "vertices" => {
                let dimension =
                    dimension.ok_or_else(|| cursor.bad("Vertices come before Dimension"))?;
                if !soup.positions.is_empty() {
                    return Err(cursor.bad("there is a second section of Vertices"));
                }
                let n = read_vertices(&mut cursor, dimension, &mut soup)?;
                last = Some((keyword, n));
            }
            "triangles" | "tetrahedra" => {
                let (corners, cells) = match keyword.as_str() {
                    "triangles" => (3, &mut soup.triangles),
                    _ => (4, &mut soup.tetrahedra),
                };
                let n = cursor.count(Scalar::I32, corners + 1, &keyword)?;
                cells.vertices.reserve(n * corners);
                cells.labels.reserve(n);
                for k in 0..n {
                    goes_on(&mut cursor, (k, n), &keyword)?;
                    for _ in 0..corners {
                        cells.read_index(&mut cursor, 1)?;
                    }
                    cells.labels.push(cursor.integer(Scalar::I32, "a reference")?);
                }
                last = Some((keyword, n));
            }
            "end" => break,
            _ if token[0].is_ascii_alphabetic() => skip_section(&mut cursor),
            _ => {
                let found = clip(&keyword);
                return Err(match last {
                    Some((section, n)) => cursor
                        .bad(format!("{n} {section} are announced, but more follow (`{found}`)"))
                        .help(WRONG_COUNT),
                    None => cursor.bad(format!("expected a keyword, found `{found}`")),
                });
            }
        }
    }
    soup.regions = names::read(bytes);
    soup.finish()
}

/// Refuses a section in which a keyword comes too early: `k` of `n` lines were read.
fn goes_on(cursor: &mut Cursor, (k, n): (usize, usize), section: &str) -> Result<()> {
    let is_word = |token: &[u8]| {
        token[0].is_ascii_alphabetic()
            && std::str::from_utf8(token).is_ok_and(|text| text.parse::<f64>().is_err())
    };
    match cursor.peek().is_some_and(is_word) {
        true => Err(cursor
            .bad(format!("{n} {section} are announced, but only {k} follow"))
            .help(WRONG_COUNT)),
        false => Ok(()),
    }
}

fn read_vertices(cursor: &mut Cursor, dimension: usize, soup: &mut Soup) -> Result<usize> {
    let n = cursor.count(Scalar::I32, dimension + 1, "vertices")?;
    soup.positions.reserve(3 * n);
    soup.vertex_labels.reserve(n);
    for k in 0..n {
        goes_on(cursor, (k, n), "vertices")?;
        let mut p = [0.0; 3];
        for x in &mut p[..dimension] {
            *x = cursor.coordinate(Scalar::F64)?;
        }
        soup.positions.extend(p);
        soup.vertex_labels.push(cursor.integer(Scalar::I32, "a reference")?);
    }
    Ok(n)
}

/// Other sections are numbers up to the next keyword.
fn skip_section(cursor: &mut Cursor) {
    while cursor.peek().is_some_and(|t| !t[0].is_ascii_alphabetic()) {
        cursor.token();
    }
}

pub(super) fn write(mesh: &RawMesh, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "MeshVersionFormatted 2\nDimension {}\n", mesh.dim)?;
    names::write(mesh, out)?;
    writeln!(out, "Vertices\n{}", mesh.positions.len() / mesh.dim)?;
    let label = |labels: &[i64], i: usize| labels.get(i).copied().unwrap_or(0);
    for (i, p) in mesh.positions.chunks_exact(mesh.dim).enumerate() {
        p.iter().try_for_each(|x| write!(out, "{x:?} "))?;
        writeln!(out, "{}", label(&mesh.vertex_labels, i))?;
    }
    let name = if mesh.dim == 2 { "Triangles" } else { "Tetrahedra" };
    writeln!(out, "\n{name}\n{}", mesh.cells.len() / (mesh.dim + 1))?;
    for (i, cell) in mesh.cells.chunks_exact(mesh.dim + 1).enumerate() {
        cell.iter().try_for_each(|v| write!(out, "{} ", u64::from(*v) + 1))?;
        writeln!(out, "{}", label(&mesh.cell_labels, i))?;
    }
    writeln!(out, "\nEnd")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn round_trips_with_labels() {
        for mesh in samples::meshes() {
            let mut bytes = Vec::new();
            write(&mesh, &mut bytes).unwrap();
            assert_eq!(read(&bytes).unwrap(), mesh);
            samples::survives_truncation(&bytes, read);
        }
    }

    const LOOSE: &str = "\u{feff}MeshVersionFormatted\n1 # a comment\nDimension 3 Vertices 4\n\
        0 0 0 0\n1 0 0 0  0 1 0 0\n\n0 0 1 0\nTriangles 0\nCorners 2\n1\n2\nNormals\n1\n-1 0.5 0\n\
        Tetrahedra\n1\n1 2 3 4 0\nEdges\n1\n1 2 0\nEnd\ntrailing";

    #[test]
    fn free_form_comments_and_unknown_sections_are_tolerated_and_zero_labels_dropped() {
        let mesh = read(LOOSE.as_bytes()).unwrap();
        assert_eq!((mesh.dim, mesh.positions.len()), (3, 12));
        assert_eq!(mesh.cells, [0, 1, 2, 3]);
        assert!(mesh.cell_labels.is_empty() && mesh.vertex_labels.is_empty());
    }

    #[test]
    fn a_plane_mesh_may_be_stored_with_three_equal_heights() {
        let text = "MeshVersionFormatted 1\nDimension 3\nVertices 3\n0 0 5 0\n1 0 5 0\n0 1 5 0\nTriangles 1\n1 2 3 7\nEnd";
        let mesh = read(text.as_bytes()).unwrap();
        assert_eq!((mesh.dim, mesh.positions.len()), (2, 6));
        assert_eq!(mesh.cell_labels, [7]);
        let bent = read(text.replace("0 1 5", "0 1 6").as_bytes()).unwrap_err();
        assert!(bent.message.contains("surface"), "{bent}");
    }

    #[test]
    fn errors_name_the_line() {
        let good = "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n";
        assert!(read(good.as_bytes()).is_ok());
        for (from, to, code, line) in [
            ("1 2 3 4 0", "1 2 3 5 0", Code::MeshIndex, 11),
            ("1 2 3 4 0", "1 2 0 4 0", Code::MeshIndex, 11),
            ("1 2 3 4 0", "1 2 3 99999999999 0", Code::MeshIndex, 11),
            ("0 1 0 0", "0 nan 0 0", Code::MeshNotFinite, 7),
            ("0 1 0 0", "0 1e999 0 0", Code::MeshNotFinite, 7),
            ("0 1 0 0", "0 x 0 0", Code::Format, 7),
            ("Dimension 3", "Dimension 4", Code::Format, 2),
            ("Vertices\n4", "Vertices\n-4", Code::Format, 4),
            ("Vertices\n4", "Vertices\n4000000000000000000", Code::Format, 4),
            ("Tetrahedra\n1", "Tetrahedra\n2", Code::Format, 10),
            ("End", "3", Code::Format, 12),
        ] {
            let e = read(good.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
    }

    #[test]
    fn wrong_counts_are_told_with_what_follows() {
        let text = "MeshVersionFormatted 2\nDimension 2\nVertices\n3\n0 0 0\n1 0 0\n0 1 0\nTriangles\n1\n1 2 3 0\nEnd\n# and a comment behind it\n";
        assert!(read(text.as_bytes()).is_ok());
        for (from, to, message) in [
            ("Vertices\n3", "Vertices\n2", "2 vertices are announced, but more follow (`0`)"),
            ("Vertices\n3", "Vertices\n4", "4 vertices are announced, but only 3 follow"),
            ("Triangles\n1", "Triangles\n2", "2 triangles are announced, but only 1 follow"),
        ] {
            let error = read(text.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!(error.message, message);
            assert!(error.help.unwrap().contains("export the file again"));
        }
        let error = read(text.replacen("0 1 0", "nan 1 0", 1).as_bytes()).unwrap_err();
        assert_eq!(error.code, Code::MeshNotFinite);
        let error = read(text.split("1 2 3").next().unwrap().as_bytes()).unwrap_err();
        assert!(error.help.unwrap_or_default().contains("copy"), "{}", error.message);
    }
}
