//! Outlines in the plane: segments in any order and direction become closed loops.

use super::tree::{Point, minus, square};
use super::{Diagnosis, Outline, Rule};
use crate::error::{Code, Error, Result, listed};
use crate::mesh::io::Surface;

/// The loops of segments that may run in any direction; what is inside an odd number of them is
/// inside.
pub(super) fn loops(curve: &Surface) -> Result<Outline> {
    let count = curve.positions.len() / 2;
    if curve.facets.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the drawing has no lines"));
    }
    if let Some(k) = curve.positions.iter().position(|x| !x.is_finite()) {
        let message = format!("vertex {} has a NaN or infinite coordinate", k / 2);
        return Err(Error::new(Code::MeshNotFinite, message));
    }
    let mut segments: Vec<[u32; 2]> =
        curve.facets.chunks_exact(2).map(|s| [s[0].min(s[1]), s[0].max(s[1])]).collect();
    if let Some(s) = segments.iter().position(|s| s[1] as usize >= count) {
        let message = format!("line {s} names vertex {}, which does not exist", segments[s][1]);
        return Err(Error::new(Code::MeshIndex, message));
    }
    let given = segments.len();
    segments.sort_unstable();
    segments.retain(|[a, b]| a != b);
    let odd_times: Vec<[u32; 2]> = segments
        .chunk_by(|s, t| s == t)
        .filter(|same| same.len() % 2 == 1)
        .map(|same| same[0])
        .collect();
    segments.dedup();
    if segments.is_empty() {
        return Err(Error::new(Code::MeshDegenerate, "all lines of the drawing are points"));
    }
    let mut odd = open_ends(count, &segments);
    // loops that share lines enclose what they do without them
    if !odd.is_empty() && !odd_times.is_empty() && open_ends(count, &odd_times).is_empty() {
        segments = odd_times;
        odd.clear();
    }
    // the last segment is taken first
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (s, ends) in segments.iter().enumerate().rev() {
        ends.iter().for_each(|&i| around[i as usize].push(s));
    }
    if !odd.is_empty() {
        let message = format!("the drawing is open at vertices {}: it has no inside", listed(&odd));
        return Err(Error::new(Code::MeshEmpty, message).help("close the lines"));
    }
    let mut used = vec![false; segments.len()];
    let mut facets = Vec::with_capacity(2 * segments.len());
    for start in 0..segments.len() {
        let mut at = segments[start][0];
        while let Some(s) = around[at as usize].pop() {
            if std::mem::replace(&mut used[s], true) {
                continue;
            }
            let [a, b] = segments[s];
            let next = if a == at { b } else { a };
            facets.extend([at, next]);
            at = next;
        }
    }
    let curve = Surface { dim: 2, positions: curve.positions.clone(), facets };
    Ok(Outline { dropped: given - segments.len(), ..Outline::new(curve, Rule::Odd) })
}

/// Vertices with an odd number of segments.
fn open_ends(count: usize, segments: &[[u32; 2]]) -> Vec<usize> {
    let mut odd = vec![false; count];
    segments.as_flattened().iter().for_each(|&i| odd[i as usize] ^= true);
    (0..count).filter(|&i| odd[i]).collect()
}

/// The rim of flat faces: edges that belong to an odd number of triangles.
pub(super) fn rim(faces: &Surface) -> Result<Outline> {
    let mut edges: Vec<[u32; 2]> = faces
        .facets
        .chunks_exact(3)
        .flat_map(|v| [[v[0], v[1]], [v[1], v[2]], [v[2], v[0]]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    let odd = edges.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
    let facets: Vec<u32> =
        odd.filter(|same| same[0][0] != same[0][1]).flat_map(|same| same[0]).collect();
    if facets.is_empty() {
        return Err(Error::new(Code::MeshDegenerate, "the faces have no area"));
    }
    let positions = faces.positions.chunks_exact(3).flat_map(|p| [p[0], p[1]]).collect();
    loops(&Surface { dim: 2, positions, facets })
}

/// Counts; closed outlines have no defects.
pub(super) fn diagnosis(outlines: &[Outline]) -> Diagnosis {
    let mut found = Diagnosis::default();
    for Outline { curve, .. } in outlines {
        found.facets += curve.facets.len() / 2;
        found.vertices += curve.positions.len() / 2;
        for ends in curve.facets.chunks_exact(2) {
            let [a, b] = [ends[0], ends[1]].map(|i| -> Point {
                [curve.positions[2 * i as usize], curve.positions[2 * i as usize + 1], 0.0]
            });
            found.area += square(minus(b, a)).sqrt();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_that_share_a_line_are_filled_and_lines_drawn_twice_count_once() {
        let positions = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 0.0], [2.0, 1.0]];
        let left = [0, 1, 1, 2, 2, 3, 3, 0];
        let right = [1, 4, 4, 5, 5, 2, 2, 1];
        let of = |facets: Vec<u32>| {
            loops(&Surface { dim: 2, positions: positions.concat(), facets }).unwrap()
        };
        let both = of([left, right].concat());
        assert_eq!((both.curve.facets.len(), both.dropped), (12, 2));
        assert_eq!(diagnosis(&[both]).area, 6.0);
        let twice = of([left, left].concat());
        assert_eq!((twice.curve.facets.len(), twice.dropped), (8, 4));
    }
}
