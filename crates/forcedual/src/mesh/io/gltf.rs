//! glTF 2.0 surfaces, `.gltf` with its buffers and `.glb`: the triangles of the scene, placed by
//! its nodes, and to look at their colours and pictures. Skins and animations are left alone;
//! compressed meshes are refused.

mod dress;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::Surface;
use crate::error::{Code, Error, Result};
use crate::memory;
use crate::mesh::display::{Corners, Display};
use crate::mesh::geometry::cross;
use dress::{Dress, Part};
pub(super) use dress::{beside_uris, pictures_left_out, textures};

/// Deepest nesting of nodes.
const DEEPEST: usize = 100;
/// Triangles of a scene, and vertices, at most.
const MOST: usize = 50_000_000;
/// Bytes that a vertex or a triangle takes.
const PER_ITEM: usize = 100;

/// Rows of an affine map.
type Affine = [[f64; 4]; 3];
const IDENTITY: Affine = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

struct File<'a> {
    json: Value,
    buffers: Vec<Cow<'a, [u8]>>,
    surface: Surface,
    /// Normals of the vertices, as far as there are any.
    normals: Vec<[f64; 3]>,
    parts: Vec<Part>,
    /// Triangles, and vertices, at most.
    most: usize,
    /// Nodes that have been placed.
    placed: Vec<bool>,
}

/// Reads the triangles of the scene with their normals, texture coordinates, colours and pictures.
pub(super) fn read_display(bytes: &[u8], folder: &Path) -> Result<Display> {
    let file = file(bytes, folder, MOST)?;
    let Dress { texture, colours, pictures } = file.dress(folder);
    let points = file.surface.positions.as_chunks().0;
    let triangles = file.surface.facets.as_chunks().0;
    let mut corners = Corners { pictures, ..Corners::default() };
    if file.normals.len() == points.len() {
        corners.normals = triangles.iter().map(|t| t.map(|i| file.normals[i as usize])).collect();
    }
    if !texture.is_empty() {
        corners.texture = triangles.iter().map(|t| t.map(|i| texture[i as usize])).collect();
    }
    Display::from_corners(points, triangles, &colours, corners)
}

/// Reads the triangles of the scene, and whether the file has an animation; buffers beside the file
/// are found in `folder`.
pub(super) fn read(bytes: &[u8], folder: &Path) -> Result<(Surface, bool)> {
    let file = file(bytes, folder, MOST)?;
    Ok((file.surface, !list(&file.json, "animations").is_empty()))
}

fn file<'a>(bytes: &'a [u8], folder: &Path, most: usize) -> Result<File<'a>> {
    let (text, binary) = match bytes.starts_with(b"glTF") {
        true => chunks(bytes)?,
        false => (bytes, None),
    };
    let json: Value = serde_json::from_slice(text)
        .map_err(|e| bad(format!("the file is no glTF: {e}")).line(e.line()))?;
    if !json["asset"]["version"].as_str().is_some_and(|v| v.starts_with('2')) {
        return Err(bad("the file does not say that it is glTF 2.0"));
    }
    let buffers = buffers(&json, binary, folder)?;
    let mut file = File {
        placed: vec![false; list(&json, "nodes").len()],
        json,
        buffers,
        surface: Surface { dim: 3, ..Surface::default() },
        normals: Vec::new(),
        parts: Vec::new(),
        most,
    };
    let json = std::mem::take(&mut file.json);
    file.scene(&json)?;
    file.json = json;
    if file.surface.facets.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the file has no triangles"));
    }
    Ok(file)
}

/// The data of all buffers.
fn buffers<'a>(
    json: &Value,
    binary: Option<&'a [u8]>,
    folder: &Path,
) -> Result<Vec<Cow<'a, [u8]>>> {
    let (mut buffers, mut files) = (Vec::new(), BTreeSet::new());
    for (b, buffer) in list(json, "buffers").iter().enumerate() {
        buffers.push(match buffer["uri"].as_str() {
            None => binary.map(Into::into).ok_or_else(|| bad(format!("buffer {b} has no data")))?,
            Some(uri) if uri.starts_with("data:") => {
                let data = uri.split_once(";base64,").map(|(_, data)| STANDARD.decode(data));
                let Some(Ok(data)) = data else {
                    return Err(bad(format!("buffer {b} is not written in base64")));
                };
                data.into()
            }
            Some(name) => {
                let plain = Path::new(name)
                    .components()
                    .all(|c| matches!(c, std::path::Component::Normal(_)));
                if !plain {
                    return Err(bad(format!("buffer {b} lies outside the file's folder: {name}")));
                }
                if !files.insert(name) {
                    return Err(bad(format!("buffer {b} is in {name}, as another one is")));
                }
                let path = folder.join(name.replace("%20", " "));
                std::fs::read(&path).map_err(|e| Error::io(&path, &e))?.into()
            }
        });
    }
    Ok(buffers)
}

fn bad(message: impl Into<String>) -> Error {
    Error::new(Code::Format, message)
}

/// The JSON and the binary chunk of a `.glb`.
pub(super) fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    let told = bytes.get(8..12).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let (told, length) = (told.unwrap_or(12) as usize, bytes.len());
    if length < told {
        let message = format!("the file ends after {length} of the {told} bytes that it announces");
        return Err(bad(message).help(super::CUT_OFF));
    }
    if length > told {
        return Err(bad(format!("the file announces {told} bytes, but has {length}"))
            .help("export it again"));
    }
    let mut rest = &bytes[12..];
    let mut chunk = |kind: &[u8]| -> Result<Option<&[u8]>> {
        let Some((head, data)) = rest.split_first_chunk::<8>() else { return Ok(None) };
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let inside = data.split_at_checked(length);
        let (data, after) = inside.ok_or_else(|| bad("a chunk reaches beyond the file's end"))?;
        rest = after;
        Ok((head[4..] == *kind).then_some(data))
    };
    let text = chunk(b"JSON")?.ok_or_else(|| bad("the file has no JSON"))?;
    Ok((text, chunk(b"BIN\0")?))
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value, name: &str) -> Option<usize> {
    value[name].as_u64().and_then(|n| usize::try_from(n).ok())
}

impl File<'_> {
    fn scene(&mut self, json: &Value) -> Result<()> {
        let scene = number(json, "scene").unwrap_or(0);
        let roots: Vec<usize> = match list(json, "scenes").get(scene) {
            Some(scene) => {
                list(scene, "nodes").iter().filter_map(Value::as_u64).map(|n| n as usize).collect()
            }
            // without a scene all nodes are shown
            None => {
                let nodes = list(json, "nodes");
                let children = nodes.iter().flat_map(|node| list(node, "children"));
                let inner: BTreeSet<u64> = children.filter_map(Value::as_u64).collect();
                (0..nodes.len()).filter(|n| !inner.contains(&(*n as u64))).collect()
            }
        };
        if roots.is_empty() && list(json, "nodes").is_empty() {
            for mesh in list(json, "meshes") {
                self.mesh(json, mesh, &IDENTITY)?;
            }
        }
        roots.into_iter().try_for_each(|n| self.node(json, n, &IDENTITY, 0))
    }

    fn node(&mut self, json: &Value, n: usize, outer: &Affine, depth: usize) -> Result<()> {
        let Some(node) = list(json, "nodes").get(n).filter(|_| depth < DEEPEST) else {
            return Err(bad(format!("node {n} does not exist or is nested too deeply")));
        };
        if std::mem::replace(&mut self.placed[n], true) {
            return Err(bad(format!("node {n} has two parents or contains itself")));
        }
        let place = compose(outer, &placement(node)?);
        if let Some(m) = number(node, "mesh") {
            let mesh = list(json, "meshes")
                .get(m)
                .ok_or_else(|| bad(format!("mesh {m} does not exist")))?;
            self.mesh(json, mesh, &place)?;
        }
        for child in list(node, "children").iter().filter_map(Value::as_u64) {
            self.node(json, child as usize, &place, depth + 1)?;
        }
        Ok(())
    }

    fn mesh(&mut self, json: &Value, mesh: &Value, place: &Affine) -> Result<()> {
        for primitive in list(mesh, "primitives") {
            let extensions = &primitive["extensions"];
            if let Some(name) = ["KHR_draco_mesh_compression", "EXT_meshopt_compression"]
                .iter()
                .find(|e| extensions.get(**e).is_some())
            {
                return Err(bad(format!("the mesh is compressed ({name})"))
                    .help("export it without compression"));
            }
            let mode = primitive["mode"].as_u64().unwrap_or(4);
            let Some(accessor) =
                number(&primitive["attributes"], "POSITION").filter(|_| (4..=6).contains(&mode))
            else {
                continue;
            };
            // a mesh may be placed any number of times
            let accessors = list(json, "accessors");
            let added = |n: usize| accessors.get(n).and_then(|a| number(a, "count")).unwrap_or(0);
            let vertices = (self.surface.positions.len() / 3).saturating_add(added(accessor));
            // a strip has about as many triangles as corners
            let corners = number(primitive, "indices").map_or(added(accessor), added);
            let triangles = if mode == 4 { corners / 3 } else { corners };
            let triangles = (self.surface.facets.len() / 3).saturating_add(triangles);
            if vertices.max(triangles) > self.most {
                let message =
                    format!("the scene has more than {} vertices or triangles", self.most);
                return Err(bad(message).help("instances count each time that they are placed"));
            }
            let help = "export it with fewer triangles, or allow more memory";
            let items = vertices.saturating_add(triangles);
            memory::claim_items(items, PER_ITEM, "the scene of this file", help)?;
            let points = self.accessor(json, accessor, 3)?;
            let first = self.surface.positions.len() / 3;
            let count = points.len() / 3;
            let corners: Vec<usize> = match number(primitive, "indices") {
                Some(indices) => {
                    self.accessor(json, indices, 1)?.into_iter().map(|x| x as usize).collect()
                }
                None => (0..count).collect(),
            };
            if let Some(i) = corners.iter().find(|i| **i >= count) {
                return Err(Error::new(
                    Code::MeshIndex,
                    format!("a triangle refers to vertex {i} of {count}"),
                ));
            }
            for p in points.chunks_exact(3) {
                if p.iter().any(|x| !x.is_finite()) {
                    return Err(Error::new(Code::MeshNotFinite, format!("a vertex is at {p:?}")));
                }
                self.surface
                    .positions
                    .extend(place.map(|[x, y, z, t]| x * p[0] + y * p[1] + z * p[2] + t));
            }
            let mirrored = determinant(place) < 0.0;
            self.normals(json, &primitive["attributes"], place, [first, count]);
            let before = self.surface.facets.len();
            let mut push = |t: [usize; 3]| {
                let [a, b, c] = t.map(|i| (first + i) as u32);
                self.surface.facets.extend(if mirrored { [a, c, b] } else { [a, b, c] });
            };
            match mode {
                4 => corners.chunks_exact(3).for_each(|t| push([t[0], t[1], t[2]])),
                5 => {
                    for (k, t) in corners.windows(3).enumerate() {
                        push(if k % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] });
                    }
                }
                _ => {
                    for t in corners.get(1..).unwrap_or_default().windows(2) {
                        push([corners[0], t[0], t[1]]);
                    }
                }
            }
            self.parts.push(Part {
                attributes: primitive["attributes"].clone(),
                material: number(primitive, "material"),
                vertices: first..first + count,
                triangles: (self.surface.facets.len() - before) / 3,
            });
        }
        Ok(())
    }

    /// Adds normals of `count` vertices, if there are any and all earlier ones had them too.
    fn normals(&mut self, json: &Value, names: &Value, place: &Affine, [first, count]: [usize; 2]) {
        let found = number(names, "NORMAL").and_then(|a| self.accessor(json, a, 3).ok());
        let fits = |x: &Vec<f64>| x.len() == 3 * count && x.iter().all(|x| x.is_finite());
        if let Some(normals) = found.filter(fits).filter(|_| self.normals.len() == first) {
            let [a, b, c] = place.map(|[x, y, z, _]| [x, y, z]);
            let turn = [cross(b, c), cross(c, a), cross(a, b)];
            let side = determinant(place).signum();
            self.normals.extend(normals.as_chunks().0.iter().map(|n: &[f64; 3]| {
                let turned = turn.map(|r| side * (r[0] * n[0] + r[1] * n[1] + r[2] * n[2]));
                let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
                if length > 0.0 { turned.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
            }));
        }
    }

    /// All numbers of an accessor with `width` numbers per element.
    fn accessor(&self, json: &Value, number_: usize, width: usize) -> Result<Vec<f64>> {
        let short =
            || bad(format!("accessor {number_} reaches beyond its buffer or does not fit its use"));
        let accessor = list(json, "accessors").get(number_).ok_or_else(short)?;
        if accessor.get("sparse").is_some() {
            return Err(bad(format!("accessor {number_} is sparse, which is not supported")));
        }
        // shares of one may be written as whole numbers
        let shares = width > 1 && accessor["normalized"].as_bool() == Some(true);
        let (size, largest) = match accessor["componentType"].as_u64() {
            Some(5121) if shares => (1, 255.0),
            Some(5123) if shares => (2, 65535.0),
            Some(5121) if width == 1 => (1, 1.0),
            Some(5123) if width == 1 => (2, 1.0),
            Some(5125) if width == 1 => (4, 1.0),
            Some(5126) if width > 1 => (4, 1.0),
            _ => return Err(short()),
        };
        if accessor["type"].as_str() != Some(["SCALAR", "VEC2", "VEC3", "VEC4"][width - 1]) {
            return Err(short());
        }
        let count = number(accessor, "count").ok_or_else(short)?;
        let view = number(accessor, "bufferView")
            .and_then(|v| list(json, "bufferViews").get(v))
            .ok_or_else(short)?;
        let buffer = number(view, "buffer").and_then(|b| self.buffers.get(b)).ok_or_else(short)?;
        let start = number(view, "byteOffset").unwrap_or(0);
        let length = number(view, "byteLength").ok_or_else(short)?;
        let view_bytes = buffer.get(start..).and_then(|b| b.get(..length)).ok_or_else(short)?;
        let stride = number(view, "byteStride").unwrap_or(size * width);
        let offset = number(accessor, "byteOffset").unwrap_or(0);
        let data = view_bytes.get(offset..).ok_or_else(short)?;
        // the last element need not be followed by padding
        let needed = count
            .checked_sub(1)
            .and_then(|n| n.checked_mul(stride))
            .and_then(|n| n.checked_add(size * width));
        if count > 0 && needed.is_none_or(|n| n > data.len()) || stride < size * width {
            return Err(short());
        }
        let mut numbers = Vec::with_capacity(count * width);
        for k in 0..count {
            for c in 0..width {
                let at = &data[k * stride + c * size..][..size];
                numbers.push(match *at {
                    [a] => f64::from(a) / largest,
                    [a, b] => f64::from(u16::from_le_bytes([a, b])) / largest,
                    [a, b, c, d] if width == 1 => f64::from(u32::from_le_bytes([a, b, c, d])),
                    [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
                    _ => return Err(short()),
                });
            }
        }
        Ok(numbers)
    }
}

/// The map of a node: a matrix, or a translation after a rotation after a scaling.
fn placement(node: &Value) -> Result<Affine> {
    let numbers = |name: &str, default: &[f64]| -> Result<Vec<f64>> {
        match node.get(name) {
            None => Ok(default.to_vec()),
            Some(value) => {
                let found: Vec<f64> =
                    value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
                if found.len() == default.len() {
                    Ok(found)
                } else {
                    Err(bad(format!("the {name} of a node has {} numbers", found.len())))
                }
            }
        }
    };
    if node.get("matrix").is_some() {
        let m = numbers("matrix", &[0.0; 16])?;
        return Ok(std::array::from_fn(|r| std::array::from_fn(|c| m[4 * c + r])));
    }
    let [t, q, s] = [
        numbers("translation", &[0.0; 3])?,
        numbers("rotation", &[0.0, 0.0, 0.0, 1.0])?,
        numbers("scale", &[1.0; 3])?,
    ];
    let (x, y, z, w) = (q[0], q[1], q[2], q[3]);
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    Ok(std::array::from_fn(|r| {
        [rotation[r][0] * s[0], rotation[r][1] * s[1], rotation[r][2] * s[2], t[r]]
    }))
}

fn compose(a: &Affine, b: &Affine) -> Affine {
    std::array::from_fn(|r| {
        std::array::from_fn(|c| {
            (0..3).map(|k| a[r][k] * b[k][c]).sum::<f64>() + if c == 3 { a[r][3] } else { 0.0 }
        })
    })
}

fn determinant([a, b, c]: &Affine) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

#[cfg(test)]
mod tests;
