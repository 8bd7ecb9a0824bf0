//! `forcedual simulate`: a scene's body in motion, in its subspace.

use crate::args::{Rivals, Simulate};
use crate::extent;
use crate::output::{
    Output, Table, counted, enumerated, grouped, significant, small_percent, to_json,
};
use crate::progress::Bars;
use crate::target;
use forcedual::export::write_text;
use forcedual::progress::Progress;
use forcedual::scene::SceneFile;
use forcedual::scene::simulation::{Against, Motion, Rival, Run, RunReport, SolverSpec, Timing};
use forcedual::{Result, progress};
use std::path::Path;

/// Designs, simulates, writes and reports.
pub fn run(args: &Simulate, out: &Output, bars: &Bars) -> Result<()> {
    let paths: Vec<&Path> = [args.report.as_deref()].into_iter().flatten().collect();
    SceneFile::format(&args.scene)?;
    for path in &paths {
        target::check(path, &args.scene)?;
    }
    let mut scene = SceneFile::read(&args.scene)?;
    target::check_inputs(&paths, &scene)?;
    args.subspace.apply(&mut scene);
    scene.check_keys(std::slice::from_ref(&scene.scene().subspace))?;
    let work = || simulate(&scene, args, bars);
    let result = work();
    bars.finish();
    let (motion, report) = result?;
    if let Some(path) = &args.report {
        write_text(path, &to_json(&report)?)?;
    }
    out.warnings(&report.warnings);
    if args.json {
        return out.json(&report);
    }
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let wrote = match names.is_empty() {
        true => String::new(),
        false => format!("\nWrote {}\n", enumerated(&names)),
    };
    out.text(&(summary(&motion, &report) + &wrote))
}

fn simulate(scene: &SceneFile, args: &Simulate, bars: &Bars) -> Result<(Motion, RunReport)> {
    let mut spec = scene.scene().simulation();
    spec.frames = args.frames.unwrap_or(spec.frames);
    spec.solver = args.solver.unwrap_or(spec.solver);
    let (body, mut warnings) = extent::body(scene, bars)?;
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
    Ok((motion, report))
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
