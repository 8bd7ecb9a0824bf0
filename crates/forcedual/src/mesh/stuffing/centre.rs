//! Moves the boundary so that the surface runs through its middle.
//!
//! The corners of boundary facets lie on the surface, so facets are chords: they cut off what is
//! convex and fill what is hollow, a volume of order `h^2`. The mean gap between a facet `F` with
//! corners `x_i` and middle `c`, and the surface beyond it, is by a rule that is exact for quadratic
//! surfaces
//!
//! ```text
//! g_F = -(d f(c) + 1/d sum_i f(x_i)) / ((d + 1) s_F)        s_F = slope of f along the normal at c
//! ```
//!
//! where slopes are taken to be at least [`STEEP`]: in the middle of tips and plates there are none.
//! A vertex whose facets have the area vectors `A_F` moves along `A = sum A_F` by
//!
//! ```text
//! u = sum |A_F| g_F / |A|
//! ```
//!
//! which adds `1/d sum |A_F| g_F` to the volume, to first order: all vertices together add what was
//! missing. Corners of tips and blades need a second pass. Vertices move one after the other, in a
//! pass by [`FAR`] cells at most, and by less or not at all where an angle would become worse than it
//! was and than [`GOOD`]: so the bounds on angles hold as before. A pass is repeated without the vertices of
//! facets that came to pass through others; they stay where they were.

use super::solid::Solid;
use crate::error::Result;
use crate::mesh::RawMesh;
use crate::mesh::boundary::lone_facets;
use crate::mesh::geometry::{cross, dot, edges};
use crate::mesh::surface::Nearest;

/// Times that all vertices move.
const PASSES: usize = 2;
/// How far a vertex moves at most, in cells.
const FAR: f64 = 0.3;
/// Slopes are measured between points this far before and behind a facet, in cells.
const BESIDE: f64 = 0.02;
/// The least slope that is believed, as a share of the median of all facets: about that at a facet
/// that cuts off a right-angled edge.
const STEEP: f64 = 0.7;
/// How often a move is halved before it is given up.
const HALVINGS: usize = 3;
/// Angles that no move makes worse, in degrees: in the plane and in space.
const GOOD: [[f64; 2]; 2] = [[20.0, 125.0], [18.0, 148.0]];
/// How often vertices of facets that pass through others are held, before all are.
const ROUNDS: usize = 4;

/// Moves the boundary of a mesh of cells of size `h`.
pub(super) fn centre(solid: &Solid, h: f64, mesh: &mut RawMesh) -> Result<()> {
    match mesh.dim {
        2 => Moving::<2>::new(h, mesh).centre(solid),
        _ => Moving::<3>::new(h, mesh).centre(solid),
    }
}

/// A mesh whose boundary moves.
struct Moving<'a, const D: usize> {
    h: f64,
    points: &'a mut [f64],
    cells: &'a [u32],
    /// Facets of the boundary, facing outwards.
    facets: Vec<u32>,
    /// Vertices of the boundary, ascending, and the number of each vertex of the mesh among them.
    vertices: Vec<u32>,
    number: Vec<u32>,
    /// Cells at vertex `k` of the boundary: `around[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    around: Vec<u32>,
}

fn padded<const D: usize>(x: [f64; D]) -> [f64; 3] {
    std::array::from_fn(|c| x.get(c).copied().unwrap_or(0.0))
}

fn length(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

impl<'a, const D: usize> Moving<'a, D> {
    fn new(h: f64, mesh: &'a mut RawMesh) -> Self {
        let (points, cells) = (&mut mesh.positions[..], &mesh.cells[..]);
        let facets = lone_facets(D, cells);
        let mut vertices = facets.clone();
        vertices.sort_unstable();
        vertices.dedup();
        let mut number = vec![u32::MAX; points.len() / D];
        (0..).zip(&vertices).for_each(|(k, &i)| number[i as usize] = k);
        let mut pairs = Vec::new();
        for (t, cell) in (0..).zip(cells.chunks_exact(D + 1)) {
            let on = cell.iter().map(|&i| number[i as usize]).filter(|k| *k != u32::MAX);
            pairs.extend(on.map(|k| [k, t]));
        }
        pairs.sort_unstable();
        let mut starts = vec![0; vertices.len() + 1];
        pairs.iter().for_each(|[k, _]| starts[*k as usize + 1] += 1);
        (0..vertices.len()).for_each(|k| starts[k + 1] += starts[k]);
        let around = pairs.into_iter().map(|[_, t]| t).collect();
        Moving { h, points, cells, facets, vertices, number, starts, around }
    }

    fn centre(mut self, solid: &Solid) -> Result<()> {
        for _ in 0..PASSES {
            let moves = self.moves(solid)?;
            self.pass(&moves);
        }
        Ok(())
    }

    fn point(&self, i: u32) -> [f64; D] {
        std::array::from_fn(|c| self.points[i as usize * D + c])
    }

    /// Numbers of the corners of a facet among the vertices of the boundary.
    fn corners(&self, facet: &[u32]) -> impl Iterator<Item = usize> {
        facet.iter().map(|&i| self.number[i as usize] as usize)
    }

    /// Area vector of a facet.
    fn vector(&self, facet: &[u32]) -> [f64; 3] {
        let x = self.point(facet[0]);
        let edge = |a: usize| {
            let y = self.point(facet[a]);
            padded::<D>(std::array::from_fn(|c| y[c] - x[c]))
        };
        match D {
            2 => cross(edge(1), [0.0, 0.0, 1.0]),
            _ => cross(edge(1), edge(2)).map(|x| x / 2.0),
        }
    }

    /// How every vertex should move.
    fn moves(&self, solid: &Solid) -> Result<Vec<[f64; D]>> {
        let (n, d) = (self.vertices.len(), D as f64);
        let [far, step] = [FAR, BESIDE].map(|cells| cells * self.h);
        let mut samples: Vec<f64> = self.vertices.iter().flat_map(|&i| self.point(i)).collect();
        let vectors: Vec<[f64; 3]> = self.facets.chunks_exact(D).map(|f| self.vector(f)).collect();
        for (facet, vector) in self.facets.chunks_exact(D).zip(&vectors) {
            let scale = step / length(vector).max(f64::MIN_POSITIVE);
            let middle = |c: usize| facet.iter().map(|&i| self.point(i)[c]).sum::<f64>() / d;
            for side in [-scale, scale] {
                samples.extend((0..D).map(|c| middle(c) + side * vector[c]));
            }
        }
        let values = solid.sample(&samples)?;
        let (at, beside) = values.split_at(n);
        let slope = |beside: &[f64]| (beside[1] - beside[0]) / (2.0 * step);
        let mut slopes: Vec<f64> = beside.chunks_exact(2).map(slope).collect();
        slopes.sort_unstable_by(f64::total_cmp);
        let least = STEEP * slopes.get(slopes.len() / 2).copied().unwrap_or(0.0);
        // per vertex: sum of A_F, and of |A_F| g_F
        let mut sums = vec![([0.0; D], 0.0); n];
        let facets = self.facets.chunks_exact(D).zip(&vectors).zip(beside.chunks_exact(2));
        for ((facet, vector), beside) in facets {
            let corners: f64 = self.corners(facet).map(|k| at[k]).sum();
            let mean = (d * (beside[0] + beside[1]) / 2.0 + corners / d) / (d + 1.0);
            let gap = match slope(beside).max(least) {
                slope if slope > 0.0 => (-mean / slope).clamp(-far, far),
                _ => 0.0,
            };
            for k in self.corners(facet) {
                (0..D).for_each(|c| sums[k].0[c] += vector[c]);
                sums[k].1 += length(vector) * gap;
            }
        }
        let moved = |(vector, volume): ([f64; D], f64)| {
            let area = length(&vector).max(f64::MIN_POSITIVE);
            vector.map(|x| (volume / area).clamp(-far, far) * x / area)
        };
        Ok(sums.into_iter().map(moved).collect())
    }

    /// Moves all vertices, but none of facets that would pass through others.
    fn pass(&mut self, moves: &[[f64; D]]) {
        let before: Vec<[f64; D]> = self.vertices.iter().map(|&i| self.point(i)).collect();
        let mut held = vec![false; moves.len()];
        for _ in 0..ROUNDS {
            (0..moves.len()).filter(|&k| !held[k]).for_each(|k| self.step(k, before[k], moves[k]));
            let crossing = Nearest::new(D, self.points, &self.facets).crossing();
            let corners = crossing.iter().flat_map(|f| self.corners(&self.facets[f * D..][..D]));
            let fresh: Vec<usize> = corners.filter(|&k| !held[k]).collect();
            // those of held vertices did before
            if fresh.is_empty() {
                return;
            }
            fresh.iter().for_each(|&k| held[k] = true);
            (0..moves.len()).for_each(|k| self.put(k, before[k]));
        }
    }

    fn put(&mut self, k: usize, x: [f64; D]) {
        self.points[self.vertices[k] as usize * D..][..D].copy_from_slice(&x);
    }

    /// Moves a vertex as far as its cells allow.
    fn step(&mut self, k: usize, from: [f64; D], by: [f64; D]) {
        let [least, most] = GOOD[D - 2].map(|degrees| degrees.to_radians().cos());
        let cells = self.starts[k] as usize..self.starts[k + 1] as usize;
        let cosines = |moving: &Self| -> Option<Vec<[f64; 2]>> {
            cells.clone().map(|c| moving.cosines(moving.around[c])).collect()
        };
        let Some(were) = cosines(self) else { return };
        for halved in 0..=HALVINGS {
            let share = 0.5f64.powi(halved as i32);
            self.put(k, std::array::from_fn(|c| from[c] + share * by[c]));
            let good = cosines(self).is_some_and(|are| {
                are.iter().zip(&were).all(|([low, high], [lowest, highest])| {
                    *low >= most.min(*lowest) && *high <= least.max(*highest)
                })
            });
            if good {
                return;
            }
        }
        self.put(k, from);
    }

    /// Cosines of the largest and the smallest angle of a cell, if it is not turned over.
    fn cosines(&self, t: u32) -> Option<[f64; 2]> {
        let edges = edges::<D>(self.points, &self.cells[t as usize * (D + 1)..][..D + 1]);
        let (u, v) = (padded(edges[0]), padded(edges[1]));
        let w = if D == 2 { [0.0, 0.0, 1.0] } else { padded(edges[D - 1]) };
        // of the facets opposite corners 1, 2, .. and, last, opposite corner 0
        let mut normals = [cross(v, w), cross(w, u), cross(u, v), [0.0; 3]];
        if dot(&u, &normals[0]) <= 0.0 {
            return None;
        }
        normals[D] = std::array::from_fn(|c| -normals[..D].iter().map(|n| n[c]).sum::<f64>());
        let mut range = [1f64, -1f64];
        for (a, n) in normals[..=D].iter().enumerate() {
            for m in &normals[..a] {
                let cosine = -dot(n, m) / (length(n) * length(m));
                range = [range[0].min(cosine), range[1].max(cosine)];
            }
        }
        Some(range)
    }
}
