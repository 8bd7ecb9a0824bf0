//! A head that turns and a leg that lifts.

use crate::stage::{SLOW, Stage, arrived, creature, difference, on_stage};
use crate::view::Ball;
use crate::wall::{Cell, number, told};
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
        the snout, to a target, and finds springs for it, others in each subspace. The same springs then move the full dragon: \
        does it do what the subspace promised?",
    hang,
};

const ARM: &str = "[[force]]\nname = \"arm\"\nkind = \"springs\"\nstiffness = 8000.0\nsigma = 0.05\n\
    between = [[[0.16, 0.52, 0.05], [0.22, 0.35, 0.28]], [[0.16, 0.30, 0.05], [0.24, 0.36, 0.28]]]\n[subspace]\nmodes = 2\n";
const NECK: &str = "[[force]]\nname = \"neck\"\nkind = \"springs\"\nstiffness = 3e4\nsigma = 0.05\n\
    between = [[[0.12, 0.52, 0.02], [0.12, 0.84, 0.04]], [[-0.12, 0.52, 0.02], [-0.12, 0.84, 0.04]],\n\
    [[0.0, 0.52, 0.14], [0.0, 0.80, 0.18]], [[0.0, 0.52, -0.12], [0.0, 0.84, -0.14]]]\n[subspace]\nmodes = 4\n";
/// From here on parts are far away, m.
const FAR: f64 = 0.5;
/// Steps of the inverse kinematics.
const STEPS: usize = 60;

/// A limb, and where it goes.
struct Limb {
    name: &'static str,
    scene: &'static str,
    point: [f64; 3],
    by: [f64; 3],
    /// Of the errors of linear modal analysis.
    factor: f64,
}

const HEAD: Limb =
    Limb { name: "head", scene: NECK, point: [0.0, 0.85, 0.3], by: [0.015, 0.0, 0.0], factor: 0.8 };
/// What is told, and not claimed.
const FARTHER: Limb = Limb { name: "head, farther", by: [0.05, 0.0, 0.0], ..HEAD };
const LIMBS: [Limb; 3] = [
    Limb { name: "arm", scene: ARM, point: [0.22, 0.35, 0.28], by: [0.0, 0.02, 0.0], factor: 0.3 },
    HEAD,
    FARTHER,
];

/// How a subspace moves the limb, and how the full body moves under the same springs.
fn reach(stage: &Stage<'_>, limb: &Limb, method: Method) -> Result<[Vec<Vec<f64>>; 2]> {
    let vertex = stage.nearest(&limb.point);
    let from = stage.body.mesh.point(vertex as usize);
    let target = std::array::from_fn(|c| from[c] + limb.by[c]);
    let goal = Goal { point: Handle::on(vertex, target, 0.0), weight: 1.0 };
    let (mut reduced, basis) = stage.reduced(&stage.by(method)?)?;
    let mut stepper = Stepper::new(SLOW, reduced.size())?;
    let mut state = State::rest(reduced.size());
    let mut ik = InverseKinematics::new(&reduced);
    let mut controls = Controls::rest(stage.actuators.channels.len());
    let (mut frames, mut springs) = (vec![vec![0.0; stage.body.dofs()]], Vec::new());
    for k in 1..=STEPS {
        springs.push(controls.amplitudes.clone());
        arrived(&stepper.step(&mut reduced, &mut state, &controls), k)?;
        frames.push(basis.displacement(&state.z));
        ik.improve(&mut reduced, &state, SLOW.h, &[goal], &mut controls)?;
    }
    let mut full = stage.full()?;
    let play = |time: f64, c: &mut Controls| {
        let step = (time / SLOW.h).round() as usize;
        c.amplitudes.clone_from(&springs[step.clamp(1, STEPS) - 1]);
    };
    let states = stage.steps_by(SLOW, STEPS, &mut full, &play)?;
    let truth = states.iter().map(|z| stage.displacement(&mut full, z)).collect();
    Ok([frames, truth])
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let head = [
        "",
        "share of the motion far away",
        "in full",
        "distance",
        "in full",
        "error",
        "false motion far away",
    ];
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for limb in &LIMBS {
        let scene = creature("dragon", 5000, limb.scene)?;
        let (name, by) = (limb.name, limb.by);
        on_stage(&scene, wall.progress, |stage| {
            let vertex = stage.nearest(&limb.point) as usize;
            let from = stage.body.mesh.point(vertex);
            let far = |i: usize| stage.away(i, from) > FAR;
            let there = |u: &[f64]| (stage.size(u, far) / stage.size(u, |_| true)).powi(2);
            let miss = |u: &[f64]| {
                let squares = (0..3).map(|c| (u[3 * vertex + c] - by[c]).powi(2));
                squares.sum::<f64>().sqrt()
            };
            let mut found = Vec::new();
            for (method, modes) in
                [(Method::ForceDual, "force-dual modes"), (Method::Lma, "linear modal analysis")]
            {
                let [frames, truth] = reach(stage, limb, method)?;
                let (u, end) = (&frames[STEPS], &truth[STEPS]);
                // what far parts do that they should not, beside all motion
                let astray = stage.size(&difference(u, end), far) / stage.size(end, |_| true);
                let error = stage.error(&frames, &truth);
                rows.push(vec![
                    format!("{name}, {modes}").into(),
                    number(there(u), "%"),
                    number(there(end), "%"),
                    number(miss(u), "cm"),
                    number(miss(end), "cm"),
                    number(error, "%"),
                    number(astray, "%"),
                ]);
                let missed = [miss(u), miss(end)];
                found.push((frames, truth, missed, error, astray));
            }
            let [ours, theirs] = [&found[0], &found[1]];
            let asked = by.iter().map(|x| x * x).sum::<f64>().sqrt();
            let promised = format!(
                "Linear modal analysis promises to come within {} of the target and leaves the full dragon {} away; \
                 force-dual modes promise {} and leave it {} away, of {} asked for",
                told(theirs.2[0], "cm"),
                told(theirs.2[1], "cm"),
                told(ours.2[0], "cm"),
                told(ours.2[1], "cm"),
                told(asked, "cm")
            );
            if name == FARTHER.name {
                wall.reservation(format!(
                    "Four straight modes do not turn a head far. {promised}; the errors of the subspaces are then {} (force-dual) and {}.",
                    told(ours.3, "%"), told(theirs.3, "%")
                ));
                return Ok(());
            }
            let factor = limb.factor;
            wall.below(format!("{name}: distance of the full dragon from the target under the springs found with force-dual modes, against the way asked for"), ours.2[1], (0.5, asked), "cm");
            wall.below(
                format!("{name}: the same, against the springs found with linear modal analysis"),
                ours.2[1],
                (factor, theirs.2[1]),
                "cm",
            );
            wall.below(format!("{name}: error against the full simulation under the same springs, against linear modal analysis"), ours.3, (factor, theirs.3), "%");
            wall.below(
                format!(
                    "{name}: false motion farther than 0.5 m away, against linear modal analysis"
                ),
                ours.4,
                (factor, theirs.4),
                "%",
            );
            wall.note(format!("The {name}: {promised}."));
            let view = stage.view(&[
                ("force-dual", &ours.0),
                ("force-dual in full", &ours.1),
                ("LMA", &theirs.0),
                ("LMA in full", &theirs.1),
            ])?;
            let target = Ball::target(std::array::from_fn(|c| from[c] + by[c]));
            wall.view(name, &format!("The {name} goes to the red point: in a subspace, and the full dragon under the springs that were found there"), &view.with(target))
        })?;
    }
    wall.reservation(
        "That only the limb moves does not hold for a body this soft: much of the motion is far from the limb in full, \
         too, as the table says. What holds is that force-dual modes move it as the full body moves.",
    );
    wall.table(
        "Motion farther than 0.5 m away, of all motion; how far the limb stays from its target; and how far the subspace is from the full dragon under its springs",
        &head,
        rows,
    );
    Ok(())
}
