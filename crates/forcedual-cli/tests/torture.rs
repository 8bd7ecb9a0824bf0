//! Campaigns on the command, briefly; `cargo xtask torture` runs them at length.
#![cfg(unix)]

use forcedual_torture::{CAMPAIGNS, Effort, Outcome, Setting, studio};

fn setting() -> Setting {
    Setting { command: env!("CARGO_BIN_EXE_forcedual").into(), python: None }
}

fn told(outcome: &Outcome) {
    outcome.figures.iter().for_each(|f| println!("{}: {} {}", f.tried, f.amount, f.found));
    outcome.expect_none();
}

#[test]
fn killed_processes_leave_the_old_or_the_new_and_many_on_one_gallery_agree() {
    let crashes = CAMPAIGNS.iter().find(|c| c.name == "crashes").unwrap();
    told(&(crashes.run)(&setting(), &Effort::share(0.012)));
}

#[test]
fn the_studio_admits_nobody_and_outlives_pages_that_mean_harm() {
    told(&studio::briefly(&setting(), &Effort::share(0.1)));
}
