//! `forcedual design`: from a scene to a certified model.

use crate::args::{Design, Overrides};
use crate::chart::spectrum;
use crate::extent;
use crate::fault::{blame, of_option};
use crate::inspect::forces;
use crate::open;
use crate::output::{
    Output, Table, counted, enumerated, grouped, percent, seconds, small_percent, to_json,
};
use crate::progress::Bars;
use crate::target;
use forcedual::export::{Model, write_text};
use forcedual::mesh::{RawMesh, io};
use forcedual::progress::Progress;
use forcedual::scene::simulation::{Dynamics, Runtime};
use forcedual::scene::{Report, Role, SceneFile, Selected, Spent};
use forcedual::subspace::Certificate;
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A report and where its model went.
#[derive(Serialize)]
struct Written<'a> {
    output: String,
    #[serde(flatten)]
    report: &'a Report,
}

/// Designs a scene's subspace and writes the model.
pub fn run(args: &Design, out: &Output, bars: &Bars) -> Result<()> {
    Role::of_scene(&args.scene)?;
    let model_path = match &args.output {
        Some(path) => path.clone(),
        None => default_output(&args.scene)?,
    };
    let paths: Vec<&Path> = [Some(&model_path), args.report.as_ref(), args.fields.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    for path in &paths {
        target::check(path, &args.scene)?;
    }
    target::check_extension(&model_path, &["safetensors"])?;
    if let Some(path) = &args.fields {
        target::check_extension(path, &["vtu", "vtk", "msh"])?;
    }
    if let Some(k) = (1..paths.len()).find(|&k| paths[..k].contains(&paths[k])) {
        return Err(Error::new(Code::Io, "two of the files to write are the same").file(paths[k]));
    }
    let started = Instant::now();
    let mut scene = open::scene(&args.scene, bars)?;
    target::check_inputs(&paths, &scene)?;
    args.subspace.apply(&mut scene);
    let checked = scene.check_keys(std::slice::from_ref(&scene.scene().subspace));
    checked.map_err(|e| args.subspace.blame(e))?;
    let Designed { report, model, fields } =
        design(&scene, Extras { fields: args.fields.is_some(), runtime: true }, started, bars)
            .map_err(|e| args.subspace.blame(e))?;
    let written = Written { output: model_path.display().to_string(), report: &report };
    model.write(&model_path)?;
    if let Some(path) = &args.report {
        write_text(path, &to_json(&written)?)?;
    }
    if let (Some(path), Some((mesh, fields))) = (&args.fields, &fields) {
        io::write(path, mesh, fields)?;
    }
    out.warnings(&report.warnings);
    if args.json {
        return out.json(&written);
    }
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    out.text(&format!("{}\nWrote {}\n", summary(&report, &model), enumerated(&names)))
}

/// What a design gives.
struct Designed {
    report: Report,
    model: Model,
    /// The mesh and what to show on it, where asked for.
    fields: Option<(RawMesh, Vec<io::Field>)>,
}

/// What is wanted beside the subspace.
#[derive(Default)]
struct Extras {
    /// The mesh and what to show on it.
    fields: bool,
    /// What plays the model.
    runtime: bool,
}

fn design(scene: &SceneFile, extras: Extras, started: Instant, bars: &Bars) -> Result<Designed> {
    let work = || {
        let (body, mut warnings) = extent::body(scene, bars)?;
        let (surface, doubts) = scene.surface(&body.mesh, bars)?;
        warnings.extend(doubts);
        let selections = scene.selections(&body)?;
        let read = started.elapsed();
        let lin = scene.linearise(&body, bars)?;
        bars.stage("prior", 0);
        let begun = Instant::now();
        let (prior, doubts) = scene.prior_and_doubts(&lin)?;
        warnings.extend(doubts);
        let prior_time = begun.elapsed();
        let subspace =
            scene.design(&lin, &prior, bars).map_err(|error| extent::suspect(error, &body))?;
        let begun = Instant::now();
        let runtime = match extras.runtime {
            true => {
                let spec = scene.scene().simulation();
                let surface = surface.as_ref();
                let (mut runtime, _) =
                    Runtime::new(scene, &lin, &prior, &subspace, surface, spec, bars)?;
                warnings.extend(runtime.compact());
                warnings.extend(runtime.roughness());
                Some(runtime)
            }
            false => None,
        };
        let runtime_time = runtime.as_ref().map_or(Duration::ZERO, |_| begun.elapsed());
        let cubature_error = runtime.as_ref().map(Runtime::elastic_error);
        let model = Model::new(scene.scene(), &lin, &subspace)?;
        let model = model.with_surface(surface).with_runtime(runtime);
        let fields = match extras.fields {
            true => Some((body.mesh.raw().clone(), scene.fields(&lin)?)),
            false => None,
        };
        let total = started.elapsed();
        let spent = Spent { read, prior: prior_time, runtime: runtime_time, total };
        let report = Report::new(&lin, &subspace, selections, spent, warnings);
        let report = Report { cubature_error, ..report };
        forcedual::progress::check(bars)?;
        Ok(Designed { report, model, fields })
    };
    let result = work();
    bars.finish();
    result
}

fn default_output(scene: &Path) -> Result<PathBuf> {
    let stem = scene.file_stem().ok_or_else(|| {
        Error::new(Code::Io, format!("{} is not the name of a scene", scene.display()))
            .help("name a .toml or .json file")
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

    /// Options, and whether they are given.
    pub fn given(&self) -> [(&'static str, bool); 3] {
        [
            ("--modes", self.modes.is_some()),
            ("--kind", self.kind.is_some()),
            ("--method", self.method.is_some()),
        ]
    }

    /// Names the option instead of the scene's line where the option is at fault.
    pub fn blame(&self, error: Error) -> Error {
        let error = blame(error, "subspace", &self.given());
        // a method that does not make the kind of subspace that was asked for
        if self.kind.is_some() && error.place.field.as_deref() == Some("subspace.method") {
            return of_option(error, "--kind");
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
    table.rows("selections", &selections(report));
    table.rows("forces", &forces(&model.scene));
    table.row("subspace", subspace_line(model));
    certificate_rows(&mut table, &report.certificate, model.runtime.as_ref());
    let s = &report.seconds;
    let stages = [
        ("read", s.read),
        ("assemble", s.assemble),
        ("order", s.order),
        ("factor", s.factor),
        ("prior", s.prior),
        ("modes", s.modes),
        ("certificate", s.certificate),
        ("run time", s.runtime),
    ];
    let time = seconds(s.total);
    let stages: Vec<String> = stages
        .iter()
        .filter(|(_, t)| *t > 0.0)
        .map(|(name, t)| format!("{name} {}", time(*t)))
        .collect();
    table.row("time", format!("{}: {}", time(s.total), stages.join(", ")));
    if let Some(bytes) = report.peak_memory_bytes {
        table.row("peak memory", format!("{:.0} MB", bytes as f64 / 1e6));
    }
    table.text() + "\n" + &spectrum(&report.eigenvalues, of_spectrum(model))
}

/// One line per selection of the scene: what it hit.
fn selections(report: &Report) -> Vec<String> {
    let line = |s: &Selected| {
        let (selected, total) = (grouped(s.selected), grouped(s.total));
        format!("{}: {selected} of {total} {}", s.field, s.of.name())
    };
    report.selections.iter().map(line).collect()
}

/// What the eigenvalues belong to.
pub fn of_spectrum(model: &Model) -> &'static str {
    if model.weights.is_some() { "weight" } else { "mode" }
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

/// Modes or weights, how they were found, the rigid motions or constant weights beside them, and
/// the degrees of freedom they make.
pub fn subspace_line(model: &Model) -> String {
    let modes = model.eigenvalues.len();
    let dofs = counted(model.reduced_dofs, "degree of freedom");
    let Some(weights) = &model.weights else {
        let rigid = match model.rigid {
            0 => String::new(),
            r => format!(" and {}", counted(r, "rigid motion")),
        };
        return format!(
            "{}{rigid} by {}: {dofs}",
            counted(modes, "displacement mode"),
            model.method
        );
    };
    let constant = match weights.ncols() - modes.min(weights.ncols()) {
        0 => String::new(),
        c => format!(" and {}", counted(c, "constant one")),
    };
    let entries = weights.ncols() * model.dim * (model.dim + 1);
    let dependent = match entries - model.reduced_dofs.min(entries) {
        0 => String::new(),
        d => format!(" ({} entries of affine maps, {d} of them redundant)", grouped(entries)),
    };
    let what = counted(modes, "skinning weight");
    format!("{what}{constant} by {}: {dofs}{dependent}", model.method)
}

/// How good the subspace is, and what simulating it adds to its error.
pub fn certificate_rows(table: &mut Table, c: &Certificate, runtime: Option<&Runtime>) {
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
                "{} of the mean displacement lies outside (mean square)",
                small_percent(c.mean_error / c.mean_square)
            ),
        );
    }
    if let Some(runtime) = runtime {
        let count = runtime.dynamics.reduced().lame.len();
        let few = match runtime.dynamics {
            Dynamics::Projective(_) => counted(count, "cluster"),
            _ => counted(count, "cell"),
        };
        let error = small_percent(runtime.elastic_error());
        table.row(
            "in motion",
            format!("{error} of the elastic force is wrong on top of that, as {few} stand for all"),
        );
    }
}
