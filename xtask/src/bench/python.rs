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
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// Steps of a run.
const STEPS: usize = 1000;
/// Steps of a batch.
const BATCH: usize = 100;
/// Seconds that runs from Rust take at least, and how many there are.
const ENOUGH: f64 = 10.0;
const ROUNDS: std::ops::RangeInclusive<usize> = 3..=15;
/// Creatures whose scenes are stepped.
const CREATURES: [&str; 4] = ["chicken-wing", "gripper-2d", "dragon", "gripper"];

/// What the script measures beside the steps.
#[derive(Deserialize)]
struct Rest {
    state: f64,
    last: Vec<f64>,
    together: BTreeMap<usize, f64>,
    environments: f64,
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
        "`gym.Many`, steps per second",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(found?);
    let text = format!(
        "# Steps from Python\n\n`cargo xtask bench python`, {}: {STEPS} reduced steps of each creature's scene under \
         a changing actuation. `rollout` takes the actuations of {BATCH} steps at once, `step` is called for each; \
         percentages are what they cost more than the same steps in Rust. Rust and Python take turns, {} to {} times, \
         and of every batch of {BATCH} steps the best time counts. All end in the same bits. `step_many` steps so many \
         bodies at the same time, without Python's lock; `gym.Many` does so for {} environments, with observations and \
         rewards.\n\n{}",
        machine::describe(),
        ROUNDS.start(),
        ROUNDS.end(),
        8 * machine::cores(),
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
    let runtime = Runtime::read(&model).map_err(|e| e.to_string())?;
    let mut script = Script::start(environment, &model, &actuation)?;
    let mut best: [Vec<f64>; 3] = std::array::from_fn(|_| vec![f64::MAX; STEPS / BATCH]);
    let (mut spent, mut last) = (0.0, Vec::new());
    for round in 0..*ROUNDS.end() {
        if round >= *ROUNDS.start() && spent > ENOUGH {
            break;
        }
        let (times, end) = rust(&runtime, &rows)?;
        spent += times.iter().sum::<f64>();
        last = end;
        let runs = [times, script.ask("rollout")?, script.ask("step")?];
        for (best, times) in best.iter_mut().zip(runs) {
            best.iter_mut().zip(times).for_each(|(best, t)| *best = best.min(t));
        }
    }
    let rest: Rest = script.ask("rest")?;
    script.end();
    if rest.last != last {
        return Err(format!("{name}: Python and Rust do not end in the same bits"));
    }
    let [rust, rollout, step] = best.map(|best| best.iter().sum::<f64>());
    let more = |t: f64| format!("{:+.1}%", 100.0 * (t / rust - 1.0));
    let together = rest.together.iter().map(|(n, rate)| format!("{n}: {rate:.0}"));
    Ok(vec![
        name.to_owned(),
        last.len().to_string(),
        format!("{:.1}", 1e6 * rust / STEPS as f64),
        more(rollout),
        more(step),
        format!("{:.1}", 1e6 * rest.state),
        together.collect::<Vec<_>>().join(", "),
        format!("{:.0}", rest.environments),
    ])
}

/// The script in Python, which answers line by line.
struct Script {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Script {
    fn start(environment: &Environment, model: &Path, actuation: &Path) -> Result<Self, String> {
        let mut child = Command::new(&environment.python)
            .env("PYTHONPATH", &environment.package)
            .arg(root().join("xtask/bench/python.py"))
            .args([model, actuation])
            .args([machine::cores().to_string(), BATCH.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(to), Some(from)) => Ok(Script { child, to, from: BufReader::new(from) }),
            _ => Err("the script cannot be talked to".to_owned()),
        }
    }

    fn ask<T: DeserializeOwned>(&mut self, what: &str) -> Result<T, String> {
        let mut line = String::new();
        writeln!(self.to, "{what}").map_err(|e| e.to_string())?;
        self.from.read_line(&mut line).map_err(|e| e.to_string())?;
        serde_json::from_str(&line).map_err(|e| format!("{what}: {e}"))
    }

    fn end(mut self) {
        drop(self.to);
        // it ends where its input does
        let _ = self.child.wait();
    }
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

/// Seconds of every batch of steps, and where they end.
fn rust(runtime: &Runtime, rows: &[Vec<f64>]) -> Result<(Vec<f64>, Vec<f64>), String> {
    let mut engine = Engine::new(&runtime.dynamics, &runtime.spec).map_err(|e| e.to_string())?;
    let mut state = State::rest(runtime.dynamics.coordinates());
    let mut controls = Controls::rest(rows[0].len());
    if let Some(gravity) = &runtime.spec.gravity {
        controls.gravity = std::array::from_fn(|c| gravity.get(c).copied().unwrap_or(0.0));
    }
    controls.colliders = runtime.colliders().map_err(|e| e.to_string())?;
    let mut times = Vec::with_capacity(STEPS / BATCH);
    for batch in rows.chunks(BATCH) {
        let started = Instant::now();
        for row in batch {
            controls.amplitudes.copy_from_slice(row);
            engine.step(&mut state, &controls);
        }
        times.push(started.elapsed().as_secs_f64());
    }
    Ok((times, state.z))
}
