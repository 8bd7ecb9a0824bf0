//! What the worker is asked for. Newer wishes replace older ones.

use crate::protocol::RivalKind;
use forcedual::Result;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// A scene to work on.
#[derive(Clone)]
pub struct Job {
    /// Its revision.
    pub rev: u32,
    /// The scene as pages know it.
    pub document: Arc<Value>,
    /// The model to play instead of designing one.
    pub model: Option<PathBuf>,
}

/// Somebody who waits for the model's file.
pub type Waiting = oneshot::Sender<Result<Vec<u8>>>;

/// What draws are taken from: one force or part of the scene, by its number, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shake {
    /// The force, where it is one alone.
    pub force: Option<usize>,
}

/// What can be asked for.
#[derive(Default)]
struct Wishes {
    job: Option<Job>,
    rival: Option<RivalKind>,
    shake: Option<Shake>,
    models: Vec<Waiting>,
    over: bool,
}

/// What the worker finds in its box.
pub enum Wish {
    /// Work on another scene.
    Job(Job),
    /// Another rival.
    Rival(RivalKind),
    /// Write the model.
    Model(Waiting),
    /// Go home.
    End,
    /// Nothing; a good time for small work.
    Nothing {
        /// The draws that are wanted.
        shake: Option<Shake>,
    },
}

/// The worker's mailbox.
#[derive(Default)]
pub struct Mailbox {
    wishes: Mutex<Wishes>,
    bell: Condvar,
    /// Counts what makes the work at hand stale.
    stale: AtomicU64,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for another scene; the work at hand is stale.
    pub fn put(&self, job: Job) {
        let mut wishes = self.lock();
        wishes.job = Some(job);
        self.stale.fetch_add(1, Ordering::SeqCst);
        drop(wishes);
        self.bell.notify_all();
    }

    /// Stops the work at hand; answers what has not been begun and never will be.
    pub fn cancel(&self) -> Option<Job> {
        let mut wishes = self.lock();
        let waiting = wishes.job.take();
        self.stale.fetch_add(1, Ordering::SeqCst);
        drop(wishes);
        self.bell.notify_all();
        waiting
    }

    /// Ends the work for good.
    pub fn close(&self) {
        self.lock().over = true;
        self.cancel();
    }

    /// Asks for a rival.
    pub fn put_rival(&self, kind: RivalKind) {
        self.lock().rival = Some(kind);
        self.bell.notify_all();
    }

    /// Asks for draws of the prior, or for no more.
    pub fn put_shake(&self, shake: Option<Shake>) {
        self.lock().shake = shake;
        self.bell.notify_all();
    }

    /// Asks for the model's file.
    pub fn put_model(&self, waiting: Waiting) {
        self.lock().models.push(waiting);
        self.bell.notify_all();
    }

    /// The mark of work that begins now.
    pub fn mark(&self) -> u64 {
        self.stale.load(Ordering::SeqCst)
    }

    /// Is work that was taken with this mark stale?
    pub fn is_stale(&self, mark: u64) -> bool {
        self.stale.load(Ordering::SeqCst) != mark
    }

    /// Is another rival asked for?
    pub fn is_rival_asked(&self) -> bool {
        self.lock().rival.is_some()
    }

    /// Does a scene wait?
    pub fn is_job_waiting(&self) -> bool {
        self.lock().job.is_some()
    }

    /// The next wish, or after a time nothing; and a mark that tells when the work on it is stale.
    pub fn take(&self, wait: Duration) -> (Wish, u64) {
        let empty =
            |w: &mut Wishes| w.job.is_none() && w.rival.is_none() && w.models.is_empty() && !w.over;
        let waited = self.bell.wait_timeout_while(self.lock(), wait, empty);
        let mut wishes = waited.unwrap_or_else(PoisonError::into_inner).0;
        let mark = self.stale.load(Ordering::SeqCst);
        if wishes.over {
            return (Wish::End, mark);
        }
        if let Some(job) = wishes.job.take() {
            return (Wish::Job(job), mark);
        }
        if let Some(kind) = wishes.rival.take() {
            return (Wish::Rival(kind), mark);
        }
        match wishes.models.pop() {
            Some(waiting) => (Wish::Model(waiting), mark),
            None => (Wish::Nothing { shake: wishes.shake }, mark),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cancelled_before_it_begins_never_does() {
        let job = Job { rev: 7, document: Arc::new(Value::Null), model: None };
        let mail = Mailbox::default();
        let mark = mail.mark();
        mail.put(job);
        assert!(mail.is_stale(mark) && mail.is_job_waiting());
        assert_eq!(mail.cancel().map(|job| job.rev), Some(7));
        assert!(matches!(mail.take(Duration::ZERO).0, Wish::Nothing { .. }));
        assert!(mail.cancel().is_none());
    }
}
