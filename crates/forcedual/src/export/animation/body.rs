//! The motion of a body from the displacements of its mesh.

use super::{Animation, Up, Volume};
use crate::error::Result;
use crate::mesh::SimplexMesh;
use crate::mesh::display::{Attached, Display, Follower};
use crate::reduce::Shell;

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
            None => Attached::new(mesh, Display::of_mesh(mesh)?)?.0,
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
            posterior: Vec::new(),
        })
    }

    /// The motion of a surface by reduced coordinates in every frame.
    pub fn of_shell(shell: &Shell, times: Vec<f64>, coordinates: Vec<Vec<f64>>) -> Self {
        let frames = coordinates.iter().map(|z| shell.frame(z));
        let (positions, normals) = frames.unzip();
        Animation {
            dim: shell.dim(),
            name: "body".to_owned(),
            up: Up::Y,
            times,
            surface: shell.display().clone(),
            positions,
            normals,
            volume: None,
            coordinates,
            velocities: Vec::new(),
            actuation: Vec::new(),
            posterior: Vec::new(),
        }
    }
}

/// In single precision.
pub(super) fn single<const W: usize>(list: &[[f64; W]]) -> Vec<[f32; W]> {
    list.iter().map(|p| p.map(|x| x as f32)).collect()
}
