//! One design by Forcedual in a process of its own, so that its peak memory can be read.

use super::problem::{Case, Problem, Subject, vector};
use forcedual::array::{Array, write_npz};
use forcedual::linalg::column;
use forcedual::progress::Silent;
use forcedual::subspace::{Field, Linearisation, Modes, dual_modes};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a worker is asked to do.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub subject: Subject,
    /// Name of the case; only writes the problem where there is none.
    pub case: Option<String>,
    pub modes: usize,
    pub folder: PathBuf,
}

/// Seconds and bytes of one design, by Forcedual or a peer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Measurement {
    /// Fill-reducing order and symbolic analysis; part of `factor` where the solver does not tell.
    pub order: f64,
    pub factor: f64,
    pub modes: f64,
    /// Peak resident memory of the process.
    pub peak: u64,
    /// Of the bits of the result.
    #[serde(default)]
    pub digest: Option<u64>,
    #[serde(default)]
    pub factor_bytes: Option<u64>,
    /// The last eigenvalue relative to the first.
    #[serde(default)]
    pub spread: Option<f64>,
    /// Seconds for the modes of painted + springs with the same factorisation.
    #[serde(default)]
    pub again: Option<f64>,
}

impl Measurement {
    pub fn total(&self) -> f64 {
        self.order + self.factor + self.modes
    }
}

/// Size of a problem.
#[derive(Debug, Serialize, Deserialize)]
pub struct Size {
    pub vertices: usize,
    pub cells: usize,
    pub dofs: usize,
}

/// Does the job given as JSON and prints its outcome as JSON.
pub fn run(job: &str) -> Result<(), String> {
    let job: Job = serde_json::from_str(job).map_err(|e| e.to_string())?;
    let outcome = work(&job).map_err(|e| e.to_string())?;
    println!("{outcome}");
    Ok(())
}

fn work(job: &Job) -> forcedual::Result<serde_json::Value> {
    let problem = Problem::new(&job.subject)?;
    let body = &problem.body;
    let Some(case) = Case::ALL.into_iter().find(|c| Some(c.name()) == job.case.as_deref()) else {
        problem.save(&job.folder)?;
        let moving = body.held.iter().filter(|h| !**h).count();
        let (vertices, cells) = (body.mesh.vertex_count(), body.mesh.cell_count());
        return Ok(serde_json::json!(Size { vertices, cells, dofs: moving * body.dim() }));
    };
    let factor = problem.factor(case);
    let lin = Linearisation::new(body, &Silent)?;
    let started = Instant::now();
    let modes = dual_modes(&lin, &factor, Field::Displacement, job.modes, &Silent)?;
    let mut measured = Measurement {
        order: lin.times.order.as_secs_f64(),
        factor: lin.times.factor.as_secs_f64(),
        modes: started.elapsed().as_secs_f64(),
        peak: peak_memory(),
        digest: Some(digest(&modes)),
        factor_bytes: Some(8 * lin.factor_size() as u64),
        spread: modes.values.first().zip(modes.values.last()).map(|(first, last)| last / first),
        again: None,
    };
    if case == Case::Painted {
        let more = problem.factor(Case::PaintedSprings);
        let started = Instant::now();
        dual_modes(&lin, &more, Field::Displacement, job.modes, &Silent)?;
        measured.again = Some(started.elapsed().as_secs_f64());
    }
    save(&modes, &job.folder.join(format!("{}-{}-forcedual.npz", case.name(), job.modes)))?;
    Ok(serde_json::json!(measured))
}

fn columns(modes: &Modes) -> impl Iterator<Item = &[f64]> {
    (0..modes.vectors.ncols()).map(|j| column(modes.vectors.as_ref(), j))
}

fn save(modes: &Modes, path: &Path) -> forcedual::Result<()> {
    let vectors = Array {
        shape: vec![modes.vectors.ncols(), modes.vectors.nrows()],
        data: columns(modes).flatten().copied().collect(),
    };
    let values = vector(modes.values.iter().copied());
    write_npz(path, &[("values", &values), ("vectors", &vectors)])
}

fn digest(modes: &Modes) -> u64 {
    let mut hasher = DefaultHasher::new();
    let entries = modes.values.iter().chain(columns(modes).flatten());
    entries.for_each(|x| hasher.write_u64(x.to_bits()));
    hasher.finish()
}

/// Peak resident memory of this process (Linux; zero elsewhere).
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
