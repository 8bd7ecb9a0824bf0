//! The colour bar: what the colours of a field stand for.

use super::colour::Colour;
use super::drawing::ColourBar;
use super::font::{Anchor, text_width};
use super::image::Image;

/// Ticks at 1, 2 or 5 times a power of ten, about this many.
const TICKS: f64 = 5.0;

/// Round numbers within the range, and what to write for them after division by `10^exponent`.
fn ticks([low, high]: [f64; 2]) -> (Vec<(f64, String)>, i32) {
    let span = high - low;
    if !(span > 0.0 && span.is_finite()) {
        return (vec![(low, number(low))], 0);
    }
    let magnitude = low.abs().max(high.abs()).log10().floor() as i32;
    let exponent = if (-2..=3).contains(&magnitude) { 0 } else { magnitude };
    let rough = span / TICKS;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .map(|m| m * power)
        .into_iter()
        .find(|s| span / s <= TICKS + 0.5)
        .unwrap_or(10.0 * power);
    let scaled = step / 10f64.powi(exponent);
    let digits = (0..8).find(|&d| {
        let shifted = scaled * 10f64.powi(d);
        (shifted - shifted.round()).abs() < 1e-6 * shifted
    });
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    let list = (first..=last).take(16).map(|k| {
        let value = k as f64 * step;
        let text = format!("{:.*}", digits.unwrap_or(8) as usize, value / 10f64.powi(exponent));
        (value, text.replace('-', "\u{2212}"))
    });
    (list.collect(), exponent)
}

/// A single number, short.
fn number(x: f64) -> String {
    let text = if x == 0.0 || (1e-3..1e5).contains(&x.abs()) {
        format!("{}", (x * 1e4).round() / 1e4)
    } else {
        format!("{x:.2e}")
    };
    text.replace('-', "\u{2212}")
}

/// `×10⁻³`
fn power_of_ten(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = exponent
        .to_string()
        .chars()
        .map(|c| match c.to_digit(10) {
            Some(d) => RAISED[d as usize],
            None => '⁻',
        })
        .collect::<String>();
    format!("\u{d7}10{raised}")
}

impl ColourBar {
    fn labels(&self) -> (Vec<(f64, String)>, String) {
        let (ticks, exponent) = ticks(self.range);
        let label = match (self.label.is_empty(), exponent) {
            (_, 0) => self.label.clone(),
            (true, _) => power_of_ten(exponent),
            (false, _) => format!("{}  {}", self.label, power_of_ten(exponent)),
        };
        (ticks, label)
    }

    /// Width in pixels with its numbers and the margin on its right.
    pub(super) fn width(&self, letters: f32) -> f32 {
        let (ticks, label) = self.labels();
        let numbers = ticks.iter().map(|(_, t)| text_width(t, letters)).fold(0.0, f32::max);
        let bar = 2.2 * letters + numbers;
        // the label stands above, right-aligned with the numbers
        bar.max(0.6 * text_width(&label, letters)) + 2.2 * letters
    }

    pub(super) fn draw(&self, image: &mut Image, letters: f32, ink: Colour) {
        let (w, h) = (image.width() as f32, image.height() as f32);
        let (ticks, label) = self.labels();
        let numbers = ticks.iter().map(|(_, t)| text_width(t, letters)).fold(0.0, f32::max);
        let thick = (1.15 * letters).round();
        let x = (w - 1.6 * letters - numbers - 0.9 * letters - thick).round();
        // no taller than bodies in narrow pictures are
        let tall = (0.6 * h).min(0.6 * w).round();
        let top = (0.5 * (h - tall)).round();
        let soft = |t: f64| self.map.at(t);
        image.fill([x as i64, top as i64, thick as i64, tall as i64], |row| {
            soft(1.0 - (row as f64 + 0.5 - f64::from(top)) / f64::from(tall))
        });
        let [low, high] = self.range;
        for (value, text) in &ticks {
            let share = if high > low { (value - low) / (high - low) } else { 0.5 };
            let y = top + tall * (1.0 - share as f32);
            let line = vec![[x + thick + 0.15 * letters, y], [x + thick + 0.5 * letters, y]];
            image.stroke(&[line], 0.09 * letters, ink, |_, _| 0.8);
            let at = [x + thick + 0.8 * letters, y + 0.5 * letters];
            image.text(text, at, letters, Anchor::Left, ink);
        }
        let right = w - 1.6 * letters;
        let left = (right - text_width(&label, letters)).min(x - 0.12 * letters);
        image.text(&label, [left, top - 1.3 * letters], letters, Anchor::Left, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(range: [f64; 2]) -> (Vec<String>, i32) {
        let (ticks, exponent) = ticks(range);
        (ticks.into_iter().map(|t| t.1).collect(), exponent)
    }

    #[test]
    fn ticks_are_round_numbers_within_the_range() {
        assert_eq!(texts([0.0, 1.0]).0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts([-3.0, 3.0]).0, ["−2", "0", "2"]);
        assert_eq!(texts([0.0, 4.1e-5]), (["0", "1", "2", "3", "4"].map(String::from).into(), -5));
        assert_eq!(texts([2.0e6, 3.0e6]).1, 6);
    }

    #[test]
    fn ranges_without_extent_have_one_tick() {
        assert_eq!(texts([2.5, 2.5]).0, ["2.5"]);
        assert_eq!(texts([0.0, 0.0]).0, ["0"]);
        assert_eq!(texts([f64::NAN, 1.0]).0.len(), 1);
    }

    #[test]
    fn powers_are_raised() {
        assert_eq!(power_of_ten(-12), "×10⁻¹²");
    }
}
