//! Tables: Markdown, aligned so that it reads well in a terminal too.

/// A Markdown table; the first row is the header. Columns after `left` are right-aligned.
pub fn markdown(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| {
        rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (k, row) in rows.iter().enumerate() {
        for (c, &w) in widths.iter().enumerate() {
            let cell = row.get(c).map_or("", String::as_str);
            let padded = if c < left { format!("| {cell:<w$} ") } else { format!("| {cell:>w$} ") };
            text.push_str(&padded);
        }
        text.push_str("|\n");
        if k == 0 {
            for (c, &w) in widths.iter().enumerate() {
                let end = if c < left { "-" } else { ":" };
                text.push_str(&format!("|{}{end}", "-".repeat(w + 1)));
            }
            text.push_str("|\n");
        }
    }
    text
}

/// Three significant digits, as people write them.
pub fn short(x: f64) -> String {
    match x.abs() {
        a if a >= 100.0 => format!("{x:.0}"),
        a if a >= 10.0 => format!("{x:.1}"),
        a if a >= 1.0 => format!("{x:.2}"),
        _ => format!("{x:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_whatever_the_cells_hold() {
        let cells = |row: [&str; 2]| row.map(str::to_owned).to_vec();
        let text = markdown(&[cells(["solver", "s"]), cells(["é", "12345"])], 1);
        assert_eq!(text, "| solver |     s |\n|--------|------:|\n| é      | 12345 |\n");
    }

    #[test]
    fn numbers_keep_three_digits() {
        let all = [239.4, 26.54, 1.236, 0.5234].map(short);
        assert_eq!(all, ["239", "26.5", "1.24", "0.523"]);
    }
}
