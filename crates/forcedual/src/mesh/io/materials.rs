//! Materials of surfaces: the diffuse colours (`Kd`) and pictures (`map_Kd`) of an OBJ's, and files
//! that are named and cannot be used.

use std::path::Path;

use super::{beside, extension, gltf, load};
use crate::error::Result;
use crate::mesh::display::{PictureKind, Pictures};
use serde_json::Value;

/// The colour of faces without one.
const PLAIN: [u8; 3] = [204, 204, 204];
const WHITE: [u8; 3] = [255, 255, 255];

/// Material libraries and pictures that a surface names and that do not exist or cannot be used, one
/// sentence each.
pub fn unusable_files(path: &Path) -> Result<Vec<String>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let of = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found = Vec::new();
    match extension(path).as_str() {
        "obj" => {
            let text = String::from_utf8_lossy(&load(path)?).into_owned();
            let mut pictured = false;
            for library in values(&text, |word| word == "mtllib") {
                if !folder.join(&library).exists() {
                    found.push(format!("{library}, which {of} names, does not exist"));
                    continue;
                }
                let inner = Path::new(&library).parent().unwrap_or(Path::new(""));
                let text = std::fs::read(folder.join(&library)).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                for image in values(&text, |word| word.starts_with("map_") || word == "bump") {
                    let name = file_name(&image, inner);
                    if !folder.join(&name).exists() {
                        found.push(format!("{name}, which {library} names, does not exist"));
                    }
                }
                for image in values(&text, |word| word == "map_Kd") {
                    let name = file_name(&image, inner);
                    let by = format!("the picture {name}, which {library} names,");
                    found.extend(doubt(folder, &name, &by));
                    pictured = true;
                }
            }
            if pictured && values(&text, |word| word == "vt").is_empty() {
                found.push(format!("{of} has no texture coordinates, which its pictures need"));
            }
        }
        "gltf" | "glb" => {
            let bytes = load(path)?;
            let json = gltf_json(&bytes);
            for uri in gltf::beside_uris(&json) {
                if !folder.join(&uri).exists() {
                    found.push(format!("{uri}, which {of} names, does not exist"));
                } else {
                    let by = format!("the picture {uri}, which {of} names,");
                    found.extend(doubt(folder, &uri, &by));
                }
            }
            found.extend(gltf::pictures_left_out(&json, &bytes, folder, &of));
        }
        _ => {}
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// What is wrong with a picture that exists, if anything.
fn doubt(folder: &Path, name: &str, by: &str) -> Option<String> {
    if !folder.join(name).exists() {
        return None;
    }
    match beside(folder, name) {
        None => Some(format!("{by} lies outside the folder of the surface and is not shown")),
        Some(bytes) if PictureKind::of(&bytes).is_none() => {
            Some(format!("{by} is neither PNG nor JPEG and is not shown"))
        }
        Some(_) => None,
    }
}

/// The pictures (PNG or JPEG, undecoded) of the colours of a surface's materials, each once; those
/// that are not there are left out.
pub fn textures(path: &Path) -> Result<Vec<Vec<u8>>> {
    let folder = path.parent().unwrap_or(Path::new(""));
    match extension(path).as_str() {
        "obj" => {
            let mut names = Vec::new();
            for library in values(&String::from_utf8_lossy(&load(path)?), |word| word == "mtllib") {
                let pictures = library_at(folder, &library).into_iter().filter_map(|m| m.picture);
                for name in pictures {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
            Ok(names.iter().filter_map(|name| beside(folder, name)).collect())
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
        format!("the materials and pictures of {name} are not written: its texture coordinates, normals and colours are")
    }))
}

/// The JSON of a glTF; null if it has none.
pub(super) fn gltf_json(bytes: &[u8]) -> Value {
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

/// The file of a map beside its library, from the surface's folder on; options come first.
fn file_name(map: &str, inner: &Path) -> String {
    let name = match map.starts_with('-') {
        true => map.split_ascii_whitespace().last().unwrap_or_default(),
        false => map,
    };
    inner.join(name.replace('\\', "/")).display().to_string()
}

/// A material of a library.
pub(super) struct Material {
    pub(super) name: String,
    /// `Kd`, in sRGB.
    colour: Option<[u8; 3]>,
    /// `map_Kd`, from the surface's folder on.
    picture: Option<String>,
}

impl Material {
    /// The colour of faces, white under a picture: many files say black and mean the picture.
    fn face_colour(&self) -> Option<[u8; 3]> {
        match (self.colour, &self.picture) {
            (Some([0, 0, 0]), Some(_)) => Some(WHITE),
            (colour, _) => colour,
        }
    }
}

/// Colours and pictures of the triangles of an OBJ by its materials; no colours if no material has
/// one. Libraries that cannot be read have no materials.
pub(super) fn dress(obj: &str, folder: &Path) -> (Vec<[u8; 3]>, Pictures) {
    let mut known: Vec<(Material, Option<u32>)> = Vec::new();
    let (mut current, mut all) = (None, Vec::new());
    let mut pictures = Pictures::default();
    for line in obj.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        match word {
            "mtllib" => known.extend(library_at(folder, rest.trim()).into_iter().map(|material| {
                let bytes = material.picture.as_ref().and_then(|name| beside(folder, name));
                (material, bytes.and_then(|bytes| pictures.add(bytes)))
            })),
            "usemtl" => current = known.iter().position(|(m, _)| m.name == rest.trim()),
            "f" => {
                let corners = rest.split_ascii_whitespace().take_while(|w| !w.starts_with('#'));
                all.extend(std::iter::repeat_n(current, corners.count().saturating_sub(2)));
            }
            _ => {}
        }
    }
    let colour = |&own: &Option<usize>| own.and_then(|k| known[k].0.face_colour());
    let picture = |&own: &Option<usize>| own.and_then(|k| known[k].1);
    pictures.of = all.iter().map(picture).collect();
    let colours = match all.iter().all(|own| colour(own).is_none()) {
        true => Vec::new(),
        false => {
            let plain = |own| if picture(own).is_some() { WHITE } else { PLAIN };
            all.iter().map(|own| colour(own).unwrap_or(plain(own))).collect()
        }
    };
    (colours, pictures)
}

/// The materials of a library; none if it cannot be read.
fn library_at(folder: &Path, name: &str) -> Vec<Material> {
    let text = beside(folder, name).unwrap_or_default();
    library(&text, Path::new(name).parent().unwrap_or(Path::new("")))
}

/// The materials of a library in the folder `inner`.
pub(super) fn library(text: &[u8], inner: &Path) -> Vec<Material> {
    let mut found: Vec<Material> = Vec::new();
    for line in String::from_utf8_lossy(text).lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        let rest = rest.trim();
        let numbers = || rest.split_ascii_whitespace().map_while(|w| w.parse::<f64>().ok());
        match (word, found.last_mut()) {
            ("newmtl", _) => {
                found.push(Material { name: rest.to_owned(), colour: None, picture: None })
            }
            ("Kd", Some(material)) => {
                if let [r, g, b] = numbers().collect::<Vec<_>>()[..] {
                    let colour = [r, g, b].map(|x| (255.0 * x.clamp(0.0, 1.0)).round() as u8);
                    material.colour = Some(colour);
                }
            }
            ("map_Kd", Some(material)) => material.picture = Some(file_name(rest, inner)),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::mesh::display::pictures::tests::png;

    #[test]
    fn libraries_and_images_that_do_not_exist_are_named() {
        let folder = samples::Folder::new("missing");
        let write = |name: &str, text: &str| std::fs::write(folder.0.join(name), text).unwrap();
        write("a.obj", "mtllib a.mtl\nmtllib gone.mtl\nvt 0 0\n");
        write("a.mtl", "newmtl x\nmap_Kd here.png\nmap_Ks -s 1 1 1 lost.png\nmap_Kd lost.png\n");
        std::fs::write(folder.0.join("here.png"), png(&[&[[1, 2, 3]]])).unwrap();
        let lost = |name: &str| unusable_files(&folder.0.join(name)).unwrap();
        let expected = [
            "gone.mtl, which a.obj names, does not exist",
            "lost.png, which a.mtl names, does not exist",
        ];
        assert_eq!(lost("a.obj"), expected);
        write("bare.obj", "mtllib a.mtl\n");
        let bare = "bare.obj has no texture coordinates, which its pictures need";
        assert_eq!(lost("bare.obj"), [bare, expected[1]]);
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
        let of = |name: &str| dress(&format!("mtllib {name}\nusemtl red\nf 1 2 3\n"), &inner).0;
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
        assert_eq!(dress(obj, &folder.0).0, [PLAIN, red, red, blue, PLAIN]);
        assert!(dress("mtllib gone.mtl\nusemtl b\nf 1 2 3\n", &folder.0).0.is_empty());
    }

    #[test]
    fn triangles_have_the_picture_of_their_material_tinted_by_its_colour() {
        let folder = samples::Folder::new("dress");
        std::fs::create_dir_all(folder.0.join("sub")).unwrap();
        let picture = png(&[&[[9, 9, 9]]]);
        std::fs::write(folder.0.join("sub/skin.png"), &picture).unwrap();
        std::fs::write(folder.0.join("sub/copy.png"), &picture).unwrap();
        std::fs::write(folder.0.join("sub/text.png"), "no picture").unwrap();
        let library = "newmtl plain\nKd 1 0 0\nnewmtl a\nmap_Kd -s 1 1 1 skin.png\nKd 0 0 0\n\
                       newmtl b\nmap_Kd copy.png\nnewmtl c\nmap_Kd text.png\n\
                       newmtl d\nKd 0 1 0\nmap_Kd skin.png\n";
        std::fs::write(folder.0.join("sub/a.mtl"), library).unwrap();
        let faces = ["plain", "a", "b", "c", "d"].map(|m| format!("usemtl {m}\nf 1 2 3\n"));
        let (colours, pictures) =
            dress(&format!("mtllib sub/a.mtl\n{}", faces.concat()), &folder.0);
        assert_eq!(pictures.files, [picture.into()]);
        assert_eq!(pictures.of, [None, Some(0), Some(0), None, Some(0)]);
        assert_eq!(colours, [[255, 0, 0], WHITE, WHITE, PLAIN, [0, 255, 0]]);
        std::fs::write(folder.0.join("a.obj"), "mtllib sub/a.mtl\nvt 0 0\n").unwrap();
        let told = unusable_files(&folder.0.join("a.obj")).unwrap();
        let expected = "the picture sub/text.png, which sub/a.mtl names, is neither PNG nor JPEG and is not shown";
        assert_eq!(told, [expected]);
    }
}
