//! What each prior assumes.

use crate::plot::Plot;
use crate::show::Shot;
use crate::stage::{creature, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::column;
use forcedual::subspace::Method;
use forcedual::subspace::compare::HeldOut;
use forcedual::subspace::dynamic::white_noise;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bridge",
    title: "What a prior assumes",
    figure: "Bridge: samples of force distributions",
    caption: "Linear modal analysis is the answer to a question nobody asks: what if every grain of the bridge were \
        pushed about by itself, in every direction, all the time? Draw one such force and look at it. Traffic acts \
        on the road, wind on the parapet and its lamps; modes for those need not care about anything else. Priors have no \
        mean, as modes have no sign: drawn forces pull as often as they push.",
    hang,
};

const TRAFFIC: &str = "[[force]]\nname = \"traffic\"\nkind = \"matern\"\nlength = 0.15\n\
    where = { region = \"road\" }\nrms-displacement = 0.01\n[subspace]\nmodes = 24\n";
const WIND: &str = "[[force]]\nname = \"wind\"\nkind = \"contact\"\n\
    patch = [{ where = { region = \"parapet\" }, normal = [0.0, 0.0, 1.0] }, { where = { region = \"lamps\" }, normal = [0.0, 0.0, 1.0] }]\n\
    normal-sigma = 500.0\n[subspace]\nmodes = 12\n";

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    for (name, what, text) in
        [("traffic", "traffic on the road", TRAFFIC), ("wind", "wind from the side", WIND)]
    {
        let scene = creature("arch-bridge", 8000, text)?;
        on_stage(&scene, wall.progress, |stage| {
            let draws = |prior: &forcedual::force::Gaussian| {
                let force = prior.draw(1, 4);
                let moved = stage.lin.solve(force.clone());
                Look {
                    displacement: Some(scaled(column(moved.as_ref(), 0), 0.06)),
                    forces: Some(column(force.as_ref(), 0).to_vec()),
                    ghost: true,
                    ..Look::default()
                }
            };
            if name == "traffic" {
                let blind = draws(&white_noise(stage.body));
                wall.picture(
                    "white-noise",
                    "A draw of white noise, which linear modal analysis expects, and what it does, drawn large; its rest as a shadow",
                    &stage.picture(&Shot { look: blind, ..Shot::default() })?,
                )?;
            }
            let seen = draws(&stage.prior);
            wall.picture(
                name,
                &format!("A draw of {what}, and what it does, drawn large; its rest as a shadow"),
                &stage.picture(&Shot { look: seen, ..Shot::default() })?,
            )?;
            let held_out = HeldOut::draw(stage.lin, &stage.prior, 50, 1, wall.progress)?;
            let (few, most) = if name == "traffic" { (10, 24) } else { (2, 5) };
            let mut curves = Vec::new();
            for (method, name) in
                [(Method::ForceDual, "force-dual"), (Method::Lma, "linear modal analysis")]
            {
                let errors = stage.convergence(method, &stage.prior, &held_out, most)?;
                curves.push((
                    name.to_owned(),
                    errors.iter().map(|p| (p.0, p.1.sqrt())).collect::<Vec<_>>(),
                ));
            }
            let with = |k: usize| curves[k].1.get(few - 1).map_or(f64::NAN, |p| p.1);
            let says = format!(
                "error under {what} that was not seen before, {few} modes, against linear modal analysis"
            );
            wall.below(says, with(0), (0.5, with(1)), "%");
            let plot = Plot { x: "modes".into(), y: "relative error".into(), curves };
            wall.plot(&format!("{name}-error"), &format!("Error under {what}"), plot)?;
            Ok(())
        })?;
    }
    Ok(())
}

/// A displacement whose largest component is so long.
fn scaled(u: &[f64], length: f64) -> Vec<f64> {
    let most = u.iter().fold(0.0f64, |m, x| m.max(x.abs())).max(1e-300);
    u.iter().map(|x| x * length / most).collect()
}
