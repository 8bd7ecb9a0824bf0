//! `forcedual check` for drawings: their loops, and whether they have an inside.

use crate::args::Check;
use crate::extent::{bounds, scale_guess, unit_hint};
use crate::output::{Output, Table, counted, significant};
use forcedual::mesh::io;
use forcedual::mesh::surface::{Drawn, Outline, Shape};
use forcedual::{Code, Error, Result};
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
    drawing: Option<Drawn>,
    /// What is wrong and what is done about it.
    defects: Vec<String>,
    hints: Vec<String>,
}

/// A drawing that could be read, and its outlines or why there are none.
pub struct Drawing {
    positions: Vec<f64>,
    outlines: Result<Vec<Outline>>,
}

/// The drawing of a file that holds one.
pub fn read(path: &Path) -> Result<Option<Drawing>> {
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    let positions = |outlines: &[Outline]| {
        outlines.iter().flat_map(|o| &o.curve.positions).copied().collect::<Vec<f64>>()
    };
    let drawing = match extension.to_str() {
        Some("svg" | "png") => match Shape::read(path)? {
            Shape::Plane(outlines) => {
                Drawing { positions: positions(&outlines), outlines: Ok(outlines) }
            }
            Shape::Space(_) => return Ok(None),
        },
        Some("obj") => match io::read_surface(path) {
            Ok(curve) if curve.dim == 2 => {
                let positions = curve.positions.clone();
                let outlines = match Shape::of(curve) {
                    Ok(Shape::Plane(outlines)) => Ok(outlines),
                    Ok(Shape::Space(_)) => return Ok(None),
                    Err(error) => Err(error),
                };
                Drawing { positions, outlines }
            }
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok(Some(drawing))
}

/// Prints what is in a drawing.
pub fn run(args: &Check, drawing: Drawing, out: &Output) -> Result<ExitCode> {
    if args.repair {
        return Err(Error::new(Code::UnknownFormat, "a mended drawing cannot be written")
            .file(&args.mesh)
            .help("`forcedual mesh` mends and fills it"));
    }
    let drawn = drawing.outlines.and_then(|outlines| Drawn::new(&outlines));
    let bounds = bounds(&drawing.positions, 2);
    let mut findings = Findings {
        usable: drawn.is_ok(),
        refusal: drawn.as_ref().err().map(|e| e.message.clone()),
        scale: bounds.as_ref().map(scale_guess),
        hints: bounds.iter().filter_map(unit_hint).collect(),
        bounds,
        defects: drawn.as_ref().map(Drawn::sentences).unwrap_or_default(),
        drawing: drawn.ok(),
    };
    if findings.drawing.as_ref().is_some_and(|d| d.area == Some(0.0)) {
        findings.usable = false;
        findings.refusal = Some("it encloses nothing".to_owned());
    }
    if args.json {
        out.json(&findings)?;
    } else {
        out.text(&text(&findings))?;
    }
    Ok(if findings.usable { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn text(findings: &Findings) -> String {
    let mut table = Table::default();
    if let Some(drawn) = &findings.drawing {
        let holes = match drawn.holes {
            0 => String::new(),
            1 => ", one of them around a hole".to_owned(),
            n => format!(", {n} of them around holes"),
        };
        let loops = counted(drawn.loops, "closed curve");
        table.row("drawing", format!("{loops}{holes}, of {}", counted(drawn.segments, "segment")));
        table.row("length", significant(drawn.length));
        table.rows("area", drawn.area.map(significant).as_slice());
    }
    if let Some([low, high]) = &findings.bounds {
        let sides = low.iter().zip(high).map(|(a, b)| significant(b - a));
        table.row("extent", sides.collect::<Vec<_>>().join(" x "));
    }
    table.rows("unit", findings.scale.as_slice());
    table.rows("defect", &findings.defects);
    table.rows("hint", &findings.hints);
    table.row(
        "verdict",
        match (&findings.refusal, findings.defects.is_empty()) {
            (Some(why), _) => format!("`forcedual mesh` would refuse it: {why}"),
            (None, true) => "closed and clean: `forcedual mesh` fills it".to_owned(),
            (None, false) => "`forcedual mesh` mends and fills it".to_owned(),
        },
    );
    table.text()
}
