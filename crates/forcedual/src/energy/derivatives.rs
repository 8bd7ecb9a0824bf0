//! Derivatives of all energies against finite differences, in 2D and 3D.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn flat(energy: &dyn Energy, stencil: usize, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut gradient = vec![f64::NAN; x.len()];
    let mut hessian = vec![f64::NAN; x.len() * x.len()];
    energy.gradient(stencil, x, &mut gradient);
    energy.hessian(stencil, x, false, &mut hessian);
    (gradient, hessian)
}

/// Compares first derivatives at `x`, and looks whether the Hessian's positive part is positive.
fn check_gradient(name: &str, energy: &dyn Energy, x: &[f64]) {
    let h = 1e-5;
    for s in 0..energy.stencils() {
        let (gradient, hessian) = flat(energy, s, x);
        let n = x.len();
        let size = hessian.iter().chain(&gradient).fold(1e-3, |m: f64, x| m.max(x.abs()));
        for k in 0..n {
            let [up, down] = [h, -h].map(|t| energy.value(s, &moved(x, k, t)));
            let slope = (up - down) / (2.0 * h);
            assert!((slope - gradient[k]).abs() < 1e-6 * size, "{name} {slope} {}", gradient[k]);
        }
        let mut psd = vec![f64::NAN; n * n];
        energy.hessian(s, x, true, &mut psd);
        let least = smallest_eigenvalue(&psd, n);
        assert!(least > -1e-9 * size, "{name}: {least}");
    }
}

/// Compares second derivatives at `x`, of which the Hessian leaves out a part.
fn check_hessian(
    name: &str,
    energy: &dyn Energy,
    x: &[f64],
    left_out: impl Fn(usize, usize) -> f64,
) {
    let h = 1e-5;
    for s in 0..energy.stencils() {
        let (gradient, hessian) = flat(energy, s, x);
        let n = x.len();
        let size = hessian.iter().chain(&gradient).fold(1e-3, |m: f64, x| m.max(x.abs()));
        for k in 0..n {
            let [up, down] = [h, -h].map(|t| flat(energy, s, &moved(x, k, t)).0);
            for i in 0..n {
                let slope = (up[i] - down[i]) / (2.0 * h);
                let entry = hessian[i * n + k] + left_out(i, k);
                assert!((slope - entry).abs() < 1e-6 * size, "{name} {i} {k}: {slope} {entry}");
            }
        }
    }
}

/// Compares derivatives at `x`, where the Hessian leaves nothing out.
fn check(name: &str, energy: &dyn Energy, x: &[f64]) {
    check_gradient(name, energy, x);
    check_hessian(name, energy, x, |_, _| 0.0);
}

/// `x` with one number changed.
fn moved(x: &[f64], k: usize, by: f64) -> Vec<f64> {
    let mut y = x.to_vec();
    y[k] += by;
    y
}

fn smallest_eigenvalue(a: &[f64], n: usize) -> f64 {
    let (mut values, mut vectors) = (a.to_vec(), vec![0.0; n * n]);
    crate::linalg::small::sym_eigen_block(&mut values, &mut vectors, n);
    values.iter().step_by(n + 1).copied().fold(f64::INFINITY, f64::min)
}

/// Calls a function with the energy at given amplitudes.
type Make<'a> = &'a dyn Fn(&[f64], &mut dyn FnMut(&dyn Energy));

/// Finite difference with respect to the amplitude of channel 0.
fn check_amplitude(name: &str, make: Make<'_>, x: &[f64]) {
    let gradient = |a: f64| {
        let mut out = vec![0.0; x.len()];
        make(&[a], &mut |energy| energy.gradient(0, x, &mut out));
        out
    };
    let (up, down) = (gradient(0.3 + 1e-4), gradient(0.3 - 1e-4));
    let mut exact = vec![f64::NAN; x.len()];
    make(&[0.3], &mut |energy| {
        assert_eq!(energy.channel(0), Some(0));
        energy.gradient_by_amplitude(0, x, &mut exact);
    });
    for i in 0..x.len() {
        let slope = (up[i] - down[i]) / 2e-4;
        assert!((slope - exact[i]).abs() < 1e-7, "{name}: {slope} {}", exact[i]);
    }
}

fn random(count: usize, seed: u64) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| rng.random_range(-1.0..1.0)).collect()
}

#[test]
fn gradients_and_hessians_of_all_actuators_are_derivatives() {
    for dim in [2, 3] {
        for seed in 0..6 {
            for amplitude in [0.4, -0.7] {
                let a = [amplitude];
                let x = random(2 * dim, seed);
                for slack in [false, true] {
                    let springs = spring(dim, slack);
                    check("spring", &springs.driven(&a), &x);
                    check_amplitude("spring", &|a, f| f(&springs.driven(a)), &x);
                }

                let muscles = Muscles {
                    dim,
                    corners: (0..=dim as u32).collect(),
                    slopes: random(dim + 1, seed + 50),
                    volume: vec![0.7],
                    channel: vec![0],
                };
                let x = random((dim + 1) * dim, seed + 10);
                check("muscle", &muscles.driven(&a), &x);
                check_amplitude("muscle", &|a, f| f(&muscles.driven(a)), &x);

                let pockets = Pockets {
                    dim,
                    walls: (0..dim as u32).collect(),
                    origin: random(dim, seed + 60),
                    channel: vec![0],
                };
                let x = random(dim * dim, seed + 20);
                check_gradient("pocket", &pockets.driven(&a), &x);
                check_amplitude("pocket", &|a, f| f(&pockets.driven(a)), &x);

                let mut areas = vec![0.0; dim];
                area_vectors(&pockets, &random(dim * dim, seed + 70), &mut areas);
                let open = |amplitudes| OpenPockets { walls: &pockets, areas: &areas, amplitudes };
                check("open pocket", &open(&a), &x);
                let make = |a: &[f64], f: &mut dyn FnMut(&dyn Energy)| {
                    f(&OpenPockets { walls: &pockets, areas: &areas, amplitudes: a });
                };
                check_amplitude("open pocket", &make, &x);

                let pulls = Pulls {
                    dim,
                    vertex: vec![0],
                    axis: vec![dim - 1],
                    stiffness: vec![2.0],
                    rest: vec![0.1],
                    channel: vec![0],
                };
                check("pull", &pulls.driven(&a), &random(dim, seed));
                check_amplitude("pull", &|a, f| f(&pulls.driven(a)), &random(dim, seed));
            }
        }
    }
}

fn spring(dim: usize, slack: bool) -> Springs {
    let (stiffness, rest) = (vec![3.0], vec![0.9]);
    Springs { dim, ends: vec![[0, 1]], stiffness, rest, channel: vec![0], slack: vec![slack] }
}

#[test]
fn tendons_pull_as_springs_do_and_do_nothing_where_they_are_shorter_than_at_rest() {
    for dim in [2, 3] {
        let [tendon, spring] = [true, false].map(|slack| spring(dim, slack));
        let values = |springs: &Springs, length: f64, a: f64| {
            let mut x = vec![0.0; 2 * dim];
            x[0] = length;
            let amplitudes = [a];
            let driven = springs.driven(&amplitudes);
            let (gradient, hessian) = flat(&driven, 0, &x);
            let mut by_amplitude = vec![f64::NAN; 2 * dim];
            driven.gradient_by_amplitude(0, &x, &mut by_amplitude);
            (driven.value(0, &x), gradient, hessian, by_amplitude)
        };
        for (length, a) in [(0.5, 0.0), (1.0, 0.2), (0.0, 0.0), (0.9 - 1e-9, 0.0)] {
            let (value, gradient, hessian, by_amplitude) = values(&tendon, length, a);
            assert_eq!(value, 0.0);
            assert!([gradient, hessian, by_amplitude].iter().flatten().all(|x| *x == 0.0));
            assert!(values(&spring, length, a).0 > 0.0);
        }
        for (length, a) in [(0.9, 0.0), (0.9 + 1e-9, 0.0), (1.4, 0.2), (0.2, -2.0)] {
            assert_eq!(values(&tendon, length, a), values(&spring, length, a));
        }
        // the energy has a continuous slope: the force begins at zero
        assert!(values(&tendon, 0.9 + 1e-9, 0.0).1[0].abs() < 1e-8);
    }
}

/// Walls of a pocket of the fewest walls, with corners anywhere.
fn simplex(dim: usize, seed: u64) -> (Pockets, Vec<f64>) {
    let walls: &[u32] =
        if dim == 2 { &[0, 1, 1, 2, 2, 0] } else { &[0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0] };
    let count = walls.len() / dim;
    let origin = random(dim, seed + 80).repeat(count);
    let pockets = Pockets { dim, walls: walls.to_vec(), origin, channel: vec![0; count] };
    (pockets, random((dim + 1) * dim, seed))
}

/// Gradient and Hessian of a whole energy, from its stencils.
fn assembled(energy: &dyn Energy, x: &[f64], psd: bool) -> (Vec<f64>, Vec<f64>) {
    let (n, d) = (x.len(), energy.dim());
    let (mut gradient, mut hessian) = (vec![0.0; n], vec![0.0; n * n]);
    for s in 0..energy.stencils() {
        let corners = energy.vertices(s).iter();
        let at: Vec<usize> =
            corners.flat_map(|&v| (0..d).map(move |c| v as usize * d + c)).collect();
        let local: Vec<f64> = at.iter().map(|&k| x[k]).collect();
        let (mut g, mut h) = (vec![f64::NAN; at.len()], vec![f64::NAN; at.len().pow(2)]);
        energy.gradient(s, &local, &mut g);
        energy.hessian(s, &local, psd, &mut h);
        for (i, &k) in at.iter().enumerate() {
            gradient[k] += g[i];
            at.iter().enumerate().for_each(|(j, &l)| hessian[k * n + l] += h[i * at.len() + j]);
        }
    }
    (gradient, hessian)
}

#[test]
fn hessians_of_walls_add_up_to_that_of_a_closed_pocket_and_positive_parts_to_no_less() {
    for (dim, seed) in [2, 3].into_iter().flat_map(|dim| (0..6).map(move |seed| (dim, seed))) {
        let (pockets, x) = simplex(dim, seed);
        let n = x.len();
        for pressure in [0.4, -0.7] {
            let amplitudes = [pressure];
            let energy = pockets.driven(&amplitudes);
            let (_, hessian) = assembled(&energy, &x, false);
            let h = 1e-5;
            for k in 0..n {
                let [up, down] = [h, -h].map(|t| assembled(&energy, &moved(&x, k, t), false).0);
                for i in 0..n {
                    let slope = (up[i] - down[i]) / (2.0 * h);
                    let entry = hessian[i * n + k];
                    assert!((slope - entry).abs() < 1e-7, "{dim} {i} {k}: {slope} {entry}");
                }
            }
            let (_, positive) = assembled(&energy, &x, true);
            let more: Vec<f64> = positive.iter().zip(&hessian).map(|(p, h)| p - h).collect();
            assert!(smallest_eigenvalue(&positive, n) > -1e-12);
            assert!(smallest_eigenvalue(&more, n) > -1e-12);
            let size = |a: &[f64]| a.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!(size(&positive) < 2.0 * size(&hessian), "no more than need be");
        }
    }
}

#[test]
fn gradients_and_hessians_of_handles_are_derivatives() {
    for dim in [2, 3] {
        let mut handle = Handle::on(0, [0.3, -0.2, 0.5], 4.0);
        if dim == 2 {
            handle.target[2] = 0.0;
        }
        check("vertex", &Handles { dim, all: &[handle] }, &random(dim, 1));
        handle.corners = [0, 1, 2, 3];
        handle.weights = [0.2, 0.3, 0.1, 0.4];
        handle.count = dim + 1;
        check("cell", &Handles { dim, all: &[handle] }, &random((dim + 1) * dim, 2));
    }
}

#[test]
fn gradients_and_hessians_of_drag_are_derivatives() {
    for dim in [2, 3] {
        let x = random(dim * dim, 7);
        let facets = std::sync::Arc::new(vec![[0, 1, 2]]);
        let fluid = Fluid { facets, density: 3.0, drag: 0.7 };
        let mut all = Vec::new();
        fluid.wet(dim, &x, |v| Some(v as usize), &mut all);
        let moved: Vec<f64> = x.iter().zip(random(dim * dim, 8)).map(|(x, r)| x + r).collect();
        check("drag", &Drag { dim, h: 0.3, all: &all }, &moved);
        assert_eq!(Drag { dim, h: 0.3, all: &all }.value(0, &x), 0.0);
    }
}

/// Obstacles, and whether they are flat.
fn obstacles(dim: usize) -> Vec<(Obstacle, bool)> {
    let flat = |mut x: [f64; 3]| {
        if dim == 2 {
            x[2] = 0.0;
        }
        x
    };
    let (s, c) = (0.6, 0.8);
    let counts = if dim == 2 { [9, 9, 1] } else { [9, 9, 9] };
    let sample = |k: usize| {
        let at = [k % 9, k / 9 % 9, k / 81].map(|i| i as f64 * 0.5 - 2.0);
        let along = if dim == 3 { at[2] * at[2] - 0.2 * at[0] * at[2] } else { 0.0 };
        at[0] * at[0] + 0.5 * at[1] * at[1] + 0.3 * at[0] * at[1] + along - 4.0
    };
    let field = DistanceField {
        origin: [-2.0; 3],
        spacing: 0.5,
        counts,
        values: (0..counts.iter().product()).map(sample).collect(),
    };
    vec![
        (Obstacle::HalfSpace { point: [0.0, 0.9, 0.0], normal: flat([0.0, 1.0, 0.0]) }, true),
        (Obstacle::Sphere { center: flat([0.2, -0.3, 0.1]), radius: 2.0 }, false),
        (
            Obstacle::Capsule {
                ends: [flat([-0.3, 0.0, 0.2]), flat([0.4, 0.1, 0.0])],
                radius: 2.0,
            },
            false,
        ),
        (
            Obstacle::Box {
                center: flat([0.1, 0.0, 0.2]),
                half: [2.0, 2.1, if dim == 2 { 1e9 } else { 1.9 }],
                axes: [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]],
            },
            true,
        ),
        (Obstacle::Field(field), false),
    ]
}

#[test]
fn hessians_of_contact_and_friction_leave_out_the_curvature_of_obstacles_and_nothing_else() {
    for dim in [2, 3] {
        let points = ContactPoints {
            dim,
            vertices: vec![0],
            areas: vec![0.3],
            stiffness: 7.0,
            slip_speed: 1.0,
        };
        for (shape, flat) in obstacles(dim) {
            let mut curved = false;
            for friction in [0.0, 0.8] {
                let collider =
                    Collider { friction, velocity: [0.1, 0.0, 0.0], shape: shape.clone() };
                let colliders = [collider];
                for (seed, slip) in (0..10).zip([1e-3, 10.0].into_iter().cycle()) {
                    let mut touches = Vec::new();
                    let before = random(dim, seed + 100);
                    points.touch(&colliders, &before, 0.1, &mut touches);
                    let contact =
                        Contact { points: &points, colliders: &colliders, touches: &touches, slip };
                    let x = random(dim, seed);
                    // k a phi d2phi/dx2
                    let depth = shape.distance(padded(&x)).0.min(0.0);
                    let curvature = |i: usize, k: usize| {
                        let h = 1e-5;
                        let [up, down] =
                            [h, -h].map(|t| shape.distance(padded(&moved(&x, k, t))).1[i]);
                        points.stiffness * points.areas[0] * depth * (up - down) / (2.0 * h)
                    };
                    curved |= (0..dim * dim).any(|e| curvature(e / dim, e % dim).abs() > 1e-3);
                    check_gradient("contact", &contact, &x);
                    check_hessian("contact", &contact, &x, curvature);
                }
            }
            assert_ne!(curved, flat, "{shape:?}");
        }
    }
}

#[test]
fn distances_are_negative_inside_and_zero_on_the_surface() {
    let ball = Obstacle::Sphere { center: [1.0, 0.0, 0.0], radius: 0.5 };
    assert_eq!(ball.distance([1.0, 0.75, 0.0]), (0.25, [0.0, 1.0, 0.0]));
    let block = Obstacle::Box {
        center: [0.0; 3],
        half: [1.0, 2.0, 3.0],
        axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    assert_eq!(block.distance([0.0, -1.5, 0.0]), (-0.5, [0.0, -1.0, 0.0]));
    assert_eq!(block.distance([4.0, 6.0, 0.0]).0, 5.0);
    let rod = Obstacle::Capsule { ends: [[0.0; 3], [2.0, 0.0, 0.0]], radius: 0.5 };
    assert_eq!(rod.distance([1.0, 2.0, 0.0]), (1.5, [0.0, 1.0, 0.0]));
    assert_eq!(rod.distance([5.0, 0.0, 0.0]).0, 2.5);
}
