//! Who touched the seal?

use crate::plot::Plot;
use crate::show::Shot;
use crate::stage::{creature, on_stage};
use crate::wall::{Cell, number, row, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
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
const DRAWS: usize = 30;
/// Modes of each kind.
const MODES: usize = 12;
/// What is felt beside a force, relative to what is expected, as when the simulation decides.
const NOISE: f64 = 1e-3;
const STRENGTHS: [f64; 8] = [0.01, 0.02, 0.03, 0.05, 0.1, 0.3, 1.0, 30.0];
/// From here on forces stand out of the noise.
const LOUD: f64 = 0.3;
/// And here noise is about as strong.
const FAINT: f64 = 0.03;
const RULES: [&str; 3] = ["full density", "direction alone", "compliance"];
const KINDS: [(&str, &str); 3] = [
    ("smooth", "kind = \"matern\"\nlength = 0.3\nrms-displacement = 0.01\n"),
    (
        "head",
        "kind = \"radial\"\ncenter = [0.0, 0.7, 0.35]\nradius = 0.25\nrms-displacement = 0.01\n",
    ),
    (
        "back",
        "kind = \"painted\"\nwhere = { half-space = { point = [0.0, 0.3, 0.0], normal = [0.0, 1.0, 0.0] } }\ndirections = \"normal\"\nrms-displacement = 0.01\n",
    ),
];

/// One of the distributions.
struct Kind {
    prior: Gaussian,
    /// Factor and mean where forces are felt.
    felt: (Mat, Vec<f64>),
    /// The body in its subspace.
    yields: Galerkin,
}

/// How often each rule said `[said]` where `[true]` was.
type Said = [[[usize; 3]; 3]; 3];

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let text = |kind: &str| format!("[[force]]\n{kind}[subspace]\nmodes = {MODES}\n");
    let scene = creature("seal", 2500, &text(KINDS[0].1))?;
    on_stage(&scene, wall.progress, |stage| {
        let (body, n) = (stage.body, stage.body.mesh.vertex_count() as u32);
        // a hundred vertices of the skin feel
        let free = |i: &u32| body.boundary.on_boundary(*i as usize) && !body.held[*i as usize];
        let skin: Vec<u32> = (0..n).filter(free).collect();
        let felt: Vec<u32> = skin.iter().copied().step_by((skin.len() / 100).max(1)).collect();
        let at: Vec<usize> =
            felt.iter().flat_map(|&i| (0..3).map(move |c| 3 * i as usize + c)).collect();
        let mut kinds = Vec::new();
        for (name, kind) in KINDS {
            let prior = creature("seal", 2500, &text(kind))?.prior(stage.lin)?;
            let space = stage.subspace_for(&prior, &stage.spec)?;
            let yields = Galerkin::new(stage.lin, &space.basis)?;
            let force = column(prior.draw(1, 3).as_ref(), 0).to_vec();
            let look = Look { forces: Some(force), ..Look::default() };
            wall.picture(
                name,
                &format!("A force of the distribution {name}"),
                &stage.picture(&Shot { look, ..Shot::default() })?,
            )?;
            kinds.push(Kind { felt: prior.restrict(&felt, 3), prior, yields });
        }
        // noise is as large as the area that it is spread over
        let metric: Vec<f64> = at.iter().map(|&i| body.boundary.areas[i / 3]).collect();
        let factors: Vec<_> = kinds.iter().map(|k| k.felt.0.as_ref()).collect();
        let noise = noise_variance(NOISE, &factors, &metric)?;
        let spread = Factor::Diagonal(metric.iter().map(|w| (noise * w).sqrt()).collect());
        let disturbed = Gaussian::centred(spread).draw(3 * DRAWS, 5);
        let mut found: Vec<(f64, Said)> = Vec::new();
        for strength in STRENGTHS {
            let mut said: Said = Default::default();
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
                        scores[0][k] =
                            gaussian_log_likelihood(factor, mean, &metric, noise, &force)?;
                        scores[1][k] = scale_free_score(factor, &metric, noise, &force)?;
                        let moved = kind.yields.solve(&whole);
                        scores[2][k] = dot(column(moved.as_ref(), 0), column(whole.as_ref(), 0));
                    }
                    for (said, scores) in said.iter_mut().zip(&scores) {
                        let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
                        said[truth][best.unwrap_or(0)] += 1;
                    }
                }
            }
            found.push((strength, said));
        }
        tell(wall, &found)
    })
}

fn tell(wall: &mut Wall<'_>, found: &[(f64, Said)]) -> Result<()> {
    let right = |said: &Said, rule: usize| {
        (0..3).map(|k| said[rule][k][k]).sum::<usize>() as f64 / (3 * DRAWS) as f64
    };
    let at = |rule: usize, strength: f64| {
        found.iter().find(|f| f.0 == strength).map_or(f64::NAN, |f| right(&f.1, rule))
    };
    let worst = |rule: usize| {
        let loud = found.iter().filter(|f| f.0 >= LOUD);
        loud.map(|f| right(&f.1, rule)).fold(1.0, f64::min)
    };
    for (rule, what) in ["the full density", "the direction alone", "compliance"].iter().enumerate()
    {
        let says = format!(
            "least right answers by {what}, forces 0.3, 1 and 30 times as strong as expected"
        );
        wall.above(says, worst(rule), 0.95, "%");
    }
    let faint = found.iter().find(|f| f.0 == FAINT).map(|f| f.1).unwrap_or_default();
    wall.above("right answers by the full density where forces are as weak as the noise, against compliance", at(0, FAINT), at(2, FAINT), "%");
    let missed =
        (0..3).map(|k| (KINDS[k].0, faint[0][k][k])).min_by_key(|m| m.1).unwrap_or(("", 0));
    wall.reservation(format!(
        "Where forces stand out of the noise all rules are right, so that this seal does not tell one from another; and that a density of the \
         whole force is misled by its strength was not found: thirty times as strong as expected, it is right in {} of draws. \
         Rules differ where noise is as strong as the force (0.03), and there the density is right in {}, as it finds {} of {} draws of {}: a \
         faint force of that kind looks most like noise of another. Simulations go by compliance ({} there) all the same, as it needs no \
         distribution on the touched vertices.",
        told(at(0, 30.0), "%"), told(at(0, FAINT), "%"), missed.1, DRAWS, missed.0, told(at(2, FAINT), "%")
    ));
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (rule, name) in RULES.iter().enumerate() {
        for (truth, kind) in KINDS.iter().enumerate() {
            let each = faint[rule][truth].map(|n| number(n as f64, ""));
            rows.push([Cell::from(*name), Cell::from(kind.0)].into_iter().chain(each).collect());
        }
    }
    wall.table(
        &format!(
            "What was said of {DRAWS} draws of each distribution, as weak as the noise (0.03)"
        ),
        &["rule", "was", "said smooth", "said head", "said back"],
        rows,
    );
    let each = |(strength, said): &(f64, Said)| {
        row(strength.to_string(), (0..3).map(|rule| right(said, rule)), "%")
    };
    wall.table(
        &format!("Right answers of {} draws, with noise on what is felt", 3 * DRAWS),
        &["strength", RULES[0], RULES[1], RULES[2]],
        found.iter().map(each).collect(),
    );
    let curve = |rule: usize| {
        (RULES[rule].to_owned(), found.iter().map(|f| (f.0, right(&f.1, rule))).collect())
    };
    let plot = Plot {
        x: "strength of the drawn force, relative to what is expected".into(),
        y: "right answers".into(),
        curves: (0..3).map(curve).collect(),
    };
    wall.plot("accuracy", "Right answers over strength; a third is chance", plot)
}
