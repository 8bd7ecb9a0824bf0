//! The studio under attack: over plain sockets, as everybody on the machine could speak to it, and as pages that mean harm.

mod bombs;
mod client;
mod crowd;
mod doors;
mod server;

use crate::{Effort, Outcome, Setting};
use client::Client;
use server::Server;

/// What is played meanwhile.
const SCENE: &str = r#"
[mesh]
shape = "dragon"
cells = 20000
[material]
young = 1e5
[[force]]
kind = "matern"
length = 0.3
rms-displacement = 0.03
[subspace]
modes = 16
[simulation]
iterations = 4
"#;
/// The same for tests.
const SMALL: &str = r#"
[mesh]
shape = "beam"
cells = 900
[material]
young = 1e5
[subspace]
modes = 6
"#;

/// Runs the campaign at full length, with a large body whose steps are timed.
pub fn run(setting: &Setting, effort: &Effort) -> Outcome {
    attacked(setting, effort, SCENE, true)
}

/// Runs it with a small body and without looking at times, for tests.
pub fn briefly(setting: &Setting, effort: &Effort) -> Outcome {
    attacked(setting, effort, SMALL, false)
}

fn attacked(setting: &Setting, effort: &Effort, scene: &str, timed: bool) -> Outcome {
    let mut outcome = Outcome::default();
    let done = attack(setting, effort, scene, timed, &mut outcome);
    done.unwrap_or_else(|error| outcome.fails(error));
    outcome
}

fn attack(
    setting: &Setting,
    effort: &Effort,
    scene: &str,
    timed: bool,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let home = tempfile::tempdir().map_err(|e| e.to_string())?;
    let folder = doors::folder(home.path(), scene).map_err(|e| e.to_string())?;
    let server = Server::start(&setting.command, &folder.join("scene.toml"))?;
    let ready = |server: &Server| -> std::io::Result<()> {
        Client::new(server)?.until(|v| v["is"] == "idle" && v["cancelled"] != true).map(drop)
    };
    let failed = |e: std::io::Error| format!("the studio does not answer: {e}");
    ready(&server).map_err(failed)?;
    // first, as it is timed and later attacks leave other scenes
    crowd::run(&server, effort, timed, outcome).map_err(failed)?;
    doors::refuse(&server, effort, outcome);
    bombs::dribble(&server, effort, outcome).map_err(failed)?;
    bombs::oversize(&server, effort, outcome).map_err(failed)?;
    doors::traverse(&server, &folder, outcome)?;
    bombs::uploads(&server, effort, outcome).map_err(failed)?;
    match server.lives() {
        true => Ok(()),
        false => Err("the studio does not answer at the end".to_owned()),
    }
}
