//! Scenes to begin with, and pictures of their creatures.

use forcedual::Result;
use forcedual::mesh::zoo::Kind;
use forcedual::scene::document::Format;
use forcedual::scene::{EXAMPLES, SceneFile};
use rust_embed::RustEmbed;
use serde_json::{Value, json};
use std::path::Path;

/// Modes, or weights, for hands.
const HAND: u64 = 8;

/// Pictures of the creatures, made by `forcedual shapes NAME -o NAME.png --size 320`.
#[derive(RustEmbed)]
#[folder = "zoo"]
struct Pictures;

fn written(text: &str) -> Result<Value> {
    Ok(SceneFile::parse(text, Format::Toml, Path::new(""))?.written().clone())
}

/// The scene of a creature, whose prior knows of hands that grab it anywhere beside its own forces.
pub fn scene(kind: Kind) -> Result<Value> {
    let mut scene = written(kind.creature().scene)?;
    let adapts = !scene["simulation"]["adaptive"].is_null();
    if let Some(forces) = scene["force"].as_array_mut().filter(|_| !adapts) {
        let hand = json!({
            "name": "a hand", "kind": "matern", "length": 0.3, "rms-displacement": 0.03
        });
        forces.push(hand);
        if let Some(modes) = scene["subspace"]["modes"].as_u64() {
            scene["subspace"]["modes"] = (modes + HAND).into();
        }
    }
    Ok(scene)
}

/// All scenes to begin with.
pub fn list() -> Value {
    let creatures = Kind::ALL.iter().map(|&kind| {
        let (c, scene) = (kind.creature(), scene(kind).ok());
        json!({ "name": c.name, "about": c.about, "dim": c.dim(), "view": c.view, "scene": scene })
    });
    let examples = EXAMPLES.iter().map(|example| {
        json!({ "name": example.name, "about": example.about, "scene": written(example.text).ok() })
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

    #[test]
    fn creatures_expect_a_hand_unless_they_choose_between_forces() {
        for &kind in Kind::ALL {
            let made = scene(kind).unwrap();
            let read = SceneFile::parse(&made.to_string(), Format::Json, Path::new(""));
            assert!(read.is_ok(), "{kind:?}: {:?}", read.err());
            let last = made["force"].as_array().and_then(|all| all.last()).unwrap();
            let adapts = !made["simulation"]["adaptive"].is_null();
            assert_eq!(last["name"] == "a hand", !adapts, "{kind:?}");
        }
    }
}
