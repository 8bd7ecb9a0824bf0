//! Poisson's ratio up to 0.4999: solved, designed and run.

use super::{SOLVED, residuals};
use crate::dice::Dice;
use crate::meshes::steps::{STEPS, hostile};
use crate::{Effort, Outcome};
use forcedual::Code;
use forcedual::material::Law;
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::Runtime;
use serde_json::json;
use std::path::Path;

/// Ratios that are tried.
const RATIOS: &[f64] = &[0.4, 0.49, 0.499, 0.4999];

fn tried(
    dim: usize,
    law: Law,
    poisson: f64,
    skinning: bool,
) -> forcedual::Result<Result<f64, String>> {
    // the face at the first end
    let held: Vec<usize> = (0..5usize.pow(dim as u32 - 1)).map(|k| k * 9).collect();
    let scene = json!({
        "mesh": {},
        "material": { "law": law.name(), "young": 1e5, "poisson": poisson },
        "pin": [{ "where": { "vertices": held } }],
        "force": [{ "kind": "painted", "where": "boundary" }, {
            "kind": "springs", "edges": [[8, 30], [17, 40]], "stiffness": 1e4, "sigma": 0.1
        }],
        "subspace": { "modes": 8, "kind": if skinning { "skinning" } else { "displacement" } },
        "simulation": { "iterations": 5, "cubature": 60 },
    });
    let mesh = grid(&[8, 4, 4][..dim], &[1.0, 0.3, 0.3][..dim]);
    let scene = SceneFile::parse(&scene.to_string(), Format::Json, Path::new("."))?.with_mesh(mesh);
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let (plain, _) = residuals(&lin);
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    let spec = scene.scene().simulation();
    let (runtime, _) = Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent)?;
    let ran = hostile(&mut Dice::new(1), &runtime, |_| ());
    Ok(ran.and_then(|_| match plain <= SOLVED {
        true => Ok(plain),
        false => Err(format!("solved to {plain:.1e} only")),
    }))
}

/// Runs this part of the campaign.
pub fn run(effort: &Effort, outcome: &mut Outcome) {
    let (mut runs, mut worst) = (0, 0f64);
    let count = effort.count(Law::ALL.len());
    for &poisson in RATIOS {
        for (&law, k) in Law::ALL.iter().take(count).zip(0..) {
            for dim in [2, 3] {
                runs += 1;
                match tried(dim, law, poisson, k % 2 == 0) {
                    Ok(Ok(residual)) => worst = worst.max(residual),
                    Ok(Err(told)) => {
                        outcome.fails(format!("{} in {dim}D at {poisson}: {told}", law.name()));
                    }
                    Err(e) => outcome.fails(format!("{} in {dim}D at {poisson}: {e}", law.name())),
                }
            }
        }
    }
    for poisson in [0.5, 0.6, -1.0] {
        let found = tried(2, Law::Linear, poisson, false).err().map(|e| e.code);
        if found != Some(Code::MaterialRange) {
            outcome.fails(format!("a Poisson's ratio of {poisson}: {found:?}"));
        }
    }
    outcome.figure(
        "Poisson's ratios up to 0.4999",
        runs,
        format!("solved to {worst:.0e}, run for {STEPS} hostile steps each; 0.5 is refused"),
    );
}
