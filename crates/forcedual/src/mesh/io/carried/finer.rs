//! Faces divided until no edge is long: a part of few large faces would move at its corners only.

use super::super::polygon;
use super::{Carried, Corner, Line};
use crate::mesh::display::{between, mean};
use crate::mesh::divide::{Divided, divide, edges};
use std::collections::HashMap;

/// Triangles that faces are divided into, at most.
const MOST: usize = 1_000_000;

/// Vertex, texture coordinate and normal.
type Full = (usize, Option<usize>, Option<usize>);

impl Carried {
    /// Divides faces until no edge is longer than `edge`, in the unit of the file; false if there
    /// would be too many, which are divided as far as they may. Other faces and all other lines stay.
    pub fn finer(self, edge: f64) -> (Self, bool) {
        let mut longest = edge;
        for _ in 0..64 {
            let mut cutting = Cutting::new(&self, longest);
            if let Some(faces) = cutting.all() {
                let finer = match cutting.is_cut() {
                    true => cutting.assembled(faces),
                    false => self,
                };
                return (finer, longest == edge);
            }
            longest *= 2.0;
        }
        (self, false)
    }
}

/// A surface with its new vertices, texture coordinates and normals so far.
struct Cutting<'a> {
    surface: &'a Carried,
    longest: f64,
    positions: Vec<[f64; 3]>,
    /// What follows the coordinates of new vertices.
    rests: Vec<String>,
    texture: Vec<[f64; 2]>,
    old_texture: usize,
    normals: Vec<[f64; 3]>,
    middles: [HashMap<[usize; 2], usize>; 3],
}

impl<'a> Cutting<'a> {
    fn new(surface: &'a Carried, longest: f64) -> Self {
        let rests = surface.lines.iter().filter_map(|line| match line {
            Line::Vertex(_, rest) => Some(rest.clone()),
            _ => None,
        });
        let texture: Vec<[f64; 2]> = surface.lines.iter().filter_map(coordinate).collect();
        Cutting {
            surface,
            longest,
            positions: surface.positions.clone(),
            rests: rests.collect(),
            old_texture: texture.len(),
            texture,
            normals: surface.normals.clone(),
            middles: Default::default(),
        }
    }

    fn is_cut(&self) -> bool {
        self.positions.len() > self.surface.positions.len()
    }

    fn long(&self, a: usize, b: usize) -> bool {
        let (p, q) = (self.positions[a], self.positions[b]);
        (0..3).map(|c| (p[c] - q[c]).powi(2)).sum::<f64>() > self.longest * self.longest
    }

    /// The faces of every line of one; none if there are too many.
    fn all(&mut self) -> Option<Vec<Vec<Vec<Full>>>> {
        let (mut all, mut count) = (Vec::new(), 0);
        for line in &self.surface.lines {
            let Line::Face(corners) = line else { continue };
            let normal = |pair: usize| self.surface.pairs[pair][1];
            let corners = corners.iter().map(|c| (c.0, c.1, c.2.map(normal))).collect();
            let faces = self.face(corners, MOST - count)?;
            count += faces.len();
            all.push(faces);
        }
        Some(all)
    }

    /// A face, or what it is divided into.
    fn face(&mut self, corners: Vec<Full>, most: usize) -> Option<Vec<Vec<Full>>> {
        let n = corners.len();
        let around = (0..n).any(|k| self.long(corners[k].0, corners[(k + 1) % n].0));
        let across = n > 4 && (2..n).any(|k| self.long(corners[0].0, corners[k].0));
        if n < 3 || !(around || across) {
            return (most > 0).then(|| vec![corners]);
        }
        let places: Vec<[f64; 3]> = corners.iter().map(|c| self.positions[c.0]).collect();
        let filling = polygon::triangles(&places).into_iter().map(|t| t.map(|k| corners[k]));
        let (mut left, mut done): (Vec<[Full; 3]>, _) = (filling.collect(), Vec::new());
        while let Some(triangle) = left.pop() {
            if done.len() + left.len() >= most {
                return None;
            }
            let whole = [0u32, 1, 2];
            let at = |i: u32| triangle[i as usize].0;
            let long = edges(&whole).into_iter().filter(|&[i, j]| self.long(at(i), at(j)));
            let Divided { faces: parts, ends, .. } = divide(&[whole], 3, long);
            if ends.is_empty() {
                done.push(triangle.to_vec());
                continue;
            }
            let mut corners = triangle.to_vec();
            for [i, j] in ends {
                corners.push(self.middle(triangle[i as usize], triangle[j as usize]));
            }
            left.extend(parts.iter().map(|t| t.map(|i| corners[i as usize])));
        }
        Some(done)
    }

    fn middle(&mut self, a: Full, b: Full) -> Full {
        let [vertices, texture, normals] = &mut self.middles;
        let key = |a: usize, b: usize| [a.min(b), a.max(b)];
        let vertex = *vertices.entry(key(a.0, b.0)).or_insert_with(|| {
            self.positions.push(mean(self.positions[a.0], self.positions[b.0]));
            self.rests.push(halfway(&self.rests[a.0], &self.rests[b.0]));
            self.positions.len() - 1
        });
        let texture = a.1.zip(b.1).map(|(i, j)| match i == j {
            true => i,
            false => *texture.entry(key(i, j)).or_insert_with(|| {
                self.texture.push(mean(self.texture[i], self.texture[j]));
                self.texture.len() - 1
            }),
        });
        let normal = a.2.zip(b.2).map(|(i, j)| match i == j {
            true => i,
            false => *normals.entry(key(i, j)).or_insert_with(|| {
                self.normals.push(between(self.normals[i], self.normals[j]));
                self.normals.len() - 1
            }),
        });
        (vertex, texture, normal)
    }

    /// Vertices and texture coordinates first, then everything else in its order.
    fn assembled(self, faces: Vec<Vec<Vec<Full>>>) -> Carried {
        let mut lines: Vec<Line> = self
            .rests
            .into_iter()
            .enumerate()
            .map(|(vertex, rest)| Line::Vertex(vertex, rest))
            .collect();
        let old = self.surface.lines.iter();
        lines.extend(old.clone().filter(|l| coordinate(l).is_some()).cloned());
        let new = &self.texture[self.old_texture..];
        lines.extend(new.iter().map(|uv| Line::Text(format!("vt {:?} {:?}", uv[0], uv[1]))));
        let (mut pairs, mut seen) = (Vec::new(), HashMap::new());
        let mut faces = faces.into_iter();
        for line in old {
            match line {
                Line::Face(_) => lines.extend(faces.next().into_iter().flatten().map(|face| {
                    let corner = |(vertex, texture, normal): Full| -> Corner {
                        let pair = normal.map(|normal| {
                            *seen.entry([vertex, normal]).or_insert_with(|| {
                                pairs.push([vertex, normal]);
                                pairs.len() - 1
                            })
                        });
                        (vertex, texture, pair)
                    };
                    Line::Face(face.into_iter().map(corner).collect())
                })),
                Line::Text(_) if coordinate(line).is_none() => lines.push(line.clone()),
                _ => {}
            }
        }
        Carried {
            lines,
            positions: self.positions,
            normals: self.normals,
            pairs,
            folder: self.surface.folder.clone(),
        }
    }
}

/// The texture coordinate of a line that has one.
fn coordinate(line: &Line) -> Option<[f64; 2]> {
    let Line::Text(text) = line else { return None };
    let mut words = text.split_ascii_whitespace();
    let named = words.next() == Some("vt");
    let mut number = || words.next().and_then(|w| w.parse().ok()).unwrap_or(0.0);
    named.then(|| [number(), number()])
}

/// The mean of two lists of numbers, such as colours; the first if they are none.
fn halfway(a: &str, b: &str) -> String {
    let numbers = |text: &str| -> Option<Vec<f64>> {
        text.split_ascii_whitespace().map(|w| w.parse().ok()).collect()
    };
    match (numbers(a), numbers(b)) {
        (Some(x), Some(y)) if x.len() == y.len() && a != b => {
            let means: Vec<String> =
                x.iter().zip(&y).map(|(x, y)| format!("{:?}", (x + y) / 2.0)).collect();
            means.join(" ")
        }
        _ => a.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::Folder;
    use super::*;
    use crate::mesh::SimplexMesh;
    use crate::mesh::io::read_display;
    use crate::mesh::shapes::grid;

    const TEXT: &str = "mtllib a.mtl\nv 0 0 0 1 0 0\nv 2 0 0 0 0 1\nv 2 1 0 0 0 1\nv 0 1 0 1 0 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\nusemtl red\nf 1/1/1 2/2/1 3/3/1 4/-1/1\nv 0 0 1 0 1 0\nv 0.1 0 1 0 1 0\nv 0 0.1 1 0 1 0\nv 0.1 0.1 1 0 1 0\nusemtl blue\nf -4 -3 -1 -2\n";

    #[test]
    fn long_faces_are_divided_and_everything_else_stays() {
        let folder = Folder::new("carried-finer");
        let (finer, whole) = Carried::parse(TEXT.as_bytes()).unwrap().finer(0.3);
        assert!(whole);
        let mesh = SimplexMesh::new(grid(&[8, 4, 4], &[2.0, 1.0, 1.0])).unwrap();
        let bound = finer.bind(&mesh, 1.0).unwrap();
        let u: Vec<f64> =
            mesh.positions().chunks(3).flat_map(|p| [0.0, 0.0, p[0] * p[0]]).collect();
        let path = folder.0.join("out.obj");
        bound.write(&path, &u).unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        // the small square is still one face, of the second material
        let blue = written.split_once("usemtl blue\n").unwrap().1;
        assert_eq!(blue.lines().count(), 1, "{blue}");
        assert!(written.contains("mtllib a.mtl") && written.contains("usemtl red"));
        let moved = read_display(&path).unwrap();
        assert!(moved.faces.len() > 60);
        for f in
            moved.faces.iter().filter(|f| f.iter().all(|&i| moved.texture[i as usize] != [0.0; 2]))
        {
            for i in f.map(|i| i as usize) {
                let (p, uv) = (moved.positions[i], moved.texture[i]);
                assert!((p[0] - 2.0 * uv[0]).abs() < 1e-12 && (p[1] - uv[1]).abs() < 1e-12);
                // linear between the vertices of the mesh, 0.25 apart
                assert!((p[2] - p[0] * p[0]).abs() < 0.0157, "{p:?}");
                let red = 255.0 * (1.0 - uv[0]);
                assert!((f64::from(moved.colours[i][0]) - red).abs() < 1.0, "{red}");
            }
        }
    }

    #[test]
    fn fine_surfaces_stay_as_they_are_and_too_fine_ones_are_cut_short() {
        let surface = Carried::parse(TEXT.as_bytes()).unwrap();
        assert_eq!(surface.clone().finer(3.0), (surface.clone(), true));
        let (finer, whole) = surface.finer(1e-3);
        let count = finer.lines.iter().filter(|l| matches!(l, Line::Face(_))).count();
        assert!(!whole && (MOST / 16..=MOST).contains(&count), "{count}");
    }
}
