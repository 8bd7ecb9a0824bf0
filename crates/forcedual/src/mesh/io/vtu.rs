//! VTK's XML unstructured grid, `.vtu`.
//!
//! The pieces of the file are joined. How arrays are stored is told in `vtu_array`.

use std::io::{self, Write};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::cursor::{clip, find, unmarked};
use super::grid::{Column, Grid, cell_type, columns, has_meaning};
use super::soup::Soup;
use super::vtu_array::{DataArray, Encoding, appended_data, decode, write_array};
use super::{Field, On, spatial};
use crate::array::{Endian, Numbers, Scalar};
use crate::error::{Code, Error, Result};
use crate::mesh::RawMesh;

struct Piece<'a> {
    points: usize,
    cells: usize,
    arrays: Vec<DataArray<'a>>,
}

pub(super) fn read(bytes: &[u8]) -> Result<RawMesh> {
    grids(bytes, false)?.finish()
}

/// The mesh with the fields on it.
pub(super) fn read_with_fields(bytes: &[u8]) -> Result<(RawMesh, Vec<Field>)> {
    grids(bytes, true)?.finish_with_fields()
}

fn grids(bytes: &[u8], fields: bool) -> Result<Soup> {
    let bytes = unmarked(bytes);
    // Raw appended data is not text, so the XML ends where it begins.
    let cut = find(bytes, b"<AppendedData");
    let (xml, appended) = bytes.split_at(cut.unwrap_or(bytes.len()));
    let xml = std::str::from_utf8(xml)
        .map_err(|_| Error::new(Code::Format, "the XML is not UTF-8 text"))?;
    let (mut encoding, pieces) = parse(xml, cut.is_some())?;
    if cut.is_some() {
        (encoding.appended, encoding.appended_raw) = appended_data(appended)?;
    }

    let mut offsets: Vec<usize> = pieces.iter().flat_map(|p| &p.arrays).map(|a| a.offset).collect();
    offsets.sort_unstable();
    let mut soup = Soup::default();
    for piece in pieces {
        let mut grid = Grid::new(fields);
        for array in &piece.arrays {
            let passed = matches!(array.section.as_str(), "PointData" | "CellData")
                && !fields
                && !has_meaning(&array.name, array.components);
            if passed {
                continue;
            }
            read_array(array, &piece, &encoding, &offsets, &mut grid)
                .map_err(|e| e.line(array.line))?;
        }
        if grid.ends.len() != piece.cells {
            return Err(Error::new(
                Code::Format,
                format!("a piece has {} cells instead of {}", grid.ends.len(), piece.cells),
            ));
        }
        let line = piece.arrays.iter().find(|a| a.name == "connectivity").map_or(1, |a| a.line);
        grid.add_to(&mut soup).map_err(|e| e.line(line))?;
    }
    Ok(soup)
}

/// Counts lines up to a byte offset that only grows.
struct Lines<'a> {
    xml: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, offset: u64) -> usize {
        let end = (offset as usize).clamp(self.at, self.xml.len());
        self.line += self.xml[self.at..end].iter().filter(|b| **b == b'\n').count();
        self.at = end;
        self.line
    }
}

fn attribute(element: &BytesStart, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).ok()??;
    Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

fn parse(xml: &str, has_appended: bool) -> Result<(Encoding<'static>, Vec<Piece<'_>>)> {
    let mut reader = Reader::from_str(xml);
    let mut lines = Lines { xml: xml.as_bytes(), at: 0, line: 1 };
    let mut encoding = None;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut section = String::new();
    let mut closed = has_appended;
    loop {
        let line = lines.at(reader.buffer_position());
        let bad = |message: String| Error::new(Code::Format, message).line(line);
        let event = reader.read_event().map_err(|e| {
            Error::new(Code::Format, format!("the XML is malformed: {e}"))
                .line(lines.at(reader.error_position()))
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
                    return Err(
                        bad("a Piece does not say how many points and cells it has".into()),
                    );
                };
                pieces.push(Piece { points, cells, arrays: Vec::new() });
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
                        bad(format!("the file ends inside the array `{}`", clip(&array.name)))
                            .help(super::CUT_OFF)
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
        .line(lines.at(xml.len() as u64))
        .help(super::CUT_OFF);
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
            return bad(format!("the data set is {}, not UnstructuredGrid", clip(other)));
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
    Ok(Encoding { endian, header, zlib, appended: &[], appended_raw: false })
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
    let numbers = decode(array, encoding, offsets)?;
    let bad = |message: String| Error::new(Code::Format, message);
    if let Some(on) = on {
        grid.offer(on, &array.name, array.components, numbers);
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
            return Err(bad(format!("the array `{}` is not made of integers", array.name)));
        }
    }
    Ok(())
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
    let positions = (0..vertices).flat_map(|i| spatial(mesh, i));
    write_array(out, "Float64", "Points", 3, positions.flat_map(f64::to_le_bytes).collect())?;
    writeln!(out, "</Points>\n<Cells>")?;
    let connectivity = mesh.cells.iter().flat_map(|v| i64::from(*v).to_le_bytes()).collect();
    write_array(out, "Int64", "connectivity", 1, connectivity)?;
    let ends = (1..=cells).flat_map(|i| ((i * corners) as i64).to_le_bytes()).collect();
    write_array(out, "Int64", "offsets", 1, ends)?;
    write_array(out, "UInt8", "types", 1, vec![cell_type(mesh) as u8; cells])?;
    writeln!(out, "</Cells>")?;
    for (on, section) in [(On::Vertices, "PointData"), (On::Cells, "CellData")] {
        writeln!(out, "<{section}>")?;
        for Column { name, components, values } in columns(mesh, fields, on) {
            let (kind, bytes) = match values {
                Numbers::Integers(v) => ("Int64", v.iter().flat_map(|n| n.to_le_bytes()).collect()),
                Numbers::Reals(v) => ("Float64", v.iter().flat_map(|x| x.to_le_bytes()).collect()),
            };
            write_array(out, kind, &name, components, bytes)?;
        }
        writeln!(out, "</{section}>")?;
    }
    writeln!(out, "</Piece>\n</UnstructuredGrid>\n</VTKFile>")
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::super::samples;
    use super::*;

    #[test]
    fn round_trips_with_labels_and_fields() {
        samples::round_trips(write, read);
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
        assert_eq!((mesh.dim, mesh.cells, mesh.cell_labels), (3, vec![0, 1, 2, 3], vec![6]));
        for (from, to, code, line) in [
            ("\"UnstructuredGrid\"", "\"PolyData\"", Code::Format, 2),
            ("NumberOfPoints=\"4\"", "NumberOfPoints=\"99999999999999\"", Code::Format, 10),
            ("NumberOfPoints=\"4\"", "NumberOfPoints=\"-4\"", Code::Format, 4),
            ("\n1 0 0\n", "\n1 x 0\n", Code::Format, 12),
            ("\n1 0 0\n", "\n1 inf 0\n", Code::MeshNotFinite, 10),
            ("0 1 2 3", "0 1 2 4", Code::MeshIndex, 18),
            ("2 6<", "2 7<", Code::Format, 18),
            ("2 6<", "2 -1<", Code::Format, 18),
            ("3 10<", "3 24<", Code::Format, 18),
            ("</CellData>", "</CellDatum>", Code::Format, 8),
        ] {
            let e = read(ASCII.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
        samples::survives_truncation(ASCII.as_bytes(), read);
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
        let corners = [0i32, 1, 2].iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
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
                    (vec![2, data.len() - 1, 1, a.len(), b.len()], [a, b].concat())
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
                        (format!("format=\"appended\" offset=\"{offset}\""), String::new())
                    }
                    _ => {
                        appended.extend(text.as_bytes());
                        (format!("format=\"appended\" offset=\"{offset}\""), String::new())
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
