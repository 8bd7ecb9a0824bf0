//! Actuation, handles and targets over time.

use super::curve::{Keys, Wave};
use super::runtime::Runtime;
use crate::body::Body;
use crate::control::Goal;
use crate::energy::{Channel, Handle};
use crate::error::{Code, Error, Result, did_you_mean, one_of_two};
use crate::simulate::Controls;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Actuation of one channel, or of all channels of a force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Drive {
    /// A channel such as `legs[2]`, or `legs` for all channels of the force, or part of a sum or
    /// mixture, of that name. Forces without a name go by their kind.
    pub channel: String,
    /// Rows of a time in s and an amplitude (springs and pulls: m; muscles and pockets: Pa).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Keys>,
    /// A sine instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wave: Option<Wave>,
}

/// A point of the body that is dragged along a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HandleSpec {
    /// The point, in m; the vertex of the boundary nearest to it is dragged.
    pub at: Vec<f64>,
    /// Rows of a time in s and where the point is dragged, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Keys>,
    /// Rows of a time in s and how far the point is dragged from where it was at rest, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Keys>,
    /// Stiffness of the spring that drags, in N/m; by default a tenth of Young's modulus times the
    /// body's diameter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// When the point is grabbed, in s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// When the point is let go, in s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
}

/// A point of the body that actuation is to bring to a place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TargetSpec {
    /// The point, in m; the vertex of the boundary nearest to it counts.
    pub at: Vec<f64>,
    /// Rows of a time in s and where the point should be, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Keys>,
    /// Rows of a time in s and how far from its rest the point should be, in m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Keys>,
    /// How much it matters beside other targets.
    #[serde(default = "one")]
    pub weight: f64,
}

fn one() -> f64 {
    1.0
}

/// A drive and the channels it goes to.
pub(super) struct Driven {
    channels: Vec<usize>,
    keys: Option<Keys>,
    wave: Option<Wave>,
}

impl Driven {
    /// The channels that it sets.
    pub(super) fn channels(&self) -> impl Iterator<Item = usize> {
        self.channels.iter().copied()
    }

    /// Time in which a wave comes back, s.
    pub(super) fn period(&self) -> Option<f64> {
        self.wave.map(|wave| wave.period)
    }

    /// The lowest amplitude.
    pub(super) fn least(&self) -> f64 {
        match (&self.keys, &self.wave) {
            (Some(keys), _) => keys.0.iter().map(|row| row[1]).fold(f64::INFINITY, f64::min),
            (None, Some(wave)) => wave.mean - wave.amplitude.abs(),
            (None, None) => 0.0,
        }
    }
}

impl Drive {
    pub(super) fn bind(&self, channels: &[Channel]) -> Result<Driven> {
        match (&self.keys, &self.wave) {
            (Some(keys), None) => keys.check(1, "keys")?,
            (None, Some(wave)) => {
                let finite = [wave.amplitude, wave.phase, wave.mean].iter().all(|x| x.is_finite());
                if !finite || wave.period <= 0.0 || wave.period.is_nan() {
                    let message = "needs finite numbers and a positive period";
                    return Err(Error::new(Code::Scene, message).field("wave"));
                }
            }
            (keys, _) => {
                return Err(one_of_two(Code::Scene, ["keys", "wave"], keys.is_some()));
            }
        }
        let belongs = |name: &str| {
            name == self.channel
                || name.rsplit_once('[').is_some_and(|(all, _)| all == self.channel)
        };
        let found: Vec<usize> =
            (0..channels.len()).filter(|&k| belongs(&channels[k].name)).collect();
        if found.is_empty() {
            return Err(self.unknown(channels));
        }
        Ok(Driven { channels: found, keys: self.keys.clone(), wave: self.wave })
    }

    fn unknown(&self, channels: &[Channel]) -> Error {
        let message = format!("there is no channel `{}`", self.channel);
        let error = Error::new(Code::Scene, message).field("channel");
        if channels.is_empty() {
            return error
                .help("the scene has no forces with actuation, such as springs or muscles");
        }
        let mut names: Vec<&str> = channels.iter().map(|c| c.name.as_str()).collect();
        let groups = channels.iter().filter_map(|c| Some(c.name.rsplit_once('[')?.0));
        names.extend(groups);
        names.dedup();
        let listed = names.iter().take(12).copied().collect::<Vec<_>>().join(", ");
        let near = did_you_mean(&self.channel, &names);
        error.help(format!(
            "{near}channels: {listed}{}",
            if names.len() > 12 { ", ..." } else { "" }
        ))
    }
}

impl Driven {
    pub(super) fn apply(&self, time: f64, controls: &mut Controls) {
        let value = match (&self.keys, &self.wave) {
            (Some(keys), _) => keys.at(time).0[0],
            (None, Some(wave)) => wave.at(time),
            (None, None) => 0.0,
        };
        self.channels.iter().for_each(|&k| controls.amplitudes[k] = value);
    }
}

/// A path of a vertex, bound to the body.
pub(super) struct Dragged {
    vertex: u32,
    path: Keys,
    /// Added to the path: the vertex's rest position, or what lies between it and the point.
    origin: [f64; 3],
    /// Where the vertex rests.
    rest: [f64; 3],
    stiffness: f64,
    /// From when until when, s.
    during: [f64; 2],
    /// Between the vertex and the point that was asked for, m.
    away: f64,
}

impl Dragged {
    /// Between the vertex and the point that was asked for, m.
    pub(super) fn away(&self) -> f64 {
        self.away
    }

    /// When the path goes farthest within a step of `h` seconds, and how far, m.
    pub(super) fn leap(&self, h: f64) -> (f64, f64) {
        let ways = self.path.0.windows(2).map(|rows| {
            let away = rows[0][1..].iter().zip(&rows[1][1..]).map(|(a, b)| a - b);
            let share = (h / (rows[1][0] - rows[0][0])).min(1.0);
            (rows[0][0], share * away.fold(0.0, f64::hypot))
        });
        ways.fold((0.0, 0.0), |most, way| if way.1 > most.1 { way } else { most })
    }

    /// When the point is grabbed, s, and how far away from where it rests it is dragged at once, m.
    pub(super) fn jerk(&self) -> (f64, f64) {
        let start = self.during[0].max(0.0);
        let place = self.path.at(start).0;
        let off = (0..3).map(|c| self.origin[c] + place[c] - self.rest[c]);
        (start, off.fold(0.0, f64::hypot))
    }

    pub(super) fn at(&self, time: f64) -> Option<Handle> {
        (self.during[0] <= time && time <= self.during[1]).then(|| {
            let place = self.path.at(time).0;
            let target = std::array::from_fn(|c| self.origin[c] + place[c]);
            Handle::on(self.vertex, target, self.stiffness)
        })
    }
}

/// The vertex of the boundary nearest to a point, of those that move, on a path.
fn bind(runtime: &Runtime, at: &[f64], path: Option<&Keys>, by: Option<&Keys>) -> Result<Dragged> {
    let model = runtime.dynamics.reduced();
    let d = model.dim;
    if at.len() != d || !at.iter().all(|x| x.is_finite()) {
        let message = format!("must be {d} finite coordinates");
        return Err(Error::new(Code::Scene, message).field("at"));
    }
    let (vertex, rest, away) = runtime
        .nearest(at)
        .ok_or_else(|| Error::new(Code::Scene, "no vertex of the boundary can move").field("at"))?;
    if away > model.size {
        let message = "is farther away from the body than the body is large";
        return Err(Error::new(Code::Scene, message).field("at").help("points are in m"));
    }
    let mut origin = [0.0; 3];
    let mut resting = [0.0; 3];
    resting[..d].copy_from_slice(rest);
    let (keys, field) = match (path, by) {
        (Some(path), None) => {
            (0..d).for_each(|c| origin[c] = rest[c] - at[c]);
            (path, "path")
        }
        (None, Some(by)) => {
            origin[..d].copy_from_slice(rest);
            (by, "by")
        }
        (path, _) => return Err(one_of_two(Code::Scene, ["path", "by"], path.is_some())),
    };
    keys.check(d, field)?;
    let during = [f64::NEG_INFINITY, f64::INFINITY];
    let path = keys.clone();
    Ok(Dragged { vertex, path, origin, rest: resting, stiffness: 0.0, during, away })
}

impl HandleSpec {
    pub(super) fn bind(&self, runtime: &Runtime) -> Result<Dragged> {
        let bound = bind(runtime, &self.at, self.path.as_ref(), self.by.as_ref())?;
        let stiffness = match self.stiffness {
            None => runtime.grip,
            Some(k) if k >= 0.0 && k.is_finite() => k,
            Some(_) => {
                return Err(
                    Error::new(Code::Scene, "must be finite and not negative").field("stiffness")
                );
            }
        };
        let mut during = bound.during;
        for (end, (time, field)) in
            during.iter_mut().zip([(self.from, "from"), (self.until, "until")])
        {
            *end = time.unwrap_or(*end);
            if end.is_nan() {
                return Err(Error::new(Code::Scene, "must be a time in s").field(field));
            }
        }
        if during[0] > during[1] {
            let message =
                format!("{} s is before {} s, when the point is grabbed", during[1], during[0]);
            return Err(Error::new(Code::Scene, message).field("until"));
        }
        Ok(Dragged { stiffness, during, ..bound })
    }
}

/// Stiffness of a spring that drags a body well: a tenth of Young's modulus times its diameter.
pub(super) fn usual_stiffness(body: &Body) -> f64 {
    let volume: f64 = body.geometry.volumes.iter().sum();
    let young = body
        .lame
        .iter()
        .zip(&body.geometry.volumes)
        .map(|(m, v)| v * m.mu * (3.0 * m.lam + 2.0 * m.mu) / (m.lam + m.mu));
    0.1 * young.sum::<f64>() / volume * body.mesh.diagonal().powi(body.dim() as i32 - 2)
}

impl TargetSpec {
    pub(super) fn bind(&self, runtime: &Runtime) -> Result<(Dragged, f64)> {
        let bound = bind(runtime, &self.at, self.path.as_ref(), self.by.as_ref())?;
        if !(self.weight >= 0.0 && self.weight.is_finite()) {
            return Err(Error::new(Code::Scene, "must be finite and not negative").field("weight"));
        }
        Ok((bound, self.weight))
    }
}

/// The goal of a bound target at a time.
pub(super) fn goal((dragged, weight): &(Dragged, f64), time: f64) -> Option<Goal> {
    Some(Goal { point: dragged.at(time)?, weight: *weight })
}
