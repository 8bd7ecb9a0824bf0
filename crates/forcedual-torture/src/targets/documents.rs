//! Scenes, and words of the command line.

use forcedual::export::picture::{CutAt, Enlargement};
use forcedual::export::render::Colour;
use forcedual::memory::parse_size;
use forcedual::mesh::RawMesh;
use forcedual::mesh::io::gmsh;
use forcedual::progress::Silent;
use forcedual::scene::document::Format;
use forcedual::scene::{SceneFile, to_toml};
use forcedual::subspace::ModeCount;
use std::path::Path;

/// A scene in TOML.
pub fn toml(text: &[u8]) {
    scene(text, Format::Toml);
}

/// A scene in JSON.
pub fn json(text: &[u8]) {
    scene(text, Format::Json);
}

/// Keys whose values name files, which a scene may read from anywhere.
const NAMING: [&str; 4] = ["file", "inside", "surface", "display"];

fn scene(text: &[u8], format: Format) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(scene) = SceneFile::parse(text, format, Path::new("\0")) else { return };
    let again = |text: &str, format| SceneFile::parse(text, format, Path::new("\0"));
    let json = serde_json::to_string(scene.scene()).expect("scenes can be written");
    match again(&json, Format::Json) {
        Ok(read) => assert_eq!(read.scene(), scene.scene(), "{json}"),
        Err(error) => panic!("{error}: {json}"),
    }
    if let Ok(toml) = to_toml(scene.written()) {
        match again(&toml, Format::Toml) {
            Ok(read) => assert_eq!(read.scene(), scene.scene(), "{toml}"),
            Err(error) => panic!("{error}: {toml}"),
        }
    }
    if !NAMING.iter().any(|key| text.contains(key)) {
        let _ = scene.with_mesh(tetrahedra()).body(&Silent);
    }
}

/// Two tetrahedra.
fn tetrahedra() -> RawMesh {
    let positions =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]];
    RawMesh {
        dim: 3,
        positions: positions.concat(),
        cells: vec![0, 1, 2, 3, 1, 2, 3, 4],
        cell_labels: vec![1, 2],
        regions: vec!["head".to_owned(), "tail".to_owned()],
        ..RawMesh::default()
    }
}

/// Words of the command line.
pub fn words(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let _ = Colour::parse(text);
    let _ = Enlargement::parse(text);
    let _ = CutAt::parse(text);
    let _ = text.parse::<gmsh::Format>();
    let _ = ModeCount::Share(text.to_owned()).share();
    parse_size(text);
}
