//! The skin of a creature in the plane: few triangles, whose edges follow the outline and the lines
//! where colours meet.
//!
//! Triangles of a mesh that is fine along the outline are divided where a straight edge would miss the
//! outline, or the line between two colours, by what can be seen. Then edges between colours
//! are cut where these meet; points there are in every colour, so that none runs into another.

use super::super::form::V;
use super::super::sculpt::{Rgb, Sculpture, lifted};
use super::{halve, settle, used};
use crate::error::Result;
use crate::mesh::display::{Display, mean};
use crate::mesh::divide::edges;
use crate::mesh::stuffing::{Size, Stuffing, stuff};
use crate::mesh::{Boundary, SimplexMesh};
use crate::progress::Silent;
use std::collections::{BTreeMap, BTreeSet};

/// Cells of the mesh along the largest extent.
const ALONG: f64 = 120.0;
/// How far the outline and lines between colours may be from straight edges, as a share of the extent.
const FINE: [f64; 2] = [1.5e-4, 4e-4];
/// Times that triangles are divided, at most.
const ROUNDS: usize = 3;
/// Halvings until the place where colours meet is known.
const HALVINGS: usize = 12;

/// The skin of a sculpture of this extent.
pub(super) fn skin(sculpture: &Sculpture, extent: f64) -> Result<Display> {
    let cell = extent / ALONG;
    let how = Stuffing { size: Size::Cell(cell), graded: true };
    let mesh = &SimplexMesh::new(stuff(sculpture, &how, &Silent)?.mesh)?;
    let boundary = Boundary::new(mesh);
    let mut outline: BTreeSet<[u32; 2]> = (0..boundary.facet_count())
        .map(|f| boundary.facet(f))
        .map(|ends| ordered(ends[0], ends[1]))
        .collect();
    let mut display = Display {
        positions: (0..mesh.vertex_count()).map(|i| lifted(mesh.point(i))).collect(),
        faces: mesh.cells().as_chunks().0.to_vec(),
        ..Display::default()
    };
    for i in (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)) {
        settle(sculpture, &mut display.positions[i], cell);
    }
    let mut painted = Painted { sculpture, extent, display };
    painted.paint();
    for _ in 0..ROUNDS {
        let bent = outline.iter().copied().filter(|edge| painted.is_bent(edge, cell));
        let mixed = painted.display.faces.iter().filter(|face| !painted.is_even(face));
        let cut: Vec<[u32; 2]> = bent.chain(mixed.flat_map(edges)).collect();
        let first = painted.display.positions.len() as u32;
        for ([i, j], new) in halve(&mut painted.display, cut).into_iter().zip(first..) {
            if outline.remove(&ordered(i, j)) {
                outline.extend([ordered(i, new), ordered(new, j)]);
                settle(sculpture, &mut painted.display.positions[new as usize], cell);
            }
        }
        painted.paint();
    }
    painted.part_colours();
    let mut display = painted.display;
    display.normals = vec![[0.0, 0.0, 1.0]; display.positions.len()];
    Ok(used(display))
}

fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// A skin with the colours of its points.
struct Painted<'a> {
    sculpture: &'a Sculpture,
    extent: f64,
    display: Display,
}

impl Painted<'_> {
    /// Gives new points their colours.
    fn paint(&mut self) {
        let Display { positions, colours, .. } = &mut self.display;
        let new = positions.iter().skip(colours.len());
        let new: Vec<Rgb> = new.map(|p| self.sculpture.colour_at(*p)).collect();
        colours.extend(new);
    }

    fn point(&self, i: u32) -> V {
        self.display.positions[i as usize]
    }

    fn colour(&self, i: u32) -> Rgb {
        self.display.colours[i as usize]
    }

    /// Whether the outline leaves a straight edge; gaps too narrow for the mesh stay closed.
    fn is_bent(&self, edge: &[u32; 2], cell: f64) -> bool {
        let middle = mean(self.point(edge[0]), self.point(edge[1]));
        (FINE[0] * self.extent..super::REACH * cell).contains(&self.sculpture.at(middle).abs())
    }

    /// Whether a triangle is of one colour, or of two that meet in a straight line.
    fn is_even(&self, face: &[u32; 3]) -> bool {
        let Some(k) = self.lone(face) else {
            let [a, b, c] = face.map(|i| self.point(i));
            let middle = std::array::from_fn(|n| (a[n] + b[n] + c[n]) / 3.0);
            let own = face.map(|i| self.colour(i));
            return own[0] == own[1] && self.sculpture.colour_at(middle) == own[0];
        };
        let [lone, p, q] = [0, 1, 2].map(|n| face[(k + n) % 3]);
        let (from, to) = (self.meeting([lone, p]), self.meeting([lone, q]));
        let along = [to[0] - from[0], to[1] - from[1]];
        let length = along[0].hypot(along[1]);
        let fine = FINE[1] * self.extent;
        if length < 2.0 * fine {
            return true;
        }
        let middle = mean(from, to);
        let aside = |s: f64| {
            [middle[0] - s * along[1] / length, middle[1] + s * along[0] / length, middle[2]]
        };
        let mut sides = [aside(fine), aside(-fine)].map(|x| self.sculpture.colour_at(x));
        let mut own = [self.colour(lone), self.colour(p)];
        sides.sort_unstable();
        own.sort_unstable();
        sides == own
    }

    /// The corner in another colour than the two others, which are alike.
    fn lone(&self, face: &[u32; 3]) -> Option<usize> {
        let own = face.map(|i| self.colour(i));
        (0..3).find(|k| own[*k] != own[(k + 1) % 3] && own[(k + 1) % 3] == own[(k + 2) % 3])
    }

    /// Where the colours of the ends of an edge meet.
    fn meeting(&self, edge: [u32; 2]) -> V {
        let [i, j] = ordered(edge[0], edge[1]);
        let (mut p, mut q) = (self.point(i), self.point(j));
        for _ in 0..HALVINGS {
            let middle = mean(p, q);
            let before = self.sculpture.colour_at(middle) == self.colour(i);
            *(if before { &mut p } else { &mut q }) = middle;
        }
        mean(p, q)
    }

    /// A new point.
    fn add(&mut self, place: V, colour: Rgb) -> u32 {
        self.display.positions.push(place);
        self.display.colours.push(colour);
        (self.display.positions.len() - 1) as u32
    }

    /// Cuts triangles of several colours where these meet.
    fn part_colours(&mut self) {
        // the point in an edge in the colour of its first end
        let mut cuts: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut parted = Vec::new();
        for face in std::mem::take(&mut self.display.faces) {
            let [a, b, c] = face;
            if [b, c].iter().all(|&i| self.colour(i) == self.colour(a)) {
                parted.push(face);
                continue;
            }
            for [i, j] in edges(&face) {
                let (own, other) = (self.colour(i), self.colour(j));
                if own != other && !cuts.contains_key(&[i, j]) {
                    let place = self.meeting([i, j]);
                    cuts.insert([i, j], self.add(place, own));
                    cuts.insert([j, i], self.add(place, other));
                }
            }
            if let Some(k) = self.lone(&face) {
                let [lone, p, q] = [0, 1, 2].map(|n| face[(k + n) % 3]);
                let [before, after] = [cuts[&[p, lone]], cuts[&[q, lone]]];
                parted.push([lone, cuts[&[lone, p]], cuts[&[lone, q]]]);
                parted.extend([[before, p, q], [before, q, after]]);
                continue;
            }
            let corners = face.map(|i| self.point(i));
            let middle = std::array::from_fn(|n| corners.iter().map(|p| p[n]).sum::<f64>() / 3.0);
            for k in 0..3 {
                let [own, next, last] = [0, 1, 2].map(|n| face[(k + n) % 3]);
                let middle = self.add(middle, self.colour(own));
                parted.push([own, cuts[&[own, next]], middle]);
                parted.push([own, middle, cuts[&[own, last]]]);
            }
        }
        self.display.faces = parted;
    }
}
