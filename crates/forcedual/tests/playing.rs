//! Models are played as their scenes are simulated, and without the volume.

use forcedual::export::Model;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Motion, Player, Run, Runtime, SolverSpec};
use forcedual::{Code, Error};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use safetensors::SafeTensors;
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
        fibers = [{ where = { box = { min = [0, 0], max = [1, 0.15] } }, direction = [1, 0] }]
        sigma = 1e3
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
    let (surface, _) = scene.surface(&body).unwrap();
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
    safetensors::serialize(kept, header.metadata().clone()).unwrap()
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
    let surface = scene.surface(&body).unwrap().0.unwrap();
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
        safetensors::serialize(kept, Some(texts)).unwrap()
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

/// Tensors whose shapes, numbers or indices lie.
#[test]
fn run_times_that_lie_are_refused() {
    let (_, bytes) = simulated(SCENES[0].1);
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let small = without(&bytes, |name| name.starts_with("runtime_"));
    let names: Vec<&str> =
        tensors.names().into_iter().filter(|name| name.starts_with("runtime_")).collect();
    for name in names {
        let missing = without(&small, |other| other != name);
        let found = Runtime::from_bytes(&missing).map(|_| ());
        // what the cells were called does not matter for playing
        assert_eq!(found.is_ok(), name == "runtime_cells", "{name}: {found:?}");
    }
    for (name, value) in [
        ("runtime_spring_ends", 1_000_000i64),
        ("runtime_spring_ends", -1),
        ("runtime_spring_channels", 2),
        ("runtime_contact_vertices", 100_000),
        ("runtime_interface", -5),
        ("runtime_weights", f64::NAN.to_bits() as i64),
        ("runtime_weights", (-1.0f64).to_bits() as i64),
        ("runtime_rest", f64::INFINITY.to_bits() as i64),
        ("runtime_surface_faces", 1_000_000),
    ] {
        let mut changed = small.clone();
        let view = SafeTensors::deserialize(&small).unwrap();
        let data = view.tensor(name).unwrap().data();
        let at = data.as_ptr() as usize - small.as_ptr() as usize;
        changed[at..at + 8].copy_from_slice(&value.to_le_bytes());
        let error = Runtime::from_bytes(&changed).map(|_| ()).unwrap_err();
        assert_eq!(error.code, Code::Model, "{name}");
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn whatever_a_file_says_playing_it_neither_panics_nor_leaves_numbers() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for scene in [1, 2, 4, 6, 7] {
        let (_, bytes) = simulated(SCENES[scene].1);
        let small = without(&bytes, |name| name.starts_with("runtime_"));
        let header = 8 + u64::from_le_bytes(*small.first_chunk().unwrap()) as usize;
        let mut survived = 0;
        for trial in 0..60 {
            let mut changed = small.clone();
            for _ in 0..=trial % 4 {
                // every third change is in the header
                let from =
                    if rng.random_range(0..3) == 0 { 0..header } else { header..small.len() };
                let at = rng.random_range(from);
                changed[at] = rng.random();
            }
            let Ok(mut runtime) = Runtime::from_bytes(&changed) else { continue };
            runtime.spec.frames = 2;
            let Ok(motion) = played(runtime) else { continue };
            survived += 1;
            assert!(motion.coordinates.iter().flatten().all(|z| z.is_finite()));
        }
        assert!(survived > 5, "{survived}");
    }
}
