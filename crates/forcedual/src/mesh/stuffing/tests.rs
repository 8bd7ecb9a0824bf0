use super::*;
use crate::mesh::geometry::{Geometry, components, quality};
use crate::mesh::surface::Nearest;
use crate::mesh::{Boundary, SimplexMesh, validate};
use crate::progress::Silent;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A field from a function.
struct Fun<F>(Vec<f64>, Vec<f64>, F);

impl<F: Fn(&[f64]) -> f64 + Sync> SignedField for Fun<F> {
    fn dim(&self) -> usize {
        self.0.len()
    }
    fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
        (self.0.clone(), self.1.clone())
    }
    fn values(&self, points: &[f64]) -> Vec<f64> {
        points.chunks_exact(self.0.len()).map(&self.2).collect()
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

pub(super) fn ball(dim: usize) -> impl SignedField {
    Fun(vec![-1.0; dim], vec![1.0; dim], |x: &[f64]| norm(x) - 1.0)
}

pub(super) fn torus() -> impl SignedField {
    Fun(vec![-1.4, -1.4, -0.4], vec![1.4, 1.4, 0.4], |x: &[f64]| {
        norm(&[norm(&x[..2]) - 1.0, x[2]]) - 0.4
    })
}

/// A sum of random smooth blobs.
fn blobs(dim: usize, seed: u64) -> impl SignedField {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let blobs: Vec<(Vec<f64>, f64)> = (0..12)
        .map(|_| {
            let centre = (0..dim).map(|_| random.random_range(-0.7..0.7)).collect();
            (centre, random.random_range(0.1..0.3))
        })
        .collect();
    Fun(vec![-1.6; dim], vec![1.6; dim], move |x: &[f64]| {
        let blob = |(c, r): &(Vec<f64>, f64)| {
            let d: f64 = c.iter().zip(x).map(|(c, x)| (c - x).powi(2)).sum();
            (-d / (r * r)).exp()
        };
        0.5 - blobs.iter().map(blob).sum::<f64>()
    })
}

fn stuffed(field: &dyn SignedField, size: Size) -> (SimplexMesh, Stuffed) {
    let stuffed = stuff(field, &Stuffing { size, graded: false }, &Silent).unwrap();
    let defects = validate::inspect(&stuffed.mesh);
    assert!(!defects.all_inverted && defects.overlapping.is_empty());
    assert!(defects.unreferenced.is_empty());
    (SimplexMesh::new(stuffed.mesh.clone()).unwrap(), stuffed)
}

/// Panics unless every rim of a boundary facet has two facets and every boundary vertex one fan.
pub(in crate::mesh) fn assert_manifold(mesh: &SimplexMesh) {
    let dim = mesh.dim();
    let boundary = Boundary::new(mesh);
    let mut at: HashMap<u32, Vec<Vec<u32>>> = HashMap::new();
    for f in 0..boundary.facet_count() {
        for &i in boundary.facet(f) {
            let others = boundary.facet(f).iter().copied().filter(|j| *j != i).collect();
            at.entry(i).or_default().push(others);
        }
    }
    for (i, facets) in at {
        if dim == 2 {
            assert_eq!(facets.len(), 2, "vertex {i}");
            continue;
        }
        let mut link: HashMap<u32, Vec<u32>> = HashMap::new();
        for facet in &facets {
            link.entry(facet[0]).or_default().push(facet[1]);
            link.entry(facet[1]).or_default().push(facet[0]);
        }
        assert!(link.values().all(|next| next.len() == 2), "edge at vertex {i}");
        let start = facets[0][0];
        let (mut last, mut here, mut steps) = (start, link[&start][0], 1);
        while here != start {
            let next = if link[&here][0] == last { link[&here][1] } else { link[&here][0] };
            (last, here, steps) = (here, next, steps + 1);
        }
        assert_eq!(steps, facets.len(), "fans at vertex {i}");
    }
}

/// Panics if an angle is worse than promised.
pub(in crate::mesh) fn assert_good_angles(mesh: &SimplexMesh, what: &str) {
    let (low, high) = angles(mesh);
    let (least, most) = if mesh.dim() == 2 { (16.7, 129.3) } else { (9.3, 161.7) };
    assert!(low > least && high < most, "{what}: {low} .. {high}");
}

fn angles(mesh: &SimplexMesh) -> (f64, f64) {
    let quality = quality(mesh, &Geometry::new(mesh));
    (quality.smallest_angle, quality.largest_angle)
}

#[test]
fn random_blobs_have_good_angles_and_a_manifold_boundary() {
    for dim in [2, 3] {
        for seed in 0..6 {
            for cell in [0.1, 0.17] {
                let (mesh, _) = stuffed(&blobs(dim, seed), Size::Cell(cell));
                assert_good_angles(&mesh, &format!("{dim}D seed {seed}"));
                assert_manifold(&mesh);
            }
        }
    }
}

#[test]
fn about_50000_tetrahedra_hold_the_volume_within_one_percent() {
    let pi = std::f64::consts::PI;
    let exact = [4.0 / 3.0 * pi, 2.0 * pi * pi * 0.16, WING.into_iter().product()];
    let fields: [&dyn SignedField; 3] = [&ball(3), &torus(), &wing()];
    for (field, exact) in fields.into_iter().zip(exact) {
        let (mesh, _) = stuffed(field, Size::About(50_000));
        let volume: f64 = Geometry::new(&mesh).volumes.iter().sum();
        assert!((volume / exact - 1.0).abs() < 0.01);
        assert!((mesh.cell_count() as f64 / 50_000.0 - 1.0).abs() < 0.05);
    }
}

/// White noise: every way to cut a cell occurs.
fn noise(dim: usize, seed: u64, inside: f64) -> impl SignedField {
    Fun(vec![-1.0; dim], vec![1.0; dim], move |x: &[f64]| {
        if x.iter().any(|x| x.abs() > 1.0) {
            return 1.0;
        }
        let mix = |h: u64, x: &f64| {
            let h = (h ^ x.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let hash = x.iter().chain([&0.5]).fold(seed, mix);
        (hash >> 11) as f64 / (1u64 << 53) as f64 - inside
    })
}

#[test]
fn noise_cuts_cells_in_every_way_and_keeps_the_angles() {
    for (dim, cell) in [(2, 0.02), (3, 0.13)] {
        for (seed, inside) in [(1, 0.5), (2, 0.4), (3, 0.8)] {
            let (mesh, _) = stuffed(&noise(dim, seed, inside), Size::Cell(cell));
            assert_good_angles(&mesh, &format!("{dim}D seed {seed}"));
            assert_manifold(&mesh);
        }
    }
}

#[test]
fn graded_cells_fill_the_same_solid_and_keep_the_angles() {
    let of = |field: &dyn SignedField, cell: f64, graded: bool| {
        let how = Stuffing { size: Size::Cell(cell), graded };
        let raw = stuff(field, &how, &Silent).unwrap().mesh;
        assert!(validate::inspect(&raw).overlapping.is_empty());
        let mesh = SimplexMesh::new(raw).unwrap();
        let volumes = Geometry::new(&mesh).volumes;
        let volume: f64 = volumes.iter().sum();
        (volume, volumes.iter().copied().fold(0.0, f64::max), mesh)
    };
    // with the number of levels (of balls), or at least so many
    let cases: [(&dyn SignedField, f64, i32); 8] = [
        (&ball(2), 0.02, 4),
        (&ball(3), 0.05, 2),
        (&blobs(2, 1), 0.01, 3),
        (&blobs(2, 2), 0.01, 3),
        (&two_balls(), 0.07, 1),
        (&hollow_ball(3), 0.045, 1),
        (&noise(2, 1, 0.99), 0.02, 1),
        (&noise(3, 3, 0.999), 0.12, 1),
    ];
    for (k, (field, cell, levels)) in cases.into_iter().enumerate() {
        let (uniform, graded) = (of(field, cell, false), of(field, cell, true));
        let facets = |mesh: &SimplexMesh| Boundary::new(mesh).facet_count();
        assert!((uniform.0 / graded.0 - 1.0).abs() < 1e-10, "case {k}");
        assert_eq!(facets(&uniform.2), facets(&graded.2), "case {k}");
        assert!(graded.2.cell_count() < uniform.2.cell_count(), "case {k}");
        // only a shell of small cells is left around a ball
        let share = graded.2.cell_count() as f64 / uniform.2.cell_count() as f64;
        assert!(k != 1 || share < 0.55, "{share}");
        let dim = field.dim();
        let regular = if dim == 2 { 0.75f64.sqrt() / 2.0 } else { 1.0 / 12.0 };
        let found = (graded.1 / (regular * cell.powi(dim as i32))).log2() / dim as f64;
        // the largest may be halves
        let found = (found - 1e-6).ceil() as i32;
        assert!(if k < 2 { found == levels } else { found >= levels }, "case {k}: {found} levels");
        assert_good_angles(&graded.2, &format!("case {k}"));
        assert_manifold(&graded.2);
    }
}

#[test]
fn a_tall_strip_can_be_graded() {
    let strip = Fun(vec![0.0; 2], vec![1.0, 10_000.0], |x: &[f64]| {
        (x[0] - 0.5).abs().max((x[1] - 5000.0).abs() - 4999.5) - 0.5
    });
    let how = Stuffing { size: Size::Cell(0.25), graded: true };
    let mesh = SimplexMesh::new(stuff(&strip, &how, &Silent).unwrap().mesh).unwrap();
    let area: f64 = Geometry::new(&mesh).volumes.iter().sum();
    assert!((area / 1e4 - 1.0).abs() < 0.01, "{area}");
}

#[test]
fn about_reaches_any_number_of_cells_within_five_percent() {
    let fields: [&dyn SignedField; 3] = [&ball(2), &torus(), &blobs(3, 1)];
    for (field, graded) in fields.into_iter().flat_map(|f| [(f, false), (f, true)]) {
        for count in [1_000, 5_000] {
            let how = Stuffing { size: Size::About(count), graded };
            let stuffed = stuff(field, &how, &Silent).unwrap();
            let found = stuffed.mesh.cells.len() / (field.dim() + 1);
            assert!(
                (found as f64 / count as f64 - 1.0).abs() < 0.05,
                "{found} for {count}, {graded}"
            );
        }
    }
}

#[test]
fn cells_away_from_the_surface_have_the_angles_of_the_lattice() {
    for (dim, cell, least, most) in [(2, 0.02, 30.0, 90.0), (3, 0.08, 45.0, 120.0)] {
        let how = Stuffing { size: Size::Cell(cell), graded: true };
        let raw = stuff(&ball(dim), &how, &Silent).unwrap().mesh;
        let mesh = SimplexMesh::new(raw.clone()).unwrap();
        let boundary = Boundary::new(&mesh);
        let inner = |cell: &&[u32]| !cell.iter().any(|&i| boundary.on_boundary(i as usize));
        let cells = raw.cells.chunks_exact(dim + 1).filter(inner).flatten().copied().collect();
        let (low, high) = angles(&SimplexMesh::new(RawMesh { cells, ..raw }).unwrap());
        assert!(
            (low - least).abs() < 1e-6 && (high - most).abs() < 1e-6,
            "{dim}D: {low} .. {high}"
        );
    }
}

#[test]
fn any_number_of_cells_can_be_asked_for() {
    for field in [&ball(2) as &dyn SignedField, &ball(3), &torus()] {
        for count in [1, 2, 5, 30] {
            let stuffed = stuffed(field, Size::About(count)).1;
            assert!(stuffed.mesh.cells.len() / (field.dim() + 1) < 4 * count + 60);
        }
    }
}

/// A plate of some thickness next to a ball.
fn ball_and_plate(thickness: f64) -> impl SignedField {
    Fun(vec![-1.0, -1.0, -1.0], vec![2.2, 1.0, 1.0], move |x: &[f64]| {
        let plate = [(x[0] - 1.713).abs() - thickness / 2.0, x[1].abs() - 0.8, x[2].abs() - 0.8];
        let out = plate.map(|d| d.max(0.0));
        let plate = norm(&out) + plate.into_iter().fold(f64::MIN, f64::max).min(0.0);
        (norm(x) - 1.0).min(plate)
    })
}

#[test]
fn lost_plates_and_filled_gaps_are_reported_and_resolved_ones_are_not() {
    for cell in [0.2, 0.18, 0.166] {
        let lost = stuffed(&ball_and_plate(0.04), Size::Cell(cell)).1.warnings;
        assert_eq!(lost.len(), 1, "{lost:?}");
        assert!(lost[0].starts_with("parts thinner than a cell are missing"), "{lost:?}");
    }
    assert!(stuffed(&ball_and_plate(0.5), Size::Cell(0.2)).1.warnings.is_empty());

    let gap = |width: f64| {
        Fun(vec![-1.0; 3], vec![1.0; 3], move |x: &[f64]| {
            (norm(x) - 1.0).max(width / 2.0 - (x[2] - 0.013).abs())
        })
    };
    for cell in [0.2, 0.18, 0.166] {
        let filled = stuffed(&gap(0.04), Size::Cell(cell)).1.warnings;
        assert_eq!(filled.len(), 1, "{filled:?}");
        assert!(filled[0].starts_with("gaps narrower than a cell are filled"), "{filled:?}");
    }
    assert!(stuffed(&gap(0.5), Size::Cell(0.2)).1.warnings.is_empty());
    for dim in [2, 3] {
        assert!(stuffed(&ball(dim), Size::Cell(0.07)).1.warnings.is_empty());
    }
}

#[test]
fn what_is_lost_of_a_small_body_has_a_place() {
    let small = Fun(vec![-1e-5, -1e-5, -1e-5], vec![2.2e-5, 1e-5, 1e-5], |x: &[f64]| {
        let x: Vec<f64> = x.iter().map(|x| 1e5 * x).collect();
        1e-5 * ball_and_plate(0.04).values(&x)[0]
    });
    let lost = &stuffed(&small, Size::Cell(2e-6)).1.warnings[0];
    let (_, place) = lost.split_once("at (").unwrap();
    // the middle of the plate
    let x: f64 = place.split(',').next().unwrap().parse().unwrap();
    assert!((x - 1.713e-5).abs() <= 0.025e-5, "{lost}");
    assert!(lost.ends_with("cells of 2.00e-6 m are too large"), "{lost}");
}

pub(super) fn two_balls() -> impl SignedField {
    Fun(vec![-2.2, -1.0, -1.0], vec![2.2, 1.0, 1.0], |x: &[f64]| {
        norm(&[x[0].abs() - 1.2, x[1], x[2]]) - 1.0
    })
}

pub(super) fn hollow_ball(dim: usize) -> impl SignedField {
    Fun(vec![-1.0; dim], vec![1.0; dim], |x: &[f64]| (norm(x) - 0.75).abs() - 0.25)
}

/// Components, cavities and the Euler characteristic of the boundary.
fn topology(mesh: &SimplexMesh) -> (usize, usize, i64) {
    let boundary = Boundary::new(mesh);
    let vertices = (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)).count() as i64;
    let facets = boundary.facet_count() as i64;
    let euler = if mesh.dim() == 2 { vertices - facets } else { vertices - facets / 2 };
    (components(mesh).0, boundary.cavities().len(), euler)
}

#[test]
fn components_cavities_and_handles_are_kept() {
    let cases: [(&dyn SignedField, (usize, usize, i64)); 6] = [
        (&ball(3), (1, 0, 2)),
        (&torus(), (1, 0, 0)),
        (&two_balls(), (2, 0, 4)),
        (&hollow_ball(3), (1, 1, 4)),
        (&hollow_ball(2), (1, 1, 0)),
        (&ball(2), (1, 0, 0)),
    ];
    for (field, expected) in cases {
        for cell in [0.16, 0.21] {
            let (mesh, _) = stuffed(field, Size::Cell(cell));
            assert_manifold(&mesh);
            assert_eq!(topology(&mesh), expected);
        }
    }
}

#[test]
fn the_boundary_is_within_half_a_cell_of_the_surface() {
    let fields: [&dyn SignedField; 8] =
        [&ball(2), &ball(3), &torus(), &two_balls(), &hollow_ball(3), &cube(2), &cube(3), &wing()];
    for field in fields {
        for cell in [0.2, 0.4] {
            let (mesh, _) = stuffed(field, Size::Cell(cell));
            let (boundary, dim) = (Boundary::new(&mesh), mesh.dim());
            for f in 0..boundary.facet_count() {
                let corners: Vec<&[f64]> =
                    boundary.facet(f).iter().map(|&i| mesh.point(i as usize)).collect();
                let mean = |c: usize| corners.iter().map(|p| p[c]).sum::<f64>() / dim as f64;
                let mut points: Vec<f64> = (0..dim).map(mean).collect();
                points.extend(corners.iter().copied().flatten());
                assert!(field.values(&points).iter().all(|f| f.abs() < cell / 2.0));
            }
        }
    }
}

#[test]
fn a_field_that_is_no_distance_gives_the_mesh_of_the_distance() {
    let field = Fun(vec![-1.0; 3], vec![1.0; 3], |x: &[f64]| norm(x).powi(4) - 1.0);
    let [(found, _), (expected, _)] =
        [&field as &dyn SignedField, &ball(3)].map(|f| stuffed(f, Size::Cell(0.2)));
    assert_eq!(found.cells(), expected.cells());
    for (x, y) in found.positions().iter().zip(expected.positions()) {
        assert!((x - y).abs() < 0.2 / 100.0);
    }
}

#[test]
fn large_cells_hold_the_volume_of_round_solids() {
    let pi = std::f64::consts::PI;
    let cases: [(&dyn SignedField, f64); 5] = [
        (&ball(2), pi),
        (&ball(3), 4.0 / 3.0 * pi),
        (&torus(), 2.0 * pi * pi * 0.16),
        (&hollow_ball(3), 4.0 / 3.0 * pi * (1.0 - 0.125)),
        (&two_balls(), 8.0 / 3.0 * pi),
    ];
    for (field, exact) in cases {
        for cell in [0.15, 0.2] {
            let (mesh, _) = stuffed(field, Size::Cell(cell));
            let volume: f64 = Geometry::new(&mesh).volumes.iter().sum();
            assert!((volume / exact - 1.0).abs() < 1e-4, "{cell}: {}", volume / exact - 1.0);
        }
    }
}

/// The distance to an axis-parallel box about the origin, of some half extents.
fn to_box(x: &[f64], half: &[f64]) -> f64 {
    let sides: Vec<f64> = x.iter().zip(half).map(|(x, half)| x.abs() - half).collect();
    let out: Vec<f64> = sides.iter().map(|d| d.max(0.0)).collect();
    norm(&out) + sides.into_iter().fold(f64::MIN, f64::max).min(0.0)
}

/// Sides of length two.
fn cube(dim: usize) -> impl SignedField {
    Fun(vec![-1.0; dim], vec![1.0; dim], |x: &[f64]| to_box(x, &vec![1.0; x.len()]))
}

/// Half the thickness of the wing at its root, and its length and width.
const WING: [f64; 3] = [0.25, 3.0, 2.0];

/// A wedge, askew to the lattice, that thins out to nothing. Not quite the distance beyond its ends.
fn wing() -> impl SignedField {
    Fun(vec![-1.2; 3], vec![3.2; 3], |x: &[f64]| {
        let (c, s) = (0.8f64, 0.6f64);
        let [u, v] = [c * x[0] + s * x[1], c * x[1] - s * x[0]];
        let [v, w] = [c * v + s * x[2], c * x[2] - s * v];
        let [half, length, width] = WING;
        let slope = half.hypot(length);
        let faces = (w.abs() * length - half * (length - u)) / slope;
        faces.max(-u).max(v.abs() - width / 2.0)
    })
}

#[test]
fn a_wing_loses_at_most_half_of_what_is_thinner_than_a_cell() {
    let exact = WING.into_iter().product::<f64>();
    for cell in [0.2, 0.17, 0.14] {
        let (mesh, _) = stuffed(&wing(), Size::Cell(cell));
        assert_good_angles(&mesh, "wing");
        assert_manifold(&mesh);
        let volume: f64 = Geometry::new(&mesh).volumes.iter().sum();
        // what is thinner than a cell
        let thin = (cell / (2.0 * WING[0])).powi(2);
        let lost = 1.0 - volume / exact;
        assert!(lost.abs() < 0.5 * thin, "{cell}: {lost} of {thin}");
    }
}

#[test]
fn boxes_of_few_cells_are_hardly_wider_and_keep_their_volume() {
    for (dim, count) in [(2, 100), (3, 500), (3, 4_000)] {
        let (mesh, _) = stuffed(&cube(dim), Size::About(count));
        let (low, high) = mesh.bounds();
        for (low, high) in low.iter().zip(high).take(dim) {
            assert!(((high - low) / 2.0 - 1.0).abs() < 0.035, "{count}: {low} .. {high}");
        }
        let volume: f64 = Geometry::new(&mesh).volumes.iter().sum();
        let share = volume / 2f64.powi(dim as i32);
        assert!((share - 1.0).abs() < 0.005, "{count}: {share}");
    }
}

/// Interrupts a stage.
struct Until(&'static str, AtomicUsize);

impl Progress for Until {
    fn stage(&self, name: &str, _total: usize) {
        self.1.store(usize::from(name == self.0), Ordering::Relaxed);
    }
    fn cancelled(&self) -> bool {
        self.1.load(Ordering::Relaxed) == 1
    }
}

#[test]
fn centring_can_be_interrupted() {
    let until = Until("centre the boundary", AtomicUsize::new(0));
    let how = Stuffing { size: Size::Cell(0.2), graded: false };
    assert_eq!(stuff(&ball(3), &how, &until).unwrap_err().code, Code::Cancelled);
}

#[test]
fn flat_walls_stay_flat_away_from_edges() {
    for dim in [2, 3] {
        let side = |x: &[f64]| x.iter().map(|x| x.abs() - 1.0).fold(f64::MIN, f64::max);
        let field = Fun(vec![-1.0; dim], vec![1.0; dim], side);
        let cell = 0.15;
        let (mesh, _) = stuffed(&field, Size::Cell(cell));
        let boundary = Boundary::new(&mesh);
        let mut flat = 0;
        for x in
            (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)).map(|i| mesh.point(i))
        {
            let mut far: Vec<f64> = x.iter().map(|x| 1.0 - x.abs()).collect();
            far.sort_by(f64::total_cmp);
            if far[1] > 4.0 * cell {
                flat += 1;
                assert!(far[0].abs() < 2e-3 * cell, "{x:?}");
            }
        }
        assert!(flat > 20);
    }
}

#[test]
fn no_boundary_passes_through_itself() {
    let slots = |x: &[f64]| {
        let slot = (x[0] + 0.3 * x[1]).rem_euclid(0.3) - 0.15;
        (norm(x) - 1.0).max(0.025 - slot.abs())
    };
    for dim in [2, 3] {
        let slots = Fun(vec![-1.0; dim], vec![1.0; dim], slots);
        let fields: [&dyn SignedField; 4] =
            [&slots, &blobs(dim, 1), &noise(dim, 1, 0.5), &noise(dim, 2, 0.8)];
        for (k, field) in fields.into_iter().enumerate() {
            let (mesh, _) = stuffed(field, Size::Cell(0.13));
            let facets = Boundary::new(&mesh).facets;
            let crossing = Nearest::new(dim, mesh.positions(), &facets).crossing();
            assert!(crossing.is_empty(), "{dim}D {k}: {crossing:?}");
        }
    }
}

/// A ball whose field is known to be a distance, and the number of samples taken of it.
struct Counted(AtomicUsize, Option<f64>);

impl SignedField for Counted {
    fn dim(&self) -> usize {
        3
    }
    fn bounds(&self) -> (Vec<f64>, Vec<f64>) {
        (vec![-1.0; 3], vec![1.0; 3])
    }
    fn values(&self, points: &[f64]) -> Vec<f64> {
        self.0.fetch_add(points.len() / 3, Ordering::Relaxed);
        points.chunks_exact(3).map(|x| norm(x) - 1.0).collect()
    }
    fn slope(&self) -> Option<f64> {
        self.1
    }
}

#[test]
fn a_bound_on_the_slope_saves_samples_and_changes_nothing() {
    let [everywhere, near] = [None, Some(1.0)].map(|slope| Counted(AtomicUsize::new(0), slope));
    let [a, b] = [&everywhere, &near].map(|field| stuffed(field, Size::Cell(0.05)).1);
    assert_eq!(a, b);
    // the surface itself is looked at as often
    let [all, some] = [everywhere, near].map(|field| {
        field.0.store(0, Ordering::Relaxed);
        Lattice::new(&Solid::new(&field).unwrap(), 0.05, &Silent).unwrap();
        field.0.into_inner()
    });
    assert!(some * 2 < all, "{some} of {all}");
}

fn refused(field: &dyn SignedField, size: Size) -> Error {
    stuff(field, &Stuffing { size, graded: false }, &Silent).unwrap_err()
}

#[test]
fn fields_that_are_not_numbers_are_refused_with_the_point() {
    let field = Fun(
        vec![-1.0; 2],
        vec![1.0; 2],
        |x: &[f64]| {
            if x[0] > 0.5 { f64::NAN } else { norm(x) - 1.0 }
        },
    );
    let error = refused(&field, Size::Cell(0.1));
    assert_eq!(error.code, Code::MeshNotFinite);
    assert!(error.message.starts_with("the field is not a number at [0.5"), "{}", error.message);
}

#[test]
fn infinite_values_far_away_are_allowed() {
    let field = Fun(vec![-1.0; 3], vec![1.0; 3], |x: &[f64]| {
        let f = norm(x) - 1.0;
        if f.abs() < 0.3 { f } else { f.signum() * f64::INFINITY }
    });
    assert_eq!(stuffed(&field, Size::Cell(0.2)).0, stuffed(&ball(3), Size::Cell(0.2)).0);
}

#[test]
fn empty_solids_and_bad_sizes_are_refused() {
    let nothing = Fun(vec![-1.0; 3], vec![1.0; 3], |_: &[f64]| 1.0);
    assert_eq!(refused(&nothing, Size::Cell(0.2)).code, Code::MeshEmpty);
    assert_eq!(refused(&nothing, Size::About(100)).code, Code::MeshEmpty);
    let point = Fun(vec![0.0; 3], vec![0.0; 3], |x: &[f64]| norm(x));
    assert_eq!(refused(&point, Size::About(100)).code, Code::MeshEmpty);
    let nan = Fun(vec![f64::NAN; 3], vec![1.0; 3], |x: &[f64]| norm(x));
    assert_eq!(refused(&nan, Size::Cell(0.2)).code, Code::MeshNotFinite);
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-4, 1e-300].map(Size::Cell) {
        assert_eq!(refused(&ball(3), size).code, Code::Numeric, "{size:?}");
    }
    assert_eq!(refused(&ball(3), Size::About(0)).code, Code::Numeric);
    assert_eq!(refused(&ball(3), Size::About(usize::MAX)).code, Code::Numeric);
}

#[test]
fn a_solid_that_leaves_its_bounds_ends_there_with_a_warning() {
    let field = Fun(vec![-1.0; 3], vec![1.0, 1.0, 0.0], |x: &[f64]| norm(x) - 1.0);
    let (mesh, stuffed) = stuffed(&field, Size::Cell(0.1));
    assert!(stuffed.warnings[0].contains("outside its bounds"));
    assert_manifold(&mesh);
    assert!(mesh.bounds().1[2] < 0.1);
}

#[test]
fn numbers_of_cells_that_are_off_by_more_than_a_tenth_are_explained() {
    assert_eq!(super::missed(1090, 1000, "why"), None);
    assert_eq!(super::missed(910, 1000, "why"), None);
    assert_eq!(super::missed(1110, 1000, "why").unwrap(), "1110 cells instead of 1000: why");
    assert!(super::missed(890, 1000, "why").is_some());
}
