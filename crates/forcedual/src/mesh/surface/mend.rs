//! Puts a triangle surface right as far as an inside needs it.
//!
//! Corners within 1e-6 of the diagonal of each other become one. A patch is a set of triangles connected through
//! edges of exactly two triangles; within it all triangles are made to face as most of its area
//! does. Let `V` be the volume of the cone from the middle of a patch's rim (what it encloses, if it
//! is closed) and `w` the winding number of all other patches at most of its area.
//! A patch is turned if it is inside out (`V < 0`, by more than rounding) although nothing surrounds
//! it (`w < 1/2`), or if what surrounds it is inside out itself (`w < -1/2`). Walls of cavities,
//! `V < 0` and `w > 1/2`, stay.

use super::cap::cap;
use super::diagnosis::{CROSSINGS, Diagnosis, NAMED, largest_holes};
use super::halved::winding_tree;
use super::parts::{Plane, divided};
use super::tree::{FacetTree, Point, minus, square};
use super::weld::weld;
use crate::error::{Code, Error, Result};
use crate::mesh::geometry::{Sets, cross, dot};
use crate::mesh::io::Surface;
use crate::mesh::winding::WindingTree;
use crate::progress::{Progress, check};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// Points at which it is looked at what surrounds all patches, about, and one patch at least and at
/// most.
const SAMPLES: usize = 100_000;
const LEAST: usize = 32;
const MOST: usize = 512;
/// Largest coordinates (m) of surfaces that can be computed with.
const SIZES: RangeInclusive<f64> = 1e-30..=1e30;
/// Larger surfaces are not searched for crossings.
const SEARCHED: usize = 2_000_000;

/// A surface that has been put right, and caps for its holes.
pub struct Mended {
    /// The triangles that count, facing outwards, without equal corners.
    pub surface: Surface,
    /// For each of them the number of the given triangle that it is.
    pub given: Vec<u32>,
    /// Triangles that close the holes; their vertices follow those of the surface.
    pub caps: Surface,
    /// What was wrong.
    pub diagnosis: Diagnosis,
}

impl Mended {
    /// The surface with its caps.
    pub fn closed(&self) -> Surface {
        let facets = [&self.surface.facets[..], &self.caps.facets].concat();
        Surface { dim: 3, positions: self.caps.positions.clone(), facets }
    }
}

/// Use of an edge by a triangle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Side {
    pub ends: [u32; 2],
    pub facet: u32,
    /// The triangle runs from the higher to the lower end.
    back: bool,
}

/// Welds, turns and caps a surface of triangles, and counts its crossings.
pub fn mend(surface: &Surface, progress: &dyn Progress) -> Result<Mended> {
    let mut diagnosis = Diagnosis { facets: surface.facets.len() / 3, ..Diagnosis::default() };
    check_size(surface)?;
    let mut work = weld(surface, &mut diagnosis)?;
    let mut given = drop_useless(&mut work, &mut diagnosis)?;
    check(progress)?;
    let sides = sides(&work.facets);
    let patches = turn_facets(&mut work, &sides, &mut diagnosis, progress)?;
    let caps = cap((&mut work, &mut given), &sides, &patches, &mut diagnosis)?;
    diagnosis.largest_holes = largest_holes(&caps);
    if diagnosis.facets <= SEARCHED {
        check(progress)?;
        let tree = FacetTree::new(3, &work.positions, &work.facets);
        diagnosis.crossings = Some(tree.crossings(CROSSINGS + 1, progress)?);
    }
    Ok(Mended { surface: work, given, caps, diagnosis })
}

/// Volumes and their powers must be numbers.
fn check_size(surface: &Surface) -> Result<()> {
    let finite = surface.positions.iter().filter(|x| x.is_finite());
    let largest = finite.fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest > 0.0 && !SIZES.contains(&largest) {
        let message = format!("the surface has coordinates of {largest:.2e} m");
        let help = format!(
            "no body is larger than {:e} m or smaller than {:e} m",
            SIZES.end(),
            SIZES.start()
        );
        return Err(Error::new(Code::Numeric, message).help(help));
    }
    Ok(())
}

/// Drops triangles with equal corners and copies, and counts those without area; the numbers of the
/// others.
fn drop_useless(work: &mut Surface, diagnosis: &mut Diagnosis) -> Result<Vec<u32>> {
    if work.facets.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the surface has no triangles"));
    }
    let mut keys: Vec<([u32; 3], u32)> = work
        .facets
        .chunks_exact(3)
        .enumerate()
        .map(|(f, v)| {
            let mut key = [v[0], v[1], v[2]];
            key.sort_unstable();
            (key, f as u32)
        })
        .collect();
    keys.par_sort_unstable();
    let inner = inner_walls(&keys);
    let mut keep = vec![true; keys.len()];
    for pair in keys.windows(2) {
        if pair[0].0 == pair[1].0 {
            keep[pair[1].1 as usize] = false;
        }
    }
    for (key, f) in keys {
        let equal = key[0] == key[1] || key[1] == key[2];
        if equal || is_flat(&corners(work, &key)) {
            diagnosis.degenerate += 1;
            diagnosis.flat.push(f as usize);
        } else if !keep[f as usize] {
            diagnosis.duplicates += 1;
        }
        keep[f as usize] &= !equal && inner.binary_search(&key).is_err();
    }
    diagnosis.flat.sort_unstable();
    diagnosis.flat.truncate(NAMED);
    if diagnosis.degenerate == diagnosis.facets {
        let message = match diagnosis.facets {
            1 => "the only triangle has no area".to_owned(),
            n => format!("none of the {n} triangles has an area"),
        };
        return Err(Error::new(Code::MeshDegenerate, message)
            .help("the surface is a line or a point; check the export"));
    }
    let given: Vec<u32> = (0..).zip(keep).filter(|(_, keep)| *keep).map(|(f, _)| f).collect();
    work.facets =
        given.iter().flat_map(|&f| &work.facets[3 * f as usize..][..3]).copied().collect();
    Ok(given)
}

/// Triangles between two shells that share them, sorted: groups of triangles that there are an even
/// number of times, if an even number of others meets at each edge around the group.
fn inner_walls(keys: &[([u32; 3], u32)]) -> Vec<[u32; 3]> {
    let edges = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [a, c]];
    let different = |key: &[u32; 3]| key[0] != key[1] && key[1] != key[2];
    let groups = keys.chunk_by(|a, b| a.0 == b.0).filter(|same| different(&same[0].0));
    let (even, odd): (Vec<_>, Vec<_>) = groups.partition(|same| same.len() % 2 == 0);
    let even: Vec<[u32; 3]> = even.iter().map(|same| same[0].0).collect();
    if even.is_empty() {
        return even;
    }
    let mut uses: Vec<([u32; 2], usize)> = Vec::new();
    for (w, key) in even.iter().enumerate() {
        uses.extend(edges(*key).map(|edge| (edge, w)));
    }
    let others = even.len();
    uses.extend(odd.iter().flat_map(|same| edges(same[0].0)).map(|edge| (edge, others)));
    uses.par_sort_unstable();
    let mut sets = Sets::new(even.len());
    let mut around = Vec::new();
    for edge in uses.chunk_by(|a, b| a.0 == b.0) {
        let own = edge.partition_point(|(_, w)| *w < others);
        edge[..own].iter().for_each(|(_, w)| sets.join(edge[0].1, *w));
        if own > 0 && (own % 2 == 1 || own < edge.len()) {
            let more = edge.len() - own;
            around.push((edge[0].1, more > 0 && more % 2 == 0));
        }
    }
    let (mut rimmed, mut broken) = (vec![false; even.len()], vec![false; even.len()]);
    for (w, is_wall) in around {
        let list = if is_wall { &mut rimmed } else { &mut broken };
        list[sets.root(w)] = true;
    }
    let is_inner = |w: usize, sets: &mut Sets| rimmed[sets.root(w)] && !broken[sets.root(w)];
    (0..even.len()).filter(|&w| is_inner(w, &mut sets)).map(|w| even[w]).collect()
}

pub(super) fn corners(surface: &Surface, facet: &[u32]) -> [Point; 3] {
    std::array::from_fn(|k| std::array::from_fn(|c| surface.positions[3 * facet[k] as usize + c]))
}

fn is_flat([a, b, c]: &[Point; 3]) -> bool {
    let longest =
        [minus(*b, *a), minus(*c, *b), minus(*a, *c)].map(square).into_iter().fold(0.0, f64::max);
    square(cross(minus(*b, *a), minus(*c, *a))).sqrt() <= 1e-12 * longest
}

fn sides(facets: &[u32]) -> Vec<Side> {
    let mut sides: Vec<Side> = facets
        .chunks_exact(3)
        .enumerate()
        .flat_map(|(f, v)| {
            (0..3).map(move |k| {
                let (a, b) = (v[k], v[(k + 1) % 3]);
                Side { ends: [a.min(b), a.max(b)], facet: f as u32, back: a > b }
            })
        })
        .collect();
    sides.par_sort_unstable();
    sides
}

/// Sets of facets with a direction relative to their root.
struct Patches {
    parent: Vec<u32>,
    odd: Vec<bool>,
}

impl Patches {
    fn root(&mut self, f: u32) -> (u32, bool) {
        let (mut root, mut odd) = (f, false);
        while self.parent[root as usize] != root {
            odd ^= self.odd[root as usize];
            root = self.parent[root as usize];
        }
        let (mut at, mut rest) = (f, odd);
        while self.parent[at as usize] != root && at != root {
            let (next, step) = (self.parent[at as usize], self.odd[at as usize]);
            (self.parent[at as usize], self.odd[at as usize]) = (root, rest);
            rest ^= step;
            at = next;
        }
        (root, odd)
    }

    /// Joins two facets; false if they are joined already with the other direction.
    fn join(&mut self, f: u32, g: u32, opposed: bool) -> bool {
        let ((f, a), (g, b)) = (self.root(f), self.root(g));
        if f == g {
            return a ^ b == opposed;
        }
        self.parent[f.max(g) as usize] = f.min(g);
        self.odd[f.max(g) as usize] = a ^ b ^ opposed;
        true
    }
}

/// A set of facets connected through edges of two facets.
#[derive(Default, Clone)]
struct Patch {
    facets: Vec<u32>,
    area: [f64; 2],
    one_sided: bool,
    rim: (Point, f64),
    volume: f64,
}

impl Patch {
    /// The volume is negative, by more than flat patches have from rounding.
    fn inside_out(&self) -> bool {
        self.volume < -1e-9 * (self.area[0] + self.area[1]).powf(1.5)
    }
}

/// A facet of every patch that has only one side, and of every one that was turned as a whole.
pub(super) struct Odd {
    pub one_sided: Vec<u32>,
    pub turned: Vec<u32>,
}

/// Turns what faces the wrong way.
fn turn_facets(
    work: &mut Surface,
    sides: &[Side],
    diagnosis: &mut Diagnosis,
    progress: &dyn Progress,
) -> Result<Odd> {
    let count = work.facets.len() / 3;
    let mut sets = Patches { parent: (0..count as u32).collect(), odd: vec![false; count] };
    let mut conflicts = Vec::new();
    for edge in sides.chunk_by(|a, b| a.ends == b.ends) {
        match edge {
            [_] => diagnosis.open_edges += 1,
            [a, b] => {
                if !sets.join(a.facet, b.facet, a.back == b.back) {
                    conflicts.push(a.facet);
                }
            }
            _ => diagnosis.non_manifold += 1,
        }
    }
    let mut patches: Vec<Patch> = Vec::new();
    let mut of = vec![u32::MAX; count];
    for f in 0..count {
        let (root, odd) = sets.root(f as u32);
        if of[root as usize] == u32::MAX {
            of[root as usize] = patches.len() as u32;
            patches.push(Patch::default());
        }
        of[f] = of[root as usize];
        let [a, b, c] = corners(work, &work.facets[3 * f..][..3]);
        let area = square(cross(minus(b, a), minus(c, a))).sqrt() / 2.0;
        let patch = &mut patches[of[f] as usize];
        patch.area[usize::from(odd)] += area;
        patch.facets.push(f as u32);
        diagnosis.area += area;
    }
    for f in conflicts {
        patches[of[f as usize] as usize].one_sided = true;
    }
    let one_sided: Vec<u32> = patches.iter().filter(|p| p.one_sided).map(|p| p.facets[0]).collect();
    diagnosis.one_sided = one_sided.len();
    for patch in patches.iter().filter(|p| !p.one_sided) {
        let minority = patch.area[1] <= patch.area[0];
        for &f in &patch.facets {
            if sets.root(f).1 == minority {
                turn(work, f);
                diagnosis.flipped += 1;
            }
        }
    }
    measure(work, sides, &of, &mut patches);
    let turned = turn_patches(work, &patches, diagnosis, progress)?;
    Ok(Odd { one_sided, turned })
}

fn turn(work: &mut Surface, f: u32) {
    work.facets.swap(3 * f as usize + 1, 3 * f as usize + 2);
}

/// Volumes of cones from the middles of the rims.
fn measure(work: &Surface, sides: &[Side], of: &[u32], patches: &mut [Patch]) {
    for edge in sides.chunk_by(|a, b| a.ends == b.ends).filter(|edge| edge.len() != 2) {
        for side in edge {
            let (middle, count) = &mut patches[of[side.facet as usize] as usize].rim;
            for c in 0..3 {
                middle[c] += side
                    .ends
                    .iter()
                    .map(|&i| work.positions[3 * i as usize + c] / 2.0)
                    .sum::<f64>();
            }
            *count += 1.0;
        }
    }
    for patch in patches {
        let first = corners(work, &work.facets[3 * patch.facets[0] as usize..][..3])[0];
        let (sum, count) = patch.rim;
        let apex = if count > 0.0 { sum.map(|x| x / count) } else { first };
        patch.volume = patch
            .facets
            .iter()
            .map(|&f| {
                let [a, b, c] =
                    corners(work, &work.facets[3 * f as usize..][..3]).map(|x| minus(x, apex));
                dot(&a, &cross(b, c)) / 6.0
            })
            .sum();
    }
}

/// Turns whole patches; a facet of each.
fn turn_patches(
    work: &mut Surface,
    patches: &[Patch],
    diagnosis: &mut Diagnosis,
    progress: &dyn Progress,
) -> Result<Vec<u32>> {
    if !patches.iter().any(Patch::inside_out) {
        return Ok(Vec::new());
    }
    let all = winding_tree(&work.positions, &work.facets)?;
    let samples = (SAMPLES / patches.len()).clamp(LEAST, MOST);
    let mut turned = vec![false; patches.len()];
    for (p, patch) in patches.iter().enumerate().filter(|(_, p)| !p.one_sided) {
        check(progress)?;
        let own: Vec<u32> = patch
            .facets
            .iter()
            .flat_map(|&f| work.facets[3 * f as usize..][..3].to_vec())
            .collect();
        let own = WindingTree::new(3, &work.positions, &own)?;
        let points = if patches.len() == 1 { Vec::new() } else { spread(work, patch, samples) };
        let around: Vec<(f64, f64)> =
            points.par_iter().map(|(q, weight)| (all.at(*q) - own.at(*q), *weight)).collect();
        let half = around.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
        let mostly = |least: f64| {
            let more = around.iter().filter(|(w, _)| *w > least);
            more.map(|(_, weight)| weight).sum::<f64>() > half
        };
        let surrounded = mostly(0.5);
        let within_inside_out = !around.is_empty() && !mostly(-0.5);
        turned[p] = (patch.inside_out() && !surrounded) || within_inside_out;
    }
    for (patch, turned) in patches.iter().zip(&turned) {
        diagnosis.inward += usize::from(patch.inside_out() != *turned);
        if *turned {
            patch.facets.iter().for_each(|&f| turn(work, f));
        }
    }
    Ok(patches.iter().zip(turned).filter(|p| p.1).map(|p| p.0.facets[0]).collect())
}

/// About `count` points just off a patch, spread over its area, with weights. They do not depend on
/// the order of its triangles.
fn spread(work: &Surface, patch: &Patch, count: usize) -> Vec<(Point, f64)> {
    let mut list: Vec<(Plane, [Point; 3])> = patch
        .facets
        .iter()
        .map(|&f| corners(work, &work.facets[3 * f as usize..][..3]))
        .map(|corners| (Plane::new(3, &corners), corners))
        .collect();
    list.par_sort_unstable_by(|(a, _), (b, _)| {
        let pairs = a.middle.iter().zip(&b.middle);
        pairs.fold(Ordering::Equal, |order, (x, y)| order.then(x.total_cmp(y)))
    });
    let all: f64 = list.iter().map(|(plane, _)| square(plane.vector).sqrt()).sum();
    let (mut sum, mut points) = (0.0, Vec::new());
    for (plane, corners) in list {
        let before = (count as f64 * sum / all) as usize;
        sum += square(plane.vector).sqrt();
        let own = (count as f64 * sum / all) as usize - before;
        if own == 0 {
            continue;
        }
        let n = (own as f64).sqrt().ceil() as usize;
        for piece in divided(3, corners, n) {
            points.push((Plane::new(3, &piece).before(), own as f64 / (n * n) as f64));
        }
    }
    points
}
