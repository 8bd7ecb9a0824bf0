//! Curves, as SVG.

use forcedual::{Code, Error, Result};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde_json::{Value, json};

/// Pixels of a plot.
pub const SIZE: (u32, u32) = (960, 460);
const FONT: &str = "system-ui, Helvetica, Arial, sans-serif";
/// Distinct for the colour-blind too.
const COLOURS: [RGBColor; 6] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];
const INK: RGBColor = RGBColor(90, 90, 90);

/// Curves over one axis; where both of an axis's ends are positive and far apart, it is logarithmic.
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
            .build_cartesian_2d(x.range(), y.range())
            .map_err(|e| e.to_string())?;
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(200, 200, 200).mix(0.6))
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .x_labels(8)
            .y_labels(7)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .label_style(text(17))
            .axis_desc_style(text(18))
            .x_label_formatter(&|v| x.label(*v))
            .y_label_formatter(&|v| y.label(*v))
            .draw()
            .map_err(|e| e.to_string())?;
        for (k, (_, points)) in self.curves.iter().enumerate() {
            let colour = COLOURS[k % COLOURS.len()];
            let placed: Vec<(f64, f64)> =
                points.iter().map(|p| (x.place(p.0), y.place(p.1))).collect();
            let style = colour.stroke_width(if k == 0 { 4 } else { 2 });
            chart
                .draw_series(LineSeries::new(placed.iter().copied(), style))
                .map_err(|e| e.to_string())?;
            let dots = placed.iter().map(|&p| Circle::new(p, 3, colour.filled()));
            chart.draw_series(dots).map_err(|e| e.to_string())?;
        }
        // beside the curves, so that it covers none
        let left = Pos::new(HPos::Left, VPos::Center);
        for (k, (name, _)) in self.curves.iter().enumerate() {
            let colour = COLOURS[k % COLOURS.len()];
            let (x, y) = (SIZE.0 as i32 - 235, 34 + 30 * k as i32);
            let style = colour.stroke_width(if k == 0 { 4 } else { 2 });
            root.draw(&PathElement::new([(x, y), (x + 26, y)], style))
                .map_err(|e| e.to_string())?;
            root.draw_text(name, &text(17).pos(left), (x + 36, y)).map_err(|e| e.to_string())?;
        }
        root.present().map_err(|e| e.to_string())
    }
}

/// An axis that may be logarithmic.
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
            Axis { low: low.log10().floor(), high: high.log10().ceil(), log: true }
        } else {
            let (low, high) = (low.min(0.0), if high > low { high } else { low + 1.0 });
            Axis { low, high: high + 0.05 * (high - low), log: false }
        }
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.low..self.high
    }

    fn place(&self, v: f64) -> f64 {
        if self.log { v.max(1e-300).log10() } else { v }
    }

    fn label(&self, v: f64) -> String {
        match self.log {
            true if (v - v.round()).abs() < 1e-9 => forcedual::text::significant(10f64.powf(v)),
            true => String::new(),
            false => forcedual::text::significant(v),
        }
    }
}
