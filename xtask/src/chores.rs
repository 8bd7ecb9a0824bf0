//! `cargo xtask test`: everything that a change must pass, in one command.
//!
//! All steps use the release profile: the numeric dependencies take minutes to compile, and this
//! way they are compiled once; the tests are numerical and would crawl unoptimised.

use crate::{page, python, supply};
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
    if !args.is_empty() {
        return Ok(());
    }
    supply::check()?;
    python::check()?;
    page::check()
}

fn step(words: &str, args: &[String], env: Option<(&str, &str)>) -> Result<(), String> {
    let mut command = cargo();
    command.args(words.split(' ')).args(args).envs(env);
    run(&mut command)
}

/// Runs a command, with what it is and how long it took.
pub fn run(command: &mut Command) -> Result<(), String> {
    let words = command.get_args().map(|arg| arg.to_string_lossy().into_owned());
    let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy();
    let shown = [name.into_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ");
    println!("==> {shown}");
    let started = Instant::now();
    let status = command.status().map_err(|e| format!("cannot run {shown}: {e}"))?;
    let seconds = started.elapsed().as_secs_f64();
    if status.success() {
        println!("    {seconds:.1} s");
        return Ok(());
    }
    Err(format!("failed after {seconds:.1} s: {shown}"))
}

/// Installs packages of Debian, where that is what this runs on and allowed.
pub fn debian(packages: &[&str]) -> Result<(), String> {
    let told = Command::new("id").arg("-u").output();
    let root = told.is_ok_and(|told| told.stdout.trim_ascii() == b"0");
    if !root || !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!("install {} (Debian's names)", packages.join(", ")));
    }
    let apt = |words: &[&str]| {
        let mut apt = Command::new("apt-get");
        run(apt.args(words).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update", "-qq"])?;
    apt(&[&["install", "-y", "-qq", "--no-install-recommends"], packages].concat())
}

/// The target directory.
pub fn target() -> PathBuf {
    let own = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    own.map_or_else(|| root().join("target"), |own| root().join(own))
}

/// The command `forcedual`, built.
pub fn command() -> Result<PathBuf, String> {
    let mut build = cargo();
    // all of it, so that nothing is compiled once more with other features
    build.args(["build", "--release", "--quiet", "--workspace"]);
    run(&mut build)?;
    Ok(target().join("release").join(format!("forcedual{}", std::env::consts::EXE_SUFFIX)))
}
