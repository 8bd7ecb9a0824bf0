//! Gaussians over forces: what every prior becomes.

use super::Factor;
use crate::linalg::{Mat, column_mut};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// `F ~ N(mean, factor factor^T)` over the degrees of freedom of a body.
#[derive(Debug, Clone)]
pub struct Gaussian {
    /// Factor of the covariance.
    pub factor: Factor,
    /// Mean force; `None` for zero.
    pub mean: Option<Vec<f64>>,
}

impl Gaussian {
    /// With mean zero.
    pub fn centred(factor: Factor) -> Self {
        Gaussian { factor, mean: None }
    }

    /// Forces `s` times as strong, the mean too.
    pub fn scaled(self, s: f64) -> Self {
        Gaussian {
            factor: Factor::Sum(vec![(s, self.factor)]),
            mean: self.mean.map(|m| m.into_iter().map(|x| s * x).collect()),
        }
    }

    /// Zero on held vertices.
    pub fn without(self, held: &[bool], dim: usize) -> Self {
        let mean = self.mean.map(|mut mean| {
            for (i, x) in mean.iter_mut().enumerate().filter(|(i, _)| held[i / dim]) {
                debug_assert!(i < held.len() * dim);
                *x = 0.0;
            }
            mean
        });
        Gaussian { factor: self.factor.without(held, dim), mean }
    }

    /// The sum of independent forces.
    pub fn sum(parts: Vec<Gaussian>) -> Self {
        let mut mean: Option<Vec<f64>> = None;
        for m in parts.iter().filter_map(|p| p.mean.as_ref()) {
            let total = mean.get_or_insert_with(|| vec![0.0; m.len()]);
            total.iter_mut().zip(m).for_each(|(t, x)| *t += x);
        }
        let factor = Factor::Sum(parts.into_iter().map(|p| (1.0, p.factor)).collect());
        Gaussian { factor, mean }
    }

    /// The Gaussian with the moments of a mixture of `(probability, component)`:
    /// `L = [sqrt(pi_k) L_k, sqrt(pi_k) (mu_k - mu)]`, `mu = sum pi_k mu_k`.
    pub fn mixture(parts: Vec<(f64, Gaussian)>) -> Self {
        let rows = parts.first().map_or(0, |(_, p)| p.factor.rows());
        let mut mean = vec![0.0; rows];
        for (pi, part) in &parts {
            if let Some(m) = &part.mean {
                mean.iter_mut().zip(m).for_each(|(t, x)| *t += pi * x);
            }
        }
        let moving = parts.iter().any(|(_, p)| p.mean.is_some());
        let mut factors = Vec::new();
        if moving {
            let spread = Mat::from_fn(rows, parts.len(), |i, k| {
                let (pi, part) = &parts[k];
                pi.sqrt() * (part.mean.as_ref().map_or(0.0, |m| m[i]) - mean[i])
            });
            factors.push((1.0, Factor::Dense(spread)));
        }
        factors.extend(parts.into_iter().map(|(pi, part)| (pi.sqrt(), part.factor)));
        Gaussian { factor: Factor::Sum(factors), mean: moving.then_some(mean) }
    }

    /// Draws `count` forces, one per column.
    pub fn sample(&self, count: usize, rng: &mut ChaCha8Rng) -> Mat {
        let mut z = Mat::zeros(self.factor.columns(), count);
        for j in 0..count {
            column_mut(z.as_mut(), j).fill_with(|| StandardNormal.sample(rng));
        }
        let mut forces = self.factor.apply(z.as_ref());
        if let Some(mean) = &self.mean {
            for j in 0..count {
                let force = column_mut(forces.as_mut(), j);
                force.iter_mut().zip(mean).for_each(|(f, m)| *f += m);
            }
        }
        forces
    }
}
