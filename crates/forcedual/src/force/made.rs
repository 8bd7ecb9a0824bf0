//! Gaussians that were made before on the same body.

use super::{Force, Gaussian};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Forces that are remembered; the one that was asked for the longest ago goes first.
const KEPT: usize = 64;

/// Gaussians of forces, by all that the forces say: what stays the same from one scene to the next on a
/// body is made once. Files that forces name are taken not to change.
#[derive(Default)]
pub struct Made(Mutex<Vec<Entry>>);

/// A force, its Gaussian, and what the kind's own prior was multiplied by.
type Entry = (Force, Gaussian, f64);

impl Made {
    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The Gaussian and the multiple of a force, if it was made.
    pub(super) fn recall(&self, force: &Force) -> Option<(Gaussian, f64)> {
        let mut all = self.lock();
        let at = all.iter().position(|entry| entry.0 == *force)?;
        let entry = all.remove(at);
        let found = (entry.1.clone(), entry.2);
        all.push(entry);
        Some(found)
    }

    /// Remembers what was made of a force.
    pub(super) fn keep(&self, force: &Force, made: &(Gaussian, f64)) {
        let mut all = self.lock();
        if all.len() >= KEPT {
            all.remove(0);
        }
        all.push((force.clone(), made.0.clone(), made.1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::ForceKind;
    use super::super::bench::Bench;
    use super::*;
    use crate::force::Context;
    use serde_json::{Value, json};
    use std::cell::Cell;

    fn force(value: Value) -> Force {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn what_stays_the_same_in_a_mixture_is_measured_once() {
        let (bench, made, measured) = (Bench::square(3), Made::default(), Cell::new(0));
        let measure = |g: &Gaussian| {
            measured.set(measured.get() + 1);
            Ok(g.factor.rms(2))
        };
        let context = |made| Context { displacement_rms: Some(&measure), made, ..bench.context() };
        let scene = |motion: f64| -> Force {
            let spring = json!({ "kind": "springs", "edges": [[1, 14]], "stiffness": 3.0,
                "rms-displacement": 0.5 });
            let noise = json!({ "kind": "white-noise", "rms-displacement": motion });
            force(json!({ "kind": "mixture", "of": [spring, noise] }))
        };
        let both = |force: &Force, made| {
            let gaussian = force.gaussian(&context(made)).unwrap();
            let driven = force.actuators(&context(made)).unwrap();
            (gaussian.factor.dense(), driven[0].sigma)
        };
        for (motion, fresh) in [(1.0, 2), (2.0, 1), (1.0, 0)] {
            measured.set(0);
            let remembered = both(&scene(motion), Some(&made));
            assert_eq!(measured.get(), fresh, "{motion}");
            assert_eq!(remembered, both(&scene(motion), None));
        }
    }

    #[test]
    fn what_was_not_asked_for_the_longest_is_forgotten() {
        let (made, bench) = (Made::default(), Bench::square(3));
        let noise = |k: usize| force(json!({ "kind": "white-noise", "rms": 1 + k }));
        for k in 0..KEPT + 1 {
            noise(k).gaussian(&Context { made: Some(&made), ..bench.context() }).unwrap();
            assert!(made.recall(&noise(0)).is_some());
        }
        assert!(made.recall(&noise(1)).is_none());
    }
}
