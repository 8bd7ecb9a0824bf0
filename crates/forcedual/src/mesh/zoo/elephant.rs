//! The baby elephant, with large ears and its trunk up.

use super::form::{ball, chain, cone, egg, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [38.0, 10.0];

pub(super) fn sculpture() -> Sculpture {
    let skin = [158, 178, 198];
    let mut s = Sculpture::new(3);
    s.region("body", skin);
    s.region("head", skin);
    s.region("trunk", skin);
    s.region("left_ear", [150, 170, 192]);
    s.region("left_eye", [44, 42, 50]);
    s.region("left_foreleg", skin);
    s.region("left_hindleg", skin);
    s.region("tail", skin);

    s.add("body", egg([0.0, 0.46, -0.14], [0.275, 0.255, 0.34]), 0.0);
    s.add("head", egg([0.0, 0.70, 0.24], [0.255, 0.245, 0.23]), 0.08);
    s.pair("head", ball([0.12, 0.60, 0.32], 0.12), 0.06);
    s.add(
        "trunk",
        chain(
            &[
                ([0.0, 0.66, 0.42], 0.115),
                ([0.0, 0.53, 0.55], 0.092),
                ([0.0, 0.435, 0.67], 0.078),
                ([0.0, 0.42, 0.80], 0.07),
                ([0.0, 0.50, 0.90], 0.064),
                ([0.0, 0.62, 0.915], 0.062),
                ([0.0, 0.70, 0.87], 0.066),
            ],
            0.05,
        ),
        0.06,
    );
    s.decal([236, 178, 178], egg([0.0, 0.765, 0.85], [0.035, 0.03, 0.035]));
    s.pair(
        "left_ear",
        egg([0.37, 0.72, 0.13], [0.19, 0.22, 0.022]).turned(1, -22.0).grown(0.034),
        0.05,
    );
    s.decal_pair([240, 190, 188], egg([0.40, 0.72, 0.21], [0.14, 0.165, 0.06]).turned(1, -22.0));
    s.pair("left_eye", egg([0.138, 0.755, 0.418], [0.045, 0.062, 0.04]).turned(1, 20.0), 0.008);
    s.decal_pair([255, 255, 255], ball([0.138, 0.785, 0.458], 0.02));
    s.decal_pair([255, 255, 255], ball([0.165, 0.735, 0.455], 0.011));
    s.decal_pair([240, 178, 172], egg([0.20, 0.655, 0.40], [0.045, 0.034, 0.06]));
    s.decal_pair([110, 128, 150], smile([0.125, 0.585, 0.44], 0.055, 0.045, 0.02));

    for (region, x, z) in [("left_foreleg", 0.15, 0.07), ("left_hindleg", 0.155, -0.30)] {
        s.pair(region, cone([x, 0.40, z], 0.125, [x + 0.01, 0.115, z + 0.01], 0.112), 0.05);
        s.pair(
            region,
            cone([x + 0.01, 0.10, z + 0.01], 0.10, [x + 0.01, 0.05, z + 0.01], 0.125),
            0.03,
        );
        for turn in [-38.0f64, 0.0, 38.0] {
            let (sine, cosine) = turn.to_radians().sin_cos();
            let at = [x + 0.01 + 0.125 * sine, 0.035, z + 0.01 + 0.125 * cosine];
            s.decal_pair([246, 236, 224], ball(at, 0.036));
        }
    }
    s.carve(super::form::slab([0.0, -0.5, 0.0], [2.0, 0.5, 2.0], 0.0), 0.02);
    s.add(
        "tail",
        chain(
            &[
                ([0.0, 0.56, -0.44], 0.055),
                ([0.0, 0.45, -0.53], 0.046),
                ([0.0, 0.34, -0.56], 0.042),
            ],
            0.02,
        ),
        0.03,
    );
    s.add("tail", egg([0.0, 0.29, -0.565], [0.058, 0.075, 0.058]), 0.02);
    s
}

pub(super) const SCENE: &str = r#"# A baby elephant that flaps its ears, waves its trunk and feels a breeze.

[mesh]
shape = "elephant"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 3e6               # Pa: rubber
poisson = 0.45
density = 1000.0

[[pin]]                   # it stands
where = { half-space = { point = [0.0, 0.03, 0.0], normal = [0.0, -1.0, 0.0] } }

[[force]]
name = "trunk"            # muscles along the trunk: its top, its bottom and its sides
kind = "springs"
between = [
  [[0.0, 0.72, 0.52], [0.0, 0.48, 0.72]],
  [[0.0, 0.50, 0.72], [0.0, 0.64, 0.85]],
  [[0.0, 0.56, 0.42], [0.0, 0.36, 0.68]],
  [[0.0, 0.36, 0.72], [0.0, 0.52, 0.96]],
  [[0.09, 0.62, 0.48], [0.07, 0.42, 0.76]],
  [[-0.09, 0.62, 0.48], [-0.07, 0.42, 0.76]],
  [[0.07, 0.42, 0.76], [0.06, 0.68, 0.90]],
  [[-0.07, 0.42, 0.76], [-0.06, 0.68, 0.90]],
]
stiffness = 2.5e4         # N/m
sigma = 0.05              # m

[[force]]
name = "ears"
kind = "contact"
patch = [
  { where = { region = "left_ear" }, normal = [0.3, 0.0, 1.0] },
  { where = { region = "right_ear" }, normal = [-0.3, 0.0, 1.0] },
]
normal-sigma = 3000.0     # Pa
tangent-sigma = 1000.0

[[force]]
name = "tail"
kind = "contact"
patch = [{ where = { region = "tail" }, normal = [1.0, 0.0, 0.0], tangent = [0.0, 0.0, 1.0] }]
normal-sigma = 5000.0
tangent-sigma = 5000.0

[subspace]
kind = "skinning"         # follows large rotations
modes = 16
"#;
