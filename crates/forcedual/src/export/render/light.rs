//! How much light reaches a point: rays to the sky and to the lamp.
//!
//! A point sees the share `1/N sum V(w_k)` of the sky, with directions `w_k` of density
//! `cos / pi` about its normal and `V = 0` where something is in the way; and a share of the lamp's
//! disc likewise. Each pixel of a 4 by 4 tile uses its own sixteenth of one low-discrepancy set
//! (every consecutive sixteenth of a (0,2)-sequence is well spread by itself); the mean over a tile
//! uses them all.

use super::bvh::Bvh;
use super::stage::{Floor, Stage};
use super::vector::{Vec3, add, along, dot, frame, scale, unit_or};

/// Rays to the sky and to the lamp per pixel.
const SURFACE: [usize; 2] = [16, 4];
/// The same on the floor, where fewer pixels are measured and every step would show.
const FLOOR: [usize; 2] = [64, 16];
/// Pixels along the side of a tile.
pub(super) const TILE: usize = 4;
/// Order of the sixteenths in a tile: neighbours are far apart.
const ORDER: [[usize; TILE]; TILE] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
/// How far from a surface things darken it.
const REACH: f32 = 0.8;
/// Below this height the floor darkens a surface.
const NEAR_FLOOR: f32 = 0.35;
/// Radius of the lamp as seen from the scene, in radians.
const LAMP_RADIUS: f32 = 0.24;
/// Rays begin this far from their surface.
const LIFT: f32 = 4e-4;

/// Lights and what is in their way.
pub(super) struct Light {
    bvh: Bvh,
    net: Vec<[f32; 2]>,
    floor: Floor,
    /// Direction to the lamp.
    pub lamp: Vec3,
}

/// Point `k` of a (0,2)-sequence in base 2: the digits of `k` reversed, and Sobol's second dimension.
fn sobol(k: u32) -> [f32; 2] {
    let (mut y, mut v, mut rest) = (0u32, 1u32 << 31, k);
    while rest > 0 {
        if rest & 1 == 1 {
            y ^= v;
        }
        rest >>= 1;
        v ^= v >> 1;
    }
    [k.reverse_bits(), y].map(|bits| (bits >> 8) as f32 / (1 << 24) as f32)
}

/// A point of the unit square as a point of the unit disc, areas in proportion.
fn disc([a, b]: [f32; 2]) -> [f32; 2] {
    let (sin, cos) = (std::f32::consts::TAU * b).sin_cos();
    let r = a.sqrt();
    [r * cos, r * sin]
}

impl Light {
    pub(super) fn new(stage: &Stage, planar: bool) -> Self {
        let corners: Vec<[Vec3; 3]> =
            (0..stage.triangles.len() as u32).map(|t| stage.corners_of(t)).collect();
        let tiles = (TILE * TILE * FLOOR[0]) as u32;
        Light {
            bvh: Bvh::new(&corners),
            // shifted by half a stratum: no direction is exactly the normal
            net: (0..tiles).map(sobol).map(|[a, b]| [a + 0.5 / tiles as f32, b]).collect(),
            floor: stage.floor,
            lamp: lamp(stage, planar),
        }
    }

    /// Shares of the sky and of the lamp that a surface sees.
    pub(super) fn at_surface(
        &self,
        point: Vec3,
        facing: Vec3,
        normal: Vec3,
        [x, y]: [usize; 2],
    ) -> [f32; 2] {
        let from = along(point, LIFT, facing);
        let height = dot(self.floor.normal, from) - self.floor.level;
        let (u, v) = frame(normal);
        let (mut open, mut tried) = (0.0, 0);
        for &square in self.part([x, y], SURFACE[0]) {
            let [a, b] = disc(square);
            let c = (1.0 - a * a - b * b).max(0.0).sqrt();
            let direction = add(add(scale(u, a), scale(v, b)), scale(normal, c));
            if dot(direction, facing) <= 1e-3 {
                continue;
            }
            tried += 1;
            if !self.bvh.blocked(from, direction, REACH) {
                let fall = -dot(direction, self.floor.normal);
                let distance = if fall > 1e-3 { height.max(0.0) / fall } else { f32::INFINITY };
                open += (distance / NEAR_FLOOR).min(1.0).sqrt();
            }
        }
        let sky = if tried > 0 { open / tried as f32 } else { 1.0 };
        let lit = if dot(normal, self.lamp) > -0.2 {
            self.lamp_at(from, facing, self.part([x, y], SURFACE[1]))
        } else {
            0.0
        };
        [sky, lit]
    }

    /// Shares of the sky and of the lamp that a point of the floor sees.
    pub(super) fn at_floor(&self, point: Vec3, pixel: [usize; 2]) -> [f32; 2] {
        let normal = self.floor.normal;
        let from = along(point, LIFT, normal);
        let (u, v) = frame(normal);
        let open = self
            .part(pixel, FLOOR[0])
            .iter()
            .filter(|&&square| {
                let [a, b] = disc(square);
                let c = (1.0 - a * a - b * b).max(0.0).sqrt();
                let direction = add(add(scale(u, a), scale(v, b)), scale(normal, c));
                !self.bvh.blocked(from, direction, 4.0)
            })
            .count();
        [open as f32 / FLOOR[0] as f32, self.lamp_at(from, normal, self.part(pixel, FLOOR[1]))]
    }

    /// The `count` points that a pixel uses.
    fn part(&self, [x, y]: [usize; 2], count: usize) -> &[[f32; 2]] {
        &self.net[ORDER[y % TILE][x % TILE] * count..][..count]
    }

    fn lamp_at(&self, from: Vec3, facing: Vec3, points: &[[f32; 2]]) -> f32 {
        let (u, v) = frame(self.lamp);
        let (mut open, mut tried) = (0, 0);
        for &square in points {
            let [a, b] = disc(square);
            let aside = add(scale(u, LAMP_RADIUS * a), scale(v, LAMP_RADIUS * b));
            let direction = unit_or(add(self.lamp, aside), self.lamp);
            if dot(direction, facing) > 0.0 {
                tried += 1;
                open += usize::from(!self.bvh.blocked(from, direction, 8.0));
            }
        }
        if tried > 0 { open as f32 / tried as f32 } else { 1.0 }
    }
}

/// The lamp is above the viewer's left shoulder.
fn lamp(stage: &Stage, planar: bool) -> Vec3 {
    let direction = if planar {
        [-0.30, 0.55, 1.0]
    } else {
        add([-0.70, 0.0, 0.50], scale(stage.vertical, 1.35))
    };
    unit_or(direction, [0.0, 0.0, 1.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sixteenth_of_the_set_is_spread_over_the_square() {
        for part in 0..16u32 {
            let mut cells = [false; 16];
            for k in 0..16 {
                let [x, y] = sobol(16 * part + k);
                cells[(4.0 * y) as usize * 4 + (4.0 * x) as usize] = true;
            }
            assert_eq!(cells, [true; 16], "{part}");
        }
    }

    #[test]
    fn every_tile_uses_every_sixteenth() {
        let mut order = ORDER.concat();
        order.sort_unstable();
        assert!(order.into_iter().eq(0..16));
    }
}
