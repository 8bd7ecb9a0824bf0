//! Picks the branch of an enum that the author of a document meant.
//!
//! | serde            | schema of a branch                       | picked by                    |
//! |------------------|------------------------------------------|------------------------------|
//! | unit variants    | `const` or `enum` strings                | the string                   |
//! | internal tag     | an object with a key that has a `const`  | that key's value             |
//! | external tag     | an object with a single key              | that key                     |
//! | untagged         | anything                                 | its type, then what it holds |

use serde_json::Value;

use super::Format;
use super::shape::Shape;
use super::tree::{Data, Node, error, key_step};
use super::words;
use crate::error::{Code, Result, closest};

type Leaf<'s> = (&'s Value, Shape<'s>);

/// The alternatives of a choice that the value may be meant for (at least one), or why there are
/// none. `base` is what is asked of the value besides the choice.
pub(super) fn choose<'s>(
    node: &Node,
    base: &Shape<'s>,
    choice: &'s [Value],
    format: Format,
) -> Result<Vec<&'s Value>> {
    let leaves = base.leaves(choice);
    let candidates: Vec<_> = leaves.iter().filter(|(_, leaf)| leaf.admits_type_of(node)).collect();
    let chosen = match &node.data {
        Data::Text(text) => by_string(node, text, &leaves, &candidates, format)?,
        _ if candidates.is_empty() => return Err(words::wrong_types(node, &leaves, format)),
        Data::Table(_) => by_table(node, base, &leaves, candidates, format)?,
        _ => by_content(node, &leaves, candidates, format)?,
    };
    Ok(chosen.into_iter().map(|(schema, _)| *schema).collect())
}

fn by_string<'a, 's>(
    node: &Node,
    text: &str,
    leaves: &[Leaf<'s>],
    candidates: &[&'a Leaf<'s>],
    format: Format,
) -> Result<Vec<&'a Leaf<'s>>> {
    let lists = |leaf: &Shape<'s>| leaf.strings().is_some_and(|list| list.contains(&text));
    let listed: Vec<_> = candidates.iter().copied().filter(|(_, leaf)| lists(leaf)).collect();
    if !listed.is_empty() {
        return Ok(listed);
    }
    let free = candidates.iter().copied().filter(|(_, leaf)| leaf.strings().is_none());
    let free: Vec<_> = free.collect();
    if !free.is_empty() {
        return Ok(free);
    }
    let tables: Vec<_> = leaves.iter().filter_map(|(_, leaf)| leaf.only_key()).collect();
    if tables.contains(&text) {
        let form = match format {
            Format::Toml => format!("{{ {text} = ... }}"),
            Format::Json => format!("{{ \"{text}\": ... }}"),
        };
        let message = format!("`{text}` needs a value");
        return Err(error(Code::Scene, &node.span, message).help(format!("write {form}")));
    }
    if candidates.is_empty() {
        return Err(words::wrong_types(node, leaves, format));
    }
    let strings = candidates.iter().flat_map(|(_, leaf)| leaf.strings().unwrap_or_default());
    let allowed: Vec<_> = strings.chain(tables).collect();
    Err(words::unknown_value(node, text, &allowed))
}

fn by_table<'a, 's>(
    node: &Node,
    base: &Shape<'s>,
    leaves: &'a [Leaf<'s>],
    candidates: Vec<&'a Leaf<'s>>,
    format: Format,
) -> Result<Vec<&'a Leaf<'s>>> {
    let mut rest = candidates;
    let knows =
        |leaves: &[&Leaf<'s>], key: &str| leaves.iter().any(|(_, leaf)| leaf.keys().contains(&key));
    if let Some(key) = rest.iter().find_map(|(_, leaf)| leaf.tag_key()) {
        let (tagged, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|(_, leaf)| leaf.tag(key).is_some());
        let meant = others.is_empty() || (node.get(key).is_some() && !knows(&others, key));
        match by_tag(node, base, key, tagged, format) {
            Err(_) if !meant => rest = others,
            result => return result,
        }
    }
    let (keyed, others): (Vec<_>, Vec<_>) =
        rest.into_iter().partition(|(_, leaf)| leaf.only_key().is_some());
    if !keyed.is_empty() {
        let keys: Vec<_> = keyed.iter().filter_map(|(_, leaf)| leaf.only_key()).collect();
        let close = |key: &str| !knows(&others, key) && closest(key, &keys).is_some();
        let meant = others.is_empty() || node.entries().iter().any(|e| close(&e.key));
        match by_key(node, base, leaves, keyed, format) {
            Err(_) if !meant => {}
            result => return result,
        }
    }
    by_content(node, leaves, others, format)
}

/// Internal and adjacent tags: `kind = "painted"`.
fn by_tag<'a, 's>(
    node: &Node,
    base: &Shape<'s>,
    key: &str,
    mut tagged: Vec<&'a Leaf<'s>>,
    format: Format,
) -> Result<Vec<&'a Leaf<'s>>> {
    let mut allowed: Vec<_> = tagged.iter().filter_map(|(_, leaf)| leaf.tag(key)).collect();
    allowed.dedup();
    let Some(entry) = node.get(key) else {
        let mut known = base.keys();
        known.extend(tagged.iter().flat_map(|(_, leaf)| leaf.keys()));
        let misspelt = node
            .entries()
            .iter()
            .find(|e| !known.contains(&e.key.as_str()) && closest(&e.key, &[key]).is_some());
        let values = format!("allowed values of `{key}`: {}", allowed.join(", "));
        return Err(match misspelt {
            Some(entry) => words::unknown_key(node, entry, &[key])
                .help(format!("did you mean `{key}`? {values}")),
            None => words::missing_keys(node, &[key]).help(values),
        });
    };
    let Data::Text(text) = &entry.node.data else {
        return Err(words::wrong_type(&entry.node, &["string"], format).field(key_step(key)));
    };
    tagged.retain(|(_, leaf)| leaf.tag(key) == Some(text));
    match tagged.is_empty() {
        true => Err(words::unknown_value(&entry.node, text, &allowed).field(key_step(key))),
        false => Ok(tagged),
    }
}

/// External tags: `{ ball = { ... } }`.
fn by_key<'a, 's>(
    node: &Node,
    base: &Shape<'s>,
    leaves: &[Leaf<'s>],
    mut keyed: Vec<&'a Leaf<'s>>,
    format: Format,
) -> Result<Vec<&'a Leaf<'s>>> {
    let keys: Vec<_> = keyed.iter().filter_map(|(_, leaf)| leaf.only_key()).collect();
    keyed.retain(|(_, leaf)| leaf.only_key().is_some_and(|key| node.get(key).is_some()));
    let present: Vec<_> =
        node.entries().iter().filter(|e| keys.contains(&e.key.as_str())).collect();
    match present[..] {
        [_] => return Ok(keyed),
        [first, second, ..] => {
            let message = format!("`{}` and `{}` exclude each other", first.key, second.key);
            let help = format!("keep one of {}", words::one_of(&keys));
            return Err(error(Code::Scene, &second.key_span, message)
                .help(help)
                .field(key_step(&second.key)));
        }
        [] => {}
    }
    let own = base.keys();
    let Some(stranger) = node.entries().iter().find(|e| !own.contains(&e.key.as_str())) else {
        let message = format!("missing one of the keys {}", words::one_of(&keys));
        return Err(error(Code::Scene, &node.span, message));
    };
    let units: Vec<_> =
        leaves.iter().flat_map(|(_, leaf)| leaf.strings().unwrap_or_default()).collect();
    if units.contains(&stranger.key.as_str()) {
        let message = format!("`{}` takes no value", stranger.key);
        let help = format!("write \"{}\" instead of {}", stranger.key, words::whole(format));
        return Err(error(Code::Scene, &stranger.key_span, message)
            .help(help)
            .field(key_step(&stranger.key)));
    }
    let known: Vec<_> = own.into_iter().chain(keys).collect();
    Err(words::unknown_key(node, stranger, &known))
}

/// Untagged: the branches that fit one level down; if none does, the one that shares most keys.
fn by_content<'a, 's>(
    node: &Node,
    leaves: &[Leaf<'s>],
    candidates: Vec<&'a Leaf<'s>>,
    format: Format,
) -> Result<Vec<&'a Leaf<'s>>> {
    if candidates.len() == 1 {
        return Ok(candidates);
    }
    let fitting: Vec<_> = candidates.iter().copied().filter(|(_, leaf)| leaf.fits(node)).collect();
    if !fitting.is_empty() {
        return Ok(fitting);
    }
    let shared = |leaf: &Shape<'s>| {
        let keys = leaf.keys();
        node.entries().iter().filter(|e| keys.contains(&e.key.as_str())).count()
    };
    let most = candidates.iter().map(|(_, leaf)| shared(leaf)).max().unwrap_or(0);
    let best: Vec<_> = candidates.into_iter().filter(|(_, leaf)| shared(leaf) == most).collect();
    match best.len() {
        1 if most > 0 => Ok(best),
        _ => Err(words::no_alternative(node, leaves, format)),
    }
}
