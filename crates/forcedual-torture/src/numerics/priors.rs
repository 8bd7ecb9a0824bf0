//! Priors with fewer directions than amplitudes or modes, and priors with none.

use crate::dice::Dice;
use crate::{Effort, Outcome};
use forcedual::Code;
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use serde_json::{Value, json};
use std::path::Path;

/// Times that every prior is tried, with other numbers.
const ROUNDS: usize = 10;
/// Modes that are asked for.
const ASKED: usize = 8;

/// What is right.
enum Right {
    /// So many displacement modes that capture everything.
    Rank(usize),
    /// An error with one of these codes.
    Refused(&'static [Code]),
}
use Right::{Rank, Refused};

/// Names, forces and what is right, on a mesh of `n` vertices of which the first few are held.
fn priors(
    dice: &mut Dice,
    d: usize,
    n: usize,
    held: &[usize],
) -> Vec<(&'static str, Value, Right)> {
    const NONE: &[Code] = &[Code::ForceNoVariance];
    let vector = |dice: &mut Dice| dice.numbers(d * n, -1.0, 1.0);
    let (a, b) = (vector(dice), vector(dice));
    let mix =
        |x: f64, y: f64| -> Vec<f64> { a.iter().zip(&b).map(|(a, b)| x * a + y * b).collect() };
    let tip = n - 1;
    let mut weight = vec![0.0; n];
    weight[tip] = dice.power(-3.0, 3.0);
    let mut only_held = vec![0.0; n];
    held.iter().for_each(|&i| only_held[i] = 1.0);
    let spring = json!({ "kind": "springs", "edges": [[tip, n / 2]], "stiffness": 3.0 });
    let columns: Vec<[f64; 5]> =
        (0..d * n).map(|i| [a[i], b[i], a[i] + b[i], 2.0 * a[i], 0.0]).collect();
    let samples = |kind: &str, all: Vec<Vec<f64>>, centred: bool| json!({ "kind": kind, "samples": all, "centred": centred });
    let mut all = vec![
        ("a dependent matrix", json!({ "kind": "matrix", "columns": columns }), Rank(2)),
        (
            "a singular covariance",
            json!({ "kind": "matrix", "columns": (0..d * n).map(|i| [a[i], b[i]]).collect::<Vec<_>>(),
                "covariance": [[1.0, 2.0], [2.0, 4.0]] }),
            Rank(1),
        ),
        (
            "a spring three times",
            json!({ "kind": "springs", "edges": [[tip, n / 2], [tip, n / 2], [n / 2, tip]], "stiffness": 3.0 }),
            Rank(1),
        ),
        ("a sum of the same", json!({ "kind": "sum", "of": [spring, spring] }), Rank(1)),
        ("a mixture of the same", json!({ "kind": "mixture", "of": [spring, spring] }), Rank(1)),
        (
            "a handle three times",
            json!({ "kind": "handles", "vertices": [tip, tip, tip], "stiffness": 5.0 }),
            Rank(d),
        ),
        ("variance at one vertex", json!({ "kind": "painted", "weight": weight }), Rank(d)),
        ("variance nowhere", json!({ "kind": "painted", "weight": vec![0.0; n] }), Refused(NONE)),
        (
            "variance where it is held",
            json!({ "kind": "painted", "weight": only_held }),
            Refused(NONE),
        ),
    ];
    for kind in ["force-samples", "displacement-samples"] {
        const FEW: &[Code] = &[Code::ForceNoVariance, Code::Force, Code::Array];
        all.push(("one sample, centred", samples(kind, vec![a.clone()], true), Refused(FEW)));
        all.push(("one sample", samples(kind, vec![a.clone()], false), Rank(1)));
        all.push(("a sample five times", samples(kind, vec![a.clone(); 5], false), Rank(1)));
        let few = vec![mix(1.0, 0.0), mix(0.0, 1.0), mix(1.0, 1.0), mix(1.0, -3.0)];
        all.push(("samples of two directions", samples(kind, few, false), Rank(2)));
        all.push((
            "samples of nothing",
            samples(kind, vec![vec![0.0; d * n]; 3], false),
            Refused(FEW),
        ));
    }
    all
}

/// Designs; how many modes there are and what they capture.
fn designed(
    cells: &[usize],
    held: &[usize],
    force: &Value,
    fill: bool,
    skinning: bool,
) -> forcedual::Result<(usize, f64)> {
    let mut scene = json!({
        "mesh": {},
        "force": [force],
        "subspace": { "modes": ASKED, "fill": fill, "kind": if skinning { "skinning" } else { "displacement" } },
    });
    if !held.is_empty() {
        scene["pin"] = json!([{ "where": { "vertices": held } }]);
    }
    let mesh = grid(cells, &[1.0, 0.5, 0.4][..cells.len()]);
    let scene = SceneFile::parse(&scene.to_string(), Format::Json, Path::new("."))?.with_mesh(mesh);
    let (body, _) = scene.body(&Silent)?;
    let lin = scene.linearise(&body, &Silent)?;
    let prior = scene.prior(&lin)?;
    let subspace = scene.design(&lin, &prior, &Silent)?;
    Ok((subspace.modes(), subspace.certificate.captured))
}

/// Runs this part of the campaign.
pub fn run(effort: &Effort, outcome: &mut Outcome) {
    let (mut tried, mut refused) = (0, 0);
    for round in 0..effort.count(ROUNDS) {
        let mut dice = Dice::new(round as u64);
        for cells in [&[5, 3][..], &[3, 2, 2]] {
            let d = cells.len();
            let n: usize = cells.iter().map(|c| c + 1).product();
            let held: Vec<usize> = (0..=cells[0]).collect();
            for (name, force, right) in priors(&mut dice, d, n, &held) {
                tried += 1;
                let found = designed(cells, &held, &force, false, false);
                let filled = designed(cells, &held, &force, true, false);
                let blended = designed(cells, &held, &force, false, true);
                let wrong = match (&right, found, filled, blended) {
                    (Rank(rank), Ok((modes, captured)), Ok((all, most)), Ok((_, share))) => {
                        let whole = |x: f64| (x - 1.0).abs() < 1e-9;
                        let good = modes == *rank && whole(captured) && all == ASKED && whole(most);
                        let told = format!(
                            "{modes} modes capture {captured}, {all} filled up {most}; weights {share}"
                        );
                        (!(good && (0.0..=1.0 + 1e-9).contains(&share))).then_some(told)
                    }
                    (Refused(codes), Err(e), Err(_), Err(_)) if codes.contains(&e.code) => {
                        refused += 1;
                        None
                    }
                    (_, found, filled, blended) => {
                        Some(format!("{found:?}, filled up {filled:?}, weights {blended:?}"))
                    }
                };
                if let Some(told) = wrong {
                    outcome.fails(format!("{name} in {d}D, round {round}: {told}"));
                }
            }
        }
    }
    outcome.figure(
        "rank-deficient priors",
        tried,
        format!(
            "{refused} without any variance refused, the others have as many modes as directions"
        ),
    );
}
