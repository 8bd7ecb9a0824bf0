//! What pages and the server say to each other: messages, encoded and decoded.
//!
//! docs/studio.md has the tables. Pages ask in JSON ([`Ask`], `do` names it) and are told in JSON (`is`
//! names it) or in binary: little endian, the first `u32` is the kind, the second the revision of the
//! scene that it belongs to, arrays are aligned to four bytes.

use forcedual::Error;
use forcedual::mesh::SimplexMesh;
use forcedual::mesh::display::Attached;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Characters of a message from a page at most.
pub const LONGEST: usize = 4 << 20;

/// What a page asks for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Ask {
    /// Everything there is.
    Hello {},
    /// Another scene.
    Scene {
        /// The scene.
        scene: Value,
        /// Its revision, by the page's count.
        rev: u32,
    },
    /// Stop the work.
    Cancel {},
    /// The cells of the body.
    Cells {},
    /// Draw from the prior, again and again.
    Shake {
        /// From now on, or no longer.
        on: bool,
        /// From this force or part alone, by its number.
        #[serde(default)]
        force: Option<usize>,
    },
    /// Run or pause, and how fast.
    Play {
        /// Does time go on?
        running: bool,
        /// Simulated seconds per second.
        speed: f64,
    },
    /// Do what the scene's `[simulation]` says happens.
    Script {
        /// From now on, or no longer.
        on: bool,
    },
    /// Back to rest.
    Reset {},
    /// Take hold of a vertex of the surface.
    Grab {
        /// Of the pointer.
        id: u32,
        /// Number in the surface.
        vertex: u32,
        /// Where to.
        to: Vec<f64>,
    },
    /// Pull it elsewhere.
    Drag {
        /// Of the pointer.
        id: u32,
        /// Where to.
        to: Vec<f64>,
    },
    /// Let go.
    Release {
        /// Of the pointer.
        id: u32,
    },
    /// A place that actuation is to bring a vertex to.
    Target {
        /// Of the target.
        id: u32,
        /// Number in the surface; may be left out when the target moves.
        #[serde(default)]
        vertex: Option<u32>,
        /// Where to; nowhere takes the target away.
        to: Option<Vec<f64>>,
    },
    /// A ball to push with.
    Ball {
        /// Its centre; nowhere takes it away.
        at: Option<Vec<f64>>,
        /// Its radius, m.
        #[serde(default)]
        radius: Option<f64>,
    },
    /// A floor below the body, and gravity.
    Floor {
        /// There, or not.
        on: bool,
    },
    /// Gravity, m/s^2.
    Gravity {
        /// The acceleration.
        g: Vec<f64>,
    },
    /// Drive a channel.
    Amplitude {
        /// Its number.
        channel: usize,
        /// Its amplitude.
        value: f64,
    },
    /// All amplitudes to their means.
    Relax {},
    /// A second body under the same hand.
    Rival {
        /// Which.
        kind: RivalKind,
    },
    /// A frame was drawn.
    Ack {
        /// Its number.
        frame: u32,
    },
    /// For measuring how long an answer takes.
    Ping {
        /// Comes back.
        t: f64,
    },
}

/// A second body to compare with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RivalKind {
    /// None.
    #[default]
    Off,
    /// As many modes of linear modal analysis.
    Lma,
    /// As many Green's functions.
    Greens,
    /// As many skinning eigenmodes.
    SkinningEigenmodes,
    /// The body in full.
    Full,
}

impl RivalKind {
    /// As pages spell it.
    pub fn name(self) -> &'static str {
        match self {
            RivalKind::Off => "off",
            RivalKind::Lma => "lma",
            RivalKind::Greens => "greens",
            RivalKind::SkinningEigenmodes => "skinning-eigenmodes",
            RivalKind::Full => "full",
        }
    }
}

/// Kinds of binary messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Binary {
    /// What is looked at.
    Surface = 1,
    /// How coordinates move it.
    Rows = 2,
    /// Coordinates of now.
    Frame = 3,
    /// Numbers on the surface.
    Field = 4,
    /// A force drawn from the prior, and the response.
    Draw = 5,
    /// Modes or weights on the surface.
    Shapes = 6,
    /// How the rival's coordinates move the surface.
    RivalRows = 7,
    /// The cells of the body.
    Cells = 8,
}

/// Numbers of fields that belong to no force.
pub const YOUNG: u32 = u32::MAX;
/// See [`YOUNG`].
pub const HELD: u32 = u32::MAX - 1;

/// Whose frame it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Which {
    /// The body.
    Own = 0,
    /// The rival, by coordinates.
    RivalCoordinates = 1,
    /// The rival, by places.
    RivalPlaces = 2,
}

/// A binary message in the making.
pub struct Bytes(Vec<u8>);

impl Bytes {
    /// Begins one.
    pub fn new(kind: Binary, rev: u32) -> Self {
        Bytes(Vec::new()).word(kind as u32).word(rev)
    }

    /// A number.
    pub fn word(mut self, x: u32) -> Self {
        self.0.extend(x.to_le_bytes());
        self
    }

    /// Numbers.
    pub fn words(mut self, all: impl IntoIterator<Item = u32>) -> Self {
        all.into_iter().for_each(|x| self.0.extend(x.to_le_bytes()));
        self
    }

    /// Numbers in single precision.
    pub fn floats(mut self, all: impl IntoIterator<Item = f32>) -> Self {
        all.into_iter().for_each(|x| self.0.extend(x.to_le_bytes()));
        self
    }

    /// Numbers in double precision, made single.
    pub fn doubles<'a>(self, all: impl IntoIterator<Item = &'a f64>) -> Self {
        self.floats(all.into_iter().map(|x| *x as f32))
    }

    /// Numbers between -1 and 1 in two bytes each.
    pub fn shorts(mut self, all: impl IntoIterator<Item = f64>) -> Self {
        let short = |x: f64| (x.clamp(-1.0, 1.0) * f64::from(i16::MAX)).round() as i16;
        all.into_iter().for_each(|x| self.0.extend(short(x).to_le_bytes()));
        self
    }

    /// Fills the last word up, so that what follows is aligned.
    pub fn aligned(mut self) -> Self {
        self.0.resize(self.0.len().next_multiple_of(4), 0);
        self
    }

    /// The message.
    pub fn message(self) -> Message {
        Message::Binary(self.0.into())
    }
}

/// A JSON message.
pub fn text(value: &Value) -> Message {
    Message::Text(value.to_string().into())
}

/// An error for the page.
pub fn fault(rev: u32, error: &Error) -> Value {
    json!({
        "is": "error",
        "rev": rev,
        "code": error.code.as_str(),
        "message": error.message,
        "field": error.place.field,
        "help": error.help,
    })
}

/// What is looked at.
pub fn surface(rev: u32, mesh: &SimplexMesh, attached: &Attached) -> Message {
    let display = &attached.display;
    let n = display.positions.len();
    let pictures = &display.pictures.of;
    let flags = u32::from(!display.texture.is_empty())
        | u32::from(!display.colours.is_empty()) << 1
        | u32::from(mesh.dim() == 2) << 2
        | u32::from(!pictures.is_empty()) << 3;
    Bytes::new(Binary::Surface, rev)
        .words([n as u32, display.faces.len() as u32, flags])
        .doubles(display.positions.as_flattened())
        .doubles(display.normals.as_flattened())
        .words(display.faces.as_flattened().iter().copied())
        .doubles(display.texture.as_flattened())
        .words(display.colours.iter().map(|c| u32::from_le_bytes([c[0], c[1], c[2], 255])))
        .words(attached.cells.iter().map(|t| region(mesh, *t as usize)))
        .words(pictures.iter().map(|picture| picture.unwrap_or(u32::MAX)))
        .message()
}

/// The cells of a body, Young's modulus and region of each.
pub fn cells(rev: u32, mesh: &SimplexMesh, young: &[f64]) -> Message {
    let (n, t, corners) = (mesh.vertex_count(), mesh.cell_count(), mesh.dim() + 1);
    let place = |i: usize| {
        let point = mesh.point(i);
        [0, 1, 2].map(|c| point.get(c).map_or(0.0, |x| *x as f32))
    };
    Bytes::new(Binary::Cells, rev)
        .words([n, t, corners].map(|x| x as u32))
        .floats((0..n).flat_map(place))
        .words(mesh.cells().iter().copied())
        .floats((0..t).map(|t| young.get(t).map_or(0.0, |x| *x as f32)))
        .words((0..t).map(|t| region(mesh, t)))
        .message()
}

/// Number of the region of a cell; the largest number where it has none.
fn region(mesh: &SimplexMesh, cell: usize) -> u32 {
    match mesh.cell_labels().get(cell) {
        Some(&label) if (1..=mesh.regions().len() as i64).contains(&label) => label as u32 - 1,
        _ => u32::MAX,
    }
}

/// How coordinates move the surface.
pub struct Rows {
    /// Points of the surface.
    pub points: usize,
    /// Entries of a row.
    pub width: usize,
    /// Numbers that come out per row.
    pub columns: usize,
    /// 2 or 3.
    pub dim: usize,
    /// All entries, row after row.
    pub entries: Vec<f32>,
}

impl Rows {
    /// Those of a skin.
    pub fn of(skin: &forcedual::reduce::Skin) -> Self {
        Rows {
            points: skin.count(),
            width: skin.rows().width(),
            columns: skin.columns(),
            dim: skin.dim(),
            entries: skin.point_rows(),
        }
    }

    /// The displacement of a point at coordinates `z`.
    pub fn displacement(&self, point: usize, z: &[f64]) -> [f64; 3] {
        let (p, per) = (self.width, self.dim / self.columns.max(1));
        let mut u = [0.0; 3];
        for (c, u) in u.iter_mut().enumerate().take(self.dim) {
            let (row, block) = if self.columns > 1 { (point, c) } else { (point * per + c, 0) };
            let row = self.entries.iter().skip(row * p).take(p);
            *u = row.zip(z.iter().skip(block * p)).map(|(r, z)| f64::from(*r) * z).sum();
        }
        u
    }

    /// The message, for the body or its rival: entries in two bytes each, relative to the largest of their
    /// place in the row, which is a 65,534th of a motion's extent off at most.
    pub fn message(&self, kind: Binary, rev: u32) -> Message {
        let head = [self.points, self.width, self.columns, self.dim].map(|x| x as u32);
        let mut most = vec![f32::MIN_POSITIVE; self.width];
        let rows = self.entries.chunks_exact(self.width.max(1));
        rows.clone().for_each(|row| {
            most.iter_mut().zip(row).for_each(|(m, x)| *m = m.max(x.abs()));
        });
        let relative = rows.flat_map(|row| row.iter().zip(&most).map(|(x, m)| f64::from(x / m)));
        Bytes::new(kind, rev)
            .words(head)
            .floats(most.iter().map(|m| m / f32::from(i16::MAX)))
            .shorts(relative)
            .aligned()
            .message()
    }
}

/// Coordinates or places of now, and what is pulled where.
pub fn frame(
    rev: u32,
    (number, which, time): (u32, Which, f64),
    numbers: impl ExactSizeIterator<Item = f32>,
    pulls: &[[[f64; 3]; 2]],
) -> Message {
    Bytes::new(Binary::Frame, rev)
        .words([number, which as u32])
        .floats([time as f32])
        .word(numbers.len() as u32)
        .floats(numbers)
        .word(pulls.len() as u32)
        .doubles(pulls.as_flattened().as_flattened())
        .message()
}

/// Numbers on the surface.
pub fn field(rev: u32, index: u32, values: &[f64]) -> Message {
    Bytes::new(Binary::Field, rev).words([index, values.len() as u32]).doubles(values).message()
}

/// A draw of the prior: arrows (from, by), the displacement of the surface, and the numbers of the parts of
/// mixtures that act.
pub fn draw(rev: u32, arrows: &[[[f64; 3]; 2]], moved: &[f64], parts: &[u32]) -> Message {
    Bytes::new(Binary::Draw, rev)
        .word(arrows.len() as u32)
        .doubles(arrows.as_flattened().as_flattened())
        .word(moved.len() as u32)
        .doubles(moved)
        .word(parts.len() as u32)
        .words(parts.iter().copied())
        .message()
}

/// Modes or weights on the surface, `dim` numbers per point each, made to be 1 at most.
pub fn shapes(rev: u32, dim: usize, points: usize, shapes: &[Vec<f64>]) -> Message {
    let mut bytes =
        Bytes::new(Binary::Shapes, rev).words([shapes.len() as u32, dim as u32, points as u32]);
    for shape in shapes {
        let length = |u: &[f64]| u.iter().map(|x| x * x).sum::<f64>().sqrt();
        let most = shape.chunks_exact(dim.max(1)).map(length).fold(0.0, f64::max);
        let scale = if most > 0.0 { 1.0 / most } else { 0.0 };
        bytes = bytes.shorts(shape.iter().map(|x| scale * x));
    }
    bytes.aligned().message()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_are_read_as_pages_write_them() {
        let read = |text: &str| serde_json::from_str::<Ask>(text);
        assert_eq!(read(r#"{"do":"hello"}"#).unwrap(), Ask::Hello {});
        let grab = Ask::Grab { id: 3, vertex: 7, to: vec![0.0, 1.0, 2.0] };
        assert_eq!(read(r#"{"do":"grab","id":3,"vertex":7,"to":[0,1,2]}"#).unwrap(), grab);
        let gone = Ask::Target { id: 1, vertex: None, to: None };
        assert_eq!(read(r#"{"do":"target","id":1,"to":null}"#).unwrap(), gone);
        let rival = Ask::Rival { kind: RivalKind::SkinningEigenmodes };
        assert_eq!(read(r#"{"do":"rival","kind":"skinning-eigenmodes"}"#).unwrap(), rival);
        for wrong in ["{}", "[]", r#"{"do":"fly"}"#, r#"{"do":"ack","frame":-1}"#, "{\"do\":"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shapes_are_one_at_most_and_end_on_a_word() {
        let Message::Binary(bytes) = shapes(1, 3, 1, &[vec![0.0, -4.0, 0.0]]) else { panic!() };
        assert_eq!(bytes.len(), 4 * 5 + 8);
        assert_eq!(i16::from_le_bytes([bytes[22], bytes[23]]), -i16::MAX);
    }

    #[test]
    fn rows_are_told_within_a_thirty_thousandth_of_the_largest_of_their_column() {
        let entries = vec![0.5, 300.0, -0.25, 7.0, 0.125, 0.0];
        let rows = Rows { points: 1, width: 2, columns: 1, dim: 3, entries: entries.clone() };
        let Message::Binary(bytes) = rows.message(Binary::Rows, 1) else { panic!() };
        assert_eq!(bytes.len(), 24 + 8 + 12);
        for (k, entry) in entries.iter().enumerate() {
            let scale = f32::from_le_bytes(bytes[24 + 4 * (k % 2)..][..4].try_into().unwrap());
            let short = i16::from_le_bytes(bytes[32 + 2 * k..][..2].try_into().unwrap());
            let most = [0.5, 300.0][k % 2];
            assert!((scale * f32::from(short) - entry).abs() <= most / 60_000.0, "{entry}");
        }
    }

    #[test]
    fn a_point_moves_by_its_rows() {
        let z = [1.0, 10.0, 2.0, 20.0, 3.0, 30.0];
        let entries = vec![0.5, 0.25, 1.0, 2.0];
        let skinned = Rows { points: 2, width: 2, columns: 3, dim: 3, entries };
        assert_eq!(skinned.displacement(1, &z), [21.0, 42.0, 63.0]);
        let entries = vec![1.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 3.0];
        let modes = Rows { points: 2, width: 2, columns: 1, dim: 2, entries };
        assert_eq!(modes.displacement(1, &[1.0, 10.0]), [2.0, 30.0, 0.0]);
    }
}
