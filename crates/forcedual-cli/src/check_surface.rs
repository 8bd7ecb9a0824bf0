//! `forcedual check` for surfaces: what is wrong with them, and whether they have an inside.

use crate::args::Check;
use crate::check_head::Head;
use crate::mesh::described;
use crate::output::{Output, Table};
use crate::progress::Bars;
use forcedual::Result;
use forcedual::mesh::io::{self, Surface, write_surface};
use forcedual::mesh::surface::{Diagnosis, Mended, Shape, SurfaceField, mend};
use forcedual::progress::Progress;
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

#[derive(Serialize)]
struct Findings {
    #[serde(flatten)]
    head: Head,
    surface: Diagnosis,
    /// Where the mended surface went.
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
    let mended = mend(surface, bars);
    bars.finish();
    let mended = mended.map_err(|e| e.file(&args.mesh))?;
    let refusal = SurfaceField::new(&mended).err().map(|e| e.message);
    let defects = mended.diagnosis.sentences();
    let findings = Findings {
        head: Head::new(&surface.positions, 3, refusal, defects),
        output: args.output.as_ref().map(|path| path.display().to_string()),
        surface: mended.diagnosis.clone(),
    };
    if let (true, Some(path)) = (args.repair, &args.output) {
        write_surface(path, &closed(&mended))?;
    }
    if args.json {
        out.json(&findings)?;
    } else {
        out.text(&text(&findings))?;
    }
    Ok(if findings.head.usable { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The surface with its caps.
fn closed(mended: &Mended) -> Surface {
    let facets = [&mended.surface.facets[..], &mended.caps.facets].concat();
    Surface { dim: 3, positions: mended.caps.positions.clone(), facets }
}

fn text(findings: &Findings) -> String {
    let mut table = Table::default();
    table.row("surface", described(&findings.surface, 3));
    findings.head.rows(&mut table);
    table.row("verdict", findings.head.verdict());
    let mut text = table.text();
    if let Some(path) = &findings.output {
        text += &format!("\nWrote {path}\n");
    }
    text
}
