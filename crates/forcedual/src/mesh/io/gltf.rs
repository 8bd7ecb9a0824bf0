//! glTF 2.0 surfaces, `.gltf` with its buffers and `.glb`: the triangles of the scene, placed by
//! its nodes. Materials, skins and animations are left alone; compressed meshes are refused.

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::Surface;
use crate::error::{Code, Error, Result};
use crate::mesh::display::{Corners, Display};
use crate::mesh::geometry::cross;

/// Deepest nesting of nodes.
const DEEPEST: usize = 100;
/// Triangles of a scene, and vertices, at most.
const MOST: usize = 50_000_000;

/// Rows of an affine map.
type Affine = [[f64; 4]; 3];
const IDENTITY: Affine = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

struct File<'a> {
    json: Value,
    buffers: Vec<std::borrow::Cow<'a, [u8]>>,
    surface: Surface,
    /// Normals and texture coordinates of the vertices, as far as there are any.
    normals: Vec<[f64; 3]>,
    texture: Vec<[f64; 2]>,
    /// Triangles, and vertices, at most.
    most: usize,
    /// Nodes that have been placed.
    placed: Vec<bool>,
}

/// Reads the triangles of the scene with their normals and texture coordinates.
pub(super) fn read_display(bytes: &[u8], folder: &Path) -> Result<Display> {
    let File { surface, normals, texture, .. } = file(bytes, folder, MOST)?;
    let points = surface.positions.as_chunks().0;
    let triangles = surface.facets.as_chunks().0;
    let mut corners = Corners::default();
    if normals.len() == points.len() {
        corners.normals = triangles.iter().map(|t| t.map(|i| normals[i as usize])).collect();
    }
    if texture.len() == points.len() {
        corners.texture = triangles.iter().map(|t| t.map(|i| texture[i as usize])).collect();
    }
    Display::from_corners(points, triangles, &[], corners)
}

/// The pictures of the materials' base colours, each once.
pub(super) fn textures(bytes: &[u8], folder: &Path) -> Result<Vec<Vec<u8>>> {
    let file = file(bytes, folder, MOST)?;
    let json = &file.json;
    let mut images = Vec::new();
    for material in list(json, "materials") {
        let used = number(&material["pbrMetallicRoughness"]["baseColorTexture"], "index");
        let image = used.and_then(|t| number(list(json, "textures").get(t)?, "source"));
        images.extend(image.filter(|image| !images.contains(image)));
    }
    let read = |image: usize| -> Option<Vec<u8>> {
        let image = list(json, "images").get(image)?;
        if let Some(view) = number(image, "bufferView") {
            let view = list(json, "bufferViews").get(view)?;
            let buffer = file.buffers.get(number(view, "buffer")?)?;
            let start = number(view, "byteOffset").unwrap_or(0);
            return Some(buffer.get(start..)?.get(..number(view, "byteLength")?)?.to_vec());
        }
        let uri = image["uri"].as_str()?;
        match uri.strip_prefix("data:") {
            Some(data) => STANDARD.decode(data.split_once(";base64,")?.1).ok(),
            None => super::beside(folder, &uri.replace("%20", " ")),
        }
    };
    Ok(images.into_iter().filter_map(read).collect())
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
    let (mut buffers, mut files) = (Vec::new(), BTreeSet::new());
    for (b, buffer) in list(&json, "buffers").iter().enumerate() {
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
    let mut file = File {
        placed: vec![false; list(&json, "nodes").len()],
        json,
        buffers,
        surface: Surface { dim: 3, ..Surface::default() },
        normals: Vec::new(),
        texture: Vec::new(),
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

fn bad(message: impl Into<String>) -> Error {
    Error::new(Code::Format, message)
}

/// The JSON and the binary chunk of a `.glb`.
pub(super) fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    let mut rest = bytes.get(12..).unwrap_or_default();
    let mut chunk = |kind: &[u8]| -> Option<&[u8]> {
        let length = u32::from_le_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let data = rest.get(8..)?.get(..length)?;
        let own = &rest[4..8] == kind;
        rest = &rest[8 + length..];
        own.then_some(data)
    };
    let text = chunk(b"JSON").ok_or_else(|| bad("the file ends inside its JSON"))?;
    Ok((text, chunk(b"BIN\0")))
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
            self.attributes(json, &primitive["attributes"], place, [first, count]);
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
        }
        Ok(())
    }

    /// Adds normals and texture coordinates of `count` vertices, if there are any and all earlier
    /// ones had them too.
    fn attributes(
        &mut self,
        json: &Value,
        names: &Value,
        place: &Affine,
        [first, count]: [usize; 2],
    ) {
        let read = |file: &Self, name: &str, width| {
            let found = number(names, name).and_then(|a| file.accessor(json, a, width).ok());
            found.filter(|x| x.len() == width * count && x.iter().all(|x| x.is_finite()))
        };
        if let Some(normals) = read(self, "NORMAL", 3).filter(|_| self.normals.len() == first) {
            let [a, b, c] = place.map(|[x, y, z, _]| [x, y, z]);
            let turn = [cross(b, c), cross(c, a), cross(a, b)];
            let side = determinant(place).signum();
            self.normals.extend(normals.as_chunks().0.iter().map(|n: &[f64; 3]| {
                let turned = turn.map(|r| side * (r[0] * n[0] + r[1] * n[1] + r[2] * n[2]));
                let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
                if length > 0.0 { turned.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
            }));
        }
        if let Some(uv) = read(self, "TEXCOORD_0", 2).filter(|_| self.texture.len() == first) {
            // counted from the upper left corner in these files
            self.texture.extend(uv.as_chunks().0.iter().map(|[u, v]| [*u, 1.0 - v]));
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
        let size = match accessor["componentType"].as_u64() {
            Some(5121) if width == 1 => 1,
            Some(5123) if width == 1 => 2,
            Some(5125) if width == 1 => 4,
            Some(5126) if width > 1 => 4,
            _ => return Err(short()),
        };
        if accessor["type"].as_str() != Some(["SCALAR", "VEC2", "VEC3"][width - 1]) {
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
                    [a] => f64::from(a),
                    [a, b] => f64::from(u16::from_le_bytes([a, b])),
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
mod tests {
    use super::super::samples;
    use super::*;

    /// One triangle, moved, turned a quarter about z and mirrored.
    fn file() -> (String, Vec<u8>) {
        let mut data = Vec::new();
        for x in [0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
            data.extend(x.to_le_bytes());
        }
        data.extend([0u16, 1, 2].iter().flat_map(|i| i.to_le_bytes()));
        let half = 0.5f64.sqrt();
        let json = serde_json::json!({
            "asset": { "version": "2.0" },
            "scene": 0,
            "scenes": [{ "nodes": [0] }],
            "nodes": [
                { "children": [1], "translation": [10.0, 0.0, 0.0] },
                { "mesh": 0, "rotation": [0.0, 0.0, half, half], "scale": [2.0, 2.0, -2.0] },
            ],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
            "accessors": [
                { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
                { "bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR" },
            ],
            "bufferViews": [
                { "buffer": 0, "byteLength": 36 },
                { "buffer": 0, "byteOffset": 36, "byteLength": 6 },
            ],
            "buffers": [{ "byteLength": 42, "uri": format!("data:application/octet-stream;base64,{}", STANDARD.encode(&data)) }],
        });
        (json.to_string(), data)
    }

    fn glb(json: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, part) in [(b"JSON", json.as_bytes()), (b"BIN\0", data)] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(part);
        }
        bytes
    }

    #[test]
    fn text_and_binary_place_triangles_by_their_nodes() {
        let (json, data) = file();
        let mut parsed: Value = serde_json::from_str(&json).unwrap();
        parsed["buffers"][0].as_object_mut().unwrap().remove("uri");
        let binary = glb(&parsed.to_string(), &data);
        for bytes in [json.as_bytes(), &binary] {
            let (surface, _) = read(bytes, Path::new("")).unwrap();
            let expected = [10.0, 0.0, 0.0, 10.0, 2.0, 0.0, 8.0, 0.0, 0.0];
            for (x, y) in surface.positions.iter().zip(expected) {
                assert!((x - y).abs() < 1e-12, "{:?}", surface.positions);
            }
            assert_eq!(surface.facets, [0, 2, 1], "mirrored triangles are turned");
        }
        samples::survives_truncation(&binary, |b| read(b, Path::new("")));
    }

    #[test]
    fn normals_and_texture_coordinates_follow_a_body_into_an_obj() {
        use crate::mesh::{SimplexMesh, io::Carried, shapes::grid};
        let (json, mut data) = file();
        data.resize(44, 0);
        let normals = [1f32, 0.0, 0.0].repeat(3);
        let texture = [0.25f32, 0.75, 1.0, 0.0, 0.5, 1.0];
        data.extend(normals.iter().chain(&texture).flat_map(|x| x.to_le_bytes()));
        let mut json: Value = serde_json::from_str(&json).unwrap();
        let half = 0.5f64.sqrt();
        let node = serde_json::json!({ "mesh": 0, "translation": [1.0, 0.0, 0.0], "rotation": [0.0, 0.0, half, half] });
        json["nodes"] = vec![node].into();
        json["meshes"][0]["primitives"][0]["attributes"] =
            serde_json::json!({ "POSITION": 0, "NORMAL": 2, "TEXCOORD_0": 3 });
        let add = |list: &mut Value, new: Value| list.as_array_mut().unwrap().push(new);
        for (view, kind, (start, length)) in [(2, "VEC3", (44, 36)), (3, "VEC2", (80, 24))] {
            let accessor = serde_json::json!({ "bufferView": view, "componentType": 5126, "count": 3, "type": kind });
            add(&mut json["accessors"], accessor);
            let part =
                serde_json::json!({ "buffer": 0, "byteOffset": start, "byteLength": length });
            add(&mut json["bufferViews"], part);
        }
        json["buffers"] = serde_json::json!([{ "byteLength": data.len() }]);
        let folder = samples::Folder::new("gltf");
        let path = folder.0.join("a.glb");
        std::fs::write(&path, glb(&json.to_string(), &data)).unwrap();

        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-7);
        let display = super::super::read_display(&path).unwrap();
        assert!(near(display.positions[1].as_slice(), &[1.0, 1.0, 0.0]), "{display:?}");
        assert!(display.normals.iter().all(|n| near(n, &[0.0, 1.0, 0.0])), "{display:?}");
        // glTF counts from the upper edge of the image
        assert_eq!(display.texture, [[0.25, 0.25], [1.0, 1.0], [0.5, 0.0]]);

        // a quarter turn about x
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let turn = |p: &[f64]| [0.0, -p[2] - p[1], p[1] - p[2]];
        let u: Vec<f64> = mesh.positions().chunks(3).flat_map(turn).collect();
        let out = folder.0.join("out.obj");
        Carried::read(&path).unwrap().bind(&mesh, 1.0).unwrap().write(&out, &u).unwrap();
        let moved = super::super::read_display(&out).unwrap();
        assert_eq!(moved.texture, display.texture);
        assert!(near(moved.positions[1].as_slice(), &[1.0, 0.0, 1.0]), "{moved:?}");
        assert!(moved.normals.iter().all(|n| near(n, &[0.0, 0.0, 1.0])), "{moved:?}");
    }

    #[test]
    fn nodes_with_two_parents_are_refused_at_once() {
        let (json, _) = file();
        let mut parsed: Value = serde_json::from_str(&json).unwrap();
        // each node holds the next one twice: 2^60 paths
        let nodes = (1..=60).map(|n| serde_json::json!({ "children": [n, n] }));
        parsed["nodes"] = nodes.chain([serde_json::json!({ "mesh": 0 })]).collect();
        let error = read(parsed.to_string().as_bytes(), Path::new("")).unwrap_err();
        assert!(error.message.contains("has two parents"), "{error}");
    }

    #[test]
    fn without_scenes_all_nodes_are_shown_once() {
        let (json, _) = file();
        let mut parsed: Value = serde_json::from_str(&json).unwrap();
        let whole = read(json.as_bytes(), Path::new("")).unwrap();
        parsed.as_object_mut().unwrap().retain(|name, _| name != "scenes" && name != "scene");
        assert_eq!(read(parsed.to_string().as_bytes(), Path::new("")).unwrap(), whole);
    }

    #[test]
    fn animations_are_noticed() {
        let (json, _) = file();
        let mut parsed: Value = serde_json::from_str(&json).unwrap();
        assert!(!read(json.as_bytes(), Path::new("")).unwrap().1);
        parsed["animations"] = serde_json::json!([{ "channels": [], "samplers": [] }]);
        assert!(read(parsed.to_string().as_bytes(), Path::new("")).unwrap().1);
    }

    #[test]
    fn instances_count_each_time() {
        let (json, _) = file();
        let mut parsed: Value = serde_json::from_str(&json).unwrap();
        parsed["nodes"] = (0..4).map(|_| serde_json::json!({ "mesh": 0 })).collect();
        parsed["scenes"][0]["nodes"] = (0..4).collect();
        let text = parsed.to_string();
        let read = |most: usize| super::file(text.as_bytes(), Path::new(""), most);
        assert_eq!(read(12).unwrap().surface.positions.len(), 4 * 9);
        assert!(read(11).err().unwrap().message.contains("more than 11 vertices"));
    }

    #[test]
    fn damaged_files_are_refused_with_a_code() {
        let (json, _) = file();
        for (from, to, code) in [
            ("\"version\":\"2.0\"", "\"version\":\"1.0\"", Code::Format),
            ("\"byteLength\":36", "\"byteLength\":35", Code::Format),
            ("\"count\":3", "\"count\":18446744073709551615", Code::Format),
            ("\"byteOffset\":36", "\"byteOffset\":18446744073709551615", Code::Format),
            ("\"children\":[1]", "\"children\":[0]", Code::Format),
            ("\"indices\":1", "\"indices\":9", Code::Format),
            ("\"nodes\":[0]", "\"nodes\":[]", Code::MeshEmpty),
            ("data:application/octet-stream;base64,", "../x.bin", Code::Format),
        ] {
            let changed = json.replace(from, to);
            assert_ne!(changed, json, "{from}");
            assert_eq!(read(changed.as_bytes(), Path::new("")).unwrap_err().code, code, "{from}");
        }
        assert_eq!(read(b"no json", Path::new("")).unwrap_err().code, Code::Format);
    }
}
