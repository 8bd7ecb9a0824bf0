//! The surface of a creature to look at: on the sculpture itself, and whole however coarse the mesh
//! is that will move it.
//!
//! Triangles of the boundary of a fine mesh (in the plane: its cells) are divided into four where they
//! are few, and points on the boundary go to the zero of the field along its gradient, which is also the normal. Triangles
//! with corners of different colours are divided further, so that colours end sharply. Neighbours
//! are divided along, so no gap opens when the surface moves.

use super::form::V;
use super::sculpt::{Sculpture, lifted};
use crate::error::Result;
use crate::mesh::display::{Display, mean};
use crate::mesh::divide::{Divided, divide, edges};
use crate::mesh::stuffing::{SignedField, Size, Stuffing, stuff};
use crate::mesh::{Boundary, SimplexMesh};
use crate::progress::{Progress, check};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Cells of the fine mesh along the largest extent in the plane, and in space.
const ALONG: [f64; 2] = [130.0, 100.0];
/// Triangles are divided while there are fewer than this many.
const ENOUGH: [usize; 2] = [5_000, 20_000];
/// How far a point of the mesh's boundary may be from the sculpture, in cells.
const REACH: f64 = 0.25;
/// Times that triangles are divided where colours meet.
const SHARPENINGS: usize = 3;

/// The skin of a sculpture of this extent.
pub(super) fn skin(sculpture: &Sculpture, extent: f64, progress: &dyn Progress) -> Result<Display> {
    let flat = sculpture.dim() == 2;
    let cell = extent / ALONG[usize::from(!flat)];
    let how = Stuffing { size: Size::Cell(cell), graded: !flat };
    let mesh = &SimplexMesh::new(stuff(sculpture, &how, progress)?.mesh)?;
    let boundary = Boundary::new(mesh);
    let points = 0..mesh.vertex_count();
    let mut on: Vec<bool> = points.clone().map(|i| boundary.on_boundary(i)).collect();
    // nobody sees the walls of closed cavities in space
    let mut seen = vec![true; boundary.facet_count()];
    if !flat {
        let walls = boundary.cavities().into_iter().flat_map(|shell| &shell.facets);
        walls.for_each(|&f| seen[f as usize] = false);
    }
    let facets = (0..seen.len()).filter(|&f| seen[f]).map(|f| boundary.facet(f));
    let mut display = Display {
        positions: points.map(|i| lifted(mesh.point(i))).collect(),
        ..Display::default()
    };
    let mut outline: BTreeSet<[u32; 2]> = BTreeSet::new();
    if flat {
        display.faces = mesh.cells().as_chunks().0.to_vec();
        outline.extend(facets.map(|f| ordered(f[0], f[1])));
    } else {
        display.faces = facets.filter_map(|f| f.try_into().ok()).collect();
    }
    while display.faces.len() < ENOUGH[usize::from(!flat)] {
        for ([i, j], middle) in refine(&mut display, |_| true) {
            let split = outline.remove(&ordered(i, j));
            if split {
                outline.extend([ordered(i, middle), ordered(middle, j)]);
            }
            on.push(!flat || split);
        }
    }
    check(progress)?;
    let step = 0.02 * cell;
    display.positions.par_iter_mut().zip(&on).filter(|(_, on)| **on).for_each(|(p, _)| {
        let start = *p;
        for _ in 0..3 {
            let (value, slope) = (sculpture.at(*p), gradient(sculpture, *p, step, flat));
            let size = slope.iter().map(|g| g * g).sum::<f64>();
            // a seam has no gradient; values are at most the distance, so this never jumps far
            let along = value / size.max(0.25);
            (0..3).for_each(|c| p[c] -= along * slope[c]);
        }
        // gaps too narrow for the mesh stay closed: their two sides would pull points apart
        if (0..3).map(|c| (p[c] - start[c]).powi(2)).sum::<f64>() > (REACH * cell).powi(2) {
            *p = start;
        }
    });
    let colour = |p: &V| sculpture.colour_at(*p);
    let mut colours: Vec<_> = display.positions.par_iter().map(colour).collect();
    for _ in 0..SHARPENINGS {
        check(progress)?;
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
    display.normals = match flat {
        true => vec![[0.0, 0.0, 1.0]; display.positions.len()],
        false => {
            let normal = |p: &V| unit(gradient(sculpture, *p, 5.0 * step, flat));
            display.positions.par_iter().map(normal).collect()
        }
    };
    Ok(used(display))
}

fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

fn unit(a: V) -> V {
    let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 { a.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

/// Divides the edges of chosen triangles in two, and all triangles along. Returns the ends and the
/// number of every new point.
fn refine(display: &mut Display, chosen: impl Fn(&[u32; 3]) -> bool) -> Vec<([u32; 2], u32)> {
    let first = display.positions.len();
    let cut = display.faces.iter().filter(|t| chosen(t)).flat_map(edges);
    let Divided { faces, ends, .. } = divide(&display.faces, first, cut);
    display.faces = faces;
    for [i, j] in &ends {
        let (p, q) = (display.positions[*i as usize], display.positions[*j as usize]);
        display.positions.push(mean(p, q));
    }
    ends.into_iter().zip(first as u32..).collect()
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
