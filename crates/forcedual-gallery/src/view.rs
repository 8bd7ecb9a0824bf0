//! Bodies to turn in the page: a surface that hangs on the mesh, and the mesh's motions in a few key frames.
//!
//! Places are 16-bit numbers between the corners of a box around the surface, displacements 16-bit shares of the
//! largest, and weights of the mesh's vertices 16-bit numbers of [`WEIGHT`] each.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forcedual::export::Animation;
use forcedual::mesh::SimplexMesh;
use forcedual::mesh::display::Attached;
use forcedual::{Code, Error, Result};
use serde_json::{Value, json};

/// Key frames of a motion at most.
const KEYS: usize = 7;
/// Frames of a motion in a file at most, and how long they take, s.
const FRAMES: usize = 51;
const SECONDS: f64 = 2.0;
/// Colour of what has none.
const PLAIN: [u8; 3] = [237, 189, 135];
/// The step of weights.
const WEIGHT: f64 = 1.0 / 8192.0;

/// Displacements of all vertices of a mesh, frame by frame.
pub type Frames = [Vec<f64>];

/// Something round beside the body: a target, or what presses on it.
pub struct Ball {
    /// Its centre over the motion, m: one that stays, or several from its beginning to its end.
    pub centres: Vec<[f64; 3]>,
    /// m.
    pub radius: f64,
    /// sRGB.
    pub colour: [u8; 3],
}

impl Ball {
    /// A small red ball that stays: where something should go.
    pub fn target(center: [f64; 3]) -> Self {
        Ball { centres: vec![center], radius: 0.014, colour: [214, 48, 49] }
    }
}

/// Motions of one body.
pub struct View<'a> {
    mesh: &'a SimplexMesh,
    surface: &'a Attached,
    motions: Vec<(&'a str, &'a Frames)>,
    balls: Vec<Ball>,
    from: [f64; 2],
}

impl<'a> View<'a> {
    /// Of a mesh, seen as a surface that is attached to it.
    pub fn new(
        mesh: &'a SimplexMesh,
        surface: &'a Attached,
        motions: &[(&'a str, &'a Frames)],
    ) -> Self {
        let from = if mesh.dim() == 2 { [0.0; 2] } else { [34.0, 14.0] };
        View { mesh, surface, motions: motions.to_vec(), balls: Vec::new(), from }
    }

    /// With a ball beside it.
    pub fn with(mut self, ball: Ball) -> Self {
        self.balls.push(ball);
        self
    }

    /// First seen from so many degrees around the vertical and above the horizon.
    pub fn from(mut self, azimuth: f64, elevation: f64) -> Self {
        self.from = [azimuth, elevation];
        self
    }

    /// Names of the motions.
    pub fn names(&self) -> Vec<String> {
        self.motions.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    /// The motions as files keep them.
    pub fn animations(&self) -> Result<Vec<(&'a str, Animation<'a>)>> {
        let each = |&(name, frames): &(&'a str, &'a Frames)| {
            let frames: Vec<Vec<f64>> = some(frames, FRAMES).cloned().collect();
            let last = frames.len().saturating_sub(1).max(1) as f64;
            let times = (0..frames.len()).map(|k| SECONDS * k as f64 / last).collect();
            Ok((name, Animation::of_body(self.mesh, Some(self.surface.clone()), times, frames)?))
        };
        self.motions.iter().map(each).collect()
    }

    /// The full motion that another one is an approximation of: `full`, or one of its own, `... in full`.
    fn truth(&self, name: &str) -> Option<usize> {
        let find = |other: &str| self.motions.iter().position(|(n, _)| *n == other);
        find(&format!("{name} in full")).or_else(|| find("full")).filter(|&k| {
            let (other, _) = self.motions[k];
            other != name && !name.ends_with("in full")
        })
    }

    /// The surface at rest and how it hangs on the vertices of the mesh that move it, with their numbers.
    fn skin(&self) -> (Value, Vec<u32>) {
        let Attached { display, cells, weights } = self.surface;
        let of = |&t: &u32| self.mesh.cell(t as usize);
        let corners: Vec<u32> = cells.iter().flat_map(of).copied().collect();
        let mut used = corners.clone();
        used.sort_unstable();
        used.dedup();
        let number = |i: &u32| used.binary_search(i).unwrap_or(0) as u32;
        let [mut low, mut high] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for p in &display.positions {
            (0..3).for_each(|c| low[c] = low[c].min(p[c]));
            (0..3).for_each(|c| high[c] = high[c].max(p[c]));
        }
        let place = |p: &[f64; 3]| {
            let share = |c: usize| (p[c] - low[c]) / (high[c] - low[c]).max(1e-300);
            [0, 1, 2].map(|c| (65535.0 * share(c)).round() as u16)
        };
        let rest: Vec<u16> = display.positions.iter().flat_map(place).collect();
        let colours: Vec<u8> = match display.colours.is_empty() {
            true => display.positions.iter().flat_map(|_| PLAIN).collect(),
            false => display.colours.iter().flatten().copied().collect(),
        };
        let weights: Vec<i16> = weights.iter().map(|w| (w / WEIGHT).round() as i16).collect();
        let skin = json!({
            "flat": self.mesh.dim() == 2, "low": low, "high": high, "rest": packed16(&rest),
            "faces": packed_numbers(display.faces.iter().flatten().copied()),
            "colours": STANDARD.encode(colours),
            "corners": packed_numbers(corners.iter().map(number)),
            "weights": packed16(&weights.iter().map(|w| w.cast_unsigned()).collect::<Vec<u16>>()),
            "weight": WEIGHT,
        });
        (skin, used)
    }

    /// What the page needs.
    pub fn json(&self) -> Result<Vec<u8>> {
        let (skin, used) = self.skin();
        let dim = self.mesh.dim();
        let key = |u: &Vec<f64>| -> Vec<f64> {
            let of =
                |&i: &u32| (0..3).map(move |c| if c < dim { u[dim * i as usize + c] } else { 0.0 });
            used.iter().flat_map(of).collect()
        };
        let motions: Vec<Vec<Vec<f64>>> =
            self.motions.iter().map(|(_, frames)| some(frames, KEYS).map(key).collect()).collect();
        let most = motions.iter().flatten().flatten().fold(1e-300f64, |m, x| m.max(x.abs()));
        let step = most / f64::from(i16::MAX);
        let motions: Vec<Value> = motions
            .iter()
            .zip(&self.motions)
            .map(|(keys, (name, _))| {
                let pack = |key: &Vec<f64>| {
                    let each = key.iter().map(|x| ((x / step).round() as i16).cast_unsigned());
                    packed16(&each.collect::<Vec<u16>>())
                };
                let keys: Vec<String> = keys.iter().map(pack).collect();
                json!({ "name": name, "truth": self.truth(name), "keys": keys })
            })
            .collect();
        let ball =
            |b: &Ball| json!({ "centres": b.centres, "radius": b.radius, "colour": b.colour });
        let balls: Vec<Value> = self.balls.iter().map(ball).collect();
        let view = json!({
            "skin": skin, "step": step, "motions": motions, "balls": balls, "from": self.from,
        });
        serde_json::to_vec(&view)
            .map_err(|e| Error::new(Code::Numeric, format!("the view cannot be told: {e}")))
    }
}

/// So many frames at most, the first and the last among them.
fn some(frames: &Frames, most: usize) -> impl Iterator<Item = &Vec<f64>> {
    let (last, count) = (frames.len().saturating_sub(1), most.min(frames.len()));
    (0..count).map(move |k| &frames[k * last / count.saturating_sub(1).max(1)])
}

fn packed16(numbers: &[u16]) -> String {
    STANDARD.encode(numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>())
}

/// Two bytes each where that is enough, else four.
fn packed_numbers(numbers: impl Iterator<Item = u32> + Clone) -> Value {
    let narrow: Option<Vec<u16>> = numbers.clone().map(|n| u16::try_from(n).ok()).collect();
    match narrow {
        Some(narrow) => json!({ "bytes": 2, "packed": packed16(&narrow) }),
        None => {
            let wide: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
            json!({ "bytes": 4, "packed": STANDARD.encode(wide) })
        }
    }
}
