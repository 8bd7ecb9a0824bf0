//! Mixtures at run time: the right subspace is chosen, and changing it does not show.

mod common;

use common::*;
use forcedual::energy::{Actuator, Actuators, ContactPoints};
use forcedual::force::{Factor, Gaussian, SparseColumns};
use forcedual::linalg::Mat;
use forcedual::material::Law;
use forcedual::progress::Silent;
use forcedual::reduce::{CubatureSpec, MixtureModel, Parts};
use forcedual::simulate::{Adaptive, Controls, Rule, Settings};
use forcedual::subspace::{Linearisation, SubspaceSpec, design};
use std::path::Path;
use std::sync::Arc;

/// A beam held on the left with two components: pushes at its tip along y, and along x in the middle.
fn beam(law: Law) -> forcedual::body::Body {
    let mut body = bar(&[10, 2], &[1.0, 0.2]);
    body.law = law;
    body
}

fn nearest(body: &forcedual::body::Body, x: f64, y: f64) -> u32 {
    let away = |i: usize| {
        let p = body.mesh.point(i);
        (p[0] - x).powi(2) + (p[1] - y).powi(2)
    };
    let n = body.mesh.vertex_count();
    (0..n).min_by(|&a, &b| away(a).total_cmp(&away(b))).unwrap() as u32
}

fn push(body: &forcedual::body::Body, vertex: u32, axes: &[u32]) -> Gaussian {
    let mut columns = SparseColumns::new(body.dofs());
    axes.iter().for_each(|axis| columns.push(vec![(2 * vertex + axis, 100.0)]));
    Gaussian::centred(Factor::Columns(columns))
}

fn mixture(lin: &Linearisation<'_>, actuators: &Actuators) -> (MixtureModel, [u32; 2]) {
    pushes(lin, actuators, [&[1], &[0]])
}

/// Pushes along some axes at the tip and in the middle.
fn pushes(
    lin: &Linearisation<'_>,
    actuators: &Actuators,
    axes: [&[u32]; 2],
) -> (MixtureModel, [u32; 2]) {
    let body = lin.body;
    let spots = [nearest(body, 1.0, 0.2), nearest(body, 0.5, 0.2)];
    let contact = ContactPoints::of(body);
    let responses = Mat::new();
    let cubature = CubatureSpec::Cells(1000);
    let parts = Parts { actuators, contact: &contact, cubature, responses: &responses };
    let places = [("tip", spots[0], axes[0]), ("middle", spots[1], axes[1])];
    let components = places.map(|(name, vertex, axes)| {
        let prior = push(body, vertex, axes);
        let spec: SubspaceSpec = serde_json::from_str(r#"{ "modes": 1 }"#).unwrap();
        let subspace = design(lin, &prior, &spec, Path::new("."), &Silent).unwrap();
        (name.to_owned(), 0.5, prior, subspace)
    });
    (MixtureModel::new(lin, parts, components.into(), &Silent).unwrap().0, spots)
}

#[test]
fn every_rule_finds_the_component_that_pushes() {
    let body = beam(Law::Linear);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let actuators = Actuators::none(2);
    let (model, spots) = mixture(&lin, &actuators);
    let model = Arc::new(model);
    for rule in [Rule::Compliance, Rule::Bayes, Rule::ScaleFree] {
        let settings = Settings { h: 0.02, ..Settings::default() };
        let mut simulation = Adaptive::new(model.clone(), settings, rule).unwrap();
        for (spot, force, wanted) in
            [(spots[0], [0.0, 100.0, 0.0], 0), (spots[1], [100.0, 0.0, 0.0], 1)]
        {
            let controls = Controls { forces: vec![(spot, force)], ..Controls::default() };
            simulation.check(&controls).unwrap();
            for _ in 0..40 {
                simulation.step(&controls);
            }
            assert_eq!(simulation.active(), wanted, "{rule:?}: {:?}", simulation.posterior());
            assert!(simulation.posterior()[wanted] > 0.8);
        }
    }
}

#[test]
fn directions_that_all_are_alike_do_not_choose_a_component_without_force_there() {
    let body = beam(Law::Linear);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let (model, spots) = pushes(&lin, &Actuators::none(2), [&[0, 1], &[0, 1]]);
    let settings = Settings { h: 0.02, ..Settings::default() };
    let mut simulation = Adaptive::new(Arc::new(model), settings, Rule::ScaleFree).unwrap();
    for (wanted, spot) in spots.into_iter().enumerate() {
        let forces = vec![(spot, [60.0, 80.0, 0.0])];
        let controls = Controls { forces, ..Controls::default() };
        for _ in 0..40 {
            simulation.step(&controls);
        }
        assert_eq!(simulation.active(), wanted, "{:?}", simulation.posterior());
    }
}

/// Moves a beam for a tenth of a second in steps of `h`, and changes its subspace: how far points are
/// from where they were then, in m, and by how much the velocity of the next step is another, in m/s;
/// beside the fastest velocity.
fn kink(model: &Arc<MixtureModel>, spots: [u32; 2], h: f64) -> [f64; 3] {
    let settings = Settings { h, tolerance: 1e-10, ..Settings::default() };
    let mut simulation = Adaptive::new(model.clone(), settings, Rule::default()).unwrap();
    let controls = Controls {
        amplitudes: vec![1e4],
        forces: vec![(spots[0], [0.0, 300.0, 0.0])],
        ..Controls::default()
    };
    let places = |simulation: &mut Adaptive| {
        let mut x = Vec::new();
        simulation.interface(&mut x);
        x
    };
    for _ in 1..(0.1 / h).round() as usize {
        simulation.step(&controls);
    }
    let before = places(&mut simulation);
    simulation.step(&controls);
    let now = places(&mut simulation);
    let from = simulation.active();
    simulation.change(1 - from);
    let changed = places(&mut simulation);
    simulation.step(&controls);
    let after = places(&mut simulation);
    assert_eq!(simulation.active(), 1 - from);
    let most = |x: &mut dyn Iterator<Item = f64>| x.fold(0.0, |m: f64, x| m.max(x.abs()));
    let moved = |a: usize| (after[a] - now[a]) / h;
    let all = 0..now.len();
    [
        most(&mut all.clone().map(|a| changed[a] - now[a])),
        most(&mut all.clone().map(|a| moved(a) - (now[a] - before[a]) / h)),
        most(&mut all.clone().map(moved)),
    ]
}

#[test]
fn a_change_of_subspace_changes_neither_places_nor_velocities() {
    let body = beam(Law::StableNeoHookean);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let mut actuators = Actuators::none(2);
    let muscle = Actuator::Muscle { cells: vec![(3, [1.0, 0.0, 0.0]), (9, [0.0, 1.0, 0.0])] };
    actuators.push(&body, "muscle".to_owned(), &muscle, 0.0, 1.0);
    let (model, spots) = mixture(&lin, &actuators);
    let model = Arc::new(model);
    let kinks = [2e-3, 1e-3, 5e-4].map(|h| kink(&model, spots, h));
    for [jump, _, _] in kinks {
        assert!(jump < 1e-12, "{jump}");
    }
    // what is left is acceleration, and takes time
    for two in kinks.windows(2) {
        assert!(two[1][1] < 0.6 * two[0][1], "{kinks:?}");
    }
    assert!(kinks[2][1] < 0.05 * kinks[2][2], "{kinks:?}");
}

#[test]
fn probabilities_of_components_count_once_and_not_at_every_step() {
    let body = beam(Law::Linear);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let actuators = Actuators::none(2);
    let (model, spots) = mixture(&lin, &actuators);
    let mut model = model;
    (model.components[0].probability, model.components[1].probability) = (0.99, 0.01);
    let settings = Settings { h: 0.02, ..Settings::default() };
    let mut simulation = Adaptive::new(Arc::new(model), settings, Rule::ScaleFree).unwrap();
    // both components expect half of this push, so that it tells nothing
    let both = vec![(spots[0], [0.0, 100.0, 0.0]), (spots[1], [100.0, 0.0, 0.0])];
    let controls = Controls { forces: both, ..Controls::default() };
    simulation.step(&controls);
    let first = simulation.posterior()[1];
    for _ in 0..30 {
        simulation.step(&controls);
    }
    // what is forgotten brings them together; counted again and again, the likelier one would win
    assert!(simulation.posterior()[1] > first, "{first} {:?}", simulation.posterior());
}
