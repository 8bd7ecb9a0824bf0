//! The baby dragon: it sits, and its tail curls round to its left.

use super::form::{ball, chain, cone, egg, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [28.0, 12.0];

pub(super) fn sculpture() -> Sculpture {
    let mut s = Sculpture::new(3);
    s.region("body", [132, 186, 152]);
    s.region("belly", [244, 226, 178]);
    s.region("neck", [132, 186, 152]);
    s.region("head", [132, 186, 152]);
    s.region("left_eye", [44, 42, 50]);
    s.region("left_horn", [240, 214, 160]);
    s.region("left_ear", [236, 168, 128]);
    s.region("left_arm", [132, 186, 152]);
    s.region("left_leg", [132, 186, 152]);
    s.region("left_wing", [236, 168, 128]);
    s.region("tail", [132, 186, 152]);
    s.region("spikes", [236, 168, 128]);

    s.add("body", egg([0.0, 0.35, -0.01], [0.235, 0.30, 0.215]), 0.0);
    s.add("neck", cone([0.0, 0.56, 0.01], 0.15, [0.0, 0.70, 0.04], 0.14), 0.10);
    s.add("head", egg([0.0, 0.93, 0.04], [0.27, 0.225, 0.235]), 0.08);
    s.add("head", egg([0.0, 0.85, 0.235], [0.165, 0.115, 0.125]), 0.09);
    s.pair("head", ball([0.065, 0.915, 0.325], 0.032), 0.04);
    s.pair("head", ball([0.15, 0.84, 0.15], 0.10), 0.08);

    // face
    s.pair("left_eye", egg([0.135, 0.985, 0.205], [0.062, 0.082, 0.05]).turned(1, 26.0), 0.01);
    s.decal_pair([255, 255, 255], ball([0.128, 1.025, 0.262], 0.024));
    s.decal([255, 255, 255], ball([0.165, 0.955, 0.235], 0.014));
    s.decal([255, 255, 255], ball([-0.105, 0.955, 0.262], 0.014));
    s.decal_pair([86, 128, 104], ball([0.066, 0.92, 0.362], 0.013));
    s.decal([86, 128, 104], smile([0.0, 0.845, 0.35], 0.12, 0.05, 0.022));
    s.decal_pair([240, 166, 150], egg([0.205, 0.88, 0.19], [0.045, 0.032, 0.06]));
    s.pair(
        "left_horn",
        chain(
            &[
                ([0.11, 1.10, 0.0], 0.055),
                ([0.15, 1.20, -0.04], 0.045),
                ([0.175, 1.29, -0.06], 0.03),
            ],
            0.02,
        ),
        0.02,
    );
    s.pair(
        "left_ear",
        egg([0.335, 0.98, -0.01], [0.125, 0.055, 0.015]).turned(2, 24.0).grown(0.025),
        0.03,
    );

    // limbs
    s.pair(
        "left_arm",
        chain(
            &[
                ([0.185, 0.50, 0.08], 0.075),
                ([0.255, 0.40, 0.17], 0.062),
                ([0.225, 0.345, 0.265], 0.062),
            ],
            0.03,
        ),
        0.05,
    );
    s.pair("left_leg", egg([0.215, 0.17, 0.05], [0.12, 0.16, 0.165]), 0.05);
    s.pair("left_leg", egg([0.235, 0.07, 0.21], [0.095, 0.07, 0.145]), 0.05);
    for (x, z) in [(0.175, 0.325), (0.237, 0.352), (0.30, 0.325)] {
        s.pair("left_leg", ball([x, 0.046, z], 0.04), 0.025);
        s.decal_pair([250, 240, 214], ball([x, 0.042, z + 0.028], 0.03));
    }

    // wings
    let arm = chain(
        &[
            ([0.11, 0.55, -0.18], 0.055),
            ([0.36, 0.82, -0.28], 0.047),
            ([0.64, 0.80, -0.34], 0.036),
            ([0.80, 0.62, -0.36], 0.022),
        ],
        0.03,
    );
    let sail = chain(&[([0.22, 0.58, -0.235], 0.055), ([0.66, 0.66, -0.345], 0.04)], 0.0);
    let sail = super::form::union(
        vec![
            sail,
            egg([0.40, 0.64, -0.275], [0.245, 0.165, 0.015]).turned(1, 15.0).grown(0.026),
            egg([0.62, 0.66, -0.34], [0.15, 0.13, 0.013]).turned(1, 12.0).grown(0.024),
        ],
        0.04,
    )
    .without(egg([0.335, 0.385, -0.24], [0.125, 0.125, 0.4]), 0.02)
    .without(egg([0.565, 0.43, -0.30], [0.115, 0.125, 0.4]), 0.02)
    .without(egg([0.745, 0.50, -0.30], [0.085, 0.11, 0.4]), 0.02);
    s.pair("left_wing", super::form::union(vec![arm.clone(), sail], 0.025), 0.04);
    s.decal_pair([132, 186, 152], arm.grown(0.007));

    // tail
    s.add(
        "tail",
        chain(
            &[
                ([0.0, 0.19, -0.12], 0.165),
                ([0.04, 0.13, -0.33], 0.125),
                ([0.20, 0.095, -0.45], 0.095),
                ([0.40, 0.08, -0.42], 0.075),
                ([0.54, 0.075, -0.26], 0.06),
                ([0.59, 0.12, -0.12], 0.045),
            ],
            0.05,
        ),
        0.06,
    );
    for x in [-0.045, 0.045] {
        s.add("spikes", cone([0.595 + x, 0.155, -0.06], 0.045, [0.60, 0.27, 0.0], 0.024), 0.02);
    }
    for (a, b, r) in [
        ([0.0, 1.15, 0.03], [0.0, 1.235, 0.0], 0.05),
        ([0.0, 1.10, -0.12], [0.0, 1.18, -0.19], 0.055),
        ([0.0, 0.96, -0.21], [0.0, 1.01, -0.30], 0.055),
        ([0.0, 0.74, -0.12], [0.0, 0.78, -0.22], 0.05),
        ([0.0, 0.55, -0.17], [0.0, 0.59, -0.29], 0.055),
        ([0.0, 0.36, -0.21], [0.0, 0.40, -0.33], 0.055),
        ([0.03, 0.21, -0.34], [0.05, 0.29, -0.41], 0.05),
        ([0.22, 0.16, -0.46], [0.25, 0.235, -0.52], 0.042),
        ([0.40, 0.13, -0.43], [0.44, 0.20, -0.47], 0.036),
    ] {
        s.add("spikes", cone(a, r, b, 0.026), 0.015);
    }
    s.mark("belly", egg([0.0, 0.31, 0.15], [0.165, 0.245, 0.10]));
    s.decal([232, 208, 158], egg([0.0, 0.36, 0.2], [0.14, 0.007, 0.1]));
    s.decal([232, 208, 158], egg([0.0, 0.28, 0.2], [0.145, 0.007, 0.1]));
    s.decal([232, 208, 158], egg([0.0, 0.44, 0.2], [0.115, 0.007, 0.1]));
    s
}

pub(super) const SCENE: &str = r#"# A baby dragon that moves by springs inside it: muscles in legs, arms, wings, tail and neck.

[mesh]
shape = "dragon"
cells = 20000             # about; any number gives the same dragon, finer or coarser

[material]
law = "stable-neo-hookean"
young = 1e6               # Pa: rubber
poisson = 0.45
density = 1000.0

[[material.region]]
where = { region = ["left_horn", "right_horn", "spikes", "left_wing", "right_wing"] }
young = 2e7

[[pin]]                   # it sits on the ground
where = { half-space = { point = [0.0, 0.03, 0.0], normal = [0.0, -1.0, 0.0] } }

[[force]]
name = "wings"
kind = "springs"
between = [
  [[0.10, 0.60, -0.18], [0.60, 0.80, -0.33]],
  [[0.10, 0.45, -0.18], [0.40, 0.62, -0.27]],
  [[-0.10, 0.60, -0.18], [-0.60, 0.80, -0.33]],
  [[-0.10, 0.45, -0.18], [-0.40, 0.62, -0.27]],
]
stiffness = 2e4           # N/m
sigma = 0.05              # m: standard deviation of the change of rest length

[[force]]
name = "tail"
kind = "springs"
between = [
  [[0.0, 0.24, -0.20], [0.30, 0.12, -0.50]],
  [[0.04, 0.10, -0.22], [0.36, 0.06, -0.38]],
  [[0.20, 0.16, -0.45], [0.56, 0.12, -0.18]],
  [[0.20, 0.06, -0.40], [0.52, 0.06, -0.22]],
]
stiffness = 2e4
sigma = 0.05

[[force]]
name = "neck"
kind = "springs"
between = [
  [[0.12, 0.52, 0.02], [0.12, 0.84, 0.04]],
  [[-0.12, 0.52, 0.02], [-0.12, 0.84, 0.04]],
  [[0.0, 0.52, 0.14], [0.0, 0.80, 0.18]],
  [[0.0, 0.52, -0.12], [0.0, 0.84, -0.14]],
]
stiffness = 3e4
sigma = 0.05

[[force]]
name = "legs and arms"
kind = "springs"
between = [
  [[0.16, 0.30, 0.05], [0.24, 0.08, 0.28]],
  [[-0.16, 0.30, 0.05], [-0.24, 0.08, 0.28]],
  [[0.16, 0.52, 0.05], [0.22, 0.35, 0.28]],
  [[-0.16, 0.52, 0.05], [-0.22, 0.35, 0.28]],
]
stiffness = 1.5e4
sigma = 0.05

[subspace]
modes = 16                # one per muscle: holds all small and slow motion

[simulation]              # it flaps its wings, wags its tail and nods
frames = 240

[[simulation.drive]]
channel = "wings"
wave = { amplitude = 0.12, period = 1.2 }

[[simulation.drive]]
channel = "tail[0]"
wave = { amplitude = 0.12, period = 2.4 }

[[simulation.drive]]
channel = "neck[2]"
wave = { amplitude = 0.12, period = 3.6 }
"#;
