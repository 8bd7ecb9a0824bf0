//! Names of regions in files that have no place for them: comments `# region 1 NAME`.

use std::io::{self, Write};

use crate::mesh::RawMesh;

const START: &str = "# region ";

/// Names counted from one without a gap, on lines that follow each other.
pub(super) fn read(bytes: &[u8]) -> Vec<String> {
    let lines = bytes.split(|b| *b == b'\n').skip_while(|line| !line.starts_with(START.as_bytes()));
    let names = lines.map_while(|line| {
        std::str::from_utf8(line).ok()?.trim_end().strip_prefix(START)?.split_once(' ')
    });
    let counted = (1..).zip(names).take_while(|(k, (number, _))| *number == k.to_string());
    counted.map(|(_, (_, name))| name.to_owned()).collect()
}

pub(super) fn write(mesh: &RawMesh, out: &mut impl Write) -> io::Result<()> {
    (1..).zip(&mesh.regions).try_for_each(|(label, name): (usize, _)| {
        writeln!(out, "{START}{label} {}", name.replace(['\r', '\n'], " "))
    })
}
