//! What remains of one background cell once its corners are inside, on or outside the surface.
//!
//! A piece is named by its corners, and a corner by two slots of the background cell: twice the
//! same slot is the lattice vertex, two different slots are the cut point on the edge between them.
//!
//! Two cells that share a face with two corners inside and one outside must cut its quadrilateral
//! along the same diagonal. In space a lattice triangle has one long and two short edges. If the
//! long edge is cut, the diagonal ends at its cut point. Otherwise both cut edges are short and
//! the diagonal ends at the inside vertex that exceeds the outside vertex in an even number of
//! coordinates: the two inside vertices differ in one coordinate only, so exactly one does.

/// Where a vertex is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// In the solid.
    Inside,
    /// On its surface.
    On,
    /// Out of the solid.
    Outside,
}

/// A corner of a piece: two slots of the background cell.
pub(super) type Corner = (usize, usize);

/// A lattice point; in space odd coordinates are the centres of cubes.
pub(super) type Key = [i32; 3];

/// Whether an edge of the body-centred lattice joins two corners or two centres of cubes.
pub(super) fn is_long(a: Key, b: Key) -> bool {
    (a[0] ^ b[0]) & 1 == 0
}

/// The pieces of a tetrahedron that are inside, positively wound if the tetrahedron is.
pub(super) fn tetrahedron(sides: [Side; 4], keys: [Key; 4], mut piece: impl FnMut([Corner; 4])) {
    let slots = |side: Side| (0..4).filter(move |&a| sides[a] == side);
    let (mut inside, mut outside) = ([0; 4], [0; 4]);
    let n_in = slots(Side::Inside).zip(&mut inside).map(|(a, s)| *s = a).count();
    let n_out = slots(Side::Outside).zip(&mut outside).map(|(a, s)| *s = a).count();
    let first = |i: usize, j: usize, o: usize| diagonal([keys[i], keys[j], keys[o]]);
    let [p, q, r, _] = inside;
    let [o, u, ..] = outside;
    let mut emit = |corners: [Corner; 4]| piece(wound(corners));
    match (n_in, n_out) {
        (0, _) => {}
        (_, 0) => emit([0, 1, 2, 3].map(|a| (a, a))),
        (1, _) => {
            emit([0, 1, 2, 3].map(|a| if sides[a] == Side::Outside { (p, a) } else { (a, a) }))
        }
        (2, 1) => {
            let z = 6 - p - q - o;
            let (i, j) = if first(p, q, o) { (p, q) } else { (q, p) };
            emit([(i, i), (j, j), (j, o), (z, z)]);
            emit([(i, i), (j, o), (i, o), (z, z)]);
        }
        (2, _) => {
            let (top, bottom) = ([(p, p), (p, o), (p, u)], [(q, q), (q, o), (q, u)]);
            let (left, right) = (first(p, q, o), first(p, q, u));
            let order = match (left, right) {
                (true, true) => [0, 1, 2],
                (true, false) => [2, 0, 1],
                (false, true) => [1, 0, 2],
                (false, false) => [1, 2, 0],
            };
            wedge(top, bottom, order).into_iter().for_each(emit);
        }
        _ => {
            let (top, bottom) = ([p, q, r].map(|a| (a, a)), [p, q, r].map(|a| (a, o)));
            let mut order = [0, 1, 2];
            let slot = [p, q, r];
            order.sort_by(|&a, &b| first(slot[b], slot[a], o).cmp(&first(slot[a], slot[b], o)));
            wedge(top, bottom, order).into_iter().for_each(emit);
        }
    }
}

/// Whether the diagonal of the quadrilateral in face `[i, j, o]`, `o` outside, ends at `i`.
fn diagonal([i, j, o]: [Key; 3]) -> bool {
    if is_long(j, o) {
        return true;
    }
    if is_long(i, o) {
        return false;
    }
    (0..3).filter(|&c| i[c] > o[c]).count() % 2 == 0
}

/// Cuts a triangular prism whose diagonals run from the top of an earlier column to the bottom of
/// a later one.
fn wedge(top: [Corner; 3], bottom: [Corner; 3], [x, y, z]: [usize; 3]) -> [[Corner; 4]; 3] {
    [
        [top[x], top[y], top[z], bottom[z]],
        [top[x], top[y], bottom[y], bottom[z]],
        [top[x], bottom[x], bottom[y], bottom[z]],
    ]
}

/// The pieces of a triangle that are inside. `better(a, b)` says whether the first way to cut a
/// quadrilateral in two is the better one.
pub(super) fn triangle(
    sides: [Side; 3],
    better: impl Fn([[Corner; 3]; 2], [[Corner; 3]; 2]) -> bool,
    mut piece: impl FnMut([Corner; 3]),
) {
    let slots = |side: Side| (0..3).filter(move |&a| sides[a] == side);
    let mut emit = |corners: [Corner; 3]| piece(wound(corners));
    let n_out = slots(Side::Outside).count();
    match (slots(Side::Inside).next(), slots(Side::Inside).nth(1)) {
        (None, _) => {}
        (Some(p), Some(q)) if n_out == 1 => {
            let o = 3 - p - q;
            let one = [[(p, p), (q, q), (q, o)], [(p, p), (q, o), (p, o)]];
            let two = [[(q, q), (p, p), (p, o)], [(q, q), (p, o), (q, o)]];
            (if better(one, two) { one } else { two }).into_iter().for_each(emit);
        }
        (Some(p), _) => {
            emit([0, 1, 2].map(|a| if sides[a] == Side::Outside { (p, a) } else { (a, a) }));
        }
    }
}

/// Winds a piece like its background cell: the sign of the determinant of its corners' barycentric
/// coordinates, which does not depend on where the edges are cut.
fn wound<const C: usize>(mut corners: [Corner; C]) -> [Corner; C] {
    let mut rows = [[0.0; C]; C];
    for (row, &(a, b)) in rows.iter_mut().zip(&corners) {
        row[a] += 0.5;
        row[b] += 0.5;
    }
    let mut positive = true;
    for k in 0..C {
        let Some(pivot) = (k..C).find(|&r| rows[r][k] != 0.0) else { break };
        if pivot != k {
            rows.swap(pivot, k);
            positive = !positive;
        }
        positive ^= rows[k][k] < 0.0;
        for r in k + 1..C {
            let factor = rows[r][k] / rows[k][k];
            for c in k..C {
                rows[r][c] -= factor * rows[k][c];
            }
        }
    }
    if !positive {
        corners.swap(0, 1);
    }
    corners
}
