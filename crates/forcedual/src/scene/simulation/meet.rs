//! Obstacles of a scene.

use super::curve::Keys;
use crate::energy::{Collider, DistanceField, Obstacle};
use crate::error::{Code, Error, Result};
use crate::mesh::stuffing::SignedField;
use crate::mesh::surface::Shape;
use crate::progress::Progress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An obstacle. Give exactly one of `half-space`, `sphere`, `capsule`, `box` and `surface`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ColliderSpec {
    /// Everything below a plane (in 2D a line): a floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_space: Option<HalfSpaceSpec>,
    /// A ball, or in 2D a disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sphere: Option<SphereSpec>,
    /// All points within a distance of a segment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capsule: Option<CapsuleSpec>,
    /// A box, or in 2D a rectangle.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub cuboid: Option<BoxSpec>,
    /// The inside of a surface file, in m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<PathBuf>,
    /// Coefficient of friction.
    pub friction: f64,
    /// Rows of a time in s and how far the obstacle has moved, in m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Keys>,
}

/// Everything below a plane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HalfSpaceSpec {
    /// A point of the plane, in m.
    pub point: Vec<f64>,
    /// Away from the obstacle.
    pub normal: Vec<f64>,
}

/// A ball.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SphereSpec {
    /// Its centre, in m.
    pub center: Vec<f64>,
    /// Its radius, in m.
    pub radius: f64,
}

/// A thick segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CapsuleSpec {
    /// One end of the segment, in m.
    pub from: Vec<f64>,
    /// Its other end, in m.
    pub to: Vec<f64>,
    /// Its radius, in m.
    pub radius: f64,
}

/// A box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BoxSpec {
    /// Its centre, in m.
    pub center: Vec<f64>,
    /// Its edge lengths, in m.
    pub size: Vec<f64>,
    /// Turn around the third axis, in degrees.
    #[serde(default)]
    pub turn: f64,
}

/// Samples of a surface's signed distance along its longest side.
const SAMPLES: f64 = 48.0;
/// Samples along its shortest side.
const ACROSS: f64 = 4.0;
/// Samples are at most this many times closer than usual.
const SLENDER: f64 = 8.0;

/// An obstacle bound to a body's dimension.
pub(super) struct Met {
    shape: Obstacle,
    friction: f64,
    by: Option<Keys>,
}

fn point(values: &[f64], dim: usize, field: &str) -> Result<[f64; 3]> {
    if values.len() != dim || !values.iter().all(|x| x.is_finite()) {
        let message = format!("must be {dim} finite numbers");
        return Err(Error::new(Code::Scene, message).field(field));
    }
    Ok(std::array::from_fn(|c| values.get(c).copied().unwrap_or(0.0)))
}

fn positive(value: f64, field: &str) -> Result<f64> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(Error::new(Code::Scene, "must be finite and positive").field(field))
}

impl ColliderSpec {
    /// The obstacle where it stands at first; the file of a surface is relative to `folder`.
    pub fn collider(&self, dim: usize, folder: &Path, progress: &dyn Progress) -> Result<Collider> {
        let field = self.sample(dim, folder, progress)?;
        Ok(self.bind(dim, field.as_ref())?.at(0.0))
    }

    /// The distance from its surface, where it has one.
    pub(super) fn sample(
        &self,
        dim: usize,
        folder: &Path,
        progress: &dyn Progress,
    ) -> Result<Option<DistanceField>> {
        let Some(file) = &self.surface else { return Ok(None) };
        sampled(&folder.join(file), dim, progress).map(Some).map_err(|e| e.field("surface"))
    }

    /// `field` is the distance from its surface.
    pub(super) fn bind(&self, dim: usize, field: Option<&DistanceField>) -> Result<Met> {
        let mut found = Vec::new();
        if let Some(spec) = &self.half_space {
            found.push(spec.bind(dim).map_err(|e| e.field("half-space"))?);
        }
        if let Some(spec) = &self.sphere {
            let center = point(&spec.center, dim, "center").map_err(|e| e.field("sphere"))?;
            let radius = positive(spec.radius, "radius").map_err(|e| e.field("sphere"))?;
            found.push(Obstacle::Sphere { center, radius });
        }
        if let Some(spec) = &self.capsule {
            let within = |e: Error| e.field("capsule");
            let from = point(&spec.from, dim, "from").map_err(within)?;
            let to = point(&spec.to, dim, "to").map_err(within)?;
            let radius = positive(spec.radius, "radius").map_err(within)?;
            found.push(Obstacle::Capsule { ends: [from, to], radius });
        }
        if let Some(spec) = &self.cuboid {
            found.push(spec.bind(dim).map_err(|e| e.field("box"))?);
        }
        if self.surface.is_some() {
            let missing = || Error::new(Code::Model, "is not in the model").field("surface");
            found.push(Obstacle::Field(field.ok_or_else(missing)?.clone()));
        }
        if !(self.friction >= 0.0 && self.friction.is_finite()) {
            let message = "must be finite and not negative";
            return Err(Error::new(Code::Scene, message).field("friction"));
        }
        if let Some(by) = &self.by {
            by.check(dim, "by")?;
        }
        match found.len() {
            1 => Ok(Met { shape: found.remove(0), friction: self.friction, by: self.by.clone() }),
            count => {
                Err(Error::new(Code::Scene, format!("an obstacle has one shape, not {count}"))
                    .help("give one of half-space, sphere, capsule, box and surface"))
            }
        }
    }
}

impl HalfSpaceSpec {
    fn bind(&self, dim: usize) -> Result<Obstacle> {
        let at = point(&self.point, dim, "point")?;
        let normal = point(&self.normal, dim, "normal")?;
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length <= 0.0 {
            return Err(Error::new(Code::Scene, "is the zero vector").field("normal"));
        }
        Ok(Obstacle::HalfSpace { point: at, normal: normal.map(|x| x / length) })
    }
}

impl BoxSpec {
    fn bind(&self, dim: usize) -> Result<Obstacle> {
        let center = point(&self.center, dim, "center")?;
        let size = point(&self.size, dim, "size")?;
        for length in &size[..dim] {
            positive(*length, "size")?;
        }
        if !self.turn.is_finite() {
            return Err(Error::new(Code::Scene, "must be finite").field("turn"));
        }
        let (s, c) = self.turn.to_radians().sin_cos();
        // in the plane the third axis does not matter
        let half = [size[0] / 2.0, size[1] / 2.0, if dim == 2 { 1e30 } else { size[2] / 2.0 }];
        let axes = [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]];
        Ok(Obstacle::Box { center, half, axes })
    }
}

/// The signed distance from a surface, on a grid a little larger than it.
fn sampled(path: &Path, dim: usize, progress: &dyn Progress) -> Result<DistanceField> {
    let shape = Shape::read(path, None)?;
    if shape.dim() != dim {
        let message = format!("is a {}D shape, but the body is {dim}D", shape.dim());
        return Err(Error::new(Code::Scene, message).file(path));
    }
    let field = shape.field(progress).map_err(|e| e.file(path))?;
    let (low, high) = field.bounds();
    let longest = (0..dim).map(|c| high[c] - low[c]).fold(0.0, f64::max);
    let shortest = (0..dim).map(|c| high[c] - low[c]).fold(longest, f64::min);
    let usual = longest / SAMPLES;
    let spacing = usual.min(shortest / ACROSS).max(usual / SLENDER);
    let (mut origin, mut counts) = ([0.0; 3], [1; 3]);
    for c in 0..dim {
        origin[c] = low[c] - 2.0 * spacing;
        counts[c] = ((high[c] - low[c]) / spacing).ceil() as usize + 5;
    }
    let count = counts.iter().product();
    progress.stage("obstacle", 0);
    let at = |k: usize| -> [f64; 3] {
        let index = [k % counts[0], k / counts[0] % counts[1], k / (counts[0] * counts[1])];
        std::array::from_fn(|c| origin[c] + spacing * index[c] as f64)
    };
    let points: Vec<f64> = (0..count).flat_map(|k| at(k).into_iter().take(dim)).collect();
    let values: Arc<[f64]> = field.values(&points).into();
    if !values.iter().any(|value| *value < -1e-6 * spacing) {
        let message =
            format!("is too thin to be hit: no point on a grid of {spacing:.3e} m is inside");
        return Err(Error::new(Code::Scene, message).file(path).help("thicken it, or use a box"));
    }
    Ok(DistanceField { origin, spacing, counts, values })
}

impl Met {
    pub(super) fn at(&self, time: f64) -> Collider {
        let (moved, velocity) = self.by.as_ref().map_or(([0.0; 3], [0.0; 3]), |by| by.at(time));
        Collider { shape: self.shape.moved(moved), velocity, friction: self.friction }
    }
}
