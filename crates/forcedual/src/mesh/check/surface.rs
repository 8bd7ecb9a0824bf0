//! What is wrong with a surface, and whether it has an inside.

use super::Head;
use super::extent::{bounds, used};
use crate::error::{Code, Result};
use crate::mesh::io::{self, Surface};
use crate::mesh::stuffing;
use crate::mesh::surface::{Diagnosis, Mended, USUAL, mend, most_cells};
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
    progress.stage("mend the surface", 0);
    let mut mended = mend(surface, progress)?;
    let refusal = refused(mended.find_inside(progress))?;
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
    let stl = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl"));
    // every round is judged by what would be written
    let written = |mended: &Mended| -> Result<(Surface, Mended)> {
        let closed = mended.closed();
        let closed = if stl { io::rounded(&closed).map_err(|e| e.file(path))? } else { closed };
        let again = mend(&closed, progress)?;
        Ok((closed, again))
    };
    let (mut closed, mut again) = written(&mended)?;
    // what is left out may leave holes
    for _ in 0..ROUNDS {
        if again.diagnosis.is_clean() {
            break;
        }
        let (better, next) = written(&again)?;
        if !next.diagnosis.improves(&again.diagnosis) {
            break;
        }
        (closed, again) = (better, next);
    }
    let usable = refused(again.find_inside(progress))?.is_none();
    let better = again.diagnosis.improves(&mended.diagnosis) || mended.diagnosis.is_clean();
    findings.left = Some(again.diagnosis.sentences());
    if usable && better {
        io::write_surface(path, &closed)?;
        findings.output = Some(path.display().to_string());
    }
    Ok(findings)
}

/// Why there is no inside, if there is none; an error where that was not found out.
fn refused(found: Result<()>) -> Result<Option<String>> {
    match found {
        Err(error) if error.code == Code::Cancelled => Err(error),
        found => Ok(found.err().map(|error| error.message)),
    }
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
