//! The simulation: a thread of its own that moves the body in real time and waits for nobody.
//!
//! Steps have a fixed length. As many are made as the clock asks for; where the scene does not say how many
//! iterations a step may take, there are as many as fit into its time ([`Pace`]). When even those take
//! longer, time is dropped, never made up for. The newest frame is left where pages' tasks find it.

use crate::board::Slot;
use crate::hands::{Hands, Name};
use crate::protocol::{self, Rows, Which, text};
use crate::session::{Session, defect};
use forcedual::control::InverseKinematics;
use forcedual::scene::simulation::{Engine, Runtime, Script};
use forcedual::simulate::{Controls, Settings, State};
use serde_json::json;
use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Commands that may wait.
const WAITING: usize = 4096;
/// The longest step, s, whatever the scene says: what people play with must be smooth.
const STEP: f64 = 1.0 / 60.0;
/// The shortest step in slow motion, s.
const SHORTEST: f64 = 1e-4;
/// Time that may be made up for, in steps.
const BEHIND: f64 = 4.0;
/// Time between statistics.
const STATS: Duration = Duration::from_millis(250);
/// The longest sleep.
const SLEEP: Duration = Duration::from_millis(200);
/// Steps of which the slowest are told.
const RECENT: usize = 1000;
/// Share of the time that steps may take, so that there is some left for telling of them.
const BUSY: f64 = 0.8;
/// Iterations of a step that are made in any case: fewer lag behind the hand.
const FEWEST: usize = 2;
/// Share of the last step in the time that an iteration is taken to need.
const FRESH: f64 = 0.1;
/// How fast time may go.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.05..=2.0;

/// What the simulation is asked to do.
pub enum Command {
    /// Look whether anybody is there.
    Wake,
    /// Go home.
    End,
    /// A page went.
    Gone {
        /// Its number.
        page: u64,
    },
    /// Play another model.
    Load(Box<Play>),
    /// How much of a touch the subspace feels.
    Felt(Option<f64>),
    /// The rival's step, s, and its distance from it relative to the motion.
    Rival {
        /// Time of a step, s.
        step: Option<f64>,
        /// How far the body is off.
        error: Option<f64>,
    },
    /// Run or pause.
    Run {
        /// Does time go on?
        running: bool,
        /// How fast.
        speed: f64,
    },
    /// Do what the scene says happens, or no longer.
    Script(bool),
    /// Back to rest.
    Reset,
    /// Take hold.
    Grab(Name, usize, [f64; 3]),
    /// Pull, and when that was asked for.
    Drag(Name, [f64; 3], Instant),
    /// Let go.
    Release(Name),
    /// A target.
    Target(Name, Option<usize>, Option<[f64; 3]>),
    /// A ball.
    Ball(Option<[f64; 3]>, Option<f64>),
    /// A floor.
    Floor(bool),
    /// Gravity.
    Gravity([f64; 3]),
    /// Drive a channel.
    Amplitude(usize, f64),
    /// All amplitudes to their means.
    Relax,
}

/// Where commands go.
pub struct Inbox(SyncSender<Command>);

impl Inbox {
    /// An inbox and its other end.
    pub fn new() -> (Self, Receiver<Command>) {
        let (sender, receiver) = sync_channel(WAITING);
        (Inbox(sender), receiver)
    }

    /// Leaves a command, unless far too many wait.
    pub fn send(&self, command: Command) {
        let _ = self.0.try_send(command);
    }

    /// Leaves a command that must not get lost.
    pub fn send_surely(&self, command: Command) {
        let _ = self.0.send(command);
    }
}

/// A model to play.
pub struct Play {
    /// Revision of its scene.
    pub rev: u32,
    /// How it moves.
    pub runtime: Arc<Runtime>,
    /// How its surface moves.
    pub rows: Arc<Rows>,
    /// Channels that people may drive: the first so many.
    pub channels: usize,
}

/// A model at play.
struct Playing {
    play: Play,
    engine: Engine,
    state: State,
    script: Script,
    ik: InverseKinematics,
    /// Lower and upper corner of a box around the surface at rest.
    corners: [[f64; 3]; 2],
    forces: Vec<(u32, [f64; 3])>,
}

/// The simulation's own memory.
struct Simulation {
    session: Arc<Session>,
    playing: Option<Playing>,
    controls: Controls,
    hands: Hands,
    running: bool,
    speed: f64,
    scripted: bool,
    frame: u32,
    felt: Option<f64>,
    rival: (Option<f64>, Option<f64>),
    moved_ball: Instant,
    /// When the first pull was asked for that no frame shows yet.
    asked: Option<Instant>,
    pace: Pace,
    counts: Counts,
    /// Times of the last steps, s.
    recent: VecDeque<f64>,
}

/// How many iterations fit into a step.
#[derive(Debug, Default)]
struct Pace {
    /// What an iteration takes lately, s; 0 where that is not known.
    iteration: f64,
}

impl Pace {
    /// Iterations that `time` s have room for, `most` at most.
    fn room(&self, time: f64, most: usize) -> usize {
        // a division by nothing leaves room for all
        let fit = BUSY * time / self.iteration;
        (fit as usize).clamp(FEWEST.min(most), most)
    }

    /// A step of so many iterations took `time` s.
    fn learn(&mut self, time: f64, iterations: usize) {
        let each = time / iterations.max(1) as f64;
        let known = self.iteration > 0.0;
        self.iteration += if known { FRESH * (each - self.iteration) } else { each };
    }
}

/// What statistics are made of.
struct Counts {
    since: Instant,
    times: Vec<f64>,
    /// From pulls to frames that show them, s.
    answers: Vec<f64>,
    iterations: usize,
    /// Steps that ended before they were as exact as the scene asks for.
    short: usize,
    held: usize,
}

impl Counts {
    fn new() -> Self {
        let (times, answers) = (Vec::new(), Vec::new());
        Counts { since: Instant::now(), times, answers, iterations: 0, short: 0, held: 0 }
    }
}

/// Simulates until the session ends, whatever happens to bodies on the way.
pub fn run(session: Arc<Session>, commands: Receiver<Command>) {
    let turn = || go_on(session.clone(), &commands);
    while std::panic::catch_unwind(AssertUnwindSafe(turn)).is_err() {
        session.fail(session.rev(), &defect("the simulation of this model"));
    }
}

fn go_on(session: Arc<Session>, commands: &Receiver<Command>) {
    let mut simulation = Simulation {
        session,
        playing: None,
        controls: Controls::default(),
        hands: Hands::default(),
        running: true,
        speed: 1.0,
        scripted: false,
        frame: 0,
        felt: None,
        rival: (None, None),
        moved_ball: Instant::now(),
        asked: None,
        pace: Pace::default(),
        counts: Counts::new(),
        recent: VecDeque::new(),
    };
    let mut last = Instant::now();
    let mut due = 0.0;
    let mut wait = Duration::ZERO;
    loop {
        let first = match commands.recv_timeout(wait) {
            Ok(command) => Some(command),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        // no more than fit into the box, so that time goes on under a flood
        for command in first.into_iter().chain(commands.try_iter().take(WAITING)) {
            if matches!(command, Command::End) {
                return;
            }
            simulation.obey(command);
        }
        let now = Instant::now();
        let passed = now.duration_since(last).as_secs_f64();
        last = now;
        if simulation.counts.since.elapsed() > STATS {
            simulation.tell();
        }
        let Some(h) = simulation.step_length() else {
            due = 0.0;
            wait = SLEEP;
            continue;
        };
        due = (due + simulation.speed * passed).min(BEHIND * h);
        let mut stepped = false;
        while due >= h {
            simulation.step();
            due -= h;
            stepped = true;
        }
        if stepped {
            simulation.publish();
        }
        wait = Duration::from_secs_f64(((h - due) / simulation.speed).clamp(0.0, 0.2));
    }
}

impl Simulation {
    /// Length of the next step; none where time stands still.
    fn step_length(&self) -> Option<f64> {
        let playing = self.playing.as_ref()?;
        let moves = self.running && self.session.clients() > 0;
        let written = playing.play.runtime.spec.step.min(STEP);
        moves.then_some((written * self.speed.min(1.0)).max(SHORTEST))
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Wake | Command::End => {}
            Command::Gone { page } => self.hands.gone(page),
            Command::Load(play) => self.load(*play),
            Command::Felt(felt) => self.felt = felt,
            Command::Rival { step, error } => self.rival = (step, error),
            Command::Run { running, speed } => {
                self.running = running;
                self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
                self.tell();
            }
            Command::Script(on) => self.scripted = on,
            Command::Reset => self.reset(),
            Command::Grab(name, vertex, to) => self.hands.grab(name, vertex, to),
            Command::Drag(name, to, asked) => {
                self.hands.drag(name, to);
                self.asked.get_or_insert(asked);
            }
            Command::Release(name) => self.hands.release(name),
            Command::Target(name, vertex, to) => self.hands.target(name, vertex, to),
            Command::Ball(at, radius) => {
                let seconds = self.moved_ball.elapsed().as_secs_f64();
                self.moved_ball = Instant::now();
                self.hands.ball(at, radius, seconds);
            }
            Command::Floor(on) => self.hands.floor(on),
            Command::Gravity(g) => self.hands.gravity(g),
            Command::Amplitude(channel, value) => {
                let driven = self.playing.as_ref().map_or(0, |p| p.play.channels);
                if channel < driven && value.is_finite() {
                    self.controls.amplitudes[channel] = value;
                }
            }
            Command::Relax => {
                let Some(playing) = &self.playing else { return };
                let channels = &playing.play.runtime.dynamics.reduced().actuators.channels;
                let own = self.controls.amplitudes.iter_mut().zip(channels);
                own.take(playing.play.channels).for_each(|(a, c)| *a = c.mean);
            }
        }
    }

    fn load(&mut self, play: Play) {
        let runtime = play.runtime.clone();
        let made = Engine::new(&runtime.dynamics, &runtime.spec)
            .and_then(|engine| Ok((engine, Script::new(&runtime)?)));
        let (engine, script) = match made {
            Ok(made) => made,
            Err(error) => return self.session.fail(play.rev, &error),
        };
        let mut ik = InverseKinematics::new(engine.reduced());
        let all = runtime.dynamics.reduced().actuators.channels.len();
        (play.channels..all).for_each(|k| ik.leave(k));
        let state = State::rest(runtime.dynamics.coordinates());
        // hands stay on a surface that is the same
        let same = self.playing.as_ref().is_some_and(|old| {
            old.play.runtime.shell.display().positions == runtime.shell.display().positions
        });
        if !same {
            self.hands.clear();
        }
        let names = |r: &Runtime| -> Vec<String> {
            let channels = &r.dynamics.reduced().actuators.channels;
            channels.iter().map(|c| c.name.clone()).collect()
        };
        let kept = self.playing.as_ref().is_some_and(|p| names(&p.play.runtime) == names(&runtime));
        if !kept {
            self.controls = Controls::usual(&runtime.dynamics.reduced().actuators.channels);
        }
        self.felt = None;
        self.pace = Pace::default();
        let places = runtime.shell.display().positions.iter();
        let corners =
            places.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], p| {
                [[0, 1, 2].map(|c| low[c].min(p[c])), [0, 1, 2].map(|c| high[c].max(p[c]))]
            });
        let forces = Vec::new();
        self.playing = Some(Playing { play, engine, state, script, ik, corners, forces });
        self.counts = Counts::new();
        self.recent.clear();
        self.begin_again();
    }

    fn reset(&mut self) {
        let Some(playing) = &mut self.playing else { return };
        let runtime = playing.play.runtime.clone();
        // a fresh engine: subspaces that change have a state of their own
        if let Ok(engine) = Engine::new(&runtime.dynamics, &runtime.spec) {
            playing.engine = engine;
        }
        playing.state = State::rest(runtime.dynamics.coordinates());
        let channels = &runtime.dynamics.reduced().actuators.channels;
        self.controls.amplitudes = Controls::usual(channels).amplitudes;
        self.hands.aim_at_nothing();
        self.begin_again();
    }

    fn begin_again(&mut self) {
        if let Some(playing) = &self.playing {
            let mut take = self.session.take.lock().unwrap_or_else(|e| e.into_inner());
            take.begin(playing.play.runtime.clone());
        }
        self.session.lead.begin();
        self.publish();
        self.tell();
    }

    fn step(&mut self) {
        let Some(h) = self.step_length() else { return };
        let Some(playing) = &mut self.playing else { return };
        let Playing { play, engine, state, script, ik, corners, forces } = playing;
        let runtime = &play.runtime;
        let written = runtime.spec.settings();
        let iterations = match runtime.spec.iterations {
            Some(written) => written,
            None => self.pace.room(h / self.speed, written.iterations),
        };
        let settings = Settings { h, iterations, ..written };
        if engine.set(settings).is_err() {
            return;
        }
        let controls = &mut self.controls;
        controls.handles.clear();
        controls.colliders.clear();
        controls.gravity = [0.0; 3];
        if self.scripted {
            script.apply(state.time + h, controls);
        }
        self.hands.apply(runtime, corners, controls);
        if engine.reduced().check(controls).is_err() {
            // numbers that are no numbers: let go of everything
            self.hands.clear();
            *controls = Controls::rest(controls.amplitudes.len());
        }
        let begun = Instant::now();
        let report = engine.step(state, controls);
        self.session.lead.step(state, controls, self.speed);
        let mut goals = self.hands.goals(runtime);
        if self.scripted {
            goals.extend(script.goals(state.time));
        }
        if !goals.is_empty() && play.channels > 0 {
            // it only fails where there is nothing to reach with
            let _ = engine.improve(ik, state, &goals, controls, h);
        }
        let took = begun.elapsed().as_secs_f64();
        self.pace.learn(took, report.iterations);
        self.counts.times.push(took);
        self.recent.truncate(RECENT - 1);
        self.recent.push_front(took);
        self.counts.iterations += report.iterations;
        self.counts.short += usize::from(!report.converged);
        self.counts.held += usize::from(report.held);
        if controls.handles.is_empty() && controls.colliders.is_empty() {
            forces.clear();
        } else {
            engine.interaction(state, controls, forces);
        }
        let mut take = self.session.take.lock().unwrap_or_else(|e| e.into_inner());
        take.record(state, &controls.amplitudes, posterior(engine));
    }

    /// Leaves the newest frame for the pages.
    fn publish(&mut self) {
        let Some(Playing { play, state, .. }) = &self.playing else { return };
        self.frame = self.frame.wrapping_add(1);
        let rest = &play.runtime.shell.display().positions;
        let pulls: Vec<[[f64; 3]; 2]> = self
            .hands
            .pulls()
            .filter_map(|(vertex, to)| {
                let u = play.rows.displacement(vertex, &state.z);
                let rest = rest.get(vertex)?;
                Some([std::array::from_fn(|c| rest[c] + u[c]), to])
            })
            .collect();
        let numbers = state.z.iter().map(|z| *z as f32);
        let head = (self.frame, Which::Own, state.time);
        let message = protocol::frame(play.rev, head, numbers, &pulls);
        self.session.frames.send_replace(Some((self.frame, message)));
        if let Some(asked) = self.asked.take() {
            self.counts.answers.push(asked.elapsed().as_secs_f64());
        }
    }

    /// Tells how it goes, and what touches the body.
    fn tell(&mut self) {
        let Some(Playing { play, engine, state, forces, .. }) = &self.playing else { return };
        let interface = &play.runtime.dynamics.reduced().interface;
        let touch = forces.iter().map(|(k, f)| (interface[*k as usize], *f)).collect();
        let component = match engine {
            Engine::Adaptive(adaptive) => adaptive.active(),
            _ => 0,
        };
        self.session.lead.touch(component, touch);
        let counts = std::mem::replace(&mut self.counts, Counts::new());
        let Counts { since, mut times, mut answers, iterations, short, held } = counts;
        let middle = |times: &mut Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times.get(times.len() / 2).copied()
        };
        let (median, answer) = (middle(&mut times), middle(&mut answers));
        let mut recent: Vec<f64> = self.recent.iter().copied().collect();
        recent.sort_by(f64::total_cmp);
        let slow = recent.get(recent.len() * 99 / 100);
        let steps = times.len() as f64;
        let (rival, error) = self.rival;
        let said = json!({
            "is": "stats",
            "rev": play.rev,
            "rate": steps / since.elapsed().as_secs_f64(),
            "possible": median.map(|t| 1.0 / t.max(1e-9)),
            "step_us": median.map(|t| 1e6 * t),
            "slow_us": slow.map(|t| 1e6 * t),
            "answer_us": answer.map(|t| 1e6 * t),
            "iterations": iterations as f64 / steps.max(1.0),
            "short": short as f64 / steps.max(1.0),
            "held": held,
            "time": state.time,
            "running": self.running,
            "speed": self.speed,
            "script": self.scripted,
            "floor": self.hands.has_floor(),
            "felt": if forces.is_empty() { None } else { self.felt },
            "rival_us": rival.map(|t| 1e6 * t),
            "error": error,
            "posterior": posterior(engine),
            "amplitudes": &self.controls.amplitudes[..play.channels],
            "clients": self.session.clients(),
        });
        self.session.board.say(Slot::Stats, text(&said));
    }
}

fn posterior(engine: &Engine) -> Option<Vec<f64>> {
    match engine {
        Engine::Adaptive(adaptive) => Some(adaptive.posterior().to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_get_the_iterations_that_fit_into_their_time() {
        let mut pace = Pace::default();
        assert_eq!(pace.room(0.01, 20), 20, "nothing is known yet");
        pace.learn(0.004, 4);
        assert_eq!(pace.room(0.01, 20), 8);
        assert_eq!(pace.room(0.001, 20), FEWEST);
        assert_eq!(pace.room(1.0, 20), 20);
        assert_eq!(pace.room(0.001, 1), 1);
        (0..100).for_each(|_| pace.learn(0.002, 1));
        assert_eq!(pace.room(0.01, 20), 4);
    }
}
