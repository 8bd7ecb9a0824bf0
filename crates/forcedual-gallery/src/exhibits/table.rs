//! The table.

use crate::published::{FULL_STEPS, ROWS, STEPS};
use crate::wall::{Cell, number, told};
use crate::{Exhibit, Wall, machine};
use forcedual::Result;
use forcedual::text::grouped;

pub const EXHIBIT: Exhibit = Exhibit {
    name: "table",
    title: "How fast",
    figure: "The table of run times",
    caption: "Three creatures at the sizes of the published table, each with its kind of step: steps of 10 ms on one \
        thread while a handle goes round in a circle and actuators are driven. <em>Total</em> is a step and moving all vertices of the \
        boundary, in single precision, as a graphics card needs them. <em>Full</em> is a single Newton iteration \
        of the full body on all cores, however many iterations the reduced step makes and whatever its solver is: a full step \
        that makes more of them takes as many times longer.",
    hang,
};

const BENCHMARK: &str = include_str!("../../../../docs/benchmarks-runtime.md");

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let (mut rows, mut others): (Vec<Vec<Cell>>, Vec<Vec<Cell>>) = (Vec::new(), Vec::new());
    let simkit = simkit();
    let (mut controlled, mut worst) = (Vec::new(), 0.0f64);
    for (k, row) in ROWS.iter().enumerate() {
        let (own, ()) = row.measure(false, wall.progress, |_| ())?;
        let (coarse, ()) = row.measure(true, wall.progress, |_| ())?;
        let total = own.step + own.surface;
        worst = worst.max(coarse.error.unwrap_or(f64::NAN));
        let name = format!("{}, {}", row.creature, row.solver_name());
        rows.push(vec![
            name.clone().into(),
            grouped(own.vertices).into(),
            grouped(own.cells).into(),
            number(own.step, "ms"),
            number(own.surface, "ms"),
            number(total, "ms"),
            number(own.full, "ms"),
            number((own.full / total).round(), ""),
            number(coarse.error.unwrap_or(f64::NAN), "%"),
        ]);
        let [full, printed] = row.published;
        let ms = |t: Option<f64>| t.map_or("-".into(), |t| number(t, "ms"));
        let simkit = simkit.get(k).copied().flatten();
        others.push(vec![
            name.into(),
            number(own.all, "ms"),
            ms(own.control),
            number(printed, "ms"),
            number(full, "ms"),
            number((full / printed).round(), ""),
            ms(simkit.map(|s| s[0])),
            ms(simkit.map(|s| s[1])),
            ms(simkit.map(|s| s[2])),
        ]);
        controlled.extend(own.control.map(|t| (row.creature, t, total)));
        let who = format!("{} ({})", row.creature, row.solver());
        let says = format!(
            "{who}: times faster than one iteration of the full body, against what the paper prints for its own"
        );
        wall.above(says, own.full / total, (0.5, full / printed), "");
        let says = format!(
            "{who}: total, against what the paper prints for its own body on its own machine"
        );
        wall.below(says, total, printed, "ms");
    }
    let load = machine::load().map_or(String::new(), |l| format!(", load {l:.1} at the end"));
    wall.note(format!("Measured on {}{load}. Ratios of times move by a factor of two or more with what else the machine does.", machine::describe()));
    let dragon = controlled.first().map_or(String::new(), |(who, control, total)| {
        format!(" Inverse kinematics, which the paper's dragon does, comes on top: {} for the {who} beside its {}.", told(*control, "ms"), told(*total, "ms"))
    });
    wall.reservation(format!(
        "What the ratios are not: the full body steps by Newton's method also where the reduced one steps by projective dynamics, whose full step, factored once, \
         is not timed here; the paper does not say how many iterations its full steps make; and the total moves the boundary, where the paper's and simkit's reconstruct all \
         vertices (second table).{dragon} Thirty clusters or fifty cells are as published, and few: errors stand beside the times, {} at worst, as a ball is thrust into the bear at once.",
        told(worst, "%")
    ));
    wall.table(
        &format!("Medians of {STEPS} reduced and {FULL_STEPS} full steps; error is the distance from the full body, solved to the end, after {FULL_STEPS} steps, cubature included, on a twentieth of the cells"),
        &["body", "vertices", "cells", "step", "surface", "total", "full", "x full", "error"],
        rows,
    );
    wall.table(
        "Beside these: moving all vertices instead of the boundary; a step of inverse kinematics; what the paper prints for its own bodies on its own machine; and simkit, the author's library, on the same bodies, weights and cells but without actuators: its step, its dense reconstruction of all vertices, and one iteration of its full body, as recorded in the repository's benchmark on another day, and so without ratios",
        &["body", "all vertices", "inverse kinematics", "printed total", "printed full", "printed x full", "simkit step", "simkit, all vertices", "simkit full"],
        others,
    );
    Ok(())
}

/// Seconds of a step, of its reconstruction and of a full step by the author's library, row by row, as benchmarked.
fn simkit() -> Vec<Option<[f64; 3]>> {
    let cells = |line: &'static str| line.split('|').map(str::trim).collect::<Vec<_>>();
    let mut lines = BENCHMARK.lines().filter(|line| line.starts_with('|'));
    let head = lines.next().map(cells).unwrap_or_default();
    let at = |name: &str| head.iter().position(|h| *h == name);
    let columns = ["simkit ms", "simkit surface ms", "simkit full ms"].map(at);
    let row = |line| {
        let row = cells(line);
        let seconds = |column: Option<usize>| Some(1e-3 * row.get(column?)?.parse::<f64>().ok()?);
        Some([seconds(columns[0])?, seconds(columns[1])?, seconds(columns[2])?])
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
        assert!(
            found.iter().all(|row| row.is_some_and(|[step, _, full]| 0.0 < step && step < full))
        );
    }
}
