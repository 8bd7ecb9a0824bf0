//! The closer the prior to what happens, the smaller the error.

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::subspace::Method;
use forcedual::subspace::compare::HeldOut;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bear",
    title: "An order of magnitude, for knowing where",
    figure: "Bear: convergence for priors of decreasing radius",
    caption: "Somebody pulls at the bear's left paw. Three priors expect that, with less and less doubt about where: \
        within 50 cm, within 25 cm, within 12 cm; linear modal analysis expects forces anywhere. The modes of each are asked to follow pulls within 8 cm that they have \
        not seen. Errors are squared here, as in the paper.",
    hang,
};

const CELLS: usize = 12_000;
const MODES: usize = 40;

fn around(radius: f64) -> String {
    format!(
        "[[force]]\nkind = \"radial\"\ncenter = [0.43, 0.34, 0.24]\nradius = {radius}\nrms-displacement = 0.02\n\
         [subspace]\nmodes = {MODES}\n"
    )
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let seen = creature("teddy", CELLS, &around(0.08))?;
    on_stage(&seen, wall.progress, |stage| {
        let held_out = HeldOut::draw(stage.lin, &stage.prior, 60, 7, wall.progress)?;
        let mut curves = Vec::new();
        for radius in [0.12, 0.25, 0.5] {
            let prior = creature("teddy", CELLS, &around(radius))?.prior(stage.lin)?;
            let errors = stage.convergence(Method::ForceDual, &prior, &held_out, MODES)?;
            curves.push((format!("within {} cm", 100.0 * radius), errors));
        }
        let errors = stage.convergence(Method::Lma, &stage.prior, &held_out, MODES)?;
        curves.push(("linear modal analysis".to_owned(), errors));
        let ten = |k: usize| curves[k].1.get(9).map_or(f64::NAN, |p| p.1);
        wall.below(
            "ten modes that expect the pull within 12 cm, against linear modal analysis",
            ten(0),
            (0.1, ten(3)),
            "%",
        );
        wall.below("ten modes: within 12 cm against within 25 cm", ten(0), ten(1), "%");
        wall.below("ten modes: within 25 cm against within 50 cm", ten(1), ten(2), "%");
        wall.below("ten modes: within 50 cm against linear modal analysis", ten(2), ten(3), "%");
        let mut rows = vec![vec!["modes".to_owned()]];
        rows[0].extend(curves.iter().map(|c| c.0.clone()));
        for modes in [5, 10, 20, 40] {
            let at = |c: &(String, Vec<(f64, f64)>)| {
                c.1.get(modes - 1).map_or(String::new(), |p| told(p.1, "%"))
            };
            rows.push(std::iter::once(modes.to_string()).chain(curves.iter().map(at)).collect());
        }
        let last = |k: usize| curves[k].1.last().map_or(f64::NAN, |p| p.1);
        wall.note(format!(
            "The order of magnitude is that of squared errors and few modes. Errors themselves are {} times as large with ten \
             modes of linear modal analysis as with the narrowest prior, and {} times with forty; and with forty the \
             three priors need not come in order.",
            told((ten(3) / ten(0)).sqrt(), ""),
            told((last(3) / last(0)).sqrt(), "")
        ));
        wall.table("Squared errors", rows);
        let plot = Plot { x: "modes".into(), y: "squared relative error".into(), curves };
        wall.plot(
            "convergence",
            "Error of a reduced solve under pulls that were not seen before",
            plot,
        )
    })
}
