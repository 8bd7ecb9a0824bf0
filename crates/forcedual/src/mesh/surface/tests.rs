use super::*;
use crate::error::Code;
use crate::mesh::geometry::{Geometry, components};
use crate::mesh::stuffing::{SignedField, Size, Stuffing, stuff};
use crate::mesh::{Boundary, SimplexMesh};
use crate::progress::{Progress, Silent};
use std::collections::HashMap;
use std::f64::consts::PI;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// An octahedron whose triangles are divided `rounds` times, on the sphere of radius one.
pub(super) fn sphere(rounds: usize) -> Surface {
    let mut points: Vec<[f64; 3]> = Vec::new();
    for c in 0..3 {
        for s in [1.0, -1.0] {
            points.push(std::array::from_fn(|k| if k == c { s } else { 0.0 }));
        }
    }
    let mut facets: Vec<[u32; 3]> = vec![
        [0, 2, 4],
        [2, 1, 4],
        [1, 3, 4],
        [3, 0, 4],
        [2, 0, 5],
        [1, 2, 5],
        [3, 1, 5],
        [0, 3, 5],
    ];
    for _ in 0..rounds {
        let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                let sum: [f64; 3] =
                    std::array::from_fn(|c| points[a as usize][c] + points[b as usize][c]);
                let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
                points.push(sum.map(|x| x / length));
                points.len() as u32 - 1
            })
        };
        facets = facets
            .iter()
            .flat_map(|&[a, b, c]| {
                let [p, q, r] = [middle(a, b), middle(b, c), middle(c, a)];
                [[a, p, r], [p, b, q], [r, q, c], [p, q, r]]
            })
            .collect();
    }
    Surface { dim: 3, positions: points.concat(), facets: facets.concat() }
}

/// A torus of radii 1 and 0.4 about the z axis.
pub(super) fn torus(n: u32) -> Surface {
    let angle = |k: u32| 2.0 * PI * f64::from(k) / f64::from(n);
    let mut torus = Surface { dim: 3, ..Surface::default() };
    for i in 0..n {
        for j in 0..n {
            let (u, v) = (angle(i), angle(j));
            let r = 1.0 + 0.4 * v.cos();
            torus.positions.extend([r * u.cos(), r * u.sin(), 0.4 * v.sin()]);
            let at = |i: u32, j: u32| i % n * n + j % n;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            torus.facets.extend([a, b, c, a, c, d]);
        }
    }
    torus
}

pub(super) fn turned(mut surface: Surface) -> Surface {
    surface.facets.chunks_exact_mut(3).for_each(|f| f.swap(1, 2));
    surface
}

pub(super) fn moved(surface: &Surface, scale: f64, shift: [f64; 3]) -> Surface {
    let mut copy = surface.clone();
    for (k, x) in copy.positions.iter_mut().enumerate() {
        *x = scale * *x + shift[k % 3];
    }
    copy
}

pub(super) fn joined(a: &Surface, b: &Surface) -> Surface {
    let first = (a.positions.len() / 3) as u32;
    Surface {
        dim: 3,
        positions: [&a.positions[..], &b.positions].concat(),
        facets: a.facets.iter().copied().chain(b.facets.iter().map(|i| first + i)).collect(),
    }
}

fn filled(surface: &Surface, count: usize) -> (SimplexMesh, Filled) {
    let how = Stuffing { size: Size::About(count), graded: false };
    let filled = Shape::of(surface.clone()).unwrap().fill(&how, &Silent).unwrap();
    (SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap(), filled)
}

fn volume(mesh: &SimplexMesh) -> f64 {
    Geometry::new(mesh).volumes.iter().sum()
}

#[test]
fn a_sphere_keeps_its_volume_within_one_percent_and_its_boundary_within_half_a_cell() {
    let (mesh, filled) = filled(&sphere(4), 50_000);
    assert!(filled.diagnosis.is_clean(), "{:?}", filled.warnings());
    assert!((mesh.cell_count() as f64 / 5e4 - 1.0).abs() < 0.1);
    assert!((volume(&mesh) / (4.0 * PI / 3.0) - 1.0).abs() < 0.01, "{}", volume(&mesh));
    let boundary = Boundary::new(&mesh);
    for i in (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)) {
        let radius = mesh.point(i).iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((radius - 1.0).abs() < 0.5 * filled.stuffed.cell, "{radius}");
    }
}

#[test]
fn a_shell_within_another_changes_nothing_of_the_mesh() {
    let whole = sphere(3);
    let doubled = joined(&whole, &moved(&whole, 0.99, [0.0; 3]));
    let [(one, _), (both, found)] = [&whole, &doubled].map(|s| filled(s, 2000));
    assert_eq!(found.diagnosis.buried, 1);
    assert!(one == both, "{} instead of {} m3", volume(&both), volume(&one));
}

#[test]
fn damaged_spheres_give_the_same_solid_and_say_what_was_wrong() {
    let whole = sphere(3);
    let count = whole.facets.len() / 3;
    let flip_some = {
        let mut s = whole.clone();
        s.facets.chunks_exact_mut(3).step_by(3).for_each(|f| f.swap(1, 2));
        s
    };
    let holes = {
        let mut s = whole.clone();
        s.facets = s
            .facets
            .chunks_exact(3)
            .enumerate()
            .filter(|(f, _)| f % 40 != 7)
            .flat_map(|(_, v)| v.to_vec())
            .collect();
        s
    };
    let split = Surface {
        dim: 3,
        positions: whole
            .facets
            .iter()
            .flat_map(|&i| whole.positions[3 * i as usize..][..3].to_vec())
            .collect(),
        facets: (0..whole.facets.len() as u32).collect(),
    };
    let flat = {
        let mut s = whole.clone();
        s.facets.extend([0, 0, 1, 5, 5, 5]);
        s
    };
    let fin = {
        let mut s = whole.clone();
        let n = (s.positions.len() / 3) as u32;
        s.positions.extend([0.0, 0.0, 1.05]);
        let [a, b] = [s.facets[0], s.facets[1]];
        s.facets.extend([a, b, n]);
        s
    };
    let copied = Surface { facets: whole.facets.repeat(2), ..whole.clone() };
    let back_to_back = joined(&whole, &turned(whole.clone()));
    let doubled = joined(&whole, &moved(&whole, 0.999, [0.0; 3]));
    type Count = fn(&Diagnosis) -> usize;
    let cases: [(&str, Surface, &str, Count, usize); 9] = [
        ("turned", turned(whole.clone()), "facing inwards", |d| d.turned, 1),
        ("some flipped", flip_some, "facing against", |d| d.flipped, count.div_ceil(3)),
        ("holes", holes, "holes in the surface", |d| d.holes, (count - 7).div_ceil(40)),
        ("split corners", split, "", |d| d.holes, 0),
        ("degenerate", flat, "without area", |d| d.degenerate, 2),
        ("a fin", fin, "more than two triangles", |d| d.non_manifold, 1),
        ("copied", copied, "earlier copy", |d| d.duplicates, count),
        ("two-sided", back_to_back, "earlier copy", |d| d.duplicates, count),
        ("doubled", doubled, "within the solid", |d| d.buried, 1),
    ];
    let (reference, _) = filled(&whole, 5_000);
    for (name, surface, sentence, number, expected) in cases {
        let (mesh, filled) = filled(&surface, 5_000);
        let ratio = volume(&mesh) / volume(&reference);
        assert!((ratio - 1.0).abs() < 0.02, "{name}: {ratio}");
        assert_eq!(number(&filled.diagnosis), expected, "{name}");
        let said = filled.warnings().join("; ");
        assert!(said.contains(sentence), "{name}: {said}");
        assert_eq!(filled.diagnosis.is_clean(), sentence.is_empty(), "{name}: {said}");
        assert_eq!(Boundary::new(&mesh).shells.len(), 1, "{name}");
        assert_eq!(filled.diagnosis.turned, usize::from(name == "turned"), "{name}");
    }
}

/// A box of twelve triangles.
pub(super) fn block(low: [f64; 3], high: [f64; 3]) -> Surface {
    let corner = |k: usize| (0..3).map(move |c| if k >> c & 1 == 1 { high[c] } else { low[c] });
    let squares =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let facets = squares.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]).collect();
    Surface { dim: 3, positions: (0..8).flat_map(corner).collect(), facets }
}

/// Signed distance to a box.
fn to_block(x: &[f64], low: [f64; 3], high: [f64; 3]) -> f64 {
    let out: Vec<f64> = (0..x.len()).map(|c| (low[c] - x[c]).max(x[c] - high[c])).collect();
    let beyond = out.iter().map(|d| d.max(0.0).powi(2)).sum::<f64>().sqrt();
    beyond + out.iter().copied().fold(f64::MIN, f64::max).min(0.0)
}

#[test]
fn a_wall_that_two_glued_boxes_share_is_no_hole() {
    let [left, right] = [[0.0; 3], [1.0, 0.0, 0.0]].map(|low| block(low, [low[0] + 1.0, 1.0, 1.0]));
    let mut mended = mend(&joined(&left, &right), &Silent).unwrap();
    mended.find_inside(&Silent).unwrap();
    let found = &mended.diagnosis;
    assert_eq!((found.duplicates, found.holes, found.non_manifold), (2, 0, 0));
    assert_eq!((mended.surface.facets.len() / 3, found.shells), (20, 1));
    assert!((found.volume - 2.0).abs() < 1e-12, "{}", found.volume);
}

#[test]
fn walls_within_overlapping_boxes_leave_no_dents() {
    // two that overlap, and one just below the walls of the first
    let boxes = [([0.0; 3], [1.0; 3]), ([0.6, 0.2, 0.25], [1.7, 0.8, 1.3]), ([0.04; 3], [0.96; 3])];
    let [first, second, third] = boxes.map(|(low, high)| block(low, high));
    let all = joined(&joined(&first, &second), &third);
    let plane = {
        let rings = boxes.map(|(l, h)| [l[0], l[1], h[0], l[1], h[0], h[1], l[0], h[1]]);
        let outline = |ring: [f64; 8]| {
            let facets = vec![0, 1, 1, 2, 2, 3, 3, 0];
            Outline::new(Surface { dim: 2, positions: ring.to_vec(), facets }, Rule::NonZero)
        };
        Shape::Plane(rings.map(outline).to_vec())
    };
    let exact = [1.0 + 1.1 * 0.6 - 0.4 * 0.6, 1.0 + 1.1 * 0.6 * 1.05 - 0.4 * 0.6 * 0.75];
    for (shape, exact) in [plane, Shape::Space(all)].iter().zip(exact) {
        for cell in [0.06, 0.07] {
            let how = Stuffing { size: Size::Cell(cell), graded: false };
            let filled = shape.fill(&how, &Silent).unwrap();
            let mesh = SimplexMesh::new(filled.stuffed.mesh).unwrap();
            assert!((volume(&mesh) / exact - 1.0).abs() < 0.02, "{} of {exact}", volume(&mesh));
            let boundary = Boundary::new(&mesh);
            let on = (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i));
            // a lower bound of the depth below the union's surface
            let depth = |x: &[f64]| {
                boxes.iter().map(|(low, high)| to_block(x, *low, *high)).fold(f64::MAX, f64::min)
            };
            let mut flat = 0;
            for x in on.map(|i| mesh.point(i)) {
                let miss = |x: &[f64]| depth(x).abs() / cell;
                assert!(miss(x) < 0.5, "{} of a cell at {x:?}", miss(x));
                // edges of the union are rounded to both sides, and lie where a side of the two ends
                let away = |c: &usize| {
                    let mut ends = boxes[..2].iter().flat_map(|(low, high)| [low[*c], high[*c]]);
                    ends.all(|end| (x[*c] - end).abs() > 3.5 * cell)
                };
                if (0..x.len()).filter(away).count() + 1 == x.len() {
                    flat += 1;
                    assert!(miss(x) < 2e-3, "{} of a cell at {x:?}", miss(x));
                }
            }
            assert!(flat > 5, "{flat}");
        }
    }
}

#[test]
fn a_star_of_many_triangles_at_one_point_is_made_of_closed_loops() {
    let n = 40_000u32;
    let mut curve = Surface { dim: 2, positions: vec![0.0, 0.0], facets: Vec::new() };
    for k in 0..n {
        let first = 1 + 2 * k;
        for shift in [0.2, 0.8] {
            let angle = 2.0 * PI * (f64::from(k) + shift) / f64::from(n);
            curve.positions.extend([angle.cos(), angle.sin()]);
        }
        curve.facets.extend([0, first, first, first + 1, first + 1, 0]);
    }
    let loops = outline::loops(&curve).unwrap().curve.facets;
    assert_eq!(loops.len(), curve.facets.len());
    let mut degree = vec![0i32; curve.positions.len() / 2];
    loops.chunks_exact(2).for_each(|s| {
        degree[s[0] as usize] += 1;
        degree[s[1] as usize] -= 1;
    });
    assert!(degree.iter().all(|d| *d == 0));
}

#[test]
fn more_than_a_thousand_crossings_are_said_to_be_that() {
    let found = |crossings: usize| {
        Diagnosis { crossings: Some(crossings), ..Diagnosis::default() }.sentences().join("")
    };
    assert!(found(1000).starts_with("1000 pairs of triangles passing"));
    assert!(found(1001).starts_with("more than 1000 pairs of triangles passing"));
}

#[test]
fn a_torus_keeps_its_handle() {
    let (mesh, _) = filled(&torus(40), 8_000);
    let boundary = Boundary::new(&mesh);
    let mut edges: Vec<[u32; 2]> = boundary
        .facets
        .chunks_exact(3)
        .flat_map(|f| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]])
        .map(|[a, b]| [a.min(b), a.max(b)])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let vertices = (0..mesh.vertex_count()).filter(|&i| boundary.on_boundary(i)).count();
    // the Euler characteristic of a torus is zero
    assert_eq!(vertices + boundary.facet_count(), edges.len());
    let exact = 2.0 * PI * PI * 0.16;
    assert!((volume(&mesh) / exact - 1.0).abs() < 0.03, "{}", volume(&mesh));
}

#[test]
fn cavities_stay_whichever_way_the_whole_surface_faces_and_separate_shells_are_put_right() {
    let inner = turned(moved(&sphere(3), 0.5, [0.1, 0.0, 0.0]));
    let hollow = joined(&sphere(3), &inner);
    for surface in [hollow.clone(), turned(hollow)] {
        let (mesh, _) = filled(&surface, 10_000);
        let boundary = Boundary::new(&mesh);
        assert_eq!(boundary.cavities().len(), 1);
        let ratio = -boundary.cavities()[0].volume / (4.0 * PI / 3.0 / 8.0);
        assert!((ratio - 1.0).abs() < 0.06, "{ratio}");
    }
    let apart = joined(&sphere(3), &turned(moved(&sphere(3), 0.7, [2.5, 0.0, 0.0])));
    let (mesh, filled) = filled(&apart, 6_000);
    assert_eq!((filled.diagnosis.shells, filled.diagnosis.turned), (2, 1));
    assert_eq!(components(&mesh).0, 2);
}

#[test]
fn an_inverted_shell_that_overlaps_another_is_turned_whatever_the_order_of_its_triangles() {
    let other = turned(moved(&sphere(3), 1.0, [0.03, 0.02, 1.2]));
    let height = |f: &[u32]| f.iter().map(|&i| other.positions[3 * i as usize + 2]).sum::<f64>();
    let mut triangles: Vec<&[u32]> = other.facets.chunks_exact(3).collect();
    triangles.sort_by(|a, b| height(a).total_cmp(&height(b)));
    let upwards = Surface { facets: triangles.concat(), ..other.clone() };
    let downwards = Surface {
        facets: triangles.into_iter().rev().collect::<Vec<_>>().concat(),
        ..other.clone()
    };
    // less the lens of two caps of height 0.4
    let exact = 8.0 * PI / 3.0 - 2.0 * PI * 0.16 * 2.6 / 3.0;
    for second in [upwards, downwards, other] {
        let mut mended = mend(&joined(&sphere(3), &second), &Silent).unwrap();
        mended.find_inside(&Silent).unwrap();
        assert_eq!(mended.diagnosis.turned, 1);
        let volume = mended.diagnosis.volume;
        assert!((volume / exact - 1.0).abs() < 0.03, "{volume} {exact}");
    }
}

#[test]
fn overlapping_spheres_are_filled_and_their_crossing_is_reported() {
    let (mesh, filled) =
        filled(&joined(&sphere(4), &moved(&sphere(4), 1.0, [1.0, 0.03, 0.02])), 12_000);
    assert!(filled.diagnosis.crossings.unwrap() > 10);
    // two balls less the lens of two caps of height 1/2
    let exact = 2.0 * 4.0 * PI / 3.0 - 2.0 * PI * 0.25 * 2.5 / 3.0;
    assert!((volume(&mesh) / exact - 1.0).abs() < 0.02, "{} {exact}", volume(&mesh));
    assert_eq!(Boundary::new(&mesh).shells.len(), 1);
}

#[test]
fn what_an_inward_shell_cuts_out_is_not_said_to_be_filled() {
    let said = |second: Surface| {
        let mut mended = mend(&joined(&sphere(3), &second), &Silent).unwrap();
        mended.find_inside(&Silent).unwrap();
        let crossing = |s: &String| s.contains("passing through each other");
        let sentence = mended.diagnosis.sentences().into_iter().find(crossing).unwrap();
        (sentence, mended.diagnosis.volume)
    };
    let poking = moved(&sphere(3), 0.5, [0.01, 0.02, 0.8]);
    let (cut, smaller) = said(turned(poking.clone()));
    let (filled, larger) = said(poking);
    assert!(cut.ends_with("facing inwards is cut out of the others") && smaller < 4.0, "{smaller}");
    assert!(filled.ends_with("inside either part is filled") && larger > 4.15, "{larger}");
}

#[test]
fn loose_faces_around_a_cube_have_an_inside_and_a_single_sheet_has_none() {
    let mut cube = Surface { dim: 3, ..Surface::default() };
    let side = |u: [f64; 3], v: [f64; 3], o: [f64; 3]| -> Surface {
        let mut s = Surface { dim: 3, ..Surface::default() };
        for [a, b] in [[0.01, 0.01], [0.99, 0.01], [0.99, 0.99], [0.01, 0.99]] {
            s.positions.extend((0..3).map(|c| o[c] + a * u[c] + b * v[c]));
        }
        s.facets = vec![0, 1, 2, 0, 2, 3];
        s
    };
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for c in 0..3 {
        let (u, v) = (axes[(c + 1) % 3], axes[(c + 2) % 3]);
        cube = joined(&cube, &side(u, v, axes[c]));
        cube = joined(&cube, &side(v, u, [0.0; 3]));
    }
    let (mesh, found) = filled(&cube, 5_000);
    assert_eq!(found.diagnosis.sheets, 6);
    assert!((volume(&mesh) - 1.0).abs() < 0.05, "{}", volume(&mesh));

    let sheet = side(axes[0], axes[1], [0.0; 3]);
    let bent = Surface {
        positions: sheet
            .positions
            .iter()
            .enumerate()
            .map(|(k, x)| if k == 2 { 0.3 } else { *x })
            .collect(),
        ..sheet
    };
    let error = SurfaceField::new(&mend(&bent, &Silent).unwrap(), &Silent).err().unwrap();
    assert_eq!(error.code, Code::MeshEmpty);
    assert!(error.message.contains("no inside"), "{error}");

    let beside = joined(&sphere(2), &moved(&bent, 1.0, [3.0, 0.0, 0.0]));
    let (mesh, found) = filled(&beside, 2_000);
    assert_eq!((found.diagnosis.sheets, components(&mesh).0), (1, 1));
}

#[test]
fn unusable_surfaces_are_refused_with_a_code() {
    let triangle = Surface {
        dim: 3,
        positions: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.1, 0.0, 1.0, 0.0],
        facets: vec![0, 1, 2],
    };
    let with = |change: fn(&mut Surface)| {
        let mut s = triangle.clone();
        change(&mut s);
        s
    };
    let cases = [
        (triangle.clone(), Code::MeshEmpty),
        (Surface { dim: 3, ..Surface::default() }, Code::MeshEmpty),
        (with(|s| s.facets = vec![0, 0, 1, 2, 2, 2]), Code::MeshDegenerate),
        (with(|s| s.positions[6..].copy_from_slice(&[2.0, 0.0, 0.2])), Code::MeshDegenerate),
        (with(|s| s.positions[4] = f64::NAN), Code::MeshNotFinite),
        (with(|s| s.facets[2] = 9), Code::MeshIndex),
    ];
    for (surface, code) in cases {
        let how = Stuffing { size: Size::About(1000), graded: false };
        let error = Shape::of(surface).unwrap().fill(&how, &Silent).unwrap_err();
        assert_eq!(error.code, code, "{error}");
    }
}

#[test]
fn surfaces_too_large_or_small_for_their_volume_to_be_a_number_are_refused() {
    for size in [1e200, 1e-200] {
        let error = mend(&moved(&sphere(1), size, [0.0; 3]), &Silent).err().unwrap();
        assert_eq!(error.code, Code::Numeric);
    }
    for size in [1e9, 1e-9] {
        let mut mended = mend(&moved(&sphere(3), size, [0.0; 3]), &Silent).unwrap();
        mended.find_inside(&Silent).unwrap();
        assert!(mended.diagnosis.is_clean() && mended.diagnosis.volume.is_normal());
    }
}

#[test]
fn the_field_is_the_distance_and_never_steeper_than_one() {
    let field = SurfaceField::new(&mend(&sphere(4), &Silent).unwrap(), &Silent).unwrap();
    let points: Vec<f64> = (0..3000).map(|k| 1.3 * (1.7 * f64::from(k)).sin()).collect();
    let values = field.values(&points);
    for (p, value) in points.chunks(3).zip(&values) {
        let exact = p.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0;
        assert!((value - exact).abs() < 0.005, "{value} {exact}");
    }
    assert_eq!(field.slope(), Some(1.0));
    let (near, step) = (1e-4, [0.36, -0.48, 0.8]);
    let beside: Vec<f64> = points.iter().enumerate().map(|(k, x)| x + near * step[k % 3]).collect();
    for (a, b) in values.iter().zip(field.values(&beside)) {
        assert!((a - b).abs() <= near * (1.0 + 1e-6), "{a} {b}");
    }
    // alone or in a batch: the same bits
    for (p, value) in points.chunks(3).zip(&values).step_by(17) {
        assert_eq!(field.values(p)[0].to_bits(), value.to_bits());
    }
}

#[test]
fn outlines_with_holes_are_filled_whatever_their_direction() {
    let ring = |n: u32, r: f64, first: u32| -> (Vec<f64>, Vec<u32>) {
        let points = (0..n).flat_map(|k| {
            let angle = 2.0 * PI * f64::from(k) / f64::from(n);
            [r * angle.cos(), r * angle.sin()]
        });
        // every other segment runs backwards
        let segments = (0..n).flat_map(|k| {
            let (a, b) = (first + k, first + (k + 1) % n);
            if k % 2 == 0 { [a, b] } else { [b, a] }
        });
        (points.collect(), segments.collect())
    };
    let (mut positions, mut facets) = ring(100, 1.0, 0);
    let (inner, more) = ring(80, 0.5, 100);
    positions.extend(inner);
    facets.extend(more);
    let curve = Surface { dim: 2, positions, facets };
    let (mesh, _) = filled(&curve, 3_000);
    assert!((volume(&mesh) / (0.75 * PI) - 1.0).abs() < 0.01);
    assert_eq!(Boundary::new(&mesh).cavities().len(), 1);

    let open = Surface { facets: curve.facets[2..].to_vec(), ..curve };
    let error = Shape::of(open).unwrap_err();
    assert_eq!(error.code, Code::MeshEmpty);
    assert!(error.message.contains("open"), "{error}");
}

#[test]
fn thin_parts_are_reported_and_kept_if_asked_for() {
    let mut slab = sphere(3);
    slab.positions.iter_mut().skip(2).step_by(3).for_each(|z| *z *= 0.06);
    let ball = moved(&sphere(2), 0.6, [0.0, 0.0, 2.0]);
    let shape = Shape::of(joined(&slab, &ball)).unwrap();
    let how = Stuffing { size: Size::Cell(0.25), graded: false };
    let coarse = shape.fill(&how, &Silent).unwrap();
    assert!(coarse.warnings().join("").contains("thinner than a cell"), "{:?}", coarse.warnings());
    let fine = shape.fill_thin(&how, &Silent).unwrap();
    let volume_of = |f: &Filled| volume(&SimplexMesh::new(f.stuffed.mesh.clone()).unwrap());
    let exact = coarse.diagnosis.volume;
    assert!(volume_of(&coarse) < 0.85 * exact, "{} {exact}", volume_of(&coarse));
    assert!((volume_of(&fine) / exact - 1.0).abs() < 0.12, "{} {exact}", volume_of(&fine));
}

#[test]
fn memory_follows_facets_and_cells_however_they_are_asked_for() {
    let shape = Shape::of(block([0.0; 3], [1.0; 3])).unwrap();
    let memory = |size: Size, thin: bool| {
        shape.memory(&Stuffing { size, graded: false }, thin) as f64 / f64::from(1 << 20)
    };
    // a cube of side one has 12 / h^3 cells, and some along its walls
    let (by_size, by_count) =
        (memory(Size::Cell(0.01), false), memory(Size::About(12_000_000), false));
    assert!((by_size / by_count - 1.0).abs() < 0.05, "{by_size} {by_count}");
    assert!(
        (memory(Size::About(1000), true) / memory(Size::About(16_000), false) - 1.0).abs() < 0.1
    );
    // a plate of few cells gets as many as are no larger than it is thick, 2 V / A
    let plate = Shape::of(block([0.0; 3], [1.0, 1.0, 0.05])).unwrap();
    let plate = |count: usize| {
        plate.memory(&Stuffing { size: Size::About(count), graded: false }, false) as f64
    };
    assert!((plate(2000) / plate(6400) - 1.0).abs() < 0.01, "{} {}", plate(2000), plate(6400));
    assert!(plate(64_000) > 9.0 * plate(6400));
    let file = |name: &str| Shape::memory_of_file(std::path::Path::new(name), 1 << 30);
    let [[glb, most], ply, obj, stl] = ["a.glb", "a.ply", "a.obj", "a.STL"].map(file);
    assert!(most > ply[1] && ply[1] > obj[1] && obj[1] > stl[1]);
    assert!([ply, obj, stl].iter().all(|[least, most]| 2 * least < *most && *least > 2 << 30));
    // it may hold nothing but pictures
    assert_eq!(glb, 1 << 30);
}

/// A rod with eight sides along the diagonal of its box, 100 m long.
fn rod(radius: f64) -> Surface {
    let s = 3f64.sqrt().recip();
    let u = [0.5f64.sqrt(), -0.5f64.sqrt(), 0.0];
    let v = [6f64.sqrt().recip(), 6f64.sqrt().recip(), -(2.0 / 3f64).sqrt()];
    let mut rod = Surface { dim: 3, ..Surface::default() };
    for end in [0.0, 100.0 * s] {
        for k in 0..8 {
            let (y, x) = (PI * f64::from(k) / 4.0).sin_cos();
            rod.positions.extend((0..3).map(|c| end + radius * (x * u[c] + y * v[c])));
        }
    }
    rod.positions.extend([[0.0; 3], [100.0 * s; 3]].concat());
    for k in 0..8 {
        let next = (k + 1) % 8;
        rod.facets.extend([k, next, 8 + next, k, 8 + next, 8 + k]);
        rod.facets.extend([16, next, k, 17, 8 + k, 8 + next]);
    }
    rod
}

#[test]
fn a_rod_that_takes_little_of_its_box_is_filled_with_roughly_the_cells_asked_for() {
    let (mesh, found) = filled(&rod(0.25), 12_000);
    assert!((mesh.cell_count() as f64 / 1.2e4 - 1.0).abs() < 0.4, "{}", mesh.cell_count());
    let kept = volume(&mesh) / found.diagnosis.volume;
    assert!((kept - 1.0).abs() < 0.3, "{kept}");
}

#[test]
fn a_large_lattice_around_a_rod_is_sampled_once_if_that_comes_near() {
    struct Count(AtomicUsize);
    impl Progress for Count {
        fn stage(&self, name: &str, _: usize) {
            self.0.fetch_add(usize::from(name == "sample the field"), Relaxed);
        }
    }
    let count = Count(AtomicUsize::new(0));
    let field = Shape::of(rod(0.5)).unwrap().field(&Silent).unwrap();
    let how = Stuffing { size: Size::About(30_000), graded: false };
    let found = stuff(&field, &how, &count).unwrap();
    let cells = found.mesh.cells.len() / 4;
    assert!((26_000..34_500).contains(&cells), "{cells}");
    assert_eq!(count.0.load(Relaxed), 1);
}

/// Counts the stages in which pieces and handles are counted, and may stop the first.
struct Counted {
    stages: AtomicUsize,
    stops: bool,
}

impl Progress for Counted {
    fn stage(&self, name: &str, _: usize) {
        self.stages.fetch_add(usize::from(name == "count pieces and handles"), Relaxed);
    }
    fn cancelled(&self) -> bool {
        self.stops && self.stages.load(Relaxed) > 0
    }
}

#[test]
fn a_second_lattice_counts_pieces_and_handles_only_if_the_first_differs_from_the_mesh() {
    let ball = sphere(3);
    let two = joined(&ball, &moved(&ball, 1.0, [1.1, 0.3, 0.2]));
    // fins that coarse cells join
    let fins = [0.05, 0.15, 0.25].map(|x| block([x, 0.05, 0.0], [x + 0.07, 0.3, 0.2]));
    let comb = fins.iter().fold(block([0.0; 3], [0.35, 0.1, 0.2]), |all, fin| joined(&all, fin));
    let filled = |surface: &Surface, cell: f64, stops: bool| {
        let progress = Counted { stages: AtomicUsize::new(0), stops };
        let how = Stuffing { size: Size::Cell(cell), graded: false };
        let found = Shape::of(surface.clone()).unwrap().fill_once(&how, &progress);
        (found, progress.stages.load(Relaxed))
    };
    let (found, stages) = filled(&two, 0.15, false);
    assert!(found.unwrap().lost.is_empty());
    assert_eq!(stages, 1);
    let (stopped, _) = filled(&two, 0.15, true);
    assert_eq!(stopped.unwrap_err().code, Code::Cancelled);
    let (found, stages) = filled(&comb, 0.06, false);
    assert!(found.unwrap().lost[0].contains("the solid 0"));
    assert_eq!(stages, 2);
}

#[test]
fn signs_of_values_are_those_of_winding_numbers_at_any_order_of_points() {
    let ball = sphere(3);
    let two = joined(&ball, &moved(&ball, 0.7, [0.9, 0.3, 0.2]));
    let hollow = joined(&two, &turned(moved(&ball, 0.3, [-0.4, 0.0, 0.0])));
    let field = Shape::of(hollow).unwrap().field(&Silent).unwrap();
    let n = 24;
    let at =
        |k: usize| [k % n, k / n % n, k / n / n].map(|x| -1.3 + 3.1 * (x as f64 + 0.31) / n as f64);
    // row by row, and all over the place
    for stride in [1, 5_431] {
        let points: Vec<[f64; 3]> = (0..n.pow(3)).map(|k| at(k * stride % n.pow(3))).collect();
        let values = field.values(&points.concat());
        let wrong = points.iter().zip(&values).filter(|(q, v)| field.inside(**q) != (**v < 0.0));
        assert_eq!(wrong.count(), 0, "{stride}");
        assert!(values.iter().filter(|v| **v < 0.0).count() > 2000);
    }
}

#[test]
fn refinement_that_needs_too_large_a_lattice_keeps_the_last_mesh_and_says_so() {
    let ball = moved(&sphere(2), 1.0, [20.0; 3]);
    let shape = Shape::of(joined(&rod(0.02), &ball)).unwrap();
    let how = Stuffing { size: Size::Cell(0.13), graded: false };
    let found = shape.fill_thin(&how, &Silent).unwrap();
    assert!(found.stuffed.mesh.cells.len() > 4000);
    let said = found.lost.last().unwrap();
    assert!(said.starts_with("the limit is reached") && said.contains("lattice"), "{said}");
}

#[test]
fn sheets_have_no_inside_to_face() {
    // half a wave, which bulges to one side
    let mut sheet = Surface { dim: 3, ..Surface::default() };
    let n = 10u32;
    for i in 0..=n {
        for j in 0..=n {
            let [x, y] = [i, j].map(|k| f64::from(k) / f64::from(n));
            sheet.positions.extend([x, y, 0.2 * (PI * x).sin()]);
        }
    }
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let a = i * (n + 1) + j;
        let [b, c, d] = [a + n + 1, a + n + 2, a + 1];
        sheet.facets.extend([a, b, c, a, c, d]);
    }
    for sheet in [sheet.clone(), turned(sheet)] {
        let found = mend(&sheet, &Silent).unwrap().diagnosis;
        assert_eq!((found.sheets, found.turned), (1, 0));
        let beside = joined(&moved(&sphere(2), 1.0, [0.0, 0.0, 5.0]), &sheet);
        let found = mend(&beside, &Silent).unwrap().diagnosis;
        assert_eq!((found.sheets, found.turned), (1, 0));
    }
}

#[test]
fn what_is_far_from_the_origin_encloses_what_it_does_near_it() {
    for shift in [[1e9, 0.0, 0.0], [-1e9, 1e9, 1e9]] {
        let mut mended = mend(&moved(&sphere(3), 1.0, shift), &Silent).unwrap();
        mended.find_inside(&Silent).unwrap();
        let found = mended.diagnosis;
        let mut near = mend(&sphere(3), &Silent).unwrap();
        near.find_inside(&Silent).unwrap();
        let near = near.diagnosis;
        assert!((found.volume / near.volume - 1.0).abs() < 1e-5, "{}", found.volume);
        assert!(!found.estimated);
    }
}

#[test]
fn finding_the_inside_and_comparing_can_be_interrupted() {
    /// Stops once a stage has begun.
    struct Until(&'static str, AtomicUsize);
    impl Progress for Until {
        fn stage(&self, name: &str, _: usize) {
            self.1.fetch_max(usize::from(name == self.0), Relaxed);
        }
        fn cancelled(&self) -> bool {
            self.1.load(Relaxed) > 0
        }
    }
    let how = Stuffing { size: Size::About(2000), graded: false };
    let (ball, cut) = (sphere(3), joined(&sphere(2), &moved(&sphere(2), 1.0, [0.7, 0.1, 0.2])));
    // only sheets, which surround what is between them
    let sides: Vec<u32> = block([0.0; 3], [1.0; 3]).facets;
    let mut loose = Surface { dim: 3, ..Surface::default() };
    for pair in sides.chunks(6) {
        let wall = Surface { facets: pair.to_vec(), ..block([0.0; 3], [1.0; 3]) };
        let middle: [f64; 3] = std::array::from_fn(|c| {
            pair.iter().map(|i| wall.positions[3 * *i as usize + c]).sum::<f64>() / 6.0
        });
        let out = middle.map(|x| 0.02 * (x - 0.5));
        loose = joined(&loose, &moved(&wall, 1.0, out));
    }
    for surface in [&ball, &cut, &loose] {
        for stage in ["find the inside", "compare with the surface"] {
            let stop = Until(stage, AtomicUsize::new(0));
            let error = Shape::of(surface.clone()).unwrap().fill(&how, &stop).err().unwrap();
            assert_eq!(error.code, Code::Cancelled, "{stage}: {error}");
        }
    }
}
