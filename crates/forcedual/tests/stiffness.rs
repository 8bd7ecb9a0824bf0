//! Stiff bones in soft bodies: steps converge, to what they say, whatever the contrast.

mod common;

use common::*;
use forcedual::body::Body;
use forcedual::energy::{Actuators, ContactPoints, Handle};
use forcedual::linalg::Mat;
use forcedual::material::Lame;
use forcedual::progress::Silent;
use forcedual::reduce::{CubatureSpec, Parts, ReducedModel};
use forcedual::simulate::{Controls, Full, Reduced, Settings, Solver, State, Stepper, System};
use forcedual::subspace::{Linearisation, SubspaceSpec, design};
use std::path::Path;
use std::sync::Arc;

/// A bar held on its left with two bones inside, so many times stiffer, and a joint between them.
fn jointed(contrast: f64) -> Body {
    let mut body = bar(&[10, 3, 3], &[1.0, 0.2, 0.2]);
    for t in 0..body.mesh.cell_count() {
        let corners = || body.mesh.cell(t).iter().map(|&v| body.mesh.point(v as usize));
        let middle = |c: usize| corners().map(|x| x[c]).sum::<f64>() / 4.0;
        let inside = [1, 2].iter().all(|&c| (middle(c) - 0.1).abs() < 0.034);
        if inside && !(0.4..0.6).contains(&middle(0)) {
            let Lame { mu, lam } = body.lame[t];
            body.lame[t] = Lame { mu: contrast * mu, lam: contrast * lam };
        }
    }
    body
}

/// Drags the bar by its tip, fast, and lets go: the most iterations of a step, and the steps that did not
/// converge. Steps that did must be where twenty times as many iterations lead to.
fn drag(name: &str, system: &mut impl System, tip: u32) -> (usize, usize) {
    let settings = Settings { h: 0.01, iterations: 60, ..Settings::default() };
    let tight = Settings { iterations: 1200, tolerance: 1e-9, ..settings };
    let mut stepper = Stepper::new(settings, system.size()).unwrap();
    let mut state = State::rest(system.size());
    let (mut most, mut missed) = (0, 0);
    for step in 0..30 {
        let up = 0.2 + 0.03 * f64::from(step);
        let handles = match step {
            ..20 => vec![Handle::on(tip, [0.9, up, 0.2], 2e4)],
            _ => Vec::new(),
        };
        let controls = Controls { handles, gravity: [0.0, -9.81, 0.0], ..Controls::default() };
        let mut exact = state.clone();
        let report = stepper.step(system, &mut state, &controls);
        assert!(report.parts == 1 && !report.held, "{name}: {report:?}");
        most = most.max(report.iterations);
        missed += usize::from(!report.converged);
        if report.converged && step % 5 == 0 {
            stepper.settings = tight;
            stepper.step(system, &mut exact, &controls);
            stepper.settings = settings;
            let (mass, size) = system.scale();
            let squares = state.z.iter().zip(&exact.z).zip(system.mass());
            let away = squares.map(|((a, b), m)| m * (a - b).powi(2)).sum::<f64>();
            let away = (away / mass).sqrt() / size;
            assert!(away < 2.0 * settings.tolerance, "{name}: step {step} is {away} away");
        }
    }
    (most, missed)
}

#[test]
fn steps_of_bodies_with_stiff_bones_converge_in_full_and_in_skinning_subspaces() {
    for (contrast, usual) in [(1e3, 20), (5e3, 20), (2e4, 20), (1e6, 60)] {
        let body = jointed(contrast);
        let lin = Linearisation::new(&body, &Silent).unwrap();
        let (actuators, contact) = (Actuators::none(3), ContactPoints::of(&body));
        let spec: SubspaceSpec =
            serde_json::from_str(r#"{ "modes": 8, "kind": "skinning" }"#).unwrap();
        let subspace = design(&lin, &white(&body), &spec, Path::new("."), &Silent).unwrap();
        let cubature = CubatureSpec::Cells(body.mesh.cell_count());
        let responses = &Mat::new();
        let parts = Parts { actuators: &actuators, contact: &contact, cubature, responses };
        let model = Arc::new(ReducedModel::new(&lin, &subspace, parts, &Silent).unwrap());
        // all cells are all, though those of a bone move alike
        assert_eq!(model.cubature.weights, body.geometry.volumes);
        let far = |i: &usize| body.mesh.point(*i).iter().sum::<f64>();
        let all = 0..body.mesh.vertex_count();
        let tip = all.max_by(|a, b| far(a).total_cmp(&far(b))).unwrap() as u32;
        for solver in [Solver::Iterative, Solver::Exact] {
            let name = format!("{contrast:e} {solver:?}");
            let mut reduced = Reduced::new(model.clone());
            reduced.solver = solver;
            let (most, missed) = drag(&name, &mut reduced, tip);
            assert!(most <= usual && missed == 0, "{name}: {most} iterations, {missed} missed");
        }
        let mut full = Full::new(&body, &actuators, contact.clone()).unwrap();
        let (most, missed) = drag("full", &mut full, tip);
        assert!(most <= usual && missed == 0, "{contrast:e}: {most} iterations, {missed} missed");
    }
}
