//! Errors of the library as exceptions of the package.

use forcedual::Error;
use pyo3::prelude::*;

/// The exception of an error: its class goes by the code.
pub fn raise(py: Python<'_>, error: &Error) -> PyErr {
    let place = &error.place;
    let parts = (
        error.code.as_str(),
        error.to_string(),
        error.message.clone(),
        place.field.clone(),
        error.help.clone(),
        place.file.as_ref().map(|file| file.display().to_string()),
        place.line,
    );
    let made = py
        .import("forcedual._errors")
        .and_then(|module| module.getattr("from_parts")?.call1(parts));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(failed) => failed,
    }
}

/// The exception of a defect of the package.
pub fn internal(py: Python<'_>, panic: Box<dyn std::any::Any + Send>) -> PyErr {
    let text = panic
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic".to_owned());
    let made = py
        .import("forcedual._errors")
        .and_then(|module| module.getattr("InternalError")?.call1((text,)));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(failed) => failed,
    }
}
