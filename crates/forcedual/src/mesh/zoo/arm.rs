//! The arm: bent to show its biceps, with bones inside.

use super::form::{Form, V, ball, chain, cone, egg, slab, union};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [0.0, 0.0];

/// A bone in the plane: a shaft with two knobs at either end.
pub(super) fn bone(a: [f64; 2], b: [f64; 2], shaft: f64, knob: f64) -> Form {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy);
    let (ux, uy) = (knob * 0.62 * -dy / length, knob * 0.62 * dx / length);
    let at = |p: [f64; 2], side: f64| -> V { [p[0] + side * ux, p[1] + side * uy, 0.0] };
    union(
        vec![
            cone(at(a, 0.0), shaft, at(b, 0.0), shaft),
            ball(at(a, 1.0), knob),
            ball(at(a, -1.0), knob),
            ball(at(b, 1.0), knob),
            ball(at(b, -1.0), knob),
        ],
        0.5 * knob,
    )
}

pub(super) fn sculpture() -> Sculpture {
    let skin = [242, 204, 172];
    let mut s = Sculpture::new(2);
    s.region("flesh", skin);
    s.region("hand", skin);
    s.region("biceps", [214, 112, 104]);
    s.region("triceps", [224, 140, 124]);
    s.region("forearm_muscle", [228, 150, 132]);
    s.region("humerus", [252, 246, 228]);
    s.region("radius", [252, 246, 228]);
    s.region("ulna", [252, 246, 228]);

    // shoulder at the left, elbow at the lower right, fist at the top
    s.add(
        "flesh",
        chain(
            &[([0.0, 0.40, 0.0], 0.205), ([0.28, 0.30, 0.0], 0.165), ([0.66, 0.205, 0.0], 0.135)],
            0.05,
        ),
        0.0,
    );
    s.add("flesh", egg([0.30, 0.45, 0.0], [0.20, 0.125, 0.20]).turned(2, -14.0), 0.08);
    s.add("flesh", egg([0.36, 0.20, 0.0], [0.20, 0.09, 0.20]).turned(2, -14.0), 0.08);
    s.add(
        "flesh",
        chain(
            &[([0.68, 0.215, 0.0], 0.135), ([0.64, 0.46, 0.0], 0.14), ([0.58, 0.78, 0.0], 0.085)],
            0.05,
        ),
        0.04,
    );
    s.add("hand", egg([0.545, 0.93, 0.0], [0.145, 0.125, 0.145]), 0.05);
    for (x, y, r) in
        [(0.45, 1.005, 0.055), (0.525, 1.035, 0.055), (0.60, 1.025, 0.052), (0.66, 0.985, 0.048)]
    {
        s.add("hand", ball([x, y, 0.0], r), 0.02);
    }
    s.add("hand", cone([0.47, 0.90, 0.0], 0.05, [0.40, 0.95, 0.0], 0.046), 0.02);

    s.mark("triceps", egg([0.36, 0.185, 0.0], [0.23, 0.062, 0.23]).turned(2, -14.0));
    s.mark("biceps", egg([0.30, 0.445, 0.0], [0.225, 0.10, 0.225]).turned(2, -14.0));
    s.mark("forearm_muscle", egg([0.725, 0.44, 0.0], [0.045, 0.17, 0.17]).turned(2, 8.0));
    s.mark("humerus", bone([0.04, 0.375], [0.60, 0.235], 0.034, 0.05));
    s.mark("ulna", bone([0.73, 0.20], [0.617, 0.785], 0.02, 0.026));
    s.mark("radius", bone([0.655, 0.31], [0.542, 0.79], 0.02, 0.026));
    s.carve(slab([-0.62, 0.4, 0.0], [0.5, 1.0, 1.0], 0.0), 0.05);
    // fingers
    for x in [0.485, 0.562, 0.632] {
        s.decal([196, 140, 116], cone([x, 1.0, 0.0], 0.006, [x - 0.01, 0.92, 0.0], 0.006));
    }
    s.decal(
        [196, 140, 116],
        chain(
            &[([0.42, 0.90, 0.0], 0.006), ([0.48, 0.875, 0.0], 0.006), ([0.53, 0.90, 0.0], 0.006)],
            0.0,
        ),
    );
    s
}

pub(super) const SCENE: &str = r#"# An arm with bones inside: biceps, triceps and forearm contract.

[mesh]
shape = "arm"
cells = 3000

[material]
law = "stable-neo-hookean"
young = 3e4               # Pa: flesh
poisson = 0.45
density = 1000.0

[[material.region]]
where = { region = ["humerus", "radius", "ulna"] }
young = 1e8               # bone
poisson = 0.3

[[material.region]]       # tense muscle
where = { region = ["biceps", "triceps", "forearm_muscle"] }
young = 6e4

[[pin]]                   # the shoulder
where = { half-space = { point = [-0.10, 0.0], normal = [-1.0, 0.0] } }

[[force]]
name = "muscles"
kind = "muscle"
mode = "groups"
fibers = [
  { where = { region = "biceps" }, direction = [0.97, -0.25] },
  { where = { region = "triceps" }, direction = [0.97, -0.25] },
  { where = { region = "forearm_muscle" }, direction = [-0.17, 0.98] },
]
sigma = 1e4               # Pa

[[force]]
name = "what the hand holds"
kind = "contact"
patch = [{ where = { region = "hand" }, normal = [0.0, -1.0] }]
normal-sigma = 300.0      # Pa
tangent-sigma = 300.0

[subspace]
kind = "skinning"         # follows large bends
modes = 8

[simulation]              # the biceps flexes
frames = 120

[[simulation.drive]]
channel = "muscles[0]"
keys = [[0.0, 0.0], [1.0, 4e4], [1.5, 4e4]]
"#;
