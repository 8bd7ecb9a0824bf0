//! The command in a folder of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A beam, held at one end and expecting smooth forces; `{young}` is its stiffness.
const SCENE: &str = r#"
[mesh]
shape = "beam"
size = [1.0, 0.2, 0.2]
cells = 1500
[material]
young = {young}
[[pin]]
where = { half-space = { point = [0.001, 0, 0], normal = [-1, 0, 0] } }
[[force]]
kind = "matern"
length = 0.5
rms-displacement = 0.05
[subspace]
modes = 8
"#;

/// A box of side `{side}`.
const BOX: &str = "v 0 0 0\nv {side} 0 0\nv {side} 1 0\nv 0 1 0\nv 0 0 1\nv {side} 0 1\nv {side} 1 1\nv 0 1 1\n\
    f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/// All files of a folder by their names in it, and what they hold.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A folder with two inputs of everything: `old` made what lies there, `new` replaces it.
pub struct Bench {
    /// The command.
    pub command: PathBuf,
    folder: TempDir,
}

impl Bench {
    /// Inputs in a temporary folder.
    pub fn new(command: &Path) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
        let bench = Bench { command: command.to_owned(), folder };
        for (age, young, side) in [("old", "2e5", "1.5"), ("new", "1e5", "1.2")] {
            bench.write(&format!("{age}.toml"), &SCENE.replace("{young}", young))?;
            bench.write(&format!("{age}.obj"), &BOX.replace("{side}", side))?;
        }
        Ok(bench)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.path(name), text).map_err(|e| format!("{name}: {e}"))
    }

    /// A file of the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A folder in it, empty.
    pub fn emptied(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.path(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// The command with these words, in the folder.
    pub fn command(&self, words: &[String]) -> Command {
        self.by(Command::new(&self.command), words)
    }

    /// Another program, with these words, in the folder.
    pub fn by(&self, mut program: Command, words: &[String]) -> Command {
        program.args(words).current_dir(self.folder.path());
        program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program
    }

    /// Runs the command to its end, which must be a good one.
    pub fn run(&self, words: &[String]) -> Result<Output, String> {
        let output = self.command(words).output().map_err(|e| format!("it does not run: {e}"))?;
        match output.status.success() {
            true => Ok(output),
            false => Err(format!("{}: {}", words.join(" "), told(&output))),
        }
    }

    /// Starts the command, to be killed.
    pub fn start(&self, words: &[String]) -> Result<Child, String> {
        let mut command = self.command(words);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|e| format!("it does not run: {e}"))
    }
}

/// What a run said on standard error.
pub fn told(output: &Output) -> String {
    format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim())
}

/// The files of a folder and of those in it.
pub fn files(folder: &Path) -> Files {
    let mut all = Files::new();
    gather(folder, "", &mut all);
    all
}

fn gather(folder: &Path, prefix: &str, all: &mut Files) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            gather(&entry.path(), &format!("{name}/"), all);
        } else {
            // what is renamed meanwhile is no file of this name any more
            all.extend(std::fs::read(entry.path()).ok().map(|bytes| (name, bytes)));
        }
    }
}

/// Is a file, by its name in a folder, one that nobody is meant to look at?
pub fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.'))
}

/// Files that people see.
pub fn visible(files: &Files) -> Files {
    files.iter().filter(|(name, _)| !is_hidden(name)).map(|(n, b)| (n.clone(), b.clone())).collect()
}
