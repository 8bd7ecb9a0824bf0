use super::super::samples;
use super::*;
use crate::mesh::display::pictures::tests::png;

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
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((28 + json.len() as u32 + data.len() as u32).to_le_bytes());
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
        let part = serde_json::json!({ "buffer": 0, "byteOffset": start, "byteLength": length });
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
