//! A series of `.vtu` files for ParaView, and the `.pvd` file that names them and their times.
//!
//! Points are where the vertices are in each frame; their `displacement` from rest is point data. All
//! files of a series are in a folder of their own, `NAME/frames-DIGEST`, which is put into place when it is complete;
//! then the `.pvd` that names them replaces that of an earlier series, and at last the frames of the earlier go. So a run that
//! is interrupted or killed leaves an earlier series as it was.

use super::{Animation, Volume, Written};
use crate::error::{Code, Error, Result};
use crate::export::write_text;
use crate::mesh::io::{self, Field, On};
use crate::progress::{self, Progress};
use quick_xml::escape::escape;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the name of a series' folder begins with, and digits behind it.
const SERIES: &str = "frames-";
const DIGITS: usize = 8;

pub(super) fn write(
    animation: &Animation,
    path: &Path,
    progress: &dyn Progress,
) -> Result<Written> {
    let volume = animation.volume.as_ref().ok_or_else(|| {
        Error::new(Code::MeshEmpty, "the animation has no cells, which a .pvd file shows")
            .help("write a .glb or .usda file")
    })?;
    let name = path
        .file_stem()
        .and_then(|s| s.to_str())
        .ok_or_else(|| Error::new(Code::Format, "the name of the file is not valid Unicode"))?;
    let frames = animation.times.len();
    progress.stage("write", frames);
    let folder = path.with_file_name(name);
    let file = |f: usize| format!("{name}_{f:04}.vtu");
    if folder.exists() && !folder.is_dir() {
        let message = "is a file, and the frames go into a folder of this name";
        return Err(Error::new(Code::Io, message).file(&folder).help("give the .pvd another name"));
    }
    let made = !folder.exists();
    if made {
        std::fs::create_dir(&folder).map_err(|e| Error::io(&folder, &e))?;
    }
    let staged = stage(volume, &folder, file, progress);
    if staged.is_err() && made {
        // only if it is empty
        let _ = std::fs::remove_dir(&folder);
    }
    let staged = staged?;
    let digest = digest(volume, &animation.times);
    let series = folder.join(&digest);
    let moved = |from: &Path, to: &Path| std::fs::rename(from, to).map_err(|e| Error::io(to, &e));
    match series.exists() {
        false => moved(&staged.0, &series)?,
        // of the same frames, some of which may have gone
        true => {
            (0..frames).try_for_each(|f| moved(&staged.0.join(file(f)), &series.join(file(f))))?
        }
    }
    drop(staged);
    write_text(path, &collection(&format!("{name}/{digest}"), &animation.times, file))?;
    forget_others(&folder, &digest, &format!("{name}_"));
    Ok(Written { files: frames + 1, shapes: None })
}

/// Tells series apart.
fn digest(volume: &Volume, times: &[f64]) -> String {
    let mut all = Sha256::new();
    let moved = volume.displacements.iter().map(Vec::as_slice);
    for numbers in [volume.mesh.positions(), times].into_iter().chain(moved) {
        numbers.iter().for_each(|x| all.update(x.to_le_bytes()));
    }
    volume.mesh.cells().iter().for_each(|v| all.update(v.to_le_bytes()));
    let bytes = all.finalize();
    let digits = bytes.iter().take(DIGITS / 2).map(|byte| format!("{byte:02x}"));
    SERIES.to_owned() + &digits.collect::<String>()
}

/// Takes the frames of earlier series away, and nothing else; what cannot be removed is in nobody's way.
fn forget_others(folder: &Path, digest: &str, start: &str) {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries(folder) {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let series = name.strip_prefix(SERIES).is_some_and(|digits| {
            digits.len() == DIGITS && digits.bytes().all(|c| c.is_ascii_hexdigit())
        });
        if !series || name == digest {
            continue;
        }
        for file in entries(&entry.path()) {
            let name = file.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(start) && name.ends_with(".vtu") {
                let _ = std::fs::remove_file(file.path());
            }
        }
        let _ = std::fs::remove_dir(entry.path());
    }
}

/// A folder that is removed with all that is in it.
struct Staged(PathBuf);

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Writes all frames to a folder inside `folder`.
fn stage(
    volume: &Volume,
    folder: &Path,
    file: impl Fn(usize) -> String + Sync,
    progress: &dyn Progress,
) -> Result<Staged> {
    let staged = Staged(folder.join(".incomplete"));
    // of a run that was killed
    let _ = std::fs::remove_dir_all(&staged.0);
    std::fs::create_dir_all(&staged.0).map_err(|e| Error::io(&staged.0, &e))?;
    let done = AtomicUsize::new(0);
    volume.displacements.par_iter().enumerate().try_for_each(|(f, displacement)| {
        progress::check(progress)?;
        frame(volume, displacement, &staged.0.join(file(f)))?;
        progress.advance(done.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(())
    })?;
    Ok(staged)
}

fn frame(volume: &Volume, displacement: &[f64], path: &Path) -> Result<()> {
    let mut mesh = volume.mesh.raw().clone();
    mesh.positions.iter_mut().zip(displacement).for_each(|(x, u)| *x += u);
    let spatial = |u: &[f64]| [u[0], u[1], u.get(2).copied().unwrap_or(0.0)];
    let field = Field {
        name: "displacement".to_owned(),
        on: On::Vertices,
        components: 3,
        data: displacement.chunks_exact(mesh.dim).flat_map(spatial).collect(),
    };
    io::write(path, &mesh, &[field])
}

fn collection(name: &str, times: &[f64], file: impl Fn(usize) -> String) -> String {
    let mut text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" \
                    byte_order=\"LittleEndian\">\n<Collection>\n"
        .to_owned();
    for (f, time) in times.iter().enumerate() {
        let file = format!("{name}/{}", file(f));
        text += &format!("<DataSet timestep=\"{time}\" part=\"0\" file=\"{}\"/>\n", escape(&file));
    }
    text + "</Collection>\n</VTKFile>\n"
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Folder, bending};
    use super::*;
    use crate::mesh::shapes::grid;
    use crate::mesh::{RawMesh, SimplexMesh};
    use crate::progress::Silent;

    /// Stops after so many frames.
    struct Impatient(AtomicUsize);

    impl Progress for Impatient {
        fn advance(&self, _done: usize) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }

        fn cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed) == 0
        }
    }

    fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), std::fs::read(path).unwrap_or_default()))
            .collect();
        all.sort();
        all
    }

    /// The one series in a folder.
    fn series(folder: &Path) -> PathBuf {
        let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut all = all.filter(|path| path.is_dir());
        let one = all.next().unwrap();
        assert_eq!(all.next(), None);
        one
    }

    #[test]
    fn frames_hold_the_moved_mesh_and_its_displacement() {
        for sides in [&[3, 2][..], &[3, 2, 2]] {
            let dim = sides.len();
            let mesh = SimplexMesh::new(grid(sides, &vec![1.0; dim])).unwrap();
            let animation = bending(&mesh, 4);
            let folder = Folder::new(&format!("series-{dim}"));
            let written = animation.write(&folder.0.join("a & b.pvd"), &Silent).unwrap();
            assert_eq!((written.files, written.shapes), (5, None));
            let displacements = &animation.volume.as_ref().unwrap().displacements;
            for (f, u) in displacements.iter().enumerate() {
                let path = series(&folder.0.join("a & b")).join(format!("a & b_{f:04}.vtu"));
                let (read, fields) = io::read_with_fields(&path).unwrap();
                let moved = mesh.positions().iter().zip(u).map(|(x, u)| x + u).collect();
                assert_eq!(read, RawMesh { positions: moved, ..mesh.raw().clone() });
                assert_eq!((fields[0].name.as_str(), fields[0].components), ("displacement", 3));
                let flat = fields[0].data.chunks(3).flat_map(|u| &u[..dim]).copied();
                assert_eq!(flat.collect::<Vec<f64>>(), *u);
            }
            let text = std::fs::read_to_string(folder.0.join("a & b.pvd")).unwrap();
            assert_eq!(text.matches("<DataSet").count(), 4);
            let digest = series(&folder.0.join("a & b"));
            let digest = digest.file_name().unwrap().to_str().unwrap();
            let last = format!(
                "timestep=\"0.3\" part=\"0\" file=\"a &amp; b/{digest}/a &amp; b_0003.vtu\""
            );
            assert!(text.contains(&last), "{text}");
        }
    }

    #[test]
    fn a_later_series_takes_the_earlier_frames_away_and_nothing_of_anybody_else() {
        let mesh = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
        let folder = Folder::new("later");
        let path = folder.0.join("run.pvd");
        bending(&mesh, 3).write(&path, &Silent).unwrap();
        let first = series(&folder.0.join("run"));
        let own = [folder.0.join("run/20261117"), first.join("notes.txt")];
        std::fs::create_dir(&own[0]).unwrap();
        std::fs::write(own[0].join("data"), "mine").unwrap();
        std::fs::write(&own[1], "mine").unwrap();
        bending(&mesh, 4).write(&path, &Silent).unwrap();
        assert!(own[0].join("data").exists() && own[1].exists());
        assert!(!first.join("run_0000.vtu").exists());
        // frames that have gone come back
        let again = std::fs::read_dir(folder.0.join("run")).unwrap().map(|e| e.unwrap().path());
        let second = again.into_iter().find(|p| p.join("run_0003.vtu").exists()).unwrap();
        std::fs::remove_file(second.join("run_0001.vtu")).unwrap();
        bending(&mesh, 4).write(&path, &Silent).unwrap();
        assert!(second.join("run_0001.vtu").exists());
    }

    #[test]
    fn an_interrupted_run_leaves_the_earlier_series_as_it_was() {
        let mesh = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
        let folder = Folder::new("interrupted");
        let path = folder.0.join("run.pvd");
        let stop = || Impatient(AtomicUsize::new(2));
        let error = bending(&mesh, 6).write(&path, &stop()).unwrap_err();
        assert_eq!(error.code, Code::Cancelled);
        assert_eq!(content(&folder.0), []);
        bending(&mesh, 5).write(&path, &Silent).unwrap();
        let kept = series(&folder.0.join("run"));
        let before = [content(&folder.0), content(&kept)];
        assert_eq!(before[1].len(), 5);
        bending(&mesh, 6).write(&path, &stop()).unwrap_err();
        assert_eq!([content(&folder.0), content(&kept)], before);
    }

    #[test]
    fn what_a_killed_run_left_is_not_taken_for_a_part_of_the_next() {
        let mesh = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
        let folder = Folder::new("killed");
        let left = folder.0.join("run/.incomplete");
        std::fs::create_dir_all(&left).unwrap();
        std::fs::write(left.join("run_0007.vtu"), "half").unwrap();
        bending(&mesh, 3).write(&folder.0.join("run.pvd"), &Silent).unwrap();
        assert!(!left.exists());
        assert_eq!(content(&series(&folder.0.join("run"))).len(), 3);
    }

    #[test]
    fn a_shorter_series_replaces_a_longer_one_and_leaves_other_files_alone() {
        let mesh = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
        let folder = Folder::new("shorter");
        let path = folder.0.join("run.pvd");
        bending(&mesh, 5).write(&path, &Silent).unwrap();
        std::fs::write(folder.0.join("run/notes.txt"), "mine").unwrap();
        bending(&mesh, 3).write(&path, &Silent).unwrap();
        assert_eq!(std::fs::read(folder.0.join("run/notes.txt")).unwrap(), b"mine");
        let names: Vec<String> = content(&series(&folder.0.join("run")))
            .iter()
            .map(|(p, _)| p.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["run_0000.vtu", "run_0001.vtu", "run_0002.vtu"]);
    }

    #[test]
    fn a_surface_without_cells_is_refused() {
        let mesh = SimplexMesh::new(grid(&[2, 2], &[1.0; 2])).unwrap();
        let folder = Folder::new("no-cells");
        let animation = Animation { volume: None, ..bending(&mesh, 3) };
        let error = animation.write(&folder.0.join("run.pvd"), &Silent).unwrap_err();
        assert_eq!(error.code, Code::MeshEmpty);
        assert_eq!(content(&folder.0), []);
    }
}
