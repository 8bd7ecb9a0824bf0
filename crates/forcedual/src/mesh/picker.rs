//! Evaluates [`Selection`]s on a mesh.

mod hints;
mod places;

use std::path::Path;

use super::select::{Labels, Names, Painted, Selection};
use super::validate::numbered as named;
use super::{Boundary, SimplexMesh, strokes};
use crate::array::{ArrayFile, ArraySource};
use crate::error::{Code, Error, Result, did_you_mean, one_of_two};

pub(crate) use hints::not_stray;

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
            Selection::Strokes(all) => match target {
                Target::Vertices => strokes::selected(mesh, all),
                Target::Cells => strokes::selected_cells(mesh, all),
            }
            .map_err(|e| e.field("strokes")),
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

    fn painted(&self, painted: &Painted, target: Target) -> Result<Vec<bool>> {
        if painted.above.is_nan() {
            return Err(Error::new(Code::Selection, "NaN is not a threshold").field("above"));
        }
        let source = match (&painted.file, &painted.values) {
            (Some(file), None) => {
                ArraySource::File(ArrayFile { file: file.clone(), array: painted.array.clone() })
            }
            (None, Some(values)) => ArraySource::Numbers(values.clone()),
            (file, _) => {
                return Err(one_of_two(Code::Selection, ["file", "values"], file.is_some()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::RawMesh;
    use crate::mesh::select::BallRegion;
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
    fn many_points_choose_what_each_of_them_chooses_alone() {
        let bench = square();
        // some of them as far from two vertices
        let points: Vec<[f64; 2]> =
            (0..40).map(|k| [0.05 * f64::from(k % 21), 0.031 * f64::from(k)]).collect();
        let mut alone: Vec<usize> =
            points.iter().flat_map(|p| bench.vertices(json!({ "nearest": p }))).collect();
        alone.sort_unstable();
        alone.dedup();
        assert_eq!(bench.vertices(json!({ "nearest": points })), alone);
        let cells = |p: Value| bench.cells(json!({ "nearest": p }));
        let mut alone: Vec<usize> = points.iter().flat_map(|p| cells(json!(p))).collect();
        alone.sort_unstable();
        alone.dedup();
        assert_eq!(cells(json!(points)), alone);
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
        for (points, field) in
            [(json!([[0, 0], [0, 500]]), "nearest[1]"), (json!([500, 0]), "nearest")]
        {
            let error = bench.error(json!({ "nearest": points }));
            let found = (error.code, error.place.field.as_deref());
            assert_eq!(found, (Code::SelectionEmpty, Some(field)), "{error}");
        }
        let ball = BallRegion { center: vec![0.0, 0.0], radius: f64::NAN };
        let error = bench.picker().cells(&Selection::Ball(ball)).unwrap_err();
        assert!(error.message.contains("NaN"), "{error}");
    }
}
