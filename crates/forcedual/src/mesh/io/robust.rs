//! What every reader must withstand: other line ends, blanks and comments, and damaged files.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A small valid file of a format.
struct Case {
    name: &'static str,
    bytes: Vec<u8>,
    /// Reads the file; shows what was found.
    read: fn(&[u8]) -> Result<String>,
    /// It may start with blank lines.
    leading: bool,
    /// A comment, and before which text it may stand.
    comment: Option<(&'static str, &'static str)>,
    /// Texts of which each may be made a wrong number: counts, and what follows them if that is
    /// needed to find them.
    counts: &'static [(&'static str, &'static str)],
    /// A coordinate, as a text that occurs once.
    coordinate: &'static str,
}

fn mesh(read: Result<RawMesh>) -> Result<String> {
    read.map(|m| format!("{m:?}"))
}

fn surface(read: Result<Surface>) -> Result<String> {
    read.map(|s| format!("{s:?}"))
}

const NODE: &str = "4 3 0 1\n1 0 0 0 5\n2 1.25 0 0 0\n3 0 1 0 0\n4 0 0 1 0\n";

fn texts() -> Vec<Case> {
    let case = |name, text: &str, read, leading, comment, counts, coordinate| Case {
        name,
        bytes: text.as_bytes().to_vec(),
        read,
        leading,
        comment,
        counts,
        coordinate,
    };
    vec![
        case(
            "medit",
            "MeshVersionFormatted 2\nDimension 3\nVertices 4\n0 0 0 5\n1.25 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra 1\n1 2 3 4 7\nEnd\n",
            |b| mesh(medit::read(b)),
            true,
            Some(("# comment\n", "Tetrahedra")),
            &[("Vertices 4", "Vertices N"), ("Tetrahedra 1", "Tetrahedra N")],
            "1.25",
        ),
        case(
            "gmsh 2.2",
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1.25 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n$Elements\n2\n1 4 2 7 1 1 2 3 4\n2 15 2 5 1 1\n$EndElements\n",
            |b| mesh(gmsh::read(b)),
            true,
            Some(("$Comments\nhello\n$EndComments\n", "$Nodes")),
            &[("$Nodes\n4", "$Nodes\nN"), ("$Elements\n2", "$Elements\nN"), ("1 4 2 7", "1 4 N 7")],
            "1.25",
        ),
        case(
            "gmsh 4.1",
            "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 2 1 1 1 7 0\n$EndEntities\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1.25 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n",
            |b| mesh(gmsh::read(b)),
            true,
            Some(("$Comments\nhello\n$EndComments\n", "$Nodes")),
            &[
                ("0 0 0 1\n1", "0 0 0 N\n1"),
                ("2 1 1 1 7", "2 1 1 N 7"),
                ("$Nodes\n1", "$Nodes\nN"),
                ("3 1 0 4", "3 1 0 N"),
                ("$Elements\n1", "$Elements\nN"),
                ("3 1 4 1", "3 1 4 N"),
            ],
            "1.25",
        ),
        case(
            "vtk",
            "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1.25 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nCELL_DATA 1\nSCALARS label int 1\nLOOKUP_TABLE default\n7\nPOINT_DATA 4\nFIELD FieldData 1\nlabel 1 4 int\n5 0 0 0\n",
            |b| mesh(vtk::read(b)),
            false,
            None,
            &[
                ("POINTS 4", "POINTS N"),
                ("CELLS 1 5", "CELLS N 5"),
                ("CELLS 1 5", "CELLS 1 N"),
                ("4 0 1 2 3", "N 0 1 2 3"),
                ("CELL_TYPES 1", "CELL_TYPES N"),
                ("CELL_DATA 1", "CELL_DATA N"),
                ("label int 1", "label int N"),
                ("FieldData 1", "FieldData N"),
                ("label 1 4", "label N 4"),
                ("label 1 4", "label 1 N"),
            ],
            "1.25",
        ),
        case(
            "vtk 5.1",
            "# vtk DataFile Version 5.1\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 double\n0 0 0 1.25 0 0 0 1 0\nCELLS 2 3\nOFFSETS vtktypeint64\n0 3\nCONNECTIVITY vtktypeint64\n0 1 2\nCELL_TYPES 1\n5\n",
            |b| mesh(vtk::read(b)),
            false,
            None,
            &[("CELLS 2 3", "CELLS N 3"), ("CELLS 2 3", "CELLS 2 N"), ("0 3\n", "0 N\n")],
            "1.25",
        ),
        case(
            "vtu",
            "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"3\" NumberOfCells=\"1\">\n\
             <Points>\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n0 0 0\n1.25 0 0\n0 1 0\n</DataArray>\n</Points>\n\
             <Cells>\n<DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 2</DataArray>\n<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">3</DataArray>\n\
             <DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">5</DataArray>\n</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n",
            |b| mesh(vtu::read(b)),
            true,
            Some(("<!-- a > b -->\n", "<Points>")),
            &[
                ("Points=\"3\"", "Points=\"N\""),
                ("Cells=\"1\"", "Cells=\"N\""),
                ("Components=\"3\"", "Components=\"N\""),
                (">3<", ">N<"),
            ],
            "1.25",
        ),
        case(
            "node",
            NODE,
            |b| tetgen::read_vertices(b).map(|v| format!("{:?}", v.soup.positions)),
            true,
            Some(("# comment\n", "2 1.25")),
            &[("4 3 0 1", "N 3 0 1"), ("4 3 0 1", "4 3 N 1"), ("4 3 0 1", "4 3 0 N")],
            "1.25",
        ),
        case(
            "ele",
            "1 4 1\n1 1 2 3 4 -7\n",
            |b| mesh(tetgen::read_cells(b, tetgen::read_vertices(NODE.as_bytes())?)),
            true,
            Some(("# comment\n", "1 1 2")),
            &[("1 4 1\n", "N 4 1\n"), ("1 4 1\n", "1 N 1\n"), ("1 4 1\n", "1 4 N\n")],
            "",
        ),
        case(
            "obj",
            "v 0 0 0\nv 1.25 0 0\nv 0 1 0\ng 7\nf 1 2/1 3//1\n",
            |b| mesh(obj::read(b)),
            true,
            Some(("# comment\n", "f 1")),
            &[("f 1", "f N0")],
            "1.25",
        ),
        case(
            "obj curve",
            "v 0 0\nv 1.25 0\nv 0 1\nl 1 2 3 1\n",
            |b| surface(obj::read_surface(b)),
            true,
            Some(("# comment\n", "l 1")),
            &[("l 1", "l N0")],
            "1.25",
        ),
        case(
            "off",
            "OFF\n3 1 0\n0 0 0\n1.25 0 0\n0 1 2\n3 0 1 2\n",
            |b| surface(off::read(b)),
            true,
            Some(("# comment\n", "1.25")),
            &[("3 1 0", "N 1 0"), ("3 1 0", "3 N 0"), ("3 0 1 2", "N 0 1 2")],
            "1.25",
        ),
        case(
            "stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1.25 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
            |b| surface(stl::read(b)),
            true,
            None,
            &[],
            "1.25",
        ),
        case(
            "ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1.25 0 0\n0 1 2\n3 0 1 2\n",
            |b| surface(ply::read(b)),
            false,
            Some(("comment made by hand\n", "element face")),
            &[("vertex 3", "vertex N"), ("face 1", "face N"), ("3 0 1 2", "N 0 1 2")],
            "1.25",
        ),
    ]
}

/// Binary files: written by ourselves where we can.
fn binaries(test: &str) -> Vec<Case> {
    let case = |name, bytes, read| Case {
        name,
        bytes,
        read,
        leading: false,
        comment: None,
        counts: &[],
        coordinate: "",
    };
    let folder = samples::Folder::new(test);
    let written = |name: &str, format: Option<&str>| {
        let path = folder.0.join(name);
        let (mesh, fields) = (samples::space(), samples::fields(&samples::space()));
        match format {
            Some(f) => gmsh::write(&path, &mesh, &fields, f.parse().unwrap()).unwrap(),
            None => write(&path, &mesh, &fields).unwrap(),
        }
        std::fs::read(path).unwrap()
    };
    let mut stl = vec![b' '; 80];
    stl.extend(1u32.to_le_bytes());
    stl.extend(
        [0.0f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
            .map(f32::to_le_bytes)
            .concat(),
    );
    stl.extend([0; 2]);
    let mut ply = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n\
        element face 1\nproperty list uint int vertex_indices\nend_header\n".to_vec();
    ply.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0f64].map(f64::to_le_bytes).concat());
    ply.extend([3, 0, 1, 2i32].map(i32::to_le_bytes).concat());
    vec![
        case("gmsh 2.2 binary", written("a.msh", Some("2.2")), |b| mesh(gmsh::read(b))),
        case("gmsh 4.1 binary", written("a.msh", Some("4.1")), |b| mesh(gmsh::read(b))),
        case("vtk binary", written("a.vtk", None), |b| mesh(vtk::read(b))),
        case("vtu binary", written("a.vtu", None), |b| mesh(vtu::read(b))),
        case("stl binary", stl, |b| surface(stl::read(b))),
        case("ply binary", ply, |b| surface(ply::read(b))),
    ]
}

impl Case {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap()
    }

    fn found(&self, text: &str) -> String {
        (self.read)(text.as_bytes()).unwrap_or_else(|e| panic!("{}: {e}\n{text}", self.name))
    }
}

#[test]
fn line_ends_blanks_and_comments_change_nothing() {
    for case in texts() {
        let text = case.text();
        let plain = case.found(text);
        let mut same = vec![
            text.replace('\n', "\r\n"),
            text.replace('\n', " \t\n"),
            format!("{text}\n\n  \n\t"),
            text.trim_end().to_owned(),
        ];
        if case.leading {
            same.push(format!("\n \n{text}"));
            same.push(format!("\u{feff}{text}"));
        }
        if let Some((comment, before)) = case.comment {
            let commented = text.replacen(before, &format!("{comment}{before}"), 1);
            assert_ne!(commented, text, "{}", case.name);
            same.push(commented.replace('\n', "\r\n"));
            same.push(commented);
        }
        for text in same {
            assert_eq!(case.found(&text), plain, "{}:\n{text:?}", case.name);
        }
    }
}

#[test]
fn lying_counts_and_wrong_numbers_are_errors() {
    let lies = ["1000000000000000000", "99999999999999999999999", "-1", "1e18", "", "x"];
    for case in texts() {
        for (from, to) in case.counts {
            for lie in lies {
                let text = case.text().replacen(from, &to.replace('N', lie), 1);
                assert_ne!(text, case.text(), "{}", case.name);
                let read = (case.read)(text.as_bytes());
                // A count of items that are not there, or not read, is no harm.
                let harmless = lie.is_empty() || to.contains("CELL_DATA") && lie.starts_with('1');
                assert!(harmless || read.is_err(), "{} took `{lie}`:\n{text}", case.name);
            }
        }
        for bad in ["nan", "-inf", "1e999", "0x1", "1,5"] {
            if !case.coordinate.is_empty() {
                let text = case.text().replacen(case.coordinate, bad, 1);
                let error = (case.read)(text.as_bytes()).unwrap_err();
                let code = if bad.starts_with(['0', '1']) && bad != "1e999" {
                    Code::Format
                } else {
                    Code::MeshNotFinite
                };
                assert_eq!(error.code, code, "{} with {bad}: {error}", case.name);
            }
        }
    }
}

#[test]
fn every_beginning_of_a_file_is_read_or_refused() {
    for case in texts().iter().chain(&binaries("truncated")) {
        samples::survives_truncation(&case.bytes, case.read);
    }
}

/// Changes bytes, digits and whole stretches at random.
fn mutated(bytes: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let tokens: [&[u8]; 14] = [
        b"0",
        b"-1",
        b"1e18",
        b"1000000000000000000",
        b"9223372036854775807",
        b"-9223372036854775808",
        b"4294967296",
        b"nan",
        b"\n",
        b"\r\n",
        b"\"",
        b"<",
        b"$End",
        b"\xff\xff\xff\xff\xff\xff\xff\x7f",
    ];
    let mut out = bytes.to_vec();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..out.len().max(1)).min(out.len());
        let end = (at + rng.random_range(1..9usize)).min(out.len());
        match rng.random_range(0..6) {
            0 if at < end => out[at] = rng.random(),
            1 if at < end => out[at] ^= 1 << rng.random_range(0..8),
            2 => drop(out.drain(at..end)),
            3 => {
                let copy = out[at..end].to_vec();
                out.splice(at..at, copy);
            }
            4 => drop(out.splice(at..end, tokens[rng.random_range(0..tokens.len())].to_vec())),
            _ => {
                // A whole number becomes another.
                let digits = |i: &usize| out.get(*i).is_some_and(u8::is_ascii_digit);
                let from = (at..out.len()).find(digits).unwrap_or(at);
                let to = (from..out.len()).find(|i| !digits(i)).unwrap_or(out.len());
                out.splice(from..to, tokens[rng.random_range(0..8)].to_vec());
            }
        }
    }
    out
}

#[test]
fn damaged_files_never_panic() {
    let mut rng = ChaCha8Rng::seed_from_u64(2024);
    for case in texts().iter().chain(&binaries("damaged")) {
        let mut refused = 0;
        for _ in 0..2000 {
            let bytes = mutated(&case.bytes, &mut rng);
            let read = std::panic::catch_unwind(|| (case.read)(&bytes).is_err());
            let shown = || String::from_utf8_lossy(&bytes).into_owned();
            refused += usize::from(read.unwrap_or_else(|_| panic!("{}:\n{}", case.name, shown())));
        }
        assert!(refused > 200, "{}: only {refused} of 2000 were refused", case.name);
    }
}
