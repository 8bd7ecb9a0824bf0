//! `forcedual mesh`: simplices from a surface or a drawing.

use crate::args::Mesh;
use crate::check;
use crate::output::{Output, Table, counted, grouped, significant};
use crate::progress::Bars;
use crate::target;
use forcedual::memory::{self, size_text};
use forcedual::mesh::check::{Findings, examine};
use forcedual::mesh::stuffing::{Size, Stuffing};
use forcedual::mesh::surface::{Diagnosis, Filled, Shape};
use forcedual::mesh::{SimplexMesh, io};
use forcedual::progress::Progress;
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Memory (bytes) from which on it is announced.
const MUCH: u64 = 1 << 30;
#[derive(Serialize)]
struct Made<'a> {
    output: String,
    /// Size of a cell in m.
    cell: f64,
    surface: &'a Diagnosis,
    warnings: &'a [String],
    mesh: &'a Findings,
}

/// Reads, fills, writes, and says how good it is.
pub fn run(args: &Mesh, out: &Output, bars: &Bars) -> Result<()> {
    let output = match &args.output {
        Some(path) => path.clone(),
        None => PathBuf::from(args.surface.file_name().unwrap_or_default()).with_extension("mesh"),
    };
    let kind = args.surface.extension().unwrap_or_default();
    if ["mesh", "msh", "vtk", "vtu", "node", "ele"].iter().any(|e| kind.eq_ignore_ascii_case(e)) {
        return Err(Error::new(Code::UnknownFormat, "a file of cells, not a surface to fill")
            .file(&args.surface)
            .help("use it as it is, `file = ...` in a scene; `forcedual check` looks at it"));
    }
    target::check(&output, &args.surface)?;
    let result = work(args, &output, bars);
    bars.finish();
    let (filled, mesh) = result?;
    let warnings = filled.warnings();
    let findings = examine(mesh.raw());
    if args.json {
        let cell = filled.stuffed.cell;
        let output = output.display().to_string();
        return out.json(&Made {
            output,
            cell,
            surface: &filled.diagnosis,
            warnings: &warnings,
            mesh: &findings,
        });
    }
    let mut table = Table::default();
    table.row("surface", described(&filled.diagnosis, mesh.dim()));
    table.row("cell", format!("{} m", significant(filled.stuffed.cell)));
    out.text(&(table.text() + &check::described(&findings)))?;
    out.text(&format!("\nWrote {}\n", output.display()))?;
    if let Some(note) = keeps_no_look(&args.surface)? {
        bars.note(&note);
    }
    out.warnings(&warnings);
    Ok(())
}

/// How to keep the look of a surface that has one: a mesh has none.
fn keeps_no_look(surface: &Path) -> Result<Option<String>> {
    let mut look = io::look(surface)?;
    look.retain(|what| ["materials", "colours"].contains(what));
    let name = surface.display();
    Ok((!look.is_empty()).then(|| {
        format!(
            "a mesh has no {}: to see those of {name}, use `forcedual design {name}`, or `surface = \"{name}\"` or `display = \"{name}\"` in a scene's [mesh]",
            look.join(" and no ")
        )
    }))
}

fn work(args: &Mesh, output: &Path, bars: &Bars) -> Result<(Filled, SimplexMesh)> {
    let announced = announce_file(&args.surface, bars)?;
    bars.stage("read", 0);
    let shape = Shape::read(&args.surface, args.unit)?;
    let planar: &[&str] = if shape.dim() == 2 { &["obj"] } else { &[] };
    let is_obj = args.surface.extension().is_some_and(|e| e.eq_ignore_ascii_case("obj"));
    if shape.dim() == 2 && is_obj {
        bars.note("everything lies at one height: it is a drawing, and filled with triangles");
    }
    target::check_extension(
        output,
        &[&["mesh", "msh", "vtk", "vtu", "node", "ele"], planar].concat(),
    )?;
    let count = args.tets.map_or(shape.usual_cells(), |count| count as usize);
    let how =
        Stuffing { size: args.cell.map_or(Size::About(count), Size::Cell), graded: args.graded };
    let needed = shape.memory(&how, args.thin);
    if needed > announced {
        announce(needed, bars);
    }
    let filled = if args.thin { shape.fill_thin(&how, bars) } else { shape.fill(&how, bars) };
    let filled = filled.map_err(|e| e.file(&args.surface))?;
    bars.stage("write", 0);
    let mesh = SimplexMesh::new(filled.stuffed.mesh.clone())
        .map_err(|e| Error::new(Code::Numeric, format!("the mesh is not valid: {}", e.message)))?;
    forcedual::progress::check(bars)?;
    io::write(output, mesh.raw(), &[])?;
    Ok((filled, mesh))
}

/// Refuses a file that needs more memory than is free, before it is read; says how much it may need,
/// where that is much, and returns what was said.
pub fn announce_file(surface: &Path, bars: &Bars) -> Result<u64> {
    let about = std::fs::metadata(surface).map_err(|e| Error::io(surface, &e))?;
    if about.is_dir() {
        return Err(Error::new(Code::Io, "it is a folder, not a file")
            .file(surface)
            .help("name a surface or a drawing in it"));
    }
    let [least, most] = Shape::memory_of_file(surface, about.len());
    if let Some(free) = memory::free().filter(|free| least > *free) {
        let [needed, free] = [least, free].map(size_text);
        let message = format!(
            "a surface of this length takes {needed} of memory or more, and {free} are free"
        );
        return Err(Error::new(Code::Memory, message)
            .file(surface)
            .help("give it fewer triangles (decimate it) in a modelling program"));
    }
    announce(most, bars);
    Ok(if most > MUCH { most } else { 0 })
}

/// Says about how much memory may be used, where that is much.
pub fn announce(bytes: u64, bars: &Bars) {
    if bytes > MUCH {
        let free = memory::free().filter(|free| bytes > *free).map(size_text);
        let free = free.map_or(String::new(), |free| format!(", and {free} are free"));
        bars.note(&format!("about {} of memory may be used{free}; Ctrl-C stops", size_text(bytes)));
    }
}

/// One line about a surface or drawing.
pub fn described(found: &Diagnosis, dim: usize) -> String {
    match dim {
        2 => format!("{}, {} m long", counted(found.facets, "segment"), significant(found.area)),
        _ => format!(
            "{} in {}, {} m², encloses {}",
            counted(found.facets, "triangle"),
            if found.shells == 1 {
                "one shell".into()
            } else {
                format!("{} shells", grouped(found.shells))
            },
            significant(found.area),
            match (found.volume, found.pieces) {
                (0.0, _) => "nothing".to_owned(),
                (volume, _) if found.estimated => format!("about {} m³", significant(volume)),
                (volume, Some(pieces)) if pieces > 1 =>
                    format!("{} m³ in {} pieces", significant(volume), grouped(pieces)),
                (volume, _) => format!("{} m³", significant(volume)),
            }
        ),
    }
}
