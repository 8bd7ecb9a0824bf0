//! What a patch says.

use crate::stage::{creature, difference, on_stage, share};
use crate::view::Ball;
use crate::wall::{Cell, number, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::Mat;
use forcedual::simulate::Controls;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bed",
    title: "A mattress on a frame",
    figure: "Bed: contact patch as displacement and as force",
    caption: "A patch on the mattress can be read as <em>this part moves</em> or as <em>this part is pushed</em>. \
        Read as a displacement, one mode dents the foam and knows nothing of the frame below. Read as a force, one mode \
        carries the load down into the frame, which bends. Somebody as wide as the patch sits down on it; then a \
        ball that is much smaller; and, as nine modes for nine patches can tell where, the same ball beside the middle.",
    hang,
};

/// Where the bed is expected to be touched, and where it is.
struct Touch {
    name: &'static str,
    what: &'static str,
    /// Patches of a prior.
    patches: Vec<[f64; 3]>,
    /// Of each patch, m.
    radius: f64,
    /// What sits there: its middle, how wide it touches (m), and its weight (N).
    at: [f64; 3],
    touched: f64,
    weight: f64,
}

fn touches() -> [Touch; 3] {
    let middle = [0.0, 0.43, 0.1];
    let grid = |k: usize| [0.12 * (k % 3) as f64 - 0.12, 0.43, 0.1 + 0.12 * (k / 3) as f64 - 0.12];
    let ball = Touch {
        name: "one mode, small ball",
        what: "A small ball",
        patches: vec![middle],
        radius: 0.12,
        at: middle,
        touched: 0.12,
        weight: 150.0,
    };
    [
        Touch {
            name: "one mode",
            what: "Somebody as wide as the patch",
            touched: 0.3,
            weight: 600.0,
            patches: vec![middle],
            ..ball
        },
        Touch {
            name: "nine modes",
            what: "The ball beside the middle",
            patches: (0..9).map(grid).collect(),
            radius: 0.1,
            at: [0.05, 0.43, 0.15],
            ..ball
        },
        ball,
    ]
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let mut rows = Vec::new();
    let [sitting, nine, ball] = touches();
    for touch in [sitting, ball, nine] {
        lay(wall, &touch, &mut rows)?;
    }
    wall.table(
        "Against the full simulation; motion of the frame as a share of its own",
        &["", "read", "error", "motion of the frame", "error of the frame"],
        rows,
    );
    Ok(())
}

/// Lays something on the bed.
fn lay(wall: &mut Wall<'_>, touch: &Touch, rows: &mut Vec<Vec<Cell>>) -> Result<()> {
    let Touch { name, what, patches, radius, at, touched, weight } = touch;
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
        // the weight as the pressure under a ball
        let areas = &stage.body.boundary.areas;
        let pressed = |i: usize| {
            let away = stage.away(i, at) / touched;
            areas[i] * (1.0 - away * away).max(0.0).sqrt()
        };
        let n = stage.body.mesh.vertex_count();
        let under: Vec<usize> = (0..n).filter(|&i| pressed(i) > 0.0).collect();
        let whole: f64 = under.iter().map(|&i| pressed(i)).sum();
        let play = |time: f64, controls: &mut Controls| {
            let down = |i| -share(time) * weight * pressed(i) / whole;
            controls.forces = under.iter().map(|&i| (i as u32, [0.0, down(i), 0.0])).collect();
        };
        let frame = stage.within(&["frame"]);
        let dent = Mat::from_fn(3 * n, modes, |i, j| {
            let away = stage.away(i / 3, &patches[j]) / radius;
            let inside = i % 3 == 1 && !stage.body.held[i / 3] && !frame[i / 3];
            if inside { -(-0.5 * away * away).exp() } else { 0.0 }
        });
        let forces = stage.lin.stiffness_times(dent.as_ref());
        let moved = Gaussian::centred(Factor::Displacements { forces, response: dent });
        let truth = stage.play_in_full(&play)?;
        let end = &truth[truth.len() - 1];
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
            let numbers = [error, share, wrong].map(|x| number(x, "%"));
            rows.push([Cell::from(*name), Cell::from(*read)].into_iter().chain(numbers).collect());
            found.push((error, share, wrong));
        }
        let numbers = |k: usize| [told(found[k].0, "%"), told(found[k].2, "%")];
        let [[ours, ours_frame], [read, read_frame], [lma, lma_frame]] = [0, 1, 2].map(numbers);
        let compared = format!(
            "read as a force it errs by {ours} of the motion and {ours_frame} of the frame's, as a displacement by {read} and {read_frame}, \
             and as many modes of linear modal analysis, whose first is the frame's own bending, by {lma} and {lma_frame}"
        );
        if modes == 1 && *touched < 0.2 {
            wall.reservation(format!(
                "One mode has one width. Under a ball much smaller than the patch {compared}."
            ));
        } else {
            for (k, rival) in [(1, "displacements"), (2, "linear modal analysis")] {
                let says = format!("{what}: error of {name} for forces, against {rival}");
                wall.below(says, found[0].0, (0.7, found[k].0), "%");
            }
            let says = format!(
                "{what}: motion of the frame with {name} for forces, as a share of the full simulation's"
            );
            wall.near(says, found[0].1, (1.5, 1.0), "%");
            if found[2].2 < found[0].2 {
                wall.reservation(format!(
                    "{what}, {name}: of the frame alone linear modal analysis, whose first mode is the frame's own bending, errs less: {lma_frame} against \
                     {ours_frame} of its motion ({lma} against {ours} of the bed's). A displacement leaves the frame where it is, by its definition."
                ));
            }
        }
        if modes == 1 && *touched < 0.2 {
            return Ok(());
        }
        let bottom = |u: &Vec<f64>| {
            let top = stage.nearest(at) as usize;
            [at[0], at[1] + 0.15 + u[3 * top + 1], at[2]]
        };
        let ball = Ball {
            centres: truth.iter().map(bottom).collect(),
            radius: 0.15,
            colour: [120, 140, 90],
        };
        let mut shown: Vec<(&str, &[Vec<f64>])> =
            motions.iter().map(|(name, motion)| (*name, &motion[..])).collect();
        shown.push(("full", &truth));
        let caption = format!("{what} on the bed: {name}");
        wall.view(
            &name.replace(", ", "-").replace(' ', "-"),
            &caption,
            &stage.view(&shown)?.with(ball),
        )
    })
}
