//! Large bends.

use crate::plot::Plot;
use crate::stage::on_stage;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::simulate::Controls;
use forcedual::subspace::{Method, SubspaceKind, SubspaceSpec};
use std::path::Path;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bends",
    title: "Far from rest",
    figure: "Beyond the paper: large deformation",
    caption: "Modes are found for small motion. Bent far, straight modes lock: they can only follow a turn by \
        stretching. Skinning weights turn with the body, and modal derivatives add the curves that straight modes \
        lack; modes of large responses (the prior pushed through nonlinear solves) have seen them. A strip is bent further and further at its end; the errors are against the full simulation.",
    hang,
};

const SCENE: &str = r#"
[mesh]
shape = "rectangle"
size = [1.0, 0.08]
cells = 1200
[material]
law = "stable-neo-hookean"
young = 1e6
poisson = 0.4
[[pin]]
where = { half-space = { point = [0.001, 0.0], normal = [-1.0, 0.0] } }
[[force]]
kind = "handles"
stiffness = 100.0
where = { ball = { center = [1.0, 0.04], radius = 0.08 } }
[subspace]
modes = 12
"#;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = SceneFile::parse(SCENE, Format::Toml, Path::new("."))?;
    on_stage(&scene, wall.progress, |stage| {
        let straight = SubspaceKind::Displacement;
        let large = SubspaceSpec { method: Method::PushForward, samples: 60, ..stage.spec.clone() };
        let spaces = [
            ("force-dual modes", stage.sized(Method::ForceDual, straight, 12)?),
            ("modal derivatives", stage.sized(Method::ModalDerivatives, straight, 12)?),
            ("skinning weights", stage.sized(Method::ForceDual, SubspaceKind::Skinning, 2)?),
            ("push-forward", stage.subspace(&large)?),
            ("linear modal analysis", stage.sized(Method::Lma, straight, 12)?),
        ];
        for warning in &spaces[3].1.warnings {
            wall.note(format!("Of the modes of large responses: {warning}."));
        }
        let mut curves: Vec<(String, Vec<(f64, f64)>)> =
            spaces.iter().map(|(name, _)| ((*name).to_owned(), Vec::new())).collect();
        let mut motions = Vec::new();
        for lift in [0.05, 0.1, 0.2, 0.3, 0.45] {
            let play = |time: f64, controls: &mut Controls| {
                controls.handles =
                    vec![stage.hand(&[1.0, 0.04], [-0.6 * lift * lift, lift, 0.0], 1e5, time)];
            };
            let truth = stage.play_in_full(&play)?;
            motions = Vec::new();
            for ((_, space), curve) in spaces.iter().zip(&mut curves) {
                let motion = stage.play(space, &play)?;
                curve.1.push((lift, stage.error(&motion, &truth)));
                motions.push(motion);
            }
            motions.push(truth);
        }
        let last = |k: usize| curves[k].1.last().map_or(f64::NAN, |p| p.1);
        wall.below(
            "error of twelve modal derivatives at 45 cm, against twelve straight modes",
            last(1),
            (0.25, last(0)),
            "%",
        );
        wall.below("error of two skinning weights (twelve degrees of freedom), against twelve straight modes", last(2), last(0), "%");
        wall.below(
            "error of twelve modes of large responses, against twelve straight modes",
            last(3),
            (0.25, last(0)),
            "%",
        );
        let plot = Plot { x: "lift of the end, m".into(), y: "relative error".into(), curves };
        wall.plot("errors", "Twelve degrees of freedom each", plot)?;
        let view = stage.view(&[
            ("straight modes", &motions[0]),
            ("modal derivatives", &motions[1]),
            ("skinning", &motions[2]),
            ("push-forward", &motions[3]),
            ("LMA", &motions[4]),
            ("full", &motions[5]),
        ])?;
        wall.view("motion", "The end is lifted by 45 cm", &view)
    })
}
