//! The ghost: head, body and a wavy hem.

use super::form::{ball, chain, egg, slab};
use super::sculpt::Sculpture;

pub(super) const VIEW: [f64; 2] = [0.0, 0.0];

pub(super) fn sculpture() -> Sculpture {
    let mut s = Sculpture::new(2);
    s.region("head", [236, 238, 250]);
    s.region("body", [214, 220, 244]);
    s.region("hem", [190, 200, 236]);

    s.add("body", slab([0.0, 0.48, 0.0], [0.35, 0.36, 0.5], 0.05), 0.0);
    s.add("head", ball([0.0, 0.80, 0.0], 0.35), 0.0);
    s.pair(
        "body",
        chain(
            &[([0.30, 0.50, 0.0], 0.075), ([0.46, 0.56, 0.0], 0.07), ([0.54, 0.66, 0.0], 0.062)],
            0.02,
        ),
        0.05,
    );
    for k in -2..=2 {
        s.add("hem", ball([0.14 * f64::from(k), 0.13, 0.0], 0.075), 0.015);
    }
    for k in [-3.0, -1.0, 1.0, 3.0] {
        s.carve(egg([0.07 * k, 0.055, 0.0], [0.032, 0.065, 0.1]), 0.05);
    }
    s.mark("head", slab([0.0, 1.14, 0.0], [0.36, 0.5, 1.0], 0.0));
    s.mark("hem", slab([0.0, 0.0, 0.0], [1.0, 0.30, 1.0], 0.0));
    s.decal_pair([58, 54, 78], egg([0.125, 0.85, 0.0], [0.062, 0.088, 0.1]));
    s.decal_pair([255, 255, 255], ball([0.142, 0.885, 0.0], 0.026));
    s.decal_pair([255, 255, 255], ball([0.112, 0.815, 0.0], 0.013));
    s.decal_pair([248, 190, 204], egg([0.225, 0.745, 0.0], [0.05, 0.03, 0.05]));
    s.decal(
        [58, 54, 78],
        egg([0.0, 0.715, 0.0], [0.062, 0.052, 0.1])
            .within(slab([0.0, 0.61, 0.0], [1.0, 0.12, 1.0], 0.0), 0.0),
    );
    s.decal([240, 130, 140], egg([0.0, 0.685, 0.0], [0.034, 0.018, 0.1]));
    s
}

pub(super) const SCENE: &str = r#"# A ghost of three parts: a firm head, a soft body and a hem that floats in the air.

[mesh]
shape = "ghost"
cells = 3000

[material]
law = "stable-neo-hookean"
young = 1e6               # Pa
poisson = 0.4
density = 100.0

[[material.region]]
where = { region = "head" }
young = 5e6

[[material.region]]
where = { region = "hem" }
young = 2.5e5

# It floats: nothing is pinned. Each part feels forces of its own.
[[force]]
kind = "mixture"

[[force.of]]
name = "boo"
probability = 0.3
kind = "region"
where = { region = "head" }

[[force.of]]
name = "hover"
probability = 0.3
kind = "matern"
length = 0.3              # m
where = { region = "body" }

[[force.of]]
name = "flutter"
probability = 0.4
kind = "region"
where = { region = "hem" }

[subspace]
kind = "skinning"         # follows large rotations
modes = 12
"#;
