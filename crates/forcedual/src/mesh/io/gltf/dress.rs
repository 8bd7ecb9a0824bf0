//! What the triangles of a glTF file look like: texture coordinates, colours and pictures.
//!
//! A vertex has the colour of its material times its own (`baseColorFactor`, `COLOR_0`), in sRGB; a
//! triangle the picture of its material's `baseColorTexture`, if it has coordinates for it.

use super::super::beside;
use super::{File, list, number};
use crate::error::Result;
use crate::mesh::display::{PictureKind, Pictures};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// Vertices and triangles of a primitive that has been placed.
pub(super) struct Part {
    pub attributes: Value,
    pub material: Option<usize>,
    pub vertices: Range<usize>,
    pub triangles: usize,
}

/// What vertices and triangles look like.
pub(super) struct Dress {
    /// One for each vertex, or empty.
    pub texture: Vec<[f64; 2]>,
    /// One for each vertex, or empty.
    pub colours: Vec<[u8; 3]>,
    pub pictures: Pictures,
}

/// The base colour of a material.
struct Base {
    factor: Option<[f64; 3]>,
    image: Option<usize>,
    /// Which texture coordinates it takes, and how they are changed first.
    set: usize,
    offset: [f64; 2],
    scale: [f64; 2],
    rotation: f64,
}

impl Base {
    fn of(json: &Value, material: &Value) -> Self {
        fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
            let all = value.as_array()?.iter().take(N).map(Value::as_f64);
            all.collect::<Option<Vec<f64>>>()?.try_into().ok()
        }
        let base = &material["pbrMetallicRoughness"];
        let used = &base["baseColorTexture"];
        let texture = number(used, "index").and_then(|t| list(json, "textures").get(t));
        let transform = &used["extensions"]["KHR_texture_transform"];
        Base {
            factor: numbers(&base["baseColorFactor"]),
            image: texture.and_then(|texture| number(texture, "source")),
            set: number(transform, "texCoord").or(number(used, "texCoord")).unwrap_or(0),
            offset: numbers(&transform["offset"]).unwrap_or([0.0; 2]),
            scale: numbers(&transform["scale"]).unwrap_or([1.0; 2]),
            rotation: transform["rotation"].as_f64().unwrap_or(0.0),
        }
    }

    /// Counted from the lower left corner of the picture; in these files they are from the upper left.
    fn coordinate(&self, [u, v]: &[f64; 2]) -> [f64; 2] {
        [self.offset[0] + self.scale[0] * u, 1.0 - (self.offset[1] + self.scale[1] * v)]
    }
}

/// Linear light to a byte of sRGB.
fn srgb(x: f64) -> u8 {
    let x = x.clamp(0.0, 1.0);
    let s = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
    (255.0 * s).round() as u8
}

impl File<'_> {
    pub(super) fn dress(&self, folder: &Path) -> Dress {
        let json = &self.json;
        let count = self.surface.positions.len() / 3;
        let mut dress =
            Dress { texture: Vec::new(), colours: Vec::new(), pictures: Pictures::default() };
        let mut images: BTreeMap<usize, Option<u32>> = BTreeMap::new();
        for part in &self.parts {
            let material = part.material.and_then(|m| list(json, "materials").get(m));
            let base = Base::of(json, material.unwrap_or(&Value::Null));
            let read = |name: &str, width| {
                let found = number(&part.attributes, name);
                let values = found.and_then(|a| self.accessor(json, a, width).ok());
                values.filter(|x| {
                    x.len() == width * part.vertices.len() && x.iter().all(|x| x.is_finite())
                })
            };
            let mapped = read(&format!("TEXCOORD_{}", base.set), 2);
            if let Some(uv) = &mapped {
                dress.texture.resize(part.vertices.start, [0.0; 2]);
                dress.texture.extend(uv.as_chunks().0.iter().map(|uv| base.coordinate(uv)));
            }
            let own = match read("COLOR_0", 3) {
                Some(rgb) => Some(rgb.as_chunks::<3>().0.to_vec()),
                None => {
                    let opaque = |c: &[f64; 4]| [c[0], c[1], c[2]];
                    read("COLOR_0", 4).map(|all| all.as_chunks().0.iter().map(opaque).collect())
                }
            };
            if base.factor.is_some() || own.is_some() {
                dress.colours.resize(part.vertices.start, [255; 3]);
                let factor = base.factor.unwrap_or([1.0; 3]);
                let own = own.unwrap_or_else(|| vec![[1.0; 3]; part.vertices.len()]);
                dress.colours.extend(own.iter().map(|c| [0, 1, 2].map(|k| srgb(c[k] * factor[k]))));
            }
            let image = base.image.filter(|_| mapped.is_some() && base.rotation == 0.0);
            let picture = image.and_then(|k| {
                *images.entry(k).or_insert_with(|| {
                    dress.pictures.add(image_bytes(json, &self.buffers, folder, k)?)
                })
            });
            let triangles = dress.pictures.of.len() + part.triangles;
            dress.pictures.of.resize(triangles, picture);
        }
        if !dress.texture.is_empty() {
            dress.texture.resize(count, [0.0; 2]);
        }
        if !dress.colours.is_empty() {
            dress.colours.resize(count, [255; 3]);
        }
        dress
    }
}

/// The file of an image.
fn image_bytes(
    json: &Value,
    buffers: &[Cow<'_, [u8]>],
    folder: &Path,
    k: usize,
) -> Option<Vec<u8>> {
    let image = list(json, "images").get(k)?;
    if let Some(view) = number(image, "bufferView") {
        let view = list(json, "bufferViews").get(view)?;
        let buffer = buffers.get(number(view, "buffer")?)?;
        let start = number(view, "byteOffset").unwrap_or(0);
        return Some(buffer.get(start..)?.get(..number(view, "byteLength")?)?.to_vec());
    }
    let uri = image["uri"].as_str()?;
    match uri.strip_prefix("data:") {
        Some(data) => STANDARD.decode(data.split_once(";base64,")?.1).ok(),
        None => beside(folder, &uri.replace("%20", " ")),
    }
}

/// The pictures of the materials' base colours, each once.
pub(in super::super) fn textures(bytes: &[u8], folder: &Path) -> Result<Vec<Vec<u8>>> {
    let file = super::file(bytes, folder, super::MOST)?;
    let mut images = Vec::new();
    for material in list(&file.json, "materials") {
        let image = Base::of(&file.json, material).image;
        images.extend(image.filter(|image| !images.contains(image)));
    }
    let read = |image| image_bytes(&file.json, &file.buffers, folder, image);
    Ok(images.into_iter().filter_map(read).collect())
}

/// Names of the files beside this one that hold images.
pub(in super::super) fn beside_uris(json: &Value) -> Vec<String> {
    let uris = list(json, "images").iter().filter_map(|image| image["uri"].as_str());
    uris.filter(|uri| !uri.starts_with("data:")).map(|uri| uri.replace("%20", " ")).collect()
}

/// What is wrong with pictures inside the file `of`, one sentence each.
pub(in super::super) fn pictures_left_out(
    json: &Value,
    bytes: &[u8],
    folder: &Path,
    of: &str,
) -> Vec<String> {
    let binary = super::chunks(bytes).ok().and_then(|(_, binary)| binary);
    let buffers = super::buffers(json, binary, folder).unwrap_or_default();
    let mut found = Vec::new();
    for (m, material) in list(json, "materials").iter().enumerate() {
        if material["pbrMetallicRoughness"].get("baseColorTexture").is_none() {
            continue;
        }
        let base = Base::of(json, material);
        let whose = format!("the picture of material {m} in {of}");
        let image = base.image.and_then(|k| list(json, "images").get(k));
        let uri = image.and_then(|image| image["uri"].as_str());
        let beside = uri.filter(|uri| !uri.starts_with("data:"));
        let read = base.image.and_then(|k| image_bytes(json, &buffers, folder, k));
        if base.rotation != 0.0 {
            found.push(format!("{whose} is turned (KHR_texture_transform) and is not shown"));
        } else if beside.is_none() && read.and_then(|bytes| PictureKind::of(&bytes)).is_none() {
            found.push(format!("{whose} is neither PNG nor JPEG and is not shown"));
        }
    }
    found
}
