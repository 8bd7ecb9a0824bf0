//! Files that people drop on the page: kept in a folder of the session.

use crate::session::Session;
use axum::body::Body;
use forcedual::export::Model;
use forcedual::scene::{Role, SceneFile};
use forcedual::{Code, Error, Result};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;

/// Bytes of a file at most.
const LARGEST: u64 = 512 << 20;
/// Bytes of all files together at most.
const ALL: u64 = 2 << 30;
/// Characters of a name at most.
const LONGEST: usize = 120;

/// Keeps a file, and answers with what it is and the scene that opens it.
pub async fn receive(session: &Arc<Session>, name: &str, body: Body) -> Result<Value> {
    let name = safe(name)?;
    let folder = session.files.uploads()?;
    let path = folder.join(&name);
    // under another name until it is whole: the worker may be reading the one before
    let part = tempfile::NamedTempFile::new_in(&folder).map_err(|e| Error::io(&path, &e))?;
    keep(part.path(), body, LARGEST.min(ALL.saturating_sub(kept(&folder)))).await?;
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

async fn keep(path: &Path, body: Body, room: u64) -> Result<()> {
    let failed = |e: std::io::Error| Error::io(path, &e);
    let mut file = tokio::fs::File::create(path).await.map_err(failed)?;
    let mut stream = body.into_data_stream();
    let mut length = 0;
    while let Some(part) = stream.next().await {
        let part = part.map_err(|e| Error::new(Code::Io, format!("the upload broke off: {e}")))?;
        length += part.len() as u64;
        if length > room {
            let message = match room {
                LARGEST => "the file is larger than 512 MiB",
                _ => "the files of this session are larger than 2 GiB together",
            };
            let error = Error::new(Code::Io, message);
            return Err(error.help("open it by `forcedual studio FILE` instead"));
        }
        file.write_all(&part).await.map_err(failed)?;
    }
    file.flush().await.map_err(failed)
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
    let clean = clean.trim_matches(['.', ' ']).to_owned();
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
        for wrong in ["", "..", "/", "...", &"x".repeat(500)] {
            assert!(safe(wrong).is_err(), "{wrong}");
        }
    }
}
