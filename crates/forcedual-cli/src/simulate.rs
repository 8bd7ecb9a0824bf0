//! `forcedual simulate`: a scene's body in motion, in its subspace, or a model played.

use crate::args::{Rivals, Simulate};
use crate::extent;
use crate::fault::blame;
use crate::open;
use crate::output::{
    Output, Table, counted, enumerated, grouped, significant, small_percent, to_json,
};
use crate::progress::Bars;
use crate::target;
use forcedual::export::animation::{self, Animation, Shapes, Written};
use forcedual::export::write_text;
use forcedual::progress::Progress;
use forcedual::scene::Role;
use forcedual::scene::simulation::{
    Against, DisplayPath, Kept, Motion, Player, Rival, Run, RunReport, Runtime, SimulationSpec,
    SolverSpec, Timing, Use,
};
use forcedual::subspace::SubspaceKind;
use forcedual::{Code, Error, Result, progress};
use serde::Serialize;
use std::path::Path;

/// Simulates a scene or a model, writes and reports.
pub fn run(args: &Simulate, out: &Output, bars: &Bars) -> Result<()> {
    let paths: Vec<&Path> =
        [args.output.as_deref(), args.report.as_deref()].into_iter().flatten().collect();
    let is_model = Role::of(&args.input)? == Role::Model;
    if is_model {
        check_model_options(args)?;
    }
    for path in &paths {
        target::check(path, &args.input)?;
    }
    if let Some(path) = &args.output {
        target::check_extension(path, &[&animation::EXTENSIONS[..], &["vtu"]].concat())?;
    }
    if let [a, b] = paths[..]
        && a == b
    {
        return Err(Error::new(Code::Io, "two of the files to write are the same").file(a));
    }
    let result = match is_model {
        true => play(args, bars),
        false => simulate(args, &paths, bars),
    }
    .map_err(|e| args.blame(e, is_model));
    bars.finish();
    let Simulated { motion, mut report, written } = result?;
    let shapes = written.and_then(|written| written.shapes);
    report.warnings.extend(shapes.and_then(dropped));
    let told = Told { report: &report, shapes };
    if let Some(path) = &args.report {
        write_text(path, &to_json(&told)?)?;
    }
    out.warnings(&report.warnings);
    if args.json {
        return out.json(&told);
    }
    let mut text = summary(&motion, &report);
    if let Some(shapes) = &shapes {
        text += &format!(
            "\nThe motion is played by {}, {} of the largest displacement off at most\n",
            counted(shapes.count, "morph target"),
            small_percent(shapes.relative_error)
        );
    }
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let series = args.output.as_deref().filter(|path| is_series(path));
    let frames = series.map(|path| format!(" (frames in {})", path.with_extension("").display()));
    let frames = frames.unwrap_or_default();
    if !names.is_empty() {
        text += &format!("\nWrote {}{frames}\n", enumerated(&names));
    }
    out.text(&text)
}

/// A report, and how well the shapes of a `.glb` describe the motion.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    report: &'a RunReport,
    shapes: Option<Shapes>,
}

/// Error of a .glb that is told, as a share of the largest displacement.
const DROPPED: f64 = 0.01;

/// What a `.glb` leaves out.
fn dropped(shapes: Shapes) -> Option<String> {
    (shapes.relative_error > DROPPED).then(|| {
        format!(
            "the .glb leaves out motion of up to {} m, {} of the largest displacement: {} are too few \
             for it; .usda, .npz and .pvd have all of it",
            significant(shapes.error),
            small_percent(shapes.relative_error),
            counted(shapes.count, "morph target")
        )
    })
}

/// Is it a series of frames for ParaView?
fn is_series(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pvd"))
}

/// What a run gives.
struct Simulated {
    motion: Motion,
    report: RunReport,
    written: Option<Written>,
}

/// Refuses what a model cannot do.
fn check_model_options(args: &Simulate) -> Result<()> {
    let refused = |option: &str, why: &str| {
        Err(Error::new(Code::Unsupported, why).field(option).help("pass the scene instead"))
    };
    let designed = "the subspace of a model is designed already";
    if args.against.is_some() {
        return refused("--against", "needs the body in full, and a model is played without it");
    }
    if args.output.as_deref().is_some_and(is_series) {
        return refused("--output", "a .pvd shows the cells, and a model is played without them");
    }
    for (option, given) in args.subspace.given() {
        if given {
            return refused(option, designed);
        }
    }
    Ok(())
}

/// Designs a scene's subspace and simulates it.
fn simulate(args: &Simulate, paths: &[&Path], bars: &Bars) -> Result<Simulated> {
    let mut scene = open::scene(&args.input, bars)?;
    target::check_inputs(paths, &scene)?;
    args.subspace.apply(&mut scene);
    scene.check_keys(std::slice::from_ref(&scene.scene().subspace))?;
    let mut spec = scene.scene().simulation();
    args.apply(&mut spec);
    if spec.display == DisplayPath::RotationStrain
        && scene.scene().subspace.kind == SubspaceKind::Skinning
    {
        let message = "rotation-strain coordinates show displacement modes, not skinning";
        return Err(scene.locate(Error::new(Code::Scene, message).field("simulation.display")));
    }
    let (body, mut warnings) = extent::body(&scene, bars)?;
    spec.check(body.dim()).map_err(|e| scene.locate(e.field("simulation")))?;
    let (surface, doubts) = scene.surface(&body.mesh, bars)?;
    warnings.extend(doubts);
    let kept = Kept {
        surface: args.output.as_ref().map(|_| {
            surface.as_ref().map_or(body.mesh.vertex_count(), |s| s.display.positions.len())
        }),
        full: args.against.is_some(),
    };
    spec.check_room(body.dofs(), kept).map_err(|e| scene.locate(e.field("simulation")))?;
    let lin = scene.linearise(&body, bars)?;
    bars.stage("prior", 0);
    let (prior, doubts) = scene.prior_and_doubts(&lin)?;
    warnings.extend(doubts);
    let subspace = scene.design(&lin, &prior, bars)?;
    warnings.extend(subspace.warnings.iter().cloned());
    let run = Run::new(&scene, &lin, &prior, &subspace, surface.as_ref(), spec, bars)?;
    let against = args.against.map(|rivals| match rivals {
        Rivals::Full => Against::Full,
        Rivals::Lma => Against::Lma,
    });
    let (motion, mut report) = run.simulate(against, bars)?;
    report.warnings.splice(0..0, warnings);
    let animation = || {
        let moved = run.displacements(&motion)?;
        Animation::of_body(&body.mesh, surface, motion.times.clone(), moved)
    };
    let written = write(args, &motion, animation, bars)?;
    Ok(Simulated { motion, report, written })
}

/// Plays a model.
fn play(args: &Simulate, bars: &Bars) -> Result<Simulated> {
    bars.stage("read", 0);
    let mut runtime = Runtime::read(&args.input)?;
    args.apply(&mut runtime.spec);
    let shown = runtime.spec.display;
    let surface = args.output.as_ref().map(|_| runtime.shell.display().positions.len());
    let room = runtime.spec.check_room(0, Kept { surface, full: false });
    room.map_err(|e| e.field("simulation"))?;
    let player = Player::new(runtime)?;
    let (motion, mut report) = player.play(|_| (), bars)?;
    if shown == DisplayPath::RotationStrain {
        report.warnings.push(
            "a model shows its modes as they are simulated; for rotation-strain coordinates \
             simulate the scene"
                .to_owned(),
        );
    }
    let animation = || {
        let shell = &player.runtime().shell;
        Ok(Animation::of_shell(shell, motion.times.clone(), motion.coordinates.clone()))
    };
    let written = write(args, &motion, animation, bars)?;
    Ok(Simulated { motion, report, written })
}

/// Writes the motion where it is asked for.
fn write<'a>(
    args: &Simulate,
    motion: &Motion,
    animation: impl FnOnce() -> Result<Animation<'a>>,
    bars: &Bars,
) -> Result<Option<Written>> {
    progress::check(bars)?;
    let Some(path) = &args.output else { return Ok(None) };
    bars.stage("write", 0);
    let mut animation = animation()?;
    animation.name = args.input.file_stem().unwrap_or_default().to_string_lossy().into();
    animation.coordinates = motion.coordinates.clone();
    animation.velocities = motion.velocities.clone();
    animation.actuation = motion.actuation.clone();
    animation.posterior = motion.posterior.clone();
    animation.write(path, bars).map(Some)
}

impl Simulate {
    /// Replaces what the command line names.
    fn apply(&self, spec: &mut SimulationSpec) {
        spec.frames = self.frames.unwrap_or(spec.frames);
        spec.solver = self.solver.unwrap_or(spec.solver);
    }

    /// Names the option that is at fault, else the line of the scene, or the model.
    fn blame(&self, error: Error, is_model: bool) -> Error {
        let given = [("--frames", self.frames.is_some()), ("--solver", self.solver.is_some())];
        let error = self.subspace.blame(blame(error, "simulation", &given));
        let field = error.place.field.as_deref().unwrap_or("");
        match is_model && field.starts_with("simulation") {
            true => error.file(&self.input),
            false => error,
        }
    }
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
    let rough = small_percent(report.cubature_error);
    match report.cubature_error_by_volume {
        Some(before) => table.row(
            "cubature",
            format!(
                "{} for all: the elastic force errs by {rough} ({} before the fit)",
                match report.cubature {
                    1 => "1 cell stands".to_owned(),
                    count => format!("{} stand", counted(count, "cell")),
                },
                small_percent(before)
            ),
        ),
        None => table.row(
            "clusters",
            format!("{}: the elastic force errs by {rough}", grouped(report.cubature)),
        ),
    }
    table.row("channels", grouped(motion.channels.len()));
    table.row("step", spread(&report.step));
    if report.control.total > 0.0 {
        table.row("control", spread(&report.control));
    }
    table.row("surface", spread(&report.reconstruction));
    table.row("speed", format!("{} steps a second", significant(report.steps_per_second)));
    let uses: Vec<String> = report.adaptive.iter().map(|u| used(u, report.steps)).collect();
    table.rows("subspaces", &uses);
    if let (Some(mean), Some(worst)) = (report.reach, report.reach_worst) {
        table.row(
            "reach",
            format!(
                "{} m from the targets on average over the last quarter, {} m at worst",
                significant(mean),
                significant(worst)
            ),
        );
    }
    if let Some(error) = report.error {
        let beyond = match report.error_beyond {
            Some(share) => format!(", {} of it beyond the subspace", small_percent(share)),
            None => String::new(),
        };
        table.row(
            "error",
            format!(
                "{} of the motion of the full body{beyond} (root mean square by mass)",
                small_percent(error)
            ),
        );
    }
    table.rows("against", &report.against.iter().map(rival).collect::<Vec<_>>());
    table.text()
}

fn used(part: &Use, steps: usize) -> String {
    let share = part.steps as f64 / steps as f64;
    format!(
        "{}: {} of the time, probability {} at the end",
        part.name,
        small_percent(share),
        small_percent(part.posterior)
    )
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
