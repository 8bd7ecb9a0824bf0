//! Work without Python's lock, that can be interrupted, and whose panics become exceptions.
//!
//! Threads do not survive a fork, and those of the parent's pool would be waited for in vain: in a child, work is
//! done by a pool of its own.

use crate::error::{internal, raise};
use forcedual::progress::Progress;
use forcedual::{Code, Error, Result};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);
/// Stack of the thread that works, bytes.
const STACK: usize = 16 << 20;

/// The process that has loaded this module, whose pool is rayon's own.
static FIRST: OnceLock<u32> = OnceLock::new();
/// The pool of a process that was forked from it.
static FORKED: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// Remembers the process; called when the module is loaded.
pub fn begin() {
    FIRST.get_or_init(std::process::id);
}

/// Does work where threads help.
fn among_threads<T: Send>(work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let here = std::process::id();
    if FIRST.get() == Some(&here) {
        return work();
    }
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = match *forked {
        Some((process, pool)) if process == here => pool,
        _ => {
            let made = ThreadPoolBuilder::new().build().map_err(|e| {
                Error::new(Code::Numeric, format!("threads cannot be started: {e}"))
            })?;
            // one of a parent is forgotten, as its threads are not there to be ended
            let pool: &'static ThreadPool = Box::leak(Box::new(made));
            *forked = Some((here, pool));
            pool
        }
    };
    drop(forked);
    pool.install(work)
}

/// What the thread that works tells the one that waits, and the other way round.
#[derive(Default)]
struct Watch {
    cancelled: AtomicBool,
    done: AtomicUsize,
    stage: Mutex<(String, usize)>,
}

impl Progress for Watch {
    fn stage(&self, name: &str, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        if let Ok(mut stage) = self.stage.lock() {
            *stage = (name.to_owned(), total);
        }
    }

    fn advance(&self, done: usize) {
        self.done.store(done, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Watch {
    /// Looks for signals, and tells `progress` how far the work is.
    fn look(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        py.check_signals()?;
        let (Some(progress), Ok(stage)) = (progress, self.stage.lock().map(|s| s.clone())) else {
            return Ok(());
        };
        progress.call1(py, (stage.0, self.done.load(Ordering::Relaxed), stage.1)).map(drop)
    }
}

/// Work that may take long: on a thread of its own, so that Ctrl-C interrupts it and `progress` is
/// called as `progress(stage, done, total)` while it lasts, and once when it is done.
pub fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&dyn Progress) -> Result<T> + Send,
) -> PyResult<T> {
    let watch = Watch::default();
    let outcome = py.detach(|| {
        std::thread::scope(|scope| {
            let (running, ended) = channel::<()>();
            let task = || {
                let _running = running;
                among_threads(|| work(&watch))
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, task);
            let thread = thread.map_err(|e| Python::attach(|py| PyErr::from(e).clone_ref(py)))?;
            let mut stopped = None;
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if stopped.is_none() {
                    stopped = Python::attach(|py| watch.look(py, progress).err());
                    watch.cancelled.store(stopped.is_some(), Ordering::Relaxed);
                }
            }
            // in any case, as a scope panics over threads that have panicked and were not joined
            let joined = thread.join();
            if stopped.is_none() && matches!(joined, Ok(Ok(_))) {
                stopped = Python::attach(|py| watch.look(py, progress).err());
            }
            match stopped {
                Some(error) => Err(error),
                None => Ok(joined),
            }
        })
    })?;
    match outcome {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(raise(py, &error)),
        Err(panic) => Err(internal(py, panic)),
    }
}

/// Work that takes little time.
pub fn quick<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(|| among_threads(work)))) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(raise(py, &error)),
        Err(panic) => Err(internal(py, panic)),
    }
}

/// Panics, so that tests see what becomes of it.
#[pyfunction]
#[pyo3(name = "_panic")]
pub fn panic_for_tests(py: Python<'_>, long_work: bool) -> PyResult<()> {
    fn boom() -> Result<()> {
        panic!("asked for by a test")
    }
    if long_work { long(py, None, |_| boom()) } else { quick(py, boom) }
}
