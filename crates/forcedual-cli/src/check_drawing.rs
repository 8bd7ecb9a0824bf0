//! `forcedual check` for drawings: their loops, and whether they have an inside.

use crate::args::Check;
use crate::check_head::Head;
use crate::output::{Output, Table, counted, significant};
use crate::progress::Bars;
use forcedual::mesh::io::Surface;
use forcedual::mesh::surface::{Drawn, Outline, Shape};
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::process::ExitCode;

#[derive(Serialize)]
struct Findings {
    #[serde(flatten)]
    head: Head,
    drawing: Option<Drawn>,
}

/// A drawing that could be read, and its outlines or why there are none.
pub struct Drawing {
    positions: Vec<f64>,
    outlines: Result<Vec<Outline>>,
}

impl Drawing {
    /// Of closed outlines.
    pub fn new(outlines: Vec<Outline>) -> Self {
        let positions = outlines.iter().flat_map(|o| &o.curve.positions).copied().collect();
        Drawing { positions, outlines: Ok(outlines) }
    }

    /// Of lines in the plane, which may not be closed.
    pub fn of_lines(lines: Surface) -> Self {
        let positions = lines.positions.clone();
        let outlines = Shape::of(lines).map(|shape| match shape {
            Shape::Plane(outlines) => outlines,
            Shape::Space(_) => Vec::new(),
        });
        Drawing { positions, outlines }
    }
}

/// Prints what is in a drawing.
pub fn run(args: &Check, drawing: Drawing, out: &Output, bars: &Bars) -> Result<ExitCode> {
    if args.repair {
        return Err(Error::new(Code::UnknownFormat, "a mended drawing cannot be written")
            .file(&args.mesh)
            .help("`forcedual mesh` mends and fills it"));
    }
    let drawn = drawing.outlines.and_then(|outlines| Drawn::new(&outlines, bars));
    bars.finish();
    if let Err(error) = &drawn
        && error.code == Code::Cancelled
    {
        return Err(error.clone());
    }
    let refusal = match &drawn {
        Err(error) => Some(error.message.clone()),
        Ok(drawn) => (drawn.area == Some(0.0)).then(|| "it encloses nothing".to_owned()),
    };
    let defects = drawn.as_ref().map(Drawn::sentences).unwrap_or_default();
    let head = Head::new(&drawing.positions, 2, refusal, defects);
    let findings = Findings { head, drawing: drawn.ok() };
    if args.json {
        out.json(&findings)?;
    } else {
        out.text(&text(&findings))?;
    }
    Ok(if findings.head.usable { ExitCode::SUCCESS } else { ExitCode::from(1) })
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
    findings.head.rows(&mut table);
    table.row("verdict", findings.head.verdict());
    table.text()
}
