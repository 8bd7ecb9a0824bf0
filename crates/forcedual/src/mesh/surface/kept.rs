//! What a surface has and what its mesh kept: pieces, cavities, handles, volume, and how far the
//! surface is from the mesh's boundary.
//!
//! A point deep in a region of the surface is in the mesh or not, and the shell of the mesh nearest
//! to it bounds the region of the mesh that it is in. So a cavity is kept if such a point is in a
//! cavity of the mesh, open if it is outside, and filled if it is in a cell; regions are joined if
//! their points are in the same one. Where shells overlap, a finer lattice tells how many pieces,
//! handles and cavities the solid has.

use super::SurfaceField;
use super::halved::{halved, spacing};
use super::parts::{Part, Parts, Plane, corners};
use super::shells::{Around, gap, gathered, handles};
use super::tree::{Nearest, Point};
use crate::error::Result;
use crate::mesh::geometry::components;
use crate::mesh::io::Surface;
use crate::mesh::stuffing::{SignedField, Topology};
use crate::mesh::winding::WindingTree;
use crate::mesh::{Boundary, RawMesh, SimplexMesh};
use crate::progress::{Progress, check};
use crate::text::{place, significant};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Regions that a sentence lists, at most.
const LISTED: usize = 4;
/// Parts of the surface whose distance to the mesh is measured, about.
const MEASURED: usize = 200_000;
/// Of those that are far from it, so many are looked at at once whether they are walls; what is inside
/// out is looked for in so many times as many.
const AT_ONCE: usize = 256;
const CHUNKS: usize = 16;
/// Share of the volume that may be lost or won unsaid; more if the volume is an estimate.
const LITTLE: [f64; 2] = [0.03, 0.05];
/// How many cells a gap or wall must be wide to be kept.
const WIDE: f64 = 1.5;
/// Parts whose gaps to others are measured, the largest ones: each looks at all others.
const GAPS: usize = 16;

/// What a mesh lost of a surface.
#[derive(Default)]
pub(super) struct Lost {
    /// One sentence for each kind of loss of pieces, cavities, handles and volume.
    pub sentences: Vec<String>,
    /// About the size of cells that they need, where that is known: the radius of what is filled or
    /// missing, less than the width of what is torn open or joined, the thickness of what is broken.
    pub needed: Option<f64>,
    /// What no cells keep, one sentence each.
    pub remarks: Vec<String>,
    /// The largest distance of a wall of the surface from the mesh, and where.
    pub farthest: (f64, Point),
}

/// Where in a mesh a point is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Piece(u32),
    Cavity(usize),
    Outside,
}

/// A mesh in which points are located.
struct Located {
    mesh: SimplexMesh,
    boundary: Boundary,
    /// Shell of every facet of the boundary.
    shells: Vec<usize>,
    pieces: (usize, Vec<u32>),
    nearest: Nearest,
    winding: WindingTree,
    /// The shells that are cavities, and the boxes around them.
    cavities: Vec<(usize, Around)>,
    /// What [`Located::deepest`] found.
    deepest: OnceLock<String>,
}

impl Located {
    fn new(raw: &RawMesh) -> Result<Self> {
        let mesh = SimplexMesh::new(raw.clone())?;
        let boundary = Boundary::new(&mesh);
        let mut shells = vec![0; boundary.facet_count()];
        for (k, shell) in boundary.shells.iter().enumerate() {
            shell.facets.iter().for_each(|&f| shells[f as usize] = k);
        }
        let nearest = Nearest::new(raw.dim, &raw.positions, &boundary.facets);
        let winding = WindingTree::new(raw.dim, &raw.positions, &boundary.facets)?;
        let pieces = components(&mesh);
        let hollow = boundary.shells.iter().enumerate().filter(|(_, shell)| shell.cavity);
        let cavities = hollow.map(|(k, shell)| {
            let corners = shell.facets.iter().flat_map(|&f| boundary.facet(f as usize));
            let points: Vec<f64> = corners.flat_map(|&i| mesh.point(i as usize)).copied().collect();
            (k, Around::new(raw.dim, &points))
        });
        let cavities = cavities.collect();
        let deepest = OnceLock::new();
        Ok(Located { mesh, boundary, shells, pieces, nearest, winding, cavities, deepest })
    }

    fn place(&self, q: Point) -> Place {
        let (facet, _) = self.nearest.find(&q[..self.mesh.dim()]);
        let shell = self.shells[facet];
        if self.winding.at(q) > 0.5 {
            Place::Piece(self.pieces.1[self.boundary.facet(facet)[0] as usize])
        } else if self.boundary.shells[shell].cavity {
            Place::Cavity(shell)
        } else {
            self.cavity_around(q).map_or(Place::Outside, Place::Cavity)
        }
    }

    /// The smallest cavity around a point that is nearer to a piece within it.
    fn cavity_around(&self, q: Point) -> Option<usize> {
        let (dim, shells) = (self.mesh.dim(), &self.boundary.shells);
        let around = |k: &usize| {
            let facets = shells[*k].facets.iter().flat_map(|&f| self.boundary.facet(f as usize));
            let facets: Vec<u32> = facets.copied().collect();
            WindingTree::new(dim, self.mesh.positions(), &facets)
                .is_ok_and(|tree| tree.at(q) < -0.5)
        };
        let near = self.cavities.iter().filter(|(_, around)| around.holds(q));
        let cavities = near.map(|(k, _)| *k).filter(around);
        cavities.max_by(|&a, &b| shells[a].volume.total_cmp(&shells[b].volume))
    }

    /// Where a part is: of the places of its points, one of its own kind (a cavity for a cavity), or
    /// else the outside, or else the first.
    fn find(&self, part: &Part) -> Option<Place> {
        let places: Vec<Place> = part.points.iter().map(|&q| self.place(q)).collect();
        let own = places.iter().find(|p| match p {
            Place::Piece(_) => !part.cavity,
            Place::Cavity(_) => part.cavity,
            Place::Outside => false,
        });
        let open = places.iter().find(|p| **p == Place::Outside);
        own.or(open).or(places.first()).copied()
    }

    /// Where the boundary of the mesh is farthest from the surface, as text.
    fn deepest(&self, field: &SurfaceField) -> &str {
        self.deepest.get_or_init(|| self.find_deepest(field))
    }

    fn find_deepest(&self, field: &SurfaceField) -> String {
        let dim = self.mesh.dim();
        let mut middles = Vec::with_capacity(self.boundary.facets.len());
        for f in 0..self.boundary.facet_count() {
            let corners = self.boundary.facet(f);
            let sum =
                |c: usize| corners.iter().map(|&i| self.mesh.point(i as usize)[c]).sum::<f64>();
            middles.extend((0..dim).map(|c| sum(c) / dim as f64));
        }
        let values = field.values(&middles).into_iter().enumerate();
        let deepest = values.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).map_or(0, |(k, _)| k);
        place(middles.get(deepest * dim..).map_or(&[][..], |rest| &rest[..dim.min(rest.len())]))
    }

    /// Pieces that are none of `claimed`, by the part that they are nearest to.
    fn strays(
        &self,
        parts: &Parts,
        surfaces: &[&Surface],
        claimed: &[Option<Place>],
    ) -> BTreeMap<usize, u32> {
        let (dim, mut strays) = (self.mesh.dim(), BTreeMap::new());
        let mut seen = vec![false; self.pieces.0];
        for place in claimed.iter().flatten() {
            if let Place::Piece(k) = place {
                seen[*k as usize] = true;
            }
        }
        let solid = || parts.list.iter().enumerate().filter(|(_, part)| !part.cavity);
        let owners: Vec<usize> =
            solid().flat_map(|(k, part)| std::iter::repeat_n(k, part.shell.1.len())).collect();
        if owners.is_empty() || seen.iter().all(|seen| *seen) {
            return strays;
        }
        let (positions, facets) = gathered(surfaces, solid().map(|(_, part)| &part.shell));
        let nearest = Nearest::new(dim, &positions, &facets);
        for cell in self.mesh.cells().chunks_exact(dim + 1) {
            let piece = self.pieces.1[cell[0] as usize];
            if !std::mem::replace(&mut seen[piece as usize], true) {
                let corners = cell.iter().map(|&i| self.mesh.point(i as usize));
                let mut middle = [0.0; 3];
                for x in corners {
                    (0..dim).for_each(|c| middle[c] += x[c] / (dim + 1) as f64);
                }
                strays.entry(owners[nearest.find(&middle[..dim]).0]).or_insert(piece);
            }
        }
        strays
    }
}

impl Lost {
    /// Compares. `whole`: what a solid of overlapping shells hangs together like on the first and the
    /// second of two lattices, if that is known.
    pub(super) fn new(
        field: &SurfaceField,
        parts: &Parts,
        surfaces: &[&Surface],
        (mesh, cell): (&RawMesh, f64),
        whole: &dyn Fn(usize) -> Result<Option<Topology>>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        progress.stage("compare with the surface", 0);
        check(progress)?;
        let located = Located::new(mesh)?;
        let mut lost = Lost::default();
        let mut places: Vec<Option<Place>> = parts
            .list
            .par_iter()
            .map(|part| {
                check(progress)?;
                Ok(located.find(part))
            })
            .collect::<Result<_>>()?;
        // what is there in pieces is not missing
        for (k, piece) in located.strays(parts, surfaces, &places) {
            if matches!(places[k], Some(Place::Cavity(_) | Place::Outside)) {
                places[k] = Some(Place::Piece(piece));
            }
        }
        let (mut filled, mut open, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let mut shared: BTreeMap<Place, Vec<&Part>> = BTreeMap::new();
        for (part, place) in parts.list.iter().zip(&places) {
            match (part.cavity, place) {
                (true, Some(Place::Piece(_))) => filled.push(part),
                // one that overlaps a wall may be open in truth
                (true, Some(Place::Outside)) if parts.vague => {}
                (true, Some(Place::Outside)) => open.push(part),
                (false, Some(Place::Cavity(_) | Place::Outside)) => missing.push(part),
                (_, Some(place)) => shared.entry(*place).or_default().push(part),
                (_, None) => {}
            }
        }
        // what overlaps or touches may be one
        let joined = |list: &&Vec<&Part>| {
            !parts.vague && list.iter().any(|part| part.touching != list[0].touching)
        };
        filled.iter().chain(&missing).for_each(|part| lost.need(part.depth));
        let all: Vec<&Part> = parts.list.iter().collect();
        let crowds = open.iter().map(|part| (*part, &all));
        let mut crowds: Vec<(&Part, &Vec<&Part>)> = crowds
            .chain(
                shared
                    .values()
                    .filter(joined)
                    .flat_map(|list| list.iter().map(move |part| (*part, list))),
            )
            .collect();
        crowds.sort_by(|a, b| b.0.volume.total_cmp(&a.0.volume));
        let mut narrow: Vec<(&Part, f64, Point)> = Vec::new();
        for (part, list) in crowds.into_iter().take(GAPS) {
            check(progress)?;
            let others: Vec<&Part> =
                list.iter().copied().filter(|other| other.touching != part.touching).collect();
            if let Some((width, at)) = gap(surfaces, part, &others) {
                lost.need(width / WIDE);
                narrow.push((part, width, at));
            }
        }
        let dim = mesh.dim;
        let narrowest = |list: &[&Part], what: &str| {
            let own = narrow.iter().filter(|(p, ..)| list.iter().any(|q| std::ptr::eq(*p, *q)));
            let least = own.min_by(|a, b| a.1.total_cmp(&b.1));
            least.map_or(String::new(), |(_, width, at)| {
                format!("; the {what} is {} m at {}", significant(*width), place(&at[..dim]))
            })
        };
        let sum = |list: &[&Part]| list.iter().map(|part| part.volume).sum::<f64>();
        // of shells that overlap it is not known how much is lost with one of them
        let unknown = parts.vague && !(filled.is_empty() && missing.is_empty());
        let expected = parts.volume + sum(&filled) - sum(&missing);
        for (list, [one, many], what) in [
            (filled, ["cavity is", "cavities are"], "filled"),
            (open, ["cavity is", "cavities are"], "torn open to the outside"),
            (missing, ["piece is", "pieces are"], "missing"),
        ] {
            if !list.is_empty() {
                let (count, which) = (list.len(), if list.len() == 1 { one } else { many });
                let wall = narrowest(&list, "wall");
                let listed = listed(surfaces, &list, parts.vague);
                lost.sentences.push(format!("{count} {which} {what}: {listed}{wall}"));
            }
        }
        for (place, list) in shared.iter().filter(|(_, list)| joined(list)) {
            let [what, between] = match place {
                Place::Piece(_) => ["pieces", "gap"],
                _ => ["cavities", "wall"],
            };
            let (count, between) = (list.len(), narrowest(list, between));
            let listed = listed(surfaces, list, false);
            lost.sentences.push(format!("{count} {what} became one: {listed}{between}"));
        }
        for (_, list) in shared.iter().filter(|(place, list)| {
            matches!(place, Place::Piece(_)) && list.len() > 1 && !parts.vague && !joined(list)
        }) {
            let count = list.len();
            let listed = listed(surfaces, list, false);
            lost.remarks.push(format!(
                "{count} pieces that touch became one, no cells keep them apart: {listed}"
            ));
        }
        let had = parts.list.iter().filter(|part| !part.cavity).count();
        let has = located.pieces.0;
        if parts.vague && !parts.crossing && has < had && !lost.any() {
            let noun = if has == 1 { "piece" } else { "pieces" };
            lost.remarks.push(format!("{had} shells that overlap became {has} {noun}"));
        }
        let far = farthest(field, surfaces, &located.nearest, (cell, parts.walls), progress)?;
        lost.farthest = far[0];
        if far[1].0 > cell {
            lost.remarks.push(format!(
                "a part of the surface is inside out and left out, up to {} m away from the mesh, at {}: turn it or cut it off in a modelling program",
                significant(far[1].0),
                place(&far[1].1[..dim])
            ));
        }
        lost.count(field, parts, &located, shared.keys());
        lost.handles(field, parts, &located);
        lost.whole(field, whole, &located)?;
        if !unknown {
            lost.volume(field, parts, expected, &located);
        }
        let thinnest = parts.list.iter().filter(|p| !p.cavity).map(|p| 2.0 * p.depth);
        if let Some(thick) = thinnest.reduce(f64::min).filter(|thick| lost.any() && *thick < cell) {
            lost.need(thick);
        }
        Ok(lost)
    }

    /// Whether pieces, cavities, handles or volume are not what they were.
    pub(super) fn any(&self) -> bool {
        !self.sentences.is_empty()
    }

    fn need(&mut self, cell: f64) {
        self.needed = Some(self.needed.map_or(cell, |least| least.min(cell)));
    }

    /// Pieces and cavities of the mesh that none of the surface is.
    fn count<'a>(
        &mut self,
        field: &SurfaceField,
        parts: &Parts,
        located: &Located,
        kept: impl Iterator<Item = &'a Place>,
    ) {
        let kept: Vec<&Place> = kept.collect();
        let solid = || parts.list.iter().filter(|p| !p.cavity);
        let had = solid().count();
        // where a surface touches itself along an edge its pieces are one or several
        let most: usize = solid().map(|p| p.leaves).sum();
        let pieces = kept.iter().filter(|p| matches!(p, Place::Piece(_))).count();
        let has = located.pieces.0;
        if has > pieces && (has > had || !parts.vague) && (most == had || has > most) && had > 0 {
            let near = located.deepest(field);
            self.sentences.push(format!(
                "the mesh came apart into {has} pieces, the surface has {had}; look near {near}"
            ));
        }
        let cavities = kept.iter().filter(|p| matches!(p, Place::Cavity(_))).count();
        let new = located.boundary.cavities().len().saturating_sub(cavities);
        if new > 0 && !parts.vague {
            let [noun, gaps] =
                if new == 1 { ["cavity", "is a gap"] } else { ["cavities", "are gaps"] };
            self.sentences
                .push(format!("{new} {noun} of the mesh {gaps} of the surface, closed off"));
        }
    }

    /// Tunnels that were torn or closed, where pieces and cavities are as they were.
    fn handles(&mut self, field: &SurfaceField, parts: &Parts, located: &Located) {
        let dim = located.mesh.dim();
        if let (Some(had), Some(has)) = (parts.handles, handles(dim, &located.boundary.facets))
            && has != had
            && !self.any()
        {
            let (near, noun) =
                (located.deepest(field), if has == 1 { "handle" } else { "handles" });
            self.sentences
                .push(format!("the mesh has {has} {noun}, the surface {had}; look near {near}"));
        }
    }

    /// Pieces, cavities and tunnels of a solid of overlapping shells that the mesh has not. The second
    /// lattice is looked at only if the first differs from the mesh, and nothing is said unless both
    /// agree.
    fn whole(
        &mut self,
        field: &SurfaceField,
        whole: &dyn Fn(usize) -> Result<Option<Topology>>,
        located: &Located,
    ) -> Result<()> {
        if self.any() {
            return Ok(());
        }
        let Some(one) = whole(0)? else { return Ok(()) };
        let handles = handles(located.mesh.dim(), &located.boundary.facets);
        let counts = [
            (located.pieces.0, one.pieces, ["piece", "pieces"]),
            (located.boundary.cavities().len(), one.cavities, ["cavity", "cavities"]),
            (handles.unwrap_or(one.handles), one.handles, ["handle", "handles"]),
        ];
        let differs = counts.iter().any(|(has, had, _)| has != had);
        if !differs || whole(1)? != Some(one) {
            return Ok(());
        }
        for (has, had, [one, many]) in counts.into_iter().filter(|(has, had, _)| has != had) {
            let (near, noun) = (located.deepest(field), if has == 1 { one } else { many });
            self.sentences
                .push(format!("the mesh has {has} {noun}, the solid {had}; look near {near}"));
        }
        Ok(())
    }

    /// Volume that is lost besides pieces and cavities.
    fn volume(&mut self, field: &SurfaceField, parts: &Parts, expected: f64, located: &Located) {
        let dim = located.mesh.dim();
        let has: f64 = located.boundary.shells.iter().map(|shell| shell.volume).sum();
        let share = has / expected;
        if parts.list.is_empty() || (share - 1.0).abs() < LITTLE[usize::from(parts.vague)] {
            return;
        }
        let [what, unit] = if dim == 2 { ["area", "m²"] } else { ["volume", "m³"] };
        self.sentences.push(format!(
            "the cells keep {}% of the {what}, {} of {} {unit}; look near {}",
            significant(100.0 * share),
            significant(has),
            significant(expected),
            located.deepest(field)
        ));
    }
}

/// Sizes of regions and the middles of boxes around them, the largest first; `vague`: sizes are not known.
fn listed(surfaces: &[&Surface], list: &[&Part], vague: bool) -> String {
    let mut sorted = list.to_vec();
    sorted.sort_by(|a, b| b.volume.total_cmp(&a.volume));
    let named = sorted.iter().take(LISTED).map(|part| {
        let dim = surfaces[part.shell.0].dim;
        let unit = if dim == 2 { "m²" } else { "m³" };
        let at =
            place(&Around::new(dim, &gathered(surfaces, [&part.shell].into_iter()).0).middle());
        match vague {
            true => format!("at {at}"),
            false => format!("{} {unit} at {at}", significant(part.volume)),
        }
    });
    let more = if list.len() > LISTED { ", ..." } else { "" };
    named.collect::<Vec<_>>().join(", ") + more
}

/// The point of a wall that is farthest from the boundary of the mesh, and that of what is inside out,
/// among corners and middles of facets no longer than a cell, or of about [`MEASURED`] parts of facets;
/// none if it is nearer than a cell. `walls`: all facets are.
fn farthest(
    field: &SurfaceField,
    surfaces: &[&Surface],
    nearest: &Nearest,
    (cell, walls): (f64, bool),
    progress: &dyn Progress,
) -> Result<[(f64, Point); 2]> {
    let facets = surfaces.iter().flat_map(|s| (0..s.facets.len() / s.dim).map(move |f| (*s, f)));
    let facets: Vec<(&Surface, usize)> = facets.collect();
    let skip = facets.len().div_ceil(MEASURED).max(1);
    let facets: Vec<[Point; 3]> =
        facets.into_iter().step_by(skip).map(|(s, f)| corners(s, f)).collect();
    let (dim, longest) = (field.dim(), spacing(&facets, cell, MEASURED));
    let far = facets.par_iter().map(|facet| {
        check(progress)?;
        let pieces = halved(*facet, longest).into_iter();
        let far = pieces.filter_map(|piece| {
            let plane = Plane::new(dim, &piece);
            let [a, b, c] = piece;
            let points = [plane.middle, a, b, c].map(|q| (nearest.find(&q[..dim]).1, q));
            let far = points.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
            far.filter(|far| far.0 > cell).map(|far| (far, plane))
        });
        Ok(far.collect::<Vec<_>>())
    });
    let mut far = far.collect::<Result<Vec<_>>>()?.concat();
    far.sort_by(|a, b| b.0.0.total_cmp(&a.0.0));
    let none = (0.0, [0.0; 3]);
    if walls {
        return Ok([far.first().map_or(none, |far| far.0), none]);
    }
    // sides take longer than distances: the farthest are looked at first
    let (mut wall, mut inside_out) = (None, None);
    for (k, some) in far.chunks(AT_ONCE).enumerate() {
        check(progress)?;
        let kinds = some.par_iter().map(|(_, plane)| match plane.is_wall(field) {
            true => [true, false],
            false => [false, field.inside_out(plane.before())],
        });
        for ((far, _), [is_wall, is_inside_out]) in some.iter().zip(kinds.collect::<Vec<_>>()) {
            wall = wall.or(is_wall.then_some(*far));
            inside_out = inside_out.or(is_inside_out.then_some(*far));
        }
        if wall.is_some() && (inside_out.is_some() || k >= CHUNKS) {
            break;
        }
    }
    Ok([wall, inside_out].map(|far| far.unwrap_or(none)))
}

#[cfg(test)]
mod tests;
