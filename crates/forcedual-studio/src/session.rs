//! What is held between the pages, the worker and the simulation.

use crate::board::{Board, Slot};
use crate::files::Files;
use crate::mailbox::{Job, Mailbox};
use crate::protocol::{self, text};
use crate::rival::Lead;
use crate::simulation::{Command, Inbox};
use crate::take_home::Take;
use crate::zoo;
use forcedual::mesh::zoo::Kind;
use forcedual::scene::document::Format;
use forcedual::scene::{Role, SceneFile};
use forcedual::{Code, Error, Result, export::Model};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

/// What is looked at first: a scene and what it came with.
pub struct Opened {
    /// The scene.
    pub scene: Value,
    /// Folder that its files are in.
    folder: Option<PathBuf>,
    /// The model to play instead of designing one.
    model: Option<PathBuf>,
}

impl Opened {
    /// A built-in scene, as the studio begins with it.
    pub fn creature(kind: Kind) -> Result<Self> {
        Ok(Opened { scene: zoo::scene(kind)?, folder: None, model: None })
    }

    /// A scene that was read or put together, whose files are in its folder.
    pub fn scene(scene: &SceneFile) -> Self {
        let folder = Some(scene.folder().to_owned());
        Opened { scene: scene.written().clone(), folder, model: None }
    }

    /// A scene, mesh, surface, drawing or model.
    pub fn file(path: &Path) -> Result<Self> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = Some(folder.to_owned());
        Ok(match Role::of(path)? {
            Role::Model => {
                let scene = Model::read(path)?.scene;
                Opened { scene, folder, model: Some(path.to_owned()) }
            }
            _ => {
                let scene = SceneFile::read(path)?.written().clone();
                Opened { scene, folder, model: None }
            }
        })
    }
}

/// What to tell where the program itself has failed.
pub fn defect(what: &str) -> Error {
    let message = format!("{what} ran into a defect of the program");
    Error::new(Code::Numeric, message)
        .help("please report it with the scene; another scene, or undo, goes on from here")
}

/// The scene that is held.
struct Held {
    rev: u32,
    scene: Arc<Value>,
}

/// The newest frame, and its number.
pub type Newest = Option<(u32, Message)>;

/// Everything that threads share.
pub struct Session {
    /// What pages are told.
    pub board: Board,
    /// What the worker is asked.
    pub mail: Mailbox,
    /// What the simulation is asked.
    pub inbox: Inbox,
    /// The body's newest frame.
    pub frames: watch::Sender<Newest>,
    /// The rival's newest frame.
    pub rival_frames: watch::Sender<Newest>,
    /// What a rival follows.
    pub lead: Lead,
    /// The last seconds.
    pub take: Mutex<Take>,
    /// The cells of the body, for pages that ask.
    pub cells: Mutex<Option<Message>>,
    /// The pictures of the surface that is looked at.
    pub pictures: Mutex<Vec<Arc<[u8]>>>,
    /// Where files may come from.
    pub files: Files,
    held: Mutex<Held>,
    clients: AtomicUsize,
    names: AtomicU64,
    uploads: AtomicU64,
}

impl Session {
    /// Holds what was opened and puts it to work.
    pub fn new(opened: Opened, inbox: Inbox) -> Arc<Self> {
        let session = Arc::new(Session {
            board: Board::default(),
            mail: Mailbox::default(),
            inbox,
            frames: watch::Sender::new(None),
            rival_frames: watch::Sender::new(None),
            lead: Lead::default(),
            take: Mutex::default(),
            cells: Mutex::default(),
            pictures: Mutex::default(),
            files: Files::new(opened.folder, &opened.scene),
            held: Mutex::new(Held { rev: 0, scene: Arc::new(Value::Null) }),
            clients: AtomicUsize::new(0),
            names: AtomicU64::new(0),
            uploads: AtomicU64::new(0),
        });
        session.accept(opened.scene, 1, opened.model, "open");
        session
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The scene that is held.
    pub fn scene(&self) -> Arc<Value> {
        self.held().scene.clone()
    }

    /// The revision of the scene that is held.
    pub fn rev(&self) -> u32 {
        self.held().rev
    }

    /// Stops the work at hand, and what waits for it.
    pub fn cancel(&self) {
        if let Some(job) = self.mail.cancel() {
            let said = json!({ "is": "idle", "rev": job.rev, "stages": [], "cancelled": true });
            self.board.say(Slot::Idle, text(&said));
        }
    }

    /// Holds another scene and puts it, or the model that it came with, to work.
    pub fn accept(&self, scene: Value, rev: u32, model: Option<PathBuf>, source: &str) {
        let mut held = self.held();
        held.rev = rev.max(held.rev.saturating_add(1));
        held.scene = Arc::new(scene);
        let (rev, document) = (held.rev, held.scene.clone());
        let said = json!({ "is": "scene", "rev": rev, "scene": *document, "source": source });
        // told and asked for in the same order by all pages
        self.board.say(Slot::Scene, text(&said));
        self.mail.put(Job { rev, document, model });
    }

    /// The scene of a job, with the whole paths of its files.
    pub fn read(&self, job: &Job) -> Result<SceneFile> {
        let whole = match job.model {
            // a model is played without the files of its scene
            Some(_) => job.document.to_string(),
            None => self.files.resolved(&job.document)?.to_string(),
        };
        SceneFile::parse(&whole, Format::Json, Path::new(""))
    }

    /// Tells that the work on a scene has failed.
    pub fn fail(&self, rev: u32, error: &Error) {
        self.board.forget(|slot| slot == Slot::Job);
        self.board.say(Slot::Error, text(&protocol::fault(rev, error)));
        self.board.say(Slot::Idle, text(&json!({ "is": "idle", "rev": rev, "stages": [] })));
    }

    /// Ends all threads and takes what was uploaded away.
    pub fn close(&self) {
        self.mail.close();
        self.inbox.send_surely(Command::End);
        self.files.forget();
    }

    /// A page came: its number.
    pub fn enter(&self) -> u64 {
        self.clients.fetch_add(1, Ordering::SeqCst);
        self.inbox.send(Command::Wake);
        self.names.fetch_add(1, Ordering::SeqCst)
    }

    /// A page went: what it held is let go.
    pub fn leave(&self, page: u64) {
        self.clients.fetch_sub(1, Ordering::SeqCst);
        self.inbox.send_surely(Command::Gone { page });
    }

    /// A file was uploaded.
    pub fn uploaded(&self) {
        self.uploads.fetch_add(1, Ordering::SeqCst);
    }

    /// Files that were uploaded so far.
    pub fn uploads(&self) -> u64 {
        self.uploads.load(Ordering::SeqCst)
    }

    /// Pages that are there.
    pub fn clients(&self) -> usize {
        self.clients.load(Ordering::SeqCst)
    }
}
