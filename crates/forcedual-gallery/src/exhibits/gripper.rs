//! The first mode of a pneumatic gripper.

use crate::stage::{Stage, creature, on_stage, share};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::column;
use forcedual::simulate::Controls;
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

const PADS: [&str; 3] = ["pad_1", "pad_2", "pad_3"];
/// Of the air in a pocket, Pa.
const PRESSURE: f64 = 12_000.0;

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
        // the pressures that the first mode answers to, the largest of them four times as strong as expected
        let swelling = swell(stage, mode(&ours));
        let most = swelling.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        let play = |time: f64, controls: &mut Controls| {
            let each = controls.amplitudes.iter_mut().zip(&swelling);
            each.for_each(|(a, v)| *a = share(time) * PRESSURE * v / most);
        };
        let truth = stage.play_in_full(&play)?;
        let end = &truth[truth.len() - 1];
        let large = RotationStrain::new(stage.body)?;
        let head = ["one mode", "error", "error with rotation-strain", "turn of the pads"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let (mut motions, mut errors, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        for (name, subspace) in [("force-dual", &ours), ("linear modal analysis", &theirs)] {
            let mut motion = stage.play(subspace, &play)?;
            let straight = stage.error(&motion, &truth);
            for u in &mut motion {
                *u = large.reconstruct(u)?;
            }
            let (error, turn) =
                (stage.error(&motion, &truth), turn(stage, &motion[motion.len() - 1]));
            rows.push(vec![
                name.to_owned(),
                told(straight, "%"),
                told(error, "%"),
                told(turn, "degrees"),
            ]);
            errors.push(error);
            turns.push(turn);
            motions.push(motion);
        }
        let bent = turn(stage, end);
        rows.push(vec![
            "full simulation".to_owned(),
            String::new(),
            String::new(),
            told(bent, "degrees"),
        ]);
        wall.below("error of the grip by the first mode with rotation-strain, against linear modal analysis", errors[0], (0.7, errors[1]), "%");
        wall.above(
            "turn of the pads by the first force-dual mode, against the full simulation's",
            turns[0],
            (0.5, bent),
            "degrees",
        );
        wall.below("turn of the pads by the first mode of linear modal analysis, against the full simulation's", turns[1], (0.2, bent), "degrees");
        wall.note(format!(
            "The first of nine independent pockets' modes captures {} of their motion: it is one grip, not all of them.",
            told(ours.certificate.captured, "%")
        ));
        wall.table("Air in the pockets as the first mode asks for it, 12 kPa at most", rows);
        let view =
            stage.view(&[("force-dual", &motions[0]), ("LMA", &motions[1]), ("full", &truth)]);
        wall.view("motion", "Air is pumped into the pockets", &view)?;
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

/// Root mean square angle that the pads' cells turn by, degrees.
fn turn(stage: &Stage<'_>, u: &[f64]) -> f64 {
    let (mesh, geometry) = (&stage.body.mesh, &stage.body.geometry);
    let (mut sum, mut volume) = (0.0, 0.0);
    for t in (0..mesh.cell_count()).filter(|&t| stage.is_in(t, &PADS)) {
        let mut spin = [0.0; 3];
        for (a, &i) in mesh.cell(t).iter().enumerate() {
            let (g, u) = (geometry.gradient(t, a), &u[3 * i as usize..][..3]);
            for c in 0..3 {
                let (d, e) = ((c + 1) % 3, (c + 2) % 3);
                spin[c] += 0.5 * (u[e] * g[d] - u[d] * g[e]);
            }
        }
        sum += geometry.volumes[t] * spin.iter().map(|x| x * x).sum::<f64>();
        volume += geometry.volumes[t];
    }
    (sum / volume).sqrt().to_degrees()
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
