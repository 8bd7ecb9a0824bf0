//! The documents say what the code does.

use forcedual::scene::{SceneFile, document::Format, schema};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// Every key and every named value of scenes.
fn words(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(keys)) = map.get("properties") {
                found.extend(keys.keys().cloned());
            }
            let named = map.get("enum").and_then(Value::as_array).into_iter().flatten();
            let named = named.chain(map.get("const")).filter_map(Value::as_str);
            found.extend(named.map(str::to_owned));
            map.values().for_each(|v| words(v, found));
        }
        Value::Array(list) => list.iter().for_each(|v| words(v, found)),
        _ => {}
    }
}

#[test]
fn every_key_and_name_of_scenes_is_documented() {
    let mut all = BTreeSet::new();
    words(&schema(), &mut all);
    for name in ["springs", "force-dual", "cell-label", "rms-displacement", "stvk"] {
        assert!(all.contains(name), "the schema no longer has {name}");
    }
    let document = text("docs/scene.md");
    let missing: Vec<&String> = all
        .iter()
        .filter(|w| !document.contains(&format!("`{w}`")))
        .filter(|w| !document.contains(&format!("`\"{w}\"`")))
        .collect();
    assert!(missing.is_empty(), "docs/scene.md does not mention {missing:?}");
}

#[test]
fn every_example_in_the_documents_parses() {
    let mut examples = 0;
    for name in ["docs/scene.md", "README.md"] {
        let document = text(name);
        for block in document.split("```toml\n").skip(1) {
            let block = block.split("```").next().unwrap();
            let mesh = if block.contains("[mesh]") { "" } else { "[mesh]\nshape = \"beam\"\n" };
            let scene = SceneFile::parse(&format!("{mesh}{block}"), Format::Toml, Path::new("."));
            assert!(scene.is_ok(), "{name}: {}\n{block}", scene.err().unwrap());
            examples += 1;
        }
    }
    assert!(examples >= 10, "only {examples} examples");
}

#[test]
fn every_relative_link_leads_somewhere() {
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for link in text(name).split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap();
            if !link.is_empty() && !link.contains("://") {
                assert!(root().join(link).exists(), "{name} links to {link}");
            }
        }
    }
}

#[test]
fn every_key_of_the_certificate_is_explained() {
    let value = serde_json::to_value(forcedual::subspace::Certificate::default()).unwrap();
    let readme = text("README.md");
    let section = readme.split("### Reading the certificate").nth(1).unwrap();
    let section = section.split("\n### ").next().unwrap();
    for key in value.as_object().unwrap().keys() {
        assert!(section.contains(&format!("`{key}`")), "README.md does not explain {key}");
    }
}
