//! What a patch says.

use crate::stage::{creature, difference, on_stage, share};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::Mat;
use forcedual::simulate::Controls;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bed",
    title: "A mattress on a frame, in one mode",
    figure: "Bed: contact patch as displacement and as force",
    caption: "A patch on the mattress can be read as <em>this part moves</em> or as <em>this part is pushed</em>. \
        Read as a displacement, one mode dents the foam and knows nothing of the frame below, ten thousand times as \
        stiff. Read as a force, one mode carries the load down into the frame, which bends. A ball that is \
        smaller than the patch is laid on its middle; and, as nine modes for nine patches can tell where, beside it.",
    hang,
};

/// Where the bed is expected to be touched, and where it is.
struct Touch {
    name: &'static str,
    /// Patches of a prior.
    patches: Vec<[f64; 3]>,
    /// Of each patch, m.
    radius: f64,
    ball: [f64; 3],
}

/// Of the place where the ball touches, m.
const TOUCHED: f64 = 0.12;
/// Of the ball, N.
const WEIGHT: f64 = 60.0;

fn touches() -> [Touch; 2] {
    let grid = |k: usize| [0.12 * (k % 3) as f64 - 0.12, 0.43, 0.1 + 0.12 * (k / 3) as f64 - 0.12];
    [
        Touch {
            name: "one mode",
            patches: vec![[0.0, 0.43, 0.1]],
            radius: 0.17,
            ball: [0.0, 0.43, 0.1],
        },
        Touch {
            name: "nine modes",
            patches: (0..9).map(grid).collect(),
            radius: 0.1,
            ball: [0.05, 0.43, 0.15],
        },
    ]
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let head = ["", "read", "error", "motion of the frame", "error of the frame"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for touch in touches() {
        lay(wall, &touch, &mut rows)?;
    }
    wall.table("Against the full simulation; motion of the frame as a share of its own", rows);
    Ok(())
}

/// Lays the ball on the bed.
fn lay(wall: &mut Wall<'_>, touch: &Touch, rows: &mut Vec<Vec<String>>) -> Result<()> {
    let Touch { name, patches, radius, ball } = touch;
    let patch = |center: &[f64; 3]| {
        format!("{{ center = {center:?}, radius = {radius}, normal = [0.0, -1.0, 0.0] }}")
    };
    let all: Vec<String> = patches.iter().map(patch).collect();
    let (modes, all) = (patches.len(), all.join(", "));
    let scene = creature(
        "bed",
        6000,
        &format!(
            "[[force]]\nkind = \"contact\"\nnormal-sigma = 3000.0\npatch = [{all}]\n[subspace]\nmodes = {modes}\n"
        ),
    )?;
    on_stage(&scene, wall.progress, |stage| {
        // the ball's weight as the pressure under it
        let areas = &stage.body.boundary.areas;
        let pressed = |i: usize| {
            let away = stage.away(i, ball) / TOUCHED;
            areas[i] * (1.0 - away * away).max(0.0).sqrt()
        };
        let n = stage.body.mesh.vertex_count();
        let touched: Vec<usize> = (0..n).filter(|&i| pressed(i) > 0.0).collect();
        let whole: f64 = touched.iter().map(|&i| pressed(i)).sum();
        let play = |time: f64, controls: &mut Controls| {
            let down = |i| -share(time) * WEIGHT * pressed(i) / whole;
            controls.forces = touched.iter().map(|&i| (i as u32, [0.0, down(i), 0.0])).collect();
        };
        let dent = Mat::from_fn(3 * n, modes, |i, j| {
            let away = stage.away(i / 3, &patches[j]) / radius;
            let inside = i % 3 == 1 && away < 1.0 && !stage.body.held[i / 3];
            if inside { -(1.0 - away * away) } else { 0.0 }
        });
        let forces = stage.lin.stiffness_times(dent.as_ref());
        let moved = Gaussian::centred(Factor::Displacements { forces, response: dent });
        let truth = stage.play_in_full(&play)?;
        let end = &truth[truth.len() - 1];
        let frame = stage.within(&["frame"]);
        let motions = [
            ("as a force", stage.play(&stage.by(Method::ForceDual)?, &play)?),
            ("as a displacement", stage.play(&stage.subspace_for(&moved, &stage.spec)?, &play)?),
            ("LMA", stage.play(&stage.by(Method::Lma)?, &play)?),
        ];
        let mut found = Vec::new();
        for (read, motion) in &motions {
            let u = &motion[motion.len() - 1];
            let bent = stage.size(end, |i| frame[i]);
            let share = stage.size(u, |i| frame[i]) / bent;
            let wrong = stage.size(&difference(u, end), |i| frame[i]) / bent;
            let error = stage.error(motion, &truth);
            let row = [error, share, wrong].map(|x| told(x, "%"));
            let names = [*name, read].map(str::to_owned);
            rows.push(names.into_iter().chain(row).collect());
            found.push((error, share, wrong));
        }
        let says = format!(
            "motion of the frame with {name} for forces, as a share of the full simulation's"
        );
        wall.above(says, found[0].1, 0.5, "%");
        let says =
            format!("error of the frame's motion with {name} for forces, against displacements");
        wall.below(says, found[0].2, found[1].2, "%");
        if modes > 1 {
            for (k, what) in [(1, "displacements"), (2, "linear modal analysis")] {
                let says = format!("error of {name} for forces, against {what}");
                wall.below(says, found[0].0, (0.7, found[k].0), "%");
            }
        } else {
            let [ours, read, lma] = [0, 1, 2].map(|k| told(found[k].0, "%"));
            wall.note(format!(
                "One mode bends the frame, which a displacement mode leaves where it is by its definition, but further than it \
                 should; and that one mode is nearer to the whole bed does not hold for a ball smaller than the patch: \
                 it errs by {ours}, a displacement mode by {read}, and the first vibration, which is the \
                 frame's own bending, by {lma}. Nine modes tell small balls apart, and then it holds. A ball that is held in \
                 place, instead of a weight, is pushed away as a whole where it cannot dent.",
            ));
        }
        let mut shown: Vec<(&str, &[Vec<f64>])> =
            motions.iter().map(|(name, motion)| (*name, &motion[..])).collect();
        shown.push(("full", &truth));
        let caption = format!("A ball is laid on the bed: {name}");
        wall.view(&name.replace(' ', "-"), &caption, &stage.view(&shown))
    })
}
