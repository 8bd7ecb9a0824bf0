//! The tensors of a surface to look at.

use super::tensors::{Tensors, Writer, damaged, misshapen, wrong};
use crate::error::Result;
use crate::mesh::display::{Attached, Display, Pictures};

/// Adds the tensors of a surface that is attached to cells.
pub(super) fn push(surface: &Attached, dim: usize, out: &mut Writer) {
    let Attached { display, cells, weights } = surface;
    let s = cells.len();
    push_display("surface", display, out);
    out.floats("surface_barycentric", &[s, dim + 1], weights);
    out.integers("surface_cells", &[s], cells.iter().map(|&c| c.into()));
}

/// Adds the tensors of a surface, `prefix_vertices` and so on.
pub(super) fn push_display(prefix: &str, display: &Display, out: &mut Writer) {
    let s = display.positions.len();
    let mut floats = |name: &str, width, values: &[f64]| {
        out.floats(&format!("{prefix}_{name}"), &[s, width], values);
    };
    floats("vertices", 3, display.positions.as_flattened());
    floats("normals", 3, display.normals.as_flattened());
    if !display.texture.is_empty() {
        floats("texture", 2, display.texture.as_flattened());
    }
    let faces = display.faces.as_flattened().iter().map(|&i| i.into());
    out.integers(&format!("{prefix}_faces"), &[display.faces.len(), 3], faces);
    if !display.colours.is_empty() {
        let colours = display.colours.as_flattened().to_vec();
        out.bytes(&format!("{prefix}_colours"), &[s, 3], colours);
    }
    let Pictures { files, of } = &display.pictures;
    if !of.is_empty() {
        let numbers = of.iter().map(|k| k.map_or(-1, i64::from));
        out.integers(&format!("{prefix}_pictures"), &[of.len()], numbers);
        for (k, file) in files.iter().enumerate() {
            out.bytes(&format!("{prefix}_picture_{k}"), &[file.len()], file.to_vec());
        }
    }
}

impl Tensors<'_> {
    /// `s` rows of `W` numbers.
    fn rows<const W: usize>(&self, name: &str, s: usize) -> Result<Vec<[f64; W]>> {
        Ok(self.shaped(name, &[s, W])?.as_chunks().0.to_vec())
    }

    /// The surface whose tensors are `prefix_vertices` and so on.
    pub(super) fn display(&self, prefix: &str) -> Result<Display> {
        let name = |of: &str| format!("{prefix}_{of}");
        let s = self.floats(&name("vertices"))?.1.first().copied().unwrap_or(0);
        let texture = match self.has(&name("texture")) {
            true => self.rows(&name("texture"), s)?,
            false => Vec::new(),
        };
        let colours = match self.has(&name("colours")) {
            true => self.bytes(&name("colours"), &[s, 3])?.as_chunks().0.to_vec(),
            false => Vec::new(),
        };
        let faces: Vec<[u32; 3]> = self.integers(&name("faces"), 3, s)?.as_chunks().0.to_vec();
        let pictures = self.pictures(&name("pictures"), &name("picture"), faces.len())?;
        pictures.check(faces.len(), !texture.is_empty()).map_err(|e| damaged(e.message))?;
        Ok(Display {
            positions: self.rows(&name("vertices"), s)?,
            faces,
            normals: self.rows(&name("normals"), s)?,
            texture,
            colours,
            pictures,
        })
    }

    /// Pictures `file_0` and so on, and the number of that of each triangle, -1 without.
    fn pictures(&self, numbers: &str, file: &str, triangles: usize) -> Result<Pictures> {
        if !self.has(numbers) {
            return Ok(Pictures::default());
        }
        let of = self.numbers(numbers, triangles)?.into_iter().map(|k| match k {
            -1 => Ok(None),
            _ => u32::try_from(k).map(Some).map_err(|_| wrong(numbers, &format!("holds {k}"))),
        });
        let mut files = Vec::new();
        while self.has(&format!("{file}_{}", files.len())) {
            files.push(self.any_bytes(&format!("{file}_{}", files.len()))?.into());
        }
        Ok(Pictures { files, of: of.collect::<Result<_>>()? })
    }

    /// The surface that is attached to cells.
    pub(super) fn surface(&self, dim: usize, cell_count: usize) -> Result<Attached> {
        let display = self.display("surface")?;
        let s = display.positions.len();
        let cells = self.integers("surface_cells", 0, cell_count)?;
        let weights = self.shaped("surface_barycentric", &[s, dim + 1])?;
        match cells.len() == s {
            true => Ok(Attached { display, cells, weights }),
            false => Err(misshapen("surface_cells")),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::error::Code;
    use crate::export::Model;
    use crate::linalg::Mat;
    use crate::mesh::SimplexMesh;
    use crate::mesh::display::pictures::tests::png;
    use crate::mesh::shapes::grid;
    use crate::subspace::Certificate;

    pub fn model() -> Model {
        let mesh = SimplexMesh::new(grid(&[2, 2, 2], &[1.0; 3])).unwrap();
        let n = mesh.vertex_count();
        let points = vec![[0.1, 0.2, 0.3], [0.9, 0.2, 0.3], [0.1, 0.8, 0.3]];
        let mut display = Display::new(points, vec![[0, 1, 2]]).unwrap();
        display.texture = vec![[0.0, 0.5], [1.0, 0.5], [0.25, 1.0]];
        display.colours = vec![[1, 2, 3], [4, 5, 6], [255, 0, 9]];
        let files = vec![png(&[&[[1, 2, 3]]]).into(), png(&[&[[4, 5, 6]]]).into()];
        display.faces.push([0, 2, 1]);
        display.pictures = Pictures { files, of: vec![Some(1), None] };
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
            runtime: None,
            scene: serde_json::json!({}),
            version: "0".to_owned(),
        }
    }

    #[test]
    fn surfaces_with_pictures_labels_and_region_names_come_back() {
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
        let changes: [fn(&mut Attached); 7] = [
            |s| s.cells[0] = 48,
            |s| s.display.faces[0] = [0, 1, 3],
            |s| s.weights[0] = f64::NAN,
            |s| s.display.pictures.of[1] = Some(2),
            |s| s.display.pictures.of.push(None),
            |s| s.display.pictures.files[0] = b"no picture".as_slice().into(),
            |s| s.display.texture.clear(),
        ];
        assert_eq!(changes.map(spoil), [Code::Model; 7]);
    }
}
