//! `forcedual example`: scenes to start from.

use crate::args;
use crate::output::Output;
use forcedual::mesh::zoo::Kind;
use forcedual::scene::EXAMPLES;
use forcedual::{Code, Error, Result};

/// The scene of this name; creatures have one each.
fn named(name: &str) -> Option<&'static str> {
    let own = EXAMPLES.iter().find(|e| e.name == name).map(|e| e.text);
    let creatures = || Kind::ALL.iter().map(|k| k.creature());
    own.or_else(|| creatures().find(|c| c.name == name).map(|c| c.scene))
}

/// Lists the scenes or prints one.
pub fn run(args: &args::Example, out: &Output) -> Result<()> {
    let Some(name) = &args.name else {
        let mut text = String::new();
        for example in EXAMPLES {
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
            let names: Vec<&str> = EXAMPLES.iter().map(|e| e.name).chain(creatures).collect();
            Err(Error::new(Code::Scene, format!("there is no built-in scene `{name}`"))
                .help(format!("the built-in scenes are {}", names.join(", "))))
        }
    }
}
