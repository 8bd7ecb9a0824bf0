//! Curves, as SVG.

use forcedual::{Code, Error, Result};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde_json::{Value, json};
use std::ops::Range;

/// Pixels of a plot.
pub const SIZE: (u32, u32) = (960, 460);
const FONT: &str = "system-ui, Helvetica, Arial, sans-serif";
/// Distinct for the colour-blind too; the first is that of force-dual modes.
const COLOURS: [RGBColor; 6] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];
const INK: RGBColor = RGBColor(90, 90, 90);
/// Ticks of an axis, about.
const TICKS: f64 = 7.0;

/// Curves over one axis; where both of an axis's ends are positive and far apart, it is logarithmic.
/// The first curve stands out: it is that of force-dual modes.
pub struct Plot {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Names and points.
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
}

impl Plot {
    /// Its points.
    pub(crate) fn data(&self, name: &str) -> Value {
        let curve =
            |(name, points): &(String, Vec<(f64, f64)>)| json!({ "name": name, "points": points });
        let curves: Vec<Value> = self.curves.iter().map(curve).collect();
        json!({ "name": name, "x": self.x, "y": self.y, "curves": curves })
    }

    /// The picture.
    pub(crate) fn svg(&self) -> Result<String> {
        let mut svg = String::new();
        self.draw(&mut svg)
            .map_err(|e| Error::new(Code::Numeric, format!("the plot cannot be drawn: {e}")))?;
        Ok(svg)
    }

    fn draw(&self, svg: &mut String) -> std::result::Result<(), String> {
        let points = || self.curves.iter().flat_map(|c| c.1.iter());
        let x = Axis::new(points().map(|p| p.0));
        let y = Axis::new(points().map(|p| p.1));
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let text = |size: i32| (FONT, size).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&root)
            .margin(14)
            .x_label_area_size(52)
            .y_label_area_size(104)
            .margin_right(250)
            .build_cartesian_2d(x, y)
            .map_err(|e| e.to_string())?;
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(200, 200, 200).mix(0.6))
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .x_labels(20)
            .y_labels(20)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .label_style(text(17))
            .axis_desc_style(text(18))
            .draw()
            .map_err(|e| e.to_string())?;
        // those behind are wider, so that a curve on top of another does not hide it
        for (k, (_, points)) in self.curves.iter().enumerate().rev() {
            let colour = COLOURS[k % COLOURS.len()];
            let style = colour.stroke_width(self.width(k));
            let seen = || points.iter().copied().filter(|p| p.0.is_finite() && p.1.is_finite());
            chart.draw_series(LineSeries::new(seen(), style)).map_err(|e| e.to_string())?;
            let dots = seen().map(|p| Circle::new(p, self.width(k) + 1, colour.filled()));
            chart.draw_series(dots).map_err(|e| e.to_string())?;
        }
        // beside the curves, so that it covers none
        let left = Pos::new(HPos::Left, VPos::Center);
        for (k, (name, _)) in self.curves.iter().enumerate() {
            let colour = COLOURS[k % COLOURS.len()];
            let (x, y) = (SIZE.0 as i32 - 235, 34 + 30 * k as i32);
            let style = colour.stroke_width(self.width(k));
            root.draw(&PathElement::new([(x, y), (x + 26, y)], style))
                .map_err(|e| e.to_string())?;
            root.draw_text(name, &text(17).pos(left), (x + 36, y)).map_err(|e| e.to_string())?;
        }
        root.present().map_err(|e| e.to_string())
    }

    fn width(&self, k: usize) -> u32 {
        if k == 0 { 3 } else { (1 + 2 * k as u32).min(7) }
    }
}

/// An axis that may be logarithmic.
#[derive(Clone)]
struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone) -> Self {
        let finite = values.filter(|v| v.is_finite());
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Axis { low: 0.0, high: 1.0, log: false };
        }
        if low > 0.0 && high > 20.0 * low {
            let room = (high / low).powf(0.03);
            Axis { low: low / room, high: high * room, log: true }
        } else {
            let (low, high) = (low.min(0.0), if high > low { high } else { low + 1.0 });
            Axis { low, high: high + 0.05 * (high - low), log: false }
        }
    }

    fn share(&self, v: f64) -> f64 {
        match self.log {
            true => (v.max(1e-300) / self.low).ln() / (self.high / self.low).ln(),
            false => (v - self.low) / (self.high - self.low),
        }
    }

    fn ticks(&self) -> Vec<f64> {
        if !self.log {
            let raw = (self.high - self.low) / TICKS;
            let ten = 10f64.powf(raw.log10().floor());
            let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * ten).into_iter().find(|s| *s >= raw);
            let step = step.unwrap_or(10.0 * ten);
            let last = (self.high / step).floor() as i64;
            return ((self.low / step).ceil() as i64..=last).map(|k| k as f64 * step).collect();
        }
        let decades = (self.high / self.low).log10();
        let within: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (decades / TICKS).ceil().max(1.0) as i32;
        let all = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let each = all.filter(|e| e.rem_euclid(every) == 0);
        let each = each.flat_map(|e| within.iter().map(move |k| k * 10f64.powi(e)));
        each.filter(|v| (self.low..=self.high).contains(v)).collect()
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.share(*value) * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, v: &f64) -> String {
        // all labels of an axis are written alike
        let wide = self.high >= 1e5 || self.log && self.low < 1e-4;
        let exponent = (v.abs().max(1e-300).log10() + 1e-9).floor();
        match wide && *v != 0.0 {
            true => {
                let leading = (v / 10f64.powf(exponent)).round();
                let times = if leading == 1.0 { String::new() } else { format!("{leading} · ") };
                format!("{times}10{}", raised(exponent as i32))
            }
            false => format!("{}", (v * 1e9).round() / 1e9),
        }
    }
}

fn raised(exponent: i32) -> String {
    let digit = |c: char| match c.to_digit(10) {
        Some(d) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][d as usize],
        None => '⁻',
    };
    exponent.to_string().chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_where_the_data_do_and_label_all_ticks_alike() {
        let modes = Axis::new((1..=40).map(f64::from));
        assert_eq!(modes.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0]);
        assert!(modes.high < 50.0 && modes.log);
        let label = |a: &Axis| a.ticks().iter().map(|v| a.format_ext(v)).collect::<Vec<_>>();
        assert_eq!(label(&modes), ["1", "2", "5", "10", "20"]);
        let errors = Axis::new([3e-6, 0.5].into_iter());
        assert_eq!(label(&errors), ["10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹"]);
        let shares = Axis::new([0.1, 0.9].into_iter());
        assert_eq!(label(&shares)[..3], ["0", "0.2", "0.4"]);
        let nothing = Axis::new([f64::NAN].into_iter());
        assert!(!nothing.ticks().is_empty());
    }
}
