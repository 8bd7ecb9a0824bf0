//! Cells that move alike: k-means on what the modes do to them.
//!
//! The feature of a cell is the mean of the modes over its corners, each mode scaled by the root of
//! its variance: cells with equal features move together whatever the prior does. Centres start far
//! apart (each new one is the cell farthest from all so far) and move to the volume-weighted means of
//! their cells.

use crate::body::Body;
use crate::linalg::{Mat, MatRef, column};
use rayon::prelude::*;

/// Rounds of k-means at most.
const ROUNDS: usize = 12;

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

/// Mean of the modes over every cell, a row each: `modes` has a row per vertex, or `d` rows.
fn features(body: &Body, modes: MatRef<'_, f64>, scale: &[f64]) -> (usize, Vec<f64>) {
    let per = modes.nrows() / body.mesh.vertex_count();
    let width = per * modes.ncols();
    let corners = 1.0 / (body.dim() + 1) as f64;
    let mut all = vec![0.0; width * body.mesh.cell_count()];
    for (k, &scale) in (0..modes.ncols()).zip(scale) {
        let mode = column(modes, k);
        for t in 0..body.mesh.cell_count() {
            for &v in body.mesh.cell(t) {
                for c in 0..per {
                    all[t * width + k * per + c] += corners * scale * mode[v as usize * per + c];
                }
            }
        }
    }
    (width, all)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

/// `count` clusters at most by the modes (`n` or `d n` rows), each scaled by a factor.
pub fn clusters(body: &Body, modes: &Mat, scale: &[f64], count: usize) -> Clusters {
    let (width, features) = features(body, modes.as_ref(), scale);
    let cells = body.mesh.cell_count();
    let feature = |t: usize| &features[t * width..][..width];
    let count = count.clamp(1, cells);

    // far apart: begin at the cell that moves most
    let most = |d: &[f64]| (0..cells).fold(0, |best, t| if d[t] > d[best] { t } else { best });
    let zero = vec![0.0; width];
    let mut far: Vec<f64> = (0..cells).map(|t| distance(feature(t), &zero)).collect();
    let mut chosen = vec![most(&far)];
    far.fill(f64::INFINITY);
    while chosen.len() < count {
        let last = feature(chosen[chosen.len() - 1]);
        far.par_iter_mut().enumerate().with_min_len(4096).for_each(|(t, far)| {
            *far = far.min(distance(feature(t), last));
        });
        let next = most(&far);
        if far[next] == 0.0 {
            break;
        }
        chosen.push(next);
    }
    let mut centres: Vec<f64> = chosen.iter().flat_map(|&t| feature(t).to_vec()).collect();
    let count = chosen.len();
    let mut of_cell = vec![u32::MAX; cells];
    for _ in 0..ROUNDS {
        let new: Vec<u32> = (0..cells)
            .into_par_iter()
            .with_min_len(512)
            .map(|t| nearest(feature(t), &centres, width))
            .collect();
        if new == of_cell {
            break;
        }
        of_cell = new;
        let (mut sums, mut volume) = (vec![0.0; count * width], vec![0.0; count]);
        for (t, &k) in of_cell.iter().enumerate() {
            let (k, v) = (k as usize, body.geometry.volumes[t]);
            volume[k] += v;
            let sum = sums[k * width..][..width].iter_mut();
            sum.zip(feature(t)).for_each(|(sum, x)| *sum += v * x);
        }
        for (k, volume) in volume.iter().enumerate().filter(|(_, v)| **v > 0.0) {
            for c in 0..width {
                centres[k * width + c] = sums[k * width + c] / volume;
            }
        }
    }
    let (mut middle, mut volume) = (vec![u32::MAX; count], vec![0.0; count]);
    let mut best = vec![f64::INFINITY; count];
    for (t, &k) in of_cell.iter().enumerate() {
        let k = k as usize;
        volume[k] += body.geometry.volumes[t];
        let away = distance(feature(t), &centres[k * width..][..width]);
        if away < best[k] {
            (best[k], middle[k]) = (away, t as u32);
        }
    }
    compact(Clusters { of_cell, middle, volume })
}

fn nearest(x: &[f64], centres: &[f64], width: usize) -> u32 {
    if width == 0 {
        return 0;
    }
    let mut best = (f64::INFINITY, 0);
    for (k, centre) in centres.chunks_exact(width).enumerate() {
        let away = distance(x, centre);
        if away < best.0 {
            best = (away, k as u32);
        }
    }
    best.1
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
