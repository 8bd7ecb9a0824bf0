//! Numbers that change over time.

use crate::error::{Code, Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rows of a time in s and numbers; linear between rows, constant before the first and after the
/// last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Keys(pub Vec<Vec<f64>>);

impl Keys {
    /// Refuses keys that are not `width` numbers at ascending times.
    pub fn check(&self, width: usize, field: &str) -> Result<()> {
        let wrong = |message: String| Err(Error::new(Code::Scene, message).field(field));
        if self.0.is_empty() {
            return wrong("has no keys".to_owned());
        }
        for (k, row) in self.0.iter().enumerate() {
            if row.len() != width + 1 || !row.iter().all(|x| x.is_finite()) {
                let numbers = if width == 1 { "a number" } else { &format!("{width} numbers") };
                return wrong(format!("key {k} must be a time in s and {numbers}"));
            }
            if k > 0 && row[0] <= self.0[k - 1][0] {
                return wrong(format!("key {k} is not later than the one before"));
            }
        }
        Ok(())
    }

    /// The numbers at a time, and their rates just before.
    pub fn at(&self, time: f64) -> ([f64; 3], [f64; 3]) {
        let place = |row: &[f64]| -> [f64; 3] {
            std::array::from_fn(|c| row.get(c + 1).copied().unwrap_or(0.0))
        };
        let next = self.0.iter().position(|row| row[0] >= time).unwrap_or(self.0.len());
        match (next.checked_sub(1).and_then(|k| self.0.get(k)), self.0.get(next)) {
            (Some(a), Some(b)) => {
                let (t, span) = ((time - a[0]) / (b[0] - a[0]), b[0] - a[0]);
                let (a, b) = (place(a), place(b));
                let mix = |c: usize| a[c] + t * (b[c] - a[c]);
                (std::array::from_fn(mix), std::array::from_fn(|c| (b[c] - a[c]) / span))
            }
            (Some(row), None) | (None, Some(row)) => (place(row), [0.0; 3]),
            (None, None) => ([0.0; 3], [0.0; 3]),
        }
    }
}

/// A sine: `mean + amplitude sin(2 pi (time / period + phase))`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wave {
    /// Largest distance from the mean.
    pub amplitude: f64,
    /// Time of one wave, in s.
    pub period: f64,
    /// Where it begins, as a fraction of a wave.
    #[serde(default)]
    pub phase: f64,
    /// Middle of the wave.
    #[serde(default)]
    pub mean: f64,
}

impl Wave {
    /// The value at a time.
    pub fn at(&self, time: f64) -> f64 {
        let turns = time / self.period + self.phase;
        self.mean + self.amplitude * (std::f64::consts::TAU * turns).sin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_linear_between_and_constant_outside() {
        let keys = Keys(vec![vec![1.0, 0.0, 4.0], vec![3.0, 1.0, 0.0]]);
        assert_eq!(keys.at(0.0), ([0.0, 4.0, 0.0], [0.0; 3]));
        assert_eq!(keys.at(2.0), ([0.5, 2.0, 0.0], [0.5, -2.0, 0.0]));
        assert_eq!(keys.at(9.0), ([1.0, 0.0, 0.0], [0.0; 3]));
        assert_eq!(keys.at(3.0), ([1.0, 0.0, 0.0], [0.5, -2.0, 0.0]));
        assert_eq!(keys.at(1.0), ([0.0, 4.0, 0.0], [0.0; 3]));
        keys.check(2, "path").unwrap();
    }

    #[test]
    fn keys_of_the_wrong_width_or_order_are_refused() {
        for rows in [
            vec![],
            vec![vec![0.0]],
            vec![vec![0.0, 1.0], vec![0.0, 2.0]],
            vec![vec![0.0, f64::NAN]],
        ] {
            let error = Keys(rows).check(1, "keys").unwrap_err();
            assert_eq!(error.place.field.as_deref(), Some("keys"));
        }
    }

    #[test]
    fn a_wave_starts_at_its_phase() {
        let wave = Wave { amplitude: 2.0, period: 4.0, phase: 0.25, mean: 1.0 };
        assert!((wave.at(0.0) - 3.0).abs() < 1e-12 && (wave.at(1.0) - 1.0).abs() < 1e-12);
    }
}
