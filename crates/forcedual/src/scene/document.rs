//! Reads a document into a type, with errors that point at the line and name the field.
//!
//! A document goes through four stages, each of which sees only valid output of the one before:
//!
//! 1. `toml` or `json` parse the text into a tree whose every key and value knows its bytes;
//! 2. `check` walks the tree beside the JSON schema of the type and explains the first problem
//!    (`choose` picks the branch of an enum that the author meant, `words` phrases the problem);
//! 3. `de` deserialises the tree with serde, which catches what a schema cannot say;
//! 4. [`Document`] keeps the tree, so that errors raised later about a field find their line.
//!
//! Unknown keys are refused where the schema closes a table, that is for types with
//! `deny_unknown_fields`. Serde itself cannot combine that with `flatten` of a tagged enum: such a
//! struct says `#[schemars(deny_unknown_fields)]` instead, and the schema alone closes it.

mod check;
mod choose;
mod de;
mod homes;
mod json;
mod shape;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod words;
mod write;

use std::ops::Range;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::{Code, Error, Result};
use tree::Node;

/// The syntax of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// TOML; dates and NaN are refused, and infinities where a key does not say that it takes them.
    Toml,
    /// JSON, strict (RFC 8259), without duplicate keys.
    Json,
}

/// A document that was read: its value, its plain data, and where every field stands.
#[derive(Debug, Clone)]
pub struct Document<T> {
    /// The deserialised value.
    pub value: T,
    /// The same document as plain data, before serde filled in defaults.
    pub json: Value,
    root: Node,
    lines: Lines,
}

impl<T> Document<T> {
    /// The one-based line and the byte span of a field path such as `force[1].weight`, or of its
    /// nearest ancestor that the document has; `None` if the path is malformed.
    pub fn place(&self, field: &str) -> Option<(usize, Range<usize>)> {
        let span = self.root.nearest(&tree::steps(field)?).span.clone();
        Some((self.lines.number(span.start), span))
    }

    /// Fills in the line and span of an error about a field, unless it already has a line or is
    /// about another file.
    pub fn locate(&self, mut error: Error) -> Error {
        let place = &mut error.place;
        if place.file.is_none()
            && place.line.is_none()
            && let Some((line, span)) = place.field.as_deref().and_then(|field| self.place(field))
        {
            place.line = Some(line);
            place.span = Some(span);
        }
        error
    }
}

/// Parses `text`, checks it against the JSON schema of `T`, and deserialises it.
pub fn parse<T: DeserializeOwned + JsonSchema>(text: &str, format: Format) -> Result<Document<T>> {
    let lines = Lines::new(text);
    let read = || {
        let root = match format {
            Format::Toml => toml::parse(text)?,
            Format::Json => json::parse(text)?,
        };
        check::check(&root, &schema::<T>(), format)?;
        let value = de::deserialise(&root)?;
        Ok((root, value))
    };
    let (root, value) = read().map_err(|error: Error| match &error.place.span {
        Some(span) => {
            let line = lines.number(span.start);
            error.line(line)
        }
        None => error,
    })?;
    Ok(Document { value, json: root.json(), root, lines })
}

/// A JSON document as TOML, as people write scenes. What is null is left out.
pub fn to_toml(document: &Value) -> Result<String> {
    let no_table = || Error::new(Code::Scene, "a scene is a table of tables");
    write::write(document.as_object().ok_or_else(no_table)?)
}

/// The JSON schema (draft 2020-12) of `T`, as it is read.
pub fn schema<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

/// Where the lines of a text begin.
#[derive(Debug, Clone)]
struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Blank lines at the end do not count, so that "unexpected end" names a line with text.
    fn new(text: &str) -> Self {
        let breaks = text.trim_end().match_indices('\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// One-based line of a byte offset.
    fn number(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }
}
