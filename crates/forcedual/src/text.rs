//! Numbers and points in sentences, whatever their size.

/// A point; coordinates that are small beside others are zero.
pub(crate) fn place(point: &[f64]) -> String {
    let largest = point.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let rounded = |x: &f64| if x.abs() < 1e-3 * largest { 0.0 } else { *x };
    format!("({})", point.iter().map(|x| significant(rounded(x))).collect::<Vec<_>>().join(", "))
}

/// `a`, `a and b`, `a, b and c`
pub fn enumerated<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// `12,345`
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent, with the digits that matter close to 100%.
pub fn percent(share: f64) -> String {
    let missed = 1.0 - share;
    if missed > 0.0 && missed < 1e-6 {
        return ">99.9999%".to_owned();
    }
    let digits = match missed {
        m if m > 0.0 => (-(100.0 * m).log10()).ceil().max(0.0) as usize + 1,
        _ => 0,
    };
    format!("{:.*}%", digits.min(4), 100.0 * share)
}

/// A small share in percent, to three digits.
pub fn small_percent(share: f64) -> String {
    match 100.0 * share {
        0.0 => "0%".to_owned(),
        x if x.abs() < 1e-3 => format!("{x:.1e}%"),
        x => format!("{}%", significant(x)),
    }
}

/// A number to three significant digits.
pub fn significant(x: f64) -> String {
    if x == 0.0 {
        // and not -0
        return "0".to_owned();
    }
    if !x.is_finite() {
        return x.to_string();
    }
    // 0.09999 has the digits of 0.1
    let x = format!("{x:.2e}").parse().unwrap_or(x);
    let magnitude = x.abs().log10().floor() as i32;
    match magnitude {
        -4..=5 => format!("{x:.*}", (2 - magnitude).max(0) as usize),
        _ => format!("{x:.2e}"),
    }
}

/// A number with the digits that three significant ones of a length beside it have.
pub fn beside(x: f64, length: f64) -> String {
    let digits = 2 - length.log10().floor() as i32;
    match (0..=9).contains(&digits) && x.abs() > 10.0 * length {
        true => format!("{x:.*}", digits as usize),
        false => significant(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_far_away_are_told_apart() {
        assert_eq!(beside(999_999.5, 1.0), "999999.50");
        assert_eq!((beside(0.123_456, 1.0), beside(1e6, 0.0)), ("0.123".into(), "1.00e6".into()));
    }

    #[test]
    fn points_of_small_bodies_are_not_zero_but_what_is_small_beside_them_is() {
        assert_eq!(place(&[1.5e-5, -1e-9, 2e-5]), "(1.50e-5, 0, 2.00e-5)");
        assert_eq!(place(&[0.0, 3.0]), "(0, 3.00)");
    }

    #[test]
    fn names_are_enumerated() {
        let names = ["a", "b", "c"];
        assert_eq!([1, 2, 3].map(|n| enumerated(&names[..n])), ["a", "a and b", "a, b and c"]);
        assert_eq!(enumerated(&names[..0]), "");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn shares_close_to_one_keep_their_digits() {
        let shares = [0.5, 0.99, 0.9987, 0.999_987, 1.0 - 1e-8, 1.0];
        let expected = ["50.0%", "99.0%", "99.87%", "99.9987%", ">99.9999%", "100%"];
        assert_eq!(shares.map(percent), expected);
    }

    #[test]
    fn three_digits_are_kept() {
        assert_eq!(
            [0.0, 123.456, -0.012345, 0.0002, 1.0e-9, -2e7].map(significant),
            ["0", "123", "-0.0123", "0.000200", "1.00e-9", "-2.00e7"]
        );
        assert_eq!(
            (significant(0.09999), small_percent(0.0012345)),
            ("0.100".into(), "0.123%".into())
        );
    }
}
