//! VTK's XML unstructured grid, `.vtu`.
//!
//! Arrays are read as text, inline base64, or appended (raw or base64), with or without zlib.
//! Binary data starts with a header of `header_type` integers: the number of bytes, or, if
//! compressed, the number of blocks, the size of a block, the size of the last one (0 if whole)
//! and the compressed size of each. Written arrays are inline base64 with zlib.

use std::io::{self, Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::cursor::{Cursor, clip};
use super::grid::{Grid, LABELS, TETRAHEDRON, TRIANGLE, widened};
use super::soup::Soup;
use super::{Field, On};
use crate::array::{Endian, Numbers, Scalar};
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;

/// How binary arrays are stored in this file.
struct Encoding<'a> {
    endian: Endian,
    header: Scalar,
    zlib: bool,
    appended: &'a [u8],
    appended_raw: bool,
}

/// One `DataArray` element.
struct DataArray<'a> {
    section: String,
    name: String,
    kind: String,
    components: usize,
    format: String,
    offset: usize,
    text: &'a str,
    line: usize,
}

struct Piece<'a> {
    points: usize,
    cells: usize,
    arrays: Vec<DataArray<'a>>,
}

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh> {
    // Raw appended data is not text, so the XML ends where it begins.
    let mark = b"<AppendedData";
    let cut = bytes.windows(mark.len()).position(|w| w == mark);
    let (xml, appended) = bytes.split_at(cut.unwrap_or(bytes.len()));
    let xml = std::str::from_utf8(xml)
        .map_err(|_| Error::new(Code::Format, "the XML is not UTF-8 text"))?;
    let (mut encoding, pieces) = parse(xml, cut.is_some())?;
    if cut.is_some() {
        (encoding.appended, encoding.appended_raw) = appended_data(appended)?;
    }

    let mut offsets: Vec<usize> = pieces
        .iter()
        .flat_map(|p| &p.arrays)
        .map(|a| a.offset)
        .collect();
    offsets.sort_unstable();
    let mut soup = Soup::default();
    for piece in pieces {
        let mut grid = Grid::default();
        for array in &piece.arrays {
            read_array(array, &piece, &encoding, &offsets, &mut grid)
                .map_err(|e| e.line(array.line))?;
        }
        if grid.ends.len() != piece.cells {
            return Err(Error::new(
                Code::Format,
                format!(
                    "a piece has {} cells instead of {}",
                    grid.ends.len(),
                    piece.cells
                ),
            ));
        }
        let line = piece
            .arrays
            .iter()
            .find(|a| a.name == "connectivity")
            .map_or(1, |a| a.line);
        grid.add_to(&mut soup).map_err(|e| e.line(line))?;
    }
    soup.finish()
}

/// Line of a byte offset.
fn line_of(xml: &str, offset: u64) -> usize {
    let end = (offset as usize).min(xml.len());
    1 + xml.as_bytes()[..end]
        .iter()
        .filter(|b| **b == b'\n')
        .count()
}

fn attribute(element: &BytesStart, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(
        attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .ok()?
            .into_owned(),
    )
}

fn parse(xml: &str, has_appended: bool) -> Result<(Encoding<'static>, Vec<Piece<'_>>)> {
    let mut reader = Reader::from_str(xml);
    let mut encoding = None;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut section = String::new();
    let mut closed = has_appended;
    loop {
        let line = line_of(xml, reader.buffer_position());
        let bad = |message: String| Error::new(Code::Format, message).line(line);
        let event = reader.read_event().map_err(|e| {
            Error::new(Code::Format, format!("the XML is malformed: {e}"))
                .line(line_of(xml, reader.error_position()))
        })?;
        let (element, empty) = match &event {
            Event::Start(element) => (element, false),
            Event::Empty(element) => (element, true),
            Event::End(end) => {
                closed |= end.name().0 == "VTKFile";
                continue;
            }
            Event::Eof => break,
            _ => continue,
        };
        let number = |name: &str| match attribute(element, name) {
            None => Ok(None),
            Some(text) => match text.trim().parse::<usize>() {
                Ok(n) => Ok(Some(n)),
                Err(_) => Err(bad(format!("the attribute {name} is `{}`", clip(&text)))),
            },
        };
        match element.name().0 {
            "VTKFile" => encoding = Some(file_encoding(element).map_err(|e| e.line(line))?),
            "Piece" => {
                let (points, cells) = (number("NumberOfPoints")?, number("NumberOfCells")?);
                let (Some(points), Some(cells)) = (points, cells) else {
                    return Err(bad(
                        "a Piece does not say how many points and cells it has".into()
                    ));
                };
                pieces.push(Piece {
                    points,
                    cells,
                    arrays: Vec::new(),
                });
            }
            "Points" | "Cells" | "PointData" | "CellData" | "FieldData" => {
                section = element.name().0.to_owned()
            }
            "DataArray" => {
                let mut array = DataArray {
                    section: section.clone(),
                    name: attribute(element, "Name").unwrap_or_default(),
                    kind: attribute(element, "type").unwrap_or_default(),
                    components: number("NumberOfComponents")?.unwrap_or(1),
                    format: attribute(element, "format").unwrap_or_else(|| "ascii".into()),
                    offset: number("offset")?.unwrap_or(0),
                    text: "",
                    line,
                };
                if !empty {
                    let start = reader.buffer_position() as usize;
                    let rest = xml.get(start..).unwrap_or_default();
                    let end = rest.find('<').ok_or_else(|| {
                        bad(format!(
                            "the file ends inside the array `{}`",
                            clip(&array.name)
                        ))
                    })?;
                    array.text = &rest[..end];
                }
                if let Some(piece) = pieces.last_mut() {
                    piece.arrays.push(array);
                }
            }
            _ => {}
        }
    }
    let end = Error::new(Code::Format, "the file ends before </VTKFile>")
        .line(line_of(xml, xml.len() as u64));
    match encoding {
        None => Err(Error::new(Code::Format, "there is no VTKFile element").line(1)),
        Some(_) if !closed => Err(end),
        Some(encoding) => Ok((encoding, pieces)),
    }
}

fn file_encoding(element: &BytesStart) -> Result<Encoding<'static>> {
    let bad = |message: String| Err(Error::new(Code::Format, message));
    let given = |name: &str| attribute(element, name).unwrap_or_default();
    match given("type").as_str() {
        "UnstructuredGrid" => {}
        other => {
            return bad(format!(
                "the data set is {}, not UnstructuredGrid",
                clip(other)
            ));
        }
    }
    let endian = match given("byte_order").as_str() {
        "LittleEndian" | "" => Endian::Little,
        "BigEndian" => Endian::Big,
        other => return bad(format!("the byte order is `{}`", clip(other))),
    };
    let header = match given("header_type").as_str() {
        "UInt32" | "" => Scalar::U32,
        "UInt64" => Scalar::U64,
        other => return bad(format!("the header type is `{}`", clip(other))),
    };
    let zlib = match given("compressor").as_str() {
        "" => false,
        "vtkZLibDataCompressor" => true,
        other => {
            return bad(format!("the compressor {} is not supported", clip(other)))
                .map_err(|e| e.help("save with zlib or without compression"));
        }
    };
    Ok(Encoding {
        endian,
        header,
        zlib,
        appended: &[],
        appended_raw: false,
    })
}

/// The bytes after the underscore, and whether they are raw.
fn appended_data(section: &[u8]) -> Result<(&[u8], bool)> {
    let bad = |message: &str| {
        Error::new(
            Code::Format,
            format!("in the section AppendedData: {message}"),
        )
    };
    let tag_end = section
        .iter()
        .position(|b| *b == b'>')
        .ok_or_else(|| bad("the tag does not end"))?;
    let (tag, data) = section.split_at(tag_end);
    let raw = match String::from_utf8_lossy(tag) {
        tag if tag.contains("\"raw\"") || tag.contains("'raw'") => true,
        tag if tag.contains("base64") => false,
        _ => return Err(bad("the encoding is neither raw nor base64")),
    };
    let start = data
        .iter()
        .position(|b| *b == b'_')
        .ok_or_else(|| bad("there is no `_` before the data"))?;
    let data = &data[start + 1..];
    if raw {
        return Ok((data, true));
    }
    let end = data
        .iter()
        .position(|b| *b == b'<')
        .ok_or_else(|| bad("the file ends inside"))?;
    Ok((&data[..end], false))
}

fn read_array(
    array: &DataArray,
    piece: &Piece,
    encoding: &Encoding,
    offsets: &[usize],
    grid: &mut Grid,
) -> Result<()> {
    let on = match array.section.as_str() {
        "PointData" => Some(On::Vertices),
        "CellData" => Some(On::Cells),
        "Points" | "Cells" => None,
        _ => return Ok(()),
    };
    if on.is_some() && (array.components > 1 || !LABELS.contains(&array.name.as_str())) {
        return Ok(());
    }
    let numbers = decode(array, encoding, offsets)?;
    let bad = |message: String| Error::new(Code::Format, message);
    if let Some(on) = on {
        grid.offer(on, &array.name, numbers);
        return Ok(());
    }
    if array.section == "Points" {
        let positions = numbers.reals();
        if array.components != 3 || Some(positions.len()) != piece.points.checked_mul(3) {
            return Err(bad(format!(
                "the points have {} numbers instead of 3 times {}",
                positions.len(),
                piece.points
            )));
        }
        if let Some(at) = positions.iter().position(|x| !x.is_finite()) {
            return Err(Error::new(
                Code::MeshNotFinite,
                format!("a coordinate of vertex {} is {}", at / 3, positions[at]),
            ));
        }
        grid.positions = positions;
        return Ok(());
    }
    let target = match array.name.as_str() {
        "connectivity" => &mut grid.connectivity,
        "offsets" => &mut grid.ends,
        "types" => &mut grid.types,
        _ => return Ok(()),
    };
    match numbers {
        Numbers::Integers(integers) => *target = integers,
        Numbers::Reals(_) => {
            return Err(bad(format!(
                "the array `{}` is not made of integers",
                array.name
            )));
        }
    }
    Ok(())
}

fn decode(array: &DataArray, encoding: &Encoding, offsets: &[usize]) -> Result<Numbers> {
    let broken = |what: &str| {
        Error::new(
            Code::Format,
            format!("the array `{}` {what}", clip(&array.name)),
        )
    };
    let scalar = match array.kind.as_str() {
        "Int8" => Scalar::I8,
        "UInt8" => Scalar::U8,
        "Int16" => Scalar::I16,
        "UInt16" => Scalar::U16,
        "Int32" => Scalar::I32,
        "UInt32" => Scalar::U32,
        "Int64" => Scalar::I64,
        "UInt64" => Scalar::U64,
        "Float32" => Scalar::F32,
        "Float64" => Scalar::F64,
        other => {
            return Err(broken(&format!(
                "has the type `{}`, which is not supported",
                clip(other)
            )));
        }
    };
    let stored: Vec<u8>;
    let bytes = match array.format.as_str() {
        "ascii" => {
            let n = array.text.split_ascii_whitespace().count();
            return Cursor::at_line(array.text.as_bytes(), array.line).numbers(
                scalar,
                n,
                "the array",
            );
        }
        "binary" => {
            stored = decode_base64(array.text.as_bytes())
                .ok_or_else(|| broken("is not valid base64"))?;
            &stored[..]
        }
        "appended" => {
            let end = offsets
                .iter()
                .copied()
                .find(|o| *o > array.offset)
                .unwrap_or(usize::MAX)
                .min(encoding.appended.len());
            let slice = encoding.appended.get(array.offset..end).ok_or_else(|| {
                broken(&format!(
                    "starts at byte {} of the appended data, beyond its end",
                    array.offset
                ))
            })?;
            if encoding.appended_raw {
                slice
            } else {
                stored = decode_base64(slice).ok_or_else(|| broken("is not valid base64"))?;
                &stored[..]
            }
        }
        other => return Err(broken(&format!("has the format `{}`", clip(other)))),
    };
    let data = unpack(bytes, encoding).ok_or_else(|| broken("is truncated or damaged"))?;
    Ok(scalar.decode(&data, encoding.endian))
}

/// Base64 in which padding may stand in the middle: header and data are often encoded apart.
fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    let clean: Vec<u8> = text
        .iter()
        .copied()
        .filter(|b| !b.is_ascii_whitespace())
        .collect();
    let mut out = Vec::with_capacity(clean.len() / 4 * 3);
    let mut rest = &clean[..];
    while !rest.is_empty() {
        let end = match rest.iter().position(|b| *b == b'=') {
            None => rest.len(),
            Some(padding) if padding % 4 < 2 => return None,
            Some(padding) => padding.next_multiple_of(4).min(rest.len()),
        };
        let (part, after) = rest.split_at(end);
        out.extend(STANDARD.decode(part).ok()?);
        rest = after;
    }
    Some(out)
}

/// The data behind the header; `None` if it is not all there.
fn unpack(bytes: &[u8], encoding: &Encoding) -> Option<Vec<u8>> {
    let width = encoding.header.size();
    let header = |i: usize| match encoding.header.decode(
        bytes.get(i.checked_mul(width)?..)?.get(..width)?,
        encoding.endian,
    ) {
        Numbers::Integers(v) => usize::try_from(*v.first()?).ok(),
        Numbers::Reals(_) => None,
    };
    if bytes.is_empty() {
        return Some(Vec::new());
    }
    if !encoding.zlib {
        return bytes.get(width..)?.get(..header(0)?).map(<[u8]>::to_vec);
    }
    let (blocks, size, last) = (header(0)?, header(1)?, header(2)?);
    let mut rest = bytes
        .get(blocks.checked_add(3)?.checked_mul(width)?..)
        .filter(|_| blocks > 0)
        .unwrap_or_default();
    let mut data = Vec::new();
    for block in 0..blocks {
        let (packed, after) = rest.split_at_checked(header(3 + block)?)?;
        let wanted = if block + 1 == blocks && last > 0 {
            last
        } else {
            size
        };
        let before = data.len();
        ZlibDecoder::new(packed)
            .take(wanted as u64)
            .read_to_end(&mut data)
            .ok()?;
        if data.len() - before != wanted {
            return None;
        }
        rest = after;
    }
    Some(data)
}

pub(super) fn write(mesh: &RawMesh, fields: &[Field], out: &mut impl Write) -> io::Result<()> {
    let (vertices, corners) = (mesh.positions.len() / mesh.dim, mesh.dim + 1);
    let cells = mesh.cells.len() / corners;
    writeln!(
        out,
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" \
         header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<UnstructuredGrid>\n\
         <Piece NumberOfPoints=\"{vertices}\" NumberOfCells=\"{cells}\">\n<Points>"
    )?;
    let positions = mesh
        .positions
        .chunks_exact(mesh.dim)
        .flat_map(|p| [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]);
    write_array(
        out,
        "Float64",
        "Points",
        3,
        positions.flat_map(f64::to_le_bytes).collect(),
    )?;
    writeln!(out, "</Points>\n<Cells>")?;
    let connectivity = mesh
        .cells
        .iter()
        .flat_map(|v| i64::from(*v).to_le_bytes())
        .collect();
    write_array(out, "Int64", "connectivity", 1, connectivity)?;
    let ends = (1..=cells)
        .flat_map(|i| ((i * corners) as i64).to_le_bytes())
        .collect();
    write_array(out, "Int64", "offsets", 1, ends)?;
    let kind = if mesh.dim == 2 { TRIANGLE } else { TETRAHEDRON };
    write_array(out, "UInt8", "types", 1, vec![kind as u8; cells])?;
    writeln!(out, "</Cells>")?;
    for (on, section, labels) in [
        (On::Vertices, "PointData", &mesh.vertex_labels),
        (On::Cells, "CellData", &mesh.cell_labels),
    ] {
        writeln!(out, "<{section}>")?;
        if !labels.is_empty() {
            write_array(
                out,
                "Int64",
                LABELS[0],
                1,
                labels.iter().flat_map(|l| l.to_le_bytes()).collect(),
            )?;
        }
        for field in fields.iter().filter(|f| f.on == on) {
            let (components, data) = widened(&field.data, field.components);
            write_array(
                out,
                "Float64",
                &field.name,
                components,
                data.iter().flat_map(|x| x.to_le_bytes()).collect(),
            )?;
        }
        writeln!(out, "</{section}>")?;
    }
    writeln!(out, "</Piece>\n</UnstructuredGrid>\n</VTKFile>")
}

fn write_array(
    out: &mut impl Write,
    kind: &str,
    name: &str,
    components: usize,
    data: Vec<u8>,
) -> io::Result<()> {
    const BLOCK: usize = 1 << 15;
    let mut header = vec![
        data.len().div_ceil(BLOCK) as u64,
        BLOCK as u64,
        (data.len() % BLOCK) as u64,
    ];
    let mut packed = Vec::new();
    for block in data.chunks(BLOCK) {
        let before = packed.len();
        let mut encoder = ZlibEncoder::new(&mut packed, Compression::default());
        encoder.write_all(block)?;
        encoder.finish()?;
        header.push((packed.len() - before) as u64);
    }
    let header: Vec<u8> = header.iter().flat_map(|n| n.to_le_bytes()).collect();
    writeln!(
        out,
        "<DataArray type=\"{kind}\" Name=\"{}\" NumberOfComponents=\"{components}\" format=\"binary\">\n{}{}\n</DataArray>",
        quick_xml::escape::escape(name),
        STANDARD.encode(header),
        STANDARD.encode(packed)
    )
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn round_trips_with_labels_and_fields() {
        for mesh in samples::meshes() {
            let mut bytes = Vec::new();
            write(&mesh, &samples::fields(&mesh), &mut bytes).unwrap();
            assert_eq!(read(&bytes).unwrap(), mesh);
            samples::survives_truncation(&bytes, read);
        }
    }

    #[test]
    fn arrays_of_many_blocks_round_trip() {
        let n = 5000;
        let mesh = RawMesh {
            dim: 2,
            positions: (0..2 * n).map(|i| (i as f64).sin()).collect(),
            cells: (0..n as u32 - 2).flat_map(|i| [i, i + 1, i + 2]).collect(),
            ..RawMesh::default()
        };
        let mut bytes = Vec::new();
        write(&mesh, &[], &mut bytes).unwrap();
        assert_eq!(read(&bytes).unwrap(), mesh);
    }

    const ASCII: &str = "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n\
        <Piece NumberOfPoints=\"4\" NumberOfCells=\"2\">\n<PointData/>\n<CellData>\n<DataArray type=\"Int32\" Name=\"medit:ref\" format=\"ascii\">0 6</DataArray>\n</CellData>\n\
        <Points>\n<DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n</DataArray>\n</Points>\n\
        <Cells>\n<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n0 1\n0 1 2 3\n</DataArray>\n\
        <DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">2 6</DataArray>\n<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">3 10</DataArray>\n\
        </Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";

    #[test]
    fn ascii_is_read_and_errors_name_the_line() {
        let mesh = read(ASCII.as_bytes()).unwrap();
        assert_eq!(
            (mesh.dim, mesh.cells, mesh.cell_labels),
            (3, vec![0, 1, 2, 3], vec![6])
        );
        for (from, to, code, line) in [
            ("\"UnstructuredGrid\"", "\"PolyData\"", Code::Format, 2),
            (
                "NumberOfPoints=\"4\"",
                "NumberOfPoints=\"99999999999999\"",
                Code::Format,
                10,
            ),
            (
                "NumberOfPoints=\"4\"",
                "NumberOfPoints=\"-4\"",
                Code::Format,
                4,
            ),
            ("\n1 0 0\n", "\n1 x 0\n", Code::Format, 12),
            ("\n1 0 0\n", "\n1 inf 0\n", Code::MeshNotFinite, 10),
            ("0 1 2 3", "0 1 2 4", Code::MeshIndex, 18),
            ("2 6<", "2 7<", Code::Format, 18),
            ("2 6<", "2 -1<", Code::Format, 18),
            ("3 10<", "3 24<", Code::Format, 18),
            ("</CellData>", "</CellDatum>", Code::Format, 8),
        ] {
            let e = read(ASCII.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!(
                (e.code, e.place.line),
                (code, Some(line)),
                "{from} -> {to}: {e}"
            );
        }
        samples::survives_truncation(ASCII.as_bytes(), read);
    }

    #[test]
    fn base64_may_be_padded_in_the_middle_but_not_at_the_start() {
        let two = STANDARD.encode(b"abcd") + "\n " + &STANDARD.encode(b"e");
        assert_eq!(decode_base64(two.as_bytes()).unwrap(), b"abcde");
        for wrong in ["=", "====", "YQ==Y===", "YQ=", "Y"] {
            assert_eq!(decode_base64(wrong.as_bytes()), None, "{wrong}");
        }
    }

    fn zlib(data: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(data).unwrap();
        encoder.finish().unwrap()
    }

    /// One triangle in every encoding: inline or appended, raw or base64, packed or not, 32 or 64
    /// bit headers, header and data encoded together or apart.
    #[test]
    fn all_binary_encodings_give_the_same_triangle() {
        let reals = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0f64]
            .iter()
            .flat_map(|x| x.to_le_bytes())
            .collect::<Vec<u8>>();
        let corners = [0i32, 1, 2]
            .iter()
            .flat_map(|x| x.to_le_bytes())
            .collect::<Vec<u8>>();
        let arrays = [
            ("Float64", "Points", 3, reals),
            ("Int32", "connectivity", 1, corners),
            ("Int32", "offsets", 1, vec![3, 0, 0, 0]),
            ("UInt8", "types", 1, vec![5]),
        ];
        for (place, packed, wide, apart) in ["inline", "raw", "base64"]
            .into_iter()
            .flat_map(|p| (0..8).map(move |i| (p, i & 1 > 0, i & 2 > 0, i & 4 > 0)))
        {
            let mut appended = Vec::new();
            let mut elements = Vec::new();
            for (kind, name, components, data) in &arrays {
                let (numbers, body) = if packed && data.len() > 1 {
                    let (a, b) = (zlib(&data[..data.len() - 1]), zlib(&data[data.len() - 1..]));
                    (
                        vec![2, data.len() - 1, 1, a.len(), b.len()],
                        [a, b].concat(),
                    )
                } else if packed {
                    (vec![1, data.len(), 0, zlib(data).len()], zlib(data))
                } else {
                    (vec![data.len()], data.clone())
                };
                let header: Vec<u8> = numbers
                    .iter()
                    .flat_map(|n| {
                        if wide {
                            (*n as u64).to_le_bytes().to_vec()
                        } else {
                            (*n as u32).to_le_bytes().to_vec()
                        }
                    })
                    .collect();
                let offset = appended.len();
                let text = if apart {
                    STANDARD.encode(&header) + &STANDARD.encode(&body)
                } else {
                    STANDARD.encode([&header[..], &body].concat())
                };
                let (attributes, inline) = match place {
                    "inline" => ("format=\"binary\"".to_owned(), text),
                    "raw" => {
                        appended.extend([header, body].concat());
                        (
                            format!("format=\"appended\" offset=\"{offset}\""),
                            String::new(),
                        )
                    }
                    _ => {
                        appended.extend(text.as_bytes());
                        (
                            format!("format=\"appended\" offset=\"{offset}\""),
                            String::new(),
                        )
                    }
                };
                elements.push(format!("<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" {attributes}>{inline}</DataArray>"));
            }
            let mut file = format!(
                "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" header_type=\"{}\"{}><UnstructuredGrid>\
                 <Piece NumberOfPoints=\"3\" NumberOfCells=\"1\"><Points>{}</Points><Cells>{}</Cells></Piece></UnstructuredGrid>",
                if wide { "UInt64" } else { "UInt32" },
                if packed { " compressor=\"vtkZLibDataCompressor\"" } else { "" },
                elements[0],
                elements[1..].concat()
            )
            .into_bytes();
            if place != "inline" {
                file.extend(format!("<AppendedData encoding=\"{place}\">\n _").as_bytes());
                file.extend(&appended);
                file.extend(b"\n</AppendedData>");
            }
            file.extend(b"</VTKFile>");
            let mesh = read(&file).unwrap_or_else(|e| {
                panic!("{place} packed {packed} wide {wide} apart {apart}: {e}")
            });
            assert_eq!((mesh.dim, mesh.cells), (2, vec![0, 1, 2]));
            assert_eq!(mesh.positions, [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
            samples::survives_truncation(&file, read);
        }
    }
}
