//! Python: `python/torture.py` run by the interpreter of the setting.

use crate::{Effort, Outcome, Python, Setting};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Counts of the whole campaign are shares of this.
const WHOLE: usize = 10_000;

/// Runs the campaign.
pub fn run(setting: &Setting, effort: &Effort) -> Outcome {
    let mut outcome = Outcome::default();
    match &setting.python {
        Some(python) => {
            let done = torture(python, effort, &mut outcome);
            done.unwrap_or_else(|error| outcome.fails(error));
        }
        None => outcome.fails("there is no Python"),
    }
    outcome
}

fn torture(python: &Python, effort: &Effort, outcome: &mut Outcome) -> Result<(), String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/torture.py");
    let share = effort.count(WHOLE) as f64 / WHOLE as f64;
    let mut command = Command::new(&python.interpreter);
    command.arg(script).arg(share.to_string()).env("PYTHONPATH", &python.package);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{} does not run: {e}", python.interpreter.display()))?;
    let out = child.stdout.take().ok_or("Python has no output")?;
    for line in BufReader::new(out).lines().map_while(Result::ok) {
        if !effort.lasts() {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(());
        }
        let Ok(said) = serde_json::from_str::<Value>(&line) else {
            outcome.fails(format!("Python says {line}"));
            continue;
        };
        let text = |key: &str| said[key].as_str().unwrap_or_default().to_owned();
        match said.get("fails") {
            Some(_) => outcome.fails(text("fails")),
            None => outcome.figure(text("tried"), text("amount"), text("found")),
        }
    }
    let status = child.wait().map_err(|e| format!("Python cannot be waited for: {e}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("Python ended with {status}")),
    }
}
