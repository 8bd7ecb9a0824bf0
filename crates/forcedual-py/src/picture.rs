//! Pictures, as `forcedual render` draws them.

use crate::design::Design;
use crate::error::raise;
use crate::model::Model;
use crate::scene::Scene;
use crate::work::{long, quick};
use forcedual::export::picture::{CutAt, Enlargement, Picture, Sitter};
use forcedual::export::render::{Colour, Image as Drawing};
use forcedual::{Code, Error, Result};
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// A picture that was drawn.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Image {
    image: Drawing,
}

#[pymethods]
impl Image {
    /// Red, green, blue and alpha, row by row from the top.
    fn pixels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let shape = (self.image.height(), self.image.width(), 4);
        let pixels = quick(py, || Ok(self.image.to_rgba8()))?;
        let array = Array3::from_shape_vec(shape, pixels)
            .map_err(|e| pyo3::exceptions::PyValueError::new_err(e.to_string()))?;
        Ok(array.into_pyarray(py))
    }

    /// The contents of a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &quick(py, || self.image.to_png())?))
    }

    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        quick(py, || self.image.write_png(&path))
    }
}

/// What a picture shows, and how: a dict with all of these.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wishes {
    mode: Option<usize>,
    modes: Option<(usize, usize)>,
    frame: Option<String>,
    scale: Option<String>,
    ghost: bool,
    field: Option<String>,
    unit: Option<String>,
    arrows: Option<String>,
    cells: bool,
    wireframe: bool,
    cut: Option<String>,
    view: Option<String>,
    z_up: bool,
    size: (usize, usize),
    background: Option<String>,
    caption: Option<String>,
    plain: bool,
}

impl Wishes {
    fn picture(self) -> Result<Picture> {
        let wrong = |what: &str| Error::new(Code::Scene, what.to_owned());
        let scale = self.scale.map(|text| {
            Enlargement::parse(&text).ok_or_else(|| wrong("scale is \"auto\" or a number"))
        });
        let cut = self.cut.map(|text| {
            CutAt::parse(&text).ok_or_else(|| wrong("cut is such as \"x=0.5\" or \"x=50%\""))
        });
        Ok(Picture {
            mode: self.mode,
            modes: self.modes.map(|(first, last)| first..=last),
            frame: self.frame,
            scale: scale.transpose()?,
            ghost: self.ghost,
            field: self.field,
            unit: self.unit,
            arrows: self.arrows,
            cells: self.cells,
            wireframe: self.wireframe,
            cut: cut.transpose()?,
            view: self.view,
            z_up: self.z_up,
            size: [self.size.0, self.size.1],
            background: self.background.map(|text| Colour::parse(&text)).transpose()?,
            caption: self.caption,
            plain: self.plain,
        })
    }
}

/// What may be drawn: a scene, a designed subspace, a model, or the path of a file.
#[derive(FromPyObject)]
pub enum Drawn {
    Scene(Py<Scene>),
    Design(Py<Design>),
    Model(Py<Model>),
    File(PathBuf),
}

/// Draws; `fields` are arrays that the wishes name, a row per vertex or cell.
#[pyfunction]
#[pyo3(signature = (of, wishes, fields, progress=None))]
pub fn render(
    py: Python<'_>,
    of: Drawn,
    wishes: Wishes,
    fields: Vec<(String, PyReadonlyArray2<'_, f64>)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Image> {
    let picture = wishes.picture().map_err(|e| raise(py, &e))?;
    let fields: Vec<(String, usize, Vec<f64>)> = fields
        .into_iter()
        .map(|(name, array)| {
            let view = array.as_array();
            (name, view.ncols(), view.iter().copied().collect())
        })
        .collect();
    let model = match &of {
        Drawn::Design(design) => Some(design.get().unplayed(py)?),
        Drawn::Model(model) => Some(model.get().whole(py)),
        _ => None,
    };
    let image = long(py, progress.as_ref(), |watch| {
        let cells = picture.shows_cells();
        let mut sitter = match (&of, model) {
            (_, Some(model)) => Sitter::model(model, cells)?,
            (Drawn::Scene(scene), _) => {
                let file = &scene.get().file;
                Sitter::scene(file, &file.body(watch)?.0, cells, watch)?
            }
            (Drawn::File(path), _) => Sitter::read(path, cells)?,
            _ => return Err(Error::new(Code::Model, "the model is not there")),
        };
        for (name, components, data) in fields {
            sitter.add_field(&name, components, data)?;
        }
        sitter.draw(&picture, watch)
    })?;
    Ok(Image { image })
}
