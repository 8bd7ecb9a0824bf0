//! Dynamic force-dual modes: optimal for a vibration that the prior drives.
//!
//! On `p` modes of linear modal analysis (stiffness eigenvalues `gamma_i`, unit mass) implicit
//! Euler driven by an Ornstein-Uhlenbeck force of time scale `tau` reads
//!
//! ```text
//! (1 + h^2 gamma) q' = q + h v + h^2 f',   v' = (q' - q)/h,   f' = a f + sqrt(1 - a^2) w
//! ```
//!
//! with `a = exp(-h/tau)` and `w` of the prior's covariance. The stationary covariance `X` of the
//! state `(q, v, f)` solves the discrete Lyapunov equation `X = A X A^T + G W G^T`, which falls
//! apart into one 9 by 9 system per pair of modes. Its displacement block is diagonalised.

use super::linearisation::Linearisation;
use super::modes::{Field, Modes, dual_modes, orient};
use super::spec::SubspaceSpec;
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::force::{Factor, Gaussian};
use crate::linalg::{Mat, column_mut, eigh, product};
use crate::progress::Progress;

/// Modes of linear modal analysis that carry the vibration.
const CARRIERS: usize = 60;

/// The `count` leading modes of the driven vibration.
pub fn dynamic_modes(
    lin: &Linearisation<'_>,
    factor: &Factor,
    spec: &SubspaceSpec,
    count: usize,
    progress: &dyn Progress,
) -> Result<Modes> {
    let (h, tau) = (spec.time_step, spec.correlation_time);
    for (field, value) in [("time-step", h), ("correlation-time", tau)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Error::new(Code::Force, "must be positive and finite").field(field));
        }
    }
    let carriers = CARRIERS.max(2 * count).min(lin.free_dofs() - lin.rigid.ncols());
    let lma =
        dual_modes(lin, &white_noise(lin.body).factor, Field::Displacement, carriers, progress)?;
    let driven = factor.apply_transposed(lma.vectors.as_ref());
    let force = product(driven.transpose(), driven.as_ref());
    let gamma: Vec<f64> = lma.values.iter().map(|l| 1.0 / l.sqrt()).collect();
    let p = gamma.len();
    let a = (-h / tau).exp();
    let mut covariance = Mat::zeros(p, p);
    for i in 0..p {
        for j in 0..=i {
            let x = force[(i, j)] * stationary(h, a, gamma[i], gamma[j]);
            covariance[(i, j)] = x;
            covariance[(j, i)] = x;
        }
    }
    let (values, vectors) = eigh(covariance.as_ref())?;
    let rank = values.iter().take_while(|&&v| v > super::modes::FLOOR * values[0]).count();
    let kept = rank.min(count);
    let mut modes = product(lma.vectors.as_ref(), vectors.as_ref().subcols(0, kept));
    for j in 0..kept {
        orient(column_mut(modes.as_mut(), j));
    }
    Ok(Modes { values: values[..kept].to_vec(), vectors: modes, exhausted: kept < count })
}

/// The prior of linear modal analysis.
pub fn white_noise(body: &Body) -> Gaussian {
    let root = body.dof_mass().iter().map(|m| m.sqrt()).collect();
    Gaussian::centred(Factor::Diagonal(root)).without(&body.held, body.dim())
}

/// Stationary `E[q_i q_j]` for unit force covariance between modes `i` and `j`.
fn stationary(h: f64, a: f64, gamma_i: f64, gamma_j: f64) -> f64 {
    let (ai, gi) = transition(h, a, gamma_i);
    let (aj, gj) = transition(h, a, gamma_j);
    // vec(X) - (A_i (x) A_j) vec(X) = vec(g_i g_j^T), nine unknowns
    let mut system = [[0.0; 10]; 9];
    for (row, equation) in system.iter_mut().enumerate() {
        let (r, s) = (row / 3, row % 3);
        for (k, entry) in equation.iter_mut().take(9).enumerate() {
            *entry = f64::from(row == k) - ai[r][k / 3] * aj[s][k % 3];
        }
        equation[9] = gi[r] * gj[s];
    }
    solve9(&mut system)[0]
}

/// One step of `(q, h v, f)` and its response to the noise `w`.
///
/// Velocities are carried as `h v`, so that all entries are of one scale.
fn transition(h: f64, a: f64, gamma: f64) -> ([[f64; 3]; 3], [f64; 3]) {
    let c = 1.0 / (1.0 + h * h * gamma);
    let (f, noise) = (c * h * h * a, c * h * h * (1.0 - a * a).sqrt());
    let step = [[c, c, f], [c - 1.0, c, f], [0.0, 0.0, a]];
    (step, [noise, noise, (1.0 - a * a).sqrt()])
}

/// Gaussian elimination with partial pivoting.
fn solve9(m: &mut [[f64; 10]; 9]) -> [f64; 9] {
    for k in 0..9 {
        let pivot = (k..9).fold(k, |p, r| if m[r][k].abs() > m[p][k].abs() { r } else { p });
        m.swap(k, pivot);
        let row = m[k];
        for below in m.iter_mut().skip(k + 1) {
            let factor = below[k] / row[k];
            below.iter_mut().zip(row).skip(k).for_each(|(x, r)| *x -= factor * r);
        }
    }
    let mut x = [0.0; 9];
    for k in (0..9).rev() {
        let known: f64 = (k + 1..9).map(|j| m[k][j] * x[j]).sum();
        x[k] = (m[k][9] - known) / m[k][k];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use rand_distr::{Distribution, StandardNormal};

    #[test]
    fn slow_forces_give_the_static_covariance() {
        let x = stationary(0.01, (-0.01f64 / 1e7).exp(), 400.0, 900.0);
        assert!((x * 400.0 * 900.0 - 1.0).abs() < 1e-3, "{}", x * 360_000.0);
    }

    #[test]
    fn stationary_variance_matches_a_long_simulation() {
        let (h, tau, gamma) = (0.02, 0.1f64, 300.0);
        let a = (-h / tau).exp();
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let (mut q, mut v, mut f, mut sum) = (0.0f64, 0.0, 0.0, 0.0);
        let steps = 400_000;
        for _ in 0..steps {
            let w: f64 = StandardNormal.sample(&mut rng);
            f = a * f + (1.0 - a * a).sqrt() * w;
            let next = (q + h * v + h * h * f) / (1.0 + h * h * gamma);
            v = (next - q) / h;
            q = next;
            sum += q * q;
        }
        let expected = stationary(h, a, gamma, gamma);
        assert!((sum / steps as f64 / expected - 1.0).abs() < 0.03);
    }
}
