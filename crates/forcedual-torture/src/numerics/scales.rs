//! The same body in other units of length: the same modes.

use crate::dice::Dice;
use crate::{Effort, Outcome};
use forcedual::linalg::{Mat, product, qr_in_place, scale_rows, thin_svd};
use forcedual::mesh::RawMesh;
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use serde_json::{Value, json};
use std::path::Path;

/// Priors whose modes are compared.
const PRIORS: &[&str] =
    &["white-noise", "painted", "radial", "matern", "handles", "contact", "springs", "muscle"];
/// Sine of the angle between spans that may differ.
const ANGLE: f64 = 1e-6;
/// How much the captured share may differ.
const SHARE: f64 = 1e-9;

/// A body, a prior and a kind of subspace, in a unit of length.
struct Case {
    dim: usize,
    cells: Vec<usize>,
    prior: &'static str,
    skinning: bool,
    held: bool,
}

/// What is compared.
struct Found {
    values: Vec<f64>,
    vectors: Mat,
    root_mass: Vec<f64>,
    captured: f64,
}

impl Case {
    fn force(&self, s: f64) -> Value {
        let mut force = match self.prior {
            "painted" => {
                let mut normal = vec![0.0; self.dim];
                normal[0] = 1.0;
                let place: Vec<f64> = (0..self.dim).map(|_| 1.2 * s).collect();
                json!({ "where": { "half-space": { "point": place, "normal": normal } }, "soften": 0.3 * s })
            }
            "radial" => json!({ "center": vec![0.8 * s; self.dim], "radius": 0.5 * s }),
            "matern" => json!({ "length": 0.7 * s }),
            "handles" => {
                json!({ "where": { "vertices": [3, 7, 9] }, "stiffness": 10.0, "sigma": 0.1 * s })
            }
            "contact" => {
                json!({ "patch": [{ "center": vec![s; self.dim], "radius": 0.6 * s }] })
            }
            "springs" => {
                json!({ "edges": [[1, 8], [2, 11], [3, 7]], "stiffness": [1.0, 2.0, 5.0], "sigma": 0.1 * s })
            }
            "muscle" => {
                json!({ "fibers": { "direction": vec![1.0; self.dim] }, "mode": "elements" })
            }
            _ => json!({}),
        };
        force["kind"] = json!(self.prior);
        force
    }

    fn mesh(&self, s: f64) -> RawMesh {
        let mut raw = grid(&self.cells, &[2.0, 0.9, 0.7][..self.dim]);
        // no symmetry, so that no two modes have the same variance
        let mut dice = Dice::new(5);
        raw.positions.iter_mut().for_each(|x| *x += dice.between(-0.02, 0.02));
        raw.positions.iter_mut().for_each(|x| *x *= s);
        raw
    }

    fn found(&self, s: f64) -> forcedual::Result<Found> {
        let pins: Vec<usize> = (0..=self.cells[1]).map(|k| k * (self.cells[0] + 1)).collect();
        let mut scene = json!({
            "mesh": {},
            "material": { "young": 1e5, "poisson": 0.4 },
            "force": [self.force(s)],
            "subspace": {
                "kind": if self.skinning { "skinning" } else { "displacement" }, "modes": 12,
            },
        });
        if self.held {
            scene["pin"] = json!([{ "where": { "vertices": pins } }]);
        }
        let scene = SceneFile::parse(&scene.to_string(), Format::Json, Path::new("."))?
            .with_mesh(self.mesh(s));
        let (body, _) = scene.body(&Silent)?;
        let lin = scene.linearise(&body, &Silent)?;
        let prior = scene.prior(&lin)?;
        let subspace = scene.design(&lin, &prior, &Silent)?;
        let skip = |all: &Mat| {
            all.as_ref().subcols(all.ncols() - subspace.modes(), subspace.modes()).to_owned()
        };
        let (vectors, step) = match &subspace.weights {
            Some(weights) => (skip(weights), self.dim),
            None => (skip(&subspace.basis), 1),
        };
        let root_mass = lin.root_mass().iter().step_by(step).copied().collect();
        let captured = subspace.certificate.captured;
        Ok(Found { values: subspace.eigenvalues.clone(), vectors, root_mass, captured })
    }
}

impl Found {
    /// How many modes stand before the widest gap between variances.
    fn before_the_gap(&self) -> usize {
        let gap = |k: &usize| self.values[*k] / self.values[k - 1];
        let all = 1..self.values.len();
        all.min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(self.values.len())
    }

    /// The span of the first modes, orthonormal.
    fn span(&self, count: usize) -> Mat {
        let mut q = self.vectors.as_ref().subcols(0, count.min(self.vectors.ncols())).to_owned();
        scale_rows(q.as_mut(), &self.root_mass);
        qr_in_place(&mut q);
        q
    }
}

/// Sine of the largest angle between two spans.
fn sine(a: &Mat, b: &Mat) -> f64 {
    let inside = product(a.as_ref(), product(a.transpose(), b.as_ref()).as_ref());
    thin_svd((b - inside).as_ref()).ok().and_then(|s| s.1.first().copied()).unwrap_or(1.0)
}

/// Runs this part of the campaign.
pub fn run(effort: &Effort, outcome: &mut Outcome) {
    let mut cases = Vec::new();
    for (k, &prior) in PRIORS.iter().enumerate() {
        for skinning in [false, true] {
            for held in [true, false] {
                cases.push(Case { dim: 2, cells: vec![6, 3], prior, skinning, held });
                cases.push(Case { dim: 3, cells: vec![4, 2, 2], prior, skinning, held });
            }
        }
        // large enough that modes are found by iteration
        if k < 4 {
            cases.push(Case { dim: 3, cells: vec![9, 4, 4], prior, skinning: false, held: true });
        }
    }
    let count = effort.count(cases.len());
    let (mut angle, mut share, mut designs) = (0f64, 0f64, 0);
    for case in cases.iter().take(count) {
        let told = format!(
            "{} in {}D, {}, {}",
            case.prior,
            case.dim,
            if case.skinning { "skinning" } else { "displacement" },
            if case.held { "held" } else { "free" },
        );
        let metres = match case.found(1.0) {
            Ok(found) => found,
            Err(error) => {
                outcome.fails(format!("{told}: {error}"));
                continue;
            }
        };
        let modes = metres.before_the_gap();
        for digits in (-6..=6).filter(|d| *d != 0) {
            designs += 1;
            match case.found(10f64.powi(digits)) {
                Ok(found) => {
                    let turned = sine(&metres.span(modes), &found.span(modes));
                    let changed = (found.captured - metres.captured).abs();
                    (angle, share) = (angle.max(turned), share.max(changed));
                    if turned > ANGLE || changed > SHARE {
                        outcome.fails(format!(
                            "{told}, 1e{digits} m: span off by {turned:.1e}, share by {changed:.1e}"
                        ));
                    }
                }
                Err(error) => outcome.fails(format!("{told}, 1e{digits} m: {error}")),
            }
        }
    }
    outcome.figure(
        "bodies in units of 1e-6 to 1e6 m",
        designs,
        format!("spans within an angle of {angle:.0e}, captured shares within {share:.0e}"),
    );
}
