//! Numbers and points in sentences, whatever their size.

/// A point; coordinates that are small beside others are zero.
pub(crate) fn place(point: &[f64]) -> String {
    let largest = point.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let rounded = |x: &f64| if x.abs() < 1e-3 * largest { 0.0 } else { *x };
    format!("({})", point.iter().map(|x| brief(rounded(x))).collect::<Vec<_>>().join(", "))
}

/// A number with three digits.
pub(crate) fn brief(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        a if (1e-3..1e5).contains(&a) => {
            let decimals = (2 - a.log10().floor() as i32).max(0) as usize;
            format!("{x:.decimals$}")
        }
        _ => format!("{x:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_however_small_or_large_they_are() {
        let said = [0.0, 1.0, -0.012345, 99_999.0, 1.5e-5, -2e7].map(brief);
        assert_eq!(said, ["0", "1.00", "-0.0123", "99999", "1.50e-5", "-2.00e7"]);
    }

    #[test]
    fn points_of_small_bodies_are_not_zero_but_what_is_small_beside_them_is() {
        assert_eq!(place(&[1.5e-5, -1e-9, 2e-5]), "(1.50e-5, 0, 2.00e-5)");
        assert_eq!(place(&[0.0, 3.0]), "(0, 3.00)");
    }
}
