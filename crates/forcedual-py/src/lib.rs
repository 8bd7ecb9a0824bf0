//! The compiled half of the Python package `forcedual`.
//!
//! It holds no numerics and few checks: arrays arrive checked by the Python half (`python/forcedual`),
//! documents as JSON, and whatever a scene can do goes through `SceneFile`, as for every front end.
//! Long work runs on a thread of its own while the caller's looks for signals ([`work`]).

mod arrays;
mod body;
mod design;
mod energy;
mod error;
mod mesh;
mod model;
mod motion;
mod picture;
mod scene;
mod simulation;
mod studio;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::body::Body;
    #[pymodule_export]
    use super::design::Design;
    #[pymodule_export]
    use super::energy::Energy;
    #[pymodule_export]
    use super::mesh::{Mesh, check, creatures, shapes};
    #[pymodule_export]
    use super::model::Model;
    #[pymodule_export]
    use super::picture::{Image, render};
    #[pymodule_export]
    use super::scene::{Scene, schema};
    #[pymodule_export]
    use super::simulation::{Simulation, step_many};
    #[pymodule_export]
    use super::studio::Studio;
    #[pymodule_export]
    use super::work::panic_for_tests;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        work::begin();
        module.add("version", env!("CARGO_PKG_VERSION"))
    }
}
