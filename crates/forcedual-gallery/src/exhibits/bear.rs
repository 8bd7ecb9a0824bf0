//! The closer the prior to what happens, the smaller the error.

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::force::Gaussian;
use forcedual::progress::Progress;
use forcedual::subspace::compare::{HeldOut, curve};
use forcedual::subspace::{Method, SubspaceSpec};
use std::path::Path;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bear",
    title: "An order of magnitude, for knowing where",
    figure: "Bear: convergence for priors of decreasing radius",
    caption: "Somebody presses on the bear's nose. Four priors expect that, with less and less doubt about where: \
        anywhere, within 60 cm, within 30 cm, within 15 cm. The modes of each are asked to follow presses they have \
        not seen. What linear modal analysis cannot do with forty modes, a good guess does with five.",
    hang,
};

const CELLS: usize = 12_000;
const MODES: usize = 40;

fn around(radius: f64) -> String {
    format!(
        "[[force]]\nkind = \"radial\"\ncenter = [0.0, 0.78, 0.24]\nradius = {radius}\nrms-displacement = 0.02\n\
         [subspace]\nmodes = {MODES}\n"
    )
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let seen = creature("teddy", CELLS, &around(0.1))?;
    on_stage(&seen, wall.progress, |stage| {
        let held_out = HeldOut::draw(stage.lin, &stage.prior, 60, 7, wall.progress)?;
        let errors = |prior: &Gaussian, method, progress: &dyn Progress| {
            let spec = SubspaceSpec { method, ..stage.spec.clone() };
            let found = curve(stage.lin, prior, &held_out, &spec, MODES, Path::new("."), progress)?;
            let points = found.points.iter().map(|p| (p.dofs as f64, p.reduced_solve.sqrt()));
            Ok::<Vec<(f64, f64)>, forcedual::Error>(points.collect())
        };
        let mut curves = Vec::new();
        for radius in [0.15, 0.3, 0.6] {
            let prior = creature("teddy", CELLS, &around(radius))?.prior(stage.lin)?;
            curves.push((
                format!("within {} cm", 100.0 * radius),
                errors(&prior, Method::ForceDual, wall.progress)?,
            ));
        }
        curves.push((
            "linear modal analysis".into(),
            errors(&stage.prior, Method::Lma, wall.progress)?,
        ));
        let last = |k: usize| curves[k].1.last().map_or(f64::NAN, |p| p.1);
        wall.below("error of 40 modes that expect the press within 15 cm, against a tenth of linear modal analysis", last(0), 0.1 * last(3), "%");
        wall.below("error within 15 cm against within 30 cm", last(0), last(1), "%");
        wall.below("error within 30 cm against within 60 cm", last(1), last(2), "%");
        wall.below("error within 60 cm against linear modal analysis", last(2), last(3), "%");
        let few = curves[0].1.get(4).map_or(f64::NAN, |p| p.1);
        wall.below(
            "error of five such modes against forty of linear modal analysis",
            few,
            last(3),
            "%",
        );
        let plot = Plot { x: "modes".into(), y: "relative error".into(), curves };
        wall.plot(
            "convergence",
            "Error of a reduced solve under presses that were not seen before",
            &plot,
        )
    })
}
