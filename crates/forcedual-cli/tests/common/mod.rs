//! Running the command in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A temporary folder to run the command in.
pub struct Bench {
    folder: tempfile::TempDir,
}

/// What a run left behind.
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// The run, which must have succeeded.
    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self
    }

    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

impl Bench {
    /// An empty folder.
    pub fn new() -> Self {
        Bench { folder: tempfile::tempdir().unwrap() }
    }

    /// A file of the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> &Self {
        std::fs::write(self.path(name), text).unwrap();
        self
    }

    /// Names of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        files(self.folder.path())
    }

    /// Runs the command.
    pub fn run(&self, args: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_forcedual"))
            .args(args)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
