//! The teddy bear: it sits, with its arms open and a bow round its neck.

use super::form::{ball, chain, cone, egg, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [24.0, 12.0];

pub(super) fn sculpture() -> Sculpture {
    let fur = [206, 154, 104];
    let light = [244, 220, 182];
    let mut s = Sculpture::new(3);
    s.region("body", fur);
    s.region("belly", light);
    s.region("head", fur);
    s.region("muzzle", light);
    s.region("nose", [64, 46, 42]);
    s.region("left_eye", [44, 38, 40]);
    s.region("left_ear", fur);
    s.region("left_arm", fur);
    s.region("left_leg", fur);
    s.region("tail", fur);
    s.region("bow", [206, 92, 92]);

    s.add("body", egg([0.0, 0.34, -0.02], [0.245, 0.285, 0.215]), 0.0);
    s.add("head", egg([0.0, 0.83, 0.02], [0.275, 0.24, 0.235]), 0.05);
    s.pair("head", ball([0.14, 0.755, 0.09], 0.13), 0.06);
    s.add("muzzle", egg([0.0, 0.765, 0.225], [0.125, 0.095, 0.085]), 0.03);
    s.add("nose", egg([0.0, 0.815, 0.295], [0.05, 0.036, 0.032]), 0.008);
    s.pair("left_eye", egg([0.115, 0.875, 0.222], [0.034, 0.042, 0.028]), 0.005);
    s.decal_pair([255, 255, 255], ball([0.115, 0.893, 0.25], 0.014));
    s.decal([255, 250, 245], ball([0.014, 0.835, 0.322], 0.013));
    s.decal([120, 86, 70], smile([0.0, 0.765, 0.29], 0.062, 0.042, 0.016));
    s.decal([120, 86, 70], egg([0.0, 0.758, 0.3], [0.006, 0.026, 0.06]));
    s.decal_pair([236, 164, 140], egg([0.19, 0.785, 0.20], [0.045, 0.034, 0.06]));
    s.pair("left_ear", egg([0.215, 1.03, -0.01], [0.105, 0.105, 0.065]), 0.03);
    s.decal_pair(light, egg([0.222, 1.035, 0.06], [0.066, 0.066, 0.04]));

    s.pair(
        "left_arm",
        chain(
            &[
                ([0.20, 0.50, 0.02], 0.088),
                ([0.345, 0.40, 0.10], 0.083),
                ([0.425, 0.345, 0.21], 0.09),
            ],
            0.04,
        ),
        0.035,
    );
    s.decal_pair(light, ball([0.455, 0.325, 0.305], 0.06));
    s.pair("left_leg", cone([0.15, 0.15, 0.08], 0.125, [0.245, 0.125, 0.36], 0.105), 0.035);
    s.pair("left_leg", egg([0.255, 0.145, 0.41], [0.105, 0.13, 0.075]).turned(1, 18.0), 0.03);
    s.decal_pair(light, egg([0.275, 0.13, 0.475], [0.055, 0.05, 0.03]).turned(1, 18.0));
    for (x, y) in [(0.215, 0.205), (0.268, 0.222), (0.32, 0.205)] {
        s.decal_pair(light, ball([x, y, 0.48 - 0.3 * (x - 0.27)], 0.026));
    }
    s.add("tail", ball([0.0, 0.16, -0.235], 0.075), 0.02);

    s.add("bow", ball([0.0, 0.525, 0.19], 0.05), 0.03);
    s.pair("bow", cone([0.035, 0.525, 0.19], 0.03, [0.125, 0.53, 0.155], 0.06), 0.03);
    s.mark("belly", egg([0.0, 0.32, 0.16], [0.155, 0.185, 0.10]));
    s
}

pub(super) const SCENE: &str = r#"# A teddy bear that is hugged, tickled and led by the paws, one at a time.

[mesh]
shape = "teddy"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 1e6               # Pa: stuffed firmly
poisson = 0.4
density = 200.0

[[material.region]]       # glass eyes and a hard nose
where = { region = ["left_eye", "right_eye", "nose"] }
young = 2.5e8

[[pin]]                   # it sits
where = { half-space = { point = [0.0, 0.09, 0.0], normal = [0.0, -1.0, 0.0] } }

[[force]]
kind = "mixture"

[[force.of]]
name = "hug"
kind = "contact"
patch = [
  { center = [0.24, 0.36, 0.0], radius = 0.12 },
  { center = [-0.24, 0.36, 0.0], radius = 0.12 },
]
normal-sigma = 2.5e4      # Pa

[[force.of]]
name = "pat on the head"
kind = "contact"
patch = [{ center = [0.0, 1.06, 0.02], radius = 0.12 }]
normal-sigma = 2.5e4

[[force.of]]
name = "shake paws"
kind = "contact"
patch = [
  { where = { ball = { center = [0.43, 0.34, 0.24], radius = 0.12 } } },
  { where = { ball = { center = [-0.43, 0.34, 0.24], radius = 0.12 } } },
]
normal-sigma = 1.5e4
tangent-sigma = 1.5e4

[[force.of]]
name = "tug an ear"
kind = "contact"
patch = [
  { where = { region = "left_ear" }, normal = [0.5, 1.0, 0.0] },
  { where = { region = "right_ear" }, normal = [-0.5, 1.0, 0.0] },
]
normal-sigma = 1.5e4
tangent-sigma = 1e4

[subspace]
kind = "skinning"
modes = 8                 # weights
"#;
