//! Places: boxes, balls, half-spaces, nearest points and the inside of surfaces.
//!
//! They test vertices, or centroids of cells, and include their rim up to `1e-9` of the mesh's
//! diagonal.

use std::path::Path;

use rayon::prelude::*;

use super::hints::not_stray;
use super::{Picker, Target};
use crate::error::{Code, Error, Result};
use crate::mesh::geometry::dot;
use crate::mesh::io::{self, Surface};
use crate::mesh::select::{BallRegion, BoxRegion, HalfSpace, Points};
use crate::mesh::surface::Nearest;
use crate::mesh::winding::WindingTree;

/// For up to this many points all vertices are looked at; for more they are sorted into boxes first.
const FEW: usize = 8;

impl Picker<'_> {
    /// The point that places test: a vertex or the centroid of a cell.
    fn point(&self, target: Target, i: usize) -> [f64; 3] {
        match target {
            Target::Vertices => {
                let point = self.mesh.point(i);
                std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0))
            }
            Target::Cells => self.mesh.centroid(i),
        }
    }

    fn test(&self, target: Target, test: impl Fn([f64; 3]) -> bool + Sync) -> Vec<bool> {
        let all = (0..self.count(target)).into_par_iter();
        all.map(|i| test(self.point(target, i))).collect()
    }

    /// How far outside a place still counts as on its rim.
    fn slack(&self) -> f64 {
        1e-9 * self.mesh.diagonal()
    }

    fn coordinates(&self, point: &[f64]) -> Result<[f64; 3]> {
        let dim = self.mesh.dim();
        if point.len() != dim {
            let message = format!("{} coordinates given, the mesh has {dim}", point.len());
            return Err(Error::new(Code::Selection, message));
        }
        if let Some(x) = point.iter().find(|x| x.is_nan()) {
            return Err(Error::new(Code::Selection, format!("{x} is not a coordinate")));
        }
        Ok(std::array::from_fn(|c| point.get(c).copied().unwrap_or(0.0)))
    }

    fn finite(&self, point: &[f64]) -> Result<[f64; 3]> {
        let point = self.coordinates(point)?;
        match point.iter().find(|x| x.is_infinite()) {
            None => Ok(point),
            Some(x) => Err(Error::new(Code::Selection, format!("{x} is not a finite coordinate"))),
        }
    }

    pub(super) fn in_box(&self, region: &BoxRegion, target: Target) -> Result<Vec<bool>> {
        let min = self.coordinates(&region.min).map_err(|e| e.field("min"))?;
        let max = self.coordinates(&region.max).map_err(|e| e.field("max"))?;
        if let Some(c) = (0..3).find(|&c| min[c] > max[c]) {
            let message = format!("min {} is greater than max {}", min[c], max[c]);
            return Err(Error::new(Code::Selection, message));
        }
        let slack = self.slack();
        Ok(self.test(target, |x| (0..3).all(|c| min[c] - slack <= x[c] && x[c] <= max[c] + slack)))
    }

    pub(super) fn in_ball(&self, region: &BallRegion, target: Target) -> Result<Vec<bool>> {
        let center = self.finite(&region.center).map_err(|e| e.field("center"))?;
        if !(region.radius.is_finite() && region.radius >= 0.0) {
            let message = format!("{} is not a radius", region.radius);
            return Err(Error::new(Code::Selection, message).field("radius"));
        }
        let radius = region.radius + self.slack();
        Ok(self.test(target, |x| distance(x, center) <= radius))
    }

    pub(super) fn in_half_space(&self, region: &HalfSpace, target: Target) -> Result<Vec<bool>> {
        let point = self.finite(&region.point).map_err(|e| e.field("point"))?;
        let normal = self.finite(&region.normal).map_err(|e| e.field("normal"))?;
        let length = distance(normal, [0.0; 3]);
        if !length.is_normal() {
            let message = "the normal has no direction";
            return Err(Error::new(Code::Selection, message).field("normal"));
        }
        let normal = normal.map(|x| x / length);
        let slack = self.slack();
        Ok(self.test(target, |x| {
            let arm: [f64; 3] = std::array::from_fn(|c| x[c] - point[c]);
            dot(&arm, &normal) >= -slack
        }))
    }

    pub(super) fn nearest(&self, points: &Points, target: Target) -> Result<Vec<bool>> {
        let places: Vec<[f64; 3]> = match points {
            Points::One(point) => vec![self.finite(point)?],
            Points::Many(points) => {
                let place = |(k, point): (usize, &Vec<f64>)| {
                    self.finite(point).map_err(|e| e.field(format!("[{k}]")))
                };
                points.iter().enumerate().map(place).collect::<Result<_>>()?
            }
        };
        let used = self.of_cells(&vec![true; self.mesh.cell_count()], Target::Vertices);
        let candidates: Vec<usize> =
            (0..self.count(target)).filter(|&i| target == Target::Cells || used[i]).collect();
        let tree = (places.len() > FEW).then(|| {
            let positions: Vec<f64> =
                candidates.iter().flat_map(|&i| self.point(target, i)).collect();
            let each: Vec<u32> = (0..candidates.len() as u32).flat_map(|k| [k; 3]).collect();
            Nearest::new(3, &positions, &each)
        });
        let mut chosen = vec![false; self.count(target)];
        for (k, place) in places.into_iter().enumerate() {
            let gap = |i: usize| distance(self.point(target, i), place);
            let near = match &tree {
                Some(tree) => candidates.get(tree.find(&place).0).copied(),
                None => candidates.iter().copied().min_by(|&i, &j| gap(i).total_cmp(&gap(j))),
            };
            if let Some(i) = near {
                not_stray(self.mesh, gap(i)).map_err(|e| match points {
                    Points::One(_) => e,
                    Points::Many(_) => e.field(format!("[{k}]")),
                })?;
                chosen[i] = true;
            }
        }
        Ok(chosen)
    }

    /// A surface in metres.
    pub(super) fn surface(&self, path: &Path) -> Result<Surface> {
        let mut surface = io::read_surface(path)?;
        surface.positions.iter_mut().for_each(|x| *x *= self.unit);
        Ok(surface)
    }

    pub(super) fn inside(&self, file: &Path, target: Target) -> Result<Vec<bool>> {
        let path = self.folder.join(file);
        let surface = self.surface(&path)?;
        if surface.dim != self.mesh.dim() {
            let (found, dim) = (surface.dim, self.mesh.dim());
            let message = format!("a {found}D surface cannot select in a {dim}D mesh");
            return Err(Error::new(Code::Selection, message)
                .help("use triangles for a 3D mesh, line segments for a 2D mesh")
                .file(path));
        }
        let tree = WindingTree::new(surface.dim, &surface.positions, &surface.facets)
            .map_err(|e| e.file(path))?;
        Ok(self.test(target, |x| tree.at(x).abs() > 0.5))
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1]).hypot(a[2] - b[2])
}
