//! Scenes to begin with, and pictures of their creatures.

use forcedual::Result;
use forcedual::export::render::{Style, portrait, render};
use forcedual::mesh::zoo::Kind;
use forcedual::scene::document::Format;
use forcedual::scene::{EXAMPLES, SceneFile};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Width and height of a picture.
const SIZE: usize = 320;

/// All scenes to begin with.
pub fn list() -> Value {
    let scene = |text: &str| {
        let read = SceneFile::parse(text, Format::Toml, Path::new(""));
        read.ok().and_then(|scene| serde_json::to_value(scene.scene()).ok())
    };
    let creatures = Kind::ALL.iter().map(|kind| {
        let c = kind.creature();
        json!({ "name": c.name, "about": c.about, "dim": c.dim(), "view": c.view, "scene": scene(c.scene) })
    });
    let examples = EXAMPLES.iter().map(|example| {
        json!({ "name": example.name, "about": example.about, "scene": scene(example.text) })
    });
    json!({
        "creatures": creatures.collect::<Vec<Value>>(),
        "examples": examples.collect::<Vec<Value>>(),
    })
}

/// Pictures of creatures, each drawn once.
#[derive(Default)]
pub struct Pictures(Mutex<BTreeMap<&'static str, axum::body::Bytes>>);

impl Pictures {
    /// The picture of a creature, if there is one of this name.
    pub fn draw(&self, name: &str) -> Option<Result<axum::body::Bytes>> {
        let creature = Kind::ALL.iter().map(|k| k.creature()).find(|c| c.name == name)?;
        // one at a time: drawing takes all cores
        let mut drawn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = drawn.get(creature.name) {
            return Some(Ok(bytes.clone()));
        }
        let draw = || {
            let (drawing, camera) = portrait(&creature)?;
            let style = Style { size: [SIZE, SIZE], shadows: false, ..Style::default() };
            render(&drawing, &camera, &style)?.to_png()
        };
        Some(draw().map(|png| {
            let bytes = axum::body::Bytes::from(png);
            drawn.insert(creature.name, bytes.clone());
            bytes
        }))
    }
}
