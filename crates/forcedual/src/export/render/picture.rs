//! Pictures on surfaces.
//!
//! A picture repeats in both directions; `(0, 0)` is its lower left corner and `(1, 1)` its upper
//! right one. Between its pixels light is interpolated, but not across its border into the next copy where
//! a triangle shows one alone. Copies of half the size, and half of that, and
//! so on, are kept as well: a triangle that has `t` pixels of its picture on `p` of the screen shows a
//! blend of the two copies around number `log2(t / p) / 2`.

use super::colour::{decode, encode};
use crate::error::{Code, Error, Result};
use crate::memory;
use crate::mesh::display::{Display, PictureKind, holds_jpeg, holds_png, raw_bytes};
use png::{ColorType, Limits, Transformations};
use rayon::prelude::*;
use std::sync::{Arc, LazyLock};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Pixels of a picture, at most.
const MOST: usize = 1 << 26;
/// Bytes that a pixel takes while it is decoded.
const PER_PIXEL: usize = 12;

/// Bytes of sRGB in linear light.
static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| decode(byte as f32 / 255.0)));

/// A picture, decoded.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The picture, and its copies of half the size of the one before.
    levels: Vec<Level>,
}

/// Rows from the upper one on, in sRGB.
#[derive(Debug, Clone, PartialEq)]
struct Level {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

/// Pictures that lie on the triangles of a surface.
#[derive(Debug, Clone, Default)]
pub struct Covering {
    /// The pictures.
    pub pictures: Vec<Arc<Picture>>,
    /// For each triangle the number of its picture and the texture coordinates of its corners.
    pub of: Vec<Option<(u32, [[f64; 2]; 3])>>,
    /// The surface's colours tint the pictures; otherwise these replace them.
    pub tinted: bool,
}

impl Picture {
    /// Decodes a PNG or JPEG; transparency is left out.
    pub fn new(file: &[u8]) -> Result<Self> {
        let whole = match PictureKind::of(file) {
            Some(PictureKind::Png) => read_png(file),
            Some(PictureKind::Jpeg) => read_jpeg(file),
            None => Err(bad("it is neither PNG nor JPEG")),
        }?;
        let mut levels = vec![whole];
        while let Some(next) = levels.last().and_then(Level::halved) {
            levels.push(next);
        }
        Ok(Picture { levels })
    }

    /// Linear light at a texture coordinate, where a pixel of the screen covers so many of the picture;
    /// `alone`: the copy that is shown, where only one is, in each direction.
    fn at(&self, uv: [f64; 2], alone: [Option<f64>; 2], share: f32) -> [f32; 3] {
        let last = self.levels.len() - 1;
        let level = (0.5 * share.max(1e-12).log2()).clamp(0.0, last as f32);
        let (k, t) = (level as usize, level.fract());
        let near = self.levels[k].at(uv, alone);
        if t == 0.0 {
            return near;
        }
        let far = self.levels[(k + 1).min(last)].at(uv, alone);
        [0, 1, 2].map(|c| near[c] + t * (far[c] - near[c]))
    }

    fn pixels(&self) -> usize {
        self.levels[0].pixels.len()
    }
}

impl Level {
    fn at(&self, [u, v]: [f64; 2], alone: [Option<f64>; 2]) -> [f32; 3] {
        let place = |x: f64, count: usize, alone: Option<f64>| {
            let x = (x - alone.unwrap_or(x.floor())) * count as f64 - 0.5;
            let within = |k: f64| match alone {
                Some(_) => (k as i64).clamp(0, count as i64 - 1) as usize,
                None => (k as i64).rem_euclid(count as i64) as usize,
            };
            ([within(x.floor()), within(x.floor() + 1.0)], (x - x.floor()) as f32)
        };
        // rows count from above
        let (x, s) = place(u, self.width, alone[0]);
        let (y, t) = place(1.0 - v, self.height, alone[1].map(|k| -k));
        let light = |i: usize, j: usize, c: usize| {
            LINEAR[usize::from(self.pixels[y[j] * self.width + x[i]][c])]
        };
        [0, 1, 2].map(|c| {
            let row = |j: usize| light(0, j, c) + s * (light(1, j, c) - light(0, j, c));
            row(0) + t * (row(1) - row(0))
        })
    }

    /// Half as wide and high; none if there is one pixel only.
    fn halved(&self) -> Option<Level> {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        if self.pixels.len() <= 1 {
            return None;
        }
        let pixel = |k: usize| {
            let (x, y) = (k % width, k / width);
            let right = (2 * x + 1).min(self.width - 1);
            let below = (2 * y + 1).min(self.height - 1);
            [0, 1, 2].map(|c| {
                let light =
                    |x: usize, y: usize| LINEAR[usize::from(self.pixels[y * self.width + x][c])];
                let sum = light(2 * x, 2 * y)
                    + light(right, 2 * y)
                    + light(2 * x, below)
                    + light(right, below);
                (255.0 * encode(0.25 * sum)).round() as u8
            })
        };
        let pixels = (0..width * height).into_par_iter().map(pixel).collect();
        Some(Level { width, height, pixels })
    }
}

impl Covering {
    /// The pictures of a surface, and what to tell about those that cannot be shown; none if it has
    /// none.
    pub fn of(display: &Display) -> (Option<Self>, Vec<String>) {
        let (mut pictures, mut numbers, mut doubts) = (Vec::new(), Vec::new(), Vec::new());
        for (k, file) in display.pictures.files.iter().enumerate() {
            numbers.push(match Picture::new(file) {
                Ok(picture) => {
                    pictures.push(Arc::new(picture));
                    Some(pictures.len() as u32 - 1)
                }
                Err(e) => {
                    let message = e.message;
                    doubts.push(format!("picture {k} of the surface is not shown: {message}"));
                    None
                }
            });
        }
        let each = display.faces.iter().zip(&display.pictures.of).map(|(face, own)| {
            let number = *numbers.get((*own)? as usize)?;
            let corner = |i: u32| display.texture.get(i as usize).copied();
            let [a, b, c] = face.map(corner);
            Some((number?, [a?, b?, c?]))
        });
        let of: Vec<_> = each.collect();
        let tinted = !display.colours.is_empty();
        ((!pictures.is_empty()).then_some(Covering { pictures, of, tinted }), doubts)
    }

    /// Linear light inside triangle `t` at barycentric coordinates `b`, if a picture is there, when
    /// the triangle covers so many pixels of the screen.
    pub(super) fn light(
        &self,
        t: usize,
        b: [f32; 3],
        pixels: impl Fn() -> f32,
    ) -> Option<[f32; 3]> {
        let (number, corners) = self.of[t]?;
        let picture = &self.pictures[number as usize];
        let [p, q, r] = corners;
        let twice = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let own = 0.5 * twice.abs() * picture.pixels() as f64;
        let weights = b.map(f64::from);
        let uv = [0, 1].map(|c| weights[0] * p[c] + weights[1] * q[c] + weights[2] * r[c]);
        let alone = [0, 1].map(|c| {
            let along = corners.map(|uv| uv[c]);
            let first = along.into_iter().fold(f64::INFINITY, f64::min).floor();
            along.iter().all(|x| *x <= first + 1.0).then_some(first)
        });
        Some(picture.at(uv, alone, own as f32 / pixels().max(1e-6)))
    }

    /// Refuses what does not fit so many triangles.
    pub(super) fn check(&self, triangles: usize) -> Result<()> {
        let n = self.pictures.len();
        let fits = |(k, corners): &(u32, [[f64; 2]; 3])| {
            (*k as usize) < n && corners.as_flattened().iter().all(|x| x.is_finite())
        };
        match self.of.len() == triangles && self.of.iter().flatten().all(fits) {
            true => Ok(()),
            false => {
                Err(Error::new(Code::Array, "the pictures do not fit the surface's triangles"))
            }
        }
    }
}

fn bad(message: impl Into<String>) -> Error {
    Error::new(Code::Format, message)
}

/// A picture with one, two (with transparency), three or four numbers per pixel.
fn level(width: usize, height: usize, data: &[u8], channels: usize) -> Result<Level> {
    let colour = |p: &[u8]| if channels < 3 { [p[0]; 3] } else { [p[0], p[1], p[2]] };
    let pixels: Vec<[u8; 3]> =
        data.chunks_exact(channels.max(1)).take(width * height).map(colour).collect();
    match !pixels.is_empty() && pixels.len() == width * height {
        true => Ok(Level { width, height, pixels }),
        false => Err(bad("it ends early")),
    }
}

/// Refuses a picture that is too large, or for which there is no memory.
fn too_large(width: usize, height: usize) -> Result<()> {
    match width.checked_mul(height).is_some_and(|n| n <= MOST) {
        true => {
            let help = "scale it down, or allow more memory";
            memory::claim_items(width * height, PER_PIXEL, "a picture of this size", help)
        }
        false => Err(bad(format!(
            "it has {width} x {height} pixels, and more than 67 million are too many"
        ))),
    }
}

fn read_png(file: &[u8]) -> Result<Level> {
    let damaged = |e: png::DecodingError| bad(format!("it is damaged: {e}"));
    let limits = Limits { bytes: 1 << 30 };
    let mut decoder = png::Decoder::new_with_limits(std::io::Cursor::new(file), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = reader.info().size();
    too_large(width as usize, height as usize)?;
    if !holds_png(file.len(), raw_bytes(reader.info())) {
        return Err(bad("it ends early"));
    }
    let mut data = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let frame = reader.next_frame(&mut data).map_err(damaged)?;
    let channels = match frame.color_type {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgba => 4,
        _ => 3,
    };
    level(frame.width as usize, frame.height as usize, &data, channels)
}

fn read_jpeg(file: &[u8]) -> Result<Level> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    let damaged = |e| bad(format!("it is damaged: {e}"));
    decoder.decode_headers().map_err(damaged)?;
    let (width, height) = decoder.dimensions().unwrap_or((0, 0));
    too_large(width, height)?;
    if !holds_jpeg(file.len(), width * height) {
        return Err(bad("it ends early"));
    }
    let data = decoder.decode().map_err(damaged)?;
    level(width, height, &data, data.len() / (width * height).max(1))
}

#[cfg(test)]
mod tests {
    use super::super::colour::Colour;
    use super::*;
    use crate::mesh::display::pictures::tests::png;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    const RED: [u8; 3] = [255, 0, 0];
    const GREEN: [u8; 3] = [0, 255, 0];
    const BLUE: [u8; 3] = [0, 0, 255];
    const WHITE: [u8; 3] = [255; 3];

    const REPEATED: [Option<f64>; 2] = [None; 2];

    fn quarters() -> Picture {
        Picture::new(&png(&[&[RED, GREEN], &[BLUE, WHITE]])).unwrap()
    }

    #[test]
    fn coordinates_count_from_the_lower_left_and_repeat() {
        let picture = quarters();
        for (uv, expected) in [
            ([0.25, 0.75], [1.0, 0.0, 0.0]),
            ([0.75, 0.75], [0.0, 1.0, 0.0]),
            ([0.25, 0.25], [0.0, 0.0, 1.0]),
            ([0.75, 0.25], [1.0, 1.0, 1.0]),
            ([-3.75, 7.25], [0.0, 0.0, 1.0]),
            // in the middle of all, and at the corner where all repeat
            ([0.5, 0.5], [0.5, 0.5, 0.5]),
            ([0.0, 1.0], [0.5, 0.5, 0.5]),
        ] {
            let found = picture.at(uv, REPEATED, 1.0);
            assert!((0..3).all(|c| (found[c] - expected[c]).abs() < 1e-6), "{uv:?} {found:?}");
        }
    }

    #[test]
    fn a_triangle_that_shows_one_copy_has_nothing_of_the_next_at_its_border() {
        let covering = |moved: f64, across: f64| {
            let corners = [[0.0, 0.0], [across, 0.0], [0.0, 1.0]].map(|uv| uv.map(|x| x + moved));
            let pictures = vec![Arc::new(quarters())];
            Covering { pictures, of: vec![Some((0, corners))], tinted: false }
        };
        // the lower left corner, where all repeat
        let corner = |covering: Covering| covering.light(0, [1.0, 0.0, 0.0], || 4.0).unwrap();
        for moved in [0.0, -3.0, 5.0] {
            assert_eq!(corner(covering(moved, 1.0)), [0.0, 0.0, 1.0]);
            // from left to right white and blue meet
            assert_eq!(corner(covering(moved, 1.5)), [0.5, 0.5, 1.0]);
        }
    }

    #[test]
    fn far_away_a_picture_has_its_mean_light() {
        let found = quarters().at([0.25, 0.75], REPEATED, 4.0);
        assert!(found.iter().all(|x| (x - 0.5).abs() < 0.005), "{found:?}");
        // odd sizes, down to one pixel
        let picture = Picture::new(&png(&[&[RED, RED, RED], &[RED, RED, RED]])).unwrap();
        assert_eq!(picture.levels.len(), 2);
        assert_eq!(picture.at([0.9, 0.1], REPEATED, 1e9), [1.0, 0.0, 0.0]);
    }

    /// Two pixels of one colour, in base64.
    const JPEG: &str = "\
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+\
        MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P\
        T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAA\
        AAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEA\
        AAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCaAJVL/9k=";

    #[test]
    fn photographs_have_their_colours_and_may_be_cut_off() {
        let file = STANDARD.decode(JPEG).unwrap();
        let light = Picture::new(&file).unwrap().at([0.5, 0.5], REPEATED, 1.0);
        let found = Colour(light).bytes();
        assert!([200, 60, 30].iter().zip(found).all(|(a, b)| b.abs_diff(*a) < 8), "{found:?}");
        for end in 0..file.len() {
            let _ = Picture::new(&file[..end]);
        }
    }

    #[test]
    fn greys_transparency_and_damage_are_understood() {
        let mut grey = Vec::new();
        let mut encoder = png::Encoder::new(&mut grey, 1, 1);
        encoder.set_color(ColorType::GrayscaleAlpha);
        encoder.write_header().unwrap().write_image_data(&[128, 0]).unwrap();
        let found = Picture::new(&grey).unwrap().at([0.5, 0.5], REPEATED, 1.0);
        assert!(found.iter().all(|x| (x - 0.21586).abs() < 1e-5), "{found:?}");
        let whole = png(&[&[RED, GREEN], &[BLUE, WHITE]]);
        for end in 0..whole.len() - 12 {
            let _ = Picture::new(&whole[..end]);
        }
        assert!(Picture::new(&whole[..40]).unwrap_err().message.contains("damaged"));
        // a header that asks for 2^62 bytes
        let mut bomb = whole.clone();
        bomb[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        assert!(Picture::new(&bomb).is_err());
        assert!(Picture::new(&[0xff, 0xd8, 0xff, 0xe0, 0, 4]).is_err());
    }
}
