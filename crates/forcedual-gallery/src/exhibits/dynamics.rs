//! Forces that change quickly.

use crate::plot::Plot;
use crate::stage::on_stage;
use crate::wall::{row, told};
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
    caption: "Force-dual modes are made for forces that change slowly. A force that changes as fast as the body swings \
        sets free vibrations off, and there linear modal analysis is at home. Modes for a <em>dynamic</em> prior, \
        which also says how quickly forces change, are far better than force-dual modes under fast forces, and ahead of \
        linear modal analysis under slow ones. A strip is pressed by two pads in waves of several periods.",
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
/// Shortest play, s; slow forces are played for two periods.
const SHORTEST: f64 = 1.0;
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
            ("force-dual", Method::ForceDual),
            ("dynamic force-dual", Method::Dynamic),
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
            let steps = (SHORTEST.max(2.0 * period) / H).round() as usize;
            let states = stage.steps_by(settings, steps, &mut full, &play)?;
            let truth: Vec<_> = states.iter().map(|z| stage.displacement(&mut full, z)).collect();
            for ((reduced, coordinates), curve) in bodies.iter_mut().zip(&mut curves) {
                let moved = stage.steps_by(settings, steps, reduced, &play)?;
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
            worst(1),
            (0.5, worst(0)),
            "%",
        );
        wall.below(
            "error of four dynamic modes under the slowest force, against linear modal analysis",
            slow(1),
            slow(2),
            "%",
        );
        let behind = |k: usize| {
            let periods = (0..PERIODS.len()).filter(|&p| curves[k].1[p].1 > curves[2].1[p].1);
            let periods: Vec<String> = periods.map(|p| told(PERIODS[p], "s")).collect();
            if periods.is_empty() {
                "no period".to_owned()
            } else {
                forcedual::text::enumerated(&periods)
            }
        };
        wall.reservation(format!(
            "Four force-dual modes without the dynamic prior are behind linear modal analysis at {}, also under the slowest force ({} against {}): \
             two pads are followed well by any smooth modes, and pressing sets vibrations off. Dynamic modes are behind it at {}, at worst with {} against {}.",
            behind(0), told(slow(0), "%"), told(slow(2), "%"), behind(1), told(worst(1), "%"), told(worst(2), "%")
        ));
        let rows = PERIODS
            .iter()
            .enumerate()
            .map(|(k, period)| row(told(*period, "s"), curves.iter().map(|c| c.1[k].1), "%"));
        wall.table(
            "Errors by period",
            &["period", "force-dual", "dynamic force-dual", "linear modal analysis"],
            rows.collect(),
        );
        let plot = Plot { x: "period of the force, s".into(), y: "relative error".into(), curves };
        wall.plot(
            "errors",
            "Four modes each, against the full simulation over a second or two periods",
            plot,
        )
    })
}
