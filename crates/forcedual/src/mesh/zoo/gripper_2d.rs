//! The planar gripper: two fingers with four closed air pockets each.

use super::form::{ball, chain, egg, slab, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [0.0, 0.0];

/// Centres of the pockets of the left finger, from the root to the tip, and their turn.
const POCKETS: [([f64; 2], f64); 4] =
    [([0.37, 0.78], 4.0), ([0.405, 0.60], 0.0), ([0.40, 0.42], -8.0), ([0.355, 0.25], -18.0)];

pub(super) fn sculpture() -> Sculpture {
    let mut s = Sculpture::new(2);
    s.region("palm", [128, 142, 162]);
    s.region("left_finger", [240, 176, 120]);
    s.region("left_pad", [120, 186, 186]);
    for pocket in 1..=8 {
        s.region(&format!("pocket_{pocket}"), [248, 206, 160]);
    }
    s.add("palm", slab([0.0, 1.0, 0.0], [0.46, 0.09, 0.5], 0.07), 0.0);
    s.add("palm", slab([0.0, 1.15, 0.0], [0.13, 0.12, 0.5], 0.04), 0.04);
    s.pair(
        "left_finger",
        chain(
            &[
                ([0.33, 0.92, 0.0], 0.125),
                ([0.375, 0.60, 0.0], 0.115),
                ([0.36, 0.38, 0.0], 0.11),
                ([0.28, 0.16, 0.0], 0.085),
                ([0.21, 0.10, 0.0], 0.055),
            ],
            0.05,
        ),
        0.03,
    );
    for ([x, y], turn) in POCKETS {
        s.pair("left_finger", egg([x + 0.03, y, 0.0], [0.165, 0.088, 0.2]).turned(2, turn), 0.03);
    }
    s.pair(
        "left_pad",
        chain(
            &[
                ([0.225, 0.86, 0.0], 0.03),
                ([0.25, 0.60, 0.0], 0.034),
                ([0.24, 0.40, 0.0], 0.034),
                ([0.17, 0.15, 0.0], 0.036),
            ],
            0.03,
        ),
        0.02,
    );
    for (k, ([x, y], turn)) in POCKETS.into_iter().enumerate() {
        let pocket = egg([x + 0.035, y, 0.0], [0.105, 0.046, 0.2]).turned(2, turn);
        let (own, other) = (format!("pocket_{}", k + 1), format!("pocket_{}", k + 5));
        s.mark(&own, pocket.clone().grown(0.03));
        s.mark(&other, pocket.clone().grown(0.03).mirrored());
        s.hollow(&own, pocket.clone());
        s.hollow(&other, pocket.mirrored());
    }
    s.decal_pair([64, 74, 92], ball([0.13, 1.01, 0.0], 0.036));
    s.decal_pair([255, 255, 255], ball([0.14, 1.024, 0.0], 0.013));
    s.decal([64, 74, 92], smile([0.0, 0.975, 0.0], 0.06, 0.045, 0.02));
    s
}

pub(super) const SCENE: &str = r#"# A planar gripper: eight closed air pockets, each with its own pressure.

[mesh]
shape = "gripper-2d"
cells = 4000

[material]
law = "stable-neo-hookean"
young = 1e5               # Pa: silicone
poisson = 0.45
density = 1070.0

[[material.region]]       # the palm is hard, the pads do not stretch
where = { region = "palm" }
young = 1e8

[[material.region]]
where = { region = ["left_pad", "right_pad"] }
young = 1e6

[[pin]]                   # mounted at the top
where = { half-space = { point = [0.0, 1.2], normal = [0.0, 1.0] } }

[[force]]
name = "pockets"
kind = "pneumatic"
pockets = "all"
sigma = 3000.0            # Pa
mean = 3000.0

[[force]]
name = "grip"             # what the pads hold pushes back
kind = "contact"
patch = [{ where = { region = "left_pad" } }, { where = { region = "right_pad" } }]
normal-sigma = 500.0      # Pa

[subspace]
kind = "skinning"         # follows large bends
modes = 10
"#;
