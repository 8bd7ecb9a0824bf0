//! `forcedual simulate`, end to end, on small shapes.

#[allow(dead_code)]
mod common;

use common::Bench;
use forcedual::array::Array;
use serde_json::Value;

const BEAM: &str = r#"
[mesh]
shape = "beam"
size = [1.0, 0.2, 0.2]
cells = 400
[material]
young = 1e5
[[pin]]
where = { half-space = { point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] } }
[[force]]
name = "tendons"
kind = "springs"
between = [[[0.1, 0.2, 0.1], [0.9, 0.2, 0.1]], [[0.1, 0.0, 0.1], [0.9, 0.0, 0.1]]]
stiffness = 500.0
sigma = 0.02
[subspace]
modes = 2
"#;

fn scene(extra: &str) -> Bench {
    let bench = Bench::new();
    bench.write("scene.toml", &format!("{BEAM}\n{extra}"));
    bench
}

/// Ten times slower than the beam's slowest vibration.
const SLOW: &str = "[simulation]\nstep = 1.0\nframes = 36\n\
                    [[simulation.drive]]\nchannel = \"tendons[0]\"\nkeys = [[0, 0], [30, -1e-4]]\n";

#[test]
fn a_slow_pull_is_followed_better_than_by_linear_modal_analysis() {
    let bench = scene(SLOW);
    let report = bench.run(&["simulate", "scene.toml", "--against", "lma", "--json"]).ok().json();
    let error = report["error"].as_f64().unwrap();
    let rivals = report["against"].as_array().unwrap();
    assert_eq!(rivals[0]["name"], "full");
    assert!(rivals[0]["error"].is_null() && rivals[0]["ratio"].as_f64().unwrap() > 1.0);
    let lma = rivals[1]["error"].as_f64().unwrap();
    assert!(error < 0.01 && lma > 0.2, "{error} {lma}");
    assert_eq!(report["held"], 0);
    assert_eq!(report["steps"], 36);
    assert!(report["cubature_error"].as_f64().unwrap() < 0.06);
}

#[test]
fn motions_are_written_in_every_format_with_a_report_beside() {
    let bench = scene("");
    for name in ["run.glb", "run.pvd", "run.usda", "run.npz", "run.safetensors"] {
        let run = bench.run(&["simulate", "scene.toml", "--frames", "5", "-o", name]).ok();
        assert!(run.out.contains(&format!("Wrote {name}")), "{}", run.out);
        assert!(run.err.contains("shaken by the forces it expects"), "{}", run.err);
    }
    let run = bench.run(&["simulate", "scene.toml", "--frames", "5", "-o", "series.vtu"]).ok();
    assert!(run.out.contains("Wrote series.pvd (frames in series)"), "{}", run.out);
    let run = bench.run(&["simulate", "scene.toml", "-o", "run.avi"]);
    assert!(run.code == 2 && run.err.contains(".vtu"), "{}", run.err);
    let names = std::fs::read_to_string(bench.path("series.pvd")).unwrap();
    let last = names.rsplit("file=\"").next().and_then(|rest| rest.split('"').next()).unwrap();
    assert!(last.ends_with("/series_0005.vtu") && bench.path(last).exists(), "{last}");
    bench.run(&["simulate", "scene.toml", "--frames", "5", "--report", "r.json", "-q"]).ok();
    let report: Value =
        serde_json::from_str(&std::fs::read_to_string(bench.path("r.json")).unwrap()).unwrap();
    for key in ["step", "control", "reconstruction"] {
        assert!(report[key]["median"].is_number(), "{report}");
    }
    let read = |name: &str| Array::read(&bench.path("run.npz"), Some(name)).unwrap();
    assert_eq!(read("times").shape, [6]);
    assert_eq!(read("coordinates").shape, [6, 2]);
    assert_eq!(read("actuation").shape, [6, 2]);
    assert!(read("coordinates").data.iter().any(|z| z.abs() > 1e-6));
}

#[test]
fn runs_are_the_same_bytes_again_and_on_one_thread() {
    let bench = scene("");
    let bytes = |threads: &str, name: &str| {
        bench
            .run(&["simulate", "scene.toml", "--frames", "8", "-o", name, "--threads", threads])
            .ok();
        std::fs::read(bench.path(name)).unwrap()
    };
    let first = bytes("1", "a.npz");
    assert!(first == bytes("1", "b.npz") && first == bytes("2", "c.npz"));
}

#[test]
fn targets_are_reached_by_actuation() {
    let bench = scene(
        "[simulation]\nframes = 400\n[[simulation.target]]\nat = [1.0, 0.2, 0.1]\n\
         by = [[0, 0, 0, 0], [1, 0, 0.03, 0]]\n",
    );
    let report = bench.run(&["simulate", "scene.toml", "--json"]).ok().json();
    assert!(report["reach_worst"].as_f64().unwrap() < 2e-3, "{report}");
    assert!(report["reach"].as_f64().unwrap() <= report["reach_worst"].as_f64().unwrap());
    assert!(report["control"]["median"].as_f64().unwrap() > 0.0);
}

#[test]
fn projective_dynamics_asks_for_its_law_and_then_runs() {
    let bench = scene("");
    let run = bench.run(&["simulate", "scene.toml", "--solver", "projective"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("arap"), "{}", run.err);
    let arap = BEAM.replace("young = 1e5", "young = 1e5\nlaw = \"arap\"");
    bench.write("arap.toml", &arap);
    let run = bench.run(&["simulate", "arap.toml", "--solver", "projective", "--frames", "9"]).ok();
    assert!(run.out.contains("projective dynamics, 10.0 iterations"), "{}", run.out);
}

#[test]
fn faults_of_the_simulation_are_named_with_their_line() {
    let cases = [
        ("[[simulation.drive]]\nchannel = \"tendon\"\nkeys = [[0, 0]]", "tendons[0]"),
        ("[[simulation.drive]]\nchannel = \"tendons\"", "keys"),
        ("[[simulation.drive]]\nchannel = \"tendons\"\nkeys = [[0, 0], [0, 1]]", "not later"),
        (
            "[[simulation.drive]]\nchannel = \"tendons\"\nkeys = [[0, 0]]\n\
             [[simulation.drive]]\nchannel = \"tendons[1]\"\nkeys = [[0, 1]]",
            "`tendons[1]` is driven by an earlier drive",
        ),
        ("[[simulation.handle]]\nat = [1, 0]\nby = [[0, 0, 0, 0]]", "3 finite coordinates"),
        ("[[simulation.handle]]\nat = [1, 0, 0]", "path"),
        ("[[simulation.handle]]\nat = [99, 0, 0]\nby = [[0, 0, 0, 0]]", "farther away"),
        (
            "[[simulation.handle]]\nat = [1, 0, 0]\nby = [[0, 0, 0, 0]]\nfrom = 2\nuntil = 1",
            "1 s is before 2 s",
        ),
        ("[[simulation.collider]]\nfriction = 0.3", "one shape, not 0"),
        ("[[simulation.collider]]\nsphere = { center = [0, 0, 0], radius = -1 }", "positive"),
        ("[[simulation.collider]]\nsurface = \"no.obj\"", "no.obj"),
        ("step = 0.0", "between 1e-6 s and 1 s"),
        ("gravity = [0, 1]", "3 finite numbers"),
        ("cubature = 0", "at least 1"),
        ("stepp = 0.1", "did you mean `step`"),
    ];
    for (text, part) in cases {
        let bench = scene(&format!("[simulation]\n{text}\n"));
        let run = bench.run(&["simulate", "scene.toml", "-o", "run.glb"]);
        assert_eq!(run.code, 2, "{text}: {}", run.out);
        assert!(run.err.contains(part), "{text}: {}", run.err);
        assert!(run.err.contains("scene.toml:"), "{text}: {}", run.err);
        assert_eq!(bench.files(), ["scene.toml"], "{text}");
    }
    let bench = scene("");
    let run = bench.run(&["simulate", "scene.toml", "-o", "run.mov"]);
    assert!(run.code == 2 && run.err.contains(".glb"), "{}", run.err);
}

#[test]
fn bodies_fall_on_obstacles_of_every_shape() {
    let bench = Bench::new();
    let ball = "v -0.3 -0.6 -0.3\nv 0.3 -0.6 -0.3\nv 0 -0.6 0.4\nv 0 -0.1 0\n\
                f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n";
    bench.write("block.obj", ball);
    for shape in [
        "half-space = { point = [0, -0.5, 0], normal = [0, 1, 0] }",
        "sphere = { center = [0, -0.7, 0], radius = 0.3 }",
        "capsule = { from = [-1, -0.6, 0], to = [1, -0.6, 0], radius = 0.2 }",
        "box = { center = [0, -0.6, 0], size = [2, 0.4, 2] }",
        "surface = \"block.obj\"",
    ] {
        let text = format!(
            "[mesh]\nshape = \"ball\"\nsize = 0.4\ncells = 300\n[material]\nyoung = 1e5\n\
             [subspace]\nmodes = 8\n[simulation]\nframes = 60\ngravity = [0, -9.81, 0]\n\
             [[simulation.collider]]\n{shape}\nfriction = 0.2\n"
        );
        bench.write("scene.toml", &text);
        bench.run(&["simulate", "scene.toml", "-o", "run.npz", "-q"]).ok();
        let positions = Array::read(&bench.path("run.npz"), Some("positions")).unwrap();
        let [frames, vertices, _] = positions.shape[..] else { panic!("{:?}", positions.shape) };
        let mean = |frame: usize| {
            let rows = positions.data.chunks(3).skip(frame * vertices).take(vertices);
            rows.map(|p| p[1]).sum::<f64>() / vertices as f64
        };
        // a second of free fall is 4.9 m
        let fallen = mean(0) - mean(frames - 1);
        assert!(fallen > 0.02 && fallen < 1.2, "{shape}: {fallen}");
    }
}

#[test]
fn models_are_played_anywhere_as_their_scenes_are_simulated() {
    let extra = "[simulation]\nframes = 20\ngravity = [0, -9.81, 0]\n\
                 [[simulation.collider]]\nsurface = \"block.obj\"\nfriction = 0.2\n\
                 [[simulation.handle]]\nat = [1, 0.2, 0.2]\nby = [[0, 0, 0, 0], [0.2, 0, 0, 0.1]]\n";
    let bench = scene(extra);
    bench.write(
        "block.obj",
        "v 0.5 -0.6 -0.3\nv 1.5 -0.6 -0.3\nv 1 -0.6 0.6\nv 0.9 -0.01 0.1\n\
         f 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n",
    );
    bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    bench.run(&["simulate", "scene.toml", "-o", "a.npz"]).ok();
    let away = Bench::new();
    std::fs::copy(bench.path("m.safetensors"), away.path("m.safetensors")).unwrap();
    let report = away.run(&["simulate", "m.safetensors", "-o", "b.npz", "--json"]).ok().json();
    assert_eq!((&report["steps"], &report["held"]), (&20.into(), &0.into()));
    for name in ["times", "coordinates", "velocities", "actuation", "positions", "faces"] {
        let a = Array::read(&bench.path("a.npz"), Some(name)).unwrap();
        let b = Array::read(&away.path("b.npz"), Some(name)).unwrap();
        assert_eq!(a.shape, b.shape, "{name}");
        let worst = a.data.iter().zip(&b.data).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst <= if name == "positions" { 1e-6 } else { 1e-12 }, "{name}: {worst}");
    }
    for name in ["run.glb", "run.usda", "run.safetensors"] {
        let run = away.run(&["simulate", "m.safetensors", "--frames", "3", "-o", name]).ok();
        assert!(run.out.contains(&format!("Wrote {name}")), "{}", run.out);
    }
    let exact = away.run(&["simulate", "m.safetensors", "--solver", "exact-newton"]).ok();
    assert!(exact.out.contains("solved exactly"), "{}", exact.out);
    let shown = away.run(&["inspect", "m.safetensors"]).ok().out;
    assert!(shown.contains("Newton's method: 2 coordinates"), "{shown}");
    assert_eq!(
        away.run(&["inspect", "m.safetensors", "--json"]).ok().json()["runtime"]["channels"][1]["name"],
        "tendons[1]"
    );
}

#[test]
fn what_a_model_cannot_do_is_said_and_nothing_is_written() {
    let bench = scene("");
    bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    bench.write("broken.safetensors", "not a model at all");
    let files = bench.files();
    for (args, part) in [
        (&["m.safetensors", "--against", "full"][..], "pass the scene"),
        (&["m.safetensors", "-o", "run.pvd"], "pass the scene"),
        (&["m.safetensors", "--modes", "3"], "designed already"),
        (&["m.safetensors", "--solver", "projective"], "made for Newton"),
        (&["m.safetensors", "--frames", "0"], "between 1 and 100000"),
        (&["m.safetensors", "-o", "m.safetensors"], "it is a file that is read"),
        (&["broken.safetensors"], "not a forcedual model"),
        (&["none.safetensors"], "none.safetensors"),
    ] {
        let run = bench.run(&[&["simulate"], args].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
        assert_eq!(bench.files(), files, "{args:?}");
    }
}

#[test]
fn a_scene_whose_simulation_is_at_fault_is_not_designed() {
    let bench = scene("[[simulation.drive]]\nchannel = \"tendon\"\nkeys = [[0, 0]]\n");
    let run = bench.run(&["design", "scene.toml"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("tendons[0]") && run.err.contains("scene.toml:"), "{}", run.err);
    assert_eq!(bench.files(), ["scene.toml"]);
}

const EITHER: &str = r#"
[mesh]
shape = "beam"
size = [1.0, 0.2, 0.2]
cells = 400
[material]
young = 1e5
[[pin]]
where = { half-space = { point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] } }
[[force]]
kind = "mixture"
[[force.of]]
name = "tip"
kind = "handles"
stiffness = 100.0
where = { ball = { center = [1.0, 0.1, 0.1], radius = 0.15 } }
[[force.of]]
name = "middle"
kind = "handles"
stiffness = 100.0
where = { ball = { center = [0.5, 0.1, 0.1], radius = 0.15 } }
[subspace]
modes = 4
"#;

const HAND: &str = "[simulation]\nframes = 120\nadaptive = \"compliance\"\n\
    [[simulation.handle]]\nat = [0.5, 0.2, 0.1]\nby = [[0, 0, 0, 0], [1, 0, 0.02, 0]]\n";

#[test]
fn subspaces_change_with_the_hand_and_the_posterior_is_written() {
    let bench = Bench::new();
    bench.write("middle.toml", &format!("{EITHER}{HAND}"));
    let report = bench
        .run(&["simulate", "middle.toml", "--against", "full", "-o", "run.npz", "--json"])
        .ok()
        .json();
    let parts = report["adaptive"].as_array().unwrap();
    assert_eq!(parts[1]["name"], "middle");
    assert!(parts[1]["steps"].as_u64().unwrap() > 60, "{report}");
    assert!(parts[1]["posterior"].as_f64().unwrap() > 0.9);
    assert!(report["error"].as_f64().unwrap() < 0.25, "{report}");
    let posterior = Array::read(&bench.path("run.npz"), Some("posterior")).unwrap();
    assert_eq!(posterior.shape, [121, 2]);
    assert!(posterior.data.chunks(2).all(|p| (p[0] + p[1] - 1.0).abs() < 1e-9));
    let run = bench.run(&["simulate", "middle.toml"]).ok();
    assert!(run.out.contains("middle: "), "{}", run.out);
}

#[test]
fn models_of_mixtures_change_as_their_scenes_do() {
    let bench = Bench::new();
    bench.write("middle.toml", &format!("{EITHER}{HAND}"));
    let design = bench.run(&["design", "middle.toml"]).ok();
    assert!(!design.err.contains("warning"), "{}", design.err);
    let of = |input: &str, output: &str| {
        let report = bench.run(&["simulate", input, "-o", output, "--json"]).ok().json();
        let posterior = Array::read(&bench.path(output), Some("posterior")).unwrap();
        (report["adaptive"].clone(), report["changes"].clone(), posterior.data)
    };
    let scene = of("middle.toml", "scene.npz");
    assert_eq!(scene, of("middle.safetensors", "model.npz"));
    assert!(scene.1.as_u64().unwrap() > 0);

    let text = bench.run(&["inspect", "middle.safetensors"]).ok().out;
    for part in ["adaptive by compliance: 2 subspaces", "tip: probability 50", "4 coordinates"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let json = bench.run(&["inspect", "middle.safetensors", "--json"]).ok().json();
    let adaptive = &json["runtime"]["adaptive"];
    assert_eq!(adaptive["rule"], "compliance");
    assert_eq!(adaptive["components"][1]["name"], "middle");
    assert_eq!(json["runtime"]["coordinates"], 8);
}

#[test]
fn adaptive_runs_ask_for_a_mixture_and_for_what_they_can_do() {
    let bench = scene("[simulation]\nadaptive = \"compliance\"\n");
    let run = bench.run(&["simulate", "scene.toml"]);
    assert!(run.code == 2 && run.err.contains("mixture"), "{}", run.err);
    for (extra, part) in [
        ("solver = \"projective\"\n", "Newton"),
        ("[[simulation.target]]\nat = [1, 0, 0]\nby = [[0, 0, 0, 0]]\n", "one subspace"),
    ] {
        let bench = Bench::new();
        let text = format!("{EITHER}[simulation]\nadaptive = \"bayes\"\n{extra}");
        bench.write("scene.toml", &text);
        let run = bench.run(&["simulate", "scene.toml"]);
        assert!(run.code == 2 && run.err.contains(part), "{}", run.err);
    }
}

#[test]
fn a_hand_where_no_force_is_expected_is_named() {
    let bench = scene(
        "[simulation]\nframes = 20\n[[simulation.handle]]\nat = [1.0, 0.1, 0.2]\n\
         by = [[0, 0, 0, 0], [1, 0, 0, 0.05]]\n",
    );
    let run = bench.run(&["simulate", "scene.toml"]).ok();
    assert!(run.err.contains("does not expect such forces"), "{}", run.err);
    let text = EITHER.replace("modes = 4", "modes = 24");
    let both = "[simulation]\nframes = 20\n[[simulation.handle]]\nat = [1.0, 0.2, 0.1]\n\
                by = [[0, 0, 0, 0], [1, 0, 0.05, 0]]\n";
    bench.write("expected.toml", &format!("{text}{both}"));
    let run = bench.run(&["simulate", "expected.toml"]).ok();
    assert!(!run.err.contains("does not expect"), "{}", run.err);
}

#[test]
fn rotation_strain_takes_the_swelling_out_of_large_bends() {
    let linear = BEAM.replace("young = 1e5", "young = 1e5\nlaw = \"linear\"");
    let bench = Bench::new();
    let swollen = |display: &str| {
        let drive = "[[simulation.drive]]\nchannel = \"tendons[0]\"\nkeys = [[0, 0], [2, -0.4]]\n";
        let text = format!("{linear}[simulation]\nstep = 0.1\nframes = 60\n{display}{drive}");
        bench.write("scene.toml", &text);
        bench.run(&["simulate", "scene.toml", "-o", "run.npz", "-q"]).ok();
        let positions = Array::read(&bench.path("run.npz"), Some("positions")).unwrap();
        let faces = Array::read(&bench.path("run.npz"), Some("faces")).unwrap();
        let n = positions.shape[1];
        let volume = |frame: usize| -> f64 {
            let p = |v: f64| &positions.data[(frame * n + v as usize) * 3..][..3];
            let each = faces.data.chunks(3).map(|f| {
                let (a, b, c) = (p(f[0]), p(f[1]), p(f[2]));
                a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            });
            each.sum::<f64>() / 6.0
        };
        volume(60) / volume(0)
    };
    let (plain, turned) = (swollen(""), swollen("display = \"rotation-strain\"\n"));
    assert!((plain - 1.0).abs() > 3.0 * (turned - 1.0).abs(), "{plain} {turned}");
    let skinning = BEAM.replace("modes = 2", "modes = 2\nkind = \"skinning\"");
    bench.write("scene.toml", &format!("{skinning}[simulation]\ndisplay = \"rotation-strain\"\n"));
    let run = bench.run(&["simulate", "scene.toml"]);
    assert!(run.code == 2 && run.err.contains("displacement modes"), "{}", run.err);
}

#[test]
fn targets_out_of_reach_and_bends_beyond_straight_modes_are_named() {
    let bench = scene(
        "[simulation]\nframes = 60\n[[simulation.target]]\nat = [1.0, 0.2, 0.1]\n\
         by = [[0, 0, 0, 0], [0.5, 0, 3, 0]]\n",
    );
    let run = bench.run(&["simulate", "scene.toml"]).ok();
    assert!(run.err.contains("the targets are missed by"), "{}", run.err);
    let bench = scene(
        "[simulation]\nstep = 0.1\nframes = 30\n[[simulation.handle]]\nat = [1.0, 0.2, 0.1]\n\
         by = [[0, 0, 0, 0], [2, 0, 0.9, 0]]\n",
    );
    let run = bench.run(&["simulate", "scene.toml"]).ok();
    assert!(run.err.contains("displacement modes are straight"), "{}", run.err);
    let run = bench.run(&["simulate", "scene.toml", "--kind", "skinning"]).ok();
    assert!(!run.err.contains("degrees"), "{}", run.err);
}

#[test]
fn a_handle_grabs_when_it_is_told_to() {
    let bench = scene(
        "[simulation]\nframes = 6\n[[simulation.handle]]\nat = [1.0, 0.2, 0.1]\n\
         by = [[0, 0, 0.05, 0]]\nfrom = 0.045\nuntil = 9.0\n",
    );
    bench.run(&["simulate", "scene.toml", "-o", "run.npz"]).ok();
    let moved = Array::read(&bench.path("run.npz"), Some("coordinates")).unwrap();
    let size = |frame: usize| moved.data[2 * frame..][..2].iter().map(|z| z * z).sum::<f64>();
    // frames are a sixtieth of a second apart
    assert!(size(2) == 0.0 && size(3) > 0.0 && size(6) > size(3));
}

#[test]
fn obstacles_and_handles_that_cannot_be_meant_are_named() {
    let bench = scene(
        "[simulation]\nframes = 3\n[[simulation.collider]]\n\
         sphere = { center = [0.5, 0.1, 0.1], radius = 0.6 }\n[[simulation.collider]]\n\
         sphere = { center = [0.5, 0.6, 0.1], radius = 0.001 }\n[[simulation.handle]]\n\
         at = [-0.2, 0.1, 0.1]\nby = [[0, 0, 0, 0]]\n",
    );
    let run = bench.run(&["simulate", "scene.toml"]).ok();
    for text in
        ["collider[0] is where the body is", "collider[1] is 0.002", "handle[0] is 0.300 m away"]
    {
        assert!(run.err.contains(text), "{text}: {}", run.err);
    }
}

#[test]
fn steps_short_of_their_tolerance_are_named() {
    let bench = scene(
        "[simulation]\nframes = 5\niterations = 1\ntolerance = 1e-15\n\
         [[simulation.drive]]\nchannel = \"tendons\"\nkeys = [[0, -0.05]]\n",
    );
    let run = bench.run(&["simulate", "scene.toml"]).ok();
    assert!(run.err.contains("5 of 5 steps did not reach the tolerance"), "{}", run.err);
}

#[test]
fn motion_far_from_that_of_the_full_body_is_named_with_what_helps() {
    let bench = scene(
        "[simulation]\nstep = 1.0\nframes = 8\n[[simulation.drive]]\nchannel = \"tendons[0]\"\n\
         keys = [[0, 0], [6, -0.6]]\n",
    );
    let run = bench.run(&["simulate", "scene.toml", "--against", "full"]).ok();
    assert!(run.err.contains("off that of the full body"), "{}", run.err);
    assert!(run.err.contains("kind = \"skinning\""), "{}", run.err);
}

#[test]
fn pieces_that_nothing_holds_are_named() {
    let bench = Bench::new();
    bench.write(
        "two.mesh",
        "MeshVersionFormatted 2\nDimension 3\nVertices 8\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n\
         3 0 0 0\n4 0 0 0\n3 1 0 0\n3 0 1 0\nTetrahedra 2\n1 2 3 4 0\n5 6 7 8 0\nEnd\n",
    );
    bench.write(
        "scene.toml",
        "[mesh]\nfile = \"two.mesh\"\n[[pin]]\nwhere = { vertices = [0, 1, 2] }\n\
         [[force]]\nkind = \"white-noise\"\n[subspace]\nmodes = 2\n",
    );
    let run = bench.run(&["design", "scene.toml", "-o", "m.safetensors"]).ok();
    assert!(run.err.contains("1 of the mesh's 2 pieces are not pinned"), "{}", run.err);
}

#[test]
fn thin_surfaces_are_obstacles_and_thinner_ones_are_refused() {
    let plate = |thickness: f64| {
        let corner = |k: usize| {
            let z = if k & 4 == 0 { 0.0 } else { thickness };
            format!("v {} {} {z}\n", k & 1, (k & 2) / 2)
        };
        let faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
        (0..8).map(corner).collect::<String>() + faces
    };
    let bench = scene("[simulation]\nframes = 2\n[[simulation.collider]]\nsurface = \"p.obj\"\n");
    // thinner than a forty-eighth of its length, at which samples usually are
    bench.write("p.obj", &plate(0.013));
    bench.run(&["simulate", "scene.toml"]).ok();
    bench.write("p.obj", &plate(1e-3));
    let run = bench.run(&["simulate", "scene.toml"]);
    assert!(run.code == 2 && run.err.contains("too thin to be hit"), "{}", run.err);
}

#[test]
fn runs_that_memory_cannot_hold_are_refused_before_anything_is_designed() {
    let bench = Bench::new();
    bench.write("scene.toml", &BEAM.replace("cells = 400", "cells = 400000"));
    let args = ["simulate", "scene.toml", "--frames", "100000", "-o", "run.glb"];
    let run = bench.run(&args);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("--frames: a run of 100000 frames needs about"), "{}", run.err);
    assert!(run.err.contains("make at most"), "{}", run.err);
    assert_eq!(bench.files(), ["scene.toml"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_in_which_nothing_can_be_made_is_named() {
    let bench = scene("");
    let run = bench.run(&["simulate", "scene.toml", "--frames", "2", "-o", "/proc/x.glb"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(
        run.err.contains("/proc/x.glb") && run.err.contains("cannot be written"),
        "{}",
        run.err
    );
}
