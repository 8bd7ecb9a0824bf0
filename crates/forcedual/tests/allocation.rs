//! Steps in a subspace allocate nothing once they are under way.

mod common;

use common::*;
use forcedual::control::{Goal, InverseKinematics};
use forcedual::energy::{Actuator, Actuators, Collider, ContactPoints, Fluid, Handle, Obstacle};
use forcedual::linalg::Mat;
use forcedual::material::Law;
use forcedual::progress::Silent;
use forcedual::reduce::{
    Coordinates, Cubature, CubatureSpec, Parts, ProjectiveModel, ReducedModel, clusters,
};
use forcedual::simulate::{
    Controls, Projective, Reduced, Settings, Solver, State, Stepper, System,
};
use forcedual::subspace::Linearisation;
use forcedual::subspace::basis::skinning_functions;
use std::sync::Arc;

/// Step at which the body touches the floor, when the steps before have made room for all else.
const TOUCHED: usize = 12;

/// Allocations of 32 steps, once eight have been made.
fn counted(mut step: impl FnMut(usize)) -> u64 {
    (0..8).for_each(&mut step);
    allocation_counter::measure(|| (8..40).for_each(step)).count_total
}

#[test]
fn steps_by_every_solver_allocate_nothing() {
    let mut body = bar(&[8, 2, 2], &[1.0, 0.3, 0.3]);
    body.law = Law::Arap;
    let n = body.mesh.vertex_count() as u32;
    let facets: Vec<u32> = (0..body.boundary.facet_count() as u32).collect();
    let mut actuators = Actuators::none(3);
    for actuator in [
        Actuator::Spring { ends: [1, n - 1], stiffness: 2e4, slack: true },
        Actuator::Muscle { cells: vec![(0, [1.0, 0.0, 0.0]), (3, [1.0, 0.0, 0.0])] },
        Actuator::Pocket { facets: facets.clone(), closed: true },
        Actuator::Pocket { facets: facets[..3].to_vec(), closed: false },
        Actuator::Pull { vertex: n - 2, axis: 1, stiffness: 1e4 },
        Actuator::Load { force: vec![(2 * n - 2, 40.0)] },
    ] {
        actuators.push(&body, "channel".to_owned(), &actuator, 0.0, 1.0);
    }
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(body.mesh.vertex_count(), 2, |i, j| {
        let x = body.mesh.point(i)[0];
        x * if j == 0 { 1.0 } else { 1.0 - x }
    });
    let phi = skinning_functions(&body, weights.as_ref()).unwrap();
    let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
    let contact = ContactPoints::of(&body);
    let responses = Mat::new();
    let cubature = CubatureSpec::default();
    let parts = Parts { actuators: &actuators, contact: &contact, cubature, responses: &responses };
    let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
    let model = Arc::new(model);
    let few = clusters(&body, &weights, 12);
    let projective = ProjectiveModel::assemble(&lin, &coordinates, &few, parts).unwrap();
    let settings = Settings { h: 0.02, ..Settings::default() };
    let floor = |y: f64| Obstacle::HalfSpace { point: [0.0, y, 0.0], normal: [0.0, 1.0, 0.0] };
    let boundary = (0..body.boundary.facet_count()).map(|f| {
        let corners = body.boundary.facet(f);
        [corners[0], corners[1], corners[2]]
    });
    let boundary: Vec<[u32; 3]> = boundary.collect();
    let mut controls = Controls {
        amplitudes: vec![0.0; 6],
        handles: vec![Handle::on(n - 1, [1.0, 0.3, 0.2], 2e3)],
        colliders: vec![Collider { friction: 0.3, ..Collider::new(floor(-9.0)) }],
        forces: vec![(n - 1, [10.0, 0.0, 5.0])],
        gravity: [0.0, -9.81, 0.0],
        fluid: Some(Fluid { facets: Arc::new(boundary), density: 1e3, drag: 1.0 }),
    };
    let drive = |k: usize, controls: &mut Controls| {
        let wave = (0.3 * k as f64).sin();
        controls.amplitudes.copy_from_slice(&[0.1, 2e4, 1e3, 1e3, 0.1, 1.0].map(|a| a * wave));
        controls.handles[0].target[1] = 0.3 + 0.2 * wave;
        // the body lies still at first, and touches nothing
        if k < 4 {
            controls.amplitudes.fill(0.0);
            controls.handles[0].target = [1.0, 0.3, 0.3];
        }
        controls.colliders[0].shape = floor(if k < TOUCHED { -9.0 } else { 0.02 });
    };
    for solver in [Solver::Iterative, Solver::Exact] {
        let mut reduced = Reduced::new(model.clone());
        reduced.solver = solver;
        let mut stepper = Stepper::new(settings, reduced.size()).unwrap();
        let mut state = State::rest(reduced.size());
        let count = counted(|k| {
            drive(k, &mut controls);
            stepper.step(&mut reduced, &mut state, &controls);
        });
        assert_eq!(count, 0, "{solver:?}");
    }
    let mut reduced = Reduced::new(model.clone());
    let mut stepper = Stepper::new(settings, reduced.size()).unwrap();
    let mut state = State::rest(reduced.size());
    let mut ik = InverseKinematics::new(&reduced);
    ik.leave(2);
    let goals = [Goal { point: Handle::on(n - 1, [0.9, 0.5, 0.2], 0.0), weight: 1.0 }];
    let mut steered = Controls::rest(6);
    let count = counted(|_| {
        stepper.step(&mut reduced, &mut state, &steered);
        ik.improve(&mut reduced, &state, settings.h, &goals, &mut steered).unwrap();
    });
    assert!(steered.amplitudes.iter().any(|a| *a != 0.0) && steered.amplitudes[2] == 0.0);
    assert_eq!(count, 0, "inverse kinematics");
    let mut projective = Projective::new(Arc::new(projective), settings).unwrap();
    let mut state = State::rest(model.coordinates());
    let count = counted(|k| {
        drive(k, &mut controls);
        projective.step(&mut state, &controls);
    });
    assert_eq!(count, 0, "projective");
}
