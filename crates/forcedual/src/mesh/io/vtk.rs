//! Legacy VTK `.vtk`, ASCII and binary (big endian), versions 2 to 5.1.
//!
//! Only `DATASET UNSTRUCTURED_GRID`. Up to version 4 a cell is its number of corners followed by
//! them; from version 5 on there are two arrays, `OFFSETS` and `CONNECTIVITY`; both are understood
//! whatever the version says. Written files are version 3.0, binary.

use std::io::{self, Write};

use super::cursor::{Cursor, clip, unmarked};
use super::grid::{Column, Grid, cell_type, columns};
use super::soup::Soup;
use super::{Field, On, spatial, vtu};
use crate::array::{Endian, Numbers, Scalar};
use crate::error::Result;
use crate::mesh::RawMesh;

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh> {
    match is_xml(bytes) {
        true => vtu::read(bytes),
        false => grid(bytes, false)?.finish(),
    }
}

/// The mesh with the fields on it.
pub(super) fn read_with_fields(bytes: &[u8]) -> Result<(RawMesh, Vec<Field>)> {
    match is_xml(bytes) {
        true => vtu::read_with_fields(bytes),
        false => grid(bytes, true)?.finish_with_fields(),
    }
}

fn is_xml(bytes: &[u8]) -> bool {
    unmarked(bytes).trim_ascii_start().starts_with(b"<")
}

fn grid(bytes: &[u8], fields: bool) -> Result<Soup> {
    let mut cursor = Cursor::new(bytes, None);
    if !cursor.rest().starts_with(b"# vtk DataFile") {
        return Err(cursor.bad("the first line does not start with `# vtk DataFile`"));
    }
    cursor.rest_of_line();
    cursor.rest_of_line();
    let binary = match cursor.word("ASCII or BINARY")?.to_ascii_uppercase().as_str() {
        "ASCII" => None,
        "BINARY" => Some(Endian::Big),
        other => {
            return Err(cursor.bad(format!("expected ASCII or BINARY, found `{}`", clip(other))));
        }
    };
    let mut file = Legacy { binary, grid: Grid::new(fields), ..Legacy::default() };
    while let Some(keyword) = cursor.token() {
        let keyword = String::from_utf8_lossy(keyword).to_ascii_uppercase();
        file.section(&keyword, &mut cursor)?;
    }
    let mut soup = Soup::default();
    let cells_line = file.cells_line;
    file.grid.add_to(&mut soup).map_err(
        |e| {
            if binary.is_none() { e.line(cells_line) } else { e }
        },
    )?;
    Ok(soup)
}

#[derive(Default)]
struct Legacy {
    binary: Option<Endian>,
    grid: Grid,
    cells_line: usize,
    on: Option<On>,
    items: usize,
}

impl Legacy {
    fn section(&mut self, keyword: &str, cursor: &mut Cursor) -> Result<()> {
        let words = cursor.words_ahead();
        let word = |i: usize| words.get(i).map(String::as_str).unwrap_or_default();
        let number = |i: usize, cursor: &Cursor| match word(i).parse::<usize>() {
            Ok(n) => Ok(n),
            Err(_) => {
                Err(cursor.bad(format!("{keyword} needs a count, found `{}`", clip(word(i)))))
            }
        };
        let count = |i: usize, bytes: usize, cursor: &Cursor| {
            let n = i64::try_from(number(i, cursor)?).unwrap_or(i64::MAX);
            cursor.check_count(n, bytes, &format!("the count of {keyword}"))
        };
        match keyword {
            "DATASET" => {
                if !word(0).eq_ignore_ascii_case("UNSTRUCTURED_GRID") {
                    let message =
                        format!("the data set is {}, not UNSTRUCTURED_GRID", clip(word(0)));
                    return Err(cursor
                        .bad(message)
                        .help("save it as an unstructured grid of triangles or tetrahedra"));
                }
                cursor.rest_of_line();
            }
            "POINTS" => {
                let n = count(0, 3, cursor)?;
                let scalar = scalar(word(1), cursor)?;
                cursor.rest_of_line();
                cursor.set_binary(self.binary);
                self.grid.positions =
                    (0..3 * n).map(|_| cursor.coordinate(scalar)).collect::<Result<_>>()?;
                cursor.set_binary(None);
            }
            "CELLS" => {
                self.cells_line = cursor.line();
                self.read_cells(count(0, 1, cursor)?, count(1, 1, cursor)?, cursor)?;
            }
            "CELL_TYPES" => {
                let n = count(0, 1, cursor)?;
                self.grid.types = self.integers(Scalar::I32, n, "the cell types", cursor)?;
            }
            "POINT_DATA" | "CELL_DATA" => {
                self.on = Some(if keyword == "POINT_DATA" { On::Vertices } else { On::Cells });
                self.items = number(0, cursor)?;
                cursor.rest_of_line();
            }
            "SCALARS" => {
                let components = if words.len() > 2 { number(2, cursor)? } else { 1 };
                self.array(word(0), word(1), components, self.items, cursor)?;
            }
            "VECTORS" | "NORMALS" => self.array(word(0), word(1), 3, self.items, cursor)?,
            "TENSORS" => self.array(word(0), word(1), 9, self.items, cursor)?,
            "TENSORS6" => self.array(word(0), word(1), 6, self.items, cursor)?,
            "GLOBAL_IDS" | "PEDIGREE_IDS" | "EDGE_FLAGS" => {
                self.array(word(0), word(1), 1, self.items, cursor)?
            }
            "TEXTURE_COORDINATES" => {
                self.array(word(0), word(2), number(1, cursor)?, self.items, cursor)?
            }
            "COLOR_SCALARS" => {
                self.array(word(0), self.color(), number(1, cursor)?, self.items, cursor)?
            }
            "LOOKUP_TABLE" => self.array(word(0), self.color(), 4, number(1, cursor)?, cursor)?,
            "FIELD" => {
                let arrays = number(1, cursor)?;
                cursor.rest_of_line();
                for _ in 0..arrays {
                    self.field_array(cursor)?;
                }
            }
            "METADATA" => skip_metadata(cursor),
            _ => {
                return Err(
                    cursor.bad(format!("`{}` is not a section of a VTK file", clip(keyword)))
                );
            }
        }
        Ok(())
    }

    fn read_cells(&mut self, n: usize, size: usize, cursor: &mut Cursor) -> Result<()> {
        let sections = cursor.rest().split(|b| *b == b'\n').nth(1);
        if sections.is_some_and(|line| line.starts_with(b"OFFSETS")) {
            cursor.rest_of_line();
            self.grid.ends = self.named_integers("OFFSETS", n, cursor)?;
            if !self.grid.ends.is_empty() {
                self.grid.ends.remove(0);
            }
            self.grid.connectivity = self.named_integers("CONNECTIVITY", size, cursor)?;
            return Ok(());
        }
        let mixed = self.integers(Scalar::I32, size, "the cells", cursor)?;
        let mut rest = &mixed[..];
        for cell in 0..n {
            let corners = rest
                .split_first()
                .and_then(|(k, after)| after.split_at_checked(usize::try_from(*k).ok()?));
            let (corners, after) = corners.ok_or_else(|| {
                cursor
                    .bad(format!("cell {cell} of {n} does not fit in the {size} numbers of CELLS"))
            })?;
            self.grid.connectivity.extend(corners);
            self.grid.ends.push(self.grid.connectivity.len() as i64);
            rest = after;
        }
        Ok(())
    }

    fn named_integers(&self, name: &str, n: usize, cursor: &mut Cursor) -> Result<Vec<i64>> {
        if cursor.word(name)? != name {
            return Err(cursor.bad(format!("{name} should be here")));
        }
        let kind = cursor
            .words_ahead()
            .first()
            .map_or(Err(cursor.bad(format!("{name} has no type"))), |w| scalar(w, cursor))?;
        self.integers(kind, n, name, cursor)
    }

    /// The integers that start on the next line.
    fn integers(
        &self,
        kind: Scalar,
        n: usize,
        what: &str,
        cursor: &mut Cursor,
    ) -> Result<Vec<i64>> {
        cursor.rest_of_line();
        cursor.set_binary(self.binary);
        let numbers = cursor.integers(kind, n, what)?;
        cursor.set_binary(None);
        Ok(numbers)
    }

    fn field_array(&mut self, cursor: &mut Cursor) -> Result<()> {
        if cursor.peek() == Some(b"METADATA") {
            skip_metadata(cursor);
        }
        let name = cursor.word("an array's name")?;
        let words = cursor.words_ahead();
        let counts = match &words[..] {
            [components, tuples, kind] => {
                components.parse().ok().zip(tuples.parse().ok()).map(|(c, t)| (c, t, kind))
            }
            _ => None,
        };
        let Some((components, tuples, kind)) = counts else {
            return Err(
                cursor.bad(format!("array `{}` needs its components, tuples and type", clip(name)))
            );
        };
        self.array(name, kind, components, tuples, cursor)
    }

    /// Colors are bytes in binary files and fractions in text.
    fn color(&self) -> &'static str {
        if self.binary.is_some() { "unsigned_char" } else { "float" }
    }

    /// An array that starts on the next line, or behind its lookup table's name.
    fn array(
        &mut self,
        name: &str,
        kind: &str,
        components: usize,
        tuples: usize,
        cursor: &mut Cursor,
    ) -> Result<()> {
        let what = format!("the array `{}`", clip(name));
        let total = components
            .checked_mul(tuples)
            .ok_or_else(|| cursor.bad(format!("{what} is too large")))?;
        let scalar = scalar(kind, cursor)?;
        cursor.rest_of_line();
        if cursor.rest().starts_with(b"LOOKUP_TABLE") {
            cursor.rest_of_line();
        }
        cursor.set_binary(self.binary);
        if kind.eq_ignore_ascii_case("bit") && self.binary.is_some() {
            cursor.take(total.div_ceil(8), &what)?;
        } else {
            let values = cursor.numbers(scalar, total, &what)?;
            if let Some(on) = self.on {
                self.grid.offer(on, &decoded(name), components, values);
            }
        }
        cursor.set_binary(None);
        Ok(())
    }
}

/// Metadata goes on from the next line to an empty one.
fn skip_metadata(cursor: &mut Cursor) {
    cursor.rest_of_line();
    while !cursor.rest().is_empty() && !cursor.rest_of_line().trim_ascii().is_empty() {}
}

fn scalar(name: &str, cursor: &Cursor) -> Result<Scalar> {
    Ok(match name.to_ascii_lowercase().as_str() {
        "char" | "signed_char" | "vtktypeint8" => Scalar::I8,
        "unsigned_char" | "vtktypeuint8" | "bit" => Scalar::U8,
        "short" | "vtktypeint16" => Scalar::I16,
        "unsigned_short" | "vtktypeuint16" => Scalar::U16,
        "int" | "vtkidtype" | "vtktypeint32" => Scalar::I32,
        "unsigned_int" | "vtktypeuint32" => Scalar::U32,
        "long" | "vtktypeint64" => Scalar::I64,
        "unsigned_long" | "vtktypeuint64" => Scalar::U64,
        "float" => Scalar::F32,
        "double" => Scalar::F64,
        other => {
            return Err(cursor.bad(format!("the number type `{}` is not supported", clip(other))));
        }
    })
}

pub(super) fn write(mesh: &RawMesh, fields: &[Field], out: &mut impl Write) -> io::Result<()> {
    let vertices = mesh.positions.len() / mesh.dim;
    let corners = mesh.dim + 1;
    let cells = mesh.cells.len() / corners;
    writeln!(
        out,
        "# vtk DataFile Version 3.0\nForcedual\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS {vertices} double"
    )?;
    for i in 0..vertices {
        write_reals(&spatial(mesh, i), out)?;
    }
    let integer = |n: i64| i32::try_from(n).map(i32::to_be_bytes).map_err(io::Error::other);
    writeln!(out, "\nCELLS {cells} {}", cells * (corners + 1))?;
    for cell in mesh.cells.chunks_exact(corners) {
        out.write_all(&integer(corners as i64)?)?;
        for v in cell {
            out.write_all(&integer(i64::from(*v))?)?;
        }
    }
    writeln!(out, "\nCELL_TYPES {cells}")?;
    for _ in 0..cells {
        out.write_all(&integer(cell_type(mesh))?)?;
    }
    writeln!(out)?;
    for (on, section, n) in
        [(On::Vertices, "POINT_DATA", vertices), (On::Cells, "CELL_DATA", cells)]
    {
        let columns = columns(mesh, fields, on);
        if columns.is_empty() {
            continue;
        }
        writeln!(out, "{section} {n}\nFIELD FieldData {}", columns.len())?;
        for Column { name, components, values } in columns {
            write!(out, "{} {components} {n} ", encoded(&name))?;
            match values {
                Numbers::Integers(labels) => write_labels(&labels, out)?,
                Numbers::Reals(reals) => {
                    writeln!(out, "double")?;
                    write_reals(&reals, out)?;
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn write_reals(reals: &[f64], out: &mut impl Write) -> io::Result<()> {
    reals.iter().try_for_each(|x| out.write_all(&x.to_be_bytes()))
}

/// Their type and bytes: labels as `int`, which every reader knows, unless they need 64 bits.
fn write_labels(labels: &[i64], out: &mut impl Write) -> io::Result<()> {
    let short: Result<Vec<i32>, _> = labels.iter().map(|l| i32::try_from(*l)).collect();
    let (kind, bytes): (_, Vec<u8>) = match short {
        Ok(short) => ("int", short.iter().flat_map(|l| l.to_be_bytes()).collect()),
        Err(_) => ("vtktypeint64", labels.iter().flat_map(|l| l.to_be_bytes()).collect()),
    };
    writeln!(out, "{kind}")?;
    out.write_all(&bytes)
}

/// Names are one word: VTK writes other characters as `%` and two hexadecimal digits.
fn encoded(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        match byte {
            b'!'..=b'~' if byte != b'%' && byte != b'"' => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The name that [`encoded`] made this of.
fn decoded(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|d| std::str::from_utf8(d).ok());
        match digits.and_then(|d| u8::from_str_radix(d, 16).ok()).filter(|_| byte == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::error::Code;

    #[test]
    fn round_trips_with_labels_and_fields() {
        samples::round_trips(write, read);
    }

    #[test]
    fn labels_beyond_32_bits_keep_their_value() {
        let mut mesh = samples::plane();
        mesh.cell_labels = vec![1 << 40, -1];
        let mut bytes = Vec::new();
        write(&mesh, &[], &mut bytes).unwrap();
        assert_eq!(read(&bytes).unwrap(), mesh);
    }

    const OLD: &str = "# vtk DataFile Version 2.0\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 1 double\n0.5\n\
        POINTS 4 float\n0 0 0 1 0 0\n0 1 0 0 0 1\nCELLS 2 8\n2 0 1\n4 0 1 2 3\nCELL_TYPES 2\n3 10\n\
        CELL_DATA 2\nSCALARS quality float 1\nLOOKUP_TABLE default\n0.5 nan\nSCALARS region int\nLOOKUP_TABLE default\n8 9\n\
        POINT_DATA 4\nVECTORS u double\n0 0 0 0 0 0 0 0 0 0 0 0\nFIELD more 1\nlabel 1 4 int\n0 0 1 2\nMETADATA\nINFORMATION 0\n\n";

    #[test]
    fn ascii_with_mixed_cells_and_attributes_is_read() {
        let mesh = read(OLD.as_bytes()).unwrap();
        assert_eq!((mesh.dim, mesh.cells), (3, vec![0, 1, 2, 3]));
        assert_eq!(mesh.cell_labels, [9]);
        assert_eq!(mesh.vertex_labels, [0, 0, 1, 2]);
        samples::survives_truncation(OLD.as_bytes(), read);
    }

    #[test]
    fn version_5_offsets_and_connectivity_are_read_as_text_and_binary() {
        let text = "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 1 1 0 0 1 0\nMETADATA\nINFORMATION 0\n\n\
            CELLS 3 6\nOFFSETS vtktypeint64\n0 3 6\nCONNECTIVITY vtktypeint64\n0 1 2 0 2 3\nCELL_TYPES 2\n5\n5\n";
        let from_text = read(text.as_bytes()).unwrap();
        assert_eq!((from_text.dim, &from_text.cells[..]), (2, &[0, 1, 2, 0, 2, 3][..]));

        let mut b =
            b"# vtk DataFile Version 5.1\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n"
                .to_vec();
        b.extend(
            [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0].iter().flat_map(|x| (*x as f32).to_be_bytes()),
        );
        b.extend(b"\nCELLS 3 6\nOFFSETS vtktypeint64\n");
        b.extend([0i64, 3, 6].iter().flat_map(|x| x.to_be_bytes()));
        b.extend(b"\nCONNECTIVITY vtktypeint64\n");
        b.extend([0i64, 1, 2, 0, 2, 3].iter().flat_map(|x| x.to_be_bytes()));
        b.extend(b"\nCELL_TYPES 2\n");
        b.extend([5i32, 5].iter().flat_map(|x| x.to_be_bytes()));
        b.extend(b"\n");
        assert_eq!(read(&b).unwrap(), from_text);
        samples::survives_truncation(&b, read);
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("# vtk", "# VTX", Code::Format, 1),
            ("ASCII", "ASCIZ", Code::Format, 3),
            ("UNSTRUCTURED_GRID", "POLYDATA", Code::Format, 4),
            ("POINTS 4 float", "POINTS 4 quad", Code::Format, 8),
            ("POINTS 4 float", "POINTS 99999999999999999999 float", Code::Format, 8),
            ("0 1 0 0 0 1\nC", "0 1 0 0 nan 1\nC", Code::MeshNotFinite, 10),
            ("4 0 1 2 3", "4 0 1 2 4", Code::MeshIndex, 11),
            ("4 0 1 2 3", "4 0 1 2 -1", Code::MeshIndex, 11),
            ("2 0 1\n4", "7 0 1\n4", Code::Format, 13),
            ("CELL_TYPES", "CELL_TIPS", Code::Format, 14),
            ("3 10", "3 24", Code::Format, 11),
            ("3 10", "x 10", Code::Format, 15),
        ] {
            let e = read(OLD.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
    }
}
