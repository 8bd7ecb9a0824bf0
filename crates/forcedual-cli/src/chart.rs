//! Small charts in the terminal.

/// Columns of a chart, at most.
const WIDTH: usize = 64;
/// Lines of a spectrum.
const HEIGHT: usize = 8;
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Values as columns on a logarithmic axis, relative to the largest; each belongs to a `what`.
pub fn spectrum(values: &[f64], what: &str) -> String {
    let largest = values.iter().copied().filter(|v| v.is_finite()).fold(0.0, f64::max);
    if largest <= 0.0 {
        return String::new();
    }
    // more values than columns: every so many of them
    let step = values.len().div_ceil(WIDTH).max(1);
    let logs: Vec<f64> = values.iter().step_by(step).map(|v| (v / largest).log10()).collect();
    let lowest = logs.iter().copied().filter(|l| l.is_finite()).fold(0.0, f64::min);
    // an even number, so that the middle of the axis is a power of ten
    let decades = 2.0 * (-lowest / 2.0).ceil().clamp(1.0, 8.0);
    let height =
        |log: f64| if log.is_finite() { (1.0 + log / decades).clamp(0.0, 1.0) } else { 0.0 };
    // a column is at least a sliver, so that the last mode can be seen
    let eighths: Vec<usize> =
        logs.iter().map(|&l| ((height(l) * (HEIGHT * 8) as f64).round() as usize).max(1)).collect();
    let wide = if logs.len() <= WIDTH / 2 { 2 } else { 1 };
    let mut text = String::new();
    for row in (0..HEIGHT).rev() {
        let label = match row {
            r if r == HEIGHT - 1 => "1".to_owned(),
            r if r == HEIGHT / 2 - 1 => format!("1e-{}", decades / 2.0),
            0 => format!("1e-{decades}"),
            _ => String::new(),
        };
        let bars: String = eighths
            .iter()
            .flat_map(|&e| std::iter::repeat_n(EIGHTHS[e.saturating_sub(8 * row).min(8)], wide))
            .collect();
        text += &format!("  {label:>7} ┤{}\n", bars.trim_end());
    }
    let mut axis = String::new();
    for (column, mode) in (0..values.len()).step_by(step).enumerate() {
        let at = column * wide;
        let label = (mode + 1).to_string();
        let every = (10 / wide).max(1);
        if column % every == 0 && axis.len() <= at {
            axis += &format!("{label:>width$}", width = at - axis.len() + 1);
        }
    }
    text + &format!("  {what:>7}  {axis}\n")
}

/// Counts as lines, longest first scaled to the width.
pub fn histogram(bins: &[(String, usize)]) -> String {
    let most = bins.iter().map(|b| b.1).max().unwrap_or(0).max(1);
    let mut text = String::new();
    for (name, count) in bins {
        let eighths = (count * 40 * 8).div_ceil(most);
        let mut bar = "█".repeat(eighths / 8);
        if eighths % 8 > 0 {
            bar.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8 - 1]);
        }
        text += &format!("  {name:>13} ┤{bar} {}\n", crate::output::grouped(*count));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mode_reaches_the_top_and_the_last_is_seen() {
        let text = spectrum(&[1.0, 0.1, 0.01], "mode");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), HEIGHT + 1);
        assert_eq!(lines[0].matches('█').count(), 2);
        assert_eq!(lines[HEIGHT - 1].matches(|c| EIGHTHS[1..].contains(&c)).count(), 6);
        assert!(lines[HEIGHT - 1].contains("1e-2"));
    }

    #[test]
    fn odd_values_do_no_harm() {
        assert_eq!(spectrum(&[], "mode"), "");
        assert_eq!(spectrum(&[0.0, f64::NAN], "mode"), "");
        assert!(spectrum(&[1.0, 0.0, -1.0, f64::NAN], "mode").lines().count() > 0);
        let wide = spectrum(&vec![1.0; 5000], "mode");
        assert!(wide.lines().all(|l| l.chars().count() <= WIDTH + 11));
    }

    #[test]
    fn the_longest_bar_is_forty_wide() {
        let text = histogram(&[("a".into(), 10), ("b".into(), 5), ("c".into(), 0)]);
        let bars: Vec<usize> = text.lines().map(|l| l.matches('█').count()).collect();
        assert_eq!(bars, [40, 20, 0]);
    }
}
