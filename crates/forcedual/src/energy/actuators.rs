//! Actuators: what drives a body, a number each.
//!
//! Every channel has an amplitude `A`, zero at rest, and a force that is affine in it. At rest its
//! derivative with respect to the amplitude is the column `D` of the force prior that the actuator
//! belongs to ([`Actuators::at_rest`]).

use super::{Energy, Muscles, OpenPockets, Pockets, Pulls, Springs};
use crate::body::Body;
use crate::linalg::dot;
use serde::{Deserialize, Serialize};

/// What one channel does to the body.
#[derive(Debug, Clone, PartialEq)]
pub enum Actuator {
    /// A spring; the amplitude is the change of its rest length, m.
    Spring {
        /// Its vertices.
        ends: [u32; 2],
        /// Stiffness, N/m.
        stiffness: f64,
        /// Is it a tendon, which pulls and does not push?
        slack: bool,
    },
    /// Cells that contract; the amplitude is the active stress, Pa.
    Muscle {
        /// The cells and their unit fibers.
        cells: Vec<(u32, [f64; 3])>,
    },
    /// A pocket; the amplitude is its gauge pressure, Pa.
    Pocket {
        /// Boundary facets that are its walls.
        facets: Vec<u32>,
        /// Do the walls close?
        closed: bool,
    },
    /// A vertex pulled along an axis; the amplitude is the displacement of the target, m.
    Pull {
        /// The vertex.
        vertex: u32,
        /// The axis.
        axis: usize,
        /// Stiffness, N/m.
        stiffness: f64,
    },
    /// A force that does not follow the body; the amplitude scales it.
    Load {
        /// (degree of freedom, N) per unit of amplitude.
        force: Vec<(u32, f64)>,
    },
}

/// Name and usual range of a channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    /// For reports and scripts.
    pub name: String,
    /// Unit of the amplitude.
    pub unit: String,
    /// Mean of the amplitude under the prior.
    pub mean: f64,
    /// Standard deviation of the amplitude under the prior.
    pub sigma: f64,
}

/// All actuators of a body.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Actuators {
    /// One per channel.
    pub channels: Vec<Channel>,
    /// Springs.
    pub springs: Springs,
    /// Muscles.
    pub muscles: Muscles,
    /// Closed pockets.
    pub pockets: Pockets,
    /// Open pockets.
    pub open: Pockets,
    /// Pulls.
    pub pulls: Pulls,
    /// Loads: (channel, degree of freedom, N per unit of amplitude).
    pub loads: Vec<(usize, u32, f64)>,
}

impl Actuator {
    /// Unit of the amplitude.
    pub fn unit(&self) -> &'static str {
        match self {
            Actuator::Spring { .. } | Actuator::Pull { .. } => "m",
            Actuator::Muscle { .. } | Actuator::Pocket { .. } => "Pa",
            Actuator::Load { .. } => "1",
        }
    }
}

impl Actuators {
    /// No actuators.
    pub fn none(dim: usize) -> Self {
        Actuators {
            springs: Springs { dim, ..Springs::default() },
            muscles: Muscles { dim, ..Muscles::default() },
            pockets: Pockets { dim, ..Pockets::default() },
            open: Pockets { dim, ..Pockets::default() },
            pulls: Pulls { dim, ..Pulls::default() },
            ..Actuators::default()
        }
    }

    /// Adds an actuator of a body as one more channel.
    pub fn push(&mut self, body: &Body, name: String, actuator: &Actuator, mean: f64, sigma: f64) {
        let channel = self.channels.len();
        let unit = actuator.unit().to_owned();
        self.channels.push(Channel { name, unit, mean, sigma });
        let dim = body.dim();
        match actuator {
            Actuator::Spring { ends, stiffness, slack } => {
                let [a, b] = ends.map(|i| body.mesh.point(i as usize));
                let away = a.iter().zip(b).map(|(a, b)| a - b);
                self.springs.ends.push(*ends);
                self.springs.stiffness.push(*stiffness);
                self.springs.rest.push(away.fold(0.0, f64::hypot));
                self.springs.channel.push(channel);
                self.springs.slack.push(*slack);
            }
            Actuator::Muscle { cells } => {
                for (t, fiber) in cells {
                    let t = *t as usize;
                    self.muscles.corners.extend_from_slice(body.mesh.cell(t));
                    let slope = |a| dot(&fiber[..dim], body.geometry.gradient(t, a));
                    self.muscles.slopes.extend((0..=dim).map(slope));
                    self.muscles.volume.push(body.geometry.volumes[t]);
                    self.muscles.channel.push(channel);
                }
            }
            Actuator::Pocket { facets, closed } => {
                let pockets = if *closed { &mut self.pockets } else { &mut self.open };
                let mut middle = vec![0.0; dim];
                for &f in facets {
                    let wall = body.boundary.facet(f as usize);
                    for &i in wall {
                        let point = body.mesh.point(i as usize);
                        let share = 1.0 / (dim * facets.len()) as f64;
                        middle.iter_mut().zip(point).for_each(|(m, x)| *m += share * x);
                    }
                    pockets.walls.extend_from_slice(wall);
                    pockets.channel.push(channel);
                }
                pockets.origin.extend(middle.repeat(facets.len()));
            }
            Actuator::Pull { vertex, axis, stiffness } => {
                self.pulls.vertex.push(*vertex);
                self.pulls.axis.push(*axis);
                self.pulls.stiffness.push(*stiffness);
                self.pulls.rest.push(body.mesh.point(*vertex as usize)[*axis]);
                self.pulls.channel.push(channel);
            }
            Actuator::Load { force } => {
                self.loads.extend(force.iter().map(|&(dof, value)| (channel, dof, value)));
            }
        }
    }

    /// Calls `f` with every stencil energy at these amplitudes; `areas` are the area vectors of the
    /// walls of open pockets as the step began.
    pub fn for_each(&self, amplitudes: &[f64], areas: &[f64], mut f: impl FnMut(&dyn Energy)) {
        f(&self.springs.driven(amplitudes));
        f(&self.muscles.driven(amplitudes));
        f(&self.pockets.driven(amplitudes));
        f(&OpenPockets { walls: &self.open, areas, amplitudes });
        f(&self.pulls.driven(amplitudes));
    }

    /// Derivative of the force with respect to each amplitude at positions `x`, one column of
    /// `dim` times vertices per channel.
    pub fn force_by_amplitude(&self, amplitudes: &[f64], x: &[f64]) -> Vec<Vec<f64>> {
        let mut columns = vec![vec![0.0; x.len()]; self.channels.len()];
        let mut areas = vec![0.0; self.open.walls.len()];
        super::area_vectors(&self.open, x, &mut areas);
        self.for_each(amplitudes, &areas, |energy| {
            let d = energy.dim();
            let (mut local, mut out) = ([0.0; 12], [0.0; 12]);
            for s in 0..energy.stencils() {
                let Some(channel) = energy.channel(s) else { continue };
                let vertices = energy.vertices(s);
                let count = super::gather(vertices, d, x, &mut local);
                energy.gradient_by_amplitude(s, &local[..count], &mut out[..count]);
                for (out, &v) in out.chunks_exact(d).zip(vertices) {
                    for (c, g) in out.iter().enumerate() {
                        columns[channel][v as usize * d + c] -= g;
                    }
                }
            }
        });
        for &(channel, dof, value) in &self.loads {
            columns[channel][dof as usize] += value;
        }
        columns
    }

    /// [`Actuators::force_by_amplitude`] of a body at rest.
    pub fn at_rest(&self, body: &Body) -> Vec<Vec<f64>> {
        self.force_by_amplitude(&vec![0.0; self.channels.len()], body.mesh.positions())
    }
}
