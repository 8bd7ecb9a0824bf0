//! The surface of a creature for pictures: finer than its mesh, and on the sculpture itself.
//!
//! Triangles of the mesh's boundary (in the plane: its cells) are divided into four, twice, and new
//! points on the boundary go to the zero of the field along its gradient, which is also the normal.
//! Triangles with corners of different colours are divided further, so that colours end sharply.

use super::form::V;
use super::sculpt::{Rgb, Sculpture, lifted};
use crate::error::Result;
use crate::mesh::stuffing::{Size, Stuffing, stuff};
use crate::mesh::{Boundary, SimplexMesh};
use crate::progress::Progress;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Times that triangles are divided into four.
const DIVISIONS: usize = 2;
/// Times that triangles are divided where colours meet.
const SHARPENINGS: usize = 3;

/// Triangles with colours.
#[derive(Debug, Clone, Default)]
pub struct Skin {
    /// The vertices.
    pub positions: Vec<V>,
    /// Vertex numbers.
    pub triangles: Vec<[u32; 3]>,
    /// Outward normals of the vertices; none in the plane.
    pub normals: Vec<V>,
    /// sRGB colours of the vertices.
    pub colours: Vec<Rgb>,
    /// In the plane, the edges of the outline.
    pub outline: Vec<[u32; 2]>,
}

impl Skin {
    /// The skin of a sculpture whose mesh has about this many cells.
    pub fn new(sculpture: &Sculpture, cells: usize, progress: &dyn Progress) -> Result<Self> {
        let how = Stuffing { size: Size::About(cells), graded: false };
        let stuffed = stuff(sculpture, &how, progress)?;
        let mesh = SimplexMesh::new(stuffed.mesh)?;
        let boundary = Boundary::new(&mesh);
        let points = 0..mesh.vertex_count();
        let mut skin = Skin {
            positions: points.clone().map(|i| lifted(mesh.point(i))).collect(),
            ..Skin::default()
        };
        let mut on: Vec<bool> = points.map(|i| boundary.on_boundary(i)).collect(); // nobody sees the walls of closed cavities in space
        let mut seen = vec![true; boundary.facet_count()];
        if mesh.dim() == 3 {
            let walls = boundary.cavities().into_iter().flat_map(|shell| &shell.facets);
            walls.for_each(|&f| seen[f as usize] = false);
        }
        let facets = (0..seen.len()).filter(|&f| seen[f]).map(|f| boundary.facet(f));
        if mesh.dim() == 2 {
            skin.triangles = mesh.cells().as_chunks().0.to_vec();
            skin.outline = facets.filter_map(|f| f.try_into().ok()).collect();
        } else {
            skin.triangles = facets.filter_map(|f| f.try_into().ok()).collect();
        }
        for _ in 0..DIVISIONS {
            skin.divide(&mut on);
        }
        let flat = mesh.dim() == 2;
        let step = 0.02 * stuffed.cell;
        skin.positions.par_iter_mut().zip(&on).filter(|(_, on)| **on).for_each(|(p, _)| {
            for _ in 0..3 {
                let (value, slope) = (sculpture.at(*p), gradient(sculpture, *p, step, flat));
                let size = slope.iter().map(|g| g * g).sum::<f64>();
                // a seam has no gradient; values are at most the distance, so this never jumps far
                let along = value / size.max(0.25);
                (0..3).for_each(|c| p[c] -= along * slope[c]);
            }
        });
        if !flat {
            let normal = |p: &V| gradient(sculpture, *p, 5.0 * step, flat);
            skin.normals = skin.positions.par_iter().map(normal).collect();
        }
        skin.colours = skin.positions.par_iter().map(|p| sculpture.colour_at(*p)).collect();
        for _ in 0..SHARPENINGS {
            skin.sharpen(sculpture);
        }
        Ok(skin)
    }

    /// Divides triangles with several colours. New points stay on their edges, so that undivided
    /// neighbours leave no gap.
    fn sharpen(&mut self, sculpture: &Sculpture) {
        let (colours, start) = (&self.colours, self.positions.len());
        let mixed = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| colours[i as usize]);
            a != b || b != c
        };
        let (several, mut triangles): (Vec<[u32; 3]>, Vec<[u32; 3]>) =
            self.triangles.iter().copied().partition(|t| mixed(t));
        let mut middles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        for [a, b, c] in several {
            let mut middle = |i: u32, j: u32| {
                *middles.entry([i.min(j), i.max(j)]).or_insert_with(|| {
                    let mean = |list: &[V]| -> V {
                        let (p, q) = (list[i as usize], list[j as usize]);
                        std::array::from_fn(|c| (p[c] + q[c]) / 2.0)
                    };
                    let point = mean(&self.positions);
                    self.positions.push(point);
                    if !self.normals.is_empty() {
                        let normal = mean(&self.normals);
                        self.normals.push(normal);
                    }
                    self.positions.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        self.triangles = triangles;
        let added = self.positions[start..].par_iter().map(|p| sculpture.colour_at(*p));
        self.colours.extend(added.collect::<Vec<_>>());
    }

    /// Divides every triangle into four; points between points on the boundary are on it too.
    fn divide(&mut self, on: &mut Vec<bool>) {
        let flat = !self.outline.is_empty();
        let ordered = |&[a, b]: &[u32; 2]| [a.min(b), a.max(b)];
        let outline: BTreeSet<[u32; 2]> = self.outline.iter().map(ordered).collect();
        let mut middles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut triangles = Vec::with_capacity(4 * self.triangles.len());
        for &[a, b, c] in &self.triangles {
            let mut middle = |i: u32, j: u32| {
                let key = [i.min(j), i.max(j)];
                *middles.entry(key).or_insert_with(|| {
                    let (p, q) = (self.positions[i as usize], self.positions[j as usize]);
                    self.positions.push(std::array::from_fn(|c| (p[c] + q[c]) / 2.0));
                    on.push(!flat || outline.contains(&key));
                    self.positions.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        self.triangles = triangles;
        let halves = self.outline.iter().filter_map(|edge| {
            let m = *middles.get(&ordered(edge))?;
            Some([[edge[0], m], [m, edge[1]]])
        });
        self.outline = halves.flatten().collect();
    }
}

fn gradient(sculpture: &Sculpture, p: V, step: f64, flat: bool) -> V {
    std::array::from_fn(|c| {
        if flat && c == 2 {
            return 0.0;
        }
        let at = |s: f64| {
            let mut q = p;
            q[c] += s;
            sculpture.at(q)
        };
        (at(step) - at(-step)) / (2.0 * step)
    })
}
