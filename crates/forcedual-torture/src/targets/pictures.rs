//! Drawings and pictures. The checksums of a PNG's chunks are made right first, so that what they guard is
//! reached.

use forcedual::export::render::Picture;
use forcedual::mesh::surface::Shape;

/// A drawing to fill.
pub fn drawing(extension: &str, file: &[u8]) {
    let _ = Shape::drawing(extension, &mended(file));
}

/// A picture on a surface, PNG or JPEG.
pub fn picture(file: &[u8]) {
    let _ = Picture::new(&mended(file));
}

/// The file with right checksums, if it is a PNG.
fn mended(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let mut at = 8;
    while file.starts_with(b"\x89PNG")
        && let Some(head) = file.get(at..at + 8)
    {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = at + 8 + length;
        let Some(chunk) = file.get(at + 4..end) else { break };
        let sum = crc(chunk).to_be_bytes();
        let Some(place) = file.get_mut(end..end + 4) else { break };
        place.copy_from_slice(&sum);
        at = end + 4;
    }
    file
}

/// The cyclic redundancy check of PNG: polynomial `0xedb88320`, from the low bit on.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |c: u32| (c >> 1) ^ if c & 1 == 1 { 0xedb8_8320 } else { 0 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |c, _| bit(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }
}
