use super::super::tests::{block, joined, moved, sphere, turned};
use super::super::{Filled, Shape, svg};
use super::*;
use crate::mesh::stuffing::{Size, Stuffing};
use crate::progress::Silent;

fn how(cell: f64) -> Stuffing {
    Stuffing { size: Size::Cell(cell), graded: false }
}

fn fill(surface: &Surface, cell: f64) -> Filled {
    Shape::of(surface.clone()).unwrap().fill(&how(cell), &Silent).unwrap()
}

fn cavities(filled: &Filled) -> usize {
    let mesh = SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap();
    Boundary::new(&mesh).cavities().len()
}

/// A ball of radius one with cavities: radius and place along x.
fn hollow(cavities: &[(f64, f64)]) -> Surface {
    cavities.iter().fold(sphere(3), |all, &(radius, x)| {
        joined(&all, &turned(moved(&sphere(2), radius, [x, 0.0, 0.0])))
    })
}

/// The length in `cells of (about) <length> m` of the last sentence.
fn advised(lost: &[String]) -> f64 {
    let last = lost.last().unwrap().replace("about ", "");
    let words: Vec<&str> = last.split(' ').collect();
    let at = words.windows(2).position(|w| w == ["cells", "of"]).unwrap();
    words[at + 2].parse().unwrap()
}

#[test]
fn cavities_that_are_torn_open_joined_or_filled_are_named_and_kept_by_the_advised_cells() {
    let cases = [
        (hollow(&[(0.4, 0.5)]), 0.2, "1 cavity is torn open to the outside: 0.2", 1),
        (hollow(&[(0.3, -0.35), (0.3, 0.35)]), 0.25, "2 cavities became one: 0.1", 2),
        (hollow(&[(0.12, 0.0)]), 0.4, "1 cavity is filled: 0.00", 1),
    ];
    for (surface, cell, sentence, count) in cases {
        let coarse = fill(&surface, cell);
        assert!(cavities(&coarse) < count);
        assert!(coarse.lost[0].starts_with(sentence), "{:?}", coarse.lost);
        assert!(coarse.warnings().contains(&coarse.lost[0]));
        let fine = fill(&surface, advised(&coarse.lost));
        assert_eq!(cavities(&fine), count, "{sentence}");
        assert!(fine.lost.is_empty(), "{:?}", fine.lost);
    }
    let shape = Shape::of(hollow(&[(0.4, 0.5)])).unwrap();
    let thin = shape.fill_thin(&how(0.2), &Silent).unwrap();
    assert_eq!((cavities(&thin), thin.warnings()), (1, vec![]));
}

#[test]
fn walls_too_thin_for_any_cells_that_are_tried_are_measured() {
    let found = fill(&hollow(&[(0.4, 0.58)]), 0.3).lost;
    assert!(found.last().unwrap().starts_with("to keep everything, cells of about"), "{found:?}");
    // the wall is 0.02 thick where it is thinnest, and facets are 0.1 large
    assert!((0.01..0.1).contains(&advised(&found)), "{found:?}");
    let shape = Shape::of(hollow(&[(0.4, 0.58)])).unwrap();
    let thin = shape.fill_thin(&how(0.3), &Silent).unwrap();
    assert!(thin.lost.last().unwrap().contains("limit of 16 times as many cells"));
}

#[test]
fn advice_counts_the_cells_that_grow_away_from_the_surface() {
    let shape = Shape::of(hollow(&[(0.4, 0.58)])).unwrap();
    let [all, graded] = [false, true].map(|graded| {
        let lost = shape.fill_once(&Stuffing { graded, ..how(0.3) }, &Silent).unwrap().lost;
        let last = lost.last().unwrap();
        let (_, count) = last.rsplit_once("about ").unwrap();
        count.split(' ').next().unwrap().parse::<f64>().unwrap()
    });
    assert!(graded < 0.6 * all, "{graded} of {all}");
}

/// A plate of side one.
fn plate(thickness: f64) -> Surface {
    block([0.0; 3], [1.0, 1.0, thickness])
}

fn mesh_volume(filled: &Filled) -> f64 {
    let mesh = SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap();
    Boundary::new(&mesh).shells.iter().map(|shell| shell.volume).sum()
}

#[test]
fn volume_that_coarse_cells_lose_or_win_is_said_and_kept_by_the_advised_cells_and_if_asked_for() {
    let coarse = fill(&plate(0.1), 0.14);
    let share = mesh_volume(&coarse) / 0.1;
    assert!((share - 1.0).abs() > LITTLE[0], "{share}");
    let said = format!("the cells keep {}% of the volume", significant(100.0 * share));
    assert!(coarse.lost.iter().any(|s| s.starts_with(&said)), "{:?}", coarse.lost);
    let fine = fill(&plate(0.1), advised(&coarse.lost));
    assert!(fine.lost.is_empty() && mesh_volume(&fine) > 0.097, "{:?}", fine.lost);
    let thin = Shape::of(plate(0.1)).unwrap().fill_thin(&how(0.14), &Silent).unwrap();
    assert!(thin.lost.is_empty() && mesh_volume(&thin) > 0.097, "{:?}", thin.lost);
    // few cells keep a ball, but it takes some to find it
    let ball = fill(&sphere(3), 1.2);
    assert!((mesh_volume(&ball) / ball.diagnosis.volume - 1.0).abs() < LITTLE[0]);
    assert!(!ball.lost.iter().any(|s| s.starts_with("the cells keep ")), "{:?}", ball.lost);
    let one = Stuffing { size: Size::About(1), graded: false };
    let ball = Shape::of(sphere(3)).unwrap().fill(&one, &Silent).unwrap();
    assert!(ball.warnings()[0].contains("cells instead of 1: "), "{:?}", ball.warnings());
}

#[test]
fn so_few_cells_that_they_are_larger_than_a_plate_is_thick_become_more_or_are_refused() {
    let fill = |thickness: f64, cells: usize| {
        let how = Stuffing { size: Size::About(cells), graded: false };
        Shape::of(plate(thickness)).unwrap().fill(&how, &Silent)
    };
    let found = fill(0.05, 2000).unwrap();
    let cells = found.stuffed.mesh.cells.len() / 4;
    assert!((4000..10_000).contains(&cells), "{cells}");
    let missed = format!("{cells} cells instead of 2000: the solid is at most about 0.0500 m");
    assert!(found.warnings().iter().any(|s| s.starts_with(&missed)), "{:?}", found.warnings());
    assert!(mesh_volume(&found) > 0.95 * 0.05, "{}", mesh_volume(&found));
    // more than four times as many are not made unasked, but up to 16 times if thin parts are to be kept
    let error = fill(0.05, 1000).unwrap_err();
    assert_eq!(error.code, crate::Code::MeshEmpty);
    let help = error.help.unwrap();
    assert!(help.starts_with("ask for cells of 0.0455 m (`--cell 0.0455`"), "{help}");
    assert!(help.contains("), about 8"), "{help}");
    let few = Stuffing { size: Size::About(1000), graded: false };
    let thin = Shape::of(plate(0.05)).unwrap().fill_thin(&few, &Silent).unwrap();
    assert!(mesh_volume(&thin) > 0.95 * 0.05, "{}", mesh_volume(&thin));
    // a size is kept unless thin parts are to be kept too
    let shape = Shape::of(plate(0.05)).unwrap();
    let error = shape.fill(&how(0.2), &Silent).unwrap_err();
    assert!(error.help.unwrap().contains("cells of 0.0455 m"));
    let thin = shape.fill_thin(&how(0.2), &Silent).unwrap();
    assert!(mesh_volume(&thin) > 0.95 * 0.05, "{}", mesh_volume(&thin));
}

/// A ring of `n` blocks around the z axis, with a wall of one thickness.
fn ring(n: u32, thickness: f64) -> Surface {
    let mut ring = Surface { dim: 3, ..Surface::default() };
    for k in 0..n {
        let (y, x) = (std::f64::consts::TAU * f64::from(k) / f64::from(n)).sin_cos();
        for (r, z) in [(1.0, 0.0), (1.0 + thickness, 0.0), (1.0 + thickness, 2.0), (1.0, 2.0)] {
            ring.positions.extend([r * x, r * y, z]);
        }
        for c in 0..4 {
            let [a, b] = [4 * k + c, 4 * k + (c + 1) % 4];
            let [p, q] = [a, b].map(|i| (i + 4) % (4 * n));
            ring.facets.extend([a, p, b, b, p, q]);
        }
    }
    ring
}

#[test]
fn tunnels_through_a_thin_wall_are_counted_and_kept_out_by_the_advised_cells() {
    let tube = ring(24, 0.14);
    let handles_of = |filled: &Filled| {
        let mesh = SimplexMesh::new(filled.stuffed.mesh.clone()).unwrap();
        handles(3, &Boundary::new(&mesh).facets).unwrap()
    };
    let torn = fill(&tube, 0.14);
    assert_ne!(handles_of(&torn), 1);
    let said = torn.lost.join("; ");
    let expected = format!("the mesh has {} handles, the surface 1", handles_of(&torn));
    assert!(said.contains(&expected), "{said}");
    let fine = fill(&tube, advised(&torn.lost));
    assert_eq!((handles_of(&fine), fine.lost), (1, vec![]));
    let shape = Shape::of(tube).unwrap();
    let thin = shape.fill_thin(&how(torn.stuffed.cell), &Silent).unwrap();
    assert_eq!((handles_of(&thin), thin.lost), (1, vec![]));
}

#[test]
fn no_cells_are_advised_for_what_touches() {
    let along_an_edge =
        joined(&block([0.0; 3], [1.0; 3]), &block([1.0, 1.0, 0.0], [2.0, 2.0, 1.0]));
    let at_a_corner = joined(&block([0.0; 3], [1.0; 3]), &block([1.0; 3], [2.0; 3]));
    for surface in [along_an_edge, at_a_corner] {
        for cell in [0.11, 0.1, 0.09] {
            assert_eq!(fill(&surface, cell).lost, [""; 0]);
        }
    }
}

#[test]
fn gaps_are_parted_by_the_advised_cells_though_they_were_not_tried() {
    let near = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.1, 0.02, 0.01]));
    let lost = fill(&near, 0.5).lost;
    assert!(lost[0].starts_with("2 pieces became one"), "{lost:?}");
    assert!(lost.last().unwrap().contains("cells of about"), "{lost:?}");
    let fine = Shape::of(near).unwrap();
    let fine = fine.fill(&Stuffing { graded: true, ..how(advised(&lost)) }, &Silent).unwrap();
    assert_eq!(fine.lost, [""; 0]);
}

#[test]
fn a_shell_just_below_another_hides_nothing() {
    let doubled = joined(&sphere(3), &moved(&sphere(3), 1.0001, [0.0; 3]));
    assert_eq!(fill(&doubled, 0.2).lost, [""; 0]);
}

#[test]
fn a_hollow_piece_in_many_pieces_is_not_missing_and_its_cavity_is_no_part_of_it() {
    let thin = joined(&sphere(4), &turned(moved(&sphere(4), 0.925, [0.0; 3])));
    let found = fill(&thin, 0.12);
    let mesh = SimplexMesh::new(found.stuffed.mesh.clone()).unwrap();
    let said = found.lost.join("; ");
    assert!(!said.contains("piece is missing"), "{said}");
    let pieces = components(&mesh).0;
    let apart = format!("came apart into {pieces} pieces, the surface has 1");
    assert_eq!(said.contains(&apart), pieces > 1, "{said}");
    let small = joined(&moved(&thin, 0.1, [3.0, 0.0, 0.0]), &sphere(3));
    let lost = fill(&small, 0.4).lost;
    let exact = 4.0 / 3.0 * std::f64::consts::PI * 1e-3 * (1.0 - 0.925f64.powi(3));
    let missing = lost.iter().find(|s| s.starts_with("1 piece is missing: ")).unwrap();
    let said: f64 = missing.split(' ').nth(4).unwrap().parse().unwrap();
    assert!((said / exact - 1.0).abs() < 0.02, "{lost:?} {exact}");
}

#[test]
fn pieces_that_are_missing_or_joined_are_named() {
    let small = joined(&sphere(3), &moved(&sphere(2), 0.08, [0.0, 1.5, 0.0]));
    let lost = fill(&small, 0.45).lost;
    assert!(lost[0].starts_with("1 piece is missing: 0.00"), "{lost:?}");
    assert!(lost[0].contains(" at (0") && lost[0].contains(", 1."), "{lost:?}");
    let near = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.02, 0.0, 0.0]));
    let lost = fill(&near, 0.3).lost;
    assert!(lost[0].starts_with("2 pieces became one: 4."), "{lost:?}");
    let thin = joined(&sphere(4), &turned(moved(&sphere(4), 0.925, [0.0; 3])));
    let lost = fill(&thin, 0.12).lost.join("; ");
    assert!(lost.contains("the mesh came apart into") && lost.contains("has 1"), "{lost}");
}

#[test]
fn nothing_is_said_of_what_is_kept_or_really_overlaps() {
    let apart = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.5, 0.0, 0.0]));
    let overlapping = joined(&sphere(3), &moved(&sphere(3), 1.0, [1.03, 0.02, 0.01]));
    let within = joined(&hollow(&[(0.7, 0.0)]), &moved(&sphere(3), 0.35, [0.0; 3]));
    for surface in [apart, overlapping, within, hollow(&[(0.4, 0.0)])] {
        assert_eq!(fill(&surface, 0.2).lost, [""; 0]);
    }
}

#[test]
fn a_pocket_that_reaches_a_wall_is_no_cavity_torn_open() {
    let pocket = turned(block([0.25, 0.25, 0.5], [0.75, 0.75, 1.0]));
    let found = fill(&joined(&block([0.0; 3], [1.0; 3]), &pocket), 0.1);
    assert_eq!(found.lost, [""; 0]);
}

/// A rod with eight sides along x.
fn rod(radius: f64, [from, to]: [f64; 2]) -> Surface {
    let mut rod = Surface { dim: 3, ..Surface::default() };
    for x in [from, to] {
        for k in 0..8 {
            let (z, y) = (std::f64::consts::TAU * f64::from(k) / 8.0).sin_cos();
            rod.positions.extend([x, radius * y, radius * z]);
        }
    }
    for k in 0..8 {
        let next = (k + 1) % 8;
        rod.facets.extend([k, next, 8 + k, next, 8 + next, 8 + k]);
    }
    for k in 1..7 {
        rod.facets.extend([0, k + 1, k, 8, 8 + k, 8 + k + 1]);
    }
    rod
}

#[test]
fn a_rod_broken_between_its_ends_is_found_broken() {
    let whole = rod(0.05, [0.0, 10.0]);
    let field = Shape::of(whole.clone()).unwrap().field(&Silent).unwrap();
    for middle in [3.1, 5.0, 7.3] {
        let broken = joined(&rod(0.05, [0.0, middle - 0.5]), &rod(0.05, [middle + 0.5, 10.0]));
        let nearest = Nearest::new(3, &broken.positions, &broken.facets);
        let [(distance, at), _] =
            farthest(&field, &[&whole], &nearest, (0.2, true), &Silent).unwrap();
        assert!((0.4..=0.5 + 1e-9).contains(&distance), "{distance}");
        assert!((at[0] - middle).abs() < 0.11, "{at:?}");
    }
}

#[test]
fn cells_that_cut_a_thorn_off_are_not_said_to_keep_everything() {
    // a ball with a cavity that few cells tear open, and a thorn that no cells keep
    let mut ball = hollow(&[(0.4, 0.5)]);
    let tip = (0..ball.positions.len() / 3).find(|i| ball.positions[3 * i] < -0.999).unwrap();
    ball.positions[3 * tip] = -3.0;
    let coarse = fill(&ball, 0.2);
    let said = coarse.lost.last().unwrap();
    assert!(coarse.lost[0].starts_with("1 cavity is torn open"), "{:?}", coarse.lost);
    assert!(said.starts_with("to keep everything, "), "{said}");
}

#[test]
fn an_estimate_of_the_cells_is_about_that_of_those_that_were_tried() {
    let surface = hollow(&[(0.4, 0.5)]);
    let once = Shape::of(surface.clone()).unwrap().fill_once(&how(0.2), &Silent).unwrap();
    let tried = fill(&surface, 0.2);
    assert_eq!(once.lost[0], tried.lost[0]);
    assert!(once.lost.last().unwrap().contains("cells of about"), "{:?}", once.lost);
    let ratio = advised(&once.lost) / advised(&tried.lost);
    assert!((0.3..2.0).contains(&ratio), "{ratio}");
}

#[test]
fn holes_of_drawings_are_compared_too() {
    let drawing = "<path fill-rule='evenodd' d='M0 0h40v30h-40z M10 10h2v2h-2z M38 5h1v20h-1z'/>";
    let outlines = svg::read(format!("<svg>{drawing}</svg>").as_bytes()).unwrap();
    let shape = Shape::Plane(outlines.outlines);
    let coarse = shape.fill(&how(6.0), &Silent).unwrap().lost;
    assert!(coarse.join("; ").contains("4.00 m² at (11."), "{coarse:?}");
    assert!(coarse.join("; ").contains("20.0 m² at (38."), "{coarse:?}");
    let fine = shape.fill(&how(0.5), &Silent).unwrap();
    assert_eq!((cavities(&fine), fine.lost), (2, vec![]));
}

#[test]
fn a_thorn_that_is_cut_off_is_measured_and_kept_if_asked_for() {
    let mut thorn = sphere(4);
    for p in thorn.positions.chunks_exact_mut(3).filter(|p| p[2] > 0.98) {
        p[2] += 60.0 * (p[2] - 0.98);
    }
    let tip = thorn.positions.chunks_exact(3).fold(0.0, |z: f64, p| z.max(p[2]));
    let coarse = fill(&thorn, 0.2);
    let reached =
        |f: &Filled| f.stuffed.mesh.positions.chunks_exact(3).fold(0.0, |z: f64, p| z.max(p[2]));
    let cut = tip - reached(&coarse);
    assert!(cut > coarse.stuffed.cell, "{cut}");
    let sentence = coarse.lost.join("; ");
    assert!(sentence.contains("away from the mesh, at (0, 0, 2.20)"), "{sentence}");
    let said: f64 =
        sentence.split("up to ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((said / cut - 1.0).abs() < 0.1, "{said} {cut}");
    let thin =
        |cell: f64| Shape::of(thorn.clone()).unwrap().fill_thin(&how(cell), &Silent).unwrap();
    let fine = thin(0.2);
    assert!(fine.lost.is_empty() && tip - reached(&fine) < fine.stuffed.cell, "{:?}", fine.lost);
    let fine = thin(0.5);
    // a distance is told in cells that there are
    let said = fine.lost.join("; ");
    let cells = |said: &str| said.split('(').nth(1).unwrap().split(' ').next().unwrap().parse();
    let cells: f64 = cells(&said).unwrap();
    let exact = (tip - reached(&fine)) / fine.stuffed.cell;
    assert!(exact > 1.0 && (cells / exact - 1.0).abs() < 0.1, "{said} {exact}");
}

#[test]
fn the_volume_counts_what_several_shells_enclose_once() {
    let one = fill(&sphere(4), 0.5).diagnosis.volume;
    assert!((one / (4.0 * std::f64::consts::PI / 3.0) - 1.0).abs() < 0.01, "{one}");
    let nested = joined(&sphere(4), &moved(&sphere(4), 0.6, [0.1, 0.0, 0.0]));
    let found = fill(&nested, 0.5).diagnosis;
    assert!((found.volume / one - 1.0).abs() < 1e-9 && found.buried == 1 && !found.estimated);
    let hollow = joined(&sphere(4), &turned(moved(&sphere(4), 0.5, [0.1, 0.0, 0.0])));
    let found = fill(&hollow, 0.3).diagnosis;
    assert!((found.volume / one - 0.875).abs() < 1e-9 && found.buried == 0);
    // less the lens of two caps of height one half
    let lens = std::f64::consts::PI * 0.25 * 2.5 * 2.0 / 3.0;
    let two = joined(&sphere(4), &moved(&sphere(4), 1.0, [1.0, 0.03, 0.02]));
    let found = fill(&two, 0.5).diagnosis;
    assert!(found.estimated && (found.volume / (2.0 * one - lens) - 1.0).abs() < 0.01);
}

#[test]
fn fins_that_grow_together_are_told_where_shells_overlap_and_their_volume_counts_once() {
    // fins flush with the bar that they stand in
    let fins = (0..3).map(|i| {
        let x = 0.05 + 0.1 * f64::from(i);
        block([x, 0.05, 0.0], [x + 0.07, 0.3, 0.2])
    });
    let comb = fins.fold(block([0.0; 3], [0.35, 0.1, 0.2]), |all, fin| joined(&all, &fin));
    let coarse = fill(&comb, 0.06);
    let volume = 0.35 * 0.1 * 0.2 + 3.0 * 0.07 * 0.2 * 0.2;
    assert!((coarse.diagnosis.volume / volume - 1.0).abs() < 0.01, "{}", coarse.diagnosis.volume);
    assert!(coarse.lost[0].contains("handles, the solid 0; look near"), "{:?}", coarse.lost);
    let fine = fill(&comb, 0.02);
    assert!(fine.lost.is_empty(), "{:?}", fine.lost);
}

#[test]
fn walls_within_the_solid_hide_no_part_of_it() {
    let twice = joined(&sphere(3), &moved(&sphere(3), 1.0, [1e-3, 1e-3, 1e-3]));
    let found = fill(&twice, 0.3);
    assert!(found.lost.is_empty(), "{:?}", found.lost);
}

/// A block of side one with a fin of some thickness along one of its walls.
fn finned(thick: f64) -> Surface {
    let (low, high) = (0.5 - thick / 2.0, 0.5 + thick / 2.0);
    let outline = [
        [0.0, 0.0],
        [1.0, 0.0],
        [1.0, low],
        [1.4, low],
        [1.4, high],
        [1.0, high],
        [1.0, 1.0],
        [0.0, 1.0],
    ];
    let n = outline.len() as u32;
    let positions = [0.0, 1.0].iter().flat_map(|z| outline.map(|[x, y]| [x, y, *z])).flatten();
    let mut facets: Vec<u32> = Vec::new();
    for i in 0..n {
        let j = (i + 1) % n;
        facets.extend([i, j, n + j, i, n + j, n + i]);
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 5], [2, 3, 4], [2, 4, 5], [0, 5, 7], [5, 6, 7]] {
        facets.extend([a, c, b, n + a, n + b, n + c]);
    }
    Surface { dim: 3, positions: positions.collect(), facets }
}

#[test]
fn a_fin_within_reach_is_kept_by_more_cells_than_asked_for_which_is_told() {
    let how = Stuffing { size: Size::About(4000), graded: false };
    let found = Shape::of(finned(0.12)).unwrap().fill_thin(&how, &Silent).unwrap();
    assert!(found.lost.is_empty(), "{:?}", found.lost);
    let said = found.warnings();
    assert!(said.iter().any(|s| s.contains("cells instead of 4000: what is thin")), "{said:?}");
}

#[test]
fn pieces_that_touch_are_counted_and_told_to_become_one() {
    let two = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.0, 0.0, 0.0]));
    let found = fill(&two, 0.3);
    assert_eq!(found.diagnosis.pieces, Some(2));
    let said = &found.lost[0];
    assert!(said.starts_with("2 pieces that touch became one, no cells keep them apart"), "{said}");
    // apart, but by less than a cell
    let two = joined(&sphere(3), &moved(&sphere(3), 1.0, [2.1, 0.0, 0.0]));
    let found = fill(&two, 0.3);
    assert!(found.lost[0].starts_with("2 pieces became one"), "{:?}", found.lost);
    let fine = fill(&two, advised(&found.lost));
    assert!(!fine.lost.iter().any(|s| s.contains("became one")), "{:?}", fine.lost);
}

#[test]
fn missing_pieces_around_many_cavities_are_outside_and_those_within_one_are_in_it() {
    // a hollow ball with another one in it
    let nested = joined(&hollow(&[(0.8, 0.0)]), &moved(&sphere(2), 0.3, [0.1, 0.0, 0.0]));
    let mesh = fill(&nested, 0.1).stuffed.mesh;
    let located = Located::new(&mesh).unwrap();
    assert!(matches!(located.place([0.5, 0.0, 0.0]), Place::Cavity(_)));
    assert!(matches!(located.place([0.42, 0.0, 0.0]), Place::Cavity(_)));
    assert!(matches!(located.place([0.1, 0.0, 0.0]), Place::Piece(_)));
    assert!(matches!(located.place([1.3, 0.0, 0.0]), Place::Outside));
}

#[test]
fn a_part_that_is_inside_out_is_said_to_be_left_out() {
    let mut spiked = sphere(3);
    let top = (0..spiked.positions.len() / 3)
        .max_by(|a, b| spiked.positions[3 * a + 2].total_cmp(&spiked.positions[3 * b + 2]))
        .unwrap();
    spiked.positions[3 * top..][..3].copy_from_slice(&[0.1, 0.1, -1.8]);
    let found = fill(&spiked, 0.15);
    let said = found.lost.iter().find(|s| s.contains("inside out and left out")).unwrap();
    assert!(said.contains("at (0.100, 0.100, -1.80)"), "{said}");
    let words: Vec<&str> = said.split(' ').collect();
    let away: f64 = words[words.iter().position(|w| *w == "to").unwrap() + 1].parse().unwrap();
    assert!((away - 0.8).abs() < 0.05, "{said}");
    assert!(found.lost.iter().all(|s| !s.ends_with("keep everything")), "{:?}", found.lost);
}

#[test]
fn pieces_that_became_one_are_named_by_their_middles_and_the_gap_by_its_place() {
    let balls = joined(
        &moved(&sphere(3), 1.0, [-1.02, 0.0, 0.0]),
        &moved(&sphere(3), 1.0, [1.02, 0.0, 0.0]),
    );
    let found = fill(&balls, 0.2).lost;
    let said = found.iter().find(|s| s.starts_with("2 pieces became one")).unwrap();
    assert!(said.contains("at (1.02, 0, 0)") && said.contains("at (-1.02, 0, 0)"), "{said}");
    let gap = said.split("; the gap is ").nth(1).unwrap();
    assert!(gap.starts_with("0.0400 m at (") && gap.contains("0.0200, 0, 0)"), "{said}");
}

#[test]
fn rims_of_a_plate_one_cell_thick_bulge_and_that_is_said_with_cells_that_follow_them() {
    let plate = block([0.0; 3], [1.0, 1.0, 0.1]);
    // how far out the farthest vertex is, in cells
    let out = |found: &Filled| {
        let points = found.stuffed.mesh.positions.as_chunks::<3>().0.iter();
        let out = points
            .map(|p| (0..3).map(|c| (-p[c]).max(p[c] - [1.0, 1.0, 0.1][c])).fold(0.0, f64::max));
        out.fold(0.0, f64::max) / found.stuffed.cell
    };
    let coarse = fill(&plate, 0.1);
    assert!(coarse.notes[0].starts_with("the solid is 1.0 cells thick"), "{:?}", coarse.notes);
    assert!((0.1..=0.3).contains(&out(&coarse)), "{}", out(&coarse));
    let words: Vec<&str> = coarse.notes[0].split("cells of ").collect();
    let finer: f64 = words[1].split(' ').next().unwrap().parse().unwrap();
    let fine = fill(&plate, finer);
    assert!(fine.notes.is_empty() && out(&fine) < 0.1, "{:?} {}", fine.notes, out(&fine));
    // one that is too thin for the cells asked for is refused with what does it
    let leaf = Shape::of(block([0.0; 3], [1.0, 1.0, 0.005])).unwrap();
    let how = Stuffing { size: Size::About(50_000), graded: false };
    let help = leaf.fill(&how, &Silent).unwrap_err().help.unwrap();
    assert!(help.contains("`--cell 0.00495`") && help.contains("`--thin`"), "{help}");
}
