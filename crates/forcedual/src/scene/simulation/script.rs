//! What happens, bound to a run time.

use super::drive::{Dragged, Driven, goal};
use super::meet::Met;
use super::runtime::Runtime;
use super::shake::Shake;
use crate::control::Goal;
use crate::error::{Error, Result};
use crate::simulate::Controls;

/// What happens, bound to the body.
pub(super) struct Script {
    driven: Vec<Driven>,
    dragged: Vec<Dragged>,
    met: Vec<Met>,
    targets: Vec<(Dragged, f64)>,
    shake: Option<Shake>,
    gravity: [f64; 3],
}

/// Names the entry of a list that an error is about.
pub(super) fn at(name: &str, k: usize) -> impl FnOnce(Error) -> Error {
    let place = format!("{name}[{k}]");
    move |e| e.field(place)
}

impl Script {
    pub(super) fn new(runtime: &Runtime) -> Result<Self> {
        let spec = &runtime.spec;
        let model = runtime.dynamics.reduced();
        let channels = &model.actuators.channels;
        let mut script = Script {
            driven: Vec::new(),
            dragged: Vec::new(),
            met: Vec::new(),
            targets: Vec::new(),
            shake: spec.is_idle().then(|| Shake::new(channels)),
            gravity: std::array::from_fn(|c| {
                spec.gravity.as_ref().and_then(|g| g.get(c).copied()).unwrap_or(0.0)
            }),
        };
        for (k, drive) in spec.drive.iter().enumerate() {
            script.driven.push(drive.bind(channels).map_err(at("drive", k))?);
        }
        for (k, handle) in spec.handle.iter().enumerate() {
            script.dragged.push(handle.bind(runtime).map_err(at("handle", k))?);
        }
        for (k, collider) in spec.collider.iter().enumerate() {
            let field = runtime.obstacles.get(k).and_then(Option::as_ref);
            script.met.push(collider.bind(model.dim, field).map_err(at("collider", k))?);
        }
        for (k, target) in spec.target.iter().enumerate() {
            script.targets.push(target.bind(runtime).map_err(at("target", k))?);
        }
        Ok(script)
    }

    /// Controls of the step that ends at `time`; amplitudes that nothing drives stay.
    pub(super) fn apply(&self, time: f64, controls: &mut Controls) {
        if let Some(shake) = &self.shake {
            shake.apply(time, &mut controls.amplitudes);
        }
        self.driven.iter().for_each(|d| d.apply(time, controls));
        controls.handles.clear();
        controls.handles.extend(self.dragged.iter().filter_map(|d| d.at(time)));
        controls.colliders.clear();
        controls.colliders.extend(self.met.iter().map(|m| m.at(time)));
        controls.gravity = self.gravity;
    }

    /// Channels that drives set.
    pub(super) fn channels(&self) -> impl Iterator<Item = usize> {
        self.driven.iter().flat_map(Driven::channels)
    }

    /// Where points should be at a time.
    pub(super) fn goals(&self, time: f64) -> Vec<Goal> {
        self.targets.iter().filter_map(|t| goal(t, time)).collect()
    }
}
