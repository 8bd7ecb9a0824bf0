//! Triangles divided along edges that are cut in two.

use std::collections::BTreeMap;

fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// The edges of a triangle.
pub(crate) fn edges(&[a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Triangles that others are divided into.
pub(crate) struct Divided {
    pub faces: Vec<[u32; 3]>,
    /// The triangle that each is a part of.
    pub origins: Vec<u32>,
    /// The ends of the edge that each new point is the middle of.
    pub ends: Vec<[u32; 2]>,
}

/// Cuts these edges in two, and all triangles along; new points count from `points` on.
pub(crate) fn divide(
    faces: &[[u32; 3]],
    points: usize,
    cut: impl Iterator<Item = [u32; 2]>,
) -> Divided {
    let mut numbers: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let mut ends = Vec::new();
    for edge in cut {
        numbers.entry(ordered(edge[0], edge[1])).or_insert_with(|| {
            ends.push(edge);
            (points + ends.len() - 1) as u32
        });
    }
    let mut divided: Vec<[u32; 3]> = Vec::with_capacity(faces.len() + 3 * ends.len());
    let mut origins = Vec::with_capacity(divided.capacity());
    for (t, face) in (0u32..).zip(faces) {
        let middles = edges(face).map(|[i, j]| numbers.get(&ordered(i, j)).copied());
        let [a, b, c] = *face;
        match middles {
            [None, None, None] => divided.push(*face),
            [Some(ab), Some(bc), Some(ca)] => {
                divided.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
            }
            _ => {
                // turned so that the first edge is divided and the last is not
                let first =
                    (0..3).find(|&k| middles[k].is_some() && middles[(k + 2) % 3].is_none());
                let k = first.unwrap_or(0);
                let [a, b, c] = [0, 1, 2].map(|n| face[(k + n) % 3]);
                let ab = middles[k].unwrap_or(a);
                match middles[(k + 1) % 3] {
                    None => divided.extend([[a, ab, c], [ab, b, c]]),
                    Some(bc) => divided.extend([[a, ab, c], [ab, b, bc], [ab, bc, c]]),
                }
            }
        }
        origins.resize(divided.len(), t);
    }
    Divided { faces: divided, origins, ends }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_choice_of_edges_leaves_no_gap_and_turns_nothing() {
        let points = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [4.0, 4.0]];
        let faces = [[0, 1, 2], [1, 3, 2]];
        let all = [[0, 1], [1, 2], [2, 0], [1, 3], [3, 2]];
        for choice in 0..32 {
            let cut = (0..5).filter(|k| choice >> k & 1 == 1).map(|k| all[k]);
            let Divided { faces: divided, origins, ends } = divide(&faces, points.len(), cut);
            assert_eq!(origins.len(), divided.len());
            let mut points = points.to_vec();
            for [i, j] in ends {
                let (p, q) = (points[i as usize], points[j as usize]);
                points.push([(p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0]);
            }
            let area = |f: &[u32; 3]| {
                let [a, b, c] = f.map(|i| points[i as usize]);
                (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            };
            assert!(divided.iter().all(|f| area(f) > 0.0), "{choice}");
            // twice the area of each triangle of the square
            for t in 0..2 {
                let own = divided.iter().zip(&origins).filter(|(_, origin)| **origin == t);
                assert_eq!(own.map(|(f, _)| area(f)).sum::<f64>(), 16.0);
            }
            // edges that only one triangle has lie on the square's outline
            let mut count = BTreeMap::new();
            divided.iter().flat_map(edges).for_each(|[i, j]| {
                *count.entry(ordered(i, j)).or_insert(0) += 1;
            });
            for (edge, _) in count.iter().filter(|e| *e.1 == 1) {
                let [p, q] = edge.map(|i| points[i as usize]);
                let side = |c: usize| p[c] == q[c] && (p[c] == 0.0 || p[c] == 4.0);
                assert!(side(0) || side(1), "{choice}: {edge:?}");
            }
        }
    }
}
