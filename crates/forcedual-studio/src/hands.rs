//! What people do to the body: grabs, targets, a ball, the floor, gravity.

use forcedual::control::Goal;
use forcedual::energy::{Collider, Handle, Obstacle};
use forcedual::scene::simulation::Runtime;
use forcedual::simulate::Controls;
use std::collections::BTreeMap;

/// Friction of ball and floor.
const FRICTION: f64 = 0.4;
/// Gravity that comes with the floor, m/s^2.
const GRAVITY: f64 = 9.81;
/// How far below the body the floor is, in sizes of the body.
const BELOW: f64 = 0.02;
/// Hands and targets of all pages together, at most.
const MOST: usize = 64;
/// The fastest that a ball is taken to move, in sizes of the body per second.
const FASTEST: f64 = 5.0;

/// The page and its own number of a hand.
pub type Name = (u64, u32);

/// A vertex of the surface that is pulled.
struct Hand {
    vertex: usize,
    to: [f64; 3],
}

/// A ball to push with, and how fast it moves.
struct Ball {
    at: [f64; 3],
    radius: f64,
    velocity: [f64; 3],
}

/// All that people do.
#[derive(Default)]
pub struct Hands {
    grabs: BTreeMap<Name, Hand>,
    targets: BTreeMap<Name, Hand>,
    ball: Option<Ball>,
    floor: bool,
    gravity: [f64; 3],
}

/// A place that a page tells, in three numbers.
pub fn place(given: &[f64]) -> Option<[f64; 3]> {
    let fits = (2..=3).contains(&given.len()) && given.iter().all(|x| x.is_finite());
    fits.then(|| std::array::from_fn(|c| given.get(c).copied().unwrap_or(0.0)))
}

impl Hands {
    /// Takes hold of a vertex of the surface.
    pub fn grab(&mut self, name: Name, vertex: usize, to: [f64; 3]) {
        if self.grabs.len() < MOST || self.grabs.contains_key(&name) {
            self.grabs.insert(name, Hand { vertex, to });
        }
    }

    /// Pulls it elsewhere.
    pub fn drag(&mut self, name: Name, to: [f64; 3]) {
        if let Some(hand) = self.grabs.get_mut(&name) {
            hand.to = to;
        }
    }

    /// Lets go.
    pub fn release(&mut self, name: Name) {
        self.grabs.remove(&name);
    }

    /// Sets, moves or takes away a target.
    pub fn target(&mut self, name: Name, vertex: Option<usize>, to: Option<[f64; 3]>) {
        let Some(to) = to else {
            self.targets.remove(&name);
            return;
        };
        let known = self.targets.get(&name).map(|hand| hand.vertex);
        if let Some(vertex) = vertex.or(known)
            && (known.is_some() || self.targets.len() < MOST)
        {
            self.targets.insert(name, Hand { vertex, to });
        }
    }

    /// Forgets what a page holds and aims at: nobody else can take it away.
    pub fn gone(&mut self, page: u64) {
        self.grabs.retain(|name, _| name.0 != page);
        self.targets.retain(|name, _| name.0 != page);
    }

    /// Forgets all targets.
    pub fn aim_at_nothing(&mut self) {
        self.targets.clear();
    }

    /// Is there a floor?
    pub fn has_floor(&self) -> bool {
        self.floor
    }

    /// Lets go of everything that belongs to a surface that is no longer there.
    pub fn clear(&mut self) {
        self.grabs.clear();
        self.targets.clear();
        self.ball = None;
    }

    /// Places, moves or takes away the ball.
    pub fn ball(&mut self, at: Option<[f64; 3]>, radius: Option<f64>, seconds: f64) {
        let Some(at) = at else {
            self.ball = None;
            return;
        };
        let last = self.ball.take();
        let radius = radius.filter(|r| *r > 0.0 && r.is_finite());
        let Some(radius) = radius.or(last.as_ref().map(|b| b.radius)) else { return };
        let rate = |b: &Ball| std::array::from_fn(|c| (at[c] - b.at[c]) / seconds.max(1e-3));
        let velocity = last.as_ref().map_or([0.0; 3], rate);
        self.ball = Some(Ball { at, radius, velocity });
    }

    /// Puts the floor there, or takes it away.
    pub fn floor(&mut self, on: bool) {
        self.floor = on;
    }

    /// Sets gravity.
    pub fn gravity(&mut self, g: [f64; 3]) {
        self.gravity = g;
    }

    /// Against gravity; along the second axis where there is none.
    fn up(&self) -> [f64; 3] {
        let length = self.gravity.iter().map(|g| g * g).sum::<f64>().sqrt();
        match length > 0.0 {
            true => self.gravity.map(|g| -g / length),
            false => [0.0, 1.0, 0.0],
        }
    }

    /// Adds what people do to the controls; `corners` are those of a box around the surface at rest.
    pub fn apply(&self, runtime: &Runtime, corners: &[[f64; 3]; 2], controls: &mut Controls) {
        let model = runtime.dynamics.reduced();
        let d = model.dim;
        controls.handles.extend(self.grabs.values().filter_map(|h| held(runtime, h)));
        if let Some(ball) = &self.ball {
            let flat = |x: [f64; 3]| if d == 2 { [x[0], x[1], 0.0] } else { x };
            let speed = ball.velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
            let slower = (FASTEST * model.size / speed.max(f64::MIN_POSITIVE)).min(1.0);
            controls.colliders.push(Collider {
                shape: Obstacle::Sphere { center: flat(ball.at), radius: ball.radius },
                velocity: flat(ball.velocity.map(|v| slower * v)),
                friction: FRICTION,
            });
        }
        if self.floor {
            let normal = self.up();
            let [low, high] = corners;
            let least = |c: usize| (normal[c] * low[c]).min(normal[c] * high[c]);
            let lowest = (0..3).map(least).sum::<f64>() - BELOW * model.size;
            let shape = Obstacle::HalfSpace { point: normal.map(|n| lowest * n), normal };
            controls.colliders.push(Collider { friction: FRICTION, ..Collider::new(shape) });
        }
        if self.gravity != [0.0; 3] {
            controls.gravity = self.gravity;
        } else if self.floor {
            controls.gravity = [0.0, -GRAVITY, 0.0];
        }
    }

    /// Where points should be brought.
    pub fn goals(&self, runtime: &Runtime) -> Vec<Goal> {
        let points = self.targets.values().filter_map(|h| held(runtime, h));
        points.map(|point| Goal { point, weight: 1.0 }).collect()
    }

    /// Vertices that are pulled, and where to.
    pub fn pulls(&self) -> impl Iterator<Item = (usize, [f64; 3])> {
        self.grabs.values().chain(self.targets.values()).map(|hand| (hand.vertex, hand.to))
    }
}

/// A hand on the body; nothing where there is no such vertex.
fn held(runtime: &Runtime, hand: &Hand) -> Option<Handle> {
    let at = runtime.shell.display().positions.get(hand.vertex)?;
    runtime.hold(&at[..runtime.dynamics.reduced().dim], hand.to)
}
