//! Inverse kinematics: bodies that reach for places.

mod common;

use common::*;
use forcedual::control::{Goal, InverseKinematics};
use forcedual::energy::{Actuator, Actuators, ContactPoints, Handle};
use forcedual::linalg::Mat;
use forcedual::material::Law;
use forcedual::progress::Silent;
use forcedual::reduce::{
    Coordinates, Cubature, CubatureSpec, Parts, ProjectiveModel, ReducedModel, clusters,
};
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::Run;
use forcedual::simulate::{Controls, Projective, Reduced, Settings, State, Stepper, System};
use forcedual::subspace::Linearisation;
use forcedual::subspace::basis::skinning_functions;
use std::sync::Arc;

#[test]
fn a_sprung_arm_reaches_a_place_with_either_solver_within_bounds() {
    reach_by_springs(false);
}

#[test]
fn an_arm_of_tendons_that_hang_loose_at_first_reaches_a_place_with_either_solver() {
    reach_by_springs(true);
}

fn reach_by_springs(slack: bool) {
    let mut body = bar(&[12, 2], &[1.0, 0.15]);
    body.law = Law::Arap;
    let nearest = |x: f64, y: f64| {
        let away = |i: usize| {
            let p = body.mesh.point(i);
            (p[0] - x).powi(2) + (p[1] - y).powi(2)
        };
        let n = body.mesh.vertex_count();
        (0..n).min_by(|&a, &b| away(a).total_cmp(&away(b))).unwrap() as u32
    };
    let mut actuators = Actuators::none(2);
    for (a, b) in [(0.1, 0.5), (0.5, 0.9)] {
        for y in [0.0, 0.15] {
            let ends = [nearest(a, y), nearest(b, y)];
            let spring = Actuator::Spring { ends, stiffness: 3e5, slack };
            actuators.push(&body, format!("spring {a} {y}"), &spring, 0.0, 0.03);
        }
    }
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(body.mesh.vertex_count(), 3, |i, j| {
        let x = body.mesh.point(i)[0];
        x * (j as f64 * 1.5 * x).cos()
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
    let few = clusters(&body, &weights, 12);
    let projective = ProjectiveModel::assemble(&lin, &coordinates, &few, parts).unwrap();
    let settings = Settings { h: 0.02, iterations: 15, ..Settings::default() };
    let tip = nearest(1.0, 0.15);
    let goal = Goal { point: Handle::on(tip, [0.9, 0.42, 0.0], 0.0), weight: 1.0 };
    for by_projection in [false, true] {
        let model = if by_projection { projective.model.clone() } else { Arc::new(all.clone()) };
        let mut reduced = Reduced::new(model);
        let mut stepper = Stepper::new(settings, reduced.size()).unwrap();
        let mut pd = Projective::new(Arc::new(projective.clone()), settings).unwrap();
        let mut state = State::rest(reduced.size());
        let mut ik = InverseKinematics::new(&reduced);
        let mut controls = Controls::rest(4);
        if slack {
            controls.amplitudes.fill(0.05);
        }
        let mut reach = Default::default();
        for _ in 0..300 {
            if by_projection {
                pd.step(&mut state, &controls);
                reduced.begin(&state.z, settings.h, &controls);
            } else {
                stepper.step(&mut reduced, &mut state, &controls);
            }
            reach = ik.improve(&mut reduced, &state, settings.h, &[goal], &mut controls).unwrap();
            let inside = controls.amplitudes.iter().zip(ik.bounds());
            assert!(inside.into_iter().all(|(a, (low, high))| a >= low && a <= high));
        }
        // those that hang loose at first have begun later
        let near = if slack { 2e-3 } else { 1e-3 };
        assert!(reach.distance < near, "projective {by_projection}: {reach:?} {controls:?}");
    }
}

#[test]
fn channels_that_are_left_to_others_are_not_counted_on() {
    let body = bar(&[8, 1], &[1.0, 0.15]);
    let n = body.mesh.vertex_count() as u32;
    let tip = n - 1;
    let mut actuators = Actuators::none(2);
    for axis in [1, 1, 0] {
        let pull = Actuator::Pull { vertex: tip, axis, stiffness: 1e3 };
        actuators.push(&body, format!("pull {axis}"), &pull, 0.0, 1.0);
    }
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(n as usize, 1, |i, _| body.mesh.point(i)[0]);
    let phi = skinning_functions(&body, weights.as_ref()).unwrap();
    let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
    let contact = ContactPoints::of(&body);
    let parts = Parts {
        actuators: &actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &Mat::new(),
    };
    let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
    let mut reduced = Reduced::new(Arc::new(model));
    let mut stepper =
        Stepper::new(Settings { h: 0.05, ..Settings::default() }, reduced.size()).unwrap();
    let mut state = State::rest(reduced.size());
    let mut ik = InverseKinematics::new(&reduced);
    ik.leave(0);
    assert!(ik.bind(1, 1.0, -1.0).is_err() && ik.bind(9, 0.0, 1.0).is_err());
    let rest = body.mesh.point(tip as usize);
    let goal = Goal { point: Handle::on(tip, [rest[0], rest[1] + 0.02, 0.0], 0.0), weight: 1.0 };
    let mut controls = Controls::rest(3);
    let mut reach = Default::default();
    for _ in 0..300 {
        // somebody else pulls the other way
        controls.amplitudes[0] = -0.01;
        stepper.step(&mut reduced, &mut state, &controls);
        reach = ik.improve(&mut reduced, &state, 0.05, &[goal], &mut controls).unwrap();
        assert_eq!(controls.amplitudes[0], -0.01);
    }
    assert!(reach.distance < 1e-3, "{reach:?} {:?}", controls.amplitudes);
}

#[test]
fn a_body_without_actuators_cannot_reach_and_says_so() {
    let body = bar(&[3, 1], &[1.0, 0.3]);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let weights = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| body.mesh.point(i)[0]);
    let phi = skinning_functions(&body, weights.as_ref()).unwrap();
    let coordinates = Coordinates::turned(&lin, phi, true).unwrap();
    let (contact, actuators) = (ContactPoints::of(&body), Actuators::none(2));
    let parts = Parts {
        actuators: &actuators,
        contact: &contact,
        cubature: CubatureSpec::default(),
        responses: &Mat::new(),
    };
    let model = ReducedModel::assemble(&lin, &coordinates, Cubature::all(&lin), parts);
    let mut reduced = Reduced::new(Arc::new(model));
    let mut ik = InverseKinematics::new(&reduced);
    let state = State::rest(reduced.size());
    let error = ik.improve(&mut reduced, &state, 0.1, &[], &mut Controls::rest(0)).unwrap_err();
    assert_eq!(error.code, forcedual::Code::Control);
}

/// A soft beam with a tendon along its top and one along its bottom, whose tip is to be so much higher
/// after a second.
fn tendons(step: f64, integrator: &str, higher: f64, seconds: f64) -> SceneFile {
    let frames = (seconds / step).round() as usize;
    let text = format!(
        "[mesh]\nshape = 'beam'\nsize = [1.0, 0.12, 0.12]\ncells = 300\n\
         [material]\nyoung = 2e5\n\
         [[pin]]\nwhere = {{ half-space = {{ point = [0.001, 0, 0], normal = [-1, 0, 0] }} }}\n\
         [[force]]\nkind = 'springs'\nstiffness = 500.0\nsigma = 0.05\n\
         between = [[[0, 0.12, 0.06], [1, 0.12, 0.06]], [[0, 0, 0.06], [1, 0, 0.06]]]\n\
         [subspace]\nkind = 'skinning'\nmodes = 6\n\
         [simulation]\nstep = {step}\nframes = {frames}\nintegrator = '{integrator}'\n\
         [[simulation.target]]\nat = [1, 0.06, 0.06]\nby = [[0, 0, 0, 0], [1, 0, {higher}, 0]]\n"
    );
    SceneFile::parse(&text, Format::Toml, std::path::Path::new(".")).unwrap()
}

#[test]
fn bodies_come_to_rest_at_still_targets_with_any_step_reachable_or_not() {
    let cases = [
        (1.0 / 30.0, "backward-euler", 0.05, 14.0),
        (1.0 / 30.0, "bdf2", 0.15, 14.0),
        (1.0 / 60.0, "bdf2", 0.05, 14.0),
        (1.0 / 60.0, "bdf2", 0.15, 14.0),
        (1.0 / 60.0, "bdf2", 0.6, 14.0),
        (1.0 / 60.0, "backward-euler", 0.6, 14.0),
        (1e-3, "bdf2", 0.15, 8.0),
    ];
    for (step, integrator, higher, seconds) in cases {
        let scene = tendons(step, integrator, higher, seconds);
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = scene.linearise(&body, &Silent).unwrap();
        let prior = scene.prior(&lin).unwrap();
        let subspace = scene.design(&lin, &prior, &Silent).unwrap();
        let spec = scene.scene().simulation();
        let run = Run::new(&scene, &lin, &prior, &subspace, None, spec, &Silent).unwrap();
        let (motion, report) = run.simulate(None, &Silent).unwrap();
        let case = format!("{integrator} {step} s, {higher} m");
        let (mean, worst) = (report.reach.unwrap(), report.reach_worst.unwrap());
        assert!(worst - mean < 1e-3, "{case}: swings between {mean} and {worst} m");
        assert!(mean < if higher < 0.5 { 0.012 } else { 0.5 }, "{case}: {mean}");
        let last = &motion.actuation[motion.actuation.len() * 4 / 5..];
        for k in 0..2 {
            let each = || last.iter().map(|a| a[k]);
            let swing = each().fold(f64::MIN, f64::max) - each().fold(f64::MAX, f64::min);
            assert!(swing < 2e-3, "{case}: channel {k} swings by {swing} m");
            assert!(each().all(|a| a.abs() <= 0.2 + 1e-12), "{case}: out of bounds");
        }
        let swings = report.warnings.iter().any(|w| w.contains("swing"));
        assert!(!swings, "{case}: {:?}", report.warnings);
    }
}
