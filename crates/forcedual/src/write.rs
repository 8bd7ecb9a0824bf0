//! Files that are complete or not there.
//!
//! What is written goes into a hidden file beside its place, `.NAME.XXXXXX`, which takes that place when it is
//! complete and on the disk. Who writes holds a lock on it that ends with the process. So those that nobody
//! holds were left by processes that were killed: the next that writes the same file takes them away.

use crate::error::{Code, Error, Result};
use atomic_write_file::AtomicWriteFile;
use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Links that are followed.
const LINKS: usize = 40;
/// How often to begin, where others take away what is not locked yet.
#[cfg(unix)]
const TRIES: usize = 10;
/// Letters and digits behind the name of a file that is not complete.
#[cfg(unix)]
const SUFFIX: usize = 6;

/// Writes a whole file or nothing: readers see the old file until the new one is complete. Links stay, and
/// what they lead to is written; files that are write-protected are left alone.
pub(crate) fn write_atomically(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<AtomicWriteFile>) -> io::Result<()>,
) -> Result<()> {
    Part::begin(path)?.filled(fill)?.commit()
}

/// A file that is not in its place yet; nothing is left of it where it never gets there.
pub(crate) struct Part<'a> {
    path: &'a Path,
    out: BufWriter<AtomicWriteFile>,
}

impl<'a> Part<'a> {
    /// An empty one.
    pub fn begin(path: &'a Path) -> Result<Self> {
        let begin = || {
            let target = followed(path);
            if fs::metadata(&target).is_ok_and(|old| old.permissions().readonly()) {
                let protected = "it is write-protected";
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, protected));
            }
            sweep(&target);
            Ok(BufWriter::new(locked(&target)?))
        };
        let out = begin().map_err(|e| match e.kind() {
            // the folder is there, so that it is one in which nothing can be made
            io::ErrorKind::NotFound if folder(path).is_dir() => {
                let message = "cannot be written: no file can be made in its folder";
                Error::new(Code::Io, message).file(path).help("name a file in another folder")
            }
            _ => Error::io(path, &e),
        })?;
        Ok(Part { path, out })
    }

    /// With something in it.
    pub fn filled(
        mut self,
        fill: impl FnOnce(&mut BufWriter<AtomicWriteFile>) -> io::Result<()>,
    ) -> Result<Self> {
        fill(&mut self.out).map_err(|e| Error::io(self.path, &e))?;
        Ok(self)
    }

    /// Puts it into its place.
    pub fn commit(self) -> Result<()> {
        let whole = self.out.into_inner().map_err(io::IntoInnerError::into_error);
        whole.and_then(AtomicWriteFile::commit).map_err(|e| Error::io(self.path, &e))
    }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where links lead to, also where nothing is yet.
fn followed(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    target
}

#[cfg(unix)]
fn locked(target: &Path) -> io::Result<AtomicWriteFile> {
    use std::os::unix::fs::MetadataExt;
    for _ in 1..TRIES {
        let part = AtomicWriteFile::open(target)?;
        // where there are no locks, nobody finds one either
        let _ = part.as_file().lock();
        if part.as_file().metadata()?.nlink() > 0 {
            return Ok(part);
        }
    }
    AtomicWriteFile::open(target)
}

#[cfg(not(unix))]
fn locked(target: &Path) -> io::Result<AtomicWriteFile> {
    AtomicWriteFile::open(target)
}

/// Takes away what killed processes have left of a file.
#[cfg(unix)]
fn sweep(target: &Path) {
    use std::os::unix::ffi::OsStrExt;
    let Some(name) = target.file_name() else { return };
    let Ok(entries) = fs::read_dir(folder(target)) else { return };
    for entry in entries.flatten() {
        let left = is_part(entry.file_name().as_bytes(), name.as_bytes())
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if !left {
            continue;
        }
        let Ok(part) = File::options().write(true).open(entry.path()) else { continue };
        // locked until the name is gone: who has made it and not locked it yet sees that, and begins again
        if part.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(not(unix))]
fn sweep(_: &Path) {}

/// Is a name that of a file `name` that is not complete? Endings of words (`.scene.toml.backup`) are people's own.
#[cfg(unix)]
fn is_part(other: &[u8], name: &[u8]) -> bool {
    let rest = other.strip_prefix(b".").and_then(|rest| rest.strip_prefix(name));
    rest.and_then(|rest| rest.strip_prefix(b".")).is_some_and(|rest| {
        let random = |c: &u8| c.is_ascii_digit() || c.is_ascii_uppercase();
        rest.len() == SUFFIX
            && rest.iter().all(u8::is_ascii_alphanumeric)
            && rest.iter().any(random)
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::io::Write;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let own = format!("forcedual-write-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(own);
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
            let all = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                all.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_a_killed_process_left_is_taken_away_and_what_is_being_written_or_foreign_stays() {
        let folder = Folder::new("sweep");
        let foreign =
            [".run.npz.backup", ".run.npz.A1b2c3d", ".other.npz.A1b2c3", "run.npz.A1b2c3"];
        for name in foreign.iter().chain(&[".run.npz.A1b2c3", ".run.npz.zzzzz9"]) {
            fs::write(folder.0.join(name), "half").unwrap();
        }
        let path = folder.0.join("run.npz");
        let slow = Part::begin(&path).unwrap();
        write_atomically(&path, |out| out.write_all(b"whole")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        let mut left = folder.names();
        left.retain(|name| !foreign.contains(&name.as_str()) && name != "run.npz");
        assert_eq!(left.len(), 1, "that of the slow one: {left:?}");
        slow.filled(|out| out.write_all(b"later")).unwrap().commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"later");
        assert_eq!(folder.names().len(), foreign.len() + 1);
    }

    #[test]
    fn many_who_write_one_file_at_once_all_succeed() {
        let folder = Folder::new("many");
        let path = folder.0.join("run.npz");
        std::thread::scope(|scope| {
            for k in 0..8u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        write_atomically(path, |out| out.write_all(&[k; 100])).unwrap();
                    }
                });
            }
        });
        let found = fs::read(&path).unwrap();
        assert!(found.len() == 100 && found.iter().all(|k| *k == found[0]));
        assert_eq!(folder.names(), ["run.npz"]);
    }
}
