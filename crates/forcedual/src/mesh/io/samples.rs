//! Small meshes and checks shared by the formats' tests.

use super::*;

/// Two triangles with labels and coordinates that need all their digits.
pub(super) fn plane() -> RawMesh {
    RawMesh {
        dim: 2,
        positions: vec![0.0, 0.1, 1.0, 0.0, 1.0 / 3.0, 1e-17, -2.5, 7e8],
        cells: vec![0, 1, 2, 2, 1, 3],
        cell_labels: vec![4, -1],
        vertex_labels: vec![0, 3, 0, 9],
        regions: Vec::new(),
    }
}

/// Two tetrahedra with labels.
pub(super) fn space() -> RawMesh {
    RawMesh {
        dim: 3,
        positions: vec![
            0.0,
            0.0,
            0.1,
            1.0,
            0.0,
            0.0,
            0.0,
            1.0,
            0.0,
            0.0,
            0.0,
            1e-9,
            1.0 / 3.0,
            1.0,
            1e20,
        ],
        cells: vec![0, 1, 2, 3, 1, 2, 3, 4],
        cell_labels: vec![1, 2],
        vertex_labels: vec![5, 0, 0, 0, 6],
        regions: vec!["left wing".into(), "tail: Øre".into()],
    }
}

pub(super) fn meshes() -> Vec<RawMesh> {
    let bare = |mut mesh: RawMesh| {
        mesh.cell_labels.clear();
        mesh.vertex_labels.clear();
        mesh.regions.clear();
        mesh
    };
    vec![plane(), space(), bare(plane()), bare(space())]
}

/// One vector per vertex and one number per cell.
pub(super) fn fields(mesh: &RawMesh) -> Vec<Field> {
    let cells = mesh.cells.len() / (mesh.dim + 1);
    vec![
        Field {
            name: "displacement".into(),
            on: On::Vertices,
            components: mesh.dim,
            data: mesh.positions.iter().map(|x| 0.5 * x).collect(),
        },
        Field {
            name: "energy density".into(),
            on: On::Cells,
            components: 1,
            data: (0..cells).map(|i| i as f64 + 0.25).collect(),
        },
    ]
}

/// What is written with labels and fields must be read again, and no beginning of it may do harm.
pub(super) fn round_trips(
    write: impl Fn(&RawMesh, &[Field], &mut Vec<u8>) -> io::Result<()>,
    read: impl Fn(&[u8]) -> Result<RawMesh>,
) {
    for mesh in meshes() {
        let mut bytes = Vec::new();
        write(&mesh, &fields(&mesh), &mut bytes).unwrap();
        assert_eq!(read(&bytes).unwrap(), mesh);
        survives_truncation(&bytes, &read);
    }
}

/// Every beginning of a file must give a mesh or an error.
pub(super) fn survives_truncation<T>(bytes: &[u8], read: impl Fn(&[u8]) -> Result<T>) {
    for n in 0..bytes.len() {
        let _ = read(&bytes[..n]);
    }
    assert!(read(&bytes[..bytes.len() / 2]).is_err(), "half a file was accepted");
}

/// A folder for one test, removed afterwards.
pub(super) struct Folder(pub(super) std::path::PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("forcedual-mesh-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_extension_round_trips_whatever_its_case() {
    let folder = Folder::new("round-trip");
    for name in ["a.mesh", "b.MESH", "c.node", "d.ELE", "e.vtk", "f.vtu"] {
        for mesh in meshes() {
            let path = folder.0.join(name);
            write(&path, &mesh, &[]).unwrap();
            assert_eq!(read(&path).unwrap(), mesh, "{name}");
        }
    }
}

#[test]
fn every_format_with_fields_round_trips_the_mesh() {
    let folder = Folder::new("fields");
    for name in ["a.msh", "b.vtk", "c.vtu"] {
        for mesh in meshes() {
            let path = folder.0.join(name);
            write(&path, &mesh, &fields(&mesh)).unwrap();
            assert_eq!(read(&path).unwrap(), mesh, "{name}");
        }
    }
}

#[test]
fn fields_come_back_from_vtk_and_vtu_files() {
    let folder = Folder::new("fields-back");
    for name in ["b.vtk", "c.vtu"] {
        for mesh in meshes() {
            let path = folder.0.join(name);
            write(&path, &mesh, &fields(&mesh)).unwrap();
            let (again, found) = read_with_fields(&path).unwrap();
            assert_eq!(again, mesh, "{name}");
            let field = |name: &str| found.iter().find(|f| f.name == name).unwrap();
            let energy = field("energy density");
            assert_eq!((energy.on, &energy.data[..]), (On::Cells, &[0.25, 1.25][..]));
            let u = field("displacement");
            assert_eq!((u.on, u.components), (On::Vertices, 3));
            let widened: Vec<f64> = u.data.chunks(3).flat_map(|v| v[..mesh.dim].to_vec()).collect();
            assert_eq!(widened, fields(&mesh)[0].data, "{name}");
        }
    }
    assert_eq!(read_with_fields(Path::new("a.step")).unwrap_err().code, Code::UnknownFormat);
}

#[test]
fn cells_of_other_kinds_do_not_shift_fields_and_doubtful_regions_are_left_out() {
    let text = |inside: &str| {
        format!(
            "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 1 1 0\n\
             CELLS 3 11\n2 0 1\n3 0 1 2\n3 1 3 2\nCELL_TYPES 3\n3\n5\n5\nCELL_DATA 3\nFIELD f 3\n\
             a%20b 1 3 float\n7 8 9\nlabel 1 3 int\n0 1 0\nregion:head 1 3 int\n{inside}\n"
        )
    };
    let (mesh, fields) = vtk::read_with_fields(text("0 1 0").as_bytes()).unwrap();
    let field = fields.iter().find(|f| f.name == "a b").unwrap();
    assert_eq!(field.data, [8.0, 9.0]);
    assert_eq!(mesh.regions, ["head"]);
    assert!(vtk::read(text("0 1 1").as_bytes()).unwrap().regions.is_empty());
}

#[test]
fn unknown_and_unsuitable_formats_are_refused_with_the_file_named() {
    let field = Field { name: "u".into(), on: On::Vertices, components: 2, data: vec![0.0; 8] };
    for (error, code) in [
        (read(Path::new("a.step")).unwrap_err(), Code::UnknownFormat),
        (read(Path::new("a")).unwrap_err(), Code::UnknownFormat),
        (read(Path::new("a.stl")).unwrap_err(), Code::Format),
        (read(Path::new("missing.mesh")).unwrap_err(), Code::Io),
        (write(Path::new("a.obj"), &space(), &[]).unwrap_err(), Code::Format),
        (write(Path::new("a.mesh"), &plane(), &[field]).unwrap_err(), Code::Format),
    ] {
        assert_eq!(error.code, code, "{error}");
        assert!(error.place.file.is_some(), "{error}");
    }
}

#[test]
fn inconsistent_meshes_and_fields_are_not_written() {
    let path = std::env::temp_dir().join("forcedual-never-written.mesh");
    let field =
        |components, n| Field { name: "u".into(), on: On::Cells, components, data: vec![0.0; n] };
    let broken: [fn(&mut RawMesh); 5] = [
        |m| m.dim = 1,
        |m| m.positions.truncate(7),
        |m| m.cells.truncate(5),
        |m| m.cells[0] = 4,
        |m| m.cell_labels.truncate(1),
    ];
    for break_it in broken {
        let mut mesh = plane();
        break_it(&mut mesh);
        assert!(write(&path, &mesh, &[]).is_err());
    }
    for field in [field(1, 3), field(0, 0), field(usize::MAX, 2)] {
        assert_eq!(write(&path, &plane(), &[field]).unwrap_err().code, Code::Array);
    }
    assert!(!path.exists());
}

#[test]
fn one_triangle_is_the_same_surface_in_every_format() {
    let folder = Folder::new("surfaces");
    let expected = Surface {
        dim: 3,
        positions: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0],
        facets: vec![0, 1, 2],
    };
    for (name, text) in [
        ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 2\nf 1 2 3\n"),
        ("a.OFF", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 2\n3 0 1 2\n"),
        (
            "a.Stl",
            "solid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 2\nendloop\nendfacet\nendsolid\n",
        ),
        (
            "a.ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
             element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 2\n3 0 1 2\n",
        ),
    ] {
        let path = folder.0.join(name);
        std::fs::write(&path, text).unwrap();
        assert_eq!(read_surface(&path).unwrap(), expected, "{name}");
    }
    let volume = read_surface(&folder.0.join("a.mesh")).unwrap_err();
    assert_eq!(volume.code, Code::UnknownFormat);
}
