//! No spooky action at a distance.

use crate::show::{Shot, field};
use crate::stage::{creature, difference, lengths, on_stage};
use crate::view::Ball;
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::simulate::Controls;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "elephant",
    title: "A lifted trunk leaves the rest alone",
    figure: "Elephant, eight modes",
    caption: "A soft hand lifts the elephant's trunk. Modes that expect forces everywhere spend themselves on \
        the whole animal, and parts move that nothing pulls at. Eight modes that were told where the hand will be keep the \
        far half of the body where the full simulation has it. (The paper's elephant sits and raises an arm; ours \
        stands on all of its legs, and lifts its trunk.)",
    hang,
};

const TRUNK: [f64; 3] = [0.0, 0.62, 0.93];
/// Where the hand aims, from the trunk, m.
const AIM: [f64; 3] = [0.0, 0.05, 0.02];
/// The same farther, times as much.
const FARTHER: f64 = 4.0;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "elephant",
        4000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\n\
         where = { ball = { center = [0.0, 0.62, 0.93], radius = 0.15 } }\n[subspace]\nmodes = 8\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let lift = |times: f64| {
            let aim = AIM.map(|x| times * x);
            let play = move |time: f64, controls: &mut Controls| {
                controls.handles = vec![stage.hand(&TRUNK, aim, 1e4, time)];
            };
            let truth = stage.play_in_full(&play)?;
            let ours = stage.play(&stage.by(Method::ForceDual)?, &play)?;
            let theirs = stage.play(&stage.by(Method::Lma)?, &play)?;
            Ok::<_, forcedual::Error>((truth, ours, theirs))
        };
        let (truth, ours, theirs) = lift(1.0)?;
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
            (0.5, theirs_far),
            "%",
        );
        wall.below(
            "error of force-dual modes against linear modal analysis",
            stage.error(&ours, &truth),
            stage.error(&theirs, &truth),
            "%",
        );
        let vertex = stage.nearest(&TRUNK) as usize;
        let most = lengths(end, 3)[vertex];
        let aim = AIM.iter().map(|x| x * x).sum::<f64>().sqrt();
        wall.note(format!(
            "The hand aims {} away, and as it is soft, the trunk follows by {} in full, by {} and {} with force-dual modes \
             and linear modal analysis.",
            told(aim, "cm"),
            told(most, "cm"),
            told(lengths(&ours[ours.len() - 1], 3)[vertex], "cm"),
            told(lengths(&theirs[theirs.len() - 1], 3)[vertex], "cm"),
        ));
        let (truth_far, ours_far, theirs_far) = lift(FARTHER)?;
        wall.reservation(format!(
            "Straight modes of either kind stretch what should turn. Lifted {FARTHER} times as far, force-dual modes err by {} and linear modal \
             analysis by {}; what helps there is in the exhibit \u{201c}Far from rest\u{201d}.",
            told(stage.error(&ours_far, &truth_far), "%"),
            told(stage.error(&theirs_far, &truth_far), "%")
        ));
        let at = stage.body.mesh.point(vertex);
        let hand = Ball::target(std::array::from_fn(|c| at[c] + AIM[c]));
        let view = stage.view(&[("force-dual", &ours), ("LMA", &theirs), ("full", &truth)])?;
        wall.view("motion", "The trunk is lifted towards the red point: by eight force-dual modes, by eight of linear modal analysis, in full", &view.with(hand))?;
        let wrong = [&ours, &theirs].map(|u| lengths(&difference(&u[u.len() - 1], end), 3));
        let largest = wrong.iter().flatten().fold(0.0f64, |m, x| m.max(*x));
        for (name, caption, motion, wrong) in [
            ("force-dual", "Where force-dual modes err", &ours, &wrong[0]),
            ("lma", "Where linear modal analysis errs, in the same colours", &theirs, &wrong[1]),
        ] {
            let look = Look {
                displacement: Some(motion[motion.len() - 1].clone()),
                field: Some(field("error, m", wrong.clone())),
                ..Look::default()
            };
            let shot = Shot { look, range: Some([0.0, largest]), ..Shot::default() };
            wall.picture(name, caption, &stage.picture(&shot)?)?;
        }
        Ok(())
    })
}
