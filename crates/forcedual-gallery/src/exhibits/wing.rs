//! Paint as weights, and paint as forces.

use crate::stage::{creature, lengths, on_stage};
use crate::view::Ball;
use crate::wall::{number, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::array::ArraySource;
use forcedual::force::{Factor, Gaussian};
use forcedual::simulate::Controls;
use forcedual::subspace::{Method, Subspace, SubspaceSpec};

pub const EXHIBIT: Exhibit = Exhibit {
    name: "wing",
    title: "The same paint, read as a force",
    figure: "Chicken wing: weights of handles against force variance",
    caption: "Four ways to turn handles or paint into skinning weights, and one that reads the same places as \
        forces. A hand takes the wing's tip back. Weights that do not know the bones lock, and what they do bend is bone as well as \
        joint; force-dual weights bend the wing at its joints, as far as it bends in full.",
    hang,
};

/// Of handles and paint; the nearest points of the wing are meant.
const PLACES: [[f64; 2]; 6] =
    [[0.30, 0.20], [0.45, 0.42], [0.62, 0.58], [0.72, 0.28], [0.90, 0.30], [1.1, 0.3]];
const BONES: [&str; 3] = ["humerus", "radius", "ulna"];
/// Where the tip is taken, m.
const BACK: [f64; 3] = [-0.45, 0.4, 0.0];

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "chicken-wing",
        2000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\nwhere = { region = \"tip\" }\n\
         [subspace]\nkind = \"skinning\"\nmodes = 6\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let tip = stage.nearest(&[1.1, 0.3]) as usize;
        let grip = stage.grip(stage.body.mesh.point(tip), 0.06, BACK, 1e6);
        let play = |time: f64, controls: &mut Controls| {
            controls.handles = grip.at(time);
        };
        let truth = stage.play_in_full(&play)?;
        let spots = PLACES.map(|p| stage.body.mesh.point(stage.nearest(&p) as usize).to_vec());
        let handles: Vec<_> = spots.iter().map(|p| stage.around(p, 0.06)).collect();
        let of_handles = |method| -> Result<Subspace> {
            stage.subspace(&SubspaceSpec { method, handles: handles.clone(), ..stage.spec.clone() })
        };
        // the same places as paint, that fades within 10 cm
        let paint = |i: usize| -> Vec<f64> {
            spots.iter().map(|p| (1.0 - stage.away(i, p) / 0.1).max(0.0)).collect()
        };
        let painted = SubspaceSpec {
            method: Method::Diffused,
            painted: Some(ArraySource::Rows(
                (0..stage.body.mesh.vertex_count()).map(paint).collect(),
            )),
            ..stage.spec.clone()
        };
        let variance = |i: usize| {
            let (vertex, free) = (i / 2, !stage.body.held[i / 2]);
            let sum: f64 = paint(vertex).iter().sum();
            if free { (sum * stage.body.mass[vertex]).sqrt() } else { 0.0 }
        };
        let forces = Factor::Diagonal((0..stage.body.dofs()).map(variance).collect());
        let forces = Gaussian::centred(forces);
        let rivals = [
            ("paint as force variance", stage.subspace_for(&forces, &stage.spec)?),
            ("forces at the tip", stage.by(Method::ForceDual)?),
            ("bounded biharmonic weights", of_handles(Method::BoundedBiharmonic)?),
            ("biharmonic coordinates", of_handles(Method::Biharmonic)?),
            ("diffused paint", stage.subspace(&painted)?),
            ("skinning eigenmodes", stage.by(Method::SkinningEigenmodes)?),
        ];
        let strain = |u: &[Vec<f64>]| stage.strain(&u[u.len() - 1], &BONES);
        let went = |u: &[Vec<f64>]| lengths(&u[u.len() - 1], 2)[tip];
        let mut rows = vec![vec![
            "full simulation".into(),
            "".into(),
            number(strain(&truth), "%"),
            number(went(&truth), "cm"),
        ]];
        let mut motions = Vec::new();
        for (name, space) in &rivals {
            let motion = stage.play(space, &play)?;
            rows.push(vec![
                (*name).into(),
                number(stage.error(&motion, &truth), "%"),
                number(strain(&motion), "%"),
                number(went(&motion), "cm"),
            ]);
            motions.push(motion);
        }
        let errors: Vec<f64> = motions.iter().map(|m| stage.error(m, &truth)).collect();
        wall.below("error with six weights of the paint as force variance", errors[0], 0.06, "%");
        wall.near(
            "strain of the bones with these, against the full simulation's",
            strain(&motions[0]),
            (1.2, strain(&truth)),
            "%",
        );
        for k in 2..rivals.len() {
            let what = rivals[k].0;
            wall.below(
                format!("error with six weights of the paint as force variance, against {what}"),
                errors[0],
                (0.5, errors[k]),
                "%",
            );
            wall.below(
                format!("strain of the bones for each metre that the tip goes, against {what}"),
                strain(&motions[0]) / went(&motions[0]),
                strain(&motions[k]) / went(&motions[k]),
                "%",
            );
        }
        let most = (2..rivals.len()).map(|k| strain(&motions[k])).fold(0.0, f64::max);
        wall.reservation(format!(
            "The paper has the others bend the bones. Here they lock before: outright they strain them by {} at most, the full simulation by {}; only \
             for as far as they bend do they bend the bones more.",
            told(most, "%"), told(strain(&truth), "%")
        ));
        wall.reservation(format!(
            "One need not paint: forces where the hand is (an error of {}) do as well as all of the paint ({}).",
            told(errors[1], "%"),
            told(errors[0], "%")
        ));
        wall.table(
            "Six weights each, the same hand",
            &["weights", "error", "strain of the bones", "way of the tip"],
            rows,
        );
        let view = stage.view(&[
            ("paint as forces", &motions[0]),
            ("forces at the tip", &motions[1]),
            ("bounded biharmonic", &motions[2]),
            ("biharmonic", &motions[3]),
            ("diffused paint", &motions[4]),
            ("eigenmodes", &motions[5]),
            ("full", &truth),
        ])?;
        let from = stage.body.mesh.point(tip);
        let target = Ball::target([from[0] + BACK[0], from[1] + BACK[1], 0.01]);
        wall.view("motion", "The tip is taken back to the red point", &view.with(target))
    })
}
