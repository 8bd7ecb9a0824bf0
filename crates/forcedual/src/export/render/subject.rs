//! From bodies to drawings: meshes, surfaces and models with fields, modes, forces and cuts.

use super::arrows::{Arrow, arrows, chosen};
use super::colour::{Colour, ColourMap, palette};
use super::drawing::{ColourBar, Drawing, Finish, Lines, Paint, Solid, Values};
use super::picture::Covering;
use crate::error::{Code, Error, Result};
use crate::export::Model;
use crate::mesh::display::{Attached, Display, Follower};
use crate::mesh::io::{On, Surface};
use crate::mesh::{RawMesh, SimplexMesh};

/// Length of the longest displacement or force drawn, as a share of the body's diagonal.
const AMPLITUDE: f64 = 0.15;
/// Arrows drawn at most.
const ARROWS: usize = 160;
/// Forces on the outside below this share of those inside are hardly any.
const FAINT: f64 = 0.1;

/// A body to draw: triangles in the plane, tetrahedra, or a surface in space.
#[derive(Debug, Clone)]
pub struct Subject {
    dim: usize,
    /// Three coordinates per vertex; the last is zero in the plane.
    points: Vec<[f64; 3]>,
    cells: Cells,
    labels: Vec<i64>,
    /// One for each corner of each cell, or empty.
    colours: Vec<[Colour; 3]>,
    held: Vec<bool>,
    /// Drawn instead of the cells.
    surface: Option<Follower>,
    /// Pictures on the surface or, without one, on the cells.
    covering: Option<Covering>,
    warnings: Vec<String>,
}

#[derive(Debug, Clone)]
enum Cells {
    Triangles(Vec<[u32; 3]>),
    Tetrahedra(Vec<[u32; 4]>),
}

/// How to show a [`Subject`].
#[derive(Debug, Clone, Default)]
pub struct Look {
    /// Displacement of every vertex, `dim` numbers each.
    pub displacement: Option<Vec<f64>>,
    /// Show where the body was before it was displaced.
    pub ghost: bool,
    /// Numbers per vertex or per cell.
    pub field: Option<Field>,
    /// Force on every vertex, `dim` numbers each.
    pub forces: Option<Vec<f64>>,
    /// Draw the edges of the cells.
    pub wireframe: bool,
    /// Leave out the cells whose centre has a larger coordinate than this: axis and value.
    pub cut: Option<(usize, f64)>,
}

/// Numbers to paint a body with.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// One per vertex or one per cell.
    pub values: Vec<f64>,
    /// Which of both.
    pub on: On,
    /// Name and unit, for the colour bar.
    pub label: String,
}

/// The colours of a solid, and the bar that explains them.
type Coloured = (Paint, Option<ColourBar>);

/// A facet of a cell that is drawn.
struct Facet {
    corners: [u32; 3],
    cell: usize,
    /// It was inside the body before the cut.
    inner: bool,
}

impl Subject {
    /// A mesh as it was read; its cells may be wound either way.
    pub fn from_raw(mesh: &RawMesh) -> Result<Self> {
        let points = lifted(&mesh.positions, mesh.dim)?;
        let cells = match mesh.dim {
            2 => Cells::Triangles(mesh.cells.as_chunks().0.to_vec()),
            _ => Cells::Tetrahedra(mesh.cells.as_chunks().0.to_vec()),
        };
        let labels = mesh.cell_labels.clone();
        Subject::new(mesh.dim, points, cells, labels)
    }

    /// A checked mesh.
    pub fn from_mesh(mesh: &SimplexMesh) -> Result<Self> {
        Self::from_raw(mesh.raw())
    }

    /// A surface in space.
    pub fn from_surface(surface: &Surface) -> Result<Self> {
        if surface.dim != 3 {
            return Err(Error::new(
                Code::Format,
                "the file holds a curve, which has no area to draw",
            ));
        }
        let points = lifted(&surface.positions, 3)?;
        let cells = Cells::Triangles(surface.facets.as_chunks().0.to_vec());
        Subject::new(3, points, cells, Vec::new())
    }

    fn new(dim: usize, points: Vec<[f64; 3]>, cells: Cells, labels: Vec<i64>) -> Result<Self> {
        let (colours, held, warnings) = (Vec::new(), Vec::new(), Vec::new());
        let (surface, covering) = (None, None);
        Subject { dim, points, cells, labels, colours, held, surface, covering, warnings }.checked()
    }

    /// The body of a model: its cells, see [`with_surface`](Self::with_surface).
    pub fn from_model(model: &Model) -> Result<Self> {
        Ok(Self::from_raw(&model.mesh())?.with_held(&model.held))
    }

    /// Draws a surface that follows the body instead of its cells.
    pub fn with_surface(mut self, surface: Follower) -> Self {
        (self.covering, self.warnings) = Covering::of(&surface.attached().display);
        self.surface = Some(surface);
        self
    }

    /// Cells have the colours and pictures of these triangles, if there is one for each.
    pub fn with_display(mut self, display: &Display) -> Self {
        if matches!(self.cells, Cells::Triangles(_)) && display.faces.len() == self.cell_count() {
            let colour = |i: u32| {
                let [r, g, b] = display.colours[i as usize];
                Colour::rgb(r, g, b)
            };
            if !display.colours.is_empty() {
                self.colours = display.faces.iter().map(|face| face.map(colour)).collect();
            }
            (self.covering, self.warnings) = Covering::of(display);
        }
        self
    }

    /// What to know about pictures that are not shown.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Vertices that do not move are drawn in another colour.
    pub fn with_held(mut self, held: &[bool]) -> Self {
        if held.len() == self.points.len() {
            self.held = held.to_vec();
        }
        self
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.points.len()
    }

    /// The coordinates of all vertices along an axis.
    pub fn coordinates(&self, axis: usize) -> Vec<f64> {
        self.points.iter().map(|p| p[axis.min(2)]).collect()
    }

    /// Lower and upper corner of the cells.
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &i in self.corners() {
            for (c, &x) in self.points[i as usize].iter().enumerate() {
                low[c] = low[c].min(x);
                high[c] = high[c].max(x);
            }
        }
        [low, high]
    }

    /// The factor that makes the longest of the displacements 15% of the body's diagonal.
    pub fn fitting_scale(&self, displacement: &[f64]) -> f64 {
        let most = vectors(displacement, self.dim).map(norm).fold(0.0, f64::max);
        if most > 0.0 { AMPLITUDE * self.diagonal() / most } else { 1.0 }
    }

    fn diagonal(&self) -> f64 {
        let [low, high] = self.bounds();
        norm([0, 1, 2].map(|c| high[c] - low[c]))
    }

    fn corners(&self) -> &[u32] {
        match &self.cells {
            Cells::Triangles(t) => t.as_flattened(),
            Cells::Tetrahedra(t) => t.as_flattened(),
        }
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        match &self.cells {
            Cells::Triangles(t) => t.len(),
            Cells::Tetrahedra(t) => t.len(),
        }
    }

    fn checked(self) -> Result<Self> {
        let n = self.points.len();
        if self.corners().is_empty() {
            return Err(Error::new(Code::MeshEmpty, "the mesh has no cells to draw"));
        }
        if let Some(i) = self.corners().iter().find(|&&i| i as usize >= n) {
            return Err(Error::new(Code::MeshIndex, format!("a cell names vertex {i} of {n}")));
        }
        if let Some(i) = self.points.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
            return Err(Error::new(
                Code::MeshNotFinite,
                format!("vertex {i} has coordinates that are not finite"),
            ));
        }
        if !self.labels.is_empty() && self.labels.len() != self.cell_count() {
            return Err(Error::new(Code::Array, "the mesh does not have one label per cell"));
        }
        Ok(self)
    }

    /// The subject as a drawing.
    pub fn drawing(&self, look: &Look) -> Result<Drawing> {
        let moved = match &look.displacement {
            Some(u) => {
                self.expect(u.len(), "the displacement")?;
                let sum = |(p, u): (&[f64; 3], [f64; 3])| [p[0] + u[0], p[1] + u[1], p[2] + u[2]];
                self.points.iter().zip(vectors(u, self.dim)).map(sum).collect()
            }
            None => self.points.clone(),
        };
        let facets = self.facets(look.cut)?;
        let planar = self.dim == 2;
        let mut drawing = Drawing { planar, ..Drawing::default() };
        let mut solid = match &self.surface {
            None => {
                let triangles = facets.iter().map(|f| f.corners).collect();
                let (paint, bar) = self.paint(&facets, look.field.as_ref())?;
                drawing.colour_bar = bar;
                let mut solid = Solid::new(moved.clone(), triangles).painted(paint);
                solid.covering = self.covering.as_ref().map(|all| Covering {
                    pictures: all.pictures.clone(),
                    of: facets.iter().map(|f| all.of[f.cell]).collect(),
                    tinted: all.tinted,
                });
                solid
            }
            Some(follower) => {
                let (paint, bar) = self.surface_paint(follower, look.field.as_ref())?;
                drawing.colour_bar = bar;
                let mut frame = follower.rest();
                if let Some(u) = &look.displacement {
                    follower.follow(u, &mut frame)?;
                }
                let faces = follower.attached().display.faces.clone();
                let mut solid = Solid::new(frame.positions, faces).painted(paint);
                solid.covering = self.covering.clone();
                if !planar {
                    solid.normals = frame.normals;
                }
                solid
            }
        };
        if look.field.is_some() {
            solid.covering = None;
        }
        if look.ghost && look.displacement.is_some() {
            let rest = match &self.surface {
                None => self.points.clone(),
                Some(follower) => follower.attached().display.positions.clone(),
            };
            let rest = Solid::new(rest, solid.triangles.clone());
            drawing.solids.push(rest.finished(Finish::Ghost));
        }
        let inked = matches!(solid.paint, Paint::Field { .. }) || self.surface.is_some();
        solid.finish = if planar { Finish::Flat } else { Finish::Clay };
        solid.wireframe = look.wireframe || look.cut.is_some() && !planar;
        if planar {
            let ends = |e: [u32; 2]| e.map(|i| solid.positions[i as usize]);
            drawing.lines.push(Lines {
                segments: rim(&solid.triangles).map(ends).collect(),
                width: 2.2,
                colour: if inked { Colour::rgb(52, 50, 48) } else { Colour::rgb(120, 78, 58) },
                solid: drawing.solids.len(),
            });
        }
        let arrows = match &look.forces {
            Some(forces) => {
                self.expect(forces.len(), "the forces")?;
                let triangles: Vec<[u32; 3]> = facets.iter().map(|f| f.corners).collect();
                let (arrows, within) = self.arrows(&moved, &triangles, forces);
                if within && look.field.is_none() {
                    solid.finish = Finish::Ghost;
                }
                Some(arrows)
            }
            None => None,
        };
        drawing.solids.push(solid);
        drawing.solids.extend(arrows);
        Ok(drawing)
    }

    fn expect(&self, found: usize, what: &str) -> Result<()> {
        let (n, dim) = (self.points.len(), self.dim);
        if found == n * dim {
            return Ok(());
        }
        let message = format!("{what} should have shape ({n}, {dim}) but has {found} numbers");
        Err(Error::new(Code::Array, message))
    }

    /// The facets to draw: all triangles, or what is on the outside of the tetrahedra.
    fn facets(&self, cut: Option<(usize, f64)>) -> Result<Vec<Facet>> {
        let kept = |cell: &[u32]| {
            cut.is_none_or(|(axis, at)| {
                let sum: f64 = cell.iter().map(|&i| self.points[i as usize][axis.min(2)]).sum();
                sum / cell.len() as f64 <= at
            })
        };
        let facets: Vec<Facet> = match &self.cells {
            Cells::Triangles(list) => {
                let all = list.iter().enumerate().filter(|(_, t)| kept(&t[..]));
                all.map(|(cell, &corners)| Facet { corners, cell, inner: false }).collect()
            }
            Cells::Tetrahedra(list) => outside(list, |t| kept(&list[t])),
        };
        if facets.is_empty() {
            return Err(Error::new(Code::SelectionEmpty, "the cut leaves nothing of the body"));
        }
        Ok(facets)
    }

    /// How a field is coloured, and the bar that says so.
    fn coloured(&self, field: &Field, per_vertex: Values, per_cell: Values) -> Result<Coloured> {
        let (n, t) = (self.points.len(), self.cell_count());
        let (expected, values) = match field.on {
            On::Vertices => (n, per_vertex),
            On::Cells => (t, per_cell),
        };
        if field.values.len() != expected {
            let k = field.values.len();
            let message =
                format!("the field has {k} values; the mesh has {n} vertices and {t} cells");
            return Err(Error::new(Code::Array, message));
        }
        let (map, range) = ColourMap::suited(&field.values);
        let bar = ColourBar { map, range, label: field.label.clone() };
        Ok((Paint::Field { values, map, range }, Some(bar)))
    }

    fn paint(&self, facets: &[Facet], field: Option<&Field>) -> Result<Coloured> {
        if let Some(field) = field {
            let of = |f: &Facet| field.values.get(f.cell).copied().unwrap_or_default();
            let per_cell = Values::Triangles(facets.iter().map(of).collect());
            return self.coloured(field, Values::Vertices(field.values.clone()), per_cell);
        }
        if !self.colours.is_empty() {
            let own = facets.iter().map(|f| self.colours[f.cell]);
            return Ok((Paint::Corners(own.collect()), None));
        }
        let labels = self.distinct_labels();
        let inside = Colour::rgb(246, 228, 202);
        let colour = |f: &Facet| match (f.inner, self.labels.get(f.cell)) {
            (_, Some(own)) if labels.len() > 1 => palette(labels.binary_search(own).unwrap_or(0)),
            (true, _) => inside,
            _ => palette(0),
        };
        let several = labels.len() > 1 || facets.iter().any(|f| f.inner);
        if several {
            return Ok((Paint::Triangles(facets.iter().map(colour).collect()), None));
        }
        if self.held.contains(&true) {
            let each = self.held.iter().map(|&h| held_colour(f32::from(u8::from(h))));
            return Ok((Paint::Vertices(each.collect()), None));
        }
        Ok((Paint::Plain(palette(0)), None))
    }

    /// The colours of the surface: a field's, its own, or those of the cells behind it.
    fn surface_paint(&self, follower: &Follower, field: Option<&Field>) -> Result<Coloured> {
        let Attached { display, cells, .. } = follower.attached();
        let behind = |face: &[u32; 3]| cells[face[0] as usize] as usize;
        let at = |values: &[f64]| match values.len() == self.points.len() {
            true => follower.attached().interpolate(self.corners(), values),
            false => Vec::new(),
        };
        if let Some(field) = field {
            let of = |face| field.values.get(behind(face)).copied().unwrap_or_default();
            let per_cell = Values::Triangles(display.faces.iter().map(of).collect());
            return self.coloured(field, Values::Vertices(at(&field.values)), per_cell);
        }
        if !display.colours.is_empty() {
            let own = display.colours.iter().map(|&[r, g, b]| Colour::rgb(r, g, b));
            return Ok((Paint::Vertices(own.collect()), None));
        }
        let labels = self.distinct_labels();
        if labels.len() > 1 {
            let number = |face| labels.binary_search(&self.labels[behind(face)]).unwrap_or(0);
            let each = display.faces.iter().map(|face| palette(number(face)));
            return Ok((Paint::Triangles(each.collect()), None));
        }
        if self.held.contains(&true) {
            let held: Vec<f64> = self.held.iter().map(|&h| f64::from(u8::from(h))).collect();
            let each = at(&held).into_iter().map(|h| held_colour(h.clamp(0.0, 1.0) as f32));
            return Ok((Paint::Vertices(each.collect()), None));
        }
        Ok((Paint::Plain(palette(0)), None))
    }

    fn distinct_labels(&self) -> Vec<i64> {
        let mut labels = self.labels.clone();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// Arrows at the vertices that are seen, and whether these are inside; those that push have their
    /// tips there.
    fn arrows(&self, points: &[[f64; 3]], triangles: &[[u32; 3]], forces: &[f64]) -> (Solid, bool) {
        let mut outward = vec![[0.0; 3]; points.len()];
        for t in triangles {
            let [a, b, c] = t.map(|i| points[i as usize]);
            let (u, v) = (sub(b, a), sub(c, a));
            let normal =
                [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            for &i in t {
                (0..3).for_each(|c| outward[i as usize][c] += normal[c]);
            }
        }
        let mut all: Vec<[f64; 3]> = vectors(forces, self.dim).collect();
        let longest_of = |inner: bool| {
            let own = all.iter().zip(&outward).filter(|(_, n)| (**n == [0.0; 3]) == inner);
            own.map(|(f, _)| norm(*f)).fold(0.0, f64::max)
        };
        // vertices inside the body are not seen, unless nearly all forces are there
        let within = self.dim == 3 && longest_of(false) < FAINT * longest_of(true);
        for (force, normal) in all.iter_mut().zip(&outward) {
            if !within && *normal == [0.0; 3] {
                *force = [0.0; 3];
            }
        }
        let size = AMPLITUDE * self.diagonal();
        let longest = all.iter().map(|f| norm(*f)).fold(0.0, f64::max);
        let factor = if longest > 0.0 { size / longest } else { 0.0 };
        let list: Vec<Arrow> = chosen(points, &all, 0.25 * size, ARROWS)
            .into_iter()
            .map(|i| {
                let (p, f) = (points[i], all[i].map(|x| x * factor));
                let push = self.dim == 3
                    && f.iter().zip(&outward[i]).map(|(a, b)| a * b).sum::<f64>() < 0.0;
                let near = if self.dim == 2 { [p[0], p[1], 0.02 * size] } else { p };
                let ends = |s: f64| [0, 1, 2].map(|c| near[c] + s * f[c]);
                if push {
                    Arrow { tail: ends(-1.0), tip: near }
                } else {
                    Arrow { tail: near, tip: ends(1.0) }
                }
            })
            .collect();
        (arrows(&list, size, self.dim == 2), within)
    }
}

impl Drawing {
    /// Lower and upper corner of everything that is drawn.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for solid in &self.solids {
            let used = solid.triangles.as_flattened().iter();
            for p in used.filter_map(|&i| solid.positions.get(i as usize)) {
                for c in 0..3 {
                    low[c] = low[c].min(p[c]);
                    high[c] = high[c].max(p[c]);
                }
            }
        }
        low.iter().chain(&high).all(|x| x.is_finite()).then_some([low, high])
    }
}

/// Facets on the outside of the tetrahedra that are kept, in the order of the cells.
fn outside(cells: &[[u32; 4]], kept: impl Fn(usize) -> bool) -> Vec<Facet> {
    const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
    let corners = |k: usize| FACES[k % 4].map(|a| cells[k / 4][a]);
    let mut keys: Vec<([u32; 3], usize)> = (0..4 * cells.len())
        .map(|k| {
            let mut key = corners(k);
            key.sort_unstable();
            (key, k)
        })
        .collect();
    keys.sort_unstable();
    let mut found: Vec<(usize, bool)> = Vec::new();
    for same in keys.chunk_by(|a, b| a.0 == b.0) {
        let mut own = same.iter().filter(|s| kept(s.1 / 4));
        if let (Some(only), None) = (own.next(), own.next()) {
            found.push((only.1, same.len() > 1));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(k, inner)| Facet { corners: corners(k), cell: k / 4, inner }).collect()
}

/// The colour of a body that is held, where `share` is one, and free, where it is zero.
fn held_colour(share: f32) -> Colour {
    palette(0).mix(Colour::rgb(112, 128, 148), 0.8 * share)
}

/// Edges that belong to one triangle only.
fn rim(triangles: &[[u32; 3]]) -> impl Iterator<Item = [u32; 2]> {
    let mut edges: Vec<[u32; 2]> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    let lone: Vec<[u32; 2]> =
        edges.chunk_by(|a, b| a == b).filter(|same| same.len() == 1).map(|same| same[0]).collect();
    lone.into_iter()
}

fn lifted(positions: &[f64], dim: usize) -> Result<Vec<[f64; 3]>> {
    if !matches!(dim, 2 | 3) || !positions.len().is_multiple_of(dim) {
        return Err(Error::new(Code::Array, "positions should have two or three coordinates each"));
    }
    Ok(vectors(positions, dim).collect())
}

/// Vectors of `dim` numbers with zeros for what is missing.
pub(super) fn vectors(numbers: &[f64], dim: usize) -> impl Iterator<Item = [f64; 3]> {
    numbers.chunks_exact(dim).map(|v| [0, 1, 2].map(|c| v.get(c).copied().unwrap_or(0.0)))
}

fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn norm(a: [f64; 3]) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}
