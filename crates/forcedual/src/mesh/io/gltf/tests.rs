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

/// Two triangles: the first of a material that says nothing, the second orange with a picture.
fn pictured() -> (Value, Vec<u8>) {
    let (json, mut data) = file();
    let mut json: Value = serde_json::from_str(&json).unwrap();
    data.resize(44, 0);
    data.extend([0u8, 0, 255, 0, 255, 255].into_iter().chain([0; 2]));
    let picture = png(&[&[[1, 2, 3]]]);
    data.extend(&picture);
    json["nodes"] = serde_json::json!([{ "mesh": 0 }]);
    let primitive = |attributes: Value, material: usize| serde_json::json!({ "attributes": attributes, "indices": 1, "material": material });
    json["meshes"][0]["primitives"] = serde_json::json!([
        primitive(serde_json::json!({ "POSITION": 0 }), 1),
        primitive(serde_json::json!({ "POSITION": 0, "TEXCOORD_1": 2 }), 0),
    ]);
    let transform = serde_json::json!({ "offset": [0.5, 0.0], "scale": [0.5, 1.0] });
    json["materials"] = serde_json::json!([
        { "pbrMetallicRoughness": {
            "baseColorFactor": [1.0, 0.21586, 0.0, 1.0],
            "baseColorTexture": {
                "index": 0,
                "texCoord": 1,
                "extensions": { "KHR_texture_transform": transform },
            },
        } },
        {},
    ]);
    json["textures"] = serde_json::json!([{ "source": 0 }]);
    json["images"] = serde_json::json!([{ "bufferView": 3, "mimeType": "image/png" }]);
    let add = |list: &mut Value, new: Value| list.as_array_mut().unwrap().push(new);
    add(
        &mut json["accessors"],
        serde_json::json!({ "bufferView": 2, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC2" }),
    );
    add(
        &mut json["bufferViews"],
        serde_json::json!({ "buffer": 0, "byteOffset": 44, "byteLength": 6 }),
    );
    add(
        &mut json["bufferViews"],
        serde_json::json!({ "buffer": 0, "byteOffset": 52, "byteLength": picture.len() }),
    );
    json["buffers"] = serde_json::json!([{ "byteLength": data.len() }]);
    (json, data)
}

#[test]
fn primitives_have_the_colour_and_picture_of_their_material() {
    let (json, data) = pictured();
    let read = |json: &Value| read_display(&glb(&json.to_string(), &data), Path::new("")).unwrap();
    let display = read(&json);
    assert_eq!(display.pictures.files, [png(&[&[[1, 2, 3]]]).into()]);
    assert_eq!(display.pictures.of, [None, Some(0)]);
    let at = |t: usize| display.faces[t].map(|i| display.texture[i as usize]);
    // shares of 255, shrunk and moved, from the upper edge; zero where there are none
    assert_eq!(at(1), [[0.5, 1.0], [1.0, 1.0], [1.0, 0.0]]);
    assert_eq!(at(0), [[0.0; 2]; 3]);
    let colours = |t: usize| display.faces[t].map(|i| display.colours[i as usize]);
    assert_eq!([colours(0), colours(1)], [[[255; 3]; 3], [[255, 128, 0]; 3]]);
    // a picture without its coordinates is none
    let mut bare = json.clone();
    let texture = &mut bare["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
    texture["texCoord"] = 0.into();
    assert!(read(&bare).pictures.files.is_empty());
}

#[test]
fn pictures_that_are_not_shown_are_told() {
    let (mut json, data) = pictured();
    let folder = samples::Folder::new("gltf-told");
    let path = folder.0.join("a.glb");
    let told = |json: &Value| {
        std::fs::write(&path, glb(&json.to_string(), &data)).unwrap();
        super::super::unusable_files(&path).unwrap()
    };
    assert!(told(&json).is_empty());
    json["images"][0]["bufferView"] = 0.into();
    let other = "the picture of material 0 in a.glb is neither PNG nor JPEG and is not shown";
    assert_eq!(told(&json), [other]);
    json["textures"] =
        serde_json::json!([{ "extensions": { "EXT_texture_webp": { "source": 0 } } }]);
    assert_eq!(told(&json), [other]);
    let used = &mut json["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"];
    used["extensions"]["KHR_texture_transform"]["rotation"] = 1.5.into();
    assert!(told(&json)[0].contains("is turned"));
}

#[test]
fn files_of_another_length_than_they_announce_are_refused() {
    let (json, data) = pictured();
    let whole = glb(&json.to_string(), &data);
    let refused = |bytes: &[u8]| {
        let error = read(bytes, Path::new("")).unwrap_err();
        assert_eq!(error.code, Code::Format, "{error}");
        error.message
    };
    let half = whole.len() / 2;
    let told = format!("the file ends after {half} of the {} bytes that it announces", whole.len());
    assert_eq!(refused(&whole[..half]), told);
    assert!(refused(&[&whole[..], b"more"].concat()).contains("but has"));
    let mut longer = whole.clone();
    longer[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(refused(&longer).contains("beyond the file's end"));
}
