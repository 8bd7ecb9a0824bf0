//! What is wrong with a surface, and whether it has an inside.

use super::Head;
use super::extent::{bounds, used};
use crate::error::Result;
use crate::mesh::io::{self, Surface};
use crate::mesh::stuffing;
use crate::mesh::surface::{Diagnosis, USUAL, mend, most_cells};
use crate::progress::Progress;
use crate::text::significant;
use serde::Serialize;
use std::path::Path;

/// How often what was mended is mended again, at most.
const ROUNDS: usize = 4;

/// What is known about a surface.
#[derive(Debug, Clone, Serialize)]
pub struct SurfaceFindings {
    /// What is said first.
    #[serde(flatten)]
    pub head: Head,
    /// What is wrong with it.
    pub surface: Diagnosis,
    /// What could not be mended.
    pub left: Option<Vec<String>>,
    /// Where the mended surface went, if anything was mended or nothing was wrong.
    pub output: Option<String>,
}

/// Looks at a surface, and writes the mended one where asked for.
pub(super) fn examine(
    surface: &Surface,
    repair: Option<&Path>,
    progress: &dyn Progress,
) -> Result<SurfaceFindings> {
    progress.stage("find the inside", 0);
    let mut mended = mend(surface, progress)?;
    let refusal = mended.find_inside().err().map(|e| e.message);
    let thin = mended.diagnosis.too_thin_for(USUAL[1]);
    let thin = thin.filter(|thin| thin.2 > most_cells(USUAL[1])).map(|thin| thin.0);
    let refusal = refusal.or_else(|| too_thin(thin?, surface));
    let defects = mended.diagnosis.sentences();
    let head = Head::new(&used(&surface.positions, 3, &surface.facets), 3, refusal, defects);
    let mut findings = SurfaceFindings {
        head: Head { cell: thin, ..head },
        left: None,
        output: None,
        surface: mended.diagnosis.clone(),
    };
    let Some(path) = repair else { return Ok(findings) };
    let mut closed = mended.closed();
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl")) {
        // what is written is mended and judged
        let rounded = io::rounded(&closed).map_err(|e| e.file(path))?;
        closed = io::rounded(&mend(&rounded, progress)?.closed()).map_err(|e| e.file(path))?;
    }
    let mut again = mend(&closed, progress)?;
    // what is left out may leave holes
    for _ in 0..ROUNDS {
        let (better, next) = (again.closed(), mend(&again.closed(), progress)?);
        if again.diagnosis.is_clean() || !next.diagnosis.improves(&again.diagnosis) {
            break;
        }
        (closed, again) = (better, next);
    }
    let usable = again.find_inside().is_ok();
    let better = again.diagnosis.improves(&mended.diagnosis) || mended.diagnosis.is_clean();
    findings.left = Some(again.diagnosis.sentences());
    if usable && better {
        io::write_surface(path, &closed)?;
        findings.output = Some(path.display().to_string());
    }
    Ok(findings)
}

/// Why no cells fit into a solid that is so thin, if none do.
fn too_thin(thick: f64, surface: &Surface) -> Option<String> {
    let [low, high] = bounds(&surface.positions, 3)?;
    let extents: Vec<f64> = low.iter().zip(high).map(|(a, b)| b - a).collect();
    (!stuffing::fits(&extents, thick)).then(|| {
        let thick = significant(thick);
        format!("it is at most about {thick} m thick, and cells that small would be too many")
    })
}
