//! While nothing is worked on: draws of the prior, what is felt, the model's file, rivals.

use crate::board::Slot;
use crate::mailbox::{Job, Shake, Waiting, Wish};
use crate::progress::Watching;
use crate::protocol::{Binary, RivalKind, Rows, text};
use crate::rival::{self, Rival, Whole};
use crate::simulation::Command;
use crate::tell;
use crate::worker::{Ground, Taken, Worker};
use forcedual::body::Body;
use forcedual::export::Model;
use forcedual::force::Gaussian;
use forcedual::linalg::{Mat, column, column_mut};
use forcedual::reduce::Coordinates;
use forcedual::scene::SceneFile;
use forcedual::scene::simulation::{Feel, Runtime, SimulationSpec, actuators};
use forcedual::subspace::{
    Linearisation, Method, ModeCount, Subspace, SubspaceKind, SubspaceSpec, design,
};
use forcedual::{Code, Error, Result};
use serde_json::json;
use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time between draws of the prior.
const DRAW: Duration = Duration::from_millis(1200);
/// Time between measurements of what is felt.
const FEEL: Duration = Duration::from_millis(300);

/// What a designed scene has at hand while nothing is asked for.
pub struct AtHand<'a> {
    /// What was asked for.
    pub job: &'a Job,
    /// The scene.
    pub scene: &'a SceneFile,
    /// Its mesh.
    pub ground: &'a Ground,
    /// Its body.
    pub body: &'a Arc<Body>,
    /// The body at rest.
    pub lin: &'a Linearisation<'a>,
    /// The forces that it expects.
    pub forces: &'a [Gaussian],
    /// All of them together.
    pub prior: &'a Gaussian,
    /// The subspace.
    pub subspace: &'a Subspace,
    /// What is played.
    pub runtime: &'a Arc<Runtime>,
    /// What its coordinates mean.
    pub coordinates: &'a Arc<Coordinates>,
    /// Measures touches, once there are any.
    pub feel: OnceCell<Option<Feel<'a>>>,
}

impl AtHand<'_> {
    /// The share of a touch that the subspace feels, of a mixture that of a component.
    fn feel(&self, component: usize, touch: &[(u32, [f64; 3])]) -> Option<f64> {
        let made = || Feel::new(self.lin, self.coordinates, &self.runtime.dynamics).ok();
        self.feel.get_or_init(made).as_ref()?.share(component, touch)
    }
}

impl Worker {
    /// Waits for the next scene (none: for the end), and meanwhile does what is asked with what is at hand.
    pub fn attend(&mut self, at_hand: Option<&AtHand<'_>>) -> Option<Taken> {
        let session = self.session.clone();
        let mut drawn = Instant::now().checked_sub(DRAW);
        if let Some(at_hand) = at_hand {
            self.make_rival(at_hand, None);
        }
        loop {
            match session.mail.take(FEEL) {
                (Wish::Job(job), mark) => {
                    let over = |slot| matches!(slot, Slot::Idle | Slot::Error | Slot::Draw);
                    session.board.forget(over);
                    match session.read(&job) {
                        Ok(scene) => {
                            let watch = Watching::new(session, job.rev, mark);
                            return Some(Taken { job, scene: Arc::new(scene), watch });
                        }
                        Err(error) => session.fail(job.rev, &error),
                    }
                }
                (Wish::End, _) => return None,
                (Wish::Rival(kind), mark) => {
                    self.wanted = kind;
                    match at_hand {
                        Some(at_hand) => self.make_rival(at_hand, Some(mark)),
                        None => {
                            self.drop_rival();
                            let why = (kind != RivalKind::Off).then_some(match self.file {
                                Some(_) => "models are played without their cells: open the scene",
                                None => {
                                    "there is nothing to compare with before the scene is mended"
                                }
                            });
                            self.tell_rival(kind, "off", why);
                        }
                    }
                }
                (Wish::Model(waiting), _) => self.write_model(at_hand, waiting),
                (Wish::Nothing { shake }, _) => {
                    let Some(at_hand) = at_hand else { continue };
                    if let Some(shake) = shake
                        && drawn.is_none_or(|at| at.elapsed() >= DRAW)
                    {
                        drawn = Some(Instant::now());
                        self.draw(at_hand, shake);
                    }
                    let (component, touch) = session.lead.touched();
                    if !touch.is_empty() && session.clients() > 0 {
                        session.inbox.send(Command::Felt(at_hand.feel(component, &touch)));
                    }
                }
            }
        }
    }

    /// Random forces, one of each that is wanted, and the response to them.
    fn draw(&mut self, at_hand: &AtHand<'_>, shake: Shake) {
        let AtHand { job, scene, ground, body, lin, forces, .. } = at_hand;
        let all = scene.scene().all_forces();
        let number = |field: &str| all.iter().position(|(other, _)| other == field);
        let wanted: Vec<(String, Gaussian)> = match shake.force {
            Some(k) => match (all.get(k), scene.gaussian_of(lin, k)) {
                (Some((field, _)), Ok(force)) => vec![(field.clone(), force)],
                _ => return,
            },
            None => (0..).zip(*forces).map(|(k, f)| (format!("force[{k}]"), f.clone())).collect(),
        };
        let mut total = Mat::zeros(body.dofs(), 1);
        let (mut drawn, mut parts) = (Vec::new(), Vec::new());
        for (field, force) in wanted {
            self.draws += 1;
            let (force, acting) = force.draw_one(self.draws);
            column_mut(total.as_mut(), 0).iter_mut().zip(&force).for_each(|(t, f)| *t += f);
            drawn.push(force);
            let part = acting.and_then(|part| number(&format!("{field}.of[{part}]")));
            parts.extend(part.map(|k| k as u32));
        }
        let response = lin.solve(total);
        let response = column(response.as_ref(), 0);
        let message = tell::draw(job.rev, body, &ground.shown, (&drawn, &parts), response);
        self.session.board.say(Slot::Draw, message);
    }

    /// The model's file.
    fn write_model(&self, at_hand: Option<&AtHand<'_>>, waiting: Waiting) {
        if let Some(path) = &self.file {
            let _ = waiting.send(std::fs::read(path).map_err(|e| Error::io(path, &e)));
            return;
        }
        let Some(at_hand) = at_hand else {
            let early = Error::new(Code::Model, "there is no model yet");
            let _ = waiting.send(Err(early.help("wait until the design is done")));
            return;
        };
        let AtHand { job, scene, ground, lin, subspace, runtime, .. } = at_hand;
        let write = || {
            let mut model = Model::new(scene.scene(), lin, subspace)?;
            let mut runtime = (***runtime).clone();
            runtime.compact();
            model.scene = (*job.document).clone();
            let surface = ground.surface.as_deref().cloned();
            model.with_surface(surface).with_runtime(Some(runtime)).to_bytes()
        };
        let _ = waiting.send(write());
    }

    pub fn drop_rival(&mut self) {
        self.rival = None;
        self.session.board.forget(|slot| slot == Slot::RivalRows);
        self.session.rival_frames.send_replace(None);
        self.session.inbox.send(Command::Rival { step: None, error: None });
    }

    fn tell_rival(&self, kind: RivalKind, state: &str, message: Option<&str>) {
        let said = json!({
            "is": "rival", "kind": kind.name(), "state": state, "message": message,
        });
        self.session.board.say(Slot::Rival, text(&said));
    }

    /// Makes the rival that is wanted, of the scene at hand.
    fn make_rival(&mut self, at_hand: &AtHand<'_>, mark: Option<u64>) {
        self.drop_rival();
        let kind = self.wanted;
        if kind == RivalKind::Off {
            return self.tell_rival(kind, "off", None);
        }
        self.tell_rival(kind, "made", None);
        let session = self.session.clone();
        let rev = at_hand.job.rev;
        let mark = mark.unwrap_or_else(|| session.mail.mark());
        let watch = Watching::rival(session, rev, mark);
        let made = match kind {
            RivalKind::Full => self.in_full(at_hand),
            _ => self.reduced(at_hand, kind, &watch),
        };
        watch.finish(made.as_ref().is_err_and(|e| e.code == Code::Cancelled));
        match made {
            Ok(rival) => {
                self.rival = Some(rival);
                self.tell_rival(kind, "running", None);
            }
            // the next scene, or the next wish, makes it again
            Err(error) if error.code == Code::Cancelled && self.is_more_asked() => {}
            Err(error) => {
                self.wanted = RivalKind::Off;
                let why = (error.code != Code::Cancelled).then_some(error.message.as_str());
                self.tell_rival(RivalKind::Off, "off", why);
            }
        }
    }

    fn is_more_asked(&self) -> bool {
        self.session.mail.is_job_waiting() || self.session.mail.is_rival_asked()
    }

    fn in_full(&self, at_hand: &AtHand<'_>) -> Result<Rival> {
        let AtHand { job, scene, ground, body, lin, prior, runtime, coordinates, .. } = at_hand;
        let whole = Whole {
            body: (*body).clone(),
            actuators: actuators(scene, lin, prior, &runtime.spec)?,
            surface: ground.shown.clone(),
            runtime: (*runtime).clone(),
            coordinates: (*coordinates).clone(),
        };
        Ok(rival::full(self.session.clone(), job.rev, whole))
    }

    fn reduced(&self, at_hand: &AtHand<'_>, kind: RivalKind, watch: &Watching) -> Result<Rival> {
        let AtHand { job, scene, ground, lin, prior, subspace, runtime, .. } = at_hand;
        let written = &scene.scene().subspace;
        let (kind, method) = match kind {
            RivalKind::SkinningEigenmodes => (SubspaceKind::Skinning, Method::SkinningEigenmodes),
            RivalKind::Greens => (written.kind, Method::Greens),
            _ => (written.kind, Method::Lma),
        };
        // as many degrees of freedom
        let weights = match subspace.weights {
            Some(_) => subspace.modes(),
            None if kind == SubspaceKind::Skinning => {
                let each = lin.body.dim() * (lin.body.dim() + 1);
                subspace.modes().div_ceil(each).max(2)
            }
            None => subspace.modes(),
        };
        let modes = ModeCount::Number(weights);
        let spec = SubspaceSpec { kind, method, modes, ..SubspaceSpec::default() };
        let rival = design(lin, prior, &spec, scene.folder(), watch)?;
        let spec = SimulationSpec { adaptive: None, ..runtime.spec.clone() };
        let shown = Some(&*ground.shown);
        let (runtime, _) = Runtime::new(scene, lin, prior, &rival, shown, spec, watch)?;
        let rows = Rows::of(runtime.shell.skin());
        let board = &self.session.board;
        board.say(Slot::RivalRows, rows.message(Binary::RivalRows, job.rev));
        rival::reduced(self.session.clone(), job.rev, Arc::new(runtime))
    }
}
