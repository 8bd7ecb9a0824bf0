//! Who touched the seal?

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::force::mixture::{gaussian_log_likelihood, noise_variance, scale_free_score};
use forcedual::force::{Factor, Gaussian};
use forcedual::linalg::{Mat, column, dot};
use forcedual::progress::check;
use forcedual::subspace::certificate::Galerkin;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "seal",
    title: "Which of three was it?",
    figure: "Seal: maximum likelihood of load distributions",
    caption: "Three distributions of forces on a seal: smooth ones all through it, ones around the head, and \
        normal pressure on the back. A force is drawn from one of them and felt by a hundred places of the skin, with noise; \
        three rules are to say from which it was: by which modes yield most to it, by Bayes' rule for its direction alone, and by \
        Bayes' rule for all of it.",
    hang,
};

/// Forces of each kind.
const DRAWS: usize = 60;
/// Modes of each kind.
const MODES: usize = 12;
/// What is felt beside a force, relative to what is expected, as when the simulation decides.
const NOISE: f64 = 1e-3;
const STRENGTHS: [f64; 5] = [0.03, 0.1, 0.3, 1.0, 30.0];
/// From here on forces stand out of the noise.
const LOUD: f64 = 0.3;
const RULES: [&str; 3] = ["compliance", "direction alone", "full density"];
const PRIORS: [&str; 3] = [
    "kind = \"matern\"\nlength = 0.3\nrms-displacement = 0.01\n",
    "kind = \"radial\"\ncenter = [0.0, 0.7, 0.35]\nradius = 0.25\nrms-displacement = 0.01\n",
    "kind = \"painted\"\nwhere = { half-space = { point = [0.0, 0.3, 0.0], normal = [0.0, 1.0, 0.0] } }\ndirections = \"normal\"\nrms-displacement = 0.01\n",
];

/// One of the distributions.
struct Kind {
    prior: Gaussian,
    /// Factor and mean where forces are felt.
    felt: (Mat, Vec<f64>),
    /// The body in its subspace.
    yields: Galerkin,
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let text = |kind: &str| format!("[[force]]\n{kind}[subspace]\nmodes = {MODES}\n");
    let scene = creature("seal", 2500, &text(PRIORS[0]))?;
    on_stage(&scene, wall.progress, |stage| {
        let (body, n) = (stage.body, stage.body.mesh.vertex_count() as u32);
        // a hundred vertices of the skin feel
        let free = |i: &u32| body.boundary.on_boundary(*i as usize) && !body.held[*i as usize];
        let skin: Vec<u32> = (0..n).filter(free).collect();
        let felt: Vec<u32> = skin.iter().copied().step_by((skin.len() / 100).max(1)).collect();
        let at: Vec<usize> =
            felt.iter().flat_map(|&i| (0..3).map(move |c| 3 * i as usize + c)).collect();
        let mut kinds = Vec::new();
        for kind in PRIORS {
            let prior = creature("seal", 2500, &text(kind))?.prior(stage.lin)?;
            let space = stage.subspace_for(&prior, &stage.spec)?;
            let yields = Galerkin::new(stage.lin, &space.basis)?;
            kinds.push(Kind { felt: prior.restrict(&felt, 3), prior, yields });
        }
        // noise is as large as the area that it is spread over
        let metric: Vec<f64> = at.iter().map(|&i| body.boundary.areas[i / 3]).collect();
        let factors: Vec<_> = kinds.iter().map(|k| k.felt.0.as_ref()).collect();
        let noise = noise_variance(NOISE, &factors, &metric)?;
        let spread = Factor::Diagonal(metric.iter().map(|w| (noise * w).sqrt()).collect());
        let disturbed = Gaussian::centred(spread).draw(3 * DRAWS, 5);
        let mut curves = RULES.map(|name| (name.to_owned(), Vec::new())).to_vec();
        for strength in STRENGTHS {
            let mut right = [0usize; 3];
            for (truth, kind) in kinds.iter().enumerate() {
                let drawn = kind.prior.draw(DRAWS, 11 + truth as u64);
                for j in 0..DRAWS {
                    check(wall.progress)?;
                    let beside = column(disturbed.as_ref(), truth * DRAWS + j);
                    let drawn = column(drawn.as_ref(), j);
                    let each = at.iter().zip(beside);
                    let force: Vec<f64> = each.map(|(&i, e)| strength * drawn[i] + e).collect();
                    let mut whole = Mat::zeros(body.dofs(), 1);
                    at.iter().zip(&force).for_each(|(&i, f)| whole[(i, 0)] = *f);
                    let mut scores = [[0.0; 3]; 3];
                    for (k, kind) in kinds.iter().enumerate() {
                        let (factor, mean) = (kind.felt.0.as_ref(), &kind.felt.1);
                        let moved = kind.yields.solve(&whole);
                        scores[0][k] = dot(column(moved.as_ref(), 0), column(whole.as_ref(), 0));
                        scores[1][k] = scale_free_score(factor, &metric, noise, &force)?;
                        scores[2][k] =
                            gaussian_log_likelihood(factor, mean, &metric, noise, &force)?;
                    }
                    for (right, scores) in right.iter_mut().zip(&scores) {
                        let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
                        *right += usize::from(best == Some(truth));
                    }
                }
            }
            for (curve, right) in curves.iter_mut().zip(right) {
                curve.1.push((strength, right as f64 / (3 * DRAWS) as f64));
            }
        }
        let at = |rule: usize, strength: f64| {
            curves[rule].1.iter().find(|p| p.0 == strength).map_or(f64::NAN, |p| p.1)
        };
        let worst = |rule: usize| {
            let loud = curves[rule].1.iter().filter(|p| p.0 >= LOUD);
            loud.map(|p| p.1).fold(1.0, f64::min)
        };
        for (rule, what) in
            ["compliance", "the direction alone", "the full density"].iter().enumerate()
        {
            let says = format!(
                "least right answers by {what}, forces from 0.3 to 30 times as strong as expected"
            );
            wall.above(says, worst(rule), 0.95, "%");
        }
        let says = "right answers by the direction alone where forces are as weak as the noise, a third being chance";
        wall.above(says, at(1, 0.03), 0.5, "%");
        wall.note(format!(
            "That a density of the whole force is misled by its strength is not found here: thirty times as strong as expected, it \
             is right in {} of draws. Rules differ where noise is as strong as the force (0.03): densities, which know \
             the noise, are right in {}, compliance in {}. Simulations go by compliance all the same, as it needs no \
             distribution on the touched vertices.",
            told(at(2, 30.0), "%"),
            told(at(2, 0.03), "%"),
            told(at(0, 0.03), "%")
        ));
        let mut rows = vec![vec!["strength".to_owned()]];
        rows[0].extend(RULES.map(str::to_owned));
        for strength in STRENGTHS {
            let each = (0..3).map(|rule| told(at(rule, strength), "%"));
            rows.push(std::iter::once(told(strength, "")).chain(each).collect());
        }
        wall.table("Right answers of 180 draws, with noise on what is felt", rows);
        let plot = Plot {
            x: "strength of the drawn force, relative to what is expected".into(),
            y: "right answers".into(),
            curves,
        };
        wall.plot("accuracy", "Right answers over strength", plot)
    })
}
