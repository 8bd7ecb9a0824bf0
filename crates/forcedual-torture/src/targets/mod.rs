//! Everything that reads foreign bytes: each target takes any bytes, and may refuse them, but must neither
//! panic nor take long nor take much memory.
//!
//! What is read is also checked, and written and read again where there is a writer; it must be the same.
//! `fuzz/` hands these functions to libFuzzer, the campaign `files` mutates their seeds itself.

mod arrays;
mod bodies;
mod documents;
mod models;
mod pictures;
mod studio;

pub use models::small_model;

use forcedual::memory;
use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Something that reads foreign bytes.
pub struct Target {
    /// Its name, and that of the folder of its seeds.
    pub name: &'static str,
    /// Reads them.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "medit", run: |bytes| bodies::mesh("mesh", bytes) },
    Target { name: "gmsh", run: |bytes| bodies::mesh("msh", bytes) },
    Target { name: "tetgen", run: |bytes| bodies::mesh("node", bytes) },
    Target { name: "vtk", run: |bytes| bodies::mesh("vtk", bytes) },
    Target { name: "vtu", run: |bytes| bodies::mesh("vtu", bytes) },
    Target { name: "obj", run: bodies::obj },
    Target { name: "off", run: |bytes| bodies::surface("off", bytes) },
    Target { name: "stl", run: |bytes| bodies::surface("stl", bytes) },
    Target { name: "ply", run: |bytes| bodies::surface("ply", bytes) },
    Target { name: "gltf", run: bodies::gltf },
    Target { name: "mtl", run: bodies::materials },
    Target { name: "svg", run: |bytes| pictures::drawing("svg", bytes) },
    Target { name: "silhouette", run: |bytes| pictures::drawing("png", bytes) },
    Target { name: "picture", run: pictures::picture },
    Target { name: "array", run: arrays::array },
    Target { name: "toml", run: documents::toml },
    Target { name: "json", run: documents::json },
    Target { name: "words", run: documents::words },
    Target { name: "model", run: models::model },
    Target { name: "message", run: studio::message },
    Target { name: "request", run: studio::request },
];

/// Bytes that reading an input may take at most.
pub const MOST_BYTES: u64 = 64 << 20;
/// The longest that reading an input may take.
pub const LONGEST: Duration = Duration::from_secs(1);
/// Times that what took longer is tried again.
const AGAIN: usize = 5;
/// Runs after which the bound of memory is set anew, as the process itself grows.
const RENEWED: u32 = 1000;

impl Target {
    /// The target of this name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Where its seeds are.
    pub fn folder(&self) -> PathBuf {
        [env!("CARGO_MANIFEST_DIR"), "corpus", self.name].iter().collect()
    }

    /// Its seeds, in the order of their names.
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        let files = std::fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
        paths.sort();
        paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
    }

    /// Reads bytes with an eye on memory and time; says which bound was crossed, if one was.
    pub fn watched(&self, bytes: &[u8]) -> Result<Spent, String> {
        thread_local!(static RUNS: Cell<u32> = const { Cell::new(0) });
        if RUNS.replace((RUNS.get() + 1) % RENEWED) == 0 {
            memory::limit_to(memory::held().unwrap_or(0) + MOST_BYTES / 2);
        }
        let mut spent = self.measured(bytes);
        if spent.bytes > MOST_BYTES {
            return Err(format!("{} bytes take {} MiB", bytes.len(), spent.bytes >> 20));
        }
        // where the machine is busy, again
        for _ in 0..AGAIN {
            if spent.time > LONGEST {
                spent.time = spent.time.min(self.measured(bytes).time);
            }
        }
        if spent.time > LONGEST {
            return Err(format!("{} bytes take {:.1} s", bytes.len(), spent.time.as_secs_f64()));
        }
        Ok(spent)
    }

    fn measured(&self, bytes: &[u8]) -> Spent {
        let begun = Instant::now();
        let taken = allocation_counter::measure(|| (self.run)(bytes));
        Spent { bytes: taken.bytes_max, time: begun.elapsed() }
    }
}

/// What reading an input took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    /// Bytes held at a time, at most.
    pub bytes: u64,
    /// How long.
    pub time: Duration,
}
