//! The pneumatic gripper: three fingers under a palm, each with three closed air pockets.

use super::form::{Form, ball, chain, egg, smile};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [20.0, 8.0];

/// Height of every pocket, and how far it is from the axis.
const POCKETS: [(f64, f64); 3] = [(0.70, 0.40), (0.46, 0.44), (0.23, 0.42)];

pub(super) fn sculpture() -> Sculpture {
    let mut s = Sculpture::new(3);
    s.region("palm", [120, 132, 150]);
    for finger in 1..=3 {
        s.region(&format!("finger_{finger}"), [240, 176, 120]);
    }
    for finger in 1..=3 {
        s.region(&format!("pad_{finger}"), [126, 190, 190]);
    }
    for pocket in 1..=9 {
        s.region(&format!("pocket_{pocket}"), [246, 196, 146]);
    }
    s.add("palm", egg([0.0, 1.03, 0.0], [0.30, 0.10, 0.30]).grown(0.06), 0.0);
    s.add("palm", egg([0.0, 1.20, 0.0], [0.17, 0.02, 0.17]).grown(0.05), 0.06);
    for finger in 0..3 {
        let turn = 60.0 + 120.0 * f64::from(finger);
        let placed = |form: Form| form.turned_about([0.0; 3], 1, turn);
        let name = format!("finger_{}", finger + 1);
        s.add(
            "palm",
            placed(chain(&[([0.0, 1.0, 0.10], 0.15), ([0.0, 0.93, 0.33], 0.15)], 0.0)),
            0.05,
        );
        s.add(
            &name,
            placed(chain(
                &[
                    ([0.0, 0.86, 0.35], 0.145),
                    ([0.0, 0.46, 0.43], 0.135),
                    ([0.0, 0.16, 0.40], 0.115),
                ],
                0.06,
            )),
            0.04,
        );
        for (y, z) in POCKETS {
            s.add(&name, placed(egg([0.0, y, z], [0.195, 0.115, 0.185])), 0.035);
        }
        s.add(&name, placed(ball([0.0, 0.105, 0.36], 0.105)), 0.04);
        let pad = chain(
            &[([0.0, 0.80, 0.22], 0.05), ([0.0, 0.46, 0.285], 0.055), ([0.0, 0.11, 0.26], 0.06)],
            0.02,
        );
        s.add(&format!("pad_{}", finger + 1), placed(pad), 0.03);
        for (k, (y, z)) in POCKETS.into_iter().enumerate() {
            let pocket = egg([0.0, y, z + 0.01], [0.105, 0.058, 0.085]);
            let name = format!("pocket_{}", 3 * finger as usize + k + 1);
            s.mark(&name, placed(pocket.clone().grown(0.05)));
            s.hollow(&name, placed(pocket));
            s.decal([250, 214, 172], placed(egg([0.0, y, z], [0.24, 0.016, 0.24])));
        }
    }
    s.pair("palm", egg([0.10, 1.05, 0.335], [0.04, 0.055, 0.03]), 0.01);
    s.decal_pair([44, 48, 60], egg([0.10, 1.05, 0.36], [0.048, 0.06, 0.05]));
    s.decal_pair([255, 255, 255], ball([0.112, 1.075, 0.375], 0.022));
    s.decal([44, 48, 60], smile([0.0, 1.0, 0.33], 0.06, 0.045, 0.02));
    s
}

pub(super) const SCENE: &str = r#"# A pneumatic gripper: nine closed air pockets, each with its own pressure.

[mesh]
shape = "gripper"
cells = 30000             # the walls of the pockets need small cells

[material]
law = "stable-neo-hookean"
young = 1e5               # Pa: silicone
poisson = 0.45
density = 1070.0

[[material.region]]       # the palm is hard, the pads do not stretch
where = { region = "palm" }
young = 1e8

[[material.region]]
where = { region = ["pad_1", "pad_2", "pad_3"] }
young = 1e6

[[pin]]                   # mounted at the top
where = { half-space = { point = [0.0, 1.22, 0.0], normal = [0.0, 1.0, 0.0] } }

[[force]]
name = "pockets"
kind = "pneumatic"
pockets = "all"
sigma = 3000.0            # Pa
mean = 3000.0

[[force]]
name = "grip"             # what the pads hold pushes back
kind = "contact"
patch = [
  { where = { region = "pad_1" } },
  { where = { region = "pad_2" } },
  { where = { region = "pad_3" } },
]
normal-sigma = 300.0      # Pa

[subspace]
modes = 18

[simulation]              # it closes on a ball
frames = 180

[[simulation.drive]]
channel = "pockets"
keys = [[0.0, 0.0], [1.5, 6000.0], [2.5, 6000.0]]

[[simulation.collider]]
sphere = { center = [0.0, 0.3, 0.0], radius = 0.12 }
friction = 0.5
"#;
