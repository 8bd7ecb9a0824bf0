//! `forcedual design`: from a scene to a certified model.

use crate::args::{Design, Overrides};
use crate::chart::spectrum;
use crate::extent;
use crate::inspect::forces;
use crate::output::{Output, Table, counted, percent, seconds, small_percent, to_json};
use crate::progress::Bars;
use crate::target;
use forcedual::export::{Model, write_text};
use forcedual::progress::Progress;
use forcedual::scene::{Report, SceneFile};
use forcedual::subspace::Certificate;
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A report and where its model went.
#[derive(Serialize)]
struct Written<'a> {
    output: String,
    #[serde(flatten)]
    report: &'a Report,
}

/// Designs a scene's subspace and writes the model.
pub fn run(args: &Design, out: &Output, bars: &Bars) -> Result<()> {
    let model_path = match &args.output {
        Some(path) => path.clone(),
        None => default_output(&args.scene)?,
    };
    let paths: Vec<&Path> = [Some(&model_path), args.report.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    for path in &paths {
        target::check(path, &args.scene)?;
    }
    target::check_extension(&model_path, &["safetensors"])?;
    if let [a, b] = paths[..]
        && a == b
    {
        return Err(
            Error::new(Code::Io, "the model and the report cannot be the same file").file(a)
        );
    }
    let started = Instant::now();
    let mut scene = SceneFile::read(&args.scene)?;
    target::check_inputs(&paths, &scene)?;
    args.subspace.apply(&mut scene);
    let (report, model) = design(&scene, started, bars).map_err(|e| args.subspace.blame(e))?;
    let written = Written { output: model_path.display().to_string(), report: &report };
    model.write(&model_path)?;
    if let Some(path) = &args.report {
        write_text(path, &to_json(&written)?)?;
    }
    out.warnings(&report.warnings);
    if args.json {
        return out.json(&written);
    }
    let mut text = summary(&report, &model);
    text += &format!("\nWrote {}", model_path.display());
    if let Some(path) = &args.report {
        text += &format!(" and {}", path.display());
    }
    out.text(&(text + "\n"))
}

/// Designs a built-in scene and tells what to try next.
pub fn demonstrate(out: &Output, bars: &Bars) -> Result<()> {
    let example = &crate::example::ALL[0];
    out.text(&format!("Designing the built-in scene `{}`: {}\n\n", example.name, example.about))?;
    let scene = example.scene()?;
    let (report, model) = design(&scene, Instant::now(), bars)?;
    let steps = [
        (format!("forcedual example {} > scene.toml", example.name), "this scene, to edit"),
        ("forcedual design scene.toml -o model.safetensors".into(), "its subspace as a file"),
        ("forcedual --help".into(), "everything else"),
    ];
    let mut next = "\nTry next:\n".to_owned();
    for (command, what) in steps {
        next += &format!("  {command:<50} {what}\n");
    }
    out.warnings(&report.warnings);
    out.text(&(summary(&report, &model) + &next))
}

fn design(scene: &SceneFile, started: Instant, bars: &Bars) -> Result<(Report, Model)> {
    let work = || {
        let (body, warnings) = extent::body(scene, bars)?;
        let read = started.elapsed();
        let lin = scene.linearise(&body, bars)?;
        bars.stage("prior", 0);
        let begun = Instant::now();
        let prior = scene.prior(&lin)?;
        let prior_time = begun.elapsed();
        let subspace = scene.design(&lin, &prior, bars)?;
        let model = Model::new(scene.scene(), &lin, &subspace)?;
        let report = Report::new(&lin, &subspace, read, prior_time, started.elapsed(), warnings);
        forcedual::progress::check(bars)?;
        Ok((report, model))
    };
    let result = work();
    bars.finish();
    result
}

fn default_output(scene: &Path) -> Result<PathBuf> {
    let stem = scene.file_stem().ok_or_else(|| {
        Error::new(Code::Io, format!("{} is not the name of a scene", scene.display()))
    })?;
    Ok(PathBuf::from(stem).with_extension("safetensors"))
}

impl Overrides {
    /// Replaces what the command line names.
    pub fn apply(&self, scene: &mut SceneFile) {
        let spec = &mut scene.scene_mut().subspace;
        if let Some(modes) = &self.modes {
            spec.modes = modes.clone();
        }
        spec.kind = self.kind.unwrap_or(spec.kind);
        spec.method = self.method.unwrap_or(spec.method);
    }

    /// Names the option instead of the scene's line where the option is at fault.
    fn blame(&self, mut error: Error) -> Error {
        let given = [
            ("subspace.modes", "--modes", self.modes.is_some()),
            ("subspace.kind", "--kind", self.kind.is_some()),
            ("subspace.method", "--method", self.method.is_some()),
        ];
        for (field, option, given) in given {
            if given && error.place.field.as_deref() == Some(field) {
                *error.place = Default::default();
                return error.field(option);
            }
        }
        error
    }
}

fn summary(report: &Report, model: &Model) -> String {
    let mut table = Table::default();
    table.row("body", body_line(model));
    table.row(
        "free",
        format!(
            "{}, {} held",
            counted(report.dofs, "degree of freedom"),
            counted(model.held.iter().filter(|h| **h).count(), "vertex")
        ),
    );
    table.rows("forces", &forces(&model.scene));
    table.row("subspace", subspace_line(model, report.reduced_dofs));
    certificate_rows(&mut table, &report.certificate);
    let s = &report.seconds;
    let stages = [
        ("read", s.read),
        ("assemble", s.assemble),
        ("order", s.order),
        ("factor", s.factor),
        ("prior", s.prior),
        ("modes", s.modes),
        ("certificate", s.certificate),
    ];
    let stages: Vec<String> =
        stages.iter().map(|(name, t)| format!("{name} {}", seconds(*t))).collect();
    table.row("time", format!("{}: {}", seconds(s.total), stages.join(", ")));
    if let Some(bytes) = report.peak_memory_bytes {
        table.row("peak memory", format!("{:.0} MB", bytes as f64 / 1e6));
    }
    table.text() + "\n" + &spectrum(&report.eigenvalues)
}

/// Dimension and size of a model's mesh.
pub fn body_line(model: &Model) -> String {
    let cells = model.cells.len() / (model.dim + 1);
    let kind = if model.dim == 2 { "triangle" } else { "tetrahedron" };
    let cells = counted(cells, kind);
    let mass: f64 = model.mass.iter().sum();
    format!(
        "{}D, {}, {cells}, {} kg{}",
        model.dim,
        counted(model.mass.len(), "vertex"),
        crate::output::significant(mass),
        if model.dim == 2 { " per m of depth" } else { "" }
    )
}

/// Modes or weights, how they were found, and the rigid motions beside them.
pub fn subspace_line(model: &Model, dofs: usize) -> String {
    let modes = model.eigenvalues.len();
    let what = match model.weights {
        None => counted(modes, "displacement mode"),
        Some(_) => counted(modes, "skinning weight"),
    };
    let rigid = match model.rigid {
        0 => String::new(),
        r if model.weights.is_none() => format!(" and {}", counted(r, "rigid motion")),
        _ => " and the constant one".to_owned(),
    };
    format!("{what}{rigid} by {}: {}", model.method, counted(dofs, "degree of freedom"))
}

/// How good the subspace is.
pub fn certificate_rows(table: &mut Table, c: &Certificate) {
    let interval = |[low, high]: [f64; 2]| match [low, high].map(percent) {
        _ if c.exact => "exact".to_owned(),
        [low, high] if low == high => "estimated".to_owned(),
        [low, high] => format!("95% interval {low} to {high}"),
    };
    table.row(
        "captured",
        format!("{} of the motion ({})", percent(c.captured), interval(c.interval)),
    );
    table.row(
        "energy",
        format!(
            "{} found by a reduced solve ({})",
            percent(c.energy_captured),
            interval(c.energy_interval)
        ),
    );
    table.row(
        "error",
        format!(
            "{} projected, {} by a reduced solve (mean square, relative)",
            small_percent(1.0 - c.captured),
            small_percent(c.galerkin_error)
        ),
    );
    if c.mean_error > 1e-9 * c.trace {
        table.row(
            "mean",
            format!(
                "{} kg m² of the mean displacement lies outside",
                crate::output::significant(c.mean_error)
            ),
        );
    }
}
