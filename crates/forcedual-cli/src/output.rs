//! Standard output: text in one piece, and never a panic when the reader has gone away.

pub use forcedual::text::{enumerated, grouped, percent, significant, small_percent};
use forcedual::{Code, Error, Result};
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Where results are printed.
pub struct Output {
    /// Leave out what is only for people.
    pub quiet: bool,
}

impl Output {
    /// Prints text for people.
    pub fn text(&self, text: &str) -> Result<()> {
        if self.quiet { Ok(()) } else { self.plain(text) }
    }

    /// Prints text that was asked for.
    pub fn plain(&self, text: &str) -> Result<()> {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Error::io("standard output", &e)),
            _ => Ok(()),
        }
    }

    /// Prints warnings on standard error, in every mode.
    pub fn warnings(&self, warnings: &[String]) {
        let mut err = std::io::stderr().lock();
        for warning in warnings {
            // nobody is left to tell where standard error is closed
            let _ = writeln!(err, "warning: {warning}");
        }
    }

    /// Prints a value as JSON.
    pub fn json(&self, value: &impl Serialize) -> Result<()> {
        self.plain(&to_json(value)?)
    }
}

/// A value as indented JSON with a final newline.
pub fn to_json(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Error::new(Code::Io, format!("the result cannot be written as JSON: {e}")))?;
    Ok(text + "\n")
}

/// Lines of `name  value`, aligned.
#[derive(Default)]
pub struct Table {
    text: String,
}

impl Table {
    /// Adds a line.
    pub fn row(&mut self, name: &str, value: impl AsRef<str>) {
        self.text += &format!("  {name:<15}{}\n", value.as_ref());
    }

    /// Adds a line for each of several sentences, the name before the first only.
    pub fn rows<S: AsRef<str>>(&mut self, name: &str, values: &[S]) {
        for (k, value) in values.iter().enumerate() {
            self.row(if k == 0 { name } else { "" }, value);
        }
    }

    /// The lines.
    pub fn text(self) -> String {
        self.text
    }
}

/// `1 mode`, `12,345 modes`
pub fn counted(number: usize, one: &str) -> String {
    let (first, rest) =
        one.split_once(" of ").map_or((one, String::new()), |(a, b)| (a, format!(" of {b}")));
    let plural = match (first.strip_suffix("ex"), first.strip_suffix("hedron")) {
        (Some(stem), _) => format!("{stem}ices{rest}"),
        (_, Some(stem)) => format!("{stem}hedra{rest}"),
        _ => format!("{first}s{rest}"),
    };
    format!("{} {}", grouped(number), if number == 1 { one } else { &plural })
}

/// How to write times of up to so many seconds, all in one unit: s or ms.
pub fn seconds(most: f64) -> impl Fn(f64) -> String {
    move |s| if most < 1.0 { format!("{:.1} ms", 1e3 * s) } else { format!("{s:.2} s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_the_number() {
        assert_eq!(counted(1, "vertex"), "1 vertex");
        assert_eq!(counted(2, "vertex"), "2 vertices");
        assert_eq!(counted(1000, "cell"), "1,000 cells");
        assert_eq!(counted(2, "degree of freedom"), "2 degrees of freedom");
        assert_eq!(counted(5, "tetrahedron"), "5 tetrahedra");
    }

    #[test]
    fn times_of_one_line_have_one_unit() {
        assert_eq!([0.28, 0.0123].map(seconds(0.28)), ["280.0 ms", "12.3 ms"]);
        assert_eq!([2.8, 0.0123].map(seconds(2.8)), ["2.80 s", "0.01 s"]);
    }
}
