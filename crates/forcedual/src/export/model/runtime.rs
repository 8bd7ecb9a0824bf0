//! The tensors of a run time: everything that playing a model takes.
//!
//! Each part has a function that writes it and one that reads and checks it, side by side. Sizes that
//! several parts share are in a [`Shape`]. What belongs to a subspace is named with a prefix:
//! [`PREFIX`], or that of a mixture's component.

mod actuators;
mod mixture;

use super::surface::push_display;
use super::tensors::{Tensors, Writer, misshapen, wrong};
use crate::energy::{Actuators, Channel, ContactPoints, DistanceField};
use crate::error::{Code, Error, Result};
use crate::linalg::{Panels, Rows};
use crate::material::{Lame, Law};
use crate::reduce::{
    Cubature, Derived, Hung, Motion, ProjectiveModel, Quadratic, ReducedModel, Shell, Skin,
};
use crate::scene::simulation::{Dynamics, Runtime, SimulationSpec};
use crate::simulate::Rule;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// Key of the metadata that holds what is not a tensor.
pub(super) const KEY: &str = "runtime";

/// What the names of tensors begin with.
const PREFIX: &str = "runtime_";

/// What is not a tensor, as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    solver: Kind,
    dim: usize,
    columns: usize,
    law: Law,
    mass: f64,
    size: f64,
    driven: usize,
    grip: f64,
    contact_stiffness: f64,
    slip_speed: f64,
    /// Not known where it is not finite.
    cubature_error: Option<f64>,
    cubature_error_by_volume: Option<f64>,
    channels: Vec<Channel>,
    obstacles: Vec<Option<Grid>>,
    /// How a component of a mixture is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule: Option<Rule>,
    /// The components of a mixture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    components: Vec<mixture::Part>,
}

/// What a run time is for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Newton,
    Projective,
    /// Newton's method in the subspaces of a mixture.
    Adaptive,
}

/// Where the samples of an obstacle are.
#[derive(Debug, Serialize, Deserialize)]
struct Grid {
    origin: [f64; 3],
    spacing: f64,
}

/// Numbers that the shapes of tensors are made of.
#[derive(Debug, Clone, Copy)]
struct Shape {
    dim: usize,
    /// Numbers that come out per row: 1 for modes, `dim` for skinning.
    columns: usize,
    /// Entries of a row.
    width: usize,
}

impl Shape {
    fn of(model: &ReducedModel) -> Self {
        let Motion { columns, rows, .. } = &model.motion;
        Shape { dim: model.dim, columns: *columns, width: rows.width() }
    }

    fn coordinates(&self) -> usize {
        self.width * self.columns
    }
}

/// Adds the tensors and the header of a run time, and its surface if that is not the model's own.
pub(super) fn push(runtime: &Runtime, with_surface: bool, out: &mut Writer) -> Result<()> {
    let model = runtime.dynamics.reduced();
    let (mut rule, mut components) = (None, Vec::new());
    let solver = match &runtime.dynamics {
        Dynamics::Newton(_) => {
            push_subspace(PREFIX, model, out);
            Kind::Newton
        }
        Dynamics::Projective(projective) => {
            push_subspace(PREFIX, model, out);
            push_projective(projective, out);
            Kind::Projective
        }
        Dynamics::Mixture(mixture) => {
            let own = runtime.spec.adaptive.unwrap_or_default();
            components = mixture::push(mixture, own, out)?;
            rule = Some(own);
            Kind::Adaptive
        }
    };
    push_body(model, out);
    let loose = runtime.loose.iter().map(|&l| u8::from(l)).collect();
    out.bytes("runtime_loose", &[runtime.loose.len()], loose);
    push_shell(&runtime.shell, with_surface, out);
    let obstacles = runtime.obstacles.iter().enumerate();
    let obstacles = obstacles.map(|(k, field)| push_obstacle(k, field.as_ref()?, out)).collect();
    let of_one = |error: f64| components.is_empty().then_some(error);
    out.json(
        KEY,
        &Header {
            solver,
            dim: model.dim,
            columns: model.motion.columns,
            law: model.law,
            mass: model.mass,
            size: model.size,
            driven: model.driven,
            grip: runtime.grip,
            contact_stiffness: model.contact.stiffness,
            slip_speed: model.contact.slip_speed,
            cubature_error: of_one(model.cubature.error),
            cubature_error_by_volume: of_one(model.cubature.error_by_volume),
            channels: model.actuators.channels.clone(),
            obstacles,
            rule,
            components,
        },
    )
}

/// The run time that the tensors hold.
pub(super) fn read(tensors: &Tensors) -> Result<Runtime> {
    let header: Header =
        serde_json::from_value(tensors.json(KEY)?).map_err(|e| unreadable(KEY, e))?;
    let scene = tensors.json("scene")?;
    let mut spec: SimulationSpec = match scene.get("simulation") {
        Some(spec) => serde_json::from_value(spec.clone()).map_err(|e| unreadable("scene", e))?,
        None => SimulationSpec::default(),
    };
    let grids = header.obstacles.iter().enumerate();
    let obstacles = grids
        .map(|(k, grid)| grid.as_ref().map(|g| read_obstacle(tensors, k, g)).transpose())
        .collect::<Result<_>>()?;
    let body = Body::read(tensors, header)?;
    let header = &body.header;
    let loose = tensors.bytes("runtime_loose", &[body.points()])?.iter().map(|&l| l != 0).collect();
    let one = || -> Result<Arc<ReducedModel>> {
        let errors = [header.cubature_error, header.cubature_error_by_volume];
        Ok(Arc::new(read_subspace(tensors, PREFIX, &body, errors)?))
    };
    spec.adaptive = None;
    let dynamics = match header.solver {
        Kind::Newton => Dynamics::Newton(one()?),
        Kind::Projective => Dynamics::Projective(Arc::new(read_projective(tensors, one()?)?)),
        Kind::Adaptive => {
            let rule = header.rule.ok_or_else(|| wrong(KEY, "does not say by which rule"))?;
            spec.adaptive = Some(rule);
            Dynamics::Mixture(Arc::new(mixture::read(tensors, &body, rule)?))
        }
    };
    let shape = match &dynamics {
        Dynamics::Mixture(model) => body.shape(model.coordinates() / header.columns),
        _ => Shape::of(dynamics.reduced()),
    };
    let shell = read_shell(tensors, shape)?;
    Ok(Runtime { spec, dynamics, loose, grip: header.grip, obstacles, shell })
}

impl Runtime {
    /// Reads the run time of a model file; of its other tensors only the surface to look at is needed.
    pub fn read(path: &Path) -> Result<Self> {
        crate::memory::claim_file(path)?;
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, &e))?;
        Self::from_bytes(&bytes).map_err(|e| e.file(path))
    }

    /// Reads the run time of a model file's contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let tensors = Tensors::open(bytes)?;
        if !tensors.says(KEY) {
            return Err(Error::new(
                Code::Model,
                "the model has no run time, so it cannot be played",
            )
            .help("an earlier version wrote it: design the scene again"));
        }
        read(&tensors)
    }
}

fn unreadable(key: &str, error: serde_json::Error) -> Error {
    Error::new(Code::Model, format!("its `{key}` does not read: {error}"))
}

/// What all subspaces of a body share.
struct Body {
    header: Header,
    interface: Vec<u32>,
    rest: Vec<f64>,
    actuators: Actuators,
    contact: ContactPoints,
}

fn push_body(model: &ReducedModel, out: &mut Writer) {
    let points = model.interface.len();
    out.integers("runtime_interface", &[points], model.interface.iter().map(|&v| v.into()));
    out.floats("runtime_rest", &[points, model.dim], &model.rest);
    actuators::push(&model.actuators, out);
    let contact = &model.contact;
    let count = contact.vertices.len();
    let vertices = contact.vertices.iter().map(|&v| v.into());
    out.integers("runtime_contact_vertices", &[count], vertices);
    out.floats("runtime_contact_areas", &[count], &contact.areas);
}

impl Body {
    fn read(tensors: &Tensors, header: Header) -> Result<Self> {
        let positive = [header.mass, header.size, header.slip_speed];
        let others = [header.grip, header.contact_stiffness];
        let d = header.dim;
        if !positive.iter().all(|x| *x > 0.0 && x.is_finite())
            || !others.iter().all(|x| *x >= 0.0 && x.is_finite())
            || !(2..=3).contains(&d)
            || ![1, d].contains(&header.columns)
            || !header.channels.iter().all(|c| c.mean.is_finite() && c.sigma.is_finite())
        {
            return Err(wrong(KEY, "holds a number out of range"));
        }
        let interface = tensors.integers("runtime_interface", 0, u32::MAX as usize)?;
        let points = interface.len();
        if header.driven > points {
            return Err(misshapen("runtime_interface"));
        }
        let vertices = tensors.integers("runtime_contact_vertices", 0, points)?;
        let areas = tensors.shaped("runtime_contact_areas", &[vertices.len()])?;
        not_negative("runtime_contact_areas", &areas)?;
        Ok(Body {
            rest: tensors.shaped("runtime_rest", &[points, d])?,
            actuators: actuators::read(tensors, header.channels.clone(), header.driven, d)?,
            contact: ContactPoints {
                dim: d,
                vertices,
                areas,
                stiffness: header.contact_stiffness,
                slip_speed: header.slip_speed,
            },
            interface,
            header,
        })
    }

    fn points(&self) -> usize {
        self.interface.len()
    }

    fn shape(&self, width: usize) -> Shape {
        Shape { dim: self.header.dim, columns: self.header.columns, width }
    }
}

fn push_subspace(prefix: &str, model: &ReducedModel, out: &mut Writer) {
    let shape = Shape::of(model);
    let (d, r, w) = (shape.dim, shape.coordinates(), shape.width);
    let at = |name: &str| format!("{prefix}{name}");
    out.floats(&at("spectrum"), &[r], &model.spectrum);
    let cubature = &model.cubature;
    let e = cubature.weights.len();
    if !cubature.cells.is_empty() {
        out.integers(&at("cells"), &[e], cubature.cells.iter().map(|&t| t.into()));
    }
    out.floats(&at("weights"), &[e], &cubature.weights);
    out.floats(&at("lame"), &[e, 2], model.lame.iter().flat_map(|m| [&m.mu, &m.lam]));
    push_rows(&at("deformation"), &model.deformation.rows, out);
    push_rows(&at("motion"), &model.motion.rows, out);
    let q = model.quadratics.len();
    let matrices = model.quadratics.iter().flat_map(|m| entries(&m.matrix));
    out.floats(&at("quadratic_matrices"), &[q, w, w], matrices);
    let linear = model.quadratics.iter().flat_map(|m| &m.linear);
    out.floats(&at("quadratic_linear"), &[q, r], linear);
    let channels = model.quadratics.iter().map(|m| m.channel.map_or(-1, |c| c as i64));
    out.integers(&at("quadratic_channels"), &[q], channels);
    let loads = model.loads.len();
    let forces = model.loads.iter().flat_map(|(_, f)| f);
    out.floats(&at("load_forces"), &[loads, r], forces);
    let channels = model.loads.iter().map(|(c, _)| *c as i64);
    out.integers(&at("load_channels"), &[loads], channels);
    out.floats(&at("gravity"), &[d, r], model.gravity.iter().flatten());
}

/// A subspace of the body, and the errors of its cubature as far as they are known.
fn read_subspace(
    tensors: &Tensors,
    prefix: &str,
    body: &Body,
    [error, error_by_volume]: [Option<f64>; 2],
) -> Result<ReducedModel> {
    let at = |name: &str| format!("{prefix}{name}");
    let header = &body.header;
    let [_, w @ 1..=usize::MAX] = tensors.floats(&at("motion"))?.1[..] else {
        return Err(misshapen(&at("motion")));
    };
    let shape = body.shape(w);
    let Shape { dim: d, columns, .. } = shape;
    let (r, channels) = (shape.coordinates(), header.channels.len());
    let (weights, sizes) = tensors.floats(&at("weights"))?;
    let [e] = sizes[..] else { return Err(misshapen(&at("weights"))) };
    let lame = tensors.shaped(&at("lame"), &[e, 2])?;
    not_negative(&at("weights"), &weights)?;
    let cells = match tensors.has(&at("cells")) {
        true => tensors.integers(&at("cells"), 0, u32::MAX as usize)?,
        false => Vec::new(),
    };
    let (q, channel) = channels_of(tensors, &at("quadratic_channels"), -1, channels)?;
    let matrices = tensors.shaped(&at("quadratic_matrices"), &[q, w, w])?;
    let linear = tensors.shaped(&at("quadratic_linear"), &[q, r])?;
    let quadratics = channel.iter().enumerate().map(|(k, &channel)| Quadratic {
        channel: usize::try_from(channel).ok(),
        matrix: Rows::from_fn(w, w, |i, j| matrices[(k * w + i) * w + j]),
        linear: linear[k * r..][..r].to_vec(),
    });
    let (count, channel) = channels_of(tensors, &at("load_channels"), 0, channels)?;
    let forces = tensors.shaped(&at("load_forces"), &[count, r])?;
    let loads = channel.iter().zip(forces.chunks_exact(r)).map(|(&c, f)| (c as usize, f.to_vec()));
    let gravity = tensors.shaped(&at("gravity"), &[d, r])?;
    let spectrum = tensors.shaped(&at("spectrum"), &[r])?;
    not_negative(&at("spectrum"), &spectrum)?;
    let rows = |name: &str, count: usize| read_motion(tensors, &at(name), count, shape);
    Ok(ReducedModel {
        dim: d,
        law: header.law,
        spectrum,
        cubature: Cubature {
            cells,
            weights,
            error: error.unwrap_or(f64::NAN),
            error_by_volume: error_by_volume.unwrap_or(f64::NAN),
        },
        lame: lame.as_chunks().0.iter().map(|&[mu, lam]| Lame { mu, lam }).collect(),
        deformation: rows("deformation", e.saturating_mul(d * d / columns))?,
        derived: Derived::new(r, &body.interface),
        interface: body.interface.clone(),
        rest: body.rest.clone(),
        motion: rows("motion", body.points().saturating_mul(d / columns))?,
        actuators: body.actuators.clone(),
        driven: header.driven,
        quadratics: quadratics.collect(),
        loads: loads.collect(),
        gravity: gravity.chunks_exact(r).map(<[f64]>::to_vec).collect(),
        contact: body.contact.clone(),
        mass: header.mass,
        size: header.size,
    })
}

fn push_projective(model: &ProjectiveModel, out: &mut Writer) {
    push_rows("runtime_clusters", &model.clusters.rows, out);
    out.floats("runtime_cluster_weights", &[model.weight.len()], &model.weight);
    push_rows("runtime_laplacian", &model.laplacian, out);
}

fn read_projective(tensors: &Tensors, model: Arc<ReducedModel>) -> Result<ProjectiveModel> {
    let shape = Shape::of(&model);
    let (weight, sizes) = tensors.floats("runtime_cluster_weights")?;
    let [count] = sizes[..] else { return Err(misshapen("runtime_cluster_weights")) };
    not_negative("runtime_cluster_weights", &weight)?;
    let per = shape.dim * shape.dim / shape.columns;
    let clusters = read_motion(tensors, "runtime_clusters", count.saturating_mul(per), shape)?;
    let laplacian = read_motion(tensors, "runtime_laplacian", shape.width, shape)?.rows;
    Ok(ProjectiveModel { model, clusters, weight, laplacian })
}

fn push_shell(shell: &Shell, with_surface: bool, out: &mut Writer) {
    if with_surface {
        push_display("runtime_surface", shell.display(), out);
    }
    let (skin, corners) = (shell.skin(), shell.dim() + 1);
    let rows = skin.rows();
    out.singles("runtime_surface_rows", &[rows.count(), rows.width()], &rows.by_rows());
    let Hung { corners: list, weights } = skin.hung();
    let shape = [skin.count(), corners];
    out.small_integers("runtime_surface_corners", &shape, list);
    out.singles("runtime_surface_shares", &shape, weights);
}

fn read_shell(tensors: &Tensors, shape: Shape) -> Result<Shell> {
    let own = tensors.has("runtime_surface_vertices");
    let display = tensors.display(if own { "runtime_surface" } else { "surface" })?;
    let (d, w, per) = (shape.dim, shape.width, shape.dim / shape.columns);
    let (entries, count) = tensors.single_rows("runtime_surface_rows", w)?;
    if count % per != 0 {
        return Err(misshapen("runtime_surface_rows"));
    }
    let rows = Panels::from_fn(count, w, |i, j| entries[i * w + j]);
    let each = [display.positions.len(), d + 1];
    let corners = tensors.small_integers("runtime_surface_corners", &each, count / per)?;
    let weights = tensors.singles("runtime_surface_shares", &each)?;
    let hung = Hung { corners, weights };
    let skin = Skin::hanging(d, shape.columns, &display, rows, hung);
    Ok(Shell::new(display, skin))
}

fn push_obstacle(k: usize, field: &DistanceField, out: &mut Writer) -> Option<Grid> {
    let [x, y, z] = field.counts;
    out.floats(&format!("runtime_obstacle_{k}"), &[z, y, x], field.values.iter());
    Some(Grid { origin: field.origin, spacing: field.spacing })
}

fn read_obstacle(tensors: &Tensors, k: usize, grid: &Grid) -> Result<DistanceField> {
    let name = format!("runtime_obstacle_{k}");
    let (values, sizes) = tensors.floats(&name)?;
    let [z, y, x] = sizes[..] else { return Err(misshapen(&name)) };
    if !(grid.spacing > 0.0 && grid.origin.iter().all(|x| x.is_finite())) {
        return Err(wrong(KEY, "holds a number out of range"));
    }
    let (origin, spacing) = (grid.origin, grid.spacing);
    Ok(DistanceField { origin, spacing, counts: [x, y, z], values: values.into() })
}

fn push_rows(name: &str, rows: &Rows, out: &mut Writer) {
    out.floats(name, &[rows.count(), rows.width()], entries(rows));
}

fn entries(rows: &Rows) -> impl Iterator<Item = &f64> {
    (0..rows.count()).flat_map(|i| rows.row(i))
}

fn read_motion(tensors: &Tensors, name: &str, count: usize, shape: Shape) -> Result<Motion> {
    let w = shape.width;
    let entries = tensors.shaped(name, &[count, w])?;
    let rows = Rows::from_fn(count, w, |i, j| entries[i * w + j]);
    Ok(Motion { dim: shape.dim, columns: shape.columns, rows })
}

/// How many there are, and the channel of each, from `lowest` on and below `count`.
fn channels_of(
    tensors: &Tensors,
    name: &str,
    lowest: i64,
    count: usize,
) -> Result<(usize, Vec<i64>)> {
    let list = tensors.list(name)?;
    match list.iter().find(|&&c| c < lowest || c >= count as i64) {
        Some(c) => Err(wrong(name, &format!("holds {c}, but the number of channels is {count}"))),
        None => Ok((list.len(), list)),
    }
}

fn not_negative(name: &str, values: &[f64]) -> Result<()> {
    match values.iter().all(|x| *x >= 0.0) {
        true => Ok(()),
        false => Err(wrong(name, "holds negative numbers")),
    }
}
