//! A head that turns and a leg that lifts.

use crate::stage::{SLOW, Stage, arrived, creature, difference, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::control::{Goal, InverseKinematics};
use forcedual::energy::Handle;
use forcedual::simulate::{Controls, State, Stepper, System};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "baby-dragon",
    title: "The limb that was asked for",
    figure: "Baby dragon: inverse kinematics of head and front leg",
    caption: "One set of springs is in the arm, another in the neck. Inverse kinematics pulls a point of the arm, or \
        the snout, to a target. The animal is soft, and leans with its limbs in full too; modes for the springs that \
        are there move it about as it does in full, and as many of linear modal analysis move it otherwise.",
    hang,
};

const ARM: &str = "[[force]]\nname = \"arm\"\nkind = \"springs\"\nstiffness = 8000.0\nsigma = 0.05\n\
    between = [[[0.16, 0.52, 0.05], [0.22, 0.35, 0.28]], [[0.16, 0.30, 0.05], [0.24, 0.36, 0.28]]]\n[subspace]\nmodes = 2\n";
const NECK: &str = "[[force]]\nname = \"neck\"\nkind = \"springs\"\nstiffness = 3e4\nsigma = 0.05\n\
    between = [[[0.12, 0.52, 0.02], [0.12, 0.84, 0.04]], [[-0.12, 0.52, 0.02], [-0.12, 0.84, 0.04]],\n\
    [[0.0, 0.52, 0.14], [0.0, 0.80, 0.18]], [[0.0, 0.52, -0.12], [0.0, 0.84, -0.14]]]\n[subspace]\nkind = \"skinning\"\nmodes = 4\n";
/// From here on parts are far away, m.
const FAR: f64 = 0.5;

/// A limb, and where it goes.
struct Limb {
    name: &'static str,
    scene: &'static str,
    point: [f64; 3],
    by: [f64; 3],
    /// Of the errors of linear modal analysis.
    factor: f64,
}

const LIMBS: [Limb; 2] = [
    Limb { name: "arm", scene: ARM, point: [0.22, 0.35, 0.28], by: [0.0, 0.02, 0.0], factor: 0.3 },
    Limb { name: "head", scene: NECK, point: [0.0, 0.85, 0.3], by: [0.04, 0.0, 0.0], factor: 1.0 },
];

/// Where a subspace brings the limb, and where its springs bring the full body.
fn reach(stage: &Stage<'_>, limb: &Limb, method: Method) -> Result<(Vec<f64>, Vec<Vec<f64>>)> {
    let vertex = stage.nearest(&limb.point);
    let from = stage.body.mesh.point(vertex as usize);
    let target = std::array::from_fn(|c| from[c] + limb.by[c]);
    let goal = Goal { point: Handle::on(vertex, target, 0.0), weight: 1.0 };
    let (mut reduced, basis) = stage.reduced(&stage.by(method)?)?;
    let mut stepper = Stepper::new(SLOW, reduced.size())?;
    let mut state = State::rest(reduced.size());
    let mut ik = InverseKinematics::new(&reduced);
    let mut controls = Controls::rest(stage.actuators.channels.len());
    for k in 1..=60 {
        arrived(&stepper.step(&mut reduced, &mut state, &controls), k)?;
        ik.improve(&mut reduced, &state, SLOW.h, &[goal], &mut controls)?;
    }
    let springs = controls.amplitudes.clone();
    let truth = stage.play_in_full(&|_, c: &mut Controls| c.amplitudes.clone_from(&springs))?;
    Ok((basis.displacement(&state.z), truth))
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let head = ["", "share of the motion far away", "the same in full", "distance", "in full"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for limb in &LIMBS {
        let scene = creature("dragon", 5000, limb.scene)?;
        let (name, by) = (limb.name, limb.by);
        on_stage(&scene, wall.progress, |stage| {
            let vertex = stage.nearest(&limb.point) as usize;
            let from = stage.body.mesh.point(vertex);
            let far = |i: usize| stage.away(i, from) > FAR;
            // what far parts do that they should not, beside all motion
            let astray = |u: &[f64], truth: &[f64]| {
                stage.size(&difference(u, truth), far) / stage.size(truth, |_| true)
            };
            let there = |u: &[f64]| (stage.size(u, far) / stage.size(u, |_| true)).powi(2);
            let miss = |u: &[f64]| {
                let squares = (0..3).map(|c| (u[3 * vertex + c] - by[c]).powi(2));
                squares.sum::<f64>().sqrt()
            };
            let mut found = Vec::new();
            for (method, modes) in
                [(Method::ForceDual, "force-dual modes"), (Method::Lma, "linear modal analysis")]
            {
                let (u, truth) = reach(stage, limb, method)?;
                let end = truth[truth.len() - 1].clone();
                rows.push(vec![
                    format!("{name}, {modes}"),
                    told(there(&u), "%"),
                    told(there(&end), "%"),
                    told(100.0 * miss(&u), "cm"),
                    told(100.0 * miss(&end), "cm"),
                ]);
                let error = stage.error(std::slice::from_ref(&u), &truth);
                found.push((u, error, end, truth));
            }
            let [ours, theirs] = [&found[0], &found[1]];
            let asked = by.iter().map(|x| x * x).sum::<f64>().sqrt();
            for (where_, u) in [
                ("with force-dual modes", &ours.0),
                ("of the full dragon under the same springs", &ours.2),
            ] {
                let says =
                    format!("{name}: distance from the target {where_}, against the way asked for");
                wall.below(says, miss(u), (0.5, asked), "m");
            }
            let factor = limb.factor;
            wall.below(format!("{name}: error against the full simulation under the same springs, against linear modal analysis"), ours.1, (factor, theirs.1), "%");
            wall.below(
                format!(
                    "{name}: false motion farther than 0.5 m away, against linear modal analysis"
                ),
                astray(&ours.0, &ours.2),
                (factor, astray(&theirs.0, &theirs.2)),
                "%",
            );
            let still = vec![0.0; stage.body.dofs()];
            let [a, b] = [&ours.0, &theirs.0].map(|u| [still.clone(), u.clone()]);
            let view = stage.view(&[("force-dual", &a), ("LMA", &b), ("full", &ours.3)]);
            wall.view(name, &format!("The {name} goes to its target"), &view)
        })?;
    }
    wall.note(
        "That only the limb moves does not hold for a body this soft: most of the arm's motion is far from the arm in full, \
         too. What holds is that force-dual modes move it as the full body moves. Four weights for the neck are few: \
         the head's error is smaller than that of linear modal analysis, but not small.",
    );
    wall.table(
        "Motion farther than 0.5 m away, of all motion; and how far the limb stays from its target",
        rows,
    );
    Ok(())
}
