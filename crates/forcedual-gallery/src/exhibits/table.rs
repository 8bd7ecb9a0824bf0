//! The table.

use crate::published::ROWS;
use crate::{Exhibit, Wall};
use forcedual::Result;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "table",
    title: "How fast",
    figure: "The table of run times",
    caption: "Three creatures at the sizes of the published table, each with its kind of step: steps of 10 ms on one \
        thread while a handle goes round in a circle. <em>Surface</em> is the time to move all vertices of the \
        boundary, <em>full</em> a single Newton iteration of the full body on all cores, however many the reduced step makes. <em>Printed</em> is what \
        the paper prints for its own bodies on its own machine. <em>Simkit</em> is the author's library on the same \
        bodies, weights and cells, as <code>cargo xtask bench runtime</code> measured it when it was last installed \
        (docs/benchmarks-runtime.md): its step with its reconstruction, and one iteration of its full body.",
    hang,
};

const BENCHMARK: &str = include_str!("../../../../docs/benchmarks-runtime.md");

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let own_head = [
        "body",
        "solver",
        "vertices",
        "cells",
        "step, ms",
        "surface, ms",
        "total, ms",
        "full, ms",
        "x full",
    ];
    let other_head = [
        "body",
        "total, ms",
        "printed, ms",
        "x printed",
        "printed full, ms",
        "printed x full",
        "simkit, ms",
        "x simkit",
        "simkit full, ms",
    ];
    let mut rows = vec![own_head.map(str::to_owned).to_vec()];
    let mut others = vec![other_head.map(str::to_owned).to_vec()];
    let simkit = simkit();
    for (k, row) in ROWS.iter().enumerate() {
        let (own, ()) = row.measure(false, wall.progress, |_| ())?;
        let total = own.step + own.surface;
        let ms = |s: f64| forcedual::text::significant(1e3 * s);
        rows.push(vec![
            row.creature.to_owned(),
            row.solver(),
            forcedual::text::grouped(own.vertices),
            forcedual::text::grouped(own.cells),
            ms(own.step),
            ms(own.surface),
            ms(total),
            ms(own.full),
            format!("{:.0}", own.full / total),
        ]);
        let [full, printed] = row.published;
        let simkit = simkit.get(k).copied().flatten();
        let theirs = match simkit {
            Some([theirs, full]) => [ms(theirs), format!("{:.0}", theirs / total), ms(full)],
            None => ["-", "-", "-"].map(str::to_owned),
        };
        let mut other = vec![
            format!("{}, {}", row.creature, row.solver_name()),
            ms(total),
            ms(printed),
            format!("{:.0}", printed / total),
            ms(full),
            format!("{:.0}", full / printed),
        ];
        other.extend(theirs);
        others.push(other);
        let who = format!("{} ({})", row.creature, row.solver());
        wall.above(
            format!("{who}: times faster than one iteration of the full body"),
            own.full / total,
            50.0,
            "",
        );
        wall.above(
            format!("{who}: times faster than the paper prints"),
            row.published[1] / total,
            1.0,
            "",
        );
        if let Some([theirs, _]) = simkit {
            let says = format!("{who}: times faster than the author's library");
            wall.above(says, theirs / total, 1.0, "");
        }
    }
    wall.table("Medians of 300 reduced and 6 full steps", rows);
    wall.table("Beside the published table and the author's library", others);
    Ok(())
}

/// Seconds of a step with its reconstruction and of a full step by the author's library, row by row, as benchmarked.
fn simkit() -> Vec<Option<[f64; 2]>> {
    let cells = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    let mut lines = BENCHMARK.lines().filter(|line| line.starts_with('|'));
    let head = lines.next().map(cells).unwrap_or_default();
    let at = |name: &str| head.iter().position(|h| *h == name);
    let columns = ["simkit ms", "simkit surface ms", "simkit full ms"].map(at);
    let row = |line| {
        let row = cells(line);
        let seconds = |column: Option<usize>| Some(1e-3 * row.get(column?)?.parse::<f64>().ok()?);
        Some([seconds(columns[0])? + seconds(columns[1])?, seconds(columns[2])?])
    };
    lines.skip(1).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_benchmark_has_the_authors_library_in_every_row_of_the_table() {
        let found = simkit();
        assert_eq!(found.len(), ROWS.len());
        assert!(found.iter().all(|row| row.is_some_and(|[step, full]| 0.0 < step && step < full)));
    }
}
