//! Each mistake gets the right line, span, field, sentence and help.

use super::*;

/// The error of the sample after one replacement: line, spelt span, field, message, help.
#[derive(Debug, PartialEq)]
struct Report {
    code: Code,
    line: usize,
    at: String,
    field: String,
    message: String,
    help: String,
}

fn report(text: &str, format: Format) -> Report {
    let error = parse::<Bakery>(text, format).expect_err(text);
    let place = *error.place;
    let span = place.span.expect("every error has a span");
    Report {
        code: error.code,
        line: place.line.expect("every error has a line"),
        at: text[span].to_owned(),
        field: place.field.unwrap_or_default(),
        message: error.message,
        help: error.help.unwrap_or_default(),
    }
}

fn altered(format: Format, from: &str, to: &str) -> Report {
    let sample = if format == Format::Toml { TOML } else { JSON };
    assert!(sample.contains(from), "{from}");
    report(&sample.replacen(from, to, 1), format)
}

fn expect(r: &Report, line: usize, at: &str, field: &str, message: &str, help: &str) {
    let found = (r.line, r.at.as_str(), r.field.as_str(), r.message.as_str(), r.help.as_str());
    assert_eq!(found, (line, at, field, message, help));
}

#[test]
fn misspelt_keys_are_named_with_a_suggestion() {
    let top = "did you mean `name`? known keys: amount, corner, floor, law, loaf, name, odd, oven, \
               place, prices, share, span, topping";
    let oven = "did you mean `young`? known keys: lit, poisson-ratio, young";
    let loaf = "did you mean `sigma`? known keys: kind, on, sigma, weight";
    let ball = "did you mean `radius`? known keys: center, radius";
    let cases = [
        ("name", "nam", (1, 2), "nam", top),
        ("young", "yung", (12, 12), "oven.yung", oven),
        ("sigma", "sigam", (21, 21), "loaf[1].sigam", loaf),
        ("radius", "raduis", (3, 4), "place.both[1].ball.raduis", ball),
    ];
    for (from, to, lines, field, help) in cases {
        let message = format!("unknown key `{to}`");
        let toml = altered(Format::Toml, from, to);
        expect(&toml, lines.0, to, field, &message, help);
        assert_eq!(toml.code, Code::SceneUnknownKey);
        let json = altered(Format::Json, from, to);
        expect(&json, lines.1, &format!("\"{to}\""), field, &message, help);
        assert_eq!(json.code, Code::SceneUnknownKey);
    }
}

#[test]
fn only_close_and_absent_keys_are_suggested() {
    let help = |from, to| altered(Format::Toml, from, to).help;
    let known = "known keys: lit, poisson-ratio, young";
    assert_eq!(help("young = 1e5", "young = 1e5\nzzz = 1"), known);
    assert_eq!(help("young = 1e5", "young = 1e5\nyuong = 1"), known);
    assert_eq!(help("young = 1e5", "yuong = 1"), format!("did you mean `young`? {known}"));
    let underscore = help("poisson-ratio = 0.3", "Poisson_Ratio = 0.3");
    assert_eq!(underscore, format!("did you mean `poisson-ratio`? {known}"));
    let short = help("jam = \"plum\"", "jma = \"plum\"");
    assert_eq!(short, "did you mean `jam`? known keys: high, low, of, butter, jam");
}

#[test]
fn keys_of_another_branch_are_unknown() {
    let r = altered(Format::Toml, "kind = \"plain\"", "kind = \"plain\"\nsigma = 1");
    let help = "`sigma` is a key of `loaf` where `kind` is \"painted\" or `topping` where `kind` is \
                \"painted\"; known keys: kind, weight";
    expect(&r, 17, "sigma", "loaf[0].sigma", "unknown key `sigma`", help);
    let r = altered(Format::Json, "\"kind\": \"baked\"", "\"kind\": \"plain\"");
    let help = "`young` is a key of `topping` where `kind` is \"baked\", `amount`, `loaf` where \
                `kind` is \"baked\" or others; known keys: kind";
    expect(&r, 25, "\"young\"", "topping.young", "unknown key `young`", help);
}

#[test]
fn missing_keys_point_at_the_table() {
    let r = altered(Format::Toml, "young = 1e5\npoisson-ratio = 0.3\n", "");
    expect(&r, 11, "[oven]", "oven", "missing keys `young`, `poisson-ratio`", "");
    assert_eq!(r.code, Code::Scene);
    let r = altered(Format::Toml, "center = [0, 1.5], ", "");
    expect(&r, 3, "{ radius = 2 }", "place.both[1].ball", "missing key `center`", "");
    let r = altered(Format::Json, "\"name\": \"Mill\",", "");
    assert_eq!((r.line, r.field.as_str(), r.message.as_str()), (1, "", "missing key `name`"));
    let r = altered(Format::Json, "\"sigma\": 0.5,", "");
    assert_eq!((r.line, r.field.as_str()), (18, "loaf[1]"));
    let r = report("", Format::Toml);
    expect(&r, 1, "", "", "missing keys `name`, `oven`", "");
}

#[test]
fn tags_choose_the_branch_or_are_explained() {
    let values = "painted, baked, plain";
    let r = altered(Format::Toml, "\"painted\"", "\"paintd\"");
    let help = format!("did you mean `painted`? allowed values: {values}");
    expect(&r, 20, "\"paintd\"", "loaf[1].kind", "unknown value `paintd`", &help);
    let r = altered(Format::Json, "\"kind\": \"painted\",", "");
    assert_eq!(
        (r.line, r.field.as_str(), r.message.as_str()),
        (18, "loaf[1]", "missing key `kind`")
    );
    assert_eq!(r.help, format!("allowed values of `kind`: {values}"));
    let r = altered(Format::Toml, "kind = \"painted\"", "knd = \"painted\"");
    let help = format!("did you mean `kind`? allowed values of `kind`: {values}");
    expect(&r, 20, "knd", "loaf[1].knd", "unknown key `knd`", &help);
    let r = altered(Format::Toml, "kind = \"baked\"", "kind = 3");
    expect(&r, 25, "3", "topping.kind", "expected a string, found an integer", "");
}

#[test]
fn external_tags_choose_the_branch_or_are_explained() {
    let on = "{ vertices = [3, 1] }";
    let case = |to: &str, at: &str, field: &str, message: &str, help: &str| {
        expect(&altered(Format::Toml, on, to), 22, at, field, message, help);
    };
    let (known, field) = ("ball, vertices, both", "loaf[1].on");
    let help = format!("did you mean `vertices`? known keys: {known}");
    let unknown = "unknown key `vertexes`";
    case("{ vertexes = [] }", "vertexes", "loaf[1].on.vertexes", unknown, &help);
    case("\"ball\"", "\"ball\"", field, "`ball` needs a value", "write { ball = ... }");
    let help = format!("did you mean `boundary`? allowed values: boundary, all, {known}");
    case("\"bondary\"", "\"bondary\"", field, "unknown value `bondary`", &help);
    let help = "write \"boundary\", \"all\", a table with `ball`, a table with `vertices` or a \
                table with `both`";
    case("3", "3", field, "expected a string or a table, found an integer", help);
    let help = "write \"all\" instead of the table";
    case("{ all = 1 }", "all", "loaf[1].on.all", "`all` takes no value", help);
    let both = "{ vertices = [], both = [] }";
    let help = "keep one of `ball`, `vertices` or `both`";
    let message = "`vertices` and `both` exclude each other";
    case(both, "both", "loaf[1].on.both", message, help);
    case("{}", "{}", field, "missing one of the keys `ball`, `vertices` or `both`", "");
    let r = altered(Format::Json, "{\"vertices\": [3, 1]}", "\"ball\"");
    expect(&r, 22, "\"ball\"", field, "`ball` needs a value", "write { \"ball\": ... }");
}

#[test]
fn flattened_external_tags_are_explained() {
    let jam = "jam = \"plum\"";
    let r = altered(Format::Toml, jam, "butter = 1\njam = \"plum\"");
    let message = "`butter` and `jam` exclude each other";
    expect(&r, 34, "jam", "share.jam", message, "keep one of `butter` or `jam`");
    let r = altered(Format::Toml, jam, "");
    expect(&r, 29, "[share]", "share", "missing one of the keys `butter` or `jam`", "");
    let r = altered(Format::Toml, "low = 0", "lwo = 0");
    let help = "did you mean `low`? known keys: high, jam, low, of";
    expect(&r, 31, "lwo", "share.lwo", "unknown key `lwo`", help);
}

#[test]
fn wrong_types_are_named_in_the_words_of_the_format() {
    let toml = |from: &str, to: &str, line, at: &str, field: &str, message: &str| {
        expect(&altered(Format::Toml, from, to), line, at, field, message, "");
    };
    toml("1e5", "\"1e5\"", 12, "\"1e5\"", "oven.young", "expected a number, found a string");
    toml(
        "[3, 1]",
        "[3, 1.0]",
        22,
        "1.0",
        "loaf[1].on.vertices[1]",
        "expected an integer, found a float",
    );
    toml("[3, 1]", "[3, -1]", 22, "-1", "loaf[1].on.vertices[1]", "must be at least 0, found -1");
    toml("255", "256", 7, "256", "floor", "must be at most 255, found 256");
    toml("[0, 0, -1]", "[0, 0]", 5, "[0, 0]", "corner", "expected 3 elements, found 2");
    toml("\"caf\\u00e9\"", "true", 6, "true", "span[1]", "expected a string, found a boolean");
    toml("\"Mill\"", "{ x = 1 }", 1, "{ x = 1 }", "name", "expected a string, found a table");
    let field = "prices.\"spelt.dark\"";
    toml("4.5", "[]", 8, "[]", field, "expected a number, found an array");
    let r = altered(Format::Json, "\"Mill\"", "{}");
    expect(&r, 2, "{}", "name", "expected a string, found an object", "");
    let r = altered(Format::Json, "1e5", "null");
    expect(&r, 12, "null", "oven.young", "expected a number, found null", "");
}

#[test]
fn a_table_in_place_of_a_list_of_tables_says_how_to_write_the_list() {
    let start = "name = \"x\"\n[oven]\nyoung = 1\npoisson-ratio = 0\n";
    let r = report(&format!("{start}[loaf]\nkind = \"plain\""), Format::Toml);
    let help = "write [[loaf]] in double brackets, or loaf = [{ ... }]";
    expect(&r, 5, "[loaf]", "loaf", "expected an array, found a table", help);
    let r = report(
        "{\"name\": \"x\", \"oven\": {\"young\": 1, \"poisson-ratio\": 0},\n\"loaf\": {}}",
        Format::Json,
    );
    let help = "write \"loaf\": [{ ... }]";
    expect(&r, 2, "{}", "loaf", "expected an array, found an object", help);
    let r = altered(Format::Toml, "[0, 0, -1]", "{ x = 1 }");
    expect(&r, 5, "{ x = 1 }", "corner", "expected an array, found a table", "");
}

#[test]
fn alternatives_are_explained_by_their_descriptions() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Count {
        /// That many. No more.
        Number(usize),
        /// A share, such as "99%".
        Share(String),
    }
    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Holder {
        count: Count,
    }
    let error = parse::<Holder>("count = 0.99", Format::Toml).unwrap_err();
    assert_eq!(error.message, "expected an integer or a string, found a float");
    let help = "write an integer (that many) or a string (a share, such as \"99%\")";
    assert_eq!(error.help.as_deref(), Some(help));
}

#[test]
fn unknown_enum_strings_list_the_allowed_ones() {
    let r = altered(Format::Toml, "neo-hookean", "neohookean");
    let help = "did you mean `neo-hookean`? allowed values: linear, neo-hookean";
    expect(&r, 2, "\"neohookean\"", "law", "unknown value `neohookean`", help);
    let r = altered(Format::Json, "neo-hookean", "quux");
    assert_eq!(r.help, "allowed values: linear, neo-hookean");
}

#[test]
fn untagged_values_are_chosen_by_type_then_by_content() {
    let amount = |to: &str| TOML.replacen("amount = [1, 2.5]", &format!("amount = {to}"), 1);
    let good = [
        ("3", Amount::One(3.0)),
        ("[[1], []]", Amount::Rows(vec![vec![1.0], vec![]])),
        ("{ low = 1, high = 2 }", Amount::Between(Between { low: 1.0, high: 2.0 })),
        ("[]", Amount::Many(vec![])),
    ];
    for (text, value) in good {
        let read = parse::<Bakery>(&amount(text), Format::Toml).unwrap();
        assert_eq!(read.value.amount, Some(value));
    }
    let case = |to: &str, at: &str, field: &str, message: &str, help: &str| {
        expect(&report(&amount(to), Format::Toml), 4, at, field, message, help);
    };
    let arrays = "an array of numbers, an array of arrays";
    let help = format!(
        "write a number, {arrays}, a table with `young`, `poisson-ratio` or a table with `low`, `high`"
    );
    let message = "expected a number, an array or a table, found a string";
    case("\"x\"", "\"x\"", "amount", message, &help);
    let help = "write an array of numbers or an array of arrays";
    case("[1, \"x\"]", "[1, \"x\"]", "amount", "this array fits no alternative", help);
    case("[[1], [true]]", "true", "amount[1][0]", "expected a number, found a boolean", "");
    let help = "did you mean `high`? known keys: high, low";
    case("{ low = 1, hihg = 2 }", "hihg", "amount.hihg", "unknown key `hihg`", help);
    let help = "write a table with `young`, `poisson-ratio` or a table with `low`, `high`";
    case("{}", "{}", "amount", "this table fits no alternative", help);
}

#[test]
fn untagged_mixtures_of_enums_speak_of_the_branch_that_was_meant() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Any {
        Topping(Topping),
        Place(Place),
        Between(Between),
    }
    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Holder {
        any: Any,
    }
    let message = |text: &str| {
        let error = parse::<Holder>(&format!("any = {text}"), Format::Toml).unwrap_err();
        (error.message, error.place.field.unwrap_or_default())
    };
    let said = |message: &str, field: &str| (message.to_owned(), field.to_owned());
    assert!(parse::<Holder>("any = { kind = \"plain\" }", Format::Toml).is_ok());
    assert!(parse::<Holder>("any = { vertices = [1] }", Format::Toml).is_ok());
    assert!(parse::<Holder>("any = { low = 1, high = 2 }", Format::Toml).is_ok());
    assert!(parse::<Holder>("any = \"all\"", Format::Toml).is_ok());
    assert_eq!(message("{ kind = \"plan\" }"), said("unknown value `plan`", "any.kind"));
    assert_eq!(message("{ vertexes = [1] }"), said("unknown key `vertexes`", "any.vertexes"));
    assert_eq!(message("{ low = 1, hi = 2 }"), said("unknown key `hi`", "any.hi"));
}

#[test]
fn values_that_no_schema_refuses_are_refused_with_their_field() {
    let r = altered(Format::Toml, "odd = 7", "odd = 8");
    expect(&r, 9, "8", "odd", "8 is even", "");
}

#[test]
fn numbers_and_dates_that_no_field_takes_name_the_field() {
    for spelt in ["nan", "-inf", "1e999"] {
        let r = altered(Format::Toml, "1e5", spelt);
        expect(&r, 12, spelt, "oven.young", "the number must be finite", "");
    }
    let r = altered(Format::Json, "1.5", "1e999");
    expect(&r, 4, "1e999", "place.both[1].ball.center[1]", "the number must be finite", "");
    let r = altered(Format::Toml, "1e5", "2020-01-01");
    assert_eq!((r.line, r.at.as_str(), r.field.as_str()), (12, "2020-01-01", "oven.young"));
    let r = altered(Format::Toml, "255", "99999999999999999999");
    assert_eq!(r.message, "the integer does not fit 64 bits");
}

#[test]
fn syntax_errors_have_a_line() {
    let r = altered(Format::Toml, "[topping]", "[oven]");
    assert_eq!((r.line, r.at.as_str()), (24, "oven"));
    let r = altered(Format::Toml, "floor = 255", "floor 255");
    assert_eq!(r.line, 7);
    let r = altered(Format::Json, "\"floor\": 255,", "\"floor\": 255");
    expect(&r, 9, "\"", "", "this is not valid JSON: expected `,` or `}`, found `\"`", "");
    let end = JSON.trim_end().strip_suffix('}').unwrap();
    let r = report(end, Format::Json);
    expect(&r, 26, "", "", "this is not valid JSON: expected `,` or `}`, found the end", "");
}

#[test]
fn limits_of_the_schema_are_enforced() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Limited {
        #[schemars(range(min = 1, max = 5))]
        closed: f64,
        #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
        open: f64,
        #[schemars(length(min = 1, max = 2))]
        few: Vec<f64>,
    }
    let message = |closed: &str, open: &str, few: &str| {
        let text = format!("closed = {closed}\nopen = {open}\nfew = {few}");
        parse::<Limited>(&text, Format::Toml).err().map(|e| e.message)
    };
    assert_eq!(message("1", "0.5", "[1]"), None);
    assert_eq!(message("5", "0.5", "[1, 2]"), None);
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(message("0.5", "0.5", "[1]"), said("must be at least 1, found 0.5"));
    assert_eq!(message("6", "0.5", "[1]"), said("must be at most 5, found 6"));
    assert_eq!(message("1", "0", "[1]"), said("must be greater than 0, found 0"));
    assert_eq!(message("1", "1", "[1]"), said("must be less than 1, found 1"));
    assert_eq!(message("1", "0.5", "[]"), said("expected 1 to 2 elements, found 0"));
}

#[test]
fn keys_of_another_table_are_told_where_they_belong() {
    let r = altered(Format::Toml, "odd = 7", "odd = 7\nlit = true");
    assert_eq!((r.line, r.at.as_str(), r.field.as_str()), (10, "lit", "lit"));
    assert!(r.help.starts_with("`lit` is a key of `amount`, "), "{}", r.help);
}

#[test]
fn a_list_of_tables_in_place_of_one_says_how_to_write_the_table() {
    let r = altered(Format::Toml, "[oven]", "[[oven]]");
    let help = "write [oven] in single brackets, once";
    expect(&r, 11, "[[oven]]", "oven", "expected a table, found an array", help);
}
