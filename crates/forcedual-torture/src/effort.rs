//! How long to try.

use std::time::{Duration, Instant};

/// How much of a campaign is run: all of it, a share of it, or as much as fits a time.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    share: f64,
    until: Option<Instant>,
}

impl Effort {
    /// The whole campaign.
    pub const WHOLE: Effort = Effort { share: 1.0, until: None };

    /// A share of it, from 0 to 1, for tests.
    pub fn share(share: f64) -> Effort {
        Effort { share, until: None }
    }

    /// The whole campaign, cut short after a time.
    pub fn within(time: Duration) -> Effort {
        Effort { share: 1.0, until: Instant::now().checked_add(time) }
    }

    /// How many times to do what the whole campaign does `whole` times; at least once.
    pub fn count(&self, whole: usize) -> usize {
        ((whole as f64 * self.share) as usize).max(1)
    }

    /// Whether there is time to go on.
    pub fn lasts(&self) -> bool {
        self.until.is_none_or(|end| Instant::now() < end)
    }
}
