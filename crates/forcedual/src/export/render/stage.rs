//! A drawing in front of its camera: all surfaces in view coordinates, about one unit large.

use super::camera::{Camera, Projection};
use super::drawing::{Drawing, Finish};
use super::raster::Corner;
use super::vector::{Vec3, add, dot, scale, sub, unit_or};
use crate::error::{Code, Error, Result};
use crate::mesh::normals::corner_normals;

/// A triangle of a solid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// Number of the solid.
    pub solid: u32,
    /// Number of the triangle in the solid.
    pub local: u32,
    /// Shading normals at the corners.
    pub normals: [Vec3; 3],
}

/// Where shadows fall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Floor {
    pub normal: Vec3,
    /// `normal . p` of its points.
    pub level: f32,
    /// The point below the middle of what is drawn.
    pub centre: Vec3,
    /// How far what is drawn reaches from there.
    pub radius: f32,
}

/// Everything that is visible, ready to be drawn.
pub(super) struct Stage {
    pub points: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    pub faces: Vec<Face>,
    /// Triangles drawn as a faint shape behind the others.
    pub ghosts: Vec<[u32; 3]>,
    /// Ends of the lines of each group.
    pub lines: Vec<Vec<[Vec3; 2]>>,
    pub corners: Vec<Corner>,
    pub projection: Projection,
    pub vertical: Vec3,
    pub floor: Floor,
}

/// How far behind a planar drawing the paper is.
const PAPER: f32 = 0.035;

impl Stage {
    /// Checks the drawing and arranges it to fill a rectangle (left, top, width, height) of pixels.
    pub(super) fn new(drawing: &Drawing, camera: &Camera, rectangle: [f32; 4]) -> Result<Self> {
        for (k, solid) in drawing.solids.iter().enumerate() {
            solid.check().map_err(|mut e| {
                if drawing.solids.len() > 1 {
                    e.message = format!("solid {k}: {}", e.message);
                }
                e
            })?;
        }
        let [low, high] = bounds(drawing)?;
        let [low, high] = camera.frame.unwrap_or([low, high]);
        let centre = [0, 1, 2].map(|c| 0.5 * (low[c] + high[c]));
        let size = (0..3).map(|c| (0.5 * (high[c] - low[c])).powi(2)).sum::<f64>().sqrt();
        let factor = if size > 0.0 && size.is_finite() { 1.0 / size } else { 1.0 };
        let axes = camera.axes();
        let turn = |p: [f64; 3]| axes.map(|a| a[0] * p[0] + a[1] * p[1] + a[2] * p[2]);
        let view = |p: [f64; 3]| turn([0, 1, 2].map(|c| (p[c] - centre[c]) * factor));
        let single = |p: [f64; 3]| p.map(|x| x as f32);

        let mut stage = Stage {
            points: Vec::new(),
            triangles: Vec::new(),
            faces: Vec::new(),
            ghosts: Vec::new(),
            lines: Vec::new(),
            corners: Vec::new(),
            projection: Projection::fit(std::iter::empty(), rectangle, 0.0),
            vertical: camera.vertical(),
            floor: Floor { normal: [0.0; 3], level: 0.0, centre: [0.0; 3], radius: 0.0 },
        };
        for (k, solid) in (0u32..).zip(&drawing.solids) {
            let points: Vec<[f64; 3]> = solid.positions.iter().map(|&p| view(p)).collect();
            let first = stage.points.len() as u32;
            let shifted = solid.triangles.iter().map(|t| t.map(|i| i + first));
            if solid.finish == Finish::Ghost {
                stage.ghosts.extend(shifted);
            } else {
                stage.triangles.extend(shifted);
                let normals: Vec<[[f64; 3]; 3]> = match solid.normals.is_empty() {
                    true => corner_normals(&points, &solid.triangles),
                    false => {
                        let at = |i: u32| turn(solid.normals[i as usize]);
                        solid.triangles.iter().map(|t| t.map(at)).collect()
                    }
                };
                stage.faces.extend((0u32..).zip(normals).map(|(local, normals)| Face {
                    solid: k,
                    local,
                    normals: normals.map(|n| unit_or(single(n), [0.0, 0.0, 1.0])),
                }));
            }
            stage.points.extend(points.into_iter().map(single));
        }
        for group in &drawing.lines {
            let ends = group.segments.iter().map(|s| s.map(|p| single(view(p))));
            stage.lines.push(ends.collect());
        }
        let box_corners: Vec<Vec3> = (0..8)
            .map(|k| {
                single(view([0, 1, 2].map(|c| if k >> c & 1 == 0 { low[c] } else { high[c] })))
            })
            .collect();
        stage.projection = match camera.frame {
            Some(_) => Projection::fit(box_corners.into_iter(), rectangle, camera.field_of_view),
            None => Projection::fit(stage.used(), rectangle, camera.field_of_view),
        };
        stage.corners =
            stage.points.iter().map(|&p| Corner::new(stage.projection.project(p))).collect();
        stage.floor = stage.lay_floor(drawing.planar);
        Ok(stage)
    }

    /// Points of all triangles, in their order.
    fn used(&self) -> impl Iterator<Item = Vec3> + Clone {
        let ends = self.lines.iter().flatten().flatten().copied();
        let drawn = self.triangles.iter().chain(&self.ghosts).flatten();
        drawn.map(|&i| self.points[i as usize]).chain(ends)
    }

    fn lay_floor(&self, planar: bool) -> Floor {
        let normal = if planar { [0.0, 0.0, 1.0] } else { self.vertical };
        let solid = || self.triangles.iter().flatten().map(|&i| self.points[i as usize]);
        let level = solid().map(|p| dot(normal, p)).fold(f32::INFINITY, f32::min);
        let level = if level.is_finite() { level } else { 0.0 };
        let level = level - if planar { PAPER } else { 1e-3 };
        let flat = |p: Vec3| add(p, scale(normal, level - dot(normal, p)));
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for p in solid().map(flat) {
            for c in 0..3 {
                low[c] = low[c].min(p[c]);
                high[c] = high[c].max(p[c]);
            }
        }
        let centre = flat([0, 1, 2].map(|c| 0.5 * (low[c] + high[c])));
        let centre = if centre.iter().all(|x| x.is_finite()) { centre } else { [0.0; 3] };
        let distance = |p: Vec3| dot(sub(flat(p), centre), sub(flat(p), centre)).sqrt();
        let radius = solid().map(distance).fold(0.0, f32::max);
        Floor { normal, level, centre, radius }
    }

    /// The three points of a triangle.
    pub(super) fn corners_of(&self, t: u32) -> [Vec3; 3] {
        self.triangles[t as usize].map(|i| self.points[i as usize])
    }
}

fn bounds(drawing: &Drawing) -> Result<[[f64; 3]; 2]> {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for solid in &drawing.solids {
        for &i in solid.triangles.as_flattened() {
            for (c, &x) in solid.positions[i as usize].iter().enumerate() {
                low[c] = low[c].min(x);
                high[c] = high[c].max(x);
            }
        }
    }
    if low.iter().any(|x| !x.is_finite()) {
        return Err(Error::new(Code::MeshEmpty, "there are no triangles to draw"));
    }
    Ok([low, high])
}
