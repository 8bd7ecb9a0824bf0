//! The seal pup: it rests on its belly, head and tail up.

use super::form::{ball, chain, cone, egg, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [40.0, 12.0];

pub(super) fn sculpture() -> Sculpture {
    let fur = [214, 222, 230];
    let mut s = Sculpture::new(3);
    s.region("body", fur);
    s.region("belly", [244, 246, 248]);
    s.region("head", fur);
    s.region("muzzle", [248, 248, 250]);
    s.region("nose", [62, 58, 66]);
    s.region("left_eye", [40, 38, 46]);
    s.region("left_flipper", [176, 190, 206]);
    s.region("left_fluke", [176, 190, 206]);
    s.region("tail", fur);

    s.add(
        "body",
        chain(
            &[
                ([0.0, 0.27, 0.20], 0.235),
                ([0.0, 0.225, -0.06], 0.225),
                ([0.0, 0.175, -0.32], 0.165),
            ],
            0.08,
        ),
        0.0,
    );
    s.add(
        "tail",
        chain(
            &[([0.0, 0.17, -0.36], 0.145), ([0.0, 0.20, -0.56], 0.095), ([0.0, 0.27, -0.68], 0.07)],
            0.06,
        ),
        0.05,
    );
    s.add("head", egg([0.0, 0.56, 0.33], [0.225, 0.215, 0.215]), 0.10);
    s.pair("muzzle", egg([0.058, 0.515, 0.52], [0.075, 0.062, 0.062]), 0.025);
    s.add("muzzle", egg([0.0, 0.475, 0.51], [0.06, 0.045, 0.05]), 0.02);
    s.add("nose", egg([0.0, 0.562, 0.565], [0.042, 0.03, 0.028]), 0.008);
    s.pair("left_eye", egg([0.118, 0.61, 0.488], [0.05, 0.062, 0.042]).turned(1, 24.0), 0.008);
    s.decal_pair([255, 255, 255], ball([0.112, 0.642, 0.532], 0.022));
    s.decal_pair([255, 255, 255], ball([0.146, 0.59, 0.52], 0.012));
    s.decal_pair([240, 190, 190], egg([0.175, 0.535, 0.475], [0.04, 0.03, 0.06]));
    s.decal_pair([120, 116, 126], smile([0.048, 0.495, 0.575], 0.045, 0.036, 0.014));
    for (x, y) in [(0.06, 0.527), (0.09, 0.505), (0.085, 0.535)] {
        s.decal_pair([120, 116, 126], ball([x, y, 0.578 - 0.4 * (x - 0.06)], 0.008));
    }
    s.decal_pair([150, 156, 166], egg([0.07, 0.71, 0.46], [0.028, 0.014, 0.06]).turned(2, 18.0));

    s.pair("left_flipper", cone([0.18, 0.18, 0.20], 0.075, [0.33, 0.07, 0.26], 0.06), 0.05);
    s.pair(
        "left_flipper",
        egg([0.385, 0.05, 0.23], [0.155, 0.05, 0.095]).turned(1, 24.0).turned(2, -4.0),
        0.04,
    );
    s.pair(
        "left_fluke",
        egg([0.10, 0.325, -0.765], [0.065, 0.02, 0.13]).grown(0.03).turned(1, 34.0).turned(0, 28.0),
        0.03,
    );
    s.mark("belly", egg([0.0, 0.16, 0.33], [0.17, 0.24, 0.15]));
    s.mark("belly", egg([0.0, 0.02, 0.05], [0.18, 0.08, 0.40]));
    for (x, y, z, r) in [
        (0.10, 0.46, 0.0, 0.05),
        (0.03, 0.45, -0.16, 0.04),
        (0.15, 0.36, -0.18, 0.055),
        (0.06, 0.37, -0.30, 0.04),
        (0.19, 0.36, 0.06, 0.035),
        (0.08, 0.30, -0.46, 0.035),
    ] {
        s.decal_pair([192, 202, 214], ball([x, y, z], r));
    }
    s
}

pub(super) const SCENE: &str = r#"# A seal pup on the ice: it lifts head and tail, and pats with its flippers.

[mesh]
shape = "seal"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 1.5e6             # Pa: rubber
poisson = 0.47
density = 950.0

[[pin]]                   # its belly is on the ice
where = { box = { min = [-0.15, -1.0, -0.3], max = [0.15, 0.06, 0.3] } }

[[force]]
name = "back and belly"   # muscles along the body
kind = "springs"
between = [
  [[0.0, 0.50, 0.12], [0.0, 0.28, -0.55]],
  [[0.0, 0.76, 0.26], [0.0, 0.46, 0.00]],
  [[0.12, 0.66, 0.24], [0.14, 0.30, -0.25]],
  [[-0.12, 0.66, 0.24], [-0.14, 0.30, -0.25]],
  [[0.10, 0.20, -0.35], [0.05, 0.27, -0.66]],
  [[-0.10, 0.20, -0.35], [-0.05, 0.27, -0.66]],
]
stiffness = 7.5e4         # N/m
sigma = 0.05              # m

[[force]]
name = "flippers"
kind = "contact"
patch = [
  { where = { region = "left_flipper" }, normal = [0.0, 1.0, 0.0] },
  { where = { region = "right_flipper" }, normal = [0.0, 1.0, 0.0] },
  { where = { region = "left_fluke" }, normal = [0.0, 1.0, 0.0] },
  { where = { region = "right_fluke" }, normal = [0.0, 1.0, 0.0] },
]
normal-sigma = 1e4        # Pa

[subspace]
kind = "skinning"         # follows large rotations
modes = 12
"#;
