//! What pages are told about bodies, priors and models.

use crate::protocol;
use forcedual::body::Body;
use forcedual::export::Model;
use forcedual::linalg::{Mat, column, norm};
use forcedual::mesh::SimplexMesh;
use forcedual::mesh::display::Attached;
use forcedual::scene::simulation::{Dynamics, Runtime, SolverSpec};
use forcedual::scene::{Scene, Sketch};
use forcedual::subspace::linearisation::LinearisationTimes;
use forcedual::subspace::{Linearisation, Modes, Subspace, SubspaceSpec};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// Modes whose shapes are sent.
const SHAPES: usize = 48;
/// Arrows of a draw.
const ARROWS: usize = 300;
/// The longest arrow of each force and the largest displacement, in sizes of the body.
const LONGEST: [f64; 2] = [0.2, 0.1];
/// Range of sliders, in standard deviations.
const RANGE: f64 = 3.0;

/// An object with more entries.
pub fn with(mut value: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
        all.extend(more);
    }
    value
}

/// The body.
pub fn body(rev: u32, body: &Body, warnings: Vec<String>) -> Value {
    let cavity = |shell: &&forcedual::mesh::Shell| json!({ "centre": body.boundary.centroid(&body.mesh, shell), "volume": shell.volume.abs() });
    let cavities: Vec<Value> = body.boundary.cavities().iter().map(cavity).collect();
    let more = json!({
        "mass": body.mass.iter().sum::<f64>(),
        "held": body.held.iter().filter(|held| **held).count(),
        "cavities": cavities,
        "warnings": warnings,
    });
    with(shape(rev, &body.mesh), more)
}

/// The body of a model.
pub fn body_of_model(rev: u32, mesh: &SimplexMesh, model: &Model) -> Value {
    let mass: f64 = model.mass.iter().sum();
    let held = model.held.iter().filter(|held| **held).count();
    let more = json!({ "mass": mass, "held": held, "cavities": [], "warnings": [] });
    with(shape(rev, mesh), more)
}

fn shape(rev: u32, mesh: &SimplexMesh) -> Value {
    let (low, high) = mesh.bounds();
    let size: [f64; 3] = std::array::from_fn(|c| high[c] - low[c]);
    json!({
        "is": "body",
        "rev": rev,
        "dim": mesh.dim(),
        "vertices": mesh.vertex_count(),
        "cells": mesh.cell_count(),
        "size": size,
        "low": low,
        "high": high,
        "regions": mesh.regions(),
    })
}

/// The forces of a scene and their parts, by name, and what they look like.
pub fn prior(rev: u32, scene: &Scene, sketch: &Sketch) -> Value {
    let each = scene.all_forces().into_iter();
    let forces: Vec<Value> =
        each.map(|(_, f)| json!({ "name": f.name, "kind": f.kind.name() })).collect();
    let said = json!({ "is": "prior", "rev": rev, "forces": forces, "doubts": [] });
    with(said, json!(sketch))
}

/// Seconds that the stages of an edit took; nothing where one did not run.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    /// Making the mesh and the surface.
    pub mesh: Option<f64>,
    /// Assembling, ordering and factoring the stiffness at rest.
    pub rest: Option<LinearisationTimes>,
    /// Building the prior.
    pub prior: f64,
    /// Finding modes.
    pub modes: f64,
    /// Certifying them.
    pub certificate: f64,
    /// Preparing simulation.
    pub runtime: f64,
}

impl Spent {
    fn told(&self) -> Value {
        let rest = |time: fn(LinearisationTimes) -> Duration| {
            self.rest.map(|times| time(times).as_secs_f64())
        };
        let ran = |seconds: f64| (seconds > 0.0).then_some(seconds);
        let all = [
            ("mesh", self.mesh),
            ("assemble", rest(|t| t.assemble)),
            ("order", rest(|t| t.order)),
            ("factor", rest(|t| t.factor)),
            ("prior", ran(self.prior)),
            ("modes", ran(self.modes)),
            ("certificate", ran(self.certificate)),
            ("runtime", ran(self.runtime)),
        ];
        all.into_iter().filter_map(|(name, seconds)| Some((name, seconds?))).collect()
    }
}

/// A designed model.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    /// Revision of its scene.
    pub rev: u32,
    /// The body at rest.
    pub lin: &'a Linearisation<'a>,
    /// The subspace.
    pub subspace: &'a Subspace,
}

impl Told<'_> {
    /// The message; without a run time, which takes longer, it is not yet played.
    pub fn message(&self, spent: &Spent, runtime: Option<&Runtime>) -> Value {
        let Told { rev, lin, subspace } = self;
        let said = json!({
            "is": "model",
            "rev": rev,
            "kind": subspace.kind.name(),
            "method": subspace.method.name(),
            "modes": subspace.modes(),
            "rigid": subspace.rigid,
            "dofs": subspace.basis.ncols(),
            "free_dofs": lin.free_dofs(),
            "eigenvalues": subspace.eigenvalues,
            "captured": shares(&subspace.eigenvalues, subspace.certificate.trace),
            "certificate": subspace.certificate,
            "seconds": spent.told(),
            "warnings": subspace.warnings,
        });
        with(said, playing(runtime))
    }
}

/// Modes that were found, and are not yet certified.
pub fn found(rev: u32, spec: &SubspaceSpec, modes: &Modes, spent: &Spent) -> Value {
    let none: [u8; 0] = [];
    let said = json!({
        "is": "model",
        "rev": rev,
        "kind": spec.kind.name(),
        "method": spec.method.name(),
        "modes": modes.values.len(),
        "rigid": null,
        "dofs": null,
        "free_dofs": null,
        "eigenvalues": modes.values,
        "captured": none,
        "certificate": null,
        "seconds": spent.told(),
        "warnings": none,
    });
    with(said, playing(None))
}

/// A model that was read from a file.
pub fn stored(rev: u32, model: &Model, runtime: &Runtime) -> Value {
    let said = json!({
        "is": "model",
        "rev": rev,
        "kind": model.kind,
        "method": model.method,
        "modes": model.eigenvalues.len(),
        "rigid": model.rigid,
        "dofs": model.reduced_dofs,
        "free_dofs": model.held.iter().filter(|held| !**held).count() * model.dim,
        "eigenvalues": model.eigenvalues,
        "captured": shares(&model.eigenvalues, model.certificate.trace),
        "certificate": model.certificate,
        "seconds": {},
        "warnings": [],
    });
    with(said, playing(Some(runtime)))
}

/// Cumulative share of the variance.
fn shares(eigenvalues: &[f64], trace: f64) -> Vec<f64> {
    let mut sum = 0.0;
    let each = eigenvalues.iter().map(|value| {
        sum += value;
        (sum / trace.max(f64::MIN_POSITIVE)).min(1.0)
    });
    each.collect()
}

/// Channels that people drive: not those that only shake a body without any.
pub fn channels(runtime: &Runtime) -> usize {
    let model = runtime.dynamics.reduced();
    let all = &model.actuators.channels;
    all.iter().take_while(|c| !c.name.starts_with("shake[")).count()
}

fn playing(runtime: Option<&Runtime>) -> Value {
    let Some(runtime) = runtime else {
        let none: [u8; 0] = [];
        return json!({
            "ready": false, "cubature": null, "channels": none, "components": none, "rows": null,
            "script": null, "step": null,
        });
    };
    let model = runtime.dynamics.reduced();
    let count = channels(runtime);
    let channels = model.actuators.channels.iter().take(count).map(|c| {
        json!({
            "name": c.name, "unit": c.unit, "mean": c.mean,
            "low": c.mean - RANGE * c.sigma, "high": c.mean + RANGE * c.sigma,
        })
    });
    let components: Vec<&str> = match &runtime.dynamics {
        Dynamics::Mixture(mixture) => mixture.components.iter().map(|c| c.name.as_str()).collect(),
        _ => Vec::new(),
    };
    let skin = runtime.shell.skin();
    let spec = &runtime.spec;
    let by_cells = spec.solver != SolverSpec::Projective;
    json!({
        "ready": true,
        "cubature": { "cells": model.lame.len(), "error": by_cells.then_some(model.cubature.error) },
        "channels": channels.collect::<Vec<Value>>(),
        "components": components,
        "rows": { "count": skin.count(), "width": skin.rows().width(), "columns": skin.columns() },
        "script": {
            "idle": spec.is_idle(),
            "drives": spec.drive.len(), "handles": spec.handle.len(),
            "colliders": spec.collider.len(), "targets": spec.target.len(),
        },
        "step": spec.step,
        "coordinates": runtime.dynamics.coordinates(),
    })
}

/// Modes or weights on the surface, from column `first` on.
pub fn shapes(
    rev: u32,
    mesh: &SimplexMesh,
    shown: &Attached,
    modes: &Mat,
    first: usize,
) -> Message {
    let dim = modes.nrows() / mesh.vertex_count().max(1);
    let points = shown.cells.len();
    let last = modes.ncols().min(first + SHAPES);
    let on_surface = |k: usize| on_surface(mesh, shown, column(modes.as_ref(), k), dim);
    let all: Vec<Vec<f64>> = (first..last).into_par_iter().map(on_surface).collect();
    protocol::shapes(rev, dim, points, &all)
}

/// `dim` numbers per vertex of the mesh, at the vertices of the surface.
fn on_surface(mesh: &SimplexMesh, shown: &Attached, values: &[f64], dim: usize) -> Vec<f64> {
    let mut out = vec![0.0; shown.cells.len() * dim];
    for c in 0..dim {
        let along: Vec<f64> = values.iter().skip(c).step_by(dim).copied().collect();
        let moved = shown.interpolate(mesh.cells(), &along);
        out.iter_mut().skip(c).step_by(dim).zip(moved).for_each(|(out, u)| *out = u);
    }
    out
}

/// Forces on all vertices and the response to them, made large enough to be seen: each force by a scale of
/// its own, as those at a point are far stronger there than those all over the body.
pub fn draw(
    rev: u32,
    body: &Body,
    shown: &Attached,
    (forces, parts): (&[Vec<f64>], &[u32]),
    response: &[f64],
) -> Message {
    let (d, size) = (body.dim(), body.mesh.diagonal());
    let most = ARROWS.div_ceil(forces.len().max(1));
    let arrows: Vec<[[f64; 3]; 2]> =
        forces.iter().flat_map(|force| arrows(body, force, LONGEST[0] * size, most)).collect();
    let mut moved = on_surface(&body.mesh, shown, response, d);
    let by = scale(response, d, LONGEST[1] * size);
    moved.iter_mut().for_each(|u| *u *= by);
    protocol::draw(rev, &arrows, &moved, parts)
}

/// What makes the longest of these vectors so long.
fn scale(all: &[f64], d: usize, wanted: f64) -> f64 {
    let longest = all.chunks_exact(d).map(norm).fold(0.0, f64::max);
    if longest > 0.0 { wanted / longest } else { 0.0 }
}

/// About so many arrows of a force, the longest so long: from, and along.
fn arrows(body: &Body, force: &[f64], longest: f64, most: usize) -> Vec<[[f64; 3]; 2]> {
    let d = body.dim();
    // by mass, so that arrows do not depend on the size of cells
    let by_mass = |i: usize| body.mass[i / d].max(f64::MIN_POSITIVE).sqrt();
    // those of a few points inside, as springs have, shine through
    let points = force.chunks_exact(d).filter(|f| f.iter().any(|x| *x != 0.0)).count();
    let seen = |i: usize| points <= most || body.boundary.on_boundary(i / d);
    let even = |i: usize| if seen(i) { force[i] / by_mass(i) } else { 0.0 };
    let arrows: Vec<f64> = (0..force.len()).map(even).collect();
    let along = scale(&arrows, d, longest);
    let mut order: Vec<usize> = (0..body.mesh.vertex_count()).collect();
    order.retain(|i| norm(&arrows[i * d..][..d]) > 0.0);
    // every so-and-so-many-th, the order of vertices being that of places
    let step = order.len().div_ceil(most).max(1);
    let arrow = |i: &usize| {
        let lifted =
            |x: &[f64], s: f64| std::array::from_fn(|c| s * x.get(c).copied().unwrap_or(0.0));
        [lifted(body.mesh.point(*i), 1.0), lifted(&arrows[i * d..][..d], along)]
    };
    order.iter().step_by(step).map(arrow).collect()
}
