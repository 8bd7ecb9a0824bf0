//! `forcedual check`: what is wrong with a mesh.

use crate::args::Check;
use crate::chart::histogram;
use crate::check_drawing;
use crate::check_shape::{self, Found};
use crate::check_surface;
use crate::extent::{bounds, rounded, scale_guess, unit_hint, used};
use crate::mesh::announce_file;
use crate::output::{Output, Table, beside, counted, grouped, significant};
use crate::progress::Bars;
use crate::target;
use forcedual::mesh::geometry::{components, quality};
use forcedual::mesh::validate::{self, Defects, repair};
use forcedual::mesh::{Boundary, Geometry, RawMesh, SimplexMesh, io};
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::process::ExitCode;

/// What is known about a mesh.
#[derive(Debug, Serialize)]
pub struct Findings {
    /// Would `design` take it?
    usable: bool,
    dim: usize,
    vertices: usize,
    cells: usize,
    /// Lower and upper corner, m; `null` where no coordinate is finite.
    bounds: Option<[Vec<f64>; 2]>,
    /// Which unit the file is probably in.
    scale: Option<String>,
    /// By kind; harmless ones included.
    defects: Vec<Defect>,
    /// Only for usable meshes.
    shape: Option<Shape>,
    hints: Vec<String>,
    /// What `--repair` did.
    repairs: Option<Vec<String>>,
    /// Where the mended mesh went.
    output: Option<String>,
}

#[derive(Debug, Serialize)]
struct Defect {
    code: &'static str,
    what: &'static str,
    /// `cells` or `vertices`
    of: &'static str,
    numbers: Vec<usize>,
    refused: bool,
    help: &'static str,
}

#[derive(Debug, Serialize)]
struct Shape {
    components: usize,
    /// m^3, in 2D m^2
    volume: f64,
    boundary_facets: usize,
    shells: Vec<ShellShape>,
    /// In the order that scenes number them.
    cavities: Vec<CavityShape>,
    quality: QualityShape,
}

#[derive(Debug, Serialize)]
struct ShellShape {
    facets: usize,
    volume: f64,
    closed: bool,
}

#[derive(Debug, Serialize)]
struct CavityShape {
    /// As in `{ cavity = 0 }`.
    number: usize,
    /// m^3, in 2D m^2
    volume: f64,
    /// m
    centroid: Vec<f64>,
}

#[derive(Debug, Serialize)]
struct QualityShape {
    /// Mean ratio: 1 regular, 0 flat.
    worst: f64,
    worst_cell: usize,
    median: f64,
    /// Degrees.
    smallest_angle: f64,
    largest_angle: f64,
    /// Cells with mean ratio in [0, 0.1), [0.1, 0.2), ...
    histogram: [usize; 10],
}

/// Prints what is wrong, writes the mended mesh where asked for.
pub fn run(args: &Check, out: &Output, bars: &Bars) -> Result<ExitCode> {
    if let Some(path) = &args.output {
        target::check(path, &args.mesh)?;
        if args.gmsh.is_some() {
            target::check_extension(path, &["msh"])?;
        }
    }
    announce_file(&args.mesh, bars)?;
    match check_shape::read(&args.mesh)? {
        Some(Found::Drawing(drawing)) => return check_drawing::run(args, drawing, out, bars),
        Some(Found::Surface(surface)) => return check_surface::run(args, &surface, out, bars),
        None => {}
    }
    let raw = io::read(&args.mesh)?;
    let mut findings = examine(&raw);
    if let (true, Some(path)) = (args.repair, &args.output) {
        let (mesh, repairs) = repair(raw).map_err(|e| e.file(&args.mesh))?;
        match args.gmsh {
            Some(format) => io::gmsh::write(path, mesh.raw(), &[], format)?,
            None => io::write(path, mesh.raw(), &[])?,
        }
        findings.repairs = Some(repairs.sentences());
        findings.output = Some(path.display().to_string());
    }
    if args.json {
        out.json(&findings)?;
    } else {
        let mut text = described(&findings);
        if let Some(path) = &args.output {
            text += &format!("\nWrote {}\n", path.display());
        }
        out.text(&text)?;
    }
    let mended = findings.repairs.is_some();
    Ok(if findings.usable || mended { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Looks at everything.
pub fn examine(raw: &RawMesh) -> Findings {
    let found = validate::inspect(raw);
    let error = found.error();
    let bounds = bounds(&used(&raw.positions, raw.dim, &raw.cells), raw.dim);
    let mut findings = Findings {
        usable: error.is_none(),
        dim: raw.dim,
        vertices: raw.positions.len() / raw.dim.max(1),
        cells: raw.cells.len() / (raw.dim + 1),
        hints: bounds.iter().flat_map(unit_hint).collect(),
        scale: bounds.as_ref().map(scale_guess),
        bounds,
        defects: defects(&found, error.as_ref()),
        shape: None,
        repairs: None,
        output: None,
    };
    if let Ok(mesh) = SimplexMesh::new(raw.clone()) {
        let shape = Shape::of(&mesh);
        let doubled = validate::coincident(&mesh);
        if let Some(first) = doubled.first() {
            findings.hints.push(format!(
                "{} where an earlier vertex does, for instance {first}: cells that meet there are not joined",
                match doubled.len() {
                    1 => "1 vertex lies".to_owned(),
                    n => format!("{} vertices lie", grouped(n)),
                }
            ));
        }
        if shape.quality.worst < 0.05 {
            findings.hints.push(format!(
                "cell {} is a sliver: it makes the stiffness ill-conditioned; improve the mesh there",
                shape.quality.worst_cell
            ));
        }
        if shape.components > 1 {
            findings.hints.push(format!(
                "{} separate pieces: each must be pinned, or floats on its own",
                shape.components
            ));
        }
        findings.shape = Some(shape);
    }
    findings
}

fn defects(found: &Defects, error: Option<&Error>) -> Vec<Defect> {
    const CORRECT: &str = "correct the file";
    const REMOVE: &str = "`--repair` removes them; so does `repair = true` in the scene's [mesh]";
    const TURN: &str = "`--repair` turns them; so does `repair = true` in the scene's [mesh]";
    let refused = |code: Code, of, what, numbers: &[usize], help| Defect {
        code: code.as_str(),
        of,
        what,
        numbers: numbers.to_vec(),
        refused: true,
        help,
    };
    let harmless = |code, of, what, numbers: &[usize], help| Defect {
        code,
        of,
        what,
        numbers: numbers.to_vec(),
        refused: false,
        help,
    };
    let mut all = vec![
        refused(
            Code::MeshNotFinite,
            "vertices",
            "have NaN or infinite coordinates",
            &found.not_finite,
            CORRECT,
        ),
        refused(
            Code::MeshIndex,
            "cells",
            "name vertices that do not exist",
            &found.out_of_range,
            CORRECT,
        ),
        refused(Code::MeshDegenerate, "cells", "name a vertex twice", &found.repeated, REMOVE),
        refused(Code::MeshDegenerate, "cells", "have no volume", &found.degenerate, REMOVE),
        refused(
            Code::MeshDuplicate,
            "cells",
            "are copies of earlier ones",
            &found.duplicates,
            REMOVE,
        ),
        refused(
            Code::MeshOrientation,
            "cells",
            "are wound against the others",
            &found.inverted,
            TURN,
        ),
        harmless(
            "overlapping",
            "cells",
            "overlap a neighbour",
            &found.overlapping,
            "the mesh is folded there; `design` takes it, but look at it",
        ),
        harmless(
            "unreferenced",
            "vertices",
            "belong to no cell",
            &found.unreferenced,
            "harmless: they keep their numbers and do not move",
        ),
    ];
    all.retain(|d| !d.numbers.is_empty());
    if let (true, Some(error)) = (found.empty || found.malformed.is_some(), error) {
        let what =
            if found.empty { "has no vertices or no cells" } else { "does not fit together" };
        all.insert(0, refused(error.code, "mesh", what, &[], CORRECT));
    }
    all
}

impl Shape {
    fn of(mesh: &SimplexMesh) -> Self {
        let geometry = Geometry::new(mesh);
        let boundary = Boundary::new(mesh);
        let measured = quality(mesh, &geometry);
        let mut sorted: Vec<(f64, usize)> =
            measured.mean_ratio.iter().enumerate().map(|(t, &q)| (q, t)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = |k: usize| sorted.get(k).copied().unwrap_or_default();
        let mut histogram = [0; 10];
        for (q, _) in &sorted {
            histogram[((q * 10.0) as usize).min(9)] += 1;
        }
        Shape {
            components: components(mesh).0,
            volume: geometry.volumes.iter().sum(),
            boundary_facets: boundary.facet_count(),
            shells: boundary
                .shells
                .iter()
                .map(|s| ShellShape { facets: s.facets.len(), volume: s.volume, closed: s.closed })
                .collect(),
            cavities: boundary
                .cavities()
                .iter()
                .enumerate()
                .map(|(number, shell)| CavityShape {
                    number,
                    volume: -shell.volume,
                    centroid: boundary.centroid(mesh, shell),
                })
                .collect(),
            quality: QualityShape {
                worst: at(0).0,
                worst_cell: at(0).1,
                median: at(sorted.len() / 2).0,
                smallest_angle: measured.smallest_angle,
                largest_angle: measured.largest_angle,
                histogram,
            },
        }
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
        bars = shape.rows(&mut table, findings.dim);
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

impl Shape {
    /// Adds its lines to a table; gives the histogram of quality.
    fn rows(&self, table: &mut Table, dim: usize) -> String {
        let unit = if dim == 2 { "m²" } else { "m³" };
        table.row(
            if dim == 2 { "area" } else { "volume" },
            format!("{} {unit}", significant(self.volume)),
        );
        table.row("pieces", grouped(self.components));
        let open = self.shells.iter().filter(|s| !s.closed).count();
        let mut shells = format!(
            "{} of {}",
            counted(self.shells.len(), "shell"),
            counted(self.boundary_facets, "facet")
        );
        if open > 0 {
            shells += &format!(", {open} with a rim");
        }
        table.row("boundary", shells);
        let cavities: Vec<String> = self
            .cavities
            .iter()
            .map(|c| {
                let at: Vec<String> = c.centroid.iter().map(|x| significant(*x)).collect();
                format!("{}: {} {unit} at ({})", c.number, significant(c.volume), at.join(", "))
            })
            .collect();
        table.rows("cavities", &cavities);
        let q = &self.quality;
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
}
