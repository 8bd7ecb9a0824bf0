//! Search for the worst angles of all pieces of one background cell.
//!
//! Every corner is inside, outside or on the surface. A corner on it has been warped along one of the
//! edges of the lattice at it by `alpha` of the edge, or not at all. An edge from inside to
//! outside is cut at `alpha`, `1/2` or `1 - alpha`. All combinations are tried that signs before the
//! warp can explain: an edge along which a corner is warped leads to the other side, and is cut once.

use super::background::{square, triangle};
use super::cut::{ALPHA, smallest_sine};
use super::lattice::{PLANE, SPACE};
use super::stencil::{self, Corner, Key, Side, is_long};
use crate::mesh::geometry::{cross, dot};

type Point = [f64; 3];

/// Smallest and largest angle so far, in degrees.
struct Worst([f64; 2]);

/// A place and state of a corner: its side, where it is, the corner towards which it was warped.
#[derive(Clone, Copy)]
struct State {
    side: Side,
    point: Point,
    towards: Option<usize>,
}

/// Where a key of the lattice is.
fn place(dim: usize, [i, j, k]: Key) -> Point {
    let [i, j, k] = [i, j, k].map(f64::from);
    if dim == 2 { [i + j / 2.0, 0.75f64.sqrt() * j, 0.0] } else { [i, j, k].map(|x| x / 2.0) }
}

fn alpha(dim: usize, a: Key, b: Key) -> f64 {
    match dim {
        2 => ALPHA[0],
        _ if is_long(a, b) => ALPHA[1],
        _ => ALPHA[2],
    }
}

fn between(a: Point, b: Point, t: f64) -> Point {
    std::array::from_fn(|c| a[c] + t * (b[c] - a[c]))
}

fn states(dim: usize, cell: &[Key], corner: usize) -> Vec<State> {
    let key = cell[corner];
    let here = place(dim, key);
    let state = |side, point, towards| State { side, point, towards };
    let mut all = vec![
        state(Side::Inside, here, None),
        state(Side::Outside, here, None),
        state(Side::On, here, None),
    ];
    let around: &[Key] = if dim == 2 { &PLANE } else { &SPACE };
    for step in around {
        let other: Key = std::array::from_fn(|c| key[c] + step[c]);
        let point = between(here, place(dim, other), alpha(dim, key, other));
        all.push(state(Side::On, point, cell.iter().position(|&k| k == other)));
    }
    all
}

/// Whether signs before the warp explain the states.
fn possible(states: &[State]) -> bool {
    (0..1usize << states.len()).any(|signs| {
        let inside = |a: usize| signs >> a & 1 == 1;
        states.iter().enumerate().all(|(a, state)| match (state.side, state.towards) {
            (Side::Inside, _) => inside(a),
            (Side::Outside, _) => !inside(a),
            (Side::On, None) => true,
            (Side::On, Some(b)) => inside(a) != inside(b) && states[b].towards != Some(a),
        })
    })
}

impl Worst {
    /// All pieces of a cell, for all states of its corners.
    fn cell(&mut self, dim: usize, cell: &[Key]) {
        let choices: Vec<Vec<State>> = (0..=dim).map(|a| states(dim, cell, a)).collect();
        let count: usize = choices.iter().map(Vec::len).product();
        for mut number in 0..count {
            let mut chosen = Vec::with_capacity(dim + 1);
            for list in &choices {
                chosen.push(list[number % list.len()]);
                number /= list.len();
            }
            if chosen.iter().any(|s| s.side == Side::Inside) && possible(&chosen) {
                self.cuts(dim, cell, &chosen);
            }
        }
    }

    fn cuts(&mut self, dim: usize, cell: &[Key], states: &[State]) {
        let of = |side: Side| (0..=dim).filter(move |&a| states[a].side == side);
        let edges: Vec<(usize, usize)> =
            of(Side::Inside).flat_map(|p| of(Side::Outside).map(move |q| (p, q))).collect();
        for mut number in 0..3usize.pow(edges.len() as u32) {
            let mut points = [[[0.0; 3]; 4]; 4];
            (0..=dim).for_each(|a| points[a][a] = states[a].point);
            for &(p, q) in &edges {
                let alpha = alpha(dim, cell[p], cell[q]);
                let t = [alpha, 0.5, 1.0 - alpha][number % 3];
                number /= 3;
                points[p][q] = between(states[p].point, states[q].point, t);
                points[q][p] = points[p][q];
            }
            self.pieces(cell, states, |(a, b)| points[a][b]);
        }
    }

    fn pieces(&mut self, cell: &[Key], states: &[State], point: impl Fn(Corner) -> Point) {
        match (cell, states) {
            (_, [a, b, c]) => {
                let sides = [a, b, c].map(|s| s.side);
                let flattest = |pieces: [[Corner; 3]; 2]| {
                    let sine = |piece: [Corner; 3]| {
                        let flat: Vec<f64> =
                            piece.iter().flat_map(|&c| [point(c)[0], point(c)[1]]).collect();
                        smallest_sine(&flat, [0, 1, 2])
                    };
                    sine(pieces[0]).min(sine(pieces[1]))
                };
                let better = |one, two| flattest(one) >= flattest(two);
                stencil::triangle(sides, better, |piece| {
                    let p = piece.map(&point);
                    (0..3).for_each(|a| self.angle(p[a], p[(a + 1) % 3], p[(a + 2) % 3], None));
                });
            }
            (&[i, j, k, l], [a, b, c, d]) => {
                let sides = [a, b, c, d].map(|s| s.side);
                stencil::tetrahedron(sides, [i, j, k, l], |piece| {
                    let p = piece.map(&point);
                    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                        let mut rest = (0..4).filter(|c| ![a, b].contains(c));
                        if let (Some(c), Some(d)) = (rest.next(), rest.next()) {
                            self.angle(p[a], p[c], p[d], Some(p[b]));
                        }
                    }
                });
            }
            _ => {}
        }
    }

    /// The angle at `apex` between `u` and `v`, seen along the edge from `apex` if there is one.
    fn angle(&mut self, apex: Point, u: Point, v: Point, edge: Option<Point>) {
        let arm = |x: Point| -> Point { std::array::from_fn(|c| x[c] - apex[c]) };
        let (mut u, mut v) = (arm(u), arm(v));
        if let Some(edge) = edge {
            (u, v) = (cross(arm(edge), u), cross(arm(edge), v));
        }
        let cosine = dot(&u, &v) / (dot(&u, &u) * dot(&v, &v)).sqrt();
        let degrees = cosine.clamp(-1.0, 1.0).acos().to_degrees();
        self.0 = [self.0[0].min(degrees), self.0[1].max(degrees)];
    }
}

#[test]
fn the_worst_angles_of_all_pieces_are_those_that_are_promised() {
    let mut plane = Worst([180.0, 0.0]);
    [true, false].iter().for_each(|&up| plane.cell(2, &triangle([0; 3], up, 1)));
    let mut space = Worst([180.0, 0.0]);
    let centre = [1; 3];
    for c in 0..3 {
        let mut next = centre;
        next[c] += 2;
        let square = square(centre, c, 1);
        (0..4).for_each(|a| space.cell(3, &[centre, next, square[a], square[(a + 1) % 4]]));
    }
    // what is promised is rounded to the worse side
    for (worst, promised) in [(plane, [16.73, 129.24]), (space, [9.31, 161.65])] {
        let [low, high] = worst.0;
        assert!((0.0..0.01).contains(&(low - promised[0])), "{low} for {promised:?}");
        assert!((0.0..0.01).contains(&(promised[1] - high)), "{high} for {promised:?}");
    }
}
