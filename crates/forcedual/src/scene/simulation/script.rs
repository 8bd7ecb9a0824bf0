//! What happens, bound to a run time.

use super::drive::{Dragged, Driven, goal};
use super::meet::Met;
use super::runtime::Runtime;
use super::shake::Shake;
use crate::control::Goal;
use crate::error::{Code, Error, Result};
use crate::reduce::ReducedModel;
use crate::simulate::Controls;
use crate::text::significant;

/// Distance between a vertex and the point that it stands for that is told, in sizes of the body.
const FAR: f64 = 0.05;

/// Distance between a handle and its point when it is grabbed, or that it goes within a step, that is told, in
/// sizes of the body.
const JERK: f64 = 0.5;
/// Steps that a wave should take at least.
const STEPS: f64 = 4.0;

/// What happens, bound to the body.
pub struct Script {
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
    /// What the specification of a run time says.
    pub fn new(runtime: &Runtime) -> Result<Self> {
        let spec = &runtime.spec;
        let model = runtime.dynamics.reduced();
        let channels = &model.actuators.channels;
        let mut script = Script {
            driven: Vec::new(),
            dragged: Vec::new(),
            met: Vec::new(),
            targets: Vec::new(),
            shake: spec.is_idle().then(|| Shake::new(&runtime.dynamics.models())),
            gravity: std::array::from_fn(|c| {
                spec.gravity.as_ref().and_then(|g| g.get(c).copied()).unwrap_or(0.0)
            }),
        };
        for (k, drive) in spec.drive.iter().enumerate() {
            let bound = drive.bind(channels).map_err(at("drive", k))?;
            let taken = |l: &usize| script.channels().any(|own| own == *l);
            if let Some(l) = bound.channels().find(taken) {
                let message = format!("`{}` is driven by an earlier drive", channels[l].name);
                return Err(Error::new(Code::Scene, message)
                    .field("channel")
                    .field(format!("drive[{k}]"))
                    .help("give one drive to each channel"));
            }
            script.driven.push(bound);
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
    pub fn apply(&self, time: f64, controls: &mut Controls) {
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

    /// What the user should know before anything happens in a run by steps of `h` seconds until `end`.
    pub(super) fn doubts(&self, model: &ReducedModel, h: f64, end: f64) -> Vec<String> {
        let mut all = Vec::new();
        if let Some(shake) = &self.shake {
            let (times, how) = match shake.share() {
                share if share < 1.0 => (1.0 / share, "weaker"),
                share => (share, "stronger"),
            };
            let scaled = match times {
                t if t < 1.05 => String::new(),
                _ => format!(
                    ", made {times:.1} times {how}, so that its points move by about 3% of its \
                     size"
                ),
            };
            all.push(format!(
                "the scene does not say what happens ([simulation] with drive, handle, target or \
                 gravity): the body is shaken by the forces it expects{scaled}"
            ));
        }
        let targets = self.targets.iter().map(|(dragged, _)| dragged);
        let points = [("handle", self.dragged.iter().collect()), ("target", targets.collect())];
        for (name, list) in points as [(&str, Vec<&Dragged>); 2] {
            let far = list.iter().enumerate().filter(|(_, d)| d.away() > FAR * model.size);
            all.extend(far.map(|(k, d)| {
                format!(
                    "{name}[{k}] is {} m away from the nearest point of the boundary that can \
                     move, which is taken instead",
                    significant(d.away())
                )
            }));
        }
        for (k, handle) in self.dragged.iter().enumerate() {
            let (start, off) = handle.jerk();
            if start > end {
                all.push(format!(
                    "handle[{k}] grabs the body at {} s, when the run is over ({} s)",
                    significant(start),
                    significant(end)
                ));
            } else if off > JERK * model.size {
                all.push(format!(
                    "handle[{k}] begins at {} s, {} m away from the point that it drags: the body is \
                     jerked there; let its path begin at the point",
                    significant(start),
                    significant(off)
                ));
            }
            let (time, far) = handle.leap(h);
            if far > JERK * model.size {
                all.push(format!(
                    "handle[{k}] leaps by {} m within a step at {} s: the body is jerked there; give its path \
                     more time",
                    significant(far),
                    significant(time)
                ));
            }
        }
        for (k, driven) in self.driven.iter().enumerate() {
            if let Some(period) = driven.period().filter(|period| *period < STEPS * h) {
                all.push(format!(
                    "drive[{k}] has a period of {} s, less than four steps of {} s, which see another wave: \
                     use shorter steps",
                    significant(period),
                    significant(h)
                ));
            }
        }
        for (k, driven) in self.driven.iter().enumerate().filter(|(_, d)| d.least() < 0.0) {
            if let Some(l) = driven.channels().find(|&l| model.is_muscle(l)) {
                all.push(format!(
                    "drive[{k}] goes down to {} Pa, but `{}` is a muscle, which pulls and does not \
                     push: it is slack below zero",
                    significant(driven.least()),
                    model.actuators.channels[l].name
                ));
            }
        }
        let (contact, d) = (&model.contact, model.dim);
        let spacing = contact.spacing();
        for (k, met) in self.met.iter().enumerate() {
            let shape = met.at(0.0).shape;
            let inside = |v: u32| {
                let mut at = [0.0; 3];
                at[..d].copy_from_slice(&model.rest[v as usize * d..][..d]);
                shape.distance(at).0 < 0.0
            };
            let count = contact.vertices.iter().filter(|v| inside(**v)).count();
            if 2 * count > contact.vertices.len() {
                all.push(format!(
                    "collider[{k}] is where the body is: it holds {:.0}% of the body's boundary \
                     at the start",
                    100.0 * count as f64 / contact.vertices.len() as f64
                ));
            }
            if shape.width(d) < spacing {
                all.push(format!(
                    "collider[{k}] is {} m thick, but the points of the body that may touch it \
                     are about {} m apart: it can slip between them",
                    significant(shape.width(d)),
                    significant(spacing)
                ));
            }
        }
        all
    }

    /// Channels that drives set.
    pub fn channels(&self) -> impl Iterator<Item = usize> {
        self.driven.iter().flat_map(Driven::channels)
    }

    /// Where points should be at a time.
    pub fn goals(&self, time: f64) -> Vec<Goal> {
        self.targets.iter().filter_map(|t| goal(t, time)).collect()
    }
}
