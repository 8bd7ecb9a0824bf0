//! Random choices from a seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Throws the same for the same seed, on any machine.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of a case.
    pub fn new(seed: u64) -> Self {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from zero to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end.max(1))
    }

    /// A number from `low` to `high`, both included.
    pub fn from(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// A number between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random_range(0.0..1.0)
    }

    /// Ten to the power of a number between two.
    pub fn power(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.between(low, high))
    }

    /// Does what has this probability happen?
    pub fn happens(&mut self, probability: f64) -> bool {
        self.between(0.0, 1.0) < probability
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Numbers between two.
    pub fn numbers(&mut self, count: usize, low: f64, high: f64) -> Vec<f64> {
        (0..count).map(|_| self.between(low, high)).collect()
    }

    /// A direction of unit length; in 2D the last component is zero.
    pub fn direction(&mut self, dim: usize) -> [f64; 3] {
        loop {
            let mut v = [0.0; 3];
            v[..dim].fill_with(|| self.between(-1.0, 1.0));
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 && length <= 1.0 {
                return v.map(|x| x / length);
            }
        }
    }

    /// A rotation; in 2D around the third axis.
    pub fn rotation(&mut self, dim: usize) -> [[f64; 3]; 3] {
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let u = self.direction(dim);
        if dim == 2 {
            return [u, [-u[1], u[0], 0.0], [0.0, 0.0, 1.0]];
        }
        loop {
            let w = cross(u, self.direction(3));
            let length = w.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 {
                let w = w.map(|x| x / length);
                return [u, cross(w, u), w];
            }
        }
    }
}
