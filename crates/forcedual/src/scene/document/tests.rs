//! A made-up document type with every serde feature that scenes use, in both formats.

mod explain;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::*;
use crate::error::Code;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Bakery {
    name: String,
    oven: Oven,
    #[serde(default)]
    law: Law,
    #[serde(default)]
    loaf: Vec<Loaf>,
    topping: Option<Topping>,
    place: Option<Place>,
    amount: Option<Amount>,
    corner: Option<[f64; 3]>,
    span: Option<(f64, String)>,
    floor: Option<u8>,
    #[serde(default)]
    prices: BTreeMap<String, f64>,
    share: Option<Share>,
    odd: Option<Odd>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Oven {
    young: f64,
    poisson_ratio: f64,
    lit: Option<bool>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Law {
    #[default]
    Linear,
    NeoHookean,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
struct Loaf {
    #[serde(default)]
    weight: f64,
    #[serde(flatten)]
    topping: Topping,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", tag = "kind")]
enum Topping {
    Painted {
        sigma: f64,
        on: Place,
    },
    Baked(Oven),
    /// Documented, which makes schemars write it differently.
    Plain,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum Place {
    Boundary,
    /// Everywhere.
    All,
    Ball {
        center: Vec<f64>,
        radius: f64,
    },
    Vertices(Vec<usize>),
    Both(Vec<Place>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Amount {
    One(f64),
    Many(Vec<f64>),
    Rows(Vec<Vec<f64>>),
    Tabled(Oven),
    Between(Between),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Between {
    low: f64,
    high: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(deny_unknown_fields)]
struct Share {
    of: f64,
    #[serde(flatten)]
    between: Between,
    #[serde(flatten)]
    with: With,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum With {
    Butter(f64),
    Jam(String),
}

/// A number that a schema cannot describe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "i64")]
#[schemars(with = "i64")]
struct Odd(i64);

impl TryFrom<i64> for Odd {
    type Error = String;
    fn try_from(n: i64) -> Result<Self, String> {
        if n % 2 == 0 { Err(format!("{n} is even")) } else { Ok(Odd(n)) }
    }
}

const TOML: &str = r#"name = "Mill"
law = "neo-hookean"
place = { both = ["boundary", { ball = { center = [0, 1.5], radius = 2 } }] }
amount = [1, 2.5]
corner = [0, 0, -1]
span = [1, "caf\u00e9"]
floor = 255
prices = { rye = 3, "spelt.dark" = 4.5 }
odd = 7

[oven]
young = 1e5
poisson-ratio = 0.3

[[loaf]]
kind = "plain"

[[loaf]]
weight = 2
kind = "painted"
sigma = 0.5
on = { vertices = [3, 1] }

[topping]
kind = "baked"
young = 1
poisson-ratio = 0

[share]
of = 1
low = 0
high = 2
jam = "plum"
"#;

const JSON: &str = r#"{
  "name": "Mill",
  "law": "neo-hookean",
  "place": {"both": ["boundary", {"ball": {"center": [0, 1.5], "radius": 2}}]},
  "amount": [1, 2.5],
  "corner": [0, 0, -1],
  "span": [1, "caf\u00e9"],
  "floor": 255,
  "prices": {"rye": 3, "spelt.dark": 4.5},
  "odd": 7,
  "oven": {
    "young": 1e5,
    "poisson-ratio": 0.3,
    "lit": null
  },
  "loaf": [
    {"kind": "plain"},
    {
      "weight": 2,
      "kind": "painted",
      "sigma": 0.5,
      "on": {"vertices": [3, 1]}
    }
  ],
  "topping": {"kind": "baked", "young": 1, "poisson-ratio": 0},
  "share": {"of": 1, "low": 0, "high": 2, "jam": "plum"}
}
"#;

fn bakery() -> Bakery {
    let ball = Place::Ball { center: vec![0.0, 1.5], radius: 2.0 };
    Bakery {
        name: "Mill".into(),
        oven: Oven { young: 1e5, poisson_ratio: 0.3, lit: None },
        law: Law::NeoHookean,
        loaf: vec![
            Loaf { weight: 0.0, topping: Topping::Plain },
            Loaf {
                weight: 2.0,
                topping: Topping::Painted { sigma: 0.5, on: Place::Vertices(vec![3, 1]) },
            },
        ],
        topping: Some(Topping::Baked(Oven { young: 1.0, poisson_ratio: 0.0, lit: None })),
        place: Some(Place::Both(vec![Place::Boundary, ball])),
        amount: Some(Amount::Many(vec![1.0, 2.5])),
        corner: Some([0.0, 0.0, -1.0]),
        span: Some((1.0, "caf\u{e9}".into())),
        floor: Some(255),
        prices: [("rye".into(), 3.0), ("spelt.dark".into(), 4.5)].into(),
        share: Some(Share {
            of: 1.0,
            between: Between { low: 0.0, high: 2.0 },
            with: With::Jam("plum".into()),
        }),
        odd: Some(Odd(7)),
    }
}

#[test]
fn both_formats_give_the_same_value() {
    let toml = parse::<Bakery>(TOML, Format::Toml).unwrap();
    let json = parse::<Bakery>(JSON, Format::Json).unwrap();
    assert_eq!(toml.value, bakery());
    assert_eq!(json.value, bakery());
    let theirs: Value = serde_json::from_str(JSON).unwrap();
    assert_eq!(json.json, theirs);
}

#[test]
fn what_serde_writes_is_read_back() {
    let text = serde_json::to_string_pretty(&bakery()).unwrap();
    assert_eq!(parse::<Bakery>(&text, Format::Json).unwrap().value, bakery());
}

#[test]
fn fields_have_places_and_absent_ones_those_of_their_table() {
    let toml = parse::<Bakery>(TOML, Format::Toml).unwrap();
    let json = parse::<Bakery>(JSON, Format::Json).unwrap();
    let cases = [
        ("loaf[1].weight", (19, "2"), (19, "2")),
        ("loaf[1].on.vertices[1]", (22, "1"), (22, "1")),
        ("prices.\"spelt.dark\"", (8, "4.5"), (9, "4.5")),
        ("oven.young.x[3]", (12, "1e5"), (12, "1e5")),
        ("loaf[0].weight", (15, "[[loaf]]"), (17, "{\"kind\": \"plain\"}")),
    ];
    for (field, in_toml, in_json) in cases {
        let (line, span) = toml.place(field).unwrap();
        assert_eq!((line, &TOML[span]), in_toml, "{field}");
        let (line, span) = json.place(field).unwrap();
        assert_eq!((line, &JSON[span]), in_json, "{field}");
    }
    assert_eq!(toml.place("nothing"), Some((1, 0..0)));
    assert_eq!(toml.place("loaf["), None);
}

#[test]
fn later_errors_are_located_unless_they_are_about_another_place() {
    let document = parse::<Bakery>(TOML, Format::Toml).unwrap();
    let error = || Error::new(Code::Force, "bad").field("loaf[1].weight");
    let located = document.locate(error());
    assert_eq!(located.place.line, Some(19));
    assert_eq!(located.place.span.map(|span| &TOML[span]), Some("2"));
    assert_eq!(document.locate(error().file("a.mesh")), error().file("a.mesh"));
    assert_eq!(document.locate(error().line(3)), error().line(3));
    let nowhere = Error::new(Code::Force, "bad");
    assert_eq!(document.locate(nowhere.clone()), nowhere);
}

#[test]
fn damaged_documents_never_panic_and_errors_lie_within_the_text() {
    let probe = |bytes: &[u8], format| {
        let text = String::from_utf8_lossy(bytes);
        if let Err(error) = parse::<Bakery>(&text, format) {
            let span = error.place.span.clone().expect("span");
            assert!(text.get(span).is_some(), "{error}\n{text}");
            let lines = text.lines().count().max(1);
            assert!((1..=lines).contains(&error.place.line.expect("line")), "{error}\n{text}");
        }
    };
    for (sample, format) in [(TOML, Format::Toml), (JSON, Format::Json)] {
        for at in 0..sample.len() {
            probe(&sample.as_bytes()[..at], format);
            for byte in [b'"', b'[', b'}', b'\\', b'\n', b'.', b'9', 0, 0xc3] {
                let mut bytes = sample.as_bytes().to_vec();
                bytes[at] = byte;
                probe(&bytes, format);
            }
        }
    }
}

#[test]
fn deep_nesting_is_refused_without_overflowing_the_stack() {
    let n = 100_000;
    let array = format!("name = {}{}", "[".repeat(n), "]".repeat(n));
    let dotted = format!("{}a = 1", "a.".repeat(n));
    let header = format!("[{}a]", "a.".repeat(n));
    for text in [array, dotted, header] {
        assert_eq!(parse::<Bakery>(&text, Format::Toml).unwrap_err().code, Code::Scene);
    }
}

#[test]
fn windows_line_ends_do_not_change_line_numbers() {
    let text = TOML.replace('\n', "\r\n").replace("sigma", "sigam");
    let error = parse::<Bakery>(&text, Format::Toml).unwrap_err();
    assert_eq!(error.place.line, Some(21));
}
