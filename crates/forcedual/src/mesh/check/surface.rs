//! What is wrong with a surface, and whether it has an inside.

use super::Head;
use super::extent::{bounds, used};
use crate::error::{Code, Result};
use crate::mesh::io::{self, Carried, Surface};
use crate::mesh::stuffing;
use crate::mesh::surface::{Diagnosis, FINEST, Mended, USUAL, mend, most_cells};
use crate::progress::Progress;
use crate::text::{enumerated, significant};
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
    /// What else to know about the mended surface, one sentence each.
    pub notes: Vec<String>,
    /// Where the mended surface went, if anything was mended or nothing was wrong.
    pub output: Option<String>,
}

/// Looks at a surface of a file, and writes the mended one where asked for.
pub(super) fn examine(
    surface: &Surface,
    file: &Path,
    repair: Option<&Path>,
    progress: &dyn Progress,
) -> Result<SurfaceFindings> {
    progress.stage("mend the surface", 0);
    let mut mended = mend(surface, progress)?;
    let refusal = refused(mended.find_inside(progress))?;
    let thin = mended.diagnosis.too_thin_for(USUAL[1]);
    let thin = thin.filter(|thin| thin.2 > most_cells(USUAL[1]));
    let option = thin.is_some_and(|thin| thin.2 <= FINEST * USUAL[1]);
    let thin = thin.map(|thin| thin.0);
    let refusal = refusal.or_else(|| too_thin(thin?, surface));
    let defects = mended.diagnosis.sentences();
    let mut head = Head::new(&used(&surface.positions, 3, &surface.facets), 3, refusal, defects);
    if option && head.usable {
        head.hints.push("`forcedual mesh --thin` makes cells that are small enough".to_owned());
    }
    let mut findings = SurfaceFindings {
        head: Head { cell: thin, ..head },
        left: None,
        notes: Vec::new(),
        output: None,
        surface: mended.diagnosis.clone(),
    };
    let Some(path) = repair else { return Ok(findings) };
    let stl = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl"));
    // every round is judged by what would be written
    let written = |mended: &Mended, before: &[Option<u32>]| -> Result<(Closed, Mended)> {
        let surface = mended.closed();
        let surface = if stl { io::rounded(&surface).map_err(|e| e.file(path))? } else { surface };
        let caps = std::iter::repeat_n(None, mended.caps.facets.len() / 3);
        let given = mended.given.iter().map(|&f| before[f as usize]).chain(caps).collect();
        let again = mend(&surface, progress)?;
        Ok((Closed { surface, given }, again))
    };
    let all: Vec<Option<u32>> = (0..surface.facets.len() as u32 / 3).map(Some).collect();
    let (mut closed, mut again) = written(&mended, &all)?;
    // what is left out may leave holes
    for _ in 0..ROUNDS {
        if again.diagnosis.is_clean() {
            break;
        }
        let (better, next) = written(&again, &closed.given)?;
        if !next.diagnosis.improves(&again.diagnosis) {
            break;
        }
        (closed, again) = (better, next);
    }
    let usable = refused(again.find_inside(progress))?.is_none();
    let better = again.diagnosis.improves(&mended.diagnosis) || mended.diagnosis.is_clean();
    findings.left = Some(again.diagnosis.sentences());
    if usable && better {
        findings.notes.extend(again.diagnosis.more_crossings(&mended.diagnosis));
        findings.notes.extend(closed.write(file, path)?);
        findings.output = Some(path.display().to_string());
    }
    Ok(findings)
}

/// A mended surface, and which of the given triangles its own are.
struct Closed {
    surface: Surface,
    given: Vec<Option<u32>>,
}

impl Closed {
    /// Writes it with the look of the file that it is from; says what of that is left out.
    fn write(&self, file: &Path, path: &Path) -> Result<Vec<String>> {
        let look = io::look(file)?;
        let is = |path: &Path, known: &[&str]| {
            path.extension().is_some_and(|e| known.iter().any(|k| e.eq_ignore_ascii_case(k)))
        };
        let carries = is(file, &["obj", "gltf", "glb"]);
        if carries && is(path, &["obj"]) {
            let carried = Carried::read(file)?;
            let count = self.given.iter().flatten().max().map_or(0, |f| *f as usize + 1);
            if carried.triangle_count() >= count {
                carried.write_mended(path, &self.surface, &self.given)?;
                let caps = self.given.iter().filter(|g| g.is_none()).count();
                let bare = format!(
                    "the triangles that close holes ({caps}) are plain: they have no material and no texture coordinates"
                );
                let has_look = look.iter().any(|what| *what != "normals");
                let bare = (caps > 0 && has_look).then_some(bare);
                return Ok(bare.into_iter().chain(io::materials_left_out(file)?).collect());
            }
        }
        io::write_surface(path, &self.surface)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let left_out = format!(
            "the {} of {name} are not written{}",
            enumerated(&look),
            if carries { ": an .obj would keep them" } else { "" }
        );
        Ok((!look.is_empty()).then_some(left_out).into_iter().collect())
    }
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
