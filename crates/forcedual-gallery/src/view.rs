//! Bodies to turn in the page: a surface, and where motions bring it, in a few key frames.
//!
//! Places are 16-bit numbers between the corners of a box around everything.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forcedual::body::Body;
use forcedual::export::Animation;
use forcedual::mesh::zoo::Kind;
use forcedual::mesh::zoo::sculpt::Sculpture;
use forcedual::{Code, Error, Result};
use serde_json::json;

/// Key frames of a motion at most.
const KEYS: usize = 7;
/// Frames of a motion in a file at most, and how long they take, s.
const FRAMES: usize = 51;
const SECONDS: f64 = 2.0;
/// Colour of what is no creature.
const PLAIN: [u8; 3] = [237, 189, 135];

/// Motions of one body: displacements of all vertices of the mesh, frame by frame.
pub struct View<'a> {
    body: &'a Body,
    /// Whose colours it has.
    sculpture: Option<Sculpture>,
    motions: Vec<(&'a str, &'a [Vec<f64>])>,
}

impl<'a> View<'a> {
    /// Of a body, in the colours of a creature.
    pub fn new(
        body: &'a Body,
        creature: Option<Kind>,
        motions: &[(&'a str, &'a [Vec<f64>])],
    ) -> Self {
        let sculpture = creature.map(|kind| kind.creature().sculpture());
        View { body, sculpture, motions: motions.to_vec() }
    }

    fn colour_at(&self, place: [f64; 3]) -> [u8; 3] {
        self.sculpture.as_ref().map_or(PLAIN, |s| s.colour_at(place))
    }

    /// The motions as files keep them.
    pub fn animations(&self) -> Result<Vec<(&'a str, Animation<'a>)>> {
        let each = |&(name, frames): &(&'a str, &'a [Vec<f64>])| {
            let frames: Vec<Vec<f64>> = some(frames, FRAMES).cloned().collect();
            let last = frames.len().saturating_sub(1).max(1) as f64;
            let times = (0..frames.len()).map(|k| SECONDS * k as f64 / last).collect();
            Ok((name, Animation::of_body(&self.body.mesh, None, times, frames)?))
        };
        self.motions.iter().map(each).collect()
    }

    /// Triangles to look at, by vertices of the mesh.
    fn faces(&self) -> Vec<[u32; 3]> {
        let (mesh, boundary) = (&self.body.mesh, &self.body.boundary);
        match mesh.dim() {
            2 => (0..mesh.cell_count()).map(|t| std::array::from_fn(|a| mesh.cell(t)[a])).collect(),
            _ => {
                let facet = |f: usize| std::array::from_fn(|a| boundary.facet(f)[a]);
                (0..boundary.facet_count()).map(facet).collect()
            }
        }
    }

    /// What the page needs.
    pub fn json(&self) -> Result<Vec<u8>> {
        let (mesh, dim) = (&self.body.mesh, self.body.dim());
        // a vertex for each of its faces' colours
        let place = |i: u32| lifted(mesh.point(i as usize));
        let faces: Vec<[(u32, [u8; 3]); 3]> = self
            .faces()
            .into_iter()
            .map(|face| {
                let corners = face.map(place);
                let middle = [0, 1, 2].map(|c| corners.iter().map(|p| p[c]).sum::<f64>() / 3.0);
                let colour = self.colour_at(middle);
                face.map(|i| (i, colour))
            })
            .collect();
        let mut seen: Vec<(u32, [u8; 3])> = faces.iter().flatten().copied().collect();
        seen.sort_unstable();
        seen.dedup();
        let number = |corner| seen.binary_search(corner).unwrap_or(0) as u32;
        let faces: Vec<u8> =
            faces.iter().flatten().flat_map(|corner| number(corner).to_le_bytes()).collect();
        let rest: Vec<[f64; 3]> = seen.iter().map(|&(i, _)| place(i)).collect();
        let moved = |u: &Vec<f64>| -> Vec<[f64; 3]> {
            let at = |(&(i, _), rest): (&(u32, [u8; 3]), &[f64; 3])| {
                let u = lifted(&u[dim * i as usize..][..dim]);
                [0, 1, 2].map(|c| rest[c] + u[c])
            };
            seen.iter().zip(&rest).map(at).collect()
        };
        let colours: Vec<u8> = seen.iter().flat_map(|(_, colour)| *colour).collect();
        let motions: Vec<(&str, Vec<Vec<[f64; 3]>>)> = self
            .motions
            .iter()
            .map(|(name, frames)| (*name, some(frames, KEYS).map(moved).collect()))
            .collect();
        let all = || rest.iter().chain(motions.iter().flat_map(|m| m.1.iter().flatten()));
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for p in all() {
            (0..3).for_each(|c| low[c] = low[c].min(p[c]));
            (0..3).for_each(|c| high[c] = high[c].max(p[c]));
        }
        let packed = |places: &[[f64; 3]]| {
            let share = |p: &[f64; 3], c: usize| {
                (65535.0 * (p[c] - low[c]) / (high[c] - low[c]).max(1e-300)).round() as u16
            };
            let bytes: Vec<u8> = places
                .iter()
                .flat_map(|p| (0..3).flat_map(move |c| share(p, c).to_le_bytes()))
                .collect();
            STANDARD.encode(bytes)
        };
        let motions: Vec<_> = motions
            .iter()
            .map(|(name, keys)| {
                let keys: Vec<String> = keys.iter().map(|k| packed(k)).collect();
                json!({ "name": name, "keys": keys })
            })
            .collect();
        let view = json!({
            "flat": dim == 2, "low": low, "high": high, "rest": packed(&rest),
            "faces": STANDARD.encode(faces), "colours": STANDARD.encode(colours), "motions": motions,
        });
        serde_json::to_vec(&view)
            .map_err(|e| Error::new(Code::Numeric, format!("the view cannot be told: {e}")))
    }
}

/// So many frames at most, the first and the last among them.
fn some(frames: &[Vec<f64>], most: usize) -> impl Iterator<Item = &Vec<f64>> {
    let (last, count) = (frames.len().saturating_sub(1), most.min(frames.len()));
    (0..count).map(move |k| &frames[k * last / count.saturating_sub(1).max(1)])
}

fn lifted(p: &[f64]) -> [f64; 3] {
    std::array::from_fn(|c| p.get(c).copied().unwrap_or(0.0))
}
