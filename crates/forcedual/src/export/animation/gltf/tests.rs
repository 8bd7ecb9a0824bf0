use super::super::tests::{Folder, bending, painted, pictured};
use super::*;
use crate::mesh::SimplexMesh;
use crate::mesh::io::read_display;
use crate::mesh::shapes::grid;
use crate::progress::Silent;

/// A file in its parts, read by the rules of the format.
struct Parsed {
    json: Value,
    data: Vec<u8>,
}

impl Parsed {
    fn new(bytes: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
        let end = 20 + word(12);
        assert_eq!((&bytes[16..20], &bytes[end + 4..end + 8]), (&b"JSON"[..], &b"BIN\0"[..]));
        assert!(end % 4 == 0 && word(end) % 4 == 0 && end + 8 + word(end) == bytes.len());
        let json: Value = serde_json::from_slice(&bytes[20..end]).unwrap();
        assert_eq!(json["buffers"][0]["byteLength"], word(end));
        Parsed { json, data: bytes[end + 8..].to_vec() }
    }

    /// The numbers of an accessor of floats, after checks of its place and bounds.
    fn floats(&self, accessor: &Value) -> Vec<f32> {
        let accessor = &self.json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let number = |v: &Value| v.as_u64().unwrap() as usize;
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC2" => 2,
            _ => 3,
        };
        let start = number(&view["byteOffset"]);
        assert_eq!((start % 4, &accessor["componentType"]), (0, &json!(5126)));
        let bytes = &self.data[start..start + number(&view["byteLength"])];
        assert_eq!(bytes.len(), 4 * width * number(&accessor["count"]));
        let values: Vec<f32> = bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        for c in 0..width {
            let of = || values.iter().skip(c).step_by(width).copied();
            let bound = |name: &str| accessor[name][c].as_f64().unwrap();
            assert_eq!(bound("min"), f64::from(of().fold(f32::INFINITY, f32::min)));
            assert_eq!(bound("max"), f64::from(of().fold(f32::NEG_INFINITY, f32::max)));
        }
        values
    }

    fn primitive(&self) -> &Value {
        &self.json["meshes"][0]["primitives"][0]
    }

    /// What a viewer shows of an attribute in frame `f`.
    fn shown(&self, attribute: &str, f: usize) -> Vec<f64> {
        let rest = self.floats(&self.primitive()["attributes"][attribute]);
        let mut shown: Vec<f64> = rest.into_iter().map(f64::from).collect();
        let targets = self.primitive()["targets"].as_array().unwrap();
        let weights = self.floats(&self.json["animations"][0]["samplers"][0]["output"]);
        for (k, target) in targets.iter().enumerate() {
            let w = f64::from(weights[f * targets.len() + k]);
            let shape = self.floats(&target[attribute]);
            shown.iter_mut().zip(shape).for_each(|(x, t)| *x += w * f64::from(t));
        }
        shown
    }

    /// The largest distance between vertices as shown and as they should be.
    fn error(&self, animation: &Animation) -> f64 {
        let mut worst = 0.0f64;
        for (f, frame) in animation.positions.iter().enumerate() {
            for (a, b) in self.shown("POSITION", f).as_chunks::<3>().0.iter().zip(frame) {
                let square: f64 = (0..3).map(|c| (a[c] - f64::from(b[c])).powi(2)).sum();
                worst = worst.max(square.sqrt());
            }
        }
        worst
    }
}

fn written(name: &str, animation: &Animation) -> (Parsed, Shapes, crate::mesh::display::Display) {
    let folder = Folder::new(name);
    let path = folder.0.join("a.glb");
    let written = animation.write(&path, &Silent).unwrap();
    let parsed = Parsed::new(&std::fs::read(&path).unwrap());
    (parsed, written.shapes.unwrap(), read_display(&path).unwrap())
}

#[test]
fn the_surface_at_rest_comes_back_by_our_own_reader() {
    for sides in [&[3, 2][..], &[3, 2, 2]] {
        // exact in single precision
        let mesh = SimplexMesh::new(grid(sides, &[1.5, 1.0, 1.0][..sides.len()])).unwrap();
        let animation = painted(bending(&mesh, 3));
        let (parsed, _, display) = written(&format!("rest-{}", sides.len()), &animation);
        let rest = &animation.surface;
        for (read, own) in display.faces.iter().zip(&rest.faces) {
            for (i, j) in read.map(|i| i as usize).into_iter().zip(own.map(|j| j as usize)) {
                assert_eq!(display.positions[i], rest.positions[j]);
                assert_eq!(display.texture[i], rest.texture[j]);
                assert!((0..3).all(|c| (display.normals[i][c] - rest.normals[j][c]).abs() < 1e-6));
            }
        }
        assert_eq!(display.faces.len(), rest.faces.len());
        let colours = parsed.floats(&parsed.primitive()["attributes"]["COLOR_0"]);
        // 128 of 255 in sRGB
        assert!(colours[0] == 1.0 && (colours[1] - 0.21586).abs() < 1e-5 && colours[2] == 0.0);
    }
}

#[test]
fn each_picture_is_an_image_and_a_primitive_of_its_triangles() {
    let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
    let animation = pictured(bending(&mesh, 3));
    let own = &animation.surface;
    let (parsed, _, display) = written("pictures", &animation);
    let json = &parsed.json;
    let count = |name: &str| json[name].as_array().unwrap().len();
    assert_eq!(["images", "textures", "samplers", "materials"].map(count), [1, 1, 1, 2]);
    let view = &json["bufferViews"][json["images"][0]["bufferView"].as_u64().unwrap() as usize];
    assert!(view.get("target").is_none() && json["images"][0]["mimeType"] == "image/png");
    let primitives = json["meshes"][0]["primitives"].as_array().unwrap();
    assert_eq!(primitives.len(), 2);
    for name in ["attributes", "targets"] {
        assert_eq!(primitives[0][name], primitives[1][name]);
    }
    let base = |m: usize| &json["materials"][m]["pbrMetallicRoughness"];
    assert!(base(0).get("baseColorTexture").is_none());
    assert_eq!(base(1)["baseColorTexture"], json!({ "index": 0 }));
    assert_eq!(base(1)["baseColorFactor"], json!([1.0, 1.0, 1.0, 1.0]));
    // and our own reader finds the same bytes on the same triangles, tinted alike
    assert_eq!(display.pictures, own.pictures);
    for (read, face) in display.faces.iter().zip(&own.faces) {
        for (i, j) in read.map(|i| i as usize).into_iter().zip(face.map(|j| j as usize)) {
            assert_eq!(display.positions[i], own.positions[j]);
            assert_eq!((display.texture[i], display.colours[i]), (own.texture[j], own.colours[j]));
        }
    }
}

#[test]
fn weighted_shapes_give_back_every_frame_within_the_error_told() {
    let mesh = SimplexMesh::new(grid(&[8, 2, 2], &[2.0, 0.5, 0.5])).unwrap();
    let animation = bending(&mesh, 12);
    let (parsed, shapes, _) = written("frames", &animation);
    let motion = motion(&animation);
    assert!(shapes.error <= 1e-3 * motion && shapes.count < 8, "{shapes:?}");
    assert!((parsed.error(&animation) - shapes.error).abs() < 1e-12);
    assert!((shapes.relative_error - shapes.error / motion).abs() < 1e-12);
    for (f, frame) in animation.normals.iter().enumerate() {
        for (a, b) in parsed.shown("NORMAL", f).as_chunks::<3>().0.iter().zip(frame) {
            let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
            let cosine = (0..3).map(|c| a[c] * f64::from(b[c])).sum::<f64>() / length;
            assert!(cosine > 1f64.to_radians().cos(), "frame {f}: {a:?} {b:?}");
        }
    }
    let sampler = &parsed.json["animations"][0]["samplers"][0];
    let times: Vec<f32> = animation.times.iter().map(|t| *t as f32).collect();
    assert_eq!(parsed.floats(&sampler["input"]), times);
    assert_eq!(sampler["interpolation"], "LINEAR");
}

#[test]
fn a_motion_along_two_shapes_takes_two() {
    let mesh = SimplexMesh::new(grid(&[3, 3], &[1.0; 2])).unwrap();
    let n = mesh.vertex_count();
    let times: Vec<f64> = (0..200).map(|f| 5.0 + f as f64 / 60.0).collect();
    let u = |t: &f64| (0..n).flat_map(|i| [t.sin(), (3.0 * t).cos() * i as f64 / 10.0]).collect();
    let displacements = times.iter().map(u).collect();
    let animation = Animation::of_body(&mesh, None, times, displacements).unwrap();
    let (parsed, shapes, _) = written("two", &animation);
    assert_eq!(shapes.count, 2);
    assert!(shapes.error < 1e-6 && parsed.error(&animation) < 1e-6);
    // the clip begins at once
    let times = parsed.floats(&parsed.json["animations"][0]["samplers"][0]["input"]);
    assert!(times[0] == 0.0 && (times[199] - 199.0 / 60.0).abs() < 1e-6);
}

#[test]
fn motion_much_smaller_than_the_body_is_kept_down_to_rounding() {
    let mesh = SimplexMesh::new(grid(&[3, 3], &[1.0; 2])).unwrap();
    let times: Vec<f64> = (0..50).map(|f| f as f64 / 60.0).collect();
    for (strength, count) in [(1e-3, 2), (1e-4, 2), (1e-7, 1)] {
        // two shapes, the second a hundredth of the first
        let move_by = |i: usize, t: f64| [t.sin(), 0.01 * (30.0 * t).cos() * (i as f64).sin()];
        let n = mesh.vertex_count();
        let u = |t: &f64| (0..n).flat_map(|i| move_by(i, *t).map(|x| strength * x)).collect();
        let displacements = times.iter().map(u).collect();
        let animation = Animation::of_body(&mesh, None, times.clone(), displacements).unwrap();
        let (_, shapes, _) = written("small", &animation);
        assert_eq!(shapes.count, count, "{strength}: {shapes:?}");
        // places are in single precision, and of the size of the body
        let rounding = f64::from(f32::EPSILON);
        assert!(shapes.error <= 2e-3 * strength + rounding, "{strength}: {shapes:?}");
    }
}

#[test]
fn wild_motions_take_64_shapes_and_tell_their_error() {
    let mesh = SimplexMesh::new(grid(&[6, 6], &[1.0; 2])).unwrap();
    let times: Vec<f64> = (0..90).map(|f| f as f64 / 60.0).collect();
    let noise = |f: usize, k: usize| (((f * 98 + k + 1) as f64).sin() * 43758.5453).fract();
    let frame = |f| (0..mesh.positions().len()).map(|k| noise(f, k)).collect();
    let displacements = (0..90).map(frame).collect();
    let animation = Animation::of_body(&mesh, None, times, displacements).unwrap();
    let (parsed, shapes, _) = written("wild", &animation);
    assert_eq!(shapes.count, 64);
    assert!(shapes.relative_error > 1e-3);
    assert!((parsed.error(&animation) - shapes.error).abs() < 1e-12);
    let weights = parsed.floats(&parsed.json["animations"][0]["samplers"][0]["output"]);
    assert_eq!(weights.len(), 90 * 64);
    assert_eq!(weights.iter().fold(0.0f32, |m, w| m.max(w.abs())), 1.0);
}

#[test]
fn a_body_at_rest_has_one_shape_of_zeros() {
    let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
    let still = vec![vec![0.0; mesh.positions().len()]; 3];
    let animation = Animation::of_body(&mesh, None, vec![0.0, 1.0, 2.0], still).unwrap();
    let (parsed, shapes, _) = written("still", &animation);
    assert_eq!((shapes.count, shapes.error), (1, 0.0));
    let shape = parsed.floats(&parsed.primitive()["targets"][0]["POSITION"]);
    assert!(shape.iter().all(|x| *x == 0.0));
}

#[test]
fn bodies_whose_z_axis_points_up_stand_upright() {
    let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0, 1.0, 3.0])).unwrap();
    let animation = Animation { up: Up::Z, ..bending(&mesh, 3) };
    let (_, _, display) = written("up", &animation);
    let highest = display.positions.iter().map(|p| p[1]).fold(f64::MIN, f64::max);
    assert!((highest - 3.0).abs() < 1e-6, "{highest}");
}

#[test]
fn many_vertices_have_long_numbers() {
    let mesh = SimplexMesh::new(grid(&[256, 256], &[1.0; 2])).unwrap();
    let (parsed, _, display) = written("many", &bending(&mesh, 2));
    let indices = parsed.primitive()["indices"].as_u64().unwrap() as usize;
    assert_eq!(parsed.json["accessors"][indices]["componentType"], 5125);
    assert_eq!(display.positions.len(), 257 * 257);
}

#[test]
fn times_that_coincide_in_single_precision_are_refused() {
    let error = clock(&[0.0, 1e5, 1e5 + 1e-3]).unwrap_err();
    assert_eq!(error.code, Code::Array);
    assert!(clock(&[1e5, 1e5 + 1e-3]).is_ok());
}
