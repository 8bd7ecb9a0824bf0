//! The chicken wing: crisp, with bones.

use super::arm::bone;
use super::form::{ball, chain, cone};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [0.0, 0.0];

pub(super) fn sculpture() -> Sculpture {
    let mut s = Sculpture::new(2);
    let bones = [252, 246, 230];
    s.region("meat", [232, 168, 92]);
    s.region("skin", [206, 130, 62]);
    s.region("tip", [196, 118, 54]);
    s.region("humerus", bones);
    s.region("radius", bones);
    s.region("ulna", bones);

    // drumette at the lower left, flat to the upper right, tip folded back
    s.add(
        "skin",
        chain(
            &[([0.12, 0.16, 0.0], 0.085), ([0.24, 0.30, 0.0], 0.165), ([0.40, 0.50, 0.0], 0.135)],
            0.06,
        ),
        0.0,
    );
    s.add("skin", ball([0.42, 0.52, 0.0], 0.13), 0.05);
    s.add(
        "skin",
        chain(
            &[([0.44, 0.52, 0.0], 0.125), ([0.66, 0.44, 0.0], 0.145), ([0.88, 0.34, 0.0], 0.10)],
            0.06,
        ),
        0.04,
    );
    s.add(
        "tip",
        chain(
            &[([0.90, 0.34, 0.0], 0.09), ([1.02, 0.46, 0.0], 0.075), ([1.09, 0.60, 0.0], 0.045)],
            0.04,
        ),
        0.03,
    );
    // the end of the bone sticks out
    s.add("humerus", cone([0.14, 0.18, 0.0], 0.048, [0.03, 0.05, 0.0], 0.045), 0.02);
    s.add("humerus", ball([-0.02, 0.045, 0.0], 0.055), 0.02);
    s.add("humerus", ball([0.045, -0.01, 0.0], 0.055), 0.02);

    s.mark(
        "meat",
        chain(
            &[([0.15, 0.20, 0.0], 0.055), ([0.24, 0.30, 0.0], 0.125), ([0.40, 0.50, 0.0], 0.095)],
            0.06,
        ),
    );
    s.mark(
        "meat",
        chain(
            &[([0.43, 0.52, 0.0], 0.085), ([0.66, 0.44, 0.0], 0.105), ([0.88, 0.34, 0.0], 0.062)],
            0.06,
        ),
    );
    s.mark("humerus", bone([0.02, 0.03], [0.385, 0.475], 0.032, 0.042));
    s.mark("ulna", bone([0.475, 0.47], [0.86, 0.305], 0.02, 0.026));
    s.mark("radius", bone([0.50, 0.555], [0.885, 0.385], 0.018, 0.024));
    // it shines
    s.decal(
        [246, 202, 142],
        chain(&[([0.115, 0.33, 0.0], 0.011), ([0.15, 0.40, 0.0], 0.011)], 0.0),
    );
    s.decal([246, 202, 142], ball([0.18, 0.445, 0.0], 0.011));
    s.decal(
        [246, 202, 142],
        chain(&[([0.58, 0.575, 0.0], 0.010), ([0.66, 0.56, 0.0], 0.010)], 0.0),
    );
    s
}

pub(super) const SCENE: &str = r#"# A chicken wing, held by its bone and pulled apart; the bones inside are stiff.

[mesh]
shape = "chicken-wing"
cells = 3000

[material]
law = "stable-neo-hookean"
young = 2.5e6             # Pa: meat
poisson = 0.45
density = 1050.0

[[material.region]]
where = { region = ["humerus", "radius", "ulna"] }
young = 5e9               # bone
poisson = 0.3

[[material.region]]       # crisp skin
where = { region = ["skin", "tip"] }
young = 1e7

[[pin]]                   # held by the end of the bone
where = { ball = { center = [0.01, 0.02], radius = 0.1 } }

[[force]]
name = "pull at the tip"
kind = "contact"
patch = [{ where = { region = "tip" }, normal = [1.0, 0.3] }]
normal-sigma = 2.5e4      # Pa
tangent-sigma = 2.5e4

[[force]]
name = "bite"
kind = "contact"
patch = [
  { center = [0.30, 0.20], radius = 0.06 },
  { center = [0.62, 0.58], radius = 0.06 },
  { center = [0.72, 0.28], radius = 0.06 },
]
normal-sigma = 1.5e5

[subspace]
kind = "skinning"         # follows bones that turn
modes = 8
"#;
