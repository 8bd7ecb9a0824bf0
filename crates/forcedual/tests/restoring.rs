//! Nothing hidden decides a step: from a state that was kept, any engine goes on by the same bits.

use forcedual::energy::{Collider, Handle, Obstacle};
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Engine, Runtime};
use forcedual::simulate::{Controls, State};
use std::path::Path;

/// Ways to solve: in one subspace.
const ALONE: [(&str, &str); 4] = [
    ("stable-neo-hookean", ""),
    ("stable-neo-hookean", "integrator = \"bdf2\""),
    ("corotated", "solver = \"exact-newton\""),
    ("arap", "solver = \"projective\""),
];

/// The run time of a beam with a stiff end, and a vertex to drag it at.
fn beam(law: &str, simulation: &str, force: &str) -> (Runtime, u32) {
    let text = format!(
        r#"
        mesh = {{ shape = "beam", size = [1.0, 0.2, 0.2], cells = 400 }}
        [[pin]]
        where = {{ half-space = {{ point = [0, 0, 0], normal = [-1, 0, 0] }} }}
        [material]
        young = 1e5
        law = "{law}"
        [[material.region]]
        where = {{ half-space = {{ point = [0.5, 0, 0], normal = [1, 0, 0] }} }}
        young = 5e8
        {force}
        [subspace]
        kind = "skinning"
        modes = 4
        [simulation]
        cubature = 100
        {simulation}
        "#
    );
    let scene = SceneFile::parse(&text, Format::Toml, Path::new(".")).unwrap();
    let (body, _) = scene.body(&Silent).unwrap();
    let lin = scene.linearise(&body, &Silent).unwrap();
    let prior = scene.prior(&lin).unwrap();
    let subspace = scene.design(&lin, &prior, &Silent).unwrap();
    let spec = scene.scene().simulation();
    let (runtime, _) = Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent).unwrap();
    let tip = runtime.hold(&[1.0, 0.2, 0.1], [1.0, 0.2, 0.1]).unwrap().corners[0];
    (runtime, tip)
}

/// Drags the tip about, above a ball.
fn drag(runtime: &Runtime, tip: u32, step: usize) -> Controls {
    let t = 0.1 * step as f64;
    let ball = Obstacle::Sphere { center: [0.7, -0.1, 0.1], radius: 0.1 };
    Controls {
        handles: vec![Handle::on(tip, [1.0 - 0.1 * t, 0.2 - 0.2 * t.sin(), 0.1], runtime.grip)],
        colliders: vec![Collider { friction: 0.3, ..Collider::new(ball) }],
        ..Controls::default()
    }
}

/// An engine that has been through something else.
fn used(runtime: &Runtime, tip: u32) -> Engine {
    let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).unwrap();
    let mut state = State::rest(runtime.dynamics.coordinates());
    for _ in 0..3 {
        let handles = vec![Handle::on(tip, [-1.0, 1.0, 3.0], 1e4)];
        engine.step(&mut state, &Controls { handles, ..Controls::default() });
    }
    engine
}

fn bits(state: &State) -> Vec<u64> {
    state.z.iter().chain(&state.v).map(|x| x.to_bits()).collect()
}

#[test]
fn a_kept_state_is_all_that_a_step_in_one_subspace_takes() {
    for (law, simulation) in ALONE {
        let (runtime, tip) = beam(law, simulation, "");
        let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).unwrap();
        let mut state = State::rest(runtime.dynamics.coordinates());
        for step in 0..15 {
            engine.step(&mut state, &drag(&runtime, tip, step));
        }
        let mut kept = state.clone();
        assert!(state.z.iter().any(|z| z.abs() > 1e-3));
        let mut other = used(&runtime, tip);
        for step in 15..25 {
            let controls = drag(&runtime, tip, step);
            engine.step(&mut state, &controls);
            other.step(&mut kept, &controls);
            assert_eq!(bits(&state), bits(&kept), "{law} {simulation}: step {step}");
        }
    }
}

const MIXTURE: &str = r#"
    [[force]]
    kind = "mixture"
    [[force.of]]
    kind = "handles"
    stiffness = 100.0
    where = { ball = { center = [1.0, 0.1, 0.1], radius = 0.15 } }
    [[force.of]]
    kind = "handles"
    stiffness = 100.0
    where = { ball = { center = [0.5, 0.1, 0.1], radius = 0.15 } }
"#;

#[test]
fn a_kept_course_is_all_that_a_step_in_changing_subspaces_takes() {
    let (runtime, tip) = beam("stable-neo-hookean", "adaptive = \"compliance\"", MIXTURE);
    let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).unwrap();
    let mut state = State::rest(runtime.dynamics.coordinates());
    for step in 0..15 {
        engine.step(&mut state, &drag(&runtime, tip, step));
    }
    let Engine::Adaptive(adaptive) = &mut engine else { panic!("not adaptive") };
    adaptive.change(1 - adaptive.active());
    let course = adaptive.course().clone();
    let mut other = used(&runtime, tip);
    let Engine::Adaptive(adaptive) = &mut other else { panic!("not adaptive") };
    adaptive.resume(&course).unwrap();
    let mut kept = state.clone();
    adaptive.joined(&mut kept.z, &mut kept.v);
    for step in 15..40 {
        let controls = drag(&runtime, tip, step);
        engine.step(&mut state, &controls);
        other.step(&mut kept, &controls);
        assert_eq!(bits(&state), bits(&kept), "step {step}");
    }
}

#[test]
fn changing_subspaces_go_on_from_the_state_that_they_are_given() {
    let (runtime, tip) = beam("stable-neo-hookean", "adaptive = \"compliance\"", MIXTURE);
    let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).unwrap();
    let mut state = State::rest(runtime.dynamics.coordinates());
    for step in 0..15 {
        engine.step(&mut state, &drag(&runtime, tip, step));
    }
    // a far state of another engine, which must count and not its own
    let mut other = used(&runtime, tip);
    let mut kept = state.clone();
    let controls = drag(&runtime, tip, 15);
    engine.step(&mut state, &controls);
    other.step(&mut kept, &controls);
    assert_eq!(kept.time, state.time);
    let [a, b] = [&state, &kept].map(|s| runtime.shell.frame(&s.z).0);
    let apart = a.iter().zip(&b).flat_map(|(a, b)| (0..3).map(|c| (a[c] - b[c]).abs()));
    let far = apart.fold(0.0, f32::max);
    assert!(far < 1e-3, "{far} m of a beam of 1 m");
}
