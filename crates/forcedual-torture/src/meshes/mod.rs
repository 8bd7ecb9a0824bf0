//! Generated meshes, half of them tampered with: each is designed and run for a thousand hostile steps, or
//! refused with the right code.
//!
//! A case follows from its number alone: `FORCEDUAL_CASE=123 cargo xtask torture meshes --minutes 1` runs one again,
//! and prints what it is.

mod bodies;
mod delaunay;
mod mutations;
mod scenes;
pub mod steps;

use crate::dice::Dice;
use crate::{Effort, Outcome, Setting};
use forcedual::Code;
use forcedual::export::Model;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::Runtime;
use mutations::Mutated;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Meshes of the whole campaign.
const CASES: usize = 10_000;
/// A case that takes longer is a failure of its own.
const PATIENCE: Duration = Duration::from_secs(600);

/// What a case is, and what became of it.
struct Case {
    body: &'static str,
    mutation: &'static str,
    verdict: Verdict,
}

enum Verdict {
    /// Designed and run; so many steps were held.
    Ran {
        held: usize,
    },
    /// Refused, and rightly so.
    Refused(Code),
    Failed(String),
}

/// Runs the campaign.
pub fn run(_: &Setting, effort: &Effort) -> Outcome {
    match std::env::var("FORCEDUAL_CASE").ok().and_then(|text| text.parse().ok()) {
        Some(seed) => again(seed),
        None => all(effort),
    }
}

/// One case again.
fn again(seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let case = caught(seed);
    outcome.figure(format!("case {seed}"), case.body, case.mutation);
    match case.verdict {
        Verdict::Failed(what) => outcome.fails(what),
        Verdict::Refused(code) => outcome.figure("refused", 1, code.as_str()),
        Verdict::Ran { held } => outcome.figure("run", steps::STEPS, format!("{held} steps held")),
    }
    outcome
}

fn all(effort: &Effort) -> Outcome {
    let count = effort.count(CASES);
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        while effort.lasts() {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= count {
                break;
            }
            let started = Instant::now();
            let case = caught(k as u64);
            tally.lock().unwrap_or_else(|e| e.into_inner()).add(k, case, started.elapsed());
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    tally.into_inner().unwrap_or_else(|e| e.into_inner()).outcome()
}

/// What became of all.
#[derive(Default)]
struct Tally {
    /// By what was done: how many, of them run, and how often each code.
    by_mutation: BTreeMap<&'static str, (usize, usize, BTreeMap<&'static str, usize>)>,
    bodies: BTreeMap<&'static str, usize>,
    run: usize,
    held: usize,
    slowest: (Duration, usize),
    failures: BTreeMap<usize, String>,
}

impl Tally {
    fn add(&mut self, seed: usize, case: Case, time: Duration) {
        *self.bodies.entry(case.body).or_default() += 1;
        let entry = self.by_mutation.entry(case.mutation).or_default();
        entry.0 += 1;
        match case.verdict {
            Verdict::Ran { held } => {
                entry.1 += 1;
                self.run += 1;
                self.held += held;
            }
            Verdict::Refused(code) => *entry.2.entry(code.as_str()).or_default() += 1,
            Verdict::Failed(what) => {
                let told = format!("case {seed} ({}, {}): {what}", case.body, case.mutation);
                eprintln!("{told}");
                self.failures.insert(seed, told);
            }
        }
        self.slowest = self.slowest.max((time, seed));
        if time > PATIENCE {
            let told = format!("case {seed} took {:.0} s", time.as_secs_f64());
            self.failures.insert(seed, told);
        }
    }

    fn outcome(self) -> Outcome {
        let mut outcome = Outcome::default();
        for (name, (count, ran, codes)) in &self.by_mutation {
            let mut found: Vec<String> = Vec::new();
            if *ran > 0 {
                found.push(format!("{ran} run"));
            }
            found.extend(codes.iter().map(|(code, n)| format!("{n} refused as `{code}`")));
            outcome.figure(*name, count, found.join(", "));
        }
        let bodies: Vec<String> =
            self.bodies.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let total: usize = self.bodies.values().sum();
        outcome.figure("meshes in all", total, bodies.join(", "));
        let steps = self.run * steps::STEPS;
        let found = format!("no NaN, no panic; {} steps held", self.held);
        outcome.figure("hostile steps", steps, found);
        let (time, seed) = self.slowest;
        outcome.figure("slowest", format!("{:.1} s", time.as_secs_f64()), format!("case {seed}"));
        self.failures.into_values().for_each(|failure| outcome.fails(failure));
        outcome
    }
}

/// A case whose panics are failures.
fn caught(seed: u64) -> Case {
    let named = Mutex::new(("?", "?"));
    let found = catch_unwind(AssertUnwindSafe(|| case(seed, &named)));
    let (body, mutation) = *named.lock().unwrap_or_else(|e| e.into_inner());
    let verdict = found.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|t| t.to_string()));
        Verdict::Failed(format!("panic: {}", text.unwrap_or_default()))
    });
    Case { body, mutation, verdict }
}

fn case(seed: u64, named: &Mutex<(&'static str, &'static str)>) -> Verdict {
    let mut dice = Dice::new(seed);
    let (body, raw) = bodies::sound(&mut dice);
    let mutated = match seed % 2 {
        0 => Mutated::none(raw),
        _ => mutations::mutated(&mut dice, raw),
    };
    *named.lock().unwrap_or_else(|e| e.into_inner()) = (body, mutated.name);
    let text = scenes::scene(&mut dice, &mutated.raw, mutated.repair).to_string();
    if std::env::var_os("FORCEDUAL_CASE").is_some() {
        eprintln!("{text}");
    }
    match tried(&mut dice, &mutated, &text, seed) {
        Ok(_) if !mutated.runs => {
            Verdict::Failed(format!("was accepted, but {:?} was expected", mutated.codes))
        }
        Ok(Ok(held)) => Verdict::Ran { held },
        Ok(Err(what)) => Verdict::Failed(what),
        Err(error) if mutated.codes.contains(&error.code) => Verdict::Refused(error.code),
        // large responses to forces take a rest
        Err(error) if error.code == Code::Unsupported && text.contains("push-forward") => {
            Verdict::Refused(error.code)
        }
        Err(error) => Verdict::Failed(format!("refused: {error}")),
    }
}

/// Designs and runs; the inner error is of a run that went wrong.
fn tried(
    dice: &mut Dice,
    mutated: &Mutated,
    text: &str,
    seed: u64,
) -> forcedual::Result<Result<usize, String>> {
    let scene =
        SceneFile::parse(text, Format::Json, Path::new("."))?.with_mesh(mutated.raw.clone());
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    let numbers = [subspace.certificate.captured, subspace.certificate.trace];
    let basis = (0..subspace.basis.ncols()).flat_map(|j| subspace.basis.col(j).iter());
    if !basis.chain(&subspace.eigenvalues).chain(&numbers).all(|x| x.is_finite()) {
        return Ok(Err("the subspace has a number that is not finite".to_owned()));
    }
    let spec = scene.scene().simulation();
    let (mut runtime, _) = Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent)?;
    // one in eight is written and read before it is run
    if seed.is_multiple_of(8) {
        runtime.compact();
        let model = Model::new(scene.scene(), &lin, &subspace)?.with_runtime(Some(runtime));
        runtime = match Runtime::from_bytes(&model.to_bytes()?) {
            Ok(runtime) => runtime,
            Err(error) => return Ok(Err(format!("its model file is refused: {error}"))),
        };
    }
    Ok(steps::hostile(dice, &runtime, |_| ()).map(|survived| survived.held))
}
