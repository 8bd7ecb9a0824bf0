//! Moves the boundary so that the surface runs through its middle.
//!
//! The corners of boundary facets lie on the surface, so facets are chords: they cut off what is
//! convex, edges and corners too, and fill what is hollow. Vertices move by `u_i` so that the facets
//! fit the surface best. At points `q = sum_i l_i x_i` of facets, a share `w_q` of the area each, the field
//! is `f_q` with slope `g_q`, and to first order the gap between facet and surface becomes
//!
//! ```text
//! r_q = (f_q + g_q . sum_i l_i u_i) / |g_q|          minimise  sum_q w_q r_q^2 + TIE sum_i m_i |u_i|^2
//! ```
//!
//! with `m_i = sum_q w_q l_i^2`, where `|g_q|` is taken to be at least [`STEEP`]: in the middle of tips and plates
//! there are no slopes. Without the small last term `sum_q w_q l_i r_q n_q = 0` at the minimum, for all
//! vertices and with normals `n_q`: where the surface is smooth, as much volume lies before as behind the facets at
//! a vertex. At sharp edges vertices move along both walls to where they meet, and flat walls stay.
//!
//! Vertices move one after the other (Gauss-Seidel), in a pass by [`FAR`] cells at most, and by less or
//! not at all where an angle would become worse than it was and than [`GOOD`]: so the bounds on angles
//! hold as before. A pass is repeated without the vertices of facets that came to pass through others
//! or to be farther than [`AWAY`] from the surface; they stay where they were.

use super::solid::Solid;
use crate::error::Result;
use crate::linalg::small::inverse;
use crate::mesh::RawMesh;
use crate::mesh::boundary::lone_facets;
use crate::mesh::geometry::{cosines, cross, dot, edges, shape_functions};
use crate::mesh::surface::Nearest;
use crate::progress::{Progress, check};

/// How often the surface is looked at, and how often all vertices move each time.
const PASSES: usize = 2;
const SWEEPS: usize = 4;
/// How far a vertex moves in a pass at most, in cells.
const FAR: f64 = 0.3;
/// How far from the surface corners and middles of facets may come by moving, in cells.
const AWAY: f64 = 0.5;
/// Slopes are measured between points this far from a point, in cells.
const BESIDE: f64 = 0.002;
/// The least slope that is believed, as a share of the median of all: about that in the middle
/// between the walls of a right-angled edge.
const STEEP: f64 = 0.7;
/// How much vertices are tied to their places.
const TIE: f64 = 0.01;
/// How often a move is halved before it is given up.
const HALVINGS: usize = 3;
/// Angles that no move makes worse, in degrees: in the plane and in space.
const GOOD: [[f64; 2]; 2] = [[20.0, 125.0], [18.0, 148.0]];
/// How often vertices of facets that pass through others are held, before all are.
const ROUNDS: usize = 4;
/// Every facet is looked at in as many points as it has corners: the share `l` that a corner has in the
/// point near it, and in the others. Exact for quadratic surfaces.
const SHARES: [[f64; 2]; 2] =
    [[0.788_675_134_594_812_9, 0.211_324_865_405_187_1], [2.0 / 3.0, 1.0 / 6.0]];

/// Moves the boundary of a mesh of cells of size `h`.
pub(super) fn centre(
    solid: &Solid,
    h: f64,
    mesh: &mut RawMesh,
    progress: &dyn Progress,
) -> Result<()> {
    match mesh.dim {
        2 => Moving::<2>::new(h, mesh).centre(solid, progress),
        _ => Moving::<3>::new(h, mesh).centre(solid, progress),
    }
}

/// A mesh whose boundary moves.
struct Moving<'a, const D: usize> {
    h: f64,
    points: &'a mut [f64],
    cells: &'a [u32],
    /// Facets of the boundary, facing outwards; the corner `a` of facet `f` is number `f D + a`.
    facets: Vec<u32>,
    /// Vertices of the boundary, ascending.
    vertices: Vec<u32>,
    /// Cells at each vertex of the boundary, and the corners of facets that it is.
    around: Lists,
    corners: Lists,
}

/// Lists of numbers: list `k` is `items[starts[k]..starts[k + 1]]`.
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// From pairs of a list and a number.
    fn new(count: usize, mut pairs: Vec<[u32; 2]>) -> Self {
        pairs.sort_unstable();
        let mut starts = vec![0; count + 1];
        pairs.iter().for_each(|[k, _]| starts[*k as usize + 1] += 1);
        (0..count).for_each(|k| starts[k + 1] += starts[k]);
        Lists { starts, items: pairs.into_iter().map(|[_, item]| item).collect() }
    }

    fn of(&self, k: usize) -> &[u32] {
        &self.items[self.starts[k] as usize..self.starts[k + 1] as usize]
    }
}

/// The surface near the points of facets, in the order of the corners that they are near: scaled values
/// and slopes `f / |g|` and `g / |g|`, and weights.
struct Near<const D: usize> {
    gaps: Vec<f64>,
    normals: Vec<[f64; D]>,
    weights: Vec<f64>,
    /// The median of the slopes.
    slope: f64,
}

fn length(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// The share of corner `a` of a facet in the point near corner `b`.
fn share<const D: usize>(a: usize, b: usize) -> f64 {
    SHARES[D - 2][usize::from(a != b)]
}

/// Corners of a regular simplex at distance one from its middle.
fn simplex<const D: usize>() -> Vec<[f64; D]> {
    let (s, t) = (0.75f64.sqrt(), 1.0 / 3f64.sqrt());
    let corners: &[[f64; 3]] = match D {
        2 => &[[1.0, 0.0, 0.0], [-0.5, s, 0.0], [-0.5, -s, 0.0]],
        _ => &[[t, t, t], [t, -t, -t], [-t, t, -t], [-t, -t, t]],
    };
    corners.iter().map(|x| std::array::from_fn(|c| x[c])).collect()
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
        let around = Lists::new(vertices.len(), pairs);
        let corners = (0..).zip(&facets).map(|(corner, &i)| [number[i as usize], corner]).collect();
        let corners = Lists::new(vertices.len(), corners);
        Moving { h, points, cells, facets, vertices, around, corners }
    }

    fn centre(mut self, solid: &Solid, progress: &dyn Progress) -> Result<()> {
        progress.stage("centre the boundary", PASSES);
        for pass in 0..PASSES {
            let near = self.near(solid)?;
            self.pass(solid, &near, progress)?;
            progress.advance(pass + 1);
        }
        Ok(())
    }

    fn point(&self, i: u32) -> [f64; D] {
        std::array::from_fn(|c| self.points[i as usize * D + c])
    }

    /// Length or area of a facet.
    fn area(&self, facet: &[u32]) -> f64 {
        let x = self.point(facet[0]);
        let edge = |a: usize| -> [f64; 3] {
            let y = self.point(facet[a]);
            std::array::from_fn(|c| if c < D { y[c] - x[c] } else { 0.0 })
        };
        if D == 2 { length(&edge(1)) } else { length(&cross(edge(1), edge(D - 1))) / 2.0 }
    }

    /// The point of a facet at which its corners have these shares.
    fn at(&self, facet: &[u32], share: impl Fn(usize) -> f64) -> [f64; D] {
        let mut at = [0.0; D];
        for (a, &i) in facet.iter().enumerate() {
            let (x, share) = (self.point(i), share(a));
            (0..D).for_each(|c| at[c] += share * x[c]);
        }
        at
    }

    /// Looks at the surface from the facets.
    fn near(&self, solid: &Solid) -> Result<Near<D>> {
        let (step, d) = (BESIDE * self.h, D as f64);
        let around = simplex::<D>();
        let mut samples = Vec::with_capacity(self.facets.len() * (D + 1) * D);
        let mut weights = Vec::with_capacity(self.facets.len());
        for facet in self.facets.chunks_exact(D) {
            for b in 0..D {
                let at = self.at(facet, |a| share::<D>(a, b));
                around.iter().for_each(|x| samples.extend((0..D).map(|c| at[c] + step * x[c])));
            }
            weights.extend([self.area(facet) / d; D]);
        }
        let values = solid.sample(&samples)?;
        let (mut gaps, mut normals) = (Vec::new(), Vec::new());
        for values in values.chunks_exact(D + 1) {
            gaps.push(values.iter().sum::<f64>() / (d + 1.0));
            let moment = |c: usize| around.iter().zip(values).map(|(x, f)| x[c] * f).sum::<f64>();
            let slope: [f64; D] = std::array::from_fn(|c| d * moment(c) / ((d + 1.0) * step));
            normals.push(slope);
        }
        let mut slopes: Vec<f64> = normals.iter().map(|g| length(g)).collect();
        slopes.sort_unstable_by(f64::total_cmp);
        let slope = slopes.get(slopes.len() / 2).copied().unwrap_or(0.0);
        for (gap, normal) in gaps.iter_mut().zip(&mut normals) {
            let steep = length(normal).max(STEEP * slope).max(f64::MIN_POSITIVE);
            *gap /= steep;
            *normal = normal.map(|x| x / steep);
        }
        Ok(Near { gaps, normals, weights, slope })
    }

    /// Moves all vertices, but none of facets that would pass through others or go astray.
    fn pass(&mut self, solid: &Solid, near: &Near<D>, progress: &dyn Progress) -> Result<()> {
        let before: Vec<[f64; D]> = self.vertices.iter().map(|&i| self.point(i)).collect();
        let mut held = vec![false; before.len()];
        for _ in 0..ROUNDS {
            let mut gaps = near.gaps.clone();
            let mut moved = vec![[0.0; D]; before.len()];
            for _ in 0..SWEEPS {
                check(progress)?;
                for k in (0..before.len()).filter(|&k| !held[k]) {
                    let wish = self.wish(k, near, &gaps, moved[k]);
                    let next = self.step(k, before[k], moved[k], wish);
                    let by: [f64; D] = std::array::from_fn(|c| next[c] - moved[k][c]);
                    self.points_of(k, |a, q| gaps[q] += a * dot(&near.normals[q], &by));
                    moved[k] = next;
                }
            }
            check(progress)?;
            let mut bad = vec![false; self.facets.len() / D];
            let crossing = Nearest::new(D, self.points, &self.facets).crossing();
            let astray = self.astray(solid, near, &moved)?;
            crossing.into_iter().chain(astray).for_each(|f| bad[f] = true);
            let on_bad = |k: &usize| self.corners.of(*k).iter().any(|c| bad[*c as usize / D]);
            // facets of held vertices were bad before
            let fresh: Vec<usize> = (0..held.len()).filter(|k| !held[*k] && on_bad(k)).collect();
            if fresh.is_empty() {
                return Ok(());
            }
            fresh.iter().for_each(|&k| held[k] = true);
            (0..before.len()).for_each(|k| self.put(k, before[k]));
        }
        Ok(())
    }

    /// Facets that came to be farther than [`AWAY`] from the surface, by the field at their corners and
    /// middles. Only those can that were near it and moved by as much together.
    fn astray(&self, solid: &Solid, near: &Near<D>, moved: &[[f64; D]]) -> Result<Vec<usize>> {
        let limit = AWAY * self.h;
        let mut reach = vec![0f64; self.facets.len() / D];
        for (k, by) in moved.iter().enumerate() {
            for &corner in self.corners.of(k) {
                let facet = &mut reach[corner as usize / D];
                *facet = facet.max(length(by));
            }
        }
        let was = |f: usize| near.gaps[f * D..][..D].iter().fold(0f64, |a, gap| a.max(gap.abs()));
        let may: Vec<usize> = (0..reach.len()).filter(|&f| was(f) + reach[f] > limit).collect();
        let mut samples = Vec::new();
        for facet in may.iter().map(|f| &self.facets[f * D..][..D]) {
            facet.iter().for_each(|&i| samples.extend(self.point(i)));
            samples.extend(self.at(facet, |_| 1.0 / D as f64));
        }
        let values = solid.sample(&samples)?;
        let away = values.chunks_exact(D + 1).map(|f| f.iter().fold(0f64, |a, f| a.max(f.abs())));
        let found = may.into_iter().zip(away);
        let far = found.filter(|&(f, away)| away > near.slope * limit.max(was(f)));
        Ok(far.map(|(f, _)| f).collect())
    }

    /// Points of the facets at a vertex, with the vertex's share in each.
    fn points_of(&self, k: usize, mut each: impl FnMut(f64, usize)) {
        for &corner in self.corners.of(k) {
            let (facet, a) = (corner as usize / D, corner as usize % D);
            (0..D).for_each(|b| each(share::<D>(a, b), facet * D + b));
        }
    }

    /// Where a vertex that has moved wants to be, seen from where it was.
    fn wish(&self, k: usize, near: &Near<D>, gaps: &[f64], moved: [f64; D]) -> [f64; D] {
        let (mut matrix, mut right) = ([[0.0; D]; D], [0.0; D]);
        let mut weight = 0.0;
        self.points_of(k, |a, q| {
            let (n, w) = (near.normals[q], near.weights[q]);
            // without what this vertex did
            let gap = gaps[q] - a * dot(&n, &moved);
            weight += w * a * a;
            for c in 0..D {
                right[c] -= w * a * gap * n[c];
                (0..D).for_each(|e| matrix[c][e] += w * a * a * n[c] * n[e]);
            }
        });
        (0..D).for_each(|c| matrix[c][c] += TIE * weight);
        let Some(inverse) = inverse(&matrix) else { return moved };
        let wish = inverse.map(|row| dot(&row, &right));
        let shorter = (FAR * self.h / length(&wish)).min(1.0);
        wish.map(|x| x * shorter)
    }

    fn put(&mut self, k: usize, x: [f64; D]) {
        self.points[self.vertices[k] as usize * D..][..D].copy_from_slice(&x);
    }

    /// Moves a vertex as far as its cells allow: how far from where it was.
    fn step(&mut self, k: usize, from: [f64; D], moved: [f64; D], wish: [f64; D]) -> [f64; D] {
        let [least, most] = GOOD[D - 2].map(|degrees| degrees.to_radians().cos());
        let angles = |moving: &Self| -> Option<Vec<[f64; 2]>> {
            moving.around.of(k).iter().map(|&t| moving.angles(t)).collect()
        };
        let Some(were) = angles(self) else { return moved };
        for halved in 0..=HALVINGS {
            let share = 0.5f64.powi(halved as i32);
            let next: [f64; D] = std::array::from_fn(|c| moved[c] + share * (wish[c] - moved[c]));
            self.put(k, std::array::from_fn(|c| from[c] + next[c]));
            let good = angles(self).is_some_and(|are| {
                are.iter().zip(&were).all(|([low, high], [lowest, highest])| {
                    *low >= most.min(*lowest) && *high <= least.max(*highest)
                })
            });
            if good {
                return next;
            }
        }
        self.put(k, std::array::from_fn(|c| from[c] + moved[c]));
        moved
    }

    /// Cosines of the largest and the smallest angle of a cell, if it is not turned over.
    fn angles(&self, t: u32) -> Option<[f64; 2]> {
        let cell = &self.cells[t as usize * (D + 1)..][..D + 1];
        let (volume, gradients) = shape_functions(edges::<D>(self.points, cell));
        let range = |[low, high]: [f64; 2], x: f64| [low.min(x), high.max(x)];
        (volume > 0.0).then(|| cosines(&gradients).fold([1.0, -1.0], range))
    }
}
