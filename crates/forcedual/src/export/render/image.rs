//! Pictures: linear light times coverage inside, sRGB with straight alpha in files.

use super::colour::{Colour, encode};
use crate::error::{Code, Error, Result};
use crate::write::write_atomically;
use std::io::Write;
use std::path::Path;

/// Pixels of a picture, at most: 7680 by 4320.
pub(super) const MOST_PIXELS: usize = 7680 * 4320;

/// A picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    width: usize,
    height: usize,
    /// Red, green, blue in linear light, each times alpha; and alpha.
    pixels: Vec<[f32; 4]>,
    background: Option<Colour>,
}

impl Image {
    /// A transparent picture.
    pub fn new(width: usize, height: usize) -> Result<Self> {
        match width.checked_mul(height) {
            Some(1..=MOST_PIXELS) => Ok(Image {
                width,
                height,
                pixels: vec![[0.0; 4]; width * height],
                background: None,
            }),
            _ => Err(Error::new(
                Code::Array,
                format!("a picture of {width} by {height} pixels cannot be made"),
            )
            .help("at least one pixel and at most 7680 by 4320 of them")),
        }
    }

    /// Width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Puts a colour behind the picture; without, it is transparent.
    pub fn with_background(mut self, background: Option<Colour>) -> Self {
        self.background = background;
        self
    }

    pub(super) fn pixels_mut(&mut self) -> &mut [[f32; 4]] {
        &mut self.pixels
    }

    /// How much of a pixel is covered, 0..1; nothing outside.
    pub fn alpha(&self, x: usize, y: usize) -> f32 {
        if x < self.width && y < self.height { self.pixels[y * self.width + x][3] } else { 0.0 }
    }

    /// Lays a colour over a pixel; outside nothing happens.
    pub(super) fn blend(&mut self, x: i64, y: i64, colour: Colour, alpha: f32) {
        if x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height {
            let pixel = &mut self.pixels[y as usize * self.width + x as usize];
            for k in 0..3 {
                pixel[k] = alpha * colour.0[k] + (1.0 - alpha) * pixel[k];
            }
            pixel[3] = alpha + (1.0 - alpha) * pixel[3];
        }
    }

    /// Fills a rectangle of pixels.
    pub(super) fn fill(&mut self, [x, y, w, h]: [i64; 4], colour: impl Fn(i64) -> Colour) {
        for row in y..y + h {
            for column in x..x + w {
                self.blend(column, row, colour(row), 1.0);
            }
        }
    }

    /// Copies another picture's pixels, its upper left corner at `(x, y)`.
    pub(super) fn place(&mut self, other: &Image, x: usize, y: usize) {
        let w = other.width.min(self.width.saturating_sub(x));
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            let to = (y + row) * self.width + x;
            let from = row * other.width;
            self.pixels[to..to + w].copy_from_slice(&other.pixels[from..from + w]);
        }
    }

    /// Several pictures in rows of `columns`; each cell is as large as the largest picture.
    pub fn grid(images: &[Image], columns: usize) -> Result<Image> {
        let columns = columns.clamp(1, images.len().max(1));
        let width = images.iter().map(|i| i.width).max().unwrap_or(0);
        let height = images.iter().map(|i| i.height).max().unwrap_or(0);
        let rows = images.len().div_ceil(columns);
        let mut all = Image::new(width.saturating_mul(columns), height.saturating_mul(rows))?;
        for (k, image) in images.iter().enumerate() {
            let x = k % columns * width + (width - image.width) / 2;
            let y = k / columns * height + (height - image.height) / 2;
            all.place(image, x, y);
        }
        all.background = images.first().and_then(|i| i.background);
        Ok(all)
    }

    /// Red, green, blue and alpha of every pixel in sRGB bytes, row by row from the top. Alpha mixes
    /// in sRGB, as viewers do it, so that a background changes nothing but what was transparent.
    pub fn to_rgba8(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 * self.pixels.len());
        let behind = self.background.map(|b| b.0.map(encode));
        for &[r, g, b, a] in &self.pixels {
            let a = a.clamp(0.0, 1.0);
            let inverse = if a > 0.0 { 1.0 / a } else { 0.0 };
            let own = [r, g, b].map(|c| encode(c * inverse));
            let (colour, alpha) = match behind {
                Some(behind) => ([0, 1, 2].map(|k| behind[k] + a * (own[k] - behind[k])), 1.0),
                None => (own, a),
            };
            bytes.extend(colour.map(|c| (255.0 * c + 0.5) as u8));
            bytes.push((255.0 * alpha + 0.5) as u8);
        }
        bytes
    }

    /// The picture as the contents of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let mut data = self.to_rgba8();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        if self.background.is_some() {
            encoder.set_color(png::ColorType::Rgb);
            data = data.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
        } else {
            encoder.set_color(png::ColorType::Rgba);
        }
        encoder
            .write_header()
            .and_then(|mut writer| {
                writer.write_image_data(&data)?;
                writer.finish()
            })
            .map_err(|e| Error::new(Code::Io, format!("the picture cannot be encoded: {e}")))?;
        Ok(bytes)
    }

    /// Writes a PNG file in one piece: it is complete or not there.
    pub fn write_png(&self, path: &Path) -> Result<()> {
        let bytes = self.to_png()?;
        write_atomically(path, |out| out.write_all(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(image: &Image) -> (png::OutputInfo, Vec<u8>) {
        let bytes = image.to_png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut data).unwrap();
        (info, data)
    }

    #[test]
    fn a_decoder_reads_back_what_was_drawn() {
        let mut image = Image::new(3, 2).unwrap();
        image.blend(1, 0, Colour::rgb(200, 100, 50), 1.0);
        image.blend(2, 1, Colour::rgb(10, 20, 30), 0.5);
        image.blend(-1, 9, Colour::WHITE, 1.0);
        let (info, data) = decoded(&image);
        assert_eq!((info.width, info.height, info.color_type), (3, 2, png::ColorType::Rgba));
        assert_eq!(data[..8], [0, 0, 0, 0, 200, 100, 50, 255]);
        assert_eq!(data[20..], [10, 20, 30, 128]);
    }

    #[test]
    fn a_background_mixes_as_viewers_mix() {
        let mut image = Image::new(1, 1).unwrap();
        image.blend(0, 0, Colour::rgb(0, 0, 0), 0.25);
        let (info, data) = decoded(&image.with_background(Some(Colour::WHITE)));
        assert_eq!((info.color_type, &data[..]), (png::ColorType::Rgb, &[191, 191, 191][..]));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        for (w, h) in [(0, 5), (5, 0), (1 << 20, 1 << 20), (usize::MAX, 2)] {
            assert_eq!(Image::new(w, h).unwrap_err().code, Code::Array);
        }
        assert_eq!(Image::grid(&[], 3).unwrap_err().code, Code::Array);
    }

    #[test]
    fn a_grid_fills_row_by_row() {
        let dot = |shade: u8| {
            let mut image = Image::new(1, 1).unwrap();
            image.blend(0, 0, Colour::rgb(shade, 0, 0), 1.0);
            image
        };
        let all = Image::grid(&[dot(10), dot(20), dot(30)], 2).unwrap();
        assert_eq!((all.width(), all.height()), (2, 2));
        let red: Vec<u8> = all.to_rgba8().iter().step_by(4).copied().collect();
        assert_eq!(red, [10, 20, 30, 0]);
    }
}
