//! PNG silhouettes: the contour of what is opaque, or of what differs from the background.
//!
//! With an alpha channel that is used, the level is alpha; otherwise it is the luminance, or one
//! minus it, such that the border of the picture is low, from the darkest pixel (0) to the lightest
//! (1). The level is smoothed by the filter
//! (1, 4, 6, 4, 1) / 16 in both directions, and its contour at one half runs through the squares
//! between four pixels in straight lines. A pixel is one unit; y points up. Lines and slits of one
//! pixel do not survive the filter and are noted.

mod thin;

use super::{Outline, outline};
use crate::error::{Code, Error, Result};
use crate::memory;
use crate::mesh::display::{holds_png, raw_bytes};
use crate::mesh::io::Surface;
use png::{ColorType, Decoder, Limits, Transformations};

/// Pixels of a picture, at most.
const MOST: u64 = 1 << 26;
/// Bytes that a pixel takes until its contour is found.
const PER_PIXEL: usize = 40;
/// Pictures whose luminance differs by less have no silhouette.
const CONTRAST: f32 = 0.1;
/// Rows and columns of background that are put around the picture.
const MARGIN: usize = 3;

/// Levels between 0 and 1.
struct Levels {
    width: usize,
    height: usize,
    data: Vec<f32>,
}

/// Reads the contour of a picture.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Outline>> {
    let levels = levels(bytes)?;
    let smoothed = levels.smoothed();
    let curve = smoothed.contour();
    let notes = thin::vanished(&levels, &smoothed);
    if curve.facets.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the picture is all alike: it has no silhouette")
            .help(match notes.is_empty() {
                true => "draw the shape dark on a light background, or opaque on a transparent one"
                    .to_owned(),
                false => notes.join("; "),
            }));
    }
    Ok(vec![Outline { notes, ..outline::loops(&curve)? }])
}

fn levels(bytes: &[u8]) -> Result<Levels> {
    let bad = |e: png::DecodingError| Error::new(Code::Format, format!("the file is no PNG: {e}"));
    let limits = Limits { bytes: 1 << 30 };
    let mut decoder = Decoder::new_with_limits(std::io::Cursor::new(bytes), limits);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(bad)?;
    let (width, height) = reader.info().size();
    if u64::from(width) * u64::from(height) > MOST {
        let message = format!("the picture has {width} x {height} pixels, which is too many");
        return Err(Error::new(Code::Format, message).help("scale it down to at most 67 million"));
    }
    if !holds_png(bytes.len(), raw_bytes(reader.info())) {
        return Err(Error::new(Code::Format, "the picture ends early"));
    }
    let pixels = width as usize * height as usize;
    let help = "scale it down, or allow more memory";
    memory::claim_items(pixels, PER_PIXEL, "a picture of this size", help)?;
    let size = reader.output_buffer_size().unwrap_or(0);
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(bad)?;
    let (channels, alpha) = match frame.color_type {
        ColorType::Grayscale => (1, false),
        ColorType::GrayscaleAlpha => (2, true),
        ColorType::Rgba => (4, true),
        _ => (3, false),
    };
    let (width, height) = (frame.width as usize, frame.height as usize);
    let pixels = || data.chunks_exact(channels).take(width * height);
    if pixels().len() != width * height || width == 0 || height == 0 {
        return Err(Error::new(Code::Format, "the picture ends early"));
    }
    let level = |byte: u8| f32::from(byte) / 255.0;
    let transparent = alpha && pixels().any(|p| p[channels - 1] < 128);
    let mut values: Vec<f32> = match transparent {
        true => pixels().map(|p| level(p[channels - 1])).collect(),
        false => pixels()
            .map(|p| match channels {
                1 | 2 => level(p[0]),
                _ => 0.2126 * level(p[0]) + 0.7152 * level(p[1]) + 0.0722 * level(p[2]),
            })
            .collect(),
    };
    if !transparent {
        let (low, high) = values.iter().fold((1f32, 0f32), |(l, h), v| (l.min(*v), h.max(*v)));
        let span = if high - low > CONTRAST { high - low } else { f32::INFINITY };
        values.iter_mut().for_each(|v| *v = (*v - low) / span);
        let on_border = |k: usize| {
            let (x, y) = (k % width, k / width);
            x == 0 || y == 0 || x == width - 1 || y == height - 1
        };
        let border = (0..values.len()).filter(|&k| on_border(k));
        let light = border.clone().filter(|&k| values[k] > 0.5).count();
        if 2 * light >= border.count() && span.is_finite() {
            values.iter_mut().for_each(|v| *v = 1.0 - *v);
        }
    }
    let mut padded = Levels {
        width: width + 2 * MARGIN,
        height: height + 2 * MARGIN,
        data: vec![0.0; (width + 2 * MARGIN) * (height + 2 * MARGIN)],
    };
    for (y, row) in values.chunks_exact(width).enumerate() {
        let start = (y + MARGIN) * padded.width + MARGIN;
        padded.data[start..start + width].copy_from_slice(row);
    }
    Ok(padded)
}

impl Levels {
    fn smoothed(&self) -> Self {
        const FILTER: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];
        let pass = |data: &[f32], step: usize| -> Vec<f32> {
            let at = |k: usize, shift: usize| {
                data.get((k + shift * step).wrapping_sub(2 * step)).copied().unwrap_or(0.0)
            };
            (0..data.len()).map(|k| (0..5).map(|s| FILTER[s] * at(k, s)).sum()).collect()
        };
        let data = pass(&pass(&self.data, 1), self.width);
        Levels { data, ..*self }
    }

    fn contour(&self) -> Surface {
        let (w, h) = (self.width, self.height);
        let mut curve = Surface { dim: 2, ..Surface::default() };
        // numbers of the points on the edges to the right of and below every pixel
        let mut points = vec![[u32::MAX; 2]; w * h];
        let mut point = |curve: &mut Surface, k: usize, down: usize| -> u32 {
            if points[k][down] == u32::MAX {
                let (a, b) = (self.data[k], self.data[if down == 1 { k + w } else { k + 1 }]);
                let t = f64::from((0.5 - a) / (b - a)).clamp(0.0, 1.0);
                let place = |n: usize| n as f64 - MARGIN as f64 + 0.5;
                let (x, y) = (place(k % w), place(k / w));
                let (x, y) = if down == 1 { (x, y + t) } else { (x + t, y) };
                points[k][down] = (curve.positions.len() / 2) as u32;
                curve.positions.extend([x, (h - 2 * MARGIN) as f64 - y]);
            }
            points[k][down]
        };
        for k in (0..h - 1).flat_map(|y| (0..w - 1).map(move |x| y * w + x)) {
            // around the square: pixel and edge to the next pixel
            let corners = [k, k + 1, k + w + 1, k + w];
            let edges = [(k, 0), (k + 1, 1), (k + w, 0), (k, 1)];
            let inside = corners.map(|c| self.data[c] > 0.5);
            let crossed: Vec<usize> =
                (0..4).filter(|&e| inside[e] != inside[(e + 1) % 4]).collect();
            let middle = corners.iter().map(|&c| self.data[c]).sum::<f32>() > 2.0;
            let pairs: &[[usize; 2]] = match crossed.len() {
                0 => &[],
                2 => &[[0, 1]],
                // two opposite pixels are inside: joined if the middle is
                _ if middle == inside[0] => &[[0, 1], [2, 3]],
                _ => &[[3, 0], [1, 2]],
            };
            for pair in pairs {
                let ends = pair.map(|e| edges[crossed[e]]);
                for (pixel, down) in ends {
                    let number = point(&mut curve, pixel, down);
                    curve.facets.push(number);
                }
            }
        }
        curve
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::stuffing::{Size, Stuffing};
    use crate::mesh::surface::Shape;
    use crate::mesh::{Boundary, Geometry, SimplexMesh};
    use crate::progress::Silent;

    fn encoded(
        width: u32,
        height: u32,
        color: ColorType,
        pixel: impl Fn(f64, f64) -> Vec<u8>,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        let mut writer = encoder.write_header().unwrap();
        let pixels = (0..width * height)
            .flat_map(|k| pixel(f64::from(k % width) + 0.5, f64::from(k / width) + 0.5));
        writer.write_image_data(&pixels.collect::<Vec<_>>()).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn ring(x: f64, y: f64) -> bool {
        (20.0..40.0).contains(&(x - 50.0).hypot(y - 45.0))
    }

    fn mesh(bytes: &[u8]) -> SimplexMesh {
        let outlines = read(bytes).unwrap();
        let how = Stuffing { size: Size::About(4000), graded: false };
        SimplexMesh::new(Shape::Plane(outlines).fill(&how, &Silent).unwrap().stuffed.mesh).unwrap()
    }

    #[test]
    fn a_ring_is_found_by_alpha_and_by_luminance_on_either_background() {
        let pictures = [
            encoded(100, 90, ColorType::Rgba, |x, y| {
                vec![200, 200, 200, if ring(x, y) { 255 } else { 0 }]
            }),
            encoded(100, 90, ColorType::Grayscale, |x, y| vec![if ring(x, y) { 0 } else { 255 }]),
            encoded(100, 90, ColorType::Rgb, |x, y| {
                if ring(x, y) { vec![255, 255, 0] } else { vec![0, 0, 60] }
            }),
        ];
        for bytes in pictures {
            let mesh = mesh(&bytes);
            let area: f64 = Geometry::new(&mesh).volumes.iter().sum();
            assert!((area / (1200.0 * std::f64::consts::PI) - 1.0).abs() < 0.01, "{area}");
            let boundary = Boundary::new(&mesh);
            assert_eq!(boundary.cavities().len(), 1);
            // below the pixel: both circles are round
            for i in (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)) {
                let r = (mesh.point(i)[0] - 50.0).hypot(mesh.point(i)[1] - 45.0);
                assert!((r - 40.0).abs().min((r - 20.0).abs()) < 1.0, "{r}");
            }
        }
    }

    #[test]
    fn lines_and_slits_of_one_pixel_are_noted_with_their_place() {
        let notes = |inside: &dyn Fn(f64, f64) -> bool| {
            let picture = encoded(60, 40, ColorType::Grayscale, |x, y| {
                vec![if inside(x, y) { 0 } else { 255 }]
            });
            read(&picture).unwrap()[0].notes.clone()
        };
        let plate = |x: f64, y: f64| (x - 30.0).abs() < 20.0 && (y - 28.0).abs() < 8.0;
        assert_eq!(notes(&|x, y| (x - 30.0).hypot(y - 20.0) < 15.3), [""; 0]);
        // from row 2 to the plate's first row, 20
        let line = notes(&|x, y| plate(x, y) || (x == 30.5 && y > 2.0 && y < 25.0));
        assert_eq!(line.len(), 1);
        assert!(
            line[0].starts_with("1 line of one pixel is lost: 17 pixels long at (30, 10)"),
            "{line:?}"
        );
        let wide = notes(&|x, y| plate(x, y) || ((x - 30.0).abs() < 1.0 && y > 2.0 && y < 25.0));
        assert_eq!(wide, [""; 0]);
        let slit = notes(&|x, y| plate(x, y) && !(x == 30.5 && y < 32.0));
        assert_eq!(slit.len(), 1);
        assert!(slit[0].starts_with("1 slit of one pixel is filled: "), "{slit:?}");
        // along the diagonal
        let slope = notes(&|x, y| plate(x, y) || (x == y && x < 18.0));
        assert!(slope.len() == 1 && slope[0].starts_with("1 line of"), "{slope:?}");
    }

    #[test]
    fn what_reaches_the_border_is_closed_there() {
        let half =
            encoded(40, 40, ColorType::Rgba, |x, _| vec![0, 0, 0, if x < 20.0 { 255 } else { 0 }]);
        let mesh = mesh(&half);
        let area: f64 = Geometry::new(&mesh).volumes.iter().sum();
        assert!((area / 800.0 - 1.0).abs() < 0.03, "{area}");
    }

    #[test]
    fn blank_and_damaged_pictures_are_refused_with_a_code() {
        let blank = encoded(9, 9, ColorType::Grayscale, |_, _| vec![255]);
        assert_eq!(read(&blank).unwrap_err().code, Code::MeshEmpty);
        let picture = encoded(30, 30, ColorType::Grayscale, |x, _| {
            vec![if (x - 15.0).abs() < 5.0 { 0 } else { 255 }]
        });
        for n in 0..picture.len() - 12 {
            assert_eq!(read(&picture[..n]).unwrap_err().code, Code::Format, "{n}");
        }
    }
}
