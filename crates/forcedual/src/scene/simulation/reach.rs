//! How near to its targets a run came, over its last quarter.

use crate::control::{Goal, Reach};
use crate::text::significant;

/// Distance from targets that is told, in diameters of the body.
const MISSED: f64 = 0.01;
/// The same as a share of how far the targets ask the body to move, if it is more than a trifle of the body.
const SHORT: f64 = 0.1;
const TRIFLE: f64 = 1e-4;
/// Distance that is left at the last frame and told, in diameters of the body.
const LEFT: f64 = 0.05;
/// Share of that distance that counts as coming nearer, over the last tenth of the run.
const NEARER: f64 = 0.1;
/// Swing about targets that stand still that is told, in diameters of the body.
const SWINGS: f64 = 0.005;

/// Distances from the targets, step by step.
#[derive(Default)]
pub(super) struct Reached {
    distances: Vec<f64>,
    /// Step since which the targets stand still.
    still: usize,
    places: Vec<[f64; 3]>,
    /// Where the targets were first, and how far they went from there.
    first: Vec<[f64; 3]>,
    moved: f64,
    at_bounds: usize,
}

impl Reached {
    pub(super) fn add(&mut self, reach: Reach, goals: &[Goal]) {
        let places = goals.iter().map(|g| g.point.target);
        if !places.clone().eq(self.places.iter().copied()) {
            self.still = self.distances.len();
            self.places = places.collect();
            if self.distances.is_empty() {
                self.first.clone_from(&self.places);
            }
            let away = self.places.iter().zip(&self.first).map(|(a, b)| distance(a, b));
            self.moved = away.fold(self.moved, f64::max);
        }
        self.distances.push(reach.distance);
        self.at_bounds = reach.at_bounds;
    }

    /// The last quarter of the run.
    fn last(&self) -> &[f64] {
        &self.distances[self.distances.len() * 3 / 4..]
    }

    /// Mean distance, m.
    pub(super) fn mean(&self) -> Option<f64> {
        let last = self.last();
        (!last.is_empty()).then(|| last.iter().sum::<f64>() / last.len() as f64)
    }

    /// Largest distance, m.
    pub(super) fn worst(&self) -> Option<f64> {
        self.last().iter().copied().reduce(f64::max)
    }

    /// What the user should know, for a body of this diameter.
    pub(super) fn warnings(&self, size: f64) -> Vec<String> {
        let (Some(mean), Some(worst)) = (self.mean(), self.worst()) else { return Vec::new() };
        let mut all = Vec::new();
        let asked = self.distances[0] + self.moved;
        if mean > MISSED * size || mean > (SHORT * asked).max(TRIFLE * size) {
            let bounds = match self.at_bounds {
                0 => String::new(),
                1 => "; 1 channel is at its limit".to_owned(),
                count => format!("; {count} channels are at their limits"),
            };
            all.push(format!(
                "the targets are missed by {} m on average over the last quarter of the run{bounds}",
                significant(mean)
            ));
        }
        let now = self.distances.last().copied().unwrap_or(0.0);
        let recent = &self.distances[self.distances.len() * 9 / 10..];
        let nearest = recent.iter().copied().fold(f64::MAX, f64::min);
        if nearest > LEFT * size && now > (1.0 - NEARER) * recent[0] {
            all.push(format!(
                "the targets are out of reach: {} m are left at the last frame, {:.0}% of the body's size, \
                 and they come no nearer; move them, let channels pull harder (`sigma`), or add channels",
                significant(now),
                100.0 * now / size
            ));
        }
        let best = self.last().iter().copied().fold(f64::MAX, f64::min);
        let stand = self.still <= self.distances.len() * 3 / 4;
        if stand && worst - best > SWINGS * size {
            all.push(format!(
                "the body still swings about targets that stand still, between {} and {} m away \
                 from them: simulate longer, or slow the targets down",
                significant(best),
                significant(worst)
            ));
        }
        all
    }
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::energy::Handle;

    fn ran(distance: impl Fn(usize) -> f64, place: impl Fn(usize) -> f64) -> Reached {
        let mut reached = Reached::default();
        for k in 0..100 {
            let point = Handle::on(0, [place(k), 0.0, 0.0], 0.0);
            let reach = Reach { distance: distance(k), at_bounds: 1, ..Reach::default() };
            reached.add(reach, &[Goal { point, weight: 1.0 }]);
        }
        reached
    }

    #[test]
    fn the_last_quarter_is_told_and_not_the_last_instant() {
        let swinging = ran(|k| if k < 75 { 9.0 } else { 0.1 * (k % 2) as f64 }, |_| 1.0);
        assert!((swinging.mean().unwrap() - 0.052).abs() < 1e-12);
        assert_eq!(swinging.worst(), Some(0.1));
        let told = swinging.warnings(1.0);
        assert!(told[0].contains("missed by 0.052") && told[0].contains("1 channel is"));
        assert!(told[1].contains("still swings") && told[1].contains("0.1"), "{told:?}");
    }

    #[test]
    fn swinging_is_told_of_targets_that_stand_still_only() {
        assert!(ran(|k| 1e-4 * k as f64, |k| k as f64).warnings(1.0).is_empty());
        assert!(ran(|_| 1e-4, |_| 1.0).warnings(1.0).is_empty());
        let far = |distance: fn(usize) -> f64| ran(distance, |k| k as f64).warnings(1.0);
        let out_of_reach =
            |told: &[String]| told.iter().any(|w| w.contains("out of reach: 0.0800 m"));
        assert!(out_of_reach(&far(|_| 0.08)), "{:?}", far(|_| 0.08));
        assert!(!out_of_reach(&far(|k| 0.08 + 0.002 * (99 - k) as f64)), "they come nearer");
        let short = |left: f64| ran(|k| if k < 50 { 0.005 } else { left }, |_| 1.0).warnings(1.0);
        assert!(short(0.001)[0].contains("missed by 0.00100 m") && short(0.0004).is_empty());
        assert!(!far(|_| 0.04).iter().any(|w| w.contains("out of reach")));
        assert!(Reached::default().mean().is_none() && Reached::default().warnings(1.0).is_empty());
    }
}
