//! What elements of a drawing inherit: their place, fill and whether they can be seen.

use super::attribute;
use super::path::transform;
use super::sheet::Sheet;
use crate::error::{Code, Error, Result};
use crate::mesh::surface::Rule;
use kurbo::Affine;
use quick_xml::events::BytesStart;

/// What is read of a style.
const PROPERTIES: [&str; 9] = [
    "fill-rule",
    "fill",
    "stroke",
    "fill-opacity",
    "opacity",
    "display",
    "visibility",
    "clip-path",
    "mask",
];

/// What elements inherit.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub place: Affine,
    pub rule: Rule,
    pub filled: bool,
    /// The colour of its fill, if that is understood.
    pub fill: Option<[u8; 3]>,
    /// Its fill can be seen.
    pub opaque: bool,
    pub stroked: bool,
    /// It is there for others to refer to.
    pub defined: bool,
    /// It is there, and what it contains.
    pub shown: bool,
    /// It is there itself.
    pub visible: bool,
    pub clipped: bool,
    pub masked: bool,
}

impl Style {
    /// Of the outermost element.
    pub(super) fn first() -> Self {
        Style {
            place: Affine::FLIP_Y,
            rule: Rule::NonZero,
            filled: true,
            fill: Some([0; 3]),
            opaque: true,
            stroked: false,
            defined: false,
            shown: true,
            visible: true,
            clipped: false,
            masked: false,
        }
    }

    /// Whether it is part of the picture.
    pub(super) fn is_seen(&self) -> bool {
        self.shown && self.visible && !self.defined
    }
}

/// The style of an element within others.
pub(super) fn inherit(outer: Style, element: &BytesStart, sheet: &Sheet) -> Result<Style> {
    let mut style = outer;
    let hidden = ["defs", "clipPath", "mask", "symbol", "pattern", "marker"];
    style.defined |= hidden.contains(&element.local_name().as_ref());
    if let Some(text) = attribute(element, "transform") {
        style.place *= transform(&text).ok_or_else(|| {
            Error::new(Code::Format, format!("the transform `{text}` is not understood"))
        })?;
    }
    let [class, id, css] =
        ["class", "id", "style"].map(|name| attribute(element, name).unwrap_or_default());
    let name = element.local_name();
    let rules = sheet.of(name.as_ref(), &class, &id).chain([css.as_str()]);
    let rules = rules.flat_map(|css| css.split(';')).filter_map(|rule| rule.split_once(':'));
    // what is important counts last
    let (important, usual): (Vec<_>, Vec<_>) =
        rules.partition(|(_, value)| value.trim_end().ends_with("!important"));
    // these are not inherited, but what they do to an element they do to all within
    let (mut there, mut seen, mut clipped, mut masked) = (true, true, false, false);
    let mut set = |name: &str, value: &str| match (name.trim(), value.trim()) {
        ("fill-rule", "inherit") => style.rule = outer.rule,
        ("fill", "inherit") => (style.filled, style.fill) = (outer.filled, outer.fill),
        ("stroke", "inherit") => style.stroked = outer.stroked,
        ("fill-opacity", "inherit") => style.opaque = outer.opaque,
        ("visibility", "inherit") => style.visible = outer.visible,
        ("clip-path", "inherit") => clipped = false,
        ("mask", "inherit") => masked = false,
        ("fill-rule", "evenodd") => style.rule = Rule::Odd,
        ("fill-rule", "nonzero") => style.rule = Rule::NonZero,
        ("fill", value) => {
            style.filled = value != "none" && value != "transparent";
            style.fill = colour(value);
        }
        ("stroke", value) => style.stroked = value != "none" && value != "transparent",
        ("fill-opacity", value) => style.opaque = in_units(value, Some(1.0)) != Some(0.0),
        ("opacity", value) => seen = in_units(value, Some(1.0)) != Some(0.0),
        ("display", value) => there = value != "none",
        ("clip-path", value) => clipped = value != "none",
        ("mask", value) => masked = value != "none",
        ("visibility", value) => style.visible = value != "hidden" && value != "collapse",
        _ => {}
    };
    for name in PROPERTIES {
        if let Some(value) = attribute(element, name) {
            set(name, &value);
        }
    }
    usual.into_iter().for_each(|(name, value)| set(name, value));
    for (name, value) in important {
        set(name, value.trim_end().trim_end_matches("!important"));
    }
    style.shown &= there && seen;
    style.clipped |= clipped;
    style.masked |= masked;
    Ok(style)
}

/// `white`, `black`, `#rgb`, `#rrggbb` or `rgb(r, g, b)`.
fn colour(text: &str) -> Option<[u8; 3]> {
    let text = text.to_ascii_lowercase();
    let hex = |digits: &str| u8::from_str_radix(digits, 16).ok();
    match text.as_str() {
        "white" => return Some([255; 3]),
        "black" => return Some([0; 3]),
        _ => {}
    }
    if let Some(digits) = text.strip_prefix('#').filter(|d| d.is_ascii()) {
        let step = match digits.len() {
            3 => 1,
            6 => 2,
            _ => return None,
        };
        let channel = |k: usize| hex(&digits[k * step..(k + 1) * step].repeat(3 - step));
        return Some([channel(0)?, channel(1)?, channel(2)?]);
    }
    let list = text.strip_prefix("rgb(")?.strip_suffix(')')?;
    let mut channels = list.split([',', ' ']).filter(|word| !word.is_empty());
    let mut channel = || Some(in_units(channels.next()?, Some(255.0))?.round() as u8);
    Some([channel()?, channel()?, channel()?])
}

/// A length in user units; percentages are of `whole`.
pub(super) fn in_units(text: &str, whole: Option<f64>) -> Option<f64> {
    let text = text.trim();
    let units = [
        ("px", Some(1.0)),
        ("%", whole.map(|w| w / 100.0)),
        ("in", Some(96.0)),
        ("cm", Some(96.0 / 2.54)),
        ("mm", Some(96.0 / 25.4)),
        ("pt", Some(96.0 / 72.0)),
        ("pc", Some(16.0)),
    ];
    let with_unit = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (number, unit) = with_unit.unwrap_or((text, Some(1.0)));
    Some(number.parse::<f64>().ok()? * unit?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_colour_may_be_written_in_several_ways() {
        for text in ["#fa0", "#FFAA00", "rgb(255, 170,0)", "rgb(100% 66.7% 0%)"] {
            assert_eq!(colour(text), Some([255, 170, 0]), "{text}");
        }
        assert_eq!([colour("White"), colour("black")], [Some([255; 3]), Some([0; 3])]);
        for text in ["", "#", "#12", "#12345g", "#ääf", "rgb(1,2)", "url(#a)", "none"] {
            assert_eq!(colour(text), None, "{text}");
        }
    }
}
