//! `forcedual compare`: error against size, on forces that no method has seen.

use crate::args::Compare;
use crate::extent;
use crate::fault::of_option;
use crate::open;
use crate::output::{Output, counted, to_json};
use crate::progress::Bars;
use crate::target;
use forcedual::export::{plot, write_text};
use forcedual::scene::{Comparison, Contest, SceneFile};
use forcedual::subspace::compare::{Curve, Point};
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::path::Path;

/// What is written as JSON.
#[derive(Serialize)]
struct Written<'a> {
    scene: String,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

/// Computes the curves, writes plot and JSON, prints a table.
pub fn run(args: &Compare, out: &Output, bars: &Bars) -> Result<()> {
    let [plot_path, json] = ["svg", "json"].map(|e| match args.output.extension() {
        Some(own) if own.eq_ignore_ascii_case(e) => args.output.clone(),
        _ => args.output.with_extension(e),
    });
    target::check(&args.output, &args.scene)?;
    target::check_extension(&args.output, &["svg", "json"])?;
    target::check(&plot_path, &args.scene)?;
    target::check(&json, &args.scene)?;
    let scene = open::scene(&args.scene, bars)?;
    target::check_inputs(&[&plot_path, &json], &scene)?;
    if json != args.output && is_other_json(&json) {
        let message = "the comparison's JSON would replace another kind of file";
        return Err(Error::new(Code::Io, message).file(&json).help("choose another name with -o"));
    }
    let result = compare(args, &scene, bars);
    bars.finish();
    let comparison = result?;
    let name = args.scene.file_stem().unwrap_or_default().to_string_lossy();
    let title = format!("{name}: {} held-out forces", comparison.held_out);
    let svg = plot::comparison(&comparison.curves, &title)?;
    let scene = args.scene.display().to_string();
    let text = to_json(&Written { scene, comparison: &comparison })?;
    write_text(&json, &text)?;
    write_text(&plot_path, &svg)?;
    out.warnings(&comparison.warnings);
    if args.json {
        return out.plain(&text);
    }
    let text = tables(&comparison);
    out.text(&format!("{text}Wrote {} and {}\n", plot_path.display(), json.display()))
}

/// Is there something that `compare` did not write?
fn is_other_json(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    value.get("curves").is_none()
}

fn compare(args: &Compare, scene: &SceneFile, bars: &Bars) -> Result<Comparison> {
    let (body, mut warnings) = extent::body(scene, bars)?;
    let contest = Contest {
        against: args.against.clone(),
        sizes: args.sizes.clone(),
        count: args.count as usize,
        seed: args.seed,
    };
    let mut comparison = scene.compare(&body, &contest, bars).map_err(|e| args.blame(e))?;
    warnings.append(&mut comparison.warnings);
    Ok(Comparison { warnings, ..comparison })
}

impl Compare {
    /// Names the option instead of the scene's line where the option is at fault.
    fn blame(&self, error: Error) -> Error {
        let option = match error.place.field.as_deref() {
            Some("against") => "--against",
            Some("subspace.modes") if self.sizes.is_some() => "--sizes",
            _ => return error,
        };
        of_option(error, option)
    }
}

/// Errors at a few sizes, best possible and by a reduced solve.
fn tables(comparison: &Comparison) -> String {
    type Measure = fn(&Point) -> f64;
    let kinds: [(&str, Measure); 2] = [
        ("projection: the best any solver could do", |p| p.projection),
        ("reduced solve", |p| p.reduced_solve),
    ];
    let mut text = format!(
        "Mean squared error relative to the full solve ({}), {}\n",
        counted(comparison.full_dofs, "degree of freedom"),
        counted(comparison.held_out, "held-out force"),
    );
    let sizes = sizes(&comparison.curves);
    let marks = comparison.curves.iter().flat_map(|c| sizes.iter().map(|s| fewer(c, *s).len()));
    let wide = marks.max().unwrap_or(0);
    let names = comparison.curves.iter().map(|c| plot::label(c).chars().count());
    let name = names.max().unwrap_or(0).max(20) + 2;
    for (title, error) in kinds {
        text += &format!("\n  {title}\n  {:<name$}", "degrees of freedom");
        for size in &sizes {
            text += &format!("{size:>9}{:wide$}", "");
        }
        text = text.trim_end().to_owned() + "\n";
        for curve in &comparison.curves {
            text += &format!("  {:<name$}", plot::label(curve));
            for size in &sizes {
                let value =
                    nearest(curve, *size).map_or("-".to_owned(), |p| format!("{:.1e}", error(p)));
                text += &format!("{value:>9}{:<wide$}", fewer(curve, *size));
            }
            text = text.trim_end().to_owned() + "\n";
        }
    }
    text + "\n"
}

/// The largest subspace of at most so many degrees of freedom.
fn nearest(curve: &Curve, size: usize) -> Option<&Point> {
    curve.points.iter().rev().find(|p| p.dofs <= size)
}

/// `(12)` where a method has only 12 degrees of freedom of those that a column stands for.
fn fewer(curve: &Curve, size: usize) -> String {
    let point = nearest(curve, size).filter(|p| p.dofs < size);
    point.map_or(String::new(), |p| format!("({})", p.dofs))
}

/// Powers of two (times the smallest step) up to the largest size, and the largest itself.
fn sizes(curves: &[Curve]) -> Vec<usize> {
    let all = || curves.iter().flat_map(|c| &c.points).map(|p| p.dofs);
    let (least, most) = (all().min().unwrap_or(1).max(1), all().max().unwrap_or(1));
    let mut sizes: Vec<usize> = std::iter::successors(Some(least), |s| s.checked_mul(2))
        .take_while(|s| *s < most)
        .collect();
    sizes.push(most);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_with_fewer_degrees_of_freedom_than_the_column_is_marked() {
        let point = |dofs| Point { modes: dofs, dofs, projection: 0.1, reduced_solve: 0.2 };
        let curve = |method: &str, dofs: &[usize]| Curve {
            method: method.into(),
            kind: "displacement".into(),
            points: dofs.iter().map(|d| point(*d)).collect(),
            warnings: Vec::new(),
        };
        let text = tables(&Comparison {
            full_dofs: 90,
            held_out: 1,
            seed: 0,
            curves: vec![
                curve("all", &[1, 2, 3, 4]),
                curve("few", &[1, 2, 3]),
                curve("one-with-a-name-longer-than-others", &[1, 2, 3, 4]),
            ],
            warnings: Vec::new(),
        });
        let line = |name: &str| {
            let line = text.lines().find(|l| l.trim_start().starts_with(name)).unwrap();
            line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line("all"), "1.0e-1 1.0e-1 1.0e-1");
        assert_eq!(line("few"), "1.0e-1 1.0e-1 1.0e-1(3)");
        let at = |name: &str| text.lines().find(|l| l.contains(name)).unwrap().find("1.0e-1");
        assert_eq!(at("all"), at("one-with"));
    }
}
