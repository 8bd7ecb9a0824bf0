//! Polygons as triangles: a fan where they are convex, else ears are cut off one by one.
//!
//! Corners are seen along the polygon's mean normal `n = sum x_k x x_{k+1}` (Newell). An ear is a
//! corner that turns left and whose triangle holds no other corner. Every corner is kept, also one
//! on a straight edge, because a neighbour may use it: `n` corners always give `n - 2` triangles.

use crate::mesh::geometry::cross;

/// Polygons of more corners are fanned.
const MOST: usize = 1024;

type Flat = [f64; 2];

/// Triangles of a polygon's corners, by their numbers.
pub(in crate::mesh) fn triangles(points: &[[f64; 3]]) -> Vec<[usize; 3]> {
    let count = points.len();
    let fan = || (2..count).map(|k| [0, k - 1, k]).collect();
    if !(4..=MOST).contains(&count) {
        return fan();
    }
    let flat = flattened(points);
    let corner = |k: usize| [k % count, (k + 1) % count, (k + 2) % count].map(|i| flat[i]);
    if (0..count).all(|k| turn(corner(k)) >= 0.0) { fan() } else { ears(&flat) }
}

fn ears(flat: &[Flat]) -> Vec<[usize; 3]> {
    let mut ring: Vec<usize> = (0..flat.len()).collect();
    let (mut found, mut start) = (Vec::with_capacity(flat.len() - 2), 0);
    while ring.len() > 3 {
        let count = ring.len();
        let corner = |k: usize| [k, k + 1, k + 2].map(|i| ring[i % count]);
        let bends = |k: usize| turn(corner(k).map(|i| flat[i]));
        let is_ear = |k: &usize| {
            let triangle = corner(*k).map(|i| flat[i]);
            bends(*k) > 0.0 && !ring.iter().any(|&i| holds(triangle, flat[i]))
        };
        let ear = (start..start + count).map(|k| k % count).find(is_ear);
        // nothing but straight or crossing edges is left
        let bluntest = || (0..count).max_by(|a, b| bends(*a).total_cmp(&bends(*b)));
        let Some(k) = ear.or_else(bluntest) else { break };
        found.push(corner(k));
        ring.remove((k + 1) % count);
        start = k + 1;
    }
    found.push([ring[0], ring[1], ring[2]]);
    found
}

/// The corners seen along the mean normal, which points to the viewer.
fn flattened(points: &[[f64; 3]]) -> Vec<Flat> {
    let from = |p: [f64; 3]| -> [f64; 3] { std::array::from_fn(|c| p[c] - points[0][c]) };
    let mut normal = [0.0; 3];
    for pair in points.windows(2) {
        let area = cross(from(pair[0]), from(pair[1]));
        (0..3).for_each(|c| normal[c] += area[c]);
    }
    let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let thin = (0..3).min_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs())).unwrap_or(0);
    let right = cross(std::array::from_fn(|c| f64::from(u8::from(c == thin))), normal);
    let up = cross(normal, right);
    let [right, up] = [right, up].map(|v| v.map(|x| x / length(v)));
    let along = |v: [f64; 3], p: [f64; 3]| v.iter().zip(p).map(|(a, b)| a * b).sum::<f64>();
    points.iter().map(|p| [along(right, from(*p)), along(up, from(*p))]).collect()
}

/// Twice the signed area of a triangle.
fn turn([a, b, c]: [Flat; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Is a point in a triangle or on its edge, and not at a corner?
fn holds([a, b, c]: [Flat; 3], p: Flat) -> bool {
    ![a, b, c].contains(&p) && [[a, b, p], [b, c, p], [c, a, p]].into_iter().all(|t| turn(t) >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places in a tilted plane.
    fn tilted(outline: &[Flat]) -> Vec<[f64; 3]> {
        outline.iter().map(|[x, y]| [*x, 0.6 * y, 5.0 + 0.8 * y]).collect()
    }

    fn area(outline: &[Flat]) -> f64 {
        (2..outline.len()).map(|k| turn([outline[0], outline[k - 1], outline[k]]) / 2.0).sum()
    }

    #[test]
    fn triangles_of_concave_polygons_fill_them_once_and_use_every_corner() {
        let u = [[0., 0.], [3., 0.], [3., 3.], [2., 3.], [2., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let l = [[1., 1.], [1., 3.], [0., 3.], [0., 0.], [1.5, 0.], [3., 0.], [3., 1.]];
        let star: Vec<Flat> = (0..10)
            .map(|k| {
                let (angle, radius) = (f64::from(k) * 0.628, if k % 2 == 0 { 1.0 } else { 0.4 });
                [radius * angle.cos(), radius * angle.sin()]
            })
            .collect();
        for outline in [&u[..], &l[..], &star[..]] {
            let found = triangles(&tilted(outline));
            assert_eq!(found.len(), outline.len() - 2);
            let areas = found.iter().map(|t| turn(t.map(|i| outline[i])) / 2.0);
            assert!(areas.clone().all(|a| a > 0.0), "{found:?}");
            assert!((areas.sum::<f64>() - area(outline)).abs() < 1e-12);
            assert!((0..outline.len()).all(|i| found.as_flattened().contains(&i)));
        }
    }

    #[test]
    fn convex_polygons_are_fanned_and_any_other_gives_as_many_triangles() {
        let square = tilted(&[[0., 0.], [1., 0.], [1., 1.], [0., 1.]]);
        assert_eq!(triangles(&square), [[0, 1, 2], [0, 2, 3]]);
        let bow = tilted(&[[0., 0.], [1., 1.], [1., 0.], [0., 1.], [0.2, 0.5]]);
        let point = [[f64::NAN; 3]; 6];
        let line: Vec<[f64; 3]> = (0..5).map(|k| [f64::from(k % 3), 0.0, 0.0]).collect();
        assert_eq!([&bow[..], &point, &line].map(|p| triangles(p).len()), [3, 4, 3]);
    }
}
