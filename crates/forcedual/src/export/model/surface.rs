//! The tensors of a surface to look at.

use super::{Tensor, Tensors, floats, integers, misshapen};
use crate::error::Result;
use crate::mesh::display::{Attached, Display};
use safetensors::tensor::Dtype;

/// Adds the tensors of a surface.
pub(super) fn push(surface: &Attached, dim: usize, tensors: &mut Vec<Tensor>) {
    let Attached { display, cells, weights } = surface;
    let (s, f) = (display.positions.len(), display.faces.len());
    let faces = display.faces.as_flattened().iter();
    let mut of_floats = |name, width, values: &[f64]| {
        tensors.push((name, Dtype::F64, vec![s, width], floats(values.iter())));
    };
    of_floats("surface_vertices", 3, display.positions.as_flattened());
    of_floats("surface_normals", 3, display.normals.as_flattened());
    of_floats("surface_barycentric", dim + 1, weights);
    if !display.texture.is_empty() {
        of_floats("surface_texture", 2, display.texture.as_flattened());
    }
    let cells = integers(cells.iter().map(|&c| c.into()));
    tensors.push(("surface_cells", Dtype::I64, vec![s], cells));
    let faces = integers(faces.map(|&i| i.into()));
    tensors.push(("surface_faces", Dtype::I64, vec![f, 3], faces));
    if !display.colours.is_empty() {
        let colours = display.colours.as_flattened().to_vec();
        tensors.push(("surface_colours", Dtype::U8, vec![s, 3], colours));
    }
}

impl Tensors<'_> {
    /// `s` rows of `W` numbers.
    fn rows<const W: usize>(&self, name: &str, s: usize) -> Result<Vec<[f64; W]>> {
        let (values, shape) = self.floats(name)?;
        if shape == [s, W] { Ok(values.as_chunks().0.to_vec()) } else { Err(misshapen(name)) }
    }

    /// The surface that the tensors hold.
    pub(super) fn surface(&self, dim: usize, cell_count: usize) -> Result<Attached> {
        let s = self.floats("surface_vertices")?.1.first().copied().unwrap_or(0);
        let cells = self.integers("surface_cells", 0, cell_count)?;
        let (weights, shape) = self.floats("surface_barycentric")?;
        if shape != [s, dim + 1] || cells.len() != s {
            return Err(misshapen("surface_barycentric"));
        }
        let texture = match self.has("surface_texture") {
            true => self.rows("surface_texture", s)?,
            false => Vec::new(),
        };
        let colours = match self.has("surface_colours") {
            true => {
                let (bytes, shape) = self.raw("surface_colours", Dtype::U8)?;
                if shape != [s, 3] {
                    return Err(misshapen("surface_colours"));
                }
                bytes.as_chunks().0.to_vec()
            }
            false => Vec::new(),
        };
        let display = Display {
            positions: self.rows("surface_vertices", s)?,
            faces: self.integers("surface_faces", 3, s)?.as_chunks().0.to_vec(),
            normals: self.rows("surface_normals", s)?,
            texture,
            colours,
        };
        Ok(Attached { display, cells, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::export::Model;
    use crate::linalg::Mat;
    use crate::mesh::SimplexMesh;
    use crate::mesh::shapes::grid;
    use crate::subspace::Certificate;

    fn model() -> Model {
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let n = mesh.vertex_count();
        let points = vec![[0.1, 0.2, 0.3], [0.9, 0.2, 0.3], [0.1, 0.8, 0.3]];
        let mut display = Display::new(points, vec![[0, 1, 2]]).unwrap();
        display.texture = vec![[0.0, 0.5], [1.0, 0.5], [0.25, 1.0]];
        display.colours = vec![[1, 2, 3], [4, 5, 6], [255, 0, 9]];
        Model {
            dim: 3,
            vertices: mesh.positions().to_vec(),
            cells: mesh.cells().to_vec(),
            mass: vec![1.0; n],
            held: vec![false; n],
            cell_labels: (0..mesh.cell_count() as i64).map(|t| t % 2 + 1).collect(),
            regions: vec!["left \"wing\"".to_owned(), "tail".to_owned()],
            surface: Some(Attached::new(&mesh, display).unwrap().0),
            basis: Some(Mat::zeros(3 * n, 2)),
            weights: None,
            eigenvalues: vec![1.0, 0.5],
            mean: None,
            rigid: 0,
            reduced_dofs: 2,
            kind: "displacement".to_owned(),
            method: "force-dual".to_owned(),
            certificate: Certificate::default(),
            scene: serde_json::json!({}),
            version: "0".to_owned(),
        }
    }

    #[test]
    fn surfaces_labels_and_region_names_come_back() {
        let model = model();
        let again = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
        assert_eq!(again.surface, model.surface);
        assert_eq!(again.mesh(), model.mesh());
        assert!(again.follower().unwrap().is_some());
    }

    #[test]
    fn surfaces_that_do_not_fit_their_mesh_are_refused() {
        let spoil = |change: fn(&mut Attached)| {
            let mut model = model();
            change(model.surface.as_mut().unwrap());
            Model::from_bytes(&model.to_bytes().unwrap()).map(|_| ()).unwrap_err().code
        };
        let changes: [fn(&mut Attached); 3] =
            [|s| s.cells[0] = 48, |s| s.display.faces[0] = [0, 1, 3], |s| s.weights[0] = f64::NAN];
        assert_eq!(changes.map(spoil), [Code::Model; 3]);
    }
}
