//! The winged horse: a foal with feathered wings and a stiff horn.

use super::form::{ball, chain, cone, egg, smile, union};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [52.0, 10.0];

pub(super) fn sculpture() -> Sculpture {
    let coat = [240, 228, 222];
    let hair = [226, 150, 170];
    let mut s = Sculpture::new(3);
    s.region("body", coat);
    s.region("neck", coat);
    s.region("head", coat);
    s.region("left_eye", [50, 44, 62]);
    s.region("left_ear", coat);
    s.region("horn", [244, 204, 110]);
    s.region("mane", hair);
    s.region("tail", hair);
    s.region("left_foreleg", coat);
    s.region("left_hindleg", coat);
    s.region("hooves", [178, 150, 190]);
    s.region("left_wing", [176, 200, 226]);

    s.add("body", egg([0.0, 0.55, -0.06], [0.195, 0.19, 0.31]), 0.0);
    s.add("body", ball([0.0, 0.57, 0.13], 0.165), 0.08);
    s.add("body", ball([0.0, 0.55, -0.24], 0.18), 0.08);
    s.add("neck", cone([0.0, 0.64, 0.17], 0.135, [0.0, 0.88, 0.30], 0.115), 0.08);
    s.add("head", egg([0.0, 1.02, 0.37], [0.185, 0.175, 0.185]), 0.05);
    s.add("head", egg([0.0, 0.95, 0.545], [0.115, 0.10, 0.125]), 0.07);
    s.pair("left_eye", egg([0.142, 1.045, 0.475], [0.036, 0.064, 0.05]).turned(1, 12.0), 0.006);
    s.decal_pair([255, 255, 255], ball([0.168, 1.075, 0.505], 0.02));
    s.decal_pair([255, 255, 255], ball([0.178, 1.02, 0.47], 0.011));
    s.decal([244, 208, 206], egg([0.0, 0.92, 0.66], [0.13, 0.075, 0.065]));
    s.decal_pair([190, 140, 146], ball([0.05, 0.965, 0.655], 0.016));
    s.decal([190, 140, 146], smile([0.0, 0.925, 0.66], 0.085, 0.045, 0.018));
    s.decal_pair([246, 190, 190], egg([0.155, 0.965, 0.47], [0.05, 0.032, 0.045]));
    s.pair("left_ear", cone([0.105, 1.17, 0.31], 0.052, [0.145, 1.28, 0.29], 0.034), 0.02);
    s.add("horn", cone([0.0, 1.17, 0.43], 0.052, [0.0, 1.42, 0.52], 0.028), 0.012);
    for k in 0..4 {
        let t = 0.12 + 0.22 * f64::from(k);
        let ring = [0.0, 1.17 + 0.27 * t, 0.43 + 0.10 * t];
        s.decal([222, 170, 84], egg(ring, [0.08, 0.011, 0.08]).turned(0, 20.0));
    }

    // mane: locks from the forehead down the neck
    for (centre, radii, tilt) in [
        ([0.0, 1.19, 0.33], [0.075, 0.06, 0.085], -20.0),
        ([0.0, 1.17, 0.22], [0.075, 0.10, 0.085], 20.0),
        ([0.0, 1.05, 0.165], [0.07, 0.11, 0.08], 10.0),
        ([0.0, 0.92, 0.14], [0.065, 0.11, 0.08], 20.0),
        ([0.0, 0.79, 0.09], [0.055, 0.10, 0.075], 30.0),
    ] {
        s.add("mane", egg(centre, radii).turned(0, tilt), 0.025);
    }
    s.add(
        "tail",
        chain(
            &[
                ([0.0, 0.64, -0.36], 0.06),
                ([0.0, 0.70, -0.48], 0.085),
                ([0.0, 0.58, -0.60], 0.105),
                ([0.0, 0.40, -0.64], 0.085),
                ([0.0, 0.27, -0.72], 0.03),
            ],
            0.06,
        ),
        0.03,
    );

    for (region, x, z) in [("left_foreleg", 0.105, 0.15), ("left_hindleg", 0.115, -0.27)] {
        s.pair(
            region,
            chain(
                &[
                    ([x, 0.48, z], 0.105),
                    ([x + 0.01, 0.27, z + 0.01], 0.072),
                    ([x + 0.012, 0.10, z + 0.01], 0.075),
                ],
                0.03,
            ),
            0.04,
        );
        s.pair(
            "hooves",
            cone([x + 0.012, 0.085, z + 0.012], 0.078, [x + 0.012, 0.065, z + 0.02], 0.085),
            0.01,
        );
    }

    // wings: three rows of feathers along a raised arm
    let feather = |a: [f64; 3], b: [f64; 3], r: f64| cone(a, 0.8 * r, b, r);
    let wing = union(
        vec![
            chain(
                &[
                    ([0.13, 0.66, 0.02], 0.07),
                    ([0.30, 0.86, -0.04], 0.062),
                    ([0.42, 1.02, -0.14], 0.05),
                ],
                0.03,
            ),
            feather([0.42, 1.02, -0.14], [0.54, 1.13, -0.42], 0.06),
            feather([0.38, 0.95, -0.13], [0.50, 1.01, -0.46], 0.063),
            feather([0.33, 0.88, -0.09], [0.45, 0.89, -0.44], 0.063),
            feather([0.28, 0.81, -0.06], [0.39, 0.775, -0.39], 0.062),
            feather([0.22, 0.74, -0.03], [0.32, 0.67, -0.31], 0.058),
            egg([0.34, 0.86, -0.20], [0.035, 0.16, 0.17]).turned(2, -32.0),
        ],
        0.04,
    );
    s.pair("left_wing", wing, 0.03);
    s
}

pub(super) const SCENE: &str = r#"# A winged horse: its wings flap and its legs step, and its horn is stiff.

[mesh]
shape = "winged-horse"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 3e6               # Pa: rubber
poisson = 0.45
density = 1000.0

[[material.region]]       # the horn is as stiff as hard rubber
where = { region = "horn" }
young = 5e9
poisson = 0.35

[[material.region]]
where = { region = "hooves" }
young = 5e8

[[pin]]                   # it stands
where = { half-space = { point = [0.0, 0.03, 0.0], normal = [0.0, -1.0, 0.0] } }

# Muscles contract along their fibers, each as a whole.
[[force]]
name = "wings"
kind = "muscle"
mode = "groups"
fibers = [
  { where = { region = "left_wing" }, direction = [0.6, 0.8, 0.0] },
  { where = { region = "left_wing" }, direction = [0.0, 0.2, -1.0] },
  { where = { region = "right_wing" }, direction = [-0.6, 0.8, 0.0] },
  { where = { region = "right_wing" }, direction = [0.0, 0.2, -1.0] },
]
sigma = 2.5e5             # Pa

[[force]]
name = "breeze"           # pushes mane, tail and wings about
kind = "matern"
length = 0.3              # m
where = { region = ["mane", "tail", "left_wing", "right_wing"] }
rms-displacement = 0.01   # m

[[force]]
name = "pat"
kind = "contact"
patch = [{ center = [0.0, 0.75, -0.15], radius = 0.1 }, { center = [0.0, 0.98, 0.66], radius = 0.06 }]
normal-sigma = 5e4        # Pa

[subspace]
kind = "skinning"         # follows large rotations
modes = 16
"#;
