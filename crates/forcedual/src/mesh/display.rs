//! Surfaces to look at: as a graphics card wants them, and following a mesh frame by frame.
//!
//! A [`Display`] has one place, normal, texture coordinate and colour per vertex, and a picture for
//! each triangle that has one. It is
//! [attached](Attached) to the cells of a mesh by barycentric coordinates `b_a`; a [`Follower`] then
//! turns displacements `u_i` of the mesh's vertices into places and normals:
//!
//! ```text
//! p -> p + sum_a b_a u_a        n -> cof(F) n / |cof(F) n|        F = sum_a b_a F_a
//! F_i = sum_{t at i} v_t (I + sum_a u_a grad N_a^T) / sum_{t at i} v_t
//! ```
//!
//! `F_i` is the mean of the deformation gradients of the cells at vertex `i`, by their volumes `v_t`.
//! So normals do not jump from cell to cell, and a body of large cells still looks smooth. An affine
//! motion of the mesh moves places and normals by exactly that motion.
//!
//! ```
//! # use forcedual::mesh::{SimplexMesh, shapes::grid};
//! # use forcedual::mesh::display::{Attached, Display, Follower};
//! let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3]))?;
//! let display = Display::new(vec![[1.0, 0.2, 0.2], [1.0, 0.8, 0.2], [1.0, 0.5, 0.7]], vec![[0, 1, 2]])?;
//! let (attached, _) = Attached::new(&mesh, display)?;
//! let follower = Follower::new(&mesh, attached)?;
//! let mut frame = follower.rest();
//! follower.follow(&vec![0.5; 3 * mesh.vertex_count()], &mut frame)?; // every frame
//! assert_eq!(frame.positions[0], [1.5, 0.7, 0.7]);
//! # Ok::<(), forcedual::Error>(())
//! ```

mod finer;
pub(crate) mod pictures;

use super::geometry::{Geometry, cell_size, cross};
use super::locate::{Located, locate};
use super::normals::corner_normals;
use super::{Boundary, RawMesh, SimplexMesh, io::Surface};
use crate::error::{Code, Error, Result};
pub(crate) use finer::{between, mean};
pub use pictures::Pictures;
pub(crate) use pictures::{PictureKind, holds_jpeg, holds_png, raw_bytes};
use rayon::prelude::*;
use std::collections::HashMap;

/// Surfaces farther out of a body than this share of its size are suspected.
const FAR: f64 = 0.05;
/// Vertices that one thread moves at a time.
const BATCH: usize = 2048;

type V = [f64; 3];

/// Triangles to look at.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Display {
    /// Places in m; the last coordinate of a planar one stays.
    pub positions: Vec<V>,
    /// Vertex numbers.
    pub faces: Vec<[u32; 3]>,
    /// One unit normal per vertex.
    pub normals: Vec<V>,
    /// One texture coordinate per vertex, or empty.
    pub texture: Vec<[f64; 2]>,
    /// One sRGB colour per vertex, or empty.
    pub colours: Vec<[u8; 3]>,
    /// Pictures of triangles, which lie on their texture coordinates and are tinted by their colours.
    pub pictures: Pictures,
}

/// What belongs to the corners of triangles, where a file says so.
#[derive(Debug, Clone, Default)]
pub(crate) struct Corners {
    /// Normals, or empty.
    pub normals: Vec<[V; 3]>,
    /// Texture coordinates, or empty.
    pub texture: Vec<[[f64; 2]; 3]>,
    /// One sRGB colour per triangle, or empty.
    pub colours: Vec<[u8; 3]>,
    /// Pictures of the triangles.
    pub pictures: Pictures,
}

impl Display {
    /// Triangles with normals of their own: smooth where they bend gently, else one vertex per side.
    pub fn new(positions: Vec<V>, faces: Vec<[u32; 3]>) -> Result<Self> {
        Self::from_corners(&positions, &faces, &[], Corners::default())
    }

    /// A surface of triangles.
    pub fn from_surface(surface: &Surface) -> Result<Self> {
        if surface.dim != 3 {
            let message = "the file holds lines, which cannot be looked at as a surface";
            return Err(Error::new(Code::Format, message));
        }
        let positions = surface.positions.as_chunks().0;
        Self::from_corners(positions, surface.facets.as_chunks().0, &[], Corners::default())
    }

    /// The triangles of the plane, facing up.
    pub fn from_plane(mesh: &RawMesh) -> Result<Self> {
        let lifted = |p: &[f64; 2]| [p[0], p[1], 0.0];
        let positions: Vec<V> = mesh.positions.as_chunks().0.iter().map(lifted).collect();
        let faces = mesh.cells.as_chunks().0.to_vec();
        if mesh.dim != 2 || faces.is_empty() {
            return Err(Error::new(Code::MeshEmpty, "there are no triangles of the plane"));
        }
        check(&positions, &faces)?;
        let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
        Ok(Display { positions, faces, normals, ..Self::default() })
    }

    /// The boundary of a mesh, or its triangles in the plane.
    pub fn of_mesh(mesh: &SimplexMesh) -> Result<Self> {
        let corners = match mesh.dim() {
            2 => mesh.cells().to_vec(),
            _ => Boundary::new(mesh).facets,
        };
        let place = |i: usize| {
            let p = mesh.point(i);
            [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]
        };
        let points = (0..mesh.vertex_count()).map(place).collect();
        Self::new(points, corners.as_chunks().0.to_vec())
    }

    /// Gives every combination of point, normal, texture coordinate and colour a vertex of its own.
    pub(crate) fn from_corners(
        points: &[V],
        triangles: &[[u32; 3]],
        colours: &[[u8; 3]],
        mut corners: Corners,
    ) -> Result<Self> {
        if triangles.is_empty() {
            return Err(Error::new(Code::MeshEmpty, "the surface has no faces"));
        }
        check(points, triangles)?;
        if corners.normals.is_empty() {
            corners.normals = corner_normals(points, triangles);
        }
        if corners.colours.len() != triangles.len() {
            corners.colours.clear();
        }
        let mut display = Display { faces: Vec::with_capacity(triangles.len()), ..Self::default() };
        // adding zero makes both zeros equal
        let bits = |x: f64| (x + 0.0).to_bits();
        let mut known = HashMap::new();
        for (t, triangle) in triangles.iter().enumerate() {
            let mut face = [0; 3];
            for (k, (&i, vertex)) in triangle.iter().zip(&mut face).enumerate() {
                let normal = corners.normals[t][k];
                let texture = corners.texture.get(t).map(|list| list[k]);
                let colour = corners.colours.get(t).or_else(|| colours.get(i as usize));
                let key = (i, normal.map(bits), texture.map(|own| own.map(bits)), colour);
                let next = display.positions.len() as u32;
                *vertex = *known.entry(key).or_insert(next);
                if *vertex == next {
                    display.positions.push(points[i as usize]);
                    display.normals.push(normal);
                    display.texture.extend(texture);
                    display.colours.extend(colour);
                }
            }
            display.faces.push(face);
        }
        if corners.pictures.of.len() == triangles.len() && !display.texture.is_empty() {
            display.pictures = corners.pictures.used();
        }
        Ok(display)
    }

    /// Larger or smaller by a factor.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.positions.as_flattened_mut().iter_mut().for_each(|x| *x *= factor);
        self
    }
}

fn check(points: &[V], triangles: &[[u32; 3]]) -> Result<()> {
    let n = points.len();
    if let Some(i) = triangles.as_flattened().iter().find(|i| **i as usize >= n) {
        return Err(Error::new(Code::MeshIndex, format!("a triangle names vertex {i} of {n}")));
    }
    if let Some(i) = points.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
        let message = format!("vertex {i} of the surface has a NaN or infinite coordinate");
        return Err(Error::new(Code::MeshNotFinite, message));
    }
    Ok(())
}

/// What to tell about a surface whose farthest vertex is so far (m) outside a mesh that is made of
/// something else, if anything: one that reaches out by a cell may be that of the mesh.
pub fn far_out(mesh: &SimplexMesh, farthest: f64) -> Option<String> {
    (farthest > (FAR * mesh.diagonal()).max(cell_size(mesh))).then(|| {
        format!("the surface to look at reaches {farthest:.2e} m out of the body: are they in the same place and unit?")
    })
}

/// What to tell about a surface that could not be made as fine as its mesh.
pub fn coarse() -> String {
    "the surface to look at keeps edges longer than the mesh's cells, since it would have too many triangles: between its vertices it does not follow the body".to_owned()
}

/// A surface attached to the cells of a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Attached {
    /// The surface at rest.
    pub display: Display,
    /// The cell that each of its vertices belongs to.
    pub cells: Vec<u32>,
    /// `dim + 1` barycentric coordinates of each vertex in its cell; some are negative outside.
    pub weights: Vec<f64>,
}

impl Attached {
    /// Attaches a surface (or bare points with normals), and says how far outside the mesh (m) its
    /// farthest vertex is.
    pub fn new(mesh: &SimplexMesh, display: Display) -> Result<(Self, f64)> {
        check(&display.positions, &display.faces)?;
        let dim = mesh.dim();
        let points: Vec<f64> = display.positions.iter().flat_map(|p| &p[..dim]).copied().collect();
        let Located { cells, weights, farthest } = locate(mesh, &points);
        Ok((Attached { display, cells, weights }, farthest))
    }

    /// Numbers per vertex of the mesh, at the vertices of the surface.
    pub fn interpolate(&self, mesh_cells: &[u32], values: &[f64]) -> Vec<f64> {
        let c = self.weights.len() / self.cells.len().max(1);
        let each = self.cells.iter().zip(self.weights.chunks_exact(c.max(1)));
        each.map(|(&t, weights)| {
            let corners = mesh_cells.iter().skip(t as usize * c);
            weights.iter().zip(corners).map(|(w, &i)| w * values[i as usize]).sum()
        })
        .collect()
    }
}

/// Moves a surface with its mesh. It never changes; what does is in a [`Frame`].
#[derive(Debug, Clone)]
pub struct Follower {
    dim: usize,
    vertices: usize,
    attached: Attached,
    /// Vertices of the mesh: `dim + 1` for each vertex of the surface.
    corners: Vec<u32>,
    /// Cells at those vertices: their vertices, and gradients times volume.
    cells: Vec<u32>,
    gradients: Vec<f64>,
    /// One over the volume of all cells at a vertex of the mesh, zero where nobody looks.
    shares: Vec<f64>,
}

/// A moved surface, and room to compute it.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Places of the surface's vertices in m.
    pub positions: Vec<V>,
    /// Their unit normals.
    pub normals: Vec<V>,
    /// Deformation gradients at the vertices of the mesh.
    gradients: Vec<[V; 3]>,
}

impl Follower {
    /// Prepares a surface that is attached to `mesh`.
    pub fn new(mesh: &SimplexMesh, attached: Attached) -> Result<Self> {
        let (dim, c, n) = (mesh.dim(), mesh.dim() + 1, attached.display.positions.len());
        let fits = attached.cells.len() == n
            && attached.weights.len() == n * c
            && attached.display.normals.len() == n
            && attached.cells.iter().all(|&t| (t as usize) < mesh.cell_count());
        if !fits {
            return Err(Error::new(Code::Array, "the surface is not attached to this mesh"));
        }
        let of = |&t: &u32| mesh.cell(t as usize);
        let corners: Vec<u32> = attached.cells.iter().flat_map(of).copied().collect();
        let mut seen = vec![false; mesh.vertex_count()];
        corners.iter().for_each(|&i| seen[i as usize] = true);
        let geometry = Geometry::new(mesh);
        let mut volumes = vec![0.0; mesh.vertex_count()];
        let (mut cells, mut gradients) = (Vec::new(), Vec::new());
        for (t, volume) in geometry.volumes.iter().enumerate() {
            let cell = mesh.cell(t);
            if cell.iter().any(|&i| seen[i as usize]) {
                cells.extend(cell);
                cell.iter().for_each(|&i| volumes[i as usize] += volume);
                for a in 0..c {
                    gradients.extend(geometry.gradient(t, a).iter().map(|g| volume * g));
                }
            }
        }
        let share = |(v, seen): (f64, bool)| if seen && v > 0.0 { 1.0 / v } else { 0.0 };
        let shares = volumes.into_iter().zip(seen).map(share).collect();
        let vertices = mesh.vertex_count();
        Ok(Follower { dim, vertices, attached, corners, cells, gradients, shares })
    }

    /// The surface at rest, and where it is attached.
    pub fn attached(&self) -> &Attached {
        &self.attached
    }

    /// The surface at rest, with room for every later frame.
    pub fn rest(&self) -> Frame {
        let Display { positions, normals, .. } = &self.attached.display;
        Frame {
            positions: positions.clone(),
            normals: normals.clone(),
            gradients: vec![[[0.0; 3]; 3]; self.vertices],
        }
    }

    /// Moves the surface to where a displacement of the mesh (`dim` numbers per vertex) puts it.
    /// Nothing is allocated.
    pub fn follow(&self, displacement: &[f64], frame: &mut Frame) -> Result<()> {
        let (dim, c, n) = (self.dim, self.dim + 1, self.attached.display.positions.len());
        if displacement.len() != dim * self.vertices {
            let expected = dim * self.vertices;
            let message =
                format!("{} displacements for a mesh with {expected}", displacement.len());
            return Err(Error::new(Code::Array, message));
        }
        let Frame { positions, normals, gradients } = frame;
        if positions.len() != n || normals.len() != n || gradients.len() != self.vertices {
            return Err(Error::new(Code::Array, "the frame belongs to another surface"));
        }
        self.deform(displacement, gradients);
        let gradients = &*gradients;
        let display = &self.attached.display;
        let moving = positions.par_iter_mut().zip(normals.par_iter_mut()).enumerate();
        moving.with_min_len(BATCH).for_each(|(k, (position, normal))| {
            let (mut p, mut f) = (display.positions[k], [[0.0; 3]; 3]);
            let corners = &self.corners[k * c..][..c];
            for (&i, &w) in corners.iter().zip(&self.attached.weights[k * c..]) {
                let u = &displacement[i as usize * dim..][..dim];
                p.iter_mut().zip(u).for_each(|(x, u)| *x += w * u);
                for (row, own) in f.iter_mut().zip(&gradients[i as usize]) {
                    row.iter_mut().zip(own).for_each(|(x, g)| *x += w * g);
                }
            }
            *position = p;
            *normal = turned(&f, display.normals[k]);
        });
        Ok(())
    }

    /// Mean deformation gradients at the vertices of the mesh; in the plane the third axis stays.
    fn deform(&self, displacement: &[f64], means: &mut [[V; 3]]) {
        let (dim, c) = (self.dim, self.dim + 1);
        means.fill([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        for (cell, gradients) in
            self.cells.chunks_exact(c).zip(self.gradients.chunks_exact(c * dim))
        {
            let mut sum = [[0.0; 3]; 3];
            for (&i, gradient) in cell.iter().zip(gradients.chunks_exact(dim)) {
                for (row, u) in sum.iter_mut().zip(&displacement[i as usize * dim..][..dim]) {
                    row.iter_mut().zip(gradient).for_each(|(x, g)| *x += u * g);
                }
            }
            for &i in cell {
                let share = self.shares[i as usize];
                for (row, own) in means[i as usize].iter_mut().zip(&sum) {
                    row.iter_mut().zip(own).for_each(|(x, g)| *x += share * g);
                }
            }
        }
    }
}

/// `cof(F) n`, of unit length; `n` where that is zero.
pub(crate) fn turned(f: &[V; 3], n: V) -> V {
    let rows = [cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])];
    let turned = rows.map(|r| r[0] * n[0] + r[1] * n[1] + r[2] * n[2]);
    let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() { turned.map(|x| x / length) } else { n }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;

    /// A box of side one, from 0.1 to 0.9.
    fn cube() -> Display {
        let corner = |k: usize| [0, 1, 2].map(|c| if k >> c & 1 == 0 { 0.1 } else { 0.9 });
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let faces = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]);
        Display::new((0..8).map(corner).collect(), faces.collect()).unwrap()
    }

    fn follower(mesh: &SimplexMesh, display: Display) -> Follower {
        Follower::new(mesh, Attached::new(mesh, display).unwrap().0).unwrap()
    }

    #[test]
    fn sharp_edges_have_a_vertex_per_side_and_smooth_ones_share_theirs() {
        let cube = cube();
        assert_eq!((cube.positions.len(), cube.faces.len()), (24, 12));
        for (face, side) in cube.faces.iter().zip([2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0]) {
            assert!(face.iter().all(|&i| cube.normals[i as usize][side].abs() == 1.0));
        }
        let flat = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.1], [1.0, 1.0, 0.0]];
        let roof = Display::new(flat, vec![[0, 1, 2], [1, 3, 2]]).unwrap();
        assert_eq!(roof.positions.len(), 4);
    }

    #[test]
    fn seams_of_the_texture_split_vertices_and_keep_their_normals() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        let corners = Corners {
            texture: vec![
                [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
                [[0.5, 0.0], [1.0, 1.0], [0.0, 1.0]],
            ],
            ..Corners::default()
        };
        let colours = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]];
        let faces = [[0, 1, 2], [1, 3, 2]];
        let display = Display::from_corners(&points, &faces, &colours, corners).unwrap();
        // point 1 has two texture coordinates, point 2 one
        assert_eq!(display.faces, [[0, 1, 2], [3, 4, 2]]);
        assert_eq!(display.texture[3], [0.5, 0.0]);
        assert_eq!(display.colours[3], [4, 5, 6]);
        assert!(display.normals.iter().all(|n| *n == [0.0, 0.0, 1.0]));
    }

    #[test]
    fn an_affine_motion_moves_places_and_normals_by_that_motion() {
        let mesh = SimplexMesh::new(grid(&[3, 3, 3], &[1.0; 3])).unwrap();
        let follower = follower(&mesh, cube());
        let map = [[0.0, -2.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let moved = |p: &V| map.map(|r| r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + 1.0);
        let u: Vec<f64> = mesh
            .positions()
            .as_chunks()
            .0
            .iter()
            .flat_map(|p| [0, 1, 2].map(|c| moved(p)[c] - p[c]))
            .collect();
        let mut frame = follower.rest();
        let room = (frame.positions.as_ptr(), frame.normals.as_ptr(), frame.gradients.as_ptr());
        follower.follow(&u, &mut frame).unwrap();
        assert_eq!(
            room,
            (frame.positions.as_ptr(), frame.normals.as_ptr(), frame.gradients.as_ptr())
        );
        let rest = &follower.attached().display;
        for (k, (p, n)) in frame.positions.iter().zip(&frame.normals).enumerate() {
            let expected = moved(&rest.positions[k]);
            assert!((0..3).all(|c| (p[c] - expected[c]).abs() < 1e-12), "{p:?} {expected:?}");
            // a quarter turn, and a stretch along the axes that turns no normal of a box
            let turned = [-rest.normals[k][1], rest.normals[k][0], rest.normals[k][2]];
            assert!((0..3).all(|c| (n[c] - turned[c]).abs() < 1e-12), "{n:?} {turned:?}");
        }
    }

    #[test]
    fn normals_stay_at_right_angles_to_tangents_under_shear() {
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let points = Display {
            positions: vec![[1.0, 0.4, 0.4]],
            normals: vec![[1.0, 0.0, 0.0]],
            ..Display::default()
        };
        let follower = follower(&mesh, points);
        let mut frame = follower.rest();
        let u: Vec<f64> = mesh.positions().chunks(3).flat_map(|p| [0.8 * p[1], 0.0, 0.0]).collect();
        follower.follow(&u, &mut frame).unwrap();
        let n = frame.normals[0];
        // the tangents of the face x = 1 become (0.8, 1, 0) and (0, 0, 1)
        assert!((0.8 * n[0] + n[1]).abs() < 1e-14 && n[2].abs() < 1e-14 && n[0] > 0.0, "{n:?}");
    }

    #[test]
    fn normals_do_not_jump_from_cell_to_cell() {
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let line: Vec<V> = (0..101).map(|k| [0.5, 0.4, f64::from(k) / 100.0]).collect();
        let faces = (0..99).map(|k| [k, k + 1, k + 2]).collect();
        let mut display = Display { faces, positions: line, ..Display::default() };
        display.normals = vec![[1.0, 0.0, 0.0]; 101];
        let follower = follower(&mesh, display);
        let bend = |p: &[f64]| [0.5 * p[2] * p[2], 0.0, 0.0];
        let u: Vec<f64> = mesh.positions().chunks(3).flat_map(bend).collect();
        let mut frame = follower.rest();
        follower.follow(&u, &mut frame).unwrap();
        let steps = frame.normals.windows(2).map(|n| (n[1][2] - n[0][2]).abs());
        let largest = steps.fold(0.0, f64::max);
        // all in all the normal turns by about 0.5; the cells' own gradients jump by half of that
        assert!(largest < 0.03, "{largest}");
        assert!((frame.normals[100][2] - frame.normals[0][2]).abs() > 0.25);
    }

    #[test]
    fn planar_surfaces_keep_their_height_and_normals() {
        let mesh = SimplexMesh::new(grid(&[3, 3], &[1.0; 2])).unwrap();
        let points = vec![[0.1, 0.1, 7.0], [0.9, 0.1, 7.0], [0.1, 0.9, 7.0]];
        let follower = follower(&mesh, Display::new(points, vec![[0, 1, 2]]).unwrap());
        let mut frame = follower.rest();
        let u: Vec<f64> = mesh.positions().chunks(2).flat_map(|p| [p[0], p[0]]).collect();
        follower.follow(&u, &mut frame).unwrap();
        assert!((frame.positions[1][0] - 1.8).abs() < 1e-12 && frame.positions[1][2] == 7.0);
        assert!(frame.normals.iter().all(|n| *n == [0.0, 0.0, 1.0]));
        let x: Vec<f64> = mesh.positions().chunks(2).map(|p| p[0]).collect();
        let there = follower.attached().interpolate(mesh.cells(), &x);
        assert!(there.iter().zip([0.1, 0.9, 0.1]).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn a_point_of_many_normals_has_a_vertex_for_each() {
        let n = 100_000u32;
        let points: Vec<V> = (0..=n).map(|k| [f64::from(k), f64::from(k % 7), 1.0]).collect();
        let faces: Vec<[u32; 3]> = (1..n).map(|k| [0, k, k + 1]).collect();
        let normals = (1..n).map(|k| [[f64::from(k), 0.0, 1.0]; 3]).collect();
        let corners = Corners { normals, ..Corners::default() };
        let display = Display::from_corners(&points, &faces, &[], corners).unwrap();
        assert_eq!(display.positions.len(), 3 * faces.len());
        let zeros = vec![[[0.0, 0.0, 1.0], [-0.0, 0.0, 1.0], [0.0, -0.0, 1.0]]; 2];
        let corners = Corners { normals: zeros, ..Corners::default() };
        let two = [[0, 1, 2], [1, 2, 0]];
        let display = Display::from_corners(&points, &two, &[], corners).unwrap();
        assert_eq!(display.positions.len(), 3);
    }

    #[test]
    fn how_far_out_is_measured_in_cells() {
        let mesh = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
        // cells of area 1/8: the spacing is (2 / 8 / sqrt(3/4))^(1/2) = 0.537
        assert!(far_out(&mesh, 0.53).is_none());
        assert!(far_out(&mesh, 0.55).unwrap().contains("in the same place and unit?"));
    }

    #[test]
    fn arrays_that_do_not_fit_are_refused() {
        let mesh = SimplexMesh::new(grid(&[3, 3, 3], &[1.0; 3])).unwrap();
        let follower = follower(&mesh, cube());
        let mut frame = follower.rest();
        assert_eq!(follower.follow(&[0.0; 5], &mut frame).unwrap_err().code, Code::Array);
        frame.positions.pop();
        let u = vec![0.0; mesh.positions().len()];
        assert_eq!(follower.follow(&u, &mut frame).unwrap_err().code, Code::Array);
        let mut attached = follower.attached().clone();
        attached.cells[0] = u32::MAX;
        assert_eq!(Follower::new(&mesh, attached).unwrap_err().code, Code::Array);
        let code = |points: Vec<V>, faces| Display::new(points, faces).unwrap_err().code;
        assert_eq!(code(vec![], vec![]), Code::MeshEmpty);
        assert_eq!(code(vec![[0.0; 3]], vec![[0, 0, 1]]), Code::MeshIndex);
        assert_eq!(code(vec![[f64::NAN; 3]], vec![[0, 0, 0]]), Code::MeshNotFinite);
    }
}
