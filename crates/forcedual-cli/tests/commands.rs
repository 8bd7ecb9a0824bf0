//! Every command, end to end, on small shapes.

#[allow(dead_code)]
mod common;

use common::Bench;
use forcedual::array::Array;
use forcedual::export::Model;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

const SCENE: &str = r#"
[mesh]
shape = "beam"
size = [1.0, 0.2, 0.2]
cells = 400
[[pin]]
where = { half-space = { point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] } }
[[force]]
name = "pushes"
kind = "painted"
where = { ball = { center = [1.0, 0.1, 0.1], radius = 0.3 } }
rms-displacement = 0.01
[subspace]
modes = 8
"#;

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("scene.toml", SCENE);
    bench
}

#[test]
fn design_writes_a_model_and_a_report_that_agree() {
    let bench = bench();
    let run =
        bench.run(&["design", "scene.toml", "-o", "m.safetensors", "--report", "r.json"]).ok();
    for part in ["8 displacement modes", "captured", "m.safetensors", "r.json"] {
        assert!(run.out.contains(part), "{}", run.out);
    }
    assert!(run.err.is_empty(), "{}", run.err);
    let text = std::fs::read_to_string(bench.path("r.json")).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let model = Model::read(&bench.path("m.safetensors")).unwrap();
    assert_eq!(report["vertices"], model.mass.len());
    assert_eq!(report["cells"], model.cells.len() / 4);
    let held = model.held.iter().filter(|h| **h).count();
    assert_eq!(report["dofs"], 3 * (model.mass.len() - held));
    assert_eq!(report["modes"], 8);
    let values: Vec<f64> = serde_json::from_value(report["eigenvalues"].clone()).unwrap();
    assert_eq!(values, model.eigenvalues);
    let certificate = &report["certificate"];
    let [low, high] = [0, 1].map(|k| certificate["interval"][k].as_f64().unwrap());
    let captured = certificate["captured"].as_f64().unwrap();
    assert!(low <= captured && captured <= high && high <= 1.0 && captured > 0.9);
    // the captured variance is the sum of the eigenvalues
    let trace = certificate["trace"].as_f64().unwrap();
    assert!((values.iter().sum::<f64>() / trace - captured).abs() < 1e-8);
    assert!(certificate["energy_captured"].is_f64());
    let total = report["seconds"]["total"].as_f64().unwrap();
    let stages = ["read", "assemble", "order", "factor", "modes", "certificate"];
    let parts: f64 = stages.iter().map(|s| report["seconds"][s].as_f64().unwrap()).sum();
    assert!(parts <= total * 1.001);
    assert!(report["peak_memory_bytes"].is_u64() || !cfg!(target_os = "linux"));
    assert_eq!(report["warnings"], serde_json::json!([]));
}

#[test]
fn design_tells_what_selections_hit_and_shows_it_on_the_mesh() {
    let bench = bench();
    let args = ["design", "scene.toml", "--fields", "look.vtu", "--report", "r.json"];
    let out = bench.run(&args).ok().out;
    let text = std::fs::read_to_string(bench.path("r.json")).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let model = Model::read(&bench.path("scene.safetensors")).unwrap();
    let inside = |x: &[f64]| (x[0] - 1.0).hypot((x[1] - 0.1).hypot(x[2] - 0.1)) <= 0.3 + 1e-9;
    let held = model.held.iter().filter(|h| **h).count();
    let hit = model.vertices.chunks(3).filter(|x| inside(x)).count();
    let (total, line) = (
        model.mass.len(),
        |field: &str, n: usize, total: usize| serde_json::json!({ "field": field, "of": "vertices", "selected": n, "total": total }),
    );
    let expected = [line("pin[0].where", held, total), line("force[0].where", hit, total)];
    assert_eq!(report["selections"], serde_json::json!(expected));
    assert!(out.contains(&format!("force[0].where: {hit} of {total} vertices")), "{out}");
    assert!(out.contains("look.vtu"), "{out}");
    let vtu = std::fs::read_to_string(bench.path("look.vtu")).unwrap();
    for field in ["held", "young", "poisson", "density", "force_0_pushes"] {
        assert!(vtu.contains(&format!("\"{field}\"")), "{field}");
    }
    assert_eq!(bench.run(&["check", "look.vtu"]).ok().code, 0);
    assert_eq!(bench.run(&["design", "scene.toml", "--fields", "look.png"]).code, 2);
    let same = ["design", "scene.toml", "--report", "x.vtu", "--fields", "x.vtu"];
    assert!(bench.run(&same).err.contains("are the same"));
}

#[test]
fn skinning_models_speak_of_weights_and_agree_on_their_degrees_of_freedom() {
    let bench = Bench::new();
    // affine maps blended by two painted weights that add up to a third: some depend on others
    let free = SCENE.replace("[[pin]]", "[[pin2]]");
    let cut = |text: &str| {
        let (from, to) = (text.find("[[pin2]]").unwrap(), text.find("[[force]]").unwrap());
        format!("{}{}", &text[..from], &text[to..])
    };
    let handles = "kind = \"skinning\"\nmethod = \"harmonic\"\nhandles = [{ nearest = [0, 0, 0] }, \
                   { nearest = [1, 0.2, 0.2] }]";
    bench.write("scene.toml", &cut(&free).replace("modes = 8", handles));
    let report = bench.run(&["design", "scene.toml", "--json"]).ok().json();
    let json = bench.run(&["inspect", "scene.safetensors", "--json"]).ok().json();
    // weights of harmonic coordinates add up to one, the constant weight of a free body
    assert_eq!((&json["modes"], &json["weights"]), (&2.into(), &3.into()));
    assert_eq!(report["reduced_dofs"], 24);
    assert_eq!(json["reduced_dofs"], report["reduced_dofs"]);
    let text = bench.run(&["inspect", "scene.safetensors"]).ok().out;
    for part in [
        "2 skinning weights and 1 constant one by harmonic: 24 degrees of freedom",
        "(36 entries of affine maps, 12 of them redundant)",
        " weight  1",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_model_goes_to_this_folder_by_default_and_options_replace_the_scene() {
    let bench = bench();
    let args = ["design", "scene.toml", "--json", "--modes", "3", "--method", "lma"];
    let report = bench.run(&args).ok().json();
    assert_eq!((&report["modes"], &report["method"]), (&3.into(), &"lma".into()));
    let model = Model::read(&bench.path("scene.safetensors")).unwrap();
    assert_eq!(model.method, "lma");
    assert_eq!(model.scene["subspace"]["method"], "lma");
    let report = bench.run(&["design", "scene.toml", "--json", "--modes", "99%"]).ok().json();
    assert!(report["certificate"]["interval"][0].as_f64().unwrap() >= 0.99);
    let report =
        bench.run(&["design", "scene.toml", "--json", "--kind", "skinning", "--modes", "2"]);
    assert_eq!(report.ok().json()["reduced_dofs"], 24);
}

#[test]
fn models_are_the_same_at_any_number_of_threads() {
    let bench = bench();
    bench.run(&["design", "scene.toml", "-o", "1.safetensors", "--threads", "1"]).ok();
    bench.run(&["design", "scene.toml", "-o", "2.safetensors", "--threads", "2"]).ok();
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert!(bytes("1.safetensors") == bytes("2.safetensors"));
}

#[test]
fn more_modes_than_the_prior_has_are_a_warning() {
    let bench = Bench::new();
    let springs =
        "kind = \"springs\"\nbetween = [[[0.0, 0.0, 0.0], [1.0, 0.2, 0.2]]]\nstiffness = 10.0\n";
    let at = SCENE.find("name = \"pushes\"").unwrap();
    let to = SCENE.find("[subspace]").unwrap();
    bench.write("scene.toml", &format!("{}{springs}{}", &SCENE[..at], &SCENE[to..]));
    let run = bench.run(&["design", "scene.toml", "--json", "--quiet"]).ok();
    assert!(run.err.starts_with("warning: ") && run.err.contains("only 1 mode"), "{}", run.err);
    let report = run.json();
    assert_eq!(report["output"], "scene.safetensors");
    assert_eq!(report["modes"], 1);
    assert!(report["warnings"][0].as_str().unwrap().contains("only 1 mode"), "{report}");
    assert_eq!(report["certificate"]["exact"], true);
}

#[test]
fn inspect_shows_what_design_wrote() {
    let bench = bench();
    let report = bench.run(&["design", "scene.toml", "-o", "m.safetensors", "--json"]).ok().json();
    let shown = bench.run(&["inspect", "m.safetensors", "--json"]).ok().json();
    for key in ["vertices", "cells", "modes", "eigenvalues", "certificate", "kind", "reduced_dofs"]
    {
        assert_eq!(shown[key], report[key], "{key}");
    }
    let text = bench.run(&["inspect", "m.safetensors"]).ok().out;
    for part in
        ["pushes: painted, moves 0.0100 m rms", "captured", "█", "mode", "8 displacement modes"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn samples_are_forces_and_the_displacements_they_cause() {
    let bench = bench();
    bench.run(&["sample", "scene.toml", "-n", "3", "-o", "s.npz", "--seed", "7"]).ok();
    bench.run(&["sample", "scene.toml", "-n", "3", "-o", "again.npz", "--seed", "7"]).ok();
    bench.run(&["sample", "scene.toml", "-n", "3", "-o", "other.npz", "--seed", "8"]).ok();
    let read = |file: &str, name: &str| Array::read(&bench.path(file), Some(name)).unwrap();
    let (forces, moved) = (read("s.npz", "forces"), read("s.npz", "displacements"));
    let vertices = read("s.npz", "vertices");
    let n = vertices.shape[0];
    assert_eq!(vertices.shape, [n, 3]);
    assert_eq!((&forces.shape, &moved.shape), (&vec![3, n, 3], &vec![3, n, 3]));
    assert_eq!(read("s.npz", "cells").shape[1], 4);
    assert_eq!(forces, read("again.npz", "forces"));
    assert_ne!(forces, read("other.npz", "forces"));
    for draw in 0..3 {
        let of = |a: &Array| a.data[draw * 3 * n..][..3 * n].to_vec();
        let (f, u) = (of(&forces), of(&moved));
        // work is positive; held vertices do not move; forces act inside the ball only
        assert!(f.iter().zip(&u).map(|(f, u)| f * u).sum::<f64>() > 0.0);
        for i in 0..n {
            let x = &vertices.data[3 * i..][..3];
            let far =
                x.iter().zip([1.0, 0.1, 0.1]).map(|(x, c)| (x - c).powi(2)).sum::<f64>() > 0.0901;
            assert!(x[0] > 0.0 || u[3 * i..][..3] == [0.0; 3]);
            assert!(!far || f[3 * i..][..3] == [0.0; 3]);
        }
    }
    bench.run(&["sample", "scene.toml", "-n", "2", "-o", "s.vtu"]).ok();
    let vtu = std::fs::read_to_string(bench.path("s.vtu")).unwrap();
    for field in ["force_0", "displacement_0", "force_1", "displacement_1"] {
        assert!(vtu.contains(&format!("\"{field}\"")), "{field}");
    }
    assert_eq!(bench.run(&["sample", "scene.toml", "-o", "s.txt"]).code, 2);
}

#[test]
fn samples_have_the_mean_of_the_prior() {
    let bench = Bench::new();
    let scene = r#"
[mesh]
shape = "plate"
cavities = 1
cells = 200
[[pin]]
where = { half-space = { point = [0.0, 0.0], normal = [-1.0, 0.0] } }
[[force]]
kind = "pneumatic"
mean = 1.0
sigma = 0.01
"#;
    bench.write("scene.toml", scene);
    bench.run(&["design", "scene.toml", "-o", "m.safetensors", "--modes", "1"]).ok();
    bench.run(&["sample", "scene.toml", "-n", "4", "-o", "s.npz"]).ok();
    let mean = Model::read(&bench.path("m.safetensors")).unwrap().mean.unwrap();
    let size = mean.iter().map(|x| x * x).sum::<f64>().sqrt();
    let moved = Array::read(&bench.path("s.npz"), Some("displacements")).unwrap();
    for draw in moved.data.chunks_exact(mean.len()) {
        let off = draw.iter().zip(&mean).map(|(u, m)| (u - m) * (u - m)).sum::<f64>().sqrt();
        // five standard deviations
        assert!(off > 0.0 && off < 0.05 * size, "{off} of {size}");
    }
}

#[test]
fn places_that_miss_an_enlarged_shape_say_that_size_does_not_scale_them() {
    let bench = Bench::new();
    let scene = |size: &str, rest: &str| {
        bench.write("s.toml", &format!("[mesh]\nshape = \"ghost\"\ncells = 300\n{size}\n{rest}"));
        let run = bench.run(&["design", "s.toml"]);
        assert_eq!(run.code, 2, "{}", run.err);
        run.err.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let missed = [
        "[[pin]]\nwhere = { half-space = { point = [90, 0], normal = [1, 0] } }\n",
        "[[pin]]\nwhere = { nearest = [90, 0] }\n",
        "[[force]]\nkind = \"contact\"\npatch = [{ center = [90, 0], radius = 0.1 }]\n",
    ];
    for rest in missed {
        let err = scene("size = 0.5", rest);
        assert!(
            err.contains("points and lengths in the scene stay as written")
                && err.contains("selection-empty"),
            "{err}"
        );
        let err = scene("", rest);
        assert!(!err.contains("`size`"), "{err}");
    }
    assert!(!scene("size = 0.5", "[[force]]\nkind = \"contact\"\n").contains("`size`"));
}

#[test]
fn bodies_of_unlikely_size_are_a_warning() {
    let bench = Bench::new();
    bench.write("scene.toml", &SCENE.replace("[1.0, 0.2, 0.2]", "[1000.0, 200.0, 200.0]"));
    let scene = std::fs::read_to_string(bench.path("scene.toml")).unwrap();
    let scene =
        scene.replace("[1.0, 0.1, 0.1], radius = 0.3", "[1000.0, 100.0, 100.0], radius = 300.0");
    bench.write("scene.toml", &scene);
    let run = bench.run(&["design", "scene.toml", "--quiet"]).ok();
    assert!(run.err.contains("1000 m is large") && run.out.is_empty(), "{}", run.err);
}

#[test]
fn check_places_every_cavity() {
    let bench = Bench::new();
    let scene = "[mesh]\nshape = \"plate\"\ncavities = 12\ncells = 600\n";
    bench.write("scene.toml", scene);
    bench.run(&["sample", "scene.toml", "-n", "1", "-o", "s.vtu"]).ok();
    let json = bench.run(&["check", "s.vtu", "--json"]).ok().json();
    let cavities = json["shape"]["cavities"].as_array().unwrap();
    assert_eq!(cavities.len(), 12);
    // squares of side 2, one apart
    for (k, cavity) in cavities.iter().enumerate() {
        assert_eq!(cavity["number"], k);
        assert!((cavity["volume"].as_f64().unwrap() - 4.0).abs() < 1e-9);
        let at: Vec<f64> = serde_json::from_value(cavity["centroid"].clone()).unwrap();
        assert!((at[0] - (2.0 + 3.0 * k as f64)).abs() + (at[1] - 2.0).abs() < 1e-9, "{cavity}");
    }
    let text = bench.run(&["check", "s.vtu"]).ok().out;
    assert!(text.contains("11: 4.00 m² at (35.0, 2.00)"), "{text}");
}

#[test]
fn compare_finds_no_method_better_than_the_optimal_one() {
    let bench = bench();
    let run = bench.run(&["compare", "scene.toml", "-m", "1..16", "-n", "60"]).ok();
    assert!(
        run.out.contains("reduced solve") && run.out.contains("skinning-eigenmodes"),
        "{}",
        run.out
    );
    let text = std::fs::read_to_string(bench.path("compare.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let curves = json["curves"].as_array().unwrap();
    let names: Vec<&str> = curves.iter().map(|c| c["method"].as_str().unwrap()).collect();
    assert_eq!(names, ["force-dual", "lma", "greens", "pod", "skinning-eigenmodes"]);
    let number = |p: &Value, key: &str| p[key].as_f64().unwrap();
    let own = curves[0]["points"].as_array().unwrap();
    assert_eq!(own.len(), 16);
    for curve in curves {
        let points = curve["points"].as_array().unwrap();
        let mut before = f64::INFINITY;
        for point in points {
            let (best, found) = (number(point, "projection"), number(point, "reduced_solve"));
            assert!(best <= before * (1.0 + 1e-9) && best <= found * (1.0 + 1e-9), "{curve}");
            before = best;
            let dofs = point["dofs"].as_u64().unwrap() as usize;
            // up to the noise of sixty draws
            assert!(number(&own[dofs - 1], "projection") <= 1.25 * best, "{curve}");
        }
    }
    let svg = std::fs::read_to_string(bench.path("compare.svg")).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.contains("greens") && svg.trim_end().ends_with("</svg>")
    );
}

#[test]
fn compare_prints_the_warnings_of_every_method_once() {
    let bench = Bench::new();
    let weights = "kind = \"skinning\"\nmethod = \"bounded-biharmonic\"\nhandles = [\
                   { nearest = [0, 0, 0] }, { nearest = [1, 0, 0] }, { nearest = [0.5, 0, 0] }]";
    let thin = SCENE.replace("[1.0, 0.2, 0.2]", "[1.0, 0.01, 0.01]").replace("modes = 8", weights);
    bench.write("scene.toml", &thin);
    let warning = "the error of a reduced solve is";
    let design = bench.run(&["design", "scene.toml"]).ok();
    assert_eq!(design.err.matches(warning).count(), 1, "{}", design.err);
    let args = ["compare", "scene.toml", "--against", "skinning", "-n", "5", "--json"];
    let compare = bench.run(&args).ok();
    for method in ["bounded-biharmonic", "skinning-eigenmodes"] {
        let own = format!("{method}: {warning}");
        assert_eq!(compare.err.matches(&own).count(), 1, "{}", compare.err);
        assert_eq!(compare.out.matches(&own).count(), 1, "{}", compare.out);
    }
}

#[test]
fn compare_gives_weights_the_same_degrees_of_freedom() {
    let bench = Bench::new();
    bench.write("scene.toml", &SCENE.replace("modes = 8", "kind = \"skinning\""));
    let args =
        ["compare", "scene.toml", "-m", "2", "--against", "lma,dynamic", "-n", "5", "--json"];
    let json = bench.run(&args).ok().json();
    let of = |k: usize| json["curves"][k].clone();
    assert_eq!((&of(0)["kind"], &of(1)["kind"]), (&"skinning".into(), &"skinning".into()));
    assert_eq!(of(2)["kind"], "displacement");
    assert_eq!(of(0)["points"].as_array().unwrap().last().unwrap()["dofs"], 24);
    assert_eq!(of(2)["points"].as_array().unwrap().len(), 24);
    assert_eq!(bench.run(&["compare", "scene.toml", "--against", "magic"]).code, 2);
}

const TWO: &str = "MeshVersionFormatted 1\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n\
                   Tetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n";

#[test]
fn check_tells_good_meshes_from_bad_ones_and_mends() {
    let bench = Bench::new();
    bench.write("good.mesh", &TWO.replace("2 3 4 5", "2 3 5 4"));
    bench.write("bad.mesh", &TWO.replace("Tetrahedra\n2\n", "Tetrahedra\n3\n1 2 3 4 0\n"));
    let run = bench.run(&["check", "bad.mesh"]);
    assert_eq!(run.code, 1, "{}", run.err);
    for part in [
        "cells that are copies of earlier ones: 1 (1)",
        "[mesh-duplicate]",
        "--repair",
        "would refuse",
    ] {
        assert!(run.out.contains(part), "{part}\n{}", run.out);
    }
    let json = bench.run(&["check", "bad.mesh", "--json"]).json();
    assert_eq!(json["usable"], false);
    assert_eq!(json["defects"][0]["numbers"], serde_json::json!([1]));
    bench.run(&["check", "bad.mesh", "--repair", "-o", "mended.mesh"]).ok();
    assert_eq!(bench.run(&["check", "mended.mesh"]).code, 0);
    for (kind, start) in [("4.1", "4.1 1 8"), ("4.1-ascii", "4.1 0 8"), ("2.2", "2.2 1 8")] {
        let args = ["check", "bad.mesh", "--repair", "-o", "mended.msh", "--gmsh", kind];
        bench.run(&args).ok();
        let file = std::fs::read(bench.path("mended.msh")).unwrap();
        assert!(file.starts_with(format!("$MeshFormat\n{start}\n").as_bytes()), "{kind}");
        assert_eq!(bench.run(&["check", "mended.msh"]).code, 0);
    }
    let args = ["check", "bad.mesh", "--repair", "-o", "mended.vtu", "--gmsh", "2.2"];
    assert!(bench.run(&args).err.contains(".msh"));
    let run = bench.run(&["check", "bad.mesh", "--repair", "-o", "mended.msh", "--gmsh", "3"]);
    assert!(run.code == 2 && run.err.contains("2.2-ascii"), "{}", run.err);
    assert_eq!(bench.run(&["check", "none.mesh"]).code, 2);
    assert_eq!(bench.run(&["check", "bad.mesh", "--repair"]).code, 2);
}

#[test]
fn check_measures_a_mesh() {
    let bench = Bench::new();
    // the unit tetrahedron in millimetres, and a vertex that nothing uses
    let text = "MeshVersionFormatted 1\nDimension 3\nVertices\n5\n0 0 0 0\n1000 0 0 0\n0 1000 0 0\n0 0 1000 0\n5 5 5 0\n\
                Tetrahedra\n1\n1 2 3 4 0\nEnd\n";
    bench.write("one.mesh", text);
    let json = bench.run(&["check", "one.mesh", "--json"]).ok().json();
    assert_eq!((&json["vertices"], &json["cells"]), (&5.into(), &1.into()));
    assert_eq!(json["bounds"], serde_json::json!([[0.0, 0.0, 0.0], [1000.0, 1000.0, 1000.0]]));
    let shape = &json["shape"];
    assert!((shape["volume"].as_f64().unwrap() / (1e9 / 6.0) - 1.0).abs() < 1e-12);
    assert_eq!((&shape["components"], &shape["boundary_facets"]), (&1.into(), &4.into()));
    // dihedral angles of the corner tetrahedron: 90 degrees and acos(1/sqrt(3))
    let q = &shape["quality"];
    assert!((q["largest_angle"].as_f64().unwrap() - 90.0).abs() < 1e-9);
    assert!(
        (q["smallest_angle"].as_f64().unwrap() - (1.0 / 3f64.sqrt()).acos().to_degrees()).abs()
            < 1e-9
    );
    assert!(json["hints"][0].as_str().unwrap().contains("unit = 0.001"));
    assert_eq!(json["defects"][0]["code"], "unreferenced");
    let text = bench.run(&["check", "one.mesh"]).ok().out;
    assert!(
        text.contains("vertices that belong to no cell: 1 (4)") && text.contains("usable"),
        "{text}"
    );
}

#[test]
fn every_example_can_be_printed_and_designed() {
    let bench = Bench::new();
    let list = bench.run(&["example"]).ok().out;
    let names: Vec<&str> = list
        .lines()
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(names.len() >= 3);
    for name in names {
        let scene = bench.run(&["example", name]).ok().out;
        bench.write("scene.toml", &scene.replace("cells = 6000", "cells = 600"));
        let report = bench.run(&["design", "scene.toml", "--json"]).ok().json();
        assert!(report["certificate"]["captured"].as_f64().unwrap() > 0.5, "{name}: {report}");
        assert_eq!(report["warnings"], serde_json::json!([]), "{name}");
    }
    assert_eq!(bench.run(&["example", "nothing"]).code, 2);
}

#[test]
fn shapes_are_listed_described_and_drawn() {
    let bench = Bench::new();
    let list = bench.run(&["shapes"]).ok().out;
    for name in ["beam", "dragon", "gripper-2d"] {
        assert!(list.contains(&format!("  {name} ")), "{list}");
    }
    let ghost = bench.run(&["shapes", "ghost"]).ok().out;
    assert!(ghost.contains("regions  head, body, hem\n"), "{ghost}");
    let drawn = bench.run(&["shapes", "ghost", "-o", "ghost.png", "--size", "64", "-v"]).ok();
    assert!(drawn.err.contains("drawing ghost"), "{}", drawn.err);
    bench.run(&["shapes", "beam", "--pictures", "all", "--size", "64"]).ok();
    for file in ["ghost.png", "all/beam.png"] {
        let bytes = std::fs::read(bench.path(file)).unwrap();
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n", "{file}");
    }
    let refusal = bench.run(&["shapes", "ghots"]);
    assert!(refusal.code == 2 && refusal.err.contains("did you mean `ghost`?"), "{}", refusal.err);
}

#[test]
fn quiet_is_silent_and_verbose_names_the_stages() {
    let bench = bench();
    for args in [
        &["design", "scene.toml", "--quiet"][..],
        &["--quiet", "inspect", "scene.safetensors"],
        &["sample", "scene.toml", "--quiet"],
    ] {
        let run = bench.run(args).ok();
        assert!(run.out.is_empty() && run.err.is_empty(), "{args:?}: {}{}", run.out, run.err);
    }
    let run = bench.run(&["design", "scene.toml", "--verbose"]).ok();
    for stage in ["assembling", "factoring", "computing modes", "certifying"] {
        assert!(run.err.contains(stage), "{}", run.err);
    }
    assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'));
}

#[test]
fn the_schema_names_every_part_of_a_scene() {
    let schema = Bench::new().run(&["schema"]).ok().json();
    for key in ["mesh", "material", "pin", "force", "subspace"] {
        assert!(schema["properties"][key].is_object(), "{key}");
    }
}

#[test]
fn a_reader_that_goes_away_does_no_harm() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_forcedual"))
        .arg("schema")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
#[cfg(unix)]
fn interrupted_work_exits_with_130_soon_and_writes_nothing() {
    let bench = Bench::new();
    bench.write("scene.toml", &SCENE.replace("cells = 400", "cells = 200000"));
    for command in ["design", "sample", "compare"] {
        interrupt(&bench, command);
    }
}

#[cfg(unix)]
fn interrupt(bench: &Bench, command: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_forcedual"))
        .args([command, "scene.toml", "--verbose"])
        .current_dir(bench.path(""))
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // the first stage is named once Ctrl-C is handled
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut text = String::new();
    err.read_line(&mut text).unwrap();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let asked = std::time::Instant::now();
    err.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(asked.elapsed().as_secs() < 5, "{command}: {:?}", asked.elapsed());
    assert!(text.contains("stopping\n") && text.contains("interrupted"), "{text}");
    assert_eq!(bench.files(), ["scene.toml"]);
}
