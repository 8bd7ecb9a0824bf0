//! TOML text to a tree.

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};
use serde_json::Number;

use super::tree::{Data, Entry, Node, error, index_step, key_step};
use crate::error::{Code, Result};

/// Parses a TOML document.
pub(super) fn parse(text: &str) -> Result<Node> {
    let table = DeTable::parse(text).map_err(|e| {
        let end = text.trim_end().len();
        let message = format!("this is not valid TOML: {}", e.message());
        error(Code::Scene, &e.span().unwrap_or(end..end), message)
    })?;
    let span = table.span();
    Ok(Node { span, data: entries(table.get_ref())? })
}

fn entries(table: &DeTable<'_>) -> Result<Data> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        let name = key.get_ref();
        let node = node(value).map_err(|e| e.field(key_step(name)))?;
        entries.push(Entry { key: name.to_string(), key_span: key.span(), node });
    }
    entries.sort_by_key(|entry| entry.key_span.start);
    Ok(Data::Table(entries))
}

fn node(value: &Spanned<DeValue<'_>>) -> Result<Node> {
    let span = value.span();
    let refuse = |message: &str| error(Code::Scene, &span, message);
    let data = match value.get_ref() {
        DeValue::String(s) => Data::Text(s.to_string()),
        DeValue::Boolean(b) => Data::Bool(*b),
        DeValue::Integer(i) => {
            let (digits, radix) = (i.as_str(), i.radix());
            i64::from_str_radix(digits, radix)
                .map(Number::from)
                .or_else(|_| u64::from_str_radix(digits, radix).map(Number::from))
                .map(Data::Number)
                .map_err(|_| refuse("the integer does not fit 64 bits"))?
        }
        DeValue::Float(x) if matches!(x.as_str(), "inf" | "+inf") => Data::Infinite("inf"),
        DeValue::Float(x) if x.as_str() == "-inf" => Data::Infinite("-inf"),
        DeValue::Float(x) => {
            let x = x.as_str().parse().ok().and_then(Number::from_f64);
            Data::Number(x.ok_or_else(|| refuse("the number must be finite"))?)
        }
        DeValue::Datetime(_) => {
            return Err(refuse("found a date or time, which no field takes")
                .help("put it in quotes if it is meant as text"));
        }
        DeValue::Array(items) => {
            let items = items.iter().enumerate();
            let nodes = items.map(|(i, item)| node(item).map_err(|e| e.field(index_step(i))));
            Data::List(nodes.collect::<Result<_>>()?)
        }
        DeValue::Table(table) => entries(table)?,
    };
    Ok(Node { span, data })
}
