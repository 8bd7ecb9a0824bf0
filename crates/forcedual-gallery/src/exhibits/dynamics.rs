//! Forces that change quickly.

use crate::plot::Plot;
use crate::stage::on_stage;
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::energy::ContactPoints;
use forcedual::reduce::CubatureSpec;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::simulate::{Controls, Full, Integrator, Settings, State, Stepper, System};
use forcedual::subspace::{Method, SubspaceSpec};
use std::path::Path;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "dynamics",
    title: "Fast forces ask for vibrations",
    figure: "Beyond the paper: dynamic priors",
    caption: "Force-dual modes answer forces that change slowly. A force that changes as fast as the body swings \
        sets free vibrations off, and there linear modal analysis is at home. Modes for a <em>dynamic</em> prior, \
        which also says how quickly forces change, come near it there \
        and stay ahead under slow forces.",
    hang,
};

const SCENE: &str = r#"
[mesh]
shape = "rectangle"
size = [1.0, 0.1]
cells = 600
[material]
law = "linear"
young = 1e6
poisson = 0.4
density = 1000.0
[[pin]]
where = { half-space = { point = [0.001, 0.0], normal = [-1.0, 0.0] } }
[[force]]
name = "pads"
kind = "contact"
patch = [{ center = [0.35, 0.1], radius = 0.06, normal = [0.0, -1.0] }, { center = [0.8, 0.0], radius = 0.05, normal = [0.0, 1.0] }]
normal-sigma = 100.0
[subspace]
modes = 4
fill = true
"#;
const H: f64 = 0.005;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = SceneFile::parse(SCENE, Format::Toml, Path::new("."))?;
    on_stage(&scene, wall.progress, |stage| {
        let settings = Settings {
            h: H,
            integrator: Integrator::BackwardEuler,
            iterations: 10,
            tolerance: 1e-9,
        };
        let run = |system: &mut dyn System, period: f64| -> Result<Vec<Vec<f64>>> {
            let mut stepper = Stepper::new(settings, system.size())?;
            let mut state = State::rest(system.size());
            let mut controls = Controls::rest(stage.actuators.channels.len());
            let mut states = Vec::new();
            for k in 1..=200 {
                let t = H * f64::from(k);
                for (c, a) in controls.amplitudes.iter_mut().enumerate() {
                    *a = if c % 2 == 0 {
                        100.0 * (std::f64::consts::TAU * t / period * (1.0 + 0.37 * c as f64)).sin()
                    } else {
                        0.0
                    };
                }
                stepper.step(system, &mut state, &controls);
                states.push(state.z.clone());
            }
            Ok(states)
        };
        let periods = [4.0, 2.0, 1.0, 0.5, 0.25, 0.12];
        let methods = [
            ("dynamic", Method::Dynamic),
            ("force-dual", Method::ForceDual),
            ("linear modal analysis", Method::Lma),
        ];
        let mut curves: Vec<(String, Vec<(f64, f64)>)> =
            methods.iter().map(|m| (m.0.to_owned(), Vec::new())).collect();
        let mut full = Full::new(stage.body, &stage.actuators, ContactPoints::of(stage.body))?;
        for period in periods {
            let states = run(&mut full, period)?;
            let rest = stage.body.mesh.positions();
            let truth: Vec<Vec<f64>> = states
                .iter()
                .map(|z| full.positions(z).iter().zip(rest).map(|(x, r)| x - r).collect())
                .collect();
            for ((_, method), curve) in methods.iter().zip(&mut curves) {
                let fill = *method != Method::Dynamic;
                let spec = SubspaceSpec { method: *method, fill, ..stage.spec.clone() };
                let (mut reduced, coordinates) = stage.reduced_by(
                    &stage.subspace(&spec)?,
                    CubatureSpec::Cells(stage.body.mesh.cell_count()),
                )?;
                let moved = run(&mut reduced, period)?;
                let (mut wrong, mut whole) = (0.0, 0.0);
                for (z, t) in moved.iter().zip(&truth) {
                    let (w, a) = coordinates.distance(z, t, stage.lin.mass());
                    (wrong, whole) = (wrong + w, whole + a);
                }
                curve.1.push((period, (wrong / whole).sqrt()));
            }
        }
        let worst = |k: usize| curves[k].1.iter().map(|p| p.1).fold(0.0, f64::max);
        let slow = |k: usize| curves[k].1[0].1;
        wall.below(
            "worst error of four dynamic modes over all periods, against force-dual modes",
            worst(0),
            (0.5, worst(1)),
            "%",
        );
        wall.below(
            "error of four dynamic modes under the slowest force, against linear modal analysis",
            slow(0),
            slow(2),
            "%",
        );
        let mut rows = vec![vec!["period, s".to_owned()]];
        rows[0].extend(curves.iter().map(|c| c.0.clone()));
        for (k, period) in periods.iter().enumerate() {
            let errors = curves.iter().map(|c| told(c.1[k].1, "%"));
            rows.push(std::iter::once(told(*period, "")).chain(errors).collect());
        }
        wall.note(format!(
            "At their worst dynamic modes err by {}, linear modal analysis by {}: they are not better at every period.",
            told(worst(0), "%"),
            told(worst(2), "%")
        ));
        wall.table("Errors by period", rows);
        let plot = Plot { x: "period of the force, s".into(), y: "relative error".into(), curves };
        wall.plot("errors", "Four modes each, against the full simulation over a second", &plot)
    })
}
