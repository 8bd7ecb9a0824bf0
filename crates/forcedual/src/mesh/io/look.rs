//! What files say about how their surfaces look.

use std::path::Path;

use super::materials::gltf_json;
use super::{extension, load};
use crate::error::Result;

/// Which of materials, texture coordinates, colours and normals a surface has.
pub fn look(path: &Path) -> Result<Vec<&'static str>> {
    let [mut materials, mut texture, mut colours, mut normals] = [false; 4];
    match extension(path).as_str() {
        "obj" => {
            for line in load(path)?.split(|b| *b == b'\n') {
                let mut words = line.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
                match words.next() {
                    Some(b"usemtl") => materials = true,
                    Some(b"vt") => texture = true,
                    Some(b"vn") => normals = true,
                    Some(b"v") if !colours => colours = words.count() == 6,
                    _ => {}
                }
            }
        }
        "gltf" | "glb" => {
            let json = gltf_json(&load(path)?);
            materials = json["materials"].as_array().is_some_and(|list| !list.is_empty());
            let primitives = json["meshes"].as_array().into_iter().flatten();
            let primitives = primitives.flat_map(|m| m["primitives"].as_array()).flatten();
            for attributes in primitives.map(|p| &p["attributes"]) {
                texture |= attributes.get("TEXCOORD_0").is_some();
                colours |= attributes.get("COLOR_0").is_some();
                normals |= attributes.get("NORMAL").is_some();
            }
        }
        "ply" => {
            let bytes = load(path)?;
            let header = bytes.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
            for line in header.take_while(|line| *line != b"end_header") {
                colours |= line.starts_with(b"property") && line.ends_with(b" red");
                normals |= line.starts_with(b"property") && line.ends_with(b" nx");
            }
        }
        _ => {}
    }
    let all = [
        (materials, "materials"),
        (texture, "texture coordinates"),
        (colours, "colours"),
        (normals, "normals"),
    ];
    Ok(all.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect())
}

#[cfg(test)]
mod tests {
    use super::super::samples::Folder;
    use super::*;

    #[test]
    fn every_format_is_asked_for_what_it_can_hold() {
        let folder = Folder::new("look");
        let (texture, colours, normals) = ("texture coordinates", "colours", "normals");
        let ply = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float nx\nproperty uchar red\nend_header\n";
        let gltf =
            r#"{"materials":[{}],"meshes":[{"primitives":[{"attributes":{"TEXCOORD_0":1}}]}]}"#;
        for (name, text, expected) in [
            (
                "a.obj",
                "v 0 0 0\nusemtl x\n vt 0 0\r\nvn 0 0 1\n",
                &["materials", texture, normals][..],
            ),
            ("b.obj", "v 0 0 0 1 1 1\n", &[colours]),
            ("c.obj", "v 0 0 0\nf 1 1 1\n", &[]),
            ("a.ply", ply, &[colours, normals]),
            ("a.gltf", gltf, &["materials", texture]),
            ("a.stl", "", &[]),
        ] {
            std::fs::write(folder.0.join(name), text).unwrap();
            assert_eq!(look(&folder.0.join(name)).unwrap(), expected, "{name}");
        }
    }
}
