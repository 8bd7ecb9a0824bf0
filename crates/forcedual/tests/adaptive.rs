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

#[test]
fn a_change_of_subspace_does_not_show() {
    let body = beam(Law::StableNeoHookean);
    let lin = Linearisation::new(&body, &Silent).unwrap();
    let mut actuators = Actuators::none(2);
    let muscle = Actuator::Muscle { cells: vec![(3, [1.0, 0.0, 0.0]), (9, [0.0, 1.0, 0.0])] };
    actuators.push(&body, "muscle".to_owned(), &muscle, 0.0, 1.0);
    let (model, spots) = mixture(&lin, &actuators);
    let settings = Settings { h: 0.01, tolerance: 1e-10, ..Settings::default() };
    let mut simulation = Adaptive::new(Arc::new(model), settings, Rule::default()).unwrap();
    let controls = Controls {
        amplitudes: vec![1e4],
        forces: vec![(spots[0], [0.0, 300.0, 0.0])],
        ..Controls::default()
    };
    let mut before = Vec::new();
    for _ in 0..20 {
        simulation.step(&controls);
    }
    simulation.interface(&mut before);
    let moved = |simulation: &mut Adaptive, before: &mut Vec<f64>| {
        simulation.step(&controls);
        let mut now = Vec::new();
        simulation.interface(&mut now);
        let far = now.iter().zip(before.iter()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        *before = now;
        far
    };
    let usual = moved(&mut simulation, &mut before);
    let from = simulation.active();
    simulation.change(1 - from);
    let mut after = Vec::new();
    simulation.interface(&mut after);
    let far = after.iter().zip(&before).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(far < 1e-12, "{far}");
    let change = moved(&mut simulation, &mut before);
    assert_eq!(simulation.active(), 1 - from);
    assert!(change < 3.0 * usual + 1e-4, "{change} {usual}");
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
