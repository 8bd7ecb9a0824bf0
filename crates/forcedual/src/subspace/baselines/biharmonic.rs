//! Biharmonic coordinates: the smoothest weights that interpolate the handles.
//!
//! A piecewise linear weight bends only at the facets between cells. With `[.]_f` the jump across
//! facet `f` (area `|f|`) between cells `t` and `s`, its Laplacian lives on those facets, and
//!
//! ```text
//! (L_f w)_f = |f| [dw/dn]_f          m_f = (v_t + v_s) / (d + 1)
//! Q = L_f^T M_f^{-1} L_f             w_j minimises w^T Q w, one on handle j, zero on the others
//! ```
//!
//! This is the `L M^{-1} L` of the Crouzeix-Raviart Laplacian without its surface facets. On the
//! surface it asks for nothing (natural conditions), where the Laplacian per vertex would ask for
//! no slope across the surface. So `w^T Q w = 0` exactly for linear functions, and the weights
//!
//! - sum to one: `sum_j w_j = 1`;
//! - reproduce linear functions when handles are single vertices: `sum_j w_j x_j = x`;
//! - may leave [0, 1]: see [`mod@super::bounded`].
//!
//! Uniqueness. Where the handles of a part do not span the space affinely (one point, two, or
//! three in a row), a linear function that vanishes on them costs nothing. Such parts (cells
//! connected through facets) get a little Dirichlet energy, `1e-4 / size^2 w^T L w`, which picks
//! the flattest of the minimisers.

use super::{Handles, laplacian};
use crate::body::Body;
use crate::error::Result;
use crate::linalg::{Mat, Pattern, SparseSym, dot, eigh};
use crate::mesh::facets::{Facet, parts, shared, sorted_facets};
use std::sync::Arc;

/// Share of the Dirichlet energy where handles leave linear functions undetermined.
const FLATTENING: f64 = 1e-4;
/// Width over body size below which handles count as lying in a plane, line or point.
const FLAT: f64 = 1e-3;

/// Biharmonic coordinates of the handles (sets of vertices), one column each.
///
/// Zero on connected components that no handle touches.
pub fn biharmonic(body: &Body, handles: &[Vec<u32>]) -> Result<Mat> {
    let handles = Handles::new(body, handles)?;
    let facets = sorted_facets(body.dim(), body.mesh.cells());
    let mut q = bending(body, &hinges(&facets));
    let loose = undetermined(body, &handles, &facets)?;
    if loose.contains(&true) {
        let scale = FLATTENING / body.mesh.diagonal().powi(2);
        let flattening = laplacian(body, |t| if loose[t] { scale } else { 0.0 });
        for j in 0..flattening.size() {
            let start = flattening.pattern.column_starts[j] as usize;
            for (k, &i) in flattening.pattern.column(j).iter().enumerate() {
                q.add(i as usize, j, flattening.values[start + k]);
            }
        }
    }
    handles.interpolate(&q)
}

/// Two cells that share a facet.
type Hinge = [Facet; 2];

fn hinges(facets: &[Facet]) -> Vec<Hinge> {
    shared(facets).flat_map(|group| group.windows(2).map(|w| [w[0], w[1]])).collect()
}

/// The matrix `Q`, over a pattern that holds the Laplacian's too.
fn bending(body: &Body, hinges: &[Hinge]) -> SparseSym {
    let (mesh, geometry, d) = (&body.mesh, &body.geometry, body.dim());
    let stencil = |[f, g]: &Hinge| {
        let mut stencil = mesh.cell(f.cell as usize).to_vec();
        stencil.push(mesh.cell(g.cell as usize)[g.corner as usize]);
        stencil
    };
    let mut stencils: Vec<u32> = hinges.iter().flat_map(stencil).collect();
    for cell in mesh.cells().chunks_exact(d + 1) {
        stencils.extend(cell);
        stencils.push(cell[0]);
    }
    let pattern = Pattern::of_cells(mesh.vertex_count(), &stencils, d + 2);
    let mut q = SparseSym::zeros(Arc::new(pattern));
    let mut jump: Vec<(usize, f64)> = Vec::new();
    for (hinge, stencil) in hinges.iter().zip(stencils.chunks_exact(d + 2)) {
        let [t, s] = hinge.map(|f| f.cell as usize);
        let a = hinge[0].corner as usize;
        let (v, u) = (geometry.volumes[t], geometry.volumes[s]);
        let normal: Vec<f64> =
            geometry.gradient(t, a).iter().map(|g| -(d as f64) * v * g).collect();
        let slope = |cell: usize, i: u32| {
            let corner = mesh.cell(cell).iter().position(|&c| c == i);
            corner.map_or(0.0, |c| dot(&normal, geometry.gradient(cell, c)))
        };
        jump.clear();
        jump.extend(stencil.iter().map(|&i| (i as usize, slope(t, i) - slope(s, i))));
        let mass = (v + u) / (d + 1) as f64;
        for &(i, x) in &jump {
            for &(j, y) in jump.iter().filter(|&&(j, _)| j <= i) {
                q.add(i, j, x * y / mass);
            }
        }
    }
    q
}

/// The cells of parts whose handles do not span the space.
fn undetermined(body: &Body, handles: &Handles, facets: &[Facet]) -> Result<Vec<bool>> {
    let (mesh, d) = (&body.mesh, body.dim());
    let (count, part) = parts(mesh.cell_count(), facets);
    let mut points: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (t, &p) in part.iter().enumerate() {
        points[p as usize]
            .extend(mesh.cell(t).iter().filter(|&&i| handles.owner[i as usize].is_some()));
    }
    let mut loose = Vec::with_capacity(points.len());
    for mut points in points {
        points.sort_unstable();
        points.dedup();
        let count = points.len() as f64;
        let at = |i: u32, c: usize| mesh.point(i as usize)[c];
        let mean: Vec<f64> =
            (0..d).map(|c| points.iter().map(|&i| at(i, c)).sum::<f64>() / count).collect();
        let spread = Mat::from_fn(d, d, |b, c| {
            points.iter().map(|&i| (at(i, b) - mean[b]) * (at(i, c) - mean[c])).sum()
        });
        let smallest = eigh(spread.as_ref())?.0[d - 1];
        loose.push(points.len() <= d || smallest < (FLAT * mesh.diagonal()).powi(2));
    }
    Ok(part.into_iter().map(|p| loose[p as usize]).collect())
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    /// A grid whose inner vertices are moved about.
    fn uneven(dims: &[usize]) -> Body {
        let d = dims.len();
        let mut raw = crate::mesh::shapes::grid(dims, &vec![1.0; d]);
        let step = 1.0 / dims[0] as f64;
        for (k, x) in raw.positions.iter_mut().enumerate() {
            if *x > 0.0 && *x < 1.0 {
                *x += 0.2 * step * (k as f64 * 12.9898).sin();
            }
        }
        body_of(raw)
    }

    #[test]
    fn point_handles_reproduce_linear_functions() {
        for (body, handles) in [
            (uneven(&[7, 7]), vec![vec![0], vec![13], vec![40], vec![63]]),
            (uneven(&[4, 4, 4]), vec![vec![0], vec![31], vec![62], vec![77], vec![124]]),
        ] {
            let weights = biharmonic(&body, &handles).unwrap();
            for i in 0..body.mesh.vertex_count() {
                assert!((row_sum(&weights, i) - 1.0).abs() < 1e-9);
                for c in 0..body.dim() {
                    let terms = handles.iter().enumerate();
                    let x: f64 = terms
                        .map(|(j, h)| weights[(i, j)] * body.mesh.point(h[0] as usize)[c])
                        .sum();
                    assert!((x - body.mesh.point(i)[c]).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn between_the_ends_of_a_bar_weights_are_linear() {
        for body in [boxed(&[9, 2], &[2.0, 0.5]), boxed(&[7, 1, 1], &[2.0, 0.5, 0.3])] {
            let ends = [vertices(&body, |x| x[0] == 0.0), vertices(&body, |x| x[0] == 2.0)];
            let bend = |x: &[f64]| 1.0 - x[0] / 2.0;
            let q = bending(&body, &hinges(&sorted_facets(body.dim(), body.mesh.cells())));
            let n = body.mesh.vertex_count();
            let line: Vec<f64> = (0..n).map(|i| bend(body.mesh.point(i))).collect();
            let mut force = vec![0.0; n];
            q.mul_vec(&line, &mut force);
            assert!(force.iter().all(|f| f.abs() < 1e-9));
            let weights = biharmonic(&body, &ends).unwrap();
            let deviation = |i: usize| (weights[(i, 0)] - line[i]).abs();
            assert!((0..n).all(|i| deviation(i) < 1e-9));
        }
    }

    #[test]
    fn a_bar_held_at_three_places_follows_the_natural_cubic_spline() {
        let body = boxed(&[80, 1], &[2.0, 0.02]);
        let places = [0.0, 1.0, 2.0].map(|p| vertices(&body, |x| x[0] == p));
        let weights = biharmonic(&body, &places).unwrap();
        for i in 0..body.mesh.vertex_count() {
            let x = (body.mesh.point(i)[0] - 1.0).abs();
            let oracle = 1.0 - 1.5 * x * x + 0.5 * x * x * x;
            assert!((weights[(i, 1)] - oracle).abs() < 2e-3);
        }
    }

    #[test]
    fn two_points_give_the_flattest_linear_weight() {
        let body = boxed(&[6, 6], &[1.0, 1.0]);
        let weights = biharmonic(&body, &[vec![0], vec![48]]).unwrap();
        for i in 0..49 {
            let along = body.mesh.point(i).iter().sum::<f64>() / 2.0;
            assert!((weights[(i, 1)] - along).abs() < 1e-4);
        }
    }

    #[test]
    fn one_point_has_weight_one_everywhere() {
        let weights = biharmonic(&boxed(&[3, 2, 2], &[1.0, 1.0, 1.0]), &[vec![7]]).unwrap();
        assert!((0..36).all(|i| (weights[(i, 0)] - 1.0).abs() < 1e-6));
    }

    #[test]
    fn weights_do_not_depend_on_scale() {
        let handles = [vec![0, 1], vec![30], vec![12]];
        let unit = biharmonic(&boxed(&[6, 5], &[1.0, 1.0]), &handles).unwrap();
        for scale in [1e-6, 1e6] {
            let scaled = biharmonic(&boxed(&[6, 5], &[scale, scale]), &handles).unwrap();
            assert!(difference(&unit, &scaled) < 1e-9);
        }
    }

    #[test]
    fn squares_that_touch_in_a_vertex_fold_there() {
        let mut raw = crate::mesh::shapes::grid(&[2, 2], &[1.0, 1.0]);
        let moved: Vec<f64> = raw.positions[2..].iter().map(|x| x + 1.0).collect();
        let shifted: Vec<u32> = raw.cells.iter().map(|&i| if i == 0 { 8 } else { i + 8 }).collect();
        raw.positions.extend(moved);
        raw.cells.extend(shifted);
        let body = body_of(raw);
        let weights = biharmonic(&body, &[vec![0], vec![2], vec![6]]).unwrap();
        for i in 9..17 {
            let corner = [-1.0, 1.0, 1.0];
            for (j, value) in corner.into_iter().enumerate() {
                assert!((weights[(i, j)] - value).abs() < 1e-6);
            }
        }
    }
}
