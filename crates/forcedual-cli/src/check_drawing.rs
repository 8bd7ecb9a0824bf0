//! `forcedual check` for drawings: their loops, and whether they have an inside.

use crate::args::Check;
use crate::check_head::Head;
use crate::output::{Output, Table, counted, significant};
use forcedual::mesh::io;
use forcedual::mesh::surface::{Drawn, Outline, Shape};
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::path::Path;
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

/// The drawing of a file that holds one.
pub fn read(path: &Path) -> Result<Option<Drawing>> {
    let extension = path.extension().map(|e| e.to_ascii_lowercase()).unwrap_or_default();
    let positions = |outlines: &[Outline]| {
        outlines.iter().flat_map(|o| &o.curve.positions).copied().collect::<Vec<f64>>()
    };
    let drawing = match extension.to_str() {
        Some("svg" | "png") => match Shape::read(path, None)? {
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
