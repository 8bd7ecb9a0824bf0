//! Bodies to turn in the page: a surface, and where motions bring it, in a few key frames.
//!
//! Places are 16-bit numbers between the corners of a box around everything.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forcedual::body::Body;
use forcedual::{Code, Error, Result};
use serde_json::json;

/// Key frames of a motion at most.
const FRAMES: usize = 7;

/// Motions of one body.
pub struct View {
    dim: usize,
    rest: Vec<[f64; 3]>,
    faces: Vec<[u32; 3]>,
    /// Vertices of the mesh that are seen.
    seen: Vec<u32>,
    motions: Vec<(String, Vec<Vec<[f64; 3]>>)>,
}

impl View {
    /// A body at rest.
    pub fn new(body: &Body) -> Self {
        let dim = body.dim();
        let mesh = &body.mesh;
        let mut facets: Vec<[u32; 3]> = match dim {
            2 => (0..mesh.cell_count()).map(|t| std::array::from_fn(|a| mesh.cell(t)[a])).collect(),
            _ => {
                let boundary = &body.boundary;
                let facet = |f: usize| std::array::from_fn(|a| boundary.facet(f)[a]);
                (0..boundary.facet_count()).map(facet).collect()
            }
        };
        let mut seen: Vec<u32> = facets.iter().flatten().copied().collect();
        seen.sort_unstable();
        seen.dedup();
        let number = |i: u32| seen.binary_search(&i).unwrap_or(0) as u32;
        facets.iter_mut().for_each(|f| *f = f.map(number));
        let rest = seen.iter().map(|&i| lifted(mesh.point(i as usize))).collect();
        View { dim, rest, faces: facets, seen, motions: Vec::new() }
    }

    /// With a motion: displacements of all vertices of the mesh, frame by frame.
    pub fn with(mut self, name: &str, frames: &[Vec<f64>]) -> Self {
        let last = frames.len().saturating_sub(1);
        let count = FRAMES.min(frames.len());
        let places = |k: usize| {
            let u = &frames[k * last / count.saturating_sub(1).max(1)];
            let at = |(&i, rest): (&u32, &[f64; 3])| {
                let u = lifted(&u[self.dim * i as usize..][..self.dim]);
                [0, 1, 2].map(|c| rest[c] + u[c])
            };
            self.seen.iter().zip(&self.rest).map(at).collect()
        };
        let keys = (0..count).map(places).collect();
        self.motions.push((name.to_owned(), keys));
        self
    }

    /// What the page needs.
    pub fn json(&self) -> Result<Vec<u8>> {
        let all = || self.rest.iter().chain(self.motions.iter().flat_map(|m| m.1.iter().flatten()));
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
        let faces: Vec<u8> = self.faces.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        let motions: Vec<_> = self
            .motions
            .iter()
            .map(|(name, keys)| {
                let keys: Vec<String> = keys.iter().map(|k| packed(k)).collect();
                json!({ "name": name, "keys": keys })
            })
            .collect();
        let view = json!({
            "flat": self.dim == 2, "low": low, "high": high, "rest": packed(&self.rest),
            "faces": STANDARD.encode(faces), "motions": motions,
        });
        serde_json::to_vec(&view)
            .map_err(|e| Error::new(Code::Numeric, format!("the view cannot be told: {e}")))
    }
}

fn lifted(p: &[f64]) -> [f64; 3] {
    std::array::from_fn(|c| p.get(c).copied().unwrap_or(0.0))
}
