//! A font of round strokes, in the manner of technical lettering.
//!
//! A glyph is a path on a grid where capitals are 70 high, small letters 50, and descenders reach
//! down to -20. `M x y` moves, `L x y` draws a line, `H x y` a quarter of an ellipse that begins
//! horizontally, `V x y` one that begins vertically, and `C` a cubic Bezier curve.

use super::colour::Colour;
use super::image::Image;

/// Height of capitals on the grid.
const CAPITAL: f32 = 70.0;
/// Space on each side of a glyph.
const BEARING: f32 = 8.0;
const SPACE: f32 = 26.0;
/// Half the width of a stroke.
const STROKE: f32 = 4.1;
/// How far a quarter's control points reach; a circle's would be 0.5523.
const ROUND: f32 = 0.58;
/// Raised digits are this much smaller, and their baseline is this high.
const RAISED: (f32, f32) = (0.62, 34.0);
const PIECES: usize = 10;

fn outline(c: char) -> &'static str {
    match c {
        '0' => "M 20 70 H 40 48 L 40 22 V 20 0 H 0 22 L 0 48 V 20 70",
        '1' => "M 3 55 L 20 70 L 20 0",
        '2' => "M 1 52 V 20 70 H 39 51 C 39 34 20 22 0 0 L 40 0",
        '3' => "M 2 57 V 19 70 H 37 53 V 19 37 L 13 37 M 19 37 H 40 19 V 19 0 H 0 14",
        '4' => "M 31 0 L 31 70 L 0 19 L 42 19",
        '5' => "M 36 70 L 6 70 L 3 37 C 8 42 14 45 20 45 H 40 23 V 19 0 H 0 13",
        '6' => "M 20 44 H 40 22 V 20 0 H 0 22 V 20 44 M 0 22 C 0 46 13 61 29 70",
        '7' => "M 0 70 L 39 70 L 13 0",
        '8' => "M 20 70 H 37 54 V 20 38 H 3 54 V 20 70 M 20 38 H 40 19 V 20 0 H 0 19 V 20 38",
        '9' => "M 20 26 H 0 48 V 20 70 H 40 48 V 20 26 M 40 48 C 40 24 27 9 11 0",
        'A' => "M 0 0 L 25 70 L 50 0 M 8 23 L 42 23",
        'B' => "M 0 0 L 0 70 L 22 70 H 38 54 V 22 38 L 0 38 M 22 38 H 42 19 V 22 0 L 0 0",
        'C' => "M 47 57 C 42 65 35 70 26 70 H 0 35 V 26 0 C 35 0 42 5 47 13",
        'D' => "M 0 0 L 0 70 L 18 70 H 47 35 V 18 0 L 0 0",
        'E' => "M 38 70 L 0 70 L 0 0 L 38 0 M 0 37 L 33 37",
        'F' => "M 38 70 L 0 70 L 0 0 M 0 35 L 33 35",
        'G' => "M 47 57 C 42 65 35 70 26 70 H 0 35 V 26 0 C 39 0 48 9 48 23 L 48 32 L 29 32",
        'H' => "M 0 0 L 0 70 M 44 0 L 44 70 M 0 37 L 44 37",
        'I' => "M 0 0 L 0 70",
        'J' => "M 26 70 L 26 18 V 11 0 C 6 0 2 2 0 5",
        'K' => "M 0 0 L 0 70 M 40 70 L 0 28 M 14 42 L 42 0",
        'L' => "M 0 70 L 0 0 L 34 0",
        'M' => "M 0 0 L 0 70 L 27 20 L 54 70 L 54 0",
        'N' => "M 0 0 L 0 70 L 44 0 L 44 70",
        'O' => "M 26 70 H 52 35 V 26 0 H 0 35 V 26 70",
        'P' => "M 0 0 L 0 70 L 22 70 H 42 50 V 22 30 L 0 30",
        'Q' => "M 26 70 H 52 35 V 26 0 H 0 35 V 26 70 M 33 17 L 52 -5",
        'R' => "M 0 0 L 0 70 L 22 70 H 42 50 V 22 30 L 0 30 M 24 30 L 43 0",
        'S' => {
            "M 39 58 C 36 66 29 70 21 70 H 3 53 C 3 42 12 39 21 36 C 31 33 41 29 41 18 V 20 0 C 11 0 4 4 0 12"
        }
        'T' => "M 0 70 L 46 70 M 23 70 L 23 0",
        'U' => "M 0 70 L 0 23 V 22 0 H 44 23 L 44 70",
        'V' => "M 0 70 L 24 0 L 48 70",
        'W' => "M 0 70 L 17 0 L 35 62 L 53 0 L 70 70",
        'X' => "M 0 0 L 42 70 M 0 70 L 42 0",
        'Y' => "M 0 70 L 22 33 L 44 70 M 22 33 L 22 0",
        'Z' => "M 0 70 L 40 70 L 0 0 L 40 0",
        'a' => {
            "M 4 44 C 9 48 14 50 19 50 H 36 34 L 36 0 M 36 28 L 17 28 H 0 14 V 16 0 C 25 0 32 5 36 12"
        }
        'b' => "M 0 70 L 0 0 M 0 25 V 20 50 H 39 25 V 20 0 H 0 25",
        'c' => "M 35 42 C 31 47 26 50 20 50 H 0 25 V 20 0 C 26 0 31 3 35 8",
        'd' => "M 39 70 L 39 0 M 39 25 V 19 50 H 0 25 V 19 0 H 39 25",
        'e' => "M 0 27 L 38 27 V 20 50 H 0 25 V 20 0 C 27 0 32 3 36 8",
        'f' => "M 26 70 L 22 70 H 10 57 L 10 0 M 0 50 L 23 50",
        'g' => {
            "M 38 50 L 38 -4 V 20 -20 C 13 -20 8 -18 4 -15 M 38 25 V 19 50 H 0 25 V 19 0 H 38 25"
        }
        'h' => "M 0 70 L 0 0 M 0 29 V 18 50 H 35 31 L 35 0",
        'i' => "M 0 50 L 0 0 M 0 67 L 0 68",
        'j' => "M 12 50 L 12 -9 V 2 -20 L 0 -20 M 12 67 L 12 68",
        'k' => "M 0 70 L 0 0 M 32 50 L 0 19 M 12 30 L 35 0",
        'l' => "M 0 70 L 0 11 V 9 0 L 12 0",
        'm' => "M 0 50 L 0 0 M 0 32 V 15 50 H 29 33 L 29 0 M 29 32 V 44 50 H 58 33 L 58 0",
        'n' => "M 0 50 L 0 0 M 0 29 V 18 50 H 35 31 L 35 0",
        'o' => "M 20 50 H 40 25 V 20 0 H 0 25 V 20 50",
        'p' => "M 0 50 L 0 -20 M 0 25 V 20 50 H 39 25 V 20 0 H 0 25",
        'q' => "M 39 50 L 39 -20 M 39 25 V 19 50 H 0 25 V 19 0 H 39 25",
        'r' => "M 0 50 L 0 0 M 0 29 V 17 50 L 22 50",
        's' => {
            "M 31 42 C 28 47 23 50 17 50 H 2 38 C 2 30 9 28 16 26 C 24 24 33 21 33 13 V 16 0 C 9 0 3 3 0 8"
        }
        't' => "M 9 64 L 9 12 V 19 0 L 24 0 M 0 50 L 23 50",
        'u' => "M 0 50 L 0 19 V 17 0 H 35 21 M 35 50 L 35 0",
        'v' => "M 0 50 L 18 0 L 36 50",
        'w' => "M 0 50 L 13 0 L 27 44 L 41 0 L 54 50",
        'x' => "M 0 0 L 34 50 M 0 50 L 34 0",
        'y' => "M 0 50 L 18 2 M 36 50 L 16 -5 C 12 -16 9 -20 0 -20",
        'z' => "M 0 50 L 32 50 L 0 0 L 32 0",
        '.' => "M 0 0 L 0 1",
        ',' => "M 4 1 L 0 -12",
        ':' => "M 0 0 L 0 1 M 0 42 L 0 43",
        ';' => "M 4 1 L 0 -12 M 4 42 L 4 43",
        '!' => "M 0 70 L 0 20 M 0 0 L 0 1",
        '?' => "M 0 55 V 17 70 H 34 53 C 34 38 16 38 16 20 M 16 0 L 16 1",
        '\'' => "M 0 70 L 0 54",
        '"' => "M 0 70 L 0 54 M 14 70 L 14 54",
        '-' => "M 0 26 L 20 26",
        '\u{2212}' => "M 0 33 L 36 33",
        '\u{2013}' => "M 0 28 L 36 28",
        '+' => "M 0 33 L 38 33 M 19 14 L 19 52",
        '=' => "M 0 42 L 36 42 M 0 23 L 36 23",
        '\u{d7}' => "M 3 17 L 33 47 M 3 47 L 33 17",
        '\u{b7}' => "M 0 30 L 0 31",
        '*' => "M 14 70 L 14 44 M 3 64 L 25 50 M 3 50 L 25 64",
        '/' => "M 0 -8 L 30 74",
        '\\' => "M 0 74 L 30 -8",
        '|' => "M 0 -14 L 0 76",
        '(' => "M 16 76 C 4 60 0 46 0 31 C 0 16 4 2 16 -14",
        ')' => "M 0 76 C 12 60 16 46 16 31 C 16 16 12 2 0 -14",
        '[' => "M 14 76 L 0 76 L 0 -14 L 14 -14",
        ']' => "M 0 76 L 14 76 L 14 -14 L 0 -14",
        '{' => "M 18 76 V 8 64 L 8 42 V 0 31 H 8 20 L 8 -2 V 18 -14",
        '}' => "M 0 76 V 10 64 L 10 42 V 18 31 H 10 20 L 10 -2 V 0 -14",
        '<' => "M 32 52 L 0 33 L 32 14",
        '>' => "M 0 52 L 32 33 L 0 14",
        '_' => "M 0 -10 L 40 -10",
        '%' => {
            "M 12 70 H 24 56 V 12 42 H 0 56 V 12 70 M 48 28 H 60 14 V 48 0 H 36 14 V 48 28 M 46 70 L 14 0"
        }
        '#' => "M 16 70 L 8 0 M 38 70 L 30 0 M 2 48 L 46 48 M 0 22 L 44 22",
        '&' => {
            "M 46 0 L 10 48 C 4 57 9 70 20 70 C 31 70 35 58 28 50 C 22 43 0 36 0 18 V 18 0 C 32 0 42 14 44 32"
        }
        '@' => {
            "M 46 22 C 38 16 24 18 24 34 C 24 50 40 52 46 44 L 46 22 C 50 12 64 18 64 36 V 34 70 H 0 32 V 34 -10 C 44 -10 52 -7 58 -2"
        }
        '~' => "M 0 28 C 8 44 26 20 36 38",
        '^' => "M 0 48 L 16 70 L 32 48",
        '\u{b0}' => "M 11 70 H 22 59 V 11 48 H 0 59 V 11 70",
        '\u{b5}' | '\u{3bc}' => "M 0 50 L 0 -20 M 0 19 V 17 0 H 35 20 M 35 50 L 35 0",
        '\u{3bb}' => "M 2 70 C 12 70 14 64 17 56 L 36 0 M 20 44 L 0 0",
        '\u{3c3}' => "M 42 50 L 20 50 H 0 25 V 20 0 H 40 25 C 40 38 34 46 26 50",
        _ => "M 0 0 L 36 0 L 36 70 L 0 70 L 0 0",
    }
}

/// A raised digit's ordinary form.
fn lowered(c: char) -> Option<char> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match c {
        '⁻' => Some('\u{2212}'),
        _ => "0123456789".chars().zip(RAISED).find(|(_, raised)| *raised == c).map(|(d, _)| d),
    }
}

/// The strokes of a glyph as lines on the grid.
fn strokes(c: char) -> Vec<Vec<[f32; 2]>> {
    let mut lines: Vec<Vec<[f32; 2]>> = Vec::new();
    let mut at = [0.0f32; 2];
    let mut words = outline(c).split_ascii_whitespace();
    while let Some(command) = words.next() {
        let mut point = || [0; 2].map(|_| words.next().and_then(|w| w.parse().ok()).unwrap_or(0.0));
        let controls = match command {
            "C" => Some([point(), point()]),
            _ => None,
        };
        let to: [f32; 2] = point();
        let (dx, dy) = (to[0] - at[0], to[1] - at[1]);
        let controls = controls.or(match command {
            "H" => Some([[at[0] + ROUND * dx, at[1]], [to[0], to[1] - ROUND * dy]]),
            "V" => Some([[at[0], at[1] + ROUND * dy], [to[0] - ROUND * dx, to[1]]]),
            _ => None,
        });
        match (controls, lines.last_mut()) {
            (Some([a, b]), Some(line)) => line.extend((1..=PIECES).map(|k| {
                let t = k as f32 / PIECES as f32;
                let s = 1.0 - t;
                [0, 1].map(|c| {
                    s * s * (s * at[c] + 3.0 * t * a[c]) + t * t * (3.0 * s * b[c] + t * to[c])
                })
            })),
            (None, Some(line)) if command == "L" => line.push(to),
            _ => lines.push(vec![to]),
        }
        at = to;
    }
    lines
}

fn ink_width(strokes: &[Vec<[f32; 2]>]) -> f32 {
    strokes.iter().flatten().map(|p| p[0]).fold(0.0, f32::max)
}

/// The strokes of a text whose capitals are `size` high, beginning at the origin on the baseline, y
/// upwards; and its width.
fn laid_out(text: &str, size: f32) -> (Vec<Vec<[f32; 2]>>, f32) {
    let unit = size / CAPITAL;
    let (mut x, mut all) = (0.0, Vec::new());
    for c in text.chars() {
        if c.is_whitespace() {
            x += SPACE * unit;
            continue;
        }
        let (c, (factor, lift)) = lowered(c).map_or((c, (1.0, 0.0)), |d| (d, RAISED));
        let mut glyph = strokes(c);
        let scale = unit * factor;
        let bearing = BEARING * scale;
        let advance = ink_width(&glyph) * scale + 2.0 * bearing;
        for p in glyph.iter_mut().flatten() {
            *p = [x + bearing + p[0] * scale, p[1] * scale + lift * unit];
        }
        all.append(&mut glyph);
        x += advance;
    }
    (all, x)
}

/// Where a text is in relation to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Left,
    /// Its middle is there.
    Middle,
}

impl Image {
    /// Writes a text whose capitals are `size` pixels high; `(x, y)` is on its baseline.
    pub fn text(&mut self, text: &str, [x, y]: [f32; 2], size: f32, anchor: Anchor, ink: Colour) {
        let (mut lines, width) = laid_out(text, size);
        let left = if anchor == Anchor::Middle { x - width / 2.0 } else { x };
        for p in lines.iter_mut().flatten() {
            *p = [left + p[0], y - p[1]];
        }
        self.stroke(&lines, 2.0 * STROKE * size / CAPITAL, ink, |_, _| 1.0);
    }

    /// Draws lines of a width in pixels with round ends, as far as each pixel lets them be seen; where
    /// they cross nothing is drawn twice.
    pub(super) fn stroke(
        &mut self,
        lines: &[Vec<[f32; 2]>],
        width: f32,
        ink: Colour,
        seen: impl Fn(usize, usize) -> f32,
    ) {
        let reach = width / 2.0 + 0.5;
        let clamp = |v: f32, most: usize| v.clamp(0.0, most as f32) as usize;
        let (w, h) = (self.width(), self.height());
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for p in lines.iter().flatten() {
            for c in 0..2 {
                low[c] = low[c].min(p[c] - reach);
                high[c] = high[c].max(p[c] + reach + 1.0);
            }
        }
        let (x0, y0) = (clamp(low[0], w), clamp(low[1], h));
        let (x1, y1) = (clamp(high[0], w), clamp(high[1], h));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        let mut mask = vec![0.0f32; (x1 - x0) * (y1 - y0)];
        // thin lines become lighter, not narrower
        let (half, strength) = ((width / 2.0).max(0.5), width.min(1.0));
        for line in lines {
            let single = [line.first().copied().unwrap_or_default(); 2];
            let pairs = line.windows(2).map(|p| [p[0], p[1]]);
            for [a, b] in pairs.chain((line.len() == 1).then_some(single)) {
                let u = [b[0] - a[0], b[1] - a[1]];
                let squared = u[0] * u[0] + u[1] * u[1];
                let rows = clamp(a[1].min(b[1]) - reach, h).max(y0)
                    ..clamp(a[1].max(b[1]) + reach + 1.0, h).min(y1);
                let columns = clamp(a[0].min(b[0]) - reach, w).max(x0)
                    ..clamp(a[0].max(b[0]) + reach + 1.0, w).min(x1);
                for y in rows {
                    for x in columns.clone() {
                        let d = [x as f32 + 0.5 - a[0], y as f32 + 0.5 - a[1]];
                        let t = if squared > 0.0 {
                            ((d[0] * u[0] + d[1] * u[1]) / squared).clamp(0.0, 1.0)
                        } else {
                            0.0
                        };
                        let distance = (d[0] - t * u[0]).hypot(d[1] - t * u[1]);
                        let cover = (half + 0.5 - distance).clamp(0.0, 1.0);
                        let m = &mut mask[(y - y0) * (x1 - x0) + x - x0];
                        *m = m.max(cover);
                    }
                }
            }
        }
        for (k, m) in mask.into_iter().enumerate().filter(|(_, m)| *m > 0.0) {
            let (x, y) = (x0 + k % (x1 - x0), y0 + k / (x1 - x0));
            self.blend(x as i64, y as i64, ink, m * strength * seen(x, y));
        }
    }
}

/// Width in pixels of a text whose capitals are `size` high.
pub fn text_width(text: &str, size: f32) -> f32 {
    laid_out(text, size).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_letter_has_its_own_glyph_within_the_line() {
        let unknown = outline('\u{1f600}');
        for c in ('!'..='~').filter(|c| !"$`".contains(*c)).chain("µ°×−·–λσ".chars()) {
            assert_ne!(outline(c), unknown, "{c}");
            let points: Vec<[f32; 2]> = strokes(c).concat();
            assert!(points.iter().all(|p| (0.0..=72.0).contains(&p[0])), "{c}");
            assert!(points.iter().all(|p| (-20.5..=76.5).contains(&p[1])), "{c}");
        }
    }

    #[test]
    fn a_line_covers_its_length_times_its_width() {
        let mut image = Image::new(60, 40).unwrap();
        image.stroke(&[vec![[10.0, 8.0], [50.0, 30.0]]], 3.0, Colour::WHITE, |_, _| 1.0);
        let area: f32 = (0..2400).map(|k| image.alpha(k % 60, k / 60)).sum();
        let expected = 3.0 * 40f32.hypot(22.0) + std::f32::consts::PI * 1.5 * 1.5;
        assert!((area / expected - 1.0).abs() < 0.02, "{area} {expected}");
    }

    #[test]
    fn raised_digits_are_smaller() {
        assert!(text_width("10³", 20.0) < text_width("103", 20.0));
        assert_eq!(text_width("", 20.0), 0.0);
    }

    #[test]
    fn text_in_the_middle_is_in_the_middle() {
        let mut image = Image::new(101, 30).unwrap();
        image.text("0 0", [50.5, 24.0], 14.0, Anchor::Middle, Colour::WHITE);
        for x in 0..50 {
            let column = |x: usize| (0..30).map(|y| image.alpha(x, y)).sum::<f32>();
            assert!((column(x) - column(100 - x)).abs() < 0.01, "{x}");
        }
    }
}
