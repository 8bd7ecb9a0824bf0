//! The bed: a soft mattress with pillows and a blanket on a stiff frame.

use super::form::{ball, chain, cone, egg, slab};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [38.0, 24.0];

pub(super) fn sculpture() -> Sculpture {
    let mut s = Sculpture::new(3);
    s.region("mattress", [246, 240, 230]);
    s.region("blanket", [134, 176, 206]);
    s.region("left_pillow", [250, 232, 226]);
    s.region("frame", [192, 138, 92]);

    s.add("frame", slab([0.0, 0.175, 0.0], [0.40, 0.065, 0.56], 0.03), 0.0);
    let board = slab([0.0, 0.33, -0.58], [0.42, 0.22, 0.045], 0.04);
    s.add("frame", board, 0.02);
    let arch = egg([0.0, 0.55, -0.58], [0.37, 0.15, 0.1])
        .within(slab([0.0, 0.6, -0.58], [0.5, 0.3, 0.045], 0.03), 0.03);
    s.add("frame", arch, 0.03);
    s.add("frame", slab([0.0, 0.25, 0.58], [0.42, 0.14, 0.045], 0.04), 0.02);
    for (z, top) in [(-0.58, 0.56), (0.58, 0.40)] {
        s.pair("frame", cone([0.42, 0.055, z], 0.055, [0.42, top, z], 0.06), 0.02);
        s.pair("frame", ball([0.42, top + 0.08, z], 0.08), 0.03);
    }
    s.add("mattress", slab([0.0, 0.305, 0.0], [0.385, 0.095, 0.56], 0.06), 0.03);
    s.add("blanket", slab([0.0, 0.325, 0.16], [0.41, 0.105, 0.385], 0.085), 0.015);
    s.add(
        "blanket",
        chain(&[([-0.34, 0.415, -0.20], 0.045), ([0.34, 0.415, -0.20], 0.045)], 0.0),
        0.03,
    );
    s.pair("left_pillow", egg([0.18, 0.43, -0.40], [0.175, 0.07, 0.105]).turned(0, -22.0), 0.02);
    for x in [-0.26, 0.0, 0.26] {
        for z in [-0.04, 0.18, 0.40] {
            s.decal([236, 206, 130], ball([x, 0.43, z], 0.036));
        }
    }
    s.decal(
        [252, 250, 244],
        chain(&[([-0.5, 0.43, -0.20], 0.062), ([0.5, 0.43, -0.20], 0.062)], 0.0),
    );
    s
}

pub(super) const SCENE: &str = r#"# A bed: people sit and lie on its soft mattress; the frame is ten thousand times as stiff.

[mesh]
shape = "bed"
cells = 20000

[material]
law = "stable-neo-hookean"
young = 2e4               # Pa: foam
poisson = 0.3
density = 60.0

[[material.region]]       # wood
where = { region = "frame" }
young = 2e8
density = 600.0

[[pin]]                   # it stands on its feet
where = { half-space = { point = [0.0, 0.03, 0.0], normal = [0.0, -1.0, 0.0] } }

[[force]]
kind = "mixture"

[[force.of]]
name = "sit on the edge"
probability = 0.4
kind = "contact"
patch = [
  { center = [0.30, 0.43, 0.10], radius = 0.10, normal = [0.0, -1.0, 0.0] },
  { center = [-0.30, 0.43, 0.10], radius = 0.10, normal = [0.0, -1.0, 0.0] },
]
normal-sigma = 3000.0     # Pa

[[force.of]]
name = "lie down"
probability = 0.4
kind = "contact"
patch = [
  { center = [0.0, 0.45, -0.40], radius = 0.12, normal = [0.0, -1.0, 0.0] },
  { center = [0.0, 0.43, -0.05], radius = 0.15, normal = [0.0, -1.0, 0.0] },
  { center = [0.0, 0.43, 0.30], radius = 0.15, normal = [0.0, -1.0, 0.0] },
]
normal-sigma = 1500.0
mean-pressure = 1500.0

[[force.of]]
name = "hug a pillow"
probability = 0.2
kind = "contact"
patch = [
  { where = { region = "left_pillow" }, normal = [0.0, -1.0, 0.0] },
  { where = { region = "right_pillow" }, normal = [0.0, -1.0, 0.0] },
]
normal-sigma = 500.0

[subspace]
modes = 16

[simulation]              # somebody lies down, and gets up again
frames = 180

[[simulation.drive]]
channel = "lie down[0]"   # head
keys = [[0.8, 0.0], [1.2, 2000.0], [2.2, 2000.0], [2.6, 0.0]]

[[simulation.drive]]
channel = "lie down[3]"   # back
keys = [[0.4, 0.0], [0.8, 3000.0], [2.4, 3000.0], [2.8, 0.0]]

[[simulation.drive]]
channel = "lie down[6]"   # legs
keys = [[0.0, 0.0], [0.4, 3000.0], [2.6, 3000.0], [3.0, 0.0]]
"#;
