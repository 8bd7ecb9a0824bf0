//! Structured meshes: boxes cut into simplices, and round bodies.
//!
//! **Boxes.** A box of the grid is cut into the `d!` simplices of Kuhn, one per order of the axes:
//! each walks from one corner of the box to the opposite one along its edges. Boxes with an odd
//! index along an axis are mirrored along it, so neighbours agree on the diagonal of their common
//! face and diagonals alternate.
//!
//! **Round bodies.** The same cut without mirrors, taken over the integer points with
//! `|x_i| <= n` and `|x_i - x_j| <= n`, and mapped by `x -> sum x_i v_i` to a lattice whose `v_i`
//! and `-(their sum)` point to the corners of a regular simplex, fills a regular hexagon (2D) or a
//! rhombic dodecahedron (3D). There
//! `h(x) = max(|x_i|, |x_i - x_j|)` counts layers from the centre, and `p -> p h / (n |p|)` makes
//! these layers round. Two cells meet at every edge of the polytope, none has two
//! facets on the surface, and so no cell flattens however fine the mesh.

use super::RawMesh;

/// A grid of `dims` boxes of overall `size`, from the origin; 2 or 3 numbers each. Empty when these
/// do not make a grid.
pub fn grid(dims: &[usize], size: &[f64]) -> RawMesh {
    if dims.len() != size.len() {
        return RawMesh::default();
    }
    let line = |(&n, &length): (&usize, &f64)| -> Vec<f64> {
        (0..=n).map(|k| length * (k as f64 / n as f64)).collect()
    };
    let lines: Vec<Vec<f64>> = dims.iter().zip(size).map(line).collect();
    RawMesh { cell_labels: Vec::new(), ..boxes(&lines, |_| Some(0)) }
}

/// The boxes between grid lines (ascending coordinates per axis) for which there is a label.
/// Vertices are numbered with the first axis fastest. Empty when the lines do not make a grid.
pub(super) fn boxes(lines: &[Vec<f64>], label: impl Fn([usize; 3]) -> Option<i64>) -> RawMesh {
    let dim = lines.len();
    let points: [usize; 3] = std::array::from_fn(|c| lines.get(c).map_or(1, Vec::len));
    let total = points[0].checked_mul(points[1]).and_then(|n| n.checked_mul(points[2]));
    let total = match total {
        Some(n) if (dim == 2 || dim == 3) && n < u32::MAX as usize => n,
        _ => return RawMesh::default(),
    };
    let strides = [1, points[0], points[0] * points[1]];
    let count = |c: usize| if c < dim { points[c].saturating_sub(1) } else { 1 };

    let mut raw = RawMesh { dim, ..RawMesh::default() };
    for k in 0..count(2) {
        for j in 0..count(1) {
            for i in 0..count(0) {
                let Some(label) = label([i, j, k]) else { continue };
                cut([i, j, k], &strides[..dim], &mut raw.cells);
                raw.cell_labels.resize(raw.cells.len() / (dim + 1), label);
            }
        }
    }

    number_used(&mut raw, total, |v| {
        std::array::from_fn(|c| if c < dim { lines[c][v / strides[c] % points[c]] } else { 0.0 })
    });
    raw
}

/// Numbers the lattice vertices that cells use, in ascending order, and appends their positions.
fn number_used(raw: &mut RawMesh, total: usize, position: impl Fn(usize) -> [f64; 3]) {
    let mut number = vec![u32::MAX; total];
    raw.cells.iter().for_each(|&v| number[v as usize] = 0);
    let used = number.iter_mut().enumerate().filter(|(_, slot)| **slot == 0);
    for (next, (v, slot)) in used.enumerate() {
        *slot = next as u32;
        raw.positions.extend(&position(v)[..raw.dim]);
    }
    raw.cells.iter_mut().for_each(|v| *v = number[*v as usize]);
}

/// Appends the simplices of one mirrored box, positively wound.
fn cut(index: [usize; 3], strides: &[usize], cells: &mut Vec<u32>) {
    let odd = |axis: usize| index[axis] % 2 == 1;
    let start: usize =
        strides.iter().enumerate().map(|(c, s)| (index[c] + usize::from(odd(c))) * s).sum();
    let mirrored = (0..strides.len()).filter(|&c| odd(c)).count() % 2 == 1;
    for &(order, even) in orders(strides.len()) {
        let mut at = start;
        cells.push(at as u32);
        for &axis in order {
            at = if odd(axis) { at - strides[axis] } else { at + strides[axis] };
            cells.push(at as u32);
        }
        if mirrored == even {
            let n = cells.len();
            cells.swap(n - 2, n - 1);
        }
    }
}

/// Orders of the axes and whether each is an even permutation.
fn orders(dim: usize) -> &'static [(&'static [usize], bool)] {
    match dim {
        2 => &[(&[0, 1], true), (&[1, 0], false)],
        _ => &[
            (&[0, 1, 2], true),
            (&[0, 2, 1], false),
            (&[1, 0, 2], false),
            (&[1, 2, 0], true),
            (&[2, 0, 1], true),
            (&[2, 1, 0], false),
        ],
    }
}

/// The disk or ball of diameter one about the origin, with `n` layers: `6 n^2` triangles or
/// `24 n^3` tetrahedra. Empty when there are too many to number.
pub(super) fn round(dim: usize, n: usize) -> RawMesh {
    let side = 2 * n.min(1 << 20) + 1;
    let total = side.pow(dim as u32);
    if total >= u32::MAX as usize {
        return RawMesh::default();
    }
    let strides = [1, side, side * side];
    let n = n as i64;
    let coordinates = |v: usize| -> [i64; 3] {
        std::array::from_fn(|c| if c < dim { (v / strides[c] % side) as i64 - n } else { 0 })
    };
    let layer = |[x, y, z]: [i64; 3]| {
        [x, y, z, x - y, y - z, z - x].map(i64::abs).into_iter().max().unwrap_or(0)
    };

    let mut raw = RawMesh { dim, ..RawMesh::default() };
    for v in 0..total {
        if coordinates(v).contains(&n) {
            continue;
        }
        for &(order, even) in orders(dim) {
            let mut at = v;
            let mut cell = vec![at as u32];
            cell.extend(order.iter().map(|&axis| {
                at += strides[axis];
                at as u32
            }));
            if cell.iter().all(|&w| layer(coordinates(w as usize)) <= n) {
                if !even {
                    cell.swap(dim - 1, dim);
                }
                raw.cells.extend(cell);
            }
        }
    }

    number_used(&mut raw, total, |v| {
        let at = coordinates(v);
        let point = lattice_point(dim, at);
        let norm = point.iter().map(|x| x * x).sum::<f64>().sqrt();
        let scale = if norm > 0.0 { layer(at) as f64 / (2.0 * n as f64 * norm) } else { 0.0 };
        point.map(|x| x * scale)
    });
    raw
}

/// `sum x_i v_i` with a positively oriented `v`.
fn lattice_point(dim: usize, at: [i64; 3]) -> [f64; 3] {
    let [x, y, z] = at.map(|x| x as f64);
    match dim {
        2 => [x - 0.5 * y, 0.75f64.sqrt() * y, 0.0],
        _ => [x - y - z, y - z - x, z - x - y].map(|p| -p),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::geometry::{Geometry, quality};
    use crate::mesh::{Boundary, SimplexMesh, validate::inspect};

    #[test]
    fn grids_are_conforming_and_fill_their_box() {
        for (dims, size) in [(vec![3, 2], vec![3.0, 1.0]), (vec![3, 2, 4], vec![3.0, 1.0, 2.0])] {
            let raw = grid(&dims, &size);
            assert!(inspect(&raw).overlapping.is_empty());
            assert_eq!(inspect(&raw).inverted, [] as [usize; 0]);
            let mesh = SimplexMesh::new(raw).unwrap();
            let volume: f64 = Geometry::new(&mesh).volumes.iter().sum();
            assert!((volume - size.iter().product::<f64>()).abs() < 1e-13);
            let faces = match dims.len() {
                2 => 2 * (3 + 2),
                _ => 2 * 2 * (3 * 2 + 3 * 4 + 2 * 4),
            };
            assert_eq!(Boundary::new(&mesh).facet_count(), faces);
        }
    }

    #[test]
    fn vertices_run_along_the_first_axis_first() {
        let raw = grid(&[2, 1], &[2.0, 1.0]);
        assert_eq!(raw.positions, [0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn what_is_not_a_grid_is_empty() {
        assert!(grid(&[1], &[1.0]).cells.is_empty());
        assert!(grid(&[1, 2], &[1.0]).cells.is_empty());
        assert!(grid(&[1, 0], &[1.0, 1.0]).cells.is_empty());
        assert!(boxes(&vec![vec![0.0; 1 << 16]; 3], |_| None).cells.is_empty());
        assert!(round(3, usize::MAX).cells.is_empty());
    }

    #[test]
    fn round_bodies_stay_well_shaped_and_converge_to_the_sphere() {
        for (dim, exact) in [(2, std::f64::consts::PI / 4.0), (3, std::f64::consts::PI / 6.0)] {
            for n in [1, 2, 3, 8] {
                let raw = round(dim, n);
                assert!(inspect(&raw).overlapping.is_empty());
                let mesh = SimplexMesh::new(raw).unwrap();
                assert_eq!(mesh.cell_count(), if dim == 2 { 6 * n * n } else { 24 * n.pow(3) });
                let geometry = Geometry::new(&mesh);
                let worst = quality(&mesh, &geometry).mean_ratio.into_iter().fold(1.0, f64::min);
                assert!(worst > 0.4, "{dim} {n} {worst}");
                let volume: f64 = geometry.volumes.iter().sum();
                let gap = 1.0 - volume / exact;
                assert!(gap > 0.0 && gap < 0.6 / (n * n) as f64, "{dim} {n} {gap}");
                let boundary = Boundary::new(&mesh);
                for i in (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)) {
                    let radius = mesh.point(i).iter().map(|x| x * x).sum::<f64>().sqrt();
                    assert!((radius - 0.5).abs() < 1e-15);
                }
            }
        }
    }
}
