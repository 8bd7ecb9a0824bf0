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
//! What plays the model, its run time ([`Runtime`]): `p` vertices of the interface, `r` coordinates,
//! `w` entries per row (`r` for modes, `r / d` for skinning). `(x d)` rows are `x d` for modes and `x`
//! for skinning, `(x d^2)` are `x d^2` and `x d`.
//!
//! | tensor | shape | type | |
//! |---|---|---|---|
//! | `runtime_spectrum` | `[r]` | F64 | rest stiffness of every coordinate, 1/s^2 |
//! | `runtime_interface`, `runtime_rest` | `[p]`, `[p, d]` | I64, F64 | the interface: numbers in the mesh, rest positions, m |
//! | `runtime_motion` | `[(p d), w]` | F64 | how it moves |
//! | `runtime_loose` | `[p]` | U8 | 1 where a vertex can be dragged |
//! | `runtime_cells`, `runtime_weights`, `runtime_lame` | `[e]`, `[e]`, `[e, 2]` | I64, F64, F64 | the cubature: numbers in the mesh, weights, `mu` and `lam` in Pa |
//! | `runtime_deformation` | `[(e d^2), w]` | F64 | how its cells deform |
//! | `runtime_gravity` | `[d, r]` | F64 | reduced force of unit acceleration |
//! | `runtime_load_forces`, `runtime_load_channels` | `[l, r]`, `[l]` | F64, I64 | loads |
//! | `runtime_quadratic_matrices`, `_linear`, `_channels` | `[q, w, w]`, `[q, r]`, `[q]` | F64, F64, I64 | muscles; channel -1 is always there |
//! | `runtime_spring_ends`, `_stiffness`, `_rest`, `_channels` | `[k, 2]`, `[k]`, `[k]`, `[k]` | I64, F64, F64, I64 | springs; vertices are numbers of the interface here and below |
//! | `runtime_spring_slack` | `[k]` | U8 | 1 for tendons, which pull and do not push; only where there are some |
//! | `runtime_pocket_walls`, `_origins`, `_channels` | `[k, d]`, `[k, d]`, `[k]` | I64, F64, I64 | walls of closed pockets |
//! | `runtime_open_walls`, `_origins`, `_channels` | `[k, d]`, `[k, d]`, `[k]` | I64, F64, I64 | walls of open pockets |
//! | `runtime_pull_vertices`, `_axes`, `_stiffness`, `_rest`, `_channels` | `[k]` each | I64, I64, F64, F64, I64 | pulls |
//! | `runtime_contact_vertices`, `_areas` | `[c]`, `[c]` | I64, F64 | contact points |
//! | `runtime_clusters`, `runtime_cluster_weights`, `runtime_laplacian` | `[(c d^2), w]`, `[c]`, `[w, w]` | F64 | for projective dynamics only |
//! | `runtime_surface_rows` | `[(b d), w]` | F32 | how the vertices move that the surface hangs on |
//! | `runtime_surface_corners`, `_shares` | `[s, d+1]` each | I32, F32 | these vertices, and their shares, for each vertex of the surface |
//! | `runtime_surface_vertices`, `_faces`, `_normals` | as above | | the boundary, where there is no `surface_vertices` |
//! | `runtime_obstacle_K` | `[nz, ny, nx]` | F64 | distance from the surface of collider `K`, m |
//!
//! Of a scene that changes between the components of a mixture all of them are kept. Those of the
//! tensors above that belong to a subspace (the spectrum, the motion of the interface, the cubature and
//! how its cells deform, gravity, loads and muscles) then begin with `runtime_component_K_`, and there are
//!
//! | tensor | shape | type | |
//! |---|---|---|---|
//! | `runtime_component_K_compliance` | `[c, r]` | F64 | root of the inverse of the reduced rest stiffness |
//! | `runtime_component_K_force_rows`, `_force_columns`, `_force_values` | `[n]` each | I64, I64, F64 | entries of the factor of its forces on the interface, where its rule needs them |
//! | `runtime_component_K_force_mean` | `[p d]` | F64 | their mean, where not zero |
//! | `runtime_pair_K_L_product` | `[w_K, w_L]` | F64 | `B_K^T M B_L` |
//! | `runtime_pair_K_L_deformation` | `[(e_K d^2), w_L]` | F64 | how `L` deforms the cells of `K`, another one |
//! | `runtime_pair_K_L_muscles` | `[q, w_K, w_L]` | F64 | the muscles of `K` for a motion of `L`, another one |
//!
//! Numbers that are no tensors are in the metadata `runtime`, as JSON. Files of earlier versions have no
//! run time.
//!
//! `basis` is there for displacement modes, `weights` for skinning (its basis is that of linear
//! blend skinning). Metadata, all strings: `format` (`forcedual-model`), `version`, `kind`,
//! `method`, `rigid` (the number `r`), `reduced_dofs` (degrees of freedom of the subspace: the
//! columns of `basis`, or for skinning the rank of the `d (d+1) k` functions that the `k` weights
//! blend), `sha256` (the file's checksum: see [`seal()`]), and `scene`, `certificate`, `regions`
//! (names of the cell labels 1, 2, ...) as JSON.

mod runtime;
mod seal;
mod surface;
mod tensors;

use crate::error::{Code, Error, Result};
use crate::linalg::Mat;
use crate::mesh::display::{Attached, Follower};
use crate::mesh::{RawMesh, SimplexMesh};
use crate::scene::Scene;
use crate::scene::simulation::Runtime;
use crate::subspace::{Certificate, Linearisation, Subspace};
pub use seal::seal;
use std::path::Path;
pub(super) use tensors::sorted_header;
use tensors::{Tensors, Writer, misshapen};

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
    /// What plays the model; files of earlier versions have none.
    pub runtime: Option<Runtime>,
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
            runtime: None,
            scene,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// With a surface to look at, attached to the body's mesh.
    pub fn with_surface(mut self, surface: Option<Attached>) -> Self {
        self.surface = surface;
        self
    }

    /// With what plays it; it looks like the surface of the model, where there is one.
    pub fn with_runtime(mut self, runtime: Option<Runtime>) -> Self {
        self.runtime = runtime;
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
        super::write_bytes(path, &self.to_bytes()?)
    }

    /// Reads and checks a file.
    pub fn read(path: &Path) -> Result<Self> {
        crate::memory::claim_file(path)?;
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, &e))?;
        Self::from_bytes(&bytes).map_err(|e| e.file(path))
    }

    /// The file's contents.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let n = self.mass.len();
        let mut out = Writer::default();
        out.floats("vertices", &[n, self.dim], &self.vertices);
        let corners = self.dim + 1;
        let cells = self.cells.iter().map(|&c| c.into());
        out.integers("cells", &[self.cells.len() / corners, corners], cells);
        out.floats("mass", &[n], &self.mass);
        out.bytes("held", &[n], self.held.iter().map(|&h| u8::from(h)).collect());
        out.floats("eigenvalues", &[self.eigenvalues.len()], &self.eigenvalues);
        for (name, matrix) in [("basis", &self.basis), ("weights", &self.weights)] {
            if let Some(matrix) = matrix {
                out.matrix(name, matrix);
            }
        }
        if let Some(mean) = &self.mean {
            out.floats("mean", &[mean.len()], mean);
        }
        if !self.cell_labels.is_empty() {
            let labels = self.cell_labels.iter().copied();
            out.integers("cell_labels", &[labels.len()], labels);
        }
        if let Some(surface) = &self.surface {
            surface::push(surface, self.dim, &mut out);
        }
        if let Some(runtime) = &self.runtime {
            runtime::push(runtime, self.surface.is_none(), &mut out)?;
        }
        out.text("format", FORMAT.to_owned());
        out.text("version", self.version.clone());
        out.text("kind", self.kind.clone());
        out.text("method", self.method.clone());
        out.text("rigid", self.rigid.to_string());
        out.text("reduced_dofs", self.reduced_dofs.to_string());
        out.json("certificate", &self.certificate)?;
        out.json("regions", &self.regions)?;
        out.text("scene", self.scene.to_string());
        out.finish()
    }

    /// Reads and checks a file's contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let read = Tensors::open(bytes)?;
        let (vertices, shape) = read.floats("vertices")?;
        let [n, dim] = shape[..] else { return Err(misshapen("vertices")) };
        if !(2..=3).contains(&dim) {
            return Err(misshapen("vertices"));
        }
        let cells = read.integers("cells", dim + 1, n)?;
        let mass = read.shaped("mass", &[n])?;
        let held = read.bytes("held", &[n])?.iter().map(|&b| b != 0).collect();
        let eigenvalues = read.floats("eigenvalues")?.0;
        let cell_labels = match read.has("cell_labels") {
            true => read.numbers("cell_labels", cells.len() / (dim + 1))?,
            false => Vec::new(),
        };
        let regions = match read.says("regions") {
            true => {
                serde_json::from_value(read.json("regions")?).map_err(|_| misshapen("regions"))?
            }
            false => Vec::new(),
        };
        let surface = match read.has("surface_vertices") {
            true => Some(read.surface(dim, cells.len() / (dim + 1))?),
            false => None,
        };
        let runtime = match read.says(runtime::KEY) {
            true => Some(runtime::read(&read)?),
            false => None,
        };
        let basis = read.matrix("basis", n * dim)?;
        let weights = read.matrix("weights", n)?;
        if basis.is_none() && weights.is_none() {
            return Err(Error::new(Code::Model, "it has neither `basis` nor `weights`"));
        }
        let mean = if read.has("mean") { Some(read.shaped("mean", &[n * dim])?) } else { None };
        let rigid = read.text("rigid")?.parse().map_err(|_| misshapen("rigid"))?;
        let reduced_dofs =
            read.text("reduced_dofs")?.parse().map_err(|_| misshapen("reduced_dofs"))?;
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
            kind: read.text("kind")?,
            method: read.text("method")?,
            certificate: serde_json::from_value(read.json("certificate")?).map_err(|e| {
                Error::new(Code::Model, format!("its certificate does not read: {e}"))
            })?,
            scene: read.json("scene")?,
            version: read.text("version")?,
            runtime,
        })
    }
}
