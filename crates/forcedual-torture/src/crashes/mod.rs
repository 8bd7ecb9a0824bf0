//! Crashes: processes that are killed at any point, disks that are full, folders that may not be written in, and many
//! processes at once. What was there stays as it was until what replaces it is whole.

mod bench;
mod gallery;
mod kills;
mod room;

use crate::{Effort, Outcome, Setting};
use bench::Bench;

/// Runs the campaign.
pub fn run(setting: &Setting, effort: &Effort) -> Outcome {
    let mut outcome = Outcome::default();
    let done = Bench::new(&setting.command).and_then(|bench| {
        kills::run(&bench, effort, &mut outcome)?;
        room::run(&bench, &mut outcome)?;
        gallery::together(&bench, effort, &mut outcome)
    });
    done.unwrap_or_else(|error| outcome.fails(error));
    outcome
}
