//! What people take home: the scene, the model, and the motion of the last seconds.

use forcedual::export::Animation;
use forcedual::progress::Silent;
use forcedual::scene::simulation::Runtime;
use forcedual::simulate::State;
use forcedual::{Code, Error, Result};
use std::collections::VecDeque;
use std::fs::File;
use std::sync::Arc;
use tempfile::TempDir;

/// Seconds that are kept.
const SECONDS: f64 = 10.0;
/// Frames per second that are kept.
const RATE: f64 = 30.0;

/// What is kept of a moment.
struct Moment {
    time: f64,
    z: Vec<f64>,
    v: Vec<f64>,
    amplitudes: Vec<f64>,
    posterior: Option<Vec<f64>>,
}

/// The motion of the last seconds.
#[derive(Default)]
pub struct Take {
    runtime: Option<Arc<Runtime>>,
    moments: VecDeque<Moment>,
}

impl Take {
    /// Begins with nothing.
    pub fn begin(&mut self, runtime: Arc<Runtime>) {
        self.runtime = Some(runtime);
        self.moments.clear();
    }

    /// Keeps a moment, where the last is long enough ago.
    pub fn record(&mut self, state: &State, amplitudes: &[f64], posterior: Option<Vec<f64>>) {
        let due = self.moments.back().map_or(f64::NEG_INFINITY, |last| last.time + 1.0 / RATE);
        if state.time < due - 1e-9 {
            return;
        }
        while self.moments.front().is_some_and(|m| m.time < state.time - SECONDS) {
            self.moments.pop_front();
        }
        self.moments.push_back(Moment {
            time: state.time,
            z: state.z.clone(),
            v: state.v.clone(),
            amplitudes: amplitudes.to_vec(),
            posterior,
        });
    }

    /// A copy to write, so that recording goes on.
    pub fn copy(&self) -> Result<Motion> {
        let early = || {
            Error::new(Code::Array, "nothing has moved yet").help("play for a second or two first")
        };
        let runtime = self.runtime.clone().ok_or_else(early)?;
        let (Some(first), true) = (self.moments.front(), self.moments.len() > 1) else {
            return Err(early());
        };
        let each = || self.moments.iter();
        Ok(Motion {
            runtime,
            times: each().map(|m| m.time - first.time).collect(),
            coordinates: each().map(|m| m.z.clone()).collect(),
            velocities: each().map(|m| m.v.clone()).collect(),
            actuation: each().map(|m| m.amplitudes.clone()).collect(),
            posterior: each().filter_map(|m| m.posterior.clone()).collect(),
        })
    }
}

/// A motion to write.
pub struct Motion {
    runtime: Arc<Runtime>,
    times: Vec<f64>,
    coordinates: Vec<Vec<f64>>,
    velocities: Vec<Vec<f64>>,
    actuation: Vec<Vec<f64>>,
    posterior: Vec<Vec<f64>>,
}

/// A file that goes with the last who reads it.
pub struct Written {
    /// The file, at its beginning.
    pub file: File,
    _folder: TempDir,
}

impl Motion {
    /// A file with this extension.
    pub fn write(self, extension: &str) -> Result<Written> {
        let mut animation = Animation::of_shell(&self.runtime.shell, self.times, self.coordinates);
        animation.velocities = self.velocities;
        animation.actuation = self.actuation;
        animation.posterior = self.posterior;
        let folder = tempfile::tempdir()
            .map_err(|e| Error::new(Code::Io, format!("there is no room to write: {e}")))?;
        let path = folder.path().join("run").with_extension(extension);
        animation.write(&path, &Silent)?;
        let file = File::open(&path).map_err(|e| Error::io(&path, &e))?;
        Ok(Written { file, _folder: folder })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_seconds_are_kept_at_thirty_frames_each() {
        let mut take = Take::default();
        for k in 0..3000 {
            let mut state = State::rest(1);
            state.time = k as f64 / 120.0;
            take.record(&state, &[], None);
        }
        assert_eq!(take.moments.len(), 301);
        assert!(take.copy().is_err(), "there is no model");
    }
}
