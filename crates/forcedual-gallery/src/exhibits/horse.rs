//! Two weights, but the right two.

use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::simulate::{Controls, Rule};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "horse",
    title: "Two weights, but the right two",
    figure: "Winged horse: adaptive skinning modes, third row of the table",
    caption: "Somebody may take hold of either wing, of the head or of the tail. Two skinning weights for all of that are poor; \
        two for each, chosen while it happens by which of them yields to the hand, are nearer, also where \
        the hand is 6 cm beside the place that was expected. With so few all of them are coarse.",
    hang,
};

const CELLS: usize = 5000;
const SPOTS: [[f64; 3]; 4] =
    [[0.55, 0.95, -0.2], [-0.55, 0.95, -0.2], [0.0, 0.98, 0.66], [0.0, 0.5, -0.75]];
const WAYS: [[f64; 3]; 4] =
    [[0.0, 0.06, 0.0], [0.0, 0.06, 0.0], [0.06, 0.0, 0.0], [0.06, 0.0, 0.0]];
/// From the middle of what was expected to where the hand is, m.
const BESIDE: [f64; 3] = [0.03, -0.03, 0.04];
const NAMES: [&str; 4] = ["left wing", "right wing", "head", "tail"];

fn hand(spot: &[f64; 3]) -> String {
    format!(
        "kind = \"handles\"\nstiffness = 100.0\nwhere = {{ ball = {{ center = {spot:?}, radius = 0.2 }} }}\n"
    )
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let parts: String = SPOTS.iter().map(|s| format!("[[force.of]]\n{}", hand(s))).collect();
    let text = format!(
        "[[force]]\nkind = \"mixture\"\n{parts}[subspace]\nkind = \"skinning\"\nmodes = 2\n"
    );
    let scene = creature("winged-horse", CELLS, &text)?;
    on_stage(&scene, wall.progress, |stage| {
        let mut components = Vec::new();
        for (spot, name) in SPOTS.iter().zip(NAMES) {
            let alone = creature("winged-horse", CELLS, &format!("[[force]]\n{}", hand(spot)))?;
            components.push((name.to_owned(), 0.25, alone.prior(stage.lin)?));
        }
        let mixture = stage.mixture(components)?;
        let fixed = [stage.by(Method::ForceDual)?, stage.by(Method::SkinningEigenmodes)?];
        let mut sums = [0.0; 3];
        let head = ["a hand at its", "adaptive", "two for all", "skinning eigenmodes"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (k, (spot, way)) in SPOTS.iter().zip(&WAYS).enumerate() {
            let place: [f64; 3] = std::array::from_fn(|c| spot[c] + BESIDE[c]);
            let grip = stage.grip(&place, 0.15, *way, 6e4);
            let play = |time: f64, controls: &mut Controls| controls.handles = grip.at(time);
            let truth = stage.play_in_full(&play)?;
            let adaptive = stage.play_adaptive(&mixture, Rule::Compliance, &play)?;
            let others = [stage.play(&fixed[0], &play)?, stage.play(&fixed[1], &play)?];
            let errors = [&adaptive, &others[0], &others[1]].map(|u| stage.error(u, &truth));
            sums.iter_mut().zip(errors).for_each(|(s, e)| *s += e * e / SPOTS.len() as f64);
            let told = errors.map(|e| told(e, "%"));
            rows.push(std::iter::once(NAMES[k].to_owned()).chain(told).collect());
            if k == 3 {
                let view = stage.view(&[
                    ("adaptive", &adaptive),
                    ("two for all", &others[0]),
                    ("skinning eigenmodes", &others[1]),
                    ("full", &truth),
                ]);
                wall.view("motion", "A hand pulls the tail to the side", &view)?;
            }
        }
        let [ours, fixed, lma] = sums.map(f64::sqrt);
        wall.below("error with two adaptive weights against two for all hands", ours, fixed, "%");
        wall.below(
            "error with two adaptive weights against two skinning eigenmodes",
            ours,
            lma,
            "%",
        );
        wall.note(format!(
            "Two weights follow few hands closely: the error is {} of the motion, and for some hands skinning eigenmodes come \
             nearer, as the table says.",
            told(ours, "%")
        ));
        wall.table("Errors", rows);
        Ok(())
    })
}
