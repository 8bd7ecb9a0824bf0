//! What a surface has and what its mesh kept: pieces, cavities, and how far the surface is from the
//! mesh's boundary.
//!
//! A point deep in a region of the surface is in the mesh or not, and the shell of the mesh nearest
//! to it bounds the region of the mesh that it is in. So a cavity is kept if such a point is in a
//! cavity of the mesh, open if it is outside, and filled if it is in a cell; regions are joined if
//! their points are in the same one.

use super::SurfaceField;
use super::parts::{Part, Parts, Plane, corners, divided};
use super::tree::{Nearest, Point};
use crate::error::Result;
use crate::mesh::geometry::components;
use crate::mesh::io::Surface;
use crate::mesh::winding::WindingTree;
use crate::mesh::{Boundary, RawMesh, SimplexMesh};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Regions that a sentence lists, at most.
const LISTED: usize = 4;
/// Points of the surface whose distance to the mesh is measured, about.
const MEASURED: f64 = 400_000.0;

/// What a mesh lost of a surface.
#[derive(Default)]
pub(super) struct Lost {
    /// One sentence for each kind of loss of pieces and cavities.
    pub sentences: Vec<String>,
    /// Radius of the largest ball in the thinnest region that is filled or missing.
    pub thinnest: Option<f64>,
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
        let places: Vec<Option<Place>> =
            parts.list.par_iter().map(|part| located.find(part)).collect();
        let (mut filled, mut open, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let mut shared: BTreeMap<Place, Vec<&Part>> = BTreeMap::new();
        for (part, place) in parts.list.iter().zip(&places) {
            match (part.cavity, place) {
                (true, Some(Place::Piece(_))) => filled.push(part),
                (true, Some(Place::Outside)) => open.push(part),
                (false, Some(Place::Cavity(_) | Place::Outside)) => missing.push(part),
                (_, Some(place)) => shared.entry(*place).or_default().push(part),
                (_, None) => {}
            }
        }
        let thin = filled.iter().chain(&missing).map(|part| part.depth);
        lost.thinnest = thin.reduce(f64::min);
        let dim = mesh.dim;
        for (list, [one, many], what) in [
            (filled, ["cavity is", "cavities are"], "filled"),
            (open, ["cavity is", "cavities are"], "torn open, to the outside or to each other"),
            (missing, ["piece is", "pieces are"], "missing"),
        ] {
            if !list.is_empty() {
                let (count, which) = (list.len(), if list.len() == 1 { one } else { many });
                lost.sentences.push(format!("{count} {which} {what}: {}", listed(dim, &list)));
            }
        }
        // what overlaps may be one
        for (place, list) in shared.iter().filter(|(_, list)| list.len() > 1 && !parts.vague) {
            let what = if matches!(place, Place::Piece(_)) { "pieces" } else { "cavities" };
            let count = list.len();
            lost.sentences.push(format!("{count} {what} became one: {}", listed(dim, list)));
        }
        lost.count(parts, &located, shared.keys());
        lost.farthest = farthest(field, surfaces, &located.nearest, cell);
        Ok(lost)
    }

    /// Whether pieces or cavities are not what they were.
    pub(super) fn any(&self) -> bool {
        !self.sentences.is_empty()
    }

    /// Pieces and cavities of the mesh that none of the surface is.
    fn count<'a>(
        &mut self,
        parts: &Parts,
        located: &Located,
        kept: impl Iterator<Item = &'a Place>,
    ) {
        let kept: Vec<&Place> = kept.collect();
        let had = parts.list.iter().filter(|p| !p.cavity).count();
        let pieces = kept.iter().filter(|p| matches!(p, Place::Piece(_))).count();
        let has = located.pieces.0;
        if has > pieces && (has > had || !parts.vague) && !parts.list.is_empty() {
            self.sentences
                .push(format!("the mesh came apart into {has} pieces, the surface has {had}"));
        }
        let cavities = kept.iter().filter(|p| matches!(p, Place::Cavity(_))).count();
        let new = located.boundary.cavities().len().saturating_sub(cavities);
        if new > 0 && !parts.vague {
            let noun = if new == 1 { "cavity" } else { "cavities" };
            self.sentences
                .push(format!("{new} {noun} of the mesh are gaps of the surface, closed off"));
        }
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
    format!("({})", point.iter().map(|x| brief(*x)).collect::<Vec<_>>().join(", "))
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

/// The point of a wall that is farthest from the boundary of the mesh, among points about half a
/// cell apart; none if it is nearer than a cell.
fn farthest(
    field: &SurfaceField,
    surfaces: &[&Surface],
    nearest: &Nearest,
    cell: f64,
) -> (f64, Point) {
    let facets = surfaces.iter().flat_map(|s| (0..s.facets.len() / s.dim).map(move |f| (*s, f)));
    let facets: Vec<(&Surface, usize)> = facets.collect();
    let size = |(s, f): &(&Surface, usize)| Plane::new(s.dim, &corners(s, *f)).size;
    let power = |s: &Surface| s.dim as i32 - 1;
    let asked: f64 = facets.iter().map(|f| (2.0 * size(f) / cell).powi(power(f.0))).sum();
    let step = (cell / 2.0) * (asked / MEASURED).max(1.0);
    let skip = (facets.len() as f64 / MEASURED).ceil().max(1.0) as usize;
    let far = facets.par_iter().step_by(skip).filter_map(|facet| {
        let (surface, dim) = (facet.0, facet.0.dim);
        let n = (size(facet) / step).ceil().clamp(1.0, 256.0) as usize;
        let planes = divided(dim, corners(surface, facet.1), n);
        let planes = planes.iter().map(|piece| Plane::new(dim, piece));
        planes
            .map(|plane| (nearest.find(&plane.middle[..dim]).1, plane))
            .filter(|(d, plane)| *d > cell && plane.is_wall(field))
            .map(|(d, plane)| (d, plane.middle))
            .max_by(|a, b| a.0.total_cmp(&b.0))
    });
    let all: Vec<(f64, Point)> = far.collect();
    all.into_iter().fold((0.0, [0.0; 3]), |best, next| if next.0 > best.0 { next } else { best })
}
