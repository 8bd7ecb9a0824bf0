//! Who touched the seal?

use crate::plot::Plot;
use crate::stage::{creature, on_stage};
use crate::wall::told;
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::force::mixture::{gaussian_log_likelihood, noise_variance, scale_free_score};
use forcedual::linalg::column;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "seal",
    title: "Which of three was it?",
    figure: "Seal: maximum likelihood of load distributions",
    caption: "Three distributions of forces on a seal: smooth ones over the whole skin, ones around the head, and \
        normal pressure on the back. A force is drawn from one of them; Bayes' rule is to say from which. Drawn \
        forces that are stronger or weaker than expected mislead the full density; the density of the direction \
        alone does not mind.",
    hang,
};

const DRAWS: usize = 30;
const PRIORS: [(&str, &str); 3] = [
    ("all over", "kind = \"matern\"\nlength = 0.3\nrms-displacement = 0.01\n"),
    (
        "head",
        "kind = \"radial\"\ncenter = [0.0, 0.7, 0.35]\nradius = 0.25\nrms-displacement = 0.01\n",
    ),
    (
        "back",
        "kind = \"painted\"\nwhere = { half-space = { point = [0.0, 0.3, 0.0], normal = [0.0, 1.0, 0.0] } }\ndirections = \"normal\"\nrms-displacement = 0.01\n",
    ),
];

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let scene = creature("seal", 2500, &format!("[[force]]\n{}", PRIORS[0].1))?;
    on_stage(&scene, wall.progress, |stage| {
        let mut priors = Vec::new();
        for (_, text) in PRIORS {
            priors.push(creature("seal", 2500, &format!("[[force]]\n{text}"))?.prior(stage.lin)?);
        }
        // what is felt: a hundred vertices of the skin
        let skin: Vec<u32> = (0..stage.body.mesh.vertex_count() as u32)
            .filter(|&i| {
                stage.body.boundary.on_boundary(i as usize) && !stage.body.held[i as usize]
            })
            .collect();
        let felt: Vec<u32> = skin.iter().copied().step_by((skin.len() / 100).max(1)).collect();
        let parts: Vec<_> = priors.iter().map(|p| p.restrict(&felt, 3)).collect();
        let metric: Vec<f64> =
            felt.iter().flat_map(|&i| [stage.body.mass[i as usize]; 3]).collect();
        let factors: Vec<_> = parts.iter().map(|p| p.0.as_ref()).collect();
        let noise = noise_variance(1e-3, &factors, &metric)?;
        let amplitudes = [0.03, 0.3, 1.0, 3.0, 30.0];
        let mut curves = vec![
            ("direction alone".to_owned(), Vec::new()),
            ("full density".to_owned(), Vec::new()),
        ];
        for amplitude in amplitudes {
            let mut right = [0usize; 2];
            for (truth, prior) in priors.iter().enumerate() {
                let draws = prior.draw(DRAWS, 11 + truth as u64);
                for j in 0..DRAWS {
                    let drawn = column(draws.as_ref(), j);
                    let force: Vec<f64> = felt
                        .iter()
                        .flat_map(|&i| (0..3).map(move |c| 3 * i as usize + c))
                        .map(|i| amplitude * drawn[i])
                        .collect();
                    for (rule, right) in right.iter_mut().enumerate() {
                        let mut scores = Vec::new();
                        for (factor, mean) in &parts {
                            scores.push(if rule == 0 {
                                scale_free_score(factor.as_ref(), &metric, noise, &force)?
                            } else {
                                gaussian_log_likelihood(
                                    factor.as_ref(),
                                    mean,
                                    &metric,
                                    noise,
                                    &force,
                                )?
                            });
                        }
                        let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
                        *right += usize::from(best == Some(truth));
                    }
                }
            }
            for (curve, right) in curves.iter_mut().zip(right) {
                curve.1.push((amplitude, right as f64 / (3 * DRAWS) as f64));
            }
        }
        let at = |rule: usize, amplitude: f64| {
            curves[rule].1.iter().find(|p| p.0 == amplitude).map_or(f64::NAN, |p| p.1)
        };
        let worst = curves[0].1.iter().map(|p| p.1).fold(1.0, f64::min);
        wall.above(
            "right answers of the full density, forces as strong as expected",
            at(1, 1.0),
            0.95,
            "%",
        );
        wall.above("right answers by the direction alone, whatever the strength", worst, 0.95, "%");
        let worst_full = curves[1].1.iter().map(|p| p.1).fold(1.0, f64::min);
        wall.below("right answers of the full density where forces are up to thirty times weaker or stronger", worst_full, worst, "%");
        let mut rows =
            vec![vec!["strength".to_owned(), "direction alone".into(), "full density".into()]];
        rows.extend(
            amplitudes.map(|a| vec![told(a, ""), told(at(0, a), "%"), told(at(1, a), "%")]),
        );
        wall.table("Right answers of 90 draws", rows);
        let plot = Plot {
            x: "strength of the drawn force, relative to what is expected".into(),
            y: "right answers".into(),
            curves,
        };
        wall.plot("accuracy", "Right answers over strength", &plot)
    })
}
