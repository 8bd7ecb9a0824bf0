//! Joins the vertices of a surface that lie in the same place, or nearly.
//!
//! A vertex is joined with an earlier one within [`NEAR`] of the surface's diagonal. Kept vertices are
//! sorted into boxes of [`BOX`] such distances; only a vertex at the side of its box has to look
//! into others.

use super::Diagnosis;
use crate::error::{Code, Error, Result, listed};
use crate::mesh::io::Surface;
use crate::text::significant;
use std::collections::HashMap;

/// Distance, as a share of the diagonal, within which vertices are one.
const NEAR: f64 = 1e-6;
/// Side of a box, in such distances.
const BOX: f64 = 8.0;
/// A surface most of whose vertices are within so many such distances of its middle is too small
/// beside its diagonal.
const SMALL: f64 = 1e3;

/// The surface with every place named once, by the facets that use it.
pub(super) fn weld(surface: &Surface, diagnosis: &mut Diagnosis) -> Result<Surface> {
    let (points, _) = surface.positions.as_chunks::<3>();
    let bad: Vec<usize> =
        (0..points.len()).filter(|&i| !points[i].iter().all(|x| x.is_finite())).collect();
    if !bad.is_empty() {
        let message = format!("vertices with NaN or infinite coordinates: {}", listed(&bad));
        return Err(Error::new(Code::MeshNotFinite, message));
    }
    let mut places = Places::new(points);
    let mut number = vec![u32::MAX; points.len()];
    let mut facets = Vec::with_capacity(surface.facets.len());
    for (k, &i) in surface.facets.iter().enumerate() {
        let Some(slot) = number.get_mut(i as usize) else {
            let message = format!("triangle {} names vertex {i}, which does not exist", k / 3);
            return Err(Error::new(Code::MeshIndex, message));
        };
        if *slot == u32::MAX {
            *slot = places.number(points[i as usize], &mut diagnosis.joined);
        }
        facets.push(*slot);
    }
    facets.truncate(facets.len() / 3 * 3);
    diagnosis.vertices = places.kept.len();
    if diagnosis.joined > diagnosis.vertices
        && let Some(error) = far_off(points, places.near)
    {
        return Err(error);
    }
    Ok(Surface { dim: 3, positions: places.kept.into_flattened(), facets })
}

/// Curves with every place named once, and for each of its vertices one of the given that lay there.
pub(super) fn weld_curves(curves: &Surface) -> (Surface, Vec<u32>) {
    let lifted: Vec<[f64; 3]> =
        curves.positions.chunks_exact(2).map(|p| [p[0], p[1], 0.0]).collect();
    let mut places = Places::new(&lifted);
    let mut given = Vec::new();
    let mut number = |i: u32| {
        let k = places.number(lifted[i as usize], &mut 0);
        if k as usize == given.len() {
            given.push(i);
        }
        k
    };
    let facets = curves.facets.iter().map(|&i| number(i)).collect();
    let positions = places.kept.iter().flat_map(|p| [p[0], p[1]]).collect();
    (Surface { dim: 2, positions, facets }, given)
}

/// The error of a surface most of whose vertices become few, if that is because they are small beside
/// the whole.
fn far_off(points: &[[f64; 3]], near: f64) -> Option<Error> {
    let middle: [f64; 3] = std::array::from_fn(|c| {
        let mut list: Vec<f64> = points.iter().map(|p| p[c]).collect();
        let half = list.len() / 2;
        *list.select_nth_unstable_by(half, f64::total_cmp).1
    });
    let away = |p: &[f64; 3]| (0..3).map(|c| p[c] - middle[c]).fold(0.0, f64::hypot);
    let mut away: Vec<(f64, usize)> =
        points.iter().enumerate().map(|(i, p)| (away(p), i)).collect();
    away.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(most, _), (farthest, i)] = [9 * away.len() / 10, away.len() - 1].map(|k| away[k]);
    if most > SMALL * near {
        return None;
    }
    let message = format!(
        "vertex {i} is {} m away from the middle of the surface, and nine tenths of the vertices are within {} m: vertices within {} m count as one",
        significant(farthest),
        significant(most),
        significant(near)
    );
    let help = "take away what is far off, or put it in place";
    Some(Error::new(Code::Numeric, message).help(help))
}

/// Places so far.
struct Places {
    near: f64,
    kept: Vec<[f64; 3]>,
    /// The latest place in a box, and the one before each in its box.
    latest: HashMap<[i64; 3], u32>,
    before: Vec<u32>,
}

impl Places {
    fn new(points: &[[f64; 3]]) -> Self {
        let side = |c: usize| {
            let (low, high) = points
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p[c]), h.max(p[c])));
            (high - low).max(0.0)
        };
        let near = NEAR * side(0).hypot(side(1)).hypot(side(2));
        let (kept, before) = (Vec::new(), Vec::new());
        Places { near: near.max(f64::MIN_POSITIVE), kept, latest: HashMap::new(), before }
    }

    fn boxed(&self, p: [f64; 3]) -> [i64; 3] {
        p.map(|x| (x / (BOX * self.near)).floor() as i64)
    }

    /// The number of the place of a point, a new one where none is near. Counts the points that were
    /// near a place but not in it.
    fn number(&mut self, p: [f64; 3], joined: &mut usize) -> u32 {
        let [low, high] = [-self.near, self.near].map(|d| self.boxed(p.map(|x| x + d)));
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let mut at = self.latest.get(&[x, y, z]).copied();
                    while let Some(k) = at.filter(|&k| k != u32::MAX) {
                        let q = self.kept[k as usize];
                        if (0..3).map(|c| p[c] - q[c]).fold(0.0, f64::hypot) <= self.near {
                            *joined += usize::from(p != q);
                            return k;
                        }
                        at = self.before.get(k as usize).copied();
                    }
                }
            }
        }
        let next = self.kept.len() as u32;
        // adding zero turns -0 into 0
        self.kept.push(p.map(|x| x + 0.0));
        self.before.push(self.latest.insert(self.boxed(p), next).unwrap_or(u32::MAX));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A square of two triangles with corners of their own, some moved by `shift`.
    fn soup(shift: f64) -> Surface {
        let corners =
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, shift], [1.0 - shift, 1.0], [0.0, 1.0]];
        let positions = corners.iter().flat_map(|p| [p[0], p[1], -0.0]).collect();
        Surface { dim: 3, positions, facets: vec![0, 1, 2, 3, 4, 5] }
    }

    #[test]
    fn ends_of_curves_in_one_place_are_one_vertex() {
        let positions = vec![9.0, 9.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1e-9, 0.0];
        let curves = Surface { dim: 2, positions, facets: vec![1, 2, 2, 3, 3, 4] };
        let (joined, given) = weld_curves(&curves);
        assert_eq!((joined.facets, given), (vec![0, 1, 1, 2, 2, 0], vec![1, 2, 3]));
        assert_eq!(joined.positions, [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn vertices_a_millionth_of_the_size_apart_are_one() {
        for (shift, vertices, joined) in
            [(0.0, 4, 0), (1e-16, 4, 2), (1e-6, 4, 2), (3e-6, 6, 0), (-1e-6, 4, 2)]
        {
            let mut diagnosis = Diagnosis::default();
            let welded = weld(&soup(shift), &mut diagnosis).unwrap();
            assert_eq!((diagnosis.vertices, diagnosis.joined), (vertices, joined), "{shift}");
            assert!(welded.positions.iter().all(|x| x.is_sign_positive() || *x < 0.0));
        }
    }

    #[test]
    fn a_vertex_so_far_off_that_all_others_become_one_is_named() {
        let mut surface = super::super::tests::sphere(2);
        surface.positions[21] = 1e7;
        let error = weld(&surface, &mut Diagnosis::default()).unwrap_err();
        assert_eq!(error.code, Code::Numeric);
        assert!(error.message.starts_with("vertex 7 is 1.00e7 m away"), "{}", error.message);
        surface.positions[21] = 1e3;
        assert!(weld(&surface, &mut Diagnosis::default()).is_ok());
    }

    #[test]
    fn corners_that_rounding_moved_a_little_are_joined() {
        let ball = super::super::tests::sphere(2);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut soup = Surface { dim: 3, ..Surface::default() };
        for (k, &i) in ball.facets.iter().enumerate() {
            let corner = &ball.positions[3 * i as usize..][..3];
            soup.positions.extend(corner.iter().map(|x| x + random.random_range(-1e-8..1e-8)));
            soup.facets.push(k as u32);
        }
        let mut diagnosis = Diagnosis::default();
        let welded = weld(&soup, &mut diagnosis).unwrap();
        let vertices = ball.positions.len() / 3;
        assert_eq!(diagnosis.vertices, vertices);
        assert_eq!(diagnosis.joined, ball.facets.len() - vertices);
        assert_eq!(welded.positions.len(), ball.positions.len());
    }

    #[test]
    fn all_points_in_one_place_are_one_vertex() {
        let surface = Surface { dim: 3, positions: vec![7.0; 9], facets: vec![0, 1, 2] };
        let mut diagnosis = Diagnosis::default();
        assert_eq!(weld(&surface, &mut diagnosis).unwrap().facets, [0, 0, 0]);
    }
}
