//! Surfaces: filled, checked, mended, carried along; bad ones are refused and nothing is written.

#[allow(dead_code)]
mod common;

use common::{Bench, boxes, cube, dressed};

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
fn a_shape_alone_is_designed_simulated_and_sampled_as_a_free_body() {
    let bench = Bench::new();
    bench.write("cube.obj", &cube(6));
    bench.run(&["mesh", "cube.obj", "--tets", "600"]).ok();
    let run = bench.run(&["design", "cube.mesh", "--modes", "3"]).ok();
    assert!(run.err.contains("note: only a shape is given"), "{}", run.err);
    bench.run(&["simulate", "cube.safetensors", "--frames", "2", "-o", "played.npz"]).ok();
    bench.run(&["simulate", "cube.mesh", "--modes", "3", "--frames", "2", "-o", "run.npz"]).ok();
    bench.run(&["sample", "cube.mesh", "-n", "1"]).ok();
    for (options, told) in [
        (["--mode", "2", "--ghost"], "painted, not deformed: the body at rest"),
        (["--field", "rms", "--plain"], "`forcedual design --kind displacement`"),
        (["--field", "x", "--ghost"], "nothing is deformed"),
    ] {
        let args = [&["render", "cube.safetensors", "-o", "a.png"], &options[..]].concat();
        let run = bench.run(&args);
        assert!(run.code == 2 && run.err.contains(told), "{}", run.err);
    }
    let refused = bench.run(&["design", "nowhere.mesh"]);
    assert!(refused.code == 2 && refused.err.contains("nowhere.mesh"), "{}", refused.err);
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
fn drawings_with_a_physical_size_are_in_metres_and_their_paper_is_left_out() {
    let bench = Bench::new();
    bench.write(
        "a.svg",
        "<svg width='50mm' height='25mm' viewBox='0 0 200 100'><rect width='100%' height='100%' fill='#fff'/>\
         <rect x='40' y='20' width='80' height='40'/></svg>",
    );
    let area = |unit: &[&str]| {
        let args = [&["mesh", "a.svg", "-o", "a.mesh", "--cells", "500", "--json"], unit].concat();
        let json = bench.run(&args).ok().json();
        assert!(json["warnings"][0].as_str().unwrap().contains("left out as paper"), "{json}");
        json["mesh"]["shape"]["volume"].as_f64().unwrap()
    };
    assert!((area(&[]) / (0.02 * 0.01) - 1.0).abs() < 0.02);
    assert!((area(&["--unit", "0.1"]) / (8.0 * 4.0) - 1.0).abs() < 0.02);
    let found = bench.run(&["check", "a.svg", "--json"]).ok().json();
    assert!((found["drawing"]["area"].as_f64().unwrap() / (0.02 * 0.01) - 1.0).abs() < 1e-9);
    assert!((found["bounds"][0][1].as_f64().unwrap() + 0.015).abs() < 1e-12, "y points up");
}

#[test]
fn a_drawing_follows_its_body() {
    let bench = Bench::new();
    bench.write(
        "disk.svg",
        "<svg width='2cm' viewBox='0 0 4 4'><circle cx='2' cy='2' r='1.9'/></svg>",
    );
    bench.write("square.obj", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nl 1 2 3 4 1\n");
    for (name, area) in
        [("disk.svg", 0.0095f64.powi(2) * std::f64::consts::PI), ("square.obj", 4.0)]
    {
        bench.write(
            "s.toml",
            &format!("[mesh]\nsurface = \"{name}\"\ncells = 60\n[subspace]\nmodes = 3\n"),
        );
        bench.run(&["sample", "s.toml", "-n", "1", "-o", "out.obj"]).ok();
        let rest = std::fs::read_to_string(bench.path("out_0.obj")).unwrap();
        // far more triangles than the body has
        assert!(rest.lines().filter(|l| l.starts_with("f ")).count() > 10_000, "{name}");
        bench.run(&["design", "s.toml", "-o", "m.safetensors"]).ok();
        bench.run(&["render", "m.safetensors", "-o", "m.png", "--size", "64x64"]).ok();
        let bytes = std::fs::read(bench.path("m.safetensors")).unwrap();
        let surface = forcedual::export::Model::from_bytes(&bytes).unwrap().surface.unwrap();
        let twice = surface.display.faces.iter().map(|f| {
            let [a, b, c] = f.map(|i| surface.display.positions[i as usize]);
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        });
        let found = twice.sum::<f64>() / 2.0;
        assert!((found / area - 1.0).abs() < 2e-3, "{name}: {found} instead of {area}");
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
    // faces as long as the body are divided
    let textured = written.lines().filter(|l| l.starts_with("f ") && l.contains("/1")).count();
    assert!(written.contains("vt 0.25 0.75\n") && textured > 10, "{written}");
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
    let mut points_stl = vec![b' '; 80];
    points_stl.extend(2u32.to_le_bytes());
    points_stl.extend([0; 100]);
    let cases: Vec<(&str, Vec<u8>, &str, &str)> = vec![
        ("points.stl", points_stl, "mesh-degenerate", "none of the 2 triangles"),
        ("negative.svg", b"<svg><circle r='-4'/><rect width='-1' height='2'/></svg>".to_vec(), "format", "`r` is negative"),
        ("flat.svg", b"<svg><path d='M0 0L5 5L2 2z'/></svg>".to_vec(), "mesh-empty", "nothing is left"),
        ("alike.gltf", b"{}".to_vec(), "format", "glTF 2.0"),
        ("sheet.off", b"OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0.2\n0 1 0\n4 0 1 2 3\n".to_vec(), "mesh-empty", "open sheet"),
        ("empty.obj", Vec::new(), "mesh-empty", "no faces"),
        ("empty.stl", Vec::new(), "format", ""),
        ("one.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n".to_vec(), "mesh-empty", "no inside"),
        ("sheet.obj", sheet.into(), "mesh-empty", "open sheet"),
        ("flat.obj", flat.into(), "mesh-degenerate", "2 triangles"),
        ("nan.obj", b"v 0 0 0\nv nan 0 0\nv 0 1 1\nf 1 2 3\n".to_vec(), "mesh-not-finite", "\"line\": 2"),
        ("far.obj", b"v 0 0 0\nv 1e300 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n".to_vec(), "numeric", "vertex 1 has a coordinate of 1e300"),
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
        (vec!["mesh", "cube.obj", "--cell", "1e-9"], "memory"),
    ] {
        let args = [args, vec!["--json"]].concat();
        let run = bench.run(&args);
        assert_eq!((run.code, run.json()["error"]["code"].as_str()), (2, Some(code)), "{args:?}");
    }
    let folder = bench.run(&["mesh", "."]);
    assert!(folder.code == 2 && folder.err.contains("it is a folder"), "{}", folder.err);
    assert_eq!(bench.files(), ["cube.obj"]);
    // what is offered fits the dimension
    bench.write("square.obj", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nl 1 2 3 4 1\n");
    for (name, planar) in [("cube.obj", false), ("square.obj", true)] {
        let run = bench.run(&["mesh", name, "-o", "a.xyz"]);
        assert_eq!((run.code, run.err.contains(".obj file")), (2, planar), "{}", run.err);
    }
}

const PINNED: &str = "cells = 600\n[[pin]]\nwhere = { half-space = { point = [0, 0, 0.1], normal = [0, 0, -1] } }\n[subspace]\nmodes = 4\n";

#[test]
fn a_model_carries_the_surface_of_its_scene() {
    let bench = Bench::new();
    let textured = cube(6).replace("f 1 3 4 2", "vt 0.25 0.75\nf 1/1 3/1 4/1 2/1");
    bench.write("cube.obj", &textured);
    bench.write("scene.toml", &format!("[mesh]\nsurface = \"cube.obj\"\n{PINNED}"));
    bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    let model = forcedual::export::Model::read(&bench.path("m.safetensors")).unwrap();
    let surface = model.surface.as_ref().unwrap();
    // divided as finely as the mesh, with a vertex per side of every edge
    let (vertices, faces) = (surface.display.positions.len(), surface.display.faces.len());
    assert!(faces >= 100 && vertices > faces / 2 + 2, "{vertices} {faces}");
    let textured = surface.display.texture.iter().filter(|uv| **uv == [0.25, 0.75]).count();
    assert!((textured as f64 / vertices as f64 - 1.0 / 6.0).abs() < 0.01, "{textured} {vertices}");
    let json = bench.run(&["inspect", "m.safetensors", "--json"]).ok().json();
    assert_eq!(
        (json["surface"]["faces"].as_u64(), json["surface"]["textured"].as_bool()),
        (Some(faces as u64), Some(true))
    );
    // every vertex is the blend of its cell's corners that the file says
    for (k, p) in surface.display.positions.iter().enumerate() {
        let cell = &model.cells[4 * surface.cells[k] as usize..][..4];
        for c in 0..3 {
            let corners = cell.iter().map(|&i| model.vertices[3 * i as usize + c]);
            let blend: f64 = corners.zip(&surface.weights[4 * k..]).map(|(x, w)| x * w).sum();
            assert!((blend - p[c]).abs() < 1e-12, "{blend} {}", p[c]);
        }
    }
    let mut follower = model.follower().unwrap().unwrap().rest();
    let u = vec![0.25; model.vertices.len()];
    model.follower().unwrap().unwrap().follow(&u, &mut follower).unwrap();
    assert!((follower.positions[0][0] - surface.display.positions[0][0] - 0.25).abs() < 1e-12);
}

#[test]
fn pictures_show_the_surface_unless_cells_are_asked_for() {
    let bench = Bench::new();
    bench.write("cube.obj", &cube(6));
    bench.write("scene.toml", &format!("[mesh]\nsurface = \"cube.obj\"\n{PINNED}"));
    bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    for (input, options) in [("m.safetensors", vec!["--mode", "1"]), ("scene.toml", vec![])] {
        let picture = |cells: &[&str]| {
            let args = [&["render", input, "-o", "a.png", "--size", "96x64"], &options[..], cells];
            bench.run(&args.concat()).ok();
            std::fs::read(bench.path("a.png")).unwrap()
        };
        assert!(picture(&[]) != picture(&["--cells"]), "{input}");
        assert!(picture(&["--wireframe"]) == picture(&["--wireframe", "--cells"]), "{input}");
    }
}

#[test]
fn vertices_that_no_face_uses_do_not_count_for_the_extent() {
    let bench = Bench::new();
    bench.write("stray.obj", &format!("{}v 50 60 70\n", cube(6)));
    let run = bench.run(&["check", "stray.obj"]);
    let extent = run.out.lines().find(|l| l.trim_start().starts_with("extent")).unwrap_or_default();
    assert!(extent.ends_with(" 1.00 x 1.00 x 1.00"), "{}", run.out);
}

#[test]
fn samples_of_a_scene_with_a_surface_need_no_other() {
    let bench = Bench::new();
    let fur = cube(6).replace("f 1 3 4 2", "mtllib gone.mtl\nusemtl fur\nf 1 3 4 2");
    bench.write("cube.obj", &fur);
    bench.write("scene.toml", &format!("[mesh]\nsurface = \"cube.obj\"\n{PINNED}"));
    let run = bench.run(&["sample", "scene.toml", "-n", "2", "-o", "out.obj"]).ok();
    assert!(run.err.contains("gone.mtl, which cube.obj names, does not exist"), "{}", run.err);
    bench.run(&["sample", "scene.toml", "-n", "2", "--surface", "cube.obj", "-o", "own.obj"]).ok();
    let read = |name: &str| std::fs::read_to_string(bench.path(name)).unwrap();
    assert!(read("out_1.obj").contains("usemtl fur\nf "));
    assert_eq!(read("out_1.obj"), read("own_1.obj"));
    // the mesh of the same draws stays the mesh
    bench.run(&["sample", "scene.toml", "-n", "2", "-o", "out.vtu"]).ok();
    let mesh = forcedual::mesh::io::read(&bench.path("out.vtu")).unwrap();
    assert!(mesh.dim == 3 && mesh.cells.len() > 4 * 400);
    bench.write("beam.toml", "[mesh]\nshape = \"beam\"\n");
    let run = bench.run(&["sample", "beam.toml", "-n", "1", "-o", "beam.obj"]);
    assert!(run.code == 2 && run.err.contains("display ="), "{}", run.err);
}

#[test]
fn a_ready_mesh_may_name_the_surface_to_look_at() {
    let bench = Bench::new();
    bench.write("cube.obj", &cube(6));
    bench.run(&["mesh", "cube.obj", "-o", "cube.mesh", "--tets", "600"]).ok();
    let scene = |display: &str| {
        let text = format!("[mesh]\nfile = \"cube.mesh\"\ndisplay = \"{display}\"\n");
        bench.write("scene.toml", &(text + &PINNED.replace("cells = 600\n", "")));
        bench.run(&["design", "scene.toml", "-o", "m.safetensors"])
    };
    assert!(!scene("cube.obj").ok().err.contains("look at"));
    let json = bench.run(&["inspect", "m.safetensors", "--json"]).ok().json();
    assert!(json["surface"]["faces"].as_u64().unwrap() > 100);
    bench.write("far.obj", &cube(6).replace("v 1", "v 3"));
    assert!(scene("far.obj").ok().err.contains("out of the body"));
    let missing = scene("no.obj");
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("mesh.display") || missing.err.contains("display = "),
        "{}",
        missing.err
    );
    bench.run(&["design", "scene.toml", "-o", "cube.obj"]);
}

#[test]
fn a_creature_has_a_smooth_skin_in_its_colours() {
    let bench = Bench::new();
    for (name, cells) in [("teddy", 1500), ("ghost", 300)] {
        bench.write(
            "zoo.toml",
            &format!(
                "[mesh]\nshape = \"{name}\"\nsize = [2.0]\ncells = {cells}\n[subspace]\nmodes = 2\n"
            ),
        );
        bench.run(&["design", "zoo.toml", "-o", "m.safetensors"]).ok();
        let model = forcedual::export::Model::read(&bench.path("m.safetensors")).unwrap();
        let surface = model.surface.as_ref().unwrap();
        assert!(surface.display.faces.len() > 8 * cells, "{name}");
        assert_eq!(surface.display.colours.len(), surface.display.positions.len());
        assert!(surface.display.colours.iter().any(|c| *c != surface.display.colours[0]));
        let [low, high] = [f64::min, f64::max].map(|pick: fn(f64, f64) -> f64| {
            let x = |c: usize| surface.display.positions.iter().map(move |p| p[c]);
            [0, 1, 2].map(|c| x(c).reduce(pick).unwrap())
        });
        let extent = (0..3).map(|c| high[c] - low[c]).fold(0.0, f64::max);
        assert!((extent - 2.0).abs() < 0.1, "{name} {extent}");
        assert_eq!(model.cell_labels.len(), model.cells.len() / (model.dim + 1));
        assert!(model.regions.len() > 1, "{name}");
    }
    bench.run(&["sample", "zoo.toml", "-n", "1", "-o", "ghost.obj"]).ok();
    let moved = forcedual::mesh::io::read_display(&bench.path("ghost_0.obj")).unwrap();
    assert!(!moved.colours.is_empty() && moved.positions.iter().all(|p| p[2] == 0.0));
}

#[test]
fn check_takes_every_drawing_that_mesh_takes() {
    let bench = Bench::new();
    let ring = "M0 0h40v30h-40z M10 10h20v10h-20z";
    bench.write("ring.svg", &format!("<svg><path fill-rule='evenodd' d='{ring}'/></svg>"));
    bench.write("square.obj", "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nl 1 2 3 4 1 2\n");
    bench.write("open.svg", "<svg><path d='M0 0h4v4h-4'/></svg>");
    let check = |name: &str| bench.run(&["check", name, "--json"]).ok().json();
    let found = check("ring.svg");
    let drawing = &found["drawing"];
    assert_eq!((&drawing["loops"], &drawing["holes"]), (&2.into(), &1.into()));
    assert_eq!(drawing["area"], 1000.0);
    assert_eq!(found["bounds"][1][0], 40.0);
    assert!(found["scale"].as_str().unwrap().contains("metres"));
    let found = check("square.obj");
    assert_eq!((&found["drawing"]["area"], &found["drawing"]["dropped"]), (&4.0.into(), &1.into()));
    assert!(found["defects"][0].as_str().unwrap().contains("left out"), "{found}");
    assert_eq!(check("open.svg")["drawing"]["open"], 1);
    // a picture that the program itself drew: a dark square on white
    bench.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    bench
        .run(&[
            "render",
            "flat.obj",
            "-o",
            "flat.png",
            "--plain",
            "--size",
            "64x64",
            "--background",
            "white",
        ])
        .ok();
    let found = check("flat.png");
    assert_eq!((&found["drawing"]["loops"], &found["drawing"]["holes"]), (&1.into(), &0.into()));
    for name in ["ring.svg", "square.obj", "open.svg", "flat.png"] {
        bench.run(&["mesh", name, "-o", "out.mesh", "--cells", "200"]).ok();
        let text = bench.run(&["check", name]).ok().out;
        assert!(text.contains("closed curve") && text.contains("verdict"), "{text}");
    }
}

#[test]
fn check_says_why_a_drawing_has_no_inside() {
    let bench = Bench::new();
    bench.write("open.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n");
    bench.write("empty.svg", "<svg></svg>");
    let run = bench.run(&["check", "open.obj", "--json"]);
    assert_eq!((run.code, run.json()["usable"].as_bool()), (1, Some(false)));
    assert!(run.json()["refusal"].as_str().unwrap().contains("open"));
    assert_eq!(bench.run(&["check", "empty.svg"]).code, 2);
    bench.write("ring.svg", "<svg><rect width='2' height='1'/></svg>");
    let run = bench.run(&["check", "ring.svg", "--repair", "-o", "out.svg"]);
    assert!(run.code == 2 && run.err.contains("forcedual mesh"), "{}", run.err);
    assert!(!bench.path("out.svg").exists());
}

#[test]
fn the_names_of_regions_are_in_mesh_files() {
    let bench = Bench::new();
    for name in ["arm.msh", "arm.vtu", "arm.vtk", "arm.mesh", "arm.node"] {
        let run = bench.run(&["shapes", "arm", "-o", name, "--cells", "600"]).ok();
        assert!(run.out.contains("biceps"), "{}", run.out);
        let mesh = forcedual::mesh::io::read(&bench.path(name)).unwrap();
        let at = mesh.regions.iter().position(|r| r == "biceps").unwrap();
        assert!(mesh.cell_labels.contains(&(at as i64 + 1)), "{name}");
        // and scenes can use them
        let scene = format!(
            "[mesh]\nfile = \"{name}\"\n[[pin]]\nwhere = {{ region = \"biceps\" }}\n[subspace]\nmodes = 2\n"
        );
        bench.write("scene.toml", &scene);
        bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
        let json = bench.run(&["inspect", "m.safetensors", "--json"]).ok().json();
        assert!(json["regions"].as_array().unwrap().contains(&"biceps".into()), "{name}");
    }
    let text = std::fs::read_to_string(bench.path("arm.mesh")).unwrap();
    assert!(text.contains("# region 1 "), "{}", &text[..200]);
    let run = bench.run(&["shapes", "arm", "-o", "arm.png", "--cells", "600"]);
    assert_eq!(run.code, 2);
}

#[test]
fn scenes_announce_the_memory_that_their_surface_may_take() {
    let bench = Bench::new();
    bench.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0.2\nv 0 1 0\nf 1 2 3 4\n");
    bench.write("scene.toml", "[mesh]\nsurface = \"sheet.obj\"\ncells = 4000000\n");
    for args in
        [["design", "scene.toml", "-o", "m.safetensors"], ["render", "scene.toml", "-o", "a.png"]]
    {
        let run = bench.run(&args);
        assert!(run.code == 2 && run.err.contains("GiB of memory"), "{}", run.err);
    }
    assert_eq!(bench.files(), ["scene.toml", "sheet.obj"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_too_long_for_the_memory_is_refused_before_it_is_read() {
    let bench = Bench::new();
    // no bytes of it are stored
    std::fs::File::create(bench.path("long.stl")).unwrap().set_len(1 << 42).unwrap();
    bench.write("scene.toml", "[mesh]\nsurface = \"long.stl\"\n");
    for args in
        [["mesh", "long.stl", "-o", "out.mesh"], ["design", "scene.toml", "-o", "m.safetensors"]]
    {
        let run = bench.run(&args);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("GiB of memory or more, and "), "{}", run.err);
        assert!(!run.err.contains("note:"), "{}", run.err);
    }
}

#[test]
fn cavities_that_coarse_cells_lose_are_told_and_thin_keeps_them() {
    let bench = Bench::new();
    let cavity = ([0.1, 0.3, 0.3], [0.6, 0.7, 0.7], true);
    bench.write("hollow.obj", &boxes(&[([0.0; 3], [1.0; 3], false), cavity]));
    bench.write(
        "ring.svg",
        "<svg><path fill-rule='evenodd' d='M0 0h1v1h-1z M0.1 0.3h0.5v0.4h-0.5z'/></svg>",
    );
    for (name, cells, size) in [("hollow.obj", "600", "0.0800 m³"), ("ring.svg", "60", "0.200 m²")]
    {
        let run = bench.run(&["mesh", name, "-o", "out.mesh", "--cells", cells]).ok();
        let told = run.err.lines().find(|l| l.contains("1 cavity is ")).unwrap_or_default();
        assert!(told.contains(size), "{name}: {}", run.err);
        assert!(run.err.contains("cells of "), "{}", run.err);
        let args = ["mesh", name, "-o", "out.mesh", "--cells", cells, "--thin", "--json"];
        let json = bench.run(&args).ok().json();
        assert_eq!(json["mesh"]["shape"]["cavities"].as_array().unwrap().len(), 1, "{json}");
        // but for why there are more than asked for
        let warnings = json["warnings"].as_array().unwrap();
        let known =
            |w: &serde_json::Value| w.as_str().unwrap().contains("what is thin needs smaller");
        assert!(warnings.iter().all(known), "{json}");
    }
    bench.write("scene.toml", &format!("[mesh]\nsurface = \"hollow.obj\"\n{PINNED}"));
    let run = bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    assert!(run.err.contains("1 cavity is "), "{}", run.err);
}

#[test]
fn the_volume_of_shells_that_overlap_or_nest_is_that_of_the_solid() {
    let bench = Bench::new();
    let whole = ([0.0; 3], [1.0; 3], false);
    bench.write("two.obj", &boxes(&[whole, ([0.5, 0.3, 0.2], [1.5, 1.3, 1.2], false)]));
    bench.write("nested.obj", &boxes(&[whole, ([0.25; 3], [0.75; 3], false)]));
    bench.write("hollow.obj", &boxes(&[whole, ([0.25; 3], [0.75; 3], true)]));
    for (name, volume, words) in [
        ("two.obj", 2.0 - 0.5 * 0.7 * 0.8, "encloses about 1.7"),
        ("nested.obj", 1.0, "facing outwards"),
        ("hollow.obj", 0.875, "encloses 0.875 m³"),
    ] {
        let run = bench.run(&["check", name]).ok();
        assert!(run.out.contains(words), "{}", run.out);
        let found = bench.run(&["check", name, "--json"]).ok().json();
        let found = found["surface"]["volume"].as_f64().unwrap();
        assert!((found / volume - 1.0).abs() < 0.01, "{name}: {found}");
    }
}

#[test]
fn crossings_and_strokes_of_drawings_are_told_by_mesh_and_check_alike() {
    let bench = Bench::new();
    bench.write("bow.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nl 1 2 3 4 1\n");
    let stroke = "<circle cx='20' cy='5' r='3' fill='none' stroke='black'/>";
    bench.write("stroke.svg", &format!("<svg>{stroke}</svg>"));
    bench.write("left.svg", &format!("<svg>{stroke}<rect width='9' height='9'/></svg>"));
    for (name, words) in [
        ("bow.obj", "1 pair of lines crossing"),
        ("stroke.svg", "1 shape without a fill: all that the curve encloses is taken"),
        ("left.svg", "1 shape of a stroke without a fill: left out"),
    ] {
        let run = bench.run(&["mesh", name, "-o", "out.mesh", "--cells", "200"]).ok();
        assert!(run.err.contains(words), "{}", run.err);
        let run = bench.run(&["check", name]).ok();
        assert!(run.out.contains(words), "{}", run.out);
    }
    bench.write("tilted.obj", "v 0 0 0\nv 1 0 1\nv 1 1 1\nv 0 1 0\nl 1 2 3 4 1\n");
    for args in [&["check", "tilted.obj"][..], &["mesh", "tilted.obj", "-o", "out.mesh"]] {
        let run = bench.run(args);
        assert!(run.code == 2 && run.err.contains("not in the plane z = 0"), "{}", run.err);
    }
}

#[test]
fn a_body_of_nanometres_whose_modes_fail_is_suspected_of_another_unit() {
    let bench = Bench::new();
    bench.write("tiny.obj", &boxes(&[([0.0; 3], [2e-9; 3], false)]));
    let scene = "[mesh]\nsurface = \"tiny.obj\"\ncells = 3000\n[[force]]\nkind = \"matern\"\nlength = 0.5\n\
        rms-displacement = 0.02\n[subspace]\nmodes = 6\n";
    bench.write("scene.toml", scene);
    let run = bench.run(&["design", "scene.toml", "-o", "m.safetensors"]);
    assert!(run.err.contains("m is small: lengths are in m"), "{} {}", run.code, run.err);
}

#[test]
fn a_mesh_of_a_surface_with_a_look_says_how_to_keep_it() {
    let bench = Bench::new();
    bench.write("cube.obj", &dressed(6)).write("cube.mtl", "newmtl skin\nKd 1 0 0\n");
    let run = bench.run(&["mesh", "cube.obj", "--tets", "300"]).ok();
    let note =
        "note: a mesh has no materials: to see those of cube.obj, use `forcedual design cube.obj`";
    assert!(run.err.contains(note), "{}", run.err);
    bench.write("bare.obj", &cube(6));
    let run = bench.run(&["mesh", "bare.obj", "--tets", "300"]).ok();
    assert!(!run.err.contains("a mesh has no"), "{}", run.err);
}
