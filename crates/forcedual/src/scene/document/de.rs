//! Deserialises a tree with serde; an error names the innermost field that serde was reading.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::tree::{Data, Entry, Node, index_step, key_step};
use crate::error::{Code, Error, Result};

/// Deserialises a whole document.
pub(super) fn deserialise<T: DeserializeOwned>(root: &Node) -> Result<T> {
    T::deserialize(root).map_err(|fault| fault.at(root).0)
}

/// An [`Error`] as serde wants it.
#[derive(Debug)]
pub(super) struct Fault(Error);

impl Fault {
    /// Points at a node unless an inner one is already named.
    fn at(mut self, node: &Node) -> Self {
        self.0.place.span.get_or_insert_with(|| node.span.clone());
        self
    }

    fn within(self, step: String) -> Self {
        Fault(self.0.field(step))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Fault(Error::new(Code::Scene, message.to_string()))
    }
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.data {
            Data::Null => visitor.visit_unit(),
            Data::Bool(b) => visitor.visit_bool(*b),
            Data::Number(n) => match (n.as_u64(), n.as_i64(), n.as_f64()) {
                (Some(n), _, _) => visitor.visit_u64(n),
                (_, Some(n), _) => visitor.visit_i64(n),
                (_, _, Some(x)) => visitor.visit_f64(x),
                _ => Err(serde::de::Error::custom("the number does not fit 64 bits")),
            },
            Data::Infinite(word) => visitor.visit_borrowed_str(word),
            Data::Text(s) => visitor.visit_borrowed_str(s),
            Data::List(items) => visitor.visit_seq(Items { items, next: 0 }),
            Data::Table(entries) => visitor.visit_map(Entries { entries, value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.data {
            Data::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match &self.data {
            Data::Text(s) => visitor.visit_enum(s.as_str().into_deserializer()),
            Data::Table(entries) if entries.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Entries { entries, value: None }))
            }
            _ => Err(serde::de::Error::custom("expected a string or exactly one key")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de> {
    items: &'de [Node],
    next: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some(node) = self.items.get(self.next) else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        seed.deserialize(node).map(Some).map_err(|e| e.at(node).within(index_step(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

struct Entries<'de> {
    entries: &'de [Entry],
    /// The entry whose key was read last.
    value: Option<&'de Entry>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some((entry, rest)) = self.entries.split_first() else {
            return Ok(None);
        };
        self.entries = rest;
        self.value = Some(entry);
        let key: StrDeserializer<'de, Fault> = entry.key.as_str().into_deserializer();
        seed.deserialize(key).map(Some).map_err(|mut fault| {
            fault.0.place.span.get_or_insert_with(|| entry.key_span.clone());
            fault.within(key_step(&entry.key))
        })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        match self.value.take() {
            Some(Entry { key, node, .. }) => {
                seed.deserialize(node).map_err(|e| e.at(node).within(key_step(key)))
            }
            None => Err(serde::de::Error::custom("a value was read before its key")),
        }
    }
}
