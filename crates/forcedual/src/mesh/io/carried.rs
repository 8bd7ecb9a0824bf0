//! An OBJ whose vertices move while everything else stays as it is: texture coordinates, materials,
//! groups, polygons, colours.
//!
//! A corner of a face may name a normal. After a deformation one normal no longer serves several
//! vertices, so every pair of a vertex and a normal that occurs gets a normal of its own.

mod finer;
mod mended;

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::cursor::clip;
use super::{extension, load, save};
use crate::error::{Code, Error, Result};
use crate::mesh::SimplexMesh;
use crate::mesh::display::{Attached, Display, Follower};

/// A surface that can be written again in other places.
#[derive(Debug, Clone, PartialEq)]
pub struct Carried {
    lines: Vec<Line>,
    positions: Vec<[f64; 3]>,
    normals: Vec<[f64; 3]>,
    /// Vertex and normal of every pair that occurs in a face.
    pairs: Vec<[usize; 2]>,
    /// Where files that it names are.
    folder: PathBuf,
}

#[derive(Debug, Clone, PartialEq)]
enum Line {
    Text(String),
    /// A vertex, and what follows its coordinates.
    Vertex(usize, String),
    Face(Vec<Corner>),
}

/// Vertex, texture coordinate, and pair of vertex and normal.
type Corner = (usize, Option<usize>, Option<usize>);

/// A surface bound to a mesh.
pub struct Bound<'a> {
    surface: &'a Carried,
    unit: f64,
    /// The vertices, then the vertex and normal of every pair.
    follower: Follower,
    farthest: f64,
}

impl Carried {
    /// Reads an OBJ, glTF with its normals and texture coordinates, or the triangles of another
    /// surface.
    pub fn read(path: &Path) -> Result<Self> {
        if extension(path) == "obj" {
            let mut obj = Carried::parse(&load(path)?).map_err(|e| e.file(path))?;
            obj.folder = path.parent().unwrap_or(Path::new("")).to_owned();
            return Ok(obj);
        }
        if matches!(extension(path).as_str(), "gltf" | "glb") {
            return Carried::from_display(&super::read_display(path)?).map_err(|e| e.file(path));
        }
        let surface = super::read_surface(path)?;
        let mut text = String::new();
        for p in surface.positions.chunks_exact(3) {
            text += &format!("v {:?} {:?} {:?}\n", p[0], p[1], p[2]);
        }
        for f in surface.facets.chunks_exact(3) {
            let [a, b, c] = [f[0], f[1], f[2]].map(|i| u64::from(i) + 1);
            text += &format!("f {a} {b} {c}\n");
        }
        Carried::parse(text.as_bytes()).map_err(|e| e.file(path))
    }

    /// A surface to look at, in m.
    pub fn from_display(display: &Display) -> Result<Self> {
        let mut text = String::new();
        for (k, p) in display.positions.iter().enumerate() {
            text += &format!("v {:?} {:?} {:?}", p[0], p[1], p[2]);
            if let Some(colour) = display.colours.get(k) {
                let [r, g, b] = colour.map(|x| f32::from(x) / 255.0);
                text += &format!(" {r:.4} {g:.4} {b:.4}");
            }
            text.push('\n');
        }
        for uv in &display.texture {
            text += &format!("vt {:?} {:?}\n", uv[0], uv[1]);
        }
        for n in &display.normals {
            text += &format!("vn {:?} {:?} {:?}\n", n[0], n[1], n[2]);
        }
        for face in &display.faces {
            text.push('f');
            for i in face.map(|i| u64::from(i) + 1) {
                let uv = if display.texture.is_empty() { String::new() } else { i.to_string() };
                text += &format!(" {i}/{uv}/{i}");
            }
            text.push('\n');
        }
        Carried::parse(text.as_bytes())
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let text = String::from_utf8_lossy(bytes);
        let mut obj = Carried {
            lines: Vec::new(),
            positions: Vec::new(),
            normals: Vec::new(),
            pairs: Vec::new(),
            folder: PathBuf::new(),
        };
        let mut seen: HashMap<[usize; 2], usize> = HashMap::new();
        let mut coordinates = 0;
        for (k, line) in text.lines().enumerate() {
            let line = line.trim_end();
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("v") => {
                    let point = point(&mut words).map_err(|e| e.line(k + 1))?;
                    let rest: Vec<&str> = words.collect();
                    obj.lines.push(Line::Vertex(obj.positions.len(), rest.join(" ")));
                    obj.positions.push(point);
                }
                Some("vn") => obj.normals.push(point(&mut words).map_err(|e| e.line(k + 1))?),
                Some("f") => {
                    let mut corners = Vec::new();
                    for word in words.take_while(|w| !w.starts_with('#')) {
                        let mut parts = word.split('/');
                        let find = |text: &str, count: usize| {
                            index(text, count, word).map_err(|e| e.line(k + 1))
                        };
                        let vertex = find(parts.next().unwrap_or_default(), obj.positions.len())?;
                        let texture = match parts.next().filter(|t| !t.is_empty()) {
                            None => None,
                            Some(number) => Some(find(number, coordinates)?),
                        };
                        let pair = match parts.next().filter(|n| !n.is_empty()) {
                            None => None,
                            Some(normal) => {
                                let normal = find(normal, obj.normals.len())?;
                                let next = obj.pairs.len();
                                let number = *seen.entry([vertex, normal]).or_insert(next);
                                if number == next {
                                    obj.pairs.push([vertex, normal]);
                                }
                                Some(number)
                            }
                        };
                        corners.push((vertex, texture, pair));
                    }
                    if corners.len() < 3 {
                        let message = format!("a face has only {} corners", corners.len());
                        return Err(Error::new(Code::Format, message).line(k + 1));
                    }
                    obj.lines.push(Line::Face(corners));
                }
                word => {
                    coordinates += usize::from(word == Some("vt"));
                    obj.lines.push(Line::Text(line.to_owned()));
                }
            }
        }
        if !obj.lines.iter().any(|line| matches!(line, Line::Face(_))) {
            return Err(Error::new(Code::MeshEmpty, "the file has no faces"));
        }
        Ok(obj)
    }

    /// Binds its vertices to a mesh in m; `unit` is the length of the surface's unit in m.
    pub fn bind<'a>(&'a self, mesh: &SimplexMesh, unit: f64) -> Result<Bound<'a>> {
        let scaled = |p: &[f64; 3]| p.map(|x| x * unit);
        let paired = self.pairs.iter().map(|p| (scaled(&self.positions[p[0]]), self.normals[p[1]]));
        let vertices = self.positions.iter().map(|p| (scaled(p), [0.0; 3]));
        let (positions, normals) = vertices.chain(paired).unzip();
        let points = Display { positions, normals, ..Display::default() };
        let (attached, farthest) = Attached::new(mesh, points)?;
        Ok(Bound { surface: self, unit, follower: Follower::new(mesh, attached)?, farthest })
    }
}

impl Carried {
    /// The file of materials that a line names, as seen from the folder of the new place.
    fn materials_elsewhere(&self, line: &str, new: &Path) -> Option<String> {
        let old = self.folder.join(line.strip_prefix("mtllib ")?.trim()).canonicalize().ok()?;
        let folder = new.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(relative(&old, &folder.canonicalize().ok()?))
    }
}

/// The way from a folder to a file, both absolute; the file itself if there is none.
fn relative(file: &Path, folder: &Path) -> String {
    let shared = file.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return file.display().to_string();
    }
    let up = folder.components().skip(shared).map(|_| "..".into());
    let down = file.components().skip(shared).map(|c| c.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

pub(super) fn point<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<[f64; 3]> {
    let mut point = [0.0; 3];
    for (axis, x) in point.iter_mut().enumerate() {
        match (words.next().map(str::parse::<f64>), axis) {
            (Some(Ok(number)), _) if number.is_finite() => *x = number,
            (Some(Ok(_)), _) => {
                return Err(Error::new(Code::MeshNotFinite, "a coordinate is not finite"));
            }
            (None, 2) => {}
            _ => return Err(Error::new(Code::Format, "expected three coordinates")),
        }
    }
    Ok(point)
}

/// The zero-based number that a corner of a face names; negative ones count back from the latest.
pub(super) fn index(text: &str, count: usize, corner: &str) -> Result<usize> {
    let corner = clip(corner);
    let Ok(number) = text.parse::<i64>() else {
        let message = format!("expected a vertex number, found `{corner}`");
        return Err(Error::new(Code::Format, message));
    };
    let index = if number < 0 { count as i64 + number } else { number.saturating_sub(1) };
    usize::try_from(index).ok().filter(|i| *i < count).ok_or_else(|| {
        let message = format!("the corner `{corner}` names what does not exist");
        Error::new(Code::MeshIndex, message)
    })
}

impl Bound<'_> {
    /// How far outside the mesh the farthest vertex is, in m.
    pub fn farthest(&self) -> f64 {
        self.farthest
    }

    /// Writes the surface in its own unit where a displacement of the mesh puts it.
    pub fn write(&self, path: &Path, displacement: &[f64]) -> Result<()> {
        let Carried { lines, positions, pairs, .. } = self.surface;
        let mut frame = self.follower.rest();
        self.follower.follow(displacement, &mut frame)?;
        let normals = &frame.normals[positions.len()..];
        save(path, |out| {
            let mut headed = pairs.is_empty();
            for line in lines {
                match line {
                    Line::Text(text) => match self.surface.materials_elsewhere(text, path) {
                        Some(file) => writeln!(out, "mtllib {file}")?,
                        None => writeln!(out, "{text}")?,
                    },
                    Line::Vertex(i, rest) => {
                        let [x, y, z] = frame.positions[*i].map(|x| x / self.unit);
                        let space = if rest.is_empty() { "" } else { " " };
                        writeln!(out, "v {x:?} {y:?} {z:?}{space}{rest}")?;
                    }
                    Line::Face(corners) => {
                        if !headed {
                            for n in normals {
                                writeln!(out, "vn {:?} {:?} {:?}", n[0], n[1], n[2])?;
                            }
                            headed = true;
                        }
                        write!(out, "f")?;
                        for (vertex, texture, pair) in corners {
                            write!(out, " {}", vertex + 1)?;
                            match (texture, pair) {
                                (None, None) => {}
                                (Some(uv), None) => write!(out, "/{}", uv + 1)?,
                                (None, Some(pair)) => write!(out, "//{}", pair + 1)?,
                                (Some(uv), Some(pair)) => write!(out, "/{}/{}", uv + 1, pair + 1)?,
                            }
                        }
                        writeln!(out)?;
                    }
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::Folder;
    use super::*;
    use crate::mesh::shapes::grid;

    const TEXT: &str = "mtllib skin.mtl\nv 0.5 0.5 1 0.9 0.1 0.1\nv 1 0.5 0.5\nv 0.5 1 0.5\nvt 0 0\nvt 1 0.25\nvn 0 0 1\nusemtl fur\nf 1/1/1 2/2/1 -1/1/1\n";

    #[test]
    fn everything_but_vertices_and_normals_stays() {
        let folder = Folder::new("carried");
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let surface = Carried::parse(TEXT.as_bytes()).unwrap();
        let bound = surface.bind(&mesh, 1.0).unwrap();
        // a quarter turn about x: (x, y, z) to (x, -z, y)
        let u: Vec<f64> =
            mesh.positions().chunks(3).flat_map(|p| [0.0, -p[2] - p[1], p[1] - p[2]]).collect();
        let path = folder.0.join("out.obj");
        bound.write(&path, &u).unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        for kept in
            ["mtllib skin.mtl", "usemtl fur", "vt 1 0.25", "f 1/1/1 2/2/2 3/1/3", " 0.9 0.1 0.1"]
        {
            assert!(written.contains(kept), "{kept} is missing:\n{written}");
        }
        let again = Carried::parse(written.as_bytes()).unwrap();
        for (p, q) in
            again.positions.iter().zip([[0.5, -1.0, 0.5], [1.0, -0.5, 0.5], [0.5, -0.5, 1.0]])
        {
            assert!((0..3).all(|c| (p[c] - q[c]).abs() < 1e-12), "{p:?}");
        }
        assert_eq!(again.normals.len(), 3);
        assert!(again.normals.iter().all(|n| (n[1] + 1.0).abs() < 1e-12), "{:?}", again.normals);
    }

    #[test]
    fn at_rest_a_surface_in_millimetres_stays_where_it_is() {
        let folder = Folder::new("carried-unit");
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1e-3; 3])).unwrap();
        let surface = Carried::parse(TEXT.as_bytes()).unwrap();
        let path = folder.0.join("out.obj");
        surface
            .bind(&mesh, 1e-3)
            .unwrap()
            .write(&path, &vec![0.0; mesh.positions().len()])
            .unwrap();
        let again = Carried::read(&path).unwrap();
        for (p, q) in again.positions.iter().zip(&surface.positions) {
            assert!((0..3).all(|c| (p[c] - q[c]).abs() < 1e-15), "{p:?}");
        }
    }

    #[test]
    fn materials_are_found_from_another_folder() {
        let folder = Folder::new("carried-materials");
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        std::fs::create_dir_all(folder.0.join("out")).unwrap();
        std::fs::write(folder.0.join("cat.obj"), TEXT).unwrap();
        std::fs::write(folder.0.join("skin.mtl"), "newmtl fur\n").unwrap();
        let surface = Carried::read(&folder.0.join("cat.obj")).unwrap();
        let bound = surface.bind(&mesh, 1.0).unwrap();
        let rest = vec![0.0; mesh.positions().len()];
        for (name, expected) in [("moved.obj", "skin.mtl"), ("out/moved.obj", "../skin.mtl")] {
            let path = folder.0.join(name);
            bound.write(&path, &rest).unwrap();
            let written = std::fs::read_to_string(&path).unwrap();
            let file = written.lines().find_map(|l| l.strip_prefix("mtllib ")).unwrap();
            assert_eq!(file, expected);
            assert!(path.parent().unwrap().join(file).exists(), "{file}");
        }
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, code, line) in [
            ("v 1 0.5 0.5", "v 1 x 0.5", Code::Format, 3),
            ("v 1 0.5 0.5", "v 1 nan 0.5", Code::MeshNotFinite, 3),
            ("f 1/1/1", "f 4/1/1", Code::MeshIndex, 9),
            ("f 1/1/1", "f 1/1/2", Code::MeshIndex, 9),
            ("f 1/1/1", "f 0", Code::MeshIndex, 9),
        ] {
            let e = Carried::parse(TEXT.replacen(from, to, 1).as_bytes()).unwrap_err();
            assert_eq!((e.code, e.place.line), (code, Some(line)), "{from} -> {to}");
        }
        assert_eq!(Carried::parse(b"v 0 0 0\n").unwrap_err().code, Code::MeshEmpty);
    }
}
