//! A bear that is pressed here and there.

use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::simulate::{Controls, Rule};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "teddy",
    title: "Wherever it is pressed",
    figure: "Teddy bear: contact mixture, second row of the table",
    caption: "Something presses on the bear with 400 N: on its belly, its head, or one of its paws. Each is a \
        component of a mixture with modes of its own; which of them is in use is decided while it is pressed, \
        by which yields most to the force that is felt.",
    hang,
};

const CELLS: usize = 6000;
/// Places on the bear, and the way of the press.
const PLACES: [(&str, [f64; 3], [f64; 3]); 4] = [
    ("belly", [0.0, 0.36, 0.195], [0.0, 0.0, -1.0]),
    ("head", [0.0, 1.07, 0.02], [0.0, -1.0, 0.0]),
    ("left paw", [0.455, 0.325, 0.305], [0.0, 0.0, -1.0]),
    ("right paw", [-0.455, 0.325, 0.305], [0.0, 0.0, -1.0]),
];
/// Of the place that is touched, m.
const RADIUS: f64 = 0.12;
/// Of the press, N, by springs a metre long.
const FORCE: f64 = 400.0;

fn contact(place: &[f64; 3]) -> String {
    format!(
        "kind = \"contact\"\npatch = [{{ center = {place:?}, radius = 0.08 }}, {{ center = {place:?}, radius = 0.14 }}]\nnormal-sigma = 2.5e4\ntangent-sigma = 5e3\n"
    )
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let parts: String = PLACES.iter().map(|p| format!("[[force.of]]\n{}", contact(&p.1))).collect();
    let scene = creature(
        "teddy",
        CELLS,
        &format!(
            "[[force]]\nkind = \"mixture\"\n{parts}[subspace]\nkind = \"skinning\"\nmodes = 6\n"
        ),
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let mut components = Vec::new();
        for (name, place, _) in &PLACES {
            let alone = creature("teddy", CELLS, &format!("[[force]]\n{}", contact(place)))?;
            components.push(((*name).to_owned(), 0.25, alone.prior(stage.lin)?));
        }
        let priors: Vec<_> = components.iter().map(|c| c.2.clone()).collect();
        let mixture = stage.mixture(components)?;
        let fixed = stage.by(Method::SkinningEigenmodes)?;
        let common = stage.by(Method::ForceDual)?;
        let (mut ours, mut theirs, mut fixed_ones) = (0.0, 0.0, 0.0);
        let head = [
            "pressed on its",
            "chosen while pressed",
            "the right ones",
            "six for all",
            "skinning eigenmodes",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (k, (name, place, way)) in PLACES.iter().enumerate() {
            // springs so long and soft that the force hardly depends on how far it yields
            let grip = stage.grip(place, RADIUS, *way, FORCE);
            let play = |time: f64, controls: &mut Controls| controls.handles = grip.at(time);
            let truth = stage.play_in_full(&play)?;
            let adaptive = stage.play_adaptive(&mixture, Rule::Compliance, &play)?;
            let other = stage.play(&fixed, &play)?;
            let all = stage.play(&common, &play)?;
            fixed_ones += stage.error(&all, &truth).powi(2) / PLACES.len() as f64;
            let own = stage.play(&stage.subspace_for(&priors[k], &stage.spec)?, &play)?;
            rows.push(vec![
                (*name).to_owned(),
                told(stage.error(&adaptive, &truth), "%"),
                told(stage.error(&own, &truth), "%"),
                told(stage.error(&all, &truth), "%"),
                told(stage.error(&other, &truth), "%"),
            ]);
            ours += stage.error(&adaptive, &truth).powi(2) / PLACES.len() as f64;
            theirs += stage.error(&other, &truth).powi(2) / PLACES.len() as f64;
            if k == 1 {
                let view = stage.view(&[
                    ("chosen", &adaptive),
                    ("skinning eigenmodes", &other),
                    ("full", &truth),
                ]);
                wall.view("motion", &format!("Its {name} is pressed"), &view)?;
            }
        }
        wall.below(
            "error with six weights chosen while it is pressed, against six skinning eigenmodes",
            ours.sqrt(),
            (0.5, theirs.sqrt()),
            "%",
        );
        wall.below(
            "error with six weights chosen while it is pressed, against six for the whole mixture",
            ours.sqrt(),
            fixed_ones.sqrt(),
            "%",
        );
        wall.note("Soft springs press, so that the force is given: a ball that is held in place would measure how deep a dent six weights can make.");
        wall.table("Errors", rows);
        Ok(())
    })
}
