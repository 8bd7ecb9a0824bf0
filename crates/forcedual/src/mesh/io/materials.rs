//! The diffuse colours (`Kd`) of an OBJ's materials.

use std::path::Path;

use super::{extension, load};
use crate::error::Result;

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

pub(super) fn colours(obj: &str, folder: &Path) -> Vec<[u8; 3]> {
    let mut known: Vec<(String, [u8; 3])> = Vec::new();
    let (mut current, mut all) = (None, Vec::new());
    for line in obj.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        match word {
            "mtllib" => {
                let library = std::fs::read(folder.join(rest.trim())).unwrap_or_default();
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
