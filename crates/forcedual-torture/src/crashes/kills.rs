//! Runs that are killed at any point.
//!
//! Half of them at a time between their beginning and their end, half within milliseconds of the first sign of
//! something being written: those are the moments that matter, and a clock alone would hardly ever meet them.

use super::bench::{Bench, Files, files, is_hidden, visible};
use crate::dice::Dice;
use crate::{Effort, Outcome};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// Kills of the whole campaign.
const KILLS: usize = 1000;
/// The seed of the moments.
const SEED: u64 = 5;
/// After the first sign of writing, the time within which a run is killed.
const WRITING: Duration = Duration::from_millis(8);
/// Nothing here takes so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// Something that writes, and what it writes into the folder `out`.
struct Deed {
    name: &'static str,
    /// `AGE` is `old` or `new`.
    words: &'static [&'static str],
}

const DEEDS: &[Deed] = &[
    Deed { name: "design", words: &["design", "AGE.toml", "-o", "out/model.safetensors"] },
    Deed { name: "mesh", words: &["mesh", "AGE.obj", "--tets", "4000", "-o", "out/body.mesh"] },
    Deed {
        name: "mesh into two files",
        words: &["mesh", "AGE.obj", "--tets", "4000", "-o", "out/body.node"],
    },
    Deed {
        name: "simulate",
        words: &["simulate", "AGE.toml", "--frames", "30", "-o", "out/run.npz"],
    },
    Deed {
        name: "simulate into a series",
        words: &["simulate", "AGE.toml", "--frames", "30", "-o", "out/run.pvd"],
    },
];

impl Deed {
    fn words(&self, age: &str) -> Vec<String> {
        self.words.iter().map(|word| word.replace("AGE", age)).collect()
    }
}

/// What came of the kills of a deed.
#[derive(Default)]
struct Tally {
    kills: usize,
    while_writing: usize,
    left: usize,
}

/// Kills all deeds.
pub fn run(bench: &Bench, effort: &Effort, outcome: &mut Outcome) -> Result<(), String> {
    let mut dice = Dice::new(SEED);
    // the gallery is a deed, too
    let each = effort.count(KILLS).div_ceil(DEEDS.len() + 1);
    for deed in DEEDS {
        let tally = kill(bench, deed, each, effort, &mut dice, outcome)?;
        told(outcome, deed.name, &tally);
    }
    let tally = super::gallery::kill(bench, each, effort, &mut dice, outcome)?;
    told(outcome, "gallery", &Tally { kills: tally.0, while_writing: tally.1, left: tally.2 });
    Ok(())
}

fn told(outcome: &mut Outcome, name: &str, tally: &Tally) {
    let Tally { kills, while_writing, left } = tally;
    outcome.figure(
        format!("kill -9 of `{name}`, then again to the end"),
        kills,
        format!(
            "{while_writing} while something was being written; old or new whole each time, the same bytes after the \
             restart; hidden leftovers after {left}, none after the restart"
        ),
    );
}

fn kill(
    bench: &Bench,
    deed: &Deed,
    times: usize,
    effort: &Effort,
    dice: &mut Dice,
    outcome: &mut Outcome,
) -> Result<Tally, String> {
    let out = bench.emptied("out")?;
    bench.run(&deed.words("old"))?;
    let old = files(&out);
    let begun = Instant::now();
    bench.run(&deed.words("new"))?;
    let time = begun.elapsed();
    // what an earlier run leaves, as a series does, is there as well
    bench.emptied("out")?;
    bench.run(&deed.words("new"))?;
    let new = files(&out);
    if old == new || new.keys().any(|name| is_hidden(name)) {
        return Err(format!(
            "{}: the runs to compare with are the same, or leave something",
            deed.name
        ));
    }
    let mut tally = Tally::default();
    let mut tries = 0;
    while tally.kills < times && effort.lasts() && tries < 3 * times + 10 {
        tries += 1;
        let before = if tries % 3 == 0 { Files::new() } else { old.clone() };
        put(&out, &before)?;
        let seen = files(&out).len();
        let child = bench.start(&deed.words("new"))?;
        let writing = tries % 2 == 0;
        let at = match writing {
            true => Moment::Writing(WRITING.mul_f64(dice.between(0.0, 1.0))),
            false => Moment::After(time.mul_f64(dice.between(0.0, 1.0))),
        };
        if !killed(child, &at, || files(&out).len() > seen || hides(&out))? {
            continue;
        }
        tally.kills += 1;
        tally.while_writing += usize::from(writing);
        let after = files(&out);
        tally.left += usize::from(after.keys().any(|name| is_hidden(name)));
        if !is_whole(bench, deed, &before, &visible(&after), &new) {
            let names: Vec<&String> = after.keys().collect();
            outcome
                .fails(format!("{}: kill {tries} left {names:?}, neither old nor new", deed.name));
        }
        bench.run(&deed.words("new"))?;
        let again = files(&out);
        if again != new {
            let names: Vec<&String> = again.keys().collect();
            outcome.fails(format!("{}: after kill {tries} and a restart {names:?}", deed.name));
        }
    }
    Ok(tally)
}

/// Is what is seen the old or the new, whole? Of a series, what its `.pvd` names counts; a pair of one old
/// and one new file is refused.
fn is_whole(bench: &Bench, deed: &Deed, old: &Files, seen: &Files, new: &Files) -> bool {
    let same = |one: &Files| one.iter().all(|(name, bytes)| seen.get(name) == Some(bytes));
    let index = |all: &Files| all.iter().find(|(n, _)| n.ends_with(".pvd")).map(|(_, b)| b.clone());
    match index(new) {
        // frames that no index names are in nobody's way
        Some(_) if index(seen).is_none() => old.is_empty(),
        Some(whole) => {
            (index(seen) == Some(whole) && same(new)) || (index(seen) == index(old) && same(old))
        }
        None if *seen == *old || *seen == *new => true,
        // one of the two is new, or the first of them is there alone
        None => {
            let each = seen.iter().all(|(n, b)| old.get(n) == Some(b) || new.get(n) == Some(b));
            let words = ["check", "out/body.node"].map(str::to_owned);
            let refused = bench.command(&words).output().is_ok_and(|o| o.status.code() == Some(2));
            each && deed.words.contains(&"out/body.node") && refused
        }
    }
}

/// Is there anything hidden in a folder?
fn hides(folder: &Path) -> bool {
    files(folder).keys().any(|name| is_hidden(name))
}

/// Makes a folder hold these files and nothing else.
fn put(folder: &Path, files: &Files) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir(folder).map_err(failed)?;
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
        std::fs::write(path, bytes).map_err(failed)?;
    }
    Ok(())
}

/// When to kill.
pub enum Moment {
    /// So long after the start.
    After(Duration),
    /// So long after the first sign of writing.
    Writing(Duration),
}

/// Kills a run at a moment; says whether it was still running.
pub fn killed(mut child: Child, at: &Moment, sign: impl Fn() -> bool) -> Result<bool, String> {
    let begun = Instant::now();
    let failed = |e: std::io::Error| format!("it cannot be waited for: {e}");
    let wait = match at {
        Moment::After(wait) => *wait,
        Moment::Writing(wait) => {
            while !sign() && begun.elapsed() < PATIENCE {
                if child.try_wait().map_err(failed)?.is_some() {
                    return Ok(false);
                }
            }
            begun.elapsed() + *wait
        }
    };
    // sleeping is not as exact as what is measured here
    if let Some(long) = wait.checked_sub(begun.elapsed() + Duration::from_millis(2)) {
        std::thread::sleep(long);
    }
    while begun.elapsed() < wait {
        std::hint::spin_loop();
    }
    let running = child.try_wait().map_err(failed)?.is_none();
    // SIGKILL
    let _ = child.kill();
    child.wait().map_err(failed)?;
    Ok(running)
}
