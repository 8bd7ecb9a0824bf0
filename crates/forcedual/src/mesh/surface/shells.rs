//! Shells: how their facets hang together, how many handles they have, what they hold and how far
//! they are apart.
//!
//! With `V` vertices, `E` edges and `F` facets, `C` shells that are closed and do not touch have
//! `C - (V - E + F) / 2` handles.

use super::halved::halved;
use super::parts::{Part, Plane, corners};
use super::tree::{Nearest, Point, minus, square};
use crate::error::Result;
use crate::mesh::geometry::Sets;
use crate::mesh::io::Surface;
use crate::mesh::winding::WindingTree;
use crate::progress::{Progress, check};
use rayon::prelude::*;

/// Pieces of a shell from which the distance to others is measured, about, and how large they become
/// beside that distance.
const MEASURED: usize = 20_000;
const NEAR: f64 = 0.01;

/// Facets that are connected through edges, or ends in the plane.
pub(super) fn shells(surface: &Surface) -> Vec<Vec<usize>> {
    let dim = surface.dim;
    let count = surface.facets.len() / dim;
    let mut rims: Vec<([u32; 2], usize)> = Vec::with_capacity(dim * count);
    for (f, v) in surface.facets.chunks_exact(dim).enumerate() {
        for k in 0..dim {
            let (a, b) = if dim == 2 { (v[k], v[k]) } else { (v[k], v[(k + 1) % 3]) };
            rims.push(([a.min(b), a.max(b)], f));
        }
    }
    rims.par_sort_unstable();
    let mut sets = Sets::new(count);
    for rim in rims.chunk_by(|a, b| a.0 == b.0) {
        rim.iter().for_each(|(_, f)| sets.join(rim[0].1, *f));
    }
    let (count, numbers) = sets.numbered(|_| true);
    let mut shells = vec![Vec::new(); count];
    numbers.iter().enumerate().for_each(|(f, &k)| shells[k as usize].push(f));
    shells
}

/// Points and facets of shells.
pub(super) fn gathered<'a>(
    surfaces: &[&Surface],
    shells: impl Iterator<Item = &'a (usize, Vec<usize>)>,
) -> (Vec<f64>, Vec<u32>) {
    let mut positions = Vec::new();
    let mut count = 0;
    for (s, shell) in shells {
        let surface = surfaces[*s];
        for &f in shell {
            for point in corners(surface, f).iter().take(surface.dim) {
                positions.extend_from_slice(&point[..surface.dim]);
                count += 1;
            }
        }
    }
    (positions, (0..count).collect())
}

/// The facets of all parts; in space there is one surface.
pub(super) fn joined(surfaces: &[&Surface], list: &[Part]) -> Vec<u32> {
    let of = |part: &Part| {
        let surface = surfaces[part.shell.0];
        let facets = part.shell.1.iter();
        facets.flat_map(|&f| surface.facets[f * surface.dim..][..surface.dim].to_vec()).collect()
    };
    list.iter().map(of).collect::<Vec<Vec<u32>>>().concat()
}

/// Sets of facets that are connected through edges of two.
pub(super) fn leaves(surface: &Surface, shell: &[usize]) -> usize {
    if surface.dim == 2 {
        return 1;
    }
    let facets: Vec<u32> =
        shell.iter().flat_map(|&f| surface.facets[3 * f..][..3].to_vec()).collect();
    connected(&facets)
}

/// Numbers groups of parts that have vertices in common.
pub(super) fn touch(surfaces: &[&Surface], list: &mut [Part]) {
    if list.len() < 2 {
        return;
    }
    let mut uses: Vec<(usize, u32, usize)> = Vec::new();
    for (k, part) in list.iter().enumerate() {
        let surface = surfaces[part.shell.0];
        let vertices =
            part.shell.1.iter().flat_map(|&f| &surface.facets[f * surface.dim..][..surface.dim]);
        uses.extend(vertices.map(|&i| (part.shell.0, i, k)));
    }
    uses.par_sort_unstable();
    let mut sets = Sets::new(list.len());
    for pair in uses.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
        sets.join(pair[0].2, pair[1].2);
    }
    for (k, part) in list.iter_mut().enumerate() {
        part.touching = sets.root(k);
    }
}

/// Takes the volumes of cavities from those of the pieces that they are in.
pub(super) fn without_cavities(
    surfaces: &[&Surface],
    list: &mut [Part],
    progress: &dyn Progress,
) -> Result<()> {
    let cavities: Vec<(Point, f64)> = list
        .iter()
        .filter(|part| part.cavity)
        .filter_map(|part| Some((*part.points.first()?, part.volume)))
        .collect();
    if cavities.is_empty() {
        return Ok(());
    }
    let within = |part: &Part| -> Result<Vec<usize>> {
        check(progress)?;
        let (positions, facets) = gathered(surfaces, [&part.shell].into_iter());
        let dim = surfaces[part.shell.0].dim;
        let around = Around::new(dim, &positions);
        let could: Vec<usize> = (0..cavities.len())
            .filter(|&k| cavities[k].1 < part.volume && around.holds(cavities[k].0))
            .collect();
        if could.is_empty() {
            return Ok(could);
        }
        let tree = WindingTree::new(dim, &positions, &facets)?;
        Ok(could.into_iter().filter(|&k| tree.at(cavities[k].0).abs() > 0.5).collect())
    };
    let held: Vec<Vec<usize>> = list
        .par_iter()
        .map(|part| if part.cavity { Ok(Vec::new()) } else { within(part) })
        .collect::<Result<_>>()?;
    // of nested pieces the smallest has it
    let mut owner: Vec<Option<usize>> = vec![None; cavities.len()];
    for (k, held) in held.iter().enumerate() {
        for &c in held {
            let smaller = owner[c].is_none_or(|other: usize| list[k].volume < list[other].volume);
            if smaller {
                owner[c] = Some(k);
            }
        }
    }
    for ((_, volume), owner) in cavities.iter().zip(owner) {
        if let Some(k) = owner {
            list[k].volume -= volume;
        }
    }
    Ok(())
}

/// The box around points.
pub(super) struct Around {
    dim: usize,
    low: Point,
    high: Point,
}

impl Around {
    /// Of flat coordinates.
    pub(super) fn new(dim: usize, positions: &[f64]) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for point in positions.chunks_exact(dim) {
            for (c, &x) in point.iter().enumerate() {
                low[c] = low[c].min(x);
                high[c] = high[c].max(x);
            }
        }
        Around { dim, low, high }
    }

    /// Its middle; what is rounding beside its size is zero.
    pub(super) fn middle(&self) -> Vec<f64> {
        let size = (0..self.dim).map(|c| self.high[c] - self.low[c]).fold(0.0, f64::max);
        let middle = (0..self.dim).map(|c| (self.low[c] + self.high[c]) / 2.0);
        middle.map(|x| if x.abs() < 1e-9 * size { 0.0 } else { x }).collect()
    }

    /// Whether a point is within it.
    pub(super) fn holds(&self, q: Point) -> bool {
        (0..self.dim).all(|c| self.low[c] < q[c] && q[c] < self.high[c])
    }
}

/// Edges of triangles, sorted: the ends, and the corners there.
fn edges(facets: &[u32]) -> Vec<([u32; 2], [usize; 2])> {
    let mut edges = Vec::with_capacity(facets.len());
    for f in 0..facets.len() / 3 {
        for k in 0..3 {
            let [a, b] = [3 * f + k, 3 * f + (k + 1) % 3];
            let [a, b] = if facets[a] < facets[b] { [a, b] } else { [b, a] };
            edges.push(([facets[a], facets[b]], [a, b]));
        }
    }
    edges.par_sort_unstable();
    edges
}

/// Sets of triangles that are connected through edges of two.
fn connected(facets: &[u32]) -> usize {
    let mut sets = Sets::new(facets.len() / 3);
    for same in edges(facets).chunk_by(|a, b| a.0 == b.0) {
        if let [one, two] = same {
            sets.join(one.1[0] / 3, two.1[0] / 3);
        }
    }
    sets.numbered(|_| true).0
}

/// Handles of all shells in space, if every edge has two triangles and none touch at a vertex.
pub(super) fn handles(dim: usize, facets: &[u32]) -> Option<usize> {
    if dim != 3 {
        return None;
    }
    let edges = edges(facets);
    let (mut fans, mut shells) = (Sets::new(facets.len()), Sets::new(facets.len() / 3));
    for same in edges.chunk_by(|a, b| a.0 == b.0) {
        let [(_, one), (_, two)] = same else { return None };
        (0..2).for_each(|k| fans.join(one[k], two[k]));
        shells.join(one[0] / 3, two[0] / 3);
    }
    let mut vertices = facets.to_vec();
    vertices.par_sort_unstable();
    vertices.dedup();
    let (vertices, fans) = (vertices.len(), fans.numbered(|_| true).0);
    let twice = 2 * shells.numbered(|_| true).0 + edges.len() / 2;
    (vertices == fans).then(|| twice.saturating_sub(vertices + facets.len() / 3) / 2)
}

/// About the least distance of a part from others, and where it is: facets are divided where a smaller
/// one may be, until they are small beside it.
pub(super) fn gap(surfaces: &[&Surface], part: &Part, others: &[&Part]) -> Option<(f64, Point)> {
    let surface = surfaces[part.shell.0];
    let dim = surface.dim;
    let (positions, facets) = gathered(surfaces, others.iter().map(|other| &other.shell));
    if facets.is_empty() {
        return None;
    }
    let nearest = Nearest::new(dim, &positions, &facets);
    let own = &part.shell.1;
    let step = own.len().div_ceil(MEASURED).max(1);
    let mut pieces: Vec<[Point; 3]> =
        own.iter().step_by(step).map(|&f| corners(surface, f)).collect();
    let (mut best, mut looked) = ((f64::INFINITY, [0.0; 3]), 0);
    while !pieces.is_empty() && looked <= MEASURED {
        looked += pieces.len();
        // the middle last
        let seen: Vec<[(f64, Point); 4]> = pieces
            .par_iter()
            .map(|piece| {
                let [a, b, c] = *piece;
                let middle = Plane::new(dim, piece).middle;
                [a, b, c, middle].map(|q| (nearest.find(&q[..dim]).1, q))
            })
            .collect();
        // of equal ones the first
        best = seen.iter().flatten().fold(best, |best, q| if q.0 < best.0 { *q } else { best });
        let may = pieces.iter().zip(&seen).filter_map(|(piece, seen)| {
            let away = piece.map(|p| square(minus(p, seen[3].1)).sqrt());
            let radius = away.into_iter().fold(0.0, f64::max);
            (radius > NEAR * best.0 && seen[3].0 - radius < best.0).then_some((piece, radius))
        });
        pieces = may.flat_map(|(piece, radius)| halved(*piece, radius)).collect();
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{block, joined, moved, sphere, torus};
    use super::*;

    #[test]
    fn handles_are_those_of_spheres_and_tori() {
        let count = |surface: &Surface| handles(3, &surface.facets);
        assert_eq!(count(&sphere(2)), Some(0));
        assert_eq!(count(&torus(12)), Some(1));
        let far = moved(&torus(9), 1.0, [5.0, 0.0, 0.0]);
        let three = joined(&joined(&torus(12), &far), &moved(&sphere(1), 0.1, [0.0; 3]));
        assert_eq!(count(&three), Some(2));
        // one that is open, and two that touch at a vertex
        let open = Surface { facets: sphere(1).facets[3..].to_vec(), ..sphere(1) };
        assert_eq!(count(&open), None);
        let mut touching = joined(&block([0.0; 3], [1.0; 3]), &block([1.0; 3], [2.0; 3]));
        touching.facets.iter_mut().filter(|i| **i == 8).for_each(|i| *i = 7);
        assert_eq!((count(&touching), connected(&touching.facets)), (None, 2));
    }
}
