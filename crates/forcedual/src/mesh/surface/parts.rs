//! What a surface bounds, by the winding number: pieces of the solid and cavities in them.
//!
//! A facet with area vector `a` is a wall if only one side of it is inside. A shell (facets connected
//! through edges, in the plane through ends) whose facets are walls bounds a region: a piece if the
//! side that it encloses is inside, a cavity if the other one is. Shells without walls are buried in
//! the solid. Where shells overlap, only parts of them are walls; the volume is then, over all walls,
//!
//! ```text
//! V = sum s_f x_f . a_f / (n_f d)        s_f = 1 if the side that a_f points to is outside, -1 if inside
//! ```
//!
//! where `n_f` facets lie in one place.
//!
//! A point deep in a region is the centre of a ball that touches its shell from within and reaches
//! no other facet of a shell that bounds something: so it is in the region that the shell bounds.

use super::shells::{gathered, handles, joined, leaves, shells, touch, without_cavities};
use super::tree::{FacetTree, Point, minus, square};
use super::{Mended, SurfaceField};
use crate::error::Result;
use crate::mesh::geometry::{cross, dot};
use crate::mesh::io::Surface;
use crate::mesh::stuffing::SignedField;
use crate::progress::{Progress, check};
use rayon::prelude::*;

/// Facets of a shell that are looked at.
const SAMPLES: usize = 128;
/// And of all shells together, about; of each as many as the second number in any case.
const ALL_SAMPLES: usize = 20_000;
const FEW_SAMPLES: usize = 8;
/// Pieces that the surface is divided into where shells overlap, about.
const PIECES: f64 = 20_000.0;
/// A side of a facet is looked at so far from it, as a share of its size; nearer, down to the second
/// number, where another facet is that near.
const BESIDE: f64 = 1e-4;
const CLOSEST: f64 = 1e-9;
/// How far rounding moves a point, as a share of its distance from the origin, at most; what is looked
/// at is farther than the second number of such steps from its facet.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
const STEPS: f64 = 16.0;
/// Facets this near to the middle of one, as a share of its size, lie in its place.
const SAME: f64 = 1e-6;
/// Halvings to find the largest ball.
const HALVINGS: usize = 14;
/// Points that stand for a region, at most.
const POINTS: usize = 8;

/// A region that a shell bounds.
pub(super) struct Part {
    pub cavity: bool,
    /// Volume, or area in the plane, without the cavities in it.
    pub volume: f64,
    /// Radius of the ball around the first of the points.
    pub depth: f64,
    /// Points deep in the region.
    pub points: Vec<Point>,
    /// The surface that its shell is of, and the facets of its shell.
    pub shell: (usize, Vec<usize>),
    /// Parts that touch at a vertex have the same number.
    pub touching: usize,
    /// Into how many sets its shell falls apart at edges of more than two facets.
    pub leaves: usize,
}

/// All that a surface bounds.
pub(super) struct Parts {
    pub list: Vec<Part>,
    /// Volume of the solid, or area in the plane.
    pub volume: f64,
    /// Shells within the solid.
    pub buried: usize,
    /// Shells overlap or are loose: some regions may be one, and some may be missing here.
    pub vague: bool,
    /// Facets pass through each other, or it was not looked for.
    pub crossing: bool,
    /// Every facet is a wall.
    pub walls: bool,
    /// Handles of all shells that bound something, where these touch and cross nothing.
    pub handles: Option<usize>,
    /// The facets of shells that bound something, where others bound nothing and none overlap.
    bounding: Option<FacetTree>,
}

/// A facet: its middle, its area vector, and its size (a length).
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub middle: Point,
    pub vector: Point,
    pub size: f64,
}

impl Plane {
    pub(super) fn new(dim: usize, corners: &[Point; 3]) -> Self {
        let [a, b, c] = *corners;
        let (vector, size, middle): (_, _, Point) = if dim == 2 {
            let [x, y, _] = minus(b, a);
            ([y, -x, 0.0], x.hypot(y), std::array::from_fn(|k| (a[k] + b[k]) / 2.0))
        } else {
            let vector = cross(minus(b, a), minus(c, a)).map(|x| x / 2.0);
            let middle = std::array::from_fn(|k| (a[k] + b[k] + c[k]) / 3.0);
            (vector, square(vector).powf(0.25), middle)
        };
        Plane { middle, vector, size }
    }

    /// The unit vector of a facet that has an area.
    fn normal(&self) -> Option<Point> {
        let length = square(self.vector).sqrt();
        (length > 0.0).then(|| self.vector.map(|x| x / length))
    }

    /// A point just before the facet.
    pub(super) fn before(&self) -> Point {
        let normal = self.normal().unwrap_or_default();
        std::array::from_fn(|c| self.middle[c] + BESIDE * self.size * normal[c])
    }

    /// Whether the sides behind and before the facet are inside, nearer to it than any other facet.
    fn sides(&self, field: &SurfaceField) -> [bool; 2] {
        let normal = self.normal().unwrap_or_default();
        let rounding = ROUNDING * square(self.middle).sqrt();
        let closest = (CLOSEST * self.size).max(STEPS * rounding);
        [-1.0, 1.0].map(|side| {
            let mut step = (BESIDE * self.size).max(closest);
            loop {
                let at = std::array::from_fn(|c| self.middle[c] + side * step * normal[c]);
                let free = !field.within(at, 0.999 * step - rounding);
                if free || step / 4.0 < closest {
                    return field.inside(at);
                }
                step /= 4.0;
            }
        })
    }

    /// Whether only one side is inside.
    pub(super) fn is_wall(&self, field: &SurfaceField) -> bool {
        let [behind, before] = self.sides(field);
        behind != before
    }
}

/// The corners of facet `f`.
pub(super) fn corners(surface: &Surface, f: usize) -> [Point; 3] {
    let dim = surface.dim;
    std::array::from_fn(|k| {
        let i = surface.facets[dim * f + k.min(dim - 1)] as usize;
        std::array::from_fn(|c| if c < dim { surface.positions[dim * i + c] } else { 0.0 })
    })
}

/// Divides a facet into parts: `n` along each side.
pub(super) fn divided(dim: usize, [a, b, c]: [Point; 3], n: usize) -> Vec<[Point; 3]> {
    let at = |i: usize, j: usize| -> Point {
        let [s, t] = [i, j].map(|k| k as f64 / n as f64);
        std::array::from_fn(|k| a[k] + s * (b[k] - a[k]) + t * (c[k] - a[k]))
    };
    if dim == 2 {
        return (0..n).map(|i| [at(i, 0), at(i + 1, 0), at(i + 1, 0)]).collect();
    }
    let pairs = (0..n).flat_map(|j| (0..n - j).map(move |i| (i, j)));
    let up = pairs.clone().map(|(i, j)| [at(i, j), at(i + 1, j), at(i, j + 1)]);
    let down = pairs.filter(|(i, j)| i + j + 1 < n);
    up.chain(down.map(|(i, j)| [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)])).collect()
}

impl Parts {
    /// `crossing`: facets are known to pass through each other.
    pub(super) fn new(
        field: &SurfaceField,
        surfaces: &[&Surface],
        crossing: bool,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let shells: Vec<(usize, Vec<usize>)> = (0..surfaces.len())
            .flat_map(|s| shells(surfaces[s]).into_iter().map(move |shell| (s, shell)))
            .collect();
        let samples = (ALL_SAMPLES / shells.len().max(1)).clamp(FEW_SAMPLES, SAMPLES);
        let seen: Vec<Seen> = shells
            .par_iter()
            .map(|(s, shell)| {
                check(progress)?;
                Ok(Seen::new(field, surfaces[*s], shell, samples))
            })
            .collect::<Result<_>>()?;
        let vague = crossing || seen.iter().any(|s| s.mixed);
        let (volume, outer) = if vague {
            walls(field, surfaces, progress)?
        } else {
            (seen.iter().filter(|s| s.bounds()).map(|s| s.volume()).sum(), Vec::new())
        };
        let buried = seen.iter().filter(|s| !s.bounds() && s.enclosed != 0.0).count();
        let all = shells.len();
        let bounding: Vec<((usize, Vec<usize>), Seen)> =
            shells.into_iter().zip(seen).filter(|(_, seen)| seen.bounds()).collect();
        let walls = bounding.len() == all && !vague;
        // what bounds nothing is in the way of no ball
        let fewer = (!walls).then(|| {
            let bounds = |s: usize, f: usize| !vague || outer[s][f];
            let shells: Vec<(usize, Vec<usize>)> = bounding
                .iter()
                .map(|((s, shell), _)| {
                    (*s, shell.iter().copied().filter(|&f| bounds(*s, f)).collect())
                })
                .collect();
            let (positions, facets) = gathered(surfaces, shells.iter());
            FacetTree::for_distances(field.dim(), &positions, &facets)
        });
        let tree = fewer.as_ref().unwrap_or(&field.distance);
        let mut list: Vec<Part> = bounding
            .into_par_iter()
            .map(|(shell, seen)| {
                check(progress)?;
                Ok(seen.part(tree, shell))
            })
            .collect::<Result<_>>()?;
        touch(surfaces, &mut list);
        let mut handles = None;
        if !vague {
            without_cavities(surfaces, &mut list, progress)?;
            handles = self::handles(field.dim(), &joined(surfaces, &list));
        }
        if handles.is_none() {
            for part in &mut list {
                part.leaves = leaves(surfaces[part.shell.0], &part.shell.1);
            }
        }
        let bounding = fewer.filter(|_| !vague);
        Ok(Parts { list, volume, buried, vague, crossing, walls, handles, bounding })
    }

    /// Tells the field what it encloses, and to measure distances only to what bounds something.
    pub(super) fn tell(&mut self, field: &mut SurfaceField) {
        field.volume = Some(self.volume);
        if let Some(tree) = self.bounding.take() {
            field.distance = tree;
        }
    }

    /// How many pieces there are, where that is known.
    pub(super) fn pieces(&self) -> Option<usize> {
        (!self.vague).then(|| self.list.iter().filter(|part| !part.cavity).count())
    }

    /// What loose sheets surround: nothing is known of its parts.
    pub(super) fn loose(volume: f64) -> Self {
        Parts {
            list: Vec::new(),
            volume,
            buried: 0,
            vague: true,
            crossing: false,
            walls: false,
            handles: None,
            bounding: None,
        }
    }
}

impl Mended {
    /// Finds the inside, which completes the diagnosis; an error if there is none.
    pub fn find_inside(&mut self, progress: &dyn Progress) -> Result<()> {
        self.bounded(progress).map(|_| ())
    }

    /// The solid and its parts; completes the diagnosis.
    pub(super) fn bounded(&mut self, progress: &dyn Progress) -> Result<(SurfaceField, Parts)> {
        progress.stage("find the inside", 0);
        let mut field = SurfaceField::new(self, progress)?;
        let mut parts = match self.diagnosis.loose {
            true => Parts::loose(field.probe(progress)?.volume),
            false => {
                let crossing = self.diagnosis.crossings != Some(0);
                Parts::new(&field, &[&self.closed()], crossing, progress)?
            }
        };
        parts.tell(&mut field);
        let found = &mut self.diagnosis;
        let depths = parts.list.iter().filter(|p| !p.cavity).map(|p| 2.0 * p.depth);
        found.thickest = depths.reduce(f64::max);
        found.pieces = parts.pieces();
        (found.volume, found.buried, found.estimated) = (parts.volume, parts.buried, parts.vague);
        Ok((field, parts))
    }
}

/// What is known about a shell.
struct Seen {
    dim: usize,
    /// What it encloses, if that is more than rounding.
    enclosed: f64,
    /// Some of its facets, and which of their sides are inside.
    known: Vec<(Plane, [bool; 2])>,
    cavity: bool,
    /// Share of the facets that are walls of that kind.
    most: f64,
    /// Facets that are not alike.
    mixed: bool,
}

impl Seen {
    fn new(field: &SurfaceField, surface: &Surface, shell: &[usize], samples: usize) -> Self {
        let dim = surface.dim;
        let plane = |f: usize| Plane::new(dim, &corners(surface, f));
        let origin = plane(shell[0]).middle;
        let (mut enclosed, mut area) = (0.0, 0.0);
        for &f in shell {
            let Plane { middle, vector, .. } = plane(f);
            enclosed += dot(&minus(middle, origin), &vector) / dim as f64;
            area += square(vector).sqrt();
        }
        let mut seen =
            Seen { dim, enclosed: 0.0, known: Vec::new(), cavity: false, most: 0.0, mixed: false };
        if enclosed.abs() <= 1e-9 * area.powf(dim as f64 / (dim - 1) as f64) {
            return seen;
        }
        seen.enclosed = enclosed;
        let step = shell.len().div_ceil(samples);
        let samples: Vec<Plane> = shell.iter().step_by(step).map(|&f| plane(f)).collect();
        seen.known = samples.into_par_iter().map(|p| (p, p.sides(field))).collect();
        let share = |wanted: [bool; 2]| -> f64 {
            let alike = seen.known.iter().filter(|(_, sides)| seen.kind(*sides) == wanted);
            alike.map(|(p, _)| square(p.vector).sqrt()).sum()
        };
        let all: f64 = seen.known.iter().map(|(p, _)| square(p.vector).sqrt()).sum();
        let shares = [[true, false], [false, true]].map(share);
        seen.cavity = shares[1] > shares[0];
        seen.most = shares[usize::from(seen.cavity)];
        seen.mixed = seen.most > 0.0 && seen.most < 0.999 * all;
        seen
    }

    /// Whether it bounds a region.
    fn bounds(&self) -> bool {
        self.most > 0.0
    }

    fn volume(&self) -> f64 {
        if self.cavity { -self.enclosed.abs() } else { self.enclosed.abs() }
    }

    /// Sides of a facet, the enclosed one first.
    fn kind(&self, sides: [bool; 2]) -> [bool; 2] {
        if self.enclosed > 0.0 { sides } else { [sides[1], sides[0]] }
    }

    /// The region that it bounds.
    fn part(self, tree: &FacetTree, shell: (usize, Vec<usize>)) -> Part {
        // no ball has more than the volume
        let largest = 0.65 * self.enclosed.abs().powf(1.0 / self.dim as f64);
        let inward = if self.enclosed > 0.0 { -1.0 } else { 1.0 };
        let wall = [!self.cavity, self.cavity];
        let alike = self.known.par_iter().filter(|(_, sides)| self.kind(*sides) == wall);
        let ball =
            |p: &Plane| p.normal().map(|n| ball(tree, p.middle, n.map(|x| inward * x), largest));
        let mut within: Vec<(f64, Point)> = alike.filter_map(|(p, _)| ball(p)).collect();
        within.sort_by(|a, b| b.0.total_cmp(&a.0));
        let depth = within.first().map_or(0.0, |b| b.0);
        let points =
            within.iter().take(POINTS).filter(|b| b.0 >= 0.5 * depth).map(|b| b.1).collect();
        let volume = self.enclosed.abs();
        Part { cavity: self.cavity, volume, depth, points, shell, touching: 0, leaves: 1 }
    }
}

/// The largest ball on one side of a facet that touches it in the middle, up to a radius:
/// radius and centre.
fn ball(tree: &FacetTree, middle: Point, into: Point, largest: f64) -> (f64, Point) {
    let centre = |r: f64| -> Point { std::array::from_fn(|c| middle[c] + r * into[c]) };
    let (mut free, mut blocked) = (0.0, largest);
    for _ in 0..HALVINGS {
        let r = (free + blocked) / 2.0;
        let bound = ((1.0 - 1e-6) * r).powi(2);
        let reached = tree.square_distance(centre(r), bound) < bound;
        *(if reached { &mut blocked } else { &mut free }) = r;
    }
    (free, centre(free))
}

/// The volume within all walls, and for every facet of every surface whether some of it is a wall.
fn walls(
    field: &SurfaceField,
    surfaces: &[&Surface],
    progress: &dyn Progress,
) -> Result<(f64, Vec<Vec<bool>>)> {
    let facets = surfaces.iter().flat_map(|s| (0..s.facets.len() / s.dim).map(move |f| (*s, f)));
    let facets: Vec<(&Surface, f64, [Point; 3])> = facets
        .map(|(s, f)| (s, square(Plane::new(s.dim, &corners(s, f)).vector).sqrt(), corners(s, f)))
        .collect();
    let all: f64 = facets.iter().map(|f| f.1).sum();
    let origin = facets.first().map_or([0.0; 3], |f| f.2[0]);
    let parts: Vec<(f64, bool)> = facets
        .par_iter()
        .map(|(surface, area, corners)| {
            check(progress)?;
            let dim = surface.dim;
            let share = PIECES * area / all;
            let n = if dim == 2 { share } else { share.sqrt().min(64.0) }.ceil().max(1.0);
            let (mut volume, mut wall) = (0.0, false);
            for piece in divided(dim, *corners, n as usize) {
                let plane = Plane::new(dim, &piece);
                let sign = match plane.sides(field) {
                    [true, false] => 1.0,
                    [false, true] => -1.0,
                    _ => continue,
                };
                wall = true;
                let same = field.distance.near(plane.middle, SAME * plane.size).max(1);
                let height = dot(&minus(plane.middle, origin), &plane.vector) / dim as f64;
                volume += sign * height / same as f64;
            }
            Ok((volume, wall))
        })
        .collect::<Result<_>>()?;
    let mut flags = parts.iter().map(|part| part.1);
    let outer =
        surfaces.iter().map(|s| flags.by_ref().take(s.facets.len() / s.dim).collect()).collect();
    Ok((parts.iter().map(|part| part.0).sum(), outer))
}
