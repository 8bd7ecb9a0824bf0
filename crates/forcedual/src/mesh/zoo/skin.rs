//! The surface of a creature to look at: on the sculpture itself, and whole however coarse the mesh
//! is that will move it.
//!
//! Triangles of the boundary of a fine mesh are divided into four where they are few, and their corners
//! go to the zero of the field along its gradient, which is also the normal. Triangles with corners of
//! different colours are divided further, so that colours end sharply. Neighbours are divided along, so
//! no gap opens when the surface moves. In the plane the skin is the solid itself, see [`flat`].

mod flat;

use super::form::V;
use super::sculpt::{Sculpture, lifted};
use crate::error::Result;
use crate::mesh::display::{Display, mean};
use crate::mesh::divide::{divide, edges};
use crate::mesh::stuffing::{SignedField, Size, Stuffing, stuff};
use crate::mesh::{Boundary, SimplexMesh};
use crate::progress::Silent;
use rayon::prelude::*;

/// Cells of the fine mesh along the largest extent.
const ALONG: f64 = 100.0;
/// Triangles are divided while there are fewer than this many.
const ENOUGH: usize = 20_000;
/// How far a point of the mesh's boundary may be from the sculpture, in cells.
const REACH: f64 = 0.25;
/// Differences of the field are taken over this, in cells.
const STEP: f64 = 0.02;
/// Times that triangles are divided where colours meet.
const SHARPENINGS: usize = 3;

/// The skin of a sculpture of this extent.
pub(super) fn skin(sculpture: &Sculpture, extent: f64) -> Result<Display> {
    if sculpture.dim() == 2 {
        return flat::skin(sculpture, extent);
    }
    let cell = extent / ALONG;
    let how = Stuffing { size: Size::Cell(cell), graded: true };
    let mesh = &SimplexMesh::new(stuff(sculpture, &how, &Silent)?.mesh)?;
    let boundary = Boundary::new(mesh);
    // nobody sees the walls of closed cavities
    let mut seen = vec![true; boundary.facet_count()];
    let walls = boundary.cavities().into_iter().flat_map(|shell| &shell.facets);
    walls.for_each(|&f| seen[f as usize] = false);
    let facets = (0..seen.len()).filter(|&f| seen[f]).map(|f| boundary.facet(f));
    let mut display = Display {
        positions: (0..mesh.vertex_count()).map(|i| lifted(mesh.point(i))).collect(),
        faces: facets.filter_map(|f| f.try_into().ok()).collect(),
        ..Display::default()
    };
    while display.faces.len() < ENOUGH {
        refine(&mut display, |_| true);
    }
    let mut on = vec![false; display.positions.len()];
    display.faces.as_flattened().iter().for_each(|&i| on[i as usize] = true);
    display.positions.par_iter_mut().zip(&on).filter(|(_, on)| **on).for_each(|(p, _)| {
        settle(sculpture, p, cell);
    });
    let colour = |p: &V| sculpture.colour_at(*p);
    let mut colours: Vec<_> = display.positions.par_iter().map(colour).collect();
    for _ in 0..SHARPENINGS {
        let mixed = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| colours[i as usize]);
            a != b || b != c
        };
        refine(&mut display, mixed);
        let added = display.positions[colours.len()..].par_iter().map(colour);
        let added: Vec<_> = added.collect();
        colours.extend(added);
    }
    display.colours = colours;
    let normal = |p: &V| unit(gradient(sculpture, *p, 5.0 * STEP * cell));
    display.normals = display.positions.par_iter().map(normal).collect();
    Ok(used(display))
}

/// Moves a point next to the zero of the field onto it.
fn settle(sculpture: &Sculpture, p: &mut V, cell: f64) {
    let start = *p;
    for _ in 0..3 {
        let (value, slope) = (sculpture.at(*p), gradient(sculpture, *p, STEP * cell));
        let size = slope.iter().map(|g| g * g).sum::<f64>();
        // a seam has no gradient; values are at most the distance, so this never jumps far
        let along = value / size.max(0.25);
        (0..3).for_each(|c| p[c] -= along * slope[c]);
    }
    // gaps too narrow for the mesh stay closed: their two sides would pull points apart
    if (0..3).map(|c| (p[c] - start[c]).powi(2)).sum::<f64>() > (REACH * cell).powi(2) {
        *p = start;
    }
}

fn unit(a: V) -> V {
    let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 { a.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

/// Divides the edges of chosen triangles in two, and all triangles along.
fn refine(display: &mut Display, chosen: impl Fn(&[u32; 3]) -> bool) {
    let faces = display.faces.iter().filter(|t| chosen(t));
    let cut: Vec<[u32; 2]> = faces.flat_map(edges).collect();
    halve(display, cut);
}

/// Divides edges in two, and all triangles along. Returns the ends of the edges of the new points.
fn halve(display: &mut Display, cut: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    let (faces, ends) = divide(&display.faces, display.positions.len(), cut.into_iter());
    display.faces = faces;
    for [i, j] in &ends {
        let (p, q) = (display.positions[*i as usize], display.positions[*j as usize]);
        display.positions.push(mean(p, q));
    }
    ends
}

/// Without the points that no triangle uses.
fn used(display: Display) -> Display {
    let mut number = vec![u32::MAX; display.positions.len()];
    let mut kept = Display::default();
    for &face in &display.faces {
        kept.faces.push(face.map(|i| {
            let at = i as usize;
            if number[at] == u32::MAX {
                number[at] = kept.positions.len() as u32;
                kept.positions.push(display.positions[at]);
                kept.normals.push(display.normals[at]);
                kept.colours.push(display.colours[at]);
            }
            number[at]
        }));
    }
    kept
}

fn gradient(sculpture: &Sculpture, p: V, step: f64) -> V {
    std::array::from_fn(|c| {
        if c >= sculpture.dim() {
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
