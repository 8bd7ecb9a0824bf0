//! A font of round strokes, in the manner of technical lettering.
//!
//! A glyph is a path on a grid where capitals are 70 high, small letters 50, and descenders reach
//! down to -20. `M x y` moves, `L x y` draws a line, `H x y` a quarter of an ellipse that begins
//! horizontally, `V x y` one that begins vertically, and `C` a cubic Bezier curve.

use super::colour::Colour;
use super::glyphs::{COMBINING, MARKED, mark, outline, spelled};
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

/// Letters and their marks.
fn letters(text: &str) -> Vec<(char, Option<char>)> {
    let mut all: Vec<(char, Option<char>)> = Vec::new();
    for c in text.chars() {
        let combining = COMBINING.iter().find(|(own, _)| *own == c);
        if let (Some((_, mark)), Some(last)) = (combining, all.last_mut()) {
            last.1 = Some(*mark);
        } else if let Some(spelled) = spelled(c) {
            all.extend(spelled.chars().map(|c| (c, None)));
        } else {
            let mut words = MARKED.split(' ').map(|word| word.chars());
            let parts = words.find_map(|mut word| match word.next() {
                Some(own) if own == c => Some((word.next()?, word.next())),
                _ => None,
            });
            all.push(parts.unwrap_or((c, None)));
        }
    }
    all
}

/// The strokes of a letter with its mark.
fn glyph(c: char, above: Option<char>) -> Vec<Vec<[f32; 2]>> {
    let Some(above) = above else { return strokes(outline(c)) };
    let mut lines = strokes(outline(if c == 'i' { 'ı' } else { c }));
    let middle = ink_width(&lines) / 2.0;
    let top = lines.iter().flatten().map(|p| p[1]).fold(0.0, f32::max);
    let lift = if above == '\u{b8}' { 0.0 } else { top + 8.0 };
    let mut marks = strokes(mark(above));
    let left = marks.iter().flatten().map(|p| p[0]).fold(0.0, f32::min);
    // narrow letters move to the right so that nothing begins before the glyph
    let shift = (-left - middle).max(0.0);
    lines.iter_mut().flatten().for_each(|p| p[0] += shift);
    marks.iter_mut().flatten().for_each(|p| *p = [p[0] + middle + shift, p[1] + lift]);
    lines.append(&mut marks);
    lines
}

/// A raised digit's ordinary form.
fn lowered(c: char) -> Option<char> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match c {
        '⁻' => Some('\u{2212}'),
        'ª' => Some('a'),
        'º' => Some('o'),
        _ => "0123456789".chars().zip(RAISED).find(|(_, raised)| *raised == c).map(|(d, _)| d),
    }
}

/// The strokes of a path as lines on the grid.
fn strokes(path: &str) -> Vec<Vec<[f32; 2]>> {
    let mut lines: Vec<Vec<[f32; 2]>> = Vec::new();
    let mut at = [0.0f32; 2];
    let mut words = path.split_ascii_whitespace();
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
    for (c, above) in letters(text) {
        if c.is_whitespace() {
            x += SPACE * unit;
            continue;
        }
        let (c, (factor, lift)) = lowered(c).map_or((c, (1.0, 0.0)), |d| (d, RAISED));
        let mut glyph = glyph(c, above);
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
        for c in ('!'..='~').chain("µ°×−·–λσ".chars()) {
            assert_ne!(outline(c), unknown, "{c}");
            let points: Vec<[f32; 2]> = strokes(outline(c)).concat();
            assert!(points.iter().all(|p| (0.0..=72.0).contains(&p[0])), "{c}");
            assert!(points.iter().all(|p| (-20.5..=76.5).contains(&p[1])), "{c}");
        }
    }

    #[test]
    fn letters_and_signs_of_latin_1_are_no_boxes_and_differ() {
        let drawn = |text: &str| laid_out(text, 70.0).0;
        let unknown = drawn("\u{1f600}");
        let more = "ČčŠšŽžŁłŐőŰűĞğ–—‘’“”„…•€′″≤≥≈≠→←πΔΩ";
        let all = ('\u{a1}'..='\u{ff}').filter(|c| *c != '\u{ad}').chain(more.chars());
        for c in all {
            let lines = drawn(&c.to_string());
            assert!(!lines.is_empty() && lines != unknown, "{c}");
            assert!(lines.iter().flatten().all(|p| p[0] >= 0.0 && p[1] < 96.0), "{c}");
        }
        let e: Vec<_> = ["e", "é", "è", "ê", "ë", "E", "É"].iter().map(|t| drawn(t)).collect();
        assert!((0..e.len()).all(|i| (0..i).all(|j| e[i] != e[j])));
        // as other systems write it: a letter and a combining mark
        assert_eq!(drawn("a\u{308}"), drawn("ä"));
        assert_eq!(drawn("½ “x”"), drawn("1/2 \"x\""));
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
