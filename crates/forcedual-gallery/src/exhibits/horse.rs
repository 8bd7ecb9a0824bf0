//! Few weights, but the right ones.

use crate::stage::{Stage, creature, on_stage};
use crate::wall::{row, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::simulate::{Controls, Rule};
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "horse",
    title: "Few weights, but the right ones",
    figure: "Winged horse: adaptive skinning modes, third row of the table",
    caption: "Somebody may take hold of the horse anywhere. Twelve places spread over its skin each have a few skinning weights of \
        their own; which of them are in use is decided while it is pulled, by which yield to the hand. Hands are at six other \
        places, spread over the skin as well.",
    hang,
};

const CELLS: usize = 5000;
/// Places with weights of their own, and hands that pull.
const PLACES: usize = 12;
const HANDS: usize = 6;
/// Of a pull, m.
const PULL: f64 = 0.1;

fn hand(spot: &[f64]) -> String {
    format!(
        "kind = \"handles\"\nstiffness = 100.0\nwhere = {{ ball = {{ center = {spot:?}, radius = 0.2 }} }}\n"
    )
}

/// Free places on the skin, each as far as possible from those before it and from what is held; a place on the left has its
/// mirror image on the right beside it.
fn spread(stage: &Stage<'_>, count: usize, taken: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let body = stage.body;
    let free: Vec<usize> = (0..body.mesh.vertex_count())
        .filter(|&i| body.boundary.on_boundary(i) && !body.held[i])
        .collect();
    let held = (0..body.mesh.vertex_count()).filter(|&i| body.held[i]);
    let mut known: Vec<Vec<f64>> = held.map(|i| body.mesh.point(i).to_vec()).collect();
    known.extend_from_slice(taken);
    let mut found: Vec<Vec<f64>> = Vec::new();
    while found.len() < count {
        let apart =
            |i: &usize| known.iter().map(|p| stage.away(*i, p)).fold(f64::INFINITY, f64::min);
        let Some(next) = free.iter().copied().max_by(|a, b| apart(a).total_cmp(&apart(b))) else {
            break;
        };
        let place = body.mesh.point(next).to_vec();
        let mirrored = vec![-place[0], place[1], place[2]];
        let middle = place[0].abs() < 0.05;
        for p in [place, mirrored].into_iter().take(if middle { 1 } else { 2 }) {
            known.push(p.clone());
            found.push(p);
        }
    }
    found.truncate(count);
    found
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let blank =
        creature("winged-horse", CELLS, &format!("[[force]]\n{}", hand(&[0.0, 0.98, 0.66])))?;
    let (places, hands) = on_stage(&blank, wall.progress, |stage| {
        let places = spread(stage, PLACES, &[]);
        let hands = spread(stage, HANDS, &places);
        Ok((places, hands))
    })?;
    for weights in [2, 4] {
        pull(wall, weights, &places, &hands)?;
    }
    Ok(())
}

/// Pulls the horse by all hands, in subspaces of so many weights.
fn pull(
    wall: &mut Wall<'_>,
    weights: usize,
    places: &[Vec<f64>],
    hands: &[Vec<f64>],
) -> Result<()> {
    let parts: String = places.iter().map(|s| format!("[[force.of]]\n{}", hand(s))).collect();
    let text = format!(
        "[[force]]\nkind = \"mixture\"\n{parts}[subspace]\nkind = \"skinning\"\nmodes = {weights}\n"
    );
    let scene = creature("winged-horse", CELLS, &text)?;
    on_stage(&scene, wall.progress, |stage| {
        let mut components = Vec::new();
        for (k, spot) in places.iter().enumerate() {
            let alone = creature("winged-horse", CELLS, &format!("[[force]]\n{}", hand(spot)))?;
            let name = format!("place {}", k + 1);
            components.push((name, 1.0 / places.len() as f64, alone.prior(stage.lin)?));
        }
        let mixture = stage.mixture(components)?;
        let fixed = [stage.by(Method::ForceDual)?, stage.by(Method::SkinningEigenmodes)?];
        let (mut sums, mut nearer, mut rows) = ([0.0; 3], 0, Vec::new());
        for (k, place) in hands.iter().enumerate() {
            let axis = k / 2 % 3;
            let way: [f64; 3] = std::array::from_fn(|c| if c == axis { PULL } else { 0.0 });
            let grip = stage.grip(place, 0.12, way, 2e4);
            let play = |time: f64, controls: &mut Controls| controls.handles = grip.at(time);
            let truth = stage.play_in_full(&play)?;
            let adaptive = stage.play_adaptive(&mixture, Rule::Compliance, &play)?;
            let others = [stage.play(&fixed[0], &play)?, stage.play(&fixed[1], &play)?];
            let errors = [&adaptive, &others[0], &others[1]].map(|u| stage.error(u, &truth));
            sums.iter_mut().zip(errors).for_each(|(s, e)| *s += e * e / hands.len() as f64);
            nearer += usize::from(errors[0] < errors[2]);
            let at = format!(
                "{:.2}, {:.2}, {:.2} m, along {}",
                place[0],
                place[1],
                place[2],
                ["x", "y", "z"][axis]
            );
            rows.push(row(at, errors, "%"));
            if k == 0 {
                let all = format!("{weights} for all");
                let view = stage.view(&[
                    ("adaptive", &adaptive),
                    (&all, &others[0]),
                    ("skinning eigenmodes", &others[1]),
                    ("full", &truth),
                ])?;
                let caption = format!("A hand pulls at the neck: {weights} weights");
                wall.view(&format!("weights-{weights}"), &caption, &view)?;
            }
        }
        let [ours, fixed, eigenmodes] = sums.map(f64::sqrt);
        let says = format!(
            "error with {weights} adaptive weights, root mean square over the hands, against {weights}"
        );
        wall.below(format!("{says} for all hands"), ours, (0.8, fixed), "%");
        if weights == 2 {
            wall.reservation(format!(
                "Two weights, the paper's number, are too few for these hands: chosen while the horse is pulled they err by {} on average, against {} of \
                 two skinning eigenmodes, which are nearer for {} of {} hands; two fixed force-dual weights for all places together err by {}.",
                told(ours, "%"), told(eigenmodes, "%"), hands.len() - nearer, hands.len(), told(fixed, "%")
            ));
        } else {
            wall.below(format!("{says} skinning eigenmodes"), ours, (0.8, eigenmodes), "%");
        }
        rows.push(row("root mean square", [ours, fixed, eigenmodes], "%"));
        let all = format!("{weights} for all");
        wall.table(
            &format!("Errors with {weights} weights"),
            &["a hand at", "adaptive", &all, "skinning eigenmodes"],
            rows,
        );
        Ok(())
    })
}
