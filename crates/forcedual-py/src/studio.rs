//! The studio, served by this process.

use crate::error::{internal, raise};
use crate::scene::Scene;
use crate::work::quick;
use forcedual::mesh::zoo::Kind;
use forcedual::{Code, Error, Result};
use forcedual_studio::{Address, Opened, Place, serve};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A studio that runs on threads of its own until it is closed.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Studio {
    #[pyo3(get)]
    address: String,
    /// For a browser on this machine: leads there once.
    #[pyo3(get)]
    once: String,
    stopped: Arc<AtomicBool>,
    server: Mutex<Option<JoinHandle<Result<()>>>>,
}

#[pymethods]
impl Studio {
    /// Opens a scene, else a file, else the baby dragon.
    #[new]
    fn new(
        py: Python<'_>,
        scene: Option<&Bound<'_, Scene>>,
        file: Option<PathBuf>,
        host: Option<String>,
        port: Option<u16>,
    ) -> PyResult<Self> {
        let scene = scene.map(|scene| scene.get().file.clone());
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = stopped.clone();
        let (server, address) = quick(py, move || {
            let opened = match (&scene, &file) {
                (Some(scene), _) => Opened::scene(scene),
                (None, Some(file)) => Opened::file(file)?,
                (None, None) => Opened::creature(Kind::Dragon)?,
            };
            let (tell, told) = channel();
            let server = std::thread::spawn(move || {
                let ready = |address: &Address| drop(tell.send(address.clone()));
                serve(opened, &Place { host, port }, ready, || flag.load(Ordering::Relaxed))
            });
            // nothing is told where the server could not start
            Ok((server, told.recv().ok()))
        })?;
        match address {
            Some(Address { page: address, once }) => {
                Ok(Studio { address, once, stopped, server: Mutex::new(Some(server)) })
            }
            None => Err(match ended(py, server) {
                Err(error) => error,
                Ok(()) => raise(py, &Error::new(Code::Io, "the studio ended before it began")),
            }),
        }
    }

    /// Does it still serve?
    #[getter]
    fn is_open(&self) -> bool {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.as_ref().is_some_and(|server| !server.is_finished())
    }

    /// Ends it, if it has not ended.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.stopped.store(true, Ordering::Relaxed);
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner).take();
        server.map_or(Ok(()), |server| ended(py, server))
    }
}

/// Waits for the end of a server.
fn ended(py: Python<'_>, server: JoinHandle<Result<()>>) -> PyResult<()> {
    match py.detach(|| server.join()) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(raise(py, &error)),
        Err(panic) => Err(internal(py, panic)),
    }
}
