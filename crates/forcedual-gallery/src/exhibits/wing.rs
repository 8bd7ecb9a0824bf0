//! Paint as weights, and paint as forces.

use crate::stage::{creature, on_stage};
use crate::wall::told;
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
        forces. The wing is bent at its tip. Weights that do not know the bones bend them or lock; force-dual weights \
        bend the wing at its joints.",
    hang,
};

/// Of handles and paint; the nearest points of the wing are meant.
const PLACES: [[f64; 2]; 6] =
    [[0.30, 0.20], [0.45, 0.42], [0.62, 0.58], [0.72, 0.28], [0.90, 0.30], [1.1, 0.3]];
const BONES: [&str; 3] = ["humerus", "radius", "ulna"];

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "chicken-wing",
        2000,
        "[[force]]\nkind = \"handles\"\nstiffness = 100.0\nwhere = { region = \"tip\" }\n\
         [subspace]\nkind = \"skinning\"\nmodes = 6\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let play = |time: f64, controls: &mut Controls| {
            controls.handles = vec![stage.hand(&[1.1, 0.3], [-0.25, 0.2, 0.0], 1.5e5, time)];
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
        let mut rows =
            vec![vec!["weights".to_owned(), "error".to_owned(), "strain of the bones".to_owned()]];
        rows.push(vec!["full simulation".into(), String::new(), told(strain(&truth), "%")]);
        let mut motions = Vec::new();
        for (name, space) in &rivals {
            let motion = stage.play(space, &play)?;
            rows.push(vec![
                (*name).to_owned(),
                told(stage.error(&motion, &truth), "%"),
                told(strain(&motion), "%"),
            ]);
            motions.push(motion);
        }
        let errors: Vec<f64> = motions.iter().map(|m| stage.error(m, &truth)).collect();
        wall.below("error with six weights of the paint as force variance", errors[0], 0.06, "%");
        for k in 2..rivals.len() {
            wall.below(
                format!(
                    "error with six weights of the paint as force variance, against {}",
                    rivals[k].0
                ),
                errors[0],
                (0.5, errors[k]),
                "%",
            );
        }
        wall.below(
            "strain of the bones with these, against the full simulation's",
            strain(&motions[0]),
            (1.2, strain(&truth)),
            "%",
        );
        wall.table("Six weights each, the same hand", rows);
        let view = stage.view(&[
            ("paint as forces", &motions[0]),
            ("forces at the tip", &motions[1]),
            ("bounded biharmonic", &motions[2]),
            ("biharmonic", &motions[3]),
            ("diffused paint", &motions[4]),
            ("eigenmodes", &motions[5]),
            ("full", &truth),
        ]);
        wall.view("motion", "The tip is pulled back", &view)
    })
}
