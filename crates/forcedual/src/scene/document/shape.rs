//! What a JSON schema asks of one value, with `$ref` and `allOf` resolved.
//!
//! A [`Shape`] is a conjunction: the value must satisfy all `parts`, and one alternative of each of
//! the `choices` (`oneOf` or `anyOf`) that are still open.

use serde_json::{Map, Value};

use super::tree::{Data, Node};

#[derive(Clone)]
pub(super) struct Shape<'s> {
    /// The whole schema, which holds the targets of `$ref`.
    root: &'s Value,
    parts: Vec<&'s Map<String, Value>>,
    choices: Vec<&'s [Value]>,
}

impl<'s> Shape<'s> {
    /// What a whole document is asked for.
    pub fn new(root: &'s Value) -> Self {
        let mut shape = Shape { root, parts: Vec::new(), choices: Vec::new() };
        shape.add(root);
        shape
    }

    /// What a value within is asked for.
    pub fn of(&self, schemas: &[&'s Value]) -> Self {
        let mut shape = Shape { root: self.root, parts: Vec::new(), choices: Vec::new() };
        schemas.iter().for_each(|schema| shape.add(schema));
        shape
    }

    /// Asks for one more schema.
    pub fn add(&mut self, schema: &'s Value) {
        let Some(part) = schema.as_object() else {
            return;
        };
        if self.parts.iter().any(|known| std::ptr::eq(*known, part)) {
            return;
        }
        self.parts.push(part);
        let target = part.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix('#'));
        if let Some(target) = target.and_then(|pointer| self.root.pointer(pointer)) {
            self.add(target);
        }
        part.get("allOf").and_then(Value::as_array).into_iter().flatten().for_each(|s| self.add(s));
        let choices = ["oneOf", "anyOf"].iter().filter_map(|word| part.get(*word)?.as_array());
        self.choices.extend(choices.map(Vec::as_slice));
    }

    /// Takes the next open choice.
    pub fn next_choice(&mut self) -> Option<&'s [Value]> {
        self.choices.pop()
    }

    /// The alternatives of a choice, those that are merely choices themselves expanded.
    pub fn leaves(&self, choice: &'s [Value]) -> Vec<(&'s Value, Shape<'s>)> {
        let mut leaves = Vec::new();
        let mut seen = Vec::new();
        let mut pending = vec![choice];
        while let Some(choice) = pending.pop() {
            if seen.iter().any(|s| std::ptr::eq(*s, choice)) {
                continue;
            }
            seen.push(choice);
            for schema in choice {
                let shape = self.of(&[schema]);
                match shape.choices[..] {
                    [inner] if shape.is_mere_choice() => pending.push(inner),
                    _ => leaves.push((schema, shape)),
                }
            }
        }
        leaves
    }

    fn is_mere_choice(&self) -> bool {
        ["type", "properties", "const", "enum"]
            .iter()
            .all(|word| self.values(word).next().is_none())
    }

    /// The values of a schema keyword, over all parts.
    pub fn values(&self, keyword: &str) -> impl Iterator<Item = &'s Value> {
        self.parts.iter().filter_map(move |part| part.get(keyword))
    }

    /// The JSON types asked for; `None` if any will do.
    pub fn types(&self) -> Option<Vec<&'s str>> {
        match self.values("type").next() {
            Some(Value::String(name)) => Some(vec![name.as_str()]),
            Some(Value::Array(names)) => Some(names.iter().filter_map(Value::as_str).collect()),
            _ => self.strings().map(|_| vec!["string"]),
        }
    }

    pub fn admits_type_of(&self, node: &Node) -> bool {
        if let Data::Infinite(word) = &node.data {
            return self.strings().is_some_and(|strings| strings.contains(word));
        }
        let kind = kind(node);
        let fits = |name: &&str| *name == kind || (*name == "number" && kind == "integer");
        self.types().is_none_or(|types| types.iter().any(fits))
    }

    /// The strings asked for; `None` if there is no such list.
    pub fn strings(&self) -> Option<Vec<&'s str>> {
        let one = self.values("const").next().and_then(Value::as_str).map(|s| vec![s]);
        let many = || {
            let list = self.values("enum").next()?.as_array()?;
            Some(list.iter().filter_map(Value::as_str).collect())
        };
        one.or_else(many)
    }

    fn properties(&self) -> impl Iterator<Item = (&'s str, &'s Value)> {
        let maps = self.values("properties").filter_map(Value::as_object);
        maps.flatten().map(|(key, schema)| (key.as_str(), schema))
    }

    /// The keys that have a meaning.
    pub fn keys(&self) -> Vec<&'s str> {
        let mut keys: Vec<_> = self.properties().map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The keys that must be there.
    pub fn required(&self) -> Vec<&'s str> {
        let mut required = Vec::new();
        for key in self.values("required").filter_map(Value::as_array).flatten() {
            required.extend(key.as_str().filter(|key| !required.contains(key)));
        }
        required
    }

    /// The schemas for the value of a key; `None` if the key is not allowed.
    pub fn property(&self, key: &str) -> Option<Vec<&'s Value>> {
        let named: Vec<_> = self.properties().filter(|(k, _)| *k == key).map(|(_, s)| s).collect();
        if !named.is_empty() || self.values("patternProperties").next().is_some() {
            return Some(named);
        }
        let others = self.values("additionalProperties");
        let others: Vec<_> = others.chain(self.values("unevaluatedProperties")).collect();
        (!others.contains(&&Value::Bool(false))).then_some(others)
    }

    /// The schema of an array's element.
    pub fn element(&self, index: usize) -> Vec<&'s Value> {
        let element = |part: &&'s Map<String, Value>| {
            let first = part.get("prefixItems").and_then(|list| list.get(index));
            first.or_else(|| part.get("items"))
        };
        self.parts.iter().filter_map(element).collect()
    }

    /// Whether a table is given where a list of tables is asked for.
    pub fn is_list_of_what_fits(&self, node: &Node) -> bool {
        let list = self.types().is_some_and(|types| types == ["array"]);
        list && kind(node) == "object" && self.of(&self.element(0)).admits_type_of(node)
    }

    /// Whether a list of tables is given where one table is asked for.
    pub fn is_one_of_what_is_listed(&self, node: &Node) -> bool {
        let Data::List(items) = &node.data else { return false };
        let table = self.types().is_some_and(|types| types == ["object"]);
        table && !items.is_empty() && items.iter().all(|item| kind(item) == "object")
    }

    /// The first sentence that explains this shape.
    pub fn description(&self) -> Option<&'s str> {
        let text = self.values("description").next()?.as_str()?;
        let sentence = text.split_once(". ").map_or(text, |(first, _)| first);
        Some(sentence.trim_end_matches('.'))
    }

    /// The string a key must have, which tells the branches of a tagged enum apart.
    pub fn tag(&self, key: &str) -> Option<&'s str> {
        self.properties().find(|(k, _)| *k == key)?.1.get("const")?.as_str()
    }

    /// The first key that must have a certain string.
    pub fn tag_key(&self) -> Option<&'s str> {
        self.required().into_iter().find(|key| self.tag(key).is_some())
    }

    /// The only key of a table, which is how an externally tagged enum names its branch.
    pub fn only_key(&self) -> Option<&'s str> {
        match (&self.required()[..], &self.keys()[..]) {
            ([required], [key]) if required == key && self.tag(key).is_none() => Some(key),
            _ => None,
        }
    }

    /// Whether the value could be meant for this shape, judging by its keys or its length and by
    /// the types one level down.
    pub fn fits(&self, node: &Node) -> bool {
        let child = |schemas: Vec<&'s Value>, node: &Node| {
            let mut shape = self.of(&schemas);
            let choice = shape.next_choice();
            let chosen = |(_, leaf): &(_, Shape<'_>)| leaf.admits_type_of(node);
            shape.admits_type_of(node)
                && choice.is_none_or(|choice| shape.leaves(choice).iter().any(chosen))
        };
        let count = |word| self.values(word).next().and_then(Value::as_u64);
        match &node.data {
            Data::Table(entries) => {
                self.required().iter().all(|key| node.get(key).is_some())
                    && entries
                        .iter()
                        .all(|e| self.property(&e.key).is_some_and(|s| child(s, &e.node)))
            }
            Data::List(items) => {
                count("minItems").is_none_or(|n| items.len() as u64 >= n)
                    && count("maxItems").is_none_or(|n| items.len() as u64 <= n)
                    && items.iter().enumerate().all(|(i, item)| child(self.element(i), item))
            }
            _ => true,
        }
    }
}

/// The JSON type of a value; numbers written as integers are told apart.
pub(super) fn kind(node: &Node) -> &'static str {
    match &node.data {
        Data::Null => "null",
        Data::Bool(_) => "boolean",
        Data::Number(n) if n.is_f64() => "number",
        Data::Number(_) => "integer",
        Data::Infinite(_) => "number",
        Data::Text(_) => "string",
        Data::List(_) => "array",
        Data::Table(_) => "object",
    }
}
