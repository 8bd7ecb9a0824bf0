//! A place in a file's bytes: tokens with their line, or binary numbers with their offset.

use super::CUT_OFF;
use crate::array::{Endian, Numbers, Scalar};
use crate::error::{Code, Error, Result};

/// Reads tokens separated by white space, whole lines, or binary numbers.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    comment: Option<u8>,
    binary: Option<Endian>,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a text; `comment` starts a comment that ends with its line.
    pub(super) fn new(bytes: &'a [u8], comment: Option<u8>) -> Self {
        Cursor { bytes: unmarked(bytes), at: 0, line: 1, comment, binary: None }
    }

    /// A cursor at the start of a part of a file that begins on `line`.
    pub(super) fn at_line(bytes: &'a [u8], line: usize) -> Self {
        Cursor { line, ..Cursor::new(bytes, None) }
    }

    /// From here on numbers are binary, and errors name byte offsets instead of lines; `None`
    /// goes back to text.
    pub(super) fn set_binary(&mut self, endian: Option<Endian>) {
        self.binary = endian;
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// An error at this place.
    pub(super) fn error(&self, code: Code, message: impl Into<String>) -> Error {
        let message = message.into();
        match self.binary {
            None => Error::new(code, message).line(self.line),
            Some(_) => Error::new(code, format!("{message} (at byte {})", self.at)),
        }
    }

    /// A `Code::Format` error at this place.
    pub(super) fn bad(&self, message: impl Into<String>) -> Error {
        self.error(Code::Format, message)
    }

    /// The error of a file that ends too early.
    pub(super) fn cut_off(&self, message: impl Into<String>) -> Error {
        self.bad(message).help(CUT_OFF)
    }

    fn skip_space(&mut self) {
        while let Some(&b) = self.bytes.get(self.at) {
            if b == b'\n' {
                self.line += 1;
            } else if self.comment == Some(b) {
                self.at +=
                    self.rest().iter().position(|b| *b == b'\n').unwrap_or(self.rest().len());
                continue;
            } else if !b.is_ascii_whitespace() {
                return;
            }
            self.at += 1;
        }
    }

    /// The next token, or `None` at the end.
    pub(super) fn token(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let rest = self.rest();
        let end = rest
            .iter()
            .position(|b| b.is_ascii_whitespace() || self.comment == Some(*b))
            .unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    /// The next token without passing it.
    pub(super) fn peek(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let at = self.at;
        let token = self.token();
        self.at = at;
        token
    }

    /// The next token, which must be there.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str> {
        let token = self
            .token()
            .ok_or_else(|| self.cut_off(format!("the file ends where {what} should be")))?;
        std::str::from_utf8(token)
            .map_err(|_| self.bad(format!("expected {what}, found bytes that are not text")))
    }

    /// Whether only spaces are left on this line.
    pub(super) fn at_line_end(&mut self) -> bool {
        while self.rest().first().is_some_and(|b| *b != b'\n' && b.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.rest().first().is_none_or(|b| *b == b'\n' || self.comment == Some(*b))
    }

    /// What is left of this line, without its newline; the cursor moves to the next line.
    pub(super) fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let end = rest.iter().position(|b| *b == b'\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        self.at += end.map_or(rest.len(), |n| n + 1);
        self.line += usize::from(end.is_some());
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// The tokens left on this line; the cursor stays.
    pub(super) fn words_ahead(&self) -> Vec<String> {
        let line = self.rest().split(|b| *b == b'\n').next().unwrap_or_default();
        String::from_utf8_lossy(line).split_ascii_whitespace().map(str::to_owned).collect()
    }

    fn parse<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.bad(format!("expected {what}, found `{}`", clip(word))))
    }

    /// The next `length` bytes.
    pub(super) fn take(&mut self, length: usize, what: &str) -> Result<&'a [u8]> {
        let bytes = self
            .rest()
            .get(..length)
            .ok_or_else(|| self.cut_off(format!("the file ends inside {what}")))?;
        self.at += length;
        Ok(bytes)
    }

    fn one(&mut self, scalar: Scalar, endian: Endian, what: &str) -> Result<Numbers> {
        Ok(scalar.decode(self.take(scalar.size(), what)?, endian))
    }

    /// An integer: a token, or `scalar` in a binary file.
    pub(super) fn integer(&mut self, scalar: Scalar, what: &str) -> Result<i64> {
        let Some(endian) = self.binary else {
            return self.parse(what);
        };
        match self.one(scalar, endian, what)? {
            Numbers::Integers(v) => Ok(v[0]),
            Numbers::Reals(_) => Err(self.bad(format!("{what} should be an integer"))),
        }
    }

    /// A real number: a token, or `scalar` in a binary file.
    pub(super) fn real(&mut self, scalar: Scalar, what: &str) -> Result<f64> {
        match self.binary {
            None => self.parse(what),
            Some(endian) => Ok(self.one(scalar, endian, what)?.reals()[0]),
        }
    }

    /// A real number that must be finite.
    pub(super) fn coordinate(&mut self, scalar: Scalar) -> Result<f64> {
        let x = self.real(scalar, "a coordinate")?;
        if x.is_finite() {
            Ok(x)
        } else {
            Err(self.error(Code::MeshNotFinite, format!("a coordinate is {x}")))
        }
    }

    /// A number of items, each of which takes at least `numbers` numbers of type `scalar`: never
    /// more than the rest of the file can hold.
    pub(super) fn count(&mut self, scalar: Scalar, numbers: usize, what: &str) -> Result<usize> {
        let what = format!("the number of {what}");
        let n = self.integer(scalar, &what)?;
        self.check_count(n, numbers * if self.binary.is_some() { 4 } else { 2 }, &what)
    }

    /// `n` as a size, if `n` items of at least `bytes` bytes fit in the rest of the file.
    pub(super) fn check_count(&self, n: i64, bytes: usize, what: &str) -> Result<usize> {
        let n = usize::try_from(n).map_err(|_| self.bad(format!("{what} is {n}")))?;
        match n.checked_mul(bytes) {
            Some(wanted) if wanted <= self.rest().len() + 1 => Ok(n),
            _ => {
                let message =
                    format!("{what} is {n}, but the rest of the file cannot hold so many");
                Err(self.bad(message).help(
                    "the number is wrong, or the file was not copied to its end: copy or export it again",
                ))
            }
        }
    }

    /// `count` numbers of one type, as text or binary.
    pub(super) fn numbers(&mut self, scalar: Scalar, count: usize, what: &str) -> Result<Numbers> {
        if let Some(endian) = self.binary {
            let bytes = count.checked_mul(scalar.size()).ok_or_else(|| {
                self.bad(format!("{what} has {count} numbers, which is too many"))
            })?;
            return Ok(scalar.decode(self.take(bytes, what)?, endian));
        }
        self.check_count(
            i64::try_from(count).unwrap_or(i64::MAX),
            2,
            &format!("the length of {what}"),
        )?;
        if scalar.is_integer() {
            (0..count)
                .map(|_| self.integer(scalar, what))
                .collect::<Result<_>>()
                .map(Numbers::Integers)
        } else {
            (0..count).map(|_| self.real(scalar, what)).collect::<Result<_>>().map(Numbers::Reals)
        }
    }

    /// `count` integers, as text or binary.
    pub(super) fn integers(
        &mut self,
        scalar: Scalar,
        count: usize,
        what: &str,
    ) -> Result<Vec<i64>> {
        match self.numbers(scalar, count, what)? {
            Numbers::Integers(v) => Ok(v),
            Numbers::Reals(_) => Err(self.bad(format!("{what} should be integers"))),
        }
    }

    /// Passes everything up to and including `mark`.
    pub(super) fn skip_past(&mut self, mark: &str) -> Result<()> {
        let found = find(self.rest(), mark.as_bytes());
        let skipped = found.ok_or_else(|| self.bad(format!("{mark} is missing")))? + mark.len();
        self.line += self.rest()[..skipped].iter().filter(|b| **b == b'\n').count();
        self.at += skipped;
        Ok(())
    }
}

/// A text without its byte order mark.
pub(super) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Where `mark` first occurs.
pub(super) fn find(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    let first = mark.first()?;
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|b| b == first) {
        at += step;
        if bytes[at..].starts_with(mark) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// At most forty characters, for messages.
pub(super) fn clip(word: &str) -> String {
    word.chars().take(40).collect()
}
