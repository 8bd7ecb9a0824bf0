//! `forcedual check` for surfaces: what is wrong with them, and whether they have an inside.

use crate::args::Check;
use crate::check_head::Head;
use crate::mesh::described;
use crate::output::{Output, Table};
use crate::progress::Bars;
use forcedual::Result;
use forcedual::mesh::io::{self, Surface, write_surface};
use forcedual::mesh::surface::{Diagnosis, Shape, mend};
use forcedual::progress::Progress;
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

#[derive(Serialize)]
struct Findings {
    #[serde(flatten)]
    head: Head,
    surface: Diagnosis,
    /// What `--repair` could not mend.
    left: Option<Vec<String>>,
    /// Where the mended surface went, if anything was mended or nothing was wrong.
    output: Option<String>,
}

/// The surface of a file that does not hold a volume or a plane mesh.
pub fn read(path: &Path) -> Result<Option<Surface>> {
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    match extension.to_str() {
        Some("off" | "stl" | "ply" | "gltf" | "glb") => io::read_surface(path).map(Some),
        Some("obj") => match io::read_surface(path).map(Shape::of) {
            Ok(Ok(Shape::Space(surface))) => Ok(Some(surface)),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Prints what is wrong with a surface, writes the mended one where asked for.
pub fn run(args: &Check, surface: &Surface, out: &Output, bars: &Bars) -> Result<ExitCode> {
    bars.stage("find the inside", 0);
    let found = look(args, surface, bars);
    bars.finish();
    let (findings, mended) = found.map_err(|e| e.file(&args.mesh))?;
    if let (Some(path), Some(_)) = (&args.output, &findings.output) {
        write_surface(path, &mended)?;
    }
    if args.json {
        out.json(&findings)?;
    } else {
        out.text(&text(&findings))?;
    }
    let left = findings.left.as_ref().is_some_and(|left| !left.is_empty());
    Ok(if findings.head.usable && !left { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What is wrong with a surface, and the mended one.
fn look(args: &Check, surface: &Surface, bars: &Bars) -> Result<(Findings, Surface)> {
    let mut mended = mend(surface, bars)?;
    let refusal = mended.find_inside().err().map(|e| e.message);
    let defects = mended.diagnosis.sentences();
    let mut findings = Findings {
        head: Head::new(&surface.positions, 3, refusal, defects),
        left: None,
        output: None,
        surface: mended.diagnosis.clone(),
    };
    let closed = mended.closed();
    if let Some(path) = args.output.as_ref().filter(|_| args.repair) {
        let mut again = mend(&closed, bars)?;
        let usable = again.find_inside().is_ok();
        let better = again.diagnosis.improves(&mended.diagnosis) || mended.diagnosis.is_clean();
        findings.output = (usable && better).then(|| path.display().to_string());
        findings.left = Some(again.diagnosis.sentences());
    }
    Ok((findings, closed))
}

fn text(findings: &Findings) -> String {
    let mut table = Table::default();
    table.row("surface", described(&findings.surface, 3));
    findings.head.rows(&mut table);
    let left = findings.left.as_deref();
    table.rows("not mended", left.unwrap_or_default());
    let verdict = match left {
        Some([]) if findings.head.is_mended() => "mended: closed and clean".to_owned(),
        Some(_) if findings.head.is_mended() => {
            "`forcedual mesh` fills it as said above".to_owned()
        }
        _ => findings.head.verdict(),
    };
    table.row("verdict", verdict);
    let mut text = table.text();
    match (&findings.output, left) {
        (Some(path), _) => text += &format!("\nWrote {path}\n"),
        (None, Some(_)) => text += "\nNothing could be mended: nothing was written\n",
        (None, None) => {}
    }
    text
}
