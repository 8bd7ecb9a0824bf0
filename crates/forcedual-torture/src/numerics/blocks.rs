//! Blocks of cells, joined where their vertices meet.

use crate::dice::Dice;
use forcedual::mesh::RawMesh;

/// Turned around the origin, then moved.
pub fn moved(mut raw: RawMesh, turn: [[f64; 3]; 3], to: &[f64]) -> RawMesh {
    for point in raw.positions.chunks_exact_mut(raw.dim) {
        let old = point.to_vec();
        for (c, x) in point.iter_mut().enumerate() {
            *x = to[c] + old.iter().zip(turn[c]).map(|(x, r)| x * r).sum::<f64>();
        }
    }
    raw
}

/// Both, with vertices at the same place made one.
pub fn joined(mut a: RawMesh, b: RawMesh) -> RawMesh {
    let d = a.dim;
    let numbers: Vec<u32> = b
        .positions
        .chunks_exact(d)
        .map(|p| {
            let near = |q: &[f64]| p.iter().zip(q).all(|(x, y)| (x - y).abs() < 1e-9);
            match a.positions.chunks_exact(d).position(near) {
                Some(i) => i as u32,
                None => {
                    a.positions.extend(p);
                    (a.positions.len() / d - 1) as u32
                }
            }
        })
        .collect();
    a.cells.extend(b.cells.iter().map(|&i| numbers[i as usize]));
    a
}

/// The whole turned, enlarged and moved; what is held must be known by then.
pub fn placed(dice: &mut Dice, raw: RawMesh) -> RawMesh {
    let (turn, scale) = (dice.rotation(raw.dim), dice.power(-2.0, 2.0));
    let to = dice.numbers(raw.dim, -3.0, 3.0);
    let mut raw = moved(raw, turn, &to);
    raw.positions.iter_mut().for_each(|x| *x *= scale);
    raw
}

/// How many cells a block has along each axis, and how large it is.
pub fn measures(dice: &mut Dice, dim: usize) -> (Vec<usize>, Vec<f64>) {
    let cells = (0..dim).map(|_| dice.from(1, 3)).collect();
    (cells, dice.numbers(dim, 0.3, 1.5))
}
