//! The closer the prior to what happens, the smaller the error.

use crate::plot::Plot;
use crate::show::{Shot, field};
use crate::stage::{creature, on_stage};
use crate::wall::{row, told};
use crate::{Exhibit, Wall};
use forcedual::Result;
use forcedual::export::render::Look;
use forcedual::linalg::{Mat, column, llt, solve_lower, solve_lower_transposed};
use forcedual::subspace::Method;
use forcedual::subspace::compare::HeldOut;
use std::time::Instant;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "bear",
    title: "An order of magnitude, for knowing where",
    figure: "Bear: convergence for priors of decreasing radius",
    caption: "Somebody pulls at the bear's left paw. Three priors expect that, with less and less doubt about where: \
        within 50 cm, within 25 cm, within 12 cm; linear modal analysis expects forces anywhere. The modes of each are asked to follow pulls within 8 cm that they have \
        not seen. Variances fall off as the logistic function of (<em>r</em> - distance) &middot; 10/<em>r</em>, one half at the radius <em>r</em> \
        (the paper's formula, with &alpha; = 10, is not positive as printed). Modes are displacements, and errors squared, as in the paper's formula.",
    hang,
};

const CELLS: usize = 12_000;
const MODES: usize = 40;
const RADII: [f64; 3] = [0.12, 0.25, 0.5];
/// Solves that are timed together.
const SOLVES: usize = 200;

fn around(radius: f64) -> String {
    format!(
        "[[force]]\nkind = \"radial\"\ncenter = [0.43, 0.34, 0.24]\nradius = {radius}\nrms-displacement = 0.02\n\
         [subspace]\nmodes = {MODES}\n"
    )
}

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let seen = creature("teddy", CELLS, &around(0.08))?;
    on_stage(&seen, wall.progress, |stage| {
        let held_out = HeldOut::draw(stage.lin, &stage.prior, 60, 7, wall.progress)?;
        let mut curves = Vec::new();
        for radius in RADII {
            let prior = creature("teddy", CELLS, &around(radius))?.prior(stage.lin)?;
            let errors = stage.convergence(Method::ForceDual, &prior, &held_out, MODES)?;
            curves.push((format!("within {} cm", 100.0 * radius), errors));
        }
        let errors = stage.convergence(Method::Lma, &stage.prior, &held_out, MODES)?;
        curves.push(("linear modal analysis".to_owned(), errors));
        let with = |k: usize, modes: usize| curves[k].1.get(modes - 1).map_or(f64::NAN, |p| p.1);
        let ten = |k: usize| with(k, 10);
        wall.below(
            "ten modes that expect the pull within 12 cm, against linear modal analysis",
            ten(0),
            (0.1, ten(3)),
            "%",
        );
        wall.below("ten modes: within 12 cm against within 25 cm", ten(0), ten(1), "%");
        wall.below("ten modes: within 25 cm against within 50 cm", ten(1), ten(2), "%");
        wall.below("ten modes: within 50 cm against linear modal analysis", ten(2), ten(3), "%");
        // sizes at which something does not hold
        let sizes = |wrong: &dyn Fn(usize) -> bool| spans((1..=MODES).filter(|&m| wrong(m)));
        wall.reservation(format!(
            "Squared errors are ten times smaller than those of linear modal analysis with {} modes within 12 cm, not with more; \
             errors themselves are {} times smaller with ten modes and {} times with forty. The order of the priors is kept with few modes only: \
             within 25 cm is worse than within 50 cm with {} modes, and worse than linear modal analysis with {}; within 12 cm is worse than within 25 cm with {}. A narrow \
             prior spends its later modes on details near its middle.",
            sizes(&|m| with(0, m) < 0.1 * with(3, m)),
            told((ten(3) / ten(0)).sqrt(), ""),
            told((with(3, MODES) / with(0, MODES)).sqrt(), ""),
            sizes(&|m| with(1, m) > with(2, m)),
            sizes(&|m| with(1, m) > with(3, m)),
            sizes(&|m| with(0, m) > with(1, m)),
        ));
        let rows = [5, 10, 15, 20, 30, 40]
            .map(|modes| row(modes.to_string(), (0..curves.len()).map(|k| with(k, modes)), "%"));
        let names: Vec<&str> = curves.iter().map(|c| c.0.as_str()).collect();
        let head: Vec<&str> = std::iter::once("modes").chain(names).collect();
        wall.table("Squared errors", &head, rows.to_vec());
        let plot = Plot { x: "modes".into(), y: "squared relative error".into(), curves };
        wall.plot(
            "convergence",
            "Error of a reduced solve under pulls that were not seen before",
            plot,
        )?;
        let force = stage.prior.draw(1, 2);
        let moved = stage.lin.solve(force.clone());
        let look = Look {
            forces: Some(column(force.as_ref(), 0).to_vec()),
            displacement: Some(column(moved.as_ref(), 0).iter().map(|x| 2.0 * x).collect()),
            ..Look::default()
        };
        wall.picture(
            "pull",
            "A pull at the paw, and what it does, twice as large",
            &stage.picture(&Shot { look, ..Shot::default() })?,
        )?;
        let expected = |i: usize| {
            let away = stage.away(i, &[0.43, 0.34, 0.24]);
            1.0 / (1.0 + (10.0 / 0.25 * (away - 0.25)).exp())
        };
        let values = (0..stage.body.mesh.vertex_count()).map(expected).collect();
        let look = Look { field: Some(field("variance", values)), ..Look::default() };
        wall.picture(
            "prior",
            "Where the prior within 25 cm expects it",
            &stage.picture(&Shot { look, ..Shot::default() })?,
        )?;
        let cost = Plot {
            x: "modes".into(),
            y: "time of a reduced solve, s".into(),
            curves: vec![("dense Cholesky".to_owned(), times())],
        };
        wall.plot("cost", "What a mode costs: factoring and solving a dense system of that size, once per iteration of a step", cost)
    })
}

/// Numbers as spans, `3 to 16`; `no number of` where there are none.
fn spans(numbers: impl Iterator<Item = usize>) -> String {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for n in numbers {
        match found.last_mut() {
            Some(span) if span[1] + 1 == n => span[1] = n,
            _ => found.push([n, n]),
        }
    }
    let each = |[a, b]: &[usize; 2]| if a == b { a.to_string() } else { format!("{a} to {b}") };
    match found.is_empty() {
        true => "no number of".to_owned(),
        false => found.iter().map(each).collect::<Vec<_>>().join(", "),
    }
}

/// Seconds of a dense solve over its size.
fn times() -> Vec<(f64, f64)> {
    let time = |modes: usize| {
        let stiffness =
            Mat::from_fn(modes, modes, |i, j| if i == j { 2.0 } else { 1.0 / (1 + i + j) as f64 });
        let begun = Instant::now();
        for _ in 0..SOLVES {
            let mut z = Mat::from_fn(modes, 1, |i, _| 1.0 + i as f64);
            if let Some(l) = llt(stiffness.as_ref()) {
                solve_lower(l.as_ref(), z.as_mut());
                solve_lower_transposed(l.as_ref(), z.as_mut());
            }
        }
        begun.elapsed().as_secs_f64() / SOLVES as f64
    };
    [5, 10, 20, 40, 80, 160].map(|modes| (modes as f64, time(modes))).to_vec()
}
