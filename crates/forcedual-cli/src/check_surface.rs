//! `forcedual check` for surfaces: what is wrong with them, and whether they have an inside.

use crate::args::Check;
use crate::check_head::Head;
use crate::extent::{bounds, used};
use crate::mesh::described;
use crate::output::{Output, Table, significant};
use crate::progress::Bars;
use forcedual::Result;
use forcedual::mesh::io::{self, Surface, write_surface};
use forcedual::mesh::stuffing;
use forcedual::mesh::surface::{Diagnosis, USUAL, mend, most_cells};
use forcedual::progress::Progress;
use serde::Serialize;
use std::process::ExitCode;

/// How often what was mended is mended again, at most.
const ROUNDS: usize = 4;

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
    let thin = mended.diagnosis.too_thin_for(USUAL[1]);
    let thin = thin.filter(|thin| thin.2 > most_cells(USUAL[1])).map(|thin| thin.0);
    let refusal = refusal.or_else(|| too_thin(thin?, surface));
    let defects = mended.diagnosis.sentences();
    let mut findings = Findings {
        head: Head::new(&used(&surface.positions, 3, &surface.facets), 3, refusal, defects)
            .with_cells(thin),
        left: None,
        output: None,
        surface: mended.diagnosis.clone(),
    };
    let mut closed = mended.closed();
    if let Some(path) = args.output.as_ref().filter(|_| args.repair) {
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl")) {
            // what is written is mended and judged
            let rounded = io::rounded(&closed).map_err(|e| e.file(path))?;
            closed = io::rounded(&mend(&rounded, bars)?.closed()).map_err(|e| e.file(path))?;
        }
        let mut again = mend(&closed, bars)?;
        // what is left out may leave holes
        for _ in 0..ROUNDS {
            let (better, next) = (again.closed(), mend(&again.closed(), bars)?);
            if again.diagnosis.is_clean() || !next.diagnosis.improves(&again.diagnosis) {
                break;
            }
            (closed, again) = (better, next);
        }
        let usable = again.find_inside().is_ok();
        let better = again.diagnosis.improves(&mended.diagnosis) || mended.diagnosis.is_clean();
        findings.output = (usable && better).then(|| path.display().to_string());
        findings.left = Some(again.diagnosis.sentences());
    }
    Ok((findings, closed))
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

fn text(findings: &Findings) -> String {
    let mut table = Table::default();
    table.row("surface", described(&findings.surface, 3));
    findings.head.rows(&mut table);
    let left = findings.left.as_deref();
    table.rows("still there", left.unwrap_or_default());
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
