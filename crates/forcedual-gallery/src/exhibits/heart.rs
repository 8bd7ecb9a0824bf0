//! Between single pushes and pushes everywhere.

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::column;
use forcedual::subspace::Method;
use forcedual::subspace::compare::HeldOut;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "heart",
    title: "Neither one push nor every push",
    figure: "Heart: Green's functions, linear modal analysis, force-dual modes",
    caption: "Something touches the left half of the heart, and presses along the normal. Green's functions know \
        some places exactly and nothing between them; linear modal analysis knows every place and direction a \
        little. Force-dual modes contain both as special cases, and here they are told what is true.",
    hang,
};

const MODES: usize = 30;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "heart",
        8000,
        &format!(
            "[[force]]\nkind = \"painted\"\nwhere = {{ half-space = {{ point = [0.0, 0.0, 0.0], normal = [-1.0, 0.0, 0.0] }} }}\n\
             directions = \"normal\"\nrms-displacement = 0.02\n[subspace]\nmodes = {MODES}\n"
        ),
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let held_out = HeldOut::draw(stage.lin, &stage.prior, 60, 3, wall.progress)?;
        let mut curves: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
        for (method, name) in [
            (Method::ForceDual, "force-dual"),
            (Method::Greens, "Green's functions"),
            (Method::Lma, "linear modal analysis"),
        ] {
            let errors = stage.convergence(method, &stage.prior, &held_out, MODES)?;
            curves.push((name.to_owned(), errors.iter().map(|p| (p.0, p.1.sqrt())).collect()));
        }
        let last = |k: usize| curves[k].1.last().map_or(f64::NAN, |p| p.1);
        wall.below(
            "error of 30 force-dual modes against 30 Green's functions",
            last(0),
            last(1),
            "%",
        );
        wall.below(
            "error of 30 force-dual modes against linear modal analysis",
            last(0),
            last(2),
            "%",
        );
        let plot = Plot { x: "modes".into(), y: "relative error".into(), curves };
        wall.plot(
            "convergence",
            "Error under normal contact forces that were not seen before",
            plot,
        )?;
        let force = stage.prior.draw(1, 9);
        let moved = stage.lin.solve(force.clone());
        let look = Look {
            forces: Some(column(force.as_ref(), 0).to_vec()),
            displacement: Some(column(moved.as_ref(), 0).to_vec()),
            ..Look::default()
        };
        wall.picture("draw", "A draw of the prior", &stage.picture("", &look)?)
    })
}
