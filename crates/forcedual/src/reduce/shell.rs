//! The shell: a surface to look at that moves by reduced coordinates alone.
//!
//! Places come from rows ([`Skin`]). Normals follow the surface itself, as there are no cells: with
//! `a`, `b` two edges of a triangle at rest and `n` its unit normal, primes where it has moved,
//!
//! ```text
//! 2 area F = a' (b x n)^T + b' (n x a)^T + n' (a x b)^T
//! ```
//!
//! takes one to the other. Its sum over the triangles at a place turns the normals of all vertices
//! there by `cof(F)`: those of a rigid motion exactly, and neither seams nor creases open.

use super::skin::Skin;
use crate::mesh::display::{Display, turned};
use crate::mesh::geometry::cross;
use std::collections::HashMap;

type V = [f64; 3];

/// A surface that moves by reduced coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct Shell {
    display: Display,
    skin: Skin,
    /// Number of the place of each vertex, and how many places there are.
    place: Vec<u32>,
    places: usize,
}

impl Shell {
    /// A surface and how its vertices move.
    pub fn new(display: Display, skin: Skin) -> Self {
        let mut known = HashMap::new();
        let number = |p: &V| {
            let next = known.len() as u32;
            // adding zero makes both zeros equal
            *known.entry(p.map(|x| (x + 0.0).to_bits())).or_insert(next)
        };
        let place = display.positions.iter().map(number).collect();
        Shell { places: known.len(), display, skin, place }
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.skin.dim()
    }

    /// The surface at rest.
    pub fn display(&self) -> &Display {
        &self.display
    }

    /// How its vertices move.
    pub fn skin(&self) -> &Skin {
        &self.skin
    }

    /// Places and unit normals of the vertices at coordinates `z`.
    pub fn frame(&self, z: &[f64]) -> (Vec<[f32; 3]>, Vec<[f32; 3]>) {
        let dim = self.dim();
        let mut flat = vec![0.0; self.skin.count() * dim];
        self.skin.positions(z, &mut Vec::new(), &mut flat);
        let mut positions: Vec<[f32; 3]> =
            self.display.positions.iter().map(|p| p.map(|x| x as f32)).collect();
        for (to, from) in positions.iter_mut().zip(flat.chunks_exact(dim)) {
            to[..dim].copy_from_slice(from);
        }
        let normals = match dim {
            2 => self.display.normals.clone(),
            _ => self.normals(&positions),
        };
        (positions, normals.iter().map(|n| n.map(|x| x as f32)).collect())
    }

    fn normals(&self, moved: &[[f32; 3]]) -> Vec<V> {
        let mut sums = vec![[[0.0; 3]; 3]; self.places];
        for face in &self.display.faces {
            let corners = face.map(|i| i as usize);
            let [a, b] = edges(corners.map(|i| self.display.positions[i]));
            let [to_a, to_b] = edges(corners.map(|i| moved[i].map(f64::from)));
            let (across, to_across) = (cross(a, b), cross(to_a, to_b));
            let (n, to_n) = (unit(across), unit(to_across));
            let pairs = [(to_a, cross(b, n)), (to_b, cross(n, a)), (to_n, across)];
            for i in corners {
                let sum = &mut sums[self.place[i] as usize];
                for (to, from) in &pairs {
                    for (row, to) in sum.iter_mut().zip(to) {
                        row.iter_mut().zip(from).for_each(|(x, from)| *x += to * from);
                    }
                }
            }
        }
        let each = self.place.iter().zip(&self.display.normals);
        each.map(|(&p, &n)| turned(&sums[p as usize], n)).collect()
    }
}

fn edges([p, q, r]: [V; 3]) -> [V; 2] {
    [std::array::from_fn(|c| q[c] - p[c]), std::array::from_fn(|c| r[c] - p[c])]
}

fn unit(a: V) -> V {
    let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 { a.map(|x| x / length) } else { [0.0; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Panels;
    use crate::reduce::Hung;

    /// Two walls that meet at a crease, a place at the origin with two vertices; one coordinate
    /// turns all by a quarter around the third axis when it is one.
    fn walls() -> Shell {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        let display = Display::new(points, vec![[0, 2, 1], [0, 3, 2]]).unwrap();
        let count = display.positions.len();
        let rows = Panels::from_fn(3 * count, 1, |r, _| {
            let [x, y, _] = display.positions[r / 3].map(|x| x as f32);
            [-y - x, x - y, 0.0][r % 3]
        });
        let hung = Hung {
            corners: (0..count as u32).flat_map(|k| [k, 0, 0, 0]).collect(),
            weights: [1.0, 0.0, 0.0, 0.0].repeat(count),
        };
        let skin = Skin::hanging(3, 1, &display, rows, hung);
        Shell::new(display, skin)
    }

    #[test]
    fn a_turn_turns_places_and_normals_of_creases() {
        let shell = walls();
        assert!(shell.places < shell.display.positions.len(), "no vertex was split at the crease");
        let (positions, normals) = shell.frame(&[1.0]);
        let turned = |p: V| [-p[1], p[0], p[2]];
        for (k, (p, n)) in positions.iter().zip(&normals).enumerate() {
            let (rest, normal) = (shell.display.positions[k], shell.display.normals[k]);
            for c in 0..3 {
                assert!((f64::from(p[c]) - turned(rest)[c]).abs() < 1e-6);
                assert!((f64::from(n[c]) - turned(normal)[c]).abs() < 1e-6);
            }
        }
    }
}
