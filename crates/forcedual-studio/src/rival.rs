//! A second body under the same hand, in threads of their own.
//!
//! The simulation leaves its time and its controls in the [`Lead`]; a rival follows as fast as it can.
//! One that is too slow for steps of the same length makes longer ones, and drops what is left.
//!
//! The body in full is mostly too slow, so that comparing it with what is played would compare different
//! times. It takes the body in its subspace along: the same steps under the same controls.
//!
//! The error at time `t` is `sqrt(int e^((s - t) / T) |u(s) - B z(s)|^2 ds / int e^((s - t) / T) |u(s)|^2 ds)` in the
//! norm of mass, `T` = 1 s: relative to the motion of now alone it would have no bound whenever the body swings
//! through its rest.

use crate::protocol::{self, Which};
use crate::session::Session;
use crate::simulation::Command;
use forcedual::Result;
use forcedual::body::Body;
use forcedual::energy::{Actuators, ContactPoints};
use forcedual::mesh::display::Attached;
use forcedual::reduce::Coordinates;
use forcedual::scene::simulation::{Engine, Runtime};
use forcedual::simulate::{Controls, Full, Settings, State, Stepper, System};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest step of a rival, s.
const LONGEST: f64 = 1.0 / 15.0;
/// Steps that a rival may be behind.
const BEHIND: f64 = 4.0;
/// Time between looks at the lead.
const LOOK: Duration = Duration::from_millis(3);
/// Time over which errors are averaged, s.
const AVERAGED: f64 = 1.0;
/// Motion below which no error is told, as a root mean square in sizes of the body.
const STILL: f64 = 1e-4;

/// What the simulation does, for those who follow.
#[derive(Default)]
pub struct Lead(Mutex<Led>);

#[derive(Default)]
struct Led {
    /// Counts beginnings at rest.
    begun: u64,
    time: f64,
    speed: f64,
    controls: Controls,
    touch: (usize, Vec<(u32, [f64; 3])>),
}

impl Lead {
    fn lock(&self) -> MutexGuard<'_, Led> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The body begins at rest.
    pub fn begin(&self) {
        let mut led = self.lock();
        *led = Led { begun: led.begun + 1, ..Led::default() };
    }

    /// The body has made a step.
    pub fn step(&self, state: &State, controls: &Controls, speed: f64) {
        let mut led = self.lock();
        led.time = state.time;
        led.speed = speed;
        led.controls.clone_from(controls);
    }

    /// What touches the body, (vertex of the mesh, N), and the component of a mixture in use.
    pub fn touch(&self, component: usize, forces: Vec<(u32, [f64; 3])>) {
        self.lock().touch = (component, forces);
    }

    /// What touched the body last.
    pub fn touched(&self) -> (usize, Vec<(u32, [f64; 3])>) {
        self.lock().touch.clone()
    }

    /// Beginnings, time and controls of now.
    fn now(&self) -> (u64, f64, f64, Controls) {
        let led = self.lock();
        (led.begun, led.time, led.speed, led.controls.clone())
    }
}

/// A rival at work; it ends when this is dropped.
pub struct Rival(Arc<AtomicBool>);

impl Drop for Rival {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// What follows a lead.
trait Follower {
    /// Back to rest.
    fn rest(&mut self);
    /// Its time.
    fn time(&self) -> f64;
    /// Sets its time.
    fn set_time(&mut self, time: f64);
    /// A step.
    fn step(&mut self, h: f64, controls: &Controls);
    /// Shows where it is, and says how far off the body is.
    fn show(&mut self, session: &Session, rev: u32, frame: u32) -> Option<f64>;
}

/// Follows until told to stop.
fn follow(session: &Session, rev: u32, stop: &AtomicBool, mut own: impl Follower, h: f64) {
    let mut begun = u64::MAX;
    let mut frame = 0u32;
    let mut told = Instant::now();
    let mut times = Vec::new();
    // what steps have taken lately, s
    let mut usual = 0.0;
    while !stop.load(Ordering::SeqCst) {
        let (beginning, time, speed, controls) = session.lead.now();
        if beginning != begun {
            begun = beginning;
            own.rest();
        }
        let step = (usual * speed).clamp(h, LONGEST.max(h));
        if time - own.time() < step * (1.0 - 1e-9) {
            std::thread::sleep(LOOK);
            continue;
        }
        if time - own.time() > BEHIND * step {
            own.set_time(time - step);
        }
        let started = Instant::now();
        own.step(step, &controls);
        let took = started.elapsed().as_secs_f64();
        usual += 0.3 * (took - usual);
        times.push(took);
        if time - own.time() >= step && usual < h {
            continue;
        }
        if stop.load(Ordering::SeqCst) {
            return;
        }
        frame = frame.wrapping_add(1);
        let error = own.show(session, rev, frame);
        if told.elapsed() > Duration::from_millis(200) {
            told = Instant::now();
            times.sort_by(f64::total_cmp);
            let step = times.get(times.len() / 2).copied();
            session.inbox.send(Command::Rival { step, error });
            times.clear();
        }
    }
}

/// A body in another subspace.
struct Reduced {
    runtime: Arc<Runtime>,
    engine: Engine,
    state: State,
}

impl Follower for Reduced {
    fn rest(&mut self) {
        self.state = State::rest(self.state.z.len());
    }

    fn time(&self) -> f64 {
        self.state.time
    }

    fn set_time(&mut self, time: f64) {
        self.state.time = time;
    }

    fn step(&mut self, h: f64, controls: &Controls) {
        let settings = Settings { h, ..self.runtime.spec.settings() };
        if self.engine.set(settings).is_ok() && self.engine.reduced().check(controls).is_ok() {
            self.engine.step(&mut self.state, controls);
        } else {
            self.state.time += h;
        }
    }

    fn show(&mut self, session: &Session, rev: u32, frame: u32) -> Option<f64> {
        let numbers = self.state.z.iter().map(|z| *z as f32);
        let head = (frame, Which::RivalCoordinates, self.state.time);
        let message = protocol::frame(rev, head, numbers, &[]);
        session.rival_frames.send_replace(Some((frame, message)));
        None
    }
}

impl Reduced {
    /// At rest.
    fn new(runtime: Arc<Runtime>) -> Result<Self> {
        let engine = Engine::new(&runtime.dynamics, &runtime.spec)?;
        let state = State::rest(runtime.dynamics.coordinates());
        Ok(Reduced { runtime, engine, state })
    }
}

/// Starts a rival in another subspace.
pub fn reduced(session: Arc<Session>, rev: u32, runtime: Arc<Runtime>) -> Result<Rival> {
    let stop = Arc::new(AtomicBool::new(false));
    let (told, h) = (stop.clone(), runtime.spec.step.min(1.0 / 60.0));
    let own = Reduced::new(runtime)?;
    alone(1, move || follow(&session, rev, &told, own, h));
    Ok(Rival(stop))
}

/// What the body in full is made of.
pub struct Whole {
    /// The body.
    pub body: Arc<Body>,
    /// What drives it.
    pub actuators: Actuators,
    /// What is looked at.
    pub surface: Arc<Attached>,
    /// The body in its subspace.
    pub runtime: Arc<Runtime>,
    /// What its coordinates mean.
    pub coordinates: Arc<Coordinates>,
}

struct InFull<'a> {
    whole: &'a Whole,
    full: Full<'a>,
    stepper: Stepper,
    state: State,
    /// The body in its subspace, that makes the same steps.
    beside: Reduced,
    meter: Meter,
}

/// Averages of the squared error and of the squared motion.
#[derive(Default)]
struct Meter {
    wrong: f64,
    whole: f64,
}

impl Meter {
    /// After a step of `h`.
    fn add(&mut self, h: f64, (wrong, whole): (f64, f64)) {
        let new = 1.0 - (-h / AVERAGED).exp();
        self.wrong += new * (wrong - self.wrong);
        self.whole += new * (whole - self.whole);
    }

    /// The relative error of motion whose square is larger than `still`.
    fn error(&self, still: f64) -> Option<f64> {
        (self.whole > still).then(|| (self.wrong / self.whole).sqrt())
    }
}

impl Follower for InFull<'_> {
    fn rest(&mut self) {
        self.state = State::rest(self.state.z.len());
        self.beside.rest();
        self.meter = Meter::default();
    }

    fn time(&self) -> f64 {
        self.state.time
    }

    fn set_time(&mut self, time: f64) {
        self.state.time = time;
    }

    fn step(&mut self, h: f64, controls: &Controls) {
        self.stepper.settings.h = h;
        let vertices = self.whole.body.mesh.vertex_count();
        if controls.check(self.full.channels(), vertices).is_ok() {
            self.stepper.step(&mut self.full, &mut self.state, controls);
        } else {
            self.state.time += h;
        }
        self.beside.step(h, controls);
        let Whole { body, coordinates, .. } = self.whole;
        self.meter
            .add(h, coordinates.distance(&self.beside.state.z, &self.moved(), &body.dof_mass()));
    }

    fn show(&mut self, session: &Session, rev: u32, frame: u32) -> Option<f64> {
        let Whole { body, surface, .. } = self.whole;
        let (d, u) = (body.dim(), self.moved());
        let rest = &surface.display.positions;
        let mut places: Vec<f32> =
            rest.iter().flat_map(|p| p[..d].iter().map(|x| *x as f32)).collect();
        for c in 0..d {
            let along: Vec<f64> = u.iter().skip(c).step_by(d).copied().collect();
            let moved = surface.interpolate(body.mesh.cells(), &along);
            places.iter_mut().skip(c).step_by(d).zip(moved).for_each(|(x, u)| *x += u as f32);
        }
        let head = (frame, Which::RivalPlaces, self.state.time);
        let message = protocol::frame(rev, head, places.into_iter(), &[]);
        session.rival_frames.send_replace(Some((frame, message)));
        let mass: f64 = body.mass.iter().sum();
        self.meter.error((STILL * body.mesh.diagonal()).powi(2) * mass)
    }
}

impl InFull<'_> {
    /// The displacement of all vertices.
    fn moved(&self) -> Vec<f64> {
        let mut u = vec![0.0; self.whole.body.dofs()];
        self.full.free().iter().zip(&self.state.z).for_each(|(&i, z)| u[i as usize] = *z);
        u
    }
}

/// Starts the body in full.
pub fn full(session: Arc<Session>, rev: u32, whole: Whole) -> Rival {
    let stop = Arc::new(AtomicBool::new(false));
    let told = stop.clone();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2));
    alone(threads, move || {
        let contact = ContactPoints::of(&whole.body);
        let settings = whole.runtime.spec.settings();
        let made = || {
            let full = Full::new(&whole.body, &whole.actuators, contact)?;
            let (stepper, state) = (Stepper::new(settings, full.size())?, State::rest(full.size()));
            let beside = Reduced::new(whole.runtime.clone())?;
            Ok(InFull { whole: &whole, full, stepper, state, beside, meter: Meter::default() })
        };
        match made() {
            Ok(own) => follow(&session, rev, &told, own, settings.h),
            Err(error) => session.fail(rev, &error),
        }
    });
    Rival(stop)
}

/// Runs something in a thread and on cores of its own, so that nobody else waits for it.
pub fn alone(threads: usize, work: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_relative_to_motion_of_the_last_second_also_where_it_swings_through_rest() {
        let mut meter = Meter::default();
        let h = 0.01;
        assert_eq!(meter.error(1e-12), None);
        for k in 0..1000 {
            let t = h * f64::from(k);
            meter.add(h, (0.01 * (9.0 * t).cos().powi(2), (9.0 * t).sin().powi(2)));
            if t > 3.0 {
                let error = meter.error(1e-12).unwrap();
                assert!((error - 0.1).abs() < 0.02, "{error} at {t}");
            }
        }
        // at rest it is forgotten
        (0..4000).for_each(|_| meter.add(h, (0.0, 0.0)));
        assert_eq!(meter.error(1e-12), None);
    }
}
