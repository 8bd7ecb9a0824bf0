//! Models are played as their scenes are simulated, and without the volume.

use forcedual::export::Model;
use forcedual::export::model::seal;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Engine, Motion, Player, Run, Runtime, SolverSpec};
use forcedual::simulate::{Controls, Rule, State};
use forcedual::{Code, Error};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use safetensors::SafeTensors;
use serde_json::{Value, json};
use std::path::Path;

/// Bodies in the plane and in space, with every actuator, contact, handles, targets and both solvers.
const SCENES: [(&str, &str); 8] = [
    (
        "springs, a handle that is let go and a floor",
        r#"
        mesh = { shape = "beam", size = [1.0, 0.2, 0.2], cells = 400 }
        material = { young = 1e5 }
        [[pin]]
        where = { half-space = { point = [0, 0, 0], normal = [-1, 0, 0] } }
        [[force]]
        name = "tendons"
        kind = "springs"
        between = [[[0.1, 0.2, 0.1], [0.9, 0.2, 0.1]], [[0.1, 0, 0.1], [0.9, 0, 0.1]]]
        stiffness = 500.0
        sigma = 0.02
        [subspace]
        modes = 6
        [simulation]
        frames = 12
        steps-per-frame = 2
        gravity = [0, -9.81, 0]
        cubature = 40
        drive = [{ channel = "tendons[0]", wave = { amplitude = 0.05, period = 0.3 } }]
        handle = [{ at = [1, 0.2, 0.2], by = [[0, 0, 0, 0], [0.2, 0, 0, 0.3]], until = 0.25 }]
        collider = [{ half-space = { point = [0, -0.02, 0], normal = [0, 1, 0] }, friction = 0.4 }]
        "#,
    ),
    (
        "muscles of a skinned body in the plane, with a target",
        r#"
        mesh = { shape = "rectangle", size = [1.0, 0.3], cells = 300 }
        material = { young = 1e5 }
        [[pin]]
        where = { half-space = { point = [0, 0], normal = [-1, 0] } }
        [[force]]
        kind = "muscle"
        mode = "groups"
        fibers = [
          { where = { box = { min = [0, 0], max = [1, 0.15] } }, direction = [1, 0] },
          { where = { box = { min = [0, 0.15], max = [1, 0.3] } }, direction = [1, 0] },
        ]
        sigma = 1e4
        [subspace]
        kind = "skinning"
        modes = 4
        [simulation]
        frames = 15
        integrator = "bdf2"
        solver = "exact-newton"
        target = [{ at = [1, 0.3], by = [[0, 0, 0], [0.2, 0, 0.05]] }]
        "#,
    ),
    (
        "closed pockets, skinned",
        r#"
        mesh = { shape = "finger", cells = 1200 }
        material = { young = 1e5 }
        [[pin]]
        where = { half-space = { point = [0, 0, 0], normal = [-1, 0, 0] } }
        [[force]]
        kind = "pneumatic"
        sigma = 3e3
        [subspace]
        kind = "skinning"
        modes = 3
        [simulation]
        frames = 10
        "#,
    ),
    (
        "an open pocket and pulls",
        r#"
        mesh = { shape = "beam", size = [1.0, 0.2, 0.2], cells = 300 }
        material = { young = 1e5 }
        [[pin]]
        where = { half-space = { point = [0, 0, 0], normal = [-1, 0, 0] } }
        [[force]]
        kind = "pneumatic"
        pockets = [{ half-space = { point = [0, 0.2, 0], normal = [0, 1, 0] } }]
        sigma = 300
        [[force]]
        kind = "handles"
        where = { nearest = [1.0, 0.0, 0.0] }
        stiffness = 100.0
        sigma = 0.1
        [subspace]
        modes = 5
        [simulation]
        frames = 10
        "#,
    ),
    (
        "projective dynamics in the plane that falls on a box",
        r#"
        mesh = { shape = "disk", size = 0.5, cells = 200 }
        material = { young = 1e5, law = "arap" }
        [subspace]
        modes = 6
        [simulation]
        frames = 25
        solver = "projective"
        clusters = 20
        gravity = [0, -9.81]
        collider = [{ box = { center = [0, -0.45], size = [0.6, 0.3], turn = 10 } }]
        "#,
    ),
    (
        "a body shaken by loads drawn from its prior",
        r#"
        mesh = { shape = "ball", size = 0.4, cells = 300 }
        material = { young = 1e5 }
        [subspace]
        kind = "skinning"
        modes = 3
        [simulation]
        frames = 8
        "#,
    ),
    (
        "a mixture that changes by compliance, dragged on a floor",
        r#"
        mesh = { shape = "beam", size = [1.0, 0.2, 0.2], cells = 400 }
        material = { young = 1e5 }
        [[pin]]
        where = { half-space = { point = [0, 0, 0], normal = [-1, 0, 0] } }
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
        [simulation]
        frames = 60
        cubature = 60
        adaptive = "compliance"
        handle = [{ at = [0.5, 0.2, 0.1], by = [[0, 0, 0, 0], [0.5, 0, 0.02, 0]] }]
        collider = [{ half-space = { point = [0, -0.05, 0], normal = [0, 1, 0] } }]
        "#,
    ),
    (
        "a skinned mixture in the plane that changes by probability, with muscles",
        r#"
        mesh = { shape = "rectangle", size = [1.0, 0.3], cells = 300 }
        material = { young = 1e5 }
        [[pin]]
        where = { half-space = { point = [0, 0], normal = [-1, 0] } }
        [[force]]
        name = "muscle"
        kind = "muscle"
        mode = "groups"
        fibers = [{ where = { box = { min = [0, 0], max = [1, 0.3] } }, direction = [1, 1] }]
        sigma = 1e3
        mean = 100.0
        [[force]]
        kind = "mixture"
        [[force.of]]
        probability = 0.7
        kind = "region"
        where = { ball = { center = [1.0, 0.15], radius = 0.2 } }
        rms = 10.0
        [[force.of]]
        probability = 0.3
        kind = "handles"
        where = { ball = { center = [0.5, 0.3], radius = 0.2 } }
        stiffness = 100.0
        [subspace]
        kind = "skinning"
        modes = 2
        [simulation]
        frames = 50
        cubature = 40
        adaptive = "bayes"
        drive = [{ channel = "muscle[0]", wave = { amplitude = 1e4, period = 0.4 } }]
        handle = [{ at = [0.5, 0.3], by = [[0, 0, 0], [0.4, 0, 0.05]] }]
        "#,
    ),
];

/// The motion of a scene, and the bytes of its model.
fn simulated(text: &str) -> (Motion, Vec<u8>) {
    let scene = SceneFile::parse(text, Format::Toml, Path::new(".")).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    let (surface, _) = scene.surface(&body.mesh, &Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let subspace = scene.design(&lin, &prior, &Silent).unwrap();
    let spec = scene.scene().simulation();
    let looked = surface.as_ref();
    let run = Run::new(&scene, &lin, &prior, &subspace, looked, spec.clone(), &Silent).unwrap();
    let (motion, report) = run.simulate(None, &Silent).unwrap();
    assert_eq!(report.held, 0);
    assert_eq!(report.changes > 0, !report.adaptive.is_empty());
    let (runtime, _) =
        Runtime::new(&scene, &lin, &prior, &subspace, looked, spec, &Silent).unwrap();
    let model = Model::new(scene.scene(), &lin, &subspace).unwrap();
    let model = model.with_surface(surface.clone()).with_runtime(Some(runtime));
    (motion, model.to_bytes().unwrap())
}

fn played(runtime: Runtime) -> Result<Motion, Error> {
    Ok(Player::new(runtime)?.play(|_| (), &Silent)?.0)
}

fn assert_same(name: &str, a: &Motion, b: &Motion) {
    let moved = a.coordinates.iter().flatten().any(|z| z.abs() > 1e-7);
    assert!(moved, "{name}: nothing moved");
    assert_eq!((&a.times, &a.channels), (&b.times, &b.channels), "{name}");
    assert_eq!(a.actuation, b.actuation, "{name}");
    assert_eq!((&a.coordinates, &a.velocities), (&b.coordinates, &b.velocities), "{name}");
    assert_eq!(a.posterior, b.posterior, "{name}");
}

/// The file with only the tensors that `keep` accepts.
fn without(bytes: &[u8], keep: impl Fn(&str) -> bool) -> Vec<u8> {
    let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
    let tensors = SafeTensors::deserialize(bytes).unwrap();
    let kept = tensors.tensors().into_iter().filter(|(name, _)| keep(name));
    sealed(safetensors::serialize(kept, header.metadata().clone()).unwrap())
}

/// The file with a checksum that fits.
fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    seal(&mut file).unwrap();
    file
}

#[test]
fn models_without_their_volume_move_as_their_scenes_do() {
    for (name, text) in SCENES {
        let (motion, bytes) = simulated(text);
        let whole = Model::from_bytes(&bytes).unwrap().runtime.unwrap();
        assert_same(name, &motion, &played(whole).unwrap());
        let small = without(&bytes, |tensor| tensor.starts_with("runtime_"));
        assert!(Model::from_bytes(&small).is_err());
        let runtime = Runtime::from_bytes(&small).unwrap();
        assert_same(name, &motion, &played(runtime).unwrap());
    }
}

#[test]
fn surfaces_follow_without_the_volume() {
    let text = "mesh = { shape = \"ghost\", cells = 300 }\n[subspace]\nmodes = 4\n\
                [simulation]\nframes = 4\n";
    let scene = SceneFile::parse(text, Format::Toml, Path::new(".")).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    let surface = scene.surface(&body.mesh, &Silent).unwrap().0.unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let subspace = scene.design(&lin, &prior, &Silent).unwrap();
    let spec = scene.scene().simulation();
    let run = Run::new(&scene, &lin, &prior, &subspace, Some(&surface), spec, &Silent).unwrap();
    let (motion, _) = run.simulate(None, &Silent).unwrap();
    let follower = forcedual::mesh::display::Follower::new(&body.mesh, surface).unwrap();
    let (_, bytes) = simulated(text);
    let keep = |name: &str| {
        name.starts_with("runtime_")
            || ["surface_vertices", "surface_faces", "surface_normals"].contains(&name)
    };
    let runtime = Runtime::from_bytes(&without(&bytes, keep)).unwrap();
    let mut frame = follower.rest();
    for z in &motion.coordinates {
        follower.follow(&run.coordinates().displacement(z), &mut frame).unwrap();
        let (positions, _) = runtime.shell.frame(z);
        for (a, b) in positions.iter().zip(&frame.positions) {
            assert!((0..3).all(|c| (f64::from(a[c]) - b[c]).abs() < 1e-6));
        }
    }
}

#[test]
fn models_of_earlier_versions_are_read_but_not_played() {
    let (_, bytes) = simulated(SCENES[5].1);
    let old = |bytes: &[u8]| {
        let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
        let mut texts = header.metadata().clone().unwrap();
        texts.remove("runtime");
        let tensors = SafeTensors::deserialize(bytes).unwrap();
        let kept = tensors.tensors().into_iter().filter(|(name, _)| !name.starts_with("runtime_"));
        sealed(safetensors::serialize(kept, Some(texts)).unwrap())
    };
    let old = old(&bytes);
    assert!(Model::from_bytes(&old).unwrap().runtime.is_none());
    let error = Runtime::from_bytes(&old).unwrap_err();
    assert_eq!(error.code, Code::Model);
    assert!(error.help.unwrap().contains("design the scene again"));
}

#[test]
fn a_model_is_played_by_the_solvers_that_it_was_made_for() {
    let of = |scene: usize| Runtime::from_bytes(&simulated(SCENES[scene].1).1).unwrap();
    let (newton, projective) = (of(5), of(4));
    for (runtime, solver, fits) in [
        (&newton, SolverSpec::Newton, true),
        (&newton, SolverSpec::ExactNewton, true),
        (&newton, SolverSpec::Projective, false),
        (&projective, SolverSpec::Newton, false),
        (&projective, SolverSpec::Projective, true),
    ] {
        let mut runtime = runtime.clone();
        runtime.spec.solver = solver;
        match Player::new(runtime).map(|_| ()) {
            Ok(()) => assert!(fits, "{solver:?}"),
            Err(e) => assert!(!fits && e.code == Code::Unsupported, "{solver:?}: {e}"),
        }
    }
}

#[test]
fn a_mixture_is_played_by_newtons_method_and_rules_whose_forces_are_known() {
    let of = |scene: usize| Runtime::from_bytes(&simulated(SCENES[scene].1).1).unwrap();
    let (compliance, bayes) = (of(6), of(7));
    for (runtime, rule, solver, refused) in [
        (&compliance, Rule::Compliance, SolverSpec::ExactNewton, None),
        (&compliance, Rule::Compliance, SolverSpec::Projective, Some("simulation.adaptive")),
        (&compliance, Rule::Bayes, SolverSpec::Newton, Some("simulation.adaptive")),
        (&bayes, Rule::Compliance, SolverSpec::Newton, None),
        (&bayes, Rule::ScaleFree, SolverSpec::Newton, None),
    ] {
        let mut runtime = runtime.clone();
        (runtime.spec.adaptive, runtime.spec.solver) = (Some(rule), solver);
        let field = Player::new(runtime).err().map(|e| e.place.field.unwrap());
        assert_eq!(field.as_deref(), refused, "{rule:?} {solver:?}");
    }
}

#[test]
fn forces_of_too_many_numbers_are_chosen_from_by_compliance() {
    let field = "kind = \"matern\"\nlength = 0.3\nrms = 10.0\n";
    let text = SCENES[7].1;
    let (from, to) = (text.find("kind = \"region\"").unwrap(), text.find("probability = 0.3"));
    let to = text[..to.unwrap()].rfind("[[force.of]]").unwrap();
    let text = format!("{}{field}{}", &text[..from], &text[to..]);
    let scene = SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let subspace = scene.design(&lin, &prior, &Silent).unwrap();
    let spec = scene.scene().simulation();
    let (mut runtime, _) =
        Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent).unwrap();
    let written = |runtime: &Runtime| {
        let model = Model::new(scene.scene(), &lin, &subspace).unwrap();
        model.with_runtime(Some(runtime.clone())).to_bytes()
    };
    assert_eq!(written(&runtime).unwrap_err().code, Code::Unsupported);
    let lost = runtime.compact().unwrap();
    assert!(lost.contains("by compliance") && lost.contains("matern 0"), "{lost}");
    assert_eq!(runtime.compact(), None);
    let read = Runtime::from_bytes(&written(&runtime).unwrap()).unwrap();
    assert_eq!(read.spec.adaptive, Some(Rule::Compliance));
    assert_same("by compliance", &played(runtime).unwrap(), &played(read).unwrap());
}

/// The file with one number of a tensor replaced.
fn with_number(bytes: &[u8], name: &str, at: usize, value: i64) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let view = SafeTensors::deserialize(bytes).unwrap();
    let data = view.tensor(name).unwrap().data();
    let at = data.as_ptr() as usize - bytes.as_ptr() as usize + 8 * at;
    changed[at..at + 8].copy_from_slice(&value.to_le_bytes());
    sealed(changed)
}

/// Tensors whose shapes, numbers or indices lie.
#[test]
fn run_times_that_lie_are_refused() {
    let spring = [
        ("runtime_spring_ends", 1_000_000i64),
        ("runtime_spring_ends", -1),
        ("runtime_spring_channels", 2),
        ("runtime_contact_vertices", 100_000),
        ("runtime_interface", -5),
        ("runtime_weights", f64::NAN.to_bits() as i64),
        ("runtime_weights", (-1.0f64).to_bits() as i64),
        ("runtime_rest", f64::INFINITY.to_bits() as i64),
        ("runtime_surface_faces", 1_000_000),
    ];
    let mixture = [
        ("runtime_component_0_weights", (-1.0f64).to_bits() as i64),
        ("runtime_component_1_quadratic_channels", 1_000),
        ("runtime_component_1_compliance", f64::NAN.to_bits() as i64),
        ("runtime_component_0_force_rows", 100_000),
        ("runtime_component_0_force_columns", 1),
        ("runtime_component_1_force_columns", -1),
        ("runtime_component_1_force_values", f64::INFINITY.to_bits() as i64),
        ("runtime_component_1_force_mean", f64::NAN.to_bits() as i64),
        ("runtime_pair_0_1_product", f64::NAN.to_bits() as i64),
        ("runtime_pair_1_0_muscles", f64::INFINITY.to_bits() as i64),
    ];
    for (scene, lies) in [(0, &spring[..]), (7, &mixture[..])] {
        let (_, bytes) = simulated(SCENES[scene].1);
        let tensors = SafeTensors::deserialize(&bytes).unwrap();
        let small = without(&bytes, |name| name.starts_with("runtime_"));
        let names: Vec<&str> =
            tensors.names().into_iter().filter(|name| name.starts_with("runtime_")).collect();
        for name in names {
            let missing = without(&small, |other| other != name);
            let found = Runtime::from_bytes(&missing).map(|_| ());
            // what the cells were called does not matter for playing, and means may be zero
            let needless = name.ends_with("_cells") || name.ends_with("_force_mean");
            assert_eq!(found.is_ok(), needless, "{name}: {found:?}");
        }
        for &(name, value) in lies {
            let changed = with_number(&small, name, 0, value);
            let error = Runtime::from_bytes(&changed).map(|_| ()).unwrap_err();
            assert_eq!(error.code, Code::Model, "{name}");
            assert!(error.to_string().contains(name), "{error}");
        }
    }
}

/// The file whose header says something else.
fn told(bytes: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let (_, header) = SafeTensors::read_metadata(bytes).unwrap();
    let mut texts = header.metadata().clone().unwrap();
    let mut runtime = serde_json::from_str(&texts["runtime"]).unwrap();
    change(&mut runtime);
    texts.insert("runtime".to_owned(), runtime.to_string());
    let tensors = SafeTensors::deserialize(bytes).unwrap();
    sealed(safetensors::serialize(tensors.tensors(), Some(texts)).unwrap())
}

#[test]
fn headers_of_mixtures_that_lie_are_refused() {
    let (_, bytes) = simulated(SCENES[7].1);
    let tells = |change: &dyn Fn(&mut Value)| Runtime::from_bytes(&told(&bytes, change));
    assert!(tells(&|_| ()).is_ok());
    // the forces are there, but this rule does not look at them
    assert!(tells(&|runtime| runtime["rule"] = json!("compliance")).is_ok());
    let lies: [&dyn Fn(&mut Value); 9] = [
        &|runtime| runtime["rule"] = json!(null),
        &|runtime| runtime["rule"] = json!("dice"),
        &|runtime| runtime["components"] = json!([]),
        &|runtime| runtime["components"] = json!(null),
        &|runtime| runtime["components"][0]["probability"] = json!(0.8),
        &|runtime| runtime["components"][0]["name"] = json!(3),
        &|runtime| {
            let parts = &mut runtime["components"];
            (parts[0]["probability"], parts[1]["probability"]) = (json!(1.5), json!(-0.5));
        },
        &|runtime| {
            let one = runtime["components"][0].clone();
            runtime["components"] = json!([one]);
            runtime["components"][0]["probability"] = json!(1.0);
        },
        &|runtime| {
            let part = json!({ "name": "third", "probability": 1e-9 });
            runtime["components"].as_array_mut().unwrap().push(part);
        },
    ];
    for (k, lie) in lies.iter().enumerate() {
        let error = tells(lie).map(|_| ()).unwrap_err();
        assert_eq!(error.code, Code::Model, "{k}: {error}");
    }
}

#[test]
fn a_subspace_that_motion_overflows_in_is_not_changed_to() {
    let (_, bytes) = simulated(SCENES[6].1);
    let huge = with_number(&bytes, "runtime_pair_1_0_product", 0, f64::MAX.to_bits() as i64);
    let huge = with_number(&huge, "runtime_pair_1_0_product", 1, f64::MAX.to_bits() as i64);
    let runtime = Runtime::from_bytes(&huge).unwrap();
    let (motion, report) = Player::new(runtime).unwrap().play(|_| (), &Silent).unwrap();
    assert_eq!(report.changes, 0);
    assert!(motion.coordinates.iter().flatten().all(|z| z.is_finite()));
}

#[test]
fn whatever_a_file_says_playing_it_neither_panics_nor_leaves_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for scene in [1, 2, 4, 6, 7] {
        let (_, bytes) = simulated(SCENES[scene].1);
        let small = without(&bytes, |name| name.starts_with("runtime_"));
        let header = 8 + u64::from_le_bytes(*small.first_chunk().unwrap()) as usize;
        let (mut survived, mut changes) = (0, 0);
        for trial in 0..60 {
            let mut changed = small.clone();
            for _ in 0..=trial % 4 {
                // every third change is in the header
                let from =
                    if rng.random_range(0..3) == 0 { 0..header } else { header..small.len() };
                let at = rng.random_range(from);
                changed[at] = rng.random();
            }
            // as though it had been written so
            let _ = seal(&mut changed);
            let Ok(mut runtime) = Runtime::from_bytes(&changed) else { continue };
            // a mixture does not change at once
            let adaptive = runtime.spec.adaptive.is_some();
            runtime.spec.frames = if adaptive { 40 } else { 2 };
            let played = Player::new(runtime).and_then(|player| player.play(|_| (), &Silent));
            let Ok((motion, report)) = played else { continue };
            survived += 1;
            changes += report.changes;
            assert!(motion.posterior.iter().flatten().all(|p| p.is_finite()));
            assert!(motion.coordinates.iter().flatten().all(|z| z.is_finite()));
        }
        assert!(survived > 5, "{survived}");
        assert_eq!(changes > 5, scene > 5, "{changes}");
    }
}

#[test]
fn a_hand_that_holds_a_point_where_it_is_does_nothing_and_else_pulls_it_there() {
    let (_, bytes) = simulated(SCENES[0].1);
    let runtime = Model::from_bytes(&bytes).unwrap().runtime.unwrap();
    let model = runtime.dynamics.reduced();
    let mut settings = runtime.spec.settings();
    settings.h = 0.02;
    for at in [[1.0, 0.2, 0.2], [0.97, 0.21, 0.07], [0.6, 0.0, 0.1]] {
        let pulled = |to: [f64; 3]| {
            let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).unwrap();
            engine.set(settings).unwrap();
            let mut state = State::rest(runtime.dynamics.coordinates());
            let mut controls = Controls::rest(model.actuators.channels.len());
            controls.handles.push(runtime.hold(&at, to).unwrap());
            engine.reduced().check(&controls).unwrap();
            for _ in 0..400 {
                engine.step(&mut state, &controls);
            }
            state.z
        };
        assert!(pulled(at).iter().all(|z| z.abs() < 1e-9));
        let up = pulled([at[0], at[1] + 0.05, at[2]]);
        let shell = &runtime.shell;
        let nearest = (0..shell.display().positions.len()).min_by(|&a, &b| {
            let away = |k: usize| -> f64 {
                let p = shell.display().positions[k];
                (0..3).map(|c| (p[c] - at[c]).powi(2)).sum()
            };
            away(a).total_cmp(&away(b))
        });
        let nearest = nearest.unwrap();
        let moved =
            f64::from(shell.frame(&up).0[nearest][1]) - shell.display().positions[nearest][1];
        assert!((0.01..0.06).contains(&moved), "{moved}");
    }
}

#[test]
fn bodies_that_stay_collapsed_are_told_and_frames_begin_where_drives_do() {
    let run = |law: &str| {
        let text = format!(
            r#"
            mesh = {{ shape = "box", size = [0.2, 0.2, 0.2], cells = 200 }}
            material = {{ young = 5e4, poisson = 0.4, law = "{law}" }}
            [[force]]
            name = "m"
            kind = "muscle"
            mode = "groups"
            fibers = [{{ direction = [1, 0, 0] }}, {{ direction = [0, 1, 0] }}, {{ direction = [0, 0, 1] }}]
            sigma = 2e4
            mean = 3e3
            [subspace]
            kind = "skinning"
            modes = 3
            [simulation]
            frames = 180
            drive = [{{ channel = "m", keys = [[0, 100], [1, 8e4], [1.5, 8e4], [2, 0]] }}]
            "#
        );
        let scene = SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap();
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = scene.linearise(&body, &Silent).unwrap();
        let prior = scene.prior(&lin).unwrap();
        let subspace = scene.design(&lin, &prior, &Silent).unwrap();
        let spec = scene.scene().simulation();
        let run = Run::new(&scene, &lin, &prior, &subspace, None, spec, &Silent).unwrap();
        run.simulate(None, &Silent).unwrap()
    };
    let (motion, report) = run("stable-neo-hookean");
    assert!(motion.actuation[0].iter().all(|a| *a == 100.0), "{:?}", motion.actuation[0]);
    assert!(report.collapsed > 0.9, "{}", report.collapsed);
    assert!(report.warnings.iter().any(|w| w.contains("flat or inside out")), "{report:?}");
    let (_, report) = run("corotated");
    assert_eq!(report.collapsed, 0.0);
}
