//! Random points joined by the rule of Delaunay: every shape of cells, slivers too.
//!
//! Points are added one by one; cells whose circumscribed ball holds the new point make room for
//! those between it and the facets around them (Bowyer and Watson).

use crate::dice::Dice;
use forcedual::mesh::RawMesh;

/// A cell and the ball through its corners.
struct Cell {
    corners: Vec<usize>,
    center: Vec<f64>,
    square: f64,
}

/// Cells flatter than this, by volume over the cube of the longest edge, are left out: meshes that hang together by a
/// vertex remain.
const FLAT: f64 = 1e-3;

/// Random points in a box, joined; cells are wound as they come and turned to agree.
pub fn delaunay(dice: &mut Dice) -> RawMesh {
    let dim = dice.from(2, 3);
    let count = if dim == 2 { dice.from(4, 70) } else { dice.from(5, 40) };
    // the corners of a simplex around all points
    let far = 50.0;
    let mut points: Vec<Vec<f64>> = vec![vec![-far; dim]];
    points.extend((0..dim).map(|c| {
        let mut corner = vec![-far; dim];
        corner[c] = far * dim as f64;
        corner
    }));
    let outer = points.len();
    let mut cells: Vec<Cell> = cell((0..outer).collect(), &points).into_iter().collect();
    for _ in 0..count {
        points.push(dice.numbers(dim, 0.0, 1.0));
        add(&mut cells, &points);
    }
    let mut raw = RawMesh { dim, ..RawMesh::default() };
    raw.positions = points[outer..].concat();
    for cell in cells.iter().filter(|cell| cell.corners.iter().all(|&i| i >= outer)) {
        let mut corners: Vec<u32> = cell.corners.iter().map(|&i| (i - outer) as u32).collect();
        let shape = shape(&cell.corners.iter().map(|&i| &points[i]).collect::<Vec<_>>());
        if shape < 0.0 {
            corners.swap(0, 1);
        }
        if shape.abs() > FLAT {
            raw.cells.extend(corners);
        }
    }
    match raw.cells.is_empty() {
        true => delaunay(dice),
        false => raw,
    }
}

fn add(cells: &mut Vec<Cell>, points: &[Vec<f64>]) {
    let new = points.len() - 1;
    let inside = |cell: &Cell| {
        let square: f64 = cell.center.iter().zip(&points[new]).map(|(a, b)| (a - b).powi(2)).sum();
        square < cell.square
    };
    let (hit, kept): (Vec<Cell>, Vec<Cell>) = cells.drain(..).partition(inside);
    let mut facets: Vec<Vec<usize>> = Vec::new();
    for cell in &hit {
        for leave in 0..cell.corners.len() {
            let mut facet = cell.corners.clone();
            facet.remove(leave);
            facet.sort_unstable();
            match facets.iter().position(|other| *other == facet) {
                Some(twice) => drop(facets.swap_remove(twice)),
                None => facets.push(facet),
            }
        }
    }
    *cells = kept;
    for mut corners in facets {
        corners.push(new);
        cells.extend(cell(corners, points));
    }
}

/// The cell with its ball; none if it has no volume at all.
fn cell(corners: Vec<usize>, points: &[Vec<f64>]) -> Option<Cell> {
    let (first, dim) = (&points[corners[0]], corners.len() - 1);
    let edges: Vec<Vec<f64>> = corners[1..]
        .iter()
        .map(|&i| points[i].iter().zip(first).map(|(a, b)| a - b).collect())
        .collect();
    // e . c = |e|^2 / 2 for every edge, by Cramer's rule
    let half: Vec<f64> = edges.iter().map(|e| e.iter().map(|x| x * x).sum::<f64>() / 2.0).collect();
    let whole = determinant(&edges);
    if whole == 0.0 {
        return None;
    }
    let arm: Vec<f64> = (0..dim)
        .map(|c| {
            let mut replaced = edges.clone();
            replaced.iter_mut().zip(&half).for_each(|(row, h)| row[c] = *h);
            determinant(&replaced) / whole
        })
        .collect();
    let center = first.iter().zip(&arm).map(|(x, a)| x + a).collect();
    Some(Cell { corners, center, square: arm.iter().map(|x| x * x).sum() })
}

fn determinant(rows: &[Vec<f64>]) -> f64 {
    match rows {
        [a, b] => a[0] * b[1] - a[1] * b[0],
        [a, b, c] => {
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        }
        _ => 0.0,
    }
}

/// Signed volume over that of the cube on the longest edge.
pub fn shape(corners: &[&Vec<f64>]) -> f64 {
    let edge =
        |a: &Vec<f64>, b: &Vec<f64>| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
    let mut longest = 0f64;
    for (k, a) in corners.iter().enumerate() {
        for b in &corners[..k] {
            longest = longest.max(edge(a, b).iter().map(|x| x * x).sum::<f64>().sqrt());
        }
    }
    let edges: Vec<Vec<f64>> = corners[1..]
        .iter()
        .map(|c| edge(c, corners[0]).into_iter().map(|x| x / longest).collect())
        .collect();
    determinant(&edges) / if edges.len() == 2 { 2.0 } else { 6.0 }
}
