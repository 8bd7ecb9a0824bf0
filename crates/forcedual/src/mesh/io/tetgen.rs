//! TetGen's and Triangle's pair of files: `.node` holds the vertices, `.ele` the cells.
//!
//! Each file starts with counts, then has one numbered line per item; the number of the first
//! vertex (0 or 1) is where the numbering starts. A vertex's boundary marker becomes its label, a
//! cell's first attribute (the region) becomes the cell's label. Both of our files begin with the same comment,
//! `# pair DIGEST`: of a process that was killed between the two, the new and the old one are not taken for a mesh.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::cursor::Cursor;
use super::soup::Soup;
use super::{load, names};
use crate::array::Scalar;
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;
use crate::write::Part;
use sha2::{Digest, Sha256};

/// What the first line begins with.
const PAIR: &str = "# pair ";
/// Bytes of the digest.
const BYTES: usize = 8;

/// The `.node` and `.ele` file of the pair to which `path` belongs.
fn pair(path: &Path) -> (PathBuf, PathBuf) {
    let upper =
        path.extension().is_some_and(|e| e.to_string_lossy().chars().all(char::is_uppercase));
    let (node, ele) = if upper { ("NODE", "ELE") } else { ("node", "ele") };
    (path.with_extension(node), path.with_extension(ele))
}

pub(super) fn read(path: &Path) -> Result<RawMesh> {
    let (node, ele) = pair(path);
    let (points, cells) = (load(&node)?, load(&ele)?);
    if let (Some(of), Some(with)) = (digest(&points), digest(&cells))
        && of != with
    {
        let message = format!("its vertices are those of another mesh than {}", ele.display());
        let error = Error::new(Code::Format, message).file(&node);
        return Err(error.help("write both files again"));
    }
    let vertices = read_vertices(&points).map_err(|e| e.file(&node))?;
    read_cells(&cells, vertices).map_err(|e| e.file(&ele))
}

/// The digest that a file of a pair begins with.
fn digest(bytes: &[u8]) -> Option<&[u8]> {
    let line = bytes.split(|b| *b == b'\n').next()?;
    line.strip_prefix(PAIR.as_bytes()).map(<[u8]>::trim_ascii)
}

pub(super) struct Vertices {
    dim: usize,
    first: i64,
    pub(super) soup: Soup,
}

pub(super) fn read_vertices(bytes: &[u8]) -> Result<Vertices> {
    let mut cursor = Cursor::new(bytes, Some(b'#'));
    let n = cursor.count(Scalar::I32, 1, "vertices")?;
    let dim = match cursor.integer(Scalar::I32, "the dimension")? {
        2 => 2,
        3 => 3,
        d => return Err(cursor.bad(format!("the dimension is {d}, neither 2 nor 3"))),
    };
    let attributes = cursor.count(Scalar::I32, usize::from(n > 0), "attributes")?;
    let markers = cursor.count(Scalar::I32, 0, "boundary markers")?;
    let mut soup = Soup::default();
    let mut first = 1;
    for i in 0..n {
        let number = cursor.integer(Scalar::I32, "a vertex number")?;
        if i == 0 {
            first = number;
        }
        if !matches!(first, 0 | 1) || number != first + i as i64 {
            let message =
                format!("expected vertex {}, found vertex {number}", first.clamp(0, 1) + i as i64);
            return Err(cursor.bad(message).help("vertices are numbered from 0 or 1 without gaps"));
        }
        let mut p = [0.0; 3];
        for x in &mut p[..dim] {
            *x = cursor.coordinate(Scalar::F64)?;
        }
        soup.positions.extend(p);
        cursor.numbers(Scalar::F64, attributes, "vertex attributes")?;
        let markers = cursor.integers(Scalar::I32, markers, "a boundary marker")?;
        soup.vertex_labels.push(markers.first().copied().unwrap_or(0));
    }
    Ok(Vertices { dim, first, soup })
}

pub(super) fn read_cells(bytes: &[u8], vertices: Vertices) -> Result<RawMesh> {
    let Vertices { dim, first, mut soup } = vertices;
    let mut cursor = Cursor::new(bytes, Some(b'#'));
    let n = cursor.count(Scalar::I32, 1, "cells")?;
    let corners = cursor.integer(Scalar::I32, "the number of corners")?;
    match (dim, corners) {
        (2, 3) | (3, 4) => {}
        (2, 6) | (3, 10) => {
            return Err(cursor
                .bad(format!("cells with {corners} corners are second order"))
                .help("write first order cells (leave out the switch -o2)"));
        }
        _ => {
            return Err(cursor.bad(format!("cells have {corners} corners instead of {}", dim + 1)));
        }
    }
    let attributes = cursor.count(Scalar::I32, usize::from(n > 0), "attributes")?;
    let cells = if dim == 2 { &mut soup.triangles } else { &mut soup.tetrahedra };
    for _ in 0..n {
        cursor.integer(Scalar::I32, "a cell number")?;
        for _ in 0..=dim {
            cells.read_index(&mut cursor, first)?;
        }
        let region = cursor.numbers(Scalar::F64, attributes, "cell attributes")?.reals();
        cells.labels.push(region.first().map_or(0, |r| r.round() as i64));
    }
    if n == 0 {
        return Err(cursor.error(Code::MeshEmpty, "the file has no cells"));
    }
    soup.regions = names::read(bytes);
    soup.finish()
}

/// Writes both files of the pair, numbered from 1.
pub(super) fn write(path: &Path, mesh: &RawMesh) -> Result<()> {
    let (node, ele) = pair(path);
    let mut both = Sha256::new();
    mesh.positions.iter().for_each(|x| both.update(x.to_le_bytes()));
    mesh.cells.iter().for_each(|v| both.update(v.to_le_bytes()));
    let digest: String =
        both.finalize().iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect();
    let vertices = Part::begin(&node)?.filled(|out| {
        writeln!(out, "{PAIR}{digest}")?;
        write_vertices(mesh, out)
    })?;
    let cells = Part::begin(&ele)?.filled(|out| {
        writeln!(out, "{PAIR}{digest}")?;
        write_cells(mesh, out)
    })?;
    vertices.commit()?;
    cells.commit()
}

pub(super) fn write_vertices(mesh: &RawMesh, out: &mut impl Write) -> io::Result<()> {
    let markers = u8::from(!mesh.vertex_labels.is_empty());
    writeln!(out, "{} {} 0 {markers}", mesh.positions.len() / mesh.dim, mesh.dim)?;
    for (i, p) in mesh.positions.chunks_exact(mesh.dim).enumerate() {
        write!(out, "{}", i + 1)?;
        p.iter().try_for_each(|x| write!(out, " {x:?}"))?;
        mesh.vertex_labels.get(i).map_or(Ok(()), |l| write!(out, " {l}"))?;
        writeln!(out)?;
    }
    Ok(())
}

pub(super) fn write_cells(mesh: &RawMesh, out: &mut impl Write) -> io::Result<()> {
    let attributes = u8::from(!mesh.cell_labels.is_empty());
    let corners = mesh.dim + 1;
    names::write(mesh, out)?;
    writeln!(out, "{} {corners} {attributes}", mesh.cells.len() / corners)?;
    for (i, cell) in mesh.cells.chunks_exact(corners).enumerate() {
        write!(out, "{}", i + 1)?;
        cell.iter().try_for_each(|v| write!(out, " {}", u64::from(*v) + 1))?;
        mesh.cell_labels.get(i).map_or(Ok(()), |l| write!(out, " {l}"))?;
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn both(node: &str, ele: &str) -> Result<RawMesh> {
        read_cells(ele.as_bytes(), read_vertices(node.as_bytes())?)
    }

    #[test]
    fn either_file_names_the_pair() {
        let folder = samples::Folder::new("tetgen");
        for mesh in samples::meshes() {
            let (node, ele) = (folder.0.join("body.1.node"), folder.0.join("body.1.ele"));
            write(&ele, &mesh).unwrap();
            assert_eq!(read(&node).unwrap(), mesh);
            assert_eq!(read(&ele).unwrap(), mesh);
        }
    }

    #[test]
    fn files_of_two_meshes_are_no_pair() {
        let folder = samples::Folder::new("tetgen-mixed");
        let (node, ele) = (folder.0.join("body.node"), folder.0.join("body.ele"));
        let mut mesh = samples::meshes().remove(0);
        write(&node, &mesh).unwrap();
        let old = std::fs::read(&ele).unwrap();
        mesh.positions[0] += 0.125;
        write(&node, &mesh).unwrap();
        std::fs::write(&ele, old).unwrap();
        let error = read(&ele).unwrap_err();
        assert!(error.code == Code::Format && error.message.contains("another mesh"), "{error}");
    }

    const NODE: &str = "# made by hand\n4  3  1  1\n0  0 0 0  0.5  1\n1  1 0 0  0.5  0 # side\n2  0 1 0  0.5  0\n3  0 0 1  0.5  2\n";
    const ELE: &str = "1 4 1\n0  0 1 2 3  -7\n# end\n";

    #[test]
    fn numbering_from_zero_attributes_markers_and_comments_are_understood() {
        let mesh = both(NODE, ELE).unwrap();
        assert_eq!((mesh.dim, mesh.cells), (3, vec![0, 1, 2, 3]));
        assert_eq!(mesh.vertex_labels, [1, 0, 0, 2]);
        assert_eq!(mesh.cell_labels, [-7]);
    }

    #[test]
    fn triangle_files_are_plane_meshes() {
        let mesh = both("3 2 0 0\n1 0 0\n2 1 0\n3 0 1\n", "1 3 0\n1 1 2 3\n").unwrap();
        assert_eq!((mesh.dim, mesh.cells), (2, vec![0, 1, 2]));
        assert_eq!(mesh.positions, [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("1  1 0 0", "1  1 inf 0", Code::MeshNotFinite, 4),
            ("2  0 1 0", "5  0 1 0", Code::Format, 5),
            ("4  3  1", "4  5  1", Code::Format, 2),
            ("4  3  1", "444444444444  3  1", Code::Format, 2),
        ] {
            let e = both(&NODE.replacen(from, to, 1), ELE).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
        for (from, to, code, line) in [
            ("1 4 1", "1 10 1", Code::Format, 1),
            ("1 4 1", "-1 4 1", Code::Format, 1),
            ("1 4 1", "0 4 1", Code::MeshEmpty, 1),
            ("0 1 2 3", "0 1 2 4", Code::MeshIndex, 2),
            ("0 1 2 3", "0 1 2 -1", Code::MeshIndex, 2),
        ] {
            let e = both(NODE, &ELE.replacen(from, to, 1)).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
        samples::survives_truncation(NODE.as_bytes(), read_vertices);
        samples::survives_truncation(ELE.as_bytes(), |b| {
            read_cells(b, read_vertices(NODE.as_bytes())?)
        });
    }
}
