//! Files that are written: their names are refused before any work where they cannot be right.

use forcedual::scene::SceneFile;
use forcedual::{Code, Error, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Refuses a file that could not be written or that is the input.
pub fn check(path: &Path, input: &Path) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(refusal(path, "its folder does not exist"));
    }
    if path.is_dir() {
        return Err(refusal(path, "it is a folder"));
    }
    apart(path, &[input.to_owned()])
}

/// Refuses a name that does not end in one of the extensions.
pub fn check_extension(path: &Path, allowed: &[&str]) -> Result<()> {
    if allowed.iter().any(|e| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(e))) {
        return Ok(());
    }
    let names: Vec<String> = allowed.iter().map(|e| format!(".{e}")).collect();
    // `.glb` is a hidden file without an extension
    let only = |name: &&String| path.file_name().is_some_and(|own| own.eq_ignore_ascii_case(name));
    if let Some(name) = names.iter().find(only) {
        let message = format!("{} is only an extension", path.display());
        let help = format!("put a name before it: out{name}");
        return Err(Error::new(Code::UnknownFormat, message).help(help));
    }
    let names = names.join(" or ");
    Err(Error::new(
        Code::UnknownFormat,
        format!("{} does not end in {names}, which is what is written", path.display()),
    )
    .help(format!("name a {names} file")))
}

/// Refuses files that the scene reads: its mesh, arrays and surfaces.
pub fn check_inputs(paths: &[&Path], scene: &SceneFile) -> Result<()> {
    let value = serde_json::to_value(scene.scene())
        .map_err(|e| Error::new(Code::Scene, format!("the scene cannot be written: {e}")))?;
    let mut inputs = Vec::new();
    named_files(&value, scene.folder(), &mut inputs);
    paths.iter().try_for_each(|path| apart(path, &inputs))
}

fn apart(path: &Path, inputs: &[PathBuf]) -> Result<()> {
    let Ok(own) = path.canonicalize() else { return Ok(()) };
    if inputs.iter().any(|input| input.canonicalize().is_ok_and(|i| i == own)) {
        return Err(refusal(path, "it is a file that is read").help("name another file"));
    }
    Ok(())
}

fn refusal(path: &Path, why: &str) -> Error {
    Error::new(Code::Io, format!("cannot be written: {why}")).file(path)
}

/// Every file that a scene names, and the other half of a TetGen pair.
fn named_files(value: &Value, folder: &Path, found: &mut Vec<PathBuf>) {
    match value {
        Value::Object(map) => {
            for name in ["file", "surface", "display", "inside"]
                .iter()
                .filter_map(|k| map.get(*k)?.as_str())
            {
                let file = folder.join(name);
                if file.extension().is_some_and(|e| e == "node" || e == "ele") {
                    found.extend(["node", "ele"].map(|e| file.with_extension(e)));
                }
                found.push(file);
            }
            map.values().for_each(|v| named_files(v, folder, found));
        }
        Value::Array(list) => list.iter().for_each(|v| named_files(v, folder, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_compared_without_case_and_named() {
        assert!(check_extension(Path::new("a.SVG"), &["svg", "json"]).is_ok());
        let error = check_extension(Path::new("a.png"), &["svg", "json"]).unwrap_err();
        assert_eq!(error.code, Code::UnknownFormat);
        assert!(error.message.contains(".svg or .json"), "{}", error.message);
        assert!(check_extension(Path::new("svg"), &["svg"]).is_err());
        let error = check_extension(Path::new("a/.svg"), &["svg"]).unwrap_err();
        assert_eq!(error.message, "a/.svg is only an extension");
        assert_eq!(error.help.as_deref(), Some("put a name before it: out.svg"));
    }

    #[test]
    fn files_are_found_wherever_a_scene_names_them() {
        let scene = serde_json::json!({
            "mesh": { "file": "m.node", "surface": "s.obj", "display": "d.obj" },
            "force": [{ "weight": { "file": "w.npy" } }, { "where": { "inside": "s.stl" } }],
        });
        let mut found = Vec::new();
        named_files(&scene, Path::new("f"), &mut found);
        found.sort();
        found.dedup();
        assert_eq!(
            found,
            ["f/d.obj", "f/m.ele", "f/m.node", "f/s.obj", "f/s.stl", "f/w.npy"].map(PathBuf::from)
        );
    }
}
