//! Strokes: weights on vertices, painted with a soft brush.
//!
//! A stroke is a list of dabs of one brush. With `r` the distance of a vertex from a dab's centre, `R`
//! the radius, `h` the hardness and `a` the strength, the falloff is
//!
//! ```text
//! f = 1 - s^2 (3 - 2 s),     s = (r - h R) / (R - h R), kept between 0 and 1
//! ```
//!
//! 1 up to `h R`, and from there a smooth step to 0 at `R`. Dabs change the weights `w`, which begin
//! at zero, in turn:
//!
//! ```text
//! paint    w <- max(w, a f)
//! erase    w <- w (1 - a f)
//! smooth   w <- w + a f (mean of the neighbours' w - w)
//! ```
//!
//! The vertex nearest to a dab's centre counts as being there (unless it is farther away than the
//! radius and than a cell is large), so that small brushes leave a mark on coarse meshes too.
//! A dab reaches only vertices that are connected with that one by edges within
//! the radius, so that paint does not jump from one leg to the other.
//!
//! Vertices with a weight above one half are selected. So are cells with such a weight at their
//! centroid, and those that a dab lies in whose vertex is selected: a stroke on a body always selects
//! cells, however small its brush. Strokes are given by places in
//! metres, and mean the same on every mesh of a body.

use super::SimplexMesh;
use super::geometry::cell_size;
use crate::error::{Code, Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Weight above which a vertex counts as selected.
const SELECTED: f64 = 0.5;

/// A stroke of a brush.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Stroke {
    /// Centres of the dabs in turn, in m.
    pub at: Vec<Vec<f64>>,
    /// Radius of the brush, in m.
    pub radius: f64,
    /// Share of the radius within which the brush has its full strength, from 0 to 1.
    #[serde(default = "half", skip_serializing_if = "is_half")]
    pub hardness: f64,
    /// Strength of the brush, from 0 to 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub strength: f64,
    /// Takes paint away instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erase: bool,
    /// Evens paint out instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub smooth: bool,
    /// Paints also on the other side of the plane where this coordinate (0, 1 or 2) is zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror: Option<usize>,
}

fn half() -> f64 {
    0.5
}

fn one() -> f64 {
    1.0
}

fn is_half(x: &f64) -> bool {
    *x == half()
}

fn is_one(x: &f64) -> bool {
    *x == one()
}

impl Stroke {
    fn check(&self, dim: usize) -> Result<()> {
        let bad =
            |field: &str, message: &str| Err(Error::new(Code::Selection, message).field(field));
        if !(self.radius > 0.0 && self.radius.is_finite()) {
            return bad("radius", "must be positive");
        }
        for (field, share) in [("hardness", self.hardness), ("strength", self.strength)] {
            if !(0.0..=1.0).contains(&share) {
                return bad(field, "must lie between 0 and 1");
            }
        }
        if self.erase && self.smooth {
            return bad("smooth", "a stroke either erases or smooths");
        }
        if self.mirror.is_some_and(|axis| axis >= dim) {
            return bad("mirror", &format!("must be an axis of the body: below {dim}"));
        }
        let fits = |at: &Vec<f64>| at.len() == dim && at.iter().all(|x| x.is_finite());
        match self.at.iter().position(|at| !fits(at)) {
            Some(k) => bad(&format!("at[{k}]"), &format!("must be {dim} finite coordinates")),
            None => Ok(()),
        }
    }

    /// The brush's share at a distance from its centre.
    fn falloff(&self, distance: f64) -> f64 {
        let hard = self.hardness * self.radius;
        if distance <= hard {
            return 1.0;
        }
        let s = ((distance - hard) / (self.radius - hard)).min(1.0);
        1.0 - s * s * (3.0 - 2.0 * s)
    }
}

/// Weights of all vertices after these strokes.
pub fn weights(mesh: &SimplexMesh, strokes: &[Stroke]) -> Result<Vec<f64>> {
    Ok(painted(mesh, strokes)?.weights)
}

fn painted<'a>(mesh: &'a SimplexMesh, strokes: &[Stroke]) -> Result<Canvas<'a>> {
    for (k, stroke) in strokes.iter().enumerate() {
        stroke.check(mesh.dim()).map_err(|e| e.field(format!("[{k}]")))?;
    }
    let mut canvas = Canvas::new(mesh);
    for stroke in strokes {
        for at in &stroke.at {
            canvas.dab(stroke, at);
            if let Some(axis) = stroke.mirror.filter(|&axis| at[axis] != 0.0) {
                let mut other = at.clone();
                other[axis] = -other[axis];
                canvas.dab(stroke, &other);
            }
        }
    }
    Ok(canvas)
}

/// Whether each vertex has a weight above one half after these strokes.
pub fn selected(mesh: &SimplexMesh, strokes: &[Stroke]) -> Result<Vec<bool>> {
    Ok(weights(mesh, strokes)?.into_iter().map(|w| w > SELECTED).collect())
}

/// Whether each cell has a weight above one half at its centroid after these strokes, or is one that a
/// dab lies in.
pub fn selected_cells(mesh: &SimplexMesh, strokes: &[Stroke]) -> Result<Vec<bool>> {
    let canvas = painted(mesh, strokes)?;
    let weight = |i: &u32| canvas.weights[*i as usize];
    let cells = mesh.cells().chunks_exact(mesh.dim() + 1);
    let mean = |cell: &[u32]| cell.iter().map(weight).sum::<f64>() / cell.len() as f64;
    let mut on: Vec<bool> = cells.map(|cell| mean(cell) > SELECTED).collect();
    for (_, t) in canvas.marks.iter().filter(|(i, _)| weight(i) > SELECTED) {
        on[*t as usize] = true;
    }
    Ok(on)
}

/// Weights in the making.
struct Canvas<'a> {
    mesh: &'a SimplexMesh,
    weights: Vec<f64>,
    /// Cells at vertex `i`: those from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    cells: Vec<u32>,
    /// Distance at which a vertex may still stand for a dab's centre, whatever the radius.
    cell: f64,
    /// The vertex nearest to each dab that paints, and the cell there that it lies in.
    marks: Vec<(u32, u32)>,
    /// The dab that has last reached each vertex.
    reached: Vec<u32>,
    dabs: u32,
}

impl<'a> Canvas<'a> {
    fn new(mesh: &'a SimplexMesh) -> Self {
        let n = mesh.vertex_count();
        let mut starts = vec![0; n + 1];
        mesh.cells().iter().for_each(|&i| starts[i as usize + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let (mut next, mut cells) = (starts.clone(), vec![0; mesh.cells().len()]);
        for (t, cell) in mesh.cells().chunks_exact(mesh.dim() + 1).enumerate() {
            for &i in cell {
                cells[next[i as usize] as usize] = t as u32;
                next[i as usize] += 1;
            }
        }
        Canvas {
            mesh,
            weights: vec![0.0; n],
            starts,
            cells,
            cell: cell_size(mesh),
            marks: Vec::new(),
            reached: vec![0; n],
            dabs: 0,
        }
    }

    /// Vertices that share a cell with a vertex, each once.
    fn neighbours(&self, i: u32) -> Vec<u32> {
        let around = self.starts[i as usize] as usize..self.starts[i as usize + 1] as usize;
        let corners = self.cells[around].iter().flat_map(|&t| self.mesh.cell(t as usize));
        let mut all: Vec<u32> = corners.copied().filter(|&j| j != i).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn away(&self, i: usize, at: &[f64]) -> f64 {
        self.mesh.point(i).iter().zip(at).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
    }

    /// The cell at a vertex whose centroid is nearest to a place.
    fn cell_at(&self, i: usize, at: &[f64]) -> Option<u32> {
        let around = &self.cells[self.starts[i] as usize..self.starts[i + 1] as usize];
        let away = |t: u32| -> f64 {
            let centroid = self.mesh.centroid(t as usize);
            centroid.iter().zip(at).map(|(x, y)| (x - y).powi(2)).sum()
        };
        around.iter().copied().min_by(|a, b| away(*a).total_cmp(&away(*b)))
    }

    fn dab(&mut self, stroke: &Stroke, at: &[f64]) {
        let used = (0..self.weights.len()).filter(|&i| self.starts[i] < self.starts[i + 1]);
        let nearest = used.map(|i| (self.away(i, at), i)).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((away, first)) = nearest else { return };
        if away > stroke.radius.max(self.cell) {
            return;
        }
        if !stroke.erase && !stroke.smooth {
            self.marks.extend(self.cell_at(first, at).map(|t| (first as u32, t)));
        }
        self.dabs += 1;
        self.reached[first] = self.dabs;
        let mut found = vec![(first as u32, stroke.strength)];
        let mut next = 0;
        while let Some(&(i, _)) = found.get(next) {
            next += 1;
            for j in self.neighbours(i) {
                let distance = self.away(j as usize, at);
                if distance < stroke.radius && self.reached[j as usize] != self.dabs {
                    self.reached[j as usize] = self.dabs;
                    found.push((j, stroke.strength * stroke.falloff(distance)));
                }
            }
        }
        if stroke.smooth {
            // all from the weights before the dab
            let mean = |i: u32| {
                let all = self.neighbours(i);
                all.iter().map(|&j| self.weights[j as usize]).sum::<f64>() / all.len() as f64
            };
            let means: Vec<f64> = found.iter().map(|(i, _)| mean(*i)).collect();
            for ((i, share), mean) in found.into_iter().zip(means) {
                let w = &mut self.weights[i as usize];
                *w += share * (mean - *w);
            }
            return;
        }
        for (i, share) in found {
            let w = &mut self.weights[i as usize];
            *w = if stroke.erase { *w * (1.0 - share) } else { w.max(share) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;
    use serde_json::{Value, json};

    fn strokes(value: Value) -> Vec<Stroke> {
        serde_json::from_value(value).unwrap()
    }

    fn square(n: usize) -> SimplexMesh {
        SimplexMesh::new(grid(&[n, n], &[1.0, 1.0])).unwrap()
    }

    #[test]
    fn paint_falls_off_smoothly_from_the_hard_part_to_the_rim() {
        let mesh = square(40);
        let stroke =
            json!([{ "at": [[0.5, 0.5]], "radius": 0.4, "hardness": 0.25, "strength": 0.8 }]);
        let w = weights(&mesh, &strokes(stroke)).unwrap();
        for i in 0..mesh.vertex_count() {
            let p = mesh.point(i);
            let s = (((p[0] - 0.5).hypot(p[1] - 0.5) - 0.1) / 0.3).clamp(0.0, 1.0);
            assert!((w[i] - 0.8 * (1.0 - 3.0 * s.powi(2) + 2.0 * s.powi(3))).abs() < 1e-12, "{i}");
        }
    }

    #[test]
    fn dabs_cover_erase_and_even_out_in_turn() {
        let mesh = square(20);
        let dab = |more: Value| {
            let mut stroke = json!({ "at": [[0.5, 0.5]], "radius": 0.3, "hardness": 1.0 });
            let more = more.as_object().unwrap().clone();
            stroke.as_object_mut().unwrap().extend(more);
            stroke
        };
        let centre = |list: Vec<Value>| {
            let w = weights(&mesh, &strokes(Value::Array(list))).unwrap();
            let all = (0..mesh.vertex_count()).filter(|&i| mesh.point(i) == [0.5, 0.5]);
            all.map(|i| w[i]).next().unwrap()
        };
        let (half, full) = (json!({ "strength": 0.5 }), json!({}));
        assert_eq!(centre(vec![dab(full.clone()), dab(half.clone())]), 1.0);
        assert_eq!(centre(vec![dab(half.clone()), dab(half.clone())]), 0.5);
        let erase = json!({ "erase": true, "strength": 0.5 });
        assert_eq!(centre(vec![dab(full.clone()), dab(erase.clone()), dab(erase)]), 0.25);
        // inside of a plateau there is nothing to even out, at a single spot there is
        let smooth = json!({ "smooth": true });
        assert_eq!(centre(vec![dab(full), dab(smooth.clone())]), 1.0);
        let spot = json!({ "radius": 0.02 });
        assert_eq!(centre(vec![dab(spot), dab(smooth)]), 0.0);
    }

    #[test]
    fn paint_does_not_jump_across_a_gap_nor_reach_beyond_it() {
        // two legs of a U: cells of the upper middle are missing
        let whole = grid(&[9, 9], &[0.9, 0.9]);
        let mesh = SimplexMesh::new(whole).unwrap();
        let raw = mesh.raw().clone();
        let keep = |t: &usize| {
            let c = mesh.centroid(*t);
            c[1] < 0.3 || c[0] < 0.4 || c[0] > 0.5
        };
        let cells = (0..mesh.cell_count()).filter(keep);
        let cells = cells.flat_map(|t| mesh.cell(t).to_vec()).collect();
        let mesh = SimplexMesh::new(crate::mesh::RawMesh { cells, ..raw }).unwrap();
        let stroke = json!([{ "at": [[0.38, 0.9]], "radius": 0.3, "hardness": 1.0 }]);
        let on = selected(&mesh, &strokes(stroke)).unwrap();
        let count = |side: &dyn Fn(f64) -> bool| {
            (0..mesh.vertex_count()).filter(|&i| on[i] && side(mesh.point(i)[0])).count()
        };
        assert!(count(&|x| x < 0.41) > 5);
        assert_eq!(count(&|x| x > 0.49), 0);
    }

    #[test]
    fn a_small_brush_leaves_a_mark_on_a_coarse_mesh_and_a_far_one_none() {
        let mesh = square(4);
        let dab = |at: [f64; 2]| json!([{ "at": [at], "radius": 1e-3 }]);
        let w = weights(&mesh, &strokes(dab([0.3, 0.3]))).unwrap();
        assert_eq!(w.iter().sum::<f64>(), 1.0);
        let w = weights(&mesh, &strokes(dab([3.0, 0.3]))).unwrap();
        assert_eq!(w.iter().sum::<f64>(), 0.0);
    }

    #[test]
    fn a_stroke_selects_cells_however_small_its_brush_until_it_is_erased() {
        let mesh = square(4);
        let stroke = json!({ "at": [[0.3, 0.3], [0.55, 0.3], [0.7, 0.35]], "radius": 1e-3 });
        let on = selected_cells(&mesh, &strokes(json!([stroke]))).unwrap();
        let chosen: Vec<usize> = (0..on.len()).filter(|&t| on[t]).collect();
        assert!(chosen.len() >= 3, "{chosen:?}");
        for t in chosen {
            let c = mesh.centroid(t);
            assert!(c[0] > 0.2 && c[0] < 0.8 && (c[1] - 0.3).abs() < 0.2, "{c:?}");
        }
        let eraser = json!({ "at": [[0.5, 0.3]], "radius": 0.5, "hardness": 1.0, "erase": true });
        let on = selected_cells(&mesh, &strokes(json!([stroke, eraser]))).unwrap();
        assert!(!on.contains(&true));
        // a brush larger than cells selects those whose middle it covers
        let wide = json!([{ "at": [[0.5, 0.5]], "radius": 0.4, "hardness": 1.0 }]);
        let mesh = square(40);
        let on = selected_cells(&mesh, &strokes(wide)).unwrap();
        let r = |t: usize| (mesh.centroid(t)[0] - 0.5).hypot(mesh.centroid(t)[1] - 0.5);
        let wrong = (0..on.len()).filter(|&t| (r(t) - 0.4).abs() > 0.02 && on[t] != (r(t) < 0.4));
        assert_eq!(wrong.count(), 0);
    }

    #[test]
    fn a_mirror_paints_both_sides_alike() {
        let mut raw = grid(&[10, 10], &[1.0, 1.0]);
        raw.positions.iter_mut().step_by(2).for_each(|x| *x -= 0.5);
        let mesh = SimplexMesh::new(raw).unwrap();
        let stroke = json!([{ "at": [[0.31, 0.52], [0.2, 0.4]], "radius": 0.2, "mirror": 0 }]);
        let w = weights(&mesh, &strokes(stroke)).unwrap();
        let at = |x: f64, y: f64| {
            let near = |i: &usize| {
                let p = mesh.point(*i);
                (p[0] - x).hypot(p[1] - y) < 1e-9
            };
            w[(0..mesh.vertex_count()).find(near).unwrap()]
        };
        for i in 0..mesh.vertex_count() {
            let p = mesh.point(i);
            assert!((at(p[0], p[1]) - at(-p[0], p[1])).abs() < 1e-9);
        }
        assert!(w.iter().sum::<f64>() > 1.0);
    }

    #[test]
    fn faults_are_named() {
        let mesh = square(2);
        let fault = |stroke: Value| {
            let error = weights(&mesh, &strokes(json!([stroke]))).unwrap_err();
            error.place.field.unwrap()
        };
        let base = json!({ "at": [[0.0, 0.0]], "radius": 0.1 });
        for (key, value) in [
            ("radius", json!(0.0)),
            ("hardness", json!(1.5)),
            ("strength", json!(-1.0)),
            ("mirror", json!(2)),
        ] {
            let mut stroke = base.clone();
            stroke[key] = value;
            assert_eq!(fault(stroke), format!("[0].{key}"));
        }
        assert_eq!(fault(json!({ "at": [[0.0, 0.0, 0.0]], "radius": 0.1 })), "[0].at[0]");
    }
}
