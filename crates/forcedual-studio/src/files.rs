//! Files that scenes name: only those of the opened folder, of the opened scene, or uploaded.
//!
//! A page may send any scene. Its files are looked for among the uploads and then in the opened folder;
//! names that lead out of both are refused, unless the scene that was opened at the start has them.

use forcedual::{Code, Error, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// Keys of scenes whose texts are names of files.
const KEYS: [&str; 3] = ["file", "surface", "inside"];

/// Is the text under a key, in the table of another key, the name of a file?
fn is_name(table: &str, key: &str) -> bool {
    KEYS.contains(&key) || (table, key) == ("mesh", "display")
}

/// Where files may come from.
pub struct Files {
    /// The opened folder; nothing where only a built-in scene was opened.
    folder: Option<PathBuf>,
    /// Names in the scene that was opened.
    trusted: BTreeSet<String>,
    /// Made when something is uploaded, and gone with the session.
    uploads: Mutex<Option<TempDir>>,
}

impl Files {
    /// Files of a folder and of a scene that was opened there.
    pub fn new(folder: Option<PathBuf>, scene: &Value) -> Self {
        let mut trusted = BTreeSet::new();
        if folder.is_some() {
            each_name(scene, "", &mut |name| {
                trusted.insert(name.to_owned());
            });
        }
        Files { folder, trusted, uploads: Mutex::new(None) }
    }

    /// The folder of uploads.
    pub fn uploads(&self) -> Result<PathBuf> {
        let mut uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        let made = match uploads.take() {
            Some(made) => made,
            None => tempfile::Builder::new().prefix("forcedual-").tempdir().map_err(|e| {
                Error::new(Code::Io, format!("there is no room for uploaded files: {e}"))
            })?,
        };
        let path = made.path().to_owned();
        *uploads = Some(made);
        Ok(path)
    }

    /// Takes what was uploaded away.
    pub fn forget(&self) {
        self.uploads.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The scene with the whole paths of its files.
    pub fn resolved(&self, scene: &Value) -> Result<Value> {
        let mut scene = scene.clone();
        replace(&mut scene, "", &|name| self.find(name))?;
        Ok(scene)
    }

    /// The whole path of a file.
    pub fn find(&self, name: &str) -> Result<PathBuf> {
        let uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        let uploads = uploads.as_ref().map(|made| made.path().to_owned());
        if self.trusted.contains(name)
            && let Some(folder) = &self.folder
        {
            return Ok(folder.join(name));
        }
        let plain = |c: Component<'_>| matches!(c, Component::Normal(_) | Component::CurDir);
        let refused = || {
            Error::new(Code::Io, format!("{name} is not in the opened folder"))
                .help("open the studio in the folder of the file, or drop the file on the page")
        };
        if !Path::new(name).components().all(plain) {
            return Err(refused());
        }
        for folder in uploads.iter().chain(&self.folder) {
            let Ok(path) = folder.join(name).canonicalize() else { continue };
            // links may lead out of it
            return match folder.canonicalize().is_ok_and(|folder| path.starts_with(folder)) {
                true => Ok(path),
                false => Err(refused()),
            };
        }
        let error = Error::new(Code::Io, format!("{name} is not there"));
        Err(error.help("drop the file on the page"))
    }
}

fn each_name(value: &Value, table: &str, found: &mut impl FnMut(&str)) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(name) if is_name(table, key) => found(name),
                    _ => each_name(value, key, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|v| each_name(v, table, found)),
        _ => {}
    }
}

/// Puts whole paths in the place of names.
fn replace(value: &mut Value, table: &str, path: &impl Fn(&str) -> Result<PathBuf>) -> Result<()> {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(name) if is_name(table, key) => {
                        let found = path(name).map_err(|e| e.field(key))?;
                        *name = found.to_string_lossy().into_owned();
                    }
                    _ => replace(value, key, path).map_err(|e| e.field(key))?,
                }
            }
            Ok(())
        }
        Value::Array(list) => {
            let mut all = list.iter_mut().enumerate();
            all.try_for_each(|(k, v)| {
                replace(v, table, path).map_err(|e| e.field(format!("[{k}]")))
            })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_that_lead_out_of_the_folder_are_refused_unless_the_opened_scene_has_them() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("opened");
        std::fs::create_dir(&folder).unwrap();
        for (path, text) in [("opened/in.mesh", "in"), ("out.mesh", "out")] {
            std::fs::write(home.path().join(path), text).unwrap();
        }
        let opened = json!({ "mesh": { "file": "../out.mesh" } });
        let files = Files::new(Some(folder.clone()), &opened);
        assert!(files.resolved(&opened).is_ok());
        let absolute = folder.join("in.mesh").display().to_string();
        for name in ["../out.mesh/", "./../out.mesh", &absolute, "/etc/hostname", "none.mesh"] {
            let scene = json!({ "force": [{ "weight": { "file": name } }] });
            let error = files.resolved(&scene).unwrap_err();
            assert_eq!(error.place.field.as_deref(), Some("force[0].weight.file"), "{name}");
        }
        let linear = json!({ "simulation": { "display": "linear" } });
        assert_eq!(files.resolved(&linear).unwrap(), linear, "this is no file");
        let inside = files.resolved(&json!({ "mesh": { "file": "in.mesh" } })).unwrap();
        assert!(inside["mesh"]["file"].as_str().unwrap().ends_with("opened/in.mesh"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(home.path().join("out.mesh"), folder.join("link")).unwrap();
            assert!(files.find("link").is_err());
        }
    }

    #[test]
    fn uploads_come_first_and_without_a_folder_nothing_else_is_read() {
        let files = Files::new(None, &json!({}));
        assert!(files.find("Cargo.toml").is_err());
        std::fs::write(files.uploads().unwrap().join("a.obj"), "v").unwrap();
        assert!(files.find("a.obj").is_ok());
        assert!(files.find("../a.obj").is_err());
    }
}
