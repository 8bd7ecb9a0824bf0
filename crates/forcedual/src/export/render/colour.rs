//! Colours and colour maps.
//!
//! Colours are linear light inside and sRGB at the border: `s = 12.92 c` for `c <= 0.0031308`, else
//! `s = 1.055 c^(1/2.4) - 0.055`.

use crate::error::{Code, Error, Result};

/// A colour, in linear light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub(super) [f32; 3]);

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour([1.0; 3]);

    /// A colour by its sRGB bytes.
    pub fn rgb(r: u8, g: u8, b: u8) -> Self {
        Colour([r, g, b].map(|c| decode(f32::from(c) / 255.0)))
    }

    /// `white`, `black` or `#rrggbb`.
    pub fn parse(text: &str) -> Result<Self> {
        let digits = match text {
            "white" => "ffffff",
            "black" => "000000",
            _ => text.strip_prefix('#').unwrap_or_default(),
        };
        match u32::from_str_radix(digits, 16) {
            Ok(n) if digits.len() == 6 && digits.is_ascii() && !digits.starts_with('+') => {
                let [_, r, g, b] = n.to_be_bytes();
                Ok(Colour::rgb(r, g, b))
            }
            _ => Err(Error::new(Code::Format, format!("`{text}` is not a colour"))
                .help("write white, black or #rrggbb")),
        }
    }

    /// The sRGB bytes.
    pub fn bytes(self) -> [u8; 3] {
        self.0.map(|c| (255.0 * encode(c)).round() as u8)
    }

    /// Red, green and blue in linear light.
    pub fn linear(self) -> [f32; 3] {
        self.0
    }

    /// How bright it looks, 0..1, in linear light.
    pub(super) fn luminance(self) -> f32 {
        0.2126 * self.0[0] + 0.7152 * self.0[1] + 0.0722 * self.0[2]
    }

    /// Part of the way to another colour, in sRGB.
    pub fn mix(self, other: Colour, t: f32) -> Colour {
        let blend = |k: usize| {
            let (a, b) = (encode(self.0[k]), encode(other.0[k]));
            decode(a + t * (b - a))
        };
        Colour([blend(0), blend(1), blend(2)])
    }
}

/// sRGB to linear light.
pub(super) fn decode(s: f32) -> f32 {
    if s <= 0.04045 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) }
}

/// Linear light to sRGB, both clamped to 0..1.
pub(super) fn encode(c: f32) -> f32 {
    let c = c.clamp(0.0, 1.0);
    if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 }
}

/// Warm clay, the colour of a body.
pub(super) const CLAY: [u8; 3] = [229, 173, 142];
/// Soft colours that stay apart for the colour-blind too; the first is the body's.
const PALETTE: [[u8; 3]; 8] = [
    CLAY,
    [126, 168, 196],
    [232, 200, 120],
    [142, 182, 155],
    [186, 156, 196],
    [214, 128, 128],
    [176, 190, 120],
    [168, 160, 152],
];

/// The default colour of region `k`.
pub fn palette(k: usize) -> Colour {
    let [r, g, b] = PALETTE[k % PALETTE.len()];
    Colour::rgb(r, g, b)
}

/// How numbers become colours; equal steps look equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourMap {
    /// Dark violet over green to yellow, for magnitudes.
    Viridis,
    /// Blue over near white to red, for signed values.
    Diverging,
}

/// Eleven equidistant colours of viridis.
const VIRIDIS: [[u8; 3]; 11] = [
    [0x44, 0x01, 0x54],
    [0x48, 0x25, 0x76],
    [0x41, 0x44, 0x87],
    [0x35, 0x60, 0x8d],
    [0x2a, 0x78, 0x8e],
    [0x21, 0x90, 0x8c],
    [0x22, 0xa8, 0x84],
    [0x43, 0xbf, 0x71],
    [0x7a, 0xd1, 0x51],
    [0xbb, 0xdf, 0x27],
    [0xfd, 0xe7, 0x25],
];
/// From blue to red with lightness symmetric about the middle.
const DIVERGING: [[u8; 3]; 9] = [
    [0x1f, 0x3d, 0x7a],
    [0x35, 0x68, 0xad],
    [0x6f, 0x9c, 0xcf],
    [0xb3, 0xcd, 0xe6],
    [0xf3, 0xf0, 0xea],
    [0xf0, 0xc2, 0xa8],
    [0xdd, 0x8a, 0x6c],
    [0xbb, 0x4a, 0x3f],
    [0x7d, 0x1d, 0x2c],
];

impl ColourMap {
    /// The colour at `t`, clamped to 0..1.
    pub fn at(self, t: f64) -> Colour {
        match self {
            ColourMap::Viridis => through(&VIRIDIS, t),
            ColourMap::Diverging => through(&DIVERGING, t),
        }
    }

    /// The map and range for values: signed ones are diverging about zero.
    pub fn suited(values: &[f64]) -> (Self, [f64; 2]) {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return (ColourMap::Viridis, [0.0, 1.0]);
        }
        let most = high.max(-low);
        if -low > 0.02 * most && high > 0.02 * most {
            return (ColourMap::Diverging, [-most, most]);
        }
        // magnitudes that come close to zero begin there
        let low = if low.abs() < 0.2 * high.abs() { 0.0 } else { low };
        (ColourMap::Viridis, [low, high])
    }
}

/// A Catmull-Rom curve through equidistant colours, in sRGB.
fn through(table: &[[u8; 3]], t: f64) -> Colour {
    let last = table.len() - 1;
    let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) * last as f64 };
    let k = (t as usize).min(last - 1);
    let f = (t - k as f64) as f32;
    let at = |i: usize, c: usize| f32::from(table[i][c]) / 255.0;
    let channel = |c: usize| {
        let (b, d) = (at(k, c), at(k + 1, c));
        let a = if k > 0 { at(k - 1, c) } else { 2.0 * b - d };
        let e = if k + 2 <= last { at(k + 2, c) } else { 2.0 * d - b };
        let curve = b + 0.5
            * f
            * (d - a + f * (2.0 * a - 5.0 * b + 4.0 * d - e + f * (3.0 * (b - d) + e - a)));
        decode(curve.clamp(0.0, 1.0))
    };
    Colour([channel(0), channel(1), channel(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_goes_there_and_back() {
        for byte in 0..=255u8 {
            assert_eq!(Colour::rgb(byte, 255 - byte, 7).bytes(), [byte, 255 - byte, 7]);
        }
        // the published value of middle grey
        assert!((encode(0.214_041) - 0.5).abs() < 1e-4);
    }

    #[test]
    fn maps_begin_and_end_with_their_published_colours() {
        assert_eq!(ColourMap::Viridis.at(0.0).bytes(), [0x44, 0x01, 0x54]);
        assert_eq!(ColourMap::Viridis.at(0.5).bytes(), [0x21, 0x90, 0x8c]);
        assert_eq!(ColourMap::Viridis.at(1.0).bytes(), [0xfd, 0xe7, 0x25]);
        assert_eq!(ColourMap::Viridis.at(7.0), ColourMap::Viridis.at(1.0));
        let [blue, red] = [0.0, 1.0].map(|t| ColourMap::Diverging.at(t).bytes());
        assert!(blue[2] > blue[0] && red[0] > red[2]);
    }

    #[test]
    fn viridis_grows_steadily_lighter() {
        let luminance = |k: usize| ColourMap::Viridis.at(k as f64 / 100.0).luminance();
        assert!((0..100).all(|k| luminance(k) < luminance(k + 1)));
    }

    #[test]
    fn signed_values_get_a_range_symmetric_about_zero() {
        assert_eq!(ColourMap::suited(&[-1.0, 3.0]), (ColourMap::Diverging, [-3.0, 3.0]));
        assert_eq!(ColourMap::suited(&[0.1, 3.0]), (ColourMap::Viridis, [0.0, 3.0]));
        assert_eq!(ColourMap::suited(&[2.0, 3.0]), (ColourMap::Viridis, [2.0, 3.0]));
    }

    #[test]
    fn colours_are_parsed_or_refused() {
        assert_eq!(Colour::parse("#ff0080").unwrap().bytes(), [255, 0, 128]);
        assert_eq!(Colour::parse("white").unwrap(), Colour::WHITE);
        for bad in ["", "#fff", "#+fffff", "red", "#gggggg", "ffffff", "#ääa"] {
            assert_eq!(Colour::parse(bad).unwrap_err().code, Code::Format, "{bad}");
        }
    }
}
