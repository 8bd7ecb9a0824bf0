//! Style sheets of SVG drawings, as far as they decide what is filled.
//!
//! Rules for an element's name, class or id, or for all elements, are read; rules for elements
//! within others, for states and for media are not.

use quick_xml::Reader;
use quick_xml::events::Event;

/// Rules in the order in which they apply: names, then classes, then ids.
#[derive(Default)]
pub(super) struct Sheet {
    rules: Vec<(Selector, String)>,
}

enum Selector {
    All,
    Name(String),
    Class(String),
    Id(String),
}

impl Sheet {
    /// The rules of all style sheets of a drawing.
    pub(super) fn of_drawing(text: &str) -> Self {
        let mut sheet = Sheet::default();
        let mut reader = Reader::from_str(text);
        let mut within = false;
        // damage is reported when the shapes are read
        while let Ok(event) = reader.read_event() {
            match event {
                Event::Eof => break,
                Event::Start(element) => within = element.local_name().as_ref() == "style",
                Event::End(_) => within = false,
                Event::Text(css) if within => sheet.read(&css),
                Event::CData(css) if within => sheet.read(&css),
                _ => {}
            }
        }
        sheet
    }

    /// Adds the text of a `<style>` element.
    fn read(&mut self, text: &str) {
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, comment)) = rest.split_once("/*") {
            plain.push_str(before);
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        let mut rest = plain.trim_start();
        while !rest.is_empty() {
            if rest.starts_with('@') {
                rest = behind_at_rule(rest).trim_start();
                continue;
            }
            let (rule, after) = rest.split_once('}').unwrap_or((rest, ""));
            rest = after.trim_start();
            let Some((selectors, declarations)) = rule.split_once('{') else { continue };
            for selector in selectors.split(',').filter_map(|s| Selector::read(s.trim())) {
                self.rules.push((selector, declarations.to_owned()));
            }
        }
        self.rules.sort_by_key(|(selector, _)| selector.rank());
    }

    /// Declarations for an element, the strongest last.
    pub(super) fn of(&self, name: &str, classes: &str, id: &str) -> impl Iterator<Item = &str> {
        let applies = move |selector: &Selector| match selector {
            Selector::All => true,
            Selector::Name(n) => n == name,
            Selector::Class(c) => classes.split_ascii_whitespace().any(|class| class == c),
            Selector::Id(i) => i == id,
        };
        let rules = self.rules.iter().filter(move |(selector, _)| applies(selector));
        rules.map(|(_, declarations)| declarations.as_str())
    }
}

/// What follows an at-rule: behind its semicolon, or behind the end of its block.
fn behind_at_rule(text: &str) -> &str {
    let (mut blocks, mut brackets, mut quote) = (0, 0, None);
    for (k, c) in text.char_indices() {
        match (quote, c) {
            // strings end with their line
            (Some(q), _) => quote = Some(q).filter(|q| *q != c && c != '\n'),
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => brackets += 1,
            (None, ')') => brackets -= 1,
            (None, '{') => blocks += 1,
            (None, '}') => blocks -= 1,
            _ => {}
        }
        let ends = match c {
            ';' => brackets <= 0 && blocks == 0,
            '}' => blocks <= 0,
            _ => false,
        };
        if ends && quote.is_none() {
            return &text[k + 1..];
        }
    }
    ""
}

impl Selector {
    fn read(text: &str) -> Option<Self> {
        let (kind, name): (fn(String) -> Selector, &str) = match text.split_at_checked(1)? {
            ("*", "") => return Some(Selector::All),
            (".", name) => (Selector::Class, name),
            ("#", name) => (Selector::Id, name),
            _ => (Selector::Name, text),
        };
        let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        (!name.is_empty() && name.chars().all(plain)).then(|| kind(name.to_owned()))
    }

    fn rank(&self) -> u8 {
        match self {
            Selector::All => 0,
            Selector::Name(_) => 1,
            Selector::Class(_) => 2,
            Selector::Id(_) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_apply_from_the_weakest_selector_to_the_strongest() {
        let mut sheet = Sheet::default();
        sheet.read("#c{d} .a, .b { e } /* .b{no} */ *{f} path{g} g .a{no} .a:hover{no} .b{h}");
        let of = |name, classes, id| sheet.of(name, classes, id).map(str::trim).collect::<String>();
        assert_eq!(of("path", "x b", "c"), "fgehd");
        assert_eq!(of("rect", "a", ""), "fe");
        assert_eq!(of("rect", "", ""), "f");
    }

    #[test]
    fn rules_behind_imports_apply_and_those_within_media_do_not() {
        let mut sheet = Sheet::default();
        sheet.read(
            "@charset 'utf-8';@import url(data:a;b) print; @namespace \"x;}\";\n.a{c}
             @media print { .a{no} path{no} } .b{d} @font-face{no} @page{ @top{ no } } .a{e}",
        );
        let of = |classes| sheet.of("path", classes, "").map(str::trim).collect::<String>();
        assert_eq!([of("a"), of("b")], ["ce", "d"]);
        for broken in ["@", "@media { .a{no}", "@import 'no", "}", "@media } .a{e}"] {
            let mut sheet = Sheet::default();
            sheet.read(broken);
            assert_eq!(sheet.rules.len(), usize::from(broken.ends_with("} .a{e}")), "{broken}");
        }
    }
}
