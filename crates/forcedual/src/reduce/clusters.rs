//! Cells that move alike: k-means on what the modes do to them.
//!
//! The feature of a cell is the mean of the modes over its corners, and how stiff it is: cells with equal
//! features move together in all modes and store as much energy. A stiffness `e` times as large counts as
//! much as the largest motion. Centres start far apart (each new one is the cell farthest from all so far)
//! and move to the volume-weighted means of their cells. They are found among evenly numbered cells,
//! [`AMONG`] per centre; then every cell goes to the nearest.

use crate::body::Body;
use crate::linalg::{Mat, MatRef, column, column_mut, for_columns, product};
use rayon::prelude::*;

/// Rounds of k-means at most.
const ROUNDS: usize = 12;
/// Cells per centre among which centres are looked for.
const AMONG: usize = 40;
/// Cells whose distances are found together.
const CHUNK: usize = 1024;

/// A partition of the cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    /// Cluster of each cell.
    pub of_cell: Vec<u32>,
    /// The cell nearest to each cluster's centre.
    pub middle: Vec<u32>,
    /// Volume of each cluster.
    pub volume: Vec<f64>,
}

/// Mean of the modes over some cells and their stiffness, a column each: `modes` has a row per vertex,
/// or `d` rows.
fn features(body: &Body, modes: MatRef<'_, f64>, cells: &[u32]) -> Mat {
    let per = modes.nrows() / body.mesh.vertex_count();
    let corners = 1.0 / (body.dim() + 1) as f64;
    let motion = per * modes.ncols();
    let largest = largest_motion(body, modes);
    let mut all = Mat::zeros(motion + 1, cells.len());
    for_columns(all.as_mut(), |t, feature| {
        for k in 0..modes.ncols() {
            let mode = column(modes, k);
            for &v in body.mesh.cell(cells[t] as usize) {
                for c in 0..per {
                    feature[k * per + c] += corners * mode[v as usize * per + c];
                }
            }
        }
        feature[motion] = largest * body.lame[cells[t] as usize].mu.ln();
    });
    all
}

/// How far the modes together move a vertex at most.
fn largest_motion(body: &Body, modes: MatRef<'_, f64>) -> f64 {
    let n = body.mesh.vertex_count();
    let per = modes.nrows() / n;
    let mut squares = vec![0.0; n];
    for k in 0..modes.ncols() {
        let mode = column(modes, k).chunks_exact(per);
        squares.iter_mut().zip(mode).for_each(|(sum, u)| *sum += squared(u));
    }
    squares.into_iter().fold(0.0, f64::max).sqrt()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

fn squared(a: &[f64]) -> f64 {
    a.iter().map(|x| x * x).sum()
}

/// Features far apart, beginning with the largest.
fn far_apart(features: &Mat, count: usize) -> Mat {
    let feature = |t: usize| column(features.as_ref(), t);
    let most = |d: &[f64]| (0..d.len()).fold(0, |best, k| if d[k] > d[best] { k } else { best });
    let sizes: Vec<f64> = (0..features.ncols()).map(|t| squared(feature(t))).collect();
    let mut chosen = vec![most(&sizes)];
    let mut far = vec![f64::INFINITY; features.ncols()];
    while chosen.len() < count {
        let last = feature(chosen[chosen.len() - 1]);
        far.par_iter_mut().enumerate().with_min_len(1024).for_each(|(t, far)| {
            *far = far.min(distance(feature(t), last));
        });
        let next = most(&far);
        if far[next] == 0.0 {
            break;
        }
        chosen.push(next);
    }
    Mat::from_fn(features.nrows(), chosen.len(), |c, k| features[(c, chosen[k])])
}

/// The nearest centre of every feature: the one with the largest `x . c - |c|^2 / 2`.
fn nearest(features: &Mat, centres: &Mat) -> Vec<u32> {
    let halves: Vec<f64> =
        (0..centres.ncols()).map(|k| 0.5 * squared(column(centres.as_ref(), k))).collect();
    let cells = features.ncols();
    let chunks = (0..cells.div_ceil(CHUNK)).into_par_iter();
    let found = chunks.flat_map_iter(|k| {
        let count = CHUNK.min(cells - k * CHUNK);
        let scores = product(centres.transpose(), features.as_ref().subcols(k * CHUNK, count));
        let best = |t: usize| {
            let score = column(scores.as_ref(), t).iter().zip(&halves).map(|(s, half)| s - half);
            let first = (f64::NEG_INFINITY, 0);
            score.enumerate().fold(first, |b, (k, s)| if s > b.0 { (s, k as u32) } else { b }).1
        };
        (0..count).map(best).collect::<Vec<u32>>()
    });
    found.collect()
}

/// Centres of `count` clusters at most among some cells.
fn centres(body: &Body, modes: &Mat, count: usize) -> Mat {
    let step = (body.mesh.cell_count() / (AMONG * count)).max(1);
    let some: Vec<u32> = (0..body.mesh.cell_count() as u32).step_by(step).collect();
    let features = features(body, modes.as_ref(), &some);
    let mut centres = far_apart(&features, count);
    let mut of_cell = Vec::new();
    for _ in 0..ROUNDS {
        let new = nearest(&features, &centres);
        if new == of_cell {
            break;
        }
        of_cell = new;
        let mut sums = Mat::zeros(centres.nrows(), centres.ncols());
        let mut volume = vec![0.0; centres.ncols()];
        for (t, &k) in of_cell.iter().enumerate() {
            let v = body.geometry.volumes[some[t] as usize];
            volume[k as usize] += v;
            let sum = column_mut(sums.as_mut(), k as usize).iter_mut();
            sum.zip(column(features.as_ref(), t)).for_each(|(sum, x)| *sum += v * x);
        }
        for (k, volume) in volume.iter().enumerate().filter(|(_, v)| **v > 0.0) {
            let to = column_mut(centres.as_mut(), k).iter_mut();
            to.zip(column(sums.as_ref(), k)).for_each(|(to, sum)| *to = sum / volume);
        }
    }
    centres
}

/// `count` clusters at most by the modes (`n` or `d n` rows).
pub fn clusters(body: &Body, modes: &Mat, count: usize) -> Clusters {
    let cells: Vec<u32> = (0..body.mesh.cell_count() as u32).collect();
    let centres = centres(body, modes, count.clamp(1, cells.len()));
    let features = features(body, modes.as_ref(), &cells);
    let of_cell = nearest(&features, &centres);
    let count = centres.ncols();
    let (mut middle, mut volume) = (vec![u32::MAX; count], vec![0.0; count]);
    let mut best = vec![f64::INFINITY; count];
    for (t, &k) in of_cell.iter().enumerate() {
        let k = k as usize;
        volume[k] += body.geometry.volumes[t];
        let away = distance(column(features.as_ref(), t), column(centres.as_ref(), k));
        if away < best[k] {
            (best[k], middle[k]) = (away, t as u32);
        }
    }
    compact(Clusters { of_cell, middle, volume })
}

/// Without clusters that lost all their cells.
fn compact(all: Clusters) -> Clusters {
    let mut number = vec![0u32; all.volume.len()];
    let kept: Vec<usize> = (0..all.volume.len()).filter(|&k| all.middle[k] != u32::MAX).collect();
    kept.iter().enumerate().for_each(|(new, &old)| number[old] = new as u32);
    Clusters {
        of_cell: all.of_cell.iter().map(|&k| number[k as usize]).collect(),
        middle: kept.iter().map(|&k| all.middle[k]).collect(),
        volume: kept.iter().map(|&k| all.volume[k]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::field::Material;
    use crate::mesh::SimplexMesh;
    use crate::mesh::shapes::grid;
    use std::path::Path;

    fn strip() -> Body {
        let mesh = SimplexMesh::new(grid(&[12, 1], &[12.0, 1.0])).unwrap();
        Body::new(mesh, &Material::default(), Path::new(".")).unwrap()
    }

    #[test]
    fn cells_that_move_alike_share_a_cluster_and_volumes_add_up() {
        let body = strip();
        let modes = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| {
            (body.mesh.point(i)[0] / 4.0).floor().min(2.0)
        });
        let found = clusters(&body, &modes, 60);
        assert!((found.volume.iter().sum::<f64>() - 12.0).abs() < 1e-12);
        for (t, &k) in found.of_cell.iter().enumerate() {
            let same = |s: usize| {
                let mean = |t: usize| -> f64 {
                    body.mesh.cell(t).iter().map(|&v| modes[(v as usize, 0)]).sum()
                };
                mean(s) == mean(t)
            };
            for s in 0..body.mesh.cell_count() {
                assert_eq!(found.of_cell[s] == k, same(s), "cells {s} and {t}");
            }
        }
        for (k, &t) in found.middle.iter().enumerate() {
            assert_eq!(found.of_cell[t as usize], k as u32);
        }
    }

    #[test]
    fn stiff_and_soft_cells_share_no_cluster_though_they_move_alike() {
        let mut body = strip();
        let stiff = |t: usize| t.is_multiple_of(3);
        (0..body.mesh.cell_count()).filter(|&t| stiff(t)).for_each(|t| body.lame[t].mu *= 1e3);
        let modes = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| body.mesh.point(i)[0]);
        let found = clusters(&body, &modes, 4);
        for (t, &k) in found.of_cell.iter().enumerate() {
            assert_eq!(stiff(t), stiff(found.middle[k as usize] as usize), "cell {t}");
        }
    }

    #[test]
    fn few_clusters_part_a_bar_into_pieces_of_like_size() {
        let body = strip();
        let modes = Mat::from_fn(body.mesh.vertex_count(), 1, |i, _| body.mesh.point(i)[0]);
        let found = clusters(&body, &modes, 3);
        assert_eq!(found.volume.len(), 3);
        assert!(found.volume.iter().all(|v| (3.0..5.1).contains(v)), "{:?}", found.volume);
    }
}
