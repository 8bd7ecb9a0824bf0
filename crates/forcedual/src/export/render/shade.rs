//! The colour of a pixel.
//!
//! A surface of colour `a` with normal `n` sends out
//!
//! ```text
//! a (E_sky(n) O + E_lamp max(0, n.l) V + E_fill max(0, n.f) O) + gloss
//! ```
//!
//! with `O` the open share of the sky, brightened by light that bounces between surfaces of colour
//! `a`, and `V` the visible share of the lamp. Highlights are compressed smoothly below white.
//! The triangles seen in a pixel are each shaded once, at the mean of their samples.

use super::colour::Colour;
use super::drawing::{Drawing, Finish, Paint};
use super::light::{Light, TILE};
use super::raster::{NONE, Samples, area, locate};
use super::stage::Stage;
use super::vector::{Vec3, add, along, cross, dot, scale, smoothstep, sub, unit_or};
use crate::error::Result;
use crate::progress::{Progress, check};
use rayon::prelude::*;

const SKY_ABOVE: Vec3 = [0.46, 0.48, 0.52];
const SKY_BELOW: Vec3 = [0.27, 0.25, 0.235];
const LAMP: Vec3 = [0.92, 0.87, 0.80];
const FILL: Vec3 = [0.16, 0.18, 0.21];
const RIM: Vec3 = [0.30, 0.30, 0.32];
const GLOSS: f32 = 0.05;
/// Crevices are darker than in life by this power, which shows the shape.
const DEPTH: f32 = 1.25;
/// Light above this is compressed.
const SHOULDER: f32 = 0.70;
/// Shadows on the floor fade over this share of the picture at its edges.
const EDGE: f32 = 0.06;
/// Darkness of the shadow on the floor where neither lamp nor sky is seen.
const SHADOW: [f32; 2] = [0.24, 0.50];
const SHADOW_COLOUR: Vec3 = [0.013, 0.011, 0.011];

/// Light on the floor is measured at every so many pixels.
const COARSE: usize = 3;

/// A triangle as it is seen in a pixel.
struct Hit {
    point: Vec3,
    /// The point moved to the curved surface that the normals suggest.
    raised: Vec3,
    facing: Vec3,
    normal: Vec3,
    barycentric: [f32; 3],
    /// Distances to the edges in pixels.
    edges: [f32; 3],
    share: f32,
    triangle: u32,
}

/// Light measured at a pixel.
#[derive(Clone, Copy)]
struct Probe {
    point: Vec3,
    normal: Vec3,
    light: [f32; 2],
    on: On,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Nothing,
    Surface,
    Floor,
}

/// A weighted mean of measured light.
#[derive(Default)]
struct Mean {
    sum: [f32; 2],
    weight: f32,
}

impl Mean {
    fn add(&mut self, weight: f32, light: [f32; 2]) {
        self.sum = [self.sum[0] + weight * light[0], self.sum[1] + weight * light[1]];
        self.weight += weight;
    }

    fn value(self) -> Option<[f32; 2]> {
        (self.weight > 1e-3).then(|| self.sum.map(|s| s / self.weight))
    }
}

/// Everything needed to shade.
pub(super) struct Shader<'a> {
    pub drawing: &'a Drawing,
    pub stage: &'a Stage,
    pub samples: &'a Samples,
    /// None draws without shadows.
    pub light: Option<&'a Light>,
    /// Width of a wireframe's lines in pixels.
    pub wire: f32,
}

impl Shader<'_> {
    /// Red, green, blue (times alpha) and alpha of all pixels.
    pub(super) fn pixels(&self, progress: &dyn Progress) -> Result<Vec<[f32; 4]>> {
        let width = self.samples.width;
        let height = self.samples.seen.len() / (width * self.samples.count).max(1);
        let probes: Vec<Probe> = match self.light {
            Some(light) => {
                let row = |y: usize| {
                    check(progress)?;
                    Ok((0..width).map(|x| self.probe(light, x, y)).collect())
                };
                let rows: Vec<Vec<Probe>> =
                    (0..height).into_par_iter().map(row).collect::<Result<_>>()?;
                rows.into_iter().flatten().collect()
            }
            None => Vec::new(),
        };
        let pixel = |k: usize| self.pixel(&probes, [width, height], [k % width, k / width]);
        let pixels = (0..width * height).into_par_iter().map(pixel).collect();
        check(progress)?;
        Ok(pixels)
    }

    /// The triangles in a pixel, in the order of their samples.
    fn hits(&self, x: usize, y: usize, mut each: impl FnMut(Hit)) -> f32 {
        let seen = self.samples.pixel(x, y);
        let mut covered = 0;
        for (k, &t) in seen.iter().enumerate() {
            if t == NONE || seen[..k].contains(&t) {
                continue;
            }
            let (mut sum, mut count) = ([0i64; 2], 0);
            for (offset, _) in self.samples.offsets.iter().zip(seen).filter(|(_, s)| **s == t) {
                sum = [sum[0] + offset[0], sum[1] + offset[1]];
                count += 1;
            }
            covered += count;
            let at = |pixel: usize, sum: i64| pixel as f32 * 256.0 + sum as f32 / count as f32;
            each(self.hit(t, [at(x, sum[0]), at(y, sum[1])], count as f32 / seen.len() as f32));
        }
        covered as f32 / seen.len() as f32
    }

    fn hit(&self, t: u32, at: [f32; 2], share: f32) -> Hit {
        let stage = self.stage;
        let screen = stage.triangles[t as usize].map(|i| stage.corners[i as usize]);
        let (b, edges) = locate(screen, at);
        let corners = stage.corners_of(t);
        let mix = |v: [Vec3; 3]| add(add(scale(v[0], b[0]), scale(v[1], b[1])), scale(v[2], b[2]));
        let point = mix(corners);
        let to_eye = match stage.projection.perspective {
            true => unit_or(sub(stage.projection.eye, point), [0.0, 0.0, 1.0]),
            false => [0.0, 0.0, 1.0],
        };
        let across = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
        let flat = unit_or(across, to_eye);
        let turned = if dot(flat, to_eye) < 0.0 { -1.0 } else { 1.0 };
        let facing = scale(flat, turned);
        let normals = stage.faces[t as usize].normals.map(|n| {
            // either winding: normals follow the triangle's own side
            let side = if dot(n, flat) < 0.0 { -turned } else { turned };
            scale(n, side)
        });
        let normal = unit_or(mix(normals), facing);
        let raised = [0, 1, 2].map(|k| {
            let below = dot(sub(point, corners[k]), normals[k]).min(0.0);
            along(point, -below, normals[k])
        });
        // shading normals that look away from the viewer are bent back to the horizon
        let away = dot(normal, to_eye).min(0.02) - 0.02;
        let normal = unit_or(along(normal, -away, to_eye), facing);
        Hit {
            point,
            raised: mix(raised),
            facing,
            normal,
            barycentric: b,
            edges,
            share,
            triangle: t,
        }
    }

    fn finish(&self, triangle: u32) -> Finish {
        self.drawing.solids[self.stage.faces[triangle as usize].solid as usize].finish
    }

    /// The point of the floor behind a pixel, and how strong shadows are there.
    fn floor_at(&self, x: f32, y: f32) -> Option<(Vec3, f32)> {
        let floor = &self.stage.floor;
        let (from, direction) = self.stage.projection.ray([x, y]);
        let slope = dot(direction, floor.normal);
        let t = (floor.level - dot(from, floor.normal)) / slope;
        if self.light.is_none() || slope > -0.01 || t <= 0.0 {
            return None;
        }
        let point = along(from, t, direction);
        let offset = sub(point, floor.centre);
        let distance = dot(offset, offset).sqrt();
        let fade = 1.0 - smoothstep(0.9 * floor.radius + 0.2, 1.4 * floor.radius + 1.2, distance);
        // and before the edge of the picture
        let [w, h] = [self.samples.width as f32, self.samples.height() as f32];
        let inside = x.min(w - x).min(y).min(h - y);
        let fade = fade * smoothstep(0.0, EDGE * w.min(h), inside);
        (fade > 0.0).then_some((point, fade))
    }

    /// Measures the light at what covers most of a pixel.
    fn probe(&self, light: &Light, x: usize, y: usize) -> Probe {
        let nothing = Probe { point: [0.0; 3], normal: [0.0; 3], light: [1.0; 2], on: On::Nothing };
        let mut main: Option<Hit> = None;
        self.hits(x, y, |hit| {
            if main.as_ref().is_none_or(|m| hit.share > m.share) {
                main = Some(hit);
            }
        });
        match main {
            Some(hit) if self.finish(hit.triangle) == Finish::Clay => Probe {
                point: hit.point,
                normal: hit.normal,
                light: light.at_surface(hit.raised, hit.facing, hit.normal, [x, y]),
                on: On::Surface,
            },
            Some(_) => nothing,
            // shadows on the floor are soft: few pixels will do
            None if !(x.is_multiple_of(COARSE) && y.is_multiple_of(COARSE)) => nothing,
            None => match self.floor_at(x as f32 + 0.5, y as f32 + 0.5) {
                Some((point, _)) => Probe {
                    point,
                    normal: self.stage.floor.normal,
                    light: light.at_floor(point, [x / COARSE, y / COARSE]),
                    on: On::Floor,
                },
                None => nothing,
            },
        }
    }

    /// The mean of the probes around a pixel that lie on the same surface.
    fn surface_light(
        &self,
        probes: &[Probe],
        [width, height]: [usize; 2],
        [x, y]: [usize; 2],
        hit: &Hit,
    ) -> Option<[f32; 2]> {
        let tolerance = 3.0 * self.stage.projection.pixel_at(hit.point);
        let half = TILE / 2;
        let mut mean = Mean::default();
        for j in y.saturating_sub(half)..=(y + half).min(height - 1) {
            for i in x.saturating_sub(half)..=(x + half).min(width - 1) {
                let probe = &probes[j * width + i];
                if probe.on != On::Surface {
                    continue;
                }
                // the outer ones stand for the same sixteenths twice
                let outer = |d: usize| if d == half { 0.5 } else { 1.0 };
                let apart = dot(hit.normal, sub(probe.point, hit.point)).abs();
                let alike = dot(hit.normal, probe.normal).max(0.0).powi(6);
                let near = (1.0 - apart / tolerance).max(0.0);
                mean.add(outer(i.abs_diff(x)) * outer(j.abs_diff(y)) * near * alike, probe.light);
            }
        }
        mean.value()
    }

    /// The mean of the probes on the floor around a pixel, the near ones counting more.
    fn floor_light(
        &self,
        probes: &[Probe],
        [width, height]: [usize; 2],
        [x, y]: [usize; 2],
    ) -> Option<[f32; 2]> {
        let reach = TILE * COARSE;
        let mut mean = Mean::default();
        let first = |v: usize| v.saturating_sub(reach).next_multiple_of(COARSE);
        for j in (first(y)..=(y + reach).min(height - 1)).step_by(COARSE) {
            for i in (first(x)..=(x + reach).min(width - 1)).step_by(COARSE) {
                let probe = &probes[j * width + i];
                if probe.on == On::Floor {
                    let tent = |d: usize| (reach - d) as f32;
                    mean.add(tent(i.abs_diff(x)) * tent(j.abs_diff(y)), probe.light);
                }
            }
        }
        mean.value()
    }

    fn pixel(&self, probes: &[Probe], size: [usize; 2], [x, y]: [usize; 2]) -> [f32; 4] {
        let mut colour = [0.0f32; 4];
        let covered = self.hits(x, y, |hit| {
            let clay = self.finish(hit.triangle) == Finish::Clay;
            let measured = self.light.filter(|_| clay).map(|light| {
                self.surface_light(probes, size, [x, y], &hit)
                    .unwrap_or_else(|| light.at_surface(hit.raised, hit.facing, hit.normal, [x, y]))
            });
            let out = self.surface(&hit, measured);
            (0..3).for_each(|c| colour[c] += hit.share * out[c]);
            colour[3] += hit.share;
        });
        if covered < 1.0
            && let Some(light) = self.light
            && let Some((point, fade)) = self.floor_at(x as f32 + 0.5, y as f32 + 0.5)
        {
            let [sky, lamp] = self
                .floor_light(probes, size, [x, y])
                .unwrap_or_else(|| light.at_floor(point, [x, y]));
            let dark = SHADOW[0] * (1.0 - lamp) + SHADOW[1] * (1.0 - sky).powf(1.3);
            let alpha = (1.0 - covered) * fade * dark;
            (0..3).for_each(|c| colour[c] += alpha * SHADOW_COLOUR[c]);
            colour[3] += alpha;
        }
        colour
    }

    fn surface(&self, hit: &Hit, measured: Option<[f32; 2]>) -> Vec3 {
        let face = &self.stage.faces[hit.triangle as usize];
        let solid = &self.drawing.solids[face.solid as usize];
        let corners = || self.stage.triangles[hit.triangle as usize];
        let pixels = || area(corners().map(|i| self.stage.corners[i as usize]));
        let albedo = solid.colour(face.local as usize, hit.barycentric, pixels);
        let out = match solid.finish {
            Finish::Clay => {
                let field = matches!(solid.paint, Paint::Field { .. });
                self.lit(hit, albedo, measured, field)
            }
            _ => albedo,
        };
        if !solid.wireframe {
            return out;
        }
        let distance = hit.edges.into_iter().fold(f32::INFINITY, f32::min);
        let cover = (self.wire / 2.0 + 0.5 - distance).clamp(0.0, 1.0) * self.wire.min(1.0);
        let light = Colour(out).luminance();
        // lines are light on dark colours and dark on light ones
        let ink = if light > 0.08 { scale(out, 0.38) } else { add(scale(out, 0.6), [0.10; 3]) };
        add(scale(out, 1.0 - cover), scale(ink, cover))
    }

    fn lit(&self, hit: &Hit, albedo: Vec3, measured: Option<[f32; 2]>, field: bool) -> Vec3 {
        let n = hit.normal;
        let stage = self.stage;
        let lamp = self
            .light
            .map_or_else(|| unit_or([-0.5, 0.8, 0.7], [0.0, 0.0, 1.0]), |light| light.lamp);
        let [open, visible] = measured.unwrap_or([1.0; 2]);
        let open = open.powf(DEPTH);
        let height = 0.5 + 0.5 * dot(n, stage.vertical);
        let fill = unit_or(add([0.9, 0.0, 0.6], scale(stage.vertical, 0.15)), n);
        let to_eye = match stage.projection.perspective {
            true => unit_or(sub(stage.projection.eye, hit.point), n),
            false => [0.0, 0.0, 1.0],
        };
        let graze = (1.0 - dot(n, to_eye).clamp(0.0, 1.0)).powi(4);
        let half = unit_or(add(lamp, to_eye), n);
        let gloss = GLOSS * dot(n, half).max(0.0).powi(24) * visible;
        let lamp_cosine = dot(n, lamp).max(0.0) * visible;
        let fill_cosine = dot(n, fill).max(0.0);
        let rim = graze * smoothstep(-0.3, 0.8, dot(n, stage.vertical)) * open;
        let calm = if field { 0.75 } else { 1.0 };
        [0, 1, 2].map(|c| {
            let a = albedo[c];
            let around = bounced(open, a);
            let sky = SKY_BELOW[c] + height * (SKY_ABOVE[c] - SKY_BELOW[c]);
            let even = if field { 0.12 } else { 0.0 };
            let light = (sky + even) * around
                + calm * LAMP[c] * lamp_cosine
                + FILL[c] * fill_cosine * around;
            shoulder(a * light + calm * (gloss + RIM[c] * rim * (0.3 + 0.7 * a)))
        })
    }
}

/// The open share of the sky with the light that bounces off surroundings of the same colour.
fn bounced(open: f32, albedo: f32) -> f32 {
    open / (1.0 - 0.55 * albedo * (1.0 - open))
}

/// Compresses what is above the shoulder so that it stays below one.
fn shoulder(x: f32) -> f32 {
    if x <= SHOULDER {
        return x;
    }
    let room = 1.0 - SHOULDER;
    let over = (x - SHOULDER) / room;
    SHOULDER + room * over / (1.0 + over)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highlights_grow_smoothly_and_stay_below_white() {
        let step = 1e-3;
        let slope = |x: f32| (shoulder(x + step) - shoulder(x)) / step;
        assert!((slope(SHOULDER + 0.001) - 1.0).abs() < 0.02);
        assert!((0..5000).all(|k| shoulder(k as f32 * step) < 1.0 && slope(k as f32 * step) > 0.0));
    }

    #[test]
    fn bright_surroundings_brighten_a_crevice() {
        assert_eq!(bounced(1.0, 0.8), 1.0);
        assert_eq!(bounced(0.3, 0.0), 0.3);
        assert!(bounced(0.3, 0.8) > 0.4);
    }
}
