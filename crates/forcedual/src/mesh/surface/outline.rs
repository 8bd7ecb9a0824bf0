//! Outlines in the plane: segments in any order and direction become closed loops.

use super::parts::Plane;
use super::tree::{Point, minus, square};
use super::weld::{weld, weld_curves};
use super::{Diagnosis, Outline, Rule};
use crate::error::{Code, Error, Result, listed};
use crate::mesh::geometry::Sets;
use crate::mesh::io::Surface;
use std::collections::{BTreeMap, HashMap};

/// The loops of segments that may run in any direction; what is inside an odd number of them is
/// inside.
pub(super) fn loops(curve: &Surface) -> Result<Outline> {
    if curve.facets.is_empty() {
        return Err(Error::new(Code::MeshEmpty, "the drawing has no lines"));
    }
    if let Some(k) = curve.positions.iter().position(|x| !x.is_finite()) {
        let message = format!("vertex {} has a NaN or infinite coordinate", k / 2);
        return Err(Error::new(Code::MeshNotFinite, message));
    }
    let vertices = curve.positions.len() / 2;
    if let Some(k) = curve.facets.iter().position(|i| *i as usize >= vertices) {
        let (line, vertex) = (k / 2, curve.facets[k]);
        let message = format!("line {line} names vertex {vertex}, which does not exist");
        return Err(Error::new(Code::MeshIndex, message));
    }
    let (curve, named) = weld_curves(curve);
    let count = named.len();
    let mut segments: Vec<[u32; 2]> =
        curve.facets.chunks_exact(2).map(|s| [s[0].min(s[1]), s[0].max(s[1])]).collect();
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
        let odd: Vec<usize> = odd.iter().map(|&i| named[i] as usize).collect();
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
    let curve = Surface { facets, ..curve };
    Ok(Outline { dropped: given - segments.len(), ..Outline::new(curve, Rule::Odd) })
}

/// Vertices with an odd number of segments.
fn open_ends(count: usize, segments: &[[u32; 2]]) -> Vec<usize> {
    let mut odd = vec![false; count];
    segments.as_flattened().iter().for_each(|&i| odd[i as usize] ^= true);
    (0..count).filter(|&i| odd[i]).collect()
}

/// The rims of flat faces, one for all faces that hang together by edges: edges that belong to an odd
/// number of triangles.
pub(super) fn rims(faces: &Surface) -> Result<Vec<Outline>> {
    let faces = weld(faces, &mut Diagnosis::default())?;
    let mut triangles = faces.facets.as_chunks::<3>().0.to_vec();
    triangles.iter_mut().for_each(|t| t.sort_unstable());
    triangles.retain(|[a, b, c]| a != b && b != c);
    triangles.sort_unstable();
    triangles.dedup();
    let area = |t: &[u32; 3]| square(Plane::new(3, &t.map(|i| place(&faces, i))).vector);
    if triangles.iter().all(|t| area(t) == 0.0) {
        let message = "the faces have no area: they lie on a line or in a point";
        return Err(Error::new(Code::MeshDegenerate, message));
    }
    let edges_of = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [a, c]];
    let mut edges: Vec<([u32; 2], usize)> =
        (0..triangles.len()).flat_map(|t| edges_of(triangles[t]).map(|edge| (edge, t))).collect();
    edges.sort_unstable();
    let mut sets = Sets::new(triangles.len());
    let mut odd = Vec::new();
    for same in edges.chunk_by(|a, b| a.0 == b.0) {
        same.windows(2).for_each(|pair| sets.join(pair[0].1, pair[1].1));
        if same.len() % 2 == 1 {
            odd.push(same[0]);
        }
    }
    let mut rims: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (edge, t) in odd {
        rims.entry(sets.root(t)).or_default().extend(edge);
    }
    if rims.is_empty() {
        return Err(Error::new(
            Code::MeshDegenerate,
            "the faces cancel each other: they have no rim",
        ));
    }
    let rim = |mut facets: Vec<u32>| {
        let (mut known, mut positions) = (HashMap::new(), Vec::new());
        for i in &mut facets {
            let p = &faces.positions[3 * *i as usize..][..2];
            *i = *known.entry(*i).or_insert_with(|| {
                positions.extend(p);
                positions.len() as u32 / 2 - 1
            });
        }
        loops(&Surface { dim: 2, positions, facets })
    };
    rims.into_values().map(rim).collect()
}

fn place(surface: &Surface, i: u32) -> Point {
    std::array::from_fn(|c| surface.positions[3 * i as usize + c])
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

    #[test]
    fn faces_that_overlap_have_rims_of_their_own_and_neighbours_share_one() {
        let quad = |x0: f64, y0: f64, x1: f64, y1: f64| {
            [[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]].concat()
        };
        let faces = |quads: &[Vec<f64>]| Surface {
            dim: 3,
            positions: quads.concat(),
            facets: (0..quads.len() as u32)
                .flat_map(|q| [0, 1, 2, 0, 2, 3].map(|k| 4 * q + k))
                .collect(),
        };
        let plus = rims(&faces(&[quad(0.0, 1.0, 3.0, 2.0), quad(1.0, 0.0, 2.0, 3.0)])).unwrap();
        assert_eq!(plus.len(), 2);
        let twice = quad(0.0, 0.0, 1.0, 1.0);
        let row = rims(&faces(&[twice.clone(), quad(1.0, 0.0, 2.0, 1.0), twice])).unwrap();
        assert_eq!(row.len(), 1);
        assert_eq!(diagnosis(&row).area, 6.0);
    }

    #[test]
    fn a_line_that_ends_where_it_began_is_closed_and_an_open_end_is_named_as_in_the_file() {
        let positions = vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 5.0, 5.0];
        let of =
            |facets: Vec<u32>| loops(&Surface { dim: 2, positions: positions.clone(), facets });
        assert_eq!(diagnosis(&[of(vec![0, 1, 1, 2, 2, 3]).unwrap()]).facets, 3);
        let open = of(vec![3, 1, 1, 4]).unwrap_err().message;
        assert!(open.contains("vertices 3, 4"), "{open}");
    }
}
