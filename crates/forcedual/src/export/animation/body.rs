//! The motion of a body from the displacements of its mesh.

use super::{Animation, Up, Volume};
use crate::error::Result;
use crate::mesh::display::{Attached, Display, Follower};
use crate::mesh::{Boundary, SimplexMesh};

impl<'a> Animation<'a> {
    /// The motion of a mesh by the displacements of its vertices (`dim` numbers each, in m) in every
    /// frame. What is seen is the surface that is attached to it or, without one, its boundary; in
    /// the plane its cells.
    pub fn of_body(
        mesh: &'a SimplexMesh,
        surface: Option<Attached>,
        times: Vec<f64>,
        displacements: Vec<Vec<f64>>,
    ) -> Result<Self> {
        let attached = match surface {
            Some(attached) => attached,
            None => Attached::new(mesh, skin(mesh)?)?.0,
        };
        let follower = Follower::new(mesh, attached)?;
        let mut frame = follower.rest();
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        for displacement in &displacements {
            follower.follow(displacement, &mut frame)?;
            positions.push(single(&frame.positions));
            normals.push(single(&frame.normals));
        }
        Ok(Animation {
            dim: mesh.dim(),
            name: "body".to_owned(),
            up: Up::Y,
            times,
            surface: follower.attached().display.clone(),
            positions,
            normals,
            volume: Some(Volume { mesh, displacements }),
            coordinates: Vec::new(),
            velocities: Vec::new(),
            actuation: Vec::new(),
        })
    }
}

/// In single precision.
pub(super) fn single<const W: usize>(list: &[[f64; W]]) -> Vec<[f32; W]> {
    list.iter().map(|p| p.map(|x| x as f32)).collect()
}

/// The boundary of a mesh, or its triangles in the plane.
fn skin(mesh: &SimplexMesh) -> Result<Display> {
    let corners = match mesh.dim() {
        2 => mesh.cells().to_vec(),
        _ => Boundary::new(mesh).facets,
    };
    let place = |i: usize| {
        let p = mesh.point(i);
        [p[0], p[1], p.get(2).copied().unwrap_or(0.0)]
    };
    let points = (0..mesh.vertex_count()).map(place).collect();
    Display::new(points, corners.as_chunks().0.to_vec())
}
