//! Values on the command line: what they may be, and what is said where they are not.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use forcedual::export::picture::{CutAt, Enlargement};
use forcedual::export::render::Colour;
use forcedual::mesh::io::gmsh;
use forcedual::scene::document::schema;
use forcedual::subspace::{Method, ModeCount};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// The file of a motion: a series of `.vtu` files is named by its `.pvd`.
pub(super) fn motion(name: &str) -> Result<PathBuf, std::convert::Infallible> {
    let path = PathBuf::from(name);
    let series = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("vtu"));
    Ok(if series { path.with_extension("pvd") } else { path })
}

pub(super) fn gmsh_format(name: &str) -> Result<gmsh::Format, String> {
    name.parse()
        .map_err(|e: forcedual::Error| format!("{}; {}", e.message, e.help.unwrap_or_default()))
}

pub(super) fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        _ => Err("must be a positive number".to_owned()),
    }
}

pub(super) fn mode_count(text: &str) -> Result<ModeCount, String> {
    let count = match text.parse() {
        Ok(number) => ModeCount::Number(number),
        Err(_) => ModeCount::Share(text.to_owned()),
    };
    count.share().map_err(|e| format!("{}; {}", e.message, e.help.unwrap_or_default()))?;
    Ok(count)
}

pub(super) fn method(name: &str) -> Result<Method, String> {
    Method::named(name.trim()).ok_or_else(|| {
        let schema = schema::<Method>();
        let names: Vec<&str> = spelled(&schema).map(|(name, _)| name).collect();
        format!("the methods are {}", names.join(", "))
    })
}

/// `40`, `1..40` or `1..=40`
pub(super) fn sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    const MOST: usize = 4096;
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (from, to.strip_prefix('=').unwrap_or(to)),
        None => ("1", text),
    };
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if 1 <= from && from <= to && to <= MOST => Ok(from..=to),
        _ => Err(format!("write 40 or 1..40, with numbers from 1 to {MOST}")),
    }
}

/// `auto` or a factor
pub(super) fn enlargement(text: &str) -> Result<Enlargement, String> {
    Enlargement::parse(text).ok_or_else(|| "write auto or a number".to_owned())
}

/// `x=0.5` or `x=50%`
pub(super) fn cut(text: &str) -> Result<(usize, CutAt), String> {
    let wrong = || "write an axis and where, such as x=0.5 or x=50%".to_owned();
    CutAt::parse(text).ok_or_else(wrong)
}

/// `1280x720`
pub(super) fn picture_size(text: &str) -> Result<[usize; 2], String> {
    let parsed = || {
        let (w, h) = text.split_once('x')?;
        let (w, h): (usize, usize) = (w.trim().parse().ok()?, h.trim().parse().ok()?);
        ((16..=7680).contains(&w) && (16..=4320).contains(&h)).then_some([w, h])
    };
    parsed().ok_or_else(|| {
        "write width and height such as 1280x720, from 16x16 to 7680x4320".to_owned()
    })
}

/// `480`
pub(super) fn picture_side(text: &str) -> Result<usize, String> {
    let side = text.parse().ok().filter(|side| (16..=4096).contains(side));
    side.ok_or_else(|| "write a number of pixels from 16 to 4096".to_owned())
}

/// `300`; whether there may be so many is seen later.
pub(super) fn frames(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "write a whole number of frames, such as 300".to_owned())
}

/// A file; `-` is the output elsewhere.
pub(super) fn report(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("name a file; `--json` prints the report".to_owned()),
        _ => Ok(PathBuf::from(text)),
    }
}

/// `800M` or `2G`
pub(super) fn memory(text: &str) -> Result<u64, String> {
    let bytes = forcedual::memory::parse_size(text).filter(|bytes| *bytes >= 64 << 20);
    bytes.ok_or_else(|| "write a number of bytes such as 800M or 2G, and at least 64M".to_owned())
}

pub(super) fn colour(text: &str) -> Result<Colour, String> {
    Colour::parse(text).map_err(|e| format!("{}: {}", e.message, e.help.unwrap_or_default()))
}

/// The names that scenes may use for a value, with their descriptions, from its JSON schema.
pub(super) fn names<T>(schema: &Value) -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let values: Vec<PossibleValue> = spelled(schema)
        .map(|(name, about)| PossibleValue::new(name.to_owned()).help(about.to_owned()))
        .collect();
    PossibleValuesParser::new(values).try_map(|name| serde_json::from_value(Value::String(name)))
}

/// Names and descriptions of an enum's values.
fn spelled(schema: &Value) -> impl Iterator<Item = (&str, &str)> {
    schema["oneOf"].as_array().into_iter().flatten().flat_map(|branch| {
        let about = branch["description"].as_str().unwrap_or_default();
        let names = branch["enum"].as_array().into_iter().flatten().chain([&branch["const"]]);
        names.filter_map(Value::as_str).map(move |name| (name, about))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_a_number_or_a_share() {
        assert_eq!(mode_count("24"), Ok(ModeCount::Number(24)));
        assert_eq!(mode_count("99.5%"), Ok(ModeCount::Share("99.5%".into())));
        for bad in ["many", "100%", "101%", "-3", "0.99"] {
            let error = mode_count(bad).unwrap_err();
            assert!(error.contains("a number such as 24, or a share"), "{error}");
        }
        assert!(mode_count("0.99").unwrap_err().contains("did you mean \"99%\"?"));
    }

    #[test]
    fn sizes_include_both_ends() {
        assert_eq!(sizes("1..40"), Ok(1..=40));
        assert_eq!(sizes("2..=8"), Ok(2..=8));
        assert_eq!(sizes("40"), Ok(1..=40));
        for bad in ["", "0", "5..4", "1..", "a", "1..5000", "-3"] {
            assert!(sizes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn cuts_are_at_a_coordinate_or_at_a_share() {
        assert_eq!(cut("y=-0.5"), Ok((1, CutAt { value: -0.5, share: false })));
        assert_eq!(cut("z = 25%"), Ok((2, CutAt { value: 0.25, share: true })));
        for bad in ["", "x", "w=1", "x=nan", "x=a%", "x=50%%"] {
            assert!(cut(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn pictures_have_a_width_and_a_height() {
        assert_eq!(picture_size("640x480"), Ok([640, 480]));
        for bad in ["", "640", "0x480", "640x99999", "ax5"] {
            assert!(picture_size(bad).is_err(), "{bad}");
        }
        assert_eq!(enlargement("auto"), Ok(Enlargement::Auto));
        assert_eq!(enlargement("2.5"), Ok(Enlargement::By(2.5)));
        assert!(enlargement("inf").is_err());
    }

    #[test]
    fn skinning_is_short_for_its_eigenmodes() {
        assert_eq!(method("skinning"), Ok(Method::SkinningEigenmodes));
        assert!(method("lda").unwrap_err().contains("lma"));
    }
}
