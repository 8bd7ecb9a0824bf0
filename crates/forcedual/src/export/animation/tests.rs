use super::*;
use crate::mesh::display::Pictures;
use crate::mesh::display::pictures::tests::png;
use crate::mesh::shapes::grid;
use crate::progress::Silent;
use std::path::PathBuf;

/// A folder for one test, removed afterwards.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("forcedual-animation-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A mesh that bends to the side of y more and more, in steps of 0.1 s.
pub(super) fn bending(mesh: &SimplexMesh, frames: usize) -> Animation<'_> {
    let dim = mesh.dim();
    let times: Vec<f64> = (0..frames).map(|f| f as f64 / 10.0).collect();
    let displacements = times.iter().map(|t| {
        let mut u = vec![0.0; mesh.positions().len()];
        for (u, x) in u.chunks_mut(dim).zip(mesh.positions().chunks(dim)) {
            let (s, c) = (t * x[0]).sin_cos();
            (u[0], u[1]) = (-s * x[1], (c - 1.0) * x[1] + t * x[0] * x[0]);
        }
        u
    });
    let displacements = displacements.collect();
    Animation::of_body(mesh, None, times, displacements).unwrap()
}

/// With colours and texture coordinates.
pub(super) fn painted(mut animation: Animation<'_>) -> Animation<'_> {
    let surface = &mut animation.surface;
    surface.colours = vec![[255, 128, 0]; surface.positions.len()];
    surface.texture = surface.positions.iter().map(|p| [p[0], p[1]]).collect();
    animation
}

/// With colours, texture coordinates, and a picture on all triangles but the first.
pub(super) fn pictured(animation: Animation<'_>) -> Animation<'_> {
    let mut animation = painted(animation);
    let surface = &mut animation.surface;
    let file = png(&[&[[255, 0, 0], [0, 255, 0]], &[[0, 0, 255], [255, 255, 255]]]);
    let of = (0..surface.faces.len()).map(|t| (t > 0).then_some(0)).collect();
    surface.pictures = Pictures { files: vec![file.into()], of };
    animation
}

fn beam() -> SimplexMesh {
    SimplexMesh::new(grid(&[4, 2, 2], &[1.0, 0.25, 0.25])).unwrap()
}

#[test]
fn without_a_surface_the_boundary_moves_with_its_vertices() {
    let mesh = beam();
    let animation = bending(&mesh, 3);
    let Volume { displacements, .. } = animation.volume.as_ref().unwrap();
    assert_eq!(animation.surface.faces.len(), 2 * (2 * (4 * 2 + 4 * 2 + 2 * 2)));
    for (place, rest) in animation.positions[2].iter().zip(&animation.surface.positions) {
        let i = (0..mesh.vertex_count()).find(|&i| mesh.point(i) == rest).unwrap();
        for c in 0..3 {
            let moved = rest[c] + displacements[2][3 * i + c];
            assert!((f64::from(place[c]) - moved).abs() < 1e-7);
        }
    }
    let plane = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
    let animation = bending(&plane, 3);
    assert_eq!(animation.surface.faces.len(), plane.cell_count());
    assert!(animation.positions.iter().flatten().all(|p| p[2] == 0.0));
    assert!(animation.normals.iter().flatten().all(|n| *n == [0.0, 0.0, 1.0]));
}

#[test]
fn unknown_extensions_are_refused_with_a_list_of_those_that_work() {
    let mesh = beam();
    for name in ["a.fbx", "a", ".glb"] {
        let error = bending(&mesh, 2).write(name.as_ref(), &Silent).unwrap_err();
        assert_eq!(error.code, Code::UnknownFormat, "{name}");
        let help = error.help.unwrap();
        assert!(help.ends_with(".glb, .pvd, .usda, .npz, .safetensors"), "{help}");
    }
}

#[test]
fn motions_that_cannot_be_shown_are_refused_and_nothing_is_written() {
    type Change = fn(&mut Animation);
    let mesh = beam();
    let changes: [(Code, Change); 14] = [
        (Code::Array, |a| a.dim = 4),
        (Code::Array, |a| a.times.clear()),
        (Code::Array, |a| a.times[1] = a.times[2]),
        (Code::Array, |a| a.times[2] = f64::INFINITY),
        (Code::Array, |a| a.positions.truncate(1)),
        (Code::Array, |a| a.normals[1].clear()),
        (Code::Array, |a| a.coordinates = vec![vec![0.0]; 2]),
        (Code::Array, |a| a.velocities = vec![vec![f64::NAN]; 3]),
        (Code::Array, |a| a.surface.colours = vec![[0; 3]]),
        (Code::Array, |a| a.volume.as_mut().unwrap().displacements[1].truncate(5)),
        (Code::MeshNotFinite, |a| a.positions[2][7][1] = f32::NAN),
        (Code::MeshNotFinite, |a| a.volume.as_mut().unwrap().displacements[1][5] = f64::NAN),
        (Code::MeshIndex, |a| a.surface.faces[0][2] = u32::MAX),
        (Code::MeshEmpty, |a| a.surface.faces.clear()),
    ];
    let folder = Folder::new("refused");
    for (k, (code, change)) in changes.iter().enumerate() {
        let mut animation = bending(&mesh, 3);
        change(&mut animation);
        for extension in EXTENSIONS {
            let path = folder.0.join("a").with_extension(extension);
            let error = animation.write(&path, &Silent).unwrap_err();
            assert_eq!(error.code, *code, "change {k}: {error}");
            assert_eq!(error.place.file.as_deref(), Some(path.as_path()));
        }
    }
    for frames in [0, 1] {
        let error = bending(&mesh, frames).write(&folder.0.join("a.glb"), &Silent).unwrap_err();
        assert_eq!(error.code, Code::Array);
        assert!(error.message.ends_with(&format!("two frames, not {frames}")), "{error}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn the_same_motion_gives_the_same_bytes() {
    let mesh = beam();
    let folder = Folder::new("bytes");
    for extension in EXTENSIONS {
        let files = ["a", "b"].map(|name| {
            let path = folder.0.join(name).with_extension(extension);
            painted(bending(&mesh, 3)).write(&path, &Silent).unwrap();
            std::fs::read(&path).unwrap()
        });
        let [a, b] = match extension {
            "pvd" => files.map(|f| f.into_iter().filter(|c| !b"ab".contains(c)).collect()),
            _ => files,
        };
        assert_eq!(a, b, "{extension}");
    }
    let frames = ["a", "b"].map(|name| {
        let series =
            std::fs::read_dir(folder.0.join(name)).unwrap().next().unwrap().unwrap().path();
        std::fs::read(series.join(format!("{name}_0002.vtu"))).unwrap()
    });
    assert_eq!(frames[0], frames[1]);
}

#[test]
fn a_folder_that_does_not_exist_is_an_error_of_input_and_output() {
    let mesh = beam();
    for extension in EXTENSIONS {
        let path =
            std::env::temp_dir().join("forcedual-no-such-folder/a").with_extension(extension);
        assert_eq!(bending(&mesh, 2).write(&path, &Silent).unwrap_err().code, Code::Io);
    }
}
