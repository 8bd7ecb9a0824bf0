//! The Python package: built, installed and tested in a virtual environment of its own.
//!
//! The environment lies in the target directory. What it holds is kept until one of the files that it is made
//! of changes, by a stamp of their contents.

use crate::chores::{command, root, run, target};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set it to leave the Python package out of `cargo xtask test`.
const SKIP: &str = "FORCEDUAL_SKIP_PYTHON";

/// Builds, checks types and tests, as a part of `cargo xtask test`.
pub fn check() -> Result<(), String> {
    if std::env::var_os(SKIP).is_some() {
        println!("==> the Python package is left out, as {SKIP} is set");
        return Ok(());
    }
    test(&[])
}

/// `cargo xtask python`: `args` go to pytest.
pub fn test(args: &[String]) -> Result<(), String> {
    let command = command()?;
    let python = environment()?;
    let config = root().join("pyproject.toml");
    run(&mut mypy(&python, &config))?;
    let tests = root().join("crates/forcedual-py/tests");
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c"]).arg(&config);
    pytest.arg("--rootdir").arg(root()).args(args);
    if args.iter().all(|arg| arg.starts_with('-')) {
        pytest.arg(tests);
    }
    pytest.env("FORCEDUAL_COMMAND", command).env("PYTHONDONTWRITEBYTECODE", "1");
    run(&mut pytest)
}

/// Python of an environment with the package and what testing it takes.
pub fn environment() -> Result<PathBuf, String> {
    let found = interpreter()?;
    let folder = target().join("python");
    let python =
        folder.join(if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" });
    let stamp_file = folder.join("stamp");
    let stamp = format!("{} {:016x}", found.1, inputs()?);
    if python.exists() && std::fs::read_to_string(&stamp_file).is_ok_and(|s| s == stamp) {
        return Ok(python);
    }
    let same = std::fs::read_to_string(folder.join("made-by")).is_ok_and(|v| v == found.1);
    if !same || !python.exists() {
        let mut venv = Command::new(&found.0);
        venv.args(["-m", "venv", "--clear"]).arg(folder.join("venv"));
        run(&mut venv).map_err(|e| format!("{e}\n{HELP}"))?;
        write(&folder.join("made-by"), &found.1)?;
    }
    // where the builder of the package is looked for
    let own = python.parent().map(Path::to_owned);
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&others)));
    let path = path.map_err(|e| e.to_string())?;
    let pip = |words: &[&str]| {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(words);
        pip.current_dir(root()).env("CARGO_TARGET_DIR", target()).env("PATH", &path);
        pip
    };
    println!("    the Python package has changed, or is not built yet: building and installing it");
    run(&mut pip(&["maturin>=1.9,<2"]))?;
    run(&mut pip(&["--no-build-isolation", ".[test]"]))?;
    write(&stamp_file, &stamp)?;
    Ok(python)
}

const HELP: &str = "The Python package needs CPython 3.10 or newer with the modules venv and pip (Debian: \
                    `apt install python3-venv`). Name one by the variable PYTHON, or set \
                    FORCEDUAL_SKIP_PYTHON=1 to test everything else.";

/// A Python that will do, and its version.
fn interpreter() -> Result<(PathBuf, String), String> {
    let own = std::env::var_os("PYTHON").map(PathBuf::from);
    let names = ["python3", "python"].map(PathBuf::from);
    let ask = "import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print(sys.version)";
    for name in own.into_iter().chain(names) {
        let told = Command::new(&name).args(["-c", ask]).output();
        if let Ok(told) = told
            && told.status.success()
        {
            let version = String::from_utf8_lossy(&told.stdout).trim().to_owned();
            return Ok((name, version));
        }
    }
    Err(format!("no Python was found. {HELP}"))
}

fn mypy(python: &Path, config: &Path) -> Command {
    let mut mypy = Command::new(python);
    mypy.args(["-m", "mypy", "--no-error-summary", "--config-file"]).arg(config);
    // away from the sources, so that what is installed is what is checked
    mypy.current_dir(target().join("python"));
    mypy
}

/// A number that changes with the contents of what the environment is made of.
fn inputs() -> Result<u64, String> {
    let mut hasher = DefaultHasher::new();
    let parts = ["crates/forcedual/src", "crates/forcedual-py/src", "crates/forcedual-py/python"];
    let mut files: Vec<PathBuf> = ["pyproject.toml", "Cargo.lock", "Cargo.toml", "README.md"]
        .into_iter()
        .chain(["crates/forcedual/Cargo.toml", "crates/forcedual-py/Cargo.toml"])
        .map(|name| root().join(name))
        .collect();
    parts.iter().try_for_each(|part| list(&root().join(part), &mut files))?;
    files.sort();
    for file in files {
        let contents = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        (file, contents).hash(&mut hasher);
    }
    Ok(hasher.finish())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if path.ends_with("__pycache__") => {}
            true => list(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
