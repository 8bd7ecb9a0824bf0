//! Caps over holes, and shells that have no inside.
//!
//! A hole is a loop of edges that triangles do not run along equally often in both directions; its
//! cap is the cone from its middle. Let `A` be the area of a shell and `a_k` the area vectors of its
//! caps, which depend on the rims only. A shell is a sheet if `sum |a_k| > 0.6 A` (a flat piece has
//! `A`, half a sphere `A / 2`), or if it waves to and fro through its cap: if the winding number of the
//! capped shell is positive next to much of it and negative next to much of it, or if it has only one
//! side and a rim of length `l` with `l^2 > 4 A`.

use super::diagnosis::Diagnosis;
use super::mend::{Odd, Side, corners};
use super::tree::{Point, minus, square};
use crate::error::Result;
use crate::mesh::geometry::{Sets, cross};
use crate::mesh::io::Surface;
use crate::mesh::winding::WindingTree;
use std::collections::BTreeMap;

/// A shell whose rims span this much of its area is a sheet.
const SHEET: f64 = 0.6;
/// A shell with a cap that has more than this share of its area next to either is a sheet.
const FOLDED: f64 = 0.25;
/// Triangles of a shell next to which the winding number is looked at.
const SAMPLES: usize = 512;

/// The rim of a one-sided sheet is longer than this, as its square over the area.
const RIM: f64 = 4.0;

/// An edge to run along, and the shell and hole that it belongs to.
struct Open {
    run: [u32; 2],
    shell: usize,
    hole: usize,
}

/// The caps. Sheets are left out if there is anything else, also from the list of numbers of given
/// triangles, and have no caps; that one was turned is not counted, as it has no inside to face.
pub(super) fn cap(
    (work, given): (&mut Surface, &mut Vec<u32>),
    sides: &[Side],
    patches: &Odd,
    diagnosis: &mut Diagnosis,
) -> Result<Surface> {
    let count = work.facets.len() / 3;
    let (roots, open) = rims(work, sides);
    let is_shell = |f: &usize| roots[*f] == *f;
    diagnosis.shells = (0..count).filter(is_shell).count();
    let mut positions = work.positions.clone();
    positions.extend(middles(work, &open));
    let capped = Surface { dim: 3, positions, facets: Vec::new() };
    let first = (work.positions.len() / 3) as u32;
    let facet = |o: &Open| [o.run[0], o.run[1], first + o.hole as u32];

    let mut areas = vec![0.0; count];
    for (f, v) in work.facets.chunks_exact(3).enumerate() {
        areas[roots[f]] += square(vector(&corners(work, v))).sqrt();
    }
    // area vectors by shell and hole
    let mut spans: BTreeMap<(usize, usize), Point> = BTreeMap::new();
    for o in &open {
        let span = spans.entry((o.shell, o.hole)).or_default();
        let part = vector(&corners(&capped, &facet(o)));
        (0..3).for_each(|c| span[c] += part[c]);
    }
    let mut spanned = vec![0.0; count];
    spans.iter().for_each(|((shell, _), span)| spanned[*shell] += square(*span).sqrt());
    let mut sheet: Vec<bool> = (0..count).map(|f| spanned[f] > SHEET * areas[f]).collect();
    if !patches.one_sided.is_empty() {
        let lengths = rim_lengths(work, sides, &roots);
        for &f in &patches.one_sided {
            let shell = roots[f as usize];
            sheet[shell] |= lengths[shell].powi(2) > RIM * areas[shell];
        }
    }
    // facets and caps of shells with holes
    let mut holed: BTreeMap<usize, [Vec<u32>; 2]> = BTreeMap::new();
    for o in open.iter().filter(|o| !sheet[o.shell]) {
        holed.entry(o.shell).or_default()[1].extend(facet(o));
    }
    for (v, root) in work.facets.chunks_exact(3).zip(&roots) {
        holed.entry(*root).and_modify(|[own, _]| own.extend(v));
    }
    for (shell, [own, caps]) in holed {
        sheet[shell] = is_folded(&capped, &own, &caps)?;
    }

    diagnosis.sheets = (0..count).filter(is_shell).filter(|&f| sheet[f]).count();
    diagnosis.loose = diagnosis.sheets == diagnosis.shells;
    diagnosis.turned = patches.turned.iter().filter(|f| !sheet[roots[**f as usize]]).count();
    if !diagnosis.loose {
        let kept = work.facets.chunks_exact(3).zip(&roots).filter(|(_, root)| !sheet[**root]);
        work.facets = kept.flat_map(|(v, _)| v).copied().collect();
        let mut roots = roots.iter();
        given.retain(|_| roots.next().is_some_and(|root| !sheet[*root]));
    }
    let holes = spans.keys().filter(|(shell, _)| !sheet[*shell]);
    diagnosis.holes = holes.map(|(_, hole)| hole).collect::<std::collections::BTreeSet<_>>().len();
    let closing = open.iter().filter(|o| !sheet[o.shell]);
    let facets = closing.flat_map(facet).collect();
    Ok(Surface { facets, ..capped })
}

/// For every shell the length of the edges that only one facet has.
fn rim_lengths(work: &Surface, sides: &[Side], roots: &[usize]) -> Vec<f64> {
    let mut lengths = vec![0.0; roots.len()];
    for edge in sides.chunk_by(|a, b| a.ends == b.ends).filter(|edge| edge.len() == 1) {
        let [a, b] = edge[0].ends;
        let [a, b, _] = corners(work, &[a, b, b]);
        lengths[roots[edge[0].facet as usize]] += square(minus(b, a)).sqrt();
    }
    lengths
}

/// The shell of every facet, and the open edges.
fn rims(work: &Surface, sides: &[Side]) -> (Vec<usize>, Vec<Open>) {
    let count = work.facets.len() / 3;
    let mut shells = Sets::new(count);
    let mut open = Vec::new();
    for edge in sides.chunk_by(|a, b| a.ends == b.ends) {
        let [low, high] = edge[0].ends;
        let mut net = 0i64;
        for side in edge {
            shells.join(edge[0].facet as usize, side.facet as usize);
            let v = &work.facets[3 * side.facet as usize..][..3];
            let forward = (0..3).any(|k| v[k] == low && v[(k + 1) % 3] == high);
            net += if forward { 1 } else { -1 };
        }
        let run = if net > 0 { [high, low] } else { [low, high] };
        for _ in 0..net.unsigned_abs() {
            open.push(Open { run, shell: edge[0].facet as usize, hole: 0 });
        }
    }
    let roots: Vec<usize> = (0..count).map(|f| shells.root(f)).collect();
    open.iter_mut().for_each(|o| o.shell = roots[o.shell]);
    loops(&mut open);
    (roots, open)
}

/// Numbers the loops of open edges. As many end at a vertex as begin there, so a walk along them
/// comes back to where it was, and what it went around is one loop.
fn loops(open: &mut [Open]) {
    let mut starts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (e, o) in open.iter().enumerate().rev() {
        starts.entry(o.run[0]).or_default().push(e);
    }
    let mut holes = 0;
    let begin: Vec<u32> = starts.keys().copied().collect();
    for first in begin {
        let (mut vertex, mut path) = (first, Vec::new());
        // where on the path vertices are
        let mut passed: BTreeMap<u32, usize> = BTreeMap::new();
        loop {
            if let Some(&from) = passed.get(&vertex) {
                for e in path.drain(from..) {
                    let o: &mut Open = &mut open[e];
                    passed.remove(&o.run[0]);
                    o.hole = holes;
                }
                holes += 1;
            }
            let Some(next) = starts.get_mut(&vertex).and_then(Vec::pop) else { break };
            passed.insert(vertex, path.len());
            path.push(next);
            vertex = open[next].run[1];
        }
    }
}

/// The middle of each hole.
fn middles(work: &Surface, open: &[Open]) -> Vec<f64> {
    let count = open.iter().map(|o| o.hole + 1).max().unwrap_or(0);
    let mut sums: Vec<(Point, f64)> = vec![([0.0; 3], 0.0); count];
    for o in open {
        let (sum, count) = &mut sums[o.hole];
        for c in 0..3 {
            sum[c] += o.run.iter().map(|&i| work.positions[3 * i as usize + c] / 2.0).sum::<f64>();
        }
        *count += 1.0;
    }
    sums.iter().flat_map(|(sum, count)| sum.map(|x| x / count)).collect()
}

/// Whether a shell, once it is closed, bounds what is inside with much of it, and what is inside out
/// with much of it too.
fn is_folded(capped: &Surface, own: &[u32], caps: &[u32]) -> Result<bool> {
    let closed = [own, caps].concat();
    let tree = WindingTree::new(3, &capped.positions, &closed)?;
    let (mut all, mut inside, mut inside_out) = (0.0, 0.0, 0.0);
    let step = (own.len() / 3).div_ceil(SAMPLES).max(1);
    for v in own.chunks_exact(3).step_by(step) {
        let triangle = corners(capped, v);
        let normal = vector(&triangle);
        let area = square(normal).sqrt();
        if area == 0.0 {
            continue;
        }
        let at = |side: f64| -> Point {
            std::array::from_fn(|c| {
                let middle = (triangle[0][c] + triangle[1][c] + triangle[2][c]) / 3.0;
                middle + side * 1e-4 * normal[c] / area.sqrt()
            })
        };
        all += area;
        let windings = [1.0, -1.0].map(|side| tree.at(at(side)));
        if windings.iter().any(|w| *w > 0.5) {
            inside += area;
        }
        if windings.iter().any(|w| *w < -0.5) {
            inside_out += area;
        }
    }
    Ok(f64::min(inside, inside_out) > FOLDED * all)
}

fn vector([a, b, c]: &[Point; 3]) -> Point {
    cross(minus(*b, *a), minus(*c, *a)).map(|x| x / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{sphere, turned};
    use super::super::{Shape, mend};
    use super::*;
    use crate::error::Code;
    use crate::mesh::stuffing::{Size, Stuffing};
    use crate::progress::Silent;

    /// A square of side one with waves.
    fn waves(height: f64, number: f64) -> Surface {
        let n = 24u32;
        let mut sheet = Surface { dim: 3, ..Surface::default() };
        for k in 0..(n + 1) * (n + 1) {
            let [x, y] = [k % (n + 1), k / (n + 1)].map(|i| f64::from(i) / f64::from(n));
            sheet.positions.extend([x, y, height * (number * x).sin()]);
        }
        for k in (0..(n + 1) * n).filter(|k| k % (n + 1) < n) {
            sheet.facets.extend([k, k + 1, k + n + 2, k, k + n + 2, k + n + 1]);
        }
        sheet
    }

    /// The part of a sphere below a height, whose rim goes to and fro.
    fn bowl(height: f64) -> Surface {
        let mut bowl = sphere(3);
        let facets = bowl.facets.chunks_exact(3).filter(|v| {
            v.iter().map(|&i| bowl.positions[3 * i as usize + 2]).sum::<f64>() < 3.0 * height
        });
        bowl.facets = facets.flatten().copied().collect();
        bowl
    }

    #[test]
    fn sheets_are_refused_however_they_wave() {
        let how = Stuffing { size: Size::About(1000), graded: false };
        let waves = [(0.2, 4.0), (0.3, 12.0), (0.6, 25.0)];
        let sheets = waves.map(|(height, number)| self::waves(height, number));
        for sheet in [sheets.to_vec(), vec![turned(sheets[0].clone())]].concat() {
            let error = Shape::of(sheet).unwrap().fill(&how, &Silent).unwrap_err();
            assert_eq!(error.code, Code::MeshEmpty);
            assert!(error.message.contains("open sheet"), "{error}");
        }
    }

    #[test]
    fn a_body_with_a_large_hole_is_closed_and_filled() {
        for height in [0.9, 0.5, 0.2, 0.0] {
            for surface in [bowl(height), turned(bowl(height))] {
                let mut mended = mend(&surface, &Silent).unwrap();
                mended.find_inside(&Silent).unwrap();
                let found = &mended.diagnosis;
                assert_eq!((found.holes, found.sheets, found.loose), (1, 0, false), "{height}");
                let h: f64 = 1.0 + height;
                let exact = std::f64::consts::PI * h * h * (3.0 - h) / 3.0;
                assert!((found.volume / exact - 1.0).abs() < 0.06, "{} {exact}", found.volume);
                let again = mend(&mended.closed(), &Silent).unwrap().diagnosis;
                assert!(again.is_clean() && again.improves(found), "{:?}", again.sentences());
            }
        }
    }

    #[test]
    fn holes_that_share_a_vertex_have_caps_of_their_own() {
        let ball = sphere(2);
        // the triangles at one vertex: two that are not neighbours
        let at: Vec<usize> =
            (0..ball.facets.len() / 3).filter(|f| ball.facets[3 * f..][..3].contains(&0)).collect();
        let apart = |f: usize| {
            let shared = |v: &&u32| ball.facets[3 * at[0]..][..3].contains(v);
            ball.facets[3 * f..][..3].iter().filter(shared).count() == 1
        };
        let other = *at.iter().find(|f| apart(**f)).unwrap();
        let left = (0..ball.facets.len() / 3).filter(|f| *f != at[0] && *f != other);
        let facets = left.flat_map(|f| ball.facets[3 * f..][..3].to_vec()).collect();
        let mended = mend(&Surface { facets, ..ball }, &Silent).unwrap();
        assert_eq!((mended.diagnosis.holes, mended.caps.facets.len()), (2, 18));
        let again = mend(&mended.closed(), &Silent).unwrap().diagnosis;
        assert!(again.is_clean(), "{:?}", again.sentences());
    }

    #[test]
    fn a_moebius_strip_has_no_inside() {
        let n = 40u32;
        let mut strip = Surface { dim: 3, ..Surface::default() };
        for k in 0..n {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(n);
            for w in [-0.3, 0.3] {
                let r = 1.0 + w * (angle / 2.0).cos();
                strip.positions.extend([r * angle.cos(), r * angle.sin(), w * (angle / 2.0).sin()]);
            }
            let [a, b] = [2 * k, 2 * k + 1];
            let [c, d] = if k + 1 < n { [a + 2, b + 2] } else { [1, 0] };
            strip.facets.extend([a, c, b, b, c, d]);
        }
        let how = Stuffing { size: Size::About(1000), graded: false };
        let error = Shape::of(strip).unwrap().fill(&how, &Silent).unwrap_err();
        assert_eq!(error.code, Code::MeshEmpty);
        assert!(error.message.contains("open sheet with only one side"), "{error}");
    }
}
