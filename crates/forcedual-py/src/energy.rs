//! Energies in full space: value, gradient and Hessian.
//!
//! Open pockets have no potential: their gradient is the force of the pressure on the walls as they stand at `x`, and
//! their value the work against it from there, with the walls held.

use crate::arrays::{Csr, csr};
use crate::error::raise;
use crate::work::quick;
use forcedual::body::Body;
use forcedual::energy::{
    Actuators, Assembler, Collider, Contact, ContactPoints, Elastic, Energy as Stencils, Handle,
    Handles, area_vectors,
};
use forcedual::subspace::linearisation::body_assembler;
use forcedual::{Code, Error};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use std::sync::Arc;

enum Kind {
    Elastic,
    Actuated(Box<Actuators>),
    Handles(Vec<Handle>),
    Contact(ContactPoints, Vec<Collider>),
}

/// An energy of a body, as a function of the positions of all vertices.
#[pyclass(frozen, module = "forcedual._core")]
pub struct Energy {
    body: Arc<Body>,
    kind: Kind,
    assembler: Assembler,
}

impl Energy {
    pub fn elastic(body: Arc<Body>) -> Self {
        let assembler = body_assembler(&body);
        Energy { body, kind: Kind::Elastic, assembler }
    }

    pub fn actuated(body: Arc<Body>, actuators: Actuators) -> Self {
        let (d, n) = (body.dim(), body.mesh.vertex_count());
        let ends = &actuators.springs.ends;
        let assembler = Assembler::with_pairs(d, n, body.mesh.cells(), d + 1, ends);
        Energy { body, kind: Kind::Actuated(Box::new(actuators)), assembler }
    }

    pub fn handles(body: Arc<Body>, handles: Vec<Handle>) -> Self {
        let assembler = body_assembler(&body);
        Energy { body, kind: Kind::Handles(handles), assembler }
    }

    pub fn contact(body: Arc<Body>, points: ContactPoints, colliders: Vec<Collider>) -> Self {
        let assembler = body_assembler(&body);
        Energy { body, kind: Kind::Contact(points, colliders), assembler }
    }

    /// Calls `f` with every stencil energy at positions `x`.
    fn for_each(&self, x: &[f64], amplitudes: &[f64], mut f: impl FnMut(&dyn Stencils)) {
        match &self.kind {
            Kind::Elastic => f(&Elastic::new(&self.body)),
            Kind::Actuated(actuators) => {
                let mut areas = vec![0.0; actuators.open.walls.len()];
                area_vectors(&actuators.open, x, &mut areas);
                actuators.for_each(amplitudes, &areas, f);
            }
            Kind::Handles(all) => f(&Handles { dim: self.body.dim(), all }),
            Kind::Contact(points, colliders) => {
                let mut touches = Vec::new();
                points.touch(colliders, x, 1.0, &mut touches);
                f(&Contact { points, colliders, touches: &touches, slip: points.slip_speed });
            }
        }
    }

    /// Work of the loads among the actuators, and their force.
    fn loads(&self, x: &[f64], amplitudes: &[f64], mut f: impl FnMut(usize, f64, f64)) {
        let Kind::Actuated(actuators) = &self.kind else { return };
        let rest = self.body.mesh.positions();
        for &(channel, dof, value) in &actuators.loads {
            let (dof, force) = (dof as usize, value * amplitudes[channel]);
            f(dof, force, x[dof] - rest[dof]);
        }
    }

    fn channel_count(&self) -> usize {
        match &self.kind {
            Kind::Actuated(actuators) => actuators.channels.len(),
            _ => 0,
        }
    }

    /// Positions and amplitudes that fit.
    fn inputs(
        &self,
        py: Python<'_>,
        x: &PyReadonlyArray1<'_, f64>,
        amplitudes: Option<Vec<f64>>,
    ) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let (x, count) = (x.as_array().to_vec(), self.channel_count());
        let amplitudes = amplitudes.unwrap_or_else(|| vec![0.0; count]);
        let wrong = |what: &str, got: usize, expected: usize| {
            let message = format!("{what} should be {expected} numbers, but are {got}");
            Err(raise(py, &Error::new(Code::Array, message)))
        };
        match (x.len(), amplitudes.len()) {
            (got, _) if got != self.body.dofs() => wrong("positions", got, self.body.dofs()),
            (_, got) if got != count => wrong("amplitudes", got, count),
            _ => Ok((x, amplitudes)),
        }
    }
}

#[pymethods]
impl Energy {
    #[getter]
    fn channels(&self) -> Vec<(String, String, f64, f64)> {
        match &self.kind {
            Kind::Actuated(actuators) => {
                let each = actuators.channels.iter();
                each.map(|c| (c.name.clone(), c.unit.clone(), c.mean, c.sigma)).collect()
            }
            _ => Vec::new(),
        }
    }

    #[getter]
    fn dim(&self) -> usize {
        self.body.dim()
    }

    #[pyo3(signature = (x, amplitudes=None))]
    fn value(
        &self,
        py: Python<'_>,
        x: PyReadonlyArray1<'_, f64>,
        amplitudes: Option<Vec<f64>>,
    ) -> PyResult<f64> {
        let (x, amplitudes) = self.inputs(py, &x, amplitudes)?;
        quick(py, || {
            let mut sum = 0.0;
            self.for_each(&x, &amplitudes, |e| sum += self.assembler.value(e, &x));
            self.loads(&x, &amplitudes, |_, force, moved| sum -= force * moved);
            Ok(sum)
        })
    }

    #[pyo3(signature = (x, amplitudes=None))]
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        x: PyReadonlyArray1<'py, f64>,
        amplitudes: Option<Vec<f64>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (x, amplitudes) = self.inputs(py, &x, amplitudes)?;
        let gradient = quick(py, || {
            let mut out = vec![0.0; x.len()];
            self.for_each(&x, &amplitudes, |e| self.assembler.add_gradient(e, &x, &mut out));
            self.loads(&x, &amplitudes, |dof, force, _| out[dof] -= force);
            Ok(out)
        })?;
        Ok(gradient.into_pyarray(py))
    }

    #[pyo3(signature = (x, amplitudes=None, psd=false))]
    fn hessian(
        &self,
        py: Python<'_>,
        x: PyReadonlyArray1<'_, f64>,
        amplitudes: Option<Vec<f64>>,
        psd: bool,
    ) -> PyResult<Csr> {
        let (x, amplitudes) = self.inputs(py, &x, amplitudes)?;
        let hessian = quick(py, || {
            let mut out = self.assembler.zeros();
            self.for_each(&x, &amplitudes, |e| self.assembler.add_hessian(e, &x, psd, &mut out));
            Ok(out.rows())
        })?;
        Ok(csr(py, hessian))
    }
}
