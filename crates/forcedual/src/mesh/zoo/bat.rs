//! The bat: round, with large ears and wings spread.

use super::form::{ball, chain, cone, egg, smile, union};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [16.0, 4.0];

pub(super) fn sculpture() -> Sculpture {
    let fur = [150, 130, 172];
    let wing = [116, 98, 142];
    let mut s = Sculpture::new(3);
    s.region("body", fur);
    s.region("belly", [206, 192, 220]);
    s.region("left_ear", fur);
    s.region("left_eye", [250, 250, 250]);
    s.region("left_wing", wing);
    s.region("left_foot", [96, 80, 116]);

    s.add("body", egg([0.0, 0.47, 0.0], [0.275, 0.29, 0.25]), 0.0);
    s.pair("left_ear", cone([0.14, 0.70, -0.01], 0.105, [0.225, 0.96, -0.03], 0.032), 0.04);
    s.decal_pair([236, 172, 186], egg([0.186, 0.80, 0.09], [0.05, 0.125, 0.07]).turned(2, -18.0));
    s.pair("left_eye", egg([0.112, 0.56, 0.205], [0.075, 0.09, 0.05]).turned(1, 24.0), 0.008);
    s.decal_pair([44, 38, 52], egg([0.104, 0.555, 0.262], [0.058, 0.074, 0.04]).turned(1, 18.0));
    s.decal_pair([255, 255, 255], ball([0.118, 0.592, 0.275], 0.026));
    s.add("body", egg([0.0, 0.475, 0.25], [0.03, 0.024, 0.02]), 0.01);
    s.decal([92, 70, 104], ball([0.0, 0.478, 0.272], 0.024));
    s.decal([92, 70, 104], smile([0.0, 0.43, 0.25], 0.095, 0.055, 0.02));
    s.decal_pair([255, 255, 255], egg([0.05, 0.372, 0.25], [0.016, 0.026, 0.06]));
    s.decal_pair([236, 160, 180], egg([0.195, 0.455, 0.17], [0.045, 0.03, 0.06]));

    // wings: a raised arm with three fingers, and a scalloped sail between them
    let (root, wrist) = ([0.20, 0.53, -0.04], [0.52, 0.82, -0.08]);
    let (tip, middle, inner) = ([0.98, 0.60, -0.03], [0.78, 0.40, -0.03], [0.52, 0.32, -0.04]);
    let bones = union(
        vec![
            cone(root, 0.06, wrist, 0.05),
            cone(wrist, 0.048, tip, 0.03),
            cone(wrist, 0.042, middle, 0.03),
            cone(wrist, 0.042, inner, 0.03),
            ball([0.53, 0.88, -0.08], 0.035),
        ],
        0.02,
    );
    let sail = union(
        vec![
            egg([0.40, 0.55, -0.05], [0.22, 0.19, 0.012]).grown(0.028),
            egg([0.62, 0.58, -0.05], [0.19, 0.19, 0.012]).grown(0.028),
            egg([0.78, 0.60, -0.04], [0.155, 0.125, 0.012]).turned(2, -30.0).grown(0.026),
        ],
        0.03,
    )
    .without(egg([0.40, 0.275, 0.0], [0.13, 0.12, 0.4]), 0.015)
    .without(egg([0.655, 0.315, 0.0], [0.115, 0.10, 0.4]).turned(2, 18.0), 0.015)
    .without(egg([0.91, 0.44, 0.0], [0.115, 0.09, 0.4]).turned(2, 45.0), 0.015);
    s.pair("left_wing", union(vec![bones.clone(), sail], 0.015), 0.035);
    s.decal_pair(fur, bones.grown(0.006));

    s.pair(
        "left_foot",
        chain(&[([0.09, 0.20, 0.03], 0.04), ([0.10, 0.13, 0.06], 0.034)], 0.0),
        0.02,
    );
    s.pair("left_foot", cone([0.10, 0.115, 0.07], 0.034, [0.075, 0.10, 0.13], 0.026), 0.01);
    s.pair("left_foot", cone([0.10, 0.115, 0.07], 0.034, [0.135, 0.10, 0.12], 0.026), 0.01);
    s.mark("belly", egg([0.0, 0.32, 0.17], [0.165, 0.14, 0.14]));
    s
}

pub(super) const SCENE: &str = r#"# A bat in flight: nothing holds it, and its wings feel the air.

[mesh]
shape = "bat"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 2e6               # Pa: rubber
poisson = 0.42
density = 600.0

[[force]]
name = "wing muscles"
kind = "springs"
between = [
  [[0.18, 0.68, 0.0], [0.50, 0.84, -0.06]],
  [[0.22, 0.42, 0.0], [0.52, 0.70, -0.08]],
  [[0.50, 0.84, -0.06], [0.96, 0.60, -0.03]],
  [[0.30, 0.45, -0.05], [0.78, 0.44, -0.03]],
  [[-0.18, 0.68, 0.0], [-0.50, 0.84, -0.06]],
  [[-0.22, 0.42, 0.0], [-0.52, 0.70, -0.08]],
  [[-0.50, 0.84, -0.06], [-0.96, 0.60, -0.03]],
  [[-0.30, 0.45, -0.05], [-0.78, 0.44, -0.03]],
]
stiffness = 1.5e4         # N/m
sigma = 0.05              # m

[[force]]
name = "air on the wings"
kind = "matern"
length = 0.4              # m
where = { region = ["left_wing", "right_wing"] }
rms-displacement = 0.01   # m

[subspace]
kind = "skinning"         # follows large rotations
modes = 16
"#;
