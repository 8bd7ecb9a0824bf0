//! A bear that is pressed here and there.

use crate::show::Shot;
use crate::stage::{creature, on_stage};
use crate::view::Ball;
use crate::wall::{row, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::simulate::{Controls, Rule};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "teddy",
    title: "Wherever it is pressed",
    figure: "Teddy bear: contact mixture, second row of the table",
    caption: "A ball presses on the bear with about 1.2 kN: on its belly, its head, or one of its paws. Each is a \
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
const FORCE: f64 = 1200.0;

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
        let eigenmodes = stage.by(Method::SkinningEigenmodes)?;
        let common = stage.by(Method::ForceDual)?;
        let (mut sums, mut rows) = ([0.0; 4], Vec::new());
        for (k, (name, place, way)) in PLACES.iter().enumerate() {
            // springs so long and soft that the force hardly depends on how far it yields
            let grip = stage.grip(place, RADIUS, *way, FORCE);
            let play = |time: f64, controls: &mut Controls| controls.handles = grip.at(time);
            let truth = stage.play_in_full(&play)?;
            let adaptive = stage.play_adaptive(&mixture, Rule::Compliance, &play)?;
            let own = stage.play(&stage.subspace_for(&priors[k], &stage.spec)?, &play)?;
            let all = stage.play(&common, &play)?;
            let other = stage.play(&eigenmodes, &play)?;
            let errors = [&adaptive, &own, &all, &other].map(|u| stage.error(u, &truth));
            sums.iter_mut().zip(errors).for_each(|(s, e)| *s += e * e / PLACES.len() as f64);
            rows.push(row(*name, errors, "%"));
            let top = stage.nearest(place) as usize;
            let follow =
                |u: &Vec<f64>| std::array::from_fn(|c| place[c] + u[3 * top + c] - way[c] * RADIUS);
            let ball = || Ball {
                centres: truth.iter().map(follow).collect(),
                radius: RADIUS,
                colour: [96, 118, 168],
            };
            if k == 1 {
                let view = stage.view(&[
                    ("chosen while pressed", &adaptive),
                    ("six for all", &all),
                    ("skinning eigenmodes", &other),
                    ("full", &truth),
                ])?;
                wall.view("motion", &format!("A ball presses on its {name}"), &view.with(ball()))?;
            }
            let u = adaptive[adaptive.len() - 1].clone();
            let look = Look { displacement: Some(u), ghost: true, ..Look::default() };
            let shot = Shot { look, balls: &[ball()], ..Shot::default() };
            let caption = format!(
                "Its {name}, by six weights chosen while it is pressed; its rest as a shadow"
            );
            wall.picture(&name.replace(' ', "-"), &caption, &stage.picture(&shot)?)?;
        }
        let [chosen, right, all, eigenmodes] = sums.map(f64::sqrt);
        let says = "error with six weights chosen while it is pressed, root mean square over the places, against six";
        wall.below(format!("{says} skinning eigenmodes"), chosen, (0.5, eigenmodes), "%");
        wall.below(format!("{says} for the whole mixture"), chosen, (0.5, all), "%");
        wall.below("the same against the right six, known beforehand", chosen, (1.1, right), "%");
        if all > eigenmodes {
            wall.reservation(format!(
                "It is the choosing that helps: six force-dual weights for all places together err by {}, and six skinning \
                 eigenmodes, which know nothing of the places, by {}.",
                told(all, "%"),
                told(eigenmodes, "%")
            ));
        }
        wall.note("Soft springs press, so that the force is given: a ball that is held in place would measure how deep a dent six weights can make. The ball is drawn where the full bear has it.");
        rows.push(row("root mean square", [chosen, right, all, eigenmodes], "%"));
        wall.table(
            "Errors",
            &[
                "pressed on its",
                "chosen while pressed",
                "the right ones",
                "six for all",
                "skinning eigenmodes",
            ],
            rows,
        );
        Ok(())
    })
}
