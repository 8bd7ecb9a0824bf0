//! `cargo xtask bench`: subspace design beside its peers, in one run.
//!
//! The peers are SciPy and `simkit`, the Python library of the authors of the published method,
//! both with the sparse solvers that they are used with. Everybody gets the same assembled
//! matrices; every design runs in a process of its own; everybody's modes are checked by the same
//! script with a factorisation of its own.

mod peers;
mod problem;
mod python;
mod runtime;
mod table;
mod worker;

pub use forcedual_gallery::machine::describe;
pub use table::markdown;
pub use worker::run as work;

use crate::chores::root;
use forcedual::mesh::shapes::ShapeKind;
use forcedual_gallery::machine;
use peers::{LIMIT, Outcome, Python};
use problem::{Case, Subject};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use table::short;
use worker::{Job, Measurement, Size};

/// Designs slower than this many seconds are not repeated.
const SLOW: f64 = 10.0;
/// Threads of the peers' OpenBLAS, tried by turns: more than one can be many times slower.
const BLAS: [Option<&str>; 2] = [Some("1"), None];
/// The command that writes `docs/benchmarks.md`.
const COMMAND: &str = "cargo xtask bench design";

/// Residual and agreement of one result.
#[derive(Debug, Deserialize)]
struct Check {
    residual: f64,
    difference: f64,
}

struct Options {
    subjects: Vec<Subject>,
    modes: Vec<usize>,
    repeats: usize,
    peers: bool,
    /// Is this the whole benchmark, fit to be published?
    whole: bool,
}

/// Runs the benchmark with the arguments of the command line.
pub fn bench(args: &[String]) -> Result<(), String> {
    if let Some((first, rest)) = args.split_first()
        && first == "runtime"
    {
        return runtime::run(rest);
    }
    if args == ["python"] {
        return python::run();
    }
    let options = parse(args)?;
    let python = if options.peers { Some(Python::install()?) } else { None };
    let mut text = heading(&options, python.as_ref())?;
    print!("{text}");
    for subject in &options.subjects {
        let folder = std::env::temp_dir().join(format!("forcedual-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let section = section(subject, &options, python.as_ref(), &folder);
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
        let section = section?;
        print!("{section}");
        text.push_str(&section);
    }
    if options.whole {
        let path = root().join("docs").join("benchmarks.md");
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("\nwrote docs/benchmarks.md");
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let (mut mesh, mut quick, mut peers) = (None, false, true);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "design" => {}
            "--quick" => quick = true,
            "--no-peers" => peers = false,
            "--mesh" => mesh = Some(args.next().ok_or("--mesh needs a file")?),
            other => return Err(format!("bench does not know `{other}`")),
        }
    }
    let whole = mesh.is_none() && !quick && peers;
    let subjects = match mesh {
        Some(file) => vec![Subject::File(PathBuf::from(file))],
        None if quick => vec![Subject::shape(ShapeKind::Finger, None, 6000)],
        None => vec![
            Subject::shape(ShapeKind::Finger, None, 62_000),
            Subject::shape(ShapeKind::BlockWithCavities, None, 125_000),
        ],
    };
    let (modes, repeats) = if quick { (vec![24], 2) } else { (vec![24], 4) };
    Ok(Options { subjects, modes, repeats, peers, whole })
}

fn heading(options: &Options, python: Option<&Python>) -> Result<String, String> {
    let mut text = String::from("# Benchmarks\n\n");
    if options.whole {
        text.push_str(&format!("Written by `{COMMAND}`; do not edit.\n\n"));
    }
    text.push_str(&format!("Machine: {}.\n", machine::describe()));
    if let Some(python) = python {
        let v = python.versions()?;
        text.push_str(&format!(
            "Date: {}. Peers: SciPy {}, simkit {}, cvxopt {} (its UMFPACK and CHOLMOD), NumPy {}, Python {}.\n",
            v.date, v.scipy, v.simkit, v.cvxopt, v.numpy, v.python
        ));
    }
    text.push_str(&format!(
        "
Subspace design: from assembled matrices to the first m modes of a force prior, the body held at
one end. Seconds are the best of {} runs (one where it takes more than {SLOW} s; stopped after
{LIMIT} s), for the peers by turns with one thread of BLAS (the first run) and with all; `x` is the time relative to
Forcedual's, which uses all threads. `residual` is the worst over the modes of
|S_U M b - lambda b|_M / lambda with S_U = H^-1 S_F H^-1, computed for everybody by the same script
with SuperLU and one step of refinement. `d lambda` is the worst relative difference of the
eigenvalues from Forcedual's. `l_m / l_1` is the last eigenvalue over the first: the smaller, the
more round-off there is in the residual itself. `MB` is the peak memory of the whole process.

Forcedual and SciPy stop at a relative residual of about 1e-9; simkit offers no choice and goes to machine
precision. The published method solves with H S_F^-1 H, which needs a floor under the variance
(1e-5 of the largest; of 1e-2 to 1e-8 it gave the smallest residuals on the mesh of `--quick`, and
was not tuned on others; the painted variance is zero on a part of the body). The operator form applies H^-1 S_F H^-1 with one factorisation of H, as Forcedual does.
",
        options.repeats
    ));
    Ok(text)
}

/// Peers of a case: name in `design.py`, and what it is.
fn solvers(case: Case, first: bool) -> Vec<(&'static str, &'static str)> {
    let superlu = ("operator-superlu", "SciPy, operator form, SuperLU");
    let cholmod = ("operator-cholmod", "SciPy, operator form, CHOLMOD");
    match case {
        Case::WhiteNoise => vec![
            ("simkit", "simkit (UMFPACK)"),
            ("published-superlu", "SciPy, shift-invert, SuperLU"),
            ("operator-cholmod", "SciPy, shift-invert, CHOLMOD"),
        ],
        Case::Painted if first => vec![
            ("simkit", "published method in simkit (UMFPACK)"),
            ("published-superlu", "published method, SuperLU"),
            superlu,
            cholmod,
        ],
        Case::Painted => {
            vec![("simkit", "published method in simkit (UMFPACK)"), superlu, cholmod]
        }
        Case::PaintedSprings => vec![superlu, cholmod],
        Case::Patches => vec![
            ("operator-superlu", "SciPy, SuperLU solves, SVD"),
            ("operator-cholmod", "SciPy, CHOLMOD solves, SVD"),
        ],
    }
}

/// One line of the table before it is checked.
struct Run {
    case: Case,
    modes: usize,
    solver: &'static str,
    title: &'static str,
    /// The best run, or why there is none.
    measured: Result<Measurement, String>,
}

fn section(
    subject: &Subject,
    options: &Options,
    python: Option<&Python>,
    folder: &Path,
) -> Result<String, String> {
    let job = |case: Option<Case>, modes: usize| Job {
        subject: subject.clone(),
        case: case.map(|c| c.name().to_owned()),
        modes,
        folder: folder.to_owned(),
    };
    let size: Size = ours(&job(None, 0), None)?;
    println!("\n{}: {} vertices", subject.name(), size.vertices);
    let mut runs: Vec<Run> = Vec::new();
    for &modes in &options.modes {
        let first = Some(&modes) == options.modes.first();
        for case in Case::ALL.into_iter().filter(|&c| first || c != Case::Patches) {
            let own = |_| ours(&job(Some(case), modes), None).map(Ok);
            let measured = best(options.repeats, own)?;
            runs.push(Run { case, modes, solver: "forcedual", title: "**Forcedual**", measured });
            announce(runs.last());
            let Some(python) = python else { continue };
            for (solver, title) in solvers(case, first) {
                let attempt = |k| peer(python, BLAS[k % 2], [solver, case.name()], modes, folder);
                let measured = best(options.repeats, attempt)?;
                runs.push(Run { case, modes, solver, title, measured });
                announce(runs.last());
            }
        }
    }
    let checks = python.map(|p| check(p, folder)).transpose()?.unwrap_or_default();
    let mut text = format!(
        "\n## {}: {} vertices, {} cells, {} degrees of freedom\n\n",
        subject.name(),
        size.vertices,
        size.cells,
        size.dofs
    );
    text.push_str(&results(&runs, &checks));
    text.push_str(&remarks(&runs, |threads| {
        ours(&job(Some(Case::Painted), options.modes[0]), Some(threads))
    })?);
    Ok(text)
}

/// The fastest of several runs; a slow one is not repeated.
fn best(
    repeats: usize,
    mut run: impl FnMut(usize) -> Result<Result<Measurement, String>, String>,
) -> Result<Result<Measurement, String>, String> {
    let mut best = Err("not run".into());
    for k in 0..repeats {
        let next = run(k)?;
        let seconds = |m: &Result<Measurement, String>| m.as_ref().map_or(f64::MAX, |m| m.total());
        let slow = seconds(&next) > SLOW;
        if k == 0 || seconds(&next) < seconds(&best) {
            best = next;
        }
        if slow {
            break;
        }
    }
    Ok(best)
}

/// One job of Forcedual, in a process of its own.
fn ours<T: serde::de::DeserializeOwned>(job: &Job, threads: Option<usize>) -> Result<T, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let job = serde_json::to_string(job).map_err(|e| e.to_string())?;
    let mut command = Command::new(program);
    command.args(["bench-worker", &job]);
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads.to_string());
    }
    match peers::run(&mut command, LIMIT)? {
        Outcome::Printed(text) => serde_json::from_str(&text).map_err(|e| e.to_string()),
        Outcome::Failed(message) => Err(message),
        Outcome::TimedOut => Err(format!("Forcedual took more than {LIMIT} s")),
    }
}

fn peer(
    python: &Python,
    blas: Option<&str>,
    [solver, case]: [&str; 2],
    modes: usize,
    folder: &Path,
) -> Result<Result<Measurement, String>, String> {
    let mut command = python.design(&["run", solver, case, &modes.to_string()], Some(folder));
    command.envs(blas.map(|threads| ("OPENBLAS_NUM_THREADS", threads)));
    Ok(match peers::run(&mut command, LIMIT)? {
        Outcome::Printed(text) => Ok(serde_json::from_str(&text).map_err(|e| e.to_string())?),
        Outcome::TimedOut => Err(format!("> {LIMIT}")),
        Outcome::Failed(message) => {
            eprintln!("  {solver}: {message}");
            Err("failed".into())
        }
    })
}

fn check(python: &Python, folder: &Path) -> Result<BTreeMap<String, Check>, String> {
    match peers::run(&mut python.design(&["check"], Some(folder)), 10 * LIMIT)? {
        Outcome::Printed(text) => serde_json::from_str(&text).map_err(|e| e.to_string()),
        Outcome::Failed(message) => Err(message),
        Outcome::TimedOut => Err("the check of the modes took too long".into()),
    }
}

fn announce(run: Option<&Run>) {
    if let Some(run) = run {
        let seconds = run.measured.as_ref().map_or_else(Clone::clone, |m| short(m.total()));
        println!("  {:<16} m = {:<3} {:<18} {seconds} s", run.case.name(), run.modes, run.solver);
    }
}

fn results(runs: &[Run], checks: &BTreeMap<String, Check>) -> String {
    let header = [
        "prior",
        "m",
        "solver",
        "set-up s",
        "modes s",
        "total s",
        "x",
        "l_m / l_1",
        "residual",
        "d lambda",
        "MB",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let mut own = 0.0;
    for run in runs {
        let first = run.solver == "forcedual";
        let prior = if first { run.case.title() } else { "" };
        let size = if first { run.modes.to_string() } else { String::new() };
        let mut row = vec![prior.to_owned(), size, run.title.to_owned()];
        match &run.measured {
            Ok(m) => {
                if first {
                    own = m.total();
                }
                row.extend([m.order + m.factor, m.modes, m.total()].map(short));
                row.push(format!("{:.1}", m.total() / own));
                row.push(m.spread.map_or(String::new(), |s| format!("{s:.0e}")));
                let name = format!("{}-{}-{}", run.case.name(), run.modes, run.solver);
                let check = checks.get(&name);
                row.push(check.map_or("-".into(), |c| format!("{:.0e}", c.residual)));
                let other = check.filter(|_| !first);
                row.push(other.map_or(String::new(), |c| format!("{:.0e}", c.difference)));
                row.push(format!("{:.0}", m.peak as f64 / 1e6));
            }
            Err(reason) => row.extend(["", "", reason.as_str()].map(str::to_owned)),
        }
        rows.push(row);
    }
    markdown(&rows, 3)
}

/// What the table does not say: stages, another prior on the same body, and threads.
fn remarks(
    runs: &[Run],
    painted_with_threads: impl Fn(usize) -> Result<Measurement, String>,
) -> Result<String, String> {
    let painted = runs.iter().find(|r| r.case == Case::Painted && r.solver == "forcedual");
    let Some(Ok(m)) = painted.map(|r| &r.measured) else { return Ok(String::new()) };
    let mut text = format!(
        "\nForcedual, painted variance: order and analysis {} s, factor {} s ({:.0} MB), modes {} s.\n",
        short(m.order),
        short(m.factor),
        m.factor_bytes.unwrap_or(0) as f64 / 1e6,
        short(m.modes)
    );
    if let Some(again) = m.again {
        text.push_str(&format!(
            "Adding the springs to the prior of the same body afterwards: {} s, all of it modes; nothing is factored again.\n",
            short(again)
        ));
    }
    let many = machine::cores().max(2);
    let (one, all) = (painted_with_threads(1)?, painted_with_threads(many)?);
    let same = if one.digest == all.digest { "the same bits" } else { "DIFFERENT BITS" };
    text.push_str(&format!(
        "One thread {} s, {many} threads {} s: {same}.\n",
        short(one.total()),
        short(all.total())
    ));
    Ok(text)
}
