//! Progress and interruption of long work.

use crate::error::{Code, Error, Result};

/// What a caller of long work implements to show progress and to interrupt.
///
/// Stages are named in the imperative ("factor", "modes"); `total` is zero where the amount of
/// work is not known.
pub trait Progress: Sync {
    /// A new stage begins.
    fn stage(&self, _name: &str, _total: usize) {}
    /// So much of the stage is done.
    fn advance(&self, _done: usize) {}
    /// Should the work stop?
    fn cancelled(&self) -> bool {
        false
    }
}

/// Shows nothing and never interrupts.
pub struct Silent;

impl Progress for Silent {}

/// Lets interruptions through and shows nothing: for parts of a stage that have stages of their own.
pub struct Quiet<'a>(pub &'a dyn Progress);

impl Progress for Quiet<'_> {
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

/// An error if the caller asked to stop.
pub fn check(progress: &dyn Progress) -> Result<()> {
    if progress.cancelled() {
        return Err(Error::new(Code::Cancelled, "interrupted; nothing was written"));
    }
    Ok(())
}
