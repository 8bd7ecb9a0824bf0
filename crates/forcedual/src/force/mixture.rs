//! Mixtures: one of several forces acts, each with its probability.
//!
//! The mixture enters a subspace through its first two moments,
//!
//! ```text
//! mu = sum pi_k mu_k        L = [sqrt(pi_k) L_k, sqrt(pi_k) (mu_k - mu)]
//! ```
//!
//! **Which component acts?** Let a force `F` be observed on a region of `|R|` degrees of freedom
//! with noise of variance `s^2 W`, `W` diagonal, and let `L`, `mu` be a component's factor and
//! mean there. With `e = F - mu`, `b = L^T W^{-1} e` and `A = s^2 I + L^T W^{-1} L`,
//!
//! ```text
//! C = L L^T + s^2 W        e^T C^{-1} e = (e^T W^{-1} e - b^T A^{-1} b) / s^2
//! log det C = |R| ln s^2 + log det W + log det (A / s^2)
//! log likelihood = -1/2 (e^T C^{-1} e + log det C + |R| ln 2 pi)
//! scale-free     = -1/2 log det C - |R|/2 ln (F^T C^{-1} F)
//! ```
//!
//! Where `L` has more columns than rows, `C` itself is factored.
//!
//! The score of a component is one of these plus `ln pi_k`; the posterior is the softmax of the
//! scores. The Gaussian rule depends on the amplitude of `F`, the scale-free one does not.

use super::{Actuation, Chosen, Context, Force, ForceKind, Gaussian};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::{Mat, MatRef, llt, product, scale_rows, solve_lower, squared_norm};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One of several forces, each with its probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mixture {
    /// The forces, one of which acts at a time.
    pub of: Vec<Component>,
}

/// A force and how probable it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
pub struct Component {
    /// Probability of this force; all sum to one. Left out everywhere, all are equally probable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// The force.
    #[serde(flatten)]
    pub force: Force,
}

impl Mixture {
    /// The probability of every component.
    pub fn probabilities(&self) -> Result<Vec<f64>> {
        let count = self.of.len();
        if count == 0 {
            return Err(Error::new(Code::Force, "there is nothing to mix").field("of"));
        }
        let given: Vec<f64> = self.of.iter().filter_map(|c| c.probability).collect();
        if given.is_empty() {
            return Ok(vec![1.0 / count as f64; count]);
        }
        for (k, component) in self.of.iter().enumerate() {
            let fault = match component.probability {
                None => "is missing, though other components have one".to_owned(),
                Some(p) if !(p > 0.0 && p.is_finite()) => format!("is {p}, but must be positive"),
                Some(_) => continue,
            };
            return Err(Error::new(Code::Force, fault).field(format!("of[{k}].probability")));
        }
        let total: f64 = given.iter().sum();
        if (total - 1.0).abs() > 1e-6 {
            return Err(Error::new(
                Code::Force,
                format!("the probabilities sum to {total}, not to 1"),
            )
            .field("of")
            .help("leave them all out for equal ones"));
        }
        Ok(given.into_iter().map(|p| p / total).collect())
    }

    /// Name, probability and Gaussian of every component.
    pub fn components(&self, context: &Context<'_>) -> Result<Vec<(String, f64, Gaussian)>> {
        let probabilities = self.probabilities()?;
        let mut components = Vec::with_capacity(self.of.len());
        for (k, (component, pi)) in self.of.iter().zip(probabilities).enumerate() {
            let force = &component.force;
            let gaussian = force.gaussian(context).map_err(|e| e.field(format!("of[{k}]")))?;
            let name = force.name.clone().unwrap_or_else(|| format!("{} {k}", force.kind.name()));
            components.push((name, pi, gaussian));
        }
        Ok(components)
    }
}

impl ForceKind for Mixture {
    fn gaussian(&self, context: &Context<'_>) -> Result<Gaussian> {
        let components = self.components(context)?;
        Ok(Gaussian::mixture(components.into_iter().map(|(_, pi, g)| (pi, g)).collect()))
    }

    fn attachment(&self, context: &Context<'_>) -> Result<Vec<(usize, f64)>> {
        for (k, component) in self.of.iter().enumerate() {
            let within = |e: Error| e.field(format!("of[{k}]"));
            if !component.force.attachment(context).map_err(within)?.is_empty() {
                return Err(within(
                    Error::new(
                        Code::Force,
                        "attached handles cannot be part of a mixture: the body would feel their \
                         springs also while another component acts",
                    )
                    .help("use a sum, whose parts act together, or leave out `attached`"),
                ));
            }
        }
        Ok(Vec::new())
    }

    fn actuators(&self, context: &Context<'_>) -> Result<Vec<Actuation>> {
        super::actuators(self.of.iter().map(|c| &c.force), context)
    }

    fn selections(&self) -> Vec<Chosen<'_>> {
        super::selections(self.of.iter().map(|c| &c.force))
    }

    fn warnings(&self, body: &Body, folder: &Path) -> Vec<String> {
        super::warnings(self.of.iter().map(|c| &c.force), body, folder)
    }
}

/// Observation noise relative to the components: `s^2 = eta mean_k tr(L_k^T W^{-1} L_k) / |R|`;
/// `eta` of 1e-4 to 1e-3 works well.
pub fn noise_variance(eta: f64, factors: &[MatRef<'_, f64>], metric: &[f64]) -> Result<f64> {
    let mut total = 0.0;
    for factor in factors {
        total += squared_norm(whitened(*factor, metric)?.as_ref());
    }
    let variance = eta * total / (factors.len() * metric.len()) as f64;
    if variance > 0.0 && variance.is_finite() {
        return Ok(variance);
    }
    Err(Error::new(Code::ForceNoVariance, "no component acts on the observed region"))
}

/// Log likelihood of an observed force under `N(mean, L L^T + noise W)`; `metric` is the
/// diagonal of `W`.
pub fn gaussian_log_likelihood(
    factor: MatRef<'_, f64>,
    mean: &[f64],
    metric: &[f64],
    noise: f64,
    force: &[f64],
) -> Result<f64> {
    let error: Vec<f64> = force.iter().zip(mean).map(|(f, m)| f - m).collect();
    let (squared, log_det) = mahalanobis(factor, metric, noise, &error)?;
    Ok(-0.5 * (squared + log_det + metric.len() as f64 * (2.0 * std::f64::consts::PI).ln()))
}

/// Log density, up to a constant, of the direction of an observed force under
/// `N(0, L L^T + noise W)`: the same for `F` and `c F`.
pub fn scale_free_score(
    factor: MatRef<'_, f64>,
    metric: &[f64],
    noise: f64,
    force: &[f64],
) -> Result<f64> {
    let (squared, log_det) = mahalanobis(factor, metric, noise, force)?;
    if squared > 0.0 {
        return Ok(-0.5 * (log_det + metric.len() as f64 * squared.ln()));
    }
    Err(Error::new(Code::Force, "the observed force is zero, which has no direction"))
}

/// Probabilities proportional to the exponentials of the scores.
pub fn posterior(scores: &[f64]) -> Vec<f64> {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|s| (s - best).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|w| w / total).collect()
}

/// `e^T C^{-1} e` and `log det C` for `C = L L^T + noise W`.
fn mahalanobis(
    factor: MatRef<'_, f64>,
    metric: &[f64],
    noise: f64,
    error: &[f64],
) -> Result<(f64, f64)> {
    let fits = factor.nrows() == metric.len() && error.len() == metric.len();
    if !(fits && noise > 0.0 && noise.is_finite()) {
        return Err(Error::new(
            Code::Force,
            "an observation needs as many forces as metric entries and positive noise",
        ));
    }
    let l = whitened(factor, metric)?;
    let e = Mat::from_fn(error.len(), 1, |i, _| error[i] / metric[i].sqrt());
    // the smaller of the two Gram matrices
    let wide = l.ncols() > l.nrows();
    let mut a = match wide {
        true => product(l.as_ref(), l.transpose()),
        false => product(l.transpose(), l.as_ref()),
    };
    for k in 0..a.nrows() {
        a[(k, k)] += noise;
    }
    let root = llt(a.as_ref()).ok_or_else(|| {
        Error::new(Code::Numeric, "the covariance of an observation is not positive definite")
    })?;
    let mut b = if wide { e.clone() } else { product(l.transpose(), e.as_ref()) };
    solve_lower(root.as_ref(), b.as_mut());
    let squared = match wide {
        true => squared_norm(b.as_ref()),
        false => (squared_norm(e.as_ref()) - squared_norm(b.as_ref())).max(0.0) / noise,
    };
    let pivots: f64 = (0..root.nrows()).map(|k| 2.0 * root[(k, k)].ln()).sum();
    let extra = metric.len() as f64 - root.nrows() as f64;
    Ok((squared, extra * noise.ln() + metric.iter().map(|w| w.ln()).sum::<f64>() + pivots))
}

/// `W^{-1/2} L`
fn whitened(factor: MatRef<'_, f64>, metric: &[f64]) -> Result<Mat> {
    if let Some(w) = metric.iter().find(|w| !(**w > 0.0 && w.is_finite())) {
        return Err(Error::new(
            Code::Force,
            format!("the noise metric has the entry {w}, but must be positive"),
        )
        .help("observe forces on boundary vertices only"));
    }
    let scale: Vec<f64> = metric.iter().map(|w| 1.0 / w.sqrt()).collect();
    let mut l = factor.to_owned();
    scale_rows(l.as_mut(), &scale);
    Ok(l)
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::bench::{Bench, parsed};
    use super::*;
    use crate::linalg::{column, dot, eigh};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use serde_json::json;

    fn example() -> (Mat, Vec<f64>, Vec<f64>, Vec<f64>) {
        let l = Mat::from_fn(5, 3, |i, j| ((i * 3 + j * 5) as f64 * 0.9).sin());
        let w: Vec<f64> = (0..5).map(|i| 0.5 + 0.2 * i as f64).collect();
        let mean: Vec<f64> = (0..5).map(|i| (i as f64).cos()).collect();
        let force: Vec<f64> = (0..5).map(|i| (2.0 * i as f64).sin()).collect();
        (l, w, mean, force)
    }

    /// `e^T C^{-1} e` and `log det C` by the eigenvalues of the dense `C`.
    fn by_eigenvalues(l: &Mat, w: &[f64], noise: f64, e: &[f64]) -> (f64, f64) {
        let mut c = product(l.as_ref(), l.transpose());
        (0..w.len()).for_each(|i| c[(i, i)] += noise * w[i]);
        let (values, vectors) = eigh(c.as_ref()).unwrap();
        let squared =
            (0..w.len()).map(|k| dot(column(vectors.as_ref(), k), e).powi(2) / values[k]).sum();
        (squared, values.iter().map(|x| x.ln()).sum())
    }

    #[test]
    fn likelihoods_match_the_dense_covariance() {
        let (tall, w, mean, force) = example();
        let wide = Mat::from_fn(5, 8, |i, j| ((i * 7 + j * 3) as f64 * 0.7).cos());
        let error: Vec<f64> = force.iter().zip(&mean).map(|(f, m)| f - m).collect();
        for l in [tall, wide] {
            let (squared, log_det) = by_eigenvalues(&l, &w, 0.01, &error);
            let expected = -0.5 * (squared + log_det + 5.0 * (2.0 * std::f64::consts::PI).ln());
            let found = gaussian_log_likelihood(l.as_ref(), &mean, &w, 0.01, &force).unwrap();
            assert!((found / expected - 1.0).abs() < 1e-11);

            let (squared, log_det) = by_eigenvalues(&l, &w, 0.01, &force);
            let found = scale_free_score(l.as_ref(), &w, 0.01, &force).unwrap();
            assert!((found - (-0.5 * log_det - 2.5 * squared.ln())).abs() < 1e-11);
        }
    }

    #[test]
    fn scale_free_differences_do_not_depend_on_amplitude() {
        let (l, w, _, force) = example();
        let other = Mat::from_fn(5, 2, |i, j| (i + j) as f64 * 0.3);
        let difference = |c: f64| {
            let f: Vec<f64> = force.iter().map(|f| c * f).collect();
            scale_free_score(l.as_ref(), &w, 0.01, &f).unwrap()
                - scale_free_score(other.as_ref(), &w, 0.01, &f).unwrap()
        };
        assert!((difference(1e-3) - difference(1e3)).abs() < 1e-10);
    }

    #[test]
    fn noise_is_a_fraction_of_the_mean_whitened_variance() {
        let w = [2.0, 4.0];
        let (a, b) = (Mat::from_fn(2, 1, |_, _| 2.0), Mat::from_fn(2, 1, |i, _| i as f64));
        let s2 = noise_variance(0.1, &[a.as_ref(), b.as_ref()], &w).unwrap();
        assert!((s2 - 0.1 * ((4.0 / 2.0 + 4.0 / 4.0) + 1.0 / 4.0) / 2.0 / 2.0).abs() < 1e-15);
        assert_eq!(noise_variance(0.1, &[a.as_ref()], &[1.0, 0.0]).unwrap_err().code, Code::Force);
    }

    #[test]
    fn posterior_is_a_softmax_that_does_not_overflow() {
        let p = posterior(&[-10000.0, -10000.0 + 3f64.ln()]);
        assert!((p[0] - 0.25).abs() < 1e-12 && (p[1] - 0.75).abs() < 1e-12);
    }

    fn two(p: Option<f64>, q: Option<f64>) -> serde_json::Value {
        let mut a = json!({ "kind": "springs", "edges": [[1, 14]], "stiffness": 1.0, "mean": 1.0, "name": "a" });
        let mut b = json!({ "kind": "springs", "edges": [[2, 7]], "stiffness": 2.0, "mean": -1.0 });
        if let Some(p) = p {
            a["probability"] = json!(p)
        }
        if let Some(q) = q {
            b["probability"] = json!(q)
        }
        json!({ "of": [a, b] })
    }

    #[test]
    fn moments_match_draws_from_the_mixture_itself() {
        let bench = Bench::square(3).free();
        let Kind::Mixture(mixture) = parsed("mixture", two(Some(0.3), Some(0.7))) else {
            panic!("not a mixture")
        };
        let parts = mixture.components(&bench.context()).unwrap();
        assert_eq!((parts[0].0.as_str(), parts[0].1), ("a", 0.3));
        let g = mixture.gaussian(&bench.context()).unwrap();
        let (draws, mut rng) = (20000, ChaCha8Rng::seed_from_u64(7));
        // Stratified: exactly 30% of the draws come from the first component.
        let first = parts[0].2.sample(draws * 3 / 10, &mut rng);
        let second = parts[1].2.sample(draws * 7 / 10, &mut rng);
        let all = crate::linalg::hstack(&[first.as_ref(), second.as_ref()]);
        let mean =
            Mat::from_fn(32, 1, |i, _| (0..draws).map(|j| all[(i, j)]).sum::<f64>() / draws as f64);
        let expected = g.mean.clone().unwrap();
        assert!((0..32).all(|i| (mean[(i, 0)] - expected[i]).abs() < 0.03));
        let centred =
            Mat::from_fn(32, draws, |i, j| (all[(i, j)] - mean[(i, 0)]) / (draws as f64).sqrt());
        let covariance = product(centred.as_ref(), centred.transpose());
        let eye = Mat::identity(32, 32);
        assert!((covariance - g.factor.covariance(eye.clone())).norm_max() < 0.06);
    }

    #[test]
    fn a_draw_comes_from_one_component() {
        let part = |row: u32, mean: f64| {
            let mut columns = crate::force::SparseColumns::new(4);
            columns.push(vec![(row, 1.0)]);
            Gaussian::actuated(columns, &[1.0], &[mean])
        };
        let mixture = Gaussian::mixture(vec![(0.25, part(0, 5.0)), (0.75, part(3, -5.0))]);
        let draws = mixture.sample(2000, &mut rand::SeedableRng::seed_from_u64(1));
        let mut first = 0;
        for j in 0..2000 {
            let (a, b) = (draws[(0, j)], draws[(3, j)]);
            assert!((a.abs() < 1e-12) != (b.abs() < 1e-12), "{a} {b}");
            first += usize::from(a.abs() > 1e-12);
        }
        assert!((440..560).contains(&first), "{first}");
        // and one alone says of which, with means and without
        let still = |row| Gaussian { mean: None, ..part(row, 0.0) };
        let centred = Gaussian::mixture(vec![(0.5, still(0)), (0.5, still(3))]).scaled(2.0);
        for (mixture, seed) in [(&mixture, 0), (&centred, 100)] {
            for seed in seed..seed + 20 {
                let (force, acting) = mixture.draw_one(seed);
                assert_eq!(acting, Some(usize::from(force[0].abs() < 1e-12)));
            }
        }
        assert_eq!(part(0, 1.0).draw_one(1).1, None);
    }

    #[test]
    fn probabilities_are_equal_unless_given_and_must_sum_to_one() {
        let bench = Bench::square(3);
        let of = |value| match parsed("mixture", value) {
            Kind::Mixture(m) => m,
            other => panic!("{other:?}"),
        };
        assert_eq!(of(two(None, None)).probabilities().unwrap(), [0.5, 0.5]);
        assert!(of(two(Some(0.5), Some(0.6))).probabilities().unwrap_err().message.contains("1.1"));
        for (p, q, field) in
            [(Some(1.0), None, "of[1].probability"), (Some(0.0), Some(1.0), "of[0].probability")]
        {
            let fault = bench.fault(&parsed("mixture", two(p, q)));
            assert_eq!(fault.place.field.as_deref(), Some(field));
        }
        assert_eq!(
            bench.fault(&parsed("mixture", json!({ "of": [] }))).place.field.as_deref(),
            Some("of")
        );
    }
}
