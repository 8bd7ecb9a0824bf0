//! Motions that were played.

use crate::arrays::rows;
use forcedual::Result;
use forcedual::export::Animation;
use forcedual::progress::Progress;
use forcedual::scene::simulation::Motion;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use std::path::Path;

/// A motion that was played: `times`, `coordinates`, `velocities`, `actuation`, `channels`, `posterior`
/// and the report as JSON.
#[derive(IntoPyObject)]
pub struct Played {
    times: Py<PyArray1<f64>>,
    coordinates: Py<PyArray2<f64>>,
    velocities: Py<PyArray2<f64>>,
    actuation: Py<PyArray2<f64>>,
    channels: Vec<String>,
    posterior: Py<PyArray2<f64>>,
    report: String,
}

impl Played {
    pub fn new(py: Python<'_>, (motion, report): (Motion, String)) -> PyResult<Self> {
        let stacked = |frames: Vec<Vec<f64>>| {
            let width = frames.first().map_or(0, Vec::len);
            if width == 0 {
                return Ok(PyArray2::zeros(py, [frames.len(), 0], false).unbind());
            }
            Ok::<_, PyErr>(rows(py, width, frames.concat())?.unbind())
        };
        Ok(Played {
            times: motion.times.into_pyarray(py).unbind(),
            coordinates: stacked(motion.coordinates)?,
            velocities: stacked(motion.velocities)?,
            actuation: stacked(motion.actuation)?,
            channels: motion.channels,
            posterior: stacked(motion.posterior)?,
            report,
        })
    }
}

/// Writes a motion in the format of the path's extension; the body is named as the file where it has no name.
pub fn write_motion(
    mut film: Animation<'_>,
    motion: &Motion,
    path: &Path,
    name: Option<&str>,
    watch: &dyn Progress,
) -> Result<()> {
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into();
    film.name = name.map_or_else(stem, str::to_owned);
    film.coordinates = motion.coordinates.clone();
    film.velocities = motion.velocities.clone();
    film.actuation = motion.actuation.clone();
    film.posterior = motion.posterior.clone();
    film.write(path, watch).map(drop)
}
