//! Evaluates [`Selection`]s on a mesh.

use std::path::Path;

use rayon::prelude::*;

use super::geometry::dot;
use super::io::{self, Surface};
use super::select::{BallRegion, BoxRegion, HalfSpace, Labels, Names, Painted, Points, Selection};
use super::validate::numbered as named;
use super::winding::WindingTree;
use super::{Boundary, SimplexMesh};
use crate::array::{ArrayFile, ArraySource};
use crate::error::{Code, Error, Result, did_you_mean};

/// Evaluates selections on a mesh.
#[derive(Debug, Clone, Copy)]
pub struct Picker<'a> {
    /// The mesh.
    pub mesh: &'a SimplexMesh,
    /// Its boundary.
    pub boundary: &'a Boundary,
    /// Where relative file names start.
    pub folder: &'a Path,
    /// Length in m of the unit that surface files are in.
    pub unit: f64,
}

/// What a selection is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Target {
    Vertices,
    Cells,
}

impl<'a> Picker<'a> {
    /// Evaluates selections on a mesh, with surface files in metres.
    pub fn new(mesh: &'a SimplexMesh, boundary: &'a Boundary, folder: &'a Path) -> Self {
        Picker { mesh, boundary, folder, unit: 1.0 }
    }

    /// The same with surface files in a unit of this length in m.
    pub fn with_unit(self, unit: f64) -> Self {
        Picker { unit, ..self }
    }

    /// Whether each vertex is selected; selecting none is an error.
    pub fn vertices(&self, selection: &Selection) -> Result<Vec<bool>> {
        let chosen = self.evaluate(selection, Target::Vertices)?;
        let used = self.of_cells(&vec![true; self.mesh.cell_count()], Target::Vertices);
        let chosen = chosen.iter().zip(&used).map(|(a, b)| *a && *b).collect();
        self.not_empty(selection, chosen, Target::Vertices)
    }

    /// Whether each cell is selected; selecting none is an error.
    pub fn cells(&self, selection: &Selection) -> Result<Vec<bool>> {
        let chosen = self.evaluate(selection, Target::Cells)?;
        self.not_empty(selection, chosen, Target::Cells)
    }

    fn evaluate(&self, selection: &Selection, target: Target) -> Result<Vec<bool>> {
        let mesh = self.mesh;
        let parts = |list: &[Selection], name: &str| -> Result<Vec<Vec<bool>>> {
            let part = |(k, s)| {
                self.evaluate(s, target).map_err(|e: Error| e.field(format!("{name}[{k}]")))
            };
            list.iter().enumerate().map(part).collect()
        };
        match selection {
            Selection::All => Ok(vec![true; self.count(target)]),
            Selection::Boundary => {
                let on = (0..mesh.vertex_count()).map(|i| self.boundary.on_boundary(i));
                Ok(self.of_vertices(&on.collect::<Vec<bool>>(), target))
            }
            Selection::Vertices(list) => {
                numbered(list, mesh.vertex_count(), ["vertex", "vertices"])
                    .map(|on| self.of_vertices(&on, target))
                    .map_err(|e| e.field("vertices"))
            }
            Selection::Cells(list) => numbered(list, mesh.cell_count(), ["cell", "cells"])
                .map(|on| self.of_cells(&on, target))
                .map_err(|e| e.field("cells")),
            Selection::Box(region) => self.in_box(region, target).map_err(|e| e.field("box")),
            Selection::Ball(region) => self.in_ball(region, target).map_err(|e| e.field("ball")),
            Selection::HalfSpace(region) => {
                self.in_half_space(region, target).map_err(|e| e.field("half-space"))
            }
            Selection::Nearest(points) => {
                self.nearest(points, target).map_err(|e| e.field("nearest"))
            }
            Selection::CellLabel(labels) => {
                let on = labelled(mesh.cell_labels(), labels, mesh.cell_count());
                Ok(self.of_cells(&on, target))
            }
            Selection::VertexLabel(labels) => {
                let on = labelled(mesh.vertex_labels(), labels, mesh.vertex_count());
                Ok(self.of_vertices(&on, target))
            }
            Selection::Region(names) => self.region(names, target).map_err(|e| e.field("region")),
            Selection::Inside(file) => self.inside(file, target).map_err(|e| e.field("inside")),
            Selection::Painted(painted) => {
                self.painted(painted, target).map_err(|e| e.field("painted"))
            }
            Selection::Cavity(k) => self.cavity(*k, target).map_err(|e| e.field("cavity")),
            Selection::Any(list) => {
                let parts = parts(list, "any")?;
                Ok((0..self.count(target)).map(|i| parts.iter().any(|p| p[i])).collect())
            }
            Selection::Every(list) => {
                let parts = parts(list, "every")?;
                Ok((0..self.count(target)).map(|i| parts.iter().all(|p| p[i])).collect())
            }
            Selection::Not(inner) => {
                let chosen = self.evaluate(inner, target).map_err(|e| e.field("not"))?;
                Ok(chosen.into_iter().map(|on| !on).collect())
            }
        }
    }

    fn count(&self, target: Target) -> usize {
        match target {
            Target::Vertices => self.mesh.vertex_count(),
            Target::Cells => self.mesh.cell_count(),
        }
    }

    /// The point that places test: a vertex or the centroid of a cell.
    fn point(&self, target: Target, i: usize) -> [f64; 3] {
        match target {
            Target::Vertices => {
                let point = self.mesh.point(i);
                std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0))
            }
            Target::Cells => self.mesh.centroid(i),
        }
    }

    fn test(&self, target: Target, test: impl Fn([f64; 3]) -> bool + Sync) -> Vec<bool> {
        let all = (0..self.count(target)).into_par_iter();
        all.map(|i| test(self.point(target, i))).collect()
    }

    fn of_vertices(&self, on: &[bool], target: Target) -> Vec<bool> {
        let corners = self.mesh.dim() + 1;
        match target {
            Target::Vertices => on.to_vec(),
            Target::Cells => {
                let cells = self.mesh.cells().chunks_exact(corners);
                cells.map(|cell| cell.iter().all(|&i| on[i as usize])).collect()
            }
        }
    }

    fn of_cells(&self, on: &[bool], target: Target) -> Vec<bool> {
        if target == Target::Cells {
            return on.to_vec();
        }
        let mut vertices = vec![false; self.mesh.vertex_count()];
        for (t, _) in on.iter().enumerate().filter(|(_, on)| **on) {
            self.mesh.cell(t).iter().for_each(|&i| vertices[i as usize] = true);
        }
        vertices
    }

    /// How far outside a place still counts as on its rim.
    fn slack(&self) -> f64 {
        1e-9 * self.mesh.diagonal()
    }

    fn coordinates(&self, point: &[f64]) -> Result<[f64; 3]> {
        let dim = self.mesh.dim();
        if point.len() != dim {
            let message = format!("{} coordinates given, the mesh has {dim}", point.len());
            return Err(Error::new(Code::Selection, message));
        }
        if let Some(x) = point.iter().find(|x| x.is_nan()) {
            return Err(Error::new(Code::Selection, format!("{x} is not a coordinate")));
        }
        Ok(std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0)))
    }

    fn finite(&self, point: &[f64]) -> Result<[f64; 3]> {
        let point = self.coordinates(point)?;
        match point.iter().find(|x| x.is_infinite()) {
            None => Ok(point),
            Some(x) => Err(Error::new(Code::Selection, format!("{x} is not a finite coordinate"))),
        }
    }

    fn in_box(&self, region: &BoxRegion, target: Target) -> Result<Vec<bool>> {
        let min = self.coordinates(&region.min).map_err(|e| e.field("min"))?;
        let max = self.coordinates(&region.max).map_err(|e| e.field("max"))?;
        if let Some(c) = (0..3).find(|&c| min[c] > max[c]) {
            let message = format!("min {} is greater than max {}", min[c], max[c]);
            return Err(Error::new(Code::Selection, message));
        }
        let slack = self.slack();
        Ok(self.test(target, |x| (0..3).all(|c| min[c] - slack <= x[c] && x[c] <= max[c] + slack)))
    }

    fn in_ball(&self, region: &BallRegion, target: Target) -> Result<Vec<bool>> {
        let center = self.finite(&region.center).map_err(|e| e.field("center"))?;
        if !(region.radius.is_finite() && region.radius >= 0.0) {
            let message = format!("{} is not a radius", region.radius);
            return Err(Error::new(Code::Selection, message).field("radius"));
        }
        let radius = region.radius + self.slack();
        Ok(self.test(target, |x| distance(x, center) <= radius))
    }

    fn in_half_space(&self, region: &HalfSpace, target: Target) -> Result<Vec<bool>> {
        let point = self.finite(&region.point).map_err(|e| e.field("point"))?;
        let normal = self.finite(&region.normal).map_err(|e| e.field("normal"))?;
        let length = distance(normal, [0.0; 3]);
        if !length.is_normal() {
            let message = "the normal has no direction";
            return Err(Error::new(Code::Selection, message).field("normal"));
        }
        let normal = normal.map(|x| x / length);
        let slack = self.slack();
        Ok(self.test(target, |x| {
            let arm: [f64; 3] = std::array::from_fn(|c| x[c] - point[c]);
            dot(&arm, &normal) >= -slack
        }))
    }

    fn nearest(&self, points: &Points, target: Target) -> Result<Vec<bool>> {
        let places: Vec<[f64; 3]> = match points {
            Points::One(point) => vec![self.finite(point)?],
            Points::Many(points) => {
                let place = |(k, point): (usize, &Vec<f64>)| {
                    self.finite(point).map_err(|e| e.field(format!("[{k}]")))
                };
                points.iter().enumerate().map(place).collect::<Result<_>>()?
            }
        };
        let used = self.of_cells(&vec![true; self.mesh.cell_count()], Target::Vertices);
        let mut chosen = vec![false; self.count(target)];
        for (k, place) in places.into_iter().enumerate() {
            let near = (0..self.count(target))
                .filter(|&i| target == Target::Cells || used[i])
                .map(|i| (distance(self.point(target, i), place), i))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((distance, i)) = near {
                not_stray(self.mesh, distance, Code::Selection).map_err(|e| match points {
                    Points::One(_) => e,
                    Points::Many(_) => e.field(format!("[{k}]")),
                })?;
                chosen[i] = true;
            }
        }
        Ok(chosen)
    }

    /// A surface in metres.
    fn surface(&self, path: &Path) -> Result<Surface> {
        let mut surface = io::read_surface(path)?;
        surface.positions.iter_mut().for_each(|x| *x *= self.unit);
        Ok(surface)
    }

    fn inside(&self, file: &Path, target: Target) -> Result<Vec<bool>> {
        let path = self.folder.join(file);
        let surface = self.surface(&path)?;
        if surface.dim != self.mesh.dim() {
            let (found, dim) = (surface.dim, self.mesh.dim());
            let message = format!("a {found}D surface cannot select in a {dim}D mesh");
            return Err(Error::new(Code::Selection, message)
                .help("use triangles for a 3D mesh, line segments for a 2D mesh")
                .file(path));
        }
        let tree = WindingTree::new(surface.dim, &surface.positions, &surface.facets)
            .map_err(|e| e.file(path))?;
        Ok(self.test(target, |x| tree.at(x).abs() > 0.5))
    }

    fn painted(&self, painted: &Painted, target: Target) -> Result<Vec<bool>> {
        if painted.above.is_nan() {
            return Err(Error::new(Code::Selection, "NaN is not a threshold").field("above"));
        }
        let source = match (&painted.file, &painted.values) {
            (Some(file), None) => {
                ArraySource::File(ArrayFile { file: file.clone(), array: painted.array.clone() })
            }
            (None, Some(values)) => ArraySource::Numbers(values.clone()),
            _ => {
                let message = "either `file` or `values` is needed, and not both";
                return Err(Error::new(Code::Selection, message));
            }
        };
        let array = source.load(self.folder)?;
        let (n, t) = (self.mesh.vertex_count(), self.mesh.cell_count());
        let length = array.data.len();
        if length != n && length != t {
            let message = format!("{length} numbers fit neither {n} vertices nor {t} cells");
            return Err(Error::new(Code::Array, message));
        }
        let on: Vec<bool> = array
            .vector(length, "the painted array")?
            .into_iter()
            .map(|x| x > painted.above)
            .collect();
        Ok(match length == n {
            true => self.of_vertices(&on, target),
            false => self.of_cells(&on, target),
        })
    }

    fn region(&self, names: &Names, target: Target) -> Result<Vec<bool>> {
        let known: Vec<&str> = self.mesh.regions().iter().map(String::as_str).collect();
        let mut wanted = Vec::new();
        for (k, name) in names.as_slice().iter().enumerate() {
            let Some(number) = known.iter().position(|n| n == name) else {
                let error = Error::new(Code::Selection, format!("there is no region `{name}`"))
                    .help(match &known[..] {
                        [] => "the mesh has no named regions".to_owned(),
                        _ => format!(
                            "{}the regions are {}",
                            did_you_mean(name, &known),
                            known.join(", ")
                        ),
                    });
                return Err(match names {
                    Names::One(_) => error,
                    Names::Many(_) => error.field(format!("[{k}]")),
                });
            };
            wanted.push(number as i64 + 1);
        }
        let labels = self.mesh.cell_labels();
        let on = labelled(labels, &Labels::Many(wanted), self.mesh.cell_count());
        Ok(self.of_cells(&on, target))
    }

    fn cavity(&self, k: usize, target: Target) -> Result<Vec<bool>> {
        let cavities = self.boundary.cavities();
        let Some(shell) = cavities.get(k) else {
            return Err(Error::new(Code::SelectionEmpty, format!("there is no cavity {k}"))
                .help(self.hint(&Selection::Cavity(k))));
        };
        let mut on = vec![false; self.mesh.vertex_count()];
        for &i in shell.facets.iter().flat_map(|&f| self.boundary.facet(f as usize)) {
            on[i as usize] = true;
        }
        Ok(self.of_vertices(&on, target))
    }

    fn not_empty(&self, what: &Selection, chosen: Vec<bool>, target: Target) -> Result<Vec<bool>> {
        if chosen.contains(&true) {
            return Ok(chosen);
        }
        let message = match target {
            Target::Vertices => "the selection contains no vertex",
            Target::Cells => "the selection contains no cell",
        };
        Err(Error::new(Code::SelectionEmpty, message).help(self.hint(what)))
    }

    fn hint(&self, selection: &Selection) -> String {
        match selection {
            Selection::CellLabel(_) => existing(self.mesh.cell_labels(), "cell"),
            Selection::VertexLabel(_) => existing(self.mesh.vertex_labels(), "vertex"),
            Selection::Region(_) => {
                "the region is smaller than a cell: ask for more cells".to_owned()
            }
            Selection::Cavity(_) => match self.boundary.cavities().len() {
                0 => "the mesh has no closed cavities".into(),
                1 => "the mesh has one cavity: 0".into(),
                n => format!("the mesh has {n} cavities: 0 to {}", n - 1),
            },
            Selection::Painted(painted) => format!("check that values exceed {}", painted.above),
            Selection::Vertices(_) | Selection::Cells(_) | Selection::Boundary => {
                "a cell is selected if all its vertices are, a vertex if it belongs to a cell"
                    .into()
            }
            Selection::Inside(file) => {
                let surface = self.surface(&self.folder.join(file));
                let extent = surface.map_or_else(|e| e.message, |s| extent(&s.positions, s.dim));
                format!(
                    "the surface spans {extent}, the mesh {}: both must be in the same unit",
                    spanned(self.mesh)
                )
            }
            _ => format!("the mesh spans {}", spanned(self.mesh)),
        }
    }
}

/// Refuses a point that is farther from the nearest vertex than the body is large.
pub(crate) fn not_stray(mesh: &SimplexMesh, distance: f64, code: Code) -> Result<()> {
    if distance <= mesh.diagonal() {
        return Ok(());
    }
    let (distance, span) = (rounded(distance), spanned(mesh));
    let message = format!("the point is {distance:?} m away from the body, which spans {span}");
    Err(Error::new(code, message)
        .help("coordinates are in m: check the unit of the point and of the mesh file"))
}

/// Lower and upper corner of a mesh, for messages.
fn spanned(mesh: &SimplexMesh) -> String {
    let corners = mesh.cells().iter().flat_map(|&i| mesh.point(i as usize)).copied();
    extent(&corners.collect::<Vec<f64>>(), mesh.dim())
}

/// Lower and upper corner of some points, for messages.
fn extent(positions: &[f64], dim: usize) -> String {
    let axis = |c: usize| positions.iter().skip(c).step_by(dim);
    let low: Vec<f64> =
        (0..dim).map(|c| rounded(axis(c).copied().fold(f64::INFINITY, f64::min))).collect();
    let high: Vec<f64> =
        (0..dim).map(|c| rounded(axis(c).copied().fold(f64::NEG_INFINITY, f64::max))).collect();
    format!("{low:?} to {high:?}")
}

/// A number to four significant digits.
fn rounded(x: f64) -> f64 {
    format!("{x:.3e}").parse().unwrap_or(x)
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1]).hypot(a[2] - b[2])
}

fn numbered(list: &[usize], count: usize, [one, what]: [&str; 2]) -> Result<Vec<bool>> {
    let beyond: Vec<usize> = list.iter().copied().filter(|&i| i >= count).collect();
    if !beyond.is_empty() {
        let verb = if beyond.len() == 1 { "does" } else { "do" };
        let message = format!("{} {verb} not exist", named(one, what, &beyond));
        let help = format!("the mesh has {count} {what}, numbered from 0");
        return Err(Error::new(Code::Selection, message).help(help));
    }
    let mut on = vec![false; count];
    list.iter().for_each(|&i| on[i] = true);
    Ok(on)
}

fn labelled(labels: &[i64], wanted: &Labels, count: usize) -> Vec<bool> {
    let label = |i: usize| labels.get(i);
    (0..count).map(|i| label(i).is_some_and(|l| wanted.as_slice().contains(l))).collect()
}

fn existing(labels: &[i64], what: &str) -> String {
    let mut distinct = labels.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let shown: Vec<String> = distinct.iter().take(10).map(i64::to_string).collect();
    match distinct.len() {
        0 => format!("the mesh has no {what} labels"),
        1..=10 => format!("the mesh's {what} labels are {}", shown.join(", ")),
        n => format!("the mesh has {n} {what} labels: {}, ...", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::RawMesh;
    use crate::mesh::shapes::{ShapeSpec, grid};
    use serde_json::{Value, json};

    struct Bench {
        mesh: SimplexMesh,
        boundary: Boundary,
        folder: std::path::PathBuf,
    }

    fn bench(raw: RawMesh) -> Bench {
        let mesh = SimplexMesh::new(raw).unwrap();
        let boundary = Boundary::new(&mesh);
        Bench { mesh, boundary, folder: std::env::temp_dir() }
    }

    impl Bench {
        fn picker(&self) -> Picker<'_> {
            Picker::new(&self.mesh, &self.boundary, &self.folder)
        }

        fn vertices(&self, selection: Value) -> Vec<usize> {
            numbers(self.picker().vertices(&parse(selection)).unwrap())
        }

        fn cells(&self, selection: Value) -> Vec<usize> {
            numbers(self.picker().cells(&parse(selection)).unwrap())
        }

        fn error(&self, selection: Value) -> Error {
            self.picker().vertices(&parse(selection)).unwrap_err()
        }

        fn matching(&self, test: impl Fn(&[f64]) -> bool) -> Vec<usize> {
            (0..self.mesh.vertex_count()).filter(|&i| test(self.mesh.point(i))).collect()
        }
    }

    fn parse(selection: Value) -> Selection {
        serde_json::from_value(selection).unwrap()
    }

    fn numbers(on: Vec<bool>) -> Vec<usize> {
        (0..on.len()).filter(|&i| on[i]).collect()
    }

    /// Ten by ten squares of 0.1, and a vertex that no cell uses at the centre of one of them.
    fn square() -> Bench {
        let mut raw = grid(&[10, 10], &[1.0, 1.0]);
        raw.positions.extend([0.05, 0.05]);
        bench(raw)
    }

    #[test]
    fn all_leaves_out_vertices_of_no_cell() {
        assert_eq!(square().vertices(json!("all")), (0..121).collect::<Vec<usize>>());
        assert_eq!(square().cells(json!("all")).len(), 200);
        assert_eq!(square().error(json!({ "vertices": [121] })).code, Code::SelectionEmpty);
    }

    #[test]
    fn boxes_include_their_rim_despite_rounding() {
        for scale in [1e-6, 1.0, 1e6] {
            let bench = bench(grid(&[10, 10], &[scale, scale]));
            let max = [0.3 * scale, 0.7 * scale];
            let chosen =
                bench.vertices(json!({ "box": { "min": [0.1 * scale, 0.0], "max": max } }));
            assert_eq!(chosen.len(), 3 * 8);
        }
    }

    #[test]
    fn balls_and_half_spaces_match_their_definition() {
        let bench = square();
        let ball = bench.vertices(json!({ "ball": { "center": [0.5, 0.5], "radius": 0.25 } }));
        let near = |x: &[f64]| (x[0] - 0.5).hypot(x[1] - 0.5) < 0.25;
        assert_eq!(ball, bench.matching(near));
        let side = json!({ "half-space": { "point": [0.81, 0.0], "normal": [3e200, 0] } });
        assert_eq!(bench.vertices(side), bench.matching(|x| x[0] > 0.81));
    }

    #[test]
    fn cells_are_tested_at_their_centroid() {
        let bench = square();
        let cells = bench.cells(json!({ "box": { "min": [0, 0], "max": [0.1, 0.1] } }));
        assert_eq!(cells, [0, 1]);
        let nearest = bench.cells(json!({ "nearest": [0.99, 0.01] }));
        assert_eq!(nearest.len(), 1);
        assert!(bench.mesh.centroid(nearest[0])[0] > 0.9);
    }

    #[test]
    fn vertices_and_cells_select_each_other() {
        let bench = square();
        let corners: Vec<usize> = bench.mesh.cell(7).iter().map(|&i| i as usize).collect();
        let mut sorted = corners.clone();
        sorted.sort_unstable();
        assert_eq!(bench.vertices(json!({ "cells": [7] })), sorted);
        assert_eq!(bench.cells(json!({ "vertices": corners })), [7]);
    }

    #[test]
    fn nearest_takes_one_point_or_several_and_only_vertices_of_cells() {
        let bench = square();
        assert_eq!(bench.vertices(json!({ "nearest": [0.049, 0.049] })), [0]);
        assert_eq!(bench.vertices(json!({ "nearest": [[-0.9, -0.9], [1.9, 1.9]] })), [0, 120]);
    }

    #[test]
    fn sets_combine_as_sets() {
        let bench = square();
        let left = json!({ "half-space": { "point": [0.41, 0], "normal": [-1, 0] } });
        let low = json!({ "half-space": { "point": [0, 0.41], "normal": [0, -1] } });
        let is = |x: &[f64]| (x[0] < 0.41, x[1] < 0.41);
        let used = |x: &[f64]| x != [0.05, 0.05];
        let any = bench.vertices(json!({ "any": [left, low] }));
        assert_eq!(any, bench.matching(|x| used(x) && (is(x).0 || is(x).1)));
        let every = bench.vertices(json!({ "every": [left, { "not": low }] }));
        assert_eq!(every, bench.matching(|x| used(x) && is(x).0 && !is(x).1));
    }

    #[test]
    fn labels_boundary_and_cavities_follow_the_shape() {
        let spec: ShapeSpec = serde_json::from_value(json!({ "shape": "finger" })).unwrap();
        let bench = bench(spec.build().unwrap());
        let wall = bench.vertices(json!({ "cavity": 2 }));
        assert_eq!(wall, bench.vertices(json!({ "vertex-label": 3 })));
        let base = bench.cells(json!({ "cell-label": [2, 77] }));
        let low = json!({ "box": { "min": [-1, -1, -1], "max": [1, 1, 0.00625] } });
        assert_eq!(base, bench.cells(low));
        let on = |i: &usize| bench.boundary.on_boundary(*i);
        let boundary: Vec<usize> = (0..bench.mesh.vertex_count()).filter(on).collect();
        assert_eq!(bench.vertices(json!("boundary")), boundary);
    }

    #[test]
    fn painted_numbers_belong_to_vertices_or_cells() {
        let bench = square();
        let mut values = vec![0.0; 122];
        values[5] = 0.7;
        assert_eq!(bench.vertices(json!({ "painted": { "values": values } })), [5]);
        let mut values = vec![0.0; 200];
        values[9] = 0.3;
        let cells = bench.cells(json!({ "painted": { "values": values, "above": 0.2 } }));
        assert_eq!(cells, [9]);
        let error = bench.error(json!({ "painted": { "values": [1, 2] } }));
        assert_eq!(error.code, Code::Array);
        assert_eq!(bench.error(json!({ "painted": {} })).code, Code::Selection);
    }

    #[test]
    fn inside_reads_a_closed_curve_whichever_way_it_runs() {
        let bench = square();
        let name = format!("forcedual-inside-{}.obj", std::process::id());
        let corners = "v 0.25 0.25 0\nv 0.75 0.25 0\nv 0.75 0.75 0\nv 0.25 0.75 0\n";
        for curve in ["l 1 2 3 4 1\n", "l 4 3 2 1 4\n"] {
            std::fs::write(bench.folder.join(&name), format!("{corners}{curve}")).unwrap();
            let inside = bench.vertices(json!({ "inside": name }));
            let within = |x: &f64| (0.25..0.75).contains(x);
            assert_eq!(inside, bench.matching(|x| x.iter().all(within)));
        }
        let millimetres = bench.picker().with_unit(1e-3);
        let error = millimetres.vertices(&parse(json!({ "inside": name }))).unwrap_err();
        assert_eq!(error.code, Code::SelectionEmpty);
        let help = error.help.unwrap();
        let boxes = "[0.00025, 0.00025] to [0.00075, 0.00075], the mesh [0.0, 0.0] to [1.0, 1.0]";
        assert!(help.contains(boxes), "{help}");
        let large = corners.replace("0.25", "250").replace("0.75", "750");
        std::fs::write(bench.folder.join(&name), format!("{large}l 1 2 3 4 1\n")).unwrap();
        let inside = numbers(millimetres.vertices(&parse(json!({ "inside": name }))).unwrap());
        assert_eq!(inside, bench.matching(|x| x.iter().all(|x| (0.25..0.75).contains(x))));
        std::fs::remove_file(bench.folder.join(&name)).unwrap();
        assert_eq!(bench.error(json!({ "inside": "missing.obj" })).code, Code::Io);
    }

    #[test]
    fn selecting_nothing_says_what_exists() {
        let mut raw = grid(&[2, 2], &[1.0, 1.0]);
        raw.cell_labels = vec![4, 4, 4, 4, 9, 9, 9, 9];
        let bench = bench(raw);
        let cases = [
            (json!({ "ball": { "center": [9, 9], "radius": 1 } }), "[0.0, 0.0] to [1.0, 1.0]"),
            (json!({ "cell-label": 3 }), "labels are 4, 9"),
            (json!({ "vertex-label": 3 }), "no vertex labels"),
            (json!({ "cavity": 0 }), "no closed cavities"),
            (json!({ "not": "all" }), "[0.0, 0.0] to [1.0, 1.0]"),
            (json!({ "vertices": [] }), "belongs to a cell"),
        ];
        for (selection, hint) in cases {
            let error = bench.error(selection);
            assert_eq!(error.code, Code::SelectionEmpty);
            assert!(error.help.as_ref().unwrap().contains(hint), "{error}");
        }
    }

    #[test]
    fn bounds_in_hints_have_four_digits() {
        let bench = bench(grid(&[2, 2], &[1.0 / 3.0, 2e-7 / 3.0]));
        let error = bench.error(json!({ "box": { "min": [5, 5], "max": [6, 6] } }));
        assert_eq!(error.help.unwrap(), "the mesh spans [0.0, 0.0] to [0.3333, 6.667e-8]");
    }

    #[test]
    fn malformed_selections_name_the_field_at_fault() {
        let bench = square();
        let cases = [
            (json!({ "vertices": [3, 500] }), "vertices"),
            (json!({ "cells": [200] }), "cells"),
            (json!({ "nearest": [[0, 0], [0, 0, 0]] }), "nearest[1]"),
            (json!({ "nearest": [[0, 0], [0, 500]] }), "nearest[1]"),
            (json!({ "nearest": [500, 0] }), "nearest"),
            (json!({ "ball": { "center": [0, 0], "radius": -1 } }), "ball.radius"),
            (json!({ "box": { "min": [0], "max": [1, 1] } }), "box.min"),
            (json!({ "box": { "min": [1, 1], "max": [0, 0] } }), "box"),
            (
                json!({ "any": ["all", { "not": { "half-space":
                { "point": [0, 0], "normal": [0, 0] } } }] }),
                "any[1].not.half-space.normal",
            ),
        ];
        for (selection, field) in cases {
            let error = bench.error(selection);
            assert_eq!(error.code, Code::Selection);
            assert_eq!(error.place.field.as_deref(), Some(field), "{error}");
        }
        let ball = BallRegion { center: vec![0.0, 0.0], radius: f64::NAN };
        let error = bench.picker().cells(&Selection::Ball(ball)).unwrap_err();
        assert!(error.message.contains("NaN"), "{error}");
    }
}
