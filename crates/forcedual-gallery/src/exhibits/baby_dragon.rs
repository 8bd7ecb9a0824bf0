//! A head that turns and a leg that lifts.

use crate::stage::{SLOW, creature, difference, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::control::{Goal, InverseKinematics};
use forcedual::energy::Handle;
use forcedual::simulate::{Controls, State, Stepper, System};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "baby-dragon",
    title: "Move the arm, not the dragon",
    figure: "Baby dragon: inverse kinematics of head and front leg",
    caption: "One set of springs is in the arm, another in the neck. Inverse kinematics pulls a point of the arm, or \
        the snout, to a target. With modes for the springs that are there, the limb moves about as it does in full; \
        with as many of linear modal analysis the whole animal has to go along.",
    hang,
};

const ARM: &str = "[[force]]\nname = \"arm\"\nkind = \"springs\"\nstiffness = 8000.0\nsigma = 0.05\n\
    between = [[[0.16, 0.52, 0.05], [0.22, 0.35, 0.28]], [[0.16, 0.30, 0.05], [0.24, 0.36, 0.28]]]\n[subspace]\nmodes = 2\n";
const NECK: &str = "[[force]]\nname = \"neck\"\nkind = \"springs\"\nstiffness = 3e4\nsigma = 0.05\n\
    between = [[[0.12, 0.52, 0.02], [0.12, 0.84, 0.04]], [[-0.12, 0.52, 0.02], [-0.12, 0.84, 0.04]],\n\
    [[0.0, 0.52, 0.14], [0.0, 0.80, 0.18]], [[0.0, 0.52, -0.12], [0.0, 0.84, -0.14]]]\n[subspace]\nkind = \"skinning\"\nmodes = 4\n";

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    for (limb, text, point, by, factor) in [
        ("arm", ARM, [0.22, 0.35, 0.28], [0.0, 0.02, 0.0], 0.3),
        ("head", NECK, [0.0, 0.85, 0.3], [0.04, 0.0, 0.0], 1.0),
    ] {
        let scene = creature("dragon", 5000, text)?;
        on_stage(&scene, wall.progress, |stage| {
            let vertex = stage.nearest(&point);
            let from = stage.body.mesh.point(vertex as usize);
            let target = std::array::from_fn(|c| from[c] + by[c]);
            let goal = Goal { point: Handle::on(vertex, target, 0.0), weight: 1.0 };
            // what parts farther than half a metre do that they should not, beside all motion
            let astray = |u: &[f64], truth: &[f64]| {
                let far = |i: usize| stage.away(i, from) > 0.5;
                stage.size(&difference(u, truth), far) / stage.size(truth, |_| true)
            };
            let mut found = Vec::new();
            for method in [Method::ForceDual, Method::Lma] {
                let (mut reduced, basis) = stage.reduced(&stage.by(method)?)?;
                let mut stepper = Stepper::new(SLOW, reduced.size())?;
                let mut state = State::rest(reduced.size());
                let mut ik = InverseKinematics::new(&reduced);
                let mut controls = Controls::rest(stage.actuators.channels.len());
                for _ in 0..60 {
                    stepper.step(&mut reduced, &mut state, &controls);
                    ik.improve(&mut reduced, &state, SLOW.h, &[goal], &mut controls)?;
                }
                let amplitudes = controls.amplitudes.clone();
                let truth = stage
                    .play_in_full(&|_, c: &mut Controls| c.amplitudes.clone_from(&amplitudes))?;
                let u = basis.displacement(&state.z);
                let moved = &u[3 * vertex as usize..][..3];
                let miss = (0..3).map(|c| (moved[c] - by[c]).powi(2)).sum::<f64>().sqrt();
                let end = &truth[truth.len() - 1];
                let error = stage.error(std::slice::from_ref(&u), &truth);
                found.push((miss, error, astray(&u, end), u, truth));
            }
            let [ours, theirs] = [&found[0], &found[1]];
            let asked = by.iter().map(|x| x * x).sum::<f64>().sqrt();
            wall.below(format!("{limb}: distance from the target with force-dual modes, against the way asked for"), ours.0, (0.5, asked), "m");
            wall.below(format!("{limb}: error against the full simulation under the same springs, against linear modal analysis"), ours.1, (factor, theirs.1), "%");
            wall.below(
                format!(
                    "{limb}: false motion farther than 0.5 m away, against linear modal analysis"
                ),
                ours.2,
                (factor, theirs.2),
                "%",
            );
            let still = vec![0.0; stage.body.dofs()];
            let view = stage.view(&[
                ("force-dual", &[still.clone(), ours.3.clone()]),
                ("LMA", &[still, theirs.3.clone()]),
                ("full", &ours.4),
            ]);
            wall.view(limb, &format!("The {limb} goes to its target"), &view)
        })?;
    }
    Ok(())
}
