//! A flexed biceps.

use crate::show::{Shot, field};
use crate::stage::{creature, on_stage, share};
use crate::wall::{number, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::column;
use forcedual::simulate::Controls;
use forcedual::subspace::{Method, SubspaceKind};

pub const EXHIBIT: Exhibit = Exhibit {
    name: "arm",
    title: "A biceps that flexes and bones that do not",
    figure: "Arm: muscle actuation with four skinning modes",
    caption: "Four skinning weights for an arm with stiff bones in soft flesh. Told that the biceps contracts along \
        its fibres, they let it bulge and turn the forearm about the elbow. Four eigenmodes of skinning know \
        neither muscle nor bone, and lock.",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "arm",
        3000,
        "[[force]]\nname = \"muscles\"\nkind = \"muscle\"\nmode = \"groups\"\n\
         fibers = [{ where = { region = \"biceps\" }, direction = [0.97, -0.25] },\n\
         { where = { region = \"triceps\" }, direction = [0.97, -0.25] },\n\
         { where = { region = \"forearm_muscle\" }, direction = [-0.17, 0.98] }]\nsigma = 1e4\n\
         [subspace]\nkind = \"skinning\"\nmodes = 4\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let play = |time: f64, controls: &mut Controls| controls.amplitudes[0] = 1e4 * share(time);
        let truth = stage.play_in_full(&play)?;
        let space = stage.by(Method::ForceDual)?;
        let ours = stage.play(&space, &play)?;
        let theirs = stage.play(&stage.by(Method::SkinningEigenmodes)?, &play)?;
        let [own, other] = [&ours, &theirs].map(|u| stage.error(u, &truth));
        wall.below("error of the flexed arm, four force-dual weights", own, 0.03, "%");
        let says =
            "error of the flexed arm, four force-dual weights against four skinning eigenmodes";
        wall.below(says, own, (0.1, other), "%");
        let strains =
            [&truth, &ours].map(|u| stage.strain(&u[u.len() - 1], &["humerus", "radius", "ulna"]));
        wall.near(
            "strain of the bones, against that of the full simulation",
            strains[1],
            (1.2, strains[0]),
            "%",
        );
        let mut rows = Vec::new();
        for modes in [2, 3, 4, 6, 8] {
            let mut row = vec![modes.to_string().into()];
            for method in [Method::ForceDual, Method::SkinningEigenmodes] {
                let space = stage.sized(method, SubspaceKind::Skinning, modes)?;
                row.push(number(stage.error(&stage.play(&space, &play)?, &truth), "%"));
            }
            rows.push(row);
        }
        wall.reservation(format!(
            "Four weights do not give the flexed arm exactly ({} are left), and more of them, for the same muscles, come no nearer: what \
             is left is what weights that turn and shear parts of the arm cannot do.",
            told(own, "%")
        ));
        wall.table(
            "Errors of the flexed arm",
            &["weights", "force-dual", "skinning eigenmodes"],
            rows,
        );
        let view = stage.view(&[
            ("force-dual", &ours),
            ("skinning eigenmodes", &theirs),
            ("full", &truth),
        ])?;
        wall.view("motion", "The biceps contracts", &view)?;
        let weights = space.weights.as_ref();
        for k in 0..weights.map_or(0, |w| w.ncols().min(4)) {
            let values = weights.map_or(Vec::new(), |w| column(w.as_ref(), k).to_vec());
            let look = Look { field: Some(field("weight", values)), ..Look::default() };
            wall.picture(
                &format!("weight-{}", k + 1),
                &format!("Force-dual weight {}", k + 1),
                &stage.picture(&Shot { look, ..Shot::default() })?,
            )?;
        }
        Ok(())
    })
}
