//! The first mode of a pneumatic gripper.

use crate::stage::{Stage, creature, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::column;
use forcedual::subspace::rotation_strain::RotationStrain;
use forcedual::subspace::{Method, Subspace};

pub const EXHIBIT: Exhibit = Exhibit {
    name: "gripper",
    title: "The first mode is a grip",
    figure: "Gripper: first mode of the pneumatic prior",
    caption: "Told that air is pumped into its pockets, the first mode of the gripper inflates them and bends the \
        fingers, which is what a gripper is for. The first mode of linear modal analysis swings the whole thing \
        and leaves the pockets as they are. Large bends by rotation-strain reconstruction.",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "gripper",
        14_000,
        "[[force]]\nkind = \"pneumatic\"\npockets = \"all\"\nsigma = 3000.0\n[subspace]\nmodes = 1\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let [ours, theirs] = [Method::ForceDual, Method::Lma].map(|m| stage.by(m));
        let (ours, theirs) = (ours?, theirs?);
        let (grown, idle) = (inflation(stage, &ours), inflation(stage, &theirs));
        wall.above("change of the pockets' volumes by the first force-dual mode, against linear modal analysis", grown, (3.0, idle), "");
        wall.above(
            "motion under air in the pockets that the first mode captures, against linear modal analysis",
            ours.certificate.captured,
            (50.0, theirs.certificate.captured),
            "%",
        );
        let large = RotationStrain::new(stage.body)?;
        for (name, caption, subspace) in [
            ("force-dual", "The first force-dual mode", &ours),
            ("lma", "The first mode of linear modal analysis", &theirs),
        ] {
            let mode = mode(subspace);
            let most = mode.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            let sign = if name == "force-dual" && swell(stage, mode).iter().sum::<f64>() < 0.0 {
                -1.0
            } else {
                1.0
            };
            let u: Vec<f64> = mode.iter().map(|x| sign * x * 0.25 / most).collect();
            let look =
                Look { displacement: Some(large.reconstruct(&u)?), ghost: true, ..Look::default() };
            wall.picture(name, caption, &stage.picture("", &look)?)?;
        }
        Ok(())
    })
}

fn mode(subspace: &Subspace) -> &[f64] {
    column(subspace.basis.as_ref(), subspace.rigid)
}

/// Change of each pocket's volume by a displacement, to first order.
fn swell(stage: &Stage<'_>, u: &[f64]) -> Vec<f64> {
    let (mesh, boundary) = (&stage.body.mesh, &stage.body.boundary);
    let of = |f: &u32| -> f64 {
        let vector = boundary.facet_vector(mesh, *f as usize);
        let corners = boundary.facet(*f as usize).iter();
        corners
            .map(|&i| -(0..3).map(|c| vector[c] * u[3 * i as usize + c]).sum::<f64>() / 3.0)
            .sum()
    };
    boundary.cavities().iter().map(|shell| shell.facets.iter().map(of).sum()).collect()
}

/// Root mean square change of the pockets' volumes by the first mode, whose mass norm is one.
fn inflation(stage: &Stage<'_>, subspace: &Subspace) -> f64 {
    let each = swell(stage, mode(subspace));
    (each.iter().map(|v| v * v).sum::<f64>() / each.len() as f64).sqrt()
}
