//! Amplitudes that cannot be what was meant: springs shorter than nothing, and lengths beyond all measure.

use crate::reduce::ReducedModel;
use crate::text::significant;

/// Amplitude in m that is told, in diameters of the body.
const BEYOND: f64 = 10.0;
/// Channels that are named one by one.
const NAMED: usize = 5;

/// What channels were asked for: the frame of the first time, and the worst amplitude.
#[derive(Default)]
pub(super) struct Strain {
    /// By spring: rest lengths below zero.
    short: Vec<Option<(usize, f64)>>,
    /// By channel: far beyond the body.
    far: Vec<Option<(usize, f64)>>,
}

impl Strain {
    /// The amplitudes of a step that leads to a frame.
    pub(super) fn add(&mut self, model: &ReducedModel, amplitudes: &[f64], frame: usize) {
        let springs = &model.actuators.springs;
        self.short.resize(springs.rest.len(), None);
        self.far.resize(amplitudes.len(), None);
        for ((rest, &channel), seen) in
            springs.rest.iter().zip(&springs.channel).zip(&mut self.short)
        {
            let a = amplitudes[channel];
            if rest + a < 0.0 {
                let (first, least) = seen.unwrap_or((frame, a));
                *seen = Some((first, least.min(a)));
            }
        }
        let lengths = model.actuators.channels.iter().zip(amplitudes).zip(&mut self.far);
        for ((_, &a), seen) in lengths.filter(|((c, _), _)| c.unit == "m") {
            if a.abs() > BEYOND * model.size {
                let (first, most) = seen.unwrap_or((frame, a));
                *seen = Some((first, if a.abs() > most.abs() { a } else { most }));
            }
        }
    }

    /// What the user should know.
    pub(super) fn warnings(&self, model: &ReducedModel) -> Vec<String> {
        let name = |channel: usize| &model.actuators.channels[channel].name;
        let springs = &model.actuators.springs;
        let each = self.short.iter().enumerate().filter_map(|(s, seen)| Some((s, (*seen)?)));
        let short = each.map(|(s, (frame, a))| {
            format!(
                "`{}` is to become {} m shorter from frame {frame} on, but is {} m long at rest: it \
                 becomes no shorter than nothing",
                name(springs.channel[s]),
                significant(-a),
                significant(springs.rest[s])
            )
        });
        let each = self.far.iter().enumerate().filter_map(|(k, seen)| Some((k, (*seen)?)));
        let far = each.map(|(k, (frame, a))| {
            format!(
                "`{}` is driven to {} m from frame {frame} on, {} times the body's size: amplitudes \
                 of springs and handles are in m",
                name(k),
                significant(a),
                significant(a.abs() / model.size)
            )
        });
        let (short, far): (Vec<_>, Vec<_>) = (short.collect(), far.collect());
        [
            few(short, "springs are to become shorter than nothing"),
            few(far, "amplitudes are too large"),
        ]
        .concat()
    }
}

/// The first of many, and how many more there are.
fn few(mut all: Vec<String>, what: &str) -> Vec<String> {
    let more = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    if more > 0 {
        all.push(format!("{more} more {what}"));
    }
    all
}
