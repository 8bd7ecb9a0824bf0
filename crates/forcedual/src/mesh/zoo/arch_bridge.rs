//! The arch bridge: three arches of stone, a hump and lamps.

use super::form::{ball, cone, egg, slab};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [30.0, 16.0];

pub(super) fn sculpture() -> Sculpture {
    let stone = [214, 196, 172];
    let mut s = Sculpture::new(3);
    s.region("deck", stone);
    s.region("road", [150, 148, 152]);
    s.region("parapet", [228, 214, 192]);
    s.region("left_pier", [190, 168, 144]);
    s.region("left_end", [190, 168, 144]);
    s.region("lamps", [244, 206, 110]);

    // a hump between two steep ends, cut by the arches
    let hump = |lift: f64| egg([0.0, -0.62 + lift, 0.0], [1.75, 1.12, 3.0]);
    let side = |z: f64, half: f64| slab([0.0, 0.2, z], [1.0, 0.6, half], 0.02);
    s.add("deck", side(0.0, 0.20).within(hump(0.0), 0.02), 0.0);
    for z in [-0.185, 0.185] {
        s.add("parapet", side(z, 0.045).within(hump(0.085), 0.03), 0.01);
    }
    s.pair("left_pier", cone([0.33, 0.0, 0.21], 0.075, [0.33, 0.22, 0.19], 0.06), 0.03);
    s.pair("left_pier", cone([0.33, 0.0, -0.21], 0.075, [0.33, 0.22, -0.19], 0.06), 0.03);
    s.carve(cone([0.0, 0.03, -1.0], 0.265, [0.0, 0.03, 1.0], 0.265), 0.02);
    s.carve_pair(cone([0.63, 0.0, -1.0], 0.205, [0.63, 0.0, 1.0], 0.205), 0.02);
    s.carve(slab([0.0, -0.5, 0.0], [2.0, 0.5, 2.0], 0.0), 0.02);
    for (x, y) in [(0.0, 0.55), (0.50, 0.505), (0.92, 0.37)] {
        for z in [-0.185, 0.185] {
            let lamp = |s: &mut Sculpture, sign: f64| {
                s.add("lamps", cone([sign * x, y, z], 0.054, [sign * x, y + 0.12, z], 0.046), 0.02);
                s.add("lamps", ball([sign * x, y + 0.175, z], 0.07), 0.015);
            };
            lamp(&mut s, 1.0);
            if x > 0.0 {
                lamp(&mut s, -1.0);
            }
        }
    }
    for (x, y) in [(0.0, 0.55), (0.50, 0.505), (0.92, 0.37)] {
        for z in [-0.185, 0.185] {
            s.decal_pair([120, 112, 110], cone([x, y + 0.005, z], 0.062, [x, y + 0.075, z], 0.06));
        }
    }
    s.mark(
        "road",
        slab([0.0, 0.5, 0.0], [1.1, 0.5, 0.135], 0.0)
            .within(hump(0.02), 0.0)
            .without(hump(-0.06), 0.0),
    );
    s.mark_pair("left_pier", slab([0.33, 0.08, 0.0], [0.10, 0.11, 0.40], 0.0));
    s.mark_pair("left_end", slab([0.93, 0.1, 0.0], [0.10, 0.2, 0.40], 0.0));
    // wedge stones around the arches
    for k in 0..13 {
        let (sine, cosine) = (f64::from(15 * k)).to_radians().sin_cos();
        let at = [0.30 * cosine, 0.03 + 0.30 * sine, 0.0];
        let block = slab(at, [0.045, 0.026, 0.5], 0.006).turned(2, 15.0 * f64::from(k));
        s.decal(if k % 2 == 0 { [186, 160, 134] } else { [200, 176, 150] }, block);
        if (1..12).contains(&k) {
            let at = [0.63 + 0.24 * cosine, 0.24 * sine, 0.0];
            let block = slab(at, [0.04, 0.024, 0.5], 0.006).turned(2, 15.0 * f64::from(k));
            s.decal_pair(if k % 2 == 0 { [186, 160, 134] } else { [200, 176, 150] }, block);
        }
    }
    s
}

pub(super) const SCENE: &str = r#"# An arch bridge with traffic on its road and wind from the side.

[mesh]
shape = "arch-bridge"
cells = 20000

[material]
law = "linear"
young = 2e9               # Pa: masonry
poisson = 0.2
density = 2200.0

[[pin]]                   # it stands on the ground
where = { half-space = { point = [0.0, 0.03, 0.0], normal = [0.0, -1.0, 0.0] } }

[[force]]
name = "traffic"          # a load somewhere on the road
kind = "contact"
patch = [
  { center = [-0.6, 0.43, 0.0], radius = 0.1, where = { region = "road" }, normal = [0.0, -1.0, 0.0] },
  { center = [-0.3, 0.48, 0.0], radius = 0.1, where = { region = "road" }, normal = [0.0, -1.0, 0.0] },
  { center = [0.0, 0.50, 0.0], radius = 0.1, where = { region = "road" }, normal = [0.0, -1.0, 0.0] },
  { center = [0.3, 0.48, 0.0], radius = 0.1, where = { region = "road" }, normal = [0.0, -1.0, 0.0] },
  { center = [0.6, 0.43, 0.0], radius = 0.1, where = { region = "road" }, normal = [0.0, -1.0, 0.0] },
]
normal-sigma = 5000.0     # Pa

[[force]]
name = "wind"
kind = "contact"
patch = [
  { where = { region = "parapet" }, normal = [0.0, 0.0, 1.0] },
  { where = { region = "lamps" }, normal = [0.0, 0.0, 1.0] },
]
normal-sigma = 500.0
tangent-sigma = 0.0

[subspace]
modes = 16
"#;
