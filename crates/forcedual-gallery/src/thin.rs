//! Surfaces with fewer vertices, for pages and files of motions: all vertices in one cube of a grid that have one colour,
//! and normals about the same way, become the one nearest to their middle. Where colours or the surface end cubes are smaller,
//! so that outlines are sharp.

use forcedual::mesh::display::Display;
use std::collections::BTreeMap;

/// Vertices that are enough to look at.
const ENOUGH: usize = 8000;
/// The finest grid has so many cubes along the surface's diagonal, and the next one fewer by this factor.
const ALONG: f64 = 250.0;
const COARSER: f64 = 0.9;
/// Cubes are so many times smaller where colours or the surface end.
const SHARPER: f64 = 4.0;

/// Where a vertex is, where its normal points, whether something ends there, and its colour.
type Cube = ([i64; 3], usize, bool, bool, Option<[u8; 3]>);

/// The surface with few vertices, in its colours; textures are left out.
pub fn thinned(display: &Display) -> Display {
    let [mut low, mut high] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for p in &display.positions {
        (0..3).for_each(|c| (low[c], high[c]) = (low[c].min(p[c]), high[c].max(p[c])));
    }
    let diagonal = (0..3).map(|c| (high[c] - low[c]).powi(2)).sum::<f64>().sqrt();
    let ending = ending(display);
    let mut along = ALONG;
    let mut groups = grouped(display, &ending, diagonal / along);
    while groups.len() > ENOUGH && along > 1.0 {
        along *= COARSER;
        groups = grouped(display, &ending, diagonal / along);
    }
    let mut kept = Vec::new();
    let mut number = vec![0u32; display.positions.len()];
    for members in groups.values() {
        members.iter().for_each(|&i| number[i] = kept.len() as u32);
        kept.push(middle(display, members));
    }
    let faces = display.faces.iter().map(|f| f.map(|i| number[i as usize]));
    let mut faces: Vec<[u32; 3]> = faces.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    faces.sort_by_key(|f| turned(*f));
    faces.dedup_by_key(|f| turned(*f));
    let some = |of: &[[u8; 3]]| kept.iter().filter_map(|&i| of.get(i).copied()).collect();
    Display {
        positions: kept.iter().map(|&i| display.positions[i]).collect(),
        normals: kept.iter().map(|&i| display.normals[i]).collect(),
        colours: some(&display.colours),
        faces,
        ..Display::default()
    }
}

/// Vertices where colours meet, or where the surface ends.
fn ending(display: &Display) -> Vec<bool> {
    let mut found = vec![false; display.positions.len()];
    let mut edges: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for face in &display.faces {
        let colours = face.map(|i| display.colours.get(i as usize));
        if colours.iter().any(|c| *c != colours[0]) {
            face.iter().for_each(|&i| found[i as usize] = true);
        }
        let [a, b, c] = *face;
        for [i, j] in [[a, b], [b, c], [c, a]] {
            *edges.entry([i.min(j), i.max(j)]).or_default() += 1;
        }
    }
    for (edge, _) in edges.iter().filter(|(_, faces)| **faces == 1) {
        edge.iter().for_each(|&i| found[i as usize] = true);
    }
    found
}

fn grouped(display: &Display, ending: &[bool], size: f64) -> BTreeMap<Cube, Vec<usize>> {
    let mut groups: BTreeMap<Cube, Vec<usize>> = BTreeMap::new();
    for (i, (p, n)) in display.positions.iter().zip(&display.normals).enumerate() {
        let axis = (0..3).max_by(|&a, &b| n[a].abs().total_cmp(&n[b].abs())).unwrap_or(0);
        let size = if ending[i] { size / SHARPER } else { size };
        let cube = p.map(|x| (x / size.max(1e-300)).floor() as i64);
        let colour = display.colours.get(i).copied();
        groups.entry((cube, axis, n[axis] < 0.0, ending[i], colour)).or_default().push(i);
    }
    groups
}

/// The vertex nearest to the mean of some.
fn middle(display: &Display, members: &[usize]) -> usize {
    let count = members.len() as f64;
    let mean: [f64; 3] = std::array::from_fn(|c| {
        members.iter().map(|&i| display.positions[i][c]).sum::<f64>() / count
    });
    let away = |i: usize| (0..3).map(|c| (display.positions[i][c] - mean[c]).powi(2)).sum::<f64>();
    members.iter().copied().min_by(|&a, &b| away(a).total_cmp(&away(b))).unwrap_or(0)
}

/// The same triangle, from its lowest corner on.
fn turned([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forcedual::mesh::zoo::Kind;
    use forcedual::progress::Silent;

    #[test]
    fn thinned_skins_are_small_and_stay_where_they_were() {
        let creature = Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == "seal").unwrap();
        let skin = creature.display(1.0, &Silent).unwrap();
        let thin = thinned(&skin);
        assert!(skin.positions.len() > ENOUGH, "{}", skin.positions.len());
        assert!((ENOUGH / 2..=ENOUGH).contains(&thin.positions.len()), "{}", thin.positions.len());
        assert_eq!(thin.colours.len(), thin.positions.len());
        assert!(thin.faces.iter().flatten().all(|&i| (i as usize) < thin.positions.len()));
        let volume = |d: &Display| -> f64 {
            let of = |f: &[u32; 3]| {
                let [a, b, c] = f.map(|i| d.positions[i as usize]);
                a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            };
            d.faces.iter().map(of).sum::<f64>() / 6.0
        };
        assert!(
            (volume(&thin) / volume(&skin) - 1.0).abs() < 0.03,
            "{} {}",
            volume(&thin),
            volume(&skin)
        );
    }
}
