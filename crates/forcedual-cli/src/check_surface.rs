//! `forcedual check` for surfaces: what is wrong with them, and whether they have an inside.

use crate::args::Check;
use crate::extent::{bounds, scale_guess, unit_hint};
use crate::mesh::described;
use crate::output::{Output, Table, significant};
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
    /// Can `forcedual mesh` fill it?
    usable: bool,
    /// Why not.
    refusal: Option<String>,
    /// Lower and upper corner, in the file's unit.
    bounds: Option<[Vec<f64>; 2]>,
    /// Which unit the file is probably in.
    scale: Option<String>,
    surface: Diagnosis,
    /// What is wrong and what is done about it.
    defects: Vec<String>,
    hints: Vec<String>,
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
    let refusal = SurfaceField::new(&mended).err();
    let bounds = bounds(&surface.positions, 3);
    let findings = Findings {
        usable: refusal.is_none(),
        refusal: refusal.as_ref().map(|e| e.message.clone()),
        scale: bounds.as_ref().map(scale_guess),
        hints: bounds.iter().filter_map(unit_hint).collect(),
        bounds,
        defects: mended.diagnosis.sentences(),
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
    Ok(if findings.usable { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The surface with its caps.
fn closed(mended: &Mended) -> Surface {
    let facets = [&mended.surface.facets[..], &mended.caps.facets].concat();
    Surface { dim: 3, positions: mended.caps.positions.clone(), facets }
}

fn text(findings: &Findings) -> String {
    let mut table = Table::default();
    table.row("surface", described(&findings.surface, 3));
    if let Some([low, high]) = &findings.bounds {
        let sides = low.iter().zip(high).map(|(a, b)| significant(b - a));
        table.row("extent", sides.collect::<Vec<_>>().join(" x "));
    }
    table.rows("unit", findings.scale.as_slice());
    table.rows("defect", &findings.defects);
    table.rows("hint", &findings.hints);
    let verdict = match (&findings.refusal, findings.defects.is_empty()) {
        (Some(why), _) => format!("`forcedual mesh` would refuse it: {why}"),
        (None, true) => "closed and clean: `forcedual mesh` fills it".to_owned(),
        (None, false) => "`forcedual mesh` mends and fills it".to_owned(),
    };
    table.row("verdict", verdict);
    let mut text = table.text();
    if let Some(path) = &findings.output {
        text += &format!("\nWrote {path}\n");
    }
    text
}
