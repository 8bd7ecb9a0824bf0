//! The tree of a document: plain data in which every key and value knows its bytes.

use std::ops::Range;

use serde_json::{Map, Number, Value};

use crate::error::{Code, Error};

/// A value and the bytes that spell it (for a TOML table, its header).
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub span: Range<usize>,
    pub data: Data,
}

/// What a value is.
#[derive(Debug, Clone)]
pub(super) enum Data {
    Null,
    Bool(bool),
    Number(Number),
    /// `inf` or `-inf` in TOML, for keys that take these words.
    Infinite(&'static str),
    Text(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key of a table and its value; tables keep the order of the text.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub node: Node,
}

impl Node {
    /// The entry of a table, if this is one and has it.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
    }

    /// The entries of a table; none for anything else.
    pub fn entries(&self) -> &[Entry] {
        match &self.data {
            Data::Table(entries) => entries,
            _ => &[],
        }
    }

    /// The node a path leads to, or the last one on the way that exists.
    pub fn nearest(&self, steps: &[Step]) -> &Node {
        let mut node = self;
        for step in steps {
            let next = match (step, &node.data) {
                (Step::Key(key), _) => node.get(key).map(|entry| &entry.node),
                (Step::Index(i), Data::List(items)) => items.get(*i),
                _ => None,
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// The plain data.
    pub fn json(&self) -> Value {
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(b) => Value::Bool(*b),
            Data::Number(n) => Value::Number(n.clone()),
            Data::Infinite(word) => Value::String((*word).to_owned()),
            Data::Text(s) => Value::String(s.clone()),
            Data::List(items) => items.iter().map(Node::json).collect(),
            Data::Table(entries) => {
                let pairs = entries.iter().map(|e| (e.key.clone(), e.node.json()));
                Value::Object(pairs.collect::<Map<_, _>>())
            }
        }
    }
}

/// An error about some bytes; its field is prepended by the callers on the way out.
pub(super) fn error(code: Code, span: &Range<usize>, message: impl Into<String>) -> Error {
    let mut error = Error::new(code, message);
    error.place.span = Some(span.clone());
    error
}

/// One step of a field path.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// A key as written in a field path: quoted as in JSON unless it is a bare TOML key.
pub(super) fn key_step(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        Value::from(key).to_string()
    }
}

/// An index as written in a field path.
pub(super) fn index_step(index: usize) -> String {
    format!("[{index}]")
}

/// The steps of a field path; `None` if it is malformed.
pub(super) fn steps(field: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = field;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (index, after) = inner.split_once(']')?;
            steps.push(Step::Index(index.parse().ok()?));
            rest = after;
            continue;
        }
        if !steps.is_empty() {
            rest = rest.strip_prefix('.')?;
        }
        if rest.starts_with('"') {
            let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            steps.push(Step::Key(stream.next()?.ok()?));
            rest = rest.get(stream.byte_offset()..)?;
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (key, after) = rest.split_at(end);
            if key.is_empty() {
                return None;
            }
            steps.push(Step::Key(key.to_owned()));
            rest = after;
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_into_keys_and_indices() {
        let key = |k: &str| Step::Key(k.to_owned());
        let expected = vec![key("force"), Step::Index(1), key("a.b"), Step::Index(2), key("c")];
        assert_eq!(steps(r#"force[1]."a.b"[2].c"#), Some(expected));
        assert_eq!(steps(""), Some(vec![]));
    }

    #[test]
    fn malformed_paths_are_refused() {
        for path in [".", "a.", "a..b", "a[", "a[x]", "a[1]b", "\"a", "a[99999999999999999999]"] {
            assert_eq!(steps(path), None, "{path}");
        }
    }

    #[test]
    fn any_key_survives_a_path() {
        for key in ["a", "a.b", "", "x[1]", "q\"q", "\u{e9}\n"] {
            assert_eq!(steps(&key_step(key)), Some(vec![Step::Key(key.to_owned())]));
        }
    }
}
