//! The signed distance to a surface or to outlines in the plane.

use super::halved::winding_tree;
use super::tree::{FacetTree, Point, minus, square};
use super::{Outline, Rule, mend::Mended};
use crate::error::{Code, Error, Result};
use crate::mesh::io::Surface;
use crate::mesh::stuffing::SignedField;
use crate::mesh::winding::WindingTree;
use crate::progress::{Progress, check};
use rayon::prelude::*;

/// Points of a run whose values are found one after the other.
const RUN: usize = 64;
/// Points along each axis at which an inside is looked for between loose sheets.
const PROBES: usize = 26;
/// Halvings of a step of that grid to find where the side changes.
const HALVINGS: usize = 6;
/// This much of the boundary of the inside of loose sheets must lie on them.
const COVERED: f64 = 2.0 / 3.0;

/// Distance to the nearest facet, negative where the winding number says inside.
pub struct SurfaceField {
    dim: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    pub(super) distance: FacetTree,
    windings: Vec<(Winding, Rule)>,
    loose: bool,
    /// Volume inside, once it is known.
    pub(super) volume: Option<f64>,
}

/// Winding numbers: by angles in space, by crossings of a ray in the plane, where curves are closed.
enum Winding {
    Space(WindingTree),
    Plane(FacetTree),
}

impl Winding {
    fn new(part: &Surface) -> Result<Self> {
        if part.dim == 3 {
            return Ok(Winding::Space(winding_tree(&part.positions, &part.facets)?));
        }
        let count = part.positions.len() / 2;
        if let Some(i) = part.facets.iter().find(|i| **i as usize >= count) {
            let message = format!("a line names vertex {i}, which does not exist");
            return Err(Error::new(Code::MeshIndex, message));
        }
        Ok(Winding::Plane(FacetTree::new(2, &part.positions, &part.facets)))
    }

    fn at(&self, q: Point) -> f64 {
        match self {
            Winding::Space(tree) => tree.at(q),
            Winding::Plane(tree) => tree.turns(q) as f64,
        }
    }
}

/// What a grid of points says about the inside of loose sheets.
pub(super) struct Probe {
    /// Points that are well inside.
    surely: usize,
    /// Points around which the sheets face inwards.
    inside_out: usize,
    /// Steps of the grid on which the side changes, and those of them on which it does at a facet.
    crossed: usize,
    on: usize,
    /// About the volume inside.
    pub volume: f64,
}

impl Probe {
    /// A sheet alone has hollows in which the winding number exceeds one half, but they end in the
    /// air, and those on its other side are as many.
    fn is_solid(&self) -> bool {
        self.surely > 0
            && self.on as f64 > COVERED * self.crossed as f64
            && 4 * self.inside_out < self.surely
    }
}

impl SurfaceField {
    /// The solid inside a surface of triangles.
    pub fn new(mended: &Mended, progress: &dyn Progress) -> Result<Self> {
        let mut field = SurfaceField::of(&[(&mended.closed(), Rule::Positive)], 3)?;
        if mended.diagnosis.loose {
            field.loose = true;
            if !field.probe(progress)?.is_solid() {
                let message = match mended.diagnosis.sheets {
                    1 if mended.diagnosis.one_sided > 0 => {
                        "the surface is an open sheet with only one side: it has no inside"
                            .to_owned()
                    }
                    1 => "the surface is an open sheet: it has no inside".to_owned(),
                    n => format!("the surface is {n} open sheets: there is no inside between them"),
                };
                let help = "close the surface, or give the sheet a thickness (solidify it) in a modelling program";
                return Err(Error::new(Code::MeshEmpty, message).help(help));
            }
        }
        Ok(field)
    }

    /// What is inside at least one of several outlines in the plane.
    pub fn planar(outlines: &[Outline]) -> Result<Self> {
        let parts: Vec<(&Surface, Rule)> = outlines.iter().map(|o| (&o.curve, o.rule)).collect();
        SurfaceField::of(&parts, 2)
    }

    fn of(parts: &[(&Surface, Rule)], dim: usize) -> Result<Self> {
        let (mut low, mut high) = (vec![f64::INFINITY; dim], vec![f64::NEG_INFINITY; dim]);
        let (mut positions, mut facets) = (Vec::new(), Vec::new());
        let mut windings = Vec::new();
        for (part, rule) in parts {
            let first = (positions.len() / dim) as u32;
            positions.extend_from_slice(&part.positions);
            windings.push((Winding::new(part)?, *rule));
            facets.extend(part.facets.iter().map(|i| first + i));
        }
        for &i in &facets {
            for (c, &x) in positions[i as usize * dim..][..dim].iter().enumerate() {
                low[c] = low[c].min(x);
                high[c] = high[c].max(x);
            }
        }
        let distance = FacetTree::for_distances(dim, &positions, &facets);
        Ok(SurfaceField { dim, low, high, distance, windings, loose: false, volume: None })
    }

    /// Whether `q` is inside.
    pub(super) fn inside(&self, q: Point) -> bool {
        self.windings.iter().any(|(tree, rule)| {
            let w = tree.at(q);
            match rule {
                Rule::Positive => w > 0.5,
                Rule::NonZero => w.abs() > 0.5,
                Rule::Odd => (w.round() as i64) & 1 == 1,
            }
        })
    }

    /// Whether `q` is in what a surface encloses the wrong way round.
    pub(super) fn inside_out(&self, q: Point) -> bool {
        let mut positive = self.windings.iter().filter(|(_, rule)| *rule == Rule::Positive);
        !self.loose && positive.any(|(tree, _)| tree.at(q) < -0.5)
    }

    /// How many pairs of facets pass through each other, or `most` if there are more.
    pub(super) fn crossings(&self, most: usize, progress: &dyn Progress) -> Result<usize> {
        self.distance.crossings(most, progress)
    }

    /// Whether a facet is nearer to `q` than a distance.
    pub(super) fn within(&self, q: Point, distance: f64) -> bool {
        let bound = distance * distance;
        self.distance.square_distance(q, bound) < bound
    }

    /// Looks for an inside between loose sheets, on a grid.
    pub(super) fn probe(&self, progress: &dyn Progress) -> Result<Probe> {
        let n = PROBES;
        let side = |c: usize| (self.high[c] - self.low[c]) / (n - 2) as f64;
        let extent: f64 = (0..3).map(|c| (self.high[c] - self.low[c]).powi(2)).sum();
        let at = |k: usize| -> Point {
            let key = [k % n, k / n % n, k / n / n];
            std::array::from_fn(|c| self.low[c] + side(c) * (key[c] as f64 - 0.5))
        };
        let winding = |q: Point| self.windings.iter().map(|(tree, _)| tree.at(q)).sum::<f64>();
        let known: Vec<f64> = (0..n.pow(3))
            .into_par_iter()
            .map(|k| {
                check(progress)?;
                // on a facet the winding number is not defined
                let apart = self.distance.square_distance(at(k), f64::INFINITY) > 1e-12 * extent;
                Ok(if apart { winding(at(k)) } else { 0.0 })
            })
            .collect::<Result<_>>()?;
        let ends = (0..n.pow(3)).flat_map(|k| (0..3).map(move |c| (k, k + n.pow(c), c)));
        let ends: Vec<(usize, usize, u32)> = ends
            .filter(|(a, _, c)| a / n.pow(*c) % n + 1 < n)
            .filter(|(a, b, _)| (known[*a] > 0.5) != (known[*b] > 0.5))
            .collect();
        let on = ends.par_iter().filter(|(a, b, c)| {
            let (mut inside, mut outside) =
                if known[*a] > 0.5 { (at(*a), at(*b)) } else { (at(*b), at(*a)) };
            for _ in 0..HALVINGS {
                let middle = std::array::from_fn(|c| (inside[c] + outside[c]) / 2.0);
                *(if winding(middle) > 0.5 { &mut inside } else { &mut outside }) = middle;
            }
            let near = (side(*c as usize) / 8.0).powi(2);
            self.distance.square_distance(inside, f64::INFINITY) < near
        });
        let count = |which: fn(&&f64) -> bool| known.par_iter().filter(which).count();
        check(progress)?;
        Ok(Probe {
            surely: count(|w| **w > 0.6),
            inside_out: count(|w| **w < -0.5),
            crossed: ends.len(),
            on: on.count(),
            volume: count(|w| **w > 0.5) as f64 * (0..3).map(side).product::<f64>(),
        })
    }

    /// Values at the points of one run. The last value bounds the next distance, and two points are
    /// on the same side if the balls around them that no facet enters meet.
    fn run(&self, points: &[f64], values: &mut [f64]) {
        let mut seen: Vec<(Point, f64)> = Vec::with_capacity(values.len());
        let apart = |a: Point, b: Point| square(minus(a, b)).sqrt();
        for (value, p) in values.iter_mut().zip(points.chunks_exact(self.dim)) {
            let q: Point = std::array::from_fn(|c| p.get(c).copied().unwrap_or(0.0));
            let mut bound = f64::INFINITY;
            if let Some((at, before)) = seen.last() {
                bound = (1.0 + 1e-9) * (before.abs() + apart(q, *at)).powi(2);
            }
            let distance = self.distance.square_distance(q, bound).sqrt();
            let meets = |(at, value): &&(Point, f64)| {
                !self.loose && apart(q, *at) < (1.0 - 1e-9) * (value.abs() + distance)
            };
            let known = seen.iter().rev().find(meets).map(|(_, value)| *value < 0.0);
            let inside = known.unwrap_or_else(|| self.inside(q));
            // a point of a facet within the solid is inside too
            *value = if inside { -distance.max(f64::MIN_POSITIVE) } else { distance };
            seen.push((q, *value));
        }
    }
}

impl SignedField for SurfaceField {
    fn dim(&self) -> usize {
        self.dim
    }

    fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
        (self.low.clone(), self.high.clone())
    }

    fn values(&self, points: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; points.len() / self.dim];
        let runs = values.par_chunks_mut(RUN).zip(points.par_chunks(RUN * self.dim));
        runs.for_each(|(values, points)| self.run(points, values));
        values
    }

    fn volume(&self) -> Option<f64> {
        self.volume
    }

    /// Between loose sheets the side changes where there is no facet.
    fn slope(&self) -> Option<f64> {
        (!self.loose).then_some(1.0)
    }
}
