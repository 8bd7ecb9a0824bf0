//! Where in a document a key has a meaning, for keys that stand in the wrong table.

use serde_json::Value;

use super::tree::key_step;

/// A table that knows a key.
#[derive(Debug, PartialEq)]
pub(super) struct Home {
    /// The table, as a TOML header names it.
    pub table: String,
    /// The key and the string that choose this table among the branches of an enum.
    pub tag: Option<(String, String)>,
}

/// The tables that know a key, the outermost first; a type or branch that occurs in several
/// places counts where it occurs first.
pub(super) fn homes(schema: &Value, key: &str) -> Vec<Home> {
    let mut search = Search { root: schema, key, seen: Vec::new(), found: Vec::new() };
    let mut tables = vec![(schema, String::new())];
    while !tables.is_empty() {
        let inner: Vec<_> =
            tables.iter().flat_map(|(s, path)| search.visit(s, path, None)).collect();
        tables = inner;
    }
    search.found
}

struct Search<'s> {
    root: &'s Value,
    key: &'s str,
    seen: Vec<&'s str>,
    found: Vec<Home>,
}

impl<'s> Search<'s> {
    /// Looks for the key in one table, chosen by the tag; returns the tables within.
    fn visit(
        &mut self,
        schema: &'s Value,
        path: &str,
        tag: Option<(&'s str, &'s str)>,
    ) -> Vec<(&'s Value, String)> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = || properties.into_iter().flatten();
        let own = properties().find_map(|(k, s)| Some((k.as_str(), s.get("const")?.as_str()?)));
        let tag = own.or(tag);
        if !path.is_empty() && properties().any(|(k, _)| k == self.key) {
            let tag = tag.map(|(k, value)| (k.to_owned(), value.to_owned()));
            if tag.is_none() || self.found.iter().all(|home| home.tag != tag) {
                self.found.push(Home { table: path.to_owned(), tag });
            }
        }
        let mut inner = Vec::new();
        for (k, s) in properties() {
            let step = key_step(k);
            inner.push((s, if path.is_empty() { step } else { format!("{path}.{step}") }));
        }
        let mut same = Vec::new();
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && !self.seen.contains(&target)
        {
            self.seen.push(target);
            same.extend(target.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer)));
        }
        let lists = ["oneOf", "anyOf", "allOf"].iter().filter_map(|word| schema.get(word));
        same.extend(lists.filter_map(Value::as_array).flatten().chain(schema.get("items")));
        for part in same {
            inner.extend(self.visit(part, path, tag));
        }
        inner
    }
}
