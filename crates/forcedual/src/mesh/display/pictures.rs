//! Pictures on a surface, as they are in their files.

use crate::error::{Code, Error, Result};
use std::sync::Arc;

/// The pictures of a surface, and which triangle has which.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pictures {
    /// PNG or JPEG, each once.
    pub files: Vec<Arc<[u8]>>,
    /// The number of each triangle's picture, if it has one; empty if there are no pictures.
    pub of: Vec<Option<u32>>,
}

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PictureKind {
    Png,
    Jpeg,
}

impl PictureKind {
    /// By its first bytes; none if it is something else.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(PictureKind::Png),
            [0xff, 0xd8, 0xff, ..] => Some(PictureKind::Jpeg),
            _ => None,
        }
    }

    pub(crate) fn mime(self) -> &'static str {
        match self {
            PictureKind::Png => "image/png",
            PictureKind::Jpeg => "image/jpeg",
        }
    }

    pub(crate) fn extension(self) -> &'static str {
        match self {
            PictureKind::Png => "png",
            PictureKind::Jpeg => "jpg",
        }
    }
}

/// How many times shorter than what it holds a packed stream can be (DEFLATE).
const PACKED: usize = 1032;
/// Pixels of a JPEG that a byte can stand for: a block of 64 takes a bit or more.
const PER_BYTE: usize = 8 * 64;

/// Whether a file of so many bytes can hold a PNG of that many rows of so many bytes.
pub(crate) fn holds_png(file: usize, bytes: usize) -> bool {
    bytes <= file.saturating_mul(PACKED)
}

/// Bytes of a PNG's rows before they are packed.
pub(crate) fn raw_bytes(info: &png::Info<'_>) -> usize {
    info.raw_bytes()
}

/// Whether a file of so many bytes can hold a JPEG of that many pixels.
pub(crate) fn holds_jpeg(file: usize, pixels: usize) -> bool {
    pixels <= file.saturating_mul(PER_BYTE)
}

impl Pictures {
    /// The number of a picture, which is added unless it is there; none if it is neither PNG nor JPEG.
    pub(crate) fn add(&mut self, bytes: Vec<u8>) -> Option<u32> {
        PictureKind::of(&bytes)?;
        let known = self.files.iter().position(|own| **own == *bytes);
        Some(known.unwrap_or_else(|| {
            self.files.push(bytes.into());
            self.files.len() - 1
        }) as u32)
    }

    /// These pictures if any of the triangles has one, else none.
    pub(crate) fn used(self) -> Self {
        if self.of.iter().any(Option::is_some) { self } else { Pictures::default() }
    }

    /// Numbers of the triangles without a picture, and of those of each picture.
    pub(crate) fn groups(&self, triangles: usize) -> Vec<(Option<u32>, Vec<u32>)> {
        let none = (None, Vec::new());
        let each = (0..self.files.len()).map(|k| (Some(k as u32), Vec::new()));
        let mut groups: Vec<(Option<u32>, Vec<u32>)> = std::iter::once(none).chain(each).collect();
        for t in 0..triangles {
            let own = self.of.get(t).copied().flatten().map_or(0, |k| k as usize + 1);
            groups[own].1.push(t as u32);
        }
        groups.retain(|(_, list)| !list.is_empty());
        groups
    }

    /// Refuses pictures that do not fit the triangles or have no texture coordinates to lie on.
    pub(crate) fn check(&self, triangles: usize, has_texture: bool) -> Result<()> {
        let n = self.files.len();
        let message = if !self.of.is_empty() && self.of.len() != triangles {
            format!("the surface has {triangles} triangles, but {} pictures of them", self.of.len())
        } else if let Some(k) = self.of.iter().flatten().find(|k| **k as usize >= n) {
            format!("a triangle has picture {k} of {n}")
        } else if !has_texture && self.of.iter().any(Option::is_some) {
            "the surface has pictures, but no texture coordinates".to_owned()
        } else if let Some(k) = self.files.iter().position(|f| PictureKind::of(f).is_none()) {
            format!("picture {k} is neither PNG nor JPEG")
        } else {
            return Ok(());
        };
        Err(Error::new(Code::Array, message))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A PNG of these rows of sRGB colours.
    pub(crate) fn png(rows: &[&[[u8; 3]]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, rows[0].len() as u32, rows.len() as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(rows.concat().as_flattened()).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn pictures_are_kept_once_and_only_if_they_are_png_or_jpeg() {
        let red = png(&[&[[255, 0, 0]]]);
        let mut pictures = Pictures::default();
        assert_eq!(pictures.add(red.clone()), Some(0));
        assert_eq!(pictures.add(vec![0xff, 0xd8, 0xff, 0xe0]), Some(1));
        assert_eq!(pictures.add(red), Some(0));
        assert_eq!(pictures.add(b"RIFF....WEBP".to_vec()), None);
        assert_eq!(pictures.files.len(), 2);
    }

    #[test]
    fn triangles_are_grouped_by_their_picture() {
        let files = vec![Arc::from([0u8; 1]), Arc::from([1u8; 1]), Arc::from([2u8; 1])];
        let pictures = Pictures { files, of: vec![Some(2), None, Some(0), Some(2)] };
        let groups = pictures.groups(4);
        assert_eq!(groups, [(None, vec![1]), (Some(0), vec![2]), (Some(2), vec![0, 3])]);
        assert_eq!(Pictures::default().groups(2), [(None, vec![0, 1])]);
    }
}
