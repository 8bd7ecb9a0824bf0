//! What a patch says.

use crate::stage::{creature, on_stage, share};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::Mat;
use forcedual::simulate::Controls;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bed",
    title: "A mattress on a frame, in one mode",
    figure: "Bed: contact patch as displacement and as force",
    caption: "A patch on the mattress can be read as <em>this part moves</em> or as <em>this part is pushed</em>. \
        Read as a displacement, one mode dents the foam and knows nothing of the frame below, ten thousand times as \
        stiff. Read as a force, one mode carries the load down into the frame, which bends.",
    hang,
};

const CENTER: [f64; 3] = [0.0, 0.43, 0.1];
/// Of the patch, m.
const RADIUS: f64 = 0.17;
/// Of the place where the ball touches, m.
const BALL: f64 = 0.17;
/// Of the ball, N.
const WEIGHT: f64 = 60.0;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "bed",
        6000,
        "[[force]]\nkind = \"contact\"\nnormal-sigma = 3000.0\n\
         patch = [{ center = [0.0, 0.43, 0.1], radius = 0.17, normal = [0.0, -1.0, 0.0] }]\n[subspace]\nmodes = 1\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        // what lies on the bed: its weight, spread as under a ball
        let under = |i: usize| (1.0 - (stage.away(i, &CENTER) / BALL).powi(2)).max(0.0).sqrt();
        let touched: Vec<usize> = (0..stage.body.mesh.vertex_count())
            .filter(|&i| stage.body.boundary.on_boundary(i) && under(i) > 0.0)
            .collect();
        let whole: f64 = touched.iter().map(|&i| under(i)).sum();
        let play = |time: f64, controls: &mut Controls| {
            let part =
                |&i: &usize| (i as u32, [0.0, -share(time) * WEIGHT * under(i) / whole, 0.0]);
            controls.forces = touched.iter().map(part).collect();
        };
        let n = stage.body.mesh.vertex_count();
        let dent = Mat::from_fn(3 * n, 1, |i, _| {
            let away = stage.away(i / 3, &CENTER) / RADIUS;
            let inside = i % 3 == 1 && away < 1.0 && !stage.body.held[i / 3];
            if inside { -(1.0 - away * away) } else { 0.0 }
        });
        let forces = stage.lin.stiffness_times(dent.as_ref());
        let moved = Gaussian::centred(Factor::Displacements { forces, response: dent });
        let truth = stage.play_in_full(&play)?;
        let ours = stage.play(&stage.subspace(&stage.spec)?, &play)?;
        let theirs = stage.play(&stage.subspace_for(&moved, &stage.spec)?, &play)?;
        let frame = stage.within(&["frame"]);
        let bend = |u: &[Vec<f64>]| stage.size(&u[u.len() - 1], |i| frame[i]);
        let [full, force, displacement] = [&truth, &ours, &theirs].map(|u| bend(u));
        wall.above(
            "motion of the frame with one force mode, as a share of the full simulation's",
            force / full,
            0.5,
            "%",
        );
        wall.below(
            "motion of the frame with one displacement mode, as a share of the full simulation's",
            displacement / full,
            0.05,
            "%",
        );
        wall.below(
            "error of one force mode against one displacement mode",
            stage.error(&ours, &truth),
            stage.error(&theirs, &truth),
            "%",
        );
        wall.note(
            "One mode is little: the frame bends further than in full, as the claim shows. A ball that is held in place, \
             instead of a weight, is beyond it: what cannot be dented is pushed away as a whole.",
        );
        let view =
            stage.view(&[("as a force", &ours), ("as a displacement", &theirs), ("full", &truth)]);
        wall.view("motion", "A ball is laid on the bed", &view)
    })
}
