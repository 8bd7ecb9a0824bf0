//! `cargo xtask test`: everything that a change must pass, in one command.
//!
//! All steps use the release profile: the numeric dependencies take minutes to compile, and this
//! way they are compiled once; the tests are numerical and would crawl unoptimised.

use crate::python;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Cargo, in the workspace.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Runs every check, stopping at the first that fails; `args` go to `cargo test`.
pub fn test(args: &[String]) -> Result<(), String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let found = cargo().args([tool, "--version"]).output().is_ok_and(|o| o.status.success());
        if !found {
            return Err(format!(
                "`cargo {tool}` is not installed; run `rustup component add {component}`"
            ));
        }
    }
    let clippy = "clippy --release --workspace --all-targets -- -D warnings";
    step("fmt --all --check", &[], None)?;
    step(clippy, &[], None)?;
    step("doc --release --no-deps --workspace", &[], Some(("RUSTDOCFLAGS", "-D warnings")))?;
    step("test --release --workspace", args, None)?;
    // arguments choose among the tests of cargo, so that a few can be run quickly
    if args.is_empty() { python::check() } else { Ok(()) }
}

fn step(words: &str, args: &[String], env: Option<(&str, &str)>) -> Result<(), String> {
    let mut command = cargo();
    command.args(words.split(' ')).args(args).envs(env);
    let shown = [words].into_iter().chain(args.iter().map(String::as_str)).collect::<Vec<_>>();
    let shown = match env {
        Some((name, value)) => format!("{name}='{value}' cargo {}", shown.join(" ")),
        None => format!("cargo {}", shown.join(" ")),
    };
    println!("==> {shown}");
    let started = Instant::now();
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    let seconds = started.elapsed().as_secs_f64();
    if status.success() {
        println!("    {seconds:.1} s");
        return Ok(());
    }
    Err(format!("failed after {seconds:.1} s: {shown}"))
}
