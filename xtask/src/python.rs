//! The Python package: types and tests, in a virtual environment of its own.
//!
//! Both lie in the target directory. What the environment holds is kept until the list of it changes; the package is
//! put together of its sources and the extension that cargo has built with the rest of the workspace, so that the
//! library is not compiled once more, as `pip install .` would.

use crate::chores::{self, root, run, target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set it to leave the Python package out of `cargo xtask test`.
const SKIP: &str = "FORCEDUAL_SKIP_PYTHON";
const SOURCES: &str = "crates/forcedual-py/python/forcedual";
const REQUIREMENTS: &str = "crates/forcedual-py/tests/requirements.txt";

/// Checks types and tests, as a part of `cargo xtask test`.
pub fn check() -> Result<(), String> {
    if std::env::var_os(SKIP).is_some() {
        println!("==> the Python package is left out, as {SKIP} is set");
        return Ok(());
    }
    test(&[])
}

/// `cargo xtask python`: `args` go to pytest.
pub fn test(args: &[String]) -> Result<(), String> {
    let Environment { python, package, command } = environment()?;
    let config = root().join("pyproject.toml");
    // away from the sources, so that the package as it was put together is what is checked
    let types = |args: &[&str]| {
        let mut mypy = Command::new(&python);
        mypy.args(args).arg(&config).current_dir(folder());
        run(mypy.env("MYPYPATH", &package).env("PYTHONPATH", &package))
    };
    types(&["-m", "mypy", "--config-file"])?;
    types(&["-m", "mypy.stubtest", "forcedual._core", "--concise", "--mypy-config-file"])?;
    slepc();
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c"]).arg(&config);
    pytest.arg("--rootdir").arg(root()).args(args).current_dir(root());
    pytest.env("PYTHONPATH", &package).env("FORCEDUAL_COMMAND", command);
    run(pytest.env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// Sees to SLEPc for Debian's own Python, as the package index has it as sources only; without it, the tests that take it
/// say that they are left out.
fn slepc() {
    let ask = ["-c", "import slepc4py, petsc4py, scipy"];
    let there = |command: &mut Command| command.output().is_ok_and(|told| told.status.success());
    let python = there(Command::new("/usr/bin/python3").args(ask));
    if !cfg!(target_os = "linux") || python && there(Command::new("mpirun").arg("--version")) {
        return;
    }
    if let Err(e) = chores::debian(&["python3-slepc4py", "python3-scipy", "openmpi-bin"]) {
        println!("==> the tests of SLEPc are left out: {e}");
    }
}

/// What tests of the package run in.
pub struct Environment {
    /// Python with all that tests need.
    pub python: PathBuf,
    /// Folder that the package is imported from.
    pub package: PathBuf,
    /// The command `forcedual`.
    pub command: PathBuf,
}

/// Makes the environment, or finds it as it was.
pub fn environment() -> Result<Environment, String> {
    let (found, version) = interpreter()?;
    let bin = if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" };
    let python = folder().join(bin);
    let list = std::fs::read_to_string(root().join(REQUIREMENTS)).map_err(|e| e.to_string())?;
    let stamp = format!("{version}\n{list}");
    let stamp_file = folder().join("stamp");
    if !python.exists() || std::fs::read_to_string(&stamp_file).is_ok_and(|s| s != stamp) {
        let mut venv = Command::new(found);
        venv.args(["-m", "venv", "--clear"]).arg(folder().join("venv"));
        run(&mut venv).map_err(|e| format!("{e}\n{HELP}"))?;
    }
    if !stamp_file.exists() || std::fs::read_to_string(&stamp_file).is_ok_and(|s| s != stamp) {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
        run(pip.arg(root().join(REQUIREMENTS)))?;
        std::fs::write(&stamp_file, stamp).map_err(|e| e.to_string())?;
    }
    let command = chores::command()?;
    let package = package(command.parent().unwrap_or(&command))?;
    Ok(Environment { python, package, command })
}

/// Puts the package together.
fn package(built: &Path) -> Result<PathBuf, String> {
    let package = folder().join("package");
    let inner = package.join("forcedual");
    let failed = |e: std::io::Error| format!("{}: {e}", inner.display());
    if inner.exists() {
        std::fs::remove_dir_all(&inner).map_err(failed)?;
    }
    std::fs::create_dir_all(&inner).map_err(failed)?;
    for entry in std::fs::read_dir(root().join(SOURCES)).map_err(failed)?.flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), inner.join(entry.file_name())).map_err(failed)?;
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let own = if cfg!(windows) { "_core.pyd" } else { "_core.abi3.so" };
    std::fs::copy(built.join(format!("{prefix}_core{suffix}")), inner.join(own)).map_err(failed)?;
    Ok(package)
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

/// Where everything of Python is kept.
fn folder() -> PathBuf {
    target().join("python")
}
