//! Walks a tree beside a JSON schema and explains the first problem.

use serde_json::Value;

use super::Format;
use super::choose::choose;
use super::homes::homes;
use super::shape::Shape;
use super::tree::{Data, Entry, Node, error, index_step, key_step};
use super::words;
use crate::error::{Code, Result};

/// Checks a whole document.
pub(super) fn check(root: &Node, schema: &Value, format: Format) -> Result<()> {
    Check { schema, format }.settle(root, Shape::new(schema), "")
}

struct Check<'s> {
    schema: &'s Value,
    format: Format,
}

impl Check<'_> {
    /// Decides the open choices of a shape, then checks the value against all of its parts. The
    /// trail is the value's table as a TOML header names it.
    fn settle(&self, node: &Node, mut shape: Shape<'_>, trail: &str) -> Result<()> {
        let format = self.format;
        while let Some(choice) = shape.next_choice() {
            match choose(node, &shape, choice, format)?[..] {
                [only] => shape.add(only),
                ref several => {
                    let passes = |alternative: &&_| {
                        let mut shape = shape.clone();
                        shape.add(alternative);
                        self.settle(node, shape, trail).is_ok()
                    };
                    return match several.iter().any(passes) {
                        true => Ok(()),
                        false => Err(words::no_alternative(node, &shape.leaves(choice), format)),
                    };
                }
            }
        }
        if !shape.admits_type_of(node) {
            let types = shape.types().unwrap_or_default();
            return Err(words::wrong_type(node, &types, format));
        }
        match &node.data {
            Data::Number(number) => bounds(node, number.as_f64().unwrap_or_default(), &shape),
            Data::Text(text) => match shape.strings() {
                Some(allowed) if !allowed.contains(&text.as_str()) => {
                    Err(words::unknown_value(node, text, &allowed))
                }
                _ => Ok(()),
            },
            Data::List(items) => self.list(node, items, &shape, trail),
            Data::Table(entries) => self.table(node, entries, &shape, trail),
            Data::Null | Data::Bool(_) | Data::Infinite(_) => Ok(()),
        }
    }

    fn list(&self, node: &Node, items: &[Node], shape: &Shape<'_>, trail: &str) -> Result<()> {
        let count = |keyword| shape.values(keyword).next().and_then(Value::as_u64);
        let (least, most) = (count("minItems"), count("maxItems"));
        let length = items.len() as u64;
        if least.is_some_and(|n| length < n) || most.is_some_and(|n| length > n) {
            let wanted = match (least, most) {
                (Some(least), Some(most)) if least == most => format!("{least}"),
                (Some(least), Some(most)) => format!("{least} to {most}"),
                (Some(least), None) => format!("at least {least}"),
                (_, most) => format!("at most {}", most.unwrap_or_default()),
            };
            let message = format!("expected {wanted} elements, found {length}");
            return Err(error(Code::Scene, &node.span, message));
        }
        for (i, item) in items.iter().enumerate() {
            let element = shape.of(&shape.element(i));
            self.settle(item, element, trail).map_err(|e| e.field(index_step(i)))?;
        }
        Ok(())
    }

    /// Unknown keys come first, for a misspelt key is also a missing one.
    fn table(&self, node: &Node, entries: &[Entry], shape: &Shape<'_>, trail: &str) -> Result<()> {
        let mut known = Vec::with_capacity(entries.len());
        for entry in entries {
            match shape.property(&entry.key) {
                Some(schemas) => known.push((entry, schemas)),
                None => {
                    let unknown = words::unknown_key(node, entry, &shape.keys());
                    return Err(words::with_homes(
                        unknown,
                        entry,
                        &homes(self.schema, &entry.key, trail),
                    ));
                }
            }
        }
        let mut missing = shape.required();
        missing.retain(|key| node.get(key).is_none());
        if !missing.is_empty() {
            return Err(words::missing_keys(node, &missing));
        }
        for (entry, schemas) in known {
            let value = shape.of(&schemas);
            let key = key_step(&entry.key);
            let trail = if trail.is_empty() { key.clone() } else { format!("{trail}.{key}") };
            if value.is_list_of_what_fits(&entry.node) {
                return Err(words::lone_table(entry, &trail, self.format));
            }
            if value.is_one_of_what_is_listed(&entry.node) {
                return Err(words::many_tables(entry, &trail, self.format));
            }
            self.settle(&entry.node, value, &trail).map_err(|e| e.field(key))?;
        }
        Ok(())
    }
}

fn bounds(node: &Node, x: f64, shape: &Shape<'_>) -> Result<()> {
    let limits = [
        ("minimum", "at least"),
        ("maximum", "at most"),
        ("exclusiveMinimum", "greater than"),
        ("exclusiveMaximum", "less than"),
    ];
    let holds = |keyword, limit| match keyword {
        "minimum" => x >= limit,
        "maximum" => x <= limit,
        "exclusiveMinimum" => x > limit,
        _ => x < limit,
    };
    for (keyword, phrase) in limits {
        for limit in shape.values(keyword) {
            if limit.as_f64().is_some_and(|limit| !holds(keyword, limit)) {
                let message = format!("must be {phrase} {limit}, found {}", node.json());
                let error = error(Code::Scene, &node.span, message);
                return Err(match shape.description() {
                    Some(meaning) => error.help(words::uncapitalised(meaning)),
                    None => error,
                });
            }
        }
    }
    Ok(())
}
