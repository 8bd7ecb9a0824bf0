//! A body: a mesh made of something and held somewhere.

use crate::error::{Code, Error, Result};
use crate::material::field::{CellConstants, Material};
use crate::material::{Lame, Law};
use crate::mesh::SimplexMesh;
use crate::mesh::boundary::Boundary;
use crate::mesh::geometry::Geometry;
use crate::mesh::select::Picker;
use std::path::Path;

/// Mesh, geometry, material and supports; immutable once made.
#[derive(Debug, Clone)]
pub struct Body {
    /// The mesh at rest.
    pub mesh: SimplexMesh,
    /// Volumes and shape-function gradients of the cells.
    pub geometry: Geometry,
    /// Facets, nodal areas, shells and cavities.
    pub boundary: Boundary,
    /// Constitutive law.
    pub law: Law,
    /// Lame parameters per cell, Pa.
    pub lame: Vec<Lame>,
    /// Density per cell, kg/m^3.
    pub density: Vec<f64>,
    /// Lumped mass per vertex, kg.
    pub mass: Vec<f64>,
    /// Vertices that do not move: pinned, or part of no cell.
    pub held: Vec<bool>,
    /// Length in m of the unit that surface files are in.
    pub unit: f64,
}

impl Body {
    /// A body of one material, free of supports, with surface files in metres.
    pub fn new(mesh: SimplexMesh, material: &Material, folder: &Path) -> Result<Self> {
        Self::in_unit(mesh, material, folder, 1.0)
    }

    /// A body whose surface files, here and later, are in a unit of this length in m. The mesh is
    /// in metres.
    pub fn in_unit(
        mesh: SimplexMesh,
        material: &Material,
        folder: &Path,
        unit: f64,
    ) -> Result<Self> {
        let boundary = Boundary::new(&mesh);
        let picker = Picker::new(&mesh, &boundary, folder).with_unit(unit);
        let constants = material.constants(&picker)?;
        Ok(Body { unit, ..Self::from_constants(mesh, boundary, material.law, constants)? })
    }

    fn from_constants(
        mesh: SimplexMesh,
        boundary: Boundary,
        law: Law,
        constants: CellConstants,
    ) -> Result<Self> {
        let geometry = Geometry::new(&mesh);
        let mass = geometry.lumped(&mesh, &constants.density);
        if let Some(i) = mass.iter().position(|m| !m.is_finite()) {
            return Err(Error::new(Code::Numeric, format!("the mass of vertex {i} is not finite"))
                .help("check the scale of the coordinates"));
        }
        let held = mass.iter().map(|&m| m == 0.0).collect();
        let CellConstants { lame, density } = constants;
        Ok(Body { mesh, geometry, boundary, law, lame, density, mass, held, unit: 1.0 })
    }

    /// The same body with more vertices held.
    pub fn pinned(mut self, pins: &[bool]) -> Self {
        for (held, &pin) in self.held.iter_mut().zip(pins) {
            *held |= pin;
        }
        self
    }

    /// A selection language over this body; paths are relative to `folder`.
    pub fn picker<'a>(&'a self, folder: &'a Path) -> Picker<'a> {
        Picker::new(&self.mesh, &self.boundary, folder).with_unit(self.unit)
    }

    /// 2 or 3.
    pub fn dim(&self) -> usize {
        self.mesh.dim()
    }

    /// Number of displacement components, held ones included.
    pub fn dofs(&self) -> usize {
        self.dim() * self.mesh.vertex_count()
    }

    /// Mass per displacement component.
    pub fn dof_mass(&self) -> Vec<f64> {
        self.mass.iter().flat_map(|&m| std::iter::repeat_n(m, self.dim())).collect()
    }

    /// Total mass times dimension: the trace of the mass matrix over vertices that move.
    pub fn mass_trace(&self) -> f64 {
        let moving = self.mass.iter().zip(&self.held).filter(|(_, held)| !**held);
        self.dim() as f64 * moving.map(|(m, _)| m).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::grid;
    use serde_json::json;

    #[test]
    fn surfaces_of_the_material_and_of_later_selections_are_in_the_unit_of_the_body() {
        let folder = std::env::temp_dir();
        let name = format!("forcedual-body-{}.obj", std::process::id());
        let half = "v -1 -1 0\nv 500 -1 0\nv 500 1001 0\nv -1 1001 0\nl 1 2 3 4 1\n";
        std::fs::write(folder.join(&name), half).unwrap();
        let material: Material = serde_json::from_value(json!({
            "density": 1.0, "region": [{ "where": { "inside": name }, "density": 5.0 }]
        }))
        .unwrap();
        let mesh = || SimplexMesh::new(grid(&[4, 4], &[1.0, 1.0])).unwrap();
        let body = Body::in_unit(mesh(), &material, &folder, 1e-3).unwrap();
        for (t, density) in body.density.iter().enumerate() {
            assert_eq!(*density, if body.mesh.centroid(t)[0] < 0.5 { 5.0 } else { 1.0 });
        }
        let where_ = serde_json::from_value(json!({ "inside": name })).unwrap();
        let cells = body.picker(&folder).cells(&where_).unwrap();
        assert_eq!(cells.iter().filter(|on| **on).count(), 16);
        let metres = Body::new(mesh(), &material, &folder).unwrap();
        assert!(metres.density.iter().all(|density| *density == 5.0));
        std::fs::remove_file(folder.join(&name)).unwrap();
    }
}
