//! The first mode of a pneumatic gripper.

use crate::show::Shot;
use crate::stage::{Stage, creature, difference, on_stage, share};
use crate::wall::{number, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::{column, dot};
use forcedual::simulate::Controls;
use forcedual::subspace::rotation_strain::RotationStrain;
use forcedual::subspace::{Method, Subspace};

pub const EXHIBIT: Exhibit = Exhibit {
    name: "gripper",
    title: "The first mode is a grip",
    figure: "Gripper: first mode of the pneumatic prior",
    caption: "One pump fills nine pockets in three fingers, and valves let a little more or less into each. Told that, \
        the first mode inflates the pockets and closes all three fingers, which is what a gripper is for; the first mode of \
        linear modal analysis swings a finger aside and leaves the pockets as they are. One mode is a straight line: bent far, \
        rotation-strain reconstruction makes an arc of it.",
    hang,
};

/// Pads of the fingers.
const PADS: [&str; 3] = ["pad_1", "pad_2", "pad_3"];
/// Standard deviation of the pump, Pa.
const PUMP: f64 = 3000.0;
/// Of the pump in the test, Pa.
const PRESSURE: f64 = 20_000.0;

/// What is pumped: how much of the pump's pressure each finger gets.
const LOADS: [(&str, [f64; 3]); 3] = [
    ("all fingers alike", [1.0, 1.0, 1.0]),
    ("one finger gets a third less", [0.67, 1.0, 1.0]),
    ("one finger alone", [1.0, 0.0, 0.0]),
];

fn scene(forces: &str) -> Result<forcedual::scene::SceneFile> {
    creature("gripper", 14_000, &format!("{forces}[subspace]\nmodes = 1\n"))
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let every: Vec<String> = (0..9).map(|k| format!("{{ cavity = {k} }}")).collect();
    let valves = |sigma: f64| {
        format!(
            "[[force]]\nname = \"valves\"\nkind = \"pneumatic\"\npockets = \"all\"\nsigma = {sigma}\n"
        )
    };
    let pump = format!(
        "{}[[force]]\nname = \"pump\"\nkind = \"pneumatic\"\npockets = [{{ any = [{}] }}]\nsigma = {PUMP}\n",
        valves(0.2 * PUMP),
        every.join(", ")
    );
    on_stage(&scene(&pump)?, wall.progress, |stage| {
        let [ours, theirs] = [Method::ForceDual, Method::Lma].map(|m| stage.by(m));
        let (ours, theirs) = (ours?, theirs?);
        let alone = scene(&valves(PUMP))?.prior(stage.lin)?;
        let independent = stage.subspace_for(&alone, &stage.spec)?;
        wall.above("change of the pockets' volumes by the first force-dual mode, m³ for each m of its largest motion, against linear modal analysis", inflation(stage, &ours), (10.0, inflation(stage, &theirs)), "");
        let large = RotationStrain::new(stage.body)?;
        let fingers = fingers(stage);
        let mut rows = Vec::new();
        let mut shown = None;
        for (k, (what, gets)) in LOADS.iter().enumerate() {
            let pressures: Vec<f64> = fingers.iter().map(|&f| PRESSURE * gets[f]).collect();
            // the valves are the first nine channels
            let play = |time: f64, controls: &mut Controls| {
                let each = controls.amplitudes.iter_mut().zip(&pressures);
                each.for_each(|(a, p)| *a = share(time) * p);
            };
            let truth = stage.play_in_full(&play)?;
            let end = &truth[truth.len() - 1];
            let closed = closing(stage, end);
            let mut row = vec![(*what).into(), number(least(&closed), "cm")];
            let mut found = Vec::new();
            for subspace in [&ours, &theirs] {
                let straight = answer(stage, subspace, &pressures);
                let bent = large.reconstruct(&straight)?;
                let [a, b] = [&straight, &bent].map(|u| error(stage, u, end));
                row.extend([
                    number(a, "%"),
                    number(b, "%"),
                    number(least(&closing(stage, &bent)), "cm"),
                ]);
                found.push((straight, bent, a, b));
            }
            rows.push(row);
            if k == 0 {
                wall.near("the least that one of three fingers closes by the first force-dual mode with rotation-strain, against the full simulation's", least(&closing(stage, &found[0].1)), (1.25, least(&closed)), "cm");
                let drawn = as_large(stage, mode(&ours));
                let turned = large.reconstruct(&drawn)?;
                let [straight, round] = [&drawn, &turned].map(|u| stage.strain(u, &PADS));
                wall.below("strain of the pads, which hardly stretch, with the first mode 25 cm large: with rotation-strain, against the straight mode", round, (0.5, straight), "%");
                wall.reservation(format!(
                    "Large bends are modes drawn large: the full gripper is not followed beyond {} kPa, where its walls balloon and its fingers have closed by {}. \
                     So far rotation-strain is not needed: it takes the error from {} to {}.",
                    told(1e-3 * PRESSURE, ""), told(least(&closed), "cm"), told(found[0].2, "%"), told(found[0].3, "%")
                ));
                shown = Some((truth.clone(), found.swap_remove(0), turned));
            } else if k == 1 {
                wall.below("error where one finger gets a third less, against the first mode of linear modal analysis", found[0].3, (0.5, found[1].3), "%");
            } else {
                wall.reservation(format!(
                    "One mode is one grip. Where one finger is pumped alone it closes all three and errs by {}; and were the pockets \
                     told to be independent of each other, the first mode would be {} alone.",
                    told(found[0].3, "%"),
                    told_fingers(&closing(stage, mode(&independent)))
                ));
            }
        }
        wall.table(
            "The full simulation with 20 kPa at most, the first force-dual mode and the first of linear modal analysis: by how much the finger that closes least does, and errors without and with rotation-strain",
            &["pumped", "full", "force-dual, straight", "with rotation-strain", "closes", "LMA, straight", "with rotation-strain", "closes"],
            rows,
        );
        if let Some((truth, (straight, ..), turned)) = shown {
            let swelling: Vec<Vec<f64>> = (0..=6)
                .map(|k| {
                    large.reconstruct(
                        &straight.iter().map(|x| x * f64::from(k) / 6.0).collect::<Vec<f64>>(),
                    )
                })
                .collect::<Result<_>>()?;
            let line = [vec![0.0; straight.len()], straight];
            let view = stage.view(&[
                ("first mode with rotation-strain", &swelling),
                ("first mode straight", &line),
                ("full", &truth),
            ])?;
            wall.view("motion", "Air is pumped into all pockets", &view.from(30.0, -12.0))?;
            for (name, caption, u) in [
                (
                    "force-dual",
                    "The first force-dual mode drawn large, with rotation-strain",
                    turned,
                ),
                (
                    "lma",
                    "The first mode of linear modal analysis, drawn as large",
                    large.reconstruct(&as_large(stage, mode(&theirs)))?,
                ),
            ] {
                let look = Look { displacement: Some(u), ghost: true, ..Look::default() };
                let shot = Shot { look, from: "30,-12", ..Shot::default() };
                wall.picture(name, caption, &stage.picture(&shot)?)?;
            }
        }
        Ok(())
    })
}

fn mode(subspace: &Subspace) -> &[f64] {
    column(subspace.basis.as_ref(), subspace.rigid)
}

/// A mode whose largest motion is 25 cm, inflating where it does either.
fn as_large(stage: &Stage<'_>, mode: &[f64]) -> Vec<f64> {
    let most = mode.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    let sign = if swell(stage, mode).iter().sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
    mode.iter().map(|x| sign * x * 0.25 / most).collect()
}

fn error(stage: &Stage<'_>, u: &[f64], truth: &[f64]) -> f64 {
    stage.size(&difference(u, truth), |_| true) / stage.size(truth, |_| true)
}

/// The motion along a mode `b` under pressures: `b (b . f) / (b . H b)`, and the work `b . f` is that of volumes.
fn answer(stage: &Stage<'_>, subspace: &Subspace, pressures: &[f64]) -> Vec<f64> {
    let b = mode(subspace);
    let stiff = stage.lin.stiffness_times(subspace.basis.as_ref().subcols(subspace.rigid, 1));
    let work: f64 = swell(stage, b).iter().zip(pressures).map(|(v, p)| v * p).sum();
    let z = work / dot(b, column(stiff.as_ref(), 0));
    b.iter().map(|x| z * x).collect()
}

/// The finger that each pocket is in.
fn fingers(stage: &Stage<'_>) -> Vec<usize> {
    let (mesh, boundary) = (&stage.body.mesh, &stage.body.boundary);
    let pads = PADS.map(|pad| middle(stage, pad));
    let of = |place: Vec<f64>| {
        let away = |pad: &[f64; 3]| (place[0] - pad[0]).hypot(place[2] - pad[2]);
        (0..3).min_by(|&a, &b| away(&pads[a]).total_cmp(&away(&pads[b]))).unwrap_or(0)
    };
    boundary.cavities().iter().map(|shell| of(boundary.centroid(mesh, shell))).collect()
}

fn middle(stage: &Stage<'_>, pad: &str) -> [f64; 3] {
    let inside = stage.within(&[pad]);
    let all: Vec<usize> = (0..inside.len()).filter(|&i| inside[i]).collect();
    std::array::from_fn(|c| {
        all.iter().map(|&i| stage.body.mesh.point(i)[c]).sum::<f64>() / all.len() as f64
    })
}

/// How far each pad goes towards the axis, m.
fn closing(stage: &Stage<'_>, u: &[f64]) -> [f64; 3] {
    PADS.map(|pad| {
        let inside = stage.within(&[pad]);
        let from = middle(stage, pad);
        let far = from[0].hypot(from[2]);
        let all: Vec<usize> = (0..inside.len()).filter(|&i| inside[i]).collect();
        let inward = |&i: &usize| -(u[3 * i] * from[0] + u[3 * i + 2] * from[2]) / far;
        all.iter().map(inward).sum::<f64>() / all.len() as f64
    })
}

fn least(closed: &[f64; 3]) -> f64 {
    closed.iter().copied().fold(f64::INFINITY, f64::min)
}

/// How many fingers move by more than a tenth of the one that moves most.
fn told_fingers(closed: &[f64; 3]) -> &'static str {
    let most = closed.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    match closed.iter().filter(|x| x.abs() > 0.1 * most).count() {
        1 => "one finger",
        2 => "two fingers",
        _ => "three fingers",
    }
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

/// Root mean square change of the pockets' volumes by the first mode, relative to its largest motion.
fn inflation(stage: &Stage<'_>, subspace: &Subspace) -> f64 {
    let each = swell(stage, mode(subspace));
    let most = mode(subspace).iter().fold(0.0f64, |m, x| m.max(x.abs()));
    (each.iter().map(|v| v * v).sum::<f64>() / each.len() as f64).sqrt() / most
}
