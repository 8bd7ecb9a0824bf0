//! Materials of surfaces: the diffuse colours (`Kd`) of an OBJ's, and files that are not there.

use std::path::Path;

use super::{extension, gltf, load};
use crate::error::Result;
use serde_json::Value;

/// The colour of faces without one.
const PLAIN: [u8; 3] = [204, 204, 204];

/// The sRGB colour of every triangle of an OBJ by its materials; empty if none of them has one.
/// Libraries that cannot be read have no colours.
pub fn read_colours(path: &Path) -> Result<Vec<[u8; 3]>> {
    if extension(path) != "obj" {
        return Ok(Vec::new());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(colours(&String::from_utf8_lossy(&load(path)?), folder))
}

/// Material libraries and images that a surface names and that do not exist, one sentence each.
pub fn missing_files(path: &Path) -> Result<Vec<String>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut named: Vec<(String, String)> = Vec::new();
    let of = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match extension(path).as_str() {
        "obj" => {
            for library in values(&String::from_utf8_lossy(&load(path)?), |word| word == "mtllib") {
                let text = std::fs::read(folder.join(&library)).unwrap_or_default();
                let inner = Path::new(&library).parent().unwrap_or(Path::new(""));
                let maps = |word: &str| word.starts_with("map_") || word == "bump";
                named.push((of.clone(), library.clone()));
                for image in values(&String::from_utf8_lossy(&text), maps) {
                    // options come first
                    let image = match image.starts_with('-') {
                        true => image.split_ascii_whitespace().last().unwrap_or_default(),
                        false => &image,
                    };
                    let image = inner.join(image.replace('\\', "/")).display().to_string();
                    named.push((library.clone(), image));
                }
            }
        }
        "gltf" | "glb" => {
            let json = gltf_json(&load(path)?);
            let images = json["images"].as_array().into_iter().flatten();
            let beside =
                images.filter_map(|i| i["uri"].as_str().filter(|u| !u.starts_with("data:")));
            named.extend(beside.map(|uri| (of.clone(), uri.replace("%20", " "))));
        }
        _ => {}
    }
    named.sort();
    named.dedup();
    let lost = named.iter().filter(|(_, name)| !folder.join(name).exists());
    Ok(lost.map(|(by, name)| format!("{name}, which {by} names, does not exist")).collect())
}

/// The pictures (PNG or JPEG, undecoded) of the colours of a surface's materials, each once; those
/// that are not there are left out.
pub fn textures(path: &Path) -> Result<Vec<Vec<u8>>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    match extension(path).as_str() {
        "obj" => {
            let mut names = Vec::new();
            for library in values(&String::from_utf8_lossy(&load(path)?), |word| word == "mtllib") {
                let text = super::beside(folder, &library).unwrap_or_default();
                for image in values(&String::from_utf8_lossy(&text), |word| word == "map_Kd") {
                    // options come first
                    let name = match image.starts_with('-') {
                        true => image.split_ascii_whitespace().last().unwrap_or_default(),
                        false => &image,
                    };
                    let name = name.replace('\\', "/");
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
            Ok(names.iter().filter_map(|name| super::beside(folder, name)).collect())
        }
        "gltf" | "glb" => gltf::textures(&load(path)?, folder),
        _ => Ok(Vec::new()),
    }
}

/// What to tell about a surface whose materials an OBJ written from it lacks, if anything.
pub fn materials_left_out(path: &Path) -> Result<Option<String>> {
    if !matches!(extension(path).as_str(), "gltf" | "glb") {
        return Ok(None);
    }
    let any = gltf_json(&load(path)?)["materials"].as_array().is_some_and(|m| !m.is_empty());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(any.then(|| {
        format!("the materials of {name} are not written: its texture coordinates and normals are")
    }))
}

/// The JSON of a glTF; null if it has none.
fn gltf_json(bytes: &[u8]) -> Value {
    let text = match bytes.starts_with(b"glTF") {
        true => gltf::chunks(bytes).map_or(&[][..], |c| c.0),
        false => bytes,
    };
    serde_json::from_slice(text).unwrap_or_default()
}

/// What follows certain words at the beginning of lines.
fn values(text: &str, chosen: impl Fn(&str) -> bool) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim().split_once(char::is_whitespace));
    lines.filter(|(word, _)| chosen(word)).map(|(_, rest)| rest.trim().to_owned()).collect()
}

pub(super) fn colours(obj: &str, folder: &Path) -> Vec<[u8; 3]> {
    let mut known: Vec<(String, [u8; 3])> = Vec::new();
    let (mut current, mut all) = (None, Vec::new());
    for line in obj.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        match word {
            "mtllib" => {
                let library = super::beside(folder, rest.trim()).unwrap_or_default();
                known.extend(diffuse(&String::from_utf8_lossy(&library)));
            }
            "usemtl" => {
                current = known.iter().find(|(name, _)| name == rest.trim()).map(|(_, c)| *c);
            }
            "f" => {
                let corners = rest.split_ascii_whitespace().take_while(|w| !w.starts_with('#'));
                all.extend(std::iter::repeat_n(current, corners.count().saturating_sub(2)));
            }
            _ => {}
        }
    }
    match all.iter().all(Option::is_none) {
        true => Vec::new(),
        false => all.into_iter().map(|colour| colour.unwrap_or(PLAIN)).collect(),
    }
}

/// Names and colours in a library.
fn diffuse(library: &str) -> Vec<(String, [u8; 3])> {
    let (mut name, mut found) = (None, Vec::new());
    for line in library.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        let numbers = || rest.split_ascii_whitespace().map_while(|w| w.parse::<f64>().ok());
        match (word, &name) {
            ("newmtl", _) => name = Some(rest.trim().to_owned()),
            ("Kd", Some(name)) => {
                if let [r, g, b] = numbers().collect::<Vec<_>>()[..] {
                    let colour = [r, g, b].map(|x| (255.0 * x.clamp(0.0, 1.0)).round() as u8);
                    found.push((name.clone(), colour));
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn libraries_and_images_that_do_not_exist_are_named() {
        let folder = samples::Folder::new("missing");
        let write = |name: &str, text: &str| std::fs::write(folder.0.join(name), text).unwrap();
        write("a.obj", "mtllib a.mtl\nmtllib gone.mtl\n");
        write("a.mtl", "newmtl x\nmap_Kd here.png\nmap_Ks -s 1 1 1 lost.png\nmap_Kd lost.png\n");
        write("here.png", "");
        let lost = |name: &str| missing_files(&folder.0.join(name)).unwrap();
        let expected = [
            "lost.png, which a.mtl names, does not exist",
            "gone.mtl, which a.obj names, does not exist",
        ];
        assert_eq!(lost("a.obj"), expected);
        let images = r#"{"images":[{"uri":"here.png"},{"uri":"no%20where.png"},{"uri":"data:image/png;base64,AA=="},{"bufferView":0}]}"#;
        write("b.gltf", images);
        assert_eq!(lost("b.gltf"), ["no where.png, which b.gltf names, does not exist"]);
        assert_eq!(materials_left_out(&folder.0.join("b.gltf")).unwrap(), None);
        write("b.gltf", r#"{"materials":[{"name":"red"}]}"#);
        assert!(materials_left_out(&folder.0.join("b.gltf")).unwrap().unwrap().contains("b.gltf"));
        write("c.stl", "");
        assert!(lost("c.stl").is_empty());
    }

    #[test]
    fn colours_come_from_libraries_of_the_folder_only() {
        let outer = samples::Folder::new("colours");
        let (inner, library) = (outer.0.join("inner"), outer.0.join("a.mtl"));
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(&library, "newmtl red\nKd 1 0 0\n").unwrap();
        let of = |name: &str| colours(&format!("mtllib {name}\nusemtl red\nf 1 2 3\n"), &inner);
        assert!(of("../a.mtl").is_empty());
        assert!(of(&library.display().to_string()).is_empty());
        assert!(of(".").is_empty(), "a folder is no file");
        std::fs::copy(&library, inner.join("a.mtl")).unwrap();
        assert_eq!(of("a.mtl"), [[255, 0, 0]]);
    }

    #[test]
    fn pictures_of_colours_are_read_once_and_only_from_the_folder() {
        let outer = samples::Folder::new("pictures");
        std::fs::write(outer.0.join("secret.png"), "secret").unwrap();
        let folder = outer.0.join("inner");
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        write("a.obj", "mtllib a.mtl\n");
        write(
            "a.mtl",
            "newmtl x\nmap_Kd -s 1 1 1 skin.png\nnewmtl y\nmap_Kd skin.png\nmap_Ks shine.png\n\
             newmtl z\nmap_Kd ../secret.png\nmap_Kd gone.png\n",
        );
        write("skin.png", "skin");
        write("shine.png", "shine");
        assert_eq!(textures(&folder.join("a.obj")).unwrap(), [b"skin"]);
        let triangle = r#""asset":{"version":"2.0"},"buffers":[{"byteLength":40,"uri":"b.bin"}],
            "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":4}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]"#;
        let points = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let mut data: Vec<u8> = points.iter().flat_map(|x| x.to_le_bytes()).collect();
        data.extend(b"fur!");
        std::fs::write(folder.join("b.bin"), data).unwrap();
        let colour = |k: usize| {
            format!(r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{k}}}}}}}"#)
        };
        let materials = [colour(0), colour(1), colour(0), colour(2)].join(",");
        let images =
            r#"{"bufferView":1},{"uri":"data:image/png;base64,aGk="},{"uri":"../secret.png"}"#;
        write(
            "b.gltf",
            &format!(
                r#"{{{triangle},"materials":[{materials}],"images":[{images}],
                "textures":[{{"source":0}},{{"source":1}},{{"source":2}}]}}"#
            ),
        );
        assert_eq!(textures(&folder.join("b.gltf")).unwrap(), [&b"fur!"[..], b"hi"]);
    }

    #[test]
    fn triangles_have_the_colour_of_their_material() {
        let folder = samples::Folder::new("materials");
        let library = "newmtl red skin\nKa 1 1 1\nKd 1 0 0\nnewmtl odd\nKd spectral x.rfl\nnewmtl b\n Kd 0 0.5 2\n";
        std::fs::write(folder.0.join("a b.mtl"), library).unwrap();
        let obj = "f 1 2 3\nmtllib a b.mtl\nusemtl red skin\nf 1 2 3 4 # 5 6\nusemtl b\nf 1/1 2/2 3/3\nusemtl odd\nf 1 2 3\n";
        let (red, blue) = ([255, 0, 0], [0, 128, 255]);
        assert_eq!(colours(obj, &folder.0), [PLAIN, red, red, blue, PLAIN]);
        assert!(colours("mtllib gone.mtl\nusemtl b\nf 1 2 3\n", &folder.0).is_empty());
    }
}
