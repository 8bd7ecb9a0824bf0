//! Whatever is read instead of what should be: refused in no time, without a panic and without much memory.

use forcedual_torture::targets::TARGETS;
use forcedual_torture::{CAMPAIGNS, Effort, Outcome};

#[test]
fn mutated_files_messages_and_requests_never_panic_and_take_little() {
    let campaign = CAMPAIGNS.iter().find(|c| c.name == "files").expect("it is there");
    let outcome: Outcome = (campaign.run)(&common::setting(), &Effort::share(0.012));
    outcome.expect_none();
}

#[test]
fn seeds_are_there_and_small() {
    for target in TARGETS {
        let seeds = target.seeds();
        assert!(!seeds.is_empty(), "{}", target.name);
        let most = if target.name == "model" { 16 << 10 } else { 4 << 10 };
        assert!(seeds.iter().all(|seed| seed.len() <= most), "{}", target.name);
    }
}

mod common {
    use forcedual_torture::Setting;

    /// Nothing beside the library.
    pub fn setting() -> Setting {
        Setting { command: Default::default(), python: None }
    }
}
