//! Every creature in its scene: its mesh, its regions and its subspace.

use super::*;
use crate::body::Body;
use crate::mesh::Geometry;
use crate::mesh::stuffing::tests::{assert_good_angles, assert_manifold};
use crate::progress::{Progress, Silent};
use crate::scene::SceneFile;
use crate::scene::document::Format;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

/// A creature in its scene.
struct Guest {
    creature: Creature,
    scene: SceneFile,
    body: Body,
    warnings: Vec<String>,
}

fn guests() -> &'static [Guest] {
    static ALL: OnceLock<Vec<Guest>> = OnceLock::new();
    let arrive = |kind: &Kind| {
        let creature = kind.creature();
        let scene = SceneFile::parse(creature.scene, Format::Toml, Path::new("")).unwrap();
        let (body, warnings) = scene.body(&Silent).unwrap();
        Guest { creature, scene, body, warnings }
    };
    ALL.get_or_init(|| Kind::ALL.par_iter().map(arrive).collect())
}

#[test]
fn creatures_are_in_one_piece_and_near_the_number_of_cells_asked_for() {
    for guest in guests() {
        let (name, mesh) = (guest.creature.name, &guest.body.mesh);
        assert_eq!(components(mesh).0, 1, "{name}");
        assert!(guest.warnings.is_empty(), "{name}: {:?}", guest.warnings);
        let asked = guest.scene.scene().mesh.cells.unwrap() as f64;
        let share = mesh.cell_count() as f64 / asked;
        assert!((0.9..1.1).contains(&share), "{name}: {share}");
    }
}

#[test]
fn torn_pieces_are_dropped_and_reported() {
    let mut raw = crate::mesh::shapes::grid(&[2, 2], &[1.0, 1.0]);
    raw.positions.extend([5.0, 0.0, 6.0, 0.0, 5.0, 1.0]);
    raw.cells.extend([9, 10, 11]);
    let (mesh, torn) = largest_piece(raw).unwrap();
    assert_eq!((mesh.cell_count(), mesh.vertex_count(), torn), (8, 9, 1));
    let (_, warnings) = Kind::WingedHorse.creature().mesh(600, &Silent).unwrap();
    assert!(warnings.iter().any(|w| w.contains("thin")), "{warnings:?}");
}

#[test]
fn angles_are_bounded() {
    guests().iter().for_each(|g| assert_good_angles(&g.body.mesh, g.creature.name));
}

#[test]
fn boundaries_are_manifolds() {
    guests().iter().for_each(|guest| assert_manifold(&guest.body.mesh));
}

#[test]
fn every_region_has_cells_and_every_cell_a_region() {
    for guest in guests() {
        let (name, mesh) = (guest.creature.name, &guest.body.mesh);
        assert!(mesh.regions().len() >= 3, "{name}");
        assert!(mesh.cell_labels().iter().all(|&l| l >= 1 && l as usize <= mesh.regions().len()));
        for (k, region) in mesh.regions().iter().enumerate() {
            assert!(mesh.cell_labels().contains(&(k as i64 + 1)), "{name}: {region}");
            let own = mesh.regions().iter().filter(|r| *r == region).count();
            assert_eq!(own, 1, "{name}: {region}");
        }
    }
}

#[test]
fn left_and_right_have_the_same_volume() {
    for guest in guests().iter().filter(|g| g.creature.name != "heart") {
        let mesh = &guest.body.mesh;
        let volumes = Geometry::new(mesh).volumes;
        let total: f64 = volumes.iter().sum();
        // cells are whole where regions meet: four points of each count besides its label
        let sculpture = guest.creature.sculpture();
        let mut within = vec![0.0; mesh.regions().len()];
        for (t, volume) in volumes.iter().enumerate() {
            let (middle, cell) = (mesh.centroid(t), mesh.cell(t));
            within[mesh.cell_labels()[t] as usize - 1] += volume / (cell.len() + 1) as f64;
            for &i in cell {
                let point: Vec<f64> = mesh
                    .point(i as usize)
                    .iter()
                    .zip(&middle)
                    .map(|(x, m)| (x + m) / 2.0)
                    .collect();
                within[sculpture.region_at(lifted(&point))] += volume / (cell.len() + 1) as f64;
            }
        }
        let of = |name: &str| Some(within[mesh.regions().iter().position(|r| r == name)?]);
        for right in mesh.regions().iter().filter_map(|r| r.strip_prefix("right_")) {
            let (left, right_) = (of(&format!("left_{right}")), of(&format!("right_{right}")));
            let (Some(a), Some(b)) = (left, right_) else { panic!("{right} has no left") };
            // regions of a few cells cannot be equal to the cell
            if a > 0.02 * total {
                let miss = (a - b).abs() / a;
                assert!(miss < 0.02, "{} {right}: {miss}", guest.creature.name);
            }
        }
    }
}

#[test]
fn few_cells_hold_the_volume_of_many() {
    for kind in [Kind::Seal, Kind::Teddy] {
        let volume = |cells: usize| -> f64 {
            let (mesh, _) = kind.creature().mesh(cells, &Silent).unwrap();
            Geometry::new(&SimplexMesh::new(mesh).unwrap()).volumes.iter().sum()
        };
        let share = volume(4000) / volume(60_000);
        assert!((share - 1.0).abs() < 0.01, "{kind:?}: {share}");
    }
}

#[test]
fn about_50000_tetrahedra_hold_the_volume_of_every_sculpture_within_one_percent() {
    const N: usize = 80;
    for kind in Kind::ALL {
        let creature = kind.creature();
        let sculpture = creature.sculpture();
        let (low, high) = sculpture.bounds();
        if low.len() < 3 {
            continue;
        }
        let step: Vec<f64> = low.iter().zip(&high).map(|(a, b)| (b - a) / N as f64).collect();
        let at = |k: usize, c: usize| low[c] + step[c] * ((k / N.pow(c as u32) % N) as f64 + 0.5);
        let points: Vec<f64> = (0..N.pow(3))
            .flat_map(|k| (0..3).map(move |c| (k, c)))
            .map(|(k, c)| at(k, c))
            .collect();
        // a box that the surface cuts is inside by the share that a plane at its distance leaves
        let width = step.iter().sum::<f64>() / 3.0;
        let within = |f: &f64| (0.5 - f / width).clamp(0.0, 1.0);
        let exact = sculpture.values(&points).iter().map(within).sum::<f64>()
            * step.iter().product::<f64>();
        let (mesh, _) = creature.mesh(50_000, &Silent).unwrap();
        let volumes = Geometry::new(&SimplexMesh::new(mesh).unwrap()).volumes;
        let share = volumes.iter().sum::<f64>() / exact;
        assert!((share - 1.0).abs() < 0.01, "{kind:?}: {share}");
    }
}

#[test]
fn pockets_are_closed_cavities() {
    let expected = [("gripper", 9), ("gripper-2d", 8), ("heart", 2)];
    for guest in guests() {
        let name = guest.creature.name;
        let count = expected.iter().find(|(n, _)| *n == name).map_or(0, |(_, count)| *count);
        assert_eq!(guest.body.boundary.cavities().len(), count, "{name}");
    }
}

#[test]
fn what_coarse_meshes_lose_is_named_with_a_number_of_cells_that_keeps_it() {
    for (kind, cells) in
        [(Kind::Gripper, 3000), (Kind::Gripper2d, 150), (Kind::Arm, 30), (Kind::Dragon, 300)]
    {
        let creature = kind.creature();
        let (mesh, warnings) = creature.mesh(cells, &Silent).unwrap();
        let told = warnings.iter().find(|w| w.contains("keep everything")).unwrap();
        let missing = |mesh: &RawMesh| -> Vec<String> {
            let present = |k: usize| mesh.cell_labels.contains(&(k as i64 + 1));
            let names = mesh.regions.iter().enumerate();
            names.filter(|(k, _)| !present(*k)).map(|(_, name)| name.clone()).collect()
        };
        let cavities =
            |mesh: RawMesh| Boundary::new(&SimplexMesh::new(mesh).unwrap()).cavities().len();
        assert!(missing(&mesh).iter().all(|name| told.contains(name)), "{told}");
        let words: Vec<&str> = told.split_whitespace().collect();
        let at = words.iter().position(|w| *w == "about").unwrap();
        let enough: usize = words[at + 1].parse().unwrap();
        let (finer, warnings) = creature.mesh(enough, &Silent).unwrap();
        let lost = |w: &String| w.contains("keep everything") || w.contains("thinner than a cell");
        assert!(!warnings.iter().any(lost), "{warnings:?}");
        assert!(missing(&finer).is_empty(), "{kind:?}");
        let all = match kind {
            Kind::Gripper => 9,
            Kind::Gripper2d => 8,
            _ => 0,
        };
        let (coarse, fine) = (cavities(mesh), cavities(finer));
        assert_eq!(fine, all, "{kind:?}");
        assert_eq!(coarse < all, told.contains("cavities lost"), "{kind:?} {told}");
    }
}

#[test]
fn ready_scenes_capture_most_of_the_motion_even_when_coarse() {
    Kind::ALL.par_iter().for_each(|kind| {
        let Creature { name, scene, .. } = kind.creature();
        let mut scene = SceneFile::parse(scene, Format::Toml, Path::new("")).unwrap();
        let cells = scene.scene().mesh.cells.unwrap() / 2;
        scene.scene_mut().mesh.cells = Some(cells);
        let (body, _) = scene.body(&Silent).unwrap();
        let lin = scene.linearise(&body, &Silent).unwrap();
        let prior = scene.prior(&lin).unwrap();
        let subspace = scene.design(&lin, &prior, &Silent).unwrap();
        let captured = subspace.certificate.captured;
        assert!(captured > 0.5, "{name}: {captured}");
    });
}

#[test]
fn wrong_names_of_regions_are_explained() {
    let wrong = Kind::Ghost.creature().scene.replace("region = \"hem\"", "region = \"hen\"");
    let scene = SceneFile::parse(&wrong, Format::Toml, Path::new("")).unwrap();
    let error = scene.body(&Silent).unwrap_err();
    let line = 1 + wrong.lines().position(|l| l.contains("hen")).unwrap();
    assert_eq!(error.place.line, Some(line));
    let help = error.help.unwrap();
    assert!(help.contains("did you mean `hem`?") && help.contains("head, body, hem"), "{help}");
}

#[test]
fn creatures_have_one_size() {
    let build = |size: &str| {
        let text = format!("[mesh]\nshape = \"ghost\"\ncells = 300\n{size}");
        SceneFile::parse(&text, Format::Toml, Path::new("")).unwrap().body(&Silent)
    };
    let (own, _) = build("").unwrap();
    let (tenth, _) = build("size = [0.1]").unwrap();
    let factor = 0.1 / Kind::Ghost.creature().extent();
    assert!((tenth.mesh.diagonal() - factor * own.mesh.diagonal()).abs() < 1e-12);
    assert!(build("size = [1.0, 2.0]").is_err() && build("cavities = 2").is_err());
}

#[test]
fn making_a_skin_can_be_interrupted() {
    struct Stop;
    impl Progress for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    for kind in [Kind::Teddy, Kind::Arm] {
        let error = kind.creature().display(1.0, &Stop).unwrap_err();
        assert_eq!(error.code, Code::Cancelled);
    }
}

#[test]
fn skins_lie_on_the_sculpture_and_have_no_gaps() {
    for kind in [Kind::Teddy, Kind::Arm] {
        let creature = kind.creature();
        let sculpture = creature.sculpture();
        let skin = creature.display(3.0 * creature.extent(), &Silent).unwrap();
        let mut edges: BTreeMap<[u32; 2], usize> = BTreeMap::new();
        for &[a, b, c] in &skin.faces {
            for [i, j] in [[a, b], [b, c], [c, a]] {
                *edges.entry([i.min(j), i.max(j)]).or_default() += 1;
            }
        }
        assert!(edges.values().all(|&n| n <= 2), "{kind:?}");
        let rim: Vec<u32> = edges.iter().filter(|e| *e.1 == 1).flat_map(|e| *e.0).collect();
        assert_eq!(rim.is_empty(), sculpture.dim() == 3, "{kind:?}");
        let corners = if rim.is_empty() { skin.faces.as_flattened() } else { &rim };
        let miss = |&i: &u32| sculpture.at(skin.positions[i as usize].map(|x| x / 3.0)).abs();
        let mut misses: Vec<f64> = corners.iter().map(miss).collect();
        misses.sort_by(f64::total_cmp);
        // points added where colours meet stay on their edges
        let [half, most] = [5, 9].map(|k| misses[misses.len() * k / 10]);
        assert!(half < 1e-7 && most < 2e-3, "{kind:?}: {half} {most}");
        assert_eq!(skin.colours.len(), skin.positions.len());
    }
}

#[test]
fn skins_are_whole_however_coarse_the_mesh_is() {
    let Guest { scene, body, .. } = guests().iter().find(|g| g.creature.name == "dragon").unwrap();
    let (attached, doubts) = scene.surface(&body.mesh, &Silent).unwrap();
    assert!(doubts.is_empty(), "{doubts:?}");
    let skin = attached.unwrap().display.positions;
    let sculpture = Kind::Dragon.creature().sculpture();
    let (low, high) = sculpture.bounds();
    let step = 0.017;
    let along = |c: usize| ((high[c] - low[c]) / step) as usize;
    // places inside, horns and wing tips among them, lie within what the skin spans
    let layers = (0..along(0)).into_par_iter().flat_map_iter(|i| {
        let (low, sculpture) = (&low, &sculpture);
        (0..along(1)).flat_map(move |j| (0..along(2)).map(move |k| [i, j, k])).filter_map(
            move |at| {
                let p = [0, 1, 2].map(|c| low[c] + step * at[c] as f64);
                (sculpture.at(p) < 0.0).then_some(p)
            },
        )
    });
    let inside: Vec<[f64; 3]> = layers.collect();
    for c in 0..3 {
        let range = |points: &[[f64; 3]]| {
            let x = || points.iter().map(|p| p[c]);
            [x().fold(f64::INFINITY, f64::min), x().fold(f64::NEG_INFINITY, f64::max)]
        };
        let ([a, b], [from, to]) = (range(&inside), range(&skin));
        assert!(from < a && b < to, "{c}: {a} {b} in {from} {to}");
    }
}

#[test]
fn same_bits_with_one_thread_and_two() {
    let mesh = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Kind::Seal.creature().mesh(1500, &Silent).unwrap())
    };
    assert_eq!(mesh(1), mesh(2));
}
