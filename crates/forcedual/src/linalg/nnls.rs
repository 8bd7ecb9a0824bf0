//! Least squares with coefficients that are not negative.
//!
//! Lawson and Hanson's active set method for `min |A x - b|`, `x >= 0`, on the normal equations
//! `Q = A^T A`, `c = A^T b`: the set of positive coefficients grows by the one whose gradient
//! promises most, and shrinks by those that the solution on it would make negative.

use super::dense::{llt, solve_lower, solve_lower_transposed};
use super::{Mat, MatRef, column, column_mut};

/// Coefficients `x >= 0` that minimise `x^T Q x / 2 - c^T x` for a positive semi-definite `Q`, from
/// a guess that is not negative; a good one saves work.
pub fn non_negative_least_squares(q: MatRef<'_, f64>, c: &[f64], guess: &[f64]) -> Vec<f64> {
    let n = c.len();
    let mut x = guess.to_vec();
    let mut positive: Vec<bool> = x.iter().map(|x| *x > 0.0).collect();
    let scale = c.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let shift = 1e-12 * (0..n).fold(0.0, |m: f64, i| m.max(q[(i, i)]));
    for _ in 0..3 * n {
        if !descend(q, c, shift, &mut positive, &mut x) {
            break;
        }
        let slope = |i: usize| c[i] - (0..n).map(|j| q[(i, j)] * x[j]).sum::<f64>();
        let rest = (0..n).filter(|&i| !positive[i]).map(|i| (i, slope(i)));
        match rest.max_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((enter, promise)) if promise > 1e-10 * scale => positive[enter] = true,
            _ => break,
        }
    }
    x
}

/// Moves to the minimum over the positive coefficients, dropping those that would turn negative;
/// `false` if it cannot be found.
fn descend(
    q: MatRef<'_, f64>,
    c: &[f64],
    shift: f64,
    positive: &mut [bool],
    x: &mut [f64],
) -> bool {
    loop {
        let among: Vec<usize> = (0..x.len()).filter(|&i| positive[i]).collect();
        if among.is_empty() {
            return true;
        }
        let Some(y) = solve(q, c, &among, shift) else { return false };
        // as far towards the solution as all stay positive
        let mut way = 1.0;
        for (&i, &y) in among.iter().zip(&y) {
            if y <= 0.0 {
                way = f64::min(way, x[i] / (x[i] - y));
            }
        }
        let whole = y.iter().all(|y| *y > 0.0);
        for (&i, &y) in among.iter().zip(&y) {
            x[i] = if whole { y } else { x[i] + way * (y - x[i]) };
        }
        if whole {
            return true;
        }
        let tiny = 1e-14 * x.iter().fold(0.0, |m: f64, x| m.max(*x));
        let before = among.len();
        for (&i, &y) in among.iter().zip(&y) {
            if y <= 0.0 && x[i] <= tiny {
                (positive[i], x[i]) = (false, 0.0);
            }
        }
        if positive.iter().filter(|p| **p).count() == before {
            return false;
        }
    }
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
            let x = non_negative_least_squares(q.as_ref(), &c, &[0.5; 12]);
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
        let x = non_negative_least_squares(q.as_ref(), column(c.as_ref(), 0), &[0.0; 9]);
        assert!((0..9).all(|i| (x[i] - truth[(i, 0)]).abs() < 1e-6));
    }
}
