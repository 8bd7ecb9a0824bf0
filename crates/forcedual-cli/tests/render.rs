//! Pictures from the command line.

#[allow(dead_code)]
mod common;

use common::Bench;

const SCENE: &str = "[mesh]\nshape = \"beam\"\nsize = [1.0, 0.2, 0.2]\ncells = 120\n\
    [[pin]]\nwhere = { half-space = { point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] } }\n\
    [subspace]\nmodes = 4\n";

/// Width and height in a PNG file's header.
fn png_size(bench: &Bench, name: &str) -> [u32; 2] {
    let bytes = std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("beam.toml", SCENE);
    bench.run(&["design", "beam.toml"]).ok();
    bench
}

#[test]
fn scenes_models_modes_and_fields_become_pictures() {
    let bench = bench();
    let wide = ["--size", "96x64"];
    let cases: [(&str, &[&str]); 7] = [
        ("beam.toml", &[]),
        ("beam.toml", &["--cut", "x=50%", "--up", "z", "--view", "-30,10"]),
        ("beam.safetensors", &["--mode", "2", "--ghost", "--wireframe"]),
        ("beam.safetensors", &["--mode", "1", "--scale", "0.5", "--caption", "bent"]),
        ("beam.safetensors", &["--modes", "1..4", "--background", "white"]),
        ("beam.safetensors", &["--field", "rms", "--unit", "mm"]),
        ("beam.safetensors", &["--field", "x", "--plain"]),
    ];
    for (input, options) in cases {
        let args = [&["render", input, "-o", "a.png"], options, &wide].concat();
        bench.run(&args).ok();
        assert_eq!(png_size(&bench, "a.png"), [96, 64], "{options:?}");
        std::fs::remove_file(bench.path("a.png")).unwrap();
    }
}

#[test]
fn surfaces_and_planar_meshes_become_pictures() {
    let bench = Bench::new();
    bench.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    bench.write(
        "solid.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    );
    bench.write(
        "solid.off",
        "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
    );
    for input in ["flat.obj", "solid.obj", "solid.off"] {
        bench.run(&["render", input, "-o", "a.png", "--size", "64x48"]).ok();
        assert_eq!(png_size(&bench, "a.png"), [64, 48], "{input}");
    }
}

#[test]
fn drawings_become_pictures_of_what_they_fill() {
    let bench = Bench::new();
    bench.write(
        "a.svg",
        "<svg viewBox='0 0 8 8'><path fill-rule='evenodd' d='M1 1h6v6h-6zM2 2h4v4h-4z'/></svg>",
    );
    bench.write("a.obj", "v 0 0 0\nv 6 0 0\nv 6 6 0\nv 0 6 0\nv 1 1 0\nv 5 1 0\nv 5 5 0\nv 1 5 0\nl 1 2 3 4 1\nl 5 6 7 8 5\n");
    let options = ["--size", "100x100", "--plain", "--background", "white"];
    for name in ["a.svg", "a.obj", "a.png"] {
        bench.run(&[&["render", name, "-o", "b.png"], &options[..]].concat()).ok();
        // the ring is 6 by 6 with a hole of 4 by 4, and 86 pixels wide
        let ring = 86.0 * 86.0 * 20.0 / 36.0;
        let drawing = &bench.run(&["check", "b.png", "--json"]).ok().json()["drawing"];
        assert_eq!(drawing["holes"], 1, "{name}");
        let found = drawing["area"].as_f64().unwrap();
        assert!((found / ring - 1.0).abs() < 0.1, "{name}: {found} instead of {ring}");
        std::fs::rename(bench.path("b.png"), bench.path("a.png")).unwrap();
    }
}

#[test]
fn materials_colour_an_obj() {
    let bench = Bench::new();
    let square = |z: &str| {
        format!("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 {z}\nv 0 1 0\nusemtl r\nf 1 2 3 4\n")
    };
    for (name, z) in [("flat.obj", "0"), ("solid.obj", "0.1")] {
        bench.write(name, &square(z));
        let picture = |colour: &str| {
            bench.write("m.mtl", &format!("newmtl r\nKd {colour}\n"));
            let args = ["render", name, "-o", "a.png", "--size", "64x64", "--plain"];
            bench.run(&args).ok();
            std::fs::read(bench.path("a.png")).unwrap()
        };
        assert_ne!(picture("1 0 0"), picture("0 0 1"), "{name}");
    }
}

#[test]
fn pictures_do_not_depend_on_threads() {
    let bench = bench();
    let picture = |threads: &str| {
        let args = ["render", "beam.toml", "-o", "a.png", "--size", "128x96", "--threads", threads];
        bench.run(&args).ok();
        std::fs::read(bench.path("a.png")).unwrap()
    };
    assert_eq!(picture("1"), picture("2"));
}

#[test]
fn what_cannot_be_drawn_is_refused_and_nothing_is_written() {
    let bench = bench();
    bench.write("empty.obj", "# nothing\n");
    let cases: [(&[&str], &str); 10] = [
        (&["beam.safetensors", "-o", "a.png", "--mode", "9"], "modes"),
        (&["beam.safetensors", "-o", "a.png", "--modes", "3..5"], "modes"),
        (&["beam.toml", "-o", "a.png", "--mode", "1"], "modes"),
        (&["beam.toml", "-o", "a.png", "--field", "stress"], "array"),
        (&["beam.toml", "-o", "a.png", "--field", "missing.npy"], "io"),
        (&["beam.toml", "-o", "a.png", "--view", "sideways"], "format"),
        (&["beam.toml", "-o", "a.png", "--cut", "x=-5"], "selection-empty"),
        (&["empty.obj", "-o", "a.png"], "mesh-empty"),
        (&["beam.toml", "-o", "a.jpg"], "unknown-format"),
        (&["missing.mesh", "-o", "a.png"], "io"),
    ];
    let before = bench.files();
    for (args, code) in cases {
        let run = bench.run(&[&["render"], args].concat());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(code), "{args:?}: {}", run.err);
        assert_eq!(bench.files(), before, "{args:?}");
    }
}

#[test]
fn fields_and_frames_of_files_are_drawn_by_name() {
    let bench = bench();
    for file in ["draws.vtu", "draws.vtk"] {
        bench.run(&["sample", "beam.toml", "-n", "2", "-o", file]).ok();
        let picture = |options: &[&str]| {
            let args = [&["render", file, "-o", "a.png", "--size", "96x64"], options].concat();
            bench.run(&args).ok();
            std::fs::read(bench.path("a.png")).unwrap()
        };
        let rest = picture(&[]);
        let frames = ["0", "1", "displacement_0"];
        let [first, second, named] = frames.map(|f| picture(&["--frame", f, "--scale", "auto"]));
        assert!(rest != first && first != second && first == named);
        assert!(picture(&["--field", "force_0"]) != rest);
        assert!(picture(&["--arrows", "force_0"]) != rest);
        let ghost = ["--frame", "0", "--scale", "auto", "--ghost"];
        assert!(picture(&ghost) != first);
        for wrong in ["--field", "--frame", "--arrows"] {
            let run = bench.run(&["render", file, "-o", "b.png", wrong, "stress"]);
            assert_eq!(run.code, 2);
            assert!(run.err.contains("the file has force_0, displacement_0"), "{}", run.err);
        }
    }
    let run = bench.run(&["render", "beam.toml", "-o", "b.png", "--frame", "0"]);
    assert!(run.code == 2 && run.err.contains("displacement_0"), "{}", run.err);
    assert!(!bench.path("b.png").exists());
}

#[test]
fn gltf_surfaces_become_pictures() {
    let bench = Bench::new();
    let mut data: Vec<u8> = [0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.5]
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    data.extend([0u16, 1, 2, 0].iter().flat_map(|i| i.to_le_bytes()));
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},{{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":6}}],
        "buffers":[{{"byteLength":{}}}]}}"#,
        data.len()
    );
    let text = json + &" ".repeat(3);
    let text = &text[..text.len() / 4 * 4];
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend(((28 + text.len() + data.len()) as u32).to_le_bytes());
    glb.extend((text.len() as u32).to_le_bytes());
    glb.extend(b"JSON");
    glb.extend(text.as_bytes());
    glb.extend((data.len() as u32).to_le_bytes());
    glb.extend(b"BIN\0");
    glb.extend(data);
    std::fs::write(bench.path("a.glb"), glb).unwrap();
    bench.run(&["render", "a.glb", "-o", "a.png", "--size", "64x48"]).ok();
    assert_eq!(png_size(&bench, "a.png"), [64, 48]);
}
