//! `cargo xtask bench python`: what a step costs from Python, beside the same step from Rust.

use super::machine;
use super::table::markdown;
use crate::chores::root;
use crate::python::{Environment, environment};
use forcedual::array::Array;
use forcedual::export::Model;
use forcedual::mesh::zoo::Kind;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::scene::simulation::{Engine, Runtime};
use forcedual::simulate::{Controls, State};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Steps of a run.
const STEPS: usize = 1000;
/// Runs of which the best counts.
const REPEATS: usize = 5;
/// Creatures whose scenes are stepped.
const CREATURES: [&str; 3] = ["chicken-wing", "gripper-2d", "dragon"];

/// What the script measures.
#[derive(Deserialize)]
struct Measured {
    rollout: f64,
    one_by_one: f64,
    state: f64,
    last: Vec<f64>,
    together: BTreeMap<usize, f64>,
}

/// Runs the benchmark and writes `docs/benchmarks-python.md`.
pub fn run() -> Result<(), String> {
    let environment = environment()?;
    let folder = std::env::temp_dir().join(format!("forcedual-bench-py-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let found = CREATURES.iter().map(|name| row(name, &environment, &folder));
    let found = found.collect::<Result<Vec<_>, _>>();
    std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
    let heads = [
        "creature",
        "coordinates",
        "Rust, us per step",
        "`rollout`",
        "`step` in a loop",
        "`state`, us",
        "`step_many`, steps per second",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(found?);
    let text = format!(
        "# Steps from Python\n\n`cargo xtask bench python`, {}: {STEPS} reduced steps of each creature's scene under \
         a random actuation, best of {REPEATS} runs. `rollout` takes all actuations at once, `step` is called for \
         each; percentages are what they cost more than the same steps in Rust. All end in the same bits. \
         `step_many` steps so many bodies at the same time, without Python's lock.\n\n{}",
        machine::describe(),
        markdown(&rows, 1)
    );
    print!("{text}");
    let path = root().join("docs/benchmarks-python.md");
    std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn row(name: &str, environment: &Environment, folder: &Path) -> Result<Vec<String>, String> {
    let creature = Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == name);
    let text = creature.map(|c| c.scene).ok_or("no such creature")?;
    let model = folder.join(format!("{name}.safetensors"));
    let actuation = folder.join(format!("{name}.npy"));
    let rows = prepare(text, &model, &actuation).map_err(|e| e.to_string())?;
    let (rust, last) = rust(&model, &rows)?;
    let told = Command::new(&environment.python)
        .env("PYTHONPATH", &environment.package)
        .arg(root().join("xtask/bench/python.py"))
        .args([&model, &actuation])
        .arg(machine::cores().to_string())
        .output()
        .map_err(|e| e.to_string())?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into_owned());
    }
    let told: Measured = serde_json::from_slice(&told.stdout).map_err(|e| e.to_string())?;
    if told.last != last {
        return Err(format!("{name}: Python and Rust do not end in the same bits"));
    }
    // once more, as clocks drift
    let rust = rust.min(self::rust(&model, &rows)?.0);
    let more = |t: f64| format!("{:+.1}%", 100.0 * (t / rust - 1.0));
    let together = told.together.iter().map(|(n, rate)| format!("{n}: {rate:.0}"));
    Ok(vec![
        name.to_owned(),
        last.len().to_string(),
        format!("{:.1}", 1e6 * rust / STEPS as f64),
        more(told.rollout),
        more(told.one_by_one),
        format!("{:.1}", 1e6 * told.state),
        together.collect::<Vec<_>>().join(", "),
    ])
}

/// Writes the model of a scene and the actuation that it is stepped under.
fn prepare(text: &str, model: &Path, file: &Path) -> forcedual::Result<Vec<Vec<f64>>> {
    let scene = SceneFile::parse(text, Format::Toml, Path::new(""))?;
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    let spec = scene.scene().simulation();
    let (runtime, _) = Runtime::new(&scene, &lin, &prior, &subspace, None, spec, &Silent)?;
    let channels = runtime.dynamics.reduced().actuators.channels.clone();
    Model::new(scene.scene(), &lin, &subspace)?.with_runtime(Some(runtime)).write(model)?;
    let at = |k: usize, j: usize| {
        let wave = (0.02 * k as f64 * (1.0 + 0.13 * j as f64) + j as f64).sin();
        channels[j].mean + channels[j].sigma * wave
    };
    let rows: Vec<Vec<f64>> =
        (0..STEPS).map(|k| (0..channels.len()).map(|j| at(k, j)).collect()).collect();
    let shape = vec![STEPS, channels.len()];
    Array { shape, data: rows.concat() }.write_npy(file)?;
    Ok(rows)
}

/// Seconds of all steps, the best of a few runs, and where they end.
fn rust(model: &Path, rows: &[Vec<f64>]) -> Result<(f64, Vec<f64>), String> {
    let runtime = Runtime::read(model).map_err(|e| e.to_string())?;
    let (mut best, mut last) = (f64::MAX, Vec::new());
    for _ in 0..REPEATS {
        let mut engine =
            Engine::new(&runtime.dynamics, &runtime.spec).map_err(|e| e.to_string())?;
        let mut state = State::rest(runtime.dynamics.coordinates());
        let mut controls = Controls::rest(rows[0].len());
        if let Some(gravity) = &runtime.spec.gravity {
            controls.gravity = std::array::from_fn(|c| gravity.get(c).copied().unwrap_or(0.0));
        }
        controls.colliders = runtime.colliders().map_err(|e| e.to_string())?;
        let started = Instant::now();
        for row in rows {
            controls.amplitudes.copy_from_slice(row);
            engine.step(&mut state, &controls);
        }
        best = best.min(started.elapsed().as_secs_f64());
        last = state.z;
    }
    Ok((best, last))
}
