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

/// The tables that know a key: those at `here` first, then the outermost.
pub(super) fn homes(schema: &Value, key: &str, here: &str) -> Vec<Home> {
    let mut search = Search { root: schema, key, found: Vec::new() };
    let mut tables = vec![Table { schema, path: String::new(), within: Vec::new() }];
    while !tables.is_empty() {
        tables = tables.iter().flat_map(|table| search.visit(table, None)).collect();
    }
    search.found.sort_by_key(|home| home.table != here);
    search.found
}

struct Search<'s> {
    root: &'s Value,
    key: &'s str,
    found: Vec<Home>,
}

/// A part of the schema that stands for a table or its elements.
#[derive(Clone)]
struct Table<'s> {
    schema: &'s Value,
    path: String,
    /// Definitions that it is part of: they do not recur.
    within: Vec<&'s str>,
}

impl<'s> Search<'s> {
    /// Looks for the key in one table, chosen by the tag; returns the tables within.
    fn visit(&mut self, table: &Table<'s>, tag: Option<(&'s str, &'s str)>) -> Vec<Table<'s>> {
        let Table { schema, path, within } = table;
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = || properties.into_iter().flatten();
        let own = properties().find_map(|(k, s)| Some((k.as_str(), s.get("const")?.as_str()?)));
        let tag = own.or(tag);
        if !path.is_empty() && properties().any(|(k, _)| k == self.key) {
            self.add(path, tag);
        }
        let mut inner = Vec::new();
        for (k, schema) in properties() {
            let step = key_step(k);
            let path = if path.is_empty() { step } else { format!("{path}.{step}") };
            inner.push(Table { schema, path, within: within.clone() });
        }
        let lists = ["oneOf", "anyOf", "allOf"].iter().filter_map(|word| schema.get(word));
        for schema in lists.filter_map(Value::as_array).flatten().chain(schema.get("items")) {
            inner.extend(self.visit(&Table { schema, ..table.clone() }, tag));
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && !within.contains(&target)
            && let Some(schema) = target.strip_prefix('#').and_then(|p| self.root.pointer(p))
        {
            let within = within.iter().copied().chain([target]).collect();
            inner.extend(self.visit(&Table { schema, path: path.clone(), within }, tag));
        }
        inner
    }

    /// Tables within one that knows the key by the same tag are left out.
    fn add(&mut self, path: &str, tag: Option<(&str, &str)>) {
        let tag = tag.map(|(k, value)| (k.to_owned(), value.to_owned()));
        let inside = |outer: &str| path.strip_prefix(outer).is_some_and(|p| p.starts_with('.'));
        let known = |home: &Home| home.tag == tag && (home.table == path || inside(&home.table));
        if !self.found.iter().any(known) {
            self.found.push(Home { table: path.to_owned(), tag });
        }
    }
}
