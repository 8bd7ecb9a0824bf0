//! What is drawn: surfaces with their colours, lines, a caption, a colour bar.

use super::colour::{CLAY, Colour, ColourMap};
use super::picture::Covering;
use crate::error::{Code, Error, Result};

/// Everything in a picture.
#[derive(Debug, Clone, Default)]
pub struct Drawing {
    /// The surfaces.
    pub solids: Vec<Solid>,
    /// Lines on them.
    pub lines: Vec<Lines>,
    /// The surfaces lie in a plane that is seen from the front, and cast their shadow on the paper
    /// behind them.
    pub planar: bool,
    /// Written below.
    pub caption: Option<String>,
    /// Shown on the right.
    pub colour_bar: Option<ColourBar>,
}

/// Triangles with a colour.
#[derive(Debug, Clone)]
pub struct Solid {
    /// The vertices.
    pub positions: Vec<[f64; 3]>,
    /// Vertex numbers; either winding is drawn.
    pub triangles: Vec<[u32; 3]>,
    /// One normal per vertex; where there are none they follow from the triangles.
    pub normals: Vec<[f64; 3]>,
    /// The colours.
    pub paint: Paint,
    /// Pictures on some of the triangles.
    pub covering: Option<Covering>,
    /// How light falls on it.
    pub finish: Finish,
    /// Draw the edges of the triangles.
    pub wireframe: bool,
}

/// The colours of a surface.
#[derive(Debug, Clone)]
pub enum Paint {
    /// One colour.
    Plain(Colour),
    /// One colour per vertex.
    Vertices(Vec<Colour>),
    /// One colour per triangle.
    Triangles(Vec<Colour>),
    /// One colour for each corner of each triangle.
    Corners(Vec<[Colour; 3]>),
    /// Numbers per vertex, or per triangle, through a colour map from the range's lower to its
    /// upper end.
    Field {
        /// The numbers.
        values: Values,
        /// The colour map.
        map: ColourMap,
        /// What the ends of the map stand for.
        range: [f64; 2],
    },
}

/// Numbers on a surface.
#[derive(Debug, Clone)]
pub enum Values {
    /// One per vertex.
    Vertices(Vec<f64>),
    /// One per triangle.
    Triangles(Vec<f64>),
}

/// How light falls on a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// Lit, with shadows.
    Clay,
    /// The bare colour.
    Flat,
    /// A faint area with an outline behind everything else.
    Ghost,
}

/// Lines of one colour, drawn over their solid.
#[derive(Debug, Clone)]
pub struct Lines {
    /// Ends of the segments.
    pub segments: Vec<[[f64; 3]; 2]>,
    /// Width in pixels of a picture 720 pixels high; other pictures in proportion.
    pub width: f32,
    /// The colour.
    pub colour: Colour,
    /// Number of the solid that they belong to; solids after it cover them.
    pub solid: usize,
}

/// What the colours of a field stand for.
#[derive(Debug, Clone, PartialEq)]
pub struct ColourBar {
    /// The colour map.
    pub map: ColourMap,
    /// What its ends stand for.
    pub range: [f64; 2],
    /// Name and unit, for example `stress, Pa`.
    pub label: String,
}

impl Solid {
    /// A surface of clay.
    pub fn new(positions: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Self {
        let [r, g, b] = CLAY;
        Solid {
            positions,
            triangles,
            normals: Vec::new(),
            paint: Paint::Plain(Colour::rgb(r, g, b)),
            covering: None,
            finish: Finish::Clay,
            wireframe: false,
        }
    }

    /// With other colours.
    pub fn painted(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }

    /// With another finish.
    pub fn finished(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// With a wireframe, or without.
    pub fn with_wireframe(mut self, wireframe: bool) -> Self {
        self.wireframe = wireframe;
        self
    }

    /// Refuses what cannot be drawn.
    pub(super) fn check(&self) -> Result<()> {
        let (n, t) = (self.positions.len(), self.triangles.len());
        if let Some(i) = self.positions.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
            return Err(Error::new(
                Code::MeshNotFinite,
                format!("vertex {i} has coordinates that are not finite"),
            ));
        }
        if let Some(k) = self.triangles.iter().position(|t| t.iter().any(|&i| i as usize >= n)) {
            return Err(Error::new(
                Code::MeshIndex,
                format!("triangle {k} names a vertex beyond the {n} there are"),
            ));
        }
        let (what, found, expected) = match &self.paint {
            Paint::Plain(_) => ("", 0, 0),
            Paint::Vertices(c) => ("colours", c.len(), n),
            Paint::Triangles(c) => ("colours", c.len(), t),
            Paint::Corners(c) => ("triples of colours", c.len(), t),
            Paint::Field { values: Values::Vertices(v), .. } => ("values", v.len(), n),
            Paint::Field { values: Values::Triangles(v), .. } => ("values", v.len(), t),
        };
        if found != expected {
            return Err(Error::new(
                Code::Array,
                format!("the surface needs {expected} {what} but there are {found}"),
            ));
        }
        if !self.normals.is_empty() && self.normals.len() != n {
            return Err(Error::new(
                Code::Array,
                format!("the surface needs {n} normals but there are {}", self.normals.len()),
            ));
        }
        if let Paint::Field { values: Values::Vertices(v) | Values::Triangles(v), .. } = &self.paint
            && let Some(i) = v.iter().position(|x| !x.is_finite())
        {
            return Err(Error::new(Code::Array, format!("value {i} of the field is not finite")));
        }
        self.covering.as_ref().map_or(Ok(()), |covering| covering.check(t))
    }

    /// The colour inside triangle `t`, which covers so many pixels, at barycentric coordinates `b`.
    pub(super) fn colour(&self, t: usize, b: [f32; 3], pixels: impl Fn() -> f32) -> [f32; 3] {
        let Some(covering) = &self.covering else { return self.painted_colour(t, b) };
        match covering.light(t, b, pixels) {
            None => self.painted_colour(t, b),
            Some(light) if !covering.tinted => light,
            Some(light) => {
                let tint = self.painted_colour(t, b);
                [0, 1, 2].map(|c| tint[c] * light[c])
            }
        }
    }

    fn painted_colour(&self, t: usize, b: [f32; 3]) -> [f32; 3] {
        let corners = self.triangles[t];
        let mixed = |at: [[f32; 3]; 3]| {
            [0, 1, 2].map(|c| b[0] * at[0][c] + b[1] * at[1][c] + b[2] * at[2][c])
        };
        match &self.paint {
            Paint::Plain(colour) => colour.0,
            Paint::Triangles(colours) => colours[t].0,
            Paint::Vertices(colours) => mixed(corners.map(|i| colours[i as usize].0)),
            Paint::Corners(colours) => mixed(colours[t].map(|colour| colour.0)),
            Paint::Field { values, map, range: [low, high] } => {
                let value = match values {
                    Values::Triangles(values) => values[t],
                    Values::Vertices(values) => {
                        let at = |k: usize| f64::from(b[k]) * values[corners[k] as usize];
                        at(0) + at(1) + at(2)
                    }
                };
                let t = if high > low { (value - low) / (high - low) } else { 0.5 };
                map.at(t).0
            }
        }
    }
}
