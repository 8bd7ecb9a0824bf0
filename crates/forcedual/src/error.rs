//! Errors are data: a stable [`Code`], a sentence, the place at fault, and what to do about it.
//!
//! Every stage of the pipeline returns the same [`Error`]. What differs is the code (stable, for
//! programs), the message (for people) and the [`Place`]: file, line, scene field, element number.

use std::fmt;
use std::path::PathBuf;

/// The list of codes, each with its stable string form.
macro_rules! codes {
    ($($(#[doc = $about:literal])+ $name:ident => $text:literal,)+) => {
        /// Stable name of what went wrong. The string form never changes once released.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $about])+ $name,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name),+];

            /// The stable string form, for example `mesh-index`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $text,)+
                }
            }
        }
    };
}

codes! {
    /// A file could not be read or written.
    Io => "io",
    /// A file's text or bytes are not what its format asks for.
    Format => "format",
    /// The file's format is not one that can be read or written.
    UnknownFormat => "unknown-format",
    /// The mesh has no vertices or no cells.
    MeshEmpty => "mesh-empty",
    /// A cell names a vertex that does not exist.
    MeshIndex => "mesh-index",
    /// A coordinate is NaN or infinite.
    MeshNotFinite => "mesh-not-finite",
    /// Some cells are wound one way and some the other.
    MeshOrientation => "mesh-orientation",
    /// Cells without volume.
    MeshDegenerate => "mesh-degenerate",
    /// The same cell is there twice.
    MeshDuplicate => "mesh-duplicate",
    /// A material constant is outside its physical range.
    MaterialRange => "material-range",
    /// A selection that is malformed or does not fit the mesh.
    Selection => "selection",
    /// A place or selection that nothing of the body is at.
    SelectionEmpty => "selection-empty",
    /// An array of the wrong shape, type, or with non-finite entries.
    Array => "array",
    /// A force prior's parameters do not make sense.
    Force => "force",
    /// A force prior has no variance anywhere on the free part of the body.
    ForceNoVariance => "force-no-variance",
    /// The body is not held and inertia relief is impossible.
    Unsupported => "unsupported-body",
    /// The number of modes asked for is impossible.
    Modes => "modes",
    /// The stiffness matrix could not be factored or a computation did not converge.
    Numeric => "numeric",
    /// There is not enough memory for what is asked for.
    Memory => "memory",
    /// The scene document does not parse or does not follow the schema.
    Scene => "scene",
    /// The scene has a key that does not exist.
    SceneUnknownKey => "scene-unknown-key",
    /// A model file that is damaged or of another version.
    Model => "model",
    /// What is to drive or hit a body during a step does not fit it or is not finite.
    Control => "control",
    /// The work was interrupted on request.
    Cancelled => "cancelled",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where an error is: any of these may be known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file at fault.
    pub file: Option<PathBuf>,
    /// One-based line in that file.
    pub line: Option<usize>,
    /// Byte range in that file, for tools that underline.
    pub span: Option<std::ops::Range<usize>>,
    /// The scene field at fault, for example `force[1].weight`.
    pub field: Option<String>,
}

/// What went wrong, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Stable code.
    pub code: Code,
    /// One sentence naming the element, value or file at fault.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where it is (boxed: errors travel through every `Result`).
    pub place: Box<Place>,
}

/// Shorthand used by the whole library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A new error with a code and a sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error { code, message: message.into(), help: None, place: Box::default() }
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Names the file, unless an inner stage already did.
    pub fn file(mut self, file: impl Into<PathBuf>) -> Self {
        self.place.file.get_or_insert_with(|| file.into());
        self
    }

    /// Names the one-based line.
    pub fn line(mut self, line: usize) -> Self {
        self.place.line.get_or_insert(line);
        self
    }

    /// Names the scene field; an outer field is put in front of an inner one.
    pub fn field(mut self, outer: impl AsRef<str>) -> Self {
        let outer = outer.as_ref();
        self.place.field = Some(match self.place.field.take() {
            None => outer.to_owned(),
            Some(inner) if inner.starts_with('[') => format!("{outer}{inner}"),
            Some(inner) => format!("{outer}.{inner}"),
        });
        self
    }

    /// An input/output error on `file`.
    pub fn io(file: impl Into<PathBuf>, error: &std::io::Error) -> Self {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            _ => format!("cannot be used: {error}"),
        };
        Error::new(Code::Io, message).file(file)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.place.file {
            write!(f, "{}", file.display())?;
            if let Some(line) = self.place.line {
                write!(f, ":{line}")?;
            }
            write!(f, ": ")?;
        }
        if let Some(field) = &self.place.field {
            write!(f, "{field}: ")?;
        }
        write!(f, "{} [{}]", self.message, self.code)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// At most the first ten numbers of a list and how many there are, for messages.
pub(crate) fn listed(numbers: &[usize]) -> String {
    let head: Vec<String> = numbers.iter().take(10).map(|n| n.to_string()).collect();
    match numbers.len() {
        0..=10 => head.join(", "),
        n => format!("{}, ... ({n} in all)", head.join(", ")),
    }
}

/// The error of two keys of which exactly one must be given: both are, or neither is.
pub(crate) fn one_of_two(code: Code, [first, second]: [&str; 2], both: bool) -> Error {
    match both {
        true => {
            Error::new(code, format!("give either `{first}` or `{second}`, not both")).field(second)
        }
        false => Error::new(code, format!("one of `{first}` and `{second}` is needed")),
    }
}

/// `1 sample`, `2 samples`
pub(crate) fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// "Did you mean `x`? " if one of the names is close, else nothing.
pub fn did_you_mean(found: &str, names: &[&str]) -> String {
    match closest(found, names) {
        Some(name) => format!("did you mean `{name}`? "),
        None => String::new(),
    }
}

/// The name that a misspelt one was probably meant to be: one slip away, or much alike.
pub(crate) fn closest<'a>(found: &str, names: &[&'a str]) -> Option<&'a str> {
    const ALIKE: f64 = 0.85;
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    let found = plain(found);
    let score = |name: &str| {
        let name = plain(name);
        let slips = strsim::osa_distance(&found, &name);
        let alike = strsim::jaro_winkler(&found, &name);
        if slips <= 1 && name.len() > 2 { alike.max(ALIKE) } else { alike }
    };
    let scored = names.iter().map(|name| (score(name), *name));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_nest_from_the_outside() {
        let e = Error::new(Code::Array, "bad").field("weight").field("[1]").field("force");
        assert_eq!(e.place.field.as_deref(), Some("force[1].weight"));
    }

    #[test]
    fn display_names_file_line_field_code_and_help() {
        let e = Error::new(Code::Format, "bad").file("a.mesh").line(3).field("x").help("do y");
        assert_eq!(e.to_string(), "a.mesh:3: x: bad [format] (do y)");
    }

    #[test]
    fn errors_of_files_name_them_once() {
        for kind in [std::io::ErrorKind::NotFound, std::io::ErrorKind::PermissionDenied] {
            let text = Error::io("some.mesh", &kind.into()).to_string();
            assert_eq!(text.matches("some.mesh").count(), 1, "{text}");
        }
    }

    #[test]
    fn of_two_keys_it_is_said_whether_both_or_none_are_given() {
        let both = one_of_two(Code::Force, ["length", "kappa"], true);
        assert_eq!(both.message, "give either `length` or `kappa`, not both");
        assert_eq!(both.place.field.as_deref(), Some("kappa"));
        let none = one_of_two(Code::Force, ["length", "kappa"], false);
        assert_eq!(none.message, "one of `length` and `kappa` is needed");
    }
}
