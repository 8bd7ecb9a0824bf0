//! What `check` refuses, says and mends, and that it agrees with `mesh`.

#[allow(dead_code)]
mod common;

use common::{Bench, boxes, cube, dressed};

#[test]
fn one_repair_closes_a_hole_in_which_an_island_floats() {
    let bench = Bench::new();
    // a cube whose sixth face is missing but for a triangle in its middle
    let island = "v 1 0.4 0.4\nv 1 0.6 0.4\nv 1 0.5 0.6\nf 9 10 11\n";
    bench.write("island.obj", &(cube(5) + island));
    bench.run(&["check", "island.obj", "--repair", "-o", "whole.obj"]).ok();
    let found = bench.run(&["check", "whole.obj", "--json"]).ok().json();
    assert_eq!(found["defects"].as_array().unwrap().len(), 0, "{found}");
    assert!((found["surface"]["volume"].as_f64().unwrap() - 1.0).abs() < 1e-6);
}

#[test]
fn what_a_repair_says_is_left_is_what_the_written_file_has() {
    let bench = Bench::new();
    // away from the origin, where numbers of STL files are 1e-6 apart
    let far = |text: &str| -> String {
        let line = |line: &str| match line.strip_prefix("v ") {
            Some(numbers) => {
                let moved = numbers.split(' ').map(|x| x.parse::<f64>().unwrap() * 0.01 + 10.1);
                format!("v {}\n", moved.map(|x| x.to_string()).collect::<Vec<_>>().join(" "))
            }
            None => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    };
    let island = "v 1 0.499 0.499\nv 1 0.501 0.499\nv 1 0.5 0.503\nf 9 10 11\n";
    bench.write("island.obj", &far(&(cube(5) + island)));
    let said = bench.run(&["check", "island.obj", "--repair", "-o", "whole.stl", "--json"]);
    let said = said.ok().json();
    let found = bench.run(&["check", "whole.stl", "--json"]).ok().json();
    assert_eq!(said["left"], found["defects"]);
}

#[test]
fn repair_writes_what_it_could_mend_and_says_what_it_could_not() {
    let bench = Bench::new();
    let whole = ([0.0; 3], [1.0; 3], false);
    let crossing = ([0.5, 0.3, 0.2], [1.5, 1.3, 1.2], false);
    bench.write("crossing.obj", &boxes(&[whole, crossing]));
    bench.write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n");
    // the crossing boxes, of which one lacks a triangle
    let text = boxes(&[whole, crossing]);
    bench.write("both.obj", text.trim_end().rsplit_once('\n').unwrap().0);
    bench.write("clean.obj", &boxes(&[whole]));
    bench.write("hole.obj", &cube(5));
    for (name, code, written, left) in [
        ("crossing.obj", 1, false, "passing through"),
        ("one.obj", 1, false, "open sheet"),
        ("both.obj", 1, true, "passing through"),
        ("clean.obj", 0, true, ""),
        ("hole.obj", 0, true, ""),
    ] {
        let args = ["check", name, "--repair", "-o", "out.obj"];
        let run = bench.run(&args);
        assert_eq!((run.code, bench.path("out.obj").exists()), (code, written), "{name}");
        assert_eq!(run.out.contains("Wrote out.obj"), written, "{}", run.out);
        assert_eq!(run.out.contains("nothing was written"), !written, "{}", run.out);
        if written {
            std::fs::remove_file(bench.path("out.obj")).unwrap();
        }
        let json = bench.run(&[&args[..], &["--json"]].concat()).json();
        assert_eq!(json["output"].is_string(), written, "{json}");
        let said = json["left"].to_string();
        assert_eq!((said == "[]", said.contains(left)), (left.is_empty(), true), "{said}");
        let _ = std::fs::remove_file(bench.path("out.obj"));
    }
}

#[test]
fn what_is_written_to_an_stl_is_what_is_judged() {
    let bench = Bench::new();
    let at = |x: f64| {
        let boxes = boxes(&[([x, 0.0, 0.0], [x + 0.1, 0.1, 0.1], false)]);
        boxes.trim_end().rsplit_once('\n').unwrap().0.to_owned()
    };
    bench.write("near.obj", &at(10.0));
    bench.write("far.obj", &at(1e7));
    bench.run(&["check", "near.obj", "--repair", "-o", "near.stl"]).ok();
    let found = bench.run(&["check", "near.stl", "--json"]).ok().json();
    assert_eq!(found["defects"].as_array().unwrap().len(), 0, "{found}");
    let run = bench.run(&["check", "far.obj", "--repair", "-o", "far.stl"]);
    assert!(run.code == 2 && run.err.contains(".ply or .obj"), "{}", run.err);
    bench.run(&["check", "far.obj", "--repair", "-o", "far.ply"]).ok();
    bench.run(&["check", "far.ply"]).ok();
    assert!(!bench.path("far.stl").exists());
}

#[test]
fn a_mended_obj_keeps_its_look_and_other_files_say_that_they_do_not() {
    let bench = Bench::new();
    bench.write("cube.obj", &dressed(5)).write("cube.mtl", "newmtl skin\nKd 1 0 0\n");
    let run = bench.run(&["check", "cube.obj", "--repair", "-o", "whole.obj"]).ok();
    assert!(run.out.contains("the triangles that close holes (4) are plain"), "{}", run.out);
    let written = std::fs::read_to_string(bench.path("whole.obj")).unwrap();
    let (plain, kept) = written.split_once("usemtl skin\n").unwrap();
    assert!(plain.contains("mtllib cube.mtl\n") && plain.matches("\nf ").count() == 4, "{written}");
    // two triangles of each face, all corners with texture coordinates
    let faces: Vec<&str> = kept.lines().filter(|l| l.starts_with("f ")).collect();
    assert!(faces.len() == 10 && faces.iter().all(|f| f.matches('/').count() == 3), "{written}");
    // the turned face keeps the corners that it had
    let look = |name: &str| {
        let display = forcedual::mesh::io::read_display(&bench.path(name)).unwrap();
        let at = |p: [f64; 3]| {
            let same = |i: &&u32| display.positions[**i as usize] == p;
            let flat = |t: &&[u32; 3]| t.iter().all(|i| display.positions[*i as usize][2] == 0.0);
            let i = display.faces.iter().filter(flat).flatten().find(same).unwrap();
            display.texture[*i as usize]
        };
        [at([0.0; 3]), at([1.0, 0.0, 0.0]), at([1.0, 1.0, 0.0])]
    };
    assert_eq!(look("whole.obj"), look("cube.obj"));
    let run = bench.run(&["check", "cube.obj", "--repair", "-o", "whole.ply"]).ok();
    let said = "the materials and texture coordinates of cube.obj are not written: an .obj would keep them";
    assert!(run.out.contains(said), "{}", run.out);
    let run = bench.run(&["check", "cube.obj", "--repair", "-o", "whole.glb"]);
    assert!(run.code == 2 && run.err.contains("not written to .glb"), "{}", run.err);
}

#[test]
fn caps_that_pass_through_the_surface_are_said_to_do_so() {
    let bench = Bench::new();
    // a rod in a box without a lid ends above its rim
    let both = [([0.0; 3], [1.0; 3], false), ([0.4, 0.4, 0.2], [0.6, 0.6, 1.5], false)];
    bench.write("box.obj", &boxes(&both).replacen("f 5 6 8\nf 5 8 7\n", "", 1));
    let run = bench.run(&["check", "box.obj", "--repair", "-o", "fix.obj"]);
    assert!(
        run.out.contains("what closes the holes passes through other triangles: "),
        "{}",
        run.out
    );
    assert!(run.out.contains(" more pairs than before"), "{}", run.out);
}

#[test]
fn all_that_can_be_read_is_named_where_a_file_cannot() {
    let bench = Bench::new();
    bench.write("letter.toml", "Dear all");
    for command in ["check", "mesh"] {
        let run = bench.run(&[command, "letter.toml"]);
        let words: Vec<&str> = run.err.split_whitespace().collect();
        let said = words.join(" ");
        assert!(run.code == 2 && said.contains("drawings from .svg, .png and .obj"), "{said}");
        assert!(said.contains(".stl, .ply, .gltf and .glb"), "{said}");
    }
}

#[test]
fn check_and_mesh_refuse_a_vertex_that_is_far_off_alike() {
    let bench = Bench::new();
    let ball = forcedual::mesh::zoo::Kind::Seal.creature();
    let skin = ball.display(1.0, &forcedual::progress::Silent).unwrap();
    let mut text = String::from("v 1e30 0 0\n");
    skin.positions[1..].iter().for_each(|p| text += &format!("v {} {} {}\n", p[0], p[1], p[2]));
    skin.faces.iter().for_each(|f| text += &format!("f {} {} {}\n", f[0] + 1, f[1] + 1, f[2] + 1));
    bench.write("far.obj", &text);
    for command in [
        &["mesh", "far.obj"][..],
        &["check", "far.obj"],
        &["check", "far.obj", "--repair", "-o", "b.obj"],
    ] {
        let run = bench.run(command);
        assert!(
            run.code == 2 && run.err.contains("vertex 0 is 1.00e30 m away"),
            "{}{}",
            run.out,
            run.err
        );
    }
    assert_eq!(bench.files(), ["far.obj"]);
}

#[test]
fn check_and_mesh_agree_on_flat_and_very_thin_surfaces() {
    let bench = Bench::new();
    bench.write("flat.off", "OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n");
    bench.write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for name in ["flat.off", "one.obj"] {
        let run = bench.run(&["mesh", name, "-o", "flat.mesh"]);
        assert!(run.code == 2 && run.err.contains("it has no inside"), "{}", run.err);
        assert!(!bench.path("flat.mesh").exists());
    }
    let found = bench.run(&["check", "flat.off", "--json"]);
    assert!(found.code == 1 && found.json()["usable"] == false, "{}", found.out);
    bench.write("plate.obj", &boxes(&[([0.0; 3], [1.0, 1.0, 1e-5], false)]));
    let run = bench.run(&["check", "plate.obj"]);
    assert!(run.code == 1 && run.out.contains("refuse it: it is at most about"), "{}", run.out);
    assert_eq!(bench.run(&["mesh", "plate.obj", "-o", "plate.mesh"]).code, 2);
    bench.write("thin.obj", &boxes(&[([0.0; 3], [1.0, 1.0, 5e-4], false)]));
    let run = bench.run(&["check", "thin.obj"]).ok();
    assert!(run.out.contains("`forcedual mesh` needs cells that small"), "{}", run.out);
    // with a lump there is something to fill
    let lump = ([2.0; 3], [3.0; 3], false);
    bench.write("lump.obj", &boxes(&[([0.0; 3], [1.0, 1.0, 1e-5], false), lump]));
    bench.run(&["check", "lump.obj"]).ok();
    bench.run(&["mesh", "lump.obj", "-o", "lump.mesh", "--tets", "2000"]).ok();
}
