//! Writes versions 2.2 and 4.1, as text or binary.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::super::{Field, On, spatial};
use super::{Format, POINT, TETRAHEDRON, TRIANGLE, Version};
use crate::mesh::RawMesh;

/// Numbers as text, a row per line, or as bytes.
struct Rows<'a, W> {
    out: &'a mut W,
    binary: bool,
    /// Something stands on this line.
    begun: bool,
}

impl<W: Write> Rows<'_, W> {
    fn put(&mut self, bytes: &[u8], text: std::fmt::Arguments) -> io::Result<()> {
        if self.binary {
            return self.out.write_all(bytes);
        }
        if self.begun {
            self.out.write_all(b" ")?;
        }
        self.begun = true;
        self.out.write_fmt(text)
    }

    /// Integers of 4 bytes.
    fn ints(&mut self, numbers: impl IntoIterator<Item = i64>) -> io::Result<()> {
        numbers.into_iter().try_for_each(|n| {
            let short = i32::try_from(n).map_err(io::Error::other)?;
            self.put(&short.to_le_bytes(), format_args!("{n}"))
        })
    }

    /// Counts and tags of 8 bytes.
    fn sizes(&mut self, numbers: impl IntoIterator<Item = usize>) -> io::Result<()> {
        numbers
            .into_iter()
            .try_for_each(|n| self.put(&(n as u64).to_le_bytes(), format_args!("{n}")))
    }

    fn reals(&mut self, numbers: impl IntoIterator<Item = f64>) -> io::Result<()> {
        numbers.into_iter().try_for_each(|x| self.put(&x.to_le_bytes(), format_args!("{x:?}")))
    }

    fn end_row(&mut self) -> io::Result<()> {
        if !self.binary {
            writeln!(self.out)?;
        }
        self.begun = false;
        Ok(())
    }

    /// Text in either kind of file.
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Ends a section; its bytes need a new line before that.
    fn close(&mut self, section: &str) -> io::Result<()> {
        let gap = if self.binary { "\n" } else { "" };
        writeln!(self.out, "{gap}$End{section}")
    }
}

/// Elements of one kind: the cells, or points that label vertices.
struct Elements {
    dim: i64,
    kind: i64,
    /// Vertices per element.
    corners: usize,
    vertices: Vec<u32>,
    /// One label per element.
    labels: Vec<i64>,
    /// The entity of each label, and the box around it.
    entities: BTreeMap<i64, Entity>,
}

struct Entity {
    tag: i64,
    low: [f64; 3],
    high: [f64; 3],
}

impl Elements {
    fn new(kind: i64, dim: usize, vertices: Vec<u32>, labels: Vec<i64>, mesh: &RawMesh) -> Self {
        let mut entities: BTreeMap<i64, Entity> = BTreeMap::new();
        for (element, label) in vertices.chunks_exact(dim + 1).zip(&labels) {
            let entity = entities.entry(*label).or_insert(Entity {
                tag: 0,
                low: [f64::INFINITY; 3],
                high: [f64::NEG_INFINITY; 3],
            });
            for &v in element {
                let p = spatial(mesh, v as usize);
                entity.low = std::array::from_fn(|c| entity.low[c].min(p[c]));
                entity.high = std::array::from_fn(|c| entity.high[c].max(p[c]));
            }
        }
        entities.values_mut().zip(1..).for_each(|(entity, tag)| entity.tag = tag);
        Elements { dim: dim as i64, kind, corners: dim + 1, vertices, labels, entities }
    }

    fn cells(mesh: &RawMesh) -> Self {
        let kind = if mesh.dim == 2 { TRIANGLE } else { TETRAHEDRON };
        let mut labels = mesh.cell_labels.clone();
        labels.resize(mesh.cells.len() / (mesh.dim + 1), 0);
        Elements::new(kind, mesh.dim, mesh.cells.clone(), labels, mesh)
    }

    fn labelled_points(mesh: &RawMesh) -> Self {
        let labelled = (0u32..).zip(mesh.vertex_labels.iter().copied()).filter(|(_, l)| *l != 0);
        let (vertices, labels) = labelled.unzip();
        Elements::new(POINT, 0, vertices, labels, mesh)
    }

    fn rows(&self) -> impl Iterator<Item = (&[u32], i64)> {
        self.vertices.chunks_exact(self.corners).zip(self.labels.iter().copied())
    }

    fn tag(&self, label: i64) -> i64 {
        self.entities.get(&label).map_or(0, |e| e.tag)
    }
}

pub(super) fn write(
    mesh: &RawMesh,
    fields: &[Field],
    format: Format,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rows = Rows { out, binary: format.binary, begun: false };
    rows.line(&format!("$MeshFormat\n{} {} 8", format.version, u8::from(format.binary)))?;
    if format.binary {
        rows.ints([1])?;
    }
    rows.close("MeshFormat")?;
    if !mesh.regions.is_empty() {
        rows.line(&format!("$PhysicalNames\n{}", mesh.regions.len()))?;
        for (label, name) in (1..).zip(&mesh.regions) {
            let name = name.replace(['"', '\r', '\n'], " ");
            rows.line(&format!("{} {label} \"{name}\"", mesh.dim))?;
        }
        rows.line("$EndPhysicalNames")?;
    }
    // The cells come first, so that element i + 1 is cell i.
    let elements = [Elements::cells(mesh), Elements::labelled_points(mesh)];
    match format.version {
        Version::V2 => write_2(mesh, &elements, &mut rows)?,
        Version::V4 => write_4(mesh, &elements, &mut rows)?,
    }
    fields.iter().try_for_each(|field| write_field(field, &mut rows))
}

/// Counts are text even in binary files.
fn write_2<W: Write>(mesh: &RawMesh, elements: &[Elements], rows: &mut Rows<W>) -> io::Result<()> {
    let vertices = mesh.positions.len() / mesh.dim;
    rows.line(&format!("$Nodes\n{vertices}"))?;
    for i in 0..vertices {
        rows.ints([i as i64 + 1])?;
        rows.reals(spatial(mesh, i))?;
        rows.end_row()?;
    }
    rows.close("Nodes")?;
    let count: usize = elements.iter().map(|e| e.labels.len()).sum();
    rows.line(&format!("$Elements\n{count}"))?;
    let mut number = 0;
    for elements in elements.iter().filter(|e| !e.labels.is_empty()) {
        if rows.binary {
            rows.ints([elements.kind, elements.labels.len() as i64, 2])?;
        }
        for (corners, label) in elements.rows() {
            number += 1;
            rows.ints([number])?;
            if !rows.binary {
                rows.ints([elements.kind, 2])?;
            }
            rows.ints([label, elements.tag(label)])?;
            rows.ints(corners.iter().map(|v| i64::from(*v) + 1))?;
            rows.end_row()?;
        }
    }
    rows.close("Elements")
}

fn write_4<W: Write>(mesh: &RawMesh, elements: &[Elements], rows: &mut Rows<W>) -> io::Result<()> {
    let on = |dim: i64| elements.iter().filter(move |e| e.dim == dim);
    rows.line("$Entities")?;
    rows.sizes((0..4).map(|dim| on(dim).map(|e| e.entities.len()).sum()))?;
    rows.end_row()?;
    for (dim, (label, entity)) in
        (0..4).flat_map(|dim| on(dim).flat_map(|e| &e.entities).map(move |e| (dim, e)))
    {
        rows.ints([entity.tag])?;
        rows.reals(entity.low)?;
        if dim > 0 {
            rows.reals(entity.high)?;
        }
        rows.sizes([1])?;
        rows.ints([*label])?;
        if dim > 0 {
            rows.sizes([0])?;
        }
        rows.end_row()?;
    }
    rows.close("Entities")?;

    let vertices = mesh.positions.len() / mesh.dim;
    rows.line("$Nodes")?;
    rows.sizes([1, vertices, 1, vertices])?;
    rows.end_row()?;
    rows.ints([mesh.dim as i64, 1, 0])?;
    rows.sizes([vertices])?;
    rows.end_row()?;
    for i in 0..vertices {
        rows.sizes([i + 1])?;
        rows.end_row()?;
    }
    for i in 0..vertices {
        rows.reals(spatial(mesh, i))?;
        rows.end_row()?;
    }
    rows.close("Nodes")?;

    let runs = |e: &Elements| e.labels.chunk_by(|a, b| a == b).count();
    let count = elements.iter().map(|e| e.labels.len()).sum();
    rows.line("$Elements")?;
    rows.sizes([elements.iter().map(runs).sum(), count, 1, count])?;
    rows.end_row()?;
    let mut number = 0;
    for elements in elements {
        let mut corners = elements.vertices.chunks_exact(elements.corners);
        for run in elements.labels.chunk_by(|a, b| a == b) {
            rows.ints([elements.dim, elements.tag(run[0]), elements.kind])?;
            rows.sizes([run.len()])?;
            rows.end_row()?;
            for corners in corners.by_ref().take(run.len()) {
                number += 1;
                rows.sizes([number])?;
                rows.sizes(corners.iter().map(|v| *v as usize + 1))?;
                rows.end_row()?;
            }
        }
    }
    rows.close("Elements")
}

/// Gmsh shows scalars, vectors of 3 and tensors of 9: other widths are filled up with zeros.
fn write_field<W: Write>(field: &Field, rows: &mut Rows<W>) -> io::Result<()> {
    let section = match field.on {
        On::Vertices => "NodeData",
        On::Cells => "ElementData",
    };
    let width = [1, 3, 9].into_iter().find(|w| *w >= field.components).unwrap_or(9);
    let name = field.name.replace(['"', '\n', '\r'], "_");
    let n = field.data.len() / field.components;
    rows.line(&format!("${section}\n1\n\"{name}\"\n1\n0.0\n3\n0\n{width}\n{n}"))?;
    for (i, values) in field.data.chunks_exact(field.components).enumerate() {
        rows.ints([i as i64 + 1])?;
        rows.reals((0..width).map(|k| values.get(k).copied().unwrap_or(0.0)))?;
        rows.end_row()?;
    }
    rows.close(section)
}

#[cfg(test)]
mod tests {
    use super::super::super::samples;
    use super::super::read;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn written(mesh: &RawMesh, fields: &[Field], format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(mesh, fields, format, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn every_kind_round_trips_with_labels_and_fields() {
        for format in Format::ALL {
            for mesh in samples::meshes() {
                let bytes = written(&mesh, &samples::fields(&mesh), format);
                assert_eq!(read(&bytes).unwrap(), mesh, "{format}");
                samples::survives_truncation(&bytes, read);
            }
        }
    }

    #[test]
    fn random_meshes_come_back_bit_for_bit() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for round in 0..200 {
            let dim = 2 + round % 2;
            let n = rng.random_range(dim + 1..40);
            let cells = rng.random_range(1..60);
            let mut real = || loop {
                let x = f64::from_bits(rng.random());
                if x.is_finite() {
                    return x;
                }
            };
            let positions = (0..dim * n).map(|_| real()).collect();
            let mut labels = |n: usize| -> Vec<i64> {
                (0..n).map(|_| i64::from(rng.random_range(-2..3i32))).collect()
            };
            let (cell_labels, vertex_labels) = match round % 3 {
                0 => (labels(cells), labels(n)),
                1 => (labels(cells), Vec::new()),
                _ => (Vec::new(), labels(n)),
            };
            let mesh = RawMesh {
                dim,
                positions,
                cells: (0..cells * (dim + 1)).map(|_| rng.random_range(0..n as u32)).collect(),
                cell_labels,
                vertex_labels,
                ..RawMesh::default()
            };
            for format in Format::ALL {
                let found = read(&written(&mesh, &[], format)).unwrap();
                let bits = |p: &[f64]| p.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
                assert_eq!(bits(&found.positions), bits(&mesh.positions), "{format}");
                let all = |l: Vec<i64>| if l.iter().all(|l| *l == 0) { Vec::new() } else { l };
                assert_eq!(found.cells, mesh.cells, "{format}");
                assert_eq!(found.cell_labels, all(mesh.cell_labels.clone()), "{format}");
                assert_eq!(found.vertex_labels, all(mesh.vertex_labels.clone()), "{format}");
            }
        }
    }

    #[test]
    fn text_is_as_the_format_describes_it() {
        let mesh = RawMesh {
            dim: 2,
            positions: vec![0.0, 0.0, 1.0, 0.0, 0.5, 2.0],
            cells: vec![0, 1, 2, 0, 2, 1],
            cell_labels: vec![7, 3],
            vertex_labels: vec![0, 9, 0],
            ..RawMesh::default()
        };
        let text =
            |format: &str| String::from_utf8(written(&mesh, &[], format.parse().unwrap())).unwrap();
        assert_eq!(
            text("2.2-ascii"),
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n\
             $Nodes\n3\n1 0.0 0.0 0.0\n2 1.0 0.0 0.0\n3 0.5 2.0 0.0\n$EndNodes\n\
             $Elements\n3\n1 2 2 7 2 1 2 3\n2 2 2 3 1 1 3 2\n3 15 2 9 1 2\n$EndElements\n"
        );
        assert_eq!(
            text("4.1-ascii"),
            "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n\
             $Entities\n1 0 2 0\n1 1.0 0.0 0.0 1 9\n1 0.0 0.0 0.0 1.0 2.0 0.0 1 3 0\n\
             2 0.0 0.0 0.0 1.0 2.0 0.0 1 7 0\n$EndEntities\n\
             $Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0.0 0.0 0.0\n1.0 0.0 0.0\n0.5 2.0 0.0\n$EndNodes\n\
             $Elements\n3 3 1 3\n2 2 2 1\n1 1 2 3\n2 1 2 1\n2 1 3 2\n0 1 15 1\n3 2\n$EndElements\n"
        );
    }

    #[test]
    fn labels_beyond_32_bits_are_refused() {
        let path = std::env::temp_dir().join("forcedual-never-written.msh");
        let mesh = RawMesh { cell_labels: vec![1 << 40, 0], ..samples::plane() };
        let error = super::super::write(&path, &mesh, &[], Format::default()).unwrap_err();
        assert!(error.message.contains("1099511627776"), "{error}");
        assert!(!path.exists());
    }

    #[test]
    fn kinds_are_known_by_their_names() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
        }
        assert_eq!("4.1".parse::<Format>().unwrap(), Format::default());
        assert!("4.0".parse::<Format>().unwrap_err().help.unwrap().contains("2.2-ascii"));
    }
}
