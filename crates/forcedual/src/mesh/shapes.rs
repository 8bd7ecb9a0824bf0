//! Built-in shapes: structured meshes at any resolution, and the creatures of the [`zoo`].
//!
//! Most structured shapes are blocks: every axis is divided into parts, every block between parts is kept
//! (with a label) or left out, and parts are divided into steps of about one length `h`, chosen so
//! that the number of cells comes close to what was asked for. `h` is at most twice the thinnest
//! part, so that cells stay well shaped.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::{boxes, round};
use super::{Boundary, RawMesh, SimplexMesh, zoo};
use crate::error::{Code, Error, Result};
use crate::memory;
use crate::progress::{Progress, Silent};

pub use super::grid::grid;

/// Shapes never get more cells than this.
const MOST_CELLS: usize = 20_000_000;
/// Bytes that a cell takes until the mesh is made.
const PER_CELL: usize = 250;

/// A built-in shape.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShapeSpec {
    /// Name of the shape.
    pub shape: ShapeKind,
    /// Extent along each axis in metres. A disk or ball may have one number, its diameter;
    /// creatures have one, their largest extent.
    #[serde(default, with = "lengths", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<lengths::Lengths>")]
    pub size: Option<Vec<f64>>,
    /// About how many cells; thin parts may need more. 1000 in the plane and 3000 in space if
    /// left out; for creatures 2000 and 20000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<usize>,
    /// How many cavities, for shapes that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cavities: Option<usize>,
}

/// A list of lengths that may be written as a number where it has only one.
pub(crate) mod lengths {
    use schemars::JsonSchema;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged, expecting = "expected a number or a list of numbers")]
    pub(crate) enum Lengths {
        /// The only one, metres.
        One(f64),
        /// One along each axis, metres.
        Many(Vec<f64>),
    }

    pub(crate) fn serialize<S: Serializer>(
        list: &Option<Vec<f64>>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        list.serialize(s)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<Vec<f64>>, D::Error> {
        let list = Option::<Lengths>::deserialize(d)?;
        Ok(list.map(|list| match list {
            Lengths::One(length) => vec![length],
            Lengths::Many(lengths) => lengths,
        }))
    }
}

/// Names of the built-in shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShapeKind {
    /// 2D rectangle from the origin.
    Rectangle,
    /// 3D beam along x from the origin.
    Beam,
    /// 3D box from the origin.
    Box,
    /// 3D ball (ellipsoid) about the origin.
    Ball,
    /// 2D disk (ellipse) about the origin.
    Disk,
    /// 2D letter L: its arms are two fifths of its size thick.
    L,
    /// 2D bridge: a deck (cell label 1) on four piers (cell label 2).
    Bridge,
    /// 2D plate with a row of closed rectangular cavities; the wall of cavity `k` has vertex label
    /// `k + 1`.
    Plate,
    /// 3D block with a row of closed cavities; the wall of cavity `k` has vertex label `k + 1`.
    BlockWithCavities,
    /// 3D pneumatic finger along x: a row of closed chambers (the wall of chamber `k` has vertex
    /// label `k + 1`) on a base (cell label 2; the rest has cell label 1).
    Finger,
    /// A creature of the zoo.
    #[serde(untagged)]
    Creature(zoo::Kind),
}

/// Name and one-line description of every structured shape.
pub fn names() -> &'static [(&'static str, &'static str)] {
    &[
        ("rectangle", "2D rectangle"),
        ("beam", "3D beam along x"),
        ("box", "3D box"),
        ("ball", "3D ball or ellipsoid"),
        ("disk", "2D disk or ellipse"),
        ("l", "2D letter L"),
        ("bridge", "2D deck (cell label 1) on four piers (cell label 2)"),
        ("plate", "2D plate with a row of closed cavities"),
        ("block-with-cavities", "3D block with a row of closed cavities"),
        ("finger", "3D pneumatic finger: chambers (cell label 1) on a base (cell label 2)"),
    ]
}

/// What to do with the block at this position; `None` leaves it out.
type Label = fn([usize; 3]) -> Option<i64>;

enum Plan {
    Round { dim: usize },
    Sculpted(zoo::Creature),
    Blocks { parts: Vec<Vec<f64>>, label: Label, labelled: bool },
}

impl ShapeSpec {
    /// Makes the mesh.
    pub fn build(&self) -> Result<RawMesh> {
        Ok(self.build_telling(&Silent)?.0)
    }

    /// Makes the mesh, and says in sentences what it lacks at this resolution.
    pub fn build_telling(&self, progress: &dyn Progress) -> Result<(RawMesh, Vec<String>)> {
        let cavities = self.cavity_count()?;
        let (default_size, plan) = plan(self.shape, cavities);
        let size = self.checked_size(default_size)?;
        let cells = self.cells.unwrap_or(match &plan {
            Plan::Sculpted(creature) if creature.dim() == 2 => 2000,
            Plan::Sculpted(_) => 20_000,
            _ if size.len() == 2 => 1000,
            _ => 3000,
        });
        if cells == 0 || cells > MOST_CELLS {
            let message = format!("{cells} cells are not between 1 and {MOST_CELLS}");
            return Err(Error::new(Code::Scene, message).field("cells"));
        }
        let help = "ask for fewer cells, or allow more memory";
        memory::claim_items(cells, PER_CELL, &format!("a mesh of {cells} cells"), help)
            .map_err(|e| e.field("cells"))?;
        let mut raw = match plan {
            Plan::Round { dim } => ellipsoid(dim, cells, &size),
            Plan::Sculpted(creature) => {
                let (mut raw, warnings) = creature.mesh(cells, progress)?;
                let scale = size[0] / creature.extent();
                raw.positions.iter_mut().for_each(|x| *x *= scale);
                return Ok((raw, warnings));
            }
            Plan::Blocks { parts, label, labelled } => {
                let raw = blocks(&stretched(parts, &size), label, cells)?;
                RawMesh { cell_labels: if labelled { raw.cell_labels } else { Vec::new() }, ..raw }
            }
        };
        if cavities > 0 {
            raw.vertex_labels = wall_labels(&raw)?;
        }
        Ok((raw, Vec::new()))
    }

    /// By how much a size of the scene enlarges the shape along its first axis; `None` if it has
    /// its own size.
    pub fn enlargement(&self) -> Option<f64> {
        let given = *self.size.as_ref()?.first()?;
        let own = *plan(self.shape, self.cavity_count().ok()?).0.first()?;
        (given != own).then_some(given / own)
    }

    fn cavity_count(&self) -> Result<usize> {
        let default = match self.shape {
            ShapeKind::Plate | ShapeKind::BlockWithCavities => 3,
            ShapeKind::Finger => 5,
            _ => 0,
        };
        match self.cavities {
            None => Ok(default),
            Some(n) if default > 0 && (1..=1000).contains(&n) => Ok(n),
            Some(_) if default == 0 => {
                Err(Error::new(Code::Scene, "this shape has no cavities").field("cavities"))
            }
            Some(n) => {
                let message = format!("{n} cavities are not between 1 and 1000");
                Err(Error::new(Code::Scene, message).field("cavities"))
            }
        }
    }

    fn checked_size(&self, default: Vec<f64>) -> Result<Vec<f64>> {
        let dim = default.len();
        let size = match (&self.size, self.shape) {
            (None, _) => default,
            (Some(size), ShapeKind::Ball | ShapeKind::Disk) if size.len() == 1 => {
                vec![size[0]; dim]
            }
            (Some(size), _) => size.clone(),
        };
        if size.len() != dim {
            let message = format!("{} numbers given, this shape takes {dim}", size.len());
            return Err(Error::new(Code::Scene, message).field("size"));
        }
        if let Some(bad) = size.iter().find(|s| !(1e-100..=1e100).contains(*s)) {
            let message = format!("{bad} is not a length between 1e-100 and 1e100");
            return Err(Error::new(Code::Scene, message).field("size"));
        }
        Ok(size)
    }
}

/// Default size and layout. Parts are relative lengths.
fn plan(kind: ShapeKind, cavities: usize) -> (Vec<f64>, Plan) {
    let row: Vec<f64> = (0..2 * cavities + 1).map(|k| [1.0, 2.0][k % 2]).collect();
    let length = (3 * cavities + 1) as f64;
    let across = vec![1.0, 2.0, 1.0];
    let one = vec![1.0];
    let blocks = |parts, label, labelled| Plan::Blocks { parts, label, labelled };
    match kind {
        ShapeKind::Rectangle => (vec![4.0, 1.0], blocks(vec![one; 2], |_| Some(0), false)),
        ShapeKind::Beam => (vec![4.0, 1.0, 1.0], blocks(vec![one; 3], |_| Some(0), false)),
        ShapeKind::Box => (vec![1.0; 3], blocks(vec![one; 3], |_| Some(0), false)),
        ShapeKind::Ball => (vec![1.0; 3], Plan::Round { dim: 3 }),
        ShapeKind::Disk => (vec![1.0; 2], Plan::Round { dim: 2 }),
        ShapeKind::L => {
            let label: Label = |[i, j, _]| (i == 0 || j == 0).then_some(0);
            (vec![1.0; 2], blocks(vec![vec![2.0, 3.0]; 2], label, false))
        }
        ShapeKind::Bridge => {
            let label: Label = |[i, j, _]| match (i % 2, j) {
                (_, 1) => Some(1),
                (0, _) => Some(2),
                _ => None,
            };
            let parts = vec![vec![1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0], vec![3.0, 1.0]];
            (vec![13.0, 4.0], blocks(parts, label, true))
        }
        ShapeKind::Plate => {
            let label: Label = |[i, j, _]| (i % 2 == 0 || j != 1).then_some(0);
            (vec![length, 4.0], blocks(vec![row, across], label, false))
        }
        ShapeKind::BlockWithCavities => {
            let label: Label = |[i, j, k]| (i % 2 == 0 || (j, k) != (1, 1)).then_some(0);
            (vec![length, 4.0, 4.0], blocks(vec![row, across.clone(), across], label, false))
        }
        ShapeKind::Creature(kind) => {
            let creature = kind.creature();
            (vec![creature.extent()], Plan::Sculpted(creature))
        }
        ShapeKind::Finger => {
            let label: Label = |[i, j, k]| match (i % 2, j, k) {
                (1, 1, 1) => None,
                (_, _, 0) => Some(2),
                _ => Some(1),
            };
            let parts = vec![row, across.clone(), across];
            (vec![length / 160.0, 0.025, 0.025], blocks(parts, label, true))
        }
    }
}

/// Parts scaled so that each axis adds up to its size.
fn stretched(mut parts: Vec<Vec<f64>>, size: &[f64]) -> Vec<Vec<f64>> {
    for (axis, size) in parts.iter_mut().zip(size) {
        let total: f64 = axis.iter().sum();
        axis.iter_mut().for_each(|part| *part *= size / total);
    }
    parts
}

fn ellipsoid(dim: usize, cells: usize, size: &[f64]) -> RawMesh {
    let per_layer = if dim == 2 { 6.0 } else { 24.0 };
    let layers = (cells as f64 / per_layer).powf(1.0 / dim as f64).round().max(1.0);
    let mut raw = round(dim, layers as usize);
    for point in raw.positions.chunks_exact_mut(dim) {
        point.iter_mut().zip(size).for_each(|(x, s)| *x *= s);
    }
    raw
}

/// Number of steps of about `h` in every part of every axis.
fn steps(parts: &[Vec<f64>], h: f64) -> Vec<Vec<f64>> {
    let axis = |axis: &Vec<f64>| axis.iter().map(|part| (part / h).round().max(1.0)).collect();
    parts.iter().map(axis).collect()
}

fn blocks(parts: &[Vec<f64>], label: Label, cells: usize) -> Result<RawMesh> {
    let per_box = if parts.len() == 2 { 2.0 } else { 6.0 };
    let count = |h: f64| -> f64 {
        let steps = steps(parts, h);
        let flat = vec![1.0];
        let depth = steps.get(2).unwrap_or(&flat);
        let mut sum = 0.0;
        for (k, z) in depth.iter().enumerate() {
            for (j, y) in steps[1].iter().enumerate() {
                for (i, x) in steps[0].iter().enumerate() {
                    sum += label([i, j, k]).map_or(0.0, |_| x * y * z * per_box);
                }
            }
        }
        sum
    };

    let coarsest = 2.0 * parts.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let target = cells as f64;
    let mut coarse = coarsest;
    if count(coarse) < target {
        let mut fine = coarse;
        while count(fine) < target {
            fine /= 2.0;
        }
        for _ in 0..50 {
            let middle = (fine * coarse).sqrt();
            *(if count(middle) < target { &mut coarse } else { &mut fine }) = middle;
        }
        if count(fine) - target < target - count(coarse) {
            coarse = fine;
        }
    }
    let total = count(coarse);
    if total.is_nan() || total > 2.0 * MOST_CELLS as f64 {
        let message = format!("this shape needs {total:.1e} cells");
        let help = "make its sides less unequal";
        return Err(Error::new(Code::Scene, message).help(help).field("size"));
    }

    let mut lines = Vec::new();
    let mut owners: Vec<Vec<usize>> = Vec::new();
    for (axis, steps) in parts.iter().zip(steps(parts, coarse)) {
        let (mut line, mut owner, mut start) = (vec![0.0], Vec::new(), 0.0);
        for (part, (length, n)) in axis.iter().zip(steps).enumerate() {
            for k in 1..=n as usize {
                line.push(start + length * (k as f64 / n));
                owner.push(part);
            }
            start += length;
        }
        lines.push(line);
        owners.push(owner);
    }
    let block = |index: [usize; 3]| {
        std::array::from_fn(|c| owners.get(c).map_or(0, |owner| owner[index[c]]))
    };
    Ok(boxes(&lines, |index| label(block(index))))
}

/// Label `k + 1` on the wall of cavity `k`, zero elsewhere.
fn wall_labels(raw: &RawMesh) -> Result<Vec<i64>> {
    let mesh = SimplexMesh::new(raw.clone())?;
    let boundary = Boundary::new(&mesh);
    let mut labels = vec![0; mesh.vertex_count()];
    for (k, shell) in boundary.cavities().iter().enumerate() {
        for i in shell.facets.iter().flat_map(|&f| boundary.facet(f as usize)) {
            labels[*i as usize] = k as i64 + 1;
        }
    }
    Ok(labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::geometry::{Geometry, components, quality};
    use crate::mesh::validate::inspect;

    fn spec(name: &str) -> ShapeSpec {
        serde_json::from_value(serde_json::json!({ "shape": name })).unwrap()
    }

    fn build(spec: &ShapeSpec) -> SimplexMesh {
        SimplexMesh::new(spec.build().unwrap()).unwrap()
    }

    #[test]
    fn every_shape_is_sound_and_well_shaped_at_several_resolutions() {
        for (name, _) in names() {
            for cells in [1, 300, 4000] {
                let raw = ShapeSpec { cells: Some(cells), ..spec(name) }.build().unwrap();
                let defects = inspect(&raw);
                assert!(defects.overlapping.is_empty() && defects.unreferenced.is_empty());
                let mesh = SimplexMesh::new(raw).unwrap();
                let ratios = quality(&mesh, &Geometry::new(&mesh)).mean_ratio;
                let worst = ratios.into_iter().fold(1.0, f64::min);
                assert!(worst > 0.3, "{name} {cells} {worst}");
                assert_eq!(components(&mesh).0, 1, "{name}");
            }
        }
    }

    #[test]
    fn the_number_of_cells_is_about_what_was_asked_for() {
        for (name, _) in names() {
            let mesh = build(&ShapeSpec { cells: Some(8000), ..spec(name) });
            let ratio = mesh.cell_count() as f64 / 8000.0;
            assert!((0.65..1.5).contains(&ratio), "{name} {ratio}");
        }
    }

    #[test]
    fn volumes_are_those_of_the_shapes() {
        let expected = [
            ("rectangle", 4.0),
            ("beam", 4.0),
            ("box", 1.0),
            ("l", 1.0 - 0.36),
            ("bridge", 13.0 + 4.0 * 3.0),
            ("plate", 40.0 - 3.0 * 4.0),
            ("block-with-cavities", 160.0 - 3.0 * 8.0),
            ("finger", (256.0 - 5.0 * 8.0) / 160f64.powi(3)),
        ];
        for (name, volume) in expected {
            let found: f64 = Geometry::new(&build(&spec(name))).volumes.iter().sum();
            assert!((found / volume - 1.0).abs() < 1e-12, "{name} {found}");
        }
    }

    #[test]
    fn one_length_may_be_a_number() {
        use crate::scene::document::{Format, parse};
        let size = |text: &str| {
            let text = format!("shape = \"ball\"\n{text}");
            parse::<ShapeSpec>(&text, Format::Toml).map(|d| d.value.size)
        };
        assert_eq!(size("size = 3").unwrap(), Some(vec![3.0]));
        assert_eq!(size("size = [0.5]").unwrap(), Some(vec![0.5]));
        assert_eq!(size("size = [1, 2, 3]").unwrap(), Some(vec![1.0, 2.0, 3.0]));
        assert_eq!(size("").unwrap(), None);
        assert_eq!(size("size = \"3\"").unwrap_err().place.field.as_deref(), Some("size"));
        let spec = ShapeSpec { size: Some(vec![3.0]), ..spec("ball") };
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<ShapeSpec>(&text).unwrap(), spec);
    }

    #[test]
    fn size_scales_the_shape() {
        for (name, size) in [("ball", vec![2e-6]), ("disk", vec![3e6]), ("plate", vec![5.0, 2.0])] {
            let mesh = build(&ShapeSpec { size: Some(size.clone()), ..spec(name) });
            let (low, high) = mesh.bounds();
            for c in 0..mesh.dim() {
                let want = size.get(c).unwrap_or(&size[0]);
                let ratio = (high[c] - low[c]) / want;
                assert!((0.85..=1.0 + 1e-12).contains(&ratio), "{name} {c} {ratio}");
            }
        }
    }

    #[test]
    fn cavities_are_counted_and_labelled_in_order_along_x() {
        for name in ["plate", "block-with-cavities", "finger"] {
            let mesh = build(&ShapeSpec { cavities: Some(4), ..spec(name) });
            assert_eq!(Boundary::new(&mesh).cavities().len(), 4, "{name}");
            let mean = |label: i64| {
                let on = |&i: &usize| mesh.vertex_labels()[i] == label;
                let wall: Vec<usize> = (0..mesh.vertex_count()).filter(on).collect();
                wall.iter().map(|&i| mesh.point(i)[0]).sum::<f64>() / wall.len() as f64
            };
            assert!(mean(1) < mean(2) && mean(2) < mean(3) && mean(3) < mean(4), "{name}");
        }
    }

    #[test]
    fn bridge_labels_tell_deck_from_piers() {
        let mesh = build(&spec("bridge"));
        for (t, label) in mesh.cell_labels().iter().enumerate() {
            assert_eq!(*label, if mesh.centroid(t)[1] > 3.0 { 1 } else { 2 });
        }
    }

    #[test]
    fn impossible_requests_name_the_field() {
        let beam = spec("beam");
        let cases = [
            (ShapeSpec { size: Some(vec![1.0]), ..beam.clone() }, "size"),
            (ShapeSpec { size: Some(vec![1.0, f64::NAN, 1.0]), ..beam.clone() }, "size"),
            (ShapeSpec { size: Some(vec![1.0, -1.0, 1.0]), ..beam.clone() }, "size"),
            (ShapeSpec { size: Some(vec![1e-320; 3]), ..beam.clone() }, "size"),
            (ShapeSpec { size: Some(vec![1e30, 1.0, 1.0]), ..beam.clone() }, "size"),
            (ShapeSpec { cells: Some(0), ..beam.clone() }, "cells"),
            (ShapeSpec { cells: Some(usize::MAX), ..beam.clone() }, "cells"),
            (ShapeSpec { cavities: Some(2), ..beam }, "cavities"),
            (ShapeSpec { cavities: Some(0), ..spec("plate") }, "cavities"),
        ];
        for (spec, field) in cases {
            let error = spec.build().unwrap_err();
            assert_eq!(error.place.field.as_deref(), Some(field), "{error}");
        }
    }
}
