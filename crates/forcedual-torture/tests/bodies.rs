//! The campaigns on bodies, numerics and determinism, briefly.

use forcedual_torture::{CAMPAIGNS, Effort, Outcome, Setting};

/// A share of a campaign that needs the library only.
fn briefly(name: &str, share: f64) -> Outcome {
    let setting = Setting { command: "forcedual".into(), python: None };
    let campaign = CAMPAIGNS.iter().find(|c| c.name == name).expect("a campaign");
    (campaign.run)(&setting, &Effort::share(share))
}

#[test]
fn generated_meshes_survive_hostile_steps_or_are_refused_with_the_right_code() {
    briefly("meshes", 0.004).expect_none();
}

#[test]
fn systems_at_the_edge_are_solved_or_refused() {
    briefly("numerics", 0.04).expect_none();
}

#[test]
fn designs_and_runs_have_the_same_bits_at_any_number_of_threads() {
    briefly("determinism", 0.25).expect_none();
}
