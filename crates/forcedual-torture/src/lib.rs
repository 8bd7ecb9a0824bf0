//! Campaigns that try to break Forcedual.
//!
//! Every campaign counts what it tried and tells what went wrong. `cargo xtask torture` runs them
//! at full length and keeps the figures in `docs/reliability.md`; the tests of this crate run the
//! same code briefly, with the same seeds.

#[cfg(unix)]
mod crashes;
mod determinism;
mod dice;
mod effort;
mod figures;
mod files;
mod meshes;
pub mod mutation;
mod numerics;
mod python;
pub mod studio;
pub mod targets;

pub use effort::Effort;
pub use figures::{Figure, Outcome, section_replaced};

use std::path::PathBuf;

/// One way to try to break the program.
pub struct Campaign {
    /// Its name on the command line, and of its section in the document.
    pub name: &'static str,
    /// What it tries, in a sentence.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&Setting, &Effort) -> Outcome,
}

/// What a campaign may use beside the library.
pub struct Setting {
    /// The `forcedual` command, as built from the same sources.
    pub command: PathBuf,
    /// Python with the package, where it was asked for.
    pub python: Option<Python>,
}

/// A Python, and the folder that holds the package.
pub struct Python {
    /// The interpreter.
    pub interpreter: PathBuf,
    /// What goes into `PYTHONPATH`.
    pub package: PathBuf,
}

/// All campaigns, in the order in which they run.
pub const CAMPAIGNS: &[Campaign] = &[
    files::CAMPAIGN,
    Campaign {
        name: "meshes",
        about: "generated meshes, half of them tampered with: run for hostile steps, or refused",
        run: meshes::run,
    },
    Campaign {
        name: "numerics",
        about: "singular and badly scaled systems, poor priors, nearly incompressible bodies",
        run: numerics::run,
    },
    Campaign {
        name: "determinism",
        about: "the same bits at any number of threads and in every run",
        run: determinism::run,
    },
    #[cfg(unix)]
    Campaign {
        name: "crashes",
        about: "processes killed at any point, full disks, folders that may not be written in, many on one cache",
        run: crashes::run,
    },
    Campaign {
        name: "studio",
        about: "strangers, pages that mean harm, and two hundred clients",
        run: studio::run,
    },
    Campaign {
        name: "python",
        about: "threads, forks, signals, and a million steps that leak nothing",
        run: python::run,
    },
];
