//! What is wrong with a mesh.

use super::extent::{bounds, scale_guess, unit_hint, used};
use crate::error::{Code, Error};
use crate::mesh::geometry::{components, quality};
use crate::mesh::validate::{self, Defects};
use crate::mesh::{Boundary, Geometry, RawMesh, SimplexMesh};
use crate::text::grouped;
use serde::Serialize;

/// What is known about a mesh.
#[derive(Debug, Clone, Serialize)]
pub struct Findings {
    /// Would `design` take it?
    pub usable: bool,
    /// 2 or 3.
    pub dim: usize,
    /// Vertices.
    pub vertices: usize,
    /// Cells.
    pub cells: usize,
    /// Lower and upper corner, m; `null` where no coordinate is finite.
    pub bounds: Option<[Vec<f64>; 2]>,
    /// Which unit the file is probably in.
    pub scale: Option<String>,
    /// By kind; harmless ones included.
    pub defects: Vec<Defect>,
    /// Only for usable meshes.
    pub shape: Option<Shape>,
    /// What to look at.
    pub hints: Vec<String>,
    /// What `--repair` did.
    pub repairs: Option<Vec<String>>,
    /// Where the mended mesh went.
    pub output: Option<String>,
}

/// Something wrong with vertices or cells.
#[derive(Debug, Clone, Serialize)]
pub struct Defect {
    /// Stable name.
    pub code: &'static str,
    /// What is wrong with them.
    pub what: &'static str,
    /// `cells` or `vertices`
    pub of: &'static str,
    /// Which ones.
    pub numbers: Vec<usize>,
    /// Does `design` refuse it?
    pub refused: bool,
    /// What to do.
    pub help: &'static str,
}

/// The shape of a usable mesh.
#[derive(Debug, Clone, Serialize)]
pub struct Shape {
    /// Separate pieces.
    pub components: usize,
    /// m^3, in 2D m^2
    pub volume: f64,
    /// Facets of the boundary.
    pub boundary_facets: usize,
    /// Closed and open parts of the boundary.
    pub shells: Vec<ShellShape>,
    /// In the order that scenes number them.
    pub cavities: Vec<CavityShape>,
    /// How good the cells are.
    pub quality: QualityShape,
}

/// A connected part of the boundary.
#[derive(Debug, Clone, Serialize)]
pub struct ShellShape {
    /// Facets.
    pub facets: usize,
    /// Volume inside, m^3, in 2D m^2.
    pub volume: f64,
    /// Has it no rim?
    pub closed: bool,
}

/// A hollow inside.
#[derive(Debug, Clone, Serialize)]
pub struct CavityShape {
    /// As in `{ cavity = 0 }`.
    pub number: usize,
    /// m^3, in 2D m^2
    pub volume: f64,
    /// m
    pub centroid: Vec<f64>,
}

/// How good the cells are.
#[derive(Debug, Clone, Serialize)]
pub struct QualityShape {
    /// Mean ratio: 1 regular, 0 flat.
    pub worst: f64,
    /// The worst cell.
    pub worst_cell: usize,
    /// Half of the cells are better.
    pub median: f64,
    /// Degrees.
    pub smallest_angle: f64,
    /// Degrees.
    pub largest_angle: f64,
    /// Cells with mean ratio in [0, 0.1), [0.1, 0.2), ...
    pub histogram: [usize; 10],
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
