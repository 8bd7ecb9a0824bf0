//! A ball against the bear, here and there.

use crate::stage::{creature, on_stage, share};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::energy::{Collider, Obstacle};
use forcedual::simulate::{Controls, Rule};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "teddy",
    title: "Wherever the ball comes from",
    figure: "Teddy bear: contact mixture, second row of the table",
    caption: "A ball is pressed against the bear: against its belly, its head, or one of its paws. Each is a \
        component of a mixture with modes of its own; which of them is in use is decided while the ball presses, \
        by which yields most to the force that is felt.",
    hang,
};

const CELLS: usize = 6000;
/// Where the ball comes from: a place on the bear, and the way it goes.
const PLACES: [(&str, [f64; 3], [f64; 3]); 4] = [
    ("belly", [0.0, 0.36, 0.27], [0.0, 0.0, -1.0]),
    ("head", [0.0, 1.06, 0.02], [0.0, -1.0, 0.0]),
    ("left paw", [0.43, 0.34, 0.24], [-0.7, 0.0, -0.7]),
    ("right paw", [-0.43, 0.34, 0.24], [0.7, 0.0, -0.7]),
];
const RADIUS: f64 = 0.15;
const DEPTH: f64 = 0.05;

fn contact(place: &[f64; 3]) -> String {
    format!(
        "kind = \"contact\"\npatch = [{{ center = {place:?}, radius = 0.06 }}, {{ center = {place:?}, radius = 0.12 }}]\nnormal-sigma = 2.5e4\ntangent-sigma = 5e3\n"
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
        let mixture = stage.mixture(components)?;
        let fixed = stage.by(Method::SkinningEigenmodes)?;
        let (mut ours, mut theirs) = (0.0, 0.0);
        for (k, (name, place, way)) in PLACES.iter().enumerate() {
            let vertex = stage.nearest(place) as usize;
            let at = stage.body.mesh.point(vertex).to_vec();
            let play = |time: f64, controls: &mut Controls| {
                let deep = share(time) * DEPTH - RADIUS;
                let center = std::array::from_fn(|c| at[c] + deep * way[c]);
                controls.colliders =
                    vec![Collider::new(Obstacle::Sphere { center, radius: RADIUS })];
            };
            let truth = stage.play_in_full(&play)?;
            let adaptive = stage.play_adaptive(&mixture, Rule::Compliance, &play)?;
            let other = stage.play(&fixed, &play)?;
            ours += stage.error(&adaptive, &truth).powi(2) / PLACES.len() as f64;
            theirs += stage.error(&other, &truth).powi(2) / PLACES.len() as f64;
            if k == 1 {
                let view = stage.view(&[
                    ("chosen", &adaptive),
                    ("skinning eigenmodes", &other),
                    ("full", &truth),
                ]);
                wall.view("motion", &format!("A ball is pressed against the {name}"), &view)?;
            }
        }
        wall.below(
            "error with six weights chosen while the ball presses, against six skinning eigenmodes",
            ours.sqrt(),
            0.5 * theirs.sqrt(),
            "%",
        );
        Ok(())
    })
}
