//! What each prior assumes.

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
        pushed about by itself, in every direction, all the time? Draw one such force and look at it. Traffic presses \
        on the road, wind pushes against the parapet; modes for those need not care about anything else.",
    hang,
};

const TRAFFIC: &str = "[[force]]\nname = \"traffic\"\nkind = \"matern\"\nlength = 0.15\n\
    where = { region = \"road\" }\nrms-displacement = 0.01\n[subspace]\nmodes = 10\n";
const WIND: &str = "[[force]]\nname = \"wind\"\nkind = \"contact\"\n\
    patch = [{ where = { region = \"parapet\" }, normal = [0.0, 0.0, 1.0] }, { where = { region = \"lamps\" }, normal = [0.0, 0.0, 1.0] }]\n\
    normal-sigma = 500.0\n[subspace]\nmodes = 2\n";

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
                    ..Look::default()
                }
            };
            if name == "traffic" {
                let blind = draws(&white_noise(stage.body));
                wall.picture(
                    "white-noise",
                    "A draw of white noise, which linear modal analysis expects, and what it does",
                    &stage.picture("", &blind)?,
                )?;
            }
            let seen = draws(&stage.prior);
            wall.picture(
                name,
                &format!("A draw of {what}, and what it does"),
                &stage.picture("", &seen)?,
            )?;
            let held_out = HeldOut::draw(stage.lin, &stage.prior, 50, 1, wall.progress)?;
            let modes = if name == "traffic" { 10 } else { 2 };
            let [ours, theirs] = [Method::ForceDual, Method::Lma].map(|method| {
                let errors = stage.convergence(method, &stage.prior, &held_out, modes)?;
                Ok::<f64, forcedual::Error>(errors.last().map_or(f64::NAN, |p| p.1.sqrt()))
            });
            let says = format!(
                "error under {what} that was not seen before, {modes} modes, against linear modal analysis"
            );
            wall.below(says, ours?, (0.5, theirs?), "%");
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
