//! Painted weights, smoothed by one implicit step of diffusion.
//!
//! ```text
//! (V + t L) w = V w_0          t: diffusion time in m^2 (a blur of radius about 2 sqrt(t))
//! ```
//!
//! with the geometric Laplacian and no flux through the surface, so that the integral of a weight
//! over the body stays what it was. Each weight is then normalised into [0, 1]: undershoots below
//! zero (possible where cells are obtuse) are cut, and the weight is divided by its largest value.
//! That scales a column and so changes no subspace; columns that summed to one no longer do.
//!
//! Diffusion for longer than `1e8` times the squared size of the body is diffusion for that long:
//! by then a weight is constant on each connected component.

use super::{finite, laplacian};
use crate::body::Body;
use crate::error::{Code, Error, Result};
use crate::linalg::{Cholesky, Mat, column, for_columns};

/// The painted weights (n x k, not negative) after diffusion for `time` (m^2).
pub fn diffused(body: &Body, painted: &Mat, time: f64) -> Result<Mat> {
    let n = body.mesh.vertex_count();
    if painted.nrows() != n {
        let message = format!("{} painted weights for {n} vertices", painted.nrows());
        return Err(Error::new(Code::Array, message).help("give one row per vertex"));
    }
    for j in 0..painted.ncols() {
        let bad = |x: &f64| !(x.is_finite() && *x >= 0.0);
        if let Some(i) = column(painted.as_ref(), j).iter().position(bad) {
            let message = format!("painted weight {j} of vertex {i} is {}", painted[(i, j)]);
            return Err(Error::new(Code::Array, message).help("paint finite numbers from zero up"));
        }
    }
    if !(time.is_finite() && time >= 0.0) {
        let message = format!("the diffusion time is {time}, but must be finite and not negative");
        return Err(Error::new(Code::Scene, message).field("time"));
    }
    let time = time.min(1e8 * body.mesh.diagonal().powi(2));

    let volumes = body.geometry.nodal_volumes(&body.mesh);
    let used: Vec<bool> = volumes.iter().map(|&v| v > 0.0).collect();
    let mut system = laplacian(body, |_| time);
    for (i, v) in volumes.iter().enumerate() {
        system.add(i, i, *v);
    }
    let (system, kept) = system.restricted(&used);
    let largest: Vec<f64> =
        (0..painted.ncols()).map(|j| peak(column(painted.as_ref(), j))).collect();
    let mut found = Mat::from_fn(kept.len(), painted.ncols(), |r, j| {
        let i = kept[r] as usize;
        if largest[j] > 0.0 { volumes[i] * (painted[(i, j)] / largest[j]) } else { 0.0 }
    });
    Cholesky::of_scalar(&system)?.solve_in_place(found.as_mut());
    for_columns(found.as_mut(), |_, w| {
        let largest = peak(w);
        if largest > 0.0 {
            w.iter_mut().for_each(|x| *x = (*x / largest).max(0.0));
        }
    });
    let mut weights = Mat::zeros(n, painted.ncols());
    for (r, &i) in kept.iter().enumerate() {
        for j in 0..painted.ncols() {
            weights[(i as usize, j)] = found[(r, j)];
        }
    }
    finite(weights)
}

fn peak(w: &[f64]) -> f64 {
    w.iter().copied().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn a_cosine_keeps_its_shape_and_decays_as_diffusion_predicts() {
        let body = boxed(&[64, 1], &[1.0, 0.02]);
        let n = body.mesh.vertex_count();
        let wave = |i: usize| (std::f64::consts::PI * body.mesh.point(i)[0]).cos();
        let painted = Mat::from_fn(n, 1, |i, _| 1.0 + wave(i));
        let time = 0.05;
        let weights = diffused(&body, &painted, time).unwrap();
        let decay = 1.0 / (1.0 + time * std::f64::consts::PI.powi(2));
        for i in 0..n {
            let oracle = (1.0 + decay * wave(i)) / (1.0 + decay);
            assert!((weights[(i, 0)] - oracle).abs() < 2e-4);
        }
    }

    #[test]
    fn no_time_only_normalises() {
        let body = boxed(&[3, 3, 1], &[1.0, 1.0, 1.0]);
        let painted = Mat::from_fn(32, 2, |i, j| if j == 0 { i as f64 } else { 0.0 });
        let weights = diffused(&body, &painted, 0.0).unwrap();
        let oracle = Mat::from_fn(32, 2, |i, j| if j == 0 { i as f64 / 31.0 } else { 0.0 });
        assert!(difference(&weights, &oracle) < 1e-14);
    }

    #[test]
    fn long_diffusion_is_constant_on_the_painted_part_and_zero_elsewhere() {
        let body = two_squares();
        let n = body.mesh.vertex_count();
        let painted = Mat::from_fn(n, 1, |i, _| if i == 3 || i == n - 1 { 1.0 } else { 0.0 });
        for time in [1e6, 1e300] {
            let weights = diffused(&body, &painted, time).unwrap();
            for i in 0..n {
                let oracle = if i < 25 { 1.0 } else { 0.0 };
                assert!((weights[(i, 0)] - oracle).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn weights_are_between_zero_and_one_and_reach_one() {
        let body = boxed(&[7, 6], &[1.0, 0.1]);
        let painted = Mat::from_fn(56, 1, |i, _| if i == 20 { 255.0 } else { 0.0 });
        let weights = diffused(&body, &painted, 1e-4).unwrap();
        let w = column(weights.as_ref(), 0);
        assert!(w.iter().all(|x| (0.0..=1.0).contains(x)) && peak(w) == 1.0);
    }

    #[test]
    fn scaling_the_body_and_time_together_changes_nothing() {
        let painted = Mat::from_fn(42, 1, |i, _| (i % 5) as f64);
        let unit = diffused(&boxed(&[6, 5], &[1.0, 1.0]), &painted, 0.01).unwrap();
        let scaled = diffused(&boxed(&[6, 5], &[1e3, 1e3]), &painted, 0.01 * 1e6).unwrap();
        assert!(difference(&unit, &scaled) < 1e-12);
    }

    #[test]
    fn bad_paint_and_bad_times_are_refused() {
        let body = boxed(&[1, 1], &[1.0, 1.0]);
        let code = |painted: Mat, time| diffused(&body, &painted, time).err().map(|e| e.code);
        assert_eq!(code(Mat::zeros(3, 1), 0.0), Some(Code::Array));
        assert_eq!(code(Mat::from_fn(4, 1, |_, _| -1.0), 0.0), Some(Code::Array));
        assert_eq!(code(Mat::from_fn(4, 1, |_, _| f64::NAN), 0.0), Some(Code::Array));
        assert_eq!(code(Mat::zeros(4, 1), -1.0), Some(Code::Scene));
        assert_eq!(code(Mat::zeros(4, 1), f64::INFINITY), Some(Code::Scene));
    }
}
