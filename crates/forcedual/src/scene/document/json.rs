//! JSON text to a tree: RFC 8259 to the letter, nested at most [`DEPTH`] deep, duplicate keys
//! refused.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::Number;

use super::tree::{Data, Entry, Node, error, index_step, key_step};
use crate::error::{Code, Error, Result};

/// How deep arrays and objects may nest.
const DEPTH: usize = 128;

/// Parses a JSON document.
pub(super) fn parse(text: &str) -> Result<Node> {
    let mut parser = Parser { text, at: 0 };
    let node = parser.value(0)?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.expected("the end of the document")),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Byte offset of the next character; always on a character boundary.
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is not white space, not consumed.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        self.rest().chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn refuse(&self, span: Range<usize>, message: &str) -> Error {
        error(Code::Scene, &span, format!("this is not valid JSON: {message}"))
    }

    /// "Expected this, found what is next".
    fn expected(&mut self, what: &str) -> Error {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let Some(first) = self.peek() else {
            let end = self.text.trim_end().len();
            return self.refuse(end..end, &format!("expected {what}, found the end"));
        };
        let rest = self.rest();
        let length = match rest.find(|c| !word(c)).unwrap_or(rest.len()) {
            0 => first.len_utf8(),
            length => length,
        };
        let found = rest.get(..length).unwrap_or_default();
        let shown = |c: char| match c {
            '"' | '\'' | '\\' => c.to_string(),
            _ => c.escape_debug().to_string(),
        };
        let found: String = found.chars().take(20).map(shown).collect();
        self.refuse(self.at..self.at + length, &format!("expected {what}, found `{found}`"))
    }

    fn value(&mut self, depth: usize) -> Result<Node> {
        let next = self.peek();
        let start = self.at;
        if depth >= DEPTH && matches!(next, Some('{' | '[')) {
            return Err(self.refuse(start..start + 1, &format!("nested deeper than {DEPTH}")));
        }
        let data = match next {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => Data::Text(self.string()?),
            Some('-' | '0'..='9') => Data::Number(self.number()?),
            _ => self.literal()?,
        };
        Ok(Node { span: start..self.at, data })
    }

    fn literal(&mut self) -> Result<Data> {
        let words =
            [("null", Data::Null), ("true", Data::Bool(true)), ("false", Data::Bool(false))];
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        for (word, data) in words {
            if rest.get(..end) == Some(word) {
                self.at += end;
                return Ok(data);
            }
        }
        Err(self.expected("a value"))
    }

    fn array(&mut self, depth: usize) -> Result<Data> {
        self.at += 1;
        let mut items = Vec::new();
        if self.eat(']') {
            return Ok(Data::List(items));
        }
        loop {
            items.push(self.value(depth + 1).map_err(|e| e.field(index_step(items.len())))?);
            if self.eat(']') {
                return Ok(Data::List(items));
            }
            if !self.eat(',') {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Data> {
        self.at += 1;
        let mut entries = Vec::new();
        let mut seen = HashSet::new();
        if self.eat('}') {
            return Ok(Data::Table(entries));
        }
        loop {
            if self.peek() != Some('"') {
                return Err(self.expected("a key in double quotes"));
            }
            let start = self.at;
            let key = self.string()?;
            let key_span = start..self.at;
            if !seen.insert(key.clone()) {
                let message = format!("the key `{key}` is there twice");
                return Err(self.refuse(key_span, &message).field(key_step(&key)));
            }
            if !self.eat(':') {
                return Err(self.expected("`:`"));
            }
            let node = self.value(depth + 1).map_err(|e| e.field(key_step(&key)))?;
            entries.push(Entry { key, key_span, node });
            if self.eat('}') {
                return Ok(Data::Table(entries));
            }
            if !self.eat(',') {
                return Err(self.expected("`,` or `}`"));
            }
        }
    }

    fn digits(&mut self) -> usize {
        let rest = self.rest();
        let count = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += count;
        count
    }

    /// Consumes the next character if it is one of these (no white space skipped).
    fn one_of(&mut self, characters: &[char]) -> bool {
        let found = self.rest().starts_with(characters);
        self.at += usize::from(found);
        found
    }

    fn number(&mut self) -> Result<Number> {
        let start = self.at;
        self.one_of(&['-']);
        let zero = self.rest().starts_with('0');
        let whole = self.digits();
        let mut good = whole == 1 || (whole > 1 && !zero);
        let mut integer = true;
        if self.one_of(&['.']) {
            integer = false;
            good &= self.digits() > 0;
        }
        if self.one_of(&['e', 'E']) {
            integer = false;
            self.one_of(&['+', '-']);
            good &= self.digits() > 0;
        }
        let span = start..self.at;
        if !good {
            return Err(self.refuse(span, "malformed number"));
        }
        let spelt = self.text.get(span.clone()).unwrap_or_default();
        if integer {
            let number = spelt.parse::<i64>().map(Number::from);
            if let Ok(number) = number.or_else(|_| spelt.parse::<u64>().map(Number::from)) {
                return Ok(number);
            }
        }
        let finite = spelt.parse().ok().and_then(Number::from_f64);
        finite.ok_or_else(|| error(Code::Scene, &span, "the number must be finite"))
    }

    fn string(&mut self) -> Result<String> {
        let open = self.at;
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = self.rest();
            let stop = |c: char| c == '"' || c == '\\' || c < ' ';
            let plain = rest.find(stop).unwrap_or(rest.len());
            string.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            if self.one_of(&['"']) {
                return Ok(string);
            } else if self.one_of(&['\\']) {
                string.push(self.escape()?);
            } else {
                return Err(
                    match self.rest().is_empty() || self.rest().starts_with(['\n', '\r']) {
                        true => self.refuse(open..self.at, "the string has no closing quote"),
                        false => self.refuse(self.at..self.at + 1, "control character in a string"),
                    },
                );
            }
        }
    }

    /// The character meant by an escape whose backslash is consumed.
    fn escape(&mut self) -> Result<char> {
        let start = self.at - 1;
        let letter = self.rest().chars().next();
        self.at += letter.map_or(0, char::len_utf8);
        let plain = match letter {
            Some(c @ ('"' | '\\' | '/')) => Some(c),
            Some('b') => Some('\u{8}'),
            Some('f') => Some('\u{c}'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('u') => self.unicode(),
            _ => None,
        };
        plain.ok_or_else(|| self.refuse(start..self.at, "malformed escape in a string"))
    }

    /// The character of `XXXX` or of the surrogate pair `XXXX\uXXXX`.
    fn unicode(&mut self) -> Option<char> {
        let high = self.hex4()?;
        if !(0xd800..0xdc00).contains(&high) {
            return char::from_u32(high);
        }
        if !(self.one_of(&['\\']) && self.one_of(&['u'])) {
            return None;
        }
        let low = self.hex4()?;
        let pair = 0x10000 + ((high - 0xd800) << 10) + low.checked_sub(0xdc00)?;
        char::from_u32(pair).filter(|_| low < 0xe000)
    }

    fn hex4(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        let all = digits.chars().all(|c| c.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().filter(|_| all)?;
        self.at += 4;
        Some(code)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn accepts_and_refuses_what_serde_json_does() {
        let samples = [
            "0",
            "-0.5",
            "1e3",
            "1E-3",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "-",
            "--1",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
            "1e999",
            "null",
            "nul",
            "nullx",
            "true",
            "True",
            "NaN",
            "[]",
            "[1,2]",
            "[1,]",
            "[,]",
            "[1 2]",
            "{}",
            r#"{"a":1}"#,
            r#"{"a":1,}"#,
            "{a:1}",
            r#"{"a" 1}"#,
            r#""\u00e9\n\"\\\/\b\f\r\t""#,
            r#""\ud83d\ude00""#,
            r#""\ud83d""#,
            r#""\ud83d\u0041""#,
            r#""\ude00""#,
            r#""\u+0f1""#,
            r#""\u00""#,
            r#""\x""#,
            r#"""#,
            "\"a\nb\"",
            "\"\u{1}\"",
            "\"\\",
            "",
            " \t\r\n1 \n",
            "1 1",
            "[",
            "{",
            r#"{"a""#,
            r#"{"a":"#,
            "// c\n1",
            "\u{feff}1",
            "\u{a0}1",
        ];
        for text in samples {
            let theirs = serde_json::from_str::<Value>(text).ok();
            assert_eq!(parse(text).ok().map(|node| node.json()), theirs, "{text}");
        }
    }

    #[test]
    fn nesting_stops_at_the_limit() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(parse(&nested(DEPTH)).is_ok());
        assert!(parse(&nested(DEPTH + 1)).is_err());
        assert!(parse(&"[".repeat(1_000_000)).is_err());
    }

    #[test]
    fn duplicate_keys_are_refused_where_the_second_stands() {
        let error = parse(r#"{"a": {"b": 1, "b": 2}}"#).unwrap_err();
        assert_eq!(error.place.span, Some(15..18));
        assert_eq!(error.place.field.as_deref(), Some("a.b"));
    }

    #[test]
    fn numbers_beyond_doubles_name_the_field() {
        let error = parse(r#"{"a": [0, 1e999]}"#).unwrap_err();
        assert_eq!(error.place.field.as_deref(), Some("a[1]"));
        assert_eq!(error.message, "the number must be finite");
    }
}
