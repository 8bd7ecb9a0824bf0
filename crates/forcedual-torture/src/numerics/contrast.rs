//! Stiff beside soft, up to a factor of 1e12.

use super::blocks::placed;
use super::{SOLVED, body, residuals};
use crate::dice::Dice;
use crate::{Effort, Outcome};
use forcedual::Code;
use forcedual::array::ArraySource;
use forcedual::body::Body;
use forcedual::linalg::{Mat, column};
use forcedual::material::field::Quantity;
use forcedual::mesh::shapes::grid;
use forcedual::mesh::{RawMesh, SimplexMesh};
use forcedual::progress::Silent;
use forcedual::subspace::Linearisation;

/// Bodies of every contrast.
const BODIES: usize = 20;

/// Where the body is stiff.
const PATTERNS: &[fn(&[f64], usize) -> bool] = &[
    // one end, the other, layers, an island, every other cell, cells here and there
    |x, _| x[0] < 1.0,
    |x, _| x[0] > 1.0,
    |x, _| ((4.0 * x[0]) as usize).is_multiple_of(2),
    |x, _| x.iter().skip(1).all(|y| (0.25..0.75).contains(y)) && (0.5..1.5).contains(&x[0]),
    |_, t| t % 2 == 0,
    |_, t| (t * 7919) % 11 == 0,
];

/// Renumbers the vertices, so that everything is added up in another order: vertex `i` becomes `order[i]`.
fn renumbered(raw: &RawMesh, order: &[usize]) -> RawMesh {
    let d = raw.dim;
    let mut other = raw.clone();
    for (i, &j) in order.iter().enumerate() {
        other.positions[j * d..][..d].copy_from_slice(&raw.positions[i * d..][..d]);
    }
    other.cells.iter_mut().for_each(|i| *i = order[*i as usize] as u32);
    other
}

/// The displacement under forces that the places of vertices decide, by the first numbering.
fn response(lin: &Linearisation<'_>, order: &[usize]) -> Vec<f64> {
    let d = lin.body.dim();
    let mut b = Mat::zeros(lin.body.dofs(), 1);
    for (i, &j) in order.iter().enumerate().filter(|(_, j)| !lin.body.held[**j]) {
        (0..d).for_each(|c| b[(d * j + c, 0)] = ((7919 * (d * i + c) + 13) as f64).sin());
    }
    let x = lin.solve(b);
    let x = column(x.as_ref(), 0);
    order.iter().flat_map(|&j| (0..d).map(move |c| x[d * j + c])).collect()
}

/// What a solve comes to: residuals, and how much the displacement depends on the order of vertices.
struct Solved {
    plain: f64,
    scaled: f64,
    order: f64,
    /// Is the user told that digits are lost?
    told: bool,
}

fn solved(dice: &mut Dice, contrast: f64) -> forcedual::Result<Solved> {
    let dim = dice.from(2, 3);
    let cells = [8, 4, 2];
    let raw = grid(&cells[..dim], &[2.0, 1.0, 1.0][..dim]);
    let pattern = dice.pick(PATTERNS);
    let at = SimplexMesh::new(raw.clone())?;
    let young: Vec<f64> = (0..at.cell_count())
        .map(|t| 1e3 * if pattern(&at.centroid(t)[..dim], t) { contrast } else { 1.0 })
        .collect();
    let held: Vec<usize> = (0..at.vertex_count()).filter(|&i| at.point(i)[0] == 0.0).collect();
    let raw = placed(dice, raw);
    let same: Vec<usize> = (0..at.vertex_count()).collect();
    let mut order = same.clone();
    (1..order.len()).for_each(|k| order.swap(k, dice.below(k + 1)));
    let made = |raw: RawMesh, order: &[usize]| -> forcedual::Result<Body> {
        let pins: Vec<usize> = held.iter().map(|&i| order[i]).collect();
        let young = Quantity::Array(ArraySource::Numbers(young.clone()));
        body(raw, young, 0.3, |i, _| pins.contains(&i))
    };
    let (first, second) = (made(raw.clone(), &same)?, made(renumbered(&raw, &order), &order)?);
    let (a, b) = (Linearisation::new(&first, &Silent)?, Linearisation::new(&second, &Silent)?);
    let (plain, scaled) = residuals(&a);
    let (x, y) = (response(&a, &same), response(&b, &order));
    let size = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    let away = size(&mut x.iter().zip(&y).map(|(x, y)| x - y)) / size(&mut x.iter().copied());
    Ok(Solved { plain, scaled, order: away, told: a.residual > SOLVED })
}

/// Runs this part of the campaign.
pub fn run(effort: &Effort, outcome: &mut Outcome) {
    let count = effort.count(BODIES);
    for digits in (0..=12).step_by(2) {
        let (mut refused, mut warned, mut worst) = (0, 0, [0f64; 3]);
        for k in 0..count {
            match solved(&mut Dice::new((100 * digits + k) as u64), 10f64.powi(digits as i32)) {
                Ok(Solved { plain, scaled, order, told }) => {
                    warned += usize::from(told);
                    let found = [plain, scaled, order];
                    worst.iter_mut().zip(found).for_each(|(w, x)| *w = w.max(x));
                    // what is told is measured on other forces
                    if scaled > SOLVED || (!told && plain.max(order) > 10.0 * SOLVED) {
                        outcome.fails(format!(
                            "contrast 1e{digits}, body {k}: residual {scaled:.1e}, unscaled {plain:.1e}, \
                             displacement {order:.1e} by order"
                        ));
                    }
                }
                Err(error) if error.code == Code::Numeric => refused += 1,
                Err(error) => outcome.fails(format!("contrast 1e{digits}, body {k}: {error}")),
            }
        }
        let [plain, scaled, order] = worst;
        outcome.figure(
            format!("stiffness contrast 1e{digits}"),
            count,
            format!(
                "{warned} told to lose digits, {refused} refused as `numeric`; residual {scaled:.0e} (unscaled {plain:.0e}), \
                 displacement {order:.0e} by order"
            ),
        );
    }
}
