//! Model files: a designed subspace with everything needed to use it, as safetensors.
//!
//! | tensor | shape | type | |
//! |---|---|---|---|
//! | `vertices` | `[n, d]` | F64 | rest positions, m |
//! | `cells` | `[t, d+1]` | I64 | zero-based vertex numbers |
//! | `mass` | `[n]` | F64 | lumped mass, kg |
//! | `held` | `[n]` | U8 | 1 where a vertex does not move |
//! | `basis` | `[d n, r+m]` | F64 | displacement modes, row `d i + c`; `r` motions without energy first |
//! | `weights` | `[n, k]` | F64 | skinning weights; the constant one first for a free body |
//! | `eigenvalues` | `[m]` | F64 | variance along each mode (the last `m` columns) |
//! | `mean` | `[d n]` | F64 | mean displacement, where not zero |
//! | `cell_labels` | `[t]` | I64 | labels of the cells, where the mesh has them |
//!
//! A surface to look at that follows the body, where the scene has one:
//!
//! | tensor | shape | type | |
//! |---|---|---|---|
//! | `surface_vertices` | `[s, 3]` | F64 | rest positions, m; a vertex per combination of place, normal and texture coordinate |
//! | `surface_faces` | `[f, 3]` | I64 | triangles, outside seen counterclockwise |
//! | `surface_normals` | `[s, 3]` | F64 | unit normals at rest |
//! | `surface_cells` | `[s]` | I64 | the cell that each vertex moves with |
//! | `surface_barycentric` | `[s, d+1]` | F64 | its coordinates there: with `u_a` the displacements of the corners it moves by `sum_a b_a u_a` |
//! | `surface_texture` | `[s, 2]` | F64 | texture coordinates from the lower left, where the file has them |
//! | `surface_colours` | `[s, 3]` | U8 | sRGB colours, where there are any |
//!
//! `basis` is there for displacement modes, `weights` for skinning (its basis is that of linear
//! blend skinning). Metadata, all strings: `format` (`forcedual-model`), `version`, `kind`,
//! `method`, `rigid` (the number `r`), `reduced_dofs` (degrees of freedom of the subspace: the
//! columns of `basis`, or for skinning the rank of the `d (d+1) k` functions that the `k` weights
//! blend), and `scene`, `certificate`, `regions` (names of the cell labels 1, 2, ...) as JSON.

mod surface;

use crate::error::{Code, Error, Result};
use crate::linalg::{Mat, column};
use crate::mesh::display::{Attached, Follower};
use crate::mesh::{RawMesh, SimplexMesh};
use crate::scene::Scene;
use crate::subspace::{Certificate, Linearisation, Subspace};
use atomic_write_file::AtomicWriteFile;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;

/// A designed subspace and the body it belongs to.
#[derive(Debug, Clone)]
pub struct Model {
    /// 2 or 3.
    pub dim: usize,
    /// Rest positions, `dim` per vertex.
    pub vertices: Vec<f64>,
    /// Vertex numbers, `dim + 1` per cell.
    pub cells: Vec<u32>,
    /// Lumped mass per vertex, kg.
    pub mass: Vec<f64>,
    /// Vertices that do not move.
    pub held: Vec<bool>,
    /// One label per cell, or empty.
    pub cell_labels: Vec<i64>,
    /// Names of the cell labels 1, 2, ... in turn, or empty.
    pub regions: Vec<String>,
    /// A surface to look at.
    pub surface: Option<Attached>,
    /// Displacement basis, motions without energy first.
    pub basis: Option<Mat>,
    /// Skinning weights.
    pub weights: Option<Mat>,
    /// Variance along each mode.
    pub eigenvalues: Vec<f64>,
    /// Mean displacement, where not zero.
    pub mean: Option<Vec<f64>>,
    /// Motions without energy among the columns of the basis.
    pub rigid: usize,
    /// Degrees of freedom of the subspace: columns of the basis, or for skinning the rank of the
    /// `dim (dim + 1)` functions per weight.
    pub reduced_dofs: usize,
    /// `displacement` or `skinning`.
    pub kind: String,
    /// How the modes were found.
    pub method: String,
    /// How much of the motion is captured.
    pub certificate: Certificate,
    /// The scene, as JSON.
    pub scene: serde_json::Value,
    /// Version of the program that wrote the model.
    pub version: String,
}

const FORMAT: &str = "forcedual-model";

impl Model {
    /// The model of a designed subspace.
    pub fn new(scene: &Scene, lin: &Linearisation<'_>, subspace: &Subspace) -> Result<Self> {
        let body = lin.body;
        let scene = serde_json::to_value(scene)
            .map_err(|e| Error::new(Code::Scene, format!("the scene cannot be written: {e}")))?;
        Ok(Model {
            dim: body.dim(),
            vertices: body.mesh.positions().to_vec(),
            cells: body.mesh.cells().to_vec(),
            mass: body.mass.clone(),
            held: body.held.clone(),
            cell_labels: body.mesh.cell_labels().to_vec(),
            regions: body.mesh.regions().to_vec(),
            surface: None,
            basis: subspace.weights.is_none().then(|| subspace.basis.clone()),
            weights: subspace.weights.clone(),
            eigenvalues: subspace.eigenvalues.clone(),
            mean: subspace.mean.clone(),
            rigid: subspace.rigid,
            reduced_dofs: subspace.basis.ncols(),
            kind: subspace.kind.name().to_owned(),
            method: subspace.method.name().to_owned(),
            certificate: subspace.certificate.clone(),
            scene,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// With a surface to look at, attached to the body's mesh.
    pub fn with_surface(mut self, surface: Option<Attached>) -> Self {
        self.surface = surface;
        self
    }

    /// The body's mesh.
    pub fn mesh(&self) -> RawMesh {
        RawMesh {
            dim: self.dim,
            positions: self.vertices.clone(),
            cells: self.cells.clone(),
            cell_labels: self.cell_labels.clone(),
            vertex_labels: Vec::new(),
            regions: self.regions.clone(),
        }
    }

    /// Moves the surface to look at, where there is one, with the body.
    pub fn follower(&self) -> Result<Option<Follower>> {
        let Some(surface) = &self.surface else { return Ok(None) };
        let mesh = SimplexMesh::new(self.mesh())?;
        if mesh.cells() != self.cells {
            return Err(misshapen("cells"));
        }
        Follower::new(&mesh, surface.clone()).map(Some)
    }

    /// Writes the file in one piece: it is complete or not there.
    pub fn write(&self, path: &Path) -> Result<()> {
        let bytes = self.to_bytes()?;
        let write = || -> std::io::Result<()> {
            let mut file = AtomicWriteFile::open(path)?;
            file.write_all(&bytes)?;
            file.commit()
        };
        write().map_err(|e| Error::io(path, &e))
    }

    /// Reads and checks a file.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, &e))?;
        Self::from_bytes(&bytes).map_err(|e| e.file(path))
    }

    /// The file's contents.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let n = self.mass.len();
        let mut tensors: Vec<Tensor> = vec![
            ("vertices", Dtype::F64, vec![n, self.dim], floats(self.vertices.iter())),
            (
                "cells",
                Dtype::I64,
                vec![self.cells.len() / (self.dim + 1), self.dim + 1],
                integers(self.cells.iter().map(|&c| c.into())),
            ),
            ("mass", Dtype::F64, vec![n], floats(self.mass.iter())),
            ("held", Dtype::U8, vec![n], self.held.iter().map(|&h| u8::from(h)).collect()),
            (
                "eigenvalues",
                Dtype::F64,
                vec![self.eigenvalues.len()],
                floats(self.eigenvalues.iter()),
            ),
        ];
        for (name, matrix) in [("basis", &self.basis), ("weights", &self.weights)] {
            if let Some(matrix) = matrix {
                let shape = vec![matrix.nrows(), matrix.ncols()];
                tensors.push((name, Dtype::F64, shape, rows(matrix)));
            }
        }
        if let Some(mean) = &self.mean {
            tensors.push(("mean", Dtype::F64, vec![mean.len()], floats(mean.iter())));
        }
        if !self.cell_labels.is_empty() {
            let labels = self.cell_labels.iter();
            tensors.push((
                "cell_labels",
                Dtype::I64,
                vec![labels.len()],
                integers(labels.copied()),
            ));
        }
        if let Some(surface) = &self.surface {
            surface::push(surface, self.dim, &mut tensors);
        }
        let views = tensors
            .iter()
            .map(|(name, dtype, shape, data)| {
                Ok((*name, TensorView::new(*dtype, shape.clone(), data).map_err(damaged)?))
            })
            .collect::<Result<Vec<_>>>()?;
        let certificate = serde_json::to_string(&self.certificate).map_err(damaged)?;
        let metadata: HashMap<String, String> = [
            ("format", FORMAT.to_owned()),
            ("version", self.version.clone()),
            ("kind", self.kind.clone()),
            ("method", self.method.clone()),
            ("rigid", self.rigid.to_string()),
            ("reduced_dofs", self.reduced_dofs.to_string()),
            ("certificate", certificate),
            ("regions", serde_json::to_string(&self.regions).map_err(damaged)?),
            ("scene", self.scene.to_string()),
        ]
        .into_iter()
        .map(|(k, v)| (k.to_owned(), v))
        .collect();
        sorted_header(&safetensors::serialize(views, Some(metadata)).map_err(damaged)?)
    }

    /// Reads and checks a file's contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.get(8) != Some(&b'{') {
            return Err(foreign("it does not begin as a safetensors file does"));
        }
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let metadata = header.metadata().clone().unwrap_or_default();
        let text = |key: &str| {
            metadata
                .get(key)
                .cloned()
                .ok_or_else(|| foreign(&format!("no `{key}` in its metadata")))
        };
        if text("format")? != FORMAT {
            return Err(foreign("its format is another one"));
        }
        let json = |key: &str| {
            serde_json::from_str::<serde_json::Value>(&text(key)?)
                .map_err(|e| Error::new(Code::Model, format!("its `{key}` is not valid JSON: {e}")))
        };
        let read = Tensors(&tensors);
        let (vertices, shape) = read.floats("vertices")?;
        let [n, dim] = shape[..] else { return Err(misshapen("vertices")) };
        if !(2..=3).contains(&dim) {
            return Err(misshapen("vertices"));
        }
        let cells = read.integers("cells", dim + 1, n)?;
        let mass = read.vector("mass", n)?;
        let held = read.bytes("held", n)?.iter().map(|&b| b != 0).collect();
        let eigenvalues = read.floats("eigenvalues")?.0;
        let cell_labels = match read.has("cell_labels") {
            true => read.numbers("cell_labels", cells.len() / (dim + 1))?,
            false => Vec::new(),
        };
        let regions = match metadata.contains_key("regions") {
            true => serde_json::from_value(json("regions")?).map_err(|_| misshapen("regions"))?,
            false => Vec::new(),
        };
        let surface = match read.has("surface_vertices") {
            true => Some(read.surface(dim, cells.len() / (dim + 1))?),
            false => None,
        };
        let basis = read.matrix("basis", n * dim)?;
        let weights = read.matrix("weights", n)?;
        if basis.is_none() && weights.is_none() {
            return Err(Error::new(Code::Model, "it has neither `basis` nor `weights`"));
        }
        let mean = if read.has("mean") { Some(read.vector("mean", n * dim)?) } else { None };
        let rigid = text("rigid")?.parse().map_err(|_| misshapen("rigid"))?;
        let reduced_dofs = text("reduced_dofs")?.parse().map_err(|_| misshapen("reduced_dofs"))?;
        let possible = match (&basis, &weights) {
            (Some(basis), _) => reduced_dofs == basis.ncols(),
            (None, weights) => {
                reduced_dofs <= dim * (dim + 1) * weights.as_ref().map_or(0, Mat::ncols)
            }
        };
        if !possible {
            return Err(misshapen("reduced_dofs"));
        }
        Ok(Model {
            dim,
            vertices,
            cells,
            mass,
            held,
            cell_labels,
            regions,
            surface,
            basis,
            weights,
            eigenvalues,
            mean,
            rigid,
            reduced_dofs,
            kind: text("kind")?,
            method: text("method")?,
            certificate: serde_json::from_value(json("certificate")?).map_err(|e| {
                Error::new(Code::Model, format!("its certificate does not read: {e}"))
            })?,
            scene: json("scene")?,
            version: text("version")?,
        })
    }
}

/// The same file with its header in alphabetical order: the writer's own order is random.
pub(super) fn sorted_header(bytes: &[u8]) -> Result<Vec<u8>> {
    let short = || damaged("it has no header");
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(short)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(damaged)?;
    let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
    let header: BTreeMap<String, BTreeMap<String, serde_json::Value>> =
        serde_json::from_slice(header).map_err(damaged)?;
    let mut text = serde_json::to_string(&header).map_err(damaged)?;
    // data start at a multiple of 8 bytes
    text += &" ".repeat(text.len().next_multiple_of(8) - text.len());
    Ok([&(text.len() as u64).to_le_bytes(), text.as_bytes(), data].concat())
}

/// Name, type, shape and bytes.
type Tensor<'a> = (&'a str, Dtype, Vec<usize>, Vec<u8>);

fn integers(values: impl Iterator<Item = i64>) -> Vec<u8> {
    values.flat_map(i64::to_le_bytes).collect()
}

fn floats<'a>(values: impl Iterator<Item = &'a f64>) -> Vec<u8> {
    values.flat_map(|x| x.to_le_bytes()).collect()
}

/// A matrix row by row, as NumPy expects it.
fn rows(a: &Mat) -> Vec<u8> {
    let columns: Vec<&[f64]> = (0..a.ncols()).map(|j| column(a.as_ref(), j)).collect();
    let mut out = Vec::with_capacity(a.nrows() * a.ncols() * 8);
    for i in 0..a.nrows() {
        columns.iter().for_each(|c| out.extend_from_slice(&c[i].to_le_bytes()));
    }
    out
}

fn foreign(why: &str) -> Error {
    Error::new(Code::Model, format!("this is not a forcedual model: {why}"))
        .help("name a file that `forcedual design` wrote")
}

fn damaged(error: impl std::fmt::Display) -> Error {
    Error::new(Code::Model, format!("the model file is damaged: {error}"))
}

fn misshapen(name: &str) -> Error {
    Error::new(
        Code::Model,
        format!("the model file is damaged: `{name}` has the wrong shape or type"),
    )
}

struct Tensors<'a>(&'a SafeTensors<'a>);

impl Tensors<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.tensor(name).is_ok()
    }

    fn raw(&self, name: &str, dtype: Dtype) -> Result<(Vec<u8>, Vec<usize>)> {
        let view = self
            .0
            .tensor(name)
            .map_err(|_| Error::new(Code::Model, format!("it has no tensor `{name}`")))?;
        if view.dtype() != dtype {
            return Err(misshapen(name));
        }
        Ok((view.data().to_vec(), view.shape().to_vec()))
    }

    fn floats(&self, name: &str) -> Result<(Vec<f64>, Vec<usize>)> {
        let (data, shape) = self.raw(name, Dtype::F64)?;
        let values: Vec<f64> =
            data.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
        if values.iter().any(|x| !x.is_finite()) {
            return Err(Error::new(
                Code::Model,
                format!("`{name}` holds values that are not finite"),
            ));
        }
        Ok((values, shape))
    }

    fn vector(&self, name: &str, length: usize) -> Result<Vec<f64>> {
        let (values, shape) = self.floats(name)?;
        if shape == [length] { Ok(values) } else { Err(misshapen(name)) }
    }

    fn bytes(&self, name: &str, length: usize) -> Result<Vec<u8>> {
        let (data, shape) = self.raw(name, Dtype::U8)?;
        if shape == [length] { Ok(data) } else { Err(misshapen(name)) }
    }

    fn matrix(&self, name: &str, height: usize) -> Result<Option<Mat>> {
        if !self.has(name) {
            return Ok(None);
        }
        let (values, shape) = self.floats(name)?;
        match shape[..] {
            [r, c] if r == height => Ok(Some(Mat::from_fn(r, c, |i, j| values[i * c + j]))),
            _ => Err(misshapen(name)),
        }
    }

    fn numbers(&self, name: &str, length: usize) -> Result<Vec<i64>> {
        let (data, shape) = self.raw(name, Dtype::I64)?;
        if shape.iter().try_fold(1usize, |n, &k| n.checked_mul(k)) != Some(length) {
            return Err(misshapen(name));
        }
        Ok(data.as_chunks::<8>().0.iter().map(|b| i64::from_le_bytes(*b)).collect())
    }

    /// Numbers below a limit; `width` in each row, or a vector where that is zero.
    fn integers(&self, name: &str, width: usize, below: usize) -> Result<Vec<u32>> {
        let shape = self.raw(name, Dtype::I64)?.1;
        let length = match shape[..] {
            [n] if width == 0 => n,
            [n, w] if w == width => n.checked_mul(w).ok_or_else(|| misshapen(name))?,
            _ => return Err(misshapen(name)),
        };
        let fits = |i: i64| u32::try_from(i).ok().filter(|i| (*i as usize) < below);
        let numbers = self.numbers(name, length)?.into_iter().map(|i| {
            fits(i).ok_or_else(|| {
                Error::new(Code::Model, format!("`{name}` holds {i}, which is not below {below}"))
            })
        });
        numbers.collect()
    }
}
