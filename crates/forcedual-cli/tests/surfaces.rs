//! Surfaces: filled, checked, mended, carried along; bad ones are refused and nothing is written.

#[allow(dead_code)]
mod common;

use common::Bench;

/// A cube of side one whose six faces are quadrilaterals; `keep` of them.
fn cube(keep: usize) -> String {
    let mut text = String::new();
    for k in 0..8 {
        text += &format!("v {} {} {}\n", k & 1, k >> 1 & 1, k >> 2 & 1);
    }
    let faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    text + &faces[..keep].iter().map(|f| format!("f {f}\n")).collect::<String>()
}

#[test]
fn a_cube_is_filled_and_the_result_is_clean() {
    let bench = Bench::new();
    bench.write("cube.obj", &cube(6));
    let run = bench.run(&["mesh", "cube.obj", "-o", "cube.vtu", "--tets", "3000", "--json"]).ok();
    let json = run.json();
    assert_eq!(json["surface"]["facets"], 12);
    assert_eq!(json["warnings"].as_array().unwrap().len(), 0, "{json}");
    let volume = json["mesh"]["shape"]["volume"].as_f64().unwrap();
    assert!((volume - 1.0).abs() < 0.03, "{volume}");
    let cells = json["mesh"]["cells"].as_f64().unwrap();
    assert!((cells / 3000.0 - 1.0).abs() < 0.15, "{cells}");
    bench.run(&["check", "cube.vtu"]).ok();
    let again = bench.run(&["--threads", "1", "mesh", "cube.obj", "-o", "b.vtu", "--tets", "3000"]);
    assert!(again.ok().out.contains("angles"));
    let read = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert!(read("cube.vtu") == read("b.vtu"), "the bytes depend on the number of threads");
}

#[test]
fn an_open_box_is_filled_with_a_warning_and_check_closes_it() {
    let bench = Bench::new();
    bench.write("box.obj", &cube(5));
    let run = bench.run(&["mesh", "box.obj", "--tets", "1000"]).ok();
    assert!(run.err.contains("1 hole in the surface"), "{}", run.err);
    assert!(bench.path("box.mesh").exists());
    let check = bench.run(&["check", "box.obj", "--json"]).ok().json();
    assert_eq!(
        (check["surface"]["holes"].as_u64(), check["usable"].as_bool()),
        (Some(1), Some(true))
    );
    bench.run(&["check", "box.obj", "--repair", "-o", "closed.stl"]).ok();
    let closed = bench.run(&["check", "closed.stl", "--json"]).ok().json();
    assert_eq!(closed["surface"]["open_edges"], 0);
    assert!((closed["surface"]["volume"].as_f64().unwrap() - 1.0).abs() < 1e-6);
}

#[test]
fn drawings_become_triangles() {
    let bench = Bench::new();
    bench.write(
        "ring.svg",
        "<svg><path fill-rule='evenodd' d='M0 0h40v30h-40z M10 10h20v10h-20z'/></svg>",
    );
    bench.write("square.obj", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nl 1 2 3 4 1\n");
    for (name, area) in [("ring.svg", 1000e-6), ("square.obj", 4e-6)] {
        let run = bench
            .run(&["mesh", name, "-o", "out.mesh", "--cells", "2000", "--unit", "0.001", "--json"]);
        let json = run.ok().json();
        assert_eq!(json["mesh"]["dim"], 2);
        let found = json["mesh"]["shape"]["volume"].as_f64().unwrap();
        assert!((found / area - 1.0).abs() < 0.02, "{name}: {found}");
    }
}

#[test]
fn a_scene_fills_a_surface_and_samples_carry_it() {
    let bench = Bench::new();
    let textured = cube(6).replace("f 1 3 4 2", "vt 0.25 0.75\nf 1/1 3/1 4/1 2/1");
    bench.write("cube.obj", &textured);
    bench.write(
        "scene.toml",
        "[mesh]\nsurface = \"cube.obj\"\ncells = 600\n[[pin]]\nwhere = { half-space = { point = [0, 0, 0.1], normal = [0, 0, -1] } }\n[subspace]\nmodes = 4\n",
    );
    bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    bench.run(&["sample", "scene.toml", "-n", "2", "--surface", "cube.obj", "-o", "out.obj"]).ok();
    let written = std::fs::read_to_string(bench.path("out_1.obj")).unwrap();
    assert!(written.contains("vt 0.25 0.75\nf 1/1 3/1 4/1 2/1"), "{written}");
    let vertex = |k: usize| -> Vec<f64> {
        let line = written.lines().filter(|l| l.starts_with("v ")).nth(k).unwrap();
        line[2..].split(' ').map(|x| x.parse().unwrap()).collect()
    };
    // the lowest corner is near the pin, the highest moves
    assert!(vertex(7).iter().zip([1.0, 1.0, 1.0]).any(|(x, y)| (x - y).abs() > 1e-9));
    assert!(vertex(0).iter().all(|x| x.abs() < vertex(7).iter().map(|x| (x - 1.0).abs()).sum()));
    assert!(bench.path("out_0.obj").exists() && !bench.path("out_2.obj").exists());
}

#[test]
fn bad_surfaces_are_refused_with_a_code_and_nothing_is_written() {
    let mut lying_stl = vec![b' '; 80];
    lying_stl.extend(u32::MAX.to_le_bytes());
    lying_stl.extend([0; 200]);
    let flat = "v 0 0 0\nv 1 0 0\nv 2 0 1e-9\nf 1 1 1\nf 1 2 2\n";
    let sheet = "v 0 0 0\nv 1 0 0\nv 1 1 0.2\nv 0 1 0\nf 1 2 3 4\n";
    let cases: Vec<(&str, Vec<u8>, &str, &str)> = vec![
        ("empty.obj", Vec::new(), "mesh-empty", "no faces"),
        ("empty.stl", Vec::new(), "format", ""),
        ("one.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n".to_vec(), "mesh-empty", "no inside"),
        ("sheet.obj", sheet.into(), "mesh-empty", "open sheet"),
        ("flat.obj", flat.into(), "mesh-degenerate", "2 triangles"),
        ("nan.obj", b"v 0 0 0\nv nan 0 0\nv 0 1 1\nf 1 2 3\n".to_vec(), "mesh-not-finite", "\"line\": 2"),
        ("index.off", b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n".to_vec(), "mesh-index", "7"),
        ("lying.stl", lying_stl, "format", "4294967295"),
        ("lying.off", b"OFF\n999999999 999999999 0\n0 0 0\n".to_vec(), "format", "999999999"),
        ("lying.ply", b"ply\nformat ascii 1.0\nelement vertex 99999999999\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n".to_vec(), "format", "99999999999"),
        ("text.stl", b"Dear reader, this is a letter.".to_vec(), "format", ""),
        ("text.ply", b"Dear reader, this is a letter.".to_vec(), "format", ""),
        ("text.obj", b"Dear reader, this is a letter.".to_vec(), "mesh-empty", "no faces"),
        ("text.glb", b"Dear reader, this is a letter.".to_vec(), "format", "glTF"),
        ("text.svg", b"Dear reader, this is a letter.".to_vec(), "format", "svg"),
        ("text.png", b"Dear reader, this is a letter.".to_vec(), "format", "PNG"),
        ("open.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n".to_vec(), "mesh-empty", "open"),
        ("shape.step", b"ISO-10303-21;".to_vec(), "unknown-format", ".glb"),
    ];
    for (name, bytes, code, words) in cases {
        let bench = Bench::new();
        std::fs::write(bench.path(name), bytes).unwrap();
        let run = bench.run(&["mesh", name, "-o", "out.mesh", "--json"]);
        assert_eq!(run.code, 2, "{name}: {}{}", run.out, run.err);
        let error = &run.json()["error"];
        assert_eq!(error["code"], code, "{name}: {error}");
        assert!(run.out.contains(words), "{name} does not say `{words}`: {}", run.out);
        assert!(error["file"].as_str().is_some_and(|f| f.contains(name)), "{name}: {error}");
        assert_eq!(bench.files(), [name], "{name}");
    }
}

#[test]
fn impossible_requests_are_refused() {
    let bench = Bench::new();
    bench.write("cube.obj", &cube(6));
    for (args, code) in [
        (vec!["mesh", "cube.obj", "-o", "cube.obj"], "io"),
        (vec!["mesh", "cube.obj", "-o", "a.stl"], "unknown-format"),
        (vec!["mesh", "cube.obj", "-o", "b.obj"], "unknown-format"),
        (vec!["mesh", "cube.obj", "--cell", "1e-9"], "numeric"),
    ] {
        let args = [args, vec!["--json"]].concat();
        let run = bench.run(&args);
        assert_eq!((run.code, run.json()["error"]["code"].as_str()), (2, Some(code)), "{args:?}");
    }
    assert_eq!(bench.files(), ["cube.obj"]);
}
