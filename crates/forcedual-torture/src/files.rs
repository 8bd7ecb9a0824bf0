//! Files: mutated seeds for everything that reads foreign bytes, damaged models, and what libFuzzer did.

use crate::mutation::Mutator;
use crate::targets::{Spent, TARGETS, Target, small_model};
use crate::{Campaign, Effort, Outcome, Setting};
use forcedual::export::Model;
use forcedual::scene::simulation::Runtime;
use std::panic::catch_unwind;
use std::path::Path;

/// The campaign.
pub const CAMPAIGN: Campaign = Campaign {
    name: "files",
    about: "anything instead of files, messages and requests; damaged models",
    run,
};

/// Mutated inputs of each target.
const INPUTS: usize = 1_000_000;
/// Flipped bits of a model.
const FLIPS: usize = 1_000_000;
/// Failures of a target after which it is left.
const ENOUGH: usize = 5;
/// What the inputs are made from.
const SEED: u64 = 20_080;

fn run(_: &Setting, effort: &Effort) -> Outcome {
    let mut outcome = Outcome::default();
    for target in TARGETS {
        mutated(target, effort.count(INPUTS), effort, &mut outcome);
    }
    models(effort, &mut outcome);
    fuzzed(Path::new(env!("CARGO_MANIFEST_DIR")), &mut outcome);
    outcome
}

/// Hands a target its seeds, and so many mutations of them.
pub fn mutated(target: &Target, count: usize, effort: &Effort, outcome: &mut Outcome) {
    let seeds = target.seeds();
    let mut mutator = Mutator::new(SEED);
    let (mut most, mut slowest, mut tried, mut failed) = (0, 0.0f64, 0, 0);
    let unchanged = seeds.iter().cloned();
    for input in unchanged.chain((0..count).map(|_| mutator.next(&seeds))) {
        if !effort.lasts() || failed == ENOUGH {
            break;
        }
        tried += 1;
        let watched = catch_unwind(|| target.watched(&input));
        match watched.unwrap_or_else(|_| Err("a panic".to_owned())) {
            Ok(Spent { bytes, time }) => {
                most = most.max(bytes);
                slowest = slowest.max(time.as_secs_f64());
            }
            Err(why) => {
                failed += 1;
                outcome.fails(format!("{} of {}: {why}", quoted(&input), target.name));
            }
        }
    }
    if seeds.is_empty() {
        outcome.fails(format!("{} has no seeds", target.name));
    }
    let (kib, ms) = (most.div_ceil(1024), 1e3 * slowest);
    let found = format!("no panic; {kib} KiB and {ms:.1} ms at most");
    let found = if failed == 0 { found } else { format!("{failed} failures") };
    outcome.figure(format!("{}: seeds and mutations of them", target.name), tried, found);
}

/// An input, to see it again.
fn quoted(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// Cuts a model everywhere and flips its bits.
pub fn models(effort: &Effort, outcome: &mut Outcome) {
    let mut file = match small_model() {
        Ok(file) => file,
        Err(error) => return outcome.fails(format!("there is no model: {error}")),
    };
    let refused =
        |file: &[u8]| Model::from_bytes(file).is_err() && Runtime::from_bytes(file).is_err();
    if refused(&file) {
        outcome.fails("the whole model is refused");
    }
    let loaded: Vec<usize> = (0..file.len()).filter(|&n| !refused(&file[..n])).collect();
    let found = format!("{} loaded", loaded.len());
    outcome.figure("every truncation of a model", file.len(), found);
    outcome.failures.extend(loaded.iter().map(|n| format!("{n} bytes of a model are loaded")));
    // all bits in turn, then pairs ever farther apart
    let bits = 8 * file.len();
    let (mut flips, mut wrong) = (0, 0);
    for k in (0..effort.count(FLIPS)).take_while(|_| effort.lasts()) {
        let (first, second) = (k % bits, (k + k / bits) % bits);
        let flip = |file: &mut [u8], bit: usize| file[bit / 8] ^= 1 << (bit % 8);
        let both = [first, second];
        let chosen = if first == second { &both[..1] } else { &both };
        chosen.iter().for_each(|&bit| flip(&mut file, bit));
        if !refused(&file) {
            wrong += 1;
            outcome.fails(format!("bits {chosen:?} of a model are flipped and it is loaded"));
        }
        chosen.iter().for_each(|&bit| flip(&mut file, bit));
        flips += 1;
    }
    outcome.figure("bits of a model flipped, one or two", flips, format!("{wrong} loaded"));
}

/// What libFuzzer has executed so far, as `fuzz/run` has added it up.
fn fuzzed(own: &Path, outcome: &mut Outcome) {
    let tally = own.join("../../fuzz/tally.tsv");
    let text = std::fs::read_to_string(tally).unwrap_or_default();
    let runs = text.lines().filter_map(|line| line.split('\t').nth(1)?.parse::<u64>().ok());
    let total: u64 = runs.sum();
    let found = match total {
        0 => "left out: `fuzz/run` adds to it where cargo-fuzz is installed",
        _ => "by `fuzz/run`; what it found is mended and among the seeds",
    };
    outcome.figure("executions by libFuzzer", total, found);
}
