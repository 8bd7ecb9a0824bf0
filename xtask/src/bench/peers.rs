//! The peers: Python libraries in a throwaway virtual environment, and processes with a limit.

use crate::chores::root;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds after which a solver is stopped.
pub const LIMIT: u64 = 150;

/// Versions of the peers, and the date.
#[derive(Debug, Deserialize)]
pub struct Versions {
    pub date: String,
    pub python: String,
    pub numpy: String,
    pub scipy: String,
    pub simkit: String,
    pub cvxopt: String,
}

/// Times of the author's library, s.
#[derive(Debug, Deserialize)]
pub struct Steps {
    /// A step in the subspace.
    pub step: f64,
    /// Reconstruction of all vertices.
    pub surface: f64,
    /// One iteration of the full body.
    pub full: f64,
}

/// What became of a process.
pub enum Outcome {
    Printed(String),
    TimedOut,
    Failed(String),
}

/// Runs a process for at most so many seconds.
pub fn run(command: &mut Command, limit: u64) -> Result<Outcome, String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", command.get_program().display()))?;
    let started = Instant::now();
    // outputs are a few lines, far below what a pipe holds
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        if started.elapsed() > Duration::from_secs(limit) {
            child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
            return Ok(Outcome::TimedOut);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(Outcome::Printed(String::from_utf8_lossy(&output.stdout).into_owned()));
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.lines().rfind(|l| !l.trim().is_empty()).unwrap_or("no message");
    Ok(Outcome::Failed(last.to_owned()))
}

/// A Python interpreter that has the peers.
pub struct Python {
    interpreter: PathBuf,
}

impl Python {
    /// Makes the virtual environment `bench-venv` in the target folder, unless it is there.
    pub fn install() -> Result<Self, String> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let venv = target.unwrap_or_else(|| root().join("target")).join("bench-venv");
        let interpreter = venv.join("bin").join("python");
        let (wanted, installed) = (script("requirements.txt"), venv.join("installed.txt"));
        let text = std::fs::read_to_string(&wanted).map_err(|e| e.to_string())?;
        if std::fs::read_to_string(&installed).is_ok_and(|t| t == text) {
            return Ok(Python { interpreter });
        }
        println!(
            "installing the peers: {}",
            text.split_whitespace().collect::<Vec<_>>().join(", ")
        );
        finished(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        finished(Command::new(&interpreter).args(pip).arg(&wanted))?;
        std::fs::write(&installed, text).map_err(|e| e.to_string())?;
        Ok(Python { interpreter })
    }

    /// `design.py` with these arguments.
    pub fn design(&self, args: &[&str], folder: Option<&Path>) -> Command {
        let mut command = Command::new(&self.interpreter);
        command.arg("-B").arg(script("design.py")).args(args).args(folder);
        command
    }

    /// The folder that `runtime.py` finds its problem in.
    pub fn folder() -> PathBuf {
        std::env::temp_dir().join("forcedual-bench-runtime")
    }

    /// `runtime.py` on the problem in [`Python::folder`].
    pub fn runtime(&self) -> Result<Steps, String> {
        let mut command = Command::new(&self.interpreter);
        command.arg("-B").arg(script("runtime.py")).arg(Self::folder());
        match run(&mut command, 4 * LIMIT)? {
            Outcome::Printed(text) => serde_json::from_str(&text).map_err(|e| e.to_string()),
            Outcome::Failed(message) => Err(message),
            Outcome::TimedOut => Err(format!("no answer after {} s", 4 * LIMIT)),
        }
    }

    pub fn versions(&self) -> Result<Versions, String> {
        match run(&mut self.design(&["versions"], None), LIMIT)? {
            Outcome::Printed(text) => serde_json::from_str(&text).map_err(|e| e.to_string()),
            Outcome::Failed(message) => Err(message),
            Outcome::TimedOut => Err("Python does not answer".into()),
        }
    }
}

fn script(name: &str) -> PathBuf {
    root().join("xtask").join("bench").join(name)
}

fn finished(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let hint = "the peers need Python 3 with venv; `--no-peers` leaves them out";
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{program}` failed; {hint}")),
        Err(e) => Err(format!("cannot run `{program}`: {e}; {hint}")),
    }
}
