//! A thousand hostile steps.

use crate::dice::Dice;
use forcedual::energy::{Collider, Handle, Obstacle};
use forcedual::scene::simulation::{Engine, Runtime};
use forcedual::simulate::{Controls, Settings, State};

/// Steps that are made with every body.
pub const STEPS: usize = 1000;
/// Steps between changes of mind.
const CALM: usize = 10;

/// What came of it.
#[derive(Default)]
pub struct Survived {
    /// Steps that could not be solved, so that the body was held.
    pub held: usize,
}

/// Teleports handles, throws obstacles, drives all channels to their limits and changes the length of steps; `seen` is
/// called with the state after every step.
pub fn hostile(
    dice: &mut Dice,
    runtime: &Runtime,
    mut seen: impl FnMut(&State),
) -> Result<Survived, String> {
    let spec = &runtime.spec;
    let mut engine = Engine::new(&runtime.dynamics, spec).map_err(|e| format!("engine: {e}"))?;
    let model = runtime.dynamics.reduced();
    let loose: Vec<u32> = model
        .interface
        .iter()
        .zip(&runtime.loose)
        .filter(|(_, on)| **on)
        .map(|(&i, _)| i)
        .collect();
    let mut state = State::rest(runtime.dynamics.coordinates());
    let mut controls = Controls::usual(&model.actuators.channels);
    let mut survived = Survived::default();
    for step in 0..STEPS {
        if step % CALM == 0 {
            provoke(dice, runtime, &loose, &mut controls);
            let h = dice.power(-4.0, -1.0);
            let settings = Settings { h, ..spec.settings() };
            engine.set(settings).map_err(|e| format!("step of {h} s: {e}"))?;
            engine.reduced().check(&controls).map_err(|e| format!("controls: {e}"))?;
        }
        survived.held += usize::from(engine.step(&mut state, &controls).held);
        if !state.z.iter().chain(&state.v).all(|x| x.is_finite()) {
            return Err(format!("a number that is not finite left step {step}"));
        }
        seen(&state);
    }
    Ok(survived)
}

fn provoke(dice: &mut Dice, runtime: &Runtime, loose: &[u32], controls: &mut Controls) {
    let model = runtime.dynamics.reduced();
    let (d, size) = (model.dim, model.size);
    for (amplitude, channel) in controls.amplitudes.iter_mut().zip(&model.actuators.channels) {
        *amplitude = channel.mean + channel.sigma * dice.pick(&[-10.0, -4.0, 0.0, 4.0, 10.0]);
    }
    let near = |dice: &mut Dice, far: f64| {
        let mut x = [0.0; 3];
        let k = dice.below(model.rest.len() / d);
        let rest = &model.rest[k * d..][..d];
        x.iter_mut().zip(rest).for_each(|(x, r)| *x = r + far * size * dice.between(-1.0, 1.0));
        x
    };
    controls.handles.clear();
    controls.forces.clear();
    if !loose.is_empty() {
        for _ in 0..dice.below(3) {
            let (target, stiffness) = (near(dice, 10.0), runtime.grip * dice.power(-3.0, 3.0));
            controls.handles.push(Handle::on(dice.pick(loose), target, stiffness));
        }
        if dice.happens(0.2) {
            let push = dice.direction(d).map(|x| x * runtime.grip * size);
            controls.forces.push((dice.pick(loose), push));
        }
    }
    controls.colliders.clear();
    for _ in 0..dice.below(3) {
        let (center, radius) = (near(dice, 0.5), size * dice.power(-2.0, 0.0));
        let shape = match dice.below(4) {
            0 => Obstacle::HalfSpace { point: center, normal: dice.direction(d) },
            1 => Obstacle::Sphere { center, radius },
            2 => Obstacle::Capsule { ends: [center, near(dice, 0.5)], radius },
            _ => Obstacle::Box { center, half: [radius; 3], axes: dice.rotation(d) },
        };
        let velocity = dice.direction(d).map(|x| 10.0 * size * x);
        let friction = dice.pick(&[0.0, 0.5, 10.0]);
        controls.colliders.push(Collider { shape, velocity, friction });
    }
    let pull = dice.power(-1.0, 3.0);
    controls.gravity = dice.direction(d).map(|x| pull * x);
}
