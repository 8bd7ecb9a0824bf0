//! Built-in scenes without a creature, to start from.

/// A built-in scene.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The scene, in TOML.
    pub text: &'static str,
}

/// All of them; creatures have scenes of their own.
pub const EXAMPLES: &[Example] = &[
    Example {
        name: "beam",
        about: "a clamped 3D beam, pushed near its tip and pulled by two tendons",
        text: include_str!("examples/beam.toml"),
    },
    Example {
        name: "finger",
        about: "a pneumatic finger with five chambers, each with its own pressure",
        text: include_str!("examples/finger.toml"),
    },
    Example {
        name: "floating",
        about: "a free ball, squeezed by springs inside it",
        text: include_str!("examples/floating.toml"),
    },
    Example {
        name: "touch",
        about: "a 3D block touched in one of three places, as skinning weights",
        text: include_str!("examples/touch.toml"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneFile;
    use crate::scene::document::{Format, to_toml};
    use std::path::Path;

    #[test]
    fn every_scene_parses_and_comes_back_from_what_is_written_of_it() {
        let creatures = crate::mesh::zoo::Kind::ALL.iter().map(|k| k.creature());
        let texts = EXAMPLES.iter().map(|e| e.text).chain(creatures.map(|c| c.scene));
        for text in texts {
            let read = |text: &str| SceneFile::parse(text, Format::Toml, Path::new("")).unwrap();
            let scene = read(text);
            let whole = serde_json::to_value(scene.scene()).unwrap();
            for document in [scene.document(), &whole] {
                let written = to_toml(document).unwrap();
                let again = read(&written);
                assert_eq!(again.scene(), scene.scene(), "{written}");
                again.check_keys(&[]).unwrap();
            }
        }
    }
}
