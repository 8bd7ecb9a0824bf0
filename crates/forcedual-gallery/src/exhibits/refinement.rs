//! The same modes on every mesh.

use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::subspace::Method;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "refinement",
    title: "Finer meshes, the same modes",
    figure: "Beyond the paper: invariance under refinement",
    caption: "Variances are given per mass and per area, not per vertex, so that a finer mesh of the same elephant under \
        the same forces has the same modes. Their variances, at four resolutions:",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let cells = [4000, 8000, 16_000, 32_000];
    let mut rows = vec![vec![
        "cells".to_owned(),
        "mode 1".into(),
        "mode 2".into(),
        "mode 3".into(),
        "captured by 8".into(),
    ]];
    let mut first = Vec::new();
    for count in cells {
        let scene = creature(
            "elephant",
            count,
            "[[force]]\nkind = \"matern\"\nlength = 0.5\nscale = 100.0\n[subspace]\nmodes = 8\n",
        )?;
        on_stage(&scene, wall.progress, |stage| {
            let space = stage.by(Method::ForceDual)?;
            let values = &space.eigenvalues;
            rows.push(vec![
                forcedual::text::grouped(stage.body.mesh.cell_count()),
                told(values[0], "kg m²"),
                told(values[1], "kg m²"),
                told(values[2], "kg m²"),
                told(space.certificate.captured, "%"),
            ]);
            first.push((values[0], space.certificate.captured));
            Ok(())
        })?;
    }
    let [coarse, fine] = [first[first.len() - 2], first[first.len() - 1]];
    wall.below(
        "change of the first mode's variance from 16,000 to 32,000 cells",
        (coarse.0 / fine.0 - 1.0).abs(),
        0.15,
        "%",
    );
    wall.below(
        "change of the captured share from 16,000 to 32,000 cells",
        (coarse.1 - fine.1).abs(),
        0.02,
        "%",
    );
    wall.table("Variances along the first modes", rows);
    Ok(())
}
