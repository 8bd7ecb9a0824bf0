//! Sound meshes of tens to hundreds of cells.

use super::delaunay::delaunay;
use crate::dice::Dice;
use forcedual::mesh::shapes::{ShapeKind, ShapeSpec, grid};
use forcedual::mesh::stuffing::{SignedField, Size, Stuffing, stuff};
use forcedual::mesh::{RawMesh, zoo};
use forcedual::progress::Silent;

/// A mesh, turned and moved, and what it is.
pub fn sound(dice: &mut Dice) -> (&'static str, RawMesh) {
    let (name, raw) = match dice.below(6) {
        0 | 1 => ("box", jittered(dice)),
        2 => ("built-in shape", built_in(dice)),
        3 => ("creature", creature(dice)),
        4 => ("blobs", blobs(dice)),
        _ => ("Delaunay", delaunay(dice)),
    };
    (name, placed(dice, raw))
}

/// A box of cells whose inner vertices are shaken.
fn jittered(dice: &mut Dice) -> RawMesh {
    let dim = dice.from(2, 3);
    let most = if dim == 2 { 8 } else { 4 };
    let dims: Vec<usize> = (0..dim).map(|_| dice.from(1, most)).collect();
    let size: Vec<f64> = (0..dim).map(|_| dice.power(-0.7, 0.5)).collect();
    let mut raw = grid(&dims, &size);
    for point in raw.positions.chunks_exact_mut(dim) {
        for c in 0..dim {
            let step = size[c] / dims[c] as f64;
            point[c] += dice.between(-0.09, 0.09) * step;
        }
    }
    raw
}

fn built_in(dice: &mut Dice) -> RawMesh {
    use ShapeKind::{Ball, BlockWithCavities, Bridge, Disk, Finger, L, Plate};
    let shape = dice.pick(&[Ball, Disk, L, Bridge, Plate, BlockWithCavities, Finger]);
    let cavities = matches!(shape, Plate | BlockWithCavities | Finger).then(|| dice.from(1, 2));
    let spec = ShapeSpec { shape, size: None, cells: Some(dice.from(30, 300)), cavities };
    spec.build().unwrap_or_else(|_| grid(&[2, 2], &[1.0, 1.0]))
}

fn creature(dice: &mut Dice) -> RawMesh {
    let creature = dice.pick(zoo::Kind::ALL).creature();
    stuffed(&creature.sculpture(), dice.from(100, 500))
}

/// What is left of a body that is too thin for so few cells is a body too, as long as there is some.
fn stuffed(field: &dyn SignedField, cells: usize) -> RawMesh {
    let how = Stuffing { size: Size::About(cells), graded: false };
    match stuff(field, &how, &Silent) {
        Ok(stuffed) if !stuffed.mesh.cells.is_empty() => stuffed.mesh,
        _ => grid(&[2, 2, 2], &[1.0; 3]),
    }
}

/// Balls that run into each other, or do not.
struct Blobs {
    dim: usize,
    balls: Vec<(Vec<f64>, f64)>,
}

impl SignedField for Blobs {
    fn dim(&self) -> usize {
        self.dim
    }

    fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
        (vec![-2.5; self.dim], vec![2.5; self.dim])
    }

    fn values(&self, points: &[f64]) -> Vec<f64> {
        let distance = |p: &[f64], (center, radius): &(Vec<f64>, f64)| {
            p.iter().zip(center).map(|(x, c)| (x - c).powi(2)).sum::<f64>().sqrt() - radius
        };
        let nearest = |p: &[f64]| {
            self.balls.iter().map(|ball| distance(p, ball)).fold(f64::INFINITY, f64::min)
        };
        points.chunks_exact(self.dim).map(nearest).collect()
    }
}

fn blobs(dice: &mut Dice) -> RawMesh {
    let dim = dice.from(2, 3);
    let count = dice.from(1, 5);
    let balls =
        (0..count).map(|_| (dice.numbers(dim, -1.2, 1.2), dice.between(0.4, 1.0))).collect();
    let cells = dice.from(60, 300);
    stuffed(&Blobs { dim, balls }, cells)
}

/// The mesh turned, moved by up to a few metres and of another size.
fn placed(dice: &mut Dice, mut raw: RawMesh) -> RawMesh {
    let (turn, scale) = (dice.rotation(raw.dim), dice.power(-1.5, 1.0));
    let shift = dice.numbers(raw.dim, -2.0, 2.0);
    for point in raw.positions.chunks_exact_mut(raw.dim) {
        let old = point.to_vec();
        for (c, x) in point.iter_mut().enumerate() {
            let along: f64 = old.iter().zip(turn[c]).map(|(x, r)| x * r).sum();
            *x = scale * (along + shift[c]);
        }
    }
    raw
}
