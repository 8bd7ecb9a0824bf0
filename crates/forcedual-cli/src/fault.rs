//! Errors on standard error: code, place with the source line underlined, and what to do. For
//! programs also as JSON on standard output.

use crate::output::Output;
use forcedual::Error;
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
    SourceSpan,
};
use serde_json::{Value, json};
use std::fmt;
use std::io::IsTerminal;
use std::process::ExitCode;

/// Files larger than this are not quoted.
const LARGEST: u64 = 16 << 20;
/// Characters of a line that are shown.
const WIDE: usize = 120;

/// Prints an error for people.
pub fn print(error: &Error) {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    eprint!("{}", rendered(error, colours));
}

/// Prints an error for programs, on standard output.
pub fn print_json(error: &Error) {
    // the error itself goes to standard error as well, where standard output is closed
    let _ = Output { quiet: false }.json(&as_json(error));
}

/// Prints what clap has to say: help and versions, or that the command line is wrong, with --json as
/// JSON too.
pub fn usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|arg| arg == "--json");
    if json && error.use_stderr() {
        let _ = Output { quiet: false }.json(&usage_json(&error.render().to_string()));
    }
    // nobody is left to tell where the stream is closed
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

/// The first paragraph of a usage error is its message, the rest what to do.
fn usage_json(text: &str) -> Value {
    let (message, help) = text.trim().split_once("\n\n").unwrap_or((text.trim(), ""));
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let words: Vec<&str> = message.split_whitespace().collect();
    json!({ "error": {
        "code": "usage",
        "message": words.join(" "),
        "file": null,
        "line": null,
        "field": null,
        "help": help,
    } })
}

/// Names an option instead of the scene's line where that option set the key at fault. Options are named
/// as the keys of their table.
pub fn blame(error: Error, table: &str, options: &[(&'static str, bool)]) -> Error {
    let field = error.place.field.as_deref().unwrap_or("");
    let key = field.strip_prefix(table).and_then(|rest| rest.strip_prefix('.'));
    let at_fault = |option: &str| key.is_some() && option.strip_prefix("--") == key;
    match options.iter().find(|(option, given)| *given && at_fault(option)) {
        Some((option, _)) => of_option(error, option),
        None => error,
    }
}

/// The error of an option: that of no file.
pub fn of_option(mut error: Error, option: &str) -> Error {
    *error.place = Default::default();
    error.field(option)
}

fn as_json(error: &Error) -> Value {
    let place = &error.place;
    json!({ "error": {
        "code": error.code.as_str(),
        "message": error.message,
        "file": place.file.as_ref().map(|f| f.display().to_string()),
        "line": place.line,
        "field": place.field,
        "help": error.help,
    } })
}

fn rendered(error: &Error, colours: bool) -> String {
    let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
    let mut text = String::new();
    match handler.render_report(&mut text, &Report::new(error)) {
        Ok(()) => text,
        Err(_) => format!("{error}\n"),
    }
}

/// An error with the text that it is about.
#[derive(Debug)]
struct Report {
    code: &'static str,
    message: String,
    help: Option<String>,
    source: Option<(NamedSource<String>, SourceSpan)>,
}

impl Report {
    fn new(error: &Error) -> Self {
        let place = &error.place;
        let source = quoted(error);
        let mut message = String::new();
        if let (Some(file), None) = (&place.file, &source) {
            message = file.display().to_string();
            if let Some(line) = place.line {
                message += &format!(":{line}");
            }
            message += ": ";
        }
        if let Some(field) = &place.field {
            message += &format!("{field}: ");
        }
        message += &error.message;
        Report { code: error.code.as_str(), message, help: error.help.clone(), source }
    }
}

/// The file at fault and the bytes in it, where the place is known and the file is text.
fn quoted(error: &Error) -> Option<(NamedSource<String>, SourceSpan)> {
    let place = &error.place;
    let file = place.file.as_ref()?;
    place.line?;
    if std::fs::metadata(file).ok()?.len() > LARGEST {
        return None;
    }
    let text = std::fs::read_to_string(file).ok()?;
    let span = place.span.clone().or_else(|| line_span(&text, place.line?))?;
    let (text, span) = excerpt(&text, span)?;
    Some((NamedSource::new(file.display().to_string(), text), span.into()))
}

/// The line in which a span begins with those beside it, cut where they are long, in a text in which all
/// others are empty; and what of the span is in it. Nothing where the span begins behind the cut.
fn excerpt(text: &str, span: std::ops::Range<usize>) -> Option<(String, std::ops::Range<usize>)> {
    text.get(span.clone())?;
    let at = text[..span.start].matches('\n').count();
    let start = text[..span.start].rfind('\n').map_or(0, |k| k + 1);
    let mut cut = "\n".repeat(at.saturating_sub(1));
    let mut found = None;
    for (k, line) in text.split('\n').enumerate().skip(at.saturating_sub(1)).take(2 + at.min(1)) {
        let line = line.trim_end_matches('\r');
        let shown = line.char_indices().nth(WIDE).map_or(line.len(), |(end, _)| end);
        if k == at {
            let [from, to] = [span.start, span.end].map(|x| (x - start).min(shown));
            let hidden = span.start - start >= shown && shown < line.len();
            found = (!hidden).then(|| cut.len() + from..cut.len() + to);
        }
        cut += &line[..shown];
        cut += if shown < line.len() { "…\n" } else { "\n" };
    }
    Some((cut, found?))
}

/// The bytes of a one-based line, without blanks around it.
fn line_span(text: &str, line: usize) -> Option<std::ops::Range<usize>> {
    let whole = text.lines().nth(line.checked_sub(1)?)?;
    let start = whole.as_ptr() as usize - text.as_ptr() as usize;
    let indent = whole.len() - whole.trim_start().len();
    Some(start + indent..start + indent + whole.trim().len())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.help.as_ref()?))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source.as_ref()?.0)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.source.as_ref()?.1;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(None, span))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forcedual::Code;

    #[test]
    fn a_line_is_found_without_its_blanks() {
        assert_eq!(line_span("a\n  bc \nd", 2), Some(4..6));
        assert_eq!(line_span("a\n", 5), None);
        assert_eq!(line_span("a\n", 0), None);
    }

    #[test]
    fn long_lines_are_cut_and_keep_their_numbers() {
        let text = "a = 1\nb = [[1, 2],\n[3, 4]]\nc = 2\n";
        let (shown, span) = excerpt(text, 10..26).unwrap();
        // from the first line of the value, and of the value what is in it
        assert_eq!((&shown[..], &shown[span]), ("a = 1\nb = [[1, 2],\n[3, 4]]\n", "[[1, 2],"));
        let (shown, span) = excerpt(text, 27..32).unwrap();
        assert_eq!((&shown[..], &shown[span]), ("\n\n[3, 4]]\nc = 2\n\n", "c = 2"));
        assert_eq!(excerpt("a", 1..1).unwrap(), ("a\n".to_owned(), 1..1));
        let long = "é".repeat(10 * WIDE);
        let text = format!("{long}\nwrong {long}\n{long}\n");
        let at = text.find("wrong").unwrap();
        let (shown, span) = excerpt(&text, at..at + 5).unwrap();
        assert!(shown.lines().all(|line| line.chars().count() <= WIDE + 1), "{shown}");
        assert_eq!((shown.lines().count(), &shown[span]), (3, "wrong"));
        let behind = text.rfind("é\n").unwrap();
        assert_eq!((excerpt(&text, behind..behind + 2), excerpt("é", 1..2)), (None, None));
    }

    #[test]
    fn the_first_paragraph_of_a_usage_error_is_its_message() {
        let json = usage_json("error: these are missing:\n  <SCENE>\n\nUsage: x <SCENE>\n\nMore\n");
        assert_eq!(json["error"]["message"], "these are missing: <SCENE>");
        assert_eq!(json["error"]["help"], "Usage: x <SCENE>\n\nMore");
    }

    #[test]
    fn errors_show_code_message_and_help() {
        let error =
            Error::new(Code::Modes, "no modes").field("subspace.modes").help("ask for some");
        let text = rendered(&error, false);
        for part in ["modes", "subspace.modes: no modes", "ask for some"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains('\u{1b}'));
    }
}
