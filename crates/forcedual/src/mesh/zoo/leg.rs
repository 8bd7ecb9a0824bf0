//! The leg: on its toes, with bones, kneecap and muscles.

use super::arm::bone;
use super::form::{ball, chain, cone, egg, slab};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [0.0, 0.0];

pub(super) fn sculpture() -> Sculpture {
    let bones = [252, 246, 228];
    let mut s = Sculpture::new(2);
    s.region("flesh", [242, 204, 172]);
    s.region("foot", [242, 204, 172]);
    s.region("quadriceps", [214, 112, 104]);
    s.region("hamstring", [224, 140, 124]);
    s.region("calf", [218, 124, 112]);
    s.region("femur", bones);
    s.region("kneecap", bones);
    s.region("tibia", bones);
    s.region("foot_bone", bones);

    // hip at the top left, knee to the right, toes to the right
    s.add(
        "flesh",
        chain(
            &[([0.08, 1.22, 0.0], 0.215), ([0.23, 0.92, 0.0], 0.19), ([0.38, 0.64, 0.0], 0.125)],
            0.06,
        ),
        0.0,
    );
    s.add(
        "flesh",
        chain(
            &[([0.39, 0.63, 0.0], 0.13), ([0.29, 0.42, 0.0], 0.125), ([0.215, 0.17, 0.0], 0.088)],
            0.05,
        ),
        0.04,
    );
    s.add("flesh", egg([0.215, 0.44, 0.0], [0.10, 0.165, 0.165]).turned(2, -22.0), 0.06);
    s.add("flesh", ball([0.445, 0.655, 0.0], 0.085), 0.08);
    s.add(
        "foot",
        chain(
            &[
                ([0.165, 0.088, 0.0], 0.088),
                ([0.30, 0.115, 0.0], 0.088),
                ([0.46, 0.062, 0.0], 0.062),
            ],
            0.04,
        ),
        0.04,
    );
    s.add("foot", egg([0.55, 0.055, 0.0], [0.07, 0.055, 0.07]), 0.035);
    s.carve(slab([0.1, 1.74, 0.0], [1.0, 0.5, 1.0], 0.0), 0.05);
    s.mark("hamstring", egg([0.135, 0.88, 0.0], [0.07, 0.25, 0.25]).turned(2, 27.0));
    s.mark("quadriceps", egg([0.325, 0.94, 0.0], [0.075, 0.25, 0.25]).turned(2, 27.0));
    s.mark("calf", egg([0.195, 0.44, 0.0], [0.068, 0.16, 0.16]).turned(2, -20.0));
    s.mark("femur", bone([0.13, 1.12], [0.375, 0.70], 0.036, 0.048));
    s.mark("kneecap", ball([0.475, 0.655, 0.0], 0.034));
    s.mark("tibia", bone([0.375, 0.575], [0.205, 0.17], 0.03, 0.036));
    s.mark(
        "foot_bone",
        chain(
            &[([0.19, 0.085, 0.0], 0.036), ([0.30, 0.085, 0.0], 0.03), ([0.44, 0.052, 0.0], 0.024)],
            0.01,
        ),
    );
    s.decal([255, 236, 226], egg([0.592, 0.088, 0.0], [0.032, 0.018, 0.03]).turned(2, -36.0));
    s.decal([206, 150, 126], cone([0.50, 0.06, 0.0], 0.005, [0.505, 0.03, 0.0], 0.005));
    s
}

pub(super) const SCENE: &str = r#"# A leg with bones inside: thigh and calf contract, and the ground pushes on the foot.

[mesh]
shape = "leg"
cells = 3000

[material]
law = "stable-neo-hookean"
young = 1.5e6             # Pa: rubber flesh
poisson = 0.45
density = 1000.0

[[material.region]]
where = { region = ["femur", "kneecap", "tibia", "foot_bone"] }
young = 5e9               # bone
poisson = 0.3

[[material.region]]       # tense muscle
where = { region = ["quadriceps", "hamstring", "calf"] }
young = 3e6

[[pin]]                   # the hip
where = { half-space = { point = [0.0, 1.2], normal = [0.0, 1.0] } }

[[force]]
name = "muscles"
kind = "muscle"
mode = "groups"
fibers = [
  { where = { region = "quadriceps" }, direction = [-0.45, 0.89] },
  { where = { region = "hamstring" }, direction = [-0.45, 0.89] },
  { where = { region = "calf" }, direction = [0.34, 0.94] },
]
sigma = 5e5               # Pa

[[force]]
name = "ground"
kind = "contact"
patch = [
  { center = [0.16, 0.0], radius = 0.05, normal = [0.0, 1.0] },
  { center = [0.50, 0.0], radius = 0.05, normal = [0.0, 1.0] },
]
normal-sigma = 1e5        # Pa

[subspace]
kind = "skinning"         # follows large rotations
modes = 12
"#;
