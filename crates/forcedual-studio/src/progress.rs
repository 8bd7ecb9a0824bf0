//! Progress of a job on the board, and its end when it is stale.

use crate::board::Slot;
use crate::protocol::text;
use crate::session::Session;
use forcedual::progress::Progress;
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Time between reports of the same stage.
const OFTEN: Duration = Duration::from_millis(60);

/// The progress of a job.
pub struct Watching {
    session: Arc<Session>,
    rev: u32,
    mark: u64,
    rival: bool,
    begun: Instant,
    now: Mutex<Now>,
}

struct Now {
    stages: Vec<String>,
    total: usize,
    told: Instant,
}

impl Watching {
    /// Of a job that begins now.
    pub fn new(session: Arc<Session>, rev: u32, mark: u64) -> Self {
        let now = Now { stages: Vec::new(), total: 0, told: Instant::now() };
        Watching { session, rev, mark, rival: false, begun: Instant::now(), now: Mutex::new(now) }
    }

    /// Of the making of a rival, which another one makes stale.
    pub fn rival(session: Arc<Session>, rev: u32, mark: u64) -> Self {
        Watching { rival: true, ..Self::new(session, rev, mark) }
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, now: &mut Now, done: usize) {
        now.told = Instant::now();
        let said = json!({
            "is": "job",
            "rev": self.rev,
            "stage": now.stages.last(),
            "done": done,
            "total": now.total,
            "seconds": self.begun.elapsed().as_secs_f64(),
            "rival": self.rival,
        });
        self.session.board.say(Slot::Job, text(&said));
    }

    /// The end of the job, however it came.
    pub fn finish(&self, cancelled: bool) {
        self.session.board.forget(|slot| slot == Slot::Job);
        let said = json!({
            "is": "idle",
            "rev": self.rev,
            "seconds": self.begun.elapsed().as_secs_f64(),
            "stages": self.lock().stages,
            "cancelled": cancelled,
        });
        self.session.board.say(Slot::Idle, text(&said));
    }
}

impl Progress for Watching {
    fn stage(&self, name: &str, total: usize) {
        let mut now = self.lock();
        now.stages.push(name.to_owned());
        now.total = total;
        self.tell(&mut now, 0);
    }

    fn advance(&self, done: usize) {
        let mut now = self.lock();
        if now.told.elapsed() > OFTEN {
            self.tell(&mut now, done);
        }
    }

    fn cancelled(&self) -> bool {
        self.session.mail.is_stale(self.mark) || self.rival && self.session.mail.is_rival_asked()
    }
}
