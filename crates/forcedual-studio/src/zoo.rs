//! Scenes to begin with, and pictures of their creatures.

use forcedual::mesh::zoo::Kind;
use forcedual::scene::document::Format;
use forcedual::scene::{EXAMPLES, SceneFile};
use rust_embed::RustEmbed;
use serde_json::{Value, json};
use std::path::Path;

/// Pictures of the creatures, made by `forcedual shapes NAME -o NAME.png --size 320`.
#[derive(RustEmbed)]
#[folder = "zoo"]
struct Pictures;

/// All scenes to begin with.
pub fn list() -> Value {
    let scene = |text: &str| {
        let read = SceneFile::parse(text, Format::Toml, Path::new(""));
        read.ok().map(|scene| scene.document().clone())
    };
    let creatures = Kind::ALL.iter().map(|kind| {
        let c = kind.creature();
        let scene = scene(c.scene);
        json!({ "name": c.name, "about": c.about, "dim": c.dim(), "view": c.view, "scene": scene })
    });
    let examples = EXAMPLES.iter().map(|example| {
        json!({ "name": example.name, "about": example.about, "scene": scene(example.text) })
    });
    json!({
        "creatures": creatures.collect::<Vec<Value>>(),
        "examples": examples.collect::<Vec<Value>>(),
    })
}

/// The picture of a creature, if there is one of this name.
pub fn picture(name: &str) -> Option<Vec<u8>> {
    Some(Pictures::get(&format!("{name}.png"))?.data.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_creature_has_a_scene_and_a_picture() {
        let list = list();
        let creatures = list["creatures"].as_array().unwrap();
        assert_eq!(creatures.len(), Kind::ALL.len());
        for creature in creatures.iter().chain(list["examples"].as_array().unwrap()) {
            assert!(creature["scene"]["mesh"].is_object(), "{creature}");
        }
        for name in creatures.iter().map(|c| c["name"].as_str().unwrap()) {
            let picture = picture(name).unwrap_or_default();
            assert_eq!(picture.get(1..4), Some(&b"PNG"[..]), "{name}");
            assert_eq!(picture[16..24], [0, 0, 1, 64, 0, 0, 1, 64], "{name} is 320 x 320");
        }
        assert!(picture("../dragon").is_none());
    }
}
