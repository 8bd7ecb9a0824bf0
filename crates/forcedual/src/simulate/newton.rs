//! Newton's method with backtracking for the minimum that a step looks for.
//!
//! Steps are accepted by the sufficient decrease of the energy (Armijo). Near the minimum, where
//! differences of energies drown in rounding, the gradient decides.
//!
//! Stiff parts that turn make the energy a narrow bent valley, out of which straight steps soon lead.
//! Where the full step `d` is not accepted, steps follow the valley to second order,
//!
//! ```text
//! z + t d + t^2 c,     c = -1/2 (H + w M)^{-1} D^3 Psi [d, d]
//! ```
//!
//! which keeps the gradient along the path at `(1 - t) g`; its second derivative is a difference of
//! three gradients.
//!
//! Directions need not be exact while others follow: each may leave a share of the gradient, a tenth at first
//! and then the square of what the last one gained (Eisenstat and Walker); the last of those allowed, and
//! those near the end, as little as the system can.
//!
//! The residual is a length: as the Hessian is at least `w M`, the root mean square distance from the
//! minimum is at most `|M^{-1/2} g| / (w sqrt(mass))` where the energy is convex, and at most
//! `sqrt(-g . d / (w mass))`, which says more where parts are stiff, and is asked of directions that are not
//! rough.

use super::System;

/// Sufficient decrease, as a fraction of what the slope promises.
const ARMIJO: f64 = 1e-4;
/// Decreases below this fraction of the energies involved are rounding.
const ROUNDING: f64 = 1e-12;
/// Share of the gradient that a direction may leave at most, where others follow.
const ROUGH: f64 = 0.1;
/// Times that a step is halved at most.
const HALVINGS: usize = 30;
/// Share of a step at which the bend of the valley is measured.
const PROBE: f64 = 0.1;
/// The bend of a path at most, as a share of its straight part.
const BEND: f64 = 0.5;
/// Steps along a bent path that are tried.
const BENT: usize = 3;
/// The shortest step along a bent path that is worth it.
const SHORT: f64 = 0.125;

/// What the energy of a step is made of: `Psi(z) + w/2 |z - y|^2_M`.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub target: Vec<f64>,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    bend: Vec<f64>,
    third: Vec<f64>,
    trial: Vec<f64>,
}

impl Scratch {
    pub fn new(size: usize) -> Self {
        let zeros = || vec![0.0; size];
        Scratch {
            target: zeros(),
            gradient: zeros(),
            direction: zeros(),
            bend: zeros(),
            third: zeros(),
            trial: zeros(),
        }
    }
}

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Newton iterations at most.
    pub iterations: usize,
    /// Residual that is good enough, m.
    pub residual: f64,
}

/// How it went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    pub iterations: usize,
    /// Bound of the root mean square distance from the minimum, m.
    pub residual: f64,
    /// Was there no direction, or no step along it that helps?
    pub stuck: bool,
}

/// `Psi(z) + w/2 |z - y|^2_M`, and the sum of the sizes of both parts.
pub(super) fn energy<S: System + ?Sized>(
    system: &mut S,
    w: f64,
    target: &[f64],
    z: &[f64],
) -> (f64, f64) {
    let potential = system.value(z);
    let inertia = z.iter().zip(target).zip(system.mass()).map(|((z, y), m)| m * (z - y).powi(2));
    let inertia = 0.5 * w * inertia.sum::<f64>();
    (potential + inertia, potential.abs() + inertia)
}

fn gradient<S: System + ?Sized>(
    system: &mut S,
    w: f64,
    target: &[f64],
    z: &[f64],
    out: &mut [f64],
) {
    system.gradient(z, out);
    for (((out, z), y), m) in out.iter_mut().zip(z).zip(target).zip(system.mass()) {
        *out += w * m * (z - y);
    }
}

/// `|M^{-1/2} g| / (w sqrt(mass))`
fn residual<S: System + ?Sized>(system: &S, w: f64, gradient: &[f64]) -> f64 {
    let squares = gradient.iter().zip(system.mass()).map(|(g, m)| g * g / m);
    squares.sum::<f64>().sqrt() / (w * system.scale().0.sqrt())
}

/// `|v|_M`
fn length<S: System + ?Sized>(system: &S, v: &[f64]) -> f64 {
    v.iter().zip(system.mass()).map(|(v, m)| m * v * v).sum::<f64>().sqrt()
}

/// The bend `c` of the valley along `direction`, into `bend`, where a matrix was found for the direction and
/// the gradient of the whole energy is known;
/// the longest step that it allows, none where that is too short: where things touch or slip the
/// gradient jumps, and no valley is followed.
fn bend<S: System + ?Sized>(
    system: &mut S,
    w: f64,
    z: &[f64],
    scratch: &mut Scratch,
) -> Option<f64> {
    let Scratch { target, gradient, direction, bend, third, trial } = scratch;
    let scale = 0.5 / (PROBE * PROBE);
    let here = z.iter().zip(&*target).zip(system.mass()).map(|((z, y), m)| w * m * (z - y));
    let potential = gradient.iter().zip(here).map(|(g, inertia)| g - inertia);
    third.iter_mut().zip(potential).for_each(|(to, g)| *to = -2.0 * scale * g);
    for at in [PROBE, -PROBE] {
        let path = z.iter().zip(direction.iter());
        trial.iter_mut().zip(path).for_each(|(x, (z, d))| *x = z + at * d);
        system.gradient(trial, bend);
        third.iter_mut().zip(bend.iter()).for_each(|(to, g)| *to += scale * g);
    }
    let found = system.again(w, third, ROUGH, bend);
    let (straight, bent) = (length(system, direction), length(system, bend));
    let t = if bent > BEND * straight { BEND * straight / bent } else { 1.0 };
    (found && bent.is_finite() && t >= SHORT).then_some(t)
}

/// Minimises from `z`, in place, where the [`energy`] is known.
pub(super) fn minimise<S: System + ?Sized>(
    system: &mut S,
    w: f64,
    z: &mut [f64],
    (mut value, mut size): (f64, f64),
    scratch: &mut Scratch,
    limits: Limits,
) -> Outcome {
    gradient(system, w, &scratch.target, z, &mut scratch.gradient);
    let mut steepness = residual(system, w, &scratch.gradient);
    let mut at = steepness;
    let mut iterations = 0;
    let (mut progress, mut far) = (1.0_f64, at);
    // one iteration at least, so that motions below the tolerance are not frozen
    while iterations < limits.iterations && (at > limits.residual || iterations == 0) {
        iterations += 1;
        let Scratch { gradient: g, direction, .. } = scratch;
        // a direction that may be the last is found as well as it can
        let last = iterations == limits.iterations || far * ROUGH <= limits.residual;
        let rough = if last { 0.0 } else { (0.9 * progress * progress).min(ROUGH) };
        let found = system.direction(z, w, g, rough, direction);
        let mut slope: f64 = g.iter().zip(direction.iter()).map(|(g, d)| g * d).sum();
        let newton = found && slope < 0.0 && slope.is_finite();
        if !newton {
            // steepest descent in the mass norm
            let masses = system.mass().iter();
            direction
                .iter_mut()
                .zip(g.iter())
                .zip(masses)
                .for_each(|((d, g), m)| *d = -g / (w * m));
            slope = g.iter().zip(direction.iter()).map(|(g, d)| g * d).sum();
        }
        if !slope.is_finite() {
            return Outcome { iterations, residual: at, stuck: true };
        }
        far = (-slope / (w * system.scale().0)).sqrt();
        if last {
            at = at.min(far);
        }
        scratch.bend.fill(0.0);
        let mut t = 1.0;
        let (mut accepted, mut bent) = (false, false);
        let rounding = 2.0 * ROUNDING * size + system.rounding();
        for tried in 0..BENT + HALVINGS {
            let Scratch { target, direction, bend, trial, .. } = scratch;
            let path = z.iter().zip(direction.iter()).zip(bend.iter());
            trial.iter_mut().zip(path).for_each(|(x, ((z, d), c))| *x = z + t * (d + t * c));
            let (new, new_size) = energy(system, w, target, trial);
            if new <= value + ARMIJO * t * slope
                || (-slope * t <= rounding && new <= value + rounding)
            {
                (value, size) = (new, new_size);
                accepted = true;
                break;
            }
            t *= 0.5;
            if tried == 0 && newton && -slope > rounding / (PROBE * PROBE) {
                if let Some(longest) = self::bend(system, w, z, scratch) {
                    (t, bent) = (longest, true);
                    continue;
                }
                scratch.bend.fill(0.0);
            }
            if bent && tried == BENT {
                scratch.bend.fill(0.0);
                t = 0.5;
            }
        }
        let Scratch { target, gradient: g, direction, trial, .. } = scratch;
        let flat = -slope * if accepted { t } else { 1.0 } <= rounding;
        if flat {
            // energies say nothing any more, but the way does
            at = at.min(length(system, direction) / system.scale().0.sqrt());
        }
        if !accepted {
            return Outcome { iterations, residual: at, stuck: at > limits.residual };
        }
        let before = steepness;
        gradient(system, w, target, trial, g);
        steepness = residual(system, w, g);
        progress = steepness / before;
        if flat && steepness >= before {
            // rounding is all that is left to gain
            return Outcome { iterations, residual: at, stuck: false };
        }
        at = if t == 1.0 || flat { at.min(steepness) } else { steepness };
        z.copy_from_slice(trial);
    }
    Outcome { iterations, residual: at, stuck: !at.is_finite() }
}
