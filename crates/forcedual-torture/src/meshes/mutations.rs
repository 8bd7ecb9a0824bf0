//! What is done to sound meshes, and which answers are right afterwards.

use super::delaunay::shape;
use crate::dice::Dice;
use forcedual::Code;
use forcedual::mesh::RawMesh;

/// A mesh that was tampered with.
pub struct Mutated {
    /// What was done.
    pub name: &'static str,
    /// The mesh.
    pub raw: RawMesh,
    /// Is it to be mended when it is loaded?
    pub repair: bool,
    /// May it be designed and run?
    pub runs: bool,
    /// Codes with which it may be refused.
    pub codes: Vec<Code>,
}

/// Every way to tamper.
const ALL: &[fn(&mut Dice, RawMesh) -> Mutated] = &[
    inverted,
    all_inverted,
    sliver,
    flat,
    repeated,
    duplicated,
    torn,
    exploded,
    apart,
    hinged,
    three_on_a_facet,
    scaled,
    scaled_absurdly,
    not_finite,
    bad_index,
    stray,
    moved_far,
    squashed,
    emptied,
    malformed,
    folded,
    crumpled,
];

/// Tampers with a sound mesh.
pub fn mutated(dice: &mut Dice, raw: RawMesh) -> Mutated {
    dice.pick(ALL)(dice, raw)
}

impl Mutated {
    /// A mesh to which nothing was done.
    pub fn none(raw: RawMesh) -> Self {
        Mutated::runs("nothing", raw)
    }

    fn runs(name: &'static str, raw: RawMesh) -> Self {
        Mutated { name, raw, repair: false, runs: true, codes: Vec::new() }
    }

    fn or(self, codes: &[Code]) -> Self {
        Mutated { codes: codes.to_vec(), ..self }
    }

    fn refused(name: &'static str, raw: RawMesh, code: Code) -> Self {
        Mutated { name, raw, repair: false, runs: false, codes: vec![code] }
    }

    /// Refused with a code, or if it is to be mended, mended; if nothing is left, empty.
    fn mendable(dice: &mut Dice, names: [&'static str; 2], raw: RawMesh, code: Code) -> Self {
        let last = count(&raw) == 1;
        match dice.happens(0.5) {
            true if last && code == Code::MeshDegenerate => {
                Mutated { repair: true, ..Self::refused(names[1], raw, Code::MeshEmpty) }
            }
            true => Mutated { repair: true, ..Self::runs(names[1], raw) },
            false => Self::refused(names[0], raw, code),
        }
    }
}

fn count(raw: &RawMesh) -> usize {
    raw.cells.len() / (raw.dim + 1)
}

fn vertices(raw: &RawMesh) -> usize {
    raw.positions.len() / raw.dim
}

fn cell(raw: &RawMesh, t: usize) -> Vec<u32> {
    raw.cells[t * (raw.dim + 1)..][..raw.dim + 1].to_vec()
}

fn point(raw: &RawMesh, i: u32) -> Vec<f64> {
    raw.positions[i as usize * raw.dim..][..raw.dim].to_vec()
}

fn push_point(raw: &mut RawMesh, x: &[f64]) -> u32 {
    raw.positions.extend(x);
    if let Some(&label) = raw.vertex_labels.last() {
        raw.vertex_labels.push(label);
    }
    (vertices(raw) - 1) as u32
}

fn push_cell(raw: &mut RawMesh, corners: &[u32]) {
    raw.cells.extend(corners);
    if let Some(&label) = raw.cell_labels.last() {
        raw.cell_labels.push(label);
    }
}

/// The facets of a cell: each without the corner after it.
fn facets(cell: &[u32]) -> Vec<(Vec<u32>, u32)> {
    (0..cell.len())
        .map(|k| {
            let mut facet = cell.to_vec();
            let corner = facet.remove(k);
            (facet, corner)
        })
        .collect()
}

/// A facet at random, of the boundary or within, and the corner across it.
fn facet(dice: &mut Dice, raw: &RawMesh, boundary: bool) -> Option<(Vec<u32>, u32)> {
    let sorted = |facet: &[u32]| {
        let mut facet = facet.to_vec();
        facet.sort_unstable();
        facet
    };
    let all: Vec<(Vec<u32>, u32)> = (0..count(raw)).flat_map(|t| facets(&cell(raw, t))).collect();
    let mut keys: Vec<Vec<u32>> = all.iter().map(|(facet, _)| sorted(facet)).collect();
    keys.sort_unstable();
    let times = |facet: &[u32]| {
        let key = sorted(facet);
        keys.partition_point(|k| *k <= key) - keys.partition_point(|k| *k < key)
    };
    let from: Vec<_> = all.into_iter().filter(|(f, _)| (times(f) == 1) == boundary).collect();
    match from.is_empty() {
        true => None,
        false => Some(from[dice.below(from.len())].clone()),
    }
}

/// Adds a cell on a facet, on the side of the corner or across, as high as a share of its longest edge.
fn build(raw: &mut RawMesh, facet: &[u32], corner: u32, height: f64) -> f64 {
    let corners: Vec<Vec<f64>> = facet.iter().map(|&i| point(raw, i)).collect();
    let middle: Vec<f64> = (0..raw.dim)
        .map(|c| corners.iter().map(|p| p[c]).sum::<f64>() / corners.len() as f64)
        .collect();
    let from = point(raw, corner);
    let sub = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    // the arm across the facet, without its part along it
    let mut arm = sub(&middle, &from);
    let mut along: Vec<Vec<f64>> = Vec::new();
    let mut longest = 0f64;
    for other in &corners[1..] {
        let mut edge = sub(other, &corners[0]);
        longest = longest.max(dot(&edge, &edge).sqrt());
        for e in &along {
            let part = dot(&edge, e);
            edge.iter_mut().zip(e).for_each(|(x, e)| *x -= part * e);
        }
        let length = dot(&edge, &edge).sqrt();
        along.push(edge.iter().map(|x| x / length).collect());
    }
    for e in &along {
        let part = dot(&arm, e);
        arm.iter_mut().zip(e).for_each(|(x, e)| *x -= part * e);
    }
    let length = dot(&arm, &arm).sqrt();
    let tip: Vec<f64> =
        middle.iter().zip(&arm).map(|(m, a)| m + height * longest * a / length).collect();
    let tip = push_point(raw, &tip);
    let mut corners = facet.to_vec();
    corners.push(tip);
    let places: Vec<Vec<f64>> = corners.iter().map(|&i| point(raw, i)).collect();
    let wound = |corners: &[u32]| {
        shape(&corners.iter().map(|&i| &places[own(facet, i)]).collect::<Vec<_>>())
    };
    // as the first cell is wound
    let first: Vec<Vec<f64>> = cell(raw, 0).iter().map(|&i| point(raw, i)).collect();
    let positive = shape(&first.iter().collect::<Vec<_>>()) > 0.0;
    let found = wound(&corners);
    if (found > 0.0) != positive {
        corners.swap(0, 1);
    }
    push_cell(raw, &corners);
    found.abs()
}

/// Where a vertex stands among those of a facet; behind them if it is not one.
fn own(facet: &[u32], vertex: u32) -> usize {
    facet.iter().position(|&i| i == vertex).unwrap_or(facet.len())
}

fn turn(raw: &mut RawMesh, t: usize) {
    let d = raw.dim;
    raw.cells[t * (d + 1)..][..d + 1].swap(0, 1);
}

fn inverted(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let cells = count(&raw);
    if cells < 2 {
        return all_inverted(dice, raw);
    }
    let turned = dice.from(1, cells - 1);
    let from = dice.below(cells);
    (0..turned).for_each(|k| turn(&mut raw, (from + k) % cells));
    let names = ["inverted cells", "inverted cells, mended"];
    Mutated::mendable(dice, names, raw, Code::MeshOrientation)
}

fn all_inverted(_: &mut Dice, mut raw: RawMesh) -> Mutated {
    (0..count(&raw)).for_each(|t| turn(&mut raw, t));
    Mutated::runs("all cells inverted", raw)
}

fn sliver(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let height = dice.power(-15.0, -1.0);
    let Some((facet, corner)) = facet(dice, &raw, true) else { return Mutated::none(raw) };
    let shape = build(&mut raw, &facet, corner, height);
    let mut codes = Vec::new();
    if shape < 1e-7 {
        codes.push(Code::Numeric);
    }
    if shape < 1e-11 {
        codes.extend([Code::MeshDegenerate, Code::MeshOrientation]);
    }
    Mutated { runs: shape > 1e-13, ..Mutated::runs("sliver", raw) }.or(&codes)
}

fn flat(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let Some((facet, corner)) = facet(dice, &raw, true) else { return Mutated::none(raw) };
    build(&mut raw, &facet, corner, 0.0);
    Mutated::mendable(dice, ["flat cell", "flat cell, mended"], raw, Code::MeshDegenerate)
}

fn repeated(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let at = dice.below(count(&raw)) * (raw.dim + 1);
    raw.cells[at] = raw.cells[at + 1];
    let names = ["vertex twice in a cell", "vertex twice in a cell, mended"];
    Mutated::mendable(dice, names, raw, Code::MeshDegenerate)
}

fn duplicated(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    for _ in 0..dice.from(1, 3) {
        let mut copy = cell(&raw, dice.below(count(&raw)));
        let by = dice.below(copy.len());
        copy.rotate_left(by);
        push_cell(&mut raw, &copy);
    }
    let names = ["duplicated cells", "duplicated cells, mended"];
    Mutated::mendable(dice, names, raw, Code::MeshDuplicate)
}

/// Gives cells vertices of their own.
fn tear(raw: &mut RawMesh, cells: impl Iterator<Item = usize>) {
    let d = raw.dim;
    for t in cells {
        for k in 0..=d {
            let x = point(raw, raw.cells[t * (d + 1) + k]);
            raw.cells[t * (d + 1) + k] = push_point(raw, &x);
        }
    }
}

fn torn(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let some: Vec<usize> = (0..dice.from(1, 4)).map(|_| dice.below(count(&raw))).collect();
    tear(&mut raw, some.into_iter());
    Mutated::runs("duplicated vertices", raw)
}

/// Every cell on its own, where a heap of them is refused; else a few, as every one adds its rigid motions.
fn exploded(_: &mut Dice, mut raw: RawMesh) -> Mutated {
    let cells = count(&raw);
    if cells > 400 {
        tear(&mut raw, 0..cells);
        return Mutated::refused("a heap of cells", raw, Code::Unsupported);
    }
    tear(&mut raw, 0..cells.min(12));
    Mutated::runs("a dozen cells on their own", raw)
}

/// A second copy, moved so that one vertex comes to lie on another.
fn copied(raw: &mut RawMesh, by: &[f64]) -> u32 {
    let (first, cells, d) = (vertices(raw) as u32, count(raw), raw.dim);
    for i in 0..first {
        let x: Vec<f64> = point(raw, i).iter().zip(by).map(|(x, b)| x + b).collect();
        push_point(raw, &x);
    }
    for t in 0..cells {
        let corners: Vec<u32> = cell(raw, t).iter().map(|i| i + first).collect();
        raw.cells.extend(corners);
    }
    raw.cell_labels.extend_from_within(..);
    if !raw.vertex_labels.is_empty() {
        raw.vertex_labels.copy_within(..first as usize, first as usize);
    }
    debug_assert_eq!(raw.cells.len(), 2 * cells * (d + 1));
    first
}

fn extent(raw: &RawMesh) -> f64 {
    let along = |c: usize| {
        let all = || raw.cells.iter().map(|&i| point(raw, i)[c]);
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    (0..raw.dim).map(along).fold(0.0, f64::max)
}

fn apart(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let far = dice.power(0.3, 2.0) * extent(&raw);
    let by: Vec<f64> = dice.direction(raw.dim)[..raw.dim].iter().map(|x| x * far).collect();
    copied(&mut raw, &by);
    Mutated::runs("disconnected parts", raw)
}

/// A copy that shares a vertex with the body, or in space an edge.
fn hinged(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let at = cell(&raw, dice.below(count(&raw)));
    let zero = vec![0.0; raw.dim];
    let first = copied(&mut raw, &zero);
    let shared = if raw.dim == 3 && dice.happens(0.5) { 2 } else { 1 };
    for &i in &at[..shared] {
        raw.cells.iter_mut().filter(|j| **j == i + first).for_each(|j| *j = i);
    }
    let name = if shared == 2 { "hinged at an edge" } else { "hinged at a vertex" };
    Mutated::runs(name, raw)
}

fn three_on_a_facet(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let Some((facet, corner)) = facet(dice, &raw, false) else { return Mutated::none(raw) };
    build(&mut raw, &facet, corner, 0.5);
    Mutated::runs("three cells on a facet", raw)
}

fn scale(raw: &mut RawMesh, by: f64) {
    raw.positions.iter_mut().for_each(|x| *x *= by);
}

fn scaled(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    scale(&mut raw, dice.power(-6.0, 6.0));
    Mutated::runs("a millionth to a million times as large", raw)
}

fn scaled_absurdly(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let by = dice.power(20.0, 200.0);
    scale(&mut raw, if dice.happens(0.5) { by } else { 1.0 / by });
    Mutated::runs("absurdly large or small", raw).or(&[Code::MeshDegenerate, Code::Numeric])
}

fn not_finite(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    for _ in 0..dice.from(1, 3) {
        let at = dice.below(raw.positions.len());
        raw.positions[at] = dice.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
    }
    Mutated::refused("NaN or infinite coordinates", raw, Code::MeshNotFinite)
}

fn bad_index(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let (at, n) = (dice.below(raw.cells.len()), vertices(&raw) as u32);
    raw.cells[at] = dice.pick(&[n, n + 1, u32::MAX, u32::MAX - 1, 1 << 31]);
    Mutated::refused("vertices that do not exist", raw, Code::MeshIndex)
}

fn stray(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    for _ in 0..dice.from(1, 5) {
        let far = dice.pick(&[0.0, 1.0, 1e3, 1e9, 1e150]);
        let x = dice.numbers(raw.dim, -far, far);
        push_point(&mut raw, &x);
    }
    Mutated::runs("stray vertices", raw)
}

fn moved_far(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let far = dice.power(2.0, 18.0);
    let by = dice.direction(raw.dim);
    let size = extent(&raw);
    let d = raw.dim;
    raw.positions.iter_mut().enumerate().for_each(|(k, x)| *x += far * size * by[k % d]);
    let mut codes = Vec::new();
    if far > 1e10 {
        codes.extend([Code::MeshDegenerate, Code::MeshOrientation, Code::Numeric]);
    }
    Mutated::runs("far from the origin", raw).or(&codes)
}

fn squashed(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let (by, axis, d) = (dice.power(-9.0, 0.0), dice.below(raw.dim), raw.dim);
    raw.positions.iter_mut().skip(axis).step_by(d).for_each(|x| *x *= by);
    let mut codes = Vec::new();
    if by < 1e-3 {
        codes.push(Code::Numeric);
    }
    if by < 1e-6 {
        codes.push(Code::MeshDegenerate);
    }
    Mutated::runs("squashed along an axis", raw).or(&codes)
}

fn emptied(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    raw.cells.clear();
    raw.cell_labels.clear();
    if dice.happens(0.5) {
        raw.positions.clear();
        raw.vertex_labels.clear();
    }
    Mutated::refused("no cells", raw, Code::MeshEmpty)
}

fn malformed(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    match dice.below(5) {
        0 => raw.dim = dice.pick(&[0, 1, 4, usize::MAX]),
        1 => drop(raw.positions.pop()),
        2 => drop(raw.cells.pop()),
        3 => raw.cell_labels = vec![1; count(&raw) + 1],
        _ => raw.vertex_labels = vec![1; vertices(&raw) + 1],
    }
    Mutated::refused("arrays that do not fit together", raw, Code::Format)
}

fn folded(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let (i, far) = (dice.pick(&raw.cells) as usize, extent(&raw));
    let by = dice.direction(raw.dim);
    (0..raw.dim).for_each(|c| raw.positions[i * raw.dim + c] += far * by[c]);
    Mutated::runs("a vertex pulled through the body", raw)
        .or(&[Code::MeshOrientation, Code::MeshDegenerate])
}

fn crumpled(dice: &mut Dice, mut raw: RawMesh) -> Mutated {
    let size = extent(&raw);
    raw.positions.iter_mut().for_each(|x| *x = size * dice.between(-1.0, 1.0));
    Mutated::runs("vertices anywhere", raw).or(&[
        Code::MeshOrientation,
        Code::MeshDegenerate,
        Code::Numeric,
    ])
}
