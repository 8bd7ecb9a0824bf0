//! The sentences of errors about a document.

use serde_json::Value;

use super::Format;
use super::homes::Home;
use super::shape::{Shape, kind};
use super::tree::{Data, Entry, Node, error, key_step};
use crate::error::{Code, Error, did_you_mean};

/// A key that the table does not know; keys it already has are not suggested.
pub(super) fn unknown_key(table: &Node, entry: &Entry, known: &[&str]) -> Error {
    let absent: Vec<_> = known.iter().copied().filter(|key| table.get(key).is_none()).collect();
    let help = match known {
        [] => "no keys are known here".to_owned(),
        _ => format!("{}known keys: {}", did_you_mean(&entry.key, &absent), known.join(", ")),
    };
    error(Code::SceneUnknownKey, &entry.key_span, format!("unknown key `{}`", entry.key))
        .help(help)
        .field(key_step(&entry.key))
}

/// A string that is none of those allowed.
pub(super) fn unknown_value(node: &Node, found: &str, allowed: &[&str]) -> Error {
    let help = format!("{}allowed values: {}", did_you_mean(found, allowed), allowed.join(", "));
    error(Code::Scene, &node.span, format!("unknown value `{found}`")).help(help)
}

/// Keys that must be there and are not.
pub(super) fn missing_keys(table: &Node, missing: &[&str]) -> Error {
    let names: Vec<_> = missing.iter().map(|name| format!("`{name}`")).collect();
    let plural = if missing.len() == 1 { "key" } else { "keys" };
    error(Code::Scene, &table.span, format!("missing {plural} {}", names.join(", ")))
}

/// A value of the wrong type.
pub(super) fn wrong_type(node: &Node, types: &[&str], format: Format) -> Error {
    if matches!(node.data, Data::Infinite(_)) && types.contains(&"number") {
        return error(Code::Scene, &node.span, "the number must be finite");
    }
    let mut nouns: Vec<_> = types.iter().map(|name| noun(name, format)).collect();
    if nouns.len() > 1 {
        nouns.retain(|noun| *noun != "null");
    }
    nouns.dedup();
    let found = match kind(node) {
        "number" if !types.contains(&"number") => "a float",
        name => noun(name, format),
    };
    let message = format!("expected {}, found {found}", either(&nouns));
    error(Code::Scene, &node.span, message)
}

/// Adds the tables where an unknown key would be known, unless it is misspelt.
pub(super) fn with_homes(error: Error, entry: &Entry, homes: &[Home]) -> Error {
    const MOST: usize = 3;
    let help = error.help.clone().unwrap_or_default();
    if homes.is_empty() || help.starts_with("did you mean") {
        return error;
    }
    let place = |home: &Home| match &home.tag {
        Some((key, value)) => format!("`{}` where `{key}` is \"{value}\"", home.table),
        None => format!("`{}`", home.table),
    };
    let mut places: Vec<String> = homes.iter().take(MOST).map(place).collect();
    if homes.len() > MOST {
        places.push("others".to_owned());
    }
    let places = either(&places.iter().map(String::as_str).collect::<Vec<_>>());
    error.help(format!("`{}` is a key of {places}; {help}", entry.key))
}

/// A list of tables where one table is asked for.
pub(super) fn many_tables(entry: &Entry, trail: &str, format: Format) -> Error {
    let error = wrong_type(&entry.node, &["object"], format).field(key_step(&entry.key));
    match format {
        Format::Toml => error.help(format!("write [{trail}] in single brackets, once")),
        Format::Json => error,
    }
}

/// One table where a list of tables is asked for.
pub(super) fn lone_table(entry: &Entry, trail: &str, format: Format) -> Error {
    let key = key_step(&entry.key);
    let help = match format {
        Format::Toml => format!("write [[{trail}]] in double brackets, or {key} = [{{ ... }}]"),
        Format::Json => format!("write \"{}\": [{{ ... }}]", entry.key),
    };
    wrong_type(&entry.node, &["array"], format).help(help).field(key)
}

/// A value that is of none of the types of an enum's branches.
pub(super) fn wrong_types(node: &Node, leaves: &[(&Value, Shape<'_>)], format: Format) -> Error {
    let mut types = Vec::new();
    for name in leaves.iter().flat_map(|(_, leaf)| leaf.types().unwrap_or_default()) {
        if !types.contains(&name) {
            types.push(name);
        }
    }
    let error = wrong_type(node, &types, format);
    match types.iter().filter(|name| **name != "null").count() {
        0 | 1 if !types.contains(&"string") && !types.contains(&"object") => error,
        _ => error.help(format!("write {}", alternatives(leaves.iter(), format))),
    }
}

/// A value that is of a right type but fits none of an enum's branches of that type.
pub(super) fn no_alternative(node: &Node, leaves: &[(&Value, Shape<'_>)], format: Format) -> Error {
    let message = format!("this {} fits no alternative", plain_noun(kind(node), format));
    let same_type = leaves.iter().filter(|(_, leaf)| leaf.admits_type_of(node));
    let help = format!("write {}", alternatives(same_type, format));
    error(Code::Scene, &node.span, message).help(help)
}

/// `a`, `b` or `c`.
pub(super) fn one_of(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    either(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The branches of an enum, in a phrase.
fn alternatives<'a, 's: 'a>(
    leaves: impl Iterator<Item = &'a (&'s Value, Shape<'s>)>,
    format: Format,
) -> String {
    let mut phrases: Vec<String> = Vec::new();
    for (_, leaf) in leaves {
        let described = match leaf.strings() {
            Some(strings) => strings.iter().map(|s| format!("\"{s}\"")).collect(),
            None => {
                let types = leaf.types().unwrap_or_default().into_iter().filter(|t| *t != "null");
                types.map(|name| describe(leaf, name, format)).collect::<Vec<_>>()
            }
        };
        phrases.extend(described);
    }
    either(&phrases.iter().map(String::as_str).collect::<Vec<_>>())
}

/// One branch of an enum, in a phrase: its tags, its keys, or its elements; what it means where
/// no key says it.
fn describe(leaf: &Shape<'_>, name: &str, format: Format) -> String {
    let noun = noun(name, format);
    let required = leaf.required();
    let phrase = match name {
        "object" if !required.is_empty() => {
            let key = |key: &&str| match leaf.tag(key) {
                Some(value) => format!("`{key}` \"{value}\""),
                None => format!("`{key}`"),
            };
            format!("{noun} with {}", required.iter().map(key).collect::<Vec<_>>().join(", "))
        }
        "array" => match leaf.of(&leaf.element(0)).types().as_deref() {
            Some([element]) => format!("{noun} of {}s", plain_noun(element, format)),
            _ => noun.to_owned(),
        },
        _ => noun.to_owned(),
    };
    match leaf.description() {
        Some(meaning) if leaf.only_key().is_none() && leaf.tag_key().is_none() => {
            format!("{phrase} ({})", uncapitalised(meaning))
        }
        _ => phrase,
    }
}

pub(super) fn uncapitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn either(phrases: &[&str]) -> String {
    match phrases {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The table itself, in the words of the format.
pub(super) fn whole(format: Format) -> String {
    format!("the {}", plain_noun("object", format))
}

/// The name of a JSON type in the words of the format, with its article.
fn noun(name: &str, format: Format) -> &'static str {
    match (name, format) {
        ("null", _) => "null",
        ("boolean", _) => "a boolean",
        ("integer", _) => "an integer",
        ("number", _) => "a number",
        ("string", _) => "a string",
        ("array", _) => "an array",
        (_, Format::Toml) => "a table",
        (_, Format::Json) => "an object",
    }
}

fn plain_noun(name: &str, format: Format) -> &'static str {
    let noun = noun(name, format);
    noun.split_once(' ').map_or(noun, |(_, plain)| plain)
}
