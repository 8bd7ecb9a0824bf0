//! No spooky action at a distance.

use crate::stage::{creature, difference, field, lengths, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::simulate::Controls;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "elephant",
    title: "A lifted trunk leaves the rest alone",
    figure: "Elephant, eight modes",
    caption: "A hand lifts the elephant's trunk by 5 cm. Modes that expect forces everywhere spend themselves on \
        the whole animal: ears, legs and tail move along, although nothing pulls at them. Eight modes that were told \
        where the hand will be keep the far half of the body where the full simulation has it.",
    hang,
};

const TRUNK: [f64; 3] = [0.0, 0.62, 0.93];

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "elephant",
        4000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\n\
         where = { ball = { center = [0.0, 0.62, 0.93], radius = 0.15 } }\n[subspace]\nmodes = 8\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let play = |time: f64, controls: &mut Controls| {
            controls.handles = vec![stage.hand(&TRUNK, [0.0, 0.05, 0.02], 1e4, time)];
        };
        let truth = stage.play_in_full(&play)?;
        let ours = stage.play(&stage.by(Method::ForceDual)?, &play)?;
        let theirs = stage.play(&stage.by(Method::Lma)?, &play)?;
        let end = &truth[truth.len() - 1];
        let far = |i: usize| stage.away(i, &TRUNK) > 0.5 * stage.body.mesh.diagonal();
        // what the far half does that it should not, beside all motion
        let spook = |u: &[Vec<f64>]| {
            stage.size(&difference(&u[u.len() - 1], end), far) / stage.size(end, |_| true)
        };
        let (ours_far, theirs_far) = (spook(&ours), spook(&theirs));
        wall.below(
            "false motion of the far half, force-dual against linear modal analysis",
            ours_far,
            (0.6, theirs_far),
            "%",
        );
        wall.below(
            "error of force-dual modes against linear modal analysis",
            stage.error(&ours, &truth),
            stage.error(&theirs, &truth),
            "%",
        );
        let view = stage.view(&[("force-dual", &ours), ("LMA", &theirs), ("full", &truth)]);
        wall.view("motion", "The trunk is lifted: by eight force-dual modes, by eight of linear modal analysis, in full", &view)?;
        for (name, caption, motion) in [
            ("force-dual", "Where force-dual modes err", &ours),
            ("lma", "Where linear modal analysis errs", &theirs),
        ] {
            let u = motion[motion.len() - 1].clone();
            let wrong = lengths(&difference(&u, end), 3);
            let look = Look {
                displacement: Some(u),
                field: Some(field("error, m", wrong)),
                ..Look::default()
            };
            wall.picture(name, caption, &stage.picture("", &look)?)?;
        }
        Ok(())
    })
}
