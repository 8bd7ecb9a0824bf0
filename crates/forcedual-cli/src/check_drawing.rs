//! `forcedual check` for drawings, in words.

use crate::check::{head_rows, verdict};
use crate::output::{Table, counted, significant};
use forcedual::mesh::check::DrawingFindings;

/// The loops of a drawing, and whether it has an inside.
pub fn text(findings: &DrawingFindings) -> String {
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
    head_rows(&findings.head, &mut table);
    table.row("verdict", verdict(&findings.head));
    table.text()
}
