//! How a solid in space hangs together, as far as the points of a lattice tell.
//!
//! Tetrahedra of the lattice with all corners inside, and their faces, form a complex with Euler
//! characteristic `chi = V - E + F - T`. It has `b_0` pieces, and its outside one more part than
//! there are cavities, `b_2`; so it has `b_1 = b_0 + b_2 - chi` handles. Every vertex counts for the
//! simplices around it by its share: `12 chi = sum 12 - 6 e + 4 f - 3 t`, zero where all neighbours
//! are inside.

use super::SignedField;
use super::lattice::{BLOCK, Lattice, SPACE};
use super::solid::Solid;
use super::stencil::Key;
use crate::error::Result;
use crate::mesh::geometry::Sets;
use crate::progress::{Progress, check};

/// Pieces, handles and cavities of a solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Topology {
    /// Pieces that do not hang together.
    pub pieces: usize,
    /// Tunnels through them.
    pub handles: usize,
    /// Hollows that do not reach the outside.
    pub cavities: usize,
}

impl Topology {
    /// Of a solid in space, on a lattice of cells of size `h`.
    pub fn new(field: &dyn SignedField, h: f64, progress: &dyn Progress) -> Result<Self> {
        let solid = Solid::new(field)?;
        let lattice = Lattice::sampled(&solid, h, "count pieces and handles", progress)?;
        let (pieces, outside) = parts(&lattice, progress)?;
        let cavities = outside.saturating_sub(1);
        let handles = (pieces + cavities) as i64 - characteristic(&lattice, progress)?;
        Ok(Topology { pieces, handles: handles.max(0) as usize, cavities })
    }
}

fn plus(a: Key, b: Key) -> Key {
    std::array::from_fn(|c| a[c] + b[c])
}

fn are_neighbours(a: Key, b: Key) -> bool {
    SPACE.contains(&std::array::from_fn(|c| a[c] - b[c]))
}

/// The Euler characteristic of what is inside.
fn characteristic(lattice: &Lattice, progress: &dyn Progress) -> Result<i64> {
    let n = SPACE.len();
    let mut pairs = Vec::new();
    let mut triples = Vec::new();
    for a in 0..n {
        for b in (a + 1..n).filter(|&b| are_neighbours(SPACE[a], SPACE[b])) {
            pairs.push(1u16 << a | 1 << b);
            let third = |&c: &usize| {
                are_neighbours(SPACE[a], SPACE[c]) && are_neighbours(SPACE[b], SPACE[c])
            };
            triples.extend((b + 1..n).filter(third).map(|c| 1u16 << a | 1 << b | 1 << c));
        }
    }
    let all = (1u16 << n) - 1;
    let mut sum = 0;
    for block in (0..lattice.block_count()).filter(|&block| !lattice.is_far(block)) {
        check(progress)?;
        for key in lattice.keys(block).filter(|&key| lattice.inside(key)) {
            let inside = (0..n).filter(|&k| lattice.inside(plus(key, SPACE[k])));
            let inside = inside.fold(0u16, |set, k| set | 1 << k);
            if inside != all {
                let within =
                    |list: &[u16]| list.iter().filter(|m| inside & **m == **m).count() as i64;
                let edges = i64::from(inside.count_ones());
                sum += 12 - 6 * edges + 4 * within(&pairs) - 3 * within(&triples);
            }
        }
    }
    Ok(sum / 12)
}

/// Into how many parts the inside and the outside fall.
fn parts(lattice: &Lattice, progress: &dyn Progress) -> Result<(usize, usize)> {
    // one number for a block that is all on one side, and the first for what is beyond the box
    let mut first = Vec::with_capacity(lattice.block_count());
    let mut numbers = 1;
    for block in 0..lattice.block_count() {
        first.push(numbers);
        numbers += if lattice.is_far(block) { 1 } else { BLOCK };
    }
    let number = |key: Key| match lattice.place(key) {
        Some((block, _)) if lattice.is_far(block) => first[block],
        Some((block, place)) => first[block] + place,
        None => 0,
    };
    let mut sets = Sets::new(numbers);
    // of every set, whether it is inside; padding of blocks is no set
    let mut side: Vec<Option<bool>> = vec![None; numbers];
    side[0] = Some(false);
    for block in 0..lattice.block_count() {
        if lattice.is_far(block) {
            let (low, high) = lattice.extent(block);
            let key = low.map(|x| 2 * x);
            let inside = lattice.inside(key);
            side[first[block]] = Some(inside);
            for c in 0..3 {
                for beyond in [low[c] - 1, high[c] + 1] {
                    let mut other = low;
                    other[c] = beyond;
                    let other = other.map(|x| 2 * x);
                    if lattice.inside(other) == inside {
                        sets.join(first[block], number(other));
                    }
                }
            }
        }
    }
    for block in (0..lattice.block_count()).filter(|&block| !lattice.is_far(block)) {
        check(progress)?;
        for key in lattice.keys(block) {
            let (here, inside) = (number(key), lattice.inside(key));
            side[here] = Some(inside);
            for other in SPACE.map(|d| plus(key, d)) {
                if lattice.inside(other) == inside {
                    sets.join(here, number(other));
                }
            }
        }
    }
    let mut count = [0, 0];
    for (k, inside) in side.iter().enumerate() {
        if let Some(inside) = inside
            && sets.root(k) == k
        {
            count[usize::from(*inside)] += 1;
        }
    }
    Ok((count[1], count[0]))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ball, hollow_ball, torus, two_balls};
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn balls_rings_and_hollows_have_their_numbers_on_any_lattice_that_finds_them() {
        for h in [0.05, 0.11, 0.17] {
            let of = |field: &dyn SignedField| {
                let found = Topology::new(field, h, &Silent).unwrap();
                [found.pieces, found.handles, found.cavities]
            };
            assert_eq!(of(&ball(3)), [1, 0, 0]);
            assert_eq!(of(&torus()), [1, 1, 0]);
            assert_eq!(of(&hollow_ball(3)), [1, 0, 1]);
            assert_eq!(of(&two_balls()), [2, 0, 0]);
        }
    }
}
