//! Plots as SVG.

use crate::error::{Code, Error, Result};
use crate::subspace::compare::{Curve, Point};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (1280, 640);
const FONT: &str = "Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(225, 225, 225);
/// Distinct for the colour-blind too; the first is the scene's own method.
const COLOURS: [RGBColor; 8] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(90, 90, 90),
    RGBColor(140, 86, 75),
];
/// Relative errors below this are round-off: drawn at the floor and called exact.
const FLOOR: f64 = 1e-12;

/// One of the errors of a point.
type Measure = fn(&Point) -> f64;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The name of a curve in tables and legends.
pub fn label(curve: &Curve) -> String {
    if curve.kind == "skinning" && !curve.method.starts_with("skinning") {
        format!("{} weights", curve.method)
    } else {
        curve.method.clone()
    }
}

/// Error against degrees of freedom, one colour per curve, in two panels: projection and reduced
/// solve. The first curve is thick and on top; those it coincides with show by their dots around it.
pub fn comparison(curves: &[Curve], title: &str) -> Result<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&root, curves, title)
            .and_then(|()| root.present().map_err(|e| e.to_string()))
            .map_err(|e| Error::new(Code::Numeric, format!("the plot cannot be drawn: {e}")))?;
    }
    Ok(svg)
}

fn draw(root: &Area<'_>, curves: &[Curve], title: &str) -> Result<(), String> {
    root.fill(&WHITE).map_err(|e| e.to_string())?;
    let (head, body) = root.split_vertically(112);
    header(&head, curves, title)?;
    let panels = body.split_evenly((1, 2));
    let errors: [(&str, Measure); 2] = [
        ("Best possible: projection onto the subspace", |p| p.projection),
        ("What a solver finds: reduced solve", |p| p.reduced_solve),
    ];
    let (x, y) = ranges(curves);
    for (area, (name, error)) in panels.iter().zip(errors) {
        panel(area, curves, name, error, x, y)?;
    }
    Ok(())
}

/// Title, and a legend in one row.
fn header(area: &Area<'_>, curves: &[Curve], title: &str) -> Result<(), String> {
    let left = Pos::new(HPos::Left, VPos::Center);
    let big = (FONT, 28).into_font().style(FontStyle::Bold).color(&INK).pos(left);
    let small = (FONT, 20).into_font().color(&INK).pos(left);
    area.draw_text(title, &big, (30, 38)).map_err(|e| e.to_string())?;
    let mut x = 30;
    for (k, curve) in curves.iter().enumerate() {
        let name = label(curve);
        let line = PathElement::new(vec![(x, 86), (x + 36, 86)], stroke(k));
        area.draw(&line).map_err(|e| e.to_string())?;
        area.draw(&Circle::new((x + 18, 86), radius(k), colour(k).filled()))
            .map_err(|e| e.to_string())?;
        area.draw_text(&name, &small, (x + 46, 86)).map_err(|e| e.to_string())?;
        x += 46 + 11 * name.chars().count() as i32 + 26;
    }
    Ok(())
}

fn panel(
    area: &Area<'_>,
    curves: &[Curve],
    name: &str,
    error: Measure,
    (x_low, x_high): (f64, f64),
    (y_low, y_high): (f64, f64),
) -> Result<(), String> {
    let text = (FONT, 18).into_font().color(&INK);
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .caption(name, (FONT, 21).into_font().color(&INK))
        .x_label_area_size(58)
        .y_label_area_size(84)
        .build_cartesian_2d(x_low..x_high, y_low..y_high)
        .map_err(|e| e.to_string())?;
    chart
        .configure_mesh()
        .x_desc("degrees of freedom")
        .y_desc("mean squared error, relative")
        .x_labels(8)
        .y_labels((y_high - y_low).clamp(2.0, 9.0) as usize)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| power_of_ten(*y))
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .label_style(text.clone())
        .axis_desc_style(text)
        .draw()
        .map_err(|e| e.to_string())?;
    if curves.iter().flat_map(|c| &c.points).any(|p| error(p) < FLOOR) {
        let corner = Pos::new(HPos::Right, VPos::Bottom);
        let style = (FONT, 16).into_font().color(&INK).pos(corner);
        let note = format!("exact: below {}", power_of_ten(FLOOR.log10()));
        let at = (x_high, y_low + 0.1);
        chart.draw_series([Text::new(note, at, style)]).map_err(|e| e.to_string())?;
    }
    // the first curve last, on top of the others
    for (k, curve) in curves.iter().enumerate().rev() {
        let points: Vec<(f64, f64)> =
            curve.points.iter().map(|p| (p.dofs as f64, logarithm(error(p)))).collect();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), stroke(k)))
            .map_err(|e| e.to_string())?;
        let every = points.len().div_ceil(20).max(1);
        let dots =
            points.iter().step_by(every).map(|&p| Circle::new(p, radius(k), colour(k).filled()));
        chart.draw_series(dots).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn colour(k: usize) -> RGBColor {
    COLOURS[k % COLOURS.len()]
}

fn stroke(k: usize) -> ShapeStyle {
    colour(k).stroke_width(if k == 0 { 5 } else { 2 })
}

fn radius(k: usize) -> i32 {
    if k == 0 { 4 } else { 5 }
}

fn logarithm(error: f64) -> f64 {
    if error.is_finite() { error.max(FLOOR).log10() } else { 0.0 }
}

/// Limits of the axes; the vertical one in powers of ten.
fn ranges(curves: &[Curve]) -> ((f64, f64), (f64, f64)) {
    let points = || curves.iter().flat_map(|c| &c.points);
    let most = points().map(|p| p.dofs).max().unwrap_or(1) as f64;
    let logs = || points().flat_map(|p| [logarithm(p.projection), logarithm(p.reduced_solve)]);
    let low = logs().fold(0.0, f64::min).floor().min(-1.0);
    let high = logs().fold(low, f64::max).ceil().max(low + 1.0);
    ((0.0, most + 0.5), (low, high))
}

/// `10⁻⁴`
fn power_of_ten(exponent: f64) -> String {
    let digits = format!("{:.0}", exponent.round());
    let raised = digits.chars().map(|c| match c {
        '-' => '⁻',
        c => c
            .to_digit(10)
            .map_or(c, |d| ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][d as usize]),
    });
    format!("10{}", raised.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(method: &str, errors: &[f64]) -> Curve {
        let point = |(k, &e): (usize, &f64)| Point {
            modes: k + 1,
            dofs: k + 1,
            projection: e,
            reduced_solve: 2.0 * e,
        };
        Curve {
            method: method.into(),
            kind: "displacement".into(),
            points: errors.iter().enumerate().map(point).collect(),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn powers_are_raised() {
        assert_eq!(power_of_ten(-12.0), "10⁻¹²");
        assert_eq!(power_of_ten(0.0), "10⁰");
    }

    #[test]
    fn every_curve_is_named_and_drawn_twice() {
        let svg =
            comparison(&[curve("a-method", &[0.1, 0.01]), curve("lma", &[0.5, 0.2])], "A title");
        let svg = svg.unwrap();
        assert!(svg.contains("A title") && svg.contains("a-method") && svg.contains("lma"));
        // one line per panel and one in the legend
        assert_eq!(svg.matches("stroke=\"#D55E00\"").count(), 3);
    }

    #[test]
    fn the_first_curve_is_the_thickest_and_drawn_last() {
        let svg = comparison(&[curve("own", &[0.1, 0.01]), curve("b", &[0.5, 0.2])], "t").unwrap();
        let lines: Vec<&str> = svg.lines().filter(|l| l.starts_with("<polyline")).collect();
        let at = |colour: &str| {
            let own = lines.iter().rposition(|l| l.contains(colour)).unwrap();
            let width = lines[own].split("stroke-width=\"").nth(1).unwrap();
            (own, width.split('"').next().unwrap().parse::<u32>().unwrap())
        };
        let (own, other) = (at("#D55E00"), at("#0072B2"));
        assert!(own.0 > other.0 && own.1 > other.1, "{own:?} {other:?}");
    }

    #[test]
    fn the_axis_covers_all_errors_in_whole_powers() {
        let curves = [curve("a", &[0.3, 2e-5]), curve("b", &[4.0])];
        assert_eq!(ranges(&curves), ((0.0, 2.5), (-5.0, 1.0)));
    }

    #[test]
    fn errors_of_round_off_are_drawn_at_the_floor_and_called_exact() {
        let exact = [curve("a", &[0.3, 1e-15])];
        assert_eq!(ranges(&exact).1, (-12.0, 0.0));
        assert_eq!(comparison(&exact, "t").unwrap().matches("exact: below 10⁻¹²").count(), 2);
        assert!(!comparison(&[curve("a", &[0.3, 1e-11])], "t").unwrap().contains("exact"));
    }

    #[test]
    fn errors_that_are_zero_or_missing_do_no_harm() {
        for errors in [&[0.0, f64::NAN][..], &[], &[f64::INFINITY]] {
            assert!(comparison(&[curve("a", errors)], "t").is_ok());
        }
        assert!(comparison(&[], "t").is_ok());
    }
}
