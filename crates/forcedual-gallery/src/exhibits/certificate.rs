//! What is promised, and what is kept.

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::wall::{number, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::subspace::compare::{HeldOut, curve};
use forcedual::subspace::{Method, SubspaceKind};
use std::path::Path;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "certificate",
    title: "Certified before the first simulation",
    figure: "Beyond the paper: certificates",
    caption: "Every subspace comes with a certificate: how much of the motion it captures, computed from the prior \
        alone. Here are certificates of the dragon for more and more modes, beside the truth found by two thousand \
        full solves under forces that nobody had seen.",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "dragon",
        5000,
        "[[force]]\nkind = \"matern\"\nlength = 0.3\nrms-displacement = 0.02\n[subspace]\nmodes = 32\n",
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let held_out = HeldOut::draw(stage.lin, &stage.prior, 2000, 21, wall.progress)?;
        let measured = curve(
            stage.lin,
            &stage.prior,
            &held_out,
            &stage.spec,
            32,
            Path::new("."),
            wall.progress,
        )?;
        let (mut promised, mut kept, mut worst, mut outside) = (Vec::new(), Vec::new(), 0.0f64, 0);
        let mut rows = Vec::new();
        for modes in [1, 2, 4, 8, 16, 32] {
            let space = stage.sized(Method::ForceDual, SubspaceKind::Displacement, modes)?;
            let missed = 1.0 - space.certificate.captured;
            let truth = measured
                .points
                .iter()
                .find(|p| p.modes == modes)
                .map_or(f64::NAN, |p| p.projection);
            let [low, high] = space.certificate.interval;
            rows.push(vec![
                modes.to_string().into(),
                number(missed, "%"),
                format!("{} to {}", told(1.0 - high, "%"), told(1.0 - low, "%")).into(),
                number(truth, "%"),
            ]);
            promised.push((modes as f64, missed));
            kept.push((modes as f64, truth));
            worst = worst.max((missed - truth).abs());
            outside += usize::from(!(low..=high).contains(&(1.0 - truth)));
        }
        wall.counts(
            "sizes, of six, at which the truth is outside of the certified interval",
            outside,
            0,
        );
        wall.below(
            "largest difference of certified and measured share of the motion",
            worst,
            0.05,
            "%",
        );
        wall.reservation(format!(
            "The certificate of a prior of so many forces is estimated from random probes, and says so by its interval; \
             it is not better than that: at worst it is {} of the motion away from the truth.",
            told(worst, "%")
        ));
        wall.table(
            "Share of the motion that is missed",
            &["modes", "certified", "interval", "measured"],
            rows,
        );
        let plot = Plot {
            x: "modes".into(),
            y: "share of the motion that is missed".into(),
            curves: vec![("certified".into(), promised), ("measured on 2,000 forces".into(), kept)],
        };
        wall.plot("certificates", "What is missed, as certified and as measured", plot)
    })
}
