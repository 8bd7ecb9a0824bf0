//! Pictures of a surface, from its files through scenes and models into motions.

#[allow(dead_code)]
mod common;

use common::Bench;
use forcedual::export::render::{Colour, Image};
use forcedual::mesh::display::Display;
use forcedual::mesh::io::read_display;
use serde_json::Value;

/// A box of 2 by 1 by 1 m whose side at z = 1 has a picture; the others are of plain blue.
fn boxed() -> Bench {
    let bench = Bench::new();
    let red = Image::new(2, 2).unwrap().with_background(Some(Colour::rgb(200, 10, 20)));
    red.write_png(&bench.path("skin.png")).unwrap();
    bench.write("box.mtl", "newmtl skin\nKd 1 1 1\nmap_Kd skin.png\nnewmtl plain\nKd 0 0 1\n");
    let mut text = "mtllib box.mtl\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n".to_owned();
    for k in 0..8 {
        text += &format!("v {} {} {}\n", 2 * (k & 1), k >> 1 & 1, k >> 2);
    }
    text += "usemtl plain\nf 1 3 4 2\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n\
             usemtl skin\nf 5/1 6/2 8/3 7/4\n";
    bench.write("box.obj", &text);
    bench
}

fn scene(bench: &Bench, surface: &str) {
    let text = format!(
        "[mesh]\nsurface = \"{surface}\"\ncells = 300\n[material]\nyoung = 1e5\n\
         [[pin]]\nwhere = {{ box = {{ min = [-1, -1, -1], max = [0.1, 2, 2] }} }}\n\
         [subspace]\nmodes = 3\n"
    );
    bench.write("scene.toml", &text);
}

/// The picture is there, on the side at z = 1 and nowhere else.
fn check(bench: &Bench, file: &str) {
    let Display { positions, faces, colours, pictures, .. } =
        read_display(&bench.path(file)).unwrap();
    assert_eq!(pictures.files, [std::fs::read(bench.path("skin.png")).unwrap().into()], "{file}");
    let mut count = 0;
    for (face, picture) in faces.iter().zip(&pictures.of) {
        let on_top = face.iter().all(|&i| (positions[i as usize][2] - 1.0).abs() < 1e-6);
        assert_eq!(picture.is_some(), on_top, "{file}: {face:?}");
        let tint = if on_top { [255; 3] } else { [0, 0, 255] };
        assert!(face.iter().all(|&i| colours[i as usize] == tint), "{file}: {face:?}");
        count += usize::from(on_top);
    }
    assert!(count > 0 && count < faces.len());
}

#[test]
fn a_picture_follows_the_body_from_obj_and_glb_through_models_into_motions() {
    let bench = boxed();
    scene(&bench, "box.obj");
    let simulate = |from: &str, to: &str| {
        bench.run(&["simulate", from, "--frames", "3", "-o", to]).ok();
    };
    simulate("scene.toml", "run.glb");
    check(&bench, "run.glb");
    let bytes = std::fs::read(bench.path("run.glb")).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    assert_eq!(json["images"].as_array().unwrap().len(), 1);
    assert_eq!(json["meshes"][0]["primitives"].as_array().unwrap().len(), 2);

    simulate("scene.toml", "run.usda");
    let beside = std::fs::read(bench.path("run_picture_0.png")).unwrap();
    assert_eq!(beside, std::fs::read(bench.path("skin.png")).unwrap());

    bench.run(&["design", "scene.toml", "-o", "model.safetensors"]).ok();
    simulate("model.safetensors", "played.glb");
    check(&bench, "played.glb");

    std::fs::copy(bench.path("run.glb"), bench.path("body.glb")).unwrap();
    scene(&bench, "body.glb");
    simulate("scene.toml", "again.glb");
    check(&bench, "again.glb");
}

#[test]
fn pictures_that_cannot_be_shown_are_named() {
    let bench = boxed();
    scene(&bench, "box.obj");
    let warned = |args: &[&str], expected: &str| {
        let err = bench.run(args).ok().err;
        assert!(err.contains(expected), "{err}");
    };
    let png = std::fs::read(bench.path("skin.png")).unwrap();
    std::fs::write(bench.path("skin.png"), &png[..40]).unwrap();
    let render = ["render", "box.obj", "-o", "a.png", "--size", "64x48"];
    warned(&render, "warning: picture 0 of the surface is not shown: it is damaged");
    bench.write("skin.png", "a letter");
    let expected = "warning: the picture skin.png, which box.mtl names, is neither PNG nor JPEG";
    warned(&render, expected);
    warned(&["simulate", "scene.toml", "--frames", "2", "-o", "run.glb"], expected);
}
