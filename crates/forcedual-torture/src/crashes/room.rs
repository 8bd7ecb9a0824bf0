//! No room on the disk, and folders that nobody may write in.

use super::bench::{Bench, files, is_hidden, told};
use crate::Outcome;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A user that owns nothing.
const NOBODY: &str = "65534";
/// Everything that writes, into the folder `out`.
const DEEDS: &[(&str, &[&str])] = &[
    ("model.safetensors", &["design", "new.toml", "-o"]),
    ("body.mesh", &["mesh", "new.obj", "--tets", "4000", "-o"]),
    ("body.node", &["mesh", "new.obj", "--tets", "4000", "-o"]),
    ("run.npz", &["simulate", "new.toml", "--frames", "30", "-o"]),
    ("run.pvd", &["simulate", "new.toml", "--frames", "30", "-o"]),
    ("run.glb", &["simulate", "new.toml", "--frames", "30", "-o"]),
    ("hall", &["gallery", "free", "-o"]),
];

/// A file system of its own, for as long as this lives.
struct Mounted(PathBuf);

impl Mounted {
    /// A small one, where that is allowed.
    fn small(path: &Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=64k", "forcedual"]).arg(path);
        mount.output().is_ok_and(|o| o.status.success()).then(|| Mounted(path.to_owned()))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

/// Runs everything where it cannot be written.
pub fn run(bench: &Bench, outcome: &mut Outcome) -> Result<(), String> {
    full(bench, outcome)?;
    limited(bench, outcome)?;
    read_only(bench, outcome)?;
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$0\" schema > /dev/full"]).arg(&bench.command);
    let output = shell.output().map_err(|e| format!("there is no shell: {e}"))?;
    if output.status.code() != Some(2) {
        outcome.fails(format!("standard output that is full: {}", told(&output)));
    }
    outcome.figure("standard output that is full (`/dev/full`)", 1, "exit code 2, and why");
    Ok(())
}

/// A disk that is full.
fn full(bench: &Bench, outcome: &mut Outcome) -> Result<(), String> {
    let out = bench.emptied("out")?;
    let Some(_mounted) = Mounted::small(&out) else {
        outcome.figure("a full disk (tmpfs)", 0, "left out: only root may mount one");
        return Ok(());
    };
    for (name, words) in DEEDS {
        put_old(&out, name)?;
        std::fs::write(out.join("filler"), vec![0; 48 << 10]).map_err(|e| e.to_string())?;
        judge(&out, name, &mut bench.command(&all(words, name)), outcome)?;
    }
    outcome.figure(
        "a full disk (tmpfs of 64 kB)",
        DEEDS.len(),
        "old file intact, nothing left beside it, exit code 2, and why",
    );
    Ok(())
}

/// Files that may not grow.
fn limited(bench: &Bench, outcome: &mut Outcome) -> Result<(), String> {
    let out = bench.emptied("out")?;
    for (name, words) in DEEDS {
        put_old(&out, name)?;
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\""]).arg(&bench.command);
        judge(&out, name, &mut bench.by(shell, &all(words, name)), outcome)?;
    }
    outcome.figure(
        "files that may not grow (`ulimit -f`)",
        DEEDS.len(),
        "old file intact, nothing left beside it, exit code 2, and why",
    );
    Ok(())
}

/// A folder that nobody may write in.
fn read_only(bench: &Bench, outcome: &mut Outcome) -> Result<(), String> {
    let out = bench.emptied("out")?;
    let root = owner(&out) == Some(0);
    let able = |name: &str| Command::new(name).arg("--version").output().is_ok();
    if root && !able("setpriv") {
        outcome.figure(
            "a folder that may not be written in",
            0,
            "left out: root may write anywhere",
        );
        return Ok(());
    }
    // also the inputs and the command are to be found by somebody else
    let command = bench.path("forcedual");
    std::fs::copy(&bench.command, &command).map_err(|e| format!("{}: {e}", command.display()))?;
    open_to_all(&bench.path("."), 0o755)?;
    for (name, words) in DEEDS {
        put_old(&out, name)?;
        open_to_all(&out, 0o555)?;
        let words = all(words, name);
        let mut run = match root {
            true => {
                let mut other = Command::new("setpriv");
                other.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]).arg(&command);
                bench.by(other, &words)
            }
            false => bench.command(&words),
        };
        judge(&out, name, &mut run, outcome)?;
        open_to_all(&out, 0o755)?;
    }
    outcome.figure(
        "a folder that may not be written in",
        DEEDS.len(),
        "old file intact, nothing left beside it, exit code 2, and why",
    );
    Ok(())
}

#[cfg(unix)]
fn owner(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|about| about.uid())
}

#[cfg(unix)]
fn open_to_all(path: &Path, mode: u32) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    let open = std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(path, open).map_err(|e| format!("{}: {e}", path.display()))
}

fn all(words: &[&str], name: &str) -> Vec<String> {
    let output = format!("out/{name}");
    words.iter().map(|word| (*word).to_owned()).chain([output]).collect()
}

/// Something that is to stay as it is.
fn put_old(out: &Path, name: &str) -> Result<(), String> {
    for entry in std::fs::read_dir(out).into_iter().flatten().flatten() {
        let _ = std::fs::remove_file(entry.path());
        let _ = std::fs::remove_dir_all(entry.path());
    }
    let written = match name {
        "hall" => std::fs::create_dir(out.join(name)),
        _ => std::fs::write(out.join(name), "old"),
    };
    written.map_err(|e| format!("{name}: {e}"))
}

/// Runs something that cannot be written, and looks at what it says and leaves.
fn judge(
    out: &Path,
    name: &str,
    command: &mut Command,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let output: Output = command.output().map_err(|e| format!("it does not run: {e}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let why = ["No space left", "File too large", "ermission denied", "Read-only"];
    if output.status.code() != Some(2) || !why.iter().any(|why| said.contains(why)) {
        outcome.fails(format!("{name} where it cannot be written: {}", told(&output)));
    }
    let after = files(out);
    if name != "hall" && after.get(name).map(Vec::as_slice) != Some(b"old") {
        outcome
            .fails(format!("{name} where it cannot be written: the old file is not what it was"));
    }
    let left: Vec<&String> =
        after.keys().filter(|name| is_hidden(name) && !name.ends_with(".lock")).collect();
    if !left.is_empty() {
        outcome.fails(format!("{name} where it cannot be written: {left:?} is left"));
    }
    Ok(())
}
