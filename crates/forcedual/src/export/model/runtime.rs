//! The tensors of a run time: everything that playing a model takes.
//!
//! Each part has a function that writes it and one that reads and checks it, side by side. Sizes that
//! several parts share are in a [`Shape`].

use super::surface::push_display;
use super::tensors::{Tensors, Writer, misshapen, wrong};
use crate::energy::{Actuators, Channel, ContactPoints, DistanceField, Pockets, Pulls, Springs};
use crate::error::{Code, Error, Result};
use crate::linalg::Rows;
use crate::material::{Lame, Law};
use crate::reduce::{
    Cubature, Derived, Hung, Motion, ProjectiveModel, Quadratic, ReducedModel, Shell, Skin,
};
use crate::scene::simulation::{Dynamics, Runtime, SimulationSpec};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// Key of the metadata that holds what is not a tensor.
pub(super) const KEY: &str = "runtime";

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
}

/// What a run time is for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Newton,
    Projective,
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
    /// Vertices of the interface.
    points: usize,
    channels: usize,
}

impl Shape {
    fn of(model: &ReducedModel) -> Self {
        Shape {
            dim: model.dim,
            columns: model.motion.columns,
            width: model.motion.rows.width(),
            points: model.interface.len(),
            channels: model.actuators.channels.len(),
        }
    }

    fn coordinates(&self) -> usize {
        self.width * self.columns
    }
}

/// Adds the tensors and the header of a run time, and its surface if that is not the model's own.
pub(super) fn push(runtime: &Runtime, with_surface: bool, out: &mut Writer) -> Result<()> {
    let model = runtime.dynamics.reduced();
    let solver = match &runtime.dynamics {
        Dynamics::Newton(_) => Kind::Newton,
        Dynamics::Projective(projective) => {
            push_projective(projective, out);
            Kind::Projective
        }
        Dynamics::Mixture(_) => {
            let message = "a model file plays one subspace, not a mixture of them";
            return Err(Error::new(Code::Unsupported, message).help("simulate the scene instead"));
        }
    };
    push_model(model, out);
    let loose = runtime.loose.iter().map(|&l| u8::from(l)).collect();
    out.bytes("runtime_loose", &[runtime.loose.len()], loose);
    push_shell(&runtime.shell, with_surface, out);
    let obstacles = runtime.obstacles.iter().enumerate();
    let obstacles = obstacles.map(|(k, field)| push_obstacle(k, field.as_ref()?, out)).collect();
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
            cubature_error: Some(model.cubature.error),
            cubature_error_by_volume: Some(model.cubature.error_by_volume),
            channels: model.actuators.channels.clone(),
            obstacles,
        },
    )
}

/// The run time that the tensors hold.
pub(super) fn read(tensors: &Tensors) -> Result<Runtime> {
    let header: Header =
        serde_json::from_value(tensors.json(KEY)?).map_err(|e| unreadable(KEY, e))?;
    let scene = tensors.json("scene")?;
    let spec: SimulationSpec = match scene.get("simulation") {
        Some(spec) => SimulationSpec {
            adaptive: None,
            ..serde_json::from_value(spec.clone()).map_err(|e| unreadable("scene", e))?
        },
        None => SimulationSpec::default(),
    };
    let positive = [header.mass, header.size, header.slip_speed];
    let others = [header.grip, header.contact_stiffness];
    if !positive.iter().all(|x| *x > 0.0 && x.is_finite())
        || !others.iter().all(|x| *x >= 0.0 && x.is_finite())
        || !(2..=3).contains(&header.dim)
        || ![1, header.dim].contains(&header.columns)
        || !header.channels.iter().all(|c| c.mean.is_finite() && c.sigma.is_finite())
    {
        return Err(wrong(KEY, "holds a number out of range"));
    }
    let rest = tensors.floats("runtime_rest")?.1;
    let motion = tensors.floats("runtime_motion")?.1;
    let ([points, _], [_, width]) = (&rest[..], &motion[..]) else {
        return Err(misshapen("runtime_motion"));
    };
    let shape = Shape {
        dim: header.dim,
        columns: header.columns,
        width: *width,
        points: *points,
        channels: header.channels.len(),
    };
    if shape.width == 0 || header.driven > shape.points {
        return Err(misshapen("runtime_motion"));
    }
    let loose = tensors.bytes("runtime_loose", &[shape.points])?.iter().map(|&l| l != 0).collect();
    let grids = header.obstacles.iter().enumerate();
    let obstacles = grids
        .map(|(k, grid)| grid.as_ref().map(|g| read_obstacle(tensors, k, g)).transpose())
        .collect::<Result<_>>()?;
    let (solver, grip) = (header.solver, header.grip);
    let model = Arc::new(read_model(tensors, header, shape)?);
    let dynamics = match solver {
        Kind::Newton => Dynamics::Newton(model),
        Kind::Projective => Dynamics::Projective(Arc::new(read_projective(tensors, model, shape)?)),
    };
    let shell = read_shell(tensors, shape)?;
    Ok(Runtime { spec, dynamics, loose, grip, obstacles, shell })
}

impl Runtime {
    /// Reads the run time of a model file; of its other tensors only the surface to look at is needed.
    pub fn read(path: &Path) -> Result<Self> {
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

fn push_model(model: &ReducedModel, out: &mut Writer) {
    let shape = Shape::of(model);
    let (d, r, w) = (shape.dim, shape.coordinates(), shape.width);
    out.floats("runtime_spectrum", &[r], &model.spectrum);
    let cubature = &model.cubature;
    let e = cubature.weights.len();
    if !cubature.cells.is_empty() {
        out.integers("runtime_cells", &[e], cubature.cells.iter().map(|&t| t.into()));
    }
    out.floats("runtime_weights", &[e], &cubature.weights);
    out.floats("runtime_lame", &[e, 2], model.lame.iter().flat_map(|m| [&m.mu, &m.lam]));
    push_rows("runtime_deformation", &model.deformation.rows, out);
    let interface = model.interface.iter().map(|&v| v.into());
    out.integers("runtime_interface", &[shape.points], interface);
    out.floats("runtime_rest", &[shape.points, d], &model.rest);
    push_rows("runtime_motion", &model.motion.rows, out);
    push_actuators(&model.actuators, out);
    let q = model.quadratics.len();
    let entries = model.quadratics.iter().flat_map(|m| (0..w).flat_map(|a| m.matrix.row(a)));
    out.floats("runtime_quadratic_matrices", &[q, w, w], entries);
    let linear = model.quadratics.iter().flat_map(|m| &m.linear);
    out.floats("runtime_quadratic_linear", &[q, r], linear);
    let channels = model.quadratics.iter().map(|m| m.channel.map_or(-1, |c| c as i64));
    out.integers("runtime_quadratic_channels", &[q], channels);
    let loads = model.loads.len();
    let forces = model.loads.iter().flat_map(|(_, f)| f);
    out.floats("runtime_load_forces", &[loads, r], forces);
    let channels = model.loads.iter().map(|(c, _)| *c as i64);
    out.integers("runtime_load_channels", &[loads], channels);
    out.floats("runtime_gravity", &[d, r], model.gravity.iter().flatten());
    let contact = &model.contact;
    let count = contact.vertices.len();
    let vertices = contact.vertices.iter().map(|&v| v.into());
    out.integers("runtime_contact_vertices", &[count], vertices);
    out.floats("runtime_contact_areas", &[count], &contact.areas);
}

fn read_model(tensors: &Tensors, header: Header, shape: Shape) -> Result<ReducedModel> {
    let Shape { dim: d, columns, width: w, points, channels } = shape;
    let r = shape.coordinates();
    let (weights, sizes) = tensors.floats("runtime_weights")?;
    let [e] = sizes[..] else { return Err(misshapen("runtime_weights")) };
    let lame = tensors.shaped("runtime_lame", &[e, 2])?;
    not_negative("runtime_weights", &weights)?;
    let cells = match tensors.has("runtime_cells") {
        true => tensors.integers("runtime_cells", 0, u32::MAX as usize)?,
        false => Vec::new(),
    };
    let interface = tensors.integers("runtime_interface", 0, u32::MAX as usize)?;
    if interface.len() != points {
        return Err(misshapen("runtime_interface"));
    }
    let (q, channel) = channels_of(tensors, "runtime_quadratic_channels", -1, channels)?;
    let matrices = tensors.shaped("runtime_quadratic_matrices", &[q, w, w])?;
    let linear = tensors.shaped("runtime_quadratic_linear", &[q, r])?;
    let quadratics = channel.iter().enumerate().map(|(k, &channel)| Quadratic {
        channel: usize::try_from(channel).ok(),
        matrix: Rows::from_fn(w, w, |i, j| matrices[(k * w + i) * w + j]),
        linear: linear[k * r..][..r].to_vec(),
    });
    let (count, channel) = channels_of(tensors, "runtime_load_channels", 0, channels)?;
    let forces = tensors.shaped("runtime_load_forces", &[count, r])?;
    let loads = channel.iter().zip(forces.chunks_exact(r)).map(|(&c, f)| (c as usize, f.to_vec()));
    let gravity = tensors.shaped("runtime_gravity", &[d, r])?;
    let vertices = tensors.integers("runtime_contact_vertices", 0, points)?;
    let areas = tensors.shaped("runtime_contact_areas", &[vertices.len()])?;
    not_negative("runtime_contact_areas", &areas)?;
    let spectrum = tensors.shaped("runtime_spectrum", &[r])?;
    not_negative("runtime_spectrum", &spectrum)?;
    let rows = |name: &str, count: usize| read_motion(tensors, name, count, shape);
    Ok(ReducedModel {
        dim: d,
        law: header.law,
        spectrum,
        cubature: Cubature {
            cells,
            weights,
            error: header.cubature_error.unwrap_or(f64::NAN),
            error_by_volume: header.cubature_error_by_volume.unwrap_or(f64::NAN),
        },
        lame: lame.as_chunks().0.iter().map(|&[mu, lam]| Lame { mu, lam }).collect(),
        deformation: rows("runtime_deformation", e.saturating_mul(d * d / columns))?,
        derived: Derived::new(r, &interface),
        interface,
        rest: tensors.shaped("runtime_rest", &[points, d])?,
        motion: rows("runtime_motion", points.saturating_mul(d / columns))?,
        actuators: read_actuators(tensors, header.channels, header.driven, d)?,
        driven: header.driven,
        quadratics: quadratics.collect(),
        loads: loads.collect(),
        gravity: gravity.chunks_exact(r).map(<[f64]>::to_vec).collect(),
        contact: ContactPoints {
            dim: d,
            vertices,
            areas,
            stiffness: header.contact_stiffness,
            slip_speed: header.slip_speed,
        },
        mass: header.mass,
        size: header.size,
    })
}

fn push_actuators(actuators: &Actuators, out: &mut Writer) {
    let Actuators { springs, pockets, open, pulls, .. } = actuators;
    let numbers = |list: &[u32]| list.iter().map(|&v| v.into()).collect::<Vec<i64>>();
    let places = |list: &[usize]| list.iter().map(|&c| c as i64).collect::<Vec<i64>>();
    let k = springs.ends.len();
    out.integers("runtime_spring_ends", &[k, 2], numbers(springs.ends.as_flattened()).into_iter());
    out.floats("runtime_spring_stiffness", &[k], &springs.stiffness);
    out.floats("runtime_spring_rest", &[k], &springs.rest);
    out.integers("runtime_spring_channels", &[k], places(&springs.channel).into_iter());
    for (name, pockets) in [("pocket", pockets), ("open", open)] {
        let (k, d) = (pockets.channel.len(), pockets.dim);
        let walls = numbers(&pockets.walls).into_iter();
        out.integers(&format!("runtime_{name}_walls"), &[k, d], walls);
        out.floats(&format!("runtime_{name}_origins"), &[k, d], &pockets.origin);
        let channels = places(&pockets.channel).into_iter();
        out.integers(&format!("runtime_{name}_channels"), &[k], channels);
    }
    let k = pulls.vertex.len();
    out.integers("runtime_pull_vertices", &[k], numbers(&pulls.vertex).into_iter());
    out.integers("runtime_pull_axes", &[k], places(&pulls.axis).into_iter());
    out.floats("runtime_pull_stiffness", &[k], &pulls.stiffness);
    out.floats("runtime_pull_rest", &[k], &pulls.rest);
    out.integers("runtime_pull_channels", &[k], places(&pulls.channel).into_iter());
}

/// Actuators whose vertices are among the first `driven` of the interface.
fn read_actuators(
    tensors: &Tensors,
    channels: Vec<Channel>,
    driven: usize,
    dim: usize,
) -> Result<Actuators> {
    let count = channels.len();
    let of = |name: &str| -> Result<(usize, Vec<usize>)> {
        let (k, list) = channels_of(tensors, name, 0, count)?;
        Ok((k, list.into_iter().map(|c| c as usize).collect()))
    };
    let vertices = |name: &str, width: usize, k: usize| -> Result<Vec<u32>> {
        let list = tensors.integers(name, width, driven)?;
        if list.len() == k.saturating_mul(width.max(1)) { Ok(list) } else { Err(misshapen(name)) }
    };
    let stiff = |name: &str, k: usize| -> Result<Vec<f64>> {
        let list = tensors.shaped(name, &[k])?;
        not_negative(name, &list)?;
        Ok(list)
    };
    let (k, channel) = of("runtime_spring_channels")?;
    let springs = Springs {
        dim,
        ends: vertices("runtime_spring_ends", 2, k)?.as_chunks().0.to_vec(),
        stiffness: stiff("runtime_spring_stiffness", k)?,
        rest: tensors.shaped("runtime_spring_rest", &[k])?,
        channel,
    };
    let pockets = |name: &str| -> Result<Pockets> {
        let (k, channel) = of(&format!("runtime_{name}_channels"))?;
        Ok(Pockets {
            dim,
            walls: vertices(&format!("runtime_{name}_walls"), dim, k)?,
            origin: tensors.shaped(&format!("runtime_{name}_origins"), &[k, dim])?,
            channel,
        })
    };
    let (pockets, open) = (pockets("pocket")?, pockets("open")?);
    let (k, channel) = of("runtime_pull_channels")?;
    let axis = tensors.integers("runtime_pull_axes", 0, dim)?;
    if axis.len() != k {
        return Err(misshapen("runtime_pull_axes"));
    }
    let pulls = Pulls {
        dim,
        vertex: vertices("runtime_pull_vertices", 0, k)?,
        axis: axis.into_iter().map(|a| a as usize).collect(),
        stiffness: stiff("runtime_pull_stiffness", k)?,
        rest: tensors.shaped("runtime_pull_rest", &[k])?,
        channel,
    };
    Ok(Actuators { channels, springs, pockets, open, pulls, ..Actuators::none(dim) })
}

fn push_projective(model: &ProjectiveModel, out: &mut Writer) {
    push_rows("runtime_clusters", &model.clusters.rows, out);
    out.floats("runtime_cluster_weights", &[model.weight.len()], &model.weight);
    push_rows("runtime_laplacian", &model.laplacian, out);
}

fn read_projective(
    tensors: &Tensors,
    model: Arc<ReducedModel>,
    shape: Shape,
) -> Result<ProjectiveModel> {
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
    let entries = (0..rows.count()).flat_map(|i| rows.row(i));
    out.singles("runtime_surface_rows", &[rows.count(), rows.width()], entries);
    if let Some(Hung { corners: list, weights }) = skin.hung() {
        let shape = [skin.count(), corners];
        out.small_integers("runtime_surface_corners", &shape, list);
        out.singles("runtime_surface_shares", &shape, weights);
    }
}

fn read_shell(tensors: &Tensors, shape: Shape) -> Result<Shell> {
    let own = tensors.has("runtime_surface_vertices");
    let display = tensors.display(if own { "runtime_surface" } else { "surface" })?;
    let (d, w, per) = (shape.dim, shape.width, shape.dim / shape.columns);
    let (entries, count) = tensors.single_rows("runtime_surface_rows", w)?;
    if count % per != 0 {
        return Err(misshapen("runtime_surface_rows"));
    }
    let rows = Rows::from_fn(count, w, |i, j| entries[i * w + j].into());
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
    let entries = (0..rows.count()).flat_map(|i| rows.row(i));
    out.floats(name, &[rows.count(), rows.width()], entries);
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
        Some(c) => Err(wrong(name, &format!("holds {c}, but there are {count} channels"))),
        None => Ok((list.len(), list)),
    }
}

fn not_negative(name: &str, values: &[f64]) -> Result<()> {
    match values.iter().all(|x| *x >= 0.0) {
        true => Ok(()),
        false => Err(wrong(name, "holds negative numbers")),
    }
}
