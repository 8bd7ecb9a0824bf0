//! Bodies that nothing holds.

use crate::stage::{creature, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::linalg::column;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "free",
    title: "A bat in flight",
    figure: "Beyond the paper: free bodies",
    caption: "Nothing holds the bat: its stiffness is singular, and there is no inverse to take. Forces are balanced by \
        inertia instead; what is left deforms it, and six motions without energy join the modes. So modes of flight \
        neither drift nor spin.",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "bat",
        8000,
        "[[force]]\nkind = \"matern\"\nlength = 0.4\nwhere = { region = [\"left_wing\", \"right_wing\"] }\n\
         rms-displacement = 0.01\n[subspace]\nmodes = 8\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let space = stage.by(Method::ForceDual)?;
        let mass = stage.lin.mass();
        let (mut drift, mut kept) = (0.0f64, 0.0f64);
        for k in space.rigid..space.basis.ncols() {
            let mode = column(space.basis.as_ref(), k);
            for r in 0..space.rigid {
                let rigid = column(space.basis.as_ref(), r);
                let dot: f64 = mode.iter().zip(rigid).zip(mass).map(|((a, b), m)| a * b * m).sum();
                drift = drift.max(dot.abs());
            }
        }
        for r in 0..space.rigid {
            let image = stage.lin.stiffness_times(space.basis.as_ref().subcols(r, 1));
            let own = stage.lin.stiffness_times(space.basis.as_ref().subcols(space.rigid, 1));
            let norm = |a: &[f64]| a.iter().map(|x| x * x).sum::<f64>().sqrt();
            kept = kept.max(norm(column(image.as_ref(), 0)) / norm(column(own.as_ref(), 0)));
        }
        wall.counts("motions without energy that were found", space.rigid, 6);
        wall.below("largest share of such a motion in a mode", drift, 1e-8, "");
        wall.below(
            "elastic force of such a motion, relative to that of the first mode",
            kept,
            1e-6,
            "",
        );
        wall.above("motion captured by eight modes", space.certificate.captured, 0.9, "%");
        let still = vec![0.0; stage.body.dofs()];
        let mode = |k: usize| {
            let mode = column(space.basis.as_ref(), space.rigid + k);
            let most = mode.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            let scaled = |s: f64| mode.iter().map(|x| s * 0.15 * x / most).collect::<Vec<f64>>();
            vec![scaled(-1.0), still.clone(), scaled(1.0)]
        };
        let modes = [mode(0), mode(1), mode(2)];
        let view =
            stage.view(&[("mode 1", &modes[0]), ("mode 2", &modes[1]), ("mode 3", &modes[2])])?;
        wall.view("modes", "The first modes of the bat in flight", &view)
    })
}
