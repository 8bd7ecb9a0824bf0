//! `forcedual simulate`: a scene's body in motion, in its subspace.

use crate::args::{Rivals, Simulate};
use crate::extent;
use crate::output::{
    Output, Table, counted, enumerated, grouped, significant, small_percent, to_json,
};
use crate::progress::Bars;
use crate::target;
use forcedual::export::animation::{self, Animation, Written};
use forcedual::export::write_text;
use forcedual::progress::Progress;
use forcedual::scene::SceneFile;
use forcedual::scene::simulation::{Against, Motion, Rival, Run, RunReport, SolverSpec, Timing};
use forcedual::{Code, Error, Result, progress};
use std::path::Path;

/// Designs, simulates, writes and reports.
pub fn run(args: &Simulate, out: &Output, bars: &Bars) -> Result<()> {
    let paths: Vec<&Path> =
        [args.output.as_deref(), args.report.as_deref()].into_iter().flatten().collect();
    SceneFile::format(&args.scene)?;
    for path in &paths {
        target::check(path, &args.scene)?;
    }
    if let Some(path) = &args.output {
        target::check_extension(path, &animation::EXTENSIONS)?;
    }
    if let [a, b] = paths[..]
        && a == b
    {
        return Err(Error::new(Code::Io, "two of the files to write are the same").file(a));
    }
    let mut scene = SceneFile::read(&args.scene)?;
    target::check_inputs(&paths, &scene)?;
    args.subspace.apply(&mut scene);
    scene.check_keys(std::slice::from_ref(&scene.scene().subspace))?;
    let work = || simulate(&scene, args, bars);
    let result = work();
    bars.finish();
    let Simulated { motion, report, written } = result?;
    if let Some(path) = &args.report {
        write_text(path, &to_json(&report)?)?;
    }
    out.warnings(&report.warnings);
    if args.json {
        return out.json(&report);
    }
    let mut text = summary(&motion, &report);
    if let Some(shapes) = written.as_ref().and_then(|w| w.shapes.as_ref()) {
        text += &format!(
            "\nThe motion is played by {}, {} of the body's size off at most\n",
            counted(shapes.count, "morph target"),
            small_percent(shapes.relative_error)
        );
    }
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    if !names.is_empty() {
        text += &format!("\nWrote {}\n", enumerated(&names));
    }
    out.text(&text)
}

/// What a run gives.
struct Simulated {
    motion: Motion,
    report: RunReport,
    written: Option<Written>,
}

fn simulate(scene: &SceneFile, args: &Simulate, bars: &Bars) -> Result<Simulated> {
    let mut spec = scene.scene().simulation();
    spec.frames = args.frames.unwrap_or(spec.frames);
    spec.solver = args.solver.unwrap_or(spec.solver);
    let (body, mut warnings) = extent::body(scene, bars)?;
    let (surface, doubts) = scene.surface(&body)?;
    warnings.extend(doubts);
    let lin = scene.linearise(&body, bars)?;
    bars.stage("prior", 0);
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, bars)?;
    let idle = spec.is_idle();
    let mut run = Run::new(scene, &lin, &prior, &subspace, spec, bars)?;
    if idle {
        warnings.push(
            "the scene does not say what happens ([simulation] with drive, handle, target or \
             gravity): the body is shaken by the forces it expects"
                .to_owned(),
        );
    }
    let against = args.against.map(|rivals| match rivals {
        Rivals::Full => Against::Full,
        Rivals::Lma => Against::Lma,
    });
    let (motion, mut report) = run.simulate(against, bars)?;
    report.warnings.splice(0..0, warnings);
    progress::check(bars)?;
    let written = match &args.output {
        None => None,
        Some(path) => {
            bars.stage("write", 0);
            let moved = motion.coordinates.iter().map(|z| motion.basis.displacement(z)).collect();
            let mut animation =
                Animation::of_body(&body.mesh, surface, motion.times.clone(), moved)?;
            animation.name = args.scene.file_stem().unwrap_or_default().to_string_lossy().into();
            animation.coordinates = motion.coordinates.clone();
            animation.velocities = motion.velocities.clone();
            animation.actuation = motion.actuation.clone();
            Some(animation.write(path, bars)?)
        }
    };
    Ok(Simulated { motion, report, written })
}

/// A time in the unit that suits it.
fn brief(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{} s", significant(s)),
        s if s >= 1e-3 => format!("{} ms", significant(1e3 * s)),
        s => format!("{} us", significant(1e6 * s)),
    }
}

fn spread(timing: &Timing) -> String {
    format!("{} (95%: {})", brief(timing.median), brief(timing.p95))
}

fn summary(motion: &Motion, report: &RunReport) -> String {
    let mut table = Table::default();
    let frames = motion.times.len() - 1;
    table.row(
        "motion",
        format!(
            "{} of {}, {} in all",
            counted(report.steps, "step"),
            brief(report.h),
            counted(frames, "frame")
        ),
    );
    let solver = match report.solver {
        SolverSpec::Newton => "Newton's method",
        SolverSpec::ExactNewton => "Newton's method, solved exactly",
        SolverSpec::Projective => "projective dynamics",
    };
    table.row("solver", format!("{solver}, {} iterations a step", significant(report.iterations)));
    table.row("coordinates", grouped(report.coordinates));
    match report.cubature_error {
        Some(error) => table.row(
            "cubature",
            format!(
                "{} stand for all: the elastic force errs by {} ({} before the fit)",
                counted(report.cubature, "cell"),
                small_percent(error),
                small_percent(report.cubature_error_by_volume.unwrap_or(error))
            ),
        ),
        None => table.row("clusters", grouped(report.cubature)),
    }
    table.row("channels", grouped(motion.channels.len()));
    table.row("step", spread(&report.step));
    if report.control.total > 0.0 {
        table.row("control", spread(&report.control));
    }
    table.row("surface", spread(&report.reconstruction));
    table.row("speed", format!("{} steps a second", significant(report.steps_per_second)));
    if let Some(reach) = report.reach {
        table.row("reach", format!("{} m from the targets at the end", significant(reach)));
    }
    if let Some(error) = report.error {
        table.row("error", format!("{} of the motion of the full body", small_percent(error)));
    }
    table.rows("against", &report.against.iter().map(rival).collect::<Vec<_>>());
    table.text()
}

fn rival(rival: &Rival) -> String {
    let error = match rival.error {
        Some(error) => format!(", error {}", small_percent(error)),
        None => String::new(),
    };
    format!(
        "{} ({}): {} a step, {} times as long{error}",
        rival.name,
        counted(rival.dofs, "degree of freedom"),
        spread(&rival.step),
        significant(rival.ratio)
    )
}
