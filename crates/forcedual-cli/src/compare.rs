//! `forcedual compare`: error against size, on forces that no method has seen.

use crate::args::Compare;
use crate::extent;
use crate::output::{Output, counted, to_json};
use crate::progress::Bars;
use crate::target;
use forcedual::export::{plot, write_text};
use forcedual::scene::SceneFile;
use forcedual::subspace::compare::{Curve, HeldOut, Point, curve};
use forcedual::subspace::{Method, SubspaceKind, SubspaceSpec};
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::ops::RangeInclusive;
use std::path::Path;

/// What is written as JSON.
#[derive(Serialize)]
struct Comparison {
    scene: String,
    /// Degrees of freedom of the full solve.
    full_dofs: usize,
    held_out: usize,
    seed: u64,
    /// The scene's own method first.
    curves: Vec<Curve>,
    warnings: Vec<String>,
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
    let scene = SceneFile::read(&args.scene)?;
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
    let text = to_json(&comparison)?;
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
    let contestants = contestants(&scene.scene().subspace, &args.against);
    scene.check_keys(&contestants)?;
    let (body, mut warnings) = extent::body(scene, bars)?;
    let lin = scene.linearise(&body, bars)?;
    let prior = scene.prior(&lin)?;
    let spec = &scene.scene().subspace;
    let kept = kept_dofs(args.sizes.clone(), spec.kind, body.dim());
    let held_out = HeldOut::draw(&lin, &prior, args.count as usize, args.seed, bars)?;
    let mut curves = Vec::new();
    for spec in contestants {
        let at_fault = |e: Error| scene.locate(e.field("subspace"));
        let mut curve = curve(&lin, &prior, &held_out, &spec, *kept.end(), scene.folder(), bars)
            .map_err(at_fault)?;
        curve.points.retain(|p| kept.contains(&p.dofs));
        let own = curve.warnings.iter().map(|w| format!("{}: {w}", curve.method));
        warnings.extend(own);
        if curve.points.is_empty() {
            warnings.push(format!("{} has no subspace of the sizes asked for", curve.method));
        } else {
            curves.push(curve);
        }
    }
    if curves.is_empty() {
        return Err(Error::new(Code::Modes, "no method has a subspace of the sizes asked for")
            .help("ask for other sizes with -m"));
    }
    let scene = args.scene.display().to_string();
    let (full_dofs, held_out) = (lin.free_dofs(), args.count as usize);
    Ok(Comparison { scene, full_dofs, held_out, seed: args.seed, curves, warnings })
}

/// Sizes in degrees of freedom.
fn kept_dofs(
    sizes: Option<RangeInclusive<usize>>,
    kind: SubspaceKind,
    dim: usize,
) -> RangeInclusive<usize> {
    match kind {
        SubspaceKind::Displacement => sizes.unwrap_or(1..=40),
        SubspaceKind::Skinning => {
            let sizes = sizes.unwrap_or(1..=8);
            let per = dim * (dim + 1);
            // a weight may bring fewer than `per` where its functions depend on earlier ones
            per * (sizes.start() - 1) + 1..=per * sizes.end()
        }
    }
}

/// The scene's own method first, then the others; each of the scene's kind where it can be.
fn contestants(own: &SubspaceSpec, against: &[Method]) -> Vec<SubspaceSpec> {
    let mut all = vec![own.clone()];
    for &method in against {
        let other = match own.kind {
            SubspaceKind::Displacement => SubspaceKind::Skinning,
            SubspaceKind::Skinning => SubspaceKind::Displacement,
        };
        let kind = if method.suits(own.kind) { own.kind } else { other };
        if all.iter().all(|s| s.method != method) {
            all.push(SubspaceSpec { method, kind, fill: false, ..own.clone() });
        }
    }
    all
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
    fn skinning_sizes_count_weights() {
        assert_eq!(kept_dofs(Some(1..=3), SubspaceKind::Skinning, 3), 1..=36);
        assert_eq!(kept_dofs(Some(2..=3), SubspaceKind::Skinning, 2), 7..=18);
        assert_eq!(kept_dofs(None, SubspaceKind::Displacement, 3), 1..=40);
    }

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
            scene: String::new(),
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

    #[test]
    fn methods_take_the_kind_they_can() {
        let all = contestants(
            &SubspaceSpec::default(),
            &[Method::Lma, Method::SkinningEigenmodes, Method::Lma, Method::ForceDual],
        );
        let found: Vec<_> = all.iter().map(|s| (s.method, s.kind)).collect();
        assert_eq!(
            found,
            [
                (Method::ForceDual, SubspaceKind::Displacement),
                (Method::Lma, SubspaceKind::Displacement),
                (Method::SkinningEigenmodes, SubspaceKind::Skinning),
            ]
        );
    }
}
