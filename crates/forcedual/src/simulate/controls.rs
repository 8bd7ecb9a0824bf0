//! What a caller may change from step to step.

use crate::energy::{Channel, Collider, Fluid, Handle};
use crate::error::{Code, Error, Result};

/// Handles of a step that there is room for from the start.
pub(super) const LIKELY: usize = 64;

/// Amplitudes, handles, obstacles, forces and fluid of a step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Controls {
    /// Amplitude of every channel.
    pub amplitudes: Vec<f64>,
    /// Points that are dragged.
    pub handles: Vec<Handle>,
    /// Obstacles.
    pub colliders: Vec<Collider>,
    /// Forces on vertices, N.
    pub forces: Vec<(u32, [f64; 3])>,
    /// Acceleration of gravity, m/s^2.
    pub gravity: [f64; 3],
    /// The fluid that the body is in, where it is in one; projective dynamics knows none.
    pub fluid: Option<Fluid>,
}

impl Controls {
    /// Nothing acts on a body with so many channels.
    pub fn rest(channels: usize) -> Self {
        Controls { amplitudes: vec![0.0; channels], ..Controls::default() }
    }

    /// Channels at the means of their priors, and nothing else.
    pub fn usual(channels: &[Channel]) -> Self {
        Controls { amplitudes: channels.iter().map(|c| c.mean).collect(), ..Controls::default() }
    }

    /// Amplitude of a channel; zero where none is given.
    pub(super) fn amplitude(&self, channel: usize) -> f64 {
        self.amplitudes.get(channel).copied().unwrap_or(0.0)
    }

    /// Copies other controls without giving up room for lists.
    pub(super) fn copy_from(&mut self, other: &Controls) {
        self.amplitudes.clone_from(&other.amplitudes);
        self.handles.clone_from(&other.handles);
        self.colliders.clone_from(&other.colliders);
        self.forces.clone_from(&other.forces);
        self.gravity = other.gravity;
        self.fluid.clone_from(&other.fluid);
    }

    /// Refuses numbers that are not finite, and vertices or channels that do not exist.
    pub fn check(&self, channels: usize, vertices: usize) -> Result<()> {
        let bad = |what: String| Err(Error::new(Code::Control, what));
        if self.amplitudes.len() != channels {
            let count = self.amplitudes.len();
            return bad(format!("amplitudes: {count}, but channels: {channels}"));
        }
        if let Some(k) = self.amplitudes.iter().position(|a| !a.is_finite()) {
            return bad(format!("amplitude {k} is not a number: {}", self.amplitudes[k]));
        }
        for (k, handle) in self.handles.iter().enumerate() {
            let numbers = || handle.weights.iter().chain(&handle.target);
            let stiff = handle.stiffness >= 0.0 && handle.stiffness.is_finite();
            if !numbers().all(|x| x.is_finite()) || !stiff {
                return bad(format!("handle {k} has a weight, target or stiffness out of range"));
            }
            let used = handle.corners.get(..handle.count).unwrap_or_default();
            if used.is_empty() || used.iter().any(|&i| i as usize >= vertices) {
                return bad(format!("handle {k} names a vertex that does not exist"));
            }
        }
        for (k, collider) in self.colliders.iter().enumerate() {
            let valid =
                collider.shape.is_valid() && collider.velocity.iter().all(|x| x.is_finite());
            if !valid || collider.friction < 0.0 || !collider.friction.is_finite() {
                return bad(format!("obstacle {k} has a number out of range"));
            }
        }
        for (k, (vertex, force)) in self.forces.iter().enumerate() {
            if *vertex as usize >= vertices || !force.iter().all(|x| x.is_finite()) {
                return bad(format!("force {k} names no vertex or is not finite"));
            }
        }
        if let Some(fluid) = &self.fluid {
            let numbers = [fluid.density, fluid.drag];
            if numbers.iter().any(|x| !x.is_finite() || *x < 0.0) {
                return bad("density and drag of a fluid are not negative".to_owned());
            }
            if fluid.facets.iter().flatten().any(|&v| v as usize >= vertices) {
                return bad("the fluid touches a vertex that does not exist".to_owned());
            }
        }
        match self.gravity.iter().all(|x| x.is_finite()) {
            true => Ok(()),
            false => bad("gravity is not finite".to_owned()),
        }
    }
}
