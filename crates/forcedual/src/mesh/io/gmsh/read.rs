//! Reads versions 2.0 to 2.2 and 4.1, ASCII and binary of either byte order. Node numbers may have
//! gaps.

use std::collections::BTreeMap;

use super::super::cursor::Cursor;
use super::super::no_vertex;
use super::super::soup::Soup;
use super::{POINT, TETRAHEDRON, TRIANGLE};
use crate::array::{Endian, Scalar};
use crate::error::Result;
use crate::mesh::RawMesh;

pub(in super::super) fn read(bytes: &[u8]) -> Result<RawMesh> {
    let mut cursor = Cursor::new(bytes, None);
    let mut file = None;
    while let Some(token) = cursor.token() {
        let Some(name) = token.strip_prefix(b"$") else {
            return Err(cursor.bad("expected a section that starts with `$`"));
        };
        let name = String::from_utf8_lossy(name).into_owned();
        cursor.rest_of_line();
        match (name.as_str(), &mut file) {
            ("MeshFormat", None) => file = Some(Gmsh::read_format(&mut cursor)?),
            ("PhysicalNames", Some(file)) => file.read_names(&mut cursor)?,
            ("Entities", Some(file)) => file.read_entities(&mut cursor)?,
            ("Nodes", Some(file)) => file.read_nodes(&mut cursor)?,
            ("Elements", Some(file)) => file.read_elements(&mut cursor)?,
            ("Entities" | "Nodes" | "Elements", None) => {
                return Err(cursor.bad(format!("${name} comes before $MeshFormat")));
            }
            _ => {}
        }
        cursor.skip_past(&format!("$End{name}"))?;
        cursor.set_binary(None);
    }
    match file {
        None => Err(cursor.bad("the file has no $MeshFormat section")),
        Some(file) => file.finish(),
    }
}

struct Gmsh {
    old: bool,
    binary: Option<Endian>,
    /// The type of counts and tags in version 4.1.
    size: Scalar,
    soup: Soup,
    /// Node number and index, in order of the numbers.
    nodes: Vec<(i64, u32)>,
    /// Physical tag of an entity given by its dimension and tag.
    physical: BTreeMap<(i64, i64), i64>,
    /// Name of a physical group given by its dimension and tag.
    names: BTreeMap<(i64, i64), String>,
}

/// Groups with larger tags keep their labels without a name.
const MOST_NAMES: i64 = 4096;

impl Gmsh {
    fn read_format(cursor: &mut Cursor) -> Result<Gmsh> {
        let version = cursor.word("the version")?;
        let old = match version {
            "2" | "2.0" | "2.1" | "2.2" => true,
            "4.1" => false,
            _ => {
                let message = format!("version {version} of the Gmsh format is not supported");
                return Err(cursor.bad(message).help("export version 4.1 or 2.2"));
            }
        };
        let kind = cursor.integer(Scalar::I32, "the file type")?;
        let size = match cursor.integer(Scalar::I32, "the data size")? {
            8 => Scalar::U64,
            4 => Scalar::U32,
            n => return Err(cursor.bad(format!("the data size is {n}, neither 4 nor 8"))),
        };
        let binary = match kind {
            0 => None,
            1 => {
                cursor.rest_of_line();
                match cursor.take(4, "the byte order mark")? {
                    [1, 0, 0, 0] => Some(Endian::Little),
                    [0, 0, 0, 1] => Some(Endian::Big),
                    _ => return Err(cursor.bad("the byte order mark is not the number one")),
                }
            }
            n => {
                return Err(
                    cursor.bad(format!("the file type is {n}, neither 0 (ASCII) nor 1 (binary)"))
                );
            }
        };
        Ok(Gmsh {
            old,
            binary,
            size,
            soup: Soup::default(),
            nodes: Vec::new(),
            physical: BTreeMap::new(),
            names: BTreeMap::new(),
        })
    }

    /// Names are text even in binary files.
    fn read_names(&mut self, cursor: &mut Cursor) -> Result<()> {
        for _ in 0..cursor.count(Scalar::I32, 1, "physical names")? {
            let dim = cursor.integer(Scalar::I32, "the dimension of a physical group")?;
            let tag = cursor.integer(Scalar::I32, "the tag of a physical group")?;
            let line = String::from_utf8_lossy(cursor.rest_of_line()).trim().to_owned();
            let name = line.strip_prefix('"').unwrap_or(&line);
            let name = name.split(['"', '\r']).next().unwrap_or_default().trim();
            if (1..=MOST_NAMES).contains(&tag) && !name.is_empty() {
                self.names.insert((dim, tag), name.to_owned());
            }
        }
        Ok(())
    }

    /// Groups between named ones are called by their number.
    fn finish(self) -> Result<RawMesh> {
        let mut mesh = self.soup.finish()?;
        let dim = mesh.dim as i64;
        let last = self.names.keys().filter(|k| k.0 == dim).map(|k| k.1).max().unwrap_or(0);
        let name = |tag| self.names.get(&(dim, tag)).cloned().unwrap_or_else(|| format!("{tag}"));
        if !mesh.cell_labels.is_empty() {
            mesh.regions = (1..=last).map(name).collect();
        }
        Ok(mesh)
    }

    fn read_entities(&mut self, cursor: &mut Cursor) -> Result<()> {
        if self.old {
            return Ok(());
        }
        cursor.set_binary(self.binary);
        let counts = cursor.integers(self.size, 4, "the numbers of entities")?;
        for (dim, count) in counts.into_iter().enumerate() {
            for _ in 0..cursor.check_count(count, 2, "the number of entities")? {
                let tag = cursor.integer(Scalar::I32, "an entity's tag")?;
                cursor.numbers(Scalar::F64, if dim == 0 { 3 } else { 6 }, "an entity's bounds")?;
                let n = cursor.count(self.size, 1, "physical tags")?;
                if let Some(physical) = cursor.integers(Scalar::I32, n, "physical tags")?.first() {
                    self.physical.insert((dim as i64, tag), *physical);
                }
                if dim > 0 {
                    let n = cursor.count(self.size, 1, "bounding entities")?;
                    cursor.integers(Scalar::I32, n, "bounding entities")?;
                }
            }
        }
        Ok(())
    }

    fn read_nodes(&mut self, cursor: &mut Cursor) -> Result<()> {
        if !self.nodes.is_empty() {
            return Err(cursor.bad("there is a second $Nodes section"));
        }
        if self.old {
            let n = cursor.count(Scalar::I32, 4, "nodes")?;
            self.begin_binary(cursor);
            for _ in 0..n {
                let tag = cursor.integer(Scalar::I32, "a node number")?;
                self.push_node(tag, 0, cursor)?;
            }
        } else {
            cursor.set_binary(self.binary);
            let header = cursor.integers(self.size, 4, "the header of $Nodes")?;
            for _ in 0..cursor.check_count(header[0], 2, "the number of node blocks")? {
                let block = cursor.integers(Scalar::I32, 3, "the header of a node block")?;
                let parameters = if block[2] == 0 { 0 } else { block[0].clamp(0, 3) };
                let n = cursor.count(self.size, 4, "nodes in a block")?;
                let tags = cursor.integers(self.size, n, "node numbers")?;
                for tag in tags {
                    self.push_node(tag, parameters as usize, cursor)?;
                }
            }
        }
        self.nodes.sort_unstable();
        match self.nodes.windows(2).find(|w| w[0].0 == w[1].0) {
            None => Ok(()),
            Some(twice) => Err(cursor.bad(format!("there are two nodes numbered {}", twice[0].0))),
        }
    }

    /// Version 2 counts are text even in binary files.
    fn begin_binary(&self, cursor: &mut Cursor) {
        if self.binary.is_some() {
            cursor.rest_of_line();
            cursor.set_binary(self.binary);
        }
    }

    fn push_node(&mut self, tag: i64, parameters: usize, cursor: &mut Cursor) -> Result<()> {
        let index =
            u32::try_from(self.nodes.len()).map_err(|_| cursor.bad("there are too many nodes"))?;
        self.nodes.push((tag, index));
        for _ in 0..3 {
            self.soup.positions.push(cursor.coordinate(Scalar::F64)?);
        }
        for _ in 0..parameters {
            cursor.real(Scalar::F64, "a parametric coordinate")?;
        }
        Ok(())
    }

    fn read_elements(&mut self, cursor: &mut Cursor) -> Result<()> {
        if self.nodes.is_empty() {
            return Err(cursor
                .bad("$Elements comes without $Nodes before it")
                .help("export without parametric coordinates: Mesh.SaveParametric = 0"));
        }
        if !self.old {
            return self.read_element_blocks(cursor);
        }
        let n = cursor.count(Scalar::I32, if self.binary.is_some() { 1 } else { 4 }, "elements")?;
        self.begin_binary(cursor);
        let mut done = 0;
        while done < n {
            let (kind, count) = if self.binary.is_some() {
                let kind = cursor.integer(Scalar::I32, "an element type")?;
                (kind, cursor.count(Scalar::I32, 1, "elements in a block")?)
            } else {
                cursor.integer(Scalar::I32, "an element number")?;
                (cursor.integer(Scalar::I32, "an element type")?, 1)
            };
            if count == 0 {
                return Err(cursor.bad("a block has no elements"));
            }
            let tags = cursor.count(Scalar::I32, 1, "tags")?;
            let number = usize::from(self.binary.is_some());
            for _ in 0..count {
                let row = cursor.integers(
                    Scalar::I32,
                    number + tags + node_count(kind, cursor)?,
                    "an element",
                )?;
                let (tags, nodes) = row[number..].split_at(tags);
                self.push_element(kind, nodes, tags.first().copied().unwrap_or(0), cursor)?;
            }
            done += count;
        }
        Ok(())
    }

    fn read_element_blocks(&mut self, cursor: &mut Cursor) -> Result<()> {
        cursor.set_binary(self.binary);
        let header = cursor.integers(self.size, 4, "the header of $Elements")?;
        for _ in 0..cursor.check_count(header[0], 2, "the number of element blocks")? {
            let block = cursor.integers(Scalar::I32, 3, "the header of an element block")?;
            let kind = block[2];
            let entity = if kind == POINT { 0 } else { block[1] };
            let label = self.physical.get(&(block[0], block[1])).copied().unwrap_or(entity);
            let nodes = node_count(kind, cursor)?;
            for _ in 0..cursor.count(self.size, nodes + 1, "elements in a block")? {
                let row = cursor.integers(self.size, nodes + 1, "an element")?;
                self.push_element(kind, &row[1..], label, cursor)?;
            }
        }
        Ok(())
    }

    fn push_element(
        &mut self,
        kind: i64,
        nodes: &[i64],
        label: i64,
        cursor: &Cursor,
    ) -> Result<()> {
        let cells = match kind {
            TRIANGLE => &mut self.soup.triangles,
            TETRAHEDRON => &mut self.soup.tetrahedra,
            POINT if label != 0 => return self.label_vertices(nodes, label, cursor),
            _ => return Ok(()),
        };
        for tag in nodes {
            let index = find(&self.nodes, *tag).ok_or_else(|| no_vertex(cursor, *tag))?;
            cells.push_index(i64::from(index), 0, cursor)?;
        }
        cells.labels.push(label);
        Ok(())
    }

    fn label_vertices(&mut self, nodes: &[i64], label: i64, cursor: &Cursor) -> Result<()> {
        let labels = &mut self.soup.vertex_labels;
        labels.resize(self.nodes.len(), 0);
        for tag in nodes {
            let index = find(&self.nodes, *tag).ok_or_else(|| no_vertex(cursor, *tag))?;
            labels[index as usize] = label;
        }
        Ok(())
    }
}

/// The index of the node numbered `tag`: at once if the numbers have no gaps.
fn find(nodes: &[(i64, u32)], tag: i64) -> Option<u32> {
    let guess = usize::try_from(tag.checked_sub(nodes.first()?.0)?).ok()?;
    match nodes.get(guess) {
        Some((t, index)) if *t == tag => Some(*index),
        _ => nodes.binary_search_by_key(&tag, |n| n.0).ok().map(|i| nodes[i].1),
    }
}

/// Nodes of an element type; triangles and tetrahedra of higher order are refused.
fn node_count(kind: i64, cursor: &Cursor) -> Result<usize> {
    Ok(match kind {
        POINT => 1,
        1 => 2,
        TRIANGLE | 8 => 3,
        3 | TETRAHEDRON | 26 => 4,
        7 | 27 => 5,
        6 | 28 => 6,
        5 | 16 => 8,
        10 => 9,
        19 => 13,
        14 => 14,
        18 => 15,
        13 => 18,
        17 => 20,
        12 => 27,
        92 => 64,
        93 => 125,
        9 | 11 | 20..=25 | 29..=31 => {
            let message = format!("elements of type {kind} are curved (second order or higher)");
            return Err(cursor
                .bad(message)
                .help("export first order elements: Mesh.ElementOrder = 1"));
        }
        _ => return Err(cursor.bad(format!("there is no element type {kind}"))),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::samples;
    use super::*;
    use crate::error::Code;

    const OLD: &str = "$Comments\nhello\n$EndComments\n$MeshFormat\n2.2 0 8\n$EndMeshFormat\n\
        $PhysicalNames\n1\n3 7 \"body\"\n$EndPhysicalNames\n$Nodes\n4\n10 0 0 0\n20 1 0 0\n5 0 1 0\n7 0 0 1\n$EndNodes\n\
        $Elements\n3\n1 15 2 0 1 10\n2 2 2 9 1 10 20 5\n3 4 2 7 1 10 20 5 7\n$EndElements\n";

    #[test]
    fn version_2_with_sparse_numbers_takes_tetrahedra_and_their_physical_tag() {
        let mesh = read(OLD.as_bytes()).unwrap();
        assert_eq!(mesh.dim, 3);
        assert_eq!(mesh.cells, [0, 1, 2, 3]);
        assert_eq!(mesh.cell_labels, [7]);
        assert_eq!((mesh.regions.len(), mesh.regions[6].as_str()), (7, "body"));
    }

    const NEW: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1 1 2 0\n1 0 0 0 0\n\
        1 0 0 0 1 0 0 1 4 2 1 -1\n1 0 0 0 1 1 0 1 42 1 1\n2 0 0 0 1 1 0 0 0\n$EndEntities\n\
        $Nodes\n2 4 1 9\n0 1 0 1\n1\n0 0 0\n2 1 1 3\n3\n4\n9\n1 0 0 0.5 0.5\n1 1 0 0.5 0.5\n0 1 0 0.5 0.5\n$EndNodes\n\
        $Elements\n3 3 1 3\n1 1 1 1\n1 1 3\n2 1 2 1\n2 1 3 4\n2 2 2 1\n3 1 4 9\n$EndElements\n";

    #[test]
    fn version_4_takes_the_physical_tag_or_else_the_entity_tag() {
        let mesh = read(NEW.as_bytes()).unwrap();
        assert_eq!(mesh.dim, 2);
        assert_eq!(mesh.positions, [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0]);
        assert_eq!(mesh.cells, [0, 1, 2, 0, 2, 3]);
        assert_eq!(mesh.cell_labels, [42, 2]);
        samples::survives_truncation(NEW.as_bytes(), read);
    }

    /// Turns numbers into bytes: integers of 4 bytes, sizes of 8, reals of 8.
    enum N {
        I(i32),
        S(u64),
        R(f64),
    }

    fn put(out: &mut Vec<u8>, big: bool, numbers: &[N]) {
        for n in numbers {
            match (n, big) {
                (N::I(n), false) => out.extend(n.to_le_bytes()),
                (N::I(n), true) => out.extend(n.to_be_bytes()),
                (N::S(n), false) => out.extend(n.to_le_bytes()),
                (N::S(n), true) => out.extend(n.to_be_bytes()),
                (N::R(n), false) => out.extend(n.to_le_bytes()),
                (N::R(n), true) => out.extend(n.to_be_bytes()),
            }
        }
    }

    #[test]
    fn binary_version_2_is_read_in_both_byte_orders() {
        for big in [false, true] {
            let mut b = b"$MeshFormat\n2.2 1 8\n".to_vec();
            put(&mut b, big, &[N::I(1)]);
            b.extend(b"\n$EndMeshFormat\n$Nodes\n4\n");
            for (tag, p) in [
                (3, [0.0, 0.0, 0.0]),
                (1, [1.0, 0.0, 0.0]),
                (9, [0.0, 1.0, 0.0]),
                (4, [0.0, 0.0, 1.0]),
            ] {
                put(&mut b, big, &[N::I(tag), N::R(p[0]), N::R(p[1]), N::R(p[2])]);
            }
            b.extend(b"\n$EndNodes\n$Elements\n3\n");
            put(
                &mut b,
                big,
                &[N::I(15), N::I(2), N::I(1), N::I(1), N::I(0), N::I(3), N::I(2), N::I(0), N::I(1)],
            );
            put(&mut b, big, &[N::I(4), N::I(1), N::I(2), N::I(3), N::I(8), N::I(1)]);
            put(&mut b, big, &[N::I(3), N::I(1), N::I(9), N::I(4)]);
            b.extend(b"\n$EndElements\n");
            let mesh = read(&b).unwrap();
            assert_eq!((mesh.cells, mesh.cell_labels), (vec![0, 1, 2, 3], vec![8]));
            samples::survives_truncation(&b, read);
        }
    }

    #[test]
    fn binary_version_4_is_read_in_both_byte_orders() {
        for big in [false, true] {
            let mut b = b"$MeshFormat\n4.1 1 8\n".to_vec();
            put(&mut b, big, &[N::I(1)]);
            b.extend(b"\n$EndMeshFormat\n$Entities\n");
            put(&mut b, big, &[N::S(0), N::S(0), N::S(0), N::S(1), N::I(1)]);
            put(&mut b, big, &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0].map(N::R));
            put(&mut b, big, &[N::S(1), N::I(6), N::S(0)]);
            b.extend(b"\n$EndEntities\n$Nodes\n");
            put(
                &mut b,
                big,
                &[N::S(1), N::S(4), N::S(2), N::S(5), N::I(3), N::I(1), N::I(0), N::S(4)],
            );
            put(&mut b, big, &[2, 3, 4, 5].map(N::S));
            put(
                &mut b,
                big,
                &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0].map(N::R),
            );
            b.extend(b"\n$EndNodes\n$Elements\n");
            put(
                &mut b,
                big,
                &[N::S(1), N::S(1), N::S(1), N::S(1), N::I(3), N::I(1), N::I(4), N::S(1)],
            );
            put(&mut b, big, &[1, 2, 3, 4, 5].map(N::S));
            b.extend(b"\n$EndElements\n");
            let mesh = read(&b).unwrap();
            assert_eq!((mesh.cells, mesh.cell_labels), (vec![0, 1, 2, 3], vec![6]));
            assert_eq!(mesh.positions[3..6], [1.0, 0.0, 0.0]);
            samples::survives_truncation(&b, read);
        }
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("2.2 0 8", "4.0 0 8", Code::Format, 5),
            ("$Nodes\n4", "$Nodes\n-1", Code::Format, 12),
            ("$Nodes\n4", "$Nodes\n123456789012", Code::Format, 12),
            ("20 1 0 0", "20 nan 0 0", Code::MeshNotFinite, 14),
            ("20 1 0 0", "10 1 0 0", Code::Format, 16),
            ("10 20 5 7", "10 20 5 8", Code::MeshIndex, 22),
            ("3 4 2 7 1 10", "3 11 2 7 1 10 1 1 1 1 1 1", Code::Format, 22),
            ("3 4 2 7", "3 77 2 7", Code::Format, 22),
            ("$EndElements", "", Code::Format, 22),
        ] {
            let e = read(OLD.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}: {e}");
        }
        let curved = read(OLD.replace("3 4 2 7 1", "3 11 2 7 1").as_bytes()).unwrap_err();
        assert!(curved.help.unwrap().contains("first order"));
    }
}
