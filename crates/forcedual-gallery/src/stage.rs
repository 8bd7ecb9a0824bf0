//! Bodies that are played with: in full, and in subspaces.

use forcedual::body::Body;
use forcedual::energy::{Actuators, ContactPoints, Handle};
use forcedual::force::Gaussian;
use forcedual::mesh::display::{Attached, Follower};
use forcedual::mesh::select::{BallRegion, Selection};
use forcedual::mesh::zoo;
use forcedual::progress::{Progress, check};
use forcedual::reduce::{Coordinates, CubatureSpec, MixtureModel, Parts, ReducedModel};
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::simulate::{
    Adaptive, Controls, Full, Integrator, Reduced, Rule, Settings, State, StepReport, Stepper,
    System,
};
use forcedual::subspace::compare::{HeldOut, curve};
use forcedual::subspace::{
    Linearisation, Method, ModeCount, Subspace, SubspaceKind, SubspaceSpec, design,
};
use forcedual::{Code, Error, Result};
use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

/// Slow enough that waves do not matter.
pub const SLOW: Settings =
    Settings { h: 1.0, integrator: Integrator::BackwardEuler, iterations: 30, tolerance: 1e-6 };
/// Steps of a play; what happens is at its end after half of them.
pub const STEPS: usize = 20;

/// What happens to a body over time.
pub type Play<'a> = dyn Fn(f64, &mut Controls) + 'a;

/// From so many cells on a mesh is fine.
const FINE: usize = 40_000;
/// Height below which the feet of coarse bodies are held, m: they have few vertices lower down.
const FEET: f64 = 0.07;

/// A creature's own scene.
pub fn own_scene(name: &str) -> Result<SceneFile> {
    let found = zoo::Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == name);
    let known = found.ok_or_else(|| Error::new(Code::Scene, format!("no creature `{name}`")))?;
    SceneFile::parse(known.scene, Format::Toml, Path::new("."))
}

/// A creature's body with more pins, other forces, another subspace and another simulation.
pub fn creature(name: &str, cells: usize, rest: &str) -> Result<SceneFile> {
    let own = own_scene(name)?;
    let text = format!("[mesh]\nshape = \"{name}\"\ncells = {cells}\n{rest}");
    let mut scene = SceneFile::parse(&text, Format::Toml, Path::new("."))?;
    let mut pins = own.scene().pin.clone();
    for pin in pins.iter_mut().filter(|_| cells < FINE) {
        if let Selection::HalfSpace(below) = &mut pin.r#where
            && below.normal.get(1).is_some_and(|y| *y < 0.0)
        {
            below.point[1] = below.point[1].max(FEET);
        }
    }
    let spec = scene.scene_mut();
    pins.append(&mut spec.pin);
    spec.pin = pins;
    spec.material = own.scene().material.clone();
    Ok(scene)
}

/// A share that grows to one within the first half of a play.
pub fn share(time: f64) -> f64 {
    (2.0 * time / (STEPS as f64 * SLOW.h)).min(1.0)
}

/// A body with its factored stiffness, and what drives it.
pub struct Stage<'a> {
    /// The factored body.
    pub lin: &'a Linearisation<'a>,
    /// Its mesh, masses and materials.
    pub body: &'a Body,
    /// The forces to expect.
    pub prior: Gaussian,
    /// The subspace that the scene asks for.
    pub spec: SubspaceSpec,
    /// What drives it.
    pub actuators: Actuators,
    pub(crate) scene: &'a SceneFile,
    /// Made when it is looked at.
    pub(crate) skin: OnceCell<Follower>,
    /// The same with fewer vertices.
    pub(crate) thin: OnceCell<Attached>,
    pub(crate) progress: &'a dyn Progress,
}

/// Subspaces that are changed between.
pub struct Mixture {
    model: Arc<MixtureModel>,
    /// What the coordinates of all of them, side by side, mean.
    all: Coordinates,
}

/// Sets a scene up.
pub fn on_stage<T>(
    scene: &SceneFile,
    progress: &dyn Progress,
    act: impl FnOnce(&Stage<'_>) -> Result<T>,
) -> Result<T> {
    let (body, _) = scene.body(progress)?;
    let lin = scene.linearise(&body, progress)?;
    let stage = Stage {
        prior: scene.prior(&lin)?,
        spec: scene.scene().subspace.clone(),
        actuators: scene.actuators(&lin)?,
        lin: &lin,
        body: &body,
        scene,
        skin: OnceCell::new(),
        thin: OnceCell::new(),
        progress,
    };
    act(&stage)
}

impl Stage<'_> {
    /// The scene's subspace by a method.
    pub fn by(&self, method: Method) -> Result<Subspace> {
        self.subspace(&SubspaceSpec { method, ..self.spec.clone() })
    }

    /// A subspace of the scene's method, of some kind and size.
    pub fn sized(&self, method: Method, kind: SubspaceKind, modes: usize) -> Result<Subspace> {
        let modes = ModeCount::Number(modes);
        self.subspace(&SubspaceSpec { method, kind, modes, ..self.spec.clone() })
    }

    /// A subspace for the scene's prior.
    pub fn subspace(&self, spec: &SubspaceSpec) -> Result<Subspace> {
        design(self.lin, &self.prior, spec, Path::new("."), self.progress)
    }

    /// A subspace for another prior.
    pub fn subspace_for(&self, prior: &Gaussian, spec: &SubspaceSpec) -> Result<Subspace> {
        design(self.lin, prior, spec, Path::new("."), self.progress)
    }

    /// The body in a subspace, all cells of it, and what its coordinates mean.
    pub fn reduced(&self, subspace: &Subspace) -> Result<(Reduced, Coordinates)> {
        self.reduced_by(subspace, self.all_cells())
    }

    fn all_cells(&self) -> CubatureSpec {
        CubatureSpec::Cells(self.body.mesh.cell_count())
    }

    /// What a reduced body has beside its subspace.
    fn with_parts<T>(
        &self,
        cubature: CubatureSpec,
        make: impl FnOnce(Parts<'_>) -> Result<T>,
    ) -> Result<T> {
        let responses = self.lin.solve(self.prior.draw(Parts::DRAWS, 1));
        let contact = ContactPoints::of(self.body);
        let (actuators, responses) = (&self.actuators, &responses);
        make(Parts { actuators, contact: &contact, cubature, responses })
    }

    /// The same with a cubature of its own.
    pub fn reduced_by(
        &self,
        subspace: &Subspace,
        cubature: CubatureSpec,
    ) -> Result<(Reduced, Coordinates)> {
        let model = self.with_parts(cubature, |parts| {
            ReducedModel::new(self.lin, subspace, parts, self.progress)
        })?;
        Ok((Reduced::new(Arc::new(model)), Coordinates::new(self.lin, subspace)?))
    }

    /// Displacements at every step of a play in a subspace, the rest before it included.
    pub fn play(&self, subspace: &Subspace, play: &Play<'_>) -> Result<Vec<Vec<f64>>> {
        let (mut reduced, coordinates) = self.reduced(subspace)?;
        let states = self.steps(&mut reduced, play)?;
        Ok(states.iter().map(|z| coordinates.displacement(z)).collect())
    }

    /// A subspace of the scene's size for each of several priors with names and probabilities.
    pub fn mixture(&self, priors: Vec<(String, f64, Gaussian)>) -> Result<Arc<Mixture>> {
        let mut components = Vec::new();
        let mut bases = Vec::new();
        for (name, probability, prior) in priors {
            let subspace = design(self.lin, &prior, &self.spec, Path::new("."), self.progress)?;
            bases.push(Coordinates::new(self.lin, &subspace)?);
            components.push((name, probability, prior, subspace));
        }
        let (model, _) = self.with_parts(self.all_cells(), |parts| {
            MixtureModel::new(self.lin, parts, components, self.progress)
        })?;
        Ok(Arc::new(Mixture { model: Arc::new(model), all: Coordinates::joined(&bases) }))
    }

    /// A play in subspaces that change as forces are felt.
    pub fn play_adaptive(
        &self,
        mixture: &Mixture,
        rule: Rule,
        play: &Play<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        let mut adaptive = Adaptive::new(mixture.model.clone(), SLOW, rule)?;
        let mut controls = Controls::rest(self.actuators.channels.len());
        let (mut z, mut v) = (vec![0.0; mixture.all.size()], vec![0.0; mixture.all.size()]);
        let mut frames = vec![vec![0.0; self.body.dofs()]];
        self.progress.stage("play", STEPS);
        for k in 1..=STEPS {
            check(self.progress)?;
            play(k as f64 * SLOW.h, &mut controls);
            arrived(&adaptive.step(&controls).step, k)?;
            self.progress.advance(k);
            adaptive.joined(&mut z, &mut v);
            frames.push(mixture.all.displacement(&z));
        }
        Ok(frames)
    }

    /// The same in full.
    pub fn play_in_full(&self, play: &Play<'_>) -> Result<Vec<Vec<f64>>> {
        let mut full = self.full()?;
        let states = self.steps(&mut full, play)?;
        Ok(states.iter().map(|z| self.displacement(&mut full, z)).collect())
    }

    /// The body in full.
    pub fn full(&self) -> Result<Full<'_>> {
        Full::new(self.body, &self.actuators, ContactPoints::of(self.body))
    }

    /// How far all vertices are from rest in a state of the full body.
    pub fn displacement(&self, full: &mut Full<'_>, z: &[f64]) -> Vec<f64> {
        difference(full.positions(z), self.body.mesh.positions())
    }

    /// States at every step of a play.
    pub fn steps(&self, system: &mut impl System, play: &Play<'_>) -> Result<Vec<Vec<f64>>> {
        self.steps_by(SLOW, STEPS, system, play)
    }

    /// The same by other steps. One that does not arrive at its end is an error.
    pub fn steps_by(
        &self,
        settings: Settings,
        count: usize,
        system: &mut impl System,
        play: &Play<'_>,
    ) -> Result<Vec<Vec<f64>>> {
        let mut state = State::rest(system.size());
        let mut stepper = Stepper::new(settings, system.size())?;
        let mut controls = Controls::rest(self.actuators.channels.len());
        let mut states = vec![state.z.clone()];
        self.progress.stage("play", count);
        for k in 1..=count {
            check(self.progress)?;
            play(k as f64 * settings.h, &mut controls);
            arrived(&stepper.step(system, &mut state, &controls), k)?;
            states.push(state.z.clone());
            self.progress.advance(k);
        }
        Ok(states)
    }

    /// Relative errors of more and more modes of a method for a prior under forces held out, squared.
    pub fn convergence(
        &self,
        method: Method,
        prior: &Gaussian,
        held_out: &HeldOut,
        modes: usize,
    ) -> Result<Vec<(f64, f64)>> {
        let spec = SubspaceSpec { method, ..self.spec.clone() };
        let folder = Path::new(".");
        let found = curve(self.lin, prior, held_out, &spec, modes, folder, self.progress)?;
        Ok(found.points.iter().map(|p| (p.dofs as f64, p.reduced_solve)).collect())
    }

    /// Springs on all vertices of the boundary near a place, so stiff together, that pull them so far.
    pub fn grip(&self, place: &[f64], radius: f64, by: [f64; 3], stiffness: f64) -> Grip<'_> {
        let near = |&i: &usize| self.body.boundary.on_boundary(i) && self.away(i, place) < radius;
        let vertices: Vec<usize> = (0..self.body.mesh.vertex_count()).filter(near).collect();
        let stiffness = stiffness / vertices.len().max(1) as f64;
        Grip { body: self.body, vertices, by, stiffness }
    }

    /// Root of the sum of squares over some vertices, by mass.
    pub fn size(&self, u: &[f64], of: impl Fn(usize) -> bool) -> f64 {
        let d = self.body.dim();
        let each = u.iter().zip(self.lin.mass()).enumerate().filter(|(i, _)| of(i / d));
        each.map(|(_, (u, m))| m * u * u).sum::<f64>().sqrt()
    }

    /// Distance of the last frame of a motion from that of another, relative to the other's motion.
    pub fn error(&self, motion: &[Vec<f64>], truth: &[Vec<f64>]) -> f64 {
        let (Some(u), Some(t)) = (motion.last(), truth.last()) else { return f64::NAN };
        self.size(&difference(u, t), |_| true) / self.size(t, |_| true)
    }

    /// Is a cell in one of some regions?
    pub fn is_in(&self, cell: usize, regions: &[&str]) -> bool {
        let mesh = &self.body.mesh;
        let label = mesh.cell_labels()[cell] as usize;
        let name = label.checked_sub(1).and_then(|k| mesh.regions().get(k));
        name.is_some_and(|n| regions.contains(&n.as_str()))
    }

    /// For every vertex, is it of a cell in one of some regions?
    pub fn within(&self, regions: &[&str]) -> Vec<bool> {
        let mesh = &self.body.mesh;
        let mut inside = vec![false; mesh.vertex_count()];
        for t in (0..mesh.cell_count()).filter(|&t| self.is_in(t, regions)) {
            mesh.cell(t).iter().for_each(|&i| inside[i as usize] = true);
        }
        inside
    }

    /// Root mean square of Green's strain in some regions.
    pub fn strain(&self, u: &[f64], regions: &[&str]) -> f64 {
        let (mesh, d) = (&self.body.mesh, self.body.dim());
        let (mut sum, mut volume) = (0.0, 0.0);
        for (t, v) in
            self.body.geometry.volumes.iter().enumerate().filter(|(t, _)| self.is_in(*t, regions))
        {
            let mut f: [[f64; 3]; 3] =
                std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
            for (a, &w) in mesh.cell(t).iter().enumerate() {
                let g = self.body.geometry.gradient(t, a);
                for i in 0..d {
                    (0..d).for_each(|j| f[i][j] += u[d * w as usize + i] * g[j]);
                }
            }
            for i in 0..d {
                for j in 0..d {
                    let c: f64 = (0..d).map(|k| f[k][i] * f[k][j]).sum();
                    sum += v * 0.25 * (c - f64::from(u8::from(i == j))).powi(2);
                }
            }
            volume += v;
        }
        (sum / volume).sqrt()
    }

    /// The vertices within a ball.
    pub fn around(&self, center: &[f64], radius: f64) -> Selection {
        Selection::Ball(BallRegion { center: center.to_vec(), radius })
    }

    /// How far a vertex is from a place, m.
    pub fn away(&self, vertex: usize, place: &[f64]) -> f64 {
        let squares = self.body.mesh.point(vertex).iter().zip(place).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f64>().sqrt()
    }

    /// The free vertex of the boundary nearest to a place.
    pub fn nearest(&self, place: &[f64]) -> u32 {
        let n = self.body.mesh.vertex_count();
        let free = (0..n).filter(|&i| self.body.boundary.on_boundary(i) && !self.body.held[i]);
        let by = |a: &usize, b: &usize| self.away(*a, place).total_cmp(&self.away(*b, place));
        free.min_by(by).unwrap_or(0) as u32
    }

    /// A hand on the vertex nearest to a place that moves it by so much.
    pub fn hand(&self, place: &[f64], by: [f64; 3], stiffness: f64, time: f64) -> Handle {
        let vertex = self.nearest(place);
        let from = self.body.mesh.point(vertex as usize);
        let to = |c: usize| from.get(c).copied().unwrap_or(0.0) + share(time) * by[c];
        Handle::on(vertex, std::array::from_fn(to), stiffness)
    }
}

/// Springs that hold on to some vertices.
pub struct Grip<'a> {
    body: &'a Body,
    vertices: Vec<usize>,
    by: [f64; 3],
    stiffness: f64,
}

impl Grip<'_> {
    /// The springs at a time of a play.
    pub fn at(&self, time: f64) -> Vec<Handle> {
        let on = |&i: &usize| {
            let p = self.body.mesh.point(i);
            let to = |c: usize| p.get(c).copied().unwrap_or(0.0) + share(time) * self.by[c];
            Handle::on(i as u32, std::array::from_fn(to), self.stiffness)
        };
        self.vertices.iter().map(on).collect()
    }
}

/// A step that did not arrive at its end is no measure for others.
pub fn arrived(report: &StepReport, step: usize) -> Result<()> {
    if report.converged && !report.held {
        return Ok(());
    }
    let left = forcedual::text::significant(report.residual);
    let message = format!("step {step} of the play was not solved: positions may be {left} m off");
    Err(Error::new(Code::Numeric, message))
}

/// Lengths of the displacements of vertices.
pub fn lengths(u: &[f64], dim: usize) -> Vec<f64> {
    u.chunks_exact(dim).map(|u| u.iter().map(|x| x * x).sum::<f64>().sqrt()).collect()
}

/// `a - b`.
pub fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
