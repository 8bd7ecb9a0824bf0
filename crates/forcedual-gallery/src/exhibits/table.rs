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
        the paper prints for its own bodies on its own machine.",
    hang,
};

fn hang(wall: &mut Wall<'_>) -> Result<()> {
    let head = [
        "body",
        "solver",
        "vertices",
        "cells",
        "step, ms",
        "surface, ms",
        "total, ms",
        "full, ms",
        "x full",
        "printed, ms",
        "x printed",
        "printed full, ms",
        "printed x full",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for row in &ROWS {
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
            ms(row.published[1]),
            format!("{:.0}", row.published[1] / total),
            ms(row.published[0]),
            format!("{:.0}", row.published[0] / row.published[1]),
        ]);
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
    }
    wall.table("Medians of 300 reduced and 6 full steps", rows);
    Ok(())
}
