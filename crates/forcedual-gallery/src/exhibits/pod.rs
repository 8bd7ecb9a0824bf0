//! Principal components of samples come to force-dual modes, slowly.

use crate::plot::Plot;
use crate::show::Shot;
use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::{Mat, column};
use forcedual::subspace::{Method, Subspace, SubspaceSpec};
use std::time::Instant;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "pod",
    title: "What samples find in the end",
    figure: "Principal components against force-dual modes",
    caption: "Forces on the wings of the dragon: draw some, simulate each, take the principal components. With enough samples that gives the same \
        ten modes as force-dual design. How many are enough? The plots count. Force-dual modes are what this converges to, found \
        as eigenvectors, without samples. Times include the certificate of either.",
    hang,
};

const MODES: usize = 10;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "dragon",
        8000,
        &format!(
            "[[force]]\nkind = \"matern\"\nlength = 0.3\nwhere = {{ region = [\"left_wing\", \"right_wing\"] }}\n\
             rms-displacement = 0.02\n[subspace]\nmodes = {MODES}\n"
        ),
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let begun = Instant::now();
        let exact = stage.by(Method::ForceDual)?;
        let ours = begun.elapsed().as_secs_f64();
        let (mut alignment, mut captured, mut cost) = (Vec::new(), Vec::new(), Vec::new());
        for samples in [12, 25, 50, 100, 200, 400, 800] {
            let spec = SubspaceSpec { method: Method::Pod, samples, ..stage.spec.clone() };
            let begun = Instant::now();
            let pod = stage.subspace(&spec)?;
            let seconds = begun.elapsed().as_secs_f64();
            let share = shared(&exact.basis, &pod.basis, stage.lin.mass());
            alignment.push((samples as f64, share));
            let missed = |s: &Subspace| 1.0 - s.certificate.captured;
            captured.push((samples as f64, missed(&pod) / missed(&exact)));
            cost.push((samples as f64, seconds));
        }
        let [first, last] = [alignment[0].1, alignment[alignment.len() - 1].1];
        let says = "share of the force-dual subspace that 800 samples do not find, against 12";
        wall.below(says, 1.0 - last, (0.1, 1.0 - first), "%");
        wall.above(
            "motion that modes of 12 samples miss, relative to what force-dual modes miss",
            captured[0].1,
            1.2,
            "",
        );
        let least = captured.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        wall.above(
            "the least that modes of any number of samples miss, relative to force-dual modes",
            least,
            1.0 - 1e-9,
            "",
        );
        let cheap = |c: &&(f64, f64)| c.1 < ours;
        if let Some(most) = cost.iter().rfind(cheap) {
            let found = alignment.iter().find(|a| a.0 == most.0).map_or(f64::NAN, |a| a.1);
            wall.reservation(format!(
                "Few samples are not dear: up to {} of them took less time than force-dual design ({}), and find {} of its subspace.",
                most.0, told(ours, "s"), told(found, "%")
            ));
        }
        let plot = |y: &str, own: f64, name: &str, curve: Vec<(f64, f64)>| Plot {
            x: "samples".into(),
            y: y.into(),
            curves: vec![
                (name.to_owned(), vec![(12.0, own), (800.0, own)]),
                ("principal components".into(), curve),
            ],
        };
        let missed: Vec<(f64, f64)> = alignment.iter().map(|a| (a.0, 1.0 - a.1)).collect();
        wall.plot(
            "alignment",
            "Share of the ten force-dual modes that is not within ten principal components",
            Plot {
                x: "samples".into(),
                y: "share not found".into(),
                curves: vec![
                    ("force-dual: none".into(), Vec::new()),
                    ("principal components".into(), missed),
                ],
            },
        )?;
        wall.plot(
            "captured",
            "Motion that is missed, relative to what force-dual modes miss",
            plot("times the least possible", 1.0, "force-dual", captured),
        )?;
        wall.plot(
            "cost",
            &format!("Time to find them; force-dual modes took {}", told(ours, "s")),
            plot("time, s", ours, "force-dual", cost),
        )?;
        let force = stage.prior.draw(1, 4);
        let moved = stage.lin.solve(force.clone());
        let look = Look {
            forces: Some(column(force.as_ref(), 0).to_vec()),
            displacement: Some(column(moved.as_ref(), 0).to_vec()),
            ..Look::default()
        };
        wall.picture(
            "sample",
            "A sample: a drawn force on the wings, and what it does",
            &stage.picture(&Shot { look, ..Shot::default() })?,
        )
    })
}

/// Mean squared cosine between two mass-orthonormal bases of the same size.
fn shared(a: &Mat, b: &Mat, mass: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.ncols() {
        for j in 0..b.ncols() {
            let (x, y) = (column(a.as_ref(), i), column(b.as_ref(), j));
            let dot: f64 = x.iter().zip(y).zip(mass).map(|((x, y), m)| x * y * m).sum();
            sum += dot * dot;
        }
    }
    sum / a.ncols() as f64
}
