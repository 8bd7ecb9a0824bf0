//! `forcedual example`: scenes to start from.

use crate::args;
use crate::output::Output;
use forcedual::mesh::zoo::Kind;
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use forcedual::{Code, Error, Result};
use std::path::Path;

/// A built-in scene.
pub struct Example {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    text: &'static str,
}

impl Example {
    /// The scene, read.
    pub fn scene(&self) -> Result<SceneFile> {
        SceneFile::parse(self.text, Format::Toml, Path::new(""))
    }
}

/// The scene of this name; creatures have one each.
fn named(name: &str) -> Option<&'static str> {
    let own = ALL.iter().find(|e| e.name == name).map(|e| e.text);
    let creatures = || Kind::ALL.iter().map(|k| k.creature());
    own.or_else(|| creatures().find(|c| c.name == name).map(|c| c.scene))
}

/// Built-in scenes without a creature; the first is designed when there are no arguments.
pub const ALL: &[Example] = &[
    Example {
        name: "beam",
        about: "a clamped 3D beam, pushed near its tip and pulled by two tendons",
        text: include_str!("../scenes/beam.toml"),
    },
    Example {
        name: "finger",
        about: "a pneumatic finger with five chambers, each with its own pressure",
        text: include_str!("../scenes/finger.toml"),
    },
    Example {
        name: "floating",
        about: "a free ball, squeezed by springs inside it",
        text: include_str!("../scenes/floating.toml"),
    },
    Example {
        name: "touch",
        about: "a 3D block touched in one of three places, as skinning weights",
        text: include_str!("../scenes/touch.toml"),
    },
];

/// Lists the scenes or prints one.
pub fn run(args: &args::Example, out: &Output) -> Result<()> {
    let Some(name) = &args.name else {
        let mut text = String::new();
        for example in ALL {
            text += &format!("{:<14} {}\n", example.name, example.about);
        }
        for creature in Kind::ALL.iter().map(|k| k.creature()) {
            text += &format!("{:<14} {}\n", creature.name, creature.about);
        }
        return out.plain(&(text + "\nPrint one with: forcedual example NAME > scene.toml\n"));
    };
    match named(name) {
        Some(text) => out.plain(text),
        None => {
            let creatures = Kind::ALL.iter().map(|k| k.creature().name);
            let names: Vec<&str> = ALL.iter().map(|e| e.name).chain(creatures).collect();
            Err(Error::new(Code::Scene, format!("there is no built-in scene `{name}`"))
                .help(format!("the built-in scenes are {}", names.join(", "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_parses() {
        for example in ALL {
            let read = example.scene().map(|_| ());
            assert!(read.is_ok(), "{}: {read:?}", example.name);
        }
    }
}
