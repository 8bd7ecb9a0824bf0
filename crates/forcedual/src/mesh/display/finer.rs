//! Surfaces with edges no longer than the cells that they follow: those of few large triangles would
//! move at their corners only.

use super::{Display, V};
use crate::mesh::divide::{Divided, divide, edges};

/// Triangles that a surface is divided into, at most.
const MOST: usize = 1_000_000;

impl Display {
    /// Divides triangles until no edge is longer than `edge` m; false if there would be too many of
    /// them. Everything that vertices have is interpolated, parts have the picture of the whole, and
    /// nothing opens: both sides of a seam are divided alike.
    pub fn finer(mut self, edge: f64) -> (Self, bool) {
        loop {
            let long = |[i, j]: &[u32; 2]| {
                let (p, q) = (self.positions[*i as usize], self.positions[*j as usize]);
                (0..3).map(|c| (p[c] - q[c]).powi(2)).sum::<f64>() > edge * edge
            };
            let cut = self.faces.iter().flat_map(edges).filter(long);
            let Divided { faces, origins, ends } = divide(&self.faces, self.positions.len(), cut);
            if ends.is_empty() || faces.len() > MOST {
                return (self, ends.is_empty());
            }
            self.faces = faces;
            if !self.pictures.of.is_empty() {
                let old = &self.pictures.of;
                self.pictures.of = origins.iter().map(|&t| old[t as usize]).collect();
            }
            for [i, j] in ends.into_iter().map(|e| e.map(|i| i as usize)) {
                let (p, q) = (self.positions[i], self.positions[j]);
                self.positions.push(mean(p, q));
                if let (Some(&n), Some(&m)) = (self.normals.get(i), self.normals.get(j)) {
                    self.normals.push(between(n, m));
                }
                if let (Some(&a), Some(&b)) = (self.texture.get(i), self.texture.get(j)) {
                    self.texture.push(mean(a, b));
                }
                if let (Some(&a), Some(&b)) = (self.colours.get(i), self.colours.get(j)) {
                    self.colours.push([0, 1, 2].map(|c| a[c].midpoint(b[c])));
                }
            }
        }
    }
}

pub(crate) fn mean<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|c| (a[c] + b[c]) / 2.0)
}

/// The direction in the middle of two unit vectors; the first where they are opposite.
pub(crate) fn between(a: V, b: V) -> V {
    if a == b {
        return a;
    }
    let sum = mean(a, b);
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 1e-6 { sum.map(|x| x / length) } else { a }
}

#[cfg(test)]
mod tests {
    use super::super::pictures::{Pictures, tests::png};
    use super::super::{Attached, Corners, Follower};
    use super::*;
    use crate::mesh::SimplexMesh;
    use crate::mesh::geometry::cell_size;
    use crate::mesh::shapes::grid;

    /// A slab of 2 by 0.1 by 0.4 m.
    fn slab() -> Display {
        let corner = |k: usize| {
            [(0, 2.0), (1, 0.1), (2, 0.4)].map(|(c, x)| if k >> c & 1 == 0 { 0.0 } else { x })
        };
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let faces = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]);
        Display::new((0..8).map(corner).collect(), faces.collect()).unwrap()
    }

    #[test]
    fn the_surface_of_a_bent_slab_follows_its_mesh_between_its_corners() {
        let mesh = SimplexMesh::new(grid(&[40, 2, 8], &[2.0, 0.1, 0.4])).unwrap();
        let cell = cell_size(&mesh);
        let bend = |x: f64| 0.6 * x * x;
        let u: Vec<f64> = mesh.positions().chunks(3).flat_map(|p| [0.0, bend(p[0]), 0.0]).collect();
        let off = |display: Display| {
            let attached = Attached::new(&mesh, display).unwrap().0;
            let follower = Follower::new(&mesh, attached).unwrap();
            let mut frame = follower.rest();
            follower.follow(&u, &mut frame).unwrap();
            let rest = &follower.attached().display;
            let middle = |points: &[V], f: &[u32; 3], c: usize| {
                f.iter().map(|&i| points[i as usize][c]).sum::<f64>() / 3.0
            };
            let each = rest.faces.iter().map(|f| {
                let expected = middle(&rest.positions, f, 1) + bend(middle(&rest.positions, f, 0));
                (middle(&frame.positions, f, 1) - expected).abs()
            });
            each.fold(0.0, f64::max) / cell
        };
        assert!(off(slab()) > 5.0);
        let (finer, whole) = slab().finer(cell);
        assert!(whole);
        assert!(off(finer) < 0.05);
    }

    #[test]
    fn normals_stay_on_flat_sides_and_no_seam_opens() {
        let (finer, _) = slab().finer(0.15);
        for face in &finer.faces {
            let [a, b, c] = face.map(|i| finer.positions[i as usize]);
            let flat = (0..3).find(|&k| a[k] == b[k] && b[k] == c[k]).unwrap();
            assert!(face.iter().all(|&i| finer.normals[i as usize][flat].abs() == 1.0));
            for (p, q) in [(a, b), (b, c), (c, a)] {
                assert!((0..3).map(|c| (p[c] - q[c]).powi(2)).sum::<f64>() <= 0.15 * 0.15);
                let other = finer.faces.iter().any(|f| {
                    let f = f.map(|i| finer.positions[i as usize]);
                    (0..3).any(|k| f[k] == q && f[(k + 1) % 3] == p)
                });
                assert!(other, "{p:?} {q:?}");
            }
        }
    }

    #[test]
    fn texture_coordinates_and_colours_are_interpolated() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let texture = vec![[[0.0, 0.5], [1.0, 0.5], [0.0, 1.0]]];
        let corners = Corners { texture, ..Corners::default() };
        let colours = [[0, 0, 200], [200, 0, 200], [0, 200, 200]];
        let display = Display::from_corners(&points, &[[0, 1, 2]], &colours, corners).unwrap();
        let (finer, _) = display.finer(0.3);
        assert!(finer.positions.len() > 10);
        for ((p, uv), colour) in finer.positions.iter().zip(&finer.texture).zip(&finer.colours) {
            assert_eq!(*uv, [p[0], 0.5 + 0.5 * p[1]]);
            let expected = [200.0 * p[0], 200.0 * p[1], 200.0];
            assert!((0..3).all(|c| (f64::from(colour[c]) - expected[c]).abs() < 2.0));
        }
    }

    #[test]
    fn parts_of_a_triangle_have_its_picture() {
        let points = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 1.0, 0.0]];
        let texture = vec![[[0.0, 0.5], [1.0, 0.5], [0.0, 1.0]]; 2];
        let files = vec![png(&[&[[255, 0, 0]]]).into()];
        let pictures = Pictures { files, of: vec![None, Some(0)] };
        let corners = Corners { texture, pictures, ..Corners::default() };
        let faces = [[0, 1, 2], [1, 3, 2]];
        let display = Display::from_corners(&points, &faces, &[], corners).unwrap();
        let (finer, _) = display.finer(0.3);
        assert!(finer.faces.len() > 20 && finer.pictures.of.len() == finer.faces.len());
        for (face, picture) in finer.faces.iter().zip(&finer.pictures.of) {
            let side = |i: &u32| {
                let p = finer.positions[*i as usize];
                p[0] / 2.0 + p[1] - 1.0
            };
            // the second triangle is beyond the diagonal
            assert_eq!(picture.is_some(), face.iter().map(side).sum::<f64>() > 0.0);
        }
    }

    #[test]
    fn too_many_triangles_are_not_made() {
        let (finer, whole) = slab().finer(1e-4);
        assert!(!whole && (MOST / 8..=MOST).contains(&finer.faces.len()));
        assert_eq!(slab().finer(5.0), (slab(), true));
    }
}
