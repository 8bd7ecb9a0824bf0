//! What a surface has and what its mesh kept: pieces, cavities, handles, volume, and how far the
//! surface is from the mesh's boundary.
//!
//! A point deep in a region of the surface is in the mesh or not, and the shell of the mesh nearest
//! to it bounds the region of the mesh that it is in. So a cavity is kept if such a point is in a
//! cavity of the mesh, open if it is outside, and filled if it is in a cell; regions are joined if
//! their points are in the same one.

use super::SurfaceField;
use super::parts::{Part, Parts, Plane, corners, divided};
use super::shells::{gap, gathered, handles};
use super::tree::{Nearest, Point};
use crate::error::Result;
use crate::mesh::geometry::components;
use crate::mesh::io::Surface;
use crate::mesh::stuffing::SignedField;
use crate::mesh::winding::WindingTree;
use crate::mesh::{Boundary, RawMesh, SimplexMesh};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Regions that a sentence lists, at most.
const LISTED: usize = 4;
/// Parts of the surface whose distance to the mesh is measured, about.
const MEASURED: f64 = 200_000.0;
/// Share of the volume that may be lost or won unsaid; more if the volume is an estimate.
const LITTLE: [f64; 2] = [0.03, 0.05];
/// How many cells a gap or wall must be wide to be kept.
const WIDE: f64 = 1.5;

/// What a mesh lost of a surface.
#[derive(Default)]
pub(super) struct Lost {
    /// One sentence for each kind of loss of pieces, cavities, handles and volume.
    pub sentences: Vec<String>,
    /// About the size of cells that they need, where that is known: the radius of what is filled or
    /// missing, less than the width of what is torn open or joined, the thickness of what is broken.
    pub needed: Option<f64>,
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
        Ok(Located { mesh, boundary, shells, pieces, nearest, winding })
    }

    fn place(&self, q: Point) -> Place {
        let (facet, _) = self.nearest.find(&q[..self.mesh.dim()]);
        let shell = self.shells[facet];
        if self.winding.at(q) > 0.5 {
            Place::Piece(self.pieces.1[self.boundary.facet(facet)[0] as usize])
        } else if self.boundary.shells[shell].cavity {
            Place::Cavity(shell)
        } else {
            Place::Outside
        }
    }

    /// Where most of a part is: a place of its kind if there is any.
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
    fn deepest(&self, field: &SurfaceField) -> String {
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
    /// Compares.
    pub(super) fn new(
        field: &SurfaceField,
        parts: &Parts,
        surfaces: &[&Surface],
        mesh: &RawMesh,
        cell: f64,
    ) -> Result<Self> {
        let located = Located::new(mesh)?;
        let mut lost = Lost::default();
        let mut places: Vec<Option<Place>> =
            parts.list.par_iter().map(|part| located.find(part)).collect();
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
        let crowds = crowds.chain(
            shared
                .values()
                .filter(joined)
                .flat_map(|list| list.iter().map(move |part| (*part, list))),
        );
        for (part, list) in crowds {
            let others: Vec<&Part> =
                list.iter().copied().filter(|other| other.touching != part.touching).collect();
            gap(surfaces, part, &others).into_iter().for_each(|width| lost.need(width / WIDE));
        }
        let sum = |list: &[&Part]| list.iter().map(|part| part.volume).sum::<f64>();
        let expected = parts.volume + sum(&filled) - sum(&missing);
        let dim = mesh.dim;
        for (list, [one, many], what) in [
            (filled, ["cavity is", "cavities are"], "filled"),
            (open, ["cavity is", "cavities are"], "torn open to the outside"),
            (missing, ["piece is", "pieces are"], "missing"),
        ] {
            if !list.is_empty() {
                let (count, which) = (list.len(), if list.len() == 1 { one } else { many });
                lost.sentences.push(format!("{count} {which} {what}: {}", listed(dim, &list)));
            }
        }
        for (place, list) in shared.iter().filter(|(_, list)| joined(list)) {
            let what = if matches!(place, Place::Piece(_)) { "pieces" } else { "cavities" };
            let count = list.len();
            lost.sentences.push(format!("{count} {what} became one: {}", listed(dim, list)));
        }
        lost.farthest = farthest(field, surfaces, &located.nearest, cell, parts.walls);
        lost.count(field, parts, &located, shared.keys());
        lost.handles(field, parts, &located);
        lost.volume(field, parts, expected, &located);
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
            let noun = if new == 1 { "cavity" } else { "cavities" };
            self.sentences
                .push(format!("{new} {noun} of the mesh are gaps of the surface, closed off"));
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
            brief(100.0 * share),
            brief(has),
            brief(expected),
            located.deepest(field)
        ));
    }
}

/// Sizes and places of regions, the largest first.
fn listed(dim: usize, list: &[&Part]) -> String {
    let mut sorted = list.to_vec();
    sorted.sort_by(|a, b| b.volume.total_cmp(&a.volume));
    let unit = if dim == 2 { "m²" } else { "m³" };
    let named = sorted.iter().take(LISTED).map(|part| {
        let at = part.points.first().copied().unwrap_or_default();
        format!("{} {unit} at {}", brief(part.volume), place(&at[..dim]))
    });
    let more = if list.len() > LISTED { ", ..." } else { "" };
    named.collect::<Vec<_>>().join(", ") + more
}

/// A point as text.
pub(super) fn place(point: &[f64]) -> String {
    let largest = point.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let rounded = |x: &f64| if x.abs() < 1e-3 * largest { 0.0 } else { *x };
    format!("({})", point.iter().map(|x| brief(rounded(x))).collect::<Vec<_>>().join(", "))
}

/// Three digits.
pub(super) fn brief(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        a if (1e-3..1e5).contains(&a) => {
            let decimals = (2 - a.log10().floor() as i32).max(0) as usize;
            format!("{x:.decimals$}")
        }
        _ => format!("{x:.2e}"),
    }
}

/// How many times as large parts of facets become if only [`MEASURED`] of those asked for are.
fn coarser(asked: f64, dim: usize) -> f64 {
    let times = (asked / MEASURED).max(1.0);
    if dim == 2 { times } else { times.sqrt() }
}

/// The point of a wall that is farthest from the boundary of the mesh, among corners and middles of
/// facets no larger than a cell; none if it is nearer than a cell. `walls`: all facets are.
fn farthest(
    field: &SurfaceField,
    surfaces: &[&Surface],
    nearest: &Nearest,
    cell: f64,
    walls: bool,
) -> (f64, Point) {
    let facets = surfaces.iter().flat_map(|s| (0..s.facets.len() / s.dim).map(move |f| (*s, f)));
    let facets: Vec<(&Surface, usize)> = facets.collect();
    let size = |(s, f): &(&Surface, usize)| Plane::new(s.dim, &corners(s, *f)).size;
    let asked: f64 = facets.iter().map(|f| (size(f) / cell).powi(f.0.dim as i32 - 1)).sum();
    let largest = cell * coarser(asked, field.dim());
    let skip = (facets.len() as f64 / MEASURED).ceil().max(1.0) as usize;
    let far = facets.par_iter().step_by(skip).filter_map(|facet| {
        let (surface, dim) = (facet.0, facet.0.dim);
        let n = (size(facet) / largest).ceil().clamp(1.0, 256.0) as usize;
        let pieces = divided(dim, corners(surface, facet.1), n);
        let pieces = pieces.iter().filter_map(|piece| {
            let plane = Plane::new(dim, piece);
            let [a, b, c] = *piece;
            let points = [plane.middle, a, b, c].map(|q| (nearest.find(&q[..dim]).1, q));
            let far = points.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
            far.filter(|(distance, _)| *distance > cell && (walls || plane.is_wall(field)))
        });
        pieces.max_by(|a, b| a.0.total_cmp(&b.0))
    });
    let all: Vec<(f64, Point)> = far.collect();
    all.into_iter().fold((0.0, [0.0; 3]), |best, next| if next.0 > best.0 { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{block, joined, moved, sphere, turned};
    use super::super::{Filled, Shape, svg};
    use super::*;
    use crate::mesh::stuffing::{Size, Stuffing};
    use crate::progress::Silent;

    fn how(cell: f64) -> Stuffing {
        Stuffing { size: Size::Cell(cell), graded: false }
    }

    fn fill(surface: &Surface, cell: f64) -> Filled {
        Shape::of(surface.clone()).unwrap().fill(&how(cell), &Silent).unwrap()
    }

    fn cavities(filled: &Filled) -> usize {
        let mesh = SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap();
        Boundary::new(&mesh).cavities().len()
    }

    /// A ball of radius one with cavities: radius and place along x.
    fn hollow(cavities: &[(f64, f64)]) -> Surface {
        cavities.iter().fold(sphere(3), |all, &(radius, x)| {
            joined(&all, &turned(moved(&sphere(2), radius, [x, 0.0, 0.0])))
        })
    }

    /// The length in `cells of (about) <length> m` of the last sentence.
    fn advised(lost: &[String]) -> f64 {
        let last = lost.last().unwrap().replace("about ", "");
        let words: Vec<&str> = last.split(' ').collect();
        let at = words.windows(2).position(|w| w == ["cells", "of"]).unwrap();
        words[at + 2].parse().unwrap()
    }

    #[test]
    fn cavities_that_are_torn_open_joined_or_filled_are_named_and_kept_by_the_advised_cells() {
        let cases = [
            (hollow(&[(0.4, 0.5)]), 0.2, "1 cavity is torn open to the outside: 0.2", 1),
            (hollow(&[(0.3, -0.35), (0.3, 0.35)]), 0.25, "2 cavities became one: 0.1", 2),
            (hollow(&[(0.12, 0.0)]), 0.4, "1 cavity is filled: 0.00", 1),
        ];
        for (surface, cell, sentence, count) in cases {
            let coarse = fill(&surface, cell);
            assert!(cavities(&coarse) < count);
            assert!(coarse.lost[0].starts_with(sentence), "{:?}", coarse.lost);
            assert!(coarse.warnings().contains(&coarse.lost[0]));
            let fine = fill(&surface, advised(&coarse.lost));
            assert_eq!(cavities(&fine), count, "{sentence}");
            assert!(fine.lost.is_empty(), "{:?}", fine.lost);
        }
        let shape = Shape::of(hollow(&[(0.4, 0.5)])).unwrap();
        let thin = shape.fill_thin(&how(0.2), &Silent).unwrap();
        assert_eq!((cavities(&thin), thin.warnings()), (1, vec![]));
    }

    #[test]
    fn walls_too_thin_for_any_cells_that_are_tried_are_measured() {
        let found = fill(&hollow(&[(0.4, 0.58)]), 0.3).lost;
        assert!(
            found.last().unwrap().starts_with("to keep everything, cells of about"),
            "{found:?}"
        );
        // the wall is 0.02 thick where it is thinnest, and facets are 0.1 large
        assert!((0.01..0.1).contains(&advised(&found)), "{found:?}");
        let shape = Shape::of(hollow(&[(0.4, 0.58)])).unwrap();
        let thin = shape.fill_thin(&how(0.3), &Silent).unwrap();
        assert!(thin.lost.last().unwrap().contains("limit of 16 times as many cells"));
    }

    /// A plate of side one.
    fn plate(thickness: f64) -> Surface {
        block([0.0; 3], [1.0, 1.0, thickness])
    }

    fn mesh_volume(filled: &Filled) -> f64 {
        let mesh = SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap();
        Boundary::new(&mesh).shells.iter().map(|shell| shell.volume).sum()
    }

    #[test]
    fn volume_that_coarse_cells_lose_is_said_and_kept_by_the_advised_cells_and_if_asked_for() {
        let coarse = fill(&plate(0.1), 0.14);
        let share = mesh_volume(&coarse) / 0.1;
        assert!(share < 0.9, "{share}");
        let said = format!("the cells keep {}% of the volume", brief(100.0 * share));
        assert!(coarse.lost.iter().any(|s| s.starts_with(&said)), "{:?}", coarse.lost);
        let fine = fill(&plate(0.1), advised(&coarse.lost));
        assert!(fine.lost.is_empty() && mesh_volume(&fine) > 0.097, "{:?}", fine.lost);
        let thin = Shape::of(plate(0.1)).unwrap().fill_thin(&how(0.14), &Silent).unwrap();
        assert!(thin.lost.is_empty() && mesh_volume(&thin) > 0.097, "{:?}", thin.lost);
        // few cells round a ball off, and it takes some to find it
        let ball = fill(&sphere(3), 1.2);
        assert!(ball.lost[0].starts_with("the cells keep "), "{:?}", ball.lost);
        let one = Stuffing { size: Size::About(1), graded: false };
        let ball = Shape::of(sphere(3)).unwrap().fill(&one, &Silent).unwrap();
        assert!(ball.warnings()[0].contains("cells instead of 1: "), "{:?}", ball.warnings());
    }

    #[test]
    fn so_few_cells_that_they_are_larger_than_a_plate_is_thick_become_more_or_are_refused() {
        let fill = |thickness: f64, cells: usize| {
            let how = Stuffing { size: Size::About(cells), graded: false };
            Shape::of(plate(thickness)).unwrap().fill(&how, &Silent)
        };
        let found = fill(0.05, 200).unwrap();
        let cells = found.stuffed.mesh.cells.len() / 4;
        assert!((1000..10_000).contains(&cells), "{cells}");
        let missed = format!("{cells} cells instead of 200: the solid is at most about 0.0500 m");
        assert!(found.warnings().iter().any(|s| s.starts_with(&missed)), "{:?}", found.warnings());
        assert!(mesh_volume(&found) > 0.95 * 0.05, "{}", mesh_volume(&found));
        let error = fill(0.002, 50_000).unwrap_err();
        assert_eq!(error.code, crate::Code::MeshEmpty);
        assert!(error.help.unwrap().starts_with("ask for cells of 0.00199 m, about "));
        // a size is kept unless thin parts are to be kept too
        let shape = Shape::of(plate(0.05)).unwrap();
        let error = shape.fill(&how(0.2), &Silent).unwrap_err();
        assert!(error.help.unwrap().contains("cells of 0.0455 m"));
        let thin = shape.fill_thin(&how(0.2), &Silent).unwrap();
        assert!(mesh_volume(&thin) > 0.95 * 0.05, "{}", mesh_volume(&thin));
    }

    /// A ring of `n` blocks around the z axis, with a wall of one thickness.
    fn ring(n: u32, thickness: f64) -> Surface {
        let mut ring = Surface { dim: 3, ..Surface::default() };
        for k in 0..n {
            let (y, x) = (std::f64::consts::TAU * f64::from(k) / f64::from(n)).sin_cos();
            for (r, z) in [(1.0, 0.0), (1.0 + thickness, 0.0), (1.0 + thickness, 2.0), (1.0, 2.0)] {
                ring.positions.extend([r * x, r * y, z]);
            }
            for c in 0..4 {
                let [a, b] = [4 * k + c, 4 * k + (c + 1) % 4];
                let [p, q] = [a, b].map(|i| (i + 4) % (4 * n));
                ring.facets.extend([a, p, b, b, p, q]);
            }
        }
        ring
    }

    #[test]
    fn tunnels_through_a_thin_wall_are_counted_and_kept_out_by_the_advised_cells() {
        let tube = ring(24, 0.14);
        let handles_of = |filled: &Filled| {
            let mesh = SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap();
            handles(3, &Boundary::new(&mesh).facets).unwrap()
        };
        let torn = fill(&tube, 0.14);
        assert_ne!(handles_of(&torn), 1);
        let said = torn.lost.join("; ");
        let expected = format!("the mesh has {} handles, the surface 1", handles_of(&torn));
        assert!(said.contains(&expected), "{said}");
        let fine = fill(&tube, advised(&torn.lost));
        assert_eq!((handles_of(&fine), fine.lost), (1, vec![]));
        let shape = Shape::of(tube).unwrap();
        let thin = shape.fill_thin(&how(torn.stuffed.cell), &Silent).unwrap();
        assert_eq!((handles_of(&thin), thin.lost), (1, vec![]));
    }

    #[test]
    fn no_cells_are_advised_for_what_touches() {
        let along_an_edge =
            joined(&block([0.0; 3], [1.0; 3]), &block([1.0, 1.0, 0.0], [2.0, 2.0, 1.0]));
        let at_a_corner = joined(&block([0.0; 3], [1.0; 3]), &block([1.0; 3], [2.0; 3]));
        for surface in [along_an_edge, at_a_corner] {
            for cell in [0.11, 0.1, 0.09] {
                assert_eq!(fill(&surface, cell).lost, [""; 0]);
            }
        }
    }

    #[test]
    fn gaps_are_parted_by_the_advised_cells_though_they_were_not_tried() {
        let near = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.1, 0.02, 0.01]));
        let lost = fill(&near, 0.5).lost;
        assert!(lost[0].starts_with("2 pieces became one"), "{lost:?}");
        assert!(lost.last().unwrap().contains("cells of about"), "{lost:?}");
        let fine = Shape::of(near).unwrap();
        let fine = fine.fill(&Stuffing { graded: true, ..how(advised(&lost)) }, &Silent).unwrap();
        assert_eq!(fine.lost, [""; 0]);
    }

    #[test]
    fn a_shell_just_below_another_hides_nothing() {
        let doubled = joined(&sphere(3), &moved(&sphere(3), 1.0001, [0.0; 3]));
        assert_eq!(fill(&doubled, 0.2).lost, [""; 0]);
    }

    #[test]
    fn a_hollow_piece_in_many_pieces_is_not_missing_and_its_cavity_is_no_part_of_it() {
        let thin = joined(&sphere(4), &turned(moved(&sphere(4), 0.925, [0.0; 3])));
        for cell in [0.15, 0.3] {
            let how = how(cell);
            let Ok(found) = Shape::of(thin.clone()).unwrap().fill(&how, &Silent) else { continue };
            let mesh = SimplexMesh::new(found.stuffed.mesh.clone()).unwrap();
            let said = found.lost.join("; ");
            assert!(!said.contains("piece is missing"), "{cell} {said}");
            let pieces = components(&mesh).0;
            let apart = format!("came apart into {pieces} pieces, the surface has 1");
            assert_eq!(said.contains(&apart), pieces > 1, "{said}");
        }
        let small = joined(&moved(&thin, 0.1, [3.0, 0.0, 0.0]), &sphere(3));
        let lost = fill(&small, 0.4).lost;
        let exact = 4.0 / 3.0 * std::f64::consts::PI * 1e-3 * (1.0 - 0.925f64.powi(3));
        let missing = lost.iter().find(|s| s.starts_with("1 piece is missing: ")).unwrap();
        let said: f64 = missing.split(' ').nth(4).unwrap().parse().unwrap();
        assert!((said / exact - 1.0).abs() < 0.02, "{lost:?} {exact}");
    }

    #[test]
    fn pieces_that_are_missing_or_joined_are_named() {
        let small = joined(&sphere(3), &moved(&sphere(2), 0.08, [0.0, 1.5, 0.0]));
        let lost = fill(&small, 0.45).lost;
        assert!(lost[0].starts_with("1 piece is missing: 0.00"), "{lost:?}");
        assert!(lost[0].contains(" at (0") && lost[0].contains(", 1."), "{lost:?}");
        let near = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.02, 0.0, 0.0]));
        let lost = fill(&near, 0.3).lost;
        assert!(lost[0].starts_with("2 pieces became one: 4."), "{lost:?}");
        let thin = joined(&sphere(4), &turned(moved(&sphere(4), 0.925, [0.0; 3])));
        let lost = fill(&thin, 0.12).lost.join("; ");
        assert!(lost.contains("the mesh came apart into") && lost.contains("has 1"), "{lost}");
    }

    #[test]
    fn nothing_is_said_of_what_is_kept_or_really_overlaps() {
        let apart = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.5, 0.0, 0.0]));
        let overlapping = joined(&sphere(3), &moved(&sphere(3), 1.0, [1.03, 0.02, 0.01]));
        let within = joined(&hollow(&[(0.7, 0.0)]), &moved(&sphere(3), 0.35, [0.0; 3]));
        for surface in [apart, overlapping, within, hollow(&[(0.4, 0.0)])] {
            assert_eq!(fill(&surface, 0.2).lost, [""; 0]);
        }
    }

    #[test]
    fn a_pocket_that_reaches_a_wall_is_no_cavity_torn_open() {
        let pocket = turned(block([0.25, 0.25, 0.5], [0.75, 0.75, 1.0]));
        let found = fill(&joined(&block([0.0; 3], [1.0; 3]), &pocket), 0.1);
        assert_eq!(found.lost, [""; 0]);
    }

    #[test]
    fn parts_of_facets_are_no_larger_than_their_number_needs() {
        assert_eq!([2, 3].map(|dim| coarser(100.0 * MEASURED, dim)), [100.0, 10.0]);
        assert_eq!([2, 3].map(|dim| coarser(10.0, dim)), [1.0, 1.0]);
    }

    #[test]
    fn holes_of_drawings_are_compared_too() {
        let drawing =
            "<path fill-rule='evenodd' d='M0 0h40v30h-40z M10 10h2v2h-2z M38 5h1v20h-1z'/>";
        let outlines = svg::read(format!("<svg>{drawing}</svg>").as_bytes()).unwrap();
        let shape = Shape::Plane(outlines.outlines);
        let coarse = shape.fill(&how(6.0), &Silent).unwrap().lost;
        assert!(coarse.join("; ").contains("4.00 m² at (11."), "{coarse:?}");
        assert!(coarse.join("; ").contains("20.0 m² at (38."), "{coarse:?}");
        let fine = shape.fill(&how(0.5), &Silent).unwrap();
        assert_eq!((cavities(&fine), fine.lost), (2, vec![]));
    }

    #[test]
    fn a_thorn_that_is_cut_off_is_measured_and_kept_if_asked_for() {
        let mut thorn = sphere(4);
        for p in thorn.positions.chunks_exact_mut(3).filter(|p| p[2] > 0.98) {
            p[2] += 60.0 * (p[2] - 0.98);
        }
        let tip = thorn.positions.chunks_exact(3).fold(0.0, |z: f64, p| z.max(p[2]));
        let coarse = fill(&thorn, 0.2);
        let reached = |f: &Filled| {
            f.stuffed.mesh.positions.chunks_exact(3).fold(0.0, |z: f64, p| z.max(p[2]))
        };
        let cut = tip - reached(&coarse);
        assert!(cut > 0.3, "{cut}");
        let sentence = coarse.lost.join("; ");
        assert!(sentence.contains("away from the mesh, at (0, 0, 2.20)"), "{sentence}");
        let said: f64 =
            sentence.split("up to ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!((said / cut - 1.0).abs() < 0.1, "{said} {cut}");
        let fine = Shape::of(thorn).unwrap().fill_thin(&how(0.2), &Silent).unwrap();
        assert!(tip - reached(&fine) < 0.2, "{} {}", reached(&fine), fine.stuffed.cell);
        // a distance is told in cells that there are
        let said = fine.lost.join("; ");
        let cells = |said: &str| said.split('(').nth(1).unwrap().split(' ').next().unwrap().parse();
        let cells: f64 = cells(&said).unwrap();
        let exact = (tip - reached(&fine)) / fine.stuffed.cell;
        assert!(exact > 1.0 && (cells / exact - 1.0).abs() < 0.1, "{said} {exact}");
    }

    #[test]
    fn the_volume_counts_what_several_shells_enclose_once() {
        let one = fill(&sphere(4), 0.5).diagnosis.volume;
        assert!((one / (4.0 * std::f64::consts::PI / 3.0) - 1.0).abs() < 0.01, "{one}");
        let nested = joined(&sphere(4), &moved(&sphere(4), 0.6, [0.1, 0.0, 0.0]));
        let found = fill(&nested, 0.5).diagnosis;
        assert!((found.volume / one - 1.0).abs() < 1e-9 && found.buried == 1 && !found.estimated);
        let hollow = joined(&sphere(4), &turned(moved(&sphere(4), 0.5, [0.1, 0.0, 0.0])));
        let found = fill(&hollow, 0.3).diagnosis;
        assert!((found.volume / one - 0.875).abs() < 1e-9 && found.buried == 0);
        // less the lens of two caps of height one half
        let lens = std::f64::consts::PI * 0.25 * 2.5 * 2.0 / 3.0;
        let two = joined(&sphere(4), &moved(&sphere(4), 1.0, [1.0, 0.03, 0.02]));
        let found = fill(&two, 0.5).diagnosis;
        assert!(found.estimated && (found.volume / (2.0 * one - lens) - 1.0).abs() < 0.01);
    }
}
