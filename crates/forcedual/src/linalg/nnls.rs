//! Least squares with coefficients that are not negative.
//!
//! Block principal pivoting for `min |A x - b|`, `x >= 0`, on the normal equations `Q = A^T A`,
//! `c = A^T b`. The coefficients are split into free ones, which solve their equations, and ones that
//! are zero; all that break the optimality conditions
//!
//! ```text
//! x_i >= 0 where free,    (Q x - c)_i >= 0 where zero
//! ```
//!
//! change sides at once. If their number does not fall for a few rounds, only the last of them does,
//! which cannot go round in circles. A handful of factors is the rule.

use super::dense::{llt, solve_lower, solve_lower_transposed};
use super::{Mat, MatRef, column, column_mut, product};

/// Rounds without progress after which coefficients change sides one by one.
const PATIENCE: usize = 3;

/// Coefficients `x >= 0` that minimise `x^T Q x / 2 - c^T x` for a positive semi-definite `Q`, which is
/// made definite by a shift of its diagonal where need be; none if they are not found.
pub fn non_negative_least_squares(q: MatRef<'_, f64>, c: &[f64]) -> Option<Vec<f64>> {
    let n = c.len();
    let largest = (0..n).fold(0.0, |m: f64, i| m.max(q[(i, i)]));
    let slack = 1e-10 * c.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let mut shift = 1e-12 * largest;
    let mut free = vec![true; n];
    let (mut fewest, mut patience) = (n + 1, PATIENCE);
    let mut x = vec![0.0; n];
    for _ in 0..10 * n + 10 {
        let among: Vec<usize> = (0..n).filter(|&i| free[i]).collect();
        let Some(y) = solve(q, c, &among, shift) else {
            if !(shift > 0.0 && shift < largest) {
                return None;
            }
            shift *= 100.0;
            continue;
        };
        x.fill(0.0);
        among.iter().zip(&y).for_each(|(&i, &y)| x[i] = y);
        let image = product(q, Mat::from_fn(n, 1, |i, _| x[i]).as_ref());
        let wrong = |i: usize| match free[i] {
            true => x[i] < 0.0,
            false => image[(i, 0)] - c[i] < -slack,
        };
        let wrong: Vec<usize> = (0..n).filter(|&i| wrong(i)).collect();
        let Some(&last) = wrong.last() else { return Some(x) };
        if wrong.len() < fewest {
            (fewest, patience) = (wrong.len(), PATIENCE);
        } else {
            patience = patience.saturating_sub(1);
        }
        match patience {
            0 => free[last] = !free[last],
            _ => wrong.iter().for_each(|&i| free[i] = !free[i]),
        }
    }
    None
}

/// The minimum over the given coefficients alone.
fn solve(q: MatRef<'_, f64>, c: &[f64], among: &[usize], shift: f64) -> Option<Vec<f64>> {
    let n = among.len();
    let a = Mat::from_fn(n, n, |i, j| q[(among[i], among[j])] + if i == j { shift } else { 0.0 });
    let l = llt(a.as_ref())?;
    let mut b = Mat::zeros(n, 1);
    column_mut(b.as_mut(), 0).iter_mut().zip(among).for_each(|(b, &i)| *b = c[i]);
    solve_lower(l.as_ref(), b.as_mut());
    solve_lower_transposed(l.as_ref(), b.as_mut());
    Some(column(b.as_ref(), 0).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::product;

    /// Numbers without a pattern, so that matrices have full rank.
    fn wild(i: usize, j: usize) -> f64 {
        (((i * i + 3) * (7 * j + 1)) as f64 * 0.618).sin()
    }

    #[test]
    fn the_solution_meets_the_optimality_conditions() {
        for seed in 0..20 {
            let a = Mat::from_fn(30, 12, |i, j| wild(i, j + 12 * seed) + 0.3);
            let b = Mat::from_fn(30, 1, |i, _| ((i * 3 + seed * 17) as f64).cos());
            let q = product(a.transpose(), a.as_ref());
            let c = product(a.transpose(), b.as_ref());
            let c = column(c.as_ref(), 0).to_vec();
            let x = non_negative_least_squares(q.as_ref(), &c).unwrap();
            assert!(x.iter().any(|x| *x > 0.0));
            for i in 0..12 {
                let slope = c[i] - (0..12).map(|j| q[(i, j)] * x[j]).sum::<f64>();
                assert!(x[i] >= 0.0 && slope < 1e-7, "{seed} {i}: {slope}");
                assert!(x[i] == 0.0 || slope.abs() < 1e-7, "{seed} {i}: {slope} {}", x[i]);
            }
        }
    }

    #[test]
    fn coefficients_that_are_all_positive_are_found_exactly() {
        let a = Mat::from_fn(40, 9, wild);
        let truth = Mat::from_fn(9, 1, |i, _| 1.0 + i as f64);
        let b = product(a.as_ref(), truth.as_ref());
        let c = product(a.transpose(), b.as_ref());
        let q = product(a.transpose(), a.as_ref());
        let x = non_negative_least_squares(q.as_ref(), column(c.as_ref(), 0)).unwrap();
        assert!((0..9).all(|i| (x[i] - truth[(i, 0)]).abs() < 1e-6));
    }
}
