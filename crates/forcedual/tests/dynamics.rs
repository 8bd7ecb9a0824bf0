//! Time steps of whole bodies: orders of accuracy, conservation, equilibrium, oracles.

mod common;

use common::*;
use forcedual::body::Body;
use forcedual::energy::{Actuator, Actuators, Collider, ContactPoints, Handle, Obstacle};
use forcedual::linalg::{Mat, norm, product};
use forcedual::material::{Lame, Law};
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::reduce::{
    Clusters, Coordinates, Cubature, CubatureSpec, Parts, ProjectiveModel, ReducedModel, clusters,
};
use forcedual::simulate::{
    Controls, Full, Integrator, Projective, Reduced, Settings, Solver, State, Stepper, System,
};
use forcedual::subspace::Linearisation;
use forcedual::subspace::basis::{kronecker, skinning_functions};
use std::sync::Arc;

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

/// Steps of `h` from coordinates `z`, then long ones, without anything that acts: how much is left.
fn left_of(system: &mut impl System, z: Vec<f64>, h: f64) -> f64 {
    let length = |z: &[f64]| z.iter().map(|z| z * z).sum::<f64>().sqrt();
    let before = length(&z);
    let settings = Settings { h, ..Settings::default() };
    let mut stepper = Stepper::new(settings, system.size()).unwrap();
    let mut state = State::at(z, vec![0.0; system.size()]);
    for k in 0..1200 {
        stepper.settings.h = if k < 200 { h } else { 0.1 };
        stepper.step(system, &mut state, &Controls::default());
        assert!(state.z.iter().chain(&state.v).all(|x| x.is_finite()), "h = {h}");
    }
    length(&state.z) / before
}

#[test]
fn bodies_turned_inside_out_with_a_part_a_million_times_stiffer_come_back_at_any_step() {
    let mut body = bar(&[6, 1], &[1.0, 0.25]);
    for t in 0..body.mesh.cell_count() {
        let corners = body.mesh.cell(t).iter().map(|&v| body.mesh.point(v as usize)[0]);
        if corners.sum::<f64>() > 1.5 {
            let Lame { mu, lam } = body.lame[t];
            body.lame[t] = Lame { mu: 1e6 * mu, lam: 1e6 * lam };
        }
    }
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let actuators = Actuators::none(2);
    // x goes to -x: every cell is turned over
    let u: Vec<f64> = (0..body.dofs())
        .map(|i| if i % 2 == 0 { -2.0 * body.mesh.point(i / 2)[0] } else { 0.0 })
        .collect();
    for h in [1e-4, 1e-2, 0.1] {
        let mut full = Full::new(&body, &actuators, ContactPoints::of(&body)).unwrap();
        let z = full.free().iter().map(|&i| u[i as usize]).collect();
        assert!(left_of(&mut full, z, h) < 0.01, "full, h = {h}");
        let model = whole(&lin, &actuators);
        let mut padded = vec![0.0; model.motion.padded()];
        for (k, &v) in model.interface.iter().enumerate() {
            let v = v as usize;
            let momentum = [body.mass[v] * u[2 * v], body.mass[v] * u[2 * v + 1]];
            model.motion.add_point(k, &momentum, &mut padded);
        }
        let mut z = vec![0.0; model.coordinates()];
        model.motion.add_unpadded(&padded, &mut z);
        assert!(left_of(&mut Reduced::new(model), z, h) < 0.01, "reduced, h = {h}");
    }
}

/// A whole body as a reduced model: one unit displacement per degree of freedom that moves.
fn whole(lin: &Linearisation<'_>, actuators: &Actuators) -> Arc<ReducedModel> {
    let body = lin.body;
    let free: Vec<usize> = (0..body.dofs()).filter(|i| !body.held[i / body.dim()]).collect();
    let mass = body.dof_mass();
    let basis = Mat::from_fn(body.dofs(), free.len(), |i, j| {
        if i == free[j] { 1.0 / mass[i].sqrt() } else { 0.0 }
    });
    let coordinates = Coordinates::turned(lin, basis, false).unwrap();
    let contact = ContactPoints::of(body);
    let parts = Parts {
        actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &Mat::new(),
    };
    Arc::new(ReducedModel::assemble(lin, &coordinates, Cubature::all(lin), parts))
}

/// Actuators of every kind on a body held on its left, the values all different.
fn driven(body: &Body) -> Actuators {
    let mut all = Actuators::none(body.dim());
    let n = body.mesh.vertex_count() as u32;
    let facets: Vec<u32> = (0..body.boundary.facet_count() as u32).collect();
    let fiber = [0.6, 0.8, 0.0];
    for actuator in [
        Actuator::Spring { ends: [1, n - 1], stiffness: 2e4, slack: false },
        Actuator::Spring { ends: [2, n - 2], stiffness: 2e4, slack: true },
        Actuator::Muscle { cells: vec![(0, fiber), (3, fiber), (5, fiber)] },
        Actuator::Pocket { facets: facets.clone(), closed: true },
        Actuator::Pocket { facets: facets[..3].to_vec(), closed: false },
        Actuator::Pull { vertex: n - 2, axis: 1, stiffness: 1e4 },
        Actuator::Load { force: vec![(2 * n - 2, 40.0), (2 * n - 1, -30.0)] },
    ] {
        all.push(body, "channel".to_owned(), &actuator, 0.0, 1.0);
    }
    all
}

#[test]
fn a_reduced_model_with_the_full_basis_moves_as_the_full_body() {
    for (dims, size, law) in [
        (vec![4, 2], vec![1.0, 0.4], Law::StableNeoHookean),
        (vec![3, 1, 1], vec![1.0, 0.4, 0.4], Law::Corotated),
        (vec![3, 1, 1], vec![1.0, 0.4, 0.4], Law::StableNeoHookean),
    ] {
        let mut body = bar(&dims, &size);
        body.law = law;
        let actuators = driven(&body);
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let model = whole(&lin, &actuators);
        let mut reduced = Reduced::new(model.clone());
        let mut full = Full::new(&body, &actuators, ContactPoints::of(&body)).unwrap();
        let settings = exact(0.02, Integrator::Bdf2);
        let mut steppers = [(); 2].map(|()| Stepper::new(settings, full.size()).unwrap());
        let mut states = [State::rest(full.size()), State::rest(full.size())];
        let floor = Obstacle::HalfSpace { point: [0.0, -0.1, 0.0], normal: [0.0, 1.0, 0.0] };
        let last = body.mesh.vertex_count() as u32 - 1;
        for step in 0..25 {
            let t = 0.02 * f64::from(step);
            let controls = Controls {
                amplitudes: [0.05, 0.05, 2e4, 3e3, -2e3, 0.05, 1.0]
                    .map(|a| a * (9.0 * t + a).sin())
                    .to_vec(),
                handles: vec![Handle::on(last, [1.1, 0.3, 0.2], 2e3)],
                colliders: vec![Collider { friction: 0.3, ..Collider::new(floor.clone()) }],
                forces: vec![(last - 1, [30.0, -20.0, 5.0])],
                gravity: [0.0, -9.81, 0.0],
                fluid: None,
            };
            reduced.check(&controls).unwrap();
            let a = steppers[0].step(&mut full, &mut states[0], &controls);
            let b = steppers[1].step(&mut reduced, &mut states[1], &controls);
            assert!(!a.held && !b.held, "{a:?} {b:?}");
            let mut x = Vec::new();
            reduced.interface(&states[1].z, &mut x);
            let d = body.dim();
            let truth = full.positions(&states[0].z);
            for (k, &v) in model.interface.iter().enumerate() {
                for c in 0..d {
                    let (a, b) = (x[k * d + c], truth[v as usize * d + c]);
                    assert!((a - b).abs() < 1e-9, "{law:?} step {step}, vertex {v}: {a} {b}");
                }
            }
        }
        assert!(states[1].z.iter().any(|z| z.abs() > 1e-3));
    }
}

#[test]
fn linear_trajectories_in_the_subspace_are_the_oracles() {
    let oracle = Oracle::open("12_dynamics_2d");
    let body = oracle.body();
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let basis = leading(&oracle.matrix("basis"), 6);
    let coordinates = Coordinates::turned(&lin, basis, false).unwrap();
    let contact = ContactPoints::of(&body);
    let actuators = Actuators::none(2);
    let parts = Parts {
        actuators: &actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &Mat::new(),
    };
    let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
    let mut reduced = Reduced::new(Arc::new(model));
    let gravity = oracle.vector("gravity");
    let h = oracle.scalar("h");
    let acceleration = gravity[3] / body.mass[1];
    for (integrator, name) in [(Integrator::BackwardEuler, "be"), (Integrator::Bdf2, "bdf2")] {
        let truth = oracle.matrix(name);
        let mut state = State::rest(6);
        let mut stepper = Stepper::new(exact(h, integrator), 6).unwrap();
        let controls = Controls { gravity: [0.0, acceleration, 0.0], ..Controls::default() };
        for step in 0..20 {
            stepper.step(&mut reduced, &mut state, &controls);
            let z = Mat::from_fn(6, 1, |i, _| state.z[i]);
            let found = col(&product(coordinates.rotation.as_ref(), z.as_ref()), 0);
            let expected: Vec<f64> = (0..6).map(|k| truth[(step, k)]).collect();
            assert!(relative(&found, &expected) < 1e-8, "{name} {step}");
        }
    }
}

/// A bar of ARAP with springs and a pull, in skinning modes, and what acts on it.
fn sprung(body: &Body) -> (Actuators, Controls) {
    let mut actuators = Actuators::none(body.dim());
    let n = body.mesh.vertex_count() as u32;
    for actuator in [
        Actuator::Spring { ends: [1, n - 1], stiffness: 3e4, slack: false },
        Actuator::Spring { ends: [2, n - 3], stiffness: 2e4, slack: false },
        Actuator::Spring { ends: [2, n - 3], stiffness: 5e4, slack: true },
        Actuator::Pull { vertex: n - 2, axis: 1, stiffness: 1e4 },
        Actuator::Muscle { cells: vec![(1, [1.0, 0.0, 0.0]), (3, [0.0, 1.0, 0.0])] },
        Actuator::Muscle { cells: vec![(5, [0.6, 0.8, 0.0]), (6, [1.0, 0.0, 0.0])] },
    ] {
        actuators.push(body, "channel".to_owned(), &actuator, 0.0, 1.0);
    }
    let controls = Controls {
        amplitudes: vec![-0.3, 0.1, 0.1, 0.1, -2e4, 1e4],
        handles: vec![Handle::on(n - 1, [1.0, 0.6, 0.1], 3e3)],
        gravity: [0.0, -9.81, 0.0],
        ..Controls::default()
    };
    (actuators, controls)
}

#[test]
fn projective_dynamics_converges_to_newton_and_never_raises_the_energy() {
    let flat = (vec![6, 2], vec![1.0, 0.3]);
    let solid = (vec![4, 1, 1], vec![1.0, 0.3, 0.3]);
    for ((dims, size), driven) in [(flat.clone(), true), (solid, true), (flat, false)] {
        let mut body = bar(&dims, &size);
        body.law = Law::Arap;
        let (actuators, controls) = match driven {
            true => sprung(&body),
            false => (
                Actuators::none(body.dim()),
                Controls { gravity: [0.0, -9.81, 0.0], ..Controls::rest(0) },
            ),
        };
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let weights = Mat::from_fn(body.mesh.vertex_count(), 2, |i, j| {
            let x = body.mesh.point(i)[0];
            x * if j == 0 { 1.0 } else { 1.0 - x }
        });
        let phi = skinning_functions(&body, weights.as_ref()).unwrap();
        let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
        let contact = ContactPoints::of(&body);
        let parts = Parts {
            actuators: &actuators,
            contact: &contact,
            cubature: CubatureSpec::default(),
            responses: &Mat::new(),
        };
        let all = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
        let cells = body.mesh.cell_count();
        let each = Clusters {
            of_cell: (0..cells as u32).collect(),
            middle: (0..cells as u32).collect(),
            volume: body.geometry.volumes.clone(),
        };
        let few = clusters(&body, &weights, 5);
        for clusters in [each, few] {
            let clusters = ProjectiveModel::assemble(&lin, &coordinates, &clusters, parts).unwrap();
            let clusters = Arc::new(clusters);
            let model = if clusters.weight.len() == cells {
                Arc::new(all.clone())
            } else {
                clusters.model.clone()
            };
            let settings =
                |iterations| Settings { iterations, ..exact(0.03, Integrator::default()) };

            let mut reduced = Reduced::new(model.clone());
            let mut newton = State::rest(reduced.size());
            let mut stepper = Stepper::new(settings(60), reduced.size()).unwrap();
            let report = stepper.step(&mut reduced, &mut newton, &controls);
            assert!(report.converged, "{report:?}");

            let rest = State::rest(reduced.size());
            let mut before = f64::INFINITY;
            for iterations in [1, 2, 3, 5, 10, 20, 50, 4000] {
                let mut state = rest.clone();
                let mut projective =
                    Projective::new(clusters.clone(), settings(iterations)).unwrap();
                projective.step(&mut state, &controls);
                reduced.begin(&rest.z, 0.03, &controls);
                let inertia: f64 = state.z.iter().map(|z| z * z).sum();
                let energy = reduced.value(&state.z) + 0.5 * inertia / 0.03f64.powi(2);
                assert!(energy <= before + 1e-9 * before.abs(), "{iterations}: {energy} {before}");
                before = energy;
                if iterations == 4000 {
                    assert!(
                        relative(&state.z, &newton.z) < 1e-6,
                        "{}",
                        relative(&state.z, &newton.z)
                    );
                }
            }
        }
    }
}

#[test]
fn an_obstacle_far_away_changes_nothing_for_projective_dynamics() {
    let mut body = bar(&[4, 1, 1], &[1.0, 0.3, 0.3]);
    body.law = Law::Arap;
    let actuators = driven(&body);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| body.mesh.point(i)[0]);
    let phi = skinning_functions(&body, weights.as_ref()).unwrap();
    let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
    let contact = ContactPoints::of(&body);
    let parts = Parts {
        actuators: &actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &Mat::new(),
    };
    let few = clusters(&body, &weights, 5);
    let model = Arc::new(ProjectiveModel::assemble(&lin, &coordinates, &few, parts).unwrap());
    let far = Obstacle::HalfSpace { point: [0.0, -100.0, 0.0], normal: [0.0, 1.0, 0.0] };
    let ends = [Vec::new(), vec![Collider::new(far)]].map(|colliders| {
        let amplitudes = vec![0.05, 2e4, 3e3, -2e3, 0.05, 1.0];
        let controls = Controls { amplitudes, colliders, ..Controls::default() };
        let mut state = State::rest(model.model.coordinates());
        let settings = exact(0.02, Integrator::default());
        let mut projective = Projective::new(model.clone(), settings).unwrap();
        (0..5).for_each(|_| assert!(!projective.step(&mut state, &controls).held));
        state.z
    });
    assert!(ends[0].iter().any(|z| z.abs() > 1e-3));
    assert_eq!(ends[0], ends[1]);
}

/// What Newton's direction at `z` leaves of the gradient, by finite differences.
fn left_by_direction(reduced: &mut Reduced, z: &[f64], controls: &Controls) -> f64 {
    let (h, w, size) = (0.02, 2500.0, z.len());
    reduced.begin(z, h, controls);
    let (mut g, mut d) = (vec![0.0; size], vec![0.0; size]);
    reduced.gradient(z, &mut g);
    g.iter_mut().enumerate().for_each(|(k, g)| *g += (k as f64).sin());
    assert!(reduced.direction(z, w, &g, 0.0, &mut d));
    let epsilon = 1e-5 / d.iter().fold(0.0, |most: f64, d| most.max(d.abs()));
    let mut at = |sign: f64| {
        let moved: Vec<f64> = z.iter().zip(&d).map(|(z, d)| z + sign * epsilon * d).collect();
        let mut slope = vec![0.0; size];
        reduced.gradient(&moved, &mut slope);
        slope
    };
    let (after, before) = (at(1.0), at(-1.0));
    let left: Vec<f64> =
        (0..size).map(|k| (after[k] - before[k]) / (2.0 * epsilon) + w * d[k] + g[k]).collect();
    norm(&left) / norm(&g)
}

#[test]
fn exact_and_iterative_solvers_take_the_same_steps_and_solve_newtons_system() {
    let mut body = bar(&[4, 1, 1], &[1.0, 0.3, 0.3]);
    body.law = Law::StableNeoHookean;
    let actuators = driven(&body);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| body.mesh.point(i)[0]);
    let phi = skinning_functions(&body, weights.as_ref()).unwrap();
    for coordinates in [
        Coordinates::turned(&lin, phi.clone(), true).unwrap(),
        Coordinates::turned(&lin, kronecker(phi.as_ref(), 3), false).unwrap(),
    ] {
        let contact = ContactPoints::of(&body);
        let parts = Parts {
            actuators: &actuators,
            contact: &contact,
            cubature: CubatureSpec::default(),
            responses: &Mat::new(),
        };
        let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
        let model = Arc::new(model);
        let floor = Obstacle::HalfSpace { point: [0.0, 0.05, 0.0], normal: [0.0, 1.0, 0.0] };
        let controls = Controls {
            amplitudes: vec![0.05, -0.05, -2e4, 3e3, -2e3, 0.05, 1.0],
            handles: vec![Handle::on(body.mesh.vertex_count() as u32 - 1, [1.1, 0.3, 0.2], 2e3)],
            colliders: vec![Collider { friction: 0.3, ..Collider::new(floor) }],
            ..Controls::default()
        };
        let run = |solver: Solver| {
            let mut reduced = Reduced::new(model.clone());
            reduced.solver = solver;
            let mut state = State::rest(reduced.size());
            let mut stepper =
                Stepper::new(exact(0.02, Integrator::default()), reduced.size()).unwrap();
            for _ in 0..10 {
                assert!(!stepper.step(&mut reduced, &mut state, &controls).held);
            }
            let left = left_by_direction(&mut reduced, &state.z, &controls);
            assert!(left < if solver == Solver::Exact { 1e-6 } else { 0.05 }, "{solver:?} {left}");
            state.z
        };
        let (a, b) = (run(Solver::Exact), run(Solver::Iterative));
        assert!(relative(&a, &b) < 1e-8, "{}", relative(&a, &b));
    }
}

#[test]
fn sensitivities_to_actuation_are_finite_differences_of_steps() {
    let mut body = bar(&[4, 2], &[1.0, 0.3]);
    body.law = Law::Corotated;
    let actuators = driven(&body);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let model = whole(&lin, &actuators);
    let mut reduced = Reduced::new(model);
    let size = reduced.size();
    let (h, base) = (0.05, [0.02, -0.02, 1e4, 2e3, -1e3, 0.03, 1.0]);
    let solved = |reduced: &mut Reduced, amplitudes: Vec<f64>| {
        let controls = Controls { amplitudes, ..Controls::default() };
        let mut state = State::rest(size);
        let mut stepper = Stepper::new(exact(h, Integrator::default()), size).unwrap();
        stepper.step(reduced, &mut state, &controls);
        state.z
    };
    let z = solved(&mut reduced, base.to_vec());
    let mut columns = vec![0.0; size * base.len()];
    let mut ahead = vec![0.0; z.len()];
    assert!(reduced.sensitivities(&z, 1.0 / (h * h), &mut ahead, &mut columns));
    for k in 0..base.len() {
        let change = 1e-4 * base[k];
        let mut at = |sign: f64| {
            let mut amplitudes = base.to_vec();
            amplitudes[k] += sign * change;
            solved(&mut reduced, amplitudes)
        };
        let (up, down) = (at(1.0), at(-1.0));
        let slope: Vec<f64> = up.iter().zip(&down).map(|(a, b)| (a - b) / (2.0 * change)).collect();
        let error = relative(&columns[k * size..][..size], &slope);
        assert!(error < 1e-5, "channel {k}: {error}");
    }
}
