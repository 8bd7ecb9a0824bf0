//! The board: the newest of every kind of message, for all pages.
//!
//! A page has read the board up to some number. What is new since is sent in order; what was replaced
//! before a page was ready for it is never sent. So nothing piles up for slow pages, and new ones learn
//! everything there is.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

/// Kinds of messages; the newest of each counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// Who the server is.
    Hello,
    /// The scene.
    Scene,
    /// What is being worked on.
    Job,
    /// That nothing is.
    Idle,
    /// Why the work ended.
    Error,
    /// The body.
    Body,
    /// What is looked at.
    Surface,
    /// The prior.
    Prior,
    /// Numbers on the surface.
    Field(u32),
    /// A draw.
    Draw,
    /// The model.
    Model,
    /// Its modes.
    Shapes,
    /// How it moves the surface.
    Rows,
    /// The rival.
    Rival,
    /// How it moves the surface.
    RivalRows,
    /// How simulation goes.
    Stats,
}

/// The last number, and messages with the numbers under which they were put up.
type Said = (u64, BTreeMap<Slot, (u64, Message)>);

/// Messages for all pages.
pub struct Board {
    said: Mutex<Said>,
    newest: watch::Sender<u64>,
}

impl Default for Board {
    fn default() -> Self {
        Board { said: Mutex::default(), newest: watch::Sender::new(0) }
    }
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message up in the place of the last of its kind.
    pub fn say(&self, slot: Slot, message: Message) {
        let mut said = self.lock();
        said.0 += 1;
        let number = said.0;
        said.1.insert(slot, (number, message));
        drop(said);
        self.newest.send_replace(number);
    }

    /// Takes messages down.
    pub fn forget(&self, which: impl Fn(Slot) -> bool) {
        self.lock().1.retain(|slot, _| !which(*slot));
    }

    /// The first message after those that were read.
    pub fn after(&self, read: u64) -> Option<(u64, Message)> {
        let said = self.lock();
        let later = said.1.values().filter(|(number, _)| *number > read);
        later.min_by_key(|(number, _)| *number).cloned()
    }

    /// Tells when something is put up.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_get_the_newest_of_each_kind_in_order() {
        let board = Board::default();
        let text = |t: &str| Message::Text(t.into());
        board.say(Slot::Job, text("1"));
        board.say(Slot::Body, text("2"));
        board.say(Slot::Job, text("3"));
        let mut read = 0;
        let mut all = Vec::new();
        while let Some((number, message)) = board.after(read) {
            read = number;
            all.push(message);
        }
        assert_eq!(all, [text("2"), text("3")]);
        board.forget(|slot| slot == Slot::Job);
        assert_eq!(board.after(0).map(|m| m.1), Some(text("2")));
        assert!(board.after(read).is_none());
    }
}
