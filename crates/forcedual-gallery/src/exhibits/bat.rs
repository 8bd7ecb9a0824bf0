//! Local forces make local modes.

use crate::stage::{creature, field, on_stage};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::column;
use forcedual::subspace::{Method, Subspace};

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bat",
    title: "Local forces, local weights",
    figure: "Bat: first skinning modes of a local variance",
    caption: "Only the left wing of the bat is expected to be touched. The first skinning weights live there and \
        fade towards the body, without anybody drawing their support; eigenmodes of skinning, which expect \
        nothing, spread over both wings.",
    hang,
};

const WEIGHTS: usize = 4;

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature(
        "bat",
        12_000,
        &format!(
            "[[pin]]\nwhere = {{ ball = {{ center = [0.0, 0.5, 0.0], radius = 0.12 }} }}\n\
             [[force]]\nkind = \"radial\"\ncenter = [0.75, 0.6, -0.05]\nradius = 0.2\nrms-displacement = 0.02\n\
             [subspace]\nkind = \"skinning\"\nmodes = {WEIGHTS}\n"
        ),
    )?;
    on_stage(&scene, wall.progress, |stage| {
        let left = |i: usize| stage.body.mesh.point(i)[0] > 0.15;
        let local = |subspace: &Subspace, k: usize| {
            let weights = subspace.weights.as_ref().map_or(&[][..], |w| column(w.as_ref(), k));
            let sum = |of: &dyn Fn(usize) -> bool| -> f64 {
                let each = weights.iter().zip(&stage.body.mass).enumerate();
                each.filter(|(i, _)| of(*i)).map(|(_, (w, m))| m * w * w).sum()
            };
            sum(&left) / sum(&|_| true)
        };
        for (method, name, what) in [
            (Method::ForceDual, "force-dual", "force-dual weight"),
            (Method::SkinningEigenmodes, "eigenmodes", "skinning eigenmode"),
        ] {
            let subspace = stage.by(method)?;
            let (first, least) = (
                local(&subspace, 0),
                (0..WEIGHTS).map(|k| local(&subspace, k)).fold(1.0, f64::min),
            );
            if method == Method::ForceDual {
                wall.above(
                    "share of the first force-dual weight on the left wing",
                    first,
                    0.9,
                    "%",
                );
                wall.above("the least share of four force-dual weights there", least, 0.7, "%");
            } else {
                wall.below("share of the first skinning eigenmode there", first, 0.6, "%");
            }
            for k in 0..2 {
                let values = subspace
                    .weights
                    .as_ref()
                    .map_or(Vec::new(), |w| column(w.as_ref(), k).to_vec());
                let look = Look { field: Some(field("weight", values)), ..Look::default() };
                let caption = format!("{what} {}", k + 1);
                wall.picture(&format!("{name}-{}", k + 1), &caption, &stage.picture("", &look)?)?;
            }
        }
        Ok(())
    })
}
