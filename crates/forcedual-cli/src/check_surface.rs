//! `forcedual check` for surfaces, in words.

use crate::check::{head_rows, verdict};
use crate::mesh::described;
use crate::output::Table;
use forcedual::mesh::check::SurfaceFindings;

/// What is wrong with a surface, and whether it has an inside.
pub fn text(findings: &SurfaceFindings) -> String {
    let mut table = Table::default();
    table.row("surface", described(&findings.surface, 3));
    head_rows(&findings.head, &mut table);
    let left = findings.left.as_deref();
    table.rows("still there", left.unwrap_or_default());
    table.rows("note", &findings.notes);
    let said = match left {
        Some([]) if findings.head.is_mended() => "mended: closed and clean".to_owned(),
        Some(_) if findings.head.is_mended() => {
            "`forcedual mesh` fills it as said above".to_owned()
        }
        _ => verdict(&findings.head),
    };
    table.row("verdict", said);
    let mut text = table.text();
    match (&findings.output, left) {
        (Some(path), _) => text += &format!("\nWrote {path}\n"),
        (None, Some(_)) => text += "\nNothing could be mended: nothing was written\n",
        (None, None) => {}
    }
    text
}
