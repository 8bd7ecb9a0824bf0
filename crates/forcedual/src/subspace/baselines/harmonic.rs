//! Harmonic coordinates: weights without sources between the handles.
//!
//! ```text
//! L w_j = 0 outside the handles,   w_j = 1 on handle j,   w_j = 0 on the other handles
//! ```
//!
//! with the geometric Laplacian (`c_t = 1`) and no flux through the rest of the surface. The
//! weights sum to one. They lie in [0, 1] where no entry of `L` off the diagonal is positive (no
//! obtuse angles between facets); elsewhere they may leave it slightly.

use super::{Handles, laplacian};
use crate::body::Body;
use crate::error::Result;
use crate::linalg::Mat;

/// Harmonic coordinates of the handles (sets of vertices), one column each.
///
/// Zero on connected components that no handle touches.
pub fn harmonic(body: &Body, handles: &[Vec<u32>]) -> Result<Mat> {
    Handles::new(body, handles)?.interpolate(&laplacian(body, |_| 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn between_the_ends_of_a_bar_weights_are_linear() {
        for body in [boxed(&[9, 3], &[2.0, 0.5]), boxed(&[7, 2, 2], &[2.0, 0.5, 0.3])] {
            let ends = [vertices(&body, |x| x[0] == 0.0), vertices(&body, |x| x[0] == 2.0)];
            let weights = harmonic(&body, &ends).unwrap();
            for i in 0..body.mesh.vertex_count() {
                let x = body.mesh.point(i)[0] / 2.0;
                assert!((weights[(i, 0)] - (1.0 - x)).abs() < 1e-12);
                assert!((weights[(i, 1)] - x).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn weights_on_a_grid_sum_to_one_and_obey_the_maximum_principle() {
        for body in [boxed(&[8, 6], &[1.0, 1.0]), boxed(&[4, 5, 3], &[1.0, 1.0, 1.0])] {
            let last = body.mesh.vertex_count() as u32 - 1;
            let handles = [vec![0], vec![last, last - 1], vec![last / 2]];
            let weights = harmonic(&body, &handles).unwrap();
            for i in 0..=last as usize {
                assert!((row_sum(&weights, i) - 1.0).abs() < 1e-12);
                for j in 0..3 {
                    let inside = -1e-13..=1.0 + 1e-13;
                    assert!(inside.contains(&weights[(i, j)]));
                    let held = handles.iter().any(|h| h.contains(&(i as u32)));
                    assert!(held || (weights[(i, j)] > 1e-6 && weights[(i, j)] < 1.0 - 1e-6));
                }
            }
        }
    }

    #[test]
    fn weights_do_not_depend_on_scale() {
        let handles = [vec![0, 1], vec![30]];
        let unit = harmonic(&boxed(&[6, 5], &[1.0, 1.0]), &handles).unwrap();
        for scale in [1e-6, 1e6] {
            let scaled = harmonic(&boxed(&[6, 5], &[scale, scale]), &handles).unwrap();
            assert!(difference(&unit, &scaled) < 1e-11);
        }
    }

    #[test]
    fn the_only_handle_has_weight_one_everywhere() {
        let weights = harmonic(&boxed(&[3, 3], &[1.0, 1.0]), &[vec![5]]).unwrap();
        assert!((0..16).all(|i| (weights[(i, 0)] - 1.0).abs() < 1e-12));
    }
}
