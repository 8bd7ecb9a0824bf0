//! Progress on standard error, and interruption by Ctrl-C.

use forcedual::progress::Progress;
use forcedual::{Code, Error, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// After Ctrl-C the work may end by itself for so long; files are replaced as a whole or not at all.
const PATIENCE: Duration = Duration::from_millis(900);

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// One line that names the stage, how far it is, and the time since the start.
pub struct Bars {
    bar: ProgressBar,
    lines: bool,
}

impl Bars {
    /// A bar on a terminal; elsewhere nothing, or with `verbose` a line per stage.
    pub fn new(quiet: bool, verbose: bool) -> Result<Self> {
        let terminal = std::io::stderr().is_terminal();
        let bar = ProgressBar::new_spinner();
        bar.set_draw_target(if terminal && !quiet {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        });
        let shown = bar.clone();
        ctrlc::set_handler(move || {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            shown.suspend(|| eprintln!("stopping"));
            std::thread::spawn(|| {
                std::thread::sleep(PATIENCE);
                eprintln!("interrupted");
                std::process::exit(130);
            });
        })
        .map_err(|e| Error::new(Code::Io, format!("Ctrl-C cannot be handled: {e}")))?;
        Ok(Bars { bar, lines: verbose && !terminal })
    }

    /// Says something on standard error at once.
    pub fn note(&self, text: &str) {
        self.bar.suspend(|| eprintln!("note: {text}"));
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bars {
    fn stage(&self, name: &str, total: usize) {
        let doing = doing(name);
        if self.lines {
            eprintln!("{doing}");
        }
        self.bar.set_message(doing.to_owned());
        let template = match total {
            0 => "{spinner} {msg} [{elapsed}]",
            _ => "{spinner} {msg} {bar:30} {pos}/{len} [{elapsed}]",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_length(total as u64);
        self.bar.set_position(0);
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }

    fn advance(&self, done: usize) {
        self.bar.set_position(done as u64);
    }

    fn cancelled(&self) -> bool {
        INTERRUPTED.load(Ordering::SeqCst)
    }
}

/// What a stage of the library does.
fn doing(stage: &str) -> &str {
    match stage {
        "read" => "reading the mesh",
        "assemble" => "assembling the stiffness",
        "order" => "ordering",
        "factor" => "factoring",
        "prior" => "building the prior",
        "modes" => "computing modes",
        "sample" => "solving for samples",
        "eigenmodes" => "computing skinning eigenmodes",
        "bounded weights" => "bounding the weights",
        "derivatives" => "computing modal derivatives",
        "reconstruct" => "reconstructing large displacements",
        "certificate" => "certifying",
        "compare" => "measuring errors",
        "mend the surface" => "mending the surface",
        "find the inside" => "finding the inside",
        "sample the field" => "sampling the lattice",
        "compare with the surface" => "comparing with the surface",
        "count pieces and handles" => "counting pieces and handles",
        "cut the lattice" => "cutting the lattice",
        "centre the boundary" => "fitting the boundary",
        "surface" => "making the surface to look at",
        "write" => "writing",
        other => other,
    }
}
