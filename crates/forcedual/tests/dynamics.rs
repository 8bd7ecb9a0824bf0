//! Time steps of whole bodies: orders of accuracy, conservation, equilibrium, oracles.

mod common;

use common::*;
use forcedual::body::Body;
use forcedual::energy::{Actuators, Collider, ContactPoints, Handle, Obstacle};
use forcedual::material::{Lame, Law};
use forcedual::mesh::shapes::grid;
use forcedual::simulate::{Controls, Full, Integrator, Settings, State, Stepper, System};

fn exact(h: f64, integrator: Integrator) -> Settings {
    Settings { h, integrator, iterations: 60, tolerance: 1e-12 }
}

/// Runs `steps` steps of a body in full; all must converge in one piece.
fn run(body: &Body, settings: Settings, controls: &Controls, state: &mut State, steps: usize) {
    let actuators = Actuators::none(body.dim());
    let mut full = Full::new(body, &actuators, ContactPoints::of(body)).unwrap();
    let mut stepper = Stepper::new(settings, full.size()).unwrap();
    for _ in 0..steps {
        let report = stepper.step(&mut full, state, controls);
        assert!(report.parts == 1 && !report.held, "{report:?}");
    }
}

fn start(body: &Body) -> State {
    let size = body.dim() * body.held.iter().filter(|h| !**h).count();
    State::rest(size)
}

#[test]
fn a_free_body_falls_as_a_stone() {
    let body = body_of(grid(&[3, 2, 2], &[1.0, 0.5, 0.5]), Law::StableNeoHookean);
    let controls = Controls { gravity: [0.0, 0.0, -9.81], ..Controls::default() };
    for (integrator, expected) in [
        // sum of h v over backward Euler steps; the second order is exact but for its first step
        (Integrator::BackwardEuler, -9.81 * 1e-4 * 55.0),
        (Integrator::Bdf2, f64::NAN),
    ] {
        let mut state = start(&body);
        run(&body, exact(0.01, integrator), &controls, &mut state, 10);
        let fall = state.z[2];
        for z in state.z.chunks(3) {
            assert!(z[0].abs() < 1e-9 && z[1].abs() < 1e-9 && (z[2] - fall).abs() < 1e-9);
        }
        let expected = if expected.is_nan() { -9.81 * 0.5 * 0.01 } else { expected };
        let slack = if integrator == Integrator::Bdf2 { 1e-3 } else { 1e-9 };
        assert!((fall - expected).abs() < slack, "{fall} {expected}");
    }
}

/// Coordinates after 0.16 s of a swinging bar.
fn swing(integrator: Integrator, steps: usize) -> Vec<f64> {
    let mut body = bar(&[6, 1], &[1.0, 0.2]);
    body.lame.iter_mut().for_each(|m| *m = Lame { mu: 1e-3 * m.mu, lam: 1e-3 * m.lam });
    let mut state = start(&body);
    let (d, h) = (body.dim(), 0.16 / steps as f64);
    let free = (0..body.mesh.vertex_count()).filter(|&i| !body.held[i]);
    state.v = free.flat_map(|i| [0.0, body.mesh.point(i)[0].powi(2)]).take(state.z.len()).collect();
    assert_eq!(d, 2);
    run(&body, exact(h, integrator), &Controls::default(), &mut state, steps);
    state.z
}

#[test]
fn backward_euler_is_of_first_and_bdf2_of_second_order() {
    let truth = swing(Integrator::Bdf2, 1024);
    for (integrator, order) in [(Integrator::BackwardEuler, 1.0), (Integrator::Bdf2, 2.0)] {
        let error = |steps| relative(&swing(integrator, steps), &truth);
        let found = (error(64) / error(128)).log2();
        assert!((found - order).abs() < 0.25, "{integrator:?}: {found}");
    }
}

#[test]
fn momentum_is_kept_and_energy_decays_without_outer_forces() {
    let body = body_of(grid(&[3, 2, 2], &[1.0, 0.5, 0.5]), Law::Corotated);
    let mut state = start(&body);
    for (i, v) in state.v.iter_mut().enumerate() {
        *v = ((i * 7) as f64).sin();
    }
    let momentum = |state: &State| -> Vec<f64> {
        let each = |c| (0..body.mass.len()).map(|i| body.mass[i] * state.v[3 * i + c]).sum();
        (0..3).map(each).collect()
    };
    let actuators = Actuators::none(3);
    let mut full = Full::new(&body, &actuators, ContactPoints::of(&body)).unwrap();
    let mut stepper = Stepper::new(exact(0.01, Integrator::BackwardEuler), full.size()).unwrap();
    let controls = Controls::default();
    let first = momentum(&state);
    let mut before = f64::INFINITY;
    for _ in 0..30 {
        stepper.step(&mut full, &mut state, &controls);
        let kinetic: f64 = state.v.iter().zip(full.mass()).map(|(v, m)| 0.5 * m * v * v).sum();
        let energy = kinetic + full.value(&state.z);
        assert!(energy < before, "{energy} {before}");
        before = energy;
        assert!(relative(&momentum(&state), &first) < 1e-8);
    }
}

#[test]
fn a_heavy_bar_comes_to_rest_where_the_oracle_says() {
    let oracle = Oracle::open("12_dynamics_2d");
    let body = oracle.body_with(Law::StableNeoHookean);
    let load = oracle.vector("nh_load");
    let forces: Vec<(u32, [f64; 3])> =
        load.chunks(2).enumerate().map(|(i, f)| (i as u32, [f[0], f[1], 0.0])).collect();
    let controls = Controls { forces, ..Controls::default() };
    let mut state = start(&body);
    // long steps damp: this is statics
    run(&body, exact(1e3, Integrator::BackwardEuler), &controls, &mut state, 8);
    let u = oracle.vector("nh_u");
    let free = (0..u.len()).filter(|i| !body.held[i / 2]);
    let expected: Vec<f64> = free.map(|i| u[i]).collect();
    assert!(relative(&state.z, &expected) < 1e-8, "{}", relative(&state.z, &expected));
}

#[test]
fn a_block_on_a_slope_slides_as_coulomb_says() {
    let body = body_of(grid(&[4, 1], &[0.8, 0.1]), Law::StableNeoHookean);
    let slope: f64 = 0.4;
    let gravity = [9.81 * slope.sin(), -9.81 * slope.cos(), 0.0];
    let slid = |friction: f64| {
        let shape = Obstacle::HalfSpace { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
        let floor = Collider { friction, ..Collider::new(shape) };
        let controls = Controls { gravity, colliders: vec![floor], ..Controls::default() };
        let mut state = start(&body);
        run(&body, exact(0.01, Integrator::BackwardEuler), &controls, &mut state, 50);
        let (early, speed) = (state.z[0], state.v[0]);
        run(&body, exact(0.01, Integrator::BackwardEuler), &controls, &mut state, 50);
        (state.z[0] - early - 0.5 * speed) / 0.125
    };
    // tan(0.4) = 0.42
    let fast = 9.81 * (slope.sin() - 0.1 * slope.cos());
    assert!((slid(0.1) / fast - 1.0).abs() < 0.03, "{} {fast}", slid(0.1));
    assert!(slid(0.6).abs() < 0.01, "{}", slid(0.6));
}

#[test]
fn a_teleported_handle_leaves_no_nan_and_the_body_returns_to_rest() {
    for law in Law::ALL.iter().copied().filter(|l| !matches!(l, Law::Linear | Law::Stvk)) {
        let mut body = bar(&[4, 1, 1], &[1.0, 0.25, 0.25]);
        body.law = law;
        let far = (0..body.mesh.vertex_count())
            .max_by(|&a, &b| body.mesh.point(a)[0].total_cmp(&body.mesh.point(b)[0]));
        let vertex = far.unwrap() as u32;
        let actuators = Actuators::none(3);
        let mut full = Full::new(&body, &actuators, ContactPoints::of(&body)).unwrap();
        let settings = Settings { h: 0.02, ..Settings::default() };
        let mut stepper = Stepper::new(settings, full.size()).unwrap();
        let mut state = start(&body);
        let mut controls = Controls::default();
        for k in 0..40 {
            let to = if k % 10 < 5 { 10.0 } else { -10.0 };
            controls.handles = vec![Handle::on(vertex, [to, -to, to], 1e3)];
            stepper.step(&mut full, &mut state, &controls);
            assert!(state.z.iter().chain(&state.v).all(|x| x.is_finite()));
        }
        controls.handles.clear();
        stepper.settings.h = 0.1;
        for _ in 0..400 {
            stepper.step(&mut full, &mut state, &controls);
        }
        let away = state.z.iter().fold(0.0, |m: f64, z| m.max(z.abs()));
        assert!(away < 1e-3, "{law:?}: {away}");
    }
}
