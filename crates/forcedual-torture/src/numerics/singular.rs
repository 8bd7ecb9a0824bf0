//! Bodies that can move without energy, and bodies that cannot: the first are told by the number of their motions, or
//! refused; the second are solved.

use super::blocks::{joined, measures, moved, placed};
use super::{SOLVED, body, residuals};
use crate::dice::Dice;
use crate::{Effort, Outcome};
use forcedual::Code;
use forcedual::body::Body;
use forcedual::linalg::column;
use forcedual::material::field::Quantity;
use forcedual::mesh::RawMesh;
use forcedual::mesh::shapes::grid;
use forcedual::progress::Silent;
use forcedual::subspace::Linearisation;

/// Systems of either kind in the whole campaign.
const CASES: usize = 500;

/// A mesh, the vertices that are held, and how many motions cost no energy.
struct System {
    name: &'static str,
    raw: RawMesh,
    held: Vec<usize>,
    free: usize,
}

/// The vertices of a mesh at places for which a test holds.
fn at(raw: &RawMesh, test: impl Fn(&[f64]) -> bool) -> Vec<usize> {
    (0..raw.positions.len() / raw.dim)
        .filter(|i| test(&raw.positions[i * raw.dim..][..raw.dim]))
        .collect()
}

fn rigid(dim: usize) -> usize {
    dim * (dim + 1) / 2
}

/// Motions of a part that is held at a point.
fn around_a_point(dim: usize) -> usize {
    rigid(dim) - dim
}

/// A chain of blocks that share a corner each, from the origin on.
fn chain(dice: &mut Dice, dim: usize, links: usize) -> RawMesh {
    let (cells, size) = measures(dice, dim);
    let mut raw = grid(&cells, &size);
    let mut end = size;
    for _ in 1..links {
        let (cells, size) = measures(dice, dim);
        let turn = dice.rotation(dim);
        raw = joined(raw, moved(grid(&cells, &size), turn, &end));
        let far: Vec<f64> = (0..dim)
            .map(|c| end[c] + size.iter().zip(turn[c]).map(|(x, r)| x * r).sum::<f64>())
            .collect();
        end = far;
    }
    raw
}

fn loose(dice: &mut Dice) -> System {
    let dim = dice.from(2, 3);
    let (cells, size) = measures(dice, dim);
    let one = || grid(&cells, &size);
    let clamped = |raw: &RawMesh| at(raw, |x| x[0].abs() < 1e-9);
    match dice.below(8) {
        0 => System { name: "free", raw: one(), held: vec![], free: rigid(dim) },
        1 => System {
            name: "held at a vertex",
            raw: one(),
            held: vec![0],
            free: around_a_point(dim),
        },
        2 => {
            // a row of vertices along the first axis: all collinear
            let raw = grid(&[cells[0], 2, 2], &[size[0], size[1], 1.0]);
            let held = at(&raw, |x| x[1] == 0.0 && x[2] == 0.0);
            System { name: "held along a line", raw, held, free: 1 }
        }
        3 => {
            let links = dice.from(2, 4);
            let free = rigid(dim) + (links - 1) * around_a_point(dim);
            let raw = chain(dice, dim, links);
            System { name: "hinged at vertices", raw, held: vec![], free }
        }
        4 => {
            // a copy that shares an edge, turned around it
            let (cells, size) = measures(dice, 3);
            let angle = dice.between(0.3, 1.2);
            let (s, c) = angle.sin_cos();
            let turn = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]];
            let raw = joined(
                grid(&cells, &size),
                moved(grid(&cells, &size), turn, &[size[0], size[1], 0.0]),
            );
            let held = at(&raw, |x| x[0].abs() < 1e-9 && x[1] < size[1] + 1e-9);
            System { name: "hinged at an edge", raw, held, free: 1 }
        }
        5 | 6 => {
            let far: Vec<f64> = size.iter().map(|x| 3.0 * x).collect();
            let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let raw = joined(one(), moved(one(), identity, &far));
            let mut held = clamped(&raw);
            let free = match dice.happens(0.5) {
                true => rigid(dim),
                false => {
                    held.extend(at(&raw, |x| {
                        x.iter().zip(&far).all(|(x, f)| (x - f).abs() < 1e-9)
                    }));
                    around_a_point(dim)
                }
            };
            System { name: "a loose part beside a held one", raw, held, free }
        }
        _ => {
            let mut raw = one();
            raw.positions.extend(vec![9.0; dim]);
            let held = vec![raw.positions.len() / dim - 1];
            System { name: "held at a vertex of no cell", raw, held, free: rigid(dim) }
        }
    }
}

fn firm(dice: &mut Dice) -> System {
    let dim = dice.from(2, 3);
    let (cells, size) = measures(dice, dim);
    match dice.below(4) {
        0 => {
            let raw = grid(&cells, &size);
            let held = at(&raw, |x| x[0] == 0.0);
            System { name: "held at a face", raw, held, free: 0 }
        }
        1 => {
            let raw = grid(&cells, &size);
            // corners along every axis: as few as hold it
            let corner = |k: usize| {
                at(&raw, |x| (0..dim).all(|c| x[c] == if c == k { size[c] } else { 0.0 }))
            };
            let held = [vec![0], (0..dim - 1).flat_map(corner).collect()].concat();
            System { name: "held at as few vertices as do", raw, held, free: 0 }
        }
        2 => {
            // three bars on the sides of a triangle, hinged at its corners
            let corners =
                [[0.0, 0.0], [dice.between(1.0, 2.0), 0.0], [0.4, dice.between(0.8, 1.5)]];
            let bar = |a: [f64; 2], b: [f64; 2]| {
                let along = [b[0] - a[0], b[1] - a[1]];
                let length = along[0].hypot(along[1]);
                let u = along.map(|x| x / length);
                let turn = [[u[0], u[1], 0.0], [u[1], -u[0], 0.0], [0.0, 0.0, 1.0]];
                moved(grid(&[3, 1], &[length, 0.1]), turn, &a)
            };
            let [a, b, c] = corners;
            let raw = joined(joined(bar(a, b), bar(b, c)), bar(c, a));
            let held = at(&raw, |x| x[1] < -0.099 || (x[0].abs() < 1e-9 && x[1].abs() < 1e-9));
            System { name: "a frame of three hinged bars", raw: turned_alike(raw), held, free: 0 }
        }
        _ => {
            // two blocks that share a vertex, each held at its far end
            let raw = chain(dice, dim, 2);
            let last = raw.positions.len() / dim;
            let held =
                [at(&raw, |x| x[0].abs() < 1e-9), (last - (1 + dim)..last).collect()].concat();
            System { name: "hinged, both ends held", raw, held, free: 0 }
        }
    }
}

/// Cells of mirrored blocks wound like the others.
fn turned_alike(raw: RawMesh) -> RawMesh {
    match forcedual::mesh::validate::repair(raw.clone()) {
        Ok((mesh, _)) => mesh.into_raw(),
        Err(_) => raw,
    }
}

fn body_of(dice: &mut Dice, system: &System, young: f64) -> forcedual::Result<Body> {
    let raw = placed(dice, system.raw.clone());
    body(raw, Quantity::Number(young), 0.3, |i, _| system.held.contains(&i))
}

/// Tells whether the motions without energy are found, and that they cost none.
fn look(dice: &mut Dice, system: &System) -> Result<(), String> {
    let young = dice.power(0.0, 10.0);
    let body = body_of(dice, system, young).map_err(|e| e.to_string())?;
    let lin = Linearisation::new(&body, &Silent).map_err(|e| e.to_string())?;
    let found = lin.rigid.ncols();
    if found != system.free {
        return Err(format!("{found} motions without energy, not {}", system.free));
    }
    let forces = lin.stiffness_times(lin.rigid.as_ref());
    let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let stiff = lin.stiffness.diagonal().into_iter().fold(0.0, f64::max);
    for j in 0..found {
        let held = |(i, x): (usize, &f64)| if body.held[i / body.dim()] { 0.0 } else { *x };
        let force: Vec<f64> = column(forces.as_ref(), j).iter().enumerate().map(held).collect();
        let cost = size(&force) / (stiff * size(column(lin.rigid.as_ref(), j)));
        if cost > 1e-10 {
            return Err(format!("motion {j} costs forces of {cost:.1e} of the stiffness"));
        }
    }
    if found == 0 {
        let (plain, _) = residuals(&lin);
        if plain > SOLVED {
            return Err(format!("solved to {plain:.1e} only"));
        }
    }
    Ok(())
}

/// Materials without stiffness.
fn without_stiffness(dice: &mut Dice) -> Result<(), String> {
    let system = firm(dice);
    let young = dice.pick(&[0.0, -1.0, f64::NAN, 5e-324, 1e-320]);
    let refused = body_of(dice, &system, young)
        .and_then(|body| Linearisation::new(&body, &Silent).map(|_| ()))
        .err();
    match refused {
        Some(e) if [Code::MaterialRange, Code::Numeric].contains(&e.code) => Ok(()),
        Some(e) => Err(format!("a Young's modulus of {young} Pa: {e}")),
        None => Err(format!("a Young's modulus of {young} Pa was accepted")),
    }
}

/// Runs this part of the campaign.
pub fn run(effort: &Effort, outcome: &mut Outcome) {
    let count = effort.count(CASES);
    for (name, kind) in [("singular systems", 0), ("sound systems", 1)] {
        let mut right = 0;
        for k in 0..count {
            let mut dice = Dice::new((2 * k + kind) as u64);
            let (told, found) = match (kind, k % 10) {
                (0, 9) => ("no stiffness", without_stiffness(&mut dice)),
                _ => {
                    let system = if kind == 0 { loose(&mut dice) } else { firm(&mut dice) };
                    (system.name, look(&mut dice, &system))
                }
            };
            match found {
                Ok(()) => right += 1,
                Err(what) => outcome.fails(format!("{name} {k} ({told}): {what}")),
            }
        }
        let what = if kind == 0 { "detected" } else { "solved" };
        outcome.figure(name, count, format!("{right} of {count} {what}"));
    }
}
