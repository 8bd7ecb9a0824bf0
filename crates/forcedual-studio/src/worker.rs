//! The worker: a thread that turns scenes into models.
//!
//! Each stage is kept on the stack for as long as later scenes can use it. A scene that differs in its
//! forces only stays in the innermost function, which has the factor at hand; one of another material
//! or with other supports returns one level, one of another mesh two.
//!
//! ```text
//! on_mesh  mesh, surface                    until the mesh changes
//!   on_body  body, factor                   until material, supports or attached handles change
//!     on_forces  prior, modes, run time     until the next scene
//! ```

use crate::attend::AtHand;
use crate::board::Slot;
use crate::mailbox::Job;
use crate::progress::Watching;
use crate::protocol::{self, Binary, HELD, RivalKind, Rows, YOUNG, text};
use crate::rival::Rival;
use crate::session::{Session, defect};
use crate::simulation::{Command, Play};
use crate::tell::{self, Spent};
use forcedual::body::Body;
use forcedual::export::Model;
use forcedual::force::{Force, Gaussian};
use forcedual::mesh::SimplexMesh;
use forcedual::mesh::display::{Attached, Display};
use forcedual::progress::Progress;
use forcedual::scene::simulation::{Runtime, SimulationSpec};
use forcedual::scene::{MeshSpec, Scene, SceneFile, Sketch};
use forcedual::subspace::Linearisation;
use forcedual::{Code, Error, Result};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// Length of a step of scenes that do not say how to simulate, s.
const STEP: f64 = 1.0 / 120.0;

/// A job that was taken, and its progress.
pub struct Taken {
    /// The job.
    pub job: Job,
    /// Its scene, with whole paths.
    pub scene: Arc<SceneFile>,
    /// Its progress.
    pub watch: Watching,
}

/// A mesh and what is looked at.
pub struct Ground {
    /// How it was asked for.
    pub spec: MeshSpec,
    /// Uploads so far: another one may have replaced its file.
    uploads: u64,
    /// The mesh.
    pub mesh: SimplexMesh,
    /// The scene's own surface, where it has one.
    pub surface: Option<Arc<Attached>>,
    /// What is looked at: the surface, or the boundary.
    pub shown: Arc<Attached>,
    /// What the user should know about it.
    pub warnings: Vec<String>,
}

impl Ground {
    /// Is this the mesh of a scene, too?
    fn suits(&self, taken: &Taken, session: &Session) -> bool {
        let spec = &taken.scene.scene().mesh;
        let fresh = spec.shape.is_some() || self.uploads == session.uploads();
        taken.job.model.is_none() && *spec == self.spec && fresh
    }
}

/// The worker's own memory.
pub struct Worker {
    /// What is shared.
    pub session: Arc<Session>,
    /// The last mesh, which undoing may bring back.
    ground: Option<Arc<Ground>>,
    /// The model that is played without its scene.
    pub file: Option<PathBuf>,
    /// The rival that is asked for.
    pub wanted: RivalKind,
    /// The rival at work.
    pub rival: Option<Rival>,
    /// Draws of priors so far.
    pub draws: u64,
    /// The forces whose strength pages know, by their numbers.
    told: Vec<Force>,
}

/// Works until the session ends, whatever happens to scenes on the way.
pub fn run(session: Arc<Session>) {
    while std::panic::catch_unwind(AssertUnwindSafe(|| go_on(session.clone()))).is_err() {
        session.fail(session.rev(), &defect("the work on this scene"));
    }
}

fn go_on(session: Arc<Session>) {
    let mut worker = Worker {
        session,
        ground: None,
        file: None,
        wanted: RivalKind::Off,
        rival: None,
        draws: 0,
        told: Vec::new(),
    };
    let mut next = worker.attend(None);
    while let Some(taken) = next {
        next = match taken.job.model.is_some() {
            true => worker.on_model(taken),
            false => worker.on_mesh(taken),
        };
    }
}

/// How to simulate: as written, else in steps as short as screens are fast.
fn simulation(scene: &Scene) -> SimulationSpec {
    let usual = || SimulationSpec { step: STEP, ..SimulationSpec::default() };
    scene.simulation.clone().unwrap_or_else(usual)
}

/// Forces that hold the body, which the factor depends on.
fn attached(scene: &Scene) -> Vec<&Force> {
    scene.force.iter().filter(|force| force.holds()).collect()
}

impl Worker {
    /// Opens a model and plays it, until the next scene.
    fn on_model(&mut self, taken: Taken) -> Option<Taken> {
        match self.play_model(&taken) {
            Ok(()) => taken.watch.finish(false),
            Err(error) => self.give_up(&taken, &error),
        }
        self.file = taken.job.model;
        let next = self.attend(None);
        self.file = None;
        next
    }

    fn play_model(&mut self, taken: &Taken) -> Result<()> {
        let Taken { job, scene, watch } = taken;
        let Some(path) = &job.model else { return Ok(()) };
        watch.stage("read", 0);
        let model = Model::read(path)?;
        let Some(runtime) = &model.runtime else {
            let error = Error::new(Code::Model, "it does not hold what playing takes");
            return Err(error.file(path).help("design it again, or open its scene"));
        };
        let mesh = SimplexMesh::new(model.mesh())?;
        let shown = match &model.surface {
            Some(surface) => surface.clone(),
            None => Attached::new(&mesh, Display::of_mesh(&mesh)?)?.0,
        };
        let say = |slot, message| self.session.board.say(slot, message);
        say(Slot::Body, text(&tell::body_of_model(job.rev, &mesh, &model)));
        self.show(job.rev, &mesh, &shown);
        self.session.board.forget(|slot| matches!(slot, Slot::Field(_)));
        self.keep_cells(protocol::cells(job.rev, &mesh, &[]));
        say(Slot::Prior, text(&tell::prior(job.rev, scene.scene(), &Sketch::default())));
        let modes = model.weights.as_ref().or(model.basis.as_ref());
        if let Some(modes) = modes {
            let first = modes.ncols() - model.eigenvalues.len().min(modes.ncols());
            let shapes = tell::shapes(job.rev, &mesh, &shown, modes, first);
            say(Slot::Shapes, shapes);
        }
        let runtime = Arc::new(runtime.clone());
        say(Slot::Model, text(&tell::stored(job.rev, &model, &runtime)));
        self.play(job.rev, &runtime);
        Ok(())
    }

    /// Works on scenes of the same mesh.
    fn on_mesh(&mut self, mut taken: Taken) -> Option<Taken> {
        let (ground, mut seconds) = match self.ground(&taken) {
            Ok(found) => found,
            Err(error) => {
                self.give_up(&taken, &error);
                return self.attend(None);
            }
        };
        self.show(taken.job.rev, &ground.mesh, &ground.shown);
        loop {
            taken = self.on_body(&ground, seconds.take(), taken)?;
            if !ground.suits(&taken, &self.session) {
                return Some(taken);
            }
        }
    }

    /// Shows a surface with its pictures.
    fn show(&self, rev: u32, mesh: &SimplexMesh, shown: &Attached) {
        let mut pictures = self.session.pictures.lock().unwrap_or_else(|e| e.into_inner());
        pictures.clone_from(&shown.display.pictures.files);
        drop(pictures);
        self.session.board.say(Slot::Surface, protocol::surface(rev, mesh, shown));
    }

    /// The mesh of a scene and how long it took to make, or the last one where it is the same.
    fn ground(&mut self, taken: &Taken) -> Result<(Arc<Ground>, Option<f64>)> {
        let Taken { scene, watch, .. } = taken;
        let last = self.ground.as_ref().filter(|ground| ground.suits(taken, &self.session));
        if let Some(ground) = last {
            return Ok((ground.clone(), None));
        }
        let begun = Instant::now();
        let uploads = self.session.uploads();
        let (mesh, mut warnings) = scene.mesh(watch)?;
        forcedual::progress::check(watch)?;
        let (surface, doubts) = scene.surface(&mesh, watch)?;
        warnings.extend(doubts);
        let surface = surface.map(Arc::new);
        let shown = match &surface {
            Some(surface) => surface.clone(),
            None => Arc::new(Attached::new(&mesh, Display::of_mesh(&mesh)?)?.0),
        };
        let ground = Arc::new(Ground {
            spec: scene.scene().mesh.clone(),
            uploads,
            mesh,
            surface,
            shown,
            warnings,
        });
        self.ground = Some(ground.clone());
        Ok((ground, Some(begun.elapsed().as_secs_f64())))
    }

    /// Works on scenes of the same body; `mesh` is how long its mesh took, if that is new.
    fn on_body(&mut self, ground: &Ground, mesh: Option<f64>, mut taken: Taken) -> Option<Taken> {
        let first = taken.scene.clone();
        let uploads = self.session.uploads();
        self.told.clear();
        let rev = taken.job.rev;
        let (body, warnings) = match first.body_of(ground.mesh.clone()) {
            Ok(made) => made,
            Err(error) => {
                self.give_up(&taken, &error);
                return self.attend(None);
            }
        };
        let body = Arc::new(body);
        let warnings = ground.warnings.iter().chain(&warnings).cloned().collect();
        self.session.board.say(Slot::Body, text(&tell::body(rev, &body, warnings)));
        self.fields(rev, ground, &first.fields_of(&body, &[]));
        let lin = match first.linearise(&body, &taken.watch) {
            Ok(lin) => lin.remembering(),
            Err(error) => {
                self.give_up(&taken, &error);
                return self.attend(None);
            }
        };
        let mut spent = Spent { mesh, rest: Some(lin.times), ..Spent::default() };
        loop {
            taken = self.on_forces(ground, &body, &lin, std::mem::take(&mut spent), taken)?;
            let (old, new) = (first.scene(), taken.scene.scene());
            let same = old.material == new.material
                && old.pin == new.pin
                && attached(old) == attached(new)
                // files that it was made of may be others
                && self.session.uploads() == uploads;
            if !same || !ground.suits(&taken, &self.session) {
                return Some(taken);
            }
        }
    }

    fn keep_cells(&self, cells: Message) {
        *self.session.cells.lock().unwrap_or_else(|e| e.into_inner()) = Some(cells);
    }

    /// Tells where the body is held and how stiff it is.
    fn fields(&self, rev: u32, ground: &Ground, fields: &[forcedual::mesh::io::Field]) {
        for field in fields {
            let (number, values) = match field.name.as_str() {
                "held" => (HELD, ground.shown.interpolate(ground.mesh.cells(), &field.data)),
                "young" => {
                    self.keep_cells(protocol::cells(rev, &ground.mesh, &field.data));
                    let of_cell = ground.shown.cells.iter().map(|t| field.data[*t as usize]);
                    (YOUNG, of_cell.collect())
                }
                _ => continue,
            };
            let message = protocol::field(rev, number, &values);
            self.session.board.say(Slot::Field(number), message);
        }
    }

    /// Works on one scene, then waits for the next.
    fn on_forces(
        &mut self,
        ground: &Ground,
        body: &Arc<Body>,
        lin: &Linearisation<'_>,
        mut spent: Spent,
        taken: Taken,
    ) -> Option<Taken> {
        let session = self.session.clone();
        let board = &session.board;
        let Taken { job, scene, watch } = &taken;
        let mut work = || {
            let begun = Instant::now();
            let (forces, told) = self.forces(&taken, ground, lin)?;
            spent.prior = begun.elapsed().as_secs_f64();
            let prior = Gaussian::together(forces.clone());
            let looked = Instant::now();
            let subspace = scene.design_shown(lin, &prior, watch, |modes| {
                spent.modes = looked.elapsed().as_secs_f64();
                let (rev, spec) = (job.rev, &scene.scene().subspace);
                board.say(Slot::Model, text(&tell::found(rev, spec, modes, &spent)));
                let shapes = tell::shapes(rev, &ground.mesh, &ground.shown, &modes.vectors, 0);
                board.say(Slot::Shapes, shapes);
            })?;
            spent.certificate = looked.elapsed().as_secs_f64() - spent.modes;
            let model = tell::Told { rev: job.rev, lin, subspace: &subspace };
            board.say(Slot::Model, text(&model.message(&spent, None)));
            // takes solves, which modes need not wait for
            let doubts = scene.force_doubts(lin, &forces);
            board.say(Slot::Prior, text(&tell::with(told, json!({ "doubts": doubts }))));
            let begun = Instant::now();
            watch.stage("run time", 0);
            let spec = simulation(scene.scene());
            let (runtime, coordinates) =
                Runtime::new(scene, lin, &prior, &subspace, Some(&ground.shown), spec, watch)?;
            forcedual::progress::check(watch)?;
            let runtime = Arc::new(runtime);
            spent.runtime = begun.elapsed().as_secs_f64();
            board.say(Slot::Model, text(&model.message(&spent, Some(&runtime))));
            self.play(job.rev, &runtime);
            Ok((forces, prior, subspace, runtime, Arc::new(coordinates)))
        };
        let made = work();
        let (forces, prior, subspace, runtime, coordinates) = match made {
            Ok(made) => made,
            Err(error) => {
                self.give_up(&taken, &error);
                return self.attend(None);
            }
        };
        watch.finish(false);
        let (forces, prior, subspace) = (&forces[..], &prior, &subspace);
        let (runtime, coordinates) = (&runtime, &coordinates);
        let feel = OnceCell::new();
        let at_hand = AtHand {
            job,
            scene,
            ground,
            body,
            lin,
            forces,
            prior,
            subspace,
            runtime,
            coordinates,
            feel,
        };
        self.attend(Some(&at_hand))
    }

    /// The forces, told with all that there is to draw, and what was told.
    fn forces(
        &mut self,
        taken: &Taken,
        ground: &Ground,
        lin: &Linearisation<'_>,
    ) -> Result<(Vec<Gaussian>, Value)> {
        let Taken { job, scene, watch } = taken;
        watch.stage("prior", 0);
        let forces = scene.forces(lin)?;
        let board = &self.session.board;
        let all = scene.scene().all_forces();
        board.forget(|slot| matches!(slot, Slot::Field(k) if k < HELD && k as usize >= all.len()));
        self.told.truncate(all.len());
        for (k, (_, force)) in all.into_iter().enumerate() {
            if self.told.get(k) == Some(force) {
                continue;
            }
            let strength = scene.strength(lin, k)?;
            let values = ground.shown.interpolate(ground.mesh.cells(), &strength);
            board.say(Slot::Field(k as u32), protocol::field(job.rev, k as u32, &values));
            match self.told.get_mut(k) {
                Some(told) => *told = force.clone(),
                None => self.told.push(force.clone()),
            }
        }
        let sketch = scene.sketch(lin, &scene.actuators(lin)?)?;
        let told = tell::prior(job.rev, scene.scene(), &sketch);
        board.say(Slot::Prior, text(&told));
        Ok((forces, told))
    }

    fn give_up(&self, taken: &Taken, error: &Error) {
        if error.code != Code::Cancelled {
            let said = protocol::fault(taken.job.rev, error);
            self.session.board.say(Slot::Error, text(&said));
        }
        taken.watch.finish(error.code == Code::Cancelled);
    }

    /// Shows a model and hands it to the simulation. The rival was another body's.
    fn play(&mut self, rev: u32, runtime: &Arc<Runtime>) {
        let rows = Arc::new(Rows::of(runtime.shell.skin()));
        self.session.board.say(Slot::Rows, rows.message(Binary::Rows, rev));
        self.drop_rival();
        let (runtime, channels) = (runtime.clone(), tell::channels(runtime));
        let play = Play { rev, runtime, rows, channels };
        self.session.inbox.send_surely(Command::Load(Box::new(play)));
    }
}
