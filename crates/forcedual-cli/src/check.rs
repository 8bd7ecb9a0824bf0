//! `forcedual check`: what is wrong with a mesh.

use crate::args::Check;
use crate::chart::histogram;
use crate::check_drawing;
use crate::check_surface;
use crate::mesh::announce_file;
use crate::output::{Output, Table, counted, grouped, significant};
use crate::progress::Bars;
use crate::target;
use forcedual::Result;
use forcedual::mesh::check::{Checked, Findings, Head, Shape, check, rounded};
use forcedual::text::beside;
use std::process::ExitCode;

/// Prints what is wrong, writes what was mended where asked for.
pub fn run(args: &Check, out: &Output, bars: &Bars) -> Result<ExitCode> {
    if let Some(path) = &args.output {
        target::check(path, &args.mesh)?;
        if args.gmsh.is_some() {
            target::check_extension(path, &["msh"])?;
        }
    }
    let repair = args.output.as_deref().filter(|_| args.repair);
    announce_file(&args.mesh, bars)?;
    let checked = check(&args.mesh, repair, args.gmsh, bars);
    bars.finish();
    let checked = checked?;
    if args.json {
        out.json(&checked)?;
    } else {
        out.text(&text(&checked))?;
    }
    let good = match &checked {
        Checked::Mesh(found) => found.usable || found.repairs.is_some(),
        Checked::Surface(found) => {
            found.head.usable && found.left.as_ref().is_none_or(Vec::is_empty)
        }
        Checked::Drawing(found) => found.head.usable,
    };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn text(checked: &Checked) -> String {
    match checked {
        Checked::Mesh(found) => match &found.output {
            Some(path) => format!("{}\nWrote {path}\n", described(found)),
            None => described(found),
        },
        Checked::Surface(found) => check_surface::text(found),
        Checked::Drawing(found) => check_drawing::text(found),
    }
}

/// Adds what is said first about a surface or drawing, but for the verdict.
pub fn head_rows(head: &Head, table: &mut Table) {
    if let Some([low, high]) = &head.bounds.as_ref().map(rounded) {
        let sides = low.iter().zip(high).map(|(a, b)| significant(b - a));
        table.row("extent", sides.collect::<Vec<_>>().join(" x "));
    }
    table.rows("unit", head.scale.as_slice());
    table.rows("defect", &head.defects);
    table.rows("hint", &head.hints);
}

/// What `forcedual mesh` would do with a surface or drawing.
pub fn verdict(head: &Head) -> String {
    match (&head.refusal, head.cell, head.defects.is_empty()) {
        (Some(why), ..) => format!("`forcedual mesh` would refuse it: {why}"),
        (None, Some(cell), _) => {
            let cell = significant(cell);
            format!("it is no thicker than about {cell} m: `forcedual mesh` needs cells that small")
        }
        (None, None, true) => "closed and clean: `forcedual mesh` fills it".to_owned(),
        (None, None, false) => "`forcedual mesh` mends and fills it".to_owned(),
    }
}

/// The findings as a table and a histogram.
pub fn described(findings: &Findings) -> String {
    let mut table = Table::default();
    let kind = if findings.dim == 2 { "triangle" } else { "tetrahedron" };
    table.row(
        "mesh",
        format!(
            "{}D, {}, {}",
            findings.dim,
            counted(findings.vertices, "vertex"),
            counted(findings.cells, kind)
        ),
    );
    if let Some([low, high]) = &findings.bounds.as_ref().map(rounded) {
        let list = |v: &[f64]| v.iter().map(|x| significant(*x)).collect::<Vec<_>>();
        let sides: Vec<f64> = low.iter().zip(high).map(|(a, b)| b - a).collect();
        // far from the origin, too, as many digits as tell the corners apart
        let longest = sides.iter().copied().fold(0.0, f64::max);
        let corner =
            |v: &[f64]| v.iter().map(|x| beside(*x, longest)).collect::<Vec<_>>().join(", ");
        let corners = format!("from ({}) to ({})", corner(low), corner(high));
        table.row("extent", format!("{} m, {corners}", list(&sides).join(" x ")));
    }
    table.rows("unit", findings.scale.as_slice());
    let mut bars = String::new();
    if let Some(shape) = &findings.shape {
        bars = shape_rows(shape, &mut table, findings.dim);
    }
    for defect in &findings.defects {
        let head: Vec<String> = defect.numbers.iter().take(10).map(usize::to_string).collect();
        let more = if defect.numbers.len() > 10 { ", ..." } else { "" };
        let whole = match head.is_empty() {
            true => format!("the mesh {}", defect.what),
            false => format!(
                "{} that {}: {} ({}{more})",
                defect.of,
                defect.what,
                grouped(defect.numbers.len()),
                head.join(", ")
            ),
        };
        let name = if defect.refused { "defect" } else { "note" };
        table.row(name, format!("{whole} [{}]", defect.code));
        table.row("", defect.help);
    }
    table.rows("hint", &findings.hints);
    if let Some(repairs) = &findings.repairs {
        let none = ["nothing to mend".to_owned()];
        table.rows("mended", if repairs.is_empty() { &none } else { repairs });
    }
    let verdict = match (findings.usable, &findings.repairs) {
        (true, _) => "usable",
        (false, Some(_)) => "mended",
        (false, None) => "`design` would refuse this mesh",
    };
    table.row("verdict", verdict);
    table.text() + &bars
}

/// Adds the lines of a shape to a table; gives the histogram of quality.
fn shape_rows(shape: &Shape, table: &mut Table, dim: usize) -> String {
    let unit = if dim == 2 { "m²" } else { "m³" };
    table.row(
        if dim == 2 { "area" } else { "volume" },
        format!("{} {unit}", significant(shape.volume)),
    );
    table.row("pieces", grouped(shape.components));
    let open = shape.shells.iter().filter(|s| !s.closed).count();
    let mut shells = format!(
        "{} of {}",
        counted(shape.shells.len(), "shell"),
        counted(shape.boundary_facets, "facet")
    );
    if open > 0 {
        shells += &format!(", {open} with a rim");
    }
    table.row("boundary", shells);
    let cavities: Vec<String> = shape
        .cavities
        .iter()
        .map(|c| {
            let at: Vec<String> = c.centroid.iter().map(|x| significant(*x)).collect();
            format!("{}: {} {unit} at ({})", c.number, significant(c.volume), at.join(", "))
        })
        .collect();
    table.rows("cavities", &cavities);
    let q = &shape.quality;
    table.row(
        "quality",
        format!(
            "worst {:.3} (cell {}), median {:.3}; 1 is regular",
            q.worst, q.worst_cell, q.median
        ),
    );
    table.row("angles", format!("{:.1}° to {:.1}°", q.smallest_angle, q.largest_angle));
    let bins: Vec<(String, usize)> = q
        .histogram
        .iter()
        .enumerate()
        .skip_while(|(_, n)| **n == 0)
        .map(|(k, &n)| (format!("{:.1} to {:.1}", 0.1 * k as f64, 0.1 * (k + 1) as f64), n))
        .collect();
    format!("\n  cells by quality\n{}", histogram(&bins))
}
