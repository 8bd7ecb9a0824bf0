//! What a campaign found, and where the document keeps it.

/// One line of a campaign's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What was tried.
    pub tried: String,
    /// How often, how much or how long.
    pub amount: String,
    /// What came of it.
    pub found: String,
}

/// What a campaign found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The lines of its table.
    pub figures: Vec<Figure>,
    /// What broke, each with what is needed to see it again; none if all held.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Adds a line to the table.
    pub fn figure(
        &mut self,
        tried: impl Into<String>,
        amount: impl ToString,
        found: impl Into<String>,
    ) {
        let (tried, amount, found) = (tried.into(), amount.to_string(), found.into());
        self.figures.push(Figure { tried, amount, found });
    }

    /// Notes that something broke.
    pub fn fails(&mut self, what: impl Into<String>) {
        self.failures.push(what.into());
    }

    /// Panics with all failures, for tests.
    ///
    /// # Panics
    /// If something broke.
    #[track_caller]
    pub fn expect_none(&self) {
        assert!(self.failures.is_empty(), "{}", self.failures.join("\n"));
    }
}

/// `document` with the lines between `<!-- name -->` and `<!-- /name -->` replaced by `text`;
/// a section that is not there yet is added at the end.
pub fn section_replaced(document: &str, name: &str, text: &str) -> String {
    let (head, tail) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let section = format!("{head}{text}{tail}");
    let found = document.find(&head).and_then(|start| {
        let length = document[start..].find(&tail)?;
        Some((start, start + length + tail.len()))
    });
    match found {
        Some((start, end)) => format!("{}{section}{}", &document[..start], &document[end..]),
        None => format!("{}\n\n{section}\n", document.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_where_it_stands_and_the_rest_stays() {
        let old = "# Title\n\n<!-- a -->\nold\n<!-- /a -->\n\nprose\n";
        let new = section_replaced(old, "a", "new\n");
        assert_eq!(new, "# Title\n\n<!-- a -->\nnew\n<!-- /a -->\n\nprose\n");
        let more = section_replaced(&new, "b", "more\n");
        assert!(
            more.starts_with(new.trim_end()) && more.ends_with("<!-- b -->\nmore\n<!-- /b -->\n")
        );
    }
}
