//! Puts a triangle surface right as far as an inside needs it.
//!
//! Corners at exactly the same place become one. A patch is a set of triangles connected through
//! edges of exactly two triangles; within it all triangles are made to face as most of its area
//! does. Let `V` be the volume of the cone from the middle of a patch's rim (what it encloses, if it
//! is closed) and `w` the winding number of all other patches at one of its points. A patch is
//! turned if it is inside out (`V < 0`, by more than rounding) although nothing surrounds it (`w < 1/2`), or if what
//! surrounds it is inside out itself (`w < -1/2`). Walls of cavities, `V < 0` and `w > 1/2`, stay.

use super::cap::cap;
use super::diagnosis::{CROSSINGS, Diagnosis};
use super::tree::{FacetTree, Point, minus, square};
use super::weld::weld;
use crate::error::{Code, Error, Result};
use crate::mesh::geometry::{cross, dot};
use crate::mesh::io::Surface;
use crate::mesh::winding::WindingTree;
use crate::progress::{Progress, check};
use rayon::prelude::*;

/// Larger surfaces are not searched for crossings.
const SEARCHED: usize = 2_000_000;

/// A surface that has been put right, and caps for its holes.
pub struct Mended {
    /// The triangles that count, facing outwards, without equal corners.
    pub surface: Surface,
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
    let mut work = weld(surface, &mut diagnosis)?;
    drop_useless(&mut work, &mut diagnosis)?;
    check(progress)?;
    let sides = sides(&work.facets);
    turn_facets(&mut work, &sides, &mut diagnosis, progress)?;
    let caps = cap(&mut work, &sides, &mut diagnosis)?;
    if diagnosis.facets <= SEARCHED {
        check(progress)?;
        let tree = FacetTree::new(3, &work.positions, &work.facets);
        diagnosis.crossings = Some(tree.crossings(CROSSINGS + 1, progress)?);
    }
    Ok(Mended { surface: work, caps, diagnosis })
}

/// Drops triangles with equal corners and copies; counts those without area.
fn drop_useless(work: &mut Surface, diagnosis: &mut Diagnosis) -> Result<()> {
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
        } else if !keep[f as usize] {
            diagnosis.duplicates += 1;
        }
        keep[f as usize] &= !equal;
    }
    if diagnosis.degenerate == diagnosis.facets {
        let message = match diagnosis.facets {
            1 => "the only triangle has no area".to_owned(),
            n => format!("none of the {n} triangles has an area"),
        };
        return Err(Error::new(Code::MeshDegenerate, message)
            .help("the surface is a line or a point; check the export"));
    }
    work.facets = work
        .facets
        .chunks_exact(3)
        .zip(keep)
        .filter(|(_, k)| *k)
        .flat_map(|(v, _)| v)
        .copied()
        .collect();
    Ok(())
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

fn turn_facets(
    work: &mut Surface,
    sides: &[Side],
    diagnosis: &mut Diagnosis,
    progress: &dyn Progress,
) -> Result<()> {
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
    diagnosis.one_sided = patches.iter().filter(|p| p.one_sided).count();
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
    turn_patches(work, &patches, diagnosis, progress)
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

fn turn_patches(
    work: &mut Surface,
    patches: &[Patch],
    diagnosis: &mut Diagnosis,
    progress: &dyn Progress,
) -> Result<()> {
    if !patches.iter().any(Patch::inside_out) {
        return Ok(());
    }
    let all = WindingTree::new(3, &work.positions, &work.facets)?;
    let mut turned = Vec::new();
    for (p, patch) in patches.iter().enumerate().filter(|(_, p)| !p.one_sided) {
        check(progress)?;
        let own: Vec<u32> = patch
            .facets
            .iter()
            .flat_map(|&f| work.facets[3 * f as usize..][..3].to_vec())
            .collect();
        let own = WindingTree::new(3, &work.positions, &own)?;
        let q = beside(work, patch);
        let around = if patches.len() == 1 { 0.0 } else { all.at(q) - own.at(q) };
        if (patch.inside_out() && around < 0.5) || around < -0.5 {
            turned.push(p);
        }
    }
    diagnosis.turned = turned.len();
    for p in turned {
        patches[p].facets.iter().for_each(|&f| turn(work, f));
    }
    Ok(())
}

/// A point just off the largest of the first triangles of a patch.
fn beside(work: &Surface, patch: &Patch) -> Point {
    let candidates = patch.facets.iter().take(64);
    let list: Vec<[Point; 3]> =
        candidates.map(|&f| corners(work, &work.facets[3 * f as usize..][..3])).collect();
    let normal = |[a, b, c]: &[Point; 3]| cross(minus(*b, *a), minus(*c, *a));
    let best = list
        .iter()
        .fold(&list[0], |best, t| if square(normal(t)) > square(normal(best)) { t } else { best });
    let area = square(normal(best)).sqrt();
    let step = if area > 0.0 { normal(best).map(|x| 1e-4 * x / area.sqrt()) } else { [0.0; 3] };
    std::array::from_fn(|c| (best[0][c] + best[1][c] + best[2][c]) / 3.0 + step[c])
}
