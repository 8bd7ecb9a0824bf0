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

/// A cube of side one whose six faces are quadrilaterals; `keep` of them.
pub fn cube(keep: usize) -> String {
    let mut text = String::new();
    for k in 0..8 {
        text += &format!("v {} {} {}\n", k & 1, k >> 1 & 1, k >> 2 & 1);
    }
    let faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
    text + &faces[..keep].iter().map(|f| format!("f {f}\n")).collect::<String>()
}

/// Boxes with faces of triangles; `true` for those that face inwards.
pub fn boxes(list: &[([f64; 3], [f64; 3], bool)]) -> String {
    let squares =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mut text = String::new();
    for (n, (low, high, inwards)) in list.iter().enumerate() {
        for k in 0..8 {
            let x = [0, 1, 2].map(|c| if k >> c & 1 == 1 { high[c] } else { low[c] });
            text += &format!("v {} {} {}\n", x[0], x[1], x[2]);
        }
        for square in squares {
            let mut v = square.map(|k| 8 * n + k + 1);
            if *inwards {
                v.reverse();
            }
            text += &format!("f {} {} {}\nf {} {} {}\n", v[0], v[1], v[2], v[0], v[2], v[3]);
        }
    }
    text
}

/// A cube with a material, and the picture's four corners on each of its faces; `keep` of them, the
/// first one turned.
pub fn dressed(keep: usize) -> String {
    let mut text = String::from("mtllib cube.mtl\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl skin\n");
    for line in cube(keep).lines() {
        match line.strip_prefix("f ") {
            None => text += &format!("{line}\n"),
            Some(corners) => {
                let mut corners: Vec<&str> = corners.split(' ').collect();
                if !text.contains("\nf ") {
                    corners.reverse();
                }
                let corners = corners.iter().enumerate().map(|(k, i)| format!(" {i}/{}", k + 1));
                text += &format!("f{}\n", corners.collect::<String>());
            }
        }
    }
    text
}
