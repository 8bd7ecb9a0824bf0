//! Observed displacements: the prior whose dual modes are their proper orthogonal decomposition.
//!
//! ```text
//! G = (U - mean) / sqrt(N - 1)        L = H G        mu = H mean
//! ```
//!
//! or, not centred, `G = U / sqrt(N)` and `mu = 0`. Held vertices are taken not to move. The
//! response `G` is kept beside the forces, so that no solve is needed to find it again.

use super::force_samples::yes;
use super::parameters::{moments, samples};
use super::{Context, Factor, ForceKind, Gaussian};
use crate::array::ArraySource;
use crate::body::Body;
use crate::error::{Result, counted};
use crate::linalg::{Mat, column, column_mut};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Held vertices that move less than this share of a sample's largest displacement do so by
/// round-off.
const ROUND_OFF: f64 = 1e-6;

/// Displacements that were observed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DisplacementSamples {
    /// The displacements in m: an array of shape (samples, dim * vertices) or (samples,
    /// vertices, dim).
    pub samples: ArraySource,
    /// Whether the mean is taken out of the covariance; otherwise the mean is zero.
    #[serde(default = "yes")]
    pub centred: bool,
}

impl ForceKind for DisplacementSamples {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let (body, h) = (context.body, context.stiffness);
        let dim = body.dim();
        let zero_held = |mut u: Mat| {
            for j in 0..u.ncols() {
                let rows = column_mut(u.as_mut(), j).iter_mut().enumerate();
                rows.filter(|(row, _)| body.held[row / dim]).for_each(|(_, x)| *x = 0.0);
            }
            u
        };
        let (response, mean) = self
            .samples
            .load(context.folder)
            .and_then(|a| samples(a, body))
            .and_then(|u| moments(zero_held(u), self.centred))
            .map_err(|e| e.field("samples"))?;
        let mut forces = Mat::zeros(response.nrows(), response.ncols());
        h.mul(response.as_ref(), forces.as_mut());
        let mean = mean.map(|u| {
            let mut force = vec![0.0; u.len()];
            h.mul_vec(&u, &mut force);
            force
        });
        let factor = Factor::Displacements { forces, response };
        Ok(Gaussian { factor, mean }.without(&body.held, dim))
    }

    /// Samples that move what is held.
    fn warnings(&self, body: &Body, folder: &Path) -> Vec<String> {
        let Ok(u) = self.samples.load(folder).and_then(|a| samples(a, body)) else {
            return Vec::new();
        };
        let dim = body.dim();
        let mut moved = vec![false; body.held.len()];
        let (mut contradicting, mut farthest) = (0, 0f64);
        for j in 0..u.ncols() {
            let lengths: Vec<f64> = column(u.as_ref(), j)
                .chunks_exact(dim)
                .map(|x| x.iter().copied().fold(0.0, f64::hypot))
                .collect();
            let largest = lengths.iter().copied().fold(0.0, f64::max);
            let mut most = 0f64;
            for (i, length) in lengths.iter().enumerate().filter(|(i, _)| body.held[*i]) {
                if *length > ROUND_OFF * largest {
                    moved[i] = true;
                    most = most.max(length / largest);
                }
            }
            contradicting += usize::from(most > 0.0);
            farthest = farthest.max(most);
        }
        if contradicting == 0 {
            return Vec::new();
        }
        let vertices = match moved.iter().filter(|m| **m).count() {
            1 => "1 held vertex".to_owned(),
            n => format!("{n} held vertices"),
        };
        vec![format!(
            "samples: {contradicting} of {} move {vertices}, by up to {:.2}% of the sample's largest displacement; held vertices are taken not to move",
            counted(u.ncols(), "sample"),
            100.0 * farthest
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{Bench, parsed};
    use super::*;
    use serde_json::json;

    #[test]
    fn forces_are_the_stiffness_times_the_centred_displacements() {
        let bench = Bench::square(2);
        let u: Vec<Vec<f64>> =
            (0..4).map(|k| (0..18).map(|i| ((3 * k + i * i) as f64).sin()).collect()).collect();
        let g = bench.gaussian(&parsed("displacement-samples", json!({ "samples": u }))).unwrap();
        let Factor::Displacements { forces, response } = &g.factor else {
            panic!("not displacements")
        };
        let free = |i: usize| !bench.body.held[i / 2];
        let h = |i: usize, j: usize| {
            bench
                .stiffness
                .pattern
                .find(i.max(j), i.min(j))
                .map_or(0.0, |k| bench.stiffness.values[k])
        };
        let mean = |i: usize| {
            if free(i) { u.iter().map(|s| s[i]).sum::<f64>() / 4.0 } else { 0.0 }
        };
        for i in 0..18 {
            for k in 0..4 {
                let moved = |j: usize| {
                    if free(j) { (u[k][j] - mean(j)) / 3f64.sqrt() } else { 0.0 }
                };
                assert!((response[(i, k)] - moved(i)).abs() < 1e-15);
                let force: f64 = (0..18).map(|j| h(i, j) * moved(j)).sum();
                let expected = if free(i) { force } else { 0.0 };
                assert!((forces[(i, k)] - expected).abs() < 1e-12);
            }
            let force: f64 = (0..18).map(|j| h(i, j) * mean(j)).sum();
            let expected = if free(i) { force } else { 0.0 };
            assert!((g.mean.as_ref().unwrap()[i] - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn samples_that_move_held_vertices_are_told() {
        let body = Bench::square(2).body;
        let held: Vec<usize> = (0..9).filter(|&i| body.held[i]).collect();
        let told = |moves: &[(usize, usize, f64)]| {
            let mut u = vec![vec![0.0; 18]; 3];
            for (k, sample) in u.iter_mut().enumerate() {
                for i in (0..9).filter(|i| !held.contains(i)) {
                    sample[2 * i] = 1.0 + k as f64;
                }
            }
            moves.iter().for_each(|&(k, i, x)| u[k][2 * i + 1] = x);
            parsed("displacement-samples", json!({ "samples": u })).warnings(&body, Path::new(""))
        };
        assert!(told(&[]).is_empty() && told(&[(0, held[0], 1e-9)]).is_empty());
        let two = told(&[(0, held[0], 0.5), (2, held[1], -0.3)]);
        assert_eq!(
            two,
            [
                "samples: 2 of 3 samples move 2 held vertices, by up to 50.00% of the sample's largest displacement; held vertices are taken not to move"
            ]
        );
        let within = json!({ "kind": "sum", "of": [{ "kind": "displacement-samples",
            "samples": [vec![1.0; 18]] }] });
        let sum: super::super::Force = serde_json::from_value(within).unwrap();
        assert!(sum.warnings(&body, Path::new(""))[0].starts_with("of[0].samples: 1 of 1 sample"));
    }

    #[test]
    fn faults_are_named() {
        let bench = Bench::square(2);
        let fault = bench.fault(&parsed("displacement-samples", json!({ "samples": [[1.0]] })));
        assert_eq!(fault.place.field.as_deref(), Some("samples"));
    }
}
