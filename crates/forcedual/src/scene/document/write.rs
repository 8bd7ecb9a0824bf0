//! Plain data to TOML as people write scenes: tables in the order of the pipeline, what is small in one line.
//!
//! Tables of the document and lists of tables in them (`[[force]]`, `[[material.region]]`, `[[force.of]]`) get
//! headers; all else is written behind its key, lists that are too long for a line with an item per line.

use serde_json::{Map, Value};

use crate::error::{Code, Error, Result};

/// Keys that come first, in this order; others follow by their names.
const FIRST: [&str; 14] = [
    "mesh",
    "material",
    "pin",
    "force",
    "subspace",
    "simulation",
    "name",
    "kind",
    "where",
    "shape",
    "law",
    "young",
    "poisson",
    "density",
];
/// Parts of a force, which are forces.
const PARTS: &str = "of";
/// Characters of a line.
const LINE: usize = 100;

type Table = Map<String, Value>;

/// The text of a document.
pub(super) fn write(document: &Table) -> Result<String> {
    let mut out = String::new();
    for (key, value) in ordered(document) {
        match (value, tables(value)) {
            (Value::Object(table), _) => section(&mut out, key, table, false)?,
            (_, Some(list)) => {
                list.iter().try_for_each(|table| section(&mut out, key, table, true))?;
            }
            _ => out += &format!("{}\n", entry(key, value)?),
        }
    }
    Ok(out)
}

/// A table under its header, if it has anything of its own, and the lists of tables in it under theirs.
fn section(out: &mut String, path: &str, table: &Table, listed: bool) -> Result<()> {
    let deep = |key: &str, value: &Value| (!listed || key == PARTS) && tables(value).is_some();
    let (lists, own): (Vec<_>, Vec<_>) =
        ordered(table).into_iter().partition(|(key, value)| deep(key, value));
    if listed || !own.is_empty() || lists.is_empty() {
        let gap = if out.is_empty() { "" } else { "\n" };
        let header = if listed { format!("[[{path}]]") } else { format!("[{path}]") };
        *out += &format!("{gap}{header}\n");
    }
    for (key, value) in own {
        *out += &format!("{}\n", entry(key, value)?);
    }
    for (key, value) in lists {
        let inner = format!("{path}.{}", name(key));
        for table in tables(value).into_iter().flatten() {
            section(out, &inner, table, true)?;
        }
    }
    Ok(())
}

/// The entries that are not null, in the order in which people write them.
fn ordered(table: &Table) -> Vec<(&String, &Value)> {
    let mut all: Vec<_> = table.iter().filter(|(_, value)| !value.is_null()).collect();
    all.sort_by_key(|(key, _)| FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()));
    all
}

/// The items of a list of tables that is not empty.
fn tables(value: &Value) -> Option<Vec<&Table>> {
    let list = value.as_array().filter(|list| !list.is_empty())?;
    list.iter().map(Value::as_object).collect()
}

fn entry(key: &str, value: &Value) -> Result<String> {
    let line = format!("{} = {}", name(key), inline(value)?);
    let list = match value {
        Value::Array(list) if line.len() > LINE => list,
        _ => return Ok(line),
    };
    // numbers stay side by side
    let breaks = list.iter().any(|item| item.is_array() || item.is_object());
    if !breaks {
        return Ok(line);
    }
    let items: Result<Vec<String>> =
        list.iter().map(|item| Ok(format!("  {},\n", inline(item)?))).collect();
    Ok(format!("{} = [\n{}]", name(key), items?.concat()))
}

fn inline(value: &Value) -> Result<String> {
    Ok(match value {
        Value::Array(list) => {
            let items: Result<Vec<String>> = list.iter().map(inline).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Object(table) => {
            let each = ordered(table).into_iter();
            let items: Result<Vec<String>> = each
                .map(|(key, value)| Ok(format!("{} = {}", name(key), inline(value)?)))
                .collect();
            format!("{{ {} }}", items?.join(", ")).replace("{  }", "{}")
        }
        Value::String(text) => quoted(text),
        Value::Number(number) if number.is_u64() && number.as_i64().is_none() => {
            let message = format!("the scene cannot be written as TOML: {number} is too large");
            return Err(Error::new(Code::Scene, message));
        }
        other => other.to_string(),
    })
}

fn quoted(text: &str) -> String {
    ::toml::Value::from(text).to_string()
}

/// A key, quoted where it must be.
fn name(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn scenes_are_written_in_the_order_of_the_pipeline_without_empty_headers() {
        let patch = json!({ "where": { "ball": { "center": [0, 0, 0], "radius": 1e-7 } } });
        let strokes: Vec<Value> = (0..3)
            .map(|k| json!({ "at": [[k, 0.25, 0]], "radius": 0.5, "hardness": 0.4 }))
            .collect();
        let scene = json!({
            "force": [
                { "kind": "contact", "patch": [patch], "name": "to\"uch", "rms": null },
                { "kind": "mixture", "of": [
                    { "kind": "painted", "strokes": strokes, "probability": 0.5 },
                    { "kind": "white-noise", "probability": 0.5 },
                ] },
            ],
            "material": { "region": [{ "where": "all", "young": 2e7 }] },
            "mesh": { "shape": "dragon", "cells": 20000 },
            "simulation": {},
        });
        let text = write(scene.as_object().unwrap()).unwrap();
        let expected = r#"[mesh]
shape = "dragon"
cells = 20000

[[material.region]]
where = "all"
young = 20000000.0

[[force]]
name = 'to"uch'
kind = "contact"
patch = [{ where = { ball = { center = [0, 0, 0], radius = 1e-7 } } }]

[[force]]
kind = "mixture"

[[force.of]]
kind = "painted"
probability = 0.5
strokes = [
  { at = [[0, 0.25, 0]], hardness = 0.4, radius = 0.5 },
  { at = [[1, 0.25, 0]], hardness = 0.4, radius = 0.5 },
  { at = [[2, 0.25, 0]], hardness = 0.4, radius = 0.5 },
]

[[force.of]]
kind = "white-noise"
probability = 0.5

[simulation]
"#;
        assert_eq!(text, expected);
        let huge = json!({ "mesh": { "cells": u64::MAX } });
        assert!(write(huge.as_object().unwrap()).is_err());
    }
}
