//! Creatures as they look best.

use super::{Camera, Drawing, Look, Subject};
use crate::error::Result;
use crate::mesh::SimplexMesh;
use crate::mesh::display::{Attached, Follower};
use crate::mesh::stuffing::{Size, Stuffing, stuff};
use crate::mesh::zoo::Creature;
use crate::progress::Silent;

/// Cells behind a picture in the plane and in space.
const CELLS: [usize; 2] = [2_000, 8_000];

/// A creature with its colours, and where it looks best from.
pub fn portrait(creature: &Creature) -> Result<(Drawing, Camera)> {
    let planar = creature.dim() == 2;
    let size = Size::About(CELLS[usize::from(!planar)]);
    let stuffed = stuff(&creature.sculpture(), &Stuffing { size, graded: false }, &Silent)?;
    let mesh = SimplexMesh::new(stuffed.mesh)?;
    let (attached, _) = Attached::new(&mesh, creature.display(creature.extent())?)?;
    let subject = Subject::from_mesh(&mesh)?.with_surface(Follower::new(&mesh, attached)?);
    let [azimuth, elevation] = creature.view;
    let camera = match planar {
        true => Camera::planar(),
        false => Camera { azimuth, elevation, ..Camera::default() },
    };
    Ok((subject.drawing(&Look::default())?, camera))
}
