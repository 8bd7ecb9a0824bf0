//! The reduced model: everything that simulating a subspace needs.
//!
//! Immutable and shared. Vertices that anything at run time may touch, the *interface*, are numbered
//! on their own: first those that actuators move, then the contact points, then the rest of the
//! boundary. What is linear or quadratic in the coordinates is kept as vectors and matrices:
//!
//! ```text
//! gravity, loads:  -f . z          muscles:  max(0, A) (z^T Q z / 2 + l . z)
//! ```

use super::clusters::clusters;
use super::coordinates::{Coordinates, Motion};
use super::cubature::{Cubature, CubatureSpec, States};
use crate::body::Body;
use crate::energy::{Actuators, ContactPoints};
use crate::error::Result;
use crate::linalg::{Mat, Rows};
use crate::material::{Lame, Law};
use crate::progress::Progress;
use crate::subspace::{Linearisation, Subspace};

/// Clusters tried first where the error decides.
const FIRST: usize = 64;
/// Clusters at most where the error decides.
const MOST: usize = 1024;
/// Contact points of a reduced model at most.
const CONTACTS: usize = 400;

/// A quadratic energy: of a muscle per unit of stress, or one that is always there.
#[derive(Debug, Clone, PartialEq)]
pub struct Quadratic {
    /// The channel of the muscle; none for an energy that is always there.
    pub channel: Option<usize>,
    /// `Q`: square; for skinning the same along every axis.
    pub matrix: Rows,
    /// `l`, a number per coordinate.
    pub linear: Vec<f64>,
}

/// What a reduced model is made of beside its subspace.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// What drives the body.
    pub actuators: &'a Actuators,
    /// Vertices that may touch something.
    pub contact: &'a ContactPoints,
    /// Cells that stand for all.
    pub cubature: CubatureSpec,
    /// Displacements that the prior causes, one per column, for fitting; or no columns.
    pub responses: &'a Mat,
}

impl Parts<'_> {
    /// Draws of the prior that give enough responses.
    pub const DRAWS: usize = 36;
}

/// A subspace ready to be simulated.
#[derive(Debug, Clone)]
pub struct ReducedModel {
    /// 2 or 3.
    pub dim: usize,
    /// Constitutive law.
    pub law: Law,
    /// Rest stiffness of every coordinate.
    pub spectrum: Vec<f64>,
    /// Cells that stand for all.
    pub cubature: Cubature,
    /// Lame parameters of these cells.
    pub lame: Vec<Lame>,
    /// How they deform.
    pub deformation: Motion,
    /// Numbers of the interface's vertices in the mesh.
    pub interface: Vec<u32>,
    /// Their rest positions.
    pub rest: Vec<f64>,
    /// How they move.
    pub motion: Motion,
    /// Actuators, by numbers of the interface; muscles and loads are in what follows.
    pub actuators: Actuators,
    /// Interface vertices that actuators move: the first so many.
    pub driven: usize,
    /// Muscles, and what the cubature leaves out but is quadratic.
    pub quadratics: Vec<Quadratic>,
    /// Reduced force per unit of amplitude: (channel, force).
    pub loads: Vec<(usize, Vec<f64>)>,
    /// Reduced force of unit acceleration along every axis.
    pub gravity: Vec<Vec<f64>>,
    /// Contact points, by numbers of the interface.
    pub contact: ContactPoints,
    /// Mass of the body, kg.
    pub mass: f64,
    /// Diameter of the body, m.
    pub size: f64,
    /// What follows from the above.
    pub(crate) derived: Derived,
}

/// What follows from the rest of a model.
#[derive(Debug, Clone)]
pub(crate) struct Derived {
    ones: Vec<f64>,
    /// Vertices of the mesh with their numbers in the interface, ascending.
    local: Vec<(u32, u32)>,
}

impl Derived {
    pub(crate) fn new(coordinates: usize, interface: &[u32]) -> Self {
        let mut local: Vec<(u32, u32)> = interface.iter().copied().zip(0..).collect();
        local.sort_unstable();
        Derived { ones: vec![1.0; coordinates], local }
    }
}

impl Quadratic {
    /// What it is multiplied by at these amplitudes; muscles pull only.
    pub fn strength(&self, amplitudes: &[f64]) -> f64 {
        self.channel.map_or(1.0, |c| amplitudes.get(c).copied().unwrap_or(0.0).max(0.0))
    }
}

impl ReducedModel {
    /// Is a channel a muscle, which pulls and never pushes?
    pub fn is_muscle(&self, channel: usize) -> bool {
        self.quadratics.iter().any(|q| q.channel == Some(channel))
    }

    /// The model of a designed subspace.
    pub fn new(
        lin: &Linearisation<'_>,
        subspace: &Subspace,
        parts: Parts<'_>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let coordinates = Coordinates::new(lin, subspace)?;
        let cubature = choose(lin, subspace, &coordinates, parts, progress)?;
        Ok(Self::assemble(lin, &coordinates, cubature, parts))
    }

    /// The model of given coordinates and cubature.
    pub fn assemble(
        lin: &Linearisation<'_>,
        coordinates: &Coordinates,
        cubature: Cubature,
        parts: Parts<'_>,
    ) -> Self {
        let body = lin.body;
        let d = body.dim();
        let contact = thinned(body, parts.contact, CONTACTS);
        let (interface, driven) = interface(body, parts.actuators, &contact);
        let mut local = vec![0u32; body.mesh.vertex_count()];
        interface.iter().enumerate().for_each(|(k, &v)| local[v as usize] = k as u32);
        let actuators = renumbered(parts.actuators, &local);
        let rest = interface.iter().flat_map(|&v| body.mesh.point(v as usize).to_vec()).collect();
        let mass = body.dof_mass();
        let weight = |c: usize| -> Vec<f64> {
            (0..body.dofs()).map(|i| if i % d == c { mass[i] } else { 0.0 }).collect()
        };
        ReducedModel {
            dim: d,
            law: body.law,
            spectrum: coordinates.spectrum(),
            lame: cubature.cells.iter().map(|&t| body.lame[t as usize]).collect(),
            deformation: coordinates.gradients(lin, &cubature.cells),
            cubature,
            rest,
            motion: coordinates.at(&interface),
            derived: Derived::new(coordinates.size(), &interface),
            interface,
            driven,
            quadratics: muscles(lin, coordinates, parts.actuators),
            loads: loads(body, coordinates, parts.actuators),
            actuators,
            gravity: (0..d).map(|c| coordinates.reduced(&weight(c))).collect(),
            contact: ContactPoints {
                vertices: contact.vertices.iter().map(|&v| local[v as usize]).collect(),
                ..contact
            },
            mass: body.mass.iter().sum(),
            size: body.mesh.diagonal(),
        }
    }

    /// Number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.spectrum.len()
    }

    /// The reduced mass: the identity.
    pub fn unit_mass(&self) -> &[f64] {
        &self.derived.ones
    }

    /// Number in the interface of a vertex of the mesh.
    pub fn local(&self, vertex: u32) -> Option<usize> {
        let all = &self.derived.local;
        let k = all.binary_search_by_key(&vertex, |(v, _)| *v).ok()?;
        Some(all[k].1 as usize)
    }

    /// Vertices of the mesh, as far as the interface knows them: all numbers in it are smaller.
    pub fn vertices(&self) -> usize {
        self.derived.local.last().map_or(0, |(v, _)| *v as usize + 1)
    }
}

/// The cubature asked for.
fn choose(
    lin: &Linearisation<'_>,
    subspace: &Subspace,
    coordinates: &Coordinates,
    parts: Parts<'_>,
    progress: &dyn Progress,
) -> Result<Cubature> {
    if matches!(parts.cubature, CubatureSpec::Cells(count) if count >= lin.body.mesh.cell_count()) {
        return Ok(Cubature::all(lin));
    }
    let modes = subspace.weights.as_ref().unwrap_or(&subspace.basis);
    let mut states = States::new(lin, coordinates, parts.responses)?;
    let mut fitted = |count| states.fit(&clusters(lin.body, modes, count), progress);
    match parts.cubature {
        CubatureSpec::Cells(count) => fitted(count),
        CubatureSpec::Error { error } => {
            let mut count = FIRST;
            loop {
                let found = fitted(count)?;
                if found.error <= error || count >= MOST.min(lin.body.mesh.cell_count()) {
                    return Ok(found);
                }
                count *= 2;
            }
        }
    }
}

/// Vertices that anything at run time may touch, and how many of them actuators move.
fn interface(body: &Body, actuators: &Actuators, contact: &ContactPoints) -> (Vec<u32>, usize) {
    let mut seen = vec![false; body.mesh.vertex_count()];
    let mut all = Vec::new();
    let mut add = |v: u32, all: &mut Vec<u32>| {
        if !std::mem::replace(&mut seen[v as usize], true) {
            all.push(v);
        }
    };
    let ends = actuators.springs.ends.iter().flatten();
    let walls = actuators.pockets.walls.iter().chain(&actuators.open.walls);
    for &v in ends.chain(walls).chain(&actuators.pulls.vertex) {
        add(v, &mut all);
    }
    let driven = all.len();
    let boundary =
        (0..body.mesh.vertex_count() as u32).filter(|&i| body.boundary.on_boundary(i as usize));
    for v in contact.vertices.iter().copied().chain(boundary) {
        add(v, &mut all);
    }
    (all, driven)
}

/// The actuators with vertices numbered anew, without muscles and loads.
fn renumbered(actuators: &Actuators, local: &[u32]) -> Actuators {
    let mut out = actuators.clone();
    let number = |v: &mut u32| *v = local[*v as usize];
    out.springs.ends.iter_mut().flatten().for_each(number);
    out.pockets.walls.iter_mut().chain(&mut out.open.walls).for_each(number);
    out.pulls.vertex.iter_mut().for_each(number);
    out.muscles = crate::energy::Muscles { dim: actuators.muscles.dim, ..Default::default() };
    out.loads.clear();
    out
}

/// Muscles as quadratic energies of the coordinates: with `g = sum_a s_a phi_a` of a cell,
/// `F d = d + T g`, so that `Q = sum v g g^T` and `l = sum v g d^T`.
fn muscles(
    lin: &Linearisation<'_>,
    coordinates: &Coordinates,
    actuators: &Actuators,
) -> Vec<Quadratic> {
    let (all, d) = (&actuators.muscles, lin.body.dim());
    let rest = lin.body.mesh.positions();
    let (width, rows) = (coordinates.functions.ncols(), d / coordinates.columns());
    let each = muscle_products(lin, coordinates, coordinates, actuators).into_iter();
    each.map(|(channel, matrix)| {
        let mut linear = vec![0.0; coordinates.size()];
        let mut g = vec![0.0; rows * width];
        for s in (0..all.volume.len()).filter(|&s| all.channel[s] == channel) {
            fiber_gradient(coordinates, actuators, s, &mut g);
            let mut fiber = [0.0; 3];
            for (&i, slope) in all.corners(s).iter().zip(all.slopes(s)) {
                (0..d).for_each(|c| fiber[c] += slope * rest[i as usize * d + c]);
            }
            for r in 0..rows {
                for c in 0..coordinates.columns() {
                    let along = all.volume[s] * if coordinates.blend { fiber[c] } else { fiber[r] };
                    let to = linear[c * width..][..width].iter_mut();
                    to.zip(&g[r * width..]).for_each(|(l, g)| *l += along * g);
                }
            }
        }
        Quadratic { channel: Some(channel), matrix, linear }
    })
    .collect()
}

/// `g = sum_a s_a phi_a` of muscle cell `s`: one row for skinning, `d` for modes.
fn fiber_gradient(coordinates: &Coordinates, actuators: &Actuators, s: usize, g: &mut [f64]) {
    let (all, phi) = (&actuators.muscles, &coordinates.functions);
    let rows = coordinates.dim / coordinates.columns();
    g.fill(0.0);
    for (&i, slope) in all.corners(s).iter().zip(all.slopes(s)) {
        for (r, g) in g.chunks_exact_mut(phi.ncols().max(1)).enumerate() {
            for (a, g) in g.iter_mut().enumerate() {
                *g += slope * phi[(i as usize * rows + r, a)];
            }
        }
    }
}

/// `sum v g_a g_b^T` of every muscle for the functions of two subspaces: (channel, matrix).
pub(super) fn muscle_products(
    lin: &Linearisation<'_>,
    a: &Coordinates,
    b: &Coordinates,
    actuators: &Actuators,
) -> Vec<(usize, Rows)> {
    let all = &actuators.muscles;
    let rows = lin.body.dim() / a.columns();
    let (wa, wb) = (a.functions.ncols(), b.functions.ncols());
    let mut channels: Vec<usize> = all.channel.clone();
    channels.sort_unstable();
    channels.dedup();
    let (mut ga, mut gb) = (vec![0.0; rows * wa], vec![0.0; rows * wb]);
    let each = channels.into_iter().map(|channel| {
        let mut q = Rows::from_fn(wa, wb, |_, _| 0.0);
        for s in (0..all.volume.len()).filter(|&s| all.channel[s] == channel) {
            fiber_gradient(a, actuators, s, &mut ga);
            fiber_gradient(b, actuators, s, &mut gb);
            let v = all.volume[s];
            for (ga, gb) in ga.chunks_exact(wa.max(1)).zip(gb.chunks_exact(wb.max(1))) {
                for (i, x) in ga.iter().enumerate() {
                    let to = q.row_mut(i).iter_mut();
                    to.zip(gb).for_each(|(q, y)| *q += v * x * y);
                }
            }
        }
        (channel, q)
    });
    each.collect()
}

/// Reduced loads, channel by channel.
fn loads(body: &Body, coordinates: &Coordinates, actuators: &Actuators) -> Vec<(usize, Vec<f64>)> {
    let per_channel = actuators.loads.chunk_by(|a, b| a.0 == b.0).map(|entries| {
        let mut force = vec![0.0; body.dofs()];
        entries.iter().for_each(|&(_, dof, value)| force[dof as usize] += value);
        (entries[0].0, coordinates.reduced(&force))
    });
    per_channel.collect()
}

/// `most` contact points at most, far apart; each takes the area of the vertices nearest to it.
fn thinned(body: &Body, contact: &ContactPoints, most: usize) -> ContactPoints {
    let count = contact.vertices.len();
    if count <= most {
        return contact.clone();
    }
    let point = |k: usize| body.mesh.point(contact.vertices[k] as usize);
    let mut nearest = vec![(f64::INFINITY, 0); count];
    let (mut chosen, mut next) = (Vec::new(), 0);
    while chosen.len() < most {
        for (k, near) in nearest.iter_mut().enumerate() {
            let away: f64 = point(k).iter().zip(point(next)).map(|(a, b)| (a - b).powi(2)).sum();
            if away < near.0 {
                *near = (away, chosen.len());
            }
        }
        chosen.push(next);
        next = (0..count).fold(0, |best, k| if nearest[k].0 > nearest[best].0 { k } else { best });
    }
    let mut areas = vec![0.0; chosen.len()];
    nearest.iter().zip(&contact.areas).for_each(|((_, k), area)| areas[*k] += area);
    let vertices = chosen.iter().map(|&k| contact.vertices[k]).collect();
    ContactPoints { vertices, areas, ..contact.clone() }
}
