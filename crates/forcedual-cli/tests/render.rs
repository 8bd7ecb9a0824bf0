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
