//! glTF 2.0, binary: the surface at rest, shapes (morph targets) of places and normals, and one
//! animation of their weights. Triangles with the same picture are a primitive with a material of its
//! own; all share vertices and shapes.

use super::body::single;
use super::morph::{Motion, morph};
use super::{Animation, Shapes, Up, Written};
use crate::error::{Code, Error, Result};
use crate::export::render::{Colour, palette};
use crate::mesh::display::PictureKind;
use crate::progress::{self, Progress};
use crate::write::write_atomically;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Shapes at most.
const MOST: usize = 64;
/// Error that is allowed, as a share of the largest displacement, and of the size of the body.
const TOLERANCE: f64 = 1e-3;
/// Error that rounding makes anyway, as a share of the largest coordinate.
const ROUNDING: f64 = 4.0 * f32::EPSILON as f64;

/// What bytes are for, by the numbers of the format.
const ATTRIBUTES: Option<u32> = Some(34962);
const INDICES: Option<u32> = Some(34963);

pub(super) fn write(
    animation: &Animation,
    path: &Path,
    progress: &dyn Progress,
) -> Result<Written> {
    progress.stage("fit shapes", 0);
    let (motion, size) = (motion(animation), size(&animation.surface.positions));
    let tolerance = TOLERANCE * motion.min(size);
    let (bytes, count, error) = file(animation, tolerance.max(rounding(animation)), progress)?;
    progress.stage("write", 0);
    progress::check(progress)?;
    write_atomically(path, |out| bytes.iter().try_for_each(|part| out.write_all(part)))?;
    let relative_error = if motion > 0.0 { error / motion } else { 0.0 };
    Ok(Written { files: 1, shapes: Some(Shapes { count, error, relative_error }) })
}

/// The largest displacement of all vertices and frames.
fn motion(animation: &Animation) -> f64 {
    let rest = || animation.surface.positions.iter();
    let moved = animation.positions.iter().flat_map(|frame| frame.iter().zip(rest()));
    let square = |(x, r): (&[f32; 3], &[f64; 3])| -> f64 {
        x.iter().zip(r).map(|(x, r)| (f64::from(*x) - r).powi(2)).sum()
    };
    moved.map(square).fold(0.0, f64::max).sqrt()
}

/// Distance between numbers in single precision, of the largest coordinate.
fn rounding(animation: &Animation) -> f64 {
    let all = animation.positions.iter().flatten().flatten();
    ROUNDING * f64::from(all.fold(0.0, |most: f32, x| most.max(x.abs())))
}

/// Length of the diagonal of the box around points.
fn size(points: &[[f64; 3]]) -> f64 {
    let side = |c: usize| {
        let of = points.iter().map(|p| p[c]);
        let (low, high) = of.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
        (high - low).powi(2)
    };
    (side(0) + side(1) + side(2)).sqrt()
}

/// The parts of the file, the number of shapes, and their error.
fn file(
    animation: &Animation,
    tolerance: f64,
    progress: &dyn Progress,
) -> Result<([Vec<u8>; 3], usize, f64)> {
    let surface = &animation.surface;
    let (rest, rest_normals) = (single(&surface.positions), single(&units(&surface.normals)));
    let shapes = morph(
        &Motion { rest: &rest, frames: &animation.positions },
        &Motion { rest: &rest_normals, frames: &animation.normals },
        tolerance,
        MOST,
        progress,
    )?;
    let count = shapes.positions.len();

    let mut binary = Binary::default();
    let mut attributes = json!({
        "POSITION": binary.floats(&rest, ATTRIBUTES)?,
        "NORMAL": binary.floats(&rest_normals, ATTRIBUTES)?,
    });
    if !surface.texture.is_empty() {
        // counted from the upper left corner in these files
        let flipped: Vec<[f64; 2]> = surface.texture.iter().map(|[u, v]| [*u, 1.0 - v]).collect();
        attributes["TEXCOORD_0"] = binary.floats(&single(&flipped), ATTRIBUTES)?.into();
    }
    let mut colour = palette(0);
    if !surface.colours.is_empty() {
        colour = Colour::WHITE;
        let linear = |[r, g, b]: &[u8; 3]| Colour::rgb(*r, *g, *b).linear();
        let colours: Vec<[f32; 3]> = surface.colours.iter().map(linear).collect();
        attributes["COLOR_0"] = binary.floats(&colours, ATTRIBUTES)?.into();
    }
    let groups = surface.pictures.groups(surface.faces.len());
    let mut parts = Vec::new();
    for (_, triangles) in &groups {
        let faces: Vec<[u32; 3]> = triangles.iter().map(|&t| surface.faces[t as usize]).collect();
        parts.push(binary.indices(&faces, rest.len())?);
    }
    let mut targets = Vec::new();
    for (places, normals) in shapes.positions.iter().zip(&shapes.normals) {
        targets.push(json!({
            "POSITION": binary.floats(places, ATTRIBUTES)?,
            "NORMAL": binary.floats(normals, ATTRIBUTES)?,
        }));
    }
    let times = binary.floats(&clock(&animation.times)?, None)?;
    let weights = binary.floats(shapes.weights.as_chunks::<1>().0, None)?;

    let mut node = json!({ "name": animation.name, "mesh": 0 });
    if animation.up == Up::Z {
        let half = 0.5f64.sqrt();
        node["rotation"] = json!([-half, 0.0, 0.0, half]);
    }
    let primitives: Vec<Value> = (0..)
        .zip(&parts)
        .map(|(material, indices)| {
            json!({
                "attributes": attributes,
                "indices": indices,
                "material": material,
                "targets": targets,
            })
        })
        .collect();
    // pictures have their own colours, and tints where vertices have colours
    let (mut materials, mut images) = (Vec::new(), Vec::new());
    for (picture, _) in &groups {
        let [r, g, b] = if picture.is_some() { [1.0; 3] } else { colour.linear() };
        let mut material = json!({
            "doubleSided": true,
            "pbrMetallicRoughness": {
                "baseColorFactor": [r, g, b, 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.6,
            },
        });
        if let Some(k) = *picture {
            let base = json!({ "index": images.len() });
            material["pbrMetallicRoughness"]["baseColorTexture"] = base;
            images.push(binary.image(&surface.pictures.files[k as usize])?);
        }
        materials.push(material);
    }
    let names: Vec<String> = (1..=count).map(|k| format!("shape {k}")).collect();
    let mut document = json!({
        "asset": {
            "version": "2.0",
            "generator": concat!("Forcedual ", env!("CARGO_PKG_VERSION")),
        },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [node],
        "meshes": [{
            "name": animation.name,
            "primitives": primitives,
            "weights": vec![0.0; count],
            "extras": { "targetNames": names },
        }],
        "materials": materials,
        "animations": [{
            "name": "motion",
            "samplers": [{ "input": times, "output": weights, "interpolation": "LINEAR" }],
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        }],
        "accessors": binary.accessors,
        "bufferViews": binary.views,
        "buffers": [{ "byteLength": binary.bytes.len() }],
    });
    if !images.is_empty() {
        let texture = |source: usize| json!({ "source": source, "sampler": 0 });
        document["textures"] = (0..images.len()).map(texture).collect();
        document["images"] = images.into();
        // smooth near and far, repeated
        document["samplers"] = json!([
            { "magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497 },
        ]);
    }
    Ok((container(&document, binary.bytes)?, count, shapes.error))
}

/// Header and text, the header of the data, and the data.
fn container(document: &Value, data: Vec<u8>) -> Result<[Vec<u8>; 3]> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = |bytes: usize| u32::try_from(bytes).map(u32::to_le_bytes).map_err(|_| too_large());
    let mut first = b"glTF\x02\0\0\0".to_vec();
    first.extend(length(12 + 8 + text.len() + 8 + data.len())?);
    first.extend(length(text.len())?);
    first.extend(b"JSON");
    first.extend(text);
    let second = [length(data.len())?.as_slice(), b"BIN\0"].concat();
    Ok([first, second, data])
}

fn too_large() -> Error {
    Error::new(Code::Format, "the surface is too large for a .glb file, which ends at 4 GiB")
        .help("write a .usda file, or show the body by a surface of fewer triangles")
}

/// Times from the first frame on, in single precision.
fn clock(times: &[f64]) -> Result<Vec<[f32; 1]>> {
    let first = times.first().copied().unwrap_or(0.0);
    let clock: Vec<[f32; 1]> = times.iter().map(|t| [(t - first) as f32]).collect();
    match clock.windows(2).all(|t| t[0] < t[1]) {
        true => Ok(clock),
        false => Err(Error::new(
            Code::Array,
            "the frames are too close together in time for single precision",
        )),
    }
}

/// Of unit length; z where the length is zero.
fn units(normals: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let unit = |n: &[f64; 3]| {
        let length = n.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.0 { n.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
    };
    normals.iter().map(unit).collect()
}

/// The data, and what the document says about them. All begin at multiples of four bytes.
#[derive(Default)]
struct Binary {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Binary {
    /// Adds rows of numbers and returns the number of their accessor.
    fn floats<const W: usize>(&mut self, rows: &[[f32; W]], target: Option<u32>) -> Result<usize> {
        let (mut low, mut high) = ([f32::INFINITY; W], [f32::NEG_INFINITY; W]);
        for row in rows {
            for c in 0..W {
                (low[c], high[c]) = (low[c].min(row[c]), high[c].max(row[c]));
            }
        }
        if low.iter().chain(&high).any(|x| !x.is_finite()) {
            let message = "the motion is too large for single precision";
            return Err(Error::new(Code::MeshNotFinite, message));
        }
        let bytes = rows.as_flattened().iter().flat_map(|x| x.to_le_bytes());
        self.view(bytes, target)?;
        let kind = ["SCALAR", "VEC2", "VEC3"][W - 1];
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1,
            "componentType": 5126,
            "type": kind,
            "count": rows.len(),
            "min": low.as_slice(),
            "max": high.as_slice(),
        }));
        Ok(self.accessors.len() - 1)
    }

    /// Adds triangles of so many vertices.
    fn indices(&mut self, faces: &[[u32; 3]], vertices: usize) -> Result<usize> {
        let corners = faces.as_flattened().iter();
        // the largest number of a type is reserved
        let kind = if vertices <= usize::from(u16::MAX) {
            self.view(corners.flat_map(|&i| (i as u16).to_le_bytes()), INDICES)?;
            5123
        } else {
            self.view(corners.flat_map(|i| i.to_le_bytes()), INDICES)?;
            5125
        };
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1,
            "componentType": kind,
            "type": "SCALAR",
            "count": 3 * faces.len(),
        }));
        Ok(self.accessors.len() - 1)
    }

    /// Adds the file of a picture.
    fn image(&mut self, file: &[u8]) -> Result<Value> {
        let kind = PictureKind::of(file).ok_or_else(|| {
            Error::new(Code::Array, "a picture of the surface is neither PNG nor JPEG")
        })?;
        self.view(file.iter().copied(), None)?;
        Ok(json!({ "bufferView": self.views.len() - 1, "mimeType": kind.mime() }))
    }

    fn view(&mut self, bytes: impl Iterator<Item = u8>, target: Option<u32>) -> Result<()> {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let mut view =
            json!({ "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start });
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.views.push(view);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        if u32::try_from(self.bytes.len()).is_err() { Err(too_large()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
