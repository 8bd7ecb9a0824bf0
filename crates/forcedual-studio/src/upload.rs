//! Files that people drop on the page: kept in a folder of the session.

use crate::session::Session;
use axum::body::{Body, HttpBody};
use forcedual::export::Model;
use forcedual::scene::{Role, SceneFile};
use forcedual::{Code, Error, Result};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Bytes of a file at most.
const LARGEST: u64 = 512 << 20;
/// Bytes of all files together at most.
const ALL: u64 = 2 << 30;
/// Files that are received at once; others wait.
static RECEIVING: Semaphore = Semaphore::const_new(4);
/// The longest wait for the next part of a file.
const PAUSE: Duration = Duration::from_secs(20);
/// After so long a file has to come ...
const BEGINNING: Duration = Duration::from_secs(60);
/// ... at so many bytes a second at least.
const SLOWEST: f64 = 32e3;
/// Bytes between looks at what is left of the room that all share.
const LOOK: u64 = 16 << 20;
/// Characters of a name at most.
const LONGEST: usize = 120;

/// What Windows takes for devices, whatever follows a point; and `com` and `lpt` with a number.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin_", "conout_"];

/// Keeps a file, and answers with what it is and the scene that opens it.
pub async fn receive(session: &Arc<Session>, name: &str, body: Body) -> Result<Value> {
    let name = safe(name)?;
    let _turn = RECEIVING.acquire().await;
    let folder = session.files.uploads()?;
    let path = folder.join(&name);
    // under another name until it is whole: the worker may be reading the one before
    let part = tempfile::NamedTempFile::new_in(&folder).map_err(|e| Error::io(&path, &e))?;
    keep(part.path(), body, &folder).await?;
    part.persist(&path).map_err(|e| Error::io(&path, &e.error))?;
    session.uploaded();
    let session = session.clone();
    let opened = tokio::task::spawn_blocking(move || open(&session, &path, &name)).await;
    opened.unwrap_or_else(|e| Err(Error::new(Code::Io, format!("it could not be read: {e}"))))
}

/// Bytes of the files in a folder.
fn kept(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}

async fn keep(path: &Path, body: Body, folder: &Path) -> Result<()> {
    let failed = |e: std::io::Error| Error::io(path, &e);
    let broke = |why: String| Error::new(Code::Io, format!("the upload broke off: {why}"));
    let mut room = LARGEST.min(ALL.saturating_sub(kept(folder)));
    // what is announced as too large need not come first
    fits(body.size_hint().lower(), room)?;
    let mut file = tokio::fs::File::create(path).await.map_err(failed)?;
    let mut stream = body.into_data_stream();
    let (mut length, mut looked, begun) = (0, 0, Instant::now());
    loop {
        let next = timeout(PAUSE, stream.next()).await;
        let next = next.map_err(|_| broke(format!("nothing came for {} s", PAUSE.as_secs())))?;
        let Some(part) = next else { break };
        let part = part.map_err(|e| broke(e.to_string()))?;
        length += part.len() as u64;
        let late = begun.elapsed().saturating_sub(BEGINNING).as_secs_f64();
        if (length as f64) < SLOWEST * late {
            return Err(broke("it came too slowly".to_owned()));
        }
        if length > looked + LOOK {
            looked = length;
            // others, and this one, have taken some of it meanwhile
            room = LARGEST.min((ALL + length).saturating_sub(kept(folder)));
        }
        fits(length, room)?;
        file.write_all(&part).await.map_err(failed)?;
    }
    file.flush().await.map_err(failed)
}

fn fits(length: u64, room: u64) -> Result<()> {
    if length <= room {
        return Ok(());
    }
    let message = match room {
        LARGEST => "the file is larger than 512 MiB",
        _ => "the files of this session are larger than 2 GiB together",
    };
    Err(Error::new(Code::Io, message).help("open it by `forcedual studio FILE` instead"))
}

/// What an uploaded file is, and the scene that opens it.
fn open(session: &Session, path: &Path, name: &str) -> Result<Value> {
    let role = match Role::of(path) {
        Ok(role) => role,
        // materials and pictures of a surface
        Err(_) if beside(path) => {
            return Ok(json!({ "name": name, "role": "texture", "scene": null }));
        }
        Err(error) => return Err(error),
    };
    let scene = match role {
        Role::Model => {
            let scene = Model::read(path)?.scene;
            session.accept(scene.clone(), 0, Some(path.to_owned()), "open");
            scene
        }
        _ => SceneFile::read(path)?.written().clone(),
    };
    Ok(json!({ "name": name, "role": role.name(), "scene": scene }))
}

/// Does a surface come with such files?
fn beside(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ["mtl", "jpg", "jpeg", "bin", "npy", "npz"].contains(&extension.as_str())
}

/// The name of a file in the folder itself: letters, digits and a few signs.
pub fn safe(name: &str) -> Result<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| if c.is_alphanumeric() || "-_. ()".contains(c) { c } else { '_' };
    let clean: String = last.chars().map(plain).collect();
    let mut clean = clean.trim_matches(['.', ' ']).to_owned();
    let stem = clean.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    if DEVICES.contains(&&*stem) || numbered.is_some_and(|rest| rest.chars().count() == 1) {
        clean.insert(0, '_');
    }
    if clean.is_empty() || clean.len() > LONGEST {
        return Err(Error::new(Code::Io, "this is no name for a file").help("rename the file"));
    }
    Ok(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        assert_eq!(safe("cat.obj").unwrap(), "cat.obj");
        assert_eq!(safe("../../etc/cat.obj").unwrap(), "cat.obj");
        assert_eq!(safe("C:\\things\\my cat (1).obj").unwrap(), "my cat (1).obj");
        assert_eq!(safe("a\0b\n.obj").unwrap(), "a_b_.obj");
        assert_eq!(safe(".hidden").unwrap(), "hidden");
        assert_eq!(safe("NUL.obj").unwrap(), "_NUL.obj");
        assert_eq!(safe("com1 .obj").unwrap(), "_com1 .obj");
        assert_eq!(safe("combs.obj").unwrap(), "combs.obj");
        for wrong in ["", "..", "/", "...", &"x".repeat(500)] {
            assert!(safe(wrong).is_err(), "{wrong}");
        }
    }
}
