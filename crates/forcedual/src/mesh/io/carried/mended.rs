//! What is left of a surface once it was mended: its triangles look as they did.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::super::{Surface, polygon, save};
use super::{Carried, Corner, Line};
use crate::error::Result;
use crate::mesh::geometry::cross;

/// Lines that name no vertices.
const KEPT: [&str; 6] = ["mtllib", "usemtl", "vt", "g", "o", "s"];

/// A triangle of the mended surface, with the corner of the given one that each of its corners was.
struct Left {
    corners: [Corner; 3],
    /// It faces the other way.
    turned: bool,
}

impl Carried {
    /// Writes an OBJ of mended triangles: those that are triangles of this surface (`given`: which)
    /// keep materials, texture coordinates, colours and normals, which turn with them. Others, which
    /// come first, have no material.
    pub fn write_mended(&self, path: &Path, mended: &Surface, given: &[Option<u32>]) -> Result<()> {
        let (points, _) = mended.positions.as_chunks::<3>();
        let (facets, _) = mended.facets.as_chunks::<3>();
        let known = given.iter().enumerate().filter_map(|(f, given)| Some(((*given)?, f)));
        let of: BTreeMap<u32, usize> = known.collect();
        let (mut left, mut triangle) = (BTreeMap::new(), 0);
        for (l, corners) in self.faces() {
            for three in self.triangles(corners) {
                if let Some(&f) = of.get(&triangle) {
                    let places = facets[f].map(|i| points[i as usize]);
                    left.insert(f, (l, self.left(three, places)));
                }
                triangle += 1;
            }
        }
        let normals = Normals::new(self, &left, facets, points);
        let rests = self.rests(&left, facets, points.len());
        save(path, |out| {
            for (p, rest) in points.iter().zip(&rests) {
                let space = if rest.is_empty() { "" } else { " " };
                writeln!(out, "v {:?} {:?} {:?}{space}{rest}", p[0], p[1], p[2])?;
            }
            for n in &normals.list {
                writeln!(out, "vn {:?} {:?} {:?}", n[0], n[1], n[2])?;
            }
            for (f, facet) in facets.iter().enumerate().filter(|(f, _)| !left.contains_key(f)) {
                write!(out, "f")?;
                for i in facet {
                    write!(out, " {}", u64::from(*i) + 1)?;
                    if let Some(n) = normals.new.get(&f) {
                        write!(out, "//{}", n + 1)?;
                    }
                }
                writeln!(out)?;
            }
            let mut by_line: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            left.iter().for_each(|(f, (l, _))| by_line.entry(*l).or_default().push(*f));
            for (l, line) in self.lines.iter().enumerate() {
                if let Line::Text(text) = line {
                    let word = text.split_ascii_whitespace().next().unwrap_or_default();
                    match self.materials_elsewhere(text, path) {
                        Some(file) => writeln!(out, "mtllib {file}")?,
                        None if KEPT.contains(&word) => writeln!(out, "{text}")?,
                        None => {}
                    }
                }
                for f in by_line.get(&l).into_iter().flatten() {
                    write!(out, "f")?;
                    let Left { corners, turned } = &left[f].1;
                    for (i, (_, texture, pair)) in facets[*f].iter().zip(corners) {
                        write!(out, " {}", u64::from(*i) + 1)?;
                        let normal = pair.map(|pair| normals.number(self.pairs[pair][1], *turned));
                        match (texture, normal) {
                            (None, None) => {}
                            (Some(uv), None) => write!(out, "/{}", uv + 1)?,
                            (None, Some(n)) => write!(out, "//{}", n + 1)?,
                            (Some(uv), Some(n)) => write!(out, "/{}/{}", uv + 1, n + 1)?,
                        }
                    }
                    writeln!(out)?;
                }
            }
            Ok(())
        })
    }

    /// How many triangles its faces have.
    pub fn triangle_count(&self) -> usize {
        self.faces().map(|(_, corners)| corners.len() - 2).sum()
    }

    fn faces(&self) -> impl Iterator<Item = (usize, &Vec<Corner>)> {
        self.lines.iter().enumerate().filter_map(|(l, line)| match line {
            Line::Face(corners) => Some((l, corners)),
            _ => None,
        })
    }

    fn triangles(&self, corners: &[Corner]) -> Vec<[Corner; 3]> {
        let places: Vec<[f64; 3]> = corners.iter().map(|c| self.positions[c.0]).collect();
        polygon::triangles(&places).iter().map(|t| t.map(|k| corners[k])).collect()
    }

    /// A triangle whose corners are now in other places, perhaps in another order.
    fn left(&self, three: [Corner; 3], places: [[f64; 3]; 3]) -> Left {
        let away = |k: usize, p: &[f64; 3]| -> f64 {
            let own = self.positions[three[k].0];
            (0..3).map(|c| (own[c] - p[c]).powi(2)).sum()
        };
        let was = places
            .map(|p| (1..3).fold(0, |best, k| if away(k, &p) < away(best, &p) { k } else { best }));
        Left { corners: was.map(|k| three[k]), turned: (was[1] + 3 - was[0]) % 3 == 2 }
    }

    /// What follows the coordinates of each vertex: what it was, and numbers of new ones are the mean of
    /// those next to them.
    fn rests(
        &self,
        left: &BTreeMap<usize, (usize, Left)>,
        facets: &[[u32; 3]],
        count: usize,
    ) -> Vec<String> {
        let own: Vec<&str> = self
            .lines
            .iter()
            .filter_map(|line| match line {
                Line::Vertex(_, rest) => Some(rest.as_str()),
                _ => None,
            })
            .collect();
        let mut rests: Vec<Option<String>> = vec![None; count];
        for (f, (_, triangle)) in left {
            for (i, corner) in facets[*f].iter().zip(&triangle.corners) {
                rests[*i as usize].get_or_insert_with(|| own[corner.0].to_owned());
            }
        }
        let numbers = |text: &str| -> Option<Vec<f64>> {
            text.split_ascii_whitespace().map(|w| w.parse().ok()).collect()
        };
        let mut sums: BTreeMap<u32, (Vec<f64>, f64)> = BTreeMap::new();
        for facet in facets {
            let beside: Vec<Vec<f64>> = facet
                .iter()
                .filter_map(|&i| numbers(rests[i as usize].as_ref()?))
                .filter(|x| !x.is_empty())
                .collect();
            for &i in facet.iter().filter(|&&i| rests[i as usize].is_none()) {
                for other in &beside {
                    let (sum, count) =
                        sums.entry(i).or_insert_with(|| (vec![0.0; other.len()], 0.0));
                    sum.iter_mut().zip(other).for_each(|(a, b)| *a += b);
                    *count += 1.0;
                }
            }
        }
        for (i, (sum, count)) in sums {
            let mean: Vec<String> = sum.iter().map(|x| format!("{:.4}", x / count)).collect();
            rests[i as usize] = Some(mean.join(" "));
        }
        rests.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// Normals: those that there were, those of turned triangles, and of new ones.
struct Normals {
    list: Vec<[f64; 3]>,
    /// Where the opposite of one is.
    turned: BTreeMap<usize, usize>,
    /// Where those of new triangles are, if all others have some.
    new: BTreeMap<usize, usize>,
}

impl Normals {
    fn new(
        given: &Carried,
        left: &BTreeMap<usize, (usize, Left)>,
        facets: &[[u32; 3]],
        points: &[[f64; 3]],
    ) -> Self {
        let mut all =
            Normals { list: given.normals.clone(), turned: BTreeMap::new(), new: BTreeMap::new() };
        let corners = || left.values().flat_map(|(_, l)| l.corners.iter().map(|c| (c, l.turned)));
        for (corner, _) in corners().filter(|(_, turned)| *turned) {
            if let Some(pair) = corner.2 {
                let normal = given.pairs[pair][1];
                all.turned.entry(normal).or_insert_with(|| {
                    all.list.push(given.normals[normal].map(|x| -x));
                    all.list.len() - 1
                });
            }
        }
        if corners().all(|(corner, _)| corner.2.is_some()) && !left.is_empty() {
            for (f, facet) in facets.iter().enumerate().filter(|(f, _)| !left.contains_key(f)) {
                let [a, b, c] = facet.map(|i| points[i as usize]);
                let from = |p: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| p[k] - a[k]) };
                let n = cross(from(b), from(c));
                let length = n.iter().map(|x| x * x).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
                all.new.insert(f, all.list.len());
                all.list.push(n.map(|x| x / length));
            }
        }
        all
    }

    fn number(&self, normal: usize, turned: bool) -> usize {
        if turned { self.turned.get(&normal).copied().unwrap_or(normal) } else { normal }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::Folder;
    use super::*;

    #[test]
    fn triangles_that_are_left_look_as_they_did_and_new_ones_have_no_material() {
        let folder = Folder::new("mended-look");
        // a square and a triangle that will be turned
        let text = "mtllib a.mtl\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 1 1 0 0 0 0\nv 0 1 0 0 0 0\nvt 0 0\nvt 1 0\n\
                    vt 1 1\nvt 0 1\nvn 0 0 1\nusemtl skin\nf 1/1/1 2/2/1 3/3/1 4/4/1\ng side\nl 1 2\n\
                    v 0 0 1 0 1 0\nusemtl hair\nf -1/2/1 2/3/1 1/1/1\n";
        let path = folder.0.join("a.obj");
        std::fs::write(&path, text).unwrap();
        let carried = Carried::read(&path).unwrap();
        assert_eq!(carried.triangle_count(), 3);
        // the first triangle is gone, the last one turned, and one is new
        let positions = [0., 0., 0., 1., 1., 0., 0., 1., 0., 0., 0., 1., 1., 0., 0., 2., 2., 2.];
        let facets = vec![0, 1, 2, 3, 0, 4, 3, 4, 5];
        let mended = Surface { dim: 3, positions: positions.to_vec(), facets };
        let out = folder.0.join("b.obj");
        carried.write_mended(&out, &mended, &[Some(1), Some(2), None]).unwrap();
        let written = std::fs::read_to_string(&out).unwrap();
        let after = |from: &str| written.split(from).nth(1).unwrap().trim().to_owned();
        assert!(after("usemtl skin").starts_with("f 1/1/1 2/3/1 3/4/1\ng side"), "{written}");
        // its corners in their new order, with the opposite normal
        assert_eq!(after("usemtl hair"), "f 4/2/2 1/1/2 5/3/2", "{written}");
        assert!(written.contains("vn -0.0 -0.0 -1.0") && !written.contains("l 1 2"), "{written}");
        let new = written.lines().find(|l| l.starts_with("f ")).unwrap();
        assert!(new == "f 4//3 5//3 6//3" && written.find(new) < written.find("usemtl"));
        // between green and red
        assert!(written.contains("v 2.0 2.0 2.0 0.5000 0.5000 0.0000"), "{written}");
        assert!(Carried::read(&out).is_ok());
    }
}
