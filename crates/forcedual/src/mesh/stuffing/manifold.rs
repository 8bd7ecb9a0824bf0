//! Where the boundary of a set of cells is not a manifold.

use crate::mesh::geometry::Sets;

/// Facets of one cell only, among those whose corners may all be on the boundary; `dim` vertices
/// each.
pub(super) fn boundary(cells: &[u32], dim: usize, may: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut facets: Vec<[u32; 3]> = Vec::new();
    for cell in cells.chunks_exact(dim + 1) {
        for left_out in 0..=dim {
            let mut facet = [u32::MAX; 3];
            let corners = (0..=dim).filter(|&a| a != left_out).map(|a| cell[a]);
            facet.iter_mut().zip(corners).for_each(|(slot, i)| *slot = i);
            if facet[..dim].iter().all(|&i| may(i)) {
                facet.sort_unstable();
                facets.push(facet);
            }
        }
    }
    facets.sort_unstable();
    let lone = facets.chunk_by(|a, b| a == b).filter(|same| same.len() == 1);
    lone.flat_map(|facet| facet[0].into_iter().take(dim)).collect()
}

/// Vertices at which the facets are not one fan, or with an edge that does not have two facets;
/// ascending.
pub(super) fn singular(facets: &[u32], dim: usize) -> Vec<u32> {
    let mut singular = Vec::new();
    // the rim of a facet: edges in space, vertices in the plane; with the corners at its ends
    let mut rims: Vec<([u32; 2], [usize; 2])> = Vec::new();
    for (f, facet) in facets.chunks_exact(dim).enumerate() {
        let corner = |a: usize| dim * f + a;
        match *facet {
            [a, b] => rims.extend([([a, a], [corner(0); 2]), ([b, b], [corner(1); 2])]),
            [a, b, c] => rims.extend([
                ([a, b], [corner(0), corner(1)]),
                ([a, c], [corner(0), corner(2)]),
                ([b, c], [corner(1), corner(2)]),
            ]),
            _ => {}
        }
    }
    rims.sort_unstable();
    let mut fans = Sets::new(facets.len());
    for same in rims.chunk_by(|a, b| a.0 == b.0) {
        match same {
            [(_, one), (_, two)] => (0..2).for_each(|k| fans.join(one[k], two[k])),
            _ => singular.extend(same[0].0),
        }
    }
    let mut roots: Vec<(u32, usize)> =
        (0..facets.len()).map(|corner| (facets[corner], fans.root(corner))).collect();
    roots.sort_unstable();
    roots.dedup();
    let pairs = roots.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    singular.extend(pairs.map(|pair| pair[0].0));
    singular.sort_unstable();
    singular.dedup();
    singular
}
