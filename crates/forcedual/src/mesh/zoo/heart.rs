//! The heart: two beating chambers below, two above, and the great vessels.

use super::form::{ball, chain, cone, egg, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [14.0, 8.0];

pub(super) fn sculpture() -> Sculpture {
    let red = [214, 92, 92];
    let blue = [112, 146, 196];
    let mut s = Sculpture::new(3);
    s.region("left_ventricle", red);
    s.region("right_ventricle", [224, 112, 108]);
    s.region("left_atrium", [232, 138, 130]);
    s.region("right_atrium", [232, 138, 130]);
    s.region("aorta", [206, 70, 76]);
    s.region("pulmonary_artery", blue);
    s.region("vena_cava", blue);
    s.region("eyes", [54, 34, 40]);

    // seen from the front, the heart's own left is at positive x
    s.add("left_ventricle", cone([0.13, 0.54, -0.02], 0.245, [0.10, 0.20, 0.05], 0.11), 0.0);
    s.add("right_ventricle", cone([-0.14, 0.54, 0.02], 0.235, [0.03, 0.22, 0.06], 0.11), 0.05);
    s.add("left_atrium", egg([0.215, 0.75, -0.04], [0.17, 0.14, 0.17]), 0.06);
    s.add("right_atrium", egg([-0.225, 0.74, 0.0], [0.165, 0.15, 0.165]), 0.06);
    s.add(
        "aorta",
        chain(
            &[
                ([0.0, 0.70, -0.02], 0.10),
                ([-0.04, 0.94, -0.02], 0.098),
                ([0.03, 1.07, -0.05], 0.094),
                ([0.15, 1.09, -0.09], 0.09),
                ([0.23, 1.00, -0.13], 0.085),
                ([0.25, 0.86, -0.15], 0.08),
            ],
            0.05,
        ),
        0.03,
    );
    for (x, z) in [(-0.05, -0.03), (0.06, -0.06), (0.165, -0.10)] {
        s.add("aorta", cone([x, 1.08, z], 0.05, [x + 0.2 * (x - 0.06), 1.235, z], 0.046), 0.03);
    }
    s.add(
        "pulmonary_artery",
        chain(
            &[
                ([-0.02, 0.66, 0.13], 0.095),
                ([0.07, 0.84, 0.10], 0.09),
                ([0.20, 0.92, 0.06], 0.075),
                ([0.36, 0.93, 0.02], 0.062),
            ],
            0.04,
        ),
        0.02,
    );
    s.add(
        "vena_cava",
        chain(
            &[
                ([-0.21, 0.72, -0.04], 0.085),
                ([-0.215, 0.95, -0.05], 0.082),
                ([-0.235, 1.16, -0.05], 0.078),
            ],
            0.03,
        ),
        0.03,
    );
    s.add("vena_cava", cone([-0.24, 0.60, -0.14], 0.08, [-0.26, 0.26, -0.17], 0.075), 0.03);

    // the ventricles are hollow
    let chamber = cone([0.155, 0.55, -0.03], 0.105, [0.12, 0.30, 0.03], 0.055);
    s.hollow("left_ventricle", chamber);
    let chamber = cone([-0.165, 0.56, 0.01], 0.09, [-0.075, 0.37, 0.04], 0.055);
    s.hollow("right_ventricle", chamber);

    s.pair("eyes", egg([0.11, 0.565, 0.228], [0.04, 0.054, 0.034]).turned(1, 10.0), 0.006);
    s.decal_pair([255, 255, 255], ball([0.115, 0.588, 0.262], 0.019));
    s.decal_pair([255, 255, 255], ball([0.128, 0.545, 0.262], 0.01));
    s.decal([120, 44, 52], smile([0.0, 0.50, 0.24], 0.07, 0.05, 0.02));
    s.decal_pair([246, 160, 150], egg([0.195, 0.495, 0.2], [0.042, 0.03, 0.08]));
    s
}

pub(super) const SCENE: &str = r#"# A heart: its chambers contract, and blood presses on them from inside.

[mesh]
shape = "heart"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 3e5               # Pa: heart muscle
poisson = 0.45
density = 1060.0

[[material.region]]       # vessels are stiffer
where = { region = ["aorta", "pulmonary_artery", "vena_cava"] }
young = 2e6

[[pin]]                   # it hangs from its vessels
where = { half-space = { point = [0.0, 1.12, 0.0], normal = [0.0, 1.0, 0.0] } }

[[force]]
name = "beat"             # muscle fibers wind around the chambers
kind = "muscle"
mode = "groups"
fibers = [
  { where = { region = "left_ventricle" }, direction = [1.0, 0.3, 0.0] },
  { where = { region = "left_ventricle" }, direction = [0.2, 1.0, 0.0] },
  { where = { region = "right_ventricle" }, direction = [1.0, -0.3, 0.0] },
  { where = { region = "right_ventricle" }, direction = [-0.4, 1.0, 0.0] },
  { where = { region = "left_atrium" }, direction = [1.0, 0.0, 0.0] },
  { where = { region = "right_atrium" }, direction = [1.0, 0.0, 0.0] },
]
sigma = 5e4               # Pa
mean = 3e4

[[force]]
name = "blood pressure"
kind = "pneumatic"
pockets = "all"           # the two ventricles
sigma = 2e4               # Pa
mean = 4e4

[subspace]
modes = 8

[simulation]              # it beats
frames = 180

[[simulation.drive]]
channel = "beat"
wave = { amplitude = 2e4, period = 0.9, phase = 0.75, mean = 2e4 }
"#;
