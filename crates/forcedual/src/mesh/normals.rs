//! Normals for shading: smooth where the surface bends gently, separate at creases.
//!
//! The normal of a triangle's corner is the mean of the normals of those triangles at the vertex
//! that face about the same way as the triangle itself, weighted by their angles at the vertex.

type Point = [f64; 3];

/// Edges that bend by more than this many degrees are sharp.
const CREASE: f64 = 40.0;
/// A vertex with more triangles than this is smoothed across all of them.
const MANY: usize = 256;

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: Point) -> Point {
    let length = dot(a, a).sqrt();
    if length > 0.0 { a.map(|x| x / length) } else { [0.0; 3] }
}

/// One normal per corner of each triangle; zero where all triangles are degenerate.
pub(crate) fn corner_normals(points: &[Point], triangles: &[[u32; 3]]) -> Vec<[Point; 3]> {
    let cosine = CREASE.to_radians().cos();
    let corner = |t: usize, k: usize| points[triangles[t][k % 3] as usize];
    let faces: Vec<Point> = (0..triangles.len())
        .map(|t| unit(cross(sub(corner(t, 1), corner(t, 0)), sub(corner(t, 2), corner(t, 0)))))
        .collect();
    let angle = |t: usize, k: usize| {
        let u = unit(sub(corner(t, k + 1), corner(t, k)));
        let v = unit(sub(corner(t, k + 2), corner(t, k)));
        dot(u, v).clamp(-1.0, 1.0).acos()
    };
    // corners sorted by vertex
    let mut start = vec![0usize; points.len() + 1];
    for &i in triangles.as_flattened() {
        start[i as usize + 1] += 1;
    }
    for i in 0..points.len() {
        start[i + 1] += start[i];
    }
    let mut next = start.clone();
    let mut at = vec![(0u32, 0.0f64); 3 * triangles.len()];
    for (t, triangle) in triangles.iter().enumerate() {
        for (k, &i) in triangle.iter().enumerate() {
            at[next[i as usize]] = (t as u32, angle(t, k));
            next[i as usize] += 1;
        }
    }
    let mean = |around: &[(u32, f64)], keep: &dyn Fn(Point) -> bool| {
        let mut sum = [0.0; 3];
        for &(t, weight) in around {
            let face = faces[t as usize];
            if keep(face) {
                (0..3).for_each(|c| sum[c] += weight * face[c]);
            }
        }
        unit(sum)
    };
    triangles
        .iter()
        .zip(&faces)
        .map(|(triangle, &own)| {
            triangle.map(|i| {
                let around = &at[start[i as usize]..start[i as usize + 1]];
                let smooth = match around.len() <= MANY {
                    true => mean(around, &|face| dot(face, own) >= cosine),
                    false => mean(around, &|_| true),
                };
                if smooth == [0.0; 3] { own } else { smooth }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A roof of two squares that meet at an angle, its ridge along y.
    fn roof(degrees: f64) -> (Vec<Point>, Vec<[u32; 3]>) {
        let (s, c) = (degrees.to_radians() / 2.0).sin_cos();
        let points = [0.0, 1.0].into_iter().flat_map(|y| [[-c, y, -s], [0.0, y, 0.0], [c, y, -s]]);
        (points.collect(), vec![[0, 1, 3], [1, 4, 3], [1, 2, 4], [2, 5, 4]])
    }

    #[test]
    fn gentle_bends_are_smooth_and_sharp_ones_creases() {
        for (degrees, smooth) in [(20.0, true), (60.0, false)] {
            let (points, triangles) = roof(degrees);
            let normals = corner_normals(&points, &triangles);
            // triangle 1 begins at the ridge's vertex 1
            let ridge = normals[1][0];
            let (s, c) = (degrees.to_radians() / 2.0).sin_cos();
            if smooth {
                assert!(ridge[0].abs() < 0.1 && ridge[2] > 0.99, "{ridge:?}");
            } else {
                assert!((ridge[0] + s).abs() < 1e-12 && (ridge[2] - c).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn degenerate_triangles_do_not_disturb_their_neighbours() {
        let (points, mut triangles) = roof(0.0);
        triangles.push([1, 1, 4]);
        let normals = corner_normals(&points, &triangles);
        assert!(normals[..4].iter().flatten().all(|n| *n == [0.0, 0.0, 1.0]));
        assert!(normals[4].iter().flatten().all(|x| x.is_finite()));
    }
}
