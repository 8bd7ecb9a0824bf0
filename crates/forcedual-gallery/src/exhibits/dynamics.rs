//! Forces that change quickly.

use crate::plot::Plot;
use crate::stage::on_stage;
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::simulate::{Controls, Integrator, Settings};
use forcedual::subspace::{Method, SubspaceSpec};
use std::f64::consts::TAU;
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
const STEPS: usize = 200;
const PERIODS: [f64; 6] = [4.0, 2.0, 1.0, 0.5, 0.25, 0.12];

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = SceneFile::parse(SCENE, Format::Toml, Path::new("."))?;
    on_stage(&scene, wall.progress, |stage| {
        let settings = Settings {
            h: H,
            integrator: Integrator::BackwardEuler,
            iterations: 10,
            tolerance: 1e-9,
        };
        let methods = [
            ("dynamic", Method::Dynamic),
            ("force-dual", Method::ForceDual),
            ("linear modal analysis", Method::Lma),
        ];
        let mut bodies = Vec::new();
        for (_, method) in methods {
            let fill = method != Method::Dynamic;
            let spec = SubspaceSpec { method, fill, ..stage.spec.clone() };
            bodies.push(stage.reduced(&stage.subspace(&spec)?)?);
        }
        let mut curves: Vec<(String, Vec<(f64, f64)>)> =
            methods.iter().map(|m| (m.0.to_owned(), Vec::new())).collect();
        let mut full = stage.full()?;
        for period in PERIODS {
            // the pads press, and nothing pulls along them
            let play = |time: f64, controls: &mut Controls| {
                for (c, a) in controls.amplitudes.iter_mut().enumerate().step_by(2) {
                    *a = 100.0 * (TAU * time / period * (1.0 + 0.37 * c as f64)).sin();
                }
            };
            let states = stage.steps_by(settings, STEPS, &mut full, &play)?;
            let truth: Vec<_> = states.iter().map(|z| stage.displacement(&mut full, z)).collect();
            for ((reduced, coordinates), curve) in bodies.iter_mut().zip(&mut curves) {
                let moved = stage.steps_by(settings, STEPS, reduced, &play)?;
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
        wall.below(
            "worst error of four dynamic modes over all periods, near that of linear modal analysis",
            worst(0),
            (1.5, worst(2)),
            "%",
        );
        let mut rows = vec![vec!["period, s".to_owned()]];
        rows[0].extend(curves.iter().map(|c| c.0.clone()));
        for (k, period) in PERIODS.iter().enumerate() {
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
        wall.plot("errors", "Four modes each, against the full simulation over a second", plot)
    })
}
