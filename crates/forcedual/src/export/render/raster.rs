//! Which triangle is seen at each sample.
//!
//! Every pixel has a few samples, no two in the same column or row of a fine grid. Corners are
//! rounded to 1/256 of a pixel and edges are tested in integers, so neighbouring triangles leave no
//! gaps and never overlap. Bands of rows are independent: the result does not depend on threads.

use rayon::prelude::*;

/// Steps per pixel.
const STEPS: f32 = 256.0;
/// Corners further out than this are moved in: 65536 pixels.
const FAR: f32 = 16_777_216.0;
const BAND: usize = 16;
/// No triangle.
pub(super) const NONE: u32 = u32::MAX;

/// A corner on the screen, in steps, with its depth and interpolation weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub x: i64,
    pub y: i64,
    pub depth: f32,
    pub weight: f32,
}

impl Corner {
    pub(super) fn new(([x, y], depth, weight): ([f32; 2], f32, f32)) -> Self {
        let steps = |v: f32| (v * STEPS).clamp(-FAR, FAR).round() as i64;
        Corner { x: steps(x), y: steps(y), depth, weight }
    }
}

/// The samples of a picture.
pub(super) struct Samples {
    pub width: usize,
    /// Samples per pixel.
    pub count: usize,
    /// Offsets of the samples within a pixel.
    pub offsets: Vec<[i64; 2]>,
    /// For every pixel and sample the triangle that is seen.
    pub seen: Vec<u32>,
}

/// Offsets of `count` (a power of two up to 16) samples: `(k + 1/2) / count` and its digits reversed.
fn offsets(count: usize) -> Vec<[i64; 2]> {
    let bits = count.trailing_zeros();
    let step = STEPS as usize / count;
    (0..count)
        .map(|k| {
            let reversed = if bits == 0 { 0 } else { k.reverse_bits() >> (usize::BITS - bits) };
            [k, reversed].map(|v| (v * step + step / 2) as i64)
        })
        .collect()
}

impl Samples {
    pub(super) fn height(&self) -> usize {
        self.seen.len() / (self.width * self.count).max(1)
    }

    /// Finds what is seen of triangles given by three numbers of corners.
    pub(super) fn new(
        corners: &[Corner],
        triangles: &[[u32; 3]],
        [width, height]: [usize; 2],
        count: usize,
    ) -> Self {
        let offsets = offsets(count);
        let mut bands: Vec<Vec<u32>> = vec![Vec::new(); height.div_ceil(BAND)];
        let steps = STEPS as i64;
        for (t, triangle) in (0u32..).zip(triangles) {
            let y = triangle.map(|i| corners[i as usize].y);
            let [a, b, c] = y;
            let low = a.min(b).min(c).div_euclid(steps).max(0) as usize / BAND;
            let high = a.max(b).max(c).div_euclid(steps);
            if high >= 0 {
                let high = (high as usize / BAND + 1).min(bands.len());
                bands[low.min(high)..high].iter_mut().for_each(|band| band.push(t));
            }
        }
        let mut seen = vec![NONE; width * height * count];
        seen.par_chunks_mut(BAND * width * count).zip(&bands).enumerate().for_each(
            |(band, (seen, list))| {
                let mut depths = vec![f32::NEG_INFINITY; seen.len()];
                let rows = [band * BAND, band * BAND + seen.len() / (width * count)];
                for &t in list {
                    let corners = triangles[t as usize].map(|i| corners[i as usize]);
                    draw(corners, t, &offsets, [width, rows[0], rows[1]], seen, &mut depths);
                }
            },
        );
        Samples { width, count, offsets, seen }
    }

    /// The samples of a pixel.
    pub(super) fn pixel(&self, x: usize, y: usize) -> &[u32] {
        &self.seen[(y * self.width + x) * self.count..][..self.count]
    }
}

/// Twice the signed area left of the edge from `a` to `b`.
fn edge(a: Corner, b: Corner, x: i64, y: i64) -> i64 {
    (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
}

/// Area of a triangle in pixels.
pub(super) fn area([a, b, c]: [Corner; 3]) -> f32 {
    edge(a, b, c.x, c.y).abs() as f32 / (2.0 * STEPS * STEPS)
}

fn draw(
    [a, b, c]: [Corner; 3],
    id: u32,
    offsets: &[[i64; 2]],
    [width, first, end]: [usize; 3],
    seen: &mut [u32],
    depths: &mut [f32],
) {
    let area = edge(a, b, c.x, c.y);
    if area == 0 {
        return;
    }
    let (b, c) = if area < 0 { (c, b) } else { (b, c) };
    let inverse = 1.0 / area.abs() as f32;
    let steps = STEPS as i64;
    let [low_x, high_x] = [a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x)];
    let [low_y, high_y] = [a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y)];
    // a sample on an edge belongs to the triangle on one side of it only
    let bias = |p: Corner, q: Corner| i64::from(q.y < p.y || (q.y == p.y && q.x > p.x)) - 1;
    let biases = [bias(b, c), bias(c, a), bias(a, b)];
    for (k, &[ox, oy]) in offsets.iter().enumerate() {
        let range = |low: i64, high: i64, o: i64, from: usize, to: usize| {
            let begin = (low - o + steps - 1).div_euclid(steps).max(from as i64);
            let end = ((high - o).div_euclid(steps) + 1).min(to as i64);
            begin..end
        };
        let columns = range(low_x, high_x, ox, 0, width);
        for y in range(low_y, high_y, oy, first, end) {
            let (sx, sy) = (columns.start * steps + ox, y * steps + oy);
            let mut e = [edge(b, c, sx, sy), edge(c, a, sx, sy), edge(a, b, sx, sy)];
            let right = [b.y - c.y, c.y - a.y, a.y - b.y].map(|d| d * steps);
            let row = (y as usize - first) * width;
            for x in columns.clone() {
                if (e[0] + biases[0]) | (e[1] + biases[1]) | (e[2] + biases[2]) >= 0 {
                    let depth = a.depth
                        + inverse
                            * (e[1] as f32 * (b.depth - a.depth)
                                + e[2] as f32 * (c.depth - a.depth));
                    let at = (row + x as usize) * offsets.len() + k;
                    if depth > depths[at] {
                        (depths[at], seen[at]) = (depth, id);
                    }
                }
                (0..3).for_each(|i| e[i] += right[i]);
            }
        }
    }
}

/// Where a point (in steps) lies in a triangle: barycentric coordinates in space, and distances to
/// the opposite edges in pixels.
pub(super) fn locate(corners: [Corner; 3], [x, y]: [f32; 2]) -> ([f32; 3], [f32; 3]) {
    let mut areas = [0.0f32; 3];
    let mut distances = [0.0f32; 3];
    let mut total = 0.0;
    for k in 0..3 {
        let (p, q) = (corners[(k + 1) % 3], corners[(k + 2) % 3]);
        let (ux, uy) = ((q.x - p.x) as f32, (q.y - p.y) as f32);
        areas[k] = ux * (y - p.y as f32) - uy * (x - p.x as f32);
        distances[k] = areas[k].abs() / (ux.hypot(uy).max(1e-6) * STEPS);
        total += areas[k];
    }
    let sign = if total < 0.0 { -1.0 } else { 1.0 };
    let mut b = [0, 1, 2].map(|k| (sign * areas[k]).max(0.0) * corners[k].weight);
    let sum: f32 = b.iter().sum();
    b = if sum > 0.0 { b.map(|v| v / sum) } else { [1.0 / 3.0; 3] };
    (b, distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f32, y: f32, depth: f32) -> Corner {
        Corner::new(([x, y], depth, 1.0))
    }

    #[test]
    fn a_fan_covers_every_sample_of_a_square_exactly_once() {
        let rim = [[3.3, 2.1], [21.7, 3.9], [20.2, 19.4], [2.8, 17.3]];
        let mut corners = vec![corner(11.37, 10.59, 1.0)];
        corners.extend(rim.map(|[x, y]| corner(x, y, 1.0)));
        let fan = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]];
        let covered = |triangles: &[[u32; 3]]| -> Vec<bool> {
            Samples::new(&corners, triangles, [24, 24], 8).seen.iter().map(|&t| t != NONE).collect()
        };
        let all = covered(&fan);
        let each: Vec<Vec<bool>> = fan.iter().map(|&t| covered(&[t])).collect();
        let whole: Vec<Vec<bool>> = [[1, 2, 3], [1, 3, 4]].iter().map(|&t| covered(&[t])).collect();
        for k in 0..all.len() {
            assert_eq!(each.iter().filter(|e| e[k]).count(), usize::from(all[k]));
            assert_eq!(whole.iter().filter(|e| e[k]).count(), usize::from(all[k]));
        }
        // the shoelace formula
        let area: f32 =
            (0..4).map(|k| rim[k][0] * rim[(k + 1) % 4][1] - rim[k][1] * rim[(k + 1) % 4][0]).sum();
        let found = all.iter().filter(|c| **c).count() as f32 / 8.0;
        assert!((found - area / 2.0).abs() < 1.5, "{found} {area}");
    }

    #[test]
    fn the_nearer_triangle_is_seen_in_either_order_and_winding() {
        let corners: Vec<Corner> = [1.0, 2.0]
            .into_iter()
            .flat_map(|d| [corner(0.0, 0.0, d), corner(16.0, 0.0, d), corner(0.0, 16.0, d)])
            .collect();
        for triangles in [[[0, 1, 2], [3, 4, 5]], [[3, 5, 4], [0, 1, 2]]] {
            let near = if triangles[0][0] == 3 { 0 } else { 1 };
            let samples = Samples::new(&corners, &triangles, [16, 16], 4);
            assert!(samples.pixel(3, 3).iter().all(|&t| t == near));
        }
    }

    #[test]
    fn weights_make_interpolation_correct_in_space() {
        // the far end is three times as far: half way on the screen is a quarter of the way there
        let far = Corner { weight: 1.0 / 3.0, ..corner(10.0, 0.0, 1.0) };
        let corners = [corner(0.0, 0.0, 1.0), far, corner(0.0, 10.0, 1.0)];
        let (b, distances) = locate(corners, [5.0 * STEPS, 0.0]);
        assert!((b[0] - 0.75).abs() < 1e-6 && (b[1] - 0.25).abs() < 1e-6);
        assert!(distances[2].abs() < 1e-6 && (distances[1] - 5.0).abs() < 1e-5);
    }

    #[test]
    fn corners_outside_the_picture_do_no_harm() {
        let corners = [corner(-1e9, -5.0, 1.0), corner(1e9, -5.0, 1.0), corner(8.0, 1e9, 1.0)];
        let samples = Samples::new(&corners, &[[0, 1, 2]], [16, 40], 2);
        assert!(samples.seen.iter().all(|&t| t == 0));
        let above = [corner(0.0, -9.0, 1.0), corner(5.0, -9.0, 1.0), corner(5.0, -2.0, 1.0)];
        assert!(Samples::new(&above, &[[0, 1, 2]], [16, 40], 2).seen.iter().all(|&t| t == NONE));
    }
}
