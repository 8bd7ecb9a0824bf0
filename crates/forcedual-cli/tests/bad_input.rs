//! Bad input: a coded error that names the place, exit code 2, and nothing written.

#[allow(dead_code)]
mod common;

use common::Bench;

/// Two tetrahedra that share a face.
const VERTICES: &str = "MeshVersionFormatted 1\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n";
const CELLS: &str = "Tetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\nEnd\n";

/// Name, scene, mesh, code, what else the message says.
type Case = (&'static str, String, Option<String>, &'static str, &'static [&'static str]);

const WITH_MESH: &str = "[mesh]\nfile = \"m.mesh\"\n";

/// A small pinned beam with whatever follows.
fn beam(rest: &str) -> String {
    format!(
        "[mesh]\nshape = \"beam\"\nsize = [1.0, 0.2, 0.2]\ncells = 120\n\
         [[pin]]\nwhere = {{ half-space = {{ point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] }} }}\n{rest}"
    )
}

#[test]
fn bad_input_is_refused_with_a_code_and_a_place_and_nothing_is_written() {
    let mesh = |vertices: &str, cells: &str| Some(format!("{vertices}{cells}"));
    let replaced = |from: &str, to: &str| mesh(&VERTICES.replace(from, to), CELLS);
    let scene = WITH_MESH.to_owned();
    let cases: Vec<Case> = vec![
        (
            "empty mesh",
            scene.clone(),
            mesh("MeshVersionFormatted 1\nDimension 3\nVertices\n0\n", "Tetrahedra\n0\nEnd\n"),
            "mesh-empty",
            &["m.mesh"],
        ),
        (
            "index out of range",
            scene.clone(),
            mesh(VERTICES, &CELLS.replace("2 3 4 5", "2 3 4 9")),
            "mesh-index",
            &["m.mesh", "9"],
        ),
        ("NaN", scene.clone(), replaced("0 0 1 0", "0 nan 1 0"), "mesh-not-finite", &["m.mesh:8", "NaN"]),
        ("infinite", scene.clone(), replaced("0 0 1 0", "0 inf 1 0"), "mesh-not-finite", &["m.mesh:8"]),
        (
            "mixed orientation",
            scene.clone(),
            mesh(
                &VERTICES.replace("\n5\n", "\n6\n").replace("1 1 1 0\n", "1 1 1 0\n-1 -1 -1 0\n"),
                "Tetrahedra\n3\n1 2 3 4 0\n2 3 5 4 0\n1 2 6 3 0\nEnd\n",
            ),
            "mesh-orientation",
            &["m.mesh", "repair = true"],
        ),
        (
            "zero volume",
            scene.clone(),
            replaced("1 1 1 0", "0.5 0.5 0 0"),
            "mesh-degenerate",
            &["cell 1", "repair = true"],
        ),
        (
            "Poisson's ratio of 1/2",
            beam("[material]\npoisson = 0.5\n"),
            None,
            "material-range",
            &["scene.toml:8", "material.poisson", "0.5"],
        ),
        ("Poisson's ratio of -1", beam("[material]\npoisson = -1.0\n"), None, "material-range", &["-1"]),
        ("no stiffness", beam("[material]\nyoung = 0.0\n"), None, "material-range", &["material.young"]),
        (
            "a region that changes nothing",
            beam("[[material.region]]\nwhere = \"all\"\n"),
            None,
            "scene",
            &["material.region[0]", "`young`, `poisson` or `density`"],
        ),
        (
            "no density in a region",
            beam("[[material.region]]\nwhere = \"all\"\ndensity = -5\n"),
            None,
            "material-range",
            &["material.region[0].density", "-5"],
        ),
        (
            "nothing can move",
            beam("[[pin]]\nwhere = \"all\"\n"),
            None,
            "unsupported-body",
            &["every vertex is pinned"],
        ),
        (
            "empty selection",
            beam("[[force]]\nkind = \"region\"\nwhere = { ball = { center = [9, 9, 9], radius = 0.1 } }\n"),
            None,
            "selection-empty",
            &["force[0].where", "scene.toml:9"],
        ),
        ("no modes", beam("[subspace]\nmodes = 0\n"), None, "modes", &["subspace.modes", "scene.toml:8"]),
        (
            "a negative number of modes",
            beam("[subspace]\nmodes = -3\n"),
            None,
            "scene",
            &["subspace.modes", "found -3", "a share of the motion such as \"99%\""],
        ),
        ("a share without percent", beam("[subspace]\nmodes = \"0.99\"\n"), None, "modes", &["did you mean \"99%\"?"]),
        (
            "weights without their kind",
            beam("[subspace]\nmethod = \"harmonic\"\nmodes = 5\n"),
            None,
            "scene",
            &["subspace.method", "scene.toml:8", "kind = \"skinning\""],
        ),
        (
            "a size of a file",
            format!("{WITH_MESH}size = [1, 1, 1]\n"),
            None,
            "scene",
            &["mesh.size: goes with a shape, not with a file", "scene.toml:3"],
        ),
        (
            "a unit of a shape",
            "[mesh]\nshape = \"beam\"\nunit = 0.001\n".into(),
            None,
            "scene",
            &["mesh.unit: goes with a file or a surface, not with a shape", "scene.toml:3"],
        ),
        (
            "a file and a shape",
            format!("{WITH_MESH}shape = \"beam\"\n"),
            None,
            "scene",
            &["mesh.shape: give either `file` or `shape`, not both", "scene.toml:3"],
        ),
        (
            "weight and where",
            beam("[[force]]\nkind = \"painted\"\nwhere = \"all\"\nweight = [1.0]\n"),
            None,
            "force",
            &["force[0].where: give either `weight` or `where`, not both", "scene.toml:9"],
        ),
        (
            "length and kappa",
            beam("[[force]]\nkind = \"matern\"\nlength = 0.1\nkappa = 3\n"),
            None,
            "force",
            &["force[0].kappa: give either `length` or `kappa`, not both", "scene.toml:10"],
        ),
        (
            "edges and between",
            beam("[[force]]\nkind = \"springs\"\nstiffness = 1\nedges = [[0, 1]]\nbetween = []\n"),
            None,
            "force",
            &["give either `edges` or `between`, not both", "scene.toml:11"],
        ),
        (
            "vertices and where",
            beam("[[force]]\nkind = \"handles\"\nstiffness = 1\nvertices = [1]\nwhere = \"all\"\n"),
            None,
            "force",
            &["give either `vertices` or `where`, not both", "scene.toml:11"],
        ),
        (
            "two strengths",
            beam("[[force]]\nkind = \"white-noise\"\nrms = 1\nrms-displacement = 0.1\n"),
            None,
            "force",
            &["give either `rms` or `rms-displacement`, not both", "scene.toml:10"],
        ),
        (
            "file and values",
            beam("[[force]]\nkind = \"painted\"\nwhere = { painted = { file = \"a.npy\", values = [1.0] } }\n"),
            None,
            "selection",
            &["give either `file` or `values`, not both", "scene.toml:9"],
        ),
        (
            "a spring without length",
            beam("[[force]]\nkind = \"springs\"\nstiffness = 1\nbetween = [[[0.5, 0, 0], [0.501, 0, 0]]]\n"),
            None,
            "force",
            &["has no length", "points are in m", "scene.toml:10"],
        ),
        ("too many modes", beam("[subspace]\nmodes = 100000\n"), None, "modes", &["100000"]),
        ("a share of all", beam("[subspace]\nmodes = \"100%\"\n"), None, "modes", &["100%"]),
        (
            "no variance",
            beam("[[force]]\nkind = \"painted\"\nwhere = \"all\"\n[[pin]]\nwhere = { not = { nearest = [1.0, 0.0, 0.0] } }\n")
                .replace("where = \"all\"", "where = { nearest = [0.0, 0.0, 0.0] }"),
            None,
            "force-no-variance",
            &["force[0]"],
        ),
        (
            "wrong shape",
            beam("[[force]]\nkind = \"painted\"\nweight = [1.0, 2.0]\n"),
            None,
            "array",
            &["force[0].weight", "scene.toml:9"],
        ),
        (
            "unknown key",
            beam("[material]\nyuong = 1e6\n"),
            None,
            "scene-unknown-key",
            &["did you mean `young`?", "scene.toml:8"],
        ),
        (
            "unknown kind of force",
            beam("[[force]]\nkind = \"whitenoise\"\n"),
            None,
            "scene",
            &["white-noise", "scene.toml:8"],
        ),
        ("not a document", "[mesh\n".into(), None, "scene", &["scene.toml:1"]),
        ("no mesh file", scene.clone(), None, "io", &["scene.toml:2", "mesh.file", "m.mesh", "looked for /"]),
        (
            "no array",
            beam("[[force]]\nkind = \"painted\"\nweight = { file = \"w.npy\" }\n"),
            None,
            "io",
            &["scene.toml:9", "force[0].weight", "looked for /", "w.npy"],
        ),
        (
            "no surface",
            beam("[[pin]]\nwhere = { not = { inside = \"s.stl\" } }\n"),
            None,
            "io",
            &["scene.toml:8", "pin[1].where.not.inside", "looked for /", "s.stl"],
        ),
        (
            "a key of another method",
            beam("[subspace]\nhandles = [\"boundary\"]\n"),
            None,
            "scene",
            &["scene.toml:8", "subspace.handles", "`force-dual`", "`bounded-biharmonic`"],
        ),
        (
            "a table of tables in the wrong place",
            beam("[[force]]\nkind = \"contact\"\n[[patch]]\ncenter = [1, 0, 0]\n"),
            None,
            "scene-unknown-key",
            &["scene.toml:9", "is a key of `force` where `kind` is \"contact\""],
        ),
        (
            "one table instead of several",
            beam("[[force]]\nkind = \"contact\"\n[force.patch]\ncenter = [1, 0, 0]\n"),
            None,
            "scene",
            &["scene.toml:9", "[[force.patch]]"],
        ),
        ("a mesh that is no mesh", scene.clone(), Some("MeshVersionFormatted 1\nDimension 3\nVertices\nmany\n".into()), "format", &["m.mesh"]),
        ("a wrong method", beam("[subspace]\nmethod = \"harmonic\"\n"), None, "scene", &["displacement"]),
    ];
    for (name, scene, mesh, code, parts) in cases {
        let bench = Bench::new();
        bench.write("scene.toml", &scene);
        if let Some(mesh) = &mesh {
            bench.write("m.mesh", mesh);
        }
        let before = bench.files();
        let run = bench.run(&["design", "scene.toml", "-o", "x.safetensors", "--report", "r.json"]);
        assert_eq!(run.code, 2, "{name}: {}{}", run.out, run.err);
        assert_eq!(run.err.lines().next(), Some(code), "{name}: {}", run.err);
        for part in parts {
            assert!(run.err.contains(part), "{name}: no `{part}` in\n{}", run.err);
        }
        assert!(run.out.is_empty(), "{name}: {}", run.out);
        assert_eq!(bench.files(), before, "{name}");
    }
}

#[test]
fn targets_that_cannot_be_written_are_refused_before_any_work() {
    let bench = Bench::new();
    bench.write("scene.toml", "this is not even read");
    for (target, why) in
        [("no/such/folder.safetensors", "folder"), (".", "folder"), ("scene.toml", "read")]
    {
        let run = bench.run(&["design", "scene.toml", "-o", target]);
        assert_eq!(run.code, 2);
        assert!(run.err.starts_with("io") && run.err.contains(why), "{}", run.err);
        assert_eq!(run.err.matches(&format!("{target}: ")).count(), 1, "{}", run.err);
    }
    assert_eq!(bench.files(), ["scene.toml"]);
}

#[test]
fn extensions_that_promise_another_format_are_refused() {
    let bench = Bench::new();
    bench.write("scene.toml", "this is not even read");
    for (args, allowed) in [
        (&["design", "scene.toml", "-o", "x.npz"], ".safetensors"),
        (&["compare", "scene.toml", "-o", "x.png"], ".svg or .json"),
    ] {
        let run = bench.run(args);
        assert_eq!(run.code, 2);
        assert!(run.err.starts_with("unknown-format") && run.err.contains(allowed), "{}", run.err);
    }
    assert_eq!(bench.files(), ["scene.toml"]);
}

#[test]
fn files_that_a_scene_reads_are_never_overwritten() {
    let bench = Bench::new();
    bench.write("m.vtu", "mesh").write("w.json", "weights").write(
        "scene.toml",
        "[mesh]\nfile = \"m.vtu\"\n[[force]]\nkind = \"painted\"\nweight = { file = \"w.json\" }\n",
    );
    for args in [
        &["sample", "scene.toml", "-o", "m.vtu"][..],
        &["design", "scene.toml", "--report", "./w.json"],
        &["compare", "scene.toml", "-o", "w.svg"],
    ] {
        let run = bench.run(args);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("it is a file that is read"), "{args:?}: {}", run.err);
    }
    assert_eq!(std::fs::read_to_string(bench.path("m.vtu")).unwrap(), "mesh");
    assert_eq!(std::fs::read_to_string(bench.path("w.json")).unwrap(), "weights");
}

#[test]
fn with_json_errors_are_json_too() {
    let bench = Bench::new();
    bench.write("scene.toml", &beam("[material]\nyuong = 1e6\n"));
    let run = bench.run(&["design", "scene.toml", "--json"]);
    assert_eq!(run.code, 2);
    let error = &run.json()["error"];
    assert_eq!(error["code"], "scene-unknown-key");
    assert_eq!((&error["file"], &error["line"]), (&"scene.toml".into(), &8.into()));
    assert_eq!(error["field"], "material.yuong");
    assert!(error["message"].is_string() && error["help"].is_string(), "{error}");
    assert!(run.err.starts_with("scene-unknown-key"), "{}", run.err);
}

#[test]
fn with_json_a_wrong_command_line_is_json_too() {
    let bench = Bench::new();
    for args in [&["design", "--json"][..], &["inspect", "--json", "a", "--nonsense"]] {
        let run = bench.run(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert_eq!(run.json()["error"]["code"], "usage");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
    let run = bench.run(&["design", "--nonsense"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let help = bench.run(&["design", "--json", "--help"]).ok();
    assert!(help.out.contains("Usage: forcedual design"), "{}", help.out);
}

#[test]
fn scenes_of_other_formats_are_refused_by_name() {
    let bench = Bench::new();
    bench.write("scene.yaml", "mesh:\n  shape: beam\n").write("scene", "[mesh]");
    bench.write("old.safetensors", "");
    let scenes = "scenes are .toml and .json";
    let cases = [("scene.yaml", scenes), ("scene", scenes), ("old.safetensors", "designed model")];
    for (name, part) in cases {
        let run = bench.run(&["design", name]);
        assert_eq!(run.code, 2);
        assert!(run.err.starts_with("unknown-format"), "{}", run.err);
        assert!(run.err.contains(part), "{}", run.err);
    }
    let run = bench.run(&["design", "nowhere.yaml"]);
    assert!(run.err.starts_with("io") && run.err.contains("no such file"), "{}", run.err);
}

#[test]
fn options_are_blamed_instead_of_the_scene() {
    let bench = Bench::new();
    bench.write("scene.toml", &beam("[subspace]\nmodes = 3\n"));
    let run = bench.run(&["design", "scene.toml", "--modes", "0"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--modes: 0 modes") && !run.err.contains("scene.toml"), "{}", run.err);
    let simulated = "[subspace]\nmodes = 3\nmethod = \"modal-derivatives\"\n[simulation]\nframes = 3\n\
                     solver = \"newton\"\n";
    bench.write("scene.toml", &beam(simulated));
    for (args, part) in [
        (
            &["simulate", "scene.toml", "--frames", "0"][..],
            "--frames: must lie between 1 and 100000",
        ),
        (&["simulate", "scene.toml", "--modes", "0"], "--modes: 0 modes"),
        (&["simulate", "scene.toml", "--solver", "projective"], "--solver: "),
        (
            &["simulate", "scene.toml", "--kind", "skinning"],
            "--kind: `modal-derivatives` does not make",
        ),
        (
            &["design", "scene.toml", "--kind", "skinning"],
            "--kind: `modal-derivatives` does not make",
        ),
        (&["design", "scene.toml", "--method", "diffused"], "--method: `diffused` does not make"),
    ] {
        let run = bench.run(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(part) && !run.err.contains("scene.toml"), "{args:?}: {}", run.err);
    }
    bench.write("scene.toml", &beam(&simulated.replace("= 3", "= 0")));
    let run = bench.run(&["simulate", "scene.toml", "--modes", "4", "--solver", "newton"]);
    assert!(run.err.contains("simulation.frames") && run.err.contains("scene.toml"), "{}", run.err);
    for bad in ["lots", "0.99", "101%", "-3"] {
        let run = bench.run(&["design", "scene.toml", "--modes", bad]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("a number such as 24, or a share"), "{bad}: {}", run.err);
    }
}

#[test]
fn damaged_models_are_refused() {
    let bench = Bench::new();
    bench.write("scene.toml", &beam("[subspace]\nmodes = 3\n"));
    bench.run(&["design", "scene.toml", "-o", "x.safetensors"]).ok();
    let whole = std::fs::read(bench.path("x.safetensors")).unwrap();
    bench.write("text", "this is a letter, not a model");
    let run = bench.run(&["inspect", "text"]);
    assert!(run.err.contains("this is not a forcedual model"), "{}", run.err);
    for cut in [0, 4, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(bench.path("cut.st"), &whole[..cut]).unwrap();
        let run = bench.run(&["inspect", "cut.st"]);
        assert_eq!(run.code, 2, "{cut}: {}", run.err);
        assert!(run.err.starts_with("model"), "{}", run.err);
    }
}

#[test]
fn a_comparison_replaces_no_other_kind_of_json() {
    let bench = Bench::new();
    bench.write("beam.json", "{\"modes\": 3}").write("beam.toml", "[mesh]\nshape = \"beam\"\n");
    let run = bench.run(&["compare", "beam.toml", "-o", "beam.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("beam.json") && run.err.contains("another kind"), "{}", run.err);
    assert_eq!(bench.files(), ["beam.json", "beam.toml"]);
}
